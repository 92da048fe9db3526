// Triggers in JavaScript: what they see, who stays, order over several steps, bodies too fast for any step to show.
import assert from 'node:assert/strict';
import test from 'node:test';
import { World } from '../../js/index.js';
import { copies, refuses } from './helpers.mjs';

const space = /** @type {const} */ ({ gravity: [0, 0] });
const ball = /** @type {const} */ ({ shape: 'circle', radius: 0.5 });

/**
 * @param {World} world
 * @param {import('../../js/index.js').ColliderOptions} [more]
 */
function zoneIn(world, more) {
    return world.createBody({
        type: 'static',
        collider: { shape: 'box', width: 2, height: 2, trigger: true, ...more },
    });
}

test('sees: by default kinematic and dynamic bodies; anything by choice, also later', () => {
    const world = new World(space);
    const zone = zoneIn(world);
    const [collider] = zone.colliders;
    assert.deepEqual(collider.sees, ['kinematic', 'dynamic']);
    const kinds = /** @type {const} */ (['static', 'kinematic', 'dynamic']);
    for (const type of kinds) world.createBody({ type, collider: { ...ball, group: -1 } });
    world.createBody({ collider: { ...ball, group: -1, trigger: true, sees: [] } });
    const inside = () =>
        copies(world.events.triggerStay)
            .filter((e) => e.trigger === zone)
            .map((e) => e.visitor.index)
            .sort();
    world.step();
    assert.deepEqual(inside(), [2, 3]);
    collider.sees = ['static', 'triggers'];
    world.step();
    assert.deepEqual(inside(), [1]);
    assert.equal(world.events.triggerExit.length, 2);
    collider.sees = ['triggers', 'dynamic'];
    assert.deepEqual(collider.sees, ['dynamic', 'triggers']);
    world.step();
    assert.deepEqual(inside(), [3, 4]);
    const any = (/** @type {unknown} */ value) => /** @type {any} */ (value);
    refuses(() => (collider.sees = any('static')), TypeError, 'Collider.sees: value');
    refuses(() => (collider.sees = any(['walls'])), RangeError, 'Collider.sees: value[0]', 'walls');
    refuses(
        () => zoneIn(world, any({ sees: [3] })),
        TypeError,
        'World.createBody: collider.sees[0]',
    );
    assert.deepEqual(collider.sees, ['dynamic', 'triggers']);
    const [slot] = world.createBodies(1, {
        positions: [9, 9],
        shape: ball,
        trigger: true,
        sees: ['static'],
    });
    assert.deepEqual(world.bodyAt(slot)?.colliders[0].sees, ['static']);
    world.destroy();
});

test('triggerStay and contactStay: lists and listeners, of the last step', () => {
    const world = new World({ gravity: [0, -10] });
    const zone = zoneIn(world);
    const floor = world.createBody({
        type: 'static',
        position: [0, -1.5],
        collider: { shape: 'box', width: 9, height: 1 },
    });
    const body = world.createBody({ position: [0, -0.5], collider: ball });
    assert.equal(world.events.triggerStay.length, 0, 'no step, nothing to tell');
    const told = { triggerStay: 0, contactStay: 0 };
    world.on('triggerStay', (e) => {
        assert.equal(e.trigger, zone);
        assert.equal(e.visitor, body);
        ++told.triggerStay;
    });
    const off = world.on('contactStay', (e) => {
        assert.deepEqual(new Set([e.bodyA, e.bodyB]), new Set([floor, body]));
        ++told.contactStay;
    });
    for (let i = 0; i < 10; ++i) world.step();
    assert.deepEqual(told, { triggerStay: 10, contactStay: 10 });
    const [touch] = copies(world.events.contactStay);
    assert.equal(world.events.contactStay.at(0)?.bodyA, touch.bodyA);
    assert.ok(Math.abs(touch.impulse - (body.mass * 10) / 60) < 0.002, `${touch.impulse}`);
    assert.ok(Math.abs(touch.y + 1) < 0.01);
    off();
    assert.equal(world.advance(0.001), 0);
    assert.equal(world.events.triggerStay.length, 0, 'no step, nothing to tell');
    assert.equal(told.triggerStay, 10);
    assert.equal(world.advance(0.06), 3);
    assert.deepEqual(told, { triggerStay: 11, contactStay: 10 });
    world.advance(1);
    assert.equal(world.events.triggerStay.length, 1, 'asleep, and still inside');
    body.destroy();
    assert.equal(world.events.triggerStay.at(0)?.visitor, body, 'what the last step found');
    world.step();
    assert.equal(world.events.triggerStay.length, 0);
    assert.equal(world.events.triggerExit.length, 1);
    world.destroy();
    assert.equal(world.events.triggerStay.length, 0);
});

test('a body of several colliders: an event a pair, and how many pairs are left', () => {
    const world = new World(space);
    const zone = zoneIn(world);
    const car = world.createBody({
        position: [-4, 0],
        velocity: [3, 0],
        colliders: [0, 0.8, 1.6].map((x) => ({ shape: 'circle', radius: 0.3, center: [x, 0] })),
    });
    /** @type {string[]} */
    const log = [];
    world.on('triggerEnter', (e) => log.push(`in ${e.pairs}`));
    world.on('triggerExit', (e) => log.push(`out ${e.pairs}`));
    for (let i = 0; i < 200; ++i) world.step();
    assert.deepEqual(log, ['in 1', 'in 2', 'in 3', 'out 2', 'out 1', 'out 0']);
    car.setTransform(-0.8, 0);
    world.step();
    assert.equal(world.events.triggerEnter.at(0)?.pairs, 3);
    zone.destroy();
    world.step();
    assert.equal(world.events.triggerExit.at(0)?.pairs, 0);
    world.destroy();
});

test('several steps of one advance() are told one after the other', () => {
    const world = new World({ ...space, maxSteps: 1000 });
    for (const x of [0, 4, 8]) {
        world.createBody({
            type: 'static',
            position: [x, 0],
            collider: { shape: 'box', width: 2, height: 2, trigger: true },
        });
    }
    world.createBody({ position: [-3, 0], velocity: [12, 0], collider: ball });
    /** @type {string[]} */
    const log = [];
    world.on('triggerExit', (e) => log.push(`out ${e.trigger.index}`));
    world.on('triggerEnter', (e) => log.push(`in ${e.trigger.index}`));
    assert.equal(world.advance(2), 120);
    assert.deepEqual(log, ['in 0', 'out 0', 'in 1', 'out 1', 'in 2', 'out 2']);
    assert.equal(world.events.triggerEnter.length, 3);
    world.destroy();
});

test('moved: the bodies that were awake, as a subscription too', () => {
    const world = new World();
    world.createBody({ type: 'static' });
    const slots = world.createBodies(3, { positions: [0, 0, 3, 0, 6, 0], shape: ball });
    /** @type {number[]} */
    const seen = [];
    world.on('moved', (body) => seen.push(body.index));
    world.step();
    assert.deepEqual(seen, Array.from(slots));
    world.advance(0.05);
    assert.deepEqual(seen.slice(3), Array.from(slots), 'each once an advance()');
    world.destroy();
});

test('a body at 3,000 m/s: every gate on its way, one enter and one exit each', () => {
    const world = new World(space);
    for (let i = 0; i < 10; ++i) {
        world.createBody({
            type: 'static',
            position: [10 + 4 * i, 0],
            collider: { shape: 'box', width: 0.02, height: 3, trigger: true },
        });
    }
    const shot = world.createBody({
        position: [0, 0],
        velocity: [3000, 0],
        collider: { shape: 'circle', radius: 0.05 },
    });
    world.step();
    world.step();
    assert.ok(shot.x > 90);
    const second = world.events.triggerEnter.length + world.events.triggerExit.length;
    assert.equal(second, 0);
    shot.setTransform(0, 0);
    const counts = { enter: 0, exit: 0 };
    for (let i = 0; i < 3; ++i) {
        world.step();
        counts.enter += world.events.triggerEnter.length;
        counts.exit += world.events.triggerExit.length;
    }
    assert.deepEqual(counts, { enter: 10, exit: 10 });
    world.destroy();
});
