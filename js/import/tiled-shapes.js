// The shapes of Tiled's objects, in pixels with y downwards: read, flipped, turned and stretched as their tile is,
// and made into shapes of the engine, in metres with y upwards, or into a `TILE` if they fill a cell as one does.
// Called by the other files of the importer of Tiled.
import { MIN_SIZE } from '../wire/errors.js';
import { TILE } from '../options/tiles.js';
import { checkExtent, corners, doubleArea, polygonShape, rowShape } from './outlines.js';

/** @import { Cursor } from './cursor.js' */
/** @import { Point } from './outlines.js' */

/**
 * A shape by its points, in pixels: the four corners around a rectangle, ellipse or capsule, from its upper left one
 * clockwise, or the points of a polygon or polyline.
 * @typedef {object} Drawn
 * @property {'rectangle' | 'ellipse' | 'capsule' | 'polygon' | 'polyline'} kind
 * @property {Point[]} points
 * @property {Cursor} source where it stands in the file
 */

/**
 * Where a point goes.
 * @typedef {(x: number, y: number) => Point} Transform
 */

/** Most of an object's coordinates, pixels. */
const FAR = 1e12;
/** Corners of an ellipse that is no circle. */
const ELLIPSE = 16;
const MAX_POINTS = 2 ** 20 - 2;
/** Most points of a polygon that may be a TILE. */
const MAX_TILE_POINTS = 64;
/** How far a corner may be from where the corner of a TILE is, in cells. */
const NEAR = 2e-3;

/** @param {number} degrees clockwise on the screen, y downwards @returns {Transform} */
export function rotation(degrees) {
    const [cosine, sine] = [Math.cos((degrees * Math.PI) / 180),
        Math.sin((degrees * Math.PI) / 180)];
    return (x, y) => [cosine * x - sine * y, sine * x + cosine * y];
}

/** An object's degrees, clockwise. @param {Cursor} object */
export const degreesOf = (object) => object.at('rotation').number(-1e9, 1e9, 0);

/** @param {Cursor} object @param {'x' | 'y'} key */
export const pixelsOf = (object, key) => object.at(key).number(-FAR, FAR, 0);

/** An object's width and height. @param {Cursor} object */
export const sizeOf = (object) => ({ width: object.at('width').number(0, FAR, 0),
    height: object.at('height').number(0, FAR, 0) });

/** The corners of a rectangle from the origin on. @param {number} width @param {number} height @returns {Point[]} */
export const rectangle = (width, height) => [[0, 0], [width, 0], [width, height], [0, height]];

/**
 * The shape of an object, about its position, not turned; none of a point and of a text.
 * @param {Cursor} object
 * @returns {Drawn | undefined}
 */
export function drawnObject(object) {
    for (const kind of /** @type {const} */ (['polygon', 'polyline'])) {
        const given = object.at(kind);
        if (given.missing) continue;
        const points = given.list(MAX_POINTS).map((
            point,
        ) => /** @type {Point} */ ([pixelsOf(point, 'x'), pixelsOf(point, 'y')]));
        if (points.length === 0) given.fail('a list of points');
        return { kind, points, source: given };
    }
    if (object.at('point').flag(false) || !object.at('text').missing) return undefined;
    const { width, height } = sizeOf(object);
    if (width === 0 && height === 0) return undefined;
    const kind = object.at('ellipse').flag(false)
        ? 'ellipse'
        : object.at('capsule').flag(false)
        ? 'capsule'
        : 'rectangle';
    return { kind, points: rectangle(width, height), source: object };
}

/** @param {Drawn} drawn @param {Transform} transform @returns {Drawn} */
export const transformed = (drawn, transform) => ({ ...drawn,
    points: drawn.points.map(([x, y]) => transform(x, y)) });

/** The points of each TILE in halves of a cell, y upwards: as src/world/parts/parts.c has them. @type {Record<string, string>} */
const TILE_POINTS = {
    FULL: '00 20 22 02',
    RISE: '00 20 22',
    FALL: '00 20 02',
    ROOF_RISE: '00 22 02',
    ROOF_FALL: '02 20 22',
    BOTTOM_HALF: '00 20 21 01',
    TOP_HALF: '01 21 22 02',
    LEFT_HALF: '00 10 12 02',
    RIGHT_HALF: '10 20 22 12',
    RISE_LOW: '00 20 21',
    RISE_HIGH: '00 20 22 01',
    FALL_HIGH: '00 20 21 02',
    FALL_LOW: '00 20 01',
};

/** The names that the property `tile` may have. */
export const TILE_NAMES = Object.keys(TILE_POINTS);

/** The points of a TILE in a tile of that size. @param {string} name @param {number} width @param {number} height @returns {Point[]} */
export const tilePoints = (name, width, height) =>
    TILE_POINTS[name].split(' ').map((
        [x, y],
    ) => [(Number(x) * width) / 2, height - (Number(y) * height) / 2]);

/** @type {Map<string, { tile: number, area: number }>} */
const BY_CORNERS = new Map(Object.entries(TILE_POINTS).map(([name, points]) => [
    points.split(' ').sort().join(' '),
    { tile: TILE[/** @type {keyof typeof TILE} */ (name)],
        area: Math.abs(doubleArea(tilePoints(name, 1, 1))) },
]));

/**
 * The TILE that a shape fills a cell as; undefined if there is none.
 * @param {Drawn} drawn about the cell's upper left corner
 * @param {number} width of the cell
 * @param {number} height
 * @returns {number | undefined}
 */
export function tileOf({ kind, points }, width, height) {
    if ((kind !== 'rectangle' && kind !== 'polygon') || points.length > MAX_TILE_POINTS)
        return undefined;
    const inCells = corners(points.map(([x, y]) => [x / width, 1 - y / height]), NEAR);
    const found = BY_CORNERS.get(
        inCells.map(([x, y]) => `${Math.round(2 * x)}${Math.round(2 * y)}`).sort().join(' '),
    );
    const near = inCells.every((point) =>
        point.every((each) => Math.abs(each - Math.round(2 * each) / 2) < NEAR)
    );
    // A polygon that crosses itself has the corners of a TILE, but not its area.
    return found && near && Math.abs(Math.abs(doubleArea(inCells)) - found.area) < 8 * NEAR
        ? found.tile
        : undefined;
}

/** @param {Point} a @param {Point} b @param {number} t @returns {Point} */
const between = (a, b, t) => [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];

/**
 * The rectangle around a shape: its middle, vectors of half its sides, and its size.
 * @typedef {{ center: Point, along: Point, up: Point, width: number, height: number }} Frame
 */

/** The rectangle around a shape: its middle, and the vectors of half its sides. @param {Point[]} points @returns {Frame} */
function frameOf([a, b, c, d]) {
    const center = between(a, c, 0.5);
    /** @type {Point} */
    const along = [(b[0] - a[0]) / 2, (b[1] - a[1]) / 2];
    /** @type {Point} */
    const up = [(a[0] - d[0]) / 2, (a[1] - d[1]) / 2];
    return { center, along, up, width: 2 * Math.hypot(...along), height: 2 * Math.hypot(...up) };
}

/** A box that is longer than so many times its width is no shape in single precision. */
const MAX_RATIO = 6e4;

/** The angle of a vector as that of a line, within ±π/2. @param {Point} along */
function lineAngle([x, y]) {
    const angle = Math.atan2(y, x);
    return angle > Math.PI / 2 ? angle - Math.PI : angle <= -Math.PI / 2 ? angle + Math.PI : angle;
}

/** Whether angles differ by rounding alone. @param {number} a @param {number} b */
const same = (a, b) => Math.abs(a - b) < 1e-6;

/** @param {Frame} frame */
function box({ center, along, width, height }) {
    const angle = lineAngle(along);
    if (same(angle, 0)) return { shape: 'box', width, height, center };
    if (same(angle, Math.PI / 2)) return { shape: 'box', width: height, height: width, center };
    return { shape: 'box', width, height, center, angle };
}

/** @param {Cursor} source @param {Frame} frame */
function ellipse(source, { center, along, up }) {
    return polygonShape(source, Array.from({ length: ELLIPSE }, (_, i) => {
        const [x, y] = rotation((360 * i) / ELLIPSE)(1, 0);
        return [center[0] + along[0] * x + up[0] * y, center[1] + along[1] * x + up[1] * y];
    }));
}

/** @param {Frame} frame */
function capsule({ center, along, up, width, height }) {
    const [axis, long, short] = width > height ? [along, width, height] : [up, height, width];
    const share = (long - short) / long;
    return { shape: 'capsule',
        a: between(center, [center[0] - axis[0], center[1] - axis[1]], share),
        b: between(center, [center[0] + axis[0], center[1] + axis[1]], share), radius: short / 2 };
}

/**
 * A shape of the engine.
 * @param {Drawn} drawn in metres, y upwards
 * @returns {Record<string, any>}
 */
export function shapeOf({ kind, points, source }) {
    if (kind === 'polygon') return polygonShape(source, points);
    if (kind === 'polyline') return rowShape(source, points);
    checkExtent(source, points);
    const frame = frameOf(points);
    const { center, along, up, width, height } = frame;
    const minimum = Math.min(width, height);
    if (minimum < 4 * MIN_SIZE) {
        const half = width > height ? along : up;
        return rowShape(source, [[center[0] - half[0], center[1] - half[1]], [center[0] + half[0],
            center[1] + half[1]]]);
    }
    const upright = Math.abs(along[0] * up[0] + along[1] * up[1]) < 1e-6 * width * height;
    const round = Math.abs(width - height) < 2 * MIN_SIZE && upright;
    if (kind === 'rectangle' && upright && minimum < Math.max(width, height) / MAX_RATIO)
        source.fail('a rectangle with an area, and no needle');
    if (kind === 'rectangle') return upright ? box(frame) : polygonShape(source, points);
    if (round) return { shape: 'circle', radius: minimum / 2, center };
    return kind === 'capsule' && upright ? capsule(frame) : ellipse(source, frame);
}
