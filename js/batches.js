// The entry 'mica2d/batches': many rays, circles or shapes in one call.
export { circleCasts, rayCasts, shapeCasts } from './world/queries/batches.js';

/** @import { AnyLayer } from './options/types.js' */

/**
 * What the rays or shapes of a batch see.
 * @template {string} [L=AnyLayer] names of the world's layers
 * @typedef {import('./options/query-types.js').RayBatchOptions<L>} RayBatchOptions
 */

/**
 * The first hit of each of many rays or shapes, flat.
 * @typedef {import('./world/types.js').RayHits} RayHits
 */
