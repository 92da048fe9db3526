// Vite 8's dev server and build, and Vite 7's dev server, with the packed tarball.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { serveFolder } from '../browser/server.mjs';
import { checkOneHost, checkVisit, installApp, launch, runScript, startVite, visit } from './app.mjs';

/** @type {Awaited<ReturnType<typeof launch>>} */
let browser;
before(async () => { browser = await launch(); });
after(() => browser?.close());

/**
 * @param {{ url: string, close: () => Promise<unknown> }} server
 * @param {string[]} ways
 */
async function checkServer(server, ways) {
    try {
        const seen = await visit(browser, server.url);
        await checkVisit(seen, ways);
        assert.equal(new Set(seen.wasm).size, 1, String(seen.wasm));
        assert.doesNotMatch(seen.wasm[0], /scalar/);
    } finally {
        await server.close();
    }
}

const ways = ['inlined', 'scalar', 'external', 'worker', 'workerWorld', 'workerModule'];

test('Vite 8, nothing configured: dev server', async () => {
    const folder = await installApp('vite8');
    await checkServer(await startVite(folder), ways);
});

test('Vite 8, nothing configured: build', async () => {
    const folder = await installApp('vite8');
    await runScript(folder, 'build');
    checkOneHost(join(folder, 'dist'));
    await checkServer(await serveFolder(join(folder, 'dist')), ways);
});

test('Vite 7: dev server', async () => {
    const folder = await installApp('vite7');
    await checkServer(await startVite(folder), ['inlined', 'scalar', 'external', 'workerWorld', 'workerModule']);
});
