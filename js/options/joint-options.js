// What may be said of a joint, checked by the rows of js/options/joints.js and read into a joint record, and
// read back from one. It knows no engine, so that the page's side of a world in a worker checks with it too.
// Called by js/world/objects/making.js and js/world/objects/joint.js.
import { MAX_COORDINATE, MicaError, boolean, oneOf, readOptions,
    writeVector } from '../wire/errors.js';
import { JOINT } from '../wire/layout.js';
import { breakLimit } from './joint-settings.js';
import { JOINT_TYPES } from './joints.js';

/** @import { Group, Setting, Single } from './joint-settings.js' */
/** @import { JointType, JointTypes, Point } from './joints.js' */

/** The types of the joints that a gear couples. */
const COUPLED = ['revolute', 'prismatic'];

/** The names of the types by their numbers. @type {JointType[]} */
const TYPE_NAMES = [];
for (const [name, { number }] of Object.entries(JOINT_TYPES))
    TYPE_NAMES[number] = /** @type {JointType} */ (name);

/** The options of every type, in the order in which messages list them. */
const COMMON = ['type', 'bodyA', 'bodyB', 'anchor', 'localAnchorA', 'localAnchorB'];
const LOCAL_ANCHORS = ['localAnchorA', 'localAnchorB'];
const ANCHORS = ['anchor', ...LOCAL_ANCHORS];
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
    return TYPE_NAMES[number];
}

/**
 * What a table of types says of the options of each: made once, for a joint is made in less time than these lists.
 * @typedef {object} Names
 * @property {string[]} types
 * @property {Set<string>} options of any type
 * @property {Map<string, string[]>} refused by type: options of others, in the order in which they are looked for
 */

/** @type {WeakMap<JointTypes, Names>} */
const namesByTable = new WeakMap();

/** @param {JointTypes} types @returns {Names} */
function namesOf(types) {
    const known = namesByTable.get(types);
    if (known) return known;
    const all = Object.values(types).flatMap((each) => Object.keys(each.settings));
    const refused = Object.entries(types).map(([name, { settings, couples, alone }]) => {
        const foreign = couples ? COMMON.slice(1) : [...JOINTS, ...(alone ? OF_A : [])];
        const others = [...all, ...foreign].filter((each) => !Object.hasOwn(settings, each));
        return /** @type {const} */ ([name, others]);
    });
    const names = { types: Object.keys(types), refused: new Map(refused),
        options: new Set([...COMMON, ...JOINTS, ...all, ...COMMON_LAST]) };
    namesByTable.set(types, names);
    return names;
}

/**
 * @param {string} method
 * @param {Record<string, unknown>} o
 * @param {number[]} record
 * @param {JointTypes[string]} type
 * @param {string} typeName
 */
function writeAnchors(method, o, record, { anchorsDefaultTo, alone = false }, typeName) {
    const loose = anchorsDefaultTo === 'origin';
    const none = ANCHORS.every((name) => o[name] === undefined);
    if (none && anchorsDefaultTo === 'center') {
        record[JOINT.IN_WORLD] = 2;
        return;
    }
    if (none && !loose)
        throw new TypeError(
            `${method}: anchor must be [x, y] or { x, y }, the point of the world that the ${typeName} joint acts at, got undefined; `
                + (alone
                    ? "or give localAnchorB, a point in the body's own space"
                    : "or give localAnchorA and localAnchorB, points in the bodies' own spaces"),
        );
    const inWorld = o.anchor !== undefined;
    if (inWorld) {
        for (const name of LOCAL_ANCHORS) {
            if (o[name] !== undefined)
                throw new TypeError(`${method}: give either anchor or ${name}`);
        }
        record[JOINT.IN_WORLD] = 1;
    }
    for (let i = alone && !inWorld ? 1 : 0; i < 2; ++i) {
        const name = inWorld ? 'anchor' : LOCAL_ANCHORS[i];
        // A new record has the origin already.
        if (loose && o[name] === undefined) continue;
        const at = i === 0 ? JOINT.ANCHOR_AX : JOINT.ANCHOR_BX;
        writeVector(record, at, method, name, o[name], MAX_COORDINATE);
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
    const names = namesOf(types);
    const o = readOptions(method, 'options', given, names.options);
    const type = names.types[oneOf(method, 'type', o.type, names.types)];
    const { number: typeNumber, settings, couples, alone = false } = types[type];
    for (const name of names.refused.get(type) ?? []) {
        if (o[name] !== undefined)
            throw new TypeError(`${method}: a ${type} joint has no ${name}`);
    }
    const { joints, bodyA, bodyB } = couples
        ? readJoints(method, o, own)
        : { joints: [], bodyA: alone ? null : own('bodyA', o.bodyA), bodyB: own('bodyB', o.bodyB) };
    if (bodyA === bodyB)
        throw new MicaError('SAME_BODY', `${method}: bodyA and bodyB must be two bodies`);
    const record = new Array(JOINT.RECORD).fill(0);
    record[JOINT.TYPE] = typeNumber;
    if (!couples) writeAnchors(method, o, record, types[type], type);
    for (const name of Object.keys(settings))
        settings[name].write(record, method, name, o[name]);
    record[JOINT.BREAK_FORCE] = breakLimit(method, 'breakForce', o.breakForce ?? Infinity);
    record[JOINT.BREAK_TORQUE] = breakLimit(method, 'breakTorque', o.breakTorque ?? Infinity);
    record[JOINT.COLLIDE_CONNECTED] = Number(
        boolean(method, 'collideConnected', o.collideConnected ?? false),
    );
    record[JOINT.ENABLED] = Number(boolean(method, 'enabled', o.enabled ?? true));
    return { bodyA, bodyB, joints, record, userData: o.userData };
}
