// The level: an ASCII picture of tiles and things, and what is derived from it once at load.
// Called by scene.js (bodies), light.js (shadow edges) and render.js (stone). Owns no physics.
// World units are metres, one tile is one metre, y points up, the lower left tile starts at (0, 0).

/** '#' stone, P player, G ghost, L lantern, C crate, c small crate, B ball. */
const MAP = `
########################################################################
########################################################################
##..................................##................................##
##...G..............................##................................##
##...........L............CBB.L.....##....................G...........##
##........cc...........#########....##.....L.C........................##
##.L....#######.....................##..########....................L.##
##...............####...............##.................L...........#####
#####...............................##..............#########.........##
##..........................G.......##................................##
##.....###............................................................##
##.............................................................####...##
#####....C...................................................C........##
##.......CC.............L.......................G...........C.........##
##.....#####................................................C.C.......##
##....................############....###...................C.C..L....##
#####..........###....................................#############...##
##.................##.................................#...............##
##.....#####..........................................................##
##....................L..................C......................G.....##
##......L....#...........................C..#..............c.......L..##
##...P.....C.###....BBBBB..#............CC..##.............cc.#.......##
###################BBBBBBB##############################################
###################BBBBBBB##############################################
########################################################################
########################################################################
`;

/**
 * A platform that swings between two points in `seconds`.
 * @typedef {{ x0: number, y0: number, x1: number, y1: number, width: number, height: number, seconds: number }} Lift
 */

/** Things that do not sit on the tile grid. */
const EXTRAS = {
    pyramids: [{ x: 33.4, y: 4, rows: 7, size: 0.8 }],
    lifts: [
        { x0: 50, y0: 4.25, x1: 50, y1: 17.4, width: 3, height: 0.4, seconds: 7 },
        { x0: 62.4, y0: 16.9, x1: 65, y1: 16.9, width: 2.2, height: 0.4, seconds: 3 },
    ],
    mills: [{ x: 45.3, y: 10.6, arm: 2.8, thick: 0.22, speed: 0.55 }],
};

/**
 * @typedef {{ x: number, y: number, w: number, h: number }} Rect
 * @typedef {{ x: number, y: number }} Spot
 * @typedef {{ x: number, y: number, size: number }} CrateSpot
 * @typedef {ReturnType<typeof readLevel>} Level
 */

/** Reads the map into rectangles, edges and spots. */
export function readLevel() {
    const rows = MAP.trim().split('\n');
    const height = rows.length;
    const width = rows[0].length;
    const tiles = new Uint8Array(width * height);
    /** @type {Spot[]} */ const ghosts = [];
    /** @type {Spot[]} */ const lanterns = [];
    /** @type {CrateSpot[]} */ const crates = [];
    /** @type {Spot[]} */ const balls = [];
    let spawn = { x: 3, y: 5 };
    for (let y = 0; y < height; y++) {
        const row = rows[height - 1 - y];
        for (let x = 0; x < width; x++) {
            const spot = { x: x + 0.5, y: y + 0.5 };
            switch (row[x]) {
                case '#': tiles[y * width + x] = 1; break;
                case 'P': spawn = { x: x + 0.5, y: y + 0.62 }; break;
                case 'G': ghosts.push(spot); break;
                case 'L': lanterns.push(spot); break;
                case 'C': crates.push({ x: spot.x, y: y + 0.48, size: 0.94 }); break;
                case 'c': crates.push({ x: spot.x, y: y + 0.32, size: 0.62 }); break;
                case 'B': balls.push({ x: spot.x + ((y * 7 + x * 3) % 5) * 0.03 - 0.06, y: y + 0.4 }); break;
                default: break;
            }
        }
    }
    for (const p of EXTRAS.pyramids) {
        for (let row = 0; row < p.rows; row++) {
            for (let i = 0; i < p.rows - row; i++) {
                crates.push({
                    x: p.x + (i - (p.rows - row - 1) / 2) * p.size * 1.04,
                    y: p.y + (row + 0.5) * p.size,
                    size: p.size,
                });
            }
        }
    }
    return {
        width, height, tiles, spawn, ghosts, lanterns, crates, balls,
        lifts: EXTRAS.lifts, mills: EXTRAS.mills,
        rects: mergeTiles(tiles, width, height),
        edges: exposedEdges(tiles, width, height),
    };
}

/**
 * Covers the stone with few large rectangles: grow right, then up.
 * @param {Uint8Array} tiles @param {number} width @param {number} height
 */
function mergeTiles(tiles, width, height) {
    const done = new Uint8Array(tiles.length);
    const open = (/** @type {number} */ x, /** @type {number} */ y) =>
        tiles[y * width + x] === 1 && done[y * width + x] === 0;
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

/**
 * The outline of the stone as straight runs, four numbers each: x0, y0, x1, y1.
 * @param {Uint8Array} tiles @param {number} width @param {number} height
 */
function exposedEdges(tiles, width, height) {
    const at = (/** @type {number} */ x, /** @type {number} */ y) =>
        x < 0 || y < 0 || x >= width || y >= height ? 1 : tiles[y * width + x];
    /** @type {number[]} */ const out = [];
    for (let y = 0; y <= height; y++) {
        for (let x = 0; x < width; x++) {
            const kind = at(x, y) - at(x, y - 1);
            if (kind === 0 || (x > 0 && at(x - 1, y) - at(x - 1, y - 1) === kind)) continue;
            let end = x + 1;
            while (end < width && at(end, y) - at(end, y - 1) === kind) end++;
            out.push(x, y, end, y);
        }
    }
    for (let x = 0; x <= width; x++) {
        for (let y = 0; y < height; y++) {
            const kind = at(x, y) - at(x - 1, y);
            if (kind === 0 || (y > 0 && at(x, y - 1) - at(x - 1, y - 1) === kind)) continue;
            let end = y + 1;
            while (end < height && at(x, end) - at(x - 1, end) === kind) end++;
            out.push(x, y, x, end);
        }
    }
    return new Float32Array(out);
}
