// The game of digging in Chromium: a finger and keys aim and fire, shells dig craters, a bridge falls, the computer answers, a round ends, the
// timeline and a link bring a moment back, and it fits phones. Time is made by mica.advance.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertText, keepScreenshot, sizes } from './page.mjs';
import { assertFits, makeFinger, play, playStage, settle, share } from './stage.mjs';
import { testLong } from '../sample.mjs';

const state = (page) => page.evaluate(() => structuredClone(globalThis.mica.scene.state));
const hash = (page) => page.evaluate(() => String(globalThis.mica.world.hash()));

/** The hills of a number, without wind. */
const takeHills = (page, hills, two = false) =>
    page.evaluate(([number, both]) => {
        const { stage } = globalThis.mica;
        const { state: now } = stage.scene;
        Object.assign(now, { hills: number - 1, two: both });
        stage.options.buttons.find(({ label }) => label === 'Other hills').press(stage.scene);
        stage.scene.state.wind = 0;
    }, [hills, two]);

/** A shell that falls on a place. */
const drop = (page, x, y, weapon = 0) =>
    page.evaluate(([px, py, shot]) => {
        const { scene, world } = globalThis.mica;
        Object.assign(scene.state, { phase: 1, since: 0, shot, course: [0, -9] });
        world.createBody({ position: [px, py], velocity: [0, -9], bullet: true,
            collider: { shape: 'circle', radius: 0.16, layer: 'shell' } });
    }, [x, y, weapon]);

/** Where something is. */
const find = (page, kind) =>
    page.evaluate(
        (layer) =>
            [...globalThis.mica.world.bodies].filter((body) => body.colliders[0].layer === layer)
                .map(({ x, y }) => ({ x, y })),
        kind,
    );

/** The area of all hills, in cells. */
const ground = (page) =>
    page.evaluate(() => {
        const { ground: hills } = globalThis.mica.scene;
        const { columns, rows } = hills.shape;
        return hills.groundCells(0, 0, columns, rows).densities.reduce(
            (sum, each) => sum + each / 255,
            0,
        );
    });

test('a phone: a pull aims, letting go fires, there is a crater, and the computer answers', () =>
    playStage('dig/', sizes.phone, async (page) => {
        await takeHills(page, 5);
        await play(page, 0.5);
        await settle(page);
        const before = await ground(page);
        const finger = await makeFinger(page);
        await finger.down(150, 400);
        await finger.move(120, 440);
        await finger.move(90, 480);
        await page.evaluate(() => globalThis.mica.stage.draw(0));
        await keepScreenshot(page, 'dig-phone-aim');
        const { angle, power } = await state(page);
        assert.ok(Math.abs(angle[0] - Math.atan2(80, 60)) < 0.02, `${angle}`);
        assert.ok(power[0] > 0.6 && power[0] <= 1, `${power}`);
        await finger.up();
        assert.equal((await find(page, 'shell')).length, 1);
        await play(page, 6);
        assert.equal((await find(page, 'shell')).length, 0);
        await page.evaluate(() => {
            for (let i = 0; i < 100 && globalThis.mica.scene.state.tries[1] === 0; ++i)
                globalThis.play(0.1);
        });
        assert.deepEqual((await state(page)).tries, [1, 1]);
        await drop(page, 8, 30);
        await play(page, 3);
        assert.ok(await ground(page) < before - 20);
        await assertFits(page, '.weapons button');
    }));

test('keys aim, choose and fire; a digger bores into rock, earth is heaped up', () =>
    playStage('dig/', sizes.desktop, async (page) => {
        await takeHills(page, 5, true);
        await play(page, 0.3);
        const { angle: [first] } = await state(page);
        await page.keyboard.down('ArrowLeft');
        await play(page, 0.3);
        await page.keyboard.up('ArrowLeft');
        assert.ok((await state(page)).angle[0] > first + 0.05);
        await page.keyboard.press('4');
        assert.equal((await state(page)).weapon[0], 3);
        await page.getByRole('button', { name: 'Digger' }).first().click();
        assert.deepEqual((await state(page)).weapon, [2, 0]);
        await page.keyboard.press('Space');
        const { ammo, phase } = await state(page);
        assert.deepEqual([ammo[2], phase], [2, 1]);
        await play(page, 8);
        assert.deepEqual((({ turn, phase: now }) => [turn, now])(await state(page)), [1, 0]);
        const [before, [tank]] = [await ground(page), await find(page, 'red')];
        await drop(page, tank.x + 1.5, tank.y + 6, 3);
        await play(page, 3);
        assert.ok(await ground(page) > before + 30, 'a heap');
        await settle(page);
        await keepScreenshot(page, 'dig-heap');
    }));

test('a bridge that is hit falls, what falls hurts, and the timeline brings it back to the bit', () =>
    playStage('dig/', sizes.desktop, async (page) => {
        await takeHills(page, 5);
        await play(page, 1);
        const bridges = await find(page, 'wood');
        const [[bridge], before] = [bridges, await hash(page)];
        const step = await page.evaluate(() => globalThis.mica.world.stepCount);
        await drop(page, bridge.x, bridge.y + 3);
        await play(page, 0.7);
        await settle(page);
        await keepScreenshot(page, 'dig-bridge');
        await play(page, 1.5);
        const wood = await find(page, 'wood');
        assert.ok(wood.length > bridges.length && wood.some(({ y }) => y < bridge.y - 1),
            JSON.stringify(wood));
        const rows = await page.evaluate(() => globalThis.mica.scene.edition);
        await page.evaluate((to) => globalThis.mica.stage.timeline.seek(to), step);
        assert.equal(await hash(page), before);
        assert.deepEqual(await find(page, 'wood'), bridges);
        assert.ok(await page.evaluate(() => globalThis.mica.scene.edition) > rows,
            'the picture looks at the ground again');
        await page.evaluate(() => {
            globalThis.mica.scene.tank(0).setTransform(0, 18, 0);
        });
        await play(page, 3);
        assert.ok((await state(page)).health[0] < 90, 'a fall hurts');
    }));

test('a round ends, the next hills come, and a link holds a moment', () =>
    playStage('dig/', sizes.laptop, async (page) => {
        await takeHills(page, 5);
        const [tank] = await find(page, 'blue');
        await page.evaluate(() => {
            globalThis.mica.scene.state.health[1] = 9;
        });
        await drop(page, tank.x, tank.y + 3);
        await play(page, 0.4);
        const link = await share(page);
        const shown = await state(page);
        await playStage(`dig/${link}`, sizes.phone, async (other) => {
            assert.deepEqual(await state(other), shown);
            assert.equal(await hash(other), await hash(page));
        });
        await play(page, 9);
        await assertText(page, '#end', /You win\s*1 : 0/);
        assert.ok((await find(page, 'wreck')).length > 3);
        await page.getByRole('button', { name: 'Play again' }).click();
        const { hills, wins, health } = await state(page);
        assert.deepEqual([hills, wins, health], [6, [1, 0], [100, 100]]);
        assert.equal(await page.locator('#end').count(), 0);
    }));

testLong(
    'rounds that the computer plays by itself end, upright and not, in frames of few milliseconds',
    () =>
        playStage('dig/', sizes.phone, async (page) => {
            for (const hills of [2, 9, 14]) {
                await takeHills(page, hills);
                const found = await page.evaluate(() => {
                    const { scene, stage, world } = globalThis.mica;
                    scene.auto = true;
                    let [largest, frames] = [0, 0];
                    const began = performance.now();
                    for (; frames < 9000 && scene.state.phase !== 3; ++frames) {
                        globalThis.play(1 / 60);
                        largest = Math.max(largest, world.counters.bodies);
                        if (frames % 30 === 0) stage.draw(1 / 60);
                    }
                    return { frames, largest, mean: (performance.now() - began) / frames };
                });
                assert.ok(found.frames < 9000 && found.largest < 90, JSON.stringify(found));
                assert.ok(found.mean < 16, JSON.stringify(found));
            }
        }),
);

for (const name of /** @type {const} */ (['phone', 'landscape'])) {
    testLong(`${name}: nothing overflows`, () =>
        playStage('dig/', sizes[name], async (page) => {
            await takeHills(page, 7);
            await play(page, 0.5);
            await settle(page);
            await assertFits(page, '.weapons button');
            await keepScreenshot(page, `dig-${name}`);
        }));
}
