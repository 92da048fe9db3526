// The steps of a recording as runs. What a game does before a step is a block of bytes; a run is a block and in
// how many steps in a row it comes. A block that came lately is named by when, so that a game whose player holds
// a key, or none, costs nothing until that changes. Used by js/recording/recorder.js and js/recording/file.js.
import { damaged } from './varints.js';

/** @import { ByteReader, ByteWriter } from './varints.js' */

/**
 * How a step was made.
 * @typedef {object} Pace
 * @property {number} dt seconds
 * @property {number} parts substeps, or the most impacts
 * @property {boolean} byImpacts
 *
 * @typedef {object} Run
 * @property {number} first the step before which its block first comes; steps count from 0
 * @property {number} count steps
 * @property {number} at where its block begins
 * @property {number} end
 * @property {Pace} pace
 */

// What comes next; from RECENT on, a run of the block that came so many different blocks ago.
const PACE = 0;
const REST = 1;
const NEW = 2;
const RECENT = 3;

/** Blocks that are remembered, and the bytes of the longest. */
const MAX_RECENT = 32;
const LONGEST = 128;

/** The pace of which nothing is said. @returns {Pace} */
const usualPace = () => ({ dt: 1 / 60, parts: 4, byImpacts: false });

/** @param {Uint8Array} a @param {Uint8Array} b @param {number} length of b */
function equal(a, b, length) {
    if (a.length !== length) return false;
    for (let i = 0; i < length; ++i) if (a[i] !== b[i]) return false;
    return true;
}

/** Writes steps as runs. */
export class RunWriter {
    #writer;
    #pace = usualPace();
    /** The lately used blocks, the last one first. @type {Uint8Array[]} */
    #recent = [new Uint8Array(0)];
    /** The block of the run at hand. @type {Uint8Array} */
    #block = new Uint8Array(0);
    #count = 0;

    /** @param {ByteWriter} writer */
    constructor(writer) {
        this.#writer = writer;
    }

    /**
     * Takes a step.
     * @param {ByteWriter} block what came before it
     * @param {number} dt @param {number} parts @param {boolean} byImpacts
     */
    step({ bytes, length }, dt, parts, byImpacts) {
        const pace = this.#pace;
        const paced = pace.dt === dt && pace.parts === parts && pace.byImpacts === byImpacts;
        if (paced && this.#count > 0 && equal(this.#block, bytes, length)) {
            ++this.#count;
            return;
        }
        this.#endRun();
        const writer = this.#writer;
        if (!paced) {
            this.#pace = { dt, parts, byImpacts };
            writer.count(PACE);
            writer.number(dt);
            writer.count(2 * parts + Number(byImpacts));
        }
        const recent = this.#recent;
        const index = length > LONGEST
            ? -1
            : recent.findIndex((each) => equal(each, bytes, length));
        const block = index < 0 ? bytes.slice(0, length) : recent.splice(index, 1)[0];
        writer.count(index < 0 ? NEW : RECENT + index);
        if (index < 0) {
            writer.count(length);
            writer.raw(block);
        }
        if (length <= LONGEST) recent.unshift(block);
        if (recent.length > MAX_RECENT) recent.pop();
        this.#block = block;
        this.#count = 1;
    }

    /** Ends the runs. @param {ByteWriter} rest what came after the last step */
    end({ bytes, length }) {
        this.#endRun();
        this.#writer.count(REST);
        this.#writer.raw(bytes.subarray(0, length));
    }

    #endRun() {
        if (this.#count > 0) this.#writer.count(this.#count);
        this.#count = 0;
    }
}

/**
 * The runs up to the reader's end; where what came after the last step begins is where the reader is left.
 * @param {ByteReader} reader
 * @returns {{ runs: Run[], steps: number }}
 */
export function readRuns(reader) {
    /** @type {Run[]} */
    const runs = [];
    /** @type {{ at: number, end: number }[]} */
    const recent = [{ at: 0, end: 0 }];
    let pace = usualPace();
    for (let steps = 0;;) {
        const what = reader.count();
        if (what === REST) return { runs, steps };
        if (what === PACE) {
            const dt = reader.number();
            const rest = reader.countWithin('a pace', 2, 2 ** 32);
            pace = { dt, parts: Math.floor(rest / 2), byImpacts: rest % 2 === 1 };
            if (!(dt >= 1e-6 && dt <= 1) || pace.parts >= 2 ** 31
                || (!pace.byImpacts && pace.parts > 64)) damaged('a pace is out of range');
            continue;
        }
        const block = what === NEW
            ? readBlock(reader)
            : recent.splice(what - RECENT, 1)[0] ?? damaged('a block is not there');
        if (block.end - block.at <= LONGEST) recent.unshift(block);
        if (recent.length > MAX_RECENT) recent.pop();
        const count = reader.countWithin('a count of steps', 1, 2 ** 40);
        runs.push({ first: steps, count, ...block, pace });
        steps += count;
    }
}

/** @param {ByteReader} reader */
function readBlock(reader) {
    const length = reader.count();
    if (length > reader.end - reader.at) damaged('it ends too early');
    const { at } = reader;
    reader.at += length;
    return { at, end: reader.at };
}
