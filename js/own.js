// Bodies that a user gives as arguments: whatever is asked about two or more of them asks here first.
import { bodyCore, bodyId, isBody } from './body.js';
import { refuse } from './core.js';
import { MicaError, wrongType } from './errors.js';

/** @import { Core } from './core.js' */

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
