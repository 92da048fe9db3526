// Vite 8's dev server and build, and Vite 7's dev server, with the packed tarball.
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { serveFolder } from '../browser/server.mjs';
import { checkOneHost, checkWays, installApp, launch, runScript, startVite } from './app.mjs';
import { testLong } from '../sample.mjs';

/** @type {Awaited<ReturnType<typeof launch>>} */
let browser;
/** The app of Vite 8, installed once for its server and its build. @type {string} */
let vite8;
before(async () => {
    browser = await launch();
    vite8 = await installApp('vite8');
});
after(() => browser?.close());

/**
 * @param {{ url: string, close: () => Promise<unknown> }} server
 * @param {string[]} ways
 */
async function checkServer(server, ways) {
    try {
        await checkWays(browser, server.url, ways);
    } finally {
        await server.close();
    }
}

const ways = ['inlined', 'scalar', 'external', 'worker', 'workerWorld', 'workerModule'];

testLong('Vite 8, nothing configured: dev server', async () => {
    await checkServer(await startVite(vite8), ways);
});

test('Vite 8, nothing configured: build', async () => {
    await runScript(vite8, 'build');
    checkOneHost(join(vite8, 'dist'));
    await checkServer(await serveFolder(join(vite8, 'dist')), ways);
});

testLong('Vite 7: dev server', async () => {
    const folder = await installApp('vite7');
    await checkServer(await startVite(folder), ['inlined', 'scalar', 'external', 'workerWorld',
        'workerModule']);
});
