// Random histories of worlds in workers, from both sides: the page does things, and so does a module in the worker.
// After each few steps the page knows of every object what the engine knows, and nothing is left that only one side has.
import assert from 'node:assert/strict';
import test from 'node:test';
import { World } from '../../js/index.js';
import { part } from '../sample.mjs';
import { linesOf } from '../fuzz/hostile-worker-judge.mjs';
import { doSomething, makeRandom } from './histories.mjs';
import { make } from './worker-worlds.mjs';

const layers = { default: ['default', 'wall'], wall: {}, ghost: { default: 'trigger' } };

/** Does so many things in the worker as it is told, with the seed that it is told. */
const module = `data:text/javascript,${
    encodeURIComponent(
        `import { doSomething, makeRandom } from ${
            JSON.stringify(new URL('./histories.mjs', import.meta.url).href)
        };
    export default ({ world, onMessage }) => {
        let r = makeRandom(0);
        onMessage(({ seed, things }) => { r = makeRandom(seed); for (let k = 0; k < things; ++k) doSomething(r, world); });
        world.on('beforeStep', () => { if (r.next() < 0.2) doSomething(r, world); });
        world.on('contactBegin', () => { if (r.next() < 0.1) doSomething(r, world); });
    }`,
    )
}`;

for (const shared of [true, false]) {
    for (const how of [{ shared, module }, { shared }]) {
        test(`page and worker know the same world, by ${shared ? 'shared memory' : 'transferred frames'}${how.module ? ', with a module' : ''}`, async () => {
            for (let seed = 1; seed <= part(12, 6); ++seed) {
                const r = makeRandom(seed);
                const there = await make(/** @type {any} */ ({ layers }), how);
                there.on('error', () => {});
                there.createBody({ type: 'static',
                    collider: { shape: 'box', width: 30, height: 1, layer: 'wall' } });
                for (let round = 0; round < 20; ++round) {
                    for (let k = r.below(5); k > 0; --k) doSomething(r, there);
                    if (how.module) there.post({ seed: seed + round, things: r.below(4) });
                    for (let k = r.below(4); k >= 0; --k) void there.step();
                    await there.sync();
                    // What the module has made since is placed and shown now.
                    await there.sync();
                    const twin = World.fromSnapshot(await there.snapshot());
                    assert.deepEqual(linesOf(there), linesOf(twin), `seed ${seed}, round ${round}`);
                    assert.equal(await there.hash(), twin.hash());
                    twin.destroy();
                }
                there.destroy();
            }
        });
    }
}
