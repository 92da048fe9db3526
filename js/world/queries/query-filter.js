// What queries see: the options `layers`, `triggers`, `inside`, `skipStatic`, `skipMoving` and
// `ignore`, as the words that the engine reads. Written anew for each query, by
// js/world/queries/queries.js, js/world/queries/casts.js, js/world/queries/nearest.js and js/world/objects/motion.js; allocates
// nothing.
import { readLayers } from '../../options/layers.js';
import { boolean, isList, options, wrongType } from '../../wire/errors.js';
import { idOf, isBody, isCollider } from '../../wire/object.js';
import { MAX_IGNORED, SCRATCH_FILTER } from '../../wire/layout.js';
import { heap, wasm } from '../../wire/wasm.js';
import { ownBody, ownCollider } from '../objects/own.js';

/** @import { Core } from '../../wire/core.js' */

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

/** Words of a filter before the handles: two of layers, the flags, how many bodies and colliders. */
const WORDS = 5;

/**
 * Where filters are read into before they are written, one for each query that is being asked: a
 * getter in the options of one may ask another.
 */
const drafts = [new Int32Array(WORDS + 2 * MAX_IGNORED)];
let depth = 0;

/**
 * Reads something to ignore: bodies go behind the counts, colliders behind the capacity for bodies.
 * @param {Core} core
 * @param {string} method
 * @param {unknown} thing
 * @param {number} place in its list, -1 if it is alone
 * @param {Int32Array} draft
 */
function readOne(core, method, thing, place, draft) {
    const object = typeof thing === 'object' && thing !== null ? thing : undefined;
    if (object !== undefined && isBody(object)) {
        draft[WORDS + draft[3]++] = idOf(ownBody(core, method, 'ignore', object));
    } else if (object !== undefined && isCollider(object)) {
        draft[WORDS + MAX_IGNORED + draft[4]++] = idOf(ownCollider(core, method, 'ignore', object));
    } else {
        const name = place < 0 ? 'ignore' : `ignore[${place}]`;
        wrongType(method, name, WANTED, thing);
    }
}

/**
 * Reads the handles of all that is to be ignored.
 * @param {Core} core
 * @param {string} method
 * @param {unknown} given
 * @param {Int32Array} draft
 */
function readIgnored(core, method, given, draft) {
    if (given === undefined) return;
    if (!isList(given)) {
        readOne(core, method, given, -1, draft);
        return;
    }
    const { length } = given;
    if (length > MAX_IGNORED) {
        throw new RangeError(
            `${method}: ignore must name at most ${MAX_IGNORED} things, got ${length}`,
        );
    }
    for (let i = 0; i < length; ++i) readOne(core, method, given[i], i, draft);
}

/**
 * Reads all options of a filter, each once.
 * @param {Core} core
 * @param {string} method
 * @param {Record<string, unknown>} o
 * @param {number} always
 * @param {Int32Array} draft
 */
function readFilter(core, method, o, always, draft) {
    let flags = always;
    for (let i = 0; i < FLAGS.length; ++i) {
        const name = FLAGS[i];
        const value = o[name];
        if (value !== undefined && boolean(method, name, value)) flags |= QUERY[name];
    }
    const { low, high } = readLayers(core.layerNames, method, o.layers);
    draft[0] = low;
    draft[1] = high;
    draft[2] = flags;
    draft[3] = 0;
    draft[4] = 0;
    readIgnored(core, method, o.ignore, draft);
}

/**
 * Reads the filter of a query and writes it for the engine. Reading may run code of the user's, so
 * the world's address is to be taken after this.
 * @param {Core} core
 * @param {string} method
 * @param {Record<string, unknown>} o options whose keys are known
 * @param {number} [always] flags that no option gives
 * @returns {number} its address
 */
export function writeFilter(core, method, o, always = 0) {
    if (depth === drafts.length) drafts.push(new Int32Array(WORDS + 2 * MAX_IGNORED));
    const draft = drafts[depth];
    ++depth;
    try {
        readFilter(core, method, o, always, draft);
    } finally {
        --depth;
    }
    const at = wasm.scratchI32 + SCRATCH_FILTER;
    const { i32 } = heap();
    const bodies = draft[3];
    const colliders = draft[4];
    for (let i = 0; i < WORDS + bodies; ++i) i32[at + i] = draft[i];
    const behind = at + WORDS + bodies;
    for (let i = 0; i < colliders; ++i) i32[behind + i] = draft[WORDS + MAX_IGNORED + i];
    return 4 * at;
}
