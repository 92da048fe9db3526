// Overlap queries of a world: the colliders at a point, in a box or in a shape; and the manifold of two shapes.
// js/world/world.js calls these after checking that the world lives.
import { raiseOfPair, raiseShape } from '../objects/shape-faults.js';
import { shapeRecord } from '../objects/shapes.js';
import { livePointer } from '../../wire/core.js';
import { MAX_COORDINATE, MAX_SIZE, coordinate, finite, inRange, notNegative, options, vector,
    wrongType } from '../../wire/errors.js';
import { idOf } from '../../wire/object.js';
import { allocate, borrow, giveBack, heap, needReady, raise, wasm,
    writeRecord } from '../../wire/wasm.js';
import { colliderOf } from '../objects/objects.js';
import { ownCollider } from '../objects/own.js';
import { parseOptions, writeFilter } from './query-filter.js';

/** @import { OverlapOptions, PointOptions, Pose } from '../../options/query-types.js' */
/** @import { ShapeOptions } from '../../options/types.js' */
/** @import { Core } from '../../wire/core.js' */
/** @import { Collider } from '../objects/collider.js' */
/** @import { Manifold } from '../types.js' */

const OVERLAP_KEYS = new Set(['layers', 'ignore', 'skipStatic', 'skipMoving', 'out']);
const POINT_KEYS = new Set([...OVERLAP_KEYS, 'slack']);
const POSE_KEYS = new Set(['position', 'x', 'y', 'angle']);

/** Where the last query has left handles, and for how many it has capacity. */
const buffer = { address: 0, capacity: 256 };

/**
 * The buffer for the handles that a query finds.
 * @param {string} method
 */
function makeRoom(method) {
    buffer.address = allocate(method, 4 * buffer.capacity);
    return buffer.address;
}

/**
 * Takes what a query has found out of its buffer.
 * @param {Core} core
 * @param {string} method
 * @param {number} count of handles, or minus an error code
 * @param {unknown} out an array to fill, or undefined
 * @returns {Collider<any>[] | undefined} undefined if the capacity was too small: call again
 */
function take(core, method, count, out) {
    const { address, capacity } = buffer;
    const found = out === undefined ? [] : /** @type {Collider[]} */ (out);
    const fits = count <= capacity;
    try {
        for (let i = 0; i < count && fits; ++i) {
            found[i] = colliderOf(core, heap().i32[(address >> 2) + i]);
        }
        // To empty it first would give its memory back.
        if (fits && count >= 0 && found.length > count) found.length = count;
    } finally {
        // The list may be the user's own kind of array, with code of its own.
        wasm.calls.release(address);
    }
    if (count < 0) raise(method, -count);
    if (fits) return found;
    buffer.capacity = 2 * count;
    return undefined;
}

/**
 * The option `out`.
 * @param {string} method
 * @param {Record<string, unknown>} o
 */
function readOut(method, { out }) {
    if (out !== undefined && !Array.isArray(out)) wrongType(method, 'out', 'an array', out);
    return out;
}

/**
 * @param {Core} core
 * @param {any} x
 * @param {any} y
 * @param {PointOptions | undefined} asked
 * @returns {Collider<any>[]}
 */
export function overlapPoint(core, x, y, asked) {
    const method = 'World.overlapPoint';
    coordinate(method, 'x', x);
    coordinate(method, 'y', y);
    const o = parseOptions(method, asked, POINT_KEYS);
    const out = readOut(method, o);
    const { slack: given = 0 } = o;
    const slack = inRange(method, 'slack', given, 0, MAX_SIZE);
    const filter = writeFilter(core, method, o);
    const ptr = livePointer(core, method);
    for (;;) {
        const address = makeRoom(method);
        const { capacity } = buffer;
        const count = wasm.calls.overlap_point(ptr, x, y, slack, filter, address, capacity);
        const found = take(core, method, count, out);
        if (found) return found;
    }
}

/**
 * @param {Core} core
 * @param {any} x0
 * @param {any} y0
 * @param {any} x1
 * @param {any} y1
 * @param {OverlapOptions | undefined} given
 * @returns {Collider<any>[]}
 */
export function overlapBox(core, x0, y0, x1, y1, given) {
    const method = 'World.overlapBox';
    coordinate(method, 'x0', x0);
    coordinate(method, 'y0', y0);
    coordinate(method, 'x1', x1);
    coordinate(method, 'y1', y1);
    const o = parseOptions(method, given, OVERLAP_KEYS);
    const out = readOut(method, o);
    const filter = writeFilter(core, method, o);
    const ptr = livePointer(core, method);
    const minX = Math.min(x0, x1);
    const minY = Math.min(y0, y1);
    const maxX = Math.max(x0, x1);
    const maxY = Math.max(y0, y1);
    for (;;) {
        const address = makeRoom(method);
        const { calls } = wasm;
        const count = calls.overlap_box(ptr, minX, minY, maxX, maxY, filter, address,
            buffer.capacity);
        const found = take(core, method, count, out);
        if (found) return found;
    }
}

/**
 * @param {Core} core
 * @param {Collider} collider
 * @param {OverlapOptions | undefined} given
 * @returns {Collider<any>[]}
 */
export function overlapCollider(core, collider, given) {
    const method = 'World.overlapCollider';
    if (typeof collider !== 'object' || collider === null) {
        wrongType(method, 'collider', 'a Collider', collider);
    }
    ownCollider(core, method, 'collider', collider);
    const o = parseOptions(method, given, OVERLAP_KEYS);
    const out = readOut(method, o);
    const filter = writeFilter(core, method, o);
    const ptr = livePointer(core, method);
    const id = idOf(ownCollider(core, method, 'collider', collider));
    for (;;) {
        const address = makeRoom(method);
        const count = wasm.calls.overlap_collider(ptr, id, filter, address, buffer.capacity);
        const found = take(core, method, count, out);
        if (found) return found;
    }
}

/**
 * Where a pose is: its `position`, or else its x and y.
 * @param {string} method
 * @param {string} name
 * @param {Record<string, unknown>} pose
 * @returns {[x: number, y: number]}
 */
export function parsePosition(method, name, { position, x = 0, y = 0 }) {
    return position === undefined
        ? [coordinate(method, `${name}.x`, x), coordinate(method, `${name}.y`, y)]
        : vector(method, `${name}.position`, position, MAX_COORDINATE);
}

/**
 * @param {string} method
 * @param {string} name
 * @param {unknown} given
 * @returns {[x: number, y: number, angle: number]}
 */
export function parsePose(method, name, given) {
    const o = options(method, name, given, POSE_KEYS);
    const { angle = 0 } = o;
    return [...parsePosition(method, name, o), finite(method, `${name}.angle`, angle)];
}

/**
 * @param {Core} core
 * @param {ShapeOptions} shape
 * @param {Pose} pose
 * @param {OverlapOptions | undefined} given
 * @returns {Collider<any>[]}
 */
export function overlapShape(core, shape, pose, given) {
    const method = 'World.overlapShape';
    const record = shapeRecord(method, 'shape.', shape);
    const [x, y, angle] = parsePose(method, 'pose', pose);
    const o = parseOptions(method, given, OVERLAP_KEYS);
    const out = readOut(method, o);
    const filter = writeFilter(core, method, o);
    const ptr = livePointer(core, method);
    const { calls, scratch } = wasm;
    for (;;) {
        const address = makeRoom(method);
        const { capacity } = buffer;
        writeRecord(record, scratch);
        const count = calls.overlap_shape(ptr, scratch, x, y, angle, filter, address, capacity);
        if (count < 0) {
            calls.release(address);
            raiseShape(method, -count, record, 'shape.');
        }
        const found = take(core, method, count, out);
        if (found) return found;
    }
}

/**
 * The records of two shapes behind one another, each followed by its pose.
 * @param {string} method
 * @param {ShapeOptions} shapeA
 * @param {Pose} poseA
 * @param {ShapeOptions} shapeB
 * @param {Pose} poseB
 */
export function placedPair(method, shapeA, poseA, shapeB, poseB) {
    return [
        ...shapeRecord(method, 'shapeA.', shapeA),
        ...parsePose(method, 'poseA', poseA),
        ...shapeRecord(method, 'shapeB.', shapeB),
        ...parsePose(method, 'poseB', poseB),
    ];
}

/**
 * How two shapes meet, without a world: the unit normal from the first to the second and up to two
 * contact points. Swapping the shapes mirrors the normal.
 * @param {ShapeOptions} shapeA
 * @param {Pose} poseA where it is
 * @param {ShapeOptions} shapeB
 * @param {Pose} poseB
 * @param {number} [maxDistance] points further apart than this, in metres, are left out
 * @returns {Manifold}
 * @throws {RangeError | MicaError} for a shape that is none
 */
export function collide(shapeA, poseA, shapeB, poseB, maxDistance = 0) {
    needReady('collide');
    const records = placedPair('collide', shapeA, poseA, shapeB, poseB);
    notNegative('collide', 'maxDistance', maxDistance);
    const address = borrow('collide', 8 * records.length);
    writeRecord(records, address);
    const count = wasm.calls.collide(address, maxDistance);
    giveBack(address);
    const { f64, i32, scratchF64, scratchI32 } = heap();
    if (count < 0) raiseOfPair('collide', -count, records, i32[scratchI32]);
    const points = Array.from({ length: count }, (_, i) => {
        const at = scratchF64 + 2 + 4 * i;
        return { x: f64[at], y: f64[at + 1], separation: f64[at + 2], feature: f64[at + 3] };
    });
    return { nx: f64[scratchF64], ny: f64[scratchF64 + 1], points };
}
