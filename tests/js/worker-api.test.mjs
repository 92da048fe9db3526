// A world in a worker has all that a world here has, by the same names: what the page knows is read at
// once, what only the worker knows comes by promises, and both say what a world here says.
import assert from 'node:assert/strict';
import test from 'node:test';
import { circleCasts, rayCasts, shapeCasts } from '../../js/batches.js';
import { explode } from '../../js/explosion.js';
import { keepHistory, rewind } from '../../js/history.js';
import { TILE, World, slotOf } from '../../js/index.js';
import { preview } from '../../js/preview.js';
import { isRecording, startRecording, stopRecording } from '../../js/recording.js';
import { toScene } from '../../js/scene.js';
import { near } from './helpers.mjs';
import { make } from './worker-worlds.mjs';

const disc = /** @type {const} */ ({ shape: 'circle', radius: 0.5 });
const square = /** @type {const} */ ({ shape: 'box', width: 1, height: 1 });

/** The error of a call. @param {() => void} call @returns {{ name: string, code: string | undefined, message: string }} */
function errorOf(call) {
    try {
        call();
    } catch (error) {
        const { name, code, message } = /** @type {any} */ (error);
        return { name, code, message };
    }
    return assert.fail('it was not refused');
}

/**
 * Things of two worlds as their places in lists of both, so that what names them can be compared.
 * @param {any[][]} lists
 * @returns {(value: any) => any}
 */
function placer(lists) {
    /** @param {any} value @returns {any} */
    const place = (value) => {
        for (const list of lists) if (list.includes(value)) return `thing ${list.indexOf(value)}`;
        if (Array.isArray(value)) return value.map(place);
        if (typeof value !== 'object' || value === null) return value;
        return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, place(each)]));
    };
    return place;
}

/** A row of balls that touch, and one that comes fast. @param {any} world */
function billiard(world) {
    const ball = { ...disc, friction: 0, restitution: 1 };
    const row = Array.from({ length: 5 },
        (_, i) => world.createBody({ position: [i, 0], collider: ball }));
    world.createBody({ type: 'static', position: [9, 0],
        collider: { ...square, restitution: 1, friction: 0 } });
    const cue = world.createBody({ position: [-5, 0], velocity: [30, 0], collider: ball });
    return [...row, cue];
}

for (const shared of [true, false]) {
    const how = shared ? 'shared memory' : 'transferred frames';

    test(`${how}: a billiard row by impacts, step by step and by advance()`, async () => {
        const options = /** @type {const} */ ({ gravity: [0, 0], stepping: 'impacts' });
        const there = await make(options, { shared });
        const timed = await make(options, { shared });
        const here = new World(options);
        const soft = new World({ gravity: [0, 0] });
        const [a, b] = [billiard(there), billiard(here)];
        billiard(timed);
        billiard(soft);
        let hits = 0;
        there.on('contactHit', () => ++hits);
        let wanted = 0;
        here.on('contactHit', () => ++wanted);
        for (let i = 0; i < 60; ++i) {
            here.stepImpacts();
            await there.stepImpacts();
            soft.step();
            timed.advance(1 / 60);
            await timed.sync();
        }
        assert.equal(await there.hash(), here.hash());
        assert.equal(await timed.hash(), here.hash(),
            'advance() goes by impacts where the world was made so');
        assert.notEqual(soft.hash(), here.hash());
        assert.ok(hits > 0);
        assert.equal(hits, wanted);
        a.forEach((body, i) => assert.deepEqual([body.x, body.vx], [b[i].x, b[i].vx]));
        assert.equal((await there.counters()).impacts, here.counters.impacts);
        await there.stepImpacts(1 / 120, 3);
        here.stepImpacts(1 / 120, 3);
        assert.equal(await there.hash(), here.hash());
        near(there.time, here.time, 0);
        await assert.rejects(there.stepImpacts(2), { name: 'RangeError',
            message: /World.stepImpacts: dt/ });
        await assert.rejects(there.stepImpacts(0.01, 0), { name: 'RangeError',
            message: /World.stepImpacts: maxImpacts/ });
        for (const world of [there, timed, here, soft]) world.destroy();
    });

    test(`${how}: contact points of the world, of bodies and of colliders`, async () => {
        const there = await make({}, { shared });
        const here = new World();
        /** @param {any} world */
        const pile = (world) => {
            // A body made and gone, so that numbers here and there differ.
            world.createBody({ collider: disc }).destroy();
            const floor = world.createBody({ type: 'static', position: [0, -0.5],
                collider: { shape: 'box', width: 40, height: 1 } });
            const boxes = [0, 1, 2].map((i) =>
                world.createBody({ position: [0.1 * i, 0.5 + i], collider: square })
            );
            const ball = world.createBody({ position: [5, 0.5], collider: disc });
            return [floor, ...boxes, ball];
        };
        const [a, b] = [pile(there), pile(here)];
        const things = [a, b].map((
            bodies,
        ) => [...bodies, ...bodies.flatMap((body) => body.colliders)]);
        const place = placer(things);
        for (let i = 0; i < 30; ++i) {
            here.step();
            await there.step();
        }
        const [c, d] = [a, b].map((bodies) => bodies.map((body) => body.colliders[0]));
        /** @type {[any, any, any?, any?][]} */
        const pairs = [[a[1], b[1]], [a[1], b[1], a[0], b[0]], [c[2], d[2]], [c[2], d[2], a[1],
            b[1]], [a[4], b[4], c[0], d[0]], [a[4], b[4], a[1], b[1]]];
        for (const [mine, its, other, another] of pairs) {
            const points = await mine.contactPoints(other);
            assert.deepEqual(place(points), place(its.contactPoints(another)));
            const flat = await there.contactPointsOf(mine, other);
            assert.equal(flat.count, points.length);
            assert.equal(flat.stride, 19);
        }
        assert.ok((await a[1].contactPoints()).length >= 4);
        assert.deepEqual(await a[4].contactPoints(a[1]), []);

        const flat = await there.contactPoints();
        const wanted = here.contactPoints;
        assert.equal(flat.count, wanted.count);
        assert.equal(flat.f32.buffer, flat.u32.buffer);
        assert.equal(flat.u32.length, 19 * flat.count, 'in memory of its own');
        for (let at = 0; at < 19 * flat.count; at += 19) {
            for (const word of [2, 3, 4, 5, 6, 7, 8, 9, 14])
                assert.equal(flat.f32[at + word], wanted.f32[at + word]);
            for (const word of [10, 11, 15])
                assert.equal(flat.u32[at + word], wanted.u32[at + word]);
            for (const word of [12, 13]) {
                const body = there.bodyAt(slotOf(flat.u32[at + word]));
                assert.equal(a.indexOf(body),
                    b.indexOf(here.bodyAt(slotOf(wanted.u32[at + word]))));
                assert.equal(flat.u32[at + word - 12], body?.colliders[0].id);
            }
        }
        // What is asked first is not overwritten by what is asked next.
        const [all, some] = await Promise.all([there.contactPoints(), there.contactPointsOf(a[4])]);
        assert.deepEqual([all.count, some.count], [flat.count, 1]);
        assert.deepEqual(all.u32, flat.u32);

        a[1].destroy();
        const [foreign] = pile(await make());
        for (const bad of [a[1], c[1], foreign, foreign.colliders[0], undefined, 5]) {
            const code = {
                code: bad === a[1]
                    ? 'STALE_BODY'
                    : bad === c[1]
                    ? 'STALE_COLLIDER'
                    : 'FOREIGN_OBJECT',
            };
            const error = typeof bad === 'object'
                ? code
                : { name: 'TypeError', message: /World.contactPointsOf: one must be/ };
            await assert.rejects(there.contactPointsOf(/** @type {any} */ (bad)), error);
        }
        await assert.rejects(a[1].contactPoints(), { code: 'STALE_BODY',
            message: 'Body.contactPoints: the body was destroyed' });
        await assert.rejects(c[1].aabb(), { code: 'STALE_COLLIDER',
            message: 'Collider.aabb: the collider was destroyed' });
        await assert.rejects(there.rayCast(0, 0, 1, 0, { ignore: [a[2], foreign] }), {
            code: 'FOREIGN_OBJECT',
            message: 'World.rayCast: ignore is a body of another world',
        });
        here.destroy();
        there.destroy();
    });
}

test('what a page cannot have says so', async () => {
    const there = await make();
    const a = there.createBody({ collider: disc });
    // What cannot be had says so.
    assert.throws(() => there.forces, { code: 'NOT_IN_WORKER',
        message: /World.forces: .*body.applyForce/ });
    assert.throws(() => there.restore(), { code: 'NOT_IN_WORKER',
        message: /World.restore: not in a worker/ });
    for (const call of [toScene, keepHistory, rewind, startRecording, stopRecording, isRecording,
        explode, preview, rayCasts, circleCasts, shapeCasts])
        assert.throws(() => /** @type {any} */ (call)(there), { code: 'NOT_IN_WORKER',
            message: `${call.name}: not for a world in a worker; a module there can call it` });
    assert.throws(() => /** @type {any} */ (a.colliders[0]).index, { code: 'NOT_IN_WORKER',
        message: /Collider.index: .*id/ });
    there.destroy();
});

test('settings of the world, its memory and its times', async () => {
    const keys =
        /** @type {const} */ (['gravity', 'timeScale', 'paused', 'fixedStep', 'sleep',
            'restitutionThreshold', 'hitSpeed', 'loadImpulse', 'profiling', 'destroyed']);
    const options =
        /** @type {const} */ ({ sleep: false, hitSpeed: 0.5, fixedStep: 0.01,
            gravity: { x: 1, y: 2 }, layers: { a: { b: 'trigger' }, b: ['a', 'b'] } });
    for (const given of [{}, options]) {
        const there = await make(given);
        const here = new World(given);
        for (const key of keys) assert.deepEqual(there[key], here[key], key);
        for (const world of [there, here]) {
            world.sleep = true;
            world.restitutionThreshold = 0.25;
            world.hitSpeed = 3;
            world.loadImpulse = 2;
            world.timeScale = 0.5;
            world.gravity = new Float32Array([0, -5]);
        }
        for (const key of keys) assert.deepEqual(there[key], here[key], key);
        for (const key of keys.filter((each) => each !== 'fixedStep' && each !== 'destroyed')) {
            for (const value of [NaN, 'x', -1, null]) {
                const calls = [there, here].map((world) =>
                    errorOf(() => {
                        /** @type {any} */ (world)[key] = value;
                    })
                );
                assert.deepEqual(calls[0], calls[1], `${key} ${value}`);
            }
        }
        for (const world of [there, here]) {
            world.createBody({ position: [0, 3], collider: { ...disc, restitution: 1 } });
            world.createBody({ type: 'static', collider: square });
            world.layers.add('more');
            world.layers.set('more', 'more', 'solid');
        }
        let hits = 0;
        there.on('contactHit', () => ++hits);
        here.on('contactHit', () => --hits);
        for (let i = 0; i < 90; ++i) {
            here.step();
            await there.step();
        }
        assert.equal(hits, 0);
        assert.equal(await there.hash(), here.hash());
        assert.equal(await there.bytes(), here.bytes);
        assert.deepEqual([there.layers.solidMasks, there.layers.triggerMasks],
            [here.layers.solidMasks, here.layers.triggerMasks].map((words) =>
                new Uint32Array(words)
            ));
        for (const name of ['', 5, 'more']) {
            assert.deepEqual(errorOf(() => there.layers.add(/** @type {any} */ (name))),
                errorOf(() => here.layers.add(/** @type {any} */ (name))));
        }
        assert.equal(await there.profile(), null);
        there.profiling = true;
        here.profiling = true;
        await there.step();
        here.step();
        const profile = await there.profile();
        assert.deepEqual(Object.keys(profile ?? {}), Object.keys(here.profile ?? {}));
        assert.ok(profile && profile.step > 0);
        here.destroy();
        there.destroy();
        assert.deepEqual([there.destroyed, here.destroyed], [true, true]);
    }
});

test('a trigger says how many pairs are inside; all or none of a list of bodies go', async () => {
    const there = await make({ gravity: [0, 0] });
    const here = new World({ gravity: [0, 0] });
    /** @type {any[][]} */
    const heard = [[], []];
    [there, here].forEach((world, i) => {
        world.createBody({ type: 'static',
            collider: { shape: 'box', width: 4, height: 4, trigger: true } });
        world.createBody({ position: [-4, 0], velocity: [8, 0],
            colliders: [disc, { ...disc, center: [-1, 0] }, { ...disc, center: [-2, 0] }] });
        for (const kind of /** @type {const} */ (['triggerEnter', 'triggerExit'])) {
            world.on(kind, (/** @type {any} */ e) => heard[i].push([kind, e.pairs]));
        }
    });
    for (let i = 0; i < 90; ++i) {
        here.step();
        await there.step();
    }
    assert.deepEqual(heard[0], heard[1]);
    assert.deepEqual(heard[0].map(([, pairs]) => pairs), [1, 2, 3, 2, 1, 0]);
    assert.throws(() => there.destroySlots([0, 0]), { code: 'STALE_BODY' });
    assert.throws(() => there.destroySlots([0, 7]), { code: 'STALE_BODY',
        message: 'World.destroySlots: slots[1] is slot 7, where there is no body' });
    assert.ok(there.bodyAt(0) && there.bodyAt(1));
    there.destroySlots([1, 0]);
    assert.equal(there.bodyAt(0), undefined);
    here.destroy();
    there.destroy();
});

test('whatever is wrong with a question rejects its promise, by name', async () => {
    const [world, other] = [await make(), await make()];
    const [a, gone] = [1, 2].map(() => world.createBody({ collider: disc }));
    const [{ colliders: [deadCollider] }, foreign] = [gone, other.createBody({ collider: disc })];
    gone.destroy();
    /** @type {any} */
    const cycle = {};
    cycle.ignore = cycle;
    const any = /** @type {any} */ (world);
    /** @type {[ask: () => Promise<unknown>, said: any][]} */
    const cases = [
        [() => any.rayCast(NaN, 0, 1, 0), { name: 'RangeError',
            message: 'World.rayCast: x must be a finite number, got NaN' }],
        [() => any.rayCast(0, 0, 1, 0, { ignore: () => 1 }), { name: 'TypeError',
            message: 'World.rayCast: options must be plain data to go to a worker' }],
        [() => any.rayCast(0, 0, 1, 0, cycle), { name: 'TypeError',
            message: /^World\.rayCast: ignore must be a Body/ }],
        [() => any.overlapCollider(deadCollider), { code: 'STALE_COLLIDER' }],
        [() => any.rayCast(0, 0, 1, 0, { ignore: [a, foreign] }), { code: 'FOREIGN_OBJECT',
            message: 'World.rayCast: ignore is a body of another world' }],
        [() => any.rayCast(0, 0, 1, 0, { ignore: [gone] }), { code: 'STALE_BODY',
            message: 'World.rayCast: ignore is a body that was destroyed' }],
    ];
    for (const [ask, said] of cases) {
        // It throws nothing itself.
        const answer = ask();
        await assert.rejects(answer, said);
    }
    assert.equal(await world.rayCast(5, 5, 1, 0), null);
});

test('after destroy() things say so; questions nobody waits for end quietly', async () => {
    const there = await make();
    const body = there.createBody({ collider: disc });
    const tiles = there.createBody({ type: 'static', collider: { shape: 'tiles', cells: ['#'] } })
        .colliders[0];
    void body.mass();
    const waited = there.rayCast(0, 0, 1, 0);
    there.destroy();
    await assert.rejects(waited, { code: 'WORLD_DESTROYED' });
    assert.deepEqual([body.alive, tiles.alive], [false, false]);
    assert.throws(() => body.x, { code: 'WORLD_DESTROYED',
        message: 'Body.x: the world was destroyed' });
    assert.throws(() => tiles.setTile(0, 0, TILE.EMPTY), { code: 'WORLD_DESTROYED' });
    await assert.rejects(body.center(), { code: 'WORLD_DESTROYED',
        message: 'Body.center: the world was destroyed' });
    await assert.rejects(there.contactPoints(), { code: 'WORLD_DESTROYED' });
    await new Promise((resolve) => {
        setTimeout(resolve, 20);
    });
});
