// Calls on worlds in workers that once left a promise open, threw where nobody hears it, or let page and worker know
// different worlds; `node tests/fuzz/hostile.mjs --worker` finds such calls.
import assert from 'node:assert/strict';
import test from 'node:test';
import { differences } from '../../js/differences.js';
import { World } from '../../js/index.js';
import { Replay } from '../../js/recording.js';
import { Clock, createWorkerWorld } from '../../js/worker.js';
import './helpers.mjs';
import { make } from './worker-worlds.mjs';

const circle = /** @type {const} */ ({ shape: 'circle', radius: 0.5 });

test('a step by what cannot be cloned is refused by name, and the world goes on', async () => {
    const world = await make();
    const bad =
        /** @type {any[]} */ ([() => 1, Symbol('sign'), new Proxy({}, {}), 10n, null, NaN, 2]);
    for (const value of bad) {
        await assert.rejects(world.step(value), { message: /^World\.step: dt must be/ });
        await assert.rejects(world.step(0.1, value === 2 ? 65 : value), {
            message: /^World\.step: substeps must be/,
        });
        await assert.rejects(world.stepImpacts(value), {
            message: /^World\.stepImpacts: dt must be/,
        });
        await assert.rejects(world.stepImpacts(0.1, value === 2 ? 0 : value), {
            message: /^World\.stepImpacts: maxImpacts must be/,
        });
    }
    await world.step();
    assert.equal(world.stepCount, 1);
});

test('settings of a world that the page changes are those of its snapshot, of its module and of a replay', async () => {
    const module = `data:text/javascript,${
        encodeURIComponent(
            `import { startRecording, stopRecording } from ${
                JSON.stringify(new URL('../../js/recording.js', import.meta.url).href)
            };
        export default ({ world, post, onMessage }) => {
            startRecording(world);
            onMessage((message) => post(message === 'end' ? stopRecording(world) : [world.gravity, world.sleep, world.restitutionThreshold, world.hitSpeed]));
        }`,
        )
    }`;
    const world = await make({}, { module });
    /** @type {unknown[]} */
    const posts = [];
    world.on('message', (message) => posts.push(message));
    Object.assign(world, { gravity: [1, -2.1], sleep: false, restitutionThreshold: 0.3,
        hitSpeed: 0.7 });
    world.post('tell');
    await world.step();
    assert.deepEqual(posts, [[[1, -2.1], false, 0.3, 0.7]]);
    const there = World.fromSnapshot(await world.snapshot());
    world.post('end');
    await world.sync();
    const replay = Replay.open(/** @type {any} */ (posts[1]));
    replay.seek(1);
    for (const { gravity, sleep, restitutionThreshold, hitSpeed } of [there, replay.world])
        assert.deepEqual([gravity, sleep, restitutionThreshold, hitSpeed], [[1, -2.1], false, 0.3,
            0.7]);
    there.destroy();
    replay.destroy();
});

test('the spring of a distance joint that rests at its length says so by no number', async () => {
    const world = await make();
    const [bodyA, bodyB] = [0, 3].map((x) =>
        world.createBody({ position: [x, 0], collider: circle })
    );
    const joint = world.createJoint({ type: 'distance', bodyA, bodyB, localAnchorA: [0, 0],
        localAnchorB: [0, 0], spring: { hertz: 2 } });
    assert.equal(joint.spring?.target, undefined);
    joint.spring = joint.spring;
    joint.spring = { hertz: 2, target: 1 };
    assert.equal(joint.spring?.target, 1);
    await world.step();
});

test('lists without end and lists that hold themselves are refused by name in queries', async () => {
    const world = await make();
    const endless = /** @type {any} */ (new Array(2 ** 31));
    /** @type {any} */
    const cyclic = [];
    cyclic.push(cyclic);
    await assert.rejects(world.touch(0, 0, 1, { ignore: endless }), { name: 'RangeError',
        message: /^World\.touch: ignore must name at most 64 things/ });
    await assert.rejects(world.rayCast(0, 0, 1, 0, { ignore: cyclic }), { name: 'TypeError',
        message: /^World\.rayCast: ignore\[0\] must be/ });
});

test('differences() refuses a world in a worker and leaves no rejected promise', async () => {
    const world = await make();
    assert.throws(() => differences(/** @type {any} */ (world), new Uint8Array(8)), {
        code: 'NOT_IN_WORKER',
    });
    world.destroy();
    assert.throws(() => differences(/** @type {any} */ (world), new Uint8Array(8)), {
        code: 'NOT_IN_WORKER',
    });
    await new Promise((resolve) => {
        setTimeout(resolve, 10);
    });
});

test('a call on a world that is gone names itself alone', async () => {
    const world = await make();
    world.destroy();
    assert.throws(() => {
        world.gravity = [0, 0];
    }, { code: 'WORLD_DESTROYED', message: 'World.gravity: the world was destroyed' });
});

test('a list without end of what is to be transferred is refused by name', async () => {
    const world = await make({}, { module: 'data:text/javascript,export default () => {}' });
    assert.throws(() => world.post(1, /** @type {any} */ (new Array(2 ** 31))), {
        name: 'RangeError',
        message: /^World\.post: transfer must have at most/,
    });
    world.post(1, []);
    await world.sync();
});

test('a world with a clock that only looks like one is refused', async () => {
    await assert.rejects(createWorkerWorld({ clock: new Proxy(new Clock(), {}) }), TypeError);
});

for (const shared of [false, true]) {
    test(`${shared ? 'shared memory' : 'transferred frames'}: a page that takes the memory of its views away gets the next frame`, async () => {
        const world = await make({}, { shared });
        const body = world.createBody({ position: [1, 2], velocity: [1, 0], collider: circle });
        for (let i = 0; i < 5; ++i) {
            await world.step();
            const { buffer } = world.poses;
            if (buffer instanceof ArrayBuffer) structuredClone(buffer, { transfer: [buffer] });
            const next = world.createBody({ position: [9, i], collider: circle });
            await world.step();
            assert.equal(next.x, 9);
            assert.equal(body.x, world.transforms[4 * body.index]);
        }
        assert.ok(body.x > 1.1);
    });
}
