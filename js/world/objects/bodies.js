// All bodies of a world, for a loop: `world.bodies`, here and in a worker.
import { livePointer } from '../../wire/core.js';
import { makeWalker } from './walker.js';

/** @import { Core } from '../../wire/core.js' */
/** @import { Walker } from './walker.js' */

/**
 * The live bodies of a world by slot, whatever made them. A loop over them allocates nothing, and may make
 * and destroy bodies: a new one is met if its slot is still ahead.
 * @template B
 * @implements {Iterable<B>}
 */
export class BodyList {
    /** @type {Core} */ #core;
    /** @type {{ readonly count: number }} */ #slots;
    /** @type {(slot: number) => B | undefined} */ #read;
    /** @type {Walker<B>} */ #walker;

    /** @hideconstructor @param {Core} core */
    constructor(core) {
        this.#core = core;
        this.#slots = { get count() {
            return core.slots;
        } };
        this.#read = (slot) => /** @type {any} */ (core.engine.bodyAt(core, slot));
        this.#walker = makeWalker(this.#slots, this.#read);
        Object.freeze(this);
    }

    /** How many there are. */
    get length() {
        livePointer(this.#core, 'World.bodies');
        return this.#core.engine.bodyCount(this.#core);
    }

    /** @returns {IterableIterator<B>} */
    [Symbol.iterator]() {
        livePointer(this.#core, 'World.bodies');
        const walker = this.#walker.busy ? makeWalker(this.#slots, this.#read) : this.#walker;
        return walker.restart();
    }
}
