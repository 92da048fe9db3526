// The page of ragdolls and a car in Chromium: it drives by itself, by keys and by thumbs, and what it meets falls. Time is made by
// mica.advance.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepScreenshot, sizes } from './page.mjs';
import { assertFits, makeFinger, playStage } from './stage.mjs';
import { testLong } from '../sample.mjs';

/** Takes the wheel, which begins a run in a new world: holds the key and plays a little. */
async function takeWheel(page) {
    await page.focus('#stage');
    await page.keyboard.down('ArrowRight');
    await page.evaluate(() => globalThis.play(0.2));
}

/** Plays so many seconds; gives the largest gap of a joint of a ragdoll, in metres, and how the car fared. Its wheels: tests/js/ragdoll-course.test.mjs. */
const play = (page, seconds) =>
    page.evaluate((time) => {
        const { scene, world } = globalThis.mica;
        const joints = [...scene.rider.joints, ...scene.dolls.flatMap((doll) => doll.joints)];
        const seen = { gap: 0, maxX: -Infinity, minY: Infinity };
        const end = world.stepCount + 60 * time;
        while (world.stepCount < end) {
            globalThis.mica.advance(1 / 60);
            for (const joint of joints) seen.gap = Math.max(seen.gap, joint.linearSeparation);
            seen.maxX = Math.max(seen.maxX, scene.car.chassis.x);
            for (const { bones } of [scene.rider, ...scene.dolls]) seen.minY = Math.min(seen.minY,
                    bones.head.y);
        }
        const { fallen, best } = scene.state;
        return { ...seen, fallen, best, rides: scene.straps.some((strap) => strap.alive) };
    }, seconds);

testLong(
    'the car drives by itself without points, flies, and ragdolls fall; none comes apart or falls through the ground',
    () =>
        playStage('ragdolls/', sizes.desktop, async (page) => {
            assert.equal(await page.evaluate(() => globalThis.mica.scene.state.fallen), 0);
            const seen = await play(page, 20);
            assert.ok(seen.maxX > 50 && seen.best > 0.8 && seen.fallen >= 5, JSON.stringify(seen));
            assert.ok(seen.gap < 0.25 && seen.minY > -0.1, JSON.stringify(seen));
            await page.waitForFunction(
                (fallen) => document.getElementById('score').textContent.includes(`${fallen} / 26`),
                seen.fallen,
            );
            await keepScreenshot(page, 'ragdolls-desktop');
            await page.keyboard.press('KeyU');
            const angle = await page.evaluate(() => {
                globalThis.mica.advance(1 / 60);
                return globalThis.mica.scene.car.chassis.angle;
            });
            assert.ok(Math.abs(angle) < 0.3, `${angle}`);
            await page.keyboard.press('KeyR');
            assert.equal(await page.evaluate(() => globalThis.mica.scene.state.fallen), 0);
        }),
);

test('the car that drives itself neither scores nor finishes; the first key begins a run at the start', () =>
    playStage('ragdolls/', sizes.desktop, async (page) => {
        await page.evaluate(() => globalThis.play(30));
        const shown = () =>
            page.evaluate(() => ({ ...globalThis.mica.scene.state,
                x: globalThis.mica.scene.car.chassis.x, end: document.getElementById('end') })
            );
        const alone = await shown();
        assert.deepEqual([alone.points, alone.done, alone.end], [0, false, null]);
        await takeWheel(page);
        await page.keyboard.up('ArrowRight');
        const taken = await shown();
        assert.ok(!taken.self && taken.x < 0 && taken.time < 0.3, JSON.stringify(taken));
    }));

test('keys take the wheel; the timeline brings all back', () =>
    playStage('ragdolls/', sizes.desktop, async (page) => {
        await takeWheel(page);
        assert.equal(await page.evaluate(() => globalThis.mica.scene.state.self), false);
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

testLong(
    'Up turns a somersault in the air, Space boosts, and the finish doubles the points of whoever has the rider',
    () =>
        playStage('ragdolls/', sizes.desktop, async (page) => {
            const state = () =>
                page.evaluate(() => ({ ...globalThis.mica.scene.state,
                    x: globalThis.mica.scene.car.chassis.x,
                    vx: globalThis.mica.scene.car.chassis.vx })
                );
            /** Puts the car, with all that rides, so much further. */
            const move = (far) =>
                page.evaluate((by) => {
                    const { car, rider } = globalThis.mica.scene;
                    for (const body of [...car.bodies, ...rider.bodies])
                        body.setTransform(body.x + by, body.y, body.angle);
                }, far);
            await takeWheel(page);
            await move(93 + 22 - 4);
            await play(page, 1);
            const slow = await state();
            await page.keyboard.press('Space');
            await play(page, 0.5);
            const fast = await state();
            assert.ok(fast.boosts === 2 && fast.vx > slow.vx + 3, `${slow.vx} to ${fast.vx} m/s`);
            // Over the long jump: a turn backwards, which ends as it began.
            await page.evaluate(() => {
                const { scene } = globalThis.mica;
                const press = (type) =>
                    scene.world.stepCount
                    && globalThis.mica.stage.canvas.dispatchEvent(
                        new KeyboardEvent(type, { code: 'ArrowUp', bubbles: true }),
                    );
                for (let i = 0; i < 300 && scene.state.flips === 0; ++i) {
                    const turns = scene.state.flight > 0.1 && Math.abs(scene.state.turned) < 2.4
                        && scene.car.chassis.x > 125;
                    press(turns ? 'keydown' : 'keyup');
                    globalThis.mica.advance(1 / 60);
                }
                press('keyup');
            });
            const turned = await state();
            assert.ok(turned.flips === 1 && turned.boosts === 3 && turned.points >= 500,
                JSON.stringify(turned));
            const seen = await play(page, 6);
            const done = await state();
            assert.ok(done.done && seen.rides === done.riding, JSON.stringify(done));
            await page.locator('#end').waitFor();
            assert.equal(await page.textContent('#end b'), String(done.points));
            await keepScreenshot(page, 'ragdolls-finish');
            await page.click('#end button');
            assert.deepEqual([(await state()).points, await page.locator('#end').count()], [0, 0]);
        }),
);

for (const name of /** @type {const} */ (['phone', 'landscape'])) {
    testLong(`${name}: nothing overflows, thumbs drive`, () =>
        playStage('ragdolls/', sizes[name], async (page) => {
            await assertFits(page);
            const finger = await makeFinger(page);
            const box = await page.locator('.pads button[aria-label=Drive]').boundingBox();
            await finger.down(box.x + 30, box.y + 30);
            await page.waitForFunction(() =>
                globalThis.mica.stage.keys.has('ArrowRight')
            );
            const x = await page.evaluate(() => {
                globalThis.play(3);
                return globalThis.mica.scene.car.chassis.x;
            });
            assert.ok(x > 3, `${x}`);
            await keepScreenshot(page, `ragdolls-${name}`);
            await finger.up();
            await page.waitForFunction(() => !globalThis.mica.stage.keys.has('ArrowRight'));
        }));
}
