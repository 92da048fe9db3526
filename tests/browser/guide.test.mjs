// The guide's pages in Chromium: each starts without errors, fits a desktop and a phone, and shows its
// code whole; the reference finds names.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startServer } from '../../web/scripts/server.mjs';
import { pages, readPage } from '../js/snippets.mjs';
import { keepScreenshot, openBrowser, sizes } from './page.mjs';

/** @type {Awaited<ReturnType<typeof openBrowser>>} */
let browser;
before(async () => { browser = await openBrowser(); });
after(() => browser?.close());

const desktop = { viewport: { width: 1280, height: 800 } };

/** Waits until the page's programs have loaded and had a few frames. */
const showLoaded = (page) => page.evaluate(async () => {
    /** @param {number} count */
    const frames = async (count) => {
        for (let i = 0; i < count; ++i) await new Promise((resolve) => { requestAnimationFrame(resolve); });
    };
    while (document.querySelector('[aria-busy=true]')) await frames(1);
    await frames(6);
});

for (const path of pages().filter((each) => each.endsWith('.html'))) {
    test(`${path}: no errors, nothing too wide`, async () => {
        for (const [name, size] of Object.entries({ desktop, phone: sizes.phone })) {
            const { page, errors, giveBack } = await browser.open(path, size);
            await showLoaded(page);
            const [over, scrolled, wrapped, trouble] = await page.evaluate(() => {
                const code = [...document.querySelectorAll('pre')];
                const lines = [...document.querySelectorAll('pre .line')];
                return [document.documentElement.scrollWidth - innerWidth,
                    code.filter((pre) => pre.scrollWidth > pre.clientWidth).length,
                    lines.filter((line) => line.clientHeight > 1.5 * parseFloat(getComputedStyle(line).lineHeight))
                        .map((line) => line.textContent),
                    [...document.querySelectorAll('.trouble')].map((element) => element.textContent)];
            });
            assert.deepEqual(errors, []);
            assert.deepEqual(trouble, []);
            assert.ok(over <= 0, `${over} px too wide on a ${name}`);
            assert.equal(scrolled, 0, 'code scrolls sideways');
            if (name === 'desktop') assert.deepEqual(wrapped, [], 'lines of code too long for the page');
            await keepScreenshot(page, `${path.replace(/\W+/g, '-')}-${name}`);
            await page.goto('about:blank');
            giveBack();
        }
    });
}

test('the reference finds names, and links show what is filtered away', async () => {
    const { page, errors } = await browser.open('demo/guide/api.html', desktop);
    await page.fill('#filter', 'friction');
    assert.ok(await page.locator('[id="Collider.friction"]').isVisible());
    assert.ok(await page.locator('[id="Collider.density"]').isHidden());
    assert.ok(await page.locator('#World').isHidden());
    await page.locator('[id="Collider.frictionCombine"] a[href="#CombineRule"]').click();
    await page.locator('#World').waitFor({ state: 'visible' });
    assert.equal(await page.inputValue('#filter'), '');
    await page.fill('#filter', 'no such thing');
    assert.ok(await page.getByText('Nothing has this name.').isVisible());
    await page.fill('#filter', '');
    await page.locator('.top').click();
    await page.waitForFunction(() => scrollY < 100);
    assert.deepEqual(errors, []);
});

test('`npm start` serves the same pages', async () => {
    const server = await startServer({ port: 5273 });
    try {
        for (const path of pages().filter((each) => each.endsWith('.html'))) {
            const response = await fetch(server.url + path);
            assert.equal(response.headers.get('cross-origin-opener-policy'), 'same-origin');
            const text = await response.text();
            // Vite adds its own script to the head.
            assert.equal(text.slice(text.indexOf('<body>')), readPage(path).slice(readPage(path).indexOf('<body>')), path);
        }
        assert.match(await (await fetch(`${server.url}demo/guide/`)).text(), /<title>Getting started · Mica/);
        assert.equal((await fetch(`${server.url}demo/guide/no-such-page.html`)).status, 404);
    } finally {
        await server.close();
    }
});
