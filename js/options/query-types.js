// The option objects of queries, as types only: what a query sees, where it looks, and what it
// fills. js/world/queries/query-filter.js checks them at run time.

/** @import { AnyLayer, LayerNames, Vector } from './types.js' */

/**
 * What a query can pass over.
 * @typedef {import('../world/objects/body.js').Body | import('../world/objects/collider.js').Collider} Ignorable
 */

/**
 * What a query sees.
 * @template {string} [L=AnyLayer]
 * @typedef {object} FilterOptions
 * @property {LayerNames<L>} [layers] only colliders in these layers, and tiles whose kind has one of them; all by
 *     default
 * @property {Ignorable | readonly Ignorable[]} [ignore] passes over these colliders and all of these
 *     bodies, at most 64; none by default
 * @property {boolean} [skipStatic] not the colliders of static bodies, default false
 * @property {boolean} [skipMoving] only those, default false
 */

/**
 * The array that an overlap query fills.
 * @internal
 * @typedef {object} OutOption
 * @property {import('../world/objects/collider.js').Collider[]} [out] an array to be emptied and filled; a new one
 *     by default
 */

/**
 * What an overlap query sees; triggers are found too.
 * @template {string} [L=AnyLayer]
 * @typedef {FilterOptions<L> & OutOption} OverlapOptions
 */

/**
 * By how much shapes count as larger.
 * @internal
 * @typedef {object} SlackOption
 * @property {number} [slack] metres by which shapes count as larger, at least 0, default 0
 */

/**
 * What a query with a point sees.
 * @template {string} [L=AnyLayer]
 * @typedef {OverlapOptions<L> & SlackOption} PointOptions
 */

/**
 * What rays and moving shapes see besides.
 * @internal
 * @typedef {object} CastOnlyOptions
 * @property {boolean} [triggers] triggers too, default false
 * @property {boolean} [inside] colliders that the ray or shape starts in too, as hits at fraction
 *     0; by default it leaves them unseen
 */

/**
 * What a ray or a moving shape sees.
 * @template {string} [L=AnyLayer]
 * @typedef {FilterOptions<L> & CastOnlyOptions} CastOptions
 */

/**
 * What a search for the nearest point sees besides, and the hit that it fills.
 * @internal
 * @typedef {object} NearestOnlyOptions
 * @property {boolean} [triggers] triggers too, default false
 * @property {import('../world/types.js').NearestHit} [out] an earlier hit, to be filled anew; then
 *     nothing is allocated; a new one by default
 */

/**
 * What a search for the nearest point sees.
 * @template {string} [L=AnyLayer]
 * @typedef {FilterOptions<L> & NearestOnlyOptions} NearestOptions
 */

/**
 * The hit that a single ray or moving shape fills.
 * @internal
 * @typedef {object} HitOption
 * @property {import('../world/types.js').Hit} [out] an earlier hit, to be filled anew; then nothing is allocated; a
 *     new one by default
 */

/**
 * What a single ray or moving shape sees.
 * @template {string} [L=AnyLayer]
 * @typedef {CastOptions<L> & HitOption} SingleCastOptions
 */

/**
 * The hits that a batch fills.
 * @internal
 * @typedef {object} RayHitsOption
 * @property {import('../world/types.js').RayHits} [out] an earlier result, to be filled anew; then nothing is allocated if it
 *     is large enough; a new one by default
 */

/**
 * What the rays or shapes of a batch see.
 * @template {string} [L=AnyLayer]
 * @typedef {CastOptions<L> & RayHitsOption} RayBatchOptions
 */

/**
 * How far something goes and turns.
 * @typedef {object} Motion
 * @property {number} [dx] metres, how far it goes, default 0
 * @property {number} [dy] metres, default 0
 * @property {number} [turn] radians, how far it turns meanwhile, within ±1e4, default 0
 */

/**
 * What a moving shape turns about.
 * @internal
 * @typedef {object} SweepCenter
 * @property {Vector} [center] the point that the shape turns about, in its own space; by default
 *     [0, 0]
 */

/**
 * Where a shape starts and how it goes.
 * @typedef {Pose & Motion & SweepCenter} Sweep
 */

/**
 * What a preview shows.
 * @template {string} [L=AnyLayer]
 * @typedef {object} PreviewOptions
 * @property {readonly import('../world/objects/body.js').Body<L>[]} bodies whose paths are wanted
 * @property {number} steps how many steps ahead, 1 to 1e6
 * @property {number} [every] a sample of each path after so many steps, 1 to `steps`, default 1
 * @property {number} [dt] seconds of a step, above 0 and at most 1; default the world's `fixedStep`
 * @property {number} [substeps] 1 to 64; by default those of `advance`
 * @property {(step: number) => void} [before] called before each step, counted from 0, for the input that is to be
 *     tried, in place of the listeners of `beforeStep`; none by default
 * @property {import('../world/types.js').BodyPath<any>[]} [out] the result of an earlier preview, to be filled anew; then
 *     nothing is allocated, unless it is too small or there is a `before`; a new one by default
 */

/**
 * Where a shape lies.
 * @typedef {object} Pose
 * @property {Vector} [position] metres within ±1e7, in the place of `x` and `y`; none by default
 * @property {number} [x] metres within ±1e7, default 0
 * @property {number} [y] metres within ±1e7, default 0
 * @property {number} [angle] radians, default 0
 */

export {};
