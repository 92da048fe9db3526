// Bytes damaged: numbers set to odd values, bits flipped, ranges cut, doubled, moved and taken from another file.

/** @import { Chance } from './chance.mjs' */

/** Words that are numbers at the edge, as integers and as floats. */
const WORDS = new Uint32Array([0, 1, 2, 3, 63, 64, 255, 256, 1000, 0xffff, 0x10000, 0x100000,
    0x7fffffff, 0x80000000, 0xffffffff, 0xfffffffe, 0xffffffc0]);
const FLOATS = new Uint32Array(
    new Float32Array([1, -1, 0.5, -0, NaN, Infinity, -Infinity, 3e38, -3e38, 1e-40, 1e-20, 1e-4,
        -1e7, 1e15, 4e4, 1e20, 0.9999, 1.0001]).buffer,
);

/** @param {Chance} chance */
const oddWord = (chance) => chance.pick(/** @type {any} */ (chance.once(2) ? WORDS : FLOATS));

/** @param {readonly Uint8Array[]} parts */
export function joined(...parts) {
    const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const part of parts) {
        bytes.set(part, at);
        at += part.length;
    }
    return bytes;
}

/**
 * A range of bytes in which damage is done.
 * @typedef {{ from: number, to: number }} Range
 */

/**
 * Changes a word or byte in place.
 * @param {Chance} chance @param {Uint8Array} bytes @param {Range} range
 */
export function damageNumber(chance, bytes, { from, to }) {
    const length = to - from;
    if (length <= 0) return;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const at = from + 4 * chance.below(Math.floor(length / 4));
    const how = chance.below(length < 4 ? 2 : 10);
    if (how === 0) bytes[from + chance.below(length)] = chance.below(256);
    else if (how === 1) bytes[from + chance.below(length)] ^= 1 << chance.below(8);
    else if (how < 5) view.setUint32(at, oddWord(chance), true);
    else if (how < 7) view.setInt32(at, view.getInt32(at, true) + chance.below(5) - 2, true);
    else if (how < 8) view.setInt32(at, chance.below(64), true);
    else view.setUint32(at, view.getUint32(from + 4 * chance.below(Math.floor(length / 4)), true),
            true);
}

/**
 * Cuts, doubles or moves bytes, or takes some from another file.
 * @param {Chance} chance @param {Uint8Array} bytes @param {Uint8Array} other @param {number} [unit] bytes that stay together
 * @returns {Uint8Array}
 */
export function damageRange(chance, bytes, other, unit = 1) {
    const place = (/** @type {number} */ length) =>
        unit * chance.below(Math.floor(length / unit) + 1);
    const from = place(bytes.length);
    const to = Math.min(bytes.length, from + unit * (1 + chance.below(chance.once(2) ? 8 : 200)));
    switch (chance.below(6)) {
        case 0:
            return bytes.slice(0, from);
        case 1:
            return joined(bytes.subarray(0, from), bytes.subarray(to));
        case 2:
            return joined(bytes.subarray(0, to), bytes.subarray(from));
        case 3: {
            const times = chance.once(10) ? 200 : chance.below(4);
            return joined(bytes.subarray(0, from),
                ...new Array(times).fill(bytes.subarray(from, to)), bytes.subarray(to));
        }
        case 4: {
            const start = place(other.length);
            return joined(bytes.subarray(0, from), other.subarray(start, start + to - from),
                bytes.subarray(to));
        }
        default:
            return joined(bytes.subarray(0, from), other.subarray(Math.min(from, other.length)));
    }
}

/**
 * The bytes in which two of the same length differ.
 * @param {Uint8Array} bytes @param {Uint8Array} good
 * @returns {number[] | undefined} undefined if their lengths differ
 */
export function differing(bytes, good) {
    if (bytes.length !== good.length) return undefined;
    /** @type {number[]} */
    const at = [];
    for (let i = 0; i < bytes.length; ++i) if (bytes[i] !== good[i]) at.push(i);
    return at;
}
