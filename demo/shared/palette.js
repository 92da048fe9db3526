// The colours of look.css as canvases need them: read once, and again when the page becomes light or dark. Called by whatever
// paints; read a colour where it is used, never keep it.
import { isDark, onLook } from './look.js';

const NAMES =
    /** @type {const} */ (['ink', 'dawn', 'text', 'soft', 'strong', 'line', 'sheet', 'solid',
        'well', 'player', 'ghost', 'lantern', 'crate', 'wall', 'lit', 'frame', 'step']);

/** CSS colours by their names in look.css, and whether the page is dark. @type {Record<typeof NAMES[number], string> & { dark: boolean }} */
export const palette = /** @type {any} */ ({});

function read() {
    const probe = document.documentElement.appendChild(document.createElement('i'));
    probe.hidden = true;
    for (const name of NAMES) {
        probe.style.color = `var(--${name})`;
        palette[name] = getComputedStyle(probe).color;
    }
    probe.remove();
    palette.dark = isDark();
}

/** One of two colours, by the look of the page. @template T @param {T} light @param {T} dark */
export const either = (light, dark) => (palette.dark ? dark : light);

read();
onLook(read);
