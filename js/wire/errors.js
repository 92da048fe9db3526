// Errors and the checks that throw them. Every message names the method, the argument and the
// value, as in `World.createBody: position[0] must be a finite number, got NaN`. Checks return what
// they checked and build text only when they fail, so that a running frame allocates nothing.
import { showForeign } from './copies.js';

/**
 * An error of the engine that is neither a wrong type nor a number out of range. `code` says which:
 * 'NOT_READY', 'WORLD_DESTROYED', 'STALE_BODY', 'STALE_COLLIDER', 'STALE_JOINT', 'STALE_EVENT', 'SAME_BODY', 'BAD_GEAR', 'FOREIGN_OBJECT', 'NO_MEMORY',
 * 'CAPACITY', 'LOCKED', 'CLOCK_DRIVEN', 'CLOCK_BELOW', 'JOINTS_INACTIVE', 'BAD_SHAPE', 'NOT_CONVEX', 'DEGENERATE_POLYGON', 'SELF_CROSSING',
 * 'REPEATED_POINT', 'COLLINEAR_POINTS', 'HOLE_OUTSIDE', 'VIEW_NOT_FINITE', 'VIEW_READ_ONLY', 'RECORDING', 'NOT_RECORDING',
 * 'REPLAY_FOREIGN', 'REPLAY_VERSION', 'REPLAY_DAMAGED', 'BAD_SNAPSHOT', 'NEWER_SNAPSHOT', 'NO_HISTORY', 'BAD_SCENE', and
 * while loading 'WASM_NOT_FOUND', 'WASM_FAILED', 'WRONG_WASM', 'NO_SIMD'; of a world in a worker also
 * 'WORKER_FAILED', 'NOT_A_WORKER' and 'NOT_IN_WORKER'; of an importer 'BAD_FILE' and 'UNSUPPORTED_FILE'.
 */
export class MicaError extends Error {
    /**
     * @param {string} code
     * @param {string} message
     * @param {ErrorOptions} [options]
     */
    constructor(code, message, options) {
        super(message, options);
        /** Always 'MicaError'. */
        this.name = 'MicaError';
        /** Which error it is, as listed above. @readonly */
        this.code = code;
    }
}

/**
 * A value as an error message shows it: short, and never running the value's own code.
 * @param {unknown} value
 * @returns {string}
 */
export function show(value) {
    switch (typeof value) {
        case 'string': {
            const text = JSON.stringify(value);
            return text.length > 40 ? `${text.slice(0, 40)}…` : text;
        }
        case 'function':
            return 'a function';
        case 'object':
            if (value === null) return 'null';
            if (ArrayBuffer.isView(value) && !(value instanceof DataView))
                return isDetached(value)
                    ? 'a detached array'
                    : 'a typed array';
            return Array.isArray(value)
                ? `an array of ${value.length}`
                : (showForeign(value) ?? 'an object');
        default:
            return String(value);
    }
}

/**
 * @param {string} method
 * @param {string} name
 * @param {string} wanted
 * @param {unknown} value
 * @returns {never}
 */
export function wrongType(method, name, wanted, value) {
    throw new TypeError(`${method}: ${name} must be ${wanted}, got ${show(value)}`);
}

/**
 * @param {string} method
 * @param {string} name
 * @param {string} wanted
 * @param {unknown} value
 * @returns {never}
 */
export function outOfRange(method, name, wanted, value) {
    throw new RangeError(`${method}: ${name} must be ${wanted}, got ${show(value)}`);
}

/** The largest number the engine takes anywhere; beyond it squares leave single precision. */
export const MAX_NUMBER = 1e15;

/** Positions lie within this, in metres. */
export const MAX_COORDINATE = 1e7;

/** Velocities lie within this, in m/s and radians/s, and angles within that, in radians. */
export const MAX_SPEED = 4e4;
export const MAX_ANGLE = 1e8;

/** Factors such as friction, damping and gravityScale are at most this, and densities that, in kg/m². */
export const MAX_FACTOR = 1e6;
export const MAX_DENSITY = 1e9;

/** The highest slot that there may be. */
export const MAX_SLOT = 2 ** 20 - 2;

/** Sizes lie between these, in metres. */
export const MIN_SIZE = 1e-4;
export const MAX_SIZE = 1e6;

/** Angles between two bodies, radians; the speed of a motor, radians/s; hertz and damping ratio. */
export const TURN = /** @type {const} */ ([-1e4, 1e4]);
export const SPIN = /** @type {const} */ ([-4e4, 4e4]);
export const STIFFNESS = /** @type {const} */ ([0, 1e6]);

/**
 * A finite number of at most 1e15.
 * @param {string} method
 * @param {string} name
 * @param {unknown} value
 * @returns {number}
 */
export function finite(method, name, value) {
    if (typeof value !== 'number') wrongType(method, name, 'a finite number', value);
    if (!(value >= -MAX_NUMBER && value <= MAX_NUMBER)) {
        outOfRange(
            method,
            name,
            Number.isFinite(value) ? 'within ±1e15' : 'a finite number',
            value,
        );
    }
    return value;
}

/**
 * Whether a value is a number in a closed range: for checks whose names are made only where they fail.
 * @param {unknown} value
 * @param {number} min
 * @param {number} max
 * @returns {value is number}
 */
export function isWithin(value, min, max) {
    return typeof value === 'number' && value >= min && value <= max;
}

/**
 * A number in a closed range.
 * @param {string} method
 * @param {string} name
 * @param {unknown} value
 * @param {number} min
 * @param {number} max
 * @returns {number}
 */
export function inRange(method, name, value, min, max) {
    if (typeof value !== 'number') wrongType(method, name, 'a finite number', value);
    if (!(value >= min && value <= max)) {
        if (!Number.isFinite(value)) outOfRange(method, name, 'a finite number', value);
        if (max >= MAX_NUMBER && min === 0) outOfRange(method, name, 'zero or more', value);
        outOfRange(method, name, `between ${min} and ${max}`, value);
    }
    return value;
}

/**
 * @param {string} method
 * @param {string} name
 * @param {unknown} value
 * @param {number} [max]
 */
export function notNegative(method, name, value, max = MAX_NUMBER) {
    // A number below zero is refused in the same words whatever the maximum is.
    return inRange(method, name, value, 0,
        typeof value === 'number' && value < 0 ? MAX_NUMBER : max);
}

/**
 * @param {string} method
 * @param {string} name
 * @param {unknown} value
 * @param {number} max
 */
export function aboveZero(method, name, value, max) {
    const given = notNegative(method, name, value, max);
    if (given === 0) outOfRange(method, name, 'above 0', 0);
    return given;
}

/**
 * Seconds since the last frame. Clocks disagree a little: a first frame may begin before the call
 * that asked for it, so less than zero is none.
 * @param {string} method
 * @param {unknown} value
 */
export function elapsed(method, value) {
    return Math.max(0, finite(method, 'seconds', value));
}

/**
 * @param {string} method
 * @param {string} name
 * @param {unknown} value
 */
export function coordinate(method, name, value) {
    return inRange(method, name, value, -MAX_COORDINATE, MAX_COORDINATE);
}

/**
 * @param {string} method
 * @param {string} name
 * @param {unknown} value
 */
export function size(method, name, value) {
    return inRange(method, name, value, MIN_SIZE, MAX_SIZE);
}

/**
 * An integer in a closed range.
 * @param {string} method
 * @param {string} name
 * @param {unknown} value
 * @param {number} min
 * @param {number} max
 * @returns {number}
 */
export function integer(method, name, value, min, max) {
    if (typeof value !== 'number') wrongType(method, name, 'an integer', value);
    if (!Number.isInteger(value) || value < min || value > max) {
        outOfRange(method, name, `an integer from ${min} to ${max}`, value);
    }
    return value;
}

/**
 * @param {string} method
 * @param {string} name
 * @param {unknown} value
 * @returns {boolean}
 */
export function boolean(method, name, value) {
    if (typeof value !== 'boolean') wrongType(method, name, 'true or false', value);
    return value;
}

/**
 * A pair of numbers from `[x, y]`, a typed array or `{ x, y }`, each within ±max.
 * @param {string} method
 * @param {string} name
 * @param {unknown} value
 * @param {number} [max]
 * @returns {[number, number]}
 */
export function vector(method, name, value, max = MAX_NUMBER) {
    /** @type {[number, number]} */
    const pair = [0, 0];
    writeVector(pair, 0, method, name, value, max);
    return pair;
}

/**
 * The same, written into a record.
 * @param {number[]} record
 * @param {number} at
 * @param {string} method
 * @param {string} name
 * @param {unknown} value
 * @param {number} [max]
 */
export function writeVector(record, at, method, name, value, max = MAX_NUMBER) {
    if (typeof value !== 'object' || value === null)
        wrongType(method, name, '[x, y] or { x, y }', value);
    if (isList(value)) {
        if (value.length !== 2) wrongType(method, name, '[x, y] or { x, y }', value);
        record[at] = within(method, name, '[0]', value[0], max);
        record[at + 1] = within(method, name, '[1]', value[1], max);
    } else {
        const point = /** @type {{ x: unknown, y: unknown }} */ (value);
        record[at] = within(method, name, '.x', point.x, max);
        record[at + 1] = within(method, name, '.y', point.y, max);
    }
}

/**
 * @param {string} method
 * @param {string} name
 * @param {string} part of what is called that
 * @param {unknown} value
 * @param {number} max
 */
function within(method, name, part, value, max) {
    if (isWithin(value, -max, max)) return value;
    return max >= MAX_NUMBER
        ? finite(method, name + part, value)
        : inRange(method, name + part, value, -max, max);
}

/**
 * True for arrays, and for typed arrays whose memory is there.
 * @param {unknown} value
 * @returns {value is ArrayLike<unknown>}
 */
export function isList(value) {
    return Array.isArray(value)
        || (ArrayBuffer.isView(value) && !(value instanceof DataView) && !isDetached(value));
}

/**
 * A copy of a list, with as many elements as the list had when the copy began. Each is read once; a missing one is
 * undefined.
 * @param {string} method
 * @param {string} name
 * @param {ArrayLike<unknown>} list
 * @param {number} most elements that it may have
 * @returns {unknown[]}
 */
export function copyList(method, name, list, most) {
    const { length } = list;
    if (!(length <= most))
        throw new RangeError(
            `${method}: ${name} must have at most ${most} elements, got ${show(length)}`,
        );
    const copy = [];
    for (let i = 0; i < length; ++i) copy.push(list[i]);
    return copy;
}

/**
 * True for a typed array of one kind whose memory is there, and that is as long as it says.
 * @template T
 * @param {unknown} value
 * @param {new (...args: any[]) => T} type
 * @returns {value is T}
 */
export function isTyped(value, type) {
    return value instanceof type && ArrayBuffer.isView(value) && !isDetached(value)
        && lengthOf.call(value) === /** @type {any} */ (value).length;
}

const typedArrays = Object.getPrototypeOf(Uint8Array.prototype);
const { keys } = typedArrays;

/** The length that a typed array has, whatever an object says that was made of one. @type {() => number} */
const lengthOf = /** @type {any} */ (Object.getOwnPropertyDescriptor(typedArrays, 'length')).get;

/**
 * Whether the memory of a typed array is gone: it was handed to a worker, or has shrunk. All methods of such an array throw.
 * @param {ArrayBufferView} view
 */
function isDetached(view) {
    if (lengthOf.call(view) !== 0) return false;
    try {
        keys.call(view);
        return false;
    } catch {
        return true;
    }
}

/**
 * An object or list of the caller's that is to be filled.
 * @template T
 * @param {string} method
 * @param {T} value
 * @returns {T}
 */
export function fillable(method, value) {
    if (typeof value !== 'object' || value === null || value instanceof BigInt64Array
        || value instanceof BigUint64Array)
        wrongType(method, 'out', 'an object to be filled', value);
    return value;
}

/**
 * The index of a word in a list of allowed words.
 * @param {string} method
 * @param {string} name
 * @param {unknown} value
 * @param {readonly string[]} words
 * @returns {number}
 */
export function oneOf(method, name, value, words) {
    if (typeof value !== 'string')
        wrongType(method, name, `one of ${words.map(show).join(', ')}`, value);
    const index = words.indexOf(value);
    if (index < 0) outOfRange(method, name, `one of ${words.map(show).join(', ')}`, value);
    return index;
}

/**
 * Refuses several colliders where there may be one.
 * @param {string} method
 * @param {unknown} value
 */
export function oneCollider(method, value) {
    if (!Array.isArray(value)) return value;
    wrongType(method, 'collider', 'an object (an array goes into colliders)', value);
}

/**
 * An object of options, all of whose keys are known: a misspelt option is an error, not a silence.
 * Who uses it reads each property once, since it may run code of the user's.
 * @param {string} method
 * @param {string} name what the object is called in messages
 * @param {unknown} value
 * @param {ReadonlySet<string>} known
 * @returns {Record<string, unknown>}
 */
export function options(method, name, value, known) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)
        || ArrayBuffer.isView(value))
        wrongType(method, name, 'an object', value);
    for (const key in value) {
        if (!known.has(key)) {
            throw new TypeError(
                `${method}: ${name} has no option ${show(key)}; there are ${[...known].join(', ')}`,
            );
        }
    }
    return /** @type {Record<string, unknown>} */ (value);
}

/**
 * A copy of an object of options, each of which was read once: what is checked is what is used.
 * @param {string} method
 * @param {string} name
 * @param {unknown} value
 * @param {ReadonlySet<string>} known
 */
export function readOptions(method, name, value, known) {
    const given = options(method, name, value, known);
    const copy = { ...given };
    const prototype = Object.getPrototypeOf(given);
    if (prototype !== Object.prototype && prototype !== null) {
        // What a class defines is not its objects' own.
        for (const key of known) if (!Object.hasOwn(copy, key)) copy[key] = given[key];
    }
    return copy;
}
