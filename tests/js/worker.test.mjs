// A world in a worker thread does what a world here does: the same bits, events, errors by the name
// of the call, handles good at once; with shared memory and with transferred frames.
import assert from 'node:assert/strict';
import test from 'node:test';
import { FLAGS, MicaError, World } from '../../js/index.js';
import { createWorkerWorld } from '../../js/worker.js';
import { copies, gameLayers, near, simdFile } from './helpers.mjs';
import { make } from './worker-worlds.mjs';

const floor =
    /** @type {const} */ ({ type: 'static', position: [0, -0.5],
        collider: { shape: 'box', width: 40, height: 1 } });

/** The same scene in any kind of world. @param {any} world */
function build(world) {
    world.createBody(floor);
    const balls = world.createBodies(200, {
        positions: Float32Array.from({ length: 400 },
            (_, i) => (i % 2 ? 1 + (i >> 5) : ((i * 7) % 32) - 16)),
        shape: { shape: 'circle', radius: 0.4 },
        restitution: 0.3,
    });
    const box = world.createBody({ position: [0, 30], angle: 0.3,
        collider: { shape: 'box', width: 2, height: 1 } });
    box.setVelocity(1, -2);
    box.applyImpulse(3, 1, 0.2, 30);
    return { balls, box };
}

for (const shared of [true, false]) {
    const how = shared ? 'shared memory' : 'transferred frames';

    test(`${how}: the same steps give the same bits as a world here`, async () => {
        const there = await make({}, { shared });
        const here = new World();
        const a = build(there);
        const b = build(here);
        for (let i = 0; i < 120; ++i) {
            here.step();
            await there.step();
        }
        assert.equal(await there.hash(), here.hash());
        assert.equal(there.stepCount, 120);
        assert.equal(a.box.x, b.box.x);
        assert.equal(a.box.angle, b.box.angle);
        assert.equal(a.box.vy, b.box.vy);
        assert.equal(a.box.awake, b.box.awake);
        for (const [i, index] of a.balls.entries()) {
            const [p, q] = [4 * index, 4 * b.balls[i]];
            assert.deepEqual(there.poses.slice(p, p + 4), here.poses.slice(q, q + 4));
            assert.deepEqual(there.velocities.slice(p, p + 3), here.velocities.slice(q, q + 3));
            assert.equal(there.flags[index] & FLAGS.AWAKE, here.flags[b.balls[i]] & FLAGS.AWAKE);
        }
        here.destroy();
        there.destroy();
    });

    test(`${how}: advance() takes in frames as they come, and room grows`, async () => {
        const world = await make({ gravity: [0, 0] }, { shared });
        const first = world.createBody({ velocity: [1, 0],
            collider: { shape: 'circle', radius: 0.5 } });
        let taken = 0;
        for (let i = 0; i < 60; ++i) {
            taken += world.advance(1 / 60);
            if (i === 30) {
                world.createBodies(1000, { positions: new Float32Array(2000).fill(50),
                    velocities: new Float32Array(2000), shape: { shape: 'circle', radius: 0.1 },
                    group: -1 });
                assert.equal(world.poses[4 * 1000], 50,
                    'a new body shows at once where it was put');
                assert.ok(world.flags[1000] & FLAGS.ALIVE);
            }
            await new Promise((resolve) => {
                setTimeout(resolve, 2);
            });
            // A worker that has no core to itself falls behind, and then time is dropped, as it should be.
            if (i % 4 === 3) await world.sync();
        }
        await world.sync();
        taken += world.advance(0);
        assert.ok(world.slots === 1001 && world.poses.length >= 4 * 1001);
        assert.ok(world.stepCount >= 55, `${world.stepCount} steps`);
        near(first.x, world.time, 1e-3, 'no time is lost');
        assert.equal(world.poses[4 * 1000], 50);
        world.destroy();
    });
}

test('player, ghost and wall: events name the objects, once each', async () => {
    const world = await make({ gravity: [0, 0], layers: gameLayers });
    const wall = world.createBody({ type: 'static',
        collider: { shape: 'box', width: 1, height: 10, layer: 'wall' } });
    const player = world.createBody({ position: [-4, 0], userData: 'player',
        collider: { shape: 'capsule', length: 0.6, radius: 0.3, layer: 'player',
            userData: 'hull' } });
    const ghost = world.createBody({ position: [4, 0], velocity: [-4, 0],
        collider: { shape: 'circle', radius: 0.4, layer: 'ghost' } });
    /** @type {any[]} */
    const heard = [];
    world.on('triggerEnter', (e) => heard.push(e));
    const off = world.on('contactBegin', () => assert.fail('the ghost passes the wall'));
    for (let i = 0; i < 150; ++i) await world.step();
    assert.equal(heard.length, 1);
    const [e] = heard;
    assert.equal(e.visitor, player);
    assert.equal(e.trigger, ghost);
    assert.equal(e.visitorCollider.userData, 'hull');
    assert.equal(e.visitor.userData, 'player');
    off();
    player.setVelocity(4, 0);
    let touch;
    for (let i = 0; i < 90 && !touch; ++i) {
        player.setVelocity(4, 0);
        await world.step();
        touch = world.events.contactBegin[0];
    }
    assert.ok(touch);
    assert.deepEqual([touch.bodyA, touch.bodyB].map((body) => body === wall || body === player), [
        true,
        true,
    ]);
    near(Math.abs(touch.nx), 1, 1e-5);
    world.destroy();
});

test('events, contact points and hits name the cell of a map and the segment of a chain', async () => {
    const world = await make();
    world.createBody({ type: 'static', collider: { shape: 'tiles', cells: ['###'] } });
    world.createBody({ type: 'static',
        collider: { shape: 'chain', points: [9, 0, 10, 0, 11, 0] } });
    const box = world.createBody({ position: [1.5, 1.3],
        collider: { shape: 'box', width: 0.6, height: 0.6 } });
    const ball = world.createBody({ position: [10.5, 0.3],
        collider: { shape: 'circle', radius: 0.3 } });
    /** @type {any[]} */
    const begun = [];
    world.on('contactBegin',
        ({ bodyA, bodyB, cell, segment }) => begun.push({ bodyA, bodyB, cell, segment }));
    for (let i = 0; i < 20; ++i) await world.step();
    const of = (/** @type {any} */ body) =>
        begun.find(({ bodyA, bodyB }) => bodyA === body || bodyB === body);
    const cell = { column: 1, row: 0, tile: 1, layer: 'default', userData: undefined };
    assert.deepEqual([of(box).cell, of(box).segment], [cell, undefined]);
    assert.deepEqual([of(ball).cell, of(ball).segment], [undefined, 1]);
    assert.deepEqual((await box.contactPoints()).map((point) => point.cell), [cell, cell]);
    const hits = [await world.rayCast(1.5, -5, 0, 9), await world.rayCast(10.1, -5, 0, 9),
        await world.closestPoint(9.5, -1, 9)];
    assert.deepEqual(hits.map((hit) => [hit?.cell, hit?.segment]), [[cell, undefined], [undefined,
        1], [undefined, 0]]);
    const swept = await world.sweep(ball, [[9.5, -5], [9.5, 5]]);
    assert.deepEqual([swept?.segment, swept?.chainSegment, swept?.cell], [0, 0, undefined]);
    world.destroy();
});

test('a body destroyed inside a trigger still gives its exit, by its own handle', async () => {
    const world = await make({ gravity: [0, 0], layers: gameLayers });
    const player = world.createBody({ collider: { shape: 'circle', radius: 1, layer: 'player' } });
    const ghost = world.createBody({ collider: { shape: 'circle', radius: 1, layer: 'ghost' } });
    await world.step();
    assert.equal(world.events.triggerEnter.length, 1);
    ghost.destroy();
    assert.equal(ghost.alive, false);
    assert.equal(world.bodyAt(ghost.index), undefined);
    await world.step();
    assert.equal(world.events.triggerExit.length, 1);
    assert.equal(world.events.triggerExit[0].trigger, ghost);
    assert.equal(world.events.triggerExit[0].visitor, player);
    await world.step();
    await world.step();
    const next = world.createBody({ collider: { shape: 'circle', radius: 1, layer: 'wall' } });
    assert.equal(next.index, ghost.index, 'its index is used again');
    await world.step();
    near(next.x, world.transforms[4 * next.index], 0);
    world.destroy();
});

/** A shape that only the engine can refuse. */
const flat = /** @type {const} */ ({ shape: 'polygon', points: [0, 0, 1, 0, 2, 0] });

test('errors come back by the name of the call; the handle is dead, the world goes on', async () => {
    const world = await make();
    const here = new World();
    const bad = world.createBody({ collider: flat });
    bad.setVelocity(1, 0);
    await assert.rejects(world.step(), (/** @type {any} */ error) => {
        assert.throws(() => here.createBody({ collider: flat }), { code: error.code,
            message: error.message });
        return error instanceof MicaError && error.message.startsWith('World.createBody: ');
    });
    here.destroy();
    assert.equal(bad.alive, false);
    assert.throws(() => bad.setVelocity(1, 0), /Body.setVelocity: the body was destroyed/);
    const good = world.createBody({ collider: { shape: 'circle', radius: 1 } });
    // What can be known on this side is refused at once, by the call itself.
    assert.throws(() => good.setVelocity(/** @type {any} */ ('fast'), 0), { name: 'TypeError',
        message: /Body.setVelocity: x/ });
    assert.throws(() => {
        good.colliders[0].layer = 'nowhere';
    }, /Collider.layer: value must be one of "default", got "nowhere"/);
    assert.throws(() => world.createBody({ position: [NaN, 0] }), { name: 'RangeError',
        message: /World.createBody: position\[0\] .*NaN/ });
    assert.throws(
        () =>
            world.createBody({
                collider: /** @type {any} */ ({ shape: 'circle', radius: () => 1 }),
            }),
        /World.createBody: collider.radius must be a finite number, got a function/,
    );
    assert.throws(
        () => world.createBodies(2, { positions: [0, 0], shape: { shape: 'circle', radius: 1 } }),
        /World.createBodies: positions must hold 4 numbers/,
    );
    assert.throws(() => world.advance(NaN), /World.advance: seconds/);
    world.advance(-1);
    await assert.rejects(world.overlapPoint(NaN, 0), /World.overlapPoint: x/);
    /** @type {Error[]} */
    const heard = [];
    world.on('error', (error) => heard.push(error));
    world.createBodies(2, { positions: [0, 0, 1, 1], shape: flat });
    await world.step();
    assert.match(heard[0].message, /^World.createBodies: /);
    assert.equal(world.bodyAt(2), undefined);
    await world.step();
    assert.ok(good.alive && good.y < 0, 'the rest went on');
    world.destroy();
    assert.throws(() => world.step(), { code: 'WORLD_DESTROYED' });
});

test('what cannot be made rejects createWorkerWorld', async () => {
    await assert.rejects(createWorkerWorld({ gravity: [0, NaN] }), { name: 'RangeError',
        message: /World: gravity\[1\]/ });
    await assert.rejects(createWorkerWorld({}, { wasm: 'no-such.wasm' }), { name: 'MicaError',
        code: 'WASM_NOT_FOUND' });
    const world = await make({}, { wasm: simdFile });
    await world.step();
    world.destroy();
});

test('events of several steps in one batch all arrive, in order', async () => {
    const world = await make();
    const here = new World();
    let [there, expected] = [0, 0];
    for (const each of [world, here]) each.createBody(floor);
    for (const each of [world, here]) {
        each.createBody({ position: [0, 3],
            collider: { shape: 'circle', radius: 0.5, restitution: 0.9 } });
    }
    for (let i = 0; i < 200; ++i) {
        here.step();
        expected += copies(here.events.contactBegin).length;
        void world.step();
    }
    await world.sync();
    there = world.events.contactBegin.length;
    assert.ok(expected >= 2);
    assert.equal(there, expected);
    here.destroy();
    world.destroy();
});

test('what stays comes once somebody listens; bodies may ignore each other', async () => {
    const world = await make({ gravity: [0, 0] });
    const zone = world.createBody({ type: 'static',
        collider: { shape: 'circle', radius: 2, trigger: true, sees: ['dynamic', 'static'] } });
    const a = world.createBody({ collider: { shape: 'circle', radius: 0.5 } });
    const b = world.createBody({ position: [0.4, 0], collider: { shape: 'circle', radius: 0.5 } });
    assert.deepEqual(zone.colliders[0].sees, ['static', 'dynamic']);
    a.ignore(b);
    await world.step();
    assert.deepEqual(world.events.triggerStay, []);
    let told = 0;
    world.on('triggerStay', ({ trigger, visitor }) => {
        assert.equal(trigger, zone);
        assert.ok(visitor === a || visitor === b);
        ++told;
    });
    world.on('contactStay', () => {});
    await world.step();
    assert.equal(told, 2);
    assert.equal(world.events.contactStay.length, 0);
    b.ignore(a, false);
    zone.colliders[0].sees = [];
    void world.step();
    await world.step();
    assert.equal(world.events.contactStay.length, 1);
    assert.deepEqual(world.events.triggerStay, []);
    assert.equal(world.layers.matrix().default.default, 'solid');
    const gone = world.createBody();
    gone.destroy();
    assert.throws(() => a.ignore(gone), { code: 'STALE_BODY' });
    world.destroy();
});

test('destroy calls off what is under way; nothing is left unhandled', async () => {
    const world = await make();
    const body = world.createBody({ collider: { shape: 'circle', radius: 1 } });
    void world.step();
    const waited = world.step();
    world.destroy();
    world.destroy();
    await assert.rejects(waited, { code: 'WORLD_DESTROYED' });
    await assert.rejects(async () => world.sync(), { code: 'WORLD_DESTROYED' });
    assert.throws(() => body.setVelocity(1, 0), (error) => error instanceof MicaError);
    await new Promise((resolve) => {
        setTimeout(resolve, 20);
    });
});

test('a bulk creation that fails leaves its indices dead and the rest alive', async () => {
    const world = await make();
    const body = world.createBody({ collider: { shape: 'circle', radius: 1 } });
    await world.step();
    assert.throws(
        () =>
            world.createBodies(3,
                /** @type {any} */ ({ positions: [0, 0, 1, 1, 2, 2],
                    shape: { shape: 'ball', radius: 1 } })),
        /World.createBodies: shape.shape must be/,
    );
    assert.equal(world.slots, 1);
    const lost = world.createBodies(3, { positions: [0, 0, 1, 1, 2, 2], shape: flat });
    assert.equal(world.slots, 4);
    await assert.rejects(world.sync(), /^MicaError: World.createBodies: /);
    assert.deepEqual([...lost].map((index) => world.bodyAt(index)), [undefined, undefined,
        undefined]);
    assert.ok(body.alive);
    world.destroy();
});

test('an outline is one collider until the worker has cut it into parts, which have its user data', async () => {
    const there = await make();
    const here = new World();
    const outline =
        /** @type {const} */ ({ shape: 'outline',
            points: [0, 0, 2, 0, 2, 0.5, 0.5, 0.5, 0.5, 2, 0, 2],
            holes: [[0.125, 0.125, 0.25, 0.125, 0.125, 0.25]], angle: 0.3, userData: 'hook' });
    const [a, b] = [there, here].map((/** @type {any} */ world) =>
        world.createBody({ position: [0.5, 4],
            colliders: [outline, { shape: 'circle', radius: 0.2, userData: 'tip' }] })
    );
    assert.equal(a.colliders.length, 2);
    assert.equal(a.colliders[0].shape.shape, 'outline');
    assert.deepEqual(a.colliders[0].shape.holes, [[0.125, 0.125, 0.25, 0.125, 0.125, 0.25]]);
    // What is gone before its parts are known goes with all of them.
    const gone = there.createBody({ collider: outline });
    gone.destroy();
    await there.step();
    here.step();
    const of = (/** @type {any} */ body) =>
        body.colliders.map(({ userData, shape }) =>
            JSON.stringify([userData, shape.shape, shape.points?.flat()])
        ).sort();
    assert.deepEqual(of(a), of(b));
    const found = await there.overlapBox(-20, -20, 20, 20);
    assert.deepEqual(new Set(found), new Set(a.colliders));
    for (const part of a.colliders) part.destroy();
    await there.sync();
    assert.equal((await there.counters()).colliders, 0);
    here.destroy();
    there.destroy();
});

test("queries: the answers of a world here, with the page's own objects", async () => {
    const there = await make({ gravity: [0, 0], layers: { a: {} } });
    const here = new World({ gravity: [0, 0], layers: { a: {} } });
    /** @param {any} world */
    const fill = (world) => {
        // A body made and gone, so that numbers here and there differ.
        world.createBody({ collider: { shape: 'circle', radius: 1 } }).destroy();
        const ball = world.createBody({ position: [4, 0],
            collider: { shape: 'circle', radius: 0.5 } });
        const pair = world.createBody({ type: 'static', position: [8, 0], colliders: [
            { shape: 'box', width: 1, height: 1, layer: 'a' },
            { shape: 'circle', radius: 0.4, center: [0, 2] },
        ] });
        return { ball, pair };
    };
    const a = fill(there);
    const b = fill(here);
    /** The objects of one world as those of the other. @param {any} value @returns {any} */
    const same = (value) => {
        if (value === a.ball || value === b.ball) return 'ball';
        if (value === a.pair || value === b.pair) return 'pair';
        for (const side of [a, b]) {
            for (const key of /** @type {const} */ (['ball', 'pair'])) {
                const place = side[key].colliders.indexOf(value);
                if (place >= 0) return `${key} ${place}`;
            }
        }
        if (Array.isArray(value)) return value.map(same);
        if (typeof value !== 'object' || value === null) return value;
        return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, same(each)]));
    };
    const disc = { shape: 'circle', radius: 0.3 };
    /** @type {[string, (side: typeof a) => any[]][]} */
    const questions = [
        ['rayCast', () => [0, 0, 20, 0]],
        ['rayCast', () => [0, 5, 1, 0]],
        ['rayCast', ({ ball }) => [0, 0, 20, 0, { ignore: ball }]],
        ['rayCast', ({ ball, pair }) => [0, 0, 20, 0, { ignore: [ball, pair.colliders[0]] }]],
        ['rayCast', () => [0, 0, 20, 0, { layers: ['a'] }]],
        ['rayCastAny', () => [0, 2, 20, 0]],
        ['rayCastAll', () => [0, 0, 20, 0]],
        ['shapeCast', () => [disc, { y: 0.2 }, 20, 0]],
        ['closestPoint', () => [6, 3, 9]],
        ['closestPointOf', ({ pair }) => [pair, 6, 3]],
        ['closestPointOf', ({ pair }) => [pair.colliders[0], 6, 3]],
        ['touch', () => [4, 0.7, 0.5]],
        ['overlapPoint', () => [4, 0]],
        ['overlapBox', () => [0, -9, 9, 9]],
        ['overlapShape', () => [disc, { x: 8 }]],
        ['overlapCollider', ({ pair }) => [pair.colliders[1]]],
        ['sweep', ({ ball }) => [ball, [[0, 2], [5, 2], [20, 2]]]],
        ['timeOfImpact', ({ ball, pair }) => [ball, { dx: 6 }, pair, { turn: 1 }]],
    ];
    const asked = questions.map(([what, args]) => /** @type {any} */ (there)[what](...args(a)));
    const told = await Promise.all(asked);
    questions.forEach(([what, args], i) => {
        assert.deepEqual(same(told[i]), same(/** @type {any} */ (here)[what](...args(b))),
            `${i} ${what}`);
    });
    assert.ok(
        same(told[0]).body === 'ball' && same(told[2]).collider === 'pair 0' && told[3] === null,
    );

    // They see what was asked before them, in the same task.
    a.ball.setTransform(4, 30);
    assert.equal((await there.rayCast(0, 0, 20, 0))?.body, a.pair);
    const young = there.createBody({ position: [2, 0],
        collider: { shape: 'circle', radius: 0.5 } });
    assert.equal((await there.rayCast(0, 0, 20, 0))?.body, young);

    await assert.rejects(there.rayCast(0, 0, 0, 0),
        /World.rayCast: dx and dy must give the ray a length/);
    await assert.rejects(there.rayCast(0, 0, NaN, 0), /World.rayCast: dx/);
    await assert.rejects(there.rayCast(0, 0, 1, 0, { layers: ['nobody'] }),
        /layers\[0\] must be one of .*got "nobody"/);
    await assert.rejects(there.overlapCollider(/** @type {any} */ (5)),
        /World.overlapCollider: collider must be a Collider/);
    young.destroy();
    await assert.rejects(there.rayCast(0, 0, 1, 0, { ignore: young }), { code: 'STALE_BODY' });
    await assert.rejects(there.closestPointOf(young, 0, 0), { code: 'STALE_BODY' });
    assert.equal((await there.rayCast(0, 0, 20, 0))?.body, a.pair);
    there.destroy();
    here.destroy();
});
