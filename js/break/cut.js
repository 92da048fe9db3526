// Cutting a body along a line. Public as `cut` of 'mica2d/break'; called by js/break/breakable.js too.
import { MAX_COORDINATE, MIN_SIZE, boolean, outOfRange, readOptions,
    vector } from '../wire/errors.js';
import { divisible, functionOr, minimumArea } from './checks.js';
import { divide, limitsIn } from './divide.js';
import { beyond, reachBeyond, squareOf } from './polygon.js';
import { separate } from './separate.js';
import { shapesOf } from './shapes.js';

/** @import { Vector } from '../options/types.js' */
/** @import { Body } from '../world/objects/body.js' */
/** @import { Joint } from '../world/objects/joint.js' */
/** @import { Cells, Limits } from './divide.js' */
/** @import { Corner, HalfPlane, Polygon } from './polygon.js' */
/** @import { Shape } from './shapes.js' */

/**
 * How a body is cut or broken.
 * @typedef {object} DivideOptions
 * @property {number} [minArea] m² below which nothing is cut off: it stays with the part that it hangs on. 1e-8 to 1e12; default
 *     4e-4, a square of 2 cm
 * @property {(old: Joint<any>, made: Joint<any>) => void} [joint] called for each joint that went to another body, and so was
 *     made anew; the old one is still there. None by default
 */

/**
 * How a body is cut alone.
 * @typedef {object} OwnCutOptions
 * @property {boolean} [extend] whether the line goes on beyond its ends, default false
 */

/**
 * The options of a cut.
 * @typedef {OwnCutOptions & DivideOptions} CutOptions
 */

const KEYS = new Set(['minArea', 'joint', 'extend']);

/** A stretch of a line, in lengths along it from where it begins. @typedef {[from: number, to: number]} Stretch */

/**
 * The stretch of a line that a convex polygon covers, widened by a distance; undefined if it keeps away from it farther.
 * @param {Polygon} polygon
 * @param {HalfPlane} line
 * @param {(p: Corner) => number} along
 * @param {number} within
 * @returns {Stretch | undefined}
 */
function stretchOf(polygon, line, along, within) {
    let [from, to] = [Infinity, -Infinity];
    /** @param {Corner} p */
    const take = (p) => {
        from = Math.min(from, along(p));
        to = Math.max(to, along(p));
    };
    for (let i = 0; i < polygon.length; ++i) {
        const [a, b] = [polygon[i], polygon[(i + 1) % polygon.length]];
        const [da, db] = [beyond(line, a), beyond(line, b)];
        if (Math.abs(da) <= within) take(a);
        if ((da < 0 && db > 0) || (da > 0 && db < 0)) {
            const t = da / (da - db);
            take([a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])]);
        }
    }
    return from <= to ? [from, to] : undefined;
}

/**
 * The two sides of a line, where it cuts what it crosses from one end of a stretch to the other.
 * @param {Shape[]} shapes
 * @param {Corner} from
 * @param {Corner} to
 * @param {boolean} extend
 * @param {Limits} limits
 * @returns {Cells}
 */
function sidesOf(shapes, from, to, extend, limits) {
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    const length = Math.sqrt(squareOf(dx, dy));
    const [x, y] = [dy / length, -dx / length];
    const line = { x, y, offset: x * from[0] + y * from[1] };
    const other = { x: -x, y: -y, offset: -line.offset };
    const along = (/** @type {Corner} */ p) =>
        (dx * (p[0] - from[0]) + dy * (p[1] - from[1])) / length;
    /** @param {Stretch} stretch */
    const isCovered = ([a, b]) => extend || (a >= -limits.weld && b <= length + limits.weld);
    // What touches along the line is crossed as one.
    const crossed = shapes.flatMap((shape) => {
        const { minimum, maximum } = reachBeyond(shape.outline, line);
        const stretch = minimum < 0 && maximum > 0
            ? stretchOf(shape.outline, line, along, 0)
            : undefined;
        return stretch ? [{ shape, stretch }] : [];
    }).sort((a, b) => a.stretch[0] - b.stretch[0]);
    /** @type {{ members: Set<Shape>, stretch: Stretch }[]} */
    const runs = [];
    for (const { shape, stretch: [a, b] } of crossed) {
        const last = runs.at(-1);
        if (last && a <= last.stretch[1] + limits.gap) {
            last.members.add(shape);
            last.stretch[1] = Math.max(last.stretch[1], b);
        } else {
            runs.push({ members: new Set([shape]), stretch: [a, b] });
        }
    }
    return {
        count: 2,
        between: (cell) => (cell === 0 ? line : other),
        crosses: (shape) =>
            runs.some(({ members, stretch }) => members.has(shape) && isCovered(stretch)),
        parts(a, b) {
            const within = 2 * limits.gap;
            const [one, two] = [a, b].map((each) => stretchOf(each, line, along, within));
            if (!one || !two) return true;
            const shared =
                /** @type {Stretch} */ ([Math.max(one[0], two[0]), Math.min(one[1], two[1])]);
            return shared[0] > shared[1] || isCovered(shared);
        },
    };
}

/**
 * Cuts a body along a line from one point of the world to another. Where the line crosses the body from edge to edge, the body
 * falls into parts, each of which moves on as it did; where the line ends inside, nothing is cut, unless `extend` is true. A
 * round shape that is cut becomes polygons of the same area. Between them the parts keep mass, momentum and angular
 * momentum; a joint goes to the part that has its anchor.
 * @template {string} [L=any] names of the world's layers
 * @param {Body<L>} body of circles, capsules, boxes, polygons and outlines, also a static or kinematic one
 * @param {Vector} from metres
 * @param {Vector} to metres
 * @param {CutOptions} [options]
 * @returns {Body<L>[]} the parts, the largest first: it is the body itself, with what listens to it. The body alone if nothing is
 *     cut off
 * @throws {TypeError} for what is no such body, or an option that there is not; a RangeError for a number out of range;
 *     MicaError STALE_BODY
 */
export function cut(body, from, to, options = {}) {
    const method = 'cut';
    const whole = divisible(method, body);
    const given = readOptions(method, 'options', options, KEYS);
    const [ax, ay] = vector(method, 'from', from, MAX_COORDINATE);
    const [bx, by] = vector(method, 'to', to, MAX_COORDINATE);
    if (!(squareOf(bx - ax, by - ay) >= MIN_SIZE * MIN_SIZE))
        outOfRange(method, 'to', `at least ${MIN_SIZE} m away from from`, to);
    const extend = given.extend === undefined
        ? false
        : boolean(method, 'options.extend', given.extend);
    const { lengthUnit } = whole.world;
    const limits = limitsIn(lengthUnit, minimumArea(method, lengthUnit, given.minArea));
    const moved = functionOr(method, 'options.joint', given.joint);
    const shapes = shapesOf(method, whole);
    const cells = sidesOf(shapes, whole.localPoint(ax, ay), whole.localPoint(bx, by), extend,
        limits);
    const parts = divide(shapes, cells, limits);
    return parts.length < 2 ? [body] : separate(whole, shapes, parts, moved);
}
