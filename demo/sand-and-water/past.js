// The past of a world with many particles: a snapshot of every fifteenth step, and the inputs of every step. A step between is made again
// from the snapshot before it, to the same bits, and the steps of the fifteen that are looked at are kept, so that the timeline goes back
// through them at once. A snapshot of each step would be 30 megabytes a second. Called by the timeline.
import { writeInputs } from './game.js';
import { MOST } from './things.js';

const EVERY = 15; // steps
const SECONDS = 24;

/** @typedef {import('./game.js').Game} Game @typedef {import('./game.js').State} State */
/** @typedef {{ bytes: Uint8Array<ArrayBuffer>, state: State }} Moment */

const NOTHING = writeInputs({ act: false, tool: 0, most: MOST, fingers: [null, null] });

export class Past {
    /** By step. @type {Map<number, Moment>} */ #moments = new Map();
    /** By step: what led from it to the next. @type {Map<number, number[]>} */ #inputs = new Map();
    /** The steps of one group, by step. @type {Map<number, Moment>} */ #group = new Map();
    first;
    last;
    /** Whether a step is made again now: its inputs are known, and nobody is to hear of it. */ repeats =
        false;

    /** @param {Game} game */
    constructor(game) {
        this.game = game;
        this.first = this.last = game.world.stepCount;
        this.#moments.set(this.first, this.#look());
    }

    /** @returns {Moment} */
    #look() {
        return { bytes: this.game.world.snapshot(), state: this.game.save() };
    }

    /**
     * The inputs of the next step.
     * @param {() => number[]} read gives those of the player @returns {number[]}
     */
    inputs(read) {
        const { stepCount } = this.game.world;
        if (this.repeats) return this.#inputs.get(stepCount) ?? NOTHING;
        if (stepCount < this.last) this.#forgetFrom(stepCount);
        const bytes = read();
        this.#inputs.set(stepCount, bytes);
        return bytes;
    }

    /** Another future begins. @param {number} step */
    #forgetFrom(step) {
        for (const map of [this.#inputs, this.#moments])
            for (const at of map.keys()) if (at > step) map.delete(at);
        this.#group.clear();
        this.last = step;
    }

    /** A frame of steps has been made: call it outside of them. */
    note() {
        const { stepCount } = this.game.world;
        if (stepCount <= this.last) return;
        const before = this.last;
        this.last = stepCount;
        if (Math.floor(before / EVERY) === Math.floor(stepCount / EVERY)) return;
        this.#moments.set(stepCount, this.#look());
        const oldest = stepCount - SECONDS / this.game.world.fixedStep;
        const steps = [...this.#moments.keys()];
        while (steps.length > 1 && steps[1] <= oldest)
            this.#moments.delete(/** @type {number} */ (steps.shift()));
        this.first = steps[0];
        for (const at of this.#inputs.keys()) {
            if (at >= this.first) break;
            this.#inputs.delete(at);
        }
    }

    /** Goes to a step from `first` to `last`. @param {number} step */
    seek(step) {
        const kept = this.#group.get(step);
        if (kept) {
            this.#show(kept);
            return;
        }
        const { world } = this.game;
        let from = this.first;
        for (const at of this.#moments.keys()) if (at <= step) from = at;
        this.#group.clear();
        const whole = /** @type {Moment} */ (this.#moments.get(from));
        this.#group.set(from, whole);
        this.#show(whole);
        this.repeats = true;
        try {
            while (world.stepCount < step) {
                world.step();
                this.#group.set(world.stepCount, this.#look());
            }
        } finally {
            this.repeats = false;
        }
    }

    /** @param {Moment} moment */
    #show({ bytes, state }) {
        this.game.world.restore(bytes);
        this.game.restore(state);
    }
}
