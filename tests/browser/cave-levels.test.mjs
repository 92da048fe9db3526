// The levels of the cave in Chromium, each played to its door by keys at the speed of the game; what is kept of them, and
// how one is chosen. The page's own frames draw only: time goes on by `advance`.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { playCave, until, whenOpen } from './cave.mjs';
import { playRoute, routes } from './cave-routes.mjs';
import { keepScreenshot, openBrowser, sizes } from './page.mjs';
import { testLong } from '../sample.mjs';

/** @type {Awaited<ReturnType<typeof openBrowser>>} */
let browser;
before(async () => {
    browser = await openBrowser();
});
after(() => browser?.close());

const number = (page) => page.evaluate(() => globalThis.mica.state.level);
const played = (page, name) => page.evaluate(`(${playRoute})((${routes})().${name})`);
const kept = (page) => page.evaluate(() => JSON.parse(localStorage.getItem('mica-cave') ?? 'null'));

/** Begins a level anew by its button. */
async function enter(page, level) {
    const before = await page.evaluateHandle(() => globalThis.mica.world);
    await page.keyboard.press('m');
    await page.locator('#picker-list button').nth(level).click();
    // The picker holds time until it is told that it is closed.
    await until(page,
        ([world, n]) =>
            globalThis.mica.world !== world && globalThis.mica.state.level === n
            && !globalThis.mica.state.paused, [before, level]);
}

/** The files of levels that the page has loaded. A browser may note one after the page has it. */
async function files(page, count) {
    const list = () =>
        performance.getEntriesByType('resource').map(({ name }) => name).filter((name) =>
            /\.tmj$/.test(name)
        );
    await until(page, `(${list})().length >= ${count}`);
    return page.evaluate(list);
}

test('the score counts all lanterns, and what the door still needs', () =>
    playCave(browser, sizes.laptop, async (page) => {
        const texts = () =>
            page.evaluate(() =>
                ['lit', 'lanterns', 'door'].map((id) => document.getElementById(id).textContent)
            );
        const count = await page.evaluate(() => globalThis.mica.page.game.scene.lanterns.length);
        assert.deepEqual(await texts(), ['0', `/ ${count}`, '5 to go']);
        await page.evaluate(() => {
            globalThis.mica.page.game.lit = 5;
        });
        await until(page, () => document.getElementById('door').textContent === 'open');
    }));

testLong(
    'the first level: lanterns are lit, ghosts pass through stone, and the door leads to the second',
    () =>
        playCave(browser, sizes.laptop, async (page) => {
            assert.equal((await files(page, 1)).length, 1,
                'only the level that is played is loaded');
            await enter(page, 0);
            const run = await played(page, 'lanterns');
            assert.deepEqual([run.trouble, run.won], ['', true]);
            assert.ok(run.lit >= 5 && run.inStone > 60, JSON.stringify(run));
            assert.ok(run.fastest > 6.5 && run.fastest < 14, `${run.fastest} m/s`);
            await keepScreenshot(page, 'cave-won');
            const { best: { lanterns } } = await kept(page);
            assert.equal(lanterns.lit, run.lit);
            assert.ok(lanterns.seconds > 20 && lanterns.seconds <= run.frames / 60,
                `${lanterns.seconds} s`);
            await page.keyboard.press('Enter');
            await page.waitForFunction(() => globalThis.mica.state.level === 1);
            assert.equal((await files(page, 2)).length, 2);
            assert.equal((await kept(page)).level, 1);
        }),
);

testLong('the second level: a slope, ledges, a pool, a ladder and lifts',
    () =>
        playCave(browser, sizes.laptop, async (page) => {
            await enter(page, 1);
            const run = await played(page, 'water');
            assert.deepEqual([run.trouble, run.won], ['', true]);
            assert.ok(run.inStone > 0, `${run.inStone} times a ghost in stone`);
            for (const mode of ['air', 'ground', 'ladder', 'water'])
                assert.ok(run.modes.includes(mode), `${mode}: ${run.modes}`);
            // A jump goes on as well.
            await page.evaluate(() => {
                for (let i = 0; i < 90; ++i) globalThis.advance(1 / 60);
            });
            await page.keyboard.press('Space');
            await page.evaluate(() => globalThis.advance(1 / 60));
            await page.waitForFunction(() => globalThis.mica.state.level === 2);
        }));

testLong(
    'the third level: prisms change the layers, veils hold ghosts, crates fall, and the cave is done',
    () =>
        playCave(browser, sizes.laptop, async (page) => {
            await enter(page, 2);
            const response = (a, b) =>
                page.evaluate(([one, two]) => globalThis.mica.world.layers.response(one, two), [a,
                    b]);
            assert.equal(await response('player', 'topaz'), 'solid');
            const run = await played(page, 'veils');
            assert.deepEqual([run.trouble, run.won], ['', true]);
            assert.ok(run.farthest < 10.4, `the ghosts stay in their cage: ${run.farthest}`);
            assert.deepEqual([await response('player', 'azure'), await response('crate', 'azure')],
                [
                    'ignore',
                    'ignore',
                ]);
            assert.equal(
                await page.locator('[data-pair="player azure"]').getAttribute('data-response'),
                'ignore',
            );
            assert.equal(
                await page.locator('#moment').getByRole('button', { name: 'First level' }).count(),
                1,
            );
            await page.getByRole('button', { name: 'Play again' }).click();
            await page.waitForFunction(() => globalThis.mica.world.stepCount === 0);
            assert.deepEqual([await number(page), await response('player', 'azure')], [2, 'solid']);
        }),
);

testLong(
    'the page opens the level that was played last; the picker shows runs, holds time, and closes',
    () =>
        playCave(browser, sizes.laptop, async (page) => {
            await page.evaluate(() =>
                localStorage.setItem('mica-cave',
                    JSON.stringify({ level: 2,
                        best: { water: { seconds: 83, lit: 4, lanterns: 4 } } }))
            );
            await page.reload();
            await whenOpen(page);
            assert.equal(await number(page), 2);
            assert.deepEqual((await files(page, 1)).map((name) => /veils/.test(name)), [true]);
            assert.match(await page.locator('#levels').getAttribute('aria-label'),
                /^Level 3, Veils/);
            await page.locator('#levels').click();
            const texts = await page.locator('#picker-list small').allInnerTexts();
            assert.deepEqual(texts, ['not done yet', '✓ 1:23 · 4 of 4 lanterns', 'not done yet']);
            assert.equal(await page.evaluate(() => globalThis.mica.state.paused), true);
            await keepScreenshot(page, 'cave-picker');
            await page.keyboard.press('Escape');
            await until(page, () => !globalThis.mica.state.paused); // a dialog tells that it is closed a little later
            assert.equal(await page.locator('#picker').isVisible(), false);
            assert.equal(
                await page.locator('[data-pair="ghost topaz"]').getAttribute('data-response'),
                'solid',
            );
        }),
);

test('a link opens its own level', () =>
    playCave(browser, sizes.laptop, async (page) => {
        await enter(page, 1);
        await page.evaluate(() => {
            for (let i = 0; i < 120; ++i) globalThis.advance(1 / 60);
            globalThis.mica.state.game.paused = true;
        });
        const here = await page.evaluate(() => globalThis.mica.world.hash());
        await page.click('#timeline-share');
        await page.waitForFunction(() => location.hash.startsWith('#moment='));
        await page.evaluate(() => localStorage.clear());
        await page.reload();
        await whenOpen(page);
        assert.equal(await number(page), 1);
        assert.equal(await page.evaluate(() => globalThis.mica.world.hash()), here);
        assert.equal(await page.evaluate(() => globalThis.mica.state.paused), true);
        await page.evaluate(() => {
            location.hash = '';
        });
    }));

testLong('a gamepad climbs and dives, and the page says what its buttons do',
    () =>
        playCave(browser, sizes.laptop, async (page) => {
            await enter(page, 1);
            const told = await page.evaluate(() => {
                const { state } = globalThis.mica;
                const buttons = Array.from({ length: 17 }, () => ({ pressed: false, value: 0 }));
                const pad = { connected: true, axes: [0, 0, 0, 0], buttons };
                navigator.getGamepads = () => [pad];
                dispatchEvent(new Event('gamepadconnected'));
                const advance = (frames) => {
                    for (let i = 0; i < frames; ++i) globalThis.advance(1 / 60);
                };
                state.game.minds.peace = true;
                state.player.setTransform(37.4, 7.6);
                advance(30);
                pad.axes[1] = -1;
                advance(60);
                const climbed = [state.game.hero.mode, state.player.y];
                pad.axes[1] = 0;
                state.player.setTransform(32, 6);
                advance(10);
                buttons[13].pressed = true;
                advance(50);
                return { climbed, dived: state.player.y,
                    hint: document.getElementById('moment').textContent };
            });
            assert.equal(told.climbed[0], 'ladder');
            assert.ok(told.climbed[1] > 10, `${told.climbed[1]}`);
            assert.ok(told.dived < 3.6, `${told.dived}`);
            assert.match(told.hint, /^Gamepad: .*A jumps/);
        }));
