// Histories under play: random games with random leaps back and forth, in rings that wrap around often, against a list
// of what the world was at each step; and what a frame, a listener or an error does to a history.
import assert from 'node:assert/strict';
import test from 'node:test';
import { World } from '../../js/index.js';
import { keepHistory, rewind } from '../../js/history.js';
import { random } from '../scenes/builder.js';
import { refuses } from './helpers.mjs';

/** @param {number} count */
function pit(count) {
    const world = new World({ layers: { ball: ['ball'], zone: { ball: 'trigger' } } });
    world.createBody({ type: 'static',
        collider: { shape: 'chain', points: [[-12, 30], [-12, 0], [12, 0], [12, 30]],
            layer: 'ball' } });
    world.createBody({ type: 'static',
        collider: { shape: 'box', width: 8, height: 6, center: [0, 3], layer: 'zone', trigger: true,
            field: { type: 'wind', flow: [4, 2], drag: 1 } } });
    for (let i = 0; i < count; ++i)
        addBall(world, -10 + (i % 15) * 1.3, 1 + Math.floor(i / 15) * 1.2, i);
    return world;
}

/** @param {World<any>} world @param {number} x @param {number} y @param {unknown} userData */
const addBall = (world, x, y, userData) =>
    world.createBody({ position: [x, y], userData,
        collider: { shape: 'circle', radius: 0.45, layer: 'ball' } });

/** What a game does at a step: the same whenever it comes there, since it follows from the step and the world alone. @param {World<any>} world */
function play(world) {
    const next = random(17 + world.stepCount);
    const bodies = [...world.bodies].filter(({ type }) => type === 'dynamic');
    const body = bodies[Math.floor(next() * bodies.length)];
    const other = bodies[Math.floor(next() * bodies.length)];
    body?.applyForce(40 * next() - 20, 60 * next());
    const what = next();
    if (what < 0.1 && bodies.length > 5) body.destroy();
    else if (what < 0.2 && bodies.length < 60) addBall(world, 16 * next() - 8, 12, world.stepCount);
    else if (what < 0.25 && body !== other)
        world.createJoint({ type: 'distance', bodyA: body, bodyB: other, limit: [0, 3],
            spring: { hertz: 2 } });
    else if (what < 0.3) world.joints[0]?.destroy();
    else if (what < 0.35) body?.setTransform(body.x, 10);
    else if (what < 0.37) world.gravity = [2 * next() - 1, -10 * next()];
}

/** @param {World<any>} world */
const stateOf = (world) => ({ hash: world.hash(), time: world.time, gravity: world.gravity,
    bodies: [...world.bodies], joints: world.joints,
    userData: Array.from(world.bodies, ({ userData }) => userData),
    begun: Array.from(world.events.contactBegin,
        ({ bodyA, bodyB }) => `${bodyA.index} ${bodyB.index}`) });

/** @param {World<any>} world @param {ReturnType<typeof stateOf>} wanted */
function isLike(world, wanted) {
    const found = stateOf(world);
    assert.equal(found.hash, wanted.hash, `step ${world.stepCount}`);
    assert.deepEqual([found.time, found.gravity, found.userData, found.begun], [wanted.time,
        wanted.gravity, wanted.userData, wanted.begun]);
    for (const list of /** @type {const} */ (['bodies', 'joints'])) {
        assert.equal(found[list].length, wanted[list].length);
        assert.ok(found[list].every((each, i) => each === wanted[list][i] && each.alive),
            `${list} of step ${world.stepCount}`);
    }
}

for (const [seed, bytes] of [[1, 1e5], [2, 1.3e5], [3, 2e5], [4, 4e5], [5, 2e6], [6, 64e6]]) {
    test(`a random game with random leaps goes on as it did, in ${bytes} bytes`, () => {
        const world = pit(12 + seed);
        const next = random(seed);
        const history = keepHistory(world, { bytes, seconds: 1 + seed });
        /** @type {ReturnType<typeof stateOf>[]} */
        const past = [stateOf(world)];
        let [checked, longest] = [0, 0];
        for (let round = 0; round < 40; ++round) {
            for (let i = Math.floor(30 * next()); i >= 0; --i) {
                play(world);
                world.step();
                const was = past[world.stepCount];
                // The objects made anew are others, their slots and all else are the same.
                if (was) assert.equal(world.hash(), was.hash, `step ${world.stepCount}`);
                past[world.stepCount] = stateOf(world);
                assert.equal(history.last, world.stepCount);
                longest = Math.max(longest, history.length);
                assert.ok(
                    history.bytes <= bytes && history.length > 0
                        && history.last - history.first === history.length - 1,
                );
            }
            for (let i = 0; i < 6; ++i) {
                const step = history.first + Math.floor(next() * history.length);
                if (next() < 0.5) history.seek(step);
                else rewind(world, world.stepCount - step);
                isLike(world, past[step]);
                ++checked;
            }
            if (next() < 0.8) history.seek(history.last);
            if (next() < 0.3) {
                world.restore(world.snapshot());
                isLike(world, past[world.stepCount]);
            }
        }
        for (let step = history.first; step <= history.last; ++step) {
            history.seek(step);
            isLike(world, past[step]);
        }
        assert.ok(checked === 240 && past.length > 60, `${past.length} steps`);
        assert.ok(longest > (bytes < 1e6 ? 3 : 60), `${longest} steps`);
        world.destroy();
    });
}

test('frames of several steps, their forces and what listeners do come back', () => {
    const make = () => {
        const world = pit(20);
        const body = /** @type {import('../../js/index.js').Body<any>} */ (world.bodyAt(2));
        world.on('contactStay', ({ bodyA }) => {
            if (bodyA.type === 'dynamic') bodyA.setVelocity(world.stepCount % 3, 1);
        });
        world.on('contactBegin', (event) => {
            if (event.bodyB.userData === 7) event.bodyB.destroy();
        });
        return { world, frame: () => {
            body.applyForce(0, 30);
            world.advance([0.04, 0.016, 0.025][world.stepCount % 3]);
        } };
    };
    const { world, frame } = make();
    const history = keepHistory(world);
    /** @type {string[]} */
    const ends = [];
    const run = () => {
        while (world.stepCount < 150) {
            frame();
            const { stepCount, alpha } = world;
            if (ends[stepCount] !== undefined)
                assert.equal(world.hash(), ends[stepCount], `step ${stepCount}`);
            ends[stepCount] = world.hash();
            assert.ok(alpha < 1);
        }
    };
    run();
    const first = ends.slice();
    for (const step of Object.keys(first).map(Number)) {
        history.seek(step);
        assert.deepEqual([world.hash(), world.alpha], [first[step], 1]);
    }
    // A frame without a rest of time before it begins as those of this game would only where they had none: so by steps.
    history.seek(100);
    const again = Array.from({ length: 20 }, () => {
        world.step();
        return world.hash();
    });
    rewind(world, 20);
    assert.deepEqual(Array.from({ length: 20 }, () => {
        world.step();
        return world.hash();
    }), again);
    world.destroy();
});

test('a force of the frame does not act again after a leap', () => {
    for (const pass of [(/** @type {World} */ world) => world.step(),
        (/** @type {World} */ world) => world.advance(1 / 60)])
    {
        const world = new World({ gravity: [0, 0] });
        const body = world.createBody({ collider: { shape: 'box', width: 1, height: 1 } });
        const history = keepHistory(world);
        body.applyForce(60, 0);
        pass(world);
        const [speed] = body.velocity;
        assert.ok(speed > 0.9);
        pass(world);
        history.seek(1);
        pass(world);
        assert.equal(body.velocity[0], speed);
        world.destroy();
    }
});

test('what the game changed since the newest step comes back with it', () => {
    const world = pit(10);
    const history = keepHistory(world);
    for (let i = 0; i < 30; ++i) world.step();
    const late = addBall(world, 0, 9, 'late');
    world.gravity = [3, 3];
    const hash = world.hash();
    rewind(world, 10);
    assert.equal(late.alive, false);
    const lost = addBall(world, 0, 9, 'lost');
    rewind(world, -5);
    assert.equal(lost.alive, false);
    history.seek(30);
    assert.deepEqual([late.alive, late.userData, world.gravity, world.hash()], [true, 'late', [3,
        3], hash]);
    world.destroy();
});

test('a listener cannot leap, and a step that fails loses no history', () => {
    const world = pit(10);
    const history = keepHistory(world);
    const off = world.on('afterStep', () => history.seek(0));
    refuses(() => world.step(), 'LOCKED', /History.seek/);
    off();
    let calls = 0;
    world.on('afterStep', () => {
        if (++calls === 2) world.velocities[8] = NaN;
    });
    refuses(() => world.advance(0.0501), 'VIEW_NOT_FINITE', /World.advance/);
    assert.equal(world.stepCount, 3);
    world.velocities[8] = 0;
    world.step();
    assert.deepEqual([history.first, history.last, history.length], [0, 4, 5]);
    rewind(world, 4);
    assert.equal(world.stepCount, 0);
    world.on('afterStep', () => world.destroy());
    world.step();
    assert.deepEqual([history.length, history.bytes, history.first], [0, 0, NaN]);
    refuses(() => history.seek(0), 'WORLD_DESTROYED', /History.seek/);
    refuses(() => keepHistory(world), 'WORLD_DESTROYED', /keepHistory/);
});

test('a world that outgrows the ring has no history, and one that shrinks again has', () => {
    const world = pit(10);
    const history = keepHistory(world, { bytes: 1e5 });
    for (let i = 0; i < 5; ++i) world.step();
    assert.equal(history.length, 6);
    const many = Array.from({ length: 400 },
        (_, i) => addBall(world, 10 * Math.sin(i), 10 + i / 20, i));
    for (let i = 0; i < 3; ++i) world.step();
    assert.ok(world.snapshot().length > 1e5);
    assert.deepEqual([history.length, history.bytes, history.last], [0, 0, NaN]);
    assert.throws(() => history.seek(8),
        /^RangeError: History.seek: step must lead to a step of the history; it is empty/);
    many.forEach((body) => body.destroy());
    for (let i = 0; i < 3; ++i) world.step();
    assert.ok(history.length <= 3);
    world.destroy();
});

test('time is kept as far as it was asked for, and the memory of the engine stays as it is', () => {
    const world = pit(20);
    const history = keepHistory(world, { seconds: 1 });
    for (let i = 0; i < 200; ++i) world.step();
    const held = world.bytes;
    for (let i = 0; i < 500; ++i) {
        world.step();
        if (i % 25 === 0) rewind(world, 20);
        else assert.ok(world.stepCount < 400 || (history.length >= 60 && history.length <= 70),
                `${history.length} steps`);
    }
    assert.equal(world.bytes, held);
    const { bytes } = history;
    assert.ok(bytes > 0);
    history.seek(history.last);
    assert.ok(Math.abs(history.bytes - bytes) < bytes / 10);
    world.destroy();
});
