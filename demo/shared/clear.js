// Where a page's picture may lie without the sheets over it: the free rectangle of the window in which a picture of a given
// shape becomes largest. Called by stage.js for pages that ask for it.

const SHEETS = '.hud > *, .meter, .timeline, .palette, .toggle, .panel[data-open=true]';
const GAP = 6; // CSS pixels between sheets and picture
const NARROW = 760; // CSS pixels: in narrower windows the panel lies over the picture

/** @typedef {{ left: number, top: number, right: number, bottom: number }} Area */

/** The sheets that are shown, with a gap around them. @returns {Area[]} */
function sheets() {
    const shown = [...document.querySelectorAll(SHEETS)].filter((each) => !(each.id === 'panel' && innerWidth <= NARROW));
    return shown.map((each) => {
        const { left, top, width, height } = each.getBoundingClientRect();
        // The panel is let in from the right; it counts where it will be.
        const x = each.id === 'panel' ? Math.min(left, innerWidth - width - 16) : left;
        return { left: x - GAP, top: top - GAP, right: x + width + GAP, bottom: top + height + GAP };
    }).filter(({ left, right }) => right - left > 2 * GAP);
}

/**
 * The largest place for a picture.
 * @param {number} aspect width by height
 * @returns {Area} CSS pixels
 */
export function clearArea(aspect) {
    const taken = sheets();
    const edges = (/** @type {'left' | 'top' | 'right' | 'bottom'} */ side, /** @type {number} */ window) => [window, ...taken.map((each) => each[side])];
    let best = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    let most = 0;
    for (const left of edges('right', GAP)) for (const right of edges('left', innerWidth - GAP)) {
        for (const top of edges('bottom', GAP)) for (const bottom of edges('top', innerHeight - GAP)) {
            const size = Math.min((right - left) / aspect, bottom - top);
            if (size <= most || taken.some((each) => each.left < right && each.right > left && each.top < bottom && each.bottom > top)) continue;
            best = { left, top, right, bottom };
            most = size;
        }
    }
    return best;
}
