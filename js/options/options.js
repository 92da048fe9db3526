// Turns the option objects of users into records for the bridge: plain arrays of numbers, laid out
// as js/wire/layout.js says, with NaN where the engine's own default holds. Everything
// is read and checked before anything is written or made. Shapes are in js/options/shapes.js.
// Called by js/world/world.js, js/world/objects/create.js and js/world/objects/collider.js.
import { MAX_ANGLE, MAX_COORDINATE, MAX_DENSITY, MAX_FACTOR, MAX_SIZE, MAX_SLOT, MAX_SPEED,
    aboveZero, boolean, copyList, inRange, integer, isList, notNegative, oneCollider, oneOf,
    outOfRange, readOptions, size, vector, writeVector, wrongType } from '../wire/errors.js';
import { BODY, COLLIDER, FLAGS, SHAPE, WORLD } from '../wire/layout.js';
import { parseField } from './fields.js';
import { layerIndex, parseLayers } from './layers.js';
import { hasUnitLength } from './points.js';
import { COLLIDER_SHAPES, SHAPE_KEYS, shapeKind, writeShape } from './shapes.js';
import { sightBits } from './sight.js';

/** @import { Site } from './types.js' */
/** @import { BulkValues } from '../wire/core.js' */
/** @import { ParsedShape } from './shapes.js' */

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

export const SURFACE_KEYS = [
    'layer',
    'trigger',
    'field',
    'sees',
    'oneWay',
    // <schema collider.keys>
    'group',
    'density',
    'friction',
    'restitution',
    'rollingResistance',
    'tangentSpeed',
    'frictionCombine',
    'restitutionCombine',
    'arcade',
    'enabled',
    // </schema>
];

const COLLIDER_KEYS = Object.fromEntries(
    Object.entries(SHAPE_KEYS).map(([shape, keys]) => [
        shape,
        new Set([...keys, ...SURFACE_KEYS, 'userData']),
    ]),
);

const BODY_BASE_KEYS = [
    'type',
    'velocity',
    'lockX',
    'lockY',
    'lockRotation',
    // <schema body.keys>
    'angle',
    'angularVelocity',
    'linearDamping',
    'angularDamping',
    'gravityScale',
    'canSleep',
    'awake',
    'enabled',
    'bullet',
    'maxSpeed',
    // </schema>
    'collider',
    'colliders',
];

export const BODY_KEYS = new Set([...BODY_BASE_KEYS, 'position', 'userData']);

/** What may stand beside `shape` in createBodies: what is not also said of a body. */
const BULK_SURFACE_KEYS = SURFACE_KEYS.filter((key) => !BODY_KEYS.has(key));

const BULK_KEYS = new Set([
    ...BODY_BASE_KEYS,
    ...BULK_SURFACE_KEYS,
    'positions',
    'angles',
    'velocities',
    'angularVelocities',
    'radii',
    'shape',
]);

/** World options that are counts: where they lie in the world's record, and their largest values. */
export const WORLD_COUNTS = /** @type {const} */ ({
    // <schema world.counts>
    bodyCapacity: [WORLD.BODY_CAPACITY, 1048574],
    colliderCapacity: [WORLD.COLLIDER_CAPACITY, 1048574],
    contactCapacity: [WORLD.CONTACT_CAPACITY, 1048574],
    maxBytes: [WORLD.MAX_BYTES, 9007199254740991],
    // </schema>
});

const STEPPINGS = ['substeps', 'impacts'];

/** How poses are made of the last states, as `poseMode` names it. */
export const POSE_MODES = /** @type {const} */ (['interpolate', 'extrapolate']);

/** Options of the world that stay in JavaScript, for advance(). */
/** Least `fixedStep` in seconds, and the most that `maxSteps` may be. */
export const MIN_FIXED_STEP = 1e-6;
export const MAX_STEPS = 1000;

const TIME_KEYS = ['fixedStep', 'stepping', 'substeps', 'maxSteps', 'timeScale', 'paused',
    'poseMode', 'clock'];

/**
 * What a world keeps of them.
 * @typedef {{ fixedStep: number, byImpacts: boolean, substeps: number, maxSteps: number, timeScale: number, paused: boolean,
 *     poseMode: typeof POSE_MODES[number] }} WorldTime
 */

export const WORLD_KEYS = new Set([
    'gravity',
    'layers',
    // <schema world.keys>
    'contactHertz',
    'contactDampingRatio',
    'contactPushSpeed',
    'restitutionThreshold',
    'hitSpeed',
    'sleepTime',
    'sleep',
    'bodyCapacity',
    'colliderCapacity',
    'contactCapacity',
    'maxBytes',
    'jointHertz',
    'jointDampingRatio',
    'lengthUnit',
    'yDown',
    'loadImpulse',
    // </schema>
    ...TIME_KEYS,
]);

/** @typedef {ParsedShape & { userData: unknown }} ParsedCollider */

/** Records of which nothing was said yet: NaN stands for the engine's default. */
const BLANK_WORLD = Array.from({ length: WORLD.RECORD }, () => NaN);
const BLANK_BODY = Array.from({ length: BODY.RECORD }, () => NaN);
const BLANK_COLLIDER = Array.from({ length: COLLIDER.RECORD }, () => NaN);
BLANK_COLLIDER.fill(0, 0, COLLIDER.LAYER).fill(0, COLLIDER.FIELD);

/**
 * @param {string} method
 * @param {unknown} given
 */
export function parseWorld(method, given) {
    const o = readOptions(method, 'options', given, WORLD_KEYS);
    const record = BLANK_WORLD.slice();
    if (o.gravity !== undefined) {
        writeVector(record, WORLD.GRAVITY_X, method, 'gravity', o.gravity, MAX_FACTOR);
    }
    // <schema world.parse>
    if (o.contactHertz !== undefined)
        record[WORLD.CONTACT_HERTZ] = aboveZero(method, 'contactHertz', o.contactHertz, MAX_FACTOR);
    if (o.contactDampingRatio !== undefined)
        record[WORLD.CONTACT_DAMPING_RATIO] = notNegative(method, 'contactDampingRatio',
            o.contactDampingRatio, MAX_FACTOR);
    if (o.contactPushSpeed !== undefined)
        record[WORLD.CONTACT_PUSH_SPEED] = notNegative(method, 'contactPushSpeed',
            o.contactPushSpeed, MAX_FACTOR);
    if (o.restitutionThreshold !== undefined)
        record[WORLD.RESTITUTION_THRESHOLD] = notNegative(method, 'restitutionThreshold',
            o.restitutionThreshold, MAX_FACTOR);
    if (o.hitSpeed !== undefined)
        record[WORLD.HIT_SPEED] = notNegative(method, 'hitSpeed', o.hitSpeed, MAX_FACTOR);
    if (o.sleepTime !== undefined)
        record[WORLD.SLEEP_TIME] = notNegative(method, 'sleepTime', o.sleepTime, MAX_FACTOR);
    if (o.sleep !== undefined)
        record[WORLD.SLEEP_ENABLED] = Number(boolean(method, 'sleep', o.sleep));
    if (o.bodyCapacity !== undefined)
        record[WORLD.BODY_CAPACITY] = integer(method, 'bodyCapacity', o.bodyCapacity, 0, 1048574);
    if (o.colliderCapacity !== undefined)
        record[WORLD.COLLIDER_CAPACITY] = integer(method, 'colliderCapacity', o.colliderCapacity, 0,
            1048574);
    if (o.contactCapacity !== undefined)
        record[WORLD.CONTACT_CAPACITY] = integer(method, 'contactCapacity', o.contactCapacity, 0,
            1048574);
    if (o.maxBytes !== undefined)
        record[WORLD.MAX_BYTES] = integer(method, 'maxBytes', o.maxBytes, 0, 9007199254740991);
    if (o.jointHertz !== undefined)
        record[WORLD.JOINT_HERTZ] = aboveZero(method, 'jointHertz', o.jointHertz, MAX_FACTOR);
    if (o.jointDampingRatio !== undefined)
        record[WORLD.JOINT_DAMPING_RATIO] = notNegative(method, 'jointDampingRatio',
            o.jointDampingRatio, MAX_FACTOR);
    if (o.lengthUnit !== undefined)
        record[WORLD.LENGTH_UNIT] = inRange(method, 'lengthUnit', o.lengthUnit, 0.01, 1000);
    if (o.yDown !== undefined) record[WORLD.Y_DOWN] = Number(boolean(method, 'yDown', o.yDown));
    if (o.loadImpulse !== undefined)
        record[WORLD.LOAD_IMPULSE] = notNegative(method, 'loadImpulse', o.loadImpulse, MAX_FACTOR);
    // </schema>
    /** @type {WorldTime} */
    const time = {
        fixedStep: inRange(method, 'fixedStep', o.fixedStep ?? 1 / 60, MIN_FIXED_STEP, 1),
        byImpacts: oneOf(method, 'stepping', o.stepping ?? 'substeps', STEPPINGS) === 1,
        substeps: integer(method, 'substeps', o.substeps ?? 4, 1, 64),
        maxSteps: integer(method, 'maxSteps', o.maxSteps ?? 8, 1, MAX_STEPS),
        timeScale: inRange(method, 'timeScale', o.timeScale ?? 1, 0, 1000),
        paused: boolean(method, 'paused', o.paused ?? false),
        poseMode: POSE_MODES[oneOf(method, 'poseMode', o.poseMode ?? 'interpolate', POSE_MODES)],
    };
    return { record, time, clock: o.clock, ...parseLayers(method, /** @type {any} */ (o.layers)) };
}

/**
 * The record of a body, without its colliders. An option a line, here and in parseCollider, not a
 * table and a loop: a level is made before the browser has compiled any of this.
 * @param {string} method
 * @param {Record<string, unknown>} o
 */
function bodyRecord(method, o) {
    const record = BLANK_BODY.slice();
    record[BODY.TYPE] = oneOf(method, 'type', o.type ?? 'dynamic', BODY_TYPES);
    if (o.position !== undefined) {
        writeVector(record, BODY.X, method, 'position', o.position, MAX_COORDINATE);
    }
    if (o.velocity !== undefined)
        writeVector(record, BODY.VX, method, 'velocity', o.velocity, MAX_SPEED);
    // <schema body.parse>
    if (o.angle !== undefined)
        record[BODY.ANGLE] = inRange(method, 'angle', o.angle, -MAX_ANGLE, MAX_ANGLE);
    if (o.angularVelocity !== undefined)
        record[BODY.ANGULAR_VELOCITY] = inRange(method, 'angularVelocity', o.angularVelocity,
            -MAX_SPEED, MAX_SPEED);
    if (o.linearDamping !== undefined)
        record[BODY.LINEAR_DAMPING] = notNegative(method, 'linearDamping', o.linearDamping,
            MAX_FACTOR);
    if (o.angularDamping !== undefined)
        record[BODY.ANGULAR_DAMPING] = notNegative(method, 'angularDamping', o.angularDamping,
            MAX_FACTOR);
    if (o.gravityScale !== undefined)
        record[BODY.GRAVITY_SCALE] = inRange(method, 'gravityScale', o.gravityScale, -MAX_FACTOR,
            MAX_FACTOR);
    if (o.canSleep !== undefined)
        record[BODY.CAN_SLEEP] = Number(boolean(method, 'canSleep', o.canSleep));
    if (o.awake !== undefined) record[BODY.AWAKE] = Number(boolean(method, 'awake', o.awake));
    if (o.enabled !== undefined)
        record[BODY.ENABLED] = Number(boolean(method, 'enabled', o.enabled));
    if (o.bullet !== undefined) record[BODY.BULLET] = Number(boolean(method, 'bullet', o.bullet));
    if (o.maxSpeed !== undefined)
        record[BODY.MAX_SPEED] = notNegative(method, 'maxSpeed', o.maxSpeed, MAX_SPEED);
    // </schema>
    record[BODY.LOCKS] =
        (o.lockX !== undefined && boolean(method, 'lockX', o.lockX) ? FLAGS.LOCK_X : 0)
        | (o.lockY !== undefined && boolean(method, 'lockY', o.lockY) ? FLAGS.LOCK_Y : 0)
        | (o.lockRotation !== undefined && boolean(method, 'lockRotation', o.lockRotation)
            ? FLAGS.LOCK_ROTATION
            : 0);
    refuseMotion(method, record, 'velocity[0]', record[BODY.VX], FLAGS.LOCK_X);
    refuseMotion(method, record, 'velocity[1]', record[BODY.VY], FLAGS.LOCK_Y);
    refuseMotion(method, record, 'angularVelocity', record[BODY.ANGULAR_VELOCITY],
        FLAGS.LOCK_ROTATION);
    return record;
}

/**
 * Refuses a velocity of a static body, of one that is made asleep, or along a locked axis.
 * @param {string} method
 * @param {number[]} record of the body, NaN where nothing was said
 * @param {string} name
 * @param {number} value
 * @param {number} lock
 */
function refuseMotion(method, record, name, value, lock) {
    if (!(value < 0 || value > 0)) return;
    if (record[BODY.TYPE] === 0) outOfRange(method, name, '0 for a static body', value);
    if (record[BODY.AWAKE] === 0)
        outOfRange(method, name, '0 for a body that is made asleep, as awake: false says', value);
    if ((record[BODY.LOCKS] & lock) !== 0) outOfRange(method, name, '0 on a locked axis', value);
}

const LOCK_KEYS = new Set(['x', 'y', 'rotation']);

/**
 * The locks that are to change, and how they are to be, as bits of FLAGS.
 * @param {string} method
 * @param {unknown} given
 * @returns {[mask: number, locks: number]}
 */
export function parseLocks(method, given) {
    const o = readOptions(method, 'locks', given, LOCK_KEYS);
    let mask = 0;
    let locks = 0;
    for (const [key, bit] of LOCK_BITS) {
        const on = o[key];
        if (on === undefined) continue;
        mask |= bit;
        if (boolean(method, `locks.${key}`, on)) locks |= bit;
    }
    return [mask, locks];
}

const LOCK_BITS = /** @type {const} */ ([
    ['x', FLAGS.LOCK_X],
    ['y', FLAGS.LOCK_Y],
    ['rotation', FLAGS.LOCK_ROTATION],
]);

const MASS_KEYS = new Set(['mass', 'inertia', 'center']);

/**
 * Parses a mass, inertia and centre of mass. A number that is left out is NaN.
 * @param {string} method
 * @param {unknown} given
 * @returns {[mass: number, inertia: number, x: number, y: number]}
 */
export function parseMass(method, given) {
    const o = readOptions(method, 'mass', given, MASS_KEYS);
    const mass = inRange(method, 'mass.mass', o.mass, 1e-12, 1e15);
    const inertia = o.inertia === undefined ? NaN : notNegative(method, 'mass.inertia', o.inertia);
    const center = o.center === undefined
        ? [NaN, NaN]
        : vector(method, 'mass.center', o.center, MAX_COORDINATE);
    return [mass, inertia, center[0], center[1]];
}

/** Before the names of the options of a body's only collider in messages. */
const COLLIDER_PATH = 'collider.';

/**
 * The collider options of a body, as a list.
 * @param {string} method
 * @param {Record<string, unknown>} o
 * @returns {{ path: string, given: unknown }[]}
 */
function colliderList(method, o) {
    if (o.collider !== undefined) {
        if (o.colliders !== undefined) {
            throw new TypeError(`${method}: give either collider or colliders, not both`);
        }
        return [{ path: COLLIDER_PATH, given: oneCollider(method, o.collider) }];
    }
    if (o.colliders === undefined) return [];
    if (!Array.isArray(o.colliders)) wrongType(method, 'colliders', 'an array', o.colliders);
    return copyList(method, 'colliders', o.colliders, MAX_SLOT).map((given, i) => ({
        path: `colliders[${i}].`,
        given,
    }));
}

/**
 * @param {string} method
 * @param {{ path: string, given: unknown }[]} list
 * @param {Site} site
 */
export function parseColliders(method, list, site) {
    return list.map(({ path, given }) => parseCollider(method, path, given, site));
}

/**
 * A body with its colliders.
 * @param {string} method
 * @param {unknown} given
 * @param {Site} site
 */
export function parseBody(method, given, site) {
    const o = readOptions(method, 'options', given, BODY_KEYS);
    const colliders = o.collider === undefined || o.colliders !== undefined
        ? parseColliders(method, colliderList(method, o), site)
        : [parseCollider(method, COLLIDER_PATH, oneCollider(method, o.collider), site)];
    return { body: bodyRecord(method, o), colliders, userData: o.userData };
}

/**
 * Many bodies of one kind, as the values of the operation that makes them.
 * @param {string} method
 * @param {number} count
 * @param {unknown} given
 * @param {Site} site
 * @returns {BulkValues}
 */
export function parseBulk(method, count, given, site) {
    const o = readOptions(method, 'options', given, BULK_KEYS);
    let list = colliderList(method, o);
    const surface = Object.fromEntries(
        BULK_SURFACE_KEYS.filter((key) => o[key] !== undefined).map((key) => [key, o[key]]),
    );
    if (o.shape !== undefined) {
        if (list.length > 0)
            throw new TypeError(`${method}: give either shape or collider(s), not both`);
        if (typeof o.shape !== 'object' || o.shape === null) {
            wrongType(method, 'shape', "an object such as { shape: 'circle', radius: 1 }", o.shape);
        }
        list = [{ path: 'shape.', given: { ...o.shape, ...surface } }];
    } else if (Object.keys(surface).length > 0) {
        throw new TypeError(
            `${method}: ${Object.keys(surface)[0]} stands beside shape, or inside a collider`,
        );
    }
    /** @param {string} key @param {number} length @param {number} max */
    const maybe = (key, length,
        max) => (o[key] === undefined ? undefined : numberList(method, key, o[key], length, max));
    const body = bodyRecord(method, o);
    const velocities = maybe('velocities', 2 * count, MAX_SPEED);
    const spins = maybe('angularVelocities', count, MAX_SPEED);
    velocities?.forEach((value, i) =>
        refuseMotion(method, body, `velocities[${i}]`, value, i % 2 ? FLAGS.LOCK_Y : FLAGS.LOCK_X)
    );
    spins?.forEach((value, i) =>
        refuseMotion(method, body, `angularVelocities[${i}]`, value, FLAGS.LOCK_ROTATION)
    );
    return [
        count,
        body,
        parseColliders(method, list, site),
        numberList(method, 'positions', o.positions, 2 * count, MAX_COORDINATE),
        maybe('angles', count, MAX_ANGLE),
        velocities,
        spins,
    ];
}

/** The numbers of some of the bodies. @param {Float32Array | undefined} list @param {number[]} places @param {number} each how many a body has */
const those = (list, places, each) =>
    list
    && Float32Array.from({ length: each * places.length },
        (_, i) => list[each * places[Math.floor(i / each)] + (i % each)]);

/**
 * Many circles by their radii, as the values of one operation for each radius.
 * @param {string} method
 * @param {number} count
 * @param {unknown} given options with `radii`
 * @param {Site} site
 * @returns {{ places: number[], values: BulkValues }[]} `places` of the bodies among all
 */
export function parseCircles(method, count, given, site) {
    const { radii, ...o } = readOptions(method, 'options', given, BULK_KEYS);
    const shape = /** @type {Record<string, unknown>} */ (o.shape ?? { shape: 'circle' });
    if (shape.shape !== 'circle' || shape.radius !== undefined)
        throw new TypeError(
            `${method}: radii are those of a shape { shape: 'circle' } without a radius`,
        );
    const numbers = numberList(method, 'radii', radii, count, MAX_SIZE);
    /** @type {Map<number, number[]>} */
    const alike = new Map();
    numbers.forEach((radius, i) => {
        const places = alike.get(size(method, `radii[${i}]`, radius));
        if (places) places.push(i);
        else alike.set(radius, [i]);
    });
    const [, body, colliders, positions, ...lists] = parseBulk(method, count, { ...o,
        shape: { ...shape, radius: numbers[0] ?? 1 } }, site);
    return [...alike].map(([radius, places]) => {
        const { record, ...rest } = colliders[0];
        const own = record.slice();
        own[SHAPE.RADIUS] = radius;
        const some = /** @type {Float32Array} */ (those(positions, places, 2));
        return { places,
            values: [places.length, body.slice(), [{ ...rest, record: own }], some,
                those(lists[0], places, 1), those(lists[1], places, 2),
                those(lists[2], places, 1)] };
    });
}

/**
 * A list of so many finite numbers.
 * @param {string} method
 * @param {string} name
 * @param {unknown} value
 * @param {number} length
 * @param {number} max
 */
function numberList(method, name, value, length, max) {
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
 * A collider, shape and surface.
 * @param {string} method
 * @param {string} path what stands before the name of an option in messages, such as
 *     'colliders[1].'
 * @param {unknown} given
 * @param {Site} site
 * @returns {ParsedCollider}
 */
function parseCollider(method, path, given, site) {
    const kind = shapeKind(method, path, given, COLLIDER_SHAPES);
    const o = readOptions(method, path.slice(0, -1) || 'options', given, COLLIDER_KEYS[kind]);
    const record = BLANK_COLLIDER.slice();
    if (o.layer !== undefined)
        record[COLLIDER.LAYER] = layerIndex(site.layerNames, method, `${path}layer`, o.layer);
    // <schema collider.parse>
    if (o.group !== undefined)
        record[COLLIDER.GROUP] = integer(method, `${path}group`, o.group, -(2 ** 31), 2 ** 31 - 1);
    if (o.density !== undefined)
        record[COLLIDER.DENSITY] = notNegative(method, `${path}density`, o.density, MAX_DENSITY);
    if (o.friction !== undefined)
        record[COLLIDER.FRICTION] = notNegative(method, `${path}friction`, o.friction, MAX_FACTOR);
    if (o.restitution !== undefined)
        record[COLLIDER.RESTITUTION] = inRange(method, `${path}restitution`, o.restitution, 0, 1);
    if (o.rollingResistance !== undefined)
        record[COLLIDER.ROLLING_RESISTANCE] = notNegative(method, `${path}rollingResistance`,
            o.rollingResistance, MAX_FACTOR);
    if (o.tangentSpeed !== undefined)
        record[COLLIDER.TANGENT_SPEED] = inRange(method, `${path}tangentSpeed`, o.tangentSpeed,
            -MAX_SPEED, MAX_SPEED);
    if (o.frictionCombine !== undefined)
        record[COLLIDER.FRICTION_COMBINE] = oneOf(method, `${path}frictionCombine`,
            o.frictionCombine, COMBINE_RULES);
    if (o.restitutionCombine !== undefined)
        record[COLLIDER.RESTITUTION_COMBINE] = oneOf(method, `${path}restitutionCombine`,
            o.restitutionCombine, COMBINE_RULES);
    if (o.arcade !== undefined)
        record[COLLIDER.ARCADE] = Number(boolean(method, `${path}arcade`, o.arcade));
    if (o.enabled !== undefined)
        record[COLLIDER.ENABLED] = Number(boolean(method, `${path}enabled`, o.enabled));
    // </schema>
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
    if (o.oneWay !== undefined) {
        const [x, y] = oneWayVector(method, `${path}oneWay`, o.oneWay);
        record[COLLIDER.ONE_WAY_X] = x;
        record[COLLIDER.ONE_WAY_Y] = y;
    }
    const { data, rings, place, tileData } = writeShape(record, method, path, kind, o, site);
    return { record, data, rings, place, path, tileData, userData: o.userData };
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
    if (hasUnitLength(length)) return [x, y];
    return [x / length, y / length];
}

/**
 * Refuses the arguments of a step, here and on the page of a worker.
 * @param {string} method
 * @param {'substeps' | 'maxImpacts'} name of the other argument
 * @param {unknown} [dt]
 * @param {unknown} [parts]
 */
export function checkStep(method, name, dt = 1 / 60, parts = 1) {
    inRange(method, 'dt', dt, 1e-6, 1);
    integer(method, name, parts, 1, name === 'substeps' ? 64 : 2 ** 31 - 1);
}
