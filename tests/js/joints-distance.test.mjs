// Distance joints through the public interface: rod, rope and spring, their defaults, and what they
// refuse.
import assert from 'node:assert/strict';
import test from 'node:test';
import { World } from '../../js/index.js';
import { createWorkerWorld } from '../../js/worker.js';
import { near, refuses, run } from './helpers.mjs';

const circle = /** @type {const} */ ({ shape: 'circle', radius: 0.2 });

/**
 * A bob three metres below a hook.
 * @param {object} [options]
 */
function hanging(options) {
    const world = new World({ sleep: false });
    const hook = world.createBody({ type: 'static', position: [1, 2] });
    const bob = world.createBody({ position: [1, -1], collider: circle });
    const joint = world.createJoint({ type: 'distance', bodyA: hook, bodyB: bob, ...options });
    return { world, hook, bob, joint };
}

test('a rod holds the distance at which it was made, or its length', () => {
    const { world, bob, joint } = hanging();
    assert.equal(joint.type, 'distance');
    assert.deepEqual(joint.anchorA, [1, 2]);
    assert.deepEqual(joint.anchorB, [1, -1]);
    bob.setVelocity(3, 0);
    for (let i = 0; i < 120; ++i) {
        world.step();
        near(joint.translation, 3, 1e-3);
    }
    world.destroy();
    const other = hanging({ length: 2, localAnchorA: [0, 0.5], localAnchorB: { x: 0, y: -0.1 } });
    near(other.joint.translation, 3.6, 1e-6);
    run(other.world, 3);
    near(other.joint.translation, 2, 2e-3);
    near(other.joint.force[1], 10 * other.bob.mass, 0.1 * other.bob.mass);
    other.world.destroy();
});

test('a rope is a limit, which can be drawn in', () => {
    const { world, bob, joint } = hanging({ limit: { lower: 0, upper: 5 } });
    assert.deepEqual(joint.limit, { lower: 0, upper: 5 });
    run(world, 0.5);
    assert.deepEqual(joint.force, [0, 0]);
    run(world, 5);
    near(joint.translation, 5, 1e-3);
    near(bob.y, -3, 1e-3);
    joint.limit = [0, 4];
    run(world, 2);
    near(bob.y, -2, 1e-3);
    joint.limit = null;
    run(world, 2);
    near(joint.translation, 3, 1e-3); // a rod once more, of its length
    world.destroy();
});

test('a rubber band only pulls, a buffer only pushes', () => {
    // Hung 3 m below, at rest length 2: a band pulls up; at 4: it is slack, and the ball falls.
    for (const [target, spring, held] of [
        [2, { maxForce: 0 }, true],
        [4, { maxForce: 0 }, false],
        [2, { minForce: 0 }, false],
        [4, { minForce: 0, maxForce: 0.001 }, false],
    ]) {
        const { world, joint } = hanging({ spring: { hertz: 3, target, ...spring } });
        run(world, 0.2);
        assert.equal(joint.translation < 3, held, `${target} ${JSON.stringify(spring)}`);
        world.destroy();
    }
    const { world, joint } = hanging({ spring: { hertz: 3, maxForce: 0 } });
    assert.deepEqual(joint.spring, { hertz: 3, dampingRatio: 1, target: 3, maxForce: 0,
        minForce: -Infinity });
    joint.setSpring(3, 1, 2, 7, -4);
    assert.deepEqual(joint.spring, { hertz: 3, dampingRatio: 1, target: 2, maxForce: 7,
        minForce: -4 });
    for (const [spring, words] of /** @type {[any, RegExp][]} */ ([
        [{ hertz: 1, maxForce: 0, minForce: 0 },
            /^RangeError: Joint.spring: value.maxForce must be above 0, or the minimum below 0, got 0 and 0/],
        [{ hertz: 1, minForce: 1 }, /^RangeError: Joint.spring: value.minForce must be/],
        [{ hertz: 1, maxForce: -1 }, /^RangeError: Joint.spring: value.maxForce must be/],
        [{ hertz: 1, minForce: NaN }, /Joint.spring: value.minForce must be/],
        [{ hertz: 1, minForce: 'a' }, /^TypeError: Joint.spring: value.minForce must be/],
    ]))
        assert.throws(() => {
            joint.spring = spring;
        }, words);
    assert.throws(() => joint.setSpring(1, 1, 1, 0, 0),
        /^RangeError: Joint.setSpring: maximum must be above 0/);
    assert.throws(() => joint.setSpring(1, 1, 1, 5, 1),
        /^RangeError: Joint.setSpring: minimum must be/);
    assert.deepEqual(joint.spring, { hertz: 3, dampingRatio: 1, target: 2, maxForce: 7,
        minForce: -4 });
    world.destroy();
});

test('a spring rests at the length, or at its target', () => {
    const { world, joint } = hanging({ spring: { hertz: 2 } });
    assert.deepEqual(joint.spring, { hertz: 2, dampingRatio: 1, target: 3, maxForce: Infinity,
        minForce: -Infinity });
    run(world, 4);
    near(joint.translation, 3 + 10 / (4 * Math.PI) ** 2, 2e-3);
    joint.setSpring(1, 0.5);
    assert.deepEqual(joint.spring, { hertz: 1, dampingRatio: 0.5, target: 3, maxForce: Infinity,
        minForce: -Infinity });
    joint.spring = { hertz: 5, target: 1, maxForce: 500 };
    assert.deepEqual(joint.spring, { hertz: 5, dampingRatio: 1, target: 1, maxForce: 500,
        minForce: -500 });
    run(world, 4);
    near(joint.translation, 1 + 10 / (10 * Math.PI) ** 2, 2e-3);
    joint.spring = { hertz: 1 };
    assert.deepEqual(joint.spring, { hertz: 1, dampingRatio: 1, target: 3, maxForce: Infinity,
        minForce: -Infinity });
    joint.spring = null;
    assert.equal(joint.spring, null);
    world.destroy();
    const other = hanging({ length: 1.5, spring: { hertz: 1 } });
    assert.equal(other.joint.spring?.target, 1.5);
    other.world.destroy();
});

test('a motor winds up a load', () => {
    const { world, bob, joint } = hanging({ motor: { speed: -0.5, maxForce: 10 }, limit: [1, 3] });
    run(world, 1);
    near(joint.translationSpeed, -0.5, 1e-2);
    near(bob.vy, 0.5, 1e-2);
    run(world, 5);
    near(joint.translation, 1, 1e-3);
    joint.setMotor(0, 5 * bob.mass); // too weak to hold it
    run(world, 0.2);
    near(bob.vy, -1, 0.02);
    world.destroy();
});

test('a world in a worker has the same distance joints', async () => {
    const world = await createWorkerWorld();
    const bodyA = world.createBody({ type: 'static' });
    const bodyB = world.createBody({ position: [0, -3], collider: circle });
    const joint = world.createJoint({ type: 'distance', bodyA, bodyB, length: 2,
        spring: { hertz: 3 } });
    assert.deepEqual(joint.spring, { hertz: 3, dampingRatio: 1, target: 2, maxForce: Infinity,
        minForce: -Infinity });
    near(await joint.translation(), 3, 1e-6);
    await world.destroy();
});

test('bad options are refused by name and nothing is made', () => {
    const { world, hook, bob, joint } = hanging();
    const before = world.hash();
    /** @param {object} options */
    const make = (options) => () =>
        world.createJoint(
            /** @type {any} */ ({ type: 'distance', bodyA: hook, bodyB: bob, ...options }),
        );
    refuses(make({ length: -1 }), RangeError,
        /World\.createJoint: length must be between 0 and 1000000, got -1/);
    refuses(make({ length: NaN }), RangeError, /World\.createJoint: length must/);
    refuses(make({ length: '2' }), TypeError, /World\.createJoint: length must/);
    refuses(make({ limit: [-1, 2] }), RangeError,
        /limit\[0\] must be between 0 and 1000000, got -1/);
    refuses(make({ limit: { lower: 3, upper: 2 } }), RangeError,
        /limit must not be empty, got 3 to 2/);
    refuses(make({ spring: { hertz: 1, target: -1 } }), RangeError,
        /spring\.target must be between 0 and 1000000, got -1/);
    refuses(make({ spring: { hertz: 1, maxTorque: 1 } }), TypeError, /maxTorque/);
    refuses(make({ axis: [1, 0] }), TypeError, /a distance joint has no axis/);
    refuses(make({ maxTorque: 1 }), TypeError, /a distance joint has no maxTorque/);
    refuses(make({ anchor: [0, 0], localAnchorB: [0, 0] }), TypeError,
        /give either anchor or localAnchorB/);
    refuses(make({ localAnchorA: [0, NaN] }), RangeError, /localAnchorA\[1\]/);
    refuses(() => joint.setSpring(1, 1, -1), RangeError,
        /Joint\.setSpring: target must be between 0/);
    refuses(() => {
        joint.limit = [-2, 2];
    }, RangeError, /Joint\.limit: value\[0\]/);
    assert.equal(world.hash(), before);
    world.destroy();
});

test('a rope between bodies that are further apart than a length can be has the largest length', () => {
    const world = new World();
    const bodyA = world.createBody({ type: 'static', position: [9e6, 0] });
    const bodyB = world.createBody({ collider: circle });
    const rope = world.createJoint({ type: 'distance', bodyA, bodyB, limit: [0, 9] });
    assert.equal(rope.length, 1e6);
    run(world, 10);
    world.destroy();
});
