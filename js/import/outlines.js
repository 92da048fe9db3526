// Points of a file as shapes that the engine takes: a polygon without repeated points and points in a line, as
// a hull or an outline; a row of points as a chain. What cannot be made a shape is refused here, with the limits
// of src/geometry/decompose.c, so that an error names the file and not the scene. Called by the importers.
import { MAX_COORDINATE, MAX_SIZE, MIN_SIZE } from '../wire/errors.js';

/** @import { Cursor } from './cursor.js' */

/**
 * A point, metres.
 * @typedef {[x: number, y: number]} Point
 */

/** A little more than the engine's least size, which it compares in single precision. */
const MIN = 1.5 * MIN_SIZE;
/** Sine of the least turn at a corner, a little more than the engine's. */
const MIN_TURN = 2e-4;
/** Most corners of an outline. */
export const MAX_CORNERS = 1024;
/** Most points of a polygon before those that are no corners are left out. */
const MAX_RAW = 4096;
const MAX_POINTS = 2 ** 20 - 2;
/** Most corners of a convex shape. */
const CONVEX = 8;

/** A point as the engine keeps it. @param {Point} point @returns {Point} */
const inSinglePrecision = ([x, y]) => [Math.fround(x), Math.fround(y)];

/** @param {Point} a @param {Point} b */
const distance = (a, b) => Math.hypot(b[0] - a[0], b[1] - a[1]);

/** Twice the area of a triangle, positive if counter-clockwise. @param {Point} a @param {Point} b @param {Point} c */
const turn = (a, b, c) => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

/** Twice the area within points, positive if counter-clockwise. @param {Point[]} points */
export function doubleArea(points) {
    return points.reduce((sum, p, i) => {
        const q = points[(i + 1) % points.length];
        return sum + p[0] * q[1] - q[0] * p[1];
    }, 0);
}

/**
 * The corners of a polygon: no point near the one before it, none on the line through its neighbours.
 * @param {Point[]} points
 * @param {number} least distance of two points
 */
export function corners(points, least = MIN) {
    const kept = [...points];
    // Each point is looked at again after one of its neighbours went.
    for (let i = 0, seen = 0; kept.length > 2 && seen < kept.length;) {
        const n = kept.length;
        const [a, p, b] = [kept[(i + n - 1) % n], kept[i % n], kept[(i + 1) % n]];
        const [before, after] = [distance(a, p), distance(p, b)];
        if (before >= least && Math.abs(turn(a, p, b)) > MIN_TURN * before * after) {
            i = (i + 1) % n;
            seen += 1;
            continue;
        }
        kept.splice(i % n, 1);
        i = (i + n - 2) % (n - 1);
        seen = 0;
    }
    return kept;
}

/** Twice the least area of a polygon of that length: thinner ones are no shape in single precision. @param {number} length */
const leastArea = (length) => length * Math.max(8 * MIN_SIZE, 3e-4 * length);

/** The distance of a point from a segment. @param {Point} p @param {Point} a @param {Point} b */
function distanceTo(p, a, b) {
    const [x, y] = [b[0] - a[0], b[1] - a[1]];
    const t = Math.max(0, Math.min(((p[0] - a[0]) * x + (p[1] - a[1]) * y) / (x * x + y * y), 1));
    return distance(p, [a[0] + t * x, a[1] + t * y]);
}

/** Whether a side of a polygon crosses or touches another. @param {Point[]} p */
function crosses(p) {
    const n = p.length;
    for (let i = 0; i < n; ++i) {
        const [a, b] = [p[i], p[(i + 1) % n]];
        for (let j = 0; j < n; ++j) {
            if (j === i || j === (i + 1) % n) continue;
            const [c, d] = [p[j], p[(j + 1) % n]];
            if (distanceTo(c, a, b) < MIN) return true;
            if ((j + 1) % n === i) continue;
            if (turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0) return true;
        }
    }
    return false;
}

/**
 * Checks that no point lies further out than the engine counts, nor from another than a shape may be wide.
 * @param {Cursor} source
 * @param {Point[]} points
 */
export function checkExtent(source, points) {
    for (const point of points) {
        if (!point.every((each) => Math.abs(each) <= MAX_COORDINATE))
            source.fail('within 1e7 metres of its body');
        if (!(distance(points[0], point) <= MAX_SIZE)) source.fail('at most 1e6 metres wide');
    }
}

/**
 * A polygon, convex or not.
 * @param {Cursor} source what is at fault
 * @param {Point[]} points in either winding order
 * @returns {{ shape: 'hull' | 'outline', points: Point[] }}
 */
export function polygonShape(source, points) {
    checkExtent(source, points);
    if (points.length > MAX_RAW) source.fail(`a polygon of at most ${MAX_RAW} points`);
    const single = new Map(points.map((point) => [inSinglePrecision(point), point]));
    const kept = corners([...single.keys()]);
    if (kept.length < 3) source.fail('a polygon of 3 corners or more that do not lie in a line');
    if (kept.length > MAX_CORNERS) source.fail(`a polygon of at most ${MAX_CORNERS} corners`);
    const widest = Math.max(...kept.map((point) => distance(kept[0], point)));
    if (!(Math.abs(doubleArea(kept)) > leastArea(widest)))
        source.fail('a polygon with an area, and no needle');
    if (crosses(kept)) source.fail('a polygon without sides that cross or touch');
    const sign = Math.sign(doubleArea(kept));
    const convex = kept.every((p, i) =>
        sign * turn(p, kept[(i + 1) % kept.length], kept[(i + 2) % kept.length]) > 0
    );
    return {
        shape: convex && kept.length <= CONVEX ? 'hull' : 'outline',
        points: kept.map((point) => /** @type {Point} */ (single.get(point))),
    };
}

/**
 * The convex hull of points, for an editor that draws nothing else.
 * @param {Cursor} source
 * @param {Point[]} points
 * @returns {{ shape: 'hull', points: Point[] }}
 */
export function hullShape(source, points) {
    checkExtent(source, points);
    if (points.length < 3 || points.length > MAX_CORNERS) source.fail(`3 to ${MAX_CORNERS} points`);
    const far = points.reduce((best,
        p) => (distance(points[0], p) > distance(points[0], best) ? p : best)
    );
    const length = distance(points[0], far);
    const sides = points.map((p) => turn(points[0], far, p));
    if (!(Math.max(...sides) - Math.min(...sides) > leastArea(length)))
        source.fail('points that span an area, and no needle');
    return { shape: 'hull', points };
}

/**
 * A row of points, as a segment if there are two. A row that comes back to its begin is a loop.
 * @param {Cursor} source
 * @param {Point[]} points
 * @param {boolean} [closed] whether the last point is joined to the first
 * @returns {{ shape: 'segment', a: Point, b: Point } | { shape: 'chain', points: Point[], loop?: true }}
 */
export function rowShape(source, points, closed = false) {
    if (points.length > MAX_POINTS) source.fail(`at most ${MAX_POINTS} points`);
    checkExtent(source, points);
    /** @type {Point[]} */
    const kept = [];
    for (const point of points) {
        if (kept.length === 0 || distance(kept[kept.length - 1], point) >= MIN) kept.push(point);
    }
    let loop = closed;
    while (kept.length > 2 && distance(kept[0], kept[kept.length - 1]) < MIN) {
        kept.pop();
        loop = true;
    }
    if (kept.length < 2) source.fail('a line of 2 points or more that are not one');
    if (kept.length === 2) return { shape: 'segment', a: kept[0], b: kept[1] };
    return loop ? { shape: 'chain', points: kept, loop: true } : { shape: 'chain', points: kept };
}
