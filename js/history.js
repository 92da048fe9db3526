// The entry 'mica2d/history': a world that goes back to its last steps.
export { keepHistory, rewind } from './world/saving/history.js';

/**
 * The steps of a world that it can go back to.
 * @typedef {import('./world/saving/history.js').History} History
 */

/**
 * What `keepHistory` keeps.
 * @template [S=any] the game's own state
 * @typedef {import('./world/saving/history.js').HistoryOptions<S>} HistoryOptions
 */
