// What a map of tiles costs: the same thousand bodies roll, slide and jump on a map of 500 × 200 cells, on one box of its
// size, and on hills of tiles. The worlds take turns step by step and the whole is done several times; of each step the
// least time counts, so that a busy machine does not show. Run by child.mjs for run.mjs --tiles.

const COLUMNS = 500;
const ROWS = 200;
const BODIES = 1000;
const JUMPS = 20;

/** Numbers from 0 to 1, the same each time (Park and Miller). @param {number} seed */
function randomOf(seed) {
    let state = seed;
    return () => {
        state = (state * 48271) % 2147483647;
        return state / 2147483647;
    };
}

/** @typedef {typeof import('../../js/index.js')} Mica */

/** What lies below y = 0, or about it. @param {Mica['TILE']} TILE @returns {Record<string, any>} */
function grounds(TILE) {
    const origin = [-COLUMNS / 2, -ROWS];
    const full = new Uint8Array(COLUMNS * ROWS).fill(TILE.FULL);
    // Hills of up to 6 cells, their slopes one cell wide.
    const hills = Uint8Array.from(full);
    const heights = Array.from({ length: COLUMNS },
        (_, i) => ROWS - 4 + Math.round(3 * Math.sin(i / 6)));
    heights.forEach((height, column) => {
        for (let row = height; row < ROWS; ++row) hills[row * COLUMNS + column] = TILE.EMPTY;
        const [before, after] = [heights[column - 1] ?? height, heights[column + 1] ?? height];
        if (after > height) hills[height * COLUMNS + column] = TILE.RISE;
        else if (before > height) hills[height * COLUMNS + column] = TILE.FALL;
    });
    return {
        'one box': { shape: 'box', width: COLUMNS, height: ROWS, center: [0, -ROWS / 2] },
        'map of tiles': { shape: 'tiles', columns: COLUMNS, cells: full, origin },
        'hills of tiles': { shape: 'tiles', columns: COLUMNS, cells: hills, origin },
    };
}

/**
 * @param {Mica} mica
 * @param {any} ground
 */
function makeWorld({ World }, ground) {
    const world = new World({ sleep: false });
    world.createBody({ type: 'static', collider: { ...ground, friction: 0.4 } });
    for (const x of [-1, 1]) {
        const wall = /** @type {const} */ ({ shape: 'box', width: 2, height: 100 });
        world.createBody({ type: 'static', position: [x * (COLUMNS / 2 + 1), 40], collider: wall });
    }
    const random = randomOf(11);
    const shapes = /** @type {const} */ ([
        { shape: 'circle', radius: 0.35 },
        { shape: 'box', width: 0.7, height: 0.5 },
        { shape: 'capsule', length: 0.5, radius: 0.25 },
    ]);
    const bodies = Array.from({ length: BODIES }, (_, i) =>
        world.createBody({
            position: [((i % 334) / 334 - 0.5) * (COLUMNS - 10), 1 + 1.2 * Math.floor(i / 334)],
            velocity: [10 * random() - 5, 0],
            collider: { ...shapes[i % 3], friction: 0.4, restitution: 0.2 },
        }));
    return {
        world,
        step() {
            for (let k = 0; k < JUMPS; ++k) {
                const body = bodies[Math.floor(BODIES * random())];
                const [push, jump] = [4 * random() - 2, 3 * random()];
                body.applyImpulse(push * body.mass, jump * body.mass);
            }
            const start = performance.now();
            world.step(1 / 60, 4);
            return performance.now() - start;
        },
    };
}

/**
 * @param {boolean} simd
 * @param {{ rounds: number, steps: number }} task
 * @returns {Promise<Record<string, number>>} milliseconds a step, by ground
 */
export async function measureTiles(simd, { rounds, steps }) {
    const mica = await import('../../js/index.js');
    await mica.init({ simd });
    const kinds = Object.entries(grounds(mica.TILE));
    /** @type {Record<string, Float64Array>} */
    const least = Object.fromEntries(
        kinds.map(([name]) => [name, new Float64Array(steps).fill(Infinity)]),
    );
    for (let round = 0; round < rounds; ++round) {
        const worlds = kinds.map(([name, ground]) => ({ name, ...makeWorld(mica, ground) }));
        for (let i = 0; i < 120 + steps; ++i) {
            for (let k = 0; k < worlds.length; ++k) {
                const { name, step } = worlds[(k + i) % worlds.length];
                const ms = step();
                if (i >= 120) least[name][i - 120] = Math.min(least[name][i - 120], ms);
            }
        }
        for (const { world } of worlds) world.destroy();
    }
    return Object.fromEntries(
        kinds.map(([name]) => [name, least[name].reduce((a, b) => a + b) / steps]),
    );
}
