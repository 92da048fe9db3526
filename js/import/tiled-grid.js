// Shapes of tiles as TILEs of a finer grid: a slab of three quarters of a cell is three full cells of a grid of four
// rows, a slope over three cells is made of slopes and full cells of three. Many tiles then cost one collider, a map of
// tiles, and not a collider each. Called by tiled-map.js.
import { MAX_PARTS, TILE } from '../options/tiles.js';
import { doubleArea } from './outlines.js';
import { tileOf } from './tiled-shapes.js';

/** @import { Point } from './outlines.js' */
/** @import { Drawn } from './tiled-shapes.js' */

/** Most cells of a finer grid in a cell. More would cost more memory than a shape, and more contacts. */
const MAX_FINER = 32;
/** Bytes of a cell of a map in the engine, of a map without cells, and of a collider. */
const CELL_BYTES = 4;
const MAP_BYTES = 1024;
const SHAPE_BYTES = 256;
/** How far a point may be from where it should be, in cells: as of a TILE. */
const NEAR = 2e-3;
/** Corners of a TILE lie on halves of its cell. */
const onHalves = (/** @type {number} */ x) => Math.abs(2 * x - Math.round(2 * x)) < 2 * NEAR;

/**
 * The cells of a finer grid that a tile fills, the top row first.
 * @typedef {object} Finer
 * @property {number} across cells of it from left to right
 * @property {number} down cells of it from top to bottom
 * @property {number[]} tiles a TILE for each of its cells
 */

/**
 * The grids that a cell may be cut into, the coarsest first.
 * @type {readonly { across: number, down: number }[]}
 */
const GRIDS = Array.from({ length: MAX_FINER ** 2 }, (_, i) => ({
    across: 1 + (i % MAX_FINER),
    down: 1 + Math.floor(i / MAX_FINER),
})).filter(({ across, down }) => across * down <= MAX_FINER)
    .sort((a, b) => a.across * a.down - b.across * b.down);

/**
 * The part of a polygon on one side of a line along an axis.
 * @param {Point[]} points
 * @param {0 | 1} axis which coordinate the line bounds
 * @param {number} bound
 * @param {1 | -1} side 1: above the bound, -1: below
 * @returns {Point[]}
 */
function clip(points, axis, bound, side) {
    return points.flatMap((p, i) => {
        const q = points[(i + 1) % points.length];
        const [from, to] = [side * (p[axis] - bound), side * (q[axis] - bound)];
        const kept = from >= 0 ? [p] : [];
        if (from * to >= 0) return kept;
        const t = from / (from - to);
        return [...kept,
            /** @type {Point} */ ([p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])])];
    });
}

/**
 * The TILE that polygons fill a cell of a grid as; undefined if they fill it otherwise.
 * @param {Drawn[]} polygons in cells of the grid
 * @param {number} column @param {number} row
 */
function tileIn(polygons, column, row) {
    const parts = polygons.map((each) => {
        const above = clip(clip(each.points, 0, column, 1), 0, column + 1, -1);
        const points = clip(clip(above, 1, row, 1), 1, row + 1, -1)
            .map(([x, y]) => /** @type {Point} */ ([x - column, y - row]));
        return { ...each, points };
    }).filter(({ points }) => Math.abs(doubleArea(points)) > 8 * NEAR);
    if (parts.length === 0) return TILE.EMPTY;
    return parts.length === 1 ? tileOf(parts[0], 1, 1) : undefined;
}

/** Twice the area of a TILE, in cells. @param {number} tile */
const doubleAreaOf = (tile) =>
    tile === TILE.EMPTY
        ? 0
        : tile === TILE.FULL
        ? 2
        : tile >= TILE.RISE_LOW
        ? [TILE.RISE_LOW, TILE.FALL_LOW].includes(/** @type {any} */ (tile)) ? 0.5 : 1.5
        : 1;

/**
 * Whether a polygon's corners and sides are such as TILEs have: on halves of cells; upright, level, or rising by a cell in
 * one or in two.
 * @param {Point[]} points in cells
 */
const fits = (points) =>
    points.every(([x, y], i) => {
        const [nextX, nextY] = points[(i + 1) % points.length];
        const [dx, dy] = [Math.abs(nextX - x), Math.abs(nextY - y)];
        return onHalves(x) && onHalves(y)
            && [dx, dy, dx - dy, dx - 2 * dy].some((each) => Math.abs(each) < 4 * NEAR);
    });

/**
 * The TILEs that polygons fill the cells of a grid as, the top row first; undefined if they fill one otherwise.
 * @param {Drawn[]} polygons in cells of the grid
 * @param {number} across @param {number} down
 */
function tilesIn(polygons, across, down) {
    const tiles = [];
    for (let i = 0; i < across * down; ++i) {
        const tile = tileIn(polygons, i % across, Math.floor(i / across));
        if (tile === undefined) return undefined;
        tiles.push(tile);
    }
    // A polygon that crosses itself is clipped to shapes of another area.
    const area = polygons.reduce((sum, { points }) => sum + Math.abs(doubleArea(points)), 0);
    const filled = tiles.reduce((sum, tile) => sum + doubleAreaOf(tile), 0);
    return Math.abs(area - filled) < 8 * NEAR * tiles.length ? tiles : undefined;
}

/**
 * Shapes of a tile as TILEs of the coarsest grid of which they can be made.
 * @param {Drawn[]} shapes about the cell's upper left corner
 * @param {number} width of the cell
 * @param {number} height
 * @returns {Finer | undefined} undefined if there is no such grid
 */
export function finerOf(shapes, width, height) {
    if (shapes.some(({ kind }) => kind !== 'rectangle' && kind !== 'polygon')) return undefined;
    const points = shapes.flatMap((each) => each.points);
    if (points.length === 0 || points.length > MAX_FINER) return undefined;
    if (points.some(([x, y]) =>
        !(Math.abs(x / width - 0.5) < 0.5 + NEAR
            && Math.abs(y / height - 0.5) < 0.5 + NEAR)
    )) return undefined;
    for (const { across, down } of GRIDS) {
        const scaled = shapes.map((each) => ({
            ...each,
            points: each.points.map((
                [x, y],
            ) => /** @type {Point} */ ([(x * across) / width, (y * down) / height])),
        }));
        if (!scaled.every(({ points: each }) => fits(each))) continue;
        const tiles = tilesIn(scaled, across, down);
        if (tiles) return { across, down, tiles };
    }
    return undefined;
}

/**
 * A tile in a cell.
 * @template T
 * @typedef {{ column: number, row: number, look: T }} Placed
 */

/**
 * Tiles of one finer grid as the cells of a map, as large as their tiles reach; undefined if the map would cost more
 * memory than a shape for each.
 * @template {{ finer: Finer, numbers: number[] }} T
 * @param {Placed<T>[]} placed at least one
 * @param {number} most cells
 */
export function finerGrid(placed, most) {
    const { across, down } = placed[0].look.finer;
    let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
    for (const { column, row } of placed) {
        [left, right] = [Math.min(left, column), Math.max(right, column + 1)];
        [top, bottom] = [Math.min(top, row), Math.max(bottom, row + 1)];
    }
    const [columns, rows] = [(right - left) * across, (bottom - top) * down];
    const count = columns * rows;
    const bytes = MAP_BYTES + count * CELL_BYTES;
    if (bytes > placed.length * SHAPE_BYTES || count > Math.min(most, MAX_PARTS)) return undefined;
    const cells = new Int32Array(count);
    for (const { column, row, look } of placed) {
        const first = (row - top) * down * columns + (column - left) * across;
        look.numbers.forEach((number, i) => {
            cells[first + Math.floor(i / across) * columns + (i % across)] = number;
        });
    }
    return { columns, rows, column: left * across, row: top * down, cells };
}
