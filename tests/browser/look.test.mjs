// Light and dark in Chromium: the system's choice, the button's choice and that it is kept, without a flash, on every page.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openBrowser, sizes } from './page.mjs';
import { testLong } from '../sample.mjs';

const demo = fileURLToPath(new URL('../../demo/', import.meta.url));

/** @type {Awaited<ReturnType<typeof openBrowser>>} */
let browser;
before(async () => {
    browser = await openBrowser();
});
after(() => browser?.close());

/** The colour behind a page's words, and that of the words. */
const colours = (page) =>
    page.evaluate(() => {
        const probe = document.body.appendChild(document.createElement('i'));
        Object.assign(probe.style, { background: 'var(--ink)', color: 'var(--text)' });
        const { backgroundColor, color } = getComputedStyle(probe);
        probe.remove();
        return [backgroundColor, color];
    });
/** Changes what the system asks for; pages hear of it with the next frame. */
async function setSystem(page, colorScheme) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(() =>
        new Promise((resolve) => {
            requestAnimationFrame(() => requestAnimationFrame(resolve));
        })
    );
}

const DARK = ['rgb(13, 17, 34)', 'rgb(238, 242, 255)'];
const LIGHT = ['rgb(244, 241, 236)', 'rgb(32, 36, 63)'];

test('every page reads the choice before its styles: one sheet, which imports those that pages share, for a bundle keeps no other order', () => {
    const pages = readdirSync(demo, { recursive: true }).map(String)
        .filter((name) =>
            name.endsWith('.html') && (!name.startsWith('guide') || name.endsWith('template.html'))
        );
    assert.ok(pages.length > 10);
    for (const name of pages) {
        const html = readFileSync(`${demo}${name}`, 'utf8');
        const sheets = html.split('<link rel="stylesheet"');
        assert.equal(sheets.length, 2, name);
        assert.ok(sheets[0].includes('dataset.look = localStorage.look'), name);
    }
});

test('the system chooses, the button overrides it, and the choice is kept on other pages', async () => {
    const { page, errors } = await browser.open('demo/guide/index.html', { ...sizes.desktop,
        colorScheme: 'light' });
    const theme = () => page.getAttribute('meta[name=theme-color]', 'content');
    try {
        assert.deepEqual(await colours(page), LIGHT);
        assert.equal(await theme(), '#f4f1ec');
        await setSystem(page, 'dark');
        assert.deepEqual(await colours(page), DARK);
        await page.waitForFunction(() =>
            document.querySelector('meta[name=theme-color]').content === '#0d1122'
        );
        const button = page.locator('button.look');
        await button.click();
        assert.deepEqual(await colours(page), LIGHT);
        assert.match(await button.getAttribute('aria-label') ?? '', /light$/);
        await button.click();
        assert.match(await button.getAttribute('aria-label') ?? '', /dark$/);
        await setSystem(page, 'light');
        assert.deepEqual(await colours(page), DARK);
        // The next page is dark when its first style is there: before any module has run.
        await page.route('**/*.js', (route) => route.abort());
        await page.goto(new URL('../stress/', page.url()).href);
        assert.deepEqual(await colours(page), DARK);
        await page.waitForLoadState('networkidle'); // scripts that the page preloads fail later than it has loaded
        await page.unroute('**/*.js');
        errors.length = 0; // of the scripts that were held back
        await page.reload();
        await page.locator('.tools .look').click();
        assert.deepEqual(await colours(page), LIGHT, 'auto, in a light system');
        assert.deepEqual(errors, []);
    } finally {
        await page.context().close();
    }
});

testLong('canvases take over the colours of the look', async () => {
    const { page, errors } = await browser.open('demo/rollback/', { ...sizes.desktop,
        colorScheme: 'light' });
    try {
        await page.waitForFunction(() => document.querySelector('.veil.gone'));
        /** The line in the middle of a machine's graph, drawn anew. */
        const line = () =>
            page.evaluate(async () => {
                await new Promise((resolve) => {
                    requestAnimationFrame(() => requestAnimationFrame(resolve));
                });
                const canvas = /** @type {HTMLCanvasElement} */ (document.querySelector('.graph'));
                const ratio = canvas.width / canvas.clientWidth;
                const copy =
                    /** @type {OffscreenCanvasRenderingContext2D} */ (new OffscreenCanvas(1, 1)
                        .getContext('2d'));
                copy.drawImage(canvas, -canvas.width / 2,
                    -Math.floor((Math.round(canvas.clientHeight * 0.62) + 0.5) * ratio));
                return [...copy.getImageData(0, 0, 1, 1).data].slice(0, 3);
            });
        assert.deepEqual(await line(), [80, 87, 122]);
        await page.locator('button.look').click(); // from auto to light
        await page.locator('button.look').click();
        assert.deepEqual(await line(), [185, 196, 226]);
        assert.deepEqual(errors, []);
    } finally {
        await page.context().close();
    }
});
