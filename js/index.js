// Mica for JavaScript: everything public. `await init()` once, then `new World(...)`.
export { Body } from './body.js';
export { Collider } from './collider.js';
export { MicaError } from './errors.js';
export { Joint } from './joint.js';
export { FLAGS, slotOf } from './layout.js';
export { timeOfImpact } from './motion.js';
export { distance } from './nearest.js';
export { collide } from './queries.js';
export { TILE } from './tiles.js';
export { warmUp } from './warm-up.js';
export { hasSimd, init, initSync, ready } from './wasm.js';
export { World } from './world.js';

/** The version of Mica, as in package.json. */
export const version = '0.1.0';

/**
 * @typedef {import('./events.js').ContactEvent} ContactEvent
 * @typedef {import('./events.js').TriggerEvent} TriggerEvent
 * @typedef {import('./events.js').JointEvent} JointEvent
 * @typedef {import('./events.js').Events} Events
 * @typedef {import('./layers.js').Layers} Layers
 * @typedef {import('./contacts.js').ContactPoints} ContactPoints
 * @typedef {import('./casts.js').RayBatchOptions} RayBatchOptions
 * @typedef {import('./casts.js').RayHits} RayHits
 * @typedef {import('./casts.js').SingleCastOptions} SingleCastOptions
 * @typedef {import('./types.js').BodyOptions} BodyOptions
 * @typedef {import('./types.js').BodyType} BodyType
 * @typedef {import('./types.js').BulkOptions} BulkOptions
 * @typedef {import('./types.js').CastOptions} CastOptions
 * @typedef {import('./types.js').ColliderOptions} ColliderOptions
 * @typedef {import('./types.js').ColliderShape} ColliderShape
 * @typedef {import('./types.js').ColliderShapeOptions} ColliderShapeOptions
 * @typedef {import('./types.js').CombineRule} CombineRule
 * @typedef {import('./types.js').ContactPoint} ContactPoint
 * @typedef {import('./types.js').Counters} Counters
 * @typedef {import('./types.js').Distance} Distance
 * @typedef {import('./types.js').ExplosionOptions} ExplosionOptions
 * @typedef {import('./types.js').FieldOptions} FieldOptions
 * @typedef {import('./types.js').Hit} Hit
 * @typedef {import('./types.js').JointOptions} JointOptions
 * @typedef {import('./types.js').LayerOptions} LayerOptions
 * @typedef {import('./types.js').Manifold} Manifold
 * @typedef {import('./types.js').NearestHit} NearestHit
 * @typedef {import('./types.js').OverlapOptions} OverlapOptions
 * @typedef {import('./types.js').Pose} Pose
 * @typedef {import('./types.js').Profile} Profile
 * @typedef {import('./types.js').Response} Response
 * @typedef {import('./types.js').ShapeOptions} ShapeOptions
 * @typedef {import('./types.js').TileCell} TileCell
 * @typedef {import('./types.js').Vector} Vector
 * @typedef {import('./types.js').BodyImpact} BodyImpact
 * @typedef {import('./types.js').FilterOptions} FilterOptions
 * @typedef {import('./types.js').Ignorable} Ignorable
 * @typedef {import('./types.js').Impact} Impact
 * @typedef {import('./types.js').Motion} Motion
 * @typedef {import('./types.js').NearestOptions} NearestOptions
 * @typedef {import('./types.js').PathHit} PathHit
 * @typedef {import('./types.js').PointOptions} PointOptions
 * @typedef {import('./types.js').Sweep} Sweep
 * @typedef {import('./types.js').WorldOptions} WorldOptions
 * @typedef {import('./wasm.js').InitOptions} InitOptions
 * @typedef {import('./wasm.js').WasmSource} WasmSource
 */
