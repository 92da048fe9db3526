// Maps of tiles that are there: reading and changing their cells, and the cell or segment that an
// event, a contact point or a hit names. Called by js/world/objects/collider.js, which gives a live handle, by
// js/world/events/events.js, contacts.js and casts.js; nothing here but makeCell allocates.
import { SURFACE } from '../../options/tile-kinds.js';
import { tileNumber } from '../../options/tiles.js';
import { MicaError, coordinate, copyList, integer, isList, outOfRange,
    wrongType } from '../../wire/errors.js';
import { tileDataOfCollider } from '../../wire/handle.js';
import { idOf } from '../../wire/object.js';
import { COLLIDER, KIND, SHAPE, TILES } from '../../wire/layout.js';
import { FILL_TILES } from '../../wire/operations.js';

/** @import { TileData } from '../../options/tile-kinds.js' */
/** @import { Core } from '../../wire/core.js' */
/** @import { WorkerCollider } from '../../remote/types.js' */
/** @import { Collider } from './collider.js' */
/** @import { GroundMaterial, TileCell, TileCellPlace } from '../types.js' */

/**
 * The record of a map, which lies in the list from `core.recordAt` on.
 * @param {Core} core
 * @param {string} method
 * @param {number} id
 */
function loadMap(core, method, id) {
    const record = core.engine.colliderRecord(core, id, method);
    if (record[core.recordAt + SHAPE.KIND] !== KIND.TILES)
        throw new MicaError('BAD_SHAPE', `${method}: the collider is not a map of tiles`);
    return record;
}

/**
 * A count of a map, as a small integer: a fraction would be an object to V8.
 * @param {Core} core
 * @param {ArrayLike<number>} map
 * @param {number} field
 */
function mapCount(core, map, field) {
    return map[core.recordAt + field] | 0;
}

/**
 * @param {Core} core
 * @param {string} method
 * @param {number} id
 * @param {number} column
 * @param {number} row
 */
export function readTile(core, method, id, column, row) {
    const map = loadMap(core, method, id);
    integer(method, 'column', column, 0, mapCount(core, map, TILES.COLUMNS) - 1);
    integer(method, 'row', row, 0, mapCount(core, map, TILES.ROWS) - 1);
    return core.engine.tile(core, id, column, row);
}

/**
 * Throws for what no cell of the map can hold.
 * @param {Core} core
 * @param {string} method
 * @param {string} name of the argument
 * @param {number} id
 * @param {number} kinds of the map
 * @param {number} tile
 */
function checkTile(core, method, name, id, kinds, tile) {
    if (kinds === 0) tileNumber(method, name, tile);
    else if (typeof tile !== 'number') wrongType(method, name, 'a number', tile);
    else if (!core.engine.namesTile(core, id, kinds, tile)) {
        outOfRange(method, name, 'a number that the `map` of the tile map names', tile);
    }
}

/**
 * Throws unless a rectangle of cells lies in the map; gives the map's number of kinds.
 * @param {Core} core
 * @param {string} method
 * @param {number} id
 * @param {number} column
 * @param {number} row
 * @param {number} columns
 * @param {number} rows
 */
function checkCells(core, method, id, column, row, columns, rows) {
    const map = loadMap(core, method, id);
    const width = mapCount(core, map, TILES.COLUMNS);
    const height = mapCount(core, map, TILES.ROWS);
    integer(method, 'column', column, 0, width - 1);
    integer(method, 'row', row, 0, height - 1);
    integer(method, 'columns', columns, 1, width - column);
    integer(method, 'rows', rows, 1, height - row);
    return mapCount(core, map, TILES.KINDS);
}

/**
 * @param {Core} core
 * @param {string} method
 * @param {number} id
 * @param {number} column
 * @param {number} row
 * @param {number} columns
 * @param {number} rows
 * @param {number} tile
 */
export function fillTiles(core, method, id, column, row, columns, rows, tile) {
    const kinds = checkCells(core, method, id, column, row, columns, rows);
    checkTile(core, method, 'tile', id, kinds, tile);
    core.engine.perform(core, FILL_TILES, method, id, column, row, columns, rows, tile);
}

/**
 * Changes the cells of a rectangle that differ from `tiles`, run by run of equal ones.
 * @param {Core} core
 * @param {string} method
 * @param {number} id
 * @param {number} column
 * @param {number} row
 * @param {number} columns
 * @param {number} rows
 * @param {ArrayLike<number>} tiles row by row from the bottom
 */
export function setTiles(core, method, id, column, row, columns, rows, tiles) {
    const kinds = checkCells(core, method, id, column, row, columns, rows);
    if (!isList(tiles)) wrongType(method, 'tiles', 'a list of numbers', tiles);
    const list = /** @type {number[]} */ (copyList(method, 'tiles', tiles, columns * rows));
    if (list.length !== columns * rows)
        throw new RangeError(
            `${method}: tiles must have columns * rows elements, ${
                columns * rows
            }, got ${list.length}`,
        );
    const known = new Set();
    list.forEach((tile, i) => {
        if (!known.has(tile)) checkTile(core, method, `tiles[${i}]`, id, kinds, tile);
        known.add(tile);
    });
    for (let y = 0; y < rows; ++y) {
        for (let x = 0, end = 0; x < columns; x = end) {
            const tile = list[y * columns + x];
            for (end = x + 1; end < columns && list[y * columns + end] === tile;) ++end;
            const [from, line] = [column + x, row + y];
            if (!hasOnly(core, id, from, line, end - x, tile))
                core.engine.perform(core, FILL_TILES, method, id, from, line, end - x, 1, tile);
        }
    }
}

/**
 * Whether cells side by side all hold a tile.
 * @param {Core} core
 * @param {number} id
 * @param {number} column
 * @param {number} row
 * @param {number} columns
 * @param {number} tile
 */
function hasOnly(core, id, column, row, columns, tile) {
    for (let i = 0; i < columns; ++i) {
        if (core.engine.tile(core, id, column + i, row) !== tile) return false;
    }
    return true;
}

/**
 * The cell at a point of the world, of a map with this data.
 * @param {Core} core whose views are fresh
 * @param {string} method
 * @param {number} id
 * @param {number} slot of its body
 * @param {number} x
 * @param {number} y
 * @param {TileCellPlace} out
 * @param {TileData | undefined} data of the map's kinds
 * @returns {TileCell<any> | undefined}
 */
export function findTile(core, method, id, slot, x, y, out, data) {
    coordinate(method, 'x', x);
    coordinate(method, 'y', y);
    const f64 = loadMap(core, method, id);
    const { transforms, recordAt: map } = core;
    const at = 4 * slot;
    const dx = x - transforms[at];
    const dy = y - transforms[at + 1];
    const left = transforms[at + 2] * dx + transforms[at + 3] * dy - f64[map + TILES.ORIGIN_X];
    const up = transforms[at + 2] * dy - transforms[at + 3] * dx - f64[map + TILES.ORIGIN_Y];
    const u = left / f64[map + TILES.CELL_WIDTH];
    const v = up / f64[map + TILES.CELL_HEIGHT];
    if (!(u >= 0 && u < f64[map + TILES.COLUMNS] && v >= 0 && v < f64[map + TILES.ROWS])) {
        return undefined;
    }
    const column = Math.floor(u) | 0;
    const row = Math.floor(v) | 0;
    // Before anything is written: the setters of `out` may be the user's own.
    const tile = core.engine.tile(core, id, column, row);
    const layer = core.layerNames[core.engine.layerOfTile(core, id, tile)];
    out.column = column;
    out.row = row;
    out.tile = tile;
    out.layer = layer;
    out.userData = data?.get(tile)?.userData;
    return /** @type {TileCell<any>} */ (out);
}

/** @returns {TileCell<any>} to be filled */
export function makeCell() {
    return { column: 0, row: 0, tile: 0, layer: 'default', userData: undefined };
}

/**
 * The cell of a map in a record of MicaPart in mica.h: three words. Its layer and userData lie elsewhere.
 * @param {ArrayLike<number>} words
 * @param {number} at
 * @param {TileCell<any>} out to be filled
 * @returns {TileCell<any> | undefined} undefined if the record names none
 */
export function readCell(words, at, out) {
    if (words[at + 1] < 0) return undefined;
    out.column = words[at];
    out.row = words[at + 1];
    out.tile = words[at + 2];
    return out;
}

/** @param {Collider<any> | WorkerCollider<any> | undefined} collider */
function dataOf(collider) {
    return collider && tileDataOfCollider(/** @type {Collider<any>} */ (collider));
}

/**
 * Writes layer and userData into a cell that an event names.
 * @param {TileCell<any>} cell
 * @param {readonly string[]} layerNames of the world
 * @param {Collider<any> | WorkerCollider<any> | undefined} first the event's two colliders, one of which is the map
 * @param {Collider<any> | WorkerCollider<any> | undefined} second
 * @param {number} layers the numbers of their layers, 16 bits each, that of the first one low
 */
export function nameKind(cell, layerNames, first, second, layers) {
    const data = dataOf(second);
    cell.layer = layerNames[(layers >> (data ? 16 : 0)) & 0xffff];
    cell.userData = (data ?? dataOf(first))?.get(cell.tile)?.userData;
    return cell;
}

/**
 * Writes layer and userData into a cell of a live map.
 * @param {TileCell<any>} cell
 * @param {Core} core
 * @param {Collider<any>} map
 */
export function nameKindOf(cell, core, map) {
    cell.layer = core.layerNames[core.engine.layerOfTile(core, idOf(map), cell.tile)];
    cell.userData = tileDataOfCollider(map)?.get(cell.tile)?.userData;
    return cell;
}

/**
 * The cell that a part of a collider is, with what it holds now.
 * @param {Core} core
 * @param {string} method
 * @param {Collider<any>} collider
 * @param {number} part of it, as the engine counts them
 * @returns {TileCell<any> | null} null if the collider is no map
 */
export function cellOfPart(core, method, collider, part) {
    const id = idOf(collider);
    const record = core.engine.colliderRecord(core, id, method);
    if (record[core.recordAt + SHAPE.KIND] !== KIND.TILES) return null;
    const columns = mapCount(core, record, TILES.COLUMNS);
    const cell = makeCell();
    cell.column = part % columns;
    cell.row = Math.floor(part / columns);
    cell.tile = core.engine.tile(core, id, cell.column, cell.row);
    return nameKindOf(cell, core, collider);
}

/**
 * The surface of a part of a collider: that of the collider, but for what a kind of tile sets.
 * @param {Core} core
 * @param {string} method
 * @param {Collider<any>} collider
 * @param {number} part of it, as the engine counts them
 * @returns {GroundMaterial}
 */
export function surfaceOfPart(core, method, collider, part) {
    const id = idOf(collider);
    const record = core.engine.colliderRecord(core, id, method);
    const at = core.recordAt;
    const surface = {
        friction: record[at + COLLIDER.FRICTION],
        restitution: record[at + COLLIDER.RESTITUTION],
        rollingResistance: record[at + COLLIDER.ROLLING_RESISTANCE],
        tangentSpeed: record[at + COLLIDER.TANGENT_SPEED],
    };
    const cell = cellOfPart(core, method, collider, part);
    if (cell === null) return surface;
    SURFACE.forEach((key, which) => {
        const own = core.engine.surfaceOfTile(core, id, cell.tile, which);
        if (!Number.isNaN(own)) surface[key] = own;
    });
    return surface;
}

/**
 * The segment of a chain in a record of MicaPart.
 * @param {ArrayLike<number>} words
 * @param {number} at
 * @returns {number | undefined} undefined if the record names none
 */
export function readSegment(words, at) {
    return words[at] >= 0 && words[at + 1] < 0 ? words[at] : undefined;
}
