// Events of a world in a worker: flat lists of the page's numbers on the way, plain objects on
// arrival. Used by js/remote/world.js and js/worker-host.js.

import { readCell, readSegment } from '../world/parts.js';

/** @import { TileCell } from '../world/types.js' */
/** @import { WorkerBody } from './body.js' */
/** @import { WorkerCollider } from './collider.js' */
/** @import { WorkerJoint } from './joint.js' */
/** @import { WorkerContactEvent, WorkerEvents, WorkerJointEvent, WorkerTriggerEvent } from './types.js' */

export const CONTACTS = /** @type {const} */ (['contactBegin', 'contactEnd', 'contactHit', 'contactStay']);
export const TRIGGERS = /** @type {const} */ (['triggerEnter', 'triggerExit', 'triggerStay']);

/** What is sent only if the page asks, and as the last step left it. @type {readonly string[]} */
export const STAYS = ['triggerStay', 'contactStay'];

export const SLOTS = /** @type {const} */ (['moved', 'asleep', 'woke']);
/** What can be listened to. */
export const KINDS = /** @type {const} */ ([...CONTACTS, ...TRIGGERS, ...SLOTS, 'jointBroke', 'message', 'error']);

/**
 * What a listener is given, by the kind of event.
 * @template {string} [L=string] names of the world's layers
 * @typedef {Record<typeof CONTACTS[number], WorkerContactEvent<L>>
 *     & Record<typeof TRIGGERS[number], WorkerTriggerEvent<L>>
 *     & Record<typeof SLOTS[number], WorkerBody<L>>
 *     & Record<'jointBroke', WorkerJointEvent<L>>
 *     & Record<'error', Error>
 *     & Record<'message', any>} WorkerEventMap
 */

/**
 * The words that `readCell` and `readSegment` read.
 * @param {TileCell | undefined} cell
 * @param {number} [segment]
 */
export function partWords(cell, segment = -1) {
    return cell ? [cell.column, cell.row, cell.tile] : [segment, -1, 0];
}

/** @returns {WorkerEvents<any>} */
export function noEvents() {
    return { contactBegin: [], contactEnd: [], contactHit: [], contactStay: [], triggerEnter: [],
        triggerExit: [], triggerStay: [], moved: [], asleep: [], woke: [], jointBroke: [] };
}

/**
 * Appends the events of a reply.
 * @param {WorkerEvents} events
 * @param {Record<string, number[]>} flat
 * @param {ReadonlyMap<number, { collider: object }>} colliders by id
 * @param {ReadonlyMap<number, { joint: object }>} joints by id
 */
export function decodeEvents(events, flat, colliders, joints) {
    /** @param {number} id */
    const collider = (id) => /** @type {WorkerCollider} */ (colliders.get(id)?.collider);
    if (flat.triggerStay) events.triggerStay = [];
    if (flat.contactStay) events.contactStay = [];
    for (const kind of CONTACTS) {
        const list = flat[kind] ?? [];
        for (let i = 0; i < list.length; i += 11) {
            const [colliderA, colliderB] = [collider(list[i]), collider(list[i + 1])];
            const [bodyA, bodyB] = [colliderA.body, colliderB.body];
            const [x, y, nx, ny, speed, impulse] = list.slice(i + 2, i + 8);
            const cell = readCell(list, i + 8, { column: 0, row: 0, tile: 0 });
            const segment = readSegment(list, i + 8);
            events[kind].push({ colliderA, colliderB, bodyA, bodyB, x, y, nx, ny, speed, impulse, cell, segment });
        }
    }
    for (const kind of TRIGGERS) {
        const list = flat[kind] ?? [];
        for (let i = 0; i < list.length; i += 6) {
            const [triggerCollider, visitorCollider] = [collider(list[i]), collider(list[i + 1])];
            const [trigger, visitor] = [triggerCollider.body, visitorCollider.body];
            const cell = readCell(list, i + 3, { column: 0, row: 0, tile: 0 });
            events[kind].push({ trigger, visitor, triggerCollider, visitorCollider, pairs: list[i + 2], cell });
        }
    }
    const broke = flat.jointBroke ?? [];
    for (let i = 0; i < broke.length; i += 5) {
        const [id, x, y, force, torque] = broke.slice(i, i + 5);
        const joint = /** @type {WorkerJoint} */ (joints.get(id)?.joint);
        const { bodyA, bodyB } = joint;
        events.jointBroke.push({ joint, bodyA, bodyB, x, y, force, torque });
    }
    for (const kind of SLOTS) for (const index of flat[kind] ?? []) events[kind].push(index);
}
