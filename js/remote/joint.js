// The joints of a world in a worker, as the page holds them: those of js/world/joint.js, but that what
// the steps change comes by promises. Made by js/remote/engine.js.
import { MicaError } from '../wire/errors.js';
import { Joint } from '../world/joint.js';

/** @import { Core } from '../wire/core.js' */
/** @import { Body } from '../world/body.js' */
/** @import { WorkerBody } from './body.js' */
/** @import { RemoteCore } from './engine.js' */

/** A joint, but for what it has otherwise in a worker. */
const Shared =
    /** @type {new (core: Core, id: number, bodyA: Body, bodyB: Body, type: number) => Omit<Joint, 'index' | 'limit' | 'motor' | 'spring' | 'bodyA' | 'bodyB' | 'angle' | 'angularSpeed' | 'translation' | 'translationSpeed' | 'torque' | 'force' | 'anchorA' | 'anchorB'>} */ (
        /** @type {unknown} */ (Joint)
    );

/**
 * Two bodies held together. Made by `world.createJoint`; it goes when either body goes. It has the
 * members of a `Joint`.
 * @template {string} [L=string] names of the world's layers
 * @hideconstructor
 */
export class WorkerJoint extends Shared {
    /** @type {RemoteCore} */
    #core;

    #id;

    /**
     * @param {Core} core
     * @param {number} id
     * @param {Body} bodyA
     * @param {Body} bodyB
     * @param {number} type
     */
    constructor(core, id, bodyA, bodyB, type) {
        super(core, id, bodyA, bodyB, type);
        this.#core = /** @type {RemoteCore} */ (core);
        this.#id = id;
    }

    /** The body it is fastened to first. @returns {WorkerBody<L>} */
    get bodyA() {
        return /** @type {any} */ (Reflect.get(Joint.prototype, 'bodyA', this));
    }

    /** The other body. @returns {WorkerBody<L>} */
    get bodyB() {
        return /** @type {any} */ (Reflect.get(Joint.prototype, 'bodyB', this));
    }

    /** Radians between which the angle stays, or null; a new object. @returns {{ lower: number, upper: number } | null} */
    get limit() {
        return Reflect.get(Joint.prototype, 'limit', this);
    }

    /** @param {{ lower: number, upper: number } | ArrayLike<number> | null} value */
    set limit(value) {
        Reflect.set(Joint.prototype, 'limit', value, this);
    }

    /** The motor, or null; a new object. @returns {{ speed: number, maxTorque: number } | null} */
    get motor() {
        return Reflect.get(Joint.prototype, 'motor', this);
    }

    /** @param {{ speed?: number, maxTorque: number } | null} value */
    set motor(value) {
        Reflect.set(Joint.prototype, 'motor', value, this);
    }

    /** The spring, or null. @returns {{ hertz: number, dampingRatio: number, target: number } | null} */
    get spring() {
        return Reflect.get(Joint.prototype, 'spring', this);
    }

    /** @param {{ hertz: number, dampingRatio?: number, target?: number } | null} value */
    set spring(value) {
        Reflect.set(Joint.prototype, 'spring', value, this);
    }

    /** Its number, never used again. @returns {number} */
    get id() {
        return this.#id;
    }

    /**
     * A joint here has its `id` instead.
     * @returns {never}
     * @throws {MicaError} NOT_IN_WORKER
     */
    get index() {
        throw new MicaError('NOT_IN_WORKER', 'Joint.index: a world in a worker has no slots of joints; use its id');
    }

    /**
     * Radians of body B against body A, counter-clockwise, less the reference angle.
     * @returns {Promise<number>}
     */
    angle() {
        return this.#ask('angle');
    }

    /** How fast the angle changes, radians/s. @returns {Promise<number>} */
    angularSpeed() {
        return this.#ask('angularSpeed');
    }

    /**
     * Metres of body B's anchor from body A's along the axis of the joint; their distance where the
     * joint has no axis.
     * @returns {Promise<number>}
     */
    translation() {
        return this.#ask('translation');
    }

    /** How fast the translation changes, m/s. @returns {Promise<number>} */
    translationSpeed() {
        return this.#ask('translationSpeed');
    }

    /**
     * N m that the joint put on body B in the last substep, beside those of its force.
     * @returns {Promise<number>}
     */
    torque() {
        return this.#ask('torque');
    }

    /**
     * Newtons that the joint pushed body B with in the last substep, and body A with the other way
     * round.
     * @returns {Promise<[x: number, y: number]>}
     */
    force() {
        return this.#ask('force');
    }

    /** Where body A has the anchor, in the world, metres. @returns {Promise<[x: number, y: number]>} */
    anchorA() {
        return this.#ask('anchorA');
    }

    /**
     * Where body B has it. The distance from `anchorA` is how far the joint gives.
     * @returns {Promise<[x: number, y: number]>}
     */
    anchorB() {
        return this.#ask('anchorB');
    }

    /** @param {string} what @returns {Promise<any>} */
    #ask(what) {
        return this.#core.link.ask(this, what, []);
    }
}
