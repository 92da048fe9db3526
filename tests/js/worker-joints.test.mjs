// Joints of a world in a worker do what joints of a world here do: the same bits, readings, events and
// errors; with shared memory and with transferred frames.
import assert from 'node:assert/strict';
import test from 'node:test';
import { World } from '../../js/index.js';
import { copies, near } from './helpers.mjs';
import { make } from './worker-worlds.mjs';

const circle = /** @type {const} */ ({ shape: 'circle', radius: 0.5 });

/** A weight on a pin at the origin, one metre to its right, in any kind of world. @param {any} world @param {object} [options] */
function hang(world, options) {
    const frame = world.createBody({ type: 'static' });
    const bob = world.createBody({ position: [1, 0], collider: circle });
    const joint = world.createJoint({ type: 'revolute', bodyA: frame, bodyB: bob, anchor: [0, 0], ...options });
    return { frame, bob, joint };
}

/** What the steps change of a joint; properties here, promises there. @param {any} joint */
async function readings(joint) {
    const names = ['angle', 'angularSpeed', 'translation', 'translationSpeed', 'torque', 'force', 'anchorA', 'anchorB'];
    return Promise.all(names.map((name) => (typeof joint[name] === 'function' ? joint[name]() : joint[name])));
}

/** @param {any} joint */
function settings({ limit, motor, spring, breakForce, breakTorque, collideConnected }) {
    return { limit, motor, spring, breakForce, breakTorque, collideConnected };
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

    test(`${how}: a pendulum with motor, limit and spring, set anew as it swings`, async () => {
        const there = await make({ sleep: false }, { shared });
        const here = new World({ sleep: false });
        const given = { limit: [-1, 0.5], motor: { speed: 0.5, maxTorque: 0.25 }, userData: 'pin', collideConnected: true };
        const [a, b] = [hang(there, given), hang(here, given)];
        assert.deepEqual([a.joint.type, a.joint.bodyA, a.joint.bodyB], ['revolute', a.frame, a.bob]);
        assert.equal(a.joint.userData, 'pin');
        /** What is done before a step. @type {Record<number, (joint: any) => void>} */
        const changes = {
            40: (joint) => joint.setMotor(-2, 40),
            60: (joint) => { joint.limit = { lower: -0.25, upper: 2 }; },
            80: (joint) => { joint.motor = joint.limit = null; },
            90: (joint) => joint.setSpring(2, 0.125, 0.5, 900),
            120: (joint) => { joint.spring = { hertz: 4, maxTorque: 700 }; joint.motor = { maxTorque: 0.5 }; },
            130: (joint) => { joint.breakForce = 5000; joint.breakTorque = 4000; joint.collideConnected = false; },
            140: (joint) => { joint.spring = null; joint.breakForce = Infinity; },
        };
        for (let i = 0; i < 160; ++i) {
            for (const { joint } of [a, b]) changes[i]?.(joint);
            assert.deepEqual(settings(a.joint), settings(b.joint), `step ${i}`);
            here.step();
            await there.step();
            if (i % 5 === 0) assert.deepEqual(await readings(a.joint), await readings(b.joint), `step ${i}`);
        }
        assert.equal(await there.hash(), here.hash());
        assert.ok(Math.abs(await a.joint.angle()) > 0.1);
        near(Math.hypot(...await a.joint.anchorB()), 0, 1e-3);
        here.destroy();
        there.destroy();
    });

    test(`${how}: a gear couples joints, and goes with either`, async () => {
        const there = await make({ gravity: [0, 0], sleep: false }, { shared });
        const here = new World({ gravity: [0, 0], sleep: false });
        const [a, b] = [there, here].map((/** @type {any} */ world) => {
            const { frame, bob, joint } = hang(world);
            const wheel = world.createBody({ position: [3, 0], collider: circle });
            const second = world.createJoint({ type: 'revolute', bodyA: frame, bodyB: wheel, anchor: [3, 0] });
            const gear = world.createJoint({ type: 'gear', jointA: joint, jointB: second, ratio: -2 });
            bob.applyImpulse(1, 2);
            return { frame, bob, joint, wheel, second, gear };
        });
        assert.deepEqual([a.gear.jointA, a.gear.jointB, a.gear.bodyA, a.gear.ratio], [a.joint, a.second, a.bob, -2]);
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
            const pin = world.createJoint({ type: 'revolute', bodyA: frame, bodyB: bob, anchor: [1, 0] });
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
        assert.throws(() => there.createJoint(/** @type {any} */ ({ type: 'gear', jointA: a.joint, jointB: a.joint })), { code: 'STALE_JOINT' });
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
        await assert.rejects(late, { code: 'STALE_JOINT', message: /^Joint.angle: the joint was destroyed or broke/ });
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

    test(`${how}: joints go with their bodies, or by themselves`, async () => {
        const there = await make({}, { shared });
        const here = new World();
        /** @param {any} world */
        const chain = (world) => {
            const links = Array.from({ length: 5 }, (_, i) => world.createBody({ position: [i, 0], collider: circle }));
            const joints = links.slice(1).map((bodyB, i) => world.createJoint({ type: 'revolute', bodyA: links[i], bodyB,
                localAnchorA: { x: 0.5, y: 0 }, localAnchorB: new Float32Array([-0.5, 0]), referenceAngle: 0.125 }));
            return { links, joints };
        };
        const [a, b] = [chain(there), chain(here)];
        assert.deepEqual(there.joints, a.joints);
        for (const { links, joints } of [a, b]) assert.deepEqual(links[1].joints, [joints[1], joints[0]]);
        for (let i = 0; i < 20; ++i) {
            here.step();
            await there.step();
        }
        for (const { links, joints } of [a, b]) {
            joints[3].destroy();
            links[1].destroy();
            assert.deepEqual(joints.map((/** @type {any} */ joint) => joint.alive), [false, false, true, false]);
            assert.deepEqual(links[2].joints, [joints[2]]);
            assert.equal(joints[0].bodyB, links[1]);
        }
        assert.deepEqual(there.joints, [a.joints[2]]);
        for (let i = 0; i < 20; ++i) {
            here.step();
            await there.step();
        }
        assert.equal(await there.hash(), here.hash());
        assert.equal((await there.counters()).joints, 1);
        assert.deepEqual(await readings(a.joints[2]), await readings(b.joints[2]));
        const last = there.createJoint({ type: 'revolute', bodyA: a.links[0], bodyB: a.links[4], anchor: [2, 0] });
        assert.ok(a.joints.every(({ id }) => id !== last.id), 'a number is not used again');
        here.destroy();
        there.destroy();
        assert.deepEqual([a.joints[2].alive, b.joints[2].alive], [false, false]);
        for (const { joints } of [a, b]) assert.equal(errorOf(() => joints[2].motor).code, 'WORLD_DESTROYED');
    });
}

test('bad joints are refused at once, as they are here, and nothing is made', async () => {
    const there = await make();
    const here = new World();
    const [a, b] = [hang(there), hang(here)];
    const [foreign, local] = [(await make()).createBody(), new World().createBody()];
    const [gone, lost] = [there.createBody(), here.createBody()];
    gone.destroy();
    lost.destroy();
    /** @type {((side: { frame: any, bob: any, foreign: any, gone: any }) => object)[]} */
    const cases = [
        () => ({ type: undefined }), () => ({ type: 'glue' }), () => ({ limits: [0, 1] }), () => ({ bodyA: undefined }),
        () => ({ bodyA: {} }), ({ bob }) => ({ bodyA: bob.colliders[0] }), ({ foreign }) => ({ bodyA: foreign }),
        ({ gone }) => ({ bodyB: gone }), ({ frame }) => ({ bodyB: frame }), () => ({ anchor: undefined }),
        () => ({ anchor: [0, NaN] }), () => ({ localAnchorA: [0, 0] }), () => ({ anchor: undefined, localAnchorA: [0, 0] }),
        () => ({ referenceAngle: 2e4 }), () => ({ limit: [1, -1] }), () => ({ limit: { low: 1 } }), () => ({ motor: {} }),
        () => ({ motor: { maxTorque: -1 } }), () => ({ spring: { hertz: 1, dampingRatio: Infinity } }),
        () => ({ breakForce: 0 }), () => ({ breakTorque: NaN }), () => ({ collideConnected: 1 }),
    ];
    const sides = [{ world: there, ...a, foreign, gone }, { world: here, ...b, foreign: local, gone: lost }];
    cases.forEach((change, i) => {
        const [mine, wanted] = sides.map((side) => errorOf(() => {
            /** @type {any} */ (side.world).createJoint({ type: 'revolute', bodyA: side.frame, bodyB: side.bob, anchor: [0, 0],
                ...change(side) });
        }));
        assert.deepEqual(mine, wanted, `case ${i}`);
    });
    assert.deepEqual(errorOf(() => there.createJoint(/** @type {any} */ (null))),
        errorOf(() => here.createJoint(/** @type {any} */ (null))));
    assert.equal(there.joints.length, 1);
    assert.equal((await there.counters()).joints, 1);

    /** @type {((joint: any) => void)[]} */
    const settings = [
        (joint) => joint.setMotor(NaN, 1), (joint) => joint.setMotor(1, -1), (joint) => joint.setSpring(-1),
        (joint) => joint.setSpring(1, NaN), (joint) => joint.setSpring(1, 1, 1e9), (joint) => { joint.limit = [2, 1]; },
        (joint) => { joint.limit = undefined; }, (joint) => { joint.motor = 5; }, (joint) => { joint.spring = {}; },
        (joint) => { joint.breakForce = -1; }, (joint) => { joint.breakTorque = 0; },
        (joint) => { joint.collideConnected = 0; },
    ];
    for (const call of settings) assert.deepEqual(errorOf(() => call(a.joint)), errorOf(() => call(b.joint)));
    assert.deepEqual([a.joint.motor, a.joint.limit, a.joint.breakForce], [null, null, Infinity]);
    await there.sync();

    for (const { joint } of [a, b]) joint.destroy();
    for (const { joint } of [a, b]) joint.destroy(); // again: nothing happens
    assert.deepEqual([a.joint.limit, a.joint.breakForce], [b.joint.limit, b.joint.breakForce]);
    for (let i = 0; i < 3; ++i) {
        here.step();
        await there.step();
    }
    for (const call of [...settings, (/** @type {any} */ joint) => joint.limit]) {
        const mine = errorOf(() => call(a.joint));
        assert.deepEqual(mine, errorOf(() => call(b.joint)));
        assert.equal(mine.code, 'STALE_JOINT');
    }
    await assert.rejects(a.joint.force(), { code: 'STALE_JOINT', message: errorOf(() => b.joint.force).message });
    assert.throws(() => a.joint.index, { code: 'NOT_IN_WORKER', message: /Joint.index.*use its id/ });
    here.destroy();
    local.world.destroy();
    there.destroy();
});

test('numbers of ratchets, pulleys, rods and gears are set there as here', async () => {
    const there = await make({ gravity: [0, -5], sleep: false });
    const here = new World({ gravity: [0, -5], sleep: false });
    const [a, b] = [there, here].map((/** @type {any} */ world) => {
        const { frame, bob, joint } = hang(world);
        const other = world.createBody({ position: [3, 0], collider: circle });
        const pin = world.createJoint({ type: 'revolute', bodyA: frame, bodyB: other, anchor: [3, 0] });
        return {
            ratchet: world.createJoint({ type: 'ratchet', bodyA: frame, bodyB: bob, ratchet: 0.1 }),
            pulley: world.createJoint({ type: 'pulley', bodyA: bob, bodyB: other, groundAnchorA: [1, 5], groundAnchorB: [3, 5] }),
            rod: world.createJoint({ type: 'distance', bodyA: bob, bodyB: other }),
            gear: world.createJoint({ type: 'gear', jointA: joint, jointB: pin }),
        };
    });
    for (const { ratchet, pulley, rod, gear } of [a, b]) {
        Object.assign(ratchet, { ratchet: -0.2, phase: 0.5 });
        Object.assign(pulley, { groundAnchorA: [1, 6], groundAnchorB: [3, 7], ratio: 2, length: 20 });
        rod.length = 2.5;
        Object.assign(gear, { ratio: -3, sum: 0.25 });
    }
    /** @param {typeof a} joints */
    const numbers = ({ ratchet, pulley, gear }) => [ratchet.ratchet, ratchet.phase, pulley.groundAnchorA, pulley.groundAnchorB,
        pulley.ratio, gear.ratio];
    assert.deepEqual(numbers(a), numbers(b));
    assert.deepEqual(await Promise.all([a.pulley.length, a.rod.length, a.gear.sum, a.rod.sum]),
        [b.pulley.length, b.rod.length, b.gear.sum, undefined]);
    for (let i = 0; i < 10; ++i) {
        here.step();
        await there.step();
    }
    assert.equal(await there.hash(), here.hash());
    here.destroy();
    there.destroy();
});

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
    const between = world.createJoint({ type: 'revolute', bodyA: good, bodyB: bad, anchor: [0, 0] });
    const angle = between.angle();
    await assert.rejects(angle, { code: 'STALE_JOINT' });
    await assert.rejects(world.sync(), /^MicaError: World.createBody: /);
    assert.deepEqual([between.alive, good.joints], [false, []]);
    await world.step();
    world.destroy();
    for (const each of [few, here]) each.destroy();
});
