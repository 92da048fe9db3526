// Saving and restoring whole worlds: `npm run bench -- --snapshots`. run.mjs prints the report, child.mjs measures one
// engine in a process of its own. Engines without snapshots are left out.

/** @import { Engine, EngineWorld, Snapshots } from './engines/adapter.mjs' */
/** @import { Scene } from '../scenes/builder.js' */
/** @import { Bench } from './extras.mjs' */
import { mixedOf } from '../scenes/crowds.js';
import { pyramidOf } from '../scenes/pyramids.js';
import { median, short, table } from './report.mjs';

const DT = 1 / 60;
const SUBSTEPS = 4;

/** Crates at rest on a floor, and how many of them are thrown up. */
const CRATES = 3000;
const THROWN = 30;

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
 * Crates that rest side by side on a floor.
 * @param {boolean} sleep
 * @returns {Scene}
 */
function crates(sleep) {
    return {
        name: 'crates',
        about: 'crates side by side',
        steps: 120,
        gravity: [0, -10],
        sleep,
        bounds: [-2000, -2, 2000, 50],
        build(b) {
            b.box(b.body({ type: 'static', x: 0, y: 0 }), { width: 4000, height: 2 });
            for (let i = 0; i < CRATES; ++i)
                b.box(b.body({ type: 'dynamic', x: 1.25 * (i - CRATES / 2), y: 1.5 }), { width: 1,
                    height: 1 });
        },
    };
}

/**
 * The difference of two snapshots a step apart, where few crates move; none if the engine has no differences.
 * @param {Engine} engine
 * @param {boolean} sleep
 * @param {number} rounds
 */
function measureDifference(engine, sleep, rounds) {
    const world = settled(engine, crates(sleep), 120);
    const { save, saveSince, restoreSince } = /** @type {Snapshots} */ (world.snapshots);
    try {
        if (!saveSince || !restoreSince) return undefined;
        // Body 0 is the floor.
        for (let i = 0; i < THROWN; ++i) world.setVelocity(1 + (CRATES / THROWN) * i, 1, 6);
        for (let i = 0; i < 3; ++i) world.step(DT, SUBSTEPS);
        const base = save().slice();
        world.step(DT, SUBSTEPS);
        const whole = save().length;
        let bytes = saveSince(base);
        const saved = timed(rounds, () => {
            bytes = saveSince(base);
        });
        const restore = timed(rounds, () => restoreSince(bytes, base));
        return { whole, bytes: bytes.length, save: saved, restore };
    } finally {
        world.destroy();
    }
}

/**
 * One engine: a pyramid of 990 boxes saved and restored, a late input among 1,000 mixed bodies, differences.
 * @param {Engine} engine
 * @param {number} rounds
 */
export function measureSnapshots(engine, rounds) {
    const pyramid = settled(engine, pyramidOf(44), 60);
    const { snapshots } = pyramid;
    if (!snapshots) return { lacks: true };
    let bytes = snapshots.save();
    const save = timed(rounds, () => {
        bytes = snapshots.save();
    });
    const restore = timed(rounds, () => snapshots.restore(bytes));
    pyramid.destroy();
    const mixed = settled(engine, mixedOf(1000), 240);
    const repeat = timed(Math.ceil(rounds / 4), () => rollBack(mixed));
    mixed.destroy();
    const differences = [true, false].map((sleep) =>
        measureDifference(engine, sleep, Math.ceil(rounds / 4))
    );
    return { bytes: bytes.length, save, restore, repeat, differences };
}

/** @param {EngineWorld} world */
function rollBack(world) {
    const { save, restore } = /** @type {Snapshots} */ (world.snapshots);
    restore(save());
    for (let i = 0; i < REPEATED; ++i) world.step(DT, SUBSTEPS);
}

/** @param {Bench} bench */
export async function snapshotsReport(bench) {
    const lines = [['990 boxes in a pyramid, awake; 1,000 mixed bodies; least and median, ms', 'kB',
        'save', 'restore', `save, restore, ${REPEATED} steps`]];
    for (const engine of bench.engines) {
        bench.progress(engine);
        const r = await bench.measure({ kind: 'snapshots', engine,
            rounds: bench.quick ? 60 : 600 });
        if (r.error) console.error(`failed: ${engine}: ${r.error}`);
        if (r.error || r.lacks) continue;
        const both = (/** @type {{ least: number, median: number }} */ t) =>
            `${short(t.least)} ${short(t.median)}`;
        lines.push([engine, (r.bytes / 1000).toFixed(0), both(r.save), both(r.restore),
            both(r.repeat)]);
        for (const [i, difference] of r.differences.entries()) {
            if (!difference) continue;
            const { whole, bytes, save, restore } = difference;
            lines.push([
                `${engine}: what differs, ${THROWN} of ${CRATES} crates move, others ${
                    i === 0 ? 'asleep' : 'awake at rest'
                }`,
                `${(bytes / 1000).toFixed(1)} of ${(whole / 1000).toFixed(0)} (${
                    ((100 * bytes) / whole).toFixed(1)
                } %)`,
                both(save),
                both(restore),
                '',
            ]);
        }
    }
    bench.progress('');
    return table(lines);
}
