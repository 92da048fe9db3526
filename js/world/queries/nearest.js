// Nearest points: of a whole world, of one body or collider, of two shapes without a world; what a
// finger touches. js/world/world.js calls these; `distance` is public as it is.
import { livePointer } from '../../wire/core.js';
import { MAX_COORDINATE, coordinate, inRange, wrongType } from '../../wire/errors.js';
import { idOf, isBody, isCollider } from '../../wire/object.js';
import { heap, needReady, raise, wasm, writeRecord } from '../../wire/wasm.js';
import { fillHit, newHit, readOut } from './casts.js';
import { ownBody, ownCollider } from '../objects/own.js';
import { placedPair } from './queries.js';
import { raiseOfPair } from '../objects/shape-faults.js';
import { QUERY, parseOptions, writeFilter } from './query-filter.js';

/** @import { NearestOptions, Pose } from '../../options/query-types.js' */
/** @import { ShapeOptions } from '../../options/types.js' */
/** @import { Core } from '../../wire/core.js' */
/** @import { Body } from '../objects/body.js' */
/** @import { Collider } from '../objects/collider.js' */
/** @import { Distance, NearestHit } from '../types.js' */

const NEAREST_KEYS = new Set(['layers', 'triggers', 'skipStatic', 'skipMoving', 'ignore', 'out']);
const TOUCH_KEYS = new Set([...NEAREST_KEYS].filter((key) => key !== 'triggers'));

/** A hit as the engine gives it, before its fraction is called a distance. */
const found = newHit();

/**
 * @param {Core} core
 * @param {string} method
 * @param {number} count of hits, or minus an error code
 * @param {unknown} out what to fill
 * @returns {NearestHit<any> | null}
 */
function nearestHit(core, method, count, out) {
    if (count < 0) raise(method, -count);
    if (count === 0) return null;
    const hit = /** @type {NearestHit | undefined} */ (out);
    const { body, collider, x, y, nx, ny, fraction, cell, segment } = fillHit(core,
        wasm.scratch >> 2, found, hit);
    if (hit === undefined)
        return { body, collider, x, y, nx, ny, distance: fraction, cell, segment };
    hit.body = body;
    hit.collider = collider;
    hit.x = x;
    hit.y = y;
    hit.nx = nx;
    hit.ny = ny;
    hit.distance = fraction;
    hit.cell = cell;
    hit.segment = segment;
    return hit;
}

/**
 * @param {Core} core
 * @param {string} method
 * @param {number} x
 * @param {number} y
 * @param {number} maxDistance
 * @param {Record<string, unknown>} o
 * @param {number} flags
 */
function nearest(core, method, x, y, maxDistance, o, flags) {
    const out = readOut(method, o);
    const filter = writeFilter(core, method, o, flags);
    const ptr = livePointer(core, method);
    const count = wasm.calls.closest_point(ptr, x, y, maxDistance, filter, wasm.scratch);
    return nearestHit(core, method, count, out);
}

/**
 * @param {Core} core
 * @param {any} x
 * @param {any} y
 * @param {any} maxDistance
 * @param {NearestOptions | undefined} given
 */
export function closestPoint(core, x, y, maxDistance, given) {
    const method = 'World.closestPoint';
    coordinate(method, 'x', x);
    coordinate(method, 'y', y);
    inRange(method, 'maxDistance', maxDistance, 0, MAX_COORDINATE);
    return nearest(core, method, x, y, maxDistance, parseOptions(method, given, NEAREST_KEYS), 0);
}

/**
 * @param {Core} core
 * @param {any} x
 * @param {any} y
 * @param {any} [radius]
 * @param {Omit<NearestOptions, 'triggers'>} [given]
 */
export function touch(core, x, y, radius = 0, given) {
    const method = 'World.touch';
    coordinate(method, 'x', x);
    coordinate(method, 'y', y);
    inRange(method, 'radius', radius, 0, MAX_COORDINATE);
    const o = parseOptions(method, given, TOUCH_KEYS);
    return nearest(core, method, x, y, radius, o, QUERY.triggers);
}

/**
 * @param {Core} core
 * @param {Body | Collider} of
 * @param {any} x
 * @param {any} y
 */
export function closestPointOf(core, of, x, y) {
    const method = 'World.closestPointOf';
    coordinate(method, 'x', x);
    coordinate(method, 'y', y);
    const ptr = livePointer(core, method);
    if (typeof of !== 'object' || of === null || !(isBody(of) || isCollider(of))) {
        wrongType(method, 'of', 'a Body or a Collider', of);
    }
    const body = isBody(of) ? idOf(ownBody(core, method, 'of', of)) : 0;
    const collider = isCollider(of) ? idOf(ownCollider(core, method, 'of', of)) : 0;
    const count = wasm.calls.closest_point_of(ptr, body, collider, x, y, wasm.scratch);
    return nearestHit(core, method, count, undefined);
}

/**
 * How far apart two shapes are, without a world, and their nearest points. Where they overlap the
 * distance is negative: the shortest way that frees them.
 * @param {ShapeOptions} shapeA
 * @param {Pose} poseA where it is
 * @param {ShapeOptions} shapeB
 * @param {Pose} poseB
 * @returns {Distance}
 * @throws {RangeError | MicaError} for a shape that is none
 */
export function distance(shapeA, poseA, shapeB, poseB) {
    needReady('distance');
    const records = placedPair('distance', shapeA, poseA, shapeB, poseB);
    writeRecord(records, wasm.scratch);
    const out = wasm.scratch + 8 * records.length;
    const error = -wasm.calls.distance(wasm.scratch, out);
    const { f32, i32 } = heap();
    const at = out >> 2;
    if (error !== 0) raiseOfPair('distance', error, records, i32[at]);
    return {
        distance: f32[at],
        nx: f32[at + 5],
        ny: f32[at + 6],
        ax: f32[at + 1],
        ay: f32[at + 2],
        bx: f32[at + 3],
        by: f32[at + 4],
    };
}
