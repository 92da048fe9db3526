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
        [{ localAnchorA: [0, 0] }, TypeError, /localAnchorB must be/],
    ]);
    world.destroy();
});
