// Matter of a world in a worker: a module there plays with it, the page draws it.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Worker } from 'node:worker_threads';
import { createWorkerWorld } from '../../js/worker.js';
import './matter-engine.mjs';
import { World } from '../../js/matter.js';
import setUp from './modules/matter.mjs';

const module = new URL('./modules/matter.mjs', import.meta.url);
const host = new URL('../../js/matter-worker-host.js', import.meta.url);

for (const shared of [true, false])
    test(`the page sees the particles of a module in the worker, ${shared ? 'with' : 'without'} shared memory`, async () => {
        const worker = new Worker(host);
        const world = await createWorkerWorld({}, { worker, module, shared });
        /** @type {any[]} */
        const heard = [];
        world.on('message', (message) => heard.push(message));
        const trigger = world.createBody({ type: 'static',
            collider: { shape: 'box', width: 2, height: 1, center: [0, 0.5], trigger: true } });
        world.post({ trigger: trigger.colliders[0] });
        for (let i = 0; i < 60; ++i) await world.step();
        world.post({ hash: true });
        await world.sync();
        const [water] = world.matters;
        const here = new World();
        setUp({ world: here, post() {}, onMessage() {} });
        here.setGauge(
            here.createBody({ type: 'static',
                collider: { shape: 'box', width: 2, height: 1, center: [0, 0.5], trigger: true } })
                .colliders[0],
            { threshold: 10 },
        );
        for (let i = 0; i < 60; ++i) here.step();
        const [same] = here.matters;
        assert.deepEqual([water.kind, water.spacing, water.count, water.userData], [same.kind,
            same.spacing, same.count, same.userData]);
        for (const name
            of /** @type {const} */ (['positions', 'velocities', 'values', 'densities']))
            assert.deepEqual([...water[name]], [...same[name]], name);
        assert.equal(heard[0].reached, true);
        assert.deepEqual(heard.at(-1), { hash: here.hash() });
        here.destroy();
        world.destroy();
        await worker.terminate();
    });

test('a world in a worker without matter has none', async () => {
    const world = await createWorkerWorld();
    await world.step();
    assert.deepEqual(world.matters, []);
    world.destroy();
});
