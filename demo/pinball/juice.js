// What hits look like: lights that flash, sparks, rings, words. Pure decoration: no body is behind it, and nothing of the game depends on
// it. Called by paint.js.
import { Sparks } from '../shared/sparks.js';
import { disc, write } from '../shared/draw.js';
import { SEE } from './table.js';

/** @typedef {CanvasRenderingContext2D} Context @typedef {import('../shared/sparks.js').Colour} Colour */

const WORDS = 7;
const FADES = 4; // 1/s, of a light

const still = matchMedia('(prefers-reduced-motion: reduce)');
/** How many sparks of which colour. @type {Record<string, [number, Colour]>} */
const BURSTS = { bumper: [9, 'violet'], sling: [6, 'ember'], target: [12, 'amber'],
    lane: [6, 'mint'], lanes: [24, 'mint'], ramp: [18, 'mint'], saucer: [10, 'violet'],
    lock: [34, 'amber'], storm: [90, 'violet'], jackpot: [80, 'amber'], bank: [34, 'amber'],
    saved: [14, 'mint'], eject: [8, 'violet'], shot: [6, 'amber'] };
const NAMED = { jackpot: 'Jackpot ', storm: 'Storm ', lock: 'Harbour ', lanes: 'Double up ',
    bank: 'Lighthouse ' };
const COLOURS = { bumper: '#d8ccff', target: '#ffd58a', bank: '#ffd58a', lane: '#9df2d8',
    lanes: '#9df2d8', ramp: '#9df2d8', saucer: '#d8ccff', lock: '#ffd58a', storm: '#d8ccff',
    jackpot: '#ffe3a0' };

export class Juice {
    sparks = new Sparks();
    /** How bright a part is, 0 to 1, by its name and number. @type {Map<string, number>} */ #lights =
        new Map();
    /** @type {{ x: number, y: number, text: string, life: number, color: string, size: number }[]} */ #words =
        [];
    /** Of the whole table, 0 to 1. */ flash = 0;

    /** Forgets all: time has gone to another place. */
    clear() {
        this.#lights.clear();
        this.#words = [];
        this.flash = 0;
    }

    /** @param {string} name */
    light(name) {
        return this.#lights.get(name) ?? 0;
    }

    /** What the game tells. @param {import('./game.js').Told} told */
    tell({ what, x, y, amount, which }) {
        this.#lights.set(`${what} ${which}`, 1);
        const burst = BURSTS[what];
        if (burst)
            this.sparks.burst(x, y, burst[0], 2 + burst[0] / 14, burst[1], { up: 0.6, size: 0.1,
                wide: 0.25 });
        const color = COLOURS[/** @type {keyof typeof COLOURS} */ (what)];
        if (color && amount >= 100) {
            const name = NAMED[/** @type {keyof typeof NAMED} */ (what)] ?? '';
            let high = y + 0.25;
            while (this.#words.some((word) =>
                word.life > 0.4 && Math.abs(word.y - high) < 0.36
                && Math.abs(word.x - x) < 1.6
            )) high += 0.4;
            this.#words.push({ x, y: high, text: `${name}${amount.toLocaleString('en')}`,
                life: name ? 1.5 : 1, color, size: name ? 0.36 : 0.24 });
            if (this.#words.length > WORDS) this.#words.shift();
        }
        if ((what === 'jackpot' || what === 'storm') && !still.matches) this.flash = 1;
    }

    /** @param {number} seconds */
    update(seconds) {
        for (const [name, light] of this.#lights)
            this.#lights.set(name, Math.max(0, light - FADES * seconds));
        this.flash = Math.max(0, this.flash - 1.6 * seconds);
        this.sparks.update(seconds);
        for (const word of this.#words) {
            word.life -= 0.9 * seconds;
            word.y += 0.7 * seconds;
        }
        this.#words = this.#words.filter(({ life }) => life > 0);
    }

    /** @param {Context} ctx in metres, y up */
    paint(ctx) {
        this.sparks.draw(ctx);
        for (const { x, y, text, life, color, size } of this.#words) {
            ctx.globalAlpha = Math.min(1, 3 * life);
            const half = 0.3 * size * text.length;
            const at = Math.max(SEE.minX + half, Math.min(SEE.maxX - half, x));
            write(ctx, text, at + 0.015, y - 0.02, size, 'rgba(4, 6, 22, 0.85)');
            write(ctx, text, at, y, size, color);
        }
        ctx.globalAlpha = 1;
    }

    /** A lamp in the field. @param {Context} ctx @param {number} x @param {number} y @param {number} radius @param {string} color of six digits @param {number} on 0 to 1 */
    static lamp(ctx, x, y, radius, color, on) {
        disc(ctx, x, y, radius, '#0b1030');
        ctx.globalAlpha = 0.22 + 0.78 * on;
        disc(ctx, x, y, 0.8 * radius, color);
        ctx.globalAlpha = 1;
    }
}
