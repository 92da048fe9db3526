// The kinds of settings of a joint: single numbers, and groups of numbers that can be switched on and
// off; how each is checked and written into a joint record. Called by joints.js, whose table of joint
// types is made of them, and by js/world/objects/joint.js.
import { MAX_COORDINATE, MAX_NUMBER, inRange, isList, notNegative, options, vector,
    wrongType } from '../wire/errors.js';
import { hasUnitLength } from './points.js';

/**
 * A number of a group, with its range, the check of that, and the value it has where it is left out.
 * @typedef {object} GroupNumber
 * @property {string} name
 * @property {number} field of a joint record
 * @property {number} min
 * @property {number} max
 * @property {(method: string, called: string, value: unknown) => number} check
 * @property {number | undefined} byDefault undefined if it must be given
 * @property {(value: number) => number} read of the number in a record
 */

/** As bounds: none. Whole numbers of few digits, of which V8 makes no objects. */
const [MIN, MAX] = [-1e9, 1e9];

/** A maximum of a record, which holds 0 where there is none. @param {number} value */
const orInfinity = (value) => value || Infinity;
/** A bound of a record, which holds MIN or MAX where there is none. @param {number} value */
const unbounded = (value) => (Math.abs(value) < MAX ? value : value * Infinity);
/** Any other number of a record. @param {number} value */
const asItIs = (value) => value;

/**
 * What one option sets of a joint.
 * @template T
 * @typedef {object} Setting
 * @property {(record: number[], method: string, name: string, value: unknown) => void} write checks
 *     the option, which may be undefined, and writes it into a joint record
 * @property {T} [given] never there: names the type of the option
 */

/**
 * A setting that must be given.
 * @template T
 * @typedef {Setting<T> & { needed: true }} Needed
 */

/**
 * @typedef {object} GroupFields
 * @property {number} on the field of the switch in a joint record
 * @property {readonly GroupNumber[]} numbers
 * @property {boolean} list the numbers may be given as a list
 * @property {(method: string, name: string, values: number[]) => void} together what the numbers must
 *     be to each other
 */

/**
 * A setting of several numbers that can be switched on and off.
 * @template T
 * @typedef {Setting<T> & GroupFields} Group
 */

/**
 * @param {string} name
 * @param {number} field
 * @param {readonly [min: number, max: number]} range
 * @param {number} [byDefault]
 * @returns {GroupNumber}
 */
export const number = (name, field, [min, max], byDefault) => ({
    name,
    field,
    min,
    max,
    check: (method, called, value) => inRange(method, called, value, min, max),
    byDefault,
    read: asItIs,
});

/**
 * A maximum of force or torque.
 * @param {string} name
 * @param {number} field
 * @returns {GroupNumber}
 */
export const most = (name, field) => ({ name, field, min: 0, max: MAX_NUMBER, check: breakLimit,
    byDefault: Infinity, read: orInfinity });

/**
 * The most force or torque that acts in one direction, with its sign: 0 or more, or 0 or less.
 * @param {string} name
 * @param {number} field
 * @param {1 | -1} sign
 * @returns {GroupNumber}
 */
export function bound(name, field, sign) {
    const [min, max] = sign < 0 ? [-MAX_NUMBER, 0] : [0, MAX_NUMBER];
    /** @type {GroupNumber['check']} */
    const check = (method, called, value) => {
        if (value === undefined) return NaN; // of the minimum: follows from the maximum
        if (value === Infinity && sign > 0) return MAX;
        if (value === -Infinity && sign < 0) return MIN;
        const given = inRange(method, called, value, min, max);
        return given >= MAX ? MAX : given <= MIN ? MIN : given;
    };
    return { name, field, min, max, check, byDefault: sign < 0 ? undefined : Infinity,
        read: unbounded };
}

/**
 * The minimum that goes with a maximum. Where it is NaN: as much the other way, or none if the maximum is 0.
 * @param {string} method @param {string} name of the maximum @param {number} maximum @param {number} minimum
 */
export function minimumOf(method, name, maximum, minimum) {
    if (maximum === 0 && minimum === 0)
        throw new RangeError(
            `${method}: ${name} must be above 0, or the minimum below 0, got 0 and 0`,
        );
    if (minimum <= 0) return minimum;
    return maximum === 0 || maximum === MAX ? MIN : -maximum; // without a new number where it can be
}

/**
 * @param {number} on
 * @param {readonly GroupNumber[]} numbers
 * @param {GroupFields['together']} together
 * @param {boolean} [list]
 * @returns {Group<any>}
 */
export function group(on, numbers, together = () => {}, list = false) {
    /** @type {Group<any>} */
    const made = {
        on,
        numbers,
        list,
        together,
        write(record, method, name, value) {
            if (value === undefined || value === null) return;
            const values = parseGroup(method, name, value, made);
            record[on] = 1;
            numbers.forEach(({ field }, i) => {
                record[field] = values[i];
            });
        },
    };
    return made;
}

/**
 * A number of its own.
 * @typedef {Setting<number> & { number: GroupNumber }} Single
 *
 * @param {GroupNumber} number
 * @returns {Single}
 */
export function plain(number) {
    const { field, check, byDefault } = number;
    return {
        number,
        write(record, method, name, value) {
            record[field] = check(method, name, value === undefined ? byDefault : value);
        },
    };
}

/**
 * A number of its own that must be given.
 * @param {GroupNumber} number
 * @returns {Single & { needed: true }}
 */
export const needed = (number) => ({ ...plain(number), needed: true });

/**
 * A direction, as a vector of length 1.
 * @param {string} method
 * @param {string} name
 * @param {unknown} value a vector of any length but 0
 * @returns {[x: number, y: number]}
 */
export function direction(method, name, value) {
    const [x, y] = vector(method, name, value, MAX_COORDINATE);
    const length = Math.sqrt(x * x + y * y);
    if (length === 0) throw new RangeError(`${method}: ${name} must not be [0, 0]`);
    if (hasUnitLength(length)) return [x, y];
    return [x / length, y / length];
}

/**
 * @template S
 * @typedef {S extends Setting<infer T> ? T : never} Given
 */

/**
 * @param {string} method
 * @param {string} name
 * @param {unknown} value an object of the group's numbers, or a list of them
 * @param {Group<any>} of
 * @returns {number[]}
 */
export function parseGroup(method, name, value, { numbers, list, together }) {
    const names = numbers.map((each) => each.name);
    const listed = list && isList(value);
    if (listed && value.length !== numbers.length)
        wrongType(method, name, `[${names.join(', ')}] or { ${names.join(', ')} }`, value);
    const o = listed ? undefined : options(method, name, value, new Set(names));
    const values = numbers.map((each, i) => {
        const given = listed ? value[i] : o?.[each.name];
        const called = listed ? `${name}[${i}]` : `${name}.${each.name}`;
        return each.check(method, called, given === undefined ? each.byDefault : given);
    });
    together(method, name, values);
    return values;
}

/** @type {GroupFields['together']} */
export function ascending(method, name, [lower, upper]) {
    if (lower > upper)
        throw new RangeError(`${method}: ${name} must not be empty, got ${lower} to ${upper}`);
}

/**
 * Checks the numbers of a group one by one, without making an object.
 * @param {string} method
 * @param {Group<any>} of
 * @param {unknown} a
 * @param {unknown} b
 * @param {unknown} [c]
 */
export function checkGroup(method, { numbers }, a, b, c) {
    // One by one: a number chosen of three by a loop would be a new object in each round.
    const [first, second, third] = numbers;
    first.check(method, first.name, a);
    if (second !== undefined) second.check(method, second.name, b);
    if (third !== undefined) third.check(method, third.name, c);
}

/**
 * A threshold, in which Infinity means never, which the engine writes as 0.
 * @param {string} method
 * @param {string} name
 * @param {unknown} value
 */
export function breakLimit(method, name, value) {
    if (value === Infinity) return 0;
    notNegative(method, name, value);
    if (value === 0) throw new RangeError(`${method}: ${name} must be above 0, got 0`);
    return Number(value);
}
