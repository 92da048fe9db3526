// The past of a world: a snapshot of every step in a ring of bytes, most of them as the difference from a whole one
// (js/world/saving/delta.js). A whole one and those that differ from it are a group: when the ring or the time is full, the
// oldest group goes. js/world/time/accumulator.js has it record each step.
import { MicaError, finite, inRange, integer, readOptions, wrongType } from '../../wire/errors.js';
import { copyState } from '../../wire/json.js';
import { applyDelta, bytesAt, withDifference } from './delta.js';
import { idleCoreOfWorld } from '../given-world.js';
import { rosterOf } from '../objects/roster.js';
import { FIELDS, loadNumbers, readNumbers, refuseWorker, restoreBytes,
    saveWith } from './snapshots.js';

/** @import { Core } from '../../wire/core.js' */
/** @import { Roster } from '../objects/roster.js' */
/** @import { World } from '../world.js' */

const METHOD = 'keepHistory';

/** What part of the ring, and of the time, a group takes: so much goes at once. */
const GROUP = 1 / 8;

/** A difference longer than this part of the whole is not worth its while. */
const MAX = 1 / 2;

/**
 * What `keepHistory` keeps.
 * @template [S=any] the game's own state
 * @typedef {object} HistoryOptions
 * @property {number} [seconds] how much of the past is kept, of the world's time, as far as `bytes` reach: up to
 *     an eighth more before the oldest go; 0.1 to 3600, default 10
 * @property {number} [bytes] how much memory it takes, reserved at once; 1e5 to 1e9, default 64e6
 * @property {() => S} [save] gives the game's own state beside the world, such as a score, as a JSON value; called when a step
 *     is kept, after its listeners, and may not step or restore the world. What it throws, the call that makes the
 *     step throws. By default there is none
 * @property {(state: S) => void} [load] takes back what `save` gave at the step that the world has just gone to, a copy of
 *     its own; by default there is none
 */

/**
 * @typedef {object} Entry a step in the ring
 * @property {number} step `stepCount`
 * @property {number} time `time`
 * @property {number} at where its bytes lie, a multiple of 16
 * @property {number} length
 * @property {Entry} whole the whole snapshot that it differs from; itself, if it is one
 * @property {Roster} roster the objects of the time
 * @property {number} objects bytes that those take, beyond what the entry before has of them
 * @property {unknown} state the game's own
 */

/** The numbers of a world as they are right after a step, in the middle of no frame. @param {Core} core */
function numbersAtStep(core) {
    const numbers = readNumbers(core);
    numbers[FIELDS.LEFT_OVER] = 0;
    numbers[FIELDS.ALPHA] = 1;
    return numbers;
}

/** @param {string} name @param {unknown} value */
function optionalFunction(name, value) {
    if (value !== undefined && typeof value !== 'function')
        wrongType(METHOD, name, 'a function', value);
    return /** @type {any} */ (value);
}

/** The steps of a world that it can go back to. `keepHistory` makes one. */
export class History {
    #core;
    #ring;
    #seconds;
    /** Oldest first, one a step without a gap; the first one is whole. @type {Entry[]} */ #entries =
        [];
    #bytes = 0;
    /** Bytes of the objects of all entries. */
    #objects = 0;
    /** Bytes of the last group but for its whole snapshot. */
    #inGroup = 0;
    #stopped = false;
    #due = false;
    /** @type {(() => unknown) | undefined} */ #save;
    /** @type {((state: unknown) => void) | undefined} */ #load;
    /** The game's own state, at the step that is being noted. @type {unknown} */ #state;
    /** A whole snapshot on its way out. */
    #whole = new Uint8Array(0);

    /** @hideconstructor @param {Core} core @param {HistoryOptions} options */
    constructor(core, options) {
        const method = METHOD;
        const { seconds = 10, bytes = 64e6, save, load } = readOptions(method, 'options', options,
            new Set(['seconds', 'bytes', 'save', 'load']));
        this.#save = optionalFunction('save', save);
        this.#load = optionalFunction('load', load);
        if ((save === undefined) !== (load === undefined))
            throw new TypeError(`${method}: save and load belong together`);
        this.#seconds = inRange(method, 'seconds', seconds, 0.1, 3600);
        const room = integer(method, 'bytes', bytes, 1e5, 1e9);
        this.#core = core;
        try {
            this.#ring = new Uint8Array(room - (room % 16));
        } catch {
            throw new MicaError('NO_MEMORY', `${method}: out of memory (${room} bytes)`);
        }
        Object.freeze(this);
        this.record();
    }

    /** Steps in it. */
    get length() {
        return this.#entries.length;
    }

    /** `stepCount` of the oldest step in it; NaN if there is none. */
    get first() {
        return this.#entries[0]?.step ?? NaN;
    }

    /** `stepCount` of the newest step in it; NaN if there is none. */
    get last() {
        return this.#entries.at(-1)?.step ?? NaN;
    }

    /** Bytes that the steps in it take, at most what it was given. */
    get bytes() {
        return this.#bytes + this.#objects;
    }

    /** Ends it: it keeps nothing, and records no more. */
    stop() {
        this.#entries.length = this.#bytes = this.#objects = 0;
        this.#ring = this.#whole = new Uint8Array(0);
        this.#state = undefined;
        this.#stopped = true;
    }

    /**
     * Takes the world to a step, back or forth. The steps behind it stay until the world makes one from there. What the
     * game changed since the newest step belongs to that step; what it changes at an earlier one is lost by the next `seek`.
     * The game's own state goes to `load`, if the history has it.
     * @param {number} step from `first` to `last`
     * @throws {RangeError} if it has no such step; a MicaError LOCKED inside a listener; what `save` and `load` throw
     */
    seek(step) {
        this.goTo('History.seek', 'step', finite('History.seek', 'step', step), step);
    }

    /**
     * As `seek`, with the words of another method in its errors.
     * @internal
     * @param {string} method @param {string} name @param {number} step @param {unknown} given
     */
    goTo(method, name, step, given) {
        const core = idleCoreOfWorld(method, this.#core.world);
        if (!this.#stopped && (this.#due || core.steps.stepCount === this.last)) this.record();
        const entry = this.#entries[step - this.first];
        if (!entry) {
            const reach = this.length > 0
                ? `it holds the steps ${this.first} to ${this.last}`
                : 'it is empty';
            throw new RangeError(
                `${method}: ${name} must lead to a step of the history; ${reach}, got ${given}`,
            );
        }
        const bytes = this.#bytesOf(entry);
        const { whole } = entry;
        const snapshot = whole === entry
            ? bytes
            : applyDelta(method, bytes, this.#bytesOf(whole), this.#room);
        loadNumbers(core, restoreBytes(core, method, snapshot, entry.roster));
        const load = this.#load;
        if (load) this.#callGame(() => load(copyState(method, 'state', entry.state)));
    }

    /** Calls a function of the game's that may not step or restore the world. @template T @param {() => T} own */
    #callGame(own) {
        const { listeners } = this.#core;
        listeners.calling = true;
        try {
            return own();
        } finally {
            listeners.calling = false;
        }
    }

    /** Whether a step was made that it has not noted: it does so when the frame has ended. @internal */
    get due() {
        return this.#due;
    }
    set due(value) {
        this.#due = value && !this.#stopped;
    }

    /** Notes the world as it is, as the newest step. @internal */
    record() {
        if (this.#save && !this.#stopped) {
            const state = this.#callGame(this.#save);
            this.#state = copyState(METHOD, 'the result of save()', state);
        }
        this.#due = false;
        if (!this.#stopped) saveWith(this.#core, numbersAtStep, METHOD, false, this.#take);
    }

    /** @param {number} address of a whole snapshot @param {number} length */
    #take = (address, length) => {
        const { steps: { stepCount: step, time } } = this.#core;
        const roster = rosterOf(this.#core);
        this.#forgetFrom(step);
        while (this.#isOver(time)) this.#dropOldest();
        const base = this.#entries.at(-1)?.whole;
        const added = base && !this.#isFull(base, time)
            && withDifference(METHOD, address, length, this.#bytesOf(base), MAX * length,
                (bytes) => bytes !== undefined && this.#add(bytes, step, time, roster, base));
        if (!added) this.#add(bytesAt(address, length), step, time, roster, undefined);
    };

    /**
     * Whether the group of the last whole snapshot has all that it is to have.
     * @param {Entry} base that snapshot
     * @param {number} time
     */
    #isFull(base, time) {
        return this.#inGroup >= Math.max(base.length, GROUP * this.#ring.length)
            || time - base.time >= GROUP * this.#seconds;
    }

    /** @param {number} bytes */
    #room = (bytes) => {
        if (this.#whole.length < bytes) this.#whole = new Uint8Array(bytes + (bytes >> 1));
        return this.#whole.subarray(0, bytes);
    };

    /** @param {Entry} entry */
    #bytesOf({ at, length }) {
        return this.#ring.subarray(at, at + length);
    }

    /** Before `step` is noted: what came from there on before, or before a leap, is past no more. @param {number} step */
    #forgetFrom(step) {
        const entries = this.#entries;
        while (entries.length > 0 && entries[entries.length - 1].step >= step)
            this.#forget(/** @type {Entry} */ (entries.pop()));
        if (entries.length > 0 && entries[entries.length - 1].step !== step - 1)
            entries.length = this.#bytes = this.#objects = 0;
        this.#inGroup = 0;
        for (let i = entries.length - 1; i >= 0 && entries[i].whole !== entries[i]; --i)
            this.#inGroup += entries[i].length;
    }

    /**
     * Puts bytes into the ring, and takes the oldest out for them. False if the base would have to go, or if the ring is
     * too small: then it is empty.
     * @param {Uint8Array} bytes @param {number} step @param {number} time @param {Roster} roster
     * @param {Entry | undefined} base
     */
    #add(bytes, step, time, roster, base) {
        const entries = this.#entries;
        const room = (bytes.length + 15) & ~15;
        const last = entries.at(-1);
        let at = last ? (last.at + last.length + 15) & ~15 : 0;
        if (at + room > this.#ring.length) {
            // Those that lie behind the last one are older than those at the beginning.
            while (entries.length > 0 && entries[0].at >= at) {
                if (entries[0] === base) return false;
                this.#dropOldest();
            }
            at = 0;
        }
        while (entries.length > 0 && entries[0].at < at + room
            && at < entries[0].at + entries[0].length)
        {
            if (entries[0] === base) return false;
            this.#dropOldest();
        }
        if (room > this.#ring.length) return false;
        const objects = entries.at(-1)?.roster === roster ? 0 : roster.bytes;
        while (entries.length > 0 && this.bytes + bytes.length + objects > this.#ring.length) {
            if (entries[0] === base) return false;
            this.#dropOldest();
        }
        this.#ring.set(bytes, at);
        const entry =
            /** @type {Entry} */ ({ step, time, at, length: bytes.length, roster, objects,
                state: this.#state });
        entry.whole = base ?? entry;
        entries.push(entry);
        this.#bytes += entry.length;
        this.#objects += objects;
        return true;
    }

    /** @param {Entry} entry */
    #forget({ length, objects }) {
        this.#bytes -= length;
        this.#objects -= objects;
    }

    /** Whether the time is full without the oldest group. @param {number} time */
    #isOver(time) {
        const entries = this.#entries;
        let second = 1;
        while (second < entries.length && entries[second].whole !== entries[second]) ++second;
        return second < entries.length && time - entries[second].time >= this.#seconds;
    }

    /** The oldest whole snapshot, and all that differ from it. */
    #dropOldest() {
        const entries = this.#entries;
        const [{ whole }] = entries;
        let count = 0;
        for (; count < entries.length && entries[count].whole === whole; ++count)
            this.#forget(entries[count]);
        entries.splice(0, count);
    }
}

/**
 * Keeps the last steps of a world from now on, so that it can go back to any of them. One at a time: an earlier
 * history of the world ends.
 * @template [S=any]
 * @param {World<any>} world @param {HistoryOptions<S>} [options]
 * @returns {History}
 * @throws {MicaError} LOCKED inside a listener; NO_MEMORY; NOT_IN_WORKER; what `save` throws
 */
export function keepHistory(world, options = {}) {
    const core = idleCoreOfWorld(METHOD, world);
    refuseWorker(core, METHOD);
    const made = new History(core, options);
    core.history?.stop();
    core.history = made;
    return made;
}

/**
 * Has a world go back by so many steps, to one that its history has kept; by less than 0 forth again.
 * The game's own state goes to `load`, if the history has it.
 * @param {World<any>} world @param {number} steps
 * @throws {RangeError} if the history has no such step; a MicaError NO_HISTORY without one; LOCKED inside a listener
 */
export function rewind(world, steps) {
    const method = 'rewind';
    const core = idleCoreOfWorld(method, world);
    integer(method, 'steps', steps, -(2 ** 31), 2 ** 31);
    const history = /** @type {History | null} */ (core.history);
    if (history === null)
        throw new MicaError('NO_HISTORY',
            'rewind: call keepHistory(world) before the steps that it shall go back');
    history.goTo(method, 'steps', core.steps.stepCount - steps, steps);
}
