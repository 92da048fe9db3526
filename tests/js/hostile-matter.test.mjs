// As hostile.test.mjs, in worlds with matter.
import assert from 'node:assert/strict';
import test from 'node:test';
import { part } from '../sample.mjs';

process.env.HOSTILE_MATTER = '1';
const { run } = await import('../fuzz/hostile-run.mjs');
const { search } = await import('../fuzz/hostile.mjs');

test('hostile calls on worlds with matter are made or refused by name, change nothing where they are refused, and trap nowhere', async (t) => {
    t.mock.method(console, 'error', () => {});
    t.mock.method(console, 'warn', () => {});
    const { calls, refused, finds } = await search(run, part(2500, 4), 20261201);
    assert.deepEqual(
        finds.map(({ seed, find }) =>
            `HOSTILE_MATTER=1 node tests/fuzz/hostile.mjs --run ${seed}: ${find.message}`
        ),
        [],
    );
    assert.ok(calls >= part(2500, 4) && refused > part(700, 4),
        `${calls} calls, ${refused} refused`);
});
