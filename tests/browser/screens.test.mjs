// The gallery and the cave in Chromium at the sizes of phones and desktops: nothing overflows, the gallery's
// links lead to pages, touch plays the cave.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { banishGhosts, look, playCave, reach } from './cave.mjs';
import { keepScreenshot, makeFingers, openBrowser, sizes, whenStill } from './page.mjs';
import { sample } from '../sample.mjs';

/** @type {Awaited<ReturnType<typeof openBrowser>>} */
let browser;
before(async () => {
    browser = await openBrowser();
});
after(() => browser?.close());

const demo = (options, play) => playCave(browser, options, play);

test('the gallery fits every screen, and its links lead to pages', async () => {
    for (const [name, size] of Object.entries(sizes)) {
        const { page, errors, giveBack } = await browser.open('demo/', size);
        const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(over <= 0, `${over} px too wide (${name})`);
        await page.evaluate(() => {
            for (const image of document.images) image.loading = 'eager';
        }); // else they load when they are near
        await page.waitForFunction(() =>
            [...document.images].every((image) => image.naturalWidth > 0)
        );
        await keepScreenshot(page, `gallery-${name}`);
        const links = await page.evaluate(() => [...document.links].map((link) => link.href));
        assert.ok(links.length >= 3);
        if (name === 'desktop') {
            for (const link of new Set(links.map((each) => each.split('#')[0])))
                assert.equal((await fetch(link)).status, 200, link);
        }
        assert.deepEqual(errors, []);
        await giveBack();
    }
});

for (const name of sample(/** @type {const} */ (['phone', 'landscape']), 2)) {
    test(`${name}: nothing overflows, touch runs and jumps, the panel opens`, () =>
        demo(sizes[name], async (page) => {
            await banishGhosts(page);
            await reach(page, () => globalThis.mica.state.grounded);
            const overflow = await page.evaluate(() =>
                document.documentElement.scrollWidth - innerWidth
            );
            assert.ok(overflow <= 0, `${overflow} px too wide`);
            const outside = await page.evaluate(() => {
                const elements = [
                    ...document.querySelectorAll('.hud > *, .toggle, .pads button'),
                ];
                return elements.filter((element) => {
                    const { left, right, top, bottom } = element.getBoundingClientRect();
                    return right > left
                        && (left < 0 || right > innerWidth || top < 0 || bottom > innerHeight);
                }).map((element) => element.className || element.id);
            });
            assert.deepEqual(outside, []);
            const ratio = await page.evaluate(() => {
                const canvas = document.getElementById('stage');
                return canvas.width / canvas.clientWidth;
            });
            assert.ok(ratio >= 1);

            const touch = await makeFingers(page);
            const middle = async (/** @type {string} */ selector) => {
                const box = await page.locator(selector).boundingBox();
                assert.ok(box, `${selector} is shown`);
                return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
            };
            const right = { ...await middle('#pad-right'), id: 1 };
            const jump = { ...await middle('#pad-jump'), id: 2 };
            const start = await look(page);
            await touch('touchStart', right);
            await reach(page, (x) => globalThis.mica.state.player.x > x + 1, start.x);
            await touch('touchStart', right, jump);
            await reach(page, (y) => globalThis.mica.state.player.y > y + 1, start.y);
            await touch('touchEnd');
            await reach(page, () =>
                globalThis.mica.state.grounded && Math.abs(globalThis.mica.state.player.vx) < 0.2);
            await keepScreenshot(page, `demo-${name}`);

            const fingers = (/** @type {number} */ apart) =>
                [-1, 1].map((side, id) => ({ x: 250 + side * apart, y: 200, id }));
            await touch('touchStart', ...fingers(90));
            await touch('touchMove', ...fingers(45));
            await touch('touchEnd');
            const zoom = await page.evaluate(() =>
                globalThis.mica.state.camera.zoom
            );
            assert.ok(Math.abs(zoom - 0.5) < 0.01, `two fingers, half as far apart: ${zoom}`);
            await page.tap('#overview');
            assert.equal(await page.evaluate(() => globalThis.mica.state.camera.overview), true);
            await page.tap('#overview');

            await page.tap('#panel-toggle');
            await page.evaluate(() => globalThis.mica.page.enter(2)); // the level of the table of layers
            await page.locator('[data-pair="player ghost"]').tap();
            assert.equal(
                await page.evaluate(() => globalThis.mica.world.layers.response('player', 'ghost')),
                'ignore',
            );
            await whenStill(page);
            await keepScreenshot(page, `demo-${name}-panel`);
            const small = await page.evaluate(() =>
                [...document.querySelectorAll('button, a, label')].filter((element) => {
                    const { width, height } = element.getBoundingClientRect();
                    return width > 0 && height < 44;
                }).map((element) => element.id || element.textContent)
            );
            assert.deepEqual(small, [], 'large enough for a thumb');
            assert.ok(
                await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
            );
            await page.tap('#panel-toggle');
            await page.locator('#panel').waitFor({ state: 'hidden' });
        }));
}
