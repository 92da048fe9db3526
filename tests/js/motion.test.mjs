// What queries pass over, what they are given to fill, and things on the move: shapes and bodies that
// come together, bodies on a path; all of it at once after an edit.
import assert from 'node:assert/strict';
import test from 'node:test';
import { World, distance, slotOf, timeOfImpact } from '../../js/index.js';
import { circleCasts, rayCasts, shapeCasts } from '../../js/batches.js';
import { near, refuses } from './helpers.mjs';

/** @typedef {import('../../js/index.js').Collider} Collider */

/** The body of a word of a flat result. @param {World} world @param {number} word */
const bodyOf = (world, word) => (word === 0 ? null : world.bodyAt(slotOf(word)));

const disc = /** @type {const} */ ({ shape: 'circle', radius: 0.5 });

/** Three discs on the x axis, the middle one static; no gravity. */
function row() {
    const world = new World({ gravity: [0, 0], layers: { a: {}, b: {} } });
    const make = (/** @type {number} */ x, /** @type {'static' | 'dynamic'} */ type,
        layer = 'default') =>
        world.createBody({ type, position: [x, 0], collider: { ...disc, layer } });
    return { world, one: make(2, 'dynamic', 'a'), two: make(4, 'static', 'b'),
        three: make(6, 'dynamic') };
}

test('ignore: a body, a collider, a list of both, for every query', () => {
    const { world, one, two, three } = row();
    const [second] = two.colliders;
    /** @param {import('../../js/index.js').FilterOptions['ignore']} ignore */
    const seen = (ignore) => [
        world.rayCast(0, 0, 10, 0, { ignore })?.body,
        world.rayCastAll(0, 0, 10, 0, { ignore })[0]?.body,
        world.shapeCast(disc, { x: 0 }, 10, 0, { ignore })?.body,
        world.closestPoint(0, 0, 10, { ignore })?.body,
        world.touch(0, 0, 10, { ignore })?.body,
        world.overlapBox(0, -1, 10, 1, { ignore })[0]?.body,
        world.overlapShape({ shape: 'box', width: 20, height: 1 }, {}, { ignore })[0]?.body,
        bodyOf(world, rayCasts(world, new Float32Array([0, 0, 10, 0]), { ignore }).u32[1]),
        bodyOf(world, circleCasts(world, new Float32Array([0, 0, 0.1, 10, 0]), { ignore }).u32[1]),
        bodyOf(world,
            shapeCasts(world, disc, new Float32Array([0, 0, 0, 10, 0]), { ignore }).u32[1]),
    ];
    const all = (/** @type {unknown} */ body) => new Array(10).fill(body);
    const order = (
        /** @type {unknown[]} */ list,
    ) => [...list.slice(0, 5), list[0], list[0], ...list.slice(7)];
    assert.deepEqual(order(seen(undefined)), all(one));
    assert.deepEqual(order(seen(one)), all(two));
    assert.deepEqual(order(seen([one, second])), all(three));
    assert.deepEqual(seen([second, one]).slice(5, 7), [three, three]);
    assert.deepEqual(seen([one, second, three]).map((body) => body ?? null), all(null));
    assert.equal(world.rayCastAny(0, 0, 10, 0, { ignore: [one, two, three] }), false);
    assert.deepEqual(world.overlapPoint(4, 0, { ignore: second }), []);
    assert.deepEqual(world.overlapBox(0, -1, 10, 1, { skipStatic: true, ignore: three }),
        one.colliders);
    assert.deepEqual(world.overlapBox(0, -1, 10, 1, { skipMoving: true }), [second]);
    // What is gone is told, not passed over in silence.
    three.destroy();
    refuses(() => world.rayCast(0, 0, 1, 0, { ignore: [one, three] }), 'STALE_BODY',
        'World.rayCast');
    second.destroy();
    refuses(() => rayCasts(world, new Float32Array(4).fill(1), { ignore: second }),
        'STALE_COLLIDER', 'rayCasts');
    world.destroy();
});

test('results given to be filled', () => {
    const { world, one, two } = row();
    const hit = world.rayCast(0, 0, 10, 0);
    assert.ok(hit);
    assert.equal(world.rayCast(10, 0, -20, 0, { out: hit, layers: ['b'] }), hit);
    assert.deepEqual([hit.body, hit.x, hit.nx, hit.inside], [two, 4.5, 1, false]);
    assert.equal(world.rayCast(0, 5, 1, 0, { out: hit }), null);
    assert.equal(hit.body, two, 'a miss leaves it alone');
    assert.equal(world.shapeCast(disc, {}, 10, 0, { out: hit }), hit);
    assert.equal(hit.body, one);
    const nearest = world.closestPoint(0, 0, 10);
    assert.ok(nearest);
    assert.equal(world.closestPoint(4, 2, 10, { out: nearest }), nearest);
    assert.deepEqual([nearest.body, nearest.distance], [two, 1.5]);
    /** @type {Collider[]} */
    const list = [];
    assert.equal(world.overlapBox(0, -1, 10, 1, { out: list }), list);
    assert.equal(list.length, 3);
    world.overlapPoint(2, 0, { out: list });
    assert.deepEqual(list, one.colliders);
    world.overlapCollider(two.colliders[0], { out: list });
    assert.deepEqual(list, []);
    world.destroy();
});

test('many casts of one shape, and of circles, with the bits of one alone', () => {
    const { world } = row();
    const box = /** @type {const} */ ({ shape: 'box', width: 0.8, height: 0.2 });
    const casts = new Float32Array([0, 0, 0.5, 10, 0, 0, 0.4, 1, 10, 0, 0, 5, 0, 10, 0]);
    const result = shapeCasts(world, box, casts);
    assert.deepEqual([result.count, result.hits, result.stride], [3, 2, 11]);
    for (let i = 0; i < 3; ++i) {
        const [x, y, angle, dx, dy] = casts.subarray(5 * i);
        const alone = world.shapeCast(box, { x, y, angle }, dx, dy);
        assert.equal(result.f32[11 * i + 2], alone?.fraction ?? 1);
        assert.equal(result.u32[11 * i] === 0, alone === null);
    }
    const circles = new Float32Array([0, 0, 0.5, 10, 0, 0, 0.9, 0.5, 10, 0, 0, 5, 0.5, 10, 0]);
    assert.equal(circleCasts(world, circles, { out: result }), result);
    assert.equal(result.hits, 2);
    near(result.f32[2], 0.1, 1e-6);
    assert.equal(result.f32[11 + 2], world.shapeCast(disc, { y: circles[6] }, 10, 0)?.fraction);
    world.destroy();
});

test('overlaps of a collider, touches, and nearest points of one thing', () => {
    const { world, one, two, three } = row();
    const wide = world.createBody({ type: 'static', position: [3, 0], colliders: [
        { shape: 'box', width: 2, height: 0.4 },
        { shape: 'circle', radius: 0.2, center: [0, 3], trigger: true },
    ] });
    const [bar, button] = wide.colliders;
    const bodies = (/** @type {Collider[]} */ list) => new Set(list.map(({ body }) => body));
    assert.deepEqual(bodies(world.overlapCollider(bar)), new Set([one, two]));
    assert.deepEqual(bodies(world.overlapCollider(bar, { layers: ['a'] })), new Set([one]));
    assert.deepEqual(world.overlapCollider(button), []);
    three.setTransform(3, 3);
    assert.deepEqual(bodies(world.overlapCollider(button)), new Set([three]), 'at once');
    three.setTransform(6, 0);
    // A finger hits what it is in, else what is near enough; buttons may be triggers.
    assert.equal(world.touch(3, 3)?.collider, button);
    assert.equal(world.touch(3, 3.5), null);
    near(world.touch(3, 3.5, 0.4)?.distance ?? 0, 0.3, 1e-6);
    assert.equal(world.touch(6.4, 0, 5)?.body, three);
    const top = world.closestPointOf(wide, 3, 5);
    assert.equal(top?.collider, button);
    for (const [actual, expected] of [[top?.distance, 1.8], [top?.y, 3.2], [top?.ny, 1]])
        near(actual ?? 0, expected ?? 0, 1e-6);
    near(world.closestPointOf(bar, 3, 5)?.distance ?? 0, 4.8, 1e-6);
    near(world.closestPointOf(bar, 3, 0)?.distance ?? 0, -0.2, 1e-6);
    assert.equal(world.closestPointOf(world.createBody(), 0, 0), null);
    world.destroy();
});

test('time of impact of two shapes: hand-worked, mirrored when swapped, turning', () => {
    const hit = timeOfImpact(disc, { dx: 4 }, disc, { x: 5, dx: -4 });
    assert.equal(hit?.state, 'hit');
    near(hit?.fraction ?? 0, 0.5, 1e-6);
    near(hit?.x ?? 0, 2.5, 1e-5);
    near(hit?.nx ?? 0, 1, 1e-6);
    const back = timeOfImpact(disc, { x: 5, dx: -4 }, disc, { dx: 4 });
    assert.deepEqual([back?.fraction, back?.nx], [hit?.fraction, -1]);
    assert.equal(timeOfImpact(disc, { dx: 1 }, disc, { x: 5 }), null);
    assert.equal(timeOfImpact(disc, {}, disc, { x: 0.5 })?.state, 'overlapping');
    // A hand of a clock, a quarter turn, meets a disc where its tip's way says.
    const hand = /** @type {const} */ ({ shape: 'box', width: 4, height: 0.02, center: [2, 0] });
    const swept = timeOfImpact(hand, { turn: Math.PI / 2 }, disc, { x: 2, y: 2 });
    assert.equal(swept?.state, 'hit');
    const angle = Math.PI / 4 - Math.asin(0.51 / Math.hypot(2, 2));
    near((swept?.fraction ?? 0) * (Math.PI / 2), angle, 5e-3);
    // The same about its other end.
    const other = timeOfImpact(hand, { turn: -Math.PI / 2, center: [4, 0] }, disc, { x: 2, y: 2 });
    near(other?.fraction ?? 0, swept?.fraction ?? 1, 1e-3);
});

test('time of impact of two bodies: of all their colliders, about their centres of mass', () => {
    const world = new World({ gravity: [0, 0] });
    const dumbbell = world.createBody({ position: [0, 0], colliders: [
        { ...disc, center: [-2, 0] },
        { ...disc, center: [2, 0] },
        { ...disc, radius: 3, trigger: true },
    ] });
    const wall = world.createBody({ type: 'static', position: [10, 0],
        collider: { shape: 'box', width: 2, height: 20 } });
    const hit = world.timeOfImpact(dumbbell, { dx: 13 }, wall, {});
    assert.equal(hit?.state, 'hit');
    near(hit?.fraction ?? 0, 0.5, 1e-6);
    assert.deepEqual([hit?.colliderA, hit?.colliderB], [dumbbell.colliders[1], wall.colliders[0]]);
    assert.equal(world.timeOfImpact(dumbbell, { dx: 6 }, wall, {}), null);
    // Half a turn on the way brings the tip nearer no earlier than the end.
    near(world.timeOfImpact(dumbbell, { dx: 6.5, turn: Math.PI }, wall, {})?.fraction ?? 0, 1,
        1e-3);
    wall.setTransform(3.5, 0);
    assert.equal(world.timeOfImpact(dumbbell, {}, wall, {}), null);
    wall.setTransform(3, 0);
    assert.equal(world.timeOfImpact(dumbbell, {}, wall, {})?.state, 'overlapping',
        'at once after an edit');
    const check = (/** @type {any} */ a, /** @type {any} */ b) => () =>
        world.timeOfImpact(dumbbell, a, wall, b);
    refuses(check(1, {}), TypeError, 'World.timeOfImpact: motionA', 'got 1');
    refuses(check({}, { turn: 1e5 }), RangeError, 'World.timeOfImpact: motionB.turn', '100000');
    refuses(check({ dx: NaN }, {}), RangeError, 'World.timeOfImpact: motionA.dx', 'NaN');
    refuses(check({}, { vx: 1 }), TypeError, 'World.timeOfImpact: motionB has no option "vx"');
    wall.destroy();
    refuses(check({}, {}), 'STALE_BODY', 'World.timeOfImpact');
    world.destroy();
});

test('a body on a path: what it is solid to, how far it comes', () => {
    const world = new World({ gravity: [0, 0],
        layers: { hero: { wall: 'solid', coin: 'trigger' }, wall: {}, coin: {}, ghost: {} } });
    const hero = world.createBody({ type: 'kinematic', position: [50, 50], colliders: [
        { ...disc, layer: 'hero' },
        { ...disc, center: [0, 1], layer: 'hero' },
        { ...disc, radius: 9, trigger: true },
    ] });
    const solid = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ layer) =>
        world.createBody({ type: 'static', position: [x, y],
            collider: { shape: 'box', width: 1, height: 1, layer } });
    const ghost = solid(3, 0, 'ghost');
    const coin = solid(5, 0, 'coin');
    const wall = solid(10, 4.2, 'wall');
    const path = [[0, 0], [10, 0], [10, 8]];
    const hit = world.sweep(hero, path);
    assert.equal(hit?.body, wall);
    assert.equal(hit?.own, hero.colliders[1], 'the upper one comes first');
    assert.equal(hit?.segment, 1);
    near(hit?.distance ?? 0, 10 + 3.7 - 1.5, 1e-5);
    near(hit?.px ?? 0, 10, 1e-5);
    near(hit?.py ?? 0, 2.2, 1e-5);
    near(hit?.ny ?? 0, -1, 1e-5);
    assert.deepEqual(world.sweep(hero, path.flat()), hit, 'flat, and the body has not moved');
    assert.equal(world.sweep(hero, path, { triggers: true })?.body, coin);
    assert.equal(world.sweep(hero, path, { layers: ['ghost'] }), null,
        'layers narrow, they do not widen');
    assert.equal(world.sweep(hero, path, { ignore: wall }), null);
    hero.ignore(wall);
    assert.equal(world.sweep(hero, path), null, 'a pair that is ignored');
    hero.ignore(wall, false);
    ghost.colliders[0].group = hero.colliders[0].group = 7;
    assert.equal(world.sweep(hero, path)?.body, ghost, 'of one group');
    ghost.destroy();
    assert.equal(world.sweep(hero, path)?.body, wall);
    world.layers.set('hero', 'wall', 'ignore');
    assert.equal(world.sweep(hero, path), null);
    world.destroy();
});

test('queries are right at once: made, moved, turned, reshaped, switched, destroyed', () => {
    const { world } = row();
    const rays = new Float32Array(400).map((_, i) => [20, 5, 10, 0][i % 4]);
    /** @returns {(import('../../js/index.js').Body | null | undefined)[]} */
    const ask = () => [
        world.rayCast(20, 5, 10, 0)?.body ?? null,
        bodyOf(world, rayCasts(world, rays).u32[1]),
        world.shapeCast(disc, { x: 20, y: 5 }, 10, 0)?.body ?? null,
        circleCasts(world, new Float32Array([20, 5, 0.5, 10, 0])).hits
            ? world.touch(25, 5)?.body
            : null,
        world.overlapPoint(25, 5)[0]?.body ?? null,
        world.overlapBox(24, 4, 26, 6)[0]?.body ?? null,
        world.overlapShape(disc, { x: 25, y: 5 })[0]?.body ?? null,
        world.closestPoint(25, 5, 0.1)?.body ?? null,
    ];
    const all = (/** @type {unknown} */ body) => new Array(8).fill(body);
    assert.deepEqual(ask(), all(null));
    const body = world.createBody({ position: [25, 5], collider: disc });
    assert.deepEqual(ask(), all(body), 'made');
    body.setTransform(25, 50);
    assert.deepEqual(ask(), all(null), 'moved away');
    body.setTransform(25, 5);
    assert.deepEqual(ask(), all(body), 'moved back');
    body.enabled = false;
    assert.deepEqual(ask(), all(null), 'switched off');
    body.enabled = true;
    body.type = 'static';
    assert.deepEqual(ask(), all(body), 'made static');
    body.colliders[0].setShape({ shape: 'box', width: 0.2, height: 30, center: [3, 0] });
    assert.deepEqual(ask().slice(4), all(null).slice(4), 'reshaped');
    body.setTransform(25, 5, Math.PI / 2);
    assert.equal(world.rayCast(25, 0, 0, 20)?.body, body, 'turned');
    body.destroy();
    assert.deepEqual(ask(), all(null), 'destroyed');
    assert.equal(world.rayCast(25, 0, 0, 20), null);
    near(distance(disc, {}, disc, { x: 3 }).distance, 2, 1e-6);
    world.destroy();
});
