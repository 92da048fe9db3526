// What is built of several bodies: it holds together, does what it is for, is made whole or not at all, and
// is the same in a worker.
import assert from 'node:assert/strict';
import test from 'node:test';
import { World } from '../../js/index.js';
import { createBlob, createBridge, createCar, createRagdoll,
    createRope } from '../../js/builders.js';
import { createWorkerWorld } from '../../js/worker.js';
import { near, refuses, run, worldWithFloor } from './helpers.mjs';

/** Everything at once, in any kind of world. @param {any} world */
function buildAll(world) {
    world.createBody({ type: 'static', position: [0, -0.5],
        collider: { shape: 'box', width: 60, height: 1 } });
    const hook = world.createBody({ type: 'static', position: [-12, 8] });
    createRope(world, { from: [-12, 8], to: [-8, 8], bodyA: hook });
    createBridge(world, { from: [-6, 5], to: [2, 5] });
    const car = createCar(world, { position: [-2, 6.5] });
    car.joints[0].setMotor(-5, 10);
    createRagdoll(world, { position: [5, 0.5] });
    createRagdoll(world, { position: [5.5, 3], facesLeft: true });
    createBlob(world, { position: [10, 2] });
}

test('a rope hangs from its hook and carries a weight at full length', () => {
    const world = new World();
    const hook = world.createBody({ type: 'static' });
    const weight = world.createBody({ position: [3.5, 0], linearDamping: 1,
        collider: { shape: 'box', width: 1, height: 1, density: 20 } });
    const rope = createRope(world, { from: [0, 0], to: [3, 0], links: 12, bodyA: hook,
        bodyB: weight, body: { linearDamping: 1 } });
    assert.deepEqual([rope.bodies.length, rope.joints.length], [12, 13]);
    run(world, 20);
    const [end] = rope.joints.slice(-1);
    near(Math.hypot(...end.anchorA), 3, 0.03);
    near(end.anchorA[0], 0, 0.1);
    assert.ok(rope.joints.every((joint) => joint.linearSeparation < 0.005));
    world.destroy();
});

test('a rope longer than the distance of its ends hangs at rest along gravity', () => {
    for (const [gravity, to, length]
        of /** @type {[[number, number], [number, number], number][]} */ ([
            [[0, -10], [4, 0], 6],
            [[0, -10], [-3, 2], 9],
            [[0, 10], [4, 1], 4.2],
            [[7, 0], [1, 4], 7],
            [[0, 0], [4, 0], 6],
            [[0, -10], [0, -2], 5],
            [[0, -10], [4, 0], 4 * (1 + 1e-9)],
        ]))
    {
        const world = new World({ gravity, layers: { rope: {} } });
        const wall = world.createBody({ type: 'static' });
        const rope = createRope(world, { from: [0, 0], to, length, links: 24, bodyA: wall,
            bodyB: wall, collider: { layer: 'rope' } });
        const anchors = rope.joints.map(({ anchorA }) => anchorA);
        const row = [[0, 0], ...anchors.slice(0, 23), to];
        // Ends above each other: its lowest link must lie across, which the others make up for.
        const within = to[0] === 0 ? 0.01 : 1e-4 * length;
        row.slice(1).forEach(([x, y], i) =>
            near(Math.hypot(x - row[i][0], y - row[i][1]), length / 24, within)
        );
        const places = rope.bodies.map(({ x, y }) => [x, y]);
        run(world, 3);
        rope.bodies.forEach(({ x, y }, i) => {
            near(x, places[i][0], 0.02);
            near(y, places[i][1], 0.02);
        });
        const [gx, gy] = gravity[0] === 0 && gravity[1] === 0 ? [0, -1] : gravity;
        const lowest = Math.max(...places.map(([x, y]) => x * gx + y * gy));
        assert.ok(length < 4.1 || lowest > Math.max(0, to[0] * gx + to[1] * gy));
        world.destroy();
    }
});

test('a bridge carries what is put on it', () => {
    const world = new World();
    const bridge = createBridge(world, { from: [-5, 0], to: [5, 0], planks: 20,
        collider: { density: 2 } });
    assert.deepEqual([bridge.planks.length, bridge.bodies.length, bridge.joints.length], [20, 21,
        21]);
    near(Math.min(...bridge.planks.map(({ y }) => y)), -0.5, 0.05);
    const crates = [-3, -1, 1, 3].map((x) =>
        world.createBody({ position: [x, 2],
            collider: { shape: 'box', width: 0.8, height: 0.8, density: 4 } })
    );
    run(world, 8);
    for (const crate of crates) assert.ok(crate.y > -2, `a crate at ${crate.y}`);
    assert.ok(bridge.joints.every((joint) => joint.linearSeparation < 0.01));
    world.destroy();
});

test('a car stands on its springs, and drives', () => {
    const { world } = worldWithFloor({ sleep: false });
    const car = createCar(world, { position: [-15, 1] });
    assert.deepEqual([car.bodies.length, car.joints.length], [3, 2]);
    assert.deepEqual(car.wheels, car.bodies.slice(1));
    run(world, 2);
    for (const wheel of car.wheels) near(wheel.y, 0.4, 0.01);
    near(car.chassis.y, 0.65, 0.08);
    near(car.chassis.angle, 0, 0.02);
    const { x } = car.chassis;
    for (const joint of car.joints) joint.setMotor(-10, 20);
    run(world, 3);
    assert.ok(car.chassis.x > x + 5, `it drove ${car.chassis.x - x} m`);
    for (const wheel of car.wheels) near(wheel.angularVelocity, -10, 0.5);
    near(car.chassis.vx, 4, 0.2);
    world.destroy();
});

test('ragdolls fall within the limits of their joints, and come to rest; they meet each other, not themselves', () => {
    const { world } = worldWithFloor();
    const dolls = [createRagdoll(world, { position: [0, 0.5] }),
        createRagdoll(world, { position: [0.1, 3], facesLeft: true })];
    for (const { bodies, joints, bones } of dolls) {
        assert.deepEqual([bodies.length, joints.length, Object.keys(bones).length], [11, 10, 11]);
        assert.equal(new Set(bodies.map((bone) => bone.colliders[0].group)).size, 1);
    }
    assert.notEqual(dolls[0].bodies[0].colliders[0].group, dolls[1].bodies[0].colliders[0].group);
    let touched = false;
    for (let i = 0; i < 900; ++i) {
        world.step();
        const own = (/** @type {any} */ body) =>
            dolls.findIndex(({ bodies }) => bodies.includes(body));
        for (const { bodyA, bodyB } of world.events.contactBegin) {
            if (own(bodyA) < 0 || own(bodyB) < 0) continue;
            assert.notEqual(own(bodyA), own(bodyB));
            touched = true;
        }
    }
    assert.ok(touched);
    for (const { bodies, joints, bones } of dolls) {
        assert.ok(bodies.every(({ awake }) => !awake), 'at rest');
        assert.ok(bones.head.y < 1.2, `its head is at ${bones.head.y}`);
        for (const joint of joints) {
            const { lower, upper } = /** @type {{ lower: number, upper: number }} */ (joint.limit);
            assert.ok(joint.angle > lower - 0.02 && joint.angle < upper + 0.02,
                `${joint.angle} of ${lower} to ${upper}`);
        }
    }
    world.destroy();
});

test('a limp ragdoll has no springs, and a group that is given is kept', () => {
    const world = new World();
    const doll = createRagdoll(world, { position: [0, 0], hertz: 0, height: 1,
        collider: { group: -7, density: 3 } });
    assert.ok(doll.joints.every(({ spring }) => spring === null));
    assert.ok(
        doll.bodies.every(({ colliders: [{ group, density }] }) => group === -7 && density === 3),
    );
    near(doll.bones.head.y, 0.935, 1e-5);
    world.destroy();
});

test('a blob is soft, and round again', () => {
    const { world } = worldWithFloor({ sleep: false });
    const blob = createBlob(world, { position: [0, 4] });
    assert.deepEqual([blob.bodies.length, blob.joints.length, blob.skin.length], [17, 32, 16]);
    const size = () =>
        ['x', 'y'].map((axis) => {
            const all = blob.bodies.map((body) => /** @type {any} */ (body)[axis]);
            return Math.max(...all) - Math.min(...all);
        });
    const [, before] = size();
    let least = before;
    for (let i = 0; i < 240; ++i) {
        world.step();
        least = Math.min(least, size()[1]);
    }
    const [width, height] = size();
    assert.ok(least < 0.9 * before, `it was ${least} m high at least, of ${before}`);
    assert.ok(height > 0.85 * before && width < 1.2 * before, `${width} by ${height} m`);
    assert.ok(blob.joints.every((joint) => joint.linearSeparation < 0.01));
    near(blob.core.y, height / 2, 0.15);
    world.destroy();
});

test('the same is built in a worker', async () => {
    const there = await createWorkerWorld();
    const here = new World();
    for (const world of [there, here]) buildAll(world);
    assert.equal(there.joints.length, here.joints.length);
    for (let i = 0; i < 120; ++i) {
        void there.step();
        here.step();
    }
    assert.equal(await there.hash(), here.hash());
    there.destroy();
    here.destroy();
});

test('bad options are refused by name, and nothing is built', () => {
    const world = new World();
    const ends = { from: [0, 0], to: [4, 0] };
    /** @type {[(world: any, options: any) => unknown, any, any, string][]} */
    const cases = [
        [createRope, undefined, TypeError, 'createRope: options must be an object'],
        [createRope, { from: [0, 0] }, TypeError, 'createRope: to must be'],
        [createRope, { from: [1, 1], to: [1, 1] }, RangeError, 'createRope: to must be at least'],
        [createRope, { ...ends, links: 1.5 }, RangeError,
            'createRope: links must be an integer from 1 to 10000, got 1.5'],
        [createRope, { ...ends, width: 0 }, RangeError, 'createRope: width must be'],
        [createRope, { ...ends, length: 3 }, RangeError,
            'createRope: length must be between 4 and'],
        [createRope, { ...ends, sag: 3 }, TypeError, 'createRope: options has no option "sag"'],
        [createRope, { ...ends, bodyA: {} }, TypeError, 'World.createJoint: bodyA must be'],
        [createRope, { ...ends, collider: { layer: 'none' } }, RangeError,
            'World.createBody: collider.layer'],
        [createBridge, { ...ends, sag: -1 }, RangeError, 'createBridge: sag must be'],
        [createBridge, { ...ends, planks: 1 }, RangeError,
            'createBridge: planks must be an integer from 2'],
        [createBridge, { ...ends, bodyB: 5 }, TypeError, 'World.createJoint: bodyB must be'],
        [createCar, {}, TypeError, 'createCar: position must be'],
        [createCar, { position: [0, 0], travel: NaN }, RangeError,
            'createCar: travel must be a finite number'],
        [createCar, { position: [0, 0], wheel: { friction: -1 } }, RangeError,
            'World.createBody: collider.friction must be'],
        [createRagdoll, { position: [0, 0], facesLeft: 1 }, TypeError,
            'createRagdoll: facesLeft must be true or false, got 1'],
        [createRagdoll, { position: [0, 0], hertz: -1 }, RangeError,
            'createRagdoll: hertz must be'],
        [createBlob, { position: [0, 0], parts: 4 }, RangeError,
            'createBlob: parts must be an integer from 5'],
        [createBlob, { position: [0, 0], hertz: 0 }, RangeError, 'createBlob: hertz must be'],
    ];
    for (const [build, options, kind, message] of cases) {
        refuses(() => build(world, options), kind, message);
        assert.deepEqual([world.counters.bodies, world.joints.length], [0, 0], message);
    }
    world.destroy();
});
