// Lists of points that describe shapes: read, moved to where the shape lies, and made into a hull
// or cut into convex parts by the engine; and which vectors are unit vectors. Called by js/options/shapes.js.
import { MAX_ANGLE, MAX_COORDINATE, coordinate, inRange, isList, vector,
    wrongType } from '../wire/errors.js';

/** Most points of an outline with its holes, or to take the hull of; each hole counts two more. */
export const MAX_OUTLINE = 1024;

/**
 * Points as pairs or flat, as x and y one after the other.
 * @param {string} method
 * @param {string} name
 * @param {unknown} points
 * @param {number} least
 * @param {number} most
 */
export function readPoints(method, name, points, least, most) {
    if (!isList(points)) wrongType(method, name, 'an array of points or of numbers', points);
    const flat = typeof points[0] === 'number';
    const count = flat ? points.length / 2 : points.length;
    if (!Number.isInteger(count)) wrongType(method, name, 'an even count of numbers', points);
    if (count < least || count > most) {
        throw new RangeError(`${method}: ${name} must be ${least} to ${most} points, got ${count}`);
    }
    const numbers = new Float32Array(2 * count);
    for (let i = 0; i < count; ++i) {
        if (flat) {
            numbers[2 * i] = coordinate(method, `${name}[${2 * i}]`, points[2 * i]);
            numbers[2 * i + 1] = coordinate(method, `${name}[${2 * i + 1}]`, points[2 * i + 1]);
        } else {
            numbers.set(vector(method, `${name}[${i}]`, points[i], MAX_COORDINATE), 2 * i);
        }
    }
    return numbers;
}

/**
 * How the options `angle` and `center` turn and move points: radians and metres; undefined where
 * they do not.
 * @param {string} method
 * @param {string} path
 * @param {Record<string, unknown>} o
 * @returns {[angle: number, x: number, y: number] | undefined}
 */
export function readPlace(method, path, o) {
    const angle = inRange(method, `${path}angle`, o.angle ?? 0, -MAX_ANGLE, MAX_ANGLE);
    const [x, y] = vector(method, `${path}center`, o.center ?? [0, 0], MAX_COORDINATE);
    return angle === 0 && x === 0 && y === 0 ? undefined : [angle, x, y];
}

/**
 * Whether a vector of this length is a unit vector in single precision: it then stays as it is, so that what is
 * read of a joint or a collider gives the same again.
 * @param {number} length
 */
export function hasUnitLength(length) {
    return Math.abs(length - 1) < 5e-7;
}
