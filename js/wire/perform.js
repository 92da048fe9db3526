// Reads the objects of a world, and performs operations of js/wire/operations.js on them: a destroyed object is refused,
// the arguments of the method are checked by the operation, then the world's engine, or its way to a worker, gets the
// values. Nothing here allocates: a list of the arguments would be an object for each call.
import { fresh, readLast, refuse } from './core.js';
import { isWithin, outOfRange, vector } from './errors.js';
import { FLAGS, slotOf } from './layout.js';
import { coreOf, idOf, kindOf, lastOf, liveCoreOf } from './object.js';

/** @import { Core } from './core.js' */
/** @import { Vector } from '../options/types.js' */
/** @import { WorldObject } from './object.js' */
/** @import { Operation } from './operations.js' */

/**
 * Its handle, for a call; throws if it is gone.
 * @param {WorldObject} object
 * @param {string} method
 */
export function live(object, method) {
    const id = idOf(object);
    if (id !== 0) return id;
    const { name, code, gone } = kindOf(object);
    return refuse(coreOf(object), method, code, `the ${name} ${gone}`);
}

/**
 * What its properties are read from; throws if it is gone and no event names it any more.
 * @param {WorldObject} object
 * @param {string} method
 * @returns {Core}
 */
export function readable(object, method) {
    return liveCoreOf(object) ?? lastValuesOf(object, method);
}

/** @param {WorldObject} object @param {string} method */
function lastValuesOf(object, method) {
    const { name, code, gone } = kindOf(object);
    return readLast(coreOf(object), lastOf(object), method, code, `the ${name} ${gone}`);
}

/**
 * Whether a body has no velocity along an axis but zero: one that is static, or locked there.
 * @param {number} flags of the body
 * @param {number} lock of the axis, a bit of FLAGS
 */
export function isImmovable(flags, lock) {
    return (flags & FLAGS.TYPE_MASK) === 0 || (flags & lock) !== 0;
}

/**
 * Refuses a velocity that a body cannot have: a static body, and a locked axis, has none but zero.
 * @param {number} flags of the body
 * @param {number} lock of the axis, a bit of FLAGS
 * @param {string} method
 * @param {string} name
 * @param {unknown} value
 */
export function refuseImmovable(flags, lock, method, name, value) {
    if (value === 0 || !isImmovable(flags, lock)) return;
    const isStatic = (flags & FLAGS.TYPE_MASK) === 0;
    outOfRange(method, name, isStatic ? '0 for a static body' : '0 on a locked axis', value);
}

/**
 * Performs an operation whose arguments are the method's own.
 * @param {WorldObject} object
 * @param {Operation} operation
 * @param {string} method that was called, for messages
 * @param {unknown} [a]
 * @param {unknown} [b]
 * @param {unknown} [c]
 * @param {unknown} [d]
 */
export function act(object, operation, method, a, b, c, d) {
    const core = coreOf(object);
    const id = live(object, method);
    const { first, second, third, fourth } = operation;
    // Most numbers are in range: `check`, a function of each kind of argument, is called for the others.
    if (first !== undefined && !isWithin(a, first.min, first.max))
        first.check(method, first.name, a);
    if (second !== undefined && !isWithin(b, second.min, second.max))
        second.check(method, second.name, b);
    if (third !== undefined && !isWithin(c, third.min, third.max))
        third.check(method, third.name, c);
    if (fourth !== undefined && !isWithin(d, fourth.min, fourth.max))
        fourth.check(method, fourth.name, d);
    const { axes } = operation;
    if (axes !== undefined) {
        const flags = fresh(core).settings[slotOf(id)];
        refuseImmovable(flags, axes[0], method, first.name, a);
        if (second !== undefined) refuseImmovable(flags, axes[1], method, second.name, b);
    }
    core.engine.perform(core, operation, method, id, a, b, c, d);
}

/**
 * Performs the operation that sets a property of an object.
 * @param {WorldObject} object
 * @param {Operation} operation
 * @param {string} method
 * @param {unknown} value
 */
export function assign(object, operation, method, value) {
    const core = coreOf(object);
    const id = live(object, method);
    const { first } = operation;
    if (!isWithin(value, first.min, first.max)) first.check(method, 'value', value);
    const { axes } = operation;
    if (axes !== undefined)
        refuseImmovable(fresh(core).settings[slotOf(id)], axes[0], method, 'value', value);
    core.engine.perform(core, operation, method, id, value);
}

/**
 * Performs an operation whose values are checked.
 * @param {WorldObject} object
 * @param {Operation} operation
 * @param {string} method
 * @param {any} [a]
 * @param {any} [b]
 * @param {any} [c]
 * @param {any} [d]
 */
export function perform(object, operation, method, a, b, c, d) {
    const core = coreOf(object);
    core.engine.perform(core, operation, method, live(object, method), a, b, c, d);
}

/**
 * Whether a vector, `[x, y]` or `{ x, y }`, stands in the place of two numbers.
 * @param {unknown} value
 * @returns {value is Vector}
 */
export function isVector(value) {
    return typeof value === 'object' && value !== null;
}

/**
 * The arguments of a method as numbers alone: two in the place of each vector.
 * @param {string} method
 * @param {readonly string[]} names what each argument is called if it is a vector
 * @param {readonly unknown[]} given
 */
export function spread(method, names, given) {
    return given.flatMap((each, i) => (isVector(each) ? vector(method, names[i], each) : [each]));
}

/**
 * The arguments of a method that begins with pairs of numbers, with two numbers in the place of each vector.
 * @param {string} method
 * @param {readonly string[]} names what each pair is called if it is a vector
 * @param {readonly unknown[]} given of them, and what follows
 */
export function spreadPairs(method, names, given) {
    /** @type {unknown[]} */
    const numbers = [];
    let at = 0;
    for (const name of names) {
        if (isVector(given[at])) numbers.push(...vector(method, name, given[at++]));
        else numbers.push(given[at++], given[at++]);
    }
    return [...numbers, ...given.slice(at)];
}
