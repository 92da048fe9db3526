// Rays and moving shapes against a world, one by one; js/world/queries/batches.js casts many in one call.
// js/world/world.js calls these. A cast allocates nothing if it is given the object to fill.
import { raiseShape } from '../objects/shape-faults.js';
import { shapeRecord } from '../objects/shapes.js';
import { livePointer } from '../../wire/core.js';
import { coordinate, wrongType } from '../../wire/errors.js';
import { SHAPE } from '../../wire/layout.js';
import { allocate, heap, raise, wasm, writeRecord } from '../../wire/wasm.js';
import { colliderOf } from '../objects/objects.js';
import { makeCell, nameKindOf, readCell, readSegment } from '../objects/parts.js';
import { parsePose } from './queries.js';
import { parseOptions, writeFilter } from './query-filter.js';

/** @import { CastOptions, Pose, SingleCastOptions } from '../../options/query-types.js' */
/** @import { ShapeOptions } from '../../options/types.js' */
/** @import { Core } from '../../wire/core.js' */
/** @import { Hit, TileCell } from '../types.js' */

/** The record of MicaHit in mica.h. */
export const HIT_WORDS = 11;
const HIT_BYTES = 4 * HIT_WORDS;

const ALL_KEYS = new Set(['layers', 'triggers', 'skipStatic', 'skipMoving', 'ignore', 'inside']);
export const CAST_KEYS = new Set([...ALL_KEYS, 'out']);

/**
 * @param {string} method
 * @param {number} x
 * @param {number} y
 * @param {number} dx
 * @param {number} dy
 */
function checkWay(method, x, y, dx, dy) {
    coordinate(method, 'x', x);
    coordinate(method, 'y', y);
    coordinate(method, 'dx', dx);
    coordinate(method, 'dy', dy);
}

/**
 * Whether the engine, in single precision, sees a length above zero.
 * @param {number} dx
 * @param {number} dy
 */
export function hasLength(dx, dy) {
    const x = Math.fround(dx);
    const y = Math.fround(dy);
    return Math.fround(x * x) + Math.fround(y * y) > 0;
}

/**
 * @param {string} method
 * @param {number} x
 * @param {number} y
 * @param {number} dx
 * @param {number} dy
 */
function checkRay(method, x, y, dx, dy) {
    checkWay(method, x, y, dx, dy);
    if (!hasLength(dx, dy)) {
        throw new RangeError(`${method}: dx and dy must give the ray a length, got ${dx}, ${dy}`);
    }
}

/**
 * The cell of each object that was given to be filled and has hit a map: filling it again allocates nothing.
 * @type {WeakMap<object, TileCell<any>>}
 */
const cells = new WeakMap();

/** @param {object} out */
function cellOf(out) {
    let cell = cells.get(out);
    if (cell === undefined) {
        cell = makeCell();
        cells.set(out, cell);
    }
    return cell;
}

/**
 * Fills a hit from a record in the engine's memory, which is read before anything else is asked.
 * @param {Core} core
 * @param {number} at index of the record's first word
 * @param {Hit} hit
 * @param {object} [out] whose cell is filled; a new cell by default
 */
export function fillHit(core, at, hit, out) {
    const { u32, i32, f32 } = heap();
    const id = u32[at] | 0;
    const fraction = f32[at + 2];
    const inside = u32[at + 3] !== 0;
    const x = f32[at + 4];
    const y = f32[at + 5];
    const nx = f32[at + 6];
    const ny = f32[at + 7];
    const named = i32[at + 9] < 0
        ? undefined
        : readCell(i32, at + 8, out === undefined ? makeCell() : cellOf(out));
    const segment = readSegment(i32, at + 8);
    // Before anything is written: the setters of a hit may be the user's own.
    const collider = colliderOf(core, id);
    const { body } = collider;
    const cell = named && nameKindOf(named, core, collider);
    hit.x = x;
    hit.y = y;
    hit.nx = nx;
    hit.ny = ny;
    hit.fraction = fraction;
    hit.inside = inside;
    hit.collider = collider;
    hit.body = body;
    hit.cell = cell;
    hit.segment = segment;
    return hit;
}

/** @returns {Hit<any>} */
export function newHit() {
    const none = /** @type {any} */ (undefined);
    return { body: none, collider: none, x: 0, y: 0, nx: 0, ny: 0, fraction: 0, inside: false,
        cell: none, segment: none };
}

/**
 * The option `out` of a query with one answer.
 * @param {string} method
 * @param {Record<string, unknown>} o
 */
export function readOut(method, { out }) {
    if (out !== undefined && (typeof out !== 'object' || out === null)) {
        wrongType(method, 'out', 'an object', out);
    }
    return out;
}

/**
 * @param {Core} core
 * @param {string} method
 * @param {number} count of hits, or minus an error code
 * @param {number} address
 * @param {unknown} [out] what to fill
 * @returns {Hit<any> | null}
 */
export function oneHit(core, method, count, address, out) {
    if (count < 0) raise(method, -count);
    if (count === 0) return null;
    if (out === undefined) return fillHit(core, address >> 2, newHit());
    return fillHit(core, address >> 2, /** @type {Hit} */ (out), /** @type {Hit} */ (out));
}

/**
 * @param {Core} core
 * @param {any} x
 * @param {any} y
 * @param {any} dx
 * @param {any} dy
 * @param {SingleCastOptions | undefined} given
 */
export function rayCast(core, x, y, dx, dy, given) {
    const method = 'World.rayCast';
    checkRay(method, x, y, dx, dy);
    const o = parseOptions(method, given, CAST_KEYS);
    const out = readOut(method, o);
    const filter = writeFilter(core, method, o);
    const ptr = livePointer(core, method);
    const hits = wasm.calls.ray_closest(ptr, x, y, dx, dy, filter, wasm.scratch);
    return oneHit(core, method, hits, wasm.scratch, out);
}

/**
 * @param {Core} core
 * @param {any} x
 * @param {any} y
 * @param {any} dx
 * @param {any} dy
 * @param {CastOptions | undefined} given
 */
export function rayCastAny(core, x, y, dx, dy, given) {
    const method = 'World.rayCastAny';
    checkRay(method, x, y, dx, dy);
    const o = parseOptions(method, given, ALL_KEYS);
    const filter = writeFilter(core, method, o);
    const count = wasm.calls.ray_any(livePointer(core, method), x, y, dx, dy, filter);
    if (count < 0) raise(method, -count);
    return count > 0;
}

/**
 * @param {Core} core
 * @param {any} x
 * @param {any} y
 * @param {any} dx
 * @param {any} dy
 * @param {CastOptions | undefined} given
 * @returns {Hit<any>[]}
 */
export function rayCastAll(core, x, y, dx, dy, given) {
    const method = 'World.rayCastAll';
    checkRay(method, x, y, dx, dy);
    const o = parseOptions(method, given, ALL_KEYS);
    const filter = writeFilter(core, method, o);
    const ptr = livePointer(core, method);
    let capacity = 64;
    for (;;) {
        // Objects for what was made in bulk are made by calls that use the scratch buffer.
        const out = allocate(method, HIT_BYTES * capacity);
        const count = wasm.calls.ray_all(ptr, x, y, dx, dy, filter, out, capacity);
        const fits = count <= capacity;
        const hits = Array.from({ length: fits ? Math.max(count, 0) : 0 }, (_, i) =>
            fillHit(core, (out >> 2) + HIT_WORDS * i, newHit()));
        wasm.calls.release(out);
        if (count < 0) raise(method, -count);
        if (fits) return hits;
        capacity = count;
    }
}

/**
 * @param {Core} core
 * @param {ShapeOptions} shape
 * @param {Pose} pose
 * @param {readonly any[]} way dx and dy
 * @param {any} asked
 */
export function shapeCast(core, shape, pose, [dx, dy], asked) {
    const method = 'World.shapeCast';
    const record = shapeRecord(method, 'shape.', shape);
    const [x, y, angle] = parsePose(method, 'pose', pose);
    checkWay(method, x, y, dx, dy);
    const o = parseOptions(method, asked, CAST_KEYS);
    const given = readOut(method, o);
    const filter = writeFilter(core, method, o);
    const ptr = livePointer(core, method);
    const { calls, scratch } = wasm;
    const out = scratch + 8 * SHAPE.RECORD;
    writeRecord(record, scratch);
    const hits = calls.shape_cast(ptr, scratch, x, y, angle, dx, dy, filter, out);
    if (hits < 0) raiseShape(method, -hits, record, 'shape.');
    return oneHit(core, method, hits, out, given);
}
