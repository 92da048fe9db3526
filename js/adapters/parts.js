// The outlines of colliders of many parts: chains, tile maps, and outlines that are not convex,
// each a hull of points grown by a radius like every other shape; and the marks that show a one-way
// direction. Called by adapters/outlines.js.

/** @import { TileMap } from '../options/tiles.js' */
/** @import { TileKind } from '../options/types.js' */

/**
 * The outline of a part of a collider.
 * @typedef {object} Outline
 * @property {Float32Array} points metres, x and y of each corner, counter-clockwise
 * @property {number} radius metres
 * @property {boolean} [trigger] whether this part is a trigger, whatever its collider is
 * @property {string} [layer] the name of the part's own layer; its collider's if undefined
 * @property {boolean} [inner] whether it is filled only: its sides are no surface of the collider; default false
 */

/** The corners of each kind of `TILE`, counter-clockwise, as x and y in halves of a cell. */
const CORNERS = [
    [],
    [0, 0, 2, 0, 2, 2, 0, 2],
    [0, 0, 2, 0, 2, 2],
    [0, 0, 2, 0, 0, 2],
    [0, 0, 2, 2, 0, 2],
    [2, 0, 2, 2, 0, 2],
    [0, 0, 2, 0, 2, 1, 0, 1],
    [0, 1, 2, 1, 2, 2, 0, 2],
    [0, 0, 1, 0, 1, 2, 0, 2],
    [1, 0, 2, 0, 2, 2, 1, 2],
    [0, 0, 2, 0, 2, 1],
    [0, 0, 2, 0, 2, 2, 0, 1],
    [0, 0, 2, 0, 2, 1, 0, 2],
    [0, 0, 2, 0, 0, 1],
];

/**
 * Whether equal neighbours in a row are drawn as one box: full cells, lower and upper halves.
 * @param {number} form a `TILE` without flags
 */
const joinsInRow = (form) => form === 1 || form === 6 || form === 7;

/** Metres, the height of a mark; less on short sides. */
const MARK_HEIGHT = 0.2;

/**
 * An arrowhead above the side of a one-way shape that collides.
 * @param {Float32Array} points metres, x and y of each corner
 * @param {number} radius metres
 * @param {ArrayLike<number>} direction a unit vector, out of that side
 * @param {{ lengthUnit?: number, yDown?: boolean }} [world] its unit of length, 1 to a metre by default, and whether its y points down, default false
 * @returns {Outline[]} two lines
 */
export function oneWayMark(points, radius, { 0: ux, 1: uy }, { lengthUnit = 1 } = {}) {
    let [top, left, right] = [-Infinity, Infinity, -Infinity];
    for (let i = 0; i < points.length; i += 2) {
        const along = uy * points[i] - ux * points[i + 1];
        top = Math.max(top, ux * points[i] + uy * points[i + 1]);
        left = Math.min(left, along);
        right = Math.max(right, along);
    }
    const size = Math.min(MARK_HEIGHT * lengthUnit, (right - left) / 4 + radius);
    const [middle, foot] = [(left + right) / 2, top + radius + size / 2];
    /** @param {number} along @param {number} height */
    const at = (along, height) => [uy * along + ux * height, -ux * along + uy * height];
    return [-1, 1].map((side) => ({
        points: Float32Array.from([...at(middle + side * size, foot), ...at(middle, foot + size)]),
        radius: 0,
    }));
}

/**
 * The segments of a chain, and the marks of one that is one-sided.
 * @param {ArrayLike<number>} points metres, x and y of each
 * @param {{ loop?: boolean, oneSided?: boolean, radius?: number }} chain
 * @param {{ lengthUnit?: number, yDown?: boolean }} [world] its unit of length, 1 to a metre by default, and whether its y points down, default false
 * @returns {Outline[]}
 */
export function chainOutlines(points, { loop = false, oneSided = false, radius = 0 }, world = {}) {
    const up = world.yDown ? -1 : 1;
    const count = points.length / 2;
    return Array.from({ length: loop ? count : count - 1 }, (_, i) => {
        const j = (i + 1) % count;
        const ends = Float32Array.from([points[2 * i], points[2 * i + 1], points[2 * j],
            points[2 * j + 1]]);
        const [dx, dy] = [ends[2] - ends[0], ends[3] - ends[1]];
        const length = Math.hypot(dx, dy);
        const mark = oneSided
            ? oneWayMark(ends, radius, [-up * dy / length, up * dx / length], world)
            : [];
        return [{ points: ends, radius }, ...mark];
    }).flat();
}

/** The `TILE` of a kind. @param {number | TileKind} kind */
function tileOf(kind) {
    return typeof kind === 'number' ? kind : kind.tile;
}

/** The layer of a kind, if it has one of its own. @param {number | TileKind | undefined} kind */
function layerOf(kind) {
    return typeof kind === 'object' ? kind.layer : undefined;
}

/**
 * The cells of a tile map; equal boxes of one layer in a row are one outline, and one-way cells have marks.
 * @param {TileMap} map
 * @param {{ lengthUnit?: number, yDown?: boolean }} [world] its unit of length, 1 to a metre by default, and whether its y points down, default false
 * @returns {Outline[]}
 */
export function tileOutlines(
    { columns, rows, cellWidth, cellHeight, origin: [x, y], cells: given, map },
    world = {},
) {
    const { yDown = false } = world;
    const cells = map ? Array.from(given, (number) => tileOf(map[number])) : given;
    /** @type {Outline[]} */
    const list = [];
    for (let row = 0; row < rows; ++row) {
        for (let column = 0, run = 1; column < columns; column += run) {
            const at = row * columns + column;
            const tile = cells[at];
            const layer = layerOf(map?.[given[at]]);
            const form = tile & 31;
            run = 1;
            while (joinsInRow(form) && column + run < columns && cells[at + run] === tile
                && layerOf(map?.[given[at + run]]) === layer) ++run;
            if (form === 0) continue;
            const points = Float32Array.from(CORNERS[form], (half, i) => (i % 2
                ? y + cellHeight * (row + (yDown ? 2 - half : half) / 2)
                : x + cellWidth * (column + (half * run) / 2)));
            list.push({ points, radius: 0, trigger: (tile & 64) !== 0, layer });
            if (tile & 32)
                list.push(
                    ...oneWayMark(points, 0, [0, yDown ? -1 : 1], world).map((mark) => ({ ...mark,
                        layer })
                    ),
                );
        }
    }
    return list;
}

/**
 * The convex hull, counter-clockwise (Andrew's monotone chain).
 * @param {ArrayLike<number>} flat x and y of each point
 * @returns {number[]} x and y of each corner
 */
export function hullOf(flat) {
    const sorted = Array.from({ length: flat.length / 2 }, (_, i) => [flat[2 * i], flat[2 * i + 1]])
        .sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    /** @param {number[][]} list */
    const half = (list) => {
        /** @type {number[][]} */
        const hull = [];
        for (const [x, y] of list) {
            for (let n = hull.length; n > 1; --n) {
                const [[ax, ay], [bx, by]] = hull.slice(-2);
                if ((bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0) break;
                hull.pop();
            }
            hull.push([x, y]);
        }
        return hull.slice(0, -1);
    };
    return [...half(sorted), ...half(sorted.reverse())].flat();
}
