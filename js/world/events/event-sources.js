// The events of a world as js/world/events/listeners.js calls listeners with them: the Source of each kind, over
// the stores of js/world/events/event-stores.js. It finds the listeners' bodies and colliders by handle and makes
// no object of what nobody has asked for. Made by js/world/events/events.js.
import { slotOf } from '../../wire/layout.js';
import { wasm } from '../../wire/wasm.js';
import { bodyInSlot, knownBody, knownCollider } from '../objects/objects.js';

/** @import { Core } from '../../wire/core.js' */
/** @import { Store } from './event-stores.js' */

/** @typedef {{ seek(index: number, flipped: boolean): void }} Cursor */

/** Events of two bodies, as a rule of two colliders. */
export class PairSource {
    #core;
    #store;
    #makeCursor;
    /** Made with the first event. @type {Cursor | undefined} */
    #cursor;
    #colliders;

    /**
     * @param {Core} core
     * @param {Store} store
     * @param {() => Cursor} makeCursor
     * @param {boolean} colliders whether an event begins with two of them
     */
    constructor(core, store, makeCursor, colliders) {
        this.#core = core;
        this.#store = store;
        this.#makeCursor = makeCursor;
        this.#colliders = colliders;
    }

    /** @param {number} index @param {boolean} flipped */
    event(index, flipped) {
        // A listener may have destroyed the world, and with it the rest.
        if (index >= this.#store.count) return undefined;
        const cursor = (this.#cursor ??= this.#makeCursor());
        cursor.seek(index, flipped);
        return cursor;
    }

    /** @param {number} index @param {number} side */
    body(index, side) {
        const { words, stride, bodies } = this.#store;
        return knownBody(this.#core, words[index * stride + bodies + side]);
    }

    /** @param {number} index @param {number} side */
    collider(index, side) {
        return this.#colliders
            ? knownCollider(this.#core, this.#colliderId(index, side))
            : undefined;
    }

    /** @param {number} index @param {number} side */
    layer(index, side) {
        const core = this.#core;
        const { words, stride, layers } = this.#store;
        if (layers > 0)
            return core.layerNames[(words[index * stride + layers] >> (16 * side)) & 0xffff];
        const id = this.#colliderId(index, side);
        // What was destroyed has an object; what has none is alive.
        const collider = knownCollider(core, id);
        return collider ? collider.layer : core.layerNames[wasm.calls.collider_layer(core.ptr, id)];
    }

    /** @param {number} index @param {number} side */
    #colliderId(index, side) {
        const { words, stride } = this.#store;
        return words[index * stride + side];
    }
}

/** Events that are body slots. A body that was destroyed since the step is left out. */
export class BodySource {
    #core;
    #store;

    /** @param {Core} core @param {Store} store */
    constructor(core, store) {
        this.#core = core;
        this.#store = store;
    }

    /** @param {number} index */
    event(index) {
        return index < this.#store.count
            ? bodyInSlot(this.#core, this.#store.words[index])
            : undefined;
    }

    /** @param {number} index @param {number} side */
    body(index, side) {
        return side === 0 ? this.#core.bodies[this.#store.words[index]] : undefined;
    }

    collider() {
        return undefined;
    }

    layer() {
        return '';
    }
}

/**
 * The body slots of a store's events, two an event.
 * @param {Store} store
 */
export function pairSlots(store) {
    const { count, words, stride, bodies } = store;
    if (store.slots.length < 2 * count) {
        const slots = new Int32Array(4 * count);
        slots.set(store.slots);
        store.slots = slots;
    }
    const { slots } = store;
    for (let i = store.slotted; i < count; ++i) {
        slots[2 * i] = slotOf(words[i * stride + bodies]);
        slots[2 * i + 1] = slotOf(words[i * stride + bodies + 1]);
    }
    store.slotted = count;
    return slots;
}
