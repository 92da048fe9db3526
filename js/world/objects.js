// The one object that stands for each body and collider: found by handle, made on demand for what
// was made in bulk, and told when its body, collider or world ends. Called wherever a handle comes
// out of the engine or something is destroyed.
import { livePointer } from '../wire/core.js';
import {
    colliderId,
    endBody,
    endCollider,
    endJoint,
    jointId,
} from '../wire/handle.js';
import { slotOf } from '../wire/layout.js';
import { borrow, done, giveBack, heap, wasm } from '../wire/wasm.js';

/** @import { Body } from './body.js' */
/** @import { Collider } from './collider.js' */
/** @import { Joint } from './joint.js' */
/** @import { Core } from '../wire/core.js' */

/**
 * The object of a live body.
 * @param {Core} core
 * @param {number} id
 */
export function bodyOf(core, id) {
    const slot = slotOf(id);
    while (core.bodies.length <= slot) core.bodies.push(undefined);
    return (core.bodies[slot] ??= core.make.body(core, id));
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
 */
export function newCollider(core, id, body) {
    const slot = slotOf(id);
    while (core.colliders.length <= slot) core.colliders.push(undefined);
    return (core.colliders[slot] = core.make.collider(core, id, body));
}

/**
 * The object of a collider that an event names, also if it was destroyed a moment ago.
 * @param {Core} core
 * @param {number} id
 */
export function eventCollider(core, id) {
    const collider = core.colliders[slotOf(id)];
    if (collider !== undefined && colliderId(collider) === id) return collider;
    return core.dead.get(id) ?? core.dying.get(id) ?? colliderOf(core, id);
}

/**
 * Before a step: what was destroyed before the step whose events are now dropped can no longer be
 * named.
 * @param {Core} core
 */
export function ageDestroyed(core) {
    // Clearing an empty map would allocate.
    if (core.broken.size > 0) core.broken.clear();
    if (core.dead.size === 0 && core.dying.size === 0) return;
    core.dead.clear();
    const { dead } = core;
    core.dead = core.dying;
    core.dying = dead;
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
        const start = address >> 2;
        const ids = Array.from(heap().i32.subarray(start, start + Math.min(count, capacity)));
        giveBack(address);
        if (count <= capacity) return ids;
        capacity = count;
    }
}

/**
 * Tells a collider's object that it is destroyed. The next step's events may still name it.
 * @param {Core} core
 * @param {Collider} collider
 */
export function forgetCollider(core, collider) {
    core.dying.set(colliderId(collider), collider);
    core.colliders[collider.index] = undefined;
    endCollider(collider);
}

/**
 * The object of a new joint.
 * @param {Core} core
 * @param {number} id
 * @param {Body} bodyA
 * @param {Body} bodyB
 * @param {number} type
 */
export function newJoint(core, id, bodyA, bodyB, type) {
    const slot = slotOf(id);
    while (core.joints.length <= slot) core.joints.push(undefined);
    return (core.joints[slot] = core.make.joint(core, id, bodyA, bodyB, type));
}

/**
 * Tells a joint's object that the joint is gone.
 * @param {Core} core
 * @param {Joint} joint
 */
export function forgetJoint(core, joint) {
    core.joints[joint.index] = undefined;
    endJoint(joint);
}

/**
 * Destroys a body and tells its objects. They are made first where the body was made in bulk: the
 * next step's events may name them.
 * @param {Core} core
 * @param {number} id
 * @param {string} method
 */
export function destroyBody(core, id, method) {
    const body = bodyOf(core, id);
    const colliders = colliderIds(core, id).map((each) => colliderOf(core, each));
    const joints = jointsOf(core, id);
    done(method, wasm.calls.body_destroy(core.ptr, id));
    for (const collider of colliders) forgetCollider(core, collider);
    for (const joint of joints) forgetJoint(core, joint);
    endBody(body);
    core.bodies[body.index] = undefined;
}

/**
 * Tells every body and collider object that its world is gone.
 * @param {Core} core
 */
export function endAll(core) {
    for (const collider of core.colliders) if (collider) endCollider(collider);
    for (const body of core.bodies) if (body) endBody(body);
    for (const joint of core.joints) if (joint) endJoint(joint);
    core.bodies = [];
    core.joints = [];
    core.broken = new Map();
    core.colliders = [];
    core.dying = new Map();
    core.dead = new Map();
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
        const start = address >> 2;
        const ids = Array.from(heap().i32.subarray(start, start + Math.min(count, capacity)));
        giveBack(address);
        if (count <= capacity)
            return ids.map((id) => /** @type {Joint} */ (core.joints[slotOf(id)]));
        capacity = count;
    }
}

/**
 * Tells the joints that broke in a step, and keeps them for its events.
 * @param {Core} core
 * @param {Int32Array} words of the events
 * @param {number} count
 * @param {number} stride
 */
export function endBroken(core, words, count, stride) {
    for (let i = 0; i < count; ++i) {
        const id = words[i * stride];
        const joint = core.joints[slotOf(id)];
        if (joint && jointId(joint) === id) {
            core.broken.set(id, joint);
            forgetJoint(core, joint);
        }
    }
}
