// toScene(world) and fromScene(): what a game can make of a world comes back from JSON, to the bit
// where it was made freshly; bad scenes are refused with the part named, and leave nothing behind. The schema
// is tested in scene-schema.test.mjs.
import assert from 'node:assert/strict';
import test from 'node:test';
import { FIELD_KEYS } from '../../js/options/fields.js';
import { JOINT_TYPES } from '../../js/options/joints.js';
import { BODY_KEYS, SURFACE_KEYS } from '../../js/options/options.js';
import { SHAPE_KEYS } from '../../js/options/shapes.js';
import { Clock, TILE, World } from '../../js/index.js';
import { fromScene, toScene } from '../../js/scene.js';
import { refuses } from './helpers.mjs';
import { MOVER_SAMPLE, BODY_SAMPLES, DISC, FIELD_SAMPLES, JOINTED, JOINT_SAMPLES, SHAPE_SAMPLES,
    SURFACE_SAMPLES, WORLD_KEYS, WORLD_SAMPLES, everything, generator,
    missing } from './scene-samples.mjs';

/** @typedef {import('./scene-samples.mjs').Options} Options */

/** A scene through JSON, and what its world gives again. @param {World<any>} world */
function roundTrip(world) {
    const text = JSON.stringify(toScene(world));
    const again = fromScene(JSON.parse(text));
    assert.equal(JSON.stringify(toScene(again)), text);
    return { scene: JSON.parse(text), again };
}

/** The scene of a world that has this, which is then gone. @param {Options} options @param {(world: World<any>) => void} [make] @returns {any} */
function sceneOf(options, make = () => {}) {
    const world = new World(options);
    make(world);
    const { scene, again } = roundTrip(world);
    world.destroy();
    again.destroy();
    return scene;
}

/** Both worlds step alike. @param {World<any>} world @param {World<any>} again @param {number} [steps] */
function goesOn(world, again, steps = 100) {
    for (let i = 0; i < steps; ++i) {
        assert.equal(again.hash(), world.hash(), `step ${i}`);
        world.step();
        again.step();
    }
    assert.equal(again.hash(), world.hash());
    world.destroy();
    again.destroy();
}

test('an empty world is a version', () => {
    assert.deepEqual(sceneOf({}), { mica2d: 1 });
});

test('every option of a world is kept', () => {
    assert.deepEqual(missing(WORLD_KEYS, WORLD_SAMPLES), []);
    for (const key of WORLD_KEYS)
        assert.deepEqual(sceneOf({ [key]: WORLD_SAMPLES[key] }), { mica2d: 1,
            world: { [key]: WORLD_SAMPLES[key] } });
    const { maxBytes: _, ...all } = WORLD_SAMPLES;
    assert.deepEqual(sceneOf(all), { mica2d: 1, world: all });
});

test('what was set in a world since it was made is kept, layers too', () => {
    const { world: written } = sceneOf({ layers: { player: ['wall'], wall: {} } }, (world) => {
        world.gravity = [1.5, 0];
        world.sleep = false;
        world.hitSpeed = 0.7;
        world.restitutionThreshold = 0.1;
        world.timeScale = 0.5;
        world.paused = true;
        world.layers.add('late');
        world.layers.set('late', 'player', 'trigger');
        world.layers.set('player', 'wall', 'ignore');
        world.layers.set('default', 'default', 'ignore');
        world.layers.set('default', 'late', 'solid');
    });
    assert.deepEqual(written, {
        gravity: [1.5, 0],
        layers: { default: { default: 'ignore', late: 'solid' }, player: {}, wall: {},
            late: { player: 'trigger' } },
        sleep: false,
        restitutionThreshold: 0.1,
        hitSpeed: 0.7,
        timeScale: 0.5,
        paused: true,
    });
});

test('every option of a body is kept', () => {
    assert.deepEqual(
        missing([...BODY_KEYS].filter((key) => !key.startsWith('collider')), BODY_SAMPLES),
        [],
    );
    for (const [key, value] of Object.entries(BODY_SAMPLES)) {
        const { bodies } = sceneOf({}, (world) => world.createBody({ [key]: value }));
        assert.deepEqual(bodies, [{ [key]: value }]);
    }
});

test('a mass that was set of a body that is not dynamic is kept, and counts once it is', () => {
    const mass = { mass: 3.3, inertia: 0.7, center: /** @type {[number, number]} */ ([0.1, 0]) };
    const { bodies } = sceneOf({}, (world) => {
        world.createBody({ type: 'static', collider: DISC }).setMass(mass);
        world.createBody({ type: 'kinematic', velocity: [1, 0], angularVelocity: 2,
            collider: DISC }).setMass(mass);
    });
    assert.deepEqual(bodies, [
        { type: 'static', mass, colliders: [DISC] },
        { type: 'kinematic', velocity: [1, 0], angularVelocity: 2, mass, colliders: [DISC] },
    ]);
    const world = fromScene({ mica2d: 1,
        bodies: [{ type: 'static', mass: { mass: 8 },
            colliders: [{ ...DISC, center: [1, 0] }] }] });
    const [body] = world.bodies;
    body.type = 'dynamic';
    assert.deepEqual([body.mass, ...body.center], [8, 1, 0]);
    world.destroy();
});

test('what was set in a body since it was made is kept', () => {
    const mass = { mass: 3.3, inertia: 0.7, center: [0.1, 0] };
    const { bodies } = sceneOf({}, (world) => {
        const heavy = world.createBody({ velocity: [1, 0], angularVelocity: 2,
            collider: { ...DISC, center: [1, 0] } });
        heavy.setMass(/** @type {any} */ (mass));
        heavy.setVelocity(1, 0);
        world.createBody({ collider: DISC }).dropThrough = true;
        const moved = world.createBody({ type: 'static', collider: DISC });
        moved.type = 'dynamic';
        moved.setTransform(1, 2, 0.5);
        moved.setLocks({ rotation: true });
        moved.setDamping(0.1, 0.2);
        moved.createCollider({ shape: 'box', width: 1, height: 2 });
        moved.colliders[0].destroy();
        moved.sleep();
    });
    assert.deepEqual(bodies, [
        { velocity: [1, 0], angularVelocity: 2, mass, colliders: [{ ...DISC, center: [1, 0] }] },
        { dropThrough: true, colliders: [DISC] },
        { position: [1, 2], angle: 0.5, linearDamping: 0.1, angularDamping: 0.2, lockRotation: true,
            awake: false, colliders: [{ shape: 'box', width: 1, height: 2 }] },
    ]);
});

test('every option of a mover is kept, and what was set in it since', () => {
    const { velocity, ...settings } = MOVER_SAMPLE;
    const body = { type: 'kinematic', colliders: [DISC] };
    for (const [key, value] of Object.entries(settings)) {
        const { bodies } = sceneOf({}, (world) =>
            world.createMover({ collider: DISC, [key]: value }));
        assert.deepEqual(bodies, [{ ...body, mover: { [key]: value } }]);
    }
    const { bodies } = sceneOf({}, (world) => {
        const mover = world.createMover({ collider: DISC, position: [1, 2], userData: 'hero' });
        Object.assign(mover, settings);
        mover.setVelocity(velocity);
        mover.body.createCollider({ .../** @type {any} */ (DISC), trigger: true });
        world.createMover({ collider: DISC, velocity: [3, 0] });
        world.createMover({ collider: DISC }).destroy();
        world.createMover({ collider: DISC }).collider.trigger = true;
    });
    assert.deepEqual(bodies, [
        { ...body, position: [1, 2], colliders: [DISC, { ...DISC, trigger: true }],
            mover: MOVER_SAMPLE, userData: 'hero' },
        { ...body, velocity: [3, 0], mover: {} },
        body,
        { ...body, colliders: [{ ...DISC, trigger: true }], mover: {} },
    ]);
});

test('a mover of a scene stands, walks and is read as one that was made', () => {
    const world = fromScene({ mica2d: 1, bodies: [
        { type: 'static', collider: { shape: 'box', width: 20, height: 1 } },
        { type: 'kinematic', position: [0, 1.4], velocity: [2, 0],
            collider: { shape: 'capsule', length: 1, radius: 0.4 }, mover: { stepHeight: 0.2 },
            userData: 'hero' },
    ] });
    const [mover] = world.movers;
    for (let i = 0; i < 60; ++i) world.step();
    assert.deepEqual([mover.body.userData, mover.grounded, mover.velocity, mover.stepHeight], [
        'hero',
        true,
        [2, 0],
        Math.fround(0.2),
    ]);
    assert.ok(Math.abs(mover.x - 2) < 0.01, `${mover.x}`);
    const again = fromScene(toScene(world));
    const [copy] = again.movers;
    assert.deepEqual([copy.x, copy.y, copy.velocity], [mover.x, mover.y, mover.velocity]);
    again.step();
    assert.equal(copy.grounded, true);
    again.destroy();
    world.destroy();
});

test('a body that sleeps does so again beside joints, and an overridden mass does not wake it', () => {
    const world = new World();
    const [a, b] = [0, 2].map((x) => world.createBody({ position: [x, 0], collider: DISC }));
    world.createJoint({ type: 'distance', bodyA: a, bodyB: b });
    a.setMass({ mass: 3 });
    a.sleep();
    b.sleep();
    const { again } = roundTrip(world);
    assert.deepEqual([again.bodyAt(0)?.awake, again.bodyAt(1)?.awake, again.bodyAt(0)?.mass], [
        false,
        false,
        3,
    ]);
    world.destroy();
    again.destroy();
});

test('every option of a collider is kept', () => {
    assert.deepEqual(missing(SURFACE_KEYS, SURFACE_SAMPLES), []);
    for (const [key, value] of Object.entries(SURFACE_SAMPLES)) {
        const { bodies } = sceneOf({ layers: WORLD_SAMPLES.layers }, (world) =>
            world.createBody({ collider: { ...DISC, [key]: value } }));
        assert.deepEqual(bodies, [{ colliders: [{ ...DISC, [key]: value }] }], key);
    }
    const userData = { gold: 5 };
    const { bodies } = sceneOf({}, (world) =>
        world.createBody({
            collider: { ...DISC, field: FIELD_SAMPLES[0], trigger: false, userData },
        }));
    assert.deepEqual(bodies[0].colliders, [{ ...DISC, trigger: false, field: FIELD_SAMPLES[0],
        userData }]);
});

test('every shape is kept', () => {
    const shapes = SHAPE_SAMPLES.map(({ given }) => given.shape);
    assert.deepEqual(
        Object.keys(SHAPE_KEYS).filter((shape) => shape !== 'outline' && !shapes.includes(shape)),
        [],
    );
    for (const { given, written = given } of SHAPE_SAMPLES) {
        const { bodies } = sceneOf({ layers: WORLD_SAMPLES.layers }, (world) =>
            world.createBody({ type: 'static', collider: given }));
        assert.deepEqual(bodies[0].colliders, [written]);
    }
    const points = [[0, 0], [2, 0], [2, 0.5], [0.5, 0.5], [0.5, 2], [0, 2]];
    const { bodies: [ell] } = sceneOf({},
        (world) => world.createBody({ collider: { shape: 'outline', points, friction: 0.1 } }));
    assert.deepEqual(ell.colliders.map((/** @type {any} */ each) => [each.shape, each.friction]), [[
        'polygon',
        0.1,
    ], ['polygon', 0.1]]);
});

test('edits of maps and shapes are kept, and cells of very many kinds as numbers', () => {
    const { bodies } = sceneOf({}, (world) => {
        const [map] =
            world.createBody({ type: 'static',
                collider: { shape: 'tiles', cells: ['....', '####'] } }).colliders;
        map.fillTiles(1, 1, 2, 1, TILE.FULL);
        map.setTile(0, 0, TILE.EMPTY);
        const [crate] = world.createBody({ collider: DISC }).colliders;
        crate.setShape({ shape: 'box', width: 0.3, height: 0.4 });
        crate.field = { type: 'speed', maxSpeed: 3 };
        crate.trigger = true;
        crate.oneWay = [0, -2];
        crate.oneWay = false;
        const cells = Array.from({ length: 70 }, (_, i) => i);
        world.createBody({ type: 'static',
            collider: { shape: 'tiles', columns: 35, topDown: true, cells,
                map: Object.fromEntries(cells.map((number) => [number, TILE.FULL])) } });
    });
    assert.deepEqual(bodies[0].colliders[0].cells, ['.##.', '.###']);
    assert.deepEqual(bodies[1].colliders[0], { shape: 'box', width: 0.3, height: 0.4,
        field: { type: 'speed', maxSpeed: 3 } });
    const [many] = bodies[2].colliders;
    assert.deepEqual([many.columns, many.topDown, many.cells], [35, true,
        Array.from({ length: 70 }, (_, i) => i)]);
});

test('every number of every field is kept, and a field that does nothing stays one', () => {
    for (const [type, keys] of Object.entries(FIELD_KEYS)) {
        const sample = /** @type {Options} */ (FIELD_SAMPLES.find((field) => field.type === type));
        assert.deepEqual(missing(keys, sample), []);
        for (const field of [sample, ...keys.map((key) => ({ type, [key]: sample[key] }))]) {
            const given = type === 'gravity' && !('acceleration' in field) && !('strength' in field)
                ? { ...field, strength: 1 }
                : field;
            const wanted = type === 'speed' && !('maxSpeed' in given) && !('drag' in given)
                    && !('angularDrag' in given)
                ? { ...given, drag: 1 }
                : given;
            const { bodies } = sceneOf({}, (world) =>
                world.createBody({ collider: { ...DISC, field: wanted } }));
            assert.deepEqual(bodies[0].colliders, [{ ...DISC, field: wanted }]);
        }
    }
    for (const field of [{ type: 'gravity', strength: 0 }, { type: 'speed', drag: 0 }, {
        type: 'wind',
    }, { type: 'water' }]) {
        const { bodies } = sceneOf({}, (world) =>
            world.createBody({ collider: { ...DISC, field } }));
        assert.deepEqual(bodies[0].colliders[0].field, field);
    }
});

test('every setting of every joint is kept', () => {
    const types = JOINT_SAMPLES.map(({ type }) => type);
    assert.deepEqual(Object.keys(JOINT_TYPES).filter((type) => !types.includes(type)), []);
    for (const sample of JOINT_SAMPLES)
        assert.deepEqual(
            missing(
                Object.keys(JOINT_TYPES[/** @type {'weld'} */ (sample.type)].settings).filter((
                    key,
                ) => key !== 'axis'),
                sample,
            ),
            [],
            sample.type,
        );
    const world = everything();
    const { scene, again } = roundTrip(world);
    assert.deepEqual(scene.joints, JOINT_SAMPLES);
    world.destroy();
    again.destroy();
});

test('of a joint only what differs from its default is written, and what is set later is kept', () => {
    const { joints } = sceneOf({}, (world) => {
        const bodies = Array.from({ length: JOINTED },
            (_, i) => world.createBody({ position: [i, 0], collider: DISC }));
        const [a, b] = bodies;
        const hinge = world.createJoint({ type: 'revolute', bodyA: a, bodyB: b, anchor: [0.5, 0] });
        world.createJoint({ type: 'distance', bodyA: a, bodyB: b, limit: [0, 5],
            spring: { hertz: 2 } });
        world.createJoint({ type: 'target', bodyB: b, anchor: [1, 0] });
        const slider = world.createJoint({ type: 'prismatic', bodyA: b, bodyB: bodies[2],
            anchor: [1, 0], axis: [1, 0] });
        hinge.motor = { speed: 1, maxTorque: 2 };
        hinge.spring = { hertz: 1, maxTorque: 5 };
        hinge.limit = [-1, 1];
        hinge.limit = null;
        hinge.localAnchorA = [0.25, 0.5];
        slider.spring = { hertz: 1, maxForce: 0, minForce: -3 };
        slider.setSpring(2);
        slider.enabled = false;
        slider.breakForce = 7;
        slider.localAxisA = [3, 4];
    });
    assert.deepEqual(joints, [
        { type: 'revolute', bodyA: 0, bodyB: 1, localAnchorA: [0.25, 0.5], localAnchorB: [-0.5, 0],
            referenceAngle: 0, motor: { speed: 1, maxTorque: 2 },
            spring: { hertz: 1, maxTorque: 5 } },
        { type: 'distance', bodyA: 0, bodyB: 1, length: 1, limit: { lower: 0, upper: 5 },
            spring: { hertz: 2 } },
        { type: 'target', bodyB: 1, localAnchorB: [0, 0], target: [1, 0] },
        { type: 'prismatic', bodyA: 1, bodyB: 2, localAnchorA: [0, 0], localAnchorB: [-1, 0],
            referenceAngle: 0, localAxisA: [0.6, 0.8], spring: { hertz: 2 }, breakForce: 7,
            enabled: false },
    ]);
});

test('slots that are free again leave no gap, and a gear stands behind its joints', () => {
    const { bodies, joints, ignoredPairs } = sceneOf({}, (world) => {
        const made = Array.from({ length: 5 },
            (_, i) => world.createBody({ position: [i, 0], collider: DISC }));
        const first = world.createJoint({ type: 'weld', bodyA: made[2], bodyB: made[3],
            anchor: [2, 0] });
        const hinge = world.createJoint({ type: 'revolute', bodyA: made[2], bodyB: made[3],
            anchor: [2, 0] });
        const slider = world.createJoint({ type: 'prismatic', bodyA: made[2], bodyB: made[4],
            anchor: [2, 0], axis: [1, 0] });
        first.destroy();
        world.step();
        world.createJoint({ type: 'gear', jointA: slider, jointB: hinge });
        made[2].ignore(made[4]);
        made[0].ignore(made[1]);
        made[0].destroy();
        world.createBodies(3, { positions: [7, 0, 8, 0, 9, 0], shape: DISC });
    });
    assert.deepEqual(
        joints.map((
            /** @type {any} */ { type, bodyA, bodyB, jointA, jointB },
        ) => [type, bodyA ?? jointA, bodyB ?? jointB]),
        [['revolute', 1, 2], ['prismatic', 1, 3], ['gear', 1, 0]],
    );
    assert.deepEqual(ignoredPairs, [[1, 3]]);
    assert.equal(bodies.length, 7);
});

test('user data is kept where JSON can hold all of it, as a copy', () => {
    class Sprite {}
    const cycle = {};
    Object.assign(cycle, { cycle });
    for (const value of [new Sprite(), { sprite: new Sprite() }, () => 0, cycle, NaN, [undefined],
        new Float32Array(2), 1n, new Map(), Symbol.iterator])
        assert.deepEqual(sceneOf({}, (world) => world.createBody({ userData: value })), { mica2d: 1,
            bodies: [{}] });
    const world = new World();
    for (const value of [null, 0, '', false, [], { __proto__: null, a: 1 },
        JSON.parse('{"__proto__":1}')]) world.createBody({ userData: value });
    const { scene, again } = roundTrip(world);
    assert.deepEqual(
        scene.bodies.map((/** @type {any} */ { userData }) => JSON.stringify(userData)),
        ['null', '0', '""', 'false', '[]', '{"a":1}', '{"__proto__":1}'],
    );
    const given = { mica2d: 1, bodies: [{ userData: { lives: 3 } }] };
    const third = fromScene(given);
    given.bodies[0].userData.lives = 0;
    assert.deepEqual(third.bodyAt(0)?.userData, { lives: 3 });
    for (const each of [world, again, third]) each.destroy();
});

test('numbers are the shortest decimals of single precision', () => {
    const { bodies } = sceneOf({}, (world) => {
        world.createBody({ position: [0.1, 1 / 3], angle: Math.PI / 2,
            velocity: [16777216, -0].map((v) => v / 1e3), gravityScale: 1e-5, collider: DISC });
        world.createBody({ position: [-0, 123456.789], angle: -0,
            collider: { ...DISC, center: [1e7, -1e-7] } });
    });
    assert.deepEqual(bodies, [
        { position: [0.1, 0.33333334], angle: 1.5707964, velocity: [16777.217, 0],
            gravityScale: 0.00001, colliders: [DISC] },
        { position: [0, 123456.79], colliders: [{ ...DISC, center: [1e7, -1e-7] }] },
    ]);
    const random = generator(3);
    for (let i = 0; i < 500; ++i) {
        const value = Math.fround((random() - 0.5) * 10 ** (12 * random() - 6));
        const [body] = sceneOf({}, (world) => world.createBody({ position: [value, 0] })).bodies;
        const decimals = Array.from({ length: 9 }, (_, digits) =>
            Number(value.toPrecision(digits + 1)));
        assert.equal(body.position[0], decimals.find((each) => Math.fround(each) === value));
        assert.equal(Math.fround(body.position[0]), value);
    }
});

test('any angle, direction and box come back to the bit', () => {
    const random = generator(7);
    const short = (/** @type {number} */ value, digits = 2) => Number(value.toFixed(digits));
    const worlds = [new World(), new World()];
    for (const [k, world] of worlds.entries()) {
        for (let i = 0; i < 400; ++i) {
            const exact = k === 0 ? short : (/** @type {number} */ value) => value;
            const angle = exact(18 * random() - 9);
            world.createBody({ position: [9 * i, 0], angle, colliders: [
                { shape: 'box', width: exact(0.1 + 9 * random()), height: exact(0.1 + 3 * random()),
                    angle: exact(18 * random() - 9), radius: 0.1 },
                { shape: 'box', width: exact(0.1 + 9 * random()), height: exact(0.1 + random()),
                    angle: exact(6 * random() - 3),
                    center: [exact(9 * random()), exact(random())] },
                { ...DISC, oneWay: [random() - 0.5, random() - 0.5] },
            ] });
        }
        const { scene, again } = roundTrip(world);
        for (const [i, { colliders }] of scene.bodies.entries()) {
            assert.deepEqual(colliders.map((/** @type {any} */ { shape }) => shape), ['box', 'box',
                'circle']);
            const [one, other] = [world, again].map((each) => /** @type {any} */ (each.bodyAt(i)));
            assert.deepEqual([other.cos, other.sin], [one.cos, one.sin]);
            for (let j = 0; j < 3; ++j)
                assert.deepEqual([other.colliders[j].shape, other.colliders[j].oneWay], [
                    one.colliders[j].shape,
                    one.colliders[j].oneWay,
                ]);
        }
        goesOn(world, again, 3);
    }
});

test('a world made freshly and the world of its scene step alike', () => {
    const world = everything();
    const { again } = roundTrip(world);
    goesOn(world, again);

    const pile = new World({ gravity: [0, -9.81],
        layers: { crate: ['crate', 'ground'], ground: {} } });
    pile.createBody({ type: 'static', position: [0, -0.5], angle: 0.03,
        collider: { shape: 'box', width: 40, height: 1, layer: 'ground' } });
    pile.createBody({ type: 'static',
        collider: { shape: 'tiles', layer: 'ground', origin: [-9, 0], cells: ['#...', '##/.'] } });
    const random = generator(1);
    for (let i = 0; i < 60; ++i) {
        pile.createBody({ position: [random() * 4 - 2, 1 + i / 3], angle: 3 * random(),
            velocity: [random(), 0], angularVelocity: random(),
            collider: { shape: 'box', width: 0.7, height: 0.3 + 0.5 * random(), center: [0.1, 0],
                layer: 'crate', restitution: 0.3 } });
    }
    goesOn(pile, roundTrip(pile).again, 150);
});

test('the scene of a world that has run gives the same scene again', () => {
    const world = everything();
    for (let i = 0; i < 90; ++i) world.step();
    const { again } = roundTrip(world);
    for (const { index, x, y, vx, vy, angularVelocity, angle } of world.bodies) {
        const body = /** @type {any} */ (again.bodyAt(index));
        assert.deepEqual([body.x, body.y, body.vx, body.vy, body.angularVelocity], [x, y, vx, vy,
            angularVelocity]);
        assert.ok(Math.abs(body.angle - angle) < 3e-7);
    }
    assert.equal(again.stepCount, 0);
    world.destroy();
    again.destroy();
});

test('a scene takes what createBody and createJoint take, and options of the world beside it', () => {
    const world = fromScene({
        $schema: 'mica2d/scene.schema.json',
        mica2d: 1,
        world: { gravity: { x: 0, y: -1 }, paused: true },
        bodies: [{ collider: { shape: 'hull', points: [0, 0, 1, 0, 0, 1] } }, {
            position: { x: 1, y: 0 },
            colliders: [{ shape: 'box', halfWidth: 1, halfHeight: 1 }],
        }],
        joints: [{ type: 'prismatic', bodyA: 0, bodyB: 1, anchor: [1, 0], axis: [1, 0],
            limit: [0, 1] }],
    }, { gravity: [0, -3] });
    assert.deepEqual([world.gravity, world.paused, world.joints[0].bodyB === world.bodyAt(1)], [[0,
        -3], true, true]);
    world.destroy();
    assert.throws(() => fromScene({ mica2d: 1 }, /** @type {any} */ ({ gravty: 1 })),
        /^TypeError: fromScene: options has no option "gravty"/);
    const clock = new Clock();
    const driven = fromScene({ mica2d: 1 }, { clock });
    assert.equal(driven.clock, clock);
    driven.destroy();
    assert.throws(() => fromScene({ mica2d: 1 }, /** @type {any} */ ({ clock: 3 })),
        /^TypeError: World.clock: /);
});

test('a bad scene is refused with the part that is wrong', () => {
    const box = { shape: 'box', width: 1, height: 1 };
    /** @type {[scene: unknown, ...parts: (string | RegExp)[]][]} */
    const bad = [
        ['{}', 'scene must be an object'],
        [[], 'scene must be an object'],
        [{}, 'mica2d'],
        [{ mica2d: 2 }, 'mica2d', 'must be 1, got 2'],
        [{ mica2d: 1, body: [] }, 'body is no part of a scene', 'bodies'],
        [{ mica2d: 1, bodies: {} }, 'bodies must be an array'],
        [{ mica2d: 1, bodies: [{}, 3] }, 'bodies[1] must be an object, got 3'],
        [{ mica2d: 1, world: { gravty: 1 } }, 'world.gravty is no option', 'gravity'],
        [{ mica2d: 1, world: { clock: {} } }, 'world.clock is no option'],
        [{ mica2d: 1, world: { substeps: 1.5 } },
            'world.substeps must be an integer from 1 to 64, got 1.5'],
        [{ mica2d: 1, world: { layers: { a: { b: 'solid' } } } }, 'world', 'layers.a', '"b"'],
        [{ mica2d: 1, bodies: [{ postion: [0, 0] }] }, 'bodies[0].postion is no option'],
        [{ mica2d: 1, bodies: [{ position: [0, 1e8] }] }, 'bodies[0].position[1] must be between'],
        [{ mica2d: 1, bodies: [{ position: [0, NaN] }] },
            'bodies[0].position[1] must be JSON, got NaN'],
        [{ mica2d: 1, bodies: [{ userData: new Map() }] }, 'bodies[0].userData must be JSON'],
        [{ mica2d: 1, bodies: [{ mass: { mass: -1 } }] }, 'bodies[0].mass.mass must be'],
        [{ mica2d: 1, bodies: [{ mass: { mass: 1, x: 1 } }] }, 'bodies[0].mass.x is no option'],
        [{ mica2d: 1, bodies: [{ dropThrough: 1 }] },
            'bodies[0].dropThrough must be true or false'],
        [{ mica2d: 1, bodies: [{}, {}, {}, { colliders: [{ ...box, friction: -1 }] }] },
            'bodies[3].colliders[0].friction must be zero or more, got -1'],
        [{ mica2d: 1, bodies: [{ colliders: [{ ...box, frictoin: 1 }] }] },
            'bodies[0].colliders[0].frictoin is no option'],
        [{ mica2d: 1, bodies: [{ collider: { ...box, field: { type: 'wind', dragg: 1 } } }] },
            'bodies[0].collider.field.dragg is no option'],
        [{ mica2d: 1, bodies: [{ collider: { ...box, layer: 'x' } }] },
            'bodies[0].collider.layer must be one of "default"'],
        [{ mica2d: 1,
            bodies: [{ collider: { shape: 'outline', points: [0, 0, 1, 1, 1, 0, 0, 1] } }] },
            'bodies[0]', '(bodies[0].collider.points[2] is [1, 0])'],
        [{ mica2d: 1, bodies: [{ collider: { shape: 'tiles', cells: ['x'] } }] },
            'bodies[0].collider.cells[0][0] is "x"'],
        [{ mica2d: 1, bodies: [{ collider: box, colliders: [] }] }, 'bodies[0]: give either'],
        [{ mica2d: 1, bodies: [{ mover: {}, collider: box }] },
            'bodies[0].type must be "kinematic" for a body with a mover, got undefined'],
        [{ mica2d: 1, bodies: [{ type: 'dynamic', mover: {}, collider: box }] },
            'bodies[0].type must be "kinematic"', 'got "dynamic"'],
        [{ mica2d: 1, bodies: [{ type: 'kinematic', mover: {} }] },
            'bodies[0]: a mover needs a convex collider'],
        [{ mica2d: 1,
            bodies: [{ type: 'kinematic', mover: {},
                collider: { shape: 'chain', points: [0, 0, 1, 0] } }] },
            'bodies[0]: a mover needs a convex collider'],
        [{ mica2d: 1,
            bodies: [{ type: 'kinematic', mover: {},
                collider: { shape: 'tiles', cells: ['#'] } }] },
            'bodies[0]: a mover needs a convex collider'],
        [{ mica2d: 1, bodies: [{ type: 'kinematic', mover: { stepHeigth: 1 }, collider: box }] },
            'bodies[0].mover.stepHeigth is no option', 'stepHeight'],
        [{ mica2d: 1, bodies: [{ type: 'kinematic', mover: { stepHeight: -1 }, collider: box }] },
            'bodies[0].mover.stepHeight must be', 'got -1'],
        [{ mica2d: 1,
            bodies: [{ type: 'kinematic', mover: { velocity: [0, 5e4] }, collider: box }] },
            'bodies[0].mover.velocity[1] must be', 'got 50000'],
        [{ mica2d: 1, bodies: [{ type: 'kinematic', mover: { up: [0, 0] }, collider: box }] },
            'bodies[0]', 'mover.up must not be [0, 0]'],
        [{ mica2d: 1, bodies: [{ type: 'kinematic', mover: 3, collider: box }] },
            'bodies[0].mover must be an object'],
        [{ mica2d: 1, bodies: [{}],
            joints: [{ type: 'weld', bodyA: 0, bodyB: 1, anchor: [0, 0] }] },
            'joints[0].bodyB must be an integer from 0 to 0, got 1'],
        [{ mica2d: 1, bodies: [{}],
            joints: [{ type: 'weld', bodyA: 0, bodyB: 0, anchor: [0, 0] }] }, 'joints[0]',
            'two bodies'],
        [{ mica2d: 1, bodies: [{}, {}],
            joints: [{ type: 'weld', bodyA: 0, bodyB: 1, anchor: [0, 0], hertzz: 1 }] },
            'joints[0].hertzz is no option'],
        [{ mica2d: 1, bodies: [{}, {}],
            joints: [{ type: 'weld', bodyA: 0, bodyB: 1, anchor: [0, 0], limit: [0, 1] }] },
            'joints[0]: a weld joint has no limit'],
        [{ mica2d: 1, joints: [{ type: 'gear', jointA: 0, jointB: 0 }] },
            'joints[0].jointA must be an integer'],
        [{ mica2d: 1, world: { stepping: 'impacts' }, bodies: [{}, {}],
            joints: [{ type: 'weld', bodyA: 0, bodyB: 1, anchor: [0, 0] }] }, 'joints[0]',
            'joints do not act'],
        [{ mica2d: 1, bodies: [{}, {}], ignoredPairs: [[0, 2]] },
            'ignoredPairs[0][1] must be an integer from 0 to 1, got 2'],
        [{ mica2d: 1, bodies: [{}, {}], ignoredPairs: [[1, 1]] }, 'ignoredPairs[0] must be two'],
    ];
    for (const [scene, ...parts] of bad)
        refuses(() => fromScene(/** @type {any} */ (scene)), 'BAD_SCENE', /^fromScene: /, ...parts);
    let deep = /** @type {any} */ ({});
    for (let i = 0; i < 1e5; ++i) deep = { deep };
    refuses(() => fromScene({ mica2d: 1, bodies: [{ userData: deep }] }), 'BAD_SCENE',
        'bodies[0].userData.deep', 'must be JSON');
    const [cause] = [{ mica2d: 1, bodies: [{ angle: 'x' }] }].map((scene) => {
        try {
            return fromScene(scene);
        } catch (error) {
            return /** @type {any} */ (error).cause;
        }
    });
    assert.equal(cause.constructor, TypeError);
});

test('a refused scene leaves no memory behind', () => {
    const scene = { mica2d: 1, world: { bodyCapacity: 20000 },
        bodies: [...Array.from({ length: 200 }, () => ({ collider: DISC })), { angle: 'x' }] };
    const good = { ...scene, bodies: scene.bodies.slice(0, 200) };
    /** Bytes of wasm memory, which only grows. */
    const bytes = () => {
        const world = fromScene(good);
        const { byteLength } = world.transforms.buffer;
        world.destroy();
        return byteLength;
    };
    refuses(() => fromScene(scene), 'BAD_SCENE', 'bodies[200].angle');
    const before = bytes();
    for (let i = 0; i < 60; ++i) refuses(() => fromScene(scene), 'BAD_SCENE');
    assert.equal(bytes(), before);
});

test('a full memory is no fault of the scene', () => {
    refuses(() => fromScene({ mica2d: 1, world: { maxBytes: 2 ** 16, bodyCapacity: 10000 } }),
        'NO_MEMORY');
});

test('a world that is gone, and a velocity out of range in a view, give no scene', () => {
    const world = new World();
    world.createBody({ collider: DISC });
    for (const value of [NaN, Infinity, 5e4]) {
        world.velocities[0] = value;
        refuses(() => toScene(world), 'VIEW_NOT_FINITE', /toScene/, 'slot 0');
    }
    world.destroy();
    refuses(() => toScene(world), 'WORLD_DESTROYED', /toScene/);
});
