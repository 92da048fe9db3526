// Who listens to a world's events, and the telling of them after a step. A World holds one set of
// listeners; nobody else calls this.
import { oneOf, wrongType } from './errors.js';

/** @import { Body } from './body.js' */
/** @import { ContactEvent, Events, TriggerEvent } from './events.js' */
/** @import { World } from './world.js' */

const CONTACT_KINDS = /** @type {const} */ (['contactBegin', 'contactEnd', 'contactHit']);
const TRIGGER_KINDS = /** @type {const} */ (['triggerEnter', 'triggerExit']);
const BODY_KINDS = /** @type {const} */ (['asleep', 'woke']);
const KINDS = /** @type {const} */ ([...CONTACT_KINDS, ...TRIGGER_KINDS, ...BODY_KINDS]);

/**
 * What a listener is given, by the kind of event.
 * @typedef {Record<typeof CONTACT_KINDS[number], ContactEvent>
 *     & Record<typeof TRIGGER_KINDS[number], TriggerEvent>
 *     & Record<typeof BODY_KINDS[number], Body>} EventMap
 *
 * @typedef {object} Listeners
 * @property {Map<keyof EventMap, ((event: any) => void)[]>} byKind
 * @property {boolean} telling whether one is being called
 */

/** @returns {Listeners} */
export function makeListeners() {
    return { byKind: new Map(), telling: false };
}

/**
 * @template {keyof EventMap} K
 * @param {Listeners} listeners
 * @param {K} kind
 * @param {(event: EventMap[K]) => void} listener
 * @returns {() => void} takes the listener off again
 */
export function listen({ byKind }, kind, listener) {
    oneOf('World.on', 'kind', kind, KINDS);
    if (typeof listener !== 'function') wrongType('World.on', 'listener', 'a function', listener);
    // An object of its own, so that the same function can be added twice; lists are replaced,
    // never changed.
    const entry = (/** @type {EventMap[K]} */ event) => listener(event);
    byKind.set(kind, [...(byKind.get(kind) ?? []), entry]);
    return () => {
        const rest = (byKind.get(kind) ?? []).filter((other) => other !== entry);
        if (rest.length > 0) byKind.set(kind, rest);
        else byKind.delete(kind);
    };
}

/**
 * Calls every listener for the events of its kind.
 * @param {Listeners} listeners
 * @param {World} world
 */
export function tellAll(listeners, world) {
    const { byKind } = listeners;
    if (byKind.size === 0) return;
    listeners.telling = true;
    try {
        for (const kind of CONTACT_KINDS) tell(byKind.get(kind), world.events[kind]);
        for (const kind of TRIGGER_KINDS) tell(byKind.get(kind), world.events[kind]);
        for (const kind of BODY_KINDS) tellBodies(byKind.get(kind), world.events[kind], world);
    } finally {
        listeners.telling = false;
    }
}

/**
 * @param {((event: any) => void)[] | undefined} listeners
 * @param {Events['contactBegin'] | Events['triggerEnter']} events
 */
function tell(listeners, events) {
    if (!listeners) return;
    for (const event of events) {
        for (let i = 0; i < listeners.length; ++i) listeners[i](event);
    }
}

/**
 * @param {((event: any) => void)[] | undefined} listeners
 * @param {Iterable<number>} slots
 * @param {World} world
 */
function tellBodies(listeners, slots, world) {
    if (!listeners) return;
    for (const slot of slots) {
        const body = world.bodyAt(slot);
        if (!body) continue;
        for (let i = 0; i < listeners.length; ++i) listeners[i](body);
    }
}
