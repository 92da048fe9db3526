// The difference of two snapshots: the words of the one that the other has not at the same place of the same
// array. Arrays are compared by themselves, since those before them may have grown. js/world/saving/snapshots.js and
// js/world/saving/history.js call this. All is in words of four bytes, little-endian.
//
// A difference is a lead (LEAD words), the header and table of the snapshot, and then its sections, each from a
// block of 32 words to the next. 32 blocks have a word before them with a bit for each that differs at all, the
// lowest first; each of these has a word with a bit for each word that differs, and behind it those words.
import { MicaError } from '../../wire/errors.js';

/** Words of a snapshot's header: magic, version, bytes, host bytes, two of checksum, rows, bytes of numbers. */
const HEADER = 8;
const BYTES = 2;
const HOST_BYTES = 3;
const CHECKSUM = 4;
const ROWS = 6;
const NUMBER_BYTES = 7;

/** 'mica', of a whole one, and 'micd'. */
const WHOLE_MAGIC = 0x6163696d;
const MAGIC = 0x6463696d;
const FORM = 1;

/** Words of the lead: magic, form, bytes of the whole, two of the base's checksum. */
const LEAD = 5;

const BLOCK = 32;
const BLOCKS = 32 * BLOCK;

/** Rows of a snapshot's table, at most: those of any version, and some more. */
const MAX_ROWS = 1000;

/** Where the sections of a snapshot end, and of its base: reused, since each step of a history compares two. */
const ends = new Int32Array(MAX_ROWS + 3);
const baseEnds = new Int32Array(MAX_ROWS + 3);

/**
 * The words of bytes that may lie anywhere: of a copy, if they begin between two words.
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @returns {Int32Array<ArrayBuffer>} without what is left over at the end
 */
export function wordsOf(bytes) {
    const { buffer, byteOffset, byteLength } = bytes.byteOffset % 4 === 0
        ? bytes
        : new Uint8Array(bytes);
    return new Int32Array(buffer, byteOffset, byteLength >> 2);
}

/** @param {number} bytes */
const padded = (bytes) => 4 * Math.ceil(bytes / 16);

/** Words of header and table, which begin at a word. @param {Int32Array} words @param {number} at */
const tableLength = (words, at) => HEADER + padded(8 * words[at + ROWS]);

/**
 * Notes where the sections of a snapshot end: its table, its numbers, each array, the host's own.
 * @param {Int32Array} words
 * @param {number} at where header and table begin, of which alone this reads
 * @param {Int32Array} out where each ends, in words
 * @returns {number} of sections, with the table; 0 if the sizes cannot be those of a snapshot
 */
function findSections(words, at, out) {
    const rows = words[at + ROWS];
    if (!(rows >= 0 && rows <= MAX_ROWS && at + tableLength(words, at) <= words.length)) return 0;
    // The sum itself may be any number; what is noted of it holds if all of it is as many words as there are.
    let end = tableLength(words, at);
    out[0] = end;
    end += padded(words[at + NUMBER_BYTES] >>> 0);
    out[1] = end;
    for (let row = 0; row < rows; ++row) {
        const size = at + HEADER + 2 * row;
        end += padded((words[size] >>> 0) * (words[size + 1] >>> 0));
        out[row + 2] = end;
    }
    end += padded(words[at + HOST_BYTES] >>> 0);
    out[rows + 2] = end;
    return 4 * end === words[at + BYTES] ? rows + 3 : 0;
}

/**
 * Whether words are a whole snapshot, as far as its sizes show.
 * @param {Int32Array} words
 */
export function isWhole(words) {
    return words.length > HEADER && words[0] === WHOLE_MAGIC && words[BYTES] === 4 * words.length
        && findSections(words, 0, ends) > 0;
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
 * Whether a block, or the rest of one, is as in the base.
 * @param {Int32Array} words
 * @param {number} i
 * @param {number} end
 * @param {Int32Array} base
 * @param {number} k where it is in the base
 */
function isEqual(words, i, end, base, k) {
    for (; i + 8 <= end; i += 8, k += 8) {
        const differ = (words[i] ^ base[k]) | (words[i + 1] ^ base[k + 1])
            | (words[i + 2] ^ base[k + 2]) | (words[i + 3] ^ base[k + 3])
            | (words[i + 4] ^ base[k + 4]) | (words[i + 5] ^ base[k + 5])
            | (words[i + 6] ^ base[k + 6]) | (words[i + 7] ^ base[k + 7]);
        if (differ !== 0) return false;
    }
    for (; i < end; ++i, ++k) if (words[i] !== base[k]) return false;
    return true;
}

/**
 * Writes the words of a block that differ, and before them which these are. No branch depends on them: which words of
 * a moving body differ is anybody's guess.
 * @param {Int32Array} out
 * @param {number} at
 * @param {Int32Array} words
 * @param {number} from
 * @param {number} end
 * @param {Int32Array} base
 * @param {number} shift
 * @param {number} common where the words end that the base has; beyond it has zeros
 * @returns {number} where the next ones go: `at`, if there are none
 */
function writeBlock(out, at, words, from, end, base, shift, common) {
    let mask = 0;
    let next = at + 1;
    for (let i = from; i < end; ++i) {
        const word = words[i];
        const differ = i < common ? word ^ base[i + shift] : word;
        const bit = (differ | (0 - differ)) >>> 31;
        out[next] = word;
        next += bit;
        mask |= bit << (i - from);
    }
    out[at] = mask;
    return mask === 0 ? at : next;
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
    for (let first = from; first < to; first += BLOCKS) {
        // A block writes one word more than it keeps.
        list.reserve(1 + BLOCKS + BLOCKS / BLOCK + 1);
        const out = list.words;
        const bitsAt = list.length;
        let at = bitsAt + 1;
        let bits = 0;
        for (let i = first, bit = 1; i < to && bit !== 0; i += BLOCK, bit <<= 1) {
            const end = Math.min(i + BLOCK, to);
            if (end <= common && isEqual(words, i, end, base, i + shift)) continue;
            const next = writeBlock(out, at, words, i, end, base, shift, common);
            if (next !== at) bits |= bit;
            at = next;
        }
        out[bitsAt] = bits;
        list.length = at;
    }
}

/**
 * Writes the difference of a snapshot from another one. Both are whole.
 * @param {Int32Array} words
 * @param {Int32Array} base
 * @param {WordList} list is filled
 * @returns {boolean} false if the two have not the same arrays, as those of two versions
 */
export function writeDelta(words, base, list) {
    const count = findSections(words, 0, ends);
    if (count === 0 || findSections(base, 0, baseEnds) !== count) return false;
    const table = ends[0];
    list.length = 0;
    list.reserve(LEAD + table);
    const out = list.words;
    out[0] = MAGIC;
    out[1] = FORM;
    out[2] = words[BYTES];
    out[3] = base[CHECKSUM];
    out[4] = base[CHECKSUM + 1];
    for (let i = 0; i < table; ++i) out[LEAD + i] = words[i];
    list.length = LEAD + table;
    for (let i = 1; i < count; ++i)
        compareSection(list, words, ends[i - 1], ends[i], base, baseEnds[i - 1], baseEnds[i]);
    return true;
}

/** @param {Uint8Array} bytes */
export function isDelta(bytes) {
    return bytes.length >= 4 && bytes[0] === 0x6d && bytes[1] === 0x69 && bytes[2] === 0x63
        && bytes[3] === 0x64;
}

/** @param {string} method @param {string} [text] @returns {never} */
function refuse(method, text = 'the bytes are damaged') {
    throw new MicaError('BAD_SNAPSHOT', `${method}: ${text}`);
}

/**
 * The snapshot that a difference stands for. Damage to its words is found by the restore, which knows their checksum.
 * @param {string} method
 * @param {Uint8Array<ArrayBuffer>} delta
 * @param {Uint8Array<ArrayBuffer>} base
 * @param {(bytes: number) => Uint8Array<ArrayBuffer>} [allocate] where it goes, from the beginning of a word on
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function applyDelta(method, delta, base, allocate = (bytes) => new Uint8Array(bytes)) {
    const [list, before] = [wordsOf(delta), wordsOf(base)];
    if (base.length % 4 !== 0 || !isWhole(before))
        refuse(method, 'since is no snapshot of a whole world');
    if (list[3] !== before[CHECKSUM] || list[4] !== before[CHECKSUM + 1])
        refuse(method, 'the bytes are the difference from another snapshot than since');
    const count = list[1] === FORM && delta.length % 4 === 0 && list.length > LEAD + HEADER
        ? findSections(list, LEAD, ends)
        : 0;
    // Words that are not the base's are zeros unless a word of these bytes says otherwise, at least one for BLOCKS of them.
    if (count === 0 || findSections(before, 0, baseEnds) !== count || list[2] !== list[LEAD + BYTES]
        || list[2] > base.length + BLOCKS * delta.length)
        refuse(method);
    const whole = allocate(list[2]);
    const words = new Int32Array(whole.buffer, whole.byteOffset, whole.length >> 2);
    const table = ends[0];
    words.set(list.subarray(LEAD, LEAD + table));
    for (let i = 1; i < count; ++i) {
        const common = Math.min(ends[i] - ends[i - 1], baseEnds[i] - baseEnds[i - 1]);
        words.set(before.subarray(baseEnds[i - 1], baseEnds[i - 1] + common), ends[i - 1]);
        words.fill(0, ends[i - 1] + common, ends[i]);
    }
    let at = LEAD + table;
    for (let i = 1; i < count; ++i)
        at = patchSection(method, list, at, words, ends[i - 1], ends[i]);
    if (at !== list.length) refuse(method);
    return whole;
}

/**
 * Puts the words of a difference into a section.
 * @param {string} method
 * @param {Int32Array} list
 * @param {number} at
 * @param {Int32Array} words
 * @param {number} from of the section
 * @param {number} to
 * @returns {number} where those of the next section lie
 */
function patchSection(method, list, at, words, from, to) {
    for (let first = from; first < to; first += BLOCKS) {
        for (let bits = list[at++] | 0; bits !== 0; bits &= bits - 1) {
            const block = first + BLOCK * lowestBit(bits);
            for (let mask = list[at++] | 0; mask !== 0; mask &= mask - 1) {
                const i = block + lowestBit(mask);
                if (i >= to) refuse(method);
                words[i] = list[at++];
            }
        }
        // Beyond the end of a list all bits are 0.
        if (at > list.length) refuse(method);
    }
    return at;
}

/** The number of the lowest bit of a word that is not 0. @param {number} word */
const lowestBit = (word) => 31 - Math.clz32(word & -word);
