// The views: the same numbers as the getters, written through where that is allowed, right again
// after the memory has grown.
import assert from 'node:assert/strict';
import test from 'node:test';
import { FLAGS, World } from '../../js/index.js';
import { near, run } from './helpers.mjs';

const circle = /** @type {const} */ ({ shape: 'circle', radius: 0.5 });

/** @param {World} world @param {number} count */
function scatter(world, count) {
    const positions = new Float32Array(2 * count).map((_, i) =>
        i % 2 ? Math.floor(i / 200) * 2 : i % 200
    );
    return world.createBodies(count, { positions, shape: circle });
}

test('views and getters show the same', () => {
    const world = new World();
    const bodies = [0, 1, 2].map((i) =>
        world.createBody({
            type: /** @type {const} */ (['static', 'kinematic', 'dynamic'])[i],
            position: [3 * i, 1 - i],
            angle: 0.5 * i,
            velocity: i ? [i, 2 * i] : [0, 0],
            angularVelocity: i === 1 ? 0 : i,
            collider: circle,
            lockRotation: i === 1,
            bullet: i === 2,
        })
    );
    run(world, 0.1);
    assert.equal(world.slots, 3);
    const { transforms, velocities, flags, poses, forces } = world;
    assert.ok(transforms instanceof Float32Array && flags instanceof Uint32Array);
    for (const body of bodies) {
        const i = 4 * body.index;
        assert.deepEqual(
            [body.x, body.y, body.cos, body.sin],
            Array.from(transforms.subarray(i, i + 4)),
        );
        assert.deepEqual(
            [body.x, body.y, body.cos, body.sin],
            Array.from(poses.subarray(i, i + 4)),
            'poses after step()',
        );
        assert.deepEqual([body.vx, body.vy, body.angularVelocity],
            Array.from(velocities.subarray(i, i + 3)));
        assert.deepEqual([0, 0, 0], Array.from(forces.subarray(i, i + 3)));
        near(Math.atan2(body.sin, body.cos), body.angle, 1e-6);
        const word = flags[body.index];
        assert.equal(['static', 'kinematic', 'dynamic'][word & FLAGS.TYPE_MASK], body.type);
        assert.equal((word & FLAGS.ALIVE) !== 0, true);
        assert.equal((word & FLAGS.AWAKE) !== 0, body.awake);
        assert.equal((word & FLAGS.LOCK_ROTATION) !== 0, body.lockRotation);
        assert.equal((word & FLAGS.BULLET) !== 0, body.bullet);
    }
    const { index } = bodies[1];
    bodies[1].destroy();
    assert.equal(world.flags[index] & FLAGS.ALIVE, 0);
    assert.equal(world.slots, 3);
    world.destroy();
});

test('a body keeps its slot for life', () => {
    const world = new World();
    const bodies = Array.from({ length: 50 },
        (_, i) => world.createBody({ position: [2 * i, 0], collider: circle }));
    for (let i = 0; i < 50; i += 3) bodies[i].destroy();
    for (let i = 0; i < 30; ++i) world.createBody({ position: [2 * i, 50], collider: circle });
    run(world, 0.5);
    for (const [i, body] of bodies.entries()) {
        if (body.alive) near(world.transforms[4 * body.index], 2 * i, 1e-4);
    }
    world.destroy();
});

test('velocities and forces may be written; forces act for one step', () => {
    const world = new World({ gravity: [0, 0] });
    const body = world.createBody({ collider: { ...circle, density: 4 / Math.PI } });
    near(body.mass, 1, 1e-5);
    world.velocities[4 * body.index + 1] = 3;
    assert.equal(body.vy, 3);
    world.forces[4 * body.index] = 60;
    world.step(1 / 60);
    near(body.vx, 1, 1e-4, 'F t / m');
    near(body.y, 3 / 60, 1e-5);
    assert.equal(world.forces[4 * body.index], 0);
    world.step(1 / 60);
    near(body.vx, 1, 1e-4);
    world.destroy();
});

test('the getter gives the same array until something moves', () => {
    const world = new World({ bodyCapacity: 64 });
    world.createBody({ collider: circle });
    const views = /** @type {const} */ (['transforms', 'velocities', 'forces', 'poses', 'flags']);
    const before = views.map((name) => world[name]);
    run(world, 0.2);
    world.createBody({ position: [5, 5], collider: circle });
    views.forEach((name, i) => assert.equal(world[name], before[i], name));
    world.destroy();
});

test('forced memory growth: the old view is detached, the new getter is right', () => {
    const world = new World();
    const first = world.createBody({ position: [-7, 3], collider: circle, lockRotation: true });
    const { transforms, flags } = world;
    assert.equal(transforms[4 * first.index], -7);
    let grown = 0;
    while (transforms.length > 0 && grown < 100_000) {
        scatter(world, 2000);
        grown += 2000;
    }
    assert.equal(transforms.length, 0, 'detached');
    assert.equal(flags.length, 0);
    assert.notEqual(world.transforms, transforms);
    assert.equal(world.transforms[4 * first.index], -7);
    assert.equal(world.transforms[4 * first.index + 1], 3);
    assert.deepEqual([first.x, first.y, first.lockRotation], [-7, 3, true]);
    assert.equal(world.slots, 1 + grown);
    first.setTransform(1e5, 1e5);
    world.step();
    near(first.x, 1e5, 0.01);
    world.destroy();
});

test("another world's growth is noticed too", () => {
    const quiet = new World();
    const body = quiet.createBody({ position: [4, 5], collider: circle });
    const noisy = new World();
    const { transforms } = quiet;
    for (let i = 0; transforms.length > 0 && i < 100; ++i) scatter(noisy, 4000);
    assert.equal(transforms.length, 0);
    assert.deepEqual([body.x, quiet.transforms[4 * body.index + 1]], [4, 5]);
    noisy.destroy();
    quiet.destroy();
});

test('a creation that fails leaves each world with its own views', () => {
    const line = { shape: 'polygon', points: [0, 0, 1, 0, 2, 0] };
    const one = new World();
    const other = new World();
    const body = one.createBody({ position: [4, 5], collider: circle });
    const creations = [
        () => one.createBody({ collider: line }),
        () => one.createBodies(2, { positions: [0, 0, 9, 9], collider: line }),
        () => body.createCollider(line),
    ];
    for (const create of creations) {
        // The engine last told where the views of the other world are.
        other.createBody({ position: [-1, -1], collider: circle });
        assert.throws(create, { code: 'DEGENERATE_POLYGON' });
        assert.deepEqual([...one.transforms.subarray(0, 2)], [4, 5]);
        assert.deepEqual([body.x, one.slots], [4, 1]);
    }
    one.destroy();
    other.destroy();
});

test('an array that moves without the memory growing is noticed', () => {
    const world = new World({ bodyCapacity: 1 });
    const bodies = [];
    for (let i = 0; i < 500; ++i) {
        bodies.push(world.createBody({ position: [i, -i], collider: circle }));
        assert.equal(world.transforms[4 * bodies[i].index], i);
        assert.equal(bodies[0].y, -0);
        assert.equal(world.transforms[4 * bodies[i >> 1].index + 1], -(i >> 1));
    }
    world.destroy();
});

test('a step that makes the memory grow leaves views and events right', () => {
    const world = new World({ gravity: [0, 0] });
    // Hundreds of bodies in one place, each with as many pairs as a crowd may have: contacts outgrow
    // everything else in one step.
    const count = 700;
    world.createBodies(count, {
        positions: new Float32Array(2 * count).map((_, i) => (i % 7) * 0.01),
        shape: circle,
    });
    const { transforms } = world;
    const before = world.bytes;
    world.step();
    assert.ok(world.bytes > 2 * before);
    assert.equal(transforms.length === 0 || transforms === world.transforms, true);
    assert.equal(world.events.contactBegin.length, world.counters.touchingContacts);
    assert.ok(world.events.contactBegin.length > 8 * count);
    assert.equal(world.events.moved.length, count);
    for (const value of world.transforms.subarray(0, 4 * count)) assert.ok(Number.isFinite(value));
    world.destroy();
});
