// The queries of a world: overlaps, rays, casts, nearest points, times of impact and sweeps. A query changes nothing and is no operation. The class World extends this one.
import { livePointer } from '../../wire/core.js';
import { worldCore } from '../../wire/handle.js';
import { isVector, spreadPairs } from '../../wire/perform.js';
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

const POINT = ['position'];
const BOX = ['corner0', 'corner1'];
const RAY = ['from', 'displacement'];
const DISPLACEMENT = ['displacement'];

/** The queries of a world. `[x, y]` may stand for each pair of numbers. @template {string} [L=string] its layers' names */
export class WorldQueries {
    /**
     * The colliders at a point.
     * @param {number | Vector} x @param {number | PointOptions<L>} [y]
     * @param {PointOptions<L>} [options] slack: metres by which the shapes count as larger, as for a finger
     * @returns {Collider<L>[]}
     */
    overlapPoint(x, y, options) {
        const method = 'World.overlapPoint';
        if (isVector(x))
            return Reflect.apply(this.overlapPoint, this,
                spreadPairs(method, POINT, [x, y, options]));
        return overlapPoint(liveCore(this, method), x, y, options);
    }

    /**
     * The colliders whose bounds meet a box, given by two opposite corners. `overlapShape` asks the
     * shapes themselves.
     * @param {number | Vector} x0 @param {number | Vector} y0 @param {number | Vector | OverlapOptions<L>} [x1]
     * @param {number | OverlapOptions<L>} [y1] @param {OverlapOptions<L>} [options] @returns {Collider<L>[]}
     */
    overlapBox(x0, y0, x1, y1, options) {
        const method = 'World.overlapBox';
        if (isVector(x0) || isVector(x1))
            return Reflect.apply(this.overlapBox, this,
                spreadPairs(method, BOX, [x0, y0, x1, y1, options]));
        return overlapBox(liveCore(this, method), x0, y0, x1, y1, options);
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
     * The first collider on a ray from x, y to x + dx, y + dy. As in all queries `[x, y]` may stand for either pair.
     * @param {number | Vector} x @param {number | Vector} y @param {number | Vector | SingleCastOptions<L>} [dx] metres, how far it goes
     * @param {number | SingleCastOptions<L>} [dy] @param {SingleCastOptions<L>} [options] @returns {Hit<L> | null}
     */
    rayCast(x, y, dx, dy, options) {
        const method = 'World.rayCast';
        if (isVector(x) || isVector(dx))
            return Reflect.apply(this.rayCast, this,
                spreadPairs(method, RAY, [x, y, dx, dy, options]));
        return rayCast(liveCore(this, method), x, y, dx, dy, options);
    }

    /**
     * Whether a ray hits anything: as a rule quicker than asking for the first.
     * @param {number | Vector} x @param {number | Vector} y @param {number | Vector | CastOptions<L>} [dx]
     * @param {number | CastOptions<L>} [dy] @param {CastOptions<L>} [options] @returns {boolean}
     */
    rayCastAny(x, y, dx, dy, options) {
        const method = 'World.rayCastAny';
        if (isVector(x) || isVector(dx))
            return Reflect.apply(this.rayCastAny, this,
                spreadPairs(method, RAY, [x, y, dx, dy, options]));
        return rayCastAny(liveCore(this, method), x, y, dx, dy, options);
    }

    /**
     * All colliders on a ray, the nearest first.
     * @param {number | Vector} x @param {number | Vector} y @param {number | Vector | CastOptions<L>} [dx]
     * @param {number | CastOptions<L>} [dy] @param {CastOptions<L>} [options] @returns {Hit<L>[]}
     */
    rayCastAll(x, y, dx, dy, options) {
        const method = 'World.rayCastAll';
        if (isVector(x) || isVector(dx))
            return Reflect.apply(this.rayCastAll, this,
                spreadPairs(method, RAY, [x, y, dx, dy, options]));
        return rayCastAll(liveCore(this, method), x, y, dx, dy, options);
    }

    /**
     * The first collider that a shape meets on its way by dx, dy, without turning.
     * @param {ShapeOptions} shape @param {Pose} pose where it starts
     * @param {number | Vector} dx @param {number | SingleCastOptions<L>} [dy]
     * @param {SingleCastOptions<L>} [options] @returns {Hit<L> | null}
     */
    shapeCast(shape, pose, dx, dy, options) {
        const method = 'World.shapeCast';
        const [x, y, o] = isVector(dx)
            ? spreadPairs(method, DISPLACEMENT, [dx, dy])
            : [dx, dy, options];
        return shapeCast(liveCore(this, method), shape, pose, [x, y], o);
    }

    /**
     * The point of any collider's surface nearest to x, y; inside one, the one it is deepest in.
     * @param {number | Vector} x @param {number} y
     * @param {number | NearestOptions<L>} [maxDistance] metres; a collider further away than that is not found
     * @param {NearestOptions<L>} [options] @returns {NearestHit<L> | null}
     */
    closestPoint(x, y, maxDistance, options) {
        const method = 'World.closestPoint';
        if (isVector(x))
            return Reflect.apply(this.closestPoint, this,
                spreadPairs(method, POINT, [x, y, maxDistance, options]));
        return closestPoint(liveCore(this, method), x, y, maxDistance, options);
    }

    /**
     * The nearest point of one collider's surface, or of all a body's, at any distance; null if the
     * body has no colliders.
     * @param {Body | Collider} of @param {number | Vector} x @param {number} [y] @returns {NearestHit<L> | null}
     */
    closestPointOf(of, x, y) {
        const method = 'World.closestPointOf';
        if (isVector(x))
            return Reflect.apply(this.closestPointOf, this, [of,
                ...spreadPairs(method, POINT, [x])]);
        return closestPointOf(liveCore(this, method), of, x, y);
    }

    /**
     * What a finger touches: the collider, a trigger too, that x, y is deepest in, else the nearest
     * one within the finger's radius.
     * @param {number | Vector} x @param {number} [y]
     * @param {number | Omit<NearestOptions<L>, 'triggers'>} [radius] metres, default 0
     * @param {Omit<NearestOptions<L>, 'triggers'>} [options] @returns {NearestHit<L> | null}
     */
    touch(x, y, radius, options) {
        const method = 'World.touch';
        if (isVector(x))
            return Reflect.apply(this.touch, this,
                spreadPairs(method, POINT, [x, y, radius, options]));
        return touch(liveCore(this, method), x, y, radius, options);
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
