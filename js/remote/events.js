// Events of a world in a worker: flat lists of numbers on the way, plain objects on arrival, with which
// listeners are called. js/remote/host.js writes them, js/remote/link.js reads them.
import { STAY_KINDS, STEP_KINDS, callForEvents } from '../world/events/listeners.js';
import { makeCell, nameKind, readCell, readSegment } from '../world/objects/parts.js';

/** @import { Events } from '../world/types.js' */
/** @import { RemoteCore } from './mirror.js' */
/** @import { WorkerEvents } from './types.js' */

/**
 * @typedef {object} Form how the events of some kinds are sent
 * @property {readonly string[]} members one word each: a number, or the number of a collider or joint
 * @property {number} objects how many of them, the first ones, are objects
 * @property {Record<string, [object: string, body: string]>} bodies members that are read from the objects
 * @property {boolean} pair whether the layers of the two sides follow, and the cell or segment
 */

/** @type {Form} */
const CONTACT = { members: ['colliderA', 'colliderB', 'x', 'y', 'nx', 'ny', 'speed', 'impulse'],
    objects: 2, pair: true,
    bodies: { bodyA: ['colliderA', 'body'], bodyB: ['colliderB', 'body'] } };
/** @type {Form} */
const TRIGGER = { members: ['triggerCollider', 'visitorCollider', 'pairs'], objects: 2, pair: true,
    bodies: { trigger: ['triggerCollider', 'body'], visitor: ['visitorCollider', 'body'] } };
/** @type {Form} */
const BROKEN = { members: ['joint', 'x', 'y', 'force', 'torque'], objects: 1, pair: false,
    bodies: { bodyA: ['joint', 'bodyA'], bodyB: ['joint', 'bodyB'] } };
/** @type {Form} */
const CRUSHED = { members: ['collider', 'kinematicCollider', 'staticCollider', 'nx', 'ny', 'depth'],
    objects: 3, pair: false,
    bodies: { body: ['collider', 'body'], kinematicBody: ['kinematicCollider', 'body'],
        staticBody: ['staticCollider', 'body'] } };

/** By kind; kinds without a form are indices of bodies. @type {Record<string, Form>} */
const FORMS = { contactBegin: CONTACT, contactEnd: CONTACT, contactHit: CONTACT,
    contactLoad: CONTACT, contactStay: CONTACT, triggerEnter: TRIGGER, triggerExit: TRIGGER,
    triggerStay: TRIGGER, jointBroke: BROKEN, crushed: CRUSHED };
const ALL = [...STEP_KINDS, ...STAY_KINDS];

/** What can be listened to. */
export const KINDS = /** @type {const} */ ([...STEP_KINDS, ...STAY_KINDS, 'message', 'error']);

/** What is sent only if the page asks, and as the last step left it. @param {string} kind */
export const isStay = (kind) => STAY_KINDS.includes(/** @type {any} */ (kind));

/** The words that `readCell` and `readSegment` read. @param {any} event */
const partWords = (
    { cell, segment = -1 },
) => (cell ? [cell.column, cell.row, cell.tile] : [segment, -1, 0]);

/**
 * Appends the events of the step that a world has just made.
 * @param {Events<any>} events of the world
 * @param {Record<string, number[]>} flat
 * @param {ReadonlySet<string>} watched of what stays, the kinds that the page wants
 * @param {(object: object) => number} numberOf an object
 * @param {readonly number[]} indices of bodies on the page, by slot; below 0 if it has none yet
 * @param {(list: any, index: number) => number} layersOf the two sides of an event
 */
export function encodeEvents(events, flat, watched, numberOf, indices, layersOf) {
    for (const kind of ALL) {
        if (isStay(kind) && !watched.has(kind)) continue;
        const source = /** @type {any} */ (events)[kind];
        if (isStay(kind)) flat[kind] = [];
        const words = (flat[kind] ??= []);
        const form = FORMS[kind];
        let i = 0;
        for (const event of source) {
            if (!form) {
                if (indices[event] >= 0) words.push(indices[event]);
                continue;
            }
            for (let k = 0; k < form.members.length; ++k) {
                const value = event[form.members[k]];
                words.push(k < form.objects ? numberOf(value) : value);
            }
            if (form.pair) words.push(layersOf(source, i++), ...partWords(event));
        }
    }
}

/** By list of contact or trigger events, in their order, the layers of their two sides. @type {WeakMap<object[], number[]>} */
const layersOfLists = new WeakMap();

/** @returns {WorkerEvents<any>} */
export function noEvents() {
    return /** @type {any} */ (Object.fromEntries(ALL.map((kind) => [kind, []])));
}

/**
 * Appends the events of a reply.
 * @param {any} events
 * @param {Record<string, number[]>} flat
 * @param {readonly string[]} layerNames of the world
 * @param {(number: number) => any} find the page's object of a number
 */
export function decodeEvents(events, flat, layerNames, find) {
    for (const [kind, words] of Object.entries(flat)) {
        if (isStay(kind)) events[kind] = [];
        const form = FORMS[kind];
        if (!form) events[kind] = events[kind].concat(words);
        else for (let at = 0; at < words.length; at += form.members.length + (form.pair ? 4 : 0))
                events[kind].push(decode(form, words, at, find));
        if (form?.pair) namePairs(form, events[kind], words, layerNames);
    }
}

/**
 * @param {Form} form
 * @param {number[]} words
 * @param {number} at where the event begins
 * @param {(number: number) => any} find
 */
function decode({ members, objects, bodies }, words, at, find) {
    /** @type {any} */
    const event = {};
    members.forEach((member, k) => {
        event[member] = k < objects ? find(words[at + k]) : words[at + k];
    });
    for (const [name, [object, body]] of Object.entries(bodies)) event[name] = event[object][body];
    return event;
}

/**
 * Gives the last events of a list their cells and segments, and notes their layers.
 * @param {Form} form
 * @param {any[]} list
 * @param {number[]} words of its last events
 * @param {readonly string[]} layerNames
 */
function namePairs({ members }, list, words, layerNames) {
    const stride = members.length + 4;
    const layers = layersOfLists.get(list) ?? [];
    layersOfLists.set(list, layers);
    for (let at = members.length; at < words.length; at += stride) {
        const event = list[layers.length];
        layers.push(words[at]);
        const cell = readCell(words, at + 1, makeCell());
        event.cell = cell
            && nameKind(cell, layerNames, event[members[0]], event[members[1]], words[at]);
        if (members === CONTACT.members) event.segment = readSegment(words, at + 1);
    }
}

/** A contact event with its sides exchanged. @param {any} event */
function flip(event) {
    const { colliderA, colliderB, bodyA, bodyB, nx, ny } = event;
    // Not -0 where it is 0.
    return { ...event, colliderA: colliderB, colliderB: colliderA, bodyA: bodyB, bodyB: bodyA,
        nx: 0 - nx, ny: 0 - ny };
}

/** By side, what its body and its collider are called in a contact, trigger and crush event. */
const BODY_NAMES = [['bodyA', 'trigger', 'body'], ['bodyB', 'visitor', 'kinematicBody']];
const COLLIDER_NAMES = [['colliderA', 'triggerCollider', 'collider'], ['colliderB',
    'visitorCollider', 'kinematicCollider']];

/** @param {any} event @param {string[]} names */
const named = (event, names) => event[names[0]] ?? event[names[1]] ?? event[names[2]];

/**
 * Events that came, as js/world/events/listeners.js calls listeners with them.
 * @param {RemoteCore} core
 * @param {any[]} list events, or indices of bodies
 */
function arrived({ bodies, layerNames }, list) {
    const live = (
        /** @type {number} */ index,
    ) => (bodies[index]?.alive ? bodies[index] : undefined);
    const collider = (/** @type {number} */ index, /** @type {number} */ side) =>
        named(list[index], COLLIDER_NAMES[side]);
    return {
        event(/** @type {number} */ index, /** @type {boolean} */ flipped) {
            const event = list[index];
            if (typeof event === 'number') return live(event);
            return flipped && 'colliderA' in event ? flip(event) : event;
        },
        body(/** @type {number} */ index, /** @type {number} */ side) {
            const event = list[index];
            if (typeof event === 'number') return side === 0 ? live(event) : undefined;
            return named(event, BODY_NAMES[side]);
        },
        collider,
        layer(/** @type {number} */ index, /** @type {number} */ side) {
            const layers = layersOfLists.get(list);
            return layers
                ? layerNames[(layers[index] >> (16 * side)) & 0xffff]
                : collider(index, side).layer;
        },
    };
}

/**
 * Calls the listeners of events that came, kind after kind.
 * @param {RemoteCore} core
 * @param {any} events
 */
export function callForArrived(core, events) {
    for (const kind of ALL)
        callForEvents(core, kind, arrived(core, events[kind]), 0, events[kind].length);
}
