// The table of operations: everything that changes a world from outside is a row here, with a number
// that stays, a name, its arguments as plain values, and the call that does it. The objects of a world
// check and perform by these rows, the link to a worker sends them, and whoever records or replays a
// world needs nothing else: `checkValues` says what plain values a row takes, and `apply` of
// js/world/apply.js performs them.
//
// A new setter is one row, and a member of its class that names the row.
import { fresh } from './core.js';
import { MAX_SIZE, boolean, coordinate, finite, inRange, integer, notNegative, wrongType } from './errors.js';
import { BODY, COLLIDER, FIELD, FLAGS, JOINT, WORLD, slotOf } from './layout.js';
import { heap, raise, wasm, writeRecord } from './wasm.js';

/** @import { Core } from './core.js' */

/**
 * One argument of an operation.
 * @typedef {object} Argument
 * @property {string} name
 * @property {'number' | 'integer' | 'boolean' | 'string' | 'body' | 'record' | 'colliders'
 *     | 'floats'} type 'body' is a handle; 'record' a list of numbers as js/wire/layout.js lays them
 *     out; 'colliders' a list of parsed colliders; 'floats' a Float32Array
 * @property {(method: string, name: string, value: unknown) => any} check gives the value or throws
 *
 * @typedef {(core: Core, id: number, ...values: any[]) => any} Run
 *
 * @typedef {'world' | 'body' | 'collider' | 'joint'} Target what an operation is done to
 *
 * @typedef {object} Operation
 * @property {number} number stays the same for good
 * @property {string} name such as 'body.setVelocity'
 * @property {Target} target
 * @property {Argument[]} args
 * @property {Argument} first its arguments one by one, as far as it has them
 * @property {Argument} second
 * @property {Argument} third
 * @property {Argument} fourth
 * @property {Run} run performs it on what has that handle
 * @property {boolean} result whether `run` gives a result and throws by itself; else it gives the
 *     engine's error, 0 for none
 * @property {number | undefined} field where its first argument is kept in the record of its target,
 *     the others behind it; undefined if `keep` says so, or nothing is kept
 * @property {((record: number[], a?: any, b?: any, c?: any, d?: any) => void) | undefined} keep writes
 *     into the record of its target, as the page of a world in a worker keeps it
 */

/** @type {Operation[]} */
const rows = [];

/** Rows by their numbers. @type {Record<number, Operation>} */
const byNumber = {};

/** All operations in the order of their numbers. @type {readonly Operation[]} */
export const OPERATIONS = rows;

/**
 * Adds a row.
 * @param {number} number
 * @param {string} name
 * @param {Argument[]} args
 * @param {Run} run
 * @param {number | Operation['keep']} [kept] the field, or how it is kept
 * @returns {Operation}
 */
function row(number, name, args, run, kept) {
    const field = typeof kept === 'number' ? kept : undefined;
    const keep = typeof kept === 'function' ? kept : undefined;
    const target = /** @type {Target} */ (name.slice(0, name.indexOf('.')));
    const [first, second, third, fourth] = args;
    const operation = { number, name, target, args, first, second, third, fourth, run, result: false, field, keep };
    rows.push(operation);
    byNumber[number] = operation;
    return operation;
}

/**
 * Adds a row that makes or destroys something, or counts what it did: its `run` gives a result.
 * @param {number} number
 * @param {string} name
 * @param {Argument[]} args
 * @param {Run} run
 */
function resulting(number, name, args, run) {
    const operation = row(number, name, args, run);
    operation.result = true;
    return operation;
}

/** @param {string} name @returns {Argument} any finite number */
const number = (name) => ({ name, type: 'number', check: finite });
/** @param {string} name @returns {Argument} metres, within 1e7 */
const place = (name) => ({ name, type: 'number', check: coordinate });
/** @param {string} name @returns {Argument} zero or more */
const positive = (name) => ({ name, type: 'number', check: notNegative });
/** @param {string} name @returns {Argument} */
const flag = (name) => ({ name, type: 'boolean', check: boolean });
/** @param {string} name @param {number} min @param {number} max @returns {Argument} */
const between = (name, min, max) => ({
    name,
    type: 'number',
    check: (method, called, value) => inRange(method, called, value, min, max),
});
/** @param {string} name @param {number} min @param {number} max @returns {Argument} */
const whole = (name, min, max) => ({
    name,
    type: 'integer',
    check: (method, called, value) => integer(method, called, value, min, max),
});
/** @param {string} name @returns {Argument} NaN keeps what is there */
const keepable = (name) => ({
    name,
    type: 'number',
    check: (method, called, value) => (Number.isNaN(value) ? NaN : finite(method, called, value)),
});
/**
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
});
/** @param {string} name */
const text = (name) => thing(name, 'string', 'a string', (value) => typeof value === 'string');
/** @param {string} name */
const body = (name) => thing(name, 'body', 'a handle', (value) => Number.isInteger(value));
/** @param {string} name @param {number} length */
const record = (name, length) =>
    thing(name, 'record', `${length} numbers`, (value) => Array.isArray(value) && value.length === length);
/** @param {string} name */
const maybeField = (name) =>
    thing(name, 'record', 'the numbers of a field or null', (value) => value === null || Array.isArray(value));
/** @param {string} name */
const colliders = (name) => thing(name, 'colliders', 'a list of parsed colliders', Array.isArray);
/** @param {string} name */
const shape = (name) =>
    thing(name, 'colliders', 'a parsed shape', (value) => typeof value === 'object' && value !== null);
/** @param {string} name */
const floats = (name) =>
    thing(name, 'floats', 'a Float32Array', (value) => value === undefined || value instanceof Float32Array);

const MAX_SLOT = 2 ** 20 - 2;
/** Any 32 bits. @param {string} name */
const bits = (name) => whole(name, -(2 ** 31), 2 ** 31 - 1);
/** A count of tiles. @param {string} name */
const index = (name) => whole(name, 0, MAX_SLOT);
const LOCKS = FLAGS.LOCK_X | FLAGS.LOCK_Y | FLAGS.LOCK_ROTATION;

/** Where the numbers lie that body_numbers in web/bridge/bridge.c writes. */
export const MASS = 0;
export const INERTIA = 1;
const LOCAL_CENTER = 2;
export const CENTER = 4;
export const LINEAR_DAMPING = 6;
export const ANGULAR_DAMPING = 7;
export const GRAVITY_SCALE = 8;

/** Angles between two bodies, radians; the speed of a motor, radians/s; hertz and damping ratio. */
export const TURN = /** @type {const} */ ([-1e4, 1e4]);
export const SPIN = /** @type {const} */ ([-4e4, 4e4]);
export const STIFFNESS = /** @type {const} */ ([0, 1e6]);

/** @param {number} field @returns {Run} */
const setWorld = (field) => (core, _, value) => wasm.calls.world_set(core.ptr, field, value);
/** @param {number} field @returns {Run} */
const setBody = (field) => (core, id, value) => wasm.calls.body_set(core.ptr, id, field, value);
/** @param {number} field @returns {Run} */
const setCollider = (field) => (core, id, value) => wasm.calls.collider_set(core.ptr, id, field, value);
/** @param {number} flagField @returns {Run} */
const setJoint = (flagField) => (core, id, on, x, y, z) =>
    wasm.calls.joint_set(core.ptr, id, flagField, on, x ?? 0, y ?? 0, z ?? 0);

/**
 * Keeps a switch of a joint with the numbers that belong to it.
 * @param {number} on field of the switch
 * @param {number} field of the first number
 * @returns {Operation['keep']}
 */
const keepGroup = (on, field) => (record, value, ...numbers) => {
    record[on] = Number(value);
    numbers.forEach((each, i) => {
        if (each !== undefined) record[field + i] = Math.fround(each);
    });
};

/**
 * After a teleport.
 * @param {Core} core
 * @param {number} error
 */
function moved(core, error) {
    core.posesStale = true;
    return error;
}

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

// ---- the world

export const SET_GRAVITY = row(1, 'world.setGravity', [number('x'), number('y')],
    (core, _, x, y) => wasm.calls.world_set_gravity(core.ptr, x, y), WORLD.GRAVITY_X);
export const SET_SLEEP = row(2, 'world.setSleep', [flag('on')], setWorld(WORLD.SLEEP_ENABLED), WORLD.SLEEP_ENABLED);
export const SET_RESTITUTION_THRESHOLD = row(3, 'world.setRestitutionThreshold', [positive('speed')],
    setWorld(WORLD.RESTITUTION_THRESHOLD), WORLD.RESTITUTION_THRESHOLD);
export const SET_HIT_SPEED = row(4, 'world.setHitSpeed', [positive('speed')], setWorld(WORLD.HIT_SPEED), WORLD.HIT_SPEED);
export const ADD_LAYER = row(5, 'world.addLayer', [text('name')], (core, _, name) => {
    core.layerNames.push(name);
    return 0;
});
export const SET_LAYER_PAIR = row(6, 'world.setLayerPair', [whole('from', 0, 63), whole('to', 0, 63), whole('response', 0, 2)],
    (core, _, from, to, response) => wasm.calls.layer_set(core.ptr, from, to, response));
export const IGNORE_PAIR = row(7, 'world.ignorePair', [body('a'), body('b'), flag('on')],
    (core, _, a, b, on) => wasm.calls.body_ignore(core.ptr, a, b, on));
export const CREATE_BODY = resulting(8, 'world.createBody', [record('body', BODY.RECORD), colliders('colliders')],
    (core, _, given, list) => core.engine.createBody(core, given, list));
export const CREATE_BODIES = resulting(9, 'world.createBodies', [whole('count', 0, MAX_SLOT), record('body', BODY.RECORD),
    colliders('colliders'), floats('positions'), floats('angles'), floats('velocities'), floats('angularVelocities')],
    (core, _, ...values) => core.engine.createBodies(core, /** @type {any} */ (values)));
export const CREATE_JOINT = resulting(10, 'world.createJoint', [body('bodyA'), body('bodyB'), record('joint', JOINT.RECORD)],
    (core, _, a, b, given) => core.engine.createJoint(core, a, b, given));
export const EXPLODE = resulting(11, 'world.explode', [place('x'), place('y'), between('radius', 0, MAX_SIZE),
    between('falloff', 0, MAX_SIZE), number('impulse'), bits('layersLow'), bits('layersHigh'), bits('shieldsLow'), bits('shieldsHigh')],
    (core, _, ...values) => counted('World.explode', wasm.calls.world_explode(core.ptr, ...values)));

// ---- bodies

export const DESTROY_BODY = resulting(20, 'body.destroy', [], (core, id) => core.engine.destroyBody(core, id, 'Body.destroy'));
export const SET_TRANSFORM = row(21, 'body.setTransform', [place('x'), place('y'), number('angle')],
    (core, id, x, y, angle) => moved(core, wasm.calls.body_set_transform(core.ptr, id, x, y, angle)));
export const SET_POSITION = row(22, 'body.setPosition', [place('x'), place('y')],
    (core, id, x, y) => moved(core, wasm.calls.body_set_position(core.ptr, id, x, y)));
export const SET_X = row(23, 'body.setX', [place('x')], (core, id, x) =>
    SET_POSITION.run(core, id, x, fresh(core).transforms[4 * slotOf(id) + 1]));
export const SET_Y = row(24, 'body.setY', [place('y')], (core, id, y) =>
    SET_POSITION.run(core, id, fresh(core).transforms[4 * slotOf(id)], y));
export const SET_ANGLE = row(25, 'body.setAngle', [number('angle')], (core, id, angle) => {
    const { transforms } = fresh(core);
    const at = 4 * slotOf(id);
    return SET_TRANSFORM.run(core, id, transforms[at], transforms[at + 1], angle);
});
export const SET_VELOCITY = row(26, 'body.setVelocity', [number('x'), number('y')],
    (core, id, x, y) => wasm.calls.body_set_velocity(core.ptr, id, x, y));
export const SET_VX = row(27, 'body.setVx', [number('x')], (core, id, x) =>
    wasm.calls.body_set_velocity(core.ptr, id, x, fresh(core).velocities[4 * slotOf(id) + 1]));
export const SET_VY = row(28, 'body.setVy', [number('y')], (core, id, y) =>
    wasm.calls.body_set_velocity(core.ptr, id, fresh(core).velocities[4 * slotOf(id)], y));
export const SET_ANGULAR_VELOCITY = row(29, 'body.setAngularVelocity', [number('radiansPerSecond')], setBody(BODY.OMEGA));
export const SET_TYPE = row(30, 'body.setType', [whole('type', 0, 2)], setBody(BODY.TYPE), BODY.TYPE);
export const SET_LINEAR_DAMPING = row(31, 'body.setLinearDamping', [positive('linear')], setBody(BODY.LINEAR_DAMPING), BODY.LINEAR_DAMPING);
export const SET_ANGULAR_DAMPING = row(32, 'body.setAngularDamping', [positive('angular')], setBody(BODY.ANGULAR_DAMPING), BODY.ANGULAR_DAMPING);
export const SET_DAMPING = row(33, 'body.setDamping', [positive('linear'), positive('angular')],
    (core, id, linear, angular) => wasm.calls.body_set_damping(core.ptr, id, linear, angular), BODY.LINEAR_DAMPING);
export const SET_GRAVITY_SCALE = row(34, 'body.setGravityScale', [number('scale')], setBody(BODY.GRAVITY_SCALE), BODY.GRAVITY_SCALE);
/** The locks in `mask` become as in `locks`; bits as in FLAGS. */
export const SET_LOCKS = row(35, 'body.setLocks', [bits('mask'), bits('locks')],
    (core, id, mask, locks) => {
        const before = fresh(core).flags[slotOf(id)] & LOCKS;
        return wasm.calls.body_set(core.ptr, id, BODY.LOCKS, (before & ~mask) | (locks & mask));
    },
    (record, mask, locks) => {
        record[BODY.LOCKS] = (record[BODY.LOCKS] & ~mask) | (locks & mask);
    });
export const SET_CAN_SLEEP = row(36, 'body.setCanSleep', [flag('canSleep')], setBody(BODY.CAN_SLEEP), BODY.CAN_SLEEP);
export const SET_AWAKE = row(37, 'body.setAwake', [flag('awake')], setBody(BODY.AWAKE), BODY.AWAKE);
export const SET_ENABLED = row(38, 'body.setEnabled', [flag('enabled')], setBody(BODY.ENABLED), BODY.ENABLED);
export const SET_BULLET = row(39, 'body.setBullet', [flag('bullet')], setBody(BODY.BULLET), BODY.BULLET);
export const SET_DROP_THROUGH = row(40, 'body.setDropThrough', [flag('dropThrough')], setBody(BODY.DROPS), BODY.DROPS);
export const APPLY_FORCE = row(41, 'body.applyForce', [number('fx'), number('fy')],
    (core, id, fx, fy) => wasm.calls.body_apply_force(core.ptr, id, fx, fy));
export const APPLY_FORCE_AT = row(42, 'body.applyForceAt', [number('fx'), number('fy'), place('x'), place('y')],
    (core, id, fx, fy, x, y) => wasm.calls.body_apply_force_at(core.ptr, id, fx, fy, x, y));
export const APPLY_IMPULSE = row(43, 'body.applyImpulse', [number('ix'), number('iy')],
    (core, id, ix, iy) => wasm.calls.body_apply_impulse(core.ptr, id, ix, iy));
export const APPLY_IMPULSE_AT = row(44, 'body.applyImpulseAt', [number('ix'), number('iy'), place('x'), place('y')],
    (core, id, ix, iy, x, y) => wasm.calls.body_apply_impulse_at(core.ptr, id, ix, iy, x, y));
export const APPLY_TORQUE = row(45, 'body.applyTorque', [number('newtonMetres')],
    (core, id, torque) => wasm.calls.body_apply_torque(core.ptr, id, torque));
export const APPLY_ANGULAR_IMPULSE = row(46, 'body.applyAngularImpulse', [number('impulse')],
    (core, id, impulse) => wasm.calls.body_apply_angular_impulse(core.ptr, id, impulse));
/** NaN keeps the centre's place, and the inertia's ratio to the mass. */
export const SET_MASS = row(47, 'body.setMass', [between('mass', 1e-12, 1e15), keepable('inertia'), keepable('x'), keepable('y')],
    (core, id, mass, inertia, x, y) => {
        wasm.calls.body_numbers(core.ptr, id);
        const { f64, scratchF64: at } = heap();
        const ratio = f64[at + MASS] > 0 ? f64[at + INERTIA] / f64[at + MASS] : 0;
        const centered = !Number.isNaN(x);
        return wasm.calls.body_set_mass(core.ptr, id, mass, Number.isNaN(inertia) ? ratio * mass : inertia,
            centered ? x : f64[at + LOCAL_CENTER], centered ? y : f64[at + LOCAL_CENTER + 1]);
    });
export const RESET_MASS = row(48, 'body.resetMass', [], (core, id) => wasm.calls.body_reset_mass(core.ptr, id));
export const CREATE_COLLIDERS = resulting(49, 'body.createColliders', [colliders('colliders'), flag('single')],
    (core, id, list, single) => core.engine.createColliders(core, id, list, single));

// ---- colliders

export const DESTROY_COLLIDER = resulting(60, 'collider.destroy', [], (core, id) => core.engine.destroyCollider(core, id));
export const SET_LAYER = row(61, 'collider.setLayer', [whole('layer', 0, 63)], setCollider(COLLIDER.LAYER), COLLIDER.LAYER);
export const SET_GROUP = row(62, 'collider.setGroup', [bits('group')], setCollider(COLLIDER.GROUP), COLLIDER.GROUP);
export const SET_DENSITY = row(63, 'collider.setDensity', [positive('density')], setCollider(COLLIDER.DENSITY), COLLIDER.DENSITY);
export const SET_FRICTION = row(64, 'collider.setFriction', [positive('friction')], setCollider(COLLIDER.FRICTION), COLLIDER.FRICTION);
export const SET_RESTITUTION = row(65, 'collider.setRestitution', [between('restitution', 0, 1)],
    setCollider(COLLIDER.RESTITUTION), COLLIDER.RESTITUTION);
export const SET_ROLLING_RESISTANCE = row(66, 'collider.setRollingResistance', [positive('rollingResistance')],
    setCollider(COLLIDER.ROLLING_RESISTANCE), COLLIDER.ROLLING_RESISTANCE);
export const SET_TANGENT_SPEED = row(67, 'collider.setTangentSpeed', [number('tangentSpeed')],
    setCollider(COLLIDER.TANGENT_SPEED), COLLIDER.TANGENT_SPEED);
export const SET_TRIGGER = row(68, 'collider.setTrigger', [flag('trigger')], setCollider(COLLIDER.IS_TRIGGER), COLLIDER.IS_TRIGGER);
export const SET_FRICTION_COMBINE = row(69, 'collider.setFrictionCombine', [whole('rule', 0, 5)],
    setCollider(COLLIDER.FRICTION_COMBINE), COLLIDER.FRICTION_COMBINE);
export const SET_RESTITUTION_COMBINE = row(70, 'collider.setRestitutionCombine', [whole('rule', 0, 5)],
    setCollider(COLLIDER.RESTITUTION_COMBINE), COLLIDER.RESTITUTION_COMBINE);
/** A unit vector, or 0 and 0 for none. */
export const SET_ONE_WAY = row(71, 'collider.setOneWay', [between('x', -1, 1), between('y', -1, 1)],
    (core, id, x, y) => wasm.calls.collider_set_one_way(core.ptr, id, x, y), COLLIDER.ONE_WAY_X);
export const SET_ARCADE = row(72, 'collider.setArcade', [flag('arcade')], setCollider(COLLIDER.ARCADE), COLLIDER.ARCADE);
export const SET_SEES = row(73, 'collider.setSees', [whole('sees', 0, 15)], setCollider(COLLIDER.SEES), COLLIDER.SEES);
/** NaN in the record stands for the default of the field's type; null takes the field away. */
export const SET_FIELD = row(74, 'collider.setField', [maybeField('field')],
    (core, id, given) => {
        if (given) writeRecord(given, wasm.scratch);
        return wasm.calls.collider_set_field(core.ptr, id, given ? wasm.scratch : 0);
    },
    (record, given) => {
        for (let i = 0; i < FIELD.RECORD; ++i) record[COLLIDER.FIELD + i] = given ? given[i] : 0;
    });
export const SET_SHAPE = resulting(75, 'collider.setShape', [shape('shape')],
    (core, id, given) => core.engine.setShape(core, id, given, 'Collider.setShape'));
export const FILL_TILES = row(76, 'collider.fillTiles', [index('column'), index('row'), index('columns'), index('rows'), whole('tile', 0, 127)],
    (core, id, column, line, columns, lines, tile) => wasm.calls.tiles_fill(core.ptr, id, column, line, columns, lines, tile));

// ---- joints

export const DESTROY_JOINT = resulting(90, 'joint.destroy', [], (core, id) => core.engine.destroyJoint(core, id));
export const SET_LIMIT = row(91, 'joint.setLimit', [flag('on'), between('lower', ...TURN), between('upper', ...TURN)],
    setJoint(JOINT.LIMIT), keepGroup(JOINT.LIMIT, JOINT.LOWER));
export const SET_MOTOR = row(92, 'joint.setMotor', [flag('on'), between('speed', ...SPIN), positive('maxTorque')],
    setJoint(JOINT.MOTOR), keepGroup(JOINT.MOTOR, JOINT.SPEED));
export const SET_SPRING = row(93, 'joint.setSpring', [flag('on'), between('hertz', ...STIFFNESS), between('dampingRatio', ...STIFFNESS), between('target', ...TURN)],
    setJoint(JOINT.SPRING), keepGroup(JOINT.SPRING, JOINT.HERTZ));
/** 0 stands for never, here and below. */
export const SET_BREAK_FORCE = row(94, 'joint.setBreakForce', [positive('force')],
    (core, id, force) => setBreak(core, id, force, undefined), JOINT.BREAK_FORCE);
export const SET_BREAK_TORQUE = row(95, 'joint.setBreakTorque', [positive('torque')],
    (core, id, torque) => setBreak(core, id, undefined, torque), JOINT.BREAK_TORQUE);
export const SET_COLLIDE_CONNECTED = row(96, 'joint.setCollideConnected', [flag('on')],
    setJoint(JOINT.COLLIDE_CONNECTED), JOINT.COLLIDE_CONNECTED);

/**
 * The row with a number.
 * @param {number} number
 * @returns {Operation}
 */
export function operationOf(number) {
    const found = byNumber[number];
    if (!found) throw new RangeError(`operation: number must be that of an operation, got ${number}`);
    return found;
}

/**
 * Refuses values that an operation does not take.
 * @param {Operation} operation
 * @param {readonly unknown[]} values
 */
export function checkValues({ name, args }, values) {
    args.forEach((argument, i) => argument.check(name, argument.name, values[i]));
}

/**
 * Writes what an operation sets into the record of its target.
 * @param {Operation} operation
 * @param {number[]} record
 * @param {any[]} values
 */
export function keepValues({ field, keep }, record, values) {
    if (keep) keep(record, ...values);
    else if (field !== undefined) {
        values.forEach((value, i) => {
            const number = Number(value);
            record[field + i] = Number.isInteger(number) ? number : Math.fround(number);
        });
    }
}
