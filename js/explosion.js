// The entry 'mica2d/explosion': explosions.
export { explode } from './world/queries/explosion.js';

/** @import { AnyLayer } from './options/types.js' */

/**
 * An explosion.
 * @template {string} [L=AnyLayer] names of the world's layers
 * @typedef {import('./options/types.js').ExplosionOptions<L>} ExplosionOptions
 */
