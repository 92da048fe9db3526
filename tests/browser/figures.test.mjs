// The figures that every page of the site keeps to: what it transfers, how soon it draws, what a minute of play leaves behind.
// `npm run figures` prints them.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { listPages, measureGrowth, measureLoad } from './measure.mjs';
import { openBrowser } from './page.mjs';

const LARGEST = 300_000; // bytes before art
const LATEST = 1000; // ms until the first frame
const TRIES = 3; // of which one must be in time: other tests run beside this one
const MOST_HEAP = 250_000; // bytes; code that V8 optimises late is among them

/** @type {Awaited<ReturnType<typeof openBrowser>>} */
let browser;
before(async () => { browser = await openBrowser(); });
after(() => browser?.close());

const pages = [...listPages().map((name) => `${name}/`), '', 'guide/joints.html'];

for (const name of pages) {
    test(`demo/${name}: small, and soon there`, async () => {
        let best = Infinity;
        for (let i = 0; i < TRIES && best >= LATEST; ++i) {
            const { bytes, firstFrame } = await measureLoad(browser, `demo/${name}`);
            assert.ok(bytes < LARGEST, `${bytes} bytes`);
            assert.ok(bytes > 1000);
            best = Math.min(best, firstFrame);
        }
        assert.ok(best < LATEST, `the first frame after ${best} ms`);
    });
}

for (const name of listPages()) {
    test(`demo/${name}/: a minute of play leaves nothing behind`, async () => {
        const { heap, wasm, nodes, errors } = await measureGrowth(browser, `demo/${name}/`);
        assert.deepEqual(errors, []);
        assert.ok(heap < MOST_HEAP, `JavaScript's heap grew by ${heap} bytes`);
        assert.equal(wasm, 0, 'the world grew');
        assert.ok(nodes <= 0, `${nodes} more elements`);
    });
}
