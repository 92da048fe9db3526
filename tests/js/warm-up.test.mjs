// warmUp(): what it refuses, that it leaves the page and other worlds alone, and that it does what it is for.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { World, init, warmUp } from '../../js/index.js';
import { createWorkerWorld } from '../../js/worker.js';

await init();

const indexUrl = new URL('../../js/index.js', import.meta.url).href;

/**
 * What a process of its own prints as JSON.
 * @param {string} body
 */
async function alone(body) {
    const text = `import { World, init, warmUp } from ${JSON.stringify(indexUrl)};\n${body}`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e',
        text]);
    return JSON.parse(stdout);
}

test('what is no time is refused by name and value', async () => {
    for (const bad of ['long', null, {}]) {
        await assert.rejects(warmUp(/** @type {any} */ (bad)), { name: 'TypeError',
            message: /^warmUp: milliseconds / });
    }
    for (const bad of [-1, NaN, Infinity, 60_001]) {
        await assert.rejects(warmUp(bad), { name: 'RangeError',
            message: new RegExp(`^warmUp: milliseconds .*${bad}`) });
    }
    const code = await alone(
        'console.log(JSON.stringify(await warmUp(5).catch((error) => error.code)))',
    );
    assert.equal(code, 'NOT_READY');
});

test('it goes on for as long as it is told, and timers come in between', async () => {
    await warmUp(0);
    let ticks = 0;
    const timer = setInterval(() => {
        ticks += 1;
    }, 1).unref();
    // A busy machine may get through few parts of the work, between which timers come, and takes longer to get through more.
    for (let wanted = 200; ticks < 4; wanted *= 2) {
        assert.ok(wanted <= 60_000, `${ticks} ticks`);
        ticks = 0;
        const begun = performance.now();
        await warmUp(wanted);
        const took = performance.now() - begun;
        assert.ok(took >= wanted, `${took} of ${wanted} ms`);
    }
    clearInterval(timer);
});

test('other worlds are left alone, also by two at once', async () => {
    const make = () => {
        const world = new World();
        world.createBody({ type: 'static', collider: { shape: 'box', width: 20, height: 1 } });
        for (let i = 0; i < 30; ++i) {
            world.createBody({ position: [i % 5, 1 + i],
                collider: { shape: 'circle', radius: 0.5 } });
        }
        return world;
    };
    const [world, twin] = [make(), make()];
    for (let i = 0; i < 60; ++i) twin.step();
    for (let i = 0; i < 30; ++i) world.step();
    const { transforms } = world;
    const before = transforms.slice();
    await Promise.all([warmUp(40), warmUp(40)]);
    assert.deepEqual(world.transforms.slice(), before);
    for (let i = 0; i < 30; ++i) world.step();
    assert.equal(world.hash(), twin.hash());
    world.destroy();
    twin.destroy();
});

test('in a worker before its world is made', async () => {
    const world = await createWorkerWorld({}, { warmUp: 20 });
    const ball = world.createBody({ position: [0, 5], collider: { shape: 'circle', radius: 0.5 } });
    await world.step();
    assert.ok(ball.y < 5);
    world.destroy();
    await assert.rejects(createWorkerWorld({}, { warmUp: -2 }), { name: 'RangeError',
        message: /milliseconds .*-2/ });
});
