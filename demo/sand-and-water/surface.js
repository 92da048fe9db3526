// The canvas of water, sand and jelly, over that of the bodies, so that what is under water is seen through it. Called by main.js.
import { createMatterPainter } from '../../js/adapters/matter.js';

const SHARPEST = 2; // pixels for a CSS pixel: more is not seen in water, and costs a phone half its time

export class Surface {
    canvas = document.createElement('canvas');
    #gl;
    #painter;

    /** @param {HTMLCanvasElement} stage the canvas that lies below it */
    constructor(stage) {
        this.canvas.className = 'matter';
        this.canvas.setAttribute('aria-hidden', 'true');
        stage.after(this.canvas);
        this.#gl = this.canvas.getContext('webgl2', { antialias: false });
        this.#painter = createMatterPainter(this.#gl ?? this.canvas, {
            look: { liquid: { opacity: 0.72, color: '#2f8fe0' } },
        });
    }

    /** @param {import('../../js/matter.js').World<any>} world @param {{ scale: number, x: number, y: number }} camera */
    draw(world, { scale, x, y }) {
        // It has fewer pixels than the screen where it is drawn smaller and enlarged.
        const part = Math.min(1, SHARPEST / (devicePixelRatio || 1));
        const { style } = this.canvas;
        const size = `${100 * part}%`;
        if (style.width !== size) {
            style.width = style.height = size;
            style.transform = part < 1 ? `scale(${1 / part})` : '';
        }
        const gl = this.#gl;
        if (gl) {
            gl.clearColor(0, 0, 0, 0);
            gl.clear(gl.COLOR_BUFFER_BIT);
        } else {
            const ctx = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext('2d'));
            ctx.setTransform(1, 0, 0, 1, 0, 0);
            ctx.clearRect(0, 0, this.canvas.width, this.canvas.height);
        }
        this.#painter.draw(world.matters, { scale: scale * part, x, y }, { foam: true });
    }
}
