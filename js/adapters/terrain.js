// The outlines of a terrain: the ground in each square between the middles of four cells, as the engine has it
// (src/geometry/terrain_cell.c), squares that are full side by side as one box, to be filled; and the lines of its
// surface. Called by adapters/outlines.js.

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
 * @returns {{ points: number[], surface: number[] }} surface: the corners from which a side within the square leads on
 */
function squarePoints(d, x, y) {
    /** @type {number[]} */
    const points = [];
    /** @type {number[]} */
    const surface = [];
    for (let k = 0; k < 4; ++k) {
        const solid = d[k] >= SOLID;
        if (solid) points.push(x[CORNERS[k][0]], y[CORNERS[k][1]]);
        if (solid === d[(k + 1) & 3] >= SOLID) continue;
        if (solid) surface.push(points.length / 2);
        const [a, b] = SIDES[k];
        const t = crossing(d[a], d[b]);
        if (k % 2 === 0) points.push(x[0] + t * (x[1] - x[0]), y[k >> 1]);
        else points.push(x[k === 1 ? 1 : 0], y[0] + t * (y[1] - y[0]));
    }
    return { points, surface };
}

/**
 * The lines of the surface on the outline of a square, or of several: within it, and where the ground ends with the grid.
 * @param {{ points: number[], surface: number[] }} square
 * @param {number[]} border x of the left and right side of the grid, y of its lower and upper side
 * @param {string | undefined} layer
 * @returns {Outline[]}
 */
function surfaceLines({ points, surface }, [left, right, low, high], layer) {
    /** @type {Outline[]} */
    const lines = [];
    for (let i = 0; i < points.length; i += 2) {
        const j = (i + 2) % points.length;
        const [ax, ay, bx, by] = [points[i], points[i + 1], points[j], points[j + 1]];
        const ends = ax === bx && (ax === left || ax === right)
            || ay === by && (ay === low || ay === high);
        if (ends || surface.includes(i / 2))
            lines.push({ points: Float32Array.of(ax, ay, bx, by), radius: 0, layer });
    }
    return lines;
}

/**
 * A terrain as it is drawn.
 * @typedef {object} Ground
 * @property {Uint8Array} cells densities
 * @property {Uint8Array | undefined} of the number of each cell's material
 * @property {Outline[][]} rows the outlines of each row of squares, from the lowest
 */

/**
 * Where the sides of squares are: between the middles of cells, but the first and the last at the border.
 * @param {number} from
 * @param {number} line
 * @param {number} count of cells
 * @param {number} cellSize
 */
const sideAt = (from, line, count, cellSize) =>
    from + (line === 0 ? 0 : line === count - 1 ? count : line + 0.5) * cellSize;

/**
 * The outlines of one row of squares; full ones of one layer side by side are one box.
 * @param {TerrainOptions<any>} shape
 * @param {Uint8Array} cells
 * @param {Uint8Array | undefined} of
 * @param {(string | undefined)[] | undefined} layers of the materials, if any has its own
 * @param {number} row
 */
function rowOutlines({ columns = 0, rows = 0, cellSize = 1, origin }, cells, of, layers, row) {
    const [x0, y0] = /** @type {[number, number]} */ (origin);
    const y = [sideAt(y0, row, rows, cellSize), sideAt(y0, row + 1, rows, cellSize)];
    const border = [x0, x0 + columns * cellSize, y0, y0 + rows * cellSize];
    /** Of a square: as its densest corner, which names its material. @param {number} i */
    const layerAt = (i) => layers?.[of ? of[densest(cells, i, columns)] : 0];
    /** @param {number} i */
    const isFull = (i) =>
        cells[i] >= SOLID && cells[i + 1] >= SOLID && cells[i + columns] >= SOLID
        && cells[i + columns + 1] >= SOLID;
    /** @type {Outline[]} */
    const outlines = [];
    for (let column = 0; column + 1 < columns; ++column) {
        const i = row * columns + column;
        if ((cells[i] | cells[i + 1] | cells[i + columns] | cells[i + columns + 1]) < SOLID)
            continue;
        const begin = column;
        const layer = layerAt(i);
        if (isFull(i)) {
            while (column + 2 < columns && isFull(i + column + 1 - begin)
                && layerAt(i + column + 1 - begin) === layer) ++column;
        }
        const x = [sideAt(x0, begin, columns, cellSize), sideAt(x0, column + 1, columns, cellSize)];
        const square = squarePoints([cells[i], cells[i + 1 + column - begin],
            cells[i + columns + 1 + column - begin], cells[i + columns]], x, y);
        outlines.push({ points: Float32Array.from(square.points), radius: 0, layer, inner: true },
            ...surfaceLines(square, border, layer));
    }
    return outlines;
}

/** Which corner of a square is the densest. @param {Uint8Array} cells @param {number} i @param {number} columns */
function densest(cells, i, columns) {
    let best = i;
    for (const k of [i + 1, i + columns + 1, i + columns]) if (cells[k] > cells[best]) best = k;
    return best;
}

/** Whether a part of two lists differs. @param {Uint8Array} a @param {Uint8Array} b @param {number} from @param {number} to */
function differ(a, b, from, to) {
    for (let i = from; i < to; ++i) if (a[i] !== b[i]) return true;
    return false;
}

/**
 * The outlines of a terrain by rows; those of rows that are as before are the same lists.
 * @param {TerrainOptions<any>} shape as `collider.shape` gives it
 * @param {Ground} [kept] of the same terrain before
 * @returns {Ground}
 */
export function readGround(shape, kept) {
    const { columns = 0, rows: count = 0, fill, material, materials = {} } = shape;
    const cells = /** @type {Uint8Array} */ (fill);
    const of = /** @type {Uint8Array | undefined} */ (material);
    const own = Object.values(materials).map(({ layer }) => layer);
    const layers = own.some((layer) => layer !== undefined) ? own : undefined;
    const rows = Array.from({ length: count - 1 }, (_, row) => {
        const at = row * columns;
        const same = kept && !differ(cells, kept.cells, at, at + 2 * columns)
            && !(layers && of && kept.of && differ(of, kept.of, at, at + 2 * columns));
        return same ? kept.rows[row] : rowOutlines(shape, cells, of, layers, row);
    });
    return { cells, of, rows };
}

/** @param {TerrainOptions<any>} shape as `collider.shape` gives it @returns {Outline[]} */
export const terrainOutlines = (shape) => readGround(shape).rows.flat();
