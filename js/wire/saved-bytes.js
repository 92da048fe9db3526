// A snapshot taken apart: where its numbers, arrays and the page's own bytes lie. It checks the form alone, which is
// enough to read it; a world that is restored checks the rest. js/differences.js uses it.
import { MicaError } from './errors.js';
import { LEVEL, MATTER_ROWS, NUMBERS, PAGE, ROWS, VERSION, layOut, rowLayout } from './saved.js';

/** @import { Leaf } from './saved.js' */

const MAGIC = 0x6163696d;
const HEADER = 32;
/** Which of the page's doubles is the length of its JSON. */
const TEXT_BYTES = PAGE.length;
const PAGE_NUMBERS = TEXT_BYTES + 1;

/** The numbers of the state. */
export const STATE = layOut(NUMBERS, LEVEL.CACHE);

/** The values of each row's elements, and their bytes; none of rows without a record. */
export const LAYOUTS = ROWS.map((row) => (row[1] === '' ? undefined : rowLayout(row)));

/**
 * @typedef {object} SavedRow
 * @property {number} at
 * @property {number} size bytes of an element
 * @property {number} count
 *
 * @typedef {object} Saved
 * @property {DataView} view
 * @property {number} numbersAt
 * @property {number} treesAt where the numbers of the trees lie, up to `rowsAt`
 * @property {number} rowsAt
 * @property {SavedRow[]} rows by the place in ROWS
 * @property {number} pageAt where the page's doubles lie
 * @property {number} pageNumbers how many there are of those in PAGE
 * @property {any} page its JSON
 */

/** @param {number} bytes */
const aligned = (bytes) => Math.ceil(bytes / 16) * 16;

/**
 * @param {Uint8Array} bytes
 * @param {string} name
 * @returns {Saved}
 */
export function openSaved(bytes, name) {
    const refuse = () => {
        throw new MicaError('BAD_SNAPSHOT',
            `differences: ${name} is no whole snapshot of this version of Mica`);
    };
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const word = (/** @type {number} */ at) => view.getUint32(at, true);
    if (bytes.length < HEADER) return refuse();
    const count = word(24);
    const matter = count === ROWS.length;
    if (word(0) !== MAGIC || word(4) !== VERSION || word(8) !== bytes.length
        || !(matter || count === ROWS.length - MATTER_ROWS.length)) return refuse();
    const numbersAt = HEADER + aligned(8 * count);
    const rowsAt = numbersAt + word(28);
    const pageBytes = word(12);
    const pageAt = bytes.length - aligned(pageBytes);
    if (rowsAt > pageAt) return refuse();
    let at = rowsAt;
    let entry = HEADER;
    const rows = ROWS.map((row, k) => {
        if (!matter && MATTER_ROWS.includes(row))
            return { at, size: LAYOUTS[k]?.size ?? 4, count: 0 };
        const [size, count] = [word(entry), word(entry + 4)];
        entry += 8;
        const saved = { at, size, count };
        at += aligned(size * count);
        if (at > pageAt || (LAYOUTS[k] ?? saved).size !== size) refuse();
        return saved;
    });
    if (at !== pageAt) return refuse();
    const last = STATE.leaves[STATE.leaves.length - 1];
    return {
        view,
        numbersAt,
        treesAt: numbersAt + aligned(last.at + 1),
        rowsAt,
        rows,
        pageAt,
        pageNumbers: pageBytes < 8 * PAGE_NUMBERS ? 0 : PAGE.length,
        page: readPage(bytes, pageAt, pageBytes),
    };
}

/**
 * The JSON of a page; a world that was saved by C alone has none.
 * @param {Uint8Array} bytes @param {number} at @param {number} length
 */
function readPage(bytes, at, length) {
    if (length < 8 * PAGE_NUMBERS) return {};
    const text = new DataView(bytes.buffer, bytes.byteOffset).getFloat64(at + 8 * TEXT_BYTES, true);
    try {
        return JSON.parse(
            new TextDecoder().decode(bytes.subarray(at + length - text, at + length)),
        );
    } catch {
        return {};
    }
}

/**
 * The bits of a value.
 * @param {DataView} view @param {Leaf} leaf @param {number} at of its record
 * @returns {number | bigint}
 */
export function bitsOf(view, leaf, at) {
    switch (leaf.type) {
        case 'uint8_t':
        case 'bool':
            return view.getUint8(at + leaf.at);
        case 'uint16_t':
            return view.getUint16(at + leaf.at, true);
        case 'uint64_t':
            return view.getBigUint64(at + leaf.at, true);
        default:
            return view.getUint32(at + leaf.at, true);
    }
}

/**
 * A value as a game reads it.
 * @param {DataView} view @param {Leaf} leaf @param {number} at of its record
 * @returns {number | bigint | boolean}
 */
export function valueOf(view, leaf, at) {
    switch (leaf.type) {
        case 'float':
            return view.getFloat32(at + leaf.at, true);
        case 'int32_t':
            return view.getInt32(at + leaf.at, true);
        case 'bool':
            return view.getUint8(at + leaf.at) !== 0;
        default:
            return bitsOf(view, leaf, at);
    }
}
