// The level: rows of characters and the places of the things in it, metres. Read by course.js, which builds it, by the rules and by
// the painters.
import { TILE } from '../../js/index.js';

// Rows from the top. `h` and `l` are the upper and the lower half of a gentle slope, `-` is a ledge. The west is for running and
// climbing, the east has the lava, the boss's hall and the flag.
const WEST = [
    '#........................................................................',
    '#........................................................................',
    '#......................................................##................',
    '#......................................................##................',
    '#.......................................---............##...##...........',
    '#......................................................##...##...........',
    '#...........................................................##...........',
    '#...........................................................##...........',
    '#.......................----..........########......#####...##...........',
    '#.....................................########......#####...##......#....',
    '#.......................----..........########......#####...##..#...#....',
    '#.....................................########......#####...##..#...#....',
    '#......./##hl...........----..........########......#####...##..#...#....',
    '#....../#####hl...#####...............########......#####...##./#\\./#\\...',
    '#############################.......#####################################',
    '#############################.......#####################################',
    '#############################\\...../#####################################',
    '#########################################################################',
];
const EAST = [
    '.............................############################...........#',
    '.............................############################...........#',
    '.............................##........................##...........#',
    '.............................##........................##...........#',
    '.............................##........................##...........#',
    '.............................##........................##...........#',
    '.................---.........##........................##...........#',
    '.............................##........................##...........#',
    '.............................##........................##...........#',
    '.............................##........................##...........#',
    '.............................##........................##...........#',
    '....................................................................#',
    '.............###....................................................#',
    '.............###....................................................#',
    '####.........###........#############################################',
    '####.........###........#############################################',
    '####.........###........#############################################',
    '#####################################################################',
];
export const ROWS = WEST.map((row, i) => row + EAST[i]);
export const LEGEND = { h: TILE.FALL_HIGH, l: TILE.FALL_LOW };
export const LEVEL = Object.freeze({ width: ROWS[0].length, height: ROWS.length });
export const START = /** @type {const} */ ([3, 4.7]);
export const WATER = Object.freeze({ x0: 29, x1: 36, y0: 1, y1: 3.7 });
export const LADDER = Object.freeze({ x0: 37.1, x1: 37.9, y0: 4, y1: 10 });
/** Between and beside the pillar that stands in it. */
export const LAVA = [{ x0: 77, x1: 86, y0: 1, y1: 2.2 }, { x0: 89, x1: 97, y0: 1, y1: 2.2 }];

/** Where springs stand, and how high they throw the hero. */
export const SPRINGS = [{ x: 66.5, y: 4.15, jump: 6 }, { x: 87.5, y: 6.15, jump: 7 }, { x: 105,
    y: 4.15, jump: 4.5 }, { x: 127, y: 4.15, jump: 4.5 }];
export const SPRING = Object.freeze({ width: 0.9, height: 0.3 });

/** Steps of 0.25 m: low enough to be walked up. */
export const STAIRS = [0, 1, 2].map((i) => ({ x: 16 + (i + 0.5) * 2 / 3, width: 2 / 3,
    height: 0.25 * (i + 1) })
);
export const CRATES = [[19.6, 5.45], [20.8, 5.45], [20.2, 6.4], [43, 10.45], [116, 8]];
export const CRATE = 0.9;

export const COINS = [[9.5, 7.2], [21.5, 7.4], [25.5, 10.8], [32.5, 1.9], [32.5, 7.6], [37.5, 8.5],
    [41.5, 14.8], [48, 11.3], [48.5, 5], [55.5, 10.9], [58.5, 12], [61, 15], [64.5, 9.4], [66.5,
    9.5], [68.5, 10.4], [71.5, 5], [78.8, 5.9], [81.6, 6.7], [84.4, 7.7], [87.5, 9], [87.5, 11], [
    90.6,
    7.7,
], [93.2, 6.9], [95.7, 6.1], [90.5, 12.8], [91.5, 12.8], [92.5, 12.8], [100.5, 5], [109, 7], [116,
    9.4], [123, 7], [131.5, 5], [132.5, 5], [133.5, 5]];

/** Blocks that fall a moment after the hero has come to stand on them: the middle of each. */
export const BLOCKS = [[78.8, 4.2], [81.6, 5], [84.4, 6], [90.6, 6], [93.2, 5.2], [95.7, 4.4]];
export const BLOCK = Object.freeze({ width: 1.7, height: 0.5 });

/** Lamps: from the last one that was lit, the hero starts again. Each stands on the floor there. */
export const LAMPS = [[23.3, 4], [44.6, 10], [62.4, 4], [75, 4], [99.5, 4]];

/** The boss's hall, its two gates, and ledges that only the boss passes. */
export const HALL = Object.freeze({ x0: 104, x1: 128, y0: 4, y1: 16 });
export const GATES = [103, 129];
export const GATE = Object.freeze({ width: 1.4, height: 3, shut: 5.5, open: 8.6 });
export const SHELVES = [{ x: 110, y: 5.85 }, { x: 122, y: 5.85 }];
export const SHELF = Object.freeze({ width: 4, height: 0.3 });
/** A crate on a rope that tears when somebody stands on it. */
export const HUNG = Object.freeze({ x: 116, y: 8, top: 16, force: 1000 });
export const FLAG = /** @type {const} */ ([137, 4]);
/** Boards that say what a place asks for: where their posts stand. */
export const SIGNS = [{ x: 53.4, y: 10,
    lines: ['Wall jump:', 'jump, and again', 'off each wall'] }];

/** Where lifts go, and how fast; they stop for a moment at both ends. */
export const LIFTS = [
    { from: [30.5, 5.6], to: [34.5, 5.6], width: 2.4, speed: 2.5 },
    { from: [51.1, 4.15], to: [51.1, 9.85], width: 1.7, speed: 4 },
];
export const LIFT_HEIGHT = 0.3;

/** The tile in a column and a row, counted from below; ' ' outside of the map. @param {number} x @param {number} y */
export function cellAt(x, y) {
    return ROWS[LEVEL.height - 1 - y]?.[x] ?? ' ';
}
