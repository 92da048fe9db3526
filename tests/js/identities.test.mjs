// Every object is the right one after a restore, wherever the bytes lay; the longer search is tests/fuzz/identities.mjs.
import assert from 'node:assert/strict';
import test from 'node:test';
import { World } from '../../js/index.js';
import { keepHistory } from '../../js/history.js';
import { playBranches } from '../fuzz/identities.mjs';
import { fresh } from './fresh.mjs';
import './helpers.mjs';
import { sample } from '../sample.mjs';

for (const seed of sample([1, 2, 3], 3)) {
    test(`branches of time, in buffers of every kind, seed ${seed}`, () =>
        playBranches(World, seed, 250));
}

/** @param {World} world @param {number} x */
const bodyAt = (world, x) =>
    world.createBody({ position: [x, 0], collider: { shape: 'circle', radius: 0.5 } });

test('two snapshots in parts of one buffer have their own objects each', () => {
    const world = new World();
    const a = bodyAt(world, 0);
    const ring = new Uint8Array(2 * 20_000);
    const first = world.snapshot(ring.subarray(0, 20_000));
    a.destroy();
    const b = bodyAt(world, 10);
    const second = world.snapshot(ring.subarray(20_000));
    world.restore(first);
    assert.deepEqual([a.alive, b.alive, [...world.bodies]], [true, false, [a]]);
    world.restore(second);
    assert.deepEqual([a.alive, b.alive, [...world.bodies]], [false, true, [b]]);
    world.destroy();
});

test('a copy, and bytes of a pool that others have used since, have the objects of their time', () => {
    const world = new World();
    const enemy = bodyAt(world, 0);
    const pooled = Buffer.allocUnsafe(3900);
    const saved = world.snapshot(pooled);
    const copy = new Uint8Array(saved);
    saved.fill(0);
    enemy.destroy();
    const chest = world.createBody({ type: 'static', position: [5, 0] });
    world.restore(copy);
    assert.deepEqual([enemy.alive, chest.alive, enemy.type], [true, false, 'dynamic']);
    assert.throws(() => world.restore(saved), { code: 'BAD_SNAPSHOT' });
    world.destroy();
});

/** A level, made the same in each session. */
const LEVEL = `
    await mica.init();
    const world = new mica.World();
    const circle = { shape: 'circle', radius: 0.5 };
    const ground = world.createBody({ type: 'static', collider: { shape: 'box', width: 40, height: 1 } });
    const tiles = world.createBody({ type: 'static', collider: { shape: 'tiles', cellSize: 1, columns: 2, rows: 2, cells: [1, 0, 1, 1] } });
    world.createBodies(2, { positions: new Float32Array([0, 3, 4, 3]), collider: circle });
    const axle = world.createJoint({ type: 'revolute', bodyA: world.bodyAt(2), bodyB: world.bodyAt(3), anchor: [0, 3] });
    const level = [...world.bodies].flatMap((body) => [body, ...body.colliders, ...body.joints]);`;

test('bytes of another session keep the objects that were made the same, and end the others', async () => {
    const [file, enemy] = await fresh(`${LEVEL}
        for (let i = 0; i < 10; ++i) world.step();
        const enemy = world.createBody({ position: [20, 0], collider: circle });
        report([new Uint8Array(world.snapshot()), enemy.index]);`);
    const [kept, ended, chest, type] = await fresh(`${LEVEL}
        for (let i = 0; i < 5; ++i) world.step();
        const chest = world.createBody({ type: 'static', position: [5, 0], collider: { shape: 'box', width: 1, height: 1 } });
        const [lid] = chest.colliders;
        const { index } = chest;
        world.restore(workerData);
        report([level.map(({ alive }) => alive), [chest.alive, lid.alive], index, world.bodyAt(index).type]);`,
        file);
    assert.deepEqual(kept, kept.map(() => true));
    assert.ok(kept.length >= 9);
    assert.deepEqual([ended, chest, type], [[false, false], enemy, 'dynamic']);
});

test('a history keeps its objects within its bytes, where bodies come and go', () => {
    const world = new World({ gravity: [0, 0] });
    const bodies = Array.from({ length: 4000 },
        (_, i) => world.createBody({ position: [2 * (i % 60), 2 * Math.floor(i / 60)] }));
    const history = keepHistory(world, { seconds: 60, bytes: 8e6 });
    const { gc } = globalThis;
    assert.ok(gc, 'run with --expose-gc');
    gc();
    const before = process.memoryUsage().heapUsed;
    for (let step = 0; step < 400; ++step) {
        for (let i = 0; i < 8; ++i) {
            const slot = (step * 8 + i * 509) % bodies.length;
            bodies[slot].destroy();
            bodies[slot] = world.createBody({ position: [step, i] });
        }
        world.step();
        assert.ok(history.bytes <= 8e6, `${history.bytes} bytes`);
    }
    gc();
    const grown = process.memoryUsage().heapUsed - before;
    assert.ok(history.length > 20 && grown < 6e6, `${history.length} steps, ${grown} bytes`);
    const oldest = history.first;
    history.seek(oldest);
    assert.equal(world.stepCount, oldest);
    world.destroy();
});

/** Bytes in the middle of the memory of one of Node's Buffers, whose slice() copies nothing. @param {Uint8Array} bytes @param {number} at */
function asBuffer(bytes, at) {
    const buffer = Buffer.alloc(at + bytes.length).subarray(at);
    buffer.set(bytes);
    return /** @type {Uint8Array<ArrayBuffer>} */ (/** @type {unknown} */ (buffer));
}

test('a Buffer in the middle of its memory has the objects of its time, and gives and takes differences', () => {
    const world = new World();
    const a = bodyAt(world, 0);
    const first = world.snapshot();
    a.destroy();
    const b = bodyAt(world, 10);
    const second = world.snapshot();
    for (const at of [8, 13, 1000]) {
        world.restore(asBuffer(first, at));
        assert.deepEqual([a.alive, b.alive, [...world.bodies]], [true, false, [a]]);
        world.restore(asBuffer(second, at));
        assert.deepEqual([a.alive, b.alive, [...world.bodies]], [false, true, [b]]);
        const difference = world.snapshot({ since: asBuffer(first, at) });
        world.restore(first);
        world.restore(asBuffer(difference, at), { since: asBuffer(first, at) });
        assert.deepEqual([a.alive, b.alive, [...world.bodies]], [false, true, [b]]);
    }
    world.destroy();
});
