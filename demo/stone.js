// The stone and what is behind it: walls cut like sheets of mica, drawn once into square chunks and
// kept; and a backdrop of drifting translucent flakes in three depths. Called by render.js.

const CHUNK = 8; // metres
const AROUND = 64; // metres of stone drawn outside the level

/** A small seeded generator, so that the stone looks the same at every visit. @param {number} seed */
function randomFrom(seed) {
    let s = seed >>> 0;
    return () => {
        s = (s + 0x6d2b79f5) >>> 0;
        let t = Math.imul(s ^ (s >>> 15), s | 1);
        t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
        return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
    };
}

/** @param {import('./level.js').Level} level */
export function createStone(level) {
    /** @type {Map<number, HTMLCanvasElement>} */ const chunks = new Map();
    let resolution = 0; // pixels a metre of the kept chunks
    const streaks = makeStreaks(level);

    /** @param {number} cx @param {number} cy chunk coordinates */
    function paint(cx, cy) {
        const canvas = document.createElement('canvas');
        canvas.width = canvas.height = CHUNK * resolution;
        const ctx = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
        ctx.setTransform(resolution, 0, 0, -resolution, -cx * CHUNK * resolution, (cy + 1) * CHUNK * resolution);
        const solid = new Path2D();
        for (const r of level.rects) solid.rect(r.x, r.y, r.w, r.h);
        solid.rect(-AROUND, -AROUND, level.width + 2 * AROUND, AROUND);
        solid.rect(-AROUND, level.height, level.width + 2 * AROUND, AROUND);
        solid.rect(-AROUND, 0, AROUND, level.height);
        solid.rect(level.width, 0, AROUND, level.height);
        const { edges } = level;
        const outline = new Path2D();
        const tops = new Path2D();
        for (let i = 0; i < edges.length; i += 4) {
            outline.moveTo(edges[i], edges[i + 1]);
            outline.lineTo(edges[i + 2], edges[i + 3]);
            const x = Math.floor(edges[i]);
            const y = edges[i + 1];
            const isTop = edges[i + 1] === edges[i + 3] && y > 0 && level.tiles[(y - 1) * level.width + x] === 1;
            if (!isTop) continue;
            tops.moveTo(edges[i], y - 0.03);
            tops.lineTo(edges[i + 2], y - 0.03);
        }
        ctx.save();
        ctx.clip(solid);
        ctx.fillStyle = '#2e3863';
        ctx.fillRect(cx * CHUNK, cy * CHUNK, CHUNK, CHUNK);
        ctx.lineCap = 'square';
        for (const s of streaks) {
            ctx.strokeStyle = s.style;
            ctx.lineWidth = s.thick;
            ctx.beginPath();
            ctx.moveTo(s.x, s.y);
            ctx.lineTo(s.x + s.length, s.y + s.length * 0.07);
            ctx.stroke();
        }
        // Sheet upon sheet towards the rim: every band is a stroke of the outline, clipped to the inside.
        const bands = [[5.4, 0.05], [3.8, 0.06], [2.5, 0.07], [1.55, 0.08], [0.95, 0.1], [0.5, 0.13], [0.2, 0.2]];
        for (const [width, alpha] of bands) {
            ctx.strokeStyle = `rgba(158, 186, 245, ${alpha})`;
            ctx.lineWidth = width;
            ctx.stroke(outline);
        }
        ctx.restore();
        ctx.strokeStyle = 'rgba(190, 210, 255, 0.35)';
        ctx.lineWidth = 0.03;
        ctx.stroke(outline);
        ctx.strokeStyle = 'rgba(226, 236, 255, 0.95)';
        ctx.lineWidth = 0.06;
        ctx.stroke(tops);
        return canvas;
    }

    return {
        /** @param {CanvasRenderingContext2D} ctx @param {import('./camera.js').Camera} camera */
        draw(ctx, camera) {
            const want = camera.scale * camera.ratio > 76 ? 128 : 64;
            if (want > resolution) {
                resolution = want;
                chunks.clear();
            }
            const x0 = Math.floor(camera.worldX(0) / CHUNK);
            const x1 = Math.floor(camera.worldX(camera.width) / CHUNK);
            const y0 = Math.floor(camera.worldY(camera.height) / CHUNK);
            const y1 = Math.floor(camera.worldY(0) / CHUNK);
            for (let cy = y0; cy <= y1; cy++) {
                for (let cx = x0; cx <= x1; cx++) {
                    const key = (cy + 64) * 256 + cx + 64;
                    let chunk = chunks.get(key);
                    if (!chunk) chunks.set(key, (chunk = paint(cx, cy)));
                    // Edges on whole device pixels, so that neighbours join without a seam.
                    const snap = (/** @type {number} */ v) => Math.round(v * camera.ratio) / camera.ratio;
                    const left = snap(camera.screenX(cx * CHUNK));
                    const top = snap(camera.screenY((cy + 1) * CHUNK));
                    const right = snap(camera.screenX((cx + 1) * CHUNK));
                    const bottom = snap(camera.screenY(cy * CHUNK));
                    ctx.drawImage(chunk, left, top, right - left, bottom - top);
                }
            }
        },
    };
}

/** Cleavage lines in the stone. @param {import('./level.js').Level} level */
function makeStreaks(level) {
    const random = randomFrom(7);
    return Array.from({ length: 1100 }, () => ({
        x: random() * (level.width + 28) - 16,
        y: random() * (level.height + 24) - 12,
        length: 0.6 + random() * 3.4,
        thick: 0.015 + random() * 0.06,
        style: random() < 0.62
            ? `rgba(178, 200, 250, ${(0.04 + random() * 0.1).toFixed(3)})`
            : `rgba(8, 10, 24, ${(0.08 + random() * 0.16).toFixed(3)})`,
    }));
}

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
        for (const [dx, dy] of [[0, 0.12], [wide * 0.38 + lean, 1], [wide * 0.62 + lean, 0.8], [wide, 0.1]]) {
            body.lineTo(x + dx, base + up * high * dy);
            rim.lineTo(x + dx, base + up * high * dy);
        }
        x += wide;
    }
    body.lineTo(x, base - up * 60);
    body.closePath();
    return { body, rim };
}

export function createBackdrop() {
    const random = randomFrom(23);
    const ridges = [
        { depth: 0.3, fill: 'rgba(112, 128, 205, 0.16)', line: 'rgba(170, 186, 250, 0.16)',
            parts: [makeRidge(random, 1, 4, 9), makeRidge(random, -1, 21, 8)] },
        { depth: 0.55, fill: 'rgba(92, 108, 186, 0.22)', line: 'rgba(170, 190, 255, 0.24)',
            parts: [makeRidge(random, 1, 2.5, 6.5), makeRidge(random, -1, 24, 7)] },
    ];
    const flakes = Array.from({ length: 84 }, (_, i) => {
        const depth = [0.18, 0.36, 0.6][i % 3];
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
            x: random() * 100 - 14, y: random() * 40 - 8, depth, path, inner,
            drift: (random() - 0.5) * 0.05,
            fill: `hsla(${hue}, 60%, 72%, ${(0.06 + 0.07 * depth).toFixed(3)})`,
            line: `hsla(${hue}, 80%, 84%, ${(0.14 + 0.16 * depth).toFixed(3)})`,
        };
    });
    /** @type {CanvasGradient | null} */ let sky = null;
    let skyHeight = 0;

    return {
        /** @param {CanvasRenderingContext2D} ctx in CSS pixels @param {import('./camera.js').Camera} camera
         *  @param {number} time seconds */
        draw(ctx, camera, time) {
            if (!sky || skyHeight !== camera.height) {
                skyHeight = camera.height;
                sky = ctx.createLinearGradient(0, 0, 0, skyHeight);
                sky.addColorStop(0, '#323d68');
                sky.addColorStop(0.55, '#27305a');
                sky.addColorStop(1, '#1c2244');
            }
            ctx.fillStyle = sky;
            ctx.fillRect(0, 0, camera.width, camera.height);
            const { ratio } = camera;
            for (const { depth, fill, line, parts } of ridges) {
                const k = camera.scale;
                // Far things move less: their point of rest is the middle of the level.
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
            for (const f of flakes) {
                const k = camera.scale * (0.55 + f.depth * 0.6);
                const x = (f.x - camera.x * f.depth - 14 * (1 - f.depth)) * camera.scale + camera.width / 2;
                const y = camera.height / 2 - (f.y - camera.y * f.depth - 6 * (1 - f.depth)) * camera.scale;
                const reach = k * 6;
                if (x < -reach || x > camera.width + reach || y < -reach || y > camera.height + reach) continue;
                const c = Math.cos(time * f.drift);
                const s = Math.sin(time * f.drift);
                ctx.setTransform(k * ratio * c, k * ratio * s, -k * ratio * s, k * ratio * c, x * ratio, y * ratio);
                ctx.fillStyle = f.fill;
                ctx.fill(f.path);
                ctx.fill(f.inner);
                ctx.strokeStyle = f.line;
                ctx.lineWidth = 0.022;
                ctx.stroke(f.path);
                ctx.stroke(f.inner);
            }
            ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
        },
    };
}
