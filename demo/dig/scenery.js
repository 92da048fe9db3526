// What lies behind and before the hills: the sky with far hills, clouds that the wind leads, and the sea. Called by paint.js.
import { either } from '../shared/palette.js';
import { SEA } from './field.js';

/** @typedef {CanvasRenderingContext2D} Context @typedef {import('./game.js').Game} Game */

const FAR = [{ base: 5.4, high: 3, times: 0.13, light: '#a9c3dc', dark: '#222a52' }, { base: 3.4,
    high: 2.4, times: 0.21, light: '#88aac4', dark: '#1a2145' }];
const CLOUDS = 7;
const STARS = 70;

/** The part of the world that the canvas shows. @param {Context} ctx */
function shown(ctx) {
    const { a, d, e, f } = ctx.getTransform();
    const { width, height } = ctx.canvas;
    return { left: -e / a, right: (width - e) / a, top: -f / d, bottom: (height - f) / d };
}

/** @param {Context} ctx @param {Game} game @param {number} time seconds */
export function paintSky(ctx, { state }, time) {
    const { left, right, top, bottom } = shown(ctx);
    const sky = ctx.createLinearGradient(0, top, 0, SEA);
    sky.addColorStop(0, either('#6fb7ee', '#0b1030'));
    sky.addColorStop(0.65, either('#bfe2f6', '#2a2558'));
    sky.addColorStop(1, either('#fde9c8', '#8a4a6a'));
    ctx.fillStyle = sky;
    ctx.fillRect(left, bottom, right - left, top - bottom);
    const sun = [left + 0.78 * (right - left), SEA + 0.68 * (top - SEA)];
    const glow = ctx.createRadialGradient(sun[0], sun[1], 0.9, sun[0], sun[1], 6);
    glow.addColorStop(0, either('rgba(255, 252, 230, 1)', 'rgba(240, 236, 255, 1)'));
    glow.addColorStop(0.06, either('rgba(255, 248, 210, 0.5)', 'rgba(210, 205, 255, 0.25)'));
    glow.addColorStop(1, 'rgba(255, 255, 255, 0)');
    ctx.fillStyle = glow;
    ctx.fillRect(left, bottom, right - left, top - bottom);
    if (either(false, true)) paintStars(ctx, left, right, top);
    for (const { base, high, times, light, dark } of FAR) {
        ctx.fillStyle = either(light, dark);
        ctx.beginPath();
        ctx.moveTo(left, SEA - 1);
        for (let x = left; x < right + 1; x += 0.8)
            ctx.lineTo(x, base + high * (Math.sin(times * x + state.hills + base)
                        + 0.4 * Math.sin(2.7 * times * x + 2 * state.hills)));
        ctx.lineTo(right + 1, SEA - 1);
        ctx.fill();
    }
    paintClouds(ctx, left, right, top, time * 0.25);
}

/** @param {Context} ctx @param {number} left @param {number} right @param {number} top */
function paintStars(ctx, left, right, top) {
    ctx.fillStyle = 'rgba(255, 250, 235, 0.7)';
    for (let i = 0; i < STARS; ++i) {
        const x = left + (i * 0.618034 % 1) * (right - left);
        const y = SEA + (0.35 + 0.65 * (i * 0.754878 % 1)) * (top - SEA);
        const size = 0.03 + 0.05 * (i * 0.381966 % 1);
        ctx.fillRect(x, y, size, size);
    }
}

/** @param {Context} ctx @param {number} left @param {number} right @param {number} top @param {number} moved metres */
function paintClouds(ctx, left, right, top, moved) {
    ctx.fillStyle = either('rgba(255, 255, 255, 0.75)', 'rgba(150, 140, 200, 0.14)');
    const wide = right - left + 12;
    for (let i = 0; i < CLOUDS; ++i) {
        const x = left - 6 + (i * 0.618034 * wide + moved * (1 + i % 3)) % wide;
        const y = SEA + (0.45 + 0.5 * (i * 0.754878 % 1)) * (top - SEA);
        const size = 0.7 + 0.5 * (i * 0.381966 % 1);
        ctx.beginPath();
        for (const [dx, dy, r] of [[-1.2, 0, 0.7], [-0.3, 0.35, 0.95], [0.8, 0.1, 0.8], [1.7, -0.1,
            0.5]])
        {
            ctx.moveTo(x + size * (dx + r), y + size * dy);
            ctx.ellipse(x + size * dx, y + size * dy, size * r, 0.7 * size * r, 0, 0, 7);
        }
        ctx.fill();
    }
}

/** Water before all that is low. @param {Context} ctx @param {number} time seconds */
export function paintSea(ctx, time) {
    const { left, right, bottom } = shown(ctx);
    const water = ctx.createLinearGradient(0, SEA, 0, SEA - 5);
    water.addColorStop(0, either('rgba(70, 150, 200, 0.7)', 'rgba(60, 90, 170, 0.7)'));
    water.addColorStop(0.17, either('rgb(52, 124, 178)', 'rgb(42, 62, 130)'));
    water.addColorStop(1, either('rgb(24, 70, 120)', 'rgb(14, 18, 54)'));
    ctx.fillStyle = water;
    ctx.beginPath();
    ctx.moveTo(left - 1, bottom - 1);
    for (let x = left - 1; x < right + 1; x += 0.4)
        ctx.lineTo(x,
            SEA + 0.07 * Math.sin(1.7 * x + 1.6 * time) + 0.05 * Math.sin(2.9 * x - time));
    ctx.lineTo(right + 1, bottom - 1);
    ctx.fill();
}
