// Breaks a body into Voronoi cells. Their sites are points within the body, denser around the point of impact. Public as `fracture` of
// 'mica2d/break'; called by js/break/breakable.js too.
import { MAX_COORDINATE, readOptions, vector } from '../wire/errors.js';
import { divisible, functionOr, minimumArea, pieceCount, seedOf } from './checks.js';
import { divide, limitsIn } from './divide.js';
import { areaOf, distance, distanceToPoint } from './polygon.js';
import { separate } from './separate.js';
import { shapesOf } from './shapes.js';

/** @import { Vector } from '../options/types.js' */
/** @import { Body } from '../world/objects/body.js' */
/** @import { DivideOptions } from './cut.js' */
/** @import { Cells } from './divide.js' */
/** @import { Corner, HalfPlane } from './polygon.js' */
/** @import { Shape } from './shapes.js' */

/**
 * How a body is broken.
 * @typedef {object} OwnFractureOptions
 * @property {Vector} [point] of the world, around which the pieces are smaller; default the middle of the body
 * @property {number} [pieces] 2 to 100, default 8: how many there are at most. Where that is too small, or a body is hollow, there
 *     are more or fewer
 * @property {number} [seed] an integer from 0 to 4294967295, default 1: another one breaks it otherwise
 */

/**
 * The options of a fracture.
 * @typedef {OwnFractureOptions & DivideOptions} FractureOptions
 */

const KEYS = new Set(['point', 'pieces', 'seed', 'minArea', 'joint']);

/**
 * Numbers from 0 to 1, the same in every browser: mulberry32 (Tommy Ettinger, 2017).
 * @param {number} seed
 */
function randomFrom(seed) {
    let state = seed | 0;
    return () => {
        state = (state + 0x6d2b79f5) | 0;
        let t = Math.imul(state ^ (state >>> 15), 1 | state);
        t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
        return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
    };
}

/**
 * The sites of the Voronoi cells: points within a body, denser around one point.
 * @param {Shape[]} shapes
 * @param {Corner} point
 * @param {number} count
 * @param {number} apart the minimum distance of two
 * @param {() => number} random
 */
function sitesIn(shapes, point, count, apart, random) {
    let reach = 0;
    for (const { outline } of shapes)
        for (const corner of outline) reach = Math.max(reach, distance(corner, point));
    /** @type {Corner[]} */
    const sites = [];
    for (let tries = 50 * count; sites.length < count && tries > 0; --tries) {
        const [x, y] = [2 * random() - 1, 2 * random() - 1];
        const square = x * x + y * y;
        if (square > 1) continue;
        // At a distance r of 1 before, r² after: half of them within a half of the reach.
        const far = reach * Math.sqrt(square);
        const site = /** @type {Corner} */ ([point[0] + far * x, point[1] + far * y]);
        if (sites.every((other) => distance(site, other) >= apart)
            && shapes.some(({ outline }) => distanceToPoint(outline, site) === 0))
            sites.push(site);
    }
    return sites;
}

/**
 * The Voronoi cells of points.
 * @param {Corner[]} sites
 * @returns {Cells}
 */
const voronoi = (sites) => ({
    count: sites.length,
    between(cell, other) {
        // From one point towards the other, through the middle. In one order for both, so that the two cells share the line to the bit.
        const [a, b] = cell < other ? [sites[cell], sites[other]] : [sites[other], sites[cell]];
        const length = distance(a, b);
        const [x, y] = [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
        const offset = (x * (a[0] + b[0]) + y * (a[1] + b[1])) / 2;
        /** @type {HalfPlane} */
        const line = cell < other ? { x, y, offset } : { x: -x, y: -y, offset: -offset };
        return line;
    },
    crosses: () => true,
    parts: () => true,
});

/** The centroid of the shapes of a body, in its space. @param {Shape[]} shapes @returns {Corner} */
function middleOf(shapes) {
    let [sum, x, y] = [0, 0, 0];
    for (const { outline } of shapes) {
        const { area, center } = areaOf(outline);
        sum += area;
        x += area * center[0];
        y += area * center[1];
    }
    return [x / sum, y / sum];
}

/**
 * Breaks a body into pieces, which are smaller around a point. They keep its mass, momentum and angular momentum between them;
 * joints go to the piece that has their anchor, as of `cut`. The same seed gives the same pieces everywhere.
 * @template {string} [L=any] names of the world's layers
 * @param {Body<L>} body of circles, capsules, boxes, polygons and outlines, also a static or kinematic one
 * @param {FractureOptions} [options]
 * @returns {Body<L>[]} the pieces, the largest first: it is the body itself, with what listens to it. The body alone if it is too
 *     small to break
 * @throws {TypeError} for what is no such body, or an option that there is not; a RangeError for a number out of range;
 *     MicaError STALE_BODY
 */
export function fracture(body, options = {}) {
    const method = 'fracture';
    const whole = divisible(method, body);
    const given = readOptions(method, 'options', options, KEYS);
    const at = given.point === undefined
        ? undefined
        : vector(method, 'options.point', given.point, MAX_COORDINATE);
    const count = pieceCount(method, given.pieces);
    const seed = seedOf(method, given.seed);
    const { lengthUnit } = whole.world;
    const minimum = minimumArea(method, lengthUnit, given.minArea);
    const moved = functionOr(method, 'options.joint', given.joint);
    const shapes = shapesOf(method, whole);
    const point = at ? whole.localPoint(at[0], at[1]) : middleOf(shapes);
    const limits = limitsIn(lengthUnit, minimum);
    const sites = sitesIn(shapes, point, count, Math.sqrt(minimum) / 2, randomFrom(seed));
    const parts = sites.length < 2 ? [] : divide(shapes, voronoi(sites), limits);
    return parts.length < 2 ? [body] : separate(whole, shapes, parts, moved);
}
