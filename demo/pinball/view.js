// What of the table is in the picture: all of it, or on a phone held sideways as much as can be seen well, led by the lowest ball. Called
// by main.js.
import { PLAYS } from './balls.js';
import { SEE } from './table.js';

const LOW = 520; // CSS pixels: a window that is lower shows a part
const HEIGHT = 6.8; // metres of that part
const FOLLOWS = 0.1; // of the distance, a frame
const AHEAD = 0.25; // seconds: where a ball that falls will be

let bottom = SEE.minY;

/** The upper edge of what is seen, metres. */
export const top = () => (innerHeight > LOW ? SEE.maxY : bottom + HEIGHT);

/** @param {import('./game.js').Game} game */
function wanted(game) {
    let lowest = Infinity;
    game.state.balls.forEach(({ mode }, i) => {
        const { y, vy } = game.balls.body(i);
        if (mode === PLAYS) lowest = Math.min(lowest, y + AHEAD * Math.min(0, vy));
    });
    if (lowest === Infinity) return SEE.minY;
    return Math.max(SEE.minY, Math.min(SEE.maxY - HEIGHT, lowest - 0.6 * HEIGHT));
}

/** @param {import('./game.js').Game} game */
export function see(game) {
    if (innerHeight > LOW) return SEE;
    bottom += FOLLOWS * (wanted(game) - bottom);
    return { minX: SEE.minX, maxX: SEE.maxX, minY: bottom, maxY: bottom + HEIGHT };
}
