// What happens before each step, and calls that may come twice.
import assert from 'node:assert/strict';
import test from 'node:test';
import { MicaError, World, init } from '../../js/index.js';

await init();

/** A puck pushed with 20 N against drag for 3 s of frames. @param {number} fps @param {boolean} paused */
function pushed(fps, paused = false) {
    const world = new World({ gravity: [0, 0] });
    const puck = world.createBody({ linearDamping: 6, collider: { shape: 'circle', radius: 0.5 } });
    world.on('beforeStep', () => puck.applyForce(20, 0));
    for (let i = 0; i < 3 * fps; ++i) {
        world.paused = paused && i < fps;
        world.advance(1 / fps);
    }
    const speed = puck.vx;
    world.destroy();
    return speed;
}

test('a force given before each step acts alike at every frame rate', () => {
    const expected = pushed(60);
    assert.ok(expected > 3);
    for (const fps of [15, 20, 30, 120, 144, 240])
        assert.ok(Math.abs(pushed(fps) / expected - 1) < 1e-3, `${fps}`);
    assert.ok(pushed(60, true) <= expected);
});

test('beforeStep is told before every step, step() and advance() alike, and can be taken off', () => {
    const world = new World();
    /** @type {number[]} */
    const counts = [];
    const off = world.on('beforeStep', () => counts.push(world.stepCount));
    world.step();
    world.stepImpacts();
    assert.equal(world.advance(3.5 / 60), 3);
    assert.deepEqual(counts, [0, 1, 2, 3, 4]);
    off();
    world.step();
    assert.equal(counts.length, 5);
    world.destroy();
});

test('moved names each body once, though a crowd is made between two steps of an advance()', () => {
    const world = new World({ maxSteps: 4 });
    const circle = { collider: { shape: 'circle', radius: 0.1 } };
    for (let i = 0; i < 5; ++i) world.createBody({ ...circle, position: [i, 0] });
    world.on('beforeStep', () => {
        if (world.stepCount !== 2) return;
        for (let i = 0; i < 500; ++i) world.createBody({ ...circle, position: [i, 10] });
    });
    assert.equal(world.advance(4.5 / 60), 4);
    const moved = [...world.events.moved];
    assert.equal(moved.length, 505);
    assert.equal(new Set(moved).size, 505);
    world.destroy();
});

test('in beforeStep bodies may be made and ended, but no step made; what it throws leaves the world usable', () => {
    const world = new World();
    const body = world.createBody({ collider: { shape: 'circle', radius: 1 } });
    let fails = true;
    world.on('beforeStep', () => {
        body.destroy();
        world.createBody();
        assert.throws(() => world.step(), { code: 'LOCKED' });
        if (fails) throw new Error('of the game');
    });
    assert.throws(() => world.advance(1.2 / 60), /of the game/);
    assert.equal(world.stepCount, 1, 'the step is made');
    fails = false;
    assert.equal(world.advance(2.5 / 60), 2);
    assert.equal(world.counters.bodies, 3);
    assert.throws(() => {
        world.on('beforeStep', () => world.destroy());
        world.step();
    }, MicaError);
    assert.equal(world.destroyed, true);
});

test('destroy() of what is gone already does nothing', () => {
    const world = new World();
    const collider = /** @type {const} */ ({ shape: 'circle', radius: 1 });
    const [a, b] = [world.createBody({ collider }), world.createBody({ collider })];
    const joint = world.createJoint({ type: 'revolute', bodyA: a, bodyB: b, anchor: [0, 0] });
    const [shape] = a.colliders;
    for (let i = 0; i < 2; ++i) {
        joint.destroy();
        shape.destroy();
        a.destroy();
    }
    assert.equal(world.counters.bodies, 1);
    world.step();
    world.step();
    assert.throws(() => a.x, { code: 'STALE_BODY' });
    world.destroy();
    b.destroy();
});

test('two players who reach one coin in the same step may both take it', () => {
    const world = new World({ gravity: [0, 0], layers: { player: { coin: 'trigger' }, coin: {} } });
    const collider = /** @type {const} */ ({ shape: 'circle', radius: 0.5 });
    for (const x of [-0.4, 0.4])
        world.createBody({ position: [x, 0], collider: { ...collider, layer: 'player' } });
    world.createBody({ type: 'static', collider: { ...collider, layer: 'coin' } });
    let taken = 0;
    world.on('triggerEnter', (e) => {
        ++taken;
        e.trigger.destroy();
    });
    world.step();
    assert.equal(taken, 2);
    assert.equal(world.counters.bodies, 2);
    world.destroy();
});
