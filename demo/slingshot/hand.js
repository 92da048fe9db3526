// The player's hand: how far a finger, the mouse or keys pull the band and where to, as the four inputs of a step. Called by main.js.
import { capture } from '../shared/cursor.js';
import { SLING } from './materials.js';
import { TURN } from './shot.js';

const SAMPLED = 10; // steps from one aim that a run keeps to the next: links stay short
const WEAK = 26; // of 255: with less the ball is laid back
const SHORT = 120; // CSS pixels of a drag that pull the band as far as it goes, at least
const FIRST = { angle: 30 * TURN, strength: 200 }; // of an aim by keys
const SLOW = 0.12; // a step, when an arrow begins to be held: degrees, or 255ths times four
const FAST = 0.9;
const RISE = 0.012; // a step

export class Hand {
    /** Eighths of a degree above the horizon. */ angle = FIRST.angle;
    /** How far the band is pulled, 0 to 255. */ strength = 0;
    /** Whether a finger or the mouse pulls. */ held = false;
    #fire = false;
    /** The aim that the run has. */ #sampled = { angle: FIRST.angle, strength: 0 };
    #last = { ...FIRST };
    #speed = SLOW;
    #finger = -1;
    #from = [0, 0];

    get aims() {
        return this.strength >= WEAK;
    }

    /** Lets go: the ball flies with the next step, if there is one in the sling. */
    fire() {
        if (!this.aims) Object.assign(this, this.#last);
        this.#fire = true;
    }

    /** Lays the ball back. */
    clear() {
        Object.assign(this, { strength: 0, held: false });
        this.#fire = false;
        this.#finger = -1;
    }

    /** Aims by keys, once a step. @param {Set<string>} keys */
    move(keys) {
        const down = (/** @type {string} */ key) => Number(keys.has(key));
        const turn = down('ArrowUp') - down('ArrowDown');
        const pull = down('ArrowLeft') - down('ArrowRight');
        if (turn === 0 && pull === 0) {
            this.#speed = SLOW;
            return;
        }
        if (!this.aims) Object.assign(this, this.#last);
        this.#speed = Math.min(FAST, this.#speed + RISE);
        this.angle = Math.max(-50 * TURN,
            Math.min(88 * TURN, this.angle + turn * this.#speed * TURN));
        this.strength = Math.max(WEAK, Math.min(255, this.strength + 4 * pull * this.#speed));
    }

    /** The inputs of a step. @param {number} step @param {boolean} ready whether a ball is in the sling @returns {number[]} the angle in two bytes, the strength, 1 for a shot */
    read(step, ready) {
        const fire = this.#fire && ready;
        const aim = { angle: Math.round(this.angle), strength: Math.round(this.strength) };
        if (fire || step % SAMPLED === 0) this.#sampled = aim;
        const { angle, strength } = this.#sampled;
        if (fire) {
            this.#last = aim;
            this.clear();
        }
        this.#fire = false;
        return [angle >> 8 & 255, angle & 255, strength, Number(fire)];
    }

    /** @param {number} x @param {number} y CSS pixels of a drag @param {number} scale CSS pixels a metre */
    #pull(x, y, scale) {
        const angle = Math.atan2(y, -x) * 180 / Math.PI;
        const far = Math.hypot(x, y) / Math.max(SHORT, SLING.pull * scale);
        // To the right is back: nobody shoots himself.
        this.strength = angle > 115 || angle < -75 ? 0 : 255 * Math.min(1, far);
        if (this.strength > 0) this.angle = TURN * Math.max(-50, Math.min(88, angle));
    }

    /**
     * Follows fingers and the mouse on a canvas.
     * @param {HTMLCanvasElement} canvas @param {() => number} scale CSS pixels a metre
     * @param {() => boolean} plays whether the player plays, and a ball is in the sling or will be
     */
    listen(canvas, scale, plays) {
        canvas.addEventListener('pointerdown', (event) => {
            if (this.#finger >= 0 || event.button > 0 || !plays()) return;
            capture(canvas, event);
            this.#finger = event.pointerId;
            this.#from = [event.clientX, event.clientY];
            this.held = true;
            this.strength = 0;
        });
        canvas.addEventListener('pointermove', ({ pointerId, clientX, clientY }) => {
            if (pointerId === this.#finger)
                this.#pull(clientX - this.#from[0], clientY - this.#from[1], scale());
        });
        canvas.addEventListener('pointerup', ({ pointerId }) => {
            if (pointerId !== this.#finger) return;
            this.#finger = -1;
            this.held = false;
            if (plays() && this.aims) this.#fire = true;
            else this.strength = 0;
        });
        canvas.addEventListener('pointercancel', ({ pointerId }) => {
            if (pointerId === this.#finger) this.clear();
        });
    }
}
