// User data of bodies, colliders, joints and kinds of tiles in a recording: plain JSON is recorded, anything
// else is left out. Called by js/recording/recorder.js and js/recording/shapes.js.
import { damaged } from './varints.js';

/** @import { ByteReader } from './varints.js' */

/** How deep lists and objects may lie in each other, and how many values there may be: what is larger is no note. */
const MAX_LEVELS = 16;
const MAX_VALUES = 10000;

/**
 * Whether a value is JSON through and through. Getters of the game's are not run.
 * @param {unknown} value @param {number} level @param {{ left: number }} budget
 * @returns {boolean}
 */
function isPlain(value, level, budget) {
    if (--budget.left < 0 || level > MAX_LEVELS) return false;
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
    if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0);
    if (typeof value !== 'object') return false;
    const prototype = Object.getPrototypeOf(value);
    if (prototype !== (Array.isArray(value) ? Array.prototype : Object.prototype)
        || 'toJSON' in value) return false;
    if (Array.isArray(value) && Object.keys(value).length !== value.length) return false;
    return Object.entries(Object.getOwnPropertyDescriptors(value)).every((
        [key, { enumerable, value: each }],
    ) => (enumerable
        ? key !== '__proto__' && isPlain(each, level + 1, budget)
        : key === 'length' && Array.isArray(value))
    );
}

/**
 * The JSON of user data; '' for none, or for what is no JSON.
 * @param {unknown} value
 */
export function jsonOf(value) {
    return value !== undefined && isPlain(value, 0, { left: MAX_VALUES })
        ? JSON.stringify(value)
        : '';
}

/**
 * User data again; undefined for none.
 * @param {ByteReader} reader
 * @returns {unknown}
 */
export function readJson(reader) {
    const text = reader.text();
    if (text === '') return undefined;
    let value;
    try {
        value = JSON.parse(text);
    } catch {
        damaged('user data is not JSON');
    }
    return isPlain(value, 0, { left: MAX_VALUES })
        ? value
        : damaged('user data is not what a recording writes');
}
