// The page of chains that hold in Chromium: under a thousand times the mass of a part, nothing stretches. Time is made by
// mica.advance, beside the page's own frames.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { keepScreenshot, openBrowser, sizes } from './page.mjs';

/** @type {Awaited<ReturnType<typeof openBrowser>>} */
let browser;
before(async () => { browser = await openBrowser(); });
after(() => browser?.close());

/** Opens a scene of the page, runs the test, and fails it for any error the page had. */
async function playPage(scene, options, play) {
    const { page, errors, giveBack } = await browser.open(`demo/chains/?${scene}`, options);
    await page.waitForFunction(() => globalThis.mica?.stage.frames > 1);
    await play(page);
    assert.deepEqual(errors, []);
    giveBack();
}

/** Plays so many seconds; gives the largest stretch in mm, where the load was, and its mass in parts. */
const play = (page, seconds) => page.evaluate((time) => {
    const { scene, world } = globalThis.mica;
    const [load] = scene.loads;
    const seen = { worst: 0, minX: Infinity, maxX: -Infinity, minY: Infinity, maxY: -Infinity, times: load.mass / scene.part };
    const end = world.stepCount + 60 * time;
    while (world.stepCount < end) {
        globalThis.mica.advance(1 / 60);
        seen.worst = Math.max(seen.worst, scene.samples.at(-1));
        Object.assign(seen, { minX: Math.min(seen.minX, load.x), maxX: Math.max(seen.maxX, load.x), minY: Math.min(seen.minY, load.y), maxY: Math.max(seen.maxY, load.y) });
    }
    return seen;
}, seconds);

test('a chain of 12 m with 1,000 links on it swings and stays within a millimetre', () => playPage('chain', sizes.desktop, async (page) => {
    const seen = await play(page, 20);
    assert.ok(Math.abs(seen.times - 1000) < 0.1, `${seen.times} links`);
    assert.ok(seen.worst < 1, `${seen.worst} mm`);
    assert.ok(seen.minX < -8 && seen.maxX > 8 && seen.minY > -12.002, JSON.stringify(seen));
    await page.evaluate(() => {
        const input = document.querySelector('#sliders input');
        input.value = '20';
        input.dispatchEvent(new Event('input', { bubbles: true }));
    });
    assert.ok(Math.abs((await play(page, 1)).times - 20) < 0.01);
    await page.waitForFunction(() => document.getElementById('score').textContent.includes('20×'));
    await keepScreenshot(page, 'chains-desktop');
}));

test('bridge, crane and lift carry a thousand parts while they are driven', () => playPage('bridge', sizes.desktop, async (page) => {
    const bridge = await play(page, 12);
    assert.ok(bridge.worst < 60 && bridge.minY > -5, JSON.stringify(bridge));
    const car = await page.evaluate(() => globalThis.mica.scene.things.car.chassis.x);
    assert.ok(Math.abs(car) < 14.5, `${car}`);
    await page.click('#buttons >> text=Crane');
    const crane = await play(page, 16);
    assert.ok(crane.worst < 1 && crane.maxX > 6 && crane.minX < -4 && crane.minY > -4.502, JSON.stringify(crane));
    await page.focus('#stage');
    await page.keyboard.down('ArrowRight');
    await page.waitForFunction(() => globalThis.mica.scene.things.speed > 1);
    await page.keyboard.up('ArrowRight');
    await page.click('#buttons >> text=Scissor lift');
    const lift = await play(page, 14);
    assert.ok(lift.worst < 40 && lift.maxY - lift.minY > 8, JSON.stringify(lift));
}));

test('the ball tears the wall down and its chain holds', () => playPage('wrecking', sizes.desktop, async (page) => {
    // Anew, as the page's own frames have played it for a while.
    const before = await page.evaluate(() => {
        globalThis.mica.stage.reset();
        return Math.max(...globalThis.mica.scene.things.bricks.map(({ y }) => y));
    });
    const top = () => page.evaluate(() => Math.max(...globalThis.mica.scene.things.bricks.map(({ y }) => y)));
    const seen = await play(page, 12);
    await page.evaluate(() => globalThis.mica.stage.setPaused(true));
    const now = await top();
    assert.ok(before > -1 && now < before - 3, `${before} m, ${now} m`);
    assert.ok(seen.worst < 60, `${seen.worst} mm`);
    await page.click('#timeline-share');
    await page.waitForFunction(() => location.hash.length > 100);
    await page.evaluate(() => { history.replaceState(null, '', location.href.replace('?wrecking', '')); location.reload(); });
    await page.waitForFunction(() => globalThis.mica?.stage.paused && globalThis.mica.scene.name === 'Wrecking ball');
    assert.ok(Math.abs(await top() - now) < 1e-6);
}));

for (const name of /** @type {const} */ (['phone', 'landscape'])) {
    test(`${name}: nothing overflows, a finger pulls the load`, () => playPage('crane', sizes[name], async (page) => {
        const outside = () => page.evaluate(() => [...document.querySelectorAll('.hud > *, .toggle, .timeline, .meter')].filter((element) => {
            const { left, right, top, bottom } = element.getBoundingClientRect();
            return right > left && (left < 0 || right > innerWidth + 0.5 || top < 0 || bottom > innerHeight + 0.5);
        }).map((element) => element.className || element.id));
        assert.deepEqual(await outside(), []);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
        const client = await page.context().newCDPSession(page);
        const at = await page.evaluate(() => { const [load] = globalThis.mica.scene.loads; const [x, y] = globalThis.mica.stage.renderer.toScreen(load.x, load.y); return { x, y, id: 1 }; });
        await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] });
        await page.waitForFunction(() => globalThis.mica.stage.pointer.drags.length === 1);
        await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
        await keepScreenshot(page, `chains-${name}`);
        await page.tap('#panel-toggle');
        await page.waitForFunction(() => document.getAnimations().every((each) => !(each instanceof CSSTransition)));
        assert.deepEqual(await outside(), []);
    }));
}
