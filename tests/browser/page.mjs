// Opens a page of the site in the system's Chromium for the browser tests: one file server and one
// browser a test file, one fresh page a test. Every page records what went wrong in it, and keeps
// screenshots under build/screenshots.
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { writeSite } from '../../web/scripts/site.mjs';
import { serveFolder } from './server.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const screenshots = join(root, 'build', 'screenshots');

const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
    '--disable-background-networking', '--disable-component-update', '--disable-sync'];

/** The sizes the pages are tested at. */
export const sizes = {
    desktop: { viewport: { width: 1440, height: 900 } },
    phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
    landscape: { viewport: { width: 844, height: 390 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
};

// Without a GPU the browser itself reads every frame of a WebGL canvas back, and after a few complains of it, sooner on a
// faster machine. No page here reads pixels.
const ownStall = /^\[\.WebGL-0x[0-9a-f]+\]GL Driver Message \(OpenGL, Performance, .*\): GPU stall due to ReadPixels/;

/** Writes the site, starts its server and the browser. */
export async function openBrowser() {
    const server = await serveFolder(writeSite());
    const browser = await chromium.launch({
        executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium', headless: true, args: FLAGS,
    });
    return {
        /**
         * A fresh page at an address under the site's root, and the errors it has had so far.
         * @param {string} path
         * @param {import('playwright-core').BrowserContextOptions} options
         */
        async open(path, options) {
            const context = await browser.newContext(options);
            const page = await context.newPage();
            /** @type {string[]} */
            const errors = [];
            page.on('console', (message) => {
                const told = message.type() === 'error' || message.type() === 'warning';
                if (told && !ownStall.test(message.text())) errors.push(message.text());
            });
            page.on('pageerror', (error) => errors.push(String(error.stack ?? error)));
            page.on('requestfailed', (request) => errors.push(`failed: ${request.url()}`));
            await page.goto(new URL(path, server.url).href);
            return { page, errors };
        },
        async close() {
            await browser.close();
            await server.close();
        },
    };
}

/**
 * Keeps a picture of the page.
 * @param {import('playwright-core').Page} page
 * @param {string} name
 */
export async function keepScreenshot(page, name) {
    mkdirSync(screenshots, { recursive: true });
    await page.screenshot({ path: join(screenshots, `${name}.png`) });
}
