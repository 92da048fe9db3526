// How blocks look: their outlines, the grain of each material as a pattern in the body's space, so that the pieces of a block keep it,
// bevels in the light, and cracks. Called by paint.js.
import { hullOf } from '../shared/hull.js';
import { UPRIGHT } from './level.js';
import { MATERIALS, kindOf } from './materials.js';

/** @typedef {CanvasRenderingContext2D} Context @typedef {import('./materials.js').Body} Body */
/** @typedef {{ points: number[][], path: Path2D, kind: string, edition: number, grain: DOMMatrix }} Outline */

const TILE = 256; // pixels of a pattern
const METRES = 2.4; // that it is wide

/** Colours: the body, its edge, the light and the shade of a bevel. @type {Record<string, { edge: string, light: string, shade: string }>} */
const LOOKS = {
    glass: { edge: 'rgba(52, 120, 160, 0.85)', light: 'rgba(255, 255, 255, 0.95)',
        shade: 'rgba(70, 150, 190, 0.55)' },
    wood: { edge: '#6b3d1c', light: 'rgba(255, 226, 170, 0.85)', shade: 'rgba(110, 60, 24, 0.55)' },
    stone: { edge: '#474b5c', light: 'rgba(236, 240, 250, 0.75)', shade: 'rgba(58, 62, 84, 0.5)' },
    rock: { edge: '#3c3a4a', light: 'rgba(190, 190, 210, 0.5)', shade: 'rgba(30, 28, 44, 0.5)' },
    lift: { edge: '#4a2f63', light: 'rgba(230, 200, 255, 0.8)', shade: 'rgba(60, 30, 90, 0.5)' },
};

/** Chance that is the same each time. @param {number} seed */
function chance(seed) {
    let state = seed;
    return () => (state = (16807 * state) % 2147483647) / 2147483647;
}

/** Draws something on each side of a tile too, so that it has no seams. @param {Context} ctx @param {() => void} draw */
function around(ctx, draw) {
    for (const x of [-TILE, 0, TILE])
        for (const y of [-TILE, 0, TILE]) {
            ctx.save();
            ctx.translate(x, y);
            draw();
            ctx.restore();
        }
}

/** Grain along x. @param {Context} ctx */
function paintWood(ctx) {
    const random = chance(7);
    ctx.fillStyle = '#d69a55';
    ctx.fillRect(0, 0, TILE, TILE);
    for (let i = 0; i < 46; ++i) {
        const [y, dark, wide] = [random() * TILE, random() < 0.62, 1 + 3.5 * random()];
        const [a, b, c] = [random(), random(), random()].map((each) => 9 * (each - 0.5));
        ctx.strokeStyle = dark
            ? `rgba(128, 72, 28, ${0.12 + 0.25 * random()})`
            : 'rgba(255, 214, 150, 0.3)';
        ctx.lineWidth = wide;
        around(ctx, () => {
            ctx.beginPath();
            ctx.moveTo(0, y);
            ctx.bezierCurveTo(TILE / 3, y + a, TILE / 1.5, y + b, TILE, y);
            ctx.stroke();
        });
        if (i % 15 > 0) continue;
        const x = random() * TILE;
        around(ctx, () => {
            for (const r of [9, 6, 3]) {
                ctx.strokeStyle = 'rgba(110, 58, 22, 0.55)';
                ctx.lineWidth = 2;
                ctx.beginPath();
                ctx.ellipse(x, y + c, 1.7 * r, r, 0, 0, 7);
                ctx.stroke();
            }
        });
    }
}

/** Specks and pits. @param {Context} ctx @param {string} base @param {string} light @param {string} dark @param {number} seed */
function paintStone(ctx, base, light, dark, seed) {
    const random = chance(seed);
    ctx.fillStyle = base;
    ctx.fillRect(0, 0, TILE, TILE);
    for (let i = 0; i < 240; ++i) {
        const [x, y, r] = [random() * TILE, random() * TILE, 1 + 7 * random() ** 3];
        const turn = 3 * random();
        ctx.fillStyle = random() < 0.5 ? light : dark;
        around(ctx, () => {
            ctx.beginPath();
            ctx.ellipse(x, y, 1.5 * r, r, turn, 0, 7);
            ctx.fill();
        });
    }
}

/** Panes with streaks of light. @param {Context} ctx */
function paintGlass(ctx) {
    ctx.fillStyle = 'rgba(150, 222, 246, 0.46)';
    ctx.fillRect(0, 0, TILE, TILE);
    ctx.fillStyle = 'rgba(255, 255, 255, 0.3)';
    for (const [x, wide] of [[10, 34], [64, 12], [150, 44], [214, 10]])
        around(ctx, () => {
            ctx.beginPath();
            ctx.moveTo(x, 0);
            ctx.lineTo(x + wide, 0);
            ctx.lineTo(x + wide - TILE, TILE);
            ctx.lineTo(x - TILE, TILE);
            ctx.fill();
        });
}

/** Stripes across. @param {Context} ctx */
function paintLift(ctx) {
    ctx.fillStyle = '#8d63b8';
    ctx.fillRect(0, 0, TILE, TILE);
    ctx.fillStyle = '#ffcf70';
    for (let x = 0; x < TILE; x += 64) ctx.fillRect(x, 0, 20, TILE);
}

/** @param {Context} ctx @param {(ctx: Context) => void} paint @returns {CanvasPattern} */
function makePattern(ctx, paint) {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = TILE;
    paint(/** @type {Context} */ (canvas.getContext('2d')));
    return /** @type {CanvasPattern} */ (ctx.createPattern(canvas, 'repeat'));
}

/** @param {any} shape @returns {number[][]} */
function cornersOf({ shape, points, width, height, center: [x, y] = [0, 0] }) {
    if (shape !== 'box') return points ?? [];
    return [[-1, -1], [1, -1], [1, 1], [-1, 1]].map((
        [u, v],
    ) => [x + u * width / 2, y + v * height / 2]);
}

export class Blocks {
    /** @type {Record<string, CanvasPattern> | null} */ #patterns = null;
    /** @type {WeakMap<Body, Outline>} */ #outlines = new WeakMap();

    /** @param {Body} body @param {number} edition of all shapes @returns {Outline} */
    outline(body, edition) {
        const known = this.#outlines.get(body);
        if (known?.edition === edition) return known;
        const points = hullOf(body.colliders.flatMap(({ shape }) => cornersOf(shape)));
        const path = new Path2D();
        points.forEach(([x, y], i) => (i === 0 ? path.moveTo(x, y) : path.lineTo(x, y)));
        path.closePath();
        const scale = METRES / TILE;
        // Shifted, so that no two blocks are alike.
        const grain = new DOMMatrix().scale(scale, scale).rotate(body.userData === UPRIGHT ? 90 : 0)
            .translate(61 * (body.index % 13), 97 * (body.index % 13));
        const outline = { points, path, kind: kindOf(body), edition, grain };
        this.#outlines.set(body, outline);
        return outline;
    }

    /** @param {Context} ctx */
    #pattern(ctx) {
        return this.#patterns ??= { wood: makePattern(ctx, paintWood),
            glass: makePattern(ctx, paintGlass),
            stone: makePattern(ctx,
                (to) =>
                    paintStone(to, '#a7abb8', 'rgba(214, 218, 228, 0.5)',
                        'rgba(104, 108, 126, 0.35)', 5)),
            rock: makePattern(ctx,
                (to) =>
                    paintStone(to, '#6f6a80', 'rgba(140, 134, 158, 0.45)', 'rgba(52, 48, 68, 0.4)',
                        9)), lift: makePattern(ctx, paintLift) };
    }

    /**
     * Paints a block in its own space: the context has been moved there.
     * @param {Context} ctx @param {Outline} outline @param {number} angle of the body @param {number} damage 0 to 1
     */
    paint(ctx, { points, path, kind, grain }, angle, damage) {
        const pattern = this.#pattern(ctx)[kind];
        const look = LOOKS[kind];
        if (!pattern || !look) return;
        pattern.setTransform(grain);
        ctx.fillStyle = pattern;
        ctx.fill(path);
        this.#bevel(ctx, points, look, angle);
        if (damage > 0) crack(ctx, points, damage, kind);
        ctx.lineJoin = 'round';
        ctx.lineWidth = 0.05;
        ctx.strokeStyle = look.edge;
        ctx.stroke(path);
    }

    /** Light on the sides that look up, shade on those that look down. @param {Context} ctx @param {number[][]} points @param {{ light: string, shade: string }} look @param {number} angle */
    #bevel(ctx, points, { light, shade }, angle) {
        const [c, s] = [Math.cos(angle), Math.sin(angle)];
        ctx.lineCap = 'butt';
        ctx.lineWidth = 0.06;
        points.forEach(([ax, ay], i) => {
            const [bx, by] = points[(i + 1) % points.length];
            const long = Math.hypot(bx - ax, by - ay);
            if (long < 0.09) return;
            const [nx, ny] = [(by - ay) / long, (ax - bx) / long];
            const up = 0.35 * (c * nx - s * ny) * -1 + 0.94 * (s * nx + c * ny);
            ctx.globalAlpha = Math.min(1, Math.abs(up));
            ctx.strokeStyle = up > 0 ? light : shade;
            const [dx, dy] = [(bx - ax) / long * 0.04, (by - ay) / long * 0.04];
            ctx.beginPath();
            ctx.moveTo(ax - 0.05 * nx + dx, ay - 0.05 * ny + dy);
            ctx.lineTo(bx - 0.05 * nx - dx, by - 0.05 * ny - dy);
            ctx.stroke();
        });
        ctx.globalAlpha = 1;
    }
}

/** Cracks from corner to corner, more with more damage. @param {Context} ctx @param {number[][]} points @param {number} damage @param {string} kind */
function crack(ctx, points, damage, kind) {
    const random = chance(1 + Math.floor(1e4 * Math.abs(points[0][0] * points[0][1])));
    ctx.strokeStyle = kind === 'glass' ? 'rgba(255, 255, 255, 0.95)' : 'rgba(40, 24, 20, 0.75)';
    ctx.lineWidth = 0.03;
    for (let i = 0; i < 1 + 4 * damage; ++i) {
        const [from, to] = [0, 1].map((each) => {
            const at = Math.floor(random() * points.length);
            const [[ax, ay], [bx, by]] = [points[at], points[(at + 1 + each) % points.length]];
            const t = 0.2 + 0.6 * random();
            return [ax + t * (bx - ax), ay + t * (by - ay)];
        });
        ctx.beginPath();
        ctx.moveTo(from[0], from[1]);
        for (let k = 1; k < 4; ++k) {
            const t = 0.2 * k * Math.min(1, 0.6 + damage);
            ctx.lineTo(from[0] + t * (to[0] - from[0]) + 0.08 * (random() - 0.5),
                from[1] + t * (to[1] - from[1]) + 0.08 * (random() - 0.5));
        }
        ctx.stroke();
    }
}

/** Colours of what flies off a block. @type {Record<string, string[]>} */
export const CHIPS = { glass: ['#d7f4ff', '#9fdcf4'], wood: ['#c98b48', '#8d5628'],
    stone: ['#b9bdc9', '#7c8092'] };
export const isBlock = (/** @type {string} */ kind) => kind in MATERIALS;
