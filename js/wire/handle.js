// What modules need beyond the public members of a world, and of a collider that is a map of tiles. The classes
// keep these private and assign the functions below when they are defined; a module that has an object imports
// this file instead of the class. What all objects of a world have is in js/wire/object.js.

/** @import { Collider } from '../world/objects/collider.js' */
/** @import { TileData } from '../options/tile-kinds.js' */
/** @import { WorldQueries } from '../world/queries/world-queries.js' */
/** @import { World } from '../world/world.js' */
/** @import { Core } from './core.js' */

/** Of a map of tiles; undefined if the collider is none. @type {(collider: Collider) => TileData | undefined} */
export let tileDataOfCollider;
/** Counts an edit of its ground: see `tileEdits`. @type {(collider: Collider) => void} */
export let countEdit;
/** @type {(world: WorldQueries) => Core} */
export let worldCore;
/** @type {(value: object) => value is World} */
export let isWorld;
/** @type {(value: object) => boolean} */
export let isWorkerWorld;

/**
 * The class Collider alone calls this, once.
 * @param {(collider: Collider) => TileData | undefined} tileData
 * @param {(collider: Collider) => void} count
 */
export function openCollider(tileData, count) {
    tileDataOfCollider = tileData;
    countEdit = count;
}

/**
 * The class World alone calls this, once.
 * @param {(world: any) => Core} core
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
