// Turns parsed shapes into records for the engine: rotates and moves points by the engine's trigonometry, and makes
// polygons of hulls and outlines. And reads shapes back as options. Called by js/world/objects/create.js,
// js/world/objects/collider.js and the queries.
import { MAX_SIZE, MicaError, coordinate } from '../../wire/errors.js';
import { CHAIN, KIND, POINTS_KIND, SHAPE, TILES } from '../../wire/layout.js';
import { allocate, heap, memoryBytes, raise, wasm } from '../../wire/wasm.js';
import { parseShape } from '../../options/shapes.js';
import { describeTerrain } from '../../options/terrain.js';
import { describeKinds } from '../../options/tile-kinds.js';

/** @import { ParsedShape } from '../../options/shapes.js' */
/** @import { TileData } from '../../options/tile-kinds.js' */
/** @import { ColliderShape } from '../types.js' */

/** Points of a chain that follow each other lie at least this far apart, in metres. */
const MIN_STEP = 1e-4;

/**
 * The points of a parsed shape where they lie in the body's space.
 * @param {string} method
 * @param {ParsedShape} shape
 */
function placedPoints(method, { data, place, path }) {
    const points = /** @type {Float32Array<ArrayBuffer>} */ (data);
    if (!place) return points;
    const [angle, x, y] = place;
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
 * Refuses a chain two of whose neighbouring points lie in one place.
 * @param {string} method
 * @param {string} path
 * @param {Float32Array} points
 * @param {boolean} loop
 */
function checkChain(method, path, points, loop) {
    const name = `${path}points`;
    const count = points.length / 2;
    for (let i = loop ? 0 : 1; i < count; ++i) {
        const before = (i > 0 ? i : count) - 1;
        const dx = points[2 * i] - points[2 * before];
        const dy = points[2 * i + 1] - points[2 * before + 1];
        if (!(Math.sqrt(dx * dx + dy * dy) >= MIN_STEP)) {
            throw new MicaError(
                'REPEATED_POINT',
                `${method}: ${name}[${i}] must lie at least ${MIN_STEP} m from `
                    + `${name}[${before}], got [${points[2 * i]}, ${points[2 * i + 1]}]`,
            );
        }
    }
}

/**
 * What a point is called that is number `at` of all points of an outline and its holes.
 * @param {number[]} rings how many points each has
 * @param {number} at
 */
function pointName(rings, at) {
    let index = at;
    let ring = 0;
    while (index >= (rings[ring] ?? Infinity)) index -= rings[ring++];
    return ring === 0 ? `points[${index}]` : `holes[${ring - 1}][${index}]`;
}

/**
 * Which points cannot be made into polygons: one, or all of them.
 * @param {ParsedShape} shape
 * @param {Float32Array} points as they were given to the engine
 * @param {number} at which one is to blame, or -1
 */
function pointsFault({ path, rings = [] }, points, at) {
    if (at >= 0) {
        return `${path}${pointName(rings, at)} is [${points[2 * at]}, ${points[2 * at + 1]}]`;
    }
    const side = (/** @type {number} */ axis) => {
        const numbers = points.filter((_, i) => i % 2 === axis);
        return Math.max(...numbers) - Math.min(...numbers);
    };
    return `${path}points must span an area and be at most ${MAX_SIZE} m long, got ${
        points.length / 2
    } points within ${side(0)} by ${side(1)} m`;
}

/**
 * Has the engine make one polygon of points.
 * @param {string} method
 * @param {ParsedShape} shape
 * @returns {number[]} its record
 */
function buildHull(method, shape) {
    const points = placedPoints(method, shape);
    const count = points.length / 2;
    const bytes = 8 * SHAPE.RECORD;
    const address = allocate(method, bytes + 4 * points.length);
    heap().f32.set(points, (address + bytes) >> 2);
    const error = wasm.calls.shape_hull(address + bytes, count, shape.record[SHAPE.RADIUS],
        address);
    const record = Array.from(heap().f64.subarray(address >> 3, (address >> 3) + SHAPE.RECORD));
    wasm.calls.release(address);
    if (error !== 0) raise(method, error, pointsFault(shape, points, -1));
    return record;
}

/**
 * Has the engine cut an outline into polygons.
 * @param {string} method
 * @param {ParsedShape} shape
 * @returns {number[][]} their records
 */
function buildParts(method, shape) {
    const points = placedPoints(method, shape);
    const { rings = [points.length / 2] } = shape;
    const capacity = points.length / 2 + 2 * (rings.length - 1);
    const bytes = 8 * SHAPE.RECORD * capacity;
    const address = allocate(method, bytes + 4 * (points.length + rings.length));
    const pointsAt = address + bytes;
    const ringsAt = pointsAt + 4 * points.length;
    heap().f32.set(points, pointsAt >> 2);
    heap().i32.set(rings, ringsAt >> 2);
    const made = wasm.calls.shape_decompose(pointsAt, ringsAt, rings.length,
        shape.record[SHAPE.RADIUS], address, capacity);
    const { f64, i32 } = heap();
    const at = i32[address >> 2];
    const records = Array.from({ length: Math.max(0, made) }, (_, i) => {
        const start = (address >> 3) + i * SHAPE.RECORD;
        return Array.from(f64.subarray(start, start + SHAPE.RECORD));
    });
    wasm.calls.release(address);
    if (made < 0) raise(method, -made, pointsFault(shape, points, at));
    return records;
}

/**
 * The cells of a terrain of the world, or of a part of it.
 * @param {number} ptr of the world
 * @param {string} method
 * @param {number} id
 * @param {number} column
 * @param {number} row
 * @param {number} columns
 * @param {number} rows
 */
export function readTerrain(ptr, method, id, column, row, columns, rows) {
    const count = columns * rows;
    const address = allocate(method, 2 * count);
    const error = wasm.calls.terrain_read(ptr, id, column, row, columns, rows, address,
        address + count);
    const bytes = memoryBytes().slice(address, address + 2 * count);
    wasm.calls.release(address);
    if (error !== 0) raise(method, error);
    return { densities: bytes.slice(0, count), of: bytes.slice(count) };
}

/**
 * @param {ArrayLike<number>} f64
 * @param {number} at where the record begins in it
 * @param {readonly string[]} layerNames
 * @param {TileData | undefined} tileData
 * @param {((columns: number, rows: number) => { densities: Uint8Array, of: Uint8Array }) | undefined} cells
 */
function terrainShape(f64, at, layerNames, tileData, cells) {
    const { buffer } = heap().i32;
    const record = Array.from({ length: SHAPE.RECORD }, (_, i) => f64[at + i]);
    const count = record[TILES.KINDS];
    const words = new Uint8Array(buffer, record[SHAPE.DATA], 12 * count).slice().buffer;
    const surfaces = new Uint8Array(buffer, record[TILES.KINDS_AT], 28 * count).slice();
    const none = { densities: new Uint8Array(0), of: new Uint8Array(0) };
    return describeTerrain(record, 0, layerNames, tileData, {
        surfaces,
        materials: new Float32Array(words),
        anchors: new Int32Array(words),
        ...(cells?.(record[TILES.COLUMNS], record[TILES.ROWS]) ?? none),
    });
}

/** Whether the bridge takes a parsed shape as it is. @param {ParsedShape} parsed */
export const isFinished = ({ record, data }) =>
    record[SHAPE.KIND] < KIND.CHAIN && data === undefined;

/**
 * A parsed shape, or all of a parsed collider, as what the bridge takes: one of it as a rule, an
 * outline's convex parts one by one.
 * @template {ParsedShape} T
 * @param {string} method
 * @param {T} parsed
 * @returns {T[]}
 */
export function finishShape(method, parsed) {
    const { record } = parsed;
    const kind = record[SHAPE.KIND];
    if (isFinished(parsed)) return [parsed];
    const rest = record.slice(SHAPE.RECORD);
    /** @param {number[]} shape */
    const made = (shape) => ({ ...parsed, record: [...shape, ...rest], data: undefined,
        rings: undefined, place: undefined });
    switch (kind) {
        case KIND.POLYGON: {
            const shape = record.slice(0, SHAPE.RECORD);
            placedPoints(method, parsed).forEach((number, i) => {
                shape[SHAPE.POINTS + i] = number;
            });
            return [made(shape)];
        }
        case KIND.CHAIN: {
            const points = placedPoints(method, parsed);
            checkChain(method, parsed.path, points, record[CHAIN.LOOP] !== 0);
            return [{ ...parsed, data: points, place: undefined }];
        }
        case POINTS_KIND.HULL:
            return [made(buildHull(method, parsed))];
        case POINTS_KIND.OUTLINE:
            return buildParts(method, parsed).map(made);
        default:
            return [parsed];
    }
}

/**
 * The record of a convex shape.
 * @param {string} method
 * @param {string} path
 * @param {unknown} given
 */
export function shapeRecord(method, path, given) {
    return finishShape(method, parseShape(method, path, given))[0].record;
}

/**
 * The shape in a record as an option object that makes it again.
 * @param {ArrayLike<number>} f64
 * @param {number} at where the record begins in it
 * @param {readonly string[]} [layerNames] of the world, for a map of tiles
 * @param {TileData} [tileData] of the kinds of a map
 * @param {(columns: number, rows: number) => { densities: Uint8Array, of: Uint8Array }} [cells] reads the cells of a terrain; without it, they are left out
 * @returns {ColliderShape<any>}
 */
export function describeShape(f64, at, layerNames = [], tileData = undefined, cells = undefined) {
    const { f32 } = heap();
    const kind = f64[at + SHAPE.KIND];
    const address = f64[at + SHAPE.DATA];
    if (kind === KIND.TILES) {
        const columns = f64[at + TILES.COLUMNS];
        const rows = f64[at + TILES.ROWS];
        const kinds = f64[at + TILES.KINDS];
        const { buffer } = f32;
        const described = kinds
            ? describeKinds(buffer, f64[at + TILES.KINDS_AT], kinds, layerNames, tileData)
            : undefined;
        const given = described
            ? {
                cells: Int32Array.from(
                    new Uint16Array(buffer, f64[at + TILES.KIND_OF_AT], columns * rows),
                    (kind) => described.numbers[kind],
                ),
                map: described.map,
            }
            : { cells: new Uint8Array(buffer, address, columns * rows).slice() };
        return {
            shape: 'tiles',
            columns,
            rows,
            cellWidth: f64[at + TILES.CELL_WIDTH],
            cellHeight: f64[at + TILES.CELL_HEIGHT],
            origin: [f64[at + TILES.ORIGIN_X], f64[at + TILES.ORIGIN_Y]],
            ...given,
        };
    }
    if (kind === KIND.TERRAIN) return terrainShape(f64, at, layerNames, tileData, cells);
    const chain = kind === KIND.CHAIN;
    /** @type {[number, number][]} */
    const points = Array.from({ length: f64[at + SHAPE.COUNT] }, (_, i) => {
        const from = (chain ? address >> 2 : at + SHAPE.POINTS) + 2 * i;
        return chain ? [f32[from], f32[from + 1]] : [f64[from], f64[from + 1]];
    });
    const [a, b] = points;
    const radius = f64[at + SHAPE.RADIUS];
    switch (kind) {
        case KIND.CIRCLE:
            return { shape: 'circle', radius, center: a };
        case KIND.CAPSULE:
            return radius === 0 ? { shape: 'segment', a, b } : { shape: 'capsule', radius, a, b };
        case KIND.CHAIN:
            return {
                shape: 'chain',
                points,
                loop: f64[at + CHAIN.LOOP] !== 0,
                oneSided: f64[at + CHAIN.ONE_SIDED] !== 0,
                radius,
            };
        default:
            return { shape: 'polygon', points, radius };
    }
}
