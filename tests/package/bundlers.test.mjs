// webpack, Rollup, esbuild and Parcel with the packed tarball: what each builds runs in Chromium, with as
// little configuration as the apps in tests/fixtures show. A sample has none of them: vite.test.mjs builds and plays an app too.
import { join } from 'node:path';
import { after } from 'node:test';
import { serveFolder } from '../browser/server.mjs';
import { checkOneHost, checkWays, installApp, launch, runScript } from './app.mjs';
import { beforeLong, testLong } from '../sample.mjs';

/** @type {Awaited<ReturnType<typeof launch>>} */
let browser;
beforeLong(async () => {
    browser = await launch();
});
after(() => browser?.close());

/**
 * Visits pages of a folder.
 * @param {string} folder
 * @param {Record<string, string[]>} pages the ways to load Mica, by page
 */
async function checkPages(folder, pages) {
    const server = await serveFolder(folder);
    try {
        for (const [page, ways] of Object.entries(pages)) {
            await checkWays(browser, server.url + page, ways);
        }
    } finally {
        await server.close();
    }
}

testLong('webpack 5, nothing configured', async () => {
    const folder = await installApp('webpack');
    await runScript(folder, 'build');
    checkOneHost(join(folder, 'dist'));
    await checkPages(folder, {
        '': ['inlined', 'scalar', 'external', 'worker', 'workerWorld', 'workerModule'],
    });
});

testLong('Rollup with node-resolve', async () => {
    const folder = await installApp('rollup');
    await runScript(folder, 'build');
    await checkPages(folder, {
        '': ['inlined', 'scalar', 'external', 'workerWorld', 'workerModule'],
    });
});

testLong('esbuild, to a module and to a classic script', async () => {
    const folder = await installApp('esbuild');
    await runScript(folder, 'build');
    await checkPages(folder, { '': ['inlined', 'scalar', 'external', 'workerWorld', 'workerModule'],
        'classic.html': ['inlined'] });
});

testLong('Parcel 2, nothing configured, and with packageExports', async () => {
    const folder = await installApp('parcel');
    await runScript(folder, 'build');
    await checkPages(`${folder}/dist`, { '': ['inlined'] });
    await runScript(folder, 'build:exports');
    await checkPages(`${folder}/dist-exports`, {
        'external.html': ['inlined', 'scalar', 'external', 'workerWorld', 'workerModule'],
    });
});
