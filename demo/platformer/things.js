// Draws the moving and the gathered parts: coins, crates, planks, lifts, gates, springs, blocks, lamps, the flag. Called by paint.js in
// metres, y up.
import { HOLD } from './game.js';
import { BLOCK, COINS, CRATE, FLAG, GATE, LAMPS, LIFTS, LIFT_HEIGHT, SIGNS, SPRING,
    SPRINGS } from './level.js';
import { glow } from '../shared/sparks.js';

/** @typedef {CanvasRenderingContext2D} Ctx */
/** @typedef {import('./game.js').Game} Game */

const amber = glow('#ffc56e', 64);
const mint = glow('#77e3c4', 128);
const still = matchMedia('(prefers-reduced-motion: reduce)');

/** Draws in a body's space. @param {Ctx} ctx @param {Game['world']} world @param {{ index: number }} body @param {() => void} draw */
export function inBody(ctx, { poses }, { index }, draw) {
    const i = 4 * index;
    ctx.save();
    ctx.transform(poses[i + 2], poses[i + 3], -poses[i + 3], poses[i + 2], poses[i], poses[i + 1]);
    draw();
    ctx.restore();
}

/** @param {Ctx} ctx @param {number} width @param {number} height @param {string} fill @param {string} edge */
function box(ctx, width, height, fill, edge) {
    ctx.fillStyle = fill;
    ctx.strokeStyle = edge;
    ctx.lineWidth = 0.06;
    ctx.beginPath();
    ctx.roundRect(-width / 2 + 0.03, -height / 2 + 0.03, width - 0.06, height - 0.06,
        Math.min(0.09, height / 3));
    ctx.fill();
    ctx.stroke();
}

/** @param {Ctx} ctx */
export function paintSigns(ctx) {
    for (const { x, y, lines } of SIGNS) {
        ctx.save();
        ctx.translate(x, y);
        ctx.scale(1, -1);
        ctx.fillStyle = '#6b4a34';
        ctx.fillRect(-0.08, -0.7, 0.16, 0.7);
        ctx.fillStyle = '#8a6244';
        ctx.beginPath();
        ctx.roundRect(-1.25, -1.75, 2.5, 1.15, 0.1);
        ctx.fill();
        ctx.fillStyle = '#fff1d6';
        ctx.font = '600 0.29px ui-sans-serif, system-ui, sans-serif';
        ctx.textAlign = 'center';
        lines.forEach((line, i) => ctx.fillText(line, 0, -1.42 + 0.34 * i));
        ctx.restore();
    }
}

/** @param {Ctx} ctx @param {Game} game @param {number} time */
export function paintCoins(ctx, { state }, time) {
    COINS.forEach(([x, low], i) => {
        if (state.taken[i]) return;
        const y = low + (still.matches ? 0 : 0.06 * Math.sin(2.4 * time + x));
        const turn = still.matches ? 1 : Math.cos(2.2 * time + 0.5 * x);
        ctx.globalCompositeOperation = 'lighter';
        ctx.globalAlpha = 0.55;
        ctx.drawImage(amber, x - 0.6, y - 0.6, 1.2, 1.2);
        ctx.globalAlpha = 1;
        ctx.globalCompositeOperation = 'source-over';
        const width = 0.05 + 0.21 * Math.abs(turn);
        for (const [colour, size]
            of /** @type {const} */ ([['#b8742f', 1.12], ['#ffc861', 1], ['#ffe9b0', 0.62], [
                '#ffc861',
                0.46,
            ]]))
        {
            ctx.fillStyle = colour;
            ctx.beginPath();
            ctx.ellipse(x, y, width * size, 0.27 * size, 0, 0, 7);
            ctx.fill();
        }
    });
}

/** @param {Ctx} ctx @param {Game} game */
export function paintBoxes(ctx, { world, crates, planks, lifts, rope }) {
    const half = CRATE / 2 - 0.12;
    for (const body of crates) {
        inBody(ctx, world, body, () => {
            box(ctx, CRATE, CRATE, '#8f4a45', '#f0a085');
            ctx.strokeStyle = 'rgba(240, 160, 133, 0.5)';
            ctx.beginPath();
            ctx.rect(-half, -half, 2 * half, 2 * half);
            ctx.moveTo(-half, -half);
            ctx.lineTo(half, half);
            ctx.stroke();
        });
    }
    for (const body of planks)
        inBody(ctx, world, body, () => box(ctx, 0.5, 0.16, '#7a5340', '#d89a6a'));
    lifts.forEach((body, i) =>
        inBody(ctx, world, body, () => {
            box(ctx, LIFTS[i].width, LIFT_HEIGHT, '#2b6f7d', '#8df3e4');
            ctx.fillStyle = '#8df3e4';
            for (const x of [-0.3, 0, 0.3]) ctx.fillRect(x - 0.06, -0.04, 0.12, 0.08);
        })
    );
    for (const body of rope)
        if (body.colliders.length > 0)
            inBody(ctx, world, body, () => box(ctx, 0.9, 0.13, '#7a5340', '#d89a6a'));
}

/** The part of a gate above its door is behind the wall, which is drawn later. @param {Ctx} ctx @param {Game} game */
export function paintGates(ctx, { world, gates }) {
    for (const body of gates) {
        inBody(ctx, world, body, () => {
            ctx.fillStyle = '#6d6499';
            for (let x = -GATE.width / 2; x <= GATE.width / 2 + 0.01; x += GATE.width / 4)
                ctx.fillRect(x - 0.07, -GATE.height / 2, 0.14, GATE.height);
            ctx.fillStyle = '#9d92cf';
            for (const y of [-0.9, 0.1, 1.1])
                ctx.fillRect(-GATE.width / 2 - 0.07, y, GATE.width + 0.14, 0.14);
        });
    }
}

/** @param {Ctx} ctx @param {Game} game */
export function paintSprings(ctx, { state }) {
    SPRINGS.forEach(({ x, y }, i) => {
        const t = state.sprung[i];
        const low = y - SPRING.height / 2;
        const top = low + SPRING.height + 0.35 * Math.exp(-5 * t) * Math.cos(24 * t);
        ctx.strokeStyle = '#c8c2ee';
        ctx.lineWidth = 0.06;
        ctx.beginPath();
        for (let k = 0; k <= 6; ++k)
            ctx.lineTo(x + (k % 2 === 0 ? -0.28 : 0.28), low + (top - low - 0.08) * k / 6);
        ctx.stroke();
        ctx.fillStyle = '#ff9b7d';
        ctx.beginPath();
        ctx.roundRect(x - SPRING.width / 2, top - 0.13, SPRING.width, 0.15, 0.07);
        ctx.fill();
    });
}

/** Blocks shake before they fall. @param {Ctx} ctx @param {Game} game @param {number} time */
export function paintBlocks(ctx, { blocks, state, world }, time) {
    blocks.forEach((body, i) => {
        const part = Math.min(1, state.blocks[i] / HOLD);
        const shake = state.blocks[i] < HOLD && !still.matches
            ? 0.05 * part * Math.sin(70 * time)
            : 0;
        inBody(ctx, world, body, () => {
            ctx.translate(shake, 0);
            box(ctx, BLOCK.width, BLOCK.height, part > 0 ? '#8a5560' : '#5d5590',
                part > 0 ? '#ffb08a' : '#b3a8ee');
            ctx.strokeStyle = part > 0 ? 'rgba(255, 190, 130, 0.9)' : 'rgba(20, 18, 48, 0.55)';
            ctx.lineWidth = 0.03 + 0.03 * part;
            ctx.beginPath();
            for (const [x, way] of [[-0.5, 1], [0.05, -1], [0.5, 1]]) {
                ctx.moveTo(x, 0.22);
                ctx.lineTo(x + 0.1 * way, 0.06);
                ctx.lineTo(x - 0.06 * way, -0.06);
                ctx.lineTo(x + 0.06 * way, -0.2);
            }
            ctx.stroke();
        });
    });
}

/** @param {Ctx} ctx @param {Game} game @param {number} time */
export function paintLamps(ctx, { state }, time) {
    LAMPS.forEach(([x, y], i) => {
        const lit = i <= state.lamp;
        ctx.fillStyle = '#4d4878';
        ctx.fillRect(x - 0.06, y, 0.12, 1.6);
        ctx.fillRect(x - 0.22, y, 0.44, 0.12);
        if (lit) {
            ctx.globalCompositeOperation = 'lighter';
            const size = 2.1 + (still.matches ? 0 : 0.08 * Math.sin(5 * time + x));
            ctx.globalAlpha = i === state.lamp ? 0.55 : 0.25;
            ctx.drawImage(mint, x - size, y + 1.85 - size, 2 * size, 2 * size);
            ctx.globalAlpha = 1;
            ctx.globalCompositeOperation = 'source-over';
        }
        ctx.fillStyle = lit ? '#d4fff1' : '#2a2a52';
        ctx.strokeStyle = lit ? '#77e3c4' : '#7a76b0';
        ctx.lineWidth = 0.06;
        ctx.beginPath();
        ctx.roundRect(x - 0.18, y + 1.6, 0.36, 0.48, 0.1);
        ctx.fill();
        ctx.stroke();
    });
}

/** @param {Ctx} ctx @param {Game} game @param {number} time */
export function paintFlag(ctx, { state }, time) {
    const [x, y] = FLAG;
    ctx.fillStyle = '#cfd2ee';
    ctx.fillRect(x - 0.06, y, 0.12, 4.1);
    ctx.globalCompositeOperation = 'lighter';
    ctx.globalAlpha = 0.4;
    ctx.drawImage(mint, x - 2, y + 1.2, 4, 4);
    ctx.globalAlpha = 1;
    ctx.globalCompositeOperation = 'source-over';
    const top = y + (state.won ? 4 : 3);
    ctx.fillStyle = '#77e3c4';
    ctx.beginPath();
    const wave = (
        /** @type {number} */ d,
    ) => (still.matches ? 0 : 0.1 * d * Math.sin(4 * time - 3 * d));
    for (let d = 0; d <= 1.7; d += 0.1) ctx.lineTo(x + 0.06 + d, top + wave(d) - 0.12 * d);
    for (let d = 1.7; d >= 0; d -= 0.1) ctx.lineTo(x + 0.06 + d, top - 1 + wave(d) + 0.22 * d);
    ctx.fill();
    ctx.fillStyle = '#ffc56e';
    ctx.beginPath();
    ctx.arc(x, y + 4.15, 0.13, 0, 7);
    ctx.fill();
}
