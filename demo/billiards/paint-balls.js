// How balls look. They roll: each has an orientation, which follows from how far it has gone.
import { RADIUS } from './table.js';

const COLOURS = ['#f6efe0', '#ffc56e', '#6f9bea', '#f0815f', '#a98bff', '#ff9fb6', '#58d3ae',
    '#c05a78', '#1c2036'];

/** @param {number} number */
export const colourOf = (number) => COLOURS[number > 8 ? number - 8 : number];

/** @typedef {[number, number, number]} Axis */
/** @typedef {{ x: number, y: number, axes: [spot: Axis, cap: Axis] }} Look */
/** @typedef {CanvasRenderingContext2D} Context */

/** Turns a vector of the ball by what it has rolled. @param {Axis} v @param {number} dx in radii @param {number} dy */
function rollAxis(v, dx, dy) {
    const angle = Math.hypot(dx, dy);
    const [kx, ky] = [-dy / angle, dx / angle];
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const along = (kx * v[0] + ky * v[1]) * (1 - c);
    const [x, y, z] = v;
    v[0] = c * x + s * ky * z + along * kx;
    v[1] = c * y - s * kx * z + along * ky;
    v[2] = c * z + s * (kx * y - ky * x);
}

/** A round patch of a ball, seen from above. @param {Context} ctx @param {Axis} axis @param {number} sign @param {number} angle its half width */
function patch(ctx, [x, y, z], sign, angle) {
    if (z * sign < -Math.sin(angle)) return;
    const flat = Math.hypot(x, y) || 1e-9;
    const [ux, uy] = [-y / flat, x / flat];
    const [vx, vy, vz] = [uy * z, -ux * z, ux * y - uy * x];
    ctx.beginPath();
    for (let i = 0; i < 24; ++i) {
        const t = (i / 12) * Math.PI;
        const [a, b, c] = [Math.cos(angle) * sign, Math.sin(angle) * Math.cos(t),
            Math.sin(angle) * Math.sin(t)];
        let [px, py] = [a * x + b * ux + c * vx, a * y + b * uy + c * vy];
        // A mark on the lower half is seen at the rim.
        if (a * z + c * vz < 0) {
            const to = Math.hypot(px, py) || 1;
            px /= to;
            py /= to;
        }
        ctx.lineTo(px, py);
    }
    ctx.fill();
}

/** @param {number} angle @returns {Look} */
const makeLook = (angle) => ({ x: NaN, y: 0,
    axes: [[0.3 * Math.cos(angle), 0.3 * Math.sin(angle), 0.954], [Math.sin(angle),
        -Math.cos(angle), 0]] });

/** Draws balls in units of their radius. */
export class BallPainter {
    /** By number. */
    looks = Array.from({ length: 16 }, (_, i) => makeLook(2.4 * i));

    /** @param {Context} ctx @param {number} number @param {number} x @param {number} y @param {number} [radius] */
    draw(ctx, number, x, y, radius = RADIUS) {
        const look = this.looks[number];
        const [dx, dy] = [(x - look.x) / radius, (y - look.y) / radius];
        // A ball that was put elsewhere has not rolled there.
        if (dx * dx + dy * dy > 0 && dx * dx + dy * dy < 100) {
            for (const axis of look.axes) rollAxis(axis, dx, dy);
        }
        look.x = x;
        look.y = y;
        ctx.save();
        ctx.translate(x, y);
        ctx.scale(radius, radius);
        ctx.fillStyle = 'rgba(3, 8, 14, 0.38)';
        circle(ctx, 0.22, -0.26, 1.08);
        ctx.fillStyle = colourOf(number);
        circle(ctx, 0, 0, 1);
        ctx.fillStyle = COLOURS[0];
        if (number > 8) { for (const sign of [-1, 1]) patch(ctx, look.axes[1], sign, 0.68); }
        if (number === 0) ctx.fillStyle = 'rgba(240, 129, 95, 0.8)';
        for (const sign of [-1, 1]) patch(ctx, look.axes[0], sign, number === 0 ? 0.16 : 0.42);
        ctx.drawImage(shade(), -1, -1, 2, 2);
        ctx.restore();
    }
}

/** The light on a ball, drawn once. @type {HTMLCanvasElement | null} */
let shadeImage = null;
function shade() {
    if (shadeImage) return shadeImage;
    shadeImage = Object.assign(document.createElement('canvas'), { width: 96, height: 96 });
    const ctx = /** @type {Context} */ (shadeImage.getContext('2d'));
    ctx.beginPath();
    ctx.arc(48, 48, 47.5, 0, 7);
    ctx.clip();
    const dark = ctx.createRadialGradient(36, 58, 12, 48, 48, 50);
    dark.addColorStop(0, 'rgba(10, 8, 30, 0)');
    dark.addColorStop(0.6, 'rgba(10, 8, 30, 0.1)');
    dark.addColorStop(1, 'rgba(10, 8, 30, 0.62)');
    ctx.fillStyle = dark;
    ctx.fillRect(0, 0, 96, 96);
    const light = ctx.createRadialGradient(33, 62, 0, 33, 62, 20);
    light.addColorStop(0, 'rgba(255, 255, 255, 0.95)');
    light.addColorStop(0.35, 'rgba(255, 250, 235, 0.4)');
    light.addColorStop(1, 'rgba(255, 250, 235, 0)');
    ctx.fillStyle = light;
    ctx.fillRect(0, 0, 96, 96);
    return shadeImage;
}

/** @param {Context} ctx @param {number} x @param {number} y @param {number} radius */
export function circle(ctx, x, y, radius) {
    ctx.beginPath();
    ctx.arc(x, y, radius, 0, 2 * Math.PI);
    ctx.fill();
}
