// What it costs to make and destroy things: `npm run bench -- --creation`. run.mjs prints the report, child.mjs measures
// one part of one engine in a process of its own: the first time cold, then again in other worlds. makers.mjs has the
// calls of each engine.

/** @import { Bench } from './extras.mjs' */
/** @import { Maker, Place } from './makers.mjs' */
import { rounds } from './extras.mjs';
import { SPACING, makers } from './makers.mjs';
import { median, short, table } from './report.mjs';

const BODIES = 10000;
const JOINTS = 1000;

/** @param {number} count @param {number} columns @returns {Place[]} */
function placesOf(count, columns) {
    return Array.from({ length: count },
        (_, i) => [SPACING * (i % columns), SPACING * Math.floor(i / columns)]);
}

/** Milliseconds of a call. @param {() => void} call */
function timed(call) {
    const start = performance.now();
    call();
    return performance.now() - start;
}

/**
 * Each part is measured in processes of its own. It returns milliseconds by row, NaN where an engine has no such thing.
 * @type {Record<string, (maker: Maker, world: any) => Record<string, number>>}
 */
const parts = {
    bodies(maker, world) {
        const places = placesOf(BODIES, 100);
        /** @type {any[]} */
        let bodies = [];
        const made = timed(() => {
            bodies = maker.makeBodies(world, places);
        });
        maker.step(world);
        const destroyed = timed(() => {
            for (const body of bodies) maker.destroyBody(world, body);
        });
        return { made, destroyed };
    },
    bulk(maker, world) {
        const places = Float32Array.from(placesOf(BODIES, 100).flat());
        return { bulk: maker.makeMany ? timed(() => maker.makeMany?.(world, places)) : NaN };
    },
    joints(maker, world) {
        const bodies = maker.makeBodies(world, placesOf(JOINTS + 1, JOINTS + 1));
        const joints = timed(() => {
            for (let i = 0; i < JOINTS; ++i)
                maker.makeJoint(world, bodies[i], bodies[i + 1], SPACING * (i + 0.5));
        });
        return { joints };
    },
    tiles(maker, world) {
        if (!maker.makeTiles) return { tiles: NaN, tilesStep: NaN };
        const tiles = timed(() => maker.makeTiles?.(world));
        return { tiles, tilesStep: timed(() => maker.step(world)) };
    },
    world: (maker, world) => ({ worldStep: timed(() => maker.step(world)) }),
};

/**
 * One part of one engine: cold, and the median of the later ones, which make the same in worlds of their own.
 * @param {string} engine
 * @param {string} part
 * @param {number} repeats
 */
export async function measureCreation(engine, part, repeats) {
    const maker = await makers[engine]();
    /** @type {Record<string, number[]>} */
    const times = {};
    for (let i = 0; i <= repeats; ++i) {
        /** @type {any} */
        let world;
        const worldMade = timed(() => {
            world = maker.makeWorld();
        });
        const rows = parts[part](maker, world);
        const worldDestroyed = timed(() => maker.destroyWorld(world));
        const all = part === 'world' ? { worldMade, ...rows, worldDestroyed } : rows;
        for (const [row, ms] of Object.entries(all)) (times[row] ??= []).push(ms);
        globalThis.gc?.();
    }
    return Object.fromEntries(
        Object.entries(times).map(([row, [cold, ...warm]]) => [row, { cold, warm: median(warm) }]),
    );
}

/** The rows of the table: what it says, and how many things its milliseconds are divided by. */
const rows = /** @type {const} */ ({
    worldMade: ['a world, the first call after loading', 1],
    worldStep: ['its first step', 1],
    worldDestroyed: ['a world destroyed', 1],
    made: ['a body of 10,000 with a box', BODIES],
    bulk: ['the same, made by one call', BODIES],
    destroyed: ['such a body destroyed', BODIES],
    joints: ['a revolute joint of 1,000', JOINTS],
    tiles: ['a map of 100,000 tiles', 1],
    tilesStep: ['the first step with it', 1],
});

/** @param {Bench} bench */
export async function creationReport(bench) {
    /** @type {Map<string, any[]>} */
    const results = new Map(bench.engines.map((engine) => [engine, []]));
    for (const part of Object.keys(parts)) {
        const repeats = bench.quick ? 2 : part === 'world' ? 30 : 8;
        const measured = await rounds(bench, () => ({ kind: 'creation', part, repeats }));
        for (const [engine, list] of measured) results.get(engine)?.push(...list);
    }
    const lines = [['microseconds each, cold and warm', ...bench.engines]];
    for (const [row, [name, count]] of Object.entries(rows)) {
        lines.push([name, ...bench.engines.map((engine) => {
            const found = (results.get(engine) ?? []).filter((r) =>
                typeof r[row]?.warm === 'number'
            );
            if (found.length === 0) return '-';
            return ['cold', 'warm'].map((key) =>
                short(1000 * median(found.map((r) => r[row][key])) / count)
            ).join('  ');
        })]);
    }
    return table(lines);
}
