// A surface of particles on a grid, for adapters/matter-canvas.js: the sum of the particles' weights
// and colours in each point of the grid, and the outline where the weight passes a threshold as closed
// loops (marching squares: Lorensen and Cline, "Marching cubes", 1987, in two dimensions).

/** Points of a grid, at most. */
export const GRID_POINTS = 40_000;

/** Numbers in a point of the grid: weight, and red, green and blue times weight. */
const PARTS = 4;

/**
 * By which corners of a cell are inside (1, 2, 4 and 8, counter-clockwise from the least x and y): pairs of
 * sides that the outline enters and leaves by, the inside on its left. Sides: 0 the least y, 1 the
 * greatest x, 2 the greatest y, 3 the least x.
 */
const PASSES = [[], [0, 3], [1, 0], [1, 3], [2, 1], [0, 3, 2, 1], [2, 0], [2, 3], [3, 2], [0, 2], [
    1,
    0,
    3,
    2,
], [1, 2], [3, 1], [0, 1], [3, 0], []];

/** Makes a grid, which is used again in each frame. */
export function makeGrid() {
    return {
        /** Points in a row. */
        columns: 0,
        rows: 0,
        /** The world's point of the first, and from one to the next, in the world's units. */
        x: 0,
        y: 0,
        cell: 1,
        sums: new Float32Array(PARTS * GRID_POINTS),
        /** The edge that the outline crosses next after each edge; -1 for edges that it does not cross. */
        next: new Int32Array(2 * GRID_POINTS).fill(-1),
        /** Edges that the outline crosses. */
        crossed: new Int32Array(2 * GRID_POINTS),
        /** How deep below a surface each point of a row is, from 0 to 1. */
        deep: new Float32Array(GRID_POINTS + 2),
        /** x and y of the points of a loop, in the world's units. */
        loop: new Float32Array(4 * GRID_POINTS),
    };
}

/** A grid over particles. @typedef {ReturnType<typeof makeGrid>} Grid */

/** @param {number} length NaN or negative where there is no box @param {number} cell */
const pointsIn = (length, cell) => (length > 0 ? Math.ceil(length / cell) + 2 : 0);

/**
 * Lays the grid over a box. Its points stay where they are in the world while the box moves.
 * @param {Grid} grid
 * @param {ArrayLike<number>} box least x and y, greatest x and y
 * @param {number} cell in the world's units
 */
export function layGrid(grid, box, cell) {
    grid.cell = cell;
    grid.x = cell * (Math.floor(box[0] / cell) - 1);
    grid.y = cell * (Math.floor(box[1] / cell) - 1);
    grid.columns = pointsIn(box[2] - grid.x, cell);
    grid.rows = Math.min(pointsIn(box[3] - grid.y, cell), Math.floor(GRID_POINTS / grid.columns));
    grid.sums.fill(0, 0, PARTS * grid.columns * grid.rows);
}

/**
 * Adds particles to the grid. The weight is (1 - d²/r²)² at the distance d, as in SPLATS of
 * adapters/matter-shaders.js.
 * @param {Grid} grid
 * @param {ArrayLike<number>} positions
 * @param {ArrayLike<number>} values
 * @param {number} count
 * @param {number} radius in the world's units
 * @param {number} color 0xRRGGBB of particles without one
 */
export function addParticles(grid, positions, values, count, radius, color) {
    const { columns, rows, sums, cell, x, y } = grid;
    // A disc of less than a cell could miss all points.
    const r = Math.max(radius / cell, 1.25);
    const gain = (radius / cell / r) ** 2;
    for (let k = 0; k < count; ++k) {
        const px = (positions[2 * k] - x) / cell, py = (positions[2 * k + 1] - y) / cell;
        const fromX = Math.max(1, Math.ceil(px - r)),
            toX = Math.min(columns - 2, Math.floor(px + r));
        const fromY = Math.max(1, Math.ceil(py - r)), toY = Math.min(rows - 2, Math.floor(py + r));
        const value = (values[k] & 0xffffff) || color;
        const red = value >> 16, green = (value >> 8) & 255, blue = value & 255;
        for (let j = fromY; j <= toY; ++j) {
            const rest = 1 - ((j - py) / r) ** 2;
            for (let i = fromX; i <= toX; ++i) {
                const near = rest - ((i - px) / r) ** 2;
                if (near <= 0) continue;
                const weight = gain * near * near;
                const at = PARTS * (j * columns + i);
                sums[at] += weight;
                sums[at + 1] += weight * red;
                sums[at + 2] += weight * green;
                sums[at + 3] += weight * blue;
            }
        }
    }
}

/**
 * Writes the colour of each point into an image, first row first, and nothing where no particle is near.
 * @param {Grid} grid
 * @param {Uint32Array} pixels
 * @param {number} width of the image in pixels, at least the columns of the grid
 * @param {{ threshold: number, depth: number }} look
 * @param {number} fade the depth at which about half of the effect of depth is reached, in cells
 * @param {boolean} yDown
 */
export function paintGrid({ columns, rows, sums, deep }, pixels, width, { threshold, depth }, fade,
    yDown)
{
    deep.fill(0, 0, columns + 2);
    for (let step = 0; step < rows; ++step) {
        const j = yDown ? step : rows - 1 - step;
        let before = 0;
        for (let i = 0; i < columns; ++i) {
            const at = PARTS * (j * columns + i), weight = sums[at];
            // The mean of the row above, so that a bubble casts no streak; outside, nothing counts.
            const own = deep[i + 1];
            const mean = 0.25 * (before || own) + 0.5 * own + 0.25 * (deep[i + 2] || own);
            before = own;
            deep[i + 1] = weight < threshold ? 0 : mean + (1 - mean) / (1 + fade);
            if (weight === 0) {
                pixels[j * width + i] = 0;
                continue;
            }
            // Light that passes through more matter is deeper in colour.
            const dark = depth * mean, light = 1 - dark, square = 0.9 * dark / 255;
            const red = sums[at + 1] / weight, green = sums[at + 2] / weight;
            const blue = sums[at + 3] / weight;
            pixels[j * width + i] = 0xff000000
                | ((blue * (light + square * blue)) << 16)
                | ((green * (light + square * green)) << 8)
                | (red * (light + square * red));
        }
    }
}

/** Finds where the outline goes. @param {Grid} grid @param {number} threshold @returns {number} of crossed edges */
function findPasses({ columns, rows, sums, next, crossed }, threshold) {
    let count = 0;
    for (let j = 0; j < rows - 1; ++j) {
        for (let i = 0; i < columns - 1; ++i) {
            const first = j * columns + i, above = first + columns;
            const passes = PASSES[
                (sums[PARTS * first] < threshold ? 0 : 1)
                + (sums[PARTS * first + PARTS] < threshold ? 0 : 2)
                + (sums[PARTS * above + PARTS] < threshold ? 0 : 4)
                + (sums[PARTS * above] < threshold ? 0 : 8)
            ];
            for (let k = 0; k < passes.length; k += 2) {
                const from = edgeOf(first, columns, passes[k]);
                next[from] = edgeOf(first, columns, passes[k + 1]);
                crossed[count++] = from;
            }
        }
    }
    return count;
}

/** An edge's number: twice its point of least x and y, plus 1 if it goes along y. @param {number} first the cell's first point @param {number} columns @param {number} side */
const edgeOf = (first, columns, side) =>
    side === 0
        ? 2 * first
        : side === 1
        ? 2 * first + 3
        : side === 2
        ? 2 * (first + columns)
        : 2 * first + 1;

/**
 * Calls for each loop of the outline, with the inside on its left.
 * @param {Grid} grid
 * @param {number} threshold above 0
 * @param {(points: Float32Array, count: number) => void} give gets x and y of so many points, which it may not keep
 */
export function traceGrid(grid, threshold, give) {
    const { columns, sums, next, crossed, loop, cell } = grid;
    const count = findPasses(grid, threshold);
    for (let k = 0; k < count; ++k) {
        let points = 0;
        for (let edge = crossed[k]; next[edge] >= 0;) {
            const first = edge >> 1, along = edge & 1;
            const a = sums[PARTS * first], b = sums[PARTS * (first + (along ? columns : 1))];
            const part = (threshold - a) / (b - a);
            loop[2 * points] = grid.x + cell * (first % columns + (along ? 0 : part));
            loop[2 * points + 1] = grid.y
                + cell * (Math.floor(first / columns) + (along ? part : 0));
            ++points;
            const after = next[edge];
            next[edge] = -1;
            edge = after;
        }
        if (points > 2) give(loop, points);
    }
}
