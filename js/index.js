// Mica for JavaScript: everything public. `await init()` once, then `new World(...)`.
export { Body } from './world/body.js';
export { Collider } from './world/collider.js';
export { MicaError } from './wire/errors.js';
export { Joint } from './world/joint.js';
export { FLAGS, slotOf } from './wire/layout.js';
export { timeOfImpact } from './world/motion.js';
export { distance } from './world/nearest.js';
export { collide } from './world/queries.js';
export { TILE } from './options/tiles.js';
export { warmUp } from './world/warm-up.js';
export { hasSimd, init, initSync } from './wire/load.js';
export { ready } from './wire/wasm.js';
export { World } from './world/world.js';

/** The version of Mica, as in package.json. */
export const version = '0.1.0';

/**
 * @typedef {import('./world/events.js').ContactEvent} ContactEvent
 * @typedef {import('./world/events.js').TriggerEvent} TriggerEvent
 * @typedef {import('./world/events.js').JointEvent} JointEvent
 * @typedef {import('./world/events.js').Events} Events
 * @typedef {import('./world/layers.js').Layers} Layers
 * @typedef {import('./world/contacts.js').ContactPoints} ContactPoints
 * @typedef {import('./world/casts.js').RayBatchOptions} RayBatchOptions
 * @typedef {import('./world/casts.js').RayHits} RayHits
 * @typedef {import('./world/casts.js').SingleCastOptions} SingleCastOptions
 * @typedef {import('./options/types.js').BodyOptions} BodyOptions
 * @typedef {import('./options/types.js').BodyType} BodyType
 * @typedef {import('./options/types.js').BulkOptions} BulkOptions
 * @typedef {import('./options/types.js').CastOptions} CastOptions
 * @typedef {import('./options/types.js').ColliderOptions} ColliderOptions
 * @typedef {import('./options/types.js').ColliderShape} ColliderShape
 * @typedef {import('./options/types.js').ColliderShapeOptions} ColliderShapeOptions
 * @typedef {import('./options/types.js').CombineRule} CombineRule
 * @typedef {import('./options/types.js').ContactPoint} ContactPoint
 * @typedef {import('./options/types.js').Counters} Counters
 * @typedef {import('./options/types.js').Distance} Distance
 * @typedef {import('./options/types.js').ExplosionOptions} ExplosionOptions
 * @typedef {import('./options/types.js').FieldOptions} FieldOptions
 * @typedef {import('./options/types.js').Hit} Hit
 * @typedef {import('./options/types.js').JointOptions} JointOptions
 * @typedef {import('./options/types.js').LayerOptions} LayerOptions
 * @typedef {import('./options/types.js').Manifold} Manifold
 * @typedef {import('./options/types.js').NearestHit} NearestHit
 * @typedef {import('./options/types.js').OverlapOptions} OverlapOptions
 * @typedef {import('./options/types.js').Pose} Pose
 * @typedef {import('./options/types.js').Profile} Profile
 * @typedef {import('./options/types.js').Response} Response
 * @typedef {import('./options/types.js').ShapeOptions} ShapeOptions
 * @typedef {import('./options/types.js').TileCell} TileCell
 * @typedef {import('./options/types.js').Vector} Vector
 * @typedef {import('./options/types.js').BodyImpact} BodyImpact
 * @typedef {import('./options/types.js').FilterOptions} FilterOptions
 * @typedef {import('./options/types.js').Ignorable} Ignorable
 * @typedef {import('./options/types.js').Impact} Impact
 * @typedef {import('./options/types.js').Motion} Motion
 * @typedef {import('./options/types.js').NearestOptions} NearestOptions
 * @typedef {import('./options/types.js').PathHit} PathHit
 * @typedef {import('./options/types.js').PointOptions} PointOptions
 * @typedef {import('./options/types.js').Sweep} Sweep
 * @typedef {import('./options/types.js').WorldOptions} WorldOptions
 * @typedef {import('./wire/load.js').InitOptions} InitOptions
 * @typedef {import('./wire/load.js').WasmSource} WasmSource
 */
