// Stepping by impacts from JavaScript: one step, advance(), what it tells, and what it refuses. The
// mechanics are in tests/c/impact/test_impact.c and in the exam.
import assert from 'node:assert/strict';
import test from 'node:test';
import { World } from '../../js/index.js';
import { createWorkerWorld } from '../../js/worker.js';
import { near, refuses } from './helpers.mjs';

const elastic = /** @type {const} */ ({ friction: 0, restitution: 1 });

/** A ball between two walls 2 m apart. @param {import('../../js/index.js').WorldOptions} [options] */
function rally(options) {
    const world = new World({ gravity: [0, 0], ...options });
    for (const x of [-2, 2]) {
        world.createBody({
            type: 'static',
            position: [x, 0],
            collider: { shape: 'box', width: 2, height: 2, ...elastic },
        });
    }
    const ball = world.createBody({
        velocity: [60, 0],
        collider: { shape: 'circle', radius: 0.5, ...elastic },
    });
    return { world, ball };
}

test('a ball between two walls bounces several times within one step and keeps its speed', () => {
    const { world, ball } = rally();
    let hits = 0;
    world.on('contactHit', () => ++hits);
    let impacts = 0;
    for (let i = 0; i < 60; ++i) {
        world.stepImpacts();
        impacts += world.counters.impacts;
        assert.ok(Math.abs(ball.x) <= 0.5001);
    }
    assert.equal(impacts, 60);
    near(Math.abs(ball.vx), 60, 1e-4);
    near(world.time, 1, 1e-9);
    assert.equal(world.stepCount, 60);
    // One event a pair and step, however often they met.
    assert.ok(hits >= 55 && hits <= 60, `${hits} hits`);
    world.destroy();
});

test('advance() steps by impacts where the world was made so', () => {
    const { world: one } = rally({ stepping: 'impacts' });
    const { world: other } = rally();
    const { world: soft } = rally({ stepping: 'substeps' });
    for (let i = 0; i < 30; ++i) {
        assert.equal(one.advance(1 / 60), 1);
        other.stepImpacts(1 / 60);
        soft.advance(1 / 60);
    }
    assert.equal(one.hash(), other.hash());
    assert.ok(one.counters.impacts > 0);
    assert.equal(soft.counters.impacts, 0);
    for (const world of [one, other, soft]) world.destroy();
});

test('at the bound the rest of the step is dropped, and counted', () => {
    const { world, ball } = rally();
    world.stepImpacts(1, 5);
    assert.equal(world.counters.impacts, 5);
    assert.equal(world.counters.impactBound, 1);
    near(Math.abs(ball.x), 0.5, 1e-3);
    world.stepImpacts(1 / 60);
    assert.equal(world.counters.impactBound, 0);
    world.destroy();
});

test('bad arguments are refused by name and change nothing', () => {
    const { world } = rally();
    const before = world.hash();
    for (const dt of [0, -1, 1.5, NaN, Infinity]) {
        refuses(() => world.stepImpacts(dt), RangeError, 'World.stepImpacts', 'dt', String(dt));
    }
    refuses(() => world.stepImpacts(/** @type {any} */ ('1')), TypeError, 'World.stepImpacts',
        'dt');
    for (const most of [0, -3, 1.5, NaN, 2 ** 31]) {
        refuses(() => world.stepImpacts(1 / 60, most), RangeError, 'World.stepImpacts',
            'maxImpacts');
    }
    refuses(
        () => new World({ stepping: /** @type {any} */ ('events') }),
        RangeError,
        'World',
        'stepping',
        'events',
    );
    assert.equal(world.hash(), before);
    world.velocities[4 * 2] = NaN;
    assert.throws(() => world.stepImpacts(), { code: 'VIEW_NOT_FINITE' });
    world.velocities[4 * 2] = 1;
    world.on('contactHit', () => world.stepImpacts());
    world.velocities[4 * 2] = 60;
    assert.throws(() => world.stepImpacts(), { code: 'LOCKED' });
    world.destroy();
    assert.throws(() => world.stepImpacts(), { code: 'WORLD_DESTROYED' });
});

test('joints, which do not act in a step by impacts, are refused, here and in a worker', async () => {
    const stepping = /** @type {const} */ ('impacts');
    for (const world
        of /** @type {any[]} */ ([new World({ stepping }), await createWorkerWorld({ stepping })]))
    {
        const [bodyA, bodyB] = [world.createBody(), world.createBody()];
        refuses(() => world.createJoint({ type: 'revolute', bodyA, bodyB, anchor: [0, 0] }),
            'JOINTS_INACTIVE',
            "World.createJoint: joints do not act in a world with stepping: 'impacts'");
        assert.equal(world.joints.length, 0);
        world.destroy();
    }
    for (const world of /** @type {any[]} */ ([new World(), await createWorkerWorld()])) {
        const [bodyA, bodyB] = [world.createBody(), world.createBody()];
        const joint = world.createJoint({ type: 'revolute', bodyA, bodyB, anchor: [0, 0] });
        const stepImpacts = async () => world.stepImpacts();
        await assert.rejects(stepImpacts, { code: 'JOINTS_INACTIVE',
            message: /^World.stepImpacts: joints do not act/ });
        await world.step();
        assert.equal(world.stepCount, 1);
        joint.destroy();
        await world.stepImpacts();
        assert.equal(world.stepCount, 2);
        world.destroy();
    }
});
