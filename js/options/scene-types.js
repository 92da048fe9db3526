// The types of scenes: worlds as JSON. Exported by js/options/types.js.

/** @import { BodyOptions, Vector, WorldOptions } from './types.js' */

/**
 * A body of a scene: the options of createBody, and what is set otherwise.
 * @typedef {BodyOptions<any> & SceneBodyOnly} SceneBody
 */

/**
 * What a body of a scene has besides.
 * @internal
 * @typedef {object} SceneBodyOnly
 * @property {any} [userData] anything; kept on the body; none by default
 * @property {boolean} [dropThrough] as `body.dropThrough`, default false
 * @property {{ mass: number, inertia?: number, center?: Vector }} [mass] in the place of what the colliders
 *     give, as `body.setMass` takes it; none by default
 * @property {import('./mover-types.js').SceneMover} [mover] what moves a kinematic body by its first collider as a character; none by default
 */

/**
 * A joint of a scene: the options of createJoint, with numbers in the place of bodies and joints.
 * @typedef {import('./joints.js').JointOptionsOf<number, number>} SceneJoint
 */

/**
 * A world as JSON, as `toScene` gives it and `fromScene` takes it.
 * @typedef {object} Scene
 * @property {1} mica2d the version of the format
 * @property {string} [$schema] where an editor finds scene.schema.json; none by default
 * @property {Omit<WorldOptions<any>, 'clock'>} [world] the options of the world, default {}
 * @property {readonly SceneBody[]} [bodies] default []; joints and pairs name them by their place in this list
 * @property {readonly SceneJoint[]} [joints] default []; gears name those before them by their place in this list
 * @property {readonly (readonly [a: number, b: number])[]} [ignoredPairs] bodies that ignore each other, as
 *     by `body.ignore`, default []
 * @property {readonly import('../matter/types.js').SceneMatter[]} [matters] of a world of 'mica2d/matter', default []; emitters name them
 *     by their place in this list
 * @property {readonly import('../matter/types.js').SceneEmitter[]} [emitters] default []
 * @property {readonly import('../matter/types.js').SceneGauge[]} [gauges] default []
 * @property {readonly unknown[]} [report] what an importer says of the file; `fromScene` does not read it. None by default
 */

export {};
