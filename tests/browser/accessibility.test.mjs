// What axe-core finds on the site's pages, dark and light: nothing that is serious or critical.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openBrowser, sizes, whenStill } from './page.mjs';
import { sample } from '../sample.mjs';

const demo = fileURLToPath(new URL('../../demo/', import.meta.url));
/** As a text: the policy of the pages lets no script of another place in. */
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const games = readdirSync(demo, { withFileTypes: true }).filter((entry) =>
    entry.isDirectory() && !['shared', 'guide'].includes(entry.name)
)
    .map(({ name }) => `demo/${name}/`);

/** @type {Awaited<ReturnType<typeof openBrowser>>} */
let browser;
before(async () => {
    browser = await openBrowser();
});
after(() => browser?.close());

for (const path of sample(['demo/', ...games, 'demo/guide/api.html', 'demo/guide/index.html',
    'demo/guide/platformer.html', 'demo/guide/playground.html'], 3))
{
    test(`${path}: axe finds nothing serious`, async () => {
        const { page, giveBack } = await browser.open(path, sizes.desktop);
        if (games.includes(path))
            await page.waitForFunction(() => document.querySelector('.veil.gone'));
        await page.evaluate(axe);
        const find = async (/** @type {object} */ options) => {
            await whenStill(page);
            return page.evaluate(async (given) => {
                const { violations } = await globalThis.axe.run(document, {
                    resultTypes: ['violations'],
                    ...given,
                });
                return violations.filter(({ impact }) =>
                    impact === 'serious' || impact === 'critical'
                )
                    .map(({ id, nodes }) =>
                        `${id}: ${
                            nodes.slice(0, 4).map(({ html }) => html.slice(0, 120)).join(' | ')
                        } (${nodes.length})`
                    );
            }, options);
        };
        assert.deepEqual(await find({}), []);
        await page.emulateMedia({ colorScheme: 'light' });
        assert.deepEqual(await find({ runOnly: ['color-contrast'] }), [], 'light');
        await giveBack();
    });
}
