// Fields of colliders: set from a record and read back as options; and explosions.
// js/world/collider.js and js/world/world.js call these.
import { describeField } from '../options/fields.js';
import { layerWords } from '../options/layers.js';
import { livePointer } from '../wire/core.js';
import { MAX_COORDINATE, MAX_SIZE, finite, inRange, readOptions, vector } from '../wire/errors.js';
import { FIELD } from '../wire/layout.js';
import { EXPLODE } from '../wire/operations.js';
import { borrow, done, giveBack, heap, wasm } from '../wire/wasm.js';

/** @import { Core } from '../wire/core.js' */
/** @import { ExplosionOptions, FieldOptions } from '../options/types.js' */

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
    const field = error === 0 ? describeField(heap().f64, address >> 3) : null;
    giveBack(address);
    done(method, error);
    return field;
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
    const o = readOptions(method, 'options', given, EXPLOSION_KEYS);
    const [x, y] = vector(method, 'position', o.position, MAX_COORDINATE);
    const radius = inRange(method, 'radius', o.radius, 0, MAX_SIZE);
    const falloff = inRange(method, 'falloff', o.falloff ?? 0, 0, MAX_SIZE);
    const impulse = finite(method, 'impulse', o.impulse);
    const layers = layerWords(core.layerNames, method, o.layers);
    const shields = layerWords(core.layerNames, method, o.shields ?? [], 'shields');
    // Only now: reading the options may have run code of the user's.
    livePointer(core, method);
    return EXPLODE.run(core, 0, x, y, radius, falloff, impulse, ...layers, ...shields);
}
