// What a page of the site weighs, how soon it draws, how long its frames take, and whether it keeps what it allocates. Used by
// tests/figures, bytes.test.mjs and growth.test.mjs, which hold the pages to their bounds. `npm run figures` builds the site and prints all of it.
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from '../../web/scripts/build.mjs';
import { isMain, runMain } from '../../web/scripts/process.mjs';
import { setup } from '../../web/scripts/setup.mjs';
import { holdFrames, openBrowser, playFrames, sizes } from './page.mjs';

const demo = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'demo');

/** The pages of the site that draw a world, by their folders. */
export function listPages() {
    return readdirSync(demo, { withFileTypes: true }).filter((entry) =>
        entry.isDirectory() && !['shared', 'guide'].includes(entry.name)
    )
        .map(({ name }) => name).sort();
}

/** Bytes of files as Brotli leaves them, by their addresses: the engine is in every page. @type {Map<string, number>} */
const brotliSizes = new Map();

/** @param {{ url: string, body: Buffer }} file */
function brotliSize({ url, body }) {
    const bytes = brotliSizes.get(url) ?? brotliCompressSync(body).length;
    brotliSizes.set(url, bytes);
    return bytes;
}

/**
 * A cold load: a new browser context with nothing cached.
 * @param {Awaited<ReturnType<typeof openBrowser>>} browser
 * @param {string} path
 * @returns {Promise<{ brotli: number, gzip: number, art: number, firstFrame: number }>} bytes of all but pictures, compressed in one way and in
 *     the other; bytes of pictures; milliseconds from the navigation's start until a frame was drawn
 */
export async function measureLoad(browser, path) {
    /** @type {Promise<{ url: string, body: Buffer }>[]} */
    const bodies = [];
    const { page } = await browser.open(path, { ...sizes.phone, deviceScaleFactor: 2 },
        async (fresh) => {
            fresh.on('response', (response) => {
                // What a page has made itself, as the modules of a program, is not transferred.
                if (!response.url().startsWith('blob:'))
                    bodies.push(response.body().then((body) => ({ url: response.url(), body })));
            });
            await fresh.addInitScript(() => {
                const ask = globalThis.requestAnimationFrame;
                /** Milliseconds at which the first frame ended. @type {Promise<number>} */
                globalThis.firstFrame = new Promise((resolve) => {
                    const look = () => {
                        if (document.querySelector('.veil.gone')
                            || (document.readyState === 'complete'
                                && !document.querySelector('.veil')))
                            ask(() => resolve(performance.now()));
                        else ask(look);
                    };
                    ask(look);
                });
            });
        });
    const firstFrame = await page.evaluate(() => globalThis.firstFrame);
    await page.waitForLoadState('networkidle');
    const files = await Promise.all(bodies);
    await page.context().close();
    const isArt = (/** @type {{ url: string }} */ { url }) => /\.(png|jpg|webp)$/.test(url);
    const sum = (/** @type {typeof files} */ some,
        /** @type {(file: typeof files[number]) => number} */ count) =>
        some.reduce((total, file) => total + count(file), 0);
    const sent = files.filter((file) => !isArt(file));
    return {
        brotli: sum(sent, brotliSize),
        gzip: sum(sent, ({ body }) => gzipSync(body, { level: 9 }).length),
        art: sum(files.filter(isArt), ({ body }) => body.length),
        firstFrame,
    };
}

/**
 * Frames at a phone's size on a processor four times as slow as this one: the milliseconds of the main thread that a frame of the page takes,
 * for steps and drawing commands together. What a GPU or a rasterizer does with the commands is not in it.
 * @param {Awaited<ReturnType<typeof openBrowser>>} browser
 * @param {string} path
 * @param {number} seconds of game time
 */
export async function measureFrames(browser, path, seconds) {
    const { page } = await browser.open(path, { ...sizes.phone, deviceScaleFactor: 2 }, holdFrames);
    await page.waitForSelector('.veil.gone', { state: 'attached' });
    const client = await page.context().newCDPSession(page);
    await client.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await playFrames(page, 2);
    const times = (await playFrames(page, seconds)).sort((a, b) => a - b);
    await page.context().close();
    return { median: times[times.length >> 1], p95: times[Math.floor(times.length * 0.95)] };
}

/**
 * Leaves out what is drawn on canvases; runs in a page before everything else. Without a GPU the processor rasterizes, for longer than
 * the page plays, and of what it needs for that nothing is the page's own.
 */
function skipRasterizing() {
    for (const name
        of /** @type {const} */ (['drawArrays', 'drawArraysInstanced', 'drawElements',
            'drawElementsInstanced']))
    {
        WebGL2RenderingContext.prototype[name] = () => {};
    }
    for (const name
        of /** @type {const} */ (['drawImage', 'fill', 'fillRect', 'fillText', 'stroke',
            'strokeRect', 'strokeText']))
    {
        CanvasRenderingContext2D.prototype[name] = () => {};
    }
}

/**
 * What a minute of play leaves behind.
 * @param {Awaited<ReturnType<typeof openBrowser>>} browser
 * @param {string} path
 * @returns {Promise<{ heap: number, world: number, nodes: number, errors: string[] }>} bytes of JavaScript's heap, part of the world's bytes, and
 *     elements of the document at the end of a minute, less those at its begin: 45 s after the page was opened, when the pages have come to what
 *     they need
 */
export async function measureGrowth(browser, path) {
    const { page, errors } = await browser.open(path, { ...sizes.phone,
        viewport: { width: 320, height: 568 } }, async (fresh) => {
        await holdFrames(fresh);
        await fresh.addInitScript(skipRasterizing);
    });
    await page.waitForSelector('.veil.gone', { state: 'attached' });
    const client = await page.context().newCDPSession(page);
    const look = async () => {
        await client.send('HeapProfiler.collectGarbage');
        const { usedSize } = await client.send('Runtime.getHeapUsage');
        const [world, nodes] = await page.evaluate(
            () => [(globalThis.mica.world ?? globalThis.mica.machines[0].arena.world).bytes,
                document.querySelectorAll('*').length],
        );
        return { heap: usedSize, world, nodes };
    };
    // Six steps a frame: what a page allocates while it draws comes as often as on a slow phone.
    await playFrames(page, 45, 10);
    const before = await look();
    await playFrames(page, 60, 10);
    const after = await look();
    await page.context().close();
    return { heap: after.heap - before.heap, world: after.world / before.world - 1,
        nodes: after.nodes - before.nodes, errors };
}

/** Prints the figures of every page as a table. */
async function printFigures() {
    const browser = await openBrowser({ frameGap: 0 });
    console.log(
        '| page | kB before art: Brotli, gzip | first frame, ms | frame of a phone, ms: median, 95 of 100 | heap after a minute, kB |\n|---|--:|--:|--:|--:|',
    );
    for (const name of listPages()) {
        const path = `demo/${name}/`;
        const { brotli, gzip, firstFrame } = await measureLoad(browser, path);
        const { median, p95 } = await measureFrames(browser, path, 10);
        const { heap } = await measureGrowth(browser, path);
        console.log(
            `| ${name} | ${Math.round(brotli / 1000)}, ${Math.round(gzip / 1000)} | ${
                Math.round(firstFrame)
            } | ${median.toFixed(1)}, ${p95.toFixed(1)} | ${(heap / 1000).toFixed(0)} |`,
        );
    }
    await browser.close();
}

if (isMain(import.meta.url)) {
    await runMain(async () => {
        await setup(['build', 'browser', 'bench']);
        await build();
        await printFigures();
    });
}
