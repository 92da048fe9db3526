// What the adapters need of a world, its bodies and their colliders. World and WorkerWorld both
// have it; so may an object of your own. Types only.

/** @import { ColliderShapeOptions, Vector } from '../options/types.js' */
/** @import { ColliderShape, ContactPoints } from '../world/types.js' */

/**
 * A world whose colliders can be drawn.
 * @typedef {object} Drawable
 * @property {Float32Array} poses where to draw each body: x and y in metres, cosine and sine of the
 *     angle, four floats per slot
 * @property {boolean} [destroyed] true once the world is destroyed; default false
 * @property {number} [lengthUnit] how many units of length make a metre, above 0; default 1
 * @property {boolean} [yDown] whether its y points down; default false
 * @property {Uint32Array} flags of each body, one word of `FLAGS` bits per slot
 * @property {number} slots how many slots of the views are in use, an integer, 0 or more
 * @property {{ readonly names: readonly string[] }} layers the names of the layers, by number
 * @property {(slot: number) => DrawableBody | undefined} bodyAt returns the body in a slot;
 *     undefined if there is none
 */

/**
 * A body whose colliders can be drawn.
 * @typedef {{ readonly colliders: readonly DrawableCollider[] }} DrawableBody
 */

/**
 * A collider that can be drawn.
 * @typedef {object} DrawableCollider
 * @property {ColliderShape | ColliderShapeOptions} shape in metres, in the space of its body
 * @property {string} layer the name of its layer
 * @property {boolean} trigger whether it detects without colliding
 * @property {Vector | false} oneWay points out of the one side that collides, of any length; false
 *     if all sides do
 * @property {boolean} [enabled] false where it meets nothing, and is not drawn then; default true
 * @property {number} tileEdits how often its tiles or its ground have changed, an integer, 0 or more
 */

/**
 * A world whose contacts can be drawn.
 * @typedef {object} Touching
 * @property {ContactPoints | (() => Promise<ContactPoints>)} [contactPoints] the contact points of
 *     a World, or the method of a WorkerWorld that resolves to them; none by default, and then no
 *     normals are drawn
 */

/**
 * A world whose joints can be drawn.
 * @typedef {object} DrawableJoints
 * @property {Float32Array} poses where to draw each body: x and y in metres, cosine and sine of the
 *     angle, four floats per slot
 * @property {Uint32Array} flags of each body, one word of `FLAGS` bits per slot
 * @property {readonly DrawableJoint[]} [joints] its joints; none by default
 * @property {boolean} [destroyed] whether the world is gone, and with it its joints; default false
 * @property {number} [lengthUnit] how many units of length make a metre, above 0; default 1
 */

/**
 * A joint that can be drawn; what it gives by a promise is drawn once that is kept.
 * @typedef {object} DrawableJoint
 * @property {string} type what kind of joint it is
 * @property {boolean} enabled false if it is switched off
 * @property {{ readonly index: number } | null | undefined} [bodyA] the body it is fastened to first, by its
 *     slot; without one, its anchor is a point of the world
 * @property {{ readonly index: number }} bodyB the other body, by its slot
 * @property {[x: number, y: number] | Promise<[x: number, y: number]>} localAnchorA metres, in the space of
 *     body A
 * @property {[x: number, y: number] | Promise<[x: number, y: number]>} localAnchorB metres, in the space of
 *     body B
 * @property {[x: number, y: number] | undefined | Promise<[x: number, y: number] | undefined>} [localAxisA]
 *     the axis in the space of body A, of length 1; none by default
 * @property {number | undefined | Promise<number | undefined>} [referenceAngle] radians of body B against
 *     body A that count as angle 0, default 0
 * @property {{ lower: number, upper: number } | null} [limit] radians or metres; none by default
 * @property {DrawableJoint | undefined} [jointA] the first of the joints that it couples in the place of bodies;
 *     none by default
 * @property {DrawableJoint | undefined} [jointB] the other; none by default
 * @property {number | undefined} [ratchet] radians from tooth to tooth; none by default
 * @property {number | undefined} [phase] radians, the angle of a tooth; default 0
 * @property {[x: number, y: number] | undefined} [groundAnchorA] where a rope from body A runs over, metres in
 *     the world; none by default
 * @property {[x: number, y: number] | undefined} [groundAnchorB] the same for body B; none by default
 */

/**
 * A world whose bodies can be followed.
 * @typedef {object} Moving
 * @property {Float32Array} poses where to draw each body: x and y in metres, cosine and sine of the
 *     angle, four floats per slot
 * @property {boolean} [destroyed] true once the world is destroyed; default false
 * @property {number} [lengthUnit] how many units of length make a metre, above 0; default 1
 * @property {boolean} [yDown] whether its y points down; default false
 */

/**
 * A body that can be followed.
 * @typedef {object} Followed
 * @property {number} index the slot of the body in `poses`, an integer, 0 or more
 * @property {boolean} alive false once the body is destroyed
 */

/**
 * A world that time moves on.
 * @typedef {object} Advanced
 * @property {(seconds: number) => unknown} advance moves the world on by so many seconds, 0 or more
 */

/**
 * A world that can be destroyed.
 * @typedef {object} Destroyed
 * @property {() => void} destroy frees the world
 */

/**
 * Particles that can be drawn, such as a Matter of a world. The arrays are read while drawing and not kept.
 * @typedef {object} DrawableMatter
 * @property {'liquid' | 'sand' | 'jelly' | 'fabric'} kind what the particles are together
 * @property {number} spacing units between particles at rest, above 0
 * @property {number} count of particles, an integer, 0 or more
 * @property {Float32Array} positions x and y in the world's units, two floats per particle
 * @property {Float32Array} velocities x and y in the world's units a second, two floats per particle
 * @property {Uint32Array} values one word per particle: a colour 0xRRGGBB, 0 for that of its kind; the upper
 *     byte makes a grain of sand darker or lighter
 * @property {Float32Array} densities one float per particle: 1 as at rest, less near a surface, 0 alone
 */

/**
 * Matter whose particles debug lines draw.
 * @typedef {object} DebugMatter
 * @property {'liquid' | 'sand' | 'jelly' | 'fabric'} kind what the particles are together
 * @property {number} spacing units between particles at rest, above 0
 * @property {number} count of particles, an integer, 0 or more
 * @property {Float32Array} positions x and y in the world's units, two floats per particle
 * @property {Uint8Array} [asleep] one byte per particle: 1 if it sleeps, else 0; by default none sleeps
 * @property {string} [layer] the name of its layer; by default it cannot be hidden
 */

/**
 * An emitter that can be drawn.
 * @typedef {object} DrawableEmitter
 * @property {readonly [x: number, y: number]} position the middle of its mouth, in the world's units
 * @property {number} angle of the stream, radians from the x axis
 * @property {number} width of the mouth, across the stream, in the world's units
 * @property {boolean} enabled whether particles come out of it
 */

/**
 * A world whose matter debug lines draw: a World of 'mica2d/matter', and of one in a worker its particles.
 * @typedef {object} DebugMatters
 * @property {readonly Readonly<DebugMatter>[]} [matters] its matter; none by default
 * @property {readonly Readonly<DrawableEmitter>[]} [emitters] its emitters; none by default
 * @property {readonly object[]} [gauges] the triggers that count particles; none by default
 * @property {number} [lengthUnit] how many units of length make a metre, above 0; default 1
 */

/**
 * A world whose matter can be drawn.
 * @typedef {object} DrawableMatters
 * @property {readonly Readonly<DrawableMatter>[]} matters its matter
 * @property {boolean} [destroyed] true once the world is destroyed; default false
 * @property {boolean} [yDown] whether its y points down; default false
 */
