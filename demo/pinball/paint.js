// Draws a frame: the fixed board (board.js), the lamps (lamps.js), the moving parts and balls, and the ramps above them. It reads the world's poses and the game's
// numbers, and changes neither. Called by main.js.
import { disc, glow, radial, write } from '../shared/draw.js';
import { paintBoard, paintRamps } from './board.js';
import { CAUGHT, PLAYS, WAITS } from './balls.js';
import { Juice } from './juice.js';
import { paintBeam, paintLamps } from './lamps.js';
import { paintNight } from './night.js';
import { STEP } from './parts.js';
import { BALL, BUMPER, BUMPERS, FLIPPER, GATES, LANE, RAIL, SAUCER, SEE, SLING, SPINNER, TARGET,
    TARGETS } from './table.js';
import { Weather } from './weather.js';

/** @typedef {CanvasRenderingContext2D} Context @typedef {import('./game.js').Game} Game @typedef {import('./replay.js').Replay} Replay */

const TRAIL = 26; // places that a ball has been at
const still = matchMedia('(prefers-reduced-motion: reduce)');

/** A ball of steel under warm and blue lamps. */
function ballSprite() {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 96;
    const ctx = /** @type {Context} */ (canvas.getContext('2d'));
    disc(ctx, 48, 48, 47, radial(ctx, 36, 30, 62, '#ffffff', '#d5dcf2', '#7480aa', '#20264a'));
    disc(ctx, 60, 68, 20,
        radial(ctx, 60, 68, 20, 'rgba(255, 205, 140, 0.5)', 'rgba(255, 205, 140, 0)'));
    disc(ctx, 34, 28, 12, radial(ctx, 34, 28, 12, '#ffffff', '#ffffff00'));
    return canvas;
}

export class Painter {
    juice = new Juice();
    /** @type {HTMLCanvasElement | null} */ #board = null;
    /** @type {HTMLCanvasElement | null} */ #ramps = null;
    /** @type {HTMLCanvasElement | null} */ #night = null;
    #weather = new Weather();
    #steel = ballSprite();
    #scale = 0;
    #time = 0;
    /** By ball, x and y of where it was, the newest last. @type {number[][]} */ #trails = [[], [],
        []];

    /** Time has gone to another place. */
    clear() {
        this.juice.clear();
    }

    /** Pictures of the size of the canvas. @param {Context} ctx */
    #prepare(ctx) {
        const scale = ctx.getTransform().a;
        const { width, height } = ctx.canvas;
        if (!this.#night || this.#night.width !== width || this.#night.height !== height)
            this.#night = paintNight(ctx);
        if (this.#board && Math.abs(scale / this.#scale - 1) < 0.005) return;
        this.#scale = scale;
        this.#board = paintBoard(scale);
        this.#ramps = paintRamps(scale);
    }

    /**
     * @param {Context} ctx in metres, y up @param {Game} game @param {number} seconds since the last frame; 0 while time stands
     * @param {{ replay?: Replay, best?: number, top?: number }} [shown] `top` is the y of the top edge of the view, in metres
     */
    paint(ctx, game, seconds, { replay, best = 0, top = SEE.maxY } = {}) {
        this.#time += seconds;
        this.juice.update(seconds);
        this.#prepare(ctx);
        ctx.save();
        ctx.resetTransform();
        ctx.drawImage(/** @type {HTMLCanvasElement} */ (this.#night), 0, 0);
        ctx.restore();
        ctx.save();
        this.#shake(ctx, game);
        this.#picture(ctx, /** @type {HTMLCanvasElement} */ (this.#board));
        paintBeam(ctx, game, this.#time);
        paintLamps(ctx, game, this.#time, this.juice);
        this.#paintTargets(ctx, game);
        this.#paintBumpers(ctx);
        this.#paintSlings(ctx);
        this.#paintSpinner(ctx, game);
        for (const gate of GATES) glow(ctx, gate, '#9fb2ff', 0.03);
        this.#paintPlunger(ctx, game);
        this.#paintBalls(ctx, game, false);
        this.#paintFlippers(ctx, game);
        this.#picture(ctx, /** @type {HTMLCanvasElement} */ (this.#ramps));
        this.#paintBalls(ctx, game, true);
        const { score, storm } = game.state.rules;
        this.#weather.paint(ctx, storm, this.#time, seconds, this.juice.flash);
        if (Math.max(best, score) > 0)
            write(ctx, `best ${Math.max(best, score).toLocaleString('en')}`, -1.72, 0.12, 0.17,
                'rgba(190, 204, 255, 0.75)');
        this.juice.paint(ctx);
        ctx.restore();
        this.#paintLine(ctx, game, top, replay);
    }

    /** @param {Context} ctx @param {HTMLCanvasElement} picture */
    #picture(ctx, picture) {
        ctx.save();
        ctx.scale(1, -1);
        ctx.drawImage(picture, SEE.minX, -SEE.maxY, SEE.maxX - SEE.minX, SEE.maxY - SEE.minY);
        ctx.restore();
    }

    /** A nudge moves the picture. @param {Context} ctx @param {Game} game */
    #shake(ctx, { state, world }) {
        const [way, at] = state.shaken;
        const since = (world.stepCount - at) * STEP;
        if (still.matches || at === 0 || since > 0.4) return;
        const by = 0.09 * Math.exp(-9 * since) * Math.cos(28 * since);
        ctx.translate(way * by, way ? 0 : by);
    }

    /** @param {Context} ctx @param {Game} game */
    #paintTargets(ctx, { slots, world }) {
        slots.targets.forEach((slot, i) => {
            const up = world.bodyAt(slot)?.enabled;
            const [x, y] = TARGETS[i];
            const { width, height } = TARGET;
            ctx.fillStyle = up ? '#f4f0ff' : '#141a3c';
            ctx.fillRect(x - width / 2, y - height / 2, width, height);
            if (!up) return;
            ctx.fillStyle = '#ffb95e';
            ctx.fillRect(x - width / 2 + 0.03, y - height / 2 - 0.03, width - 0.06, 0.07);
        });
    }

    /** Buoys. @param {Context} ctx */
    #paintBumpers(ctx) {
        BUMPERS.forEach(([x, y], i) => {
            const hit = this.juice.light(`bumper ${i}`);
            const wide = BUMPER + 0.5 + 0.25 * hit;
            disc(ctx, x, y, wide,
                radial(ctx, x, y, wide, `rgba(255, 150, 120, ${0.3 + 0.6 * hit})`,
                    'rgba(255, 150, 120, 0)'));
            disc(ctx, x, y, BUMPER,
                radial(ctx, x - 0.08, y + 0.1, 0.42, '#fff2ea', '#f0927a', '#7d2f3f'));
            disc(ctx, x, y, 0.74 * BUMPER, '#fbf4ee');
            disc(ctx, x, y, 0.56 * BUMPER,
                radial(ctx, x, y, 0.56 * BUMPER, hit > 0.1 ? '#ffffff' : '#ff9d7c',
                    hit > 0.1 ? '#ffd9a0' : '#b23f46'));
            disc(ctx, x, y, 0.2 * BUMPER, hit > 0.1 ? '#fff6d8' : '#ffe0a6');
        });
    }

    /** @param {Context} ctx */
    #paintSlings(ctx) {
        [1, -1].forEach((side, i) => {
            const hit = this.juice.light(`sling ${i}`);
            const [[ax, ay], [cx, cy]] = [SLING.a, SLING.c].map(([x, y]) => [side * x, y]);
            const by = 0.06 + 0.1 * hit;
            const [mx, my] = [(ax + cx) / 2 + side * by, (ay + cy) / 2 + 0.5 * by];
            glow(ctx, [[ax, ay], [mx, my], [cx, cy]], hit > 0.05 ? '#fff0d8' : '#f0927a',
                0.06 + 0.03 * hit);
        });
    }

    /** @param {Context} ctx @param {Game} game */
    #paintSpinner(ctx, { state }) {
        const [x, y] = SPINNER;
        const turn = Math.cos(Math.PI * state.turned);
        const high = Math.max(0.025, 0.13 * Math.abs(turn));
        ctx.fillStyle = turn > 0 ? '#ffd58a' : '#8df3d6';
        ctx.beginPath();
        ctx.roundRect(x - 0.17, y - high, 0.34, 2 * high, 0.02);
        ctx.fill();
        ctx.fillStyle = '#dfe7ff';
        ctx.fillRect(x - 0.23, y - 0.012, 0.46, 0.024);
    }

    /** @param {Context} ctx @param {Game} game */
    #paintPlunger(ctx, { state, balls }) {
        const top = LANE.seat + RAIL - 0.55 * state.pull;
        ctx.lineWidth = 0.03;
        ctx.strokeStyle = '#aeb9e4';
        ctx.beginPath();
        for (let i = 0; i <= 24; ++i)
            ctx.lineTo(LANE.x + (i % 2 ? 0.1 : -0.1), 0.05 + (top - 0.1) * i / 24);
        ctx.stroke();
        ctx.fillStyle = '#ffc56e';
        ctx.fillRect(LANE.x - 0.13, top - 0.1, 0.26, 0.1);
        if (!balls.ready) return;
        const beat = still.matches ? 0.6 : 0.5 + 0.4 * Math.sin(5 * this.#time);
        disc(ctx, LANE.x, 1.2, 0.5,
            radial(ctx, LANE.x, 1.2, 0.5, `rgba(255, 205, 120, ${0.6 * beat})`,
                'rgba(255, 205, 120, 0)'));
        if (state.pull === 0) return;
        ctx.fillStyle = 'rgba(6, 8, 26, 0.8)';
        ctx.fillRect(LANE.x - 0.05, 1.6, 0.1, 2.4);
        ctx.fillStyle = state.pull < 1 ? '#ffc56e' : '#8df3d6';
        ctx.fillRect(LANE.x - 0.05, 1.6, 0.1, 2.4 * state.pull);
    }

    /** Balls of the field, or those on ramps. @param {Context} ctx @param {Game} game @param {boolean} high */
    #paintBalls(ctx, game, high) {
        const { poses } = game.world;
        game.state.balls.forEach(({ mode }, i) => {
            const { index, colliders } = game.balls.body(i);
            if (mode === CAUGHT && !high) {
                this.#sprite(ctx, SAUCER.x, SAUCER.y - 0.02, 0.86 * BALL);
                return;
            }
            if (mode !== PLAYS && mode !== WAITS) {
                this.#trails[i].length = 0;
                return;
            }
            if ((colliders[0].layer === 'high') !== high) return;
            const [x, y] = [poses[4 * index], poses[4 * index + 1]];
            this.#paintTrail(ctx, i, x, y);
            const [dx, dy] = high ? [0.12, -0.17] : [0.04, -0.06];
            disc(ctx, x + dx, y + dy, 1.05 * BALL, 'rgba(2, 4, 16, 0.45)');
            this.#sprite(ctx, x, y, high ? 1.1 * BALL : BALL);
        });
    }

    /** @param {Context} ctx @param {number} i @param {number} x @param {number} y */
    #paintTrail(ctx, i, x, y) {
        const trail = this.#trails[i];
        const length = trail.length;
        if (length > 1 && Math.hypot(trail[length - 2] - x, trail[length - 1] - y) > 1.5)
            trail.length = 0;
        trail.push(x, y);
        if (trail.length > TRAIL) trail.splice(0, trail.length - TRAIL);
        if (still.matches) return;
        ctx.save();
        ctx.globalCompositeOperation = 'lighter';
        ctx.lineCap = 'butt';
        for (let k = 2; k < trail.length; k += 2) {
            const part = k / trail.length;
            ctx.lineWidth = 1.5 * BALL * part;
            ctx.strokeStyle = `rgba(140, 170, 255, ${0.16 * part})`;
            ctx.beginPath();
            ctx.moveTo(trail[k - 2], trail[k - 1]);
            ctx.lineTo(trail[k], trail[k + 1]);
            ctx.stroke();
        }
        ctx.restore();
    }

    /** @param {Context} ctx @param {number} x @param {number} y @param {number} half of its width */
    #sprite(ctx, x, y, half) {
        ctx.drawImage(this.#steel, x - half, y + half, 2 * half, -2 * half);
    }

    /** @param {Context} ctx @param {Game} game */
    #paintFlippers(ctx, { slots, world, state }) {
        const { poses } = world;
        slots.flippers.forEach((slot, i) => {
            const [x, y, cos, sin] = poses.subarray(4 * slot, 4 * slot + 4);
            const side = i === 0 ? 1 : -1;
            const { length, base, tip } = FLIPPER;
            for (const [dx, dy, shadow] of [[0.05, -0.08, 1], [0, 0, 0]]) {
                ctx.save();
                ctx.transform(cos, sin, -sin, cos, x + dx, y + dy);
                if (side < 0) ctx.scale(-1, 1);
                ctx.beginPath();
                ctx.arc(0, 0, base, Math.PI / 2, 3 * Math.PI / 2);
                ctx.arc(length, 0, tip, -Math.PI / 2, Math.PI / 2);
                ctx.closePath();
                ctx.fillStyle = shadow
                    ? 'rgba(2, 4, 16, 0.5)'
                    : state.tilted
                    ? '#6b6f8f'
                    : '#ffb95e';
                ctx.fill();
                if (!shadow) {
                    ctx.lineWidth = 0.035;
                    ctx.strokeStyle = '#fff1d2';
                    ctx.stroke();
                    disc(ctx, 0, 0, 0.055, '#7a4a1c');
                }
                ctx.restore();
            }
        });
    }

    /** What to do next, over the table. @param {Context} ctx @param {Game} game @param {number} top metres, of the picture @param {Replay} [replay] */
    #paintLine(ctx, game, top, replay) {
        const shows = replay?.shown === true;
        const [left, right] = [SEE.minX + 0.06, SEE.maxX - 0.06];
        const high = Math.min(SEE.maxY, top) - 0.05;
        const low = high - 0.5;
        ctx.beginPath();
        ctx.roundRect(left, low, right - left, high - low, 0.14);
        ctx.fillStyle = shows ? 'rgba(58, 36, 12, 0.9)' : 'rgba(6, 9, 30, 0.85)';
        ctx.fill();
        ctx.lineWidth = 0.02;
        ctx.strokeStyle = shows ? '#ffc56e' : 'rgba(160, 180, 255, 0.45)';
        ctx.stroke();
        const text = shows ? 'Replay. Press anything to skip' : game.rules.line;
        const size = Math.min(0.28, 1.5 * (right - left) / text.length);
        write(ctx, text, (left + right) / 2, (low + high) / 2, size,
            shows || game.state.rules.storm ? '#ffd58a' : '#dfe8ff');
        if (!shows || !replay) return;
        ctx.fillStyle = '#ffc56e';
        ctx.fillRect(left + 0.1, low + 0.03, (right - left - 0.2) * replay.part, 0.035);
    }
}
