// What the renderers beside this file draw: every collider as outlines, each a convex hull of
// points in its body's space grown by a radius (a circle is one point, a capsule two); what has
// many parts is many (adapters/parts.js). `watchShapes` keeps the outlines of a whole world by body
// slot and notices what was made, destroyed or changed since. It knows no canvas and no framework,
// and takes a World and a WorkerWorld alike.
import { FLAGS } from '../wire/layout.js';
import { chainOutlines, hullOf, markOf, tileOutlines } from './parts.js';

/** @import { TileMap } from '../options/tiles.js' */
/** @import { ColliderShape, ColliderShapeOptions, ShapeOptions, Vector } from '../options/types.js' */
/** @import { Outline } from './parts.js' */

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
 *
 * @typedef {object} DrawableCollider
 * @property {ColliderShape | ColliderShapeOptions} shape
 * @property {string} layer
 * @property {boolean} isTrigger
 * @property {Vector | false} oneWay
 * @property {number} tileEdits
 *
 * @typedef {object} Piece one collider, a part of one, or a mark on it
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
 * @param {ArrayLike<Vector | number>} list
 * @param {{ center?: Vector, angle?: number }} where
 */
function flatPoints(list, { center, angle }) {
    const flat = Array.from(list, (p) => (typeof p === 'number' ? p : pair(p))).flat();
    if (!center && !angle) return flat;
    return place(Array.from({ length: flat.length / 2 }, (_, i) => [flat[2 * i], flat[2 * i + 1]]), center, angle);
}

/**
 * A shape as the hull of its corners grown by a radius.
 * @param {ShapeOptions} shape
 * @returns {Outline}
 */
export function outlineOf(shape) {
    const radius = shape.shape === 'segment' ? 0 : shape.radius ?? 0;
    switch (shape.shape) {
        case 'segment':
            return { points: Float32Array.from([...pair(shape.a), ...pair(shape.b)]), radius };
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
        case 'polygon':
            return { points: Float32Array.from(counterClockwise(flatPoints(shape.points, shape))), radius };
        case 'hull':
            return { points: Float32Array.from(hullOf(flatPoints(shape.points, shape))), radius };
    }
}

/**
 * All there is to draw of a collider. What has more corners than a convex shape may is drawn as
 * lines.
 * @param {ColliderShape | ColliderShapeOptions} shape
 * @param {Vector | false} [oneWay]
 * @returns {Outline[]}
 */
export function outlinesOf(shape, oneWay = false) {
    const { radius } = /** @type {{ radius?: number }} */ (shape);
    switch (shape.shape) {
        case 'chain':
            return chainOutlines(flatPoints(shape.points, shape), shape);
        case 'outline':
            return chainOutlines(flatPoints(shape.points, shape), { loop: true, radius });
        case 'tiles':
            return tileOutlines(/** @type {TileMap} */ (shape));
    }
    const one = outlineOf(shape);
    const list = one.points.length > 16 ? chainOutlines(one.points, { loop: true, radius }) : [one];
    if (!oneWay) return list;
    const [x, y] = pair(oneWay);
    const length = Math.hypot(x, y);
    return [...list, ...markOf(one.points, one.radius, [x / length, y / length])];
}

/**
 * The pieces of maps, which are many, by collider: made anew only when cells have changed.
 * @type {WeakMap<DrawableCollider, { cells: Uint8Array, layer: number, trigger: boolean, pieces: Piece[] }>}
 */
const maps = new WeakMap();

/**
 * @param {DrawableCollider} collider
 * @param {readonly string[]} names
 * @returns {readonly Piece[]}
 */
function colliderPieces(collider, names) {
    const { shape, isTrigger, oneWay } = collider;
    const layer = names.indexOf(collider.layer);
    const cells = shape.shape === 'tiles' ? /** @type {TileMap} */ (shape).cells : undefined;
    const known = cells && maps.get(collider);
    if (known && known.layer === layer && known.trigger === isTrigger
        && known.cells.every((cell, i) => cell === cells[i])) return known.pieces;
    const pieces = outlinesOf(shape, oneWay)
        .map(({ points, radius, trigger = isTrigger }) => ({ collider, layer, trigger: trigger || isTrigger, points, radius }));
    if (cells) maps.set(collider, { cells: cells.slice(), layer, trigger: isTrigger, pieces });
    return pieces;
}

/** @param {readonly Piece[]} a @param {readonly Piece[]} b */
function same(a, b) {
    return a.length === b.length && a.every((p, i) => {
        const q = b[i];
        return p === q || p.collider === q.collider && p.layer === q.layer && p.trigger === q.trigger
            && p.radius === q.radius && p.points.length === q.points.length
            && p.points.every((x, k) => x === q.points[k]);
    });
}

/**
 * Keeps the outlines of a world. A body that was made or destroyed and a tile that was changed show
 * at the next `update`; another change of a body's own colliders within half a second.
 * @param {Drawable} world
 * @returns {Shapes}
 */
export function watchShapes(world) {
    /** @type {(DrawableBody | undefined)[]} */
    const bodies = [];
    /** @type {(readonly Piece[])[]} */
    const pieces = [];
    const none = Object.freeze(/** @type {Piece[]} */ ([]));
    /** Bodies that have maps of tiles, with the changes seen. @type {Map<number, number>} */
    const edits = new Map();

    /** @param {DrawableBody | undefined} body */
    const editsOf = (body) => body?.colliders.reduce((sum, { tileEdits }) => sum + tileEdits, 0) ?? 0;

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
                if (slot < bodies.length && bodies[slot] === body && slot % SWEEP !== turn
                    && (!edits.has(slot) || edits.get(slot) === editsOf(body))) continue;
                const list = (names ??= world.layers.names);
                const fresh = body ? body.colliders.flatMap((collider) => colliderPieces(collider, list)) : none;
                if (body?.colliders.some((collider) => maps.has(collider))) edits.set(slot, editsOf(body));
                else edits.delete(slot);
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
