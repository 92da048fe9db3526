// The game of castles: in Node each castle stands still and can be won; in Chromium a finger pulls and wins, the dots are the flight, a
// shot is rewound to the same bits, a run and a level are short links, keys play, and it fits phones. Time is made by mica.advance.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { Game } from '../../demo/slingshot/game.js';
import { LEVELS } from '../../demo/slingshot/levels.js';
import { kindOf } from '../../demo/slingshot/materials.js';
import { loadTools, tools } from '../../demo/slingshot/tools.js';
import { init } from '../../js/index.js';
import { assertText, keepScreenshot, sizes } from './page.mjs';
import { assertFits, makeFinger, play, playStage } from './stage.mjs';
import { testLong } from '../sample.mjs';

const MOST = 2000; // letters of a link to a minute of play
const STILL = 0.02; // metres by which a castle may sink in
/** Shots that win each level, as eighths of a degree and strengths: the first after 40 steps, each other when all has come to rest. */
const WINS = [[[288, 165]], [[192, 195]], [[144, 195]], [[624, 225]], [[240, 255], [528, 165]], [[
    576,
    225,
], [528, 165]], [[288, 225]], [[576, 195]], [[480, 165], [624, 225]], [[432, 165]]];

before(async () => {
    await init();
    await loadTools();
});

/** A level that is played without a page: `step` makes steps, with a shot in the first of them. @param {number} number */
function begin(number) {
    const game = new Game(LEVELS[number], number);
    let inputs = [0, 0, 0, 0];
    game.world.on('beforeStep', () => game.step(inputs));
    return { game, step(count = 1, shot = undefined) {
        for (let i = 0; i < count; ++i) {
            inputs = shot && i === 0
                ? [shot[0] >> 8 & 255, shot[0] & 255, shot[1], 1]
                : [0, 0, 0, 0];
            game.world.step();
        }
    } };
}

/** Dynamic bodies of a castle, without those that ride on a lift. */
function standing({ world }) {
    const lifts = [...world.bodies].filter((body) => kindOf(body) === 'lift');
    return [...world.bodies].filter((body) =>
        body.type === 'dynamic' && body.enabled
        && !lifts.some((lift) => body.contactPoints(lift).length > 0)
    );
}

LEVELS.forEach((level, number) => {
    test(`${level.name} stands still for 5 s and sleeps, and still does when a shot has missed it`, () => {
        const { game, step } = begin(number);
        step();
        const places = standing(game).map((body) => ({ body, x: body.x, y: body.y,
            angle: body.angle })
        );
        const count = [...game.world.bodies].length;
        const check = () => {
            for (const { body, x, y, angle } of places)
                assert.ok(Math.hypot(body.x - x, body.y - y) + Math.abs(body.angle - angle) < STILL,
                    `${kindOf(body)} at ${x}, ${y} moved to ${body.x}, ${body.y}`);
            assert.deepEqual(
                standing(game).filter((body) => body.awake && kindOf(body) !== 'ball').map(kindOf),
                [],
            );
            assert.deepEqual([game.state.broken, game.state.damage], [0, []]);
        };
        step(300);
        check();
        step(180, [360, 24]); // falls down beside the sling
        assert.ok(game.state.fired === 1);
        check();
        assert.ok([...game.world.bodies].length >= count);
        game.world.destroy();
    });

    test(`${level.name} can be won, with stars to spare`, () => {
        const { game, step } = begin(number);
        step(40);
        for (const shot of WINS[number]) {
            step(1, shot);
            for (let i = 0;
                i < 560 && game.state.end === 0 && !(game.state.next >= 0 && game.state.rest > 20);
                ++i)
                step();
        }
        assert.deepEqual([game.state.end, game.targets], [1, 0]);
        assert.ok(game.stars >= 2, `${game.stars} stars`);
        game.world.destroy();
    });
});

test('the dots are the flight, to the bit, until the ball meets something', () => {
    const { game, step } = begin(0);
    step(30);
    const hash = game.world.hash();
    const { points, count } = tools.path.pathOf(game, 100, 240, 72);
    assert.equal(game.world.hash(), hash, 'looking changes nothing');
    assert.ok(count > 20 && count < 72, `${count} dots`);
    step(1, [100, 240]);
    const ball = game.bodyAt(game.state.ball);
    for (let i = 0; i < count; ++i) {
        assert.deepEqual([ball.x, ball.y], [points[3 * i], points[3 * i + 1]]);
        assert.equal(ball.contactPoints().length, 0);
        step();
    }
    step();
    assert.ok(ball.contactPoints().length > 0 || game.state.broken > 0, 'there it meets something');
    game.world.destroy();
});

const look = (page) =>
    page.evaluate(
        () => [globalThis.mica.world.stepCount, globalThis.mica.world.hash(),
            globalThis.mica.scene.state.score],
    );
const state = (page) => page.evaluate(() => ({ ...globalThis.mica.scene.state }));
const press = (page, key) =>
    page.evaluate(
        (code) =>
            globalThis.mica.stage.buttons.find(({ button }) => button.key === code).element.click(),
        key,
    );

/** Presses a key that does nothing, and waits until what the page loads then is there. @param {any} page */
async function wake(page) {
    await page.keyboard.press('Shift');
    await page.waitForFunction(() => globalThis.mica.scene.ready);
}

/** Drags so that a shot has an angle in degrees and a strength of 1 at most, and lets go. */
async function shoot(page, finger, angle, strength) {
    await wake(page);
    const far = await page.evaluate(() =>
        Math.max(120, 1.85 * globalThis.mica.stage.renderer.scale)
    );
    const turn = angle * Math.PI / 180;
    const [x, y] = [250, 500];
    await finger.down(x, y);
    for (const part of [0.3, 0.7, 1])
        await finger.move(x - part * strength * far * Math.cos(turn),
            y + part * strength * far * Math.sin(turn));
    await play(page, 0.2);
    await finger.up();
    await play(page, 0.05);
}

test('a phone: a finger pulls and lets go, the castle falls, the level is won, and the next one comes', () =>
    playStage('slingshot/', sizes.phone, async (page) => {
        await play(page, 0.5);
        await play(page, 0.02);
        const finger = await makeFinger(page);
        // Laid back: nothing is shot.
        await finger.down(250, 500);
        await finger.move(180, 520);
        await play(page, 0.1);
        await finger.move(252, 501);
        await finger.up();
        await play(page, 0.1);
        assert.equal((await state(page)).fired, 0);
        for (let i = 0; i < 3 && (await state(page)).end === 0; ++i) {
            await shoot(page, finger, [36, 12, 6][i], [165 / 255, 235 / 255, 1][i]);
            assert.equal((await state(page)).fired, i + 1);
            if (i === 0) await keepScreenshot(page, 'slingshot-phone');
            await play(page, 5);
        }
        assert.equal((await state(page)).end, 1);
        await play(page, 2);
        await assertText(page, '#end', /All burst.*of 3 stars/s);
        await assertFits(page, '.levelbar');
        await keepScreenshot(page, 'slingshot-won');
        const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('mica slingshot')));
        assert.ok(kept[0].stars >= 1 && kept[0].score === (await state(page)).score);
        await page.getByRole('button', { name: 'Next level' }).last().click();
        await play(page, 0.1);
        await assertText(page, '#level-name', /2 · The bridge/);
        assert.equal((await state(page)).fired, 0);
    }));

test('a shot is rewound, seen going backwards, to the same bits as before it; then it is shot anew', () =>
    playStage('slingshot/', sizes.phone, async (page) => {
        await play(page, 0.5);
        const finger = await makeFinger(page);
        await page.evaluate(() => {
            globalThis.mica.world.on('beforeStep', () => {
                const { world, scene } = globalThis.mica;
                if (scene.state.fired === 0)
                    globalThis.before = [world.stepCount, world.hash(), scene.state.score];
            });
        });
        await shoot(page, finger, 6, 1);
        await play(page, 2.5);
        const { broken } = await state(page);
        assert.ok(broken > 0);
        await page.click('#rewind');
        const steps = await page.evaluate(() => {
            const seen = [];
            for (let i = 0; i < 300 && globalThis.mica.scene.state.fired > 0; ++i) {
                globalThis.advance(1 / 60);
                seen.push(globalThis.mica.world.stepCount);
            }
            return seen;
        });
        assert.ok(steps.length > 20 && steps.every((step, i) => i === 0 || step < steps[i - 1]),
            String(steps));
        const before = await page.evaluate(() => globalThis.before);
        assert.deepEqual((await look(page)).slice(1), before.slice(1));
        await play(page, 0.1);
        assert.deepEqual(((each) => [each.fired, each.broken, each.shots])(await state(page)), [0,
            0, 3]);
        await shoot(page, finger, 6, 1);
        await play(page, 2.5);
        assert.equal((await state(page)).fired, 1);
        assert.ok((await state(page)).broken > 0);
    }));

/** Plays so many steps by a program that aims all the time and shoots now and then. */
const playOn = (page, steps) =>
    page.evaluate((length) => {
        const { mica } = globalThis;
        const { canvas } = mica.stage;
        const send = (type, x, y) =>
            canvas.dispatchEvent(
                new PointerEvent(type, { pointerId: 7, pointerType: 'touch', bubbles: true,
                    clientX: x, clientY: y }),
            );
        for (let i = 0; i < length; ++i) {
            if (i % 300 === 20) send('pointerdown', 250, 400);
            send('pointermove', 160 + 40 * Math.sin(i / 23), 420 + 60 * Math.sin(i / 31));
            if (i % 300 === 299) send('pointerup', 130, 420);
            globalThis.advance(1 / 60);
        }
        mica.stage.draw(0);
    }, steps);

test('a minute is a link of at most 2 kB that plays to the same score and bits, and is taken over', () =>
    playStage('slingshot/', sizes.phone, async (page) => {
        await press(page, 'Digit9');
        await wake(page);
        await page.evaluate(() => globalThis.mica.stage.setPaused(false));
        while ((await look(page))[0] < 3600) await playOn(page, 600);
        const played = await state(page);
        assert.ok(played.fired >= 3 && played.score > 0, JSON.stringify(played));
        await page.evaluate(() => globalThis.mica.stage.run.share());
        const link = await page.evaluate(() => location.hash);
        assert.ok(link.startsWith('#run=') && link.length <= MOST, `${link.length} letters`);
        console.log(`# a minute with ${played.fired} shots: ${link.length} letters`);
        const found = await look(page);
        await playStage(`slingshot/${link}`, sizes.laptop, async (other) => {
            await other.click('#play');
            await other.keyboard.press('Space'); // the watcher's keys do nothing
            await other.evaluate((end) => {
                const { mica } = globalThis;
                while (mica.world.stepCount < end) mica.advance(mica.world.fixedStep / 4);
            }, found[0]);
            assert.deepEqual(await look(other), found);
        });
        await playStage(`slingshot/${link}`, sizes.laptop, async (other) => {
            await other.click('#play');
            await play(other, 12);
            const { fired } = await state(other);
            await other.click('#take-over');
            await play(other, 2);
            assert.equal((await state(other)).fired, fired, 'the hand is the player’s');
            await other.focus('#stage');
            await other.keyboard.press('Space');
            await play(other, 0.2);
            assert.equal((await state(other)).fired, fired + 1);
        });
    }));

test('keys aim, shoot and rewind; a level that is lost is begun again', () =>
    playStage('slingshot/', sizes.desktop, async (page) => {
        await press(page, 'Digit7');
        await page.focus('#stage');
        await wake(page);
        await page.keyboard.down('ArrowDown');
        await play(page, 1.2);
        await page.keyboard.up('ArrowDown');
        const { angle } = await state(page);
        assert.ok(angle < 30 * 8, `${angle / 8}°`);
        await page.keyboard.down('ArrowRight');
        await play(page, 1);
        await page.keyboard.up('ArrowRight');
        await keepScreenshot(page, 'slingshot-keys');
        for (let i = 0; i < 3; ++i) {
            await page.keyboard.press('Space');
            await play(page, 7);
            assert.equal((await state(page)).fired, i + 1);
        }
        await play(page, 4);
        assert.equal((await state(page)).end, 2);
        await assertText(page, '#end', /Some are left/);
        await page.getByRole('button', { name: 'Play again' }).click();
        await play(page, 0.2);
        assert.deepEqual(
            ((each) => [each.fired, each.shots, each.end, each.score])(await state(page)),
            [0, 3, 0, 0],
        );
        assert.equal(await page.locator('#end').count(), 0);
        await page.keyboard.press('Space');
        await play(page, 1);
        await page.keyboard.press('KeyZ');
        await page.evaluate(() => {
            for (let i = 0; i < 200; ++i) globalThis.advance(1 / 60);
        });
        assert.equal((await state(page)).fired, 0);
        await page.keyboard.press('?');
        await assertText(page, '#keys', /aim.*shoots/);
        await page.click('#level-name');
        await page.getByRole('button', { name: /9 The vault/ }).click();
        assert.equal(await page.evaluate(() => globalThis.mica.scene.number), 8);
    }));

test('the editor adds, drags and changes items; the level survives its link, and a damaged link says so', () =>
    playStage('slingshot/', sizes.desktop, async (page) => {
        await press(page, 'KeyE');
        await page.getByRole('button', { name: 'Clear' }).click();
        const at = async (x, y) =>
            page.evaluate(([u, v]) => globalThis.mica.stage.renderer.toScreen(u, v), [x, y]);
        await play(page, 0.02);
        for (const [kind, x, y]
            of /** @type {const} */ ([['Stone', 8, 0.4], ['Glass', 8, 1.4], ['Dome', 10, 0.5]]))
        {
            await page.getByRole('radio', { name: kind }).click();
            await page.mouse.click(...await at(x, y));
        }
        await page.mouse.move(...await at(10, 0.4));
        await page.mouse.down();
        await page.mouse.move(...await at(11, 0.6), { steps: 4 });
        await page.mouse.up();
        await page.getByRole('button', { name: 'Wider' }).click();
        const level = await page.evaluate(() => globalThis.mica.scene.level);
        assert.deepEqual(level.items.map(([kind]) => kind), ['stone', 'glass', 'dome']);
        const [stone, glass, dome] = level.items;
        assert.ok(Math.abs(dome[1] - 11) < 0.1 && dome[3] > 0.9, String(dome));
        assert.ok(Math.abs(stone[2] - stone[4] / 2) < 1e-9, 'the stone stands on the ground');
        assert.ok(Math.abs(glass[2] - glass[4] / 2 - stone[4]) < 1e-9,
            'and the glass on the stone');
        await keepScreenshot(page, 'slingshot-editor');
        await page.getByRole('button', { name: 'Share the level' }).click();
        await page.waitForFunction(() => location.hash.startsWith('#level='));
        const link = await page.evaluate(() => location.hash);
        assert.ok(link.length < 400, `${link.length} letters`);
        await page.getByRole('button', { name: 'Try it' }).click();
        await play(page, 0.5);
        assert.equal(await page.evaluate(() => globalThis.mica.scene.targets), 1);
        await playStage(`slingshot/${link}`, sizes.phone, async (other) => {
            assert.deepEqual(await other.evaluate(() => globalThis.mica.scene.level), level);
            await play(other, 0.3);
            await shoot(other, await makeFinger(other), 10, 1);
            await play(other, 1);
            await other.evaluate(() => globalThis.mica.stage.run.share());
            const run = await other.evaluate(() => location.hash);
            const found = await look(other);
            await playStage(`slingshot/${run}`, sizes.laptop, async (third) => {
                await third.click('#play');
                await third.evaluate((end) => {
                    const { mica } = globalThis;
                    while (mica.world.stepCount < end) mica.advance(mica.world.fixedStep / 4);
                }, found[0]);
                assert.deepEqual(await look(third), found);
            });
        });
        for (const damaged of [link.slice(0, -9), '#level=AAAA', '#run=AAAA'])
            await playStage(`slingshot/${damaged}`, sizes.phone, async (other) => {
                await assertText(other, '#said', /This link is damaged/);
                assert.equal(await other.evaluate(() => globalThis.mica.scene.number), 0);
            });
    }));

for (const name of /** @type {const} */ (['phone', 'landscape'])) {
    testLong(`${name}: nothing overflows, and sling and castle are in the picture`, () =>
        playStage('slingshot/', sizes[name], async (page) => {
            for (const key of ['Digit1', 'Digit5', 'Digit7']) {
                await press(page, key);
                await page.evaluate(() =>
                    globalThis.mica.stage.setPaused(false)
                );
                await play(page, 1);
                await play(page, 0.02);
                await assertFits(page, '.levelbar');
                const places = await page.evaluate(() => {
                    const { stage, scene } = globalThis.mica;
                    return [[-2.2, 0.2], [0, 2.4],
                        ...scene.level.items.map(([, x, y, w, h]) => [x, y + Math.min(w, h) / 2])]
                        .map(([x, y]) =>
                            stage.renderer.toScreen(x, y)
                        );
                });
                const { width, height } = sizes[name].viewport;
                for (const [x, y] of places)
                    assert.ok(x > 0 && x < width && y > 0 && y < height - 60, `${key}: ${x}, ${y}`);
                await keepScreenshot(page, `slingshot-${name}-${key}`);
            }
            await press(page, 'KeyE');
            await play(page, 0.1);
            await assertFits(page, '.editor, .editor button');
            await keepScreenshot(page, `slingshot-${name}-editor`);
        }));
}
