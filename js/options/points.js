// Lists of points that describe shapes: read, moved to where the shape lies, and made into a hull
// or cut into convex parts by the engine. Called by js/options/shapes.js.
import {
    MAX_COORDINATE,
    MicaError,
    coordinate,
    finite,
    isList,
    vector,
    wrongType,
} from '../wire/errors.js';
import { SHAPE } from '../wire/layout.js';
import { allocate, heap, raise, wasm } from '../wire/wasm.js';
import { MAX_PARTS } from './tiles.js';

/** Most points of an outline, or to take the hull of. */
const MAX_OUTLINE = 256;

/** Points of a chain that follow each other lie at least this far apart, in metres. */
const LEAST_STEP = 1e-4;

/**
 * Points as pairs or flat, as x and y one after the other.
 * @param {string} method
 * @param {string} name
 * @param {unknown} points
 * @param {number} least
 * @param {number} most
 */
export function readPoints(method, name, points, least, most) {
    if (!isList(points)) wrongType(method, name, 'an array of points or of numbers', points);
    const flat = typeof points[0] === 'number';
    const count = flat ? points.length / 2 : points.length;
    if (!Number.isInteger(count)) wrongType(method, name, 'an even count of numbers', points);
    if (count < least || count > most) {
        throw new RangeError(`${method}: ${name} must be ${least} to ${most} points, got ${count}`);
    }
    const numbers = new Float32Array(2 * count);
    for (let i = 0; i < count; ++i) {
        if (flat) {
            numbers[2 * i] = coordinate(method, `${name}[${2 * i}]`, points[2 * i]);
            numbers[2 * i + 1] = coordinate(method, `${name}[${2 * i + 1}]`, points[2 * i + 1]);
        } else {
            numbers.set(vector(method, `${name}[${i}]`, points[i], MAX_COORDINATE), 2 * i);
        }
    }
    return numbers;
}

/**
 * Turns points by the option `angle` about the origin and moves them by `center`, by the engine's
 * own trigonometry.
 * @param {string} method
 * @param {string} path
 * @param {Record<string, unknown>} o
 * @param {Float32Array<ArrayBuffer>} points
 */
export function place(method, path, o, points) {
    const angle = finite(method, `${path}angle`, o.angle ?? 0);
    const [x, y] = vector(method, `${path}center`, o.center ?? [0, 0], MAX_COORDINATE);
    if (angle === 0 && x === 0 && y === 0) return points;
    wasm.calls.rotation(angle, wasm.scratch);
    const { f64, scratchF64 } = heap();
    const cos = f64[scratchF64];
    const sin = f64[scratchF64 + 1];
    return points.map((_, i) => {
        const [px, py] = [points[i & ~1], points[i | 1]];
        return coordinate(
            method,
            `${path}points[${i >> 1}]`,
            i & 1 ? y + sin * px + cos * py : x + cos * px - sin * py,
        );
    });
}

/**
 * The points of a chain.
 * @param {string} method
 * @param {string} path
 * @param {Record<string, unknown>} o
 * @param {boolean} loop
 */
export function readChain(method, path, o, loop) {
    const name = `${path}points`;
    const points = place(method, path, o, readPoints(method, name, o.points, loop ? 3 : 2, MAX_PARTS));
    const count = points.length / 2;
    for (let i = loop ? 0 : 1; i < count; ++i) {
        const before = (i > 0 ? i : count) - 1;
        const dx = points[2 * i] - points[2 * before];
        const dy = points[2 * i + 1] - points[2 * before + 1];
        if (!(Math.sqrt(dx * dx + dy * dy) >= LEAST_STEP)) {
            throw new MicaError(
                'REPEATED_POINT',
                `${method}: ${name}[${i}] must lie at least ${LEAST_STEP} m from ` +
                    `${name}[${before}], got [${points[2 * i]}, ${points[2 * i + 1]}]`,
            );
        }
    }
    return points;
}

/**
 * Has the engine make shapes of the points of an option.
 * @param {string} method
 * @param {string} path
 * @param {Record<string, unknown>} o
 * @param {number} room in records
 * @param {(points: number, count: number, out: number) => number} make gives how many, or minus an
 *     error
 * @param {(at: number) => string} blame names what the engine's index of an error is about
 * @returns {number[][]} their records
 */
function build(method, path, o, room, make, blame) {
    const name = `${path}points`;
    const points = place(method, path, o, readPoints(method, name, o.points, 3, MAX_OUTLINE));
    const bytes = 8 * SHAPE.RECORD * (room || points.length / 2);
    const address = allocate(method, bytes + 4 * points.length);
    heap().f32.set(points, (address + bytes) >> 2);
    const made = make(address + bytes, points.length / 2, address);
    const { f64, i32 } = heap();
    const at = i32[address >> 2];
    const records = Array.from({ length: Math.max(0, made) }, (_, i) => {
        const start = (address >> 3) + i * SHAPE.RECORD;
        return Array.from(f64.subarray(start, start + SHAPE.RECORD));
    });
    wasm.calls.release(address);
    if (made < 0) raise(method, -made, blame(at));
    return records;
}

/**
 * The convex hull of points, as the record of a polygon.
 * @param {string} method
 * @param {string} path
 * @param {Record<string, unknown>} o
 * @param {number} radius
 */
export function hullRecord(method, path, o, radius) {
    const [record] = build(
        method,
        path,
        o,
        1,
        (points, count, out) => -wasm.calls.shape_hull(points, count, radius, out) || 1,
        () => `${path}points`,
    );
    return record;
}

/**
 * A simple outline cut into convex parts, as records of polygons.
 * @param {string} method
 * @param {string} path
 * @param {Record<string, unknown>} o
 * @param {number} radius
 */
export function outlineRecords(method, path, o, radius) {
    return build(
        method,
        path,
        o,
        0,
        (points, count, out) => wasm.calls.shape_decompose(points, count, radius, out),
        (at) => (at < 0 ? `${path}points` : `${path}points[${at}]`),
    );
}
