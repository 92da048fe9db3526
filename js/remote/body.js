// The bodies of a world in a worker, as the page holds them: those of js/world/body.js, but that what only
// the engine knows comes by promises. Made by js/remote/engine.js.
import { Body } from '../world/body.js';
import { bodyCore } from '../wire/handle.js';

/** @import { ColliderOptions, Vector } from '../options/types.js' */
/** @import { Core } from '../wire/core.js' */
/** @import { WorkerCollider } from './collider.js' */
/** @import { BodyKind } from '../world/listeners.js' */
/** @import { RemoteCore } from './engine.js' */
/** @import { WorkerEventMap } from './events.js' */
/** @import { WorkerJoint } from './joint.js' */
/** @import { WorkerContactPoint, WorkerIgnorable } from './types.js' */
/** @import { WorkerWorld } from './world.js' */

/**
 * The members of a body that have other types in a worker.
 * @typedef {'mass' | 'inertia' | 'center' | 'contactPoints' | 'world' | 'colliders' | 'joints'
 *     | 'createCollider' | 'createColliders' | 'on' | 'position' | 'velocity' | 'velocityAt' | keyof WorkerBodyMembers} Otherwise
 */

/**
 * What a body in a worker has by other types that is the same code.
 * @typedef {object} WorkerBodyMembers
 * @property {(other: WorkerBody, on?: boolean) => void} ignore lets the two pass through each other,
 *     or with false no longer
 * @property {(other: WorkerBody) => boolean} ignores whether the two pass through each other
 */

/** A body, but for what it has otherwise in a worker. */
const Shared = /** @type {new (core: Core, id: number) => Omit<Body, Otherwise> & Readonly<WorkerBodyMembers>} */ (
    /** @type {unknown} */ (Body)
);

/**
 * @param {object} body
 * @param {string} what
 * @param {unknown[]} args
 * @returns {Promise<any>}
 */
function ask(body, what, args) {
    const core = /** @type {RemoteCore} */ (bodyCore(/** @type {Body} */ (body)));
    return core.link.ask(body, what, args);
}

/**
 * A rigid body of a world in a worker. Made by `world.createBody`. It has the members of a `Body`; what
 * was set is read back at once, what the steps change is read from the frame that arrived last, and what
 * only the engine knows is asked.
 * @template {string} [L=string] names of the world's layers
 * @hideconstructor
 */
export class WorkerBody extends Shared {
    /** `[x, y]` in metres, a new array. Assigning teleports. @returns {[x: number, y: number]} */
    get position() {
        return Reflect.get(Body.prototype, 'position', this);
    }

    /** @param {Vector} value */
    set position(value) {
        Reflect.set(Body.prototype, 'position', value, this);
    }

    /** `[vx, vy]` in m/s, a new array. @returns {[x: number, y: number]} */
    get velocity() {
        return Reflect.get(Body.prototype, 'velocity', this);
    }

    /** @param {Vector} value */
    set velocity(value) {
        Reflect.set(Body.prototype, 'velocity', value, this);
    }

    /** The world it lives in. @returns {WorkerWorld<L>} */
    get world() {
        return /** @type {any} */ (Reflect.get(Body.prototype, 'world', this));
    }

    /** Its colliders in the order they were made, a new array. @returns {WorkerCollider<L>[]} */
    get colliders() {
        return /** @type {any} */ (Reflect.get(Body.prototype, 'colliders', this));
    }

    /** Its joints, newest first, a new array. @returns {WorkerJoint<L>[]} */
    get joints() {
        return /** @type {any} */ (Reflect.get(Body.prototype, 'joints', this));
    }

    /**
     * Attaches one more collider; an outline is one on this side, which stands for all its parts.
     * @param {ColliderOptions<L>} options @returns {WorkerCollider<L>}
     */
    createCollider(options) {
        return /** @type {any} */ (Reflect.apply(Body.prototype.createCollider, this, [options]));
    }

    /**
     * Attaches several colliders, all or none.
     * @param {ColliderOptions<L> | readonly ColliderOptions<L>[]} options
     * @returns {WorkerCollider<L>[]} in order
     */
    createColliders(options) {
        return /** @type {any} */ (Reflect.apply(Body.prototype.createColliders, this, [options]));
    }

    /**
     * Calls a function for each event of a kind that concerns it, as `world.on` does. In contact events it
     * is side A, so that the normal points away from it; in trigger events it is one of the two.
     * @template {BodyKind} K @param {K} kind @param {(event: WorkerEventMap<L>[K]) => void} listener
     * @returns {() => void} takes the listener off again
     */
    on(kind, listener) {
        return Reflect.apply(Body.prototype.on, this, [kind, listener]);
    }

    /** Kilograms; 0 unless dynamic or set. @returns {Promise<number>} */
    mass() {
        return ask(this, 'mass', []);
    }

    /** kg m² about the centre of mass; 0 unless dynamic or set. @returns {Promise<number>} */
    inertia() {
        return ask(this, 'inertia', []);
    }

    /** The centre of mass in the world, metres; the origin unless dynamic or set. @returns {Promise<[x: number, y: number]>} */
    center() {
        return ask(this, 'center', []);
    }

    /**
     * m/s of its point that lies at x, y of the world; `[x, y]` may stand for both.
     * @param {number | Vector} x @param {number} [y] @returns {Promise<[x: number, y: number]>}
     */
    velocityAt(x, y) {
        return ask(this, 'velocityAt', [x, y]);
    }

    /**
     * Where it touches others, as plain objects; it is always side A, so that the normals point away
     * from it.
     * @param {WorkerIgnorable} [other] only where it touches this body or collider
     * @returns {Promise<WorkerContactPoint<L>[]>}
     */
    contactPoints(other) {
        return ask(this, 'contactPoints', [other]);
    }
}
