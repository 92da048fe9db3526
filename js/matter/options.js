// The options of matter, emitters and gauges, checked and read into the records of js/wire/layout.js. Called by
// js/matter/world.js, js/matter/matter.js and js/matter/emitter.js.
import { layerIndex } from '../options/layers.js';
import { MAX_ANGLE, MAX_COORDINATE, MAX_SPEED, boolean, inRange, integer, oneOf, outOfRange,
    readOptions, vector, wrongType } from '../wire/errors.js';
import { EMITTER, MATTER } from '../wire/layout.js';
import { heap, wasm } from '../wire/wasm.js';
import { shapeRecord } from '../world/objects/shapes.js';

/** @import { Core } from '../wire/core.js' */

export const MATTER_KINDS = /** @type {const} */ (['liquid', 'sand', 'jelly', 'fabric']);

/** As MICA_MAX_PARTICLES, MICA_MAX_MATTERS, MICA_MAX_EMITTERS and MICA_MAX_GAUGES of mica_matter.h. */
export const MAX_PARTICLES = 65000;
export const MAX_MATTERS = 32;
export const MAX_EMITTERS = 256;
export const MAX_GAUGES = 256;
export const MAX_VALUE = 2 ** 32 - 1;
/** Words of a slot in what matter_views of the bridge writes. */
export const VIEW_WORDS = 6;
/** Of two matters in a world, the densities differ by at most this factor: MAX_DENSITY_RATIO of matter_state.h. */
const MAX_RATIO = 100;

/**
 * A number in a record: where, its range, and the power of the unit of length that it has.
 * @typedef {object} RecordNumber
 * @property {number} field
 * @property {number} least
 * @property {number} most
 * @property {number} power
 */

/** @param {number} field @param {number} most @param {number} [power] @param {number} [least] @returns {RecordNumber} */
const number = (field, most, power = 0, least = 0) => ({ field, least, most, power });

/** The numbers of matter that can be set, and its spacing. */
export const MATTER_NUMBERS = Object.freeze({
    spacing: number(MATTER.SPACING, 100, 1, 0.001),
    density: number(MATTER.DENSITY, 1e6, -2, 1e-3),
    viscosity: number(MATTER.VISCOSITY, 1),
    cohesion: number(MATTER.COHESION, 1),
    friction: number(MATTER.FRICTION, 1),
    repose: number(MATTER.REPOSE, 0.62, 0, 0.17),
    stiffness: number(MATTER.STIFFNESS, 1),
    plasticity: number(MATTER.PLASTICITY, 1),
    tearing: number(MATTER.TEARING, 100),
    lifetime: number(MATTER.LIFETIME, 1e6),
});
/** @typedef {keyof typeof MATTER_NUMBERS} MatterNumberName */
const NAMES = /** @type {MatterNumberName[]} */ (Object.keys(MATTER_NUMBERS));
/** The options of matter. */
export const MATTER_KEYS = new Set(['kind', 'capacity', 'layer', 'userData', ...NAMES]);

/** The numbers of an emitter but its position. */
export const EMITTER_NUMBERS = Object.freeze({
    angle: number(EMITTER.ANGLE, MAX_ANGLE, 0, -MAX_ANGLE),
    width: number(EMITTER.WIDTH, 1000, 1),
    speed: number(EMITTER.SPEED, 1000, 1),
    rate: number(EMITTER.RATE, 1e5),
    lifetime: number(EMITTER.LIFETIME, 1e6),
});
/** @typedef {keyof typeof EMITTER_NUMBERS} EmitterNumberName */
/** The options of an emitter. */
export const EMITTER_KEYS = new Set(['matter', 'position', 'value', 'enabled', 'userData',
    ...Object.keys(EMITTER_NUMBERS)]);

/** The options of a gauge. */
export const GAUGE_KEYS = new Set(['threshold', 'drains']);
const PLACE_KEYS = ['position', 'angle'];
export const FILL_KEYS = new Set([...PLACE_KEYS, 'velocity', 'value', 'within']);
export const REMOVE_KEYS = new Set(PLACE_KEYS);
export const PAINT_KEYS = new Set([...PLACE_KEYS, 'value']);
export const PUSH_KEYS = new Set([...PLACE_KEYS, 'velocity']);
export const PIN_KEYS = new Set([...PLACE_KEYS, 'pinned']);
export const SUM_KEYS = new Set([...PLACE_KEYS, 'matter']);

/**
 * Checks a number of a record, in a world of a unit of length.
 * @param {RecordNumber} range @param {number} lengthUnit @param {string} method @param {string} name @param {unknown} value
 */
export function checkNumber({ least, most, power }, lengthUnit, method, name, value) {
    const unit = lengthUnit ** power;
    return inRange(method, name, value, least * unit, most * unit);
}

/** The engine's own defaults of a kind. @param {number} kind @param {number} lengthUnit @returns {number[]} */
export function matterDefaults(kind, lengthUnit) {
    wasm.calls.matter_defaults(lengthUnit, kind, wasm.scratch);
    const { f64, scratchF64: at } = heap();
    return Array.from(f64.subarray(at, at + MATTER.RECORD));
}

/** @param {number} lengthUnit @returns {number[]} */
export function emitterDefaults(lengthUnit) {
    wasm.calls.emitter_defaults(lengthUnit, wasm.scratch);
    const { f64, scratchF64: at } = heap();
    return Array.from(f64.subarray(at, at + EMITTER.RECORD));
}

/**
 * Options of createMatter as a record and user data.
 * @param {Core} core
 * @param {string} method
 * @param {unknown} given
 * @param {readonly number[][]} others the records of the world's other matter
 */
export function parseMatter({ lengthUnit, layerNames }, method, given, others) {
    const o = readOptions(method, 'options', given, MATTER_KEYS);
    const record = matterDefaults(
        o.kind === undefined ? 0 : oneOf(method, 'kind', o.kind, MATTER_KINDS),
        lengthUnit,
    );
    if (others.length > 0) record[MATTER.SPACING] = others[0][MATTER.SPACING];
    for (const name of NAMES) {
        const range = MATTER_NUMBERS[name];
        if (o[name] !== undefined)
            record[range.field] = checkNumber(range, lengthUnit, method, name, o[name]);
    }
    if (o.layer !== undefined)
        record[MATTER.LAYER] = layerIndex(layerNames, method, 'layer', o.layer);
    if (o.capacity !== undefined)
        record[MATTER.CAPACITY] = integer(method, 'capacity', o.capacity, 1, MAX_PARTICLES);
    checkBeside(method, record, others);
    return { record, userData: o.userData };
}

/**
 * Refuses matter that does not fit to that of its world.
 * @param {string} method @param {readonly number[]} record @param {readonly number[][]} others
 */
function checkBeside(method, record, others) {
    let left = MAX_PARTICLES;
    for (const other of others) {
        left -= other[MATTER.CAPACITY];
        if (Math.fround(record[MATTER.SPACING]) !== other[MATTER.SPACING])
            outOfRange(method, 'spacing',
                `${decimal(other[MATTER.SPACING])} as that of the world's other matter`,
                record[MATTER.SPACING]);
        checkDensity(method, 'density', record[MATTER.DENSITY], other);
    }
    if (record[MATTER.CAPACITY] > left)
        outOfRange(method, 'capacity',
            `at most ${left}, since all matter of a world has at most ${MAX_PARTICLES} particles`,
            record[MATTER.CAPACITY]);
}

/** The shortest decimals of a number in single precision. @param {number} value */
const decimal = (value) => Number(value.toPrecision(7));

/**
 * @param {string} method @param {string} name @param {number} density @param {readonly number[]} other record
 */
export function checkDensity(method, name, density, other) {
    const [a, b] = [Math.fround(density), other[MATTER.DENSITY]];
    if (a > Math.fround(MAX_RATIO * b) || b > Math.fround(MAX_RATIO * a))
        outOfRange(method, name,
            `within a factor of ${MAX_RATIO} of the ${decimal(b)} of the world's other matter`,
            density);
}

/**
 * The place of a shape and what is in its options besides.
 * @param {string} method
 * @param {unknown} given
 * @param {ReadonlySet<string>} keys
 */
export function parsePlace(method, given, keys) {
    const o = readOptions(method, 'options', given, keys);
    const [x, y] = vector(method, 'position', o.position ?? [0, 0], MAX_COORDINATE);
    const angle = inRange(method, 'angle', o.angle ?? 0, -MAX_ANGLE, MAX_ANGLE);
    return { x, y, angle, o };
}

/** @param {string} method @param {unknown} shape */
export const parseMatterShape = (method, shape) =>
    Float32Array.from(shapeRecord(method, 'shape.', shape));

/** @param {string} method @param {unknown} velocity */
export const parseVelocity = (method, velocity) => vector(method, 'velocity', velocity, MAX_SPEED);

/** @param {string} method @param {string} name @param {unknown} value */
export const parseValue = (method, name, value) => integer(method, name, value, 0, MAX_VALUE);

/**
 * Numbers of an emitter from options, into a record.
 * @param {Core} core
 * @param {string} method
 * @param {Record<string, unknown>} o without its matter
 * @param {number} matter slot
 */
export function parseEmitter({ lengthUnit }, method, o, matter) {
    const record = emitterDefaults(lengthUnit);
    record[EMITTER.MATTER] = matter;
    if (o.position !== undefined) {
        const position = vector(method, 'position', o.position, MAX_COORDINATE);
        [record[EMITTER.X], record[EMITTER.Y]] = position;
    }
    for (const [name, range] of Object.entries(EMITTER_NUMBERS)) {
        if (o[name] !== undefined)
            record[range.field] = checkNumber(range, lengthUnit, method, name, o[name]);
    }
    if (o.value !== undefined) record[EMITTER.VALUE] = parseValue(method, 'value', o.value);
    if (o.enabled !== undefined)
        record[EMITTER.ENABLED] = Number(boolean(method, 'enabled', o.enabled));
    return record;
}

/**
 * Options of a gauge.
 * @param {string} method
 * @param {unknown} given
 * @returns {[threshold: number, drains: boolean]}
 */
export function parseGauge(method, given) {
    const o = readOptions(method, 'options', given, GAUGE_KEYS);
    return [integer(method, 'threshold', o.threshold ?? 0, 0, 2 ** 31 - 1),
        boolean(method, 'drains', o.drains ?? false)];
}

/**
 * A list of numbers of a length, as a typed array.
 * @template {Float32Array | Uint32Array} T
 * @param {string} method @param {string} name @param {unknown} given @param {number} length of the list
 * @param {new (length: number) => T} type @param {number} least @param {number} most
 * @returns {T}
 */
export function parseList(method, name, given, length, type, least, most) {
    const list = /** @type {ArrayLike<unknown>} */ (given);
    const copy = new type(length);
    for (let i = 0; i < length; ++i) {
        const value = list[i];
        const good = typeof value === 'number' && value >= least && value <= most
            && (most !== MAX_VALUE || Number.isInteger(value));
        if (!good) {
            if (typeof value !== 'number') wrongType(method, `${name}[${i}]`, 'a number', value);
            if (most === MAX_VALUE) integer(method, `${name}[${i}]`, value, least, most);
            inRange(method, `${name}[${i}]`, value, least, most);
        }
        copy[i] = /** @type {number} */ (value);
    }
    return copy;
}
