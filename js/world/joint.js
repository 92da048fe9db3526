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
import { boolean } from '../wire/errors.js';
import { endJoint, openJoint } from '../wire/handle.js';
import { JOINT, slotOf } from '../wire/layout.js';
import { done, heap, wasm } from '../wire/wasm.js';

/** @import { Body } from './body.js' */
/** @import { Core } from '../wire/core.js' */

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
     * @readonly
     * @type {'revolute'}
     */
    type = 'revolute';

    /**
     * @readonly
     * @type {Body}
     */
    bodyA;

    /**
     * @readonly
     * @type {Body}
     */
    bodyB;

    /**
     * Its slot, its own until it is gone.
     * @readonly
     * @type {number}
     */
    index;

    /** @type {any} */
    #userData;

    static {
        makeJoint = (core, id, bodyA, bodyB) => new this(core, id, bodyA, bodyB);
        openJoint({
            id: (joint) => joint.#id,
            end(joint) {
                const { joints } = joint.#core;
                if (joints[joint.index] === joint) joints[joint.index] = undefined;
                joint.#id = 0;
            },
        });
    }

    /**
     * @private
     * @param {Core} core
     * @param {number} id
     * @param {Body} bodyA
     * @param {Body} bodyB
     */
    constructor(core, id, bodyA, bodyB) {
        if (typeof core?.ptr !== 'number')
            throw new TypeError('Joint: use world.createJoint to make one');
        this.#core = core;
        this.#id = id;
        this.bodyA = bodyA;
        this.bodyB = bodyB;
        this.index = slotOf(id);
        while (core.joints.length <= this.index) core.joints.push(undefined);
        core.joints[this.index] = this;
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

    /** False once it was destroyed or broke, or a body or the world is gone. */
    get alive() {
        return this.#id !== 0;
    }

    /**
     * Radians of body B against body A, counter-clockwise, less the reference angle. Full turns
     * count, up to some 3,000 either way, where the count starts anew.
     */
    get angle() {
        return this.#state('Joint.angle')[wasm.scratchI32];
    }

    /** How fast the angle changes, radians/s. */
    get speed() {
        return this.#state('Joint.speed')[wasm.scratchI32 + 1];
    }

    /** N m that limit, motor and spring together put on body B in the last substep. */
    get torque() {
        return this.#state('Joint.torque')[wasm.scratchI32 + 2];
    }

    /**
     * Newtons that the joint pushed body B with in the last substep, and body A with the other way
     * round: a new array.
     * @returns {[x: number, y: number]}
     */
    get force() {
        const f32 = this.#state('Joint.force');
        return [f32[wasm.scratchI32 + 3], f32[wasm.scratchI32 + 4]];
    }

    /**
     * Where body A has the anchor, in the world: a new array.
     * @returns {[x: number, y: number]}
     */
    get anchorA() {
        const f32 = this.#state('Joint.anchorA');
        return [f32[wasm.scratchI32 + 5], f32[wasm.scratchI32 + 6]];
    }

    /**
     * Where body B has it. The distance from `anchorA` is how far the joint gives.
     * @returns {[x: number, y: number]}
     */
    get anchorB() {
        const f32 = this.#state('Joint.anchorB');
        return [f32[wasm.scratchI32 + 7], f32[wasm.scratchI32 + 8]];
    }

    /**
     * Radians between which the angle stays, or null; a new object. Takes `[lower, upper]` too.
     * @returns {{ lower: number, upper: number } | null}
     */
    get limit() {
        const [lower, upper] = this.#get('Joint.limit', JOINT.LOWER, 2);
        return this.#has(JOINT.LIMIT) ? { lower, upper } : null;
    }

    /** @param {{ lower: number, upper: number } | ArrayLike<number> | null} value */
    set limit(value) {
        this.#live('Joint.limit');
        const numbers = value === null ? [0, 0] : parseLimit('Joint.limit', 'value', value);
        this.#set('Joint.limit', JOINT.LIMIT, value !== null, numbers[0], numbers[1], 0);
    }

    /**
     * The motor, or null; a new object. Speed in radians/s, maxTorque in N m, which it may use to
     * reach and hold the speed; at speed 0 it is friction.
     * @returns {{ speed: number, maxTorque: number } | null}
     */
    get motor() {
        const [speed, maxTorque] = this.#get('Joint.motor', JOINT.SPEED, 2);
        return this.#has(JOINT.MOTOR) ? { speed, maxTorque } : null;
    }

    /** @param {{ speed?: number, maxTorque: number } | null} value */
    set motor(value) {
        this.#live('Joint.motor');
        const numbers = value === null ? [0, 0] : parseMotor('Joint.motor', 'value', value);
        this.#set('Joint.motor', JOINT.MOTOR, value !== null, numbers[0], numbers[1], 0);
    }

    /**
     * Switches the motor on or changes it, without making an object.
     * @param {number} speed radians/s
     * @param {number} maxTorque N m, at least 0
     */
    setMotor(speed, maxTorque) {
        this.#live('Joint.setMotor');
        checkMotor('Joint.setMotor', '', speed, maxTorque);
        this.#set('Joint.setMotor', JOINT.MOTOR, true, speed, maxTorque, 0);
    }

    /**
     * The spring, or null; a new object. `hertz` is how often the two bodies would swing about the
     * joint in a second if nothing else held them, `dampingRatio` 1 is critical, `target` is the
     * angle at which it rests.
     * @returns {{ hertz: number, dampingRatio: number, target: number } | null}
     */
    get spring() {
        const [hertz, dampingRatio, target] = this.#get('Joint.spring', JOINT.HERTZ, 3);
        return this.#has(JOINT.SPRING) ? { hertz, dampingRatio, target } : null;
    }

    /** @param {{ hertz: number, dampingRatio?: number, target?: number } | null} value */
    set spring(value) {
        this.#live('Joint.spring');
        const numbers = value === null ? [0, 0, 0] : parseSpring('Joint.spring', 'value', value);
        const [x, y, z] = numbers;
        this.#set('Joint.spring', JOINT.SPRING, value !== null, x, y, z);
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
        this.#set('Joint.setSpring', JOINT.SPRING, true, hertz, dampingRatio, target);
    }

    /** Newtons above which it breaks, with a `jointBroke` event; Infinity: never. */
    get breakForce() {
        return this.#get('Joint.breakForce', JOINT.BREAK_FORCE, 1)[0] || Infinity;
    }

    set breakForce(value) {
        this.#live('Joint.breakForce');
        const force = breakLimit('Joint.breakForce', 'value', value);
        const [, torque] = this.#get('Joint.breakForce', JOINT.BREAK_FORCE, 2);
        this.#set('Joint.breakForce', JOINT.BREAK_FORCE, true, force, torque, 0);
    }

    /** N m of limit, motor and spring above which it breaks; Infinity: never. */
    get breakTorque() {
        return this.#get('Joint.breakTorque', JOINT.BREAK_TORQUE, 1)[0] || Infinity;
    }

    set breakTorque(value) {
        this.#live('Joint.breakTorque');
        const torque = breakLimit('Joint.breakTorque', 'value', value);
        const [force] = this.#get('Joint.breakTorque', JOINT.BREAK_FORCE, 1);
        this.#set('Joint.breakTorque', JOINT.BREAK_FORCE, true, force, torque, 0);
    }

    /** Whether the solid colliders of its two bodies meet. */
    get collideConnected() {
        return this.#get('Joint.collideConnected', JOINT.COLLIDE_CONNECTED, 1)[0] !== 0;
    }

    set collideConnected(value) {
        const method = 'Joint.collideConnected';
        this.#live(method);
        this.#set(method, JOINT.COLLIDE_CONNECTED, boolean(method, 'value', value), 0, 0, 0);
    }

    /** Takes it away and wakes both bodies. Does nothing where it is gone already. */
    destroy() {
        if (this.#id === 0) return;
        done('Joint.destroy', wasm.calls.joint_destroy(this.#core.ptr, this.#id));
        endJoint(this);
    }

    /** @param {string} method */
    #live(method) {
        if (this.#id === 0)
            refuse(this.#core, method, 'STALE_JOINT', 'the joint was destroyed or broke');
        return this.#id;
    }

    /**
     * Has the engine write its state into the scratch buffer, and gives the heap: a number would be
     * an object to V8 on its way out.
     * @param {string} method
     */
    #state(method) {
        const id = this.#live(method);
        wasm.calls.joint_state(this.#core.ptr, id, wasm.scratch);
        return heap().f32;
    }

    /**
     * Numbers of its record, from one on.
     * @param {string} method
     * @param {number} field
     * @param {number} count
     */
    #get(method, field, count) {
        const id = this.#live(method);
        done(method, wasm.calls.joint_get(this.#core.ptr, id, wasm.scratch));
        const start = wasm.scratchF64 + field;
        return Array.from(heap().f64.subarray(start, start + count));
    }

    /**
     * A yes or no of the record that #get has just brought.
     * @param {number} field
     */
    #has(field) {
        return heap().f64[wasm.scratchF64 + field] !== 0;
    }

    /**
     * @param {string} method
     * @param {number} field
     * @param {boolean} on
     * @param {number} x
     * @param {number} y
     * @param {number} z
     */
    #set(method, field, on, x, y, z) {
        const id = this.#live(method);
        done(method, wasm.calls.joint_set(this.#core.ptr, id, field, Number(on), x, y, z));
    }
}
