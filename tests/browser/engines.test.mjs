// The pages that compare Mica with other engines in Chromium: five engines play the same heap and each gets its figure; three
// engines hold the same chain. Nothing of another engine is fetched before it is asked for, and one that is not there says so.
// Time is made by mica.advance. Of the other engines it is asserted that they play and are drawn, never how well.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { keepScreenshot, sizes } from './page.mjs';
import { assertFits, play, playStage, slide, whenOpen } from './stage.mjs';
import { testLong } from '../sample.mjs';

/** Notes what a page fetches of other engines. */
const noteFetched = (fetched) => async (page) => {
    page.on('request', (request) => {
        if (request.url().includes('/peers/')) fetched.push(request.url());
    });
};

/** Gives a module that throws in the place of Rapier, as long as `missing` says so. */
const withoutRapier = (missing) => (page) =>
    page.route(/peers\/rapier/, (route) => (missing()
        ? route.fulfill({ contentType: 'text/javascript',
            body: "throw new Error('the package was not installed'); export {}" })
        : route.continue()));

/** Asks for so many bodies. */
async function setCount(page, count) {
    await slide(page, 'Bodies', count);
    await play(page, 1 / 60);
}

/** Plays an engine, and gives what the page shows of it. */
async function playEngine(page, name, seconds) {
    await page.locator('.engines').getByRole('button', { name }).click();
    await page.waitForFunction((wanted) => globalThis.mica.scene.name === wanted, name);
    await play(page, seconds);
    // The figures are written every few frames.
    await page.waitForFunction(
        (engine) =>
            [...document.querySelectorAll('.bars li')].some((bar) =>
                bar.textContent.startsWith(engine) && bar.textContent.includes(' ms')
            ),
        name,
    );
    return page.evaluate(() => {
        const { heap, poses, bodies, measured } = globalThis.mica.scene;
        const painted = Array.from({ length: bodies }, (_, i) => i).filter((i) => heap.sizes[i]);
        return { count: painted.length, steps: measured.length,
            finite: painted.every((i) =>
                Number.isFinite(poses[4 * i]) && Number.isFinite(poses[4 * i + 1])
            ),
            moved: painted.some((i) =>
                Math.hypot(poses[4 * i] - heap.spec.bodies[i].x,
                    poses[4 * i + 1] - heap.spec.bodies[i].y) > 0.5
            ), positive: measured.every((ms) => ms >= 0) };
    });
}

testLong('five engines play the same washer, and each gets its figure', () => {
    const fetched = [];
    return playStage('stress/', sizes.desktop, async (page) => {
        await setCount(page, 300);
        await page.waitForLoadState('networkidle');
        assert.deepEqual(fetched, [],
            'nothing of another engine is fetched before it is asked for');
        for (const name of ['Mica', 'Box2D', 'Rapier', 'Planck', 'Matter']) {
            const { count, steps, finite, moved, positive } = await playEngine(page, name, 1);
            assert.deepEqual({ count, steps, finite, moved, positive }, { count: 300, steps: 60,
                finite: true, moved: true, positive: true }, name);
        }
        assert.ok(fetched.length >= 4, fetched.join());
        const kept = await page.evaluate(async () =>
            (await fetch('../../service-worker.js')).text()
        );
        assert.ok(kept.includes('assets/') && !/["'`]peers\//.test(kept),
            'the service worker keeps no other engine');
        const shown = await page.evaluate(() => ({
            bars: [...document.querySelectorAll('.bars output')].map(({ textContent }) =>
                parseFloat(textContent ?? '')
            ),
            versions: document.querySelector('.versions')?.textContent ?? '',
            drawn: new Uint32Array(
                document.querySelector('.plot canvas').getContext('2d').getImageData(0, 0, 300, 100)
                    .data.buffer,
            ).some((pixel) => pixel !== 0),
        }));
        assert.ok(shown.bars.length === 5 && shown.bars.every((ms) => ms >= 0) && shown.drawn,
            JSON.stringify(shown));
        // The figures name the versions that were installed.
        const { dependencies } = JSON.parse(
            readFileSync(new URL('../bench/package.json', import.meta.url), 'utf8'),
        );
        for (const version of Object.values(dependencies))
            assert.ok(shown.versions.includes(version), `${version} in ${shown.versions}`);
        await keepScreenshot(page, 'stress-engines');
        await slide(page, 'Bodies', 200);
        await play(page, 0.1);
        await page.waitForFunction(() =>
            [...document.querySelectorAll('.bars output')].filter(({ textContent }) =>
                textContent === '–'
            ).length === 4
        );
    }, noteFetched(fetched));
});

testLong('all engines play by themselves, one after the other; one that is not there says so',
    () =>
        playStage('stress/', sizes.phone, async (page) => {
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
            await page.getByText('Rapier could not be loaded: the package was not installed')
                .waitFor();
            assert.equal(await page.evaluate(() => globalThis.mica.scene.name), 'Matter',
                'the page goes on');
            await assertFits(page);
            await keepScreenshot(page, 'stress-engines-phone');
        }, withoutRapier(() => true)));

/** Shows the other engines, fetched by a click. */
async function showBeside(page) {
    await page.click('#beside-toggle');
    await page.waitForFunction(() => globalThis.mica.scene.beside);
}

testLong('the chain beside those of Box2D and Rapier, which are fetched when they are asked for',
    () => {
        const fetched = [];
        return playStage('chains/?chain', sizes.desktop, async (page) => {
            await play(page, 1);
            await page.waitForLoadState('networkidle');
            assert.deepEqual(fetched, [],
                'nothing of another engine is fetched before it is asked for');
            await showBeside(page);
            assert.ok(fetched.length >= 2, fetched.join());
            await play(page, 5);
            const lanes = await page.evaluate(() =>
                globalThis.mica.scene.lanes.map(({ name, percent, ms, lengths }) => ({ name,
                    percent, ms, steps: lengths.length })
                )
            );
            assert.deepEqual(lanes.map(({ name, steps }) => [name, steps]), [['Mica', 300], [
                'Box2D',
                300,
            ], ['Rapier', 300]]);
            assert.ok(lanes[0].percent >= 100 && lanes[0].percent < 100.01,
                `${lanes[0].percent} %`);
            assert.ok(
                lanes.every(({ percent, ms }) =>
                    Number.isFinite(percent) && percent >= 100 && ms >= 0
                ),
                JSON.stringify(lanes),
            );
            // Each length stands at the top, and the graph has a line.
            await page.waitForFunction(
                (all) =>
                    all.every(({ name, percent }) =>
                        document.getElementById('score').textContent.includes(
                            `${name}${percent.toFixed(1)} %`,
                        )
                    ),
                lanes,
            );
            await page.waitForFunction(() => {
                const canvas = document.querySelector('#lengths canvas');
                return canvas
                    && new Uint32Array(
                        canvas.getContext('2d').getImageData(60, 0, 200, 120).data.buffer,
                    ).some((pixel) => pixel !== 0);
            });
            assert.ok(await page.evaluate(() => document.getElementById('timeline').hidden),
                'the others cannot go back');
            await assertFits(page, '.beside');
            await keepScreenshot(page, 'chains-beside');
            await slide(page, 'Substeps', 16);
            await slide(page, 'Load', 20);
            await play(page, 0.5);
            const again = await page.evaluate(() => {
                const { times, substeps, world } = globalThis.mica.scene;
                return [times, substeps, world.stepCount];
            });
            assert.ok(again[0] === 20 && again[1] === 16 && again[2] <= 30,
                `the chains go again: ${again}`);
            await page.click('#buttons >> text=Crane');
            await page.waitForFunction(() =>
                document.getElementById('beside').hidden
                && !document.getElementById('timeline').hidden
            );
            await page.click('#buttons >> text=Chain');
            await page.waitForFunction(() => globalThis.mica.scene.beside);
            await page.getByRole('button', { name: 'Show Mica alone' }).click();
            assert.ok(
                await page.evaluate(() =>
                    !globalThis.mica.scene.beside && globalThis.mica.scene.joints.length > 20
                ),
            );
        }, noteFetched(fetched));
    });

testLong('phone: the three chains fit; an engine that is not there says so, and the page goes on',
    () => {
        let missing = true;
        return playStage('chains/?chain', sizes.phone, async (page) => {
            await page.click('#beside-toggle');
            await page.getByText('Rapier could not be loaded: the package was not installed')
                .waitFor();
            await play(page, 1);
            assert.ok(
                await page.evaluate(() =>
                    !globalThis.mica.scene.beside && globalThis.mica.world.stepCount === 60
                ),
            );
            await assertFits(page, '.beside');
            missing = false;
            await page.reload();
            await whenOpen(page);
            await showBeside(page);
            await play(page, 3);
            await assertFits(page, '.beside');
            await keepScreenshot(page, 'chains-beside-phone');
        }, withoutRapier(() => missing));
    });
