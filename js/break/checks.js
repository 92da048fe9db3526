// What the calls of 'mica2d/break' check of their arguments. Called by js/break/cut.js, js/break/fracture.js and
// js/break/breakable.js.
import { MIN_SIZE, inRange, integer, wrongType } from '../wire/errors.js';

/** @import { Body } from '../world/objects/body.js' */

/**
 * A body that can be divided; throws for anything else.
 * @param {string} method
 * @param {any} body
 * @returns {Body<any>}
 */
export function divisible(method, body) {
    // A body of a world in a worker answers with promises, and is divided there, by the game's module.
    if (typeof body?.inertia !== 'number' || typeof body.createCollider !== 'function')
        wrongType(method, 'body', 'a Body of a world in this thread', body);
    // Throws for one that was destroyed.
    body.velocityAt(0, 0);
    if (body.mover)
        throw new TypeError(`${method}: body must be moved by no mover; destroy its mover first`);
    if (body.colliders.length === 0)
        throw new TypeError(`${method}: body must have a collider`);
    return body;
}

/**
 * The minimum area of a part, in the units of a world.
 * @param {string} method
 * @param {number} unit how many units of length make a metre
 * @param {unknown} given
 */
export const minimumArea = (method, unit, given) =>
    inRange(method, 'options.minArea', given === undefined ? 4e-4 * unit * unit : given,
        MIN_SIZE * MIN_SIZE, 1e12);

/** @param {string} method @param {unknown} given */
export const seedOf = (method, given) =>
    integer(method, 'options.seed', given === undefined ? 1 : given, 0, 4294967295);

/** @param {string} method @param {unknown} given */
export const pieceCount = (method, given) =>
    integer(method, 'options.pieces', given === undefined ? 8 : given, 2, 100);

/** @param {string} method @param {string} name @param {any} call */
export function functionOr(method, name, call) {
    if (call !== undefined && typeof call !== 'function')
        wrongType(method, name, 'a function', call);
    return call;
}
