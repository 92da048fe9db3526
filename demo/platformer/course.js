// The course: a level with one of everything that a platformer meets, and the rules of its lifts, gems and spring.
// Called by main.js. Owns the world; the hero's controller lies on a mover of it.
import { TILE, World } from '../../js/index.js';
import { createBridge } from '../../js/builders.js';
import { Platformer } from '../../js/platformer.js';

/** Rows from the top. `h` and `l` are the upper and the lower half of a gentle slope, `-` is a ledge. */
const ROWS = [
    '#........................................................................#',
    '#........................................................................#',
    '#......................................................##................#',
    '#......................................................##................#',
    '#.......................................---............##...##...........#',
    '#......................................................##...##...........#',
    '#...........................................................##...........#',
    '#...........................................................##...........#',
    '#.......................----..........########......#####...##...........#',
    '#.....................................########......#####...##......#....#',
    '#.......................----..........########......#####...##..#...#....#',
    '#.....................................########......#####...##..#...#....#',
    '#......./##hl...........----..........########......#####...##..#...#....#',
    '#....../#####hl...#####...............########......#####...##./#\\./#\\...#',
    '#############################.......######################################',
    '#############################.......######################################',
    '#############################\\...../######################################',
    '##########################################################################',
];
const LEGEND = { h: TILE.FALL_HIGH, l: TILE.FALL_LOW };
export const LEVEL = Object.freeze({ width: ROWS[0].length, height: ROWS.length });
export const START = /** @type {const} */ ([3, 4.7]);
export const WATER = Object.freeze({ x0: 29, x1: 36, y0: 1, y1: 3.7 });
export const LADDER = Object.freeze({ x0: 37.1, x1: 37.9, y0: 4, y1: 10 });
export const SPRING = Object.freeze({ x: 66.5, y: 4.15, width: 0.9, height: 0.3, jump: 6 });

/** Steps of 0.25 m: low enough to be walked up. */
const STAIRS = [0, 1, 2].map((i) => ({ x: 16 + (i + 0.5) * 2 / 3, height: 0.25 * (i + 1) }));
const CRATES = [[19.6, 5.45], [20.8, 5.45], [20.2, 6.4], [43, 10.45]];
export const GEMS = [[9.5, 7.2], [21.5, 7.4], [25.5, 10.8], [32.5, 1.9], [32.5, 7.6], [37.5, 8.5], [41.5, 14.8], [48, 11.3], [48.5, 5],
    [55.5, 10.9], [58.5, 12], [61, 15], [64.5, 9.4], [66.5, 9.5], [68.5, 10.4], [71.5, 5]];

/** Where lifts go, and how fast; they stop for a moment at both ends. */
const LIFTS = [
    { from: [30.5, 5.6], to: [34.5, 5.6], width: 2.4, speed: 2.5 },
    { from: [51.1, 4.15], to: [51.1, 9.85], width: 1.7, speed: 4 },
];
const LIFT_HEIGHT = 0.3;
const REST = 0.9; // s

const LAYERS = /** @type {const} */ ({
    hero: { wall: 'solid', crate: 'solid', plank: 'solid', ladder: 'trigger', water: 'trigger', gem: 'trigger', spring: 'trigger' },
    crate: { wall: 'solid', crate: 'solid', plank: 'solid', water: 'trigger' },
    wall: {}, plank: {}, ladder: {}, water: {}, gem: {}, spring: {},
});

/** @typedef {import('../../js/index.js').World<any>} AnyWorld */
/** @typedef {import('../../js/index.js').Body<any>} Body */
/** @typedef {{ x: number, y: number, taken: boolean, body: Body }} Gem */

/** The tile in a column and a row, counted from below; ' ' outside of the map. @param {number} x @param {number} y */
export function cellAt(x, y) {
    return ROWS[LEVEL.height - 1 - y]?.[x] ?? ' ';
}

/** @param {AnyWorld} world @param {number} x @param {number} y @param {number} width @param {number} height @param {object} more of its collider */
function block(world, x, y, width, height, more) {
    return world.createBody({ type: 'static', position: [x, y], collider: { shape: 'box', width, height, ...more } });
}

/** @param {AnyWorld} world */
function buildGround(world) {
    world.createBody({ type: 'static', collider: { shape: 'tiles', layer: 'wall', legend: LEGEND, cells: ROWS } });
    for (const { x, height } of STAIRS) block(world, x, 4 + height / 2, 2 / 3, height, { layer: 'wall' });
    const { x0, x1, y0, y1 } = LADDER;
    block(world, (x0 + x1) / 2, (y0 + y1) / 2, x1 - x0, y1 - y0, { layer: 'ladder' });
    block(world, (x0 + x1) / 2, y1 - 0.06, 1, 0.12, { layer: 'wall', oneWay: [0, 1] });
    block(world, (WATER.x0 + WATER.x1) / 2, (WATER.y0 + WATER.y1) / 2, WATER.x1 - WATER.x0, WATER.y1 - WATER.y0,
        { layer: 'water', trigger: true, field: { type: 'water', density: 2, drag: 1.5 } });
    block(world, SPRING.x, SPRING.y, SPRING.width, SPRING.height, { layer: 'spring' });
}

/** How far a lift has gone on its way, metres, at a time. @param {number} time s @param {number} way m @param {number} speed m/s */
function progress(time, way, speed) {
    const half = way / speed + REST;
    const t = time % (2 * half);
    return t < half ? Math.min(t * speed, way) : Math.max(way - (t - half) * speed, 0);
}

/** A new course, with the hero at its start. */
export function createCourse() {
    const world = /** @type {AnyWorld} */ (new World({ gravity: [0, -20], layers: LAYERS }));
    buildGround(world);
    const crates = CRATES.map(([x, y]) => world.createBody({ position: [x, y],
        collider: { shape: 'box', width: 0.9, height: 0.9, density: 25, friction: 0.5, layer: 'crate' } }));
    const { planks } = createBridge(world, { from: [46, 9.93], to: [50, 9.93], planks: 8, thickness: 0.14, sag: 0.15,
        collider: { layer: 'plank', density: 120 } });
    const lifts = LIFTS.map(({ from: [x, y], width }) => world.createBody({ type: 'kinematic', position: [x, y],
        collider: { shape: 'box', width, height: LIFT_HEIGHT, layer: 'wall' } }));
    const gems = GEMS.map(([x, y]) => ({ x, y, taken: false, body: block(world, x, y, 0.7, 0.7, { layer: 'gem' }) }));
    const mover = world.createMover({ position: START, stepHeight: 0.3, mass: 60,
        collider: { shape: 'capsule', length: 0.6, radius: 0.3, density: 2.2, layer: 'hero' } });
    return { world, mover, crates, planks, lifts, gems };
}

/** @typedef {ReturnType<typeof createCourse>} Course */

/** A controller of the hero that knows ladders and water. @param {Course} course @param {Partial<import('../../js/platformer.js').PlatformerNumbers>} numbers */
export function createHero({ mover }, numbers) {
    return new Platformer(mover, { ladders: 'ladder', water: 'water', ...numbers });
}

/** Sets the lifts' velocities for the next step. @param {Course} course */
export function driveLifts({ world, lifts }) {
    LIFTS.forEach(({ from, to, speed }, i) => {
        const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
        const way = Math.hypot(dx, dy);
        const part = progress(world.time + world.fixedStep, way, speed) / way;
        const lift = lifts[i];
        lift.setVelocity((from[0] + part * dx - lift.x) / world.fixedStep, (from[1] + part * dy - lift.y) / world.fixedStep);
    });
}

/** The size of a lift. @param {number} i */
export const liftSize = (i) => ({ width: LIFTS[i].width, height: LIFT_HEIGHT });

/** The stairs, to be drawn. */
export const stairs = () => STAIRS.map(({ x, height }) => ({ x0: x - 1 / 3, x1: x + 1 / 3, y0: 4, y1: 4 + height }));
