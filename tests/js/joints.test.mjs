// Joints through the public interface: what options mean, what is read back, what they do, how they
// end, and every bad argument with the message it must give and a world that has not changed.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Joint, World } from '../../js/index.js';
import { JOINT_TYPES } from '../../js/options/joints.js';
import { near, refuses, run } from './helpers.mjs';

const circle = /** @type {const} */ ({ shape: 'circle', radius: 0.5 });

/**
 * A weight on a pin at the origin, one metre below it.
 * @param {Partial<import('../../js/index.js').JointOptions>} [options]
 */
function hanging(options) {
    const world = new World({ sleep: false });
    const frame = world.createBody({ type: 'static' });
    const bob = world.createBody({ position: [0, -1], collider: circle });
    const joint = world.createJoint({
        type: 'revolute',
        bodyA: frame,
        bodyB: bob,
        anchor: [0, 0],
        ...options,
    });
    return { world, frame, bob, joint };
}

test('a weight hangs, and its joint says with what force', () => {
    const { world, frame, bob, joint } = hanging();
    assert.ok(joint instanceof Joint);
    assert.equal(joint.type, 'revolute');
    assert.equal(joint.bodyA, frame);
    assert.equal(joint.bodyB, bob);
    assert.equal(joint.index, 0);
    assert.deepEqual(bob.joints, [joint]);
    assert.deepEqual(frame.joints, [joint]);
    assert.deepEqual(world.joints, [joint]);
    assert.equal(world.counters.joints, 1);
    run(world, 2);
    near(bob.y, -1, 1e-3);
    const [fx, fy] = joint.force;
    near(fx, 0, 1e-3);
    near(fy, 10 * bob.mass, 1e-2);
    near(joint.torque, 0, 0);
    const [ax, ay] = joint.anchorA;
    const [bx, by] = joint.anchorB;
    near(Math.hypot(ax - bx, ay - by), 0, 1e-3);
    world.destroy();
});

test('anchors in the world or in the bodies, the angle as they stand or as told', () => {
    const world = new World({ gravity: [0, 0] });
    const a = world.createBody({ position: [1, 2], angle: 0.5, collider: circle });
    const b = world.createBody({ position: [3, 2], angle: 1.25, collider: circle });
    const first = world.createJoint({ type: 'revolute', bodyA: a, bodyB: b,
        anchor: { x: 2, y: 2 } });
    near(first.anchorA[0], 2, 1e-6);
    near(first.anchorB[1], 2, 1e-6);
    near(first.angle, 0, 1e-6);
    const second = world.createJoint({
        type: 'revolute',
        bodyA: a,
        bodyB: b,
        localAnchorA: [0, 0],
        localAnchorB: new Float32Array([0, 1]),
        referenceAngle: 0.25,
    });
    near(second.anchorA[0], 1, 1e-6);
    near(second.anchorB[0], 3 - Math.sin(1.25), 1e-6);
    near(second.angle, 0.5, 1e-6);
    world.destroy();
});

test('what is given is read back, and set anew', () => {
    const { world, joint } = hanging({
        limit: [-1, 0.5],
        motor: { speed: 2, maxTorque: 3 },
        spring: { hertz: 4, dampingRatio: 0.25, target: 0.125 },
        breakForce: 500,
        breakTorque: 60,
        collideConnected: true,
        userData: 'mine',
    });
    assert.deepEqual(joint.limit, { lower: -1, upper: 0.5 });
    assert.deepEqual(joint.motor, { speed: 2, maxTorque: 3 });
    assert.deepEqual(joint.spring, { hertz: 4, dampingRatio: 0.25, target: 0.125,
        maxTorque: Infinity, minTorque: -Infinity });
    assert.deepEqual([joint.breakForce, joint.breakTorque], [500, 60]);
    assert.equal(joint.collideConnected, true);
    assert.equal(joint.userData, 'mine');
    joint.limit = { lower: -2, upper: 2 };
    joint.motor = { maxTorque: 5 };
    joint.spring = { hertz: 3 };
    joint.breakForce = Infinity;
    joint.collideConnected = false;
    assert.deepEqual(joint.limit, { lower: -2, upper: 2 });
    assert.deepEqual(joint.motor, { speed: 0, maxTorque: 5 });
    assert.deepEqual(joint.spring, { hertz: 3, dampingRatio: 1, target: 0, maxTorque: Infinity,
        minTorque: -Infinity });
    assert.deepEqual([joint.breakForce, joint.breakTorque], [Infinity, 60]);
    assert.equal(joint.collideConnected, false);
    joint.breakTorque = 70;
    assert.deepEqual([joint.breakForce, joint.breakTorque], [Infinity, 70]);
    joint.setMotor(-1, 6);
    joint.setSpring(2, 0.5, -0.5);
    assert.deepEqual(joint.motor, { speed: -1, maxTorque: 6 });
    assert.deepEqual(joint.spring, { hertz: 2, dampingRatio: 0.5, target: -0.5, maxTorque: Infinity,
        minTorque: -Infinity });
    joint.setSpring(1);
    assert.deepEqual(joint.spring, { hertz: 1, dampingRatio: 1, target: 0, maxTorque: Infinity,
        minTorque: -Infinity });
    joint.limit = joint.motor = joint.spring = null;
    assert.deepEqual([joint.limit, joint.motor, joint.spring], [null, null, null]);
    world.destroy();
    const plain = hanging({ limit: null, motor: null, spring: null, breakForce: Infinity });
    assert.deepEqual([plain.joint.limit, plain.joint.motor], [null, null]);
    assert.deepEqual([plain.joint.spring, plain.joint.breakForce], [null, Infinity]);
    plain.world.destroy();
});

test('a motor turns, a limit holds, a spring comes back', () => {
    const { world, bob, joint } = hanging({ motor: { speed: 3, maxTorque: 100 } });
    run(world, 1);
    near(joint.angularSpeed, 3, 0.01);
    near(joint.angle, 3, 0.05);
    joint.motor = null;
    joint.limit = [-0.25, 0.25];
    bob.setTransform(Math.sin(0.1), -Math.cos(0.1), 0.1);
    bob.setVelocity(3, 0);
    bob.angularVelocity = 3;
    run(world, 0.5);
    assert.ok(Math.abs(joint.angle) < 0.26);
    joint.limit = null;
    joint.setSpring(3, 1, 1);
    run(world, 2);
    assert.ok(joint.angle > 0.9 && joint.angle < 1, `${joint.angle}`);
    world.destroy();
});

test('joined bodies do not meet, unless they are told to', () => {
    const world = new World({ gravity: [0, 0] });
    const a = world.createBody({ collider: circle });
    const b = world.createBody({ position: [0.5, 0], collider: circle });
    const joint = world.createJoint({ type: 'revolute', bodyA: a, bodyB: b, anchor: [0.25, 0] });
    world.step();
    assert.equal(world.counters.touchingContacts, 0);
    joint.collideConnected = true;
    world.step();
    assert.equal(world.counters.touchingContacts, 1);
    world.destroy();
});

test('a joint that breaks says so once, and is gone', () => {
    const { world, frame, bob, joint } = hanging({ breakForce: 30, userData: 7 });
    /** @type {any[]} */
    const told = [];
    world.on('jointBroke', (event) => told.push(event.copy()));
    run(world, 1);
    assert.equal(told.length, 0);
    bob.applyForce(0, -40);
    world.step();
    assert.equal(world.events.jointBroke.length, 1);
    const event = world.events.jointBroke.at(0);
    assert.equal(event?.joint, joint);
    assert.equal(event?.bodyA, frame);
    assert.equal(event?.bodyB, bob);
    assert.deepEqual([event?.x, event?.y, event?.torque], [0, 0, 0]);
    assert.ok(Number(event?.force) > 30 && Number(event?.force) < 60);
    assert.equal(told.length, 1);
    assert.equal(told[0].joint, joint);
    assert.equal(joint.alive, false);
    assert.equal(joint.userData, 7);
    refuses(() => joint.setMotor(1, 1), 'STALE_JOINT',
        /^Joint\.setMotor: the joint was destroyed or broke/);
    assert.deepEqual(world.joints, []);
    // A joint made now takes the slot; the event still names the old one.
    const fresh = world.createJoint({ type: 'revolute', bodyA: frame, bodyB: bob, anchor: [0, 0] });
    assert.equal(fresh.index, joint.index);
    assert.equal([...world.events.jointBroke][0].joint, joint);
    bob.destroy();
    assert.equal(fresh.alive, false);
    assert.equal(world.events.jointBroke.at(0)?.bodyB, bob);
    run(world, 0.5);
    assert.equal(told.length, 1);
    assert.equal(world.events.jointBroke.length, 0);
    refuses(() => joint.angle, 'STALE_JOINT', /^Joint\.angle: the joint was destroyed or broke/);
    world.destroy();
});

test('advance tells of all its steps, breaks among them', () => {
    const { world, joint } = hanging({ breakForce: 1 });
    world.advance(3.5 / 60);
    assert.equal(world.events.jointBroke.length, 1);
    assert.equal(world.events.jointBroke.at(0)?.joint, joint);
    world.advance(0.2 / 60);
    assert.equal(world.events.jointBroke.length, 0);
    world.destroy();
});

test('joints end with destroy, with either body, with the world', () => {
    const world = new World();
    const bodies = [0, 1, 2, 3].map((x) =>
        world.createBody({ position: [x, 0], collider: circle })
    );
    const joints = [0, 1, 2].map((i) =>
        world.createJoint({
            type: 'revolute',
            bodyA: bodies[i],
            bodyB: bodies[i + 1],
            anchor: [i + 0.5, 0],
        })
    );
    joints[0].destroy();
    assert.deepEqual(joints.map((joint) => joint.alive), [false, true, true]);
    joints[0].destroy(); // again: nothing happens
    refuses(() => joints[0].setMotor(1), 'STALE_JOINT', /^Joint\.setMotor: /);
    bodies[3].destroy();
    assert.deepEqual(joints.map((joint) => joint.alive), [false, true, false]);
    world.destroySlots([bodies[1].index]);
    assert.equal(joints[1].alive, false);
    assert.equal(world.counters.joints, 0);
    assert.equal(joints[1].bodyA, bodies[1]);
    const last = world.createJoint({ type: 'revolute', bodyA: bodies[0], bodyB: bodies[2],
        anchor: [0, 0] });
    world.destroy();
    assert.equal(last.alive, false);
    refuses(() => last.angle, 'WORLD_DESTROYED', /^Joint\.angle: the world/);
});

test('many joints of one body come back, newest first', () => {
    const world = new World();
    const hub = world.createBody({ collider: circle });
    const joints = Array.from({ length: 200 }, (_, i) =>
        world.createJoint({
            type: 'revolute',
            bodyA: hub,
            bodyB: world.createBody({ position: [i, 0], collider: circle }),
            anchor: [0, 0],
        }));
    assert.deepEqual(hub.joints, joints.reverse());
    world.destroy();
});

test('bad options are refused by name and value, and nothing is made', () => {
    const { world, frame, bob } = hanging();
    const other = new World();
    const foreign = other.createBody({ collider: circle });
    const dead = world.createBody({ collider: circle });
    dead.destroy();
    const types = Object.keys(JOINT_TYPES).map((type) => `"${type}"`).join(', ');
    const good = { type: 'revolute', bodyA: frame, bodyB: bob, anchor: [0, 0] };
    /** @type {[Record<string, unknown>, string | ErrorConstructor, RegExp][]} */
    const cases = [
        [{ type: 'rope' }, RangeError, new RegExp(`type must be one of ${types}, got "rope"`)],
        [{ type: undefined }, TypeError, new RegExp(`type must be one of ${types}, got undefined`)],
        [{ hinge: 1 }, TypeError, /options has no option "hinge"/],
        [{ bodyA: undefined }, TypeError, /bodyA must be a Body/],
        [{ bodyB: 3 }, TypeError, /bodyB must be a Body, got 3/],
        [{ bodyB: undefined, anchor: undefined }, TypeError, /bodyB must be a Body, got undefined/],
        [{ bodyA: dead }, 'STALE_BODY', /bodyA is a body that was destroyed/],
        [{ bodyB: foreign }, 'FOREIGN_OBJECT', /bodyB is a body of another world/],
        [{ bodyB: frame }, 'SAME_BODY', /bodyA and bodyB must be two bodies/],
        [{ anchor: undefined }, TypeError,
            /anchor must be \[x, y\] or \{ x, y \}, the point of the world that the revolute joint acts at, got undefined; or give localAnchorA/],
        [{ anchor: [0] }, TypeError, /anchor must be/],
        [{ anchor: [0, NaN] }, RangeError, /anchor\[1\] must be a finite number, got NaN/],
        [{ anchor: [2e7, 0] }, RangeError, /anchor\[0\] must be between -10000000 and 10000000/],
        [{ localAnchorA: [0, 0] }, TypeError, /give either anchor or localAnchorA/],
        [{ localAnchorB: [0, 0] }, TypeError, /give either anchor or localAnchorB/],
        [{ anchor: undefined, localAnchorA: [0, 0] }, TypeError, /localAnchorB must be/],
        [{ referenceAngle: '1' }, TypeError, /referenceAngle must be a finite number, got "1"/],
        [{ referenceAngle: 2e4 }, RangeError, /referenceAngle must be between -10000 and 10000/],
        [{ limit: 1 }, TypeError, /limit must be an object, got 1/],
        [{ limit: [1] }, TypeError, /limit must be \[lower, upper\]/],
        [{ limit: [1, -1] }, RangeError, /limit must not be empty, got 1 to -1/],
        [{ limit: { lower: 0 } }, TypeError, /limit\.upper must be a finite number, got undefined/],
        [{ limit: { lower: NaN, upper: 1 } }, RangeError,
            /limit\.lower must be a finite number, got NaN/],
        [{ limit: { low: 1 } }, TypeError, /limit has no option "low"/],
        [{ motor: {} }, TypeError, /motor\.maxTorque must be a finite number, got undefined/],
        [{ motor: { maxTorque: -1 } }, RangeError, /motor\.maxTorque must be zero or more, got -1/],
        [{ motor: { speed: 1e6, maxTorque: 1 } }, RangeError, /motor\.speed must be between/],
        [{ motor: [1, 2] }, TypeError, /motor must be an object/],
        [{ spring: {} }, TypeError, /spring\.hertz must be a finite number, got undefined/],
        [{ spring: { hertz: -1 } }, RangeError,
            /spring\.hertz must be between 0 and 1000000, got -1/],
        [{ spring: { hertz: 1, dampingRatio: Infinity } }, RangeError,
            /spring\.dampingRatio must be/],
        [{ spring: { hertz: 1, target: 'x' } }, TypeError, /spring\.target must be/],
        [{ breakForce: 0 }, RangeError, /breakForce must be above 0, got 0/],
        [{ breakForce: NaN }, RangeError, /breakForce must be a finite number, got NaN/],
        [{ breakTorque: -5 }, RangeError, /breakTorque must be zero or more, got -5/],
        [{ collideConnected: 1 }, TypeError, /collideConnected must be true or false, got 1/],
    ];
    const before = world.hash();
    for (const [change, kind, message] of cases) {
        const call = () => world.createJoint(/** @type {any} */ ({ ...good, ...change }));
        const named = new RegExp(`^World\\.createJoint: .*${message.source}`);
        if (typeof kind === 'string') refuses(call, kind, named);
        else assert.throws(call, (/** @type {Error} */ e) =>
                e instanceof kind && named.test(e.message), named.source);
        assert.equal(world.hash(), before);
        assert.equal(world.counters.joints, 1);
    }
    assert.throws(() => world.createJoint(/** @type {any} */ (null)), TypeError);
    assert.throws(() => new Joint(/** @type {any} */ ({}), 1, frame, bob),
        /use world\.createJoint/);
    world.destroy();
    other.destroy();
});

test('bad settings are refused by name and value, and nothing changes', () => {
    const { world, joint } = hanging();
    const before = world.hash();
    /** @type {[() => void, RegExp][]} */
    const cases = [
        [() => joint.setMotor(NaN, 1), /^Joint\.setMotor: speed must be a finite number, got NaN/],
        [() => joint.setMotor(1, -1), /^Joint\.setMotor: maxTorque must be zero or more, got -1/],
        [() => joint.setSpring(-1), /^Joint\.setSpring: hertz must be between/],
        [() => joint.setSpring(1, NaN), /^Joint\.setSpring: dampingRatio must be/],
        [() => joint.setSpring(1, 1, 1e9), /^Joint\.setSpring: target must be between/],
        [() => (joint.limit = [2, 1]), /^Joint\.limit: value must not be empty, got 2 to 1/],
        [() => (joint.limit = /** @type {any} */ (undefined)), /^Joint\.limit: value must be/],
        [() => (joint.motor = /** @type {any} */ (5)), /^Joint\.motor: value must be an object/],
        [() => (joint.spring = /** @type {any} */ ({})), /^Joint\.spring: value\.hertz must be/],
        [() => (joint.breakForce = -1), /^Joint\.breakForce: value must be zero or more/],
        [() => (joint.breakTorque = 0), /^Joint\.breakTorque: value must be above 0/],
        [() => (joint.collideConnected = /** @type {any} */ (0)),
            /^Joint\.collideConnected: value/],
    ];
    for (const [call, message] of cases) {
        assert.throws(call, (/** @type {Error} */ e) => message.test(e.message), message.source);
        assert.equal(world.hash(), before);
    }
    world.destroy();
});

test('world options set how stiff joints are', () => {
    const give = [1, 60].map((jointHertz) => {
        const world = new World({ jointHertz, jointDampingRatio: 1, sleep: false });
        const frame = world.createBody({ type: 'static' });
        const bob = world.createBody({ position: [0, -1], collider: circle });
        const joint = world.createJoint({ type: 'revolute', bodyA: frame, bodyB: bob,
            anchor: [0, 0] });
        run(world, 5);
        const sag = -joint.anchorB[1];
        world.destroy();
        return sag;
    });
    assert.ok(give[0] > 0.02 && give[1] < 1e-3, `${give}`);
    assert.throws(() => new World({ jointHertz: -1 }), /jointHertz must be zero or more/);
});
