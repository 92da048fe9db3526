// What every page of the site transfers. `npm run figures` prints it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { listPages, measureLoad } from './measure.mjs';
import { openBrowser } from './page.mjs';
import { sample } from '../sample.mjs';

const LARGEST = 300_000; // bytes before art, as Brotli leaves them
// Pages that are larger, and may not grow: one whose engine has matter, and those with many programs, pictures as code or other adapters.
const LARGER = new Map(
    Object.entries({ 'sand-and-water/': 350_000, 'cave/': 318_000, 'chains/': 310_000,
        'platformer/': 306_000, 'stress/': 308_000, 'zoo/': 311_000 }),
);

/** @type {Awaited<ReturnType<typeof openBrowser>>} */
let browser;
before(async () => {
    browser = await openBrowser();
});
after(() => browser?.close());

for (const name of sample(['', ...listPages().map((each) => `${each}/`), 'guide/joints.html'], 8)) {
    test(`demo/${name}: small`, async () => {
        const { brotli } = await measureLoad(browser, `demo/${name}`);
        assert.ok(brotli > 1000 && brotli < (LARGER.get(name) ?? LARGEST), `${brotli} bytes`);
    });
}
