// The pachinko in Chromium: shots by keys, mouse and touch, payouts, tulips, reels and a jackpot, the timeline and a link, what is
// kept, phones. Time is made by mica.advance; a seed is set where chance decides.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertText, keepScreenshot, sizes } from './page.mjs';
import { makeFinger, play, playStage, settle, share } from './stage.mjs';
import { testLong } from '../sample.mjs';

const state = (page) =>
    page.evaluate(() => ({ ...globalThis.mica.scene.state, balls: globalThis.mica.scene.count(1),
        shown: globalThis.mica.scene.count(2) })
    );
const set = (page, values) =>
    page.evaluate((given) => Object.assign(globalThis.mica.scene.state, given), values);

testLong(
    'Space shoots along the lane into the field; every ball comes out in a pocket, the drain or the lane',
    () =>
        playStage('pachinko/', sizes.desktop, async (page) => {
            assert.equal((await state(page)).tray, 120);
            await set(page, { seed: 6, power: 0.5 });
            const told = await page.evaluate(() => {
                const { scene } = globalThis.mica;
                const counts = {};
                const { tell } = scene;
                scene.tell = (what, ...rest) => {
                    counts[what] = (counts[what] ?? 0) + 1;
                    tell(what, ...rest);
                };
                globalThis.counts = counts;
                // What is outside of the field or faster than gravity and the kicks allow.
                globalThis.astray = [];
                scene.world.on('afterStep', () => {
                    for (const body of scene.world.bodies) {
                        if (body.colliders[0].layer !== 'ball') continue;
                        if (!(Math.hypot(body.x, body.y) < 6.3
                            && Math.hypot(body.vx, body.vy) < 25))
                            globalThis.astray.push([body.x, body.y]);
                    }
                });
                return counts;
            });
            assert.deepEqual(told, {});
            await page.keyboard.down('Space');
            await play(page, 10);
            await page.keyboard.up('Space');
            const shots = (await state(page)).shots;
            assert.ok(shots > 45 && shots < 60, `${shots} shots in 10 s`);
            await play(page, 12);
            const { counts, astray } = await page.evaluate(() => ({ counts: globalThis.counts,
                astray: globalThis.astray })
            );
            assert.deepEqual(astray, []);
            const { balls } = await state(page);
            const out = ['start', 'tulip', 'pocket', 'drain'].reduce(
                (sum, name) => sum + (counts[name] ?? 0),
                0,
            );
            assert.ok(
                counts.bumper > 5 && counts.pin > 100 && counts.drain > 10 && counts.pocket > 1,
                JSON.stringify(counts),
            );
            assert.ok(balls <= 3 && out >= shots - balls - 8,
                `${out} of ${shots} came out, ${balls} are left`);
        }),
);

test('a ball in a pocket pays, and the tray holds the balls that the score counts', () =>
    playStage('pachinko/', sizes.desktop, async (page) => {
        /** Drops a ball over a place and returns what the player has more. */
        const drop = (x, y) =>
            page.evaluate(([atX, atY]) => {
                const { scene } = globalThis.mica;
                globalThis.dropped?.destroy();
                const had = scene.state.tray + scene.state.owed;
                const ball = scene.world.createBody({ position: [atX, atY],
                    collider: { shape: 'circle', radius: 0.16, layer: 'ball' } });
                globalThis.dropped = ball;
                globalThis.play(1.5);
                return [ball.alive, scene.state.tray + scene.state.owed - had];
            }, [x, y]);
        await set(page, { seed: 5 });
        assert.deepEqual(await drop(0, -1.3), [false, 3]);
        assert.equal((await state(page)).spin > 0, true, 'the reels turn');
        assert.deepEqual(await drop(-4.5, -1.2), [false, 3]);
        const [, closed] = await drop(2.6, -1);
        assert.equal(closed, 0, 'a closed tulip takes nothing');
        await drop(3.5, 3);
        assert.ok((await state(page)).tulips > 0, 'the gate opens the tulips');
        const [left, right] = await page.evaluate(() =>
            globalThis.mica.scene.parts.of.tulip[0].petals.map((joint) => joint.angle)
        );
        assert.ok(left > 0.7 && right < -0.7, `petals at ${left} and ${right}`);
        assert.deepEqual(await drop(-2.6, -1), [false, 2]);
        await play(page, 3);
        const { tray, owed, shown } = await state(page);
        assert.deepEqual([owed, shown], [0, tray]);
        await assertText(page, '#score div:first-child b', new RegExp(`^${tray}$`));
    }));

testLong('three alike open the mouth, and the rain pays; the timeline goes back before it',
    () =>
        playStage('pachinko/', sizes.desktop, async (page) => {
            await set(page, { charge: 1e4, held: 1, seed: 9 });
            await play(page, 0.1);
            const reels = (await state(page)).reels;
            assert.ok(reels[0] === reels[1] && reels[1] === reels[2],
                `all lamps are lit: ${reels}`);
            await play(page, 4);
            assert.ok((await state(page)).fever > 0);
            await play(page, 3);
            const most = (await state(page)).balls;
            assert.ok(most > 50, `${most} balls at once`);
            await keepScreenshot(page, 'pachinko-jackpot');
            const moment = () =>
                page.evaluate(
                    () => [globalThis.mica.world.stepCount, globalThis.mica.world.hash(),
                        globalThis.mica.scene.state.tray],
                );
            const before = await moment();
            await play(page, 7);
            const after = await moment();
            const { caught, jackpots, tray } = await state(page);
            assert.ok(caught > 12 && jackpots === 1 && tray > 200,
                `${caught} caught, ${tray} in the tray`);
            await page.evaluate((step) => globalThis.mica.stage.timeline.seek(step), before[0]);
            assert.deepEqual(await moment(), before);
            await play(page, 7);
            assert.deepEqual(await moment(), after);
            await play(page, 5);
            assert.equal((await state(page)).fever, 0);
            const angle = await page.evaluate(() =>
                globalThis.mica.scene.parts.of.mouth[0].petals[0].angle
            );
            assert.ok(Math.abs(angle + 0.95) < 0.05, `the mouth is shut: ${angle}`);
        }));

testLong(
    'the pointer shoots and sets the power, the path of the preview is that of the ball; best and links are kept',
    () =>
        playStage('pachinko/', sizes.desktop, async (page) => {
            /** How far the ball of a shot is off the shown line until its first bounce, and how many steps that is, for several powers. */
            const ways = await page.evaluate(() =>
                [0.2, 0.45, 0.7, 0.95].map((power) => {
                    const { scene, stage } = globalThis.mica;
                    scene.state.power = power;
                    globalThis.mica.advance(0);
                    const { points, bounce, count } = scene.path;
                    const had = new Set([...scene.world.bodies].map((body) => body.index));
                    let ball;
                    const begun = scene.state.shots;
                    scene.state.cool = 0;
                    let most = 0;
                    let steps = 0;
                    scene.world.on('afterStep', function follow() {
                        ball ??= [...scene.world.bodies].find((body) =>
                            body.colliders[0].layer === 'ball' && !had.has(body.index)
                        );
                        // A bounce may begin within the step before its turn.
                        if (ball && steps < bounce - 1) {
                            most = Math.max(most,
                                Math.hypot(ball.x - points[3 * steps],
                                    ball.y - points[3 * steps + 1]));
                            steps++;
                        }
                    });
                    stage.keys.add('Space');
                    while (scene.state.shots === begun) globalThis.play(1 / 60);
                    stage.keys.delete('Space');
                    for (let i = 0; i < 20 && scene.count(1) > 0; ++i) globalThis.play(1);
                    return { most, bounce, count, steps };
                })
            );
            for (const { most, bounce, count, steps } of ways) {
                assert.ok(most < 0.001 && steps === bounce - 1 && bounce > 20 && bounce < count - 1,
                    JSON.stringify(ways));
            }
            await set(page, { power: 0.4, shots: 0 });
            await page.mouse.move(700, 400);
            await page.mouse.down();
            await page.mouse.move(700, 360);
            await play(page, 0.1);
            await page.mouse.up();
            const { power, shots } = await state(page);
            assert.ok(Math.abs(power - (0.4 - 0.16)) < 1e-6 && shots === 1, `${power}, ${shots}`);
            await play(page, 2.5);
            await page.keyboard.down('ArrowUp');
            await play(page, 0.25);
            await page.keyboard.up('ArrowUp');
            assert.ok((await state(page)).power > 0.3);
            assert.ok(
                await page.evaluate(() => Number(localStorage.getItem('mica pachinko best')))
                    >= 115,
            );
            const link = await share(page);
            const [tray, hash] = await page.evaluate(
                () => [globalThis.mica.scene.state.tray, globalThis.mica.world.hash()],
            );
            await playStage(`pachinko/${link}`, sizes.laptop, async (other) => {
                assert.deepEqual(
                    await other.evaluate(
                        () => [globalThis.mica.scene.state.tray, globalThis.mica.world.hash()],
                    ),
                    [tray, hash],
                );
                await other.evaluate(() => globalThis.mica.stage.setPaused(false));
                await other.keyboard.down('Space');
                await play(other, 5);
                await other.keyboard.up('Space');
                assert.ok((await state(other)).balls > 3, 'plays on from the link');
                const paid = await other.evaluate(() => {
                    const { scene } = globalThis.mica;
                    // Every other ball is out before.
                    for (let i = 0; scene.count(1) > 0; ++i) {
                        if (i === 60)
                            throw new Error(
                                `${scene.count(1)} balls are in the field after a minute`,
                            );
                        globalThis.play(1);
                    }
                    let start = 0;
                    scene.tell = (what) => {
                        start += Number(what === 'start');
                    };
                    scene.world.createBody({ position: [0, -1.3],
                        collider: { shape: 'circle', radius: 0.16, layer: 'ball' } });
                    globalThis.play(1);
                    return [start,
                        scene.parts.pockets.every(({ body, petals }) =>
                            body.alive && petals.every((joint) => joint.alive)
                        )];
                });
                assert.deepEqual(paid, [1, true]);
            });
        }),
);

const table = (page) => page.evaluate(() => globalThis.mica.scene.parts.table);

testLong(
    'every kind of part is added, dragged and taken away; undo, the next game, a link and a file have the edited table',
    () =>
        playStage('pachinko/', sizes.desktop, async (page) => {
            const designed = await table(page);
            /** Presses at a place of the table, and goes to another. */
            const drag = async (from, to) => {
                const places = await page.evaluate(
                    (both) => both.map(([x, y]) => globalThis.mica.stage.renderer.toScreen(x, y)),
                    [from, to],
                );
                await page.mouse.move(...places[0]);
                await page.mouse.down();
                await page.mouse.move(...places[1]);
                await page.mouse.up();
            };
            const near = (list, [x, y]) => list.some(([a, b]) => Math.hypot(a - x, b - y) < 0.03);
            const choose = (name) => page.getByRole('radio', { name, exact: true }).click();
            await page.keyboard.press('KeyE');
            await settle(page);
            const where = () => page.evaluate(() => globalThis.mica.stage.renderer.toScreen(0, 0));
            const middle = await where();
            await set(page, { tray: 12345, jackpots: 12 });
            await settle(page);
            assert.deepEqual(await where(), middle, 'a wider score leaves the picture where it is');
            await set(page, { tray: 120, jackpots: 0 });
            const places = { Bumper: [-3.4, -0.4], Spinner: [0, 3.3], Gate: [1, -3.1],
                Tulip: [-1.3, -3], Pocket: [3.5, -2], Start: [1.2, -2.2], Mouth: [-1.3, -4.9],
                Pin: [0.1, -2.7] };
            const moved = { Bumper: [-3.2, -0.2], Spinner: [0.3, 3.4], Gate: [1.3, -3.1],
                Tulip: [-1.1, -2.8], Pocket: [3.7, -2.2], Start: [1.4, -2.4], Mouth: [-1, -4.7],
                Pin: [0.3, -2.9] };
            const pins = designed.pin.length;
            for (const [name, at] of Object.entries(places)) {
                const kind = name.toLowerCase();
                await choose(name);
                // The pins around would be nearer to the pointer.
                await page.evaluate(([x, y]) => {
                    const { parts } = globalThis.mica.scene;
                    for (const pin of parts.of.pin.filter(({ body }) =>
                        Math.hypot(body.x - x, body.y - y) < 0.75
                    )) parts.remove(pin);
                }, at);
                await drag(at, at);
                assert.ok(near((await table(page))[kind], at), `a ${kind} is added`);
                await drag(at, moved[name]);
                const now = (await table(page))[kind];
                assert.ok(near(now, moved[name]) && !near(now, at),
                    `the ${kind} is moved: ${JSON.stringify(now)}`);
            }
            const edited = await table(page);
            assert.ok(edited.pin.length < pins);
            await play(page, 2);
            await drag(moved.Bumper, [-7.5, -0.2]);
            assert.equal((await table(page)).bumper.length, 3, 'dragged off the field');
            await choose('Erase');
            await drag(moved.Pocket, moved.Pocket);
            assert.equal((await table(page)).pocket.length, 2);
            await page.keyboard.press('KeyZ');
            await page.keyboard.press('KeyZ');
            const sorted = (all) =>
                Object.fromEntries(
                    Object.entries(all).map(([kind, list]) => [kind, list.map(String).sort()]),
                );
            assert.deepEqual(sorted(await table(page)), sorted(edited), 'undone');
            assert.equal((await state(page)).shots, 0, 'the pointer shoots nothing meanwhile');
            await page.keyboard.press('KeyR');
            assert.deepEqual(sorted(await table(page)), sorted(edited), 'the next game');
            const [download] = await Promise.all([page.waitForEvent('download'),
                page.getByRole('button', { name: 'Save as a file' }).click()]);
            await page.getByRole('button', { name: 'Share the table' }).click();
            await page.waitForFunction(() => location.hash.startsWith('#table='));
            const link = await page.evaluate(() => location.hash);
            await page.getByRole('button', { name: 'As designed' }).click();
            assert.deepEqual(sorted(await table(page)), sorted(designed));
            const [chooser] = await Promise.all([page.waitForEvent('filechooser'),
                page.getByRole('button', { name: 'Open a file' }).click()]);
            await chooser.setFiles(await download.path());
            await page.waitForFunction(
                (count) => globalThis.mica.scene.parts.of.pin.length === count,
                edited.pin.length,
            );
            assert.deepEqual(sorted(await table(page)), sorted(edited), 'from a file');
            await keepScreenshot(page, 'pachinko-edited');
            await playStage(`pachinko/${link}`, sizes.laptop, async (other) => {
                assert.deepEqual(sorted(await table(other)), sorted(edited), 'from a link');
                await other.evaluate(() => globalThis.mica.scene.buyRain());
                await play(other, 4);
                assert.ok((await state(other)).balls > 5);
                const before = await other.evaluate(() => globalThis.mica.world.stepCount);
                await other.evaluate(() => globalThis.mica.scene.parts.put({ pin: [[0, 4]] }));
                await play(other, 0.5);
                await other.evaluate((step) => globalThis.mica.stage.timeline.seek(step), before);
                assert.deepEqual(sorted(await table(other)), sorted(edited),
                    'the timeline brings the table back');
                await play(other, 1);
            });
            const other = await browserTable(page, '{ "pin": [[9, 9]] }');
            assert.match(other, /within 6 m/);
        }),
);

test('what costs more balls than there are says so', () =>
    playStage('pachinko/', sizes.desktop, async (page) => {
        await page.evaluate(() => {
            globalThis.mica.scene.state.tray = 40;
        });
        await page.keyboard.press('KeyB');
        await assertText(page, '#said', /costs 100 balls, and your tray has 40/);
        await page.keyboard.press('KeyJ');
        await assertText(page, '#said', /costs 150 balls, and your tray has 40/);
    }));

/** What the page says of a file. */
async function browserTable(page, text) {
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'),
        page.getByRole('button', { name: 'Open a file' }).click()]);
    await chooser.setFiles({ name: 'table.json', mimeType: 'application/json',
        buffer: Buffer.from(text) });
    await page.waitForFunction(() =>
        document.getElementById('said').textContent.startsWith('A place')
    );
    return page.textContent('#said');
}

testLong(
    'twenty seconds: a rain of a hundred, then shots; balls are paid and none is lost from the count',
    () =>
        playStage('pachinko/', sizes.phone, async (page) => {
            const most = await page.evaluate(() => {
                const { scene, stage } = globalThis.mica;
                Object.assign(scene.state, { seed: 11, power: 0.35 });
                scene.buyRain();
                stage.keys.add('Space');
                let count = 0;
                for (let i = 0; i < 20; ++i) {
                    globalThis.play(1);
                    count = Math.max(count, scene.count(1));
                }
                stage.keys.delete('Space');
                return count;
            });
            assert.ok(most > 50, `${most} balls at once`);
            const { tray, owed, shots, shown, lent } = await state(page);
            assert.ok(shots > 20 && tray + owed > 30 && shown === Math.min(200, tray),
                JSON.stringify({ tray, owed, shots, shown, lent }));
        }),
);

for (const name of /** @type {const} */ (['phone', 'landscape'])) {
    testLong(`${name}: nothing overflows, no sheet covers the table, a finger shoots`, () =>
        playStage('pachinko/', sizes[name], async (page) => {
            await settle(page);
            const wrong = await page.evaluate(() => {
                const { stage } = globalThis.mica;
                const [left, bottom] = stage.renderer.toScreen(-6.7, -9.8);
                const [right, top] = stage.renderer.toScreen(6.7, 6.6);
                const sheets = [
                    ...document.querySelectorAll('.hud > :not(.goal), .timeline, .toggle'),
                ];
                return [
                    document.documentElement.scrollWidth > innerWidth && 'too wide',
                    (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight)
                    && 'the table leaves the window',
                    ...sheets.map((sheet) => {
                        const box = sheet.getBoundingClientRect();
                        if (box.left < 0 || box.right > innerWidth || box.top < 0
                            || box.bottom > innerHeight)
                            return `${sheet.className} leaves the window`;
                        return box.left < right && box.right > left && box.top < bottom
                            && box.bottom > top && `${sheet.className} covers the table`;
                    }),
                ].filter(Boolean);
            });
            assert.deepEqual(wrong, []);
            const finger = await makeFinger(page);
            const at = await page.evaluate(() =>
                globalThis.mica.stage.renderer.toScreen(0, 0)
            );
            await finger.down(at[0], at[1]);
            await play(page, 3);
            await finger.up();
            assert.ok((await state(page)).shots > 12);
            await keepScreenshot(page, `pachinko-${name}`);
        }));
}
