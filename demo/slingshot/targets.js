// How targets look: jellies with faces that watch the ball, fear it, blink and fall asleep. Called by paint.js.

/** @typedef {CanvasRenderingContext2D} Context */
/** @typedef {'calm' | 'fear' | 'asleep'} Mood */

const TAU = 2 * Math.PI;
const INK = '#35123a';

/** From bright to dark. @type {Record<string, [string, string, string]>} */
export const JELLY = {
    dome: ['#ff9ed0', '#ee4f9c', '#b3226e'],
    cube: ['#c9a4ff', '#8f55e8', '#5b2bb0'],
    cone: ['#ffc27a', '#ff8a3c', '#cf5418'],
};

/** The outline of a jelly, rounder than its body. @param {Context} ctx @param {string} kind @param {number[][]} points */
function trace(ctx, kind, points) {
    ctx.beginPath();
    if (kind === 'cube') {
        const [w, h] = [0, 1].map((axis) => Math.max(...points.map((p) => p[axis])));
        ctx.roundRect(-1.25 * w, -1.25 * h, 2.5 * w, 2.5 * h, 0.5 * w);
        return;
    }
    points.forEach(([ax, ay], i) => {
        const [bx, by] = points[(i + 1) % points.length];
        const [zx, zy] = points[(i + points.length - 1) % points.length];
        const round = kind === 'cone' ? 0.24 : 0.5;
        if (i === 0) ctx.moveTo(ax + round * (zx - ax), ay + round * (zy - ay));
        else ctx.lineTo(ax + round * (zx - ax), ay + round * (zy - ay));
        ctx.quadraticCurveTo(ax, ay, ax + round * (bx - ax), ay + round * (by - ay));
    });
    ctx.closePath();
}

/**
 * A target in its own space.
 * @param {Context} ctx @param {string} kind @param {number[][]} points of its body @param {Mood} mood @param {boolean} shut whether it blinks
 * @param {[x: number, y: number]} look where to @param {number} angle of its body
 */
export function paintTarget(ctx, kind, points, mood, shut, look, angle) {
    const [bright, middle, dark] = JELLY[kind];
    const high = Math.max(...points.map(([, y]) => y));
    const size = kind === 'cube' ? 1.25 * high : high;
    trace(ctx, kind, points);
    const fill = ctx.createLinearGradient(-size * Math.sin(-angle), size * Math.cos(angle),
        size * Math.sin(-angle), -size * Math.cos(angle));
    fill.addColorStop(0, bright);
    fill.addColorStop(0.45, middle);
    fill.addColorStop(1, dark);
    ctx.fillStyle = fill;
    ctx.fill();
    ctx.lineJoin = 'round';
    ctx.lineWidth = 0.05;
    ctx.strokeStyle = dark;
    ctx.stroke();
    ctx.save();
    ctx.rotate(-angle);
    ctx.fillStyle = 'rgba(255, 255, 255, 0.55)';
    ctx.beginPath();
    ctx.ellipse(-0.34 * size, 0.52 * size, 0.2 * size, 0.09 * size, 0.5, 0, TAU);
    ctx.fill();
    ctx.restore();
    ctx.save();
    ctx.translate(0, kind === 'cone' ? -0.3 * size : -0.06 * size);
    ctx.scale(0.92 * size, -0.92 * size);
    drawFace(ctx, mood, shut, look, kind);
    ctx.restore();
}

/** @param {Context} ctx @param {number} x @param {number} y @param {number} r @param {number} from @param {number} to */
function arc(ctx, x, y, r, from, to) {
    ctx.beginPath();
    ctx.arc(x, y, r, from, to);
    ctx.stroke();
}

/** A face in a circle of radius 1, y down. @param {Context} ctx @param {Mood} mood @param {boolean} shut @param {[number, number]} look @param {string} kind */
function drawFace(ctx, mood, shut, [lx, ly], kind) {
    ctx.lineCap = 'round';
    ctx.lineWidth = 0.1;
    ctx.strokeStyle = INK;
    const apart = kind === 'cone' ? 0.3 : 0.38;
    for (const side of [-1, 1]) {
        const [x, y] = [apart * side, -0.08];
        if (mood === 'asleep') arc(ctx, x, y - 0.05, 0.14, 0.3, Math.PI - 0.3);
        else if (shut) arc(ctx, x, y - 0.08, 0.16, 0.6, Math.PI - 0.6);
        else {
            const r = mood === 'fear' ? 0.27 : 0.22;
            ctx.fillStyle = '#ffffff';
            ctx.beginPath();
            ctx.ellipse(x, y, r, 1.15 * r, 0, 0, TAU);
            ctx.fill();
            ctx.fillStyle = INK;
            ctx.beginPath();
            ctx.arc(x + 0.09 * lx, y + 0.09 * ly, mood === 'fear' ? 0.1 : 0.13, 0, TAU);
            ctx.fill();
        }
    }
    ctx.fillStyle = INK;
    ctx.beginPath();
    if (mood === 'fear') {
        ctx.ellipse(0, 0.42, 0.13, 0.16, 0, 0, TAU);
        ctx.fill();
    } else if (mood === 'asleep') arc(ctx, 0, 0.36, 0.07, 0, TAU);
    else {
        // A smirk: they think that they are safe.
        ctx.moveTo(-0.2, 0.34);
        ctx.quadraticCurveTo(0.04, 0.5, 0.26, 0.26);
        ctx.stroke();
    }
}
