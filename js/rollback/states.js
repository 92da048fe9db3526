// The states of the last frames: a snapshot of the world and a copy of the game's own state, in a ring of
// buffers that are used again. Called by js/rollback/rollback.js before each frame that may be played again.
import { copyState } from '../wire/json.js';
import { hashValue } from './values.js';

/**
 * What a session needs of a world: a World of this thread.
 * @typedef {object} RollbackWorld
 * @property {(into?: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>} snapshot saves it, as `World.snapshot`
 * @property {(bytes: Uint8Array<ArrayBuffer>) => void} restore as `World.restore`
 * @property {() => string} hash as `World.hash`
 */

/**
 * @typedef {object} State
 * @property {number} frame before which it was; -1 for none
 * @property {Uint8Array<ArrayBuffer>} buffer
 * @property {Uint8Array<ArrayBuffer>} bytes the part of `buffer` that the snapshot fills
 * @property {any} game
 */

/** How much larger a buffer is than the snapshot that it was made for. */
const HEADROOM = 1.25;

const none = new Uint8Array(0);

export class States {
    /** Of all buffers. */
    bytes = 0;
    /** @type {State[]} */
    #ring;

    /**
     * @param {RollbackWorld} world
     * @param {number} count how many states are kept
     * @param {(() => unknown) | undefined} save
     * @param {((state: any) => void) | undefined} load
     */
    constructor(world, count, save, load) {
        this.world = world;
        this.save = save;
        this.load = load;
        this.#ring = Array.from({ length: count },
            () => ({ frame: -1, buffer: none, bytes: none, game: undefined }));
    }

    /** Keeps the state as it is, before a frame is played. @param {number} frame */
    store(frame) {
        const state = this.#ring[frame % this.#ring.length];
        const game = this.save
            && copyState('Rollback.advance', 'the result of save()', this.save());
        state.frame = -1;
        this.#snapshot(state);
        state.game = game;
        state.frame = frame;
    }

    /** @param {State} state */
    #snapshot(state) {
        if (state.buffer.length > 0) {
            try {
                state.bytes = this.world.snapshot(state.buffer);
                return;
            } catch (error) {
                if (!(error instanceof RangeError)) throw error; // too small
            }
        }
        this.bytes -= state.buffer.length;
        state.buffer = new Uint8Array(Math.ceil(HEADROOM * this.world.snapshot().length));
        this.bytes += state.buffer.length;
        state.bytes = this.world.snapshot(state.buffer);
    }

    /** Puts the state back that was before a frame. @param {number} frame one of the last that were stored */
    restore(frame) {
        const state = this.#ring[frame % this.#ring.length];
        this.world.restore(state.bytes);
        this.load?.(copyState('Rollback.advance', 'state', state.game));
    }

    /** A hash of world and game as they are. */
    hash() {
        const hash = this.world.hash();
        if (!this.save) return hash;
        const game = hashValue(copyState('Rollback.advance', 'the result of save()', this.save()));
        return hash + (game >>> 0).toString(16).padStart(8, '0');
    }
}
