// The shapes that ground is dug and added in, as the words of an edit (web/bridge/bridge_terrain.c): a line of points
// with a radius, closed or not, and where it lies. Called by js/world/objects/terrain.js.
import { KIND, SHAPE } from '../wire/layout.js';
import { MAX_ANGLE, MAX_COORDINATE, inRange, isWithin, outOfRange, readOptions, size,
    vector } from '../wire/errors.js';
import { SHAPE_KEYS, shapeKind, writeShape } from './shapes.js';

/** What ground may be dug and added in. */
const TOOLS = /** @type {const} */ (['circle', 'box', 'capsule', 'polygon', 'outline', 'path']);
/** Options of those whose points are a line. */
const LINE_KEYS = new Set(['shape', 'points', 'radius', 'center', 'angle']);
/** As MICA_MAX_TERRAIN_POINTS of mica.h. */
const MAX_POINTS = 4096;

/**
 * The words of an edit: closed, radius, x, y, angle, hardness or material, and the points.
 * @param {string} method
 * @param {unknown} shape
 * @param {{ position?: unknown, angle?: unknown }} options
 * @param {number} value the hardness of the tool, or the number of the material that it adds
 * @param {(angle: number) => [cos: number, sin: number]} turn of the engine
 */
export function toolWords(method, shape, { position, angle }, value, turn) {
    const kind = shapeKind(method, 'shape.', shape, TOOLS);
    const known = kind === 'path' ? 'chain' : kind;
    const keys = kind === 'path' || kind === 'outline' ? LINE_KEYS : SHAPE_KEYS[kind];
    const o = readOptions(method, 'shape', shape, keys);
    if (kind === 'path') size(method, 'shape.radius', o.radius);
    const parsed = writeShape(new Array(SHAPE.RECORD).fill(0), method, 'shape.', known, o);
    const points = placed(pointsOf(parsed), parsed.place, turn);
    if (points.length > 2 * MAX_POINTS)
        outOfRange(method, 'shape.points', `2 to ${MAX_POINTS} points`, points.length / 2);
    const far = points.find((value) => !isWithin(value, -MAX_COORDINATE, MAX_COORDINATE));
    if (far !== undefined)
        outOfRange(method, 'shape', `of points within ±${MAX_COORDINATE} metres`, far);
    const [x, y] = vector(method, 'position', position ?? [0, 0], MAX_COORDINATE);
    const closed = known === 'box' || known === 'polygon' || known === 'outline';
    return Float32Array.of(Number(closed), parsed.record[SHAPE.RADIUS], x, y,
        inRange(method, 'angle', angle ?? 0, -MAX_ANGLE, MAX_ANGLE), value, ...points);
}

/**
 * The points of a parsed shape, x and y in turn, and how they are still to be turned and moved.
 * @param {import('./shapes.js').ParsedShape} parsed
 * @returns {{ points: ArrayLike<number>, center: [number, number], angle: number }}
 */
function pointsOf({ record, data }) {
    const at = SHAPE.POINTS;
    const [x, y, half, high] = record.slice(at, at + 4);
    const angle = record[SHAPE.ANGLE];
    switch (record[SHAPE.KIND]) {
        case KIND.CIRCLE:
            return { points: [x, y], center: [0, 0], angle: 0 };
        case KIND.BOX:
            return { points: [-half, -high, half, -high, half, high, -half, high], center: [x, y],
                angle };
        case KIND.UPRIGHT_CAPSULE:
            return { points: [0, -half, 0, half], center: [x, y], angle };
        case KIND.CAPSULE:
            return { points: [x, y, half, high], center: [0, 0], angle: 0 };
        default:
            return { points: /** @type {Float32Array} */ (data), center: [0, 0], angle: 0 };
    }
}

/**
 * @param {{ points: ArrayLike<number>, center: [number, number], angle: number }} shape
 * @param {[angle: number, x: number, y: number] | undefined} place of a shape of points
 * @param {(angle: number) => [cos: number, sin: number]} turn
 */
function placed({ points, center, angle }, place, turn) {
    const [turned, x, y] = place ?? [angle, ...center];
    const [cos, sin] = turned === 0 ? [1, 0] : turn(turned);
    return Array.from(points, (_, i) => {
        const [px, py] = [points[i & ~1], points[i | 1]];
        return i & 1 ? y + sin * px + cos * py : x + cos * px - sin * py;
    });
}
