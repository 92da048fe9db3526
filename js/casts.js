// Rays and moving shapes against a world, one by one or thousands in one call; the point nearest to
// a point; how far apart two shapes are. js/world.js calls these after checking that the world
// lives; `distance` is public as it is. The batch allocates nothing in JavaScript once its result
// is large enough.
import { writeRecord } from './create.js';
import { livePointer } from './core.js';
import {
    MAX_COORDINATE,
    boolean,
    coordinate,
    inRange,
    options,
    outOfRange,
    wrongType,
} from './errors.js';
import { layerWord } from './layers.js';
import { SHAPE } from './layout.js';
import { colliderOf } from './objects.js';
import { parseShape } from './shapes.js';
import { parsePose, placedPair } from './queries.js';
import { allocate, borrow, giveBack, heap, needReady, raise, wasm } from './wasm.js';

/** @import { Core } from './core.js' */
/** @import { CastOptions, Distance, Hit, NearestHit, Pose, ShapeOptions } from './types.js' */

/** The record of MicaHit in mica.h. */
const HIT_WORDS = 8;
const HIT_BYTES = 4 * HIT_WORDS;
const RAY_NUMBERS = 4;

/** MICA_QUERY_* in mica.h, by the option that sets it. */
export const QUERY = Object.freeze({ triggers: 1, inside: 2, skipStatic: 4, skipMoving: 8 });
const FLAGS = /** @type {const} */ (['triggers', 'inside', 'skipStatic', 'skipMoving']);

const NEAREST_KEYS = new Set(['layers', 'triggers', 'skipStatic', 'skipMoving']);
const CAST_KEYS = new Set([...NEAREST_KEYS, 'inside']);
const BATCH_KEYS = new Set([...CAST_KEYS, 'out']);

/** @type {Record<string, unknown>} */
const NO_OPTIONS = Object.freeze({});

/**
 * The first hit of each of many rays, flat: the records of MicaHit in mica.h, 8 words each, in the
 * order of the rays. Words: 0 collider, 1 body (handles, see `slotOf`; 0 if the ray hit nothing), 2
 * fraction, 3 whether it starts inside (1 or 0), 4 x, 5 y, 6 nx, 7 ny. Words 0, 1 and 3 are
 * integers, the others floats. The arrays are JavaScript's own memory.
 * @typedef {object} RayHits
 * @property {number} count rays
 * @property {number} hits how many of them hit something
 * @property {number} stride words of a record, 8
 * @property {Float32Array} f32
 * @property {Uint32Array} u32 over the same memory
 *
 * @typedef {CastOptions & { out?: RayHits }} RayBatchOptions
 */

/**
 * @param {string} method
 * @param {unknown} given
 * @param {ReadonlySet<string>} keys
 */
function parseOptions(method, given, keys) {
    return given === undefined ? NO_OPTIONS : options(method, 'options', given, keys);
}

/**
 * @param {string} method
 * @param {Record<string, unknown>} given
 */
function flagsOf(method, given) {
    let flags = 0;
    for (let i = 0; i < FLAGS.length; ++i) {
        const name = FLAGS[i];
        const value = given[name];
        if (value !== undefined && boolean(method, name, value)) flags |= QUERY[name];
    }
    return flags;
}

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
function hasLength(dx, dy) {
    const [x, y] = [Math.fround(dx), Math.fround(dy)];
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
 * The words of hits in wasm memory, copied: making objects of them calls the engine again.
 * @param {number} address
 * @param {number} count
 */
function copyHits(address, count) {
    const start = address >> 2;
    const u32 = heap().u32.slice(start, start + HIT_WORDS * count);
    return { u32, f32: new Float32Array(u32.buffer) };
}

/**
 * @param {Core} core
 * @param {ReturnType<typeof copyHits>} words
 * @param {number} index
 * @returns {Hit}
 */
function makeHit(core, { u32, f32 }, index) {
    const at = HIT_WORDS * index;
    const collider = colliderOf(core, u32[at] | 0);
    return {
        body: collider.body,
        collider,
        x: f32[at + 4],
        y: f32[at + 5],
        nx: f32[at + 6],
        ny: f32[at + 7],
        fraction: f32[at + 2],
        inside: u32[at + 3] !== 0,
    };
}

/**
 * @param {Core} core
 * @param {string} method
 * @param {number} count of hits, or minus an error code
 * @param {number} address
 */
function oneHit(core, method, count, address) {
    if (count < 0) raise(method, -count);
    return count === 0 ? null : makeHit(core, copyHits(address, 1), 0);
}

/**
 * @param {Core} core
 * @param {number} x
 * @param {number} y
 * @param {number} dx
 * @param {number} dy
 * @param {CastOptions | undefined} given
 */
export function rayCast(core, x, y, dx, dy, given) {
    const method = 'World.rayCast';
    checkRay(method, x, y, dx, dy);
    const o = parseOptions(method, given, CAST_KEYS);
    const low = layerWord(core.layerNames, method, o.layers, 0);
    const high = layerWord(core.layerNames, method, o.layers, 1);
    const flags = flagsOf(method, o);
    const ptr = livePointer(core, method);
    const out = wasm.scratch;
    const count = wasm.calls.ray_closest(ptr, x, y, dx, dy, low, high, flags, out);
    return oneHit(core, method, count, out);
}

/**
 * @param {Core} core
 * @param {number} x
 * @param {number} y
 * @param {number} dx
 * @param {number} dy
 * @param {CastOptions | undefined} given
 */
export function rayCastAny(core, x, y, dx, dy, given) {
    const method = 'World.rayCastAny';
    checkRay(method, x, y, dx, dy);
    const o = parseOptions(method, given, CAST_KEYS);
    const low = layerWord(core.layerNames, method, o.layers, 0);
    const high = layerWord(core.layerNames, method, o.layers, 1);
    const flags = flagsOf(method, o);
    const ptr = livePointer(core, method);
    const count = wasm.calls.ray_any(ptr, x, y, dx, dy, low, high, flags);
    if (count < 0) raise(method, -count);
    return count > 0;
}

/**
 * @param {Core} core
 * @param {number} x
 * @param {number} y
 * @param {number} dx
 * @param {number} dy
 * @param {CastOptions | undefined} given
 * @returns {Hit[]}
 */
export function rayCastAll(core, x, y, dx, dy, given) {
    const method = 'World.rayCastAll';
    checkRay(method, x, y, dx, dy);
    const o = parseOptions(method, given, CAST_KEYS);
    const low = layerWord(core.layerNames, method, o.layers, 0);
    const high = layerWord(core.layerNames, method, o.layers, 1);
    const flags = flagsOf(method, o);
    const ptr = livePointer(core, method);
    let capacity = 64;
    for (;;) {
        const out = borrow(method, HIT_BYTES * capacity);
        const count = wasm.calls.ray_all(ptr, x, y, dx, dy, low, high, flags, out, capacity);
        const fits = count <= capacity;
        const words = copyHits(out, fits && count > 0 ? count : 0);
        giveBack(out);
        if (count < 0) raise(method, -count);
        if (fits) return Array.from({ length: count }, (_, i) => makeHit(core, words, i));
        capacity = count;
    }
}

/** @returns {RayHits} */
function makeRayHits() {
    const f32 = new Float32Array(64 * HIT_WORDS);
    return { count: 0, hits: 0, stride: HIT_WORDS, f32, u32: new Uint32Array(f32.buffer) };
}

/**
 * @param {string} method
 * @param {unknown} out
 * @returns {RayHits}
 */
function checkResult(method, out) {
    const { f32, u32 } = /** @type {Partial<RayHits>} */ (Object(out));
    if (
        !(f32 instanceof Float32Array && u32 instanceof Uint32Array) ||
        f32.buffer !== u32.buffer ||
        f32.byteOffset !== u32.byteOffset
    ) {
        wrongType(method, 'out', 'the result of an earlier rayCasts', out);
    }
    return /** @type {RayHits} */ (out);
}

/** The words last read: asking for as many at the same place again makes no new array. */
let words = new Uint32Array(0);

/**
 * Words of the engine's memory.
 * @param {number} address
 * @param {number} count
 */
function heapWords(address, count) {
    const { buffer } = heap().u32;
    if (words.buffer !== buffer || words.byteOffset !== address || words.length !== count) {
        words = new Uint32Array(buffer, address, count);
    }
    return words;
}

/**
 * Says which ray the engine has refused.
 * @param {string} method
 * @param {Float32Array} rays
 * @param {number} error
 * @returns {never}
 */
function refuseRays(method, rays, error) {
    for (let i = 0; i < rays.length; ++i) coordinate(method, `rays[${i}]`, rays[i]);
    for (let i = 0; i < rays.length; i += RAY_NUMBERS) {
        const [dx, dy] = [rays[i + 2], rays[i + 3]];
        if (hasLength(dx, dy)) continue;
        const names = `rays[${i + 2}] and rays[${i + 3}]`;
        throw new RangeError(`${method}: ${names} must give the ray a length, got ${dx}, ${dy}`);
    }
    raise(method, error);
}

/**
 * @param {Core} core
 * @param {Float32Array} rays
 * @param {RayBatchOptions | undefined} given
 * @returns {RayHits}
 */
export function rayCasts(core, rays, given) {
    const method = 'World.rayCasts';
    if (!(rays instanceof Float32Array)) wrongType(method, 'rays', 'a Float32Array', rays);
    const numbers = rays.length;
    if (numbers % RAY_NUMBERS !== 0) outOfRange(method, 'rays.length', 'a multiple of 4', numbers);
    const o = parseOptions(method, given, BATCH_KEYS);
    const low = layerWord(core.layerNames, method, o.layers, 0);
    const high = layerWord(core.layerNames, method, o.layers, 1);
    const flags = flagsOf(method, o);
    const result = o.out === undefined ? makeRayHits() : checkResult(method, o.out);
    const ptr = livePointer(core, method);
    const count = numbers / RAY_NUMBERS;
    const words = HIT_WORDS * count;
    const address = allocate(method, 4 * (numbers + words) + 8);
    if (rays.length !== numbers) {
        // They were a view of the engine's memory, which has grown just now.
        wasm.calls.release(address);
        wrongType(method, 'rays', 'an array of its own, not a view of a world', rays);
    }
    heap().f32.set(rays, address >> 2);
    const out = address + 4 * numbers;
    const hits = wasm.calls.ray_batch(ptr, address, count, low, high, flags, out);
    if (hits < 0) {
        wasm.calls.release(address);
        refuseRays(method, rays, -hits);
    }
    if (words > result.u32.length) {
        result.f32 = new Float32Array(words);
        result.u32 = new Uint32Array(result.f32.buffer);
    }
    result.u32.set(heapWords(out, words));
    wasm.calls.release(address);
    result.count = count;
    result.hits = hits;
    result.stride = HIT_WORDS;
    return result;
}

/**
 * @param {Core} core
 * @param {ShapeOptions} shape
 * @param {Pose} pose
 * @param {[dx: number, dy: number]} way
 * @param {CastOptions | undefined} given
 */
export function shapeCast(core, shape, pose, [dx, dy], given) {
    const method = 'World.shapeCast';
    const record = parseShape(method, 'shape.', shape);
    const [x, y, angle] = parsePose(method, 'pose', pose);
    checkWay(method, x, y, dx, dy);
    const o = parseOptions(method, given, CAST_KEYS);
    const low = layerWord(core.layerNames, method, o.layers, 0);
    const high = layerWord(core.layerNames, method, o.layers, 1);
    const flags = flagsOf(method, o);
    const ptr = livePointer(core, method);
    const { calls, scratch } = wasm;
    const out = scratch + 8 * SHAPE.RECORD;
    writeRecord(record, scratch);
    const count = calls.shape_cast(ptr, scratch, x, y, angle, dx, dy, low, high, flags, out);
    return oneHit(core, method, count, out);
}

/**
 * @param {Core} core
 * @param {number} x
 * @param {number} y
 * @param {number} maxDistance
 * @param {Omit<CastOptions, 'inside'> | undefined} given
 * @returns {NearestHit | null}
 */
export function closestPoint(core, x, y, maxDistance, given) {
    const method = 'World.closestPoint';
    coordinate(method, 'x', x);
    coordinate(method, 'y', y);
    inRange(method, 'maxDistance', maxDistance, 0, MAX_COORDINATE);
    const o = parseOptions(method, given, NEAREST_KEYS);
    const low = layerWord(core.layerNames, method, o.layers, 0);
    const high = layerWord(core.layerNames, method, o.layers, 1);
    const flags = flagsOf(method, o);
    const ptr = livePointer(core, method);
    const out = wasm.scratch;
    const count = wasm.calls.closest_point(ptr, x, y, maxDistance, low, high, flags, out);
    const hit = oneHit(core, method, count, out);
    if (!hit) return null;
    const { fraction: metres, inside: _, ...rest } = hit;
    return { ...rest, distance: metres };
}

/**
 * How far apart two shapes are, without a world, and their nearest points. Where they overlap the
 * distance is negative: the shortest way that frees them.
 * @param {ShapeOptions} shapeA
 * @param {Pose} poseA where it is
 * @param {ShapeOptions} shapeB
 * @param {Pose} poseB
 * @returns {Distance}
 * @throws {RangeError | MicaError} for a shape that is none
 */
export function distance(shapeA, poseA, shapeB, poseB) {
    needReady('distance');
    const records = placedPair('distance', shapeA, poseA, shapeB, poseB);
    writeRecord(records, wasm.scratch);
    const out = wasm.scratch + 8 * records.length;
    const error = -wasm.calls.distance(wasm.scratch, out);
    const { f32, i32 } = heap();
    const at = out >> 2;
    if (error !== 0) raise('distance', error, i32[at] === 0 ? 'shapeA' : 'shapeB');
    return {
        distance: f32[at],
        nx: f32[at + 5],
        ny: f32[at + 6],
        ax: f32[at + 1],
        ay: f32[at + 2],
        bx: f32[at + 3],
        by: f32[at + 4],
    };
}
