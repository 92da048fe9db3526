// Questions to a world: what lies at a point, in a box or in a shape; how two shapes meet.
// js/world.js calls these after checking that the world lives.
import { ownBody } from './body.js';
import { livePointer } from './core.js';
import { coordinate, finite, notNegative, options } from './errors.js';
import { SHAPE } from './layout.js';
import { layerWord } from './layers.js';
import { colliderOf } from './objects.js';
import { parseShape } from './shapes.js';
import { writeRecord } from './create.js';
import { allocate, borrow, giveBack, heap, needReady, raise, wasm } from './wasm.js';

/** @import { Collider } from './collider.js' */
/** @import { Core } from './core.js' */
/** @import { Manifold, OverlapOptions, Pose, ShapeOptions } from './types.js' */

const OVERLAP_KEYS = new Set(['layers', 'ignore']);
const POINT_KEYS = new Set([...OVERLAP_KEYS, 'slack']);
const POSE_KEYS = new Set(['x', 'y', 'angle']);

/**
 * @param {Core} core
 * @param {string} method
 * @param {unknown} given
 * @param {ReadonlySet<string>} [keys]
 */
function parseFilter(core, method, given, keys = OVERLAP_KEYS) {
    const o = options(method, 'options', given, keys);
    const ignore = o.ignore === undefined ? undefined : ownBody(core, method, 'ignore', o.ignore);
    const slack = o.slack === undefined ? 0 : notNegative(method, 'slack', o.slack);
    const low = layerWord(core.layerNames, method, o.layers, 0);
    const high = layerWord(core.layerNames, method, o.layers, 1);
    return { low, high, slack, ignore };
}

/**
 * Runs a query with room for its results, twice if there was too little.
 * @param {Core} core
 * @param {string} method
 * @param {ReturnType<typeof parseFilter>} filter
 * @param {(out: number, capacity: number) => number} ask
 * @returns {Collider[]}
 */
function collect(core, method, { ignore }, ask) {
    let capacity = 256;
    for (;;) {
        const out = allocate(method, 4 * capacity);
        const count = ask(out, capacity);
        const fits = count <= capacity;
        const ids =
            count > 0 && fits ? Array.from(heap().i32.subarray(out >> 2, (out >> 2) + count)) : [];
        wasm.calls.release(out);
        if (count < 0) raise(method, -count);
        if (fits) {
            const found = ids.map((id) => colliderOf(core, id));
            return ignore ? found.filter(({ body }) => body !== ignore) : found;
        }
        capacity = count;
    }
}

/**
 * @param {Core} core
 * @param {number} x
 * @param {number} y
 * @param {OverlapOptions & { slack?: number }} given
 */
export function overlapPoint(core, x, y, given) {
    const method = 'World.overlapPoint';
    coordinate(method, 'x', x);
    coordinate(method, 'y', y);
    const filter = parseFilter(core, method, given, POINT_KEYS);
    const ptr = livePointer(core, method);
    return collect(core, method, filter, (out, capacity) =>
        wasm.calls.overlap_point(ptr, x, y, filter.slack, filter.low, filter.high, out, capacity),
    );
}

/**
 * @param {Core} core
 * @param {[x0: number, y0: number, x1: number, y1: number]} corners
 * @param {OverlapOptions} given
 */
export function overlapBox(core, corners, given) {
    const method = 'World.overlapBox';
    const [x0, y0, x1, y1] = corners;
    coordinate(method, 'x0', x0);
    coordinate(method, 'y0', y0);
    coordinate(method, 'x1', x1);
    coordinate(method, 'y1', y1);
    const filter = parseFilter(core, method, given);
    const ptr = livePointer(core, method);
    const [minX, maxX] = x0 <= x1 ? [x0, x1] : [x1, x0];
    const [minY, maxY] = y0 <= y1 ? [y0, y1] : [y1, y0];
    return collect(core, method, filter, (out, capacity) =>
        wasm.calls.overlap_box(ptr, minX, minY, maxX, maxY, filter.low, filter.high, out, capacity),
    );
}

/**
 * @param {string} method
 * @param {string} name
 * @param {unknown} given
 * @returns {[x: number, y: number, angle: number]}
 */
export function parsePose(method, name, given) {
    const { x = 0, y = 0, angle = 0 } = options(method, name, given, POSE_KEYS);
    return [
        coordinate(method, `${name}.x`, x),
        coordinate(method, `${name}.y`, y),
        finite(method, `${name}.angle`, angle),
    ];
}

/**
 * @param {Core} core
 * @param {ShapeOptions} shape
 * @param {Pose} pose
 * @param {OverlapOptions} given
 */
export function overlapShape(core, shape, pose, given) {
    const method = 'World.overlapShape';
    const record = parseShape(method, 'shape.', shape);
    const [x, y, angle] = parsePose(method, 'pose', pose);
    const filter = parseFilter(core, method, given);
    const ptr = livePointer(core, method);
    const address = borrow(method, 8 * SHAPE.RECORD);
    writeRecord(record, address);
    return collect(core, method, filter, (out, capacity) =>
        wasm.calls.overlap_shape(ptr, address, x, y, angle, filter.low, filter.high, out, capacity),
    );
}

/**
 * The records of two shapes behind one another, each followed by its pose.
 * @param {string} method
 * @param {ShapeOptions} shapeA
 * @param {Pose} poseA
 * @param {ShapeOptions} shapeB
 * @param {Pose} poseB
 */
export function placedPair(method, shapeA, poseA, shapeB, poseB) {
    return [
        ...parseShape(method, 'shapeA.', shapeA),
        ...parsePose(method, 'poseA', poseA),
        ...parseShape(method, 'shapeB.', shapeB),
        ...parsePose(method, 'poseB', poseB),
    ];
}

/**
 * How two shapes meet, without a world: the unit normal from the first to the second and up to two
 * contact points. Swapping the shapes mirrors the normal.
 * @param {ShapeOptions} shapeA
 * @param {Pose} poseA where it is
 * @param {ShapeOptions} shapeB
 * @param {Pose} poseB
 * @param {number} [maxDistance] points further apart than this, in metres, are left out
 * @returns {Manifold}
 * @throws {RangeError | MicaError} for a shape that is none
 */
export function collide(shapeA, poseA, shapeB, poseB, maxDistance = 0) {
    needReady('collide');
    const records = placedPair('collide', shapeA, poseA, shapeB, poseB);
    notNegative('collide', 'maxDistance', maxDistance);
    const address = borrow('collide', 8 * records.length);
    writeRecord(records, address);
    const count = wasm.calls.collide(address, maxDistance);
    giveBack(address);
    const { f64, i32, scratchF64, scratchI32 } = heap();
    if (count < 0) raise('collide', -count, i32[scratchI32] === 0 ? 'shapeA' : 'shapeB');
    const points = Array.from({ length: count }, (_, i) => {
        const at = scratchF64 + 2 + 4 * i;
        return { x: f64[at], y: f64[at + 1], separation: f64[at + 2], feature: f64[at + 3] };
    });
    return { nx: f64[scratchF64], ny: f64[scratchF64 + 1], points };
}
