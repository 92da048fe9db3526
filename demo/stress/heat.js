// Paints thousands of bodies by their speed, in one path for each of eight colours: straight from arrays, without an object
// for a body. Called by main.js.
import { either, palette } from '../shared/palette.js';

/** From slow to fast, by night and by day. */
const NIGHT = ['#45427c', '#5d55a0', '#7f6cc0', '#b58ad6', '#ee9d98', '#ffb060', '#ffcf7c',
    '#fff3cf'];
const DAY = ['#b5aeda', '#a093d4', '#8a76cc', '#ae6dbd', '#da6a7c', '#e77f2e', '#d4550f',
    '#9c2806'];
const FULL = 14; // m/s of the hottest colour

/** Which colour each body has. */
let bins = new Uint8Array(0);

/** @param {CanvasRenderingContext2D} ctx @param {import('./run.js').Run} run */
export function paintHeap(ctx, { poses, speeds, bodies, heap: { sizes, see } }) {
    if (bins.length < bodies) bins = new Uint8Array(2 * bodies);
    const colors = either(DAY, NIGHT);
    const scale = colors.length / FULL;
    for (let i = 0; i < bodies; i++)
        bins[i] = Math.min(colors.length - 1, Math.floor(Math.sqrt(speeds[i] * FULL) * scale));
    const gap = (see.maxY - see.minY) * 0.0008;
    for (let bin = 0; bin < colors.length; bin++) {
        ctx.beginPath();
        for (let i = 0; i < bodies; i++) {
            if (bins[i] !== bin || sizes[i] === 0 || sizes[i] === undefined) continue;
            const at = 4 * i;
            if (sizes[i] < 0) traceBall(ctx, poses[at], poses[at + 1], -sizes[i] - gap);
            else traceBox(ctx, poses, at, sizes[i] - gap);
        }
        ctx.fillStyle = colors[bin];
        ctx.fill();
    }
}

/** @param {CanvasRenderingContext2D} ctx @param {number} x @param {number} y @param {number} radius */
function traceBall(ctx, x, y, radius) {
    ctx.moveTo(x + radius, y);
    ctx.arc(x, y, radius, 0, 2 * Math.PI);
}

/** @param {CanvasRenderingContext2D} ctx @param {Float32Array} poses @param {number} at @param {number} half */
function traceBox(ctx, poses, at, half) {
    const [x, y, c, s] = [poses[at], poses[at + 1], poses[at + 2] * half, poses[at + 3] * half];
    ctx.moveTo(x + c - s, y + s + c);
    ctx.lineTo(x - c - s, y - s + c);
    ctx.lineTo(x - c + s, y - s - c);
    ctx.lineTo(x + c + s, y + s - c);
    ctx.closePath();
}

/** @param {CanvasRenderingContext2D} ctx @param {import('./scenes.js').Heap} heap */
export function paintBack(ctx, { see }) {
    const { a, e, f } = ctx.getTransform();
    const { width, height } = ctx.canvas;
    const x = (see.minX + see.maxX) / 2;
    const y = (see.minY + see.maxY) / 2;
    const glow = ctx.createRadialGradient(x, y, 0, x, y, (see.maxX - see.minX) * 0.9);
    glow.addColorStop(0, either('#fffaf0', '#2a2650'));
    glow.addColorStop(0.5, either('#f9f4ee', '#181a38'));
    glow.addColorStop(1, palette.ink);
    ctx.fillStyle = glow;
    ctx.fillRect(-e / a, (f - height) / a, width / a, height / a);
}

/** @param {CanvasRenderingContext2D} ctx @param {import('./run.js').Run} run */
export function paintWalls(ctx, { poses, heap: { walls, turning, see, name } }) {
    const line = (see.maxY - see.minY) * 0.004;
    ctx.save();
    if (name === 'Ball pit') {
        ctx.beginPath();
        const half = see.maxX / 1.5;
        ctx.moveTo(-half * 1.25, half * 2);
        ctx.ellipse(0, 0, half * 1.25, half * 1.1, 0, Math.PI, 2 * Math.PI);
        ctx.lineTo(half * 1.25, half * 2);
        ctx.lineWidth = 3 * line;
        ctx.strokeStyle = either('#c9862a', '#ffc56e');
        ctx.stroke();
    }
    if (turning !== null) {
        const [x, y, c, sine] = poses.subarray(4 * turning, 4 * turning + 4);
        ctx.transform(c, sine, -sine, c, x, y);
    }
    ctx.beginPath();
    for (const points of walls) {
        points.forEach(([x, y], i) => (i === 0 ? ctx.moveTo(x, y) : ctx.lineTo(x, y)));
        ctx.closePath();
    }
    ctx.fillStyle = turning !== null ? either('#8fd3c2', '#2f7f78') : either('#ddd5e4', '#1b2146');
    ctx.fill();
    if (turning !== null) {
        ctx.lineWidth = line;
        ctx.strokeStyle = either('#2f8f7a', '#77e3c4');
        ctx.stroke();
    }
    if (turning === null) {
        ctx.fillStyle = either('rgba(201, 134, 42, 0.7)', 'rgba(255, 197, 110, 0.6)');
        ctx.fillRect(walls[0][0][0], -line, 2 * walls[0][1][0], line * 1.5);
    }
    ctx.restore();
}
