// What the browser keeps of the cave between visits: the level that was played last, and the best run of each. Called by
// main.js and picker.js. A browser that keeps nothing begins with the first level each time.

import { LEVELS } from './level.js';

const KEY = 'mica-cave';

/** @typedef {{ seconds: number, lit: number, lanterns: number }} Run */
/**
 * @typedef {{ level: number, best: Record<string, Run>, explained: boolean }} Progress `best` by the ids of levels; whether
 *     the table of layers was shown after a ghost had caught the player
 */

/** @returns {Progress} */
export function readProgress() {
    try {
        const { level, best, explained } = JSON.parse(localStorage.getItem(KEY) ?? '{}');
        return { level: LEVELS[level] ? level : 0, best: best ?? {},
            explained: explained === true };
    } catch {
        return { level: 0, best: {}, explained: false };
    }
}

/** @param {Progress} progress */
function write(progress) {
    try {
        localStorage.setItem(KEY, JSON.stringify(progress));
    } catch { /* a window that may keep nothing */ }
}

/** @param {number} level in LEVELS */
export function keepLevel(level) {
    write({ ...readProgress(), level });
}

/** Keeps that the table of layers was shown. */
export function keepExplained() {
    write({ ...readProgress(), explained: true });
}

/** Keeps a run if it was faster than the best one of its level. @param {string} id @param {Run} run @returns {Run} the best one */
export function keepRun(id, run) {
    const progress = readProgress();
    const before = progress.best[id];
    const best = before && before.seconds <= run.seconds ? before : run;
    write({ ...progress, best: { ...progress.best, [id]: best } });
    return best;
}

/** Minutes and seconds. @param {number} seconds */
export function clockText(seconds) {
    const whole = Math.floor(seconds);
    return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
