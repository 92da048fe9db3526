// The snapshots that a replay keeps while it plays, so that it can go back without playing all again. They are evenly
// spaced; when they take more bytes than allowed, every other one is dropped. Used by js/world/saving/replay.js.

import { rosterBytes } from '../objects/roster.js';

/** @import { State } from './replay-player.js' */

/** Steps from one snapshot to the next, as long as they fit. */
const FIRST_INTERVAL = 60;

/** With what the objects of its time take. @param {State} state */
const bytesOf = ({ snapshot }) => snapshot.length + rosterBytes(snapshot);

/** Snapshots by step. */
export class Keyframes {
    #budget;
    #interval = FIRST_INTERVAL;
    #bytes = 0;
    /** In the order of their steps. @type {{ step: number, state: State }[]} */
    #kept = [];

    /** @param {number} budget bytes that they may take together */
    constructor(budget) {
        this.#budget = budget;
    }

    /** Bytes that they take. */
    get bytes() {
        return this.#bytes;
    }

    /** Whether a snapshot of a step is wanted. @param {number} step */
    wants(step) {
        return step % this.#interval === 0 && this.#bytes <= this.#budget
            && (this.before(step)?.step ?? 0) < step;
    }

    /** Keeps the state of a step that is wanted. @param {number} step @param {State} state */
    keep(step, state) {
        const at = this.#kept.findIndex((each) => each.step > step);
        this.#kept.splice(at < 0 ? this.#kept.length : at, 0, { step, state });
        this.#bytes += bytesOf(state);
        while (this.#bytes > this.#budget && this.#kept.length > 0) this.#thin();
    }

    /** The last one that is not after a step; undefined if there is none. @param {number} step */
    before(step) {
        return this.#kept.filter((each) => each.step <= step).at(-1);
    }

    #thin() {
        this.#interval *= 2;
        this.#kept = this.#kept.filter(({ step }) => step % this.#interval === 0);
        this.#bytes = this.#kept.reduce((sum, { state }) => sum + bytesOf(state), 0);
    }
}
