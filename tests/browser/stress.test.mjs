// The page of heaps in Chromium: a pyramid stands, is struck and falls; a washer lifts its boxes and none leaves it; balls
// stay in their pit; the slider sets how many there are; five engines play the same heap and each gets its figure. Time is made
// by mica.advance. Of the other engines it is asserted that they play and are drawn, never how well.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { keepScreenshot, sizes } from './page.mjs';
import { assertFits, play, playStage, slide } from './stage.mjs';

/** Asks for so many bodies. */
async function setCount(page, count) {
    await slide(page, 'Bodies', count);
    await play(page, 1 / 60);
}

/** The farthest body from the origin, the highest, their mean height, and how many there are, of those that are painted. */
const look = (page) => page.evaluate(() => {
    const { scene, world } = globalThis.mica;
    const { transforms, slots } = world;
    let [far, top, sum, count] = [0, -Infinity, 0, 0];
    for (let slot = 0; slot < slots; ++slot) {
        if (!scene.heap.sizes[slot]) continue;
        const [x, y] = [transforms[4 * slot], transforms[4 * slot + 1]];
        far = Math.max(far, Math.hypot(x, y));
        top = Math.max(top, y);
        sum += y;
        count++;
    }
    return { far, top, mean: sum / count, count };
});

test('a pyramid stands, and is struck', () => playStage('stress/', sizes.desktop, async (page) => {
    await page.keyboard.press('Digit1');
    await setCount(page, 500);
    await play(page, 2);
    const standing = await look(page);
    assert.equal(standing.count, 31 * 30 / 2 + 31);
    assert.ok(standing.top > 30.4 && standing.top < 30.6, `its top is at ${standing.top}`);
    await page.keyboard.press('Space');
    await play(page, 4);
    const struck = await look(page);
    assert.equal(struck.count, standing.count + 1);
    // The ball itself may be high up in the air.
    assert.ok(struck.mean < standing.mean - 1, `its mean height fell from ${standing.mean} to ${struck.mean} m`);
    const { bodies, 'ms a step': step } = await page.evaluate(() => globalThis.mica.stage.options.score(globalThis.mica.scene));
    assert.equal(bodies, struck.count + 1);
    assert.ok(parseFloat(step) > 0);
}));

test('a washer lifts its boxes and keeps them', () => playStage('stress/', sizes.desktop, async (page) => {
    await setCount(page, 1000);
    await play(page, 5);
    const { far, count } = await look(page);
    assert.equal(count, 1000);
    assert.ok(far < Math.sqrt(0.24 * 1000) + 0.05, `a box is ${far} m from the middle`);
    assert.ok(await page.evaluate(() => globalThis.mica.world.counters.touchingContacts) > 1000);
    await page.keyboard.press('Space');
    await play(page, 2);
    assert.ok((await look(page)).far < Math.sqrt(0.24 * 1000) + 0.05, 'an explosion throws none out');
    await keepScreenshot(page, 'stress-desktop');
}));

for (const name of /** @type {const} */ (['phone', 'landscape'])) {
    test(`${name}: balls stay in their pit, nothing overflows`, () => playStage('stress/', sizes[name], async (page) => {
        await page.tap('#panel-toggle');
        await page.getByRole('button', { name: 'Ball pit' }).tap();
        await setCount(page, 900);
        await page.tap('#panel-toggle');
        await play(page, 4);
        const { far, count } = await look(page);
        assert.equal(count, 900);
        assert.ok(far < 30 * 0.36 * 2, `a ball is ${far} m from the middle`);
        await assertFits(page);
        await keepScreenshot(page, `stress-${name}`);
    }));
}

/** Plays an engine, and gives what the page shows of it. */
async function playEngine(page, name, seconds) {
    await page.locator('.engines').getByRole('button', { name }).click();
    await page.waitForFunction((wanted) => globalThis.mica.scene.name === wanted, name);
    await play(page, seconds);
    // The figures are written every few frames.
    await page.waitForFunction((engine) => [...document.querySelectorAll('.bars li')].some((bar) => bar.textContent.startsWith(engine) && bar.textContent.includes(' ms')), name);
    return page.evaluate(() => {
        const { heap, poses, bodies, measured } = globalThis.mica.scene;
        const painted = Array.from({ length: bodies }, (_, i) => i).filter((i) => heap.sizes[i]);
        return { count: painted.length, steps: measured.length, finite: painted.every((i) => Number.isFinite(poses[4 * i]) && Number.isFinite(poses[4 * i + 1])),
            moved: painted.some((i) => Math.hypot(poses[4 * i] - heap.spec.bodies[i].x, poses[4 * i + 1] - heap.spec.bodies[i].y) > 0.5), positive: measured.every((ms) => ms >= 0) };
    });
}

test('five engines play the same washer, and each gets its figure', () => {
    const fetched = [];
    return playStage('stress/', sizes.desktop, async (page) => {
        await setCount(page, 300);
        await page.waitForLoadState('networkidle');
        assert.deepEqual(fetched, [], 'nothing of another engine is fetched before it is asked for');
        for (const name of ['Mica', 'Box2D', 'Rapier', 'Planck', 'Matter']) {
            const { count, steps, finite, moved, positive } = await playEngine(page, name, 1);
            assert.deepEqual({ count, steps, finite, moved, positive }, { count: 300, steps: 60, finite: true, moved: true, positive: true }, name);
        }
        assert.ok(fetched.length >= 4, fetched.join());
        const shown = await page.evaluate(() => ({
            bars: [...document.querySelectorAll('.bars output')].map(({ textContent }) => parseFloat(textContent ?? '')),
            versions: document.querySelector('.versions')?.textContent ?? '',
            drawn: new Uint32Array(document.querySelector('.plot canvas').getContext('2d').getImageData(0, 0, 300, 100).data.buffer).some((pixel) => pixel !== 0),
        }));
        assert.ok(shown.bars.length === 5 && shown.bars.every((ms) => ms >= 0) && shown.drawn, JSON.stringify(shown));
        // The figures name the versions that were installed.
        const { dependencies } = JSON.parse(readFileSync(new URL('../bench/package.json', import.meta.url), 'utf8'));
        for (const version of Object.values(dependencies)) assert.ok(shown.versions.includes(version), `${version} in ${shown.versions}`);
        await keepScreenshot(page, 'stress-engines');
        await slide(page, 'Bodies', 200);
        await play(page, 0.1);
        await page.waitForFunction(() => [...document.querySelectorAll('.bars output')].filter(({ textContent }) => textContent === '–').length === 4);
    }, async (page) => { page.on('request', (request) => { if (/\/peers\//.test(request.url())) fetched.push(request.url()); }); });
});

test('all engines play by themselves, one after the other; one that is not there says so', () => playStage('stress/', sizes.phone, async (page) => {
    await page.tap('#panel-toggle');
    await setCount(page, 200);
    await page.getByRole('button', { name: 'Let all five play' }).tap();
    for (const name of ['Mica', 'Box2D', 'Planck', 'Matter']) {
        await page.waitForFunction((wanted) => globalThis.mica.scene.name === wanted, name);
        // Each plays 240 steps; the last plays on.
        await play(page, 4.1);
    }
    await page.getByRole('button', { name: 'Let all five play' }).waitFor();
    assert.ok(await page.evaluate(() => globalThis.mica.scene.done));
    await page.getByRole('button', { name: 'Rapier' }).tap();
    await page.getByText('Rapier could not be loaded: the package was not installed').waitFor();
    assert.equal(await page.evaluate(() => globalThis.mica.scene.name), 'Matter', 'the page goes on');
    await assertFits(page);
    await keepScreenshot(page, 'stress-engines-phone');
}, (page) => page.route(/peers\/rapier/, (route) => route.fulfill({ contentType: 'text/javascript', body: "throw new Error('the package was not installed'); export {}" }))));
