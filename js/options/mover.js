// The options of movers: the numbers of one, with their ranges and defaults, and the body that it moves.
import { MAX_SPEED, boolean, inRange, oneOf, outOfRange, readOptions, vector,
    wrongType } from '../wire/errors.js';
import { MOVER } from '../wire/layout.js';
import { direction } from './joint-settings.js';
import { parseBody } from './options.js';

/** @import { Site } from './types.js' */

/**
 * A number of a mover.
 * @typedef {object} MoverNumber
 * @property {number} field where it lies in the engine's MicaMoverNumber
 * @property {number} least
 * @property {number} most
 * @property {number} standard
 */

/** The numbers by the names of their options, in the order of MicaMoverNumber. */
export const MOVER_NUMBERS = Object.freeze({
    // <schema mover.ranges>
    maxSlope: { field: MOVER.MAX_SLOPE, least: 0, most: 1.5533430342749535,
        standard: 0.8726646259971648, power: 0 },
    stepHeight: { field: MOVER.STEP_HEIGHT, least: 0, most: 1000, standard: 0.3, power: 1 },
    snapDistance: { field: MOVER.SNAP_DISTANCE, least: 0, most: 1000, standard: 0.3, power: 1 },
    mass: { field: MOVER.MASS, least: 1e-9, most: 1e9, standard: 80, power: 0 },
    maxPushForce: { field: MOVER.MAX_PUSH_FORCE, least: 0, most: 1e9, standard: 1000, power: 1 },
    maxFallSpeed: { field: MOVER.MAX_FALL_SPEED, least: 1e-9, most: 40000, standard: 40000,
        power: 0 },
    cornerCorrection: { field: MOVER.CORNER_CORRECTION, least: 0, most: 1000, standard: 0.1,
        power: 1 },
    // </schema>
});

/** @typedef {keyof typeof MOVER_NUMBERS} MoverNumberName */

const BODY_KEYS =
    /** @type {const} */ (['position', 'angle', 'velocity', 'collider', 'gravityScale',
        'userData']);
const KEYS = new Set([...BODY_KEYS, ...Object.keys(MOVER_NUMBERS), 'up', 'floating']);
/** What a scene says of the mover of a body. */
export const SCENE_MOVER_KEYS = new Set([...Object.keys(MOVER_NUMBERS), 'up', 'floating',
    'velocity']);
const SHAPES = /** @type {const} */ (['circle', 'box', 'capsule', 'polygon', 'hull']);

/**
 * Checks a number of a mover.
 * @param {string} method @param {MoverNumberName} key @param {string} name of the argument @param {unknown} value
 */
export function moverNumber(method, key, name, value) {
    const { least, most } = MOVER_NUMBERS[key];
    return inRange(method, name, value, least, most);
}

/**
 * A direction away from the ground: a unit vector, or [0, 0] for null, against gravity.
 * @param {string} method @param {string} name @param {unknown} value
 * @returns {[x: number, y: number]}
 */
export function upward(method, name, value) {
    return value === null ? [0, 0] : direction(method, name, value);
}

/**
 * Refuses a collider that a mover cannot have.
 * @param {string} method @param {unknown} given
 */
function checkCollider(method, given) {
    if (typeof given !== 'object' || given === null || Array.isArray(given)) {
        wrongType(method, 'collider',
            "an object such as { shape: 'capsule', length: 1, radius: 0.4 }", given);
    }
    const { shape, trigger } = /** @type {Record<string, unknown>} */ (given);
    oneOf(method, 'collider.shape', shape, SHAPES);
    if (trigger === true) outOfRange(method, 'collider.trigger', 'false for a mover', trigger);
}

/**
 * The values of the operation that makes a mover.
 * @param {string} method
 * @param {string} path of the options
 * @param {Record<string, any>} o
 * @param {number} lengthUnit of the world
 */
function moverValues(method, path, o, lengthUnit) {
    const numbers = /** @type {MoverNumberName[]} */ (Object.keys(MOVER_NUMBERS)).map((
        key,
    ) => (o[key] === undefined
        ? MOVER_NUMBERS[key].standard * lengthUnit ** MOVER_NUMBERS[key].power
        : moverNumber(method, key, `${path}${key}`, o[key]))
    );
    const up = upward(method, `${path}up`, o.up ?? null);
    return [...numbers, ...up,
        o.floating === undefined ? false : boolean(method, `${path}floating`, o.floating)];
}

/**
 * The mover of a body of a scene: the values of the operation that makes it, and the velocity that it wants.
 * @param {string} method
 * @param {unknown} given
 * @param {number} lengthUnit of the world
 */
export function parseSceneMover(method, given, lengthUnit) {
    const o = readOptions(method, 'mover', given, SCENE_MOVER_KEYS);
    return { values: moverValues(method, 'mover.', o, lengthUnit),
        velocity: o.velocity === undefined
            ? undefined
            : vector(method, 'mover.velocity', o.velocity, MAX_SPEED) };
}

/**
 * A mover with its body, as the values of the operations that make them.
 * @param {string} method
 * @param {unknown} given
 * @param {Site} site
 */
export function parseMover(method, given, site) {
    const o = readOptions(method, 'options', given, KEYS);
    const values = moverValues(method, '', o, site.lengthUnit);
    checkCollider(method, o.collider);
    const body = Object.fromEntries(BODY_KEYS.map((key) => [key, o[key]]));
    return { ...parseBody(method, { ...body, type: 'kinematic' }, site), values };
}
