// The mass of R.U.B.E.'s bodies. The file always says it, mostly as the fixtures give it; only a mass that was set by
// hand is kept. Called by rube.js.
import { MAX_COORDINATE, MAX_NUMBER } from '../wire/errors.js';
import { doubleArea } from './outlines.js';
import { numberOf, vectorOf } from './rube-numbers.js';

/** @import { Cursor } from './cursor.js' */
/** @import { Point } from './outlines.js' */

/**
 * A mass, its centre in the body's space, and its moment of inertia about the body's origin, as Box2D has it.
 * @typedef {{ mass: number, center: Point, inertia: number }} Mass
 */

/** Masses differ by hand if they differ by more than this share. */
const SHARE = 2e-3;

/** @param {{ radius: number, center: Point, density: number }} circle @returns {Mass} */
function circleMass({ radius, center, density }) {
    const mass = density * Math.PI * radius ** 2;
    return { mass, center, inertia: mass * (radius ** 2 / 2 + center[0] ** 2 + center[1] ** 2) };
}

/**
 * A polygon as triangles from the origin: the area of each is half the cross product of two corners, its centre their
 * third, its second moment a sixth of the sum of their products.
 * @param {{ points: Point[], density: number }} polygon @returns {Mass}
 */
function polygonMass({ points, density }) {
    let [x, y, second] = [0, 0, 0];
    points.forEach((p, i) => {
        const q = points[(i + 1) % points.length];
        const cross = p[0] * q[1] - q[0] * p[1];
        x += (cross * (p[0] + q[0])) / 6;
        y += (cross * (p[1] + q[1])) / 6;
        second +=
            (cross * (p[0] ** 2 + p[0] * q[0] + q[0] ** 2 + p[1] ** 2 + p[1] * q[1] + q[1] ** 2))
            / 12;
    });
    const area = doubleArea(points) / 2;
    return { mass: density * Math.abs(area), center: [x / area, y / area],
        inertia: density * Math.abs(second) };
}

/**
 * The mass that colliders give, with the moment of inertia about its centre.
 * @param {Record<string, any>[]} colliders @returns {Mass}
 */
export function momentsOf(colliders) {
    const { mass, center, inertia } = massOf(colliders);
    return { mass, center, inertia: inertia - mass * (center[0] ** 2 + center[1] ** 2) };
}

/** The mass that colliders give. @param {Record<string, any>[]} colliders @returns {Mass} */
function massOf(colliders) {
    const parts = colliders.flatMap((each) => (each.shape === 'circle'
        ? [circleMass(/** @type {any} */ (each))]
        : each.shape === 'hull'
        ? [polygonMass(/** @type {any} */ (each))]
        : [])
    );
    const mass = parts.reduce((sum, part) => sum + part.mass, 0);
    /** @param {0 | 1} i */
    const middle = (
        i,
    ) => (mass > 0 ? parts.reduce((sum, part) => sum + part.mass * part.center[i], 0) / mass : 0);
    return { mass, center: [middle(0), middle(1)],
        inertia: parts.reduce((sum, part) => sum + part.inertia, 0) };
}

/**
 * The mass that was set by hand, as `Body.setMass` takes it; undefined if it is what the colliders give.
 * @param {Cursor} body
 * @param {Record<string, any>[]} colliders
 * @returns {{ mass: number, center: Point, inertia?: number } | undefined}
 */
export function readMass(body, colliders) {
    const mass = numberOf(body, 'massData-mass', 0, MAX_NUMBER);
    if (mass === 0) return undefined;
    const center = vectorOf(body, 'massData-center', MAX_COORDINATE);
    // Of a body that does not turn the file has no moment of inertia about its centre: the fixtures give it.
    const fixed = body.at('fixedRotation').flag(false);
    const given = massOf(colliders);
    const inertia = fixed ? 0 : numberOf(body, 'massData-I', 0, MAX_NUMBER);
    const size = Math.sqrt(given.inertia / given.mass) || 0;
    const moved = Math.hypot(center[0] - given.center[0], center[1] - given.center[1]);
    const turns = inertia > 0 && Math.abs(inertia - given.inertia) > SHARE * given.inertia;
    if (Math.abs(mass - given.mass) <= SHARE * given.mass && moved <= SHARE * size && !turns)
        return undefined;
    if (mass < 1e-12) body.at('massData-mass').fail('at least 1e-12');
    if (inertia === 0) return { mass, center };
    const own = inertia - mass * (center[0] ** 2 + center[1] ** 2);
    if (!(own > 0))
        body.at('massData-I').fail(
            'about the origin, at least the mass times the square of its distance',
        );
    return { mass, center, inertia: own };
}
