// The curve of a jump in the panel: its height over time, of a key that is held and of one that is let go at once, as
// the numbers make them. Called by panel.js when a number has changed.
import { cutGravity, heldGravity, writeJumpCurve } from '../../js/platformer/jump.js';
import { palette } from '../shared/palette.js';

const STEP = 1 / 60;

/** @typedef {import('../../js/platformer.js').PlatformerNumbers} Numbers */

/** The heights of a jump, step by step. @param {Numbers} numbers @param {number} held steps */
function heights(numbers, held) {
    const curve = { gravity: 0, speed: 0 };
    writeJumpCurve(numbers, curve);
    const list = [0];
    let [y, v] = [0, curve.speed];
    for (let i = 1; i < 600 && (y > 0 || i < 3); ++i) {
        const holds = i <= held;
        const g = holds
            ? heldGravity(v, curve.gravity, numbers, STEP)
            : v > 0
            ? cutGravity(v, y, curve.gravity, numbers)
            : numbers.fallGravity * curve.gravity;
        y += (v - 0.5 * g * STEP) * STEP;
        v = Math.max(v - g * STEP, -numbers.maxFallSpeed);
        list.push(y);
    }
    return list;
}

/** @param {HTMLCanvasElement} canvas @param {Numbers} numbers */
export function drawCurve(canvas, numbers) {
    const ratio = Math.max(1, devicePixelRatio || 1);
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    if (width === 0) return;
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    const ctx = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    const full = heights(numbers, 600);
    const tap = heights(numbers, 1);
    const [left, bottom] = [8, 16];
    const scaleX = (width - 2 * left) / Math.max(full.length - 1, 36);
    const scaleY = (height - bottom - 18) / Math.max(numbers.jumpHeight, 1);
    const floor = height - bottom;
    ctx.save();
    ctx.beginPath();
    ctx.rect(0, 0, width, floor);
    ctx.clip();
    for (const [list, colour]
        of /** @type {[number[], string][]} */ ([[tap, palette.frame], [full, palette.step]]))
    {
        ctx.strokeStyle = colour;
        ctx.lineWidth = 2;
        ctx.lineJoin = 'round';
        ctx.beginPath();
        list.forEach((y, i) => ctx.lineTo(left + i * scaleX, floor - y * scaleY));
        ctx.stroke();
    }
    ctx.restore();
    ctx.strokeStyle = palette.line;
    ctx.beginPath();
    ctx.moveTo(left, floor + 0.5);
    ctx.lineTo(width - left, floor + 0.5);
    ctx.stroke();
    const top = full.indexOf(Math.max(...full));
    ctx.font = '11px ui-sans-serif, system-ui, sans-serif';
    ctx.fillStyle = palette.soft;
    ctx.textAlign = 'center';
    const centre = Math.min(width - 50, Math.max(50, left + top * scaleX));
    ctx.fillText(`${full[top].toFixed(2)} m, ${(top * STEP).toFixed(2)} s`, centre,
        floor - full[top] * scaleY - 5);
    ctx.textAlign = 'right';
    ctx.fillText(`${((full.length - 1) * STEP).toFixed(2)} s`, width - left, height - 3);
    ctx.textAlign = 'left';
    ctx.fillText(`tap ${Math.max(...tap).toFixed(2)} m`, left, height - 3);
}
