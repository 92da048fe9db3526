// The storm: rain that falls over the table while three balls are in play, and lightning. Decoration. Called by paint.js.
import { fieldPath } from './board.js';
import { SEE } from './table.js';

/** @typedef {CanvasRenderingContext2D} Context */

const DROPS = 90;
const SPEED = 11; // m/s
const LEAN = 0.22; // metres to the left for each metre down
const LENGTH = 0.38;
const HEIGHT = SEE.maxY - SEE.minY;
const WIDTH = SEE.maxX - SEE.minX + LEAN * HEIGHT;

const still = matchMedia('(prefers-reduced-motion: reduce)');

export class Weather {
    /** How strong the rain is, 0 to 1. */ #rain = 0;

    /**
     * @param {Context} ctx in metres, y up @param {boolean} storm @param {number} time @param {number} seconds since the last frame, both in seconds
     * @param {number} flash of lightning, 0 to 1
     */
    paint(ctx, storm, time, seconds, flash) {
        this.#rain = Math.max(0, Math.min(1, this.#rain + (storm ? 1.2 : -0.8) * seconds));
        if (still.matches || (this.#rain === 0 && flash === 0)) return;
        ctx.save();
        fieldPath(ctx);
        ctx.clip();
        ctx.globalCompositeOperation = 'lighter';
        if (flash > 0) {
            ctx.fillStyle = `rgba(150, 165, 255, ${0.3 * flash * flash})`;
            ctx.fillRect(SEE.minX, SEE.minY, SEE.maxX - SEE.minX, HEIGHT);
        }
        ctx.strokeStyle = `rgba(165, 195, 255, ${0.3 * this.#rain})`;
        ctx.lineWidth = 0.014;
        ctx.beginPath();
        for (let i = 0; i < DROPS; ++i) {
            const fast = 0.8 + 0.4 * ((i * 0.377) % 1);
            const fallen = (SPEED * fast * time + i * 3.71) % HEIGHT;
            const x = SEE.minX + (i * 0.618) % 1 * WIDTH - LEAN * fallen;
            const y = SEE.maxY - fallen;
            ctx.moveTo(x, y);
            ctx.lineTo(x - LEAN * LENGTH * fast, y - LENGTH * fast);
        }
        ctx.stroke();
        ctx.restore();
    }
}
