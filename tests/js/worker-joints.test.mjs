// Joints of a world in a worker that end by themselves: gears with what they couple, joints that break or cannot be
// made; with shared memory and with transferred frames.
import assert from 'node:assert/strict';
import test from 'node:test';
import { World } from '../../js/index.js';
import { copies } from './helpers.mjs';
import { make } from './worker-worlds.mjs';

const circle = /** @type {const} */ ({ shape: 'circle', radius: 0.5 });

/** A weight on a pin at the origin, one metre to its right, in any kind of world. @param {any} world @param {object} [options] */
function hang(world, options) {
    const frame = world.createBody({ type: 'static' });
    const bob = world.createBody({ position: [1, 0], collider: circle });
    const joint = world.createJoint({ type: 'revolute', bodyA: frame, bodyB: bob, anchor: [0, 0],
        ...options });
    return { frame, bob, joint };
}

/** The error of a call. @param {() => void} call @returns {{ name: string, code: string | undefined, message: string }} */
function errorOf(call) {
    try {
        call();
    } catch (error) {
        const { name, code, message } = /** @type {any} */ (error);
        return { name, code, message };
    }
    return assert.fail('it was not refused');
}

for (const shared of [true, false]) {
    const how = shared ? 'shared memory' : 'transferred frames';

    test(`${how}: a gear couples joints, and goes with either`, async () => {
        const there = await make({ gravity: [0, 0], sleep: false }, { shared });
        const here = new World({ gravity: [0, 0], sleep: false });
        const [a, b] = [there, here].map((/** @type {any} */ world) => {
            const { frame, bob, joint } = hang(world);
            const wheel = world.createBody({ position: [3, 0], collider: circle });
            const second = world.createJoint({ type: 'revolute', bodyA: frame, bodyB: wheel,
                anchor: [3, 0] });
            const gear = world.createJoint({ type: 'gear', jointA: joint, jointB: second,
                ratio: -2 });
            bob.applyImpulse(1, 2);
            return { frame, bob, joint, wheel, second, gear };
        });
        assert.deepEqual([a.gear.jointA, a.gear.jointB, a.gear.bodyA, a.gear.ratio], [a.joint,
            a.second, a.bob, -2]);
        for (let i = 0; i < 30; ++i) {
            here.step();
            await there.step();
        }
        assert.ok(b.wheel.angularVelocity > 0.1);
        assert.equal(await there.hash(), here.hash());
        for (const { second } of [a, b]) second.destroy();
        assert.deepEqual([a.gear.alive, b.gear.alive], [false, false]);
        assert.deepEqual(there.joints, [a.joint]);
        here.step();
        await there.step();
        assert.equal(await there.hash(), here.hash());
        const again = [a, b].map(({ bob, frame, joint }, k) => {
            const world = /** @type {any} */ ([there, here][k]);
            const pin = world.createJoint({ type: 'revolute', bodyA: frame, bodyB: bob,
                anchor: [1, 0] });
            return world.createJoint({ type: 'gear', jointA: joint, jointB: pin });
        });
        // Both joints are of the same two bodies.
        assert.deepEqual([again[0].bodyA, again[0].bodyB], [a.frame, a.bob]);
        here.step();
        await there.step();
        assert.equal(await there.hash(), here.hash());
        for (const { frame } of [a, b]) frame.destroy();
        assert.deepEqual(again.map(({ alive }) => alive), [false, false]);
        await there.step();
        here.step();
        assert.equal(await there.hash(), here.hash());
        assert.throws(
            () =>
                there.createJoint(
                    /** @type {any} */ ({ type: 'gear', jointA: a.joint, jointB: a.joint }),
                ),
            { code: 'STALE_JOINT' },
        );
        here.destroy();
        there.destroy();
    });

    test(`${how}: a joint that breaks is told, once, and no longer alive`, async () => {
        const there = await make({}, { shared });
        const here = new World();
        const [a, b] = [hang(there, { breakForce: 20 }), hang(here, { breakForce: 20 })];
        const { id } = a.joint;
        /** @type {any[]} */
        const heard = [];
        /** @type {any[]} */
        const wanted = [];
        there.on('jointBroke', (e) => {
            assert.deepEqual([e.joint.alive, there.joints], [false, []]);
            heard.push(e);
        });
        here.on('jointBroke', (e) => wanted.push(e.copy()));
        let steps = 0;
        for (; b.joint.alive; ++steps) here.step();
        // All in one batch, and a command to a joint of which the page does not know yet that it broke.
        for (let i = 0; i < steps; ++i) void there.step();
        a.joint.setMotor(1, 1);
        const late = a.joint.angle();
        assert.equal(a.joint.alive, true);
        await assert.rejects(late, { code: 'STALE_JOINT',
            message: /^Joint.angle: the joint was destroyed or broke/ });
        await there.sync();
        assert.deepEqual([heard.length, wanted.length], [1, 1]);
        const { joint, bodyA, bodyB, ...numbers } = heard[0];
        assert.deepEqual([joint, bodyA, bodyB], [a.joint, a.frame, a.bob]);
        const { joint: _, bodyA: __, bodyB: ___, ...same } = wanted[0];
        assert.deepEqual(numbers, same);
        assert.ok(numbers.force > 20);
        assert.equal(a.joint.alive, false);
        assert.deepEqual([there.joints, a.bob.joints, a.frame.joints], [[], [], []]);
        assert.equal(copies(here.events.jointBroke).length, 1);
        await there.step();
        assert.deepEqual(there.events.jointBroke, []);
        here.step();
        assert.equal(await there.hash(), here.hash());
        assert.deepEqual([a.joint.bodyA, a.joint.bodyB, a.joint.id], [a.frame, a.bob, id]);
        here.destroy();
        there.destroy();
    });
}

test('a joint that the worker cannot make, or whose body it cannot, is dead; the fault names the call', async () => {
    const few = new World();
    few.createBody({ type: 'static' });
    few.createBody({ position: [1, 0], collider: circle });
    const there = await make({ maxBytes: few.bytes });
    const here = new World({ maxBytes: few.bytes });
    const refused = errorOf(() => hang(here));
    assert.equal(refused.code, 'NO_MEMORY');
    const { joint, bob } = hang(there);
    joint.setMotor(1, 1);
    assert.equal(joint.alive, true);
    await assert.rejects(there.sync(), { code: 'NO_MEMORY', message: refused.message });
    assert.deepEqual([joint.alive, bob.joints, there.joints], [false, [], []]);
    there.destroy();

    const world = await make();
    const good = world.createBody({ collider: circle });
    // A shape that only the engine can refuse.
    const bad = world.createBody({ collider: { shape: 'polygon', points: [0, 0, 1, 0, 2, 0] } });
    const between = world.createJoint({ type: 'revolute', bodyA: good, bodyB: bad,
        anchor: [0, 0] });
    const angle = between.angle();
    await assert.rejects(angle, { code: 'STALE_JOINT' });
    await assert.rejects(world.sync(), /^MicaError: World.createBody: /);
    assert.deepEqual([between.alive, good.joints], [false, []]);
    await world.step();
    world.destroy();
    for (const each of [few, here]) each.destroy();
});
