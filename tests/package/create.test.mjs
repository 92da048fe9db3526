// `npm create mica2d` as it is packed: the game of each template is written, built by Vite with the packed engine, opened in Chromium
// and played. The games lie in one folder and share its node_modules, which hold the lowest versions that the templates name.
// A sample plays every third.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { mustRun } from '../../web/scripts/process.mjs';
import { TEMPLATES } from '../../web/create/create.mjs';
import { serveFolder } from '../browser/server.mjs';
import { launch, patient, root, runScript, startVite, tarball } from './app.mjs';
import { sample, testLong } from '../sample.mjs';

const chosen = sample(Object.keys(TEMPLATES), 3);
const folder = join(root, 'build', 'fixtures', 'create');
const createTarball = join(root, 'build', 'package', 'create-mica2d.tgz');

/** The game of a template. @param {string} template */
const gameOf = (template) => join(folder, 'games', template);

/** @param {string} place @param {string[]} args */
const npm = (place, ...args) =>
    mustRun('npm', ['--prefer-offline', '--no-audit', '--no-fund', ...args], { cwd: place });

/** The lowest versions that the games name, but for the engine. @returns {Record<string, string>} */
function lowestVersions() {
    const manifests = chosen.map((template) =>
        JSON.parse(readFileSync(join(gameOf(template), 'package.json'), 'utf8'))
    );
    const ranges = manifests.flatMap(({ dependencies, devDependencies }) =>
        Object.entries({ ...dependencies, ...devDependencies })
    );
    return Object.fromEntries(ranges.filter(([name]) => name !== 'mica2d').map((
        [name, range],
    ) => [name, range.replace('^', '')]));
}

/** @type {Awaited<ReturnType<typeof launch>>} */
let browser;
before(async () => {
    browser = await launch();
    for (const old of ['games', 'package'])
        rmSync(join(folder, old), { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    await mustRun('tar', ['-xzf', createTarball, '-C', folder]);
    for (const template of chosen) {
        await mustRun(process.execPath, [join('package', 'create.mjs'), join('games', template),
            '--template', template], { cwd: folder });
    }
    const manifest = { private: true, dependencies: lowestVersions() };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    await npm(folder, 'install', '--no-save', '--no-package-lock', '--ignore-scripts', tarball);
    // Vite's dev server gives a game what lies in its workspace alone.
    writeFileSync(join(folder, 'package.json'),
        JSON.stringify({ ...manifest, workspaces: ['games/*'] }));
});
after(() => browser?.close());

/** How far the body that has moved farthest is from where it was; and starts anew. Runs in the page. */
function motionOfWorld() {
    const { world, posesBefore = [] } = /** @type {any} */ (globalThis);
    const poses = Array.from(/** @type {Float32Array} */ (world.poses));
    Object.assign(globalThis, { posesBefore: poses });
    return Math.max(0, ...poses.map((value, i) => Math.abs(value - (posesBefore[i] ?? value))));
}

/**
 * Opens a game and plays it for a second: a body moves, and what is drawn changes.
 * @param {import('playwright-core').Page} page
 * @param {string} url
 */
async function play(page, url) {
    /** @type {string[]} */
    const errors = [];
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    page.on('pageerror', (error) => errors.push(String(error.stack ?? error)));
    page.on('requestfailed', (request) => errors.push(`failed: ${request.url()}`));
    await page.goto(url);
    const steps = (/** @type {number} */ count) =>
        page.waitForFunction((least) => /** @type {any} */ (globalThis).world?.stepCount >= least,
            count).catch((error) => {
                throw new Error(`${error.message}\n${errors.join('\n')}`);
            });
    await steps(2);
    await page.evaluate(motionOfWorld);
    const before = await page.screenshot();
    await page.mouse.move(400, 300);
    await page.mouse.down();
    await page.mouse.move(340, 330);
    await page.mouse.up();
    await page.keyboard.down('ArrowRight');
    await steps(60);
    const moved = await page.evaluate(motionOfWorld);
    assert.ok(moved > 0.1 && moved < 1000, `a body moves by ${moved} m`);
    assert.ok(!before.equals(await page.screenshot()), 'and is drawn where it is');
    assert.deepEqual(errors, []);
}

/** What a template's test has to try besides. @type {Record<string, (page: import('playwright-core').Page, close: () => Promise<void>) => Promise<void>>} */
const more = {
    async react(page) {
        const bodies = () =>
            page.evaluate(() => /** @type {any} */ (globalThis).world.counters.bodies);
        const before = await bodies();
        await page.click('button');
        assert.equal(await bodies(), before + 1, 'a component more is a body more');
    },
    async pwa(page, close) {
        const kept = await page.evaluate(async () => {
            await navigator.serviceWorker.ready;
            const lists = (await caches.keys()).map(async (name) =>
                (await (await caches.open(name)).keys()).map(({ url }) => url)
            );
            return (await Promise.all(lists)).flat();
        });
        assert.deepEqual(kept.filter((url) => url.includes('.wasm')).length, 1, String(kept));
        assert.ok(!kept.some((url) => url.includes('scalar')));
        await close();
        await page.reload();
        await page.waitForFunction(() => /** @type {any} */ (globalThis).world?.stepCount > 10);
    },
    async phaser(page) {
        // The arrow key is still down. A busy machine may take longer to get there.
        await page.waitForFunction(() => {
            const [{ body }] = /** @type {any} */ (globalThis).world.movers;
            return body.x > 3 && body.y > 1;
        });
    },
};

for (const template of chosen) {
    test(`${template}: built and played`, async () => {
        await runScript(gameOf(template), 'build');
        const server = await serveFolder(join(gameOf(template), 'dist'));
        const context = await patient(
            browser.newContext({ viewport: { width: 800, height: 600 } }),
        );
        try {
            const page = await context.newPage();
            await play(page, server.url);
            await more[template]?.(page, server.close);
        } finally {
            await context.close();
            await server.close();
        }
    });
}

/** @param {string} template @param {(page: import('playwright-core').Page, url: string) => Promise<void>} visit */
async function visitDevServer(template, visit) {
    const server = await startVite(gameOf(template), folder);
    const context = await patient(browser.newContext({ viewport: { width: 800, height: 600 } }));
    try {
        await visit(await context.newPage(), server.url);
    } finally {
        await context.close();
        await server.close();
    }
}

// Only there does React's strict mode make and end each component twice.
testLong('react: played from the dev server', () =>
    visitDevServer('react', async (page, url) => {
        await play(page, url);
        const before = await page.locator('.word').count();
        assert.equal(
            await page.evaluate(() => /** @type {any} */ (globalThis).world.counters.bodies),
            before + 3,
            'each component has one body',
        );
    }));

testLong('worker: played from the dev server', () => visitDevServer('worker', play));

testLong('from an empty folder to a game that is built, by the commands of its README',
    async () => {
        const place = mkdtempSync(join(tmpdir(), 'create-mica2d-'));
        try {
            await npm(place, 'exec', '--yes', `--package=${createTarball}`, '--', 'create-mica2d',
                'my-game', '--mica2d', tarball);
            await npm(join(place, 'my-game'), 'install');
            const output = await runScript(join(place, 'my-game'), 'build');
            assert.match(output, /built in/);
            assert.doesNotMatch(output, /warn|larger than/i);
        } finally {
            rmSync(place, { recursive: true, force: true });
        }
    });
