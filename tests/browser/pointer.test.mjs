// Dragging in Chromium (js/pointer.js): by mouse and by two fingers, past bodies that may not be taken, until
// a release, a blur or the end of the body; scrolling and taps beside bodies stay the page's; and a world in a
// worker.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openBrowser, sizes } from './page.mjs';
import { testLong } from '../sample.mjs';

/** @type {Awaited<ReturnType<typeof openBrowser>>} */
let browser;
before(async () => {
    browser = await openBrowser();
});
after(() => browser?.close());

/** A world of 50 CSS pixels a metre, x from 0 and y from the bottom of a square of 300, and two balls in it. */
const html = `<!doctype html><meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,"><style>body { margin: 0; height: 4000px } #stage { width: 300px; height: 300px }</style>
<div id="stage"></div><script type="module">
import { init, World } from './guide/modules/mica2d.js';
import { createWorkerWorld } from './guide/modules/worker.js';
import { Pointer } from './guide/modules/pointer.js';
const inWorker = location.hash === '#worker';
if (!inWorker) await init();
const world = inWorker ? await createWorkerWorld({ gravity: [0, 0] }) : new World({ gravity: [0, 0] });
const circle = { shape: 'circle', radius: 0.5 };
const [one, two] = [1, 4].map((x) => world.createBody({ position: [x, 3], angularDamping: 9, collider: circle }));
const wall = world.createBody({ type: 'static', position: [5.5, 3], collider: { shape: 'box', width: 0.2, height: 6 } });
const lift = world.createBody({ type: 'kinematic', position: [2.5, 1], collider: { shape: 'box', width: 1, height: 1 } });
const log = [];
const toWorld = (x, y) => [(x + scrollX) / 50, (300 - y - scrollY) / 50];
const pointer = new Pointer(world, document.querySelector('#stage'), { toWorld, filter: (body) => body.userData !== 'held',
    onGrab: ({ body }) => log.push(body === one ? 'one' : 'two'), onRelease: () => log.push('end') });
document.querySelector('#stage').addEventListener('click', () => log.push('click'));
const step = async (n) => { for (let i = 0; i < n; ++i) await world.step(); };
globalThis.game = { world, one, two, wall, lift, pointer, log, step };
</script>`;

/** @param {object} size @param {(page: any, step: (n: number) => Promise<void>) => Promise<void>} play @param {string} [hash] */
async function drag(size, play, hash = '') {
    const { page, errors, giveBack } = await browser.open(`demo/dragging.html${hash}`, size,
        (page) =>
            page.route('**/demo/dragging.html*', (route) =>
                route.fulfill({ contentType: 'text/html', body: html })));
    try {
        await page.waitForFunction(() => globalThis.game, null, { polling: 20 });
        await play(page, (n) => page.evaluate((count) => globalThis.game.step(count), n));
        assert.deepEqual(errors, []);
    } finally {
        await giveBack();
    }
}

/** Where a ball and its held point are, and what was heard. */
const read = (page) =>
    page.evaluate(() => {
        const { one, two, pointer, log } = globalThis.game;
        return { one: [one.x, one.y], two: [two.x, two.y],
            drags: pointer.drags.map(({ joint }) => joint.anchorB), log: [...log] };
    });

const near = (a, b, within) =>
    assert.ok(Math.hypot(a[0] - b[0], a[1] - b[1]) <= within, `${a} is not ${b}`);

test('a mouse takes a ball by the point it pressed, leads it, and lets go', () =>
    drag(sizes.desktop, async (page, step) => {
        await page.mouse.move(60, 160);
        await page.mouse.down();
        await step(30);
        let now = await read(page);
        near(now.drags[0], [1.2, 2.8], 1e-5);
        near(now.one, [1, 3], 1e-5);
        await page.mouse.move(120, 50, { steps: 3 });
        await step(120);
        now = await read(page);
        near(now.drags[0], [2.4, 5], 0.01);
        assert.deepEqual(now.log, ['one']);
        await page.mouse.move(900, 50);
        await step(120);
        now = await read(page);
        assert.ok(now.one[0] < 5 && now.one[0] > 4.5,
            `held at the wall, outside of the element: ${now.one}`);
        await page.mouse.up();
        now = await read(page);
        assert.deepEqual([now.drags, now.log.slice(0, 2)], [[], ['one', 'end']]);
    }));

testLong(
    'statics, kinematic bodies and those of the filter are not taken; a click beside is a click',
    () =>
        drag(sizes.desktop, async (page) => {
            const press = async (x, y) => {
                await page.mouse.click(x, y);
            };
            await press(275, 150);
            await press(125, 250);
            await press(125, 20);
            await page.evaluate(() => {
                globalThis.game.one.userData = 'held';
            });
            await press(50, 150);
            assert.deepEqual((await read(page)).log, ['click', 'click', 'click', 'click']);
            await page.evaluate(() => {
                globalThis.game.pointer.enabled = false;
            });
            await press(200, 150);
            await page.evaluate(() => {
                globalThis.game.pointer.enabled = true;
            });
            await press(200, 150);
            assert.deepEqual((await read(page)).log.slice(4), ['click', 'two', 'end', 'click']);
        }),
);

testLong('a blur, the end of the body, and destroy() let go',
    () =>
        drag(sizes.desktop, async (page, step) => {
            const hold = async () => {
                await page.mouse.move(50, 150);
                await page.mouse.down();
                await page.mouse.move(52, 150);
                assert.equal((await read(page)).drags.length, 1);
            };
            await hold();
            await page.evaluate(() => globalThis.dispatchEvent(new Event('blur')));
            assert.equal((await read(page)).drags.length, 0);
            await page.mouse.up();
            await hold();
            await page.evaluate(() => globalThis.game.one.destroy());
            await page.mouse.move(60, 150);
            const { drags, log } = await page.evaluate(() => ({
                drags: globalThis.game.pointer.drags,
                log: globalThis.game.log,
            }));
            assert.deepEqual([drags, log.filter((each) => each === 'end').length], [[], 2]);
            await page.mouse.up();
            await page.evaluate(() => globalThis.game.pointer.destroy());
            await page.mouse.move(200, 150);
            await page.mouse.down();
            await step(1);
            assert.equal(await page.evaluate(() => globalThis.game.world.joints.length), 0);
        }));

test('two fingers lead two balls, a cancel lets go; a finger beside them scrolls the page', () =>
    drag(sizes.phone, async (page, step) => {
        const client = await page.context().newCDPSession(page);
        const touch = (type, points) =>
            client.send('Input.dispatchTouchEvent', { type,
                touchPoints: points.map(([id, x, y]) => ({ id, x, y })) });
        // A finger's radius beside the first ball, and on the second.
        await touch('touchStart', [[1, 50, 115]]);
        await touch('touchStart', [[1, 50, 115], [2, 200, 150]]);
        await page.waitForFunction(() => globalThis.game.pointer.drags.length === 2);
        for (let i = 1; i <= 10; ++i) {
            await touch('touchMove', [[1, 50 + 4 * i, 115 + 12 * i], [2, 200, 150 + 10 * i]]);
            await page.waitForFunction(
                (tops) =>
                    globalThis.game.pointer.drags.every(({ y }, k) =>
                        Math.abs(y - (300 - tops[k]) / 50) < 0.01
                    ),
                [115 + 12 * i, 150 + 10 * i],
            );
            await step(6);
        }
        await step(120);
        const now = await read(page);
        // Held at the nearest point of its surface, which went to the finger.
        near(now.drags[0], [1.8, 1.3], 0.01);
        near(now.two, [4, 1], 0.01);
        assert.equal(await page.evaluate(() => scrollY), 0);
        await touch('touchCancel', []);
        await page.waitForFunction(() => globalThis.game.pointer.drags.length === 0);
        await touch('touchStart', [[3, 120, 280]]);
        for (let i = 1; i <= 10; ++i) await touch('touchMove', [[3, 120, 280 - 20 * i]]);
        await touch('touchEnd', []);
        await page.waitForFunction(() => scrollY > 50);
    }));

testLong('a world in a worker is dragged in as well',
    () =>
        drag(sizes.desktop, async (page, step) => {
            await page.mouse.move(60, 160);
            await page.mouse.down();
            await page.waitForFunction(() => globalThis.game.pointer.drags.length === 1, null, {
                polling: 20,
            });
            await page.mouse.move(120, 50, { steps: 3 });
            await step(120);
            const anchor = await page.evaluate(() =>
                globalThis.game.pointer.drags[0].joint.anchorB()
            );
            near(anchor, [2.4, 5], 0.01);
            await page.mouse.up();
            assert.deepEqual(await page.evaluate(() => globalThis.game.log.slice(0, 2)), ['one',
                'end']);
        }, '#worker'));
