// The JavaScript objects of bodies, colliders and joints, one for each: found by handle, created when first asked for if
// `createBodies` made the body, and marked as ended when what they stand for, or the world, is destroyed. Called wherever a handle comes
// out of the engine or something is destroyed.
import { livePointer, makeEnded } from '../../wire/core.js';
import { endObject, idOf } from '../../wire/object.js';
import { JOINT, slotOf } from '../../wire/layout.js';
import { borrow, done, giveBack, heap, wasm } from '../../wire/wasm.js';
import { withGears } from './gears.js';
import { copyNumbers, lastOfBody, lastOfCollider, lastOfJoint } from './last-values.js';
import { describeShape } from './shapes.js';

/** @import { TileData } from '../../options/tile-kinds.js' */
/** @import { Body } from './body.js' */
/** @import { Collider } from './collider.js' */
/** @import { Joint } from './joint.js' */
/** @import { Core, Ended, LastValues } from '../../wire/core.js' */

/** Floats of a joint's state. */
const JOINT_STATE = 13;

/**
 * The object of a live body.
 * @param {Core} core
 * @param {number} id
 */
export function bodyOf(core, id) {
    const slot = slotOf(id);
    while (core.bodies.length <= slot) core.bodies.push(undefined);
    const known = core.bodies[slot];
    if (known !== undefined) return known;
    ++core.objectChanges;
    return (core.bodies[slot] = core.make.body(core, id));
}

/**
 * The object of the body in a slot, made now if it was made in bulk; undefined if there is none.
 * @param {Core} core
 * @param {number} slot
 */
export function bodyInSlot(core, slot) {
    const known = core.bodies[slot];
    if (known) return known;
    const id = wasm.calls.body_at(core.ptr, slot);
    return id === 0 ? undefined : bodyOf(core, id);
}

/**
 * The object of a live collider.
 * @param {Core} core
 * @param {number} id
 */
export function colliderOf(core, id) {
    const known = core.colliders[slotOf(id)];
    if (known !== undefined) return known;
    const ptr = livePointer(core, 'World');
    return newCollider(core, id, bodyOf(core, wasm.calls.collider_body(ptr, id)));
}

/**
 * The object of a live collider that has none.
 * @param {Core} core
 * @param {number} id
 * @param {Body} body its own
 * @param {TileData} [tileData] if it is a map of tiles
 */
export function newCollider(core, id, body, tileData) {
    const slot = slotOf(id);
    while (core.colliders.length <= slot) core.colliders.push(undefined);
    ++core.objectChanges;
    return (core.colliders[slot] = core.make.collider(core, id, body, tileData));
}

/**
 * The object of a collider that an event names, also if it was destroyed a moment ago.
 * @param {Core} core
 * @param {number} id
 */
export function eventCollider(core, id) {
    const known = knownCollider(core, id);
    if (known) return known;
    return wasm.calls.collider_body(core.ptr, id) === 0
        ? lostCollider(core, id)
        : colliderOf(core, id);
}

/**
 * Stands for a collider that was destroyed before the world was restored from bytes of elsewhere.
 * @param {Core} core
 * @param {number} id
 */
function lostCollider(core, id) {
    const body = core.make.body(core, 0);
    const collider = core.make.collider(core, id, body);
    endObject(collider);
    core.ended.colliders.set(id, collider);
    return collider;
}

/**
 * The object of a collider that an event names, if it has one.
 * @param {Core} core
 * @param {number} id
 */
export function knownCollider(core, id) {
    const collider = core.colliders[slotOf(id)];
    if (collider !== undefined && idOf(collider) === id) return collider;
    return core.ended.colliders.get(id) ?? core.endedBefore.colliders.get(id);
}

/**
 * The object of a body that an event names, if it has one.
 * @param {Core} core
 * @param {number} id
 */
export function knownBody(core, id) {
    const body = core.bodies[slotOf(id)];
    if (body !== undefined && idOf(body) === id) return body;
    return core.ended.bodies.get(id) ?? core.endedBefore.bodies.get(id);
}

/**
 * The joint that broke of an event.
 * @param {Core} core
 * @param {number} id
 */
export function brokenJoint(core, id) {
    return /** @type {Joint} */ (core.ended.joints.get(id) ?? core.endedBefore.joints.get(id));
}

/**
 * After a step whose events replace the others: what was destroyed before the step before can no longer
 * be named, nor read.
 * @param {Core} core
 */
export function ageDestroyed(core) {
    const { ended, endedBefore } = core;
    forgetEnded(endedBefore);
    core.endedBefore = ended;
    core.ended = endedBefore;
    ++core.round;
}

/** @param {Ended} ended */
function forgetEnded({ bodies, colliders, joints }) {
    // Clearing an empty map would allocate.
    if (bodies.size > 0) bodies.clear();
    if (colliders.size > 0) colliders.clear();
    if (joints.size > 0) joints.clear();
}

/**
 * The handles that a call has left.
 * @param {number} address
 * @param {number} count
 */
export function idsAt(address, count) {
    const { i32 } = heap();
    const ids = [];
    for (let i = 0, at = address >> 2; i < count; ++i) ids.push(i32[at + i]);
    return ids;
}

/**
 * The handles of a body's colliders.
 * @param {Core} core
 * @param {number} id
 */
export function colliderIds(core, id) {
    let capacity = 64;
    for (;;) {
        const address = borrow('Body.colliders', 4 * capacity);
        const count = wasm.calls.body_colliders(core.ptr, id, address, capacity);
        const ids = idsAt(address, Math.min(count, capacity));
        giveBack(address);
        if (count <= capacity) return ids;
        capacity = count;
    }
}

/**
 * Ends the object of a destroyed collider. The next step's events may still name it.
 * @param {Core} core
 * @param {Collider} collider
 * @param {LastValues} last
 */
export function forgetCollider(core, collider, last) {
    core.ended.colliders.set(idOf(collider), collider);
    core.colliders[collider.index] = undefined;
    ++core.objectChanges;
    endObject(collider, last);
}

/**
 * The object of a new joint.
 * @param {Core} core
 * @param {number} id
 * @param {Body | null} bodyA
 * @param {Body} bodyB
 * @param {ArrayLike<number>} record
 */
export function newJoint(core, id, bodyA, bodyB, record) {
    const slot = slotOf(id);
    while (core.joints.length <= slot) core.joints.push(undefined);
    ++core.objectChanges;
    const coupled = [JOINT.COUPLED_A, JOINT.COUPLED_B].map((
        field,
    ) => (record[field] ? core.joints[slotOf(record[field])] : undefined));
    return (core.joints[slot] = core.make.joint(core, id, bodyA, bodyB, record[JOINT.TYPE],
        coupled));
}

/**
 * Ends the object of a joint that was destroyed or broke. The events may name one that broke.
 * @param {Core} core
 * @param {Joint} joint
 * @param {LastValues} [last]
 */
export function forgetJoint(core, joint, last) {
    core.ended.joints.set(idOf(joint), joint);
    core.joints[joint.index] = undefined;
    ++core.objectChanges;
    core.gears.delete(joint);
    endObject(joint, last);
}

/**
 * The last values of a joint, its state too.
 * @param {Core} core
 * @param {number} id
 */
export function lastJoint(core, id) {
    const last = lastOfJoint(core, id);
    last.state = copyNumbers(core.engine.jointState(core, id), core.stateAt, JOINT_STATE);
    return last;
}

/**
 * Destroys a body and ends its objects. They are made first where the body was made in bulk: the
 * next step's events may name them.
 * @param {Core} core
 * @param {number} id
 * @param {string} method
 */
export function destroyBody(core, id, method) {
    const body = bodyOf(core, id);
    const last = lastOfBody(core, id, body);
    const { bodyColliders: colliders, bodyJoints } = last;
    const joints = withGears(core, bodyJoints);
    /** @type {LastValues[]} */
    const lasts = [];
    for (const collider of colliders)
        lasts.push(lastOfCollider(core, idOf(collider), describeShape));
    for (const joint of joints) lasts.push(lastJoint(core, idOf(joint)));
    done(method, wasm.calls.body_destroy(core.ptr, id));
    let i = 0;
    for (const collider of colliders) forgetCollider(core, collider, lasts[i++]);
    for (const joint of joints) forgetJoint(core, joint, lasts[i++]);
    forgetBody(core, body, last);
}

/**
 * Ends the object of a destroyed body. The next step's events may still name it.
 * @param {Core} core
 * @param {Body} body
 * @param {LastValues} last
 */
export function forgetBody(core, body, last) {
    core.ended.bodies.set(idOf(body), body);
    core.bodies[body.index] = undefined;
    ++core.objectChanges;
    endObject(body, last);
}

/**
 * Ends the objects of all bodies, colliders and joints of a destroyed world.
 * @param {Core} core
 */
export function endAll(core) {
    for (const collider of core.colliders) if (collider) endObject(collider);
    for (const body of core.bodies) if (body) endObject(body);
    for (const joint of core.joints) if (joint) endObject(joint);
    core.bodies = [];
    core.joints = [];
    core.colliders = [];
    core.ended = makeEnded();
    core.endedBefore = makeEnded();
}

/**
 * The joints of a body, newest first.
 * @param {Core} core
 * @param {number} bodyHandle
 * @returns {Joint<any>[]}
 */
export function jointsOf(core, bodyHandle) {
    let capacity = 64;
    for (;;) {
        const address = borrow('Body.joints', 4 * capacity);
        const count = wasm.calls.body_joints(core.ptr, bodyHandle, address, capacity);
        const ids = idsAt(address, Math.min(count, capacity));
        giveBack(address);
        if (count <= capacity)
            return ids.map((id) => /** @type {Joint} */ (core.joints[slotOf(id)]));
        capacity = count;
    }
}

/**
 * Ends the objects of joints that broke in a step, and keeps them for its events.
 * @param {Core} core
 * @param {Int32Array} words of the events
 * @param {number} count
 * @param {number} stride
 */
export function endBroken(core, words, count, stride) {
    for (let i = 0; i < count; ++i) {
        const id = words[i * stride];
        const joint = core.joints[slotOf(id)];
        if (!joint || idOf(joint) !== id) continue;
        const last = lastJoint(core, id);
        for (const each of withGears(core, [joint]))
            forgetJoint(core, each, each === joint ? last : undefined);
    }
}
