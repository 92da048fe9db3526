// What joints do together: ropes in loops, springs of every kind and motors at one body, under steps of unlike lengths, with
// restores between branches of time and settings that change on the way. All goes on to the same bits.
import assert from 'node:assert/strict';
import test from 'node:test';
import { World } from '../../js/index.js';
import './helpers.mjs';

const LENGTHS = [1 / 60, 1 / 60, 1e-4, 1 / 20, 1 / 144, 2e-3];

/** Steps from a number on. @param {World<any>} world @param {number} first @param {number} count */
function play(world, first, count) {
    for (let i = first; i < first + count; ++i)
        world.step(LENGTHS[i % LENGTHS.length], 1 + (i % 4));
    return world.hash();
}

const ball = (/** @type {number} */ x, /** @type {number} */ y) => ({
    position: /** @type {[number, number]} */ ([x, y]),
    collider: { shape: /** @type {const} */ ('circle'), radius: 0.2, group: -1 },
});

/** A net of ropes between two posts, and a hub that every kind of spring and drive pulls at. */
function everyJoint() {
    const world = new World({ sleep: false });
    const base = world.createBody({ type: 'static' });
    world.createBody({ type: 'static', position: [0, -4],
        collider: { shape: 'box', width: 30, height: 1 } });
    const knots = Array.from({ length: 8 },
        (_, i) => world.createBody(ball(-2 + 0.5 * (i % 4), -1 - 0.5 * Math.floor(i / 4))));
    const ropes = [];
    for (const [i, k] of [[0, 1], [1, 2], [2, 3], [4, 5], [5, 6], [6, 7], [0, 4], [1, 5], [2, 6], [
        3,
        7,
    ]]) {
        ropes.push(
            world.createJoint({ type: 'distance', bodyA: knots[i], bodyB: knots[k],
                limit: [0, 0.5] }),
        );
    }
    for (const [i, x] of [[0, -3], [3, 0.5]]) {
        ropes.push(
            world.createJoint({ type: 'distance', bodyA: base, bodyB: knots[i],
                localAnchorA: [x, 0], localAnchorB: [0, 0], limit: [0.3, 1.2] }),
        );
    }
    const hub = world.createBody(ball(4, 0));
    const around = Array.from({ length: 6 },
        (_, i) => world.createBody(ball(4 + 1.2 * Math.cos(i), 1.2 * Math.sin(i))));
    world.createJoint({ type: 'weld', bodyA: base, bodyB: hub, anchor: [4, 0], hertz: 6,
        dampingRatio: 0.2 });
    world.createJoint({ type: 'weld', bodyA: hub, bodyB: around[0], anchor: [4.6, 0], hertz: 12 });
    world.createJoint({ type: 'wheel', bodyA: hub, bodyB: around[1],
        anchor: [around[1].x, around[1].y], axis: [0, 1], limit: [-0.2, 0.2],
        spring: { hertz: 5, dampingRatio: 0.3 } });
    const hinge = world.createJoint({ type: 'revolute', bodyA: hub, bodyB: around[2],
        anchor: [4, 0], spring: { hertz: 3, dampingRatio: 0 }, limit: [-1, 1] });
    world.createJoint({ type: 'prismatic', bodyA: hub, bodyB: around[3], anchor: [4, 0],
        axis: [1, 0], motor: { speed: 1, maxForce: 5 } });
    world.createJoint({ type: 'motor', bodyA: hub, bodyB: around[4], anchor: [4, 0], maxForce: 20,
        maxTorque: 5, hertz: 4 });
    world.createJoint({ type: 'pulley', bodyA: around[0], bodyB: around[5], groundAnchorA: [4, 4],
        groundAnchorB: [6, 4] });
    const rope = world.createJoint({ type: 'distance', bodyA: hub, bodyB: around[5],
        limit: [0, 1.3] });
    const drag = world.createJoint({ type: 'target', bodyB: around[4],
        anchor: [around[4].x, around[4].y] });
    return { world, ropes, knots, hinge, rope, drag };
}

test('a restore between branches of time goes on to the same bits, ropes slack and taut, steps of unlike lengths', () => {
    const { world, drag } = everyJoint();
    for (let first = 0; first < 240; first += 40) {
        const saved = world.snapshot();
        const other = World.fromSnapshot(saved);
        drag.setTarget(4 + first / 80, -first / 60);
        const branch = play(world, first, 17);
        world.restore(saved);
        assert.equal(play(world, first, 40), play(other, first, 40));
        const again = World.fromSnapshot(saved);
        again.joints.filter(({ type }) => type === 'target').forEach((joint) =>
            /** @type {any} */ (joint).setTarget(4 + first / 80, -first / 60)
        );
        assert.equal(play(again, first, 17), branch);
        other.destroy();
        again.destroy();
    }
    world.destroy();
});

test('ropes in loops neither stretch nor push, and carry a load', () => {
    const { world, ropes, knots } = everyJoint();
    knots[6].setMass({ mass: 50 * knots[6].mass });
    play(world, 0, 600);
    let worst = 0;
    for (let i = 0; i < 240; ++i) {
        world.step();
        for (const rope of ropes.slice(0, 10))
            worst = Math.max(worst, /** @type {any} */ (rope).translation);
    }
    assert.ok(worst < 0.505, `${worst} m`);
    assert.ok(knots.every(({ x, y }) => Math.abs(x) < 5 && y > -3.6 && y < 0.5));
    world.destroy();
});

test('a rope becomes a spring, a motor, a rod and a rope again without a jerk', () => {
    const { world, rope, hinge } = everyJoint();
    const anyRope = /** @type {any} */ (rope);
    const anyHinge = /** @type {any} */ (hinge);
    let fastest = 0;
    for (let i = 0; i < 600; ++i) {
        if (i % 120 === 20) anyRope.setSpring(4, 0.5);
        if (i % 120 === 50) anyRope.spring = null;
        if (i % 120 === 60) anyRope.setMotor(0, 3);
        if (i % 120 === 90) anyRope.motor = null;
        if (i % 90 === 45) anyHinge.limit = [-0.2, 0.2];
        if (i % 90 === 89) anyHinge.limit = [-1, 1];
        play(world, i, 1);
        for (const { vx, vy } of world.bodies) fastest = Math.max(fastest, Math.hypot(vx, vy));
    }
    assert.ok(fastest < 20, `${fastest} m/s`);
    world.destroy();
});
