// The time machine in Chromium: its films against hashes that the test keeps by itself, branches with and without a touch,
// the first difference, keys, mouse and fingers, the bound of memory, phones. Time is made by `play`.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepScreenshot, sizes } from './page.mjs';
import { assertFits, play, playStage, settle } from './stage.mjs';
import { testLong } from '../sample.mjs';

/** Opens the page, and keeps the hash of each step of its first run. */
const playPage = (options, run) =>
    playStage('time-machine/', options, async (page) => {
        await page.evaluate(() => {
            // What the page says for a while stays, however slow the machine.
            const start = performance.now();
            performance.now = () => start;
            const { world } = globalThis.mica.scene;
            globalThis.hashes = [String(world.hash())];
            world.on('afterStep', () => {
                globalThis.hashes[world.stepCount] ??= String(world.hash());
            });
        });
        await run(page);
    });

const state = (page) =>
    page.evaluate(() => {
        const { gold, time, world } = globalThis.mica.scene;
        const { films, first, other, rival, shown, step } = time;
        const ball = world.bodyAt(gold);
        return { step, first,
            films: films.map(({ name, from, last, parent }) => ({ name, from, last,
                parent: parent?.name })
            ), shown: shown.name, rival: rival?.name, bytes: time.bytes, cup: shown.cup,
            cups: time.cups.size, elsewhere: time.elsewhere, count: time.count,
            paused: globalThis.mica.stage.paused, ball: [ball.x, ball.y],
            stepCount: world.stepCount, hash: String(world.hash()), otherStep: other.stepCount,
            otherHash: String(other.hash()) };
    });
const hashOf = (page, step) => page.evaluate((at) => globalThis.hashes[at], step);
const text = (page) =>
    page.evaluate(() => {
        globalThis.mica.stage.draw(0);
        return document.getElementById('film-text').textContent;
    });
const frames = (page) =>
    page.evaluate(() =>
        new Promise((resolve) => {
            requestAnimationFrame(() => requestAnimationFrame(resolve));
        })
    );

/** A place of the strip in the window: the row of a film, at a step. */
const stripAt = (page, row, step) =>
    page.evaluate(([at, to]) => {
        const { left, top, width, height } = document.getElementById('film-strip')
            .getBoundingClientRect();
        const rows = globalThis.mica.scene.time.films.length;
        return [left + (width * to) / 1200, top + ((height - 15) / rows) * (at + 0.5)];
    }, [row, step]);
const toScreen = (page, x, y) =>
    page.evaluate((at) => globalThis.mica.stage.renderer.toScreen(...at), [x, y]);

test('20 s of film A end with the golden ball in a cup; keys and mouse show any step of it exactly, and it plays again as it was', () =>
    playPage(sizes.desktop, async (page) => {
        const start = await state(page);
        await play(page, 21);
        const end = await state(page);
        assert.deepEqual([end.step, end.paused, end.films.length], [1200, true, 1]);
        assert.ok(start.ball[1] > 11 && end.ball[1] < 1.1 && end.cup >= 0 && end.cups === 1,
            `the golden ball is at ${end.ball}, in cup ${end.cup}`);
        await frames(page);
        await keepScreenshot(page, 'time-machine-end');
        for (const [key, step] of [['ArrowLeft', 1199], ['ArrowLeft', 1198], ['Shift+ArrowLeft',
            1138], ['ArrowRight', 1139], ['Home', 0], ['End', 1200]])
        {
            await page.keyboard.press(key);
            const shown = await state(page);
            assert.deepEqual([shown.step, shown.stepCount, shown.hash], [step, step,
                await hashOf(page, step)], key);
        }
        await page.mouse.move(...await stripAt(page, 0, 700));
        await page.mouse.down();
        await page.mouse.move(...await stripAt(page, 0, 333));
        await page.mouse.up();
        const shown = await state(page);
        assert.ok(Math.abs(shown.step - 333) < 3 && shown.paused,
            `the mouse went to step ${shown.step}`);
        assert.equal(shown.hash, await hashOf(page, shown.step));
        await page.keyboard.press('Space');
        await play(page, 3);
        const on = await state(page);
        assert.deepEqual([on.paused, on.hash], [false, await hashOf(page, on.step)]);
        assert.ok(Math.abs(on.step - shown.step - 180) <= 2);
        await page.keyboard.press('KeyJ');
        await play(page, 2);
        const back = await state(page);
        assert.ok(Math.abs(back.step - on.step + 120) <= 2, `${back.step} after ${on.step}`);
        assert.equal(back.hash, await hashOf(page, back.step));
    }));

testLong(
    'a film that grows untouched is the same to the last bit; a touched one differs from the next step on, and the old one stays',
    () =>
        playPage(sizes.desktop, async (page) => {
            await play(page, 13);
            await page.evaluate(() => globalThis.mica.scene.time.go(500));
            await page.keyboard.press('KeyB');
            await page.keyboard.press('Space');
            await page.evaluate(() => globalThis.mica.stage.setPaused(false));
            await play(page, 4);
            const same = await state(page);
            assert.deepEqual([same.shown, same.rival, same.first, same.elsewhere,
                same.films[1].from, same.films[1].parent], ['B', 'A', null, 0, 500, 'A']);
            assert.equal(same.hash, await hashOf(page, same.step),
                'computed again to the same bits');
            await page.evaluate(() => globalThis.mica.scene.time.go(560));
            const { ball } = await state(page);
            await settle(page);
            await page.mouse.click(...await toScreen(page, ball[0] + 0.8, ball[1] + 0.6));
            await play(page, 0.5);
            const { first, ...touched } = await state(page);
            assert.deepEqual([touched.shown, touched.rival, touched.films[2].from,
                touched.films[2].parent, touched.paused], ['C', 'B', 560, 'B', false]);
            assert.equal(first.step, 561);
            assert.deepEqual([touched.otherStep, touched.otherHash], [touched.step,
                await hashOf(page, touched.step)], 'the other film plays in step');
            assert.match(await text(page), /Film C leaves film B at 9\.3 s/);
            await page.evaluate(() => {
                performance.now = () => 1e9;
            });
            assert.match(await text(page), new RegExp(
                `B and C parted at 9\\.3 s with ${first.name}\\. Now ${touched.elsewhere} of ${touched.count} parts`,
            ));
            const values = await page.evaluate(({ slot, field, step }) => {
                const { time, world } = globalThis.mica.scene;
                time.go(step);
                const names = { 'position.x': 'x', 'position.y': 'y', 'velocity.x': 'vx',
                    'velocity.y': 'vy', angularVelocity: 'angularVelocity' };
                return [time.other, world].map((each) => each.bodyAt(slot)[names[field]]);
            }, first);
            assert.deepEqual(values, [first.a, first.b]);
            assert.notEqual(first.a, first.b);
            await page.evaluate(() => globalThis.mica.stage.setPaused(false));
            await play(page, 5);
            const late = await state(page);
            assert.ok(late.elsewhere > 8, `${late.elsewhere} bodies are elsewhere`);
            await frames(page);
            await keepScreenshot(page, 'time-machine-branches');
            await page.keyboard.press('KeyV');
            await frames(page);
            await keepScreenshot(page, 'time-machine-side');
            await page.keyboard.press('Digit1');
            await page.keyboard.press('End');
            const old = await state(page);
            assert.deepEqual([old.shown, old.rival, old.hash], ['A', 'C',
                await hashOf(page, old.step)]);
            assert.ok(old.step >= 779);
            assert.deepEqual(
                await page.evaluate(() =>
                    globalThis.mica.scene.time.films.map((film) =>
                        [film.hash(400), film.hash(559)].map(String)
                    )
                ),
                Array(3).fill([await hashOf(page, 400), await hashOf(page, 559)]),
            );
        }),
);

testLong(
    'a millionth of a metre per second moves most of the machine; a drag throws a body on a film of its own',
    () =>
        playPage(sizes.desktop, async (page) => {
            await play(page, 7);
            await page.keyboard.press('KeyN');
            await play(page, 0.5);
            const soon = await state(page);
            assert.deepEqual([soon.shown, soon.films[1].from, soon.first.step, soon.elsewhere], [
                'B',
                420,
                421,
                0,
            ]);
            assert.ok(Math.abs(soon.first.a - soon.first.b) < 1e-5,
                `${soon.first.a} and ${soon.first.b}`);
            await play(page, 9);
            const late = await state(page);
            assert.ok(late.elsewhere > 12, `${late.elsewhere} bodies are elsewhere`);
            const grown = await page.evaluate(() =>
                [...globalThis.mica.scene.time.shown.apart].filter((apart) => apart > 0)
            );
            assert.ok(grown[0] < 1e-5 && grown.at(-1) > 0.5,
                `from ${grown[0]} to ${grown.at(-1)} m`);
            await page.evaluate(() => globalThis.mica.scene.time.go(30));
            const { ball } = await state(page);
            await settle(page);
            await page.mouse.move(...await toScreen(page, ...ball));
            await page.mouse.down();
            await settle(page);
            await page.mouse.move(...await toScreen(page, 1, 12.8));
            await play(page, 1.5);
            await page.mouse.up();
            const dragged = await state(page);
            assert.deepEqual([dragged.shown, dragged.films[2].parent, dragged.films[2].from], ['C',
                'A', 30]);
            assert.ok(Math.hypot(dragged.ball[0] - 1, dragged.ball[1] - 12.8) < 0.5,
                `the ball hangs at ${dragged.ball}`);
            await play(page, 1);
            assert.ok((await state(page)).ball[1] < 12.4, 'it falls when it is let go');
            await page.getByRole('button', { name: 'Share this moment' }).click();
            await page.waitForFunction(() => location.hash.length > 100);
            const shared = await state(page);
            await play(page, 1);
            const later = await state(page);
            await playStage(`time-machine/${await page.evaluate(() => location.hash)}`,
                sizes.laptop, async (other) => {
                await other.waitForFunction(() => globalThis.mica.scene.time.step > 0);
                const opened = await state(other);
                assert.deepEqual([opened.step, opened.hash, opened.paused, opened.films], [
                    shared.step,
                    shared.hash,
                    true,
                    [{ name: 'A', from: shared.step, last: shared.step, parent: undefined }],
                ]);
                await other.keyboard.press('Space');
                await play(other, 1);
                assert.deepEqual(await state(other).then(({ step, hash }) => [step, hash]), [
                    later.step,
                    later.hash,
                ], 'it plays on as the other page did');
                await other.keyboard.press('Home');
                assert.equal((await state(other)).step, shared.step);
            });
            await page.getByRole('button', { name: 'Reset' }).click();
            const anew = await state(page);
            assert.deepEqual([anew.step, anew.films.length, anew.hash], [0, 1,
                await hashOf(page, 0)]);
        }),
);

testLong(
    'six films fit, and no more; their memory is told and stays within its bound; films are chosen and removed',
    () =>
        playPage(sizes.desktop, async (page) => {
            await play(page, 12);
            for (let i = 0; i < 7; ++i) {
                await page.evaluate((at) => globalThis.mica.scene.time.go(300 + 40 * at), i);
                await page.keyboard.press('KeyB');
                if (i < 5) await page.keyboard.press('KeyN');
                await play(page, 4);
            }
            const full = await state(page);
            assert.deepEqual(full.films.map(({ name }) => name), ['A', 'B', 'C', 'D', 'E', 'F']);
            assert.match(await text(page), /6 films are all that fit/);
            assert.ok(full.bytes > 8e6 && full.bytes < 64e6, `${full.bytes} bytes`);
            const [told, held] = await page.evaluate(
                () => [document.getElementById('film-bytes').textContent,
                    globalThis.mica.scene.time.bytes],
            );
            assert.equal(told, `${(held / 1e6).toFixed(1)} MB`);
            // A world whose films are full stops; nothing is filmed over the bound.
            const stopped = await page.evaluate(() => {
                const { time } = globalThis.mica.scene;
                Object.defineProperty(time, 'bytes', { get: () => 64e6 + 1, configurable: true });
                time.go(time.shown.last);
                const { last } = time.shown;
                globalThis.mica.stage.setPaused(false);
                globalThis.play(1);
                delete time.bytes;
                return [time.shown.last - last, globalThis.mica.stage.paused];
            });
            assert.deepEqual(stopped, [0, true]);
            await page.getByRole('button', { name: /^Film F/ }).click();
            assert.equal((await state(page)).shown, 'F');
            await page.keyboard.press('ArrowUp');
            assert.equal((await state(page)).shown, 'E');
            await page.keyboard.press('Digit6');
            const { bytes } = await state(page);
            await page.keyboard.press('Delete');
            const less = await state(page);
            assert.ok(
                less.films.length === 5 && less.films.every(({ name }) => name !== 'F')
                    && less.bytes < bytes,
                JSON.stringify(less.films),
            );
            await page.keyboard.press('Digit1');
            await page.keyboard.press('Delete');
            assert.equal((await state(page)).films.length, 5, 'the first film stays');
        }),
);

for (const name of /** @type {const} */ (['phone', 'landscape'])) {
    testLong(
        `${name}: nothing overflows or covers the picture, with one film and with six; fingers go back and touch`,
        () =>
            playPage(sizes[name], async (page) => {
                await play(page, 10);
                await settle(page);
                const wrong = () =>
                    page.evaluate(() => {
                        const { stage } = globalThis.mica;
                        const [left, bottom] = stage.renderer.toScreen(-13, 0);
                        const [right, top] = stage.renderer.toScreen(13, 13);
                        return [
                            document.documentElement.scrollWidth > innerWidth && 'too wide',
                            (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight)
                            && 'the picture leaves the window',
                            right - left < 150 && `the picture is ${right - left} pixels wide`,
                            ...[...document.querySelectorAll(
                                '.hud > :not(.goal), .film, .film button, .film p, .toggle',
                            )].map((sheet) => {
                                const box = sheet.getBoundingClientRect();
                                if (box.left < 0 || box.right > innerWidth || box.top < 0
                                    || box.bottom > innerHeight)
                                    return `${sheet.className || sheet.id} leaves the window`;
                                return box.left < right && box.right > left && box.top < bottom
                                    && box.bottom > top
                                    && `${sheet.className || sheet.id} covers the picture`;
                            }),
                        ].filter(Boolean);
                    });
                assert.deepEqual(await wrong(), []);
                await assertFits(page, '.film button');
                await page.touchscreen.tap(...await stripAt(page, 0, 520));
                const { paused, step } = await state(page);
                assert.ok(Math.abs(step - 520) < 4 && paused, `at step ${step}`);
                await page.touchscreen.tap(...await toScreen(page, 4.6, 7));
                await play(page, 3);
                const touched = await state(page);
                assert.deepEqual([touched.shown, touched.first?.step], ['B', step + 1]);
                await frames(page);
                await keepScreenshot(page, `time-machine-${name}`);
                for (let i = 0; i < 4; ++i) {
                    await page.evaluate((at) => globalThis.mica.scene.time.go(400 + 30 * at), i);
                    await page.tap('#film-branch');
                }
                assert.equal((await state(page)).films.length, 6);
                await settle(page);
                assert.deepEqual(await wrong(), []);
            }),
    );
}
