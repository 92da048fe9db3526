// A picture of a terrain: each cell is a few pixels, whose densities lie between those of the cells around, so that edges are smooth. When
// ground has changed, the cells that differ from those of the picture are found, and only the pixels around them are made anew; so digging
// and going back in time are the same to it. Called by paint.js.
import { MATERIALS } from './field.js';

/** @typedef {import('./field.js').Collider} Collider */
/** @typedef {{ left: number, bottom: number, right: number, top: number }} Area cells, from the first to the one behind the last */

const FINE = 6; // pixels a cell
const NEAR = 3; // cells around a changed one that look different then: as far as edges are shaded
const NOISE = 128; // width of the pattern, a power of two

/** Colours of the materials, in the order of their numbers: dark and light. */
const COLORS = [[[58, 122, 46], [112, 176, 70]], [[104, 68, 42], [146, 100, 62]], [[128, 74, 48], [
    164,
    104,
    66,
]], [[92, 96, 112], [148, 152, 166]], [[122, 78, 40], [190, 136, 80]], [[44, 42, 60], [70, 68,
    90]]];
const WOOD = Object.keys(MATERIALS).indexOf('wood');
const ROCK = Object.keys(MATERIALS).indexOf('rock');

/** Smooth noise from 0 to 1 that repeats, of three octaves. */
function makeNoise() {
    const noise = new Float32Array(NOISE * NOISE);
    let seed = 7;
    for (const [size, part] of [[8, 0.5], [16, 0.3], [64, 0.2]]) {
        const grid = Float32Array.from({ length: size * size }, () => {
            seed = (Math.imul(seed, 1664525) + 1013904223) | 0;
            return (seed >>> 8) / 2 ** 24;
        });
        const at = (/** @type {number} */ x, /** @type {number} */ y) =>
            grid[(y % size) * size + x % size];
        for (let i = 0; i < noise.length; ++i) {
            const [x, y] = [(i % NOISE) * size / NOISE, Math.floor(i / NOISE) * size / NOISE];
            const [cx, cy] = [Math.floor(x), Math.floor(y)];
            const [u, v] = [x - cx, y - cy];
            noise[i] += part * ((1 - v) * ((1 - u) * at(cx, cy) + u * at(cx + 1, cy))
                + v * ((1 - u) * at(cx, cy + 1) + u * at(cx + 1, cy + 1)));
        }
    }
    return noise;
}
/** @type {Float32Array | null} */
let noise = null;

export class GroundPicture {
    canvas = document.createElement('canvas');
    /** Metres in the body's space. */ left = 0;
    bottom = 0;
    cell = 1;
    #columns = 0;
    #rows = 0;
    #densities = new Uint8Array(0);
    #materials = new Uint8Array(0);
    /** Densities, each the mean of those around, from 0 to 1. */ #deep = new Float32Array(0);
    /** Whether all of it is wood, as a terrain of one material says by its name. */ #wooden =
        false;

    /** Brings it up to the ground's cells. @param {Collider} collider */
    update(collider) {
        const shape = /** @type {any} */ (collider.shape);
        if (shape.columns !== this.#columns || shape.rows !== this.#rows) this.#begin(shape);
        [this.left, this.bottom] = shape.origin ?? [0, 0];
        const { densities, materials } = collider.groundCells(0, 0, shape.columns, shape.rows);
        const area = this.#compare(densities, materials);
        this.#densities = densities;
        this.#materials = Uint8Array.from(materials);
        if (!area) return;
        this.#blur(area);
        this.#paint(area);
    }

    /** @param {any} shape */
    #begin({ columns, rows, cellSize, materials }) {
        this.#columns = columns;
        this.#rows = rows;
        this.cell = cellSize;
        this.canvas.width = columns * FINE;
        this.canvas.height = rows * FINE;
        this.#wooden = Object.keys(materials).length === 1;
        this.#densities = new Uint8Array(columns * rows);
        this.#materials = new Uint8Array(columns * rows);
        this.#deep = new Float32Array(columns * rows);
    }

    /** What has changed, and what looks different for that; null if nothing has. @param {Uint8Array} densities @param {ArrayLike<number>} materials @returns {Area | null} */
    #compare(densities, materials) {
        const [columns, rows] = [this.#columns, this.#rows];
        let [left, bottom, right, top] = [columns, rows, 0, 0];
        for (let row = 0, i = 0; row < rows; ++row) {
            for (let column = 0; column < columns; ++column, ++i) {
                if (densities[i] === this.#densities[i] && materials[i] === this.#materials[i])
                    continue;
                left = Math.min(left, column);
                right = Math.max(right, column + 1);
                bottom = Math.min(bottom, row);
                top = Math.max(top, row + 1);
            }
        }
        return right === 0
            ? null
            : { left: Math.max(0, left - NEAR), bottom: Math.max(0, bottom - NEAR),
                right: Math.min(columns, right + NEAR), top: Math.min(rows, top + NEAR) };
    }

    /** @param {Area} area */
    #blur({ left, bottom, right, top }) {
        const [columns, rows] = [this.#columns, this.#rows];
        for (let row = bottom; row < top; ++row) {
            for (let column = left; column < right; ++column) {
                let sum = 0;
                for (let y = row - 2; y <= row + 2; ++y) {
                    const from = Math.max(0, y) * columns;
                    if (y >= rows) continue;
                    for (let x = column - 2; x <= column + 2; ++x)
                        if (x >= 0 && x < columns) sum += this.#densities[from + x];
                }
                this.#deep[row * columns + column] = sum / (25 * 255);
            }
        }
    }

    /** @param {Area} area */
    #paint({ left, bottom, right, top }) {
        const [columns, rows] = [this.#columns, this.#rows];
        const [width, height] = [(right - left) * FINE, (top - bottom) * FINE];
        const ctx = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext('2d'));
        const image = ctx.createImageData(width, height);
        const { data } = image;
        for (let py = 0; py < height; ++py) {
            const y = top - (py + 0.5) / FINE - 0.5;
            const row = Math.min(rows - 2, Math.max(0, Math.floor(y)));
            const v = Math.min(1, Math.max(0, y - row));
            for (let px = 0; px < width; ++px) {
                const x = left + (px + 0.5) / FINE - 0.5;
                const column = Math.min(columns - 2, Math.max(0, Math.floor(x)));
                const u = Math.min(1, Math.max(0, x - column));
                this.#shade(data, 4 * (py * width + px), row * columns + column, u, v, x, y);
            }
        }
        ctx.putImageData(image, left * FINE, (rows - top) * FINE);
    }

    /**
     * A pixel between four cells.
     * @param {Uint8ClampedArray} data @param {number} out @param {number} i the lower left cell @param {number} u @param {number} v from 0 to 1
     * @param {number} x @param {number} y cells
     */
    #shade(data, out, i, u, v, x, y) {
        const columns = this.#columns;
        const d = this.#densities;
        const density = (1 - v) * ((1 - u) * d[i] + u * d[i + 1])
            + v * ((1 - u) * d[i + columns] + u * d[i + columns + 1]);
        const alpha = (density - 127.5) * FINE / 255 + 0.5;
        if (alpha <= 0) return;
        noise ??= makeNoise();
        const [nx, ny] = [Math.floor(x * FINE) & NOISE - 1, Math.floor(y * FINE) & NOISE - 1];
        const grain = noise[ny * NOISE + nx];
        const other = noise[nx * NOISE + ny];
        // Borders between materials are ragged: a pixel takes that of a cell a little away.
        const side = u + 2.4 * (other - 0.5) > 0.5 ? 1 : 0;
        const above = v + 2.4 * (grain - 0.5) > 0.5 ? columns : 0;
        const material = this.#wooden ? WOOD : this.#materials[i + side + above];
        const b = this.#deep;
        const low = (1 - u) * b[i] + u * b[i + 1];
        const high = (1 - u) * b[i + columns] + u * b[i + columns + 1];
        const deep = (1 - v) * low + v * high;
        // Light from above on edges that look up, and a dark line along all of them.
        const up = low - high;
        let light = 0.62 + 0.38 * Math.min(1, Math.max(0, (deep - 0.35) / 0.5)) + 1.1 * up;
        let mix = 0.15 + 0.7 * grain;
        if (material === ROCK) mix += 0.5 * Math.abs(other - 0.5) - 0.1;
        if (material === WOOD) {
            const board = (x * this.cell / 0.5) % 1;
            mix = 0.35 + 0.35 * noise[(ny & 7) * NOISE + nx]
                + (Math.floor(x * this.cell / 0.5) % 2) * 0.2;
            if (board < 0.07) light *= 0.6;
        }
        const [dark, bright] = COLORS[material] ?? COLORS[1];
        for (let k = 0; k < 3; ++k) data[out + k] = light * (dark[k] + mix * (bright[k] - dark[k]));
        data[out + 3] = 255 * alpha;
    }

    /** Draws it in the body's space, metres, y up. @param {CanvasRenderingContext2D} ctx */
    draw(ctx) {
        const [width, height] = [this.#columns * this.cell, this.#rows * this.cell];
        ctx.save();
        ctx.translate(this.left, this.bottom + height);
        ctx.scale(1, -1);
        ctx.drawImage(this.canvas, 0, 0, width, height);
        ctx.restore();
    }
}
