// The page of sand and water in Chromium: fingers pour, dig, build and drag, each scene does what its line says, the timeline and a link
// bring a moment back to the bit, and it fits phones. Time is made by mica.advance.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Pace } from '../../demo/sand-and-water/pace.js';
import { assertText, keepScreenshot, sizes } from './page.mjs';
import { assertFits, makeFinger, play, playStage } from './stage.mjs';
import { testLong } from '../sample.mjs';

/** Particles of water, sand and jelly. */
const counts = (page) =>
    page.evaluate(() => globalThis.mica.world.matters.map(({ count }) => count));
const hash = (page) => page.evaluate(() => String(globalThis.mica.world.hash()));
const step = (page) => page.evaluate(() => globalThis.mica.world.stepCount);
const seek = (page, to) => page.evaluate((at) => globalThis.mica.stage.timeline.seek(at), to);

/** Goes to a scene. */
async function choose(page, name) {
    await page.getByRole('region', { name: 'Scenes' }).getByRole('button', { name }).click();
    await page.evaluate(() => globalThis.mica.stage.draw(0));
}

/** Takes a tool. */
const take = (page, name) =>
    page.getByRole('region', { name: 'Tools' }).getByRole('button', { name }).click();

/** Presses the scene's button. */
const act = (page) => page.locator('.bars .act').click();

/** Where a place of the world is in the window. */
const toScreen = (page, x, y) =>
    page.evaluate(([px, py]) => globalThis.mica.stage.renderer.toScreen(px, py), [x, y]);

/** The bodies of a layer. */
const find = (page, layer) =>
    page.evaluate(
        (kind) =>
            [...globalThis.mica.world.bodies].filter(({ colliders }) =>
                colliders[0]?.layer === kind
            )
                .map(({ x, y, angle, angularVelocity }) => ({ x, y, angle, angularVelocity })),
        layer,
    );

/** Particles in the right part of the box, from a place on. */
const waterFrom = (page, x) =>
    page.evaluate((from) => {
        const { world } = globalThis.mica;
        return world.matterIn({ shape: 'box', width: 100, height: 100 }, {
            position: [from + 50, 0],
            matter: world.matters[0],
        }).count;
    }, x);

test('a slow machine is given fewer particles, and a fast one all', () => {
    const pace = new Pace();
    /** A second of steps with 10,000 particles. @param {number} ms of a step */
    const after = (ms) => {
        for (let i = 0; i < 60; ++i) pace.note(i % 4 ? ms : 9 * ms, 1, 10_000);
        return pace.most;
    };
    assert.deepEqual([after(3), after(11.9), after(11), after(40), after(3)], [20_000, 10_000,
        10_000, 8000, 20_000]);
    for (let i = 0; i < 60; ++i) pace.note(40, 1, 100);
    assert.equal(pace.most, 20_000, 'few particles tell nothing');
});

test('a phone: fingers pour and dig, a wheel turns, the timeline goes back to the bit, and a new future begins', () =>
    playStage('sand-and-water/', sizes.phone, async (page) => {
        await play(page, 2);
        const wheels = await find(page, 'wheel');
        assert.ok(wheels.length === 2 && Math.abs(wheels[0].angularVelocity) > 0.3,
            JSON.stringify(wheels));
        await take(page, 'Sand');
        const before = await counts(page);
        const [from, bits] = [await step(page), await hash(page)];
        const finger = await makeFinger(page);
        const [x, y] = await toScreen(page, 2.5, 12);
        await finger.down(x, y);
        await play(page, 0.5);
        await finger.move(x + 30, y);
        await play(page, 0.5);
        await finger.up();
        await play(page, 0.1);
        const [poured, later] = [await counts(page), await hash(page)];
        assert.ok(poured[1] > 100 && before[1] === 0, `${before} ${poured}`);
        const at = await step(page);
        await seek(page, from);
        assert.deepEqual([await counts(page), await hash(page)], [before, bits]);
        await seek(page, at);
        assert.deepEqual([await counts(page), await hash(page)], [poured, later]);
        await take(page, 'Dig');
        const near = () =>
            page.evaluate(() =>
                globalThis.mica.world.matterIn({ shape: 'circle', radius: 0.3 }, {
                    position: [1.6, 0.4],
                }).count
            );
        const there = await near();
        await finger.down(...await toScreen(page, 1.6, 0.4));
        await play(page, 0.02);
        assert.ok(there > 20 && await near() === 0, `${there} particles, then ${await near()}`);
        await finger.up();
        await assertFits(page, '.bars button');
        await keepScreenshot(page, 'sand-and-water-phone');
    }));

test('a dam opens by its ring, and water comes through', () =>
    playStage('sand-and-water/', sizes.laptop, async (page) => {
        await choose(page, 'Dam');
        await play(page, 0.5);
        const [gate] = await find(page, 'gate');
        const dry = await waterFrom(page, gate.x + 0.4);
        const ring = await page.evaluate(() => {
            const [body] = [...globalThis.mica.world.bodies].filter(({ colliders }) =>
                colliders[0]?.layer === 'gate'
            );
            return body.y + body.colliders[1].shape.center[1];
        });
        const [x, y] = await toScreen(page, gate.x, ring);
        const [, up] = await toScreen(page, gate.x, ring + 1.6);
        await page.mouse.move(x, y);
        await page.mouse.down();
        await play(page, 0.1);
        await page.mouse.move(x, up, { steps: 4 });
        await play(page, 1.5);
        await page.mouse.up();
        await play(page, 1);
        await keepScreenshot(page, 'sand-and-water-dam');
        const open = (await find(page, 'gate'))[0].y;
        assert.ok(open > gate.y + 0.8, `the gate rose from ${gate.y} to ${open}`);
        assert.ok(await waterFrom(page, gate.x + 0.4) > dry + 400);
    }));

test('a castle is flooded, and Rewind brings back every grain', () =>
    playStage('sand-and-water/', sizes.desktop, async (page) => {
        await choose(page, 'Castle');
        await play(page, 0.4);
        const [stones, bits, from] = [await find(page, 'stone'), await hash(page),
            await step(page)];
        await assertText(page, '.bars .act', /Flood/);
        await act(page);
        await play(page, 3);
        await keepScreenshot(page, 'sand-and-water-castle');
        const after = await find(page, 'stone');
        const moved = stones.filter(({ x, y }, i) =>
            Math.hypot(after[i].x - x, after[i].y - y) > 0.2
        );
        assert.ok(moved.length > 3, `${moved.length} stones moved`);
        await page.evaluate(() => globalThis.mica.stage.draw(0));
        await assertText(page, '.bars .act', /Rewind/);
        await act(page);
        await page.evaluate(() => {
            for (let i = 0; i < 400 && globalThis.mica.world.stepCount > 0; ++i)
                globalThis.mica.advance(1 / 60);
        });
        assert.equal(await step(page), 0);
        await seek(page, from);
        assert.deepEqual([await hash(page), await find(page, 'stone')], [bits, stones]);
    }));

test('a glass turns over, a jelly is flung, a boat is loaded, walls are built and dug away', () =>
    playStage('sand-and-water/', sizes.laptop, async (page) => {
        await choose(page, 'Hourglass');
        const [glass] = await find(page, 'glass');
        await page.mouse.click(...await toScreen(page, glass.x, glass.y + 0.5));
        await play(page, 3);
        assert.ok(Math.abs(Math.abs((await find(page, 'glass'))[0].angle) - Math.PI) < 1e-3);
        await choose(page, 'Jelly');
        await page.keyboard.press('Space');
        const some = (await counts(page))[2];
        await play(page, 0.2);
        assert.ok((await counts(page))[2] > some, 'Drop adds a blob');
        await choose(page, 'Boats');
        await play(page, 0.5);
        const [boat] = await find(page, 'boat');
        await page.mouse.move(...await toScreen(page, boat.x, boat.y + 3));
        await page.mouse.down();
        await play(page, 2);
        await page.mouse.up();
        assert.ok((await find(page, 'boat'))[0].y < boat.y - 0.05, 'it lies lower');
        await take(page, 'Wall');
        const [x, y] = await toScreen(page, 0, boat.y + 2.2);
        await page.mouse.move(x, y);
        await page.mouse.down();
        for (let i = 1; i <= 6; ++i) {
            await page.mouse.move(x + 20 * i, y);
            await play(page, 0.05);
        }
        await page.mouse.up();
        await play(page, 0.05);
        assert.ok((await find(page, 'wall')).length > 2);
        await take(page, 'Dig');
        await page.mouse.move(x, y);
        await page.mouse.down();
        await play(page, 0.05);
        await page.mouse.move(x + 140, y);
        await play(page, 0.05);
        await page.mouse.up();
        await play(page, 0.05);
        assert.equal((await find(page, 'wall')).length, 0);
    }));

test('a link of some hundred letters plays all of it to the same bits', () =>
    playStage('sand-and-water/', sizes.phone, async (page) => {
        await choose(page, 'Castle');
        await play(page, 0.3);
        await act(page);
        const finger = await makeFinger(page);
        await finger.down(...await toScreen(page, 2, 8));
        await play(page, 0.4);
        await finger.up();
        await play(page, 0.8);
        await page.evaluate(() => globalThis.mica.stage.run.share());
        const link = await page.evaluate(() => location.hash);
        assert.ok(link.startsWith('#run=') && link.length < 400, `${link.length} letters`);
        const [steps, bits] = [await step(page), await hash(page)];
        await playStage(`sand-and-water/${link}`, sizes.laptop, async (other) => {
            await other.click('#play');
            await other.evaluate((end) => {
                const { mica } = globalThis;
                while (mica.world.stepCount < end) mica.advance(mica.world.fixedStep);
            }, steps);
            assert.deepEqual([await step(other), await hash(other)], [steps, bits]);
        });
    }));

for (const name of /** @type {const} */ (['phone', 'landscape'])) {
    testLong(`${name}: every scene fits, and nothing overflows`, () =>
        playStage('sand-and-water/', sizes[name], async (page) => {
            for (const scene of ['Mill', 'Dam', 'Boats', 'Hourglass', 'Jelly', 'Castle']) {
                await choose(page, scene);
                await play(page, 1);
                await assertFits(page, '.bars button');
                await keepScreenshot(page, `sand-and-water-${name}-${scene}`);
                const outside = await page.evaluate(() =>
                    [...globalThis.mica.world.bodies].filter(({ type }) =>
                        type === 'dynamic'
                    )
                        .map(({ x, y }) => globalThis.mica.stage.renderer.toScreen(x, y))
                        .filter(([x, y]) => x < 0 || x > innerWidth || y < 0 || y > innerHeight)
                );
                assert.deepEqual(outside, [], scene);
            }
        }));
}
