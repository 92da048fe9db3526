// The player's hand: where a finger, the mouse or keys aim, and whether they have let go, as the two inputs of a step. Called by main.js.
import { capture } from '../shared/cursor.js';
import { xToAim } from './game.js';

const SAMPLED = 8; // steps from one aim that a run keeps to the next: links stay short
const SLOW = 2.6; // m/s, when an arrow begins to be held
const FAST = 9; // m/s
const RISE = 16; // m/s²

export class Hand {
    /** Metres from the middle of the jar. */ x = 0;
    #drop = false;
    #sampled = 128;
    #speed = SLOW;
    /** The finger or mouse that is down. @type {number | null} */ #finger = null;

    get aim() {
        return xToAim(this.x);
    }

    /** Lets the ball go as soon as it can be. */
    drop() {
        this.#drop = true;
    }

    /** Forgets a drop that was asked for, when a game begins. */
    clear() {
        this.#drop = false;
    }

    /** Moves it by keys, once a step. @param {Set<string>} keys @param {number} seconds */
    move(keys, seconds) {
        const way = Number(keys.has('ArrowRight') || keys.has('KeyD'))
            - Number(keys.has('ArrowLeft') || keys.has('KeyA'));
        this.#speed = way === 0 ? SLOW : Math.min(FAST, this.#speed + RISE * seconds);
        this.x = Math.max(-4, Math.min(4, this.x + way * this.#speed * seconds));
    }

    /** The inputs of a step. @param {number} step @param {boolean} ready whether a ball can be dropped @returns {number[]} aim, 0 to 255, and 1 for a drop */
    read(step, ready) {
        const drop = this.#drop && ready;
        if (drop || step % SAMPLED === 0) this.#sampled = this.aim;
        if (drop) this.#drop = false;
        return [this.#sampled, Number(drop)];
    }

    /**
     * Follows fingers and the mouse on a canvas.
     * @param {HTMLCanvasElement} canvas @param {(x: number, y: number) => [x: number, y: number]} toWorld metres of a place in the window
     * @param {() => boolean} plays whether time goes on and the player plays
     */
    listen(canvas, toWorld, plays) {
        /** @param {PointerEvent} event */
        const follow = ({ clientX, clientY }) => {
            if (plays()) [this.x] = toWorld(clientX, clientY);
        };
        canvas.addEventListener('pointerdown', (event) => {
            if (this.#finger !== null || event.button > 0) return;
            capture(canvas, event);
            this.#finger = event.pointerId;
            follow(event);
        });
        canvas.addEventListener('pointermove', (event) => {
            const hovers = this.#finger === null && event.pointerType === 'mouse';
            if (hovers || event.pointerId === this.#finger) follow(event);
        });
        canvas.addEventListener('pointerup', (event) => {
            if (event.pointerId !== this.#finger) return;
            this.#finger = null;
            follow(event);
            if (plays()) this.drop();
        });
        canvas.addEventListener('pointercancel', ({ pointerId }) => {
            if (pointerId === this.#finger) this.#finger = null;
        });
    }
}
