// Terrains that are there: digging and filling them, the bodies that come off, and reading their cells. Called by
// js/world/objects/collider.js, which gives a live handle, and editTerrain by js/world/engine.js.
import { toolWords } from '../../options/terrain-tool.js';
import { MAX_MATERIALS, PIECES } from '../../options/terrain.js';
import { MAX_FACTOR, MicaError, integer, notNegative, oneOf, outOfRange, readOptions,
    show } from '../../wire/errors.js';
import { syncViews } from '../../wire/core.js';
import { countEdit, tileDataOfCollider } from '../../wire/handle.js';
import { KIND, SHAPE, TERRAIN, TILES, slotOf } from '../../wire/layout.js';
import { idOf } from '../../wire/object.js';
import { SET_PIECES } from '../../wire/operations.js';
import { live } from '../../wire/perform.js';
import { allocate, heap, raise, wasm } from '../../wire/wasm.js';
import { lastOfBody, lastOfCollider } from './last-values.js';
import { bodyOf, colliderIds, colliderOf, forgetBody, forgetCollider,
    newCollider } from './objects.js';
import { describeShape, readTerrain } from './shapes.js';

/** @import { Material } from '../../options/terrain.js' */
/** @import { Core } from '../../wire/core.js' */
/** @import { Body } from './body.js' */
/** @import { Collider } from './collider.js' */
/** @import { GroundChange, GroundPiece } from '../types.js' */

const DIG_KEYS = new Set(['position', 'angle', 'hardness']);
const ADD_KEYS = new Set(['position', 'angle', 'material']);

/**
 * The record of a terrain, which lies in the list from `core.recordAt` on.
 * @param {Core} core
 * @param {string} method
 * @param {number} id
 */
function loadTerrain(core, method, id) {
    const record = core.engine.colliderRecord(core, id, method);
    if (record[core.recordAt + SHAPE.KIND] !== KIND.TERRAIN)
        throw new MicaError('BAD_SHAPE', `${method}: the collider is not a terrain`);
    return record;
}

/** The materials of a terrain by their numbers. @param {Collider<any>} terrain @returns {Material[]} */
const materialsOf = (
    terrain,
) => /** @type {any} */ ([...(tileDataOfCollider(terrain)?.values() ?? [])]);

/** @param {number} angle @returns {[cos: number, sin: number]} */
function turn(angle) {
    wasm.calls.rotation(angle, wasm.scratch);
    const { f64, scratchF64 } = heap();
    return [f64[scratchF64], f64[scratchF64 + 1]];
}

/**
 * Removes ground.
 * @param {Core} core
 * @param {string} method
 * @param {Collider<any>} terrain
 * @param {unknown} shape
 * @param {unknown} given
 * @returns {GroundChange<any>}
 */
export function digGround(core, method, terrain, shape, given) {
    loadTerrain(core, method, live(terrain, method));
    const o = readOptions(method, 'options', given, DIG_KEYS);
    const hardness = notNegative(method, 'hardness', o.hardness ?? MAX_FACTOR, MAX_FACTOR);
    const words = toolWords(method, shape, o, hardness, turn);
    // Reading options may have run code that destroyed it.
    return core.engine.editTerrain(core, live(terrain, method), false, words);
}

/**
 * Adds ground.
 * @param {Core} core
 * @param {string} method
 * @param {Collider<any>} terrain
 * @param {unknown} shape
 * @param {unknown} given
 * @returns {GroundChange<any>}
 */
export function addGround(core, method, terrain, shape, given) {
    const record = loadTerrain(core, method, live(terrain, method));
    const count = record[core.recordAt + TILES.KINDS];
    const { material = 0, ...o } = readOptions(method, 'options', given, ADD_KEYS);
    const names = materialsOf(terrain).map(({ name }) => name);
    const index = typeof material === 'string'
        ? names.indexOf(material)
        : integer(method, 'material', material, 0, count - 1);
    if (index < 0)
        outOfRange(method, 'material', `one of ${names.map(show).join(', ')}`, material);
    const words = toolWords(method, shape, o, index, turn);
    return core.engine.editTerrain(core, live(terrain, method), true, words);
}

/**
 * Edits a terrain by its words, and brings the objects of the world up to what the engine has made and destroyed.
 * @param {Core} core
 * @param {number} id
 * @param {boolean} adds
 * @param {Float32Array} words
 * @returns {GroundChange<any>}
 */
export function editTerrain(core, id, adds, words) {
    const method = adds ? 'Collider.add' : 'Collider.dig';
    const terrain = colliderOf(core, id);
    const forget = noteShapes(core, terrain.body);
    const address = allocate(method, 8 * (MAX_MATERIALS + 1) + 4 * words.length);
    const from = address + 8 * (MAX_MATERIALS + 1);
    heap().f32.set(words, from >> 2);
    const error = wasm.calls.terrain_edit(core.ptr, id, Number(adds), from, words.length, address);
    const result = Array.from(
        heap().f64.subarray(address >> 3, (address >> 3) + MAX_MATERIALS + 1),
    );
    wasm.calls.release(address);
    wasm.calls.world_views(core.ptr);
    syncViews(core);
    if (error !== 0) raise(method, error);
    countEdit(terrain);
    const count = result[MAX_MATERIALS];
    const pieces = Array.from({ length: count }, (_, i) => readPiece(core, i, terrain));
    forget();
    const areas = result.slice(0, MAX_MATERIALS).map((each, i) => /** @type {const} */ ([i, each]));
    const named = areas.filter(([, each]) => each !== 0).map((
        [i, each],
    ) => [materialName(terrain, i), each]);
    return { area: Object.fromEntries(named), pieces };
}

/**
 * The name of a material. A terrain of a recording knows what its materials are to the game alone.
 * @param {Collider<any>} terrain
 * @param {number} index
 */
function materialName(terrain, index) {
    const material = materialsOf(terrain)[index];
    return material?.name ?? String(material?.userData ?? `material${index}`);
}

/**
 * Notes the objects of a body's shapes, which an edit of what falls replaces. Gives a function that ends the objects of
 * those that are gone then.
 * @param {Core} core
 * @param {Body<any>} body
 */
function noteShapes(core, body) {
    if (body.type !== 'dynamic') return () => {};
    const bodyId = idOf(body);
    const ids = colliderIds(core, bodyId).filter((each) => core.colliders[slotOf(each)]);
    const lasts = ids.map((each) => lastOfCollider(core, each, describeShape));
    const last = lastOfBody(core, bodyId, body);
    return () => {
        ids.forEach((each, i) => {
            const collider = core.colliders[slotOf(each)];
            if (collider && wasm.calls.collider_body(core.ptr, each) === 0)
                forgetCollider(core, collider, lasts[i]);
        });
        if (wasm.calls.body_at(core.ptr, body.index) !== bodyId) forgetBody(core, body, last);
    };
}

/**
 * A piece of the last edit.
 * @param {Core} core
 * @param {number} index
 * @param {Collider<any>} source the terrain that it comes off
 * @returns {GroundPiece<any>}
 */
function readPiece(core, index, source) {
    wasm.calls.terrain_piece(core.ptr, index, wasm.scratch);
    const { f64, scratchF64: at } = heap();
    const [body, terrain, material, x, y, vx, vy, area, mass] = f64.subarray(at, at + 9);
    const made = body === 0 ? null : bodyOf(core, body);
    const own = made && newCollider(core, terrain, made, tileDataOfCollider(source));
    return { source, body: made, terrain: own, area, mass, material: materialName(source, material),
        position: { x, y }, velocity: { x: vx, y: vy } };
}

/**
 * What a terrain does with pieces; undefined for another collider.
 * @param {Core} core
 * @param {string} method
 * @param {number} id
 */
export function readPieces(core, method, id) {
    const record = core.engine.colliderRecord(core, id, method);
    const at = core.recordAt;
    return record[at + SHAPE.KIND] === KIND.TERRAIN
        ? PIECES[record[at + TERRAIN.PIECES]]
        : undefined;
}

/**
 * @param {Core} core
 * @param {string} method
 * @param {number} id
 * @param {unknown} value
 */
export function setPieces(core, method, id, value) {
    const record = loadTerrain(core, method, id);
    const at = core.recordAt;
    const border = record[at + TERRAIN.BORDER_ANCHORS] !== 0;
    const minimum = record[at + TERRAIN.MINIMUM_PIECE];
    const pieces = oneOf(method, 'value', value, PIECES);
    core.engine.perform(core, SET_PIECES, method, id, pieces, border, minimum);
}

/**
 * Densities and materials of a rectangle of cells.
 * @param {Core} core
 * @param {string} method
 * @param {number} id
 * @param {number} column
 * @param {number} row
 * @param {number} columns
 * @param {number} rows
 */
export function groundCells(core, method, id, column, row, columns, rows) {
    const record = loadTerrain(core, method, id);
    const at = core.recordAt;
    const width = record[at + TILES.COLUMNS] | 0;
    const height = record[at + TILES.ROWS] | 0;
    integer(method, 'column', column, 0, width - 1);
    integer(method, 'row', row, 0, height - 1);
    integer(method, 'columns', columns, 1, width - column);
    integer(method, 'rows', rows, 1, height - row);
    const { densities, of } = readTerrain(core.ptr, method, id, column, row, columns, rows);
    return { densities, materials: of };
}
