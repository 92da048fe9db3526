// A body that a kinematic one presses into a static one: the event names the three and how deep, in a world here
// and in one in a worker; bodies, colliders and pairs of layers hear of it.
import assert from 'node:assert/strict';
import test from 'node:test';
import { World, init } from '../../js/index.js';
import { createWorkerWorld } from '../../js/worker.js';
import { copies } from './helpers.mjs';

await init();

const layers = { player: { lift: 'solid', ground: 'solid' }, lift: {}, ground: {} };

/** A player on the ground and a lift that comes down on it. @param {any} world */
function build(world) {
    const ground = world.createBody({ type: 'static', position: [0, -1],
        collider: { shape: 'box', width: 20, height: 2, layer: 'ground' } });
    const player = world.createBody({ position: [0, 0.5],
        collider: { shape: 'box', width: 1, height: 1, layer: 'player' } });
    const lift = world.createBody({ type: 'kinematic', position: [0, 2], velocity: [0, -1],
        collider: { shape: 'box', width: 3, height: 1, layer: 'lift' } });
    return { ground, player, lift };
}

test('a crushed body is held, and all who listen hear of it', () => {
    const world = new World({ layers });
    const { ground, player, lift } = build(world);
    /** @type {any[]} */
    const heard = [];
    world.on('crushed', (e) => heard.push(e.copy()));
    let byLayers = 0;
    let byBody = 0;
    let byLift = 0;
    let byCollider = 0;
    let byGround = 0;
    world.on('crushed', { layers: ['lift', 'player'] }, () => ++byLayers);
    world.on('crushed', { layers: ['lift', 'ground'] }, () => assert.fail('these two do not meet'));
    player.on('crushed', (/** @type {any} */ e) => {
        byBody += Number(e.body === player);
    });
    lift.on('crushed', (/** @type {any} */ e) => {
        byLift += Number(e.kinematicBody === lift);
    });
    player.colliders[0].on('crushed', () => ++byCollider);
    ground.on('crushed', () => ++byGround);
    for (let i = 0; i < 60; ++i) world.step();
    assert.ok(heard.length > 5, `${heard.length} events`);
    assert.deepEqual([byLayers, byBody, byLift, byCollider], Array(4).fill(heard.length));
    assert.equal(byGround, 0, 'the static side hears nothing');
    const [first] = heard;
    const last = heard[heard.length - 1];
    assert.deepEqual([first.body, first.kinematicBody, first.staticBody], [player, lift, ground]);
    assert.deepEqual([first.collider, first.kinematicCollider, first.staticCollider],
        [player, lift, ground].map((body) => body.colliders[0]));
    assert.ok(first.ny < -0.99 && Math.abs(first.nx) < 0.1,
        `presses along ${first.nx}, ${first.ny}`);
    assert.ok(first.depth > 0.01 && last.depth > first.depth + 0.1,
        `${first.depth} to ${last.depth} m deep`);
    assert.ok(Math.abs(player.y - 0.5) < 0.03, `at ${player.y}`);
    assert.equal(world.events.crushed.at(0)?.body, player);
    assert.deepEqual([...world.events.crushed.array.slice(0, 2)], [player.index, lift.index]);
    // A game that acts on it, while it reads it
    world.on('crushed', (e) => {
        if (e.body.alive) e.body.destroy();
    });
    world.step();
    assert.equal(world.events.crushed.at(0)?.body.alive, false);
    assert.equal(world.events.crushed.at(0)?.collider.layer, 'player');
    world.step();
    assert.equal(world.events.crushed.length, 0);
    world.destroy();
});

for (const shared of [true, false]) {
    test(`${shared ? 'shared' : 'sent'} frames: a worker tells the same of a crushed body`, async () => {
        const there = await createWorkerWorld({ layers }, { shared });
        const here = new World({ layers });
        const [a, b] = [build(there), build(here)];
        let byBody = 0;
        let byLayers = 0;
        a.lift.on('crushed', (/** @type {any} */ e) => {
            byBody += Number(e.body === a.player);
        });
        there.on('crushed', { layers: ['player', 'lift'] }, () => ++byLayers);
        let wanted = 0;
        for (let i = 0; i < 60; ++i) {
            here.step();
            await there.step();
            const [mine, its] = [copies(here.events.crushed), there.events.crushed];
            wanted += mine.length;
            assert.equal(its.length, mine.length);
            for (const [k, e] of its.entries()) {
                assert.deepEqual([e.nx, e.ny, e.depth], [mine[k].nx, mine[k].ny, mine[k].depth]);
                assert.deepEqual([e.body, e.kinematicBody, e.staticBody], [a.player, a.lift,
                    a.ground]);
                assert.equal(mine[k].body, b.player);
            }
        }
        assert.ok(wanted > 5);
        assert.deepEqual([byBody, byLayers], [wanted, wanted]);
        here.destroy();
        there.destroy();
    });
}
