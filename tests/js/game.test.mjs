// The player, ghost and wall scenario, as the README tells it: the player meets ghosts and walls, a
// ghost meets only the player, and the game learns once when a ghost catches the player.
import assert from 'node:assert/strict';
import test from 'node:test';
import { World } from '../../js/index.js';
import { copies, gameLayers, near } from './helpers.mjs';

/** A room seen from above: a wall between the player at the left and the ghost at the right. */
function makeRoom() {
    const world = new World({ gravity: [0, 0], layers: gameLayers });
    const wall = world.createBody({
        type: 'static',
        collider: { shape: 'box', width: 1, height: 10, layer: 'wall' },
    });
    const player = world.createBody({
        position: [-4, 0],
        lockRotation: true,
        userData: 'player',
        collider: { shape: 'capsule', length: 0.6, radius: 0.3, layer: 'player', friction: 0 },
    });
    const ghost = world.createBody({
        position: [4, 0],
        gravityScale: 0,
        userData: 'ghost',
        collider: { shape: 'circle', radius: 0.4, layer: 'ghost' },
    });
    return { world, wall, player, ghost };
}

test('the wall stops the player', () => {
    const { world, player, wall } = makeRoom();
    let touched = 0;
    for (let i = 0; i < 120; ++i) {
        player.setVelocity(4, 0);
        world.step();
        touched += copies(world.events.contactBegin).filter(
            ({ bodyA, bodyB }) => [bodyA, bodyB].includes(player) && [bodyA, bodyB].includes(wall),
        ).length;
    }
    near(player.x, -0.5 - 0.3, 0.03, 'the player stands at the wall');
    assert.equal(touched, 1, 'and began to touch it once');
    world.destroy();
});

test('the ghost passes the wall as if it were not there', () => {
    const { world, player, ghost } = makeRoom();
    player.setTransform(0, 20);
    ghost.setVelocity(-4, 0);
    let contacts = 0;
    for (let i = 0; i < 120; ++i) {
        world.step();
        contacts += world.events.contactBegin.length + world.events.triggerEnter.length;
    }
    near(ghost.x, 4 - 8, 1e-3, 'it flew straight');
    near(ghost.vx, -4, 1e-5, 'at full speed');
    assert.equal(contacts, 0);
    world.destroy();
});

test('a ghost that catches the player is told once, and once when it has gone', () => {
    const { world, player, ghost } = makeRoom();
    ghost.setVelocity(-4, 0);
    let caught = 0;
    let released = 0;
    world.on('triggerEnter', (e) => {
        assert.equal(e.trigger, ghost, 'the player names the ghost a trigger');
        assert.equal(e.visitor, player);
        assert.equal(e.triggerCollider, ghost.colliders[0]);
        assert.equal(e.visitorCollider, player.colliders[0]);
        assert.ok(Math.hypot(ghost.x - player.x, ghost.y - player.y) < 1.2);
        ++caught;
    });
    world.on('triggerExit', (e) => {
        assert.deepEqual([e.trigger.userData, e.visitor.userData], ['ghost', 'player']);
        ++released;
    });
    for (let i = 0; i < 240; ++i) world.advance(1 / 60);
    assert.equal(caught, 1);
    assert.equal(released, 1);
    near(player.x, -4, 1e-5, 'nobody was pushed');
    near(ghost.vx, -4, 1e-5, 'nobody was slowed');
    world.destroy();
});

test('the README loop: for … of events, with a comparison of objects', () => {
    const { world, player, ghost } = makeRoom();
    ghost.setVelocity(-4, 0);
    let caught = 0;
    for (let frame = 0; frame < 240; ++frame) {
        world.advance(1 / 60);
        const p = world.poses;
        const i = 4 * player.index;
        near(p[i], -4, 1e-5);
        for (const e of world.events.triggerEnter) if (e.visitor === player) ++caught;
    }
    assert.equal(caught, 1);
    world.destroy();
});

test('a ghost removed while it holds the player still gives its exit', () => {
    const { world, player, ghost } = makeRoom();
    const [ghostCollider] = ghost.colliders;
    ghost.setTransform(-4, 0.2);
    world.step();
    assert.equal(world.events.triggerEnter.length, 1);
    ghost.destroy();
    world.step();
    const exits = copies(world.events.triggerExit);
    assert.equal(exits.length, 1);
    assert.equal(exits[0].trigger, ghost);
    assert.equal(exits[0].triggerCollider, ghostCollider);
    assert.equal(exits[0].visitor, player);
    assert.equal(exits[0].trigger.alive, false);
    world.step();
    assert.equal(world.events.triggerExit.length, 0, 'and only once');
    world.destroy();
});

test('a pair that layers forbid costs no narrow-phase test', () => {
    const world = new World({ gravity: [0, 0], layers: gameLayers });
    world.createBodies(100, {
        positions: new Float32Array(200),
        shape: { shape: 'circle', radius: 1 },
        layer: 'ghost',
    });
    world.step();
    assert.equal(world.counters.narrowPhaseTests, 0);
    assert.equal(world.counters.contacts, 0);
    world.destroy();
});
