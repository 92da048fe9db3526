// The guide's search: a dialog over the page, opened by its button, `/` or Ctrl+K. What it looks through, search.json, and the
// library that indexes it are loaded when somebody searches for the first time.

/** @typedef {import('./search-index.js').Found} Found */
/** @typedef {import('./search-index.js').Search} Search */

const MAX = 24; // results shown
const LENGTH = 160; // characters of an excerpt

/** Loads the entries and indexes them. @returns {Promise<Search>} */
async function loadSearch() {
    const [{ default: MiniSearch }, { createIndex }, entries] = await Promise.all([
        import('minisearch'),
        import('./search-index.js'),
        // Beside the page that is open: scripts lie elsewhere once the site is built.
        fetch('search.json').then((response) => response.json()),
    ]);
    return createIndex(MiniSearch, entries);
}

/** Adds a text to an element with the words marked. @param {HTMLElement} element @param {string} text @param {RegExp} words */
function appendMarked(element, text, words) {
    let end = 0;
    for (const { 0: word, index } of text.matchAll(words)) {
        const mark = document.createElement('mark');
        mark.textContent = word;
        element.append(text.slice(end, index), mark);
        end = index + word.length;
    }
    element.append(text.slice(end));
}

/** The part of a text around its first word that was found. @param {string} text @param {RegExp} words */
function excerpt(text, words) {
    const first = text.search(words);
    if (text.length <= LENGTH) return text;
    const from = first < 60 ? 0 : text.lastIndexOf(' ', first - 40) + 1;
    return `${from > 0 ? '… ' : ''}${text.slice(from, from + LENGTH).replace(/\s+\S*$/, '')} …`;
}

/** One result as an item of the list. @param {Found} found */
function resultItem({ page, id, title, heading, text, code, words }) {
    const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    const pattern = new RegExp(escaped.sort((a, b) => b.length - a.length).join('|'), 'giu');
    const item = document.createElement('li');
    const link = document.createElement('a');
    link.href = page + (id && `#${id}`);
    const [top, below] = [document.createElement('b'), document.createElement('span')];
    appendMarked(top, heading, pattern);
    const place = document.createElement('small');
    place.textContent = title;
    const prose = page === 'api.html' || text.search(pattern) >= 0;
    appendMarked(below, excerpt(prose && text ? text : code, pattern), pattern);
    link.append(top, heading === title ? '' : place, below);
    item.append(link);
    return item;
}

/** The dialog: a field, and the results as links that the arrow keys reach from the field. */
function createDialog() {
    const dialog = document.createElement('dialog');
    dialog.className = 'search';
    dialog.ariaLabel = 'Search the guide and the reference';
    dialog.innerHTML =
        `<form method="dialog"><input type="search" aria-label="Words to find" enterkeyhint="go"
        placeholder="Find a topic or a name" autocomplete="off" autocapitalize="off" spellcheck="false">
        <button aria-label="Close the search">Esc</button></form><p role="status"></p><ul></ul>`;
    document.body.append(dialog);
    const [field, status, list] = ['input', 'p', 'ul'].map((
        name,
    ) => /** @type {HTMLElement} */ (dialog.querySelector(name)));
    return { dialog, field: /** @type {HTMLInputElement} */ (field), status, list };
}

/** Makes the search ready, and returns what opens it. */
export function createSearch() {
    const { dialog, field, status, list } = createDialog();
    /** @type {Promise<Search> | undefined} */
    let loading;

    const show = async () => {
        const query = field.value.trim();
        try {
            loading ??= loadSearch();
            const search = await loading;
            if (query !== field.value.trim()) return;
            const results = query ? search(query).slice(0, MAX) : [];
            list.replaceChildren(...results.map(resultItem));
            status.textContent = !query
                ? 'Up and Down choose, Enter opens.'
                : results.length === 0
                ? 'Nothing has these words.'
                : `${results.length === MAX ? 'The best ' : ''}${results.length} ${
                    results.length === 1 ? 'result' : 'results'
                }`;
        } catch {
            loading = undefined;
            status.textContent = 'The index could not be loaded.';
        }
    };
    field.addEventListener('input', show);
    field.form?.addEventListener('submit', (event) => {
        if (event.submitter?.matches(':focus')) return; // the button that closes
        event.preventDefault();
        list.querySelector('a')?.click();
    });
    dialog.addEventListener('keydown', (event) => {
        const links = Array.from(list.querySelectorAll('a'));
        const to = links.findIndex((link) => link === document.activeElement)
            + ({ ArrowDown: 1, ArrowUp: -1 }[event.key] ?? NaN);
        if (to >= -1 && to < links.length) {
            event.preventDefault();
            (links[to] ?? field).focus();
        } else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey
            && event.target !== field)
        {
            field.focus(); // who types goes on with the words
        }
    });
    dialog.addEventListener('click', (event) => {
        const target = /** @type {Element} */ (event.target);
        if (target === dialog || target.closest('a')) dialog.close(); // beside it, or on the way to a result
    });
    return () => {
        if (dialog.open) return;
        dialog.showModal();
        field.select();
        void show();
    };
}
