// Terrains as users write them: cells by an image, a function, numbers or packed text, and materials by name. Knows
// no engine, so that the page's side of a world in a worker can read terrains too. Called by js/options/shapes.js,
// and for terrains that are there by js/world/objects/shapes.js and js/world/objects/terrain.js.
import { MAX_COORDINATE, MAX_DENSITY, MAX_FACTOR, boolean, inRange, integer, isList, notNegative,
    oneOf, outOfRange, readOptions, show, vector, wrongType } from '../wire/errors.js';
import { TERRAIN, TILES } from '../wire/layout.js';
import { unpackCells } from './terrain-cells.js';
import { KIND_KEYS, packKinds, describeKinds, readKinds } from './tile-kinds.js';
import { MAX_PARTS, TILE } from './tiles.js';

/** @import { Site } from './types.js' */
/** @import { ParsedKind, TileData } from './tile-kinds.js' */

/** What happens to ground that has lost its connection, in the order of MicaTerrainPieces. */
export const PIECES = /** @type {const} */ (['fall', 'stay', 'remove']);

/** Words of MicaTileKind and MicaTerrainMaterial in mica.h. */
const SURFACE_WORDS = 7;
const MATERIAL_WORDS = 3;
export const MAX_MATERIALS = 16;
/** What is a quarter of a square metre or less crumbles. */
const USUAL_PIECE = 0.05;

export const TERRAIN_KEYS = ['columns', 'rows', 'cellSize', 'origin', 'fill', 'material',
    'materials', 'topDown', 'pieces', 'borderAnchors', 'minimumPiece'];
export const MATERIAL_KEYS = new Set(
    ['hardness', 'density', 'anchor', ...KIND_KEYS].filter((key) => key !== 'tile'),
);

/**
 * @typedef {object} Material what a material of a terrain is
 * @property {string} name
 * @property {number} hardness
 * @property {number} density kg/m²
 * @property {boolean} anchor
 * @property {unknown} [userData]
 */

/**
 * The option `materials`.
 * @param {string} method
 * @param {string} path
 * @param {unknown} value
 * @param {Site} site
 */
function readMaterials(method, path, value, site) {
    const name = `${path}materials`;
    if (value !== undefined && (typeof value !== 'object' || value === null || isList(value)))
        wrongType(method, name, 'an object of materials by name', value);
    const given = Object.entries(value ?? { ground: {} });
    if (given.length < 1 || given.length > MAX_MATERIALS) {
        throw new RangeError(
            `${method}: ${name} must have 1 to ${MAX_MATERIALS} materials, got ${given.length}`,
        );
    }
    const usual = 1 / site.lengthUnit ** 2;
    /** @type {Record<number, unknown>} */
    const surfaces = {};
    /** @type {Map<number, Material>} */
    const materials = new Map();
    given.forEach(([key, material], i) => {
        const called = `${name}.${key}`;
        const o = readOptions(method, called, material, MATERIAL_KEYS);
        const { hardness = 0, density = usual, anchor = false, ...surface } = o;
        surfaces[i] = { ...surface, tile: TILE.FULL };
        materials.set(i, {
            name: key,
            hardness: notNegative(method, `${called}.hardness`, hardness, MAX_FACTOR),
            density: inRange(method, `${called}.density`, density, 1e-9, MAX_DENSITY),
            anchor: boolean(method, `${called}.anchor`, anchor),
            userData: o.userData ?? key,
        });
    });
    const kinds = readKinds(method, name, surfaces, () => TILE.FULL, site.layerNames);
    return { kinds, materials };
}

/**
 * A density that a function or a list gives.
 * @param {string} method
 * @param {string} name
 * @param {unknown} value
 */
function densityOf(method, name, value) {
    if (typeof value === 'boolean') return value ? 255 : 0;
    return Math.round(inRange(method, name, value, 0, 255));
}

/**
 * The number of a material, or its name.
 * @param {string} method
 * @param {string} name
 * @param {unknown} value
 * @param {string[]} names
 */
function materialOf(method, name, value, names) {
    if (typeof value !== 'string') return integer(method, name, value, 0, names.length - 1);
    const index = names.indexOf(value);
    if (index < 0) outOfRange(method, name, `one of ${names.map(show).join(', ')}`, value);
    return index;
}

/** @param {unknown} value @returns {value is { data: ArrayLike<number>, width: number, height: number }} */
const isImage = (value) =>
    typeof value === 'object' && value !== null && 'data' in value && isList(value.data)
    && 'width' in value && 'height' in value;

/**
 * Where the cells of a terrain are, for what is computed cell by cell.
 * @typedef {object} Grid
 * @property {number} columns
 * @property {number} rows
 * @property {number} cell
 * @property {[number, number]} origin
 */

/**
 * Cells by a function of their middles, or one value for all.
 * @param {Grid} grid
 * @param {unknown} given
 * @param {(value: unknown) => number} read
 */
function cellsOf({ columns, rows, cell, origin: [x0, y0] }, given, read) {
    const cells = new Uint8Array(columns * rows);
    if (typeof given !== 'function') return cells.fill(read(given));
    for (let row = 0; row < rows; ++row) {
        const y = y0 + (row + 0.5) * cell;
        for (let column = 0; column < columns; ++column)
            cells[row * columns + column] = read(given(x0 + (column + 0.5) * cell, y, column, row));
    }
    return cells;
}

/**
 * Cells by a list, of which every `step`-th element counts from `first` on.
 * @param {Grid} grid
 * @param {ArrayLike<unknown>} list
 * @param {number} step
 * @param {number} first
 * @param {boolean} flip the list begins with the row that is last in the engine
 * @param {(value: unknown) => number} read
 */
function listed({ columns, rows }, list, step, first, flip, read) {
    if (list instanceof Uint8Array && step === 1 && !flip) return list.slice();
    const cells = new Uint8Array(columns * rows);
    const plain = list instanceof Uint8Array || list instanceof Uint8ClampedArray;
    for (let row = 0; row < rows; ++row) {
        const from = (flip ? rows - 1 - row : row) * columns;
        for (let column = 0; column < columns; ++column) {
            const value = list[(from + column) * step + first];
            cells[row * columns + column] = plain ? /** @type {number} */ (value) : read(value);
        }
    }
    return cells;
}

/**
 * A number of columns or rows, by default that of an image.
 * @param {string} method
 * @param {string} path
 * @param {'columns' | 'rows'} key
 * @param {unknown} given
 * @param {unknown} ofImage
 * @param {number} most
 */
const countOf = (method, path, key, given, ofImage, most) =>
    integer(method, `${path}${key}`, given ?? ofImage, 2, most);

/**
 * The options of a terrain, checked, in the one form that the engine takes: `data` is what lies behind the record.
 * @param {string} method
 * @param {string} path
 * @param {Record<string, unknown>} o
 * @param {Site} site
 */
export function parseTerrain(method, path, o, site) {
    const { fill = 0, material = 0 } = o;
    const image = isImage(fill) ? fill : undefined;
    const columns = countOf(method, path, 'columns', o.columns, image?.width, MAX_PARTS / 2);
    const rows = countOf(method, path, 'rows', o.rows, image?.height,
        Math.floor(MAX_PARTS / columns));
    const cell = inRange(method, `${path}cellSize`, o.cellSize ?? site.lengthUnit, 0.0064,
        Math.min(1e6, MAX_COORDINATE / Math.max(columns, rows)));
    const origin = vector(method, `${path}origin`, o.origin ?? [0, 0], MAX_COORDINATE);
    const topDown = boolean(method, `${path}topDown`, o.topDown ?? image !== undefined);
    const grid = { columns, rows, cell, origin };
    const { kinds, materials } = readMaterials(method, path, o.materials, site);
    const names = [...materials.values()].map(({ name }) => name);
    const count = columns * rows;
    /** @param {string} key @param {unknown} given @param {(value: unknown) => number} read @param {number} which of packed bytes */
    const bytes = (key, given, read, which) => {
        const name = `${path}${key}`;
        if (typeof given === 'string' && which === 0)
            return unpackCells(method, name, given, count);
        const list = isImage(given) ? given.data : given;
        if (!isList(list)) return cellsOf(grid, given, read);
        const step = isImage(given) ? 4 : 1;
        if (list.length !== step * count) {
            throw new RangeError(
                `${method}: ${name} must have ${columns} × ${rows} cells, got ${
                    list.length / step
                }`,
            );
        }
        return listed(grid, /** @type {any} */ (list), step, step - 1, topDown && !site.yDown,
            read);
    };
    const densities = bytes('fill', fill, (value) => densityOf(method, `${path}fill`, value), 0);
    const several = names.length > 1;
    const packed = typeof material === 'string' && !names.includes(material);
    const of = several || o.material !== undefined
        ? bytes('material', material,
            (value) => materialOf(method, `${path}material`, value, names), packed ? 0 : 1)
        : new Uint8Array(0);
    if (of.some((index) => index >= names.length))
        outOfRange(method, `${path}material`, `numbers below ${names.length}`,
            Math.max(...new Set(of)));
    const pieces = oneOf(method, `${path}pieces`, o.pieces ?? 'fall', PIECES);
    return { columns, rows, cell, origin, materials, count: names.length, pieces,
        borderAnchors: boolean(method, `${path}borderAnchors`, o.borderAnchors ?? true),
        minimumPiece: notNegative(method, `${path}minimumPiece`,
            o.minimumPiece ?? USUAL_PIECE * site.lengthUnit ** 2),
        data: dataOf(packKinds(kinds, new Uint16Array(0)), materials, densities,
            several ? of : of.subarray(0, 0)) };
}

/**
 * What lies behind the record: surfaces, materials, densities, and each cell's material.
 * @param {Uint8Array} surfaces
 * @param {Map<number, Material>} materials
 * @param {Uint8Array} densities
 * @param {Uint8Array} of
 */
function dataOf(surfaces, materials, densities, of) {
    const words = new ArrayBuffer(4 * MATERIAL_WORDS * materials.size);
    const floats = new Float32Array(words);
    const ints = new Int32Array(words);
    for (const [i, { hardness, density, anchor }] of materials) {
        floats[MATERIAL_WORDS * i] = hardness;
        floats[MATERIAL_WORDS * i + 1] = density;
        ints[MATERIAL_WORDS * i + 2] = Number(anchor);
    }
    const parts = [surfaces, new Uint8Array(words), densities, of];
    const data = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const part of parts) {
        data.set(part, at);
        at += part.length;
    }
    return data;
}

/**
 * A terrain as options that make it again.
 * @param {ArrayLike<number>} record
 * @param {number} at where the record begins
 * @param {readonly string[]} layerNames
 * @param {TileData | undefined} tileData its materials, as parseTerrain gives them
 * @param {{ surfaces: Uint8Array<ArrayBuffer>, materials: Float32Array, anchors: Int32Array, densities: Uint8Array,
 *     of: Uint8Array }} bytes of the materials, three words each, and of the cells
 */
export function describeTerrain(record, at, layerNames, tileData,
    { surfaces, materials, anchors, densities, of })
{
    const count = record[at + TILES.KINDS];
    const { map } = describeKinds(surfaces.buffer, surfaces.byteOffset, count, layerNames,
        tileData);
    const named = Array.from({ length: count }, (_, i) => {
        const known = /** @type {Material | undefined} */ (tileData?.get(i));
        const kind = /** @type {ParsedKind} */ (map[i]);
        const { tile, userData, ...surface } = typeof kind === 'number'
            ? { tile: kind, userData: undefined }
            : kind;
        const name = known?.name ?? (i === 0 ? 'ground' : `material${i}`);
        return /** @type {const} */ ([name, {
            hardness: materials[MATERIAL_WORDS * i],
            density: materials[MATERIAL_WORDS * i + 1],
            ...(anchors[MATERIAL_WORDS * i + 2] ? { anchor: true } : {}),
            ...surface,
            ...(known && known.userData !== name ? { userData: known.userData } : {}),
        }]);
    });
    return {
        shape: /** @type {const} */ ('terrain'),
        columns: record[at + TILES.COLUMNS],
        rows: record[at + TILES.ROWS],
        cellSize: record[at + TERRAIN.CELL],
        origin:
            /** @type {[number, number]} */ ([record[at + TILES.ORIGIN_X],
                record[at + TILES.ORIGIN_Y]]),
        fill: densities,
        ...(count > 1 ? { material: of } : {}),
        materials: Object.fromEntries(named),
        pieces: PIECES[record[at + TERRAIN.PIECES]],
        borderAnchors: record[at + TERRAIN.BORDER_ANCHORS] !== 0,
        minimumPiece: record[at + TERRAIN.MINIMUM_PIECE],
    };
}

/** The parts of what lies behind a record of a terrain. @param {Uint8Array<ArrayBuffer>} data @param {number} count of materials @param {number} cells */
export function splitTerrain(data, count, cells) {
    const from = 4 * SURFACE_WORDS * count;
    const to = from + 4 * MATERIAL_WORDS * count;
    const words = data.slice(from, to).buffer;
    return { surfaces: data.slice(0, from), materials: new Float32Array(words),
        anchors: new Int32Array(words), densities: data.slice(to, to + cells),
        of: data.slice(to + cells) };
}

/** How many bytes lie behind a record of a terrain. @param {number} count of materials @param {number} cells */
export const terrainBytes = (count, cells) =>
    4 * (SURFACE_WORDS + MATERIAL_WORDS) * count + cells * (count > 1 ? 2 : 1);
