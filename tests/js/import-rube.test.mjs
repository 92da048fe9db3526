// The importer of R.U.B.E.: each feature of the format by itself, the fixture, broken worlds, and ones changed by chance.
import assert from 'node:assert/strict';
import test from 'node:test';
import { importRube } from '../../js/import/rube.js';
import { fromScene, scaleScene } from '../../js/scene.js';
import { near, refuses, run } from './helpers.mjs';
import { build, fixture, fuzz, named, namesOf } from './imported.mjs';
import { part } from '../sample.mjs';

const circle = { circle: { radius: 1, center: 0 }, density: 1 };

/** A world of bodies with these fixtures each. @param {any[][]} fixtures @param {any} [more] @param {any} [body] */
const worldOf = (fixtures, more, body) => ({
    gravity: { x: 0, y: -10 },
    allowSleep: true,
    stepsPerSecond: 60,
    body: fixtures.map((fixture, i) => ({ name: `body ${i}`, type: 2, awake: true, fixture,
        ...body })
    ),
    ...more,
});

/** Checks that a world is refused. @param {any} world @param {RegExp} message @param {any} [options] */
const refused = (world, message, options) =>
    refuses(() => importRube(world, options), 'BAD_FILE', message);

/** The colliders of the fixture's body. @param {any} fixtures */
const collidersOf = (fixtures) => {
    const scene = importRube(worldOf([fixtures]));
    build(scene).world.destroy();
    return /** @type {any[]} */ (scene.bodies[0].colliders);
};

test('the world of the fixture: what is omitted is zero, and the world’s own options', () => {
    const scene = importRube(fixture('machine.json'));
    assert.deepEqual([scene.world.gravity, scene.world.fixedStep, scene.world.sleep], [[0, -9.5],
        0.02, undefined]);
    assert.deepEqual(importRube({ body: [] }), { mica2d: 1,
        world: { gravity: [0, 0], sleep: false }, bodies: [], joints: [], report: [] });
    const given = importRube(fixture('machine.json'), { world: { gravity: [1, 2], hitSpeed: 3 } });
    assert.deepEqual([given.world.gravity, given.world.hitSpeed, given.world.fixedStep], [[1, 2], 3,
        0.02]);
});

test('bodies: types, motion, flags, numbers as hexadecimal digits, custom properties, images', () => {
    const scene = importRube(fixture('machine.json'));
    assert.deepEqual(scene.bodies.map(({ type }, i) => [namesOf(scene)[i], type]), [['ground',
        'static'], ['chassis', 'dynamic'], ['wheel', 'dynamic'], ['lift', 'kinematic'], ['heavy',
        'dynamic'], ['images', 'static']]);
    const { colliders: _, ...chassis } = named(scene, 'chassis');
    assert.deepEqual(chassis, {
        type: 'dynamic',
        position: [0, 2],
        angle: 0.25,
        velocity: [1, -1],
        angularVelocity: 0.5,
        linearDamping: 0.125,
        gravityScale: 0.5,
        bullet: true,
        userData: {
            name: 'chassis',
            customProperties: { fuel: 7, drag: 0.25, seat: [1, 2], nose: [0, 0],
                red: [255, 0, 0, 255], open: true },
            images: [{ name: 'car', body: 1, file: 'car.png', center: 0, angle: 0, scale: 1,
                aspectScale: 1 }],
        },
    });
    assert.deepEqual(named(scene, 'ground').position, [0, 0]);
    const { colliders: __, ...heavy } = named(scene, 'heavy');
    // A body that does not turn has no angular velocity, and what is not said to be awake sleeps.
    assert.deepEqual(heavy, { type: 'dynamic', position: [6, 5], lockRotation: true,
        canSleep: false, awake: false, enabled: false, mass: { mass: 100, center: [0.5, 0] },
        userData: { name: 'heavy' } });
    assert.deepEqual(
        named(scene, 'images').userData.images.map((/** @type {any} */ image) => image.name),
        ['sky'],
    );
    const { world, bodies } = build(scene);
    near(bodies[1].vy, -1, 0);
    world.destroy();
});

test('fixtures: circle, polygon, chain, loop, edge, and their surface', () => {
    const scene = importRube(fixture('machine.json'));
    assert.deepEqual(named(scene, 'chassis').colliders, [{
        shape: 'hull',
        points: [[-1, -0.5], [1, -0.5], [1, 0.5], [-1, 0.5]],
        density: 2,
        friction: 0.25,
        restitution: 0.5,
        group: -3,
        userData: { name: 'hull', customProperties: { armour: 'steel' } },
    }]);
    const [hills, ring] = named(scene, 'ground').colliders;
    assert.deepEqual([hills.shape, hills.points, hills.loop], ['chain', [[-5, 0], [0, -0.5], [5,
        0]], undefined]);
    // The last vertex of a loop is the first again.
    assert.deepEqual([ring.shape, ring.points, ring.loop], ['chain', [[7, 2], [8, 1], [9, 2], [8,
        3]], true]);
    assert.deepEqual(named(scene, 'lift').colliders, [{ shape: 'circle', radius: 1,
        center: [0.5, 0], density: 0, friction: 0.5, trigger: true }]);
    const vertices = { x: [0, 1, 1], y: [0, 0, 1] };
    const [loop, edge, bouncy, encoded] = collidersOf([{ loop: { vertices } }, {
        edge: { vertex1: 0, vertex2: { x: 2, y: 0 } },
    }, { ...circle, restitution: 1.5 }, {
        circle: { radius: '3F000000', center: { x: 'BF800000', y: 0 } },
    }]);
    assert.deepEqual([loop.shape, loop.loop, loop.points], ['chain', true, [[0, 0], [1, 0], [1,
        1]]]);
    assert.deepEqual([edge.shape, edge.a, edge.b], ['segment', [0, 0], [2, 0]]);
    assert.equal(bouncy.restitution, 1);
    assert.deepEqual([encoded.radius, encoded.center, encoded.friction, encoded.density], [0.5, [-1,
        0], 0, 0]);
});

test('filters: each pair of category and mask is a layer, solid by Box2D’s rule', () => {
    const pairs = [[1, 0xffff], [2, 0xffff], [4, 2 | 8], [8, 4], [8, 1], [0x8000, 0]];
    const filtered = pairs.map((
        [category, mask],
    ) => [{ ...circle, 'filter-categoryBits': category, 'filter-maskBits': mask }]);
    const scene = importRube(worldOf(filtered));
    const names = scene.bodies.map(({ colliders }) =>
        /** @type {any} */ (colliders)[0].layer ?? 'default'
    );
    assert.deepEqual(names, ['default', 'category 2', 'category 4', 'category 8',
        'category 8, mask 1', 'category 32768']);
    const { world, bodies } = build(scene);
    pairs.forEach(([categoryA, maskA], i) =>
        pairs.forEach(([categoryB, maskB], k) => {
            const solid = (categoryA & maskB) !== 0 && (categoryB & maskA) !== 0;
            assert.equal(world.layers.response(names[i], names[k]), solid ? 'solid' : 'ignore',
                `${names[i]} and ${names[k]}`);
        })
    );
    assert.equal(bodies.length, 6);
    world.destroy();
    // Names of one's own. Without filters there is nothing but 'default', and a mask without itself ignores itself.
    const called = importRube(worldOf(filtered), { categories: { 1: 'wall', 8: 'ghost' } });
    assert.deepEqual(Object.keys(/** @type {any} */ (called.world.layers)), ['wall', 'category 2',
        'category 4', 'ghost', 'ghost, mask 1', 'category 32768']);
    build(called).world.destroy();
    assert.equal(importRube(worldOf([[circle]])).world.layers, undefined);
    const shy = build(importRube(worldOf([[{ ...circle, 'filter-maskBits': 0xfffe }]]))).world;
    assert.equal(shy.layers.response('default', 'default'), 'ignore');
    shy.destroy();
    const many = Array.from({ length: 65 }, (_, i) => [{ ...circle, 'filter-maskBits': i }]);
    refused(worldOf(many),
        /^importRube: body\[63\]\.fixture\[0\] must be one of at most 63 pairs of category and mask/);
});

test('a mass is kept if it is not what the fixtures give', () => {
    const polygon = { density: 2, polygon: { vertices: { x: [0, 2, 2, 0], y: [0, 0, 1, 1] } } };
    const disc = { density: 3, circle: { radius: 0.5, center: { x: -1, y: 0 } } };
    // What the engine makes of the same colliders, about the body's origin as Box2D has it.
    const { world, bodies: [body] } = build(importRube(worldOf([[polygon, disc]])));
    const [x, y] = body.center;
    const inertia = body.inertia + body.mass * (x ** 2 + y ** 2);
    const masses = { 'massData-mass': body.mass, 'massData-center': { x, y },
        'massData-I': inertia };
    assert.equal(importRube(worldOf([[polygon, disc]], {}, masses)).bodies[0].mass, undefined);
    for (const change of [{ 'massData-mass': 2 * body.mass }, {
        'massData-center': { x: x + 0.1, y },
    }, { 'massData-I': 1.1 * inertia }]) {
        const changed = { ...masses, ...change };
        const { mass } = importRube(worldOf([[polygon, disc]], {}, changed)).bodies[0];
        assert.ok(mass, Object.keys(change)[0]);
        const made = build(importRube(worldOf([[polygon, disc]], {}, changed)));
        near(made.bodies[0].mass, changed['massData-mass'], 1e-5);
        near(made.bodies[0].inertia, changed['massData-I']
            - changed['massData-mass'] * (changed['massData-center'].x ** 2 + y ** 2), 1e-5);
        made.world.destroy();
    }
    world.destroy();
    refused(
        worldOf([[circle]], {}, { 'massData-mass': 1, 'massData-center': { x: 9, y: 0 },
            'massData-I': 1 }),
        /body\[0\]\.massData-I must be about the origin/,
    );
});

test('joints of every type', () => {
    const scene = importRube(fixture('machine.json'));
    const origin = { localAnchorA: [0, 0], localAnchorB: [0, 0] };
    const onWheel = { localAnchorA: [-1, -0.5], localAnchorB: [0, 0], localAxisA: [0, 1] };
    assert.deepEqual(scene.joints, [
        { type: 'revolute', localAnchorA: [0, 2], localAnchorB: [0, 0], referenceAngle: 0.25,
            limit: [-1, 2], motor: { speed: 3, maxTorque: 40 }, bodyA: 0, bodyB: 1,
            userData: { name: 'hinge', customProperties: { oil: false } } },
        { type: 'prismatic', ...onWheel, referenceAngle: 0, limit: [-0.5, 0.5],
            motor: { speed: 1, maxForce: 20 }, bodyA: 1, bodyB: 2 },
        { type: 'distance', ...origin, length: 6, spring: { hertz: 2, dampingRatio: 0.5 }, bodyA: 1,
            bodyB: 4 },
        { type: 'distance', ...origin, length: 6, bodyA: 1, bodyB: 4, collideConnected: true },
        { type: 'distance', localAnchorA: [0, 0], localAnchorB: [0, 1], limit: [0, 9], bodyA: 1,
            bodyB: 4 },
        { type: 'wheel', ...onWheel, motor: { speed: -5, maxTorque: 10 },
            spring: { hertz: 4, dampingRatio: 0.75 }, bodyA: 1, bodyB: 2 },
        // A quarter of the error fifty times a second.
        { type: 'motor', localAnchorA: [0, 2], localAnchorB: [0, 0], referenceAngle: 0.5,
            hertz: 12.5 / (2 * Math.PI), maxForce: 30, maxTorque: 20, bodyA: 0, bodyB: 1 },
        // Hung at its centre of mass, a body swings as often on the hinge's spring as on the weld's.
        { type: 'revolute', ...origin, referenceAngle: -0.25,
            spring: { hertz: 3, dampingRatio: 0.125 }, bodyA: 1, bodyB: 4 },
        { type: 'weld', ...origin, referenceAngle: 0, bodyA: 1, bodyB: 4 },
        { type: 'motor', ...origin, maxForce: 5, maxTorque: 6, bodyA: 0, bodyB: 2 },
        { type: 'pulley', ...origin, ratio: 2, length: 12, groundAnchorA: [0, 8],
            groundAnchorB: [6, 8], bodyA: 1, bodyB: 4 },
        { type: 'target', anchor: [-1, 1.5], target: [-1, 2], hertz: 5, dampingRatio: 0.75,
            maxForce: 50, bodyB: 2 },
        { type: 'gear', ratio: 1.5, jointA: 0, jointB: 1 },
    ]);
    const { world, joints } = build(scene);
    assert.deepEqual(joints.map(({ type }) => type), scene.joints.map(({ type }) => type));
    run(world, 1);
    world.destroy();
    // Old names and types without settings.
    const short = importRube(
        worldOf([[circle], [circle]], {
            joint: [{ type: 'wheel', bodyB: 1, localAxis1: { x: 2, y: 0 } }, { type: 'revolute',
                bodyB: 1 }],
        }),
    );
    assert.deepEqual(short.joints, [{ type: 'wheel', ...origin, localAxisA: [2, 0], bodyA: 0,
        bodyB: 1 }, { type: 'revolute', ...origin, referenceAngle: 0, bodyA: 0, bodyB: 1 }]);
});

test('a pendulum swings about its pin, as Box2D’s file says it', () => {
    const world = worldOf([[], [{ density: 1, circle: { radius: 0.1, center: 0 } }]], {
        joint: [{ type: 'revolute', bodyA: 0, bodyB: 1, anchorA: 0, anchorB: { x: 0, y: 1 } }],
    });
    world.body[0].type = 0;
    Object.assign(world.body[1], { position: { x: 0.1, y: -1 }, angle: 0.1 });
    const { world: made, bodies } = build(importRube(world));
    const half = Math.PI * Math.sqrt((1 + 0.1 ** 2 / 2) / 10);
    run(made, half);
    near(bodies[1].x, -0.1, 0.005);
    made.destroy();
});

/** A static body, and one that is welded to it with 2 Hz, its centre one metre off the weld. @param {any} [more] of the second body */
function softWeldOf(more) {
    const world = worldOf([[], [{ density: 1,
        polygon: { vertices: { x: [0, 2, 2, 0], y: [-0.5, -0.5, 0.5, 0.5] } } }]], {
        gravity: 0,
        joint: [{ type: 'weld', bodyA: 0, bodyB: 1, anchorA: 0, anchorB: 0, refAngle: 0,
            frequency: 2, dampingRatio: 0 }],
    });
    world.body[0].type = 0;
    Object.assign(world.body[1], more);
    return world;
}

test('a soft weld is soft in its angle alone, by the moment of inertia about the centre of mass', () => {
    const { world, bodies: [, body] } = build(
        importRube(softWeldOf({ angularVelocity: 2, allowSleep: false })),
    );
    // Box2D 2.3: k = ω² I about the centre, while I + m about the weld swings. A box of 2 by 1 has I = m 5/12.
    const period = Math.sqrt((5 / 12 + 1) / (5 / 12)) / 2;
    let [turned, time] = [0, 0];
    for (let crossings = 0; crossings < 4 && time < 10; time += 1 / 60) {
        const before = body.angle;
        world.step();
        assert.ok(Math.hypot(body.x, body.y) < 2e-3, `${body.x}, ${body.y}`);
        if (before * body.angle < 0) ++crossings;
        turned = Math.max(turned, Math.abs(body.angle));
    }
    near(time, 2 * period, 0.05);
    assert.ok(turned > 0.01);
    world.destroy();
    // Where nothing turns the weld is rigid.
    const [rigid] = importRube(softWeldOf({ fixedRotation: true })).joints;
    assert.deepEqual([rigid.type, /** @type {any} */ (rigid).hertz], ['weld', undefined]);
});

test('a body that does not turn has the moment of inertia of its fixtures', () => {
    const disc = { density: 1, circle: { radius: 1, center: { x: 3, y: 4 } } };
    const mass = Math.PI;
    const given = { fixedRotation: true, 'massData-mass': mass, 'massData-center': { x: 3, y: 4 },
        'massData-I': 25 * mass };
    for (const change of [{}, { 'massData-I': 0 }, { 'massData-I': 24.9 * mass }])
        assert.equal(importRube(worldOf([[disc]], {}, { ...given, ...change })).bodies[0].mass,
            undefined);
    const heavy = importRube(
        worldOf([[disc]], {}, { ...given, 'massData-mass': 2 * mass, 'massData-I': 50 * mass }),
    );
    assert.deepEqual(heavy.bodies[0].mass, { mass: 2 * mass, center: [3, 4] });
    const { world, bodies: [body] } = build(heavy);
    body.lockRotation = false;
    near(body.inertia, mass, 1e-4);
    world.destroy();
});

test('a gear before its joints comes last and is reported; a polygon of two points is a segment', () => {
    const joint = (/** @type {any} */ more) => ({ type: 'revolute', bodyA: 0, bodyB: 1, ...more });
    const scene = importRube(worldOf([[circle], [circle], [circle]], { joint: [
        joint({ type: 'gear', ratio: 2, joint1: 2, joint2: 3, name: 'early' }),
        joint({ name: 'first' }),
        joint({ name: 'second' }),
        joint({ name: 'third', bodyB: 2 }),
        joint({ type: 'gear', ratio: 3, joint1: 1, joint2: 3, name: 'late' }),
    ] }));
    assert.deepEqual(
        scene.joints.map((
            { userData, jointA, jointB },
        ) => [/** @type {any} */ (userData).name, jointA, jointB]),
        [['first', undefined, undefined], ['second', undefined, undefined], ['third', undefined,
            undefined], ['late', 0, 2], ['early', 1, 2]],
    );
    assert.deepEqual(scene.report.map(({ why }) => why.split(',')[0]), ['joint[0]']);
    build(scene).world.destroy();
    const [line] = collidersOf([{ polygon: { vertices: { x: [0, 3], y: [1, 1] } } }]);
    assert.deepEqual([line.shape, line.a, line.b], ['segment', [0, 1], [3, 1]]);
});

test('what cannot be read is refused with where it stands', () => {
    refused([], /^importRube: the file must be an object, got an array of 0$/);
    refused(worldOf([[{ density: 1 }]]),
        /^importRube: body\[0\]\.fixture\[0\] must be an object with a 'circle', 'polygon' or 'chain'/);
    refused(worldOf([[{ circle: { center: 0 } }]]),
        /body\[0\]\.fixture\[0\]\.circle\.radius must be a number from 0\.0001/);
    refused(worldOf([[{ circle: { radius: 'one' } }]]),
        /body\[0\]\.fixture\[0\]\.circle\.radius must be a number, or the 8 hexadecimal digits of one, got "one"/);
    refused(worldOf([[{ circle: { radius: '7FC00000' } }]]),
        /circle\.radius must be a number from .*, got NaN/);
    refused(worldOf([[{ polygon: { vertices: { x: [0, 1, 2], y: [0, 1] } } }]]),
        /body\[0\]\.fixture\[0\]\.polygon\.vertices must be as many x as y/);
    refused(worldOf([[{ polygon: { vertices: { x: [0, 1, 2], y: [0, 0, 0] } } }]]),
        /fixture\[0\]\.polygon must be points that span an area/);
    refused(worldOf([[circle]], {}, { type: 3 }),
        /body\[0\]\.type must be a number from 0 to 2, got 3/);
    const joint = (/** @type {any} */ given) =>
        worldOf([[circle], [circle]], { joint: [{ bodyA: 0, bodyB: 1, ...given }] });
    refused(joint({ type: 'hinge' }), /^importRube: joint\[0\]\.type must be one of "revolute"/);
    refused(joint({ type: 'weld', bodyB: 2 }),
        /joint\[0\]\.bodyB must be a number from 0 to 1, got 2/);
    refused(joint({ type: 'weld', bodyB: 0 }), /joint\[0\]\.bodyB must be another body than bodyA/);
    refused(joint({ type: 'revolute', enableLimit: true, lowerLimit: 1 }),
        /joint\[0\]\.upperLimit must be at least lowerLimit/);
    refused(joint({ type: 'prismatic', localAxisA: 0 }),
        /joint\[0\]\.localAxisA must be a vector with a length, got 0/);
    refused(joint({ type: 'pulley' }), /joint\[0\]\.ratio must be a number from 0\.001/);
    refused(joint({ type: 'gear', joint1: 0, joint2: 0, ratio: 1 }),
        /joint\[0\]\.joint1 must be a revolute or prismatic joint/);
});

test('wrong options are the caller’s errors', () => {
    refuses(() => importRube({}, /** @type {any} */ ({ layers: {} })), TypeError,
        'options has no option "layers"');
    refuses(() => importRube({}, /** @type {any} */ ({ world: 1 })), TypeError,
        'world must be an object');
    refuses(() => importRube({}, /** @type {any} */ ({ categories: null })), TypeError,
        'categories must be an object');
});

test('worlds changed by chance are refused with a path, or become scenes that step', async () => {
    const { refused: no, made } = await fuzz(part(300, 3),
        () => ({ file: fixture('machine.json'), others: [] }), (world) => importRube(world));
    assert.ok(no > part(30, 3) && made > part(30, 3), `${no} refused, ${made} made`);
});

test('a world in pixels: by scaleScene; y up as R.U.B.E. has it', () => {
    const file = fixture('machine.json');
    const metres = importRube(file), pixels = /** @type {any} */ (scaleScene(metres, 32));
    assert.equal(pixels.world.lengthUnit, 32);
    assert.deepEqual(pixels.report, metres.report);
    const [a, b] = [metres, pixels].map((scene) => fromScene(scene));
    for (let i = 0; i < 60; ++i) [a, b].forEach((world) => world.step());
    for (let i = 0; i < a.slots; ++i)
        assert.equal(b.transforms[4 * i + 1], 32 * a.transforms[4 * i + 1]);
    for (const world of [{ yDown: true }, { lengthUnit: 32 }])
        assert.throws(() => importRube(file, { world }), /metres, y up; `scaleScene`/);
});
