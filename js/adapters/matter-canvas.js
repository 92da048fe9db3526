// Draws matter on a Canvas 2D. A surface is outlined on a grid over what the camera sees
// (adapters/matter-grid.js) and filled with an image of the colours there, so that its edge is sharp
// at any scale. Grains are drawn as pixels (adapters/matter-discs.js).
import { scaleDown } from './camera.js';
import { drawGrains } from './matter-discs.js';
import { makeGroups } from './matter-looks.js';
import { GRID_POINTS, addParticles, layGrid, makeGrid, paintGrid,
    traceGrid } from './matter-grid.js';

/** @import { MatterGroup, MatterSettings } from './matter-looks.js' */
/** @import { MatterCamera } from './matter.js' */
/** @import { DrawableMatter } from './types.js' */

/** A 2D context. @typedef {CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D} Context */

/** Pixels of the picture of grains, at most: with more on the screen, it is drawn larger than it is. */
const GRAIN_PIXELS = 1_200_000;

/** @param {readonly number[]} tint */
const wordOf = ([red, green, blue]) =>
    (Math.round(255 * red) << 16) | (Math.round(255 * green) << 8) | Math.round(255 * blue);

/** A canvas of its own. @param {number} width @param {number} height @returns {[HTMLCanvasElement | OffscreenCanvas, Context]} */
function makeCanvas(width, height) {
    const canvas = globalThis.OffscreenCanvas
        ? new OffscreenCanvas(width, height)
        : Object.assign(document.createElement('canvas'), { width, height });
    return [canvas, /** @type {Context} */ (canvas.getContext('2d'))];
}

/** Makes a picture whose pixels are written, large enough for the grids so far. */
function makeSheet() {
    let [width, height] = [1, 1];
    let [canvas, ctx] = makeCanvas(width, height);
    let image = ctx.createImageData(width, height);
    return {
        /**
         * @param {number} columns
         * @param {number} rows
         * @param {(pixels: Uint32Array, width: number) => void} write
         */
        paint(columns, rows, write) {
            if (columns > width || rows > height) {
                [width, height] = [Math.max(columns, width), Math.max(rows, height)];
                [canvas, ctx] = makeCanvas(width, height);
                image = ctx.createImageData(width, height);
            }
            write(new Uint32Array(image.data.buffer), width);
            ctx.putImageData(image, 0, 0, 0, 0, columns, rows);
            return canvas;
        },
    };
}

/** What a canvas shows: pixels per unit along x and y, where the world's origin is, and the part of the world. */
const makeView = () => ({ right: 1, down: 1, x: 0, y: 0, box: new Float64Array(4), yDown: false });

/** Where a canvas looks. @typedef {ReturnType<typeof makeView>} View */

/**
 * @param {View} view is written
 * @param {MatterCamera} camera
 * @param {number} ratio pixels of the canvas per CSS pixel
 * @param {{ width: number, height: number }} canvas
 */
function aim(view, { scale, x, y, yDown = false }, ratio, { width, height }) {
    view.yDown = yDown;
    view.right = ratio * scale;
    view.down = ratio * scaleDown({ scale, yDown });
    view.x = width / 2 - view.right * x;
    view.y = height / 2 - view.down * y;
    const wide = width / 2 / view.right, high = height / 2 / view.right;
    view.box.set([x - wide, y - high, x + wide, y + high]);
}

/**
 * Curves through the middles between the points of a loop, so that no corner is left.
 * @param {Path2D} path
 * @param {Float32Array} points
 * @param {number} count
 */
function addLoop(path, points, count) {
    let x = points[2 * count - 2], y = points[2 * count - 1];
    path.moveTo((x + points[0]) / 2, (y + points[1]) / 2);
    for (let k = 0; k < count; ++k) {
        x = points[2 * k];
        y = points[2 * k + 1];
        const after = k + 1 < count ? 2 * k + 2 : 0;
        path.quadraticCurveTo(x, y, (x + points[after]) / 2, (y + points[after + 1]) / 2);
    }
    path.closePath();
}

/**
 * The parts of a loop that face up: the outside is on its right.
 * @param {Path2D} path
 * @param {Float32Array} points
 * @param {number} count
 * @param {number} up 1 where y points up, -1 where it points down
 */
function addTops(path, points, count, up) {
    let drawn = false;
    for (let k = 0; k < count; ++k) {
        const x = points[2 * k], y = points[2 * k + 1];
        const after = k + 1 < count ? 2 * k + 2 : 0;
        const dx = points[after] - x, dy = points[after + 1] - y;
        const faces = -dx * up > 0.6 * Math.abs(dy);
        if (faces && !drawn) path.moveTo(x, y);
        if (faces) path.lineTo(x + dx, y + dy);
        drawn = faces;
    }
}

/** Draws matter on a Canvas 2D. */
export class CanvasMatter {
    #ctx;
    #positions;
    #eachGroup;
    #grid = makeGrid();
    #sheet = makeSheet();
    #view = makeView();
    /** The matters that the last call of draw drew. @type {readonly Readonly<DrawableMatter>[]} */
    #matters = [];
    #foam = false;

    /** @param {Context} ctx @param {MatterSettings} settings */
    constructor(ctx, settings) {
        this.#ctx = ctx;
        this.#positions = settings.positions;
        this.#eachGroup = makeGroups(settings);
    }

    /**
     * @param {readonly Readonly<DrawableMatter>[]} matters
     * @param {MatterCamera} camera
     * @param {number} ratio pixels of the canvas per CSS pixel
     * @param {boolean} foam
     */
    draw(matters, camera, ratio, foam) {
        this.#matters = matters;
        this.#foam = foam;
        aim(this.#view, camera, ratio, this.#ctx.canvas);
        this.#ctx.save();
        this.#ctx.imageSmoothingEnabled = true;
        this.#eachGroup(matters, this.#drawGroup);
        this.#ctx.restore();
    }

    /** Fills the grid: the visible rectangle, larger by the radius of a particle on each side. @param {MatterGroup} group */
    #addUp({ look, members, spacing, box }) {
        const margin = 2 * look.radius * spacing;
        const [minX, minY, maxX, maxY] = this.#view.box;
        const seen = (maxX - minX + 4 * margin) * (maxY - minY + 4 * margin);
        const cell = Math.max(spacing / 2, Math.sqrt(seen / GRID_POINTS));
        layGrid(this.#grid, [Math.max(box[0], minX - margin), Math.max(box[1], minY - margin),
            Math.min(box[2], maxX + margin), Math.min(box[3], maxY + margin)], cell);
        for (const i of members) {
            const matter = this.#matters[i];
            addParticles(this.#grid, this.#positions(matter), matter.values, matter.count,
                look.radius * matter.spacing, wordOf(look.tint));
        }
    }

    /** @param {MatterGroup} group */
    #drawSurface({ look, spacing }) {
        const ctx = this.#ctx, grid = this.#grid;
        const { right, down, x, y, yDown } = this.#view;
        const { columns, rows, cell } = grid;
        const colors = this.#sheet.paint(columns, rows,
            (pixels, width) => paintGrid(grid, pixels, width, look, 8 * spacing / cell, yDown));
        const [inside, tops] = [new Path2D(), new Path2D()];
        traceGrid(grid, look.threshold, (points, count) => {
            addLoop(inside, points, count);
            addTops(tops, points, count, yDown ? -1 : 1);
        });
        ctx.save();
        ctx.setTransform(right, 0, 0, down, x, y);
        ctx.clip(inside);
        ctx.globalAlpha = look.opacity;
        ctx.drawImage(colors, 0, 0, columns, rows, grid.x - cell / 2, grid.y - cell / 2,
            cell * columns, cell * rows);
        ctx.lineJoin = 'round';
        // The outer half of a line is clipped.
        ctx.lineWidth = 2 * Math.min(0.3 * spacing, Math.max(3, ctx.canvas.height / 250) / right);
        ctx.globalAlpha = 0.5 * look.outline;
        ctx.strokeStyle = '#000';
        if (look.outline > 0) ctx.stroke(inside);
        ctx.globalAlpha = look.line;
        ctx.strokeStyle = '#fff';
        if (look.line > 0) ctx.stroke(tops);
        ctx.restore();
    }

    /** @param {MatterGroup} group */
    #drawFoam({ look, members }) {
        const ctx = this.#ctx, { right, down, x: left, y: top } = this.#view;
        ctx.setTransform(1, 0, 0, 1, 0, 0);
        ctx.fillStyle = '#ffffffd9';
        ctx.beginPath();
        for (const i of members) {
            const matter = this.#matters[i], { count, densities, velocities, spacing } = matter;
            const positions = this.#positions(matter);
            const minimum = (1.4 * look.foamSpeed * spacing) ** 2, radius = 0.2 * spacing * right;
            for (let k = 0; k < count; ++k) {
                const speed = velocities[2 * k] ** 2 + velocities[2 * k + 1] ** 2;
                if (densities[k] > 0.55 || speed < minimum) continue;
                const x = left + right * positions[2 * k], y = top + down * positions[2 * k + 1];
                ctx.moveTo(x + radius, y);
                ctx.arc(x, y, radius, 0, 2 * Math.PI);
            }
        }
        ctx.fill();
    }

    /** Draws grains on a picture of what the canvas shows of their box. @param {MatterGroup} group */
    #drawGrains({ look, members, box }) {
        const ctx = this.#ctx, { right, down, x, y } = this.#view;
        const ends = [y + down * box[1], y + down * box[3]];
        const left = Math.max(0, Math.floor(x + right * box[0]) - 1);
        const top = Math.max(0, Math.floor(Math.min(...ends)) - 1);
        const width = Math.min(ctx.canvas.width, Math.ceil(x + right * box[2]) + 1) - left;
        const height = Math.min(ctx.canvas.height, Math.ceil(Math.max(...ends)) + 1) - top;
        if (!(width > 0 && height > 0)) return;
        const fine = Math.min(1, Math.sqrt(GRAIN_PIXELS / (width * height)));
        const columns = Math.ceil(fine * width), rows = Math.ceil(fine * height);
        const view = { right: fine * right, down: fine * down, x: fine * (x - left),
            y: fine * (y - top) };
        const picture = this.#sheet.paint(columns, rows, (pixels, stride) => {
            for (let j = 0; j < rows; ++j) pixels.fill(0, j * stride, j * stride + columns);
            for (const i of members) {
                const matter = this.#matters[i], { values, count, spacing } = matter;
                drawGrains({ pixels, width: stride, columns, rows }, view, {
                    positions: this.#positions(matter),
                    values,
                    count,
                }, Math.max(0.75, look.radius * spacing * view.right), wordOf(look.tint),
                    look.shade);
            }
        });
        ctx.setTransform(1, 0, 0, 1, 0, 0);
        ctx.globalAlpha = look.opacity;
        ctx.drawImage(picture, 0, 0, fine * width, fine * height, left, top, width, height);
        ctx.globalAlpha = 1;
    }

    /** @param {MatterGroup} group */
    #drawGroup = (group) => {
        const { look } = group;
        if (look.threshold === 0) return this.#drawGrains(group);
        this.#addUp(group);
        // Nothing of it may be seen.
        if (this.#grid.columns < 3 || this.#grid.rows < 3) return;
        this.#drawSurface(group);
        if (this.#foam && look.foamSpeed < Infinity) this.#drawFoam(group);
    };
}
