// The recipes of the guide's page of water, sand and jelly in Chromium: each does within seconds what its text says, and hears
// the pointer.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openGame, reach } from './games.mjs';
import { keepScreenshot, openBrowser, sizes } from './page.mjs';
import { testLong } from '../sample.mjs';

/** @type {Awaited<ReturnType<typeof openBrowser>>} */
let browser;
before(async () => {
    browser = await openBrowser();
});
after(() => browser?.close());

const PAGE = 'demo/guide/matter.html';

/**
 * Opens a recipe at a size, plays it, and fails for any error that the page had.
 * @param {number} number its place on the page
 * @param {string} names of its program that globalThis.game shall have
 * @param {(game: import('playwright-core').Frame, move: (x: number, y: number) => Promise<void>, page: import('playwright-core').Page) => Promise<void>} play
 *     `move` moves the mouse to a point of the world
 */
async function playRecipe(number, names, play) {
    const { page, game, errors, giveBack } = await openGame(browser, PAGE, sizes.desktop,
        `renderer, ${names}`, number);
    try {
        await reach(game, () => globalThis.game.world.stepCount > 2); // the camera is set
        const { x, y } = await page.locator('.live').nth(number).boundingBox();
        const move = async (worldX, worldY) => {
            const [right, down] = await game.evaluate(
                (point) => globalThis.game.renderer.toScreen(...point),
                [worldX, worldY],
            );
            await page.mouse.move(x + right, y + down);
        };
        await play(game, move, page);
        await keepScreenshot(page, `guide-matter-${number}`);
        assert.deepEqual(errors, []);
    } finally {
        await giveBack();
    }
}

test('pool: light crates float, the heavy one sinks', () =>
    playRecipe(0, 'world', (game) =>
        reach(game, () => {
            const [light, medium, heavy] = [...globalThis.game.world.bodies].filter(({ type }) =>
                type === 'dynamic'
            );
            return light.y > medium.y && medium.y > 1.5 && heavy.y < 0.6;
        })));

testLong('oil: it comes to lie on the water, and the pointer stirs both',
    () =>
        playRecipe(1, 'world, oil, water', async (game, move) => {
            await reach(game, () => {
                const { world, oil, water } = globalThis.game;
                const everywhere = { shape: 'box', width: 20, height: 20 };
                const [above, below] = [oil, water].map((matter) =>
                    world.matterIn(everywhere, { matter }).center.y
                );
                return above > below + 0.5;
            });
            const fastest = () =>
                game.evaluate(() =>
                    globalThis.game.water.velocities.reduce((a, b) => Math.max(a, b))
                );
            const before = await fastest();
            await move(-0.5, 0.5);
            await move(0.5, 0.5);
            assert.ok(await fastest() > before + 2);
        }));

testLong('tap: it follows the pointer, and the drain counts what it takes',
    () =>
        playRecipe(2, 'world, drain, tap', async (game, move) => {
            await move(1, 4);
            const [x, y] = await game.evaluate(() => globalThis.game.tap.position);
            assert.ok(Math.hypot(x - 1, y - 4) < 0.1, `${x}, ${y}`);
            await reach(game, () => globalThis.game.world.matterCount(globalThis.game.drain) > 20);
        }));

testLong('bucket: it tips when it is full, and is filled again',
    () =>
        playRecipe(3, 'world, bucket, tap', async (game) => {
            await reach(game, () => !globalThis.game.tap.enabled);
            await reach(game, () => globalThis.game.bucket.angle < -1.5);
            await reach(game,
                () => globalThis.game.tap.enabled && globalThis.game.bucket.angle > -0.05);
        }));

testLong('hourglass: sand runs down, and up again once the glass is turned',
    () =>
        playRecipe(4, 'world, sand', async (game, move, page) => {
            const below = () => {
                const { count } = globalThis.game.world.matterIn(
                    { shape: 'box', width: 9, height: 5 },
                    { position: [0, -2.5] },
                );
                return count > 0.9 * globalThis.game.sand.count;
            };
            await reach(game, below);
            await move(0, 0);
            await page.mouse.down();
            await page.mouse.up();
            await reach(game, () => {
                const { count } = globalThis.game.world.matterIn({ shape: 'box', width: 9,
                    height: 5 }, { position: [0, 2.5] });
                return count > 0.8 * globalThis.game.sand.count;
            });
            await reach(game, below);
        }));

testLong('wash: the jet carries sand away',
    () =>
        playRecipe(5, 'world, sand, hose', async (game, move) => {
            await reach(game, () => {
                const { world, sand } = globalThis.game;
                const right = { shape: 'box', width: 2.5, height: 5 };
                return world.matterIn(right, { position: [4, 0], matter: sand }).count > 100;
            });
            await move(0, 5);
            assert.ok(await game.evaluate(() => globalThis.game.hose.angle > 0.1));
        }));

testLong('jelly: three blocks stay in one piece each, and are pulled',
    () =>
        playRecipe(6, 'world, jelly', async (game, move) => {
            await reach(game, () => globalThis.game.world.time > 6);
            const [low, fastest] = await game.evaluate(() => {
                const { positions, velocities } = globalThis.game.jelly;
                return [positions.every((y, i) => i % 2 === 0 || y < 2.2),
                    velocities.reduce((a, b) => Math.max(a, b))];
            });
            assert.ok(low);
            // Onto a particle, and on to the right.
            const [x, y] = await game.evaluate(
                () => [...globalThis.game.jelly.positions.slice(0, 2)],
            );
            await move(x - 1, y);
            await move(x, y);
            assert.ok(
                await game.evaluate(() =>
                    globalThis.game.jelly.velocities.reduce((a, b) => Math.max(a, b))
                ) > fastest + 2,
            );
        }));

testLong('mill: the water turns the wheel, either way',
    () =>
        playRecipe(7, 'world, wheel, tap', async (game, move) => {
            await reach(game, () => globalThis.game.wheel.angularVelocity > 0.5);
            await move(1.3, 3);
            await reach(game, () => globalThis.game.wheel.angularVelocity < -0.5);
        }));

testLong('paint: three colours, and the white of the pointer',
    () =>
        playRecipe(8, 'world, water', async (game, move) => {
            await reach(game, () => globalThis.game.water.count === 2600);
            assert.equal(await game.evaluate(() => new Set(globalThis.game.water.values).size), 3);
            await move(0, 0.5);
            await move(0.2, 0.5);
            assert.ok(
                await game.evaluate(() => globalThis.game.water.values.includes(0xf4f0ff)),
            );
        }));

test('flood: the dam breaks, and stands again when time has run back', () =>
    playRecipe(9, 'world, dam', async (game) => {
        await reach(game, () => !globalThis.game.dam.alive);
        await reach(game, () => globalThis.game.world.stepCount >= 299);
        await reach(game, () => globalThis.game.dam.alive);
        await reach(game, () => !globalThis.game.dam.alive);
    }));
