// Paints the machine: its fixed parts once as a path, bodies by what they are, the golden ball's path on every film, and
// outlines of the bodies that are elsewhere on the other film. Called by main.js, and by strip.js for small frames.
import { BEND, CEILING, CUPS, CUP_COLORS, LANTERNS, PINS, RIM, SEE, SHELVES,
    THICK } from './machine.js';

/** Colours of the films. */
export const FILM_COLORS = ['#ffc56e', '#b8a1ff', '#77e3c4', '#f0927a', '#8fc3ff', '#ff9cc2'];
const LIGHTS = ['#ffc56e', '#f0927a', '#c9a0ff', '#77e3c4'];
const APART = 1e-3; // metres
const FAR = 0.6; // metres: what glows in full

/** @typedef {import('./machine.js').Part} Part */
/** @typedef {{ poses: Float32Array, parts: Part[], small?: boolean }} Figure */
/** @typedef {CanvasRenderingContext2D} Context */

/** Shelves, the bend and the walls between the cups. @type {Path2D | null} */
let fixed = null;

function outlineFixed() {
    const path = new Path2D();
    for (const [x1, y1, x2, y2] of SHELVES) {
        const length = Math.hypot(x2 - x1, y2 - y1);
        const [nx, ny] = [((y2 - y1) / length) * THICK, (-(x2 - x1) / length) * THICK];
        path.moveTo(x1, y1);
        path.lineTo(x2, y2);
        path.lineTo(x2 + nx, y2 + ny);
        path.lineTo(x1 + nx, y1 + ny);
        path.closePath();
    }
    const [x, y] = [BEND[BEND.length - 1][0], BEND[0][1]];
    const outer = BEND.map((
        [px, py],
    ) => [px + (THICK / 2.1) * (px - x), py + (THICK / 2.1) * (py - y)]);
    [...BEND, ...outer.reverse()].forEach(([px, py],
        i) => (i ? path.lineTo(px, py) : path.moveTo(px, py))
    );
    path.closePath();
    for (const edge of CUPS.slice(1, -1)) path.roundRect(edge - 0.1, 0, 0.2, RIM + 0.05, 0.1);
    return path;
}

/** @param {Context | Path2D} path @param {number} x @param {number} y @param {number} c @param {number} s @param {number} w half the width @param {number} h half the height */
function traceBox(path, x, y, c, s, w, h) {
    path.moveTo(x + c * w - s * h, y + s * w + c * h);
    path.lineTo(x - c * w - s * h, y - s * w + c * h);
    path.lineTo(x - c * w + s * h, y - s * w - c * h);
    path.lineTo(x + c * w + s * h, y + s * w - c * h);
    path.closePath();
}

/** @param {Context} ctx @param {Part} part @param {Float32Array} poses @param {number} slot @param {number} [grow] metres */
function tracePart(ctx, { kind, radius, width, height }, poses, slot, grow = 0) {
    const [x, y, c, s] = [poses[4 * slot], poses[4 * slot + 1], poses[4 * slot + 2],
        poses[4 * slot + 3]];
    if (radius > 0) {
        ctx.moveTo(x + radius + grow, y);
        ctx.arc(x, y, radius + grow, 0, 2 * Math.PI);
        return;
    }
    traceBox(ctx, x, y, c, s, width / 2 + grow, height / 2 + grow);
    if (kind === 'mill') traceBox(ctx, x, y, -s, c, width / 2 + grow, height / 2 + grow);
}

/** @param {Context} ctx @param {Set<number>} lit cups that have held the golden ball */
function paintCups(ctx, lit) {
    CUP_COLORS.forEach((color, i) => {
        const glow = ctx.createLinearGradient(0, 0, 0, 2.2);
        glow.addColorStop(0, color + (lit.has(i) ? 'cc' : '40'));
        glow.addColorStop(1, `${color}00`);
        ctx.fillStyle = glow;
        ctx.fillRect(CUPS[i] + 0.06, 0, CUPS[i + 1] - CUPS[i] - 0.12, 2.2);
        ctx.fillStyle = color + (lit.has(i) ? 'ff' : '90');
        ctx.fillRect(CUPS[i] + 0.06, -0.12, CUPS[i + 1] - CUPS[i] - 0.12, 0.12);
    });
}

/** The stone behind all, and what does not move. @param {Context} ctx @param {Set<number>} lit @param {boolean} small */
export function paintBack(ctx, lit, small) {
    const { minX, minY, maxX, maxY } = SEE;
    ctx.save();
    ctx.beginPath();
    ctx.roundRect(minX, minY, maxX - minX, maxY - minY, 0.5);
    ctx.clip();
    const stone = ctx.createRadialGradient(0, 8, 1, 0, 7, 17);
    stone.addColorStop(0, '#2b2a56');
    stone.addColorStop(0.55, '#191c3c');
    stone.addColorStop(1, '#101429');
    ctx.fillStyle = stone;
    ctx.fillRect(minX, minY, maxX - minX, maxY - minY);
    if (small) ctx.fillStyle = 'rgba(140, 150, 240, 0.3)';
    if (small) ctx.fillRect(minX, minY, maxX - minX, maxY - minY);
    paintCups(ctx, lit);
    ctx.restore();
    const outline = (fixed ??= outlineFixed());
    ctx.fillStyle = small ? '#6a76b4' : '#39427c';
    ctx.fill(outline);
    if (small) return;
    ctx.lineWidth = 0.05;
    ctx.strokeStyle = 'rgba(190, 208, 255, 0.55)';
    ctx.stroke(outline);
    for (const { x, y, radius } of PINS) {
        const bumper = radius > 0.2;
        disc(ctx, x, y, radius * (bumper ? 1.9 : 2.4),
            bumper ? 'rgba(240, 146, 122, 0.16)' : 'rgba(255, 197, 110, 0.1)');
        disc(ctx, x, y, radius, bumper ? '#f0927a' : '#d9a65c');
        disc(ctx, x - 0.25 * radius, y + 0.25 * radius, radius * 0.5,
            bumper ? '#ffc3b0' : '#ffe2a8');
    }
}

/** @param {Context} ctx @param {number} x @param {number} y @param {number} radius @param {string | CanvasGradient} color */
function disc(ctx, x, y, radius, color) {
    ctx.fillStyle = color;
    ctx.beginPath();
    ctx.arc(x, y, radius, 0, 2 * Math.PI);
    ctx.fill();
}

/** @param {Part} part */
const colorOf = (
    { kind, hue },
) => (kind === 'golden ball' ? '#ffd36b' : kind === 'first ball' ? '#8ff0d3' : kind === 'mill'
    ? '#4fb8a4'
    : kind === 'lantern'
    ? '#77e3c4'
    : kind === 'beam'
    ? '#8d80d6'
    : kind === 'pillar'
    ? '#e59a82'
    : LIGHTS[Math.round(hue * (LIGHTS.length - 1))]);

/** @param {Context} ctx @param {Figure} figure */
export function paintBodies(ctx, { poses, parts, small = false }) {
    let rope = 0;
    parts.forEach((part, slot) => {
        const [x, y] = [poses[4 * slot], poses[4 * slot + 1]];
        const golden = part.kind === 'golden ball';
        if (part.kind === 'lantern') paintRope(ctx, LANTERNS[rope++][0], x, y);
        if ((golden || part.kind === 'lantern') && !small)
            paintGlow(ctx, x, y, golden ? '#ffd36b' : '#77e3c4');
        ctx.beginPath();
        tracePart(ctx, part, poses, slot, small && golden ? 0.35 : 0);
        ctx.fillStyle = colorOf(part);
        ctx.fill();
        if (small) return;
        if (part.radius > 0.2 && part.kind !== 'lantern')
            paintSpokes(ctx, x, y, poses[4 * slot + 2], poses[4 * slot + 3], part.radius);
        if (part.radius > 0)
            disc(ctx, x - 0.32 * part.radius, y + 0.36 * part.radius, 0.24 * part.radius,
                'rgba(255, 255, 255, 0.75)');
        else paintEdge(ctx, part, poses, slot);
        if (part.kind === 'mill') disc(ctx, x, y, 0.2, '#c9fff0');
    });
}

/** @param {Context} ctx @param {number} x @param {number} y @param {string} color */
function paintGlow(ctx, x, y, color) {
    const glow = ctx.createRadialGradient(x, y, 0.2, x, y, 1.5);
    glow.addColorStop(0, `${color}99`);
    glow.addColorStop(1, `${color}00`);
    disc(ctx, x, y, 1.5, glow);
}

/** @param {Context} ctx @param {number} from where it hangs @param {number} x @param {number} y */
function paintRope(ctx, from, x, y) {
    ctx.beginPath();
    ctx.moveTo(from, CEILING);
    ctx.lineTo(x, y);
    ctx.lineWidth = 0.05;
    ctx.strokeStyle = 'rgba(190, 208, 255, 0.5)';
    ctx.stroke();
}

/** Shows that a ball turns. @param {Context} ctx @param {number} x @param {number} y @param {number} c @param {number} s @param {number} radius */
function paintSpokes(ctx, x, y, c, s, radius) {
    const r = 0.72 * radius;
    ctx.lineWidth = 0.07;
    ctx.strokeStyle = 'rgba(80, 40, 10, 0.45)';
    ctx.beginPath();
    ctx.moveTo(x - c * r, y - s * r);
    ctx.lineTo(x + c * r, y + s * r);
    ctx.moveTo(x + s * r, y - c * r);
    ctx.lineTo(x - s * r, y + c * r);
    ctx.stroke();
}

/** A bright rim. @param {Context} ctx @param {Part} part @param {Float32Array} poses @param {number} slot */
function paintEdge(ctx, part, poses, slot) {
    ctx.beginPath();
    tracePart(ctx, part, poses, slot, -0.02);
    ctx.lineWidth = 0.04;
    ctx.strokeStyle = 'rgba(255, 255, 255, 0.35)';
    ctx.stroke();
}

/**
 * Paths of the golden ball: up to a step as bright lines, what follows as faint ones.
 * @param {Context} ctx @param {{ film: import('./films.js').Film, from: number, to: number, bright: boolean }[]} parts of films, by their steps @param {number} step
 */
export function paintPaths(ctx, parts, step) {
    ctx.lineJoin = 'round';
    for (const { film, from, to, bright } of parts) {
        const now = Math.max(from, Math.min(step, to));
        paintPath(ctx, film, from, now, bright ? 0.95 : 0.6, bright ? 0.07 : 0.05);
        paintPath(ctx, film, now, to, 0.28, 0.05);
    }
    ctx.globalAlpha = 1;
}

/** @param {Context} ctx @param {import('./films.js').Film} film @param {number} from @param {number} to @param {number} alpha @param {number} width metres */
function paintPath(ctx, { number, path }, from, to, alpha, width) {
    if (to <= from) return;
    ctx.beginPath();
    for (let i = from; i < to; i += 2) ctx.lineTo(path[2 * i], path[2 * i + 1]);
    ctx.lineTo(path[2 * to], path[2 * to + 1]);
    ctx.strokeStyle = FILM_COLORS[number];
    ctx.globalAlpha = 0.18 * alpha;
    ctx.lineWidth = 0.26;
    ctx.stroke();
    ctx.globalAlpha = alpha;
    ctx.lineWidth = width;
    ctx.stroke();
}

/**
 * Bodies that are elsewhere on the other film: outlines in its colour where they are there, and glow where they are here.
 * @param {Context} ctx @param {Figure} here @param {Float32Array} there poses @param {Float32Array} apart metres, by slot
 * @param {{ mine: string, theirs: string, ghosts: boolean }} look
 */
export function paintDifferences(ctx, { poses, parts }, there, apart, { mine, theirs, ghosts }) {
    parts.forEach((part, slot) => {
        if (!(apart[slot] > APART)) return;
        const strength = 0.35 + 0.65 * Math.min(1, apart[slot] / FAR);
        stroke(ctx, part, poses, slot, mine, strength, 0.05);
        if (!ghosts) return;
        ctx.beginPath();
        ctx.lineWidth = 0.03;
        ctx.globalAlpha = 0.28;
        ctx.strokeStyle = theirs;
        ctx.moveTo(poses[4 * slot], poses[4 * slot + 1]);
        ctx.lineTo(there[4 * slot], there[4 * slot + 1]);
        if (apart[slot] < 4) ctx.stroke();
        ctx.beginPath();
        tracePart(ctx, part, there, slot);
        ctx.globalAlpha = 0.16 * strength;
        ctx.fillStyle = theirs;
        ctx.fill();
        stroke(ctx, part, there, slot, theirs, strength, 0);
    });
    ctx.globalAlpha = 1;
}

/** @param {Context} ctx @param {Part} part @param {Float32Array} poses @param {number} slot @param {string} color @param {number} strength @param {number} grow */
function stroke(ctx, part, poses, slot, color, strength, grow) {
    ctx.beginPath();
    tracePart(ctx, part, poses, slot, grow);
    ctx.strokeStyle = color;
    ctx.globalAlpha = 0.25 * strength;
    ctx.lineWidth = 0.26;
    ctx.stroke();
    ctx.globalAlpha = strength;
    ctx.lineWidth = 0.06;
    ctx.stroke();
}
