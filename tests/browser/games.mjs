// Plays the games of the guide in the browser tests. A page gets a clock that only the test moves, and the program
// behind its canvas says what of it the test may see, as globalThis.game.

/** Stands for the browser's clock and frames; runs on the page before everything else. */
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
 * Opens a page of the guide whose program has started but waits for its first frame.
 * @param {Awaited<ReturnType<typeof import('./page.mjs').openBrowser>>} browser
 * @param {string} path
 * @param {object} options of the page
 * @param {string} names of the program, such as 'world, player', that globalThis.game shall have
 */
export async function openGame(browser, path, options, names) {
    const opened = await browser.open(path, options, async (page) => {
        await page.addInitScript(installClock);
        await page.route(`**/${path}`, async (route) => {
            const response = await route.fetch();
            const text = await response.text();
            const end = text.indexOf('</pre>', text.indexOf('data-run="browser"', text.indexOf('class="live"')));
            const body = `${text.slice(0, end)}globalThis.game = { ${names} };\n${text.slice(end)}`;
            await route.fulfill({ response, body });
        });
    });
    const { page } = opened;
    await page.waitForFunction(() => globalThis.game || document.querySelector('.trouble'), null, { polling: 20 });
    opened.errors.push(...await page.locator('.trouble').allTextContents());
    return opened;
}

/** Shows frames, sixty a second, until a condition on the game holds, by twenty seconds at most. */
export const reach = (page, condition, argument) => page.evaluate(([text, value]) => {
    const holds = new Function(`return ${text}`)();
    for (let frame = 0; !holds(value); ++frame) {
        if (frame === 1200) throw new Error(`twenty seconds of the game have passed without ${text}`);
        globalThis.showFrame(1 / 60);
    }
}, [String(condition), argument]);
