// Draws what a machine shows: the platform over the dark, balls with their trails, stones, sparks, and as rings the
// balls where the other machine has them. Called by the page once a frame for each view.
import { BALL, BUMPER, DASH_FRAMES, PLATFORM, STONE } from './game.js';

export const COLOURS = ['255, 197, 110', '184, 161, 255'];
const MINT = '119, 227, 196';
const MARGIN = 1.1; // m around the platform

/** @param {HTMLCanvasElement} canvas */
function fit(canvas) {
    const ratio = Math.min(2, devicePixelRatio || 1);
    const width = Math.round(canvas.clientWidth * ratio);
    const height = Math.round(canvas.clientHeight * ratio);
    if (canvas.width !== width || canvas.height !== height)
        Object.assign(canvas, { width, height });
    return Math.min(width, height) / (2 * (PLATFORM + MARGIN));
}

/** @param {CanvasRenderingContext2D} ctx @param {number} x @param {number} y @param {number} radius */
function disc(ctx, x, y, radius) {
    ctx.beginPath();
    ctx.arc(x, y, radius, 0, 7);
}

/** A light around a disc. @param {CanvasRenderingContext2D} ctx @param {number} x @param {number} y @param {number} radius @param {string} colour @param {number} alpha */
function glow(ctx, x, y, radius, colour, alpha) {
    const light = ctx.createRadialGradient(x, y, radius * 0.45, x, y, radius);
    light.addColorStop(0, `rgba(${colour}, ${alpha})`);
    light.addColorStop(1, `rgba(${colour}, 0)`);
    ctx.fillStyle = light;
    disc(ctx, x, y, radius);
    ctx.fill();
}

/** @param {CanvasRenderingContext2D} ctx */
function drawPlatform(ctx) {
    const stone = ctx.createRadialGradient(0, 2, 1, 0, 0, PLATFORM);
    stone.addColorStop(0, '#3a4778');
    stone.addColorStop(0.75, '#273158');
    stone.addColorStop(1, '#1d2547');
    glow(ctx, 0, 0, PLATFORM + 1, MINT, 0.5);
    ctx.fillStyle = 'rgb(8, 11, 28)';
    disc(ctx, 0, -0.3, PLATFORM + 0.08);
    ctx.fill();
    ctx.fillStyle = stone;
    disc(ctx, 0, 0, PLATFORM);
    ctx.fill();
    ctx.strokeStyle = 'rgba(190, 208, 255, 0.09)';
    ctx.lineWidth = 0.05;
    for (const radius of [2.6, 4.5, 6.3]) {
        disc(ctx, 0, 0, radius);
        ctx.stroke();
    }
    ctx.strokeStyle = `rgba(${MINT}, 0.6)`;
    ctx.lineWidth = 0.09;
    disc(ctx, 0, 0, PLATFORM);
    ctx.stroke();
    ctx.fillStyle = '#141a36';
    disc(ctx, 0, 0, BUMPER);
    ctx.fill();
    ctx.strokeStyle = 'rgba(190, 208, 255, 0.45)';
    disc(ctx, 0, 0, BUMPER - 0.05);
    ctx.stroke();
}

/** The platform as a picture of each size. @type {Map<number, HTMLCanvasElement>} */
const pictures = new Map();

/** @param {number} scale pixels a metre */
function platformPicture(scale) {
    const known = pictures.get(scale);
    if (known) return known;
    if (pictures.size > 4) pictures.clear();
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = Math.ceil(2 * scale * (PLATFORM + MARGIN));
    const ctx = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
    ctx.setTransform(scale, 0, 0, -scale, canvas.width / 2, canvas.height / 2);
    drawPlatform(ctx);
    pictures.set(scale, canvas);
    return canvas;
}

/** @param {CanvasRenderingContext2D} ctx @param {import('./machine.js').Machine} machine */
function drawStones(ctx, { arena: { world, state } }) {
    for (const { slot } of state.stones) {
        const body = slot < 0 ? null : world.bodyAt(slot);
        if (!body) continue;
        ctx.fillStyle = '#7d97c9';
        disc(ctx, body.x, body.y, STONE);
        ctx.fill();
        ctx.fillStyle = 'rgba(226, 236, 255, 0.35)';
        disc(ctx, body.x - 0.12, body.y + 0.14, 0.2);
        ctx.fill();
    }
}

/** @param {CanvasRenderingContext2D} ctx @param {import('./machine.js').Machine} machine @param {number} i */
function drawBall(ctx, machine, i) {
    const body = machine.ball(i);
    if (!body) return;
    const colour = COLOURS[i];
    machine.trails[i].forEach(([x, y], k, { length }) => {
        ctx.fillStyle = `rgba(${colour}, ${0.1 * (1 - k / length)})`;
        disc(ctx, x, y, BALL * (1 - 0.6 * k / length));
        ctx.fill();
    });
    const x = body.x + machine.offsets[i][0];
    const y = body.y + machine.offsets[i][1];
    const light = ctx.createRadialGradient(x - 0.25, y + 0.3, 0.1, x, y, BALL);
    light.addColorStop(0, '#fff');
    light.addColorStop(0.35, `rgb(${colour})`);
    light.addColorStop(1, `rgba(${colour}, 0.75)`);
    glow(ctx, x, y, 1.8 * BALL, colour, 0.5);
    ctx.fillStyle = light;
    disc(ctx, x, y, BALL);
    ctx.fill();
    const left = machine.arena.state.balls[i].dash - machine.rollback.frame;
    const ready = 1 - Math.max(0, Math.min(1, left / DASH_FRAMES));
    ctx.strokeStyle = `rgba(${colour}, ${ready < 1 ? 0.5 : 0.9})`;
    ctx.lineWidth = 0.1;
    ctx.beginPath();
    ctx.arc(x, y, BALL + 0.2, Math.PI / 2, Math.PI / 2 + 2 * Math.PI * ready);
    ctx.stroke();
}

/** @param {CanvasRenderingContext2D} ctx @param {import('./machine.js').Machine} other */
function drawGhosts(ctx, other) {
    ctx.lineWidth = 0.06;
    ctx.setLineDash([0.25, 0.2]);
    for (const i of [0, 1]) {
        const body = other.ball(i);
        if (!body) continue;
        ctx.strokeStyle = `rgba(${COLOURS[i]}, 0.55)`;
        disc(ctx, body.x, body.y, BALL);
        ctx.stroke();
    }
    ctx.setLineDash([]);
}

/** @param {CanvasRenderingContext2D} ctx @param {import('./machine.js').Machine} machine */
function drawEffects(ctx, { effects }) {
    for (const { kind, x, y, player, age } of effects) {
        const colour = COLOURS[player];
        const t = age / 40;
        ctx.strokeStyle = `rgba(${colour}, ${(1 - t) * (kind === 'hit' ? 0.6 : 0.9)})`;
        ctx.lineWidth = 0.14 * (1 - t);
        for (const ring of kind === 'fall' ? [1, 1.8, 2.7] : [1]) {
            disc(ctx, x, y, ring * (kind === 'hit' ? 0.3 + 1.3 * t : 0.6 + 2.2 * t));
            ctx.stroke();
        }
        for (let k = 0; k < (kind === 'hit' ? 6 : 12); ++k) {
            const angle = 2.4 * k + x;
            const far = (0.6 + (k % 3) * 0.5) * (0.3 + 2.4 * t);
            ctx.fillStyle = `rgba(255, 245, 225, ${(1 - t) * 0.8})`;
            disc(ctx, x + far * Math.cos(angle), y + far * Math.sin(angle), 0.09 * (1 - t));
            ctx.fill();
        }
    }
}

/**
 * @param {HTMLCanvasElement} canvas
 * @param {import('./machine.js').Machine} machine
 * @param {import('./machine.js').Machine | null} other whose balls are drawn as rings
 */
export function drawView(canvas, machine, other) {
    const ctx = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
    const scale = fit(canvas);
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.clearRect(0, 0, canvas.width, canvas.height);
    const picture = platformPicture(scale);
    ctx.drawImage(picture, Math.round((canvas.width - picture.width) / 2),
        Math.round((canvas.height - picture.height) / 2));
    ctx.setTransform(scale, 0, 0, -scale, canvas.width / 2, canvas.height / 2);
    drawStones(ctx, machine);
    if (other) drawGhosts(ctx, other);
    for (const i of [0, 1]) drawBall(ctx, machine, i);
    drawEffects(ctx, machine);
}
