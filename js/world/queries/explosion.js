// Explosions, for the entry js/explosion.js.
import { layerWords } from '../../options/layers.js';
import { livePointer } from '../../wire/core.js';
import { MAX_COORDINATE, MAX_SIZE, finite, inRange, readOptions,
    vector } from '../../wire/errors.js';
import { EXPLODE } from '../../wire/operations.js';
import { coreOfWorld } from '../given-world.js';

/** @import { ExplosionOptions } from '../../options/types.js' */
/** @import { World } from '../world.js' */

const KEYS = new Set(['position', 'radius', 'falloff', 'impulse', 'layers', 'shields']);

/**
 * Pushes the colliders of dynamic bodies and of movers away from a point, by their width, and wakes them.
 * @template {string} L
 * @param {World<L>} world
 * @param {ExplosionOptions<NoInfer<L>>} options
 * @returns {number} how many colliders were pushed
 */
export function explode(world, options) {
    const method = 'explode';
    const core = coreOfWorld(method, world);
    const o = readOptions(method, 'options', options, KEYS);
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
