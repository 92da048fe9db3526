// Links to a moment that are damaged, crafted or of another page: the page says so once, begins as without the link, and goes on.
// What a page cannot tell from a moment of its own it opens; if a frame fails with it, it is given up. Time is made by mica.advance.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readMoment, writeMoment } from '../../demo/shared/moment.js';
import { World, init } from '../../js/index.js';
import { openBrowser, sizes } from './page.mjs';
import { banishGhosts, playCave, whenOpen as whenCaveOpen } from './cave.mjs';
import { play, playStage, share, whenOpen } from './stage.mjs';
import { sample, testLong } from '../sample.mjs';

const REFUSED =
    'This link is damaged, or of another version of the page: here is the beginning instead';

/** @type {Awaited<ReturnType<typeof openBrowser>>} */
let browser;
before(async () => {
    await init();
    browser = await openBrowser();
});
after(() => browser?.close());

/** A snapshot of a world that no page has. */
function otherWorld() {
    const world = new World({ layers: { other: {} } });
    world.createBody({ position: [3, 4],
        collider: { shape: 'circle', radius: 0.5, layer: 'other' } });
    const bytes = world.snapshot();
    world.destroy();
    return bytes;
}

/** Has the words that the page says kept. @param {import('playwright-core').Page} page */
const keepSaid = (page) =>
    page.addInitScript(() => {
        globalThis.saidTexts = [];
        addEventListener('DOMContentLoaded', () =>
            new MutationObserver(() => {
                const text = document.getElementById('said')?.textContent;
                if (text && globalThis.saidTexts.at(-1) !== text) globalThis.saidTexts.push(text);
            }).observe(document.documentElement, { subtree: true, childList: true,
                characterData: true }));
    });

/** What a page is: its world and the page's own state, but for the seed, which counts the games. @param {import('playwright-core').Page} page */
const look = (page) =>
    page.evaluate(() => {
        const { stage, world } = globalThis.mica;
        return { hash: String(world.hash()), step: world.stepCount,
            state: JSON.stringify(stage.timeline.played.save(),
                (key, value) => (key === 'seed' ? 0 : value)), layers: world.layers.names };
    });

/** Links that each page must refuse: by what is wrong, the state and snapshot. @param {{ state: any, snapshot: Uint8Array }} moment @param {Record<string, any>} more */
function hostile({ state, snapshot }, more) {
    const kinds = Object.fromEntries(
        Object.keys(state).map((
            key,
        ) => [key, state[key] !== null && typeof state[key] === 'object' ? 7 : [[]]]),
    );
    return {
        'values of other kinds': [{ ...state, ...kinds }, snapshot],
        'no state': [7, snapshot],
        'half a snapshot': [state, snapshot.slice(0, snapshot.length >> 1)],
        ...Object.fromEntries(
            Object.entries(more).map((
                [what, change],
            ) => [what, [{ ...state, ...change }, snapshot]]),
        ),
    };
}

const PAGES = {
    'chains/': { 'a scene that is none': { name: 'constructor' } },
    'elements/': { 'a scene that is none': { scene: 99 } },
    'billiards/': {},
    'pachinko/': {},
    'ragdolls/': {},
    'slice/': {},
    'merge/': {},
    'pinball/': {},
    'slingshot/': { 'a level that is none': { number: -1, level: { name: 'x' } } },
    'dig/': {},
    'platformer/': { 'numbers that are none': { numbers: { jumpHeight: -1 } } },
};

for (const [path, more] of sample(Object.entries(PAGES), 6)) {
    test(`${path}: a crafted link is refused, and the page begins as without it`, async () => {
        let moment;
        let fresh;
        await playStage(path, sizes.laptop, async (page) => {
            fresh = await look(page);
            await play(page, 0.5);
            moment = await readMoment(await share(page));
        });
        for (const [what, [state, snapshot]] of Object.entries(hostile(moment, more))) {
            await playStage(path + await writeMoment(state, snapshot), sizes.laptop,
                async (page) => {
                    await whenOpen(page);
                    assert.deepEqual(await look(page), fresh, what);
                    assert.deepEqual(
                        await page.evaluate(() =>
                            globalThis.saidTexts.filter((text) => text.includes('link'))
                        ),
                        [REFUSED],
                        what,
                    );
                    await play(page, 0.3);
                    assert.ok((await look(page)).step > 0, what);
                }, keepSaid);
        }
        // Of another world: opened if the page can show it, else given up.
        await playStage(path + await writeMoment(moment.state, otherWorld()), sizes.laptop,
            async (page) => {
                await page.evaluate(() => globalThis.mica.stage.setPaused(false));
                await page.waitForFunction((from) => globalThis.mica.stage.frames > from + 3,
                    await page.evaluate(() => globalThis.mica.stage.frames));
                await page.evaluate(() => {
                    try {
                        globalThis.mica.advance(0.1);
                    } catch (error) {
                        if (!globalThis.mica.stage.timeline.giveUp(error)) throw error;
                    }
                });
                const { layers } = await look(page);
                const said = await page.evaluate(() =>
                    globalThis.saidTexts.filter((text) => text.includes('link'))
                );
                assert.ok(layers.includes('other') ? said.length === 0 : said.length === 1,
                    `${layers}: ${said}`);
            }, keepSaid);
    });
}

testLong('cave: a crafted link is refused, and the level begins as without it',
    () =>
        playCave(browser, sizes.laptop, async (page) => {
            await banishGhosts(page);
            await page.click('#timeline-share');
            await page.waitForFunction(() => location.hash.startsWith('#moment='));
            const moment =
                /** @type {any} */ (await readMoment(await page.evaluate(() => location.hash)));
            const { hero, ...rest } = moment.state;
            for (const [state, snapshot] of [[null, moment.snapshot], [{ ...rest, hero: 7 },
                moment.snapshot], [{ ...moment.state, level: 99 }, moment.snapshot], [moment.state,
                otherWorld()], [{ ...moment.state,
                minds: { ...moment.state.minds, anger: new Array(999).fill(0) } },
                moment.snapshot]])
            {
                await page.evaluate((text) => {
                    location.hash = text;
                }, await writeMoment(state, snapshot));
                await page.reload();
                await whenCaveOpen(page);
                await page.waitForFunction(
                    (text) => document.getElementById('moment')?.textContent === text,
                    REFUSED,
                );
                const [layers, paused, frames] = await page.evaluate(
                    () => [globalThis.mica.world.layers.names, globalThis.mica.page.game.paused,
                        globalThis.mica.page.frames],
                );
                assert.ok(!layers.includes('other') && layers.includes('player') && !paused);
                await page.waitForFunction((from) => globalThis.mica.page.frames > from + 3,
                    frames);
            }
        }));

test('time machine: a crafted link is refused, and the first film begins', async () => {
    const world = new World({ layers: { fixed: {}, part: ['fixed', 'part'] } });
    const other = world.snapshot();
    world.destroy();
    for (const snapshot of [other, otherWorld(), new Uint8Array(64)]) {
        await playStage(`time-machine/${await writeMoment(null, snapshot)}`, sizes.laptop,
            async (page) => {
                await page.waitForFunction(
                    (text) => document.getElementById('announce')?.textContent === text,
                    REFUSED,
                );
                assert.ok(
                    await page.evaluate(() =>
                        [...globalThis.mica.world.bodies].length > 30
                        && globalThis.mica.world.stepCount === 0
                    ),
                );
                await play(page, 0.2);
            });
    }
});
