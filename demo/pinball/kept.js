// The best score, which the browser keeps. Called by main.js.

const NAME = 'mica pinball best';

/** The best score so far. */
export function bestScore() {
    try {
        return Number(localStorage.getItem(NAME)) || 0;
    } catch {
        return 0; // the browser keeps nothing
    }
}

/** Keeps a score if it is the best, and returns the best. @param {number} score */
export function keepBest(score) {
    const best = Math.max(bestScore(), score);
    try {
        localStorage.setItem(NAME, String(best));
    } catch {
        // The browser keeps nothing.
    }
    return best;
}
