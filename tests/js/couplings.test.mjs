// Ratchets, pulleys and gears through the public interface: what their options mean, what they do, and
// every bad option with its message.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Joint, World } from '../../js/index.js';
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
        else assert.throws(call, (/** @type {Error} */ e) =>
                e instanceof kind && named.test(e.message), named.source);
        assert.equal(world.hash(), before);
    }
}

test('a ratchet turns one way, and back to the last tooth', () => {
    for (const sign of [1, -1]) {
        const world = new World({ gravity: [0, 0], sleep: false });
        const frame = world.createBody({ type: 'static' });
        const wheel = world.createBody({ position: [2, 0], collider: circle });
        const joint = world.createJoint({ type: 'ratchet', bodyA: frame, bodyB: wheel,
            ratchet: 0.5 * sign, phase: 0.1 });
        assert.equal(joint.type, 'ratchet');
        assert.equal(joint.limit, null);
        assert.throws(() => {
            joint.limit = [0, 1];
        }, /^TypeError: Joint\.limit: a ratchet joint has no limit/);
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
        [{ ratchet: 0 }, RangeError,
            /ratchet must be 0\.001 to 10000 or the negative of it, got 0/],
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
    const joint = world.createJoint(
        /** @type {any} */ ({ type: 'pulley', bodyA: a, bodyB: b, groundAnchorA: [-1, 4],
            groundAnchorB: [1, 4], ...options }),
    );
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
    assert.deepEqual(joint.spring, { hertz: 3, dampingRatio: 1, target: 8.5, maxForce: 100,
        minForce: -100 });
    world.destroy();
});

test('bad options of a pulley are refused', () => {
    const { world, a, b } = hoist(1);
    refusesAll(world, { type: 'pulley', bodyA: a, bodyB: b, groundAnchorA: [0, 0],
        groundAnchorB: [1, 0] }, [
        [{ groundAnchorA: undefined }, TypeError,
            /groundAnchorA must be \[x, y\] or \{ x, y \}, got undefined/],
        [{ groundAnchorB: [0, NaN] }, RangeError,
            /groundAnchorB\[1\] must be a finite number, got NaN/],
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

/** Two wheels on a frame, joined by a gear. @param {Record<string, unknown>} [options] */
function wheels(options) {
    const world = new World({ gravity: [0, 0], sleep: false });
    const frame = world.createBody({ type: 'static' });
    const a = world.createBody({ position: [-1, 0], collider: circle });
    const b = world.createBody({ position: [1, 0], collider: circle });
    const jointA = world.createJoint({ type: 'revolute', bodyA: frame, bodyB: a, anchor: [-1, 0] });
    const jointB = world.createJoint({ type: 'revolute', bodyA: frame, bodyB: b, anchor: [1, 0] });
    const gear = world.createJoint(
        /** @type {any} */ ({ type: 'gear', jointA, jointB, ...options }),
    );
    return { world, frame, a, b, jointA, jointB, gear };
}

test('a gear turns two wheels in its ratio', () => {
    const { world, a, b, jointA, jointB, gear } = wheels({ ratio: 2 });
    assert.equal(gear.type, 'gear');
    assert.deepEqual([gear.jointA, gear.jointB, gear.bodyA, gear.bodyB], [jointA, jointB, a, b]);
    assert.equal(jointA.jointA, undefined);
    assert.equal(gear.ratio, 2);
    assert.deepEqual(b.joints, [gear, jointB]);
    jointA.motor = { speed: 3, maxTorque: 100 };
    run(world, 2);
    near(b.angularVelocity, -1.5, 0.015);
    near(jointA.angle + 2 * jointB.angle, 0, 1e-3);
    jointA.motor = null;
    gear.ratio = -1;
    world.destroy();
});

test('a gear couples a wheel with a rack, and keeps the sum that it is given', () => {
    const world = new World({ gravity: [0, 0], sleep: false });
    const frame = world.createBody({ type: 'static' });
    const wheel = world.createBody({ angle: 0.5, collider: circle });
    const rack = world.createBody({ position: [0, -1],
        collider: { shape: 'box', width: 4, height: 0.4 } });
    const jointA = world.createJoint({ type: 'prismatic', bodyA: frame, bodyB: rack, axis: [1, 0],
        anchor: [0, -1] });
    const jointB = world.createJoint({ type: 'revolute', bodyA: frame, bodyB: wheel,
        anchor: [0, 0] });
    const gear = world.createJoint({ type: 'gear', jointA, jointB, ratio: -0.5 });
    rack.setVelocity(1, 0);
    run(world, 1);
    near(rack.x, 0.5 * jointB.angle, 1e-3);
    assert.ok(jointB.angle > 0.5);
    gear.destroy();
    const set = world.createJoint({ type: 'gear', jointA, jointB, ratio: -0.5, sum: 0.2,
        collideConnected: true });
    run(world, 1);
    near(jointA.translation - 0.5 * jointB.angle, 0.2, 1e-3);
    assert.equal(set.alive, true);
    world.destroy();
});

test('a gear goes with either joint, either body and the frame, and when a joint breaks', () => {
    for (const end of /** @type {const} */ (['jointA', 'jointB', 'a', 'b', 'frame'])) {
        const made = wheels();
        made[end].destroy();
        assert.equal(made.gear.alive, false, end);
        assert.equal(made.world.counters.joints, end === 'frame' ? 0 : 1, end);
        assert.throws(() => {
            made.gear.ratio = 3;
        }, /STALE_JOINT|was destroyed/);
        made.world.step();
        made.world.destroy();
    }
    const { world, a, jointA, jointB, gear } = wheels();
    jointA.breakForce = 0.001;
    a.applyImpulse(5, 1);
    world.step();
    assert.deepEqual([jointA.alive, gear.alive, jointB.alive], [false, false, true]);
    assert.deepEqual(world.joints, [jointB]);
    world.destroy();
});

test('bad options of a gear are refused', () => {
    const { world, frame, a, jointA, jointB, gear } = wheels();
    const other = wheels();
    const dead = world.createJoint({ type: 'revolute', bodyA: frame, bodyB: a, anchor: [0, 0] });
    dead.destroy();
    refusesAll(world, { type: 'gear', jointA, jointB }, [
        [{ jointA: undefined }, TypeError, /jointA must be a Joint, got undefined/],
        [{ jointB: a }, TypeError, /jointB must be a Joint/],
        [{ jointB: jointA }, 'BAD_GEAR', /jointA and jointB must be two joints/],
        [{ jointA: gear }, TypeError,
            /jointA must be a revolute or prismatic joint, got a gear joint/],
        [{ jointA: dead }, 'STALE_JOINT', /jointA is a joint that was destroyed or broke/],
        [{ jointB: other.jointB }, 'FOREIGN_OBJECT', /jointB is a joint of another world/],
        [{ bodyA: a }, TypeError, /a gear joint has no bodyA/],
        [{ anchor: [0, 0] }, TypeError, /a gear joint has no anchor/],
        [{ ratio: 0 }, RangeError, /ratio must be 0\.001 to 1000 or the negative of it, got 0/],
        [{ ratio: -2e3 }, RangeError, /ratio must be between -1000 and 1000/],
        [{ sum: NaN }, RangeError, /sum must be a finite number, got NaN/],
        [{ motor: { maxTorque: 1 } }, TypeError, /a gear joint has no motor/],
        [{ type: 'revolute', bodyA: frame, bodyB: a, anchor: [0, 0] }, TypeError,
            /a revolute joint has no jointA/],
    ]);
    assert.ok(gear instanceof Joint);
    world.destroy();
    other.world.destroy();
});
