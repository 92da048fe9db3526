// Draws the hero, squashed as it lands, and the boss. Called by paint.js in metres, y up.
import { BOSS, HITS } from './boss.js';
import { glow } from '../shared/sparks.js';
import { inBody } from './things.js';

/** @typedef {CanvasRenderingContext2D} Ctx */
/** @typedef {import('./game.js').Game} Game */

const warm = glow('#ffc56e', 128);
const violet = glow('#b07bff', 128);
const ember = glow('#ff6a4a', 128);
const still = matchMedia('(prefers-reduced-motion: reduce)');

/** How much wider than tall the hero is drawn, and its scarf: offsets from its neck. */
const pose = { squash: 0, scarf: [0, 0, 0, 0, 0, 0] };

/** The scarf follows the hero's motion. @param {Game} game @param {number} seconds */
function moveScarf({ hero, mover }, seconds) {
    const ease = 1 - Math.exp(-12 * seconds);
    const { vx, vy } = mover.body;
    for (let k = 0; k < 3; ++k) {
        const along = 0.16 * (k + 1);
        const [wantX, wantY] = [-along * (0.5 * hero.facing + 0.16 * vx),
            -along * (0.35 + 0.09 * vy)];
        const long = Math.max(1, Math.hypot(wantX, wantY) / (0.26 * (k + 1)));
        pose.scarf[2 * k] += (wantX / long - pose.scarf[2 * k]) * ease;
        pose.scarf[2 * k + 1] += (wantY / long - pose.scarf[2 * k + 1]) * ease;
    }
}

/** @param {Ctx} ctx @param {Game} game @param {number} seconds @param {number} time */
export function paintHero(ctx, game, seconds, time) {
    const { hero, mover, state, world } = game;
    const { mode, facing } = hero;
    const i = 4 * mover.body.index;
    const [x, y] = [world.poses[i], world.poses[i + 1]];
    const stretch = mode === 'dash'
        ? 0.25
        : mode === 'air'
        ? -Math.min(0.16, Math.abs(mover.vy) * 0.012)
        : 0;
    if (hero.justLanded && seconds > 0) pose.squash = Math.min(0.3, 0.022 * hero.landingSpeed);
    pose.squash += (stretch - pose.squash) * Math.min(1, 14 * seconds);
    moveScarf(game, seconds);
    ctx.globalCompositeOperation = 'lighter';
    ctx.globalAlpha = 0.3;
    ctx.drawImage(warm, x - 2.4, y - 2.4, 4.8, 4.8);
    ctx.globalCompositeOperation = 'source-over';
    ctx.globalAlpha = state.safe > 0 ? (still.matches ? 0.6 : 0.55 + 0.4 * Math.sin(40 * time)) : 1;
    ctx.save();
    ctx.translate(x, y - 0.6);
    ctx.transform(1 + pose.squash, 0, mode === 'ground' ? 0.014 * mover.vx : 0, 1 - pose.squash, 0,
        0);
    const step = mode === 'ground' ? Math.min(1, Math.abs(mover.vx) / 4) * Math.sin(4.4 * x) : 0;
    ctx.fillStyle = '#b06f2c';
    for (const way of [-1, 1]) {
        ctx.beginPath();
        ctx.ellipse(0.13 * way + 0.16 * way * step * facing, 0.07 + 0.08 * Math.max(0, way * step),
            0.13, 0.09, 0, 0, 7);
        ctx.fill();
    }
    const skin = ctx.createLinearGradient(-0.3, 1.2, 0.3, 0);
    skin.addColorStop(0, mode === 'dash' ? '#ffffff' : '#ffdf9d');
    skin.addColorStop(1, mode === 'dash' ? '#ffe2b0' : '#f2a647');
    ctx.fillStyle = skin;
    ctx.beginPath();
    ctx.roundRect(-0.3, 0.06, 0.6, 1.14, 0.3);
    ctx.fill();
    ctx.fillStyle = '#2a1a06';
    for (const eye of [0.02, 0.19]) {
        ctx.beginPath();
        ctx.ellipse(facing * (eye + 0.02), 0.85, 0.045, Math.sin(0.9 * time) > 0.995 ? 0.015 : 0.09,
            0, 0, 7);
        ctx.fill();
    }
    const { scarf } = pose;
    ctx.strokeStyle = '#9b7bff';
    ctx.lineCap = ctx.lineJoin = 'round';
    ctx.lineWidth = 0.15;
    ctx.beginPath();
    ctx.moveTo(0.24, 0.58);
    ctx.lineTo(-0.24, 0.58);
    ctx.stroke();
    ctx.lineWidth = 0.12;
    ctx.beginPath();
    ctx.moveTo(-0.22 * facing, 0.6);
    for (let k = 0; k < 3; ++k)
        ctx.lineTo(-0.22 * facing + scarf[2 * k],
            0.6 + scarf[2 * k + 1] + (still.matches ? 0 : 0.03 * k * Math.sin(11 * time + k)));
    ctx.stroke();
    ctx.restore();
    ctx.globalAlpha = 1;
}

/** @param {Ctx} ctx @param {Game} game @param {number} i of the leg @param {boolean} near */
function paintLeg(ctx, { boss, state, world }, i, near) {
    const { body, joint } = boss.legs[i];
    const live = joint.alive && state.boss.hits < HITS;
    inBody(ctx, world, body, () => {
        for (let k = 0; k < 3; ++k) {
            ctx.fillStyle = !live ? '#3a3654' : near ? '#5b4f96' : '#40386f';
            ctx.beginPath();
            ctx.moveTo(-0.25, 0.1);
            ctx.quadraticCurveTo(-0.34, 0.75, -0.15, BOSS.leg);
            ctx.arc(0, BOSS.leg, BOSS.foot, Math.PI, 0, true);
            ctx.quadraticCurveTo(0.3, 0.7, 0.25, 0.1);
            ctx.fill();
            ctx.fillStyle = !live ? '#57527a' : near ? '#ffb37a' : '#a5734f';
            ctx.beginPath();
            ctx.arc(0, BOSS.leg, BOSS.foot, 0, 7);
            ctx.fill();
            ctx.rotate(2 * Math.PI / 3);
        }
        ctx.fillStyle = live ? '#2a2450' : '#2b2940';
        ctx.strokeStyle = live ? '#b8a1ff' : '#57527a';
        ctx.lineWidth = 0.07;
        ctx.beginPath();
        ctx.arc(0, 0, 0.36, 0, 7);
        ctx.fill();
        ctx.stroke();
    });
}

/** @param {Ctx} ctx @param {Game} game @param {number} time */
function paintMace(ctx, { boss, state, world }, time) {
    const live = boss.shoulder.alive && state.boss.hits < HITS;
    inBody(ctx, world, boss.arm, () => {
        ctx.fillStyle = live ? '#6f62ad' : '#3f3b5c';
        ctx.beginPath();
        ctx.roundRect(-0.13, -0.1, 0.26, BOSS.arm + 0.2, 0.13);
        ctx.fill();
    });
    ctx.lineWidth = 0.08;
    boss.links.forEach((body, i) =>
        inBody(ctx, world, body, () => {
            ctx.strokeStyle = live ? '#cabfff' : '#57527a';
            if (i < 2) {
                ctx.beginPath();
                ctx.ellipse(0, 0, 0.1, BOSS.link / 2 + 0.03, 0, 0, 7);
                ctx.stroke();
                return;
            }
            if (live) {
                ctx.globalCompositeOperation = 'lighter';
                ctx.globalAlpha = 0.6 + (still.matches ? 0 : 0.1 * Math.sin(9 * time));
                ctx.drawImage(ember, -1.1, -1.1, 2.2, 2.2);
                ctx.globalAlpha = 1;
                ctx.globalCompositeOperation = 'source-over';
            }
            ctx.fillStyle = live ? '#c9584c' : '#4a4566';
            ctx.beginPath();
            for (let k = 0; k < 16; ++k) {
                const r = BOSS.ball * (k % 2 === 0 ? 1.28 : 0.9);
                ctx.lineTo(r * Math.cos(k * Math.PI / 8), r * Math.sin(k * Math.PI / 8));
            }
            ctx.fill();
            ctx.fillStyle = live ? '#ff9d7a' : '#6a6488';
            ctx.beginPath();
            ctx.arc(-0.08, 0.1, 0.12, 0, 7);
            ctx.fill();
        })
    );
}

/** The eye looks at the hero; after a hit it is shut. @param {Ctx} ctx @param {Game} game */
function paintEye(ctx, { boss: { shell }, mover, state }) {
    const { hits, shut } = state.boss;
    const beaten = hits >= HITS;
    const [hx, hy] = shell.localPoint(mover.x, mover.y);
    const far = Math.hypot(hx, hy - BOSS.eyeY) || 1;
    if (!beaten && shut === 0) {
        ctx.globalCompositeOperation = 'lighter';
        ctx.globalAlpha = 0.8;
        ctx.drawImage(violet, -1.7, BOSS.eyeY - 1.7, 3.4, 3.4);
        ctx.globalAlpha = 1;
        ctx.globalCompositeOperation = 'source-over';
    }
    const disc = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ r,
        /** @type {string} */ colour) =>
    {
        ctx.fillStyle = colour;
        ctx.beginPath();
        ctx.arc(x, y, r, 0, 7);
        ctx.fill();
    };
    disc(0, BOSS.eyeY, BOSS.eye + 0.06, '#2a2450');
    disc(0, BOSS.eyeY, BOSS.eye, beaten ? '#403b5e' : '#f4ecff');
    const [ex, ey] = [0.24 * hx / far, BOSS.eyeY + 0.24 * (hy - BOSS.eyeY) / far];
    disc(ex, ey, 0.27, beaten ? '#2c2845' : '#8a4dff');
    disc(ex, ey, 0.13, '#160c2e');
    if (!beaten) disc(ex - 0.08, ey + 0.1, 0.06, '#ffffff');
    ctx.fillStyle = '#4a3f80';
    ctx.beginPath();
    const lid = beaten ? 0.3 : shut > 0 ? -Math.PI / 2 : 1;
    ctx.arc(0, BOSS.eyeY, BOSS.eye + 0.03, lid, Math.PI - lid);
    ctx.fill();
}

/** @param {Ctx} ctx @param {Game} game @param {number} time */
export function paintBoss(ctx, game, time) {
    const { boss, state, world } = game;
    const { hits, shut } = state.boss;
    paintLeg(ctx, game, 0, false);
    paintLeg(ctx, game, 3, false);
    paintMace(ctx, game, time);
    inBody(ctx, world, boss.shell, () => {
        const [w, h] = [BOSS.width / 2, BOSS.height / 2];
        const shell = ctx.createLinearGradient(0, h + 0.2, 0, -h);
        shell.addColorStop(0, hits >= HITS ? '#56517a' : shut > 0 ? '#9c5a78' : '#7767c2');
        shell.addColorStop(1, '#2a2450');
        ctx.fillStyle = shell;
        ctx.strokeStyle = hits >= HITS ? '#6a6488' : '#c3b0ff';
        ctx.lineWidth = 0.07;
        ctx.beginPath();
        ctx.moveTo(-w, -h + 0.2);
        ctx.quadraticCurveTo(-w + 0.1, h + 0.1, -0.7, h + 0.12);
        ctx.lineTo(0.7, h + 0.12);
        ctx.quadraticCurveTo(w - 0.1, h + 0.1, w, -h + 0.2);
        ctx.quadraticCurveTo(0, -h - 0.35, -w, -h + 0.2);
        ctx.fill();
        ctx.stroke();
        ctx.strokeStyle = 'rgba(20, 14, 50, 0.5)';
        ctx.beginPath();
        for (const x of [-1, -0.35, 0.35, 1]) {
            ctx.moveTo(0.8 * x, h);
            ctx.quadraticCurveTo(1.15 * x, 0, x, -h + 0.05);
        }
        ctx.stroke();
    });
    paintLeg(ctx, game, 1, true);
    paintLeg(ctx, game, 2, true);
    inBody(ctx, world, boss.shell, () => paintEye(ctx, game));
    const i = 4 * boss.shell.index;
    for (let k = 0; k < HITS && hits < HITS; ++k) {
        ctx.fillStyle = k < HITS - hits ? '#ff9d7a' : 'rgba(255, 255, 255, 0.18)';
        ctx.beginPath();
        const x = world.poses[i] + 0.42 * (k - (HITS - 1) / 2);
        const y = world.poses[i + 1] + 4;
        for (const [dx, dy] of [[0, 0.2], [0.15, 0], [0, -0.2], [-0.15, 0]])
            ctx.lineTo(x + dx, y + dy);
        ctx.fill();
    }
}
