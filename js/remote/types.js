// Types of a world in a worker: those of a world here, with a page's objects in the place of its objects, and with
// questions in the place of what only the worker knows. js/worker.js exports them. L is the union of the layers' names.

/** @import { GroupValueOf, JointOptionsOf, JointType, NumberOf, PairOf, SettingOf } from '../options/joints.js' */
/** @import { ColliderShapeOptions, ShapeOptions, Vector } from '../options/types.js' */
/** @import { TILE } from '../options/tiles.js' */
/** @import { MicaError } from '../wire/errors.js' */
/** @import { FLAGS, MOVER_FLAGS, slotOf } from '../wire/layout.js' */
/** @import { Body } from '../world/objects/body.js' */
/** @import { Collider } from '../world/objects/collider.js' */
/** @import { Joint } from '../world/objects/joint.js' */
/** @import { BodyKind, EventMap, PairKind } from '../world/events/listeners.js' */
/** @import { Mover } from '../world/objects/mover.js' */
/** @import { Events } from '../world/types.js' */
/** @import { World } from '../world/world.js' */
/** @import { KNOWN } from './members.js' */
/** @import { WorkerWorld } from './world.js' */

/**
 * What stands on the page for what a world here gives.
 * @internal @template {string} L @template T
 * @typedef {0 extends 1 & T ? T
 *     : T extends Body<any> ? WorkerBody<L>
 *     : T extends Collider<any> ? WorkerCollider<L>
 *     : T extends Joint<any, infer J> ? WorkerJoint<L, J>
 *     : T extends Mover<any> ? WorkerMover<L>
 *     : T extends World<any> ? WorkerWorld<L>
 *     : T extends readonly any[] ? { [K in keyof T]: OnPage<L, T[K]> }
 *     : T extends ArrayBufferView | Function ? T
 *     : T extends object ? { [K in keyof T]: OnPage<L, T[K]> } : T} OnPage
 */

/**
 * What a page gives in the place of what a world here is given.
 * @internal @template {string} L @template T
 * @typedef {T extends Body<any> | Collider<any> ? OnPage<L, T>
 *     : T extends object ? 'ignore' extends keyof T ? Omit<T, 'ignore'> & WorkerIgnore : T : T} FromPage
 */

/** The arguments of a page's call. @internal @template {string} L @template {any[]} A @typedef {{ [K in keyof A]: FromPage<L, A[K]> }} FromPageAll */

/** A method, whose arguments are not compared strictly: a world with layers is one without. @internal @template {any[]} A @template R @typedef {{ call(...args: A): R }['call']} Method */

/**
 * A question: a method that gives a promise.
 * @internal @template {string} L @template T
 * @typedef {T extends (...args: infer A) => infer R ? Method<FromPageAll<L, A>, Promise<OnPage<L, R>>> : () => Promise<OnPage<L, T>>} Question
 */

/**
 * Names of what can only be read.
 * @internal @template T
 * @typedef {{ [K in keyof T]-?: (<G>() => G extends { [Q in K]: T[K] } ? 1 : 2) extends (<G>() => G extends { -readonly [Q in K]: T[K] } ? 1 : 2)
 *     ? 0 extends 1 & T[K] ? never : T[K] extends (...args: any[]) => infer R ? [R] extends [void] ? never : K : never : K }[keyof T]} ReadOnly
 */

/**
 * The members of an object that the page does not know.
 * @internal @template {string} L @template T @template K names of those that it does
 * @typedef {{ [P in keyof T]: P extends K ? T[P] extends (...args: infer A) => infer R ? Method<FromPageAll<L, A>, OnPage<L, R>> : OnPage<L, T[P]>
 *     : P extends ReadOnly<T> ? Question<L, T[P]> : T[P] }} Members
 */

/**
 * What a body takes otherwise than it gives, and listening.
 * @internal @template {string} L
 * @typedef {{ get position(): [x: number, y: number], set position(value: Vector), get velocity(): [x: number, y: number], set velocity(value: Vector),
 *     on<K extends BodyKind>(kind: K, listener: (event: WorkerEventMap<L>[K]) => void): () => void, ignore(other: WorkerBody, on?: boolean): void }} BodyWrites
 */

/**
 * Likewise of a collider.
 * @internal @template {string} L
 * @typedef {{ get oneWay(): [x: number, y: number] | false, set oneWay(value: Vector | false), get shape(): ColliderShapeOptions<L>,
 *     set shape(value: ShapeOptions),
 *     on<K extends PairKind>(kind: K, listener: (event: WorkerEventMap<L>[K]) => void): () => void }} ColliderWrites
 */

/** What `limit` takes. @internal @typedef {{ lower: number, upper: number } | ArrayLike<number> | null} LimitGiven */

/**
 * What has a number in the place of its slot.
 * @internal
 * @typedef {object} Numbered
 * @property {number} id its number, which is never used again
 */

/**
 * Likewise of a joint.
 * @internal @template {JointType} T
 * @typedef {{ get limit(): { lower: number, upper: number } | null,
 *     set limit(value: LimitGiven), get motor(): GroupValueOf<T, 'motor'>,
 *     set motor(value: SettingOf<T, 'motor'>), get spring(): GroupValueOf<T, 'spring'>, set spring(value: SettingOf<T, 'spring'>),
 *     get groundAnchorA(): PairOf<T, 'groundAnchorA'>, set groundAnchorA(value: SettingOf<T, 'groundAnchorA'>),
 *     get groundAnchorB(): PairOf<T, 'groundAnchorB'>, set groundAnchorB(value: SettingOf<T, 'groundAnchorB'>),
 *     get target(): PairOf<T, 'target'>, set target(value: SettingOf<T, 'target'>), get linearVelocity(): PairOf<T, 'linearVelocity'>,
 *     set linearVelocity(value: SettingOf<T, 'linearVelocity'>),
 *     get localAnchorA(): Promise<[x: number, y: number]>, set localAnchorA(value: Vector), get localAnchorB(): Promise<[x: number, y: number]>,
 *     set localAnchorB(value: Vector), get localAxisA(): Promise<PairOf<T, 'localAxisA'>>, set localAxisA(value: SettingOf<T, 'localAxisA'>),
 *     get referenceAngle(): Promise<NumberOf<T, 'referenceAngle'>>, set referenceAngle(value: NumberOf<T, 'referenceAngle'>),
 *     get length(): Promise<NumberOf<T, 'length'>>, set length(value: NumberOf<T, 'length'>),
 *     get sum(): Promise<NumberOf<T, 'sum'>>, set sum(value: NumberOf<T, 'sum'>) }} JointWrites
 */

/**
 * A rigid body of a world in a worker, with the members of a `Body`: what was set is read back at once, what the steps
 * change is read from the frame that arrived last, and what only the engine knows is asked: `await body.mass()`.
 * @template {string} [L=string] names of the world's layers
 * @typedef {Omit<Members<L, Body<L>, typeof KNOWN.body[number] | 'index'>, keyof BodyWrites<any>> & BodyWrites<L>} WorkerBody
 */

/**
 * A collider of a world in a worker, with the members of a `Collider`, of which some are asked: `await collider.aabb()`.
 * In the place of its `index` it has an `id`, its number, which is never used again.
 * @template {string} [L=string] names of the world's layers
 * @typedef {Omit<Members<L, Collider<L>, typeof KNOWN.collider[number]>, keyof ColliderWrites<any> | 'index'> & ColliderWrites<L> & Numbered} WorkerCollider
 */

/**
 * Two bodies held together in a world in a worker, with the members of a `Joint`. What the steps change is asked:
 * `await joint.angle()`; so are `localAnchorA`, `localAnchorB`, `localAxisA`, `referenceAngle`, `length` and `sum`, without
 * brackets, since they can be set. It has an `id` as a collider has.
 * @template {string} [L=string] names of the world's layers
 * @template {JointType} [T=JointType] its type
 * @typedef {Omit<Members<L, Joint<L, T>, typeof KNOWN.joint[number]>, keyof JointWrites<any> | 'index'> & JointWrites<T> & Numbered} WorkerJoint
 */

/**
 * A character of a world in a worker, made by `world.createMover`. It has the members of a `Mover`: its settings are read
 * back at once, its state is that of the last frame that came.
 * @template {string} [L=string] names of the world's layers
 * @typedef {{ [P in keyof Mover<L>]: Mover<L>[P] extends (...args: any[]) => any ? Mover<L>[P] : OnPage<L, Mover<L>[P]> }} WorkerMover
 */

/**
 * What a world in a worker has besides the members of its class: settings and questions.
 * @internal @template {string} L
 * @typedef {Omit<Members<L, World<L>, typeof KNOWN.world[number]>, OwnMembers | 'gravity'> & WorldWrites<L> & WorldMatters} WorldMembers
 */

/** What the class of a page's world has. @internal @typedef {'layers' | 'bodies' | 'events' | 'advance' | 'clock' | 'step' | 'stepImpacts' | 'forces' | 'restore' | 'velocities' | 'bodyAt' | 'on' | 'destroy' | 'createJoint'} OwnMembers */

/**
 * The matter of a world in a worker that has loaded 'mica2d/matter-worker-host', as a page draws it: copies of the last frame
 * that came.
 * @typedef {object} WorkerMatter
 * @property {'liquid' | 'sand' | 'jelly' | 'fabric'} kind what it is
 * @property {number} spacing metres between particles at rest
 * @property {string} layer the name of its layer
 * @property {any} userData of the matter, where it is plain JSON
 * @property {number} count particles
 * @property {Float32Array<ArrayBuffer>} positions metres, x and y of each
 * @property {Float32Array<ArrayBuffer>} velocities m/s, x and y of each
 * @property {Uint32Array<ArrayBuffer>} values of each
 * @property {Float32Array<ArrayBuffer>} densities at each, 1 as at rest
 * @property {Uint8Array<ArrayBuffer>} asleep 1 for each that sleeps, else 0
 */

/**
 * The matter of a world: empty unless its worker has loaded 'mica2d/matter-worker-host'.
 * @internal
 * @typedef {object} WorldMatters
 * @property {readonly WorkerMatter[]} matters one for each matter, by slot
 */

/** What a world takes otherwise than it gives. @internal @template {string} L @typedef {{ get gravity(): [x: number, y: number], set gravity(value: Vector),
 *     createJoint<T extends JointType>(options: WorkerJointOptions<T>): WorkerJoint<L, T> }} WorldWrites */

/**
 * What a query in a worker can pass over.
 * @typedef {WorkerBody<any> | WorkerCollider<any>} WorkerIgnorable
 */

/**
 * What a query in a worker passes over.
 * @typedef {object} WorkerIgnore
 * @property {WorkerIgnorable | readonly WorkerIgnorable[]} [ignore] passes over these colliders and
 *     all of these bodies, at most 64; none by default
 */

/**
 * A joint between two bodies of a world in a worker.
 * @template {JointType} [T=JointType] its type
 * @typedef {JointOptionsOf<WorkerBody<any>, WorkerJoint<any>, T>} WorkerJointOptions
 */

/**
 * What a listener is given, by the kind of event: plain objects, which may be kept.
 * @template {string} [L=string] names of the world's layers
 * @typedef {{ [K in Exclude<keyof EventMap, 'beforeStep' | 'afterStep' | 'groundPiece'>]: EventMap<L>[K] extends Body<any> ? WorkerBody<L> : EventOnPage<L, EventMap<L>[K]> }
 *     & Record<'error', Error> & Record<'message', any>} WorkerEventMap
 */

/**
 * An event, which is a plain object on the page.
 * @internal @template {string} L @template T
 * @typedef {{ [P in Exclude<keyof T, 'copy' | 'seek'>]: OnPage<L, T[P]> }} EventOnPage
 */

/**
 * The events of a world in a worker by kind; of 'moved', 'asleep' and 'woke' the indices of the bodies.
 * @template {string} [L=string] names of its layers
 * @typedef {{ [K in keyof Events<L>]: K extends 'moved' | 'asleep' | 'woke' ? number[] : K extends keyof WorkerEventMap<L> ? WorkerEventMap<L>[K][] : never }} WorkerEvents
 */

/**
 * What a module is given that plays with a world in its worker. Bodies, colliders and joints in messages
 * arrive as those of the other side, null for one that is gone.
 * @template [Received=any] the page's messages
 * @template [Posted=any] the module's messages
 * @typedef {object} ModuleScope
 * @property {World<any>} world the world itself. The page makes its steps; the module listens to them
 * @property {(message: Posted, transfer?: Transferable[]) => void} post sends the page a message, which
 *     its listeners for 'message' hear when it takes in the step
 * @property {(listener: (message: Received) => void) => () => void} onMessage hears what the page posts,
 *     in the order of its other calls; gives a function that takes the listener off again
 * @property {typeof FLAGS} FLAGS as of 'mica2d'
 * @property {typeof MOVER_FLAGS} MOVER_FLAGS as of 'mica2d'
 * @property {typeof TILE} TILE as of 'mica2d'
 * @property {typeof slotOf} slotOf as of 'mica2d'
 * @property {typeof MicaError} MicaError as of 'mica2d'
 */

/**
 * The default export of a module that plays with a world in its worker. The page has the world once it
 * returns, or once the promise that it gives is kept.
 * @template [Received=any] the page's messages
 * @template [Posted=any] the module's messages
 * @typedef {(scope: ModuleScope<Received, Posted>) => void | Promise<void>} WorldModule
 */

export {};
