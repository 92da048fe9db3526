// The games of the guide in Chromium, played by keys: a platformer, one seen from above, a pinball table, and one whose rules run in
// a worker.
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

/** Opens a game, runs the test, and fails it for any error the page had. */
async function playGame(name, names, play) {
    const { page, game, errors, giveBack } = await openGame(browser, `demo/guide/${name}.html`,
        sizes.desktop, names);
    try {
        await play(game, page);
        await keepScreenshot(page, `game-${name}`);
        assert.deepEqual(errors, []);
    } finally {
        await giveBack();
    }
}

/** Runs the platformer, with the player on the floor. */
const platformer = (play) =>
    playGame('platformer', 'world, player, hero, lift, ghost, map, COIN', async (game, page) => {
        await reach(game, () => Math.abs(globalThis.game.player.y - 1.6) < 0.02);
        await play(game, page);
    });

const playerAt = (game) =>
    game.evaluate(() => [globalThis.game.player.x, globalThis.game.player.y]);

test('platformer: the player walks into a coin, over a hill, and into spikes', () =>
    platformer(async (game, page) => {
        const coin = () =>
            game.evaluate(() => globalThis.game.map.tile(4, 1) === globalThis.game.COIN);
        assert.equal(await coin(), true);
        await page.keyboard.down('ArrowRight');
        await reach(game, () => globalThis.game.player.x > 4);
        assert.equal(await coin(), false, 'the coin is taken');
        await reach(game, () => globalThis.game.player.x > 6);
        assert.ok((await playerAt(game))[1] > 2.4, 'stands on the crest');
        await reach(game, () => globalThis.game.player.x < 3);
        await page.keyboard.up('ArrowRight');
        assert.equal(
            await game.evaluate(() => globalThis.game.map.tile(14, 1) === globalThis.game.COIN),
            true,
        );
    }));

testLong('platformer: a jump ends on the ledge above, Down drops back',
    () =>
        platformer(async (game, page) => {
            await page.keyboard.down('Space');
            await reach(game, () => globalThis.game.player.y > 3.7);
            await reach(game, () =>
                Math.abs(globalThis.game.player.y - 3.6) < 0.02
                && Math.abs(globalThis.game.player.vy) < 0.1);
            await page.keyboard.up('Space');
            await page.keyboard.down('ArrowDown');
            await reach(game, () => globalThis.game.player.y < 1.62);
            await page.keyboard.up('ArrowDown');
            assert.ok(Math.abs((await playerAt(game))[0] - 2) < 0.01);
        }));

testLong('platformer: up the ladder onto the ledge, and a dash',
    () =>
        platformer(async (game, page) => {
            await game.evaluate(() => globalThis.game.player.body.setTransform(15.5, 1.7));
            await page.keyboard.down('KeyW');
            await reach(game, () => globalThis.game.hero.mode === 'ladder');
            await reach(game,
                () => globalThis.game.player.grounded && globalThis.game.player.y > 6.5);
            await page.keyboard.up('KeyW');
            const [from] = await playerAt(game);
            await page.keyboard.down('KeyA');
            await page.keyboard.down('ShiftLeft');
            await reach(game, () => globalThis.game.hero.mode === 'dash');
            await page.keyboard.up('ShiftLeft');
            await page.keyboard.up('KeyA');
            await reach(game, (x) => globalThis.game.player.x < x - 2.5, from);
        }));

testLong('platformer: the lift carries the player, a ghost sends it back',
    () =>
        platformer(async (game, page) => {
            const apart = await game.evaluate(() => {
                const { player, lift, world } = globalThis.game;
                player.body.setTransform(lift.x, lift.y + 0.75);
                for (const end = world.time + 0.2; world.time < end;) globalThis.showFrame(1 / 60);
                const [offset, from] = [player.x - lift.x, lift.x];
                let most = 0;
                let moved = 0;
                for (const end = world.time + 4; world.time < end;) {
                    globalThis.showFrame(1 / 60);
                    most = Math.max(most, Math.abs(player.x - lift.x - offset),
                        Math.abs(player.y - lift.y - 0.725));
                    moved = Math.max(moved, Math.abs(lift.x - from));
                }
                return { most, moved };
            });
            assert.ok(apart.most < 0.002, `stays within ${apart.most} m of its place on the lift`);
            assert.ok(apart.moved > 1);
            await game.evaluate(() =>
                globalThis.game.player.body.setTransform(globalThis.game.ghost.x,
                    globalThis.game.ghost.y)
            );
            await reach(game, () => globalThis.game.player.x === 2);
        }));

test('movers: over a hill and up two steps at one speed, a crate is pushed, the lift carries, a steep slope is a wall', () =>
    playGame('movers', 'world, player, lift', async (game, page) => {
        await reach(game, () => globalThis.game.player.grounded);
        await page.keyboard.down('ArrowRight');
        await reach(game, () => globalThis.game.player.x > 3);
        const walk = await game.evaluate(() => {
            const { world, player } = globalThis.game;
            const from = world.time;
            let airborne = 0;
            let highest = 0;
            while (player.x < 14 && world.time < from + 5) {
                globalThis.showFrame(1 / 60);
                if (!player.grounded) ++airborne;
                highest = Math.max(highest, player.y);
            }
            return { airborne, highest, seconds: world.time - from, y: player.y };
        });
        assert.equal(walk.airborne, 0, 'it leaves the ground nowhere');
        assert.ok(walk.highest > 2.9 && Math.abs(walk.y - 2.1) < 0.05, JSON.stringify(walk));
        // Eleven metres across, of which the hill's slopes are 0.83 m longer, at 5 m/s.
        assert.ok(Math.abs(walk.seconds - (11 + 2 * (Math.hypot(2.5, 1.5) - 2.5)) / 5) < 0.1,
            `${walk.seconds} s`);
        await reach(game, () => globalThis.game.player.x > 17 && globalThis.game.player.atWall);
        const crate = await game.evaluate(() =>
            [...globalThis.game.world.bodies].findLast((body) => body.type === 'dynamic').x
        );
        assert.ok(crate > 18, `the crate was pushed to ${crate}`);
        await page.keyboard.up('ArrowRight');
        await game.evaluate(() => {
            const { player, lift } = globalThis.game;
            player.body.setTransform(13, lift.y + 0.9);
        });
        await reach(game, () => globalThis.game.player.groundBody === globalThis.game.lift);
        const apart = await game.evaluate(() => {
            const { world, player, lift } = globalThis.game;
            const offset = player.y - lift.y;
            let most = 0;
            for (const end = world.time + 5; world.time < end;) {
                globalThis.showFrame(1 / 60);
                most = Math.max(most, Math.abs(player.y - lift.y - offset));
            }
            return most;
        });
        assert.ok(apart < 0.01, `${apart} m from its place on the lift`);
    }));

testLong('seen from above: keys, stick, gamepad and dash; coins, crates, a ghost',
    () =>
        playGame('top-down', 'world, hero, mover, ghosts, map, COIN', async (game, page) => {
            const at = () =>
                game.evaluate(() => [globalThis.game.mover.x, globalThis.game.mover.y]);
            await game.evaluate(() =>
                globalThis.game.ghosts.forEach((ghost) => ghost.setTransform(400, 400))
            );
            assert.equal(
                await game.evaluate(() => globalThis.game.map.tile(2, 4) === globalThis.game.COIN),
                true,
            );
            await page.keyboard.down('ArrowUp');
            await reach(game, () => globalThis.game.mover.y > 4.3);
            await page.keyboard.up('ArrowUp');
            assert.equal(
                await game.evaluate(() => globalThis.game.map.tile(2, 4) === globalThis.game.COIN),
                false,
                'the coin is taken',
            );

            // Into the chamfered corner and along its wall, at all of the speed.
            await page.keyboard.down('KeyW');
            await reach(game,
                () => globalThis.game.mover.atWall && Math.abs(globalThis.game.mover.vy) < 0.01);
            await page.keyboard.down('KeyD');
            await reach(game, () => globalThis.game.mover.vx > 4.98);
            assert.ok(await game.evaluate(() => globalThis.game.mover.atWall));
            for (const key of ['KeyW', 'KeyD']) await page.keyboard.up(key);
            await reach(game,
                () => globalThis.game.mover.vx === 0 && globalThis.game.mover.vy === 0);

            await page.keyboard.down('Space');
            await reach(game, () => globalThis.game.hero.dashing);
            await page.keyboard.up('Space');
            await game.evaluate(() => {
                navigator.getGamepads =
                    () => [null, { axes: [0.5, 0.5], buttons: [{ pressed: false }] }];
                globalThis.game.mover.body.setTransform(3, 4);
            });
            await reach(game,
                () => !globalThis.game.hero.dashing && globalThis.game.world.time > 2);
            const [vx, vy] = await game.evaluate(
                () => [globalThis.game.mover.vx, globalThis.game.mover.vy],
            );
            assert.ok(vx > 1 && vx < 3 && Math.abs(vx + vy) < 0.01, `${vx}, ${vy}`);
            await game.evaluate(() => {
                navigator.getGamepads = () => [];
            });

            const box = await page.locator('.live iframe').boundingBox();
            await game.evaluate(() => globalThis.game.mover.body.setTransform(3, 4));
            await page.mouse.move(box.x + 200, box.y + 150);
            await page.mouse.down();
            await page.mouse.move(box.x + 260, box.y + 150);
            const [x] = await at();
            await reach(game, (from) => globalThis.game.mover.x > from + 1, x);
            await page.mouse.up();
            await game.evaluate(() =>
                globalThis.game.ghosts[0].setTransform(globalThis.game.mover.x,
                    globalThis.game.mover.y)
            );
            await reach(game, () => globalThis.game.mover.x === 2 && globalThis.game.mover.y === 2);
        }));

testLong('pinball: bumpers score, a flipper throws the ball up, a lost ball ends the score',
    () =>
        playGame('pinball', 'world, ball, get score() { return score; }', async (game, page) => {
            await reach(game, () => globalThis.game.score > 0);
            await game.evaluate(() => {
                globalThis.game.ball.setTransform(-1, -3);
                globalThis.game.ball.setVelocity(0, 0);
            });
            await reach(game, () => globalThis.game.ball.contactPoints().length > 0);
            await page.keyboard.down('ArrowLeft');
            await reach(game, () => globalThis.game.ball.y > 0);
            await page.keyboard.up('ArrowLeft');
            assert.equal(await game.evaluate(() => globalThis.game.score % 100), 0);
            await game.evaluate(() => globalThis.game.ball.setTransform(0, -5.4));
            await reach(game, () => globalThis.game.score === 0 && globalThis.game.ball.y > 3);
        }));

testLong('worker: the rules in the worker move the player alike at 30 and 60 frames a second',
    async () => {
        const paths = [];
        for (const rate of [30, 60]) {
            await playGame('worker', 'world, get coins() { return coins; }', async (game, page) => {
                paths.push(await game.evaluate(async (framesPerSecond) => {
                    const { world } = globalThis.game;
                    const player = [...world.bodies].find((body) =>
                        body.colliders[0].layer === 'player'
                    );
                    /** @type {Record<number, number>} */
                    const path = {};
                    for (let frame = 0; frame < 2 * framesPerSecond; ++frame) {
                        globalThis.showFrame(1 / framesPerSecond);
                        await world.sync();
                        path[world.stepCount] = player.x;
                    }
                    return { path, coins: globalThis.game.coins };
                }, rate));
            });
        }
        const [slow, fast] = paths;
        const shared = Object.keys(slow.path).filter((step) => step in fast.path);
        assert.ok(shared.length > 50, `${shared.length} steps can be compared`);
        for (const step of shared) assert.equal(slow.path[step], fast.path[step], `step ${step}`);
        assert.ok(Math.abs(slow.path[shared[shared.length - 1]] - 4) < 0.05,
            'the spring has come to its target');
        assert.deepEqual([slow.coins, fast.coins], [1, 1]);
    });

test('a car from above: keys drive it round, the hand brake leaves skid marks, a finger steers it',
    () =>
        playGame('vehicle', 'world, car, body, marks', async (game, page) => {
            await page.keyboard.down('ArrowUp');
            await reach(game, () => globalThis.game.car.speed > 15);
            assert.equal(await game.evaluate(() => globalThis.game.marks.length), 0);
            await page.keyboard.down('KeyA');
            await page.keyboard.down('Space');
            await reach(game, () => globalThis.game.car.drifting);
            await reach(game, () => globalThis.game.marks.length > 20);
            await page.keyboard.up('Space');
            await page.keyboard.up('KeyA');
            await reach(game, () => !globalThis.game.car.drifting);
            await page.keyboard.up('ArrowUp');
            await reach(game, () => globalThis.game.car.speed === 0);
            const canvas = await game.locator('canvas').boundingBox();
            await page.mouse.move(canvas.x + 150, canvas.y + 150);
            await page.mouse.down();
            await page.mouse.move(canvas.x + 200, canvas.y + 100);
            await reach(game, () =>
                globalThis.game.car.speed > 3
                && globalThis.game.car.steering < -0.1);
            await page.mouse.up();
        }));
