// The faces of the balls, which are drawn anew in each frame: they look about, blink, laugh when they have merged, fear the line and
// fall asleep with their bodies. Called by paint.js.

/** @typedef {CanvasRenderingContext2D} Context */
/** @typedef {'calm' | 'joy' | 'fear' | 'asleep'} Mood */

const TAU = 2 * Math.PI;
const INK = '#2b1a2e';

/** @param {Context} ctx @param {number} x @param {number} y @param {number} from @param {number} to */
function arc(ctx, x, y, from, to, r = 0.1) {
    ctx.beginPath();
    ctx.arc(x, y, r, from, to);
    ctx.stroke();
}

/**
 * A face in a circle of radius 1, y down.
 * @param {Context} ctx @param {Mood} mood @param {boolean} shut whether it blinks @param {[x: number, y: number]} look where to, within the circle
 */
export function drawFace(ctx, mood, shut, [lx, ly]) {
    ctx.strokeStyle = ctx.fillStyle = INK;
    ctx.lineWidth = 0.055;
    ctx.lineCap = 'round';
    for (const side of [-1, 1]) {
        const [x, y] = [0.3 * side, 0.02];
        if (mood === 'joy') arc(ctx, x, y + 0.04, Math.PI, TAU);
        else if (mood === 'asleep') arc(ctx, x, y, 0.2, Math.PI - 0.2);
        else if (shut) arc(ctx, x, y - 0.02, 0.5, Math.PI - 0.5);
        else {
            const r = mood === 'fear' ? 0.14 : 0.115;
            ctx.fillStyle = INK;
            ctx.beginPath();
            ctx.ellipse(x + 0.04 * lx, y + 0.04 * ly, r, 1.18 * r, 0, 0, TAU);
            ctx.fill();
            ctx.fillStyle = '#ffffff';
            ctx.beginPath();
            ctx.arc(x + 0.06 * lx - 0.035, y + 0.06 * ly - 0.05, 0.4 * r, 0, TAU);
            ctx.fill();
        }
        ctx.fillStyle = 'rgba(255, 110, 130, 0.34)';
        ctx.beginPath();
        ctx.ellipse(0.5 * side, 0.22, 0.12, 0.075, 0, 0, TAU);
        ctx.fill();
    }
    ctx.fillStyle = INK;
    ctx.beginPath();
    if (mood === 'joy') {
        ctx.arc(0, 0.2, 0.17, 0, Math.PI);
        ctx.closePath();
        ctx.fill();
        ctx.fillStyle = '#ff7d8c';
        ctx.beginPath();
        ctx.ellipse(0, 0.315, 0.09, 0.05, 0, 0, TAU);
        ctx.fill();
    } else if (mood === 'fear') {
        ctx.ellipse(0, 0.3, 0.09, 0.12, 0, 0, TAU);
        ctx.fill();
    } else {
        ctx.arc(0, 0.16, mood === 'asleep' ? 0.07 : 0.12, 0.35, Math.PI - 0.35);
        ctx.stroke();
    }
}
