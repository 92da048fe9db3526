// Fields of colliders, and explosions: their options checked and turned into records, and back.
// js/options.js, js/collider.js and js/world.js call these.
import { writeRecord } from './create.js';
import {
    MAX_COORDINATE,
    MAX_SIZE,
    MIN_SIZE,
    boolean,
    finite,
    inRange,
    integer,
    oneOf,
    options,
    vector,
    wrongType,
} from './errors.js';
import { layerWord } from './layers.js';
import { FIELD } from './layout.js';
import { livePointer } from './core.js';
import { borrow, done, giveBack, heap, raise, wasm } from './wasm.js';

/** @import { Core } from './core.js' */
/** @import { ExplosionOptions, FieldOptions } from './types.js' */

/** Field types by the engine's number, from 1. */
const TYPES = /** @type {const} */ (['wind', 'water', 'gravity', 'speed']);

/** What each type has, in the order in which it is read. */
const KEYS = {
    wind: ['flow', 'drag', 'turbulence', 'gustSize', 'acceleration'],
    water: ['density', 'surface', 'flow', 'drag', 'angularDrag'],
    gravity: ['acceleration', 'strength', 'distance', 'falloff', 'replace'],
    speed: ['maxSpeed', 'drag', 'angularDrag'],
};

/** Of these a field must have one, or it would do nothing. */
const NEEDED = { gravity: ['acceleration', 'strength'], speed: KEYS.speed };

/** The engine's limits. */
const MAX_SPEED = 40000;
const MAX_DRAG = 1e6;
const MAX_ACCELERATION = 1e6;

/**
 * Where a number lies in the record, and its range.
 * @type {Record<string, readonly [at: number, min: number, max: number]>}
 */
const NUMBERS = {
    drag: [FIELD.DRAG, 0, MAX_DRAG],
    angularDrag: [FIELD.ANGULAR_DRAG, 0, MAX_DRAG],
    turbulence: [FIELD.TURBULENCE, 0, MAX_SPEED],
    gustSize: [FIELD.GUST_SIZE, 0.01, MAX_SIZE],
    density: [FIELD.DENSITY, 0, 1e6],
    surface: [FIELD.SURFACE, -MAX_COORDINATE, MAX_COORDINATE],
    strength: [FIELD.STRENGTH, -MAX_ACCELERATION, MAX_ACCELERATION],
    distance: [FIELD.DISTANCE, MIN_SIZE, MAX_SIZE],
    maxSpeed: [FIELD.MAX_SPEED, 0, MAX_SPEED],
};

/** @type {Record<string, readonly [at: number, max: number]>} */
const VECTORS = {
    flow: [FIELD.FLOW_X, MAX_SPEED],
    acceleration: [FIELD.ACCELERATION_X, MAX_ACCELERATION],
};

/**
 * The record of a field; NaN where the engine's default holds.
 * @param {string} method
 * @param {string} name
 * @param {unknown} given
 */
export function parseField(method, name, given) {
    if (typeof given !== 'object' || given === null) wrongType(method, name, 'an object', given);
    const which = oneOf(method, `${name}.type`, /** @type {any} */ (given).type, TYPES);
    const type = TYPES[which];
    const o = options(method, name, given, new Set(['type', 'priority', ...KEYS[type]]));
    const record = new Array(FIELD.RECORD).fill(NaN);
    record[FIELD.TYPE] = which + 1;
    record[FIELD.PRIORITY] = integer(
        method,
        `${name}.priority`,
        o.priority ?? 0,
        -(2 ** 31),
        2 ** 31 - 1,
    );
    for (const key of KEYS[type]) {
        const value = o[key];
        const called = `${name}.${key}`;
        if (value === undefined) continue;
        if (key in VECTORS) {
            const [at, max] = VECTORS[key];
            [record[at], record[at + 1]] = vector(method, called, value, max);
        } else if (key === 'falloff') {
            record[FIELD.FALLOFF] = integer(method, called, value, 0, 2);
        } else if (key === 'replace') {
            record[FIELD.REPLACE] = Number(boolean(method, called, value));
        } else {
            const [at, min, max] = NUMBERS[key];
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
 * Gives a collider the field of a record, or takes it away.
 * @param {number} ptr
 * @param {number} collider
 * @param {string} method
 * @param {number[] | null} record
 */
export function setField(ptr, collider, method, record) {
    const address = record ? borrow(method, 8 * FIELD.RECORD) : 0;
    if (record) writeRecord(record, address);
    const error = wasm.calls.collider_set_field(ptr, collider, address);
    if (record) giveBack(address);
    done(method, error);
}

/**
 * A collider's field as options.
 * @param {number} ptr
 * @param {number} collider
 * @param {string} method
 * @returns {FieldOptions | null}
 */
export function readField(ptr, collider, method) {
    const address = borrow(method, 8 * FIELD.RECORD);
    const error = wasm.calls.collider_field(ptr, collider, address);
    const start = address >> 3;
    const record = heap().f64.slice(start, start + FIELD.RECORD);
    giveBack(address);
    done(method, error);
    if (record[FIELD.TYPE] === 0) return null;
    const type = TYPES[record[FIELD.TYPE] - 1];
    /** @type {Record<string, unknown>} */
    const field = { type, priority: record[FIELD.PRIORITY] };
    for (const key of KEYS[type]) {
        if (key in VECTORS) {
            const [at] = VECTORS[key];
            field[key] = [record[at], record[at + 1]];
        } else if (key === 'falloff') {
            field[key] = record[FIELD.FALLOFF];
        } else if (key === 'replace') {
            field[key] = record[FIELD.REPLACE] !== 0;
        } else {
            field[key] = record[NUMBERS[key][0]];
        }
    }
    return /** @type {FieldOptions} */ (/** @type {unknown} */ (field));
}

const EXPLOSION_KEYS = new Set([
    'position',
    'radius',
    'falloff',
    'impulse',
    'layers',
    'shields',
]);

/**
 * @param {Core} core
 * @param {ExplosionOptions} given
 */
export function explode(core, given) {
    const method = 'World.explode';
    const o = options(method, 'options', given, EXPLOSION_KEYS);
    const [x, y] = vector(method, 'position', o.position, MAX_COORDINATE);
    const radius = inRange(method, 'radius', o.radius, 0, MAX_SIZE);
    const falloff = inRange(method, 'falloff', o.falloff ?? 0, 0, MAX_SIZE);
    const impulse = finite(method, 'impulse', o.impulse);
    const { layers, shields = [] } = o;
    const names = core.layerNames;
    const pushed = wasm.calls.world_explode(
        livePointer(core, method),
        x,
        y,
        radius,
        falloff,
        impulse,
        layerWord(names, method, layers, 0),
        layerWord(names, method, layers, 1),
        layerWord(names, method, shields, 0, 'shields'),
        layerWord(names, method, shields, 1, 'shields'),
    );
    if (pushed < 0) raise(method, -pushed);
    return pushed;
}
