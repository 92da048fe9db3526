// Strokes of light, discs, gradients and words on a canvas in metres, y up: what the pages of lamps and rails paint with. Called by the
// painters of pachinko and pinball.

const FONT = 'ui-rounded, "SF Pro Rounded", system-ui, "Segoe UI", sans-serif';

/** @typedef {CanvasRenderingContext2D} Context @typedef {readonly (readonly number[])[]} Points */

/** @param {Context} ctx @param {Points} points */
export function trace(ctx, points) {
    ctx.beginPath();
    for (const [x, y] of points) ctx.lineTo(x, y);
}

/** Strokes a line with light around it. @param {Context} ctx @param {Points} points @param {string} colour @param {number} width */
export function glow(ctx, points, colour, width) {
    trace(ctx, points);
    ctx.strokeStyle = colour;
    ctx.lineCap = ctx.lineJoin = 'round';
    for (const [wider, alpha] of [[6, 0.06], [3.2, 0.12], [1, 1]]) {
        ctx.globalAlpha = alpha;
        ctx.lineWidth = width * wider;
        ctx.stroke();
    }
    ctx.globalAlpha = 1;
}

/** A gradient from the middle outwards. @param {Context} ctx @param {number} x @param {number} y @param {number} radius @param {string[]} colours */
export function radial(ctx, x, y, radius, ...colours) {
    const gradient = ctx.createRadialGradient(x, y, 0, x, y, radius);
    colours.forEach((colour, i) => gradient.addColorStop(i / (colours.length - 1), colour));
    return gradient;
}

/** @param {Context} ctx @param {number} x @param {number} y @param {number} radius @param {string | CanvasGradient} fill */
export function disc(ctx, x, y, radius, fill) {
    ctx.fillStyle = fill;
    ctx.beginPath();
    ctx.arc(x, y, radius, 0, 2 * Math.PI);
    ctx.fill();
}

/**
 * @param {Context} ctx @param {string} text @param {number} x @param {number} y @param {number} size metres @param {string} colour
 */
export function write(ctx, text, x, y, size, colour) {
    ctx.save();
    ctx.translate(x, y);
    ctx.scale(size / 100, -size / 100);
    ctx.font = `800 100px ${FONT}`;
    ctx.textAlign = 'center';
    ctx.textBaseline = 'middle';
    ctx.fillStyle = colour;
    ctx.fillText(text, 0, 4);
    ctx.restore();
}
