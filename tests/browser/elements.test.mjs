// The page of water, wind and planets in Chromium: what floats and sinks as the sliders say, flags in the wind, calm in the
// bubble, houses that stand on planets, a link to a moment of another scene. Time is made by mica.advance.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepScreenshot, sizes } from './page.mjs';
import { assertFits, play, playStage, share, slide, whenOpen } from './stage.mjs';
import { testLong } from '../sample.mjs';

/** Heights of all bodies of a layer. */
const heights = (page, layer) =>
    page.evaluate((name) =>
        [...globalThis.mica.world.bodies]
            .filter((body) => body.colliders[0]?.layer === name && body.type === 'dynamic').map((
                body,
            ) => body.y), layer);

test('pool: by their densities things float and sink; level, density and drops', () =>
    playStage('elements/', sizes.desktop, async (page) => {
        await play(page, 5);
        for (const y of await heights(page, 'wood'))
            assert.ok(Math.abs(y) < 0.9, `a crate floats at ${y}`);
        for (const y of await heights(page, 'stone')) assert.ok(y < -3.5, `a stone lies at ${y}`);
        const boat = await page.evaluate(() => {
            const body = [...globalThis.mica.world.bodies].find(({ colliders }) =>
                colliders.length === 6
            );
            return { y: body.y, angle: body.angle };
        });
        assert.ok(Math.abs(boat.angle) < 0.4 && Math.abs(boat.y) < 0.7,
            `the boat is upright: ${JSON.stringify(boat)}`);
        await keepScreenshot(page, 'elements-desktop');
        await slide(page, 'Level', 1.5);
        await play(page, 6);
        for (const y of await heights(page, 'wood')) assert.ok(y > 0.8, `a crate rises to ${y}`);
        await slide(page, 'Density', 6);
        await play(page, 6);
        for (const y of await heights(page, 'stone'))
            assert.ok(y > 0.4, `in dense water a stone rises to ${y}`);
        await slide(page, 'Density', 0.2);
        await play(page, 8);
        for (const y of await heights(page, 'wood'))
            assert.ok(y < 0, `in thin water a crate sinks to ${y}`);
        const before = await page.evaluate(() => globalThis.mica.world.counters.bodies);
        for (let i = 0; i < 3; i++) await page.keyboard.press('Space');
        assert.equal(await page.evaluate(() => globalThis.mica.world.counters.bodies), before + 3);
    }));

testLong('wind tunnel: flags and lanterns hang, lie in the wind, and hang in the bubble',
    () =>
        playStage('elements/?tunnel', sizes.desktop, async (page) => {
            const swing = () =>
                page.evaluate(() =>
                    globalThis.mica.world.joints.filter(({ type }) => type === 'distance')
                        .map(({ anchorA: [x, y], bodyB }) => Math.atan2(bodyB.x - x, y - bodyB.y))
                );
            const drop = (flag) =>
                page.evaluate((which) => {
                    const { world, scene } = globalThis.mica;
                    const { root, slots } = scene.flags[which];
                    const end = world.bodyAt(slots.at(-1));
                    return [end.x - root[0], root[1] - end.y];
                }, flag);
            await slide(page, 'Gusts', 0);
            await slide(page, 'Wind', 12);
            await play(page, 8);
            const angles = await swing();
            for (let i = 1; i < angles.length; i++)
                assert.ok(angles[i] < angles[i - 1], `heavier lanterns swing less: ${angles}`);
            assert.ok(angles[0] > 1.2 && angles[4] < 0.3, String(angles));
            const [out, down] = await drop(0);
            assert.ok(out > 2.2 && Math.abs(down) < 1, `the flag flies: ${out}, ${down}`);
            await page.evaluate(() => {
                const { world, scene } = globalThis.mica;
                const bubble = [...world.bodies].find(({ colliders }) =>
                    colliders.some(({ layer }) => layer === 'calm')
                );
                const [x, y] = scene.flags[5].root;
                bubble.setTransform(x + 0.7, y - 1.1);
                bubble.setVelocity(0, 0);
                bubble.type = 'static';
            });
            await play(page, 6);
            const [calmOut, calmDown] = await drop(5);
            assert.ok(calmDown > 1.4 && calmOut < 2,
                `in the bubble the flag hangs: ${calmOut}, ${calmDown}`);
            await keepScreenshot(page, 'elements-tunnel');
            const leaves = await page.evaluate(() => globalThis.mica.world.counters.bodies);
            await page.keyboard.press('Space');
            assert.equal(await page.evaluate(() => globalThis.mica.world.counters.bodies),
                leaves + 10);
            await slide(page, 'Wind', 0);
            await play(page, 10);
            for (const angle of await swing())
                assert.ok(Math.abs(angle) < 0.3, `without wind a lantern hangs: ${angle}`);
        }));

testLong('planets: houses stand, rocks orbit, comets come, and a link brings the scene back',
    () =>
        playStage('elements/?planets', sizes.desktop, async (page) => {
            const houses = () =>
                page.evaluate(() =>
                    [...globalThis.mica.world.bodies].filter((body) =>
                        body.colliders[0]?.layer === 'wood'
                    )
                        .map(({ x, y }) =>
                            Math.min(Math.hypot(x + 3.2, y - 0.2) - 2.5,
                                Math.hypot(x - 7.4, y - 2.6) - 1.5)
                        )
                );
            await play(page, 3);
            for (const away of await houses())
                assert.ok(away > 0.2 && away < 0.8, `a house is ${away} m from the ground`);
            const moon = await page.evaluate(() => {
                const { x, y } = [...globalThis.mica.world.bodies].find(({ type }) =>
                    type === 'kinematic'
                );
                return Math.hypot(x + 3.2, y - 0.2);
            });
            assert.ok(Math.abs(moon - 5.6) < 0.02, `the moon is ${moon} m away`);
            const flying = Number(
                await page.evaluate(() =>
                    globalThis.mica.stage.options.score(globalThis.mica.scene).flying
                ),
            );
            assert.ok(flying > 20, `${flying} rocks fly`);
            const before = await page.evaluate(() => globalThis.mica.world.counters.bodies);
            await page.keyboard.press('Space');
            assert.equal(await page.evaluate(() => globalThis.mica.world.counters.bodies),
                before + 10);
            await play(page, 4);
            await keepScreenshot(page, 'elements-planets');
            await slide(page, 'Pull', 0);
            await play(page, 12);
            assert.ok(
                await page.evaluate(() =>
                    globalThis.mica.stage.options.score(globalThis.mica.scene).flying
                ) >= 0,
            );

            const hash = await page.evaluate(() => globalThis.mica.world.hash());
            await share(page);
            const link = await page.evaluate(() => location.href.replace('?planets', ''));
            await page.goto('about:blank');
            await page.goto(link);
            await whenOpen(page);
            assert.equal(await page.evaluate(() => globalThis.mica.scene.scene.name), 'Planets');
            assert.equal(await page.evaluate(() => globalThis.mica.world.hash()), hash);
            await page.evaluate(() => globalThis.mica.stage.setPaused(false));
            await play(page, 1);
        }));

testLong('the timeline goes back, scenes change by keys',
    () =>
        playStage('elements/', sizes.laptop, async (page) => {
            await play(page, 2);
            await page.keyboard.press('Digit2');
            await play(page, 2);
            assert.equal(await page.evaluate(() => globalThis.mica.scene.scene.name),
                'Wind tunnel');
            await page.evaluate(() => {
                globalThis.mica.stage.setPaused(true);
                globalThis.mica.stage.timeline.seek(60);
            });
            assert.equal(await page.evaluate(() => globalThis.mica.world.stepCount), 60);
            await page.keyboard.press('Digit3');
            assert.equal(await page.evaluate(() => globalThis.mica.scene.scene.name), 'Planets');
        }));

for (const name of /** @type {const} */ (['phone', 'landscape'])) {
    testLong(`${name}: nothing overflows, a button drops`, () =>
        playStage('elements/', sizes[name], async (page) => {
            await play(page, 1);
            await assertFits(page);
            await page.tap('#panel-toggle');
            await page.getByText('Throw more in').tap();
            assert.equal(await page.evaluate(() =>
                globalThis.mica.scene.state.drops
            ), 1);
            await page.tap('#panel-toggle');
            await keepScreenshot(page, `elements-${name}`);
        }));
}
