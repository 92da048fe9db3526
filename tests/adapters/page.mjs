// A blank page in the system's Chromium for the adapters' tests: it can import Mica's modules, and
// PixiJS, Phaser and three by name from this folder's node_modules. '/isolated' is the same page
// isolated across origins, where memory can be shared. What goes wrong in a page is recorded.
import { createReadStream, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { findChromium } from '../../web/scripts/setup.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const screenshots = join(root, 'build', 'screenshots');

const FLAGS = ['--no-sandbox', '--disable-gpu', '--enable-unsafe-swiftshader', '--disable-quic',
    '--no-first-run', '--disable-background-networking', '--disable-component-update',
    '--disable-sync'];

const PATIENCE = 120_000; // milliseconds for what a page does later: a machine that does much else may take long

/** @type {Record<string, string>} */
const TYPES = {
    '.html': 'text/html; charset=utf-8',
    '.css': 'text/css',
    '.js': 'text/javascript',
    '.mjs': 'text/javascript',
    '.wasm': 'application/wasm',
    '.json': 'application/json',
    '.png': 'image/png',
    '.svg': 'image/svg+xml',
};

const modules = '/tests/adapters/node_modules';
const imports = {
    'pixi.js': `${modules}/pixi.js/dist/pixi.mjs`,
    phaser: `${modules}/phaser/dist/phaser.esm.js`,
    three: `${modules}/three/build/three.module.js`,
    excalibur: `${modules}/excalibur/build/esm/excalibur.js`,
    kaplay: `${modules}/kaplay/dist/kaplay.mjs`,
    littlejsengine: `${modules}/littlejsengine/dist/littlejs.esm.js`,
    melonjs: `${modules}/melonjs/build/index.js`,
    mica2d: '/js/index.js',
    'mica2d/': '/js/',
};
const blank =
    `<!doctype html><meta charset="utf-8"><title>Adapters</title><link rel="icon" href="data:,">
<style>html, body { margin: 0; height: 100%; background: #0d1122 } canvas { display: block; width: 100%; height: 100% }</style>
<script type="importmap">${JSON.stringify({ imports })}</script><canvas></canvas>`;

/** Serves the repository and the blank page. */
async function serve() {
    const server = createServer((request, response) => {
        const { pathname } = new URL(request.url ?? '/', 'http://localhost');
        const isolated = pathname === '/isolated' || request.headers.referer?.endsWith('/isolated');
        const headers = isolated
            ? { 'Cross-Origin-Opener-Policy': 'same-origin',
                'Cross-Origin-Embedder-Policy': 'require-corp' }
            : {};
        if (pathname === '/blank' || pathname === '/isolated') {
            response.writeHead(200, { 'Content-Type': TYPES['.html'], ...headers }).end(blank);
            return;
        }
        const file = normalize(join(root, decodeURIComponent(pathname)));
        if (!file.startsWith(root) || !statSync(file, { throwIfNoEntry: false })?.isFile()) {
            response.writeHead(404).end();
            return;
        }
        // A module worker of an isolated page must ask for isolation itself.
        const type = TYPES[extname(file)] ?? 'application/octet-stream';
        response.writeHead(200, { 'Content-Type': type,
            'Cross-Origin-Embedder-Policy': 'require-corp' });
        createReadStream(file).pipe(response);
    });
    await new Promise((resolve) => {
        server.listen(0, '127.0.0.1', () => resolve(undefined));
    });
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    return { url: `http://127.0.0.1:${port}`, close: () => {
        server.closeAllConnections();
        server.close();
    } };
}

/** @typedef {{ page: import('playwright-core').Page, errors: string[], printed: string[] }} Opened */

/** How many pages have written their counts. */
let counted = 0;

/**
 * Writes which parts of js/ a page ran since it was opened, as Node does for a process (`npm run coverage`).
 * @param {import('playwright-core').Page} page
 * @param {string} served the server's address
 */
async function keepCoverage(page, served) {
    const folder = process.env.NODE_V8_COVERAGE;
    if (!folder) return;
    const scripts = await page.coverage.stopJSCoverage();
    const result = scripts.filter(({ url }) => url.startsWith(`${served}/js/`))
        .map(({ url, functions }) => ({ url: pathToFileURL(join(root, new URL(url).pathname)).href,
            functions })
        );
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `coverage-${process.pid}-page-${++counted}.json`),
        JSON.stringify({ result }));
}

/**
 * A new page that records its errors and what it prints.
 * @param {import('playwright-core').Browser} browser
 * @returns {Promise<Opened>}
 */
async function openPage(browser) {
    const page = await (await browser.newContext()).newPage();
    page.setDefaultTimeout(PATIENCE);
    /** @type {string[]} */
    const errors = [];
    /** @type {string[]} */
    const printed = [];
    page.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text());
        if (message.type() === 'log') printed.push(message.text());
    });
    page.on('pageerror', (error) => errors.push(String(error.stack ?? error)));
    return { page, errors, printed };
}

/** Starts the server and the browser. */
export async function openBrowser() {
    const server = await serve();
    const browser = await chromium.launch({ executablePath: findChromium() ?? undefined,
        headless: true, args: FLAGS });
    /** Pages that no test uses now. @type {Opened[]} */
    const free = [];
    return {
        url: server.url,
        /**
         * A fresh document, and what it has printed and run into, on a page that an earlier test has given back
         * or on a new one.
         * @param {string} [path]
         * @param {{ width: number, height: number }} [size]
         */
        async open(path = '/blank', size = { width: 800, height: 600 }) {
            const opened = free.pop() ?? await openPage(browser);
            const { page, errors, printed } = opened;
            await page.setViewportSize(size);
            if (process.env.NODE_V8_COVERAGE)
                await page.coverage.startJSCoverage({ resetOnNavigation: false });
            errors.length = 0;
            printed.length = 0;
            await page.goto(server.url + path);
            return { page, errors, printed, close: async () => {
                await keepCoverage(page, server.url);
                await page.context().close();
            }, /** Gives the page, emptied, to later tests. */ async giveBack() {
                await keepCoverage(page, server.url);
                await page.goto('about:blank');
                free.push(opened);
            } };
        },
        async close() {
            await browser.close();
            server.close();
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
