// The bot of a player without input: it plays until the first key or touch. It chooses inputs from the
// positions on its own machine and from random numbers. The other machine need not choose the same inputs: it
// receives them as those of a player.
import { BUMPER, DASH, DOWN, LEFT, PLATFORM, RIGHT, UP } from './game.js';

const EDGE = PLATFORM - 2; // m: from here on it turns back
const LEAD = 0.22; // s that it looks ahead
const CLOSE = 3.2; // m in which it dashes

/** @param {number} x @param {number} y */
function bitsOf(x, y) {
    const least = 0.38 * Math.hypot(x, y);
    return (x > least ? RIGHT : x < -least ? LEFT : 0) | (y > least ? UP : y < -least ? DOWN : 0);
}

export class Bot {
    #until = 0;
    #side = 1;
    #eager = true;

    /** @param {import('./machine.js').Machine} machine @returns {number} an input */
    play(machine) {
        const { frame } = machine.rollback;
        if (frame >= this.#until) {
            this.#until = frame + 30 + 60 * Math.random();
            this.#side = Math.random() < 0.5 ? 1 : -1;
            this.#eager = Math.random() < 0.75;
        }
        const own = machine.ball(machine.player);
        const other = machine.ball(1 - machine.player);
        if (!own) return 0;
        const x = own.x + LEAD * own.vx;
        const y = own.y + LEAD * own.vy;
        if (Math.hypot(x, y) > EDGE) return bitsOf(-x, -y);
        if (!other || !this.#eager) return this.#circle(own, x, y);
        const toX = other.x + LEAD * other.vx - x;
        const toY = other.y + LEAD * other.vy - y;
        const gap = Math.hypot(toX, toY);
        // The bumper is in between if the way to the other passes the middle.
        const along = -(x * toX + y * toY) / (gap * gap + 0.01);
        const passes = Math.hypot(x + along * toX, y + along * toY) < BUMPER + 0.9;
        if (along > 0 && along < 1 && passes) return this.#circle(own, x, y);
        const outwards = Math.hypot(other.x, other.y) > Math.hypot(own.x, own.y) - 0.8;
        return bitsOf(toX, toY) | (gap < CLOSE && outwards ? DASH : 0);
    }

    /** Around the bumper, at some distance. @param {{ x: number, y: number }} own @param {number} x @param {number} y */
    #circle(own, x, y) {
        const away = Math.hypot(own.x, own.y);
        const pull = away > 3.6 ? -0.5 : away < 2.6 ? 0.6 : 0;
        return bitsOf(-this.#side * y + pull * x, this.#side * x + pull * y);
    }
}
