// Which object stood for each body, collider and joint when a snapshot was taken. A restore makes those
// objects valid again, ends those made since, and leaves the others as they are. A snapshot is plain bytes:
// its roster is found by the buffer that the bytes lie in, and goes when that goes. Bytes from elsewhere
// have none; then an object stays if its handle is valid, and others are made on demand. Called by
// js/world/snapshots.js.
import { typeNamed } from '../options/joint-options.js';
import { makeEnded } from '../wire/core.js';
import {
    bodyId, colliderCore, colliderId, endBody, endCollider, endJoint, jointId, reviveBody, reviveCollider, reviveJoint,
} from '../wire/handle.js';
import { slotOf } from '../wire/layout.js';
import { heap, wasm } from '../wire/wasm.js';
import { readCounters } from './measures.js';
import { bodyOf } from './objects.js';

/** @import { Core, Ended } from '../wire/core.js' */
/** @import { Collider } from './collider.js' */
/** @import { Joint } from './joint.js' */

/**
 * @typedef {object} Roster
 * @property {Core} core
 * @property {number} changes `core.objectChanges` at the time
 * @property {Core['bodies']} bodies
 * @property {Core['colliders']} colliders
 * @property {Core['joints']} joints
 * @property {Set<Joint<any>>} gears
 * @property {Ended} ended
 * @property {Ended} endedBefore
 */

/** @type {WeakMap<ArrayBufferLike, Roster>} */
const rosters = new WeakMap();

/** The last roster of each world: the next one too, while no object is made or ended. @type {WeakMap<Core, Roster>} */
const latest = new WeakMap();

/** @param {Ended} ended @returns {Ended} */
const copyOf = ({ bodies, colliders, joints }) =>
    ({ bodies: new Map(bodies), colliders: new Map(colliders), joints: new Map(joints) });

/** @param {Ended} ended */
const isEmpty = ({ bodies, colliders, joints }) => bodies.size + colliders.size + joints.size === 0;

/**
 * The objects of a world now.
 * @param {Core} core
 * @returns {Roster}
 */
export function rosterOf(core) {
    const plain = isEmpty(core.ended) && isEmpty(core.endedBefore);
    let roster = latest.get(core);
    if (!roster || roster.changes !== core.objectChanges || !plain) {
        roster = {
            core,
            changes: core.objectChanges,
            bodies: core.bodies.slice(),
            colliders: core.colliders.slice(),
            joints: core.joints.slice(),
            gears: new Set(core.gears),
            ended: copyOf(core.ended),
            endedBefore: copyOf(core.endedBefore),
        };
        if (plain) latest.set(core, roster);
    }
    return roster;
}

/**
 * Notes the objects of a world for the snapshot in a buffer.
 * @param {Core} core
 * @param {ArrayBufferLike} buffer
 */
export function noteRoster(core, buffer) {
    rosters.set(buffer, rosterOf(core));
}

/**
 * The roster of the bytes in a buffer, if it is known and of this world.
 * @param {Core} core
 * @param {ArrayBufferLike} buffer
 */
export function rosterIn(core, buffer) {
    const roster = rosters.get(buffer);
    return roster?.core === core ? roster : undefined;
}

/**
 * Forgets which objects were in a buffer, which is about to be written anew.
 * @param {ArrayBufferLike} buffer
 */
export function dropRoster(buffer) {
    rosters.delete(buffer);
}

/**
 * Brings a list of objects in line with the engine.
 * @template {object} T
 * @param {(T | undefined)[]} list
 * @param {(T | undefined)[] | undefined} wanted by slot; undefined if that is not known
 * @param {(slot: number) => number} idAt the handle in a slot, 0 for none
 * @param {object} kind
 * @param {(object: T) => number} kind.idOf
 * @param {(object: T) => void} kind.end
 * @param {(object: T, id: number) => void} kind.revive
 * @param {(object: T, id: number) => boolean} kind.fits whether what an object says of itself holds for
 *     this handle: in bytes from elsewhere a handle may be another's
 */
function settle(list, wanted, idAt, { idOf, end, revive, fits }) {
    const count = Math.max(list.length, wanted ? wanted.length : 0);
    for (let slot = 0; slot < count; ++slot) {
        const id = idAt(slot);
        const have = list[slot];
        let want = wanted?.[slot];
        if (want === undefined && have !== undefined && id !== 0 && idOf(have) === id && fits(have, id)) want = have;
        if (have !== undefined && have !== want) end(have);
        if (want !== undefined && idOf(want) !== id) revive(want, id);
        list[slot] = want;
    }
}

const BODIES = { idOf: bodyId, end: endBody, revive: reviveBody, fits: () => true };
const COLLIDERS = {
    idOf: colliderId, end: endCollider, revive: reviveCollider,
    /** @param {Collider<any>} collider @param {number} id */
    fits: (collider, id) => bodyId(collider.body) === wasm.calls.collider_body(colliderCore(collider).ptr, id),
};
const JOINTS = {
    idOf: jointId, end: endJoint, revive: reviveJoint,
    /** @param {Joint<any>} joint */
    fits(joint) {
        const [a, b, type] = jointInScratch();
        return (joint.bodyA ? bodyId(joint.bodyA) : 0) === a && bodyId(joint.bodyB) === b && typeNamed(type) === joint.type;
    },
};

/** What joint_at of the bridge has written: handles of the bodies, type, handles of a gear's joints. */
function jointInScratch() {
    const { i32, scratchI32: at } = heap();
    return i32.slice(at, at + 5);
}

/**
 * The object of the joint in a slot, made if there is none: they are never made on demand.
 * @param {Core} core @param {number} slot
 * @returns {Joint<any> | undefined} undefined for an empty slot
 */
function jointAt(core, slot) {
    const id = wasm.calls.joint_at(core.ptr, slot, wasm.scratch);
    if (id === 0 || core.joints[slot] !== undefined) return core.joints[slot];
    const [a, b, type, ...coupled] = jointInScratch();
    // Those that a gear couples may lie behind it.
    const others = coupled.map((each) => (each === 0 ? undefined : jointAt(core, slotOf(each))));
    while (core.joints.length <= slot) core.joints.push(undefined);
    return (core.joints[slot] = core.make.joint(core, id, a === 0 ? null : bodyOf(core, a), bodyOf(core, b), type, others));
}

/**
 * After a restore: makes the objects of a world what they were.
 * @param {Core} core
 * @param {Roster | undefined} roster of that time, if it is known
 */
export function recallRoster(core, roster) {
    const { ptr } = core;
    if (roster?.changes !== core.objectChanges) {
        settle(core.bodies, roster?.bodies, (slot) => wasm.calls.body_at(ptr, slot), BODIES);
        settle(core.colliders, roster?.colliders, (slot) => wasm.calls.collider_at(ptr, slot), COLLIDERS);
        settle(core.joints, roster?.joints, (slot) => wasm.calls.joint_at(ptr, slot, wasm.scratch), JOINTS);
        core.gears = new Set(roster?.gears);
        if (!roster) makeJoints(core);
        ++core.objectChanges;
    }
    core.ended = roster ? copyOf(roster.ended) : makeEnded();
    core.endedBefore = roster ? copyOf(roster.endedBefore) : makeEnded();
    ++core.round;
}

/** Makes the objects of all joints, and notes the gears among them. @param {Core} core */
function makeJoints(core) {
    const { joints: count } = readCounters(core.ptr);
    for (let slot = 0, found = 0; found < count; ++slot) {
        const joint = jointAt(core, slot);
        found += Number(joint !== undefined);
        if (joint?.type === 'gear') core.gears.add(joint);
    }
}
