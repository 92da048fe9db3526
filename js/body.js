// A body as users hold it: a thin object made once. Getters read the views and never cross into
// wasm unless they say so; setters are one call. A destroyed body throws STALE_BODY, it never
// reaches the engine.
import {
    MicaError,
    boolean,
    coordinate,
    finite,
    notNegative,
    oneOf,
    options,
    wrongType,
} from './errors.js';
import { listContactPoints } from './contacts.js';
import { createColliders } from './create.js';
import { fillPoses, fresh } from './core.js';
import { ignorePair, ignoresPair } from './filters.js';
import { jointsOf } from './joint.js';
import { BODY, FLAGS, slotOf } from './layout.js';
import { CENTER, INERTIA, MASS, parseMass, readMass, writeMass } from './mass.js';
import { colliderIds, colliderOf, destroyBody } from './objects.js';
import { BODY_TYPES, parseLocks } from './options.js';
import { applyAngularImpulse, applyForce, applyImpulse, applyTorque } from './push.js';
import { done, wasm } from './wasm.js';

/** @import { Collider } from './collider.js' */
/** @import { Core } from './core.js' */
/** @import { Joint } from './joint.js' */
/** @import { BodyType, ColliderOptions, ContactPoint, Vector } from './types.js' */

const LOCK_KEYS = new Set(['x', 'y', 'rotation']);
const LOCK_MASK = FLAGS.LOCK_X | FLAGS.LOCK_Y | FLAGS.LOCK_ROTATION;

/**
 * Makes the object of a body; js/objects.js alone calls it.
 * @type {(core: Core, id: number) => Body}
 */
export let makeBody;

/**
 * A body's handle, 0 if it is destroyed.
 * @type {(body: Body) => number}
 */
export let bodyId;

/**
 * Tells a body's object that it is destroyed.
 * @type {(body: Body) => void}
 */
export let endBody;

/** @type {(body: Body) => Core} */
let bodyCore;

/** @type {(value: object) => value is Body} */
export let isBody;

/**
 * A rigid body. Made by `world.createBody` or `world.bodyAt`.
 * @hideconstructor
 */
export class Body {
    /** @type {Core} */
    #core;

    /** Its handle, 0 once it is destroyed. */
    #id;

    /** Where its four floats lie in each view. */
    #at;

    /**
     * Its slot: the index into `world.flags`, and a quarter of the index into the other views. It
     * stays the body's own until the body is destroyed.
     * @readonly
     * @type {number}
     */
    index;

    /**
     * Anything; Mica doesn't look at it.
     * @type {any}
     */
    userData;

    static {
        makeBody = (core, id) => new this(core, id);
        bodyId = (body) => body.#id;
        bodyCore = (body) => body.#core;
        endBody = (body) => {
            body.#id = 0;
        };
        isBody = /** @type {(value: object) => value is Body} */ ((value) => #id in value);
    }

    /**
     * @private
     * @param {Core} core
     * @param {number} id
     */
    constructor(core, id) {
        if (typeof core?.ptr !== 'number')
            throw new TypeError('Body: use world.createBody to make one');
        this.#core = core;
        this.#id = id;
        this.index = slotOf(id);
        this.#at = 4 * this.index;
    }

    /** The world it lives in. */
    get world() {
        return this.#core.world;
    }

    /** False once it, or its world, is destroyed. */
    get alive() {
        return this.#id !== 0;
    }

    /** Metres. */
    get x() {
        return this.#views('Body.x').transforms[this.#at];
    }

    /** Metres. */
    get y() {
        return this.#views('Body.y').transforms[this.#at + 1];
    }

    /** Radians, in (-π, π]. */
    get angle() {
        const { transforms } = this.#views('Body.angle');
        return Math.atan2(transforms[this.#at + 3], transforms[this.#at + 2]);
    }

    /** Cosine of the angle. */
    get cos() {
        return this.#views('Body.cos').transforms[this.#at + 2];
    }

    /** Sine of the angle. */
    get sin() {
        return this.#views('Body.sin').transforms[this.#at + 3];
    }

    /** Velocity of the centre of mass, m/s. */
    get vx() {
        return this.#views('Body.vx').velocities[this.#at];
    }

    /** Velocity of the centre of mass, m/s. */
    get vy() {
        return this.#views('Body.vy').velocities[this.#at + 1];
    }

    /** Angular velocity, radians/s. */
    get omega() {
        return this.#views('Body.omega').velocities[this.#at + 2];
    }

    /** The pose to draw, between the last two steps: metres. */
    get poseX() {
        return this.#poses('Body.poseX')[this.#at];
    }

    /** The pose to draw, between the last two steps: metres. */
    get poseY() {
        return this.#poses('Body.poseY')[this.#at + 1];
    }

    /** The pose to draw, between the last two steps: radians. */
    get poseAngle() {
        const poses = this.#poses('Body.poseAngle');
        return Math.atan2(poses[this.#at + 3], poses[this.#at + 2]);
    }

    /** @returns {BodyType} */
    get type() {
        return BODY_TYPES[this.#flags('Body.type') & FLAGS.TYPE_MASK];
    }

    get awake() {
        return (this.#flags('Body.awake') & FLAGS.AWAKE) !== 0;
    }

    get enabled() {
        return (this.#flags('Body.enabled') & FLAGS.ENABLED) !== 0;
    }

    get bullet() {
        return (this.#flags('Body.bullet') & FLAGS.BULLET) !== 0;
    }

    get canSleep() {
        return (this.#flags('Body.canSleep') & FLAGS.CAN_SLEEP) !== 0;
    }

    get lockX() {
        return (this.#flags('Body.lockX') & FLAGS.LOCK_X) !== 0;
    }

    get lockY() {
        return (this.#flags('Body.lockY') & FLAGS.LOCK_Y) !== 0;
    }

    get lockRotation() {
        return (this.#flags('Body.lockRotation') & FLAGS.LOCK_ROTATION) !== 0;
    }

    /** Kilograms; 0 unless dynamic. One call into the engine. */
    get mass() {
        return readMass(this.#core, this.#live('Body.mass'), MASS);
    }

    /** kg m² about the centre of mass. One call into the engine. */
    get inertia() {
        return readMass(this.#core, this.#live('Body.inertia'), INERTIA);
    }

    /**
     * The centre of mass in the world, a new array. One call into the engine.
     * @returns {[x: number, y: number]}
     */
    get center() {
        const id = this.#live('Body.center');
        return [readMass(this.#core, id, CENTER), readMass(this.#core, id, CENTER + 1)];
    }

    /**
     * Its colliders in the order they were made, a new array.
     * @returns {Collider[]}
     */
    get colliders() {
        const core = this.#views('Body.colliders');
        return colliderIds(core, this.#id).map((id) => colliderOf(core, id));
    }

    /**
     * Its joints, newest first, a new array.
     * @returns {Joint[]}
     */
    get joints() {
        const core = this.#views('Body.joints');
        return jointsOf(core, this.#id);
    }

    /**
     * Attaches one more collider; the mass follows. An outline takes `createColliders`.
     * @param {ColliderOptions} options
     * @returns {Collider}
     */
    createCollider(options) {
        this.#live('Body.createCollider');
        return createColliders(this.#core, this, 'Body.createCollider', options, true)[0];
    }

    /**
     * Attaches several colliders, all or none; an outline becomes as many as it has convex parts.
     * @param {ColliderOptions | readonly ColliderOptions[]} options
     * @returns {Collider[]} in order
     */
    createColliders(options) {
        this.#live('Body.createColliders');
        return createColliders(this.#core, this, 'Body.createColliders', options, false);
    }

    /**
     * Teleports it: no velocity arises, and `poses` doesn't sweep from the old place to the new.
     * @param {number} x metres
     * @param {number} y metres
     * @param {number} [angle] radians; without it the angle stays
     */
    setTransform(x, y, angle) {
        const id = this.#live('Body.setTransform');
        coordinate('Body.setTransform', 'x', x);
        coordinate('Body.setTransform', 'y', y);
        const { ptr } = this.#core;
        done(
            'Body.setTransform',
            angle === undefined
                ? wasm.calls.body_set_position(ptr, id, x, y)
                : wasm.calls.body_set_transform(
                      ptr,
                      id,
                      x,
                      y,
                      finite('Body.setTransform', 'angle', angle),
                  ),
        );
        this.#core.posesStale = true;
    }

    /**
     * Sets the velocity of the centre of mass, m/s. Wakes the body unless it is zero.
     * @param {number} x
     * @param {number} y
     */
    setVelocity(x, y) {
        const id = this.#live('Body.setVelocity');
        finite('Body.setVelocity', 'x', x);
        finite('Body.setVelocity', 'y', y);
        done('Body.setVelocity', wasm.calls.body_set_velocity(this.#core.ptr, id, x, y));
    }

    /** @param {number} radiansPerSecond */
    setAngularVelocity(radiansPerSecond) {
        this.#live('Body.setAngularVelocity');
        finite('Body.setAngularVelocity', 'radiansPerSecond', radiansPerSecond);
        this.#set('Body.setAngularVelocity', BODY.OMEGA, radiansPerSecond);
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
        applyForce(this.#core, this.#live('Body.applyForce'), fx, fy, x, y);
    }

    /**
     * Adds a torque for the next step.
     * @param {number} newtonMetres
     */
    applyTorque(newtonMetres) {
        applyTorque(this.#core, this.#live('Body.applyTorque'), newtonMetres);
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
        applyImpulse(this.#core, this.#live('Body.applyImpulse'), ix, iy, x, y);
    }

    /**
     * Changes the angular velocity at once.
     * @param {number} impulse N m s
     */
    applyAngularImpulse(impulse) {
        applyAngularImpulse(this.#core, this.#live('Body.applyAngularImpulse'), impulse);
    }

    wake() {
        this.#set('Body.wake', BODY.AWAKE, 1);
    }

    sleep() {
        this.#set('Body.sleep', BODY.AWAKE, 0);
    }

    /** @param {BodyType} type */
    setType(type) {
        this.#live('Body.setType');
        const number = oneOf('Body.setType', 'type', type, BODY_TYPES);
        this.#set('Body.setType', BODY.TYPE, number);
    }

    /**
     * A disabled body keeps its colliders but meets nothing and does not move.
     * @param {boolean} enabled
     */
    setEnabled(enabled) {
        this.#live('Body.setEnabled');
        const on = Number(boolean('Body.setEnabled', 'enabled', enabled));
        this.#set('Body.setEnabled', BODY.ENABLED, on);
    }

    /** @param {boolean} canSleep */
    setCanSleep(canSleep) {
        this.#live('Body.setCanSleep');
        const on = Number(boolean('Body.setCanSleep', 'canSleep', canSleep));
        this.#set('Body.setCanSleep', BODY.CAN_SLEEP, on);
    }

    /**
     * Sweeps it against dynamic bodies too, so that it neither passes them nor is seen deep in them.
     * @param {boolean} bullet
     */
    setBullet(bullet) {
        this.#live('Body.setBullet');
        const on = Number(boolean('Body.setBullet', 'bullet', bullet));
        this.#set('Body.setBullet', BODY.BULLET, on);
    }

    /**
     * While true, one-way colliders do not hold it: set it to drop through a platform. What it is
     * inside of when it becomes false again lets it out.
     */
    get dropThrough() {
        return (this.#flags('Body.dropThrough') & FLAGS.DROPS) !== 0;
    }

    set dropThrough(value) {
        this.#live('Body.dropThrough');
        const on = Number(boolean('Body.dropThrough', 'value', value));
        this.#set('Body.dropThrough', BODY.DROPS, on);
    }

    /**
     * Locks or frees single axes; those left out stay as they are.
     * @param {{ x?: boolean, y?: boolean, rotation?: boolean }} locks
     */
    setLocks(locks) {
        const flags = this.#flags('Body.setLocks');
        const { x, y, rotation } = options('Body.setLocks', 'locks', locks, LOCK_KEYS);
        const names = ['locks.x', 'locks.y', 'locks.rotation'];
        const bits = parseLocks('Body.setLocks', [x, y, rotation], names, flags & LOCK_MASK);
        this.#set('Body.setLocks', BODY.LOCKS, bits);
    }

    /**
     * Drag, 1/s: v *= 1 / (1 + dt * damping).
     * @param {number} linear
     * @param {number} angular
     */
    setDamping(linear, angular) {
        const id = this.#live('Body.setDamping');
        notNegative('Body.setDamping', 'linear', linear);
        notNegative('Body.setDamping', 'angular', angular);
        done('Body.setDamping', wasm.calls.body_set_damping(this.#core.ptr, id, linear, angular));
    }

    /** @param {number} scale */
    setGravityScale(scale) {
        this.#live('Body.setGravityScale');
        finite('Body.setGravityScale', 'scale', scale);
        this.#set('Body.setGravityScale', BODY.GRAVITY_SCALE, scale);
    }

    /**
     * Replaces the mass that the colliders give, of a dynamic body. What is left out keeps: the
     * centre its place, the inertia its ratio to the mass.
     * @param {{ mass: number, inertia?: number, center?: Vector }} mass kg, kg m² (0: never turns),
     *     in the body's space
     */
    setMass(mass) {
        this.#live('Body.setMass');
        const given = parseMass('Body.setMass', mass);
        writeMass(this.#core, 'Body.setMass', this.#live('Body.setMass'), given);
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
        this.#live('Body.ignore');
        ignorePair(this.#core, 'Body.ignore', ['this', 'other'], [this, other], on);
    }

    /**
     * Whether this body and another ignore each other, by `ignore`.
     * @param {Body} other
     */
    ignores(other) {
        this.#live('Body.ignores');
        return ignoresPair(this.#core, 'Body.ignores', this, other);
    }

    /** Back to the mass that the colliders give. */
    resetMass() {
        const id = this.#live('Body.resetMass');
        done('Body.resetMass', wasm.calls.body_reset_mass(this.#core.ptr, id));
    }

    /**
     * Where it touches others now, as new plain objects; it is always side A, so that the normals
     * point away from it. `world.contactPointsOf` gives the same flat.
     * @param {Body | Collider} [other] only where it touches this
     * @returns {ContactPoint[]}
     */
    contactPoints(other) {
        this.#live('Body.contactPoints');
        return listContactPoints(this.#core, 'Body.contactPoints', this, other);
    }

    /** Removes it and its colliders from the world. Does nothing where it is gone already. */
    destroy() {
        if (this.#id !== 0) destroyBody(this.#core, this.#id, 'Body.destroy');
    }

    /**
     * Its handle, for a call.
     * @param {string} method
     */
    #live(method) {
        if (this.#id === 0) refuse(this.#core, method);
        return this.#id;
    }

    /** @param {string} method */
    #views(method) {
        if (this.#id === 0) refuse(this.#core, method);
        return fresh(this.#core);
    }

    /** @param {string} method */
    #flags(method) {
        return this.#views(method).flags[this.index];
    }

    /** @param {string} method */
    #poses(method) {
        if (this.#id === 0) refuse(this.#core, method);
        fillPoses(this.#core, method);
        return fresh(this.#core).poses;
    }

    /**
     * @param {string} method
     * @param {number} field an offset of the body record
     * @param {number} value
     */
    #set(method, field, value) {
        const id = this.#live(method);
        done(method, wasm.calls.body_set(this.#core.ptr, id, field, value));
    }
}

/**
 * @param {Core} core
 * @param {string} method
 * @param {string} [what] was destroyed
 * @returns {never}
 */
function refuse(core, method, what = 'the body') {
    if (core.ptr === 0)
        throw new MicaError('WORLD_DESTROYED', `${method}: the world was destroyed`);
    throw new MicaError('STALE_BODY', `${method}: ${what} was destroyed`);
}

/**
 * A body that a user gives as an argument, if it is alive and of this world.
 * @param {Core} core
 * @param {string} method
 * @param {string} name
 * @param {unknown} value
 */
export function ownBody(core, method, name, value) {
    if (typeof value !== 'object' || value === null || !isBody(value)) {
        wrongType(method, name, 'a Body', value);
    }
    if (bodyCore(value) !== core) {
        throw new MicaError('FOREIGN_OBJECT', `${method}: ${name} is a body of another world`);
    }
    if (bodyId(value) === 0) refuse(core, method, `${name} is a body that`);
    return value;
}
