// Recordings made in Node play in Chromium, with SIMD and without: random histories, 100 of them (25 for a
// sample), or as many as MICA_HISTORIES says.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import * as mica from '../../js/index.js';
import { bundleModules } from '../../web/scripts/package.mjs';
import { recordHistory } from '../js/histories.mjs';
import { openBrowser, sizes } from './page.mjs';
import { part } from '../sample.mjs';

const COUNT = Number(process.env.MICA_HISTORIES ?? part(100, 4));
/** Recordings that go to the page in one message. */
const BATCH = 100;

/** @type {Awaited<ReturnType<typeof openBrowser>>} */
let browser;
/** Holds the package's entries. */
const folder = mkdtempSync(join(tmpdir(), 'mica-'));
before(async () => {
    await mica.init();
    await bundleModules(folder, { sourcemap: false });
    browser = await openBrowser();
});
after(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true });
});

/** Plays recordings in the page. */
const play = ([file, recordings]) =>
    (async () => {
        const [{ init }, { Replay }] = [await import(`/engine/${file}`),
            await import('/engine/recording.js')];
        await init();
        return recordings.map((text) => {
            const replay = Replay.open(
                Uint8Array.from(atob(text), (character) => character.charCodeAt(0)),
            );
            replay.seek(replay.steps);
            const found = `${replay.world.hash()} ${JSON.stringify(replay.verify())}`;
            replay.destroy();
            return found;
        });
    })();

for (const file of ['mica2d.js', 'scalar.js']) {
    test(`recordings made in Node play in Chromium by ${file}`, async () => {
        const { page } = await browser.open('demo/index.html', sizes.desktop, (fresh) =>
            fresh.route('**/engine/**/*.js', (route) =>
                route.fulfill({ contentType: 'text/javascript',
                    path: join(folder,
                        new URL(route.request().url()).pathname.replace(/^.*\/engine\//, '')) })));
        for (let first = 1; first <= COUNT; first += BATCH) {
            const histories = Array.from({ length: Math.min(BATCH, COUNT - first + 1) }, (_, i) =>
                recordHistory(mica.World, 30000 + first + i));
            const texts = histories.map(({ bytes }) =>
                Buffer.from(bytes).toString('base64')
            );
            const found = await page.evaluate(play, [file, texts]);
            assert.deepEqual(found, histories.map(({ hash }) => `${hash} null`));
        }
        await page.context().close();
    });
}
