// The site as an app in Chromium: after the first visit every page works without a network.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openBrowser, sizes } from './page.mjs';
import { sample } from '../sample.mjs';

const demo = fileURLToPath(new URL('../../demo/', import.meta.url));

/** @type {Awaited<ReturnType<typeof openBrowser>>} */
let browser;
before(async () => {
    browser = await openBrowser();
});
after(() => browser?.close());

test('after the first visit every page works without a network, and the site can be installed', async () => {
    // The site leaves its service worker out under automation.
    const { page, errors } = await browser.open('demo/', sizes.desktop,
        (fresh) =>
            fresh.addInitScript(
                () => Object.defineProperty(navigator, 'webdriver', { get: () => false }),
            ));
    const context = page.context();
    try {
        await page.evaluate(() => navigator.serviceWorker.ready);
        await page.waitForFunction(() => navigator.serviceWorker.controller);
        const manifest = await page.evaluate(async () =>
            (await fetch(document.querySelector('link[rel=manifest]').href)).json()
        );
        assert.equal(manifest.short_name, 'Mica');
        assert.equal(
            await page.evaluate(async (src) => (await fetch(src)).headers.get('content-type'),
                new URL(manifest.icons[0].src, page.url()).href),
            'image/svg+xml',
        );
        await context.setOffline(true);
        const folders = readdirSync(demo, { withFileTypes: true }).filter((entry) =>
            entry.isDirectory() && entry.name !== 'shared'
        );
        // A sample visits every fourth page: the service worker keeps them all in one way.
        for (const { name } of sample(folders, 4)) {
            await page.goto(
                new URL(`${name}/index.html`, page.url().replace(/demo\/.*/, 'demo/')).href,
            );
            if (name !== 'guide')
                await page.waitForFunction(() =>
                    globalThis.mica && document.querySelector('.veil.gone')
                );
            await page.waitForLoadState('networkidle');
            assert.ok((await page.title()).includes('Mica'), name);
        }
        await page.goto(page.url().replace(/demo\/.*/, 'demo/'));
        assert.ok(await page.locator('.cards a').count() >= 4);
        await page.goto(page.url().replace(/demo\/.*/, ''));
        await page.waitForURL('**/demo/');
        await page.locator('.cards a').first().waitFor();
        // The browser itself asks for the icon that the manifest names, past the service worker.
        assert.deepEqual(errors.filter((error) => !error.endsWith('/shared/icon.svg')), []);
    } finally {
        await context.close();
    }
});
