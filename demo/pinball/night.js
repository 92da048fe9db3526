// The night around the table: sky, stars and sea over the whole window, painted once for each size of it. Called by paint.js; board.js
// paints with the same gradients and chance.
import { disc } from '../shared/draw.js';

/** @typedef {CanvasRenderingContext2D} Context */

/** A gradient upright from y to y. @param {Context} ctx @param {number} from @param {number} to @param {string[]} colours */
export function upright(ctx, from, to, ...colours) {
    const gradient = ctx.createLinearGradient(0, from, 0, to);
    colours.forEach((colour, i) => gradient.addColorStop(i / (colours.length - 1), colour));
    return gradient;
}

/** Numbers from 0 to 1, the same each time. @param {number} seed */
export function chance(seed) {
    let now = seed;
    return () => (now = (16807 * now) % 2147483647) / 2147483647;
}

/** The night around the table, over the whole canvas. @param {Context} target */
export function paintNight(target) {
    const canvas = document.createElement('canvas');
    const { width, height } = target.canvas;
    Object.assign(canvas, { width, height });
    const ctx = /** @type {Context} */ (canvas.getContext('2d'));
    const sea = 0.63 * height;
    ctx.fillStyle = upright(ctx, 0, sea, '#080b22', '#10163f', '#1d2a62');
    ctx.fillRect(0, 0, width, sea);
    ctx.fillStyle = upright(ctx, sea, height, '#14405f', '#0b2540', '#061224');
    ctx.fillRect(0, sea, width, height - sea);
    const random = chance(11);
    for (let i = 0; i < 170; ++i) {
        ctx.globalAlpha = 0.12 + 0.45 * random();
        disc(ctx, width * random(), 0.97 * sea * random(), (0.4 + random()) * height / 900,
            '#dfe6ff');
    }
    ctx.strokeStyle = '#8fd0ea';
    ctx.lineCap = 'round';
    for (let row = 1; row < 13; ++row) {
        const y = sea + (height - sea) * (row / 13) ** 1.5;
        ctx.lineWidth = height / 900 * (0.6 + 0.22 * row);
        ctx.globalAlpha = 0.24 - 0.014 * row;
        for (let x = -0.1 * height * random(); x < width; x += height * (0.07 + 0.16 * random())) {
            const length = height * (0.01 + 0.03 * random()) * (0.5 + row / 9);
            ctx.beginPath();
            ctx.moveTo(x - length, y);
            ctx.quadraticCurveTo(x, y - 0.16 * length, x + length, y);
            ctx.stroke();
        }
    }
    ctx.globalAlpha = 1;
    return canvas;
}
