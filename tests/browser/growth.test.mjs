// What a minute of play leaves behind on every page of the site. `npm run figures` prints it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { listPages, measureGrowth } from './measure.mjs';
import { openBrowser } from './page.mjs';
import { whole } from '../sample.mjs';

const MAX_HEAP = 250_000; // bytes; code that V8 optimises late is among them
const MAX_WORLD = 0.25; // part of its bytes: a world's arrays grow when more bodies touch than ever before

/** @type {Awaited<ReturnType<typeof openBrowser>>} */
let browser;
before(async () => {
    browser = await openBrowser();
});
after(() => browser?.close());

/** A page of stage.js, whose frames, timeline and drawing most pages share: a sample plays it. */
const SAMPLE = ['chains'];

for (const name of listPages().filter((each) => whole || SAMPLE.includes(each))) {
    test(`demo/${name}/: a minute of play leaves nothing behind`, async () => {
        const { heap, world, nodes, errors } = await measureGrowth(browser, `demo/${name}/`);
        assert.deepEqual(errors, []);
        assert.ok(heap < MAX_HEAP, `JavaScript's heap grew by ${heap} bytes`);
        assert.ok(world < MAX_WORLD, `the world grew by ${100 * world} %`);
        assert.ok(nodes <= 0, `${nodes} more elements`);
    });
}
