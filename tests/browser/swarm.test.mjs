// The game of ten thousand enemies in Chromium: they drift and chase, lightning and nova kill, keys and a finger run, a lost
// game says so and begins again when asked. Time is made by mica.advance.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepScreenshot, sizes } from './page.mjs';
import { assertFits, makeFinger, play, playStage, slide } from './stage.mjs';
import { testLong } from '../sample.mjs';

/** How many enemies are how near, the farthest from the middle; and the player. */
const look = (page) =>
    page.evaluate(() => {
        const { game, world } = globalThis.mica.scene;
        const { transforms } = world;
        const { x, y } = game.hero.mover.body;
        let [near, far] = [0, 0];
        for (const slot of game.slots) {
            if (Math.hypot(transforms[4 * slot] - x, transforms[4 * slot + 1] - y) < 5) near++;
            far = Math.max(far, Math.hypot(transforms[4 * slot], transforms[4 * slot + 1]));
        }
        return { near, far, count: game.slots.length, kills: game.kills, life: game.life, x, y,
            auto: game.auto };
    });

/** Asks for so many enemies. */
async function setCount(page, count) {
    await slide(page, 'Enemies', count);
    await play(page, 1 / 60);
}

test('ten thousand come, and are killed, and none leaves the arena', () =>
    playStage('swarm/', sizes.desktop, async (page) => {
        const start = await look(page);
        assert.equal(start.count, 10000);
        await play(page, 3);
        const later = await look(page);
        assert.ok(later.kills > 20, `${later.kills} killed`);
        assert.ok(later.far < 72, `one is ${later.far} m from the middle`);
        assert.equal(
            await page.evaluate(() =>
                globalThis.mica.scene.game.slots.every((slot) =>
                    globalThis.mica.world.bodyAt(slot)?.alive
                )
            ),
            true,
        );
        await keepScreenshot(page, 'swarm-desktop');
    }));

testLong('twenty seconds on a phone: the player runs a square, and the swarm follows and thins',
    () =>
        playStage('swarm/', sizes.phone, async (page) => {
            const start = await look(page);
            const corners = [];
            await page.keyboard.down('Space'); // a nova whenever it is charged
            for (const key of ['KeyD', 'KeyW', 'KeyA', 'KeyS']) {
                await page.keyboard.down(key);
                for (let i = 0; i < 5; i++) {
                    await page.evaluate(() => {
                        globalThis.mica.scene.game.life = 100;
                    });
                    await play(page, 1);
                }
                await page.keyboard.up(key);
                corners.push(await look(page));
            }
            const [right, up, left, down] = corners;
            assert.ok(
                right.x > start.x + 2 && up.y > right.y + 2 && left.x < up.x - 2
                    && down.y < left.y - 2,
                JSON.stringify(corners),
            );
            assert.ok(down.kills > right.kills && right.kills > 0,
                `${right.kills}, then ${down.kills} killed`);
            for (const { far, count } of corners) assert.ok(far < 72 && count === start.count,
                    `${count}, the farthest at ${far} m`);
        }));

testLong('keys run; the nova clears a ring; a game that is lost begins again',
    () =>
        playStage('swarm/', sizes.laptop, async (page) => {
            await setCount(page, 4000);
            await page.keyboard.down('KeyD');
            await play(page, 1);
            const { x, auto } = await look(page);
            assert.ok(x > 4, `ran to ${x}`);
            assert.equal(auto, false);
            await page.keyboard.up('KeyD');
            await play(page, 4);
            const before = await look(page);
            assert.ok(before.near > 10, `${before.near} have come`);
            await page.evaluate(() => {
                const { game, world } = globalThis.mica.scene;
                game.charge = 1;
                globalThis.fastest = 0;
                world.on('afterStep', () => {
                    for (const slot of game.slots)
                        globalThis.fastest = Math.max(globalThis.fastest,
                            Math.hypot(world.velocities[4 * slot], world.velocities[4 * slot + 1]));
                });
            });
            await page.keyboard.down('Space');
            await play(page, 0.1);
            await page.keyboard.up('Space');
            const after = await look(page);
            assert.ok(after.kills >= before.kills + before.near - 5,
                `${after.kills - before.kills} of ${before.near} killed`);
            assert.ok(after.near < 3, `${after.near} are left near`);
            const fastest = await page.evaluate(() => globalThis.fastest);
            assert.ok(fastest > 10, `thrown at ${fastest} m/s`);

            await page.evaluate(() => {
                globalThis.mica.scene.game.life = 0.01;
            });
            for (let i = 0; i < 20 && await page.locator('#end').count() === 0; i++)
                await play(page, 1);
            assert.match(await page.textContent('#end'), /Overrun/);
            const { kills } = await look(page);
            await play(page, 3);
            assert.equal((await look(page)).kills, kills, 'it waits for the player');
            await page.click('#end button');
            const again = await look(page);
            assert.ok(again.kills < after.kills && again.life > 50 && again.auto === false);
            assert.ok(
                await page.evaluate(() =>
                    globalThis.mica.stage.options.score(globalThis.mica.scene).best
                ) >= after.kills,
            );
        }));

test('on a phone, too, whoever stands still loses', () =>
    playStage('swarm/', sizes.phone, async (page) => {
        await page.evaluate(() => {
            globalThis.mica.scene.game.auto = false;
            for (let i = 0; i < 25 && !globalThis.mica.scene.game.over; ++i) globalThis.play(1);
        });
        await page.locator('#end').waitFor();
        await assertFits(page, '#end');
        await page.tap('#end button');
        assert.equal((await look(page)).kills, 0);
    }));

for (const name of /** @type {const} */ (['phone', 'landscape'])) {
    testLong(`${name}: a finger leads the player, nothing overflows`, () =>
        playStage('swarm/', sizes[name], async (page) => {
            await setCount(page, 2000);
            const { x } = await look(page);
            const finger = await makeFinger(page);
            const { width, height } = page.viewportSize();
            await finger.down(width * 0.85, height * 0.6);
            await play(page, 1);
            await finger.up();
            assert.ok((await look(page)).x > x + 3, 'it went to the right');
            await assertFits(page);
            await keepScreenshot(page, `swarm-${name}`);
        }));
}
