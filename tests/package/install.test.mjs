// Mica installed from its sources, as whoever has only the repository does: by its address, and from a folder that holds a clone.
// Each time into an app of Vite, which then plays offline. The clone has what the working tree has, committed or not.
// A sample installs nothing: vite.test.mjs installs the packed tarball, whose files are the same.
import assert from 'node:assert/strict';
import { appendFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync,
    writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { mustRun, run } from '../../web/scripts/process.mjs';
import { serveFolder } from '../browser/server.mjs';
import { checkVisit, expectedResult, fixtures, launch, listFiles, patient, root, runScript,
    visit } from './app.mjs';
import { testLong, whole } from '../sample.mjs';

/** Outside of the project, whose node_modules would serve for what is missing. */
const place = mkdtempSync(join(tmpdir(), 'mica2d-'));
const clone = join(place, 'mica2d');
const MAX_BYTES = 6e6; // that are installed, without source maps

/** @type {Awaited<ReturnType<typeof launch>>} */
let browser;
before(async () => {
    const { stdout } = await mustRun('git', ['ls-files', '-z', '--cached', '--others',
        '--exclude-standard']);
    for (const file of stdout.split('\0').filter((name) => name && existsSync(join(root, name)))) {
        mkdirSync(dirname(join(clone, file)), { recursive: true });
        cpSync(join(root, file), join(clone, file));
    }
    const git = (/** @type {string[]} */ ...args) => mustRun('git', args, { cwd: clone });
    await git('init', '--quiet');
    await git('add', '--all');
    await git('-c', 'user.name=test', '-c', 'user.email=test@localhost', 'commit', '--quiet',
        '--message', 'State of the working tree');
    if (whole) browser = await launch();
});
after(async () => {
    await browser?.close();
    rmSync(place, { recursive: true, force: true });
});

/** @param {string} folder @param {string[]} args */
const npm = (folder, ...args) =>
    mustRun('npm', [...args, '--prefer-offline', '--no-audit', '--no-fund'], { cwd: folder });

/**
 * Installs Mica into a new app of Vite.
 * @param {string} name of the app's folder
 * @param {string} source
 */
async function installInto(name, source) {
    const folder = join(place, name);
    cpSync(join(fixtures, 'vite-pwa'), folder, { recursive: true,
        filter: (path) => !path.endsWith('node_modules') });
    for (const file of ['fall.js', 'scene.mjs']) cpSync(join(fixtures, file), join(folder, file));
    await npm(folder, 'install', source);
    return folder;
}

/** Checks that an app plays in Node; then, built by Vite, in Chromium; then there without a server. @param {string} folder */
async function checkApp(folder) {
    const program =
        "import * as mica from 'mica2d'; import { fall } from './fall.js'; console.log(await fall(mica));";
    const { stdout } = await mustRun(process.execPath, ['--no-warnings', '--input-type=module',
        '--eval', program], { cwd: folder });
    assert.equal(stdout.trim(), await expectedResult());
    await runScript(folder, 'build');
    const server = await serveFolder(join(folder, 'dist'));
    const context = await patient(browser.newContext());
    try {
        await checkVisit(await visit(context, server.url), ['inlined', 'workerWorld']);
        const page = await context.newPage();
        await page.goto(server.url);
        // Not its controller, which a page never gets that is on its way while the worker claims those that are there.
        await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
        await server.close();
        await page.reload();
        assert.ok(await page.evaluate(() => navigator.serviceWorker.controller !== null),
            "the page is the service worker's");
        await page.waitForFunction((name) => document.body.textContent?.includes(name),
            'workerWorld');
        await checkVisit(await visit(context, server.url), ['inlined', 'workerWorld']);
    } finally {
        await context.close();
        await server.close();
    }
}

test('without emcc it says in one sentence how to get it', async () => {
    const { code, output } = await run(process.execPath, [
        join(clone, 'web', 'scripts', 'prepare.mjs'),
    ], { cwd: clone, env: { PATH: place } });
    assert.equal(code, 1);
    assert.match(output.trim(), /^[^\n]*`apt-get install emscripten`[^\n]*\.$/);
    assert.equal(output.trim().split(/[.!?]\s/).length, 1, output);
    for (const folder of ['build', 'dist', 'node_modules'])
        assert.ok(!existsSync(join(clone, folder)), folder);
});

// Compiles the engine, which `npm test` does once already.
testLong('by the address of a repository', async () => {
    const app = await installInto('by-address', `git+${pathToFileURL(clone)}`);
    const installed = join(app, 'node_modules', 'mica2d');
    // What is published, but for package.json, which keeps what the project needs.
    const published = join(root, 'build', 'package', 'contents');
    assert.deepEqual(listFiles(installed), listFiles(published));
    for (const page of ['README.md', 'CHANGELOG.md'])
        assert.equal(readFileSync(join(installed, page), 'utf8'),
            readFileSync(join(published, page), 'utf8'), page);
    const bytes = listFiles(installed).filter((file) => !file.endsWith('.map')).reduce(
        (sum, file) => sum + statSync(join(installed, file)).size,
        0,
    );
    assert.ok(bytes > 1e6 && bytes < MAX_BYTES, `${bytes} bytes`);
    await checkApp(app);
});

testLong('from a folder', async () => {
    // The engine that was compiled from the same sources: its stamp is the hash of them.
    cpSync(join(root, 'build', 'wasm'), join(clone, 'build', 'wasm'), { recursive: true });
    const app = await installInto('from-folder', clone);
    assert.ok(
        existsSync(join(clone, 'dist', 'mica2d.js'))
            && existsSync(join(clone, 'node_modules', 'esbuild')),
    );
    for (const file of whole
        ? ['mica.wasm', 'mica-scalar.wasm', 'mica-matter.wasm', 'mica-matter-scalar.wasm']
        : [])
    {
        const [here, there] = [clone, join(place, 'by-address', 'node_modules', 'mica2d')].map((
            folder,
        ) => readFileSync(join(folder, 'dist', file)));
        assert.ok(here.equals(there), `${file}, compiled in two places`);
    }
    await checkApp(app);
    const { stdout } = await mustRun('git', ['status', '--porcelain'], { cwd: clone });
    assert.equal(stdout, '', 'no file of the repository has changed');
});

testLong('in a clone npm ci builds nothing again', async () => {
    const file = join(clone, 'dist', 'mica2d.js');
    const { mtimeMs } = statSync(file);
    const { output } = await npm(clone, 'ci');
    assert.match(output, /^dist\/ is up to date\.$/m);
    assert.equal(statSync(file).mtimeMs, mtimeMs);
    const { isPackageCurrent } = await import(
        pathToFileURL(join(clone, 'web', 'scripts', 'package.mjs')).href
    );
    assert.equal(isPackageCurrent(), true);
    const source = join(clone, 'js', 'index.js');
    const text = readFileSync(source);
    appendFileSync(source, '\n');
    assert.equal(isPackageCurrent(), false, 'a source has changed');
    writeFileSync(source, text);
    assert.equal(isPackageCurrent(), true);
    rmSync(join(clone, 'dist', 'external.js'));
    assert.equal(isPackageCurrent(), false, 'a file is missing');
});
