// The table of operations: everything that changes a world from outside is a row here, with a number
// that stays, its arguments as plain values, and the call that does it. The objects of a world check and
// perform by these rows, and the link to a worker sends them. js/wire/table.js lists them all with their
// names, for whoever records or replays a world. A bundler leaves out the rows that nobody uses: what
// makes them is marked as free of side effects, which it heeds within a file only.
//
// A new setter is one row, its name in js/wire/names.js, and a member of its class that uses the row.
import { fresh } from './core.js';
import { MAX_ANGLE, MAX_COORDINATE, MAX_DENSITY, MAX_FACTOR, MAX_NUMBER, MAX_SIZE, MAX_SPEED, SPIN,
    STIFFNESS, boolean, coordinate, finite, inRange, integer, isTyped, notNegative,
    wrongType } from './errors.js';
import { BODY, BODY_NUMBERS, COLLIDER, FLAGS, JOINT, MOVER, TERRAIN, WORLD,
    slotOf } from './layout.js';
import { borrow, giveBack, heap, raise, wasm, writeRecord } from './wasm.js';

/** @import { Core } from './core.js' */

/**
 * One argument of an operation.
 * @typedef {object} Argument
 * @property {string} name
 * @property {'number' | 'integer' | 'boolean' | 'string' | 'body' | 'record' | 'colliders'
 *     | 'slots' | 'floats'} type 'body' is a handle; 'record' a list of numbers as js/wire/layout.js lays them
 *     out; 'colliders' a list of parsed colliders; 'floats' a Float32Array
 * @property {(method: string, name: string, value: unknown) => any} check gives the value or throws
 * @property {number} min of the numbers in this closed range, `check` need not be called: it would give them back.
 *     NaN, as max, where it always must be
 * @property {number} max
 *
 * @typedef {(core: Core, id: number, ...values: any[]) => any} Run
 *
 * @typedef {object} Operation
 * @property {number} number stays the same for good
 * @property {Argument[]} args
 * @property {Argument} first its arguments one by one, as far as it has them
 * @property {Argument} second
 * @property {Argument} third
 * @property {Argument} fourth
 * @property {Run} run performs it on what has that handle
 * @property {number | undefined} field where its first argument is kept in the record of its target,
 *     the others behind it; undefined if it is kept otherwise or not at all
 * @property {Run | undefined} again of a force, which acts over the next step and is gone then: `run` without
 *     noting the call for the other steps of the frame
 * @property {readonly number[] | undefined} axes of a velocity: the lock, as a bit of FLAGS, that bars each
 *     argument
 * @property {boolean} result whether `run` gives a result and throws by itself; else it gives the
 *     engine's error, 0 for none
 */

/**
 * A row. All have the same properties in the same order, so that V8 knows them as one kind of object.
 * @param {number} number
 * @param {Argument[]} args
 * @param {Run} run
 * @param {number} [field]
 * @param {readonly number[]} [axes]
 * @returns {Operation}
 * @__NO_SIDE_EFFECTS__
 */
function row(number, args, run, field, axes) {
    const [first, second, third, fourth] = args;
    return { number, args, first, second, third, fourth, run, field, axes, again: undefined,
        result: false };
}

/**
 * A row that sets one number of a record.
 * @param {number} number
 * @param {Argument} argument
 * @param {(field: number) => Run} run
 * @param {number} field
 * @__NO_SIDE_EFFECTS__
 */
function setter(number, argument, run, field) {
    return row(number, [argument], run(field), field);
}

/**
 * A row that makes or destroys something, or counts what it did: its `run` gives a result.
 * @param {number} number
 * @param {Argument[]} args
 * @param {Run} run
 * @returns {Operation}
 * @__NO_SIDE_EFFECTS__
 */
function resulting(number, args, run) {
    const resulting = row(number, args, run);
    resulting.result = true;
    return resulting;
}

/**
 * A row whose effect is a force, which the next step uses up.
 * @param {number} number
 * @param {Argument[]} args
 * @param {Run} run
 * @returns {Operation}
 * @__NO_SIDE_EFFECTS__
 */
function forcing(number, args, run) {
    /** @type {Operation} */
    const forcing = row(number, args, (core, id, a, b, c, d) => {
        const error = run(core, id, a, b, c, d);
        if (error === 0) core.frameForces.note(forcing, id, a, b, c, d);
        return error;
    });
    forcing.again = run;
    return forcing;
}

// The kinds of arguments: what plain values they take.

/** Any finite number. @__NO_SIDE_EFFECTS__ @param {string} name @returns {Argument} */
const number = (name) => ({ name, type: 'number', check: finite, min: -MAX_NUMBER,
    max: MAX_NUMBER });

/** Metres, within 1e7. @__NO_SIDE_EFFECTS__ @param {string} name @returns {Argument} */
const place = (name) => ({ name, type: 'number', check: coordinate, min: -MAX_COORDINATE,
    max: MAX_COORDINATE });

/** Zero or more. @__NO_SIDE_EFFECTS__ @param {string} name @returns {Argument} */
const positive = (name) => ({ name, type: 'number', check: notNegative, min: 0, max: MAX_NUMBER });

/** From 0 to a maximum. @__NO_SIDE_EFFECTS__ @param {string} name @param {number} max @returns {Argument} */
const atMost = (name, max) => ({ name, type: 'number',
    check: (method, called, value) => notNegative(method, called, value, max), min: 0, max });

/** From 0 to a million. @__NO_SIDE_EFFECTS__ @param {string} name @returns {Argument} */
const factor = (name) => atMost(name, MAX_FACTOR);

/** m/s or radians/s. @__NO_SIDE_EFFECTS__ @param {string} name @returns {Argument} */
const speed = (name) => between(name, -MAX_SPEED, MAX_SPEED);

/** Radians. @__NO_SIDE_EFFECTS__ @param {string} name @returns {Argument} */
const turn = (name) => between(name, -MAX_ANGLE, MAX_ANGLE);

/** True or false. @__NO_SIDE_EFFECTS__ @param {string} name @returns {Argument} */
const flag = (name) => ({ name, type: 'boolean', check: boolean, min: NaN, max: NaN });

/**
 * A number in a closed range.
 * @__NO_SIDE_EFFECTS__ @param {string} name @param {number} min @param {number} max @returns {Argument}
 */
const between = (name, min, max) => ({
    name,
    type: 'number',
    check: (method, called, value) => inRange(method, called, value, min, max),
    min,
    max,
});

/**
 * An integer in a closed range.
 * @__NO_SIDE_EFFECTS__ @param {string} name @param {number} min @param {number} max @returns {Argument}
 */
const whole = (name, min, max) => ({
    name,
    type: 'integer',
    check: (method, called, value) => integer(method, called, value, min, max),
    min: NaN,
    max: NaN,
});

/** A number, or NaN to keep what is there. @__NO_SIDE_EFFECTS__ @param {string} name @returns {Argument} */
const keepable = (name) => ({
    name,
    type: 'number',
    check: (method, called, value) => (Number.isNaN(value) ? NaN : finite(method, called, value)),
    min: -MAX_NUMBER,
    max: MAX_NUMBER,
});

/** Any 32 bits. @__NO_SIDE_EFFECTS__ @param {string} name */
const bits = (name) => whole(name, -(2 ** 31), 2 ** 31 - 1);

/** A count of bodies or tiles. @__NO_SIDE_EFFECTS__ @param {string} name */
const count = (name) => whole(name, 0, 2 ** 20 - 2);

/**
 * What is no number.
 * @__NO_SIDE_EFFECTS__
 * @param {string} name
 * @param {Argument['type']} type
 * @param {string} wanted
 * @param {(value: unknown) => boolean} is
 * @returns {Argument}
 */
const thing = (name, type, wanted, is) => ({
    name,
    type,
    check(method, called, value) {
        if (!is(value)) wrongType(method, called, wanted, value);
        return value;
    },
    min: NaN,
    max: NaN,
});

/** A string. @__NO_SIDE_EFFECTS__ @param {string} name */
const text = (name) => thing(name, 'string', 'a string', (value) => typeof value === 'string');

/** The handle of a body. @__NO_SIDE_EFFECTS__ @param {string} name */
const body = (name) => thing(name, 'body', 'a handle', (value) => Number.isInteger(value));

/** So many numbers. @__NO_SIDE_EFFECTS__ @param {string} name @param {number} length */
const record = (name, length) =>
    thing(name, 'record', `${length} numbers`, (value) =>
        Array.isArray(value) && value.length === length);

/** A field's record, or null. @__NO_SIDE_EFFECTS__ @param {string} name */
const maybeField = (name) =>
    thing(name, 'record', 'the numbers of a field or null', (value) =>
        value === null || Array.isArray(value));

/** Parsed colliders. @__NO_SIDE_EFFECTS__ @param {string} name */
const colliders = (name) =>
    thing(name, 'colliders', 'a list of parsed colliders', (value) => Array.isArray(value));

/** A parsed shape. @__NO_SIDE_EFFECTS__ @param {string} name */
const shape = (name) =>
    thing(name, 'colliders', 'a parsed shape', (value) =>
        typeof value === 'object' && value !== null);

/** A Float32Array, or undefined. @__NO_SIDE_EFFECTS__ @param {string} name */
const floats = (name) =>
    thing(name, 'floats', 'a Float32Array', (value) =>
        value === undefined || isTyped(value, Float32Array));

/** Slots of bodies. @__NO_SIDE_EFFECTS__ @param {string} name */
const slots = (name) =>
    thing(name, 'slots', 'an Int32Array', (value) => isTyped(value, Int32Array));

/**
 * A Float32Array of numbers within ±max, or undefined.
 * @__NO_SIDE_EFFECTS__ @param {string} name @param {number} max @returns {Argument}
 */
const numbers = (name, max) => ({
    name,
    type: 'floats',
    check(method, called, value) {
        if (value === undefined) return value;
        if (!isTyped(value, Float32Array)) wrongType(method, called, 'a Float32Array', value);
        for (let i = 0; i < value.length; ++i) {
            if (!(value[i] >= -max && value[i] <= max))
                inRange(method, `${called}[${i}]`, value[i], -max, max);
        }
        return value;
    },
    min: NaN,
    max: NaN,
});

const LOCKS = FLAGS.LOCK_X | FLAGS.LOCK_Y | FLAGS.LOCK_ROTATION;

/**
 * Keeps a setting of the world as it was given, if the engine has taken it.
 * @param {Core} core @param {number} error @param {number} field @param {number | boolean} value @returns {number} the error
 */
function keepOfWorld({ worldRecord }, error, field, value) {
    if (error === 0) worldRecord[field] = Number(value);
    return error;
}

/** @__NO_SIDE_EFFECTS__ @param {number} field @returns {Run} */
const setWorld = (field) => (core, _, value) =>
    keepOfWorld(core, wasm.calls.world_set(core.ptr, field, value), field, value);
/** @__NO_SIDE_EFFECTS__ @param {number} field @returns {Run} */
const setBody = (field) => (core, id, value) => wasm.calls.body_set(core.ptr, id, field, value);
/** @__NO_SIDE_EFFECTS__ @param {number} field @returns {Run} */
const setCollider = (field) => (core, id, value) =>
    wasm.calls.collider_set(core.ptr, id, field, value);
/** @__NO_SIDE_EFFECTS__ @param {number} flagField @returns {Run} */
const setJoint = (flagField) => (core, id, on, x, y, z) =>
    wasm.calls.joint_set(core.ptr, id, flagField, on, x ?? 0, y ?? 0, z ?? 0);

/**
 * A count of what was done, or an error as its negative.
 * @param {string} method
 * @param {number} count
 */
function counted(method, count) {
    if (count < 0) raise(method, -count);
    return count;
}

/**
 * What is left out of a joint's limits of strength stays.
 * @param {Core} core
 * @param {number} id
 * @param {number | undefined} force
 * @param {number | undefined} torque
 */
function setBreak(core, id, force, torque) {
    const error = wasm.calls.joint_get(core.ptr, id, wasm.scratch);
    if (error !== 0) return error;
    const { f64, scratchF64: at } = heap();
    return wasm.calls.joint_set(core.ptr, id, JOINT.BREAK_FORCE, 1,
        force ?? f64[at + JOINT.BREAK_FORCE], torque ?? f64[at + JOINT.BREAK_TORQUE], 0);
}

/**
 * Copies a list into wasm memory, and gives its address there; 0 for none.
 * @param {Float32Array | undefined} list
 * @param {number} length
 * @param {number} address
 */
function copyFloats(list, length, address) {
    const { f32 } = heap();
    const at = address >> 2;
    for (let i = 0; list && i < length; ++i) f32[at + i] = list[i];
    return list ? address : 0;
}

/** @type {Run} */
function setTransforms({ ptr }, _, which, positions, angles, velocities, spins) {
    const { length } = which;
    const address = borrow('World.setTransforms', 28 * length);
    heap().i32.set(which, address >> 2);
    const error = wasm.calls.world_set_transforms(ptr, length, address,
        copyFloats(positions, 2 * length, address + 4 * length),
        copyFloats(angles, length, address + 12 * length),
        copyFloats(velocities, 2 * length, address + 16 * length),
        copyFloats(spins, length, address + 24 * length));
    giveBack(address);
    return error;
}

/** @type {Run} */
function setMoverVelocities({ ptr }, _, which, velocities) {
    const { length } = which;
    const address = borrow('World.setMoverVelocities', 12 * length);
    heap().i32.set(which, address >> 2);
    const error = wasm.calls.mover_set_velocities(ptr, length, address,
        copyFloats(velocities, 2 * length, address + 4 * length));
    giveBack(address);
    return error;
}

// ---- the world

export const SET_GRAVITY = row(1, [between('x', -MAX_FACTOR, MAX_FACTOR),
    between('y', -MAX_FACTOR, MAX_FACTOR)], (core, _, x, y) => {
    const error = keepOfWorld(core, wasm.calls.world_set_gravity(core.ptr, x, y), WORLD.GRAVITY_X,
        x);
    return keepOfWorld(core, error, WORLD.GRAVITY_Y, y);
}, WORLD.GRAVITY_X);
// <schema world.operations>
export const SET_RESTITUTION_THRESHOLD = setter(3, atMost('restitutionThreshold', MAX_FACTOR),
    setWorld, WORLD.RESTITUTION_THRESHOLD);
export const SET_HIT_SPEED = setter(4, atMost('hitSpeed', MAX_FACTOR), setWorld, WORLD.HIT_SPEED);
export const SET_SLEEP = setter(2, flag('sleep'), setWorld, WORLD.SLEEP_ENABLED);
export const SET_LOAD_IMPULSE = setter(14, atMost('loadImpulse', MAX_FACTOR), setWorld,
    WORLD.LOAD_IMPULSE);
// </schema>
export const ADD_LAYER = row(5, [text('name')], (core, _, name) => {
    core.layerNames.push(name);
    return 0;
});
export const SET_LAYER_PAIR = row(6, [whole('from', 0, 63), whole('to', 0, 63),
    whole('response', 0, 2)],
    (core, _, from, to, response) => wasm.calls.layer_set(core.ptr, from, to, response));
export const IGNORE_PAIR = row(7, [body('a'), body('b'), flag('on')],
    (core, _, a, b, on) => wasm.calls.body_ignore(core.ptr, a, b, on));
export const CREATE_BODY = resulting(8, [record('body', BODY.RECORD), colliders('colliders')],
    (core, _, given, list) => core.engine.createBody(core, given, list));
export const CREATE_BODIES = resulting(9, [count('count'), record('body', BODY.RECORD),
    colliders('colliders'), floats('positions'), floats('angles'), floats('velocities'),
    floats('angularVelocities')],
    (core, _, ...values) => core.engine.createBodies(core, /** @type {any} */ (values)));
export const CREATE_JOINT = resulting(10, [body('bodyA'), body('bodyB'),
    record('joint', JOINT.RECORD)],
    (core, _, a, b, given) => core.engine.createJoint(core, a, b, given));
export const EXPLODE = resulting(11, [place('x'), place('y'), between('radius', 0, MAX_SIZE),
    between('falloff', 0, MAX_SIZE), number('impulse'), bits('layersLow'), bits('layersHigh'),
    bits('shieldsLow'), bits('shieldsHigh')], (core, _, ...given) => {
    // What follows the values is no part of the operation: it calls with a buffer for the pushes.
    const values = given.slice(0, 9);
    const [
        withBuffer = (/** @type {(address: number, capacity: number) => number} */ call) =>
            call(0, 0),
    ] = given.slice(9);
    const run = () =>
        withBuffer((/** @type {number} */ address, /** @type {number} */ capacity) =>
            counted('explode', wasm.calls.world_explode(core.ptr, ...values, address, capacity))
        );
    return core.recorder === null ? run() : core.recorder.record(EXPLODE, 0, values, run);
});
/** Many teleports: of each slot x and y, and unless undefined angle, velocity and angular velocity. */
export const SET_TRANSFORMS = row(12, [slots('slots'), numbers('positions', MAX_COORDINATE),
    numbers('angles', MAX_ANGLE), numbers('velocities', MAX_SPEED),
    numbers('angularVelocities', MAX_SPEED)], setTransforms);
/** Of the movers of the bodies in these slots: x and y of each. */
export const SET_MOVER_VELOCITIES = row(13, [slots('slots'), numbers('velocities', MAX_SPEED)],
    setMoverVelocities);

// ---- bodies

export const DESTROY_BODY = resulting(20, [],
    (core, id) => core.engine.destroyBody(core, id, 'Body.destroy'));
export const SET_TRANSFORM = row(21, [place('x'), place('y'), turn('angle')],
    (core, id, x, y, angle) => wasm.calls.body_set_transform(core.ptr, id, x, y, angle));
export const SET_POSITION = row(22, [place('x'), place('y')],
    (core, id, x, y) => wasm.calls.body_set_position(core.ptr, id, x, y));
export const SET_X = row(23, [place('x')],
    (core, id, x) => SET_POSITION.run(core, id, x, fresh(core).transforms[4 * slotOf(id) + 1]));
export const SET_Y = row(24, [place('y')],
    (core, id, y) => SET_POSITION.run(core, id, fresh(core).transforms[4 * slotOf(id)], y));
export const SET_ANGLE = row(25, [turn('angle')], (core, id, angle) => {
    const { transforms } = fresh(core);
    const at = 4 * slotOf(id);
    return SET_TRANSFORM.run(core, id, transforms[at], transforms[at + 1], angle);
});
export const SET_VELOCITY = row(26, [speed('x'), speed('y')],
    (core, id, x, y) => wasm.calls.body_set_velocity(core.ptr, id, x, y), undefined, [FLAGS.LOCK_X,
    FLAGS.LOCK_Y]);
export const SET_VX = row(27, [speed('x')],
    (core, id, x) =>
        wasm.calls.body_set_velocity(core.ptr, id, x, fresh(core).velocities[4 * slotOf(id) + 1]),
    undefined, [FLAGS.LOCK_X]);
export const SET_VY = row(28, [speed('y')],
    (core, id, y) =>
        wasm.calls.body_set_velocity(core.ptr, id, fresh(core).velocities[4 * slotOf(id)], y),
    undefined, [FLAGS.LOCK_Y]);
export const SET_ANGULAR_VELOCITY = row(29, [speed('radiansPerSecond')],
    setBody(BODY.ANGULAR_VELOCITY), undefined, [FLAGS.LOCK_ROTATION]);
// <schema body.operations>
export const SET_TYPE = setter(30, whole('type', 0, 2), setBody, BODY.TYPE);
export const SET_LINEAR_DAMPING = setter(31, atMost('linearDamping', MAX_FACTOR), setBody,
    BODY.LINEAR_DAMPING);
export const SET_ANGULAR_DAMPING = setter(32, atMost('angularDamping', MAX_FACTOR), setBody,
    BODY.ANGULAR_DAMPING);
export const SET_GRAVITY_SCALE = setter(34, between('gravityScale', -MAX_FACTOR, MAX_FACTOR),
    setBody, BODY.GRAVITY_SCALE);
export const SET_CAN_SLEEP = setter(36, flag('canSleep'), setBody, BODY.CAN_SLEEP);
export const SET_AWAKE = setter(37, flag('awake'), setBody, BODY.AWAKE);
export const SET_ENABLED = setter(38, flag('enabled'), setBody, BODY.ENABLED);
export const SET_BULLET = setter(39, flag('bullet'), setBody, BODY.BULLET);
export const SET_DROP_THROUGH = setter(40, flag('dropThrough'), setBody, BODY.DROPS);
export const SET_MAX_SPEED = setter(55, atMost('maxSpeed', MAX_SPEED), setBody, BODY.MAX_SPEED);
// </schema>
export const SET_DAMPING = row(33, [factor('linear'), factor('angular')],
    (core, id, linear, angular) => wasm.calls.body_set_damping(core.ptr, id, linear, angular),
    BODY.LINEAR_DAMPING);
/** The locks in `mask` become as in `locks`; bits as in FLAGS. */
export const SET_LOCKS = row(35, [bits('mask'), bits('locks')], (core, id, mask, locks) => {
    const before = fresh(core).flags[slotOf(id)] & LOCKS;
    return wasm.calls.body_set(core.ptr, id, BODY.LOCKS, (before & ~mask) | (locks & mask));
});
export const APPLY_FORCE = forcing(41, [number('fx'), number('fy')],
    (core, id, fx, fy) => wasm.calls.body_apply_force(core.ptr, id, fx, fy));
export const APPLY_FORCE_AT = forcing(42, [number('fx'), number('fy'), place('x'), place('y')],
    (core, id, fx, fy, x, y) => wasm.calls.body_apply_force_at(core.ptr, id, fx, fy, x, y));
export const APPLY_IMPULSE = row(43, [number('ix'), number('iy')],
    (core, id, ix, iy) => wasm.calls.body_apply_impulse(core.ptr, id, ix, iy));
export const APPLY_IMPULSE_AT = row(44, [number('ix'), number('iy'), place('x'), place('y')],
    (core, id, ix, iy, x, y) => wasm.calls.body_apply_impulse_at(core.ptr, id, ix, iy, x, y));
export const APPLY_TORQUE = forcing(45, [number('newtonMetres')],
    (core, id, torque) => wasm.calls.body_apply_torque(core.ptr, id, torque));
export const APPLY_ANGULAR_IMPULSE = row(46, [number('impulse')],
    (core, id, impulse) => wasm.calls.body_apply_angular_impulse(core.ptr, id, impulse));
/** NaN keeps the centre's place, and the inertia's ratio to the mass: as set, or as the colliders give them. */
export const SET_MASS = row(47, [between('mass', 1e-12, 1e15), keepable('inertia'), keepable('x'),
    keepable('y')], (core, id, mass, inertia, x, y) => {
    wasm.calls.body_numbers(core.ptr, id);
    // Unless dynamic, a body has no mass but one that was set.
    if (heap().f64[heap().scratchF64 + BODY_NUMBERS.MASS] === 0)
        wasm.calls.body_collider_mass(core.ptr, id);
    const { f64, scratchF64: at } = heap();
    const ratio = f64[at + BODY_NUMBERS.MASS] > 0
        ? f64[at + BODY_NUMBERS.INERTIA] / f64[at + BODY_NUMBERS.MASS]
        : 0;
    const centered = !Number.isNaN(x);
    return wasm.calls.body_set_mass(core.ptr, id, mass,
        Number.isNaN(inertia) ? ratio * mass : inertia,
        centered ? x : f64[at + BODY_NUMBERS.LOCAL_CENTER],
        centered ? y : f64[at + BODY_NUMBERS.LOCAL_CENTER + 1]);
});
export const RESET_MASS = row(48, [], (core, id) => wasm.calls.body_reset_mass(core.ptr, id));
export const CREATE_COLLIDERS = resulting(49, [colliders('colliders'), flag('single')],
    (core, id, list, single) => core.engine.createColliders(core, id, list, single));

// ---- movers, which are named by their bodies

/** It moves by the body's first collider. An `up` of 0 and 0: against gravity. The engine checks the ranges, as the objects do. */
export const CREATE_MOVER = resulting(50, [
    // <schema mover.arguments>
    number('maxSlope'),
    number('stepHeight'),
    number('snapDistance'),
    number('mass'),
    number('maxPushForce'),
    number('maxFallSpeed'),
    number('cornerCorrection'),
    // </schema>
    between('upX', -1, 1),
    between('upY', -1, 1),
    flag('floating'),
], (core, id, ...values) => core.engine.createMover(core, id, values));
export const DESTROY_MOVER = row(51, [], (core, id) => wasm.calls.mover_destroy(core.ptr, id));
export const SET_MOVER_VELOCITY = row(52, [between('x', -MAX_SPEED, MAX_SPEED),
    between('y', -MAX_SPEED, MAX_SPEED)],
    (core, id, x, y) => wasm.calls.mover_set_velocity(core.ptr, id, x, y));
/** One number of a mover, or two, which the engine checks, as the objects do. */
export const SET_MOVER_NUMBERS = row(53, [whole('field', 0, MOVER.UP_Y), whole('count', 1, 2),
    number('first'), number('second')],
    (core, id, field, count, first, second) =>
        wasm.calls.mover_set_numbers(core.ptr, id, field, count, first, second));

export const SET_MOVER_FLOATING = row(54, [flag('floating')],
    (core, id, floating) => wasm.calls.mover_set_floating(core.ptr, id, floating));

// ---- colliders

export const DESTROY_COLLIDER = resulting(60, [],
    (core, id) => core.engine.destroyCollider(core, id));
// <schema collider.operations>
export const SET_LAYER = setter(61, whole('layer', 0, 63), setCollider, COLLIDER.LAYER);
export const SET_GROUP = setter(62, bits('group'), setCollider, COLLIDER.GROUP);
export const SET_DENSITY = setter(63, atMost('density', MAX_DENSITY), setCollider,
    COLLIDER.DENSITY);
export const SET_FRICTION = setter(64, atMost('friction', MAX_FACTOR), setCollider,
    COLLIDER.FRICTION);
export const SET_RESTITUTION = setter(65, between('restitution', 0, 1), setCollider,
    COLLIDER.RESTITUTION);
export const SET_ROLLING_RESISTANCE = setter(66, atMost('rollingResistance', MAX_FACTOR),
    setCollider, COLLIDER.ROLLING_RESISTANCE);
export const SET_TANGENT_SPEED = setter(67, between('tangentSpeed', -MAX_SPEED, MAX_SPEED),
    setCollider, COLLIDER.TANGENT_SPEED);
export const SET_TRIGGER = setter(68, flag('trigger'), setCollider, COLLIDER.IS_TRIGGER);
export const SET_FRICTION_COMBINE = setter(69, whole('frictionCombine', 0, 5), setCollider,
    COLLIDER.FRICTION_COMBINE);
export const SET_RESTITUTION_COMBINE = setter(70, whole('restitutionCombine', 0, 5), setCollider,
    COLLIDER.RESTITUTION_COMBINE);
export const SET_ARCADE = setter(72, flag('arcade'), setCollider, COLLIDER.ARCADE);
export const SET_SEES = setter(73, whole('sees', 0, 15), setCollider, COLLIDER.SEES);
export const SET_COLLIDER_ENABLED = setter(77, flag('enabled'), setCollider, COLLIDER.ENABLED);
// </schema>
/** A unit vector, or 0 and 0 for none. */
export const SET_ONE_WAY = row(71, [between('x', -1, 1), between('y', -1, 1)],
    (core, id, x, y) => wasm.calls.collider_set_one_way(core.ptr, id, x, y), COLLIDER.ONE_WAY_X);
/** NaN in the record stands for the default of the field's type; null takes the field away. */
export const SET_FIELD = row(74, [maybeField('field')], (core, id, given) => {
    if (given) writeRecord(given, wasm.scratch);
    return wasm.calls.collider_set_field(core.ptr, id, given ? wasm.scratch : 0);
});
export const SET_SHAPE = resulting(75, [shape('shape')],
    (core, id, given) => core.engine.setShape(core, id, given, 'Collider.setShape'));
export const FILL_TILES = row(76, [count('column'), count('row'), count('columns'), count('rows'),
    whole('tile', 0, 2 ** 31 - 1)],
    (core, id, column, line, columns, lines, tile) =>
        wasm.calls.tiles_fill(core.ptr, id, column, line, columns, lines, tile));

/** The words of an edit of a terrain, as js/world/objects/terrain.js lays them out. */
export const DIG_GROUND = resulting(78, [numbers('words', MAX_ANGLE)],
    (core, id, words) => core.engine.editTerrain(core, id, false, words));
export const ADD_GROUND = resulting(79, [numbers('words', MAX_ANGLE)],
    (core, id, words) => core.engine.editTerrain(core, id, true, words));
/** What happens to pieces, by its index; whether the border is an anchor; m². */
export const SET_PIECES = row(80, [whole('pieces', 0, 2), flag('borderAnchors'),
    positive('minimumPiece')],
    (core, id, pieces, border, minimum) =>
        wasm.calls.terrain_set_pieces(core.ptr, id, pieces, border, minimum), TERRAIN.PIECES);

// ---- joints

export const DESTROY_JOINT = resulting(90, [], (core, id) => core.engine.destroyJoint(core, id));
/** Angles or metres, which the objects check by the type of the joint, as the engine does. */
export const SET_LIMIT = row(91, [flag('on'), between('lower', -MAX_SIZE, MAX_SIZE),
    between('upper', -MAX_SIZE, MAX_SIZE)], setJoint(JOINT.LIMIT));
export const SET_MOTOR = row(92, [flag('on'), between('speed', ...SPIN), positive('strength')],
    setJoint(JOINT.MOTOR));
export const SET_SPRING = row(93, [flag('on'), between('hertz', ...STIFFNESS),
    between('dampingRatio', ...STIFFNESS), between('target', -MAX_SIZE, MAX_SIZE)],
    setJoint(JOINT.SPRING));
/** 0 stands for never, here and below. */
export const SET_BREAK_FORCE = row(94, [positive('force')],
    (core, id, force) => setBreak(core, id, force, undefined), JOINT.BREAK_FORCE);
export const SET_BREAK_TORQUE = row(95, [positive('torque')],
    (core, id, torque) => setBreak(core, id, undefined, torque), JOINT.BREAK_TORQUE);
export const SET_COLLIDE_CONNECTED = row(96, [flag('on')], setJoint(JOINT.COLLIDE_CONNECTED),
    JOINT.COLLIDE_CONNECTED);
/** One number of a joint record, or two, which the objects check by the type of the joint, as the engine does. */
export const SET_NUMBERS = row(97, [whole('field', JOINT.REFERENCE, JOINT.LIMIT - 1),
    whole('count', 1, 2), number('first'), number('second')],
    (core, id, field, count, first, second) =>
        wasm.calls.joint_set(core.ptr, id, field, count, first, second, 0));
export const SET_LOCAL_ANCHOR_A = row(98, [place('x'), place('y')],
    (core, id, x, y) => wasm.calls.joint_set(core.ptr, id, JOINT.ANCHOR_AX, 1, x, y, 0),
    JOINT.ANCHOR_AX);
export const SET_LOCAL_ANCHOR_B = row(99, [place('x'), place('y')],
    (core, id, x, y) => wasm.calls.joint_set(core.ptr, id, JOINT.ANCHOR_BX, 1, x, y, 0),
    JOINT.ANCHOR_BX);
export const SET_JOINT_ENABLED = row(100, [flag('enabled')], setJoint(JOINT.ENABLED),
    JOINT.ENABLED);
