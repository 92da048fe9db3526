// The last frames of a machine as bars: up, frames that were played again; down, frames that were played by
// guesses; a red mark where none was played. Called by the page once a frame.
import { palette } from '../shared/palette.js';
import { SAMPLES } from './machine.js';

const MAX = 9; // frames

/** @param {HTMLCanvasElement} canvas @param {import('./machine.js').Machine} machine @param {string} colour r, g, b */
export function drawGraph(canvas, machine, colour) {
    const ctx = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
    const ratio = Math.min(2, devicePixelRatio || 1);
    const { clientWidth: width, clientHeight: height } = canvas;
    if (width === 0) return;
    if (canvas.width !== Math.round(width * ratio))
        Object.assign(canvas, { width: Math.round(width * ratio),
            height: Math.round(height * ratio) });
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    ctx.clearRect(0, 0, width, height);
    const middle = Math.round(height * 0.62);
    const bar = width / SAMPLES;
    for (let i = 0; i < SAMPLES; ++i) {
        const at = (machine.next + i) % SAMPLES;
        const depth = machine.depths[at];
        ctx.fillStyle = depth < 0 ? '#f0727a' : `rgb(${colour})`;
        const up = depth < 0 ? middle : depth * middle / MAX;
        ctx.fillRect(i * bar, middle - up, Math.max(0.8, bar - 0.5), up);
        ctx.fillStyle = palette.frame;
        ctx.fillRect(i * bar, middle, Math.max(0.8, bar - 0.5),
            machine.guesses[at] * (height - middle) / MAX);
    }
    ctx.fillStyle = palette.soft;
    ctx.fillRect(0, middle, width, 1);
}
