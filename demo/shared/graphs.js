// Frame and step times: two ring buffers, drawn as a small bar graph, with text that is refreshed a few
// times a second. Called by a page once a frame. Owns the canvas and the figures of the meter.
import { palette } from './palette.js';

const SAMPLES = 120;
const FULL_HEIGHT = 34; // ms

export class Graphs {
    fps = 0;
    frameMs = 0;
    stepMs = 0;
    #frames = new Float32Array(SAMPLES);
    #steps = new Float32Array(SAMPLES);
    #next = 0;
    #sinceText = 1; // seconds

    /** @param {HTMLElement} root the meter: a canvas, and elements with data-stat */
    constructor(root) {
        this.root = root;
        this.canvas = /** @type {HTMLCanvasElement} */ (root.querySelector('canvas'));
        this.ctx = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext('2d'));
    }

    /**
     * @param {number} frameMs time since the last frame @param {number} stepMs time in the engine
     * @param {import('../../js/index.js').World} world
     */
    add(frameMs, stepMs, world) {
        this.#frames[this.#next] = frameMs;
        this.#steps[this.#next] = stepMs;
        this.#next = (this.#next + 1) % SAMPLES;
        this.frameMs += (frameMs - this.frameMs) * 0.08;
        this.stepMs += (stepMs - this.stepMs) * 0.08;
        this.fps = this.frameMs > 0 ? 1000 / this.frameMs : 0;
        if (!this.canvas.checkVisibility({ visibilityProperty: true })) return;
        this.#sinceText += frameMs / 1000;
        if (this.#sinceText > 0.25) {
            this.#sinceText = 0;
            this.#write(world);
        }
        this.#paint();
    }

    /** @param {import('../../js/index.js').World} world */
    #write(world) {
        const { bodies, awakeBodies, touchingContacts } = world.counters;
        const texts = {
            fps: this.fps.toFixed(0),
            frame: this.frameMs.toFixed(1),
            step: this.stepMs.toFixed(2),
            bodies,
            awake: awakeBodies,
            contacts: touchingContacts,
            bytes: `${Math.round(world.bytes / 1024)} kB`,
        };
        for (const [name, text] of Object.entries(texts)) {
            const element = this.root.querySelector(`[data-stat=${name}]`);
            if (element) element.textContent = String(text);
        }
    }

    #paint() {
        const { canvas, ctx } = this;
        const ratio = Math.min(2, devicePixelRatio || 1);
        const width = canvas.clientWidth;
        const height = canvas.clientHeight;
        if (canvas.width !== Math.round(width * ratio)) {
            canvas.width = Math.round(width * ratio);
            canvas.height = Math.round(height * ratio);
        }
        ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
        ctx.clearRect(0, 0, width, height);
        this.#paintBars(this.#frames, palette.frame, 0);
        this.#paintBars(this.#steps, palette.step, 1);
        ctx.fillStyle = palette.soft;
        const sixtieth = Math.round(height - 16.7 * height / FULL_HEIGHT);
        for (let x = 0; x < width; x += 6) ctx.fillRect(x, sixtieth, 3, 1);
    }

    /** @param {Float32Array} times ms @param {string} colour @param {number} least height in pixels */
    #paintBars(times, colour, least) {
        const { clientWidth: width, clientHeight: height } = this.canvas;
        const bar = width / SAMPLES;
        this.ctx.fillStyle = colour;
        for (let i = 0; i < SAMPLES; i++) {
            const h = Math.min(height,
                Math.max(least, times[(this.#next + i) % SAMPLES] * height / FULL_HEIGHT));
            this.ctx.fillRect(i * bar, height - h, Math.max(0.8, bar - 0.6), h);
        }
    }
}
