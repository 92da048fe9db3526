// The game of merging in Chromium: a finger aims and drops, two of a kind merge and score, a heap above the line ends the game, a run is a
// short link that plays to the same bits, the timeline and keys work, and it fits phones. Time is made by mica.advance.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertText, keepScreenshot, sizes } from './page.mjs';
import { assertFits, makeFinger, play, playStage } from './stage.mjs';
import { testLong } from '../sample.mjs';

const MOST = 2000; // letters of a link to a minute of play

const state = (page) => page.evaluate(() => ({ ...globalThis.mica.scene.state }));
const look = (page) =>
    page.evaluate(
        () => [globalThis.mica.world.stepCount, globalThis.mica.world.hash(),
            globalThis.mica.scene.state.score],
    );
/** How many balls are in the jar. */
const count = (page) =>
    page.evaluate(() =>
        [...globalThis.mica.world.bodies].filter(({ type }) => type === 'dynamic').length
    );
/** Where a place of the jar is in the window. */
const toScreen = (page, x, y) =>
    page.evaluate(([px, py]) => globalThis.mica.stage.renderer.toScreen(px, py), [x, y]);

/** Puts balls of a kind into hand and next. */
const give = (page, hand, next) =>
    page.evaluate((kinds) => {
        Object.assign(globalThis.mica.scene.state, kinds);
    }, { hand, next });

/** Drags from one place across the jar to another, and lets go there. */
async function drop(page, finger, from, to) {
    await finger.down(...await toScreen(page, from, 6));
    await finger.move(...await toScreen(page, (from + to) / 2, 6));
    await finger.move(...await toScreen(page, to, 5));
    await finger.up();
}

/** Plays so many steps by a program that drags all the time, and lets go over the emptiest of some columns. */
const playOn = (page, steps, columns) =>
    page.evaluate(([length, places]) => {
        const { mica } = globalThis;
        const { canvas, renderer } = mica.stage;
        const send = (type, x) => {
            const [clientX, clientY] = renderer.toScreen(x, 6);
            canvas.dispatchEvent(
                new PointerEvent(type, { pointerId: 7, pointerType: 'touch', bubbles: true, clientX,
                    clientY }),
            );
        };
        for (let i = 0; i < length && !mica.scene.state.over; ++i) {
            if (i % 40 === 0) send('pointerdown', 3 * Math.sin(i));
            send('pointermove', 3 * Math.sin(i / 17) + 0.4 * Math.sin(i / 5));
            if (i % 40 === 39) {
                const tops = places.map((x) => mica.world.rayCast(x, 12, 0, -13)?.y ?? 0);
                send('pointerup', places[tops.indexOf(Math.min(...tops))]);
            }
            globalThis.advance(1 / 60);
        }
        mica.stage.draw(0);
    }, [steps, columns]);

test('a phone: a finger drags and lets go, two of a kind merge and score, the timeline takes it back', () =>
    playStage('merge/', sizes.phone, async (page) => {
        await play(page, 0.1);
        await give(page, 1, 1);
        const finger = await makeFinger(page);
        await drop(page, finger, -3, 1);
        await play(page, 0.1);
        assert.equal(await count(page), 1);
        const [x] = await page.evaluate(() =>
            [...globalThis.mica.world.bodies].filter(({ type }) => type === 'dynamic').map((
                body,
            ) => body.x)
        );
        assert.ok(Math.abs(x - 1) < 0.05, `dropped at ${x} m`);
        await play(page, 1.2);
        const before = await look(page);
        await drop(page, finger, 3, 1.05);
        await play(page, 1.4);
        const { score, merges, largest, drops } = await state(page);
        assert.deepEqual([score, merges, largest, drops, await count(page)], [4, 1, 2, 2, 1]);
        await assertText(page, '#score div:first-child b', /^4$/);
        const [radius] = await page.evaluate(() =>
            [...globalThis.mica.world.bodies].filter(({ type }) => type === 'dynamic').map((
                { colliders },
            ) => colliders[0].shape.radius)
        );
        assert.ok(Math.abs(radius - 0.65) < 1e-3, 'it has grown');
        await page.evaluate((to) => globalThis.mica.stage.timeline.seek(to), before[0]);
        assert.deepEqual(await look(page), before);
        await keepScreenshot(page, 'merge-phone');
    }));

test('a minute is a link of at most 2 kB that plays to the same score and bits, and is taken over', () =>
    playStage('merge/', sizes.phone, async (page) => {
        await playOn(page, 3600, [-3, -1.8, -0.6, 0.6, 1.8, 3]);
        const played = await state(page);
        assert.ok(played.score > 100 && played.drops > 40, JSON.stringify(played));
        await keepScreenshot(page, 'merge-minute');
        await page.evaluate(() => globalThis.mica.stage.run.share());
        const link = await page.evaluate(() => location.hash);
        assert.ok(link.startsWith('#run=') && link.length <= MOST, `${link.length} letters`);
        console.log(`# a minute of ${played.drops} drops: ${link.length} letters`);
        const found = await look(page);
        await playStage(`merge/${link}`, sizes.laptop, async (other) => {
            await other.click('#play');
            await other.keyboard.press('Space'); // the watcher's keys do nothing
            await other.evaluate((end) => {
                const { mica } = globalThis;
                while (mica.world.stepCount < end) mica.advance(mica.world.fixedStep);
            }, found[0]);
            assert.deepEqual(await look(other), found);
        });
        await playStage(`merge/${link}`, sizes.laptop, async (other) => {
            await other.click('#play');
            await play(other, 20);
            const { drops } = await state(other);
            await other.click('#take-over');
            await play(other, 1);
            assert.equal((await state(other)).drops, drops, 'the hand is the player’s');
            await other.focus('#stage');
            await other.keyboard.press('Space');
            await play(other, 0.2);
            assert.equal((await state(other)).drops, drops + 1);
        });
    }));

test('a heap that stays above the line ends the game; Play again begins the same jar of the day', () =>
    playStage('merge/', sizes.phone, async (page) => {
        const first = await state(page);
        await playOn(page, 60 * 240, [0]); // all in one column
        const end = await state(page);
        assert.equal(end.over, true, JSON.stringify(end));
        await assertText(page, '#end', /The jar is full/);
        await assertFits(page);
        await keepScreenshot(page, 'merge-end');
        const finger = await makeFinger(page);
        const tap = await toScreen(page, 2, 2);
        await finger.down(...tap);
        await finger.up();
        await play(page, 0.5);
        assert.equal((await state(page)).drops, end.drops, 'nothing is dropped any more');
        await page.getByRole('button', { name: 'Play again' }).click();
        await play(page, 0.1);
        const again = await state(page);
        assert.deepEqual([again.score, again.drops, again.over, again.hand, again.next, again.day],
            [0, 0, false, first.hand, first.next, first.day]);
        assert.equal(await page.locator('#end').count(), 0);
        assert.equal(await page.evaluate(() => localStorage.getItem('mica merge today')),
            `${end.score} ${end.day}`);
    }));

test('keys aim and drop; a free jar is another one each time, today’s jar the same for everyone', () =>
    playStage('merge/', sizes.desktop, async (page) => {
        const day = Number(new Date().toISOString().slice(0, 10).replaceAll('-', ''));
        const todays = await state(page);
        assert.deepEqual([todays.day, await page.evaluate(() => globalThis.mica.scene.begun.seed)],
            [day, day]);
        await page.focus('#stage');
        await page.keyboard.down('ArrowLeft');
        await play(page, 1);
        await page.keyboard.up('ArrowLeft');
        await page.keyboard.press('Space');
        await play(page, 1.5);
        const [x] = await page.evaluate(() =>
            [...globalThis.mica.world.bodies].filter(({ type }) => type === 'dynamic').map((
                body,
            ) => body.x)
        );
        assert.ok(x < -3, `${x} m`);
        const seeds = [];
        for (let i = 0; i < 2; ++i) {
            await page.keyboard.press('KeyF');
            seeds.push(await page.evaluate(() => globalThis.mica.scene.begun.seed));
            assert.equal((await state(page)).day, 0);
        }
        assert.notEqual(seeds[0], seeds[1]);
        await page.keyboard.press('KeyT');
        assert.equal((await state(page)).day, day);
        await page.keyboard.press('?');
        await assertText(page, '#keys', /aim.*drops/);
        await keepScreenshot(page, 'merge-desktop');
    }));

test('heaps are calm: all balls sleep within four seconds of the last merge', () =>
    playStage('merge/', sizes.phone, async (page) => {
        await playOn(page, 1800, [-3, -1, 1, 3]);
        await play(page, 4);
        const awake = await page.evaluate(() =>
            [...globalThis.mica.world.bodies].filter((body) =>
                body.type === 'dynamic' && body.awake
            ).length
        );
        assert.ok(await count(page) > 8);
        assert.equal(awake, 0);
    }));

for (const name of /** @type {const} */ (['phone', 'landscape'])) {
    testLong(`${name}: nothing overflows`, () =>
        playStage('merge/', sizes[name], async (page) => {
            await play(page, 1);
            await assertFits(page);
            await keepScreenshot(page, `merge-${name}-start`);
        }));
}
