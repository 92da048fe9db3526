// Makes worlds, bodies and colliders of parsed options: shapes are finished, records written into wasm memory,
// and all made by one call that makes everything or nothing. js/world/engine.js calls these with plain
// values that are checked.
import { lengthUnitIn, livePointer, syncViews } from '../../wire/core.js';
import { BODY, COLLIDER, POINTS_KIND, SHAPE, WORLD, slotOf } from '../../wire/layout.js';
import { borrow, giveBack, heap, raise, wasm, writeRecord } from '../../wire/wasm.js';
import { complete, defaults } from './defaults.js';
import { bodyOf, colliderIds, idsAt, newCollider } from './objects.js';
import { raiseShape } from './shape-faults.js';
import { finishShape, isFinished } from './shapes.js';

/** @import { ParsedCollider } from '../../options/options.js' */
/** @import { BulkValues, Core } from '../../wire/core.js' */
/** @import { Body } from './body.js' */

/**
 * Makes a world.
 * @param {number[]} record in which the engine's defaults are filled in
 * @param {[from: number, to: number, response: number][]} cells of the layer table
 * @returns {number} its address
 */
export function createWorld(record, cells) {
    const down = record[WORLD.Y_DOWN] === 1 && Number.isNaN(record[WORLD.GRAVITY_Y]);
    complete(record, defaults(lengthUnitIn(record)).world);
    if (down) record[WORLD.GRAVITY_Y] *= -1;
    const address = borrow('World', 8 * WORLD.RECORD);
    writeRecord(record, address);
    const ptr = wasm.calls.world_create(address);
    giveBack(address);
    if (ptr === 0) raise('World', heap().i32[wasm.scratchI32]);
    for (const [from, to, response] of cells) wasm.calls.layer_set(ptr, from, to, response);
    return ptr;
}

/**
 * Colliders as the bridge takes them, one for each that there will be.
 * @param {Core} core
 * @param {string} method
 * @param {ParsedCollider[]} list
 */
function finish(core, method, list) {
    const { collider } = defaults(core.lengthUnit);
    /** A list of its own only where a shape is to be finished. @type {ParsedCollider[]} */
    let finished = list;
    for (let i = 0; i < list.length; ++i) {
        complete(list[i].record, collider);
        if (isFinished(list[i])) {
            if (finished !== list) finished.push(list[i]);
            continue;
        }
        if (finished === list) finished = list.slice(0, i);
        const shapes = finishShape(method, list[i]);
        if (shapes.length === 1) finished.push(shapes[0]);
        else finished.push(...shapes);
    }
    return finished;
}

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
 * @param {ParsedCollider[]} colliders
 * @returns {never}
 */
function creationFailed(method, colliders) {
    const { i32, scratchI32 } = heap();
    const error = i32[scratchI32];
    const index = i32[scratchI32 + 1];
    if (index < 0) raise(method, error);
    const { record, path } = colliders[index];
    raiseShape(method, error, record, path, true);
}

/**
 * Makes a body with all its colliders.
 * @param {Core} core
 * @param {number[]} body
 * @param {ParsedCollider[]} parsed
 */
export function createBody(core, body, parsed) {
    const method = 'World.createBody';
    const ptr = livePointer(core, method);
    const colliders = finish(core, method, parsed);
    const count = colliders.length;
    const address = borrow(method, 8 * BODY.RECORD + bytesOf(colliders) + 4 * count);
    const end = writeRecords(complete(body, defaults(core.lengthUnit).body), colliders, address);
    const id = wasm.calls.body_create(ptr, address, address + 8 * BODY.RECORD, count, end);
    const ids = id === 0 ? NONE : idsAt(end, count);
    giveBack(address);
    syncOrFail(core, method, id, colliders);
    const made = bodyOf(core, id);
    for (let i = 0; i < count; ++i) enterOne(core, made, ids[i], colliders[i]);
    return made;
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
    for (let i = 0; i < ids.length; ++i) made.push(enterOne(core, body, ids[i], parsed[i]));
    return made;
}

/**
 * @param {Core} core
 * @param {Body} body
 * @param {number} id
 * @param {ParsedCollider} parsed
 */
function enterOne(core, body, id, { userData, tileData }) {
    const collider = newCollider(core, id, body, tileData);
    if (userData !== undefined) collider.userData = userData;
    return collider;
}

/** @type {number[]} */
const NONE = [];

/**
 * After a creation, which may have moved the views even if it failed.
 * @param {Core} core
 * @param {string} method
 * @param {number} result 0 if it failed
 * @param {ParsedCollider[]} colliders
 */
function syncOrFail(core, method, result, colliders) {
    syncViews(core);
    if (result === 0) creationFailed(method, colliders);
}

/**
 * All or none, in order; an outline is as many as it has parts.
 * @param {Core} core
 * @param {number} id of a live body
 * @param {ParsedCollider[]} parsed
 * @param {boolean} single only one may come of it
 */
export function createColliders(core, id, parsed, single) {
    const method = single ? 'Body.createCollider' : 'Body.createColliders';
    const colliders = finish(core, method, parsed);
    if (single && parsed[0].record[SHAPE.KIND] === POINTS_KIND.OUTLINE) {
        throw new TypeError(
            `${method}: an outline becomes several colliders; use body.createColliders`,
        );
    }
    const ptr = livePointer(core, method);
    const count = colliders.length;
    const address = borrow(method, bytesOf(colliders) + 4 * count);
    const end = writeColliders(colliders, address);
    const made = wasm.calls.colliders_create(ptr, id, address, count, end);
    const ids = made === 0 ? [] : idsAt(end, count);
    giveBack(address);
    syncOrFail(core, method, made, colliders);
    return enter(core, bodyOf(core, id), ids, colliders);
}

/**
 * Makes many bodies of one kind.
 * @param {Core} core
 * @param {BulkValues} values
 * @returns {Int32Array<ArrayBuffer>} the slots
 */
export function createBodies(core, [count, body, parsed, ...lists]) {
    const method = 'World.createBodies';
    const ptr = livePointer(core, method);
    const colliders = finish(core, method, parsed);
    const records = 8 * BODY.RECORD + bytesOf(colliders);
    const floats = lists.reduce((sum, list) => sum + (list?.length ?? 0), 0);
    const address = borrow(method, records + 4 * (floats + count));
    let end = writeRecords(complete(body, defaults(core.lengthUnit).body), colliders, address);
    const [positions, angles, velocities, angularVelocities] = [0, 1, 2, 3].map((i) => {
        const list = lists[i];
        if (!list) return 0;
        const at = end;
        heap().f32.set(list, at >> 2);
        end += 4 * list.length;
        return at;
    });
    const made = wasm.calls.bodies_create(
        ptr,
        address,
        address + 8 * BODY.RECORD,
        colliders.length,
        count,
        positions,
        angles,
        velocities,
        angularVelocities,
        end,
    );
    const from = end >> 2;
    const handles = made === 0 ? new Int32Array(0) : heap().i32.slice(from, from + count);
    giveBack(address);
    syncOrFail(core, method, made, colliders);
    // The objects of other bodies are made when they are asked for.
    if (colliders.some(({ userData, tileData }) => userData !== undefined || tileData)) {
        handles.forEach((id) => enter(core, bodyOf(core, id), colliderIds(core, id), colliders));
    }
    return handles.map(slotOf);
}
