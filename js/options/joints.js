// The joint types, one row a type. Read by js/options/joint-options.js, which checks the options of a joint
// by the rows, and by js/world/objects/joint.js.
//
// A new type is one row of JOINT_TYPES: its name, its number in MicaJointType, and the settings it
// takes besides those of all joints. The types of JointOptions and Joint.type follow from the rows,
// and a row's comments are the documentation of the type's options.
import { MAX_COORDINATE, MAX_NUMBER, MAX_SIZE, MAX_SPEED, SPIN, STIFFNESS, TURN, inRange, vector,
    writeVector } from '../wire/errors.js';
import { JOINT } from '../wire/layout.js';
import { ascending, bound, direction, group, minimumOf, most, needed, number,
    plain } from './joint-settings.js';

/** @import { Given, Group, GroupNumber, Setting, Single } from './joint-settings.js' */

/**
 * The axis of a joint, in the world or in body A's space; one of both must be given.
 * @param {boolean} inWorld
 * @returns {Setting<import('./types.js').Vector>}
 */
const axis = (inWorld) => ({
    write(record, method, name, value) {
        const given = record[JOINT.AXIS_X] !== 0 || record[JOINT.AXIS_Y] !== 0;
        if (value === undefined && (inWorld || given)) return;
        if (given) throw new TypeError(`${method}: give either axis or localAxisA`);
        const [x, y] = direction(method, value === undefined ? 'axis' : name, value);
        record[JOINT.AXIS_X] = x;
        record[JOINT.AXIS_Y] = y;
        record[JOINT.AXIS_IN_WORLD] = Number(inWorld);
    },
});

/**
 * Two numbers of a record, from the field `point` on, each within ±max.
 * @typedef {Setting<import('./types.js').Vector> & { point: number, max: number }} Point
 */

/**
 * A point of the world, which must be given.
 * @param {number} field of its x
 * @returns {Point}
 */
const point = (field) => ({
    point: field,
    max: MAX_COORDINATE,
    write(record, method, name, value) {
        [record[field], record[field + 1]] = vector(method, name, value, MAX_COORDINATE);
    },
});

/** @type {Single} */
const REFERENCE = {
    number: number('referenceAngle', JOINT.REFERENCE, TURN),
    write(record, method, name, value) {
        if (value === undefined) record[JOINT.REFERENCE_FROM_POSE] = 1;
        else record[JOINT.REFERENCE] = inRange(method, name, value, ...TURN);
    },
};

/** Metres along an axis, and m/s. */
const LENGTH = /** @type {const} */ ([-MAX_SIZE, MAX_SIZE]);
const SPEED = /** @type {const} */ ([-MAX_SPEED, MAX_SPEED]);
const STRENGTH = /** @type {const} */ ([0, MAX_NUMBER]);

/** @param {readonly [min: number, max: number]} range */
const limit = (range) =>
    group(JOINT.LIMIT, [number('lower', JOINT.LOWER, range), number('upper', JOINT.UPPER, range)],
        ascending, true);
/** @param {readonly [min: number, max: number]} speeds @param {string} strength */
const motor = (speeds, strength) =>
    group(JOINT.MOTOR, [number('speed', JOINT.MOTOR_SPEED, speeds, 0),
        number(strength, JOINT.MAX_MOTOR, STRENGTH)]);
/** @param {GroupNumber} target @param {'Force' | 'Torque'} strength */
const spring = (target, strength) =>
    group(JOINT.SPRING, [
        number('hertz', JOINT.SPRING_HERTZ, STIFFNESS),
        number('dampingRatio', JOINT.SPRING_DAMPING_RATIO, STIFFNESS, 1),
        target,
        bound(`max${strength}`, JOINT.MAX_SPRING, 1),
        bound(`min${strength}`, JOINT.MIN_SPRING, -1),
    ], (method, name, values) => {
        const [, , , maximum, minimum] = values;
        values[4] = minimumOf(method, `${name}.max${strength}`, maximum, minimum);
    });

/** @param {string} method @param {Group<any>} spring @param {unknown} value */
export const checkMaximum = (method, { numbers }, value) =>
    numbers[3].check(method, 'maximum', value);
/** @param {string} method @param {Group<any>} spring @param {unknown} value @param {number} maximum */
export const checkMinimum = (method, { numbers }, value, maximum) =>
    minimumOf(method, 'maximum', maximum, numbers[4].check(method, 'minimum', value));

/** @typedef {{ lower: number, upper: number } | ArrayLike<number> | null} LimitOptions */
/** @type {Group<LimitOptions>} */
const ANGULAR_LIMIT = limit(TURN);
/** @type {Group<LimitOptions>} */
const LINEAR_LIMIT = limit(LENGTH);
/** @type {Group<{ speed?: number, maxTorque: number } | null>} */
const ANGULAR_MOTOR = motor(SPIN, 'maxTorque');
/** @type {Group<{ speed?: number, maxForce: number } | null>} */
const LINEAR_MOTOR = motor(SPEED, 'maxForce');
/** @type {Group<{ hertz: number, dampingRatio?: number, target?: number, maxTorque?: number, minTorque?: number } | null>} */
const ANGULAR_SPRING = spring(number('target', JOINT.SPRING_TARGET, TURN, 0), 'Torque');
/** @type {Group<{ hertz: number, dampingRatio?: number, target?: number, maxForce?: number, minForce?: number } | null>} */
const LINEAR_SPRING = spring(number('target', JOINT.SPRING_TARGET, LENGTH, 0), 'Force');

/** Metres between the anchors. */
const DISTANCE = /** @type {const} */ ([0, MAX_SIZE]);
/** As a target, the length of the joint; as the length, the distance of the anchors as they stand. */
export const OF_JOINT = -1;

/**
 * A distance that is one of the joint's where it is left out.
 * @type {(name: string, field: number) => GroupNumber}
 */
const distanceOrOf = (name, field) => ({
    ...number(name, field, DISTANCE),
    check: (method, called,
        value) => (value === undefined ? OF_JOINT : inRange(method, called, value, ...DISTANCE)),
    // Of the page of a worker, which alone has it in its records: the worker knows what it is.
    read: (value) => /** @type {number} */ (value === OF_JOINT ? undefined : value),
});

/** @type {Group<LimitOptions>} */
const LENGTH_LIMIT = limit(DISTANCE);
/** @type {typeof LINEAR_SPRING} */
const LENGTH_SPRING = spring(distanceOrOf('target', JOINT.SPRING_TARGET), 'Force');

/** Stiffness and maximum of a joint that does not hold an angle. */
const OWN_FORCE = {
    /**
     * How stiff the joint itself is, Hz, 0 to 1e6; 0, the default: as stiff as the world's `jointHertz`.
     */
    hertz: plain(number('hertz', JOINT.HERTZ, STIFFNESS, 0)),
    /** Damping ratio of that stiffness, 0 to 1e6, default 1, critical damping. */
    dampingRatio: plain(number('dampingRatio', JOINT.DAMPING_RATIO, STIFFNESS, 1)),
    /** Newtons that the joint itself may use, above 0, default Infinity. */
    maxForce: plain(most('maxForce', JOINT.MAX_FORCE)),
};

/** Stiffness and maximum of the joint itself. */
const OWN = {
    ...OWN_FORCE,
    /** N m that the joint itself may use against turning, above 0, default Infinity. */
    maxTorque: plain(most('maxTorque', JOINT.MAX_TORQUE)),
};

/** Radians from tooth to tooth. */
const TOOTH = /** @type {const} */ ([0.001, TURN[1]]);

/** What a coordinate counts against another. */
const RATIO = /** @type {const} */ ([0.001, 1000]);

/**
 * A number of either sign that is not near 0.
 * @type {(name: string, field: number, sizes: readonly [min: number, max: number], byDefault?: number) => GroupNumber}
 */
const ofEitherSign = (name, field, [least, greatest], byDefault) => ({
    ...number(name, field, [-greatest, greatest], byDefault),
    check(method, called, value) {
        const given = inRange(method, called, value, -greatest, greatest);
        if (Math.abs(given) < least)
            throw new RangeError(
                `${method}: ${called} must be ${least} to ${greatest} or the negative of it, got ${given}`,
            );
        return given;
    },
});

/** @type {Single} */
const SUM = {
    number: number('sum', JOINT.LENGTH, LENGTH),
    write(record, method, name, value) {
        if (value === undefined) record[JOINT.REFERENCE_FROM_POSE] = 1;
        else record[JOINT.LENGTH] = inRange(method, name, value, ...LENGTH);
    },
};

/** @type {Point} */
const LINEAR_VELOCITY = {
    point: JOINT.VELOCITY_X,
    max: MAX_SPEED,
    write(record, method, name, value) {
        if (value !== undefined)
            writeVector(record, JOINT.VELOCITY_X, method, name, value, MAX_SPEED);
    },
};

/** The anchor on the world, in the place of body A. @type {Point} */
const TARGET = {
    point: JOINT.ANCHOR_AX,
    max: MAX_COORDINATE,
    write(record, method, name, value) {
        if (value === undefined && record[JOINT.IN_WORLD] !== 0) return;
        writeVector(record, JOINT.ANCHOR_AX, method, name, value, MAX_COORDINATE);
    },
};

/** The joint types by name, with their numbers in MicaJointType of src/mica.h. */
export const JOINT_TYPES = Object.freeze({
    /** Two bodies pinned together at a point, about which they turn. */
    revolute: {
        number: 1,
        settings: {
            /**
             * Radians of body B against body A that count as angle 0; by default as they stand now.
             */
            referenceAngle: REFERENCE,
            /**
             * Radians between which the angle stays, each within ±1e4; null, the default: no limit. A joint
             * that is made with a limit begins in the full turn that lies in the limit or next to it, of
             * several the one nearest to angle 0. A limit that is set later changes no turn.
             */
            limit: ANGULAR_LIMIT,
            /**
             * `speed` in radians/s within ±4e4, default 0, at which it is friction, and the N m that it
             * may use, `maxTorque`, at least 0. null, the default: no motor.
             */
            motor: ANGULAR_MOTOR,
            /**
             * `hertz`: how often the two would swing about the joint in a second; `dampingRatio`, default
             * 1, critical damping; `target`, the angle at which it rests, radians within ±1e4, default
             * 0. null, the default: no spring.
             */
            spring: ANGULAR_SPRING,
            ...OWN_FORCE,
        },
    },
    /** A body that slides along an axis of another, and does not turn against it. */
    prismatic: {
        number: 2,
        settings: {
            /**
             * Radians of body B against body A that count as angle 0, which the joint holds; by default
             * as they stand now.
             */
            referenceAngle: REFERENCE,
            /** The direction in which body B slides, in the world as the bodies stand now; none by default. */
            axis: axis(true),
            /** The same in body A's space, instead; none by default. */
            localAxisA: axis(false),
            /** Metres along the axis, each within ±1e6; null, the default: no limit. */
            limit: LINEAR_LIMIT,
            /**
             * `speed` in m/s within ±4e4, default 0, at which it is friction, and the newtons that it may
             * use, `maxForce`, at least 0. null, the default: no motor.
             */
            motor: LINEAR_MOTOR,
            /**
             * `hertz`: how often the two would swing along the axis in a second; `dampingRatio`, default
             * 1, critical damping; `target`, the metres along the axis at which it rests, default 0;
             * `maxForce`, the newtons that it may use, default Infinity. null, the default: no spring.
             */
            spring: LINEAR_SPRING,
            ...OWN,
        },
    },
    /** A body that turns freely against another one way, and the other way back to the last tooth. */
    ratchet: {
        number: 3,
        anchorsDefaultTo: /** @type {const} */ ('origin'),
        settings: {
            /**
             * Radians of body B against body A that count as angle 0; by default as they stand now.
             */
            referenceAngle: REFERENCE,
            /**
             * Radians from tooth to tooth, 1e-3 to 1e4; body B turns freely counter-clockwise, or
             * clockwise where it is negative; none by default, it must be given.
             */
            ratchet: plain(ofEitherSign('ratchet', JOINT.TOOTH, TOOTH)),
            /** The angle of one of the teeth, radians within ±1e4, default 0. */
            phase: plain(number('phase', JOINT.PHASE, TURN, 0)),
            /** As of a revolute joint: `speed` in radians/s and `maxTorque` in N m; null, the default: no motor. */
            motor: ANGULAR_MOTOR,
            /** As of a revolute joint, about the angle `target`; null, the default: no spring. */
            spring: ANGULAR_SPRING,
        },
    },
    /**
     * A rod between two points, `localAnchorA` and `localAnchorB`, each the body's origin by default.
     * With limit, motor or spring their distance is free but for these: `limit: [0, 5]` is a rope.
     */
    distance: {
        number: 4,
        anchorsDefaultTo: /** @type {const} */ ('origin'),
        settings: {
            /** Metres of the rod, 0 to 1e6; by default the distance of the anchors as the bodies stand now, at most 1e6. */
            length: plain(distanceOrOf('length', JOINT.LENGTH)),
            /** Metres between the anchors, each 0 to 1e6; null, the default: no limit. */
            limit: LENGTH_LIMIT,
            /**
             * `speed` in m/s within ±4e4 at which the distance grows, default 0, at which it is friction,
             * and the newtons that it may use, `maxForce`, at least 0. null, the default: no motor.
             */
            motor: LINEAR_MOTOR,
            /**
             * `hertz`: how often the two would swing along the line between them in a second;
             * `dampingRatio`, default 1, critical damping; `target`, the metres between the anchors at
             * which it rests, default `length`; `maxForce`, the newtons that it may use, default
             * Infinity. null, the default: no spring.
             */
            spring: LENGTH_SPRING,
            ...OWN_FORCE,
        },
    },
    /**
     * Two bodies that hang on the ends of a rope over two points of the world, by `localAnchorA` and
     * `localAnchorB`, each the body's origin by default. The way of A from its point plus `ratio` times
     * the way of B from its own is the length. With limit, motor or spring the length is free but for
     * these: `limit: [0, 5]` is a rope that may be slack.
     */
    pulley: {
        number: 5,
        anchorsDefaultTo: /** @type {const} */ ('origin'),
        settings: {
            /** The point of the world over which the rope to body A runs; none by default, it must be given. */
            groundAnchorA: point(JOINT.GROUND_AX),
            /** The same for body B; none by default, it must be given. */
            groundAnchorB: point(JOINT.GROUND_BX),
            /** How much the way of body B counts, 1e-3 to 1e3, default 1; it is pulled that much harder. */
            ratio: plain(number('ratio', JOINT.RATIO, RATIO, 1)),
            /** Metres, 0 to 1e6; by default as the bodies stand now. */
            length: plain(distanceOrOf('length', JOINT.LENGTH)),
            /** Metres of length, each 0 to 1e6; null, the default: no limit. */
            limit: LENGTH_LIMIT,
            /**
             * `speed` in m/s within ±4e4 at which the length grows, default 0, at which it is friction,
             * and the newtons at body A that it may use, `maxForce`, at least 0. null, the default: no
             * motor.
             */
            motor: LINEAR_MOTOR,
            /**
             * `hertz`: how often the length would swing in a second; `dampingRatio`, default 1, critical
             * damping; `target`, the length at which it rests, default `length`; `maxForce`, the newtons
             * at body A that it may use, default Infinity. null, the default: no spring.
             */
            spring: LENGTH_SPRING,
            ...OWN_FORCE,
        },
    },
    /**
     * Couples two joints, `jointA` and `jointB`, each revolute or prismatic: the angle or translation of
     * the first plus `ratio` times that of the second stays. It acts on the bodies of both, and goes
     * when either joint goes. Wheels that mesh have the ratio of their teeth.
     */
    gear: {
        number: 6,
        couples: true,
        settings: {
            /**
             * What the coordinate of `jointB` counts, 1e-3 to 1e3 or the negative of it, default 1. Wheels of
             * ratio r that touch turn against each other as r teeth to one.
             */
            ratio: plain(ofEitherSign('ratio', JOINT.RATIO, RATIO, 1)),
            /** What stays, radians or metres within ±1e6; by default as the joints stand now. */
            sum: SUM,
            ...OWN,
        },
    },
    /** Moves a body against another by a force: a drive, or friction where the velocities are 0. */
    motor: {
        number: 7,
        anchorsDefaultTo: /** @type {const} */ ('center'),
        settings: {
            /**
             * Radians of body B against body A that count as angle 0, which a joint with `hertz` holds; by
             * default as they stand now.
             */
            referenceAngle: REFERENCE,
            /** m/s of body B's anchor against body A, in A's space, each within ±4e4; default [0, 0]. */
            linearVelocity: LINEAR_VELOCITY,
            /** Radians/s of body B against body A, within ±4e4; default 0. */
            angularVelocity: plain(number('angularVelocity', JOINT.ANGULAR_VELOCITY, SPIN, 0)),
            /**
             * Hz, 0 to 1e6, of a spring that holds the pose: the two anchors together, and the angle 0; 0,
             * the default: it acts by velocity alone.
             */
            hertz: plain(number('hertz', JOINT.HERTZ, STIFFNESS, 0)),
            /** Damping ratio of that spring, 0 to 1e6, default 1, critical damping. */
            dampingRatio: plain(number('dampingRatio', JOINT.DAMPING_RATIO, STIFFNESS, 1)),
            /** Newtons that it may use, the same in all directions, at least 0; no default. */
            maxForce: needed(number('maxForce', JOINT.MAX_FORCE, STRENGTH)),
            /** N m that it may use, at least 0; no default. */
            maxTorque: needed(number('maxTorque', JOINT.MAX_TORQUE, STRENGTH)),
        },
    },
    /** Pulls a point of one body to a point of the world: a hand, a mouse. */
    target: {
        number: 8,
        alone: true,
        settings: {
            /** The point of the world that it pulls to; by default `anchor`. */
            target: TARGET,
            /** Hz, 0 to 1e6, default 5: how stiff its spring is; 0: as stiff as the world's `jointHertz`. */
            hertz: plain(number('hertz', JOINT.HERTZ, STIFFNESS, 5)),
            /** Damping ratio of that spring, 0 to 1e6, default 1, critical damping. */
            dampingRatio: plain(number('dampingRatio', JOINT.DAMPING_RATIO, STIFFNESS, 1)),
            /** Newtons that it may use, above 0, default Infinity. */
            maxForce: plain(most('maxForce', JOINT.MAX_FORCE)),
        },
    },
    /**
     * Two bodies that neither move nor turn against each other. With `hertz` they do, as on a spring of
     * that frequency, with `dampingRatio`.
     */
    weld: {
        number: 9,
        settings: {
            /**
             * Radians of body B against body A that count as angle 0, which the joint holds; by default
             * as they stand now.
             */
            referenceAngle: REFERENCE,
            ...OWN,
        },
    },
    /** A body that turns freely and moves along an axis of another, as a wheel on its suspension. */
    wheel: {
        number: 10,
        settings: {
            /**
             * Radians of body B against body A that count as angle 0; by default as they stand now.
             */
            referenceAngle: REFERENCE,
            /** The direction in which the wheel moves, in the world as the bodies stand now; none by default. */
            axis: axis(true),
            /** The same in body A's space, instead; none by default. */
            localAxisA: axis(false),
            /** Metres along the axis, each within ±1e6; null, the default: no limit. */
            limit: LINEAR_LIMIT,
            /**
             * Turns the wheel: `speed` in radians/s within ±4e4, default 0, at which it is a brake, and
             * the N m that it may use, `maxTorque`, at least 0. null, the default: no motor.
             */
            motor: ANGULAR_MOTOR,
            /**
             * The suspension: `hertz`, how often the two would swing along the axis in a second;
             * `dampingRatio`, default 1, critical damping; `target`, the metres along the axis at which it
             * rests, default 0; `maxForce`, the newtons that it may use, default Infinity. null, the
             * default: no spring.
             */
            spring: LINEAR_SPRING,
            ...OWN_FORCE,
        },
    },
});

/**
 * @typedef {keyof typeof JOINT_TYPES} JointType
 *
 * @typedef {Record<string, { number: number, settings: Record<string, Setting<any>>, anchorsDefaultTo?: 'origin' | 'center', couples?: boolean, alone?: boolean }>} JointTypes
 *     `alone`: it has no body A
 */

/**
 * The options of every type of joint, between bodies of class B.
 * @template B
 * @typedef {object} JointBaseOptions
 * @property {JointType} type revolute: two bodies pinned together at a point, about which they turn;
 *     prismatic: a body that slides along an axis of another; ratchet: a body that turns freely against
 *     another one way alone; distance: a rod, rope or spring between two points;
 *     pulley: two bodies on a rope over two points of the world; gear: two joints, revolute or
 *     prismatic, coupled; motor: a body moved against another by a force; target: a point of one body
 *     pulled to a point of the world; weld: two bodies that move as one; wheel: a body that turns and
 *     moves along an axis of another
 * @property {B} bodyB the body whose angle is measured against A
 * @property {import('./types.js').Vector} [anchor] the point, in the world; or `localAnchorA` and
 *     `localAnchorB`; none by default, of a motor the centre of mass of body B
 * @property {import('./types.js').Vector} [localAnchorB] the point in body B's space; none by default,
 *     of a ratchet, a distance joint and a pulley [0, 0]
 * @property {number} [breakForce] newtons above which it breaks, default Infinity
 * @property {number} [breakTorque] N m beside that of the force, default Infinity
 * @property {boolean} [collideConnected] whether the two bodies' solid colliders meet, default
 *     false
 * @property {boolean} [enabled] false: it connects nothing until it is switched on, default true
 * @property {unknown} [userData] anything; kept on the joint; none by default
 */

/**
 * The options of every type of joint between two bodies of class B.
 * @template B
 * @typedef {object} JointPairOptions
 * @property {B} bodyA its angle is the reference
 * @property {import('./types.js').Vector} [localAnchorA] the point in body A's space; none by default,
 *     of a ratchet, a distance joint and a pulley [0, 0]
 */

/**
 * The joints that a gear couples, in the place of bodies and anchors.
 * @template J
 * @typedef {object} GearJoints
 * @property {J} jointA a revolute or prismatic joint
 * @property {J} jointB another, whose coordinate counts `ratio` times
 */

/**
 * The options of a joint of type T that are not settings of its row: its bodies, anchors and the like.
 * @template B
 * @template J
 * @template {JointType} T
 * @typedef {T extends 'gear' ? GearJoints<J>
 *     & Omit<JointBaseOptions<B>, 'bodyB' | 'anchor' | 'localAnchorB'>
 *     : typeof JOINT_TYPES[T] extends { alone: boolean } ? JointBaseOptions<B>
 *     : JointBaseOptions<B> & JointPairOptions<B>} BaseOptionsOf
 */

/**
 * The options of a joint, for each type those that it takes.
 * @template B
 * @template J
 * @template {JointType} [T=JointType]
 * @typedef {{ [Type in T]: BaseOptionsOf<B, J, Type> & { type: Type }
 *     & { [K in keyof typeof JOINT_TYPES[Type]['settings']]?:
 *         Given<typeof JOINT_TYPES[Type]['settings'][K]> }
 *     & { [K in keyof typeof JOINT_TYPES[Type]['settings'] as
 *         typeof JOINT_TYPES[Type]['settings'][K] extends { needed: true } ? K : never]:
 *         Given<typeof JOINT_TYPES[Type]['settings'][K]> }
 * }[T]} JointOptionsOf
 */

/**
 * Body A of a joint of a type: null if the type has none.
 * @template {JointType} T
 * @template B
 * @typedef {T extends JointType ? typeof JOINT_TYPES[T] extends { alone: boolean } ? null : B : never} BodyAOf
 */

/**
 * What a joint of a type takes as a setting: nothing if the type does not have it.
 * @template {JointType} T
 * @template {string} K
 * @typedef {T extends JointType ? K extends keyof typeof JOINT_TYPES[T]['settings']
 *     ? Given<typeof JOINT_TYPES[T]['settings'][K]> : never : never} SettingOf
 */

/**
 * The numbers of a group of settings of a joint, or null where it is switched off.
 * @template {JointType} T
 * @template {string} K
 * @typedef {Required<Exclude<SettingOf<T, K>, null>> | null} GroupValueOf
 */

/**
 * A number that a joint has by its type, undefined if the type does not have it.
 * @template {JointType} T
 * @template {string} K
 * @typedef {T extends JointType ? K extends keyof typeof JOINT_TYPES[T]['settings']
 *     ? Given<typeof JOINT_TYPES[T]['settings'][K]> : undefined : never} NumberOf
 */

/**
 * A point or direction that a joint has by its type, undefined if the type does not have it.
 * @template {JointType} T
 * @template {string} K
 * @typedef {T extends JointType ? K extends keyof typeof JOINT_TYPES[T]['settings']
 *     ? [x: number, y: number] : undefined : never} PairOf
 */
