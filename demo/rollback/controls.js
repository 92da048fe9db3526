// Inputs of two players: WASD and Shift, arrows and Enter, and a finger on each view, which is a stick where
// it was put down; a second finger dashes. Called by the page once a frame.
import { DASH, DOWN, LEFT, RIGHT, UP } from './game.js';

/** @type {Record<string, [player: number, bit: number]>} */
const KEYS = {
    KeyA: [0, LEFT],
    KeyD: [0, RIGHT],
    KeyW: [0, UP],
    KeyS: [0, DOWN],
    ShiftLeft: [0, DASH],
    Space: [0, DASH],
    ArrowLeft: [1, LEFT],
    ArrowRight: [1, RIGHT],
    ArrowUp: [1, UP],
    ArrowDown: [1, DOWN],
    Enter: [1, DASH],
    ShiftRight: [1, DASH],
};
const DEAD = 14; // CSS pixels around the middle of the stick
const REACH = 46; // that it is drawn in

/** @typedef {{ id: number, x: number, y: number, atX: number, atY: number }} Stick */

export class Controls {
    /** Whether the player has done something yet. */
    used = [false, false];
    /** @type {(Stick | null)[]} */
    sticks = [null, null];
    /** @type {Set<string>} */
    #keys = new Set();
    /** Fingers beside the stick. @type {Set<number>[]} */
    #dashes = [new Set(), new Set()];

    /** @param {HTMLElement[]} views by player */
    constructor(views) {
        addEventListener('keydown', (event) => {
            const key = KEYS[event.code];
            if (!key || event.ctrlKey || event.metaKey || event.altKey) return;
            const { target } = event;
            if (target instanceof HTMLElement && target.closest('input, button, a, select')
                && !/^Key|Shift/.test(event.code)) return;
            event.preventDefault();
            this.#keys.add(event.code);
            this.used[key[0]] = true;
        });
        addEventListener('keyup', ({ code }) => this.#keys.delete(code));
        addEventListener('blur', () => this.#keys.clear());
        views.forEach((view, player) => this.#listen(view, player));
    }

    /** @param {HTMLElement} view @param {number} player */
    #listen(view, player) {
        view.addEventListener('pointerdown', (event) => {
            const { pointerId: id, clientX: x, clientY: y } = event;
            event.preventDefault();
            view.setPointerCapture(id);
            if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
            this.used[player] = true;
            if (this.sticks[player]) this.#dashes[player].add(id);
            else this.sticks[player] = { id, x, y, atX: x, atY: y };
        });
        view.addEventListener('pointermove', ({ pointerId, clientX, clientY }) => {
            const stick = this.sticks[player];
            if (stick?.id === pointerId) Object.assign(stick, { atX: clientX, atY: clientY });
        });
        for (const kind
            of /** @type {const} */ (['pointerup', 'pointercancel', 'lostpointercapture']))
        {
            view.addEventListener(kind, ({ pointerId }) => {
                this.#dashes[player].delete(pointerId);
                if (this.sticks[player]?.id === pointerId) this.sticks[player] = null;
            });
        }
    }

    /** @param {number} player @returns {number} bits */
    #stickBits(player) {
        const stick = this.sticks[player];
        if (!stick) return 0;
        const x = stick.atX - stick.x;
        const y = stick.y - stick.atY;
        const least = Math.max(DEAD, 0.38 * Math.hypot(x, y));
        return (x > least ? RIGHT : x < -least ? LEFT : 0)
            | (y > least ? UP : y < -least ? DOWN : 0)
            | (this.#dashes[player].size > 0 || Math.hypot(x, y) > 2 * REACH ? DASH : 0);
    }

    /**
     * The input of a player; of both, where one sits at this page alone.
     * @param {number} player
     * @param {boolean} [alone]
     */
    read(player, alone = false) {
        let bits = this.#stickBits(player);
        if (alone) bits |= this.#stickBits(1 - player);
        for (const code of this.#keys) {
            const [of, bit] = KEYS[code];
            if (of === player || alone) bits |= bit;
        }
        return bits;
    }
}
