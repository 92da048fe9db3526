// The cave's controls in Chromium: the matrix of layers, pause and slow motion, zoom, the tools of the pointer,
// the debug overlay, by mouse and by keyboard.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { banishGhosts, letGo, look, play, playCave, reach, showFrames, until } from './cave.mjs';
import { keepScreenshot, openBrowser, sizes } from './page.mjs';
import { testLong } from '../sample.mjs';

/** @type {Awaited<ReturnType<typeof openBrowser>>} */
let browser;
before(async () => {
    browser = await openBrowser();
});
after(() => browser?.close());

const demo = (options, play) => playCave(browser, options, play);

/** Drags with the mouse from one world point to another. */
const drag = async (page, from, to) => {
    const points = await page.evaluate(([a, b]) => {
        const { camera } = globalThis.mica.state;
        return [a, b].map(([x, y]) => [camera.screenX(x), camera.screenY(y)]);
    }, [from, to]);
    await page.mouse.move(...points[0]);
    await page.mouse.down();
    await page.mouse.move(...points[1], { steps: 4 });
};

test('the matrix changes the layers live: without walls the player falls, with them it stands again', () =>
    demo(sizes.laptop, async (page) => {
        await page.evaluate(() => globalThis.mica.page.enter(2)); // the level of the table of layers
        await banishGhosts(page);
        await reach(page, () => globalThis.mica.state.grounded);
        const cell = page.locator('[data-pair="player wall"]');
        assert.equal(await cell.getAttribute('data-response'), 'solid');
        await cell.click();
        assert.equal(await cell.getAttribute('data-response'), 'trigger');
        await cell.click();
        assert.equal(await cell.getAttribute('data-response'), 'ignore');
        assert.equal(await cell.getAttribute('aria-label'), 'player and wall: nothing');
        await reach(page, () => globalThis.mica.state.player.y < 0);
        await reach(page, () => globalThis.mica.state.falls > 0);
        await page.click('#restore');
        assert.equal(await cell.getAttribute('data-response'), 'solid');
        await reach(page, () =>
            globalThis.mica.state.player.y > 3 && globalThis.mica.state.grounded);
    }));

testLong('pause stops time, a step is one step, slow motion is slow',
    () =>
        demo(sizes.laptop, async (page) => {
            await banishGhosts(page); // who is caught has a slower clock
            await letGo(page);
            await until(page, () => globalThis.mica.world.time >= 0.3);
            await page.click('#pause');
            const paused = await look(page);
            assert.equal(paused.paused, true);
            await showFrames(page, 9);
            assert.equal((await look(page)).steps, paused.steps);
            await page.click('#step');
            await page.keyboard.press('o');
            assert.equal((await look(page)).steps, paused.steps + 2);
            await page.keyboard.press('p');
            assert.equal((await look(page)).paused, false);
            await page.click('#slow');
            const scale = await page.evaluate(() =>
                new Promise((done) => {
                    requestAnimationFrame(() =>
                        requestAnimationFrame(() => done(globalThis.mica.world.timeScale))
                    );
                })
            );
            assert.ok(Math.abs(scale - 0.2) < 1e-6, `time scale ${scale}`);
        }));

testLong('who clicks a control plays on, who comes by the keyboard presses it',
    () =>
        demo(sizes.laptop, async (page) => {
            await banishGhosts(page);
            await reach(page, () => globalThis.mica.state.grounded);
            await page.locator('label:has(#view-light)').click();
            await page.click('#slow');
            await page.keyboard.press('x');
            assert.equal(await page.evaluate(() => globalThis.mica.state.view.debug), true);
            await page.keyboard.down('Space');
            await reach(page, () => globalThis.mica.state.player.vy > 3);
            await page.keyboard.up('Space');
            assert.equal(await page.evaluate(() => globalThis.mica.state.game.speed), 0.2);

            await page.locator('#slow').focus();
            await page.keyboard.press('Space');
            assert.equal(await page.evaluate(() => globalThis.mica.state.game.speed), 1);
            await page.locator('#view-debug').focus();
            await page.keyboard.press('Space');
            assert.equal(await page.evaluate(() => globalThis.mica.state.view.debug), false);
            await page.locator('#speed').focus();
            await page.keyboard.press('Home');
            assert.equal(await page.evaluate(() => globalThis.mica.state.game.speed), 0.1);
        }));

testLong('zoomed out, the player is not behind the timeline, and reset takes the zoom back',
    () =>
        demo({ viewport: { width: 1280, height: 800 } }, async (page) => {
            await banishGhosts(page);
            await reach(page, () => globalThis.mica.state.grounded);
            for (const notches of [1, 5]) {
                await page.mouse.move(500, 400);
                await page.mouse.wheel(0, 100 * notches);
                await play(page, 1);
                const [feet, top] = await page.evaluate(() => {
                    const { camera, player } = globalThis.mica.state;
                    return [camera.screenY(player.y - 0.58),
                        document.getElementById('timeline').getBoundingClientRect().top];
                });
                assert.ok(feet < top, `feet at ${feet}, the timeline from ${top}`);
            }
            await page.click('#overview');
            await page.keyboard.press('r');
            assert.deepEqual(await page.evaluate(() => {
                const { zoom, overview } = globalThis.mica.state.camera;
                return [zoom, overview,
                    document.getElementById('overview').getAttribute('aria-pressed')];
            }), [1, false, 'false']);
        }));

test('the mouse draws boxes and balls, pulls them about, and erases them', () =>
    demo(sizes.laptop, async (page) => {
        await banishGhosts(page);
        await reach(page, () => globalThis.mica.state.grounded);
        await play(page, 0.5);
        const before = (await look(page)).loose;
        await page.click('[data-tool=box]');
        await drag(page, [3, 6.2], [4, 7]);
        await page.mouse.up();
        await page.keyboard.press('3');
        await drag(page, [5, 6.2], [5.4, 6.2]);
        await page.mouse.up();
        assert.equal((await look(page)).loose, before + 2);
        await play(page, 1);
        const box = await page.evaluate((i) => {
            const body = globalThis.mica.state.loose[i];
            return [body.x, body.y];
        }, before);
        assert.ok(Math.abs(box[1] - 4.4) < 0.06, `the box lies on the floor, at ${box[1]}`);

        await page.keyboard.press('1');
        await drag(page, box, [box[0] + 0.3, 6.4]);
        await reach(page, (i) => globalThis.mica.state.loose[i].y > 5.6, before);
        assert.equal(await page.evaluate(() => globalThis.mica.state.held !== null), true);
        await page.mouse.up();
        assert.equal(await page.evaluate(() => globalThis.mica.state.held), null);

        await play(page, 1);
        await page.keyboard.press('4');
        const now = await page.evaluate((i) => {
            const body = globalThis.mica.state.loose[i];
            return [body.x, body.y];
        }, before);
        await drag(page, now, now);
        await page.mouse.up();
        assert.equal((await look(page)).loose, before + 1);
    }));

testLong('the debug overlay draws, and hovering a body shows its data',
    () =>
        demo(sizes.desktop, async (page) => {
            await banishGhosts(page);
            await reach(page, () => globalThis.mica.state.grounded);
            await page.keyboard.press('x');
            assert.equal(await page.locator('#view-debug').isChecked(), true);
            await page.locator('#view-bounds').check();
            await play(page, 0.4);
            await showFrames(page, 12);
            const at = await page.evaluate(() => {
                const { camera, player } = globalThis.mica.state;
                return [camera.screenX(player.x), camera.screenY(player.y)];
            });
            await page.mouse.move(...at);
            await play(page, 1 / 60);
            await page.locator('#card').waitFor({ state: 'visible' });
            assert.match(await page.locator('#card').innerText(),
                /player[\s\S]*kinematic, awake[\s\S]*mover, 0.90 kg · on wall/);
            await keepScreenshot(page, 'demo-debug');
            await page.locator('#view-layerColours').check();
            await showFrames(page, 6);
        }));

testLong('the keyboard cursor picks and holds a body', () =>
    demo(sizes.laptop, async (page) => {
        await banishGhosts(page);
        await reach(page, () => globalThis.mica.state.grounded);
        await page.keyboard.press('c');
        await page.evaluate(() => {
            const { pointer, player } = globalThis.mica.state;
            pointer.x = player.x;
            pointer.y = player.y;
        });
        const from = await look(page);
        await page.keyboard.press('Enter');
        assert.equal(
            await page.evaluate(() => globalThis.mica.state.held === globalThis.mica.state.player),
            true,
        );
        await page.keyboard.down('ArrowUp');
        await reach(page, (y) => globalThis.mica.state.player.y > y + 0.8, from.y);
        await page.keyboard.up('ArrowUp');
        await page.keyboard.press('Enter');
        assert.equal(await page.evaluate(() => globalThis.mica.state.held), null);
        await page.keyboard.press('Escape');
    }));
