// Terrains as users write them: cells by an image, a function, numbers or packed text, and materials by name. Knows
// no engine, so that the page's side of a world in a worker can read terrains too. Called by js/options/shapes.js,
// and for terrains that are there by js/world/objects/shapes.js and js/world/objects/terrain.js.
import { MAX_COORDINATE, MAX_DENSITY, MAX_FACTOR, boolean, inRange, integer, isList, isTyped,
    isWithin, notNegative, oneOf, outOfRange, readOptions, show, vector,
    wrongType } from '../wire/errors.js';
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
    const kinds = readKinds(method, name, surfaces, () => TILE.FULL, site.layerNames,
        (i) => `${name}.${given[i][0]}`);
    return { kinds, materials };
}

/**
 * Reads what a cell is filled with; `at` gives the name of the cell, and is called only where the value is refused.
 * @callback ReadCell
 * @param {unknown} value
 * @param {() => string} at
 * @returns {number}
 */

/** Reads densities. @param {string} method @returns {ReadCell} */
const densityReader = (method) => (value, at) => {
    if (typeof value === 'boolean') return value ? 255 : 0;
    return Math.round(isWithin(value, 0, 255) ? value : inRange(method, at(), value, 0, 255));
};

/** Reads materials, by number or name. @param {string} method @param {string[]} names @returns {ReadCell} */
const materialReader = (method, names) => (value, at) => {
    const index = typeof value === 'string' ? names.indexOf(value) : value;
    if (isWithin(index, 0, names.length - 1) && Number.isInteger(index)) return index;
    if (typeof value === 'string')
        outOfRange(method, at(), `one of ${names.map(show).join(', ')}`, value);
    return integer(method, at(), value, 0, names.length - 1);
};

/**
 * The option `fill` or `material`, each of whose properties was read once.
 * @typedef {object} GivenCells
 * @property {unknown} value
 * @property {ArrayLike<unknown>} [list] of cells, or of an image's pixels
 * @property {boolean} [image]
 * @property {unknown} [width] of the image
 * @property {unknown} [height]
 */

/**
 * @param {string} method
 * @param {string} name
 * @param {unknown} value
 * @returns {GivenCells}
 */
function readGiven(method, name, value) {
    if (isList(value)) return { value, list: value };
    if (typeof value !== 'object' || value === null) return { value };
    if (ArrayBuffer.isView(value) || !('data' in value))
        wrongType(method, name, 'a number, a list, a function, an image or text', value);
    const { data, width, height } = /** @type {Record<string, unknown>} */ (value);
    if (!isList(data)) wrongType(method, `${name}.data`, 'the pixels of an image', data);
    return { value, list: data, image: true, width, height };
}

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
 * @param {string} name
 * @param {unknown} given
 * @param {ReadCell} read
 */
function cellsOf({ columns, rows, cell, origin: [x0, y0] }, name, given, read) {
    const cells = new Uint8Array(columns * rows);
    if (typeof given !== 'function') return cells.fill(read(given, () => name));
    let [column, row] = [0, 0];
    const at = () => `${name} at column ${column} and row ${row}`;
    for (row = 0; row < rows; ++row) {
        const y = y0 + (row + 0.5) * cell;
        for (column = 0; column < columns; ++column) {
            const value = given(x0 + (column + 0.5) * cell, y, column, row);
            cells[row * columns + column] = read(value, at);
        }
    }
    return cells;
}

/**
 * Cells by a list, or by the alpha of an image.
 * @param {Grid} grid
 * @param {string} method
 * @param {string} name
 * @param {GivenCells} given
 * @param {boolean} flip the list begins with the row that is last in the engine
 * @param {ReadCell} read
 */
function listed({ columns, rows }, method, name, { list = [], image }, flip, read) {
    const count = columns * rows;
    const step = image ? 4 : 1;
    const { length } = list;
    if (length !== step * count) {
        const got = typeof length === 'number' ? length / step : show(length);
        throw new RangeError(`${method}: ${name} must have ${columns} × ${rows} cells, got ${got}`);
    }
    if (isTyped(list, Uint8Array) && !image && !flip) return new Uint8Array(list);
    const cells = new Uint8Array(count);
    let i = 0;
    const at = () => `${name}${image ? '.data' : ''}[${i}]`;
    for (let row = 0; row < rows; ++row) {
        const from = (flip ? rows - 1 - row : row) * columns;
        for (let column = 0; column < columns; ++column) {
            i = (from + column) * step + step - 1;
            cells[row * columns + column] = read(list[i], at);
        }
    }
    return cells;
}

/**
 * A number of columns or rows, by default that of an image.
 * @param {string} method
 * @param {string} name
 * @param {unknown} given
 * @param {string} nameOfImage
 * @param {unknown} ofImage
 * @param {number} most
 */
function countOf(method, name, given, nameOfImage, ofImage, most) {
    const byImage = given === undefined && ofImage !== undefined;
    return integer(method, byImage ? nameOfImage : name, byImage ? ofImage : given, 2, most);
}

/**
 * Cells as they were given, one byte for each.
 * @param {Grid} grid
 * @param {string} method
 * @param {string} name
 * @param {GivenCells} given
 * @param {boolean} packed whether text is the packed text of a scene
 * @param {boolean} flip
 * @param {ReadCell} read
 */
function bytesOf(grid, method, name, given, packed, flip, read) {
    const { value, list } = given;
    if (packed && typeof value === 'string')
        return unpackCells(method, name, value, grid.columns * grid.rows);
    return list
        ? listed(grid, method, name, given, flip, read)
        : cellsOf(grid, name, value, read);
}

/**
 * The material of each cell; empty where there is only one.
 * @param {Grid} grid
 * @param {string} method
 * @param {string} name
 * @param {unknown} value
 * @param {string[]} names of the materials
 * @param {boolean} flip
 */
function materialsOf(grid, method, name, value, names, flip) {
    if (names.length === 1 && value === undefined) return new Uint8Array(0);
    const given = isList(value)
        ? { value, list: value }
        : { value: value === undefined ? 0 : value };
    const packed = typeof value === 'string' && !names.includes(value);
    const of = bytesOf(grid, method, name, given, packed, flip, materialReader(method, names));
    const highest = of.reduce((a, b) => Math.max(a, b), 0);
    if (highest >= names.length)
        outOfRange(method, name, `of numbers from 0 to ${names.length - 1}`, highest);
    return names.length === 1 ? new Uint8Array(0) : of;
}

/**
 * The options of a terrain, checked, in the one form that the engine takes: `data` is what lies behind the record.
 * @param {string} method
 * @param {string} path
 * @param {Record<string, unknown>} o
 * @param {Site} site
 */
export function parseTerrain(method, path, o, site) {
    const name = `${path}fill`;
    const given = readGiven(method, name, o.fill === undefined ? 0 : o.fill);
    const columns = countOf(method, `${path}columns`, o.columns, `${name}.width`, given.width,
        MAX_PARTS / 2);
    const rows = countOf(method, `${path}rows`, o.rows, `${name}.height`, given.height,
        Math.floor(MAX_PARTS / columns));
    const cell = inRange(method, `${path}cellSize`, o.cellSize ?? site.lengthUnit, 0.0064,
        Math.min(1e6, MAX_COORDINATE / Math.max(columns, rows)));
    const origin = vector(method, `${path}origin`, o.origin ?? [0, 0], MAX_COORDINATE);
    const topDown = boolean(method, `${path}topDown`, o.topDown ?? given.image === true);
    const grid = { columns, rows, cell, origin };
    const { kinds, materials } = readMaterials(method, path, o.materials, site);
    const names = [...materials.values()].map((material) => material.name);
    const flip = topDown && !site.yDown;
    const densities = bytesOf(grid, method, name, given, true, flip, densityReader(method));
    const of = materialsOf(grid, method, `${path}material`, o.material, names, flip);
    const pieces = oneOf(method, `${path}pieces`, o.pieces ?? 'fall', PIECES);
    return { columns, rows, cell, origin, materials, count: names.length, pieces,
        borderAnchors: boolean(method, `${path}borderAnchors`, o.borderAnchors ?? true),
        minimumPiece: notNegative(method, `${path}minimumPiece`,
            o.minimumPiece ?? USUAL_PIECE * site.lengthUnit ** 2),
        data: dataOf(packKinds(kinds, new Uint16Array(0)), materials, densities, of) };
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
    const { numbers, map } = describeKinds(surfaces.buffer, surfaces.byteOffset, count, layerNames,
        tileData);
    const named = Array.from({ length: count }, (_, i) => {
        const known = /** @type {Material | undefined} */ (tileData?.get(i));
        const kind = /** @type {ParsedKind} */ (map[numbers[i]]);
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

/** Views of the densities and of the cells' materials in what lies behind a record. @param {Uint8Array} data @param {number} count of materials @param {number} cells */
function cellViews(data, count, cells) {
    const from = 4 * (SURFACE_WORDS + MATERIAL_WORDS) * count;
    return { densities: data.subarray(from, from + cells), of: data.subarray(from + cells) };
}

/**
 * Changes cells of what lies behind a record.
 * @param {ArrayLike<number>} record
 * @param {Uint8Array} data
 * @param {CellPatch} patch
 */
export function patchTerrain(record, data, { column, row, columns, densities, materials }) {
    const width = record[TILES.COLUMNS];
    const views = cellViews(data, record[TILES.KINDS], width * record[TILES.ROWS]);
    for (let from = 0, at = row * width + column; from < densities.length;
        from += columns, at += width)
    {
        views.densities.set(densities.subarray(from, from + columns), at);
        if (views.of.length > 0) views.of.set(materials.subarray(from, from + columns), at);
    }
}

/**
 * The material of a square, as its densest corner has it (terrain_tile_material in src/world/parts/terrain.c).
 * @param {ArrayLike<number>} record
 * @param {Uint8Array} data
 * @param {number} column
 * @param {number} row
 */
export function materialOfSquare(record, data, column, row) {
    const width = record[TILES.COLUMNS];
    const { densities, of } = cellViews(data, record[TILES.KINDS], width * record[TILES.ROWS]);
    const at = row * width + column;
    let best = at;
    for (const k of [at + 1, at + width + 1, at + width])
        if (densities[k] > densities[best]) best = k;
    return of.length > 0 ? of[best] : 0;
}

/**
 * Cells of a rectangle of a terrain, row by row.
 * @typedef {object} CellPatch
 * @property {number} column
 * @property {number} row
 * @property {number} columns
 * @property {Uint8Array} densities
 * @property {Uint8Array} materials
 */

/**
 * The smallest rectangle of cells that holds all that differ; undefined if none does.
 * @param {number} columns of the terrain
 * @param {{ densities: Uint8Array, of: Uint8Array }} before
 * @param {{ densities: Uint8Array, of: Uint8Array }} after
 * @returns {CellPatch | undefined}
 */
export function changedCells(columns, before, after) {
    let [left, right, low, high] = [columns, -1, -1, -1];
    for (let i = 0; i < after.densities.length; ++i) {
        if (before.densities[i] === after.densities[i] && before.of[i] === after.of[i]) continue;
        const column = i % columns;
        left = Math.min(left, column);
        right = Math.max(right, column);
        high = (i - column) / columns;
        if (low < 0) low = high;
    }
    if (right < 0) return undefined;
    const width = right + 1 - left;
    const cut = (/** @type {Uint8Array} */ cells) => {
        const part = new Uint8Array(width * (high + 1 - low));
        for (let row = low; row <= high; ++row) {
            const at = row * columns + left;
            part.set(cells.subarray(at, at + width), (row - low) * width);
        }
        return part;
    };
    return { column: left, row: low, columns: width, densities: cut(after.densities),
        materials: cut(after.of) };
}
