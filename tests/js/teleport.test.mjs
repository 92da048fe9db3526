// Teleports: what they keep bit for bit, and that their cost follows what was moved.
import assert from 'node:assert/strict';
import test from 'node:test';
import { World } from '../../js/index.js';
import './helpers.mjs';
import { wasm } from '../../js/wire/wasm.js';

const circle = /** @type {const} */ ({ shape: 'circle', radius: 0.5 });

test('position setters leave the bits of the rotation of 2,000 turned bodies', () => {
    const world = new World({ gravity: [0, 0] });
    const bodies = Array.from({ length: 2000 }, (_, i) =>
        world.createBody({ position: [2 * (i % 50), 2 * Math.floor(i / 50)], angle: 0.0031 * i - 3, collider: circle }));
    for (const body of bodies) body.angularVelocity = 1 + 0.001 * body.index;
    world.step();
    const rotations = () => bodies.map(({ cos, sin }) => [cos, sin]);
    const before = rotations();
    for (const body of bodies) body.x += 1;
    assert.deepEqual(rotations(), before, 'x');
    for (const body of bodies) body.y -= 1;
    assert.deepEqual(rotations(), before, 'y');
    for (const body of bodies) body.position = [body.y, body.x];
    assert.deepEqual(rotations(), before, 'position');
    for (const body of bodies) body.setTransform(body.y, body.x);
    assert.deepEqual(rotations(), before, 'setTransform without an angle');
    const places = bodies.map(({ x, y }) => [x, y]);
    for (const body of bodies) body.angle += 1;
    assert.deepEqual(bodies.map(({ x, y }) => [x, y]), places, 'and a new angle those of the position');
    world.destroy();
});

test('a teleport or a new body does not have the poses of all bodies computed again', () => {
    const world = new World({ gravity: [0, 0] });
    const bodies = [0, 1, 2].map((i) => world.createBody({ position: [5 * i, 0], velocity: [6, 0], collider: circle }));
    world.advance(1.5 / 60);
    const { calls } = wasm;
    let count = 0;
    wasm.calls = { ...calls, world_interpolate: (...args) => (++count, calls.world_interpolate(...args)) };
    try {
        const between = bodies[1].poseX;
        for (let i = 0; i < 10; ++i) {
            bodies[0].x = 50 + i;
            bodies[2].setTransform(7, 8, i);
            assert.deepEqual([bodies[0].poseX, bodies[2].poseY], [50 + i, 8]);
        }
        const late = world.createBody({ position: [9, 9], collider: circle });
        assert.deepEqual([late.poseX, late.poseY], [9, 9]);
        assert.equal(bodies[1].poseX, between);
        assert.equal(count, 0);
        world.step();
        assert.ok(bodies[1].poseX > between);
        assert.equal(count, 1);
    } finally {
        wasm.calls = calls;
    }
    world.destroy();
});
