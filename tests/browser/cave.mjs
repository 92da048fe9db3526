// Plays the cave's page in the browser tests. State is read through globalThis.mica. The page's own frames only draw:
// `reach` and `play` advance the game, a sixtieth of a second a call; after `letGo` the page's frames play it, too.
// `until` and `showFrames` wait for the page's frames.
import assert from 'node:assert/strict';
import { holdTime } from './page.mjs';

/** Opens the cave, waits for its first frames, runs the test, and fails it for any error the page had. */
export async function playCave(browser, options, test) {
    const { page, errors, giveBack } = await browser.open('demo/cave/', options, holdTime);
    try {
        await whenOpen(page);
        // Time would stand after the first catch.
        await page.evaluate(() => {
            globalThis.mica.page.explained = true;
        });
        // Tests press what is in the panel, which is shut at first and on phones covers the picture.
        if ((options.viewport?.width ?? 0) > 1000)
            await page.evaluate(() => globalThis.mica.page.panel.open(true));
        await test(page);
        assert.deepEqual(errors, []);
    } catch (error) {
        if (errors.length > 0) error.message += `\nerrors of the page:\n${errors.join('\n')}`;
        throw error;
    } finally {
        await giveBack();
    }
}

/** What the game looks like now. */
export const look = (page) =>
    page.evaluate(() => {
        const { state, world } = globalThis.mica;
        const { player } = state;
        return { level: state.level, x: player.x, y: player.y, vx: player.vx, vy: player.vy,
            grounded: state.grounded, caught: state.caught, lit: state.lit, falls: state.falls,
            paused: state.paused, time: world.time, steps: world.stepCount,
            loose: state.loose.length, frame: state.frame };
    });

/** Has the page's own frames play the game from now on. */
export const letGo = (page) => page.evaluate(() => globalThis.letGo());

/** Waits until a condition on the page holds, while its own frames draw it. */
export const until = (page, condition, argument) => page.waitForFunction(condition, argument);

/** Waits until the page is there, drawn, and has opened the moment of its link. */
export const whenOpen = (page) =>
    until(page, () => globalThis.mica?.state.frame > 3 && document.querySelector('.veil.gone'));

/** Waits until the page has drawn so many more frames. */
export async function showFrames(page, count) {
    const from = await page.evaluate(() => globalThis.mica?.state.frame ?? 0);
    await until(page, (frame) => globalThis.mica?.state.frame >= frame, from + count);
}

/** Advances the game until a condition on it holds, by a minute at most. Input is handled in between. */
export const reach = (page, condition, argument) =>
    page.evaluate(async ([text, value]) => {
        const holds = new Function(`return ${text}`)();
        for (let frame = 0; !holds(value); ++frame) {
            if (frame === 3600) throw new Error(`a minute of the game has passed without ${text}`);
            globalThis.mica.advance(1 / 60);
            if (frame % 10 === 9)
                await new Promise((resolve) => {
                    setTimeout(resolve);
                });
        }
    }, [String(condition), argument]);

/** Advances the game until the world's own clock has gone so many seconds on. */
export async function play(page, seconds) {
    const { time } = await look(page);
    await reach(page, (until) => globalThis.mica.world.time >= until, time + seconds);
}

/** Sends the ghosts far away, to test what they would disturb. */
export const banishGhosts = (page) =>
    page.evaluate(() => {
        const { game, ghosts } = globalThis.mica.state;
        game.minds.peace = true;
        ghosts.forEach((ghost, i) => ghost.setTransform(60 + i, 22));
    });
