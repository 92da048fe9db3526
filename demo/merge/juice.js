// What a merge feels like: drops that fly, rings, words, and how each ball is squashed. Pure decoration: no body is behind it, and nothing
// of the game depends on it. Called by paint.js.
import { FRUITS, SEE } from './fruit.js';

/** @typedef {CanvasRenderingContext2D} Context */

const DROPS = 320;
const WORDS = 6;
const STIFF = 620; // 1/s², of a squashed ball
const DAMPED = 17; // 1/s
const SQUASHED = 0.24; // of a ball's radius, by a merge
const BY_HIT = 0.2; // 1/s for each m/s
const MOST = 0.2;

const still = matchMedia('(prefers-reduced-motion: reduce)');

/** @typedef {{ squash: number, speed: number, angle: number, age: number, asleep: number }} Feel how a ball is, by its slot; `age` is that since its merge */

export class Juice {
    /** By slot. @type {Map<number, Feel>} */ #feels = new Map();
    /** @type {{ x: number, y: number, vx: number, vy: number, life: number, size: number, color: string }[]} */ #drops =
        [];
    /** @type {{ x: number, y: number, size: number, life: number, color: string }[]} */ #rings =
        [];
    /** @type {{ x: number, y: number, text: string, life: number, color: string, size: number }[]} */ #words =
        [];
    shake = 0;

    /** Forgets all: time has gone to another place. */
    clear() {
        this.#feels.clear();
        this.#drops = [];
        this.#rings = [];
        this.#words = [];
        this.shake = 0;
    }

    /** @param {number} slot @returns {Feel} */
    feel(slot) {
        let feel = this.#feels.get(slot);
        if (!feel)
            this.#feels.set(slot, feel = { squash: 0, speed: 0, angle: 0, age: 9, asleep: 0 });
        return feel;
    }

    /** What the game tells. @param {import('./game.js').Told} told @param {number} chain */
    tell({ what, x, y, amount, kind, slot, angle }, chain) {
        if (what === 'drop') this.#feels.delete(slot);
        else if (what === 'hit') {
            if (!still.matches && amount > 3) {
                const feel = this.feel(slot);
                feel.angle = angle;
                feel.speed -= BY_HIT * Math.min(20, amount);
            }
        } else if (what === 'merge' || what === 'vanish') {
            const { radius, skin } = FRUITS[Math.max(0, what === 'merge' ? kind - 1 : kind)];
            this.#burst(x, y, 9 + 3 * kind, radius, skin);
            this.#rings.push({ x, y, size: FRUITS[kind].radius, life: 1, color: skin[0] });
            this.#words.push({ x, y: y + 0.4,
                text: chain > 1 ? `×${chain} +${amount}` : `+${amount}`, life: 1,
                color: chain > 1 ? '#ffe08a' : '#ffffff', size: Math.min(0.95, 0.42 + 0.05 * kind
                    + 0.06 * chain) });
            if (this.#words.length > WORDS) this.#words.shift();
            if (kind > 6) this.shake = Math.max(this.shake, (kind - 5) / 5);
            if (slot >= 0)
                this.#feels.set(slot, { squash: still.matches ? 0 : SQUASHED, speed: 0, angle,
                    age: 0, asleep: 0 });
        }
    }

    /** @param {number} x @param {number} y @param {number} count @param {number} radius @param {string[]} colors */
    #burst(x, y, count, radius, colors) {
        for (let i = still.matches ? count / 4 : count; i > 0; --i) {
            const [a, speed] = [2 * Math.PI * Math.random(), 1.5 + (3 + radius) * Math.random()];
            this.#drops.push({ x: x + 0.8 * radius * Math.cos(a), y: y + 0.8 * radius * Math.sin(a),
                vx: speed * Math.cos(a), vy: speed * Math.sin(a) + 2.2,
                life: 0.35 + 0.45 * Math.random(), size: 0.05 + 0.1 * Math.random(),
                color: colors[i & 1] });
        }
        if (this.#drops.length > DROPS) this.#drops.splice(0, this.#drops.length - DROPS);
    }

    /** @param {number} seconds */
    update(seconds) {
        const steps = Math.ceil(seconds * 240);
        for (const feel of this.#feels.values()) {
            feel.age += seconds;
            for (let i = 0; i < steps; ++i) {
                const dt = seconds / steps;
                feel.speed -= (STIFF * feel.squash + DAMPED * feel.speed) * dt;
                feel.squash += feel.speed * dt;
            }
            feel.squash = Math.max(-MOST, Math.min(SQUASHED, feel.squash));
        }
        for (const drop of this.#drops) {
            drop.x += drop.vx * seconds;
            drop.y += drop.vy * seconds;
            drop.vy -= 14 * seconds;
            drop.life -= seconds;
        }
        this.#drops = this.#drops.filter(({ life }) => life > 0);
        for (const ring of this.#rings) ring.life -= 3 * seconds;
        this.#rings = this.#rings.filter(({ life }) => life > 0);
        for (const word of this.#words) {
            word.y += 1.1 * seconds;
            word.life -= 0.85 * seconds;
        }
        this.#words = this.#words.filter(({ life }) => life > 0);
        this.shake = Math.max(0, this.shake - 3 * seconds);
    }

    /** @param {Context} ctx in metres, y up */
    paint(ctx) {
        for (const { x, y, size, life, color } of this.#rings) {
            ctx.globalAlpha = 0.8 * life;
            ctx.strokeStyle = color;
            ctx.lineWidth = 0.16 * life;
            ctx.beginPath();
            ctx.arc(x, y, size * (1 + 0.45 * (1 - life ** 2)), 0, 7);
            ctx.stroke();
        }
        for (const { x, y, life, size, color } of this.#drops) {
            ctx.globalAlpha = Math.min(1, 4 * life);
            ctx.fillStyle = color;
            ctx.beginPath();
            ctx.arc(x, y, size, 0, 7);
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
            ctx.font = `800 ${size}px system-ui, sans-serif`;
            const room = SEE.maxX - ctx.measureText(text).width / 2;
            ctx.translate(Math.max(-room, Math.min(room, x)), y);
            const grown = Math.min(1, 0.5 + 6 * (1 - life));
            ctx.scale(grown, -grown);
            ctx.globalAlpha = Math.min(1, 2.5 * life);
            ctx.lineWidth = 0.2 * size;
            ctx.strokeStyle = 'rgba(52, 20, 44, 0.85)';
            ctx.strokeText(text, 0, 0);
            ctx.fillStyle = color;
            ctx.fillText(text, 0, 0);
            ctx.restore();
        }
    }
}
