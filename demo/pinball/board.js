// What of the table does not move, painted once for each size of the window: the field with its lighthouse, blocks and
// rails; and in a picture of its own the ramps, which lie over the balls of the field. Called by paint.js.
import { disc, glow, radial, trace } from '../shared/draw.js';
import { chance, upright } from './night.js';
import { BUMPERS, LANE, POSTS, RAIL, RAILS, RAMPS, RAMP_RAILS, ROOF, SAUCER, SEE,
    SLING } from './table.js';

/** @typedef {CanvasRenderingContext2D} Context */

/** Where the lamp of the lighthouse is. */
export const LAMP = [0, 3.72];
const FOOT = 2.32; // of the tower
const SEA = 4.05; // height of the horizon
export const [LEFT_COLOUR, RIGHT_COLOUR] = ['#77e3c4', '#b8a1ff'];

/** @param {Context} ctx */
function paintCabinet(ctx) {
    const { minX, minY, maxX } = SEE;
    ctx.beginPath();
    ctx.roundRect(minX + 0.02, minY + 0.02, maxX - minX - 0.04, 9.72 - minY, [0.3, 0.3, 2.9, 2.9]);
    ctx.fillStyle = upright(ctx, 9.8, 0, '#3a437d', '#1f2752', '#131936');
    ctx.fill();
    ctx.lineWidth = 0.035;
    ctx.strokeStyle = 'rgba(205, 218, 255, 0.4)';
    ctx.stroke();
}

/** The outline of the field with the plunger's lane. @param {Context} ctx */
export function fieldPath(ctx) {
    ctx.beginPath();
    for (const [x, y] of RAILS[0]) ctx.lineTo(x, y);
    for (const [x, y] of [[LANE.outer, -0.1], [-0.75, -0.1]]) ctx.lineTo(x, y);
    ctx.closePath();
}

/** Stars, the moon, waves. @param {Context} ctx */
function paintSkyAndSea(ctx) {
    ctx.fillStyle = upright(ctx, 9.7, 0, '#171a52', '#232a78', '#2f3f92', '#3a5a9a');
    ctx.fillRect(-3, SEA, 7, 6);
    ctx.fillStyle = upright(ctx, SEA, 0, '#1d5c84', '#123f66', '#0c2949', '#081730');
    ctx.fillRect(-3, -1, 7, SEA + 1);
    const random = chance(5);
    for (let i = 0; i < 130; ++i) {
        ctx.globalAlpha = 0.15 + 0.6 * random();
        disc(ctx, -2.5 + 5.5 * random(), SEA + 0.5 + 5.2 * random(), 0.008 + 0.014 * random(),
            '#e8ecff');
    }
    ctx.globalAlpha = 1;
    const [mx, my] = [1.72, 8.35];
    disc(ctx, mx, my, 1.6,
        radial(ctx, mx, my, 1.6, 'rgba(255, 236, 200, 0.3)', 'rgba(255, 236, 200, 0)'));
    disc(ctx, mx, my, 0.34, radial(ctx, mx - 0.1, my + 0.1, 0.5, '#fff6df', '#f2d9a6', '#b89262'));
    disc(ctx, mx + 0.1, my - 0.08, 0.12, 'rgba(150, 110, 70, 0.18)');
    disc(ctx, mx - 0.12, my + 0.05, 0.07, 'rgba(150, 110, 70, 0.14)');
    ctx.lineCap = 'round';
    for (let row = 0; row < 15; ++row) {
        const y = SEA - 0.1 - 0.035 * row * (row + 4) / 2;
        ctx.lineWidth = 0.012 + 0.004 * row;
        ctx.strokeStyle = `rgba(150, 214, 240, ${0.3 - 0.016 * row})`;
        for (let x = -2.6 + random(); x < 2.6; x += 0.5 + 0.9 * random()) {
            const length = (0.12 + 0.25 * random()) * (1 + 0.08 * row);
            ctx.beginPath();
            ctx.moveTo(x - length, y);
            ctx.quadraticCurveTo(x, y + 0.05 + 0.012 * row, x + length, y);
            ctx.stroke();
        }
    }
}

/** @param {Context} ctx */
function paintLighthouse(ctx) {
    const [x, y] = LAMP;
    const rock = [[-0.75, 1.98], [-0.62, 2.2], [-0.35, 2.28], [-0.2, 2.42], [0.22, 2.42], [0.4,
        2.26], [0.66, 2.2], [0.8, 1.98]];
    trace(ctx, rock);
    ctx.fillStyle = upright(ctx, 2.42, 1.98, '#2d355f', '#10183a');
    ctx.fill();
    const band = (/** @type {number} */ low, /** @type {number} */ high,
        /** @type {string[]} */ ...colours) =>
    {
        const half = (/** @type {number} */ at) => 0.24 - 0.085 * (at - FOOT);
        const shade = ctx.createLinearGradient(-0.26, 0, 0.26, 0);
        colours.forEach((colour, i) => shade.addColorStop(i / (colours.length - 1), colour));
        trace(ctx, [[-half(low), low], [half(low), low], [half(high), high], [-half(high), high]]);
        ctx.fillStyle = shade;
        ctx.fill();
    };
    const white = ['#8f9ac6', '#f3f0ff', '#7782b4'];
    const red = ['#7c2f42', '#e86a5e', '#6a2238'];
    for (let i = 0; i < 5; ++i)
        band(FOOT + 0.24 * i, FOOT + 0.24 * (i + 1), ...i % 2 ? white : red);
    band(FOOT + 1.2, FOOT + 1.26, '#20264c', '#4a548c', '#20264c');
    ctx.fillStyle = '#141a3a';
    ctx.fillRect(x - 0.13, y - 0.14, 0.26, 0.26);
    trace(ctx, [[-0.18, y + 0.12], [0.18, y + 0.12], [0, y + 0.34]]);
    ctx.fillStyle = '#b8434c';
    ctx.fill();
}

/** Solid parts of the field. @param {Context} ctx @param {number[][]} points @param {string} colour of its rim */
function paintBlock(ctx, points, colour) {
    const [low, high] = [Math.min, Math.max].map((of) => of(...points.map(([, y]) => y)));
    const outline = () => {
        trace(ctx, points);
        ctx.closePath();
    };
    ctx.save();
    ctx.translate(0.06, -0.09);
    outline();
    ctx.fillStyle = 'rgba(3, 5, 18, 0.45)';
    ctx.fill();
    ctx.restore();
    outline();
    ctx.fillStyle = upright(ctx, high, low, '#39427f', '#1d2350', '#141938');
    ctx.fill();
    ctx.lineJoin = 'round';
    ctx.lineWidth = 2 * RAIL;
    ctx.strokeStyle = '#6c78b4';
    ctx.stroke();
    ctx.lineWidth = 0.022;
    ctx.strokeStyle = colour;
    ctx.stroke();
}

/** @param {Context} ctx @param {number[][]} points @param {string} colour */
function paintRail(ctx, points, colour) {
    ctx.save();
    ctx.translate(0.03, -0.05);
    trace(ctx, points);
    ctx.lineCap = ctx.lineJoin = 'round';
    ctx.lineWidth = 2 * RAIL;
    ctx.strokeStyle = 'rgba(3, 5, 18, 0.5)';
    ctx.stroke();
    ctx.restore();
    trace(ctx, points);
    ctx.lineWidth = 2 * RAIL;
    ctx.strokeStyle = '#5f6ca6';
    ctx.stroke();
    glow(ctx, points, colour, 0.03);
}

/** @param {Context} ctx */
function paintStanding(ctx) {
    const [, , , left, right, ...dividers] = RAILS.slice(0, 7);
    paintBlock(ctx, left, '#a9dccb');
    paintBlock(ctx, right, '#c9bfee');
    paintBlock(ctx, ROOF, '#ffc56e');
    for (const side of [1, -1])
        paintBlock(ctx, [SLING.a, SLING.b, SLING.c].map(([x, y]) => [side * x, y]), '#f0b09a');
    for (const rail of RAILS.slice(0, 3)) paintRail(ctx, rail, '#dfe7ff');
    for (const divider of dividers) paintRail(ctx, divider, '#ffd9a0');
    for (const [x, y] of BUMPERS) disc(ctx, x + 0.06, y - 0.1, 0.36, 'rgba(4, 5, 16, 0.45)');
    for (const post of POSTS) {
        ctx.lineWidth = 0.1;
        trace(ctx, post);
        ctx.strokeStyle = '#5f6ca6';
        ctx.stroke();
        glow(ctx, post, '#ffe2b0', 0.04);
    }
}

/** Two boats far out. @param {Context} ctx */
function paintBoats(ctx) {
    for (const [x, size] of [[-0.62, 0.75], [0.52, 1]]) {
        ctx.save();
        ctx.translate(x, SEA - 0.02);
        ctx.scale(size, size);
        trace(ctx, [[-0.14, 0.03], [0.16, 0.03], [0.1, -0.03], [-0.09, -0.03]]);
        ctx.fillStyle = '#1a1430';
        ctx.fill();
        trace(ctx, [[0, 0.05], [0, 0.36], [0.14, 0.06]]);
        ctx.fillStyle = '#f0d9b8';
        ctx.fill();
        trace(ctx, [[-0.02, 0.05], [-0.02, 0.3], [-0.11, 0.06]]);
        ctx.fillStyle = '#c89a8a';
        ctx.fill();
        ctx.restore();
    }
}

/** The harbour, where balls are held. @param {Context} ctx */
function paintSaucer(ctx) {
    const { x, y, radius } = SAUCER;
    disc(ctx, x, y, radius + 0.04, '#7f8cc4');
    disc(ctx, x, y, radius, radial(ctx, x, y + 0.06, radius, '#01020a', '#0a0d24', '#2a3268'));
}

/** Chevrons along the plunger's lane. @param {Context} ctx */
function paintLane(ctx) {
    ctx.fillStyle = 'rgba(5, 7, 24, 0.55)';
    ctx.fillRect(LANE.inner, LANE.seat, LANE.outer - LANE.inner, LANE.top - LANE.seat);
    ctx.lineWidth = 0.03;
    for (let i = 0; i < 9; ++i) {
        ctx.strokeStyle = `rgba(255, 197, 110, ${0.12 + 0.05 * i})`;
        trace(ctx, [[LANE.x - 0.1, 2 + 0.5 * i], [LANE.x, 2.1 + 0.5 * i], [LANE.x + 0.1,
            2 + 0.5 * i]]);
        ctx.stroke();
    }
}

/** @param {number} scale pixels a metre @param {((ctx: Context) => void)[]} parts @returns {HTMLCanvasElement} of the size of SEE */
function paintPicture(scale, parts) {
    const canvas = document.createElement('canvas');
    canvas.width = Math.ceil((SEE.maxX - SEE.minX) * scale);
    canvas.height = Math.ceil((SEE.maxY - SEE.minY) * scale);
    const ctx = /** @type {Context} */ (canvas.getContext('2d'));
    ctx.setTransform(scale, 0, 0, -scale, -SEE.minX * scale, SEE.maxY * scale);
    for (const part of parts) part(ctx);
    return canvas;
}

/** The field and all that stands on it. @param {number} scale pixels a metre */
export const paintBoard = (scale) =>
    paintPicture(scale, [paintCabinet, (ctx) => {
        ctx.save();
        fieldPath(ctx);
        ctx.clip();
        paintSkyAndSea(ctx);
        paintBoats(ctx);
        paintLighthouse(ctx);
        paintLane(ctx);
        ctx.restore();
    }, paintSaucer, paintStanding]);

/** A ramp: glass between two rails. @param {Context} ctx @param {number} i */
function paintRamp(ctx, i) {
    const colour = [LEFT_COLOUR, RIGHT_COLOUR][i];
    const rails = i === 0 ? RAMP_RAILS.slice(0, 2) : RAMP_RAILS.slice(2);
    const outline = i === 0 ? [...rails[0], ...rails[1].toReversed()] : rails[0];
    ctx.save();
    ctx.translate(0.09, -0.13);
    trace(ctx, outline);
    ctx.fillStyle = 'rgba(4, 6, 20, 0.3)';
    ctx.fill();
    ctx.restore();
    trace(ctx, outline);
    ctx.fillStyle = upright(ctx, 8.2, 3.4, `${colour}4a`, `${colour}24`, `${colour}40`);
    ctx.fill();
    ctx.lineCap = ctx.lineJoin = 'round';
    const path = RAMPS[i];
    for (let k = 5; k < path.length - 3; k += 5) {
        const [[ax, ay], [bx, by]] = [path[k - 1], path[k + 1]];
        const length = Math.hypot(bx - ax, by - ay) || 1;
        const [dx, dy] = [(bx - ax) / length, (by - ay) / length];
        const [x, y] = path[k];
        ctx.lineWidth = 0.035;
        ctx.strokeStyle = `${colour}66`;
        trace(ctx, [[x - 0.07 * dx - 0.09 * dy, y - 0.07 * dy + 0.09 * dx], [x, y], [
            x - 0.07 * dx + 0.09 * dy,
            y - 0.07 * dy - 0.09 * dx,
        ]]);
        ctx.stroke();
    }
    for (const rail of rails) glow(ctx, rail, colour, 0.05);
    for (const rail of rails) glow(ctx, rail, '#ffffff', 0.014);
}

/** The ramps. @param {number} scale pixels a metre */
export const paintRamps = (scale) =>
    paintPicture(scale, [(ctx) => paintRamp(ctx, 0), (ctx) => paintRamp(ctx, 1)]);
