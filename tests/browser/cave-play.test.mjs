// The cave in Chromium, played by script: it starts without errors, draws, obeys keys and gamepads, and its
// layers do in the running game what their names say.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { banishGhosts, letGo, look, play, playCave, reach, until } from './cave.mjs';
import { keepScreenshot, openBrowser, sizes } from './page.mjs';
import { testLong } from '../sample.mjs';

/** @type {Awaited<ReturnType<typeof openBrowser>>} */
let browser;
before(async () => {
    browser = await openBrowser();
});
after(() => browser?.close());

const demo = (options, play) => playCave(browser, options, play);

test('the page starts without errors, draws, and shows its frame rate', () =>
    demo(sizes.desktop, async (page) => {
        await letGo(page);
        await until(page, () => globalThis.mica.world.time >= 1);
        const { colours, sharp } = await page.evaluate(() => {
            const canvas = document.getElementById('stage');
            const probe = document.createElement('canvas');
            probe.width = 64;
            probe.height = 40;
            const ctx = probe.getContext('2d');
            ctx.drawImage(canvas, 0, 0, 64, 40);
            const pixels = new Uint32Array(ctx.getImageData(0, 0, 64, 40).data.buffer);
            return { colours: new Set(pixels).size, sharp: canvas.width / canvas.clientWidth };
        });
        assert.ok(colours > 100, `the canvas shows a picture, got ${colours} colours`);
        assert.ok(sharp >= 1);
        await page.locator('#meter summary').click();
        await until(page, () => document.querySelector('[data-stat=fps]').textContent !== '0');
        const fps = await page.locator('[data-stat=fps]').innerText();
        assert.ok(Number(fps) > 0, `frames a second: ${fps}`);
        assert.match(await page.locator('[data-stat=step]').innerText(), /^\d+\.\d+$/);
        assert.ok(Number(await page.locator('[data-stat=bodies]').innerText()) > 80);
        await keepScreenshot(page, 'demo-desktop');
    }));

test('the player lands on tiles, runs right and left, and jumps', () =>
    demo(sizes.laptop, async (page) => {
        await banishGhosts(page);
        await reach(page, () => globalThis.mica.state.grounded);
        await play(page, 0.2);
        const start = await look(page);
        assert.ok(Math.abs(start.y - 4.58) < 0.03,
            `stands on the floor at y 4, centre at ${start.y}`);
        await page.keyboard.down('ArrowRight');
        await reach(page, (x) => globalThis.mica.state.player.x > x + 3, start.x);
        const right = await look(page);
        await page.keyboard.up('ArrowRight');
        assert.ok(right.x > start.x + 3);
        await page.keyboard.down('a');
        await reach(page, (x) => globalThis.mica.state.player.x < x, start.x + 1);
        await page.keyboard.up('a');
        await reach(page, () =>
            globalThis.mica.state.grounded && Math.abs(globalThis.mica.state.player.vx) < 0.1);

        await page.evaluate(() => {
            const { game, player } = globalThis.mica.state;
            const { beforeStep } = game;
            globalThis.highest = 0;
            game.beforeStep = () => {
                beforeStep();
                globalThis.highest = Math.max(globalThis.highest, player.y);
            };
        });
        await page.keyboard.down('Space');
        await reach(page, () =>
            globalThis.highest > 5 && globalThis.mica.state.player.vy < -1);
        await page.keyboard.up('Space');
        const top = await page.evaluate(() => globalThis.highest);
        assert.ok(top - start.y > 2.8 && top - start.y < 3.7, `jumps ${top - start.y} m high`);
        await reach(page, () => globalThis.mica.state.grounded);
        await play(page, 0.2);
        const end = await look(page);
        assert.ok(Math.abs(end.y - 4.58) < 0.03, `stands again, centre at ${end.y}`);
    }));

testLong('a ghost passes through a wall, catches the player, and the player comes back',
    () =>
        demo(sizes.desktop, async (page) => {
            await reach(page, () => globalThis.mica.state.grounded);
            const start = await look(page);
            // Two metres inside the rock below, straight under the player's feet.
            await page.evaluate(() => {
                const { ghosts, player } = globalThis.mica.state;
                ghosts[0].setTransform(player.x + 0.5, 1);
            });
            await reach(page, () => globalThis.mica.state.caught > 0);
            // The moment slows the clock.
            await reach(page, () => globalThis.mica.world.timeScale < 0.5);
            await keepScreenshot(page, 'demo-caught');
            const caught = await look(page);
            assert.equal(caught.caught, 1);
            await until(page, () => document.getElementById('caught').innerText === '1');
            await reach(page, () => {
                const { game } = globalThis.mica.state;
                return game.caughtTimer === 0 && game.moment === 1;
            });
            const back = await look(page);
            assert.ok(Math.abs(back.x - start.x) < 1.5 && Math.abs(back.y - start.y) < 3,
                'stands where it began');
            assert.equal(back.caught, 1, 'one visit, one catch');
        }));

testLong('a gamepad runs and jumps', () =>
    demo(sizes.laptop, async (page) => {
        await banishGhosts(page);
        await reach(page, () => globalThis.mica.state.grounded);
        const start = await look(page);
        await page.evaluate(() => {
            const buttons = Array.from({ length: 17 }, () => ({ pressed: false, value: 0 }));
            globalThis.pad = { connected: true, axes: [1, 0], buttons };
            navigator.getGamepads = () => [globalThis.pad];
        });
        await reach(page, (x) => globalThis.mica.state.player.x > x + 1, start.x);
        await page.evaluate(() => {
            globalThis.pad.axes[0] = 0;
            globalThis.pad.buttons[0].pressed = true;
        });
        await reach(page, (y) => globalThis.mica.state.player.y > y + 1, start.y);
        assert.equal((await look(page)).caught, 0);
    }));

testLong('a lantern lights once, and becomes the place to come back to',
    () =>
        demo(sizes.laptop, async (page) => {
            await banishGhosts(page);
            await page.keyboard.down('ArrowRight');
            await reach(page, () => globalThis.mica.state.lit === 1);
            await page.keyboard.up('ArrowRight');
            const spawn = await page.evaluate(
                () => [globalThis.mica.state.game.spawnX, globalThis.mica.state.player.x],
            );
            assert.ok(Math.abs(spawn[0] - spawn[1]) < 2.5);
            await page.keyboard.down('ArrowLeft');
            await play(page, 0.6);
            await page.keyboard.up('ArrowLeft');
            assert.equal((await look(page)).lit, 1);
        }));

testLong('a player inside a wall that becomes solid is brought back',
    () =>
        demo(sizes.laptop, async (page) => {
            await banishGhosts(page);
            await page.evaluate(() => globalThis.mica.state.player.setTransform(8, 1.5));
            await reach(page, () => globalThis.mica.state.falls === 1);
            await reach(page,
                () => globalThis.mica.state.player.y > 4 && globalThis.mica.state.grounded);
        }));

testLong('solid ghosts no longer catch: they push', () =>
    demo(sizes.laptop, async (page) => {
        await reach(page, () => globalThis.mica.state.grounded);
        // Its button is in the panel of the level of the table of layers.
        await page.evaluate(() =>
            [...document.querySelectorAll('#experiments button')].find(({ textContent }) =>
                textContent === 'Solid ghosts'
            ).click()
        );
        assert.equal(
            await page.evaluate(() => globalThis.mica.world.layers.response('ghost', 'player')),
            'solid',
        );
        const from = await look(page);
        await page.evaluate(() => {
            const { ghosts, player } = globalThis.mica.state;
            ghosts[0].setTransform(player.x - 1.2, player.y);
        });
        await reach(page, (x) => globalThis.mica.state.player.x > x + 0.15, from.x);
        assert.equal((await look(page)).caught, 0);
    }));

testLong('reset begins again', () =>
    demo(sizes.laptop, async (page) => {
        await page.keyboard.down('ArrowRight');
        await reach(page, () => globalThis.mica.state.lit === 1);
        await page.keyboard.up('ArrowRight');
        await page.click('#reset');
        await play(page, 0.2);
        const now = await look(page);
        assert.equal(now.lit, 0);
        assert.ok(now.x < 7 && now.time < 5);
    }));

testLong(
    'the door is closed until enough lanterns burn; all of them calm the ghosts; the run can be played again',
    () =>
        demo(sizes.laptop, async (page) => {
            await banishGhosts(page);
            const put = (x, y) =>
                page.evaluate(([px, py]) => globalThis.mica.state.player.setTransform(px, py), [x,
                    y]);
            const { spots, door, needed } = await page.evaluate(() => {
                const { lanterns, exit } = globalThis.mica.state.game.scene;
                return { spots: lanterns.map((l) => [l.homeX, l.homeY]),
                    door: [exit.homeX, exit.homeY], needed: exit.properties.lanterns };
            });
            assert.ok(needed < spots.length);
            await put(...door);
            await play(page, 0.3);
            assert.match(await page.locator('#announce').innerText(), /^Closed .*5 more lanterns/);
            assert.equal(await page.evaluate(() => globalThis.mica.state.won), false);
            await page.evaluate(() => {
                globalThis.mica.state.game.minds.peace = false;
            });
            for (const [i, [x, y]] of spots.entries()) {
                await put(x, y);
                await reach(page, (lit) => globalThis.mica.state.lit >= lit, i + 1);
                if (i + 1 === needed)
                    assert.match(await page.locator('#announce').innerText(), /^The door is open/);
                assert.equal(await page.evaluate(() => globalThis.mica.state.game.minds.peace),
                    i + 1 === spots.length);
            }
            await put(...door);
            await reach(page, () => globalThis.mica.state.won);
            await page.getByRole('button', { name: 'Play again' }).click();
            await reach(page, () => globalThis.mica.state.lit === 0);
            assert.equal((await look(page)).level, 0);
        }),
);

testLong('with reduced motion the picture does not shake, and the game works',
    () =>
        demo({ ...sizes.laptop, reducedMotion: 'reduce' }, async (page) => {
            assert.equal(await page.evaluate(() => globalThis.mica.state.view.calm), true);
            await page.keyboard.down('ArrowRight');
            await reach(page, () => globalThis.mica.state.lit === 1);
            await page.keyboard.up('ArrowRight');
        }));

test('within five seconds a ghost comes through stone in the first view, on a phone too', () =>
    playCave(browser, sizes.phone, async (page) => {
        const seen = await page.evaluate(() => {
            const { state: { game, ghosts }, page: { camera, canvas } } = globalThis.mica;
            const { tiles, width } = game.scene.level;
            const ghost = ghosts.at(-1);
            let inStone = 0, beyond = 0;
            for (let frame = 0; frame < 300; ++frame) {
                globalThis.mica.advance(1 / 60);
                const x = camera.screenX(ghost.x), y = camera.screenY(ghost.y);
                const shown = x > 0 && x < canvas.clientWidth && y > 0 && y < canvas.clientHeight;
                const stone = tiles[Math.floor(ghost.y) * width + Math.floor(ghost.x)] !== 0;
                inStone += Number(shown && stone);
                beyond += Number(shown && !stone && inStone > 0);
            }
            return { inStone, beyond, caught: game.caught, hunts: game.minds.hunting.at(-1) };
        });
        assert.ok(seen.inStone > 20, `${seen.inStone} frames in stone`);
        assert.ok(seen.beyond > 20, `${seen.beyond} frames beyond it`);
        assert.deepEqual([seen.caught, seen.hunts], [0, 0]);
    }));

test('when a ghost has caught the player first, the table of layers says why it could pass', () =>
    playCave(browser, sizes.phone, async (page) => {
        await page.evaluate(() => {
            globalThis.mica.page.explained = false;
            const { ghosts, player } = globalThis.mica.state;
            ghosts[0].setTransform(player.x, player.y);
        });
        await reach(page, () => globalThis.mica.page.explains);
        assert.equal(await page.locator('#why').isVisible(), true);
        assert.equal(await page.locator('#matrix').isVisible(), true);
        assert.equal((await look(page)).paused, true);
        assert.equal(await page.evaluate(() => JSON.parse(localStorage['mica-cave']).explained),
            true);
        await page.keyboard.press('ArrowRight');
        assert.equal((await look(page)).paused, false);
        assert.equal(await page.locator('#panel').getAttribute('data-open'), 'false');
    }));
