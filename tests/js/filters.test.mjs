// Pairs of bodies that ignore each other, and the layer table as words in the engine's memory.
import assert from 'node:assert/strict';
import test from 'node:test';
import { World } from '../../js/index.js';
import { refuses, run } from './helpers.mjs';

const ball = /** @type {const} */ ({ shape: 'circle', radius: 1 });

test('two bodies that ignore each other: ends, nothing, and begins again', () => {
    const world = new World({ gravity: [0, 0] });
    const a = world.createBody({ collider: ball });
    const b = world.createBody({ position: [1, 0], collider: ball });
    world.step();
    assert.equal(world.events.contactBegin.length, 1);
    assert.equal(a.ignores(b), false);
    a.ignore(b);
    assert.ok(a.ignores(b) && b.ignores(a));
    world.step();
    assert.equal(world.events.contactEnd.length, 1);
    run(world, 0.5);
    assert.equal(world.counters.contacts, 0);
    b.ignore(a, false);
    assert.equal(a.ignores(b), false);
    world.step();
    assert.equal(world.events.contactBegin.length, 1);
    a.ignore(b);
    assert.ok(b.ignores(a));
    b.ignore(a, false);
    assert.equal(b.ignores(a), false);
    world.destroy();
});

test('a collider that is switched off ends its contacts and visits, and is found by nothing until it is on again', () => {
    const world = new World({ gravity: [0, 0] });
    const a = world.createBody({
        colliders: [{ ...ball, enabled: false }, { ...ball, trigger: true, userData: 'eye' }],
    });
    const [body, eye] = a.colliders;
    world.createBody({ position: [1, 0], collider: ball });
    world.step();
    assert.deepEqual([body.enabled, eye.enabled], [false, true]);
    assert.deepEqual([world.events.contactBegin.length, world.events.triggerEnter.length], [0, 1]);
    body.enabled = true;
    eye.enabled = false;
    world.step();
    assert.deepEqual([world.events.contactBegin.length, world.events.triggerExit.length], [1, 1]);
    assert.equal([...world.events.triggerExit][0].triggerCollider, eye);
    body.enabled = false;
    world.step();
    assert.deepEqual([world.events.contactEnd.length, body.alive, body.enabled], [1, true, false]);
    assert.deepEqual(world.overlapPoint(-0.5, 0), []);
    assert.throws(() => {
        body.enabled = /** @type {any} */ (1);
    }, { name: 'TypeError', message: 'Collider.enabled: value must be true or false, got 1' });
    body.destroy();
    assert.equal(body.enabled, false);
    assert.throws(() => {
        body.enabled = true;
    }, { code: 'STALE_COLLIDER' });
    world.destroy();
});

test('the next body in a slot is not ignored', () => {
    const world = new World({ gravity: [0, 0] });
    const a = world.createBody({ collider: ball });
    const b = world.createBody({ collider: ball });
    a.ignore(b);
    b.destroy();
    world.step();
    const c = world.createBody({ collider: ball });
    assert.equal(c.index, 1);
    assert.equal(a.ignores(c), false);
    world.step();
    assert.equal(world.events.contactBegin.length, 1);
    world.destroy();
});

test('what is no other live body of this world is refused', () => {
    const world = new World();
    const other = new World();
    const a = world.createBody();
    const b = world.createBody();
    const foreign = other.createBody();
    const any = (/** @type {unknown} */ value) => /** @type {any} */ (value);
    refuses(() => a.ignore(a), RangeError, 'Body.ignore: other must be another body than this');
    refuses(() => a.ignore(any(3)), TypeError, 'Body.ignore: other');
    refuses(() => a.ignore(b, any(1)), TypeError, 'Body.ignore: on', 'got 1');
    refuses(() => a.ignore(foreign), 'FOREIGN_OBJECT', 'Body.ignore: other');
    refuses(() => a.ignores(foreign), 'FOREIGN_OBJECT', 'Body.ignores: other');
    b.destroy();
    refuses(() => a.ignore(b), 'STALE_BODY', 'Body.ignore');
    refuses(() => b.ignore(a), 'STALE_BODY', 'Body.ignore');
    other.destroy();
    world.destroy();
});

test('the masks are the table, two words a layer, also after the memory has grown', () => {
    const layers = Object.fromEntries(Array.from({ length: 63 }, (_, i) => [`l${i + 1}`, {}]));
    const world = new World({ layers });
    const { names } = world.layers;
    for (let i = 0; i < 300; ++i) {
        const response = /** @type {const} */ (['solid', 'trigger', 'ignore'])[i % 3];
        world.layers.set(names[(i * 37) % 64], names[(i * 11 + (i >> 4)) % 64], response);
    }
    for (let round = 0; round < 2; ++round) {
        const { solidMasks, triggerMasks } = world.layers;
        assert.equal(solidMasks.length, 128);
        assert.equal(world.layers.solidMasks, solidMasks, 'the same object while memory stays');
        let set = 0;
        for (let a = 0; a < 64; ++a) {
            for (let b = 0; b < 64; ++b) {
                const word = 2 * a + (b >> 5);
                const response = world.layers.response(names[a], names[b]);
                assert.equal((solidMasks[word] >>> (b & 31)) & 1, Number(response === 'solid'));
                assert.equal((triggerMasks[word] >>> (b & 31)) & 1, Number(response === 'trigger'));
                set += Number(response !== 'ignore');
            }
        }
        assert.ok(set > 200);
        const extra = new World({ bodyCapacity: 400000 });
        extra.destroy();
    }
    world.destroy();
    refuses(() => world.layers.solidMasks, 'WORLD_DESTROYED', 'Layers.solidMasks');
});
