// Maps of tiles as users write them: what a cell may hold, and options read into plain cells. Knows
// no engine, so that the page's side of a world in a worker can read maps too. Called by
// js/options/shapes.js, js/world/objects/parts.js and js/remote/mirror.js.
import { MAX_COORDINATE, boolean, copyList, inRange, integer, isList, outOfRange, show, vector,
    wrongType } from '../wire/errors.js';
import { packKinds, readKinds, refuseNumber } from './tile-kinds.js';

/** @import { Site } from './types.js' */
/** @import { Kinds } from './tile-kinds.js' */
/** @import { TileKind } from './types.js' */

/**
 * What fills a cell of a map. Slopes are named as seen from left to right, and roofs hang from the
 * cell's top. `ONE_WAY` and `TRIGGER` are added to one of the others: `TILE.FULL | TILE.ONE_WAY`.
 */
export const TILE = Object.freeze({
    EMPTY: 0,
    FULL: 1,
    RISE: 2,
    FALL: 3,
    ROOF_RISE: 4,
    ROOF_FALL: 5,
    BOTTOM_HALF: 6,
    TOP_HALF: 7,
    LEFT_HALF: 8,
    RIGHT_HALF: 9,
    RISE_LOW: 10,
    RISE_HIGH: 11,
    FALL_HIGH: 12,
    FALL_LOW: 13,
    ONE_WAY: 32,
    TRIGGER: 64,
});

const KINDS = 14;

/** Most cells of a map, and most points of a chain. */
export const MAX_PARTS = 2 ** 24;

/** What a character means where the map's legend does not say otherwise. */
const LEGEND = {
    ' ': TILE.EMPTY,
    '.': TILE.EMPTY,
    '#': TILE.FULL,
    '/': TILE.RISE,
    '\\': TILE.FALL,
    '-': TILE.TOP_HALF | TILE.ONE_WAY,
};

/** The same in a map with numbers of its own. */
const BLANK = { ' ': 0, '.': 0 };

/**
 * @template {string} [L=string] names of the world's layers
 * @typedef {object} TileMap
 * @property {'tiles'} shape which kind of shape
 * @property {number} columns cells from left to right
 * @property {number} rows cells from bottom to top
 * @property {number} cellWidth metres
 * @property {number} cellHeight metres
 * @property {[x: number, y: number]} origin the lower left corner in the body's space, metres
 * @property {Uint8Array<ArrayBuffer> | Int32Array<ArrayBuffer>} cells row by row from the bottom:
 *     `TILE`s, or numbers of `map`
 * @property {Record<number, number | TileKind<L>>} [map] what the numbers stand for; by default for
 *     `TILE`s
 */

/** A TILE, or several added that go together; undefined for anything else. @param {unknown} value */
function findTileNumber(value) {
    if (typeof value !== 'number' || value !== (value & 127)) return undefined;
    const kind = value & 31;
    return kind < KINDS && (kind !== TILE.EMPTY || value === kind) ? value : undefined;
}

/**
 * A number that is a TILE, or several added that go together.
 * @param {string} method
 * @param {string} name
 * @param {unknown} value
 * @returns {number}
 */
export function tileNumber(method, name, value) {
    if (typeof value !== 'number') wrongType(method, name, 'a TILE', value);
    if (findTileNumber(value) === undefined)
        outOfRange(method, name, 'a TILE, with ONE_WAY or TRIGGER added or not', value);
    return value;
}

/**
 * Rows of characters, the top one first.
 * @param {string} method
 * @param {string} path
 * @param {readonly string[]} lines
 * @param {unknown} legend
 * @param {Readonly<Record<string, number>>} usual what characters mean that the legend does not name
 * @param {(name: string, value: unknown) => number} read one cell
 * @param {boolean} yDown whether the world's y points down
 */
function readLines(method, path, lines, legend, usual, read, yDown) {
    if (legend !== undefined && (typeof legend !== 'object' || legend === null)) {
        wrongType(method, `${path}legend`, 'an object of TILEs by character', legend);
    }
    const known = new Map(Object.entries({ ...usual, ...legend }));
    /** @type {Map<string, number>} */
    const meant = new Map();
    for (const [character, tile] of known) {
        const name = `${path}legend[${show(character)}]`;
        if (Array.from(character).length !== 1) {
            throw new RangeError(`${method}: ${name} must have one character for its key`);
        }
        meant.set(character, read(name, tile));
    }
    const rows = copyList(method, `${path}cells`, lines, MAX_PARTS).map((line, i) => {
        if (typeof line !== 'string') wrongType(method, `${path}cells[${i}]`, 'a string', line);
        return Array.from(line);
    });
    const columns = rows[0].length;
    /** @type {number[]} */
    const cells = [];
    rows.forEach((row, i) => {
        const name = `${path}cells[${i}]`;
        if (row.length !== columns) {
            throw new RangeError(
                `${method}: ${name} must be as long as the others, ${columns}, got ${row.length}`,
            );
        }
        row.forEach((character, column) => {
            const tile = meant.get(character);
            if (tile === undefined) {
                const names = [...known.keys()].map(show).join(', ');
                throw new RangeError(
                    `${method}: ${name}[${column}] is ${show(character)}, which ${path}legend does `
                        + `not name; there are ${names}`,
                );
            }
            cells[(yDown ? i : rows.length - 1 - i) * columns + column] = tile;
        });
    });
    return { columns, rows: rows.length, cells };
}

/**
 * How the cells of a map are read: as `TILE`s, or as numbers of its kinds, of which the index is
 * kept. `find` gives undefined for what `read` refuses.
 * @typedef {{ find: (value: any) => number | undefined, read: (name: string, value: unknown) => number }} CellReader
 */

/**
 * @param {string} method
 * @param {string} path
 * @param {Kinds | undefined} kinds
 * @returns {CellReader}
 */
function cellReader(method, path, kinds) {
    if (!kinds)
        return { find: findTileNumber, read: (name, value) => tileNumber(method, name, value) };
    const indices = new Map(kinds.numbers.map((number, i) => [number, i]));
    return {
        find: (value) => indices.get(value),
        read(name, value) {
            if (typeof value !== 'number') wrongType(method, name, `a number of ${path}map`, value);
            return indices.get(value) ?? refuseNumber(method, name, `${path}map`, value);
        },
    };
}

/**
 * Reads cells that are numbers. The name of a cell is made only where it is refused: a level has many.
 * @param {Uint8Array | Uint16Array} result
 * @param {ArrayLike<unknown>} list
 * @param {number} columns
 * @param {boolean} topDown the first row is the top one
 * @param {string} called
 * @param {CellReader} reader
 */
function readCells(result, list, columns, topDown, called, { find, read }) {
    const { length } = result;
    for (let from = 0; from < length; from += columns) {
        const shift = topDown ? length - columns - 2 * from : 0;
        for (let i = from; i < from + columns; ++i) {
            const value = list[i];
            result[i + shift] = find(value) ?? read(`${called}[${i}]`, value);
        }
    }
}

/**
 * A side of a map's cells, by default a metre.
 * @param {string} method
 * @param {string} path
 * @param {Record<string, unknown>} o
 * @param {'cellWidth' | 'cellHeight'} key
 * @param {number} count of cells along it
 * @param {number} lengthUnit of the world
 */
function cellLength(method, path, o, key, count, lengthUnit) {
    if (o[key] !== undefined && o.cellSize !== undefined) {
        throw new TypeError(`${method}: give either ${path}cellSize or ${path}${key}, not both`);
    }
    const name = o[key] === undefined ? 'cellSize' : key;
    const maximum = Math.min(1e6, MAX_COORDINATE / count);
    return inRange(method, `${path}${name}`, o[name] ?? lengthUnit, 2e-4, maximum);
}

/**
 * The options of a map, checked, in the one form that the engine takes: `data` is the cells, a byte
 * each, or kinds and the cells' indices as packKinds lays them out.
 * @param {string} method
 * @param {string} path
 * @param {Record<string, unknown>} o
 * @param {Site} site
 */
export function parseTiles(method, path, o, site) {
    const { cells } = o;
    if (cells !== undefined && !isList(cells)) {
        wrongType(method, `${path}cells`, 'numbers or rows of characters', cells);
    }
    const drawn = cells !== undefined && typeof cells[0] === 'string';
    if (o.legend !== undefined && !drawn) {
        throw new TypeError(`${method}: ${path}legend has no meaning without rows of characters`);
    }
    const topDown = o.topDown === undefined ? false : boolean(method, `${path}topDown`, o.topDown);
    if (topDown && (drawn || cells === undefined)) {
        throw new TypeError(
            `${method}: ${path}topDown has no meaning without cells that are numbers`,
        );
    }
    const kinds = o.map === undefined
        ? undefined
        : readKinds(method, `${path}map`, o.map, tileNumber, site.layerNames);
    const reader = cellReader(method, path, kinds);
    const lines = drawn
        ? readLines(method, path, /** @type {string[]} */ (cells), o.legend, kinds ? BLANK : LEGEND,
            reader.read, site.yDown)
        : undefined;
    const columns = integer(method, `${path}columns`, o.columns ?? lines?.columns, 1, MAX_PARTS);
    const maximum = Math.floor(MAX_PARTS / columns);
    const given = o.rows ?? lines?.rows ?? (cells && cells.length / columns);
    const rows = integer(method, `${path}rows`, given, 1, maximum);
    const list = lines?.cells ?? cells;
    if (list && (list.length !== columns * rows || (lines && lines.columns !== columns))) {
        const got = lines ? `${lines.rows} rows of ${lines.columns}` : list.length;
        throw new RangeError(
            `${method}: ${path}cells must be ${columns} × ${rows} cells, got ${got}`,
        );
    }
    // Cells that nothing is said of are empty: 0, which is the first number of each map too.
    const result = kinds ? new Uint16Array(columns * rows) : new Uint8Array(columns * rows);
    if (lines) result.set(lines.cells);
    else if (list) readCells(result, list, columns, topDown && !site.yDown, `${path}cells`, reader);
    return {
        shape: 'tiles',
        columns,
        rows,
        cellWidth: cellLength(method, path, o, 'cellWidth', columns, site.lengthUnit),
        cellHeight: cellLength(method, path, o, 'cellHeight', rows, site.lengthUnit),
        origin: vector(method, `${path}origin`, o.origin ?? [0, 0], MAX_COORDINATE),
        kinds: kinds?.numbers.length ?? 0,
        tileData: kinds?.byNumber ?? new Map(),
        data: kinds
            ? packKinds(kinds, /** @type {Uint16Array} */ (result))
            : /** @type {Uint8Array<ArrayBuffer>} */ (result),
    };
}
