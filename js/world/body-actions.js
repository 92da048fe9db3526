// What can be done with a body besides setting it: give it colliders, push it, let it pass through
// another. The first half of the class Body, js/world/body.js; methods only, so that errors of the
// platform name Body.
import { bodyCore, bodyId } from '../wire/handle.js';
import { done, wasm } from '../wire/wasm.js';
import { listContactPoints } from './contacts.js';
import { createColliders } from './create.js';
import { ignorePair, ignoresPair } from './filters.js';
import { parseMass, writeMass } from './mass.js';
import { colliderIds, colliderOf, destroyBody, jointsOf } from './objects.js';
import { liveId } from './own.js';
import { applyAngularImpulse, applyForce, applyImpulse, applyTorque } from './push.js';

/** @import { Body } from './body.js' */
/** @import { Collider } from './collider.js' */
/** @import { Joint } from './joint.js' */
/** @import { ColliderOptions, ContactPoint, Vector } from '../options/types.js' */

/**
 * Body is the only class that is made of this one.
 * @param {BodyActions} actions
 */
function self(actions) {
    return /** @type {Body} */ (actions);
}

/**
 * The actions of a body.
 * @hideconstructor
 */
export class BodyActions {
    /**
     * Its colliders in the order they were made, a new array.
     * @returns {Collider[]}
     */
    get colliders() {
        const core = bodyCore(self(this));
        return colliderIds(core, liveId(self(this), 'Body.colliders')).map((id) => colliderOf(core, id));
    }

    /**
     * Its joints, newest first, a new array.
     * @returns {Joint[]}
     */
    get joints() {
        return jointsOf(bodyCore(self(this)), liveId(self(this), 'Body.joints'));
    }

    /**
     * Attaches one more collider; the mass follows. An outline takes `createColliders`.
     * @param {ColliderOptions} options
     * @returns {Collider}
     */
    createCollider(options) {
        liveId(self(this), 'Body.createCollider');
        return createColliders(bodyCore(self(this)), self(this), 'Body.createCollider', options, true)[0];
    }

    /**
     * Attaches several colliders, all or none; an outline becomes as many as it has convex parts.
     * @param {ColliderOptions | readonly ColliderOptions[]} options
     * @returns {Collider[]} in order
     */
    createColliders(options) {
        liveId(self(this), 'Body.createColliders');
        return createColliders(bodyCore(self(this)), self(this), 'Body.createColliders', options, false);
    }

    /**
     * Adds a force in newtons for the next step, at the centre of mass or at a point of the world. It
     * lasts one step: where advance() makes the steps, push in `world.on('beforeStep', …)`.
     * @param {number} fx
     * @param {number} fy
     * @param {number} [x]
     * @param {number} [y]
     */
    applyForce(fx, fy, x, y) {
        applyForce(bodyCore(self(this)), liveId(self(this), 'Body.applyForce'), fx, fy, x, y);
    }

    /**
     * Adds a torque for the next step.
     * @param {number} newtonMetres
     */
    applyTorque(newtonMetres) {
        applyTorque(bodyCore(self(this)), liveId(self(this), 'Body.applyTorque'), newtonMetres);
    }

    /**
     * Changes the velocity at once, by newton seconds at the centre of mass or at a point of the
     * world.
     * @param {number} ix
     * @param {number} iy
     * @param {number} [x]
     * @param {number} [y]
     */
    applyImpulse(ix, iy, x, y) {
        applyImpulse(bodyCore(self(this)), liveId(self(this), 'Body.applyImpulse'), ix, iy, x, y);
    }

    /**
     * Changes the angular velocity at once.
     * @param {number} impulse N m s
     */
    applyAngularImpulse(impulse) {
        applyAngularImpulse(bodyCore(self(this)), liveId(self(this), 'Body.applyAngularImpulse'), impulse);
    }

    /**
     * Replaces the mass that the colliders give, of a dynamic body. What is left out keeps: the
     * centre its place, the inertia its ratio to the mass.
     * @param {{ mass: number, inertia?: number, center?: Vector }} mass kg, kg m² (0: never turns),
     *     in the body's space
     */
    setMass(mass) {
        liveId(self(this), 'Body.setMass');
        const given = parseMass('Body.setMass', mass);
        writeMass(bodyCore(self(this)), 'Body.setMass', liveId(self(this), 'Body.setMass'), given);
    }

    /**
     * Lets this body and another pass through each other whatever their layers say, from the next
     * step on; or no longer. Nothing is told of such a pair, sweeps leave it out too, and it is
     * forgotten when either is destroyed.
     * @param {Body} other
     * @param {boolean} [on] false takes it back
     * @throws {RangeError} if `other` is this body
     */
    ignore(other, on = true) {
        liveId(self(this), 'Body.ignore');
        ignorePair(bodyCore(self(this)), 'Body.ignore', ['this', 'other'], [this, other], on);
    }

    /**
     * Whether this body and another ignore each other, by `ignore`.
     * @param {Body} other
     */
    ignores(other) {
        liveId(self(this), 'Body.ignores');
        return ignoresPair(bodyCore(self(this)), 'Body.ignores', self(this), other);
    }

    /** Back to the mass that the colliders give. */
    resetMass() {
        const id = liveId(self(this), 'Body.resetMass');
        done('Body.resetMass', wasm.calls.body_reset_mass(bodyCore(self(this)).ptr, id));
    }

    /**
     * Where it touches others now, as new plain objects; it is always side A, so that the normals
     * point away from it. `world.contactPointsOf` gives the same flat.
     * @param {Body | Collider} [other] only where it touches this
     * @returns {ContactPoint[]}
     */
    contactPoints(other) {
        liveId(self(this), 'Body.contactPoints');
        return listContactPoints(bodyCore(self(this)), 'Body.contactPoints', self(this), other);
    }

    /** Removes it and its colliders from the world. Does nothing where it is gone already. */
    destroy() {
        if (bodyId(self(this)) !== 0) destroyBody(bodyCore(self(this)), bodyId(self(this)), 'Body.destroy');
    }
}
