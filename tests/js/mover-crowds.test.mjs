// Crowds of movers: the states of all of them flat, and their velocities set by one call.
import assert from 'node:assert/strict';
import test from 'node:test';
import { World } from '../../js/index.js';
import { Replay, startRecording, stopRecording } from '../../js/recording.js';
import { apply } from '../../js/world/saving/apply.js';
import './helpers.mjs';
import { capsule, crowd, recordAt, recordOf } from './mover-crowd.mjs';

test('the flat states are what each mover says, by the slots of the bodies', () => {
    const world = new World();
    const { movers } = crowd(world);
    const kinds = new Set();
    for (let i = 0; i < 240; ++i) {
        movers.forEach((mover, k) =>
            mover.setVelocity(Math.sin(i / 40 + k) * 4, k === 7 ? 1 : i % 80 === k ? 5 : mover.vy)
        );
        world.step();
        const states = world.moverStates;
        assert.equal(states, world.moverStates, 'one object, filled anew');
        assert.deepEqual([states.count, states.stride], [movers.length, 17]);
        movers.forEach((mover, k) =>
            assert.deepEqual(recordAt(states, k), recordOf(mover), `${i} ${k}`)
        );
        movers.forEach((mover, k) =>
            kinds.add(
                `${k} ${recordAt(states, k).flags} ${mover.groundCell?.tile} ${
                    mover.groundPart > 0
                }`,
            )
        );
    }
    assert.ok(kinds.size > 12, [...kinds].join(', '));
    movers[2].destroy();
    movers[4].body.destroy();
    const left = movers.filter(({ alive }) => alive);
    const states = world.moverStates;
    assert.equal(states.count, left.length);
    left.forEach((mover, k) => assert.deepEqual(recordAt(states, k), recordOf(mover)));
    world.destroy();
    assert.throws(() => world.moverStates, { code: 'WORLD_DESTROYED' });
});

test('ground that is destroyed is named no more', () => {
    const world = new World();
    const { lift, movers } = crowd(world);
    const rider = movers[5];
    for (let i = 0; i < 60; ++i) world.step();
    assert.equal(rider.groundBody, lift);
    assert.deepEqual(recordAt(world.moverStates, 5), recordOf(rider));
    lift.destroy();
    const { ground, groundBody, flags, part } = recordAt(world.moverStates, 5);
    assert.deepEqual([ground, groundBody, flags, part], [null, null, 1, [-1, -1, 0]]);
    world.destroy();
});

test('states stay good while the memory of the engine grows', () => {
    const world = new World();
    const { movers } = crowd(world);
    world.step();
    const before = world.moverStates;
    const first = recordAt(before, 0);
    for (let i = 0; i < 1500; ++i) world.createMover({ position: [i, 20], collider: capsule });
    const large = new World({ bodyCapacity: 2e5, colliderCapacity: 2e5 });
    assert.deepEqual(recordAt(before, 0), first, 'as they were read');
    assert.equal(world.moverStates.count, movers.length + 1500);
    world.step();
    const states = world.moverStates;
    world.movers.forEach((mover, i) => assert.equal(recordAt(states, i).index, mover.body.index));
    large.destroy();
    world.destroy();
});

test('one call steers as many', () => {
    const [one, two] = [new World(), new World()];
    const [{ movers: mine }, { movers: its }] = [crowd(one), crowd(two)];
    const slots = Int32Array.from(mine, ({ body }) => body.index).reverse();
    for (let i = 0; i < 120; ++i) {
        const velocities = Float32Array.from({ length: 2 * slots.length }, (_, k) =>
            4 * Math.sin(i / 20 + k));
        one.setMoverVelocities(slots, velocities);
        its.toReversed().forEach((mover, k) =>
            mover.setVelocity(velocities[2 * k], velocities[2 * k + 1])
        );
        one.step();
        two.step();
    }
    assert.equal(one.hash(), two.hash());
    one.setMoverVelocities([slots[0]], [1, 2]);
    assert.deepEqual(one.bodyAt(slots[0])?.mover?.velocity, [1, 2]);
    one.setMoverVelocities([], []);
    one.destroy();
    two.destroy();
});

test('bad slots and velocities are refused, and nothing changes', () => {
    const world = new World();
    const { map, movers } = crowd(world);
    const [a, b] = movers.map(({ body }) => body.index);
    /** @param {any} slots @param {any} velocities @param {any} error */
    const refused = (slots, velocities, error) => {
        assert.throws(() => world.setMoverVelocities(slots, velocities), error);
        assert.deepEqual([movers[0].velocity, movers[1].velocity], [[0, 0], [0, 0]]);
    };
    refused([a, map.index], [1, 0, 2, 0], { code: 'STALE_MOVER',
        message:
            `World.setMoverVelocities: slots[1] is slot ${map.index}, where there is no mover` });
    refused([a, 9999], [1, 0, 2, 0], { code: 'STALE_MOVER' });
    refused([a, -1], [1, 0, 2, 0], { code: 'STALE_MOVER' });
    refused([a, b], [1, 0, 2], { name: 'RangeError',
        message: 'World.setMoverVelocities: velocities must hold 4 numbers, got 3' });
    refused([a, b], [1, 0, NaN, 0], { name: 'RangeError',
        message: /^World\.setMoverVelocities: velocities\[2\] must be .* got NaN/ });
    refused([a, b], [1, 0, 5e4, 0], { name: 'RangeError',
        message: /velocities\[2\] must be .* got 50000/ });
    refused([a], undefined, { name: 'TypeError',
        message: /^World\.setMoverVelocities: velocities must be a Float32Array/ });
    refused(3, [1, 0], { name: 'TypeError',
        message: /^World\.setMoverVelocities: slots must be an Int32Array/ });
    assert.throws(
        () => apply(world, 13, 0, [Int32Array.of(a, map.index), Float32Array.of(1, 0, 1, 0)]),
        { code: 'STALE_MOVER' },
    );
    assert.deepEqual(movers[0].velocity, [0, 0]);
    world.destroy();
});

test('a recording plays a steered crowd again to the bit', () => {
    const world = new World();
    const { movers } = crowd(world);
    startRecording(world);
    const slots = Int32Array.from(movers, ({ body }) => body.index);
    const velocities = new Float32Array(2 * slots.length);
    for (let i = 0; i < 90; ++i) {
        velocities.fill(i % 30 < 15 ? 3 : -2);
        world.setMoverVelocities(slots.subarray(0, 1 + (i % slots.length)),
            velocities.subarray(0, 2 * slots.length));
        world.step();
    }
    const replay = Replay.open(stopRecording(world));
    replay.seek(replay.steps);
    assert.equal(replay.verify(), null);
    assert.equal(replay.world.hash(), world.hash());
    replay.destroy();
    world.destroy();
});
