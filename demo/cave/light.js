// Light and shadow. Each lamp fills a polar depth buffer with the nearest edge in every direction
// (stone, crates, platforms); the polygon inside it is painted with a soft gradient on a small canvas,
// which is multiplied over the scene and then added once more, faintly, as haze. Called by render.js.
// Cost: one pass over the edges in reach per lamp, and one small canvas.

const BINS = 540; // directions a lamp looks in
const TAU = Math.PI * 2;
const REACH_INTO = 0.36; // metres that light goes into what it hits, along its normal, so that rims are lit
const LONGEST_INTO = 0.6; // metres of the same along a grazing ray

const cosines = Float32Array.from({ length: BINS }, (_, i) => Math.cos((i + 0.5) / BINS * TAU));
const sines = Float32Array.from({ length: BINS }, (_, i) => Math.sin((i + 0.5) / BINS * TAU));

export class Light {
    #canvas = document.createElement('canvas'); // light alone
    #ctx = /** @type {CanvasRenderingContext2D} */ (this.#canvas.getContext('2d'));
    #sum = document.createElement('canvas'); // light and ambient
    #sumCtx = /** @type {CanvasRenderingContext2D} */ (this.#sum.getContext('2d'));
    #depth = new Float32Array(BINS); // of the nearest edge in each direction, metres
    #into = new Float32Array(BINS); // how far light goes into that edge, metres
    /** @type {Map<string, CanvasGradient>} */ #gradients = new Map();
    #shrink = 4; // CSS pixels a light pixel

    /** A gradient of radius 1 about the origin. @param {string} colour */
    #gradientOf(colour) {
        let g = this.#gradients.get(colour);
        if (!g) {
            g = this.#ctx.createRadialGradient(0, 0, 0, 0, 0, 1);
            for (let i = 0; i <= 8; i++) {
                const t = i / 8;
                const a = Math.round(255 * (1 - t) ** 2 * (1 + 2 * t) * (1 - 0.35 * t));
                g.addColorStop(t, colour + a.toString(16).padStart(2, '0'));
            }
            this.#gradients.set(colour, g);
        }
        return g;
    }

    /**
     * Writes the edge (x0, y0)-(x1, y1), relative to the lamp, into the depth buffer.
     * @param {number} x0 @param {number} y0 @param {number} x1 @param {number} y1
     */
    #occlude(x0, y0, x1, y1) {
        const cross = x0 * y1 - y0 * x1; // distance of the line times its length
        let from = Math.atan2(y0, x0);
        let span = Math.atan2(y1, x1) - from;
        if (span > Math.PI) span -= TAU;
        else if (span < -Math.PI) span += TAU;
        if (span < 0) {
            from += span;
            span = -span;
        }
        const first = Math.ceil(from / TAU * BINS - 0.5);
        const last = Math.floor((from + span) / TAU * BINS - 0.5);
        const ex = x1 - x0;
        const ey = y1 - y0;
        const normalReach = REACH_INTO * Math.hypot(ex, ey);
        for (let k = first; k <= last; k++) {
            const bin = ((k % BINS) + BINS) % BINS;
            const along = cosines[bin] * ey - sines[bin] * ex;
            const t = cross / along;
            if (t > 0 && t < this.#depth[bin]) {
                this.#depth[bin] = t;
                this.#into[bin] = Math.min(LONGEST_INTO, normalReach / Math.abs(along));
            }
        }
    }

    /**
     * @param {import('./scene.js').Scene} scene @param {Float32Array} poses
     * @param {number} x @param {number} y the lamp @param {number} radius metres
     */
    #castShadows(scene, poses, x, y, radius) {
        this.#depth.fill(radius);
        this.#into.fill(0);
        const { edges } = scene.level;
        for (let i = 0; i < edges.length; i += 4) {
            const x0 = edges[i] - x;
            const y0 = edges[i + 1] - y;
            const x1 = edges[i + 2] - x;
            const y1 = edges[i + 3] - y;
            if ((x0 > radius && x1 > radius) || (x0 < -radius && x1 < -radius)) continue;
            if ((y0 > radius && y1 > radius) || (y0 < -radius && y1 < -radius)) continue;
            this.#occlude(x0, y0, x1, y1);
        }
        for (const thing of scene.things) {
            if (!thing
                || (thing.layer !== 'crate' && thing.kind !== 'lift' && thing.kind !== 'mill'))
                continue;
            const p = 4 * thing.slot;
            const bx = poses[p] - x;
            const by = poses[p + 1] - y;
            const size = (thing.width + thing.height) / 2;
            const far = Math.hypot(bx, by);
            if (far > radius + size || far < 0.05) continue;
            const c = poses[p + 2];
            const s = poses[p + 3];
            for (const { points, radius: round } of thing.outlines) {
                if (points.length === 2) { // a ball: its diameter across the line of sight
                    const k = round / far;
                    this.#occlude(bx - by * k, by + bx * k, bx + by * k, by - bx * k);
                    continue;
                }
                const n = points.length;
                for (let i = 0, j = n - 2; i < n; j = i, i += 2) {
                    this.#occlude(
                        bx + c * points[j] - s * points[j + 1],
                        by + s * points[j] + c * points[j + 1],
                        bx + c * points[i] - s * points[i + 1],
                        by + s * points[i] + c * points[i + 1],
                    );
                }
            }
        }
    }

    /** @param {import('../shared/camera.js').Camera} camera */
    begin(camera) {
        this.#shrink = camera.width * camera.height > 700000 ? 4 : 3;
        const w = Math.ceil(camera.width / this.#shrink);
        const h = Math.ceil(camera.height / this.#shrink);
        if (this.#canvas.width !== w || this.#canvas.height !== h) {
            this.#canvas.width = this.#sum.width = w;
            this.#canvas.height = this.#sum.height = h;
        }
        this.#ctx.setTransform(1, 0, 0, 1, 0, 0);
        this.#ctx.globalCompositeOperation = 'source-over';
        this.#ctx.fillStyle = '#000';
        this.#ctx.fillRect(0, 0, w, h);
        this.#ctx.globalCompositeOperation = 'lighter';
    }

    /**
     * @param {import('../shared/camera.js').Camera} camera
     * @param {import('./scene.js').Scene | null} scene null: this lamp throws no shadows
     * @param {Float32Array} poses @param {number} x @param {number} y @param {number} radius metres
     * @param {string} colour #rrggbb @param {number} strength 0 to 1
     */
    lamp(camera, scene, poses, x, y, radius, colour, strength) {
        const sx = camera.screenX(x);
        const sy = camera.screenY(y);
        const r = radius * camera.scale;
        if (sx < -r || sy < -r || sx > camera.width + r || sy > camera.height + r || strength <= 0)
            return;
        const k = r / this.#shrink;
        this.#ctx.setTransform(k, 0, 0, -k, sx / this.#shrink, sy / this.#shrink);
        this.#ctx.globalAlpha = strength;
        this.#ctx.fillStyle = this.#gradientOf(colour);
        this.#ctx.beginPath();
        if (scene) {
            this.#castShadows(scene, poses, x, y, radius);
            for (let i = 0; i < BINS; i++) {
                const d = Math.min(1, (this.#depth[i] + this.#into[i]) / radius);
                this.#ctx.lineTo(cosines[i] * d, sines[i] * d);
            }
        } else {
            this.#ctx.arc(0, 0, 1, 0, TAU);
        }
        this.#ctx.fill();
        this.#ctx.globalAlpha = 1;
    }

    /**
     * Darkens the scene where no light falls, then adds the haze.
     * @param {CanvasRenderingContext2D} out
     * @param {string} ambient @param {number} haze 0 to 1
     */
    apply(out, ambient, haze) {
        const w = this.#canvas.width * this.#shrink;
        const h = this.#canvas.height * this.#shrink;
        this.#sumCtx.globalCompositeOperation = 'source-over';
        this.#sumCtx.fillStyle = ambient;
        this.#sumCtx.fillRect(0, 0, this.#sum.width, this.#sum.height);
        this.#sumCtx.globalCompositeOperation = 'lighter';
        this.#sumCtx.drawImage(this.#canvas, 0, 0);
        out.globalCompositeOperation = 'multiply';
        out.drawImage(this.#sum, 0, 0, w, h);
        out.globalCompositeOperation = 'lighter';
        out.globalAlpha = haze;
        out.drawImage(this.#canvas, 0, 0, w, h);
        out.globalAlpha = 1;
        out.globalCompositeOperation = 'source-over';
    }
}
