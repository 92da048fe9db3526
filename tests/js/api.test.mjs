// Bodies, colliders and counters through the public interface, held against what physics
// says they must give.
import assert from 'node:assert/strict';
import test from 'node:test';
import { World } from '../../js/index.js';
import { Replay, startRecording, stopRecording } from '../../js/recording.js';
import { near, refuses, run, worldWithFloor } from './helpers.mjs';

const circle = /** @type {const} */ ({ shape: 'circle', radius: 0.5 });

/**
 * An empty place without gravity, and a body of 1 kg in it. @param
 * {import('../../js/index.js').BodyOptions} [options]
 */
function floating(options) {
    const world = new World({ gravity: [0, 0], sleep: false });
    const body = world.createBody({ collider: { ...circle, density: 4 / Math.PI }, ...options });
    return { world, body };
}

test('a falling body follows g t² / 2', () => {
    const world = new World({ gravity: { x: 0, y: -10 } });
    const body = world.createBody({
        position: { x: 1, y: 100 },
        velocity: new Float32Array([2, 0]),
        collider: circle,
    });
    run(world, 1);
    near(body.y, 95, 0.1);
    near(body.x, 3, 1e-3);
    near(body.vy, -10, 1e-3);
    near(world.time, 1, 1e-9);
    assert.equal(world.stepCount, 60);
    world.destroy();
});

test('gravity can be read and set, and a scale per body', () => {
    const world = new World();
    assert.deepEqual(world.gravity, [0, -10]);
    world.gravity[0] = 5;
    assert.deepEqual(world.gravity, [0, -10], 'reading gives a copy');
    const [half, up] = [0.5, -1].map((gravityScale, i) =>
        world.createBody({ position: [9 * i, 0], gravityScale, collider: circle })
    );
    world.gravity = [1, -4];
    run(world, 1);
    near(half.vy, -2, 1e-3);
    near(up.vy, 4, 1e-3);
    near(half.vx, 0.5, 1e-3);
    up.gravityScale = 0;
    run(world, 1);
    near(up.vy, 4, 1e-3);
    world.destroy();
});

test('mass and inertia follow from shapes, and can be replaced', () => {
    const world = new World();
    const disc = world.createBody({ collider: { shape: 'circle', radius: 2, density: 3 } });
    near(disc.mass, 12 * Math.PI, 1e-3);
    near(disc.inertia, 12 * Math.PI * 2, 1e-2);
    const box = world.createBody({
        position: [10, 0],
        collider: { shape: 'box', width: 2, height: 4, density: 0.5 },
    });
    near(box.mass, 4, 1e-5);
    near(box.inertia, (4 * (4 + 16)) / 12, 1e-4);
    const second = box.createCollider({
        shape: 'box',
        width: 2,
        height: 4,
        density: 0.5,
        center: [4, 0],
    });
    near(box.mass, 8, 1e-5);
    near(box.center[0], 12, 1e-5);
    second.density = 1;
    near(box.mass, 12, 1e-5);
    second.setShape({ shape: 'box', width: 1, height: 4 });
    near(box.mass, 8, 1e-5);
    second.destroy();
    near(box.mass, 4, 1e-5);
    box.setMass({ mass: 8 });
    near(box.mass, 8, 1e-6);
    near(box.inertia, (8 * 20) / 12, 1e-4, 'inertia keeps its ratio');
    box.setMass({ mass: 2, inertia: 7, center: [1, 0] });
    assert.deepEqual([box.mass, box.inertia], [2, 7]);
    near(box.center[0], 11, 1e-5);
    box.resetMass();
    near(box.mass, 4, 1e-5);
    assert.equal(world.createBody({ type: 'static', collider: circle }).mass, 0);
    world.destroy();
});

test('a mass may be set whatever the type, what is left out as the colliders give it, and counts once dynamic', () => {
    const world = new World({ gravity: [0, 0] });
    const collider =
        /** @type {const} */ ({ shape: 'box', width: 2, height: 4, density: 0.5, center: [1, 0] });
    const [dynamic, carried, wall] = /** @type {const} */ (['dynamic', 'kinematic', 'static']).map((
        type,
    ) => world.createBody({ type, collider }));
    carried.setVelocity(1, 0);
    carried.angularVelocity = 2;
    for (const body of [dynamic, carried, wall]) body.setMass({ mass: 8 });
    for (const body of [carried, wall]) {
        assert.deepEqual([body.mass, body.inertia, ...body.center], [dynamic.mass, dynamic.inertia,
            ...dynamic.center]);
        body.setMass({ mass: 4 });
        assert.deepEqual([body.mass, body.inertia, ...body.center], [4, dynamic.inertia / 2,
            ...dynamic.center]);
    }
    assert.deepEqual(carried.velocity, [1, 0], 'that of its origin, about which it turns on');
    assert.deepEqual(carried.velocityAt(carried.x, carried.y), [1, 0]);
    world.step(0.1);
    near(carried.x, 0.1, 1e-6);
    near(carried.y, 0, 1e-6);
    const [x, y] = carried.position;
    for (const body of [carried, wall]) {
        body.type = 'dynamic';
        body.type = 'static';
        body.type = 'dynamic';
        assert.deepEqual([body.mass, body.inertia], [4, dynamic.inertia / 2]);
        const [cx, cy] = body.center;
        near(Math.hypot(cx - body.x, cy - body.y), 1, 1e-6);
    }
    assert.deepEqual(carried.position, [x, y]);
    const lift = world.createBody({ type: 'kinematic', angularVelocity: 2, collider });
    lift.setMass({ mass: 3, center: [0, 1] });
    lift.type = 'dynamic';
    near(lift.velocityAt(0, 0)[0], 0, 1e-6, 'the motion is the same');
    assert.deepEqual(lift.velocity.map((each) => Math.round(each * 1e6) / 1e6), [-2, 0]);
    lift.type = 'kinematic';
    lift.resetMass();
    assert.deepEqual([lift.mass, lift.inertia, ...lift.center], [0, 0, lift.x, lift.y]);
    refuses(() => wall.setMass({ mass: 0 }), RangeError, 'Body.setMass: mass.mass must be');
    world.destroy();
});

test('a set mass of a kinematic body goes along in snapshots and recordings', () => {
    const world = new World({ gravity: [0, 0] });
    startRecording(world);
    const body = world.createBody({ type: 'kinematic',
        collider: { shape: 'circle', radius: 0.5 } });
    body.setMass({ mass: 5, inertia: 2, center: [0.1, -0.2] });
    const numbers = () =>
        [...world.bodies].map(({ mass, inertia, center }) => [mass, inertia, ...center]);
    const set = numbers();
    world.step();
    const saved = world.snapshot();
    body.resetMass();
    assert.notDeepEqual(numbers(), set);
    world.restore(saved);
    assert.deepEqual(numbers(), set);
    const copy = World.fromSnapshot(saved);
    assert.deepEqual([...copy.bodies].map(({ mass }) => mass), [5]);
    copy.destroy();
    body.type = 'dynamic';
    body.applyImpulse(10, 0);
    for (let i = 0; i < 20; ++i) world.step();
    const replay = Replay.open(stopRecording(world));
    replay.seek(replay.steps);
    assert.equal(replay.verify(), null);
    assert.equal(replay.world.hash(), world.hash());
    assert.deepEqual([...replay.world.bodies].map(({ mass, vx }) => [mass, vx]), [[5, 2]]);
    replay.destroy();
    world.destroy();
});

test('forces, impulses and torques act as Newton says', () => {
    const { world, body } = floating();
    near(body.mass, 1, 1e-5);
    const { inertia } = body;
    body.applyForce(60, 0);
    world.step();
    near(body.vx, 1, 1e-4);
    world.step();
    near(body.vx, 1, 1e-4, 'for one step');
    body.applyImpulse(0, 2);
    near(body.vy, 2, 1e-5, 'at once');
    body.applyTorque(60 * inertia);
    world.step();
    near(body.angularVelocity, 1, 1e-3);
    body.applyAngularImpulse(-inertia);
    near(body.angularVelocity, 0, 1e-3);
    body.setVelocity(0, 0);
    body.setTransform(0, 0, 0);
    body.applyImpulse(0, 1, 0.5, 0);
    near(body.vy, 1, 1e-5);
    near(body.angularVelocity, 0.5 / inertia, 1e-3, 'r × J / I');
    body.setVelocity(0, 0);
    body.angularVelocity = 0;
    body.applyForce(60, 0, 0, 0.25);
    world.step();
    near(body.vx, 1, 1e-4);
    near(body.angularVelocity, -0.25 / inertia, 1e-2);
    world.destroy();
});

test('damping slows, linear and angular apart', () => {
    const { world, body } = floating({ velocity: [10, 0], angularVelocity: 10, linearDamping: 1 });
    run(world, 1);
    near(body.vx, 10 * Math.exp(-1), 0.05);
    near(body.angularVelocity, 10, 1e-3);
    body.setDamping(0, 2);
    const { vx } = body;
    run(world, 1);
    near(body.vx, vx, 1e-3);
    near(body.angularVelocity, 10 * Math.exp(-2), 0.06);
    world.destroy();
});

test('locks keep single axes', () => {
    const { world, body } = floating({ lockX: true, velocity: [0, 0] });
    body.applyImpulse(3, 4, 0, 0.4);
    run(world, 0.5);
    near(body.x, 0, 1e-6);
    near(body.y, 2, 1e-3);
    assert.ok(Math.abs(body.angularVelocity) > 1);
    assert.deepEqual([body.lockX, body.lockY, body.lockRotation], [true, false, false]);
    body.setLocks({ x: false, rotation: true });
    assert.deepEqual([body.lockX, body.lockY, body.lockRotation], [false, false, true]);
    body.setLocks({ y: true });
    assert.deepEqual([body.lockX, body.lockY, body.lockRotation], [false, true, true]);
    const { y } = body;
    body.applyImpulse(3, 4, 0, 0.4);
    run(world, 0.5);
    assert.ok(body.x > 1);
    near(body.y, y, 1e-6);
    near(body.angularVelocity, 0, 1e-6);
    world.destroy();
});

test('types: static stands, kinematic moves and is not moved, dynamic is pushed', () => {
    const world = new World({ gravity: [0, 0] });
    const pusher = world.createBody({
        type: 'kinematic',
        position: [-3, 0],
        velocity: [2, 0],
        collider: circle,
    });
    const pushed = world.createBody({ collider: circle });
    const post = world.createBody({ type: 'static', position: [0, 5], collider: circle });
    run(world, 2);
    near(pusher.x, 1, 1e-4);
    assert.ok(pushed.x > 1.9, `pushed to ${pushed.x}`);
    assert.deepEqual([post.x, post.y], [0, 5]);
    assert.deepEqual([pusher.type, pushed.type, post.type], ['kinematic', 'dynamic', 'static']);
    post.type = 'dynamic';
    assert.equal(post.type, 'dynamic');
    assert.ok(post.mass > 0);
    post.setVelocity(1, 0);
    run(world, 1);
    near(post.x, 1, 1e-3);
    world.destroy();
});

test('a disabled body meets nothing and stays; enabled again it goes on', () => {
    const { world } = worldWithFloor();
    const body = world.createBody({ position: [0, 5], enabled: false, collider: circle });
    const faller = world.createBody({ position: [0, 8], collider: circle });
    run(world, 2);
    assert.equal(body.enabled, false);
    assert.equal(body.y, 5);
    assert.ok(faller.y < 1, 'it fell through the disabled one');
    body.enabled = true;
    run(world, 2);
    assert.ok(body.y < 3);
    world.destroy();
});

test('sleep: what rests sleeps, a call wakes it, canSleep false never does', () => {
    const { world } = worldWithFloor();
    const [a, b] = [0, 5].map((x) =>
        world.createBody({
            position: [x, 0.5],
            canSleep: x === 0,
            collider: { shape: 'box', width: 1, height: 1 },
        })
    );
    run(world, 3);
    assert.deepEqual([a.awake, b.awake, a.canSleep, b.canSleep], [false, true, true, false]);
    a.setVelocity(0, 0);
    assert.equal(a.awake, false, 'a zero velocity does not wake');
    a.wake();
    assert.equal(a.awake, true);
    a.sleep();
    assert.equal(a.awake, false);
    b.canSleep = true;
    run(world, 3);
    assert.equal(b.awake, false);
    assert.equal(world.counters.awakeBodies, 0);
    world.sleep = false;
    run(world, 1);
    assert.equal(world.sleep, false);
    assert.equal(a.awake, true);
    world.destroy();
});

test('setTransform keeps the angle if none is given', () => {
    const { world, body } = floating({ angle: 0.7 });
    body.setTransform(3, 4);
    assert.deepEqual([body.x, body.y], [3, 4]);
    near(body.angle, 0.7, 1e-5);
    body.setTransform(3, 4, -2);
    near(body.angle, -2, 1e-5);
    world.destroy();
});

test('every shape rests on a floor at its own height', () => {
    const { world } = worldWithFloor({ sleep: false });
    const cases = /** @type {[import('../../js/index.js').ColliderOptions, number][]} */ ([
        [{ shape: 'circle', radius: 0.5 }, 0.5],
        [{ shape: 'box', width: 1, height: 0.6 }, 0.3],
        [{ shape: 'box', halfWidth: 0.5, halfHeight: 0.3, radius: 0.1 }, 0.4],
        [{ shape: 'box', width: 1, height: 0.6, center: [0, 1] }, -0.7],
        [{ shape: 'box', width: 0.6, height: 1, angle: Math.PI / 2 }, 0.3],
        [{ shape: 'capsule', length: 1, radius: 0.25, angle: Math.PI / 2 }, 0.25],
        [{ shape: 'capsule', a: [-0.5, 0], b: [0.5, 0], radius: 0.25 }, 0.25],
        [
            {
                shape: 'polygon',
                points: [
                    [-0.5, -0.2],
                    [0.5, -0.2],
                    [0, 0.4],
                ],
            },
            0.2,
        ],
        [
            {
                shape: 'polygon',
                points: new Float32Array([-0.5, 0.4, 0.5, 0.4, 0.5, -0.2, -0.5, -0.2]),
                radius: 0.05,
            },
            0.25,
        ],
    ]);
    const bodies = cases.map(([collider, height], i) =>
        world.createBody({
            position: [4 * i - 16, height + 0.01],
            collider: { friction: 0.9, ...collider },
        })
    );
    run(world, 2);
    bodies.forEach((body, i) => near(body.y, cases[i][1], 0.02, JSON.stringify(cases[i][0])));
    world.destroy();
});

test('a shape describes itself so that it can be made again', () => {
    const world = new World();
    const shapes = /** @type {import('../../js/index.js').ShapeOptions[]} */ ([
        { shape: 'circle', radius: 0.5, center: [1, 2] },
        { shape: 'capsule', radius: 0.25, a: [-1, 0], b: [1, 0.5] },
        {
            shape: 'polygon',
            points: [
                [0, 0],
                [1, 0],
                [0, 1],
            ],
            radius: 0,
        },
    ]);
    for (const shape of shapes) {
        const [collider] = world.createBody({ collider: shape }).colliders;
        assert.deepEqual(collider.shape, shape);
        const [again] = world.createBody({
            collider: /** @type {any} */ (collider.shape),
        }).colliders;
        assert.deepEqual(again.shape, shape);
    }
    const upright = world.createBody({
        collider: { shape: 'capsule', length: 2, radius: 0.5, center: [1, 1] },
    }).colliders[0];
    assert.deepEqual(upright.shape, { shape: 'capsule', radius: 0.5, a: [1, 0], b: [1, 2] });
    const box = world.createBody({ collider: { shape: 'box', width: 2, height: 4 } }).colliders[0]
        .shape;
    assert.equal(box.shape, 'polygon');
    assert.deepEqual(
        new Set(/** @type {any} */ (box).points.map(String)),
        new Set(['-1,-2', '1,-2', '1,2', '-1,2']),
    );
    world.destroy();
});

test('collider properties can be read and set; bounds and points follow the body', () => {
    const world = new World({ layers: { x: {} } });
    const body = world.createBody({
        position: [10, 0],
        collider: { shape: 'box', width: 2, height: 1 },
    });
    const [collider] = body.colliders;
    near(collider.friction, 0.6, 1e-6);
    assert.deepEqual(
        [collider.restitution, collider.density, collider.group, collider.trigger],
        [0, 1, 0, false],
    );
    for (const [key, value] of /** @type {const} */ ([
        ['friction', 0.25],
        ['restitution', 0.5],
        ['rollingResistance', 0.125],
        ['tangentSpeed', -2],
        ['frictionCombine', 'min'],
        ['restitutionCombine', 'multiply'],
        ['density', 3],
        ['group', -70_000_000],
        ['trigger', true],
        ['layer', 'x'],
    ])) {
        /** @type {any} */ (collider)[key] = value;
        assert.equal(collider[key], value, key);
    }
    assert.equal(collider.body, body);
    const bounds = collider.aabb();
    near(bounds.minX, 9, 1e-5);
    near(bounds.maxY, 0.5, 1e-5);
    assert.equal(collider.contains(10.9, 0.4), true);
    assert.equal(collider.contains(10.9, 0.6), false);
    body.setTransform(0, 0, Math.PI / 2);
    near(collider.aabb().maxY, 1, 1e-5);
    assert.equal(collider.contains(0.4, 0.9), true);
    world.destroy();
});

test('friction holds a box on a slope below its angle and lets it slide above', () => {
    for (const [friction, slides] of /** @type {const} */ ([
        [0.5, false],
        [0.3, true],
    ])) {
        const angle = Math.atan(0.4);
        const world = new World({ sleep: false });
        world.createBody({
            type: 'static',
            angle,
            collider: { shape: 'box', width: 60, height: 1, friction },
        });
        const body = world.createBody({
            position: [-Math.sin(angle), Math.cos(angle)],
            angle,
            collider: { shape: 'box', width: 1, height: 1, friction },
        });
        run(world, 0.5);
        const from = [body.x, body.y];
        run(world, 1.5);
        const moved = Math.hypot(body.x - from[0], body.y - from[1]);
        assert.equal(moved > 0.5, slides, `friction ${friction} moved ${moved}`);
        assert.equal(moved < 0.01, !slides, `friction ${friction} moved ${moved}`);
        world.destroy();
    }
});

test('a conveyor carries', () => {
    const world = new World();
    world.createBody({
        type: 'static',
        position: [0, -0.5],
        collider: { shape: 'box', width: 60, height: 1, tangentSpeed: 2 },
    });
    const body = world.createBody({
        position: [0, 0.25],
        collider: { shape: 'box', width: 1, height: 0.5 },
    });
    run(world, 2);
    near(Math.abs(body.vx), 2, 0.05);
    world.destroy();
});

test('user data: anything, on bodies and colliders', () => {
    const world = new World();
    const tag = { name: 'hero' };
    const body = world.createBody({
        userData: tag,
        colliders: [{ ...circle, userData: 7 }, circle],
    });
    assert.equal(body.userData, tag);
    assert.deepEqual(
        body.colliders.map(({ userData }) => userData),
        [7, undefined],
    );
    body.userData = 'else';
    assert.equal(world.bodyAt(body.index)?.userData, 'else');
    assert.equal(body.createCollider({ ...circle, userData: null }).userData, null);
    assert.equal(body.world, world);
    world.destroy();
});

test('the same object each time: bodyAt, colliders, queries, events', () => {
    const { world, floor } = worldWithFloor();
    const body = world.createBody({ position: [0, 0.45], collider: circle });
    assert.equal(world.bodyAt(body.index), body);
    assert.equal(world.bodyAt(1000), undefined);
    assert.equal(body.colliders[0], body.colliders[0]);
    assert.deepEqual(world.overlapPoint(0, 0.5), body.colliders);
    world.step();
    const event = world.events.contactBegin.at(0);
    assert.deepEqual(new Set([event?.bodyA, event?.bodyB]), new Set([body, floor]));
    world.destroy();
});

test('many colliders on one body, and many bodies at once', () => {
    const world = new World();
    const colliders = Array.from({ length: 300 }, (_, i) => ({
        ...circle,
        center: /** @type {[number, number]} */ ([i, 0]),
    }));
    const body = world.createBody({ type: 'static', colliders });
    assert.equal(body.colliders.length, 300);
    near(body.colliders[299].aabb().minX, 298.5, 1e-4);
    const slots = world.createBodies(5000, {
        positions: new Float64Array(10_000).map((_, i) => (i % 2 ? 10 : 2 * i)),
        type: 'dynamic',
        linearDamping: 0.5,
        collider: { shape: 'box', width: 1, height: 1 },
    });
    assert.equal(slots.length, 5000);
    assert.equal(new Set(slots).size, 5000);
    assert.equal(world.counters.bodies, 5001);
    assert.equal(world.bodyAt(slots[4999])?.x, 4 * 4999);
    world.destroySlots(slots.subarray(0, 2500));
    assert.equal(world.counters.bodies, 2501);
    assert.equal(world.createBodies(0, { positions: [] }).length, 0);
    world.destroy();
});

test('circles of several radii in one call, in the order in which they were asked for', () => {
    const world = new World();
    const count = 60, radii = Array.from({ length: count }, (_, i) => 0.1 + (i % 4) / 8);
    const slots = world.createBodies(count, { radii, friction: 0.3, type: 'dynamic',
        positions: Float32Array.from({ length: 2 * count }, (_, i) => (i % 2 ? 5 : i)),
        angles: radii.map((_, i) => i / 100), velocities: new Float32Array(2 * count).fill(2) });
    slots.forEach((slot, i) => {
        const body = /** @type {any} */ (world.bodyAt(slot)), [collider] = body.colliders;
        near(collider.shape.radius, radii[i], 1e-6);
        near(body.angle, i / 100, 1e-6);
        assert.deepEqual([body.x, body.vx, collider.friction], [2 * i, 2, Math.fround(0.3)]);
    });
    assert.equal(world.createBodies(0, { positions: [], radii: [] }).length, 0);
    const tight = new World({ maxBytes: 60_000 });
    refuses(
        () =>
            tight.createBodies(2000, { positions: new Float32Array(4000),
                radii: Float32Array.from({ length: 2000 }, (_, i) => 1 + (i % 2)) }),
        'NO_MEMORY',
    );
    assert.equal(tight.counters.bodies, 0, 'all or none');
    tight.destroy();
    world.destroy();
});

test('counters and bytes', () => {
    const { world } = worldWithFloor();
    const before = world.bytes;
    for (let i = 0; i < 200; ++i)
        world.createBody({
            position: [0.2 * i - 20, 0.1],
            collider: { shape: 'circle', radius: 0.09 },
        });
    run(world, 0.5);
    const { counters } = world;
    assert.equal(counters.bodies, 201);
    assert.equal(counters.colliders, 201);
    assert.equal(counters.steps, 30);
    assert.ok(counters.touchingContacts >= 190 && counters.contacts >= counters.touchingContacts);
    assert.ok(counters.contacts < 2000, 'pairs grow with neighbours, not with N²');
    assert.ok(world.bytes > before);
    world.destroy();
});

test('profile: null until asked for, then milliseconds by phase', () => {
    const { world } = worldWithFloor();
    assert.equal(world.profile, null);
    world.profiling = true;
    world.createBodies(300, {
        positions: new Float32Array(600).map((_, i) => (i % 2 ? i / 30 : (i % 30) / 2)),
        shape: circle,
    });
    run(world, 0.2);
    const profile = /** @type {any} */ (world.profile);
    assert.deepEqual(Object.keys(profile), [
        'step',
        'broadPhase',
        'narrowPhase',
        'islands',
        'prepare',
        'solve',
        'store',
        'finish',
    ]);
    const { step, ...phases } = profile;
    assert.ok(step > 0 && step < 1000);
    const sum = Object.values(phases).reduce((total, time) => total + time, 0);
    assert.ok(sum > 0 && sum <= step * 1.01 + 0.01, `${sum} of ${step}`);
    world.profiling = false;
    world.step();
    assert.equal(world.profile, null);
    world.destroy();
});

test('any order of destruction', () => {
    const orders = [
        ['collider', 'body', 'world'],
        ['body', 'world'],
        ['world'],
        ['other', 'collider', 'world'],
        ['body', 'other', 'world'],
    ];
    for (const order of orders) {
        const { world, floor } = worldWithFloor();
        const body = world.createBody({ position: [0, 0.45], collider: circle });
        const other = world.createBody({ position: [0.3, 1.2], collider: circle });
        const things = { world, body, other, collider: body.colliders[0] };
        world.step();
        for (const name of order) {
            things[/** @type {keyof typeof things} */ (name)].destroy();
            if (!world.destroyed) run(world, 0.1);
        }
        assert.equal(floor.alive, false);
        assert.deepEqual([body.alive, other.alive, things.collider.alive], [false, false, false]);
    }
});

test('a destroyed world gives its memory back', () => {
    const cycle = () => {
        const world = new World({ bodyCapacity: 1000 });
        world.createBodies(1000, {
            positions: new Float32Array(2000).map((_, i) => i),
            shape: circle,
        });
        world.step();
        const { buffer } = world.transforms;
        world.destroy();
        return buffer.byteLength;
    };
    for (let i = 0; i < 5; ++i) cycle();
    const size = cycle();
    for (let i = 0; i < 100; ++i) assert.equal(cycle(), size);
});
