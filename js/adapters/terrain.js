// The outlines of a terrain: the ground in each square between the middles of four cells, as the engine has it
// (src/geometry/terrain_cell.c), squares that are full side by side as one box. Called by adapters/outlines.js.

/** @import { Outline } from './parts.js' */
/** @import { TerrainOptions } from '../options/terrain-types.js' */

const SOLID = 128;
const MIN_CROSSING = 1 / 64;

/**
 * How far from a solid sample the surface is, of the distance to its empty neighbour.
 * @param {number} solid @param {number} empty
 */
function fromSolid(solid, empty) {
    const t = solid === 255 || empty === 0
        ? (solid + empty - 127.5) / 255
        : (solid - 127.5) / (solid - empty);
    return Math.min(Math.max(t, MIN_CROSSING), 1 - MIN_CROSSING);
}

/** Where the surface crosses from sample a to b, 0 to 1. @param {number} a @param {number} b */
const crossing = (a, b) => (a >= SOLID ? fromSolid(a, b) : 1 - fromSolid(b, a));

/** The corners of each side of a square, in the direction of the axes; x and y of each corner. */
const SIDES = [[0, 1], [1, 2], [3, 2], [0, 3]];
const CORNERS = [[0, 0], [1, 0], [1, 1], [0, 1]];

/**
 * The corners of the ground in a square, x and y of each.
 * @param {number[]} d densities at its corners
 * @param {number[]} x of its left and right side
 * @param {number[]} y of its lower and upper side
 */
function squarePoints(d, x, y) {
    /** @type {number[]} */
    const points = [];
    for (let k = 0; k < 4; ++k) {
        const solid = d[k] >= SOLID;
        if (solid) points.push(x[CORNERS[k][0]], y[CORNERS[k][1]]);
        if (solid === d[(k + 1) & 3] >= SOLID) continue;
        const [a, b] = SIDES[k];
        const t = crossing(d[a], d[b]);
        if (k % 2 === 0) points.push(x[0] + t * (x[1] - x[0]), y[k >> 1]);
        else points.push(x[k === 1 ? 1 : 0], y[0] + t * (y[1] - y[0]));
    }
    return points;
}

/**
 * @param {TerrainOptions<any>} shape as `collider.shape` gives it
 * @returns {Outline[]}
 */
export function terrainOutlines(
    { columns = 0, rows = 0, cellSize = 1, origin, fill, material, materials = {} },
) {
    const cells = /** @type {ArrayLike<number>} */ (fill);
    const of = /** @type {ArrayLike<number> | undefined} */ (material);
    const layers = Object.values(materials).map(({ layer }) => layer);
    const [x0, y0] = /** @type {[number, number]} */ (origin);
    /** @param {number} from @param {number} line @param {number} count of cells */
    const at = (from, line, count) =>
        from + (line === 0 ? 0 : line === count - 1 ? count : line + 0.5) * cellSize;
    /** @type {Outline[]} */
    const outlines = [];
    for (let row = 0; row + 1 < rows; ++row) {
        const y = [at(y0, row, rows), at(y0, row + 1, rows)];
        for (let column = 0; column + 1 < columns; ++column) {
            const i = row * columns + column;
            const d = [cells[i], cells[i + 1], cells[i + columns + 1], cells[i + columns]];
            const begin = column;
            const layer = layers[of ? of[i] : 0];
            // Full squares of a row, of one layer, are one box.
            for (let k = i; isFull(cells, k, columns) && layers[of ? of[k] : 0] === layer
                && column + 2 < columns && isFull(cells, k + 1, columns); ++k) ++column;
            const points = squarePoints(begin === column ? d : [255, 255, 255, 255], [
                at(x0, begin, columns),
                at(x0, column + 1, columns),
            ], y);
            if (points.length > 0)
                outlines.push({ points: Float32Array.from(points), radius: 0, layer });
        }
    }
    return outlines;
}

/** @param {ArrayLike<number>} cells @param {number} i @param {number} columns */
const isFull = (cells, i, columns) =>
    cells[i] >= SOLID && cells[i + 1] >= SOLID && cells[i + columns] >= SOLID
    && cells[i + columns + 1] >= SOLID;
