// The land behind the castles: sky, hills that move less the farther they are, clouds, and the ground that all stands on. Called by
// paint.js.
import { either } from '../shared/palette.js';

/** @typedef {CanvasRenderingContext2D} Context */

/** Hills: how much they move with the camera, their height, wave lengths (m) and colours in light and dark looks. @type {[number, number, number, string, string][]} */
const HILLS = [[0.12, 4.6, 11, '#c3d3ea', '#232c55'], [0.3, 3.1, 7.4, '#a9c9c9', '#1f3450'], [0.55,
    1.7, 5.1, '#8fbf94', '#1d3d47']];
/** Clouds: where (m), how high, how large. */
const CLOUDS = [[-4, 9.4, 1.1], [5, 12.6, 1.6], [13, 8.6, 1.2], [20, 11.4, 1.5], [-13, 12, 1.5], [1,
    17.5, 1.7], [11, 21, 1.4]];

/** @param {Context} ctx in metres, y up */
function bounds(ctx) {
    const { a, d, e, f } = ctx.getTransform();
    return { left: -e / a, right: (ctx.canvas.width - e) / a, top: -f / d,
        bottom: (ctx.canvas.height - f) / d };
}

/** @param {Context} ctx */
function paintSky(ctx) {
    const { width, height } = ctx.canvas;
    const sky = ctx.createLinearGradient(0, 0, 0, height);
    sky.addColorStop(0, either('#7fb8f0', '#0d1130'));
    sky.addColorStop(0.55, either('#cfe6fa', '#2a2358'));
    sky.addColorStop(0.8, either('#ffeccd', '#6a3b66'));
    ctx.fillStyle = sky;
    ctx.fillRect(0, 0, width, height);
}

/** The sun, or the moon and stars. @param {Context} ctx in pixels */
function paintLights(ctx) {
    const { width, height } = ctx.canvas;
    const size = Math.min(width, height);
    const [x, y] = [0.74 * width, 0.24 * height];
    const glow = ctx.createRadialGradient(x, y, 0, x, y, 0.6 * size);
    glow.addColorStop(0, either('rgba(255, 250, 220, 0.95)', 'rgba(190, 200, 255, 0.3)'));
    glow.addColorStop(0.3, either('rgba(255, 250, 220, 0.35)', 'rgba(190, 200, 255, 0.12)'));
    glow.addColorStop(0.65, either('rgba(255, 250, 220, 0.08)', 'rgba(190, 200, 255, 0.03)'));
    glow.addColorStop(1, either('rgba(255, 250, 220, 0)', 'rgba(190, 200, 255, 0)'));
    ctx.fillStyle = glow;
    ctx.fillRect(0, 0, width, height);
    ctx.fillStyle = either('#fffbe6', '#e8ecff');
    ctx.beginPath();
    ctx.arc(x, y, 0.045 * size, 0, 7);
    ctx.fill();
    const stars = either(0, 60);
    ctx.fillStyle = 'rgba(255, 255, 255, 0.7)';
    for (let i = 0; i < stars; ++i) {
        const r = (0.5 + (i * 0.37) % 1) * size / 700;
        ctx.fillRect(width * ((0.618 * i) % 1), 0.6 * height * ((0.381 * i * i) % 1), r, r);
    }
}

/** @param {Context} ctx in metres, y up @param {number} time seconds */
function paintClouds(ctx, time) {
    const { left, right } = bounds(ctx);
    ctx.fillStyle = either('rgba(255, 255, 255, 0.75)', 'rgba(150, 150, 210, 0.13)');
    const middle = (left + right) / 2;
    for (const [at, y, size] of CLOUDS) {
        const x = 0.85 * middle + (at - 5) + 0.5 * Math.sin(0.05 * time + at);
        ctx.beginPath();
        for (const [dx, dy, r] of [[-1.1, 0, 0.6], [-0.3, 0.28, 0.8], [0.6, 0.12, 0.7], [1.25,
            -0.05, 0.5]])
        {
            ctx.moveTo(x + size * (dx + r), y + size * dy);
            ctx.arc(x + size * dx, y + size * dy, size * r, 0, 7);
        }
        ctx.fill();
    }
}

/** @param {Context} ctx in metres, y up */
function paintHills(ctx) {
    const { left, right } = bounds(ctx);
    const middle = (left + right) / 2;
    for (const [moves, high, wave, light, dark] of HILLS) {
        ctx.fillStyle = either(light, dark);
        ctx.beginPath();
        ctx.moveTo(left, -1);
        for (let i = 0; i <= 48; ++i) {
            const x = left + (right - left) * i / 48;
            const u = x - (1 - moves) * middle + 17 * moves;
            const y = high
                * (0.55 + 0.3 * Math.sin(u / wave) + 0.16 * Math.sin(2.3 * u / wave + 1));
            ctx.lineTo(x, y);
        }
        ctx.lineTo(right, -1);
        ctx.fill();
    }
}

/** @param {Context} ctx in metres, y up @param {number} time seconds */
export function paintBackdrop(ctx, time) {
    ctx.save();
    ctx.resetTransform();
    paintSky(ctx);
    paintLights(ctx);
    ctx.restore();
    paintClouds(ctx, time);
    paintHills(ctx);
}

/** The ground with its grass. @param {Context} ctx in metres, y up */
export function paintGround(ctx) {
    const { left, right, bottom } = bounds(ctx);
    const earth = ctx.createLinearGradient(0, 0, 0, -7);
    earth.addColorStop(0, either('#a9774a', '#4a3340'));
    earth.addColorStop(0.25, either('#8a5c38', '#37283a'));
    earth.addColorStop(1, either('#5f3d28', '#1e1a2c'));
    ctx.fillStyle = earth;
    ctx.fillRect(left, Math.min(bottom, -1), right - left, -Math.min(bottom, -1));
    ctx.fillStyle = either('rgba(60, 34, 18, 0.3)', 'rgba(0, 0, 0, 0.35)');
    for (let i = Math.floor(left / 0.9); i < right / 0.9; ++i) {
        const [u, v] = [Math.abs(0.618 * i * 7.3) % 1, Math.abs(0.381 * i * i) % 1];
        ctx.beginPath();
        ctx.ellipse(0.9 * i + u, -0.7 - 6 * v, 0.1 + 0.16 * u, 0.07 + 0.08 * v, u, 0, 7);
        ctx.fill();
    }
    ctx.fillStyle = either('#6fae4a', '#2f6a4e');
    ctx.fillRect(left, -0.26, right - left, 0.26);
    ctx.fillStyle = either('#8fcc5e', '#3f8a5e');
    ctx.fillRect(left, -0.08, right - left, 0.08);
    ctx.strokeStyle = either('#6fae4a', '#2f6a4e');
    ctx.lineWidth = 0.045;
    ctx.lineCap = 'round';
    ctx.beginPath();
    for (let i = Math.floor(left / 0.34); i < right / 0.34; ++i) {
        const u = Math.abs(0.618 * i * 3.7) % 1;
        if (u < 0.35) continue;
        ctx.moveTo(0.34 * i + 0.2 * u, -0.05);
        ctx.lineTo(0.34 * i + 0.2 * u + 0.09 * (u - 0.6), 0.08 + 0.14 * u);
    }
    ctx.stroke();
}
