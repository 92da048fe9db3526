// Weld and wheel joints through the public interface: what their options mean, a car, and what they
// refuse.
import assert from 'node:assert/strict';
import test from 'node:test';
import { World } from '../../js/index.js';
import { createWorkerWorld } from '../../js/worker.js';
import { near, refuses, run, worldWithFloor } from './helpers.mjs';

const box = /** @type {const} */ ({ shape: 'box', width: 1, height: 1 });
const circle = /** @type {const} */ ({ shape: 'circle', radius: 0.4 });

test('a weld holds a body where it was, or at its reference angle', () => {
    const world = new World({ sleep: false });
    const wall = world.createBody({ type: 'static', angle: 0.2 });
    const arm = world.createBody({ position: [1, 0], angle: 0.5, collider: box });
    const weld = world.createJoint({ type: 'weld', bodyA: wall, bodyB: arm, anchor: [0.5, 0] });
    run(world, 2);
    near(arm.x, 1, 1e-3);
    near(arm.y, 0, 1e-3);
    near(arm.angle, 0.5, 1e-3);
    near(weld.angle, 0, 1e-3);
    near(weld.force[1] / arm.mass, 10, 0.1);
    near(weld.torque / arm.mass, 5, 0.05);
    assert.deepEqual([weld.limit, weld.motor, weld.spring], [null, null, null]);
    world.destroy();
});

test('a weld of a low frequency gives way as a spring', () => {
    const world = new World({ sleep: false });
    const wall = world.createBody({ type: 'static' });
    const body = world.createBody({ position: [0, 0], collider: box });
    const weld = world.createJoint({ type: 'weld', bodyA: wall, bodyB: body, anchor: [0, 0],
        referenceAngle: 0.3, hertz: 2, dampingRatio: 0.5 });
    run(world, 6);
    near(body.y * (4 * Math.PI) ** 2, -10, 0.1);
    near(body.angle, 0.3, 1e-3);
    near(weld.angle, 0, 1e-3);
    world.destroy();
});

test('a weld gives way to more than its maximum force, and breaks by its torque', () => {
    const world = new World({ sleep: false });
    const wall = world.createBody({ type: 'static' });
    const first = world.createBody({ collider: box });
    const second = world.createBody({ position: [5, 0], collider: box });
    world.createJoint({ type: 'weld', bodyA: wall, bodyB: first, anchor: [0, 0],
        maxForce: 6 * first.mass, maxTorque: 1 });
    world.createJoint({ type: 'weld', bodyA: wall, bodyB: second, anchor: [4, 0],
        breakTorque: 5 * second.mass });
    run(world, 0.5);
    near(first.vy, -2, 0.02);
    assert.deepEqual(world.counters.joints, 1);
    world.destroy();
});

/** A car of two wheels on a floor. */
function drive() {
    const { world } = worldWithFloor();
    const chassis = world.createBody({ position: [-5, 0.8],
        collider: { shape: 'box', width: 2, height: 0.5 } });
    const wheels = [-0.7, 0.7].map((x) => {
        const wheel = world.createBody({ position: [x - 5, 0.4],
            collider: { ...circle, friction: 1 } });
        return world.createJoint({ type: 'wheel', bodyA: chassis, bodyB: wheel,
            anchor: [x - 5, 0.4], axis: [0, 2], limit: [-0.2, 0.2],
            motor: { speed: -5, maxTorque: 5 }, spring: { hertz: 4, dampingRatio: 0.7 } });
    });
    return { world, chassis, wheels };
}

test('a car drives with its motors and comes to rest with its brakes', () => {
    const { world, chassis, wheels } = drive();
    assert.equal(wheels[0].type, 'wheel');
    near(wheels[0].limit?.upper ?? NaN, 0.2, 1e-6);
    assert.deepEqual(wheels[0].motor, { speed: -5, maxTorque: 5 });
    assert.equal(wheels[0].spring?.maxForce, Infinity);
    run(world, 3);
    near(chassis.vx, 2, 0.02);
    near(wheels[0].angularSpeed, -5, 0.05);
    assert.ok(wheels[0].angle < -10);
    near(chassis.angle, 0, 0.02);
    for (const wheel of wheels) wheel.setMotor(0, 5);
    run(world, 3);
    assert.equal(chassis.awake, false);
    for (const wheel of wheels) {
        near(wheel.translation, wheels[0].translation, 1e-2);
        assert.ok(wheel.translation > 0 && wheel.translation < 0.1);
    }
    world.destroy();
});

test('the axis of a wheel is one of the world or of body A', () => {
    const world = new World({ gravity: [0, 0] });
    const bodyA = world.createBody({ type: 'static', angle: Math.PI / 2 });
    const bodyB = world.createBody({ position: [0, 3], collider: circle });
    const anchors = /** @type {const} */ ({ localAnchorA: [0, 0], localAnchorB: [0, 0] });
    const first = world.createJoint({ type: 'wheel', bodyA, bodyB, ...anchors, axis: [0, 1] });
    const second = world.createJoint({ type: 'wheel', bodyA, bodyB, ...anchors,
        localAxisA: [3, 0] });
    near(first.translation, 3, 1e-5);
    near(second.translation, 3, 1e-5);
    bodyB.setVelocity(5, 2);
    run(world, 0.5);
    near(bodyB.x, 0, 1e-3);
    near(bodyB.vy, 2, 1e-3);
    near(first.translationSpeed, 2, 1e-3);
    world.destroy();
});

test('a world in a worker has the same welds and wheels', async () => {
    const world = await createWorkerWorld();
    const bodyA = world.createBody({ type: 'static' });
    const bodyB = world.createBody({ position: [0, 0], collider: circle });
    const bodyC = world.createBody({ position: [2, 0], collider: box });
    const wheel = world.createJoint({ type: 'wheel', bodyA, bodyB, anchor: [0, 0], axis: [1, 0],
        motor: { speed: 3, maxTorque: 9 } });
    const weld = world.createJoint({ type: 'weld', bodyA, bodyB: bodyC, anchor: [2, 0] });
    assert.deepEqual(wheel.motor, { speed: 3, maxTorque: 9 });
    wheel.setSpring(2);
    for (let i = 0; i < 60; ++i) await world.step();
    near(await wheel.angularSpeed(), 3, 0.02);
    near((await weld.anchorB())[1], 0, 1e-3);
    world.destroy();
});

test('bad options are refused by name and nothing is made', () => {
    const world = new World();
    const [bodyA, bodyB] = [world.createBody({ type: 'static' }),
        world.createBody({ collider: circle })];
    const before = world.hash();
    /** @param {object} options */
    const make = (options) => () =>
        world.createJoint(/** @type {any} */ ({ bodyA, bodyB, anchor: [0, 0], ...options }));
    refuses(make({ type: 'weld', spring: { hertz: 2 } }), TypeError, 'a weld joint has no spring');
    refuses(make({ type: 'weld', limit: [0, 1] }), TypeError, 'a weld joint has no limit');
    refuses(make({ type: 'weld', hertz: -1 }), RangeError, /World\.createJoint: hertz must be/);
    refuses(make({ type: 'weld', maxTorque: 0 }), RangeError, 'maxTorque must be above 0');
    refuses(make({ type: 'weld', anchor: undefined }), TypeError, 'anchor');
    refuses(make({ type: 'weld', bodyB: bodyA }), 'SAME_BODY');
    refuses(make({ type: 'wheel' }), TypeError, 'axis');
    refuses(make({ type: 'wheel', axis: [0, 0] }), RangeError, 'axis must not be [0, 0]');
    refuses(make({ type: 'wheel', axis: [0, 1], localAxisA: [0, 1] }), TypeError,
        'give either axis or localAxisA');
    refuses(make({ type: 'wheel', axis: [0, 1], motor: { speed: 1, maxForce: 1 } }), TypeError,
        'maxForce');
    refuses(make({ type: 'wheel', axis: [0, 1], motor: { speed: 1 } }), TypeError,
        'motor.maxTorque');
    refuses(make({ type: 'wheel', axis: [0, 1], limit: [1, 0] }), RangeError,
        'limit must not be empty');
    refuses(make({ type: 'wheel', axis: [0, 1], maxTorque: 3 }), TypeError,
        'a wheel joint has no maxTorque');
    assert.equal(world.hash(), before);
    world.destroy();
});
