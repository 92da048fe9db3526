// Who listens to the events of a world, of a body or of a collider, and calling them. World.on, Body.on
// and Collider.on enter listeners here, also those of a world in a worker; js/world/time/stepping.js and
// js/remote/link.js have them called. What a listener throws is kept until all others have been called.
import { layerIndex } from '../../options/layers.js';
import { oneOf, readOptions, wrongType } from '../../wire/errors.js';
import { listenersOf } from '../../wire/object.js';

/** @import { LayerName } from '../../options/types.js' */
/** @import { Core } from '../../wire/core.js' */
/** @import { Body } from '../objects/body.js' */
/** @import { Collider } from '../objects/collider.js' */
/** @import { GroundPiece } from '../types.js' */
/** @import { CrushEvent } from './crush-event.js' */
/** @import { ContactEvent, JointEvent, TriggerEvent } from './events.js' */

const CONTACT_KINDS = /** @type {const} */ (['contactBegin', 'contactEnd', 'contactHit']);
const LOAD_KINDS = /** @type {const} */ (['contactLoad']);
const TRIGGER_KINDS = /** @type {const} */ (['triggerEnter', 'triggerExit']);
const BODY_KINDS = /** @type {const} */ (['moved', 'asleep', 'woke']);
/** The kinds that each step has, in the order of the bridge's descriptor. */
export const STEP_KINDS =
    /** @type {const} */ ([...CONTACT_KINDS, ...TRIGGER_KINDS, ...BODY_KINDS, 'jointBroke',
        'crushed', ...LOAD_KINDS]);
/** The kinds that are called once, as the last step left them. */
export const STAY_KINDS = /** @type {const} */ (['triggerStay', 'contactStay']);
/** What a world can be listened to for. */
export const WORLD_KINDS =
    /** @type {const} */ (['beforeStep', 'afterStep', ...STEP_KINDS, ...STAY_KINDS, 'groundPiece']);
/** Those of pairs of colliders: what a collider can be listened to for. */
export const PAIR_KINDS =
    /** @type {const} */ ([...CONTACT_KINDS, ...TRIGGER_KINDS, 'crushed', ...LOAD_KINDS,
        ...STAY_KINDS]);
/** What a body can be listened to for. */
export const OBJECT_KINDS = /** @type {const} */ ([...STEP_KINDS, ...STAY_KINDS]);

/**
 * What a listener is given, by the kind of event.
 * @template {string} [L=string] names of the world's layers
 * @typedef {Record<typeof CONTACT_KINDS[number] | typeof LOAD_KINDS[number] | 'contactStay', ContactEvent<L>>
 *     & Record<typeof TRIGGER_KINDS[number] | 'triggerStay', TriggerEvent<L>>
 *     & Record<typeof BODY_KINDS[number], Body<L>>
 *     & Record<'jointBroke', JointEvent<L>>
 *     & Record<'crushed', CrushEvent<L>>
 *     & Record<'groundPiece', GroundPiece<L>>
 *     & Record<'beforeStep' | 'afterStep', void>} EventMap
 */

/**
 * The kinds of events between two colliders.
 * @typedef {typeof PAIR_KINDS[number]} PairKind
 */

/**
 * The kinds of events that concern a body.
 * @typedef {typeof OBJECT_KINDS[number]} BodyKind
 */

/**
 * Which pairs a listener hears of.
 * @template {string} [L=string] names of the world's layers
 * @typedef {object} PairOptions
 * @property {readonly [LayerName<L>, LayerName<L>]} layers the layers of the two colliders, of a tile that of its
 *     kind; in a contact
 *     event side A is the one of the first; of a crushed body, its own and that of the kinematic one
 */

/**
 * @internal
 * @typedef {object} Entry
 * @property {(event: any) => void} listener
 * @property {readonly [string, string] | undefined} layers
 * @property {boolean} active until it is taken off
 */

/**
 * Listeners by kind; a list is replaced, never changed.
 * @internal
 * @typedef {Map<string, readonly Entry[]>} ListenerTable
 */

/**
 * @internal
 * @typedef {object} Listeners of a world
 * @property {ListenerTable} table those of the world itself
 * @property {Set<string>} narrow the kinds that a body or a collider was ever listened to for
 * @property {boolean} calling whether one is being called
 * @property {unknown[]} errors what they have thrown since one was thrown on
 */

/**
 * The events of a kind, for calling their listeners.
 * @internal
 * @typedef {object} Source
 * @property {(index: number, flipped: boolean) => any} event as a listener is given it; with its sides
 *     exchanged; undefined if there is none to give
 * @property {(index: number, side: number) => Body<any> | undefined} body of a side, if it has an object
 * @property {(index: number, side: number) => Collider<any> | undefined} collider likewise
 * @property {(index: number, side: number) => string} layer of the collider, or of the tile, of a side
 */

/** @returns {Listeners} */
export function makeListeners() {
    return { table: new Map(), narrow: new Set(), calling: false, errors: [] };
}

/**
 * Enters a listener.
 * @param {Core} core
 * @param {ListenerTable} table
 * @param {string} method
 * @param {readonly string[]} kinds
 * @param {unknown} kind
 * @param {unknown} given the listener, or the options before it
 * @param {unknown} [last] the listener behind options
 * @returns {() => void} takes the listener off again
 */
export function listen(core, table, method, kinds, kind, given, last) {
    oneOf(method, 'kind', kind, kinds);
    const listener = last === undefined ? given : last;
    if (typeof listener !== 'function') wrongType(method, 'listener', 'a function', listener);
    const layers = last === undefined ? undefined : layerPair(core, method, kind, given);
    const name = /** @type {string} */ (kind);
    core.engine.watch(core, name);
    // An object of its own, so that the same function can be added twice.
    const entry = { listener: /** @type {(event: any) => void} */ (listener), layers,
        active: true };
    table.set(name, [...(table.get(name) ?? []), entry]);
    if (table !== core.listeners.table) core.listeners.narrow.add(name);
    return () => {
        entry.active = false;
        const rest = (table.get(name) ?? []).filter((other) => other !== entry);
        if (rest.length > 0) table.set(name, rest);
        else table.delete(name);
    };
}

const OPTIONS = new Set(['layers']);

/**
 * Two names of layers, checked.
 * @param {Core} core
 * @param {string} method
 * @param {unknown} kind
 * @param {unknown} given
 * @returns {[string, string]}
 */
function layerPair({ layerNames }, method, kind, given) {
    const { layers } = readOptions(method, 'options', given, OPTIONS);
    if (!PAIR_KINDS.includes(/** @type {any} */ (kind))) {
        throw new TypeError(
            `${method}: options are for contacts and triggers, which "${kind}" is not`,
        );
    }
    if (!Array.isArray(layers) || layers.length !== 2)
        wrongType(method, 'layers', 'two names of layers', layers);
    const [a, b] = layers;
    [a, b].forEach((name, i) => layerIndex(layerNames, method, `layers[${i}]`, name));
    return [a, b];
}

/**
 * Calls a listener.
 * @param {Listeners} listeners
 * @param {Entry} entry
 * @param {any} event
 */
function call(listeners, entry, event) {
    try {
        entry.listener(event);
    } catch (error) {
        listeners.errors.push(error);
    }
}

/**
 * Calls the listeners of a kind that has no events.
 * @param {Core} core
 * @param {string} kind
 * @param {unknown} [event]
 */
export function callAll({ listeners }, kind, event) {
    // Most worlds have none, and are not searched for a name.
    const list = listeners.table.size > 0 ? listeners.table.get(kind) : undefined;
    if (!list) return;
    const { calling } = listeners;
    listeners.calling = true;
    for (let i = 0; i < list.length; ++i) if (list[i].active) call(listeners, list[i], event);
    listeners.calling = calling;
}

/**
 * Calls the listeners of some events of a kind, one event after another: first those of the world, then
 * those of body A and collider A, then those of body B and collider B.
 * @param {Core} core
 * @param {string} kind
 * @param {Source} source
 * @param {number} from
 * @param {number} to
 */
export function callForEvents(core, kind, source, from, to) {
    const { listeners } = core;
    const list = listeners.table.get(kind);
    const narrow = listeners.narrow.has(kind);
    if (!list && !narrow) return;
    listeners.calling = true;
    for (let index = from; index < to; ++index) {
        if (list) callForWorld(core, list, source, index);
        if (!narrow) continue;
        callForSide(core, kind, source, index, 0);
        callForSide(core, kind, source, index, 1);
    }
    listeners.calling = false;
}

/**
 * @param {Core} core
 * @param {readonly Entry[]} list
 * @param {Source} source
 * @param {number} index
 */
function callForWorld(core, list, source, index) {
    // A listener may destroy the world, and with it the rest.
    for (let i = 0; i < list.length && !core.destroyed; ++i) {
        const entry = list[i];
        const { layers } = entry;
        let flipped = false;
        if (layers) {
            const a = source.layer(index, 0);
            const b = source.layer(index, 1);
            flipped = a !== layers[0] || b !== layers[1];
            if (flipped && (b !== layers[0] || a !== layers[1])) continue;
        }
        if (!entry.active) continue;
        const event = source.event(index, flipped);
        if (event !== undefined) call(core.listeners, entry, event);
    }
}

/**
 * @param {Core} core
 * @param {string} kind
 * @param {Source} source
 * @param {number} index
 * @param {number} side 0 or 1; it is side A of the event that its listeners are given
 */
function callForSide(core, kind, source, index, side) {
    if (core.destroyed) return;
    const body = source.body(index, side);
    const ofBody = body && listenersOf(body)?.get(kind);
    if (ofBody) callForTable(core, ofBody, source, index, side);
    if (core.destroyed) return;
    const collider = source.collider(index, side);
    const ofCollider = collider && listenersOf(collider)?.get(kind);
    if (ofCollider) callForTable(core, ofCollider, source, index, side);
}

/**
 * @param {Core} core
 * @param {readonly Entry[]} list
 * @param {Source} source
 * @param {number} index
 * @param {number} side
 */
function callForTable(core, list, source, index, side) {
    for (let i = 0; i < list.length && !core.destroyed; ++i) {
        if (list[i].active) call(core.listeners, list[i], source.event(index, side === 1));
    }
}

/**
 * When all listeners have been called: throws the first thing that one has thrown. The others go to the
 * console: reportError would end a worker.
 * @param {Core} core
 */
export function throwFirst({ listeners }) {
    const { errors } = listeners;
    if (errors.length === 0) return;
    listeners.errors = [];
    for (const other of errors.slice(1)) console.error(other);
    throw errors[0];
}

/**
 * Calls the listeners of a kind while no step is made, or within a listener of another, which then throws what these have thrown.
 * @param {Core} core
 * @param {string} kind
 * @param {unknown} event
 */
export function emit(core, kind, event) {
    callAll(core, kind, event);
    if (!core.listeners.calling) throwFirst(core);
}

/**
 * Where another error is about to be thrown: all that listeners have thrown goes to the console.
 * @param {Core} core
 */
export function logErrors({ listeners }) {
    const { errors } = listeners;
    listeners.errors = [];
    for (const error of errors) console.error(error);
}
