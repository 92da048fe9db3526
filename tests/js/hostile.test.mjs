// A short search for hostile calls that break something, by fixed seeds. The long one is tests/fuzz/hostile.mjs.
import assert from 'node:assert/strict';
import test from 'node:test';
import { run } from '../fuzz/hostile-run.mjs';
import { search } from '../fuzz/hostile.mjs';
import { part } from '../sample.mjs';

test('hostile calls are made or refused by name, change nothing where they are refused, and trap nowhere', async (t) => {
    // Listeners of the calls throw, and time is given in thousands of seconds.
    t.mock.method(console, 'error', () => {});
    t.mock.method(console, 'warn', () => {});
    const { calls, refused, finds } = await search(run, part(2500, 4), 20261125);
    assert.deepEqual(
        finds.map(({ seed, find }) => `node tests/fuzz/hostile.mjs --run ${seed}: ${find.message}`),
        [],
    );
    assert.ok(calls >= part(2500, 4) && refused > part(700, 4),
        `${calls} calls, ${refused} refused`);
});
