// Events of a world in a worker: flat lists of the page's numbers on the way, plain objects on
// arrival, with which listeners are called. Used by js/remote/world.js, js/remote/link.js and
// js/worker-host.js.
import { STAY_KINDS, STEP_KINDS, callForEvents } from '../world/listeners.js';
import { makeCell, nameKind, readCell, readSegment } from '../world/parts.js';

/** @import { TileCell } from '../world/types.js' */
/** @import { RemoteCore } from './engine.js' */
/** @import { WorkerBody } from './body.js' */
/** @import { WorkerCollider } from './collider.js' */
/** @import { WorkerJoint } from './joint.js' */
/** @import { WorkerContactEvent, WorkerCrushEvent, WorkerEvents, WorkerJointEvent, WorkerTriggerEvent } from './types.js' */

export const CONTACTS = /** @type {const} */ (['contactBegin', 'contactEnd', 'contactHit', 'contactStay']);
export const TRIGGERS = /** @type {const} */ (['triggerEnter', 'triggerExit', 'triggerStay']);

/** What is sent only if the page asks, and as the last step left it. @type {readonly string[]} */
export const STAYS = ['triggerStay', 'contactStay'];

export const SLOTS = /** @type {const} */ (['moved', 'asleep', 'woke']);
/** What can be listened to. */
export const KINDS = /** @type {const} */ ([...STEP_KINDS, ...STAY_KINDS, 'message', 'error']);

/**
 * What a listener is given, by the kind of event.
 * @template {string} [L=string] names of the world's layers
 * @typedef {Record<typeof CONTACTS[number], WorkerContactEvent<L>>
 *     & Record<typeof TRIGGERS[number], WorkerTriggerEvent<L>>
 *     & Record<typeof SLOTS[number], WorkerBody<L>>
 *     & Record<'jointBroke', WorkerJointEvent<L>>
 *     & Record<'crushed', WorkerCrushEvent<L>>
 *     & Record<'error', Error>
 *     & Record<'message', any>} WorkerEventMap
 */

/**
 * The words that `readCell` and `readSegment` read.
 * @param {TileCell<any> | undefined} cell
 * @param {number} [segment]
 */
export function partWords(cell, segment = -1) {
    return cell ? [cell.column, cell.row, cell.tile] : [segment, -1, 0];
}

/** By list of contact or trigger events, in their order, the layers of their two sides. @type {WeakMap<object[], number[]>} */
const layersOfLists = new WeakMap();

/**
 * Takes in an event with the layers of its sides.
 * @param {object[]} list
 * @param {object} event
 * @param {number} layers
 */
function enterEvent(list, event, layers) {
    const known = layersOfLists.get(list);
    if (known) known.push(layers);
    else layersOfLists.set(list, [layers]);
    list.push(event);
}

/** @returns {WorkerEvents<any>} */
export function noEvents() {
    return { contactBegin: [], contactEnd: [], contactHit: [], contactStay: [], triggerEnter: [],
        triggerExit: [], triggerStay: [], moved: [], asleep: [], woke: [], jointBroke: [], crushed: [] };
}

/**
 * Appends the events of a reply.
 * @param {WorkerEvents} events
 * @param {Record<string, number[]>} flat
 * @param {readonly string[]} layerNames of the world
 * @param {ReadonlyMap<number, { collider: object }>} colliders by id
 * @param {ReadonlyMap<number, { joint: object }>} joints by id
 */
export function decodeEvents(events, flat, layerNames, colliders, joints) {
    /** @param {number} id */
    const collider = (id) => /** @type {WorkerCollider} */ (colliders.get(id)?.collider);
    if (flat.triggerStay) events.triggerStay = [];
    if (flat.contactStay) events.contactStay = [];
    for (const kind of CONTACTS) {
        const list = flat[kind] ?? [];
        for (let i = 0; i < list.length; i += 12) {
            const [colliderA, colliderB] = [collider(list[i]), collider(list[i + 1])];
            const [bodyA, bodyB] = [colliderA.body, colliderB.body];
            const [x, y, nx, ny, speed, impulse] = list.slice(i + 2, i + 8);
            const layers = list[i + 8];
            const cell = readCell(list, i + 9, makeCell());
            if (cell) nameKind(cell, layerNames, colliderA, colliderB, layers);
            const segment = readSegment(list, i + 9);
            const event = { colliderA, colliderB, bodyA, bodyB, x, y, nx, ny, speed, impulse, cell, segment };
            enterEvent(events[kind], event, layers);
        }
    }
    for (const kind of TRIGGERS) {
        const list = flat[kind] ?? [];
        for (let i = 0; i < list.length; i += 7) {
            const [triggerCollider, visitorCollider] = [collider(list[i]), collider(list[i + 1])];
            const [trigger, visitor] = [triggerCollider.body, visitorCollider.body];
            const layers = list[i + 3];
            const cell = readCell(list, i + 4, makeCell());
            if (cell) nameKind(cell, layerNames, triggerCollider, visitorCollider, layers);
            const event = { trigger, visitor, triggerCollider, visitorCollider, pairs: list[i + 2], cell };
            enterEvent(events[kind], event, layers);
        }
    }
    const broke = flat.jointBroke ?? [];
    for (let i = 0; i < broke.length; i += 5) {
        const [id, x, y, force, torque] = broke.slice(i, i + 5);
        const joint = /** @type {WorkerJoint} */ (joints.get(id)?.joint);
        const { bodyA, bodyB } = joint;
        events.jointBroke.push({ joint, bodyA, bodyB, x, y, force, torque });
    }
    const crushed = flat.crushed ?? [];
    for (let i = 0; i < crushed.length; i += 6) {
        const [own, moving, fixed] = [collider(crushed[i]), collider(crushed[i + 1]), collider(crushed[i + 2])];
        const [nx, ny, depth] = crushed.slice(i + 3, i + 6);
        events.crushed.push({ collider: own, kinematicCollider: moving, staticCollider: fixed, body: own.body,
            kinematicBody: moving.body, staticBody: fixed.body, nx, ny, depth });
    }
    for (const kind of SLOTS) for (const index of flat[kind] ?? []) events[kind].push(index);
}

/**
 * A contact event with its sides exchanged.
 * @param {WorkerContactEvent<any>} event
 * @returns {WorkerContactEvent<any>}
 */
function flip(event) {
    const { colliderA, colliderB, bodyA, bodyB, nx, ny } = event;
    const sides = { colliderA: colliderB, colliderB: colliderA, bodyA: bodyB, bodyB: bodyA };
    // Not -0 where it is 0.
    return { ...event, ...sides, nx: 0 - nx, ny: 0 - ny };
}

/** By side, what its body and its collider are called in an event. */
const BODY_NAMES = [['bodyA', 'trigger', 'body'], ['bodyB', 'visitor', 'kinematicBody']];
const COLLIDER_NAMES = [['colliderA', 'triggerCollider', 'collider'], ['colliderB', 'visitorCollider', 'kinematicCollider']];

/** @param {any} event @param {string[]} names what it is called in a contact, trigger and crush event */
function named(event, names) {
    return event[names[0]] ?? event[names[1]] ?? event[names[2]];
}

/** Events that came, as js/world/listeners.js calls listeners with them. */
class ArrivedSource {
    #core;
    #list;

    /** @param {RemoteCore} core @param {any[]} list events, or indices of bodies */
    constructor(core, list) {
        this.#core = core;
        this.#list = list;
    }

    /** @param {number} index @param {boolean} flipped */
    event(index, flipped) {
        const event = this.#list[index];
        if (typeof event === 'number') return this.#body(event);
        return flipped && 'colliderA' in event ? flip(event) : event;
    }

    /** @param {number} index @param {number} side */
    body(index, side) {
        const event = this.#list[index];
        if (typeof event === 'number') return side === 0 ? this.#body(event) : undefined;
        return named(event, BODY_NAMES[side]);
    }

    /** @param {number} index @param {number} side */
    collider(index, side) {
        return named(this.#list[index], COLLIDER_NAMES[side]);
    }

    /** @param {number} index @param {number} side */
    layer(index, side) {
        const layers = layersOfLists.get(this.#list);
        if (layers) return this.#core.layerNames[(layers[index] >> (16 * side)) & 0xffff];
        return this.collider(index, side).layer;
    }

    /** @param {number} index */
    #body(index) {
        const body = this.#core.bodies[index];
        return body?.alive ? body : undefined;
    }
}

/**
 * Calls the listeners of events that came, kind after kind.
 * @param {RemoteCore} core
 * @param {WorkerEvents<any>} events
 */
export function callForArrived(core, events) {
    for (const kind of [...STEP_KINDS, ...STAY_KINDS]) {
        const list = events[kind];
        callForEvents(core, kind, new ArrivedSource(core, list), 0, list.length);
    }
}
