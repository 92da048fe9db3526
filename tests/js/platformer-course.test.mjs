// The demo's course for the controller, played by inputs without a page: whoever opens it can get everywhere.
import assert from 'node:assert/strict';
import test from 'node:test';
import { createCourse, createHero, driveLifts } from '../../demo/platformer/course.js';
import { FEELS } from '../../demo/platformer/feels.js';
import { HOLD, createGame, countCoins, restoreGame, saveGame } from '../../demo/platformer/game.js';
import { BLOCKS, COINS, HALL, HUNG, LAMPS, SPRINGS, cellAt } from '../../demo/platformer/level.js';
import { PLATFORMER_NUMBERS } from '../../js/platformer.js';
import './helpers.mjs';

/** @import { PlatformerInput } from '../../js/platformer.js' */

/** A course, and playing it from a place. */
function open() {
    const course = createCourse();
    const hero = createHero(course, {});
    const { world, mover } = course;
    /** @type {PlatformerInput} */
    let held = {};
    world.on('beforeStep', () => {
        driveLifts(course);
        hero.update(held);
    });
    world.on('triggerEnter', { layers: ['hero', 'spring'] }, () => hero.launch(SPRINGS[0].jump));
    return {
        course,
        hero,
        world,
        mover,
        /** @param {number} x @param {number} y */
        put(x, y) {
            mover.body.setTransform(x, y);
            mover.setVelocity(0, 0);
            hero.reset();
        },
        /** @param {number} steps @param {PlatformerInput} [input] @param {() => void} [after] */
        go(steps, input = {}, after) {
            held = input;
            for (let i = 0; i < steps; ++i) {
                world.step();
                after?.();
            }
        },
    };
}

test('it runs over the hill and up the stairs at its speed, and pushes the crates down', () => {
    const { course, go, mover, world } = open();
    go(60, { x: 1 });
    go(140, { x: 1 }, () => {
        if (mover.x > 15.4) return;
        const speed = Math.hypot(mover.body.vx, mover.body.vy);
        assert.ok(Math.abs(speed - 7) < 0.07, `${speed} m/s at ${mover.x}`);
    });
    go(200, { x: 1 });
    assert.ok(mover.x > 19 && course.crates[0].x > 22,
        `${mover.x}, crate at ${course.crates[0].x}`);
    assert.equal(mover.crushed, false);
    world.destroy();
});

test('the ledges are jumped up one by one, and dropped through', () => {
    const { go, mover, put, world } = open();
    put(25.5, 4.65);
    go(10);
    for (const top of [6, 8, 10]) {
        go(50, { jump: true });
        assert.ok(Math.abs(mover.y - top - 0.6) < 0.02, `${mover.y}, not on the ledge at ${top} m`);
        go(1);
    }
    go(50, { y: -1, jump: true });
    assert.ok(Math.abs(mover.y - 8.6) < 0.02, `${mover.y}`);
    world.destroy();
});

test('the pool is swum through and left, and the lift over it ridden', () => {
    const { course, go, hero, mover, put, world } = open();
    put(28.5, 4.65);
    go(60, { x: 1 });
    assert.equal(hero.mode, 'water');
    go(120);
    for (let i = 0; i < 20 && mover.x < 36.2; ++i) {
        go(12, { x: 1, jump: true });
        go(12, { x: 1 });
    }
    assert.ok(mover.x > 36.2 && mover.y > 4.5, `out of the pool: ${mover.x}, ${mover.y}`);
    put(course.lifts[0].x, 6.4);
    let [least, most, on] = [99, 0, 0];
    go(400, {}, () => {
        if (!mover.grounded) return;
        ++on;
        least = Math.min(least, mover.x);
        most = Math.max(most, mover.x);
    });
    assert.ok(on > 380 && most - least > 3,
        `${on} steps on the lift, which took it ${most - least} m`);
    world.destroy();
});

test('the ladder leads up the cliff, the bridge carries, the lift goes up from below it', () => {
    const { course, go, mover, put, world } = open();
    put(37.5, 4.65);
    go(150, { y: 1 });
    assert.ok(mover.grounded && Math.abs(mover.y - 10.6) < 0.02, `${mover.y}`);
    put(45, 10.65);
    go(5);
    let lowest = 99;
    go(36, { x: 1 }, () => {
        lowest = Math.min(lowest, mover.y);
    });
    assert.ok(mover.grounded && mover.x > 48 && lowest > 10.2 && lowest < 10.58,
        `${mover.x}, ${lowest}`);
    put(51.1, 4.95);
    let highest = 0;
    go(400, {}, () => {
        highest = Math.max(highest, mover.y);
    });
    assert.ok(Math.abs(highest - 10.6) < 0.02, `${highest}`);
    assert.ok(course.planks.every(({ y }) => y > 9 && y < 10.5));
    world.destroy();
});

test('through the tunnel and up the shaft by jumps from wall to wall; the spring throws as high as it says', () => {
    const { go, hero, mover, put, world } = open();
    put(52.6, 10.65);
    go(45, { x: 1 });
    assert.ok(mover.x > 57, `${mover.x}`);
    put(58.5, 4.65);
    go(5);
    let [x, jump] = [1, true];
    for (let i = 0; i < 400 && mover.y < 14.5; ++i) {
        go(1, { x, jump });
        jump = !jump || hero.mode !== 'wall';
        if (hero.justWallJumped) x = hero.facing;
    }
    assert.ok(mover.y >= 14.5, `${mover.y}`);
    put(SPRINGS[0].x, 6);
    let [from, top] = [0, 0];
    go(90, {}, () => {
        if (hero.justJumped) from = mover.y - mover.body.vy / 60;
        top = Math.max(top, mover.y);
    });
    assert.ok(Math.abs(top - from - SPRINGS[0].jump) < 0.1, `${top - from}`);
    world.destroy();
});

test('coins are where a hero fits, and feels are numbers of the table', () => {
    const { course, mover, put, world } = open();
    for (const [x, y] of COINS) {
        put(x, y);
        world.step();
        assert.ok(Math.hypot(mover.x - x, mover.y - y) < 0.5 && !mover.crushed, `${x}, ${y}`);
    }
    assert.equal(course.coins.length, COINS.length);
    for (const feel of Object.values(FEELS)) {
        for (const [name, value] of Object.entries(feel)) {
            const { least, most } =
                PLATFORMER_NUMBERS[/** @type {keyof typeof PLATFORMER_NUMBERS} */ (name)];
            assert.ok(value >= least && value <= most, name);
        }
    }
    world.destroy();
});

test('by chance it gets everywhere without a leap, and never into a wall', () => {
    for (const [seed, numbers] of Object.values(FEELS).entries()) {
        const { go, hero, mover, put, world } = open();
        Object.assign(hero.numbers, numbers);
        let state = 7 + seed;
        const random = () => (state = (state * 1664525 + 1013904223) >>> 0) / 2 ** 32;
        let [x, y, crushed] = [mover.x, mover.y, 0];
        // The fastest are a dash and a fall, and what is pushed out of a lift.
        const most = Math.max(24, hero.numbers.maxFallSpeed) / 60 + 0.12;
        for (let i = 0; i < 400; ++i) {
            if (i % 50 === 49) {
                const [coinX, coinY] = COINS[Math.floor(random() * COINS.length)];
                put(coinX, coinY);
                [x, y] = [mover.x, mover.y];
            }
            const input = { x: Math.floor(3 * random()) - 1, y: Math.floor(3 * random()) - 1,
                jump: random() < 0.5, dash: random() < 0.15 };
            go(8, input, () => {
                crushed = mover.crushed ? 30 : crushed - 1;
                const moved = Math.hypot(mover.x - x, mover.y - y);
                assert.ok(moved < most || crushed > 0,
                    `${moved} m in a step at ${mover.x}, ${mover.y}`);
                assert.notEqual(cellAt(Math.floor(mover.x), Math.floor(mover.y)), '#',
                    `in a wall at ${mover.x}, ${mover.y}`);
                [x, y] = [mover.x, mover.y];
            });
        }
        world.destroy();
    }
});

/** A game, and playing it from a place. */
function openGame() {
    /** @type {PlatformerInput} */
    let held = {};
    /** @type {string[]} */
    const told = [];
    const game = createGame({}, () => held, (what) => told.push(what));
    return {
        game,
        told,
        /** @param {number} x @param {number} y */
        put(x, y) {
            game.mover.body.setTransform(x, y);
            game.mover.setVelocity(0, 0);
            game.hero.reset();
        },
        /** @param {number} steps @param {PlatformerInput} [input] @param {() => void} [after] */
        go(steps, input = {}, after) {
            held = input;
            for (let i = 0; i < steps; ++i) {
                game.world.step();
                after?.();
            }
        },
    };
}

test('every spring throws as high as it says, every lamp lights, and the lava burns', () => {
    const { game, go, put, told } = openGame();
    for (const [i, { x, y, jump }] of SPRINGS.entries()) {
        put(x, y + 1.5);
        let [from, top] = [99, 0];
        go(75, {}, () => {
            from = Math.min(from, game.mover.y);
            top = Math.max(top, game.mover.y);
        });
        assert.ok(game.state.sprung[i] < 1.2 && Math.abs(top - from - jump) < 0.35,
            `spring ${i}: ${top - from}`);
    }
    for (const [i, [x, y]] of LAMPS.entries()) {
        put(x, y + 0.7);
        go(3);
        assert.equal(game.state.lamp, i);
    }
    put(80.2, 6);
    go(60);
    assert.ok(told.includes('burnt') && game.state.hearts === 2, told.join());
    assert.ok(Math.abs(game.mover.x - LAMPS[4][0]) < 0.1, 'starts again at the last lamp');
    put(80.2, 6);
    go(60);
    const { time } = game.state;
    put(80.2, 6);
    go(60);
    assert.ok(game.state.hearts === 3 && game.state.time - time >= 15, 'the last heart costs time');
    game.world.destroy();
});

test('a block carries for a moment, falls with whoever waits, and comes back', () => {
    const { game, go, put } = openGame();
    const [x, y] = BLOCKS[1];
    put(x, y + 0.9);
    let stood = 0;
    go(100, {}, () => {
        stood += Number(game.mover.groundBody === game.blocks[1] && game.state.blocks[1] < HOLD);
    });
    assert.ok(stood > 38 && stood < 46, `${stood} steps`);
    assert.ok(game.state.hearts < 3, 'it falls into the lava');
    assert.equal(game.blocks[1].type, 'dynamic');
    go(180);
    assert.deepEqual([game.blocks[1].type, game.blocks[1].x, Math.abs(game.blocks[1].y - y) < 1e-6],
        ['static', Math.fround(x), true]);
    game.world.destroy();
});

test('the boss walks to the hero, loses joints with each hit, and opens the gate; a state of the game plays on alike', () => {
    const { game, go, put, told } = openGame();
    const { boss, mover, state } = game;
    put(HALL.x0 + 3, 4.65);
    state.safe = 1e3;
    go(60);
    const from = boss.shell.x;
    go(120);
    assert.ok(boss.shell.x < from - 2, `${from} to ${boss.shell.x}`);
    const joints = () =>
        [...boss.legs.map(({ joint }) => joint), boss.shoulder].filter(({ alive }) => alive).length;
    const left = [];
    for (let hits = 1; hits <= 4; ++hits) {
        put(boss.shell.x, boss.shell.y + 3);
        for (let i = 0; i < 80 && game.state.boss.hits < hits; ++i)
            go(1, { x: Math.sign(boss.shell.x - mover.x) });
        assert.equal(game.state.boss.hits, hits);
        left.push(joints());
        go(200);
    }
    assert.deepEqual(left, [4, 3, 1, 0]);
    assert.ok(told.includes('beaten') && boss.shell.y < 5, `${boss.shell.y}`);
    assert.ok(game.gates[1].y > 8, 'the gate is open');
    put(126, 4.65);
    const [saved, snapshot] = [saveGame(game), game.world.snapshot()];
    const coins = countCoins(game.state);
    const end = () => {
        go(180, { x: 1 });
        return [game.world.hash(), game.state.won, countCoins(game.state) - coins];
    };
    const first = end();
    assert.deepEqual(first.slice(1), [1, 3]);
    game.world.restore(snapshot);
    restoreGame(game, saved);
    assert.deepEqual(end(), first);
    game.world.destroy();
});

test("the boss's legs hurt, its gate keeps the hero in, and who stands on the hung crate tears its rope", () => {
    const { game, go, put, told } = openGame();
    game.state.lamp = 4;
    put(HUNG.x, HUNG.y + 1.2);
    go(90);
    assert.ok(told.includes('rope') && game.crates[4].y < 7,
        `${told.join()}, crate at ${game.crates[4].y}`);
    put(HALL.x0 + 3, 4.65);
    go(30);
    assert.ok(Math.abs(game.gates[0].y - 5.5) < 0.01, 'shut');
    for (let i = 0; i < 600 && !told.includes('hurt'); ++i) go(1);
    assert.ok(told.includes('hurt'));
    game.world.destroy();
});
