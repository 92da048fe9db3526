// A joint as a scene writes it: the options of createJoint that give it again, by the rows of
// js/options/joints.js. An option is left out where leaving it out gives the same numbers. Called by
// js/world/saving/scene-write.js.
import { parseGroup } from '../../options/joint-settings.js';
import { JOINT_TYPES, OF_JOINT } from '../../options/joints.js';
import { MAX_NUMBER } from '../../wire/errors.js';
import { idOf } from '../../wire/object.js';
import { JOINT } from '../../wire/layout.js';
import { copyNumbers } from '../objects/last-values.js';
import { decimal, decimals } from './scene-numbers.js';

/** @import { Group, Setting, Single } from '../../options/joint-settings.js' */
/** @import { JointTypes, Point } from '../../options/joints.js' */
/** @import { Core } from '../../wire/core.js' */
/** @import { Joint } from '../objects/joint.js' */

const METHOD = 'toScene';
const { fround } = Math;

/** JSON knows no infinity; beyond this a bound is none. @param {number} value */
const finite = (
    value,
) => (Math.abs(value) === Infinity ? Math.sign(value) * MAX_NUMBER : decimal(value));

/**
 * A joint record in which an option was left out; undefined if it must be given.
 * @param {Setting<any>} setting
 * @returns {number[] | undefined}
 */
function recordWithout(setting) {
    const record = new Array(JOINT.RECORD).fill(0);
    try {
        setting.write(record, METHOD, '', undefined);
    } catch {
        return undefined;
    }
    // What depends on how the bodies stand may not be the same again.
    return record[JOINT.REFERENCE_FROM_POSE] === 0 ? record : undefined;
}

/**
 * The numbers of a group, those left out that follow from the others; undefined if it is off.
 * @param {Group<any>} group
 * @param {number[]} record
 * @param {boolean} hasLength the joint has a length, which its target is by default
 */
function groupOptions(group, record, hasLength) {
    const { on, numbers } = group;
    if (record[on] === 0) return undefined;
    /** @param {number} value @param {number} i */
    const same = (value, i) => {
        const { field } = numbers[i];
        const ofJoint = hasLength && field === JOINT.SPRING_TARGET && value === OF_JOINT;
        return record[field] === (ofJoint ? record[JOINT.LENGTH] : fround(value));
    };
    /** @type {Record<string, number>} */
    let given = Object.fromEntries(
        numbers.map(({ name, read, field }) => [name, read(record[field])]),
    );
    for (const { name } of numbers) {
        const { [name]: _, ...fewer } = given;
        try {
            if (parseGroup(METHOD, '', fewer, group).every(same)) given = fewer;
        } catch {
            // It must be given.
        }
    }
    return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, finite(value)]));
}

/**
 * One option as it is now; undefined if it may be left out.
 * @param {string} name
 * @param {Setting<any>} setting
 * @param {number[]} record
 * @param {boolean} hasLength
 * @returns {unknown}
 */
function settingValue(name, setting, record, hasLength) {
    if (name === 'axis') return undefined;
    if (name === 'localAxisA') return decimals(record, JOINT.AXIS_X);
    if ('on' in setting)
        return groupOptions(/** @type {Group<any>} */ (setting), record, hasLength);
    const without = recordWithout(setting);
    if ('point' in setting) {
        const { point } = /** @type {Point} */ (setting);
        const same = without && without[point] === record[point]
            && without[point + 1] === record[point + 1];
        return same ? undefined : decimals(record, point);
    }
    const { field, read } = /** @type {Single} */ (setting).number;
    return without && fround(without[field]) === record[field]
        ? undefined
        : finite(read(record[field]));
}

/**
 * The options of a joint but its user data.
 * @param {Core} core
 * @param {Joint} joint
 * @param {(body: { index: number }) => number} bodyIndex where a body stands in the scene
 * @param {(joint: Joint) => number} jointIndex likewise
 * @returns {Record<string, unknown>}
 */
export function jointOptions(core, joint, bodyIndex, jointIndex) {
    const record = copyNumbers(core.engine.jointRecord(core, idOf(joint), METHOD), core.recordAt,
        JOINT.RECORD);
    const { type, bodyA, bodyB } = joint;
    const { settings, couples, alone, anchorsDefaultTo } =
        /** @type {JointTypes} */ (JOINT_TYPES)[type];
    /** @type {Record<string, unknown>} */
    const o = { type };
    if (couples) {
        o.jointA = jointIndex(/** @type {Joint} */ (joint.jointA));
        o.jointB = jointIndex(/** @type {Joint} */ (joint.jointB));
    } else {
        if (!alone) o.bodyA = bodyIndex(/** @type {{ index: number }} */ (bodyA));
        o.bodyB = bodyIndex(bodyB);
        for (const [name, field]
            of /** @type {const} */ ([['localAnchorA', JOINT.ANCHOR_AX], ['localAnchorB',
                JOINT.ANCHOR_BX]]))
        {
            const origin = record[field] === 0 && record[field + 1] === 0;
            if ((alone && name === 'localAnchorA') || (anchorsDefaultTo === 'origin' && origin))
                continue;
            o[name] = decimals(record, field);
        }
    }
    const hasLength = Object.hasOwn(settings, 'length');
    for (const [name, setting] of Object.entries(settings)) {
        const value = settingValue(name, setting, record, hasLength);
        if (value !== undefined) o[name] = value;
    }
    if (record[JOINT.BREAK_FORCE] !== 0) o.breakForce = decimal(record[JOINT.BREAK_FORCE]);
    if (record[JOINT.BREAK_TORQUE] !== 0) o.breakTorque = decimal(record[JOINT.BREAK_TORQUE]);
    if (record[JOINT.COLLIDE_CONNECTED] !== 0) o.collideConnected = true;
    if (record[JOINT.ENABLED] === 0) o.enabled = false;
    return o;
}

/**
 * Joints in the order in which a scene names them: by slot, but a gear behind the joints that it couples.
 * @param {readonly Joint[]} joints by slot
 */
export function inOrder(joints) {
    /** @param {Joint} joint */
    const after = (joint) =>
        Math.max(joint.index, joint.jointA?.index ?? 0, joint.jointB?.index ?? 0);
    return [...joints].sort((a, b) =>
        after(a) - after(b) || Number(a.jointA !== undefined) - Number(b.jointA !== undefined)
        || a.index - b.index
    );
}
