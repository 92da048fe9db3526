// Sparks, dust and embers: a fixed pool in typed arrays, drawn as additive sprites. Called by game.js
// (spawn), main.js (update) and render.js (draw). Pure decoration: no physics body is behind these.

const CAPACITY = 480;
const STRIDE = 8; // x, y, vx, vy, age, life, size, kind
const KINDS = { player: 0, ghost: 1, lantern: 2, dust: 3, topaz: 4, azure: 5, rose: 6 };
const COLOURS = ['#ffcf86', '#c3b0ff', '#8df3d6', '#b9c6e6', '#ffb857', '#7ad6ff', '#ffa3c6'];
const GRAVITIES = [-2, 1.5, 1.2, -5, 0.8, 0.8, 0.8];

/** A soft round dot of one colour. @param {string} colour @param {number} size pixels */
export function glowSprite(colour, size) {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = size;
    const ctx = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
    const r = size / 2;
    const gradient = ctx.createRadialGradient(r, r, 0, r, r, r);
    gradient.addColorStop(0, `${colour}ff`);
    gradient.addColorStop(0.22, `${colour}a8`);
    gradient.addColorStop(0.55, `${colour}2e`);
    gradient.addColorStop(1, `${colour}00`);
    ctx.fillStyle = gradient;
    ctx.fillRect(0, 0, size, size);
    return canvas;
}

export class Particles {
    #data = new Float32Array(CAPACITY * STRIDE);
    #sprites = COLOURS.map((colour) => glowSprite(colour, 32));
    #next = 0;
    #ember = 0;
    live = 0;

    /**
     * @param {number} x @param {number} y @param {number} vx @param {number} vy
     * @param {number} life seconds @param {number} size metres @param {number} kind
     */
    #spawn(x, y, vx, vy, life, size, kind) {
        const i = this.#next * STRIDE;
        this.#next = (this.#next + 1) % CAPACITY;
        this.#data[i] = x;
        this.#data[i + 1] = y;
        this.#data[i + 2] = vx;
        this.#data[i + 3] = vy;
        this.#data[i + 4] = 0;
        this.#data[i + 5] = life;
        this.#data[i + 6] = size;
        this.#data[i + 7] = kind;
    }

    clear() {
        this.#data.fill(0);
    }

    /**
     * A ring of sparks.
     * @param {number} x @param {number} y @param {number} count @param {number} speed m/s
     * @param {keyof typeof KINDS} kind
     */
    burst(x, y, count, speed, kind) {
        for (let i = 0; i < count; i++) {
            const angle = Math.random() * Math.PI * 2;
            const v = speed * (0.25 + 0.75 * Math.random());
            const out = 0.1 + 0.4 * Math.random();
            const cos = Math.cos(angle);
            const sin = Math.sin(angle);
            this.#spawn(x + cos * out, y + sin * out, cos * v, sin * v, 0.4 + Math.random() * 0.7,
                0.08 + Math.random() * 0.16, KINDS[kind]);
        }
    }

    /** A puff along a surface. @param {number} x @param {number} y @param {number} nx @param {number} ny
     *  @param {number} strength 0 to 1 */
    dust(x, y, nx, ny, strength) {
        const count = 2 + Math.floor(strength * 9);
        for (let i = 0; i < count; i++) {
            const side = (Math.random() - 0.5) * 2;
            const v = strength * (0.6 + Math.random() * 2.4);
            const rise = Math.abs(ny) * (0.3 + Math.random() * strength);
            this.#spawn(x, y, -ny * side * v + nx * 0.4, nx * side * v + rise,
                0.25 + Math.random() * 0.35, 0.06 + Math.random() * 0.1, KINDS.dust);
        }
    }

    /** Embers that rise from burning lanterns. @param {import('./scene.js').Thing[]} lanterns
     *  @param {number} seconds */
    embers(lanterns, seconds) {
        this.#ember += seconds * 5;
        while (this.#ember > 1) {
            this.#ember -= 1;
            for (const l of lanterns) {
                if (!l.lit || Math.random() > 0.5) continue;
                this.#spawn(l.homeX + (Math.random() - 0.5) * 0.5,
                    l.homeY + (Math.random() - 0.3) * 0.4, (Math.random() - 0.5) * 0.5,
                    0.3 + Math.random() * 0.5, 1 + Math.random(), 0.05 + Math.random() * 0.06,
                    KINDS.lantern);
            }
        }
    }

    /** @param {number} seconds */
    update(seconds) {
        this.live = 0;
        for (let i = 0; i < this.#data.length; i += STRIDE) {
            if (this.#data[i + 5] <= 0) continue;
            this.#data[i + 4] += seconds;
            if (this.#data[i + 4] >= this.#data[i + 5]) {
                this.#data[i + 5] = 0;
                continue;
            }
            this.live++;
            this.#data[i + 3] += GRAVITIES[this.#data[i + 7]] * seconds;
            const drag = Math.exp(-seconds * 1.6);
            this.#data[i + 2] *= drag;
            this.#data[i + 3] *= drag;
            this.#data[i] += this.#data[i + 2] * seconds;
            this.#data[i + 1] += this.#data[i + 3] * seconds;
        }
    }

    /** @param {CanvasRenderingContext2D} ctx in CSS pixels @param {import('../shared/camera.js').Camera} camera */
    draw(ctx, camera) {
        for (let i = 0; i < this.#data.length; i += STRIDE) {
            const life = this.#data[i + 5];
            if (life <= 0) continue;
            const fade = 1 - this.#data[i + 4] / life;
            const size = this.#data[i + 6] * camera.scale * (1.4 + fade);
            ctx.globalAlpha = fade * (this.#data[i + 7] === KINDS.dust ? 0.4 : 0.9);
            ctx.drawImage(this.#sprites[this.#data[i + 7]],
                camera.screenX(this.#data[i]) - size / 2,
                camera.screenY(this.#data[i + 1]) - size / 2, size, size);
        }
        ctx.globalAlpha = 1;
    }
}
