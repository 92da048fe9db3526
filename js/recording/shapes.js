// Bodies with their colliders, shapes and joints as bytes. Of a record only what differs from a blank one is
// written. A kind of body (its record without place and motion, and its colliders) is written where it
// first appears and has a number from then on, so that a bullet is a few bytes. Called by
// js/recording/operations.js.
import { MAX_OUTLINE } from '../options/points.js';
import { MAX_MATERIALS, terrainBytes } from '../options/terrain.js';
import { MAX_PARTS } from '../options/tiles.js';
import { BODY, CHAIN, COLLIDER, KIND, MAX_POINTS, POINTS_KIND, SHAPE,
    TILES } from '../wire/layout.js';
import { jsonOf, readJson } from './user-data.js';
import { damaged } from './varints.js';

/** @import { ParsedCollider } from '../options/options.js' */
/** @import { ParsedShape } from '../options/shapes.js' */
/** @import { ByteReader, ByteWriter } from './varints.js' */

/** @typedef {{ body: number[], colliders: ParsedCollider[] }} BodyKind */

const NO_NUMBER = NaN;
export const blankBody = () => new Array(BODY.RECORD).fill(NO_NUMBER);
const blankCollider = () =>
    new Array(COLLIDER.RECORD).fill(NO_NUMBER).fill(0, 0, COLLIDER.LAYER).fill(0, COLLIDER.FIELD);
const blankShape = () => new Array(SHAPE.RECORD).fill(0);

/** Bytes of the record of a kind of tile, as js/options/tile-kinds.js packs it. */
const TILE_KIND_BYTES = 28;
const MAX_CELLS = 2 ** 20;
const MAX_TILE_KINDS = 65535;

// What a collider has besides its record: bits.
const PLACE = 1;
const POINTS = 2;
const CELLS = 4;
const USER_DATA = 8;
const TILE_DATA = 16;
const RINGS = 32;

/**
 * Writes a record of numbers: those that differ from a blank one, by how many lie between them.
 * @param {ByteWriter} writer
 * @param {ArrayLike<number>} record
 * @param {readonly number[]} blank
 */
export function writeSparse(writer, record, blank) {
    const differs = [...blank.keys()].filter((i) => !Object.is(record[i], blank[i]));
    writer.count(differs.length);
    differs.forEach((index, i) => {
        writer.count(index - (i > 0 ? differs[i - 1] + 1 : 0));
        writer.number(record[index]);
    });
}

/**
 * @param {ByteReader} reader
 * @param {readonly number[]} blank
 */
export function readSparse(reader, blank) {
    const record = blank.slice();
    const count = reader.countWithin('the size of a record', 0, blank.length);
    for (let i = 0, index = 0; i < count; ++i, ++index) {
        index += reader.count();
        if (index >= blank.length) damaged('a record is too long');
        record[index] = reader.number();
    }
    return record;
}

/** Writes bytes by how often each stands in a row. @param {ByteWriter} writer @param {Uint8Array} bytes */
function writeCells(writer, bytes) {
    writer.count(bytes.length);
    for (let i = 0, from = 0; i < bytes.length; from = i) {
        while (i < bytes.length && bytes[i] === bytes[from]) ++i;
        writer.byte(bytes[from]);
        writer.count(i - from);
    }
}

/** @param {ByteReader} reader */
function readCells(reader) {
    const maximum = Math.max(2 * MAX_CELLS + TILE_KIND_BYTES * MAX_TILE_KINDS,
        terrainBytes(MAX_MATERIALS, MAX_PARTS));
    const bytes = new Uint8Array(reader.countWithin('the size of a tile map', 1, maximum));
    for (let i = 0; i < bytes.length;) {
        const byte = reader.byte();
        const end = i + reader.countWithin('a row of equal cells', 1, bytes.length - i);
        bytes.fill(byte, i, end);
        i = end;
    }
    return bytes;
}

/**
 * Writes a parsed collider or shape.
 * @param {ByteWriter} writer
 * @param {ParsedShape & { userData?: unknown }} parsed
 * @param {readonly number[]} blank
 */
function writeParsed(writer, { record, data, rings, place, userData, tileData }, blank) {
    const json = jsonOf(userData);
    // Of a material of a terrain its name, too.
    const kinds = [...(tileData ?? [])].map((
        [number, { name, userData: data }],
    ) => /** @type {const} */ ([number, jsonOf(name === undefined ? data : { name, data })]));
    const given = kinds.filter(([, text]) => text !== '');
    const points = data instanceof Float32Array ? data : undefined;
    const cells = data instanceof Uint8Array ? data : undefined;
    writer.byte(
        (place ? PLACE : 0) | (points ? POINTS : 0) | (cells ? CELLS : 0) | (json ? USER_DATA : 0)
            | (given.length > 0 ? TILE_DATA : 0) | (rings ? RINGS : 0),
    );
    // Where the data lay when the record was used before says nothing.
    const shown = cells || points
        ? record.map((number, i) => (i === SHAPE.DATA ? 0 : number))
        : record;
    writeSparse(writer, shown, blank);
    if (place) { for (const number of place) writer.number(number); }
    if (points) {
        writer.count(points.length);
        for (const number of points) writer.number(number);
    }
    if (rings) {
        writer.count(rings.length);
        for (const count of rings) writer.count(count);
    }
    if (cells) writeCells(writer, cells);
    if (json) writer.text(json);
    if (given.length === 0) return;
    writer.count(given.length);
    for (const [number, text] of given) {
        writer.count(number);
        writer.text(text);
    }
}

/** What a recording says of a material. @param {any} read */
function materialIn(read) {
    if (typeof read?.name !== 'string') damaged('a material has no name');
    return { name: read.name, userData: read.data };
}

/** @param {ByteReader} reader */
function readPoints(reader) {
    const count = reader.countWithin('a count of coordinates', 0, 2 * MAX_CELLS);
    if (count > reader.end - reader.at) damaged('it ends too early');
    return Float32Array.from({ length: count }, () => reader.number());
}

/** @param {ByteReader} reader */
function readRings(reader) {
    const count = reader.countWithin('a count of rings', 2, MAX_OUTLINE / 5);
    return Array.from({ length: count },
        () => reader.countWithin('the points of a ring', 3, MAX_OUTLINE));
}

/**
 * @param {ByteReader} reader
 * @param {readonly number[]} blank
 * @returns {ParsedCollider}
 */
function readParsed(reader, blank) {
    const has = reader.byte();
    const record = readSparse(reader, blank);
    /** @type {[number, number, number] | undefined} */
    const place = has & PLACE ? [reader.number(), reader.number(), reader.number()] : undefined;
    const points = has & POINTS ? readPoints(reader) : undefined;
    const rings = has & RINGS ? readRings(reader) : undefined;
    const data = has & CELLS ? readCells(reader) : points;
    const userData = has & USER_DATA ? readJson(reader) : undefined;
    const isTerrain = record[SHAPE.KIND] === KIND.TERRAIN;
    const isMap = isTerrain || record[SHAPE.KIND] === KIND.TILES;
    /** @type {Map<number, { userData?: unknown }> | undefined} */
    const tileData = isMap ? new Map() : undefined;
    const given = has & TILE_DATA
        ? reader.countWithin('a count of kinds of tiles', 1, MAX_TILE_KINDS)
        : 0;
    for (let i = 0; i < given; ++i) {
        const number = reader.count();
        const read = readJson(reader);
        tileData?.set(number, isTerrain ? materialIn(read) : { userData: read });
    }
    /** @type {ParsedCollider} */
    const parsed = { record, data, rings, place, path: '', tileData, userData };
    checkParsed(parsed);
    return parsed;
}

/** How many points a shape of points may have. @param {number} kind @returns {[least: number, most: number] | undefined} */
function pointCounts(kind) {
    if (kind === KIND.POLYGON) return [3, MAX_POINTS];
    if (kind === KIND.CHAIN) return [2, MAX_CELLS];
    return kind === POINTS_KIND.HULL || kind === POINTS_KIND.OUTLINE ? [3, MAX_OUTLINE] : undefined;
}

/** Whether an outline of so many points may have these rings. @param {number} count @param {number[]} rings */
const ringsFit = (count, rings) =>
    rings.reduce((sum, ring) => sum + ring, 0) === count
    && count + 2 * (rings.length - 1) <= MAX_OUTLINE;

/**
 * Refuses a shape that says it has more points or cells than there are: the engine reads as many as the
 * record says. All other numbers it checks itself.
 * @param {ParsedShape} shape
 */
function checkParsed({ record, data, rings, place }) {
    const kind = record[SHAPE.KIND];
    const counts = pointCounts(kind);
    let right = Number.isInteger(kind) && kind >= KIND.CIRCLE && kind <= KIND.SEGMENT;
    if (counts) {
        const count = record[SHAPE.COUNT];
        right = Number.isInteger(count) && count >= counts[0] && count <= counts[1]
            && data instanceof Float32Array && data.length === 2 * count && data.every((number) =>
                Math.abs(number) <= 1e7
            );
        if (kind === KIND.CHAIN && record[CHAIN.LOOP] !== 0 && count < 3) right = false;
        if (rings && (kind !== POINTS_KIND.OUTLINE || !ringsFit(count, rings))) right = false;
    } else if (kind === KIND.TILES) {
        const [columns, rows, kinds] = [record[TILES.COLUMNS], record[TILES.ROWS],
            record[TILES.KINDS]];
        const cells = columns * rows;
        right = [columns, rows].every((each) => Number.isInteger(each) && each > 0)
            && cells <= MAX_CELLS
            && Number.isInteger(kinds) && kinds >= 0 && kinds <= MAX_TILE_KINDS
            && data instanceof Uint8Array
            && data.length === (kinds > 0 ? TILE_KIND_BYTES * kinds + 2 * cells : cells) && !place;
    } else if (kind === KIND.TERRAIN) {
        right = hasTerrain(record, data) && !place;
    } else if (data || place || rings) right = false;
    if (!right) damaged('a shape is none');
}

/**
 * Whether behind the record of a terrain there is as much as it says.
 * @param {readonly number[]} record
 * @param {Float32Array | Uint8Array | undefined} data
 */
function hasTerrain(record, data) {
    const [columns, rows, count] = [record[TILES.COLUMNS], record[TILES.ROWS], record[TILES.KINDS]];
    return [columns, rows].every((each) => Number.isInteger(each) && each > 1)
        && columns * rows <= MAX_PARTS && Number.isInteger(count) && count >= 1
        && count <= MAX_MATERIALS
        && data instanceof Uint8Array && data.length === terrainBytes(count, columns * rows);
}

/** @param {ParsedCollider} parsed */
const copyOf = (parsed) => ({ ...parsed, record: parsed.record.slice() });

/** Kinds of bodies by the bytes that they are written as. */
export class KindWriter {
    /** @type {Map<string, number>} */
    #known = new Map();
    #made = 0;
    /** What an operation has added. @type {string | undefined} */
    #added;

    /** @param {ByteWriter} spare for the bytes of a kind that may be known */
    constructor(spare) {
        this.spare = spare;
    }

    /**
     * Writes a kind of body, or its number.
     * @param {ByteWriter} writer
     * @param {readonly number[]} body its record; place and motion are left out
     * @param {ParsedCollider[]} colliders
     */
    write(writer, body, colliders) {
        const { spare } = this;
        spare.length = 0;
        writeSparse(spare,
            body.map((number,
                i) => (i >= BODY.X && i <= BODY.ANGULAR_VELOCITY ? NO_NUMBER : number)
            ), blankBody());
        spare.count(colliders.length);
        for (const parsed of colliders) writeParsed(spare, parsed, blankCollider());
        const bytes = spare.bytes.subarray(0, spare.length);
        const key = bytes.length < 4096 ? String.fromCharCode(...bytes) : '';
        const number = key && this.#known.get(key);
        if (number) {
            writer.count(number);
            return;
        }
        ++this.#made;
        this.#added = key;
        if (key) this.#known.set(key, this.#made);
        writer.count(0);
        writer.raw(bytes);
    }

    /** Before an operation that may fail. */
    begin() {
        this.#added = undefined;
    }

    /** Forgets the kind that the operation has added. */
    undo() {
        if (this.#added === undefined) return;
        this.#known.delete(this.#added);
        --this.#made;
        this.#added = undefined;
    }
}

/** Kinds of bodies in the order in which they first appear, which is read once. */
export class KindReader {
    /** @type {BodyKind[]} */
    #kinds = [];
    /** Number of the kind that is written at a byte, and where it ends. @type {Map<number, { number: number, end: number }>} */
    #places = new Map();

    /** @param {ByteReader} reader @returns {BodyKind} a copy, since what makes bodies writes into it */
    read(reader) {
        const number = reader.count() || this.#readNew(reader);
        const kind = this.#kinds[number - 1] ?? damaged('a kind of body is not there');
        return { body: kind.body.slice(), colliders: kind.colliders.map(copyOf) };
    }

    /** @param {ByteReader} reader */
    #readNew(reader) {
        const { at } = reader;
        const place = this.#places.get(at);
        if (place) {
            reader.at = place.end;
            return place.number;
        }
        const body = readSparse(reader, blankBody());
        const count = reader.countWithin('a count of colliders', 0, reader.end - reader.at);
        const colliders = Array.from({ length: count }, () => readParsed(reader, blankCollider()));
        const number = this.#kinds.push({ body, colliders });
        this.#places.set(at, { number, end: reader.at });
        return number;
    }
}

/** Writes a shape alone. @param {ByteWriter} writer @param {ParsedShape} shape */
export function writeShape(writer, shape) {
    writeParsed(writer, shape, blankShape());
}

/** @param {ByteReader} reader @returns {ParsedShape} */
export function readShape(reader) {
    return readParsed(reader, blankShape());
}
