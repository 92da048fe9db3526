// What a world in a worker can be asked, each answer a promise: the first half of the class
// WorkerWorld, js/worker-world.js. Bodies and colliders travel as their numbers, lists of numbers as
// buffers that are handed over; js/worker-answers.js is the other side.
import { MicaError, wrongType } from './errors.js';
import { WorkerBody, WorkerCollider } from './worker-objects.js';

/** @import { RayHits } from './casts.js' */
/** @import { FilterOptions, Hit, Impact, Motion, NearestHit, PathHit } from './types.js' */
/** @import { Pose, ShapeOptions, Vector } from './types.js' */

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
 * @typedef {object} Asking how the queries reach the worker
 * @property {(what: string, args: unknown[], handed?: ArrayBuffer[]) => Promise<any>} ask
 * @property {(index: number) => WorkerBody | undefined} body
 * @property {(id: number) => WorkerCollider | undefined} collider
 */

/**
 * An argument as the worker understands it: the numbers of bodies and colliders, also of those to be
 * ignored.
 * @param {any} value
 * @returns {any}
 */
function refOf(value) {
    if (value instanceof WorkerBody) {
        if (value.alive) return { bodyIndex: value.index };
        throw new MicaError('STALE_BODY', 'World: the body was destroyed');
    }
    if (value instanceof WorkerCollider) {
        if (value.alive) return { colliderId: value.id };
        throw new MicaError('STALE_COLLIDER', 'World: the collider was destroyed');
    }
    if (typeof value !== 'object' || value === null || !('ignore' in value)) return value;
    const { ignore } = value;
    return { ...value, ignore: Array.isArray(ignore) ? ignore.map(refOf) : refOf(ignore) };
}

/**
 * Gives a new world its way to the worker; js/worker-world.js alone calls it.
 * @type {(world: WorkerQueries, asking: Asking) => void}
 */
export let giveAsking;

/**
 * The queries of a world in a worker. They see what was asked of the world before them, in this task
 * too, and come with the answer to the next message.
 * @hideconstructor
 */
export class WorkerQueries {
    /** @type {Asking} */
    #asking = /** @type {any} */ (undefined);

    static {
        giveAsking = (world, asking) => {
            world.#asking = asking;
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
        return this.#many('rayCasts', 'rays', rays, [options]);
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
        return this.#many('shapeCasts', 'casts', casts, [options], [shape]);
    }

    /**
     * The first hit of each of many moving circles; records as of rayCasts().
     * @param {Float32Array} circles x, y, radius, dx, dy of each
     * @param {WorkerCastOptions} [options]
     * @returns {Promise<RayHits>}
     */
    circleCasts(circles, options) {
        return this.#many('circleCasts', 'circles', circles, [options]);
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
     * @param {string} what
     * @param {unknown[]} args
     * @param {ArrayBuffer[]} [handed]
     */
    async #ask(what, args, handed) {
        return this.#revive(await this.#asking.ask(what, args.map(refOf), handed));
    }

    /**
     * @param {string} what
     * @param {string} name
     * @param {unknown} list
     * @param {unknown[]} after
     * @param {unknown[]} [before]
     */
    async #many(what, name, list, after, before = []) {
        if (!(list instanceof Float32Array)) wrongType(`World.${what}`, name, 'a Float32Array', list);
        const copy = new Float32Array(list);
        return this.#ask(what, [...before, copy, ...after], [copy.buffer]);
    }

    /**
     * The page's objects where the worker named them.
     * @param {any} value
     * @returns {any}
     */
    #revive(value) {
        if (Array.isArray(value)) {
            return value.map((each) => this.#revive(each)).filter((each) => each !== undefined);
        }
        if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
        if ('bodyIndex' in value) return this.#asking.body(value.bodyIndex);
        if ('colliderId' in value) return this.#asking.collider(value.colliderId);
        return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, this.#revive(each)]));
    }
}
