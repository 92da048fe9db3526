// How many particles this machine can move: measured while it plays, from its first second on, so that a slow phone is given scenes with
// less water and can pour less, and its frames stay smooth. Called by main.js.
import { FEWEST, MOST } from './things.js';

const BUDGET = 12; // milliseconds of a step: a frame of 16 less drawing
const SAMPLES = 60; // steps that are looked at before it decides
const LEAST = 800; // particles that a step must move to be looked at
const NEWS = 2000; // particles by which another number must differ to be taken

export class Pace {
    /** Particles that a scene may have. */ most = MOST;
    /** Milliseconds for each particle that moves. */ #costs = new Float64Array(SAMPLES);
    #count = 0;

    /**
     * Steps have been made.
     * @param {number} ms that they took @param {number} steps @param {number} awake particles that moved
     */
    note(ms, steps, awake) {
        if (steps === 0 || awake < LEAST) return;
        this.#costs[this.#count++] = ms / steps / awake;
        if (this.#count < SAMPLES) return;
        this.#count = 0;
        // The lower quartile: what else the machine does at times is no matter of this page.
        const cost = this.#costs.sort()[SAMPLES >> 2];
        const able = Math.max(FEWEST, Math.min(MOST, 1000 * Math.floor(BUDGET / cost / 1000)));
        if (Math.abs(able - this.most) >= NEWS || able === FEWEST || able === MOST)
            this.most = able;
    }
}
