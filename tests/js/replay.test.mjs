// Recordings: everything that changes a world is in them, they play as they were recorded in every build, they are
// small, and bytes that are no recording are refused or give a world as good as any.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Worker } from 'node:worker_threads';
import * as mica from '../../js/index.js';
import { MicaError, World } from '../../js/index.js';
import { explode } from '../../js/explosion.js';
import { keepHistory, rewind } from '../../js/history.js';
import { Replay, isRecording, startRecording, stopRecording } from '../../js/recording.js';
import { checksum } from '../../js/recording/checksum.js';
import { readBlock, readRecording } from '../../js/recording/file.js';
import { OPERATIONS } from '../../js/wire/table.js';
import { Keyframes } from '../../js/world/saving/keyframes.js';
import { createWorkerWorld } from '../../js/worker.js';
import { callsOf, entriesModule, refuses, run, scalarFile, simdFile,
    worldWithFloor } from './helpers.mjs';
import { checkHistory, describe, makeRandom, recordHistory } from './histories.mjs';
import { part } from '../sample.mjs';

/** Where the checksum lies: behind the magic bytes, the format, the version and the ABI. */
const SUM_AT = 4 + 1 + 1 + mica.version.length + 1;

/** Bytes with the checksum that fits them. @param {Uint8Array<ArrayBuffer>} bytes */
function sealed(bytes) {
    if (bytes.length >= SUM_AT + 4)
        new DataView(bytes.buffer).setUint32(SUM_AT, checksum(bytes.subarray(SUM_AT + 4)), true);
    return bytes;
}

/** The names of the operations in a recording. @param {Uint8Array} bytes */
function operationsIn(bytes) {
    const recording = readRecording('test', bytes);
    /** @type {string[]} */
    const names = [];
    const note =
        /** @type {any} */ ({ perform: (/** @type {any} */ operation) => names.push(operation.name),
            setUserData: () => names.push('user data'), restore() {} });
    for (const block of [...recording.runs, recording.rest]) readBlock(recording, block, note);
    return names;
}

/** Checks that a recording plays to the state that a world has. @param {Uint8Array} bytes @param {World} world */
function playsTo(bytes, world) {
    const replay = Replay.open(bytes);
    replay.seek(replay.steps);
    assert.equal(describe(replay.world, true), describe(world, true));
    assert.equal(replay.verify(), null);
    replay.destroy();
}

test('random histories play as they were recorded: hashes, and all that can be read', () => {
    const recorded = new Set();
    for (let seed = 1; seed <= part(250, 3); ++seed) {
        const { bytes } = checkHistory(mica, seed);
        if (seed <= 80) { for (const name of operationsIn(bytes)) recorded.add(name); }
    }
    for (const { name } of OPERATIONS) assert.ok(recorded.has(name), `${name} was never recorded`);
});

/** Plays recordings in a thread of its own, with a build of our choice. @param {URL} file @param {Uint8Array[]} recordings @returns {Promise<string[]>} */
function hashesOf(file, recordings) {
    const text = `
        import { parentPort, workerData } from 'node:worker_threads';
        import { init } from ${JSON.stringify(new URL('../../js/index.js', import.meta.url).href)};
        import { Replay } from ${
        JSON.stringify(new URL('../../js/recording.js', import.meta.url).href)
    };
        await init({ wasm: workerData.wasm });
        parentPort.postMessage(workerData.recordings.map((bytes) => {
            const replay = Replay.open(bytes);
            replay.seek(replay.steps);
            return replay.world.hash() + JSON.stringify(replay.verify());
        }));`;
    return new Promise((resolve, reject) => {
        new Worker(new URL(`data:text/javascript,${encodeURIComponent(text)}`), {
            workerData: { wasm: file.href, recordings },
        })
            .once('message', resolve)
            .once('error', reject);
    });
}

test('a recording plays in every build', async () => {
    const histories = Array.from({ length: part(60, 3) }, (_, i) => recordHistory(World, 5000 + i));
    const wanted = histories.map(({ hash }) => `${hash}null`);
    const recordings = histories.map(({ bytes }) => bytes);
    const [simd, scalar] = await Promise.all([hashesOf(simdFile, recordings),
        hashesOf(scalarFile, recordings)]);
    assert.deepEqual(simd, wanted);
    assert.deepEqual(scalar, wanted);
});

/** A minute of a platformer: keys are held and let go. @param {(player: import('../../js/index.js').Body, direction: number, jump: boolean) => void} move */
function playMinute(move) {
    const { world } = worldWithFloor({ layers: { player: ['default'] } });
    startRecording(world);
    const player = world.createBody({ position: [0, 1], lockRotation: true,
        collider: { shape: 'capsule', length: 0.6, radius: 0.3, layer: 'player' } });
    const r = makeRandom(3);
    for (let step = 0, held = 0, direction = 0; step < 3600; ++step, --held) {
        if (held <= 0) {
            direction = r.below(3) - 1;
            held = 10 + r.below(50);
        }
        if (Math.abs(player.x) > 15) direction = -Math.sign(player.x);
        move(player, direction, r.next() < 0.02);
        world.step();
    }
    const bytes = stopRecording(world);
    playsTo(bytes, world);
    world.destroy();
    return bytes.length;
}

test('a minute of play is at most a few kilobytes', () => {
    const velocity = playMinute((player, direction, jump) =>
        player.setVelocity(4 * direction, jump ? 6 : player.vy)
    );
    assert.ok(velocity < 2000, `${velocity} bytes by setVelocity`);
    const force = playMinute((player, direction, jump) => {
        player.applyForce(25.5 * direction, 0);
        if (jump) player.applyImpulse(0, 3);
    });
    assert.ok(force < 2000, `${force} bytes by applyForce`);
    const idle = playMinute(() => {});
    assert.ok(idle < 1100, `${idle} bytes idle`);
});

test('a bullet is a few bytes after the first', () => {
    const record = (/** @type {number} */ count) => {
        const world = new World();
        startRecording(world);
        for (let i = 0; i < count; ++i) {
            world.createBody({ bullet: true, position: [i, 2.5], velocity: [30, 0],
                collider: { shape: 'circle', radius: 0.1, restitution: 0.5, layer: 'default' } });
            world.step();
        }
        const bytes = stopRecording(world);
        world.destroy();
        return bytes.length;
    };
    assert.ok(record(41) - record(1) < 40 * 20, `${(record(41) - record(1)) / 40} bytes a bullet`);
});

test('what is written into the views is played, bit for bit', () => {
    const world = new World({ gravity: [0, 0], sleep: false });
    startRecording(world, { hashEvery: 1 });
    world.createBodies(20, { positions: Array.from({ length: 40 }, (_, i) => 2 * i),
        collider: { shape: 'circle', radius: 0.3 } });
    const r = makeRandom(9);
    for (let step = 0; step < 40; ++step) {
        for (let slot = 0; slot < 20; slot += 1 + r.below(5)) {
            world.velocities[4 * slot + r.below(3)] = r.pick([r.between(-9, 9), 0, -0, 1e-40]);
            world.forces[4 * slot + r.below(3)] += r.between(-9, 9);
        }
        // A call reads what was written before it.
        world.bodyAt(3)?.applyImpulse(0.1, 0.2);
        const body = /** @type {any} */ (world.bodyAt(4));
        world.velocities[17] = 0.7;
        body.vx = 1 / 3;
        world.velocities[4 * 5] = 0.3;
        explode(world, { position: [10, 10], radius: 5, impulse: 0.37 });
        world.step();
    }
    playsTo(stopRecording(world), world);
    world.destroy();
});

test('forces of frames without steps, and of frames with several, are played', () => {
    for (const rate of [30, 60, 144]) {
        const world = new World();
        startRecording(world);
        const body = world.createBody({ collider: { shape: 'circle', radius: 0.5 } });
        world.on('afterStep', () => {
            if (world.stepCount % 5 === 0) body.sleep();
        });
        for (let frame = 0; frame < 2 * rate; ++frame) {
            if (frame % 3 < 2) body.applyForce(3, 12, body.x, body.y + 0.1);
            world.advance(1 / rate);
        }
        playsTo(stopRecording(world), world);
        world.destroy();
    }
});

test('user data that is JSON travels along, other user data does not', () => {
    const world = new World();
    startRecording(world);
    class Sprite {}
    const loop = {};
    Object.assign(loop, { loop });
    const json = { name: 'crate', tags: ['a', null, true, 1.5], deep: { x: -1 } };
    const given = [json, 'text', 0, false, null, [], new Sprite(), () => 1, loop, new Map(), {
        when: new Date(0),
    }, { x: NaN }, { x: -0 }, { get x() {
        return 1;
    } }, 1n, { toJSON: () => 1 }, [, 1], undefined];
    const bodies = given.map((userData) =>
        world.createBody({ userData, collider: { shape: 'circle', radius: 0.1, userData } })
    );
    world.step();
    bodies[0].userData = { name: 'barrel' };
    bodies[1].colliders[0].userData = [2];
    const joint = world.createJoint({ type: 'weld', bodyA: bodies[0], bodyB: bodies[1],
        anchor: [0, 0], userData: { j: 1 } });
    bodies[2].userData = undefined;
    const replay = Replay.open(stopRecording(world));
    replay.play();
    const read = () => given.map((_, i) => /** @type {any} */ (replay.world.bodyAt(i)));
    assert.deepEqual(read().slice(6).map(({ userData }) => userData),
        new Array(given.length - 6).fill(undefined));
    assert.deepEqual(read().slice(6).map(({ colliders }) => colliders[0].userData),
        new Array(given.length - 6).fill(undefined));
    // What came after the last step is played with it.
    const wanted = [{ name: 'barrel' }, 'text', undefined, false, null, []];
    assert.deepEqual(read().slice(0, 6).map(({ userData }) => userData), wanted);
    assert.deepEqual(read().slice(0, 6).map(({ colliders }) => colliders[0].userData), [json, [2],
        0, false, null, []]);
    assert.deepEqual(replay.world.joints[0].userData, joint.userData);
    replay.destroy();
    world.destroy();
});

test('a call that fails leaves nothing in the recording', () => {
    const world = new World();
    startRecording(world);
    const body = world.createBody({ collider: { shape: 'circle', radius: 0.5 } });
    world.step();
    /** @type {any} */ const w = world;
    refuses(() => w.createBody({ collider: { shape: 'polygon', points: [0, 0, 1, 0, 2, 0] } }),
        'DEGENERATE_POLYGON');
    assert.throws(() => body.setMass({ mass: 1, inertia: -1 }));
    refuses(() => world.createJoint({ type: 'weld', bodyA: body, bodyB: body, anchor: [0, 0] }),
        'SAME_BODY');
    world.velocities[0] = NaN;
    refuses(() => world.step(), 'VIEW_NOT_FINITE');
    world.velocities[0] = 2;
    world.createBody({ position: [3, 0], collider: { shape: 'box', width: 1, height: 1 },
        userData: 1 });
    world.createBody({ position: [6, 0], collider: { shape: 'box', width: 1, height: 1 } });
    world.step();
    const bytes = stopRecording(world);
    playsTo(bytes, world);
    assert.deepEqual(operationsIn(bytes), ['world.createBody', 'world.createBody', 'user data',
        'world.createBody']);
    world.destroy();
});

test('seek goes forward and back, play makes one step', () => {
    const { bytes, hash, stepCount } = recordHistory(World, 12, 200);
    const one = Replay.open(bytes);
    assert.equal(one.steps, stepCount);
    const hashes = [one.world.hash()];
    while (one.play()) hashes.push(one.world.hash());
    assert.equal(one.step, stepCount);
    assert.equal(one.play(), false);
    assert.equal(hashes.at(-1), hash);
    const r = makeRandom(5);
    for (let i = 0; i < 30; ++i) {
        const step = i === 0 ? 0 : i === 1 ? stepCount : r.below(stepCount + 1);
        one.seek(step);
        assert.equal(one.step, step);
        assert.equal(one.world.hash(), hashes[step], `step ${step}`);
    }
    one.seek(5);
    assert.equal(one.verify(), null);
    assert.equal(one.step, 5);
    for (const bad of [-1, 1.5, stepCount + 1, NaN]) assert.throws(() => one.seek(bad), RangeError);
    assert.throws(() => one.seek(/** @type {any} */ ('1')), TypeError);
    one.destroy();
    one.destroy();
    refuses(() => one.play(), 'WORLD_DESTROYED', 'Replay.play');
});

test('a recording begins at any time, with what is there then', () => {
    const { world } = worldWithFloor({ layers: { ghost: {} }, fixedStep: 1 / 50,
        gravity: [0, -5] });
    const crate = world.createBody({ position: [0, 3], userData: { name: 'crate' },
        collider: { shape: 'box', width: 1, height: 1, userData: [1] } });
    const joint = world.createJoint({ type: 'target', bodyB: crate, anchor: [0, 3], maxForce: 5,
        userData: 'pull' });
    run(world, 0.2);
    crate.applyForce(3, 0);
    world.advance(1 / 200);
    crate.applyTorque(2);
    world.velocities[4 * crate.index] = 1;
    startRecording(world, { hashEvery: 1 });
    world.advance(1 / 20);
    world.createBody({ position: [0.2, 5],
        collider: { shape: 'circle', radius: 0.5, layer: 'ghost' } });
    crate.userData = { name: 'broken' };
    run(world, 0.5);
    const bytes = stopRecording(world);
    const replay = Replay.open(bytes);
    const there = /** @type {any} */ (replay.world.bodyAt(crate.index));
    assert.deepEqual([there.userData, there.colliders[0].userData, replay.world.joints[0].userData],
        [{ name: 'crate' }, [1], joint.userData]);
    assert.deepEqual([replay.world.fixedStep, replay.world.layers.names, replay.world.gravity], [
        1 / 50,
        ['default', 'ghost'],
        [0, -5],
    ]);
    replay.seek(replay.steps);
    assert.deepEqual(there.userData, { name: 'broken' });
    assert.equal(replay.world.stepCount, world.stepCount);
    replay.seek(0);
    assert.deepEqual(there.userData, { name: 'crate' });
    replay.destroy();
    playsTo(bytes, world);
    world.destroy();
});

test('a restore is recorded', () => {
    const { world } = worldWithFloor();
    const body = world.createBody({ position: [0, 2], userData: { lives: 3 },
        collider: { shape: 'circle', radius: 0.5 } });
    startRecording(world, { hashEvery: 1 });
    run(world, 0.3);
    const snapshot = world.snapshot();
    body.destroy();
    run(world, 0.1);
    world.restore(snapshot);
    body.applyImpulse(1, 2);
    run(world, 0.3);
    const bytes = stopRecording(world);
    playsTo(bytes, world);
    const replay = Replay.open(bytes);
    replay.seek(replay.steps);
    assert.deepEqual(replay.world.bodyAt(body.index)?.userData, { lives: 3 });
    assert.equal(replay.steps, 42);
    replay.destroy();
    refuses(() => world.restore(new Uint8Array(50)), 'BAD_SNAPSHOT');
    world.destroy();
});

test('going back in a history is recorded', () => {
    const { world } = worldWithFloor();
    const body = world.createBody({ position: [0, 2], collider: { shape: 'circle', radius: 0.5 } });
    startRecording(world, { hashEvery: 1 });
    const history = keepHistory(world);
    run(world, 0.5);
    body.applyImpulse(2, 1);
    run(world, 0.2);
    rewind(world, 20);
    run(world, 0.1);
    history.seek(history.first);
    run(world, 0.3);
    playsTo(stopRecording(world), world);
    world.destroy();
});

test('snapshots of a replay keep within their bytes and save playing again', () => {
    const kept = new Keyframes(1000);
    const state = (/** @type {number} */ size) => ({ snapshot: new Uint8Array(size),
        userData: new Map() });
    let made = 0;
    for (let step = 1; step <= 6000; ++step) {
        if (!kept.wants(step)) continue;
        kept.keep(step, state(90));
        ++made;
        assert.ok(kept.bytes <= 1000);
        assert.equal(kept.wants(step), false);
    }
    assert.ok(kept.bytes > 400, `${kept.bytes} bytes`);
    assert.ok(made < 40, `${made} made`);
    for (const step of [0, 59]) assert.equal(kept.before(step), undefined);
    const last = /** @type {any} */ (kept.before(6000));
    assert.ok(6000 - last.step < 1000, `last at ${last.step}`);
    const none = new Keyframes(10);
    for (let step = 1; step <= 6000; ++step) if (none.wants(step)) none.keep(step, state(11));
    assert.deepEqual([none.bytes, none.before(6000)], [0, undefined]);

    const { bytes } = recordHistory(World, 21, 400);
    const replay = Replay.open(bytes);
    replay.seek(replay.steps);
    let steps = 0;
    replay.world.on('beforeStep', () => {
        ++steps;
    });
    replay.seek(replay.steps - 1);
    assert.ok(steps <= 60, `${steps} steps to go back one`);
    replay.destroy();
    const without = Replay.open(bytes, { keyframeBytes: 0 });
    without.seek(without.steps);
    without.seek(3);
    assert.equal(without.verify(), null);
    without.destroy();
    for (const bad of [-1, 0.5])
        assert.throws(() => Replay.open(bytes, { keyframeBytes: bad }), RangeError);
    assert.throws(() => Replay.open(bytes, /** @type {any} */ ({ keyframes: 1 })), TypeError);
});

test('verify names the first step that differs, and tells its progress', () => {
    const world = new World();
    startRecording(world, { hashEvery: 1 });
    const body = world.createBody({ collider: { shape: 'circle', radius: 0.5 } });
    for (let i = 0; i < 50; ++i) {
        if (i === 20) body.applyImpulse(1, 0);
        world.step();
    }
    const bytes = stopRecording(world);
    // The hashes lie at the end: 4 bytes for each step, and 8 for the last.
    const of = (/** @type {number} */ step) => bytes.length - 8 - 4 * (50 - step + 1);
    const changed = bytes.slice();
    changed[of(33)] ^= 1;
    const replay = Replay.open(sealed(changed));
    /** @type {number[]} */ const seen = [];
    const difference = /** @type {any} */ (replay.verify((step, steps) => {
        seen.push(step);
        assert.equal(steps, 50);
    }));
    assert.equal(difference.step, 33);
    assert.match(difference.expected, /^[0-9a-f]{8}$/);
    assert.notEqual(difference.found, difference.expected);
    assert.deepEqual(seen, Array.from({ length: 33 }, (_, i) => i + 1));
    replay.destroy();
    const last = bytes.slice();
    last[last.length - 1] ^= 128;
    const other = Replay.open(sealed(last));
    assert.deepEqual(other.verify(), { step: 50,
        expected: /** @type {any} */ (other.verify()).expected, found: world.hash() });
    assert.throws(() => other.verify(/** @type {any} */ (1)), TypeError);
    other.destroy();
    world.destroy();
});

test('a world in a worker is recorded there and plays here', async (t) => {
    const there = await createWorkerWorld({ layers: { wall: {} } }, { module: entriesModule });
    t.after(() => there.destroy());
    const call = callsOf(there);
    await call('startRecording', { hashEvery: 1 });
    assert.equal(await call('isRecording'), true);
    there.createBody({ type: 'static', collider: { shape: 'box', width: 20, height: 1 } });
    const body = there.createBody({ position: [0, 3],
        collider: { shape: 'outline', points: [0, 0, 1, 0, 1, 0.3, 0.3, 0.3, 0.3, 1, 0, 1],
            holes: [[0.1, 0.1, 0.2, 0.1, 0.1, 0.2]] } });
    there.createBodies(5, { positions: [1, 4, 2, 5, 3, 6, 4, 7, 5, 8],
        collider: { shape: 'circle', radius: 0.4 } });
    body.colliders[0].friction = 0.1;
    for (let i = 0; i < 30; ++i) {
        if (body.alive) body.applyForce(i, 0);
        if (i === 9) there.gravity = [1, -9];
        if (i === 19) body.destroy();
        void there.step();
    }
    await call('explode', { position: [2, 1], radius: 4, impulse: 1 });
    await there.step();
    const replay = Replay.open(await call('stopRecording'));
    replay.seek(replay.steps);
    assert.equal(replay.world.hash(), await there.hash());
    assert.equal(replay.steps, 31);
    await assert.rejects(call('stopRecording'), { code: 'NOT_RECORDING' });
    refuses(() => stopRecording(/** @type {any} */ (there)), 'NOT_IN_WORKER', 'stopRecording',
        'module');
    replay.destroy();
});

test('recordings begin and end once, and not inside a listener', () => {
    const world = new World();
    refuses(() => stopRecording(world), 'NOT_RECORDING', 'stopRecording');
    assert.equal(isRecording(world), false);
    startRecording(world);
    assert.equal(isRecording(world), true);
    refuses(() => startRecording(world), 'RECORDING', 'startRecording');
    assert.equal(Replay.open(stopRecording(world)).steps, 0);
    assert.equal(isRecording(world), false);
    for (const bad of [0, 601, 1.5])
        assert.throws(() => startRecording(world, { hashEvery: bad }), RangeError);
    assert.throws(() => startRecording(world, /** @type {any} */ ({ hash: 1 })), TypeError);
    world.on('beforeStep', () => startRecording(world));
    refuses(() => world.step(), 'LOCKED');
    world.destroy();
    refuses(() => startRecording(world), 'WORLD_DESTROYED');
});

test('what is no recording, or one of another version, or has changed, is refused in words', () => {
    const { bytes } = recordHistory(World, 3, 20);
    for (const other of [new Uint8Array(0), new Uint8Array(100),
        new TextEncoder().encode('{"replay": true, "of": "something else"}')])
        refuses(() => Replay.open(other), 'REPLAY_FOREIGN', 'Replay.open');
    const version = bytes.slice();
    version[6] += 1;
    refuses(() => Replay.open(version), 'REPLAY_VERSION',
        `the recording is of Mica 1${mica.version.slice(1)}, this is ${mica.version}`);
    for (const at of [SUM_AT, SUM_AT + 10, bytes.length - 1]) {
        const changed = bytes.slice();
        changed[at] ^= 4;
        refuses(() => Replay.open(changed), 'REPLAY_DAMAGED', 'its bytes have changed');
    }
    for (let length = SUM_AT + 4; length < bytes.length; length += 1 + (length >> 4))
        refuses(() => Replay.open(sealed(bytes.slice(0, length))), 'REPLAY_DAMAGED');
    for (const bad of [undefined, null, 'x', [1], bytes.buffer])
        assert.throws(() => Replay.open(/** @type {any} */ (bad)), TypeError);
    assert.throws(() => new /** @type {any} */ (Replay)(), TypeError);
});

test('mutated recordings are refused or give a valid world', () => {
    const histories = Array.from({ length: 30 }, (_, i) => recordHistory(World, 100 + i, 30).bytes);
    const counts = { refused: 0, stopped: 0, played: 0 };
    for (let seed = 1; seed <= 450; ++seed) {
        const r = makeRandom(seed);
        const bytes = histories[seed % histories.length].slice(0);
        for (let k = 1 + r.below(4); k > 0; --k)
            bytes[SUM_AT + 4 + r.below(bytes.length - SUM_AT - 4)] = r.pick([r.below(256), 0, 255,
                128, 1]);
        /** @type {Replay | undefined} */
        let replay;
        try {
            replay = Replay.open(sealed(bytes));
            replay.seek(replay.steps);
            ++counts.played;
        } catch (error) {
            assert.ok(error instanceof MicaError && error.code === 'REPLAY_DAMAGED',
                `${seed}: ${error}`);
            counts[replay ? 'stopped' : 'refused'] += 1;
        }
        if (!replay) continue;
        // It can be read, and goes on: a world that is broken would trap. A recording may write what is no velocity into a view.
        const { world } = replay;
        describe(world);
        world.velocities.fill(0);
        world.forces.fill(0);
        if (world.joints.length === 0) world.stepImpacts();
        else world.step();
        replay.destroy();
    }
    for (const [what, count] of Object.entries(counts)) assert.ok(count > 5, `${count} ${what}`);
});

test('a replay keeps bytes of its own, of a Buffer too', () => {
    const { world } = worldWithFloor();
    startRecording(world);
    world.createBody({ position: [0, 5], collider: { shape: 'circle', radius: 0.5 } });
    run(world, 0.5);
    const bytes = stopRecording(world);
    world.destroy();
    const buffer = Buffer.from(bytes);
    const replay = Replay.open(/** @type {any} */ (buffer));
    buffer.fill(0);
    assert.equal(replay.verify(), null);
    replay.destroy();
});
