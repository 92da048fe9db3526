// The platformer in Chromium: a scripted player gathers coins, crosses what crumbles, beats the boss and reaches the flag; keys, touch
// and a gamepad play it, sliders and feels set the numbers, timeline and link take it back, it fits phones. Time is made by `play` alone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepScreenshot, makeFingers, sizes, whenStill } from './page.mjs';
import { playStage, share } from './stage.mjs';
import { sample, testLong } from '../sample.mjs';

/** Opens the page with time and picture held: time goes on by `step`, `draw` paints what is to be seen. */
const playPage = (options, run, hash = '') =>
    playStage(`platformer/${hash}`, options, async (page) => {
        await page.waitForFunction(() => globalThis.mica.panel);
        await page.evaluate(() => {
            const { stage } = globalThis.mica;
            const draw = stage.draw.bind(stage);
            stage.draw = () => {};
            globalThis.step = () => globalThis.mica.advance(1 / 60);
            globalThis.draw = () => draw(1 / 60);
            /** Holds the keys of an input down, and lets go of all others. */
            const down = new Set();
            globalThis.hold = ({ x = 0, jump = false } = {}) => {
                for (const [code, is] of [['ArrowLeft', x < 0], ['ArrowRight', x > 0], ['Space',
                    jump]])
                {
                    if (is === down.has(code)) continue;
                    stage.canvas.dispatchEvent(
                        new KeyboardEvent(is ? 'keydown' : 'keyup', { code, bubbles: true }),
                    );
                    down[is ? 'add' : 'delete'](code);
                }
            };
        });
        await run(page);
    });

const play = (page, seconds) =>
    page.evaluate((s) => {
        for (let i = 0; i < 60 * s; ++i) globalThis.step();
        globalThis.draw();
    }, seconds);

/** Plays until a condition on the page holds, by a minute of the game at most. */
const reach = (page, condition) =>
    page.evaluate((text) => {
        const holds = new Function(`return ${text}`)();
        for (let frame = 0; !holds(); ++frame) {
            if (frame === 3600) throw new Error(`a minute of the game has passed without ${text}`);
            globalThis.step();
        }
        globalThis.draw();
    }, String(condition));

const put = (page, x, y) =>
    page.evaluate(([atX, atY]) => {
        globalThis.mica.hero.mover.body.setTransform(atX, atY);
        globalThis.mica.hero.mover.setVelocity(0, 0);
        globalThis.mica.hero.reset();
    }, [x, y]);

/** The game as it is: what it remembers, and where the hero is. */
const state = (page) =>
    page.evaluate(() => {
        const { scene, world } = globalThis.mica;
        return { ...scene.state, coins: scene.state.taken.reduce((sum, each) => sum + each, 0),
            x: scene.mover.x, y: scene.mover.y, hash: world.hash(), steps: world.stepCount };
    });

const setSlider = (page, name, value) =>
    page.evaluate(([id, to]) => {
        const input = document.getElementById(id);
        input.value = to;
        input.dispatchEvent(new Event('input', { bubbles: true }));
    }, [`n-${name}`, String(value)]);

test('a board before the shaft says that walls are jumped off', () =>
    playPage(sizes.desktop, async (page) => {
        await put(page, 53, 10.6);
        const written = await page.evaluate(() => {
            const texts = [];
            const { fillText } = CanvasRenderingContext2D.prototype;
            CanvasRenderingContext2D.prototype.fillText = function write(text, ...rest) {
                texts.push(text);
                fillText.call(this, text, ...rest);
            };
            globalThis.step();
            globalThis.draw();
            return texts.join(' ');
        });
        assert.match(written, /Wall jump: jump, and again off each wall/);
    }));

test('keys run, jump, dash and climb; coins are counted; the trail has the jump', () =>
    playPage(sizes.desktop, async (page) => {
        await reach(page, () => globalThis.mica.hero.mover.grounded);
        await page.keyboard.down('ArrowRight');
        await reach(page, () => globalThis.mica.hero.mover.x > 8);
        await page.keyboard.down('Space');
        await reach(page, () => globalThis.mica.scene.state.taken[0] === 1);
        await page.keyboard.up('Space');
        await reach(page, () => globalThis.mica.hero.mode === 'ground');
        await page.evaluate(() => {
            const { world, hero } = globalThis.mica;
            world.on('afterStep', () => {
                if (hero.justDashed) globalThis.dashed = true;
            });
        });
        await page.keyboard.press('ShiftLeft');
        await reach(page, () => globalThis.dashed);
        await page.keyboard.up('ArrowRight');
        const jump = await page.evaluate(() => {
            const { done, top, points } = globalThis.mica.trail.jump;
            return { done, top, points: points.length };
        });
        assert.ok(jump.done && jump.top > 0.5 && jump.points > 20, JSON.stringify(jump));
        await put(page, 37.5, 4.65);
        await page.keyboard.down('KeyW');
        await reach(page, () => globalThis.mica.hero.mode === 'ladder');
        await reach(page, () =>
            globalThis.mica.hero.mover.grounded && globalThis.mica.hero.mover.y > 10.5);
        await page.keyboard.up('KeyW');
        assert.match(await page.textContent('#score b'), /^2 \//);
        await keepScreenshot(page, 'platformer-desktop');
    }));

testLong(
    'a player crosses the blocks, is thrown by the spring, beats the boss and reaches the flag',
    () =>
        playPage(sizes.desktop, async (page) => {
            await put(page, 75, 4.7);
            await play(page, 0.3);
            // Whoever waits on a block falls into the lava, and starts again at the lamp.
            await put(page, 78.8, 5.2);
            await play(page, 0.5);
            assert.ok((await state(page)).hearts === 3 && (await state(page)).y > 5, 'it carries');
            await play(page, 1.2);
            const burnt = await state(page);
            assert.ok(burnt.hearts === 2 && Math.abs(burnt.x - 75) < 0.1, JSON.stringify(burnt));
            await play(page, 3);
            // Right is held all the way; jumps from the edges of the blocks. The spring throws over what is left of the gap.
            const [top, fell] = await page.evaluate(() => {
                const { scene, hero: { mover } } = globalThis.mica;
                let [jump, highest] = [false, 0];
                for (let i = 0; i < 900 && mover.x < 98; ++i) {
                    if (mover.grounded) {
                        const ground = mover.groundBody;
                        const edge = scene.blocks.includes(ground)
                            ? ground.x + 0.85
                            : mover.x < 77.2
                            ? 77
                            : mover.x < 89.2
                            ? 89
                            : Infinity;
                        jump = mover.x > edge - 0.45;
                    }
                    globalThis.hold({ x: 1, jump });
                    globalThis.step();
                    highest = Math.max(highest, mover.y);
                }
                return [highest, scene.state.hearts < 2];
            });
            assert.ok(!fell && Math.abs(top - 6.6 - 7) < 0.8, `${top} m`);
            const crossed = await state(page);
            assert.ok(crossed.x > 97 && crossed.coins >= 4, JSON.stringify(crossed));
            await reach(page, () => globalThis.mica.scene.state.lamp === 4);
            // From shelf to shelf, and onto the eye.
            const before = await state(page);
            await page.evaluate(() => {
                const { scene, hero: { mover } } = globalThis.mica;
                const { shell } = scene.boss;
                for (let i = 0; i < 90 * 60 && scene.state.boss.hits < 4; ++i) {
                    const away = shell.x - mover.x;
                    const shelf = shell.x > 116 ? 110 : 122;
                    const shelfWay = Math.abs(shelf - mover.x) > 0.3
                        ? Math.sign(shelf - mover.x)
                        : 0;
                    if (mover.x < 106) globalThis.hold({ x: 1 });
                    else if (!mover.grounded)
                        globalThis.hold({
                            x: mover.y > 6.3 ? Math.sign(away + 0.2 * shell.vx) : shelfWay,
                            jump: mover.vy > 0,
                        });
                    else if (mover.y < 6.3)
                        globalThis.hold({ x: shelfWay, jump: Math.abs(shelf - mover.x) < 1.2 });
                    else if (scene.state.boss.shut === 0 && Math.abs(away) > 2.2
                        && Math.abs(away) < 5.2)
                        globalThis.hold({ x: Math.sign(away), jump: true });
                    else globalThis.hold({ x: Math.abs(away) > 5 ? 0 : shelfWay });
                    globalThis.step();
                }
                globalThis.hold();
                globalThis.draw();
            });
            const beaten = await state(page);
            assert.equal(beaten.boss.hits, 4);
            assert.ok(beaten.time > before.time + 6, 'it is no short fight');
            await keepScreenshot(page, 'platformer-beaten');
            assert.deepEqual(
                await page.evaluate(() =>
                    globalThis.mica.scene.boss.legs.map(({ joint }) => joint.alive)
                ),
                [false, false, false, false],
            );
            await page.evaluate(() => {
                globalThis.hold({ x: 1 });
                for (let i = 0; i < 600 && !globalThis.mica.scene.state.won; ++i) globalThis.step();
                globalThis.hold();
                globalThis.draw();
            });
            assert.equal((await state(page)).won, 1);
            await page.locator('#end').waitFor();
            assert.ok(
                await page.evaluate(() => Number(localStorage.getItem('mica platformer best')))
                    >= beaten.time,
            );
            await keepScreenshot(page, 'platformer-won');
            await page.click('#end button');
            const again = await state(page);
            assert.deepEqual([again.coins, again.won, again.boss.hits, again.x], [0, 0, 0, 3]);
            assert.equal(await page.locator('#end').count(), 0);
        }),
);

testLong('the timeline goes back, with coins and blocks; a link has the moment and the numbers',
    () =>
        playPage(sizes.desktop, async (page) => {
            await put(page, 81.6, 6);
            await setSlider(page, 'jumpHeight', 3);
            await play(page, 0.3);
            const first = await state(page);
            assert.ok(first.blocks[1] > 0 && first.coins === 1);
            await play(page, 1.5);
            const second = await state(page);
            assert.equal(second.hearts, 2);
            await page.evaluate((step) => globalThis.mica.stage.timeline.seek(step), first.steps);
            assert.deepEqual(await state(page), first);
            await play(page, 1.5);
            assert.deepEqual(await state(page), second);
            await page.evaluate((step) => globalThis.mica.stage.timeline.seek(step), first.steps);
            const link = await share(page);
            await playPage(sizes.laptop, async (other) => {
                assert.deepEqual(await state(other), first);
                assert.equal(await other.evaluate(() => globalThis.mica.hero.numbers.jumpHeight),
                    3);
                assert.equal(await other.textContent('output[for=n-jumpHeight]'), '3\u2009m');
                await other.evaluate(() => globalThis.mica.stage.setPaused(false));
                await play(other, 1.5);
                assert.deepEqual(await state(other), second);
                await other.evaluate(() => globalThis.hold({ x: 1 }));
                await play(other, 0.5);
                assert.ok((await state(other)).x > second.x + 1, 'the hero of the link is played');
            }, link);
        }));

testLong("sliders, feels and the copied code are the controller's numbers; a reset keeps them",
    () =>
        playPage({ ...sizes.desktop, permissions: ['clipboard-read', 'clipboard-write'] },
            async (page) => {
                const number = (name) =>
                    page.evaluate((key) => globalThis.mica.hero.numbers[key], name);
                await setSlider(page, 'jumpHeight', 4);
                assert.equal(await number('jumpHeight'), 4);
                assert.equal(await page.textContent('output[for=n-jumpHeight]'), '4\u2009m');
                await reach(page, () => globalThis.mica.hero.mover.grounded);
                const from = await page.evaluate(() => globalThis.mica.hero.mover.y);
                await page.keyboard.down('Space');
                const top = await page.evaluate((y) => {
                    let most = 0;
                    for (let i = 0; i < 90; ++i) {
                        globalThis.step();
                        most = Math.max(most, globalThis.mica.hero.mover.y - y);
                    }
                    return most;
                }, from);
                await page.keyboard.up('Space');
                assert.ok(Math.abs(top - 4) < 0.04, `${top} m`);
                await page.click('[data-feel=Floaty]');
                assert.equal(await number('maxFallSpeed'), 9);
                assert.equal(await number('jumpHeight'), 3.4);
                assert.equal(await page.getAttribute('[data-feel=Floaty]', 'aria-pressed'), 'true');
                await setSlider(page, 'dashes', 3);
                assert.equal(await page.getAttribute('[data-feel=Floaty]', 'aria-pressed'),
                    'false');
                await page.click('#reset');
                assert.equal(await number('dashes'), 3);
                await page.click('#copy');
                await page.waitForFunction(() =>
                    document.getElementById('copy').textContent === 'Copied'
                );
                const code = await page.evaluate(() => navigator.clipboard.readText());
                assert.match(code,
                    /^new Platformer\(mover, \{\n(.*\n)* {4}jumpHeight: 3\.4,\n(.*\n)* {4}dashes: 3,\n\}\);\n$/);
                await setSlider(page, 'maxSlope', 30);
                assert.ok(
                    Math.abs(
                        await page.evaluate(() => globalThis.mica.hero.mover.maxSlope)
                            - Math.PI / 6,
                    ) < 1e-6,
                );
                await page.click('#pause');
                assert.equal(await page.evaluate(() => globalThis.mica.stage.paused), true);
                const steps = await page.evaluate(() => globalThis.mica.world.stepCount);
                await page.click('#step');
                assert.equal(await page.evaluate(() => globalThis.mica.world.stepCount), steps + 1);
            }));

testLong('every slider has a name, a value and an effect on its number',
    () =>
        playPage(sizes.desktop, async (page) => {
            const wrong = await page.evaluate(() =>
                [...document.querySelectorAll('#groups input')].filter((input) => {
                    const name = input.id.slice(2);
                    const { hero } = globalThis.mica;
                    const of = name in hero.numbers ? hero.numbers : hero.mover;
                    const before = of[name];
                    input.value = input.min;
                    input.dispatchEvent(new Event('input', { bubbles: true }));
                    const least = of[name];
                    input.value = input.max;
                    input.dispatchEvent(new Event('input', { bubbles: true }));
                    return !(least <= before && before <= of[name] && least < of[name])
                        || !input.nextElementSibling.textContent || !input.labels[0]?.textContent;
                }).map((input) => input.id)
            );
            assert.deepEqual(wrong, []);
            assert.ok(await page.locator('#groups input').count() >= 47);
        }));

test('no press is lost between two steps, and one is none that goes on', () =>
    playPage(sizes.desktop, async (page) => {
        const jumps = await page.evaluate(() => {
            const { controls } = globalThis.mica;
            const key = (type) =>
                globalThis.mica.stage.canvas.dispatchEvent(
                    new KeyboardEvent(type, { code: 'Space', bubbles: true }),
                );
            const list = [];
            const read = () => list.push(controls.read().jump);
            key('keydown');
            key('keyup');
            for (let i = 0; i < 2; ++i) read();
            key('keydown');
            for (let i = 0; i < 2; ++i) read();
            key('keyup');
            key('keydown');
            for (let i = 0; i < 3; ++i) read();
            key('keyup');
            read();
            return list;
        });
        assert.deepEqual(jumps, [true, false, true, true, false, true, true, false]);
    }));

testLong('a gamepad plays it', () =>
    playPage(sizes.desktop, async (page) => {
        await reach(page, () => globalThis.mica.hero.mover.grounded);
        await page.evaluate(() => {
            globalThis.pad = { connected: true, axes: [1, 0],
                buttons: Array.from({ length: 16 }, () => ({ pressed: false })) };
            navigator.getGamepads = () => [globalThis.pad];
        });
        await reach(page, () => globalThis.mica.hero.mover.x > 5);
        await page.evaluate(() => {
            globalThis.pad.buttons[0].pressed = true;
        });
        await reach(page,
            () => globalThis.mica.hero.mode === 'air' && globalThis.mica.hero.mover.y > 6);
        await page.evaluate(() => {
            globalThis.pad.buttons[0].pressed = false;
            globalThis.pad.buttons[1].pressed = true;
        });
        await reach(page, () => globalThis.mica.hero.mode === 'dash');
    }));

for (const name of sample(/** @type {const} */ (['phone', 'landscape']), 2)) {
    test(`${name}: nothing overflows, thumbs play, the sliders open`, () =>
        playPage(sizes[name], async (page) => {
            await reach(page, () => globalThis.mica.hero.mover.grounded);
            const outside = () =>
                page.evaluate(() =>
                    [...document.querySelectorAll(
                        '.hud > *, .toggle, .timeline, #stick, .pads button',
                    )].filter((element) => {
                        const { left, right, top, bottom } = element.getBoundingClientRect();
                        return right > left
                            && (left < 0 || right > innerWidth + 0.5 || top < 0
                                || bottom > innerHeight + 0.5);
                    }).map((element) => element.className || element.id)
                );
            assert.deepEqual(await outside(), []);
            assert.ok(
                await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
            );
            const touch = await makeFingers(page);
            const middle = async (selector) => {
                const box = await page.locator(selector).boundingBox();
                return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
            };
            const stick = { ...await middle('#stick'), id: 1 };
            const right = { ...stick, x: stick.x + 50 };
            const jump = { ...await middle('#pad-jump'), id: 2 };
            await touch('touchStart', stick);
            await touch('touchMove', right);
            await reach(page, () => globalThis.mica.hero.mover.x > 5);
            await touch('touchStart', right, jump);
            await reach(page, () => globalThis.mica.hero.mover.y > 6);
            await keepScreenshot(page, `platformer-${name}`);
            await touch('touchEnd');
            await reach(page, () =>
                globalThis.mica.hero.mover.grounded && globalThis.mica.hero.mover.vx === 0);
            await page.tap('#panel-toggle');
            await whenStill(page);
            assert.deepEqual(await outside(), []);
            await page.tap('[data-feel=Tight]');
            assert.equal(await page.evaluate(() => globalThis.mica.hero.numbers.runSpeed), 8.5);
            await keepScreenshot(page, `platformer-${name}-panel`);
            const small = await page.evaluate(() =>
                [...document.querySelectorAll('button, a, summary')].filter((element) => {
                    const { width, height } = element.getBoundingClientRect();
                    return width > 0 && height < 44;
                }).map((element) => element.id || element.textContent)
            );
            assert.deepEqual(small, [], 'large enough for a thumb');
            assert.ok(
                await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
            );
            await page.tap('#panel-toggle');
            await page.locator('#panel').waitFor({ state: 'hidden' });
        }));
}
