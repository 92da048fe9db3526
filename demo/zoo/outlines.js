// The outlines of all bodies, in the space of each, read once and kept until the page changes something. Called by paint.js,
// edit.js and the debug view.
import { materialOf, plainLook } from './materials.js';

/** @typedef {import('../../js/index.js').World<any>} World @typedef {import('../../js/index.js').Body<any>} Body */
/** @typedef {{ points: Float32Array, radius: number, trigger: boolean }} Outline a convex hull of points grown by a radius */

/**
 * A body as it is drawn.
 * @typedef {object} Thing
 * @property {Body} body
 * @property {number} slot
 * @property {string} layer
 * @property {import('./materials.js').Material} look
 * @property {string | null} field type of the field, if it has one
 * @property {Outline[]} outlines
 * @property {Path2D} path of the solid parts, metres
 * @property {Path2D} area of its fields
 * @property {boolean} open it has no inside
 * @property {boolean} known its material is one of this page
 * @property {number} reach metres from its origin to the farthest point that is solid
 * @property {{ x: number, y: number, radius: number }[]} circles
 */

/** Corners of each TILE, as x and y in halves of a cell, counter-clockwise. */
const CELLS = [[], [0, 0, 2, 0, 2, 2, 0, 2], [0, 0, 2, 0, 2, 2], [0, 0, 2, 0, 0, 2], [0, 0, 2, 2, 0,
    2], [2, 0, 2, 2, 0, 2], [0, 0, 2, 0, 2, 1, 0, 1], [0, 1, 2, 1, 2, 2, 0, 2], [0, 0, 1, 0, 1, 2,
    0, 2], [1, 0, 2, 0, 2, 2, 1, 2], [0, 0, 2, 0, 2, 1], [0, 0, 2, 0, 2, 2, 0, 1], [0, 0, 2, 0, 2,
    1, 0, 2], [0, 0, 2, 0, 0, 1]];

/** @param {any} map @returns {number[][]} */
function cells({ columns, cellWidth, cellHeight, origin, cells: given, map }) {
    return Array.from(given, (/** @type {number} */ number, i) => {
        const kind = map ? map[number] : number;
        const corners = CELLS[(typeof kind === 'object' ? kind.tile : kind ?? 0) & 31] ?? [];
        const [x, y] = [i % columns, Math.floor(i / columns)];
        return corners.map((half, k) => (k % 2
            ? origin[1] + cellHeight * (y + half / 2)
            : origin[0] + cellWidth * (x + half / 2))
        );
    }).filter((corners) => corners.length > 0);
}

/** @param {import('../../js/index.js').Collider<any>} collider @returns {Outline[]} */
function outlinesOf({ shape: given, trigger }) {
    const shape = /** @type {any} */ (given);
    const make = (/** @type {number[]} */ points, radius = shape.radius ?? 0) => ({
        points: Float32Array.from(points),
        radius,
        trigger,
    });
    if (shape.shape === 'tiles') return cells(shape).map((corners) => make(corners));
    if (shape.shape === 'circle') return [make([...shape.center])];
    if (shape.a) return [make([...shape.a, ...shape.b])];
    if (shape.shape !== 'chain') return [make(shape.points.flat())];
    const { points, loop } = shape;
    return Array.from({ length: points.length - (loop ? 0 : 1) },
        (_, i) => make([...points[i], ...points[(i + 1) % points.length]]));
}

/** Adds an outline to a path. @param {Path2D} path @param {Outline} outline */
function trace(path, { points, radius }) {
    const count = points.length / 2;
    if (count === 1) {
        path.moveTo(points[0] + radius, points[1]);
        path.arc(points[0], points[1], radius, 0, 2 * Math.PI);
        return;
    }
    for (let i = 0; i < count; i++) {
        const [x, y, before, after] = [points[2 * i], points[2 * i + 1],
            2 * ((i + count - 1) % count), 2 * ((i + 1) % count)];
        const begin = Math.atan2(points[before] - x, y - points[before + 1]);
        if (i === 0) path.moveTo(x + radius * Math.cos(begin), y + radius * Math.sin(begin));
        if (radius > 0)
            path.arc(x, y, radius, begin, Math.atan2(x - points[after], points[after + 1] - y));
        else path.lineTo(x, y);
    }
    path.closePath();
}

/** @param {Body} body @returns {Thing | undefined} nothing for a body without colliders */
function read(body) {
    const { colliders } = body;
    if (colliders.length === 0) return undefined;
    const [path, area] = [new Path2D(), new Path2D()];
    const solid = colliders.find((collider) => !collider.trigger) ?? colliders[0];
    const material = materialOf(solid);
    const outlines = colliders.flatMap((collider) => outlinesOf(collider));
    for (const outline of outlines) trace(outline.trigger ? area : path, outline);
    const firm = outlines.filter(({ trigger }) => !trigger);
    let reach = 0;
    for (const { points, radius } of firm.length > 0 ? firm : outlines) {
        for (let i = 0; i < points.length; i += 2)
            reach = Math.max(reach, Math.hypot(points[i], points[i + 1]) + radius);
    }
    return { body, slot: body.index, layer: solid.layer, look: material ?? plainLook(solid),
        known: material !== undefined,
        field: colliders.find(({ field }) => field)?.field?.type ?? null, outlines, path, area,
        reach, open: firm.length > 0
            && firm.every(({ points, radius }) => points.length === 4 && radius < 0.02),
        circles: firm.filter(({ points }) => points.length === 2).map((
            { points: [x, y], radius },
        ) => ({ x, y, radius })) };
}

export class Outlines {
    /** By slot. @type {(Thing | undefined)[]} */
    #things = [];
    /** @type {World | null} */
    #world = null;

    /** Has all be read again. */
    forget() {
        this.#things.length = 0;
    }

    /** All that is there, by slot. @param {World} world @returns {(Thing | undefined)[]} */
    of(world) {
        if (world !== this.#world) this.forget();
        this.#world = world;
        const things = this.#things;
        for (const body of world.bodies) {
            if (things[body.index]?.body !== body) things[body.index] = read(body);
        }
        for (let slot = 0; slot < things.length; slot++)
            if (things[slot] && !(/** @type {Thing} */ (things[slot]).body.alive))
                things[slot] = undefined;
        return things;
    }
}
