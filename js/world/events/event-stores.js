// Where a world's events lie: copied out of the engine into arrays of JavaScript's own after each
// step, those of all steps of an advance() one behind the other, so that listeners and loops may do
// anything, also destroy what the events name. js/world/world.js owns the EventStores,
// js/world/time/stepping.js fills and clears them, js/world/events/events.js reads them.
import { refuse } from '../../wire/core.js';
import { outOfRange } from '../../wire/errors.js';
import { heap, raise, wasm } from '../../wire/wasm.js';
import { endBroken } from '../objects/objects.js';

/** @import { Core } from '../../wire/core.js' */
/** @import { Source } from './listeners.js' */

/** Words of an event, as in mica.h. */
export const CONTACT_WORDS = 14;
export const TRIGGER_WORDS = 8;
export const JOINT_WORDS = 8;
export const CRUSH_WORDS = 9;

/**
 * Words of an event, where its two bodies lie, and the word with the layers of its two sides.
 * @typedef {readonly [stride: number, bodies?: number, layers?: number]} Form
 */
/** @type {Form} */
const CONTACT = [CONTACT_WORDS, 8, 13];
/** @type {Form} */
const TRIGGER = [TRIGGER_WORDS, 2, 7];
/** @type {Form} */
const SLOT = [1];

/**
 * A growing array of int32 words, also seen as floats.
 * @typedef {object} Store
 * @property {Int32Array} words
 * @property {Float32Array} floats
 * @property {number} stride words of an entry
 * @property {number} bodies where the handles of its two bodies begin
 * @property {number} layers the word with the layers of its two sides; 0 if it has none
 * @property {number} count entries
 * @property {number} emitted for how many of them, the first ones, listeners have been called
 * @property {Int32Array} slots two body slots of each entry, as far as `slotted` says
 * @property {number} slotted
 * @property {number} dropped how often its entries were dropped: an event that was found before is over
 * @property {boolean} late whether `gather` has to be called before it is read
 * @property {() => void} gather
 */

/** Entries of a store's first array. */
const FIRST = 32;

/** The arrays of a store that had no event yet: most worlds have events of few kinds. */
const NO_WORDS = new Int32Array(0);
const NO_FLOATS = new Float32Array(0);

/**
 * @param {Form} form
 * @returns {Store}
 */
function makeStore([stride, bodies = 0, layers = 0]) {
    // Games read the array of body slots themselves, and nobody their floats.
    const words = stride === 1 ? new Int32Array(FIRST) : NO_WORDS;
    return { words, floats: NO_FLOATS, stride, bodies, layers, count: 0, emitted: 0,
        slots: NO_WORDS, slotted: 0, dropped: 0, late: false, gather: nothing };
}

function nothing() {}

/**
 * Reserves capacity for so many more entries.
 * @param {Store} store
 * @param {number} more
 */
function reserve(store, more) {
    const needed = (store.count + more) * store.stride;
    if (needed <= store.words.length) return;
    const words = new Int32Array(
        Math.max(needed, FIRST * store.stride, 2 * store.words.length),
    );
    words.set(store.words);
    store.words = words;
    if (store.stride > 1) store.floats = new Float32Array(words.buffer);
}

/**
 * Appends entries that lie in wasm memory.
 * @param {Store} store
 * @param {number} address
 * @param {number} count
 */
function append(store, address, count) {
    if (count === 0) return;
    reserve(store, count);
    const { i32 } = heap();
    const { words, stride } = store;
    // By hand: TypedArray.set would need a subarray, which is an object.
    const length = count * stride;
    let to = store.count * stride;
    let from = address >> 2;
    for (const end = from + length; from < end; ++from, ++to) words[to] = i32[from];
    store.count += count;
}

/**
 * The stores behind a world's events, in the order of the bridge's descriptor.
 * @typedef {object} EventStores
 * @property {Store[]} stores and behind them those of what stays, by the place in LATE
 * @property {Source[]} sources the same for calling listeners, in the same order
 * @property {Int32Array} seen by slot: in which round it was last noted to be in `moved`
 * @property {number} noted of how many of `moved`, the first ones, that was noted: of none while one
 *     step has been made
 * @property {number} round
 */

const MOVED = 5;
export const BROKE = 8;
/** Kinds that the bridge gives after each step; the stores from here on are gathered when read. */
export const LATE = 11;

/** @returns {EventStores} */
export function makeStores() {
    const [c, t, s] = [CONTACT, TRIGGER, SLOT];
    return {
        stores: [c, c, c, t, t, s, s, s, /** @type {Form} */ ([JOINT_WORDS, 1]),
            /** @type {Form} */ ([CRUSH_WORDS, 3]), c, t, c].map(makeStore),
        sources: [],
        seen: new Int32Array(64),
        noted: 0,
        round: 0,
    };
}

/**
 * Empties a store. Cursors that point into it are refused from now on.
 * @param {Store} store
 */
export function dropEntries(store) {
    store.count = store.slotted = 0;
    ++store.dropped;
}

/**
 * Checks where a cursor is moved to.
 * @param {Store} store
 * @param {string} method
 * @param {number} index of an event
 * @returns {number} `store.dropped`, by which the cursor knows later whether the event is still there
 */
export function seekIn(store, method, index) {
    if (!(Number.isInteger(index) && index >= 0 && index < store.count))
        outOfRange(method, 'index', `the place of one of ${store.count} events`, index);
    return store.dropped;
}

/**
 * Refuses to read an event that its list has no more.
 * @param {Core} core
 * @param {string} member that is read
 * @returns {never}
 */
export function refuseStale(core, member) {
    refuse(core, member, 'STALE_EVENT',
        'the event is of an earlier step; read it before the next step, or keep event.copy()');
}

/**
 * Drops the events of the steps before.
 * @param {EventStores} buffers
 */
export function clearEvents(buffers) {
    const { stores } = buffers;
    for (let k = 0; k < stores.length; ++k) {
        const store = stores[k];
        if (store.count > 0) {
            dropEntries(store);
            store.emitted = 0;
        }
        store.late = false;
    }
    buffers.round = (buffers.round + 1) | 0;
}

/**
 * Lets the stores of what stays be gathered when somebody reads them.
 * @param {Core} core
 * @param {EventStores} buffers
 */
export function connectStores(core, { stores }) {
    for (let k = LATE; k < stores.length; ++k) {
        const store = stores[k];
        store.gather = () => gatherStays(core, store, k - LATE);
    }
}

/**
 * Reads off who stays.
 * @param {Core} core
 * @param {Store} store
 * @param {number} contacts 0 for triggers, 1 for contacts
 */
function gatherStays(core, store, contacts) {
    const count = wasm.calls.stays(core.ptr, contacts, wasm.scratch);
    if (count < 0) raise(contacts ? 'Events.contactStay' : 'Events.triggerStay', -count);
    store.late = false;
    append(store, heap().i32[wasm.scratchI32], count);
}

/**
 * Takes in the events of the step just made.
 * @param {EventStores} buffers
 * @param {Core} core
 */
export function gatherEvents(buffers, core) {
    const { i32, eventsI32 } = heap();
    const { stores } = buffers;
    for (let k = 0; k < LATE; ++k) {
        const count = i32[eventsI32 + 2 * k + 1];
        if (count === 0) continue;
        const address = i32[eventsI32 + 2 * k];
        const store = stores[k];
        if (k === MOVED) gatherMoved(buffers, address, count, core.slots);
        else append(store, address, count);
        if (k === BROKE) endBroken(core, store.words, store.count, JOINT_WORDS);
    }
    for (let k = LATE; k < stores.length; ++k) {
        const store = stores[k];
        if (store.count > 0) dropEntries(store);
        store.late = true;
    }
}

/**
 * Appends the slots that are not in the list yet from an earlier step of the same advance().
 * @param {EventStores} buffers
 * @param {number} address
 * @param {number} count
 * @param {number} slots
 */
function gatherMoved(buffers, address, count, slots) {
    const store = buffers.stores[MOVED];
    if (store.count === 0) {
        append(store, address, count);
        buffers.noted = 0;
        return;
    }
    if (buffers.seen.length < slots) {
        buffers.seen = new Int32Array(2 * slots).fill(buffers.round - 1);
        buffers.noted = 0;
    }
    reserve(store, count);
    const { i32 } = heap();
    const { seen, round } = buffers;
    const { words } = store;
    for (let k = buffers.noted; k < store.count; ++k) seen[words[k]] = round;
    let to = store.count;
    for (let from = address >> 2, end = from + count; from < end; ++from) {
        const slot = i32[from];
        if (seen[slot] === round) continue;
        seen[slot] = round;
        words[to++] = slot;
    }
    store.count = buffers.noted = to;
}
