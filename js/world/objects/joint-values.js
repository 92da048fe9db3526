// How the properties of a joint are read from what the engine gives, and set: for js/world/objects/joint.js. What a
// joint has by its type, a number, a point or a group such as its motor, is found by its name in the row of the type
// (js/options/joints.js).
import { groupOf, readGroup, readNumber, readPoint,
    settingOf } from '../../options/joint-options.js';
import { parseGroup } from '../../options/joint-settings.js';
import { MAX_COORDINATE, finite, vector } from '../../wire/errors.js';
import { JOINT } from '../../wire/layout.js';
import { idOf } from '../../wire/object.js';
import { SET_NUMBERS } from '../../wire/operations.js';
import { live, perform, readable } from '../../wire/perform.js';

/** @import { Single } from '../../options/joint-settings.js' */
/** @import { Point } from '../../options/joints.js' */
/** @import { Operation } from '../../wire/operations.js' */
/** @import { Joint } from './joint.js' */

/**
 * The array in which the engine gives its state, which begins at `offsetOf(joint)`. Returning a single number instead
 * would allocate an object for it in V8.
 * @param {Joint<any, any>} joint
 * @param {string} method
 */
export function getState(joint, method) {
    const core = readable(joint, method);
    return core.engine.jointState(core, idOf(joint));
}

/**
 * A number of its record.
 * @param {Joint<any, any>} joint
 * @param {string} method
 * @param {number} field
 */
export function getField(joint, method, field) {
    const core = readable(joint, method);
    return core.engine.jointRecord(core, idOf(joint), method)[core.recordAt + field];
}

/**
 * Two numbers of its record, a new array.
 * @param {Joint<any, any>} joint
 * @param {string} method
 * @param {number} field
 * @returns {[number, number]}
 */
export function getPair(joint, method, field) {
    const core = readable(joint, method);
    const record = core.engine.jointRecord(core, idOf(joint), method);
    return [record[core.recordAt + field], record[core.recordAt + field + 1]];
}

/**
 * A number that it has by its type, or undefined.
 * @param {Joint<any, any>} joint
 * @param {string} method
 * @param {string} name
 */
export function getNumber(joint, method, name) {
    const core = readable(joint, method);
    return readNumber(joint.type, name, core.engine.jointRecord(core, idOf(joint), method),
        core.recordAt);
}

/**
 * Checks a number that it has by its type and sets it.
 * @param {Joint<any, any>} joint
 * @param {string} method
 * @param {string} name
 * @param {unknown} value
 */
export function setNumber(joint, method, name, value) {
    live(joint, method);
    const { number } = /** @type {Single} */ (settingOf(method, joint.type, name));
    const checked = number.check(method, 'value', value ?? finite(method, 'value', value));
    perform(joint, SET_NUMBERS, method, number.field, 1, checked, 0);
}

/**
 * A point that it has by its type, a new array, or undefined.
 * @param {Joint<any, any>} joint
 * @param {string} method
 * @param {string} name
 */
export function getPoint(joint, method, name) {
    const core = readable(joint, method);
    return readPoint(joint.type, name, core.engine.jointRecord(core, idOf(joint), method),
        core.recordAt);
}

/**
 * Checks a point that it has by its type and sets it.
 * @param {Joint<any, any>} joint
 * @param {string} method
 * @param {string} name
 * @param {unknown} value
 */
export function setPoint(joint, method, name, value) {
    live(joint, method);
    const { point, max } = /** @type {Point} */ (settingOf(method, joint.type, name));
    const [x, y] = vector(method, 'value', value, max);
    perform(joint, SET_NUMBERS, method, point, 2, x, y);
}

/**
 * Checks an anchor, which every joint has, and sets it.
 * @param {Joint<any, any>} joint
 * @param {Operation} operation
 * @param {string} method
 * @param {unknown} value
 */
export function setAnchor(joint, operation, method, value) {
    live(joint, method);
    const [x, y] = vector(method, 'value', value, MAX_COORDINATE);
    perform(joint, operation, method, x, y);
}

/**
 * The numbers of a group as an object, or null where it is off or the type of joint has none.
 * @param {Joint<any, any>} joint
 * @param {string} method
 * @param {'limit' | 'motor' | 'spring'} name
 */
export function getGroup(joint, method, name) {
    const core = readable(joint, method);
    return readGroup(joint.type, name, core.engine.jointRecord(core, idOf(joint), method),
        core.recordAt);
}

/**
 * Checks the numbers of a group and sets them, or switches the group off.
 * @param {Joint<any, any>} joint
 * @param {Operation} operation
 * @param {string} method
 * @param {'limit' | 'motor' | 'spring'} name
 * @param {unknown} value
 */
export function setGroup(joint, operation, method, name, value) {
    live(joint, method);
    const group = groupOf(method, joint.type, name);
    const numbers = value === null ? [0, 0, 0] : parseGroup(method, 'value', value, group);
    const [a, b, c, maximum, minimum] = numbers;
    if (maximum !== undefined)
        perform(joint, SET_NUMBERS, method, JOINT.MIN_SPRING, 2, minimum, maximum);
    perform(joint, operation, method, value !== null, a, b, c);
}
