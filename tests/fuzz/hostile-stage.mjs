// What the hostile calls are made on: worlds with one of everything, and the pools from which calls take their
// targets and arguments. What a call gives goes into the pools too. With HOSTILE_MATTER in the environment the worlds
// have matter.
import * as mica from '../../js/index.js';
import * as batches from '../../js/batches.js';
import * as explosion from '../../js/explosion.js';
import * as history from '../../js/history.js';
import * as matter from '../../js/matter.js';
import * as preview from '../../js/preview.js';
import * as recording from '../../js/recording.js';
import * as scene from '../../js/scene.js';
import * as breaking from '../../js/break.js';
import * as builders from '../../js/builders.js';
import * as rube from '../../js/import/rube.js';
import * as differences from '../../js/differences.js';
import * as platformer from '../../js/platformer.js';
import * as pointer from '../../js/pointer.js';
import * as rollback from '../../js/rollback.js';
import * as topDown from '../../js/top-down.js';
import * as vehicle from '../../js/vehicle.js';

/** @import { Random } from './hostile-random.mjs' */

/** The engine whose worlds are on the stage. */
const engine = process.env.HOSTILE_MATTER ? matter : mica;
await engine.init();
// A pointer listens to the window for its loss of focus.
globalThis.addEventListener ??= () => {};

/** Exports that load the engine or wait for others: they are no calls on a world. */
const LEFT_OUT = new Set(['init', 'initSync', 'warmUp', 'firstDifference', 'slotOf', 'MicaError',
    'RollbackError']);

/** Everything that can be called without an object, by name. @type {Record<string, any>} */
export const FUNCTIONS = Object.fromEntries(
    [engine, batches, breaking, explosion, history, preview, recording, scene, builders,
        differences, platformer, pointer, rollback, rube, topDown, vehicle]
        .flatMap((module) => Object.entries(module)).filter(([name, value]) =>
            typeof value === 'function' && !LEFT_OUT.has(name)
        ),
);

/** What a listener, getter or trap of the fuzzer throws. */
export class Mine extends Error {}

/**
 * @typedef {object} Stage
 * @property {any[]} worlds here, or in workers: hostile-worker-stage.mjs
 * @property {Map<string, any[]>} pools objects by the name of their class; those of OTHERS are only given to calls
 * @property {Record<string, any>} functions what can be called without an object, by name
 * @property {() => object} [how] where a world in a worker is made
 * @property {(call: any) => void} promised takes a call whose result is a promise
 * @property {number} mischief how often code of the caller's has run inside a call
 * @property {boolean} views whether a view of a world was given to be filled: what is written through it may be no velocity
 * @property {number} depth of calls inside calls
 * @property {Uint8Array[]} snapshots
 * @property {Uint8Array[]} recordings
 * @property {object[]} scenes
 * @property {mica.World<any>} bystander on which no call is made
 * @property {string} bystanderHash
 */

/** The pool of objects that are arguments and no targets. */
export const OTHERS = 'others';

/** Objects kept of one class. */
const MAX = 12;
/** Bodies of a world beyond which no more are made, so that steps stay quick. */
export const MAX_BODIES = 60;

/** Names of the classes that the API hands out, as a world here calls them, and plain functions and data not. @param {unknown} value */
export function classOf(value) {
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)
        || Array.isArray(value)) return undefined;
    const prototype = Object.getPrototypeOf(value);
    if (prototype === null || prototype === Object.prototype) return undefined;
    const { constructor } = prototype;
    // What is native, such as a Map, is no class of the API.
    if (typeof constructor !== 'function' || constructor === Mine || constructor === EventTarget
        || !/^class\b/.test(Function.prototype.toString.call(constructor))) return undefined;
    return String(constructor.name).replace(/^Worker(?=[A-Z])/, '');
}

/**
 * Takes an object into its pool.
 * @param {Stage} stage @param {unknown} value @param {number} [depth]
 */
export function keep(stage, value, depth = 0) {
    const name = classOf(value);
    if (name !== undefined) {
        const pool = stage.pools.get(name) ?? [];
        stage.pools.set(name, pool);
        if (pool.includes(value)) return;
        if (pool.length < MAX) pool.push(value);
        else pool[(pool.length * 7 + stage.mischief) % MAX] = value;
        if (name === 'World' && !stage.worlds.includes(/** @type {any} */ (value))
            && stage.worlds.length < 5) stage.worlds.push(/** @type {any} */ (value));
        return;
    }
    if (depth < 2 && Array.isArray(value)) {
        for (const each of value.slice(0, 8)) keep(stage, each, depth + 1);
    }
}

const circle = { shape: 'circle', radius: 0.5 };

/** How a world of the stage is made. @param {boolean} second @returns {mica.WorldOptions<any>} */
export const worldOptions = (second) => ({
    layers: { wall: { player: 'solid' }, player: { coin: 'trigger' }, coin: [] },
    gravity: [0, -10],
    ...(second ? { poseMode: 'extrapolate' } : {}),
});

/** Makes one of everything in a world. @param {any} world @returns {any[]} objects of each class */
export function furnish(world) {
    world.createBody({ type: 'static', position: [0, -1],
        collider: { shape: 'box', width: 20, height: 1 } });
    const map = world.createBody({ type: 'static', position: [-8, 0],
        collider: { shape: 'tiles', cells: ['#..#', '####'], cellSize: 1 } });
    world.createBody({ type: 'static', position: [8, 0],
        collider: { shape: 'chain', points: [[0, 0], [1, 0.5], [2, 0], [3, 1]] } });
    const ground = world.createTerrain({ columns: 12, rows: 8, cellSize: 0.5, position: [-4, -12],
        fill: (/** @type {number} */ x, /** @type {number} */ y) => y < 1 || x < 1.5 || y > 3,
        materials: { dirt: {}, rock: { hardness: 2, layer: 'wall', friction: 0.1 } },
        material: (/** @type {number} */ x) => Number(x > 4) });
    const a = world.createBody({ position: [0, 0], collider: circle });
    const b = world.createBody({ position: [0.8, 0.2], velocity: [1, 0],
        collider: { ...circle, layer: 'player' } });
    world.createBody({ type: 'kinematic', position: [3, 0], velocity: [-0.5, 0],
        collider: { shape: 'box', width: 1, height: 1 } });
    world.createBody({ position: [0, 1],
        collider: { ...circle, trigger: true, sees: ['dynamic'], layer: 'coin' } });
    world.createBodies(3, { positions: [-3, 0, -3, 1, -3, 2], shape: circle });
    world.createBody({ position: [5, 2],
        collider: { shape: 'circle', radius: 2, field: { type: 'wind', flow: [1, 0] } } });
    const mover = world.createMover({ position: [-2, 1],
        collider: { ...circle, layer: 'player' } });
    const joint = world.createJoint({ type: 'revolute', bodyA: a, bodyB: b, anchor: [0.4, 0.1] });
    const spring = world.createJoint({ type: 'distance', bodyA: a, bodyB: b, localAnchorA: [0, 0],
        localAnchorB: [0, 0], breakForce: 50 });
    return [a, b, map, mover, joint, spring, ground,
        ...('createMatter' in world ? furnishMatter(world) : [])];
}

/** Likewise, of matter. @param {any} world @returns {any[]} */
function furnishMatter(world) {
    const water = world.createMatter({ capacity: 400, spacing: 0.2, layer: 'player' });
    const sand = world.createMatter({ kind: 'sand', capacity: 300, density: 2, spacing: 0.2 });
    water.fill({ shape: 'box', width: 2, height: 1 }, { position: [-3, 1] });
    sand.fill({ shape: 'circle', radius: 0.6 }, { position: [3, 3], value: 7 });
    const trigger = world.createBody({ type: 'static', position: [-3, 0],
        collider: { shape: 'box', width: 2, height: 1, trigger: true } });
    world.setGauge(trigger.colliders[0], { threshold: 3 });
    return [water, sand, world.createEmitter({ matter: water, position: [-3, 4], rate: 20 }),
        trigger];
}

/** @param {boolean} second */
function makeWorld(second) {
    const world = new engine.World(worldOptions(second));
    return { world, parts: furnish(world) };
}

/**
 * Worlds with one of everything.
 * @returns {Stage}
 */
export function makeStage() {
    const [one, two, third] = [makeWorld(false), makeWorld(true), makeWorld(false)];
    one.world.step();
    /** @type {Stage} */
    const stage = {
        worlds: [one.world, two.world],
        pools: new Map(),
        functions: FUNCTIONS,
        promised: ({ result }) => result.catch(() => {}),
        mischief: 0,
        views: false,
        depth: 0,
        scenes: [scene.toScene(one.world)],
        snapshots: [one.world.snapshot()],
        recordings: [],
        bystander: third.world,
        bystanderHash: third.world.hash(),
    };
    recording.startRecording(two.world);
    two.world.step();
    stage.recordings.push(recording.stopRecording(two.world));
    for (const { world, parts } of [one, two]) {
        for (const each of [world, world.layers, world.bodies, ...Object.values(world.events),
            ...parts, ...world.bodies]) keep(stage, each);
        for (const body of world.bodies) for (const each of body.colliders) keep(stage, each);
        for (const list of Object.values(world.events))
            keep(stage, /** @type {any} */ (list).at(0));
    }
    const mover = /** @type {any} */ (one.parts[3]);
    keep(stage, new platformer.Platformer(mover));
    keep(stage, new topDown.TopDown(/** @type {any} */ (two.parts[3])));
    keep(stage, new vehicle.TopDownCar(one.parts[0]));
    keep(stage, new vehicle.SideCar(builders.createCar(two.world, { position: [0, 30] })));
    keep(stage, new mica.Clock());
    keep(stage, history.keepHistory(two.world, { seconds: 1, bytes: 2e5 }));
    keep(stage, recording.Replay.open(stage.recordings[0]));
    keep(stage, new pointer.Pointer(one.world, /** @type {any} */ (new EventTarget()), {
        toWorld: (x, y) => [x, y],
    }));
    keep(stage, new rollback.Rollback(two.world, { players: 1, step: () => two.world.step() }));
    return stage;
}

/** Gives the memory of all worlds back. @param {Stage} stage */
export function endStage(stage) {
    for (const replay of stage.pools.get('Replay') ?? []) replay.destroy();
    for (const world of [...stage.worlds, ...(stage.pools.get('World') ?? []), stage.bystander])
        if (!world.destroyed) world.destroy();
}

/** An object of a class, if there is one. @param {Stage} stage @param {Random} random @param {string} name @returns {any} */
export function anyOf(stage, random, name) {
    const pool = stage.pools.get(name);
    return pool && pool.length > 0 ? random.pick(pool) : undefined;
}
