// Events as lists and as listeners: what they say, that loops may be nested and broken off, that
// they survive the destruction of what they name, and that advance() hands on those of all its
// steps.
import assert from 'node:assert/strict';
import test from 'node:test';
import { World } from '../../js/index.js';
import { copies, near, refuses, run, worldWithFloor } from './helpers.mjs';

const ball = /** @type {const} */ ({ shape: 'circle', radius: 0.5 });

test('a ball that drops on a floor begins, hits and ends, with the right numbers', () => {
    const { world, floor } = worldWithFloor();
    const body = world.createBody({ position: [3, 2], collider: { ...ball, restitution: 0.8 } });
    const seen = /** @type {Record<string, any[]>} */ ({
        contactBegin: [],
        contactEnd: [],
        contactHit: [],
    });
    for (let i = 0; i < 60; ++i) {
        world.step();
        for (const kind of /** @type {const} */ (['contactBegin', 'contactEnd', 'contactHit'])) {
            seen[kind].push(...copies(world.events[kind]).map((event) => ({ ...event, frame: i })));
        }
    }
    const [begin] = seen.contactBegin;
    assert.equal(seen.contactBegin.length >= 1, true);
    assert.deepEqual(new Set([begin.bodyA, begin.bodyB]), new Set([body, floor]));
    assert.deepEqual([begin.colliderA.body, begin.colliderB.body], [begin.bodyA, begin.bodyB]);
    const towardsBall = begin.bodyB === body ? 1 : -1;
    near(begin.ny * towardsBall, 1, 1e-3, 'the normal points from A to B');
    near(begin.nx, 0, 1e-3);
    near(begin.x, 3, 0.01);
    near(begin.y, 0, 0.15);
    const speed = Math.sqrt(2 * 10 * 1.5);
    near(begin.speed, speed, 0.6, 'speed of approach');
    const [hit] = seen.contactHit;
    near(hit.speed, speed, 0.6);
    assert.ok(hit.impulse > 0.5 * body.mass * speed, `impulse ${hit.impulse}`);
    assert.equal(seen.contactEnd.length >= 1, true);
    assert.ok(seen.contactEnd[0].frame > begin.frame);
    world.destroy();
});

test('events are those of the last step only', () => {
    const { world } = worldWithFloor();
    world.createBody({ position: [0, 0.4], collider: ball });
    world.step();
    assert.equal(world.events.contactBegin.length, 1);
    world.step();
    assert.equal(world.events.contactBegin.length, 0);
    assert.deepEqual(copies(world.events.contactBegin), []);
    assert.equal(world.events.contactBegin.at(0), undefined);
    world.destroy();
});

/** Many balls that all touch the floor in the first step. @param {number} count */
function manyContacts(count) {
    const { world } = worldWithFloor();
    const positions = new Float32Array(2 * count).map((_, i) =>
        i % 2 ? 0.09 : (i / 2 - count / 2) * 0.25
    );
    const slots = world.createBodies(count, { positions, shape: { shape: 'circle', radius: 0.1 } });
    return { world, slots };
}

test('many events: for … of, at(), nested loops, break, spread', () => {
    const { world, slots } = manyContacts(150);
    world.step();
    const list = world.events.contactBegin;
    assert.equal(list.length, 150);
    const bodies = copies(list).map(
        ({ bodyA, bodyB }) => (bodyA.type === 'static' ? bodyB : bodyA).index,
    );
    assert.deepEqual(
        bodies.toSorted((a, b) => a - b),
        Array.from(slots),
    );
    let pairs = 0;
    let outerX = 0;
    for (const outer of list) {
        outerX += outer.x;
        for (const inner of list) if (inner.x < outer.x) ++pairs;
        if (pairs < 0) break;
    }
    assert.equal(pairs, (150 * 149) / 2);
    near(
        outerX,
        copies(list).reduce((sum, { x }) => sum + x, 0),
        1e-3,
    );
    let count = 0;
    for (const event of list) {
        assert.ok(event.colliderA.alive);
        if (++count === 3) break;
    }
    assert.equal(count, 3);
    assert.equal(copies(list).length, 150, 'a broken-off loop leaves the list whole');
    assert.equal(list.at(149)?.bodyA !== undefined, true);
    assert.equal(list.at(150), undefined);
    assert.equal(list.at(-1), undefined);
    const iterator = list[Symbol.iterator]();
    iterator.next();
    assert.equal(Array.from(iterator).length, 149, 'an iterator goes on where it is');
    world.destroy();
});

test('moved, asleep and woke are slots', () => {
    const { world, floor } = worldWithFloor();
    const body = world.createBody({
        position: [0, 0.5],
        collider: { shape: 'box', width: 1, height: 1 },
    });
    const far = world.createBody({
        position: [10, 0.5],
        collider: { shape: 'box', width: 1, height: 1 },
    });
    world.step();
    assert.deepEqual([...world.events.moved], [body.index, far.index]);
    assert.deepEqual(Array.from(world.events.moved.array.subarray(0, world.events.moved.length)), [
        body.index,
        far.index,
    ]);
    assert.equal(world.events.moved.at(1), far.index);
    assert.equal(world.events.moved.at(2), undefined);
    assert.equal([...world.events.moved].includes(floor.index), false);
    const asleep = [];
    for (let i = 0; i < 120; ++i) {
        world.step();
        asleep.push(...world.events.asleep);
    }
    assert.deepEqual(asleep.sort(), [body.index, far.index]);
    assert.deepEqual([body.awake, far.awake], [false, false]);
    assert.equal(world.events.moved.length, 0);
    far.setVelocity(1, 0);
    assert.equal(far.awake, true);
    world.step();
    assert.deepEqual([...world.events.woke], [far.index]);
    assert.deepEqual([...world.events.moved], [far.index]);
    world.destroy();
});

test('listeners: called after the step with the events, until taken off', () => {
    const { world } = worldWithFloor();
    const body = world.createBody({ position: [0, 0.4], collider: ball });
    /** @type {string[]} */
    const log = [];
    const off = world.on('contactBegin', (e) => {
        log.push(`begin ${e.bodyA === body || e.bodyB === body} ${world.stepCount}`);
    });
    world.on('asleep', (sleeper) => log.push(`asleep ${sleeper === body}`));
    const offWoke = world.on('woke', (riser) => log.push(`woke ${riser === body}`));
    world.step();
    assert.deepEqual(log, ['begin true 1']);
    run(world, 3);
    body.applyImpulse(0, 20);
    run(world, 1);
    off();
    offWoke();
    off();
    run(world, 5);
    assert.deepEqual(
        log.filter((line) => line.startsWith('woke')),
        ['woke true'],
    );
    assert.ok(log.includes('asleep true'));
    const begins = log.filter((line) => line.startsWith('begin')).length;
    body.applyImpulse(0, 20);
    run(world, 5);
    assert.equal(log.filter((line) => line.startsWith('begin')).length, begins);
    world.destroy();
});

test('a listener may create, destroy and re-layer, but not step', () => {
    const { world, slots } = manyContacts(40);
    let calls = 0;
    world.on('contactBegin', (e) => {
        ++calls;
        const body = e.bodyA.type === 'static' ? e.bodyB : e.bodyA;
        if (body.alive) body.destroy();
        world.createBody({ position: [3 * calls, 50], collider: ball });
        world.layers.add(`layer ${calls}`);
        refuses(() => world.step(), 'LOCKED', 'World.step');
        refuses(() => world.advance(1), 'LOCKED', 'World.advance');
        assert.ok(e.colliderA.index >= 0 && e.x > -20);
    });
    world.step();
    assert.equal(calls, slots.length);
    assert.equal(world.counters.bodies, 1 + slots.length);
    run(world, 0.2);
    assert.equal(calls, slots.length);
    world.destroy();
});

test('a listener may destroy the world', () => {
    const { world } = manyContacts(10);
    let calls = 0;
    world.on('contactBegin', () => {
        ++calls;
        world.destroy();
    });
    world.on('asleep', () => assert.fail('nothing is told after the end'));
    world.step();
    assert.equal(calls, 1);
    assert.equal(world.destroyed, true);
});

test('a listener that throws: step() throws it, and the world can go on', () => {
    const { world } = manyContacts(5);
    const off = world.on('contactBegin', () => {
        throw new Error('mine');
    });
    assert.throws(() => world.step(), /mine/);
    assert.equal(world.stepCount, 1);
    off();
    world.step();
    assert.equal(world.stepCount, 2);
    world.destroy();
});

test('end events name what was destroyed, by the same objects, exactly once', () => {
    const { world, floor } = worldWithFloor();
    const body = world.createBody({ position: [0, 0.45], collider: ball });
    const [collider] = body.colliders;
    world.step();
    body.destroy();
    world.createBody({ position: [9, 9], collider: ball });
    world.step();
    const ends = copies(world.events.contactEnd);
    assert.equal(ends.length, 1);
    assert.deepEqual(new Set([ends[0].bodyA, ends[0].bodyB]), new Set([body, floor]));
    assert.ok([ends[0].colliderA, ends[0].colliderB].includes(collider));
    world.step();
    assert.equal(world.events.contactEnd.length, 0);
    world.destroy();
});

test('bodies made in bulk get objects when events name them, also when already destroyed', () => {
    const { world, slots } = manyContacts(20);
    world.step();
    world.destroySlots(slots);
    world.step();
    const ends = copies(world.events.contactEnd);
    assert.equal(ends.length, 20);
    const named = ends.map(({ bodyA, bodyB }) => (bodyA.alive ? bodyB : bodyA));
    assert.deepEqual(
        named.map(({ index }) => index).toSorted((a, b) => a - b),
        Array.from(slots),
    );
    assert.ok(named.every(({ alive }) => !alive));
    assert.equal(new Set(named).size, 20);
    world.destroy();
});

test('advance() hands on the events of all its steps, in order, and none when it makes none', () => {
    const makeWorld = () => {
        const { world } = worldWithFloor({
            maxSteps: 1000,
            layers: { box: { box: 'solid', default: 'solid' } },
        });
        for (let i = 0; i < 6; ++i) {
            world.createBody({
                position: [4 * i - 10, 0.5 + 0.7 * i],
                collider: { ...ball, restitution: 0.6, layer: 'box' },
            });
        }
        return world;
    };
    const [once, many] = [makeWorld(), makeWorld()];
    const kinds = /** @type {const} */ (['contactBegin', 'contactEnd', 'contactHit']);
    /** @param {World} world */
    const flat = (world) =>
        kinds.map((kind) =>
            copies(world.events[kind]).map(({ bodyA, bodyB, x, speed, impulse }) => [
                bodyA.index,
                bodyB.index,
                x,
                speed,
                impulse,
            ])
        );
    const expected = kinds.map(() => /** @type {any[]} */ ([]));
    const moved = new Set();
    for (let i = 0; i < 300; ++i) {
        many.step(1 / 60, 4);
        flat(many).forEach((list, k) => expected[k].push(...list));
        for (const slot of many.events.moved) moved.add(slot);
    }
    assert.equal(once.advance(300 / 60 + 1e-6), 300);
    assert.deepEqual(flat(once), expected);
    assert.ok(expected[0].length > 6);
    assert.deepEqual([...once.events.moved].toSorted(), [...moved].toSorted(), 'each slot once');
    assert.equal(once.hash(), many.hash());
    assert.equal(once.advance(0.001), 0);
    assert.deepEqual(flat(once), [[], [], []]);
    assert.equal(once.events.moved.length, 0);
    once.destroy();
    many.destroy();
});
