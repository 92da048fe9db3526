// Who listens to a world's events, and the telling of them after a step. A World holds one set of
// listeners; nobody else calls this.
import { oneOf, wrongType } from '../wire/errors.js';
import { markOf } from './event-stores.js';
import { tellEvents } from './events.js';

/** @import { Body } from './body.js' */
/** @import { EventStores } from './event-stores.js' */
/** @import { ContactEvent, JointEvent, TriggerEvent } from './events.js' */
/** @import { Core } from '../wire/core.js' */
/** @import { World } from './world.js' */

const CONTACT_KINDS = /** @type {const} */ (['contactBegin', 'contactEnd', 'contactHit']);
const TRIGGER_KINDS = /** @type {const} */ (['triggerEnter', 'triggerExit']);
const BODY_KINDS = /** @type {const} */ (['moved', 'asleep', 'woke']);
/** What each step tells, in the order of the bridge's descriptor. */
const EVENT_KINDS = /** @type {const} */ ([...CONTACT_KINDS, ...TRIGGER_KINDS]);
const STEP_KINDS = /** @type {const} */ ([...EVENT_KINDS, ...BODY_KINDS, 'jointBroke']);
const FIRST_BODY_KIND = EVENT_KINDS.length;
const JOINT_KIND = STEP_KINDS.length - 1;
const STAY_KINDS = /** @type {const} */ (['triggerStay', 'contactStay']);
const KINDS = /** @type {const} */ (['beforeStep', ...STEP_KINDS, ...STAY_KINDS]);

/**
 * What a listener is given, by the kind of event.
 * @template {string} [L=string] names of the world's layers
 * @typedef {Record<typeof CONTACT_KINDS[number] | 'contactStay', ContactEvent<L>>
 *     & Record<typeof TRIGGER_KINDS[number] | 'triggerStay', TriggerEvent<L>>
 *     & Record<typeof BODY_KINDS[number], Body<L>>
 *     & Record<'jointBroke', JointEvent<L>>
 *     & Record<'beforeStep', void>} EventMap
 */

/**
 * @typedef {object} Listeners
 * @property {Map<keyof EventMap, ((event: any) => void)[]>} byKind
 * @property {boolean} telling whether one is being called
 */

/** @returns {Listeners} */
export function makeListeners() {
    return { byKind: new Map(), telling: false };
}

/**
 * @param {Listeners} listeners
 * @param {keyof EventMap} kind
 * @param {(event: any) => void} listener
 * @returns {() => void} takes the listener off again
 */
export function listen({ byKind }, kind, listener) {
    oneOf('World.on', 'kind', kind, KINDS);
    if (typeof listener !== 'function') wrongType('World.on', 'listener', 'a function', listener);
    // An object of its own, so that the same function can be added twice; lists are replaced,
    // never changed.
    const entry = (/** @type {unknown} */ event) => listener(event);
    byKind.set(kind, [...(byKind.get(kind) ?? []), entry]);
    return () => {
        const rest = (byKind.get(kind) ?? []).filter((other) => other !== entry);
        if (rest.length > 0) byKind.set(kind, rest);
        else byKind.delete(kind);
    };
}

/**
 * Gives a step the forces of its frame, and calls those who wait for it to begin.
 * @param {Listeners} listeners
 * @param {Core} core
 */
export function tellBefore(listeners, core) {
    const { frameForces: forces } = core;
    forces.repeat(core);
    const list = listeners.byKind.get('beforeStep');
    if (!list) return;
    listeners.telling = true;
    forces.inStep = true;
    try {
        for (let i = 0; i < list.length; ++i) list[i](undefined);
    } finally {
        listeners.telling = false;
        forces.inStep = false;
    }
}

/**
 * Calls every listener for the events of its kind, step after step, so that an exit of one step
 * comes before an enter of the next; then those for what stays.
 * @param {Listeners} listeners
 * @param {World} world
 * @param {EventStores} buffers
 */
export function tellAll(listeners, world, buffers) {
    const { byKind } = listeners;
    if (byKind.size === 0) return;
    const { events } = world;
    const steps = buffers.marks.count;
    listeners.telling = true;
    try {
        for (let step = 0; step < steps; ++step) {
            for (let k = 0; k < STEP_KINDS.length; ++k) {
                const list = byKind.get(STEP_KINDS[k]);
                if (!list) continue;
                const from = markOf(buffers, step - 1, k);
                const to = markOf(buffers, step, k);
                if (k < FIRST_BODY_KIND) tellEvents(events[EVENT_KINDS[k]], list, from, to);
                else if (k === JOINT_KIND) tellEvents(events.jointBroke, list, from, to);
                else tellBodies(list, events[BODY_KINDS[k - FIRST_BODY_KIND]].array, from, to, world);
            }
        }
        for (const kind of STAY_KINDS) {
            const list = byKind.get(kind);
            if (list) tellEvents(events[kind], list, 0, events[kind].length);
        }
    } finally {
        listeners.telling = false;
    }
}

/**
 * @param {((event: any) => void)[]} listeners
 * @param {Int32Array} slots
 * @param {number} from
 * @param {number} to
 * @param {World} world
 */
function tellBodies(listeners, slots, from, to, world) {
    for (let k = from; k < to && !world.destroyed; ++k) {
        const body = world.bodyAt(slots[k]);
        if (!body) continue;
        for (let i = 0; i < listeners.length; ++i) listeners[i](body);
    }
}
