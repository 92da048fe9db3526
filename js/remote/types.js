// Types of a world in a worker that name its own bodies and colliders: options, and what its queries
// find. js/worker.js gives them on.

/** @import { ContactPoint, FilterOptions, Hit, Impact, NearestHit, PathHit } from '../options/types.js' */
/** @import { WorkerBody } from './body.js' */
/** @import { WorkerCollider } from './collider.js' */

/**
 * @typedef {WorkerBody | WorkerCollider} WorkerIgnorable
 *
 * @typedef {object} WorkerIgnore
 * @property {WorkerIgnorable | readonly WorkerIgnorable[]} [ignore] passes over these colliders and
 *     all of these bodies, at most 64
 *
 * @typedef {Omit<FilterOptions, 'ignore'> & WorkerIgnore} WorkerFilter
 *
 * @typedef {object} WorkerTriggersOption
 * @property {boolean} [triggers] triggers too, default false
 *
 * @typedef {object} WorkerInsideOption
 * @property {boolean} [inside] colliders that the ray or shape starts in too, as hits at fraction 0; by
 *     default it leaves them unseen
 *
 * @typedef {WorkerFilter & WorkerTriggersOption & WorkerInsideOption} WorkerCastOptions
 * @typedef {WorkerFilter & WorkerTriggersOption} WorkerNearestOptions
 *
 * @typedef {object} WorkerThing
 * @property {WorkerBody} body the body that was found
 * @property {WorkerCollider} collider the collider that was found
 *
 * @typedef {object} WorkerPathOwn
 * @property {WorkerCollider} own the collider of the body that hits
 *
 * @typedef {object} WorkerImpactColliders
 * @property {WorkerCollider} colliderA one side
 * @property {WorkerCollider} colliderB the other side
 *
 * @typedef {Omit<Hit, 'body' | 'collider'> & WorkerThing} WorkerHit
 * @typedef {Omit<NearestHit, 'body' | 'collider'> & WorkerThing} WorkerNearestHit
 * @typedef {Omit<PathHit, 'body' | 'collider' | 'own'> & WorkerThing & WorkerPathOwn} WorkerPathHit
 * @typedef {Impact & WorkerImpactColliders} WorkerBodyImpact
 *
 * @typedef {object} WorkerSides
 * @property {WorkerBody} bodyA the body of side A
 * @property {WorkerBody} bodyB the body of side B
 * @property {WorkerCollider} colliderA one side
 * @property {WorkerCollider} colliderB the other side
 *
 * @typedef {Omit<ContactPoint, keyof WorkerSides> & WorkerSides} WorkerContactPoint
 */

export {};
