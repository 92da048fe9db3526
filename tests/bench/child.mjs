// One measurement in a process of its own, started by run.mjs: one engine, one task. Prints one line of JSON.
// A fresh process each time keeps one engine's garbage, compiled code and memory out of another's figures.

/** @import { Adapter, Engine, EngineWorld } from './engines/adapter.mjs' */
/** @import { Scene } from '../scenes/builder.js' */
import { sceneByName } from '../scenes/index.js';
import { random, recordScene } from '../scenes/builder.js';
import { ballPitOf, fieldOf } from '../scenes/crowds.js';
import { measureCreation } from './creation.mjs';
import { measureMatter } from './matter.mjs';
import { meanQuality, measureQuality } from './quality.mjs';
import { measureSnapshots } from './snapshots.mjs';
import { measureTiles } from './tiles.mjs';

const DT = 1 / 60;
const SUBSTEPS = 4;

/** Every wasm memory an engine makes or exports, to see how far it grows. @type {Set<WebAssembly.Memory>} */
const memories = new Set();
watchMemories();

const task = JSON.parse(process.argv[2]);
const tasks = { run, quality, readback, rays, load, frames, scaling, memory, tiles, snapshots,
    creation, matter };
const result = await tasks[/** @type {keyof typeof tasks} */ (task.kind)]();
process.stdout.write(JSON.stringify(result) + '\n', () => process.exit(0));

/** @returns {Promise<Engine>} */
async function loadEngine() {
    /** @type {Adapter} */
    const adapter = await import(task.adapter);
    return adapter.load();
}

/** @param {Engine} engine @param {Scene} scene */
function buildWorld(engine, scene) {
    const world = engine.createWorld(scene);
    scene.build(world);
    return world;
}

/**
 * Steps a world, timing every step.
 * @param {Scene} scene
 * @param {EngineWorld} world
 * @param {number} steps
 * @param {number} budget milliseconds after which it stops early
 * @param {(made: number) => void} [watch] called between two steps, outside of what is timed, but not of the budget
 */
function measure(scene, world, steps, budget, watch) {
    const stepMs = new Float64Array(steps);
    const updateMs = new Float64Array(steps);
    const watches = scene.layers !== undefined;
    let enters = 0;
    let made = 0;
    const start = performance.now();
    while (made < steps) {
        const t0 = performance.now();
        scene.update?.(world, made);
        const t1 = performance.now();
        world.step(DT, SUBSTEPS);
        const t2 = performance.now();
        if (watches) enters += world.triggerEnters();
        const t3 = performance.now();
        stepMs[made] = t2 - t1;
        updateMs[made] = t1 - t0 + (t3 - t2);
        ++made;
        watch?.(made);
        if (t3 - start > budget) break;
    }
    return { stepMs: stepMs.subarray(0, made), updateMs: updateMs.subarray(0, made), enters };
}

/** A scene: cold first (load, build, first step), then, warmed up, built again for the run that counts. */
async function run() {
    const scene = sceneByName(task.scene);
    const steps = task.steps || scene.steps;
    const t0 = performance.now();
    const engine = await loadEngine();
    const t1 = performance.now();
    const cold = buildWorld(engine, scene);
    const t2 = performance.now();
    const warmUp = measure(scene, cold, steps, task.warm);
    cold.destroy();
    globalThis.gc?.();

    const t3 = performance.now();
    const world = buildWorld(engine, scene);
    const t4 = performance.now();
    const recorded = recordScene(scene);
    const state = reader(world, recorded.bodies.length);
    /** @type {ReturnType<typeof state>[]} */
    const states = [];
    const moment = (/** @type {number} */ made) =>
        made >= steps / 2 && made % Math.ceil(steps / 20) === 0;
    const timed = measure(scene, world, steps, task.budget, (made) => {
        if (task.quality && moment(made)) states.push(state());
    });
    if (task.quality && !moment(timed.stepMs.length)) states.push(state());
    return {
        version: engine.version,
        loadMs: t1 - t0,
        buildMs: t2 - t1,
        rebuildMs: t4 - t3,
        firstStepMs: warmUp.stepMs[0],
        firstSecondMs: warmUp.stepMs.length >= 60 ? sum(warmUp.stepMs.subarray(0, 60)) : null,
        stepMs: Array.from(timed.stepMs, (ms) => Math.round(ms * 1e4) / 1e4),
        updateMs: Array.from(timed.updateMs, (ms) => Math.round(ms * 1e4) / 1e4),
        enters: timed.enters,
        quality: task.quality
            && meanQuality(
                states.map((s) => measureQuality(scene, recorded, s.poses, s.velocities)),
            ),
    };
}

/** How well a scene is solved, each step longer than it should be by task.nudge of it. */
async function quality() {
    const engine = await loadEngine();
    const scene = sceneByName(task.scene);
    const steps = task.steps || scene.steps;
    const world = buildWorld(engine, scene);
    const recorded = recordScene(scene);
    const state = reader(world, recorded.bodies.length);
    const moments = [];
    let made = 0;
    for (const start = performance.now();
        made < steps && performance.now() - start < task.budget;)
    {
        scene.update?.(world, made);
        world.step(DT * (1 + task.nudge), SUBSTEPS);
        ++made;
        if (made < steps / 2 || made % Math.ceil(steps / 40) !== 0) continue;
        const { poses, velocities } = state();
        moments.push(measureQuality(scene, recorded, poses, velocities));
    }
    return { version: engine.version, steps: made, cut: made < steps,
        quality: made < steps ? null : meanQuality(moments) };
}

/** A function that reads where all bodies are now and how they move. @param {EngineWorld} world @param {number} count */
function reader(world, count) {
    return () => {
        const poses = new Float32Array(4 * count);
        const velocities = new Float32Array(3 * count);
        world.readPoses(poses);
        world.readVelocities(velocities);
        return { poses, velocities };
    };
}

/** Reading every pose of the layers scene into one array, after a few steps. */
async function readback() {
    const engine = await loadEngine();
    const scene = sceneByName('layers');
    const world = buildWorld(engine, scene);
    measure(scene, world, 5, Infinity);
    const count = recordScene(scene).bodies.length;
    const out = new Float32Array(4 * count);
    const times = [];
    for (let round = 0; round < 60; ++round) {
        world.step(DT, SUBSTEPS);
        const t0 = performance.now();
        world.readPoses(out);
        times.push(performance.now() - t0);
    }
    const warm = times.slice(20).sort((a, b) => a - b);
    return { version: engine.version, bodies: count, ms: warm[warm.length >> 1], minMs: warm[0] };
}

/** The closest hits of task.count rays among 5,000 things, in one call where the engine has one. */
async function rays() {
    const engine = await loadEngine();
    const world = buildWorld(engine, fieldOf(5000, 200));
    if (!world.castRays) return { version: engine.version };
    // Engines bring their query structures up to date in a step.
    world.step(DT, SUBSTEPS);
    const next = random(5);
    const list = new Float32Array(4 * task.count);
    for (let i = 0; i < task.count; ++i) {
        const angle = 2 * Math.PI * next();
        const way = [task.length * Math.cos(angle), task.length * Math.sin(angle)];
        list.set([200 * (next() - 0.5), 200 * (next() - 0.5), ...way], 4 * i);
    }
    const fractions = new Float32Array(task.count);
    const times = [];
    let hits = 0;
    for (const start = performance.now(); performance.now() - start < task.budget;) {
        const t0 = performance.now();
        hits = world.castRays(list, fractions);
        times.push(performance.now() - t0);
    }
    times.sort((a, b) => a - b);
    const way = task.length * (fractions.reduce((a, b) => a + b, 0) / task.count);
    return { version: engine.version, hits, way, ms: times[times.length >> 1], minMs: times[0] };
}

/** From asking for the module to the end of the first step of a world with one ball. */
async function load() {
    const t0 = performance.now();
    const engine = await loadEngine();
    const t1 = performance.now();
    const world = buildWorld(engine, ballPitOf(1));
    world.step(DT, SUBSTEPS);
    const t2 = performance.now();
    return { version: engine.version, loadMs: t1 - t0, firstStepMs: t2 - t1, totalMs: t2 - t0 };
}

/** The first second of a scene in a process that has run nothing before, but what an engine offers against that. */
async function frames() {
    const engine = await loadEngine();
    const scene = sceneByName(task.scene);
    if (task.warm) await engine.warmUp?.();
    const t0 = performance.now();
    const world = buildWorld(engine, scene);
    const buildMs = performance.now() - t0;
    const stepMs = Float64Array.from({ length: 60 }, () => {
        const start = performance.now();
        world.step(DT, SUBSTEPS);
        return performance.now() - start;
    });
    return {
        version: engine.version,
        warmed: task.warm && engine.warmUp !== undefined,
        buildMs,
        firstStepMs: stepMs[0],
        restMs: sum(stepMs.slice(1)),
        late: stepMs.filter((ms) => ms > task.late).length,
    };
}

/** Maps of tiles, which only mica2d is asked about. */
function tiles() {
    return measureTiles(task.engine === 'mica', task);
}

/** Water and sand, which only mica2d is asked about. */
function matter() {
    return measureMatter(task.engine === 'mica', task);
}

/** A ball pit of task.count balls, after a smaller one, so that all code is compiled. */
async function scaling() {
    const engine = await loadEngine();
    const small = ballPitOf(Math.min(task.count, 1000));
    const warm = buildWorld(engine, small);
    measure(small, warm, 5000, task.warm);
    warm.destroy();
    globalThis.gc?.();
    const scene = ballPitOf(task.count);
    const world = buildWorld(engine, scene);
    // Let it fall and settle a little, so that what is timed is a pile.
    const settled = measure(scene, world, task.settle, task.budget).stepMs.length;
    const { stepMs } = measure(scene, world, task.steps, task.budget);
    const cut = settled < task.settle || stepMs.length < task.steps;
    return { version: engine.version, count: task.count, cut, ms: sum(stepMs) / stepMs.length };
}

/** Whole worlds saved and restored, and the difference of two. */
async function snapshots() {
    return measureSnapshots(await loadEngine(), task.rounds);
}

/** What making and destroying costs, one part of it. */
function creation() {
    return measureCreation(task.engine, task.part, task.repeats);
}

/** Memory per ball at rest: wasm memory and JS heap, against the same engine with a pit of one ball. */
async function memory() {
    const engine = await loadEngine();
    const small = ballPitOf(1);
    const settled = (/** @type {Scene} */ scene, /** @type {number} */ steps) => {
        const world = buildWorld(engine, scene);
        measure(scene, world, steps, task.budget);
        return world;
    };
    const first = settled(small, 2);
    globalThis.gc?.();
    const before = usage(first);
    first.destroy();
    const world = settled(ballPitOf(task.count), task.settle);
    globalThis.gc?.();
    const after = usage(world);
    const each = (/** @type {number} */ bytes) => Math.round(bytes / task.count);
    return {
        version: engine.version,
        count: task.count,
        wasmBytes: each(after.wasm - before.wasm),
        heapBytes: each(after.heap - before.heap),
        ownBytes: after.own === null ? null : each(after.own - (before.own ?? 0)),
    };
}

/** @param {EngineWorld} world */
function usage(world) {
    let wasm = 0;
    for (const m of memories) wasm += m.buffer.byteLength;
    return { wasm, heap: process.memoryUsage().heapUsed, own: world.bytes?.() ?? null };
}

/** @param {Float64Array} values */
function sum(values) {
    return values.reduce((a, b) => a + b, 0);
}

/** Engines hide their wasm memory; every way to make an instance passes here. */
function watchMemories() {
    const note = (/** @type {any} */ exports) => {
        for (const value of Object.values(exports ?? {}))
            if (value instanceof WebAssembly.Memory) memories.add(value);
    };
    const Memory = WebAssembly.Memory;
    const Instance = WebAssembly.Instance;
    const instantiate = WebAssembly.instantiate;
    const wasm = /** @type {any} */ (WebAssembly);
    wasm.Memory = new Proxy(Memory, {
        construct(target, args) {
            const memory = Reflect.construct(target, args);
            memories.add(memory);
            return memory;
        },
    });
    wasm.Instance = new Proxy(Instance, {
        construct(target, args) {
            const instance = Reflect.construct(target, args);
            note(instance.exports);
            return instance;
        },
    });
    wasm.instantiate = async (/** @type {any} */ source, /** @type {any} */ imports) => {
        const made = /** @type {any} */ (await instantiate(source, imports));
        note((made.instance ?? made).exports);
        return made;
    };
}
