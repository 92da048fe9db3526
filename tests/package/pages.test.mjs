// The packed tarball without a bundler: script tags, module workers, and an installable app that works
// offline after its first visit under a strict content security policy. A sample has neither: vite.test.mjs plays the same program, and
// offline.test.mjs of tests/browser an app without a network.
import assert from 'node:assert/strict';
import { after } from 'node:test';
import { serveFolder } from '../browser/server.mjs';
import { checkVisit, checkWays, installApp, launch, patient, visit } from './app.mjs';
import { beforeLong, testLong } from '../sample.mjs';

/** @type {Awaited<ReturnType<typeof launch>>} */
let browser;
beforeLong(async () => {
    browser = await launch();
});
after(() => browser?.close());

testLong('script tags with an import map, and module workers', async () => {
    const folder = await installApp('plain');
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
