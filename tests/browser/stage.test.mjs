// What all pages of stage.js share, in Chromium: keys of a focused control, sliders that follow the past, gamepad, the cursor that
// keys move, links to a moment.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sizes } from './page.mjs';
import { play, playStage, share, slide, whenOpen } from './stage.mjs';
import { sample, testLong } from '../sample.mjs';

const bodies = (page) => page.evaluate(() => globalThis.mica.world.counters.bodies);
const shown = (page, label) =>
    page.evaluate((name) =>
        [...document.querySelectorAll('#sliders .slider')]
            .find((row) => row.firstChild.textContent === name).querySelector('input').value,
        label);
/** Waits until the page has drawn some frames. */
const drawn = (page) =>
    page.evaluate(() =>
        new Promise((resolve) => {
            const from = globalThis.mica.stage.frames;
            requestAnimationFrame(function look() {
                if (globalThis.mica.stage.frames > from + 7) resolve(undefined);
                else requestAnimationFrame(look);
            });
        })
    );

test('a focused button keeps Space and Enter; a click gives the focus back to the picture', () =>
    playStage('elements/', sizes.desktop, async (page) => {
        const drops = () => page.evaluate(() => globalThis.mica.scene.state.drops);
        await page.getByRole('button', { name: 'Throw more in' }).focus();
        await page.keyboard.press('Space');
        await page.keyboard.press('Enter');
        assert.equal(await drops(), 2);
        await page.getByRole('button', { name: 'Throw more in' }).click();
        assert.equal(await page.evaluate(() => document.activeElement.id), 'stage');
        await page.keyboard.press('Space');
        assert.equal(await drops(), 4);
        await page.locator('#debug').focus();
        await page.keyboard.press('Space');
        assert.deepEqual([await drops(), await page.evaluate(() => globalThis.mica.stage.debug)], [
            4,
            true,
        ]);
    }));

testLong('sliders show what the scene has, after a seek and from a link',
    () =>
        playStage('chains/', sizes.desktop, async (page) => {
            await play(page, 1);
            const before = await page.evaluate(() => globalThis.mica.world.stepCount);
            await slide(page, 'Load', 20);
            await play(page, 1);
            const link = await share(page);
            await page.evaluate((step) => globalThis.mica.stage.timeline.seek(step), before);
            await drawn(page);
            assert.equal(await shown(page, 'Load'), '1000');
            await playStage(`chains/${link}`, sizes.laptop, async (other) => {
                await drawn(other);
                assert.equal(await shown(other, 'Load'), '20');
                await other.keyboard.press('KeyR');
                assert.equal(
                    await other.evaluate(() =>
                        Math.round(globalThis.mica.scene.loads[0].mass / globalThis.mica.scene.part)
                    ),
                    20,
                );
            });
            await page.goto('about:blank');
        }));

/** Puts a gamepad into the page, whose buttons and axes `pad` sets. */
const plugIn = (page) =>
    page.evaluate(() => {
        const pad = { connected: true, mapping: 'standard', axes: [0, 0, 0, 0],
            buttons: Array.from({ length: 17 }, () => ({ pressed: false })) };
        navigator.getGamepads = () => [null, pad];
        globalThis.pad = ({ axes = [0, 0], down = [] }) => {
            pad.axes = [...axes, 0, 0];
            pad.buttons.forEach((button, i) => {
                button.pressed = down.includes(i);
            });
        };
        globalThis.unplug = () => {
            navigator.getGamepads = () => [];
            dispatchEvent(new Event('gamepaddisconnected'));
        };
        dispatchEvent(new Event('gamepadconnected'));
    });

/** Holds the gamepad so for a time. */
const hold = (page, held, seconds = 1 / 60) =>
    page.evaluate(([what, length]) => {
        globalThis.pad(what);
        globalThis.play(length);
        globalThis.pad({});
        globalThis.play(1 / 60);
    }, [held, seconds]);

test('a gamepad drives, presses the main key, scrubs the timeline, pauses, and chooses the scene', () =>
    playStage('chains/?crane', sizes.desktop, async (page) => {
        await plugIn(page);
        assert.match(await page.textContent('#said'), /Gamepad/);
        const speed = () => page.evaluate(() => globalThis.mica.scene.things.speed);
        await page.evaluate(() => {
            globalThis.pad({ axes: [-0.9, 0] });
            globalThis.play(2);
        });
        assert.ok(await speed() < -2, `stick to the left: ${await speed()}`);
        await hold(page, { down: [15] }, 3);
        assert.ok(await speed() > 2, `d-pad to the right: ${await speed()}`);
        const step = () => page.evaluate(() => globalThis.mica.world.stepCount);
        const before = await step();
        await page.evaluate(() => {
            globalThis.pad({ down: [4] });
            globalThis.play(1);
        });
        const back = await step();
        assert.ok(back < before - 60 && await page.evaluate(() => globalThis.mica.stage.paused),
            `from ${before} to ${back}`);
        await page.evaluate(() => {
            globalThis.pad({ down: [5] });
            globalThis.play(0.5);
        });
        assert.ok(await step() > back + 25);
        await page.evaluate(() => {
            globalThis.pad({});
            globalThis.play(0.1);
        });
        assert.equal(await page.evaluate(() => globalThis.mica.stage.paused), false,
            'time goes on');
        await hold(page, { down: [9] });
        assert.equal(await page.evaluate(() => globalThis.mica.stage.paused), true);
        await hold(page, { down: [9] });
        await hold(page, { down: [3] }, 0.2);
        assert.equal(await page.evaluate(() => globalThis.mica.scene.name), 'Wrecking ball');
        await page.evaluate(() => {
            globalThis.pad({ axes: [0.8, 0.1] });
            globalThis.play(0.1);
            globalThis.unplug();
        });
        assert.equal(await page.evaluate(() => globalThis.mica.stage.keys.size), 0,
            'an unplugged pad holds no key');
    }));

testLong('the stick runs through the swarm and aims the cue, which A shoots', async () => {
    await playStage('swarm/', sizes.laptop, async (page) => {
        await slide(page, 'Enemies', 1000);
        await plugIn(page);
        await hold(page, { axes: [0.6, -0.6] }, 1);
        const { x, y } = await page.evaluate(() => {
            const { body } = globalThis.mica.scene.game.hero.mover;
            return { x: body.x, y: body.y };
        });
        assert.ok(x > 2 && Math.abs(x - y) < 1, `ran to ${x}, ${y}`);
    });
    await playStage('billiards/', sizes.laptop, async (page) => {
        await plugIn(page);
        await hold(page, { axes: [-1, 0] }, 0.5);
        await hold(page, { axes: [0, -1] }, 1);
        const { angle, power } = await page.evaluate(() => globalThis.mica.scene.game);
        assert.ok(angle > 0.3 && power === 1, `${angle}, ${power}`);
        await hold(page, { down: [0] });
        assert.equal(await page.evaluate(() => globalThis.mica.scene.game.shots), 1);
    });
});

testLong('the cursor drags by keys alone',
    () =>
        playStage('chains/', sizes.desktop, async (page) => {
            await play(page, 4);
            /** Leads the cursor to a point of the window by its arrows. */
            const lead = async (to) => {
                for (const [axis, keys]
                    of /** @type {const} */ ([['x', ['ArrowLeft', 'ArrowRight']], ['y', ['ArrowUp',
                        'ArrowDown']]]))
                {
                    for (const [fine, near] of [[false, 12], [true, 2]]) {
                        const from = await page.evaluate(
                            (name) => globalThis.mica.stage.controls.cursor[name],
                            axis,
                        );
                        if (fine) await page.keyboard.down('ShiftLeft');
                        await page.keyboard.down(keys[Number(from < to[axis])]);
                        await page.evaluate(([name, goal, sign, gap]) => {
                            for (let i = 0; i < 200
                                && sign * (goal - globalThis.mica.stage.controls.cursor[name])
                                    > gap; ++i) globalThis.play(1 / 60);
                        }, [axis, to[axis], from < to[axis] ? 1 : -1, near]);
                        await page.keyboard.up(keys[Number(from < to[axis])]);
                        if (fine) await page.keyboard.up('ShiftLeft');
                    }
                }
            };
            await page.evaluate(() => {
                const { scene: { loads: [load] } } = globalThis.mica;
                load.setVelocity(0, 0);
                load.gravityScale = 0;
            });
            await page.focus('#stage');
            await page.keyboard.press('KeyC');
            assert.ok(await page.isVisible('.cursor'));
            const where = () =>
                page.evaluate(() => {
                    const [x, y] = globalThis.mica.stage.renderer.toScreen(
                        globalThis.mica.scene.loads[0].x,
                        globalThis.mica.scene.loads[0].y,
                    );
                    return { x, y };
                });
            await page.keyboard.press('KeyP');
            await lead(await where());
            await page.keyboard.press('Enter');
            assert.equal(
                await page.evaluate(() =>
                    globalThis.mica.stage.pointer.drags[0]?.body === globalThis.mica.scene.loads[0]
                ),
                true,
            );
            await page.keyboard.press('KeyP');
            const from = await where();
            await lead({ x: from.x + 60, y: from.y - 60 });
            await play(page, 1.5);
            const to = await where();
            assert.ok(Math.hypot(to.x - from.x, to.y - from.y) > 30,
                `dragged from ${from.x}, ${from.y} to ${to.x}, ${to.y}`);
            await page.keyboard.press('Enter');
            assert.equal(await page.evaluate(() => globalThis.mica.stage.pointer.drags.length), 0);
            await page.keyboard.press('Enter');
            await page.keyboard.press('Escape');
            assert.deepEqual([await page.isVisible('.cursor'),
                await page.evaluate(() => globalThis.mica.stage.pointer.drags.length)], [false, 0]);
            // The arrows are the page's own again.
            await page.keyboard.down('ArrowLeft');
            assert.equal(await page.evaluate(() => globalThis.mica.stage.keys.has('ArrowLeft')),
                true);
        }));

test('sounds are heard after the first press alone, until they are muted, on all pages', () =>
    playStage('pachinko/', sizes.desktop, async (page) => {
        const listen = (which) =>
            which.evaluate(() => {
                globalThis.notes = 0;
                globalThis.AudioContext = class extends globalThis.AudioContext {
                    constructor() {
                        super();
                        globalThis.audio = this;
                    }
                    /** Seconds of the game: the machine's own clock goes on by as much as it needs to play them. */
                    get currentTime() {
                        return globalThis.mica.world.time;
                    }
                    createBufferSource() {
                        globalThis.notes++;
                        return super.createBufferSource();
                    }
                };
            });
        const notes = (which) => which.evaluate(() => globalThis.notes);
        const shoot = async (which) => {
            await which.keyboard.down('Space');
            await play(which, 1.5);
            await which.keyboard.up('Space');
        };
        await listen(page);
        await play(page, 1);
        assert.equal(await page.evaluate(() => globalThis.audio), undefined,
            'nothing is loaded before');
        await page.keyboard.press('ArrowUp');
        await page.waitForFunction(() => globalThis.audio?.state === 'running');
        await shoot(page);
        const heard = await notes(page);
        assert.ok(heard > 1, `${heard} notes`);
        await page.keyboard.press('KeyM');
        assert.equal(await page.getAttribute('#mute', 'aria-pressed'), 'true');
        await shoot(page);
        assert.equal(await notes(page), heard, 'muted');
        await page.goto(new URL('../billiards/', page.url()).href);
        await whenOpen(page);
        assert.equal(await page.getAttribute('#mute', 'aria-pressed'), 'true');
        await listen(page);
        await page.click('#mute');
        await page.waitForFunction(() => globalThis.audio?.state === 'running');
        await page.keyboard.press('Space');
        await play(page, 2);
        assert.ok(await notes(page) > 2, `${await notes(page)} clicks`);
    }));

for (const path of sample(['chains/?lift', 'elements/', 'billiards/', 'pachinko/', 'ragdolls/'],
    5))
{
    test(`${path}: a link holds the moment, and the world goes on from it in the same way`, () =>
        playStage(path, sizes.laptop, async (page) => {
            await page.keyboard.down('Space');
            await play(page, 3);
            await page.keyboard.up('Space');
            const link = await share(page);
            const look = (which) =>
                which.evaluate(() => {
                    const before = globalThis.mica.world.hash();
                    globalThis.mica.stage.setPaused(false);
                    globalThis.play(2);
                    return [before, globalThis.mica.world.hash(),
                        globalThis.mica.world.counters.bodies];
                });
            const here = await look(page);
            assert.ok(link.length < 400_000, `${link.length} characters`);
            await page.goto('about:blank');
            await playStage(path.split('?')[0] + link, sizes.laptop, async (other) => {
                await whenOpen(other);
                assert.deepEqual(await look(other), here);
            });
        }));
}

testLong('going back to a drag that has ended lets its body go',
    () =>
        playStage('chains/?chain', sizes.desktop, async (page) => {
            const [x, y] = await page.evaluate(() => {
                const [load] = globalThis.mica.scene.loads;
                return globalThis.mica.stage.renderer.toScreen(load.x, load.y);
            });
            await page.mouse.move(x, y);
            await page.mouse.down();
            await play(page, 0.5);
            const held = () =>
                page.evaluate(() =>
                    globalThis.mica.world.joints.filter(({ type }) => type === 'target').length
                );
            assert.equal(await held(), 1);
            const step = await page.evaluate(() => globalThis.mica.world.stepCount);
            await page.mouse.up();
            await play(page, 0.5);
            assert.equal(await held(), 0);
            await page.evaluate((to) => globalThis.mica.stage.timeline.seek(to), step);
            assert.equal(await held(), 0);
            await play(page, 0.5);
            assert.equal(await held(), 0);
        }));
