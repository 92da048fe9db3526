// Plays the games of the guide in the browser tests. A page and its frames get a clock that only the test moves, and the
// program behind the canvas, in its frame, says what of it the test may see, as globalThis.game.

/** Stands for the browser's clock and frames; runs in each frame before everything else. */
const installClock = () => {
    let now = 0;
    /** @type {FrameRequestCallback[]} */
    let waiting = [];
    Object.defineProperty(AnimationTimeline.prototype, 'currentTime', { get: () => now });
    globalThis.requestAnimationFrame = (callback) => waiting.push(callback);
    globalThis.showFrame = (seconds) => {
        now += 1000 * seconds;
        const due = waiting;
        waiting = [];
        for (const callback of due) callback(now);
    };
};

/**
 * Opens a page of the guide whose program has started but waits for its first frame. Returns the page, and the frame of the
 * program, which has the keys.
 * @param {Awaited<ReturnType<typeof import('./page.mjs').openBrowser>>} browser
 * @param {string} path
 * @param {object} options of the page
 * @param {string} names of the program, such as 'world, player', that globalThis.game shall have
 * @param {number} [number] which of the page's programs with a canvas it is
 */
export async function openGame(browser, path, options, names, number = 0) {
    const opened = await browser.open(path, options, async (page) => {
        await page.addInitScript(installClock);
        await page.route(`**/${path}`, async (route) => {
            const response = await route.fetch();
            const text = await response.text();
            let live = text.indexOf('class="live"');
            for (let i = 0; i < number; ++i) live = text.indexOf('class="live"', live + 1);
            const end = text.indexOf('</pre>', text.indexOf('data-run="browser"', live));
            const body = `${text.slice(0, end)}globalThis.game = { ${names} };\n${text.slice(end)}`;
            await route.fulfill({ response, body });
        });
    });
    const { page } = opened;
    const live = page.locator('.live').nth(number);
    await live.scrollIntoViewIfNeeded();
    // The place is no longer busy once the program's last statement is done, or has failed.
    await page.waitForFunction(
        (at) => document.querySelectorAll('.live')[at].matches(':not([aria-busy]):has(iframe)'),
        number,
        { polling: 20 },
    );
    opened.errors.push(...await page.locator('.trouble:not([hidden])').allTextContents());
    await live.locator('iframe').focus();
    const game = await (await live.locator('iframe').elementHandle()).contentFrame();
    return { ...opened, game };
}

/** Shows frames, sixty a second, until a condition on the game holds, by twenty seconds at most. */
export const reach = (game, condition, argument) =>
    game.evaluate(`(() => {
    const holds = ${condition};
    for (let frame = 0; !holds(${JSON.stringify(argument)}); ++frame) {
        if (frame === 1200) throw new Error('twenty seconds of the game have passed without ' + holds);
        globalThis.showFrame(1 / 60);
    }
})()`);
