// Points and vectors between the world and the space of a body, and the velocities of a body's points. All
// write two numbers into an array, as all that gives a vector does. Called by js/world/objects/body.js.
import { BODY_TYPES } from '../../options/options.js';
import { fillable, finite, vector } from '../../wire/errors.js';
import { BODY_NUMBERS, FLAGS } from '../../wire/layout.js';
import { isVector } from '../../wire/perform.js';
import { heap, wasm } from '../../wire/wasm.js';

/** @import { Core } from '../../wire/core.js' */

/** @typedef {[x: number, y: number]} Pair */

const DYNAMIC = BODY_TYPES.indexOf('dynamic');

/**
 * What becomes of x and y by the transform of a body, whose four floats begin at `at` in each view.
 * @typedef {(core: Core, at: number, x: number, y: number, out: Pair) => Pair} Mapping
 */

/** @type {Mapping} */
export function worldVector({ transforms }, at, x, y, out) {
    const cos = transforms[at + 2];
    const sin = transforms[at + 3];
    out[0] = cos * x - sin * y;
    out[1] = sin * x + cos * y;
    return out;
}

/** @type {Mapping} */
export function localVector({ transforms }, at, x, y, out) {
    const cos = transforms[at + 2];
    const sin = transforms[at + 3];
    out[0] = cos * x + sin * y;
    out[1] = cos * y - sin * x;
    return out;
}

/** @type {Mapping} */
export function worldPoint({ transforms }, at, x, y, out) {
    const cos = transforms[at + 2];
    const sin = transforms[at + 3];
    out[0] = transforms[at] + cos * x - sin * y;
    out[1] = transforms[at + 1] + sin * x + cos * y;
    return out;
}

/** @type {Mapping} */
export function localPoint({ transforms }, at, x, y, out) {
    const dx = x - transforms[at];
    const dy = y - transforms[at + 1];
    const cos = transforms[at + 2];
    const sin = transforms[at + 3];
    out[0] = cos * dx + sin * dy;
    out[1] = cos * dy - sin * dx;
    return out;
}

/** The velocity of the point of a body that lies at x, y of the world. @type {Mapping} */
export function velocityAt({ ptr, velocities, transforms, flags }, at, x, y, out) {
    // A body that is not dynamic turns about its origin, even where a centre of mass was set.
    let cx = transforms[at];
    let cy = transforms[at + 1];
    if ((flags[at >> 2] & FLAGS.TYPE_MASK) === DYNAMIC) {
        wasm.calls.body_numbers(ptr, wasm.calls.body_at(ptr, at >> 2));
        const { f64, scratchF64 } = heap();
        cx = f64[scratchF64 + BODY_NUMBERS.CENTER];
        cy = f64[scratchF64 + BODY_NUMBERS.CENTER + 1];
    }
    const turn = velocities[at + 2];
    out[0] = velocities[at] - turn * (y - cy);
    out[1] = velocities[at + 1] + turn * (x - cx);
    return out;
}

/**
 * Checks a point, `[x, y]` or two numbers, and maps it into `out` or a new array.
 * @param {Mapping} mapping @param {Core} views @param {number} at where the body lies in them
 * @param {string} method @param {unknown} x @param {any} y @param {Pair} [out] @returns {Pair}
 */
export function mapped(mapping, views, at, method, x, y, out) {
    if (isVector(x)) {
        const [first, second] = vector(method, 'point', x);
        return mapped(mapping, views, at, method, first, second, y);
    }
    return mapping(views, at, finite(method, 'x', x), finite(method, 'y', y),
        fillable(method, out ?? [0, 0]));
}
