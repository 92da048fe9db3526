// The options of movers, as types only. js/options/mover.js checks them at run time.

/** @import { AnyLayer, ColliderOptions, Vector } from './types.js' */

/**
 * A character: its body, its one collider and how it moves.
 * @template {string} [L=AnyLayer]
 * @typedef {object} MoverOptions
 * @property {ColliderOptions<L>} collider one convex shape with an inside that is no trigger
 * @property {Vector} [position] metres within ±1e7, default [0, 0]
 * @property {number} [angle] radians, default 0; the mover keeps it
 * @property {Vector} [velocity] m/s within ±4e4, default [0, 0]
 * @property {number} [gravityScale] times the gravity of the world, default 1
 * @property {unknown} [userData] anything; kept on the body; none by default
 * @property {number} [maxSlope] radians, 0 to 89 degrees, the steepest ground, default 50 degrees
 * @property {number} [stepHeight] metres, 0 to 1e3, the highest step that it climbs, default 0.3
 * @property {number} [snapDistance] metres, 0 to 1e3, how far it follows ground that falls away, default 0.3
 * @property {number} [mass] kg, 1e-9 to 1e9, its weight on what it stands on, default 80
 * @property {number} [maxPushForce] newtons, 0 to 1e9, that it pushes dynamic bodies with at most, default 1000
 * @property {number} [maxFallSpeed] m/s, 1e-9 to 4e4, default 4e4
 * @property {number} [cornerCorrection] metres, 0 to 1e3, how far it moves aside where it jumps up past the edge of a
 *     ceiling or of a ledge by as little, default 0.1
 * @property {Vector | null} [up] away from the ground, default null: against gravity
 * @property {boolean} [floating] no ground and no gravity, as seen from above, default false
 */

/**
 * What moves a body of a scene as a character.
 * @typedef {Pick<MoverOptions, 'maxSlope' | 'stepHeight' | 'snapDistance' | 'mass' | 'maxPushForce' | 'maxFallSpeed'
 *     | 'cornerCorrection' | 'up' | 'floating'> & SceneMoverOnly} SceneMover
 */

/**
 * What the mover of a scene has besides.
 * @internal
 * @typedef {object} SceneMoverOnly
 * @property {Vector} [velocity] that it wants, m/s within ±4e4, default the velocity of the body
 */

export {};
