// What may be said of a joint, checked by the rows of js/options/joints.js and read into a joint record, and
// read back from one. It knows no engine, so that the page's side of a world in a worker checks with it too.
// Called by js/world/objects/making.js and js/world/objects/joint.js.
import { MAX_COORDINATE, MicaError, boolean, oneOf, readOptions, vector } from '../wire/errors.js';
import { JOINT } from '../wire/layout.js';
import { breakLimit } from './joint-settings.js';
import { JOINT_TYPES } from './joints.js';

/** @import { Group, Setting, Single } from './joint-settings.js' */
/** @import { JointType, JointTypes, Point } from './joints.js' */

/** The types of the joints that a gear couples. */
const COUPLED = ['revolute', 'prismatic'];

/** The options of every type, in the order in which messages list them. */
const COMMON = ['type', 'bodyA', 'bodyB', 'anchor', 'localAnchorA', 'localAnchorB'];
const JOINTS = ['jointA', 'jointB'];
/** Those of them that a type without a body A has not. */
const OF_A = ['bodyA', 'localAnchorA'];
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
    return Object.fromEntries(numbers.map(({ name, field, read }) => {
        const value = Object.hasOwn(settings, 'length') && field === JOINT.SPRING_TARGET
                && record[start + field] < 0
            ? record[start + JOINT.LENGTH]
            : record[start + field];
        return [name, read(value)];
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
    const { field, read } = /** @type {Single} */ (settings[name]).number;
    return read(record[start + field]);
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
    if (!Object.hasOwn(settings, name))
        throw new TypeError(`${method}: a ${type} joint has no ${name}`);
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
 * @param {boolean} alone there is no body A
 */
function writeAnchors(method, o, record, loose, alone) {
    const at = [JOINT.ANCHOR_AX, JOINT.ANCHOR_BX];
    const names = ['localAnchorA', 'localAnchorB'];
    const inWorld = o.anchor !== undefined
        || (!loose && o.localAnchorA === undefined && o.localAnchorB === undefined);
    if (inWorld) {
        for (const name of names) {
            if (o[name] !== undefined)
                throw new TypeError(`${method}: give either anchor or ${name}`);
        }
        record[JOINT.IN_WORLD] = 1;
    }
    for (const [i, local] of names.entries()) {
        if (alone && i === 0 && !inWorld) continue;
        const name = inWorld ? 'anchor' : local;
        const point = loose && o[name] === undefined
            ? [0, 0]
            : vector(method, name, o[name], MAX_COORDINATE);
        [record[at[i]], record[at[i] + 1]] = point;
    }
}

/**
 * The joints that a gear couples, checked, and the bodies that it counts as its own: as
 * src/world/objects/gears.c has it.
 * @param {string} method
 * @param {Record<string, unknown>} o
 * @param {(name: string, value: unknown) => any} own
 */
function readJoints(method, o, own) {
    const [a, b] = JOINTS.map((name) => {
        const joint = own(name, o[name]);
        if (!COUPLED.includes(joint.type))
            throw new TypeError(
                `${method}: ${name} must be a revolute or prismatic joint, got a ${joint.type} joint`,
            );
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
    const o = readOptions(method, 'options', given,
        new Set([...COMMON, ...JOINTS, ...all, ...COMMON_LAST]));
    const names = Object.keys(types);
    const type = names[oneOf(method, 'type', o.type, names)];
    const { number: typeNumber, settings, anchorsDefaultToOrigin, couples, alone = false } =
        types[type];
    const foreign = couples ? COMMON.slice(1) : [...JOINTS, ...(alone ? OF_A : [])];
    for (const name of [...all, ...foreign]) {
        if (o[name] !== undefined && !Object.hasOwn(settings, name))
            throw new TypeError(`${method}: a ${type} joint has no ${name}`);
    }
    const { joints, bodyA, bodyB } = couples
        ? readJoints(method, o, own)
        : { joints: [], bodyA: alone ? null : own('bodyA', o.bodyA), bodyB: own('bodyB', o.bodyB) };
    if (bodyA === bodyB)
        throw new MicaError('SAME_BODY', `${method}: bodyA and bodyB must be two bodies`);
    const record = new Array(JOINT.RECORD).fill(0);
    record[JOINT.TYPE] = typeNumber;
    if (!couples) writeAnchors(method, o, record, anchorsDefaultToOrigin, alone);
    for (const [name, setting] of Object.entries(settings))
        setting.write(record, method, name, o[name]);
    record[JOINT.BREAK_FORCE] = breakLimit(method, 'breakForce', o.breakForce ?? Infinity);
    record[JOINT.BREAK_TORQUE] = breakLimit(method, 'breakTorque', o.breakTorque ?? Infinity);
    record[JOINT.COLLIDE_CONNECTED] = Number(
        boolean(method, 'collideConnected', o.collideConnected ?? false),
    );
    record[JOINT.ENABLED] = Number(boolean(method, 'enabled', o.enabled ?? true));
    return { bodyA, bodyB, joints, record, userData: o.userData };
}
