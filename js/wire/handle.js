// What the modules of js/world/ need of a body, a collider or a joint beyond its public members:
// its handle in the engine and the core of its world. The classes keep these private and open them
// here when they are defined; whoever has an object at hand imports this leaf instead of the class.

/** @import { Body } from '../world/objects/body.js' */
/** @import { Collider } from '../world/objects/collider.js' */
/** @import { Joint } from '../world/objects/joint.js' */
/** @import { ListenerTable } from '../world/events/listeners.js' */
/** @import { TileData } from '../options/tile-kinds.js' */
/** @import { World } from '../world/world.js' */
/** @import { Core, LastValues } from './core.js' */

/**
 * @typedef {object} BodyAccess
 * @property {(body: Body) => number} id a body's handle, 0 if it is destroyed
 * @property {(body: Body) => Core} core
 * @property {(body: Body, last?: LastValues) => void} end ends the object of a destroyed body, and keeps
 *     what can be read of it until no event names it any more
 * @property {(body: Body, id: number) => void} revive gives the object of a destroyed body its handle again
 * @property {(body: Body) => ListenerTable | undefined} listeners who listens to a body
 * @property {(value: object) => value is Body} is
 *
 * @typedef {object} ColliderAccess
 * @property {(collider: Collider) => number} id a collider's handle, 0 if it is destroyed
 * @property {(collider: Collider) => Core} core
 * @property {(collider: Collider, last?: LastValues) => void} end ends the object of a destroyed collider, likewise
 * @property {(collider: Collider, id: number) => void} revive gives its object the handle again
 * @property {(collider: Collider) => ListenerTable | undefined} listeners who listens to a collider
 * @property {(collider: Collider) => TileData | undefined} tileData of a map of tiles; undefined if the
 *     collider is none
 * @property {(value: object) => value is Collider} is
 *
 * @typedef {object} JointAccess
 * @property {(joint: Joint) => number} id a joint's handle, 0 if it is gone
 * @property {(joint: Joint) => Core} core the core of its world
 * @property {(value: object) => value is Joint} is whether a value is a joint
 * @property {(joint: Joint, last?: LastValues) => void} end ends the object of a joint that is gone, likewise
 * @property {(joint: Joint, id: number) => void} revive gives its object the handle again
 */

/** @type {BodyAccess['id']} */
export let bodyId;
/** @type {BodyAccess['core']} */
export let bodyCore;
/** @type {BodyAccess['end']} */
export let endBody;
/** @type {BodyAccess['revive']} */
export let reviveBody;
/** @type {BodyAccess['listeners']} */
export let listenersOfBody;
/** @type {BodyAccess['is']} */
export let isBody;

/** @type {ColliderAccess['id']} */
export let colliderId;
/** @type {ColliderAccess['core']} */
export let colliderCore;
/** @type {ColliderAccess['end']} */
export let endCollider;
/** @type {ColliderAccess['revive']} */
export let reviveCollider;
/** @type {ColliderAccess['listeners']} */
export let listenersOfCollider;
/** @type {ColliderAccess['tileData']} */
export let tileDataOfCollider;
/** @type {ColliderAccess['is']} */
export let isCollider;

/** @type {JointAccess['id']} */
export let jointId;
/** @type {JointAccess['core']} */
export let jointCore;
/** @type {JointAccess['is']} */
export let isJoint;
/** @type {JointAccess['end']} */
export let endJoint;
/** @type {JointAccess['revive']} */
export let reviveJoint;

/**
 * The class Body alone calls this, once.
 * @param {BodyAccess} access
 */
export function openBody(access) {
    ({ id: bodyId, core: bodyCore, end: endBody, revive: reviveBody, listeners: listenersOfBody, is: isBody } = access);
}

/**
 * The class Collider alone calls this, once.
 * @param {ColliderAccess} access
 */
export function openCollider(access) {
    ({
        id: colliderId,
        core: colliderCore,
        end: endCollider,
        revive: reviveCollider,
        listeners: listenersOfCollider,
        tileData: tileDataOfCollider,
        is: isCollider,
    } = access);
}

/**
 * The class Joint alone calls this, once.
 * @param {JointAccess} access
 */
export function openJoint(access) {
    ({ id: jointId, core: jointCore, is: isJoint, end: endJoint, revive: reviveJoint } = access);
}

/** @type {(world: World) => Core} */
export let worldCore;
/** @type {(value: object) => value is World} */
export let isWorld;
/** @type {(value: object) => boolean} */
export let isWorkerWorld;

/**
 * The class World alone calls this, once.
 * @param {(world: World) => Core} core
 * @param {(value: object) => value is World} is
 */
export function openWorld(core, is) {
    worldCore = core;
    isWorld = is;
}

/**
 * The class WorkerWorld alone calls this, once.
 * @param {(value: object) => boolean} is
 */
export function openWorkerWorld(is) {
    isWorkerWorld = is;
}
