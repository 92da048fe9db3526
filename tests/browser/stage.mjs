// Plays the pages of demo/shared/stage.js for the browser tests: one browser a test file. Time in a page stands from its beginning,
// its own frames only draw, so that no test races with them: time goes on by `play` alone.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { holdTime, makeFingers, openBrowser, whenStill } from './page.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** @type {Awaited<ReturnType<typeof openBrowser>>} */
let browser;
before(async () => {
    browser = await openBrowser();
});
after(() => browser?.close());

/**
 * Opens a page, runs the test, and fails it for any error the page had.
 * @param {string} path below demo, such as 'chains/?bridge'
 * @param {import('playwright-core').BrowserContextOptions} options one of `sizes`
 * @param {(page: Page) => Promise<void>} run
 * @param {(page: Page) => Promise<void>} [prepare] called before the page loads
 */
export async function playStage(path, options, run, prepare) {
    const { page, errors, giveBack } = await browser.open(`demo/${path}`, options,
        async (fresh) => {
            await holdTime(fresh);
            await prepare?.(fresh);
        });
    try {
        await whenOpen(page);
        // Tests press what is in the panel, which is shut at first and on phones covers the picture.
        // It makes the picture narrower, which pages see in a later frame.
        if ((options.viewport?.width ?? 0) > 1100) {
            await page.evaluate(() => globalThis.mica.stage.open(true));
            await whenStill(page);
            await page.evaluate(() =>
                new Promise((resolve) => {
                    requestAnimationFrame(() => requestAnimationFrame(resolve));
                })
            );
            await page.evaluate(() => globalThis.mica.stage.draw(0));
        }
        await run(page);
        assert.deepEqual(errors, []);
    } finally {
        await giveBack();
    }
}

/** Waits until the page is there, drawn, and has opened the moment of its link. @param {Page} page */
export const whenOpen = (page) => page.waitForFunction(() => globalThis.mica?.stage.frames > 1);

/** Plays so many seconds, and draws: a pointer points at what is drawn, and the page's next frame may come late. @param {Page} page @param {number} seconds */
export const play = (page, seconds) =>
    page.evaluate((length) => {
        globalThis.play(length);
        globalThis.mica.stage.draw(0);
    }, seconds);

/** Draws until the picture lies where the sheets leave room for it. @param {Page} page */
export const settle = (page) =>
    page.evaluate(() => {
        for (let i = 0; i < 32; ++i) globalThis.mica.stage.draw(0);
    });

/** Moves the slider of a label. @param {Page} page @param {string} label @param {number} value */
export const slide = (page, label, value) =>
    page.evaluate(([name, to]) => {
        const row = [...document.querySelectorAll('#sliders .slider')].find((each) =>
            each.firstChild?.textContent === name
        );
        const input = /** @type {HTMLInputElement} */ (row?.querySelector('input'));
        input.value = to;
        input.dispatchEvent(new Event('input', { bubbles: true }));
    }, [label, String(value)]);

/** Shares the moment, and gives the part of its link behind the path. @param {Page} page @returns {Promise<string>} begins with '#' */
export const share = (page) =>
    page.evaluate(async () => {
        await globalThis.mica.stage.timeline.share();
        return location.hash;
    });

/** A finger at a point of the window, and off it. @param {Page} page */
export async function makeFinger(page) {
    const touch = await makeFingers(page);
    return {
        /** @param {number} x @param {number} y CSS pixels */ down: (x, y) =>
            touch('touchStart', { x, y, id: 1 }),
        /** @param {number} x @param {number} y CSS pixels */ move: (x, y) =>
            touch('touchMove', { x, y, id: 1 }),
        up: () => touch('touchEnd'),
    };
}

/** No sheet leaves the window, or lies over another at the top, and nothing scrolls. @param {Page} page @param {string} [more] selector of others */
export async function assertFits(page, more = '.pads button') {
    await whenStill(page);
    assert.deepEqual(await page.evaluate((selector) => {
        const sheets = [
            ...document.querySelectorAll(`.hud > *, .toggle, .timeline, ${selector}`),
        ];
        const boxes = sheets.map((element) => ({ name: element.ariaLabel || element.className,
            box: element.getBoundingClientRect() })
        )
            .filter(({ box }) => box.width > 0);
        const wrong = boxes.filter(({ box }) =>
            box.left < 0 || box.right > innerWidth + 0.5 || box.top < 0
            || box.bottom > innerHeight + 0.5
        )
            .map(({ name }) => `${name} leaves the window`);
        if (document.documentElement.scrollWidth > innerWidth) wrong.push('the page is too wide');
        const [score, toggle] = ['score', 'panel-toggle'].map((id) =>
            document.getElementById(id)?.getBoundingClientRect()
        );
        if (score && toggle && score.width > 0 && score.right > toggle.left
            && score.bottom > toggle.top) wrong.push('the score lies under the button');
        return wrong;
    }, more), []);
}
