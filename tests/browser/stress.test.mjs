// The page of heaps in Chromium: a pyramid stands, is struck and falls; a washer lifts its boxes and none leaves it; balls
// stay in their pit; the slider sets how many there are. Time is made by mica.advance.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepScreenshot, sizes } from './page.mjs';
import { assertFits, play, playStage, slide } from './stage.mjs';
import { testLong } from '../sample.mjs';

/** Asks for so many bodies. */
async function setCount(page, count) {
    await slide(page, 'Bodies', count);
    await play(page, 1 / 60);
}

/** The farthest body from the origin, the highest, their mean height, and how many there are, of those that are painted. */
const look = (page) =>
    page.evaluate(() => {
        const { scene, world } = globalThis.mica;
        const { transforms, slots } = world;
        let [far, top, sum, count] = [0, -Infinity, 0, 0];
        for (let slot = 0; slot < slots; ++slot) {
            if (!scene.heap.sizes[slot]) continue;
            const [x, y] = [transforms[4 * slot], transforms[4 * slot + 1]];
            far = Math.max(far, Math.hypot(x, y));
            top = Math.max(top, y);
            sum += y;
            count++;
        }
        return { far, top, mean: sum / count, count };
    });

test('a pyramid stands, and is struck', () =>
    playStage('stress/', sizes.desktop, async (page) => {
        await page.keyboard.press('Digit1');
        await setCount(page, 500);
        await play(page, 2);
        const standing = await look(page);
        assert.equal(standing.count, 31 * 30 / 2 + 31);
        assert.ok(standing.top > 30.4 && standing.top < 30.6, `its top is at ${standing.top}`);
        await page.keyboard.press('Space');
        await play(page, 4);
        const struck = await look(page);
        assert.equal(struck.count, standing.count + 1);
        // The ball itself may be high up in the air.
        assert.ok(struck.mean < standing.mean - 1,
            `its mean height fell from ${standing.mean} to ${struck.mean} m`);
        const { bodies, 'ms a step': step } = await page.evaluate(() =>
            globalThis.mica.stage.options.score(globalThis.mica.scene)
        );
        assert.equal(bodies, struck.count + 1);
        assert.ok(parseFloat(step) > 0);
    }));

testLong('a washer lifts its boxes and keeps them',
    () =>
        playStage('stress/', sizes.desktop, async (page) => {
            await setCount(page, 1000);
            await play(page, 5);
            const { far, count } = await look(page);
            assert.equal(count, 1000);
            assert.ok(far < Math.sqrt(0.24 * 1000) + 0.05, `a box is ${far} m from the middle`);
            assert.ok(
                await page.evaluate(() => globalThis.mica.world.counters.touchingContacts) > 1000,
            );
            for (let strike = 0; strike < 5; ++strike) {
                await page.keyboard.press('Space');
                await play(page, 3);
                const now = await look(page);
                assert.ok(now.count === 1000 && now.far < Math.sqrt(0.24 * 1000) + 0.05,
                    `explosion ${strike} throws one to ${now.far} m`);
            }
            await keepScreenshot(page, 'stress-desktop');
        }));

for (const name of /** @type {const} */ (['phone', 'landscape'])) {
    testLong(`${name}: balls stay in their pit, nothing overflows`, () =>
        playStage('stress/', sizes[name], async (page) => {
            await page.tap('#panel-toggle');
            await page.getByRole('button', { name: 'Ball pit' }).tap();
            await setCount(page, 900);
            await page.tap('#panel-toggle');
            await play(page, 4);
            const { far, count } = await look(page);
            assert.equal(count, 900);
            assert.ok(far < 30 * 0.36 * 2, `a ball is ${far} m from the middle`);
            await assertFits(page);
            await keepScreenshot(page, `stress-${name}`);
        }));
}
