// The layer table by name: the full truth table in both orders, the default layer, groups,
// triggers, and changes while things touch.
import assert from 'node:assert/strict';
import test from 'node:test';
import { World } from '../../js/index.js';
import { run } from './helpers.mjs';

/** @typedef {import('../../js/index.js').Response} Response */

const responses = /** @type {const} */ (['ignore', 'solid', 'trigger']);

/**
 * Solid wins, then trigger.
 * @param {Response} a
 * @param {Response} b
 * @returns {Response}
 */
const expected = (a, b) =>
    responses.find((r) => r === 'solid' && (a === r || b === r))
        ?? responses.find((r) => r === 'trigger' && (a === r || b === r))
        ?? 'ignore';

/**
 * What two overlapping discs of two layers do in one step.
 * @param {World} world
 * @param {string} layerA
 * @param {string} layerB
 * @returns {Response}
 */
function meeting(world, layerA, layerB) {
    const a = world.createBody({
        position: [0, 0],
        collider: { shape: 'circle', radius: 1, layer: layerA },
    });
    const b = world.createBody({
        position: [1.5, 0],
        collider: { shape: 'circle', radius: 1, layer: layerB },
    });
    world.step();
    const solid = world.events.contactBegin.length;
    const trigger = world.events.triggerEnter.length;
    assert.ok(solid + trigger <= 1);
    const apart = b.x - a.x > 1.5001;
    assert.equal(apart, solid === 1, 'only solid pairs are pushed apart');
    a.destroy();
    b.destroy();
    world.step();
    return solid ? 'solid' : trigger ? 'trigger' : 'ignore';
}

test('the truth table: either side decides, solid before trigger, in both orders', () => {
    for (const ab of responses) {
        for (const ba of responses) {
            const world = new World({ gravity: [0, 0], layers: { a: { b: ab }, b: { a: ba } } });
            const want = expected(ab, ba);
            const label = `a names b ${ab}, b names a ${ba}`;
            assert.equal(world.layers.named('a', 'b'), ab, label);
            assert.equal(world.layers.named('b', 'a'), ba, label);
            assert.equal(world.layers.response('a', 'b'), want, label);
            assert.equal(world.layers.response('b', 'a'), want, label);
            assert.equal(meeting(world, 'a', 'b'), want, label);
            assert.equal(meeting(world, 'b', 'a'), want, `${label}, other order`);
            assert.equal(meeting(world, 'a', 'a'), 'ignore', `${label}, a with itself`);
            world.destroy();
        }
    }
});

test('the default layer meets itself and nothing else, unless told', () => {
    const world = new World({ gravity: [0, 0], layers: { other: {} } });
    assert.deepEqual(world.layers.names, ['default', 'other']);
    assert.equal(meeting(world, 'default', 'default'), 'solid');
    assert.equal(meeting(world, 'default', 'other'), 'ignore');
    world.layers.set('other', 'default', 'trigger');
    assert.equal(meeting(world, 'default', 'other'), 'trigger');
    world.layers.set('default', 'default', 'ignore');
    assert.equal(meeting(world, 'default', 'default'), 'ignore');
    const plain = new World({ gravity: [0, 0], layers: { default: { default: 'ignore' } } });
    assert.equal(meeting(plain, 'default', 'default'), 'ignore');
    world.destroy();
    plain.destroy();
});

test('a list of names means solid', () => {
    const world = new World({ gravity: [0, 0], layers: { player: ['wall', 'player'], wall: [] } });
    assert.equal(world.layers.named('player', 'wall'), 'solid');
    assert.equal(world.layers.named('wall', 'player'), 'ignore');
    assert.equal(meeting(world, 'wall', 'player'), 'solid');
    assert.equal(meeting(world, 'player', 'player'), 'solid');
    assert.equal(meeting(world, 'wall', 'wall'), 'ignore');
    world.destroy();
});

test('64 layers in all; the last one works and the next is refused', () => {
    const world = new World({ gravity: [0, 0] });
    for (let i = 1; i < 64; ++i) assert.equal(world.layers.add(`l${i}`), i);
    assert.throws(() => world.layers.add('more'), RangeError);
    world.layers.set('l63', 'l62', 'solid');
    assert.equal(meeting(world, 'l62', 'l63'), 'solid');
    assert.equal(meeting(world, 'l31', 'l63'), 'ignore');
    world.layers.set('l32', 'l31', 'trigger');
    assert.equal(meeting(world, 'l31', 'l32'), 'trigger');
    assert.equal(world.overlapPoint(0, 0, { layers: ['l63'] }).length, 0);
    const body = world.createBody({ collider: { shape: 'circle', radius: 1, layer: 'l63' } });
    assert.deepEqual(world.overlapPoint(0, 0, { layers: ['l63'] }), body.colliders);
    assert.deepEqual(world.overlapPoint(0, 0, { layers: ['l62', 'l1'] }), []);
    world.destroy();
});

test('matrix() is what every pair does', () => {
    const world = new World({
        layers: { player: { wall: 'solid', ghost: 'trigger' }, ghost: {}, wall: {} },
    });
    assert.deepEqual(world.layers.matrix(), {
        default: { default: 'solid', player: 'ignore', ghost: 'ignore', wall: 'ignore' },
        player: { default: 'ignore', player: 'ignore', ghost: 'trigger', wall: 'solid' },
        ghost: { default: 'ignore', player: 'trigger', ghost: 'ignore', wall: 'ignore' },
        wall: { default: 'ignore', player: 'solid', ghost: 'ignore', wall: 'ignore' },
    });
    world.destroy();
});

/** A box at rest on a floor of another layer. */
function restingBox() {
    const world = new World({ layers: { box: { floor: 'solid' }, floor: {} } });
    world.createBody({
        type: 'static',
        position: [0, -0.5],
        collider: { shape: 'box', width: 10, height: 1, layer: 'floor' },
    });
    const box = world.createBody({
        position: [0, 0.5],
        collider: { shape: 'box', width: 1, height: 1, layer: 'box' },
    });
    run(world, 2);
    assert.ok(Math.abs(box.y - 0.5) < 0.02, `the box rests at ${box.y}`);
    return { world, box };
}

test('ignoring a touching pair ends it at the next step, and it falls, also if it slept', () => {
    const { world, box } = restingBox();
    assert.equal(box.awake, false);
    world.layers.set('box', 'floor', 'ignore');
    world.step();
    assert.equal(world.events.contactEnd.length, 1);
    assert.equal(
        world.events.contactEnd.at(0)?.bodyA === box
            || world.events.contactEnd.at(0)?.bodyB === box,
        true,
    );
    run(world, 1);
    assert.ok(box.y < -2, `it fell to ${box.y}`);
    world.destroy();
});

test('solid to trigger in mid-contact: one end, one enter; and back', () => {
    const { world, box } = restingBox();
    const count = { contactBegin: 0, contactEnd: 0, triggerEnter: 0, triggerExit: 0 };
    for (const kind of /** @type {(keyof typeof count)[]} */ (Object.keys(count)))
        world.on(kind, () => ++count[kind]);
    world.layers.set('box', 'floor', 'trigger');
    world.step();
    assert.equal(count.contactEnd, 1);
    world.step();
    assert.deepEqual(count, { contactBegin: 0, contactEnd: 1, triggerEnter: 1, triggerExit: 0 });
    world.layers.set('box', 'floor', 'solid');
    world.step();
    world.step();
    assert.deepEqual(count, { contactBegin: 1, contactEnd: 1, triggerEnter: 1, triggerExit: 1 });
    run(world, 2);
    assert.ok(Math.abs(box.y - 0.5) < 0.02, `it rests again at ${box.y}`);
    world.destroy();
});

test("a collider's layer can change in mid-contact", () => {
    const { world, box } = restingBox();
    const [collider] = box.colliders;
    assert.equal(collider.layer, 'box');
    collider.layer = 'default';
    assert.equal(collider.layer, 'default');
    world.step();
    assert.equal(world.events.contactEnd.length, 1);
    run(world, 1);
    assert.ok(box.y < -2, `it fell to ${box.y}`);
    world.destroy();
});

test('groups beat layers: negative never, positive always', () => {
    for (const [group, layer, begins] of /** @type {const} */ ([
        [-1, 'default', 0],
        [1, 'none', 1],
        [0, 'default', 1],
        [0, 'none', 0],
    ])) {
        const world = new World({ gravity: [0, 0], layers: { none: {} } });
        for (const x of [0, 1.5]) {
            world.createBody({
                position: [x, 0],
                collider: { shape: 'circle', radius: 1, group, layer },
            });
        }
        world.step();
        assert.equal(world.events.contactBegin.length, begins, `group ${group} in ${layer}`);
        world.destroy();
    }
});

test('a trigger collider on a body beside a solid one: the event names the collider', () => {
    const world = new World({ gravity: [0, 0] });
    const sensor = world.createBody({
        type: 'static',
        colliders: [
            { shape: 'circle', radius: 0.5 },
            { shape: 'circle', radius: 3, trigger: true },
        ],
    });
    const ball = world.createBody({
        position: [5, 0],
        velocity: [-3, 0],
        collider: { shape: 'circle', radius: 0.5 },
    });
    let entered = 0;
    for (let i = 0; i < 60; ++i) {
        world.step();
        for (const e of world.events.triggerEnter) {
            assert.equal(e.triggerCollider, sensor.colliders[1]);
            assert.equal(e.visitor, ball);
            ++entered;
        }
    }
    assert.equal(entered, 1);
    run(world, 1);
    assert.ok(ball.x >= 0.98, 'the solid part stopped the ball');
    world.destroy();
});
