// Pairs of bodies that never meet, whatever their layers say. Called by js/world/body.js and
// js/world/world.js.
import { boolean } from '../wire/errors.js';
import { bodyId } from '../wire/handle.js';
import { done, wasm } from '../wire/wasm.js';
import { ownBody } from './own.js';

/** @import { Body } from './body.js' */
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
    done(method, wasm.calls.body_ignore(core.ptr, a, b, Number(on)));
}

/**
 * @param {Core} core
 * @param {string} method
 * @param {Body} body
 * @param {unknown} other
 */
export function ignoresPair(core, method, body, other) {
    const otherId = bodyId(ownBody(core, method, 'other', other));
    return wasm.calls.body_ignores(core.ptr, bodyId(body), otherId) !== 0;
}
