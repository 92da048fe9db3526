// Questions to a world and to the geometry: overlaps by layer, contact points with their impulses, and how two shapes
// meet, held against cases worked by hand.
import assert from 'node:assert/strict';
import test from 'node:test';
import { World, collide } from '../../js/index.js';
import { near, run, worldWithFloor } from './helpers.mjs';

test('queries: points, boxes and shapes, by layer, right after an edit', () => {
    const world = new World({ layers: { a: {}, b: {} } });
    const [one, two] = /** @type {const} */ (['a', 'b']).map((layer, i) =>
        world.createBody({
            type: i ? 'static' : 'dynamic',
            position: [3 * i, 0],
            collider: { shape: 'circle', radius: 1, layer },
        }),
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
    assert.deepEqual([count, stride], [2, 12]);
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
    near(impulse, (body.mass * 10) / 60 / 4, 0.002, 'over one of four substeps');
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
