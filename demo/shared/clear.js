// Where a page's picture lies: between the sheets at the top and the bottom, or, for pages that ask for it, in the free rectangle of the
// window in which a picture of its shape becomes largest. Called by stage.js.

const SHEETS = '.hud > :not(.goal), .timeline, .palette, .toggle, .panel[data-open=true]';
const GAP = 6; // CSS pixels between sheets and picture
const NARROW = 760; // CSS pixels: in narrower windows the panel lies over the picture
const AGAIN = 15; // frames until the free rectangle is looked for again

/** @typedef {{ left: number, top: number, right: number, bottom: number }} Area */

/** The sheets that are shown, with a gap around them. @returns {Area[]} */
function sheets() {
    const shown = [...document.querySelectorAll(SHEETS)].filter((each) =>
        !(each.id === 'panel' && innerWidth <= NARROW)
    );
    return shown.map((each) => {
        const { left, top, width, height } = each.getBoundingClientRect();
        // The panel is let in from the right; it counts where it will be.
        const x = each.id === 'panel' ? Math.min(left, innerWidth - width - 16) : left;
        return { left: x - GAP, top: top - GAP, right: x + width + GAP,
            bottom: top + height + GAP };
    }).filter(({ left, right }) => right - left > 2 * GAP);
}

/**
 * The largest place for a picture. Where several are as large, the picture stays in its present one: it does not jump because a score
 * has become wider.
 * @param {number} aspect width by height
 * @param {Area} present
 * @returns {Area} CSS pixels
 */
function clearArea(aspect, present) {
    const taken = sheets();
    const edges = (/** @type {'left' | 'top' | 'right' | 'bottom'} */ side,
        /** @type {number} */ window) => [window, ...taken.map((each) => each[side])];
    /** @param {Area} area */
    const isFree = ({ left, top, right, bottom }) =>
        !taken.some((each) =>
            each.left < right && each.right > left && each.top < bottom && each.bottom > top
        );
    const stays = present.right <= innerWidth && present.bottom <= innerHeight && isFree(present);
    let best = stays ? present : { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    let most = stays
        ? Math.min((present.right - present.left) / aspect, present.bottom - present.top) + 1e-3
        : 0;
    for (const left of edges('right', GAP))
        for (const right of edges('left', innerWidth - GAP)) {
            for (const top of edges('bottom', GAP))
                for (const bottom of edges('top', innerHeight - GAP)) {
                    const size = Math.min((right - left) / aspect, bottom - top);
                    if (size <= most || !isFree({ left, top, right, bottom })) continue;
                    best = { left, top, right, bottom };
                    most = size;
                }
        }
    return best;
}

export class Place {
    #area = { left: 0, top: 0, right: 0, bottom: 0 };
    #frames = 0;

    /** @param {import('../../js/adapters/canvas.js').CanvasRenderer} renderer @param {boolean} clear whether no sheet may cover the picture */
    constructor(renderer, clear) {
        this.renderer = renderer;
        this.clear = clear;
    }

    /** Leads the renderer to a part of the world, as large as there is room for; once a frame. @param {{ minX: number, minY: number, maxX: number, maxY: number }} view */
    show({ minX, minY, maxX, maxY }) {
        const { renderer } = this;
        const [width, height] = [maxX - minX, maxY - minY];
        const { left, top, right, bottom } = this.clear
            ? this.#clearArea(width / height)
            : middleArea();
        renderer.scale = Math.min((right - left) / width, (bottom - top) / height);
        renderer.x = (minX + maxX) / 2 - ((left + right) / 2 - innerWidth / 2) / renderer.scale;
        renderer.y = (minY + maxY) / 2 + ((top + bottom) / 2 - innerHeight / 2) / renderer.scale;
    }

    /** @param {number} aspect @returns {Area} */
    #clearArea(aspect) {
        if (this.#frames < 2 * AGAIN || this.#frames % AGAIN === 0)
            this.#area = clearArea(aspect, this.#area);
        this.#frames++;
        return this.#area;
    }
}

/** Between the sheets at the top and the bottom, and beside the panel. @returns {Area} */
export function middleArea() {
    const small = innerWidth <= NARROW || innerHeight <= 520;
    const panel = document.getElementById('panel')?.dataset.open === 'true' && innerWidth > NARROW
        ? 368
        : 0;
    const timeline = document.getElementById('timeline');
    return { left: 8, right: innerWidth - panel - 8,
        top: !small ? 78 : innerHeight > 520 ? 124 : 60,
        bottom: innerHeight - (!timeline || timeline.hidden ? 12 : 68) };
}
