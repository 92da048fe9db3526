// Histories, snapshots, replays and rollback of worlds in which objects come and go stay within a small heap: each case of heap-cases.mjs runs
// in a process that ends where it needs more.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { sample } from '../sample.mjs';

const SCRIPT = fileURLToPath(new URL('./heap-cases.mjs', import.meta.url));

/** Megabytes of the heap of each case: about 8 are Node's own and the package's, the rest is what may be kept. A replay reads its operations, too. */
const HEAPS = { history: 32, snapshots: 32, replay: 48, rollback: 32 };

for (const [name, megabytes] of sample(Object.entries(HEAPS), 4)) {
    test(`${name}: objects that come and go stay within a heap of ${megabytes} MB`, () => {
        const { status, stderr } = spawnSync(process.execPath, [`--max-old-space-size=${megabytes}`,
            SCRIPT, name], { encoding: 'utf8' });
        assert.equal(status, 0, stderr.slice(0, 2000));
    });
}
