// The joints of a world that lives in a worker, as the page holds them: made and checked at once,
// set here and sent; what the steps change is asked. js/remote/world.js makes them and tells them
// when they broke; their bodies take them along.
import {
    breakLimit,
    checkMotor,
    checkSpring,
    parseJoint,
    parseLimit,
    parseMotor,
    parseSpring,
} from '../options/joint-settings.js';
import { MicaError, boolean } from '../wire/errors.js';
import { JOINT } from '../wire/layout.js';
import { dropJoint, holdJoint } from './body.js';
import { ownBody } from './own.js';

/** @import { JointOptions } from '../options/types.js' */
/** @import { WorkerBody } from './body.js' */
/** @import { Link } from './link.js' */

/**
 * @typedef {object} WorkerJointBodies
 * @property {WorkerBody} bodyA
 * @property {WorkerBody} bodyB
 *
 * @typedef {Omit<JointOptions, 'bodyA' | 'bodyB'> & WorkerJointBodies} WorkerJointOptions
 *
 * @typedef {object} JointSettings what can be set anew
 * @property {{ lower: number, upper: number } | null} limit
 * @property {{ speed: number, maxTorque: number } | null} motor
 * @property {{ hertz: number, dampingRatio: number, target: number } | null} spring
 * @property {number} breakForce
 * @property {number} breakTorque
 * @property {boolean} collideConnected
 */

/** @param {number[]} numbers */
const limitOf = ([lower, upper]) => ({ lower, upper });
/** @param {number[]} numbers */
const motorOf = ([speed, maxTorque]) => ({ speed, maxTorque });
/** @param {number[]} numbers */
const springOf = ([hertz, dampingRatio, target]) => ({ hertz, dampingRatio, target });

/**
 * A record that parseJoint has made as the options that make it again, without bodies.
 * @param {number[]} record
 */
function readRecord(record) {
    /** @param {number} from @param {number} count */
    const some = (from, count) => record.slice(from, from + count);
    /** @type {JointSettings} */
    const settings = {
        limit: record[JOINT.LIMIT] ? limitOf(some(JOINT.LOWER, 2)) : null,
        motor: record[JOINT.MOTOR] ? motorOf(some(JOINT.SPEED, 2)) : null,
        spring: record[JOINT.SPRING] ? springOf(some(JOINT.HERTZ, 3)) : null,
        breakForce: record[JOINT.BREAK_FORCE] || Infinity,
        breakTorque: record[JOINT.BREAK_TORQUE] || Infinity,
        collideConnected: record[JOINT.COLLIDE_CONNECTED] !== 0,
    };
    const [a, b] = [some(JOINT.ANCHOR_AX, 2), some(JOINT.ANCHOR_BX, 2)];
    const place = record[JOINT.IN_WORLD] ? { anchor: a } : { localAnchorA: a, localAnchorB: b };
    const reference = record[JOINT.AS_THEY_STAND] ? {} : { referenceAngle: record[JOINT.REFERENCE] };
    return { settings, sent: { type: 'revolute', ...place, ...reference, ...settings } };
}

/** @type {(link: Link, id: number, bodyA: WorkerBody, bodyB: WorkerBody, settings: JointSettings) => WorkerJoint} */
let newJoint;

/**
 * Makes a joint, or throws and makes nothing; js/remote/world.js alone calls it.
 * @param {Link} link
 * @param {number} id
 * @param {WorkerJointOptions} given
 * @returns {WorkerJoint}
 */
export function makeWorkerJoint(link, id, given) {
    const method = 'World.createJoint';
    const own = ownBody.bind(null, link.world, method);
    const { bodyA, bodyB, record } = parseJoint(method, given, own);
    const { settings, sent } = readRecord(record);
    const { userData } = given;
    link.send(['joint', id, bodyA.index, bodyB.index, sent]);
    const joint = newJoint(link, id, bodyA, bodyB, settings);
    joint.userData = userData;
    holdJoint(bodyA, joint);
    holdJoint(bodyB, joint);
    return joint;
}

/** Tells a joint that it is gone. @type {(joint: WorkerJoint) => void} */
export let endJoint;

/**
 * Two bodies held together. Made by `world.createJoint`; it goes when either body goes. Once it is
 * gone, all but `id`, `type`, `bodyA`, `bodyB`, `userData` and `alive` throws STALE_JOINT. What is set
 * is read back as it was given.
 * @hideconstructor
 */
export class WorkerJoint {
    /** @type {Link} */
    #link;

    /** @type {JointSettings} */
    #settings;

    /**
     * @readonly
     * @type {'revolute'}
     */
    type = 'revolute';

    /**
     * @readonly
     * @type {WorkerBody}
     */
    bodyA;

    /**
     * @readonly
     * @type {WorkerBody}
     */
    bodyB;

    /**
     * Its number, never used again.
     * @readonly
     * @type {number}
     */
    id;

    #alive = true;

    /** @type {any} */
    #userData;

    static {
        newJoint = (link, id, bodyA, bodyB, settings) => new this(link, id, bodyA, bodyB, settings);
        endJoint = (joint) => {
            joint.#alive = false;
            dropJoint(joint.bodyA, joint);
            dropJoint(joint.bodyB, joint);
        };
    }

    /**
     * @private
     * @param {Link} link
     * @param {number} id
     * @param {WorkerBody} bodyA
     * @param {WorkerBody} bodyB
     * @param {JointSettings} settings
     */
    constructor(link, id, bodyA, bodyB, settings) {
        this.#link = link;
        this.id = id;
        this.bodyA = bodyA;
        this.bodyB = bodyB;
        this.#settings = settings;
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

    /**
     * False once it was destroyed or `jointBroke` was taken in, a body or the world is gone, or the
     * worker could not make it.
     */
    get alive() {
        return this.#alive;
    }

    /**
     * Radians of body B against body A, counter-clockwise, less the reference angle. Full turns
     * count, up to some 3,000 either way, where the count starts anew.
     * @returns {Promise<number>}
     */
    angle() {
        return this.#link.ask(this, 'angle', []);
    }

    /** How fast the angle changes, radians/s. @returns {Promise<number>} */
    speed() {
        return this.#link.ask(this, 'speed', []);
    }

    /**
     * N m that limit, motor and spring together put on body B in the last substep.
     * @returns {Promise<number>}
     */
    torque() {
        return this.#link.ask(this, 'torque', []);
    }

    /**
     * Newtons that the joint pushed body B with in the last substep, and body A with the other way
     * round.
     * @returns {Promise<[x: number, y: number]>}
     */
    force() {
        return this.#link.ask(this, 'force', []);
    }

    /** Where body A has the anchor, in the world, metres. @returns {Promise<[x: number, y: number]>} */
    anchorA() {
        return this.#link.ask(this, 'anchorA', []);
    }

    /**
     * Where body B has it. The distance from `anchorA` is how far the joint gives.
     * @returns {Promise<[x: number, y: number]>}
     */
    anchorB() {
        return this.#link.ask(this, 'anchorB', []);
    }

    /**
     * Radians between which the angle stays, or null; a new object. Takes `[lower, upper]` too.
     * @returns {{ lower: number, upper: number } | null}
     */
    get limit() {
        const { limit } = this.#kept('Joint.limit');
        return limit && { ...limit };
    }

    /** @param {{ lower: number, upper: number } | ArrayLike<number> | null} value */
    set limit(value) {
        this.#live('Joint.limit');
        this.#set('limit', value === null ? null : limitOf(parseLimit('Joint.limit', 'value', value)));
    }

    /**
     * The motor, or null; a new object. Speed in radians/s, maxTorque in N m, which it may use to
     * reach and hold the speed; at speed 0 it is friction.
     * @returns {{ speed: number, maxTorque: number } | null}
     */
    get motor() {
        const { motor } = this.#kept('Joint.motor');
        return motor && { ...motor };
    }

    /** @param {{ speed?: number, maxTorque: number } | null} value */
    set motor(value) {
        this.#live('Joint.motor');
        this.#set('motor', value === null ? null : motorOf(parseMotor('Joint.motor', 'value', value)));
    }

    /**
     * Switches the motor on or changes it.
     * @param {number} speed radians/s
     * @param {number} maxTorque N m, at least 0
     */
    setMotor(speed, maxTorque) {
        this.#live('Joint.setMotor');
        checkMotor('Joint.setMotor', '', speed, maxTorque);
        this.#set('motor', { speed, maxTorque });
    }

    /**
     * The spring, or null; a new object. `hertz` is how often the two bodies would swing about the
     * joint in a second if nothing else held them, `dampingRatio` 1 is critical, `target` is the
     * angle at which it rests.
     * @returns {{ hertz: number, dampingRatio: number, target: number } | null}
     */
    get spring() {
        const { spring } = this.#kept('Joint.spring');
        return spring && { ...spring };
    }

    /** @param {{ hertz: number, dampingRatio?: number, target?: number } | null} value */
    set spring(value) {
        this.#live('Joint.spring');
        this.#set('spring', value === null ? null : springOf(parseSpring('Joint.spring', 'value', value)));
    }

    /**
     * Switches the spring on or changes it.
     * @param {number} hertz at least 0
     * @param {number} [dampingRatio] at least 0
     * @param {number} [target] radians
     */
    setSpring(hertz, dampingRatio = 1, target = 0) {
        this.#live('Joint.setSpring');
        checkSpring('Joint.setSpring', '', hertz, dampingRatio, target);
        this.#set('spring', { hertz, dampingRatio, target });
    }

    /** Newtons above which it breaks, with a `jointBroke` event; Infinity: never. */
    get breakForce() {
        return this.#kept('Joint.breakForce').breakForce;
    }

    set breakForce(value) {
        this.#live('Joint.breakForce');
        this.#set('breakForce', breakLimit('Joint.breakForce', 'value', value) || Infinity);
    }

    /** N m of limit, motor and spring above which it breaks; Infinity: never. */
    get breakTorque() {
        return this.#kept('Joint.breakTorque').breakTorque;
    }

    set breakTorque(value) {
        this.#live('Joint.breakTorque');
        this.#set('breakTorque', breakLimit('Joint.breakTorque', 'value', value) || Infinity);
    }

    /** Whether the solid colliders of its two bodies meet. */
    get collideConnected() {
        return this.#kept('Joint.collideConnected').collideConnected;
    }

    set collideConnected(value) {
        this.#live('Joint.collideConnected');
        this.#set('collideConnected', boolean('Joint.collideConnected', 'value', value));
    }

    /**
     * A joint here has its `id` instead.
     * @returns {never}
     * @throws {MicaError} NOT_IN_WORKER
     */
    get index() {
        throw new MicaError('NOT_IN_WORKER', 'Joint.index: a world in a worker has no slots of joints; use its id');
    }

    /** Takes it away and wakes both bodies. */
    destroy() {
        if (!this.alive) return;
        this.#link.send(['destroyJoint', this.id]);
        this.#link.bury([this]);
    }

    /**
     * @template {keyof JointSettings} K
     * @param {K} key
     * @param {JointSettings[K]} value checked
     */
    #set(key, value) {
        this.#link.send(['setJoint', this.id, key, value]);
        this.#settings[key] = value;
    }

    /** @param {string} method */
    #kept(method) {
        this.#live(method);
        return this.#settings;
    }

    /** @param {string} method */
    #live(method) {
        if (this.alive) return;
        if (this.#link.world.destroyed) throw new MicaError('WORLD_DESTROYED', `${method}: the world was destroyed`);
        throw new MicaError('STALE_JOINT', `${method}: the joint was destroyed or broke`);
    }
}
