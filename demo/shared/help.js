// What a page is for, in one line: it stands at the top for the first seconds, and `?`, as a key or a button, brings it back with a sheet
// of the keys. Called by stage.js and by pages with a frame of their own.

const FIRST = 5000; // milliseconds that the line is seen at first

/** @param {string} id */
const el = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * Adds the line at the end of the bar at the top, the button at the beginning of its tools, and the sheet.
 * @param {{ goal: string, keys: string }} help `goal` is one sentence, `keys` is HTML
 */
export function addHelp({ goal, keys }) {
    const bar = /** @type {Element} */ (document.querySelector('.hud, .top'));
    bar.insertAdjacentHTML('beforeend', '<p class="sheet goal" id="goal" role="status"></p>');
    el('goal').textContent = goal;
    document.querySelector('.tools')?.insertAdjacentHTML('afterbegin',
        '<button type="button" id="help" aria-label="What to do" title="What to do (?)" aria-controls="keys" aria-expanded="false"><span aria-hidden="true">?</span></button>');
    document.body.insertAdjacentHTML('beforeend',
        `<section class="sheet keys" id="keys" aria-label="Keys" hidden>${keys}</section>`);
    let hiding = setTimeout(() => el('goal').classList.add('gone'), FIRST);
    const show = (/** @type {boolean} */ is) => {
        clearTimeout(hiding);
        el('keys').hidden = !is;
        el('goal').classList.toggle('gone', !is);
        el('help').setAttribute('aria-expanded', String(is));
    };
    const turn = () => show(Boolean(el('keys').hidden));
    el('help').addEventListener('click', turn);
    addEventListener('keydown', ({ key, target }) => {
        const writes = target instanceof Element
            && target.closest('textarea, [contenteditable], dialog');
        if (key === '?' && !writes) turn();
        else if (key === 'Escape') show(false);
    });
    el('stage')?.addEventListener('pointerdown', () => {
        if (!el('keys').hidden) show(false);
    });
}

/** Keeps links and buttons that play nothing in the bar at the top, or in the panel where the bar has no room. @param {HTMLElement[]} tools */
export function placeTools(tools) {
    const narrow = matchMedia('(max-width: 760px), (max-height: 520px)');
    const place = () =>
        /** @type {Element} */ (document.querySelector(narrow.matches ? '#page-tools' : '.tools'))
            .append(...tools);
    narrow.addEventListener('change', place);
    place();
}
