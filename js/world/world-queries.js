// What a world can be asked: overlaps, rays, moving shapes and bodies, nearest points. The first
// half of the class World, js/world/world.js; the work is in js/world/queries.js,
// js/world/casts.js, js/world/nearest.js and js/world/motion.js.
import { livePointer } from '../wire/core.js';
import {
    circleCasts,
    rayCast,
    rayCastAll,
    rayCastAny,
    rayCasts,
    shapeCast,
    shapeCasts,
} from './casts.js';
import { bodyImpact, sweep } from './motion.js';
import { closestPoint, closestPointOf, touch } from './nearest.js';
import { overlapBox, overlapCollider, overlapPoint, overlapShape } from './queries.js';

/** @import { Body } from './body.js' */
/** @import { Collider } from './collider.js' */
/** @import { Core } from '../wire/core.js' */
/** @import { RayBatchOptions, SingleCastOptions } from './casts.js' */
/** @import { CastOptions, Motion, NearestOptions, OverlapOptions, PointOptions } from '../options/types.js' */
/** @import { Pose, ShapeOptions, Vector } from '../options/types.js' */

/**
 * Gives a new world what its queries work on; js/world/world.js alone calls it.
 * @type {(world: WorldQueries, core: Core) => void}
 */
export let giveCore;

/**
 * The queries of a world. All are right at once after an edit: no step need come between.
 * @hideconstructor
 */
export class WorldQueries {
    /** @type {Core} */
    #core = /** @type {any} */ (undefined);

    static {
        giveCore = (world, core) => {
            world.#core = core;
        };
    }

    /**
     * The colliders at a point.
     * @param {number} x
     * @param {number} y
     * @param {PointOptions} [options] slack: metres by which the shapes count as larger, as for a
     *     finger
     */
    overlapPoint(x, y, options) {
        return overlapPoint(this.#live('World.overlapPoint'), x, y, options);
    }

    /**
     * The colliders whose bounds meet a box, given by two opposite corners. `overlapShape` asks the
     * shapes themselves.
     * @param {number} x0
     * @param {number} y0
     * @param {number} x1
     * @param {number} y1
     * @param {OverlapOptions} [options]
     */
    overlapBox(x0, y0, x1, y1, options) {
        return overlapBox(this.#live('World.overlapBox'), x0, y0, x1, y1, options);
    }

    /**
     * The colliders that overlap a shape.
     * @param {ShapeOptions} shape
     * @param {Pose} [pose] where it is, default the origin
     * @param {OverlapOptions} [options]
     */
    overlapShape(shape, pose = {}, options) {
        return overlapShape(this.#live('World.overlapShape'), shape, pose, options);
    }

    /**
     * What overlaps a collider where it is now, of any layer; not those of its own body.
     * @param {Collider} collider
     * @param {OverlapOptions} [options]
     */
    overlapCollider(collider, options) {
        return overlapCollider(this.#live('World.overlapCollider'), collider, options);
    }

    /**
     * The first collider on a ray from x, y to x + dx, y + dy.
     * @param {number} x
     * @param {number} y
     * @param {number} dx metres, how far the ray goes
     * @param {number} dy
     * @param {SingleCastOptions} [options] out: an earlier hit, to be filled anew; then nothing is
     *     allocated
     */
    rayCast(x, y, dx, dy, options) {
        return rayCast(this.#live('World.rayCast'), x, y, dx, dy, options);
    }

    /**
     * Whether a ray hits anything: as a rule quicker than asking for the first.
     * @param {number} x
     * @param {number} y
     * @param {number} dx
     * @param {number} dy
     * @param {CastOptions} [options]
     */
    rayCastAny(x, y, dx, dy, options) {
        return rayCastAny(this.#live('World.rayCastAny'), x, y, dx, dy, options);
    }

    /**
     * All colliders on a ray, the nearest first.
     * @param {number} x
     * @param {number} y
     * @param {number} dx
     * @param {number} dy
     * @param {CastOptions} [options]
     */
    rayCastAll(x, y, dx, dy, options) {
        return rayCastAll(this.#live('World.rayCastAll'), x, y, dx, dy, options);
    }

    /**
     * The first hit of each of many rays, in one call. One bad ray is an error for all.
     * @param {Float32Array} rays x, y, dx, dy of each
     * @param {RayBatchOptions} [options] out: an earlier result, to be filled anew; then nothing
     *     is allocated. A new one by default
     */
    rayCasts(rays, options) {
        return rayCasts(this.#live('World.rayCasts'), rays, options);
    }

    /**
     * The first collider that a shape meets on its way by dx, dy, without turning.
     * @param {ShapeOptions} shape
     * @param {Pose} pose where it starts
     * @param {number} dx
     * @param {number} dy
     * @param {SingleCastOptions} [options]
     */
    shapeCast(shape, pose, dx, dy, options) {
        return shapeCast(this.#live('World.shapeCast'), shape, pose, [dx, dy], options);
    }

    /**
     * The first hits of one shape on many ways, in one call. One bad cast is an error for all.
     * @param {ShapeOptions} shape
     * @param {Float32Array} casts x, y, angle, dx, dy of each
     * @param {RayBatchOptions} [options]
     */
    shapeCasts(shape, casts, options) {
        return shapeCasts(this.#live('World.shapeCasts'), shape, casts, options);
    }

    /**
     * The first hit of each of many moving circles, in one call. One bad circle is an error for all.
     * @param {Float32Array} circles x, y, radius, dx, dy of each
     * @param {RayBatchOptions} [options] out: an earlier result, to be filled anew; then nothing
     *     is allocated
     */
    circleCasts(circles, options) {
        return circleCasts(this.#live('World.circleCasts'), circles, options);
    }

    /**
     * The point of any collider's surface nearest to x, y; inside one, the one it is deepest in.
     * @param {number} x
     * @param {number} y
     * @param {number} maxDistance metres; what is further away is not found
     * @param {NearestOptions} [options]
     */
    closestPoint(x, y, maxDistance, options) {
        return closestPoint(this.#live('World.closestPoint'), x, y, maxDistance, options);
    }

    /**
     * The nearest point of one collider's surface, or of all a body's, at any distance; null if the
     * body has no colliders.
     * @param {Body | Collider} of
     * @param {number} x
     * @param {number} y
     */
    closestPointOf(of, x, y) {
        return closestPointOf(this.#live('World.closestPointOf'), of, x, y);
    }

    /**
     * What a finger touches: the collider, a trigger too, that x, y is deepest in, else the nearest
     * one within the finger's radius.
     * @param {number} x
     * @param {number} y
     * @param {number} [radius] metres
     * @param {Omit<NearestOptions, 'triggers'>} [options]
     */
    touch(x, y, radius = 0, options) {
        return touch(this.#live('World.touch'), x, y, radius, options);
    }

    /**
     * When two bodies that move from where they are first touch, whatever their layers: the earliest
     * of all pairs of colliders but triggers. They go straight and turn about their centres of mass.
     * Null if they do not meet.
     * @param {Body} bodyA
     * @param {Motion} motionA
     * @param {Body} bodyB
     * @param {Motion} motionB
     */
    timeOfImpact(bodyA, motionA, bodyB, motionB) {
        const core = this.#live('World.timeOfImpact');
        return bodyImpact(core, [bodyA, bodyB], [motionA, motionB]);
    }

    /**
     * The first collider that a body meets if it goes along a path, keeping its angle. It meets what
     * its colliders are solid to, by layer, group and ignored pairs; its triggers stay behind.
     * @param {Body} body
     * @param {readonly Vector[] | ArrayLike<number>} path positions of the body, 2 or more, as pairs
     *     or flat
     * @param {CastOptions} [options] triggers: what it would trigger too
     */
    sweep(body, path, options) {
        return sweep(this.#live('World.sweep'), body, path, options);
    }

    /** @param {string} method */
    #live(method) {
        livePointer(this.#core, method);
        return this.#core;
    }
}
