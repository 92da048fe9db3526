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
    const [bodyA, bodyB] = [0, 1].map(() => world.createBody({ collider: { shape: 'circle', radius: 1 } }));
    const joint = world.createJoint({ type: 'revolute', bodyA, bodyB, anchor: [0, 0] });
    const things = { World: world, Body: bodyA, Collider: bodyA.colliders[0], Joint: joint, Layers: world.layers };
    for (const [name, thing] of Object.entries(things)) {
        assert.equal(thing.constructor.name, name);
    }
    assert.throws(() => { /** @type {any} */ (bodyA).alive = true; }, /Cannot set property alive of #<Body> /);
    world.destroy();
});

test('those of a world in a worker too', async () => {
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js')))
        assert.doesNotMatch(readFileSync(join(folder, file), 'utf8'), /\bclass _/, file);
    const world = await createWorkerWorld();
    const [bodyA, bodyB] = [0, 1].map(() => world.createBody({ collider: { shape: 'circle', radius: 1 } }));
    const joint = world.createJoint({ type: 'revolute', bodyA, bodyB, anchor: [0, 0] });
    const things = { WorkerWorld: world, WorkerBody: bodyA, WorkerCollider: bodyA.colliders[0], WorkerJoint: joint };
    for (const [name, thing] of Object.entries(things)) assert.equal(thing.constructor.name, name);
    world.destroy();
});
