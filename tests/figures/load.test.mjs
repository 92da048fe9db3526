// What every page of the site transfers, and how soon it draws, on a machine that does nothing else. `npm run figures` prints both.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { listPages, measureLoad } from '../browser/measure.mjs';
import { openBrowser } from '../browser/page.mjs';

const LARGEST = 300_000; // bytes before art, as Brotli leaves them
const LATEST = 1000; // ms until the first frame

/** @type {Awaited<ReturnType<typeof openBrowser>>} */
let browser;
before(async () => { browser = await openBrowser({ frameGap: 0 }); });
after(() => browser?.close());

for (const name of [...listPages().map((each) => `${each}/`), '', 'guide/joints.html']) {
    test(`demo/${name}: small, and soon there`, async () => {
        const { brotli, firstFrame } = await measureLoad(browser, `demo/${name}`);
        assert.ok(brotli > 1000 && brotli < LARGEST, `${brotli} bytes`);
        assert.ok(firstFrame < LATEST, `the first frame after ${firstFrame} ms`);
    });
}
