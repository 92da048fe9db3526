// Several copies of the module side by side, as where one library brings Mica along and the game another entry of it:
// each has its engine and its memory; they compute the same bits, and refuse each other's objects.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import esbuild from 'esbuild';
import * as own from '../../js/index.js';
import { preview } from '../../js/preview.js';
import { refuses, scalarFile, simdFile } from './helpers.mjs';

const { outputFiles: [{ text }] } = await esbuild.build({
    entryPoints: [fileURLToPath(new URL('../../js/index.js', import.meta.url))],
    bundle: true,
    format: 'esm',
    write: false,
    logLevel: 'silent',
});

/**
 * Another copy of the module.
 * @param {string} name so that Node loads it as a module of its own
 * @param {URL} file
 * @returns {Promise<typeof own>}
 */
async function load(name, file) {
    const copy = await import(`data:text/javascript,${encodeURIComponent(`${text}\n// ${name}`)}`);
    assert.equal(copy.ready(), false, 'a copy has an engine of its own');
    await copy.init({ wasm: new Uint8Array(readFileSync(file)) });
    return copy;
}

const scalar = await load('scalar', scalarFile);
const second = await load('second', simdFile);

const circle = /** @type {const} */ ({ shape: 'circle', radius: 0.5 });

/** @param {{ World: typeof own.World }} copy */
function makeWorld({ World }) {
    const world = new World();
    world.createBody({ type: 'static', collider: { shape: 'box', width: 30, height: 1 } });
    const bodies = [0, 1, 2, 3].map((i) =>
        world.createBody({ position: [0.3 * i, 1 + i], collider: circle })
    );
    return { world, bodies };
}

test('copies with SIMD and without play side by side, and end alike', () => {
    const worlds = [own, scalar, second].map(makeWorld);
    for (let i = 0; i < 90; ++i) for (const { world } of worlds) world.step();
    const [hash, ...others] = worlds.map(({ world }) => world.hash());
    assert.deepEqual(others, [hash, hash]);
    // A snapshot travels from copy to copy.
    const there = scalar.World.fromSnapshot(worlds[0].world.snapshot());
    assert.equal(there.hash(), hash);
    for (const { world } of [...worlds, { world: there }]) world.destroy();
});

test('growth and destroyed worlds of one copy leave the views of another alone', () => {
    const { world, bodies: [body] } = makeWorld(own);
    const { transforms } = world;
    const { world: noisy } = makeWorld(second);
    const theirs = noisy.transforms;
    for (let i = 0; theirs.length > 0 && i < 100; ++i)
        noisy.createBodies(4000, { positions: new Float32Array(8000).fill(i), shape: circle });
    assert.equal(theirs.length, 0);
    assert.equal(world.transforms, transforms);
    noisy.destroy();
    assert.deepEqual([body.x, body.y], [transforms[4 * body.index],
        transforms[4 * body.index + 1]]);
    world.step();
    world.destroy();
});

test('objects of another copy are refused by name, and nothing changes', () => {
    const mine = makeWorld(own);
    const { world, bodies: [a, b] } = mine;
    const other = makeWorld(second);
    const their = /** @type {any} */ (other.bodies[0]);
    const hashes = () => [world.hash(), other.world.hash()];
    const before = hashes();
    /** @type {[() => unknown, string][]} */
    const calls = [
        [() => world.createJoint({ type: 'weld', bodyA: a, bodyB: their, anchor: [0, 0] }),
            'World.createJoint: bodyB must be a Body'],
        [() => a.ignore(their), 'Body.ignore: other must be a Body'],
        [() => world.rayCast(0, 9, 0, -9, { ignore: [their] }), 'World.rayCast: ignore'],
        [() => world.overlapCollider(their.colliders[0]),
            'World.overlapCollider: collider must be a Collider'],
        [() => world.sweep(their, [[0, 0], [1, 0]]), 'World.sweep: body must be a Body'],
        [() => world.contactPointsOf(their),
            'World.contactPointsOf: one must be a Body or a Collider'],
        [() => preview(world, { bodies: [their], steps: 1 }), 'preview: bodies[0] must be a Body'],
    ];
    for (const [call, said] of calls) refuses(call, TypeError, said, 'of another copy of Mica');
    assert.deepEqual(hashes(), before);
    assert.equal(b.alive && their.alive, true);
    world.destroy();
    other.world.destroy();
});

test('a thread has an engine of its own beside that of the page', async () => {
    const { world } = makeWorld(own);
    for (let i = 0; i < 60; ++i) world.step();
    const code = `import { parentPort } from 'node:worker_threads';
        import { World, init, ready } from ${
        JSON.stringify(new URL('../../js/index.js', import.meta.url).href)
    };
        const before = ready();
        await init();
        const makeWorld = ${makeWorld.toString()};
        const circle = ${JSON.stringify(circle)};
        const { world } = makeWorld({ World });
        for (let i = 0; i < 60; ++i) world.step();
        parentPort.postMessage([before, world.hash()]);`;
    const thread = new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`));
    const said = await new Promise((resolve, reject) => {
        thread.once('message', resolve).once('error', reject);
    });
    assert.deepEqual(said, [false, world.hash()]);
    world.destroy();
});
