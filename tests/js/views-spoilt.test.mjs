// What a game writes by mistake into the views: no step takes it, nothing that restore would refuse is saved, and the world
// goes on as soon as it is put right.
import assert from 'node:assert/strict';
import test from 'node:test';
import { MicaError, World } from '../../js/index.js';
import { isRecording, startRecording } from '../../js/recording.js';
import { toScene } from '../../js/scene.js';
import { randomFrom } from '../fuzz/hostile-random.mjs';
import { run } from './helpers.mjs';

/** @typedef {'transforms' | 'velocities' | 'forces' | 'poses'} FloatView */

const BAD = [NaN, Infinity, -Infinity, 1e30];

function furnished() {
    const world = new World();
    const ground = world.createBody({ type: 'static',
        collider: { shape: 'box', width: 20, height: 1 } });
    const ball = world.createBody({ position: [0, 3], collider: { shape: 'circle', radius: 0.5 } });
    const box = world.createBody({ position: [0.1, 4.2],
        collider: { shape: 'box', width: 1, height: 1 } });
    run(world, 0.5);
    return { world, ground, ball, box };
}

/** @param {() => void} call @param {string} code @param {string} [part] of the message */
function refuses(call, code, part = '') {
    assert.throws(call,
        (/** @type {unknown} */ error) =>
            error instanceof MicaError && error.code === code && error.message.includes(part));
}

/** The world steps, and what it saves can be restored. @param {World} world */
function goesOn(world) {
    run(world, 0.5);
    for (const x of world.transforms.subarray(0, 4 * world.slots))
        assert.ok(Math.abs(x) < 1e3, `${x}`);
    const bytes = world.snapshot();
    world.restore(bytes);
    World.fromSnapshot(bytes).destroy();
}

for (const who of /** @type {const} */ (['ball', 'ground'])) {
    test(`a transform of the ${who} that is none is refused by steps and snapshots, until it is set`, () => {
        for (let lane = 0; lane < 4; ++lane)
            for (const bad of lane < 2 ? BAD : [...BAD, 2]) {
                const { world, [who]: body } = furnished();
                const good = world.snapshot();
                const { x, y, angle } = body;
                const slot = `slot ${body.index}`;
                world.transforms[4 * body.index + lane] = bad;
                refuses(() => world.step(), 'VIEW_READ_ONLY', slot);
                refuses(() => world.advance(1 / 60), 'VIEW_READ_ONLY', slot);
                refuses(() => world.stepImpacts(), 'VIEW_READ_ONLY', slot);
                refuses(() => world.snapshot(), 'VIEW_READ_ONLY',
                    `World.snapshot: what was written`);
                refuses(() => world.snapshot({ since: good }), 'VIEW_READ_ONLY', slot);
                refuses(() => startRecording(world), 'VIEW_READ_ONLY');
                assert.equal(world.stepCount, 30);
                assert.equal(isRecording(world), false);
                if (!Number.isFinite(bad)) refuses(() => toScene(world), 'VIEW_READ_ONLY', slot);
                // What is made and asked for meanwhile does no harm.
                if (who === 'ground') body.createCollider({ shape: 'circle', radius: 0.1 });
                world.rayCast(-5, 0, 10, 0);
                if (lane % 2 === 0) {
                    body.setTransform(x, y, angle);
                    goesOn(world);
                } else {
                    world.restore(good);
                    goesOn(world);
                }
                world.destroy();
            }
    });
}

test('velocities and forces that are none are refused by steps, saved, and put right', () => {
    for (const view of /** @type {const} */ (['velocities', 'forces']))
        for (let lane = 0; lane < 4; ++lane)
            for (const bad of BAD) {
                const { world, ball } = furnished();
                const at = 4 * ball.index + lane;
                world[view][at] = bad;
                const bytes = world.snapshot();
                world.restore(bytes);
                assert.equal(world[view][at], Math.fround(bad));
                if (lane < 3) refuses(() => world.step(), 'VIEW_NOT_FINITE', `slot ${ball.index}`);
                else world.step(); // the spare float is the game's own
                world[view][at] = 0;
                goesOn(world);
                world.destroy();
            }
});

test('poses are what the engine says, whatever was written into them', () => {
    for (let lane = 0; lane < 4; ++lane)
        for (const bad of BAD) {
            const { world, ball } = furnished();
            const hash = world.hash();
            world.poses[4 * ball.index + lane] = bad;
            assert.equal(world.hash(), hash);
            goesOn(world);
            assert.ok(world.poses.subarray(0, 4 * world.slots).every(Number.isFinite));
            world.destroy();
        }
});

test('flags that are none of a body are refused by steps and snapshots', () => {
    const { world, ball, ground } = furnished();
    const good = world.snapshot();
    for (const { index } of [ball, ground])
        for (const bad of [NaN, Infinity, 1e30, 0xffffffff, 3, 8]) {
            world.flags[index] = bad;
            refuses(() => world.step(), 'VIEW_READ_ONLY');
            refuses(() => world.snapshot(), 'VIEW_READ_ONLY');
            world.restore(good);
            goesOn(world);
        }
    const { index } = ball;
    ball.destroy();
    const without = world.snapshot();
    world.flags[index] = 0x1c;
    refuses(() => world.step(), 'VIEW_READ_ONLY');
    world.restore(without);
    goesOn(world);
    world.destroy();
});

test('flags that say that a body sleeps which does not are not saved', () => {
    const { world, box } = furnished();
    box.wake();
    const good = world.snapshot();
    world.flags[box.index] &= ~8;
    refuses(() => world.snapshot(), 'VIEW_READ_ONLY', `slot ${box.index}`);
    world.restore(good);
    goesOn(world);
    world.destroy();
});

test("what is written into the transform of an empty slot is nobody's", () => {
    const { world, ball, box } = furnished();
    const { index } = ball;
    world.transforms.fill(NaN, 4 * index, 4 * index + 4);
    ball.destroy();
    world.step();
    world.transforms.fill(Infinity, 4 * index, 4 * index + 4);
    world.restore(world.snapshot());
    const next = world.createBody({ position: [2, 5], collider: { shape: 'circle', radius: 0.5 } });
    assert.equal(next.index, index);
    goesOn(world);
    assert.ok(box.alive && next.y < 5);
    world.destroy();
});

test('whatever is written into views, what a world saves it restores', () => {
    const random = randomFrom(7);
    for (let round = 0; round < 150; ++round) {
        const { world, ball, box } = furnished();
        world.createJoint({ type: 'revolute', bodyA: ball, bodyB: box, anchor: [0, 2] });
        const good = world.snapshot();
        for (let i = 1 + random.below(3); i > 0; --i) {
            const view = random.pick(
                /** @type {const} */ (['transforms', 'velocities', 'forces', 'poses']),
            );
            world[view][random.below(4 * world.slots)] = random.pick([...BAD, 0, -0, 1, 1e18, 2e18,
                1e-40]);
        }
        try {
            for (let i = random.below(3); i > 0; --i) world.step();
        } catch (error) {
            assert.ok(error instanceof MicaError && /^VIEW_/.test(error.code), String(error));
        }
        let bytes = good;
        try {
            bytes = world.snapshot();
        } catch (error) {
            assert.ok(error instanceof MicaError && error.code === 'VIEW_READ_ONLY', String(error));
        }
        world.restore(bytes);
        world.restore(good);
        goesOn(world);
        world.destroy();
    }
});
