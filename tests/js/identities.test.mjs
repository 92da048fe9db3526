// Every object is the right one after a restore, wherever the bytes lay; the longer search is tests/fuzz/identities.mjs.
import assert from 'node:assert/strict';
import test from 'node:test';
import { World } from '../../js/index.js';
import { playBranches } from '../fuzz/identities.mjs';
import './helpers.mjs';

for (const seed of [1, 2, 3]) {
    test(`branches of time, in buffers of every kind, seed ${seed}`, () => playBranches(World, seed, 250));
}

/** @param {World} world @param {number} x */
const bodyAt = (world, x) => world.createBody({ position: [x, 0], collider: { shape: 'circle', radius: 0.5 } });

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

test('a history keeps its objects within its bytes, where bodies come and go', () => {
    const world = new World({ gravity: [0, 0] });
    const bodies = Array.from({ length: 4000 }, (_, i) => world.createBody({ position: [2 * (i % 60), 2 * Math.floor(i / 60)] }));
    const history = world.history({ seconds: 60, bytes: 8e6 });
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
