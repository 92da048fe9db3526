// The cave's timeline in Chromium: time goes back and forth by dragging and by keys, the game plays on from there
// with what was drawn or erased since, and a link opens the same moment in another page.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { banishGhosts, look, play, playCave, reach, showFrames, whenOpen } from './cave.mjs';
import { keepScreenshot, openBrowser, sizes } from './page.mjs';
import { testLong } from '../sample.mjs';

/** @type {Awaited<ReturnType<typeof openBrowser>>} */
let browser;
before(async () => {
    browser = await openBrowser();
});
after(() => browser?.close());

const state = (page) =>
    page.evaluate(() => {
        const { state, world } = globalThis.mica;
        return { hash: world.hash(), step: world.stepCount, x: state.player.x,
            loose: state.loose.length, lit: state.lit };
    });

/** Moves the slider as a user does who drags it, and lets go. @param {number} steps back from the newest */
const drag = (page, steps, letGo = true) =>
    page.evaluate(([back, end]) => {
        const range = document.getElementById('timeline-range');
        range.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
        range.value = String(Number(range.max) - back);
        range.dispatchEvent(new Event('input', { bubbles: true }));
        if (end) range.dispatchEvent(new Event('change', { bubbles: true }));
    }, [steps, letGo]);

test('time goes back and forth, and the game plays on from there', () =>
    playCave(browser, sizes.laptop, async (page) => {
        await banishGhosts(page);
        await page.click('#pause');
        await page.evaluate(() => {
            globalThis.mica.state.game.paused = false;
        });
        await reach(page, () => globalThis.mica.state.grounded);
        await page.evaluate(() => {
            globalThis.mica.state.game.paused = true;
        });
        await showFrames(page, 2);
        const before = await state(page);
        // Thirty steps with a crate erased and the player thrown about.
        const after = await page.evaluate(() => {
            const { state } = globalThis.mica;
            state.player.setVelocity(5, 9);
            state.game.paused = false;
            for (let i = 0; i < 40; ++i) globalThis.mica.advance(1 / 60);
            state.game.paused = true;
            return { hash: globalThis.mica.world.hash(), step: globalThis.mica.world.stepCount };
        });
        await showFrames(page, 2);
        await drag(page, after.step - before.step, false);
        const back = await state(page);
        assert.deepEqual([back.step, back.x, back.loose], [before.step, before.x, before.loose]);
        assert.match(await page.locator('#timeline-out').innerText(), /now|s$/);
        await keepScreenshot(page, 'cave-timeline');
        await drag(page, 0);
        assert.equal((await state(page)).hash, after.hash);
        await drag(page, after.step - before.step);
        await play(page, 0.01).catch(() => {}); // paused: it stays
        await page.evaluate(() => {
            globalThis.mica.state.game.paused = false;
        });
        await play(page, 1);
        assert.ok((await look(page)).steps > before.step + 50);
    }));

testLong('what was erased comes back, and what was drawn goes',
    () =>
        playCave(browser, sizes.laptop, async (page) => {
            await banishGhosts(page);
            await reach(page, () => globalThis.mica.state.grounded);
            const advance = () =>
                page.evaluate(() => {
                    for (let i = 0; i < 5; ++i) globalThis.mica.advance(1 / 60);
                });
            const place = () =>
                page.evaluate(() => {
                    const { camera, loose, player } = globalThis.mica.state;
                    const body = globalThis.drawn ?? { x: player.x, y: player.y + 2.5 };
                    globalThis.drawn ??= null;
                    return [camera.screenX(body.x), camera.screenY(body.y), loose.length];
                });
            const start = await state(page);
            await page.keyboard.press('3');
            const [x, y] = await place();
            await page.mouse.click(x, y);
            await advance();
            const drawn = await state(page);
            assert.equal(drawn.loose, start.loose + 1);
            await page.evaluate(() => {
                globalThis.drawn = globalThis.mica.state.loose.at(-1);
            });
            await page.click('#pause');
            await page.keyboard.press('4');
            const [ex, ey] = await place();
            await page.mouse.click(ex, ey);
            await page.click('#pause');
            await advance();
            assert.equal(await page.evaluate(() => globalThis.drawn.alive), false);
            await showFrames(page, 2);
            const back = async (step) => {
                await drag(page,
                    (await page.evaluate(() =>
                        Number(document.getElementById('timeline-range').max)
                    )) - step, false);
                return [(await state(page)).loose,
                    await page.evaluate(() => globalThis.drawn.alive)];
            };
            assert.deepEqual(await back(drawn.step), [start.loose + 1, true]);
            assert.deepEqual(await back(start.step), [start.loose, false]);
            assert.deepEqual(await back(drawn.step), [start.loose + 1, true]);
        }));

testLong('a link opens the same moment, paused, in another page',
    () =>
        playCave(browser, sizes.laptop, async (page) => {
            await banishGhosts(page);
            await play(page, 1.5);
            await page.evaluate(() => {
                globalThis.mica.state.game.paused = true;
            });
            await showFrames(page, 2);
            const here = await state(page);
            await page.click('#timeline-share');
            await page.waitForFunction(() => location.hash.startsWith('#moment='));
            const hash = await page.evaluate(() => location.hash);
            assert.ok(hash.length < 40000, `${hash.length} letters`);
            await page.evaluate((text) => {
                location.hash = text;
            }, hash);
            await page.reload();
            await whenOpen(page);
            const there = await state(page);
            assert.deepEqual([there.hash, there.step, there.loose], [here.hash, here.step,
                here.loose]);
            assert.equal((await look(page)).paused, true);
            await page.evaluate(() => {
                globalThis.mica.state.game.paused = false;
            });
            await play(page, 1);
            await page.evaluate(() => {
                location.hash = '#moment=nonsense';
            });
            await page.reload();
            await whenOpen(page);
            assert.equal((await look(page)).paused, false);
        }));
