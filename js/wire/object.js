// What bodies, colliders and joints have in common: the class that all three extend. It keeps the handle in the
// engine and the core of the world private and opens them here to the other modules of Mica, which import this
// leaf instead of the three classes.

/** @import { Body } from '../world/objects/body.js' */
/** @import { Collider } from '../world/objects/collider.js' */
/** @import { Joint } from '../world/objects/joint.js' */
/** @import { ListenerTable } from '../world/events/listeners.js' */
/** @import { Core, LastValues } from './core.js' */

/**
 * What differs between the three classes.
 * @typedef {object} ObjectKind
 * @property {'body' | 'collider' | 'joint'} name
 * @property {string} code of the error once it is gone
 * @property {string} gone how its end is said in that error
 * @property {string} construct the error's text where a game calls `new` itself
 * @property {(core: Core, id: number) => number} offsetOf where its values lie in what it is read from; once it is
 *     gone they lie from 0 on
 * @property {(object: any) => void} [changed] called after it was ended or revived
 */

/** Its handle in the engine, 0 once it is gone. @type {(object: WorldObject) => number} */
export let idOf;
/** @type {(object: WorldObject) => Core} */
export let coreOf;
/** The core of one that is alive: by one call, for getters. @type {(object: WorldObject) => Core | undefined} */
export let liveCoreOf;
/** Where its values lie in what it is read from. @type {(object: WorldObject) => number} */
export let offsetOf;
/** @type {(object: WorldObject) => ObjectKind} */
export let kindOf;
/** Whether a value is an object of this kind. @type {(value: object, kind: ObjectKind['name']) => boolean} */
let isOfKind;
/** What it is read from once it is gone. @type {(object: WorldObject) => LastValues | undefined} */
export let lastOf;
/** Who listens to it. @type {(object: WorldObject) => ListenerTable | undefined} */
export let listenersOf;
/** The same, to add one. @type {(object: WorldObject) => ListenerTable} */
export let ownListenersOf;
/**
 * Ends an object that is gone, and keeps what can be read of it until no event names it any more.
 * @type {(object: WorldObject, last?: LastValues) => void}
 */
export let endObject;
/** Revives the object of a destroyed body, collider or joint: it gets its handle again. @type {(object: WorldObject, id: number) => void} */
export let reviveObject;

/**
 * A body, a collider or a joint. Properties that can only be read stay in the three classes: the error for setting one
 * names the class that has it.
 */
export class WorldObject {
    /** @type {Core} */ #core;
    /** @type {ObjectKind} */ #kind;
    /** Its handle, 0 once it is gone. */ #id;
    /** Where its values lie in what it is read from. */ #offset;
    /** What it is read from once it is gone. @type {LastValues | undefined} */ #last;
    /** @type {ListenerTable | undefined} */ #listeners;
    /** @type {any} */ #userData;

    static {
        idOf = (object) => object.#id;
        coreOf = (object) => object.#core;
        liveCoreOf = (object) => (object.#id !== 0 ? object.#core : undefined);
        offsetOf = (object) => object.#offset;
        kindOf = (object) => object.#kind;
        isOfKind = (value, kind) => #kind in value && value.#kind.name === kind;
        lastOf = (object) => object.#last;
        listenersOf = (object) => object.#listeners;
        ownListenersOf = (object) => (object.#listeners ??= new Map());
        endObject = (object, last) => {
            object.#id = object.#offset = 0;
            object.#last = last;
            object.#kind.changed?.(object);
        };
        reviveObject = (object, id) => {
            object.#id = id;
            object.#offset = object.#kind.offsetOf(object.#core, id);
            object.#last = undefined;
            object.#kind.changed?.(object);
        };
    }

    /** @protected @param {Core} core @param {number} id @param {ObjectKind} kind */
    constructor(core, id, kind) {
        if (typeof core?.objectChanges !== 'number') throw new TypeError(kind.construct);
        this.#core = core;
        this.#kind = kind;
        this.#id = id;
        this.#offset = kind.offsetOf(core, id);
    }

    /** Anything; Mica doesn't look at it. It can be read and set once the object is gone, too. @returns {any} */
    get userData() {
        return this.#userData;
    }
    set userData(value) {
        this.#userData = value;
        this.#core.recorder?.recordUserData(this.#kind.name, this.#id, value);
    }
}

/** @param {object} value @returns {value is Body} */
export const isBody = (value) => isOfKind(value, 'body');

/** @param {object} value @returns {value is Collider} */
export const isCollider = (value) => isOfKind(value, 'collider');

/** @param {object} value @returns {value is Joint<any, any>} */
export const isJoint = (value) => isOfKind(value, 'joint');
