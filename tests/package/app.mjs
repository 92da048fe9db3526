// Installs the packed tarball into copies of the apps of tests/fixtures, under build/fixtures, and opens
// them in the system's Chromium. Used by the tests beside it, which `npm test` runs after packing.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync,
    statSync } from 'node:fs';
import { createServer } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { mustRun } from '../../web/scripts/process.mjs';
import { findChromium } from '../../web/scripts/setup.mjs';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
export const fixtures = join(root, 'tests', 'fixtures');
export const tarball = join(root, 'build', 'package', 'mica2d.tgz');

const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
    '--disable-background-networking', '--disable-component-update', '--disable-sync'];

/** What fall.js must say, from the package as Node loads it. */
export async function expectedResult() {
    const mica = await import(pathToFileURL(join(root, 'dist', 'mica2d.js')).href);
    const { fall } = await import(pathToFileURL(join(fixtures, 'fall.js')).href);
    return fall(mica);
}

/**
 * A fresh copy of an app with exactly the versions its lock file names, and the tarball. What was
 * installed before stays, as far as it is still right.
 * @param {string} name
 */
export async function installApp(name) {
    assert.ok(existsSync(tarball), 'Nothing is packed yet: run `npm test -- --only package`.');
    const folder = join(root, 'build', 'fixtures', name);
    mkdirSync(folder, { recursive: true });
    for (const old of readdirSync(folder)) {
        if (old !== 'node_modules') rmSync(join(folder, old), { recursive: true });
    }
    const source = join(fixtures, name);
    cpSync(source, folder, { recursive: true,
        filter: (path) => basename(path) !== 'node_modules' });
    cpSync(join(fixtures, 'fall.js'), join(folder, name === 'node' ? 'fall.mjs' : 'fall.js'));
    cpSync(join(fixtures, 'scene.mjs'), join(folder, 'scene.mjs'));
    // `npm ci` would refuse a lock file written where not every platform's packages could be seen.
    await mustRun('npm', ['install', '--no-save', '--prefer-offline', '--ignore-scripts',
        '--no-audit', '--no-fund', tarball], { cwd: folder });
    return folder;
}

/**
 * Runs an app's npm script to its end.
 * @param {string} folder
 * @param {string} script
 */
export async function runScript(folder, script) {
    return (await mustRun('npm', ['run', script], { cwd: folder })).output;
}

/** A port that nobody listens at. @returns {Promise<number>} */
function freePort() {
    return new Promise((resolve) => {
        const server = createServer();
        server.listen(0, '127.0.0.1', () => {
            const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
            server.close(() => resolve(port));
        });
    });
}

/**
 * Starts Vite's dev server in an app.
 * @param {string} folder
 * @param {string} [home] the folder whose node_modules has Vite
 */
export async function startVite(folder, home = folder) {
    const port = await freePort();
    const child = spawn(process.execPath, [join(home, 'node_modules', 'vite', 'bin', 'vite.js'),
        '--host', '127.0.0.1', '--port', String(port), '--strictPort'], { cwd: folder });
    let output = '';
    await new Promise((resolve, reject) => {
        const take = (/** @type {Buffer} */ data) => {
            output += data;
            if (output.includes(`:${port}/`) || output.includes('ready in')) resolve(undefined);
        };
        child.stdout.on('data', take);
        child.stderr.on('data', take);
        child.on('exit', () => reject(new Error(`vite ended:\n${output}`)));
    });
    return {
        url: `http://127.0.0.1:${port}/`,
        close: () =>
            new Promise((resolve) => {
                child.removeAllListeners('exit').on('exit', resolve).kill();
            }),
    };
}

const PATIENCE = 120_000; // milliseconds for what a page does later: a machine that does much else may take long

/** Starts Chromium. */
export function launch() {
    return chromium.launch({ executablePath: findChromium() ?? undefined, args: FLAGS,
        timeout: PATIENCE });
}

/** A new context, or a new page of one. @template {import('playwright-core').Page | import('playwright-core').BrowserContext} T @param {Promise<T>} made */
export async function patient(made) {
    const page = await made;
    page.setDefaultTimeout(PATIENCE);
    return page;
}

/**
 * Opens an address in a page that has not seen it before and waits for fall.js's results.
 * @param {import('playwright-core').Browser | import('playwright-core').BrowserContext} browser
 * @param {string} url
 * @returns {Promise<{ results: Record<string, string>, errors: string[], wasm: string[] }>} the results,
 *     what went wrong in the page, and which .wasm files it asked for
 */
export async function visit(browser, url) {
    const page = await patient(browser.newPage());
    /** @type {string[]} */
    const errors = [];
    /** @type {string[]} */
    const wasm = [];
    page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') errors.push(message.text());
    });
    page.on('pageerror', (error) => errors.push(String(error.stack ?? error)));
    page.on('request', (request) => {
        const name = new URL(request.url()).pathname;
        if (name.endsWith('.wasm')) wasm.push(basename(name));
    });
    try {
        await page.goto(url);
        // Vite's dev server may load the page a second time, so ask the page, not one of its scripts, and once.
        const text = await page.waitForFunction(() =>
            document.body?.textContent?.startsWith('{') && document.body.textContent
        )
            .catch((error) => {
                throw new Error(`${error.message}\n${errors.join('\n')}`);
            });
        const results = JSON.parse(/** @type {string} */ (await text.jsonValue()));
        return { results, errors, wasm };
    } finally {
        await page.close();
    }
}

/**
 * Checks that a page ran the engine by each of these ways with the result of Node, without an error.
 * @param {Awaited<ReturnType<typeof visit>>} seen
 * @param {string[]} ways
 */
export async function checkVisit({ results, errors }, ways) {
    const expected = await expectedResult();
    assert.deepEqual(results, Object.fromEntries(ways.map((way) => [way, expected])));
    assert.deepEqual(errors, []);
}

/** The entries that are the engine, each of which finds its .wasm in another way. */
const VARIANTS = ['inlined', 'scalar', 'external'];

/**
 * Checks a page of fall.js: all ways at once, by one engine; then each entry of the engine alone, of which 'external' loads one
 * file, the right one of the two.
 * @param {import('playwright-core').Browser} browser
 * @param {string} url
 * @param {string[]} ways
 */
export async function checkWays(browser, url, ways) {
    await checkVisit(await visit(browser, url), ways);
    for (const way of VARIANTS.filter((each) => ways.includes(each))) {
        const seen = await visit(browser, `${url}?only=${way}`);
        await checkVisit(seen, [way]);
        const files = new Set(seen.wasm);
        assert.equal(files.size, way === 'external' ? 1 : 0, String(seen.wasm));
        for (const file of files) assert.doesNotMatch(file, /scalar/);
    }
}

/** Checks that a build holds the worker's side of a world in a worker once. @param {string} folder */
export function checkOneHost(folder) {
    const hosts = listFiles(folder).filter((path) =>
        path.endsWith('.js')
        && readFileSync(join(folder, path), 'utf8').includes(
            'mica2d/worker-host: load this module in a worker',
        )
    );
    assert.equal(hosts.length, 1, String(hosts));
}

/** @param {string} folder @returns {string[]} paths of all files below, relative to it */
export function listFiles(folder) {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((path) => statSync(join(folder, path)).isFile()).sort();
}
