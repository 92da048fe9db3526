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
 * A flag, if the option that sets it is true.
 * @param {string} method
 * @param {keyof typeof QUERY} name
 * @param {unknown} value
 */
function flagOf(method, name, value) {
    return value !== undefined && boolean(method, name, value) ? QUERY[name] : 0;
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
    // By name, not in a loop over names: V8 looks up a name that varies anew for each.
    let flags = always;
    flags |= flagOf(method, 'triggers', o.triggers);
    flags |= flagOf(method, 'inside', o.inside);
    flags |= flagOf(method, 'skipStatic', o.skipStatic);
    flags |= flagOf(method, 'skipMoving', o.skipMoving);
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
    if (o === NO_OPTIONS) return writeWords(-1, -1, always, 0, 0);
    if (depth === drafts.length) drafts.push(new Int32Array(WORDS + 2 * MAX_IGNORED));
    const draft = drafts[depth];
    ++depth;
    try {
        readFilter(core, method, o, always, draft);
    } finally {
        --depth;
    }
    const bodies = draft[3];
    const colliders = draft[4];
    const address = writeWords(draft[0], draft[1], draft[2], bodies, colliders);
    const { i32 } = wasm;
    const at = (address >> 2) + WORDS;
    for (let i = 0; i < bodies; ++i) i32[at + i] = draft[WORDS + i];
    for (let i = 0; i < colliders; ++i)
        i32[at + bodies + i] = draft[WORDS + MAX_IGNORED + i];
    return address;
}

/**
 * Writes a filter before its handles.
 * @param {number} low layers 0 to 31
 * @param {number} high layers 32 to 63
 * @param {number} flags
 * @param {number} bodies
 * @param {number} colliders
 * @returns {number} its address
 */
function writeWords(low, high, flags, bodies, colliders) {
    const { i32 } = heap();
    const at = wasm.scratchI32 + SCRATCH_FILTER;
    i32[at] = low;
    i32[at + 1] = high;
    i32[at + 2] = flags;
    i32[at + 3] = bodies;
    i32[at + 4] = colliders;
    return 4 * at;
}
