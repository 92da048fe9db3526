// The last seconds of a lost ball in slow motion: the page's timeline takes the world back, which the engine's history makes possible, and
// leads it forth again to the same bits. Called by main.js, in place of time going on.
import { STEP } from './parts.js';

const SHOWN = 2 / STEP; // steps
const SLOW = 0.6;
const SLOWER = 0.3; // in the last moments
const LAST = 0.45 / STEP; // steps

export class Replay {
    /** Where it is, and where it ends, as steps; not a number while none is shown. */ at = NaN;
    end = NaN;
    /** Whether the world is being led by it. */ seeks = false;
    #from = NaN;

    get shown() {
        return this.end === this.end;
    }

    /** How far it is, 0 to 1. */
    get part() {
        return (this.at - this.#from) / (this.end - this.#from);
    }

    /** Begins with the world where it is. @param {number} step @param {number} first that the history has */
    begin(step, first) {
        this.end = step;
        this.at = this.#from = Math.max(first, step - SHOWN);
    }

    /** @param {{ seek: (step: number) => void }} timeline @param {number} step */
    #seek(timeline, step) {
        this.seeks = true;
        timeline.seek(step);
        this.seeks = false;
    }

    /** Goes on by so many seconds of real time. @param {{ seek: (step: number) => void }} timeline @param {number} seconds */
    advance(timeline, seconds) {
        const left = this.end - this.at;
        this.at += seconds / STEP * (left < LAST ? SLOWER : SLOW);
        if (this.at >= this.end) this.skip(timeline);
        else this.#seek(timeline, Math.floor(this.at));
    }

    /** Ends it where it began: the game goes on. @param {{ seek: (step: number) => void }} timeline */
    skip(timeline) {
        const { end } = this;
        this.forget();
        this.#seek(timeline, end);
    }

    /** The world has gone to another place. */
    forget() {
        this.at = this.end = this.#from = NaN;
    }
}
