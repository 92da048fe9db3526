// Makes bodies and colliders: options are parsed whole (js/options/options.js), written into wasm
// memory as records, and made by one call that makes everything or nothing. Called by
// js/world/world.js and js/world/body.js.
import { parseBody, parseBulk, parseColliders } from '../options/options.js';
import { livePointer, syncViews } from '../wire/core.js';
import { integer } from '../wire/errors.js';
import { bodyId } from '../wire/handle.js';
import { BODY, COLLIDER, SHAPE, slotOf } from '../wire/layout.js';
import { borrow, giveBack, heap, raise, wasm, writeRecord } from '../wire/wasm.js';
import { bodyOf, newCollider } from './objects.js';

/** @import { Body } from './body.js' */
/** @import { Core } from '../wire/core.js' */
/** @import { ParsedCollider } from '../options/options.js' */
/** @import { BodyOptions, BulkOptions, ColliderOptions } from '../options/types.js' */

/**
 * Bytes of colliders' records and of what lies behind them.
 * @param {ParsedCollider[]} colliders
 */
function bytesOf(colliders) {
    let sum = 8 * COLLIDER.RECORD * colliders.length;
    for (let i = 0; i < colliders.length; ++i) {
        const { data } = colliders[i];
        if (data) sum += roomOf(data);
    }
    return sum;
}

/** @param {ArrayBufferView} data */
function roomOf({ byteLength }) {
    return (byteLength + 7) & ~7;
}

/**
 * Writes colliders' records, and behind all of them the points and cells that they name.
 * @param {ParsedCollider[]} colliders
 * @param {number} address
 * @returns {number} the address behind them
 */
function writeColliders(colliders, address) {
    let end = address + 8 * COLLIDER.RECORD * colliders.length;
    for (let i = 0; i < colliders.length; ++i) {
        const { record, data } = colliders[i];
        if (data) {
            const { buffer, byteOffset, byteLength } = data;
            const bytes = new Uint8Array(buffer, byteOffset, byteLength);
            new Uint8Array(heap().i32.buffer).set(bytes, end);
            record[SHAPE.DATA] = end;
            end += roomOf(data);
        }
        writeRecord(record, address + 8 * COLLIDER.RECORD * i);
    }
    return end;
}

/**
 * @param {number[]} body
 * @param {ParsedCollider[]} colliders
 * @param {number} address
 * @returns {number} the address behind them
 */
function writeRecords(body, colliders, address) {
    writeRecord(body, address);
    return writeColliders(colliders, address + 8 * BODY.RECORD);
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
    const { body, colliders, userData } = parseBody(method, options, core.layerNames);
    // Only now: reading the options may have run code of the user's.
    const ptr = livePointer(core, method);
    const count = colliders.length;
    const address = borrow(method, 8 * BODY.RECORD + bytesOf(colliders) + 4 * count);
    const end = writeRecords(body, colliders, address);
    const id = wasm.calls.body_create(ptr, address, address + 8 * BODY.RECORD, count, end);
    const ids = id === 0 ? [] : idsAt(end, count);
    giveBack(address);
    syncOrFail(core, method, id);
    const made = bodyOf(core, id);
    if (userData !== undefined) made.userData = userData;
    enter(core, made, ids, colliders);
    return made;
}

/**
 * The handles that a call has left.
 * @param {number} address
 * @param {number} count
 */
function idsAt(address, count) {
    const { i32 } = heap();
    const ids = [];
    for (let i = 0; i < count; ++i) ids.push(i32[(address >> 2) + i]);
    return ids;
}

/**
 * The objects of a body's new colliders, in order.
 * @param {Core} core
 * @param {Body} body
 * @param {number[]} ids
 * @param {ParsedCollider[]} parsed
 */
function enter(core, body, ids, parsed) {
    const made = [];
    for (let i = 0; i < ids.length; ++i) {
        const { userData } = parsed[i];
        const collider = newCollider(core, ids[i], body);
        if (userData !== undefined) collider.userData = userData;
        made.push(collider);
    }
    return made;
}

/**
 * After a creation, which may have moved the views even if it failed.
 * @param {Core} core
 * @param {string} method
 * @param {number} result 0 if it failed
 */
function syncOrFail(core, method, result) {
    syncViews(core);
    if (result === 0) creationFailed(method);
    core.posesStale = true;
}

/**
 * All or none, in order; an outline is as many as it has parts.
 * @param {Core} core
 * @param {Body} body alive
 * @param {string} method
 * @param {ColliderOptions | readonly ColliderOptions[]} options
 * @param {boolean} single only one may come of it
 */
export function createColliders(core, body, method, options, single) {
    const list = /** @type {unknown[]} */ (Array.isArray(options) && !single ? options : [options]);
    const items = list.map((given, i) => ({ path: list === options ? `options[${i}].` : '', given }));
    const parsed = parseColliders(method, items, core.layerNames);
    if (single && /** @type {ColliderOptions} */ (options).shape === 'outline') {
        throw new TypeError(
            `${method}: an outline becomes several colliders; use body.createColliders`,
        );
    }
    const ptr = livePointer(core, method);
    const count = parsed.length;
    const address = borrow(method, bytesOf(parsed) + 4 * count);
    const end = writeColliders(parsed, address);
    const made = wasm.calls.colliders_create(ptr, bodyId(body), address, count, end);
    const ids = made === 0 ? [] : idsAt(end, count);
    giveBack(address);
    syncOrFail(core, method, made);
    return enter(core, body, ids, parsed);
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
    const records = 8 * BODY.RECORD + bytesOf(bulk.colliders);
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
