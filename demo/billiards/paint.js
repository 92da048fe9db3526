// How the table, the cue and the cradle look.
import { either } from '../shared/palette.js';
import { circle } from './paint-balls.js';
import { CUSHIONS, LENGTH, POCKETS, RADIUS, RAIL, WIDTH } from './table.js';

const FRAME = 0.115; // of wood, beyond the cushions

/** @typedef {CanvasRenderingContext2D} Context */

/** A filled box around the middle with round corners. @param {Context} ctx @param {number} x half @param {number} y half @param {number} radius */
function slab(ctx, x, y, radius) {
    ctx.beginPath();
    ctx.roundRect(-x, -y, 2 * x, 2 * y, radius);
    ctx.fill();
}

const GLOW = 0.35; // around the table

/** The table, drawn once for each size. @type {HTMLCanvasElement | null} */
let picture = null;

/** @param {Context} ctx @param {boolean} upright */
export function drawTable(ctx, upright) {
    const { a, b } = ctx.getTransform();
    const scale = Math.hypot(a, b);
    const [x, y] = [LENGTH + RAIL + FRAME + GLOW, WIDTH + RAIL + FRAME + GLOW];
    const width = Math.round(2 * x * scale);
    if (picture?.width !== width) {
        picture = Object.assign(document.createElement('canvas'), { width,
            height: Math.round(2 * y * scale) });
        const own = /** @type {Context} */ (picture.getContext('2d'));
        own.setTransform(scale, 0, 0, scale, x * scale, y * scale);
        paintTable(own);
    }
    ctx.save();
    if (upright) ctx.rotate(Math.PI / 2);
    ctx.drawImage(picture, -x, -y, 2 * x, 2 * y);
    ctx.restore();
}

/** @param {Context} ctx */
function paintTable(ctx) {
    const [x, y] = [LENGTH + RAIL, WIDTH + RAIL];
    ctx.shadowColor = 'rgba(255, 190, 110, 0.22)';
    ctx.shadowBlur = 90;
    const wood = ctx.createLinearGradient(0, y + FRAME, 0, -y - FRAME);
    wood.addColorStop(0, '#5b4250');
    wood.addColorStop(0.5, '#3b2b42');
    wood.addColorStop(1, '#2a2038');
    ctx.fillStyle = wood;
    slab(ctx, x + FRAME, y + FRAME, 0.13);
    ctx.shadowColor = 'transparent';
    ctx.strokeStyle = 'rgba(255, 205, 140, 0.28)';
    ctx.lineWidth = 0.006;
    ctx.stroke();
    const cloth = ctx.createRadialGradient(0, 0, 0.1, 0, 0, 1.5);
    cloth.addColorStop(0, '#2c7f74');
    cloth.addColorStop(0.55, '#1d5c5a');
    cloth.addColorStop(1, '#123840');
    ctx.fillStyle = cloth;
    slab(ctx, x, y, 0.02);
    ctx.fillStyle = ctx.strokeStyle = 'rgba(226, 255, 244, 0.13)';
    ctx.lineWidth = 0.004;
    ctx.stroke(new Path2D(`M${-LENGTH / 2} ${-WIDTH}V${WIDTH}`));
    circle(ctx, -LENGTH / 2, 0, 0.009);
    circle(ctx, LENGTH / 2, 0, 0.009);
    for (const [px, py, reach] of POCKETS) {
        const hole = ctx.createRadialGradient(px, py, reach * 0.2, px, py, reach * 1.25);
        hole.addColorStop(0, '#020308');
        hole.addColorStop(0.8, '#080a14');
        hole.addColorStop(1, '#2b2433');
        ctx.fillStyle = hole;
        circle(ctx, px, py, reach * 1.22);
    }
    for (const points of CUSHIONS) drawCushion(ctx, points);
    ctx.fillStyle = 'rgba(255, 214, 150, 0.75)';
    for (const i of [-3, -2, -1, 1, 2, 3])
        for (const side of [-1, 1]) diamond(ctx, (i * LENGTH) / 4, side * (y + FRAME / 2));
    for (const i of [-1, 0, 1])
        for (const side of [-1, 1]) diamond(ctx, side * (x + FRAME / 2), (i * WIDTH) / 2);
}

/** @param {Context} ctx @param {number[][]} points nose, then back */
function drawCushion(ctx, points) {
    const [nose, end, back] = points;
    const across = Math.abs(nose[0] - end[0]) < 1e-6
        ? [back[0] - nose[0], 0]
        : [0, back[1] - nose[1]];
    const cloth = ctx.createLinearGradient(nose[0], nose[1], nose[0] + across[0],
        nose[1] + across[1]);
    cloth.addColorStop(0, '#3d9a8a');
    cloth.addColorStop(0.25, '#26706a');
    cloth.addColorStop(1, '#174a4c');
    ctx.fillStyle = cloth;
    ctx.beginPath();
    for (const [px, py] of points) ctx.lineTo(px, py);
    ctx.fill();
}

/** @param {Context} ctx @param {number} x @param {number} y */
function diamond(ctx, x, y) {
    ctx.beginPath();
    for (const [dx, dy] of [[0.014, 0], [0, 0.014], [-0.014, 0], [0, -0.014]])
        ctx.lineTo(x + dx, y + dy);
    ctx.fill();
}

/** The cue behind the white ball. @param {Context} ctx @param {number} x @param {number} y @param {number} angle of the shot @param {number} back metres */
export function drawCue(ctx, x, y, angle, back) {
    ctx.save();
    ctx.translate(x, y);
    ctx.rotate(angle);
    const [from, to] = [-RADIUS * 1.5 - back, -RADIUS * 1.5 - back - 1.1];
    for (const [shift, colour]
        of /** @type {const} */ ([[-0.025, 'rgba(3, 8, 14, 0.3)'], [0, '#d9a765']]))
    {
        ctx.fillStyle = colour;
        ctx.beginPath();
        for (const [px, py] of [[from, 0.007], [from, -0.007], [to, -0.016], [to, 0.016]])
            ctx.lineTo(px, py + shift);
        ctx.fill();
    }
    ctx.fillStyle = '#3a2438';
    ctx.fillRect(to, -0.016, 0.4, 0.032);
    ctx.fillStyle = '#f6efe0';
    ctx.fillRect(from - 0.02, -0.0075, 0.014, 0.015);
    ctx.fillStyle = '#6f9bea';
    ctx.fillRect(from - 0.006, -0.007, 0.008, 0.014);
    ctx.restore();
}

/** The balls that are potted, below the table. @param {Context} ctx @param {import('./paint-balls.js').BallPainter} painter @param {{ potted: number[], upright: boolean }} game */
export function drawTray(ctx, painter, { potted, upright }) {
    const at = upright ? -LENGTH - RAIL - FRAME - 0.06 : -WIDTH - RAIL - FRAME - 0.06;
    potted.forEach((number, i) => painter.draw(ctx, number, (i - 7) * 2.3 * RADIUS, at));
}

/** @param {Context} ctx @param {any} cradle */
export function drawCradle(ctx, { balls, world, home, TOP, LENGTH: thread, RADIUS: radius }) {
    const { poses } = world;
    const floor = ctx.createRadialGradient(0, 0, 0, 0, 0, 1.7);
    floor.addColorStop(0, 'rgba(255, 197, 110, 0.16)');
    floor.addColorStop(1, 'rgba(255, 197, 110, 0)');
    ctx.save();
    ctx.translate(0, TOP - thread - 0.16);
    ctx.scale(1, 0.12);
    ctx.fillStyle = floor;
    circle(ctx, 0, 0, 1.7);
    ctx.restore();
    ctx.lineCap = 'round';
    ctx.strokeStyle = '#4a4468';
    ctx.lineWidth = 0.035;
    ctx.stroke(
        new Path2D(
            `M-1.42 ${TOP - thread - 0.2}V${
                TOP - 0.1
            }Q-1.42 ${TOP} -1.32 ${TOP}H1.32Q1.42 ${TOP} 1.42 ${TOP - 0.1}V${TOP - thread - 0.2}`,
        ),
    );
    ctx.strokeStyle = 'rgba(255, 220, 170, 0.5)';
    ctx.lineWidth = 0.006;
    ctx.stroke(new Path2D(`M-1.32 ${TOP + 0.012}H1.32`));
    balls.forEach((/** @type {any} */ ball, /** @type {number} */ i) => {
        const aside = poses[4 * ball.index] - home(i);
        const x = home(i) + aside;
        const y = TOP - Math.sqrt(thread * thread - aside * aside);
        ctx.strokeStyle = either('rgba(64, 66, 110, 0.6)', 'rgba(220, 230, 255, 0.6)');
        ctx.lineWidth = 0.005;
        ctx.stroke(new Path2D(`M${home(i)} ${TOP}L${x} ${y}`));
        const steel = ctx.createRadialGradient(x - 0.035, y + 0.045, 0.005, x, y, radius);
        for (const [at, colour]
            of /** @type {const} */ ([[0, '#ffffff'], [0.25, '#ffe2b0'], [0.6, '#b98a5c'], [0.85,
                '#5c4560'], [1, '#8a7396']])) steel.addColorStop(at, colour);
        ctx.fillStyle = steel;
        circle(ctx, x, y, radius);
    });
}
