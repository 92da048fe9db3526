// JSON values that players exchange: inputs are copied and checked, compared, and hashed, as the game's own state is.
import { outOfRange, wrongType } from '../wire/errors.js';
import { copyObject } from '../wire/json.js';

/** How much an input may hold: levels, values in all, characters of a text. A message may come from anyone. */
const INPUT = Object.freeze({ depth: 8, values: 256, characters: 1024 });

/** Values seen in the input that is being copied. */
let seen = 0;

/**
 * @param {string} method
 * @param {string} name
 * @param {number} value
 */
function inputNumber(method, name, value) {
    if (!Number.isFinite(value)) outOfRange(method, name, 'a finite number', value);
    return value === 0 ? 0 : value; // JSON has no -0: it would differ on the other machine
}

/**
 * @param {string} method
 * @param {string} name
 * @param {unknown} value
 * @param {number} depth
 * @returns {any}
 */
function copyInputPart(method, name, value, depth) {
    if (++seen > INPUT.values) outOfRange(method, name, `within ${INPUT.values} values`, value);
    if (value === null || typeof value === 'boolean') return value;
    if (typeof value === 'number') return inputNumber(method, name, value);
    if (typeof value === 'string') {
        return value.length <= INPUT.characters
            ? value
            : outOfRange(method, name, `at most ${INPUT.characters} characters`, value);
    }
    if (typeof value !== 'object') return wrongType(method, name, 'a JSON value', value);
    if (depth === INPUT.depth) outOfRange(method, name, `within ${INPUT.depth} levels`, value);
    if (Array.isArray(value) && value.length > INPUT.values)
        outOfRange(method, name, `within ${INPUT.values} values`, value);
    return Object.freeze(
        copyObject(method, name, value,
            (part, each) => copyInputPart(method, part, each, depth + 1)),
    );
}

/**
 * An input as every machine has it: frozen, and the same after a journey as JSON.
 * @param {string} method
 * @param {string} name
 * @param {unknown} value
 */
export function copyInput(method, name, value) {
    seen = 0;
    return copyInputPart(method, name, value, 0);
}

/**
 * Whether two inputs are equal.
 * @param {any} a
 * @param {any} b
 * @returns {boolean}
 */
export function sameValue(a, b) {
    if (a === b) return true;
    if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
    if (Array.isArray(a) !== Array.isArray(b)) return false;
    const keys = Object.keys(a);
    return keys.length === Object.keys(b).length
        && keys.every((key) => Object.hasOwn(b, key) && sameValue(a[key], b[key]));
}

const double = new DataView(new ArrayBuffer(8));

/** FNV-1a, a byte or more at a time. @param {number} hash @param {number} word */
const mix = (hash, word) => Math.imul(hash ^ word, 16777619);

/** @param {number} hash @param {number} value */
function mixNumber(hash, value) {
    double.setFloat64(0, Number.isNaN(value) ? NaN : value);
    for (let i = 0; i < 8; ++i) hash = mix(hash, double.getUint8(i));
    return hash;
}

/** @param {number} hash @param {string} text */
function mixText(hash, text) {
    hash = mixNumber(hash, text.length);
    for (let i = 0; i < text.length; ++i) hash = mix(hash, text.charCodeAt(i));
    return hash;
}

/**
 * A hash of a JSON value that does not depend on the order of its keys.
 * @param {any} value
 * @param {number} [hash]
 * @returns {number}
 */
export function hashValue(value, hash = -2128831035) {
    if (typeof value === 'number') return mixNumber(mix(hash, 1), value);
    if (typeof value === 'string') return mixText(mix(hash, 2), value);
    if (Array.isArray(value))
        return value.reduce((sum, each) => hashValue(each, sum),
            mixNumber(mix(hash, 3), value.length));
    if (typeof value !== 'object' || value === null)
        return mix(hash, value === true ? 4 : value === false ? 5 : value === null ? 6 : 7);
    return Object.keys(value).sort().reduce((sum, key) => hashValue(value[key], mixText(sum, key)),
        mix(hash, 8));
}
