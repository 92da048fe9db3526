// The game of the pinball page without a browser: minutes of play by its bot in which no ball sticks and none leaves the table, three balls
// at once, flippers that move in the step of a press and by whose timing a ball is aimed, and runs that repeat to the bit.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Bot } from '../../demo/pinball/bot.js';
import { PLAYS } from '../../demo/pinball/balls.js';
import { Game, LEFT, PULL, RIGHT } from '../../demo/pinball/game.js';
import { STEP } from '../../demo/pinball/parts.js';
import { FLIPPER } from '../../demo/pinball/table.js';
import { playGames } from './pinball-watch.mjs';

/** @param {Game} game @param {number} steps @param {number} [input] */
function play(game, steps, input = 0) {
    for (let i = 0; i < steps; ++i) {
        game.step([input]);
        game.world.advance(STEP);
    }
}

/** Puts the first ball into play. @param {Game} game @param {number} x @param {number} y */
function put(game, x, y) {
    play(game, 2);
    game.state.balls[0].mode = PLAYS;
    const ball = game.balls.body(0);
    ball.setTransform(x, y, 0);
    ball.setVelocity(0, 0);
    return ball;
}

test('ten minutes of play by a bot: no ball sticks, none leaves the table; balls last as long as they should', () => {
    const { faults, balls, counts } = playGames({ seed: 1, seconds: 600 });
    assert.deepEqual(faults, []);
    const middle = balls.toSorted((a, b) => a - b)[balls.length >> 1];
    assert.ok(middle > 15 && middle < 60, `half of the balls last longer than ${middle} s`);
    for (const what of ['bumper', 'sling', 'target', 'bank', 'lane', 'low', 'spinner', 'ramp',
        'saved']) assert.ok(counts[what] > 0, `${what}: ${JSON.stringify(counts)}`);
});

test('a bot locks two balls, plays three at once, and wins jackpots', () => {
    const { counts, most, faults } = playGames({ seed: 100, seconds: 2400, skill: 0.8 });
    assert.deepEqual([faults, most], [[], 3]);
    assert.ok(counts.lock > 1 && counts.storm > 0 && counts.jackpot > 0, JSON.stringify(counts));
});

test('a flipper moves in the step of its press, and is up within 60 ms', () => {
    const game = new Game({ seed: 1 });
    play(game, 10);
    const [left, right] = game.slots.flippers.map((slot) => game.world.bodyAt(slot));
    play(game, 1, LEFT | RIGHT);
    assert.ok(left.angle > FLIPPER.rest + 0.01 && right.angle < -FLIPPER.rest - 0.01);
    play(game, Math.round(0.06 / STEP), LEFT | RIGHT);
    assert.ok(Math.abs(left.angle - FLIPPER.up) < 1e-3 && Math.abs(right.angle + FLIPPER.up) < 1e-3,
        `${left.angle}, ${right.angle}`);
});

test('a ball rests on a raised flipper; when it is let roll, timing aims it', () => {
    /** @type {Map<string, number[]>} */
    const reached = new Map();
    for (let wait = 120; wait < 220; wait += 2) {
        const game = new Game({ seed: 1 });
        const ball = put(game, -1.6, 2.2);
        play(game, 480, LEFT);
        assert.ok(Math.hypot(ball.vx, ball.vy) < 0.02, `it rests: ${ball.velocity}`);
        game.tell = ({ what, which }) => {
            const name = `${what} ${which}`;
            reached.set(name, [...reached.get(name) ?? [], wait]);
        };
        play(game, wait);
        play(game, 40, LEFT);
        play(game, 240);
    }
    for (const name of ['target 0', 'target 1', 'target 2', 'mouth 1', 'ramp 1'])
        assert.ok(reached.has(name), `${name}: ${[...reached.keys()]}`);
    assert.ok(
        /** @type {number[]} */ (reached.get('target 0'))[0]
            < /** @type {number[]} */ (reached.get('mouth 1'))[0],
        'later is farther to the right',
    );
});

test('a ball changes its layer at a ramp’s mouth, passes over the orbit, and comes down in the inlane', () => {
    const game = new Game({ seed: 1 });
    const ball = put(game, -1.3, 4);
    ball.setVelocity(0, 16);
    const layers = new Set();
    /** @type {string[]} */
    const told = [];
    game.tell = ({ what }) => told.push(what);
    for (let i = 0; i < 600 && !told.includes('ramp'); ++i) {
        play(game, 1);
        layers.add(ball.colliders[0].layer);
    }
    assert.deepEqual([...layers], ['ball', 'high']);
    play(game, 240);
    assert.deepEqual([told.includes('ramp'), told.includes('low'), told.includes('spinner')], [
        true,
        true,
        false,
    ]);
});

test('a weak ball rolls back out of a ramp, and is of the field again', () => {
    const game = new Game({ seed: 1 });
    const ball = put(game, -1.3, 4);
    ball.setVelocity(0, 6);
    play(game, 60);
    assert.equal(ball.colliders[0].layer, 'high');
    play(game, 200);
    assert.equal(ball.colliders[0].layer, 'ball');
    assert.equal(ball.gravityScale, 1);
});

test('a lost ball comes back in the first seconds; too many nudges are a tilt', () => {
    const game = new Game({ seed: 1 });
    play(game, 240);
    play(game, 200, PULL);
    play(game, 480);
    assert.ok(game.state.rules.save > 0);
    game.balls.body(0).setTransform(0, 0.3, 0);
    play(game, 480);
    assert.deepEqual([game.state.rules.ball, game.balls.count(PLAYS)], [1, 1], 'saved');
    const { x } = game.balls.body(0);
    for (let i = 0; i < 4; ++i) {
        play(game, 2, 16);
        play(game, 80);
    }
    assert.ok(game.balls.body(0).x !== x);
    assert.equal(game.state.tilted, true);
    play(game, 20, LEFT);
    assert.ok(Math.abs(game.world.bodyAt(game.slots.flippers[0]).angle - FLIPPER.rest) < 1e-3,
        'the flippers rest');
});

test('the same inputs give the same score and bits', () => {
    const [one, other] = [1, 2].map(() => {
        const game = new Game({ seed: 7 });
        const bot = new Bot(7);
        for (let i = 0; i < 60 / STEP; ++i) {
            game.step(bot.read(game));
            game.world.advance(STEP);
        }
        return [game.state.rules.score, game.world.hash(), JSON.stringify(game.state)];
    });
    assert.deepEqual(one, other);
});
