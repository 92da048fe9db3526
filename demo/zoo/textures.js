// The materials as patterns drawn by code: each a square of canvas that repeats, a metre and a half wide. Called by paint.js.

const PIXELS = 96;
const METRES = 1.5;

/** A row of numbers from 0 to 1 that is the same each time. @param {number} seed */
function chance(seed) {
    let state = seed;
    return () => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return state / 2 ** 32;
    };
}

/** @type {Record<string, (ctx: CanvasRenderingContext2D, next: () => number) => void>} */
const DRAW = {
    Wood(ctx, next) {
        for (let y = 3; y < PIXELS; y += 7 + 3 * next()) {
            ctx.strokeStyle = `rgba(86, 46, 18, ${0.18 + 0.25 * next()})`;
            ctx.lineWidth = 1 + 1.6 * next();
            ctx.beginPath();
            ctx.moveTo(-4, y);
            ctx.bezierCurveTo(PIXELS / 3, y + 5 * next() - 2, (2 * PIXELS) / 3, y - 5 * next() + 2,
                PIXELS + 4, y);
            ctx.stroke();
        }
    },
    Stone(ctx, next) {
        for (let i = 0; i < 60; i++) {
            ctx.fillStyle = next() < 0.5
                ? `rgba(14, 18, 44, ${0.25 * next()})`
                : `rgba(214, 224, 255, ${0.14 * next()})`;
            ctx.beginPath();
            ctx.ellipse(PIXELS * next(), PIXELS * next(), 2 + 7 * next(), 1.5 + 4 * next(),
                3 * next(), 0, 7);
            ctx.fill();
        }
    },
    Steel(ctx, next) {
        for (let y = 0; y < PIXELS; y += 2) {
            ctx.fillStyle = next() < 0.5
                ? `rgba(255, 255, 255, ${0.14 * next()})`
                : `rgba(12, 20, 50, ${0.16 * next()})`;
            ctx.fillRect(0, y, PIXELS, 2);
        }
    },
    Ice(ctx, next) {
        ctx.lineWidth = 2;
        for (let i = 0; i < 9; i++) {
            ctx.strokeStyle = `rgba(255, 255, 255, ${0.2 + 0.35 * next()})`;
            const [x, y, long] = [PIXELS * next(), PIXELS * next(), 6 + 14 * next()];
            ctx.beginPath();
            ctx.moveTo(x, y);
            ctx.lineTo(x + long, y + long);
            ctx.stroke();
        }
    },
    Rubber(ctx) {
        ctx.fillStyle = 'rgba(40, 6, 24, 0.28)';
        for (let y = 6; y < PIXELS; y += 12)
            for (let x = 6 + (y % 24 === 6 ? 0 : 6); x < PIXELS; x += 12)
                ctx.fillRect(x - 2, y - 2, 4, 4);
    },
    Bouncy(ctx) {
        ctx.strokeStyle = 'rgba(220, 255, 244, 0.4)';
        ctx.lineWidth = 9;
        for (let x = -PIXELS; x <= PIXELS; x += PIXELS / 3) {
            ctx.beginPath();
            ctx.moveTo(x, 0);
            ctx.lineTo(x + PIXELS, PIXELS);
            ctx.stroke();
        }
    },
    Cork(ctx, next) {
        for (let i = 0; i < 70; i++) {
            ctx.fillStyle = `rgba(120, 78, 30, ${0.15 + 0.35 * next()})`;
            ctx.beginPath();
            ctx.arc(PIXELS * next(), PIXELS * next(), 0.8 + 1.8 * next(), 0, 7);
            ctx.fill();
        }
    },
    Felt(ctx, next) {
        for (let i = 0; i < 260; i++) {
            ctx.strokeStyle = next() < 0.5 ? 'rgba(255, 255, 255, 0.13)' : 'rgba(28, 12, 70, 0.16)';
            const [x, y, angle] = [PIXELS * next(), PIXELS * next(), 6.3 * next()];
            ctx.beginPath();
            ctx.moveTo(x, y);
            ctx.lineTo(x + 5 * Math.cos(angle), y + 5 * Math.sin(angle));
            ctx.stroke();
        }
    },
};

/** @type {Map<string, CanvasPattern | string>} */
const kept = new Map();

/**
 * What to fill a thing of a material with, in metres.
 * @param {CanvasRenderingContext2D} ctx @param {import('./materials.js').Material} look
 */
export function textureOf(ctx, { name, fill }) {
    const draw = DRAW[name];
    if (!draw) return fill;
    const known = kept.get(name);
    if (known) return known;
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = PIXELS;
    const own = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
    own.fillStyle = fill;
    own.fillRect(0, 0, PIXELS, PIXELS);
    draw(own, chance(name.length * 7919 + name.charCodeAt(0)));
    const pattern = /** @type {CanvasPattern} */ (ctx.createPattern(canvas, 'repeat'));
    pattern.setTransform(new DOMMatrix().scale(METRES / PIXELS));
    kept.set(name, pattern);
    return pattern;
}
