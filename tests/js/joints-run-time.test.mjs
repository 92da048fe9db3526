// What every joint has at run time: anchors and axis that move, a stiffness and a maximum of its own, a
// switch, and how far its bodies are from where it holds them; the same in a worker.
import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { World } from '../../js/index.js';
import { Replay, startRecording, stopRecording } from '../../js/recording.js';
import { fromScene, toScene } from '../../js/scene.js';
import { createWorkerWorld } from '../../js/worker.js';
import { near, refuses, run } from './helpers.mjs';

/** @type {any[]} */
const open = [];
after(() => open.forEach((world) => world.destroy()));

const circle = /** @type {const} */ ({ shape: 'circle', radius: 0.25 });

/** A weight two metres beside a pin at the origin. @param {any} world @param {object} [options] */
function swing(world, options) {
    const frame = world.createBody({ type: 'static' });
    const bob = world.createBody({ position: [2, 0], collider: circle });
    const joint = world.createJoint({ type: 'revolute', bodyA: frame, bodyB: bob, anchor: [0, 0],
        ...options });
    return { frame, bob, joint };
}

/** A block on a rail that is turned by a right angle: its own x axis points up. @param {any} world @param {object} [options] */
function slide(world, options) {
    const rail = world.createBody({ type: 'static', angle: Math.PI / 2, position: [1, 1] });
    const block = world.createBody({ position: [1, 1], collider: circle });
    const joint = world.createJoint({ type: 'prismatic', bodyA: rail, bodyB: block, anchor: [1, 1],
        axis: [0, 2], ...options });
    return { rail, block, joint };
}

test('a joint that is switched off lets its bodies go, and holds them when it is on again', () => {
    const world = new World();
    const { bob, joint } = swing(world);
    assert.equal(joint.enabled, true);
    joint.enabled = false;
    assert.deepEqual([joint.enabled, joint.alive, world.joints.length], [false, true, 1]);
    run(world, 0.5);
    assert.equal(bob.x, 2);
    near(bob.y, -1.25, 0.05);
    assert.deepEqual([...joint.force, joint.torque], [0, 0, 0]);
    near(joint.linearSeparation, -bob.y, 1e-5);
    joint.enabled = true;
    run(world, 2);
    near(Math.hypot(bob.x, bob.y), 2, 0.01);
    near(joint.linearSeparation, 0, 0.01);
    refuses(() => {
        joint.enabled = /** @type {any} */ (1);
    }, TypeError, 'Joint.enabled: value must be true or false, got 1');
    const off = world.createJoint({ type: 'revolute', bodyA: bob, bodyB: world.createBody(),
        anchor: [0, 0], enabled: false });
    assert.equal(off.enabled, false);
    refuses(
        () =>
            world.createJoint({ type: 'revolute', bodyA: bob, bodyB: joint.bodyA, anchor: [0, 0],
                enabled: /** @type {any} */ ('no') }),
        TypeError,
        'World.createJoint: enabled must be true or false, got',
    );
    world.destroy();
});

const degree = Math.PI / 180;

/** A body that is turned, on a hinge at its centre whose angle 0 is that of the world. @param {any} world @param {number} turned degrees @param {object} [options] */
function lid(world, turned, options) {
    const bodyB = world.createBody({ angle: turned * degree, collider: circle });
    const joint = world.createJoint({ type: 'revolute', bodyA: world.createBody({ type: 'static' }),
        bodyB, anchor: [0, 0], referenceAngle: 0, ...options });
    return { bodyB, joint };
}

test('a hinge begins in the turn of its limit, also switched on again; a limit that is set later changes no turn', () => {
    const world = new World({ gravity: [0, 0] });
    const limit = [170 * degree, 190 * degree];
    near(lid(world, 185, { limit }).joint.angle, 185 * degree, 1e-6);
    near(lid(world, 185, { limit, enabled: false }).joint.angle, 185 * degree, 1e-6);
    near(lid(world, 185, { limit: [-190 * degree, -170 * degree] }).joint.angle, -175 * degree,
        1e-6);
    const later = lid(world, 185).joint;
    near(later.angle, -175 * degree, 1e-6);
    later.limit = [-190 * degree, 190 * degree];
    near(later.angle, -175 * degree, 1e-6);
    const { bodyB, joint } = lid(world, 100, { limit });
    joint.enabled = false;
    bodyB.setTransform(0, 0, -175 * degree);
    joint.enabled = true;
    near(joint.angle, 185 * degree, 1e-6);
    run(world, 0.5);
    near(joint.angle, 185 * degree, 1e-3);
    world.destroy();
});

test('a recording, a scene and a world in a worker make a hinge in the turn of its limit', async () => {
    const options = { limit: [350 * degree, 370 * degree] };
    const world = new World({ gravity: [0, 0] });
    startRecording(world);
    const { joint } = lid(world, 5, options);
    near(joint.angle, 365 * degree, 1e-5);
    const scene = JSON.parse(JSON.stringify(toScene(world)));
    run(world, 0.5);
    near(joint.angle, 365 * degree, 1e-3);
    const replay = Replay.open(stopRecording(world));
    replay.seek(replay.steps);
    assert.equal(replay.world.joints[0].angle, joint.angle);
    assert.equal(replay.verify(), null);
    replay.destroy();
    const read = fromScene(scene);
    near(read.joints[0].angle, 365 * degree, 1e-5);
    assert.deepEqual(JSON.parse(JSON.stringify(toScene(read))), scene);
    read.destroy();
    world.destroy();
    const there = await createWorkerWorld({ gravity: [0, 0] });
    open.push(there);
    near(await lid(there, 5, options).joint.angle(), 365 * degree, 1e-5);
});

test('anchors are read in the spaces of their bodies, and moved', () => {
    const world = new World();
    const { joint } = slide(world, { anchor: [1, 3] });
    near(joint.localAnchorA[0], 2, 1e-6);
    near(joint.localAnchorA[1], 0, 1e-6);
    assert.deepEqual(joint.localAnchorB, [0, 2]);
    joint.localAnchorA = { x: 1, y: 0.5 };
    joint.localAnchorB = new Float32Array([0, 0.25]);
    assert.deepEqual([joint.localAnchorA, joint.localAnchorB], [[1, 0.5], [0, 0.25]]);
    near(joint.anchorA[0], 0.5, 1e-6);
    near(joint.anchorA[1], 2, 1e-6);
    near(joint.linearSeparation, 0.5, 1e-6);
    const pin = swing(world).joint;
    pin.localAnchorA = [0, -1];
    run(world, 5);
    near(pin.anchorB[0], 0, 0.01);
    near(pin.anchorB[1], -1, 0.01);
    for (const name of /** @type {const} */ (['localAnchorA', 'localAnchorB'])) {
        refuses(() => {
            joint[name] = [0, NaN];
        }, RangeError, `Joint.${name}: value[1] must be a finite number, got NaN`);
        refuses(() => {
            joint[name] = [2e7, 0];
        }, RangeError, `Joint.${name}: value[0] must be`);
        refuses(() => {
            joint[name] = /** @type {any} */ (undefined);
        }, TypeError, `Joint.${name}: value must be`);
    }
    assert.deepEqual([joint.localAnchorA, joint.localAnchorB], [[1, 0.5], [0, 0.25]]);
    world.destroy();
});

test('an axis is read in the space of body A, and turned', () => {
    const world = new World({ gravity: [0, 0] });
    const { block, joint } = slide(world);
    near(joint.localAxisA[0], 1, 1e-6);
    near(joint.localAxisA[1], 0, 1e-6);
    joint.localAxisA = [0, -8];
    assert.deepEqual(joint.localAxisA, [0, -1]);
    block.setVelocity(3, 0);
    run(world, 1);
    near(block.x, 4, 1e-3);
    near(joint.translation, 3, 1e-3);
    refuses(() => {
        joint.localAxisA = [0, 0];
    }, RangeError, 'Joint.localAxisA: value must not be [0, 0]');
    refuses(() => {
        joint.localAxisA = [NaN, 0];
    }, RangeError, 'Joint.localAxisA: value[0] must be a finite number');
    assert.deepEqual(joint.localAxisA, [0, -1]);
    const pin = swing(world).joint;
    assert.equal(pin.localAxisA, undefined);
    refuses(() => {
        /** @type {any} */ (pin).localAxisA = [1, 0];
    }, TypeError, 'Joint.localAxisA: a revolute joint has no localAxisA');
    world.destroy();
});

test('numbers that a type has are read and set, those that it has not are refused by name', () => {
    const world = new World();
    const { joint } = slide(world, { hertz: 5, dampingRatio: 0.5, maxForce: 70,
        referenceAngle: 0.25 });
    assert.deepEqual([joint.hertz, joint.dampingRatio, joint.maxForce, joint.maxTorque,
        joint.referenceAngle], [5, 0.5, 70, Infinity, 0.25]);
    joint.hertz = 4;
    joint.dampingRatio = 0.75;
    joint.maxForce = Infinity;
    joint.maxTorque = 8;
    joint.referenceAngle = -0.5;
    assert.deepEqual([joint.hertz, joint.dampingRatio, joint.maxForce, joint.maxTorque,
        joint.referenceAngle], [4, 0.75, Infinity, 8, -0.5]);
    near(joint.angularSeparation, Math.PI / 2 - 0.5, 1e-6);
    /** @type {[string, unknown, any, string][]} */
    const bad = [
        ['hertz', -1, RangeError, 'must be between 0 and 1000000'],
        ['hertz', NaN, RangeError, 'must be'],
        ['dampingRatio', 2e6, RangeError, 'must be between 0 and 1000000'],
        ['dampingRatio', '1', TypeError, 'must be a finite number'],
        ['maxForce', 0, RangeError, 'must be above 0'],
        ['maxForce', -Infinity, RangeError, 'must be'],
        ['maxTorque', -1, RangeError, 'must be'],
        ['referenceAngle', 2e4, RangeError, 'must be'],
        ['referenceAngle', undefined, TypeError, 'must be'],
    ];
    for (const [name, value, kind, message] of bad)
        refuses(() => {
            /** @type {any} */ (joint)[name] = value;
        }, kind, `Joint.${name}: value ${message}`);
    assert.deepEqual([joint.hertz, joint.dampingRatio, joint.maxForce, joint.maxTorque,
        joint.referenceAngle], [4, 0.75, Infinity, 8, -0.5]);
    const pin = swing(world).joint;
    assert.deepEqual([pin.hertz, pin.dampingRatio, pin.maxForce, pin.maxTorque, pin.referenceAngle],
        [0, 1, Infinity, undefined, 0]);
    refuses(() => {
        /** @type {any} */ (pin).maxTorque = 1;
    }, TypeError, 'Joint.maxTorque: a revolute joint has no maxTorque');
    const tooth = world.createJoint({ type: 'ratchet', bodyA: pin.bodyA, bodyB: pin.bodyB,
        ratchet: 1 });
    assert.deepEqual([tooth.hertz, tooth.dampingRatio, tooth.maxForce, tooth.maxTorque], [undefined,
        undefined, undefined, undefined]);
    for (const name of ['hertz', 'dampingRatio', 'maxForce', 'maxTorque'])
        refuses(() => {
            /** @type {any} */ (tooth)[name] = 1;
        }, TypeError, `Joint.${name}: a ratchet joint has no ${name}`);
    assert.equal(pin.angularSeparation, 0);
    world.destroy();
});

test('a pin gives way like a spring with a frequency of its own, and holds no more than its maximum', () => {
    const world = new World();
    const bodyB = world.createBody({ position: [0, -2], collider: circle });
    const joint = world.createJoint({ type: 'revolute', bodyA: world.createBody({ type: 'static' }),
        bodyB, anchor: [0, 0] });
    run(world, 120);
    assert.ok(joint.linearSeparation < 1e-3);
    joint.hertz = 2;
    run(world, 300);
    near(joint.linearSeparation, 10 / (2 * Math.PI * 2) ** 2, 2e-3);
    joint.hertz = 0;
    run(world, 120);
    assert.ok(joint.linearSeparation < 1e-3);
    joint.maxForce = 0.5 * 10 * joint.bodyB.mass;
    run(world, 60);
    assert.ok(joint.linearSeparation > 1, `open by ${joint.linearSeparation} m`);
    world.destroy();
});

test('a maximum that is set while it holds gives way to what is heavier', () => {
    const world = new World();
    const { block, joint } = slide(world, { axis: [1, 0] });
    run(world, 1);
    near(joint.linearSeparation, 0, 1e-3);
    joint.maxForce = 0.5 * 10 * block.mass;
    const before = block.y;
    run(world, 1);
    near(before - block.y, 0.5 * 0.5 * 10, 0.1);
    near(joint.linearSeparation, before - block.y, 1e-2);
    joint.maxForce = Infinity;
    run(world, 1);
    near(joint.linearSeparation, 0, 1e-2);
    world.destroy();
});

test('a rod is lengthened, the teeth of a ratchet are set anew', () => {
    const world = new World({ gravity: [0, 0] });
    const [post, ball] = [world.createBody({ type: 'static' }),
        world.createBody({ position: [2, 0], collider: circle })];
    const rod = world.createJoint({ type: 'distance', bodyA: post, bodyB: ball });
    assert.equal(rod.length, 2);
    rod.length = 3;
    near(rod.linearSeparation, 1, 1e-6);
    run(world, 2);
    near(ball.x, 3, 1e-3);
    refuses(() => {
        rod.length = -1;
    }, RangeError, 'Joint.length: value must be between 0 and');
    refuses(() => {
        rod.length = /** @type {any} */ (undefined);
    }, TypeError, 'Joint.length: value must be a finite number, got undefined');
    rod.destroy();
    const wheel = world.createJoint({ type: 'ratchet', bodyA: post, bodyB: ball, ratchet: 1 });
    assert.deepEqual([wheel.ratchet, wheel.phase], [1, 0]);
    wheel.ratchet = -0.5;
    wheel.phase = 0.125;
    assert.deepEqual([wheel.ratchet, wheel.phase], [-0.5, 0.125]);
    ball.angularVelocity = 3;
    run(world, 1);
    near(wheel.angle, 0.125, 0.01);
    // What turns on while it is off does not turn back when it is on.
    wheel.enabled = false;
    ball.angularVelocity = 2;
    run(world, 1);
    wheel.enabled = true;
    near(wheel.angle, 2.125, 0.1);
    run(world, 0.5);
    near(wheel.angle, 2.125, 0.1);
    refuses(() => {
        wheel.ratchet = 0;
    }, RangeError, 'Joint.ratchet: value must be 0.001 to');
    world.destroy();
});

test('a pulley is moved, and its ratio changed', () => {
    const world = new World({ sleep: false });
    const [a, b] = [-1, 1].map((x) => world.createBody({ position: [x, 0], collider: circle }));
    const joint = world.createJoint({ type: 'pulley', bodyA: a, bodyB: b, groundAnchorA: [-1, 4],
        groundAnchorB: [1, 4] });
    assert.deepEqual([joint.length, joint.ratio, joint.groundAnchorA, joint.groundAnchorB], [8, 1, [
        -1,
        4,
    ], [1, 4]]);
    joint.groundAnchorA = { x: -1, y: 5 };
    joint.groundAnchorB = [1, 4.5];
    near(joint.linearSeparation, 1.5, 1e-5);
    run(world, 1);
    near(joint.linearSeparation, 0, 1e-3);
    assert.deepEqual([joint.groundAnchorA, joint.groundAnchorB], [[-1, 5], [1, 4.5]]);
    joint.ratio = 2;
    assert.equal(joint.ratio, 2);
    joint.limit = [0, 20];
    assert.equal(joint.linearSeparation, 0);
    refuses(() => {
        joint.groundAnchorB = [0, Infinity];
    }, RangeError, 'Joint.groundAnchorB: value[1] must be');
    refuses(() => {
        joint.ratio = 0;
    }, RangeError, 'Joint.ratio: value must be between');
    const pin = swing(world).joint;
    assert.deepEqual([pin.groundAnchorA, pin.ratio], [undefined, undefined]);
    refuses(() => {
        /** @type {any} */ (pin).groundAnchorA = [0, 0];
    }, TypeError, 'Joint.groundAnchorA: a revolute joint has no groundAnchorA');
    world.destroy();
});

test('what a gear holds is told and changed', () => {
    const world = new World({ gravity: [0, 0] });
    const post = world.createBody({ type: 'static' });
    const wheels = [-1, 1].map((x) => world.createBody({ position: [x, 0], collider: circle }));
    const [jointA, jointB] = wheels.map((bodyB) =>
        world.createJoint({ type: 'revolute', bodyA: post, bodyB, anchor: bodyB.position })
    );
    const gear = world.createJoint({ type: 'gear', jointA, jointB, ratio: 2 });
    assert.deepEqual([gear.sum, gear.ratio, jointA.sum], [0, 2, undefined]);
    gear.sum = 0.5;
    near(gear.angularSeparation, 0.5, 1e-6);
    run(world, 2);
    near(gear.angularSeparation, 0, 1e-3);
    near(jointA.angle + 2 * jointB.angle, 0.5, 1e-3);
    gear.enabled = false;
    wheels[0].angularVelocity = 1;
    wheels[1].angularVelocity = 1;
    run(world, 1);
    near(jointA.angle + 2 * jointB.angle, 3.5, 0.05);
    near(gear.angularSeparation, 3, 0.05);
    refuses(() => {
        gear.sum = NaN;
    }, RangeError, 'Joint.sum: value must be a finite number, got NaN');
    refuses(() => {
        gear.localAxisA = /** @type {never} */ ([1, 0]);
    }, TypeError, 'Joint.localAxisA: a gear joint has no localAxisA');
    const rail = world.createJoint({ type: 'prismatic', bodyA: post,
        bodyB: world.createBody({ collider: circle }), anchor: [0, 0], axis: [1, 0] });
    const rack = world.createJoint({ type: 'gear', jointA: rail, jointB, enabled: false });
    rail.bodyB.position = [0.25, 0];
    near(rack.linearSeparation, 0.25, 1e-6);
    assert.equal(rack.angularSeparation, 0);
    world.destroy();
});

for (const shared of [true, false]) {
    test(`in a worker it is the same, ${shared ? 'with shared memory' : 'with transferred frames'}`, async () => {
        const there = await createWorkerWorld({}, { shared });
        const here = new World();
        open.push(there, here);
        const sides = [there, here].map((world) => ({ slider: slide(world).joint,
            pin: swing(world, { enabled: false }).joint })
        );
        const [{ slider, pin }, mine] = sides;
        assert.deepEqual([pin.enabled, slider.enabled, slider.maxForce, pin.hertz, slider.type], [
            false,
            true,
            Infinity,
            0,
            'prismatic',
        ]);
        /** @type {Record<number, (slider: any, pin: any) => void>} */
        const changes = {
            5: (_, joint) => {
                joint.enabled = true;
            },
            10: (joint) => {
                joint.localAxisA = [1, 1];
                joint.hertz = 3;
                joint.dampingRatio = 0.2;
            },
            15: (joint) => {
                joint.localAnchorB = [0.25, 0];
                joint.localAnchorA = [0, 1];
                joint.maxForce = 900;
                joint.maxTorque = 2.7;
            },
            20: (joint) => {
                joint.referenceAngle = 0.7;
            },
            25: (joint) => {
                joint.enabled = false;
            },
        };
        const promised = ['localAnchorA', 'localAnchorB', 'localAxisA', 'referenceAngle'];
        for (let i = 0; i < 30; ++i) {
            for (const each of sides) changes[i]?.(each.slider, each.pin);
            for (const name of ['hertz', 'dampingRatio', 'maxForce', 'maxTorque', 'enabled'])
                assert.equal(slider[name], mine.slider[name], `${name} in step ${i}`);
            await there.step();
            here.step();
        }
        for (const [theirs, joint] of [[slider, mine.slider], [pin, mine.pin]]) {
            for (const name of promised) assert.deepEqual(await theirs[name], joint[name], name);
            assert.equal(await theirs.linearSeparation(), joint.linearSeparation);
            assert.equal(await theirs.angularSeparation(), joint.angularSeparation);
        }
        assert.equal(await there.hash(), here.hash());
    });
}

test('a joint that is gone can be read while its events may name it, and then no more', () => {
    const world = new World();
    const { joint } = slide(world, { hertz: 7 });
    joint.destroy();
    assert.deepEqual([joint.hertz, joint.enabled, joint.localAxisA[0] > 0.99,
        joint.linearSeparation < 1e-5], [7, true, true, true]);
    refuses(() => {
        joint.enabled = false;
    }, 'STALE_JOINT', 'Joint.enabled: ');
    refuses(() => {
        joint.localAnchorA = [0, 0];
    }, 'STALE_JOINT', 'Joint.localAnchorA: ');
    refuses(() => {
        joint.hertz = 1;
    }, 'STALE_JOINT', 'Joint.hertz: ');
    run(world, 0.1);
    refuses(() => joint.hertz, 'STALE_JOINT', 'Joint.hertz: ');
    world.destroy();
});
