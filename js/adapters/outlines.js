// What the renderers beside this file draw: every collider as outlines, each a convex hull of
// points in its body's space grown by a radius (a circle is one point, a capsule two); a collider
// of many parts has many outlines (adapters/parts.js). `watchShapes` keeps the outlines of a whole
// world by body slot and finds the colliders that were created, destroyed or changed since. It knows no canvas and no
// framework.
import { FLAGS } from '../wire/layout.js';
import { chainOutlines, hullOf, oneWayMark, tileOutlines } from './parts.js';
import { readGround, terrainOutlines } from './terrain.js';

/** @import { TileMap } from '../options/tiles.js' */
/** @import { TerrainOptions } from '../options/terrain-types.js' */
/** @import { ColliderShapeOptions, ShapeOptions, Vector } from '../options/types.js' */
/** @import { ColliderShape } from '../world/types.js' */
/** @import { Outline } from './parts.js' */
/** @import { Drawable, DrawableBody, DrawableCollider } from './types.js' */

/**
 * One collider, a part of one, or a mark on it.
 * @typedef {object} Piece
 * @property {DrawableCollider} collider
 * @property {number} layer the number of its layer: of a cell of a tile map that of its kind, or else its
 *     collider's
 * @property {boolean} trigger
 * @property {Float32Array} points metres, x and y of each corner, counter-clockwise
 * @property {number} radius metres
 * @property {boolean} [inner] whether it is filled only: its sides are no surface of the collider
 */

/**
 * The pieces of a world, as far as they were asked for.
 * @typedef {object} Shapes
 * @property {(readonly Piece[])[]} pieces by body slot
 * @property {number} version higher after each change of any piece
 * @property {() => Shapes} update finds changes; call it once a frame, before reading `pieces`
 */

/** Each body is read anew once in so many frames, to find changes that nothing else shows. */
const REREAD_FRAMES = 30;

/** @param {Vector | undefined} value @returns {[x: number, y: number]} 0, 0 if there is none */
function toPair(value) {
    if (!value) return [0, 0];
    return 'x' in value ? [value.x, value.y] : [value[0], value[1]];
}

/**
 * Turns corners by an angle and moves them to a centre.
 * @param {[x: number, y: number][]} corners
 * @param {Vector | undefined} center
 * @param {number} [angle]
 */
function placeCorners(corners, center, angle = 0) {
    const [x, y] = toPair(center);
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    return corners.flatMap(([px, py]) => [x + cos * px - sin * py, y + sin * px + cos * py]);
}

/**
 * Reverses corners that are in clockwise order.
 * @param {number[]} flat x and y of each
 * @returns {number[]} flat too, counter-clockwise
 */
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
 * Points as x and y of each, moved to where the shape is.
 * @param {ArrayLike<Vector | number>} list
 * @param {{ center?: Vector, angle?: number }} shape
 */
function flatPoints(list, { center, angle }) {
    const flat = Array.from(list, (p) => (typeof p === 'number' ? p : toPair(p))).flat();
    if (!center && !angle) return flat;
    return placeCorners(
        Array.from({ length: flat.length / 2 }, (_, i) => [flat[2 * i], flat[2 * i + 1]]),
        center,
        angle,
    );
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
            return { points: Float32Array.from([...toPair(shape.a), ...toPair(shape.b)]), radius };
        case 'circle':
            return { points: Float32Array.from(toPair(shape.center)), radius };
        case 'capsule': {
            const half = (shape.length ?? 0) / 2;
            const ends = shape.a
                ? [...toPair(shape.a), ...toPair(shape.b)]
                : placeCorners([[0, -half], [0, half]], shape.center, shape.angle);
            return { points: Float32Array.from(ends), radius };
        }
        case 'box': {
            const w = shape.halfWidth ?? (shape.width ?? 0) / 2;
            const h = shape.halfHeight ?? (shape.height ?? 0) / 2;
            const corners = placeCorners([[-w, -h], [w, -h], [w, h], [-w, h]], shape.center,
                shape.angle);
            return { points: Float32Array.from(corners), radius };
        }
        case 'polygon':
            return { points: Float32Array.from(counterClockwise(flatPoints(shape.points, shape))),
                radius };
        case 'hull':
            return { points: Float32Array.from(hullOf(flatPoints(shape.points, shape))), radius };
    }
}

/**
 * All outlines of a collider, and the mark that shows a one-way direction. A shape of more corners
 * than a polygon may have (8) is drawn as lines.
 * @param {ColliderShape | ColliderShapeOptions} shape
 * @param {Vector | false} [oneWay]
 * @param {{ lengthUnit?: number, yDown?: boolean }} [world] its unit of length, 1 to a metre by default, and whether its y points down, default false
 * @returns {Outline[]}
 */
export function outlinesOf(shape, oneWay = false, world = {}) {
    const { radius } = /** @type {{ radius?: number }} */ (shape);
    switch (shape.shape) {
        case 'chain':
            return chainOutlines(flatPoints(shape.points, shape), shape, world);
        case 'outline':
            return [shape.points, ...shape.holes ?? []].flatMap((ring) =>
                chainOutlines(flatPoints(ring, shape), { loop: true, radius })
            );
        case 'tiles':
            return tileOutlines(/** @type {TileMap} */ (shape), world);
        case 'terrain':
            return terrainOutlines(shape);
    }
    const whole = outlineOf(shape);
    const list = whole.points.length > 16
        ? chainOutlines(whole.points, { loop: true, radius })
        : [whole];
    if (!oneWay) return list;
    const [x, y] = toPair(oneWay);
    const length = Math.hypot(x, y);
    return [...list, ...oneWayMark(whole.points, whole.radius, [x / length, y / length], world)];
}

/**
 * The pieces of tile maps and terrains, which are many, by collider: made anew only where cells have changed.
 * @typedef {object} MapPieces
 * @property {Uint8Array | Int32Array} [cells] of a tile map
 * @property {import('./terrain.js').Ground} [ground] of a terrain
 * @property {Piece[][]} rows of a terrain, or all in one
 * @property {number} layer
 * @property {boolean} trigger
 * @property {Piece[]} pieces all rows
 */

/** @type {WeakMap<DrawableCollider, MapPieces>} */
const maps = new WeakMap();

/**
 * Outlines as pieces of a collider.
 * @param {Outline[]} outlines
 * @param {DrawableCollider} collider
 * @param {number} layer the collider's
 * @param {readonly string[]} names of the layers
 * @returns {Piece[]}
 */
const piecesOf = (outlines, collider, layer, names) =>
    outlines.map(({ points, radius, trigger = false, layer: own, inner }) => ({ collider,
        layer: own === undefined ? layer : names.indexOf(own), trigger: trigger || collider.trigger,
        points, radius, inner })
    );

/**
 * The pieces of a terrain; those of rows that are as before are the same.
 * @param {DrawableCollider} collider
 * @param {TerrainOptions<any>} shape
 * @param {number} layer
 * @param {readonly string[]} names of the layers
 */
function groundPieces(collider, shape, layer, names) {
    const { trigger } = collider;
    const last = maps.get(collider);
    const kept = last?.layer === layer && last.trigger === trigger ? last : undefined;
    const ground = readGround(shape, kept?.ground);
    const rows = ground.rows.map((outlines, row) =>
        kept && kept.ground?.rows[row] === outlines
            ? kept.rows[row]
            : piecesOf(outlines, collider, layer, names)
    );
    const same = kept && rows.every((row, i) => row === kept.rows[i]);
    const pieces = same ? kept.pieces : rows.flat();
    maps.set(collider, { ground, rows, layer, trigger, pieces });
    return pieces;
}

/**
 * @param {DrawableCollider} collider
 * @param {readonly string[]} names of the layers
 * @param {Drawable} world
 * @returns {readonly Piece[]}
 */
function colliderPieces(collider, names, world) {
    // So the terrain of a piece that has come off, which is there in convex shapes too.
    if (collider.enabled === false) return [];
    const { shape, trigger, oneWay } = collider;
    const layer = names.indexOf(collider.layer);
    if (shape.shape === 'terrain') return groundPieces(collider, shape, layer, names);
    const cells = shape.shape === 'tiles' ? /** @type {TileMap} */ (shape).cells : undefined;
    const kept = cells && maps.get(collider);
    if (kept && kept.layer === layer && kept.trigger === trigger
        && kept.cells?.every((cell, i) => cell === cells[i])) return kept.pieces;
    const pieces = piecesOf(outlinesOf(shape, oneWay, world), collider, layer, names);
    if (cells) maps.set(collider, { cells: cells.slice(), rows: [pieces], layer, trigger, pieces });
    return pieces;
}

/** @param {readonly DrawableCollider[]} colliders @param {readonly string[]} names @param {Drawable} world */
const allPieces = (colliders, names, world) =>
    colliders.length === 1
        ? colliderPieces(colliders[0], names, world)
        : colliders.flatMap((collider) => colliderPieces(collider, names, world));

/** @param {readonly Piece[]} a @param {readonly Piece[]} b */
function samePieces(a, b) {
    return a === b || a.length === b.length && a.every((p, i) => {
                const q = b[i];
                return p === q
                    || p.collider === q.collider && p.layer === q.layer && p.trigger === q.trigger
                        && p.radius === q.radius && p.inner === q.inner
                        && p.points.length === q.points.length
                        && p.points.every((x, k) => x === q.points[k]);
            });
}

/**
 * Keeps the outlines of a world; a disabled collider has none. The next `update` finds a body that was made or destroyed
 * and a tile or ground that has changed; any other change of a body's colliders is found within 30 calls.
 * @param {Drawable} world
 * @returns {Shapes}
 */
export function watchShapes(world) {
    /** @type {(DrawableBody | undefined)[]} */
    const bodies = [];
    /** @type {(readonly Piece[])[]} */
    const pieces = [];
    const none = Object.freeze(/** @type {Piece[]} */ ([]));
    /**
     * The count of changes of tiles and ground at the last reading, by slot of a body with maps, or with the
     * disabled terrain of a piece.
     * @type {Map<number, number>}
     */
    const edits = new Map();

    /** @param {DrawableBody | undefined} body */
    const editsOf = (body) =>
        body?.colliders.reduce((sum, { tileEdits }) => sum + tileEdits, 0) ?? 0;

    let frame = 0;
    return {
        pieces,
        version: 0,
        update() {
            const { slots } = world;
            let { flags } = world;
            /** @type {readonly string[] | undefined} */
            let names;
            frame = (frame + 1) % REREAD_FRAMES;
            for (let slot = 0; slot < slots; ++slot) {
                const body = flags[slot] & FLAGS.ALIVE ? world.bodyAt(slot) : undefined;
                if (slot < bodies.length && bodies[slot] === body && slot % REREAD_FRAMES !== frame
                    && (!edits.has(slot) || edits.get(slot) === editsOf(body))) continue;
                const list = (names ??= world.layers.names);
                const fresh = body
                    ? allPieces(body.colliders, list, world)
                    : none;
                if (body?.colliders.some((each) => each.enabled === false || maps.has(each)))
                    edits.set(slot, editsOf(body));
                else edits.delete(slot);
                // Reading a body of many colliders may have grown the memory that the views are in.
                ({ flags } = world);
                bodies[slot] = body;
                if (pieces[slot] && samePieces(pieces[slot], fresh)) continue;
                pieces[slot] = fresh;
                ++this.version;
            }
            return this;
        },
    };
}
