// Where things touch: the contact points of a world, of a body or collider, or of two of them; flat
// in an array that is filled anew, or as objects. js/world/world.js, js/world/objects/body.js and
// js/world/objects/collider.js call these.
import { wrongType } from '../../wire/errors.js';
import { tileDataOfCollider } from '../../wire/handle.js';
import { idOf, isBody, isCollider } from '../../wire/object.js';
import { heap, raise, wasm } from '../../wire/wasm.js';
import { eventCollider } from '../objects/objects.js';
import { ownBody, ownCollider } from '../objects/own.js';
import { makeCell, nameKindOf, readCell, readSegment } from '../objects/parts.js';

/** @import { Core } from '../../wire/core.js' */
/** @import { Body } from '../objects/body.js' */
/** @import { Collider } from '../objects/collider.js' */
/** @import { ContactPoint, ContactPoints, TileCell } from '../types.js' */

const POINT_WORDS = 19;

/** @returns {ContactPoints} */
export function makeContactPoints() {
    const f32 = new Float32Array(64 * POINT_WORDS);
    return { count: 0, stride: POINT_WORDS, f32, u32: new Uint32Array(f32.buffer) };
}

/**
 * Has the engine gather the contact points between two sides: their count, and their address in
 * the scratch buffer.
 * @param {Core} core
 * @param {string} method
 * @param {Body | Collider | undefined} one anything if undefined
 * @param {Body | Collider | undefined} other
 */
function find(core, method, one, other) {
    const bodyA = bodySide(core, method, 'one', one);
    const colliderA = colliderSide(one);
    const bodyB = bodySide(core, method, 'other', other);
    const colliderB = colliderSide(other);
    const count = wasm.calls.contact_points(core.ptr, bodyA, colliderA, bodyB, colliderB);
    if (count < 0) raise(method, -count);
    return count;
}

/**
 * The handle of a side that is a body, 0 if it is none. Checks both kinds.
 * @param {Core} core
 * @param {string} method
 * @param {string} name
 * @param {unknown} side
 */
function bodySide(core, method, name, side) {
    if (side === undefined) return 0;
    if (typeof side !== 'object' || side === null || !(isBody(side) || isCollider(side)))
        wrongType(method, name, 'a Body or a Collider', side);
    if (isCollider(side)) {
        ownCollider(core, method, name, side);
        return 0;
    }
    return idOf(ownBody(core, method, name, side));
}

/** @param {Body | Collider | undefined} side checked by bodySide */
function colliderSide(side) {
    return side !== undefined && isCollider(side) ? idOf(side) : 0;
}

/**
 * Fills flat contact points: of all pairs, of one side, or between two.
 * @param {Core} core
 * @param {string} method
 * @param {ContactPoints} points
 * @param {Body | Collider} [one]
 * @param {Body | Collider} [other]
 */
export function gatherContactPoints(core, method, points, one, other) {
    const count = find(core, method, one, other);
    const words = count * POINT_WORDS;
    if (words > points.u32.length) {
        points.f32 = new Float32Array(2 * words);
        points.u32 = new Uint32Array(points.f32.buffer);
    }
    const { u32, i32, scratchI32 } = heap();
    const from = i32[scratchI32] >> 2;
    for (let i = 0; i < words; ++i) points.u32[i] = u32[from + i];
    points.count = count;
    return points;
}

/**
 * A cell with the layer and userData of its kind.
 * @param {Core} core
 * @param {TileCell<any> | undefined} cell
 * @param {Collider<any>} first of the contact point, one of which is the map
 * @param {Collider<any>} second
 */
function cellOf(core, cell, first, second) {
    return cell && nameKindOf(cell, core, tileDataOfCollider(first) ? first : second);
}

/**
 * Contact points as objects.
 * @param {Core} core
 * @param {string} method
 * @param {Body | Collider} one
 * @param {Body | Collider | undefined} other
 * @returns {ContactPoint<any>[]}
 */
export function listContactPoints(core, method, one, other) {
    const count = find(core, method, one, other);
    const { u32, f32, i32, scratchI32 } = heap();
    const start = i32[scratchI32] >> 2;
    return Array.from({ length: count }, (_, i) => {
        const at = start + POINT_WORDS * i;
        const colliderA = eventCollider(core, i32[at]);
        const colliderB = eventCollider(core, i32[at + 1]);
        return {
            colliderA,
            colliderB,
            bodyA: colliderA.body,
            bodyB: colliderB.body,
            x: f32[at + 2],
            y: f32[at + 3],
            nx: f32[at + 4],
            ny: f32[at + 5],
            separation: f32[at + 6],
            normalImpulse: f32[at + 7],
            tangentImpulse: f32[at + 8],
            normalSpeed: f32[at + 9],
            tangentSpeed: f32[at + 14],
            feature: u32[at + 10],
            age: u32[at + 11],
            pointCount: u32[at + 15],
            cell: cellOf(core, readCell(i32, at + 16, makeCell()), colliderA, colliderB),
            segment: readSegment(i32, at + 16),
        };
    });
}
