// What the browser keeps of the game: the stars and the best score of each level, and the level of the editor. Called by main.js,
// menu.js and editor.js.
import { checkedLevel } from './level.js';

const STARS = 'mica slingshot';
const OWN = 'mica slingshot level';

/** @typedef {{ stars: number, score: number }} Result */

/** @returns {Result[]} by level */
function all() {
    try {
        const kept = JSON.parse(localStorage.getItem(STARS) ?? '[]');
        return Array.isArray(kept) ? kept : [];
    } catch {
        return []; // the browser keeps nothing
    }
}

/** What was reached in a level. @param {number} number @returns {Result} */
export function resultOf(number) {
    const { stars, score } = all()[number] ?? {};
    return { stars: Math.max(0, Math.min(3, Math.floor(Number(stars) || 0))),
        score: Number(score) || 0 };
}

/** Keeps what is better than before. @param {number} number @param {Result} result @returns {Result} the best */
export function keepResult(number, { stars, score }) {
    const before = resultOf(number);
    const best = { stars: Math.max(stars, before.stars), score: Math.max(score, before.score) };
    const kept = all();
    kept[number] = best;
    try {
        localStorage.setItem(STARS, JSON.stringify(kept));
    } catch {
        // The browser keeps nothing.
    }
    return best;
}

/** The level of the editor, or null. */
export function keptLevel() {
    try {
        return checkedLevel(JSON.parse(localStorage.getItem(OWN) ?? 'null'));
    } catch {
        return null;
    }
}

/** @param {import('./level.js').Level} level @returns {boolean} whether the browser keeps it */
export function keepLevel(level) {
    try {
        localStorage.setItem(OWN, JSON.stringify(level));
        return true;
    } catch {
        return false;
    }
}
