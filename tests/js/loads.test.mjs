// Load events: pairs that exchange at least the world's loadImpulse in a step, here, in a worker, after a restore, in a
// replay and in a scene.
import assert from 'node:assert/strict';
import test from 'node:test';
import { World, init } from '../../js/index.js';
import { Replay, startRecording, stopRecording } from '../../js/recording.js';
import { fromScene, toScene } from '../../js/scene.js';
import { createWorkerWorld } from '../../js/worker.js';
import { copies, near } from './helpers.mjs';

await init();

const layers = /** @type {const} */ ({ crate: ['crate', 'plank'], plank: ['plank'] });
/** What 1 kg weighs in a step, N s. */
const WEIGHT = 10 / 60;

/** A plank on two posts, and a crate of 8 kg that is set on it. @param {any} world */
function build(world) {
    for (const x of [-2, 2])
        world.createBody({ type: 'static', position: [x, 0.5],
            collider: { shape: 'box', width: 0.4, height: 1, layer: 'plank' } });
    const plank = world.createBody({ position: [0, 1.1],
        collider: { shape: 'box', width: 5, height: 0.2, layer: 'plank' } });
    const crate = world.createBody({ position: [0, 1.7],
        collider: { shape: 'box', width: 1, height: 1, density: 8, layer: 'crate' } });
    return { plank, crate };
}

test('a crate that is set on a plank loads it in every step, though nothing meets', () => {
    const world = new World({ layers, loadImpulse: 7 * WEIGHT, sleep: false });
    const { plank, crate } = build(world);
    for (let i = 0; i < 60; ++i) world.step();
    let byLayers = 0, byPlank = 0, byCrate = 0;
    world.on('contactLoad', { layers: ['crate', 'plank'] }, (e) => {
        byLayers += Number(e.bodyA === crate && e.bodyB === plank);
    });
    plank.on('contactLoad', (/** @type {any} */ e) => {
        byPlank += Number(e.bodyA === plank);
    });
    crate.colliders[0].on('contactLoad', () => ++byCrate);
    for (let i = 0; i < 30; ++i) {
        world.step();
        const loads = copies(world.events.contactLoad);
        assert.equal(loads.length, 1);
        near(loads[0].impulse, 8 * WEIGHT, 0.02);
        near(Math.abs(loads[0].ny), 1, 1e-3);
        near(loads[0].y, 1.2, 0.02);
        assert.deepEqual([world.events.contactHit.length, loads[0].speed], [0, 0]);
    }
    assert.deepEqual([byLayers, byPlank, byCrate], [30, 30, 30]);
    assert.equal(world.advance(3 / 60 + 1e-6), 3);
    assert.equal(world.events.contactLoad.length, 3, 'those of all steps');
    world.loadImpulse = 0;
    world.step();
    assert.equal(world.events.contactLoad.length, 0);
    world.destroy();
});

test('bodies that sleep load nothing until they wake', () => {
    const world = new World({ layers, loadImpulse: 7 * WEIGHT });
    const { crate } = build(world);
    for (let i = 0; i < 240; ++i) world.step();
    assert.deepEqual([crate.awake, world.events.contactLoad.length], [false, 0]);
    crate.awake = true;
    world.step();
    assert.equal(world.events.contactLoad.length, 1);
    world.destroy();
});

test('the threshold and the events are in snapshots, scenes and replays', () => {
    const world = new World({ layers, loadImpulse: 7 * WEIGHT, sleep: false });
    build(world);
    startRecording(world);
    for (let i = 0; i < 60; ++i) world.step();
    const loads = copies(world.events.contactLoad).map(({ x, y, impulse }) => [x, y, impulse]);
    assert.equal(loads.length, 1);
    world.loadImpulse = 9;
    const { world: setting } = toScene(world);
    assert.equal(setting?.loadImpulse, 9);
    const loaded = fromScene(toScene(world));
    assert.equal(loaded.loadImpulse, 9);
    const copy = World.fromSnapshot(world.snapshot());
    assert.equal(copy.loadImpulse, 9);
    copy.loadImpulse = 7 * WEIGHT;
    copy.step();
    assert.equal(copy.events.contactLoad.length, 1);
    world.step();
    const replay = Replay.open(stopRecording(world));
    replay.seek(60);
    assert.deepEqual(
        copies(replay.world.events.contactLoad).map(({ x, y, impulse }) => [x, y, impulse]),
        loads,
    );
    replay.seek(61);
    assert.deepEqual([replay.world.loadImpulse, replay.world.events.contactLoad.length], [9, 0]);
    for (const each of [world, loaded, copy]) each.destroy();
});

test('a world in a worker emits the same', async () => {
    const options = /** @type {const} */ ({ layers, loadImpulse: 7 * WEIGHT, sleep: false });
    const here = new World(options);
    const there = await createWorkerWorld(options);
    const { plank } = build(there);
    build(here);
    let heard = 0;
    plank.on('contactLoad', () => ++heard);
    for (let i = 0; i < 40; ++i) {
        here.step();
        await there.step();
    }
    const pick = (/** @type {any} */ { x, y, nx, ny, impulse }) => ({ x, y, nx, ny, impulse });
    const [load] = there.events.contactLoad;
    assert.deepEqual(pick(load), pick(copies(here.events.contactLoad)[0]));
    assert.ok(load.bodyA === plank || load.bodyB === plank);
    assert.ok(heard > 20, `${heard} heard`);
    there.destroy();
    here.destroy();
});
