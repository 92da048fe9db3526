// What happened in the last step, or in all steps of the last advance(), as users read it: lists
// over the stores of js/world/events/event-stores.js. Iterating allocates nothing: each list has one
// cursor, which it moves. js/world/world.js owns the Events.
import { idOf } from '../../wire/object.js';
import { wasm } from '../../wire/wasm.js';
import { CrushEvent } from './crush-event.js';
import { BodySource, PairSource, pairSlots } from './event-sources.js';
import { CONTACT_WORDS, JOINT_WORDS, LATE, TRIGGER_WORDS, connectStores, refuseStale,
    seekIn } from './event-stores.js';
import { brokenJoint, eventCollider, knownCollider } from '../objects/objects.js';
import { makeCell, nameKind, readCell, readSegment } from '../objects/parts.js';
import { makeWalker } from '../objects/walker.js';

/** @import { Walker } from '../objects/walker.js' */
/** @import { Core } from '../../wire/core.js' */
/** @import { Body } from '../objects/body.js' */
/** @import { Collider } from '../objects/collider.js' */
/** @import { EventStores, Store } from './event-stores.js' */
/** @import { Joint } from '../objects/joint.js' */
/** @import { Events, TileCell } from '../types.js' */

/**
 * The layers of the two sides of the contact or trigger event at an index of a list: numbers, 16 bits each,
 * that of side A or the trigger low.
 * @type {(list: EventList<any>, index: number) => number}
 */
export let layersOfEvent;

/**
 * The cell of an event with its layer and userData.
 * @param {Core} core
 * @param {TileCell<any>} cell
 * @param {Store} store
 * @param {number} at where the event lies in it; its colliders come first
 */
function nameCell(core, cell, { words, layers }, at) {
    const first = knownCollider(core, words[at]);
    return nameKind(cell, core.layerNames, first, knownCollider(core, words[at + 1]),
        words[at + layers]);
}

/**
 * One contact event, as a cursor: it is moved on, not made anew, and its objects are refused
 * once the events of its step are gone. Use `copy()` for one to keep.
 * @template {string} [L=string] names of the world's layers
 */
export class ContactEvent {
    #core;
    #store;

    /** @type {number} */
    #at = 0;

    /** `dropped` of the store when it was moved. */
    #dropped = -1;
    #cell = makeCell();

    /** Which of the two colliders is A. */
    #a = 0;

    /** Where the normal lies: in the store, or turned about in an array of its own. */
    #normals;
    #normal = 0;
    #turned = new Float32Array(2);

    /**
     * @param {Core} core
     * @param {Store} store
     */
    constructor(core, store) {
        this.#core = core;
        this.#store = store;
        this.#normals = store.floats;
    }

    /**
     * Moves the cursor; the lists call it.
     * @param {number} index of the event in its list, from 0
     * @param {boolean} [flipped] with its sides exchanged
     */
    seek(index, flipped = false) {
        this.#dropped = seekIn(this.#store, 'ContactEvent.seek', index);
        this.#at = index * CONTACT_WORDS;
        this.#a = flipped ? 1 : 0;
        this.#normals = this.#store.floats;
        this.#normal = this.#at + 4;
        if (flipped) this.#turn();
    }

    #turn() {
        // Not -0 where it is 0.
        this.#turned[0] = 0 - this.#normals[this.#normal];
        this.#turned[1] = 0 - this.#normals[this.#normal + 1];
        this.#normals = this.#turned;
        this.#normal = 0;
    }

    /**
     * One collider, also if it was destroyed.
     * @returns {Collider<L>}
     */
    get colliderA() {
        return eventCollider(this.#core,
            this.#read('ContactEvent.colliderA').words[this.#at + this.#a]);
    }

    /**
     * The other collider, also if it was destroyed.
     * @returns {Collider<L>}
     */
    get colliderB() {
        return eventCollider(this.#core,
            this.#read('ContactEvent.colliderB').words[this.#at + 1 - this.#a]);
    }

    /**
     * The body of collider A.
     * @returns {Body<L>}
     */
    get bodyA() {
        return this.colliderA.body;
    }

    /**
     * The body of collider B.
     * @returns {Body<L>}
     */
    get bodyB() {
        return this.colliderB.body;
    }

    /** Where, in the world, metres. */
    get x() {
        return this.#store.floats[this.#at + 2];
    }

    /** Where, in the world, metres. */
    get y() {
        return this.#store.floats[this.#at + 3];
    }

    /** x of the unit normal from A to B. */
    get nx() {
        return this.#normals[this.#normal];
    }

    /** y of the unit normal from A to B. */
    get ny() {
        return this.#normals[this.#normal + 1];
    }

    /** Speed of approach, m/s; 0 for an end. */
    get speed() {
        return this.#store.floats[this.#at + 6];
    }

    /**
     * N s along the normal that the two have exchanged in the step, all points and substeps together; only for a hit, a
     * load and in `contactStay`.
     */
    get impulse() {
        return this.#store.floats[this.#at + 7];
    }

    /**
     * The cell of the tile map that is one of the two colliders, with what it held then: an end
     * finds `TILE.EMPTY` where the tile was removed. Moved along with the event. Undefined if
     * neither is a map, or the map was destroyed.
     * @returns {TileCell<L> | undefined}
     */
    get cell() {
        const cell = readCell(this.#read('ContactEvent.cell').words, this.#at + 10, this.#cell);
        return cell && nameCell(this.#core, cell, this.#store, this.#at);
    }

    /**
     * The segment of the chain that is one of the two colliders: from point `segment` to the next.
     * Undefined if neither is a chain.
     * @returns {number | undefined}
     */
    get segment() {
        return readSegment(this.#read('ContactEvent.segment').words, this.#at + 10);
    }

    /** @param {string} member that is read */
    #read(member) {
        const store = this.#store;
        if (store.dropped !== this.#dropped) refuseStale(this.#core, member);
        return store;
    }

    /** A plain object of the same fields. */
    copy() {
        const { colliderA, colliderB, bodyA, bodyB, x, y, nx, ny, speed, impulse } = this;
        const { cell, segment } = this;
        return { colliderA, colliderB, bodyA, bodyB, x, y, nx, ny, speed, impulse,
            cell: cell && { ...cell }, segment };
    }
}

/**
 * One trigger event, as a cursor: it is moved on, not made anew, and its objects are refused
 * once the events of its step are gone. Use `copy()` for one to keep.
 * @template {string} [L=string] names of the world's layers
 */
export class TriggerEvent {
    #core;
    #store;

    /** @type {number} */
    #at = 0;

    /** `dropped` of the store when it was moved. */
    #dropped = -1;
    #cell = makeCell();

    /**
     * @param {Core} core
     * @param {Store} store
     */
    constructor(core, store) {
        this.#core = core;
        this.#store = store;
    }

    /**
     * Moves the cursor; the lists call it.
     * @param {number} index of the event in its list, from 0
     */
    seek(index) {
        this.#dropped = seekIn(this.#store, 'TriggerEvent.seek', index);
        this.#at = index * TRIGGER_WORDS;
    }

    /**
     * The collider that is the trigger, of the body `trigger`.
     * @returns {Collider<L>}
     */
    get triggerCollider() {
        return eventCollider(this.#core,
            this.#read('TriggerEvent.triggerCollider').words[this.#at]);
    }

    /**
     * The collider that came or went, of the body `visitor`.
     * @returns {Collider<L>}
     */
    get visitorCollider() {
        return eventCollider(this.#core,
            this.#read('TriggerEvent.visitorCollider').words[this.#at + 1]);
    }

    /**
     * The body of the trigger. Where neither collider, or both, is a trigger, it is the one whose
     * layer the other's names as a trigger.
     * @returns {Body<L>}
     */
    get trigger() {
        return this.triggerCollider.body;
    }

    /**
     * The body that came or went.
     * @returns {Body<L>}
     */
    get visitor() {
        return this.visitorCollider.body;
    }

    /**
     * How many pairs of colliders of these two bodies are inside each other now. Events are emitted
     * for each such pair: an exit that finds 0 is the visitor's last. One call into the engine.
     */
    get pairs() {
        const a = idOf(this.trigger);
        const b = idOf(this.visitor);
        return a && b && wasm.calls.trigger_pairs(this.#core.ptr, a, b);
    }

    /**
     * The cell of the tile map that is one of the two colliders, with what it held then: an exit
     * finds `TILE.EMPTY` where the tile was removed. Moved along with the event. Undefined if
     * neither is a map, the map was destroyed, or it is one trigger as a whole or by a field. Its `layer`
     * is the one by which the two met.
     * @returns {TileCell<L> | undefined}
     */
    get cell() {
        const cell = readCell(this.#read('TriggerEvent.cell').words, this.#at + 4, this.#cell);
        return cell && nameCell(this.#core, cell, this.#store, this.#at);
    }

    /** @param {string} member that is read */
    #read(member) {
        const store = this.#store;
        if (store.dropped !== this.#dropped) refuseStale(this.#core, member);
        return store;
    }

    /** A plain object of the same fields. */
    copy() {
        const { trigger, visitor, triggerCollider, visitorCollider, cell } = this;
        return { trigger, visitor, triggerCollider, visitorCollider, cell: cell && { ...cell } };
    }
}

/**
 * One joint that broke, as a cursor: it is moved on, not made anew, and its objects are refused
 * once the events of its step are gone. Use `copy()` to keep it.
 * @template {string} [L=string] names of the world's layers
 */
export class JointEvent {
    #core;
    #store;

    /** @type {number} */
    #at = 0;

    /** `dropped` of the store when it was moved. */
    #dropped = -1;

    /**
     * @param {Core} core
     * @param {Store} store
     */
    constructor(core, store) {
        this.#core = core;
        this.#store = store;
    }

    /**
     * Moves the cursor; the lists call it.
     * @param {number} index of the event in its list, from 0
     */
    seek(index) {
        this.#dropped = seekIn(this.#store, 'JointEvent.seek', index);
        this.#at = index * JOINT_WORDS;
    }

    /**
     * The joint, which is no longer alive.
     * @returns {Joint<L>}
     */
    get joint() {
        const joint = brokenJoint(this.#core, this.#read('JointEvent.joint').words[this.#at]);
        return /** @type {Joint<L>} */ (joint);
    }

    /**
     * Body A of the joint; null of a target joint.
     * @returns {Body<L> | null}
     */
    get bodyA() {
        return this.joint.bodyA;
    }

    /**
     * Body B of the joint.
     * @returns {Body<L>}
     */
    get bodyB() {
        return this.joint.bodyB;
    }

    /** Where, in the world, metres. */
    get x() {
        return this.#store.floats[this.#at + 4];
    }

    /** Where, in the world, metres. */
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

    /** @param {string} member that is read */
    #read(member) {
        const store = this.#store;
        if (store.dropped !== this.#dropped) refuseStale(this.#core, member);
        return store;
    }

    /** A plain object of the same fields. */
    copy() {
        const { joint, bodyA, bodyB, x, y, force, torque } = this;
        return { joint, bodyA, bodyB, x, y, force, torque };
    }
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
 * The events of one kind, in order. `for (const e of list)` gives one cursor again and again; so
 * does `at`.
 * @template {ContactEvent | TriggerEvent | JointEvent | CrushEvent} T
 * @implements {Iterable<T>}
 */
export class EventList {
    #store;
    #makeCursor;
    /** Made when it is first asked for, as the walker is: most worlds read events of few kinds. @type {T | undefined} */
    #cursor;
    /** @type {Walker<T> | undefined} */
    #walker;

    static {
        layersOfEvent = (list, index) =>
            list.#store.words[index * list.#store.stride + list.#store.layers];
    }

    /**
     * @hideconstructor
     * @param {Store} store
     * @param {() => T} makeCursor
     */
    constructor(store, makeCursor) {
        this.#store = store;
        this.#makeCursor = makeCursor;
    }

    get length() {
        if (this.#store.late) this.#store.gather();
        return this.#store.count;
    }

    /**
     * Body slots, two an event: of body A and B, or of trigger and visitor, at `2 * i` and `2 * i + 1`, for
     * a loop by index; -1 where a joint has no body A. Behind them is room: read `2 * length` of them, and not after the next step.
     */
    get array() {
        if (this.#store.late) this.#store.gather();
        return pairSlots(this.#store);
    }

    /**
     * The cursor, moved to one event; undefined beyond the last.
     * @param {number} index
     * @returns {T | undefined}
     */
    at(index) {
        if (typeof index !== 'number' || !(index >= 0 && index < this.length)) return undefined;
        const cursor = (this.#cursor ??= this.#makeCursor());
        cursor.seek(index);
        return cursor;
    }

    /** @returns {IterableIterator<T>} */
    [Symbol.iterator]() {
        if (this.#store.late) this.#store.gather();
        if (this.#walker?.busy) return this.#makeWalker();
        this.#walker ??= this.#makeWalker();
        return this.#walker.restart();
    }

    #makeWalker() {
        return makeWalker(this.#store, through(this.#makeCursor()));
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
        return typeof index === 'number' && index >= 0 && index < this.#store.count
            ? this.#store.words[index]
            : undefined;
    }

    /** @returns {IterableIterator<number>} */
    [Symbol.iterator]() {
        const walker = this.#walker.busy ? makeWalker(this.#store, this.#read) : this.#walker;
        return walker.restart();
    }
}

/**
 * @param {Core} core
 * @param {EventStores} buffers
 * @returns {Events<any>}
 */
export function makeEvents(core, buffers) {
    connectStores(core, buffers);
    const { stores } = buffers;
    /** @param {number} k place of the store @param {new (core: Core, store: Store) => any} Cursor */
    const list = (k, Cursor) => {
        const store = stores[k];
        const make = () => new Cursor(core, store);
        buffers.sources[k] = new PairSource(core, store, make, Cursor !== JointEvent);
        return new EventList(store, make);
    };
    /** @param {number} k */
    const slots = (k) => {
        buffers.sources[k] = new BodySource(core, stores[k]);
        return new SlotList(stores[k]);
    };
    return Object.freeze({
        contactBegin: list(0, ContactEvent),
        contactEnd: list(1, ContactEvent),
        contactHit: list(2, ContactEvent),
        triggerEnter: list(3, TriggerEvent),
        triggerExit: list(4, TriggerEvent),
        moved: slots(5),
        asleep: slots(6),
        woke: slots(7),
        jointBroke: list(8, JointEvent),
        crushed: list(9, CrushEvent),
        contactLoad: list(10, ContactEvent),
        triggerStay: list(LATE, TriggerEvent),
        contactStay: list(LATE + 1, ContactEvent),
    });
}
