// A snapshot's bytes as a fuzzer handles them: where its parts lie, and its checksum, made right again after damage.
// As src/world/saving/snapshot.c writes them.

export const HEADER = 32;
const SUM_AT = 16;
const PRIME = 0x1b3;

/** Words of a header: bytes in all, bytes of the host's part, rows of the table, bytes of the numbers. */
const WORD = { BYTES: 2, HOST: 3, ROWS: 6, NUMBERS: 7 };

/** @param {number} bytes */
export const padded = (bytes) => Math.ceil(bytes / 16) * 16;

// A sum of 64 bits in two words; the engine has eight of them side by side.
const low = new Uint32Array(8);
const high = new Uint32Array(8);

/**
 * As sum_words of src/world/saving/snapshot.c: exclusive or, times 2^40 + 0x1b3, turned by 23 bits, and a second number added.
 * @param {number} k of the sum @param {number} a low word of the first @param {number} b high word @param {number} c low word of the second @param {number} d
 */
function sumWords(k, a, b, c, d) {
    const [x, y] = [(low[k] ^ a) >>> 0, (high[k] ^ b) >>> 0];
    const product = x * PRIME;
    const carry = Math.floor(product / 2 ** 32);
    const p = product >>> 0;
    const q = (Math.imul(y, PRIME) + carry + (x << 8)) >>> 0;
    const turned = ((p << 23) | (q >>> 9)) >>> 0;
    const sum = turned + c;
    low[k] = sum;
    high[k] = ((q << 23) | (p >>> 9)) + d + (sum >= 2 ** 32 ? 1 : 0);
}

/** Mixes the upper word into the lower one. @param {number} k */
function fold(k) {
    low[k] ^= high[k];
}

/**
 * Makes size and checksum in the header right.
 * @param {Uint8Array} bytes from the beginning of a buffer on, a multiple of 16 of them
 */
export function fixSnapshot(bytes) {
    if (bytes.length < HEADER || bytes.length % 16 !== 0) return;
    const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
    words[WORD.BYTES] = bytes.length;
    for (let k = 0; k < 8; ++k) [low[k], high[k]] = [k + 1, 0];
    for (let i = HEADER / 4, lane = 0; i < words.length; i += 4, lane = (lane + 1) & 7)
        sumWords(lane, words[i], words[i + 1], words[i + 2], words[i + 3]);
    const sums = [...low].map((word, k) => [word, high[k]]);
    [low[0], high[0]] = [bytes.length - HEADER, 0];
    for (let k = 0; k < 8; k += 2) {
        sumWords(0, sums[k][0], sums[k][1], sums[k + 1][0], sums[k + 1][1]);
        fold(0);
        // Times the same number again, and nothing added.
        const product = low[0] * PRIME;
        high[0] = Math.imul(high[0], PRIME) + Math.floor(product / 2 ** 32) + (low[0] << 8);
        low[0] = product >>> 0;
    }
    fold(0);
    words[SUM_AT / 4] = low[0];
    words[SUM_AT / 4 + 1] = high[0];
}

/**
 * A part of a snapshot: numbers of the state, the elements of an array, or what the page adds.
 * @typedef {object} Section
 * @property {number} from
 * @property {number} to
 * @property {number} size bytes of an element
 * @property {number} count of elements
 * @property {number} countAt where the table has it; 0 for numbers
 */

/**
 * The parts that are not empty, as far as the table tells.
 * @param {Uint8Array} bytes
 * @returns {Section[]}
 */
export function sectionsOf(bytes) {
    if (bytes.length < HEADER) return [];
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const rows = view.getUint32(4 * WORD.ROWS, true);
    const numbers = view.getUint32(4 * WORD.NUMBERS, true);
    const host = view.getUint32(4 * WORD.HOST, true);
    if (rows > 1000 || HEADER + padded(8 * rows) > bytes.length) return [];
    /** @type {Section[]} */
    const found = [];
    let at = HEADER + padded(8 * rows);
    const add = (/** @type {number} */ size, /** @type {number} */ count,
        /** @type {number} */ countAt) =>
    {
        const to = at + size * count;
        if (to > at && to <= bytes.length) found.push({ from: at, to, size, count, countAt });
        at += padded(size * count);
    };
    add(numbers, 1, 0);
    for (let row = 0; row < rows; ++row) {
        const table = HEADER + 8 * row;
        add(view.getUint32(table, true), view.getUint32(table + 4, true), table + 4);
    }
    add(host, 1, 0);
    return found;
}

/**
 * The same bytes with another number of elements in one array: the last ones taken away, or copied.
 * @param {Uint8Array<ArrayBuffer>} bytes @param {Section} section @param {number} count
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function withCount(bytes, { from, to, size, countAt }, count) {
    const before = padded(to - from);
    const after = padded(size * count);
    const changed = new Uint8Array(bytes.length - before + after);
    changed.set(bytes.subarray(0, from));
    for (let i = from; i < from + size * count; ++i)
        changed[i] = i < to
            ? bytes[i]
            : changed[i - size];
    changed.set(bytes.subarray(from + before), from + after);
    new DataView(changed.buffer).setUint32(countAt, count, true);
    return changed;
}
