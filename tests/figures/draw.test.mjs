// How long the WebGL renderer takes for 10,000 bodies, on a machine that does nothing else.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openBrowser } from '../adapters/page.mjs';

// Without a GPU each frame takes long to be shown, on a large canvas longest; draw() does not depend on its size.
test('draw() takes less than half a frame', async () => {
    const browser = await openBrowser();
    try {
        const { page, errors } = await browser.open('/blank', { width: 400, height: 300 });
        const { median } = await page.evaluate(async () =>
            (await import('/tests/adapters/crowd.mjs')).drawCrowd()
        );
        assert.ok(median < 8, `draw() takes ${median} ms of the 16.7 of a frame`);
        console.log(`10,000 bodies: draw() takes ${median.toFixed(2)} ms`);
        assert.deepEqual(errors, []);
    } finally {
        await browser.close();
    }
});
