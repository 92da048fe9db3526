// Motor and target joints through the public interface: what their options mean, what they do, what is
// set anew, what is refused with which message; and the same in a worker, bit for bit.
import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { World } from '../../js/index.js';
import { createWorkerWorld } from '../../js/worker.js';
import { near, refuses, run } from './helpers.mjs';

const circle = /** @type {const} */ ({ shape: 'circle', radius: 0.5 });

/** @type {import('../../js/worker.js').WorkerWorld[]} */
const open = [];
after(() => open.forEach((world) => world.destroy()));

/** A ball in a world from above, that of a table. @param {object} [options] */
function table(options) {
    const world = new World({ gravity: [0, 0], sleep: false, ...options });
    const ground = world.createBody({ type: 'static' });
    const ball = world.createBody({ position: [1, 2], collider: circle });
    return { world, ground, ball };
}

test('a motor joint drives a body, and brakes one as friction does', () => {
    const { world, ground, ball } = table();
    const joint = world.createJoint({ type: 'motor', bodyA: ground, bodyB: ball, anchor: [1, 2],
        linearVelocity: [3, -1], angularVelocity: 2, maxForce: 1e6, maxTorque: 1e6 });
    assert.equal(joint.type, 'motor');
    assert.deepEqual([joint.linearVelocity, joint.angularVelocity], [[3, -1], 2]);
    run(world, 0.5);
    near(ball.vx, 3, 1e-3);
    near(ball.vy, -1, 1e-3);
    near(ball.angularVelocity, 2, 1e-3);
    joint.linearVelocity = { x: 0, y: 4 };
    joint.angularVelocity = -1;
    assert.deepEqual([joint.linearVelocity, joint.angularVelocity], [[0, 4], -1]);
    run(world, 0.5);
    near(ball.vx, 0, 1e-3);
    near(ball.vy, 4, 1e-3);
    near(ball.angularVelocity, -1, 1e-3);
    joint.setLinearVelocity(1, 2);
    assert.deepEqual(joint.linearVelocity, [1, 2]);
    joint.setLinearVelocity([3, 4]);
    assert.deepEqual(joint.linearVelocity, [3, 4]);
    joint.destroy();
    world.createJoint({ type: 'motor', bodyA: ground, bodyB: ball, anchor: [ball.x, ball.y],
        maxForce: 5 * ball.mass, maxTorque: 0 });
    ball.setVelocity(3, 4);
    ball.angularVelocity = 7;
    run(world, 0.5);
    near(ball.vx, 1.5, 0.03);
    near(ball.vy, 2, 0.03);
    near(ball.angularVelocity, 7, 1e-3);
    run(world, 1);
    near(Math.hypot(ball.vx, ball.vy), 0, 1e-4);
    world.destroy();
});

test('a motor joint without an anchor acts at the centre of mass of body B; other joints say what they need', () => {
    const places = [false, true].map((given) => {
        const world = new World({ gravity: [0, 0], sleep: false });
        const ground = world.createBody({ type: 'static' });
        const club = world.createBody({ position: [1, 2], angle: 0.4,
            colliders: [circle, { shape: 'box', width: 3, height: 0.2, center: [1.5, 0] }] });
        world.createJoint({ type: 'motor', bodyA: ground, bodyB: club, linearVelocity: [3, -1],
            maxForce: 50, maxTorque: 5, ...(given ? { anchor: club.center } : {}) });
        run(world, 0.5);
        const place = [club.x, club.y, club.angle];
        world.destroy();
        return place;
    });
    places[0].forEach((value, i) => near(value, places[1][i], 1e-4));
    const { world, ground, ball } = table();
    for (const type of /** @type {const} */ (['revolute', 'weld', 'prismatic', 'wheel']))
        refuses(() => world.createJoint(/** @type {any} */ ({ type, bodyA: ground, bodyB: ball })),
            TypeError, `the ${type} joint acts at`, 'localAnchorA and localAnchorB');
    refuses(
        () => world.createJoint(/** @type {any} */ ({ type: 'target', bodyB: ball, maxForce: 9 })),
        TypeError,
        'the target joint acts at',
        'or give localAnchorB, a point',
    );
    world.destroy();
});

test('a motor joint with a frequency brings a body back to its pose', () => {
    const { world, ground, ball } = table();
    const joint = world.createJoint({ type: 'motor', bodyA: ground, bodyB: ball, anchor: [1, 2],
        hertz: 4, maxForce: 1e6, maxTorque: 1e6 });
    ball.setVelocity(5, 5);
    ball.angularVelocity = 9;
    run(world, 2);
    near(ball.x, 1, 1e-3);
    near(ball.y, 2, 1e-3);
    near(joint.angle, 0, 1e-3);
    world.destroy();
});

test('a target joint pulls a point of a body after its target', () => {
    const { world, ball } = table();
    const joint = world.createJoint({ type: 'target', bodyB: ball, anchor: [1.25, 2] });
    assert.equal(joint.bodyA, null);
    assert.equal(joint.bodyB, ball);
    assert.deepEqual(joint.target, [1.25, 2]);
    assert.deepEqual(ball.joints, [joint]);
    assert.deepEqual(world.joints, [joint]);
    run(world, 0.5);
    assert.deepEqual([ball.x, ball.y], [1, 2]);
    joint.target = [4, 5];
    assert.deepEqual(joint.target, [4, 5]);
    ball.angularDamping = 5;
    run(world, 4);
    const [x, y] = joint.anchorB;
    near(x, 4, 1e-3);
    near(y, 5, 1e-3);
    joint.setTarget(1, 0);
    joint.setTarget({ x: 1, y: 1 });
    assert.deepEqual([joint.target, joint.anchorA], [[1, 1], [1, 1]]);
    joint.destroy();
    assert.deepEqual(ball.joints, []);
    const other = world.createJoint({ type: 'target', bodyB: ball, localAnchorB: [0, 0],
        target: [0, 0], maxForce: 3 * ball.mass });
    assert.deepEqual(other.target, [0, 0]);
    ball.setVelocity(0, 0);
    other.target = [1e5, ball.y];
    run(world, 1);
    near(ball.vx, 3, 0.05);
    ball.destroy();
    assert.equal(other.alive, false);
    assert.deepEqual(other.target, [Math.fround(1e5), other.anchorA[1]]);
    world.destroy();
});

test('a target that moves wakes its body', () => {
    const world = new World({ gravity: [0, 0] });
    const ball = world.createBody({ collider: circle });
    const joint = world.createJoint({ type: 'target', bodyB: ball, anchor: [0, 0] });
    run(world, 2);
    assert.equal(ball.awake, false);
    joint.setTarget(0, 3);
    assert.equal(ball.awake, true);
    run(world, 2);
    near(ball.y, 3, 0.01);
    world.destroy();
});

test('the event of a target joint that broke names one body', () => {
    const { world, ball } = table();
    const joint = world.createJoint({ type: 'target', bodyB: ball, anchor: [1, 2], target: [9, 2],
        breakForce: 10 });
    /** @type {unknown[]} */
    const heard = [];
    ball.on('jointBroke', (e) => heard.push([e.joint, e.bodyA, e.bodyB, e.x, e.y]));
    world.step();
    assert.deepEqual(heard, [[joint, null, ball, 9, 2]]);
    assert.equal(joint.alive, false);
    world.destroy();
});

test('what motor and target joints may not have is refused', () => {
    const { world, ground, ball } = table();
    /** @param {any} options */
    const make = (options) => () => world.createJoint({ bodyB: ball, ...options });
    const motor = { type: 'motor', bodyA: ground, anchor: [1, 2] };
    const target = { type: 'target', anchor: [1, 2] };
    const before = world.hash();
    /** @type {[any, RegExp][]} */
    const bad = [
        [motor, /^TypeError: World.createJoint: maxForce must be a (finite )?number/],
        [{ ...motor, maxForce: 1 },
            /^TypeError: World.createJoint: maxTorque must be a (finite )?number/],
        [{ ...motor, maxForce: -1, maxTorque: 1 },
            /^RangeError: World.createJoint: maxForce must be/],
        [{ ...motor, maxForce: 1, maxTorque: 1, linearVelocity: [5e4, 0] },
            /^RangeError: World.createJoint: linearVelocity\[0\] must be/],
        [{ ...motor, maxForce: 1, maxTorque: 1, linearVelocity: 3 },
            /^TypeError: World.createJoint: linearVelocity must be \[x, y\]/],
        [{ ...motor, maxForce: 1, maxTorque: 1, angularVelocity: NaN },
            /World.createJoint: angularVelocity must be/],
        [{ ...motor, maxForce: 1, maxTorque: 1, limit: [0, 1] },
            /^TypeError: World.createJoint: a motor joint has no limit/],
        [{ ...motor, bodyA: undefined, maxForce: 1, maxTorque: 1 },
            /^TypeError: World.createJoint: bodyA must be a Body/],
        [{ ...target, bodyA: ground },
            /^TypeError: World.createJoint: a target joint has no bodyA/],
        [{ ...target, anchor: undefined },
            /^TypeError: World.createJoint: anchor must be \[x, y\]/],
        [{ type: 'target', localAnchorA: [0, 0] },
            /^TypeError: World.createJoint: a target joint has no localAnchorA/],
        [{ type: 'target', localAnchorB: [0, 0] },
            /^TypeError: World.createJoint: target must be \[x, y\]/],
        [{ ...target, target: [NaN, 0] }, /World.createJoint: target\[0\] must be/],
        [{ ...target, target: [0, 2e7] }, /^RangeError: World.createJoint: target\[1\] must be/],
        [{ ...target, hertz: -1 }, /^RangeError: World.createJoint: hertz must be/],
        [{ ...target, maxForce: 0 }, /^RangeError: World.createJoint: maxForce must be above 0/],
        [{ ...target, maxTorque: 1 },
            /^TypeError: World.createJoint: a target joint has no maxTorque/],
    ];
    for (const [options, message] of bad) assert.throws(make(options), message);
    assert.equal(world.hash(), before);
    const drive = world.createJoint({ type: 'motor', bodyA: ground, bodyB: ball, anchor: [0, 0],
        maxForce: 1, maxTorque: 1 });
    const pull = world.createJoint({ type: 'target', bodyB: ball, anchor: [0, 0] });
    const made = world.hash();
    assert.equal(/** @type {any} */ (drive).target, undefined);
    const any = /** @type {any} */ (pull);
    assert.deepEqual([any.linearVelocity, any.angularVelocity], [undefined, undefined]);
    assert.throws(() => {
        /** @type {any} */ (drive).target = [0, 0];
    }, /^TypeError: Joint.target: a motor joint has no target/);
    assert.throws(() => drive.setTarget(0, 0),
        /^TypeError: Joint.setTarget: a motor joint has no target/);
    assert.throws(() => {
        any.linearVelocity = [0, 0];
    }, /^TypeError: Joint.linearVelocity: a target joint has no linearVelocity/);
    assert.throws(() => {
        any.angularVelocity = 1;
    }, /^TypeError: Joint.angularVelocity: a target joint has no angularVelocity/);
    assert.throws(() => {
        pull.target = /** @type {any} */ ([1]);
    }, /^TypeError: Joint.target: value must be \[x, y\]/);
    assert.throws(() => pull.setTarget(NaN, 0), /Joint.setTarget: x must be/);
    assert.throws(() => pull.setTarget(0, 1e8), /^RangeError: Joint.setTarget: y must be/);
    assert.throws(() => drive.setLinearVelocity(0, Infinity), /Joint.setLinearVelocity: y must be/);
    assert.equal(world.hash(), made);
    pull.destroy();
    refuses(() => pull.setTarget(0, 0), 'STALE_JOINT', /the joint was destroyed/);
    world.destroy();
});

for (const shared of [true, false]) {
    test(`${shared ? 'shared memory' : 'transferred frames'}: motor and target joints do the same in a worker`, async () => {
        const there = await createWorkerWorld({ sleep: false }, { shared });
        open.push(there);
        const here = new World({ sleep: false });
        /** @param {any} world */
        const stage = (world) => {
            const ground = world.createBody({ type: 'static' });
            const [ball, other] = [1, 4].map((x) =>
                world.createBody({ position: [x, 2], collider: circle })
            );
            const pull = world.createJoint({ type: 'target', bodyB: ball, anchor: [1.1, 2.2],
                maxForce: 1000 });
            const drive = world.createJoint({ type: 'motor', bodyA: ground, bodyB: other,
                anchor: [4, 2], maxForce: 50, maxTorque: 1, linearVelocity: [0.1, 0] });
            return { ball, pull, drive };
        };
        const [a, b] = [stage(there), stage(here)];
        for (let i = 0; i < 20; ++i) {
            for (const { pull, drive } of [a, b]) {
                pull.setTarget(2 + 0.1 * i, 3.3);
                drive.linearVelocity = [0, 0.1 * i];
                drive.angularVelocity = 0.3;
            }
            await there.step();
            here.step();
        }
        assert.equal(await there.hash(), here.hash());
        assert.equal(a.pull.bodyA, null);
        assert.deepEqual([a.pull.target, a.drive.linearVelocity, a.drive.angularVelocity], [
            b.pull.target,
            b.drive.linearVelocity,
            b.drive.angularVelocity,
        ]);
        assert.deepEqual(a.ball.joints, [a.pull]);
        a.pull.destroy();
        assert.deepEqual(a.ball.joints, []);
        a.ball.destroy();
        await there.sync();
        here.destroy();
    });
}
