// How soon the packed tarball is ready in Node, on a machine that does nothing else.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mustRun } from '../../web/scripts/process.mjs';
import { installApp } from '../package/app.mjs';

test('from init() to the end of the first step it takes less than 30 ms where Node needs 83 to start', async () => {
    // Both are taken in one process, so that a slow or busy machine slows both. A busy one disturbs
    // them unequally, and gets more tries.
    const folder = await installApp('node');
    const tries = [];
    do {
        const { library, node: itself } = JSON.parse(
            (await mustRun(process.execPath, ['--no-warnings', 'start.mjs'], { cwd: folder }))
                .stdout,
        );
        tries.push({ share: library / itself,
            said: `${library.toFixed(1)} of ${itself.toFixed(1)} ms` });
    } while (tries.length < 25 && !tries.some(({ share }) => share < 30 / 83));
    assert.ok(tries.some(({ share }) => share < 30 / 83), tries.map(({ said }) => said).join(', '));
});
