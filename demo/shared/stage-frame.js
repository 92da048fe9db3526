// The frame around a page's picture: what every small page has, as elements. Called by stage.js. The look is page.css.
import { addHelp, placeTools } from './help.js';
import { addLookButton } from './look.js';

const ICONS = {
    mica:
        '<svg viewBox="0 0 32 32" aria-hidden="true"><path d="M16 3 29 10 16 17 3 10z" fill="#ffc56e" fill-opacity=".92"/><path d="M3 15.5 16 22.5 29 15.5 16 8.5z" fill="#b8a1ff" fill-opacity=".45"/><path d="M3 21 16 28 29 21 16 14z" fill="#77e3c4" fill-opacity=".4"/></svg>',
    code:
        '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="m8 7-5 5 5 5M16 7l5 5-5 5M13.5 4l-3 16"/></svg>',
    guide:
        '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 6.5C10 4.8 7 4.4 3.5 5v13.5c3.5-.6 6.5-.2 8.5 1.5 2-1.7 5-2.1 8.5-1.5V5C17 4.4 14 4.8 12 6.5zM12 6.5V20"/></svg>',
    panel:
        '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4 7h9M17 7h3M4 17h3M11 17h9"/><circle cx="15" cy="7" r="2"/><circle cx="9" cy="17" r="2"/></svg>',
    share:
        '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7l-1.2 1.2M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7l1.2-1.2"/></svg>',
};

/** Keys that all pages have. */
const KEYS =
    '<kbd>P</kbd> pause <kbd>O</kbd> a step <kbd>L</kbd> slow <kbd>R</kbd> anew <kbd>X</kbd> debug lines <kbd>C</kbd> a cursor moved by keys <kbd>M</kbd> sound';

/**
 * Writes the frame into the page.
 * @param {{ title: string, about: string, goal: string, keys: string, guide: string }} page
 */
export function writeFrame({ title, about, goal, keys, guide }) {
    document.body.insertAdjacentHTML('afterbegin', `
<canvas id="stage" tabindex="0" role="application" aria-label="${title}. ${about}"></canvas>
<header class="hud">
  <a class="sheet brand" href="../index.html" title="All demos">${ICONS.mica}<div><h1>${title}</h1><p>${about}</p></div></a>
  <dl class="sheet score" id="score" hidden></dl>
  <nav class="sheet tools" aria-label="About this page">
    <a href="${guide}" id="guide" aria-label="Guide" title="Guide">${ICONS.guide}</a>
    <button type="button" id="source" aria-label="Source of this page" title="Source of this page">${ICONS.code}</button>
  </nav>
</header>
<section class="sheet timeline" id="timeline" aria-label="Timeline">
  <input id="timeline-range" type="range" min="0" max="0" step="1" value="0" aria-label="The last seconds: drag to go back and forth">
  <output id="timeline-out" for="timeline-range">now</output>
  <button type="button" id="timeline-share" title="Share this moment as a link">${ICONS.share}<span>Share</span></button>
</section>
<button class="sheet toggle" id="panel-toggle" type="button" aria-controls="panel" aria-expanded="false">${ICONS.panel}<span>Controls</span></button>
<aside class="sheet panel" id="panel" aria-label="Controls" data-open="false"><div class="lid"></div>
  <section><h2>Time</h2><div class="row">
    <button type="button" id="pause" aria-pressed="false"><kbd>P</kbd><span>Pause</span></button>
    <button type="button" id="step"><kbd>O</kbd><span>Step</span></button>
    <button type="button" id="slow" aria-pressed="false"><kbd>L</kbd><span>Slow</span></button>
    <button type="button" id="reset"><kbd>R</kbd><span>Reset</span></button></div></section>
  <section id="own" hidden><h2>Try</h2><div class="chips" id="buttons"></div><div id="sliders"></div></section>
  <section><h2>View</h2><div class="switches"><label><input id="debug" type="checkbox" role="switch">Debug<kbd>X</kbd></label><label title="A cursor that the arrow keys move: Enter presses and lets go"><input id="cursor" type="checkbox" role="switch">Cursor<kbd>C</kbd></label></div><div class="chips" id="view-more"></div><div class="tools" id="page-tools"></div></section>
  <section><details class="meter" id="meter"><summary>Performance</summary>
    <div class="big"><span><b data-stat="fps">0</b> fps</span><span class="key frame"><b data-stat="frame">0</b> ms frame</span><span class="key step"><b data-stat="step">0</b> ms step</span></div>
    <canvas aria-hidden="true"></canvas>
    <dl><div><dt>bodies</dt><dd data-stat="bodies">0</dd></div><div><dt>awake</dt><dd data-stat="awake">0</dd></div>
      <div><dt>contacts</dt><dd data-stat="contacts">0</dd></div><div><dt>memory</dt><dd data-stat="bytes">0</dd></div></dl></details></section>
</aside>
<div class="sheet card" id="card" hidden></div>
<p class="hidden" id="announce" role="status" aria-live="polite"></p>
<p class="sheet said gone" id="said" role="status" aria-live="polite"></p>
<dialog class="source" id="source-dialog" aria-label="Source of this page"><header><b id="source-name"></b><button type="button" id="source-copy">Copy</button><button type="button" id="source-close">Close</button></header><pre tabindex="0"><code id="source-text"></code></pre></dialog>
<div class="veil" id="veil"><p id="veil-text">Loading …</p></div>`);
    addLookButton(document.querySelector('.tools'));
    addHelp({ goal, keys: `<p>${keys}</p><p>${KEYS}</p>` });
    placeTools([el('guide'), el('source'),
        /** @type {HTMLElement} */ (document.querySelector('.look'))]);
}

/** @param {string} id */
export const el = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** Shows a page's program in a dialog. @param {string} path of the module, as seen from the page */
export function showSource(path) {
    const address = new URL(path, document.baseURI).href;
    const dialog = /** @type {HTMLDialogElement} */ (el('source-dialog'));
    el('source').addEventListener('click', async () => {
        if (el('source-text').textContent === '') {
            el('source-name').textContent = address.split('/').slice(-2).join('/');
            el('source-text').textContent = await (await fetch(address)).text();
        }
        dialog.showModal();
    });
    el('source-close').addEventListener('click', () => dialog.close());
    el('source-copy').addEventListener('click', async () => {
        await navigator.clipboard?.writeText(el('source-text').textContent ?? '');
        el('source-copy').textContent = 'Copied';
    });
}

/**
 * A slider of a page.
 * @typedef {object} SliderOptions
 * @property {string} label
 * @property {number} min
 * @property {number} max
 * @property {number} [step] default a hundredth of the range
 * @property {number} value at the beginning
 * @property {string} [unit]
 * @property {(value: number) => void} set called when it is moved, and once for each new scene
 * @property {() => void} [moved] called when it is moved
 */

/** Adds a slider; `apply` gives its `value` to `set`, `show` shows another one. @param {SliderOptions} options */
export function addSlider(
    { label, min, max, step = (max - min) / 100, value, unit = '', set, moved },
) {
    const row = el('sliders').appendChild(document.createElement('label'));
    row.className = 'slider';
    row.appendChild(document.createElement('span')).textContent = label;
    const input = row.appendChild(document.createElement('input'));
    Object.assign(input, { type: 'range', min, max, step });
    input.value = String(value);
    const output = row.appendChild(document.createElement('output'));
    const tell = () => {
        output.textContent = `${Number(Number(input.value).toFixed(2))}${unit && ` ${unit}`}`;
    };
    input.addEventListener('input', () => {
        tell();
        set(Number(input.value));
        moved?.();
    });
    tell();
    const show = (/** @type {number} */ now) => {
        if (Math.abs(now - Number(input.value)) < 0.51 * step) return;
        input.value = String(now);
        tell();
    };
    return { row, apply: () => set(Number(input.value)), show, value: () => Number(input.value) };
}

/** Adds a button. @param {string} label @param {() => void} press @returns {HTMLButtonElement} */
export function addButton(label, press) {
    const button = el('buttons').appendChild(document.createElement('button'));
    button.type = 'button';
    button.textContent = label;
    button.addEventListener('click', press);
    return button;
}
