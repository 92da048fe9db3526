// Light or dark: the button that chooses, and what follows the choice. The colours are look.css. A line in the head of each
// page sets html[data-look] before anything is painted, so that no page flashes. Called by every page.

const KEY = 'look';
/** The choices, in the button's order, each with its icon. @type {Record<string, string>} */
const LOOKS = {
    auto: '<circle cx="12" cy="12" r="8"/><path d="M12 4a8 8 0 0 1 0 16z" fill="currentColor"/>',
    light:
        '<circle cx="12" cy="12" r="4"/><path d="M12 3v2m0 14v2M3 12h2m14 0h2M5.6 5.6 7 7m10 10 1.4 1.4M18.4 5.6 17 7M7 17l-1.4 1.4"/>',
    dark: '<path d="M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10z"/>',
};
const NAMES = Object.keys(LOOKS);
const root = document.documentElement;
const night = matchMedia('(prefers-color-scheme: dark)');
/** @type {Set<() => void>} */
const listeners = new Set();

/** The chosen look: 'auto', 'light' or 'dark'. */
export const chosenLook = () => (NAMES.includes(root.dataset.look ?? '')
    ? /** @type {string} */ (root.dataset.look)
    : 'auto');

/** Whether the page is dark now. */
export const isDark = () => (chosenLook() === 'auto' ? night.matches : chosenLook() === 'dark');

/** Calls back whenever the page becomes light or dark. @param {() => void} listener */
export function onLook(listener) {
    listeners.add(listener);
}

function changed() {
    for (const meta of document.querySelectorAll('meta[name=theme-color]')) {
        /** @type {HTMLMetaElement} */ (meta).content = isDark() ? '#0d1122' : '#f4f1ec';
    }
    for (const listener of listeners) listener();
}

/** Chooses a look, and keeps the choice for all pages. @param {string} look 'auto', 'light' or 'dark' */
export function chooseLook(look) {
    root.dataset.look = look;
    try {
        localStorage.setItem(KEY, look);
    } catch {
        // A browser that keeps nothing forgets the choice at the next page.
    }
    changed();
}

/** Adds the button that goes through the looks. @param {Element | null} place */
export function addLookButton(place) {
    if (!place) return;
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'look';
    const write = () => {
        const look = chosenLook();
        button.innerHTML = `<svg viewBox="0 0 24 24" aria-hidden="true">${LOOKS[look]}</svg>`;
        button.title = look === 'auto' ? 'Light or dark: as the system' : `Light or dark: ${look}`;
        button.ariaLabel = button.title;
    };
    button.addEventListener('click',
        () => chooseLook(NAMES[(NAMES.indexOf(chosenLook()) + 1) % NAMES.length]));
    onLook(write);
    write();
    place.append(button);
}

night.addEventListener('change', changed);
// Another page of the site was told.
addEventListener('storage', ({ key, newValue }) => {
    if (key !== KEY) return;
    root.dataset.look = newValue ?? 'auto';
    changed();
});
changed();
