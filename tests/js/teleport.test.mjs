// Teleports: what they keep bit for bit, and that their cost follows what was moved.
import assert from 'node:assert/strict';
import test from 'node:test';
import { World } from '../../js/index.js';
import { refuses } from './helpers.mjs';
import { wasm } from '../../js/wire/wasm.js';
import { createWorkerWorld } from '../../js/worker.js';
import { apply } from '../../js/world/saving/apply.js';

const circle = /** @type {const} */ ({ shape: 'circle', radius: 0.5 });

test('position setters leave the bits of the rotation of 2,000 turned bodies', () => {
    const world = new World({ gravity: [0, 0] });
    const bodies = Array.from({ length: 2000 },
        (_, i) =>
            world.createBody({ position: [2 * (i % 50), 2 * Math.floor(i / 50)],
                angle: 0.0031 * i - 3, collider: circle }));
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
    assert.deepEqual(bodies.map(({ x, y }) => [x, y]), places,
        'and a new angle those of the position');
    world.destroy();
});

test('a teleport or a new body does not have the poses of all bodies computed again', () => {
    const world = new World({ gravity: [0, 0] });
    const bodies = [0, 1, 2].map((i) =>
        world.createBody({ position: [5 * i, 0], velocity: [6, 0], collider: circle })
    );
    world.advance(1.5 / 60);
    const { calls } = wasm;
    let count = 0;
    wasm.calls = { ...calls,
        world_interpolate: (...args) => (++count, calls.world_interpolate(...args)) };
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

/** Some bodies, in a world of either kind. @param {any} world */
function crowd(world) {
    const slots = world.createBodies(50, {
        positions: Float32Array.from({ length: 100 }, (_, i) => 2 * i),
        shape: circle,
        angle: 0.5,
    });
    return {
        slots: Int32Array.from(
            slots.filter((/** @type {number} */ _, /** @type {number} */ i) => i % 3 === 0),
        ),
        all: slots,
    };
}

test('setTransforms moves what single teleports move, here and in a worker', async () => {
    const there = await createWorkerWorld({ gravity: [0, 0] });
    const [many, single] = [new World({ gravity: [0, 0] }), new World({ gravity: [0, 0] })];
    for (const world of [there, many, single]) world.createBody().destroy();
    const [far, near, one] = [crowd(there), crowd(many), crowd(single)];
    for (const given of [['positions'], ['positions', 'angles'], ['positions', 'velocities'], [
        'positions',
        'angles',
        'velocities',
        'angularVelocities',
    ]]) {
        const { length } = one.slots;
        /** @type {any} */
        const lists = Object.fromEntries(
            given.map((name, k) => [name, Float32Array.from({ length: 2 * length }, (_, i) =>
                Math.fround(i * (k + 1) + 0.3))]
            ),
        );
        there.setTransforms(far.slots, lists);
        many.setTransforms(near.slots, lists);
        one.slots.forEach((slot, i) => {
            const body = /** @type {import('../../js/index.js').Body} */ (single.bodyAt(slot));
            body.setTransform(lists.positions[2 * i], lists.positions[2 * i + 1],
                lists.angles?.[i]);
            if (lists.velocities)
                body.setVelocity(lists.velocities[2 * i], lists.velocities[2 * i + 1]);
            if (lists.angularVelocities)
                body.angularVelocity = lists.angularVelocities[i];
        });
        lists.positions.fill(7);
        assert.deepEqual(many.poses, single.poses, 'at once');
        for (const world of [many, single])
            world.step();
        await there.step();
        assert.equal(many.hash(), single.hash());
        assert.equal(await there.hash(), single.hash());
    }
    many.setTransforms([], { positions: [] });
    many.setTransforms([near.slots[1]], { positions: [1, 2] });
    assert.deepEqual(many.bodyAt(near.slots[1])?.position, [1, 2], 'plain arrays too');
    for (const world of [there, many, single]) world.destroy();
});

test('setTransforms moves nothing if anything is wrong', () => {
    const world = new World({ gravity: [0, 0] });
    const { slots, all } = crowd(world);
    const positions = new Float32Array(2 * slots.length).fill(3);
    const before = world.hash();
    /** @type {[any, any, any, string][]} */
    const wrong = [
        [slots, { positions: positions.with(5, NaN) }, RangeError,
            'World.setTransforms: positions[5] must be a finite number, got NaN'],
        [slots, { positions: positions.with(5, 2e7) }, RangeError,
            'World.setTransforms: positions[5] must be between'],
        [slots, { positions: positions.slice(1) }, RangeError,
            `World.setTransforms: positions must hold ${2 * slots.length} numbers`],
        [slots, { positions, angles: [1] }, RangeError, 'World.setTransforms: angles must hold'],
        [slots, { positions, velocities: positions.with(1, 5e4) }, RangeError,
            'World.setTransforms: velocities[1]'],
        [slots, { positions, angle: positions }, TypeError,
            'World.setTransforms: options has no option "angle"'],
        [slots, {}, TypeError, 'World.setTransforms: positions must be a Float32Array'],
        [slots.with(2, 99), { positions }, 'STALE_BODY',
            'World.setTransforms: slots[2] is slot 99, where there is no body'],
        [slots.with(2, -1), { positions }, 'STALE_BODY',
            'World.setTransforms: slots[2] is slot -1, where there is no body'],
        [3, { positions }, TypeError, 'World.setTransforms: slots must be an Int32Array, got 3'],
    ];
    for (const [which, lists, kind, text] of wrong) {
        refuses(() => world.setTransforms(which, lists), kind, text);
        assert.equal(world.hash(), before, text);
    }
    world.bodyAt(all[3])?.destroy();
    const destroyed = world.hash();
    assert.throws(() => apply(world, 12, 0, [slots, positions]), { code: 'STALE_BODY' },
        'a recording of another world');
    assert.equal(world.hash(), destroyed);
    world.destroy();
});
