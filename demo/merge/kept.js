// What the browser keeps of the game: the best score of free jars, and that of today's jar. Called by main.js.

const NAMES = { free: 'mica merge best', today: 'mica merge today' };

/** The date as YYYYMMDD, the same everywhere on Earth at a time. */
export const today = () => Number(new Date().toISOString().slice(0, 10).replaceAll('-', ''));

/** The best score of today's jar, or of free ones. @param {number} day as YYYYMMDD, 0 for free jars */
export function bestOf(day) {
    try {
        const [score, of] = (localStorage.getItem(day > 0 ? NAMES.today : NAMES.free) ?? '').split(
            ' ',
        ).map(Number);
        return (of || 0) === day && Number.isFinite(score) ? score : 0;
    } catch {
        return 0; // the browser keeps nothing
    }
}

/** Keeps a score if it is the best, and returns the best. @param {number} day as YYYYMMDD, 0 for free jars @param {number} score */
export function keepBest(day, score) {
    const before = bestOf(day);
    if (score <= before) return before;
    try {
        localStorage.setItem(day > 0 ? NAMES.today : NAMES.free, `${score} ${day}`);
    } catch {
        // The browser keeps nothing.
    }
    return score;
}
