// Pinball in Chromium: fingers shoot and flip, both thumbs at once, a run is a short link that plays to the same bits, a lost ball is shown
// again in slow motion until something is pressed, three balls are a game, and the page fits phones however they are held. Time is made by
// mica.advance. The machine itself is tested in tests/js/pinball.test.mjs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertText, keepScreenshot, makeFingers, sizes } from './page.mjs';
import { assertFits, makeFinger, play, playStage } from './stage.mjs';

const MAX_LINK = 2000; // letters of a link to a minute of play

const look = (page) =>
    page.evaluate(
        () => [globalThis.mica.world.stepCount, globalThis.mica.world.hash(),
            globalThis.mica.scene.state.rules.score],
    );
const rules = (page) => page.evaluate(() => ({ ...globalThis.mica.scene.state.rules }));
/** The angles of the flippers, as far as they have been raised. */
const raised = (page) =>
    page.evaluate(() => {
        const { scene, world } = globalThis.mica;
        return scene.slots.flippers.map((slot, i) =>
            (i === 0 ? 1 : -1) * world.bodyAt(slot).angle + 0.56
        );
    });
const steps = (page, count) =>
    page.evaluate((n) => {
        for (let i = 0; i < n; ++i) globalThis.advance(globalThis.mica.world.fixedStep);
    }, count);

/**
 * Plays so many seconds by fingers: the plunger is pulled where a ball waits, and each thumb flips when a ball is near its flipper; eager
 * ones now and then besides.
 */
const playOn = (page, seconds, eager = false) =>
    page.evaluate(([length, often]) => {
        const { mica } = globalThis;
        const { canvas } = mica.stage;
        const down = [false, false];
        let pulls = 0;
        const touch = (i, is) => {
            if (down[i] === is) return;
            down[i] = is;
            canvas.dispatchEvent(
                new PointerEvent(is ? 'pointerdown' : 'pointerup', { pointerId: 20 + i,
                    pointerType: 'touch', bubbles: true, clientX: innerWidth * (0.2 + 0.6 * i),
                    clientY: 0.8 * innerHeight }),
            );
        };
        const end = mica.world.stepCount + length / mica.world.fixedStep;
        for (let frame = 0; mica.world.stepCount < end && !mica.scene.state.rules.over; ++frame) {
            const { balls } = mica.scene;
            pulls = balls.ready ? pulls + 1 : 0;
            const near = [1, -1].map((side) =>
                balls.state.some(({ mode }, i) => {
                    const { x, y } = balls.body(i);
                    return mode === 2 && side * x > -0.75 && side * x < 0 && y < 1.65;
                })
            );
            const by = often && Math.random() < 0.06;
            touch(0, (near[0] && frame % 16 < 12) || by);
            touch(1, (pulls > 0 && pulls < 40) || (near[1] && frame % 16 < 12)
                || (often && Math.random() < 0.06));
            globalThis.advance(1 / 60);
        }
        for (const i of [0, 1]) touch(i, false);
        mica.stage.draw(0);
    }, [seconds, eager]);

/** Loses the ball in play now, which is not saved. */
const lose = (page) =>
    page.evaluate(() => {
        const { scene } = globalThis.mica;
        scene.state.rules.save = 0;
        scene.balls.state.forEach((ball, i) => {
            if (ball.mode === 1) ball.mode = 2;
            if (ball.mode === 2) scene.balls.body(i).setTransform(0, 0.3, 0);
        });
        globalThis.advance(1 / 60);
    });

/** Shoots the ball by a finger that is held for so many seconds. */
async function shoot(page, finger, seconds) {
    await finger.down(300, 700);
    await play(page, seconds);
    await finger.up();
    await play(page, 0.1);
}

test('a phone: a finger shoots, thumbs flip at once and together, and hits score', () =>
    playStage('pinball/', sizes.phone, async (page) => {
        await play(page, 0.5);
        await assertText(page, '#goal', /Hold to shoot/);
        const finger = await makeFinger(page);
        await shoot(page, finger, 0.7);
        assert.ok(await page.evaluate(() => globalThis.mica.scene.balls.body(0).vy > 8));
        await play(page, 2.5);
        assert.ok((await rules(page)).score > 0, 'the lanes at the top score');
        const touch = await makeFingers(page);
        const [left, right] = [{ x: 80, y: 700, id: 1 }, { x: 310, y: 650, id: 2 }];
        await touch('touchStart', left);
        await steps(page, 1);
        const [one, none] = await raised(page);
        assert.ok(one > 0.02 && Math.abs(none) < 1e-3, `${one}, ${none}: the very next step`);
        await touch('touchStart', left, right);
        await steps(page, 14);
        assert.ok((await raised(page)).every((angle) => angle > 1.1), 'both are up');
        await touch('touchEnd');
        await play(page, 0.3);
        assert.ok((await raised(page)).every((angle) => Math.abs(angle) < 1e-3), 'both are down');
        await keepScreenshot(page, 'pinball-phone');
        await playOn(page, 30);
        assert.ok((await rules(page)).score > 1000, JSON.stringify(await rules(page)));
    }));

test('a minute is a link of at most 2 kB that plays to the same score and bits, and is taken over', () =>
    playStage('pinball/', sizes.phone, async (page) => {
        let found = [0];
        for (let game = 0; game < 6 && found[0] < 60 * 240; ++game) { // until one lasts as long
            await page.evaluate(() => globalThis.mica.stage.reset());
            await playOn(page, 60, true);
            found = await look(page);
        }
        assert.ok(found[0] >= 60 * 240 && found[2] > 1000, `${found}`);
        await page.evaluate(() => globalThis.mica.stage.run.share());
        const link = await page.evaluate(() => location.hash);
        console.log(`# ${Math.round(found[0] / 240)} s: ${link.length} letters`);
        assert.ok(link.startsWith('#run=') && link.length <= MAX_LINK, `${link.length} letters`);
        await playStage(`pinball/${link}`, sizes.laptop, async (other) => {
            await other.click('#play');
            await other.keyboard.down('ArrowLeft'); // the watcher's keys do nothing
            await other.evaluate((end) => {
                const { mica } = globalThis;
                while (mica.stage.run.watches && mica.world.stepCount < end)
                    mica.advance(mica.world.fixedStep);
            }, found[0]);
            assert.deepEqual(await look(other), found);
            await other.keyboard.up('ArrowLeft');
        });
        await playStage(`pinball/${link}`, sizes.laptop, async (other) => {
            await other.click('#play');
            await play(other, 5);
            await other.click('#take-over');
            await other.focus('#stage');
            await other.keyboard.down('ArrowRight');
            await play(other, 0.2);
            assert.ok((await raised(other))[1] > 1.1, 'the flippers are the player’s');
            await other.keyboard.up('ArrowRight');
        });
    }));

test('a lost ball is shown again in slow motion, which any press ends; then the next ball comes', () =>
    playStage('pinball/', sizes.phone, async (page) => {
        const finger = await makeFinger(page);
        await play(page, 0.5);
        await shoot(page, finger, 0.7);
        await play(page, 3);
        await lose(page);
        const end = await look(page);
        await play(page, 1);
        const [within] = await look(page);
        assert.ok(within < end[0] - 200 && within > end[0] - 480, `${within} of ${end[0]}`);
        await keepScreenshot(page, 'pinball-replay');
        await finger.down(300, 700);
        await finger.up();
        assert.deepEqual(await look(page), end, 'the same bits as before');
        await play(page, 2);
        const { ball } = await rules(page);
        assert.equal(ball, 2);
        assert.ok(await page.evaluate(() => globalThis.mica.scene.balls.ready));
        // Nobody presses anything: it ends by itself.
        await shoot(page, finger, 0.7);
        await play(page, 2);
        await lose(page);
        const second = await look(page);
        await play(page, 8);
        assert.ok((await look(page))[0] > second[0]);
        assert.equal((await rules(page)).ball, 3);
    }));

test('three balls are a game; Play again begins a new one, and the best score is kept', () =>
    playStage('pinball/', sizes.phone, async (page) => {
        const finger = await makeFinger(page);
        for (let ball = 1; ball <= 3; ++ball) {
            await play(page, 1.2);
            await shoot(page, finger, 0.6);
            await play(page, 2.5);
            await lose(page);
            await finger.down(300, 700);
            await finger.up();
            await play(page, 0.2);
        }
        await play(page, 1);
        const end = await rules(page);
        assert.deepEqual([end.over, end.ball], [true, 3], JSON.stringify(end));
        await assertText(page, '#end', /The night is over/);
        await assertFits(page);
        await keepScreenshot(page, 'pinball-end');
        assert.equal(await page.evaluate(() => localStorage.getItem('mica pinball best')),
            String(end.score));
        await page.getByRole('button', { name: 'Play again' }).click();
        await play(page, 0.5);
        const again = await rules(page);
        assert.deepEqual([again.score, again.ball, again.over], [0, 1, false]);
        assert.equal(await page.locator('#end').count(), 0);
    }));

test('keys play: arrows, Z and slash flip, Space shoots, Q nudges; ? tells them', () =>
    playStage('pinball/', sizes.desktop, async (page) => {
        await page.focus('#stage');
        await play(page, 0.5);
        for (const [key, side] of [['ArrowLeft', 0], ['KeyZ', 0], ['ArrowRight', 1], ['Slash',
            1]])
        {
            await page.keyboard.down(key);
            await play(page, 0.1);
            const angles = await raised(page);
            assert.ok(angles[side] > 1.1 && angles[1 - side] < 0.01, `${key}: ${angles}`);
            await page.keyboard.up(key);
            await play(page, 0.2);
        }
        await page.keyboard.down('Space');
        await play(page, 0.6);
        await page.keyboard.up('Space');
        await play(page, 1.5);
        assert.equal((await page.evaluate(() => globalThis.mica.scene.balls.state))[0].mode, 2);
        await page.keyboard.press('KeyQ');
        await play(page, 0.1);
        assert.ok(await page.evaluate(() => globalThis.mica.scene.state.heat > 0.5));
        await page.keyboard.press('?');
        await assertText(page, '#keys', /flippers.*plunger.*nudge/);
        await keepScreenshot(page, 'pinball-desktop');
    }));

test('a swipe nudges; the timeline takes all of it back', () =>
    playStage('pinball/', sizes.phone, async (page) => {
        const finger = await makeFinger(page);
        await play(page, 0.5);
        await shoot(page, finger, 0.7);
        await play(page, 1.5);
        const before = await look(page);
        await finger.down(200, 700);
        await finger.move(290, 690);
        await play(page, 0.1);
        await finger.up();
        assert.ok(await page.evaluate(() => globalThis.mica.scene.state.heat > 0.5));
        await play(page, 1);
        await page.evaluate((to) => globalThis.mica.stage.timeline.seek(to), before[0]);
        assert.deepEqual(await look(page), before);
    }));

test('a damaged link says so, and the game begins', () =>
    playStage('pinball/#run=abc', sizes.phone, async (page) => {
        await assertText(page, '#said', /damaged/);
        await play(page, 0.5);
        assert.ok(await page.evaluate(() => globalThis.mica.scene.balls.ready));
    }));

test('a phone that is turned: nothing overflows, and the flippers are in the picture', () =>
    playStage('pinball/', sizes.phone, async (page) => {
        for (const name of /** @type {const} */ (['phone', 'landscape', 'phone'])) {
            await page.setViewportSize(sizes[name].viewport);
            await page.waitForFunction((width) => innerWidth === width, sizes[name].viewport.width);
            await page.evaluate(() => {
                for (let i = 0; i < 32; ++i) globalThis.mica.stage.draw(0);
            });
            await assertFits(page);
            const [[left, top], [right, bottom]] = await page.evaluate(() => {
                const { renderer } = globalThis.mica.stage;
                return [renderer.toScreen(-1.3, 2), renderer.toScreen(1.3, 0.7)];
            });
            const { width, height } = sizes[name].viewport;
            assert.ok(left > 0 && right < width && top > 0 && bottom < height,
                `${name}: ${[left, top, right, bottom]}`);
            assert.ok(right - left > (name === 'phone' ? 0.4 * width : 0.35 * height), name);
            await keepScreenshot(page, `pinball-${name}-start`);
        }
    }));
