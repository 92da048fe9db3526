// Finds what a game has written into `world.velocities` and `world.forces`: the views are compared, bit for bit,
// with what the engine left there. What differs for another reason is written too, which does no harm: it is
// then set to what it is. Called by js/recording/recorder.js; js/world/saving/replay.js reads.
import { FLAGS } from '../wire/layout.js';
import { damaged } from './varints.js';

/** @import { Core } from '../wire/core.js' */
/** @import { ByteReader, ByteWriter } from './varints.js' */

/** Words of a slot in a view. */
const WORDS = 4;

/** One of the two views, and a copy of what the engine left in it. */
class Watched {
    /** @type {Float32Array | undefined} */
    #view;
    /** @type {Uint32Array} */
    #words = new Uint32Array(0);
    #copy = new Uint32Array(0);

    /** @param {number} code what the bytes of its writes begin with */
    constructor(code) {
        this.code = code;
    }

    /** @param {Float32Array} view as it is now */
    use(view) {
        if (view === this.#view) return;
        this.#view = view;
        this.#words = new Uint32Array(view.buffer, view.byteOffset, view.length);
        if (this.#copy.length >= view.length) return;
        const larger = new Uint32Array(view.length);
        larger.set(this.#copy);
        this.#copy = larger;
    }

    /** Copies what is there. @param {number} from slot @param {number} to */
    keep(from, to) {
        if (to - from === 1) {
            for (let i = WORDS * from; i < WORDS * to; ++i) this.#copy[i] = this.#words[i];
        } else this.#copy.set(this.#words.subarray(WORDS * from, WORDS * to), WORDS * from);
    }

    /** Words of a slot that differ, a bit each. @param {number} slot */
    #differing(slot) {
        const at = WORDS * slot;
        let bits = 0;
        for (let k = 0; k < WORDS; ++k)
            if (this.#words[at + k] !== this.#copy[at + k]) bits |= 1 << k;
        return bits;
    }

    /**
     * Writes what differs, and keeps it.
     * @param {ByteWriter} writer @param {Uint32Array} flags @param {number} from slot @param {number} to
     */
    write(writer, flags, from, to) {
        for (let slot = from; slot < to; ++slot) {
            const bits = (flags[slot] & FLAGS.ALIVE) !== 0 ? this.#differing(slot) : 0;
            if (bits === 0) continue;
            writer.count(this.code);
            writer.count(slot);
            this.#writeSlot(writer, WORDS * slot, bits);
        }
    }

    /** Which words, which of them are zero, and the others. @param {ByteWriter} writer @param {number} at @param {number} bits */
    #writeSlot(writer, at, bits) {
        let zero = 0;
        for (let k = 0; k < WORDS; ++k) if (this.#words[at + k] === 0) zero |= bits & (1 << k);
        writer.byte(bits | (zero << 4));
        for (let k = 0; k < WORDS; ++k) {
            this.#copy[at + k] = this.#words[at + k];
            if ((bits & ~zero) & (1 << k)) writer.word(this.#words[at + k]);
        }
    }
}

/** Both views of a world that may be written. */
export class ViewWrites {
    #velocities;
    #forces;

    /** @param {number} velocities what writes of velocities begin with @param {number} forces */
    constructor(velocities, forces) {
        this.#velocities = new Watched(velocities);
        this.#forces = new Watched(forces);
    }

    /** Copies what the engine has left. @param {Core} core with fresh views @param {number} [from] slot @param {number} [to] */
    keep({ velocities, forces, slots }, from = 0, to = slots) {
        const end = Math.min(to, slots);
        this.#velocities.use(velocities);
        this.#forces.use(forces);
        this.#velocities.keep(from, end);
        this.#forces.keep(from, end);
    }

    /**
     * Writes what the game has written.
     * @param {ByteWriter} writer @param {Core} core with fresh views @param {number} [from] slot @param {number} [to]
     */
    write(writer, { velocities, forces, flags, slots }, from = 0, to = slots) {
        const end = Math.min(to, slots);
        this.#velocities.use(velocities);
        this.#forces.use(forces);
        this.#velocities.write(writer, flags, from, end);
        this.#forces.write(writer, flags, from, end);
    }
}

/**
 * Reads a write, and makes it.
 * @param {ByteReader} reader behind its code
 * @param {Core | undefined} core undefined to read alone
 * @param {boolean} ofForces
 */
export function readWrite(reader, core, ofForces) {
    const slot = reader.count();
    const bits = reader.byte();
    if ((bits & 15) === 0 || ((bits >> 4) & ~bits) !== 0) damaged('a write into a view is none');
    if (core && !(slot < core.slots && (core.flags[slot] & FLAGS.ALIVE) !== 0))
        damaged('a write into a view is of no body');
    const view = core && (ofForces ? core.forces : core.velocities);
    const words = view && new Uint32Array(view.buffer, view.byteOffset, view.length);
    for (let k = 0; k < WORDS; ++k) {
        if (!(bits & (1 << k))) continue;
        const word = bits & (16 << k) ? 0 : reader.word();
        if (words) words[WORDS * slot + k] = word;
    }
}
