// The difference of two snapshots: the words of the one that the other has not at the same place of the same
// array. Arrays are compared by themselves, since those before them may have grown. js/world/snapshots.js and
// js/world/history.js call this. All is in words of four bytes, little-endian.
import { MicaError } from '../wire/errors.js';

/** Words of a snapshot's header: magic, version, bytes, host bytes, two of checksum, rows, bytes of numbers. */
const HEADER = 8;
const BYTES = 2;
const HOST_BYTES = 3;
const CHECKSUM = 4;
const ROWS = 6;
const NUMBER_BYTES = 7;

/** 'micd' */
const MAGIC = 0x6463696d;
const FORM = 1;

/**
 * Words before the runs: magic, form, bytes of the whole, two of the base's checksum, number of runs. Behind them the
 * table of the snapshot, as it is. A run is its first word, its length, and its words.
 */
const LEAD = 6;

/** Equal words between two runs that are not worth a new run. */
const GAP = 2;

/** @param {Uint8Array<ArrayBuffer>} bytes of a snapshot, whose length is a multiple of 16 */
const wordsOf = ({ buffer, byteOffset, byteLength }) => new Int32Array(buffer, byteOffset, byteLength >> 2);

/** @param {number} bytes */
const padded = (bytes) => ((bytes + 15) & ~15) >> 2;

/** Words of header and table. @param {Int32Array} words */
const tableEnd = (words) => HEADER + padded(8 * words[ROWS]);

/**
 * Where the sections of a snapshot end: its numbers, each array, the host's own.
 * @param {Int32Array} words
 * @returns {number[]} ascending; the first is where the table ends
 */
function sections(words) {
    const ends = [tableEnd(words)];
    let end = ends[0] + (words[NUMBER_BYTES] >> 2);
    ends.push(end);
    for (let row = 0; row < words[ROWS]; ++row) {
        end += padded(words[HEADER + 2 * row] * words[HEADER + 2 * row + 1]);
        ends.push(end);
    }
    ends.push(end + padded(words[HOST_BYTES]));
    return ends;
}

/** A growing list of words, which is used over and over. */
export class WordList {
    words = new Int32Array(1024);
    length = 0;

    /** @param {number} more */
    reserve(more) {
        if (this.length + more <= this.words.length) return;
        const words = new Int32Array(Math.max(2 * this.words.length, this.length + more));
        words.set(this.words.subarray(0, this.length));
        this.words = words;
    }
}

/**
 * Appends a run of words.
 * @param {WordList} list
 * @param {Int32Array} words
 * @param {number} from
 * @param {number} to
 */
function addRun(list, words, from, to) {
    list.reserve(2 + to - from);
    const out = list.words;
    let at = list.length;
    out[at++] = from;
    out[at++] = to - from;
    for (let i = from; i < to; ++i) out[at++] = words[i];
    list.length = at;
    ++out[LEAD - 1];
}

/**
 * Appends what differs in one section.
 * @param {WordList} list
 * @param {Int32Array} words
 * @param {number} from of the section
 * @param {number} to
 * @param {Int32Array} base
 * @param {number} baseFrom
 * @param {number} baseTo
 */
function compareSection(list, words, from, to, base, baseFrom, baseTo) {
    const shift = baseFrom - from;
    const common = Math.min(to, baseTo - shift);
    let i = from;
    while (i < common) {
        if (words[i] === base[i + shift]) {
            ++i;
            continue;
        }
        let end = i + 1;
        for (let k = end; k < common && k - end <= GAP; ++k) {
            if (words[k] !== base[k + shift]) end = k + 1;
        }
        addRun(list, words, i, end);
        i = end;
    }
    if (common < to) addRun(list, words, Math.max(common, from), to);
}

/**
 * Writes the difference of a snapshot from another one.
 * @param {Uint8Array<ArrayBuffer>} whole
 * @param {Uint8Array<ArrayBuffer>} base
 * @param {WordList} list is filled
 */
export function writeDelta(whole, base, list) {
    const [words, before] = [wordsOf(whole), wordsOf(base)];
    const [ends, beforeEnds] = [sections(words), sections(before)];
    const table = ends[0];
    list.length = 0;
    list.reserve(LEAD + table);
    list.words.set([MAGIC, FORM, words[BYTES], before[CHECKSUM], before[CHECKSUM + 1], 0]);
    list.words.set(words.subarray(0, table), LEAD);
    list.length = LEAD + table;
    for (let i = 1; i < ends.length; ++i)
        compareSection(list, words, ends[i - 1], ends[i], before, beforeEnds[i - 1], beforeEnds[i]);
}

/** @param {unknown} bytes */
export function isDelta(bytes) {
    return bytes instanceof Uint8Array && bytes.length >= 4 * (LEAD + HEADER) && bytes[0] === 0x6d && bytes[1] === 0x69 &&
        bytes[2] === 0x63 && bytes[3] === 0x64;
}

/** @param {string} method @param {string} text @returns {never} */
function refuse(method, text) {
    throw new MicaError('BAD_SNAPSHOT', `${method}: ${text}`);
}

/**
 * The words of bytes that may lie anywhere.
 * @param {Uint8Array<ArrayBuffer>} bytes
 */
function alignedWords(bytes) {
    return bytes.byteOffset % 4 === 0 ? wordsOf(bytes) : wordsOf(bytes.slice());
}

/**
 * Whether a snapshot's table and sizes fit its length, so that its sections can be told.
 * @param {Int32Array} words
 * @param {number} bytes
 */
function isWhole(words, bytes) {
    if (words.length < HEADER || words[BYTES] !== bytes || words[ROWS] < 0 || words[ROWS] > 1000 || words[NUMBER_BYTES] < 0 ||
        words[HOST_BYTES] < 0 || words.length < tableEnd(words)) return false;
    const ends = sections(words);
    return ends.every((end, i) => Number.isFinite(end) && (i === 0 || end >= ends[i - 1])) && 4 * /** @type {number} */ (ends.at(-1)) === bytes;
}

/**
 * The snapshot that a difference stands for. Damage to its words is found by the restore, which knows their checksum.
 * @param {string} method
 * @param {Uint8Array<ArrayBuffer>} delta
 * @param {Uint8Array<ArrayBuffer>} base
 * @param {(bytes: number) => Uint8Array<ArrayBuffer>} [room] where it goes
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function applyDelta(method, delta, base, room = (bytes) => new Uint8Array(bytes)) {
    const [list, before] = [alignedWords(delta), alignedWords(base)];
    if (!isWhole(before, base.length)) refuse(method, 'since is no snapshot of a whole world');
    if (list[3] !== before[CHECKSUM] || list[4] !== before[CHECKSUM + 1])
        refuse(method, 'the bytes are the difference from another snapshot than since');
    const bytes = list[2];
    const table = LEAD + HEADER <= list.length ? tableEnd(list.subarray(LEAD)) : Infinity;
    if (list[1] !== FORM || bytes < 32 || bytes % 16 !== 0 || !(LEAD + table <= list.length) || 4 * table > bytes)
        refuse(method, 'the bytes are damaged');
    const lead = list.subarray(LEAD, LEAD + table);
    const ends = sections(lead);
    if (ends.some((end, i) => !Number.isFinite(end) || (i > 0 && end < ends[i - 1])) || 4 * /** @type {number} */ (ends.at(-1)) !== bytes)
        refuse(method, 'the bytes are damaged');
    const whole = room(bytes);
    const words = wordsOf(whole);
    const beforeEnds = sections(before);
    words.fill(0);
    words.set(lead);
    for (let i = 1; i < Math.min(ends.length, beforeEnds.length); ++i) {
        const common = Math.min(ends[i] - ends[i - 1], beforeEnds[i] - beforeEnds[i - 1]);
        words.set(before.subarray(beforeEnds[i - 1], beforeEnds[i - 1] + common), ends[i - 1]);
    }
    let at = LEAD + table;
    for (let run = 0; run < list[LEAD - 1]; ++run) {
        const [from, length] = [list[at], list[at + 1]];
        at += 2;
        if (!(from >= table && length >= 0 && from + length <= words.length && at + length <= list.length))
            refuse(method, 'the bytes are damaged');
        words.set(list.subarray(at, at + length), from);
        at += length;
    }
    if (at !== list.length) refuse(method, 'the bytes are damaged');
    return whole;
}
