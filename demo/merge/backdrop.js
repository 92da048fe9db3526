// The picture behind the balls, a pantry with a shelf, and the glass jar that holds them. The pantry is painted once for each window size
// and colour scheme. Called by paint.js.
import { either } from '../shared/palette.js';
import { JAR } from './fruit.js';

/** @typedef {CanvasRenderingContext2D} Context */

const GLASS = 0.26; // metres
const SHELF = -0.3; // height of the shelf's top
const THICK = 0.95; // of the shelf
/** Jars in the background: x, half width, height (m), colour of their contents. @type {[number, number, number, string][]} */
const OTHERS = [[-6.6, 1.3, 4.6, '#e2574c'], [-9.7, 1.5, 6.4, '#f2b544'], [-13.1, 1.25, 3.8,
    '#8f6bd9'], [-16.4, 1.6, 5.6, '#6fae5a'], [6.7, 1.4, 5.9, '#8f6bd9'], [9.9, 1.25, 4.1,
    '#6fae5a'], [13.0, 1.5, 6.8, '#e2574c'], [16.4, 1.3, 4.4, '#f2b544']];

/** @param {Context} ctx in pixels */
function paintWall(ctx) {
    const { width, height } = ctx.canvas;
    const wall = ctx.createLinearGradient(0, 0, 0, height);
    wall.addColorStop(0, either('#ffe9d2', '#1c1b3a'));
    wall.addColorStop(0.6, either('#ffd3b8', '#33234e'));
    wall.addColorStop(1, either('#f4b79c', '#4a2a4c'));
    ctx.fillStyle = wall;
    ctx.fillRect(0, 0, width, height);
    const glow = ctx.createRadialGradient(width / 2, 0.42 * height, 0, width / 2, 0.42 * height,
        0.6 * Math.max(width, height));
    glow.addColorStop(0, either('rgba(255, 255, 245, 0.75)', 'rgba(255, 176, 120, 0.3)'));
    glow.addColorStop(1, either('rgba(255, 255, 245, 0)', 'rgba(255, 176, 120, 0)'));
    ctx.fillStyle = glow;
    ctx.fillRect(0, 0, width, height);
}

/** Lamps out of focus. @param {Context} ctx in pixels */
function paintLamps(ctx) {
    const { width, height } = ctx.canvas;
    for (let i = 0; i < 16; ++i) {
        const x = width * ((0.618 * i + 0.11) % 1);
        const y = 0.62 * height * ((0.381 * i * i + 0.07) % 1);
        const r = Math.min(width, height) * (0.025 + 0.05 * ((0.73 * i) % 1));
        ctx.fillStyle = i % 3
            ? either('rgba(255, 255, 255, 0.26)', 'rgba(255, 200, 140, 0.07)')
            : either('rgba(255, 190, 150, 0.22)', 'rgba(190, 150, 255, 0.08)');
        ctx.beginPath();
        ctx.arc(x, y, r, 0, 7);
        ctx.fill();
    }
}

/** @param {Context} ctx in metres, y up */
function paintOthers(ctx) {
    for (const [x, half, high, fill] of OTHERS) {
        ctx.globalAlpha = either(0.42, 0.3);
        ctx.fillStyle = fill;
        ctx.beginPath();
        ctx.roundRect(x - half + 0.12, SHELF + 0.12, 2 * half - 0.24, 0.72 * high, 0.4);
        ctx.fill();
        ctx.globalAlpha = either(0.5, 0.13);
        ctx.fillStyle = '#ffffff';
        ctx.beginPath();
        ctx.roundRect(x - half, SHELF, 2 * half, high, 0.5);
        ctx.fill();
        ctx.globalAlpha = either(0.75, 0.5);
        ctx.fillStyle = either('#c98a5c', '#6d4668');
        ctx.beginPath();
        ctx.roundRect(x - half - 0.06, SHELF + high - 0.1, 2 * half + 0.12, 0.62, 0.16);
        ctx.fill();
        ctx.globalAlpha = either(0.6, 0.12);
        ctx.fillStyle = '#ffffff';
        ctx.fillRect(x - 0.72 * half, SHELF + 0.5, 0.14 * half, high - 1.1);
    }
    ctx.globalAlpha = 1;
}

/** @param {Context} ctx in metres, y up @param {number} wide half the picture's width, metres @param {number} low its lower edge */
function paintShelf(ctx, wide, low) {
    const wood = ctx.createLinearGradient(0, SHELF, 0, SHELF - THICK);
    wood.addColorStop(0, either('#d99a62', '#8a5648'));
    wood.addColorStop(1, either('#b5733f', '#5b3438'));
    ctx.fillStyle = either('#a9663f', '#22152b');
    ctx.fillRect(-wide, low, 2 * wide, SHELF - low);
    ctx.fillStyle = wood;
    ctx.fillRect(-wide, SHELF - THICK, 2 * wide, THICK);
    ctx.fillStyle = either('rgba(255, 236, 205, 0.75)', 'rgba(255, 214, 180, 0.34)');
    ctx.fillRect(-wide, SHELF - 0.07, 2 * wide, 0.07);
    ctx.fillStyle = 'rgba(40, 14, 20, 0.25)';
    ctx.fillRect(-wide, SHELF - THICK - 0.22, 2 * wide, 0.22);
    const shadow = ctx.createRadialGradient(0, 0, 0, 0, 0, 1);
    shadow.addColorStop(0, 'rgba(40, 10, 20, 0.4)');
    shadow.addColorStop(1, 'rgba(40, 10, 20, 0)');
    ctx.save();
    ctx.translate(0, SHELF - 0.02);
    ctx.scale(JAR.half + 1.1, 0.34);
    ctx.fillStyle = shadow;
    ctx.beginPath();
    ctx.arc(0, 0, 1, 0, 7);
    ctx.fill();
    ctx.restore();
}

/**
 * The pantry as a picture.
 * @param {Context} like whose size and transform it has
 */
export function makeBackdrop(like) {
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width: like.canvas.width, height: like.canvas.height });
    const ctx = /** @type {Context} */ (canvas.getContext('2d'));
    paintWall(ctx);
    paintLamps(ctx);
    const transform = like.getTransform();
    ctx.setTransform(transform);
    const wide = Math.max(transform.e, canvas.width - transform.e) / transform.a;
    paintOthers(ctx);
    paintShelf(ctx, wide + 1, (canvas.height - transform.f) / transform.d - 1);
    return canvas;
}

/** The outline of the jar, grown by a margin; open at the top. @param {Context} ctx @param {number} margin @param {number} corner */
function traceJar(ctx, margin, corner) {
    const x = JAR.half + margin;
    ctx.beginPath();
    ctx.moveTo(-x, JAR.lip);
    ctx.arcTo(-x, -margin, 0, -margin, corner);
    ctx.arcTo(x, -margin, x, JAR.lip, corner);
    ctx.lineTo(x, JAR.lip);
}

/** The glass behind the balls. @param {Context} ctx in metres, y up */
export function paintJarBack(ctx) {
    traceJar(ctx, GLASS, 0.7);
    const glass = ctx.createLinearGradient(-JAR.half, 0, JAR.half, 0);
    const [edge, middle] = [either('rgba(120, 170, 210, 0.42)', 'rgba(200, 215, 255, 0.22)'),
        either('rgba(255, 255, 255, 0.5)', 'rgba(150, 165, 255, 0.1)')];
    glass.addColorStop(0, edge);
    glass.addColorStop(0.14, middle);
    glass.addColorStop(0.86, middle);
    glass.addColorStop(1, edge);
    ctx.fillStyle = glass;
    ctx.fill();
    paintRim(ctx, Math.PI);
}

/** Half of the rim, the farther one or the nearer one. @param {Context} ctx @param {number} from radians */
function paintRim(ctx, from) {
    const near = from === 0;
    for (const [width, color]
        of /** @type {[number, string][]} */ ([[0.2,
            either('rgba(255, 255, 255, 0.75)', 'rgba(205, 216, 255, 0.38)')], [0.05,
            either('rgba(126, 150, 178, 0.75)', 'rgba(225, 232, 255, 0.5)')]]))
    {
        ctx.globalAlpha = near ? 1 : 0.6;
        ctx.lineWidth = width;
        ctx.strokeStyle = color;
        ctx.beginPath();
        // Metres lie upwards: the half below the middle is the nearer one.
        ctx.ellipse(0, JAR.lip, JAR.half + GLASS, 0.24, 0, from, from + Math.PI, near);
        ctx.stroke();
    }
    ctx.globalAlpha = 1;
}

/** The glass before them. @param {Context} ctx in metres, y up */
export function paintJarFront(ctx) {
    ctx.lineJoin = ctx.lineCap = 'round';
    for (const [margin, width, color]
        of /** @type {[number, number, string][]} */ ([[0.5 * GLASS, GLASS,
            either('rgba(236, 246, 255, 0.7)', 'rgba(190, 205, 255, 0.3)')], [GLASS, 0.05,
            either('rgba(96, 128, 164, 0.75)', 'rgba(225, 232, 255, 0.6)')], [0, 0.03,
            either('rgba(96, 128, 164, 0.4)', 'rgba(225, 232, 255, 0.28)')]]))
    {
        traceJar(ctx, margin, margin === 0 ? 0.12 : 0.55);
        ctx.lineWidth = width;
        ctx.strokeStyle = color;
        ctx.stroke();
    }
    paintRim(ctx, 0);
    ctx.fillStyle = either('rgba(255, 255, 255, 0.3)', 'rgba(255, 255, 255, 0.09)');
    ctx.beginPath();
    ctx.roundRect(-JAR.half + 0.28, 0.9, 0.3, JAR.line - 1.6, 0.15);
    ctx.roundRect(-JAR.half + 0.74, 3.4, 0.12, JAR.line - 5.4, 0.06);
    ctx.roundRect(JAR.half - 0.42, 1.6, 0.14, JAR.line - 3, 0.07);
    ctx.fill();
}

/** The branch on which the balls grow. @param {Context} ctx in metres, y up */
export function paintBranch(ctx) {
    const y = 13.55;
    ctx.lineCap = 'round';
    for (const [width, color, lift]
        of /** @type {[number, string, number][]} */ ([[0.3, either('#8a5a38', '#5d3b3f'), 0], [
            0.08,
            either('rgba(255, 226, 190, 0.6)', 'rgba(255, 214, 190, 0.28)'),
            0.07,
        ]]))
    {
        ctx.lineWidth = width;
        ctx.strokeStyle = color;
        ctx.beginPath();
        ctx.moveTo(-4.3, y + 0.12 + lift);
        ctx.bezierCurveTo(-2, y - 0.12 + lift, 1.5, y + 0.16 + lift, 4.3, y + lift);
        ctx.stroke();
    }
    for (const [x, turn, long]
        of /** @type {[number, number, number][]} */ ([[-4.0, 2.3, 0.9], [-3.4, 0.9, 0.75], [-2.3,
            2.0, 0.6], [-0.9, 1.0, 0.65], [0.9, 2.2, 0.6], [1.5, 1.1, 0.55], [4.25, 0.3, 0.4]]))
    {
        ctx.save();
        ctx.translate(x, y + 0.1);
        ctx.rotate(turn);
        ctx.fillStyle = either('#7fb85a', '#4f8a58');
        ctx.beginPath();
        ctx.moveTo(0, 0);
        ctx.quadraticCurveTo(long / 2, -0.3 * long, long, 0);
        ctx.quadraticCurveTo(long / 2, 0.3 * long, 0, 0);
        ctx.fill();
        ctx.restore();
    }
}
