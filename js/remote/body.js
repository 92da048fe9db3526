// The bodies of a world that lives in a worker, as the page holds them. They have their index at
// once; methods become commands of the next message. What only the page changes is kept here, what
// the steps change is read from the frame that arrived last, and the rest is asked. Made by
// js/remote/world.js.
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
import { FLAGS } from '../wire/layout.js';
import { LOCKS, TYPES, flagsOf } from './flags.js';
import { BODY_COMMANDS, Commands } from './link.js';
import { plain, readMap } from './messages.js';
import { openBody, ownBody, refuse } from './own.js';

/** @import { BodyBaseOptions, BodyType, ColliderOptions, Vector } from '../options/types.js' */
/** @import { WorkerCollider } from './collider.js' */
/** @import { Link } from './link.js' */
/** @import { WorkerJoint } from './joints.js' */
/** @import { WorkerContactPoint, WorkerIgnorable } from './casts.js' */
/** @import { WorkerWorld } from './world.js' */

const LOCK_KEYS = new Set(Object.keys(LOCKS));

/** @typedef {{ linearDamping: number, angularDamping: number, gravityScale: number }} BodySettings */

/** The flags of a body, as the page knows them. @type {(body: WorkerBody) => number} */
export let flagsKept;

/** Enters a new collider into its body. @type {(collider: WorkerCollider) => void} */
export let holdCollider;

/** Takes a collider out again. @type {(collider: WorkerCollider) => void} */
export let dropCollider;

/** Enters a new joint into one of its bodies. @type {(body: WorkerBody, joint: WorkerJoint) => void} */
export let holdJoint;

/** Takes a joint out again. @type {(body: WorkerBody, joint: WorkerJoint) => void} */
export let dropJoint;

/** Tells a body that it is gone. @type {(body: WorkerBody) => void} */
export let endBody;

/**
 * Two bodies that ignore each other, or no longer.
 * @type {(world: WorkerWorld, method: string, names: [string, string], pair: [unknown, unknown], on: boolean) => void}
 */
export let ignorePair;

/**
 * A rigid body of a world in a worker. Made by `world.createBody`. What that was told can be read and
 * assigned by the same names; other names throw a TypeError: `userData` is the place for your own.
 * @hideconstructor
 */
export class WorkerBody extends Commands {
    /** @type {Link} */
    #link;

    /** What only this side changes, as bits of FLAGS. */
    #flags;

    /** What only this side changes besides. */
    #settings;

    /** @type {WorkerCollider[]} */
    #colliders = [];

    #alive = true;

    /** @type {any} */
    #userData;

    /** Newest last. @type {WorkerJoint[]} */
    #joints = [];

    /** The bodies that this one and they ignore. @type {Set<WorkerBody>} */
    #ignored = new Set();

    /**
     * The index into `world.flags`, and a quarter of the index into the other views.
     * @readonly
     * @type {number}
     */
    index;

    static {
        for (const method of BODY_COMMANDS) {
            /** @this {WorkerBody} @param {...unknown} args */
            const value = function value(...args) {
                this.#command(method, args);
            };
            Object.defineProperty(this.prototype, method, { value });
        }
        openBody(/** @type {(value: object) => value is WorkerBody} */ ((value) => #link in value));
        flagsKept = (body) => body.#flags;
        holdCollider = (collider) => void collider.body.#colliders.push(collider);
        dropCollider = (collider) => {
            collider.body.#colliders = collider.body.#colliders.filter((other) => other !== collider);
        };
        holdJoint = (body, joint) => void body.#joints.push(joint);
        dropJoint = (body, joint) => {
            body.#joints = body.#joints.filter((other) => other !== joint);
        };
        endBody = (body) => {
            body.#alive = false;
            for (const other of body.#ignored) other.#ignored.delete(body);
            body.#ignored.clear();
        };
        ignorePair = (world, method, names, pair, on) => {
            const [a, b] = names.map((name, i) => ownBody(world, method, name, pair[i]));
            boolean(method, 'on', on);
            if (a === b) throw new RangeError(`${method}: ${names[1]} must be another body than ${names[0]}`);
            a.#link.send(['ignore', a.index, b.index, on]);
            for (const [one, other] of [[a, b], [b, a]]) {
                if (on) one.#ignored.add(other);
                else one.#ignored.delete(other);
            }
        };
    }

    /**
     * @param {Link} link
     * @param {number} index
     * @param {BodyBaseOptions} options
     */
    constructor(link, index, options) {
        super();
        const { linearDamping = 0, angularDamping = 0, gravityScale = 1 } = options;
        this.#link = link;
        this.#flags = flagsOf(options);
        this.#settings = { linearDamping, angularDamping, gravityScale };
        this.index = index;
        Object.freeze(this);
    }

    /**
     * Anything; it stays on this side.
     * @returns {any}
     */
    get userData() {
        return this.#userData;
    }

    set userData(value) {
        this.#userData = value;
    }

    /** False once it was destroyed, or the worker could not make it. */
    get alive() {
        return this.#alive;
    }

    /** Its colliders in the order they were made, a new array. */
    get colliders() {
        return [...this.#colliders];
    }

    /** The world it lives in. */
    get world() {
        return this.#link.world;
    }

    /** Metres. */
    get x() {
        return this.#frame('Body.x').transforms[4 * this.index];
    }

    set x(value) {
        this.#assign('x', coordinate('Body.x', 'value', value));
    }

    /** Metres. */
    get y() {
        return this.#frame('Body.y').transforms[4 * this.index + 1];
    }

    set y(value) {
        this.#assign('y', coordinate('Body.y', 'value', value));
    }

    /** Cosine of the angle. */
    get cos() {
        return this.#frame('Body.cos').transforms[4 * this.index + 2];
    }

    /** Sine of the angle. */
    get sin() {
        return this.#frame('Body.sin').transforms[4 * this.index + 3];
    }

    /**
     * `[x, y]` in metres, a new array. Assigning teleports, as `setTransform` does.
     * @returns {[x: number, y: number]}
     */
    get position() {
        return this.#pair(this.#frame('Body.position').transforms);
    }

    /** @param {Vector} value */
    set position(value) {
        this.#assign('position', vector('Body.position', 'value', value, MAX_COORDINATE));
    }

    /** Radians, in (-π, π]. Assigning teleports, as `setTransform` does. */
    get angle() {
        const { transforms } = this.#frame('Body.angle');
        return Math.atan2(transforms[4 * this.index + 3], transforms[4 * this.index + 2]);
    }

    set angle(value) {
        this.#assign('angle', finite('Body.angle', 'value', value));
    }

    /** m/s. */
    get vx() {
        return this.#frame('Body.vx').velocities[4 * this.index];
    }

    set vx(value) {
        this.#assign('vx', finite('Body.vx', 'value', value));
    }

    /** m/s. */
    get vy() {
        return this.#frame('Body.vy').velocities[4 * this.index + 1];
    }

    set vy(value) {
        this.#assign('vy', finite('Body.vy', 'value', value));
    }

    /**
     * `[vx, vy]` in m/s, a new array.
     * @returns {[x: number, y: number]}
     */
    get velocity() {
        return this.#pair(this.#frame('Body.velocity').velocities);
    }

    /** @param {Vector} value */
    set velocity(value) {
        this.#assign('velocity', vector('Body.velocity', 'value', value));
    }

    /** radians/s. */
    get omega() {
        return this.#frame('Body.omega').velocities[4 * this.index + 2];
    }

    set omega(value) {
        this.#assign('omega', finite('Body.omega', 'value', value));
    }

    /** `omega` by the name that createBody has for it, radians/s. */
    get angularVelocity() {
        return this.#frame('Body.angularVelocity').velocities[4 * this.index + 2];
    }

    set angularVelocity(value) {
        this.#assign('angularVelocity', finite('Body.angularVelocity', 'value', value));
    }

    /** Drag, 1/s, at least 0: v *= 1 / (1 + dt * damping). */
    get linearDamping() {
        return this.#kept('linearDamping');
    }

    set linearDamping(value) {
        this.#keep('linearDamping', notNegative('Body.linearDamping', 'value', value));
    }

    /** Drag of the turning, 1/s, at least 0. */
    get angularDamping() {
        return this.#kept('angularDamping');
    }

    set angularDamping(value) {
        this.#keep('angularDamping', notNegative('Body.angularDamping', 'value', value));
    }

    /**
     * Drag, 1/s: v *= 1 / (1 + dt * damping).
     * @param {number} linear
     * @param {number} angular
     */
    setDamping(linear, angular) {
        notNegative('Body.setDamping', 'linear', linear);
        notNegative('Body.setDamping', 'angular', angular);
        this.#command('setDamping', [linear, angular]);
        Object.assign(this.#settings, { linearDamping: linear, angularDamping: angular });
    }

    /** How much of the world's gravity pulls it; 0 floats. */
    get gravityScale() {
        return this.#kept('gravityScale');
    }

    set gravityScale(value) {
        this.#keep('gravityScale', finite('Body.gravityScale', 'value', value));
    }

    /** @param {number} scale */
    setGravityScale(scale) {
        this.#command('setGravityScale', [finite('Body.setGravityScale', 'scale', scale)]);
        this.#settings.gravityScale = scale;
    }

    /** The pose to draw: metres. */
    get poseX() {
        return this.#frame('Body.poseX').poses[4 * this.index];
    }

    /** The pose to draw: metres. */
    get poseY() {
        return this.#frame('Body.poseY').poses[4 * this.index + 1];
    }

    /** The pose to draw: radians. */
    get poseAngle() {
        const { poses } = this.#frame('Body.poseAngle');
        return Math.atan2(poses[4 * this.index + 3], poses[4 * this.index + 2]);
    }

    /** @returns {BodyType} */
    get type() {
        this.#live('Body.type');
        return TYPES[this.#flags & FLAGS.TYPE_MASK];
    }

    set type(value) {
        this.#become('Body.type', 'value', value);
    }

    /** @param {BodyType} type */
    setType(type) {
        this.#become('Body.setType', 'type', type);
    }

    /** Assigning true wakes it, false has it sleep. */
    get awake() {
        return (this.#frame('Body.awake').flags[this.index] & FLAGS.AWAKE) !== 0;
    }

    set awake(value) {
        this.#assign('awake', boolean('Body.awake', 'value', value));
    }

    get enabled() {
        return this.#has('Body.enabled', FLAGS.ENABLED);
    }

    set enabled(value) {
        this.#switch('enabled', value, FLAGS.ENABLED);
    }

    /**
     * A disabled body keeps its colliders but meets nothing and does not move.
     * @param {boolean} enabled
     */
    setEnabled(enabled) {
        this.#switch('enabled', enabled, FLAGS.ENABLED, 'setEnabled');
    }

    get canSleep() {
        return this.#has('Body.canSleep', FLAGS.CAN_SLEEP);
    }

    set canSleep(value) {
        this.#switch('canSleep', value, FLAGS.CAN_SLEEP);
    }

    /** @param {boolean} canSleep */
    setCanSleep(canSleep) {
        this.#switch('canSleep', canSleep, FLAGS.CAN_SLEEP, 'setCanSleep');
    }

    get bullet() {
        return this.#has('Body.bullet', FLAGS.BULLET);
    }

    set bullet(value) {
        this.#switch('bullet', value, FLAGS.BULLET);
    }

    /**
     * Sweeps it against dynamic bodies too.
     * @param {boolean} bullet
     */
    setBullet(bullet) {
        this.#switch('bullet', bullet, FLAGS.BULLET, 'setBullet');
    }

    get lockX() {
        return this.#has('Body.lockX', FLAGS.LOCK_X);
    }

    set lockX(value) {
        this.#switch('lockX', value, FLAGS.LOCK_X);
    }

    get lockY() {
        return this.#has('Body.lockY', FLAGS.LOCK_Y);
    }

    set lockY(value) {
        this.#switch('lockY', value, FLAGS.LOCK_Y);
    }

    get lockRotation() {
        return this.#has('Body.lockRotation', FLAGS.LOCK_ROTATION);
    }

    set lockRotation(value) {
        this.#switch('lockRotation', value, FLAGS.LOCK_ROTATION);
    }

    /**
     * Locks or frees single axes; those left out stay as they are.
     * @param {{ x?: boolean, y?: boolean, rotation?: boolean }} locks
     */
    setLocks(locks) {
        this.#live('Body.setLocks');
        const given = options('Body.setLocks', 'locks', locks, LOCK_KEYS);
        let flags = this.#flags;
        /** @type {Record<string, boolean>} */
        const sent = {};
        for (const [key, bit] of Object.entries(LOCKS)) {
            const on = given[key];
            if (on === undefined) continue;
            sent[key] = boolean('Body.setLocks', `locks.${key}`, on);
            flags = on ? flags | bit : flags & ~bit;
        }
        this.#command('setLocks', [sent]);
        this.#flags = flags;
    }

    /** While true, one-way colliders do not hold it. */
    get dropThrough() {
        return this.#has('Body.dropThrough', FLAGS.DROPS);
    }

    set dropThrough(value) {
        this.#switch('dropThrough', value, FLAGS.DROPS);
    }

    /** Kilograms; 0 unless dynamic. @returns {Promise<number>} */
    mass() {
        return this.#ask('mass', []);
    }

    /** kg m² about the centre of mass. @returns {Promise<number>} */
    inertia() {
        return this.#ask('inertia', []);
    }

    /** The centre of mass in the world, metres. @returns {Promise<[x: number, y: number]>} */
    center() {
        return this.#ask('center', []);
    }

    /**
     * Where it touches others, as plain objects; it is always side A, so that the normals point away
     * from it.
     * @param {WorkerIgnorable} [other] only where it touches this body or collider
     * @returns {Promise<WorkerContactPoint[]>}
     */
    contactPoints(other) {
        return this.#ask('contactPoints', [other]);
    }

    /**
     * Its joints, newest first, a new array.
     * @returns {WorkerJoint[]}
     */
    get joints() {
        this.#live('Body.joints');
        return [...this.#joints].reverse();
    }

    /**
     * Attaches one more collider. An outline is one on this side, which stands for all its parts.
     * @param {ColliderOptions} options
     * @returns {WorkerCollider}
     */
    createCollider(options) {
        return this.createColliders(options)[0];
    }

    /**
     * Attaches several colliders.
     * @param {ColliderOptions | readonly ColliderOptions[]} options
     * @returns {WorkerCollider[]} one for each of the options
     */
    createColliders(options) {
        this.#live('Body.createColliders');
        /** @type {ColliderOptions[]} */
        const list = [options].flat();
        return list.map(readMap.bind(null, 'Body.createColliders')).map((item) => this.#link.attach(this, item));
    }

    /**
     * Lets this body and another pass through each other whatever their layers say; or no longer.
     * @param {WorkerBody} other
     * @param {boolean} [on] false takes it back
     * @throws {RangeError} if `other` is this body
     */
    ignore(other, on = true) {
        ignorePair(this.world, 'Body.ignore', ['this', 'other'], [this, other], on);
    }

    /**
     * Whether this body and another ignore each other, by `ignore`.
     * @param {WorkerBody} other
     */
    ignores(other) {
        this.#live('Body.ignores');
        return this.#ignored.has(ownBody(this.world, 'Body.ignores', 'other', other));
    }

    /** Removes it, its colliders and its joints from the world. Does nothing where it is gone already. */
    destroy() {
        if (!this.alive) return;
        this.#command('destroy', []);
        this.#link.bury([this, ...this.colliders, ...this.#joints]);
    }

    /**
     * Sends a call of one of its methods.
     * @param {string} method
     * @param {unknown[]} args
     */
    #command(method, args) {
        this.#live(`Body.${method}`);
        const given = args.every((arg) => typeof arg === 'number') ? args : plain(`Body.${method}`, args);
        this.#link.send(['callBody', this.index, method, given]);
    }

    /**
     * Sends what one of its properties is set to.
     * @param {string} key
     * @param {unknown} value checked
     */
    #assign(key, value) {
        this.#live(`Body.${key}`);
        this.#link.send(['setBody', this.index, key, value]);
    }

    /** @param {keyof BodySettings} key */
    #kept(key) {
        this.#live(`Body.${key}`);
        return this.#settings[key];
    }

    /** @param {keyof BodySettings} key @param {number} value checked */
    #keep(key, value) {
        this.#assign(key, value);
        this.#settings[key] = value;
    }

    /** @param {string} method @param {string} name @param {BodyType} type */
    #become(method, name, type) {
        this.#live(method);
        const number = oneOf(method, name, type, TYPES);
        this.#assign('type', type);
        this.#flags = (this.#flags & ~FLAGS.TYPE_MASK) | number;
    }

    /** @param {string} key @param {boolean} on @param {number} bit @param {string} [setter] that was called instead */
    #switch(key, on, bit, setter) {
        const method = `Body.${setter ?? key}`;
        this.#live(method);
        this.#assign(key, boolean(method, setter ? key : 'value', on));
        this.#flags = on ? this.#flags | bit : this.#flags & ~bit;
    }

    /** @param {Float32Array} view @returns {[x: number, y: number]} */
    #pair(view) {
        return [view[4 * this.index], view[4 * this.index + 1]];
    }

    /** @param {string} what @param {unknown[]} args @returns {Promise<any>} */
    #ask(what, args) {
        return this.#link.ask(this, what, args);
    }

    /** @param {string} method @param {number} bit */
    #has(method, bit) {
        this.#live(method);
        return (this.#flags & bit) !== 0;
    }

    /** @param {string} method */
    #live(method) {
        if (!this.alive) refuse(this.world, method);
    }

    /** @param {string} method */
    #frame(method) {
        this.#live(method);
        return this.#link.frame();
    }
}
