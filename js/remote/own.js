// Bodies of a world in a worker that a user gives as arguments, and what is said of those that are
// gone.
import { MicaError, wrongType } from '../wire/errors.js';

/** @import { WorkerBody } from './body.js' */
/** @import { WorkerWorld } from './world.js' */

/** Whether something is a body of a world in a worker. @type {(value: object) => value is WorkerBody} */
let isBody;

/** The class WorkerBody alone calls this, once. @param {(value: object) => value is WorkerBody} is */
export function openBody(is) {
    isBody = is;
}

/**
 * A body that a user gives as an argument, if it is alive and of this world.
 * @param {WorkerWorld} world
 * @param {string} method
 * @param {string} name
 * @param {unknown} value
 * @returns {WorkerBody}
 */
export function ownBody(world, method, name, value) {
    if (typeof value !== 'object' || value === null || !isBody(value)) wrongType(method, name, 'a Body', value);
    if (value.world !== world) throw new MicaError('FOREIGN_OBJECT', `${method}: ${name} is a body of another world`);
    if (!value.alive) refuse(world, method, name);
    return value;
}

/**
 * @param {WorkerWorld} world
 * @param {string} method
 * @param {string} [name] of the argument
 * @returns {never}
 */
export function refuse(world, method, name = 'this') {
    if (world.destroyed) throw new MicaError('WORLD_DESTROYED', `${method}: the world was destroyed`);
    const what = name === 'this' ? 'the body' : `${name} is a body that`;
    throw new MicaError('STALE_BODY', `${method}: ${what} was destroyed`);
}
