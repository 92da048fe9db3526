// One game for Phaser 4, written for Arcade (stars-arcade.mjs) and ported to Mica (stars-mica.mjs): the lines that
// differ, and both played in Chromium by the same keys, frame by frame. And tilemap layers, tweens and groups of the
// real Phaser.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test, { after, before } from 'node:test';
import { keepScreenshot, openBrowser } from './page.mjs';

/** @type {Awaited<ReturnType<typeof openBrowser>>} */
let browser;
before(async () => {
    browser = await openBrowser();
});
after(() => browser?.close());

/** The whole port, word by word; nothing else of the game differs but its comment at the top. */
const WORDS = [
    ["import * as Phaser from 'phaser';",
        "import { init, World } from 'mica2d';\nimport { MicaPlugin } from 'mica2d/adapters/phaser.js';\nimport * as Phaser from 'phaser';"],
    ["physics: { default: 'arcade', arcade: { gravity: { y: 300 } } },",
        "plugins: { scene: [{ key: 'mica', plugin: MicaPlugin, mapping: 'mica' }] },"],
    ['        drawTextures(this);',
        '        this.mica.use(new World(), { gravity: [0, 300] });\n        drawTextures(this);'],
    ['export function start() {', 'export async function start() {\n    await init();'],
    ['this.physics.', 'this.mica.'],
    ['setBounceY(', 'setBounce('],
    ['        this.lift.body.allowGravity = false;\n', ''],
];

test('Phaser: a game for Arcade is ported by the words of a table', () => {
    const read = (name) =>
        readFileSync(new URL(`stars-${name}.mjs`, import.meta.url), 'utf8').replace(/^(\/\/.*\n)+/,
            '');
    let ported = read('arcade');
    for (const [arcade, mica] of WORDS) {
        assert.ok(ported.includes(arcade), arcade);
        ported = ported.replaceAll(arcade, mica);
    }
    assert.equal(ported, read('mica'));
});

/** Runs on the page: plays a game by keys, its frames made one by one, and tells what happened. */
async function playGame(which) {
    document.querySelector('canvas')?.remove();
    const { start } = await import(`/tests/adapters/stars-${which}.mjs`);
    const game = await start();
    while (!game.scene.scenes[0]?.scoreText) {
        await new Promise((resolve) => {
            setTimeout(resolve, 20);
        });
    }
    game.loop.stop();
    globalThis.game = game;
    let time = performance.now();
    const [scene] = game.scene.scenes;
    const { player, cursors, bombs, log } = scene;
    const play = (frames, keys = {}, each = () => {}) => {
        for (const key of ['left', 'right', 'up']) cursors[key].isDown = Boolean(keys[key]);
        for (let i = 0; i < frames; ++i) {
            game.step(time += 1000 / 60, 1000 / 60);
            each();
        }
    };
    const seen = {};
    play(120);
    seen.standsAt = player.y;
    seen.down = [player.body.blocked.down, player.body.touching.down, player.body.onFloor()];
    play(60, { left: true });
    const at = [];
    play(30, { left: true }, () => at.push(player.x));
    seen.wallAt = [Math.min(...at), Math.max(...at)];
    seen.left = player.body.blocked.left;
    let top = player.y;
    play(70, { up: true }, () => top = Math.min(top, player.y));
    seen.jump = seen.standsAt - top;
    play(120);
    play(200, { right: true });
    seen.walked = player.x;
    seen.stars = log.stars;
    seen.score = scene.scoreText.text;
    // A bomb of the game's own, alone and watched until it has been at the floor and both edges.
    scene.gameOver = true;
    player.setVelocityX(0);
    player.disableBody(true, true);
    const speeds = [];
    const sides = new Set();
    bombs.getChildren().slice(0, 1).forEach((bomb) => bomb.setVelocity(200, 20));
    play(600, {}, () => {
        const [bomb] = bombs.getChildren();
        if (!bomb) return;
        speeds.push(Math.abs(bomb.body.velocity.x));
        for (const side of ['left', 'right', 'down']) if (bomb.body.blocked[side]) sides.add(side);
    });
    seen.bombSpeed = [Math.min(...speeds), Math.max(...speeds)];
    seen.bombSides = [...sides].sort();
    seen.starsAlive = scene.stars.countActive(true);
    // The player rides the lift without a key.
    bombs.clear(true, true);
    scene.gameOver = false;
    player.enableBody(true, scene.lift.x, scene.lift.y - 40, true, true);
    play(60);
    const [from, liftFrom] = [player.x, scene.lift.x];
    play(30);
    seen.rides = [player.x - from, scene.lift.x - liftFrom];
    return seen;
}

for (const which of ['arcade', 'mica']) {
    test(`Phaser: the game of stars is played with ${which}`, async () => {
        const { page, errors, close } = await browser.open('/blank');
        const seen = await page.evaluate(playGame, which);
        await keepScreenshot(page, `stars-${which}`);
        await page.evaluate(() => globalThis.game.destroy(true));
        await close();
        assert.deepEqual(errors, []);
        const said = JSON.stringify(seen);
        assert.ok(Math.abs(seen.standsAt - 512) < 0.1, said);
        assert.deepEqual(seen.down, [true, true, true]);
        assert.ok(seen.wallAt[0] > 15.8 && seen.wallAt[1] < 16.2 && seen.left, said);
        assert.ok(Math.abs(seen.jump - 180) < 4, said);
        assert.ok(seen.walked > 400, said);
        assert.ok(seen.stars >= 1 && seen.score === `Score: ${10 * seen.stars}`, said);
        assert.equal(seen.starsAlive, 12 - seen.stars);
        assert.ok(seen.bombSpeed[0] > 195 && seen.bombSpeed[1] < 205, said);
        assert.deepEqual(seen.bombSides, ['down', 'left', 'right']);
        assert.ok(Math.abs(seen.rides[0] - seen.rides[1]) < 0.5 && Math.abs(seen.rides[1]) > 15,
            said);
    });
}

/** Runs on the page: a tilemap layer of Phaser's own loader, a tween, groups emptied, a scene begun again. */
async function playTilemap() {
    const Phaser = await import('phaser');
    const { init, World } = await import('mica2d');
    const { MicaPlugin } = await import('mica2d/adapters/phaser.js');
    await init();
    document.querySelector('canvas').remove();
    const level = ['..........', '..........', '..........', '...##.....', '..........',
        '##########'];
    let scene;
    const game = new Phaser.Game({
        type: Phaser.CANVAS,
        width: 320,
        height: 192,
        banner: false,
        audio: { noAudio: true },
        plugins: { scene: [{ key: 'mica', plugin: MicaPlugin, mapping: 'mica' }] },
        scene: {
            create() {
                const pen = this.make.graphics({}, false);
                pen.fillStyle(0x3f8f86).fillRect(0, 0, 32, 32).fillStyle(0x77e3c4).fillRect(32, 0,
                    32, 32);
                if (!this.textures.exists('tiles')) pen.generateTexture('tiles', 64, 32);
                this.mica.use(new World(), { gravity: [0, 600], debugKey: 'D' });
                const map = this.make.tilemap({ tileWidth: 32, tileHeight: 32,
                    data: level.map((row) => [...row].map((cell) => cell === '#' ? 1 : -1)) });
                this.ground = map.createLayer(0, map.addTilesetImage('tiles', 'tiles', 32, 32), 0,
                    0);
                this.ground.setCollision(1);
                this.mica.add.tilemapLayer(this.ground);
                this.box = this.mica.add.existing(this.add.rectangle(112, 20, 16, 16, 0xffc56e));
                this.tiles = [];
                this.mica.add.collider(this.box, this.ground,
                    (_box, tile) => this.tiles.push(tile.index));
                this.drops = this.mica.add.group({ bounce: 0.3, collideWorldBounds: true });
                for (let i = 0; i < 5; ++i)
                    this.drops.create(20 + 60 * i, 10, 'tiles').setDisplaySize(8, 8);
                this.mica.add.collider(this.drops, this.ground);
                this.mica.add.collider(this.drops);
                scene = this;
            },
        },
    });
    const wait = async (holds) => {
        while (!holds()) {
            await new Promise((resolve) => {
                setTimeout(resolve, 10);
            });
        }
    };
    await wait(() => scene?.drops);
    game.loop.stop();
    globalThis.game = game;
    let time = performance.now();
    const play = (frames) => {
        for (let i = 0; i < frames; ++i) game.step(time += 1000 / 60, 1000 / 60);
    };
    play(90);
    const seen = { box: scene.box.y, tiles: [...new Set(scene.tiles)],
        drops: scene.drops.getChildren().map(({ y }) => Math.round(y)) };
    const tween = scene.tweens.add({ targets: scene.box, x: 16, duration: 100 }); // of the page's own time
    await wait(() => {
        play(1);
        return !tween.isPlaying();
    });
    play(30);
    seen.tweened = [scene.box.x, scene.box.y];
    scene.ground.removeTileAt(0, 5);
    scene.ground.body.refreshBody();
    scene.input.keyboard.emit('keydown-D');
    play(30);
    seen.fell = scene.box.y > 192;
    seen.debug = scene.mica.debug;
    const { counters } = scene.mica.world;
    seen.bodies = counters.bodies;
    scene.drops.clear(true, true);
    scene.box.destroy();
    play(1);
    seen.left = scene.mica.world.counters.bodies;
    const { world } = scene.mica;
    scene.drops = undefined;
    scene.scene.restart();
    play(3);
    await wait(() => scene.drops);
    play(10);
    seen.again = world.destroyed && scene.mica.world !== world
        && scene.mica.world.counters.bodies === seen.bodies;
    return seen;
}

test('Phaser: tilemap layers, tweens, groups and restarts', async () => {
    const { page, errors, close } = await browser.open('/blank');
    const seen = await page.evaluate(playTilemap);
    await keepScreenshot(page, 'phaser-tilemap');
    await page.evaluate(() => globalThis.game.destroy(true));
    await close();
    assert.deepEqual(errors, []);
    assert.ok(Math.abs(seen.box - 88) < 0.1, JSON.stringify(seen));
    assert.deepEqual(seen.tiles, [1]);
    assert.deepEqual(seen.drops, [156, 156, 92, 156, 156], JSON.stringify(seen));
    assert.ok(Math.abs(seen.tweened[0] - 16) < 0.1 && Math.abs(seen.tweened[1] - 152) < 0.2,
        JSON.stringify(seen));
    assert.deepEqual([seen.fell, seen.debug, seen.bodies, seen.left, seen.again], [true, true, 8, 2,
        true]);
});
