// The picture of the game: the board of board.js, and on it the parts that move: balls, lights, petals, reels, sparks. It reads
// the world's poses and the game's numbers, and changes neither.
import { disc, glow, radial, trace, write } from '../shared/draw.js';
import { COLOURS, SEE, paintBoard } from './board.js';
import { FEVER_SECONDS, IN_FIELD, LAMPS, NONE } from './rules.js';
import { BALL, BLADE, BUMPER, KINDS, LANE_BASE, RADIUS, SCREEN, START, arc } from './table.js';

/** @typedef {CanvasRenderingContext2D} Context @typedef {import('./rules.js').Game} Game */

const SPARKS = 160;
const AFTER = 26; // steps of the path behind its first bounce
const [LEFT_STOPS, RIGHT_STOPS] = [42, 72]; // steps of a spin

/** A ball of steel that warm and violet lamps shine on. @param {string[]} colours */
function ballSprite(...colours) {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 64;
    const ctx = /** @type {Context} */ (canvas.getContext('2d'));
    disc(ctx, 32, 32, 31, radial(ctx, 24, 20, 40, ...colours));
    disc(ctx, 23, 19, 7, radial(ctx, 23, 19, 7, '#ffffff', '#ffffff00'));
    return canvas;
}

export class Painter {
    /** @type {HTMLCanvasElement | null} */ #board = null;
    #scale = 0;
    #edition = -1;
    #steel = ballSprite('#ffffff', '#cfd7ee', '#6d789f', '#2a2f4d');
    #gold = ballSprite('#fffbe8', '#ffdf9a', '#d8902f', '#5c3510');
    #time = 0;
    /** @type {{ x: number, y: number, vx: number, vy: number, life: number, colour: string }[]} */ #sparks =
        [];
    /** @type {{ x: number, y: number, text: string, life: number, colour: string }[]} */ #words =
        [];
    /** How brightly each bumper shines, by its slot. @type {Map<number, number>} */ #hits =
        new Map();
    /** Shown while the table is edited, instead of the path. */ hint = '';

    /** What the game tells. @param {string} what @param {number} x @param {number} y @param {number} strength @param {number} [slot] */
    tell(what, x, y, strength, slot = -1) {
        if (what === 'bumper') {
            this.#hits.set(slot, 1);
            this.#burst(x, y, 5, '#c9b8ff');
        } else if (what === 'pin' && strength > 3) this.#burst(x, y, 1, '#ffe2a8');
        else if (what === 'fever') this.#burst(x, y, 80, '#ffd58a');
        else if (what in COLOURS) {
            const colour = COLOURS[/** @type {keyof typeof COLOURS} */ (what)];
            this.#burst(x, y, 8, colour);
            this.#words.push({ x, y: y + 0.3, text: `+${strength}`, life: 1, colour });
        }
    }

    /** @param {number} x @param {number} y @param {number} count @param {string} colour */
    #burst(x, y, count, colour) {
        for (let i = 0; i < count && this.#sparks.length < SPARKS; ++i) {
            const [angle, speed] = [2 * Math.PI * Math.random(), 1 + 3 * Math.random()];
            this.#sparks.push({ x, y, vx: speed * Math.cos(angle), vy: speed * Math.sin(angle) + 1,
                life: 1, colour });
        }
    }

    /** @param {Context} ctx in metres, y up @param {Game} game @param {number} seconds since the last frame */
    paint(ctx, game, seconds) {
        this.#time += seconds;
        const scale = ctx.getTransform().a;
        const { parts } = game;
        if (!this.#board || Math.abs(scale - this.#scale) > 0.01 || parts.edition !== this.#edition)
            this.#board = paintBoard(this.#scale = scale, parts);
        this.#edition = parts.edition;
        ctx.save();
        ctx.scale(1, -1);
        ctx.drawImage(this.#board, SEE.minX, -SEE.maxY, SEE.maxX - SEE.minX, SEE.maxY - SEE.minY);
        ctx.restore();
        const { fever } = game.state;
        if (fever > 0) this.#paintRays(ctx);
        this.#paintScreen(ctx, game);
        this.#paintPower(ctx, game);
        this.#paintMachines(ctx, game);
        this.#paintBalls(ctx, game);
        this.#paintSparks(ctx, seconds);
        if (this.hint) write(ctx, this.hint, 0, -6.55, 0.34, COLOURS.start);
    }

    /** @param {Context} ctx */
    #paintRays(ctx) {
        ctx.save();
        ctx.beginPath();
        ctx.arc(0, 0, RADIUS, 0, 2 * Math.PI);
        ctx.clip();
        ctx.globalCompositeOperation = 'lighter';
        ctx.fillStyle = radial(ctx, 0, 1.2, 7, 'rgba(255, 190, 90, 0.34)',
            'rgba(255, 170, 80, 0.13)', 'rgba(255, 150, 80, 0)');
        for (let i = 0; i < 12; ++i) {
            const a = i * Math.PI / 6 + 0.5 * this.#time;
            trace(ctx, [[0, 1.2], [8 * Math.cos(a), 1.2 + 8 * Math.sin(a)], [8 * Math.cos(a + 0.26),
                1.2 + 8 * Math.sin(a + 0.26)]]);
            ctx.fill();
        }
        ctx.restore();
    }

    /** Lamps around it; in it reels, or how the jackpot stands. @param {Context} ctx @param {Game} game */
    #paintScreen(ctx, { state, world, lamps }) {
        trace(ctx, SCREEN);
        ctx.fillStyle = 'rgba(10, 12, 32, 0.7)';
        ctx.fill();
        const lit = state.fever > 0 ? LAMPS : lamps;
        const ring = [...SCREEN, SCREEN[0]];
        for (let i = 0; i < LAMPS; ++i) {
            const t = (i + 0.5) / LAMPS * SCREEN.length;
            const [a, b, k] = [ring[Math.floor(t)], ring[Math.floor(t) + 1], t % 1];
            const [x, y] = [a[0] + k * (b[0] - a[0]), a[1] + k * (b[1] - a[1])];
            const on = i < lit && (lamps < LAMPS || Math.sin(12 * this.#time + i) > -0.3);
            if (on)
                disc(ctx, x, y, 0.22,
                    radial(ctx, x, y, 0.22, 'rgba(255, 205, 120, 0.7)', 'rgba(255, 190, 100, 0)'));
            disc(ctx, x, y, 0.07, on ? '#fff0cc' : '#3c3a6e');
        }
        if (state.fever > 0) {
            write(ctx, 'JACKPOT', 0, 1.62, 0.62, '#ffd68c');
            write(ctx, `${state.caught} balls`, 0, 1.0, 0.42, '#ffffff');
            ctx.fillStyle = '#ffc56e';
            ctx.fillRect(-1.3, 0.5, 2.6 * state.fever / (60 * FEVER_SECONDS), 0.12);
            return;
        }
        const elapsed = world.stepCount - state.since;
        const stops = [LEFT_STOPS, Infinity, RIGHT_STOPS];
        const reach = state.spin > 0 && state.reach && elapsed > RIGHT_STOPS;
        for (const i of [0, 1, 2])
            this.#paintReel(ctx, state, i, state.spin > 0 && elapsed < stops[i], world.stepCount,
                reach);
        for (let i = 0; i < 4; ++i)
            disc(ctx, -0.45 + 0.3 * i, 0.34, 0.075, i < state.held ? COLOURS.start : '#2a2c58');
        write(ctx, reach ? 'REACH!' : lamps === LAMPS ? 'NEXT SPIN WINS' : '', 0, 2.15, 0.24,
            '#ffc56e');
    }

    /** @param {Context} ctx @param {Game['state']} state @param {number} i @param {boolean} turns @param {number} step @param {boolean} reach */
    #paintReel(ctx, state, i, turns, step, reach) {
        const x = -1.12 + 1.12 * i;
        ctx.save();
        ctx.beginPath();
        ctx.roundRect(x - 0.5, 0.56, 1, 1.3, 0.14);
        ctx.fillStyle = reach && !turns ? '#4a3417' : '#1d2050';
        ctx.fill();
        ctx.clip();
        const at = turns ? (step * (reach ? 0.09 : 0.27) + 3 * i) % 9 : state.reels[i] - 1;
        for (const k of [0, 1]) {
            const digit = 1 + (Math.floor(at) + k) % 9;
            const y = 1.21 + (k - at % 1) * 1.25;
            write(ctx, String(digit), x, y, 1.15,
                ['#77e3c4', '#ffc56e', '#f0927a', '#b8a1ff'][digit % 4]);
        }
        ctx.restore();
    }

    /** The gauge along the lane, and the path of the next shot. @param {Context} ctx @param {Game} game */
    #paintPower(ctx, { state, firing, path }) {
        const [from, to] = [LANE_BASE, LANE_BASE - 1.25];
        ctx.lineCap = 'round';
        ctx.lineWidth = 0.2;
        trace(ctx, arc(RADIUS + 0.33, from, to));
        ctx.strokeStyle = 'rgba(8, 10, 26, 0.8)';
        ctx.stroke();
        glow(ctx, arc(RADIUS + 0.33, from, from + (to - from) * Math.max(0.01, state.power)),
            firing ? '#ffd890' : '#ffb84e', 0.12);
        if (path && !this.hint) this.#paintPath(ctx, path);
        ctx.globalAlpha = 1;
        if (state.tray > 0) this.#sprite(ctx, this.#steel, START[0], START[1]);
    }

    /** The path to its first bounce, a ring there, and fainter where it may go on. @param {Context} ctx @param {NonNullable<Game['path']>} path */
    #paintPath(ctx, { points, count, bounce }) {
        const end = Math.min(count, bounce + AFTER);
        for (let i = 0; i < end; i += 2) {
            const sure = i <= bounce;
            ctx.globalAlpha = sure ? 0.85 : 0.45 * (1 - (i - bounce) / AFTER);
            disc(ctx, points[3 * i], points[3 * i + 1], sure ? 0.055 : 0.04, '#ffe3ae');
        }
        ctx.globalAlpha = 0.8;
        ctx.lineWidth = 0.035;
        ctx.strokeStyle = '#ffe3ae';
        ctx.beginPath();
        ctx.arc(points[3 * bounce], points[3 * bounce + 1], BALL, 0, 2 * Math.PI);
        if (bounce < count - 1) ctx.stroke();
    }

    /** Bumpers, spinners, petals. @param {Context} ctx @param {Game} game */
    #paintMachines(ctx, { world, parts, state }) {
        for (const { body: { index, x, y } } of parts.of.bumper) {
            const hit = 0.9 * (this.#hits.get(index) ?? 0);
            this.#hits.set(index, hit);
            disc(ctx, x, y, 1 + 0.4 * hit,
                radial(ctx, x, y, 1 + 0.4 * hit, `rgba(184, 161, 255, ${0.35 + 0.6 * hit})`,
                    'rgba(184, 161, 255, 0)'));
            disc(ctx, x, y, BUMPER,
                radial(ctx, x - 0.1, y + 0.14, 0.55, '#efe8ff', '#b8a1ff', '#5c45ac'));
            disc(ctx, x, y, BUMPER * 0.62, '#2b2160');
            disc(ctx, x, y, BUMPER * 0.44,
                radial(ctx, x, y, 0.2, hit > 0.1 ? '#ffffff' : '#ffe0a6',
                    hit > 0.1 ? '#ffe0a6' : '#d18f3a'));
        }
        const { poses } = world;
        for (const { body: { index } } of parts.of.spinner) {
            const [x, y, cos, sin] = poses.subarray(4 * index, 4 * index + 4);
            for (const [bx, by, colour]
                of /** @type {[number, number, string][]} */ ([[cos, sin, '#77e3c4'], [-sin, cos,
                    '#4fbfa3']]))
            {
                glow(ctx, [[x - BLADE * bx, y - BLADE * by], [x + BLADE * bx, y + BLADE * by]],
                    colour, 0.13);
            }
            disc(ctx, x, y, 0.13, '#eafff8');
        }
        for (const { kind, petals } of parts.pockets) {
            const open = kind === 'mouth' ? state.fever > 0 : state.tulips > 0;
            for (const { bodyB } of petals) {
                const [x, y, cos, sin] = poses.subarray(4 * bodyB.index, 4 * bodyB.index + 4);
                const { length } = KINDS[/** @type {'tulip'} */ (kind)].petals;
                glow(ctx, [[x, y], [x - length * sin, y + length * cos]],
                    open ? '#fff0d0' : COLOURS[/** @type {'tulip'} */ (kind)], 0.13);
            }
        }
    }

    /** @param {Context} ctx @param {HTMLCanvasElement} sprite @param {number} x @param {number} y @param {number} [half] of its width */
    #sprite(ctx, sprite, x, y, half = BALL) {
        ctx.drawImage(sprite, x - half, y + half, 2 * half, -2 * half);
    }

    /** @param {Context} ctx @param {Game} game */
    #paintBalls(ctx, { world, kinds, state }) {
        const { poses, slots } = world;
        for (let slot = 0; slot < slots; ++slot) {
            if (kinds[slot] === NONE) continue;
            const golden = kinds[slot] === IN_FIELD && state.fever > 0;
            this.#sprite(ctx, golden ? this.#gold : this.#steel, poses[4 * slot],
                poses[4 * slot + 1]);
        }
    }

    /** @param {Context} ctx @param {number} seconds */
    #paintSparks(ctx, seconds) {
        ctx.save();
        ctx.globalCompositeOperation = 'lighter';
        for (const spark of this.#sparks) {
            spark.life -= 2.2 * seconds;
            spark.vy -= 6 * seconds;
            spark.x += spark.vx * seconds;
            spark.y += spark.vy * seconds;
            ctx.globalAlpha = Math.max(0, spark.life);
            disc(ctx, spark.x, spark.y, 0.05, spark.colour);
        }
        ctx.restore();
        for (const word of this.#words) {
            word.life -= 1.1 * seconds;
            word.y += 1.1 * seconds;
            ctx.globalAlpha = Math.max(0, Math.min(1, 2 * word.life));
            write(ctx, word.text, word.x, word.y, 0.5, word.colour);
        }
        ctx.globalAlpha = 1;
        this.#sparks = this.#sparks.filter(({ life }) => life > 0);
        this.#words = this.#words.filter(({ life }) => life > 0).slice(-30);
    }
}
