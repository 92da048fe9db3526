// What a small world costs a step, and a world whose bodies all sleep: the two engines in turn, as in turns.mjs. The worlds
// are made through the public JS API, for both commits know it.

/** @import { Side } from './sides.mjs' */

export const SMALL = [1, 4, 16, 50];
export const SLEEPERS = 8000;

/** Boxes of a stack of sleepers. */
const STACK = 5;

/** The steps within which everything must have fallen asleep. */
const PATIENCE = 1200;

/** Boxes on a floor, awake. @param {Side} side @param {number} count */
function makeSmall({ World }, count) {
    const world = new World({ gravity: [0, -10], sleep: false });
    world.createBody({ type: 'static', collider: { shape: 'box', width: 40, height: 1 } });
    for (let i = 0; i < count; ++i) {
        world.createBody({
            position: [(i % 8) - 4, 1 + Math.floor(i / 8)],
            collider: { shape: 'box', width: 0.8, height: 0.8 },
        });
    }
    return world;
}

/** Stacks of boxes on a floor, asleep. @param {Side} side */
function makeAsleep({ World }) {
    const world = new World({ gravity: [0, -10] });
    world.createBody({ type: 'static', collider: { shape: 'box', width: 4000, height: 1 } });
    const stacks = SLEEPERS / STACK;
    for (let i = 0; i < SLEEPERS; ++i) {
        world.createBody({
            position: [1.2 * (Math.floor(i / STACK) - stacks / 2), 1 + (i % STACK)],
            collider: { shape: 'box', width: 1, height: 1 },
        });
    }
    for (let i = 0; world.counters.awakeBodies > 0; ++i) {
        if (i === PATIENCE)
            throw new Error(
                `${world.counters.awakeBodies} of ${SLEEPERS} boxes are awake after ${i} steps`,
            );
        world.step();
    }
    return world;
}

/** Steps between two looks at the clock: few, so that some batches are not interrupted even on a busy machine. */
const BATCH = 20;

/**
 * The minimum time of a step, over batches of steps in turn, the order swapped each time.
 * @param {any[]} worlds one of each side
 * @param {number} duration milliseconds that both take together
 * @returns {[number, number]} microseconds
 */
function timeWorlds(worlds, duration) {
    /** @type {[number, number]} */
    const minimum = [Infinity, Infinity];
    const end = performance.now() + duration;
    for (let i = 0; performance.now() < end; ++i) {
        for (const k of [0, 1]) {
            const side = (i + k) % 2;
            const world = worlds[side];
            const start = performance.now();
            for (let n = 0; n < BATCH; ++n) world.step();
            minimum[side] = Math.min(minimum[side], 1000 * (performance.now() - start) / BATCH);
        }
    }
    return minimum;
}

/**
 * @template T
 * @param {readonly Side[]} sides
 * @param {(side: Side) => any} make
 * @param {(worlds: any[]) => T} use
 */
function withWorlds(sides, make, use) {
    /** @type {any[]} */
    const worlds = [];
    try {
        for (const side of sides) worlds.push(make(side));
        return use(worlds);
    } finally {
        for (const world of worlds) world.destroy();
    }
}

/**
 * @param {readonly Side[]} sides the older commit's and this one's
 * @param {number} count bodies
 * @param {number} duration milliseconds
 * @returns {[number, number]} microseconds a step
 */
export function timeSmall(sides, count, duration) {
    return withWorlds(sides, (side) => makeSmall(side, count), (worlds) => {
        timeWorlds(worlds, duration / 4); // so that all code is compiled and the boxes lie
        return timeWorlds(worlds, duration);
    });
}

/**
 * @param {readonly Side[]} sides the older commit's and this one's
 * @param {number} duration milliseconds
 * @returns {[number, number]} microseconds a step
 */
export function timeAsleep(sides, duration) {
    return withWorlds(sides, makeAsleep, (worlds) => timeWorlds(worlds, duration));
}
