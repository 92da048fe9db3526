// A short search for hostile calls that break a world in a worker, by fixed seeds. The long one is
// `node tests/fuzz/hostile.mjs --worker`.
import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { search } from '../fuzz/hostile.mjs';
import { runInWorkers } from '../fuzz/hostile-worker-run.mjs';
import { endThreads } from '../fuzz/hostile-worker-stage.mjs';
import { part } from '../sample.mjs';

after(endThreads);

test('hostile calls on worlds in workers are made or refused by name, and page and worker know the same world', async (t) => {
    t.mock.method(console, 'error', () => {});
    t.mock.method(console, 'warn', () => {});
    const { calls, refused, finds } = await search(runInWorkers, part(250, 3), 20261126);
    assert.deepEqual(
        finds.map(({ seed, find }) =>
            `node tests/fuzz/hostile.mjs --worker --run ${seed}: ${find.message}`
        ),
        [],
    );
    assert.ok(calls >= part(250, 3) && refused > part(80, 3), `${calls} calls, ${refused} refused`);
});
