// Everything public of 'mica2d' but `init`, which each entry has by itself: js/index.js with the .wasm of the build,
// web/scripts/package-external.mjs and web/scripts/package-scalar.mjs with others.
export { Body } from './world/objects/body.js';
export { Clock } from './world/time/clock.js';
export { Collider } from './world/objects/collider.js';
export { MicaError } from './wire/errors.js';
export { Joint } from './world/objects/joint.js';
export { Mover } from './world/objects/mover.js';
export { FLAGS, MOVER_FLAGS, slotOf } from './wire/layout.js';
export { timeOfImpact } from './world/objects/motion.js';
export { distance } from './world/queries/nearest.js';
export { collide } from './world/queries/queries.js';
export * from './options/query-types.js';
export { TILE } from './options/tiles.js';
export * from './options/types.js';
export * from './world/types.js';
export { warmUp } from './world/time/warm-up.js';
export { hasSimd } from './wire/load.js';
export { version } from './wire/version.js';
export { ready } from './wire/wasm.js';
export { World } from './world/world.js';

/**
 * Where to take the .wasm from.
 * @typedef {import('./wire/load.js').WasmSource} WasmSource
 */

/**
 * What `init` and `initSync` load.
 * @typedef {import('./wire/load.js').InitOptions} InitOptions
 */

/**
 * A contact event, as the lists and listeners of a world give it.
 * @template {string} [L=string] names of the world's layers
 * @typedef {import('./world/events/events.js').ContactEvent<L>} ContactEvent
 */

/**
 * A trigger event, as the lists and listeners of a world give it.
 * @template {string} [L=string] names of the world's layers
 * @typedef {import('./world/events/events.js').TriggerEvent<L>} TriggerEvent
 */

/**
 * A joint that broke, as the lists and listeners of a world give it.
 * @template {string} [L=string] names of the world's layers
 * @typedef {import('./world/events/events.js').JointEvent<L>} JointEvent
 */

/**
 * A body that a kinematic one presses into a static one, as the lists and listeners of a world give it.
 * @template {string} [L=string] names of the world's layers
 * @typedef {import('./world/events/crush-event.js').CrushEvent<L>} CrushEvent
 */

/**
 * How a clock is made.
 * @typedef {import('./world/time/clock.js').ClockOptions} ClockOptions
 */

/**
 * The layer table of a world.
 * @template {string} [L=string] names of the layers
 * @typedef {import('./world/objects/layers.js').Layers<L>} Layers
 */
