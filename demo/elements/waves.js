// The surface of the pool as it is drawn: a row of columns, each pulled to its neighbours, pushed by bodies that cross it,
// and drops. Only a picture: the engine's water is level, and a wave moves no body.

const LEFT = -14;
const STEP = 0.2; // metres from column to column
const COUNT = 141;
const SPEED = 4.2; // m/s of a wave
const SLICE = 1 / 120; // seconds

export class Waves {
    heights = new Float32Array(COUNT);
    #speeds = new Float32Array(COUNT);
    /** @type {{ x: number, y: number, vx: number, vy: number, size: number }[]} */
    drops = [];
    #left = 0;
    #time = 0;

    /** Pushes the surface. @param {number} x @param {number} halfWidth @param {number} speed m/s, up */
    push(x, halfWidth, speed) {
        const from = Math.max(0, Math.round((x - halfWidth - LEFT) / STEP));
        const to = Math.min(COUNT - 1, Math.round((x + halfWidth - LEFT) / STEP));
        for (let i = from; i <= to; i++) this.#speeds[i] += speed;
    }

    /** Throws drops up. @param {number} x @param {number} y @param {number} speed of the body that falls in, m/s @param {number} halfWidth */
    splash(x, y, speed, halfWidth) {
        const count = Math.min(26, Math.round(speed * 3));
        for (let i = 0; i < count && this.drops.length < 220; i++) {
            const side = Math.random() - 0.5;
            this.drops.push({ x: x + 2 * side * halfWidth, y, vx: side * speed * 0.9,
                vy: speed * (0.25 + 0.5 * Math.random()), size: 0.03 + 0.07 * Math.random() });
        }
    }

    /** @param {number} seconds @param {number} level metres */
    advance(seconds, level) {
        this.#time += seconds;
        for (this.#left += seconds; this.#left >= SLICE; this.#left -= SLICE) this.#slice();
        for (const drop of this.drops) {
            drop.vy -= 10 * seconds;
            drop.x += drop.vx * seconds;
            drop.y += drop.vy * seconds;
        }
        this.drops = this.drops.filter(({ x, y }) => y > level + this.at(x) - 0.05);
    }

    #slice() {
        const { heights } = this;
        const speeds = this.#speeds;
        const pull = (SPEED / STEP) ** 2;
        for (let i = 0; i < COUNT; i++) {
            const before = heights[Math.max(0, i - 1)];
            const after = heights[Math.min(COUNT - 1, i + 1)];
            speeds[i] += (pull * (before + after - 2 * heights[i]) - 1.2 * heights[i]) * SLICE;
            speeds[i] *= 1 - 0.7 * SLICE;
        }
        for (let i = 0; i < COUNT; i++)
            heights[i] = Math.max(-0.6, Math.min(0.6, heights[i] + speeds[i] * SLICE));
    }

    /** Height of the surface over its level. @param {number} x metres */
    at(x) {
        const place = Math.max(0, Math.min(COUNT - 1.001, (x - LEFT) / STEP));
        const i = Math.floor(place);
        const between = this.heights[i] + (this.heights[i + 1] - this.heights[i]) * (place - i);
        return between + 0.035 * Math.sin(1.3 * x + 1.7 * this.#time)
            + 0.02 * Math.sin(2.9 * x - 2.3 * this.#time);
    }

    /** Traces the surface from left to right, or back. @param {CanvasRenderingContext2D | Path2D} path @param {number} level */
    trace(path, level) {
        for (let i = 0; i < COUNT; i++) {
            const x = LEFT + STEP * i;
            path.lineTo(x, level + this.at(x));
        }
    }
}
