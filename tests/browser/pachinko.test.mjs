// The pachinko in Chromium: shots by keys, mouse and touch, payouts, tulips, reels and a jackpot, the timeline and a link, what is
// kept, phones. Time is made by mica.advance; a seed is set where chance decides.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepScreenshot, sizes } from './page.mjs';
import { makeFinger, play, playStage, share } from './stage.mjs';

const state = (page) => page.evaluate(() => ({ ...globalThis.mica.scene.state, balls: globalThis.mica.scene.count(1), shown: globalThis.mica.scene.count(2) }));
const set = (page, values) => page.evaluate((given) => Object.assign(globalThis.mica.scene.state, given), values);

test('Space shoots along the lane into the field; every ball comes out in a pocket, the drain or the lane', () => playStage('pachinko/', sizes.desktop, async (page) => {
    assert.equal((await state(page)).tray, 120);
    await set(page, { seed: 5, power: 0.5 });
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
                if (!(Math.hypot(body.x, body.y) < 6.3 && Math.hypot(body.vx, body.vy) < 25)) globalThis.astray.push([body.x, body.y]);
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
    const { counts, astray } = await page.evaluate(() => ({ counts: globalThis.counts, astray: globalThis.astray }));
    assert.deepEqual(astray, []);
    const { balls } = await state(page);
    const out = ['start', 'tulip', 'side', 'drain'].reduce((sum, name) => sum + (counts[name] ?? 0), 0);
    assert.ok(counts.bumper > 5 && counts.pin > 100 && counts.drain > 10 && counts.side > 1, JSON.stringify(counts));
    assert.ok(balls <= 3 && out >= shots - balls - 8, `${out} of ${shots} came out, ${balls} are left`);
}));

test('a ball in a pocket pays, and the tray holds the balls that the score counts', () => playStage('pachinko/', sizes.desktop, async (page) => {
    /** Drops a ball over a place and returns what the player has more. */
    const drop = (x, y) => page.evaluate(([atX, atY]) => {
        const { scene } = globalThis.mica;
        globalThis.dropped?.destroy();
        const had = scene.state.tray + scene.state.owed;
        const ball = scene.world.createBody({ position: [atX, atY], collider: { shape: 'circle', radius: 0.16, layer: 'ball' } });
        globalThis.dropped = ball;
        globalThis.play(1.5);
        return [ball.alive, scene.state.tray + scene.state.owed - had];
    }, [x, y]);
    await set(page, { seed: 5 });
    assert.deepEqual(await drop(0, -1.3), [false, 4]);
    assert.equal((await state(page)).spin > 0, true, 'the reels turn');
    assert.deepEqual(await drop(-4.5, -1.2), [false, 3]);
    const [, closed] = await drop(2.6, -1);
    assert.equal(closed, 0, 'a closed tulip takes nothing');
    await drop(3.5, 3);
    assert.ok((await state(page)).tulips > 0, 'the gate opens the tulips');
    const [left, right] = await page.evaluate(() => globalThis.mica.scene.pockets[1].petals.map((joint) => joint.angle));
    assert.ok(left > 0.7 && right < -0.7, `petals at ${left} and ${right}`);
    assert.deepEqual(await drop(-2.6, -1), [false, 5]);
    await play(page, 3);
    const { tray, owed, shown } = await state(page);
    assert.deepEqual([owed, shown], [0, tray]);
    assert.equal(await page.textContent('#score div:first-child b'), String(tray));
}));

test('three alike open the mouth, and the rain pays; the timeline goes back before it', () => playStage('pachinko/', sizes.desktop, async (page) => {
    await set(page, { charge: 1e4, held: 1, seed: 9 });
    await play(page, 0.1);
    const reels = (await state(page)).reels;
    assert.ok(reels[0] === reels[1] && reels[1] === reels[2], `all lamps are lit: ${reels}`);
    await play(page, 4);
    assert.ok((await state(page)).fever > 0);
    await play(page, 3);
    const most = (await state(page)).balls;
    assert.ok(most > 50, `${most} balls at once`);
    await keepScreenshot(page, 'pachinko-jackpot');
    const moment = () => page.evaluate(() => [globalThis.mica.world.stepCount, globalThis.mica.world.hash(), globalThis.mica.scene.state.tray]);
    const before = await moment();
    await play(page, 7);
    const after = await moment();
    const { caught, jackpots, tray } = await state(page);
    assert.ok(caught > 12 && jackpots === 1 && tray > 200, `${caught} caught, ${tray} in the tray`);
    await page.evaluate((step) => globalThis.mica.stage.timeline.seek(step), before[0]);
    assert.deepEqual(await moment(), before);
    await play(page, 7);
    assert.deepEqual(await moment(), after);
    await play(page, 5);
    assert.equal((await state(page)).fever, 0);
    const angle = await page.evaluate(() => globalThis.mica.scene.pockets.at(-1).petals[0].angle);
    assert.ok(Math.abs(angle + 0.95) < 0.05, `the mouth is shut: ${angle}`);
}));

test('the pointer shoots and sets the power, the path of the preview is that of the ball; best and links are kept', () => playStage('pachinko/', sizes.desktop, async (page) => {
    const off = await page.evaluate(() => {
        const { scene } = globalThis.mica;
        const { next, world } = scene;
        const [vx, vy] = scene.shot();
        const [{ points, count }] = world.preview({ bodies: [next], steps: 60, before: (step) => { if (step === 0) next.setVelocity(vx, vy); } });
        const ball = world.createBody({ position: [next.x, next.y], velocity: [vx, vy], collider: { shape: 'circle', radius: 0.16, layer: 'ball', friction: 0.1, restitution: 0.3 } });
        let most = 0;
        for (let i = 0; i < count && ball.alive; ++i) {
            world.step();
            most = Math.max(most, Math.hypot(ball.x - points[3 * i], ball.y - points[3 * i + 1]));
        }
        return most;
    });
    assert.ok(off < 0.02, `${off} m off the preview`);
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
    assert.ok(await page.evaluate(() => Number(localStorage.getItem('mica pachinko best'))) >= 115);
    const link = await share(page);
    const [tray, hash] = await page.evaluate(() => [globalThis.mica.scene.state.tray, globalThis.mica.world.hash()]);
    await playStage(`pachinko/${link}`, sizes.laptop, async (other) => {
        assert.deepEqual(await other.evaluate(() => [globalThis.mica.scene.state.tray, globalThis.mica.world.hash()]), [tray, hash]);
        await other.evaluate(() => globalThis.mica.stage.setPaused(false));
        await other.keyboard.down('Space');
        await play(other, 5);
        assert.ok((await state(other)).balls > 3, 'plays on from the link');
        const paid = await other.evaluate(() => {
            const { scene } = globalThis.mica;
            let start = 0;
            scene.tell = (what) => { start += Number(what === 'start'); };
            scene.world.createBody({ position: [0, -1.3], collider: { shape: 'circle', radius: 0.16, layer: 'ball' } });
            globalThis.play(1);
            return [start, scene.pockets.every(({ body, petals }) => body.alive && petals.every((joint) => joint.alive))];
        });
        assert.deepEqual(paid, [1, true]);
    });
}));

test('pins are dragged, added and removed, and stay so in the next game', () => playStage('pachinko/', sizes.desktop, async (page) => {
    const pins = () => page.evaluate(() => [...globalThis.mica.world.bodies].filter((body) => body.colliders[0].layer === 'pin').map(({ x, y }) => [x, y]));
    /** Presses at a place of the table, and goes to another. */
    const drag = async (from, to) => {
        const places = await page.evaluate((both) => both.map(([x, y]) => globalThis.mica.stage.renderer.toScreen(x, y)), [from, to]);
        await page.mouse.move(...places[0]);
        await page.mouse.down();
        await page.mouse.move(...places[1]);
        await page.mouse.up();
    };
    const near = (list, [x, y]) => list.some(([a, b]) => Math.hypot(a - x, b - y) < 0.03);
    const first = await pins();
    await page.waitForFunction(() => globalThis.mica.stage.frames > 30);
    const [moved, removed] = [first.find(([x, y]) => x > 2 && y < -3.5), first.find(([x, y]) => x < -2 && y < -3.5)];
    await page.keyboard.press('KeyE');
    await drag(moved, [moved[0] - 0.3, moved[1] - 0.2]);
    await drag(removed, removed);
    await drag([0.1, -2.7], [0.1, -2.7]);
    const now = await pins();
    assert.equal(now.length, first.length);
    assert.ok(near(now, [moved[0] - 0.3, moved[1] - 0.2]) && !near(now, moved) && !near(now, removed) && near(now, [0.1, -2.7]), JSON.stringify(now));
    assert.equal((await state(page)).shots, 0, 'the pointer shoots nothing meanwhile');
    await page.keyboard.press('KeyR');
    const kept = await pins();
    assert.ok(kept.length === now.length && now.every((place) => near(kept, place)));
    await page.getByRole('button', { name: 'Pins as designed' }).click();
    assert.deepEqual(await pins(), first);
    await page.keyboard.press('KeyE');
    await page.getByRole('button', { name: 'Rain of 100 balls' }).click();
    await page.keyboard.down('Space');
    await play(page, 2);
    await page.keyboard.up('Space');
    const { shots, tray, balls } = await state(page);
    assert.ok(shots > 5 && balls > 20 && tray < 21, `one rain, and ${shots} shots: ${balls} balls fall, ${tray} in the tray`);
}));

for (const name of /** @type {const} */ (['phone', 'landscape'])) {
    test(`${name}: nothing overflows, no sheet covers the table, a finger shoots`, () => playStage('pachinko/', sizes[name], async (page) => {
            await page.waitForFunction(() => globalThis.mica.stage.frames > 30);
        const wrong = await page.evaluate(() => {
            const { stage } = globalThis.mica;
            const [left, bottom] = stage.renderer.toScreen(-6.7, -9.8);
            const [right, top] = stage.renderer.toScreen(6.7, 6.6);
            const sheets = [...document.querySelectorAll('.hud > *, .meter, .timeline, .toggle')];
            return [
                document.documentElement.scrollWidth > innerWidth && 'too wide',
                (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight) && 'the table leaves the window',
                ...sheets.map((sheet) => {
                    const box = sheet.getBoundingClientRect();
                    if (box.left < 0 || box.right > innerWidth || box.top < 0 || box.bottom > innerHeight) return `${sheet.className} leaves the window`;
                    return box.left < right && box.right > left && box.top < bottom && box.bottom > top && `${sheet.className} covers the table`;
                }),
            ].filter(Boolean);
        });
        assert.deepEqual(wrong, []);
        const finger = await makeFinger(page);
        const at = await page.evaluate(() => globalThis.mica.stage.renderer.toScreen(0, 0));
        await finger.down(at[0], at[1]);
        await play(page, 3);
        await finger.up();
        assert.ok((await state(page)).shots > 12);
        await keepScreenshot(page, `pachinko-${name}`);
    }));
}
