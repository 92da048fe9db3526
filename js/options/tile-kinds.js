// Kinds of tiles: what each number of a map stands for, as users write it (the option `map`), and as
// the engine keeps it: records of MicaTileKind in mica.h, in ascending order of numbers, and behind
// them the index of each cell's kind. Called by js/options/tiles.js and js/options/shapes.js, and for
// maps that are there by js/world/objects/parts.js, js/world/objects/shapes.js and js/remote/mirror.js.
import { MAX_FACTOR, MAX_SPEED, inRange, notNegative, readOptions,
    wrongType } from '../wire/errors.js';
import { layerIndex } from './layers.js';

/** @import { TileKind } from './types.js' */

/** Words of a record: number, tile, what it sets, friction, restitution, tangentSpeed (floats), layer. */
const WORDS = 7;
/** The surface of a kind, in the order of the record, and the ranges of js/options/options.js. */
export const SURFACE = /** @type {const} */ (['friction', 'restitution', 'tangentSpeed']);
/** The bit of a kind that sets the layer, behind those of its surface; and where the layer lies. */
const SETS_LAYER = 8;
const LAYER = 6;
export const KIND_KEYS = new Set(['tile', ...SURFACE, 'layer', 'userData']);
const MAX_KINDS = 65535;
/** From here on up, Tiled notes in the bits of a number how the tile is flipped. */
const FLIPPED = 2 ** 29;

/**
 * @typedef {Omit<TileKind, 'layer'> & { layer?: number }} ParsedKind its layer by number
 *
 * @typedef {ReadonlyMap<number, { userData?: unknown, name?: string }>} TileData what the kinds of a map are to the
 *     game, by their numbers; that of a map without kinds is empty. The materials of a terrain have names
 *
 * @typedef {object} Kinds what the numbers of a map stand for
 * @property {number[]} numbers ascending
 * @property {ParsedKind[]} list in the same order
 * @property {Map<number, ParsedKind>} byNumber the same
 */

/**
 * @param {string} method
 * @param {string} name
 * @param {unknown} value a TILE, or an object with one
 * @param {(method: string, name: string, value: unknown) => number} tileNumber
 * @param {readonly string[]} layerNames of the world
 * @returns {ParsedKind}
 */
function readKind(method, name, value, tileNumber, layerNames) {
    if (typeof value !== 'object' || value === null)
        return { tile: tileNumber(method, name, value) };
    const o = readOptions(method, name, value, KIND_KEYS);
    /** @type {ParsedKind} */
    const kind = { tile: tileNumber(method, `${name}.tile`, o.tile) };
    if (o.friction !== undefined)
        kind.friction = notNegative(method, `${name}.friction`, o.friction, MAX_FACTOR);
    if (o.restitution !== undefined)
        kind.restitution = inRange(method, `${name}.restitution`, o.restitution, 0, 1);
    if (o.tangentSpeed !== undefined) {
        kind.tangentSpeed = inRange(method, `${name}.tangentSpeed`, o.tangentSpeed, -MAX_SPEED,
            MAX_SPEED);
    }
    if (o.layer !== undefined)
        kind.layer = layerIndex(layerNames, method, `${name}.layer`, o.layer);
    if (o.userData !== undefined) kind.userData = o.userData;
    return kind;
}

/**
 * The option `map`. 0 is empty unless it says otherwise.
 * @param {string} method
 * @param {string} name
 * @param {unknown} value
 * @param {(method: string, name: string, value: unknown) => number} tileNumber
 * @param {readonly string[]} layerNames of the world
 * @param {(key: number) => string} [nameOf] what the kind of a key is called
 * @returns {Kinds}
 */
export function readKinds(method, name, value, tileNumber, layerNames,
    nameOf = (key) => `${name}[${key}]`)
{
    if (typeof value !== 'object' || value === null) {
        wrongType(method, name, 'an object of TILEs or kinds of tiles by number', value);
    }
    /** @type {Map<number, ParsedKind>} */
    const kinds = new Map([[0, { tile: 0 }]]);
    for (const [key, kind] of Object.entries(value)) {
        const number = Number(key);
        if (String(number) !== key || !Number.isInteger(number) || number < 0
            || number > 2 ** 31 - 1)
        {
            throw new RangeError(
                `${method}: the keys of ${name} must be integers from 0 to ${2 ** 31 - 1}, got ${
                    JSON.stringify(key)
                }`,
            );
        }
        kinds.set(number, readKind(method, nameOf(number), kind, tileNumber, layerNames));
    }
    if (kinds.size > MAX_KINDS) {
        throw new RangeError(
            `${method}: ${name} must have at most ${MAX_KINDS} numbers, got ${kinds.size}`,
        );
    }
    const numbers = [...kinds.keys()].sort((a, b) => a - b);
    return { numbers, list: numbers.map((number) => /** @type {ParsedKind} */ (kinds.get(number))),
        byNumber: kinds };
}

/**
 * @param {string} method
 * @param {string} cell what the cell is called
 * @param {string} name of the option `map`
 * @param {unknown} value
 * @returns {never}
 */
export function refuseNumber(method, cell, name, value) {
    const flipped = typeof value === 'number' && value >= FLIPPED;
    const hint = flipped
        ? '; Tiled notes flips in the top bits: without them it is (n & 0x1fffffff)'
        : '';
    throw new RangeError(
        `${method}: ${cell} is ${String(value)}, which ${name} does not name${hint}`,
    );
}

/**
 * Kinds and the indices of the cells' kinds as the engine takes them.
 * @param {Kinds} kinds
 * @param {Uint16Array} indices
 */
export function packKinds({ numbers, list }, indices) {
    const data = new Uint8Array(4 * WORDS * list.length + 2 * indices.length);
    const words = new Int32Array(data.buffer, 0, WORDS * list.length);
    const floats = new Float32Array(data.buffer, 0, WORDS * list.length);
    list.forEach((kind, i) => {
        const at = WORDS * i;
        words[at] = numbers[i];
        words[at + 1] = kind.tile;
        SURFACE.forEach((key, bit) => {
            const given = kind[key];
            if (given === undefined) return;
            words[at + 2] |= 1 << bit;
            floats[at + 3 + bit] = given;
        });
        if (kind.layer === undefined) return;
        words[at + 2] |= SETS_LAYER;
        words[at + LAYER] = kind.layer;
    });
    new Uint16Array(data.buffer, 4 * words.length).set(indices);
    return data;
}

/**
 * Where the indices of the cells' kinds lie behind the records.
 * @param {Uint8Array<ArrayBuffer>} data of packKinds
 * @param {number} count of kinds
 */
export function packedIndices(data, count) {
    return new Uint16Array(data.buffer, data.byteOffset + 4 * WORDS * count);
}

/**
 * The kinds, as the option `map` that gives them again.
 * @param {ArrayBufferLike} buffer
 * @param {number} address of the records
 * @param {number} count
 * @param {readonly string[]} layerNames of the world
 * @param {TileData | undefined} data
 */
export function describeKinds(buffer, address, count, layerNames, data) {
    const words = new Int32Array(buffer, address, WORDS * count);
    const floats = new Float32Array(buffer, address, WORDS * count);
    /** @type {number[]} */
    const numbers = [];
    /** @type {Record<number, number | TileKind>} */
    const map = {};
    for (let at = 0; at < words.length; at += WORDS) {
        /** @type {TileKind} */
        const kind = { tile: words[at + 1] };
        SURFACE.forEach((key, bit) => {
            if (words[at + 2] & (1 << bit)) kind[key] = floats[at + 3 + bit];
        });
        const [number, , sets] = words.subarray(at);
        if (sets & SETS_LAYER) kind.layer = layerNames[words[at + LAYER]];
        const userData = data?.get(number)?.userData;
        if (userData !== undefined) kind.userData = userData;
        numbers.push(number);
        map[number] = sets || userData !== undefined ? kind : kind.tile;
    }
    return { numbers, map };
}

/**
 * The index of the kind of a number, or -1.
 * @param {Int32Array} words
 * @param {number} from the word where the records begin
 * @param {number} count
 * @param {number} number
 */
export function findKind(words, from, count, number) {
    let low = 0;
    let high = count - 1;
    while (low < high) {
        const middle = (low + high) >> 1;
        if (words[from + WORDS * middle] < number) low = middle + 1;
        else high = middle;
    }
    return words[from + WORDS * low] === number ? low : -1;
}

/**
 * The layer of the kind of a number, or -1 if it has none of its own.
 * @param {Int32Array} words
 * @param {number} from the word where the records begin
 * @param {number} count 0 for a map without kinds
 * @param {number} number
 */
export function layerOfKind(words, from, count, number) {
    const index = count > 0 ? findKind(words, from, count, number) : -1;
    const at = from + WORDS * index;
    return index >= 0 && words[at + 2] & SETS_LAYER ? words[at + LAYER] : -1;
}

/**
 * A number of the surface of the kind of a number, or NaN if it has none of its own.
 * @param {Int32Array} words
 * @param {Float32Array} floats the same
 * @param {number} from the word where the records begin
 * @param {number} count 0 for a map without kinds
 * @param {number} number
 * @param {number} which in the order of SURFACE
 */
export function surfaceOfKind(words, floats, from, count, number, which) {
    const index = count > 0 ? findKind(words, from, count, number) : -1;
    const at = from + WORDS * index;
    return index >= 0 && words[at + 2] & (1 << which) ? floats[at + 3 + which] : NaN;
}

/** The records of kinds. @param {ArrayBuffer} buffer of packKinds @param {number} count */
export function wordsOf(buffer, count) {
    return new Int32Array(buffer, 0, WORDS * count);
}

/** The number of a kind. @param {Int32Array} words @param {number} index */
export function numberOfKind(words, index) {
    return words[WORDS * index];
}
