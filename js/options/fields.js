// The options of a field, checked and turned into a record. js/options/options.js and
// js/world/objects/collider.js call this; js/world/objects/fields.js reads records back.
import { boolean, inRange, integer, oneOf, readOptions, vector,
    wrongType } from '../wire/errors.js';
import { FIELD } from '../wire/layout.js';

/** @import { FieldOptions } from './types.js' */

/** Field types by the engine's number, from 1. */
export const FIELD_TYPES = /** @type {const} */ (['wind', 'water', 'gravity', 'speed']);

/** What each type has, in the order in which it is read. */
export const FIELD_KEYS = {
    // <schema field.keys>
    wind: ['flow', 'acceleration', 'drag', 'turbulence', 'gustSize'],
    water: ['flow', 'drag', 'angularDrag', 'density', 'surface'],
    gravity: ['acceleration', 'strength', 'distance', 'falloff', 'replace'],
    speed: ['drag', 'angularDrag', 'maxSpeed'],
    // </schema>
};

/** Of these a field must have one, or it would do nothing. */
export const NEEDED = { gravity: ['acceleration', 'strength'],
    speed: ['maxSpeed', 'drag', 'angularDrag'] };

/**
 * Where a number lies in the record, and its range.
 * @type {Record<string, readonly [at: number, min: number, max: number]>}
 */
export const FIELD_NUMBERS = {
    // <schema field.numbers>
    drag: [FIELD.DRAG, 0, 1e6],
    angularDrag: [FIELD.ANGULAR_DRAG, 0, 1e6],
    turbulence: [FIELD.TURBULENCE, 0, 40000],
    gustSize: [FIELD.GUST_SIZE, 0.01, 1e6],
    density: [FIELD.DENSITY, 0, 1e6],
    surface: [FIELD.SURFACE, -1e7, 1e7],
    strength: [FIELD.STRENGTH, -1e6, 1e6],
    distance: [FIELD.DISTANCE, 0.0001, 1e6],
    maxSpeed: [FIELD.MAX_SPEED, 0, 40000],
    // </schema>
};

/** @type {Record<string, readonly [at: number, max: number]>} */
export const FIELD_VECTORS = {
    // <schema field.vectors>
    flow: [FIELD.FLOW_X, 40000],
    acceleration: [FIELD.ACCELERATION_X, 1e6],
    // </schema>
};

/**
 * The record of a field; NaN where the engine's default holds.
 * @param {string} method
 * @param {string} name
 * @param {unknown} given
 */
export function parseField(method, name, given) {
    if (typeof given !== 'object' || given === null) wrongType(method, name, 'an object', given);
    const which = oneOf(method, `${name}.type`, /** @type {any} */ (given).type, FIELD_TYPES);
    const type = FIELD_TYPES[which];
    const o = readOptions(method, name, given,
        new Set(['type', 'priority', 'events', ...FIELD_KEYS[type]]));
    const record = new Array(FIELD.RECORD).fill(NaN);
    record[FIELD.TYPE] = which + 1;
    record[FIELD.PRIORITY] = integer(
        method,
        `${name}.priority`,
        o.priority ?? 0,
        -(2 ** 31),
        2 ** 31 - 1,
    );
    record[FIELD.EVENTS] = Number(boolean(method, `${name}.events`, o.events ?? false));
    for (const key of FIELD_KEYS[type]) {
        const value = o[key];
        const called = `${name}.${key}`;
        if (value === undefined) continue;
        if (key in FIELD_VECTORS) {
            const [at, max] = FIELD_VECTORS[key];
            [record[at], record[at + 1]] = vector(method, called, value, max);
        } else if (key === 'falloff') {
            record[FIELD.FALLOFF] = integer(method, called, value, 0, 2);
        } else if (key === 'replace') {
            record[FIELD.REPLACE] = Number(boolean(method, called, value));
        } else {
            const [at, min, max] = FIELD_NUMBERS[key];
            record[at] = inRange(method, called, value, min, max);
        }
    }
    const needed = type === 'gravity' || type === 'speed' ? NEEDED[type] : [];
    if (needed.length > 0 && needed.every((key) => o[key] === undefined)) {
        throw new TypeError(`${method}: ${name} of type ${type} must have ${needed.join(' or ')}`);
    }
    return record;
}

/**
 * A field as options, of the numbers that are known.
 * @param {ArrayLike<number>} record
 * @param {number} at where the field begins in it
 * @returns {FieldOptions | null}
 */
export function describeField(record, at) {
    if (record[at + FIELD.TYPE] === 0) return null;
    const type = FIELD_TYPES[record[at + FIELD.TYPE] - 1];
    /** @type {Record<string, unknown>} */
    const field = { type, priority: record[at + FIELD.PRIORITY],
        events: record[at + FIELD.EVENTS] !== 0 };
    for (const key of FIELD_KEYS[type]) {
        if (key in FIELD_VECTORS) {
            const [from] = FIELD_VECTORS[key];
            field[key] = [record[at + from], record[at + from + 1]];
        } else if (key === 'falloff') {
            field[key] = record[at + FIELD.FALLOFF];
        } else if (key === 'replace') {
            field[key] = record[at + FIELD.REPLACE] !== 0;
        } else {
            field[key] = record[at + FIELD_NUMBERS[key][0]];
        }
    }
    return /** @type {FieldOptions} */ (/** @type {unknown} */ (field));
}
