// Questions to a world and to the geometry: overlaps by layer, contact points with their impulses, rays, moving shapes
// and distances, and how two shapes meet, held against cases worked by hand and against each other in random scenes.
import assert from 'node:assert/strict';
import test from 'node:test';
import { World, collide, distance, slotOf } from '../../js/index.js';
import { rayCasts } from '../../js/batches.js';
import { near, refuses, run, worldWithFloor } from './helpers.mjs';
import { part } from '../sample.mjs';

test('queries: points, boxes and shapes, by layer, right after an edit', () => {
    const world = new World({ layers: { a: {}, b: {} } });
    const [one, two] = /** @type {const} */ (['a', 'b']).map((layer, i) =>
        world.createBody({
            type: i ? 'static' : 'dynamic',
            position: [3 * i, 0],
            collider: { shape: 'circle', radius: 1, layer },
        })
    );
    const found = (/** @type {import('../../js/index.js').Collider[]} */ list) =>
        new Set(list.map(({ body }) => body));
    assert.deepEqual(found(world.overlapPoint(0.5, 0)), new Set([one]));
    assert.deepEqual(found(world.overlapPoint(1.5, 0)), new Set());
    assert.deepEqual(found(world.overlapPoint(1.5, 0, { slack: 0.6 })), new Set([one, two]));
    assert.deepEqual(
        found(world.overlapPoint(1.5, 0, { slack: 0.6, layers: ['b'] })),
        new Set([two]),
    );
    assert.deepEqual(found(world.overlapBox(-5, -5, 5, 5)), new Set([one, two]));
    assert.deepEqual(
        found(world.overlapBox(5, 5, 2.5, -5)),
        new Set([two]),
        'corners either way round',
    );
    assert.deepEqual(found(world.overlapBox(0.9, 0.9, 1.5, 1.5)), new Set([one]), 'bounds count');
    assert.deepEqual(
        found(world.overlapShape({ shape: 'box', width: 0.6, height: 0.6 }, { x: 1.2, y: 1.2 })),
        new Set(),
    );
    assert.deepEqual(found(world.overlapBox(-5, -5, 5, 5, { layers: [] })), new Set());
    assert.deepEqual(found(world.overlapBox(-5, -5, 5, 5, { ignore: one })), new Set([two]));
    const box = /** @type {const} */ ({ shape: 'box', width: 1.2, height: 0.1 });
    assert.deepEqual(found(world.overlapShape(box, { x: 1.5 })), new Set([one, two]));
    assert.deepEqual(found(world.overlapShape(box, { x: 1.5, angle: Math.PI / 2 })), new Set());
    one.setTransform(100, 100);
    assert.deepEqual(found(world.overlapPoint(100, 100)), new Set([one]));
    assert.deepEqual(found(world.overlapBox(-5, -5, 5, 5)), new Set([two]));
    two.destroy();
    assert.deepEqual(world.overlapBox(-5, -5, 5, 5), []);
    world.createBodies(1000, {
        positions: new Float32Array(2000),
        shape: { shape: 'circle', radius: 1 },
        layer: 'a',
    });
    assert.equal(world.overlapPoint(0, 0).length, 1000, 'more than there was room for at first');
    world.destroy();
});

test('contact points: flat and as objects, with the impulse that carries the weight', () => {
    const { world, floor } = worldWithFloor({ sleep: false });
    const body = world.createBody({
        position: [2, 0.5],
        collider: { shape: 'box', width: 1, height: 1 },
    });
    run(world, 2);
    const { count, f32, u32, stride } = world.contactPoints;
    assert.deepEqual([count, stride], [2, 19]);
    let impulse = 0;
    for (let i = 0; i < count; ++i) {
        const at = i * stride;
        near(Math.abs(f32[at + 2] - 2), 0.5, 0.02);
        near(f32[at + 3], 0, 0.02);
        near(Math.abs(f32[at + 5]), 1, 1e-3);
        near(f32[at + 6], 0, 0.01);
        assert.ok(u32[at + 11] > 100, `age ${u32[at + 11]}`);
        impulse += f32[at + 7];
    }
    near(impulse, (body.mass * 10) / 60, 0.002, 'over the step');
    const points = body.contactPoints();
    assert.equal(points.length, 2);
    assert.deepEqual(
        new Set([points[0].colliderA.body, points[0].colliderB.body]),
        new Set([body, floor]),
    );
    near(points[0].normalImpulse + points[1].normalImpulse, impulse, 1e-6);
    assert.deepEqual(floor.contactPoints().length, 2);
    body.destroy();
    world.step();
    assert.equal(world.contactPoints.count, 0);
    world.destroy();
});

test('collide: hand-worked cases, mirrored when swapped', () => {
    const unit = /** @type {const} */ ({ shape: 'circle', radius: 1 });
    const square = /** @type {const} */ ({ shape: 'box', width: 2, height: 2 });
    const hit = collide(unit, {}, unit, { x: 1.5 });
    assert.equal(hit.points.length, 1);
    near(hit.nx, 1, 1e-6);
    near(hit.points[0].separation, -0.5, 1e-6);
    near(hit.points[0].x, 0.75, 1e-6);
    assert.deepEqual(collide(unit, {}, unit, { x: 3 }).points, []);
    near(collide(unit, {}, unit, { x: 3 }, 2).points[0].separation, 1, 1e-6);
    const side = collide(unit, { x: 1.75, y: 0.2 }, square, {});
    near(side.nx, -1, 1e-5);
    near(side.points[0].separation, -0.25, 1e-5);
    const stacked = collide(square, {}, square, { x: 0.5, y: 1.9 });
    assert.equal(stacked.points.length, 2);
    near(stacked.ny, 1, 1e-5);
    for (const { separation } of stacked.points) near(separation, -0.1, 1e-4);
    const shapes = /** @type {const} */ ([
        unit,
        square,
        { shape: 'capsule', length: 1, radius: 0.5 },
        { shape: 'polygon', points: [-1, -1, 1, -1, 0, 1] },
    ]);
    for (const a of shapes) {
        for (const b of shapes) {
            const there = collide(a, { x: 0.1 }, b, { x: 0.8, y: 0.5, angle: 0.3 });
            const back = collide(b, { x: 0.8, y: 0.5, angle: 0.3 }, a, { x: 0.1 });
            assert.ok(there.points.length > 0, `${a.shape} and ${b.shape}`);
            near(there.nx, -back.nx, 1e-4, `${a.shape} and ${b.shape}`);
            near(there.ny, -back.ny, 1e-4, `${a.shape} and ${b.shape}`);
        }
    }
});

/** A box, a circle and a trigger in a row on the x axis, with a kinematic capsule above the circle. */
function row() {
    const world = new World({ gravity: [0, 0], layers: { near: {}, far: {} } });
    const box = world.createBody({
        type: 'static',
        position: [4, 0],
        collider: { shape: 'box', width: 2, height: 2, layer: 'near' },
    });
    const ball = world.createBody({
        position: [10, 0],
        collider: { shape: 'circle', radius: 1, layer: 'far' },
    });
    const sensor = world.createBody({
        type: 'static',
        position: [1.5, 0],
        collider: { shape: 'circle', radius: 0.5, trigger: true },
    });
    return { world, box, ball, sensor };
}

test('rays: the first, any and all, by layer and kind', () => {
    const { world, box, ball, sensor } = row();
    const hit = world.rayCast(0, 0.5, 20, 0);
    assert.ok(hit);
    assert.equal(hit.body, box);
    assert.equal(hit.collider, box.colliders[0]);
    for (const [actual, expected] of /** @type {const} */ ([
        [hit.x, 3],
        [hit.y, 0.5],
        [hit.nx, -1],
        [hit.ny, 0],
        [hit.fraction, 3 / 20],
    ])) near(actual, expected, 1e-6);
    assert.equal(hit.inside, false);
    assert.equal(world.rayCast(0, 0.5, 2, 0), null, 'too short');
    assert.equal(world.rayCast(0, 5, 20, 0), null);
    assert.equal(world.rayCast(0, 0, 20, 0, { layers: ['far'] })?.body, ball);
    assert.equal(world.rayCast(0, 0, 20, 0, { layers: [] }), null);
    assert.equal(world.rayCast(0, 0, 20, 0, { skipStatic: true })?.body, ball);
    assert.equal(world.rayCast(20, 0, -20, 0, { skipMoving: true })?.body, box);
    assert.equal(world.rayCast(0, 0, 20, 0, { triggers: true })?.body, sensor);
    assert.equal(world.rayCast(4, 0.5, 20, 0)?.body, ball, 'not what it starts in');
    const inside = world.rayCast(4, 0.5, 20, 0, { inside: true });
    assert.deepEqual([inside?.body, inside?.fraction, inside?.inside], [box, 0, true]);
    near(inside?.ny ?? 0, 1, 1e-6, 'out by the shortest way');
    assert.equal(world.rayCastAny(0, 0, 20, 0), true);
    assert.equal(world.rayCastAny(0, 0, 20, 0, { layers: ['default'] }), false);
    assert.equal(world.rayCastAny(0, 5, 20, 0), false);
    const all = world.rayCastAll(20, 0, -20, 0, { triggers: true });
    assert.deepEqual(all.map(({ body }) => body), [ball, box, sensor]);
    [9, 15, 18].forEach((metres, i) => near(all[i].fraction, metres / 20, 1e-6));
    assert.deepEqual(world.rayCastAll(0, 5, 1, 0), []);
    world.createBodies(500, { positions: new Float32Array(1000).fill(30),
        shape: { shape: 'circle', radius: 1 } });
    assert.equal(world.rayCastAll(20, 30, 20, 0).length, 500,
        'more than there was room for at first');
    world.destroy();
});

test('vectors stand for pairs of numbers, and a position or a body for a place', () => {
    const world = new World({ gravity: [0, 0] });
    const circle = /** @type {const} */ ({ shape: 'circle', radius: 1 });
    const body = world.createBody({ position: [4, 1], collider: circle });
    const options = { skipStatic: true };
    const at = { x: 0, y: 1 };
    for (const [method, wanted, ...forms] of /** @type {[string, any[], ...any[][]][]} */ ([
        ['overlapPoint', [4, 1], [[4, 1]], [body]],
        ['overlapBox', [3, 0, 5, 1], [[3, 0], [5, 1]], [3, 0, [5, 1]], [[3, 0], 5, 1]],
        ['rayCast', [0, 1, 9, 0], [[0, 1], [9, 0]], [at, 9, 0], [0, 1, new Float32Array([9, 0])]],
        ['rayCastAny', [0, 1, 9, 0], [[0, 1], [9, 0]], [at, 9, 0], [0, 1, { x: 9, y: 0 }]],
        ['rayCastAll', [0, 1, 9, 0], [[0, 1], [9, 0]], [at, 9, 0], [0, 1, [9, 0]]],
        ['shapeCast', [circle, at, 9, 0], [circle, at, [9, 0]], [circle, { position: at }, [9, 0]]],
        ['closestPoint', [0, 1, 20], [[0, 1], 20]],
        ['touch', [4, 1, 0], [body, 0]],
        ['overlapShape', [circle, { x: 4, y: 1 }], [circle, { position: body }]],
    ])) {
        const ask = (/** @type {any[]} */ ...args) =>
            Reflect.apply(/** @type {any} */ (world)[method], world, args);
        assert.ok(Object(ask(...wanted, options)).length !== 0);
        for (const form of forms) {
            assert.deepEqual(ask(...form, options), ask(...wanted, options), method);
            assert.deepEqual(ask(...form), ask(...wanted), method);
        }
    }
    assert.equal(world.touch([4, 1])?.body, body);
    assert.deepEqual(world.closestPointOf(body, [0, 1]), world.closestPointOf(body, 0, 1));
    assert.deepEqual(distance(circle, { position: body }, circle, { position: [0, 1], angle: 1 }),
        distance(circle, { x: 4, y: 1 }, circle, { y: 1, angle: 1 }));
    refuses(() => world.rayCast([0, 1, 2], [1, 1]), TypeError,
        'World.rayCast: from must be [x, y] or { x, y }, got an array of 3');
    refuses(() => world.rayCast(0, 0, [1, NaN]), RangeError,
        'World.rayCast: displacement[1] must be a finite number, got NaN');
    refuses(() => world.rayCast([0, 0]), TypeError,
        'World.rayCast: dx must be a finite number, got undefined');
    refuses(() => world.overlapPoint([1e9, 0]), RangeError,
        'World.overlapPoint: x must be between');
    refuses(() => world.overlapShape(circle, { position: [1e9, 0] }), RangeError,
        'World.overlapShape: pose.position[0] must be between');
    refuses(() => world.overlapShape(circle, /** @type {any} */ ({ at: 1 })), TypeError,
        'World.overlapShape: pose has no option "at"; there are position, x, y, angle');
    world.destroy();
});

test('rays in one call: a record each, reused and grown', () => {
    const { world, box, ball } = row();
    const first = rayCasts(world, new Float32Array([0, 0.5, 20, 0, 0, 5, 20, 0, 20, 0, -20, 0]));
    assert.deepEqual([first.count, first.hits, first.stride], [3, 2, 11]);
    const { f32, u32 } = first;
    near(f32[2], 3 / 20, 1e-6);
    assert.equal(world.bodyAt(slotOf(u32[1])), box);
    assert.equal(slotOf(u32[0]), box.colliders[0].index);
    assert.deepEqual([u32[11], u32[12], f32[13], f32[15], f32[16]], [0, 0, 1, 20, 5],
        'a miss is its end');
    assert.equal(world.bodyAt(slotOf(u32[23])), ball);
    near(f32[28], 1, 1e-6);
    const again = rayCasts(world, new Float32Array([0, 5, 1, 0]), { out: first });
    assert.equal(again, first);
    assert.deepEqual([again.count, again.hits, again.f32 === f32], [1, 0, true]);
    const many = new Float32Array(4000).map((_, i) => [0, 0, 20, 0][i % 4]);
    rayCasts(world, many, { out: first, layers: ['far'], inside: true });
    assert.deepEqual([first.count, first.hits], [1000, 1000]);
    near(first.f32[999 * 11 + 2], 9 / 20, 1e-6);
    assert.equal(rayCasts(world, new Float32Array(0)).count, 0);
    const before = first.f32.slice();
    many[3997] = NaN;
    assert.throws(() => rayCasts(world, many, { out: first }), /rays\[3997\]/);
    assert.deepEqual(first.f32, before, 'a refused call leaves the result alone');
    world.destroy();
});

test('moving shapes and the nearest point', () => {
    const { world, box, ball, sensor } = row();
    const disc = /** @type {const} */ ({ shape: 'circle', radius: 0.5 });
    const hit = world.shapeCast(disc, { x: 0, y: 0 }, 20, 0);
    assert.equal(hit?.body, box);
    near(hit?.fraction ?? 0, 2.5 / 20, 1e-6);
    near(hit?.x ?? 0, 3, 1e-6);
    near(hit?.nx ?? 0, -1, 1e-6);
    const plank = /** @type {const} */ ({ shape: 'box', width: 4, height: 0.2 });
    assert.equal(world.shapeCast(plank, { y: 2 }, 20, 0), null);
    near(world.shapeCast(plank, { y: 2, angle: Math.PI / 2 }, 20, 0)?.fraction ?? 0, 2.9 / 20,
        1e-5);
    assert.equal(world.shapeCast(disc, {}, 20, 0, { layers: ['far'] })?.body, ball);
    assert.equal(world.shapeCast(disc, {}, 20, 0, { triggers: true })?.body, sensor);
    assert.equal(world.shapeCast(disc, { x: 4 }, 0, 0), null);
    assert.equal(world.shapeCast(disc, { x: 4 }, 0, 0, { inside: true })?.inside, true);
    const nearest = world.closestPoint(7, 0.25, 10);
    assert.equal(nearest?.body, box);
    near(nearest?.distance ?? 0, 2, 1e-6);
    near(nearest?.x ?? 0, 5, 1e-6);
    near(nearest?.y ?? 0, 0.25, 1e-6);
    near(nearest?.nx ?? 0, 1, 1e-6);
    assert.equal(world.closestPoint(7, 0, 1), null);
    assert.equal(world.closestPoint(7, 0, 10, { skipStatic: true })?.body, ball);
    near(world.closestPoint(10, 0.75, 1)?.distance ?? 0, -0.25, 1e-6, 'inside');
    world.destroy();
});

test('distance: hand-worked cases, mirrored when swapped', () => {
    const unit = /** @type {const} */ ({ shape: 'circle', radius: 1 });
    const square = /** @type {const} */ ({ shape: 'box', width: 2, height: 2 });
    const apart = distance(unit, {}, square, { x: 5, y: 0.5 });
    for (const [actual, expected] of /** @type {const} */ ([
        [apart.distance, 3],
        [apart.ax, 1],
        [apart.ay, 0],
        [apart.bx, 4],
        [apart.by, 0],
        [apart.nx, 1],
        [apart.ny, 0],
    ])) near(actual, expected, 1e-5);
    near(distance(square, {}, square, { x: 5, y: 6 }).distance, 5, 1e-5, 'corner to corner, 3 4 5');
    near(distance(unit, {}, unit, { x: 1.5 }).distance, -0.5, 1e-6);
    const back = distance(square, { x: 5, y: 0.5 }, unit, {});
    near(back.nx, -1, 1e-6);
    near(back.bx, 1, 1e-5);
});

/** Numbers from 0 to 1, the same in every run. @param {number} seed */
function numbersFrom(seed) {
    let state = seed;
    return () => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return state / 2 ** 32;
    };
}

test('random scenes: rays, casts and nearest points against walking and against each shape alone', () => {
    const random = numbersFrom(7);
    const between = (/** @type {number} */ low, /** @type {number} */ high) =>
        low + (high - low) * random();
    let hits = 0;
    for (let scene = 0; scene < part(200, 5); ++scene) {
        const world = new World();
        const shapes = Array.from({ length: 12 }, (_, i) => {
            const shape = /** @type {import('../../js/index.js').ShapeOptions} */ ([
                { shape: 'circle', radius: between(0.2, 1) },
                { shape: 'box', width: between(0.3, 2), height: between(0.3, 2),
                    radius: i % 2 ? 0.1 : 0 },
                { shape: 'capsule', length: between(0.2, 2), radius: between(0.1, 0.5) },
            ][i % 3]);
            const pose = { x: between(-6, 6), y: between(-6, 6), angle: between(-3, 3) };
            const body = world.createBody({
                type: i % 2 ? 'static' : 'dynamic',
                position: [pose.x, pose.y],
                angle: pose.angle,
                collider: shape,
            });
            return { shape, pose, body };
        });
        const ray = [between(-8, 8), between(-8, 8), between(-12, 12), between(-12, 12)];
        const [x, y, dx, dy] = ray;
        const hit = world.rayCast(x, y, dx, dy, { inside: true });
        // Walking along the ray in small steps finds nothing before the hit, and something just behind it.
        const all = world.rayCastAll(x, y, dx, dy, { inside: true });
        const at = (/** @type {number} */ t) => world.overlapPoint(x + t * dx, y + t * dy);
        const end = hit?.fraction ?? 1;
        for (let t = 0; t < end - 1e-4; t += 0.005)
            assert.deepEqual(at(t), [], `scene ${scene} at ${t}`);
        const walked = new Set();
        for (let t = 0; t <= 1; t += 0.005) for (const collider of at(t)) walked.add(collider);
        const listed = new Set(all.map(({ collider }) => collider));
        for (const collider of walked) assert.ok(listed.has(collider), `scene ${scene}: all`);
        assert.deepEqual(all.map(({ fraction }) => fraction), all.map(({ fraction }) =>
            fraction
        ).sort((a, b) => a - b));
        assert.equal(world.rayCastAny(x, y, dx, dy, { inside: true }), hit !== null);
        assert.deepEqual(all[0] ?? null, hit);
        const flat = rayCasts(world, new Float32Array(ray), { inside: true });
        assert.deepEqual([flat.hits, flat.f32[2]], [hit ? 1 : 0, hit?.fraction ?? 1]);
        if (hit) {
            hits++;
            const surface = world.closestPoint(hit.x, hit.y, 1);
            assert.ok(hit.inside || Math.abs(surface?.distance ?? 1) < 1e-3,
                `scene ${scene}: on the surface`);
        }
        // A moving shape touches nothing before its hit and touches at it; the nearest of all is the least distance.
        const mover = /** @type {const} */ ({ shape: 'box', width: 0.8, height: 0.4 });
        const from = { x, y, angle: between(-3, 3) };
        const cast = world.shapeCast(mover, from, dx, dy, { inside: true });
        const reach = (/** @type {number} */ t) =>
            Math.min(...shapes.map(({ shape, pose }) =>
                distance(mover, { ...from, x: x + t * dx, y: y + t * dy }, shape, pose).distance
            ));
        const limit = cast?.fraction ?? 1;
        for (let t = 0; t < limit - 1e-3; t += 0.02)
            assert.ok(reach(t) > -1e-4, `scene ${scene}: ${reach(t)} at ${t}`);
        if (cast && !cast.inside)
            near(reach(limit), 0, 1e-3, `scene ${scene}: at the hit`);
        const gaps = shapes.map(({ shape, pose }) =>
            distance({ shape: 'circle', radius: 1e-4 }, { x, y }, shape, pose).distance
        );
        const nearest = world.closestPoint(x, y, 100);
        near(nearest?.distance ?? 1e9, Math.min(...gaps) + 1e-4, 1e-3, `scene ${scene}: nearest`);
        assert.equal(nearest?.body, shapes[gaps.indexOf(Math.min(...gaps))].body);
        for (const { shape, pose } of shapes) {
            const met = collide(mover, from, shape, pose).points.length > 0;
            const apart = distance(mover, from, shape, pose).distance;
            assert.ok(met ? apart < 1e-3 : apart > -1e-3,
                `scene ${scene}: ${apart}, collide says ${met}`);
        }
        world.destroy();
    }
    assert.ok(hits > part(50, 5) && hits < part(200, 5), `${hits} rays hit`);
});
