// The event of a body that a kinematic one presses into a static one, as users read it. The list is one of
// those of js/world/events/events.js.
import { CRUSH_WORDS, refuseStale, seekIn } from './event-stores.js';
import { eventCollider } from '../objects/objects.js';

/** @import { Core } from '../../wire/core.js' */
/** @import { Body } from '../objects/body.js' */
/** @import { Collider } from '../objects/collider.js' */
/** @import { Store } from './event-stores.js' */

/**
 * A dynamic body that a kinematic one presses into a static one, directly or through other dynamic bodies.
 * Nothing can give way: the static body holds it, and the kinematic one passes. Each step has one for each
 * such pair while it is deeper than 0.01 m. A cursor: it is moved on, not
 * made anew, and its objects are refused once the events of its step are gone. Use `copy()` to keep it.
 * @template {string} [L=string] names of the world's layers
 */
export class CrushEvent {
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
        this.#dropped = seekIn(this.#store, 'CrushEvent.seek', index);
        this.#at = index * CRUSH_WORDS;
    }

    /**
     * The collider that is crushed, also if it was destroyed.
     * @returns {Collider<L>}
     */
    get collider() {
        return eventCollider(this.#core, this.#read('CrushEvent.collider').words[this.#at]);
    }

    /**
     * The collider of the kinematic body, also if it was destroyed.
     * @returns {Collider<L>}
     */
    get kinematicCollider() {
        return eventCollider(this.#core,
            this.#read('CrushEvent.kinematicCollider').words[this.#at + 1]);
    }

    /**
     * The collider of the static body, also if it was destroyed.
     * @returns {Collider<L>}
     */
    get staticCollider() {
        return eventCollider(this.#core,
            this.#read('CrushEvent.staticCollider').words[this.#at + 2]);
    }

    /**
     * The dynamic body that is crushed.
     * @returns {Body<L>}
     */
    get body() {
        return this.collider.body;
    }

    /**
     * The kinematic body that presses.
     * @returns {Body<L>}
     */
    get kinematicBody() {
        return this.kinematicCollider.body;
    }

    /**
     * The static body that holds.
     * @returns {Body<L>}
     */
    get staticBody() {
        return this.staticCollider.body;
    }

    /** x of the unit direction in which the kinematic body presses. */
    get nx() {
        return this.#store.floats[this.#at + 6];
    }

    /** y of the unit direction in which the kinematic body presses. */
    get ny() {
        return this.#store.floats[this.#at + 7];
    }

    /** How deep the kinematic collider overlaps the crushed one, metres. */
    get depth() {
        return this.#store.floats[this.#at + 8];
    }

    /** @param {string} member that is read */
    #read(member) {
        const store = this.#store;
        if (store.dropped !== this.#dropped) refuseStale(this.#core, member);
        return store;
    }

    /** A plain object of the same fields. */
    copy() {
        const { collider, kinematicCollider, staticCollider, body, kinematicBody, staticBody, nx,
            ny, depth } = this;
        return { collider, kinematicCollider, staticCollider, body, kinematicBody, staticBody, nx,
            ny, depth };
    }
}
