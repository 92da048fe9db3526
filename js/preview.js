// The entry 'mica2d/preview': where bodies will be after the next steps.
export { preview } from './world/saving/preview.js';

/** @import { AnyLayer } from './options/types.js' */

/**
 * What a preview shows.
 * @template {string} [L=AnyLayer] names of the world's layers
 * @typedef {import('./options/query-types.js').PreviewOptions<L>} PreviewOptions
 */

/**
 * The path of a body in a preview.
 * @template {string} [L=string] names of the world's layers
 * @typedef {import('./world/types.js').BodyPath<L>} BodyPath
 */
