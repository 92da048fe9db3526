// JSON values: the state that a game keeps beside its world, copied and checked on the way. js/rollback/ and
// js/world/saving/history.js call this.
import { outOfRange, wrongType } from './errors.js';

/** Levels of a state: it may be large, but not endless, as an object that holds itself is. */
const STATE_DEPTH = 64;

/**
 * A copy of an array or a plain object.
 * @param {string} method
 * @param {string} name
 * @param {object} value
 * @param {(name: string, value: unknown) => any} copy copies a part of it
 */
export function copyObject(method, name, value, copy) {
    if (Array.isArray(value)) return Array.from(value, (each, i) => copy(`${name}[${i}]`, each));
    const prototype = Object.getPrototypeOf(value);
    if (prototype !== null && Object.getPrototypeOf(prototype) !== null)
        wrongType(method, name, 'a plain object or an array', value);
    /** @type {Record<string, unknown>} */
    const result = {};
    for (const key of Object.keys(value)) {
        const part = /** @type {Record<string, unknown>} */ (value)[key];
        if (part === undefined) continue;
        if (key === '__proto__') wrongType(method, name, 'an object without __proto__', value);
        result[key] = copy(`${name}.${key}`, part);
    }
    return result;
}

/**
 * A copy of what a game saved; numbers may be any.
 * @param {string} method
 * @param {string} name
 * @param {unknown} value
 * @param {number} [depth]
 * @returns {any}
 */
export function copyState(method, name, value, depth = 0) {
    if (value === null || value === undefined || typeof value === 'boolean'
        || typeof value === 'number' || typeof value === 'string') return value;
    if (typeof value !== 'object') return wrongType(method, name, 'a JSON value', value);
    if (depth === STATE_DEPTH) outOfRange(method, name, `within ${STATE_DEPTH} levels`, value);
    return copyObject(method, name, value,
        (part, each) => copyState(method, part, each, depth + 1));
}
