// Matter drawn as lines: particles by kind, those that sleep, emitters and gauges, from a world here and from one in a worker.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Worker } from 'node:worker_threads';
import * as three from 'three';
import { World, init } from '../../js/matter.js';
import { World as PlainWorld } from '../../js/world/world.js';
import { DEBUG_COLORS, KINDS, createDebugLines, eachKind } from '../../js/adapters/debug.js';
import { createThreeDebug } from '../../js/adapters/three.js';
import { createWorkerWorld } from '../../js/worker.js';

await init();

/** Lines of a disc. */
const DISC = 6;

/**
 * The lines by kind, each as x0, y0, x1, y1.
 * @param {import('../../js/adapters/debug.js').DebugLines} lines
 */
function linesByKind(lines) {
    /** @type {Record<string, number[][]>} */
    const found = Object.fromEntries(KINDS.map((kind) => [kind, []]));
    eachKind(lines, (kind, from, to) => {
        for (let i = from; i < to; i += 4) found[kind].push([...lines.points.slice(i, i + 4)]);
    });
    return found;
}

/** How many lines there are of each kind that has some. @param {import('../../js/adapters/debug.js').DebugLines} lines */
const countsOf = (lines) =>
    Object.fromEntries(
        Object.entries(linesByKind(lines)).map(([kind, list]) => [kind, list.length]).filter(
            ([, count]) => count > 0,
        ),
    );

/** @param {number[]} line @param {number[]} wanted */
const isNear = (line, wanted) =>
    assert.ok(line.every((each, i) => Math.abs(each - wanted[i]) < 1e-5),
        `${line} is not ${wanted}`);

test('particles are discs of the kind of their matter, moved with them, and every kind has a colour', () => {
    const world = new World({ gravity: [0, 0], layers: { sea: {} } });
    const lines = createDebugLines(world);
    assert.equal(lines.update().count, 0);
    const water = world.createMatter({ layer: 'sea', spacing: 0.2 });
    const sand = world.createMatter({ kind: 'sand' });
    const jelly = world.createMatter({ kind: 'jelly' });
    water.add([1, 2, 5, 2], { velocities: [3, 0, 0, 0] });
    sand.add([3, 0]);
    jelly.add([-3, 0, -3, 4, -3, 8]);
    assert.deepEqual(countsOf(lines.update()), { liquid: 2 * DISC, sand: DISC, jelly: 3 * DISC });
    const [disc] = linesByKind(lines).liquid;
    isNear(disc, [1.07, 2, 1.035, 2 + 0.07 * Math.sin(Math.PI / 3)]);
    for (let k = 0; k < DISC; ++k) {
        const [line, next] = [k, (k + 1) % DISC].map((i) => linesByKind(lines).liquid[i]);
        isNear(line.slice(2), next.slice(0, 2));
    }
    world.step();
    const moved = linesByKind(lines.update()).liquid.map(([x]) => x);
    assert.ok(moved.some((x) => Math.abs(x - 1.12) < 1e-3), `${moved}`);
    lines.hidden = ['sea'];
    assert.deepEqual(countsOf(lines.update()), { sand: DISC, jelly: 3 * DISC });
    for (const kind of KINDS) assert.match(DEBUG_COLORS[kind], /^#[0-9a-f]{6}$/);
    sand.destroy();
    jelly.destroy();
    assert.deepEqual(countsOf(lines.update()), {});
    world.destroy();
    assert.equal(lines.update().count, 0);
});

test('particles that sleep are of a kind of their own', () => {
    const world = new World();
    world.createBody({ type: 'static', collider: { shape: 'box', width: 4, height: 1 } });
    const sand = world.createMatter({ kind: 'sand' });
    const count = sand.fill({ shape: 'box', width: 0.5, height: 0.3 }, { position: [0, 0.65] });
    const lines = createDebugLines(world);
    assert.deepEqual(countsOf(lines.update()), { static: 4, sand: DISC * count });
    for (let i = 0; i < 1200 && world.counters.awakeParticles > 0; ++i) world.step();
    assert.deepEqual(countsOf(lines.update()), { static: 4, matterAsleep: DISC * count });
    sand.add([1, 3, 1, 4]);
    assert.equal(countsOf(lines.update()).sand, 2 * DISC);
    world.destroy();
});

test('an emitter is its mouth with an arrow, without one where it is switched off', () => {
    const world = new World({ lengthUnit: 10, yDown: true });
    const matter = world.createMatter();
    const emitter = world.createEmitter({ matter, position: [20, 30], angle: Math.PI / 2,
        width: 8 });
    const lines = createDebugLines(world);
    const [mouth, shaft, ...barbs] = linesByKind(lines.update()).emitter;
    isNear(mouth, [16, 30, 24, 30]);
    isNear(shaft, [20, 30, 20, 35]);
    assert.equal(barbs.length, 2);
    for (const [x, y, , endY] of barbs) {
        isNear([x, y], [20, 35]);
        assert.ok(endY < 35);
    }
    emitter.enabled = false;
    assert.deepEqual(countsOf(lines.update()), { emitter: 1 });
    emitter.destroy();
    assert.deepEqual(countsOf(lines.update()), {});
    world.destroy();
});

test('a trigger that counts particles is of a kind of its own as long as it does', () => {
    const world = new World();
    const [one, other] = [0, 3].map((x) =>
        world.createBody({ type: 'static', position: [x, 0],
            collider: { shape: 'box', width: 1, height: 1, trigger: true } }).colliders[0]
    );
    const lines = createDebugLines(world);
    assert.deepEqual(countsOf(lines.update()), { trigger: 8 });
    world.setGauge(one, { threshold: 5 });
    assert.deepEqual(countsOf(lines.update()), { trigger: 4, gauge: 4 });
    assert.ok(linesByKind(lines).gauge.every(([x]) => Math.abs(x) < 1));
    world.setGauge(other, {});
    world.setGauge(one, null);
    assert.ok(linesByKind(lines.update()).gauge.every(([x]) => x > 2));
    other.body.destroy();
    assert.deepEqual(countsOf(lines.update()), { trigger: 4 });
    world.destroy();
});

test('three.js has the lines of matter in their colours', () => {
    const world = new World({ gravity: [0, 0] });
    world.createMatter({ kind: 'jelly' }).add([0, 0]);
    const debug = createThreeDebug(world, three);
    debug.update();
    const { position, color } = debug.object.geometry.attributes;
    assert.equal(debug.object.geometry.drawRange.count, 2 * DISC);
    assert.ok(Math.abs(position.getX(0) - 0.035) < 1e-5);
    const tint = new three.Color(DEBUG_COLORS.jelly);
    assert.ok(Math.abs(color.getX(0) - tint.r) < 0.01 && Math.abs(color.getZ(0) - tint.b) < 0.01);
    world.destroy();
});

test('of a world in a worker the particles are drawn', async () => {
    const worker = new Worker(new URL('../../js/matter-worker-host.js', import.meta.url));
    const world = await createWorkerWorld({}, { worker,
        module: new URL('../js/modules/matter.mjs', import.meta.url) });
    const lines = createDebugLines(world);
    await world.step();
    const [{ count, asleep, layer }] = world.matters;
    assert.ok(count > 50);
    assert.deepEqual([asleep.length, layer], [count, 'default']);
    assert.equal(countsOf(lines.update()).liquid, DISC * count);
    const { particles, awakeParticles } = /** @type {any} */ (await world.counters());
    assert.deepEqual([particles, awakeParticles], [count, count]);
    world.destroy();
    await worker.terminate();
});

test('a world without matter has no such lines', () => {
    const world = new PlainWorld();
    world.createBody({ collider: { shape: 'box', width: 1, height: 1 } });
    assert.deepEqual(countsOf(createDebugLines(world).update()), { awake: 4 });
    world.destroy();
});
