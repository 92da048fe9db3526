// What queries see: the options `layers`, `triggers`, `inside`, `skipStatic`, `skipMoving` and
// `ignore`, as the words that the engine reads. Written anew for each query, by
// js/world/queries.js, js/world/casts.js, js/world/nearest.js and js/world/motion.js; allocates
// nothing.
import { layerWord } from '../options/layers.js';
import { boolean, isList, options, wrongType } from '../wire/errors.js';
import { bodyId, colliderId, isBody, isCollider } from '../wire/handle.js';
import { MAX_IGNORED, SCRATCH_FILTER } from '../wire/layout.js';
import { heap, wasm } from '../wire/wasm.js';
import { ownBody, ownCollider } from './own.js';

/** @import { Core } from '../wire/core.js' */

/** MICA_QUERY_* in mica.h, by the option that sets it. */
export const QUERY = Object.freeze({ triggers: 1, inside: 2, skipStatic: 4, skipMoving: 8 });
const FLAGS = /** @type {const} */ (['triggers', 'inside', 'skipStatic', 'skipMoving']);

const WANTED = 'a Body, a Collider or an array of them';

/** @type {Record<string, unknown>} */
const NO_OPTIONS = Object.freeze({});

/**
 * @param {string} method
 * @param {unknown} given
 * @param {ReadonlySet<string>} keys
 */
export function parseOptions(method, given, keys) {
    return given === undefined ? NO_OPTIONS : options(method, 'options', given, keys);
}

/**
 * Checks something to ignore and writes its handle if it is of the kind that is asked for.
 * @param {Core} core
 * @param {string} method
 * @param {unknown} thing
 * @param {number} place in its list, -1 if it is alone
 * @param {boolean} bodies
 * @param {number} at
 * @returns {number} where the next one goes
 */
function writeOne(core, method, thing, place, bodies, at) {
    const object = typeof thing === 'object' && thing !== null ? thing : undefined;
    const body = object !== undefined && isBody(object);
    if (object === undefined || !(body || isCollider(object))) {
        const name = place < 0 ? 'ignore' : `ignore[${place}]`;
        wrongType(method, name, WANTED, thing);
    }
    if (body !== bodies) return at;
    heap().i32[at] = body
        ? bodyId(ownBody(core, method, 'ignore', object))
        : colliderId(ownCollider(core, method, 'ignore', object));
    return at + 1;
}

/**
 * Writes the handles of all bodies, or of all colliders, that are to be ignored.
 * @param {Core} core
 * @param {string} method
 * @param {unknown} given
 * @param {boolean} bodies
 * @param {number} at
 * @returns {number} where the next one goes
 */
function writeIgnored(core, method, given, bodies, at) {
    if (given === undefined) return at;
    if (!isList(given)) return writeOne(core, method, given, -1, bodies, at);
    if (given.length > MAX_IGNORED) {
        throw new RangeError(
            `${method}: ignore must name at most ${MAX_IGNORED} things, got ${given.length}`,
        );
    }
    let next = at;
    for (let i = 0; i < given.length; ++i) {
        next = writeOne(core, method, given[i], i, bodies, next);
    }
    return next;
}

/**
 * Writes the filter of a query.
 * @param {Core} core
 * @param {string} method
 * @param {Record<string, unknown>} o options whose keys are known
 * @param {number} [always] flags that no option gives
 * @returns {number} its address
 */
export function writeFilter(core, method, o, always = 0) {
    let flags = always;
    for (let i = 0; i < FLAGS.length; ++i) {
        const name = FLAGS[i];
        const value = o[name];
        if (value !== undefined && boolean(method, name, value)) flags |= QUERY[name];
    }
    const low = layerWord(core.layerNames, method, o.layers, 0);
    const high = layerWord(core.layerNames, method, o.layers, 1);
    const at = wasm.scratchI32 + SCRATCH_FILTER;
    const colliders = writeIgnored(core, method, o.ignore, true, at + 5);
    const end = writeIgnored(core, method, o.ignore, false, colliders);
    const { i32 } = heap();
    i32[at] = low;
    i32[at + 1] = high;
    i32[at + 2] = flags;
    i32[at + 3] = colliders - at - 5;
    i32[at + 4] = end - colliders;
    return 4 * at;
}
