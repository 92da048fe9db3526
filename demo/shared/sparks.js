// Sparks: short-lived dots of light in one pool, drawn as sprites that add up. Pure decoration: no body is behind them. A page spawns
// and moves them.
const MAX = 400;
const SIZE = 8; // x, y, vx, vy, age, life, size, colour
const COLOURS = ['#ffcf86', '#c3b0ff', '#8df3d6', '#ff8f5e', '#b9c6e6'];

/** @typedef {'amber' | 'violet' | 'mint' | 'ember' | 'dust'} Colour */
/** @type {Record<Colour, number>} */
const INDEX = { amber: 0, violet: 1, mint: 2, ember: 3, dust: 4 };

const still = matchMedia('(prefers-reduced-motion: reduce)');

/** A soft round dot. @param {string} colour @param {number} size pixels */
export function glow(colour, size) {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = size;
    const ctx = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
    const light = ctx.createRadialGradient(size / 2, size / 2, 0, size / 2, size / 2, size / 2);
    for (const [at, alpha]
        of /** @type {const} */ ([[0, 'ff'], [0.2, '9c'], [0.5, '2c'], [1, '00']]))
        light.addColorStop(at, colour + alpha);
    ctx.fillStyle = light;
    ctx.fillRect(0, 0, size, size);
    return canvas;
}

export class Sparks {
    #data = new Float32Array(MAX * SIZE);
    #sprites = COLOURS.map((colour) => glow(colour, 32));
    #next = 0;

    /**
     * Throws some around a point.
     * @param {number} x @param {number} y @param {number} count @param {number} speed m/s at most @param {Colour} colour
     * @param {{ up?: number, life?: number, size?: number, wide?: number }} [more] m/s upwards, s, m, m around the point
     */
    burst(x, y, count, speed, colour, { up = 0, life = 0.7, size = 0.16, wide = 0.3 } = {}) {
        for (let n = still.matches ? count / 4 : count; n > 0; --n) {
            const angle = 2 * Math.PI * Math.random();
            const v = speed * (0.2 + 0.8 * Math.random());
            this.#data.set([x + wide * (Math.random() - 0.5), y + wide * (Math.random() - 0.5),
                v * Math.cos(angle), v * Math.sin(angle) + up, 0, life * (0.5 + Math.random()),
                size * (0.5 + Math.random()), INDEX[colour]], this.#next * SIZE);
            this.#next = (this.#next + 1) % MAX;
        }
    }

    /** @param {number} seconds */
    update(seconds) {
        const data = this.#data;
        const drag = Math.exp(-1.6 * seconds);
        for (let i = 0; i < data.length; i += SIZE) {
            if (data[i + 5] === 0) continue;
            data[i + 4] += seconds;
            if (data[i + 4] >= data[i + 5]) data[i + 5] = 0;
            data[i + 3] -= (data[i + 7] === INDEX.ember ? -1 : 6) * seconds;
            data[i + 2] *= drag;
            data[i + 3] *= drag;
            data[i] += data[i + 2] * seconds;
            data[i + 1] += data[i + 3] * seconds;
        }
    }

    /** @param {CanvasRenderingContext2D} ctx in metres */
    draw(ctx) {
        const data = this.#data;
        ctx.globalCompositeOperation = 'lighter';
        for (let i = 0; i < data.length; i += SIZE) {
            if (data[i + 5] === 0) continue;
            const fade = 1 - data[i + 4] / data[i + 5];
            // They grow as they fly apart, so that many at once are no white blot.
            const size = data[i + 6] * Math.min(1.6 * fade, 0.25 + 4 * (1 - fade));
            ctx.globalAlpha = fade * (data[i + 7] === INDEX.dust ? 0.35 : 0.85);
            ctx.drawImage(this.#sprites[data[i + 7]], data[i] - size, data[i + 1] - size, 2 * size,
                2 * size);
        }
        ctx.globalAlpha = 1;
        ctx.globalCompositeOperation = 'source-over';
    }
}
