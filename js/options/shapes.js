// Parses shape options into plain values and checks them: the record for the bridge, the points or
// tiles that follow the record, and whether the engine must still cut an outline or build a hull
// (js/world/objects/shapes.js). Called by js/options/options.js, js/world/objects/collider.js, js/world/queries/queries.js
// and js/world/queries/casts.js.
import { MAX_ANGLE, MAX_COORDINATE, boolean, inRange, isList, isWithin, oneOf, readOptions, size,
    writeVector, wrongType } from '../wire/errors.js';
import { CHAIN, KIND, MAX_POINTS, POINTS_KIND, SHAPE, TERRAIN, TILES } from '../wire/layout.js';
import { MAX_OUTLINE, readPlace, readPoints } from './points.js';
import { TERRAIN_KEYS, describeTerrain, parseTerrain, splitTerrain } from './terrain.js';
import { describeKinds, packedIndices } from './tile-kinds.js';
import { MAX_PARTS, parseTiles } from './tiles.js';

/** @import { Site } from './types.js' */
/** @import { TileData } from './tile-kinds.js' */
/** @import { ColliderShapeOptions } from './types.js' */

/** Shapes that one convex shape of the engine stands for. */
const SHAPES = /** @type {const} */ (['circle', 'box', 'capsule', 'polygon', 'segment', 'hull']);

/** What a collider may be besides: several convex shapes, or a collider of many parts. */
export const COLLIDER_SHAPES =
    /** @type {const} */ ([...SHAPES, 'outline', 'chain', 'tiles', 'terrain']);

const POINT_KEYS = ['shape', 'points', 'radius', 'center', 'angle'];

const TILE_KEYS = ['columns', 'rows', 'cellWidth', 'cellHeight', 'cellSize', 'origin', 'cells',
    'map'];

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
    outline: new Set([...POINT_KEYS, 'holes']),
    chain: new Set([...POINT_KEYS, 'loop', 'oneSided']),
    tiles: new Set(['shape', ...TILE_KEYS, 'legend', 'topDown']),
    terrain: new Set(['shape', ...TERRAIN_KEYS]),
};

/**
 * @typedef {object} ParsedShape a shape as plain values
 * @property {number[]} record the shape's part of it, or all of a collider's; NaN where the engine's
 *     default holds
 * @property {Float32Array | Uint8Array | undefined} data points or cells that lie behind the record
 * @property {number[]} [rings] of an outline with holes: how many of the points are of the outline and of
 *     each hole
 * @property {[angle: number, x: number, y: number] | undefined} place how the points have still to
 *     be turned and moved
 * @property {string} path before the names of its options in messages
 * @property {TileData} [tileData] of a map of tiles, which the engine does not know
 */

/**
 * A convex shape alone.
 * @param {string} method
 * @param {string} path
 * @param {unknown} given
 * @returns {ParsedShape}
 */
export function parseShape(method, path, given) {
    const kind = shapeKind(method, path, given, SHAPES);
    const o = readOptions(method, path.slice(0, -1) || 'shape', given, SHAPE_KEYS[kind]);
    const record = new Array(SHAPE.RECORD).fill(0);
    return writeShape(record, method, path, kind, o);
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
 * Writes a shape into the first part of a record.
 * @param {number[]} record
 * @param {string} method
 * @param {string} path
 * @param {typeof COLLIDER_SHAPES[number]} kind
 * @param {Record<string, unknown>} o
 * @param {Site} [site] for a map of tiles
 * @returns {ParsedShape}
 */
export function writeShape(record, method, path, kind, o, site) {
    switch (kind) {
        case 'circle':
            record[SHAPE.KIND] = KIND.CIRCLE;
            record[SHAPE.RADIUS] = size(method, `${path}radius`, o.radius);
            writeCenter(record, method, path, o);
            break;
        case 'box':
            record[SHAPE.KIND] = KIND.BOX;
            record[SHAPE.RADIUS] = rounding(method, path, o.radius);
            record[SHAPE.ANGLE] = shapeAngle(method, path, o.angle ?? 0);
            writeCenter(record, method, path, o);
            record[SHAPE.POINTS + 2] = halfSize(method, path, o, 'width', 'halfWidth');
            record[SHAPE.POINTS + 3] = halfSize(method, path, o, 'height', 'halfHeight');
            break;
        case 'capsule':
            writeCapsule(record, method, path, o);
            break;
        case 'segment':
            writeEnds(record, method, path, o, KIND.SEGMENT);
            break;
        case 'tiles':
            return writeTiles(record, method, path, o, /** @type {Site} */ (site));
        case 'terrain':
            return writeTerrain(record, method, path, o, /** @type {Site} */ (site));
        default:
            return writePoints(record, method, path, kind, o);
    }
    return { record, data: undefined, place: undefined, path };
}

/**
 * A capsule by the centres of its caps, or upright with a length.
 * @param {number[]} record
 * @param {string} method
 * @param {string} path
 * @param {Record<string, unknown>} o
 */
function writeCapsule(record, method, path, o) {
    record[SHAPE.RADIUS] = size(method, `${path}radius`, o.radius);
    if (o.a === undefined && o.b === undefined) {
        record[SHAPE.KIND] = KIND.UPRIGHT_CAPSULE;
        record[SHAPE.ANGLE] = shapeAngle(method, path, o.angle ?? 0);
        writeCenter(record, method, path, o);
        record[SHAPE.POINTS + 2] = size(method, `${path}length`, o.length) / 2;
        return;
    }
    for (const key of ['length', 'center', 'angle']) {
        if (o[key] === undefined) continue;
        throw new TypeError(
            `${method}: ${path}${key} has no meaning beside ${path}a and ${path}b`,
        );
    }
    writeEnds(record, method, path, o, KIND.CAPSULE);
}

/**
 * @param {number[]} record
 * @param {string} method
 * @param {string} path
 * @param {Record<string, unknown>} o
 * @param {Site} site
 * @returns {ParsedShape}
 */
function writeTiles(record, method, path, o, site) {
    const map = parseTiles(method, path, o, site);
    record[SHAPE.KIND] = KIND.TILES;
    record[TILES.COLUMNS] = map.columns;
    record[TILES.ROWS] = map.rows;
    record[TILES.CELL_WIDTH] = map.cellWidth;
    record[TILES.CELL_HEIGHT] = map.cellHeight;
    [record[TILES.ORIGIN_X], record[TILES.ORIGIN_Y]] = map.origin;
    record[TILES.KINDS] = map.kinds;
    return { record, data: map.data, place: undefined, path, tileData: map.tileData };
}

/**
 * @param {number[]} record
 * @param {string} method
 * @param {string} path
 * @param {Record<string, unknown>} o
 * @param {Site} site
 * @returns {ParsedShape}
 */
function writeTerrain(record, method, path, o, site) {
    const terrain = parseTerrain(method, path, o, site);
    record[SHAPE.KIND] = KIND.TERRAIN;
    record[TILES.COLUMNS] = terrain.columns;
    record[TILES.ROWS] = terrain.rows;
    record[TERRAIN.CELL] = terrain.cell;
    [record[TILES.ORIGIN_X], record[TILES.ORIGIN_Y]] = terrain.origin;
    record[TILES.KINDS] = terrain.count;
    record[TERRAIN.PIECES] = terrain.pieces;
    record[TERRAIN.BORDER_ANCHORS] = Number(terrain.borderAnchors);
    record[TERRAIN.MINIMUM_PIECE] = terrain.minimumPiece;
    return { record, data: terrain.data, place: undefined, path, tileData: terrain.materials };
}

/** How many points each shape of points may have, and what it is in the record. */
const POINT_SHAPES = {
    polygon: { kind: KIND.POLYGON, least: 3, most: MAX_POINTS },
    hull: { kind: POINTS_KIND.HULL, least: 3, most: MAX_OUTLINE },
    outline: { kind: POINTS_KIND.OUTLINE, least: 3, most: MAX_OUTLINE },
    chain: { kind: KIND.CHAIN, least: 2, most: MAX_PARTS },
};

/**
 * A shape of points. They stay behind the record until the engine has turned and moved them.
 * @param {number[]} record
 * @param {string} method
 * @param {string} path
 * @param {'polygon' | 'hull' | 'outline' | 'chain'} shape
 * @param {Record<string, unknown>} o
 * @returns {ParsedShape}
 */
function writePoints(record, method, path, shape, o) {
    const { kind, least, most } = POINT_SHAPES[shape];
    let fewest = least;
    if (shape === 'chain') {
        const loop = boolean(method, `${path}loop`, o.loop ?? false);
        record[CHAIN.LOOP] = Number(loop);
        record[CHAIN.ONE_SIDED] = Number(boolean(method, `${path}oneSided`, o.oneSided ?? false));
        if (loop) fewest = 3;
    }
    record[SHAPE.KIND] = kind;
    record[SHAPE.RADIUS] = rounding(method, path, o.radius);
    const data = readPoints(method, `${path}points`, o.points, fewest, most);
    const holes = readHoles(method, path, o.holes, data.length / 2);
    const rings = holes && [data, ...holes].map((ring) => ring.length / 2);
    const all = holes ? Float32Array.from([data, ...holes].flatMap((ring) => [...ring])) : data;
    record[SHAPE.COUNT] = all.length / 2;
    return { record, data: all, rings, place: readPlace(method, path, o), path };
}

/**
 * The holes of an outline; undefined if there are none.
 * @param {string} method
 * @param {string} path
 * @param {unknown} holes
 * @param {number} count points of the outline
 * @returns {Float32Array[] | undefined}
 */
function readHoles(method, path, holes, count) {
    if (holes === undefined) return undefined;
    const name = `${path}holes`;
    if (!isList(holes)) wrongType(method, name, 'an array of lists of points', holes);
    let left = MAX_OUTLINE - count;
    const read = Array.from({ length: holes.length }, (_, i) => {
        if (left < 5) {
            throw new RangeError(`${method}: ${path}points and ${name} must be at most `
                + `${MAX_OUTLINE} points in all, and two for each hole, got more by ${name}[${i}]`);
        }
        const ring = readPoints(method, `${name}[${i}]`, holes[i], 3, left - 2);
        left -= ring.length / 2 + 2;
        return ring;
    });
    return read.length > 0 ? read : undefined;
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
function writeEnds(record, method, path, o, kind) {
    const p = SHAPE.POINTS;
    record[SHAPE.KIND] = kind;
    writeVector(record, p, method, `${path}a`, o.a, MAX_COORDINATE);
    writeVector(record, p + 2, method, `${path}b`, o.b, MAX_COORDINATE);
    const [ax, ay, bx, by] = [0, 1, 2, 3].map((i) => Math.fround(record[p + i]));
    size(method, `the length from ${path}a to ${path}b`, Math.hypot(bx - ax, by - ay));
}

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} angle
 */
function shapeAngle(method, path, angle) {
    return isWithin(angle, -MAX_ANGLE, MAX_ANGLE)
        ? angle
        : inRange(method, `${path}angle`, angle, -MAX_ANGLE, MAX_ANGLE);
}

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} radius
 */
function rounding(method, path, radius) {
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
    const given = o[whole];
    if (o[half] === undefined)
        return (isWithin(given, 2e-4, 2e6)
            ? given
            : inRange(method, `${path}${whole}`, given, 2e-4, 2e6)) / 2;
    if (given !== undefined) {
        throw new TypeError(`${method}: give either ${path}${whole} or ${path}${half}, not both`);
    }
    return size(method, `${path}${half}`, o[half]);
}

/**
 * Options that describe a parsed shape. A page whose world is in a worker uses it to read a shape.
 * @param {ParsedShape} shape
 * @param {readonly string[]} layerNames of the world
 * @returns {ColliderShapeOptions<any>}
 */
export function describeParsed({ record, data, place, rings, tileData }, layerNames) {
    const at = SHAPE.POINTS;
    const radius = record[SHAPE.RADIUS];
    const angle = record[SHAPE.ANGLE];
    /** @type {[number, number][]} */
    const [a, b] = [[record[at], record[at + 1]], [record[at + 2], record[at + 3]]];
    switch (record[SHAPE.KIND]) {
        case KIND.CIRCLE:
            return { shape: 'circle', radius, center: a };
        case KIND.BOX:
            return { shape: 'box', halfWidth: b[0], halfHeight: b[1], center: a, angle, radius };
        case KIND.CAPSULE:
            return { shape: 'capsule', radius, a, b };
        case KIND.UPRIGHT_CAPSULE:
            return { shape: 'capsule', radius, length: 2 * b[0], center: a, angle };
        case KIND.SEGMENT:
            return { shape: 'segment', a, b };
        case KIND.TILES:
            return {
                shape: 'tiles',
                columns: record[TILES.COLUMNS],
                rows: record[TILES.ROWS],
                cellWidth: record[TILES.CELL_WIDTH],
                cellHeight: record[TILES.CELL_HEIGHT],
                origin: [record[TILES.ORIGIN_X], record[TILES.ORIGIN_Y]],
                ...describeCells(/** @type {Uint8Array<ArrayBuffer>} */ (data), record[TILES.KINDS],
                    layerNames, tileData),
            };
        case KIND.TERRAIN:
            return describeTerrain(record, 0, layerNames, tileData,
                splitTerrain(/** @type {Uint8Array<ArrayBuffer>} */ (data), record[TILES.KINDS],
                    record[TILES.COLUMNS] * record[TILES.ROWS]));
        default:
            return describePoints(record, /** @type {Float32Array} */ (data), place, rings);
    }
}

/**
 * The cells of a map as they are given, and what they stand for.
 * @param {Uint8Array<ArrayBuffer>} data
 * @param {number} kinds how many
 * @param {readonly string[]} layerNames
 * @param {TileData | undefined} tileData
 */
function describeCells(data, kinds, layerNames, tileData) {
    if (!kinds) return { cells: data.slice() };
    const { numbers, map } = describeKinds(data.buffer, data.byteOffset, kinds, layerNames,
        tileData);
    return { cells: Int32Array.from(packedIndices(data, kinds), (kind) => numbers[kind]), map };
}

/**
 * @param {number[]} record
 * @param {Float32Array} data
 * @param {[angle: number, x: number, y: number]} [place]
 * @param {number[]} [rings]
 * @returns {ColliderShapeOptions}
 */
function describePoints(record, data, [angle, x, y] = [0, 0, 0], rings = [data.length / 2]) {
    const kind = record[SHAPE.KIND];
    const named = Object.entries(POINT_SHAPES).find(([, shape]) => shape.kind === kind);
    const shape = /** @type {keyof typeof POINT_SHAPES} */ (named?.[0]);
    let end = 0;
    const [points, ...holes] = rings.map((count) => Array.from(data.slice(end, end += 2 * count)));
    const radius = record[SHAPE.RADIUS];
    /** @type {[number, number]} */
    const center = [x, y];
    if (holes.length > 0) return { shape: 'outline', points, holes, radius, center, angle };
    if (shape !== 'chain') return { shape, points, radius, center, angle };
    const loop = record[CHAIN.LOOP] !== 0;
    return { shape, points, radius, center, angle, loop, oneSided: record[CHAIN.ONE_SIDED] !== 0 };
}
