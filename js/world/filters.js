// Pairs of bodies that never meet, whatever their layers say. Called by js/world/body.js and the worlds.
import { boolean } from '../wire/errors.js';
import { bodyId } from '../wire/handle.js';
import { IGNORE_PAIR } from '../wire/operations.js';
import { ownBody } from './own.js';

/** @import { Core } from '../wire/core.js' */

/**
 * @param {Core} core
 * @param {string} method
 * @param {[string, string]} names of the arguments
 * @param {[unknown, unknown]} pair
 * @param {boolean} on
 */
export function ignorePair(core, method, names, pair, on) {
    const [a, b] = names.map((name, i) => bodyId(ownBody(core, method, name, pair[i])));
    boolean(method, 'on', on);
    if (a === b) throw new RangeError(`${method}: ${names[1]} must be another body than ${names[0]}`);
    core.engine.perform(core, IGNORE_PAIR, method, 0, a, b, on);
}
