// Bodies, colliders and joints that a user gives as arguments, checked: each must be alive and of this
// world.
import { refuse } from '../../wire/core.js';
import { MicaError, wrongType } from '../../wire/errors.js';
import { coreOf, idOf, isBody, isCollider, isJoint, kindOf } from '../../wire/object.js';

/** @import { Core } from '../../wire/core.js' */
/** @import { WorldObject } from '../../wire/object.js' */

/**
 * An object that a user gives as an argument, refused if it is of another world or gone.
 * @param {Core} core
 * @param {string} method
 * @param {string} name
 * @param {WorldObject} value
 */
function refuseOther(core, method, name, value) {
    if (coreOf(value) === core && idOf(value) !== 0) return;
    const { name: kind, code, gone } = kindOf(value);
    if (coreOf(value) !== core)
        throw new MicaError('FOREIGN_OBJECT', `${method}: ${name} is a ${kind} of another world`);
    refuse(core, method, code, `${name} is a ${kind} that ${gone}`);
}

/**
 * A body that a user gives as an argument, if it is alive and of this world.
 * @param {Core} core
 * @param {string} method
 * @param {string} name
 * @param {unknown} value
 */
export function ownBody(core, method, name, value) {
    if (typeof value !== 'object' || value === null || !isBody(value))
        wrongType(method, name, 'a Body', value);
    refuseOther(core, method, name, value);
    return value;
}

/**
 * A collider that a user gives as an argument, if it is alive and of this world.
 * @param {Core} core
 * @param {string} method
 * @param {string} name
 * @param {object} value
 */
export function ownCollider(core, method, name, value) {
    if (!isCollider(value)) wrongType(method, name, 'a Collider', value);
    refuseOther(core, method, name, value);
    return value;
}

/**
 * A joint that a user gives as an argument, if it is alive and of this world.
 * @param {Core} core
 * @param {string} method
 * @param {string} name
 * @param {unknown} value
 */
export function ownJoint(core, method, name, value) {
    if (typeof value !== 'object' || value === null || !isJoint(value))
        wrongType(method, name, 'a Joint', value);
    refuseOther(core, method, name, value);
    return value;
}
