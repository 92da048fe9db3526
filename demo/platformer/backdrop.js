// The background of the level: the sky with stars and a moon, hills that go along slowly, the inside of the boss's hall. Called by paint.js
// in metres, y up.
import { HALL } from './level.js';
import { glow } from '../shared/sparks.js';

/** @typedef {CanvasRenderingContext2D} Ctx */
/** What of the world is seen, metres. @typedef {{ x0: number, x1: number, y0: number, y1: number, x: number, y: number }} Frame */

const moon = glow('#ffe9c4', 256);
const torch = glow('#ff9d52', 128);
const HILLS = /** @type {const} */ ([
    { depth: 0.9, base: 8.2, high: 1.5, long: 13, colour: '#6b4871' },
    { depth: 0.78, base: 6.8, high: 1.3, long: 9, colour: '#4a3566' },
    { depth: 0.6, base: 5.4, high: 1.1, long: 6, colour: '#2f2753' },
]);

/** A number from 0 to 1 that belongs to another. @param {number} n */
export function hash(n) {
    const s = Math.sin(n * 127.1 + 11.7) * 43758.5453;
    return s - Math.floor(s);
}

/** @param {Ctx} ctx @param {Frame} frame @param {number} time s */
export function paintSky(ctx, { x0, x1, y0, y1, x, y }, time) {
    const sky = ctx.createLinearGradient(0, y1, 0, y0 + 0.32 * (y1 - y0));
    for (const [at, colour]
        of /** @type {const} */ ([[0, '#0a0f25'], [0.4, '#1c1d47'], [0.68, '#4b335f'], [0.85,
            '#9a5a56'], [1, '#c8835c']])) sky.addColorStop(at, colour);
    ctx.fillStyle = sky;
    ctx.fillRect(x0, y0, x1 - x0, y1 - y0);
    const [w, h] = [x1 - x0, y1 - y0];
    ctx.fillStyle = '#dfe6ff';
    for (let i = 0; i < 90; ++i) {
        const left = (hash(i) * 1.6 * w - 0.04 * x) % (1.2 * w);
        ctx.globalAlpha = (0.25 + 0.55 * hash(i + 500))
            * (0.75 + 0.25 * Math.sin(2 * time + 9 * i));
        const size = 0.0022 * h * (0.6 + hash(i + 900));
        ctx.fillRect(x0 + (left < 0 ? left + 1.2 * w : left), y1 - 0.6 * h * hash(i + 200) ** 1.4,
            size, size);
    }
    ctx.globalAlpha = 0.5;
    const [mx, my, r] = [x0 + 0.72 * w - 0.02 * x, y1 - 0.25 * h - 0.03 * y,
        0.042 * Math.min(h, 15)];
    ctx.drawImage(moon, mx - 5 * r, my - 5 * r, 10 * r, 10 * r);
    ctx.globalAlpha = 1;
    ctx.fillStyle = '#fff1d6';
    ctx.beginPath();
    ctx.arc(mx, my, r, 0, 7);
    ctx.fill();
}

/** @param {Ctx} ctx @param {Frame} frame */
export function paintHills(ctx, { x0, x1, y0, x, y }) {
    for (const { depth, base, high, long, colour } of HILLS) {
        const [dx, dy] = [x * depth, (y - 8) * depth];
        ctx.fillStyle = colour;
        ctx.beginPath();
        ctx.moveTo(x0, y0);
        for (let px = Math.floor(x0) - 1; px <= x1 + 1; px += 0.5) {
            const at = (px - dx) / long;
            const top = Math.sin(at * 2.1 + base) + 0.5 * Math.sin(at * 4.7)
                + 0.18 * Math.sin(at * 13.1);
            ctx.lineTo(px, base + dy + high * top);
        }
        ctx.lineTo(x1 + 1, y0);
        ctx.fill();
    }
}

/** @param {Ctx} ctx @param {Frame} frame @param {number} time s */
export function paintHall(ctx, { x0, x1 }, time) {
    if (x1 < HALL.x0 - 3 || x0 > HALL.x1 + 3) return;
    const wall = ctx.createLinearGradient(0, HALL.y1, 0, HALL.y0);
    wall.addColorStop(0, '#0c0e20');
    wall.addColorStop(0.6, '#1b1838');
    wall.addColorStop(1, '#33234a');
    ctx.fillStyle = wall;
    ctx.fillRect(HALL.x0 - 2, HALL.y0, HALL.x1 - HALL.x0 + 4, HALL.y1 - HALL.y0);
    for (let x = HALL.x0 + 2; x < HALL.x1; x += 5) {
        ctx.fillStyle = 'rgba(125, 110, 180, 0.13)';
        ctx.fillRect(x - 0.5, HALL.y0, 1, 9.3);
        ctx.fillRect(x - 0.8, HALL.y0, 1.6, 0.5);
        ctx.fillRect(x - 0.8, HALL.y0 + 9, 1.6, 0.5);
        if (x + 5 > HALL.x1) continue;
        ctx.strokeStyle = 'rgba(125, 110, 180, 0.16)';
        ctx.lineWidth = 0.3;
        ctx.beginPath();
        ctx.arc(x + 2.5, HALL.y0 + 9.3, 2.2, 0, Math.PI);
        ctx.stroke();
    }
    ctx.globalCompositeOperation = 'lighter';
    for (let x = HALL.x0 + 4.5; x < HALL.x1; x += 5) {
        const size = 2.6 + 0.15 * Math.sin(7 * time + 2 * x) + 0.1 * Math.sin(17 * time + x);
        ctx.globalAlpha = 0.5;
        ctx.drawImage(torch, x - size, 9.2 - size, 2 * size, 2 * size);
        ctx.globalAlpha = 0.9;
        ctx.drawImage(torch, x - 0.4, 9.2 - 0.55, 0.8, 1.1);
    }
    ctx.globalAlpha = 1;
    ctx.globalCompositeOperation = 'source-over';
    ctx.fillStyle = '#3a3157';
    for (let x = HALL.x0 + 4.5; x < HALL.x1; x += 5) ctx.fillRect(x - 0.07, 8.2, 0.14, 0.7);
}
