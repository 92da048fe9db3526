// Turns the option objects of users into records for the bridge: plain arrays of numbers, laid out
// as js/layout.js says, with the engine's own defaults where an option is missing. Everything is
// read and checked before anything is written or made. Shapes are in js/shapes.js. Called by
// js/world.js, js/create.js and js/collider.js.
import {
    MAX_COORDINATE,
    boolean,
    finite,
    inRange,
    integer,
    isList,
    notNegative,
    oneCollider,
    oneOf,
    options,
    vector,
    wrongType,
} from './errors.js';
import { parseField } from './fields.js';
import { BODY, COLLIDER, SHAPE, WORLD, FLAGS } from './layout.js';
import { layerIndex } from './layers.js';
import { outlineRecords } from './points.js';
import { COLLIDER_SHAPES, SHAPE_KEYS, rounding, shapeKind, writeShape } from './shapes.js';
import { sightBits } from './sight.js';
import { borrow, giveBack, heap, wasm } from './wasm.js';

/** Body types by the engine's number. */
export const BODY_TYPES = /** @type {const} */ (['static', 'kinematic', 'dynamic']);

/** Combine rules by the engine's number. */
export const COMBINE_RULES = /** @type {const} */ ([
    'default',
    'geometric',
    'average',
    'min',
    'multiply',
    'max',
]);

const SURFACE_KEYS = [
    'layer',
    'group',
    'density',
    'friction',
    'restitution',
    'rollingResistance',
    'tangentSpeed',
    'frictionCombine',
    'restitutionCombine',
    'trigger',
    'field',
    'sees',
    'oneWay',
    'arcade',
];

const COLLIDER_KEYS = Object.fromEntries(
    Object.entries(SHAPE_KEYS).map(([shape, keys]) => [
        shape,
        new Set([...keys, ...SURFACE_KEYS, 'userData']),
    ]),
);

/** Body options that are one number or a yes or no in a body's record, and what checks them. */
const BODY_NUMBERS = /** @type {const} */ ([
    ['angle', BODY.ANGLE, finite],
    ['angularVelocity', BODY.OMEGA, finite],
    ['linearDamping', BODY.LINEAR_DAMPING, notNegative],
    ['angularDamping', BODY.ANGULAR_DAMPING, notNegative],
    ['gravityScale', BODY.GRAVITY_SCALE, finite],
    ['canSleep', BODY.CAN_SLEEP, boolean],
    ['awake', BODY.AWAKE, boolean],
    ['enabled', BODY.ENABLED, boolean],
    ['bullet', BODY.BULLET, boolean],
]);

const BODY_BASE_KEYS = [
    'type',
    'velocity',
    'lockX',
    'lockY',
    'lockRotation',
    ...BODY_NUMBERS.map(([key]) => key),
    'collider',
    'colliders',
];

const BODY_KEYS = new Set([...BODY_BASE_KEYS, 'position', 'userData']);

const BULK_KEYS = new Set([
    ...BODY_BASE_KEYS,
    ...SURFACE_KEYS,
    'positions',
    'angles',
    'velocities',
    'angularVelocities',
    'shape',
]);

/** World options that are one number in the world's record. */
const WORLD_NUMBERS = /** @type {const} */ ({
    contactHertz: WORLD.CONTACT_HERTZ,
    contactDampingRatio: WORLD.CONTACT_DAMPING_RATIO,
    contactPushSpeed: WORLD.CONTACT_PUSH_SPEED,
    restitutionThreshold: WORLD.RESTITUTION_THRESHOLD,
    hitSpeed: WORLD.HIT_SPEED,
    sleepTime: WORLD.SLEEP_TIME,
    jointHertz: WORLD.JOINT_HERTZ,
    jointDampingRatio: WORLD.JOINT_DAMPING_RATIO,
});

const WORLD_CAPACITIES = /** @type {const} */ ({
    bodyCapacity: WORLD.BODY_CAPACITY,
    colliderCapacity: WORLD.COLLIDER_CAPACITY,
    contactCapacity: WORLD.CONTACT_CAPACITY,
});

const STEPPINGS = ['substeps', 'impacts'];

/** Options of the world that stay in JavaScript, for advance(). */
const CLOCK_KEYS = ['fixedStep', 'stepping', 'substeps', 'maxSteps', 'timeScale', 'paused'];

const WORLD_KEYS = new Set([
    'gravity',
    'layers',
    'sleep',
    ...Object.keys(WORLD_NUMBERS),
    ...Object.keys(WORLD_CAPACITIES),
    'maxBytes',
    ...CLOCK_KEYS,
]);

/**
 * @typedef {{ body: number[], collider: number[], world: number[] }} Defaults
 *
 * @typedef {object} ParsedCollider
 * @property {number[]} record
 * @property {Float32Array | Uint8Array | undefined} data what lies behind the record: points or cells
 * @property {unknown} userData
 */

/** @type {Defaults | undefined} */
let cachedDefaults;

/** The engine's defaults, asked for once. */
function defaults() {
    if (cachedDefaults) return cachedDefaults;
    const { BODY: body, COLLIDER: collider } = { BODY: BODY.RECORD, COLLIDER: COLLIDER.RECORD };
    const address = borrow('init', 8 * (body + collider + WORLD.RECORD));
    wasm.calls.write_defaults(address, address + 8 * body, address + 8 * (body + collider));
    const start = address >> 3;
    const all = heap().f64;
    cachedDefaults = {
        body: Array.from(all.subarray(start, start + body)),
        collider: Array.from(all.subarray(start + body, start + body + collider)),
        world: Array.from(
            all.subarray(start + body + collider, start + body + collider + WORLD.RECORD),
        ),
    };
    giveBack(address);
    return cachedDefaults;
}

/**
 * @param {string} method
 * @param {unknown} given
 */
export function parseWorld(method, given) {
    const o = options(method, 'options', given, WORLD_KEYS);
    const record = [...defaults().world];
    if (o.gravity !== undefined) {
        [record[WORLD.GRAVITY_X], record[WORLD.GRAVITY_Y]] = vector(method, 'gravity', o.gravity);
    }
    if (o.sleep !== undefined)
        record[WORLD.SLEEP_ENABLED] = Number(boolean(method, 'sleep', o.sleep));
    for (const [key, index] of Object.entries(WORLD_NUMBERS)) {
        if (o[key] !== undefined) record[index] = notNegative(method, key, o[key]);
    }
    for (const [key, index] of Object.entries(WORLD_CAPACITIES)) {
        if (o[key] !== undefined) record[index] = integer(method, key, o[key], 0, 2 ** 20 - 2);
    }
    if (o.maxBytes !== undefined) {
        record[WORLD.MAX_BYTES] = integer(
            method,
            'maxBytes',
            o.maxBytes,
            0,
            Number.MAX_SAFE_INTEGER,
        );
    }
    const clock = {
        fixedStep: inRange(method, 'fixedStep', o.fixedStep ?? 1 / 60, 1e-6, 1),
        byImpacts: oneOf(method, 'stepping', o.stepping ?? 'substeps', STEPPINGS) === 1,
        substeps: integer(method, 'substeps', o.substeps ?? 4, 1, 64),
        maxSteps: integer(method, 'maxSteps', o.maxSteps ?? 8, 1, 1000),
        timeScale: inRange(method, 'timeScale', o.timeScale ?? 1, 0, 1000),
        paused: boolean(method, 'paused', o.paused ?? false),
    };
    return { record, clock };
}

/**
 * The record of a body, without its colliders.
 * @param {string} method
 * @param {Record<string, unknown>} o
 */
function bodyRecord(method, o) {
    const record = [...defaults().body];
    record[BODY.TYPE] = oneOf(method, 'type', o.type ?? 'dynamic', BODY_TYPES);
    if (o.position !== undefined) {
        [record[BODY.X], record[BODY.Y]] = vector(method, 'position', o.position, MAX_COORDINATE);
    }
    if (o.velocity !== undefined)
        [record[BODY.VX], record[BODY.VY]] = vector(method, 'velocity', o.velocity);
    for (const [key, index, check] of BODY_NUMBERS) {
        if (o[key] !== undefined) record[index] = Number(check(method, key, o[key]));
    }
    record[BODY.LOCKS] = parseLocks(
        method,
        [o.lockX, o.lockY, o.lockRotation],
        ['lockX', 'lockY', 'lockRotation'],
        0,
    );
    return record;
}

const LOCK_BITS = [FLAGS.LOCK_X, FLAGS.LOCK_Y, FLAGS.LOCK_ROTATION];

/**
 * Lock bits with those replaced that are given.
 * @param {string} method
 * @param {unknown[]} values of x, y and rotation; undefined keeps
 * @param {string[]} names
 * @param {number} locks the bits as they are
 */
export function parseLocks(method, values, names, locks) {
    return LOCK_BITS.reduce((bits, bit, i) => {
        if (values[i] === undefined) return bits;
        return boolean(method, names[i], values[i]) ? bits | bit : bits & ~bit;
    }, locks);
}

/**
 * The collider options of a body, as a list.
 * @param {string} method
 * @param {Record<string, unknown>} o
 * @returns {[path: string, given: unknown][]}
 */
function colliderList(method, o) {
    if (o.collider !== undefined) {
        if (o.colliders !== undefined) {
            throw new TypeError(`${method}: give either collider or colliders, not both`);
        }
        oneCollider(method, o.collider);
        return [['collider.', o.collider]];
    }
    if (o.colliders === undefined) return [];
    if (!Array.isArray(o.colliders)) wrongType(method, 'colliders', 'an array', o.colliders);
    return Array.from(o.colliders, (given, i) => [`colliders[${i}].`, given]);
}

/**
 * A body with its colliders.
 * @param {string} method
 * @param {unknown} given
 * @param {readonly string[]} layerNames
 */
export function parseBody(method, given, layerNames) {
    const o = options(method, 'options', given, BODY_KEYS);
    const colliders = colliderList(method, o).flatMap(([path, item]) =>
        parseCollider(method, path, item, layerNames),
    );
    return { body: bodyRecord(method, o), colliders, userData: o.userData };
}

/**
 * Many bodies of one kind.
 * @param {string} method
 * @param {number} count
 * @param {unknown} given
 * @param {readonly string[]} layerNames
 */
export function parseBulk(method, count, given, layerNames) {
    const o = options(method, 'options', given, BULK_KEYS);
    let list = colliderList(method, o);
    const surface = Object.fromEntries(
        SURFACE_KEYS.filter((key) => o[key] !== undefined).map((key) => [key, o[key]]),
    );
    if (o.shape !== undefined) {
        if (list.length > 0)
            throw new TypeError(`${method}: give either shape or collider(s), not both`);
        if (typeof o.shape !== 'object' || o.shape === null) {
            wrongType(method, 'shape', "an object such as { shape: 'circle', radius: 1 }", o.shape);
        }
        list = [['shape.', { ...o.shape, ...surface }]];
    } else if (Object.keys(surface).length > 0) {
        throw new TypeError(
            `${method}: ${Object.keys(surface)[0]} stands beside shape, or inside a collider`,
        );
    }
    return {
        body: bodyRecord(method, o),
        colliders: list.flatMap(([path, item]) => parseCollider(method, path, item, layerNames)),
        positions: numberList(method, 'positions', o.positions, 2 * count, MAX_COORDINATE),
        angles: o.angles === undefined ? undefined : numberList(method, 'angles', o.angles, count),
        velocities:
            o.velocities === undefined
                ? undefined
                : numberList(method, 'velocities', o.velocities, 2 * count),
        angularVelocities:
            o.angularVelocities === undefined
                ? undefined
                : numberList(method, 'angularVelocities', o.angularVelocities, count),
    };
}

/**
 * A list of so many finite numbers.
 * @param {string} method
 * @param {string} name
 * @param {unknown} value
 * @param {number} length
 * @param {number} [max]
 */
function numberList(method, name, value, length, max = 1e15) {
    if (!isList(value)) wrongType(method, name, 'an array or typed array of numbers', value);
    if (value.length < length) {
        throw new RangeError(`${method}: ${name} must hold ${length} numbers, got ${value.length}`);
    }
    const numbers = new Float32Array(length);
    for (let i = 0; i < length; ++i) {
        const item = value[i];
        if (typeof item !== 'number' || !(item >= -max && item <= max)) {
            inRange(method, `${name}[${i}]`, item, -max, max);
        }
        numbers[i] = /** @type {number} */ (item);
    }
    return numbers;
}

/**
 * A collider, or the several that its shape takes: shape and surface.
 * @param {string} method
 * @param {string} path what stands before the name of an option in messages, such as
 *     'colliders[1].'
 * @param {unknown} given
 * @param {readonly string[]} layerNames
 * @returns {ParsedCollider[]}
 */
export function parseCollider(method, path, given, layerNames) {
    const kind = shapeKind(method, path, given, COLLIDER_SHAPES);
    const o = options(method, path.slice(0, -1) || 'options', given, COLLIDER_KEYS[kind]);
    const record = [...defaults().collider];
    if (o.layer !== undefined)
        record[COLLIDER.LAYER] = layerIndex(layerNames, method, `${path}layer`, o.layer);
    for (const [key, index] of Object.entries(SURFACE_NUMBERS)) {
        if (o[key] !== undefined)
            record[index] = surfaceNumber(method, `${path}${key}`, key, o[key]);
    }
    for (const [key, index] of Object.entries(SURFACE_RULES)) {
        if (o[key] !== undefined) {
            record[index] = oneOf(method, `${path}${key}`, o[key], COMBINE_RULES);
        }
    }
    if (o.trigger !== undefined)
        record[COLLIDER.IS_TRIGGER] = Number(boolean(method, `${path}trigger`, o.trigger));
    if (o.field !== undefined && o.field !== null) {
        parseField(method, `${path}field`, o.field).forEach((number, i) => {
            record[COLLIDER.FIELD + i] = number;
        });
        if (o.trigger === undefined) record[COLLIDER.IS_TRIGGER] = 1;
    }
    if (o.sees !== undefined)
        record[COLLIDER.SEES] = sightBits(method, `${path}sees`, o.sees);
    if (o.arcade !== undefined)
        record[COLLIDER.ARCADE] = Number(boolean(method, `${path}arcade`, o.arcade));
    if (o.oneWay !== undefined) {
        const [x, y] = oneWayVector(method, `${path}oneWay`, o.oneWay);
        record[COLLIDER.ONE_WAY_X] = x;
        record[COLLIDER.ONE_WAY_Y] = y;
    }
    const { userData } = o;
    if (kind === 'outline') {
        return outlineRecords(method, path, o, rounding(method, path, o.radius)).map((shape) => ({
            record: [...shape, ...record.slice(SHAPE.RECORD)],
            data: undefined,
            userData,
        }));
    }
    return [{ record, data: writeShape(record, method, path, kind, o), userData }];
}

/**
 * A direction of any length, or false for none.
 * @param {string} method
 * @param {string} name
 * @param {unknown} value
 * @returns {[x: number, y: number]}
 */
export function oneWayVector(method, name, value) {
    if (value === false) return [0, 0];
    if (typeof value !== 'object' || value === null) {
        wrongType(method, name, '[x, y], { x, y } or false', value);
    }
    const [x, y] = vector(method, name, value);
    const length = Math.sqrt(x * x + y * y);
    if (!(length >= 1e-6)) {
        throw new RangeError(`${method}: ${name} must have a length, got [${x}, ${y}]`);
    }
    return [x / length, y / length];
}

/** Surface options that are one number in a collider's record. */
export const SURFACE_NUMBERS = /** @type {const} */ ({
    group: COLLIDER.GROUP,
    density: COLLIDER.DENSITY,
    friction: COLLIDER.FRICTION,
    restitution: COLLIDER.RESTITUTION,
    rollingResistance: COLLIDER.ROLLING_RESISTANCE,
    tangentSpeed: COLLIDER.TANGENT_SPEED,
});

/** Surface options that are one of COMBINE_RULES. */
const SURFACE_RULES = /** @type {const} */ ({
    frictionCombine: COLLIDER.FRICTION_COMBINE,
    restitutionCombine: COLLIDER.RESTITUTION_COMBINE,
});

/**
 * @param {string} method
 * @param {string} name
 * @param {string} key
 * @param {unknown} value
 */
export function surfaceNumber(method, name, key, value) {
    switch (key) {
        case 'group':
            return integer(method, name, value, -(2 ** 31), 2 ** 31 - 1);
        case 'restitution':
            return inRange(method, name, value, 0, 1);
        case 'tangentSpeed':
            return finite(method, name, value);
        default:
            return notNegative(method, name, value);
    }
}
