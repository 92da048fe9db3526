// Saving and restoring whole worlds: `npm run bench -- --snapshots`. run.mjs prints the report, child.mjs measures one
// engine in a process of its own. Engines without snapshots are left out.

/** @import { Engine, EngineWorld } from './engines/adapter.mjs' */
/** @import { Scene } from '../scenes/builder.js' */
/** @import { Bench } from './extras.mjs' */
import { mixedOf } from '../scenes/crowds.js';
import { pyramidOf } from '../scenes/pyramids.js';
import { median, short, table } from './report.mjs';

const DT = 1 / 60;
const SUBSTEPS = 4;

/** Frames that a game simulates again when a late input arrives. */
const REPEATED = 8;

/** @param {number} rounds @param {() => void} call */
function timed(rounds, call) {
    const times = Array.from({ length: rounds }, () => {
        const start = performance.now();
        call();
        return performance.now() - start;
    });
    // The first third is a warm-up.
    const warm = times.slice(rounds / 3);
    return { least: Math.min(...warm), median: median(warm) };
}

/** @param {Engine} engine @param {Scene} scene @param {number} steps */
function settled(engine, scene, steps) {
    const world = engine.createWorld(scene);
    scene.build(world);
    for (let i = 0; i < steps; ++i) world.step(DT, SUBSTEPS);
    return world;
}

/**
 * One engine: a pyramid of 990 boxes saved and restored, and a late input among 1,000 mixed bodies.
 * @param {Engine} engine
 * @param {number} rounds
 */
export function measureSnapshots(engine, rounds) {
    const pyramid = settled(engine, pyramidOf(44), 60);
    const { snapshots } = pyramid;
    if (!snapshots) return { lacks: true };
    let bytes = snapshots.save();
    const save = timed(rounds, () => { bytes = snapshots.save(); });
    const restore = timed(rounds, () => snapshots.restore(bytes));
    pyramid.destroy();
    const mixed = settled(engine, mixedOf(1000), 240);
    const repeat = timed(Math.ceil(rounds / 4), () => rollBack(mixed));
    mixed.destroy();
    return { bytes: bytes.length, save, restore, repeat };
}

/** @param {EngineWorld} world */
function rollBack(world) {
    const { save, restore } = /** @type {NonNullable<EngineWorld['snapshots']>} */ (world.snapshots);
    restore(save());
    for (let i = 0; i < REPEATED; ++i) world.step(DT, SUBSTEPS);
}

/** @param {Bench} bench */
export async function snapshotsReport(bench) {
    const lines = [['990 boxes in a pyramid, awake; 1,000 mixed bodies; least and median, ms', 'kB', 'save', 'restore',
        `save, restore, ${REPEATED} steps`]];
    for (const engine of bench.engines) {
        bench.progress(engine);
        const r = await bench.measure({ kind: 'snapshots', engine, rounds: bench.quick ? 60 : 600 });
        if (r.error) console.error(`failed: ${engine}: ${r.error}`);
        if (r.error || r.lacks) continue;
        const both = (/** @type {{ least: number, median: number }} */ t) => `${short(t.least)} ${short(t.median)}`;
        lines.push([engine, (r.bytes / 1000).toFixed(0), both(r.save), both(r.restore), both(r.repeat)]);
    }
    bench.progress('');
    return table(lines);
}
