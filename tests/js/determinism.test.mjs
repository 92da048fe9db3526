// The same input gives the same bits: twice in one process, with the SIMD and the scalar build,
// whatever else the process did before, and whether bodies are made one by one or in bulk.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Worker } from 'node:worker_threads';
import { World } from '../../js/index.js';
import { scalarFile, simdFile } from './helpers.mjs';

/**
 * A busy scene: a pile of all shapes with spins on ground of all kinds, a paddle, a trigger and
 * layers.
 * @param {typeof World} WorldClass
 */
function busyScene(WorldClass) {
    const world = new WorldClass({
        layers: { a: ['a', 'default'], b: { a: 'trigger', default: 'solid', b: 'solid' } },
    });
    world.createBody({
        type: 'static',
        colliders: [
            { shape: 'box', width: 30, height: 1, center: [0, -0.5] },
            { shape: 'box', width: 8, height: 0.5, center: [-9, 2], angle: -0.4, radius: 0.1 },
            { shape: 'capsule', a: [6, 1], b: [11, 3], radius: 0.3 },
            { shape: 'segment', a: [-14, 6], b: [-10, 5], oneWay: [0.1, 1] },
            { shape: 'chain', points: [11, 3, 12, 3.5, 14, 3, 15, 6], angle: 0.05, oneSided: true },
            { shape: 'tiles', cells: ['  --  ', '/##\\  '], cellSize: 0.7, origin: [-5, 0] },
        ],
    });
    world.createBody({
        position: [2, 14],
        collider: {
            shape: 'outline',
            points: [0, 0, 2, 0, 2, 0.5, 0.5, 0.5, 0.5, 2, 0, 2],
            angle: 0.4,
        },
    });
    world.createBody({
        type: 'kinematic',
        position: [0, 1],
        angularVelocity: 2,
        collider: { shape: 'box', width: 5, height: 0.3 },
    });
    const shapes = /** @type {const} */ ([
        { shape: 'circle', radius: 0.4 },
        { shape: 'box', width: 0.8, height: 0.6 },
        { shape: 'capsule', length: 0.6, radius: 0.25, angle: 0.3 },
        { shape: 'polygon', points: [0.5, 0, 0.2, 0.45, -0.4, 0.3, -0.35, -0.4, 0.3, -0.4] },
    ]);
    for (let i = 0; i < 160; ++i) {
        world.createBody({
            position: [(i % 16) - 8 + 0.07 * (i % 5), 5 + Math.floor(i / 16)],
            angle: 0.7 * i,
            velocity: [(i % 3) - 1, 0],
            angularVelocity: (i % 7) - 3,
            collider: {
                ...shapes[i % 4],
                layer: i % 3 ? 'a' : 'b',
                restitution: (i % 4) * 0.2,
                rollingResistance: 0.05,
            },
        });
    }
    return world;
}

/** @param {typeof World} WorldClass */
function hashes(WorldClass) {
    const world = busyScene(WorldClass);
    const list = [world.hash()];
    for (let i = 0; i < 600; ++i) {
        if (i % 50 === 49) world.bodyAt((10 + i / 50) | 0)?.applyImpulse(1, 5);
        world.step();
        if (i % 100 === 99) list.push(world.hash());
    }
    world.destroy();
    return list;
}

/**
 * The same in a thread of its own, with a build of our choice. @param {URL} file @returns
 * {Promise<string[]>}
 */
function hashesOf(file) {
    const text = `
        import { parentPort, workerData } from 'node:worker_threads';
        import { init, World } from ${
        JSON.stringify(new URL('../../js/index.js', import.meta.url).href)
    };
        await init({ wasm: workerData });
        ${busyScene}
        ${hashes}
        parentPort.postMessage(hashes(World));`;
    return new Promise((resolve, reject) => {
        new Worker(new URL(`data:text/javascript,${encodeURIComponent(text)}`), {
            workerData: file.href,
        })
            .once('message', resolve)
            .once('error', reject);
    });
}

test('twice the same scene, twice the same hash; it changes as things move', () => {
    const first = hashes(World);
    assert.deepEqual(hashes(World), first);
    for (const hash of first) assert.match(hash, /^[0-9a-f]{16}$/);
    assert.equal(new Set(first).size, first.length);
});

test('the SIMD and the scalar build agree bit for bit', async () => {
    const [simd, scalar] = await Promise.all([hashesOf(simdFile), hashesOf(scalarFile)]);
    assert.deepEqual(simd, hashes(World));
    assert.deepEqual(scalar, simd);
});

test('worlds do not disturb one another', () => {
    const alone = hashes(World);
    const noise = busyScene(World);
    const world = busyScene(World);
    for (let i = 0; i < 100; ++i) {
        if (i % 50 === 49) world.bodyAt((10 + i / 50) | 0)?.applyImpulse(1, 5);
        noise.step(1 / 50, 3);
        world.step();
        noise.createBody({ position: [i, 30], collider: { shape: 'circle', radius: 0.5 } });
    }
    assert.equal(world.hash(), alone[1]);
    world.destroy();
    noise.destroy();
});

test('bodies made in bulk are those made one by one', () => {
    const [one, bulk] = [new World(), new World()];
    const positions = Float32Array.from({ length: 80 }, (_, i) => Math.sin(i) * 5 + i / 8);
    const angles = Float32Array.from({ length: 40 }, (_, i) => i / 3);
    const velocities = Float32Array.from({ length: 80 }, (_, i) => Math.cos(i));
    const angularVelocities = Float32Array.from({ length: 40 }, (_, i) => i % 3);
    const collider = /** @type {const} */ ({ shape: 'box', width: 1, height: 0.5, friction: 0.3 });
    for (let i = 0; i < 40; ++i) {
        one.createBody({
            position: [positions[2 * i], positions[2 * i + 1]],
            angle: angles[i],
            velocity: [velocities[2 * i], velocities[2 * i + 1]],
            angularVelocity: angularVelocities[i],
            collider,
        });
    }
    bulk.createBodies(40, { positions, angles, velocities, angularVelocities, collider });
    for (let i = 0; i < 120; ++i) {
        one.step();
        bulk.step();
    }
    assert.equal(bulk.hash(), one.hash());
    one.destroy();
    bulk.destroy();
});

test('advance() of uneven frames reaches the states that step() does', () => {
    const [stepped, advanced] = [busyScene(World), busyScene(World)];
    let steps = 0;
    for (let i = 0; steps < 200; ++i) steps += advanced.advance(0.003 + (i % 9) * 0.004);
    for (let i = 0; i < steps; ++i) stepped.step(1 / 60, 4);
    assert.equal(advanced.hash(), stepped.hash());
    stepped.destroy();
    advanced.destroy();
});
