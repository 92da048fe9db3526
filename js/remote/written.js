// Finds out whether a game has written into the `velocities` of a world in a worker. The view shows the
// page's copy of the last frame, so a write there never reaches the worker, while a world in this thread
// takes it; a game that moves to a worker gets an error instead. The first read of a frame copies the
// view; the next call that steps or waits compares the two. Called by js/remote/link.js; a game that never
// reads the view pays nothing.
import { MicaError } from '../wire/errors.js';

/** The velocities as the page last read them. */
export class WrittenVelocities {
    /** The view that was read; undefined if none was in this frame. @type {Float32Array | undefined} */
    #view;

    /** What it held, and capacity for more. */
    #copy = new Float32Array(0);

    /** Index of the first word found written, or -1. */
    #found = -1;

    /**
     * Copies the view, unless it was read before in this frame.
     * @param {Float32Array} view
     */
    read(view) {
        if (view === this.#view) return view;
        this.frameEnds();
        if (this.#copy.length < view.length) this.#copy = new Float32Array(view.length);
        this.#copy.set(view);
        this.#view = view;
        return view;
    }

    /**
     * Fills the four words of a new body with 0, in the copy too.
     * @param {Float32Array} view @param {number} index of the body
     */
    clear(view, index) {
        if (view === this.#view) {
            this.#compare(4 * index, 4 * index + 4);
            this.#copy.fill(0, 4 * index, 4 * index + 4);
        }
        view.fill(0, 4 * index, 4 * index + 4);
    }

    /** Compares for the last time, before the memory of the view changes hands. */
    frameEnds() {
        if (!this.#view) return;
        this.#compare(0, this.#view.length);
        this.#view = undefined;
    }

    /**
     * Throws if the page has written into the view since the last check; a later write is found by the next
     * check.
     * @param {string} method that is called
     * @throws {MicaError} NOT_IN_WORKER
     */
    check(method) {
        if (this.#view) this.#compare(0, this.#view.length);
        if (this.#found < 0) return;
        const index = this.#found;
        this.#found = -1;
        if (this.#view) this.#copy.set(this.#view);
        throw new MicaError(
            'NOT_IN_WORKER',
            `${method}: World.velocities[${index}] was written, which has no effect in a worker; use setVelocity of body ${index >> 2}, or a module`,
        );
    }

    /** @param {number} from @param {number} to */
    #compare(from, to) {
        const view = /** @type {Float32Array} */ (this.#view);
        for (let i = from; i < to && this.#found < 0; i++) {
            // NaN is unlike itself, and as good as NaN.
            if (!Object.is(view[i], this.#copy[i])) this.#found = i;
        }
    }
}
