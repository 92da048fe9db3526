// Fields of colliders: set from a record and read back as options; and explosions.
// js/world/collider.js and js/world/world.js call these.
import { FIELD_KEYS, FIELD_NUMBERS, FIELD_TYPES, FIELD_VECTORS } from '../options/fields.js';
import { layerWord } from '../options/layers.js';
import { livePointer } from '../wire/core.js';
import { MAX_COORDINATE, MAX_SIZE, finite, inRange, options, vector } from '../wire/errors.js';
import { FIELD } from '../wire/layout.js';
import { borrow, done, giveBack, heap, raise, wasm, writeRecord } from '../wire/wasm.js';

/** @import { Core } from '../wire/core.js' */
/** @import { ExplosionOptions, FieldOptions } from '../options/types.js' */

/**
 * Gives a collider the field of a record, or takes it away.
 * @param {number} ptr
 * @param {number} collider
 * @param {string} method
 * @param {number[] | null} record
 */
export function setField(ptr, collider, method, record) {
    const address = record ? borrow(method, 8 * FIELD.RECORD) : 0;
    if (record) writeRecord(record, address);
    const error = wasm.calls.collider_set_field(ptr, collider, address);
    if (record) giveBack(address);
    done(method, error);
}

/**
 * A collider's field as options.
 * @param {number} ptr
 * @param {number} collider
 * @param {string} method
 * @returns {FieldOptions | null}
 */
export function readField(ptr, collider, method) {
    const address = borrow(method, 8 * FIELD.RECORD);
    const error = wasm.calls.collider_field(ptr, collider, address);
    const start = address >> 3;
    const record = heap().f64.slice(start, start + FIELD.RECORD);
    giveBack(address);
    done(method, error);
    if (record[FIELD.TYPE] === 0) return null;
    const type = FIELD_TYPES[record[FIELD.TYPE] - 1];
    /** @type {Record<string, unknown>} */
    const field = { type, priority: record[FIELD.PRIORITY] };
    for (const key of FIELD_KEYS[type]) {
        if (key in FIELD_VECTORS) {
            const [at] = FIELD_VECTORS[key];
            field[key] = [record[at], record[at + 1]];
        } else if (key === 'falloff') {
            field[key] = record[FIELD.FALLOFF];
        } else if (key === 'replace') {
            field[key] = record[FIELD.REPLACE] !== 0;
        } else {
            field[key] = record[FIELD_NUMBERS[key][0]];
        }
    }
    return /** @type {FieldOptions} */ (/** @type {unknown} */ (field));
}

const EXPLOSION_KEYS = new Set([
    'position',
    'radius',
    'falloff',
    'impulse',
    'layers',
    'shields',
]);

/**
 * @param {Core} core
 * @param {ExplosionOptions} given
 */
export function explode(core, given) {
    const method = 'World.explode';
    const o = options(method, 'options', given, EXPLOSION_KEYS);
    const [x, y] = vector(method, 'position', o.position, MAX_COORDINATE);
    const radius = inRange(method, 'radius', o.radius, 0, MAX_SIZE);
    const falloff = inRange(method, 'falloff', o.falloff ?? 0, 0, MAX_SIZE);
    const impulse = finite(method, 'impulse', o.impulse);
    const { layers, shields = [] } = o;
    const names = core.layerNames;
    const pushed = wasm.calls.world_explode(
        livePointer(core, method),
        x,
        y,
        radius,
        falloff,
        impulse,
        layerWord(names, method, layers, 0),
        layerWord(names, method, layers, 1),
        layerWord(names, method, shields, 0, 'shields'),
        layerWord(names, method, shields, 1, 'shields'),
    );
    if (pushed < 0) raise(method, -pushed);
    return pushed;
}
