// advance(): fixed steps out of uneven frames, poses in between, pause, slow motion, and a page
// that was hidden.
import assert from 'node:assert/strict';
import test from 'node:test';
import { World } from '../../js/index.js';
import { near } from './helpers.mjs';

const circle = /** @type {const} */ ({ shape: 'circle', radius: 0.5 });

/**
 * A body that flies at 6 m/s, 0.1 m a step. @param {import('../../js/index.js').WorldOptions}
 * [options]
 */
function flying(options) {
    const world = new World({ gravity: [0, 0], ...options });
    const body = world.createBody({ velocity: [6, 0], angularVelocity: 3, collider: circle });
    return { world, body };
}

test('whole frames make whole steps', () => {
    const { world } = flying();
    for (let i = 1; i <= 600; ++i) {
        assert.equal(world.advance(1 / 60), 1);
        assert.equal(world.stepCount, i);
    }
    near(world.time, 10, 1e-9);
    world.destroy();
});

test('a frame that seems to begin before the last one takes no time', () => {
    const { world, body } = flying();
    world.advance(1.5 / 60);
    const [x, alpha] = [world.poses[4 * body.index], world.alpha];
    for (const seconds of [-1e-9, -0.004, -1, -1e15, -0]) {
        assert.equal(world.advance(seconds), 0);
        assert.deepEqual([world.stepCount, world.poses[4 * body.index], world.alpha], [1, x, alpha],
            `${seconds}`);
    }
    for (const seconds of [NaN, Infinity, -Infinity])
        assert.throws(() => world.advance(seconds), RangeError);
    assert.equal(world.advance(0.5 / 60), 1, 'no time is left over');
    world.destroy();
});

test('short and long frames keep the time, and alpha is the rest', () => {
    const { world } = flying();
    let steps = 0;
    let seconds = 0;
    for (let i = 0; i < 1000; ++i) {
        const frame = [1 / 144, 1 / 30, 1 / 75, 0, 1 / 240][i % 5];
        seconds += frame;
        steps += world.advance(frame);
        near(world.time + world.alpha / 60, seconds, 1e-6);
        assert.ok(world.alpha >= 0 && world.alpha <= 1);
    }
    assert.equal(steps, world.stepCount);
    world.destroy();
});

test('poses lie between the last two states; positions and angles', () => {
    const { world, body } = flying();
    const pose = () => {
        const i = 4 * body.index;
        const [x, y, cos, sin] = world.poses.subarray(i, i + 4);
        return { x, y, angle: Math.atan2(sin, cos), length: Math.hypot(cos, sin) };
    };
    world.advance(1 / 60);
    near(world.alpha, 0, 1e-6);
    near(pose().x, 0, 1e-6, 'alpha 0 is the state before');
    for (const part of [0.25, 0.5, 0.75]) {
        assert.equal(world.advance(0.25 / 60), 0);
        near(world.alpha, part, 1e-6);
        near(pose().x, 0.1 * part, 1e-5);
        near(pose().angle, (3 / 60) * part, 1e-4);
        near(pose().length, 1, 1e-4);
        near(body.x, 0.1, 1e-6, 'the state itself stays');
        near(body.poseX, pose().x, 0);
        near(body.poseAngle, pose().angle, 0);
    }
    world.destroy();
});

test('what is drawn moves evenly however the frames come', () => {
    const { world, body } = flying();
    world.advance(1 / 60);
    let seconds = 0;
    for (let i = 0; i < 300; ++i) {
        const frame = 0.002 + 0.01 * Math.abs(Math.sin(i));
        seconds += frame;
        world.advance(frame);
        near(world.poses[4 * body.index], 6 * seconds, 1e-3);
    }
    world.destroy();
});

test('after a teleport and for a new body, poses are where they are at once', () => {
    const { world, body } = flying();
    world.advance(1.5 / 60);
    body.setTransform(50, 60, 1);
    assert.deepEqual([body.poseX, body.poseY], [50, 60]);
    near(body.poseAngle, 1, 1e-6);
    const late = world.createBody({ position: [7, 8], collider: circle });
    assert.deepEqual(Array.from(world.poses.subarray(4 * late.index, 4 * late.index + 2)), [7, 8]);
    world.advance(0.5 / 60);
    near(body.poseX, 50, 0.1001, 'no streak from the old place');
    world.destroy();
});

test('a frame after a long pause makes maxSteps steps and drops the rest', () => {
    for (const maxSteps of [1, 8, 20]) {
        const { world } = flying({ maxSteps });
        assert.equal(world.advance(3600), maxSteps);
        assert.equal(world.advance(0), 0);
        assert.equal(world.advance(1 / 60), 1);
        world.destroy();
    }
});

test('fixedStep and substeps are used', () => {
    const [fine, byHand] = [
        flying({ fixedStep: 1 / 120, substeps: 2, gravity: [0, -10] }),
        flying({ gravity: [0, -10] }),
    ];
    assert.equal(fine.world.fixedStep, 1 / 120);
    assert.equal(fine.world.advance(5 / 120), 5);
    for (let i = 0; i < 5; ++i) byHand.world.step(1 / 120, 2);
    assert.equal(fine.world.hash(), byHand.world.hash());
    fine.world.destroy();
    byHand.world.destroy();
});

test('paused: no steps, no events, no time; step() still steps by hand', () => {
    const { world, body } = flying({ paused: true });
    assert.equal(world.advance(1), 0);
    assert.equal(world.time, 0);
    world.step();
    assert.equal(world.stepCount, 1);
    near(world.poses[4 * body.index], 0.1, 1e-6);
    world.paused = false;
    assert.equal(world.advance(1 / 60), 1, 'the pause is not made up for');
    assert.equal(world.paused, false);
    world.destroy();
});

test('timeScale: half speed reaches the same states in twice the time', () => {
    const [full, half, still] = [flying(), flying({ timeScale: 0.5 }), flying({ timeScale: 0 })];
    for (let i = 0; i < 120; ++i) {
        full.world.advance(1 / 60);
        half.world.advance(1 / 60);
        half.world.advance(1 / 60);
        still.world.advance(1 / 60);
        assert.equal(half.world.hash(), full.world.hash());
    }
    assert.equal(half.world.timeScale, 0.5);
    assert.equal(still.world.stepCount, 0);
    half.world.timeScale = 2;
    assert.equal(half.world.advance(1 / 60), 2);
    for (const { world } of [full, half, still]) world.destroy();
});

test('a step that is refused costs no time', () => {
    const { world, body } = flying();
    world.velocities[4 * body.index] = NaN;
    assert.throws(() => world.advance(2 / 60), /slot 0/);
    world.velocities[4 * body.index] = 6;
    assert.equal(world.advance(0), 0);
    assert.equal(world.advance(2 / 60), 2);
    world.destroy();
});
