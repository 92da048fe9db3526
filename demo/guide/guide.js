// What the guide's pages do beside standing there: the tools of their code, the programs that run, the reference's filter,
// the current page in view in the navigation, and the search.
import { addLookButton } from '../shared/look.js';
import { readFiles, readPrograms } from './code.js';
import { createExamples } from './example.js';

addLookButton(document.querySelector('header'));

const playground = /** @type {HTMLElement | null} */ (document.querySelector('.playground'));
if (playground)
    void import('./playground.js').then(({ createPlayground }) => createPlayground(playground));
else createExamples(readPrograms(document), () => readFiles(document));

/** The reference shows only what has all the words in its name or type; an entry's own name shows all of it. @param {HTMLInputElement} field */
function listenFilter(field) {
    const entries = Array.from(document.querySelectorAll('.entry'), (entry) => ({
        entry,
        name: entry.id.toLowerCase(),
        link: document.querySelector(`.entries a[href="#${entry.id}"]`)?.parentElement,
        members: Array.from(entry.querySelectorAll('.member'), (member) => ({
            member,
            text: `${entry.id}.${member.querySelector('h3')?.textContent}`.toLowerCase(),
        })),
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
    const show = () => {
        nav.scrollTop = current.offsetTop - nav.clientHeight / 3;
    };
    show();
    nav.addEventListener('toggle', show); // where it is a drawer
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
    const asks = event.key === '/'
        ? !writes && !event.ctrlKey && !event.metaKey && !event.altKey
        : event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.shiftKey;
    if (!asks) return;
    event.preventDefault();
    void openSearch();
});
