// Movers in JavaScript: characters that walk, jump and ride, their errors, snapshots and recordings.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Mover, World } from '../../js/index.js';
import { Replay, startRecording, stopRecording } from '../../js/recording.js';
import { apply } from '../../js/world/saving/apply.js';
import { idOf } from '../../js/wire/object.js';
import './helpers.mjs';

const capsule = /** @type {const} */ ({ shape: 'capsule', length: 1, radius: 0.4 });
const SLOPE = Math.PI / 6;

/** A floor with its top at 0 up to x = 10, then a slope upwards. @param {import('../../js/index.js').WorldOptions<any>} [options] */
function stage(options) {
    const world = new World(options);
    const floor = world.createBody({ type: 'static',
        collider: { shape: 'chain',
            points: [-20, 5, -20, 0, 10, 0, 10 + 40 * Math.cos(SLOPE), 40 * Math.sin(SLOPE)]
                .reverse().flatMap((_, i, list) => (i % 2 === 0 ? [list[i + 1], list[i]] : [])),
            oneSided: false } });
    const mover = world.createMover({ position: [0, 0.9], collider: capsule, userData: 'hero' });
    return { world, floor, mover };
}

/** @param {World<any>} world @param {number} count */
function steps(world, count) {
    for (let i = 0; i < count; ++i) world.step();
}

/** @param {number} value @param {number} wanted @param {number} within */
const near = (value, wanted, within) =>
    assert.ok(Math.abs(value - wanted) <= within, `${value} is not ${wanted} ± ${within}`);

test('a mover stands, walks and says what it stands on', () => {
    const { world, floor, mover } = stage();
    steps(world, 30);
    assert.equal(mover.grounded, true);
    assert.equal(mover.groundBody, floor);
    assert.equal(mover.groundCollider, floor.colliders[0]);
    assert.equal(mover.body.type, 'kinematic');
    assert.equal(mover.body.userData, 'hero');
    assert.equal(mover.collider, mover.body.colliders[0]);
    const [nx, ny] = mover.groundNormal;
    near(nx, 0, 1e-4);
    near(ny, 1, 1e-4);
    near(mover.groundPoint[1], 0, 0.01);
    assert.deepEqual(mover.groundVelocity, [0, 0]);
    assert.deepEqual(world.movers, [mover]);
    const before = mover.x;
    mover.setVelocity(3, 0);
    steps(world, 60);
    near(mover.x - before, 3, 0.01);
    near(mover.vx, 3, 1e-3);
    assert.deepEqual([mover.atWall, mover.atCeiling, mover.crushed, mover.wallNormal], [false,
        false, false, [0, 0]]);
    world.destroy();
    assert.equal(mover.alive, false);
});

test('a mover walks up a slope at its speed, and one too steep for it stops it', () => {
    const { world, mover } = stage();
    mover.setVelocity(5, 0);
    steps(world, 240);
    const [x, y] = [mover.x, mover.y];
    assert.ok(x > 12, `${x}`);
    mover.setVelocity(5, 0);
    steps(world, 60);
    near(Math.hypot(mover.x - x, mover.y - y), 5, 0.02);
    near(mover.groundNormal[1], Math.cos(SLOPE), 1e-3);
    mover.body.setTransform(5, 0.9);
    mover.maxSlope = SLOPE - 0.1;
    mover.setVelocity(5, 0);
    steps(world, 120);
    assert.ok(mover.x < 11, `${mover.x}`);
    world.destroy();
});

test('a mover jumps as high as its speed says, and lands', () => {
    const { world, mover } = stage({ gravity: [0, -10] });
    steps(world, 10);
    const floor = mover.y;
    mover.setVelocity(0, 6);
    let top = 0;
    for (let i = 0; i < 100; ++i) {
        world.step();
        top = Math.max(top, mover.y - floor);
    }
    near(top, 1.8, 0.1);
    assert.equal(mover.grounded, true);
    near(mover.y, floor, 0.01);
    mover.setVelocity([1, 6]);
    world.step();
    assert.equal(mover.grounded, false);
    assert.equal(mover.groundBody, null);
    assert.deepEqual(mover.groundNormal, [0, 0]);
    assert.ok(mover.velocity[1] > 5);
    world.destroy();
});

test('a wall stops a mover, and it rides on a platform', () => {
    const { world, mover } = stage();
    world.createBody({ type: 'static', position: [3, 2],
        collider: { shape: 'box', width: 1, height: 4 } });
    for (let i = 0; i < 60; ++i) {
        mover.setVelocity(5, mover.vy);
        world.step();
    }
    assert.equal(mover.atWall, true);
    near(mover.wallNormal[0], -1, 1e-3);
    near(mover.x, 2.1, 0.02);
    const lift = world.createBody({ type: 'kinematic', position: [-6, 1], velocity: [0, 0],
        collider: { shape: 'box', width: 3, height: 1 } });
    mover.body.setTransform(-6, 2.5);
    mover.setVelocity(0, 0);
    steps(world, 30);
    lift.setVelocity(-1, 0);
    steps(world, 60);
    assert.equal(mover.groundBody, lift);
    near(mover.groundVelocity[0], -1, 1e-3);
    near(mover.x, lift.x, 0.05);
    lift.destroy();
    assert.equal(mover.groundBody, null);
    world.destroy();
});

test('settings are read and set by the names of the options', () => {
    const world = new World();
    const given = { maxSlope: 0.5, stepHeight: 0.25, snapDistance: 0.125, mass: 60,
        maxPushForce: 500, maxFallSpeed: 20, cornerCorrection: 0.5 };
    const mover = world.createMover({ collider: capsule, floating: true, up: [0, 2],
        gravityScale: 2, ...given });
    for (const [key, value] of Object.entries(given))
        assert.equal(/** @type {any} */ (mover)[key], value, key);
    assert.deepEqual([mover.floating, mover.up, mover.body.gravityScale], [true, [0, 1], 2]);
    for (const [key, value] of Object.entries(given)) /** @type {any} */ (mover)[key] = 2 * value;
    for (const [key, value] of Object.entries(given))
        assert.equal(/** @type {any} */ (mover)[key], 2 * value, key);
    mover.up = null;
    assert.equal(mover.up, null);
    const plain = world.createMover({ collider: capsule });
    near(plain.maxSlope, (50 * Math.PI) / 180, 1e-6);
    assert.deepEqual([plain.up, plain.floating, plain.mass, plain.maxPushForce], [null, false, 80,
        1000]);
    plain.maxSlope = (89 * Math.PI) / 180;
    assert.deepEqual(world.movers, [mover, plain]);
    world.destroy();
});

test('errors name method, argument and value, and change nothing', () => {
    const { world, mover } = stage();
    const { bodies } = world.counters;
    const refused = (/** @type {any} */ options, /** @type {RegExp} */ message) =>
        assert.throws(() => world.createMover({ collider: capsule, ...options }), { message });
    refused({ stepHeight: -1 }, /^World\.createMover: stepHeight must be .*got -1/);
    refused({ maxSlope: 1.6 }, /^World\.createMover: maxSlope must be .*got 1\.6/);
    refused({ mass: 0 }, /^World\.createMover: mass must be .*got 0/);
    refused({ snapDistance: NaN }, /^World\.createMover: snapDistance must be .*got NaN/);
    refused({ position: [NaN, 0] }, /^World\.createMover: position\[0\] must be .*got NaN/);
    refused({ up: [0, 0] }, /^World\.createMover: up must not be \[0, 0\]/);
    refused({ floating: 1 }, /^World\.createMover: floating must be .*got 1/);
    refused({ speed: 1 }, /^World\.createMover: .*speed/);
    refused({ collider: { shape: 'chain', points: [0, 0, 1, 0] } },
        /^World\.createMover: collider\.shape must be .*got "chain"/);
    refused({ collider: { shape: 'tiles', cells: ['#'] } },
        /^World\.createMover: collider\.shape must be .*got "tiles"/);
    refused({ collider: { ...capsule, trigger: true } },
        /^World\.createMover: collider\.trigger must be false.*got true/);
    refused({ collider: undefined }, /^World\.createMover: collider must be .*got undefined/);
    assert.throws(() => mover.setVelocity(NaN, 0), {
        message: /^Mover\.setVelocity: x must be .*got NaN/,
    });
    assert.throws(() => {
        mover.stepHeight = -1;
    }, { name: 'RangeError', message: /^Mover\.stepHeight: value must be .*got -1/ });
    assert.throws(() => {
        mover.mass = /** @type {any} */ ('x');
    }, { name: 'TypeError', message: /^Mover\.mass: value must be / });
    assert.throws(() => {
        mover.up = [0, 0];
    }, { message: /^Mover\.up: value must not be/ });
    assert.throws(() => apply(world, 53, idOf(mover.body), [1, 1, -1, 0]), {
        code: 'OUT_OF_RANGE',
    });
    assert.throws(() => Reflect.construct(Mover, []), { name: 'TypeError',
        message: 'Mover: use world.createMover to make one' });
    assert.equal(world.counters.bodies, bodies);
    assert.deepEqual(world.movers, [mover]);
    near(mover.stepHeight, 0.3, 1e-6);
    world.destroy();
});

test('a mover ends by itself, with its collider and with its body', () => {
    const { world, mover } = stage();
    mover.setVelocity(3, 0);
    steps(world, 5);
    mover.destroy();
    assert.deepEqual([mover.alive, mover.body.alive, mover.body.vx, world.movers.length], [false,
        true, 0, 0]);
    assert.throws(() => mover.grounded, { code: 'STALE_MOVER',
        message: /^Mover\.grounded: the mover was destroyed/ });
    mover.destroy();
    const other = world.createMover({ collider: capsule, position: [0, 3] });
    other.collider.destroy();
    assert.deepEqual([other.alive, other.body.alive], [false, true]);
    const third = world.createMover({ collider: capsule, position: [0, 3] });
    third.body.destroy();
    assert.equal(third.alive, false);
    assert.throws(() => third.setVelocity(0, 0), { code: 'STALE_MOVER' });
    world.destroy();
    assert.throws(() => third.grounded, { code: 'WORLD_DESTROYED' });
});

test('movers survive a restore: those of that time are valid again, those made since are not', () => {
    const { world, mover } = stage();
    mover.setVelocity(4, 0);
    steps(world, 20);
    const bytes = world.snapshot();
    steps(world, 40);
    const [hash, x] = [world.hash(), mover.x];
    mover.body.destroy();
    const later = world.createMover({ collider: capsule, position: [3, 3] });
    world.restore(bytes);
    assert.deepEqual([mover.alive, later.alive], [true, false]);
    assert.deepEqual(world.movers, [mover]);
    steps(world, 40);
    assert.equal(world.hash(), hash);
    assert.equal(mover.x, x);
    const copy = World.fromSnapshot(bytes);
    const [there] = copy.movers;
    assert.equal(copy.movers.length, 1);
    assert.equal(there, copy.movers[0]);
    near(there.vx, 4, 1e-3);
    steps(copy, 40);
    assert.equal(copy.hash(), hash);
    copy.destroy();
    world.destroy();
});

test('a recording plays movers again to the bit', () => {
    const { world, mover } = stage();
    steps(world, 5);
    startRecording(world);
    const second = world.createMover({ position: [-4, 0.9], collider: capsule, stepHeight: 0.1,
        userData: { name: 'second' } });
    for (let i = 0; i < 90; ++i) {
        if (i % 10 === 0) mover.setVelocity(3, i === 40 ? 6 : mover.vy);
        if (i === 20) second.maxSlope = 0.2;
        if (i === 25) second.up = [0, 1];
        if (i === 60) second.destroy();
        world.step();
    }
    const bytes = stopRecording(world);
    const replay = Replay.open(bytes);
    replay.seek(replay.steps);
    assert.equal(replay.verify(), null);
    assert.equal(replay.world.hash(), world.hash());
    assert.equal(replay.world.movers.length, 1);
    assert.equal(replay.world.movers[0].x, mover.x);
    replay.seek(50);
    assert.equal(replay.world.movers.length, 2);
    assert.deepEqual(replay.world.movers[1].body.userData, { name: 'second' });
    replay.destroy();
    world.destroy();
});
