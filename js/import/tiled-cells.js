// The cells of Tiled's tile layers: lists of numbers, or text in base64, compressed or not, whole or in the chunks of
// an infinite map. Called by tiled.js.
import { MicaError, show, wrongType } from '../wire/errors.js';
import { MAX_PARTS } from '../options/tiles.js';

/** @import { Cursor } from './cursor.js' */

/**
 * The cells of a layer: global tile ids with their flips, the top row first.
 * @typedef {object} Cells
 * @property {number} columns
 * @property {number} rows
 * @property {number} column of the first cell
 * @property {number} row of the first cell, from the top
 * @property {Uint32Array | Int32Array} cells
 */

/**
 * Unpacks bytes.
 * @typedef {(bytes: Uint8Array<ArrayBuffer>) => unknown} Decoder
 */

/** The formats of the platform's DecompressionStream. @type {Record<string, CompressionFormat>} */
const FORMATS = { zlib: 'deflate', gzip: 'gzip' };
const FAR = 2 ** 24;

/** @param {Cursor} source @param {string} why @param {unknown} [cause] @returns {never} */
function broken(source, why, cause) {
    throw new MicaError('BAD_FILE', `${source.method}: ${source.path} ${why}`, { cause });
}

/**
 * @param {Cursor} source text in base64
 * @returns {Uint8Array<ArrayBuffer>}
 */
function fromBase64(source) {
    const text = source.text().trim();
    let binary;
    try {
        binary = atob(text);
    } catch (cause) {
        broken(source, 'is no base64', cause);
    }
    return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

/**
 * So many bytes that are compressed. More are not unpacked, however small they are packed.
 * @param {Cursor} source
 * @param {Uint8Array<ArrayBuffer>} packed
 * @param {CompressionFormat} format
 * @param {number} length
 */
async function decompress(source, packed, format, length) {
    const bytes = new Uint8Array(length);
    const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream(format))
        .getReader();
    let filled = 0;
    try {
        for (;;) {
            const { done, value } = await reader.read();
            if (done) break;
            if (filled + value.length > length)
                throw new RangeError('there are more cells than the layer has');
            bytes.set(value, filled);
            filled += value.length;
        }
    } catch (cause) {
        reader.cancel().catch(() => {});
        broken(source, `cannot be unpacked: ${cause instanceof Error ? cause.message : cause}`,
            cause);
    }
    return bytes.subarray(0, filled);
}

/**
 * What a decoder of the caller's gives.
 * @param {Cursor} source
 * @param {Uint8Array<ArrayBuffer>} packed
 * @param {Decoder} decoder
 */
async function decode(source, packed, decoder) {
    let bytes;
    try {
        bytes = await decoder(packed);
    } catch (cause) {
        broken(source,
            `cannot be unpacked: ${cause instanceof Error ? cause.message : show(cause)}`, cause);
    }
    return bytes instanceof Uint8Array
        ? bytes
        : wrongType(source.method, 'decompress.zstd', 'a function that gives a Uint8Array', bytes);
}

/**
 * The ids of a whole layer or of a chunk.
 * @param {Cursor} layer says how they are written
 * @param {Cursor} source the ids
 * @param {number} count
 * @param {Decoder} [zstd]
 */
async function readIds(layer, source, count, zstd) {
    if (layer.at('encoding').word(['csv', 'base64'], 'csv') === 'csv') {
        if (!Array.isArray(source.value) || source.value.length !== count)
            source.fail(`a list of ${count} numbers`);
        const ids = new Uint32Array(count);
        const list = /** @type {unknown[]} */ (source.value);
        for (let i = 0; i < count; ++i) {
            const id = list[i];
            ids[i] = typeof id === 'number' && id >>> 0 === id
                ? id
                : source.at(i).integer(0, 2 ** 32 - 1);
        }
        return ids;
    }
    const compression = layer.at('compression');
    const name = compression.text('');
    if (name === 'zstd' && !zstd) {
        compression.refuse('which no browser unpacks: give the option decompress, or save the map '
            + 'with zlib, gzip or CSV');
    }
    if (!['', 'zstd', ...Object.keys(FORMATS)].includes(name))
        compression.fail("one of 'zlib', 'gzip', 'zstd' and ''");
    const packed = fromBase64(source);
    const bytes = name === ''
        ? packed
        : name === 'zstd'
        ? await decode(source, packed, /** @type {Decoder} */ (zstd))
        : await decompress(source, packed, FORMATS[name], 4 * count);
    if (bytes.length !== 4 * count)
        broken(source, `must hold ${count} cells of 4 bytes, got ${bytes.length} bytes`);
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    const ids = new Uint32Array(count);
    for (let i = 0; i < count; ++i) ids[i] = view.getUint32(4 * i, true);
    return ids;
}

/** @param {Cursor} source of a layer or chunk @param {number} [most] cells */
function readSize(source, most = Infinity) {
    const columns = source.at('width').integer(1, MAX_PARTS);
    const rows = source.at('height').integer(1, Math.floor(MAX_PARTS / columns));
    if (columns * rows > most)
        broken(source, 'has more cells than a map may have in all its layers');
    return { columns, rows };
}

/**
 * @param {Cursor} layer
 * @param {number} most cells
 * @param {Decoder} [zstd] unpacks layers that are packed so
 * @returns {Promise<Cells | undefined>} undefined if there are none
 */
export async function readCells(layer, most, zstd) {
    const chunks = layer.at('chunks');
    if (chunks.missing) {
        const { columns, rows } = readSize(layer, most);
        return { columns, rows, column: 0, row: 0,
            cells: await readIds(layer, layer.at('data'), columns * rows, zstd) };
    }
    /** @type {Cells[]} */
    const used = [];
    let total = 0;
    for (const chunk of chunks.list()) {
        const [column, row] = [chunk.at('x').integer(-FAR, FAR), chunk.at('y').integer(-FAR, FAR)];
        const { columns, rows } = readSize(chunk);
        total += columns * rows;
        if (total > MAX_PARTS) broken(chunks, `must have at most ${MAX_PARTS} cells`);
        const cells = await readIds(layer, chunk.at('data'), columns * rows, zstd);
        if (cells.some((id) => id !== 0)) used.push({ columns, rows, column, row, cells });
    }
    return used.length > 0 ? joinChunks(chunks, used, most) : undefined;
}

/**
 * Chunks as one rectangle.
 * @param {Cursor} chunks
 * @param {Cells[]} used those that are not empty
 * @param {number} most cells
 * @returns {Cells}
 */
function joinChunks(chunks, used, most) {
    // There may be more chunks than a call can have arguments.
    let [column, row, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
    for (const part of used) {
        column = Math.min(column, part.column);
        row = Math.min(row, part.row);
        right = Math.max(right, part.column + part.columns);
        bottom = Math.max(bottom, part.row + part.rows);
    }
    const [columns, rows] = [right - column, bottom - row];
    // Two small chunks far apart must not fill the memory.
    const filled = used.reduce((sum, part) => sum + part.columns * part.rows, 0);
    const span = Math.min(MAX_PARTS, Math.max(2 ** 18, 16 * filled));
    if (columns * rows > span)
        broken(chunks, `must span at most ${span} cells, got ${columns} × ${rows}`);
    if (columns * rows > most)
        broken(chunks, 'have more cells than a map may have in all its layers');
    const cells = new Uint32Array(columns * rows);
    for (const part of used) {
        for (let i = 0; i < part.rows; ++i) {
            const to = (part.row + i - row) * columns + part.column - column;
            cells.set(part.cells.subarray(i * part.columns, (i + 1) * part.columns), to);
        }
    }
    return { columns, rows, column, row, cells };
}
