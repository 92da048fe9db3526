// The guide's pages in Chromium: each starts without errors, fits a desktop and a phone, and shows its
// code whole; the reference finds names.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startServer } from '../../web/scripts/server.mjs';
import { pages, readPage } from '../js/snippets.mjs';
import { keepScreenshot, openBrowser, sizes } from './page.mjs';
import { testLong, whole } from '../sample.mjs';

/** @type {Awaited<ReturnType<typeof openBrowser>>} */
let browser;
before(async () => {
    browser = await openBrowser();
});
after(() => browser?.close());

const desktop = { viewport: { width: 1280, height: 800 } };

/** Waits until the page's programs have loaded and had a few frames. */
const showLoaded = (page) =>
    page.evaluate(async () => {
        /** @param {number} count */
        const frames = async (count) => {
            for (let i = 0; i < count; ++i)
                await new Promise((resolve) => {
                    requestAnimationFrame(resolve);
                });
        };
        // A program starts when it comes into view.
        for (const stage of document.querySelectorAll('.live')) {
            do {
                stage.scrollIntoView({ behavior: 'instant' });
                await frames(1);
            } while (stage.ariaBusy === 'true');
        }
        await frames(6);
        scrollTo(0, 0);
    });

for (const [i, path] of pages().filter((each) => each.endsWith('.html')).entries()) {
    test(`${path}: no errors, nothing too wide`, async () => {
        // A sample opens every page at one of the two sizes.
        for (const [name, size] of Object.entries({ desktop, phone: sizes.phone }).filter((_, k) =>
            whole || k === i % 2
        )) {
            const { page, errors, giveBack } = await browser.open(path, size);
            await showLoaded(page);
            const [over, scrolled, wrapped, trouble] = await page.evaluate(() => {
                const code = [...document.querySelectorAll('pre')];
                const lines = [...document.querySelectorAll('pre .line')];
                return [document.documentElement.scrollWidth - innerWidth, code.filter((pre) =>
                    pre.scrollWidth > pre.clientWidth
                ).length, lines.filter((line) =>
                    line.clientHeight > 1.5 * parseFloat(getComputedStyle(line).lineHeight)
                )
                    .map((line) => line.textContent),
                    [...document.querySelectorAll('.trouble:not([hidden])')].map((element) =>
                        element.textContent
                    )];
            });
            assert.deepEqual(errors, []);
            assert.deepEqual(trouble, []);
            assert.ok(over <= 0, `${over} px too wide on a ${name}`);
            assert.equal(scrolled, 0, 'code scrolls sideways');
            if (name === 'desktop')
                assert.deepEqual(wrapped, [], 'lines of code too long for the page');
            await keepScreenshot(page, `${path.replace(/\W+/g, '-')}-${name}`);
            await giveBack();
        }
    });
}

testLong('the reference finds names, and links show what is filtered away', async () => {
    const { page, errors, giveBack } = await browser.open('demo/guide/api.html', desktop);
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
    await giveBack();
});

/** The search's results, once they are those of these words. */
async function find(page, words) {
    await page.fill('.search input', words);
    await page.waitForFunction(
        () => /result|Nothing/.test(document.querySelector('.search [role=status]').textContent),
        null,
        { polling: 20 },
    );
    return page.locator('.search li').allInnerTexts();
}

test('the search opens by key, finds headings and names, and leads there by keyboard', async () => {
    const { page, errors, giveBack } = await browser.open('demo/guide/layers.html', desktop);
    await page.keyboard.press('/');
    await page.locator('.search input:focus').waitFor();
    const [slopes] = await find(page, 'slope limit');
    assert.match(slopes, /^Slopes and steps\s+Movers\s+Ground up to the slope limit/);
    assert.deepEqual(await page.locator('.search li:first-child span mark').allTextContents(), [
        'slope',
        'limit',
        'Slope',
    ]);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/movers.html#slopes');
    assert.ok(await page.locator('#slopes').isVisible());

    await page.keyboard.press('Control+k');
    await page.locator('.search input:focus').waitFor();
    assert.match((await find(page, 'maxslope'))[0],
        /^Mover.maxSlope\s+API reference\s+The steepest ground/);
    const names = await find(page, 'ray cast all');
    assert.match(names[0], /^World.rayCastAll\s+API reference/);
    assert.deepEqual(await find(page, 'zzzqqq'), []);
    await find(page, 'World.advance');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/api.html#World.advance');
    await page.keyboard.press('/');
    await page.locator('.search input:focus').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.search').waitFor({ state: 'hidden' });
    await page.locator('#filter').focus();
    await page.keyboard.press('/');
    assert.equal(await page.inputValue('#filter'), '/', 'a slash in a field is a slash');
    assert.deepEqual(errors, []);
    await giveBack();
});

testLong('on a phone the pages of the guide are in a drawer, and the search fills the screen',
    async () => {
        const { page, errors, giveBack } = await browser.open('demo/guide/joints.html',
            sizes.phone);
        assert.ok(await page.locator('nav').isHidden());
        await page.click('.menu');
        const here = page.locator('nav [aria-current=page]');
        assert.ok(await here.isVisible());
        assert.equal(await here.innerText(), 'Joints');
        await keepScreenshot(page, 'guide-drawer-phone');
        await page.keyboard.press('Escape');
        await page.locator('nav').waitFor({ state: 'hidden' });
        await page.click('.find');
        await find(page, 'conveyor belt');
        assert.deepEqual(
            await page.locator('.search').evaluate((
                dialog,
            ) => [dialog.clientWidth, dialog.clientHeight]),
            [390, 844],
        );
        await keepScreenshot(page, 'guide-search-phone');
        await page.click('.search li:first-child a');
        await page.waitForURL('**/contacts.html#surfaces');
        assert.deepEqual(errors, []);
        await giveBack();
    });

testLong('on a phone held sideways nothing is too wide, and a canvas fits below the header',
    async () => {
        for (const name of ['platformer', 'playground']) {
            const { page, errors, giveBack } = await browser.open(`demo/guide/${name}.html`,
                sizes.landscape);
            await showLoaded(page);
            const [over, canvas, header] = await page.evaluate(
                () => [document.documentElement.scrollWidth - innerWidth,
                    document.querySelector('.live').offsetHeight,
                    document.querySelector('header').offsetHeight],
            );
            assert.ok(over <= 0, `${name}: ${over} px too wide`);
            assert.ok(canvas + header <= sizes.landscape.viewport.height,
                `${name}: ${canvas} and ${header} px`);
            assert.deepEqual(errors, []);
            await giveBack();
        }
    });

test('`npm start` serves the same pages', async () => {
    const server = await startServer({ port: 5273 });
    try {
        for (const path of pages().filter((each) => each.endsWith('.html'))) {
            const response = await fetch(server.url + path);
            assert.equal(response.headers.get('cross-origin-opener-policy'), 'same-origin');
            const text = await response.text();
            // Vite adds its own script to the head.
            assert.equal(text.slice(text.indexOf('<body>')),
                readPage(path).slice(readPage(path).indexOf('<body>')), path);
        }
        assert.equal((await fetch(server.url)).url, `${server.url}demo/`);
        assert.match(await (await fetch(`${server.url}demo/guide/`)).text(),
            /<title>Getting started · Mica/);
        assert.ok(
            (await (await fetch(`${server.url}demo/guide/search.json`)).json()).length > 1500,
        );
        assert.equal((await fetch(`${server.url}demo/guide/no-such-page.html`)).status, 404);
    } finally {
        await server.close();
    }
});
