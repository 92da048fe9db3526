// The masses and velocities of the parts of a dynamic body: together they have the mass, the momentum and the angular
// momentum that it had. Each part moves as its centre of mass did in the body. Called by js/break/separate.js.

import { squareOf } from './polygon.js';

/** @import { Body } from '../world/objects/body.js' */

/**
 * How a body moves, and its mass.
 * @typedef {{ mass: number, inertia: number, x: number, y: number, vx: number, vy: number, spin: number }} Motion
 */

/** A factor or a shift that is no more than rounding is left alone, so that the colliders go on giving the mass. */
const ROUNDING = 2e-6;

/** The minimum part of their own inertia that the parts keep where the body had a smaller one. */
const MINIMUM_INERTIA = 0.1;

/** @param {Body<any>} body @returns {Motion} */
export function motionOf(body) {
    const { mass, inertia, center: [x, y], vx, vy, angularVelocity: spin } = body;
    return { mass, inertia, x, y, vx, vy, spin };
}

/**
 * Distributes the mass: in the proportions that the colliders give, with the body's centre of mass, and with its inertia as
 * far as the parts can have it.
 * @param {Motion} before of the body
 * @param {Body<any>[]} parts whose mass is that of their colliders
 * @returns {number} the angular velocity that keeps the angular momentum
 */
function distribute(before, parts) {
    const found = parts.map((part) => ({ part, mass: part.mass, inertia: part.inertia,
        center: part.center })
    );
    let [mass, x, y, own] = [0, 0, 0, 0];
    for (const each of found) {
        mass += each.mass;
        own += each.inertia;
        x += each.mass * each.center[0];
        y += each.mass * each.center[1];
    }
    const factor = before.mass / mass;
    const [shiftX, shiftY] = [x / mass - before.x, y / mass - before.y];
    // Of the parts as points about the centre of mass of all.
    let orbital = 0;
    for (const each of found)
        orbital += factor * each.mass
            * squareOf(each.center[0] - x / mass, each.center[1] - y / mass);
    own *= factor;
    const wanted = own > 0 ? (before.inertia - orbital) / own : 1;
    const turns = before.inertia === 0 ? 0 : wanted >= MINIMUM_INERTIA ? wanted : 1;
    const size = Math.sqrt(orbital / before.mass);
    const moved = Math.max(Math.abs(shiftX), Math.abs(shiftY));
    if (Math.abs(factor - 1) > ROUNDING || Math.abs(turns - 1) > ROUNDING
        || moved > ROUNDING * size)
    {
        for (const { part, mass: share, inertia, center } of found)
            part.setMass({ mass: factor * share, inertia: factor * turns * inertia,
                center: part.localPoint(center[0] - shiftX, center[1] - shiftY) });
    }
    const total = orbital + turns * own;
    return total > 0 ? before.spin * before.inertia / total : 0;
}

/** @param {number} speed */
const bounded = (speed) => Math.min(Math.max(speed, -4e4), 4e4);

/**
 * Gives the parts of a dynamic body its mass and motion.
 * @param {Motion} before of the body
 * @param {Body<any>[]} parts with colliders
 */
export function shareMotion(before, parts) {
    const spin = distribute(before, parts);
    for (const part of parts) {
        const [x, y] = part.center;
        const [rx, ry] = [x - before.x, y - before.y];
        part.setVelocity(part.lockX ? 0 : bounded(before.vx - spin * ry),
            part.lockY ? 0 : bounded(before.vy + spin * rx));
        if (!part.lockRotation) part.angularVelocity = bounded(spin);
        part.wake();
    }
}
