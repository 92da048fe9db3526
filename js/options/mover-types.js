// The options of movers, as types only. js/options/mover.js checks them at run time.

/** @import { AnyLayer, ColliderOptions, Vector } from './types.js' */

// <schema mover.options>
/**
 * The numbers and switches of a mover.
 * @internal
 * @typedef {object} MoverPlainOptions
 * @property {number} [maxSlope] The steepest ground that it stands on. In radians, 0 to 89 degrees; default 50 degrees.
 * @property {number} [stepHeight] The highest step that it climbs. In m, 0 to 1000; default 0.3.
 * @property {number} [snapDistance] How far it follows ground that falls away. In m, 0 to 1000; default 0.3.
 * @property {number} [mass] Its weight on what it stands on. In kg, 1e-9 to 1e9; default 80.
 * @property {number} [maxPushForce] The most that it pushes dynamic bodies with. In N, 0 to 1e9; default 1000.
 * @property {number} [maxFallSpeed] The fastest that it falls. In m/s, 1e-9 to 40000; default 40000.
 * @property {number} [cornerCorrection] How far it moves aside where it jumps up past the edge of a ceiling, or over that of a ledge, by as
 *     little. In m, 0 to 1000; default 0.1.
 */
// </schema>

/**
 * What a character has besides its numbers: its body, its one collider and how it moves.
 * @internal
 * @template {string} [L=AnyLayer]
 * @typedef {object} MoverBaseOptions
 * @property {ColliderOptions<L>} collider one convex shape with an inside that is no trigger
 * @property {Vector} [position] metres within ±1e7, default [0, 0]
 * @property {number} [angle] radians, default 0; the mover keeps it
 * @property {Vector} [velocity] m/s within ±4e4, default [0, 0]
 * @property {number} [gravityScale] times the gravity of the world, default 1
 * @property {unknown} [userData] anything; kept on the body; none by default
 * @property {Vector | null} [up] away from the ground, default null: against gravity
 * @property {boolean} [floating] no ground and no gravity, as seen from above, default false
 */

/**
 * A character: its body, its one collider and how it moves.
 * @template {string} [L=AnyLayer]
 * @typedef {MoverBaseOptions<L> & MoverPlainOptions} MoverOptions
 */

/**
 * What moves a body of a scene as a character.
 * @typedef {MoverPlainOptions & Pick<MoverBaseOptions, 'up' | 'floating'> & SceneMoverOnly} SceneMover
 */

/**
 * What the mover of a scene has besides.
 * @internal
 * @typedef {object} SceneMoverOnly
 * @property {Vector} [velocity] that it wants, m/s within ±4e4, default the velocity of the body
 */

export {};
