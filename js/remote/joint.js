// The joints of a world in a worker, as the page holds them: those of js/world/joint.js, but that what
// the steps change comes by promises. Made by js/remote/engine.js.
import { MicaError } from '../wire/errors.js';
import { Joint } from '../world/joint.js';

/** @import { BodyAOf, GroupValueOf, JointType, NumberOf, PairOf, SettingOf } from '../options/joints.js' */
/** @import { Vector } from '../options/types.js' */
/** @import { Core } from '../wire/core.js' */
/** @import { Body } from '../world/body.js' */
/** @import { WorkerBody } from './body.js' */
/** @import { RemoteCore } from './engine.js' */

/** A joint, but for what it has otherwise in a worker. */
const Shared =
    /** @type {new (core: Core, id: number, bodyA: Body | null, bodyB: Body, type: number, coupled: readonly (Joint<any> | undefined)[]) => Pick<Joint, 'userData' | 'alive' | 'breakForce' | 'breakTorque' | 'collideConnected' | 'enabled' | 'setMotor' | 'setSpring' | 'setTarget' | 'setLinearVelocity' | 'destroy'>} */ (
        /** @type {unknown} */ (Joint)
    );

/**
 * Two bodies held together, or one drawn to a point. Made by `world.createJoint`; it goes when either body goes. It has the
 * members of a `Joint`.
 * @template {string} [L=string] names of the world's layers
 * @template {JointType} [T=JointType] its type
 * @hideconstructor
 */
export class WorkerJoint extends Shared {
    /** @type {RemoteCore} */
    #core;

    #id;

    /**
     * @param {Core} core
     * @param {number} id
     * @param {Body | null} bodyA
     * @param {Body} bodyB
     * @param {number} type
     * @param {readonly (Joint<any> | undefined)[]} coupled
     */
    constructor(core, id, bodyA, bodyB, type, coupled) {
        super(core, id, bodyA, bodyB, type, coupled);
        this.#core = /** @type {RemoteCore} */ (core);
        this.#id = id;
    }

    /** What kind of joint it is. @returns {T} */
    get type() {
        return /** @type {any} */ (Reflect.get(Joint.prototype, 'type', this));
    }

    /** The body it is fastened to first; null of a target joint, which has only one. @returns {BodyAOf<T, WorkerBody<L>>} */
    get bodyA() {
        return /** @type {any} */ (Reflect.get(Joint.prototype, 'bodyA', this));
    }

    /** The other body. @returns {WorkerBody<L>} */
    get bodyB() {
        return /** @type {any} */ (Reflect.get(Joint.prototype, 'bodyB', this));
    }

    /** The first joint that a gear couples; undefined for other types. @returns {WorkerJoint<L> | undefined} */
    get jointA() {
        return /** @type {any} */ (Reflect.get(Joint.prototype, 'jointA', this));
    }

    /** The other joint that a gear couples. @returns {WorkerJoint<L> | undefined} */
    get jointB() {
        return /** @type {any} */ (Reflect.get(Joint.prototype, 'jointB', this));
    }

    /**
     * Radians between which the angle stays, or metres between which body B stays along the axis, or
     * null; a new object.
     * @returns {{ lower: number, upper: number } | null}
     */
    get limit() {
        return Reflect.get(Joint.prototype, 'limit', this);
    }

    /** @param {{ lower: number, upper: number } | ArrayLike<number> | null} value */
    set limit(value) {
        Reflect.set(Joint.prototype, 'limit', value, this);
    }

    /** The motor, or null; a new object. @returns {GroupValueOf<T, 'motor'>} */
    get motor() {
        return /** @type {any} */ (Reflect.get(Joint.prototype, 'motor', this));
    }

    /** @param {SettingOf<T, 'motor'>} value */
    set motor(value) {
        Reflect.set(Joint.prototype, 'motor', value, this);
    }

    /** The spring, or null; a new object, whose `target` is undefined where it is the length of the joint. @returns {GroupValueOf<T, 'spring'>} */
    get spring() {
        return /** @type {any} */ (Reflect.get(Joint.prototype, 'spring', this));
    }

    /** @param {SettingOf<T, 'spring'>} value */
    set spring(value) {
        Reflect.set(Joint.prototype, 'spring', value, this);
    }

    /**
     * The anchor in body A's space, metres; set, a vector within ±1e7. The worker alone knows it, since it
     * places an `anchor` of the world: reading it gives a promise, here and of the next three.
     * @returns {Promise<[x: number, y: number]>}
     */
    get localAnchorA() {
        return this.#ask('localAnchorA');
    }

    /** @param {Vector} value */
    set localAnchorA(value) {
        Reflect.set(Joint.prototype, 'localAnchorA', value, this);
    }

    /** The anchor in body B's space, likewise. @returns {Promise<[x: number, y: number]>} */
    get localAnchorB() {
        return this.#ask('localAnchorB');
    }

    /** @param {Vector} value */
    set localAnchorB(value) {
        Reflect.set(Joint.prototype, 'localAnchorB', value, this);
    }

    /**
     * The joint's axis in body A's space, of length 1; undefined where the type has none. Takes a vector of
     * any length but 0.
     * @returns {Promise<PairOf<T, 'localAxisA'>>}
     */
    get localAxisA() {
        return this.#ask('localAxisA');
    }

    /** @param {SettingOf<T, 'localAxisA'>} value */
    set localAxisA(value) {
        Reflect.set(Joint.prototype, 'localAxisA', value, this);
    }

    /**
     * Radians of body B against body A that count as angle 0; undefined where the type has none.
     * @returns {Promise<NumberOf<T, 'referenceAngle'>>}
     */
    get referenceAngle() {
        return this.#ask('referenceAngle');
    }

    /** @param {NumberOf<T, 'referenceAngle'>} value */
    set referenceAngle(value) {
        Reflect.set(Joint.prototype, 'referenceAngle', value, this);
    }

    /**
     * How stiff the joint itself is, Hz, 0 to 1e6; 0: as stiff as the world's `jointHertz`.
     * @returns {NumberOf<T, 'hertz'>}
     */
    get hertz() {
        return /** @type {any} */ (Reflect.get(Joint.prototype, 'hertz', this));
    }

    set hertz(value) {
        Reflect.set(Joint.prototype, 'hertz', value, this);
    }

    /** Damping ratio of that stiffness, 0 to 1e6. @returns {NumberOf<T, 'dampingRatio'>} */
    get dampingRatio() {
        return /** @type {any} */ (Reflect.get(Joint.prototype, 'dampingRatio', this));
    }

    set dampingRatio(value) {
        Reflect.set(Joint.prototype, 'dampingRatio', value, this);
    }

    /** Newtons that the joint itself may use, above 0, or Infinity. @returns {NumberOf<T, 'maxForce'>} */
    get maxForce() {
        return /** @type {any} */ (Reflect.get(Joint.prototype, 'maxForce', this));
    }

    set maxForce(value) {
        Reflect.set(Joint.prototype, 'maxForce', value, this);
    }

    /**
     * N m that the joint itself may use against turning, above 0, or Infinity.
     * @returns {NumberOf<T, 'maxTorque'>}
     */
    get maxTorque() {
        return /** @type {any} */ (Reflect.get(Joint.prototype, 'maxTorque', this));
    }

    set maxTorque(value) {
        Reflect.set(Joint.prototype, 'maxTorque', value, this);
    }

    /** Radians from tooth to tooth, as `Joint.ratchet`. @returns {NumberOf<T, 'ratchet'>} */
    get ratchet() {
        return /** @type {any} */ (Reflect.get(Joint.prototype, 'ratchet', this));
    }

    set ratchet(value) {
        Reflect.set(Joint.prototype, 'ratchet', value, this);
    }

    /** The angle of one of the teeth, radians within ±1e4. @returns {NumberOf<T, 'phase'>} */
    get phase() {
        return /** @type {any} */ (Reflect.get(Joint.prototype, 'phase', this));
    }

    set phase(value) {
        Reflect.set(Joint.prototype, 'phase', value, this);
    }

    /** How much the way of body B counts, 1e-3 to 1e3. @returns {NumberOf<T, 'ratio'>} */
    get ratio() {
        return /** @type {any} */ (Reflect.get(Joint.prototype, 'ratio', this));
    }

    set ratio(value) {
        Reflect.set(Joint.prototype, 'ratio', value, this);
    }

    /** The point of the world over which the rope to body A runs, metres. @returns {PairOf<T, 'groundAnchorA'>} */
    get groundAnchorA() {
        return /** @type {any} */ (Reflect.get(Joint.prototype, 'groundAnchorA', this));
    }

    /** @param {SettingOf<T, 'groundAnchorA'>} value */
    set groundAnchorA(value) {
        Reflect.set(Joint.prototype, 'groundAnchorA', value, this);
    }

    /** The same for body B. @returns {PairOf<T, 'groundAnchorB'>} */
    get groundAnchorB() {
        return /** @type {any} */ (Reflect.get(Joint.prototype, 'groundAnchorB', this));
    }

    /** @param {SettingOf<T, 'groundAnchorB'>} value */
    set groundAnchorB(value) {
        Reflect.set(Joint.prototype, 'groundAnchorB', value, this);
    }

    /**
     * The point of the world that a target joint pulls to, metres, each within ±1e7: a new array; undefined
     * where the type has none.
     * @returns {PairOf<T, 'target'>}
     */
    get target() {
        return /** @type {any} */ (Reflect.get(Joint.prototype, 'target', this));
    }

    /** @param {SettingOf<T, 'target'>} value */
    set target(value) {
        Reflect.set(Joint.prototype, 'target', value, this);
    }

    /**
     * The velocity in body A's space that a motor joint gives body B's anchor against body A, m/s, each
     * within ±4e4: a new array; undefined where the type has none.
     * @returns {PairOf<T, 'linearVelocity'>}
     */
    get linearVelocity() {
        return /** @type {any} */ (Reflect.get(Joint.prototype, 'linearVelocity', this));
    }

    /** @param {SettingOf<T, 'linearVelocity'>} value */
    set linearVelocity(value) {
        Reflect.set(Joint.prototype, 'linearVelocity', value, this);
    }

    /**
     * Radians/s within ±4e4 that a motor joint gives body B against body A; undefined where the type has none.
     * @returns {NumberOf<T, 'angularVelocity'>}
     */
    get angularVelocity() {
        return /** @type {any} */ (Reflect.get(Joint.prototype, 'angularVelocity', this));
    }

    /** @param {NumberOf<T, 'angularVelocity'>} value */
    set angularVelocity(value) {
        Reflect.set(Joint.prototype, 'angularVelocity', value, this);
    }

    /**
     * What a gear holds, as `Joint.sum`; undefined for other types. Reading it gives a promise, as of
     * `localAnchorA`.
     * @returns {Promise<NumberOf<T, 'sum'>>}
     */
    get sum() {
        return this.#ask('sum');
    }

    /** @param {NumberOf<T, 'sum'>} value */
    set sum(value) {
        Reflect.set(Joint.prototype, 'sum', value, this);
    }

    /**
     * Metres of a rod, 0 to 1e6; undefined where the type has none. Reading it gives a promise, as of
     * `localAnchorA`.
     * @returns {Promise<NumberOf<T, 'length'>>}
     */
    get length() {
        return this.#ask('length');
    }

    /** @param {NumberOf<T, 'length'>} value */
    set length(value) {
        Reflect.set(Joint.prototype, 'length', value, this);
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

    /** How far the bodies are from where the joint holds them, metres. @returns {Promise<number>} */
    linearSeparation() {
        return this.#ask('linearSeparation');
    }

    /** How far the bodies are turned from where the joint holds them, radians. @returns {Promise<number>} */
    angularSeparation() {
        return this.#ask('angularSeparation');
    }

    /** @param {string} what @returns {Promise<any>} */
    #ask(what) {
        return this.#core.link.ask(this, what, []);
    }
}
