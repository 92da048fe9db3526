// Many rays, circles or shapes against a world in one call, for the entry js/batches.js. A batch allocates nothing in JavaScript
// once its result is large enough.
import { livePointer } from '../../wire/core.js';
import { MAX_SIZE, MIN_SIZE, coordinate, inRange, isTyped, outOfRange,
    wrongType } from '../../wire/errors.js';
import { allocate, heap, raise, refuseView, wasm, writeRecord } from '../../wire/wasm.js';
import { CAST_KEYS, HIT_WORDS, hasLength } from './casts.js';
import { coreOfWorld } from '../given-world.js';
import { parseOptions, writeFilter } from './query-filter.js';
import { raiseShape } from '../objects/shape-faults.js';
import { shapeRecord } from '../objects/shapes.js';

/** @import { RayBatchOptions } from '../../options/query-types.js' */
/** @import { ShapeOptions } from '../../options/types.js' */
/** @import { Core } from '../../wire/core.js' */
/** @import { RayHits } from '../types.js' */
/** @import { World } from '../world.js' */

/** Numbers of a ray, and of a moving circle or shape. */
const RAY_NUMBERS = 4;
const CAST_NUMBERS = 5;

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
        !(isTyped(f32, Float32Array) && isTyped(u32, Uint32Array))
        || f32.buffer !== u32.buffer
        || f32.byteOffset !== u32.byteOffset
    ) {
        wrongType(method, 'out', 'the result of an earlier rayCasts', out);
    }
    refuseView(method, 'out', f32);
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
 * Says which number the engine has refused.
 * @param {string} method
 * @param {string} name of the argument
 * @param {Float32Array} numbers
 * @param {number} each numbers of a ray or cast
 * @param {number[] | undefined} record of the shape, undefined for rays and circles, whose third number is a radius
 * @param {number} error
 * @returns {never}
 */
function refuse(method, name, numbers, each, record, error) {
    const circles = each === CAST_NUMBERS && record === undefined;
    for (let i = 0; i < numbers.length; ++i) {
        coordinate(method, `${name}[${i}]`, numbers[i]);
        if (circles && i % each === 2) {
            inRange(method, `${name}[${i}]`, numbers[i], MIN_SIZE, MAX_SIZE);
        }
    }
    for (let i = 0; each === RAY_NUMBERS && i < numbers.length; i += each) {
        const [dx, dy] = [numbers[i + 2], numbers[i + 3]];
        if (hasLength(dx, dy)) continue;
        const both = `${name}[${i + 2}] and ${name}[${i + 3}]`;
        throw new RangeError(`${method}: ${both} must give the ray a length, got ${dx}, ${dy}`);
    }
    if (record) raiseShape(method, error, record, 'shape.');
    raise(method, error);
}

/**
 * Asks many questions in one call.
 * @param {Core} core
 * @param {string} method
 * @param {string} name of the list
 * @param {Float32Array} list
 * @param {number} each numbers of a question
 * @param {RayBatchOptions | undefined} given
 * @param {number[] | undefined} record of the shape, undefined for rays and circles
 * @returns {RayHits}
 */
function batch(core, method, name, list, each, given, record) {
    if (!isTyped(list, Float32Array)) wrongType(method, name, 'a Float32Array', list);
    const numbers = list.length;
    if (numbers % each !== 0) {
        outOfRange(method, `${name}.length`, `a multiple of ${each}`, numbers);
    }
    const o = parseOptions(method, given, CAST_KEYS);
    const { out: earlier } = o;
    const result = earlier === undefined ? makeRayHits() : checkResult(method, earlier);
    const filter = writeFilter(core, method, o);
    const ptr = livePointer(core, method);
    const count = numbers / each;
    const size = HIT_WORDS * count;
    const address = allocate(method, 4 * (numbers + size) + 8);
    if (list.length !== numbers) {
        // They were a view of the engine's memory, which has grown just now.
        wasm.calls.release(address);
        wrongType(method, name, 'an array of its own, not a view of a world', list);
    }
    heap().f32.set(list, address >> 2);
    const out = address + 4 * numbers;
    if (record !== undefined) writeRecord(record, wasm.scratch);
    const shape = record === undefined ? 0 : wasm.scratch;
    const hits = each === RAY_NUMBERS
        ? wasm.calls.ray_batch(ptr, address, count, filter, out)
        : wasm.calls.cast_batch(ptr, shape, address, count, filter, out);
    if (hits < 0) {
        wasm.calls.release(address);
        refuse(method, name, list, each, record, -hits);
    }
    if (size > result.u32.length) {
        result.f32 = new Float32Array(size);
        result.u32 = new Uint32Array(result.f32.buffer);
    }
    result.u32.set(heapWords(out, size));
    wasm.calls.release(address);
    result.count = count;
    result.hits = hits;
    result.stride = HIT_WORDS;
    return result;
}

/**
 * The first hit of each of many rays, in one call. One bad ray is an error for all.
 * @template {string} L
 * @param {World<L>} world
 * @param {Float32Array} rays x, y, dx, dy of each
 * @param {RayBatchOptions<NoInfer<L>>} [options]
 */
export function rayCasts(world, rays, options) {
    return batch(coreOfWorld('rayCasts', world), 'rayCasts', 'rays', rays, RAY_NUMBERS, options,
        undefined);
}

/**
 * The first hit of each of many moving circles, in one call. One bad circle is an error for all.
 * @template {string} L
 * @param {World<L>} world
 * @param {Float32Array} circles x, y, radius, dx, dy of each
 * @param {RayBatchOptions<NoInfer<L>>} [options]
 */
export function circleCasts(world, circles, options) {
    return batch(coreOfWorld('circleCasts', world), 'circleCasts', 'circles', circles, CAST_NUMBERS,
        options, undefined);
}

/**
 * The first hits of one shape on many ways, in one call. One bad cast is an error for all.
 * @template {string} L
 * @param {World<L>} world
 * @param {ShapeOptions} shape
 * @param {Float32Array} casts x, y, angle, dx, dy of each
 * @param {RayBatchOptions<NoInfer<L>>} [options]
 */
export function shapeCasts(world, shape, casts, options) {
    const method = 'shapeCasts';
    const core = coreOfWorld(method, world);
    return batch(core, method, 'casts', casts, CAST_NUMBERS, options,
        shapeRecord(method, 'shape.', shape));
}
