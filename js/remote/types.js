// Types of a world in a worker that name its own bodies, colliders and joints: options, events, and
// what its queries find. js/worker.js exports them. L is the union of the layers' names of the world.

/** @import { JointOptionsOf, JointType } from '../options/joints.js' */
/** @import { FilterOptions } from '../options/query-types.js' */
/** @import { TILE } from '../options/tiles.js' */
/** @import { AnyLayer } from '../options/types.js' */
/** @import { MicaError } from '../wire/errors.js' */
/** @import { FLAGS, MOVER_FLAGS, slotOf } from '../wire/layout.js' */
/** @import { ContactPoint, Hit, Impact, NearestHit, PathHit, TileCell } from '../world/types.js' */
/** @import { Mover } from '../world/mover.js' */
/** @import { World } from '../world/world.js' */
/** @import { WorkerBody } from './body.js' */
/** @import { WorkerCollider } from './collider.js' */
/** @import { WorkerJoint } from './joint.js' */

/**
 * What a query in a worker can pass over.
 * @typedef {WorkerBody | WorkerCollider} WorkerIgnorable
 */

/**
 * What a query in a worker passes over.
 * @typedef {object} WorkerIgnore
 * @property {WorkerIgnorable | readonly WorkerIgnorable[]} [ignore] passes over these colliders and
 *     all of these bodies, at most 64; none by default
 */

/**
 * What a query in a worker sees.
 * @template {string} [L=AnyLayer]
 * @typedef {Omit<FilterOptions<L>, 'ignore'> & WorkerIgnore} WorkerFilter
 */

/**
 * Whether a query in a worker finds triggers.
 * @internal
 * @typedef {object} WorkerTriggersOption
 * @property {boolean} [triggers] triggers too, default false
 */

/**
 * Whether a ray in a worker finds what it starts in.
 * @internal
 * @typedef {object} WorkerInsideOption
 * @property {boolean} [inside] colliders that the ray or shape starts in too, as hits at fraction 0; by
 *     default it leaves them unseen
 */

/**
 * What a ray or a moving shape in a worker sees.
 * @template {string} [L=AnyLayer]
 * @typedef {WorkerFilter<L> & WorkerTriggersOption & WorkerInsideOption} WorkerCastOptions
 */

/**
 * What a search for the nearest point in a worker sees.
 * @template {string} [L=AnyLayer]
 * @typedef {WorkerFilter<L> & WorkerTriggersOption} WorkerNearestOptions
 */

/**
 * A joint between two bodies of a world in a worker.
 * @template {JointType} [T=JointType] its type
 * @typedef {JointOptionsOf<WorkerBody, WorkerJoint, T>} WorkerJointOptions
 */

/**
 * What a query in a worker has found.
 * @template {string} [L=string] names of the world's layers
 * @typedef {object} WorkerThing
 * @property {WorkerBody<L>} body the body that was found
 * @property {WorkerCollider<L>} collider the collider that was found
 */

/**
 * The collider of a body that hits something on its path.
 * @internal
 * @template {string} [L=string]
 * @typedef {object} WorkerPathOwn
 * @property {WorkerCollider<L>} own the collider of the body that hits
 */

/**
 * The colliders of two bodies that meet.
 * @internal
 * @template {string} [L=string]
 * @typedef {object} WorkerImpactColliders
 * @property {WorkerCollider<L>} colliderA one side
 * @property {WorkerCollider<L>} colliderB the other side
 */

/**
 * What a ray or a moving shape hits.
 * @template {string} [L=string]
 * @typedef {Omit<Hit<L>, 'body' | 'collider'> & WorkerThing<L>} WorkerHit
 */

/**
 * The nearest point of a collider.
 * @template {string} [L=string]
 * @typedef {Omit<NearestHit<L>, 'body' | 'collider'> & WorkerThing<L>} WorkerNearestHit
 */

/**
 * What a body hits on a path.
 * @template {string} [L=string]
 * @typedef {Omit<PathHit<L>, 'body' | 'collider' | 'own'> & WorkerThing<L> & WorkerPathOwn<L>} WorkerPathHit
 */

/**
 * When and where two moving bodies first meet, and with which colliders.
 * @template {string} [L=string]
 * @typedef {Impact & WorkerImpactColliders<L>} WorkerBodyImpact
 */

/**
 * The two sides of a contact point.
 * @internal
 * @template {string} [L=string]
 * @typedef {object} WorkerSides
 * @property {WorkerBody<L>} bodyA the body of side A
 * @property {WorkerBody<L>} bodyB the body of side B
 * @property {WorkerCollider<L>} colliderA one side
 * @property {WorkerCollider<L>} colliderB the other side
 */

/**
 * A point where two colliders touch.
 * @template {string} [L=string]
 * @typedef {Omit<ContactPoint<L>, keyof WorkerSides> & WorkerSides<L>} WorkerContactPoint
 */

/**
 * A contact event of a world in a worker: a plain object, which may be kept.
 * @template {string} [L=string] names of the world's layers
 * @typedef {object} WorkerContactEvent
 * @property {WorkerCollider<L>} colliderA one collider
 * @property {WorkerCollider<L>} colliderB the other collider
 * @property {WorkerBody<L>} bodyA the body of collider A
 * @property {WorkerBody<L>} bodyB the body of collider B
 * @property {number} x where, in the world, metres
 * @property {number} y where, in the world, metres
 * @property {number} nx x of the unit normal from A to B
 * @property {number} ny y of the unit normal from A to B
 * @property {number} speed of approach, m/s
 * @property {number} impulse N s along the normal that the two have exchanged in the step; only for a hit and in `contactStay`
 * @property {TileCell<L> | undefined} cell of the tile map that is one of the two colliders
 * @property {number | undefined} segment of the chain that is one of the two colliders
 */

/**
 * A trigger event of a world in a worker: a plain object, which may be kept.
 * @template {string} [L=string] names of the world's layers
 * @typedef {object} WorkerTriggerEvent
 * @property {WorkerBody<L>} trigger the body of the trigger
 * @property {WorkerBody<L>} visitor the body that came or went
 * @property {WorkerCollider<L>} triggerCollider the collider that is the trigger
 * @property {WorkerCollider<L>} visitorCollider the collider that came or went
 * @property {TileCell<L> | undefined} cell of the tile map that is one of the two colliders; undefined
 *     too if the map is one trigger as a whole
 * @property {number} pairs how many pairs of colliders of these two bodies were inside each other
 *     after the step; an exit that finds 0 is the visitor's last
 */

/**
 * A joint of a world in a worker that broke: a plain object, which may be kept.
 * @template {string} [L=string] names of the world's layers
 * @typedef {object} WorkerJointEvent
 * @property {WorkerJoint<L>} joint no longer alive
 * @property {WorkerBody<L> | null} bodyA body A of the joint; null of a target joint
 * @property {WorkerBody<L>} bodyB body B of the joint
 * @property {number} x where, in the world, metres
 * @property {number} y where, in the world, metres
 * @property {number} force newtons, the most of the step's substeps
 * @property {number} torque N m, the most of the step's substeps
 */

/**
 * A body of a world in a worker that a kinematic one presses into a static one: a plain object, which may be
 * kept. Each step has one for each such pair while it is deeper than 0.01 m.
 * @template {string} [L=string] names of the world's layers
 * @typedef {object} WorkerCrushEvent
 * @property {WorkerCollider<L>} collider the collider that is crushed
 * @property {WorkerCollider<L>} kinematicCollider the collider of the kinematic body
 * @property {WorkerCollider<L>} staticCollider the collider of the static body
 * @property {WorkerBody<L>} body the dynamic body that is crushed
 * @property {WorkerBody<L>} kinematicBody the kinematic body that presses
 * @property {WorkerBody<L>} staticBody the static body that holds
 * @property {number} nx x of the unit direction in which the kinematic body presses
 * @property {number} ny y of the unit direction in which the kinematic body presses
 * @property {number} depth how deep the kinematic collider overlaps the crushed one, metres
 */

/**
 * The events of a world in a worker.
 * @template {string} [L=string] names of its layers
 * @typedef {object} WorkerEvents
 * @property {WorkerContactEvent<L>[]} contactBegin two colliders began to touch
 * @property {WorkerContactEvent<L>[]} contactEnd they ceased to, or one was destroyed
 * @property {WorkerContactEvent<L>[]} contactHit they met faster than the world's hitSpeed
 * @property {WorkerTriggerEvent<L>[]} triggerEnter a collider came into a trigger
 * @property {WorkerTriggerEvent<L>[]} triggerExit it left, or one of the two was destroyed
 * @property {WorkerTriggerEvent<L>[]} triggerStay who is inside whom after the last step; only while
 *     something listens to it, or did
 * @property {WorkerContactEvent<L>[]} contactStay who touches whom after the last step; likewise
 * @property {number[]} moved indices of bodies that were awake, each once
 * @property {number[]} asleep indices of bodies that fell asleep
 * @property {number[]} woke indices of bodies that woke
 * @property {WorkerJointEvent<L>[]} jointBroke joints that held more than they may
 * @property {WorkerCrushEvent<L>[]} crushed bodies that a kinematic one presses into a static one
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

/**
 * A character of a world in a worker, made by `world.createMover`. It has the members of a `Mover`: its settings are read
 * back at once, its state is that of the last frame that came.
 * @template {string} [L=string] names of the world's layers
 * @typedef {Omit<Mover<L>, 'body' | 'collider' | 'groundBody' | 'groundCollider'> & WorkerMoverObjects<L>} WorkerMover
 */

/**
 * What a mover in a worker has by other types that is the same code.
 * @template {string} L names of the world's layers
 * @internal
 * @typedef {object} WorkerMoverObjects
 * @property {WorkerBody<L>} body the body that it moves
 * @property {WorkerCollider<L>} collider the collider that it moves
 * @property {WorkerBody<L> | null} groundBody the body that it stands on; null unless grounded, or if that is destroyed
 * @property {WorkerCollider<L> | null} groundCollider what it stands on; likewise
 */

export {};
