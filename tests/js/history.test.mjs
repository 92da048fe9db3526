// Differences of snapshots, keepHistory(world) and rewind(world): every step within reach comes back bit for bit, with
// its objects, within the budget of bytes and time.
import assert from 'node:assert/strict';
import test from 'node:test';
import { MicaError, World } from '../../js/index.js';
import { keepHistory, rewind } from '../../js/history.js';
import { random } from '../scenes/builder.js';
import { refuses } from './helpers.mjs';

/** @param {number} count of balls */
function pit(count) {
    const world = new World();
    world.createBody({ type: 'static',
        collider: { shape: 'chain', points: [[-30, 40], [-30, 0], [30, 0], [30, 40]] } });
    const balls = Array.from({ length: count },
        (_, i) =>
            world.createBody({ position: [-25 + (i % 40) * 1.25, 1 + Math.floor(i / 40) * 1.1],
                collider: { shape: i % 2 ? 'circle' : 'box',
                    ...(i % 2 ? { radius: 0.4 } : { width: 0.8, height: 0.8 }) } }));
    return { world, balls };
}

/** Edits a world as a game would. @param {World} world @param {() => number} next */
function meddle(world, next) {
    const bodies = [...world.bodies].filter(({ type }) => type === 'dynamic');
    const body = bodies[Math.floor(next() * bodies.length)];
    const what = next();
    if (what < 0.2 && bodies.length > 5) body.destroy();
    else if (what < 0.4)
        world.createBody({ position: [next() * 20 - 10, 12],
            collider: { shape: 'circle', radius: 0.3 + 0.3 * next() }, userData: what });
    else if (what < 0.6) body.setVelocity(20 * next() - 10, 10 * next());
    else if (what < 0.7)
        world.createJoint({ type: 'distance', bodyA: body,
            bodyB: bodies.find((each) => each !== body) ?? body, localAnchorA: [0, 0],
            localAnchorB: [0, 0] });
    else if (what < 0.75) world.joints[0]?.destroy();
}

for (const sleep of [true, false])
    test(`a difference is restored with its base, and is small where little moves among ${sleep ? 'sleepers' : 'what rests awake'}`, () => {
        const world = new World({ sleep });
        world.createBody({ type: 'static', collider: { shape: 'box', width: 4000, height: 2 } });
        const crates = Array.from({ length: 3000 },
            (_, i) =>
                world.createBody({ position: [1.25 * (i - 1500), 1.5],
                    collider: { shape: 'box', width: 1, height: 1 } }));
        for (let i = 0; i < 120; ++i)
            world.step();
        for (let i = 0; i < 30; ++i) crates[100 * i + 7].setVelocity(1, 6);
        for (let i = 0; i < 3; ++i) world.step();
        const { awakeBodies } = world.counters;
        assert.ok(sleep ? awakeBodies >= 30 && awakeBodies < 60 : awakeBodies === 3000,
            `${awakeBodies} awake`);
        const since = world.snapshot();
        world.step();
        const whole = world.snapshot();
        const delta = world.snapshot({ since });
        assert.ok(delta.length < whole.length / 10, `${delta.length} of ${whole.length} bytes`);
        const hash = world.hash();
        for (let i = 0; i < 5; ++i) world.step();
        world.restore(delta, { since });
        assert.equal(world.hash(), hash);
        assert.deepEqual(world.snapshot(), whole);
        const other = new World();
        other.restore(delta.slice(), { since: since.slice() });
        assert.deepEqual(other.snapshot(), whole);
        other.destroy();
        world.destroy();
    });

test('differences of worlds that gain and lose things are exact', () => {
    const { world } = pit(20);
    const next = random(5);
    let since = world.snapshot();
    for (let i = 0; i < 200; ++i) {
        if (i % 3 === 0) meddle(world, next);
        world.step();
        const whole = world.snapshot();
        const delta = world.snapshot({ since, userData: i % 7 === 0 });
        const state = world.hash();
        world.restore(since);
        world.restore(delta, { since });
        assert.equal(world.hash(), state);
        if (i % 7 !== 0) assert.deepEqual(world.snapshot(), whole, `step ${i}`);
        if (i % 10 === 0) since = whole;
    }
    world.destroy();
});

test('a difference with the wrong base, or damaged, is refused and changes nothing', () => {
    const { world } = pit(20);
    const since = world.snapshot();
    world.step();
    const other = world.snapshot();
    world.step();
    const delta = world.snapshot({ since });
    world.step();
    const hash = world.hash();
    refuses(() => world.restore(delta), 'BAD_SNAPSHOT',
        /difference from another snapshot; give that as since/);
    refuses(() => world.restore(delta, { since: other }), 'BAD_SNAPSHOT',
        /difference from another snapshot than since/);
    refuses(() => world.restore(delta, { since: delta }), 'BAD_SNAPSHOT', /since is no snapshot/);
    refuses(() => world.snapshot({ since: delta }), 'BAD_SNAPSHOT',
        /since is damaged, or not made by/);
    assert.throws(() => world.restore(delta, { since: /** @type {any} */ (5) }),
        /^TypeError: World.restore: since must be a Uint8Array/);
    const next = random(9);
    for (let i = 0; i < 400; ++i) {
        const bad = delta.slice();
        bad[Math.floor(next() * bad.length)] ^= 1 << Math.floor(next() * 8);
        assert.throws(() => world.restore(bad, { since }), (error) =>
            error instanceof MicaError && /SNAPSHOT/.test(error.code));
    }
    for (let length = 0; length < delta.length; length += 1 + Math.floor(delta.length / 200))
        assert.throws(() => world.restore(delta.subarray(0, length), { since }), MicaError);
    assert.equal(world.hash(), hash);
    world.destroy();
});

test('a base or a difference that is cut, shifted, hostile or another thing is refused, and a good one may lie anywhere', () => {
    const { world } = pit(20);
    const since = world.snapshot();
    for (let i = 0; i < 5; ++i) world.step();
    const whole = world.snapshot();
    const delta = world.snapshot({ since });
    const at = (/** @type {Uint8Array} */ bytes, /** @type {number} */ offset) => {
        const room = new Uint8Array(bytes.length + 8);
        room.set(bytes, offset);
        return room.subarray(offset, offset + bytes.length);
    };
    for (const offset of [0, 1, 2, 3, 4]) {
        assert.deepEqual(world.snapshot({ since: at(since, offset) }), delta);
        world.step();
        world.restore(at(delta, offset), { since: at(since, 4 - offset) });
        assert.deepEqual(world.snapshot(), whole);
    }
    const into = new Uint8Array(delta.length + 5);
    assert.deepEqual(world.snapshot({ since, into }), delta);
    assert.throws(() => world.snapshot({ since, into: into.subarray(0, 99) }),
        /^RangeError: World.snapshot: into must hold \d+ bytes, got 99/);
    const other = World.fromSnapshot(delta, { since });
    assert.deepEqual(other.snapshot(), whole);
    other.destroy();
    const next = random(4);
    const noise = (/** @type {number} */ length) =>
        Uint8Array.from({ length }, () => Math.floor(256 * next()));
    for (const length of [0, 1, 4, 16, 20, 32, 52, 64, 1000, 4096]) {
        const bad = noise(length);
        const headed = at(bad, 0);
        headed.set(since.subarray(0, Math.min(16, length)));
        for (const base of [bad, headed, since.subarray(0, length)]) {
            refuses(() => world.snapshot({ since: base }), 'BAD_SNAPSHOT',
                /World.snapshot: since is damaged/);
            refuses(() => world.restore(delta, { since: base }), 'BAD_SNAPSHOT',
                /World.restore: since is no snapshot/);
        }
        const tail = at(delta, 0);
        tail.set(bad.subarray(0, tail.length - 52), 52);
        refuses(() => world.restore(tail.slice(0, 52 + length), { since }), 'BAD_SNAPSHOT',
            /World.restore/);
    }
    for (const more of [1, 3, 4, 16]) {
        const longer = new Uint8Array(delta.length + more);
        longer.set(delta);
        refuses(() => world.restore(longer, { since }), 'BAD_SNAPSHOT',
            /World.restore: the bytes are damaged/);
        const base = new Uint8Array(since.length + more);
        base.set(since);
        refuses(() => world.snapshot({ since: base }), 'BAD_SNAPSHOT',
            /World.snapshot: since is damaged/);
    }
    // Few bytes that say they were very many.
    const huge = delta.slice();
    const words = new Int32Array(huge.buffer);
    for (const k of [2, 5 + 2]) words[k] = 0x7ffffff0;
    words[5 + 8] = 1;
    words[5 + 9] += (0x7ffffff0 - whole.length) | 0;
    refuses(() => world.restore(huge, { since }), 'BAD_SNAPSHOT',
        /World.restore: the bytes are damaged/);
    const damaged = since.slice();
    damaged[since.length >> 1] ^= 4;
    refuses(() => world.restore(delta, { since: damaged }), 'BAD_SNAPSHOT', /World.restore/);
    assert.deepEqual(world.snapshot(), whole);
    world.destroy();
});

test('every step of a history comes back, with its objects', () => {
    const { world } = pit(20);
    const next = random(3);
    const history = keepHistory(world, { seconds: 2 });
    /** @type {{ hash: string, alive: any[], time: number }[]} */
    const past = [];
    for (let i = 0; i < 200; ++i) {
        world.step();
        past[world.stepCount] = { hash: world.hash(), alive: [...world.bodies], time: world.time };
        if (i % 4 === 0) meddle(world, next);
    }
    assert.equal(history.last, 200);
    assert.ok(history.length >= 120 && history.length <= 152, `${history.length} steps`);
    for (let i = 0; i < 60; ++i) {
        const step = history.first + Math.floor(next() * history.length);
        history.seek(step);
        assert.deepEqual([world.stepCount, world.time, world.hash()], [step, past[step].time,
            past[step].hash]);
        assert.deepEqual([...world.bodies].map(({ index, userData }) => [index, userData]),
            past[step].alive.map(({ index, userData }) => [index, userData]));
        assert.ok([...world.bodies].every((body, k) => body === past[step].alive[k]));
    }
    history.seek(150);
    rewind(world, 10);
    assert.equal(world.stepCount, 140);
    rewind(world, -5);
    assert.deepEqual([world.stepCount, world.hash(), history.last], [145, past[145].hash, 200]);
    // It goes on from there: what came after is past no more.
    world.step();
    assert.deepEqual([history.last, world.stepCount], [146, 146]);
    assert.throws(() => rewind(world, 500),
        /^RangeError: rewind: steps must lead to a step of the history; it holds the steps \d+ to 146, got 500/);
    assert.throws(() => history.seek(147), /^RangeError: History.seek: step must lead to a step/);
    assert.throws(() => history.seek(1.5), /^RangeError/);
    world.destroy();
    assert.equal(history.length, 0);
});

for (const stepping of /** @type {const} */ (['substeps', 'impacts'])) {
    test(`a step of ${stepping} that makes far more contacts than the world had bytes comes back`, () => {
        const world = new World({ gravity: [0, 0], stepping });
        for (let i = 0; i < 100; ++i)
            world.createBody({ position: [(i % 10) * 0.2001, Math.floor(i / 10) * 0.2001],
                collider: { shape: 'circle', radius: 0.1 } });
        const history = keepHistory(world, { seconds: 1 });
        const hashes = [world.hash()];
        const sizes = [world.snapshot().length];
        for (let i = 0; i < 5; ++i) {
            world.advance(1 / 60);
            hashes.push(world.hash());
            sizes.push(world.snapshot().length);
        }
        assert.ok(sizes[1] > 1.4 * sizes[0], String(sizes));
        for (const step of [0, 5, 1, 0, 3]) {
            history.seek(step);
            assert.equal(world.hash(), hashes[step], `step ${step}`);
        }
        world.destroy();
    });
}

test('a history keeps within its bytes', () => {
    const { world } = pit(100);
    const history = keepHistory(world, { bytes: 5e5, seconds: 100 });
    const hashes = [world.hash()];
    for (let i = 1; i <= 500; ++i) {
        world.step();
        hashes.push(world.hash());
        assert.ok(history.bytes <= 5e5);
        assert.equal(history.last, i);
        if (i % 50 === 0) {
            for (let step = history.first; step <= i; step += 3) {
                history.seek(step);
                assert.equal(world.hash(), hashes[step]);
            }
            history.seek(i);
        }
    }
    assert.ok(history.length > 3 && history.length < 500, String(history.length));
    history.stop();
    world.step();
    assert.deepEqual([history.length, history.first, history.bytes], [0, NaN, 0]);
    world.destroy();
});

test('a restore from elsewhere begins the history anew, and bad options are refused', () => {
    const { world } = pit(10);
    refuses(() => rewind(world, 1), 'NO_HISTORY', /rewind: call keepHistory/);
    for (const bad of [{ seconds: 0 }, { seconds: NaN }, { bytes: 10 }, { bytes: 1.5e5 + 0.5 }, {
        second: 1,
    }, 7])
        assert.throws(() => keepHistory(world, /** @type {any} */ (bad)), /keepHistory/);
    const early = world.snapshot();
    const history = keepHistory(world);
    for (let i = 0; i < 20; ++i) world.step();
    const late = world.snapshot();
    world.restore(early);
    world.step();
    assert.deepEqual([history.first, history.last], [0, 1]);
    world.restore(late);
    world.step();
    assert.deepEqual([history.first, history.last, history.length], [21, 21, 1]);
    const second = keepHistory(world);
    assert.equal(history.length, 0);
    world.step();
    assert.equal(second.length, 2);
    world.destroy();
});
