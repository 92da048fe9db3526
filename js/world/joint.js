// A joint as users hold it: a thin object, made by `world.createJoint`. Getters ask the engine,
// setters are one call. A destroyed or broken joint throws STALE_JOINT; its bodies, `index` and
// `userData` can still be read, since the last events may name it.
import {
    breakLimit,
    checkMotor,
    checkSpring,
    parseLimit,
    parseMotor,
    parseSpring,
} from '../options/joint-settings.js';
import { refuse } from '../wire/core.js';
import { openJoint } from '../wire/handle.js';
import { JOINT, slotOf } from '../wire/layout.js';
import * as OP from '../wire/operations.js';
import { assign } from '../wire/perform.js';

/** @import { Core } from '../wire/core.js' */
/** @import { Operation } from '../wire/operations.js' */
/** @import { Body } from './body.js' */

/**
 * Makes the object of a joint; the world gives this to its core, and js/world/objects.js calls it there.
 * @type {(core: Core, id: number, bodyA: Body, bodyB: Body) => Joint}
 */
export let makeJoint;

/**
 * Two bodies held together. Made by `world.createJoint`; it goes when either body goes.
 * @hideconstructor
 */
export class Joint {
    /** @type {Core} */
    #core;

    /** Its handle, 0 once it is gone. */
    #id;

    /**
     * What kind of joint it is.
     * @readonly
     * @type {'revolute'}
     */
    type = 'revolute';

    /**
     * The body it is fastened to first.
     * @readonly
     * @type {Body}
     */
    bodyA;

    /**
     * The other body.
     * @readonly
     * @type {Body}
     */
    bodyB;

    #index;

    /** @type {any} */
    #userData;

    static {
        makeJoint = (core, id, bodyA, bodyB) => new this(core, id, bodyA, bodyB);
        openJoint({
            id: (joint) => joint.#id,
            end(joint) {
                joint.#id = 0;
            },
        });
    }

    /**
     * @private
     * @param {Core} core @param {number} id @param {Body} bodyA @param {Body} bodyB
     */
    constructor(core, id, bodyA, bodyB) {
        if (typeof core?.ptr !== 'number')
            throw new TypeError('Joint: use world.createJoint to make one');
        this.#core = core;
        this.#id = id;
        this.bodyA = bodyA;
        this.bodyB = bodyB;
        this.#index = slotOf(id);
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

    /** Its slot, its own until it is gone. */
    get index() {
        return this.#index;
    }

    /** False once it was destroyed or broke, or a body or the world is gone. */
    get alive() {
        return this.#id !== 0;
    }

    /**
     * Radians of body B against body A, counter-clockwise, less the reference angle. Full turns
     * count, up to some 3,000 either way, where the count starts anew.
     */
    get angle() {
        return this.#state('Joint.angle')[this.#core.stateAt + 0];
    }

    /** How fast the angle changes, radians/s. */
    get speed() {
        return this.#state('Joint.speed')[this.#core.stateAt + 1];
    }

    /** N m that limit, motor and spring together put on body B in the last substep. */
    get torque() {
        return this.#state('Joint.torque')[this.#core.stateAt + 2];
    }

    /**
     * Newtons that the joint pushed body B with in the last substep, and body A with the other way
     * round: a new array.
     * @returns {[x: number, y: number]}
     */
    get force() {
        const f32 = this.#state('Joint.force');
        return [f32[this.#core.stateAt + 3], f32[this.#core.stateAt + 4]];
    }

    /**
     * Where body A has the anchor, in the world: a new array.
     * @returns {[x: number, y: number]}
     */
    get anchorA() {
        const f32 = this.#state('Joint.anchorA');
        return [f32[this.#core.stateAt + 5], f32[this.#core.stateAt + 6]];
    }

    /**
     * Where body B has it. The distance from `anchorA` is how far the joint gives.
     * @returns {[x: number, y: number]}
     */
    get anchorB() {
        const f32 = this.#state('Joint.anchorB');
        return [f32[this.#core.stateAt + 7], f32[this.#core.stateAt + 8]];
    }

    /**
     * Radians between which the angle stays, or null; a new object. Takes `[lower, upper]` too.
     * @returns {{ lower: number, upper: number } | null}
     */
    get limit() {
        const [lower, upper] = this.#get('Joint.limit', JOINT.LOWER, 2);
        return this.#get('Joint.limit', JOINT.LIMIT, 1)[0] !== 0 ? { lower, upper } : null;
    }

    /** @param {{ lower: number, upper: number } | ArrayLike<number> | null} value */
    set limit(value) {
        this.#live('Joint.limit');
        const [lower, upper] = value === null ? [0, 0] : parseLimit('Joint.limit', 'value', value);
        this.#perform(OP.SET_LIMIT, 'Joint.limit', value !== null, lower, upper);
    }

    /**
     * The motor, or null; a new object. Speed in radians/s, maxTorque in N m, which it may use to
     * reach and hold the speed; at speed 0 it is friction.
     * @returns {{ speed: number, maxTorque: number } | null}
     */
    get motor() {
        const [speed, maxTorque] = this.#get('Joint.motor', JOINT.SPEED, 2);
        return this.#get('Joint.motor', JOINT.MOTOR, 1)[0] !== 0 ? { speed, maxTorque } : null;
    }

    /** @param {{ speed?: number, maxTorque: number } | null} value */
    set motor(value) {
        this.#live('Joint.motor');
        const [speed, torque] = value === null ? [0, 0] : parseMotor('Joint.motor', 'value', value);
        this.#perform(OP.SET_MOTOR, 'Joint.motor', value !== null, speed, torque);
    }

    /**
     * Switches the motor on or changes it, without making an object.
     * @param {number} speed radians/s
     * @param {number} maxTorque N m, at least 0
     */
    setMotor(speed, maxTorque) {
        this.#live('Joint.setMotor');
        checkMotor('Joint.setMotor', '', speed, maxTorque);
        this.#perform(OP.SET_MOTOR, 'Joint.setMotor', true, speed, maxTorque);
    }

    /**
     * The spring, or null; a new object. `hertz` is how often the two bodies would swing about the
     * joint in a second if nothing else held them, `dampingRatio` 1 is critical, `target` is the
     * angle at which it rests.
     * @returns {{ hertz: number, dampingRatio: number, target: number } | null}
     */
    get spring() {
        const [hertz, dampingRatio, target] = this.#get('Joint.spring', JOINT.HERTZ, 3);
        return this.#get('Joint.spring', JOINT.SPRING, 1)[0] !== 0 ? { hertz, dampingRatio, target } : null;
    }

    /** @param {{ hertz: number, dampingRatio?: number, target?: number } | null} value */
    set spring(value) {
        this.#live('Joint.spring');
        const numbers = value === null ? [0, 0, 0] : parseSpring('Joint.spring', 'value', value);
        const [hertz, dampingRatio, target] = numbers;
        this.#perform(OP.SET_SPRING, 'Joint.spring', value !== null, hertz, dampingRatio, target);
    }

    /**
     * Switches the spring on or changes it, without making an object.
     * @param {number} hertz at least 0
     * @param {number} [dampingRatio] at least 0
     * @param {number} [target] radians
     */
    setSpring(hertz, dampingRatio = 1, target = 0) {
        this.#live('Joint.setSpring');
        checkSpring('Joint.setSpring', '', hertz, dampingRatio, target);
        this.#perform(OP.SET_SPRING, 'Joint.setSpring', true, hertz, dampingRatio, target);
    }

    /** Newtons above which it breaks, with a `jointBroke` event; Infinity: never. */
    get breakForce() {
        return this.#get('Joint.breakForce', JOINT.BREAK_FORCE, 1)[0] || Infinity;
    }

    set breakForce(value) {
        this.#live('Joint.breakForce');
        this.#perform(OP.SET_BREAK_FORCE, 'Joint.breakForce', breakLimit('Joint.breakForce', 'value', value));
    }

    /** N m of limit, motor and spring above which it breaks; Infinity: never. */
    get breakTorque() {
        return this.#get('Joint.breakTorque', JOINT.BREAK_TORQUE, 1)[0] || Infinity;
    }

    set breakTorque(value) {
        this.#live('Joint.breakTorque');
        this.#perform(OP.SET_BREAK_TORQUE, 'Joint.breakTorque', breakLimit('Joint.breakTorque', 'value', value));
    }

    /** Whether the solid colliders of its two bodies meet. */
    get collideConnected() {
        return this.#get('Joint.collideConnected', JOINT.COLLIDE_CONNECTED, 1)[0] !== 0;
    }

    set collideConnected(value) {
        const id = this.#live('Joint.collideConnected');
        assign(this.#core, id, OP.SET_COLLIDE_CONNECTED, 'Joint.collideConnected', value);
    }

    /** Takes it away and wakes both bodies. Does nothing where it is gone already. */
    destroy() {
        if (this.#id !== 0) this.#core.engine.destroyJoint(this.#core, this.#id);
    }

    /** @param {string} method */
    #live(method) {
        if (this.#id === 0)
            refuse(this.#core, method, 'STALE_JOINT', 'the joint was destroyed or broke');
        return this.#id;
    }

    /**
     * What the engine tells of it, from `stateAt` on: a number would be an object to V8 on its way
     * out.
     * @param {string} method
     */
    #state(method) {
        return this.#core.engine.jointState(this.#core, this.#live(method));
    }

    /**
     * Numbers of its record, from one on.
     * @param {string} method @param {number} field @param {number} count
     */
    #get(method, field, count) {
        const core = this.#core;
        const record = core.engine.jointRecord(core, this.#live(method), method);
        return Array.from({ length: count }, (_, i) => record[core.recordAt + field + i]);
    }

    /**
     * Performs an operation whose values are checked.
     * @param {Operation} operation @param {string} method @param {any} a @param {any} [b]
     * @param {any} [c] @param {any} [d]
     */
    #perform(operation, method, a, b, c, d) {
        this.#core.engine.perform(this.#core, operation, method, this.#live(method), a, b, c, d);
    }
}
