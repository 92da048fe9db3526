// The backdrop behind the stone: rows of crystals and drifting translucent flakes, which move less than the
// stone the farther they are. Called by render.js.

import { randomFrom } from './random.js';

/** @typedef {CanvasRenderingContext2D} Ctx */
/** @typedef {import('../shared/camera.js').Camera} Camera */

/**
 * A row of crystals far behind the cave, as one closed shape and its bright upper edge. Units are metres.
 * @param {() => number} random @param {number} up 1: grows from the floor, -1: hangs from the ceiling
 * @param {number} base height of its root @param {number} tall
 */
function makeRidge(random, up, base, tall) {
    const body = new Path2D();
    const rim = new Path2D();
    let x = -50;
    body.moveTo(x, base - up * 60);
    rim.moveTo(x, base);
    while (x < 130) {
        const lean = (random() - 0.5) * 1.6;
        const wide = 1.2 + random() * 2.6;
        const high = tall * (0.25 + 0.75 * random() ** 2);
        for (const [dx, dy] of [[0, 0.12], [wide * 0.38 + lean, 1], [wide * 0.62 + lean, 0.8], [
            wide,
            0.1,
        ]]) {
            body.lineTo(x + dx, base + up * high * dy);
            rim.lineTo(x + dx, base + up * high * dy);
        }
        x += wide;
    }
    body.lineTo(x, base - up * 60);
    body.closePath();
    return { body, rim };
}

/** A flake: an irregular polygon with a smaller one inside. @param {() => number} random @param {number} depth 0 far, 1 near */
function makeFlake(random, depth) {
    const sides = 5 + Math.floor(random() * 3);
    const size = (1.6 + random() * 3.6) * (0.7 + depth);
    const path = new Path2D();
    const inner = new Path2D();
    const turn = random() * 6;
    for (let k = 0; k < sides; k++) {
        const a = turn + (k + random() * 0.35) / sides * Math.PI * 2;
        const r = size * (0.8 + random() * 0.35);
        path.lineTo(Math.cos(a) * r, Math.sin(a) * r * 0.8);
        inner.lineTo(Math.cos(a) * r * 0.7 + size * 0.1, Math.sin(a) * r * 0.52);
    }
    path.closePath();
    inner.closePath();
    const hue = [222, 258, 190][Math.floor(random() * 3)];
    return {
        x: random() * 100 - 14,
        y: random() * 40 - 8,
        depth,
        path,
        inner,
        drift: (random() - 0.5) * 0.05,
        fill: `hsla(${hue}, 60%, 72%, ${(0.06 + 0.07 * depth).toFixed(3)})`,
        line: `hsla(${hue}, 80%, 84%, ${(0.14 + 0.16 * depth).toFixed(3)})`,
    };
}

export class Backdrop {
    #random = randomFrom(23);
    #ridges = [
        { depth: 0.3, fill: 'rgba(112, 128, 205, 0.16)', line: 'rgba(170, 186, 250, 0.16)',
            parts: [makeRidge(this.#random, 1, 4, 9), makeRidge(this.#random, -1, 21, 8)] },
        { depth: 0.55, fill: 'rgba(92, 108, 186, 0.22)', line: 'rgba(170, 190, 255, 0.24)',
            parts: [makeRidge(this.#random, 1, 2.5, 6.5), makeRidge(this.#random, -1, 24, 7)] },
    ];
    #flakes = Array.from({ length: 84 },
        (_, i) => makeFlake(this.#random, [0.18, 0.36, 0.6][i % 3]));
    /** @type {CanvasGradient | null} */ #sky = null;
    #skyHeight = 0;

    /** @param {Ctx} ctx in CSS pixels @param {Camera} camera @param {number} time seconds */
    draw(ctx, camera, time) {
        ctx.fillStyle = this.#skyOf(ctx, camera.height);
        ctx.fillRect(0, 0, camera.width, camera.height);
        this.#drawRidges(ctx, camera);
        this.#drawFlakes(ctx, camera, time);
        ctx.setTransform(camera.ratio, 0, 0, camera.ratio, 0, 0);
    }

    /** @param {Ctx} ctx @param {number} height */
    #skyOf(ctx, height) {
        if (!this.#sky || this.#skyHeight !== height) {
            this.#skyHeight = height;
            this.#sky = ctx.createLinearGradient(0, 0, 0, height);
            this.#sky.addColorStop(0, '#323d68');
            this.#sky.addColorStop(0.55, '#27305a');
            this.#sky.addColorStop(1, '#1c2244');
        }
        return this.#sky;
    }

    /** @param {Ctx} ctx @param {Camera} camera */
    #drawRidges(ctx, camera) {
        const { ratio, scale: k } = camera;
        for (const { depth, fill, line, parts } of this.#ridges) {
            // They move relative to the middle of the level, (36, 12).
            const x = camera.width / 2 - (36 + (camera.x - 36) * depth) * k;
            const y = camera.height / 2 + (12 + (camera.y - 12) * depth) * k;
            ctx.setTransform(k * ratio, 0, 0, -k * ratio, x * ratio, y * ratio);
            ctx.fillStyle = fill;
            ctx.strokeStyle = line;
            ctx.lineWidth = 0.05;
            for (const { body, rim } of parts) {
                ctx.fill(body);
                ctx.stroke(rim);
            }
        }
    }

    /** @param {Ctx} ctx @param {Camera} camera @param {number} time seconds */
    #drawFlakes(ctx, camera, time) {
        const { ratio } = camera;
        for (const f of this.#flakes) {
            const k = camera.scale * (0.55 + f.depth * 0.6);
            const x = (f.x - camera.x * f.depth - 14 * (1 - f.depth)) * camera.scale
                + camera.width / 2;
            const y = camera.height / 2
                - (f.y - camera.y * f.depth - 6 * (1 - f.depth)) * camera.scale;
            const reach = k * 6;
            if (x < -reach || x > camera.width + reach || y < -reach || y > camera.height + reach)
                continue;
            const c = Math.cos(time * f.drift);
            const s = Math.sin(time * f.drift);
            ctx.setTransform(k * ratio * c, k * ratio * s, -k * ratio * s, k * ratio * c, x * ratio,
                y * ratio);
            ctx.fillStyle = f.fill;
            ctx.fill(f.path);
            ctx.fill(f.inner);
            ctx.strokeStyle = f.line;
            ctx.lineWidth = 0.022;
            ctx.stroke(f.path);
            ctx.stroke(f.inner);
        }
    }
}
