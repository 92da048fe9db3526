// The site as a whole in Chromium: `/` leads to the gallery, wherever the site lies, and the licences of bundled libraries are on a page.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openBrowser, sizes } from './page.mjs';
import { serveFolder } from './server.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const site = join(root, 'build', 'site');

/** @type {Awaited<ReturnType<typeof openBrowser>>} */
let browser;
before(async () => {
    browser = await openBrowser();
});
after(() => browser?.close());

test('/ leads to the gallery, also where the site lies in a folder', async () => {
    const { page, errors, giveBack } = await browser.open('', sizes.desktop);
    const below = await serveFolder(dirname(site));
    try {
        await page.waitForURL('**/demo/');
        await page.locator('.cards a').first().waitFor();
        await page.goto(`${below.url}${basename(site)}/`);
        await page.waitForURL(`${below.url}${basename(site)}/demo/`);
        await page.locator('.cards a').first().waitFor();
        assert.deepEqual(errors, []);
    } finally {
        await giveBack();
        await below.close();
    }
});

/** The packages that pages and their service worker import, by the texts of their scripts. */
function importedPackages() {
    const texts = readdirSync(join(root, 'demo'), { recursive: true, encoding: 'utf8' }).filter((
        name,
    ) => name.endsWith('.js'))
        .map((name) => readFileSync(join(root, 'demo', name), 'utf8'));
    const names = texts.flatMap((text) =>
        Array.from(text.matchAll(/(?:from|\bimport\() ?'((?:@[\w-]+\/)?[a-z][\w-]*)/g),
            ([, name]) => name)
    );
    return [...new Set(names)].filter((name) => name !== 'mica2d').sort();
}

test('the gallery leads to the licences of all that the pages import', async () => {
    const { page, errors, giveBack } = await browser.open('demo/', sizes.desktop);
    try {
        await page.locator('footer').getByRole('link', { name: 'Licences' }).click();
        await page.waitForURL('**/demo/licences.html');
        const licences = await page.evaluate(() =>
            Array.from(document.querySelectorAll('main h2'),
                (title) => ({ names: title.textContent?.split(', ') ?? [],
                    text: title.nextElementSibling?.textContent ?? '' }))
        );
        const packages = importedPackages();
        assert.ok(
            packages.includes('uplot') && packages.includes('workbox-precaching')
                && packages.length > 12,
            String(packages),
        );
        for (const name of [...packages, '@lezer/lr', 'style-mod', 'workbox-routing']) {
            const { text = '' } = licences.find(({ names }) =>
                names.some((each) => each.startsWith(`${name} `))
            ) ?? {};
            assert.match(text,
                /Permission is hereby granted, free of charge|Apache License\s+Version 2\.0/, name);
            assert.ok(text.length > 800, `${name}: ${text.length} characters`);
        }
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
            'no text is wider than the page');
        assert.deepEqual(errors, []);
    } finally {
        await giveBack();
    }
});
