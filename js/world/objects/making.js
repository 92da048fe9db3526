// Creates bodies, joints and movers from options, and destroys bodies by their slots. Options and slots are checked here;
// the `Engine` of the world's core then performs the call. js/world/world.js and js/remote/world.js call these. Reading options may run code of
// the user's, which may destroy the world: hence it is asked for anew before anything is made.
import { parseJoint } from '../../options/joint-options.js';
import { parseMover } from '../../options/mover.js';
import { parseBody, parseBulk, parseCircles, parseColliders } from '../../options/options.js';
import { fresh, livePointer } from '../../wire/core.js';
import { MAX_FACTOR, MAX_SLOT, MicaError, copyList, finite, integer, isList, options, vector,
    wrongType } from '../../wire/errors.js';
import { coreOf, idOf } from '../../wire/object.js';
import { FLAGS, JOINT } from '../../wire/layout.js';
import { SET_GRAVITY, SET_TRANSFORMS } from '../../wire/operations.js';
import { isImmovable, live, refuseImmovable } from '../../wire/perform.js';
import { checkGravity } from '../time/stepping.js';
import { ownBody, ownJoint } from './own.js';

/** @import { Core } from '../../wire/core.js' */
/** @import { Argument } from '../../wire/operations.js' */
/** @import { Body } from './body.js' */

/**
 * Makes a body with all its colliders.
 * @param {Core} core
 * @param {unknown} options
 */
export function makeOneBody(core, options) {
    const method = 'World.createBody';
    const { body, colliders, userData } = parseBody(method, options, core);
    livePointer(core, method);
    const made = core.engine.createBody(core, body, colliders);
    if (userData !== undefined) made.userData = userData;
    return made;
}

/**
 * Makes a terrain on a static body of its own.
 * @param {Core} core
 * @param {unknown} given
 */
export function makeTerrain(core, given) {
    const method = 'World.createTerrain';
    if (typeof given !== 'object' || given === null || isList(given))
        wrongType(method, 'options', 'an object', given);
    const { position, angle, ...rest } = /** @type {Record<string, unknown>} */ (given);
    const { body } = parseBody(method, { type: 'static', position, angle }, core);
    const [collider] = parseColliders(method, [{ path: '', given: { ...rest, shape: 'terrain' } }],
        core);
    livePointer(core, method);
    return core.engine.createBody(core, body, [collider]).colliders[0];
}

/**
 * Makes a body with its collider that moves as a character.
 * @param {Core} core
 * @param {unknown} options
 * @returns {Body<any>}
 */
export function makeMovedBody(core, options) {
    const method = 'World.createMover';
    const { body, colliders, userData, values } = parseMover(method, options, core);
    livePointer(core, method);
    const made = core.engine.createBody(core, body, colliders);
    try {
        core.engine.createMover(core, idOf(made), values);
    } catch (error) {
        core.engine.destroyBody(core, idOf(made), method);
        throw error;
    }
    if (userData !== undefined) made.userData = userData;
    return made;
}

/**
 * Makes many bodies of one kind.
 * @param {Core} core
 * @param {number} count
 * @param {unknown} options
 * @returns {Int32Array<ArrayBuffer>} their slots
 */
export function makeManyBodies(core, count, options) {
    const method = 'World.createBodies';
    integer(method, 'count', count, 0, MAX_SLOT);
    if (/** @type {{ radii?: unknown } | undefined} */ (options)?.radii !== undefined)
        return makeCircles(core, method, count, options);
    const values = parseBulk(method, count, options, core);
    livePointer(core, method);
    return core.engine.createBodies(core, values);
}

/**
 * Makes many circles of several radii, or none.
 * @param {Core} core
 * @param {string} method
 * @param {number} count
 * @param {unknown} options
 */
function makeCircles(core, method, count, options) {
    const groups = parseCircles(method, count, options, core);
    livePointer(core, method);
    const slots = new Int32Array(count);
    /** @type {number[]} */
    const made = [];
    try {
        for (const { places, values } of groups) {
            const own = core.engine.createBodies(core, values);
            made.push(...own);
            places.forEach((place, i) => slots[place] = own[i]);
        }
    } catch (error) {
        destroySlots(core, made);
        throw error;
    }
    return slots;
}

/**
 * Attaches colliders to a body.
 * @param {Body} body
 * @param {string} method
 * @param {unknown} options of one, or of several in an array unless `single`
 * @param {boolean} single only one may come of it
 */
export function attach(body, method, options, single) {
    live(body, method);
    const several = !single && Array.isArray(options);
    const list = several ? copyList(method, 'options', options, MAX_SLOT) : [options];
    const items = list.map((given, i) => ({ path: several ? `options[${i}].` : '', given }));
    const core = coreOf(body);
    const parsed = parseColliders(method, items, core);
    return core.engine.createColliders(core, live(body, method), parsed, single);
}

/**
 * Joins two bodies, or one to the world.
 * @param {Core} core
 * @param {unknown} options
 */
export function joinBodies(core, options) {
    const method = 'World.createJoint';
    if (core.byImpacts)
        throw new MicaError('JOINTS_INACTIVE',
            `${method}: joints do not act in a world with stepping: 'impacts'`);
    const { bodyA, bodyB, joints, record, userData } = parseJoint(method, options,
        (name, value) =>
            (name.startsWith('joint') ? ownJoint : ownBody)(core, method, name, value));
    joints.forEach((joint, i) => {
        record[JOINT.COUPLED_A + i] = idOf(joint);
    });
    const a = bodyA === null ? 0 : live(bodyA, method);
    const b = live(bodyB, method);
    const joint = core.engine.createJoint(core, a, b, record);
    joint.userData = userData;
    return joint;
}

const TELEPORT_KEYS = new Set(['positions', 'angles', 'velocities', 'angularVelocities']);

/**
 * The list of one argument, checked, with so many numbers at least; undefined for none.
 * @param {string} method
 * @param {Argument} argument
 * @param {unknown} value
 * @param {number} length
 */
export function floatsOf(method, { name, check }, value, length) {
    const list = isList(value) && !(value instanceof Float32Array)
        ? Float32Array.from(copyList(method, name, value, 2 * MAX_SLOT),
            (each, i) => finite(method, `${name}[${i}]`, each))
        : value;
    const floats = check(method, name, list);
    if (floats?.length < length) {
        throw new RangeError(
            `${method}: ${name} must hold ${length} numbers, got ${floats.length}`,
        );
    }
    return floats;
}

/**
 * The slots of one argument, checked.
 * @param {string} method
 * @param {Argument} argument
 * @param {unknown} value
 * @returns {Int32Array}
 */
export function slotsOf(method, { name, check }, value) {
    const list = isList(value) && !(value instanceof Int32Array)
        ? Int32Array.from(copyList(method, name, value, MAX_SLOT),
            (each, i) => integer(method, `${name}[${i}]`, each, -(2 ** 31), 2 ** 31 - 1))
        : value;
    return check(method, name, list);
}

/**
 * Teleports the bodies in these slots, or throws and moves none. Nothing is allocated for typed arrays.
 * @param {Core} core
 * @param {unknown} slots
 * @param {unknown} given
 */
export function setManyTransforms(core, slots, given) {
    const method = 'World.setTransforms';
    const { first, second, third, fourth, args } = SET_TRANSFORMS;
    const which = slotsOf(method, first, slots);
    const { length } = which;
    const read = options(method, 'options', given, TELEPORT_KEYS);
    const positions = floatsOf(method, second, read.positions ?? null, 2 * length);
    const angles = floatsOf(method, third, read.angles, length);
    const velocities = floatsOf(method, fourth, read.velocities, 2 * length);
    const spins = floatsOf(method, args[4], read.angularVelocities, length);
    livePointer(core, method);
    const { flags, settings } = fresh(core);
    for (let i = 0; i < length; ++i) {
        if ((flags[which[i]] & FLAGS.ALIVE) !== 0) continue;
        throw new MicaError('STALE_BODY',
            `${method}: slots[${i}] is slot ${which[i]}, where there is no body`);
    }
    for (let i = 0; velocities && i < 2 * length; ++i) {
        const lock = i & 1 ? FLAGS.LOCK_Y : FLAGS.LOCK_X;
        if (isImmovable(settings[which[i >> 1]], lock))
            refuseImmovable(settings[which[i >> 1]], lock, method, `velocities[${i}]`,
                velocities[i]);
    }
    for (let i = 0; spins && i < length; ++i) {
        if (isImmovable(settings[which[i]], FLAGS.LOCK_ROTATION))
            refuseImmovable(settings[which[i]], FLAGS.LOCK_ROTATION, method,
                `angularVelocities[${i}]`, spins[i]);
    }
    core.engine.perform(core, SET_TRANSFORMS, method, 0, which, positions, angles, velocities,
        spins);
}

/**
 * Destroys the bodies in these slots, each named once; or throws and destroys none.
 * @param {Core} core
 * @param {unknown} slots
 */
export function destroySlots(core, slots) {
    const method = 'World.destroySlots';
    if (!isList(slots)) wrongType(method, 'slots', 'an array or Int32Array', slots);
    const wanted = copyList(method, 'slots', slots, MAX_SLOT).map((slot, i) =>
        checkSlot(method, `slots[${i}]`, slot)
    );
    livePointer(core, method);
    const ids = new Set();
    wanted.forEach((slot, i) => {
        const body = core.engine.bodyAt(core, slot);
        const id = body ? idOf(body) : 0;
        if (id === 0 || ids.has(id)) {
            const fault = id === 0 ? 'where there is no body' : 'which is named before';
            throw new MicaError('STALE_BODY', `${method}: slots[${i}] is slot ${slot}, ${fault}`);
        }
        ids.add(id);
    });
    for (const id of ids) core.engine.destroyBody(core, id, method);
}

/**
 * @param {string} method
 * @param {string} name
 * @param {unknown} value
 */
export function checkSlot(method, name, value) {
    return integer(method, name, value, 0, MAX_SLOT);
}

/**
 * @param {Core} core
 * @param {unknown} value
 */
export function setGravity(core, value) {
    const method = 'World.gravity';
    const pair = vector(method, 'value', value, MAX_FACTOR);
    livePointer(core, method);
    checkGravity(method, pair[0], pair[1], core.lengthUnit);
    core.engine.perform(core, SET_GRAVITY, method, 0, pair[0], pair[1]);
}
