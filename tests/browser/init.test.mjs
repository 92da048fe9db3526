// Loading in Chromium where the server or the page's policy is wrong: what init() says, and that it loads when the fault is
// mended. Node's side of it is in tests/js/init.test.mjs.
import assert from 'node:assert/strict';
import { dirname } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { findChromium } from '../../web/scripts/setup.mjs';
import { serveFolder } from './server.mjs';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const wasmFile = '**/build/wasm/*.wasm';

/** @type {Awaited<ReturnType<typeof serveFolder>>} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => {
    server = await serveFolder(root);
    browser = await chromium.launch({ executablePath: findChromium() ?? undefined, headless: true,
        args: ['--no-sandbox', '--disable-gpu'] });
});
after(async () => {
    await browser?.close();
    await server?.close();
});

/**
 * An empty page of the server under a policy.
 * @param {string} [policy]
 */
async function open(policy) {
    const page = await browser.newPage();
    await page.route('**/empty.html',
        (route) =>
            route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>empty</title>',
                headers: policy ? { 'Content-Security-Policy': policy } : {} }));
    await page.goto(`${server.url}empty.html`);
    return page;
}

/** What init() says on a page; '' if it loads, and a world then steps. @param {import('playwright-core').Page} page @returns {Promise<string>} */
const load = (page) =>
    page.evaluate(async () => {
        const { World, init } = await import(/** @type {any} */ ('/js/index.js'));
        try {
            await init();
        } catch (/** @type {any} */ error) {
            return `${error.name} ${error.code} ${error.message}`;
        }
        new World().step();
        return '';
    });

test('a policy without wasm-unsafe-eval is named, and one with it is enough', async () => {
    const page = await open("script-src 'self'");
    assert.match(await load(page),
        /^MicaError WASM_FAILED init: the Content Security Policy of this page forbids WebAssembly; add 'wasm-unsafe-eval' to its script-src \(.+\)$/);
    await page.close();
    const allowed = await open("script-src 'self' 'wasm-unsafe-eval'");
    assert.equal(await load(allowed), '');
    await allowed.close();
});

test('a server that gives the file another type, a page in its place, or nothing', async () => {
    const page = await open();
    const html = '<!doctype html><title>app</title>';
    /** @type {[Parameters<import('playwright-core').Route['fulfill']>[0], RegExp][]} */
    const faults = [
        [{ contentType: 'text/html', body: html },
            /^MicaError WASM_NOT_FOUND init: http.*\.wasm is not a \.wasm file; it starts with "<!doctype ht"$/],
        [{ contentType: 'application/wasm', body: html },
            /^MicaError WASM_FAILED init: the \.wasm file is damaged or cut off \(.*expected magic word/],
        [{ status: 404, body: html },
            /^MicaError WASM_NOT_FOUND init: http.*\.wasm answered with status 404$/],
        [{ status: 500 }, /^MicaError WASM_NOT_FOUND init: http.*\.wasm answered with status 500$/],
    ];
    for (const [answer, said] of faults) {
        await page.route(wasmFile, (route) => route.fulfill(answer));
        assert.match(await load(page), said);
        await page.unroute(wasmFile);
    }
    await page.route(wasmFile, (route) => route.abort());
    assert.match(await load(page), /^MicaError WASM_NOT_FOUND init: cannot fetch http.*\.wasm$/);
    await page.unroute(wasmFile);
    // The right bytes under a wrong type load, on the same page, after all the failures.
    await page.route(wasmFile, async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, headers: { 'content-type': 'text/plain' } });
    });
    assert.equal(await load(page), '');
    await page.close();
});
