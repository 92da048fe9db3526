// What a minute of play leaves behind on every page of the site. `npm run figures` prints it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { listPages, measureGrowth } from './measure.mjs';
import { openBrowser } from './page.mjs';

const MOST_HEAP = 250_000; // bytes; code that V8 optimises late is among them

/** @type {Awaited<ReturnType<typeof openBrowser>>} */
let browser;
before(async () => { browser = await openBrowser(); });
after(() => browser?.close());

for (const name of listPages()) {
    test(`demo/${name}/: a minute of play leaves nothing behind`, async () => {
        const { heap, wasm, nodes, errors } = await measureGrowth(browser, `demo/${name}/`);
        assert.deepEqual(errors, []);
        assert.ok(heap < MOST_HEAP, `JavaScript's heap grew by ${heap} bytes`);
        assert.equal(wasm, 0, 'the world grew');
        assert.ok(nodes <= 0, `${nodes} more elements`);
    });
}
