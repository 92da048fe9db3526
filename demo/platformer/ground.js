// Draws the static parts: ground with grass, ledges, the ladder, water and lava. Called by paint.js in metres, y up. The ground is kept
// as paths of 16 columns each, of which those in the picture are drawn.
import { hash } from './backdrop.js';
import { HALL, LADDER, LAVA, LEVEL, SHELF, SHELVES, STAIRS, WATER, cellAt } from './level.js';
import { glow } from '../shared/sparks.js';

/** @typedef {CanvasRenderingContext2D} Ctx */
/** @typedef {import('./backdrop.js').Frame} Frame */
/** @typedef {{ body: Path2D, bricks: Path2D, top: Path2D, floor: Path2D, grass: Path2D, side: Path2D, ledge: Path2D }} Chunk */

const COLUMNS = 16;
/** The corners of slopes, in the cell. @type {Record<string, number[]>} */
const SLOPES = { '/': [0, 0, 1, 0, 1, 1], '\\': [0, 0, 1, 0, 0, 1], h: [0, 0, 1, 0, 1, 0.5, 0, 1],
    l: [0, 0, 1, 0, 0, 0.5] };
/** The upper side of each cell. @type {Record<string, number[]>} */
const TOPS = { '#': [0, 1, 1, 1], '/': [0, 0, 1, 1], '\\': [0, 1, 1, 0], h: [0, 1, 1, 0.5],
    l: [0, 0.5, 1, 0] };
const ember = glow('#ff7a3c', 128);

/** @param {string} cell */
const open = (cell) => '.-'.includes(cell);

/** The upper side of a cell, and what grows there. @param {Chunk} chunk @param {number} x @param {number} y @param {string} cell */
function addTop({ top, floor, grass }, x, y, cell) {
    const [x0, y0, x1, y1] = TOPS[cell];
    const bare = x >= HALL.x0 - 2 && x < HALL.x1 + 2;
    (bare ? floor : top).moveTo(x + x0, y + y0);
    (bare ? floor : top).lineTo(x + x1, y + y1);
    if (bare) return;
    for (let i = 0; i < 4; ++i) {
        const n = 31 * x + 7 * y + i;
        const [at, tall, lean] = [(i + 0.2 + 0.6 * hash(n)) / 4, 0.1 + 0.16 * hash(n + 0.5),
            0.16 * (hash(n + 0.3) - 0.5)];
        const [gx, gy] = [x + x0 + at * (x1 - x0), y + y0 + at * (y1 - y0)];
        grass.moveTo(gx - 0.05, gy - 0.02);
        grass.lineTo(gx + lean, gy + tall);
        grass.lineTo(gx + 0.05, gy - 0.02);
    }
}

/** @param {Chunk} chunk @param {number} x @param {number} y */
function addCell(chunk, x, y) {
    const cell = cellAt(x, y);
    const { body, bricks, side, ledge } = chunk;
    if (cell === '-') {
        ledge.rect(x - 0.005, y + 0.66, 1.01, 0.34);
        chunk.floor.moveTo(x, y + 0.92);
        chunk.floor.lineTo(x + 1, y + 0.92);
    }
    if (!(cell in TOPS)) return;
    const points = SLOPES[cell];
    if (points) {
        for (let i = 0; i < points.length; i += 2)
            body[i === 0 ? 'moveTo' : 'lineTo'](x + points[i], y + points[i + 1]);
        body.closePath();
    } else body.rect(x - 0.01, y - 0.01, 1.02, 1.02);
    if (points || (y > 0 && open(cellAt(x, y + 1)))) addTop(chunk, x, y, cell);
    if (points) return;
    for (const [next, dx]
        of /** @type {const} */ ([[cellAt(x - 1, y), 0], [cellAt(x + 1, y), 1]]))
    {
        if (!open(next)) continue;
        side.moveTo(x + dx, y);
        side.lineTo(x + dx, y + 1);
    }
    if (open(cellAt(x, y - 1))) {
        side.moveTo(x, y);
        side.lineTo(x + 1, y);
    }
    const n = 57 * x + 13 * y;
    if (hash(n) < 0.34)
        bricks.roundRect(x + 0.1 + 0.3 * hash(n + 1), y + 0.12 + 0.45 * hash(n + 2),
            0.35 + 0.2 * hash(n + 3), 0.2 + 0.1 * hash(n + 4), 0.06);
}

function buildChunks() {
    /** @type {Chunk[]} */
    const chunks = [];
    for (let x = 0; x < LEVEL.width; ++x) {
        if (x % COLUMNS === 0)
            chunks.push({ body: new Path2D(), bricks: new Path2D(), top: new Path2D(),
                floor: new Path2D(), grass: new Path2D(), side: new Path2D(),
                ledge: new Path2D() });
        for (let y = 0; y < LEVEL.height; ++y) addCell(chunks[chunks.length - 1], x, y);
    }
    for (const { x, width, height } of STAIRS) {
        const { body, top, side } = chunks[Math.floor(x / COLUMNS)];
        body.rect(x - width / 2, 4, width, height);
        top.moveTo(x - width / 2 + 0.06, 4 + height);
        top.lineTo(x + width / 2, 4 + height);
        side.moveTo(x - width / 2, 4 + height);
        side.lineTo(x - width / 2, 4 + height - 0.25);
    }
    return chunks;
}

const chunks = buildChunks();

/** @param {Ctx} ctx @param {Frame} frame */
export function paintGround(ctx, { x0, x1, y0 }) {
    const stone = ctx.createLinearGradient(0, 15, 0, -3);
    stone.addColorStop(0, '#41508c');
    stone.addColorStop(0.6, '#2f3870');
    stone.addColorStop(1, '#11142b');
    const first = Math.max(0, Math.floor(x0 / COLUMNS));
    const seen = chunks.slice(first, Math.ceil(x1 / COLUMNS));
    ctx.fillStyle = stone;
    for (const { body } of seen) ctx.fill(body);
    // Below the level and beside it there is nothing but ground.
    ctx.fillRect(x0, Math.min(y0, -1), x1 - x0, 1.02 - Math.min(y0, -1) - 1);
    ctx.fillRect(-60, -50, 60.02, LEVEL.height + 90);
    ctx.fillRect(LEVEL.width - 0.02, -50, 60, LEVEL.height + 90);
    ctx.fillStyle = 'rgba(190, 196, 255, 0.06)';
    for (const { bricks } of seen) ctx.fill(bricks);
    ctx.lineCap = 'round';
    ctx.strokeStyle = 'rgba(150, 160, 230, 0.4)';
    ctx.lineWidth = 0.06;
    for (const { side } of seen) ctx.stroke(side);
    ctx.fillStyle = '#57bfa2';
    for (const { grass } of seen) ctx.fill(grass);
    ctx.fillStyle = '#5d5497';
    for (const { ledge } of seen) ctx.fill(ledge);
    for (const [kind, dark, light]
        of /** @type {const} */ ([['floor', '#6d62ad', '#c3b8ff'], ['top', '#4fb398', '#a8f4de']]))
    {
        ctx.lineWidth = 0.17;
        ctx.strokeStyle = dark;
        for (const chunk of seen) ctx.stroke(chunk[kind]);
        ctx.lineWidth = 0.06;
        ctx.strokeStyle = light;
        ctx.save();
        ctx.translate(0, 0.05);
        for (const chunk of seen) ctx.stroke(chunk[kind]);
        ctx.restore();
    }
    ctx.fillStyle = '#8a80c9';
    for (const { x, y } of SHELVES)
        ctx.fillRect(x - SHELF.width / 2, y - SHELF.height / 2, SHELF.width, SHELF.height);
    ctx.fillStyle = '#cabfff';
    for (const { x, y } of SHELVES)
        ctx.fillRect(x - SHELF.width / 2, y + SHELF.height / 2 - 0.07, SHELF.width, 0.07);
}

/** @param {Ctx} ctx */
export function paintLadder(ctx) {
    const { x0, x1, y0, y1 } = LADDER;
    ctx.strokeStyle = '#b8a1ff';
    ctx.lineWidth = 0.09;
    ctx.beginPath();
    for (const x of [x0 + 0.08, x1 - 0.08]) {
        ctx.moveTo(x, y0);
        ctx.lineTo(x, y1);
    }
    for (let y = y0 + 0.3; y < y1; y += 0.4) {
        ctx.moveTo(x0 + 0.08, y);
        ctx.lineTo(x1 - 0.08, y);
    }
    ctx.stroke();
    ctx.fillStyle = '#8a80c9';
    ctx.fillRect(x0 - 0.1, y1 - 0.12, x1 - x0 + 0.2, 0.12);
}

/** @param {Ctx} ctx @param {number} time */
export function paintWater(ctx, time) {
    const { x0, x1, y0, y1 } = WATER;
    const surface = (/** @type {number} */ x) => y1 + 0.05 * Math.sin(2.2 * x + 2 * time);
    const deep = ctx.createLinearGradient(0, y1, 0, y0);
    deep.addColorStop(0, 'rgba(110, 214, 220, 0.42)');
    deep.addColorStop(1, 'rgba(38, 70, 160, 0.5)');
    ctx.fillStyle = deep;
    ctx.beginPath();
    ctx.moveTo(x0, y1);
    for (let x = x0; x <= x1 + 0.01; x += 0.25) ctx.lineTo(x, surface(x));
    for (const [x, y] of [[x1, y0 + 1], [x1 - 1, y0], [x0 + 1, y0], [x0, y0 + 1]]) ctx.lineTo(x, y);
    ctx.fill();
    ctx.strokeStyle = 'rgba(215, 250, 255, 0.85)';
    ctx.lineWidth = 0.05;
    ctx.beginPath();
    for (let x = x0; x <= x1 + 0.01; x += 0.25) ctx.lineTo(x, surface(x));
    ctx.stroke();
}

/** @param {Ctx} ctx @param {number} time */
export function paintLava(ctx, time) {
    for (const { x0, x1, y0, y1 } of LAVA) {
        const heat = ctx.createLinearGradient(0, y1 + 0.1, 0, y0);
        heat.addColorStop(0, '#ffd27a');
        heat.addColorStop(0.25, '#ff8a3d');
        heat.addColorStop(1, '#8c1f2c');
        ctx.fillStyle = heat;
        ctx.beginPath();
        ctx.moveTo(x0, y0);
        for (let x = x0; x <= x1 + 0.01; x += 0.25)
            ctx.lineTo(x,
                y1 + 0.09 * Math.sin(1.7 * x + 1.1 * time) + 0.05 * Math.sin(3.9 * x - 1.7 * time));
        ctx.lineTo(x1, y0);
        ctx.fill();
        ctx.globalCompositeOperation = 'lighter';
        const air = ctx.createLinearGradient(0, y1 - 0.1, 0, y1 + 2.4);
        air.addColorStop(0, 'rgba(255, 120, 60, 0.4)');
        air.addColorStop(1, 'rgba(255, 90, 60, 0)');
        ctx.fillStyle = air;
        ctx.fillRect(x0, y1 - 0.1, x1 - x0, 2.5);
        for (let i = 0; i < 5; ++i) {
            const x = x0 + (x1 - x0) * hash(i + x0);
            const age = (0.35 * time + hash(i)) % 1;
            ctx.globalAlpha = 0.7 * Math.sin(Math.PI * age);
            const r = 0.5 * age + 0.1;
            ctx.drawImage(ember, x - r, y1 - r, 2 * r, 2 * r);
        }
        ctx.globalAlpha = 1;
        ctx.globalCompositeOperation = 'source-over';
    }
}
