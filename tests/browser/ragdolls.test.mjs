// The page of ragdolls and a car in Chromium: it drives by itself, by keys and by thumbs, and what it meets falls. Time is made by
// mica.advance, beside the page's own frames.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { keepScreenshot, openBrowser, sizes } from './page.mjs';

/** @type {Awaited<ReturnType<typeof openBrowser>>} */
let browser;
before(async () => { browser = await openBrowser(); });
after(() => browser?.close());

/** Opens the page, runs the test, and fails it for any error the page had. */
async function playPage(options, play) {
    const { page, errors, giveBack } = await browser.open('demo/ragdolls/', options);
    await page.waitForFunction(() => globalThis.mica?.stage.frames > 1);
    await play(page);
    assert.deepEqual(errors, []);
    giveBack();
}

/** Plays so many seconds; gives the largest gap of a joint that holds, in metres, and how the car fared. */
const play = (page, seconds) => page.evaluate((time) => {
    const { scene, world } = globalThis.mica;
    const joints = [...scene.rider.joints, ...scene.car.joints, ...scene.dolls.flatMap((doll) => doll.joints)];
    const seen = { gap: 0, maxX: -Infinity, minY: Infinity };
    const end = world.stepCount + 60 * time;
    while (world.stepCount < end) {
        globalThis.mica.advance(1 / 60);
        for (const joint of joints) seen.gap = Math.max(seen.gap, joint.linearSeparation);
        seen.maxX = Math.max(seen.maxX, scene.car.chassis.x);
        for (const { bones } of [scene.rider, ...scene.dolls]) seen.minY = Math.min(seen.minY, bones.head.y);
    }
    const { fallen, best } = scene.state;
    return { ...seen, fallen, best, rides: scene.straps.some((strap) => strap.alive) };
}, seconds);

test('the car drives by itself, flies, and ragdolls fall; none comes apart or falls through the ground', () => playPage(sizes.desktop, async (page) => {
    assert.equal(await page.evaluate(() => globalThis.mica.scene.state.fallen), 0);
    const seen = await play(page, 12);
    assert.ok(seen.maxX > 50 && seen.best > 0.8 && seen.fallen >= 5, JSON.stringify(seen));
    assert.ok(seen.gap < 0.25 && seen.minY > -0.1, JSON.stringify(seen));
    const shown = await page.waitForFunction((fallen) => document.getElementById('score').textContent.includes(`${fallen} / 16`) || globalThis.mica.scene.state.fallen > fallen, seen.fallen);
    assert.ok(shown);
    await keepScreenshot(page, 'ragdolls-desktop');
    await page.keyboard.press('KeyU');
    const angle = await page.evaluate(() => { globalThis.mica.advance(1 / 60); return globalThis.mica.scene.car.chassis.angle; });
    assert.ok(Math.abs(angle) < 0.3, `${angle}`);
    await page.keyboard.press('KeyR');
    assert.equal(await page.evaluate(() => globalThis.mica.scene.state.fallen), 0);
}));

test('keys take the wheel; the timeline brings all back', () => playPage(sizes.desktop, async (page) => {
    await page.focus('#stage');
    await page.keyboard.down('ArrowRight');
    await page.waitForFunction(() => !globalThis.mica.scene.state.self);
    const seen = await page.evaluate(() => {
        const { stage, world, scene } = globalThis.mica;
        const [from, hash] = [world.stepCount, world.hash()];
        for (let i = 0; i < 240; ++i) globalThis.mica.advance(1 / 60);
        const { x } = scene.car.chassis;
        stage.timeline.update();
        stage.timeline.seek(from);
        return { x, same: world.hash() === hash, back: scene.car.chassis.x };
    });
    await page.keyboard.up('ArrowRight');
    assert.ok(seen.same && seen.x > seen.back + 8, JSON.stringify(seen));
}));

for (const name of /** @type {const} */ (['phone', 'landscape'])) {
    test(`${name}: nothing overflows, thumbs drive`, () => playPage(sizes[name], async (page) => {
        const outside = () => page.evaluate(() => [...document.querySelectorAll('.hud > *, .toggle, .timeline, .meter, .pads button')].filter((element) => {
            const { left, right, top, bottom } = element.getBoundingClientRect();
            return right > left && (left < 0 || right > innerWidth + 0.5 || top < 0 || bottom > innerHeight + 0.5);
        }).map((element) => element.className || element.ariaLabel));
        assert.deepEqual(await outside(), []);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
        const client = await page.context().newCDPSession(page);
        const box = await page.locator('.pads button[aria-label=Drive]').boundingBox();
        await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: box.x + 30, y: box.y + 30, id: 1 }] });
        await page.waitForFunction(() => globalThis.mica.scene.state.touch === 1);
        const x = await page.evaluate(() => { for (let i = 0; i < 180; ++i) globalThis.mica.advance(1 / 60); return globalThis.mica.scene.car.chassis.x; });
        assert.ok(x > 3, `${x}`);
        await keepScreenshot(page, `ragdolls-${name}`);
        await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
        await page.waitForFunction(() => globalThis.mica.scene.state.touch === 0);
    }));
}
