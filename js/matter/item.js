// What matters and emitters have in common: a slot, and a handle while they are there. It keeps the handle and the core of the
// world private and opens them here to the other modules of this room.
import { livePointer } from '../wire/core.js';
import { MicaError, wrongType } from '../wire/errors.js';

/** @import { Core } from '../wire/core.js' */

/** Its handle in the engine, 0 once it is gone. @type {(item: Item) => number} */
export let idOfItem;
/** @type {(item: Item) => Core} */
export let coreOfItem;
/** What the engine knows it to have been made as (web/bridge/bridge_births.c). @type {(item: Item) => number} */
export let birthOfItem;
/** Gives it user data without telling a recorder. @type {(item: Item, value: unknown) => void} */
export let giveData;
/** @type {(item: Item) => void} */
export let endItem;
/** Revives the object of a destroyed one: it gets its handle again. @type {(item: Item, id: number) => void} */
export let reviveItem;

export class Item {
    #core;
    #id;
    #birth;
    /** @type {any} */ #userData;

    static {
        idOfItem = (item) => item.#id;
        coreOfItem = (item) => item.#core;
        birthOfItem = (item) => item.#birth;
        giveData = (item, value) => {
            item.#userData = value;
        };
        endItem = (item) => {
            item.#id = 0;
        };
        reviveItem = (item, id) => {
            item.#id = id;
        };
    }

    /** @protected @param {Core} core @param {number} slot @param {number} id @param {number} birth */
    constructor(core, slot, id, birth) {
        this.#core = core;
        this.#id = id;
        this.#birth = birth;
        /** Its slot, the lowest that was free. @readonly */
        this.index = slot;
    }

    /** Anything; Mica doesn't look at it. It can be read and set once the object is gone, too. @returns {any} */
    get userData() {
        return this.#userData;
    }
    set userData(value) {
        this.#userData = value;
        if (this.#id !== 0 && this.#core.recorder !== null) this.#core.matter?.recordUserData(this);
    }

    /** False once it, or the world, is destroyed. */
    get alive() {
        return this.#id !== 0;
    }
}

/**
 * The core of one that is there; throws if it is gone.
 * @param {Item} item @param {string} method @param {'matter' | 'emitter'} kind
 */
export function liveItem(item, method, kind) {
    const core = coreOfItem(item);
    if (idOfItem(item) !== 0) return core;
    livePointer(core, method);
    throw new MicaError(`STALE_${kind.toUpperCase()}`, `${method}: the ${kind} was destroyed`);
}

/**
 * One that a user gives as an argument, if it is there and of this world.
 * @template {Item} T
 * @param {Core} core @param {string} method @param {string} name @param {unknown} value
 * @param {(value: object) => value is T} is @param {'matter' | 'emitter'} kind
 * @returns {T}
 */
export function ownItem(core, method, name, value, is, kind) {
    if (typeof value !== 'object' || value === null || !is(value))
        wrongType(method, name, kind === 'matter' ? 'a Matter' : 'an Emitter', value);
    if (coreOfItem(value) !== core)
        throw new MicaError('FOREIGN_OBJECT',
            `${method}: ${name} is ${kind === 'matter' ? '' : 'an '}${kind} of another world`);
    if (idOfItem(value) === 0)
        throw new MicaError(`STALE_${kind.toUpperCase()}`,
            `${method}: ${name} is ${kind === 'matter' ? '' : 'an '}${kind} that was destroyed`);
    return value;
}
