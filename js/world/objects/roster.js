// Which object stood for each body, collider and joint when a snapshot was taken. A restore makes those
// objects valid again, ends those made since, and leaves the others as they are. A snapshot is plain bytes:
// its roster is found by the place that the bytes were written to, if they are still those, else by what they
// are, so that copies have it too. Bytes that are not known have no roster; then an object stays if its handle
// is valid in them and its body, collider or joint was created by the same definition in the same step; other objects are made on demand. Called by js/world/saving/snapshots.js.
import { typeNamed } from '../../options/joint-options.js';
import { makeEnded } from '../../wire/core.js';
import { coreOf, endObject, idOf, reviveObject } from '../../wire/object.js';
import { slotOf } from '../../wire/layout.js';
import { allocate, heap, wasm } from '../../wire/wasm.js';
import { readCounters } from './measures.js';
import { bodyOf } from './objects.js';

/** @import { Core, Ended, MatterRoster } from '../../wire/core.js' */
/** @import { WorldObject } from '../../wire/object.js' */
/** @import { Body } from './body.js' */
/** @import { Collider } from './collider.js' */
/** @import { Joint } from './joint.js' */

/**
 * Objects by slot, in parts of SLOTS that rosters share while nothing in them changes.
 * @template T
 * @typedef {{ length: number, parts: (T | undefined)[][] }} Slots
 */

/**
 * @typedef {object} Roster
 * @property {Core} core
 * @property {number} changes `core.objectChanges` at the time
 * @property {Slots<Body<any>>} bodies
 * @property {Slots<Collider<any>>} colliders
 * @property {Slots<Joint<any>>} joints
 * @property {Set<Joint<any>>} gears
 * @property {MatterRoster | undefined} matter
 * @property {Ended} ended
 * @property {Ended} endedBefore
 * @property {number} bytes about, that it takes and shares with no roster before it
 */

/** Objects of a world by slot. @typedef {Pick<Core, 'bodies' | 'colliders' | 'joints'>} Present */

/** Slots of a part. */
const SLOTS = 64;

/** About the bytes of a reference. */
const REFERENCE = 8;

/** How many snapshots are known by what they are, the last ones, and how many by their place in one buffer. */
const MAX_KNOWN = 256;
const MAX_PLACES = 1024;

/** What the rosters of those that are known may take together, in bytes. */
const MAX_BYTES = 4e6;

/**
 * @typedef {object} Known the snapshots of a world by their keys, the oldest first
 * @property {Map<number, Roster>} rosters
 * @property {Roster} [last] noted
 * @property {number} bytes of all, where one that several name counts once as long as they follow each other
 */

/** By buffer and byte offset: the key of the snapshot that was written there, and its roster. @type {WeakMap<ArrayBufferLike, Map<number, { key: number, roster: Roster }>>} */
const places = new WeakMap();

/** @type {WeakMap<Core, Known>} */
const known = new WeakMap();

/** The last roster of each world: the next one too, while no object is made or ended. @type {WeakMap<Core, Roster>} */
const latest = new WeakMap();

/** @param {Ended} ended @returns {Ended} */
const copyOf = ({ bodies, colliders, joints }) => ({ bodies: new Map(bodies),
    colliders: new Map(colliders), joints: new Map(joints) });

/** @param {Ended} ended */
const sizeOf = ({ bodies, colliders, joints }) => bodies.size + colliders.size + joints.size;

/**
 * The objects of a list, in parts of those before where they are the same.
 * @template T
 * @param {(T | undefined)[]} list
 * @param {Slots<T> | undefined} before
 * @returns {{ slots: Slots<T>, bytes: number }} and the bytes of the parts that are new
 */
function shareSlots(list, before) {
    const { length } = list;
    /** @type {(T | undefined)[][]} */
    const parts = [];
    let bytes = REFERENCE * Math.ceil(length / SLOTS);
    for (let from = 0; from < length; from += SLOTS) {
        const part = before?.parts[parts.length];
        const to = Math.min(from + SLOTS, length);
        let same = part?.length === to - from;
        for (let i = from; same && i < to; ++i) same = part?.[i - from] === list[i];
        if (!same) bytes += REFERENCE * (to - from);
        parts.push(same && part ? part : list.slice(from, to));
    }
    return { slots: { length, parts }, bytes };
}

/** @template T @param {Slots<T>} slots @param {number} slot @returns {T | undefined} */
const inSlot = ({ parts }, slot) => parts[Math.floor(slot / SLOTS)]?.[slot % SLOTS];

/**
 * The objects of a world now.
 * @param {Core} core
 * @returns {Roster}
 */
export function rosterOf(core) {
    const ended = sizeOf(core.ended) + sizeOf(core.endedBefore);
    const before = latest.get(core);
    if (before?.changes === core.objectChanges && ended === 0) return before;
    const bodies = shareSlots(core.bodies, before?.bodies);
    const colliders = shareSlots(core.colliders, before?.colliders);
    const joints = shareSlots(core.joints, before?.joints);
    /** @type {Roster} */
    const roster = {
        core,
        changes: core.objectChanges,
        bodies: bodies.slots,
        colliders: colliders.slots,
        joints: joints.slots,
        gears: new Set(core.gears),
        matter: core.matter?.roster(),
        ended: copyOf(core.ended),
        endedBefore: copyOf(core.endedBefore),
        bytes: bodies.bytes + colliders.bytes + joints.bytes
            + 2 * REFERENCE * (core.gears.size + ended),
    };
    // The next roster may share the parts of this one, but not its objects that have ended.
    latest.set(core, ended === 0 ? roster : { ...roster, changes: -1 });
    return roster;
}

/** Words of the header of a whole snapshot: its length, and the sum of all that it holds, in two. */
const HEADER = { LENGTH: 2, SUM_LOW: 4, SUM_HIGH: 5, BYTES: 32 };

/** What distinguishes a snapshot from others, a whole number of 53 bits. @param {Int32Array} header */
function keyOf(header) {
    const high = header[HEADER.SUM_HIGH] ^ Math.imul(header[HEADER.LENGTH], 0x9e3779b1);
    return (high & 0x1fffff) * 2 ** 32 + (header[HEADER.SUM_LOW] >>> 0);
}

/**
 * Notes the objects of a world for a snapshot.
 * @param {Core} core
 * @param {Uint8Array} bytes where it lies
 * @param {Int32Array} words of the whole snapshot, of which the bytes may be but a difference
 */
export function noteRoster(core, bytes, words) {
    const key = keyOf(words);
    const roster = rosterOf(core);
    const there = places.get(bytes.buffer) ?? new Map();
    places.set(bytes.buffer, there);
    there.delete(bytes.byteOffset);
    there.set(bytes.byteOffset, { key, roster });
    if (there.size > MAX_PLACES) there.delete(/** @type {number} */ (there.keys().next().value));
    noteKnown(core, key, roster);
}

/** @param {Core} core @param {number} key @param {Roster} roster */
function noteKnown(core, key, roster) {
    const all = known.get(core) ?? { rosters: new Map(), last: undefined, bytes: 0 };
    known.set(core, all);
    all.rosters.delete(key);
    all.rosters.set(key, roster);
    if (all.last !== roster) all.bytes += roster.bytes;
    all.last = roster;
    const [...keys] = all.rosters.size > MAX_KNOWN || all.bytes > MAX_BYTES
        ? all.rosters.keys()
        : [];
    for (const each of keys) {
        if (all.rosters.size <= MAX_KNOWN / 2 && all.bytes <= MAX_BYTES / 2) break;
        const gone = all.rosters.get(each);
        all.rosters.delete(each);
        const [next] = all.rosters.values();
        if (gone && gone !== next) all.bytes = Math.max(0, all.bytes - gone.bytes);
    }
}

/**
 * The roster of a snapshot, if it is known and of this world.
 * @param {Core} core
 * @param {Uint8Array} bytes that a game gave
 * @param {Uint8Array} whole snapshot, which they are or differ from another by
 */
export function rosterIn(core, bytes, whole) {
    if (whole.length < HEADER.BYTES) return undefined;
    // A copy: slice() of a Buffer is none.
    const key = keyOf(new Int32Array(new Uint8Array(whole.subarray(0, HEADER.BYTES)).buffer));
    const here = places.get(bytes.buffer)?.get(bytes.byteOffset);
    return here?.key === key && here.roster.core === core
        ? here.roster
        : known.get(core)?.rosters.get(key);
}

/** The bytes of the objects of a snapshot that no roster before them has. @param {Uint8Array} bytes */
export function rosterBytes(bytes) {
    return places.get(bytes.buffer)?.get(bytes.byteOffset)?.roster.bytes ?? 0;
}

/**
 * What the bodies, colliders and joints that have objects were made as, by slot: see web/bridge/bridge_births.c.
 * @typedef {{ bodies: Uint32Array, colliders: Uint32Array, joints: Uint32Array }} Births
 */

/** @param {Core} core @returns {Births} */
export function birthsOf(core) {
    /** @param {unknown[]} list @param {number} kind */
    const read = ({ length }, kind) => {
        const address = allocate('World.restore', Math.max(4, 4 * length));
        try {
            wasm.calls.births(core.ptr, kind, address, length);
            return heap().u32.slice(address >> 2, (address >> 2) + length);
        } finally {
            wasm.calls.release(address);
        }
    };
    return { bodies: read(core.bodies, 0), colliders: read(core.colliders, 1),
        joints: read(core.joints, 2) };
}

/**
 * Brings a list of objects in line with the engine.
 * @template {WorldObject} T
 * @param {(T | undefined)[]} list
 * @param {Slots<T> | undefined} wanted undefined if that is not known
 * @param {(slot: number) => number} idAt the handle in a slot, 0 for none
 * @param {(slot: number) => boolean} isSame whether the body, collider or joint in a slot was created by the same definition,
 *     in the same step, as that of its object: handles repeat between branches of time
 * @param {(object: T, id: number) => boolean} fits whether what an object says of itself holds for this handle: in
 *     bytes from elsewhere a handle may be another's
 */
function matchObjects(list, wanted, idAt, isSame, fits) {
    const count = Math.max(list.length, wanted ? wanted.length : 0);
    for (let slot = 0; slot < count; ++slot) {
        const id = idAt(slot);
        const have = list[slot];
        let want = wanted && inSlot(wanted, slot);
        if (want === undefined && have !== undefined && id !== 0 && idOf(have) === id
            && isSame(slot) && fits(have, id)) want = have;
        if (have !== undefined && have !== want) endObject(have);
        if (want !== undefined && idOf(want) !== id) reviveObject(want, id);
        list[slot] = want;
    }
}

/** @param {Collider<any>} collider @param {number} id */
const colliderFits = (collider, id) =>
    idOf(collider.body) === wasm.calls.collider_body(coreOf(collider).ptr, id);

/** @param {Joint<any>} joint */
function jointFits(joint) {
    const [a, b, type] = jointInScratch();
    return (joint.bodyA ? idOf(joint.bodyA) : 0) === a && idOf(joint.bodyB) === b
        && typeNamed(type) === joint.type;
}

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
    return (core.joints[slot] = core.make.joint(core, id, a === 0 ? null : bodyOf(core, a),
        bodyOf(core, b), type, others));
}

/**
 * After a restore: makes the objects of a world what they were.
 * @param {Core} core
 * @param {Roster | undefined} roster of that time, if it is known
 * @param {Births} [births] before the restore, if it is not
 * @returns {Present} the objects that were there before
 */
export function recallRoster(core, roster, births) {
    const { ptr } = core;
    if (roster?.changes !== core.objectChanges) {
        const now = births && birthsOf(core);
        /** @param {keyof Births} kind @returns {(slot: number) => boolean} */
        const isSame = (kind) => (slot) => births?.[kind][slot] === now?.[kind][slot];
        matchObjects(core.bodies, roster?.bodies, (slot) => wasm.calls.body_at(ptr, slot),
            isSame('bodies'), () => true);
        matchObjects(core.colliders, roster?.colliders, (slot) => wasm.calls.collider_at(ptr, slot),
            isSame('colliders'), colliderFits);
        matchObjects(core.joints, roster?.joints, (slot) =>
            wasm.calls.joint_at(ptr, slot, wasm.scratch), isSame('joints'), jointFits);
        core.gears = new Set(roster?.gears);
        core.matter?.recall(roster?.matter);
        ++core.objectChanges;
    }
    /** @type {Present} */
    let present = core;
    if (!roster) {
        present = { bodies: core.bodies.slice(), colliders: core.colliders.slice(),
            joints: core.joints.slice() };
        makeJoints(core);
    }
    core.ended = roster ? copyOf(roster.ended) : makeEnded();
    core.endedBefore = roster ? copyOf(roster.endedBefore) : makeEnded();
    ++core.round;
    return present;
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
