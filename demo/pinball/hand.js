// The player's hands as the input of a step, one byte of bits: thumbs on the left and right half of the screen, keys, and swipes that nudge
// the table. A press that ends before the next step counts for one step. Called by main.js.
import { capture } from '../shared/cursor.js';
import { isTaken } from '../shared/input.js';
import { LEFT, NUDGE_LEFT, NUDGE_RIGHT, NUDGE_UP, PULL, RIGHT } from './game.js';

const SWIPE = 46; // CSS pixels within SWIFT: a nudge
const SWIFT = 220; // milliseconds
/** By KeyboardEvent.code. @type {Record<string, number>} */
const KEYS = { ArrowLeft: LEFT, KeyZ: LEFT, KeyA: LEFT, ShiftLeft: LEFT, ArrowRight: RIGHT,
    Slash: RIGHT, KeyD: RIGHT, ShiftRight: RIGHT, Space: PULL, ArrowDown: PULL, KeyS: PULL,
    KeyQ: NUDGE_LEFT, KeyE: NUDGE_RIGHT, ArrowUp: NUDGE_UP, KeyW: NUDGE_UP };

/** @typedef {{ bit: number, x: number, y: number, at: number }} Finger */

export class Hand {
    /** Pressed since the last step. */ #latch = 0;
    /** By pointerId. @type {Map<number, Finger>} */ #fingers = new Map();

    /**
     * The input of the next step.
     * @param {Set<string>} keys that are down @param {boolean} ready whether a ball waits to be shot: any finger pulls the plunger then
     */
    read(keys, ready) {
        let input = this.#latch;
        this.#latch = 0;
        for (const code of keys) input |= KEYS[code] ?? 0;
        for (const { bit } of this.#fingers.values()) input |= ready ? bit | PULL : bit;
        return input;
    }

    /** Lets go of all keys and touches. */
    clear() {
        this.#latch = 0;
        this.#fingers.clear();
    }

    /**
     * Follows fingers on a canvas, and keys.
     * @param {HTMLCanvasElement} canvas @param {Set<string>} keys that are down @param {() => boolean} any is called for any press first; returns whether the press was for something else
     */
    listen(canvas, keys, any) {
        canvas.addEventListener('pointerdown', (event) => {
            if (event.button > 0) return;
            capture(canvas, event);
            if (any()) return;
            const bit = event.clientX < innerWidth / 2 ? LEFT : RIGHT;
            this.#latch |= bit;
            this.#fingers.set(event.pointerId, { bit, x: event.clientX, y: event.clientY,
                at: event.timeStamp });
        });
        canvas.addEventListener('pointermove', (event) => this.#swipe(event));
        for (const end of /** @type {const} */ (['pointerup', 'pointercancel']))
            canvas.addEventListener(end, ({ pointerId }) => this.#fingers.delete(pointerId));
        canvas.addEventListener('contextmenu', (event) => event.preventDefault());
        addEventListener('blur', () => this.clear());
        addEventListener('keydown', (event) => {
            const { code, ctrlKey, metaKey, altKey, repeat, target } = event;
            const written = target instanceof Element && target.closest('dialog');
            if (ctrlKey || metaKey || altKey || isTaken(event) || written || event.key === '?')
                return;
            if (code === 'Slash') event.preventDefault(); // a browser's search
            if (!repeat && !any() && keys.has(code)) this.#latch |= KEYS[code] ?? 0;
        });
    }

    /** @param {PointerEvent} event */
    #swipe({ pointerId, clientX, clientY, timeStamp }) {
        const finger = this.#fingers.get(pointerId);
        if (!finger || timeStamp - finger.at > SWIFT) return;
        const [dx, dy] = [clientX - finger.x, clientY - finger.y];
        if (Math.max(Math.abs(dx), -dy) < SWIPE) return;
        this.#latch |= -dy > Math.abs(dx) ? NUDGE_UP : dx > 0 ? NUDGE_RIGHT : NUDGE_LEFT;
        finger.at = -SWIFT; // once a press
    }
}
