// What the renderers beside this file draw: every collider as an outline, a convex hull of points in
// its body's space grown by a radius (a circle is one point, a capsule two). `watchShapes` keeps the
// outlines of a whole world by body slot and notices what was made, destroyed or changed since. It
// knows no canvas and no framework, and takes a World and a WorkerWorld alike.
import { FLAGS } from '../layout.js';

/** @import { ShapeOptions, Vector } from '../types.js' */

/**
 * What a renderer needs of a world.
 * @typedef {object} Drawable
 * @property {Float32Array} poses
 * @property {Uint32Array} flags
 * @property {number} slots
 * @property {{ readonly names: readonly string[] }} layers
 * @property {(slot: number) => DrawableBody | undefined} bodyAt
 *
 * @typedef {{ readonly colliders: readonly DrawableCollider[] }} DrawableBody
 * @typedef {{ readonly shape: ShapeOptions, readonly layer: string, readonly isTrigger: boolean }} DrawableCollider
 *
 * @typedef {object} Piece one collider
 * @property {DrawableCollider} collider
 * @property {number} layer its layer's number
 * @property {boolean} trigger
 * @property {Float32Array} points x and y of each corner, counter-clockwise
 * @property {number} radius
 *
 * @typedef {object} Shapes
 * @property {(readonly Piece[])[]} pieces by body slot
 * @property {number} version higher after each change of any piece
 * @property {() => Shapes} update call it once a frame, before reading `pieces`
 */

/** A body is read anew once in so many frames, for changes that leave no other trace. */
const SWEEP = 30;

/** @param {Vector | undefined} value @returns {[x: number, y: number]} */
function pair(value) {
    if (!value) return [0, 0];
    return 'x' in value ? [value.x, value.y] : [value[0], value[1]];
}

/**
 * Corners turned by an angle and moved to a centre.
 * @param {[x: number, y: number][]} corners
 * @param {Vector | undefined} center
 * @param {number} [angle]
 */
function place(corners, center, angle = 0) {
    const [x, y] = pair(center);
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    return corners.flatMap(([px, py]) => [x + cos * px - sin * py, y + sin * px + cos * py]);
}

/** @param {number[]} flat @returns {number[]} the same corners, counter-clockwise */
function counterClockwise(flat) {
    let area = 0;
    for (let i = 0; i < flat.length; i += 2) {
        const j = (i + 2) % flat.length;
        area += flat[i] * flat[j + 1] - flat[j] * flat[i + 1];
    }
    if (area >= 0) return flat;
    const corners = Array.from({ length: flat.length / 2 }, (_, i) => flat.slice(2 * i, 2 * i + 2));
    return corners.reverse().flat();
}

/**
 * A shape as the hull of its corners grown by a radius.
 * @param {ShapeOptions} shape
 * @returns {{ points: Float32Array, radius: number }}
 */
export function outlineOf(shape) {
    const { radius = 0 } = shape;
    switch (shape.shape) {
        case 'circle':
            return { points: Float32Array.from(pair(shape.center)), radius };
        case 'capsule': {
            const half = (shape.length ?? 0) / 2;
            const ends = shape.a
                ? [...pair(shape.a), ...pair(shape.b)]
                : place([[0, -half], [0, half]], shape.center, shape.angle);
            return { points: Float32Array.from(ends), radius };
        }
        case 'box': {
            const w = shape.halfWidth ?? (shape.width ?? 0) / 2;
            const h = shape.halfHeight ?? (shape.height ?? 0) / 2;
            const corners = place([[-w, -h], [w, -h], [w, h], [-w, h]], shape.center, shape.angle);
            return { points: Float32Array.from(corners), radius };
        }
        case 'polygon': {
            const list = /** @type {ArrayLike<Vector | number>} */ (shape.points);
            const flat = Array.from(list, (p) => (typeof p === 'number' ? p : pair(p))).flat();
            return { points: Float32Array.from(counterClockwise(flat)), radius };
        }
    }
}

/**
 * @param {DrawableBody} body
 * @param {readonly string[]} names
 * @returns {Piece[]}
 */
function readPieces(body, names) {
    return body.colliders.map((collider) => ({
        collider,
        layer: names.indexOf(collider.layer),
        trigger: collider.isTrigger,
        ...outlineOf(collider.shape),
    }));
}

/** @param {readonly Piece[]} a @param {readonly Piece[]} b */
function same(a, b) {
    return a.length === b.length && a.every((p, i) => {
        const q = b[i];
        return p.collider === q.collider && p.layer === q.layer && p.trigger === q.trigger
            && p.radius === q.radius && p.points.length === q.points.length
            && p.points.every((x, k) => x === q.points[k]);
    });
}

/**
 * Keeps the outlines of a world. A body that was made or destroyed shows at the next `update`; a
 * change of a body's own colliders within half a second.
 * @param {Drawable} world
 * @returns {Shapes}
 */
export function watchShapes(world) {
    /** @type {(DrawableBody | undefined)[]} */
    const bodies = [];
    /** @type {(readonly Piece[])[]} */
    const pieces = [];
    const none = Object.freeze(/** @type {Piece[]} */ ([]));
    let turn = 0;
    return {
        pieces,
        version: 0,
        update() {
            const { slots } = world;
            let { flags } = world;
            /** @type {readonly string[] | undefined} */
            let names;
            turn = (turn + 1) % SWEEP;
            for (let slot = 0; slot < slots; ++slot) {
                const body = flags[slot] & FLAGS.ALIVE ? world.bodyAt(slot) : undefined;
                if (slot < bodies.length && bodies[slot] === body && slot % SWEEP !== turn) continue;
                names ??= world.layers.names;
                const fresh = body ? readPieces(body, names) : none;
                // Reading a body of many colliders may have moved the views.
                ({ flags } = world);
                bodies[slot] = body;
                if (pieces[slot] && same(pieces[slot], fresh)) continue;
                pieces[slot] = fresh;
                ++this.version;
            }
            return this;
        },
    };
}
