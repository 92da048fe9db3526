// What a world makes of options, and destroys by slots: read and checked here, then done by what stands
// behind the world. js/world/world.js and js/remote/world.js call these. Reading options may run code of
// the user's, which may destroy the world: hence it is asked for anew before anything is made.
import { parseJoint } from '../options/joints.js';
import { parseBody, parseBulk, parseColliders } from '../options/options.js';
import { livePointer } from '../wire/core.js';
import { MicaError, integer, isList, vector, wrongType } from '../wire/errors.js';
import { bodyCore } from '../wire/handle.js';
import { SET_GRAVITY } from '../wire/operations.js';
import { liveId, ownBody } from './own.js';

/** @import { Core } from '../wire/core.js' */
/** @import { Body } from './body.js' */

/** The highest slot that there may be. */
const MAX_SLOT = 2 ** 20 - 2;

/**
 * Makes a body with all its colliders.
 * @param {Core} core
 * @param {unknown} options
 */
export function makeOneBody(core, options) {
    const method = 'World.createBody';
    const { body, colliders, userData } = parseBody(method, options, core.layerNames);
    livePointer(core, method);
    const made = core.engine.createBody(core, body, colliders);
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
    const values = parseBulk(method, count, options, core.layerNames);
    livePointer(core, method);
    return core.engine.createBodies(core, values);
}

/**
 * Attaches colliders to a body.
 * @param {Body} body
 * @param {string} method
 * @param {unknown} options of one, or of several in an array unless `single`
 * @param {boolean} single only one may come of it
 */
export function attach(body, method, options, single) {
    liveId(body, method);
    const list = /** @type {unknown[]} */ (!single && Array.isArray(options) ? options : [options]);
    const items = list.map((given, i) => ({ path: list === options ? `options[${i}].` : '', given }));
    const core = bodyCore(body);
    const parsed = parseColliders(method, items, core.layerNames);
    return core.engine.createColliders(core, liveId(body, method), parsed, single);
}

/**
 * Joins two bodies.
 * @param {Core} core
 * @param {unknown} options
 */
export function joinBodies(core, options) {
    const method = 'World.createJoint';
    const { bodyA, bodyB, record, userData } = parseJoint(method, options, ownBody.bind(null, core, method));
    const [a, b] = [bodyA, bodyB].map((body) => liveId(body, method));
    const joint = core.engine.createJoint(core, a, b, record);
    joint.userData = userData;
    return joint;
}

/**
 * Destroys the bodies in these slots, each named once; or throws and destroys none.
 * @param {Core} core
 * @param {unknown} slots
 * @param {(slot: number) => number} idAt the handle of the body in a slot, 0 if there is none
 */
export function destroySlots(core, slots, idAt) {
    const method = 'World.destroySlots';
    if (!isList(slots)) wrongType(method, 'slots', 'an array or Int32Array', slots);
    const wanted = Array.from(slots, (slot, i) => checkSlot(method, `slots[${i}]`, slot));
    livePointer(core, method);
    const ids = new Set();
    wanted.forEach((slot, i) => {
        const id = idAt(slot);
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
    const pair = vector(method, 'value', value);
    livePointer(core, method);
    core.engine.perform(core, SET_GRAVITY, method, 0, pair[0], pair[1]);
    return pair;
}
