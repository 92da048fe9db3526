// The joint types, one row a type, and what may be said of a joint, checked and read into numbers.
// It knows no engine, so that the page's side of a world in a worker checks with it too. Called by
// js/world/world.js, js/world/joint.js and js/remote/world.js.
//
// A new type is one row of JOINT_TYPES: its name, its number in MicaJointType, and the settings it
// takes besides those of all joints. The types of JointOptions and Joint.type follow from the rows,
// and a row's comments are the documentation of the type's options.
import {
    MAX_COORDINATE, MAX_NUMBER, MAX_SIZE, MAX_SPEED, MicaError, SPIN, STIFFNESS, TURN, boolean, inRange, oneOf, readOptions, vector,
} from '../wire/errors.js';
import { JOINT } from '../wire/layout.js';
import { breakLimit, direction, group, most, number, plain } from './joint-settings.js';

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
 * A point of the world, which must be given.
 * @typedef {Setting<import('./types.js').Vector> & { point: number }} Point
 *
 * @param {number} field of its x
 * @returns {Point}
 */
const point = (field) => ({
    point: field,
    write(record, method, name, value) {
        [record[field], record[field + 1]] = vector(method, name, value, MAX_COORDINATE);
    },
});

/** @type {Single} */
const REFERENCE = {
    number: number('referenceAngle', JOINT.REFERENCE, TURN),
    write(record, method, name, value) {
        if (value === undefined) record[JOINT.AS_THEY_STAND] = 1;
        else record[JOINT.REFERENCE] = inRange(method, name, value, ...TURN);
    },
};

/** Metres along an axis, and m/s. */
const LENGTH = /** @type {const} */ ([-MAX_SIZE, MAX_SIZE]);
const SPEED = /** @type {const} */ ([-MAX_SPEED, MAX_SPEED]);
const STRENGTH = /** @type {const} */ ([0, MAX_NUMBER]);

/** @param {readonly [min: number, max: number]} range */
const limit = (range) => group(JOINT.LIMIT, [number('lower', JOINT.LOWER, range), number('upper', JOINT.UPPER, range)], true);
/** @param {readonly [min: number, max: number]} speeds @param {string} strength */
const motor = (speeds, strength) =>
    group(JOINT.MOTOR, [number('speed', JOINT.SPEED, speeds, 0), number(strength, JOINT.MAX_MOTOR, STRENGTH)]);
/** @param {GroupNumber} target @param {string} strength */
const spring = (target, strength) => group(JOINT.SPRING, [
    number('hertz', JOINT.HERTZ, STIFFNESS),
    number('dampingRatio', JOINT.DAMPING_RATIO, STIFFNESS, 1),
    target,
    most(strength, JOINT.MAX_SPRING),
]);

/** @typedef {{ lower: number, upper: number } | ArrayLike<number> | null} LimitOptions */
/** @type {Group<LimitOptions>} */
const ANGULAR_LIMIT = limit(TURN);
/** @type {Group<LimitOptions>} */
const LINEAR_LIMIT = limit(LENGTH);
/** @type {Group<{ speed?: number, maxTorque: number } | null>} */
const ANGULAR_MOTOR = motor(SPIN, 'maxTorque');
/** @type {Group<{ speed?: number, maxForce: number } | null>} */
const LINEAR_MOTOR = motor(SPEED, 'maxForce');
/** @type {Group<{ hertz: number, dampingRatio?: number, target?: number, maxTorque?: number } | null>} */
const ANGULAR_SPRING = spring(number('target', JOINT.TARGET, TURN, 0), 'maxTorque');
/** @type {Group<{ hertz: number, dampingRatio?: number, target?: number, maxForce?: number } | null>} */
const LINEAR_SPRING = spring(number('target', JOINT.TARGET, LENGTH, 0), 'maxForce');

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
    check: (method, called, value) => (value === undefined ? OF_JOINT : inRange(method, called, value, ...DISTANCE)),
});

/** @type {Group<LimitOptions>} */
const LENGTH_LIMIT = limit(DISTANCE);
/** @type {typeof LINEAR_SPRING} */
const LENGTH_SPRING = spring(distanceOrOf('target', JOINT.TARGET), 'maxForce');

/** Stiffness and maximum of a joint that does not hold an angle. */
const OWN_FORCE = {
    /**
     * How stiff the joint itself is, Hz, 0 to 1e6; 0, the default: as stiff as the world's `jointHertz`.
     */
    hertz: plain(number('hertz', JOINT.OWN_HERTZ, STIFFNESS, 0)),
    /** Damping ratio of that stiffness, 0 to 1e6, default 1, critical damping. */
    dampingRatio: plain(number('dampingRatio', JOINT.OWN_DAMPING_RATIO, STIFFNESS, 1)),
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
            throw new RangeError(`${method}: ${called} must be ${least} to ${greatest} or the negative of it, got ${given}`);
        return given;
    },
});

/** @type {Setting<number>} */
const SUM = {
    write(record, method, name, value) {
        if (value === undefined) record[JOINT.AS_THEY_STAND] = 1;
        else record[JOINT.LENGTH] = inRange(method, name, value, ...LENGTH);
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
            /** Radians between which the angle stays, each within ±1e4; null, the default: no limit. */
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
        looseAnchors: true,
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
        looseAnchors: true,
        settings: {
            /** Metres of the rod, 0 to 1e6; by default the distance of the anchors as the bodies stand now. */
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
        looseAnchors: true,
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
});

/** The types of the joints that a gear couples. */
const COUPLED = ['revolute', 'prismatic'];

/**
 * @typedef {keyof typeof JOINT_TYPES} JointType
 *
 * @typedef {Record<string, { number: number, settings: Record<string, Setting<any>>, looseAnchors?: boolean, couples?: boolean }>} JointTypes
 */

/**
 * The options of every type of joint, between bodies of class B.
 * @template B
 * @typedef {object} JointBaseOptions
 * @property {JointType} type revolute: two bodies pinned together at a point, about which they turn;
 *     prismatic: a body that slides along an axis of another; ratchet: a body that turns freely against
 *     another one way alone; distance: a rod, rope or spring between two points;
 *     pulley: two bodies on a rope over two points of the world; gear: two joints, revolute or
 *     prismatic, coupled
 * @property {B} bodyA its angle is the reference
 * @property {B} bodyB the body whose angle is measured against A
 * @property {import('./types.js').Vector} [anchor] the point, in the world; or `localAnchorA` and
 *     `localAnchorB`; none by default
 * @property {import('./types.js').Vector} [localAnchorA] the point in body A's space; none by default,
 *     of a ratchet, a distance joint and a pulley [0, 0]
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
 * The joints that a gear couples, in the place of bodies and anchors.
 * @template J
 * @typedef {object} GearJoints
 * @property {J} jointA a revolute or prismatic joint
 * @property {J} jointB another, whose coordinate counts `ratio` times
 */

/**
 * What is said of any joint of a type.
 * @template B
 * @template J
 * @template {JointType} T
 * @typedef {T extends 'gear' ? GearJoints<J>
 *     & Omit<JointBaseOptions<B>, 'bodyA' | 'bodyB' | 'anchor' | 'localAnchorA' | 'localAnchorB'>
 *     : JointBaseOptions<B>} BaseOptionsOf
 */

/**
 * The options of a joint, for each type those that it takes.
 * @template B
 * @template J
 * @template {JointType} [T=JointType]
 * @typedef {{ [Type in T]: BaseOptionsOf<B, J, Type> & { type: Type }
 *     & { [K in keyof typeof JOINT_TYPES[Type]['settings']]?:
 *         Given<typeof JOINT_TYPES[Type]['settings'][K]> }
 * }[T]} JointOptionsOf
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

/** The options of every type, in the order in which messages list them. */
const COMMON = ['type', 'bodyA', 'bodyB', 'anchor', 'localAnchorA', 'localAnchorB'];
const JOINTS = ['jointA', 'jointB'];
const COMMON_LAST = ['breakForce', 'breakTorque', 'collideConnected', 'enabled', 'userData'];

/**
 * The numbers of a group in a joint record, or null where it is switched off or the type has none.
 * @param {string} type
 * @param {string} name
 * @param {ArrayLike<number>} record
 * @param {number} start of the record
 * @param {JointTypes} [types]
 * @returns {any}
 */
export function readGroup(type, name, record, start, types = JOINT_TYPES) {
    const { settings } = types[type];
    if (!Object.hasOwn(settings, name)) return null;
    const { on, numbers } = /** @type {Group<any>} */ (settings[name]);
    if (record[start + on] === 0) return null;
    return Object.fromEntries(numbers.map(({ name, field, most }) => {
        const value = Object.hasOwn(settings, 'length') && field === JOINT.TARGET && record[start + field] < 0
            ? record[start + JOINT.LENGTH] : record[start + field];
        return [name, most && value === 0 ? Infinity : value];
    }));
}

/**
 * A number of its own that a joint has by its type, or undefined if the type does not have it.
 * @param {string} type
 * @param {string} name
 * @param {ArrayLike<number>} record
 * @param {number} start of the record
 * @returns {any}
 */
export function readNumber(type, name, record, start) {
    const { settings } = /** @type {JointTypes} */ (JOINT_TYPES)[type];
    if (!Object.hasOwn(settings, name)) return undefined;
    const { field, most } = /** @type {Single} */ (settings[name]).number;
    const value = record[start + field];
    return most && value === 0 ? Infinity : value;
}

/**
 * A point of its own that a joint has by its type, a new array, or undefined if the type does not have it.
 * @param {string} type
 * @param {string} name
 * @param {ArrayLike<number>} record
 * @param {number} start of the record
 * @returns {any}
 */
export function readPoint(type, name, record, start) {
    const { settings } = /** @type {JointTypes} */ (JOINT_TYPES)[type];
    if (!Object.hasOwn(settings, name)) return undefined;
    const at = start + /** @type {Point} */ (settings[name]).point;
    return [record[at], record[at + 1]];
}

/**
 * Refuses a setting that a joint does not have by its type.
 * @param {string} method
 * @param {string} type
 * @param {string} name
 * @param {JointTypes} [types]
 * @returns {Setting<any>}
 * @throws {TypeError} if the type does not have it
 */
export function settingOf(method, type, name, types = JOINT_TYPES) {
    const { settings } = types[type];
    if (!Object.hasOwn(settings, name)) throw new TypeError(`${method}: a ${type} joint has no ${name}`);
    return settings[name];
}

/**
 * A group that a joint has by its type.
 * @param {string} method
 * @param {string} type
 * @param {string} name
 * @param {JointTypes} [types]
 * @throws {TypeError} if the type does not have it
 */
export function groupOf(method, type, name, types) {
    return /** @type {Group<any>} */ (settingOf(method, type, name, types));
}

/**
 * The name of the type with that number.
 * @param {number} number
 */
export function typeNamed(number) {
    const names = /** @type {JointType[]} */ (Object.keys(JOINT_TYPES));
    return /** @type {JointType} */ (names.find((name) => JOINT_TYPES[name].number === number));
}

/**
 * @param {string} method
 * @param {Record<string, unknown>} o
 * @param {number[]} record
 * @param {boolean | undefined} loose a local anchor that is left out is the body's origin
 */
function writeAnchors(method, o, record, loose) {
    const at = [JOINT.ANCHOR_AX, JOINT.ANCHOR_BX];
    const names = ['localAnchorA', 'localAnchorB'];
    const inWorld =
        o.anchor !== undefined || (!loose && o.localAnchorA === undefined && o.localAnchorB === undefined);
    if (inWorld) {
        for (const name of names) {
            if (o[name] !== undefined)
                throw new TypeError(`${method}: give either anchor or ${name}`);
        }
        record[JOINT.IN_WORLD] = 1;
    }
    for (const [i, local] of names.entries()) {
        const name = inWorld ? 'anchor' : local;
        const point = loose && o[name] === undefined ? [0, 0] : vector(method, name, o[name], MAX_COORDINATE);
        [record[at[i]], record[at[i] + 1]] = point;
    }
}

/**
 * The joints that a gear couples, checked, and the bodies that it counts as its own: as
 * src/world/gears.c has it.
 * @param {string} method
 * @param {Record<string, unknown>} o
 * @param {(name: string, value: unknown) => any} own
 */
function readJoints(method, o, own) {
    const [a, b] = JOINTS.map((name) => {
        const joint = own(name, o[name]);
        if (!COUPLED.includes(joint.type))
            throw new TypeError(`${method}: ${name} must be a revolute or prismatic joint, got a ${joint.type} joint`);
        return joint;
    });
    if (a === b) throw new MicaError('BAD_GEAR', `${method}: jointA and jointB must be two joints`);
    return { joints: [a, b], bodyA: a.bodyB === b.bodyB ? a.bodyA : a.bodyB, bodyB: b.bodyB };
}

/**
 * The options of a joint: its bodies, the joints of a gear, and the record of web/bridge/records.h, all
 * but these.
 * @param {string} method
 * @param {unknown} given
 * @param {(name: string, value: unknown) => any} own checks a body, or a joint where the name is
 *     jointA or jointB
 * @param {JointTypes} [types]
 */
export function parseJoint(method, given, own, types = JOINT_TYPES) {
    const all = Object.values(types).flatMap((each) => Object.keys(each.settings));
    const o = readOptions(method, 'options', given, new Set([...COMMON, ...JOINTS, ...all, ...COMMON_LAST]));
    const names = Object.keys(types);
    const type = names[oneOf(method, 'type', o.type, names)];
    const { number: typeNumber, settings, looseAnchors, couples } = types[type];
    const foreign = couples ? COMMON.slice(1) : JOINTS;
    for (const name of [...all, ...foreign]) {
        if (o[name] !== undefined && !Object.hasOwn(settings, name))
            throw new TypeError(`${method}: a ${type} joint has no ${name}`);
    }
    const { joints, bodyA, bodyB } = couples
        ? readJoints(method, o, own)
        : { joints: [], bodyA: own('bodyA', o.bodyA), bodyB: own('bodyB', o.bodyB) };
    if (bodyA === bodyB)
        throw new MicaError('SAME_BODY', `${method}: bodyA and bodyB must be two bodies`);
    const record = new Array(JOINT.RECORD).fill(0);
    record[JOINT.TYPE] = typeNumber;
    if (!couples) writeAnchors(method, o, record, looseAnchors);
    for (const [name, setting] of Object.entries(settings)) setting.write(record, method, name, o[name]);
    record[JOINT.BREAK_FORCE] = breakLimit(method, 'breakForce', o.breakForce ?? Infinity);
    record[JOINT.BREAK_TORQUE] = breakLimit(method, 'breakTorque', o.breakTorque ?? Infinity);
    record[JOINT.COLLIDE_CONNECTED] = Number(
        boolean(method, 'collideConnected', o.collideConnected ?? false),
    );
    record[JOINT.ENABLED] = Number(boolean(method, 'enabled', o.enabled ?? true));
    return { bodyA, bodyB, joints, record, userData: o.userData };
}
