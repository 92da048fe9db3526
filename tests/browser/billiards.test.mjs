// The page of billiards and of the cradle in Chromium. Time is made by mica.advance.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepScreenshot, sizes } from './page.mjs';
import { assertFits, makeFinger, play, playStage, share, whenOpen } from './stage.mjs';
import { testLong } from '../sample.mjs';

/** Pulls the pointer back from the white ball by so many metres, against the direction of the shot, and lets go. */
async function pull(page, angle, metres, letGo = true) {
    // The camera takes a while to follow the size of the picture, which an opened panel changes.
    await page.evaluate(async () => {
        const { stage } = globalThis.mica;
        const place = () => stage.renderer.toScreen(1, 1).join();
        for (let frame = 0, same = 0, last = ''; frame < 120 && same < 10; ++frame) {
            await new Promise(requestAnimationFrame);
            same = place() === last ? same + 1 : 0;
            last = place();
        }
    });
    const [from, to] = await page.evaluate(([a, by]) => {
        const { stage, scene } = globalThis.mica;
        const { x, y } = scene.balls[0];
        return [stage.renderer.toScreen(x, y),
            stage.renderer.toScreen(x - by * Math.cos(a), y - by * Math.sin(a))];
    }, [angle, metres]);
    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move(...to, { steps: 4 });
    if (letGo) await page.mouse.up();
}

/** Plays until all balls rest, and gives the steps that this took and what was measured meanwhile. */
const untilRest = (page) =>
    page.evaluate(() => {
        const { scene } = globalThis.mica;
        let [steps, overlap] = [0, 0];
        while (scene.game.moving && steps < 3600) {
            globalThis.mica.advance(1 / 60);
            ++steps;
            const on = scene.balls.filter((ball) => ball.enabled);
            on.forEach((a, i) =>
                on.slice(0, i).forEach((b) => {
                    overlap = Math.max(overlap, 0.066 - Math.hypot(a.x - b.x, a.y - b.y));
                })
            );
        }
        const inside = scene.balls.every((ball) =>
            !ball.enabled || (Math.abs(ball.x) < 1.33 && Math.abs(ball.y) < 0.7)
        );
        return { steps, overlap, inside, potted: scene.game.potted, shots: scene.game.shots };
    });

test('a shot goes where its preview says, ball by ball, and the timeline brings it back', () =>
    playStage('billiards/', sizes.desktop, async (page) => {
        await pull(page, 0.05, 0.5, false);
        const shown = await page.evaluate(() => {
            globalThis.mica.advance(0);
            const { game, paths, balls } = globalThis.mica.scene;
            return { power: game.power, angle: game.angle, hash: globalThis.mica.world.hash(),
                ends: paths.map((
                    { body, points, count },
                ) => [balls.indexOf(body), points[3 * count - 3], points[3 * count - 2]]) };
        });
        assert.ok(Math.abs(shown.angle - 0.05) < 0.01 && Math.abs(shown.power - 0.5 / 0.7) < 0.02,
            JSON.stringify(shown));
        await page.mouse.up();
        const played = await page.evaluate((ends) => {
            const { scene, world } = globalThis.mica;
            const from = world.stepCount;
            while (world.stepCount < from + 150) globalThis.mica.advance(1 / 60);
            // The preview hears of no trigger: what falls into a pocket may stop elsewhere.
            const wrong = ends.filter(([i]) => scene.balls[i].enabled).map(([i, x, y]) =>
                Math.hypot(scene.balls[i].x - x, scene.balls[i].y - y)
            );
            return { wrong, from, shots: scene.game.shots, moving: scene.game.moving };
        }, shown.ends);
        assert.ok(Math.max(...played.wrong) < 1e-6, String(played.wrong));
        assert.deepEqual([played.shots, played.moving], [1, true]);
        const { hash, shots } = await page.evaluate((step) => {
            const { stage, world } = globalThis.mica;
            stage.timeline.update();
            stage.timeline.seek(step);
            return { hash: world.hash(), shots: globalThis.mica.scene.game.shots };
        }, played.from);
        assert.deepEqual([hash, shots], [shown.hash, 0]);
    }));

testLong('three breaks: balls scatter without overlap, stay on the table or are potted',
    () =>
        playStage('billiards/', sizes.desktop, async (page) => {
            let potted = 0;
            for (let i = 0; i < 3; ++i) {
                await page.click('#buttons >> text=Break');
                const played = await untilRest(page);
                assert.ok(played.steps > 120 && played.steps < 1200,
                    `rest after ${played.steps} steps`);
                assert.ok(played.overlap < 0.0005, `${played.overlap} m`);
                assert.ok(played.inside && played.shots === 1, JSON.stringify(played));
                potted += played.potted.length;
                await page.keyboard.press('KeyR');
            }
            assert.ok(potted >= 1, `${potted} potted`);
            await keepScreenshot(page, 'billiards-desktop');
        }));

testLong('keys aim and shoot a ball into a pocket; the white one comes back',
    () =>
        playStage('billiards/', sizes.desktop, async (page) => {
            await page.evaluate(() => {
                const { balls } = globalThis.mica.scene;
                for (const ball of balls.slice(2)) ball.enabled = false;
                balls[0].setTransform(0.6, 0);
                balls[1].setTransform(0.95, 0.314);
            });
            await page.focus('#stage');
            await page.keyboard.down('ArrowLeft');
            await play(page, 0.25);
            await page.keyboard.up('ArrowLeft');
            assert.ok(
                Math.abs(await page.evaluate(() => globalThis.mica.scene.game.angle) - 0.18) < 1e-6,
            );
            await page.evaluate(() =>
                Object.assign(globalThis.mica.scene.game, { angle: 0.72, power: 0.5 })
            );
            await page.keyboard.press('Space');
            const first = await untilRest(page);
            assert.deepEqual(first.potted, [1]);
            await page.evaluate(() => {
                const { balls, game } = globalThis.mica.scene;
                balls[0].setTransform(0, 0.3);
                game.angle = Math.PI / 2;
                globalThis.mica.stage.options.buttons[0].press(globalThis.mica.scene);
            });
            const second = await untilRest(page);
            const white = await page.evaluate(() => {
                const { x, y, enabled } = globalThis.mica.scene.balls[0];
                return { x, y, enabled };
            });
            assert.deepEqual(second.potted, [1]);
            assert.ok(
                white.enabled && Math.abs(white.x + 0.635) < 0.001 && Math.abs(white.y) < 0.001,
                JSON.stringify(white),
            );
        }));

testLong('the cradle hands on as many balls as come, for a minute; a link opens it',
    () =>
        playStage('billiards/', sizes.desktop, async (page) => {
            await page.click('#buttons >> text=Newton');
            const played = await page.evaluate(() => {
                const { stage } = globalThis.mica;
                const set = (value) => stage.options.sliders[0].set(globalThis.mica.scene, value);
                return [1, 2, 5].map((count) => {
                    set(0);
                    set(count);
                    const { balls, home } = globalThis.mica.scene;
                    const swing = () => balls.map((ball, i) => ball.x - home(i));
                    const tops = [];
                    for (let i = 0; i < 3600; ++i) {
                        globalThis.mica.advance(1 / 60);
                        if (i === 72 || i === 3551)
                            tops.push(swing().map((x) => Math.round(20 * x) / 20));
                    }
                    return tops;
                });
            });
            const [one, two, five] = played.map(([first]) => first);
            assert.deepEqual([one, two, five].map((tops) => tops.filter((x) => x > 0.5).length), [1,
                2, 5]);
            assert.deepEqual(
                [one, two, five].map((tops) => tops.filter((x) => Math.abs(x) < 0.05).length),
                [6, 5, 2],
            );
            for (const [, last] of played)
                assert.ok(Math.max(...last.map(Math.abs)) > 0.3, String(last));
            await share(page);
            const kept = await page.evaluate(() => globalThis.mica.scene.balls.map(({ x }) => x));
            await page.reload();
            await whenOpen(page);
            assert.equal(await page.evaluate(() => globalThis.mica.scene.kind), 'cradle');
            const opened = await page.evaluate(() => globalThis.mica.scene.balls.map(({ x }) => x));
            assert.ok(opened.every((x, i) => Math.abs(x - kept[i]) < 1e-6),
                `${opened} and ${kept}`);
        }));

test('the table turns with the phone, with the balls as they lie', () =>
    playStage('billiards/', sizes.phone, async (page) => {
        await page.evaluate(() => {
            const { balls, game } = globalThis.mica.scene;
            balls[3].enabled = false;
            game.potted.push(3);
            game.shots = 4;
            balls[1].setTransform(0.2, -1);
        });
        await page.setViewportSize({ width: 844, height: 390 });
        await play(page, 0.1);
        const turned = await page.evaluate(() => {
            const { balls, game } = globalThis.mica.scene;
            return { upright: game.upright, shots: game.shots, out: balls[3].enabled,
                at: [balls[1].x, balls[1].y].map((value) => Number(value.toFixed(3))) };
        });
        assert.deepEqual(turned, { upright: false, shots: 4, out: false, at: [-1, -0.2] });
        await page.setViewportSize({ width: 390, height: 844 });
        await play(page, 0.1);
        const back = await page.evaluate(() => {
            const { balls, game } = globalThis.mica.scene;
            return [game.upright, balls[1].x.toFixed(3), balls[1].y.toFixed(3)];
        });
        assert.deepEqual(back, [true, '0.200', '-1.000']);
    }));

for (const name of /** @type {const} */ (['phone', 'landscape'])) {
    testLong(`${name}: nothing overflows, a finger shoots`, () =>
        playStage('billiards/', sizes[name], async (page) => {
            await assertFits(page);
            const finger = await makeFinger(page);
            const [from, to] = await page.evaluate(() => {
                const { stage, scene } = globalThis.mica;
                const { x, y } = scene.balls[0];
                const at = (by) => {
                    const [px, py] = stage.renderer.toScreen(x - (scene.game.upright ? 0 : by),
                        y - (scene.game.upright ? by : 0));
                    return { x: px, y: py };
                };
                return [at(0), at(0.45)];
            });
            await finger.down(from.x, from.y);
            await finger.move(to.x, to.y);
            await page.waitForFunction(() =>
                globalThis.mica.scene.game.power > 0.6
            );
            await play(page, 0.05);
            await keepScreenshot(page, `billiards-${name}`);
            await finger.up();
            await page.waitForFunction(() => globalThis.mica.scene.game.moving);
            const played = await untilRest(page);
            assert.ok(played.shots === 1 && played.steps > 100, JSON.stringify(played));
            await page.tap('#panel-toggle');
            await assertFits(page);
        }));
}
