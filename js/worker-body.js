// The bodies of a world that lives in a worker, as the page holds them. They have their index at once;
// methods become commands of the next message. What only the page changes is kept here, what the steps
// change is read from the frame that arrived last, and the rest is asked. Made by js/worker-world.js.
import { MicaError, boolean, oneOf, options, wrongType } from './errors.js';
import { FLAGS } from './layout.js';
import { plain } from './worker-messages.js';
import { readMap } from './worker-collider.js';

/** @import { Body } from './body.js' */
/** @import { BodyBaseOptions, BodyType, ColliderOptions } from './types.js' */
/** @import { WorkerCollider } from './worker-collider.js' */
/** @import { Frame } from './worker-frame.js' */
/** @import { WorkerJoint } from './worker-joints.js' */
/** @import { WorkerContactPoint, WorkerIgnorable } from './worker-casts.js' */
/** @import { WorkerWorld } from './worker-world.js' */

/**
 * What bodies, colliders and joints need of their world.
 * @typedef {object} Link
 * @property {WorkerWorld} world
 * @property {() => Frame} frame the newest views
 * @property {(command: unknown[]) => void} send
 * @property {import('./worker-questions.js').Ask} ask
 * @property {(body: WorkerBody, options: ColliderOptions) => WorkerCollider} attach
 * @property {(objects: (WorkerBody | WorkerCollider | WorkerJoint)[]) => void} bury
 */

/** Methods that are sent to the worker as they are. */
const BODY_COMMANDS = /** @type {const} */ ([
    'setTransform', 'setVelocity', 'setAngularVelocity', 'applyForce', 'applyTorque', 'applyImpulse',
    'applyAngularImpulse', 'wake', 'sleep', 'setDamping', 'setGravityScale', 'setMass', 'resetMass',
]);

/** @typedef {Pick<Body, typeof BODY_COMMANDS[number]>} BodyCommands */

/** Says that a body has them; WorkerBody makes them. */
const Commands = /** @type {new () => BodyCommands} */ (class {});

/** What a type is in the flags. @type {readonly BodyType[]} */
const TYPES = ['static', 'kinematic', 'dynamic'];

const LOCKS = /** @type {const} */ ({ x: FLAGS.LOCK_X, y: FLAGS.LOCK_Y, rotation: FLAGS.LOCK_ROTATION });
const LOCK_KEYS = new Set(Object.keys(LOCKS));

/**
 * The flags of a new body that only the page changes.
 * @param {BodyBaseOptions} options
 */
export function flagsOf({ type = 'dynamic', enabled = true, canSleep = true, bullet, lockX, lockY, lockRotation }) {
    /** @type {[unknown, number][]} */
    const bits = [[enabled, FLAGS.ENABLED], [canSleep, FLAGS.CAN_SLEEP], [bullet, FLAGS.BULLET],
        [lockX, FLAGS.LOCK_X], [lockY, FLAGS.LOCK_Y], [lockRotation, FLAGS.LOCK_ROTATION]];
    return bits.reduce((flags, [on, bit]) => (on === true ? flags | bit : flags), Math.max(0, TYPES.indexOf(type)));
}

/** The flags of a body, as the page knows them. @type {(body: WorkerBody) => number} */
export let flagsKept;

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
 * A rigid body of a world in a worker. Made by `world.createBody`.
 * @hideconstructor
 */
export class WorkerBody extends Commands {
    /** @type {Link} */
    #link;

    /** What only this side changes, as bits of FLAGS. */
    #flags;

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

    /**
     * Anything; it stays on this side.
     * @type {any}
     */
    userData;

    /**
     * Its colliders in the order they were made.
     * @type {WorkerCollider[]}
     */
    colliders = [];

    /** False once it was destroyed, or the worker could not make it. */
    alive = true;

    static {
        for (const method of BODY_COMMANDS) {
            /** @this {WorkerBody} @param {...unknown} args */
            const value = function value(...args) {
                this.#command(method, args);
            };
            Object.defineProperty(this.prototype, method, { value });
        }
        flagsKept = (body) => body.#flags;
        holdJoint = (body, joint) => void body.#joints.push(joint);
        dropJoint = (body, joint) => {
            body.#joints = body.#joints.filter((other) => other !== joint);
        };
        endBody = (body) => {
            body.alive = false;
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
     * @param {number} flags
     */
    constructor(link, index, flags) {
        super();
        this.#link = link;
        this.#flags = flags;
        this.index = index;
    }

    /** The world it lives in. */
    get world() {
        return this.#link.world;
    }

    /** Metres. */
    get x() {
        return this.#frame('Body.x').transforms[4 * this.index];
    }

    /** Metres. */
    get y() {
        return this.#frame('Body.y').transforms[4 * this.index + 1];
    }

    /** Cosine of the angle. */
    get cos() {
        return this.#frame('Body.cos').transforms[4 * this.index + 2];
    }

    /** Sine of the angle. */
    get sin() {
        return this.#frame('Body.sin').transforms[4 * this.index + 3];
    }

    /** Radians, in (-π, π]. */
    get angle() {
        return Math.atan2(this.sin, this.cos);
    }

    /** m/s. */
    get vx() {
        return this.#frame('Body.vx').velocities[4 * this.index];
    }

    /** m/s. */
    get vy() {
        return this.#frame('Body.vy').velocities[4 * this.index + 1];
    }

    /** radians/s. */
    get omega() {
        return this.#frame('Body.omega').velocities[4 * this.index + 2];
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

    /** @param {BodyType} type */
    setType(type) {
        this.#live('Body.setType');
        const number = oneOf('Body.setType', 'type', type, TYPES);
        this.#command('setType', [type]);
        this.#flags = (this.#flags & ~FLAGS.TYPE_MASK) | number;
    }

    get awake() {
        return (this.#frame('Body.awake').flags[this.index] & FLAGS.AWAKE) !== 0;
    }

    get enabled() {
        return this.#has('Body.enabled', FLAGS.ENABLED);
    }

    /**
     * A disabled body keeps its colliders but meets nothing and does not move.
     * @param {boolean} enabled
     */
    setEnabled(enabled) {
        this.#switch('setEnabled', 'enabled', enabled, FLAGS.ENABLED);
    }

    get canSleep() {
        return this.#has('Body.canSleep', FLAGS.CAN_SLEEP);
    }

    /** @param {boolean} canSleep */
    setCanSleep(canSleep) {
        this.#switch('setCanSleep', 'canSleep', canSleep, FLAGS.CAN_SLEEP);
    }

    get bullet() {
        return this.#has('Body.bullet', FLAGS.BULLET);
    }

    /**
     * Sweeps it against dynamic bodies too.
     * @param {boolean} bullet
     */
    setBullet(bullet) {
        this.#switch('setBullet', 'bullet', bullet, FLAGS.BULLET);
    }

    get lockX() {
        return this.#has('Body.lockX', FLAGS.LOCK_X);
    }

    get lockY() {
        return this.#has('Body.lockY', FLAGS.LOCK_Y);
    }

    get lockRotation() {
        return this.#has('Body.lockRotation', FLAGS.LOCK_ROTATION);
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
        this.#live('Body.dropThrough');
        boolean('Body.dropThrough', 'value', value);
        this.#link.send(['setBody', this.index, 'dropThrough', value]);
        this.#flags = value ? this.#flags | FLAGS.DROPS : this.#flags & ~FLAGS.DROPS;
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
     * @param {string} method
     * @param {string} name
     * @param {boolean} on
     * @param {number} bit
     */
    #switch(method, name, on, bit) {
        this.#live(`Body.${method}`);
        boolean(`Body.${method}`, name, on);
        this.#command(method, [on]);
        this.#flags = on ? this.#flags | bit : this.#flags & ~bit;
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

/**
 * A body that a user gives as an argument, if it is alive and of this world.
 * @param {WorkerWorld} world
 * @param {string} method
 * @param {string} name
 * @param {unknown} value
 * @returns {WorkerBody}
 */
export function ownBody(world, method, name, value) {
    if (!(value instanceof WorkerBody)) wrongType(method, name, 'a Body', value);
    if (value.world !== world) throw new MicaError('FOREIGN_OBJECT', `${method}: ${name} is a body of another world`);
    if (!value.alive) refuse(world, method, name);
    return value;
}

/**
 * @param {WorkerWorld} world
 * @param {string} method
 * @param {string} [name] of the argument
 * @returns {never}
 */
function refuse(world, method, name = 'this') {
    if (world.destroyed) throw new MicaError('WORLD_DESTROYED', `${method}: the world was destroyed`);
    const what = name === 'this' ? 'the body' : `${name} is a body that`;
    throw new MicaError('STALE_BODY', `${method}: ${what} was destroyed`);
}
