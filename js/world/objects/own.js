// Bodies, colliders and joints that a user gives as arguments, checked: each must be alive and of this
// world.
import { refuse } from '../../wire/core.js';
import { MicaError, wrongType } from '../../wire/errors.js';
import { bodyCore, bodyId, colliderCore, colliderId, isBody, isCollider, isJoint, jointCore, jointId } from '../../wire/handle.js';

/** @import { Body } from './body.js' */
/** @import { Core } from '../../wire/core.js' */

/**
 * A body that a user gives as an argument, if it is alive and of this world.
 * @param {Core} core
 * @param {string} method
 * @param {string} name
 * @param {unknown} value
 */
export function ownBody(core, method, name, value) {
    if (typeof value !== 'object' || value === null || !isBody(value)) {
        wrongType(method, name, 'a Body', value);
    }
    if (bodyCore(value) !== core) {
        throw new MicaError('FOREIGN_OBJECT', `${method}: ${name} is a body of another world`);
    }
    if (bodyId(value) === 0) refuse(core, method, 'STALE_BODY', `${name} is a body that was destroyed`);
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
    if (colliderCore(value) !== core) {
        throw new MicaError('FOREIGN_OBJECT', `${method}: ${name} is a collider of another world`);
    }
    if (colliderId(value) === 0) refuse(core, method, 'STALE_COLLIDER', `${name} is a collider that was destroyed`);
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
    if (typeof value !== 'object' || value === null || !isJoint(value)) wrongType(method, name, 'a Joint', value);
    if (jointCore(value) !== core) {
        throw new MicaError('FOREIGN_OBJECT', `${method}: ${name} is a joint of another world`);
    }
    if (jointId(value) === 0) refuse(core, method, 'STALE_JOINT', `${name} is a joint that was destroyed or broke`);
    return value;
}

/**
 * The handle of a body, for a call on it.
 * @param {Body} body
 * @param {string} method
 */
export function liveId(body, method) {
    const id = bodyId(body);
    if (id === 0) refuse(bodyCore(body), method, 'STALE_BODY', 'the body was destroyed');
    return id;
}
