// What every page to play has, in Chromium: a line that says what to do, help, panel and meter shut at first, sheets that lie over
// no other, dark sheets over a scene by night, sound, and a link that is no dead page.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { listPages } from './measure.mjs';
import { openBrowser, sizes, whenStill } from './page.mjs';

const LONGEST = 72; // letters of a line that is read in five seconds, two rows of a phone
const games = listPages().filter((name) => name !== 'guide');
const small = { viewport: { width: 1280, height: 720 } };

/** @type {Awaited<ReturnType<typeof openBrowser>>} */
let browser;
before(async () => {
    browser = await openBrowser();
});
after(() => browser?.close());

/** Opens a page to play, and fails for any error that it had. */
async function playPage(path, options, run, prepare) {
    const { page, errors, giveBack } = await browser.open(`demo/${path}`, options, prepare);
    try {
        await page.waitForFunction(() => document.querySelector('.veil.gone'));
        await run(page);
        assert.deepEqual(errors, []);
    } finally {
        await giveBack();
    }
}

/** The sheets that lie over each other or leave the window, by their names. */
const crossing = (page) =>
    page.evaluate(() => {
        const sheets = [
            ...document.querySelectorAll(
                '.hud > *, .top > *, .hud .tools, .toggle, .panel, .timeline',
            ),
        ]
            .map((
                each,
            ) => [each.id || each.className, each.getBoundingClientRect(),
                getComputedStyle(each).visibility]
            )
            .filter(([, { width }, visibility]) => width > 0 && visibility === 'visible');
        return sheets.flatMap(([name, a], i) =>
            sheets.slice(i + 1).filter(([other, b]) =>
                // The button that shuts the panel lies on it.
                !(name === 'panel-toggle' && other === 'panel')
                && Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
                && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1
            ).map(([other]) => `${name} over ${other}`)
        ).concat(sheets.filter(([, { left, right }]) => left < 0 || right > innerWidth + 1)
            .map(([name]) => `${name} leaves the window`));
    });

for (const name of games) {
    test(`${name}: a line says what to do, nothing else is open, and no sheet lies over another`, async () => {
        for (const size of [sizes.phone, small]) {
            await playPage(`${name}/`, size, async (page) => {
                const shown = await page.evaluate(() => ({
                    goal: document.getElementById('goal').textContent,
                    seen: document.getElementById('goal').checkVisibility({ opacityProperty: true,
                        visibilityProperty: true }),
                    panel: document.getElementById('panel')?.dataset.open,
                    meter: document.getElementById('meter')?.open,
                    frame: getComputedStyle(document.querySelector('canvas')).boxShadow,
                }));
                const length = shown.goal.length;
                assert.ok(shown.seen && length > 10 && length <= LONGEST, JSON.stringify(shown));
                assert.ok(shown.panel !== 'true' && !shown.meter && shown.frame === 'none');
                await whenStill(page);
                assert.deepEqual(await crossing(page), []);
                await page.keyboard.press('?');
                const open = () =>
                    page.evaluate(
                        () => [!document.getElementById('keys').hidden,
                            !document.getElementById('goal').classList.contains('gone')],
                    );
                assert.deepEqual(await open(), [true, true]);
                await page.keyboard.press('Escape');
                assert.deepEqual(await open(), [false, false]);
                await page.click('#help');
                assert.deepEqual(await open(), [true, true]);
                await page.click('#help');
                if (size !== small || !shown.panel) return;
                await page.click('#panel-toggle');
                await whenStill(page);
                assert.deepEqual(await crossing(page), []);
            });
        }
    });

    test(`${name}: silent until the first press, then muted by one button`, () =>
        playPage(`${name}/`, sizes.desktop, async (page) => {
            const contexts = () => page.evaluate(() => globalThis.contexts);
            assert.equal(await contexts(), 0);
            await page.mouse.click(720, 500);
            await page.waitForFunction(() => globalThis.contexts === 1);
            await page.click('#mute');
            assert.equal(await page.evaluate(() => localStorage.getItem('mica muted')), 'true');
        }, (page) =>
            page.addInitScript(() => {
                globalThis.contexts = 0;
                globalThis.AudioContext = class extends globalThis.AudioContext {
                    constructor() {
                        super();
                        globalThis.contexts++;
                    }
                };
            })));
}

test('sheets over a scene by night are dark in both looks', () =>
    playPage('ragdolls/', { ...sizes.desktop, colorScheme: 'light' }, async (page) => {
        const schemes = await page.evaluate(() =>
            ['.brand', '.panel', '.timeline', '.said'].map((each) =>
                getComputedStyle(document.querySelector(each)).color
            )
        );
        assert.deepEqual([...new Set(schemes)], ['rgb(238, 242, 255)']);
    }));

for (const name of ['billiards', 'cave', 'zoo', 'time-machine']) {
    test(`${name}: a link shows that time stands, and any input plays`, () =>
        playPage(`${name}/`, small, async (page) => {
            const share = () =>
                page.evaluate(async () => {
                    const { page: cave, stage } = globalThis.mica;
                    const timeline = (cave ?? stage).timeline;
                    if (timeline) await timeline.share();
                    else document.getElementById('film-share').click();
                });
            await share();
            await page.waitForFunction(() => location.hash.startsWith('#moment='));
            const paused = () =>
                page.evaluate(() => (globalThis.mica.page?.game ?? globalThis.mica.stage).paused);
            for (const play of [() => page.click('#play'), () =>
                page.keyboard.press(
                    name === 'time-machine' ? 'Space' : 'ArrowRight', // which goes a step there
                ), () => page.mouse.click(640, 360)])
            {
                await page.reload();
                await page.locator('#play').waitFor({ state: 'visible' });
                assert.equal(await paused(), true);
                await play();
                await page.waitForFunction(() =>
                    !(globalThis.mica.page?.game ?? globalThis.mica.stage).paused
                );
                assert.equal(await page.locator('#play').isVisible(), false);
            }
            // Who pauses sees it in the timeline, and input stays with the paused picture.
            if (name === 'time-machine') return;
            await page.keyboard.press('KeyP');
            assert.equal(await page.getAttribute('#timeline-play', 'aria-label'), 'Play');
            assert.equal(await page.locator('#play').isVisible(), false);
            await page.keyboard.press('ArrowRight');
            assert.equal(await paused(), true);
            await page.click('#timeline-play');
            assert.equal(await paused(), false);
            await page.evaluate(() => {
                location.hash = '#moment=broken';
            });
            await page.reload();
            await page.waitForFunction(() =>
                /link is damaged/.test(document.body.innerText)
                && !(globalThis.mica.page?.game ?? globalThis.mica.stage).paused
            );
        }));
}
