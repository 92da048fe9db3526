// How the sling looks: its fork, the band that stretches and swings, the ball, and the dots that show where it will fly. Called by
// paint.js.
import { either } from '../shared/palette.js';
import { BALL, SLING } from './materials.js';

/** @typedef {CanvasRenderingContext2D} Context */

const FORK = 0.36; // half as wide as the fork is
const DOT = 4; // steps from one dot to the next

/** A post of the fork. @param {Context} ctx @param {number} side */
function paintPost(ctx, side) {
    const wood = ctx.createLinearGradient(-0.2, 0, 0.3, 0);
    wood.addColorStop(0, '#b97a3e');
    wood.addColorStop(1, '#6e3f1d');
    ctx.lineCap = 'round';
    ctx.beginPath();
    ctx.moveTo(0, 1.1);
    ctx.quadraticCurveTo(side * FORK * 0.9, 1.5, side * FORK, SLING.y + 0.12);
    ctx.strokeStyle = '#4c2a12';
    ctx.lineWidth = 0.3;
    ctx.stroke();
    ctx.strokeStyle = wood;
    ctx.lineWidth = 0.23;
    ctx.stroke();
}

/** The trunk, and the post that is behind the ball. @param {Context} ctx */
export function paintSlingBack(ctx) {
    paintPost(ctx, 1);
    ctx.lineCap = 'butt';
    ctx.beginPath();
    ctx.moveTo(0, -0.1);
    ctx.lineTo(0, 1.2);
    ctx.strokeStyle = '#4c2a12';
    ctx.lineWidth = 0.42;
    ctx.stroke();
    ctx.strokeStyle = '#a06530';
    ctx.lineWidth = 0.34;
    ctx.stroke();
    ctx.fillStyle = either('#6fae4a', '#2f6a4e');
    ctx.beginPath();
    ctx.ellipse(0, -0.02, 0.5, 0.13, 0, 0, 7);
    ctx.fill();
}

/** One side of the band. @param {Context} ctx @param {number} side @param {number} x @param {number} y where it is drawn to @param {number} pull 0 to 1 */
export function paintBand(ctx, side, x, y, pull) {
    ctx.lineCap = 'round';
    ctx.strokeStyle = side > 0 ? '#5c1f22' : '#8c2f30';
    ctx.lineWidth = 0.2 - 0.09 * pull; // the longer, the thinner
    ctx.beginPath();
    ctx.moveTo(side * FORK, SLING.y);
    ctx.lineTo(x, y);
    ctx.stroke();
}

/** The post in front, with its knots. @param {Context} ctx */
export function paintSlingFront(ctx) {
    paintPost(ctx, -1);
    ctx.strokeStyle = '#e9c48a';
    ctx.lineWidth = 0.07;
    for (const side of [-1, 1]) {
        ctx.beginPath();
        ctx.moveTo(side * FORK - 0.13, SLING.y - 0.04);
        ctx.lineTo(side * FORK + 0.13, SLING.y + 0.03);
        ctx.stroke();
    }
}

/** The pouch of the band, behind a ball. @param {Context} ctx @param {number} x @param {number} y @param {number} turn radians, the way of the shot */
export function paintPouch(ctx, x, y, turn) {
    ctx.save();
    ctx.translate(x, y);
    ctx.rotate(turn);
    ctx.strokeStyle = '#5a2f1c';
    ctx.lineCap = 'round';
    ctx.lineWidth = 0.13;
    ctx.beginPath();
    ctx.arc(0, 0, BALL.radius + 0.02, 2.1, 4.18);
    ctx.stroke();
    ctx.restore();
}

/** The ball: iron with a hoop of brass, so that one sees how it turns. @param {Context} ctx @param {number} x @param {number} y @param {number} angle @param {number} [size] */
export function paintBall(ctx, x, y, angle, size = 1) {
    const r = BALL.radius * size;
    ctx.save();
    ctx.translate(x, y);
    const iron = ctx.createRadialGradient(-0.4 * r, 0.45 * r, 0.1 * r, 0, 0, 1.05 * r);
    iron.addColorStop(0, '#9aa3bd');
    iron.addColorStop(0.45, '#4c5470');
    iron.addColorStop(1, '#20263c');
    ctx.fillStyle = iron;
    ctx.beginPath();
    ctx.arc(0, 0, r, 0, 7);
    ctx.fill();
    ctx.save();
    ctx.rotate(angle);
    ctx.strokeStyle = '#e0a83e';
    ctx.lineWidth = 0.2 * r;
    ctx.beginPath();
    ctx.ellipse(0, 0, 0.34 * r, 0.9 * r, 0, 0, 7);
    ctx.stroke();
    ctx.fillStyle = '#ffd77a';
    for (const side of [-1, 1]) {
        ctx.beginPath();
        ctx.arc(side * 0.62 * r, 0, 0.11 * r, 0, 7);
        ctx.fill();
    }
    ctx.restore();
    ctx.strokeStyle = '#151a2c';
    ctx.lineWidth = 0.045;
    ctx.beginPath();
    ctx.arc(0, 0, r - 0.02, 0, 7);
    ctx.stroke();
    ctx.fillStyle = 'rgba(255, 255, 255, 0.65)';
    ctx.beginPath();
    ctx.ellipse(-0.38 * r, 0.45 * r, 0.2 * r, 0.12 * r, 0.7, 0, 7);
    ctx.fill();
    ctx.restore();
}

/** Balls that wait beside the sling. @param {Context} ctx @param {number} count */
export function paintWaiting(ctx, count) {
    for (let i = 0; i < count; ++i)
        paintBall(ctx, -0.95 - 0.62 * i, 0.72 * BALL.radius, 0.7 * i, 0.72);
}

/** Dots along a path. @param {Context} ctx @param {{ points: Float32Array, count: number }} path @param {number} phase 0 to 1: they wander */
export function paintPath(ctx, { points, count }, phase) {
    ctx.fillStyle = either('#23304f', '#ffffff');
    for (let i = Math.round(DOT * phase); i < count; i += DOT) {
        if (points[3 * i] < SLING.x + FORK) continue; // it is in the band still
        const fade = 1 - i / Math.max(count, 56);
        ctx.globalAlpha = Math.min(0.9, 0.25 + 0.75 * fade);
        ctx.beginPath();
        ctx.arc(points[3 * i], points[3 * i + 1], 0.055 + 0.06 * fade, 0, 7);
        ctx.fill();
    }
    ctx.globalAlpha = 1;
}
