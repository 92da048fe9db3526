// What every page of the site transfers. `npm run figures` prints it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { listPages, measureLoad } from './measure.mjs';
import { openBrowser } from './page.mjs';
import { sample } from '../sample.mjs';

const LARGEST = 300_000; // bytes before art, as Brotli leaves them
const WITH_MATTER = 350_000; // of a page whose engine has matter, and that draws it

/** @type {Awaited<ReturnType<typeof openBrowser>>} */
let browser;
before(async () => {
    browser = await openBrowser();
});
after(() => browser?.close());

for (const name of sample(['', ...listPages().map((each) => `${each}/`), 'guide/joints.html'], 8)) {
    test(`demo/${name}: small`, async () => {
        const { brotli } = await measureLoad(browser, `demo/${name}`);
        assert.ok(brotli > 1000 && brotli < (name === 'sand-and-water/' ? WITH_MATTER : LARGEST),
            `${brotli} bytes`);
    });
}
