// Ratchets, pulleys and gears through the public interface: what their options mean, what they do, and
// every bad option with its message.
import assert from 'node:assert/strict';
import test from 'node:test';
import { World } from '../../js/index.js';
import { near, refuses, run } from './helpers.mjs';

const circle = /** @type {const} */ ({ shape: 'circle', radius: 0.5 });

/**
 * Every case is refused by the name of the call and the message, and changes nothing.
 * @param {World} world
 * @param {Record<string, unknown>} good options that are taken
 * @param {[Record<string, unknown>, string | ErrorConstructor, RegExp][]} cases
 */
function refusesAll(world, good, cases) {
    const before = world.hash();
    for (const [change, kind, message] of cases) {
        const call = () => world.createJoint(/** @type {any} */ ({ ...good, ...change }));
        const named = new RegExp(`^World\\.createJoint: .*${message.source}`);
        if (typeof kind === 'string') refuses(call, kind, named);
        else assert.throws(call, (/** @type {Error} */ e) => e instanceof kind && named.test(e.message), named.source);
        assert.equal(world.hash(), before);
    }
}

test('a ratchet turns one way, and back to the last tooth', () => {
    for (const sign of [1, -1]) {
        const world = new World({ gravity: [0, 0], sleep: false });
        const frame = world.createBody({ type: 'static' });
        const wheel = world.createBody({ position: [2, 0], collider: circle });
        const joint = world.createJoint({ type: 'ratchet', bodyA: frame, bodyB: wheel, ratchet: 0.5 * sign, phase: 0.1 });
        assert.equal(joint.type, 'ratchet');
        assert.equal(joint.limit, null);
        assert.throws(() => { joint.limit = [0, 1]; }, /^TypeError: Joint\.limit: a ratchet joint has no limit/);
        wheel.angularVelocity = 3 * sign;
        run(world, 1);
        near(joint.angle, 3 * sign, 1e-3);
        wheel.angularVelocity = 0;
        for (let i = 0; i < 120; ++i) {
            wheel.applyTorque(-5 * sign);
            world.step();
        }
        near(joint.angle, sign > 0 ? 2.6 : -2.9, 0.0087);
        joint.motor = { speed: 2 * sign, maxTorque: 100 };
        run(world, 1);
        near(joint.angularSpeed, 2 * sign, 0.02);
        world.destroy();
    }
});

test('bad options of a ratchet are refused', () => {
    const world = new World();
    const [bodyA, bodyB] = [world.createBody(), world.createBody({ collider: circle })];
    refusesAll(world, { type: 'ratchet', bodyA, bodyB, ratchet: 1 }, [
        [{ ratchet: undefined }, TypeError, /ratchet must be a finite number, got undefined/],
        [{ ratchet: 0 }, RangeError, /ratchet must be 0\.001 to 10000 or the negative of it, got 0/],
        [{ ratchet: -1e-4 }, RangeError, /ratchet must be 0\.001 to 10000/],
        [{ ratchet: 2e4 }, RangeError, /ratchet must be between -10000 and 10000/],
        [{ phase: NaN }, RangeError, /phase must be a finite number, got NaN/],
        [{ limit: [0, 1] }, TypeError, /a ratchet joint has no limit/],
    ]);
    world.destroy();
});

/**
 * Two weights of equal size on a pulley, `heavier` times the density on the right.
 * @param {number} heavier
 * @param {Record<string, unknown>} [options]
 */
function hoist(heavier, options) {
    const world = new World({ sleep: false });
    const a = world.createBody({ position: [-1, 0], collider: { ...circle, density: 1 } });
    const b = world.createBody({ position: [1, 0], collider: { ...circle, density: heavier } });
    const joint = world.createJoint(/** @type {any} */ ({ type: 'pulley', bodyA: a, bodyB: b,
        groundAnchorA: [-1, 4], groundAnchorB: [1, 4], ...options }));
    return { world, a, b, joint };
}

test('a pulley weighs its bodies against each other', () => {
    const { world, a, b, joint } = hoist(3);
    near(joint.translation, 8, 1e-5);
    run(world, 0.5);
    near(a.vy, 2.5, 0.025);
    near(b.vy, -2.5, 0.025);
    near(joint.translation, 8, 1e-3);
    near(joint.force[1], 15 * a.mass, 0.15 * a.mass);
    world.destroy();
    const two = hoist(2, { ratio: 2, localAnchorA: [0, 0.5] });
    near(two.joint.translation, 11.5, 1e-5);
    run(two.world, 5);
    near(two.a.y, 0, 1e-3);
    near(two.b.y, 0, 1e-3);
    two.world.destroy();
});

test('the rope of a pulley may be slack, driven and sprung', () => {
    const { world, a, b, joint } = hoist(1, { limit: [0, 9], length: 8.5 });
    assert.deepEqual(joint.limit, { lower: 0, upper: 9 });
    run(world, 0.3);
    assert.ok(joint.translation < 9);
    near(a.vy, -3, 0.05);
    run(world, 2);
    near(joint.translation, 9, 2e-3);
    near(a.y, b.y, 1e-3);
    joint.limit = null;
    joint.motor = { speed: -0.5, maxForce: 1e4 };
    run(world, 1);
    near(joint.translationSpeed, -0.5, 0.005);
    joint.motor = null;
    joint.spring = { hertz: 3, maxForce: 100 };
    assert.deepEqual(joint.spring, { hertz: 3, dampingRatio: 1, target: 8.5, maxForce: 100 });
    world.destroy();
});

test('bad options of a pulley are refused', () => {
    const { world, a, b } = hoist(1);
    refusesAll(world, { type: 'pulley', bodyA: a, bodyB: b, groundAnchorA: [0, 0], groundAnchorB: [1, 0] }, [
        [{ groundAnchorA: undefined }, TypeError, /groundAnchorA must be \[x, y\] or \{ x, y \}, got undefined/],
        [{ groundAnchorB: [0, NaN] }, RangeError, /groundAnchorB\[1\] must be a finite number, got NaN/],
        [{ groundAnchorB: [2e7, 0] }, RangeError, /groundAnchorB\[0\] must be between/],
        [{ ratio: 0 }, RangeError, /ratio must be between 0\.001 and 1000, got 0/],
        [{ ratio: -1 }, RangeError, /ratio must be between/],
        [{ length: -1 }, RangeError, /length must be between 0 and 1000000, got -1/],
        [{ limit: [-1, 5] }, RangeError, /limit\[0\] must be between 0 and/],
        [{ maxTorque: 5 }, TypeError, /a pulley joint has no maxTorque/],
        [{ axis: [0, 1] }, TypeError, /a pulley joint has no axis/],
        [{ bodyB: a }, 'SAME_BODY', /bodyA and bodyB must be two bodies/],
    ]);
    world.destroy();
});
