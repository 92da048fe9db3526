// What a world in a worker can be asked, each answer a promise: the first part of the class
// WorkerWorld, js/remote/world.js. js/remote/questions.js takes them to the worker.

/** @import { RayHits } from '../world/casts.js' */
/** @import { ContactPoints } from '../world/contacts.js' */
/** @import { ContactPoint, Counters, ExplosionOptions, FilterOptions, Hit, Impact, Motion } from '../options/types.js' */
/** @import { NearestHit, PathHit, Pose, Profile, ShapeOptions, Vector } from '../options/types.js' */
/** @import { WorkerBody } from './body.js' */
/** @import { WorkerCollider } from './collider.js' */
/** @import { Ask } from './questions.js' */

/**
 * @typedef {WorkerBody | WorkerCollider} WorkerIgnorable
 *
 * @typedef {object} WorkerIgnore
 * @property {WorkerIgnorable | readonly WorkerIgnorable[]} [ignore] passes over these colliders and
 *     all of these bodies, at most 64
 *
 * @typedef {Omit<FilterOptions, 'ignore'> & WorkerIgnore} WorkerFilter
 * @typedef {WorkerFilter & { triggers?: boolean, inside?: boolean }} WorkerCastOptions
 * @typedef {WorkerFilter & { triggers?: boolean }} WorkerNearestOptions
 *
 * @typedef {{ body: WorkerBody, collider: WorkerCollider }} WorkerThing
 * @typedef {Omit<Hit, 'body' | 'collider'> & WorkerThing} WorkerHit
 * @typedef {Omit<NearestHit, 'body' | 'collider'> & WorkerThing} WorkerNearestHit
 * @typedef {Omit<PathHit, 'body' | 'collider' | 'own'> & WorkerThing & { own: WorkerCollider }} WorkerPathHit
 * @typedef {Impact & { colliderA: WorkerCollider, colliderB: WorkerCollider }} WorkerBodyImpact
 *
 * @typedef {object} WorkerSides
 * @property {WorkerBody} bodyA
 * @property {WorkerBody} bodyB
 * @property {WorkerCollider} colliderA
 * @property {WorkerCollider} colliderB
 *
 * @typedef {Omit<ContactPoint, keyof WorkerSides> & WorkerSides} WorkerContactPoint
 */

/**
 * Gives a new world its way to the worker; js/remote/world.js alone calls it.
 * @type {(world: WorkerQueries, ask: Ask) => void}
 */
export let giveAsking;

/**
 * The queries of a world in a worker. They see what was asked of the world before them, in this task
 * too, and come with the answer to the next message.
 * @hideconstructor
 */
export class WorkerQueries {
    /** @type {Ask} */
    #way = /** @type {any} */ (undefined);

    static {
        giveAsking = (world, ask) => {
            world.#way = ask;
        };
    }

    /**
     * The colliders at a point.
     * @param {number} x
     * @param {number} y
     * @param {WorkerFilter & { slack?: number }} [options]
     * @returns {Promise<WorkerCollider[]>}
     */
    overlapPoint(x, y, options) {
        return this.#ask('overlapPoint', [x, y, options]);
    }

    /**
     * The colliders whose bounds meet a box.
     * @param {number} x0
     * @param {number} y0
     * @param {number} x1
     * @param {number} y1
     * @param {WorkerFilter} [options]
     * @returns {Promise<WorkerCollider[]>}
     */
    overlapBox(x0, y0, x1, y1, options) {
        return this.#ask('overlapBox', [x0, y0, x1, y1, options]);
    }

    /**
     * The colliders that overlap a shape.
     * @param {ShapeOptions} shape
     * @param {Pose} [pose]
     * @param {WorkerFilter} [options]
     * @returns {Promise<WorkerCollider[]>}
     */
    overlapShape(shape, pose = {}, options) {
        return this.#ask('overlapShape', [shape, pose, options]);
    }

    /**
     * What overlaps a collider; not those of its own body.
     * @param {WorkerCollider} collider
     * @param {WorkerFilter} [options]
     * @returns {Promise<WorkerCollider[]>}
     */
    overlapCollider(collider, options) {
        return this.#ask('overlapCollider', [collider, options]);
    }

    /**
     * The first collider on a ray from x, y to x + dx, y + dy.
     * @param {number} x
     * @param {number} y
     * @param {number} dx
     * @param {number} dy
     * @param {WorkerCastOptions} [options]
     * @returns {Promise<WorkerHit | null>}
     */
    rayCast(x, y, dx, dy, options) {
        return this.#ask('rayCast', [x, y, dx, dy, options]);
    }

    /**
     * Whether a ray hits anything.
     * @param {number} x
     * @param {number} y
     * @param {number} dx
     * @param {number} dy
     * @param {WorkerCastOptions} [options]
     * @returns {Promise<boolean>}
     */
    rayCastAny(x, y, dx, dy, options) {
        return this.#ask('rayCastAny', [x, y, dx, dy, options]);
    }

    /**
     * All colliders on a ray, the nearest first.
     * @param {number} x
     * @param {number} y
     * @param {number} dx
     * @param {number} dy
     * @param {WorkerCastOptions} [options]
     * @returns {Promise<WorkerHit[]>}
     */
    rayCastAll(x, y, dx, dy, options) {
        return this.#ask('rayCastAll', [x, y, dx, dy, options]);
    }

    /**
     * The first hit of each of many rays. Of a record, word 0 is the collider's `id` and word 1 its
     * body's `index` plus one, as `slotOf` takes it; both 0 if nothing was hit.
     * @param {Float32Array} rays x, y, dx, dy of each; copied now, so it may be used again
     * @param {WorkerCastOptions} [options]
     * @returns {Promise<RayHits>} in arrays handed over by the worker
     */
    rayCasts(rays, options) {
        return this.#many('rayCasts', rays, [options]);
    }

    /**
     * The first collider that a shape meets on its way, without turning.
     * @param {ShapeOptions} shape
     * @param {Pose} pose
     * @param {number} dx
     * @param {number} dy
     * @param {WorkerCastOptions} [options]
     * @returns {Promise<WorkerHit | null>}
     */
    shapeCast(shape, pose, dx, dy, options) {
        return this.#ask('shapeCast', [shape, pose, dx, dy, options]);
    }

    /**
     * The first hits of one shape on many ways; records as of rayCasts().
     * @param {ShapeOptions} shape
     * @param {Float32Array} casts x, y, angle, dx, dy of each
     * @param {WorkerCastOptions} [options]
     * @returns {Promise<RayHits>}
     */
    shapeCasts(shape, casts, options) {
        return this.#many('shapeCasts', casts, [options], [shape]);
    }

    /**
     * The first hit of each of many moving circles; records as of rayCasts().
     * @param {Float32Array} circles x, y, radius, dx, dy of each
     * @param {WorkerCastOptions} [options]
     * @returns {Promise<RayHits>}
     */
    circleCasts(circles, options) {
        return this.#many('circleCasts', circles, [options]);
    }

    /**
     * The point of any collider's surface nearest to x, y.
     * @param {number} x
     * @param {number} y
     * @param {number} maxDistance
     * @param {WorkerNearestOptions} [options]
     * @returns {Promise<WorkerNearestHit | null>}
     */
    closestPoint(x, y, maxDistance, options) {
        return this.#ask('closestPoint', [x, y, maxDistance, options]);
    }

    /**
     * The nearest point of one collider's surface, or of all a body's.
     * @param {WorkerBody | WorkerCollider} of
     * @param {number} x
     * @param {number} y
     * @returns {Promise<WorkerNearestHit | null>}
     */
    closestPointOf(of, x, y) {
        return this.#ask('closestPointOf', [of, x, y]);
    }

    /**
     * What a finger touches.
     * @param {number} x
     * @param {number} y
     * @param {number} [radius]
     * @param {WorkerFilter} [options]
     * @returns {Promise<WorkerNearestHit | null>}
     */
    touch(x, y, radius = 0, options) {
        return this.#ask('touch', [x, y, radius, options]);
    }

    /**
     * When two bodies that move from where they are first touch.
     * @param {WorkerBody} bodyA
     * @param {Motion} motionA
     * @param {WorkerBody} bodyB
     * @param {Motion} motionB
     * @returns {Promise<WorkerBodyImpact | null>}
     */
    timeOfImpact(bodyA, motionA, bodyB, motionB) {
        return this.#ask('timeOfImpact', [bodyA, motionA, bodyB, motionB]);
    }

    /**
     * The first collider that a body meets if it goes along a path.
     * @param {WorkerBody} body
     * @param {readonly Vector[] | ArrayLike<number>} path
     * @param {WorkerCastOptions} [options]
     * @returns {Promise<WorkerPathHit | null>}
     */
    sweep(body, path, options) {
        return this.#ask('sweep', [body, path, options]);
    }

    /**
     * All contact points, flat. Of a record, words 0 and 1 are the colliders' `id`, words 12 and 13
     * their bodies' `index` plus one, as `slotOf` takes it.
     * @returns {Promise<ContactPoints>} in arrays handed over by the worker
     */
    contactPoints() {
        return this.#ask('contactPoints', []);
    }

    /**
     * The contact points of a body or collider, or between two, flat as of contactPoints(). What is
     * named first is always side A: the normals point away from it.
     * @param {WorkerIgnorable} one
     * @param {WorkerIgnorable} [other]
     * @returns {Promise<ContactPoints>}
     */
    contactPointsOf(one, other) {
        return this.#ask('contactPointsOf', [one, other]);
    }

    /**
     * Pushes the colliders of dynamic bodies away from a point, by their width, and wakes them.
     * @param {ExplosionOptions} options
     * @returns {Promise<number>} how many colliders were pushed
     */
    explode(options) {
        return this.#ask('explode', [options]);
    }

    /**
     * Counts of what the world holds and of the last step's work.
     * @returns {Promise<Counters>}
     */
    counters() {
        return this.#ask('counters', []);
    }

    /** All memory the world holds in wasm, in bytes. @returns {Promise<number>} */
    bytes() {
        return this.#ask('bytes', []);
    }

    /**
     * 16 hexadecimal digits over every body's state: equal for equal input, on every machine and in
     * every build.
     * @returns {Promise<string>}
     */
    hash() {
        return this.#ask('hash', []);
    }

    /** Milliseconds by phase of the last step; null unless `profiling`. @returns {Promise<Profile | null>} */
    profile() {
        return this.#ask('profile', []);
    }

    /**
     * @param {string} what
     * @param {unknown[]} args
     * @param {ArrayBuffer[]} [handed]
     * @returns {Promise<any>}
     */
    #ask(what, args, handed) {
        return this.#way(undefined, what, args, handed);
    }

    /**
     * @param {string} what
     * @param {unknown} list copied; what is none is refused by the worker
     * @param {unknown[]} after
     * @param {unknown[]} [before]
     * @returns {Promise<any>}
     */
    #many(what, list, after, before = []) {
        const copy = list instanceof Float32Array ? new Float32Array(list) : undefined;
        return this.#ask(what, [...before, copy ?? list, ...after], copy && [copy.buffer]);
    }
}
