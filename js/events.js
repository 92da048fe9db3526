// What happened in the last step, or in all steps of the last advance(): copied out of the engine
// into arrays of JavaScript's own after each step, so that listeners and loops may do anything,
// also destroy what they are told of. Iterating allocates nothing: each list has one cursor, which
// it moves. js/world.js owns the Events.
import { bodyId } from './body.js';
import { endBroken } from './joint.js';
import { eventCollider } from './objects.js';
import { heap, raise, wasm } from './wasm.js';

/** @import { Body } from './body.js' */
/** @import { Collider } from './collider.js' */
/** @import { Core } from './core.js' */
/** @import { Joint } from './joint.js' */

/** Words of an event, as in mica.h. */
const CONTACT_WORDS = 8;
const TRIGGER_WORDS = 2;
const JOINT_WORDS = 8;

/**
 * A growing array of int32 words, also seen as floats.
 * @typedef {object} Store
 * @property {Int32Array} words
 * @property {Float32Array} floats
 * @property {number} stride words of an entry
 * @property {number} count entries
 * @property {boolean} late whether `gather` has to be called before it is read
 * @property {() => void} gather
 */

/**
 * @param {number} stride
 * @returns {Store}
 */
function makeStore(stride) {
    const words = new Int32Array(32 * stride);
    const floats = new Float32Array(words.buffer);
    return { words, floats, stride, count: 0, late: false, gather() {} };
}

/**
 * Makes room for so many more entries.
 * @param {Store} store
 * @param {number} more
 */
function reserve(store, more) {
    const needed = (store.count + more) * store.stride;
    if (needed <= store.words.length) return;
    const words = new Int32Array(Math.max(needed, 2 * store.words.length));
    words.set(store.words);
    store.words = words;
    store.floats = new Float32Array(words.buffer);
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

/** One contact event, as a cursor: it is moved on, not made anew. Use `copy()` for one to keep. */
export class ContactEvent {
    #core;
    #store;

    /** @type {number} */
    #at = 0;

    /**
     * @param {Core} core
     * @param {Store} store
     */
    constructor(core, store) {
        this.#core = core;
        this.#store = store;
    }

    /** @param {number} index */
    seek(index) {
        this.#at = index * CONTACT_WORDS;
    }

    /** @returns {Collider} */
    get colliderA() {
        return eventCollider(this.#core, this.#store.words[this.#at]);
    }

    /** @returns {Collider} */
    get colliderB() {
        return eventCollider(this.#core, this.#store.words[this.#at + 1]);
    }

    /** @returns {Body} */
    get bodyA() {
        return this.colliderA.body;
    }

    /** @returns {Body} */
    get bodyB() {
        return this.colliderB.body;
    }

    /** Where, in metres. */
    get x() {
        return this.#store.floats[this.#at + 2];
    }

    get y() {
        return this.#store.floats[this.#at + 3];
    }

    /** Unit normal from A to B. */
    get nx() {
        return this.#store.floats[this.#at + 4];
    }

    get ny() {
        return this.#store.floats[this.#at + 5];
    }

    /** Speed of approach, m/s; 0 for an end. */
    get speed() {
        return this.#store.floats[this.#at + 6];
    }

    /** N s, the largest of the step's substeps; only for a hit. */
    get impulse() {
        return this.#store.floats[this.#at + 7];
    }

    /** A plain object of the same fields. */
    copy() {
        const { colliderA, colliderB, bodyA, bodyB, x, y, nx, ny, speed, impulse } = this;
        return { colliderA, colliderB, bodyA, bodyB, x, y, nx, ny, speed, impulse };
    }
}

/** One trigger event, as a cursor: it is moved on, not made anew. Use `copy()` for one to keep. */
export class TriggerEvent {
    #core;
    #store;

    /** @type {number} */
    #at = 0;

    /**
     * @param {Core} core
     * @param {Store} store
     */
    constructor(core, store) {
        this.#core = core;
        this.#store = store;
    }

    /** @param {number} index */
    seek(index) {
        this.#at = index * TRIGGER_WORDS;
    }

    /** @returns {Collider} */
    get triggerCollider() {
        return eventCollider(this.#core, this.#store.words[this.#at]);
    }

    /** @returns {Collider} */
    get visitorCollider() {
        return eventCollider(this.#core, this.#store.words[this.#at + 1]);
    }

    /**
     * The body of the trigger. Where neither collider, or both, is a trigger, it is the one whose
     * layer the other's names as a trigger.
     * @returns {Body}
     */
    get trigger() {
        return this.triggerCollider.body;
    }

    /**
     * The body that came or went.
     * @returns {Body}
     */
    get visitor() {
        return this.visitorCollider.body;
    }

    /**
     * How many pairs of colliders of these two bodies are inside each other now. Events are told
     * for each such pair: an exit that finds 0 is the visitor's last. One call into the engine.
     */
    get pairs() {
        const a = bodyId(this.trigger);
        const b = bodyId(this.visitor);
        return a && b && wasm.calls.trigger_pairs(this.#core.ptr, a, b);
    }

    /** A plain object of the same fields. */
    copy() {
        const { trigger, visitor, triggerCollider, visitorCollider } = this;
        return { trigger, visitor, triggerCollider, visitorCollider };
    }
}

/** One joint that broke, as a cursor: it is moved on, not made anew. Use `copy()` to keep it. */
export class JointEvent {
    #core;
    #store;

    /** @type {number} */
    #at = 0;

    /**
     * @param {Core} core
     * @param {Store} store
     */
    constructor(core, store) {
        this.#core = core;
        this.#store = store;
    }

    /** @param {number} index */
    seek(index) {
        this.#at = index * JOINT_WORDS;
    }

    /**
     * The joint, which is no longer alive.
     * @returns {Joint}
     */
    get joint() {
        const joint = this.#core.broken.get(this.#store.words[this.#at]);
        return /** @type {Joint} */ (joint);
    }

    /** @returns {Body} */
    get bodyA() {
        return this.joint.bodyA;
    }

    /** @returns {Body} */
    get bodyB() {
        return this.joint.bodyB;
    }

    /** Where, in metres. */
    get x() {
        return this.#store.floats[this.#at + 4];
    }

    get y() {
        return this.#store.floats[this.#at + 5];
    }

    /** Newtons, the most of the step's substeps. */
    get force() {
        return this.#store.floats[this.#at + 6];
    }

    /** N m, the most of the step's substeps. */
    get torque() {
        return this.#store.floats[this.#at + 7];
    }

    /** A plain object of the same fields. */
    copy() {
        const { joint, bodyA, bodyB, x, y, force, torque } = this;
        return { joint, bodyA, bodyB, x, y, force, torque };
    }
}

/**
 * An iterator that is used again and again; a second loop inside the first gets one of its own.
 * @template T
 * @typedef {IterableIterator<T> & { busy: boolean, restart(): Walker<T> }} Walker
 */

/**
 * @template T
 * @param {Store} store
 * @param {(index: number) => T} read
 * @returns {Walker<T>}
 */
function makeWalker(store, read) {
    let index = 0;
    /** @type {IteratorYieldResult<any>} */
    const more = { done: false, value: undefined };
    /** @type {IteratorReturnResult<undefined>} */
    const end = { done: true, value: undefined };
    return {
        busy: false,
        restart() {
            index = 0;
            this.busy = true;
            return this;
        },
        next() {
            if (index < store.count) {
                more.value = read(index++);
                return more;
            }
            this.busy = false;
            return end;
        },
        return() {
            this.busy = false;
            return end;
        },
        [Symbol.iterator]() {
            return this;
        },
    };
}

/**
 * Reads events through a cursor of its own.
 * @template {{ seek(index: number): void }} T
 * @param {T} cursor
 * @returns {(index: number) => T}
 */
function through(cursor) {
    return (index) => {
        cursor.seek(index);
        return cursor;
    };
}

/**
 * Calls listeners for a part of a list, with a cursor of its own; js/listeners.js alone calls it.
 * @type {(list: EventList<any>, listeners: ((event: any) => void)[], from: number, to: number) => void}
 */
export let tellEvents;

/**
 * The events of one kind, in order. `for (const e of list)` gives one cursor again and again; so
 * does `at`.
 * @template {ContactEvent | TriggerEvent | JointEvent} T
 * @implements {Iterable<T>}
 */
export class EventList {
    #store;
    #cursor;
    #walker;
    #makeCursor;
    #told;

    static {
        tellEvents = (list, listeners, from, to) => {
            const cursor = list.#told;
            const store = list.#store;
            // A listener may destroy the world, and with it the rest.
            for (let k = from; k < to && k < store.count; ++k) {
                for (let i = 0; i < listeners.length; ++i) {
                    cursor.seek(k);
                    listeners[i](cursor);
                }
            }
        };
    }

    /**
     * @hideconstructor
     * @param {Store} store
     * @param {() => T} makeCursor
     */
    constructor(store, makeCursor) {
        this.#store = store;
        this.#makeCursor = makeCursor;
        this.#cursor = makeCursor();
        this.#told = makeCursor();
        this.#walker = makeWalker(store, through(makeCursor()));
    }

    get length() {
        if (this.#store.late) this.#store.gather();
        return this.#store.count;
    }

    /**
     * The cursor, moved to one event; undefined beyond the last.
     * @param {number} index
     * @returns {T | undefined}
     */
    at(index) {
        if (!(index >= 0 && index < this.length)) return undefined;
        this.#cursor.seek(index);
        return this.#cursor;
    }

    /** @returns {IterableIterator<T>} */
    [Symbol.iterator]() {
        if (this.#store.late) this.#store.gather();
        if (this.#walker.busy) return makeWalker(this.#store, through(this.#makeCursor()));
        return this.#walker.restart();
    }
}

/**
 * Body slots. `array` holds them in its first `length` places, for a loop by index.
 * @implements {Iterable<number>}
 */
export class SlotList {
    #store;
    #read;
    #walker;

    /**
     * @hideconstructor
     * @param {Store} store
     */
    constructor(store) {
        this.#store = store;
        this.#read = (/** @type {number} */ index) => store.words[index];
        this.#walker = makeWalker(store, this.#read);
    }

    get length() {
        return this.#store.count;
    }

    /** The slots, and behind them room: read `length` of them, and not after the next step. */
    get array() {
        return this.#store.words;
    }

    /**
     * @param {number} index
     * @returns {number | undefined}
     */
    at(index) {
        return index >= 0 && index < this.#store.count ? this.#store.words[index] : undefined;
    }

    /** @returns {IterableIterator<number>} */
    [Symbol.iterator]() {
        const walker = this.#walker.busy ? makeWalker(this.#store, this.#read) : this.#walker;
        return walker.restart();
    }
}

/**
 * The events of a world.
 * @typedef {object} Events
 * @property {EventList<ContactEvent>} contactBegin two colliders began to touch
 * @property {EventList<ContactEvent>} contactEnd they ceased to, or one was destroyed
 * @property {EventList<ContactEvent>} contactHit they met faster than the world's hitSpeed
 * @property {EventList<TriggerEvent>} triggerEnter
 * @property {EventList<TriggerEvent>} triggerExit
 * @property {EventList<TriggerEvent>} triggerStay who is inside whom after the last step, those of
 *     `triggerEnter` included; gathered when it is read
 * @property {EventList<ContactEvent>} contactStay who touches whom after the last step, those of
 *     `contactBegin` included, `speed` 0 and `impulse` over the last substep; gathered when it is
 *     read
 * @property {SlotList} moved bodies that were awake, each once
 * @property {SlotList} asleep bodies that fell asleep
 * @property {SlotList} woke bodies that woke
 * @property {EventList<JointEvent>} jointBroke joints that held more than they may
 */

/**
 * The stores behind a world's events, in the order of the bridge's descriptor.
 * @typedef {object} EventStores
 * @property {Store[]} stores and behind them those of what stays, by the place in LATE
 * @property {Store} marks how long each store was after each step since the last clearing
 * @property {Int32Array} seen by slot: in which round it was last put into `moved`
 * @property {number} round
 */

const MOVED = 5;
const BROKE = 8;
/** Kinds that the bridge gives after each step; the stores from here on are gathered when read. */
const LATE = 9;

/** @returns {EventStores} */
export function makeStores() {
    const [c, t] = [CONTACT_WORDS, TRIGGER_WORDS];
    return {
        stores: [c, c, c, t, t, 1, 1, 1, JOINT_WORDS, t, c].map(makeStore),
        marks: makeStore(LATE),
        seen: new Int32Array(64),
        round: 0,
    };
}

/**
 * @param {Core} core
 * @param {EventStores} buffers
 * @returns {Events}
 */
export function makeEvents(core, { stores }) {
    stores.forEach((store, k) => {
        store.gather = () => gatherStays(core, store, k - LATE);
    });
    /** @param {Store} store */
    const contacts = (store) => new EventList(store, () => new ContactEvent(core, store));
    /** @param {Store} store */
    const triggers = (store) => new EventList(store, () => new TriggerEvent(core, store));
    const [begin, end, hit, enter, exit, moved, asleep, woke, broke, inside, touching] = stores;
    return Object.freeze({
        contactBegin: contacts(begin),
        contactEnd: contacts(end),
        contactHit: contacts(hit),
        triggerEnter: triggers(enter),
        triggerExit: triggers(exit),
        triggerStay: triggers(inside),
        contactStay: contacts(touching),
        moved: new SlotList(moved),
        asleep: new SlotList(asleep),
        woke: new SlotList(woke),
        jointBroke: new EventList(broke, () => new JointEvent(core, broke)),
    });
}

/**
 * Drops the events of the steps before.
 * @param {EventStores} buffers
 */
export function clearEvents(buffers) {
    const { stores, marks } = buffers;
    for (let k = 0; k < stores.length; ++k) {
        stores[k].count = 0;
        stores[k].late = false;
    }
    marks.count = 0;
    buffers.round = (buffers.round + 1) | 0;
}

/**
 * Reads off who stays, when somebody asks.
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
    const { stores, marks } = buffers;
    reserve(marks, 1);
    for (let k = 0; k < stores.length; ++k) {
        const store = stores[k];
        if (k >= LATE) {
            store.count = 0;
            store.late = true;
            continue;
        }
        const address = i32[eventsI32 + 2 * k];
        const count = i32[eventsI32 + 2 * k + 1];
        if (k === MOVED) gatherMoved(buffers, address, count, core.slots);
        else append(store, address, count);
        marks.words[marks.count * LATE + k] = store.count;
    }
    ++marks.count;
    const { words, count } = stores[BROKE];
    endBroken(core, words, count, JOINT_WORDS);
}

/**
 * How long a store was after a step; before the first it was empty.
 * @param {EventStores} buffers
 * @param {number} step -1 before the first since the last clearing
 * @param {number} k the store's place in the order of the bridge
 */
export function markOf({ marks }, step, k) {
    return step < 0 ? 0 : marks.words[step * LATE + k];
}

/**
 * Appends the slots that are not in the list yet from an earlier step of the same advance().
 * @param {EventStores} buffers
 * @param {number} address
 * @param {number} count
 * @param {number} slots
 */
function gatherMoved(buffers, address, count, slots) {
    if (buffers.seen.length < slots)
        buffers.seen = new Int32Array(2 * slots).fill(buffers.round - 1);
    const store = buffers.stores[MOVED];
    reserve(store, count);
    const { i32 } = heap();
    const { seen, round } = buffers;
    const { words } = store;
    let to = store.count;
    for (let from = address >> 2, end = from + count; from < end; ++from) {
        const slot = i32[from];
        if (seen[slot] === round) continue;
        seen[slot] = round;
        words[to++] = slot;
    }
    store.count = to;
}
