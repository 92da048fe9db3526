// The guide's examples for frameworks that have no adapter, beside the real libraries in Chromium: a game of each is
// played, paused and clicked at, and each picture is compared with the poses of the bodies, pixel by pixel.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { programs, resolveImports } from '../js/snippets.mjs';
import { keepScreenshot, openBrowser } from './page.mjs';

/** @type {Awaited<ReturnType<typeof openBrowser>>} */
let browser;
before(async () => {
    browser = await openBrowser();
});
after(() => browser?.close());

/** How each framework's game pauses and goes on: code that knows the names of the example. @type {Record<string, [pause: string, resume: string]>} */
const PAUSES = {
    excalibur: ['game.stop()', 'game.start()'],
    kaplay: ['k.debug.paused = true', 'k.debug.paused = false'],
    littlejs: ['LJS.setPaused(true)', 'LJS.setPaused(false)'],
    melonjs: ['app.pause()', 'app.resume()'],
};

const FLOOR = [0x3f, 0x8f, 0x86];
const CRATE = [0xff, 0xc5, 0x6e];
const BACKGROUND = [0x0d, 0x11, 0x22];

/**
 * Runs on the page: how a picture of it differs from the boxes in the world, drawn at 50 pixels a metre from 400, 500.
 * Pixels at an edge are left out, and so is the top, where some frameworks write.
 * @returns {Promise<{ wrong: number, first: string, crates: number }>} how many of the pixels have a wrong colour, the first of
 *     them, and how many show a crate
 */
async function comparePicture({ png, floor, crate, background }) {
    const { world } = globalThis.game;
    const bodies = [...world.bodies];
    const bitmap = await createImageBitmap(
        await (await fetch(`data:image/png;base64,${png}`)).blob(),
    );
    const ctx = new OffscreenCanvas(800, 600).getContext('2d');
    ctx.drawImage(bitmap, 0, 0);
    const { data } = ctx.getImageData(0, 0, 800, 600);
    const { poses } = world;

    /** How far inside a box a point is, in pixels; negative outside. */
    const depthIn = (body, left, top) => {
        const p = 4 * body.index;
        const x = left - 400 - 50 * poses[p];
        const y = 500 - top - 50 * poses[p + 1];
        const [width, height] = body.type === 'static' ? [14, 1] : [0.9, 0.9];
        return Math.min(
            25 * width - Math.abs(x * poses[p + 2] + y * poses[p + 3]),
            25 * height - Math.abs(y * poses[p + 2] - x * poses[p + 3]),
        );
    };
    const wrong = [];
    let crates = 0;
    for (let top = 80; top < 600; top += 3) {
        for (let left = 0; left < 800; left += 3) {
            const depths = bodies.map((body) => depthIn(body, left + 0.5, top + 0.5));
            if (depths.some((depth) => Math.abs(depth) < 1.5)) continue;
            const inside = bodies.find((_, i) => depths[i] > 0);
            let color = background;
            if (inside) color = inside.type === 'static' ? floor : crate;
            if (color === crate) ++crates;
            const at = 4 * (800 * top + left);
            const [r, g, b] = data.subarray(at, at + 3);
            if (Math.abs(r - color[0]) + Math.abs(g - color[1]) + Math.abs(b - color[2]) > 12)
                wrong.push(`${left},${top}: ${[r, g, b]} instead of ${color}`);
        }
    }
    return { wrong: wrong.length, first: wrong.slice(0, 3).join('\n'), crates };
}

/** Runs on the page: waits until so many steps have been made since the call. */
async function waitForSteps(count) {
    const { world } = globalThis.game;
    const end = world.stepCount + count;
    while (world.stepCount < end) {
        await new Promise((resolve) => {
            setTimeout(resolve, 10);
        });
    }
}

/** Runs on the page: pauses the game, and waits until it has drawn its last frame. @returns {Promise<boolean>} whether the world then stands still */
async function pauseGame() {
    const { world, pause } = globalThis.game;
    const wait = (/** @type {number} */ ms) =>
        new Promise((resolve) => {
            setTimeout(resolve, ms);
        });
    pause();
    await wait(100);
    const { stepCount } = world;
    await wait(100);
    return world.stepCount === stepCount;
}

const examples = programs('demo/guide/frameworks.html');

test('every framework on the page is tested', () => {
    assert.deepEqual(examples.map(({ where }) => where), Object.keys(PAUSES));
    for (const { where, code } of examples)
        assert.ok(code.trim().split('\n').length <= 45, `${where}: no longer than a screen`);
});

for (const { where, code } of examples) {
    test(`${where}: boxes fall and are drawn where they are, pause with the game, vanish when clicked`, async () => {
        const { page, errors, giveBack } = await browser.open();
        const picture = async (/** @type {string} */ name) => {
            await keepScreenshot(page, `framework-${where}-${name}`);
            return page.evaluate(comparePicture, {
                png: (await page.screenshot()).toString('base64'),
                floor: FLOOR,
                crate: CRATE,
                background: BACKGROUND,
            });
        };
        const [pause, resume] = PAUSES[where];
        // Asking for WebGPU, which is not there, may take the browser seconds.
        await page.evaluate(() => {
            Object.defineProperty(navigator, 'gpu', { value: undefined });
            document.querySelector('canvas')?.remove();
        });
        await page.addScriptTag({ type: 'module', content: `${resolveImports(code, '/')}
            globalThis.game = { world, sync, pause: () => ${pause}, resume: () => ${resume} };` });
        await page.waitForFunction(() => globalThis.game);
        await page.evaluate(waitForSteps, 30);
        assert.ok(await page.evaluate(pauseGame), 'the world pauses with the game');
        const { wrong, first, crates } = await picture('falls');
        assert.equal(wrong, 0, first);
        assert.ok(crates > 1000, `crates are seen, ${crates} pixels of a ninth`);

        await page.evaluate(() => globalThis.game.resume());
        await page.evaluate(waitForSteps, 45);
        const [left, top, before] = await page.evaluate(() => {
            const { world, sync } = globalThis.game;
            const lowest = [...world.bodies].filter(({ type }) =>
                type === 'dynamic'
            ).sort((a, b) => a.y - b.y)[0];
            return [400 + 50 * lowest.x, 500 - 50 * lowest.y, sync.size];
        });
        assert.ok(Math.abs(top - 477.5) < 1, `a crate lies on the floor: ${top}`);
        await page.mouse.click(left, top, { delay: 50 });
        await page.waitForFunction((size) =>
            globalThis.game.sync.size === size - 1, before);
        assert.ok(await page.evaluate(pauseGame));
        const later = await picture('vanished');
        assert.equal(later.wrong, 0, later.first);
        assert.ok(later.crates < crates && later.crates > 1000,
            'the crate is gone, the others are there');
        assert.deepEqual(errors, []);
        await giveBack();
    });
}
