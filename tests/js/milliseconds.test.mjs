// advance() given milliseconds: one warning, in the console, and none for a page that was hidden.
import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { World } from '../../js/index.js';
import { createWorkerWorld } from '../../js/worker.js';
import './helpers.mjs';

/** @type {string[]} */
const said = [];
const { warn } = console;
const { now } = performance;
let clock = 1000;
console.warn = (text) => said.push(text);
performance.now = () => clock;
after(() => {
    console.warn = warn;
    performance.now = now;
});

/**
 * Frames as a page's loop makes them.
 * @param {World} world
 * @param {number[]} frames milliseconds
 * @param {number} unit of what advance() is given, in milliseconds
 */
function play(world, frames, unit) {
    for (const frame of frames) {
        clock += frame;
        world.advance(frame / unit);
    }
    world.destroy();
}

test('a hidden page, a slow one and one on fast forward are not warned', () => {
    const frame = 1000 / 60;
    play(new World(), [frame, 60_000, frame, frame, 5000, 2000, frame, 1500, 1500], 1000);
    // Timers of a page in the background.
    play(new World(), Array.from({ length: 20 }, (_, i) => (i < 10 ? 1001 : 60_000)), 1000);
    play(new World({ timeScale: 500 }), [frame, frame, frame], 1000);
    // Milliseconds on purpose, and many steps at once.
    play(new World({ timeScale: 0.001 }), [frame, frame, frame], 1);
    play(new World({ maxSteps: 1000 }), [frame, frame, 4], 1);
    // Two worlds of one page.
    const worlds = [new World(), new World()];
    for (let i = 0; i < 5; ++i) {
        clock += 3000;
        for (const world of worlds) world.advance(3);
    }
    for (const world of worlds) world.destroy();
    assert.deepEqual(said, []);
});

test('a loop that gives milliseconds is told after a few frames, once', () => {
    const world = new World();
    clock += 17;
    assert.equal(world.advance(16.5), 8);
    assert.deepEqual(said, []);
    play(world, [17, 17, 17, 17, 17, 17], 1);
    play(new World(), [17, 17, 17, 17, 17, 17, 17], 1);
    assert.deepEqual(said, [
        'World.advance: seconds is 17, far more than went by; divide milliseconds by 1000',
    ]);
});

test('a gravity of pixels is told, once', () => {
    const before = said.length;
    for (const gravity of [[0, -9.8], [0, 200], [-120, -160]])
        new World({ gravity: /** @type {[number, number]} */ (gravity) }).destroy();
    new World({ gravity: [0, -9000], lengthUnit: 50 }).destroy();
    assert.equal(said.length, before);
    const world = new World();
    world.gravity = [0, 900];
    new World({ gravity: [0, 1000] }).destroy();
    world.destroy();
    assert.equal(said.length, before + 1);
    assert.match(said[before],
        /^World\.gravity: gravity is \[0, 900\], .*new World\(\{ lengthUnit: 50 \}\)/);
});

test('a world in a worker says it too', async () => {
    const world = await createWorkerWorld();
    const { write } = process.stderr;
    try {
        /** @type {Promise<string>} */
        const heard = new Promise((resolve) => {
            process.stderr.write = /** @type {any} */ ((/** @type {unknown} */ text) =>
                resolve(String(text)));
        });
        for (let i = 0; i < 9; ++i) {
            world.advance(17);
            await world.sync();
        }
        assert.match(await heard, /World\.advance: seconds is 17, far more than went by/);
    } finally {
        process.stderr.write = write;
        world.destroy();
    }
});
