// What is published says the same names as the source: a console and an error of the platform show a
// Body as a Body, not as what a bundler made of it.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import test, { before } from 'node:test';
import { pathToFileURL } from 'node:url';
import { bundleModules } from '../../web/scripts/package.mjs';
import { createWorkerWorld } from '../../js/worker.js';
import { simdFile } from './helpers.mjs';
import { root } from './snippets.mjs';

const folder = join(root, 'build/names');
before(() => {
    rmSync(folder, { recursive: true, force: true });
    return bundleModules(folder);
});

test('bodies, colliders, joints and worlds of the built module are called so', async () => {
    /** @type {typeof import('../../js/index.js')} */
    const { World, init } = await import(pathToFileURL(join(folder, 'external.js')).href);
    await init({ wasm: simdFile });
    const world = new World();
    const [bodyA, bodyB] = [0, 1].map(() =>
        world.createBody({ collider: { shape: 'circle', radius: 1 } })
    );
    const joint = world.createJoint({ type: 'revolute', bodyA, bodyB, anchor: [0, 0] });
    const things = { World: world, Body: bodyA, Collider: bodyA.colliders[0], Joint: joint,
        Layers: world.layers };
    for (const [name, thing] of Object.entries(things)) {
        assert.equal(thing.constructor.name, name);
    }
    assert.throws(() => {
        /** @type {any} */ (bodyA).alive = true;
    }, /Cannot set property alive of #<Body> /);
    world.destroy();
});

test('the built entries have one engine, whatever is imported first', async () => {
    const load = (/** @type {string} */ name) =>
        import(pathToFileURL(join(folder, `${name}.js`)).href);
    const [{ Replay, startRecording, stopRecording }, { fromScene, toScene },
        { keepHistory, rewind }, { preview }, { explode }, { rayCasts }, { World, init },
        { hasSimd }] = await Promise.all(
            ['recording', 'scene', 'history', 'preview', 'explosion', 'batches', 'external',
                'mica2d'].map(load),
        );
    await init({ wasm: simdFile });
    assert.equal(hasSimd(), true);
    const world = new World({ gravity: [0, 0] });
    const bodies = [0, 1].map((i) =>
        world.createBody({ position: [2 * i, 0], collider: { shape: 'circle', radius: 0.5 } })
    );
    startRecording(world);
    keepHistory(world);
    for (let i = 0; i < 10; ++i) world.step();
    assert.equal(explode(world, { position: [1, 0], radius: 3, impulse: 1 }), 2);
    bodies[1].destroy();
    for (let i = 0; i < 10; ++i) world.step();
    rewind(world, 15);
    assert.equal(world.stepCount, 5);
    assert.equal(bodies[1].alive, true);
    assert.equal(rayCasts(world, new Float32Array([-5, 0, 10, 0])).hits, 1);
    assert.equal(preview(world, { bodies, steps: 3 })[1].count, 3);
    const again = fromScene(toScene(world));
    assert.equal(again.counters.bodies, 2);
    const replay = Replay.open(stopRecording(world));
    assert.equal(replay.verify(), null);
    replay.seek(15);
    replay.seek(2);
    for (const each of [world, again, replay]) each.destroy();
});

test('those of matter, which has a World of its own', async () => {
    const { Emitter, Matter, World, initSync } = await import(
        pathToFileURL(join(folder, 'matter.js')).href
    );
    // The engine is there already, without matter; the names are given all the same.
    initSync();
    assert.deepEqual([World, Matter, Emitter].map(({ name }) => name), ['World', 'Matter',
        'Emitter']);
    assert.throws(() => new World(), /^MicaError: World: the engine that was loaded has no matter/);
});

test('those of a world in a worker too', async () => {
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
        name.endsWith('.js')
    ))
        assert.doesNotMatch(readFileSync(join(folder, file), 'utf8'), /\bclass _/, file);
    const world = await createWorkerWorld();
    const [bodyA, bodyB] = [0, 1].map(() =>
        world.createBody({ collider: { shape: 'circle', radius: 1 } })
    );
    const joint = world.createJoint({ type: 'revolute', bodyA, bodyB, anchor: [0, 0] });
    const things = { WorkerWorld: world, WorkerBody: bodyA, WorkerCollider: bodyA.colliders[0],
        WorkerJoint: joint };
    for (const [name, thing] of Object.entries(things)) assert.equal(thing.constructor.name, name);
    world.destroy();
});
