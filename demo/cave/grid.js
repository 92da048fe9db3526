// What follows from the tiles of a level: few large rectangles that cover the full ones, and the outline of the stone.
// Called by level.js once a level.

import { TILE } from '../../js/index.js';

/**
 * The tiles of a level from the lower left on, row by row: a `TILE`, without its flags.
 * @typedef {{ width: number, height: number, tiles: Uint8Array }} Grid
 */
/** @typedef {{ x: number, y: number, w: number, h: number }} Rect */

/** The corners of a slope in its cell, and of that the upper side. @type {Record<number, { points: number[], top: number[] }>} */
const SLOPES = {
    [TILE.RISE]: { points: [0, 0, 1, 0, 1, 1], top: [0, 0, 1, 1] },
    [TILE.FALL]: { points: [0, 0, 1, 0, 0, 1], top: [0, 1, 1, 0] },
};

/** The tiles that fill a side of their cell. */
/** @type {Record<'top' | 'bottom' | 'left' | 'right', number[]>} */
const FILLS = {
    top: [TILE.FULL],
    bottom: [TILE.FULL, TILE.RISE, TILE.FALL],
    left: [TILE.FULL, TILE.FALL],
    right: [TILE.FULL, TILE.RISE],
};

/** Covers the full tiles with few large rectangles: grow right, then up. @param {Grid} grid */
export function mergeTiles({ width, height, tiles }) {
    const done = new Uint8Array(tiles.length);
    const open = (/** @type {number} */ x, /** @type {number} */ y) =>
        tiles[y * width + x] === TILE.FULL && done[y * width + x] === 0;
    /** @type {Rect[]} */ const rects = [];
    for (let y = 0; y < height; y++) {
        for (let x = 0; x < width; x++) {
            if (!open(x, y)) continue;
            let w = 1;
            while (x + w < width && open(x + w, y)) w++;
            let h = 1;
            grow: while (y + h < height) {
                for (let i = 0; i < w; i++) if (!open(x + i, y + h)) break grow;
                h++;
            }
            for (let j = 0; j < h; j++) done.fill(1, (y + j) * width + x, (y + j) * width + x + w);
            rects.push({ x, y, w, h });
        }
    }
    return rects;
}

/** The slopes, as triangles of six numbers. @param {Grid} grid */
export function findSlopes({ width, tiles }) {
    /** @type {number[][]} */ const out = [];
    tiles.forEach((tile, i) => {
        if (SLOPES[tile])
            out.push(
                SLOPES[tile].points.map((p, k) =>
                    p + (k % 2 === 0 ? i % width : Math.floor(i / width))
                ),
            );
    });
    return out;
}

/** Rows of one-way tiles, each as its upper side. @param {Grid} grid */
export function findLedges({ width, tiles }) {
    /** @type {Rect[]} */ const ledges = [];
    tiles.forEach((tile, i) => {
        if (tile !== TILE.TOP_HALF) return;
        const [x, y] = [i % width, Math.floor(i / width)];
        const last = ledges.at(-1);
        if (last && last.y === y && last.x + last.w === x) last.w++;
        else ledges.push({ x, y, w: 1, h: 1 });
    });
    return ledges;
}

/**
 * The outline of the stone as straight runs, four numbers each: x0, y0, x1, y1; and of that the floors.
 * @param {Grid} grid
 */
export function outlineOf({ width, height, tiles }) {
    const fills = (/** @type {number} */ x, /** @type {number} */ y,
        /** @type {keyof typeof FILLS} */ side) => (x < 0 || y < 0 || x >= width || y >= height
                || FILLS[side].includes(tiles[y * width + x])
            ? 1
            : 0);
    const floor = (/** @type {number} */ x, /** @type {number} */ y) =>
        fills(x, y, 'bottom') - fills(x, y - 1, 'top');
    const wall = (/** @type {number} */ x, /** @type {number} */ y) =>
        fills(x, y, 'left') - fills(x - 1, y, 'right');
    /** @type {number[]} */ const edges = [];
    /** @type {number[]} */ const tops = [];
    for (let y = 0; y <= height; y++) {
        for (let x = 0; x < width; x++) {
            const kind = floor(x, y);
            if (kind === 0 || (x > 0 && floor(x - 1, y) === kind)) continue;
            let end = x + 1;
            while (end < width && floor(end, y) === kind) end++;
            edges.push(x, y, end, y);
            if (kind < 0 && y > 0) tops.push(x, y, end, y);
        }
    }
    for (let x = 0; x <= width; x++) {
        for (let y = 0; y < height; y++) {
            const kind = wall(x, y);
            if (kind === 0 || (y > 0 && wall(x, y - 1) === kind)) continue;
            let end = y + 1;
            while (end < height && wall(x, end) === kind) end++;
            edges.push(x, y, x, end);
        }
    }
    tiles.forEach((tile, i) => {
        const side = SLOPES[tile]?.top.map((p, k) =>
            p + (k % 2 === 0 ? i % width : Math.floor(i / width))
        );
        if (side) {
            edges.push(...side);
            tops.push(...side);
        }
    });
    return { edges: new Float32Array(edges), tops: new Float32Array(tops) };
}
