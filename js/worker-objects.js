// Bodies and colliders of a world that lives in a worker, as the page holds them. They have their
// index and their id at once; methods become commands of the next message; getters read the frame
// that arrived last. Made by js/worker.js.
import { MicaError } from './errors.js';
import { FLAGS } from './layout.js';

/** @import { Body } from './body.js' */
/** @import { Collider } from './collider.js' */
/** @import { BodyType, ColliderOptions, ShapeOptions } from './types.js' */
/** @import { Frame } from './worker-frame.js' */
/** @import { WorkerWorld } from './worker.js' */

/**
 * What bodies and colliders need of their world.
 * @typedef {object} Link
 * @property {WorkerWorld} world
 * @property {() => Frame} frame the newest views
 * @property {(command: unknown[]) => void} send
 * @property {(body: WorkerBody, options: ColliderOptions) => WorkerCollider} attach
 * @property {(objects: (WorkerBody | WorkerCollider)[]) => void} bury
 */

/** Methods that are sent to the worker as they are. */
const BODY_COMMANDS = /** @type {const} */ ([
    'setTransform', 'setVelocity', 'setAngularVelocity', 'applyForce', 'applyTorque', 'applyImpulse',
    'applyAngularImpulse', 'wake', 'sleep', 'setType', 'setEnabled', 'setCanSleep', 'setBullet', 'setLocks',
    'setDamping', 'setGravityScale', 'setMass', 'resetMass',
]);

/** Properties of a collider that are kept here and sent when they are set. */
const COLLIDER_PROPERTIES = /** @type {const} */ ([
    'layer', 'group', 'density', 'friction', 'restitution', 'rollingResistance', 'tangentSpeed',
    'frictionCombine', 'restitutionCombine', 'field', 'sees',
]);

/** @type {Record<string, unknown>} */
const COLLIDER_DEFAULTS = {
    layer: 'default', group: 0, density: 1, friction: 0.6, restitution: 0, rollingResistance: 0, tangentSpeed: 0,
    frictionCombine: 'default', restitutionCombine: 'default', sees: ['kinematic', 'dynamic'],
    field: null,
};

/** @typedef {Pick<Body, typeof BODY_COMMANDS[number]>} BodyCommands */
/** @typedef {Pick<Collider, typeof COLLIDER_PROPERTIES[number] | 'isTrigger'>} ColliderProperties */

/** What a type is in the flags. @type {readonly BodyType[]} */
export const TYPES = ['static', 'kinematic', 'dynamic'];

class BodyState {
    /** @type {Link} */
    #link;

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
            /** @this {BodyState} @param {...unknown} args */
            const value = function value(...args) {
                this.#command(method, args);
            };
            Object.defineProperty(BodyState.prototype, method, { value });
        }
    }

    /**
     * @param {Link} link
     * @param {number} index
     */
    constructor(link, index) {
        this.#link = link;
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

    get type() {
        return TYPES[this.#frame('Body.type').flags[this.index] & FLAGS.TYPE_MASK];
    }

    get awake() {
        return (this.#frame('Body.awake').flags[this.index] & FLAGS.AWAKE) !== 0;
    }

    get enabled() {
        return (this.#frame('Body.enabled').flags[this.index] & FLAGS.ENABLED) !== 0;
    }

    /**
     * Attaches one more collider.
     * @param {ColliderOptions} options
     * @returns {WorkerCollider}
     */
    createCollider(options) {
        this.#live('Body.createCollider');
        return this.#link.attach(/** @type {WorkerBody} */ (/** @type {unknown} */ (this)), options);
    }

    /**
     * Lets this body and another pass through each other whatever their layers say; or no longer.
     * @param {WorkerBody} other
     * @param {boolean} [on] false takes it back
     */
    ignore(other, on = true) {
        this.#live('Body.ignore');
        if (!other?.alive) throw new MicaError('STALE_BODY', 'Body.ignore: other must be a live body');
        this.#link.send(['ignore', this.index, other.index, on]);
    }

    /** Removes it and its colliders from the world. */
    destroy() {
        this.#command('destroy', []);
        const body = /** @type {WorkerBody} */ (/** @type {unknown} */ (this));
        this.#link.bury([body, ...this.colliders]);
    }

    /**
     * Sends a call of one of its methods.
     * @param {string} method
     * @param {unknown[]} args
     */
    #command(method, args) {
        this.#live(`Body.${method}`);
        this.#link.send(['callBody', this.index, method, args]);
    }

    /** @param {string} method */
    #live(method) {
        if (!this.alive) throw new MicaError('STALE_BODY', `${method}: the body was destroyed`);
    }

    /** @param {string} method */
    #frame(method) {
        this.#live(method);
        return this.#link.frame();
    }
}

class ColliderState {
    /** @type {Link} */
    #link;

    /** @type {Record<string, unknown>} */
    #settings;

    /** @type {ShapeOptions} */
    #shape;

    /**
     * Its number, never used again.
     * @readonly
     * @type {number}
     */
    id;

    /**
     * The body it belongs to.
     * @readonly
     * @type {WorkerBody}
     */
    body;

    /**
     * Anything; it stays on this side.
     * @type {any}
     */
    userData;

    /** False once it or its body was destroyed, or the worker could not make it. */
    alive = true;

    static {
        for (const key of [...COLLIDER_PROPERTIES, 'isTrigger']) {
            Object.defineProperty(ColliderState.prototype, key, {
                /** @this {ColliderState} */
                get() {
                    return this.#settings[key];
                },
                /** @this {ColliderState} @param {unknown} value */
                set(value) {
                    this.#live(`Collider.${key}`);
                    this.#settings[key] = value;
                    this.#link.send(['setCollider', this.id, key, value]);
                },
            });
        }
    }

    /**
     * @param {Link} link
     * @param {number} id
     * @param {WorkerBody} body
     * @param {ColliderOptions} options
     */
    constructor(link, id, body, options) {
        const { userData, ...rest } = options;
        this.#link = link;
        this.#shape = rest;
        this.#settings = { ...COLLIDER_DEFAULTS, ...rest, isTrigger: rest.trigger ?? rest.field != null };
        this.id = id;
        this.body = body;
        this.userData = userData;
    }

    /** The shape as it was given. */
    get shape() {
        return this.#shape;
    }

    /**
     * Replaces its shape.
     * @param {ShapeOptions} shape
     */
    setShape(shape) {
        this.#live('Collider.setShape');
        this.#shape = structuredClone(shape);
        this.#link.send(['callCollider', this.id, 'setShape', [this.#shape]]);
    }

    /** Takes it off its body. */
    destroy() {
        this.#live('Collider.destroy');
        this.#link.send(['callCollider', this.id, 'destroy', []]);
        const collider = /** @type {WorkerCollider} */ (/** @type {unknown} */ (this));
        this.body.colliders = this.body.colliders.filter((other) => other !== collider);
        this.#link.bury([collider]);
    }

    /** @param {string} method */
    #live(method) {
        if (!this.alive) throw new MicaError('STALE_COLLIDER', `${method}: the collider was destroyed`);
    }
}

/** @typedef {BodyState & BodyCommands} WorkerBody */
/** @typedef {ColliderState & ColliderProperties} WorkerCollider */

export const WorkerBody = /** @type {new (link: Link, index: number) => WorkerBody} */ (
    /** @type {unknown} */ (BodyState));

export const WorkerCollider =
    /** @type {new (link: Link, id: number, body: WorkerBody, options: ColliderOptions) => WorkerCollider} */ (
        /** @type {unknown} */ (ColliderState));
