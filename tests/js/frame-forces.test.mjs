// Forces that a game gives once a frame: every step of the frame has them, so that a body moves alike at
// every frame rate, in this thread and in a worker.
import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { World } from '../../js/index.js';
import { createWorkerWorld } from '../../js/worker.js';
import { near } from './helpers.mjs';

/** @type {import('../../js/worker.js').WorkerWorld[]} */
const open = [];
after(() => open.forEach((world) => world.destroy()));

const RATES = [30, 60, 120];
/** A kilogram. */
const ball = /** @type {const} */ ({ shape: 'circle', radius: 0.5, density: 4 / Math.PI });

/** A world without gravity, with a ball of 1 kg. */
function stage() {
    const world = new World({ gravity: [0, 0] });
    return { world, body: world.createBody({ collider: ball }) };
}

/**
 * How far and how fast 10 N bring a ball in a second of frames, in this thread.
 * @param {number} framesPerSecond @param {(body: import('../../js/index.js').Body) => void} push
 */
function pushed(framesPerSecond, push) {
    const { world, body } = stage();
    for (let i = 0; i < framesPerSecond; ++i) {
        push(body);
        world.advance(1 / framesPerSecond);
    }
    const seen = { x: body.x, vx: body.vx, angularVelocity: body.angularVelocity,
        steps: world.stepCount };
    world.destroy();
    return seen;
}

test('one call a frame moves a body alike at every frame rate', () => {
    const [wanted, ...others] = [60, 15, 20, 30, 50, 75, 120, 144, 240].map((rate) =>
        pushed(rate, (body) => body.applyForce(10, 0))
    );
    near(wanted.x, 5, 1e-3);
    near(wanted.vx, 10, 1e-3);
    for (const each of others) {
        assert.equal(each.steps, 60);
        assert.equal(each.x, wanted.x);
        assert.equal(each.vx, wanted.vx);
    }
});

test('the calls of one frame add up, at points and with torques too', () => {
    const [wanted, ...others] = [60, 30, 120, 144].map((rate) =>
        pushed(rate, (body) => {
            body.applyForce(4, 0);
            body.applyForce(6, 0, body.x, body.y - 0.25);
            body.applyTorque(-1);
        })
    );
    near(wanted.vx, 10, 1e-3);
    near(wanted.angularVelocity, (6 * 0.25 - 1) / 0.125, 1e-2);
    for (const each of others) {
        near(each.vx, wanted.vx, 1e-3);
        near(each.angularVelocity, wanted.angularVelocity, 1e-2);
    }
});

test('the force of a frame without a step waits for the next step, once', () => {
    const { world, body } = stage();
    body.applyForce(60, 0);
    assert.equal(world.advance(0.25 / 60), 0);
    assert.equal(world.advance(0.25 / 60), 0);
    assert.equal(world.advance(0.6 / 60), 1);
    near(body.vx, 1, 1e-5);
    assert.equal(world.advance(1 / 60), 1);
    near(body.vx, 1, 1e-5);
    world.destroy();
});

test('a later frame replaces the force of a body, and of no other', () => {
    const { world, body } = stage();
    const other = world.createBody({ position: [9, 0], collider: ball });
    body.applyForce(60, 0);
    body.applyTorque(1);
    other.applyForce(30, 0);
    world.advance(0.25 / 60);
    body.applyForce(0, 120);
    assert.equal(world.advance(2 / 60), 2);
    near(body.vx, 0, 0);
    near(body.angularVelocity, 0, 0);
    near(body.vy, 4, 1e-5);
    near(other.vx, 1, 1e-5);
    world.destroy();
});

test('a paused world stores up no force, however many frames', () => {
    const { world, body } = stage();
    world.paused = true;
    for (let i = 0; i < 1000; ++i) {
        body.applyForce(60, 0);
        world.advance(1 / 60);
    }
    world.paused = false;
    assert.equal(world.advance(1 / 60), 1);
    near(body.vx, 1, 1e-5);
    world.advance(1 / 60);
    near(body.vx, 1, 1e-5);
    world.destroy();
});

test('step() and beforeStep have a force for their one step', () => {
    const { world, body } = stage();
    body.applyForce(60, 0);
    world.step();
    world.step();
    near(body.vx, 1, 1e-5);
    let first = true;
    const off = world.on('beforeStep', () => {
        if (first) body.applyForce(60, 0);
        first = false;
    });
    assert.equal(world.advance(3 / 60), 3);
    near(body.vx, 2, 1e-5);
    off();
    body.applyForce(60, 0);
    assert.equal(world.advance(3 / 60), 3);
    near(body.vx, 5, 1e-5);
    world.destroy();
});

test('a body that is gone takes its force along, whether its frame made a step or not', () => {
    for (const seconds of [0.5 / 60, 3 / 60]) {
        const { world, body } = stage();
        const other = world.createBody({ position: [9, 0], collider: ball });
        body.applyForce(60, 0);
        other.applyForce(60, 0);
        world.on('beforeStep', () => {
            if (world.stepCount === 1) body.destroy();
        });
        world.advance(seconds);
        body.destroy();
        world.advance(3.5 / 60 - seconds);
        assert.equal(world.stepCount, 3);
        near(other.vx, 3, 1e-5);
        world.destroy();
    }
});

test('in a worker too: one call a frame moves a body alike at 30, 60 and 120 frames a second', async () => {
    const wanted = pushed(60, (body) => body.applyForce(10, 0));
    for (const rate of RATES) {
        const world = await createWorkerWorld({ gravity: [0, 0] });
        open.push(world);
        const body = world.createBody({ collider: ball });
        for (let i = 0; i < rate; ++i) {
            body.applyForce(10, 0);
            world.advance(1 / rate);
            await world.sync();
        }
        assert.equal(world.stepCount, 60);
        assert.equal(body.x, wanted.x, `${rate}`);
        assert.equal(body.vx, wanted.vx, `${rate}`);
        world.destroy();
    }
});

test('while the worker is behind, the newest frame counts and forces do not pile up', async () => {
    const world = await createWorkerWorld({ gravity: [0, 0] });
    open.push(world);
    const body = world.createBody({ collider: ball });
    await world.sync();
    // Tasks in which no reply can come in: most of the calls of advance() have to wait.
    for (let i = 0; i < 8; ++i) {
        body.applyForce(10, 0);
        await Promise.resolve();
        world.advance(0.5 / 60);
        await Promise.resolve();
    }
    await world.sync();
    world.advance(0);
    await world.sync();
    assert.ok(world.stepCount >= 3, `${world.stepCount}`);
    near(body.vx, 10 * world.time, 1e-5);
    world.destroy();
});
