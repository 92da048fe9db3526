// Differences of snapshots, which the engine writes (src/world/saving/difference.c says what they are): here a snapshot is put
// together again from one. js/world/saving/snapshots.js and js/world/saving/history.js call this. All is in words of
// four bytes, little-endian.
import { MicaError } from '../../wire/errors.js';
import { allocate, memoryBytes, wasm } from '../../wire/wasm.js';

/** Words of a snapshot's header: magic, version, bytes, host bytes, two of checksum, rows, bytes of numbers. */
const HEADER = 8;
const BYTES = 2;
const HOST_BYTES = 3;
const CHECKSUM = 4;
const ROWS = 6;
const NUMBER_BYTES = 7;

/** 'mica'. */
const WHOLE_MAGIC = 0x6163696d;
const FORM = 1;

/** Words of the lead: magic, form, bytes of the whole, two of the base's checksum. */
const LEAD = 5;

const BLOCK = 32;
const BLOCKS = 32 * BLOCK;

/** Rows of a snapshot's table, at most: those of any version, and some more. */
const MAX_ROWS = 1000;

/** Where the sections of a snapshot end, and of its base. */
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

/**
 * Has the engine write how a snapshot in its memory differs from another one, for a moment.
 * @template T
 * @param {string} method
 * @param {number} address of the snapshot
 * @param {number} bytes
 * @param {Uint8Array<ArrayBuffer>} base a whole snapshot
 * @param {number} most bytes that the difference may have
 * @param {(difference: Uint8Array<ArrayBuffer> | undefined) => T} use gets the difference, which lies in wasm memory
 *     until it returns; undefined if it has more bytes, or if the two are of different versions
 * @returns {T} what it gives
 * @throws {MicaError} NO_MEMORY
 */
export function withDifference(method, address, bytes, base, most, use) {
    const capacity = (most + SPARE) & ~3;
    const baseAt = allocate(method, ((base.length + 15) & ~15) + capacity);
    try {
        memoryBytes().set(base, baseAt);
        const out = baseAt + ((base.length + 15) & ~15);
        const length = wasm.calls.snapshot_difference(address, bytes, baseAt, base.length, out,
            capacity);
        return use(length > 0 && length <= most ? bytesAt(out, length) : undefined);
    } finally {
        wasm.calls.release(baseAt);
    }
}

/** What the engine wants beyond what it writes: MICA_DIFFERENCE_SPARE. */
const SPARE = 16384;

/** Bytes that the difference of a snapshot of so many bytes has at most. @param {number} bytes */
export const mostOf = (bytes) => bytes + (bytes >> 4) + SPARE;

/**
 * Bytes in wasm memory, until it grows.
 * @param {number} address
 * @param {number} length
 */
export function bytesAt(address, length) {
    return /** @type {Uint8Array<ArrayBuffer>} */ (memoryBytes()).subarray(address,
        address + length);
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
