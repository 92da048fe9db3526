// Matter in snapshots, differences of them, histories, recordings, previews, scenes, and the finder of differences.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Worker } from 'node:worker_threads';
import { basin, box, steps } from './matter-engine.mjs';
import { differences } from '../../js/differences.js';
import { keepHistory, rewind } from '../../js/history.js';
import { World } from '../../js/matter.js';
import { MATTER_ROWS } from '../../js/matter/operations.js';
import { preview } from '../../js/preview.js';
import { readBlock, readRecording } from '../../js/recording/file.js';
import { Replay, startRecording, stopRecording } from '../../js/recording.js';
import { fromScene, scaleScene, toScene } from '../../js/scene.js';
import { matterScalarFile, refuses } from './helpers.mjs';
import { checkHistory } from './histories.mjs';
import { part } from '../sample.mjs';

/** A basin with water, sand and jelly, a tap, and a trigger that counts. */
function busy() {
    const { world, trigger } = basin();
    const water = world.createMatter({ capacity: 2000, userData: { of: 'water' } });
    const sand = world.createMatter({ kind: 'sand', capacity: 1000, density: 2, lifetime: 100 });
    const jelly = world.createMatter({ kind: 'jelly', capacity: 1000, density: 0.8 });
    water.fill(box(3, 0.6), { position: [0, 0.4], value: 1 });
    sand.fill(box(0.6, 0.6), { position: [1, 1.5], value: 2 });
    jelly.fill({ shape: 'circle', radius: 0.5 }, { position: [-1, 1.6], value: 3 });
    const tap = world.createEmitter({ matter: water, position: [0, 3], angle: -Math.PI / 2,
        width: 0.3, userData: 'tap' });
    world.setGauge(trigger, { threshold: 100 });
    world.createBody({ position: [0.3, 2], collider: box(0.4, 0.4) });
    return { world, trigger, water, sand, jelly, tap };
}

/** Does to a world what a game might, by the number of a step. @param {World<any>} world @param {number} step */
function play(world, step) {
    const [water] = world.matters;
    if (step % 7 === 1) water.push(box(1, 1), { position: [0, 0.5], velocity: [0.5, 2] });
    if (step % 11 === 2) water.remove({ shape: 'circle', radius: 0.2 }, { position: [0.5, 0.5] });
    if (step % 13 === 3) water.paint(box(4, 0.3), { position: [0, 0.2], value: step });
    const [tap] = world.emitters;
    if (step % 17 === 4 && tap) tap.enabled = !tap.enabled;
    if (step === 20) world.createMatter({ capacity: 50 }).add([1, 2, 1.2, 2.5]);
    world.step();
}

test('a snapshot brings matter, emitters and gauges back, here and in another world', () => {
    const { world, trigger, water, tap } = busy();
    steps(world, 60);
    const snapshot = world.snapshot();
    const at = world.hash();
    steps(world, 30);
    const later = world.hash();
    const other = World.fromSnapshot(world.snapshot({ userData: true }));
    assert.deepEqual([other.matters[0].userData, other.emitters[0].userData], [{ of: 'water' },
        'tap']);
    assert.equal(World.fromSnapshot(snapshot).matters[0].userData, undefined);
    other.restore(snapshot);
    assert.equal(other.hash(), at);
    assert.deepEqual(other.matters.map(({ kind, count }) => [kind, count]).slice(1),
        world.matters.map(({ kind, count }) => [kind, count]).slice(1));
    assert.deepEqual(other.gaugeOf(/** @type {any} */ (other.bodyAt(1)).colliders[0]), {
        threshold: 100,
        drains: false,
    });
    steps(other, 30);
    assert.equal(other.hash(), later);
    world.restore(snapshot);
    assert.equal(world.hash(), at);
    assert.deepEqual([world.matters[0], world.emitters[0], tap.matter], [water, tap, water]);
    assert.deepEqual(world.gaugeOf(trigger), { threshold: 100, drains: false });
    steps(world, 30);
    assert.equal(world.hash(), later);
    const plain = new World();
    plain.restore(new World().snapshot());
    assert.deepEqual([plain.matters, plain.emitters], [[], []]);
    plain.restore(snapshot);
    assert.equal(plain.hash(), at);
    for (const each of [world, other, plain]) each.destroy();
});

test('an object stands for what it was made for, or for nothing', () => {
    const { world, tap, sand } = busy();
    const before = world.snapshot();
    sand.destroy();
    const stones = world.createMatter({ density: 3, capacity: 10 });
    assert.equal(stones.index, sand.index);
    const between = world.snapshot();
    const drip = world.createEmitter({ matter: stones });
    world.restore(before);
    assert.deepEqual([sand.alive, stones.alive, drip.alive, tap.alive], [true, false, false, true]);
    assert.equal(sand.kind, 'sand');
    assert.equal(world.matters[1], sand);
    world.restore(between);
    assert.deepEqual([sand.alive, stones.alive, drip.alive], [false, true, false]);
    assert.equal(stones.density, 3);
    // Bytes of another world: what was made there is something else, with objects of its own.
    const { world: twin } = busy();
    world.restore(new Uint8Array(twin.snapshot()));
    assert.deepEqual([tap.alive, stones.alive], [false, false]);
    assert.equal(world.matters[1].kind, 'sand');
    assert.equal(world.emitters[0].alive, true);
    world.destroy();
    twin.destroy();
});

test('events of the step before a snapshot are there again, and no listener hears of them', () => {
    const { world, trigger } = basin();
    const water = world.createMatter();
    world.setGauge(trigger, { threshold: 1 });
    water.add([0, 0.5]);
    world.step();
    const snapshot = world.snapshot();
    world.step();
    assert.equal(world.events.gauge.length, 0);
    let heard = 0;
    world.on('gauge', () => ++heard);
    world.restore(snapshot);
    assert.deepEqual(world.events.gauge, [{ collider: trigger, count: 1, reached: true }]);
    assert.equal(heard, 0);
    world.destroy();
});

test('differences of snapshots know matter, also where one of the two has none', () => {
    const { world } = basin();
    const empty = world.snapshot();
    const water = world.createMatter();
    water.fill(box(3, 1), { position: [0, 1] });
    world.createEmitter({ matter: water, position: [0, 3] });
    steps(world, 5);
    const since = world.snapshot();
    const first = world.snapshot({ since: empty });
    assert.deepEqual(first, since, 'all of it differs from a world without matter');
    steps(world, 1);
    const whole = world.snapshot();
    const delta = world.snapshot({ since });
    assert.ok(delta.length < whole.length, `${delta.length} of ${whole.length} bytes`);
    const hash = world.hash();
    steps(world, 5);
    world.restore(delta, { since });
    assert.equal(world.hash(), hash);
    world.restore(first, { since: empty });
    assert.deepEqual(world.snapshot(), since);
    world.restore(empty);
    assert.equal(world.matters.length, 0);
    assert.deepEqual(world.snapshot({ since }), empty);
    world.destroy();
});

test('a history rewinds over the making of matter', () => {
    const { world } = basin();
    keepHistory(world, { seconds: 10 });
    /** @type {string[]} */
    const hashes = [];
    for (let i = 0; i < 60; ++i) {
        if (i === 10) world.createMatter({ capacity: 300 }).fill(box(1, 1), { position: [0, 2] });
        if (i === 30) world.createEmitter({ matter: world.matters[0], position: [1, 2] });
        hashes.push(world.hash());
        world.step();
    }
    const [water] = world.matters;
    for (const step of [45, 31, 20, 5]) {
        rewind(world, world.stepCount - step);
        assert.equal(world.stepCount, step);
        assert.equal(world.hash(), hashes[step]);
        assert.equal(water.alive, step > 10);
    }
    world.destroy();
});

test('a recording plays to the same bits, from its beginning and back again', () => {
    const { world, trigger } = busy();
    startRecording(world, { hashEvery: 5 });
    for (let i = 0; i < 60; ++i) {
        play(world, i);
        if (i === 30) Object.assign(world.matters[0], { viscosity: 0.4, layer: 'default' });
        if (i === 35) Object.assign(world.emitters[0], { position: [0.5, 3], value: 9 });
        if (i === 40) world.matters[2].destroy();
        if (i === 42) world.matters[0].userData = { of: 'sea' };
        if (i === 45) world.setGauge(trigger, { drains: true });
        if (i === 50) world.emitters[0].destroy();
        if (i === 55) world.setGauge(trigger, null);
    }
    const bytes = stopRecording(world);
    const replay = Replay.open(bytes);
    assert.equal(replay.verify(), null);
    replay.seek(replay.steps);
    assert.equal(replay.world.hash(), world.hash());
    const played = /** @type {World<any>} */ (replay.world);
    assert.ok(played instanceof World);
    assert.deepEqual(played.matters[0].userData, { of: 'sea' });
    assert.deepEqual(played.matters.map(({ kind, count, viscosity }) => [kind, count, viscosity]),
        world.matters.map(({ kind, count, viscosity }) => [kind, count, viscosity]));
    replay.seek(10);
    assert.equal(played.emitters.length, 1);
    assert.deepEqual(played.matters[0].userData, { of: 'water' });
    replay.seek(60);
    assert.equal(replay.world.hash(), world.hash());
    replay.destroy();
    world.destroy();
});

test('random histories with matter play as they were recorded', () => {
    const recorded = new Set();
    const note =
        /** @type {any} */ ({ perform: (/** @type {any} */ { name }) => recorded.add(name),
            setUserData() {}, restore() {} });
    // A sample goes on until each call has been recorded.
    const all = () => MATTER_ROWS.every(({ name }) => recorded.has(name));
    for (let seed = 1; seed <= 60 && (seed <= part(60, 12) || !all()); ++seed) {
        const recording = readRecording('test', checkHistory({ World }, seed).bytes);
        for (const block of [...recording.runs, recording.rest]) readBlock(recording, block, note);
    }
    for (const { name } of MATTER_ROWS) assert.ok(recorded.has(name), `${name} was never recorded`);
});

test('both builds and another thread give the same bits', async () => {
    const { world } = busy();
    startRecording(world, { hashEvery: 1 });
    for (let i = 0; i < 40; ++i) play(world, i);
    const hash = world.hash();
    const bytes = stopRecording(world);
    const text = `
        import { parentPort, workerData } from 'node:worker_threads';
        import { init } from ${JSON.stringify(new URL('../../js/matter.js', import.meta.url).href)};
        import { Replay } from ${
        JSON.stringify(new URL('../../js/recording.js', import.meta.url).href)
    };
        await init({ wasm: workerData.wasm });
        const replay = Replay.open(workerData.bytes);
        replay.seek(replay.steps);
        parentPort.postMessage([replay.world.hash(), replay.verify()]);`;
    const found = await new Promise((resolve, reject) => {
        new Worker(new URL(`data:text/javascript,${encodeURIComponent(text)}`), {
            workerData: { wasm: matterScalarFile.href, bytes },
        }).once('message', resolve).once('error', reject);
    });
    assert.deepEqual(found, [hash, null]);
    world.destroy();
});

test('a recording with damaged values is refused', () => {
    const { world } = basin();
    startRecording(world);
    world.createMatter({ capacity: 10 }).add([0, 1], { values: [1] });
    world.step();
    const bytes = stopRecording(world);
    let refused = 0;
    for (let i = 0; i < bytes.length; ++i) {
        const copy = bytes.slice();
        copy[i] ^= 1 << i % 8;
        try {
            const replay = Replay.open(copy);
            replay.verify();
            replay.destroy();
        } catch (error) {
            assert.match(String(/** @type {any} */ (error).code), /^REPLAY_/);
            ++refused;
        }
    }
    assert.ok(refused > bytes.length / 2);
    world.destroy();
});

test('a preview leaves matter as it is, down to its bytes', () => {
    const { world, water } = busy();
    const body = /** @type {any} */ (world.bodyAt(2));
    steps(world, 20);
    const [bytes, before] = [world.snapshot(), [...water.positions]];
    let counted = 0;
    const [path] = preview(world, { bodies: [body], steps: 20, before: (step) => {
        if (step === 3) world.createMatter({ capacity: 5 });
        counted = Math.max(counted, water.count);
        water.push(box(9, 9), { velocity: [0, 1] });
    } });
    assert.equal(path.count, 20);
    assert.ok(counted > before.length / 2, 'the tap runs in the preview');
    assert.deepEqual([...water.positions], before);
    assert.deepEqual(world.snapshot(), bytes);
    assert.equal(world.matters.length, 3);
    world.destroy();
});

test('a scene has matter with its particles, emitters and gauges', () => {
    const { world } = busy();
    steps(world, 30);
    const scene = toScene(world);
    assert.deepEqual(Object.keys(scene), ['mica2d', 'bodies', 'matters', 'emitters', 'gauges']);
    const again = /** @type {World<any>} */ (fromScene(JSON.parse(JSON.stringify(scene))));
    assert.ok(again instanceof World);
    assert.deepEqual(toScene(again), scene);
    assert.deepEqual(again.matters.map(({ userData, kind }) => [userData, kind]), [[{ of: 'water' },
        'liquid'], [undefined, 'sand'], [undefined, 'jelly']]);
    assert.equal(again.emitters[0].userData, 'tap');
    const twice = fromScene(scene);
    assert.equal(twice.hash(), again.hash());
    for (const each of [again, twice]) steps(/** @type {any} */ (each), 20);
    assert.equal(twice.hash(), again.hash());
    const pixels = /** @type {World<any>} */ (fromScene(scaleScene(scene, 64)));
    assert.deepEqual([...pixels.matters[0].positions].slice(0, 4),
        [...world.matters[0].positions].slice(0, 4).map((each) => 64 * each));
    assert.equal(pixels.matters[1].density, Math.fround(2 / 4096));
    assert.deepEqual(pixels.emitters[0].position, [0, 192]);
    for (const each of [world, again, twice, pixels]) each.destroy();
});

test('what is wrong with the matter of a scene is named', () => {
    /** @type {[object, string][]} */
    const scenes = [
        [{ matters: [{ kind: 'gas' }] }, 'matters[0].kind must be one of'],
        [{ matters: [{}, { spacing: 3 }] }, 'matters[1].spacing must be 0.1'],
        [{ matters: [{ positions: '?' }] }, 'matters[0].positions must be the packed text'],
        [{ matters: [{ positions: 'AAAA' }] }, 'matters[0].positions must be the packed text'],
        [{ matters: [{ positions: 'AAAAAAAAAAA=', values: 'AAAAAAAAAAA=' }] },
            'matters[0].values must be 1 numbers, got 2'],
        [{ matters: 3 }, 'matters must be an array, got 3'],
        [{ emitters: [{}] }, 'emitters[0].matter must be'],
        [{ matters: [{}], emitters: [{ matter: 0, width: -1 }] }, 'emitters[0].width must be'],
        [{ gauges: [{ body: 0, collider: 0 }] }, 'gauges[0].body must be'],
    ];
    for (const [parts, said] of scenes)
        refuses(() => fromScene({ mica2d: 1, ...parts }), 'BAD_SCENE', `fromScene: ${said}`);
});

test('the finder of differences knows matter', () => {
    const [a, b] = [busy().world, busy().world];
    for (const world of [a, b]) steps(world, 10);
    assert.deepEqual(differences(a, b), []);
    b.matters[0].viscosity = 0.5;
    assert.deepEqual(
        differences(a, b).map(({ what, slot, field, a, b }) => [what, slot, field, a, b]),
        [['matter', 0, 'viscosity', 0, 0.5]],
    );
    b.matters[0].viscosity = 0;
    b.emitters[0].enabled = false;
    assert.equal(differences(a, b)[0].field, 'alive and enabled');
    b.emitters[0].enabled = true;
    b.matters[1].push(box(9, 9), { velocity: [0, 1] });
    const [first] = differences(a, b);
    assert.deepEqual([first.what, first.field], ['particle', 'velocity.y']);
    assert.match(first.text, /^particle \d+: velocity\.y is /);
    b.matters[2].destroy();
    assert.ok(differences(a, b).some(({ what }) => what === 'matter'));
    const none = basin().world;
    assert.ok(differences(a, none).some(({ field }) => field === 'count of matters'));
    for (const world of [a, b, none]) world.destroy();
});

test('gauges of a world without matter are saved too', () => {
    const { world, trigger } = basin();
    world.setGauge(trigger, { threshold: 7, drains: true });
    const snapshot = world.snapshot();
    const copy = World.fromSnapshot(snapshot);
    assert.deepEqual(copy.gauges.map((each) => copy.gaugeOf(each)), [{ threshold: 7,
        drains: true }]);
    world.setGauge(trigger, null);
    world.restore(snapshot);
    assert.deepEqual(world.gauges, [trigger]);
    const scene = fromScene(toScene(world));
    assert.equal(scene.gauges.length, 1);
    for (const each of [world, copy, scene]) each.destroy();
});
