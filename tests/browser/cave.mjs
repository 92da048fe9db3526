// Plays the cave's page in the browser tests. State is read through globalThis.mica. `reach` and `play` advance
// the game by mica.advance, a sixtieth of a second a call, without waiting for the page's frames, which go on
// meanwhile; `until` and `showFrames` wait for the page's own frames.
import assert from 'node:assert/strict';

/** Opens the cave, waits for its first frames, runs the test, and fails it for any error the page had. */
export async function playCave(browser, options, test) {
    const { page, errors, giveBack } = await browser.open('demo/cave/', options);
    let passed = false;
    try {
        await showFrames(page, 4);
        await test(page);
        assert.deepEqual(errors, []);
        // A later test begins with the first level, too.
        await page.evaluate(() => localStorage.clear());
        passed = true;
    } catch (error) {
        if (errors.length > 0) error.message += `\nerrors of the page:\n${errors.join('\n')}`;
        throw error;
    } finally {
        // A document that nobody looks at would go on drawing.
        if (passed) await page.goto('about:blank').then(giveBack);
        else await page.context().close();
    }
}

/** What the game looks like now. */
export const look = (page) => page.evaluate(() => {
    const { state, world } = globalThis.mica;
    const { player } = state;
    return { level: state.level, x: player.x, y: player.y, vx: player.vx, vy: player.vy, grounded: state.grounded, caught: state.caught,
        lit: state.lit, falls: state.falls, paused: state.paused, time: world.time, steps: world.stepCount,
        loose: state.loose.length, frame: state.frame };
});

/** Waits until a condition on the page holds, while its own frames run the game. */
export const until = (page, condition, argument) => page.waitForFunction(condition, argument, { timeout: 60000 });

/** Waits until the page has drawn so many more frames. */
export async function showFrames(page, count) {
    const from = await page.evaluate(() => globalThis.mica?.state.frame ?? 0);
    await until(page, (frame) => globalThis.mica?.state.frame >= frame, from + count);
}

/** Advances the game until a condition on it holds, by a minute at most. Input is handled in between. */
export const reach = (page, condition, argument) => page.evaluate(async ([text, value]) => {
    const holds = new Function(`return ${text}`)();
    for (let frame = 0; !holds(value); ++frame) {
        if (frame === 3600) throw new Error(`a minute of the game has passed without ${text}`);
        globalThis.mica.advance(1 / 60);
        if (frame % 10 === 9) await new Promise((resolve) => { setTimeout(resolve); });
    }
}, [String(condition), argument]);

/** Advances the game until the world's own clock has gone so many seconds on. */
export async function play(page, seconds) {
    const { time } = await look(page);
    await reach(page, (until) => globalThis.mica.world.time >= until, time + seconds);
}

/** Sends the ghosts far away, to test what they would disturb. */
export const banishGhosts = (page) => page.evaluate(() => {
    const { game, ghosts } = globalThis.mica.state;
    game.minds.peace = true;
    ghosts.forEach((ghost, i) => ghost.setTransform(60 + i, 22));
});

/** Holds the page's own frames, which draw only from now on; globalThis.advance plays one. */
export const holdFrames = (page) => page.evaluate(() => {
    const { page: played } = globalThis.mica;
    if (globalThis.advance) return;
    globalThis.advance = played.advance.bind(played);
    played.advance = () => 0;
});
