// The packed tarball without a bundler: a classic script in a page that is opened as a file, module script tags, module workers, and an
// installable app that works offline after its first visit under a strict content security policy. A sample has the first only:
// vite.test.mjs plays the same program as the others, and offline.test.mjs of tests/browser an app without a network.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { serveFolder } from '../browser/server.mjs';
import { checkVisit, checkWays, installApp, launch, patient, root, visit } from './app.mjs';
import { testLong } from '../sample.mjs';

/** @type {Awaited<ReturnType<typeof launch>>} */
let browser;
/** The page without a bundler, installed once for its tests. @type {string} */
let folder;
before(async () => {
    browser = await launch();
    folder = await installApp('plain');
});
after(() => browser?.close());

test('a classic script tag in a page that is opened as a file', async () => {
    const mica = await import(pathToFileURL(join(root, 'dist', 'mica2d.js')).href);
    await import(pathToFileURL(join(folder, 'classic.js')).href);
    const expected = await /** @type {any} */ (globalThis).play(mica);
    for (const page of ['classic.html', 'classic.html?sync']) {
        const { results, errors, wasm } = await visit(browser,
            pathToFileURL(folder).href + `/${page}`);
        assert.deepEqual({ results, errors, wasm }, {
            results: { classic: expected, exports: Object.keys(mica).sort() },
            errors: [],
            wasm: [],
        });
    }
    // A page that names no encoding may be read in any.
    assert.match(
        readFileSync(join(folder, 'node_modules', 'mica2d', 'dist', 'mica2d.iife.js'), 'latin1'),
        /^[\t\n -~]+$/,
    );
});

testLong('module script tags with an import map, and module workers', async () => {
    const server = await serveFolder(folder);
    try {
        const seen = await visit(browser, server.url);
        await checkVisit(seen, ['inlined', 'scalar', 'external', 'worker', 'workerExternal',
            'workerWorld', 'workerModule']);
        assert.deepEqual([...new Set(seen.wasm)], ['mica.wasm']);
        await checkWays(browser, server.url, ['inlined', 'scalar', 'external', 'worker',
            'workerExternal', 'workerWorld', 'workerModule']);
    } finally {
        await server.close();
    }
});

const policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'";

testLong('an installable app, offline after the first visit, under a strict policy', async () => {
    const folder = await installApp('pwa');
    const server = await serveFolder(folder, { 'Content-Security-Policy': policy });
    const context = await patient(browser.newContext());
    try {
        const page = await context.newPage();
        await page.goto(server.url);
        // The policy is in force: nothing else may be compiled.
        const evaluated = await page.evaluate(() => {
            const script = document.createElement('script');
            script.textContent = 'globalThis.inlineRan = true';
            document.head.append(script);
            return 'inlineRan' in globalThis;
        });
        assert.equal(evaluated, false);

        const session = await context.newCDPSession(page);
        const manifest = await session.send('Page.getAppManifest');
        assert.deepEqual(manifest.errors, []);
        assert.match(manifest.url, /app\.webmanifest$/);

        await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
        await page.close();
        await checkVisit(await visit(context, server.url), ['inlined', 'external', 'workerWorld',
            'workerModule']);
        await server.close();
        await checkVisit(await visit(context, server.url), ['inlined', 'external', 'workerWorld',
            'workerModule']);
    } finally {
        await context.close();
        await server.close();
    }
});
