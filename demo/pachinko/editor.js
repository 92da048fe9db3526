// Moving, adding and removing pins while the game goes on. Each pin is a static body, so that the timeline and links have the
// edited table; the places are also kept in the browser for the next game. Called by main.js.
import { RADIUS, pins } from './table.js';

const KEPT = 'mica pachinko pins';
const REACH = 0.3; // metres from the pointer to a pin
const MOVED = 0.1; // metres from which a press is a drag
const MOST = 300; // pins

/** @typedef {import('./rules.js').Game} Game @typedef {import('../../js/index.js').Body<any>} Body */

/** Places of the pins: those of the last edit, or the designed ones. @returns {number[][]} */
export function keptPins() {
    try {
        const kept = JSON.parse(localStorage.getItem(KEPT) ?? 'null');
        if (Array.isArray(kept) && kept.length <= MOST && kept.every((place) => place.length === 2 && place.every(Number.isFinite))) return kept;
    } catch {
        // The stored text was not written by this page.
    }
    return pins();
}

export class Editor {
    on = false;
    /** @type {Body | null} */ #held = null;
    #from = [0, 0];
    #isNew = false;

    /** @param {Game} game @returns {Body[]} */
    #pins({ world }) { return [...world.bodies].filter((body) => body.colliders[0]?.layer === 'pin'); }

    /** @param {Game} game @param {number} x @param {number} y metres */
    press(game, x, y) {
        const all = this.#pins(game);
        const away = (/** @type {Body} */ body) => Math.hypot(body.x - x, body.y - y);
        const nearest = all.reduce((a, b) => (away(a) < away(b) ? a : b), all[0]);
        this.#isNew = !nearest || away(nearest) > REACH;
        this.#from = [x, y];
        if (!this.#isNew) this.#held = nearest;
        else if (Math.hypot(x, y) < RADIUS && all.length < MOST) this.#held = game.addPin([x, y]);
    }

    /** @param {number} x @param {number} y */
    drag(x, y) {
        if (!this.#held?.alive || Math.hypot(x, y) > RADIUS) return;
        if (this.#isNew || Math.hypot(x - this.#from[0], y - this.#from[1]) > MOVED) this.#held.setTransform(x, y);
    }

    /** A pin that was pressed and not moved goes. @param {Game} game @param {number} x @param {number} y */
    release(game, x, y) {
        if (!this.#held?.alive) return;
        if (!this.#isNew && Math.hypot(x - this.#from[0], y - this.#from[1]) <= MOVED) game.remove(this.#held);
        this.#held = null;
        localStorage.setItem(KEPT, JSON.stringify(this.#pins(game).map((body) => [body.x, body.y].map((value) => Number(value.toFixed(3))))));
    }

    /** The pins as they were designed. @param {Game} game */
    forget(game) {
        localStorage.removeItem(KEPT);
        for (const pin of this.#pins(game)) game.remove(pin);
        for (const place of pins()) game.addPin(place);
    }
}
