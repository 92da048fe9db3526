// Contact data and combine rules from JavaScript: pairs of bodies and colliders, flat and as
// objects, which side is A, and errors that name what is wrong.
import assert from 'node:assert/strict';
import test from 'node:test';
import { World } from '../../js/index.js';
import { near, refuses, run, worldWithFloor } from './helpers.mjs';

/** @param {unknown} value */
const any = (value) => /** @type {any} */ (value);

/** A table of two legs on a floor, with a ball on its right leg. */
function table() {
    const { world, floor } = worldWithFloor({ sleep: false });
    const desk = world.createBody({
        position: [0, 0.5],
        colliders: [-2, 2].map((x) => ({
            shape: /** @type {const} */ ('box'),
            center: /** @type {[number, number]} */ ([x, 0]),
            width: 0.5,
            height: 1,
        })),
    });
    const ball = world.createBody({
        position: [2, 1.25],
        collider: { shape: 'circle', radius: 0.25 },
    });
    run(world, 1);
    return { world, floor, desk, ball, legs: desk.colliders };
}

test('the contact points of a body, a collider, and of two of them', () => {
    const { world, floor, desk, ball, legs } = table();
    assert.equal(desk.contactPoints().length, 5);
    assert.equal(desk.contactPoints(floor).length, 4);
    assert.equal(desk.contactPoints(ball).length, 1);
    assert.equal(desk.contactPoints(ball.colliders[0]).length, 1);
    assert.equal(legs[0].contactPoints().length, 2);
    assert.equal(legs[0].contactPoints(ball).length, 0);
    assert.equal(legs[1].contactPoints(ball.colliders[0]).length, 1);
    for (const point of desk.contactPoints()) {
        assert.equal(point.bodyA, desk);
        assert.equal(point.colliderA.body, desk);
        assert.equal(point.bodyB, point.colliderB.body);
        near(point.ny, point.bodyB === floor ? -1 : 1, 1e-3);
        assert.equal(point.pointCount, point.bodyB === floor ? 2 : 1);
    }
    near(ball.contactPoints(desk)[0].ny, -1, 1e-3);
    world.destroy();
});

test('flat contact points of two sides agree with the objects', () => {
    const { world, floor, desk, legs } = table();
    floor.colliders[0].tangentSpeed = 0.5;
    run(world, 0.1);
    const all = world.contactPoints;
    const some = world.contactPointsOf(legs[0], floor);
    assert.deepEqual([all.count, some.count, some.stride], [5, 2, 19]);
    assert.equal(world.contactPointsOf(desk).count, 5);
    assert.equal(world.contactPointsOf(floor, desk).count, 4);
    assert.equal(world.contactPointsOf(legs[0], legs[1]).count, 0);
    const points = legs[0].contactPoints(floor);
    const { f32, u32, stride } = world.contactPointsOf(legs[0], floor);
    points.forEach((p, i) => {
        const at = i * stride;
        assert.deepEqual(
            Array.from(f32.subarray(at + 2, at + 10)),
            [p.x, p.y, p.nx, p.ny, p.separation, p.normalImpulse, p.tangentImpulse, p.normalSpeed],
        );
        assert.deepEqual([u32[at + 10], u32[at + 11], u32[at + 15]], [p.feature, p.age,
            p.pointCount]);
        assert.equal(f32[at + 14], p.tangentSpeed);
        assert.equal((u32[at + 12] & 0xfffff) - 1, desk.index);
        assert.equal((u32[at + 13] & 0xfffff) - 1, floor.index);
        assert.notEqual(p.tangentSpeed, 0);
    });
    world.destroy();
});

test('contact points refuse what is no side of a pair', () => {
    const { world, floor, desk, legs } = table();
    const other = new World();
    const stranger = other.createBody({ collider: { shape: 'circle', radius: 1 } });
    const [leg] = legs;
    leg.destroy();
    const gone = world.createBody();
    gone.destroy();
    const method = 'World.contactPointsOf';
    refuses(() => world.contactPointsOf(any(undefined)), TypeError,
        `${method}: one must be a Body or a Collider`, 'undefined');
    refuses(() => world.contactPointsOf(any(null)), TypeError, method, 'null');
    refuses(() => world.contactPointsOf(any(3)), TypeError, method, 'got 3');
    refuses(() => world.contactPointsOf(desk, any({})), TypeError,
        `${method}: other must be a Body`);
    refuses(() => world.contactPointsOf(stranger), 'FOREIGN_OBJECT', `${method}: one`);
    refuses(() => world.contactPointsOf(desk, stranger.colliders[0]), 'FOREIGN_OBJECT',
        `${method}: other`);
    refuses(() => world.contactPointsOf(gone), 'STALE_BODY', method);
    refuses(() => world.contactPointsOf(floor, leg), 'STALE_COLLIDER', method);
    refuses(() => leg.contactPoints(), 'STALE_COLLIDER', 'Collider.contactPoints');
    refuses(() => desk.contactPoints(any('floor')), TypeError, 'Body.contactPoints: other',
        '"floor"');
    world.destroy();
    refuses(() => world.contactPointsOf(desk), 'WORLD_DESTROYED', method);
    other.destroy();
});

test('a combine rule of one side decides, and of two the later one', () => {
    /** @param {import('../../js/index.js').CombineRule} [a] @param {import('../../js/index.js').CombineRule} [b] */
    const slide = (a, b) => {
        const world = new World({ sleep: false });
        world.createBody({
            type: 'static',
            position: [0, -0.5],
            collider: { shape: 'box', width: 99, height: 1, friction: 0.1, frictionCombine: a },
        });
        const box = world.createBody({
            position: [0, 0.5],
            collider: { shape: 'box', width: 2, height: 1, friction: 0.4, frictionCombine: b },
        });
        run(world, 0.2);
        box.setVelocity(10, 0);
        run(world, 0.5);
        const friction = (10 - box.vx) / 5;
        world.destroy();
        return friction;
    };
    near(slide(), 0.2, 2e-3);
    near(slide('average'), 0.25, 2e-3);
    near(slide('default', 'min'), 0.1, 2e-3);
    near(slide('multiply', 'min'), 0.04, 2e-3);
    near(slide('geometric', 'max'), 0.4, 2e-3);
});
