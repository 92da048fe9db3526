// What a shot feels like: dust, splinters, drops and words that fly, rings, shaking, slow motion, and the trail of the last ball. Pure
// decoration: no body is behind it, and nothing of the game depends on it. Called by paint.js and main.js.
import { CHIPS } from './blocks.js';
import { JELLY } from './targets.js';

/** @typedef {CanvasRenderingContext2D} Context */
/** @typedef {'dust' | 'chip' | 'drop'} Kind */
/** @typedef {{ kind: Kind, x: number, y: number, vx: number, vy: number, turn: number, spin: number, life: number, lasts: number, size: number, color: string }} Bit */

const BITS = 420;
const SLOW = 0.22; // of the world's time, at a big hit
const SLOW_FOR = 0.42; // seconds
const BIG = 9; // m/s
const TRAIL = 3; // steps from one point of the trail to the next

const still = matchMedia('(prefers-reduced-motion: reduce)');

/** The colour of the dust of a material. @param {string} kind */
const dustOf = (
    kind,
) => (kind === 'glass' ? 'rgba(224, 244, 255, 0.55)' : 'rgba(206, 190, 164, 0.55)');

export class Juice {
    /** @type {Bit[]} */ #bits = [];
    /** @type {{ x: number, y: number, life: number, color: string }[]} */ #rings = [];
    /** @type {{ x: number, y: number, text: string, life: number, color: string, size: number }[]} */ #words =
        [];
    /** Where the last ball flew. @type {number[][]} */ #trail = [];
    #trailOf = -1;
    /** Seconds of slow motion that are left. */ #slow = 0;
    /** Whether this shot has had its slow motion. */ #slowed = false;
    shake = 0;
    /** How far the band swings after a shot, -1 to 1, and how fast. */ band = { swing: 0,
        speed: 0 };

    /** Forgets all: time has gone to another place. */
    clear() {
        this.#bits = [];
        this.#rings = [];
        this.#words = [];
        this.shake = this.#slow = 0;
    }

    /** A new level: no ball has flown. */
    forget() {
        this.clear();
        this.#trail = [];
    }

    /** How fast the world's time goes, of real time. */
    get rate() {
        if (still.matches || this.#slow <= 0) return 1;
        return SLOW + (1 - SLOW) * Math.max(0, 1 - this.#slow / (0.4 * SLOW_FOR));
    }

    /** Lets slow motion end. @param {number} seconds of real time that the world has played */
    pass(seconds) {
        this.#slow = Math.max(0, this.#slow - seconds);
    }

    /** What the game tells. @param {import('./game.js').Told} told */
    tell({ what, x, y, amount, kind }) {
        if (what === 'fire') {
            this.#slowed = false;
            this.band = { swing: 1, speed: 0 };
            this.#burst('dust', x, y - 0.2, 6, 1.5, ['rgba(190, 170, 140, 0.5)']);
        } else if (what === 'hit') this.#hit(x, y, amount, kind);
        else if (what === 'break') {
            this.#burst('chip', x, y, 7 + 9 * amount, 3.4, CHIPS[kind] ?? CHIPS.stone);
            this.#burst('dust', x, y, 6, 1.4, [dustOf(kind)]);
            if (kind === 'stone') this.shake = Math.min(1, this.shake + 0.5);
        } else if (what === 'crack') this.#burst('chip', x, y, 2, 1.6, CHIPS[kind] ?? CHIPS.stone);
        else if (what === 'burst') this.#pop(x, y, amount, kind);
        else if (what === 'gone') this.#burst('dust', x, y, 8, 1.2, ['rgba(210, 200, 190, 0.6)']);
    }

    /** @param {number} x @param {number} y @param {number} speed @param {string} kind */
    #hit(x, y, speed, kind) {
        if (speed < 2) return;
        this.#burst('dust', x, y, Math.min(9, 1 + 0.5 * speed), 0.12 * speed, [dustOf(kind)]);
        if (speed > 5)
            this.#burst('chip', x, y, Math.min(6, 0.4 * speed), 0.25 * speed,
                CHIPS[kind] ?? CHIPS.stone);
        if (speed < BIG || this.#slowed) return;
        this.#slowed = true;
        this.#slow = SLOW_FOR;
        this.shake = Math.min(1, this.shake + 0.05 * speed);
        this.#rings.push({ x, y, life: 1, color: '#ffffff' });
    }

    /** @param {number} x @param {number} y @param {number} points @param {string} kind */
    #pop(x, y, points, kind) {
        const [bright, middle] = JELLY[kind] ?? JELLY.dome;
        this.#burst('drop', x, y, 22, 4.2, [bright, middle]);
        this.#rings.push({ x, y, life: 1, color: bright });
        this.#words.push({ x, y: y + 0.5, text: `+${points}`, life: 1, color: '#fff3b0',
            size: 0.62 });
        this.#slow = Math.max(this.#slow, 0.7 * SLOW_FOR);
        this.shake = Math.min(1, this.shake + 0.25);
    }

    /** @param {Kind} kind @param {number} x @param {number} y @param {number} count @param {number} speed @param {string[]} colors */
    #burst(kind, x, y, count, speed, colors) {
        for (let i = still.matches ? count / 4 : count; i > 0; --i) {
            const [angle, v] = [2 * Math.PI * Math.random(), speed * (0.25 + Math.random())];
            const life = (kind === 'dust' ? 0.5 : 0.7) * (0.6 + Math.random());
            this.#bits.push({ kind, x: x + 0.2 * (Math.random() - 0.5),
                y: y + 0.2 * (Math.random() - 0.5), vx: v * Math.cos(angle),
                vy: v * Math.sin(angle) + (kind === 'dust' ? 0.3 : 1.8), turn: angle,
                spin: 14 * (Math.random() - 0.5), life, lasts: life,
                size: kind === 'dust' ? 0.2 + 0.25 * Math.random() : 0.05 + 0.08 * Math.random(),
                color: colors[Math.floor(Math.random() * colors.length)] });
        }
        if (this.#bits.length > BITS) this.#bits.splice(0, this.#bits.length - BITS);
    }

    /** Notes where the ball is, once a step of the game. @param {number} step @param {{ x: number, y: number, index: number } | null} ball @param {number} shotAt */
    follow(step, ball, shotAt) {
        if (!ball || step % TRAIL > 0) return;
        if (this.#trailOf !== shotAt) this.#trail = [];
        this.#trailOf = shotAt;
        if (this.#trail.length < 90) this.#trail.push([ball.x, ball.y]);
    }

    /** @param {number} seconds */
    update(seconds) {
        const time = seconds * (0.35 + 0.65 * this.rate);
        for (const bit of this.#bits) {
            bit.x += bit.vx * time;
            bit.y += bit.vy * time;
            bit.turn += bit.spin * time;
            bit.life -= time;
            if (bit.kind === 'dust') {
                bit.vx *= Math.exp(-3 * time);
                bit.vy *= Math.exp(-3 * time);
            } else bit.vy -= 11 * time;
            if (bit.y > 0 || bit.kind === 'dust') continue;
            bit.y = 0;
            bit.vy *= -0.3;
            bit.vx *= 0.6;
            bit.spin *= 0.5;
        }
        this.#bits = this.#bits.filter(({ life }) => life > 0);
        for (const ring of this.#rings) ring.life -= 2.6 * time;
        this.#rings = this.#rings.filter(({ life }) => life > 0);
        for (const word of this.#words) {
            word.y += 0.9 * seconds;
            word.life -= 0.8 * seconds;
        }
        this.#words = this.#words.filter(({ life }) => life > 0);
        this.shake = Math.max(0, this.shake - 2.4 * seconds);
        const { band } = this;
        for (let left = seconds; left > 0; left -= 1 / 240) {
            const dt = Math.min(left, 1 / 240);
            band.speed -= (1500 * band.swing + 9 * band.speed) * dt;
            band.swing += band.speed * dt;
        }
    }

    /** The flight of the last ball, as faint dots. @param {Context} ctx @param {string} color */
    paintTrail(ctx, color) {
        ctx.fillStyle = color;
        this.#trail.forEach(([x, y], i) => {
            ctx.beginPath();
            ctx.arc(x, y, i % 2 ? 0.05 : 0.075, 0, 7);
            ctx.fill();
        });
    }

    /** @param {Context} ctx in metres, y up */
    paint(ctx) {
        for (const { x, y, life, color } of this.#rings) {
            ctx.globalAlpha = 0.8 * life;
            ctx.strokeStyle = color;
            ctx.lineWidth = 0.14 * life;
            ctx.beginPath();
            ctx.arc(x, y, 0.3 + 1.2 * (1 - life * life), 0, 7);
            ctx.stroke();
        }
        for (const { kind, x, y, turn, life, lasts, size, color } of this.#bits) {
            const fade = life / lasts;
            ctx.globalAlpha = kind === 'dust' ? 0.7 * fade : Math.min(1, 3 * fade);
            ctx.fillStyle = color;
            ctx.beginPath();
            if (kind === 'chip') {
                const [c, s] = [size * Math.cos(turn), size * Math.sin(turn)];
                ctx.moveTo(x + 1.8 * c, y + 1.8 * s);
                ctx.lineTo(x - 0.7 * s, y + 0.7 * c);
                ctx.lineTo(x - 1.4 * c, y - 1.4 * s);
                ctx.lineTo(x + 0.8 * s, y - 0.8 * c);
            } else ctx.arc(x, y, kind === 'dust' ? size * (1.6 - fade) : size, 0, 7);
            ctx.fill();
        }
        ctx.globalAlpha = 1;
    }

    /** @param {Context} ctx in metres, y up */
    paintWords(ctx) {
        ctx.textAlign = 'center';
        ctx.lineJoin = 'round';
        for (const { x, y, text, life, color, size } of this.#words) {
            ctx.save();
            ctx.translate(x, y);
            const grown = Math.min(1, 0.4 + 7 * (1 - life));
            ctx.scale(grown, -grown);
            ctx.font = `800 ${size}px system-ui, sans-serif`;
            ctx.globalAlpha = Math.min(1, 2.5 * life);
            ctx.lineWidth = 0.2 * size;
            ctx.strokeStyle = 'rgba(60, 16, 60, 0.85)';
            ctx.strokeText(text, 0, 0);
            ctx.fillStyle = color;
            ctx.fillText(text, 0, 0);
            ctx.restore();
        }
        ctx.globalAlpha = 1;
    }
}
