// The game of slicing in Chromium: fingers, mouse and keys cut fruit, ropes, planks and crates, bombs and missed fruit cost lives, the
// timeline and a link bring a moment back, and it fits phones. Time is made by mica.advance; seeds are set where chance decides.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertText, keepScreenshot, sizes } from './page.mjs';
import { assertFits, makeFinger, play, playStage, settle, share } from './stage.mjs';
import { testLong } from '../sample.mjs';

const state = (page) => page.evaluate(() => ({ ...globalThis.mica.scene.state }));

/** What there is of a kind: where on the screen, and how many. */
const find = (page, kind) =>
    page.evaluate((layer) => {
        const { world, stage } = globalThis.mica;
        const all = [...world.bodies].filter((body) => body.colliders[0].layer === layer);
        return all.map((body) => stage.renderer.toScreen(...body.center));
    }, kind);

/** Nothing flies or hangs but what the test puts there. */
const clear = (page) =>
    page.evaluate(() => {
        const { scene, world } = globalThis.mica;
        Object.assign(scene.state, { next: 1e6, rig: -1e6, seed: 3 });
        for (const body of [...world.bodies])
            if (body.colliders[0].layer !== 'board') body.destroy();
    });

/** A fruit that stands in the air. */
const put = (page, layer, x, y) =>
    page.evaluate(([kind, px, py]) => {
        const body = globalThis.mica.world.createBody({ position: [px, py], gravityScale: 0,
            collider: { shape: 'circle', radius: 0.6, layer: kind } });
        globalThis.mica.stage.draw(0);
        return globalThis.mica.stage.renderer.toScreen(body.x, body.y);
    }, [layer, x, y]);

/** A swipe by a finger or by the mouse, in a few moves. */
async function swipe(hand, [ax, ay], [bx, by]) {
    await hand.down(ax, ay);
    for (let i = 1; i <= 6; ++i)
        await hand.move(ax + (bx - ax) * i / 6, ay + (by - ay) * i / 6);
    await hand.up();
}

const mouseOf = (page) => ({
    down: async (x, y) => {
        await page.mouse.move(x, y);
        await page.mouse.down();
    },
    move: (x, y) => page.mouse.move(x, y),
    up: () => page.mouse.up(),
});

test('a phone: a swipe cuts three fruit in a combo, what is missed costs a life, then the game ends', () =>
    playStage('slice/', sizes.phone, async (page) => {
        await clear(page);
        await settle(page);
        const places = [await put(page, 'melon', -1.8, 6), await put(page, 'orange', 0, 6),
            await put(page, 'kiwi', 1.8, 6)];
        const finger = await makeFinger(page);
        await finger.down(places[0][0] - 50, places[0][1] - 20);
        for (let i = 1; i <= 12; ++i)
            await finger.move(places[0][0] - 50 + i * (places[2][0] - places[0][0] + 100) / 12,
                places[0][1] - 20 + 3 * i);
        await page.evaluate(() => globalThis.mica.stage.draw(0));
        await keepScreenshot(page, 'slice-phone');
        await finger.up();
        for (const kind of ['melon', 'orange', 'kiwi'])
            assert.equal((await find(page, kind)).length, 2, kind);
        assert.deepEqual((({ score, sliced }) => [score, sliced])(await state(page)), [4, 3]);
        await play(page, 1);
        assert.equal((await state(page)).score, 7, 'a combo of three');
        assert.equal((await state(page)).lives, 3, 'parts that fall cost nothing');
        await assertText(page, '#score div:first-child b', /^7$/);
        for (let lives = 2; lives >= 0; --lives) {
            await page.evaluate(() =>
                globalThis.mica.world.createBody({ position: [0, 1],
                    collider: { shape: 'circle', radius: 0.5, layer: 'plum' } })
            );
            await play(page, 1.4);
            assert.equal((await state(page)).lives, lives);
        }
        await assertText(page, '#end', /Out of lives\s*7/);
        await assertFits(page);
        await page.getByRole('button', { name: 'Play again' }).click();
        assert.deepEqual((({ score, lives, over }) => [score, lives, over])(await state(page)), [0,
            3, false]);
        assert.equal(await page.locator('#end').count(), 0);
        assert.equal(await page.evaluate(() => localStorage.getItem('mica slice best')), '7');
    }));

test('a rope that is cut drops its crate on the board, where it bursts; a plank that is cut drops its fruit', () =>
    playStage('slice/', sizes.desktop, async (page) => {
        const mouse = mouseOf(page);
        const hung = async (kind) => {
            for (let seed = 1; seed < 40; ++seed) {
                await clear(page);
                await page.evaluate((s) => {
                    globalThis.mica.scene.state.seed = s;
                    globalThis.mica.scene.hangSomething();
                }, seed);
                if ((await find(page, kind)).length > 0) break;
            }
            await play(page, 2.5);
            await settle(page);
        };
        await hung('crate');
        await keepScreenshot(page, 'slice-crate');
        const [[x, y]] = await find(page, 'crate');
        const before = (await state(page)).score;
        await swipe(mouse, [x - 60, y - 120], [x + 60, y - 118]);
        assert.equal((await state(page)).score, before + 1, 'the rope');
        await play(page, 2);
        assert.equal((await find(page, 'crate')).length, 0);
        assert.ok((await find(page, 'splinter')).length > 4);
        assert.equal((await state(page)).score, before + 4, 'it burst on the board');
        await hung('plank');
        const [[px, py]] = await find(page, 'plank');
        await swipe(mouse, [px + 4, py - 60], [px + 2, py + 60]);
        assert.equal((await find(page, 'plank')).length, 2);
        await play(page, 1);
        assert.equal((await state(page)).rig > 0, true);
    }));

test('a bomb costs a life, Space slashes the highest fruit, and the timeline brings it back', () =>
    playStage('slice/', sizes.desktop, async (page) => {
        await clear(page);
        await play(page, 0.2);
        const [x, y] = await put(page, 'bomb', 0, 7);
        await swipe(mouseOf(page), [x - 90, y], [x + 90, y + 5]);
        assert.deepEqual([(await state(page)).lives, (await find(page, 'bomb')).length], [2, 0]);
        await put(page, 'lemon', 2, 8);
        await put(page, 'melon', -2, 5);
        await play(page, 0.2);
        await page.keyboard.press('Space');
        assert.equal((await find(page, 'lemon')).length, 2);
        assert.equal((await find(page, 'melon')).length, 1);
        await play(page, 0.3);
        const link = await share(page);
        const shown = await state(page);
        await playStage(`slice/${link}`, sizes.laptop, async (other) => {
            assert.deepEqual(await state(other), shown);
            assert.equal((await find(other, 'lemon')).length, 2);
            await other.evaluate(() => globalThis.mica.stage.setPaused(false));
            await play(other, 1);
        });
        await page.evaluate(() => globalThis.mica.stage.timeline.scrub(-40));
        assert.equal((await find(page, 'lemon')).length <= 1, true,
            'it is whole again, or not yet there');
        await page.evaluate(() => globalThis.mica.stage.timeline.release());
    }));

testLong('a minute played by a program: it slices, loses nothing from sight, and stays small',
    () =>
        playStage('slice/', sizes.phone, async (page) => {
            const found = await page.evaluate(() => {
                const { scene, world } = globalThis.mica;
                Object.assign(scene.state, { seed: 11, zen: true });
                let largest = 0;
                for (let i = 0; i < 600; ++i) {
                    globalThis.play(0.1);
                    scene.slashHighest();
                    largest = Math.max(largest, world.counters.bodies);
                }
                return { largest, ...scene.state };
            });
            assert.ok(found.sliced > 40 && found.score > 60, JSON.stringify(found));
            assert.ok(found.largest < 150, `${found.largest} bodies`);
        }));

for (const name of /** @type {const} */ (['phone', 'landscape'])) {
    testLong(`${name}: nothing overflows`, () =>
        playStage('slice/', sizes[name], async (page) => {
            await settle(page);
            await assertFits(page);
            await keepScreenshot(page, `slice-${name}`);
        }));
}
