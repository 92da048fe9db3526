// The rules of the cave, played without its page: what the player's controller makes of keys, and how the player is
// drawn, frame by frame, on lifts, on the mill, and where it pushes crates.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { advanceGame, createGame } from '../../demo/cave/game.js';
import { readLevel } from '../../demo/cave/level.js';
import { restoreGame, saveGame } from '../../demo/cave/save.js';
import { Grab } from '../../demo/shared/grab.js';
import { near } from './helpers.mjs';

/** @param {string} name of a file of levels/ */
const file = (name) =>
    JSON.parse(readFileSync(new URL(`../../demo/cave/levels/${name}`, import.meta.url), 'utf8'));
const levels = await Promise.all(
    ['lanterns', 'water', 'veils'].map((name, i) =>
        readLevel(i, file(`${name}.tmj`), () => file('stone.tsj'))
    ),
);

/** Particles that nobody sees. */
const particles = /** @type {any} */ (new Proxy({}, { get: () => () => {} }));

/** @typedef {{ x: number, y: number, vx: number, vy: number, grounded: boolean }} Frame as it is drawn, m and m/s */

/** A new game whose ghosts are far away, the keys of its player, and frames of it. @param {number} [hertz] @param {number} [level] */
function makeGame(hertz = 60, level = 0) {
    const game = createGame(particles, levels[level]);
    game.minds.peace = true;
    game.safe = Infinity;
    game.scene.ghosts.forEach(({ body }, i) => body.setTransform(60 + i, 22));
    const keys = {
        run: 0,
        climb: 0,
        jumpHeld: false,
        upHeld: false,
        presses: 0,
        takeJump() {
            const pressed = keys.presses > 0;
            keys.presses = 0;
            return pressed;
        },
    };
    /** @param {number} slot @returns {[x: number, y: number]} */
    const pose = (slot) => [game.scene.world.poses[4 * slot], game.scene.world.poses[4 * slot + 1]];
    /** @param {number} count @returns {Frame[]} */
    const frames = (count) =>
        Array.from({ length: count }, () => {
            const [x, y] = pose(game.scene.player.slot);
            advanceGame(game, 1 / hertz, keys);
            const [a, b] = pose(game.scene.player.slot);
            return { x: a, y: b, vx: (a - x) * hertz, vy: (b - y) * hertz,
                grounded: game.hero.mover.grounded };
        });
    /** @param {number} x @param {number} y */
    const put = (x, y) => {
        game.hero.mover.body.setTransform(x, y);
        game.hero.mover.setVelocity(0, 0);
        game.hero.reset();
    };
    return { game, keys, pose, frames, put };
}

/** The highest point of frames. @param {Frame[]} frames */
const top = (frames) => Math.max(...frames.map(({ y }) => y));

test('the player runs at 6.6 m/s, jumps 3.3 m high, and a short press is a short jump', () => {
    const { game, keys, frames } = makeGame();
    frames(30);
    const floor = game.hero.mover.y;
    Object.assign(keys, { jumpHeld: true, presses: 1 });
    near(top(frames(80)) - floor, 3.3, 0.02);
    assert.equal(game.hero.mover.grounded, true, 'a key that is held jumps once');
    // Let go and pressed again between two steps.
    Object.assign(keys, { jumpHeld: false, presses: 1 });
    near(top(frames(60)) - floor, 0.76, 0.05);
    keys.run = 1;
    const run = frames(20).map(({ vx }) => vx);
    assert.ok(run.findIndex((vx) => vx > 6.59) < 9);
    for (const vx of run.slice(9)) near(vx, 6.6, 0.01);
    game.scene.world.destroy();
});

for (const hertz of [30, 60, 144]) {
    test(`lifts carry the player to the tenth of a millimetre a frame, at ${hertz} frames a second`, () => {
        for (const i of [0, 1]) {
            const { game, frames, pose, put } = makeGame(hertz);
            const lift = game.scene.lifts[i];
            put(lift.body.x, lift.body.y + 0.8);
            frames(hertz / 2);
            let last = /** @type {[number, number] | null} */ (null);
            for (let n = 0; n < 14 * hertz; ++n) {
                const [{ x, y, grounded }] = frames(1);
                const [lx, ly] = pose(lift.slot);
                assert.ok(grounded);
                if (last)
                    near(Math.hypot(x - lx - last[0], y - ly - last[1]), 0, 1e-4, `frame ${n}`);
                last = [x - lx, y - ly];
            }
            game.scene.world.destroy();
        }
    });
}

test('a jump from a lift that rises has its speed', () => {
    const { game, frames, keys, put } = makeGame();
    const [{ body }] = game.scene.lifts;
    put(body.x, body.y + 0.8);
    frames(120);
    const { vy } = body;
    assert.ok(vy > 2, `${vy} m/s`);
    const from = game.hero.mover.y;
    Object.assign(keys, { jumpHeld: true, presses: 1 });
    assert.ok(top(frames(60)) - from > 3.3 + 0.4 * vy);
    game.scene.world.destroy();
});

test('a crate is pushed ever faster, without springing back', () => {
    const { game, frames, keys } = makeGame();
    frames(60);
    const crate = game.scene.loose.find(({ body }) => Math.abs(body.x - 11.5) < 0.6 && body.y < 6);
    assert.ok(crate);
    keys.run = 1;
    const from = crate.body.x;
    let last = 0;
    let pushing = 0;
    for (let i = 0; i < 90 && crate.body.x < from + 0.8; ++i) {
        const [{ vx }] = frames(1);
        if (crate.body.x - from < 0.02) continue;
        assert.ok(vx > last - 0.5, `${last} to ${vx} m/s`);
        last = vx;
        ++pushing;
    }
    assert.ok(pushing > 5 && last > 3, `${pushing} frames, ${last} m/s`);
    game.scene.world.destroy();
});

test('the player slides off the arms of the mill smoothly', () => {
    const { game, frames, put } = makeGame();
    const mill = game.scene.things.find((thing) => thing?.kind === 'mill');
    assert.ok(mill);
    put(mill.body.x + 0.8, mill.body.y + 3.6);
    const ride = frames(315).slice(30);
    let flips = 0;
    let landed = 0;
    ride.forEach(({ vx, vy, grounded }, i) => {
        if (i === 0) return;
        flips += Number(grounded !== ride[i - 1].grounded);
        if (grounded && !ride[i - 1].grounded) landed = i;
        // But for a landing, which takes some frames, each is about as fast as the last one.
        if (i > landed + 3)
            near(Math.hypot(vx - ride[i - 1].vx, vy - ride[i - 1].vy), 0, 1, `frame ${i}`);
    });
    assert.ok(flips <= 3, `${flips} changes of ground`);
    game.scene.world.destroy();
});

test('solid ghosts push the player', () => {
    const { game, frames } = makeGame();
    game.scene.world.layers.set('player', 'ghost', 'solid');
    game.minds.peace = false;
    frames(30);
    const [{ body }] = game.scene.ghosts;
    const { x, y } = game.hero.mover;
    body.setTransform(x - 1.2, y);
    const pushed = frames(120);
    assert.ok(pushed[119].x > x + 0.3);
    for (const { vx } of pushed) assert.ok(vx > -0.05 && vx < 4, `${vx} m/s`);
    game.scene.world.destroy();
});

test('the controller goes back with the world', () => {
    const { game, frames, keys } = makeGame();
    frames(20);
    Object.assign(keys, { run: 1, jumpHeld: true, presses: 1 });
    frames(10);
    const [bytes, save] = [game.scene.world.snapshot(), JSON.parse(JSON.stringify(saveGame(game)))];
    frames(60);
    const hash = game.scene.world.hash();
    keys.jumpHeld = false;
    frames(30);
    game.scene.world.restore(bytes);
    restoreGame(game, save);
    keys.jumpHeld = true;
    frames(60);
    assert.equal(game.scene.world.hash(), hash);
    game.scene.world.destroy();
});

test('the pointer leads the player, past no wall, and lets it fall', () => {
    const { game, frames } = makeGame();
    frames(30);
    const { mover } = game.hero;
    const grab = new Grab();
    const floor = mover.y;
    grab.grab(mover.body, mover.x, mover.y);
    assert.equal(grab.body, mover.body);
    game.beforeStep = () => grab.pull(5.5, 7.5);
    frames(60);
    near(mover.x, 5.5, 0.05);
    near(mover.y, 7.5, 0.05);
    game.beforeStep = () => grab.pull(5.5, -20);
    frames(60);
    near(mover.y, floor, 0.05);
    game.beforeStep = () => grab.pull(5.5, 7.5);
    frames(60);
    grab.release();
    assert.deepEqual([grab.body, mover.floating], [null, false]);
    frames(60);
    near(mover.y, floor, 0.05);
    game.scene.world.destroy();
});

test('two minutes of play by chance: no leaps among crates, balls, lifts and mills', () => {
    const { game, frames, keys, put } = makeGame();
    let seed = 35 * 7919;
    const chance = () => (seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648;
    let [air, flickers] = [0, 0];
    for (const [x, y] of [[5.5, 4.6], [28, 4.7], [24, 4.7], [45.3, 14], [50, 6], [63, 18], [40, 8],
        [33, 11], [59.5, 10.7]])
    {
        put(x, y);
        frames(30);
        let [last, before] = frames(2);
        for (let turn = 0; turn < 12; ++turn) {
            keys.run = Math.floor(chance() * 3) - 1;
            keys.jumpHeld = chance() < 0.5;
            keys.presses = Number(keys.jumpHeld);
            for (const frame of frames(20 + Math.floor(chance() * 60))) {
                assert.ok(Math.hypot(frame.vx, frame.vy) < 24,
                    `${frame.vx}, ${frame.vy} m/s at ${frame.x}, ${frame.y}`);
                air += Number(!frame.grounded);
                flickers += Number(
                    frame.grounded === before.grounded && frame.grounded !== last.grounded,
                );
                [before, last] = [last, frame];
            }
        }
    }
    assert.ok(air > 500, `${air} frames in the air`);
    assert.ok(flickers < 30, `${flickers} flickers of ground`);
    game.scene.world.destroy();
});

test('each map has its places, and the layers that it shows', () => {
    for (const [i, level] of levels.entries()) {
        const { game } = makeGame(60, i);
        const { exit, lanterns, ghosts, things, world } = game.scene;
        assert.ok(exit.properties.lanterns <= lanterns.length && ghosts.length > 1);
        assert.equal(world.bodies.length, things.filter(Boolean).length, 'each body is a thing');
        assert.ok(level.shownLayers.every((name) => world.layers.names.includes(name)), level.id);
        const { x, y } = level.spawn;
        assert.equal(level.tiles[Math.floor(y - 1) * level.width + Math.floor(x)], 1,
            'the player begins on stone');
        world.destroy();
    }
});

test('an up key climbs a ladder and jumps elsewhere, crates float, the player sinks and swims', () => {
    const { game, frames, keys, put } = makeGame(60, 1);
    frames(240);
    for (const { body } of game.scene.loose.filter((thing) => thing.homeX > 21 && thing.homeX < 34))
        near(body.y, 6.7, 0.35, `crate at ${body.x}`);
    put(37.5, 7.6);
    frames(20);
    keys.upHeld = true;
    frames(30);
    assert.equal(game.hero.mode, 'ladder');
    near(game.hero.mover.y, 9.7, 0.5);
    Object.assign(keys, { upHeld: false, jumpHeld: true, presses: 1 });
    assert.ok(top(frames(40)) > 12.5, 'the jump key jumps off');
    keys.jumpHeld = false;
    put(6, 4.6);
    frames(20);
    Object.assign(keys, { upHeld: true, presses: 1 });
    near(top(frames(60)), 4.58 + 3.3, 0.05);
    keys.upHeld = false;
    put(33.2, 6);
    frames(180);
    assert.equal(game.hero.mode, 'water');
    near(game.hero.mover.y, 2.58, 0.05);
    Object.assign(keys, { jumpHeld: true, presses: 1 });
    assert.ok(top(frames(90)) > 5.5);
    game.scene.world.destroy();
});

test('a prism changes the table of layers, veils hold ghosts, and a save keeps both', () => {
    const { game, frames, put } = makeGame(60, 2);
    const { ghosts, loose, world } = game.scene;
    const [held] = ghosts;
    held.body.setTransform(8, 15);
    frames(5);
    held.body.setVelocity(12, 0);
    frames(20);
    assert.ok(held.body.x < 10, `the topaz veil holds it: ${held.body.x}`);
    world.layers.set('ghost', 'topaz', 'ignore');
    held.body.setTransform(8, 15);
    for (let i = 0; i < 20; ++i) {
        held.body.setVelocity(12, 0);
        frames(1);
    }
    assert.ok(held.body.x > 11, `it passes: ${held.body.x}`);
    put(7, 4.9);
    frames(5);
    assert.deepEqual(['topaz', 'azure'].map((name) => world.layers.response('player', name)), [
        'ignore',
        'solid',
    ]);
    const [bytes, save] = [world.snapshot(), saveGame(game)];
    const high = loose[0].body.y;
    put(42.6, 12.9);
    frames(120);
    assert.equal(world.layers.response('crate', 'azure'), 'ignore');
    assert.ok(loose.every(({ body }) => body.y < high - 4), 'the crates fall');
    world.restore(bytes);
    restoreGame(game, save);
    assert.equal(world.layers.response('crate', 'azure'), 'solid');
    near(loose[0].body.y, high, 0.01);
    world.destroy();
});

test('the light of a burning lantern hides the player from ghosts', () => {
    const { game, frames, put } = makeGame(60, 1);
    const [lantern] = game.scene.lanterns;
    game.minds.peace = false;
    const [{ body }] = game.scene.ghosts;
    const seen = () => {
        put(lantern.homeX, lantern.homeY - 0.2);
        body.setTransform(lantern.homeX + 6, lantern.homeY);
        frames(5);
        return game.minds.hunting[0] === 1;
    };
    put(3, 5);
    lantern.lit = true;
    assert.equal(seen(), false);
    lantern.lit = false;
    game.lit = -1;
    game.caughtTimer = 0;
    lantern.body.setTransform(0, 0);
    assert.equal(seen(), true);
    game.scene.world.destroy();
});
