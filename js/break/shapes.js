// The shapes of a body as convex polygons in its space, and the polygons as colliders again. Called by js/break/cut.js, js/break/fracture.js and
// js/break/separate.js.
import { SURFACE_KEYS } from '../options/options.js';
import { areaOf, grown, roundedOutline, widthOf, withFewCorners,
    withoutFlatCorners } from './polygon.js';

/** @import { Body } from '../world/objects/body.js' */
/** @import { Collider } from '../world/objects/collider.js' */
/** @import { Corner, Polygon } from './polygon.js' */

/**
 * A collider and its outline, of the same area where it is round.
 * @typedef {object} Shape
 * @property {Collider<any>} collider
 * @property {Polygon} outline
 * @property {number} width its minimum
 */

/** By how much the outline of a round shape may leave it, metres. */
const ROUND_TOLERANCE = 0.01;

/** Whether the corners are counter-clockwise. @param {Polygon} points */
const isOrdered = (points) => points.length < 3 || areaOf(points).area > 0;

/**
 * The corners of a convex shape and its rounding; undefined for one that has no area of its own.
 * @param {any} shape as `collider.shape` gives it
 * @returns {{ points: Polygon, radius: number } | undefined}
 */
function cornersOf(shape) {
    const { radius = 0 } = shape;
    switch (shape.shape) {
        case 'circle':
            return { points: [[shape.center[0], shape.center[1]]], radius };
        case 'capsule':
            return { points: [shape.a, shape.b], radius };
        case 'polygon': {
            const points = shape.points.map((/** @type {Corner} */ [x, y]) => [x, y]);
            return { points: isOrdered(points) ? points : points.reverse(), radius };
        }
        default:
            return undefined;
    }
}

/**
 * The shapes of a body.
 * @param {string} method
 * @param {Body<any>} body
 * @returns {Shape[]}
 * @throws {TypeError} if one of them cannot be divided
 */
export function shapesOf(method, body) {
    const tolerance = ROUND_TOLERANCE * body.world.lengthUnit;
    return body.colliders.map((collider) => {
        const { shape } = collider;
        const corners = cornersOf(shape);
        if (!corners)
            throw new TypeError(
                `${method}: body must be of circles, capsules, boxes, polygons and outlines; it has a ${shape.shape}`,
            );
        const { points, radius } = corners;
        const outline = radius === 0
            ? points
            : points.length > 2 && radius < 0.2 * tolerance
            ? grown(points, radius)
            : roundedOutline(points, radius, tolerance);
        return { collider, outline, width: widthOf(outline) };
    });
}

/**
 * The shapes that the engine takes for a polygon of any number of corners.
 * @param {Polygon} polygon
 * @returns {{ shape: 'polygon', points: Polygon }[]}
 */
export const enginePolygons = (polygon) =>
    withFewCorners(withoutFlatCorners(polygon)).map((points) => ({ shape: 'polygon', points }));

/**
 * What a collider has besides its shape, as options of another one.
 * @param {Collider<any>} collider
 * @returns {Record<string, any>}
 */
export function surfaceOf(collider) {
    /** @type {Record<string, any>} */
    const surface = { userData: collider.userData };
    for (const key of SURFACE_KEYS) surface[key] = /** @type {any} */ (collider)[key];
    return surface;
}
