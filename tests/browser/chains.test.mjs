// The page of chains that hold in Chromium: under a thousand times the mass of a part, nothing stretches. Time is made by
// mica.advance.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepScreenshot, sizes } from './page.mjs';
import { assertFits, makeFinger, playStage, share, slide, whenOpen } from './stage.mjs';
import { testLong } from '../sample.mjs';

/** Plays so many seconds; gives the largest stretch in mm, where the load was, and its mass in parts. */
const play = (page, seconds) =>
    page.evaluate((time) => {
        const { scene, world } = globalThis.mica;
        const [load] = scene.loads;
        const seen = { worst: 0, minX: Infinity, maxX: -Infinity, minY: Infinity, maxY: -Infinity,
            times: load.mass / scene.part };
        const end = world.stepCount + 60 * time;
        while (world.stepCount < end) {
            globalThis.mica.advance(1 / 60);
            seen.worst = Math.max(seen.worst, scene.samples.at(-1));
            Object.assign(seen, { minX: Math.min(seen.minX, load.x),
                maxX: Math.max(seen.maxX, load.x), minY: Math.min(seen.minY, load.y),
                maxY: Math.max(seen.maxY, load.y) });
        }
        return seen;
    }, seconds);

testLong('a chain of 12 m with 1,000 links on it swings and stays within a millimetre',
    () =>
        playStage('chains/?chain', sizes.desktop, async (page) => {
            const seen = await play(page, 20);
            assert.ok(Math.abs(seen.times - 1000) < 0.1, `${seen.times} links`);
            assert.ok(seen.worst < 1, `${seen.worst} mm`);
            assert.ok(seen.minX < -8 && seen.maxX > 8 && seen.minY > -12.002, JSON.stringify(seen));
            await slide(page, 'Load', 20);
            assert.ok(Math.abs((await play(page, 1)).times - 20) < 0.01);
            await page.waitForFunction(() =>
                document.getElementById('score').textContent.includes('20×')
            );
            await keepScreenshot(page, 'chains-desktop');
        }));

test('bridge, crane and lift carry a thousand parts while they are driven', () =>
    playStage('chains/?bridge', sizes.desktop, async (page) => {
        const bridge = await play(page, 12);
        assert.ok(bridge.worst < 45 && bridge.minY > -5, JSON.stringify(bridge));
        const car = await page.evaluate(() => globalThis.mica.scene.things.car.chassis.x);
        assert.ok(Math.abs(car) < 14.5, `${car}`);
        await page.click('#buttons >> text=Crane');
        const crane = await play(page, 16);
        assert.ok(crane.worst < 1 && crane.maxX > 6 && crane.minX < -4 && crane.minY > -4.502,
            JSON.stringify(crane));
        await page.focus('#stage');
        await page.keyboard.down('ArrowRight');
        await play(page, 1.5);
        assert.ok(await page.evaluate(() => globalThis.mica.scene.things.speed) > 1);
        await page.keyboard.up('ArrowRight');
        await page.click('#buttons >> text=Scissor lift');
        const lift = await play(page, 14);
        assert.ok(lift.worst < 40 && lift.maxY - lift.minY > 8, JSON.stringify(lift));
    }));

testLong('the ball tears the wall down and its chain holds',
    () =>
        playStage('chains/?wrecking', sizes.desktop, async (page) => {
            const top = () =>
                page.evaluate(() =>
                    Math.max(...globalThis.mica.scene.things.bricks.map(({ y }) => y))
                );
            const before = await top();
            const seen = await play(page, 12);
            const now = await top();
            assert.ok(before > -1 && now < before - 3, `${before} m, ${now} m`);
            assert.ok(seen.worst < 60, `${seen.worst} mm`);
            await share(page);
            await page.evaluate(() =>
                history.replaceState(null, '', location.href.replace('?wrecking', ''))
            );
            await page.reload();
            await page.waitForFunction(() => globalThis.mica?.scene.name === 'Wrecking ball');
            await whenOpen(page);
            assert.ok(Math.abs(await top() - now) < 1e-6);
        }));

for (const name of /** @type {const} */ (['phone', 'landscape'])) {
    testLong(`${name}: nothing overflows, a finger pulls the load`, () =>
        playStage('chains/?crane', sizes[name], async (page) => {
            await assertFits(page);
            const finger = await makeFinger(page);
            const at = await page.evaluate(() => {
                const [load] = globalThis.mica.scene.loads;
                const [x, y] = globalThis.mica.stage.renderer.toScreen(load.x, load.y);
                return { x, y };
            });
            await finger.down(at.x, at.y);
            await page.waitForFunction(() =>
                globalThis.mica.stage.pointer.drags.length === 1
            );
            await finger.up();
            await keepScreenshot(page, `chains-${name}`);
            await page.tap('#panel-toggle');
            await assertFits(page);
        }));
}

test('pads drive the crane and the lift where keys do', () =>
    playStage('chains/?crane', sizes.phone, async (page) => {
        const finger = await makeFinger(page);
        const press = async (label) => {
            const { x, y } = await page.locator(`.pads button[aria-label=${label}]`).boundingBox();
            await finger.down(x + 20, y + 20);
            await page.evaluate(() => globalThis.play(2));
            await finger.up();
            return page.evaluate(() => globalThis.mica.scene.things.speed);
        };
        const speeds = [await press('Left'), await press('Right')];
        assert.ok(speeds[0] < -2 && speeds[1] > 1.5, speeds.join());
        assert.equal(await page.locator('.pads button[aria-label=Up]').isVisible(), false);
        await page.evaluate(() => {
            const { scene, stage } = globalThis.mica;
            stage.options.buttons.find(({ label }) => label === 'Scissor lift').press(scene);
            stage.draw(0);
        });
        const lifted = await press('Up');
        assert.ok(lifted < -0.1, `${lifted}`);
    }));
