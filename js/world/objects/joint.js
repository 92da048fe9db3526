// A joint as users hold it: a thin object, made by `world.createJoint`. Getters ask the engine,
// setters are one call. A destroyed or broken joint throws STALE_JOINT, but its properties can be read
// while events may name it, and its bodies, `index` and `userData` always.
import { breakLimit, checkGroup, direction } from '../../options/joint-settings.js';
import { groupOf, settingOf, typeNamed } from '../../options/joint-options.js';
import { OF_JOINT, checkMinimum, checkMaximum } from '../../options/joints.js';
import { MAX_SPEED, inRange } from '../../wire/errors.js';
import { JOINT, slotOf } from '../../wire/layout.js';
import { WorldObject, idOf, liveCoreOf, offsetOf } from '../../wire/object.js';
import * as OP from '../../wire/operations.js';
import { act, assign, isVector, live, perform } from '../../wire/perform.js';
import { getField, getGroup, getNumber, getPair, getPoint, getState, setAnchor, setGroup, setNumber,
    setPoint } from './joint-values.js';

/** @import { BodyAOf, GroupValueOf, JointType, NumberOf, PairOf, SettingOf } from '../../options/joints.js' */
/** @import { Vector } from '../../options/types.js' */
/** @import { Core } from '../../wire/core.js' */
/** @import { ObjectKind } from '../../wire/object.js' */
/** @import { Body } from './body.js' */

/** @type {ObjectKind} */
const JOINT_KIND = {
    name: 'joint',
    code: 'STALE_JOINT',
    gone: 'was destroyed or broke',
    construct: 'Joint: use world.createJoint to make one',
    offsetOf: ({ stateAt }) => stateAt,
};

/**
 * Makes the object of a joint; the world gives this to its core, and js/world/objects/objects.js calls it there.
 * @type {(core: Core, id: number, bodyA: Body | null, bodyB: Body, type: number, coupled: readonly (Joint<any> | undefined)[]) => Joint}
 */
export let makeJoint;

/**
 * Two bodies held together, or one drawn to a point. Made by `world.createJoint`; it goes when either
 * body goes, and a gear when either of its joints goes. A setter
 * throws a TypeError for what is of another type, a RangeError for a number out of range, and then
 * changes nothing. Once it is gone, setters and, after its last events, getters throw a MicaError,
 * STALE_JOINT.
 * @template {string} [L=string] names of the world's layers
 * @template {JointType} [T=JointType] its type
 * @hideconstructor
 */
export class Joint extends WorldObject {
    /** @type {T} */
    #type;

    #bodyA;

    #bodyB;

    #index;

    /** The joints that a gear couples. @type {readonly (Joint<any> | undefined)[]} */
    #coupled;

    static {
        makeJoint = (core, id, bodyA, bodyB, type, coupled) =>
            new this(core, id, bodyA, bodyB, type, coupled);
    }

    /**
     * @private
     * @param {Core} core @param {number} id @param {Body<L> | null} bodyA @param {Body<L>} bodyB
     * @param {number} type @param {readonly (Joint<any> | undefined)[]} [coupled]
     */
    constructor(core, id, bodyA, bodyB, type, coupled = []) {
        super(core, id, JOINT_KIND);
        this.#type = /** @type {T} */ (typeNamed(type));
        this.#bodyA = bodyA;
        this.#bodyB = bodyB;
        this.#index = slotOf(id);
        this.#coupled = coupled;
        if (coupled[0] !== undefined)
            core.gears.add(/** @type {Joint<any>} */ (/** @type {unknown} */ (this)));
        Object.freeze(this);
    }

    /** What kind of joint it is. @returns {T} */
    get type() {
        return this.#type;
    }

    /**
     * The body it is fastened to first; null of a target joint, which has only one.
     * @returns {BodyAOf<T, Body<L>>}
     */
    get bodyA() {
        return /** @type {any} */ (this.#bodyA);
    }

    /** The other body. @returns {Body<L>} */
    get bodyB() {
        return this.#bodyB;
    }

    /** The first joint that a gear couples, which a gear always has; undefined for other types. @returns {Joint<L> | undefined} */
    get jointA() {
        return this.#coupled[0];
    }

    /** The other joint that a gear couples. @returns {Joint<L> | undefined} */
    get jointB() {
        return this.#coupled[1];
    }

    /** Its slot among the joints of the world, its own until it is gone. */
    get index() {
        return this.#index;
    }

    /** False once it was destroyed or broke, or a body or the world is gone. */
    get alive() {
        return idOf(this) !== 0;
    }

    /**
     * Radians of body B against body A, counter-clockwise, less the reference angle. Full turns
     * count, up to some 3,000 either way, where the count starts anew.
     */
    get angle() {
        return getState(this, 'Joint.angle')[offsetOf(this) + 0];
    }

    /** How fast the angle changes, radians/s. */
    get angularSpeed() {
        return getState(this, 'Joint.angularSpeed')[offsetOf(this) + 1];
    }

    /**
     * Metres of body B's anchor from body A's along the axis of the joint; their distance where the
     * joint has no axis. Of a pulley the length: the way of body A from its point plus `ratio` times
     * the way of body B.
     */
    get translation() {
        return getState(this, 'Joint.translation')[offsetOf(this) + 2];
    }

    /** How fast the translation changes, m/s. */
    get translationSpeed() {
        return getState(this, 'Joint.translationSpeed')[offsetOf(this) + 3];
    }

    /** N m that the joint put on body B in the last substep, beside those of its force. */
    get torque() {
        return getState(this, 'Joint.torque')[offsetOf(this) + 4];
    }

    /**
     * Newtons that the joint pushed body B with in the last substep, and body A with the other way
     * round: a new array.
     * @returns {[x: number, y: number]}
     */
    get force() {
        const f32 = getState(this, 'Joint.force');
        return [f32[offsetOf(this) + 5], f32[offsetOf(this) + 6]];
    }

    /** Where body A has the anchor, in the world, metres: a new array. @returns {[x: number, y: number]} */
    get anchorA() {
        const f32 = getState(this, 'Joint.anchorA');
        return [f32[offsetOf(this) + 7], f32[offsetOf(this) + 8]];
    }

    /**
     * Where body B has it, metres: a new array. The distance from `anchorA` is how far the joint
     * gives.
     * @returns {[x: number, y: number]}
     */
    get anchorB() {
        const f32 = getState(this, 'Joint.anchorB');
        return [f32[offsetOf(this) + 9], f32[offsetOf(this) + 10]];
    }

    /**
     * How far the bodies are from where the joint holds them, metres, at least 0. Limit, motor and
     * spring count for nothing.
     */
    get linearSeparation() {
        return getState(this, 'Joint.linearSeparation')[offsetOf(this) + 11];
    }

    /**
     * How far the bodies are turned from where the joint holds them, radians, at least 0; 0 where it lets
     * them turn.
     */
    get angularSeparation() {
        return getState(this, 'Joint.angularSeparation')[offsetOf(this) + 12];
    }

    /**
     * The anchor in body A's space, metres, each within ±1e7: a new array. Setting it wakes both bodies,
     * which the joint pulls together.
     * @returns {[x: number, y: number]}
     */
    get localAnchorA() {
        return getPair(this, 'Joint.localAnchorA', JOINT.ANCHOR_AX);
    }
    /** @param {Vector} value */
    set localAnchorA(value) {
        setAnchor(this, OP.SET_LOCAL_ANCHOR_A, 'Joint.localAnchorA', value);
    }

    /**
     * The anchor in body B's space, metres, each within ±1e7: a new array. Setting it wakes both bodies,
     * which the joint pulls together.
     * @returns {[x: number, y: number]}
     */
    get localAnchorB() {
        return getPair(this, 'Joint.localAnchorB', JOINT.ANCHOR_BX);
    }
    /** @param {Vector} value */
    set localAnchorB(value) {
        setAnchor(this, OP.SET_LOCAL_ANCHOR_B, 'Joint.localAnchorB', value);
    }

    /**
     * The joint's axis in body A's space, a new array of length 1; undefined where the type has none.
     * Takes a vector of any length but 0; setting it wakes both bodies.
     * @returns {PairOf<T, 'localAxisA'>}
     */
    get localAxisA() {
        const pair = getPair(this, 'Joint.localAxisA', JOINT.AXIS_X);
        return /** @type {any} */ (pair[0] === 0 && pair[1] === 0 ? undefined : pair);
    }
    /** @param {SettingOf<T, 'localAxisA'>} value */
    set localAxisA(value) {
        const method = 'Joint.localAxisA';
        live(this, method);
        settingOf(method, this.#type, 'localAxisA');
        const [x, y] = direction(method, 'value', value);
        perform(this, OP.SET_NUMBERS, method, JOINT.AXIS_X, 2, x, y);
    }

    /**
     * Radians of body B against body A that count as angle 0, within ±1e4; undefined where the type has
     * none. Setting it wakes both bodies.
     * @returns {NumberOf<T, 'referenceAngle'>}
     */
    get referenceAngle() {
        return getNumber(this, 'Joint.referenceAngle', 'referenceAngle');
    }
    set referenceAngle(value) {
        setNumber(this, 'Joint.referenceAngle', 'referenceAngle', value);
    }

    /**
     * Metres of a rod, 0 to 1e6; undefined where the type has none. Setting it wakes both bodies, here
     * and below.
     * @returns {NumberOf<T, 'length'>}
     */
    get length() {
        return getNumber(this, 'Joint.length', 'length');
    }
    set length(value) {
        setNumber(this, 'Joint.length', 'length', value);
    }

    /**
     * Radians from tooth to tooth, 1e-3 to 1e4, or the negative of it where body B turns clockwise;
     * undefined where the type has none. When it is set, the joint holds from the next tooth behind.
     * @returns {NumberOf<T, 'ratchet'>}
     */
    get ratchet() {
        return getNumber(this, 'Joint.ratchet', 'ratchet');
    }
    set ratchet(value) {
        setNumber(this, 'Joint.ratchet', 'ratchet', value);
    }

    /**
     * The angle of one of the teeth, radians within ±1e4; undefined where the type has none.
     * @returns {NumberOf<T, 'phase'>}
     */
    get phase() {
        return getNumber(this, 'Joint.phase', 'phase');
    }
    set phase(value) {
        setNumber(this, 'Joint.phase', 'phase', value);
    }

    /**
     * How much the way of body B counts, 1e-3 to 1e3; undefined where the type has none.
     * @returns {NumberOf<T, 'ratio'>}
     */
    get ratio() {
        return getNumber(this, 'Joint.ratio', 'ratio');
    }
    set ratio(value) {
        setNumber(this, 'Joint.ratio', 'ratio', value);
    }

    /**
     * The point of the world over which the rope to body A runs, metres, each within ±1e7: a new array;
     * undefined where the type has none.
     * @returns {PairOf<T, 'groundAnchorA'>}
     */
    get groundAnchorA() {
        return getPoint(this, 'Joint.groundAnchorA', 'groundAnchorA');
    }
    /** @param {SettingOf<T, 'groundAnchorA'>} value */
    set groundAnchorA(value) {
        setPoint(this, 'Joint.groundAnchorA', 'groundAnchorA', value);
    }

    /** The same for body B. @returns {PairOf<T, 'groundAnchorB'>} */
    get groundAnchorB() {
        return getPoint(this, 'Joint.groundAnchorB', 'groundAnchorB');
    }
    /** @param {SettingOf<T, 'groundAnchorB'>} value */
    set groundAnchorB(value) {
        setPoint(this, 'Joint.groundAnchorB', 'groundAnchorB', value);
    }

    /**
     * The point of the world that a target joint pulls to, metres, each within ±1e7: a new array;
     * undefined where the type has none. Setting it wakes the body.
     * @returns {PairOf<T, 'target'>}
     */
    get target() {
        return getPoint(this, 'Joint.target', 'target');
    }
    /** @param {SettingOf<T, 'target'>} value */
    set target(value) {
        live(this, 'Joint.target');
        settingOf('Joint.target', this.#type, 'target');
        setAnchor(this, OP.SET_LOCAL_ANCHOR_A, 'Joint.target', value);
    }

    /**
     * Moves the target of a target joint, without making an object, and wakes the body.
     * @param {number | Vector} x metres within ±1e7, or `[x, y]` for both @param {number} [y]
     * @throws {TypeError} for a joint of another type
     */
    setTarget(x, y) {
        const method = 'Joint.setTarget';
        live(this, method);
        settingOf(method, this.#type, 'target');
        if (isVector(x)) this.target = /** @type {any} */ (x);
        else act(this, OP.SET_LOCAL_ANCHOR_A, method, x, y);
    }

    /**
     * The velocity in body A's space that a motor joint gives body B's anchor against body A, m/s, each
     * within ±4e4: a new array; undefined where the type has none. Setting it wakes both bodies.
     * @returns {PairOf<T, 'linearVelocity'>}
     */
    get linearVelocity() {
        return getPoint(this, 'Joint.linearVelocity', 'linearVelocity');
    }
    /** @param {SettingOf<T, 'linearVelocity'>} value */
    set linearVelocity(value) {
        setPoint(this, 'Joint.linearVelocity', 'linearVelocity', value);
    }

    /**
     * Sets the linear velocity of a motor joint, without making an object, and wakes both bodies.
     * @param {number | Vector} x m/s within ±4e4, or `[x, y]` for both @param {number} [y]
     * @throws {TypeError} for a joint of another type
     */
    setLinearVelocity(x, y) {
        const method = 'Joint.setLinearVelocity';
        live(this, method);
        settingOf(method, this.#type, 'linearVelocity');
        if (isVector(x)) this.linearVelocity = /** @type {any} */ (x);
        else {
            inRange(method, 'x', x, -MAX_SPEED, MAX_SPEED);
            inRange(method, 'y', y, -MAX_SPEED, MAX_SPEED);
            perform(this, OP.SET_NUMBERS, method, JOINT.VELOCITY_X, 2, x, y);
        }
    }

    /**
     * Radians/s within ±4e4 that a motor joint gives body B against body A; undefined where the type has
     * none. Setting it wakes both bodies.
     * @returns {NumberOf<T, 'angularVelocity'>}
     */
    get angularVelocity() {
        return getNumber(this, 'Joint.angularVelocity', 'angularVelocity');
    }
    set angularVelocity(value) {
        setNumber(this, 'Joint.angularVelocity', 'angularVelocity', value);
    }

    /**
     * What a gear holds: the coordinate of `jointA` plus `ratio` times that of `jointB`, radians or metres
     * within ±1e6; undefined for other types.
     * @returns {NumberOf<T, 'sum'>}
     */
    get sum() {
        return getNumber(this, 'Joint.sum', 'sum');
    }
    set sum(value) {
        setNumber(this, 'Joint.sum', 'sum', value);
    }

    /**
     * How stiff the joint itself is, Hz, 0 to 1e6; 0: as stiff as the world's `jointHertz`; undefined
     * where the type has none.
     * @returns {NumberOf<T, 'hertz'>}
     */
    get hertz() {
        return getNumber(this, 'Joint.hertz', 'hertz');
    }
    set hertz(value) {
        setNumber(this, 'Joint.hertz', 'hertz', value);
    }

    /**
     * Damping ratio of that stiffness, 0 to 1e6; undefined where the type has none.
     * @returns {NumberOf<T, 'dampingRatio'>}
     */
    get dampingRatio() {
        return getNumber(this, 'Joint.dampingRatio', 'dampingRatio');
    }
    set dampingRatio(value) {
        setNumber(this, 'Joint.dampingRatio', 'dampingRatio', value);
    }

    /**
     * Newtons that the joint itself may use, above 0, or Infinity; undefined where the type has none.
     * @returns {NumberOf<T, 'maxForce'>}
     */
    get maxForce() {
        return getNumber(this, 'Joint.maxForce', 'maxForce');
    }
    set maxForce(value) {
        setNumber(this, 'Joint.maxForce', 'maxForce', value);
    }

    /**
     * N m that the joint itself may use against turning, above 0, or Infinity; undefined where the type
     * has none.
     * @returns {NumberOf<T, 'maxTorque'>}
     */
    get maxTorque() {
        return getNumber(this, 'Joint.maxTorque', 'maxTorque');
    }
    set maxTorque(value) {
        setNumber(this, 'Joint.maxTorque', 'maxTorque', value);
    }

    /**
     * Radians between which the angle stays, or metres between which body B stays along the axis, or
     * null; a new object. Takes `[lower, upper]` too. Setting it wakes both bodies, and throws for a
     * value that is not a number within ±1e4 radians or ±1e6 m, or if lower is above upper.
     * @returns {{ lower: number, upper: number } | null}
     */
    get limit() {
        return getGroup(this, 'Joint.limit', 'limit');
    }
    /** @param {{ lower: number, upper: number } | ArrayLike<number> | null} value */
    set limit(value) {
        setGroup(this, OP.SET_LIMIT, 'Joint.limit', 'limit', value);
    }

    /**
     * The motor, or null; a new object. Speed in radians/s or m/s; maxTorque in N m, or maxForce in
     * newtons where it acts along an axis, which it may use to reach and hold the speed; at speed 0,
     * the default, it is friction. Setting it wakes both bodies, and throws for a speed beyond ±4e4 or
     * a maximum below 0.
     * @returns {GroupValueOf<T, 'motor'>}
     */
    get motor() {
        return getGroup(this, 'Joint.motor', 'motor');
    }
    /** @param {SettingOf<T, 'motor'>} value */
    set motor(value) {
        setGroup(this, OP.SET_MOTOR, 'Joint.motor', 'motor', value);
    }

    /**
     * Switches the motor on or changes it, without making an object, and wakes both bodies.
     * @param {number} speed radians/s or m/s, within ±4e4
     * @param {number} maximum N m or newtons, at least 0
     * @throws {RangeError} for a number out of its range, and a TypeError for what is no number
     */
    setMotor(speed, maximum) {
        live(this, 'Joint.setMotor');
        checkGroup('Joint.setMotor', groupOf('Joint.setMotor', this.#type, 'motor'), speed,
            maximum);
        perform(this, OP.SET_MOTOR, 'Joint.setMotor', true, speed, maximum);
    }

    /**
     * The spring, or null; a new object. `hertz` is how often the two bodies would swing about the
     * joint in a second if nothing else held them, `dampingRatio` 1, the default, is critical,
     * `target` is the angle or translation at which it rests, default 0, and `minTorque` to `maxTorque` in
     * N m, or `minForce` to `maxForce` in newtons, is the range of what it uses, positive towards higher
     * angles or translations: default -maxForce to Infinity. With a maxForce of 0 it only pulls, as a rubber band.
     * Setting it wakes both bodies, and throws for hertz or dampingRatio outside 0 to 1e6, a target
     * beyond ±1e4 radians or ±1e6 m, a maximum below 0 or a minimum above it, and for both 0.
     * @returns {GroupValueOf<T, 'spring'>}
     */
    get spring() {
        return getGroup(this, 'Joint.spring', 'spring');
    }
    /** @param {SettingOf<T, 'spring'>} value */
    set spring(value) {
        setGroup(this, OP.SET_SPRING, 'Joint.spring', 'spring', value);
    }

    /**
     * Switches the spring on or changes it, without making an object, and wakes both bodies.
     * @param {number} hertz 0 to 1e6
     * @param {number} [dampingRatio] 0 to 1e6; 1, the default, is critical
     * @param {number} [target] radians within ±1e4 or metres within ±1e6, default 0; of a distance joint
     *     0 to 1e6, default its length
     * @param {number} [maximum] N m or newtons, 0 or more, default Infinity
     * @param {number} [minimum] 0 or less, default -maximum
     * @throws {RangeError} for a number out of its range, and a TypeError for what is no number
     */
    setSpring(hertz, dampingRatio = 1, target = undefined, maximum = Infinity,
        minimum = undefined)
    {
        live(this, 'Joint.setSpring');
        const group = groupOf('Joint.setSpring', this.#type, 'spring');
        const rest = target === undefined ? group.numbers[2].byDefault : target;
        checkGroup('Joint.setSpring', group, hertz, dampingRatio, rest);
        const bound = checkMaximum('Joint.setSpring', group, maximum);
        perform(this, OP.SET_NUMBERS, 'Joint.setSpring', JOINT.MIN_SPRING, 2,
            checkMinimum('Joint.setSpring', group, minimum, bound), bound);
        perform(this, OP.SET_SPRING, 'Joint.setSpring', true, hertz, dampingRatio,
            rest ?? OF_JOINT);
    }

    /** Newtons above which it breaks, with a `jointBroke` event; Infinity: never. Setting it throws for 0 and less. */
    get breakForce() {
        return getField(this, 'Joint.breakForce', JOINT.BREAK_FORCE) || Infinity;
    }
    set breakForce(value) {
        live(this, 'Joint.breakForce');
        perform(this, OP.SET_BREAK_FORCE, 'Joint.breakForce',
            breakLimit('Joint.breakForce', 'value', value));
    }

    /**
     * N m of limit, motor and spring above which it breaks, with a `jointBroke` event; Infinity:
     * never. Setting it throws for 0 and less.
     */
    get breakTorque() {
        return getField(this, 'Joint.breakTorque', JOINT.BREAK_TORQUE) || Infinity;
    }
    set breakTorque(value) {
        live(this, 'Joint.breakTorque');
        perform(this, OP.SET_BREAK_TORQUE, 'Joint.breakTorque',
            breakLimit('Joint.breakTorque', 'value', value));
    }

    /** Whether the solid colliders of its two bodies meet. Takes true or false. */
    get collideConnected() {
        return getField(this, 'Joint.collideConnected', JOINT.COLLIDE_CONNECTED) !== 0;
    }
    set collideConnected(value) {
        assign(this, OP.SET_COLLIDE_CONNECTED, 'Joint.collideConnected', value);
    }

    /**
     * Whether it connects its bodies. One that is switched off stays, but its bodies move, sleep and
     * collide as without it, and full turns that they make meanwhile do not count. Takes true or false;
     * a change wakes both bodies.
     */
    get enabled() {
        return getField(this, 'Joint.enabled', JOINT.ENABLED) !== 0;
    }
    set enabled(value) {
        assign(this, OP.SET_JOINT_ENABLED, 'Joint.enabled', value);
    }

    /** Takes it away and wakes both bodies. Does nothing where it is gone already. */
    destroy() {
        const core = liveCoreOf(this);
        if (core) core.engine.destroyJoint(core, idOf(this));
    }
}
