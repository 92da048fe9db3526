// What the guide's pages do beside standing there: colours and hanging lines in code, the current page
// in view in the navigation, the reference's filter, and the programs behind a canvas, which run as
// they are written.
import { addLookButton } from '../shared/look.js';

const TOKENS = /(\/\/[^\n]*|\/\*[^]*?\*\/)|('(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)|\b(await|async|catch|const|else|for|from|function|if|import|let|new|of|return|this|try|while)\b|\b(\d[\d_.]*(?:e-?\d+)?)\b/g;

/** @param {string} text */
const escaped = (text) => text.replace(/[&<>]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[c] ?? c);

/**
 * Code as HTML, with comments, strings, keywords and numbers marked, and each line by itself: what does
 * not fit goes on further in than its line began.
 * @param {string} code
 */
function coloured(code) {
    let html = '';
    let end = 0;
    for (const match of code.matchAll(TOKENS)) {
        const kind = 'cskn'[match.slice(1).findIndex((part) => part !== undefined)];
        const lines = match[0].split('\n').map((line) => `<span class="${kind}">${escaped(line)}</span>`);
        html += escaped(code.slice(end, match.index)) + lines.join('\n');
        end = match.index + match[0].length;
    }
    const lines = (html + escaped(code.slice(end))).replace(/\n$/, '').split('\n');
    return lines.map((line) => `<span class="line" style="--in: ${line.search(/[^ ]|$/) + 2}ch">${line}\n</span>`).join('');
}

/** Files that the page shows, by their names. @type {Map<string, string>} */
const files = new Map();

/**
 * Runs a program of the page, with the package's entries found in this repository.
 * @param {string} code
 * @param {HTMLElement} figure
 */
async function run(code, figure) {
    const base = new URL('../../js/', document.baseURI);
    const whole = Array.from(files).reduce((all, [name, file]) => all.replaceAll(`new URL('./${name}', import.meta.url)`,
        `'data:text/javascript,${encodeURIComponent(file).replaceAll("'", '%27')}'`), code);
    // The program means the page's only canvas; this page may have several.
    const place = Array.from(document.querySelectorAll('.live')).indexOf(figure);
    const text = whole.replaceAll(`document.querySelector('canvas')`, `document.querySelectorAll('.live canvas')[${place}]`)
        .replace(/'mica2d(\/[\w/-]+)?'/g, (_, entry) => `'${new URL(`.${entry ?? '/index'}.js`, base).href}'`);
    const url = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
    figure.ariaBusy = 'true';
    try {
        await import(/* @vite-ignore */ url);
    } catch (error) {
        const trouble = document.createElement('p');
        trouble.className = 'trouble';
        trouble.textContent = `This did not run: ${error instanceof Error ? error.message : error}`;
        figure.append(trouble);
    } finally {
        figure.ariaBusy = null;
        URL.revokeObjectURL(url);
    }
}

addLookButton(document.querySelector('header'));

for (const pre of document.querySelectorAll('pre[data-code]')) {
    const code = pre.textContent ?? '';
    const { file } = /** @type {HTMLElement} */ (pre).dataset;
    if (file) files.set(file, code);
    // The files that a program names by URL stand between it and its canvas.
    let figure = pre.previousElementSibling;
    while (!file && figure?.matches('pre[data-file]')) figure = figure.previousElementSibling;
    pre.innerHTML = coloured(code);
    if (file || !(figure instanceof HTMLElement && figure.matches('.live'))) continue;
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
        const button = document.createElement('button');
        button.textContent = 'Run it';
        button.onclick = () => {
            button.remove();
            void run(code, figure);
        };
        figure.append(button);
    } else {
        void run(code, figure);
    }
}

/** The reference shows only what has all the words in its name or type; an entry's own name shows all of it. @param {HTMLInputElement} field */
function listenFilter(field) {
    const entries = Array.from(document.querySelectorAll('.entry'), (entry) => ({
        entry,
        name: entry.id.toLowerCase(),
        link: document.querySelector(`.entries a[href="#${entry.id}"]`)?.parentElement,
        members: Array.from(entry.querySelectorAll('.member'), (member) => ({
            member, text: `${entry.id}.${member.querySelector('h3')?.textContent}`.toLowerCase() })),
    }));
    field.addEventListener('input', () => {
        const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
        const has = (/** @type {string} */ text) => words.every((word) => text.includes(word));
        let found = 0;
        for (const { entry, name, link, members } of entries) {
            const whole = has(name);
            let shown = Number(whole);
            for (const { member, text } of members) {
                member.toggleAttribute('hidden', !whole && !has(text));
                shown += Number(!member.hasAttribute('hidden'));
            }
            for (const each of [entry, link]) each?.toggleAttribute('hidden', shown === 0);
            found += shown;
        }
        for (const module of document.querySelectorAll('.module')) {
            module.toggleAttribute('hidden', !module.querySelector('.entry:not([hidden])'));
        }
        const output = field.nextElementSibling;
        if (output) output.textContent = found > 0 ? '' : 'Nothing has this name.';
    });
    // A link to what is filtered away shows it.
    addEventListener('hashchange', () => {
        const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
        if (!target?.closest('[hidden]')) return;
        field.value = '';
        field.dispatchEvent(new Event('input'));
        target.scrollIntoView();
    });
}

const filter = document.querySelector('#filter');
if (filter instanceof HTMLInputElement) listenFilter(filter);

const current = document.querySelector('nav a[aria-current]');
const nav = current?.closest('nav');
if (nav && current instanceof HTMLElement) {
    const show = () => { nav.scrollTop = current.offsetTop - nav.clientHeight / 3; };
    show();
    nav.addEventListener('toggle', show);       // where it is a drawer
}

/** The search, made when it is opened for the first time. @type {Promise<() => void> | undefined} */
let search;
const openSearch = async () => {
    search ??= import('./search.js').then(({ createSearch }) => createSearch());
    (await search)();
};
document.querySelector('.find')?.addEventListener('click', openSearch);
addEventListener('keydown', (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    const writes = target.isContentEditable || target.matches('input, textarea, select');
    const asks = event.key === '/' ? !writes && !event.ctrlKey && !event.metaKey && !event.altKey
        : event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.shiftKey;
    if (!asks) return;
    event.preventDefault();
    void openSearch();
});
