// The stone: walls cut like sheets of mica, painted once into square chunks and kept. Called by render.js.

import { randomFrom } from './random.js';

const CHUNK = 8; // metres
const AROUND = 64; // metres of stone drawn outside the level

/** Width in metres and opacity of the strokes along the outline, one upon the other: sheets towards the rim. */
const BANDS = [[5.4, 0.05], [3.8, 0.06], [2.5, 0.07], [1.55, 0.08], [0.95, 0.1], [0.5, 0.13], [0.2,
    0.2]];

/** @typedef {import('./level.js').Level} Level */

/** Cleavage lines in the stone. @param {Level} level */
function makeStreaks(level) {
    const random = randomFrom(7);
    return Array.from({ length: 1100 }, () => ({
        x: random() * (level.width + 28) - 16,
        y: random() * (level.height + 24) - 12,
        length: 0.6 + random() * 3.4,
        thick: 0.015 + random() * 0.06,
        style: random() < 0.62
            ? `rgba(178, 200, 250, ${(0.04 + random() * 0.1).toFixed(3)})`
            : `rgba(8, 10, 24, ${(0.08 + random() * 0.16).toFixed(3)})`,
    }));
}

/** The area of the stone, in the level and around it. @param {Level} level */
function solidPath(level) {
    const solid = new Path2D();
    for (const r of level.rects) solid.rect(r.x, r.y, r.w, r.h);
    for (const [x0, y0, x1, y1, x2, y2] of level.slopes) {
        solid.moveTo(x0, y0);
        solid.lineTo(x1, y1);
        solid.lineTo(x2, y2);
        solid.closePath();
    }
    solid.rect(-AROUND, -AROUND, level.width + 2 * AROUND, AROUND);
    solid.rect(-AROUND, level.height, level.width + 2 * AROUND, AROUND);
    solid.rect(-AROUND, 0, AROUND, level.height);
    solid.rect(level.width, 0, AROUND, level.height);
    return solid;
}

/** Straight runs as one path. @param {Float32Array} runs four numbers each @param {number} down metres */
function runsPath(runs, down) {
    const path = new Path2D();
    for (let i = 0; i < runs.length; i += 4) {
        path.moveTo(runs[i], runs[i + 1] - down);
        path.lineTo(runs[i + 2], runs[i + 3] - down);
    }
    return path;
}

/** A ledge: leaves of mica one below the other. @param {CanvasRenderingContext2D} ctx in metres, y upwards @param {import('./grid.js').Rect} ledge */
function paintLedge(ctx, { x, y, w }) {
    ['#d3e1ff', '#8ea9e2', '#5d76b6'].forEach((colour, i) => {
        const inset = 0.04 + 0.16 * i;
        ctx.fillStyle = colour;
        ctx.beginPath();
        ctx.roundRect(x + inset, y + 0.87 - 0.12 * i, w - 2 * inset, 0.11, 0.04);
        ctx.fill();
    });
}

export class Stone {
    /** @type {Map<number, HTMLCanvasElement>} */ #chunks = new Map();
    #resolution = 0; // pixels a metre of the kept chunks

    /** @param {Level} level */
    constructor(level) {
        this.streaks = makeStreaks(level);
        this.solid = solidPath(level);
        this.outline = runsPath(level.edges, 0);
        this.tops = runsPath(level.tops, 0.03);
        this.ledges = level.ledges;
    }

    /** @param {number} cx @param {number} cy chunk coordinates */
    #paint(cx, cy) {
        const resolution = this.#resolution;
        const canvas = document.createElement('canvas');
        canvas.width = canvas.height = CHUNK * resolution;
        const ctx = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
        ctx.setTransform(resolution, 0, 0, -resolution, -cx * CHUNK * resolution,
            (cy + 1) * CHUNK * resolution);
        ctx.save();
        ctx.clip(this.solid);
        ctx.fillStyle = '#2e3863';
        ctx.fillRect(cx * CHUNK, cy * CHUNK, CHUNK, CHUNK);
        ctx.lineCap = 'square';
        for (const s of this.streaks) {
            ctx.strokeStyle = s.style;
            ctx.lineWidth = s.thick;
            ctx.beginPath();
            ctx.moveTo(s.x, s.y);
            ctx.lineTo(s.x + s.length, s.y + s.length * 0.07);
            ctx.stroke();
        }
        const { outline, tops } = this;
        for (const [width, alpha] of BANDS) {
            ctx.strokeStyle = `rgba(158, 186, 245, ${alpha})`;
            ctx.lineWidth = width;
            ctx.stroke(outline);
        }
        ctx.restore();
        ctx.strokeStyle = 'rgba(190, 210, 255, 0.35)';
        ctx.lineWidth = 0.03;
        ctx.stroke(outline);
        ctx.strokeStyle = 'rgba(226, 236, 255, 0.95)';
        ctx.lineWidth = 0.06;
        ctx.stroke(tops);
        for (const ledge of this.ledges) paintLedge(ctx, ledge);
        return canvas;
    }

    /** @param {CanvasRenderingContext2D} ctx @param {import('../shared/camera.js').Camera} camera */
    draw(ctx, camera) {
        const wanted = camera.scale * camera.ratio > 76 ? 128 : 64;
        if (wanted > this.#resolution) {
            this.#resolution = wanted;
            this.#chunks.clear();
        }
        const x0 = Math.floor(camera.worldX(0) / CHUNK);
        const x1 = Math.floor(camera.worldX(camera.width) / CHUNK);
        const y0 = Math.floor(camera.worldY(camera.height) / CHUNK);
        const y1 = Math.floor(camera.worldY(0) / CHUNK);
        // Edges on whole device pixels, so that no gap shows between neighbours.
        const snap = (/** @type {number} */ v) => Math.round(v * camera.ratio) / camera.ratio;
        for (let cy = y0; cy <= y1; cy++) {
            for (let cx = x0; cx <= x1; cx++) {
                const key = (cy + 64) * 256 + cx + 64;
                let chunk = this.#chunks.get(key);
                if (!chunk) this.#chunks.set(key, chunk = this.#paint(cx, cy));
                const left = snap(camera.screenX(cx * CHUNK));
                const top = snap(camera.screenY((cy + 1) * CHUNK));
                const right = snap(camera.screenX((cx + 1) * CHUNK));
                const bottom = snap(camera.screenY(cy * CHUNK));
                ctx.drawImage(chunk, left, top, right - left, bottom - top);
            }
        }
    }
}
