// Makes bodies and colliders: options are parsed whole (js/options.js), written into wasm memory as
// records, and made by one call that makes everything or nothing. Called by js/world.js and
// js/body.js.
import { bodyId } from './body.js';
import { livePointer, syncViews } from './core.js';
import { integer } from './errors.js';
import { BODY, COLLIDER, slotOf } from './layout.js';
import { bodyOf, colliderOf } from './objects.js';
import { parseBody, parseBulk, parseCollider } from './options.js';
import { borrow, giveBack, heap, raise, wasm } from './wasm.js';

/** @import { Body } from './body.js' */
/** @import { Core } from './core.js' */
/** @import { BodyOptions, BulkOptions, ColliderOptions } from './types.js' */

/**
 * @param {ArrayLike<number>} record
 * @param {number} address
 */
export function writeRecord(record, address) {
    heap().f64.set(record, address >> 3);
}

/**
 * @param {number[]} body
 * @param {number[][]} colliders
 * @param {number} address
 * @returns {number} the address behind them
 */
function writeRecords(body, colliders, address) {
    writeRecord(body, address);
    let end = address + 8 * BODY.RECORD;
    for (const record of colliders) {
        writeRecord(record, end);
        end += 8 * COLLIDER.RECORD;
    }
    return end;
}

/**
 * @param {string} method
 * @returns {never}
 */
function creationFailed(method) {
    const { i32, scratchI32 } = heap();
    const error = i32[scratchI32];
    const index = i32[scratchI32 + 1];
    raise(method, error, index < 0 ? undefined : `collider ${index}`);
}

/**
 * @param {Core} core
 * @param {BodyOptions} options
 */
export function createBody(core, options) {
    const method = 'World.createBody';
    livePointer(core, method);
    const { body, colliders, colliderData, userData } = parseBody(method, options, core.layerNames);
    // Only now: reading the options may have run code of the user's.
    const ptr = livePointer(core, method);
    const count = colliders.length;
    const address = borrow(method, 8 * (BODY.RECORD + count * COLLIDER.RECORD) + 4 * count);
    const end = writeRecords(body, colliders, address);
    const id = wasm.calls.body_create(ptr, address, address + 8 * BODY.RECORD, count, end);
    const ids = id === 0 ? [] : Array.from(heap().i32.subarray(end >> 2, (end >> 2) + count));
    giveBack(address);
    syncOrFail(core, method, id);
    const made = bodyOf(core, id);
    made.userData = userData;
    ids.forEach((colliderId, i) => {
        colliderOf(core, colliderId).userData = colliderData[i];
    });
    return made;
}

/**
 * After a creation, which may have moved the views even if it failed.
 * @param {Core} core
 * @param {string} method
 * @param {number} result 0 if it failed
 */
function syncOrFail(core, method, result) {
    wasm.calls.world_views(core.ptr);
    syncViews(core);
    if (result === 0) creationFailed(method);
    core.posesStale = true;
}

/**
 * @param {Core} core
 * @param {Body} body alive
 * @param {ColliderOptions} options
 */
export function createCollider(core, body, options) {
    const method = 'Body.createCollider';
    const { record, userData } = parseCollider(method, '', options, core.layerNames);
    const ptr = livePointer(core, method);
    const address = borrow(method, 8 * COLLIDER.RECORD);
    writeRecord(record, address);
    const id = wasm.calls.collider_create(ptr, bodyId(body), address);
    giveBack(address);
    syncOrFail(core, method, id);
    const made = colliderOf(core, id);
    made.userData = userData;
    return made;
}

/**
 * @param {Core} core
 * @param {number} count
 * @param {BulkOptions} options
 * @returns {Int32Array<ArrayBuffer>} the slots
 */
export function createBodies(core, count, options) {
    const method = 'World.createBodies';
    livePointer(core, method);
    integer(method, 'count', count, 0, 2 ** 20 - 2);
    const bulk = parseBulk(method, count, options, core.layerNames);
    const ptr = livePointer(core, method);
    const lists = [bulk.positions, bulk.angles, bulk.velocities, bulk.angularVelocities];
    const records = 8 * (BODY.RECORD + bulk.colliders.length * COLLIDER.RECORD);
    const floats = lists.reduce((sum, list) => sum + (list?.length ?? 0), 0);
    const address = borrow(method, records + 4 * (floats + count));
    let end = writeRecords(bulk.body, bulk.colliders, address);
    const addresses = lists.map((list) => {
        if (!list) return 0;
        const at = end;
        heap().f32.set(list, at >> 2);
        end += 4 * list.length;
        return at;
    });
    const [positions, angles, velocities, angularVelocities] = addresses;
    const made = wasm.calls.bodies_create(
        ptr,
        address,
        address + 8 * BODY.RECORD,
        bulk.colliders.length,
        count,
        positions,
        angles,
        velocities,
        angularVelocities,
        end,
    );
    const slots =
        made === 0
            ? undefined
            : heap()
                  .i32.slice(end >> 2, (end >> 2) + count)
                  .map(slotOf);
    giveBack(address);
    syncOrFail(core, method, made);
    return slots ?? new Int32Array(0);
}
