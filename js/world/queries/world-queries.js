// The queries of a world: overlaps, rays, casts, nearest points, times of impact and sweeps. A query changes nothing and is no operation. The class World extends this one.
import { livePointer } from '../../wire/core.js';
import { worldCore } from '../../wire/handle.js';
import { bodyImpact, sweep } from '../objects/motion.js';
import { rayCast, rayCastAll, rayCastAny, shapeCast } from './casts.js';
import { closestPoint, closestPointOf, touch } from './nearest.js';
import { overlapBox, overlapCollider, overlapPoint, overlapShape } from './queries.js';

/** @import { CastOptions, Motion, NearestOptions, OverlapOptions, PointOptions } from '../../options/query-types.js' */
/** @import { Pose, SingleCastOptions } from '../../options/query-types.js' */
/** @import { ShapeOptions, Vector } from '../../options/types.js' */
/** @import { Body } from '../objects/body.js' */
/** @import { Collider } from '../objects/collider.js' */
/** @import { BodyImpact, Hit, NearestHit, PathHit } from '../types.js' */

/** The core of a world that is not destroyed. @param {WorldQueries} world @param {string} method */
function liveCore(world, method) {
    const core = worldCore(world);
    livePointer(core, method);
    return core;
}

/** The queries of a world. @template {string} [L=string] its layers' names */
export class WorldQueries {
    /**
     * The colliders at a point.
     * @param {number} x @param {number} y @param {PointOptions<L>} [options] slack: metres by which
     *     the shapes count as larger, as for a finger
     * @returns {Collider<L>[]}
     */
    overlapPoint(x, y, options) {
        return overlapPoint(liveCore(this, 'World.overlapPoint'), x, y, options);
    }

    /**
     * The colliders whose bounds meet a box, given by two opposite corners. `overlapShape` asks the
     * shapes themselves.
     * @param {number} x0 @param {number} y0 @param {number} x1 @param {number} y1
     * @param {OverlapOptions<L>} [options] @returns {Collider<L>[]}
     */
    overlapBox(x0, y0, x1, y1, options) {
        return overlapBox(liveCore(this, 'World.overlapBox'), x0, y0, x1, y1, options);
    }

    /**
     * The colliders that overlap a shape.
     * @param {ShapeOptions} shape @param {Pose} [pose] where it is, default the origin
     * @param {OverlapOptions<L>} [options] @returns {Collider<L>[]}
     */
    overlapShape(shape, pose = {}, options) {
        return overlapShape(liveCore(this, 'World.overlapShape'), shape, pose, options);
    }

    /**
     * What overlaps a collider where it is now, of any layer; not those of its own body.
     * @param {Collider} collider @param {OverlapOptions<L>} [options] @returns {Collider<L>[]}
     */
    overlapCollider(collider, options) {
        return overlapCollider(liveCore(this, 'World.overlapCollider'), collider, options);
    }

    /**
     * The first collider on a ray from x, y to x + dx, y + dy.
     * @param {number} x @param {number} y @param {number} dx metres, how far it goes @param {number} dy
     * @param {SingleCastOptions<L>} [options] @returns {Hit<L> | null}
     */
    rayCast(x, y, dx, dy, options) {
        return rayCast(liveCore(this, 'World.rayCast'), x, y, dx, dy, options);
    }

    /**
     * Whether a ray hits anything: as a rule quicker than asking for the first.
     * @param {number} x @param {number} y @param {number} dx @param {number} dy
     * @param {CastOptions<L>} [options]
     */
    rayCastAny(x, y, dx, dy, options) {
        return rayCastAny(liveCore(this, 'World.rayCastAny'), x, y, dx, dy, options);
    }

    /**
     * All colliders on a ray, the nearest first.
     * @param {number} x @param {number} y @param {number} dx @param {number} dy
     * @param {CastOptions<L>} [options] @returns {Hit<L>[]}
     */
    rayCastAll(x, y, dx, dy, options) {
        return rayCastAll(liveCore(this, 'World.rayCastAll'), x, y, dx, dy, options);
    }

    /**
     * The first collider that a shape meets on its way by dx, dy, without turning.
     * @param {ShapeOptions} shape @param {Pose} pose where it starts
     * @param {number} dx @param {number} dy @param {SingleCastOptions<L>} [options]
     * @returns {Hit<L> | null}
     */
    shapeCast(shape, pose, dx, dy, options) {
        return shapeCast(liveCore(this, 'World.shapeCast'), shape, pose, [dx, dy], options);
    }

    /**
     * The point of any collider's surface nearest to x, y; inside one, the one it is deepest in.
     * @param {number} x @param {number} y
     * @param {number} maxDistance metres; a collider further away than that is not found
     * @param {NearestOptions<L>} [options] @returns {NearestHit<L> | null}
     */
    closestPoint(x, y, maxDistance, options) {
        return closestPoint(liveCore(this, 'World.closestPoint'), x, y, maxDistance, options);
    }

    /**
     * The nearest point of one collider's surface, or of all a body's, at any distance; null if the
     * body has no colliders.
     * @param {Body | Collider} of @param {number} x @param {number} y @returns {NearestHit<L> | null}
     */
    closestPointOf(of, x, y) {
        return closestPointOf(liveCore(this, 'World.closestPointOf'), of, x, y);
    }

    /**
     * What a finger touches: the collider, a trigger too, that x, y is deepest in, else the nearest
     * one within the finger's radius.
     * @param {number} x @param {number} y @param {number} [radius] metres
     * @param {Omit<NearestOptions<L>, 'triggers'>} [options] @returns {NearestHit<L> | null}
     */
    touch(x, y, radius = 0, options) {
        return touch(liveCore(this, 'World.touch'), x, y, radius, options);
    }

    /**
     * When two bodies that move from where they are first touch, whatever their layers: the earliest
     * of all pairs of colliders but triggers. They go straight and turn about their centres of mass.
     * Null if they do not meet.
     * @param {Body} bodyA @param {Motion} motionA @param {Body} bodyB @param {Motion} motionB
     * @returns {BodyImpact<L> | null}
     */
    timeOfImpact(bodyA, motionA, bodyB, motionB) {
        return bodyImpact(liveCore(this, 'World.timeOfImpact'), [bodyA, bodyB], [motionA, motionB]);
    }

    /**
     * The first collider that a body meets if it goes along a path, keeping its angle. It meets what
     * its colliders are solid to, by layer, group and ignored pairs; its triggers stay behind.
     * @param {Body} body
     * @param {readonly Vector[] | ArrayLike<number>} path positions of the body, 2 or more, as pairs
     *     or flat
     * @param {CastOptions<L>} [options] triggers: what it would trigger too
     * @returns {PathHit<L> | null}
     */
    sweep(body, path, options) {
        return sweep(liveCore(this, 'World.sweep'), body, path, options);
    }
}
