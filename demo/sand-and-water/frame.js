// Where the box of a scene lies in the window: as wide as the window, between the sheets at the top and the bars at the bottom. Called by
// main.js.
import { middleArea } from '../shared/clear.js';

const AREA = 190; // m² of a box
const NARROWEST = 0.52; // width by height
const WIDEST = 3.3;

/** The free part of the window, in CSS pixels. */
export function freeArea() {
    const panel = document.getElementById('panel')?.dataset.open === 'true' && innerWidth > 760
        ? 368
        : 0;
    const low = innerHeight <= 520;
    const narrow = innerWidth <= 760;
    return { left: 0, right: innerWidth - panel, top: low ? 58 : narrow ? 122 : 80,
        bottom: innerHeight - (low ? 66 : narrow ? 196 : 148) };
}

/** The width and height of a box for the window as it is, in metres. */
export function boxSize() {
    const { left, right, top, bottom } = freeArea();
    const aspect = Math.max(NARROWEST,
        Math.min(WIDEST, (right - left) / Math.max(80, bottom - top)));
    const round = (/** @type {number} */ each) => Math.round(10 * each) / 10;
    return { width: round(Math.sqrt(AREA * aspect)), height: round(Math.sqrt(AREA / aspect)) };
}

/** What the stage is to show, so that the box stands on the bars. @param {{ width: number, height: number }} box */
export function viewOf({ width, height }) {
    const free = freeArea();
    const scale = Math.min((free.right - free.left) / width, (free.bottom - free.top) / height);
    const middle = (free.left + free.right) / 2;
    const { left, right, top, bottom } = middleArea();
    return { minX: (left - middle) / scale, maxX: (right - middle) / scale,
        minY: (free.bottom - bottom) / scale, maxY: (free.bottom - top) / scale };
}
