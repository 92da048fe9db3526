// What importers share: their options, metres for pixels, the layers that a file names, and maps of tiles. Called by
// the importers beside it.
import { MAX_COORDINATE, MAX_SIZE, MIN_SIZE, inRange, readOptions, vector,
    wrongType } from '../wire/errors.js';

/** @import { ColliderOptions, TileKind, WorldOptions } from '../options/types.js' */
/** @import { Cursor } from './cursor.js' */

/** The options of ImportOptions. */
export const IMPORT_KEYS = ['load', 'pixelsPerMetre', 'position', 'world'];

/** The engine's ranges that js/options/ leaves to it: of friction, damping and other factors, and of density, kg/m². */
export const MAX_FACTOR = 1e6;
export const MAX_DENSITY = 1e9;

/** Most layers beside 'default'. */
const MAX_LAYERS = 63;

/**
 * The options that importers share, checked.
 * @param {string} method
 * @param {unknown} given
 * @param {readonly string[]} keys of the options there are
 */
export function readImportOptions(method, given, keys) {
    const o = readOptions(method, 'options', given ?? {}, new Set(keys));
    const { load, world = {} } = o;
    if (load !== undefined && typeof load !== 'function')
        wrongType(method, 'load', 'a function', load);
    if (typeof world !== 'object' || world === null) wrongType(method, 'world', 'an object', world);
    return {
        o,
        load: /** @type {((path: string) => unknown) | undefined} */ (load),
        world: /** @type {WorldOptions<any>} */ (world),
        pixelsPerMetre: o.pixelsPerMetre === undefined
            ? undefined
            : inRange(method, 'pixelsPerMetre', o.pixelsPerMetre, 1e-3, 1e6),
        position: vector(method, 'position', o.position ?? [0, 0], MAX_COORDINATE),
    };
}

/** Lengths of a world, as a rule metres with y upwards, for pixels, y downwards. */
export class Metres {
    /**
     * @param {number | undefined} pixelsPerMetre by default so many that a pixel is the unit of length of a world that is not
     *     in metres
     * @param {number} usual how many they are in one that is
     * @param {readonly [number, number]} position of the point 0, 0
     * @param {WorldOptions<any>} [world]
     */
    constructor(pixelsPerMetre, usual, [x, y], { lengthUnit = 1, yDown = false } = {}) {
        this.scale = lengthUnit / (pixelsPerMetre ?? (lengthUnit === 1 ? usual : lengthUnit));
        this.up = yDown ? -1 : 1;
        this.x = x;
        this.y = y;
    }

    /** A distance. @param {number} pixels */
    size(pixels) {
        return pixels * this.scale;
    }

    /** A vector. @param {number} x @param {number} y @returns {[number, number]} */
    vector(x, y) {
        return [x * this.scale + 0, 0 - y * this.scale * this.up];
    }

    /**
     * A point of the file in the world.
     * @param {Cursor} source what is at fault if it lies too far out
     * @param {number} x
     * @param {number} y
     * @returns {[number, number]}
     */
    point(source, x, y) {
        const [right, up] = this.vector(x, y);
        /** @type {[number, number]} */
        const point = [this.x + right, this.y + up];
        if (!point.every((each) => Math.abs(each) <= MAX_COORDINATE))
            source.fail('within 1e7 metres of the origin');
        return point;
    }
}

/** The layers of the world that a file names. */
export class LayerNames {
    /** @type {Set<string>} */
    #found = new Set();

    /** @param {WorldOptions<any>} world */
    constructor(world) {
        this.world = world;
        this.known = world.layers ? new Set(['default', ...Object.keys(world.layers)]) : undefined;
    }

    /** Whether a class names a layer: only one that the world was given. @param {string} name */
    has(name) {
        return this.known !== undefined && this.known.has(name);
    }

    /**
     * A layer by the name that a file says.
     * @param {Cursor} source
     * @returns {string}
     */
    use(source) {
        const name = source.text();
        if (name === '') source.fail('the name of a layer');
        if (this.known && !this.known.has(name)) source.fail('a layer of the option world.layers');
        if (name !== 'default') this.#found.add(name);
        if (!this.known && this.#found.size > MAX_LAYERS)
            source.fail(`one of at most ${MAX_LAYERS} layers`);
        return name;
    }

    /** The options of the world. @returns {WorldOptions<any>} */
    options() {
        if (this.known || this.#found.size === 0) return { ...this.world };
        const all = ['default', ...this.#found];
        return { ...this.world,
            layers: Object.fromEntries([...this.#found].map((name) => [name, all])) };
    }
}

/**
 * A map of tiles as a file writes it, the top row first.
 * @typedef {object} Grid
 * @property {number} columns
 * @property {number} rows
 * @property {number} column of the first cell, in the editor's grid
 * @property {number} row
 * @property {ArrayLike<number>} cells numbers of `map`, 0 where a cell is empty
 * @property {number} cellWidth pixels
 * @property {number} cellHeight pixels
 */

/**
 * The collider of a map of tiles: the rectangle of its cells that are not empty; none if all are.
 * @param {Grid} grid
 * @param {Record<number, number | TileKind<any>>} map what each number stands for
 * @param {Metres} metres
 * @param {Cursor} source what is at fault if the map is too large
 * @returns {Extract<ColliderOptions<any>, { shape: 'tiles' }> | undefined}
 */
export function tilesCollider(grid, map, metres, source) {
    let [left, right, top, bottom] = [Infinity, -1, Infinity, -1];
    for (let i = 0; i < grid.cells.length; ++i) {
        if (grid.cells[i] === 0) continue;
        const column = i % grid.columns;
        left = Math.min(left, column);
        right = Math.max(right, column);
        bottom = Math.floor(i / grid.columns);
        top = Math.min(top, bottom);
    }
    if (right < 0) return undefined;
    const columns = right - left + 1;
    const rows = bottom - top + 1;
    /** @type {number[]} */
    const cells = [];
    for (let row = top; row <= bottom; ++row) {
        for (let column = left; column <= right; ++column)
            cells.push(grid.cells[row * grid.columns + column]);
    }
    const [cellWidth, cellHeight] = [metres.size(grid.cellWidth), metres.size(grid.cellHeight)];
    const origin = metres.vector((grid.column + left) * grid.cellWidth,
        (metres.up < 0 ? grid.row + top : grid.row + bottom + 1) * grid.cellHeight);
    const farthest = Math.max(columns * cellWidth, rows * cellHeight, ...origin.map(Math.abs));
    if (!(farthest <= MAX_COORDINATE && Math.max(cellWidth, cellHeight) <= MAX_SIZE))
        source.fail('within 1e7 metres, its cells 1e6');
    if (!(Math.min(cellWidth, cellHeight) >= 2 * MIN_SIZE))
        source.fail(`of cells of at least ${2 * MIN_SIZE} metres`);
    return { shape: 'tiles', columns, rows, topDown: true, cellWidth, cellHeight, origin, cells,
        map };
}
