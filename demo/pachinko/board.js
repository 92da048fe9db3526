// What of the table does not move, painted once for each size of the window and each change of the table: cabinet, field, rails, pins,
// cups, tray.
// Called by paint.js.
import { disc, glow, radial, trace, write } from '../shared/draw.js';
import { DRAIN, KINDS, LANE, LANE_BASE, LANE_END, PIN, RADIUS, SCREEN, STOPPER, TRAY,
    arc } from './table.js';

/** What must be in the picture, metres. */
export const SEE = { minX: -6.95, minY: -10, maxX: 6.95, maxY: 6.85 };
export const COLOURS = { start: '#77e3c4', tulip: '#f0927a', pocket: '#b8a1ff', mouth: '#ffc56e' };

/** @typedef {import('./parts.js').Parts} Parts */
/** @typedef {CanvasRenderingContext2D} Context @typedef {readonly (readonly number[])[]} Points */

/** @param {Context} ctx */
function paintCabinet(ctx) {
    const wood = ctx.createLinearGradient(-6, 6, 5, -10);
    wood.addColorStop(0, '#2c3566');
    wood.addColorStop(0.5, '#191f43');
    wood.addColorStop(1, '#10142d');
    ctx.fillStyle = wood;
    ctx.beginPath();
    ctx.roundRect(-6.75, -9.85, 13.5, 16.5, 0.9);
    ctx.fill();
    ctx.lineWidth = 0.05;
    ctx.strokeStyle = 'rgba(200, 214, 255, 0.35)';
    ctx.stroke();
    ctx.beginPath();
    ctx.roundRect(-6.6, -9.7, 13.2, 16.2, 0.78);
    ctx.strokeStyle = 'rgba(255, 197, 110, 0.18)';
    ctx.stroke();
}

/** The field: night with the facets of a crystal. @param {Context} ctx */
function paintField(ctx) {
    disc(ctx, 0, 0, RADIUS + 0.04,
        radial(ctx, 0, 0.8, 7, '#3b3a80', '#26275d', '#151838', '#0b0e22'));
    ctx.save();
    ctx.clip();
    for (let i = 0; i < 48; ++i) {
        const [a, b, r] = [i * Math.PI / 24, (i + 1) * Math.PI / 24, 6.2];
        ctx.fillStyle =
            ['rgba(255,197,110,0.055)', 'rgba(184,161,255,0.03)', 'rgba(119,227,196,0.05)',
                'rgba(10,12,34,0.12)'][(i * 7) % 4];
        ctx.beginPath();
        ctx.moveTo(0, 1.2);
        ctx.lineTo(r * Math.cos(a), r * Math.sin(a));
        ctx.lineTo(r * Math.cos(b), r * Math.sin(b));
        ctx.fill();
    }
    ctx.lineWidth = 0.025;
    for (const radius of [2.9, 3.9, 4.9]) {
        ctx.strokeStyle = 'rgba(190, 208, 255, 0.09)';
        trace(ctx,
            Array.from({ length: 13 },
                (_,
                    i) => [radius * Math.cos(i * Math.PI / 6 + 0.26),
                    radius * Math.sin(i * Math.PI / 6 + 0.26)]));
        ctx.stroke();
    }
    ctx.restore();
    const lane = [...arc(RADIUS, LANE_BASE, LANE_END), ...arc(LANE, LANE_END, LANE_BASE)];
    trace(ctx, lane);
    ctx.fillStyle = 'rgba(6, 8, 22, 0.55)';
    ctx.fill();
    // Where balls are lost.
    trace(ctx, arc(RADIUS - 0.02, DRAIN[0], DRAIN[1]));
    ctx.fillStyle = '#05060f';
    ctx.fill();
}

/** @param {Context} ctx */
function paintRails(ctx) {
    glow(ctx, arc(RADIUS + 0.05, LANE_BASE, DRAIN[1] - 2 * Math.PI), '#e0b877', 0.09);
    glow(ctx, arc(LANE, DRAIN[0], LANE_END), '#e0b877', 0.06);
    glow(ctx, STOPPER, '#f0927a', 0.13);
}

/** @param {Context} ctx */
function paintScreen(ctx) {
    const points = [...SCREEN, SCREEN[0], SCREEN[1]];
    glow(ctx, points, '#8f7bdc', 0.12);
    trace(ctx, points);
    ctx.fillStyle = '#0a0c20';
    ctx.fill();
}

/** A pin of brass from above, with its shadow; the pin is a quarter as wide. @param {number} pixels its width */
function pinSprite(pixels) {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = Math.max(16, Math.ceil(pixels));
    const ctx = /** @type {Context} */ (canvas.getContext('2d'));
    ctx.scale(canvas.width / 64, canvas.width / 64);
    disc(ctx, 38, 42, 9, 'rgba(4, 5, 16, 0.5)');
    disc(ctx, 32, 32, 9, radial(ctx, 29, 28, 12, '#fff6df', '#e9c283', '#7c5523'));
    return canvas;
}

/** Pins, gates, and the shadows of moving parts. @param {Context} ctx @param {Parts} parts */
function paintStanding(ctx, { of }) {
    for (const { body: { x, y } } of of.bumper)
        disc(ctx, x + 0.08, y - 0.12, 0.46, 'rgba(4, 5, 16, 0.45)');
    for (const { body: { x, y } } of of.gate)
        glow(ctx, [[x - 0.16, y], [x + 0.16, y]], '#77e3c4', 0.05);
    const half = 4 * PIN;
    const sprite = pinSprite(2 * half * ctx.getTransform().a);
    for (const { body: { x, y } } of of.pin)
        ctx.drawImage(sprite, x - half, y + half, 2 * half, -2 * half);
}

/** @param {Context} ctx @param {Parts} parts */
function paintCups(ctx, { pockets }) {
    for (const { kind, body: { x, y } } of pockets) {
        const colour = COLOURS[/** @type {keyof typeof COLOURS} */ (kind)];
        const { pay, width } = KINDS[/** @type {keyof typeof COLOURS} */ (kind)];
        const half = width / 2 + 0.05;
        const cup = [[x - half, y], [x - half + 0.06, y - 0.4], [x + half - 0.06, y - 0.4], [
            x + half,
            y,
        ]];
        disc(ctx, x, y - 0.2, half + 0.7,
            radial(ctx, x, y - 0.2, half + 0.7, `${colour}55`, '#00000000'));
        trace(ctx, cup);
        ctx.fillStyle = '#070919';
        ctx.fill();
        glow(ctx, cup, colour, 0.075);
        write(ctx, `${pay}`, x, y - 0.2, 0.25, colour);
    }
}

/** @param {Context} ctx */
function paintTray(ctx) {
    const [, low, , high] = TRAY;
    ctx.beginPath();
    ctx.roundRect(-6.15, -9.62, 12.3, 2.6, 0.35);
    const inside = ctx.createLinearGradient(0, -7, 0, -9.6);
    inside.addColorStop(0, '#070918');
    inside.addColorStop(1, '#1b2146');
    ctx.fillStyle = inside;
    ctx.fill();
    ctx.lineWidth = 0.04;
    ctx.strokeStyle = 'rgba(200, 214, 255, 0.3)';
    ctx.stroke();
    glow(ctx, [low, [high[0], TRAY[2][1]]], '#8c9bd0', 0.05);
}

/** @param {number} scale pixels a metre @param {Parts} parts @returns {HTMLCanvasElement} of the size of SEE */
export function paintBoard(scale, parts) {
    const canvas = document.createElement('canvas');
    canvas.width = Math.ceil((SEE.maxX - SEE.minX) * scale);
    canvas.height = Math.ceil((SEE.maxY - SEE.minY) * scale);
    const ctx = /** @type {Context} */ (canvas.getContext('2d'));
    ctx.setTransform(scale, 0, 0, -scale, -SEE.minX * scale, SEE.maxY * scale);
    for (const part of [paintCabinet, paintField, paintRails, paintScreen, paintStanding, paintCups,
        paintTray]) part(ctx, parts);
    return canvas;
}
