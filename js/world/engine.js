// The engine behind the objects of a world in this thread. It performs the operations of
// js/wire/operations.js on plain values that are checked, and reads the values of the objects. The other
// way is js/remote/mirror.js, to a world in a worker.
import { livePointer } from '../wire/core.js';
import { tileDataOfCollider } from '../wire/handle.js';
import { idOf } from '../wire/object.js';
import { findKind, layerOfKind, surfaceOfKind } from '../options/tile-kinds.js';
import { BODY_NUMBERS, COLLIDER, JOINT, MOVER, MOVER_STATE, TILES,
    slotOf } from '../wire/layout.js';
import * as OP from '../wire/operations.js';
import { borrow, done, giveBack, heap, raise, wasm, writeRecord } from '../wire/wasm.js';
import { listContactPoints } from './events/contacts.js';
import { emit } from './events/listeners.js';
import { createBodies, createBody, createColliders } from './objects/create.js';
import { readField } from './objects/fields.js';
import { withGears } from './objects/gears.js';
import { bodyInSlot, bodyOf, colliderIds, colliderOf, destroyBody, forgetCollider, forgetJoint,
    jointsOf, lastJoint, newJoint } from './objects/objects.js';
import { copyNumbers, lastOfCollider } from './objects/last-values.js';
import { raiseShape } from './objects/shape-faults.js';
import { describeShape, finishShape, readTerrain } from './objects/shapes.js';
import { editTerrain } from './objects/terrain.js';

/** @import { ParsedShape } from '../options/shapes.js' */
/** @import { Core, Engine } from '../wire/core.js' */
/** @import { Recorder } from '../recording/recorder.js' */
/** @import { Operation } from '../wire/operations.js' */
/** @import { Collider } from './objects/collider.js' */

/**
 * @param {Core} core
 * @param {Operation} operation
 * @param {string} method
 * @param {number} id
 * @param {any} [a]
 * @param {any} [b]
 * @param {any} [c]
 * @param {any} [d]
 * @param {any} [e]
 */
function perform(core, operation, method, id, a, b, c, d, e) {
    const error = core.recorder === null
        ? operation.run(core, id, a, b, c, d, e)
        : runRecorded(core.recorder, core, operation, method, id, a, b, c, d, e);
    if (error !== 0) raise(method, error);
}

/**
 * Likewise, for a recorder: a function of its own, since V8 makes what it captures at its beginning.
 * @param {Recorder} recorder
 * @param {Core} core
 * @param {Operation} operation
 * @param {string} method
 * @param {number} id
 * @param {any[]} values
 */
function runRecorded(recorder, core, operation, method, id, ...values) {
    recorder.record(operation, id, values, () => done(method, operation.run(core, id, ...values)));
    return 0;
}

/**
 * Has something made or destroyed, and recorded where there is a recorder.
 * @template T
 * @param {Core} core
 * @param {Operation} operation
 * @param {number} id
 * @param {readonly any[]} values
 * @param {() => T} run
 * @returns {T}
 */
function make(core, operation, id, values, run) {
    return core.recorder === null ? run() : core.recorder.record(operation, id, values, run);
}

/**
 * @param {Core} core
 * @param {number} bodyA 0 where the joint has none
 * @param {number} bodyB
 * @param {number[]} record
 */
function createJoint(core, bodyA, bodyB, record) {
    const method = 'World.createJoint';
    const ptr = livePointer(core, method);
    record[JOINT.BODY_A] = bodyA;
    record[JOINT.BODY_B] = bodyB;
    const address = borrow(method, 8 * JOINT.RECORD + 8);
    writeRecord(record, address);
    const end = address + 8 * JOINT.RECORD;
    const id = wasm.calls.joint_create(ptr, address, end);
    const error = heap().i32[end >> 2];
    giveBack(address);
    if (id === 0) raise(method, error);
    return newJoint(core, id, bodyA === 0 ? null : bodyOf(core, bodyA), bodyOf(core, bodyB),
        record);
}

/**
 * @param {Core} core
 * @param {number} id
 * @param {ParsedShape} shape
 * @param {string} method
 */
function setShape(core, id, shape, method) {
    const [{ record, path }] = finishShape(method, shape);
    const address = borrow(method, 8 * record.length);
    writeRecord(record, address);
    const error = wasm.calls.collider_set_shape(core.ptr, id, address);
    giveBack(address);
    if (error !== 0) raiseShape(method, error, record, path);
}

/**
 * @param {Core} core
 * @param {number} id of a body
 * @param {readonly any[]} values
 */
function createMover({ ptr }, id, values) {
    const { f32, scratchI32 } = heap();
    f32.set(values.slice(0, MOVER.FLOATING), scratchI32);
    done('World.createMover',
        wasm.calls.mover_create(ptr, id, wasm.scratch, values[MOVER.FLOATING]));
}

/**
 * A word of the state of a mover: all before the collider that it stands on are floats.
 * @param {Core} core
 * @param {number} id
 * @param {number} field
 * @param {string} method
 */
function moverState({ ptr }, id, field, method) {
    const error = wasm.calls.mover_state(ptr, id, wasm.scratch);
    if (error !== 0) raise(method, error);
    const { i32, f32, scratchI32 } = heap();
    return field < MOVER_STATE.GROUND_COLLIDER ? f32[scratchI32 + field] : i32[scratchI32 + field];
}

/** @param {Core} core @param {number} id @param {string} method */
function groundCollider(core, id, method) {
    const ground = moverState(core, id, MOVER_STATE.GROUND_COLLIDER, method);
    return ground === 0 || wasm.calls.collider_body(core.ptr, ground) === 0
        ? null
        : colliderOf(core, ground);
}

/** @param {Core} core @param {number} id */
function destroyCollider(core, id) {
    const collider = /** @type {Collider} */ (core.colliders[slotOf(id)]);
    const last = lastOfCollider(core, id, describeShape);
    done('Collider.destroy', wasm.calls.collider_destroy(core.ptr, id));
    if (collider) forgetCollider(core, collider, last);
}

/** @param {Core} core @param {number} id */
function destroyJoint(core, id) {
    const joint = core.joints[slotOf(id)];
    const ending = joint ? withGears(core, [joint]) : [];
    const lasts = ending.map((each) => lastJoint(core, idOf(each)));
    done('Joint.destroy', wasm.calls.joint_destroy(core.ptr, id));
    ending.forEach((each, i) => forgetJoint(core, each, lasts[i]));
}

/** @type {Engine} */
export const localEngine = {
    perform,
    bodyNumber({ ptr }, id, index) {
        wasm.calls.body_numbers(ptr, id);
        return heap().f64[wasm.scratchF64 + index];
    },
    bodyNumbers({ ptr }, id) {
        wasm.calls.body_numbers(ptr, id);
        return copyNumbers(heap().f64, wasm.scratchF64, BODY_NUMBERS.RECORD);
    },
    colliderRecord({ ptr }, id, method) {
        done(method, wasm.calls.collider_get(ptr, id));
        return heap().f64;
    },
    jointRecord({ ptr }, id, method) {
        done(method, wasm.calls.joint_get(ptr, id, wasm.scratch));
        return heap().f64;
    },
    jointState({ ptr }, id) {
        wasm.calls.joint_state(ptr, id, wasm.scratch);
        return heap().f32;
    },
    layerOf: ({ ptr }, id) => wasm.calls.collider_layer(ptr, id),
    field: ({ ptr }, id, method) => readField(ptr, id, method),
    shape(core, id, method) {
        done(method, wasm.calls.collider_get(core.ptr, id));
        const collider = core.colliders[slotOf(id)];
        return describeShape(heap().f64, wasm.scratchF64, core.layerNames,
            collider && tileDataOfCollider(collider),
            (columns, rows) => readTerrain(core.ptr, method, id, 0, 0, columns, rows));
    },
    aabb({ ptr }, id) {
        wasm.calls.collider_aabb(ptr, id);
        const { f64, scratchF64: at } = heap();
        return { minX: f64[at], minY: f64[at + 1], maxX: f64[at + 2], maxY: f64[at + 3] };
    },
    contains: ({ ptr }, id, x, y) => wasm.calls.collider_contains(ptr, id, x, y) !== 0,
    ignores: ({ ptr }, a, b) => wasm.calls.body_ignores(ptr, a, b) !== 0,
    bodyAt: bodyInSlot,
    bodyCount({ ptr }) {
        wasm.calls.world_counters(ptr);
        return heap().i32[wasm.scratchI32];
    },
    colliders: (core, id) => colliderIds(core, id).map((each) => colliderOf(core, each)),
    joints: jointsOf,
    // Without a recorder neither a list nor a function is made for each call.
    createBody: (core, body, list) =>
        core.recorder === null
            ? createBody(core, body, list)
            : make(core, OP.CREATE_BODY, 0, [body, list], () => createBody(core, body, list)),
    createBodies: (core, values) =>
        make(core, OP.CREATE_BODIES, 0, values, () => createBodies(core, values)),
    createColliders: (core, id, list, single) =>
        core.recorder === null
            ? createColliders(core, id, list, single)
            : make(core, OP.CREATE_COLLIDERS, id, [list, single],
                () => createColliders(core, id, list, single)),
    createJoint: (core, a, b, record) =>
        core.recorder === null
            ? createJoint(core, a, b, record)
            : make(core, OP.CREATE_JOINT, 0, [a, b, record], () => createJoint(core, a, b, record)),
    createMover: (core, id, values) =>
        make(core, OP.CREATE_MOVER, id, values, () => createMover(core, id, values)),
    moverState,
    moverSetting({ ptr }, id, field, method) {
        done(method, wasm.calls.mover_get(ptr, id, wasm.scratch));
        const { i32, f32, scratchI32 } = heap();
        return field < MOVER.FLOATING ? f32[scratchI32 + field] : i32[scratchI32 + field] & 1;
    },
    moverCollider: (core, id) => colliderOf(core, wasm.calls.mover_collider(core.ptr, id)),
    groundCollider,
    setShape: (core, id, shape, method) =>
        make(core, OP.SET_SHAPE, id, [shape], () => setShape(core, id, shape, method)),
    destroyBody: (core, id, method) =>
        core.recorder === null
            ? destroyBody(core, id, method)
            : make(core, OP.DESTROY_BODY, id, [], () => destroyBody(core, id, method)),
    destroyCollider: (core, id) =>
        make(core, OP.DESTROY_COLLIDER, id, [], () => destroyCollider(core, id)),
    destroyJoint: (core, id) => make(core, OP.DESTROY_JOINT, id, [], () => destroyJoint(core, id)),
    editTerrain(core, id, adds, words, made) {
        const change = make(core, adds ? OP.ADD_GROUND : OP.DIG_GROUND, id, [words],
            () => editTerrain(core, id, adds, words));
        made?.(change);
        for (const piece of change.pieces) emit(core, 'groundPiece', piece);
        return change;
    },
    watch() {},
    contactPoints: listContactPoints,
    namesTile(_core, _id, kinds, number) {
        const { i32, f64, scratchF64 } = heap();
        return findKind(i32, f64[scratchF64 + TILES.KINDS_AT] >> 2, kinds, number) >= 0;
    },
    layerOfTile({ ptr }, id, tile) {
        wasm.calls.collider_get(ptr, id);
        const { i32, f64, scratchF64: at } = heap();
        const own = layerOfKind(i32, f64[at + TILES.KINDS_AT] >> 2, f64[at + TILES.KINDS] | 0,
            tile);
        return own < 0 ? f64[at + COLLIDER.LAYER] | 0 : own;
    },
    surfaceOfTile({ ptr }, id, tile, which) {
        wasm.calls.collider_get(ptr, id);
        const { i32, f32, f64, scratchF64: at } = heap();
        return surfaceOfKind(i32, f32, f64[at + TILES.KINDS_AT] >> 2, f64[at + TILES.KINDS] | 0,
            tile, which);
    },
    tile: ({ ptr }, id, column, row) => wasm.calls.tiles_get(ptr, id, column, row),
    layerNamed: ({ ptr }, from, to) => wasm.calls.layer_named(ptr, from, to),
    layerResponse: ({ ptr }, a, b) => wasm.calls.layer_response(ptr, a, b),
    layerMasks({ ptr }, which) {
        const buffer = /** @type {ArrayBuffer} */ (heap().u32.buffer);
        return new Uint32Array(buffer, wasm.calls.layer_masks(ptr) + 512 * which, 128);
    },
};
