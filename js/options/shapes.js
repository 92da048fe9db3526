// Shapes on their way in, from option objects to records for the bridge, and on their way out.
// Everything is read and checked before anything is written. Called by js/options/options.js,
// js/world/collider.js, js/world/queries.js and js/world/casts.js.
import {
    MAX_COORDINATE,
    boolean,
    finite,
    inRange,
    oneOf,
    options,
    size,
    writeVector,
    wrongType,
} from '../wire/errors.js';
import { CHAIN, KIND, MAX_POINTS, SHAPE, TILES } from '../wire/layout.js';
import { heap } from '../wire/wasm.js';
import { hullRecord, place, readChain, readPoints } from './points.js';
import { parseTiles } from './tiles.js';

/** @import { ColliderShape } from './types.js' */

/** Shapes that one convex shape of the engine stands for. */
const SHAPES = /** @type {const} */ (['circle', 'box', 'capsule', 'polygon', 'segment', 'hull']);

/** What a collider may be besides: several convex shapes, or a collider of many parts. */
export const COLLIDER_SHAPES = /** @type {const} */ ([...SHAPES, 'outline', 'chain', 'tiles']);

const POINT_KEYS = ['shape', 'points', 'radius', 'center', 'angle'];

const TILE_KEYS = ['columns', 'rows', 'cellWidth', 'cellHeight', 'cellSize', 'origin', 'cells'];

/** @type {Record<typeof COLLIDER_SHAPES[number], Set<string>>} */
export const SHAPE_KEYS = {
    circle: new Set(['shape', 'radius', 'center']),
    box: new Set([
        'shape',
        'width',
        'height',
        'halfWidth',
        'halfHeight',
        'center',
        'angle',
        'radius',
    ]),
    capsule: new Set(['shape', 'radius', 'length', 'center', 'angle', 'a', 'b']),
    polygon: new Set(POINT_KEYS),
    segment: new Set(['shape', 'a', 'b']),
    hull: new Set(POINT_KEYS),
    outline: new Set(POINT_KEYS),
    chain: new Set([...POINT_KEYS, 'loop', 'oneSided']),
    tiles: new Set(['shape', ...TILE_KEYS, 'legend']),
};

/**
 * A convex shape alone.
 * @param {string} method
 * @param {string} path
 * @param {unknown} given
 */
export function parseShape(method, path, given) {
    const kind = shapeKind(method, path, given, SHAPES);
    const o = options(method, path.slice(0, -1) || 'shape', given, SHAPE_KEYS[kind]);
    /** @type {number[]} */
    const record = new Array(SHAPE.RECORD).fill(0);
    writeShape(record, method, path, kind, o);
    return record;
}

/**
 * Which of some shapes an object says it is.
 * @template {string} T
 * @param {string} method
 * @param {string} path
 * @param {unknown} given
 * @param {readonly T[]} shapes
 * @returns {T}
 */
export function shapeKind(method, path, given, shapes) {
    if (typeof given !== 'object' || given === null) {
        wrongType(method, path.slice(0, -1) || 'options', 'an object', given);
    }
    const { shape } = /** @type {{ shape?: unknown }} */ (given);
    return shapes[oneOf(method, `${path}shape`, shape, shapes)];
}

/**
 * @param {number[]} record
 * @param {string} method
 * @param {string} path
 * @param {Exclude<typeof COLLIDER_SHAPES[number], 'outline'>} kind
 * @param {Record<string, unknown>} o
 * @returns {Float32Array | Uint8Array | undefined} points or cells of what has many parts; their
 *     address belongs into record[SHAPE.DATA]
 */
export function writeShape(record, method, path, kind, o) {
    const p = SHAPE.POINTS;
    switch (kind) {
        case 'circle':
            record[SHAPE.KIND] = KIND.CIRCLE;
            record[SHAPE.RADIUS] = size(method, `${path}radius`, o.radius);
            writeCenter(record, method, path, o);
            return undefined;
        case 'box':
            record[SHAPE.KIND] = KIND.BOX;
            record[SHAPE.RADIUS] = rounding(method, path, o.radius);
            record[SHAPE.ANGLE] = finite(method, `${path}angle`, o.angle ?? 0);
            writeCenter(record, method, path, o);
            record[p + 2] = halfSize(method, path, o, 'width', 'halfWidth');
            record[p + 3] = halfSize(method, path, o, 'height', 'halfHeight');
            return undefined;
        case 'capsule':
            record[SHAPE.RADIUS] = size(method, `${path}radius`, o.radius);
            if (o.a !== undefined || o.b !== undefined) {
                for (const key of ['length', 'center', 'angle']) {
                    if (o[key] === undefined) continue;
                    throw new TypeError(
                        `${method}: ${path}${key} has no meaning beside ${path}a and ${path}b`,
                    );
                }
                writeSpine(record, method, path, o, KIND.CAPSULE);
                return undefined;
            }
            record[SHAPE.KIND] = KIND.UPRIGHT_CAPSULE;
            record[SHAPE.ANGLE] = finite(method, `${path}angle`, o.angle ?? 0);
            writeCenter(record, method, path, o);
            record[p + 2] = size(method, `${path}length`, o.length) / 2;
            return undefined;
        case 'segment':
            writeSpine(record, method, path, o, KIND.SEGMENT);
            return undefined;
        case 'polygon': {
            record[SHAPE.KIND] = KIND.POLYGON;
            record[SHAPE.RADIUS] = rounding(method, path, o.radius);
            const points = readPoints(method, `${path}points`, o.points, 3, MAX_POINTS);
            record[SHAPE.COUNT] = points.length / 2;
            record.splice(p, points.length, ...place(method, path, o, points));
            return undefined;
        }
        case 'hull': {
            const hull = hullRecord(method, path, o, rounding(method, path, o.radius));
            record.splice(0, SHAPE.RECORD, ...hull);
            return undefined;
        }
        case 'chain': {
            const loop = boolean(method, `${path}loop`, o.loop ?? false);
            const oneSided = boolean(method, `${path}oneSided`, o.oneSided ?? false);
            record[SHAPE.KIND] = KIND.CHAIN;
            record[SHAPE.RADIUS] = rounding(method, path, o.radius);
            record[CHAIN.LOOP] = Number(loop);
            record[CHAIN.ONE_SIDED] = Number(oneSided);
            const points = readChain(method, path, o, loop);
            record[SHAPE.COUNT] = points.length / 2;
            return points;
        }
        case 'tiles': {
            const map = parseTiles(method, path, o);
            record[SHAPE.KIND] = KIND.TILES;
            record[TILES.COLUMNS] = map.columns;
            record[TILES.ROWS] = map.rows;
            record[TILES.CELL_WIDTH] = map.cellWidth;
            record[TILES.CELL_HEIGHT] = map.cellHeight;
            [record[TILES.ORIGIN_X], record[TILES.ORIGIN_Y]] = map.origin;
            return map.cells;
        }
    }
}

/**
 * The centre of a shape, the origin unless said otherwise: a new record has that already.
 * @param {number[]} record
 * @param {string} method
 * @param {string} path
 * @param {Record<string, unknown>} o
 */
function writeCenter(record, method, path, o) {
    if (o.center === undefined || o.center === null) return;
    writeVector(record, SHAPE.POINTS, method, `${path}center`, o.center, MAX_COORDINATE);
}

/**
 * A capsule by the centres of its two caps, or a segment by its ends.
 * @param {number[]} record
 * @param {string} method
 * @param {string} path
 * @param {Record<string, unknown>} o
 * @param {number} kind
 */
function writeSpine(record, method, path, o, kind) {
    const p = SHAPE.POINTS;
    record[SHAPE.KIND] = kind;
    writeVector(record, p, method, `${path}a`, o.a, MAX_COORDINATE);
    writeVector(record, p + 2, method, `${path}b`, o.b, MAX_COORDINATE);
    size(
        method,
        `the length from ${path}a to ${path}b`,
        Math.hypot(record[p + 2] - record[p], record[p + 3] - record[p + 1]),
    );
}

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} radius
 */
export function rounding(method, path, radius) {
    return radius === undefined || radius === 0 ? 0 : size(method, `${path}radius`, radius);
}

/**
 * @param {string} method
 * @param {string} path
 * @param {Record<string, unknown>} o
 * @param {string} whole
 * @param {string} half
 */
function halfSize(method, path, o, whole, half) {
    if (o[half] === undefined) return inRange(method, `${path}${whole}`, o[whole], 2e-4, 2e6) / 2;
    if (o[whole] !== undefined) {
        throw new TypeError(`${method}: give either ${path}${whole} or ${path}${half}, not both`);
    }
    return size(method, `${path}${half}`, o[half]);
}

/**
 * The shape in the scratch buffer as an option object that makes it again.
 * @returns {ColliderShape}
 */
export function describeShape() {
    const { f64, f32, scratchF64: at } = heap();
    const kind = f64[at + SHAPE.KIND];
    const address = f64[at + SHAPE.DATA];
    if (kind === KIND.TILES) {
        const columns = f64[at + TILES.COLUMNS];
        const rows = f64[at + TILES.ROWS];
        return {
            shape: 'tiles',
            columns,
            rows,
            cellWidth: f64[at + TILES.CELL_WIDTH],
            cellHeight: f64[at + TILES.CELL_HEIGHT],
            origin: [f64[at + TILES.ORIGIN_X], f64[at + TILES.ORIGIN_Y]],
            cells: new Uint8Array(f32.buffer, address, columns * rows).slice(),
        };
    }
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
