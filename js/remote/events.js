// Events of a world in a worker: flat lists of the page's numbers on the way, plain objects on
// arrival. Used by js/remote/world.js and js/worker-host.js.

/** @import { WorkerBody } from './body.js' */
/** @import { WorkerCollider } from './collider.js' */
/** @import { WorkerJoint } from './joint.js' */

/**
 * @typedef {object} WorkerContactEvent
 * @property {WorkerCollider} colliderA one collider
 * @property {WorkerCollider} colliderB the other collider
 * @property {WorkerBody} bodyA the body of collider A
 * @property {WorkerBody} bodyB the body of collider B
 * @property {number} x where, in the world, metres
 * @property {number} y where, in the world, metres
 * @property {number} nx x of the unit normal from A to B
 * @property {number} ny y of the unit normal from A to B
 * @property {number} speed of approach, m/s
 * @property {number} impulse N s; only for a hit
 *
 * @typedef {object} WorkerTriggerEvent
 * @property {WorkerBody} trigger the body of the trigger
 * @property {WorkerBody} visitor the body that came or went
 * @property {WorkerCollider} triggerCollider the collider that is the trigger
 * @property {WorkerCollider} visitorCollider the collider that came or went
 * @property {number} pairs how many pairs of colliders of these two bodies were inside each other
 *     after the step; an exit that finds 0 is the visitor's last
 *
 * @typedef {object} WorkerJointEvent
 * @property {WorkerJoint} joint no longer alive
 * @property {WorkerBody} bodyA body A of the joint
 * @property {WorkerBody} bodyB body B of the joint
 * @property {number} x where, in the world, metres
 * @property {number} y where, in the world, metres
 * @property {number} force newtons, the most of the step's substeps
 * @property {number} torque N m, the most of the step's substeps
 *
 * @typedef {object} WorkerEvents
 * @property {WorkerContactEvent[]} contactBegin two colliders began to touch
 * @property {WorkerContactEvent[]} contactEnd they ceased to, or one was destroyed
 * @property {WorkerContactEvent[]} contactHit they met faster than the world's hitSpeed
 * @property {WorkerTriggerEvent[]} triggerEnter a collider came into a trigger
 * @property {WorkerTriggerEvent[]} triggerExit it left, or one of the two was destroyed
 * @property {WorkerTriggerEvent[]} triggerStay who is inside whom after the last step; only while
 *     something listens to it, or did
 * @property {WorkerContactEvent[]} contactStay who touches whom after the last step; likewise
 * @property {number[]} moved indices of bodies that were awake, each once
 * @property {number[]} asleep indices of bodies that fell asleep
 * @property {number[]} woke indices of bodies that woke
 * @property {WorkerJointEvent[]} jointBroke joints that held more than they may
 */

export const CONTACTS = /** @type {const} */ (['contactBegin', 'contactEnd', 'contactHit', 'contactStay']);
export const TRIGGERS = /** @type {const} */ (['triggerEnter', 'triggerExit', 'triggerStay']);

/** What is sent only if the page asks, and as the last step left it. @type {readonly string[]} */
export const STAYS = ['triggerStay', 'contactStay'];

export const SLOTS = /** @type {const} */ (['moved', 'asleep', 'woke']);
/** What can be listened to. */
export const KINDS = /** @type {const} */ ([...CONTACTS, ...TRIGGERS, ...SLOTS, 'jointBroke', 'error']);

/** @returns {WorkerEvents} */
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
        for (let i = 0; i < list.length; i += 8) {
            const [colliderA, colliderB] = [collider(list[i]), collider(list[i + 1])];
            const [bodyA, bodyB] = [colliderA.body, colliderB.body];
            const [x, y, nx, ny, speed, impulse] = list.slice(i + 2, i + 8);
            events[kind].push({ colliderA, colliderB, bodyA, bodyB, x, y, nx, ny, speed, impulse });
        }
    }
    for (const kind of TRIGGERS) {
        const list = flat[kind] ?? [];
        for (let i = 0; i < list.length; i += 3) {
            const [triggerCollider, visitorCollider] = [collider(list[i]), collider(list[i + 1])];
            const [trigger, visitor] = [triggerCollider.body, visitorCollider.body];
            events[kind].push({ trigger, visitor, triggerCollider, visitorCollider, pairs: list[i + 2] });
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
