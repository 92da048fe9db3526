// The past of a world: a snapshot of every step in a ring of bytes, most of them as the difference from a whole one
// (js/world/delta.js). When the ring or the time is full, the oldest go. js/world/world.js makes one and has it
// record each step.
import { finite, inRange, integer, readOptions } from '../wire/errors.js';
import { WordList, applyDelta, writeDelta } from './delta.js';

/** @import { HistoryOptions } from '../options/types.js' */
/** @import { Roster } from './roster.js' */

/** Steps from one whole snapshot to the next. */
const WHOLE_EVERY = 30;

/**
 * @typedef {object} Entry a step in the ring
 * @property {number} step `stepCount`
 * @property {number} time `time`
 * @property {number} at where its bytes lie
 * @property {number} length
 * @property {Entry} whole the whole snapshot that it differs from; itself, if it is one
 * @property {Roster} roster the objects of the time
 *
 * @typedef {object} Past what the history needs of its world
 * @property {() => { step: number, time: number, roster: Roster }} now
 * @property {(room: (bytes: number) => Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>} save
 * @property {(whole: Uint8Array<ArrayBuffer>, roster: Roster) => void} load
 */

/** The steps of a world that it can go back to. `world.history()` makes one. */
export class History {
    /** @type {Past} */ #past;
    #ring;
    #seconds;
    /** Oldest first. @type {Entry[]} */ #entries = [];
    #stopped = false;
    /** Whole snapshots on their way in and out. */
    #whole = new Uint8Array(0);
    #difference = new WordList();

    /** @hideconstructor @param {Past} past @param {HistoryOptions} options */
    constructor(past, options) {
        const method = 'World.history';
        const { seconds = 10, bytes = 64e6 } = readOptions(method, 'options', options, new Set(['seconds', 'bytes']));
        this.#seconds = inRange(method, 'seconds', seconds, 0.1, 3600);
        const room = integer(method, 'bytes', bytes, 1e5, 1e9);
        this.#past = past;
        this.#ring = new Uint8Array(room - (room % 16));
        Object.freeze(this);
        this.record();
    }

    /** Steps in it. */
    get length() { return this.#entries.length; }

    /** `stepCount` of the oldest step in it; NaN if there is none. */
    get first() { return this.#entries[0]?.step ?? NaN; }

    /** `stepCount` of the newest step in it; NaN if there is none. */
    get last() { return this.#entries.at(-1)?.step ?? NaN; }

    /** Bytes of the ring that are in use. */
    get bytes() { return this.#entries.reduce((sum, { length }) => sum + length, 0); }

    /** Ends it: it keeps nothing, and records no more. */
    stop() {
        this.#entries.length = 0;
        this.#ring = this.#whole = new Uint8Array(0);
        this.#stopped = true;
    }

    /**
     * Takes the world to a step, back or forth. Those behind it stay until the world makes a step from there.
     * @param {number} step from `first` to `last`
     */
    seek(step) {
        this.#seek('History.seek', 'step', finite('History.seek', 'step', step), step);
    }

    /**
     * As `seek`, with the words of another method in its errors.
     * @internal
     * @param {string} method @param {string} name @param {number} step @param {unknown} given
     */
    goTo(method, name, step, given) {
        this.#seek(method, name, step, given);
    }

    /** Notes the step just made. @internal */
    record() {
        if (this.#stopped) return;
        const { step, time, roster } = this.#past.now();
        this.#forgetFrom(step);
        const whole = this.#past.save((bytes) => this.#room(bytes));
        const last = this.#entries.at(-1);
        const base = last?.whole;
        if (base && step - base.step < WHOLE_EVERY) {
            writeDelta(whole, this.#bytesOf(base), this.#difference);
            const { words, length } = this.#difference;
            // A difference that is hardly shorter is not worth its while.
            if (8 * length < whole.length && this.#add(new Uint8Array(words.buffer, 0, 4 * length), step, time, roster, base)) return;
        }
        this.#add(whole, step, time, roster, undefined);
    }

    /** @param {number} bytes */
    #room(bytes) {
        if (this.#whole.length < bytes) this.#whole = new Uint8Array(2 * bytes);
        return this.#whole.subarray(0, bytes);
    }

    /** @param {Entry} entry */
    #bytesOf({ at, length }) {
        return this.#ring.subarray(at, at + length);
    }

    /** Before the world goes on from `step`: what it did instead, or before a leap, is past no more. @param {number} step */
    #forgetFrom(step) {
        const entries = this.#entries;
        while (entries.length > 0 && entries[entries.length - 1].step >= step) entries.pop();
        if (entries.length > 0 && entries[entries.length - 1].step !== step - 1) entries.length = 0;
    }

    /**
     * Puts bytes into the ring, and takes the oldest out for them. False if the base would have to go.
     * @param {Uint8Array} bytes @param {number} step @param {number} time @param {Roster} roster
     * @param {Entry | undefined} base
     */
    #add(bytes, step, time, roster, base) {
        const entries = this.#entries;
        const room = (bytes.length + 15) & ~15;
        if (room > this.#ring.length) {
            entries.length = 0;
            return true;
        }
        const last = entries.at(-1);
        let at = last ? (last.at + last.length + 15) & ~15 : 0;
        if (at + room > this.#ring.length) at = 0;
        while (this.#isInTheWay(at, at + room) || this.#isOver(time)) {
            if (entries[0] === base) return false;
            this.#dropOldest();
        }
        this.#ring.set(bytes, at);
        const entry = /** @type {Entry} */ ({ step, time, at, length: bytes.length, roster });
        entry.whole = base ?? entry;
        entries.push(entry);
        return true;
    }

    /** @param {number} from @param {number} to */
    #isInTheWay(from, to) {
        return this.#entries.some(({ at, length }) => at < to && from < at + length);
    }

    /** Whether the time is full without the oldest whole snapshot and what differs from it. @param {number} time */
    #isOver(time) {
        const second = this.#entries.find((entry, i) => i > 0 && entry.whole === entry);
        return second !== undefined && time - second.time >= this.#seconds;
    }

    /** The oldest whole snapshot, and all that differ from it. */
    #dropOldest() {
        const entries = this.#entries;
        const [{ whole }] = entries;
        while (entries.length > 0 && entries[0].whole === whole) entries.shift();
    }

    /** @param {string} method @param {string} name @param {number} step @param {unknown} given */
    #seek(method, name, step, given) {
        const entry = this.#entries[step - this.first];
        if (!entry) {
            const reach = this.length > 0 ? `it holds the steps ${this.first} to ${this.last}` : 'it is empty';
            throw new RangeError(`${method}: ${name} must lead to a step of the history; ${reach}, got ${given}`);
        }
        const bytes = this.#bytesOf(entry);
        const { whole } = entry;
        this.#past.load(whole === entry ? bytes : applyDelta(method, bytes, this.#bytesOf(whole), (length) => this.#room(length)), entry.roster);
    }
}
