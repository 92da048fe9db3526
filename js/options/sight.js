// What a trigger sees: names in JavaScript, bits in the engine. Used by js/options/options.js and
// js/world/objects/collider.js.
import { copyList, isList, oneOf, wrongType } from '../wire/errors.js';

/** By bit: MICA_SEES_* in mica.h. */
export const SIGHTS = /** @type {const} */ (['static', 'kinematic', 'dynamic', 'triggers']);

/** @typedef {typeof SIGHTS[number]} Sight */

/**
 * @param {string} method
 * @param {string} name
 * @param {unknown} value
 */
export function sightBits(method, name, value) {
    if (!isList(value)) wrongType(method, name, 'an array of names', value);
    return copyList(method, name, value, SIGHTS.length).map((item, i) =>
        1 << oneOf(method, `${name}[${i}]`, item, SIGHTS)
    )
        .reduce((bits, bit) => bits | bit, 0);
}

/**
 * @param {number} bits
 * @returns {Sight[]}
 */
export function sightNames(bits) {
    return SIGHTS.filter((_, i) => (bits >> i) & 1);
}
