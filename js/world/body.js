// A body as users hold it: a thin object made once. Here is what it is, and how that is set; what
// can be done with it is in js/world/body-actions.js. Getters read the views and never cross into
// wasm unless they say so; setters are one call. A destroyed body throws STALE_BODY, it never
// reaches the engine.
import { BODY_TYPES, lockBit } from '../options/options.js';
import { fillPoses, fresh, refuse } from '../wire/core.js';
import {
    MAX_COORDINATE,
    boolean,
    coordinate,
    finite,
    notNegative,
    oneOf,
    options,
    vector,
} from '../wire/errors.js';
import { openBody } from '../wire/handle.js';
import { BODY, FLAGS, slotOf } from '../wire/layout.js';
import { done, wasm } from '../wire/wasm.js';
import { BodyActions } from './body-actions.js';
import {
    ANGULAR_DAMPING,
    CENTER,
    GRAVITY_SCALE,
    INERTIA,
    LINEAR_DAMPING,
    MASS,
    readNumber,
} from './mass.js';

/** @import { Core } from '../wire/core.js' */
/** @import { BodyType, Vector } from '../options/types.js' */

const LOCK_KEYS = new Set(['x', 'y', 'rotation']);
const LOCK_BITS = [FLAGS.LOCK_X, FLAGS.LOCK_Y, FLAGS.LOCK_ROTATION];

/**
 * Makes the object of a body; the world gives this to its core, and js/world/objects.js calls it there.
 * @type {(core: Core, id: number) => Body}
 */
export let makeBody;

/**
 * A rigid body. Made by `world.createBody` or `world.bodyAt`. What `createBody` was told can be read and
 * assigned by the same names; other names throw a TypeError: `userData` is the place for your own.
 * @hideconstructor
 */
export class Body extends BodyActions {
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

    /** @type {any} */
    #userData;

    static {
        makeBody = (core, id) => new this(core, id);
        openBody({
            id: (body) => body.#id,
            core: (body) => body.#core,
            end(body) {
                body.#id = 0;
            },
            is: /** @type {(value: object) => value is Body} */ ((value) => #id in value),
        });
    }

    /**
     * @private
     * @param {Core} core
     * @param {number} id
     */
    constructor(core, id) {
        super();
        if (typeof core?.ptr !== 'number')
            throw new TypeError('Body: use world.createBody to make one');
        this.#core = core;
        this.#id = id;
        this.index = slotOf(id);
        this.#at = 4 * this.index;
        Object.freeze(this);
    }

    /**
     * Anything; Mica doesn't look at it.
     * @returns {any}
     */
    get userData() {
        return this.#userData;
    }

    set userData(value) {
        this.#userData = value;
    }

    /** The world it lives in. */
    get world() {
        return this.#core.world;
    }

    /** False once it, or its world, is destroyed. */
    get alive() {
        return this.#id !== 0;
    }

    /** Metres. Assigning teleports. */
    get x() {
        return this.#views('Body.x').transforms[this.#at];
    }

    set x(value) {
        const { transforms } = this.#views('Body.x');
        this.#place('Body.x', coordinate('Body.x', 'value', value), transforms[this.#at + 1]);
    }

    /** Metres. Assigning teleports. */
    get y() {
        return this.#views('Body.y').transforms[this.#at + 1];
    }

    set y(value) {
        const { transforms } = this.#views('Body.y');
        this.#place('Body.y', transforms[this.#at], coordinate('Body.y', 'value', value));
    }

    /**
     * `[x, y]` in metres, a new array. Assigning teleports, as `setTransform` does.
     * @returns {[x: number, y: number]}
     */
    get position() {
        return this.#pair(this.#views('Body.position').transforms);
    }

    /** @param {Vector} value */
    set position(value) {
        this.#live('Body.position');
        this.#place('Body.position', ...vector('Body.position', 'value', value, MAX_COORDINATE));
    }

    /** Radians, in (-π, π]. Assigning teleports, as `setTransform` does. */
    get angle() {
        const { transforms } = this.#views('Body.angle');
        return Math.atan2(transforms[this.#at + 3], transforms[this.#at + 2]);
    }

    set angle(value) {
        const { transforms } = this.#views('Body.angle');
        this.#place('Body.angle', ...this.#pair(transforms), finite('Body.angle', 'value', value));
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

    set vx(value) {
        const { velocities } = this.#views('Body.vx');
        this.#move('Body.vx', finite('Body.vx', 'value', value), velocities[this.#at + 1]);
    }

    /** Velocity of the centre of mass, m/s. */
    get vy() {
        return this.#views('Body.vy').velocities[this.#at + 1];
    }

    set vy(value) {
        const { velocities } = this.#views('Body.vy');
        this.#move('Body.vy', velocities[this.#at], finite('Body.vy', 'value', value));
    }

    /**
     * `[vx, vy]` of the centre of mass in m/s, a new array.
     * @returns {[x: number, y: number]}
     */
    get velocity() {
        return this.#pair(this.#views('Body.velocity').velocities);
    }

    /** @param {Vector} value */
    set velocity(value) {
        this.#live('Body.velocity');
        this.#move('Body.velocity', ...vector('Body.velocity', 'value', value));
    }

    /** Angular velocity, radians/s. */
    get omega() {
        return this.#views('Body.omega').velocities[this.#at + 2];
    }

    set omega(value) {
        this.#set('Body.omega', BODY.OMEGA, finite('Body.omega', 'value', value));
    }

    /** `omega` by the name that createBody has for it, radians/s. */
    get angularVelocity() {
        return this.#views('Body.angularVelocity').velocities[this.#at + 2];
    }

    set angularVelocity(value) {
        const omega = finite('Body.angularVelocity', 'value', value);
        this.#set('Body.angularVelocity', BODY.OMEGA, omega);
    }

    /** Drag, 1/s, at least 0: v *= 1 / (1 + dt * damping). Reading it is one call into the engine. */
    get linearDamping() {
        return this.#number('Body.linearDamping', LINEAR_DAMPING);
    }

    set linearDamping(value) {
        const damping = notNegative('Body.linearDamping', 'value', value);
        this.#set('Body.linearDamping', BODY.LINEAR_DAMPING, damping);
    }

    /** Drag of the turning, 1/s, at least 0. Reading it is one call into the engine. */
    get angularDamping() {
        return this.#number('Body.angularDamping', ANGULAR_DAMPING);
    }

    set angularDamping(value) {
        const damping = notNegative('Body.angularDamping', 'value', value);
        this.#set('Body.angularDamping', BODY.ANGULAR_DAMPING, damping);
    }

    /** How much of the world's gravity pulls it; 0 floats. Reading it is one call into the engine. */
    get gravityScale() {
        return this.#number('Body.gravityScale', GRAVITY_SCALE);
    }

    set gravityScale(value) {
        const scale = finite('Body.gravityScale', 'value', value);
        this.#set('Body.gravityScale', BODY.GRAVITY_SCALE, scale);
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

    set type(value) {
        this.#become('Body.type', 'value', value);
    }

    /** Assigning true wakes it, false has it sleep. */
    get awake() {
        return this.#has('Body.awake', FLAGS.AWAKE);
    }

    set awake(value) {
        this.#switch('Body.awake', 'value', value, BODY.AWAKE);
    }

    /** A disabled body keeps its colliders but meets nothing and does not move. */
    get enabled() {
        return this.#has('Body.enabled', FLAGS.ENABLED);
    }

    set enabled(value) {
        this.#switch('Body.enabled', 'value', value, BODY.ENABLED);
    }

    /** Whether it is swept against dynamic bodies too. */
    get bullet() {
        return this.#has('Body.bullet', FLAGS.BULLET);
    }

    set bullet(value) {
        this.#switch('Body.bullet', 'value', value, BODY.BULLET);
    }

    get canSleep() {
        return this.#has('Body.canSleep', FLAGS.CAN_SLEEP);
    }

    set canSleep(value) {
        this.#switch('Body.canSleep', 'value', value, BODY.CAN_SLEEP);
    }

    get lockX() {
        return this.#has('Body.lockX', FLAGS.LOCK_X);
    }

    set lockX(value) {
        this.#lock('Body.lockX', [value]);
    }

    get lockY() {
        return this.#has('Body.lockY', FLAGS.LOCK_Y);
    }

    set lockY(value) {
        this.#lock('Body.lockY', [undefined, value]);
    }

    get lockRotation() {
        return this.#has('Body.lockRotation', FLAGS.LOCK_ROTATION);
    }

    set lockRotation(value) {
        this.#lock('Body.lockRotation', [undefined, undefined, value]);
    }

    /** Kilograms; 0 unless dynamic. One call into the engine. */
    get mass() {
        return this.#number('Body.mass', MASS);
    }

    /** kg m² about the centre of mass. One call into the engine. */
    get inertia() {
        return this.#number('Body.inertia', INERTIA);
    }

    /**
     * The centre of mass in the world, a new array. One call into the engine.
     * @returns {[x: number, y: number]}
     */
    get center() {
        return [this.#number('Body.center', CENTER), this.#number('Body.center', CENTER + 1)];
    }

    /**
     * Teleports it: no velocity arises, and `poses` doesn't sweep from the old place to the new.
     * @param {number} x metres
     * @param {number} y metres
     * @param {number} [angle] radians; without it the angle stays
     */
    setTransform(x, y, angle) {
        this.#live('Body.setTransform');
        coordinate('Body.setTransform', 'x', x);
        coordinate('Body.setTransform', 'y', y);
        if (angle !== undefined) finite('Body.setTransform', 'angle', angle);
        this.#place('Body.setTransform', x, y, angle);
    }

    /**
     * Sets the velocity of the centre of mass, m/s. Wakes the body unless it is zero.
     * @param {number} x
     * @param {number} y
     */
    setVelocity(x, y) {
        this.#live('Body.setVelocity');
        finite('Body.setVelocity', 'x', x);
        finite('Body.setVelocity', 'y', y);
        this.#move('Body.setVelocity', x, y);
    }

    /** @param {number} radiansPerSecond */
    setAngularVelocity(radiansPerSecond) {
        this.#live('Body.setAngularVelocity');
        finite('Body.setAngularVelocity', 'radiansPerSecond', radiansPerSecond);
        this.#set('Body.setAngularVelocity', BODY.OMEGA, radiansPerSecond);
    }

    wake() {
        this.#set('Body.wake', BODY.AWAKE, 1);
    }

    sleep() {
        this.#set('Body.sleep', BODY.AWAKE, 0);
    }

    /** @param {BodyType} type */
    setType(type) {
        this.#become('Body.setType', 'type', type);
    }

    /**
     * A disabled body keeps its colliders but meets nothing and does not move.
     * @param {boolean} enabled
     */
    setEnabled(enabled) {
        this.#switch('Body.setEnabled', 'enabled', enabled, BODY.ENABLED);
    }

    /** @param {boolean} canSleep */
    setCanSleep(canSleep) {
        this.#switch('Body.setCanSleep', 'canSleep', canSleep, BODY.CAN_SLEEP);
    }

    /**
     * Sweeps it against dynamic bodies too, so that it neither passes them nor is seen deep in them.
     * @param {boolean} bullet
     */
    setBullet(bullet) {
        this.#switch('Body.setBullet', 'bullet', bullet, BODY.BULLET);
    }

    /**
     * While true, one-way colliders do not hold it: set it to drop through a platform. What it is
     * inside of when it becomes false again lets it out.
     */
    get dropThrough() {
        return this.#has('Body.dropThrough', FLAGS.DROPS);
    }

    set dropThrough(value) {
        this.#switch('Body.dropThrough', 'value', value, BODY.DROPS);
    }

    /**
     * Locks or frees single axes; those left out stay as they are.
     * @param {{ x?: boolean, y?: boolean, rotation?: boolean }} locks
     */
    setLocks(locks) {
        this.#live('Body.setLocks');
        const { x, y, rotation } = options('Body.setLocks', 'locks', locks, LOCK_KEYS);
        this.#lock('Body.setLocks', [x, y, rotation], ['locks.x', 'locks.y', 'locks.rotation']);
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
     * Its handle, for a call.
     * @param {string} method
     */
    #live(method) {
        if (this.#id === 0) refuse(this.#core, method, 'STALE_BODY', 'the body was destroyed');
        return this.#id;
    }

    /** @param {string} method */
    #views(method) {
        if (this.#id === 0) refuse(this.#core, method, 'STALE_BODY', 'the body was destroyed');
        return fresh(this.#core);
    }

    /** @param {string} method */
    #flags(method) {
        return this.#views(method).flags[this.index];
    }

    /** @param {string} method @param {number} bit */
    #has(method, bit) {
        return (this.#flags(method) & bit) !== 0;
    }

    /**
     * A number that no view has.
     * @param {string} method
     * @param {number} index
     */
    #number(method, index) {
        return readNumber(this.#core, this.#live(method), index);
    }

    /** @param {string} method */
    #poses(method) {
        if (this.#id === 0) refuse(this.#core, method, 'STALE_BODY', 'the body was destroyed');
        fillPoses(this.#core, method);
        return fresh(this.#core).poses;
    }

    /**
     * Two numbers of a view, a new array.
     * @param {Float32Array} view
     * @returns {[x: number, y: number]}
     */
    #pair(view) {
        return [view[this.#at], view[this.#at + 1]];
    }

    /**
     * Teleports it to a place that is checked.
     * @param {string} method
     * @param {number} x
     * @param {number} y
     * @param {number} [angle]
     */
    #place(method, x, y, angle) {
        const id = this.#live(method);
        const { ptr } = this.#core;
        done(
            method,
            angle === undefined
                ? wasm.calls.body_set_position(ptr, id, x, y)
                : wasm.calls.body_set_transform(ptr, id, x, y, angle),
        );
        this.#core.posesStale = true;
    }

    /**
     * Gives it a velocity that is checked.
     * @param {string} method
     * @param {number} x
     * @param {number} y
     */
    #move(method, x, y) {
        const id = this.#live(method);
        done(method, wasm.calls.body_set_velocity(this.#core.ptr, id, x, y));
    }

    /** @param {string} method @param {string} name @param {unknown} type */
    #become(method, name, type) {
        this.#live(method);
        this.#set(method, BODY.TYPE, oneOf(method, name, type, BODY_TYPES));
    }

    /**
     * @param {string} method
     * @param {string} name
     * @param {unknown} on
     * @param {number} field an offset of the body record
     */
    #switch(method, name, on, field) {
        this.#live(method);
        this.#set(method, field, Number(boolean(method, name, on)));
    }

    /**
     * @param {string} method
     * @param {unknown[]} values of x, y and rotation; undefined keeps
     * @param {string[]} [names]
     */
    #lock(method, values, names = ['value', 'value', 'value']) {
        const flags = this.#flags(method);
        const bits = LOCK_BITS.map((bit, i) => lockBit(method, names[i], values[i], bit, flags));
        this.#set(method, BODY.LOCKS, bits[0] | bits[1] | bits[2]);
    }

    /** @param {string} method @param {number} field an offset of the body record @param {number} value */
    #set(method, field, value) {
        const id = this.#live(method);
        done(method, wasm.calls.body_set(this.#core.ptr, id, field, value));
    }
}
