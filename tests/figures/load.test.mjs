// How soon every page of the site draws, on a machine that does nothing else. `npm run figures` prints it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { listPages, measureLoad } from '../browser/measure.mjs';
import { openBrowser } from '../browser/page.mjs';

const LATEST = 1000; // ms until the first frame
const LOADS = 3; // cold ones at most, of which one must be in time: once in some hundred the machine itself pauses for seconds

/** @type {Awaited<ReturnType<typeof openBrowser>>} */
let browser;
before(async () => {
    browser = await openBrowser({ frameGap: 0 });
});
after(() => browser?.close());

for (const name of [...listPages().map((each) => `${each}/`), '', 'guide/joints.html']) {
    test(`demo/${name}: soon there`, async () => {
        let soonest = Infinity;
        for (let i = 0; i < LOADS && soonest >= LATEST; ++i) {
            soonest = Math.min(soonest, (await measureLoad(browser, `demo/${name}`)).firstFrame);
        }
        assert.ok(soonest < LATEST, `the first frame after ${soonest} ms`);
    });
}
