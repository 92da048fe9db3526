// Outlines of a picture: loops of contours.js, small ones left out, simplified by simplify.js, each outline with its holes, in the
// world's units. An outline of more points than the engine takes is cut in two, again and again. Called by js/trace.js.
import { boolean, inRange, integer, readOptions } from '../wire/errors.js';
import { MARGIN, contoursOf } from './contours.js';
import { Loops, simplify } from './simplify.js';
import { readSource } from './picture.js';

/** @import { Contours, Grid } from './contours.js' */
/** @import { TraceSource } from './picture.js' */

/**
 * How a picture is traced.
 * @typedef {object} TraceOptions
 * @property {number} [threshold] the least alpha that is solid, 1 to 255, default 128. Where alpha is smooth, the edge lies
 *     between pixels where it would pass half a step below that
 * @property {number} [tolerance] how far outlines may be from that edge, pixels, 0.2 to 100, default 1
 * @property {boolean} [simplify] false keeps every point of the edge but those in a line, default true
 * @property {number} [minArea] solid specks and holes below this area are left out, square pixels, 0 to 1e6, default 4
 * @property {number} [scale] length of a pixel in units of the world, 0.001 to 1000, default 1/32: pictures of 32 pixels a
 *     metre
 * @property {boolean} [yDown] whether the world's y points down, default false
 */

/**
 * A part of a picture that is solid, as `{ shape: 'outline' }` takes it.
 * @typedef {object} TracedOutline
 * @property {number[]} points x and y of one after the other, counter-clockwise as seen on the screen, in units of the world from
 *     the picture's centre
 * @property {number[][]} holes the same of each hole, clockwise
 */

/**
 * Options with their defaults filled in.
 * @typedef {Required<TraceOptions>} Settings
 */

export const TRACE_KEYS = new Set(['threshold', 'tolerance', 'simplify', 'minArea', 'scale',
    'yDown']);

/** Most points of an outline with its holes, each of which counts two more (js/options/points.js). */
const MAX_POINTS = 1024;
/** The engine refuses corners with a sine of the turn below 1e-4. */
const MIN_TURN = 1.5e-4;
/** The rest is for leaving out points in a line. */
const SHARE = 0.95;
/** The tolerance where nothing is to be simplified: only points in a line are left out. */
const FINEST = 0.01;

/**
 * @param {string} method
 * @param {Record<string, unknown>} given
 * @param {{ scale: number, yDown: boolean }} defaults
 * @returns {Settings}
 */
export function readSettings(method, given, defaults) {
    const number = (/** @type {keyof TraceOptions} */ key, /** @type {number} */ least,
        /** @type {number} */ most, /** @type {number} */ standard) =>
        inRange(method, `options.${key}`, given[key] ?? standard, least, most);
    return {
        threshold: integer(method, 'options.threshold', given.threshold ?? 128, 1, 255),
        tolerance: number('tolerance', 0.2, 100, 1),
        simplify: boolean(method, 'options.simplify', given.simplify ?? true),
        minArea: number('minArea', 0, 1e6, 4),
        scale: number('scale', 1e-3, 1e3, defaults.scale),
        yDown: boolean(method, 'options.yDown', given.yDown ?? defaults.yDown),
    };
}

/** Removes points of a ring of flat coordinates that the engine would take for points in a line. @param {number[]} ring */
function withoutStraight(ring) {
    const points = ring.map(Math.fround);
    for (let i = 0, unchanged = 0; points.length > 6 && unchanged < points.length; i += 2) {
        const n = points.length;
        if (i >= n) i = 0;
        const [a, b, c] = [(i + n - 2) % n, i, (i + 2) % n];
        const [ux, uy] = [points[b] - points[a], points[b + 1] - points[a + 1]];
        const [vx, vy] = [points[c] - points[b], points[c + 1] - points[b + 1]];
        const sine = (ux * vy - uy * vx) / (Math.hypot(ux, uy) * Math.hypot(vx, vy));
        if (Math.abs(sine) < MIN_TURN) {
            points.splice(b, 2);
            i -= 4;
            if (i < -2) i = points.length - 4;
            unchanged = 0;
        } else unchanged += 2;
    }
    return points;
}

/** Groups the loops of a picture that are large enough. @param {Contours} contours @param {number} minArea */
function largeLoops({ areas, outlines }, minArea) {
    const isLarge = (/** @type {number} */ loop) => Math.abs(areas[loop]) >= minArea;
    return areas.map((_, loop) => loop).filter((loop) => isLarge(loop) && isLarge(outlines[loop]));
}

/**
 * One solid part alone: the pixels that touch a pixel, by sides or corners, and those beside them.
 * @param {Grid} grid
 * @param {number} seed
 * @returns {Grid}
 */
function partAlone(grid, seed) {
    const { alpha, stride, threshold } = grid;
    const own = alpha.slice().fill(0);
    // Pixels beside it that are not solid stay: the edge lies between both.
    const near = [-1, 1, -stride, stride, -stride - 1, -stride + 1, stride - 1, stride + 1];
    const stack = [seed];
    own[seed] = alpha[seed];
    let [left, right, top, bottom] = [Infinity, 0, Infinity, 0];
    for (let i = stack.pop(); i !== undefined; i = stack.pop()) {
        const row = Math.floor(i / stride);
        left = Math.min(left, i - row * stride);
        right = Math.max(right, i - row * stride);
        top = Math.min(top, row);
        bottom = Math.max(bottom, row);
        for (const step of near) {
            const k = i + step;
            if (own[k] !== 0 || alpha[k] === 0) continue;
            own[k] = alpha[k];
            if (alpha[k] >= threshold) stack.push(k);
        }
    }
    return cropped({ ...grid, alpha: own }, left, right, top, bottom);
}

/**
 * The part of a grid from a column and row to others, and the pixels around it as they are.
 * @param {Grid} grid
 * @param {number} left
 * @param {number} right
 * @param {number} top
 * @param {number} bottom
 * @returns {Grid}
 */
function cropped(grid, left, right, top, bottom) {
    const [width, height] = [right - left + 1, bottom - top + 1];
    const stride = width + 2;
    const alpha = new Int16Array(stride * (height + 2));
    for (let row = 0; row < height + 2; ++row) {
        const from = (row + top - 1) * grid.stride + left - 1;
        alpha.set(grid.alpha.subarray(from, from + stride), row * stride);
    }
    return { ...grid, left: grid.left + left - 1, top: grid.top + top - 1, width, height, stride,
        alpha };
}

/**
 * The two halves of a part, cut across its longer side between pixels.
 * @param {Grid} grid with one part alone, as large as it
 * @returns {Grid[]}
 */
function halves(grid) {
    const { alpha, stride, threshold, width, height } = grid;
    const across = width > height;
    const middle = 1 + Math.floor((across ? width : height) / 2);
    const step = across ? 1 : stride;
    return [-step, step].map((outwards) => {
        const own = Int16Array.from(alpha);
        const end = outwards > 0 ? middle - 1 : middle;
        for (let i = 0; i < own.length; ++i) {
            const at = across ? i % stride : Math.floor(i / stride);
            if ((at - end) * outwards <= 0) continue;
            // Where solid is cut the edge lies midway between the pixels.
            const cut = alpha[i] >= threshold && at === end + Math.sign(outwards);
            if (cut && alpha[i - outwards] >= threshold)
                own[i] = 2 * threshold - 1 - alpha[i - outwards];
            else if (alpha[i] >= threshold) own[i] = 0;
        }
        const part = { ...grid, alpha: own };
        const [from, to] = outwards > 0 ? [1, middle - 1] : [middle, across ? width : height];
        return across ? cropped(part, from, to, 1, height) : cropped(part, 1, width, from, to);
    });
}

/**
 * The outlines of a grid in units of the world.
 * @param {Grid} grid
 * @param {Settings} settings
 * @param {{ width: number, height: number }} [size] of the picture
 * @returns {TracedOutline[]}
 */
export function outlinesOf(grid, settings, size = grid) {
    const contours = contoursOf(grid);
    const large = largeLoops(contours, settings.minArea);
    const { points, ends, outlines, seeds } = contours;
    const loops = new Loops(points, large.map((loop) => (loop > 0 ? ends[loop - 1] : 0)),
        large.map((loop) => ends[loop]));
    simplify(loops, settings.simplify ? SHARE * settings.tolerance - MARGIN : FINEST);
    const { scale, yDown } = settings;
    const [middleX, middleY] = [size.width / 2 - grid.left, size.height / 2 - grid.top];
    const up = yDown ? -scale : scale;
    /** @type {Map<number, TracedOutline>} */
    const made = new Map();
    large.forEach((loop, i) => {
        const ring = withoutStraight(loops.keptOf(i).flatMap((point) => [
            (points[2 * point] - middleX) * scale,
            (middleY - points[2 * point + 1]) * up,
        ]));
        if (outlines[loop] === loop) made.set(loop, { points: ring, holes: [] });
        else made.get(outlines[loop])?.holes.push(ring);
    });
    return [...made].flatMap(([loop, outline]) => {
        const count = outline.holes.reduce((sum, hole) => sum + hole.length / 2 + 2,
            outline.points.length / 2);
        return count <= MAX_POINTS
            ? [outline]
            : halves(partAlone(grid, seeds[loop])).flatMap((half) =>
                outlinesOf(half, settings, size)
            );
    });
}

/**
 * The outlines of what is solid in a picture, with their holes, at most a tolerance off. None crosses itself or
 * another one, and what lies in a hole is an outline of its own. Solid pixels that touch by a corner are joined. An outline of more
 * than 1024 points is cut into several.
 * @param {TraceSource} source
 * @param {TraceOptions} [options]
 * @returns {TracedOutline[]} `{ shape: 'outline', ...outline }` is a collider of one
 * @throws {RangeError | TypeError} if the source or an option is none
 */
export function traceOutlines(source, options = {}) {
    const method = 'traceOutlines';
    const settings = readSettings(method, readOptions(method, 'options', options, TRACE_KEYS), {
        scale: 1 / 32,
        yDown: false,
    });
    return outlinesOf(readSource(method, source, settings.threshold), settings);
}
