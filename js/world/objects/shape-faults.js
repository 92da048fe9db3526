// Why the engine has refused a convex shape, as a sentence that names the option and its value: a box that is a needle,
// the point that makes a polygon concave. Called by js/world/objects/create.js and the queries when a call has failed, with
// the shape's record as it was given to the engine. src/geometry/shape.c alone decides which shapes are refused.
import { MAX_COORDINATE, MAX_SIZE, MIN_SIZE } from '../../wire/errors.js';
import { KIND, SHAPE } from '../../wire/layout.js';
import { raise } from '../../wire/wasm.js';

/** How far the points of a polygon lie behind its edges at least, as a part of its size. */
const CLEARANCE = 1e-5;

/**
 * The first fault that the engine finds in the points of a polygon.
 * @typedef {{ rule: 'far' | 'long' | 'flat' | 'close' | 'concave', i: number, j: number, k: number, value: number, least: number }} Fault
 */

/** @param {number[]} p flat points @param {number} i @param {number} j */
const distanceOf = (p, i, j) => Math.hypot(p[2 * j] - p[2 * i], p[2 * j + 1] - p[2 * i + 1]);

/** Twice the signed area. @param {number[]} p @param {number} count */
function areaOf(p, count) {
    let sum = 0;
    for (let i = 1; i + 1 < count; ++i)
        sum += (p[2 * i] - p[0]) * (p[2 * i + 3] - p[1])
            - (p[2 * i + 1] - p[1]) * (p[2 * i + 2] - p[0]);
    return sum / 2;
}

/** @param {number[]} p @param {number} count @param {number} size @param {number} area @returns {Fault | undefined} */
function edgeFault(p, count, size, area) {
    for (let i = 0; i < count; ++i) {
        const j = (i + 1) % count;
        const length = distanceOf(p, i, j);
        if (!(length >= MIN_SIZE))
            return { rule: 'close', i, j, k: 0, value: length, least: MIN_SIZE };
        for (let k = 0; k < count; ++k) {
            if (k === i || k === j) continue;
            const cross = (p[2 * j] - p[2 * i]) * (p[2 * k + 1] - p[2 * i + 1])
                - (p[2 * j + 1] - p[2 * i + 1]) * (p[2 * k] - p[2 * i]);
            const behind = Math.sign(area) * cross / length;
            if (!(behind > CLEARANCE * size))
                return { rule: 'concave', i, j, k, value: behind, least: CLEARANCE * size };
        }
    }
    return undefined;
}

/**
 * @param {number[]} p flat points as single precision has them
 * @returns {Fault | undefined} none if it takes the engine's rounding to see it
 */
function polygonFault(p) {
    const count = p.length / 2;
    let size = 0;
    for (let i = 0; i < count; ++i) {
        const far = Math.max(Math.abs(p[2 * i]), Math.abs(p[2 * i + 1]));
        if (!(far <= MAX_COORDINATE)) return { rule: 'far', i, j: 0, k: 0, value: far, least: 0 };
        size = Math.max(size, distanceOf(p, 0, i));
        if (size > MAX_SIZE) return { rule: 'long', i, j: 0, k: 0, value: size, least: 0 };
    }
    const area = areaOf(p, count);
    if (size < MIN_SIZE) return { rule: 'close', i: 0, j: 1, k: 0, value: size, least: MIN_SIZE };
    if (!(Math.abs(area) > MIN_SIZE * size))
        return { rule: 'flat', i: 0, j: 0, k: 0, value: Math.abs(area), least: MIN_SIZE * size };
    return edgeFault(p, count, size, area);
}

/** A number for a message, short. @param {number} value */
const short = (value) => String(Number(value.toPrecision(6)));

/** What takes the points that a convex polygon does not: of a collider, and of a call that takes convex shapes alone. */
const COLLIDER_CURE =
    "; shape: 'outline' takes any outline that does not cross itself, shape: 'hull' takes points in any order";
const CONVEX_CURE = "; shape: 'hull' takes points in any order and makes their convex hull";

/** @param {ArrayLike<number>} record @param {string} path @param {string} cure */
function polygonText(record, path, cure) {
    const p = Array.from({ length: 2 * record[SHAPE.COUNT] },
        (_, i) => Math.fround(record[SHAPE.POINTS + i]));
    const fault = polygonFault(p);
    const points = `${path}points`;
    if (!fault) return points;
    const { rule, i, j, k, value, least } = fault;
    const point = (/** @type {number} */ at) => `[${short(p[2 * at])}, ${short(p[2 * at + 1])}]`;
    switch (rule) {
        case 'far':
            return `${points}[${i}] must be within ±${MAX_COORDINATE} where center and angle take it, got ${
                point(i)
            }`;
        case 'long':
            return `${points}[${i}] must lie at most ${MAX_SIZE} m from points[0], got ${
                point(i)
            } and ${point(0)}`;
        case 'flat':
            return `${points} must span an area of more than ${MIN_SIZE} m times their length, ${
                short(least)
            } m², got ${short(value)}`;
        case 'close':
            return `${points}[${j}] must lie at least ${MIN_SIZE} m from points[${i}], got ${
                point(j)
            } and ${point(i)}`;
        default:
            return `${points}[${k}] must lie more than ${
                short(least)
            } m behind the line from points[${i}] to points[${j}], got ${point(k)}, `
                + (value >= 0 ? `${short(value)} m behind it` : `${short(-value)} m before it`)
                + cure;
    }
}

/** Where a shape lies that is too small for its place. @param {ArrayLike<number>} record @param {string} path @param {string} what */
function placeText(record, path, what) {
    const [x, y] = [record[SHAPE.POINTS], record[SHAPE.POINTS + 1]];
    return `${path}center must lie nearer to the origin, where single precision can hold ${what}, got [${
        short(x)
    }, ${short(y)}]`;
}

/** A point of a shape, turned and moved. @param {ArrayLike<number>} record @param {number} x @param {number} y */
function placed(record, x, y) {
    const [cos, sin] = [Math.cos(record[SHAPE.ANGLE]), Math.sin(record[SHAPE.ANGLE])];
    return [record[SHAPE.POINTS] + cos * x - sin * y, record[SHAPE.POINTS + 1] + sin * x + cos * y]
        .map(Math.fround);
}

/** The fault of points that lie beyond the coordinates of a body. @param {ArrayLike<number>} record @param {string} path @param {number[][]} points */
function centerText(record, path, points) {
    const beyond = points.find((point) =>
        point.some((number) => Math.abs(number) > MAX_COORDINATE)
    );
    return beyond && `${path}center must leave all of the shape within ±${MAX_COORDINATE}, got `
            + `[${short(record[SHAPE.POINTS])}, ${
                short(record[SHAPE.POINTS + 1])
            }], which has a point at [${short(beyond[0])}, ${short(beyond[1])}]`;
}

/** @param {ArrayLike<number>} record @param {string} path */
function boxText(record, path) {
    const [width, height] = [2 * record[SHAPE.POINTS + 2], 2 * record[SHAPE.POINTS + 3]];
    const [name, shorter, other] = width < height
        ? ['width', width, 'height']
        : ['height', height, 'width'];
    const longer = Math.max(width, height);
    const diagonal = Math.hypot(width, height);
    const sides = `a box of ${short(width)} by ${short(height)} m`;
    if (diagonal > MAX_SIZE)
        return `${path}${other} must give a diagonal of at most ${MAX_SIZE} m, got ${sides}`;
    const corners = [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([x, y]) =>
        placed(record, x * width / 2, y * height / 2)
    );
    const far = centerText(record, path, corners);
    if (far) return far;
    const least = Math.max(CLEARANCE * diagonal, MIN_SIZE * diagonal / longer);
    // A box that is hardly thicker may fall below in single precision.
    if (shorter < 1.001 * least)
        return `${path}${name} must be more than ${short(least)} m for a box ${
            short(longer)
        } m long, got ${short(shorter)}`;
    return placeText(record, path, sides);
}

/** @param {ArrayLike<number>} record @param {string} path */
function endsText(record, path) {
    const p = SHAPE.POINTS;
    if (record[SHAPE.KIND] === KIND.UPRIGHT_CAPSULE) {
        const half = record[p + 2];
        return centerText(record, path, [placed(record, 0, half), placed(record, 0, -half)])
            ?? placeText(record, path, `a length of ${short(2 * half)} m`);
    }
    const [ax, ay, bx, by] = [0, 1, 2, 3].map((i) => Math.fround(record[p + i]));
    const length = Math.hypot(bx - ax, by - ay);
    return `${path}b must lie from ${MIN_SIZE} to ${MAX_SIZE} m from ${path}a in single precision, got ${
        short(length)
    }`;
}

/**
 * The fault of a shape that the engine has refused: which option must be what, and what it got.
 * @param {ArrayLike<number>} record
 * @param {string} path before the names of its options
 * @param {string} cure of a polygon that is not convex
 */
function shapeFault(record, path, cure) {
    switch (record[SHAPE.KIND]) {
        case KIND.BOX:
            return boxText(record, path);
        case KIND.POLYGON:
            return polygonText(record, path, cure);
        case KIND.CAPSULE:
        case KIND.UPRIGHT_CAPSULE:
        case KIND.SEGMENT:
            return endsText(record, path);
        default:
            return undefined;
    }
}

/** What the engine says of a shape that is none. */
const SHAPE_ERRORS = new Set(['BAD_SHAPE', 'OUT_OF_RANGE', 'NOT_FINITE', 'DEGENERATE_POLYGON',
    'NOT_CONVEX', 'POINT_COUNT']);

/**
 * Throws what an error of a call that takes a shape means.
 * @param {string} method
 * @param {number} error
 * @param {ArrayLike<number>} record
 * @param {string} path
 * @param {boolean} [outlines] whether the call takes outlines too, default false
 * @returns {never}
 */
export function raiseShape(method, error, record, path, outlines = false) {
    const name = path.slice(0, -1);
    const cure = outlines ? COLLIDER_CURE : CONVEX_CURE;
    raise(method, error,
        (code) => (SHAPE_ERRORS.has(code) ? shapeFault(record, path, cure) ?? name : name));
}

/**
 * Throws what an error of a call about two shapes means.
 * @param {string} method
 * @param {number} error
 * @param {number[]} records of two shapes, each followed by as many numbers of its pose or sweep
 * @param {number} which shape is to blame: 0 or 1
 * @returns {never}
 */
export function raiseOfPair(method, error, records, which) {
    const record = which === 0 ? records : records.slice(records.length / 2);
    raiseShape(method, error, record, which === 0 ? 'shapeA.' : 'shapeB.');
}
