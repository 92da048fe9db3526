// 'mica2d/rollback' over a network that is late, loses, repeats and reorders: all machines end with the same
// states, differences are found, and a machine whose peers are silent waits for them.
import assert from 'node:assert/strict';
import test from 'node:test';
import { World } from '../../js/index.js';
import { keepHistory } from '../../js/history.js';
import { Replay, startRecording, stopRecording } from '../../js/recording.js';
import { Rollback } from '../../js/rollback.js';
import { Network, makeGame, makeMachine, makePlayer, makeRandom } from './rollback-link.mjs';
import './helpers.mjs';
import { part } from '../sample.mjs';

/** Compares the machines' states before every frame that is confirmed on all. @param {ReturnType<typeof makeGame>} game */
function compareAll({ machines }) {
    const last = Math.min(...machines.map(({ rollback }) => rollback.confirmed));
    for (let frame = 0; frame <= last; ++frame) {
        for (const { hashes } of machines)
            assert.equal(hashes[frame], machines[0].hashes[frame], `frame ${frame}`);
    }
    for (const { rollback } of machines) assert.equal(rollback.desync, null);
    return last;
}

/** @param {ReturnType<typeof makeGame>} game @param {number} frames */
function playUntil(game, frames) {
    for (let tick = 0; game.machines.some(({ rollback }) => rollback.confirmed < frames); ++tick) {
        assert.ok(tick < 3 * frames + 1000, `${
            game.machines.map(({ rollback }) => rollback.confirmed)
        } of ${frames} frames`);
        game.tick();
    }
}

const links = [
    { name: 'a good line', latency: 1, jitter: 0, loss: 0, copies: 0 },
    { name: 'a slow one', latency: 5, jitter: 1, loss: 0, copies: 0 },
    { name: 'reordering and copies', latency: 1, jitter: 7, loss: 0.02, copies: 0.2 },
    { name: 'a fifth is lost', latency: 3, jitter: 4, loss: 0.2, copies: 0.05 },
    { name: 'half is lost', latency: 2, jitter: 6, loss: 0.5, copies: 0.1 },
];

links.forEach(({ name, ...line }, i) => {
    test(`two machines agree for thousands of frames: ${name}`, () => {
        const frames = part(3000, 3);
        const game = makeGame(2, 10 + i);
        Object.assign(game.network, line);
        playUntil(game, frames);
        assert.ok(compareAll(game) >= frames);
        const [a, b] = game.machines;
        assert.equal(
            a.rollback.stats.rollbacks > part(100, 3) && b.rollback.stats.rollbacks > part(100, 3),
            line.latency > 1 || line.jitter > 0,
            `${a.rollback.stats.rollbacks} rollbacks`,
        );
        assert.ok(a.rollback.stats.resimulated <= 10 * a.rollback.stats.rollbacks);
        assert.ok(a.score > 5, `score ${a.score}`);
        game.destroy();
    });
});

for (const players of [3, 4]) {
    test(`${players} machines agree`, () => {
        const game = makeGame(players, players, { hashEvery: 5 });
        Object.assign(game.network, { latency: 2, jitter: 3, loss: 0.1 });
        playUntil(game, 1000);
        assert.ok(compareAll(game) >= 1000);
        game.destroy();
    });
}

test('two players at one machine, one at another, each with an input delay of its own', () => {
    const network = new Network(77);
    Object.assign(network, { latency: 2, jitter: 2, loss: 0.1 });
    const send = (message, to) => network.send(message, to);
    const machines = [
        makeMachine({ players: 3, local: [0, 1], emptyInput: null, inputDelay: 0, send }),
        makeMachine({ players: 3, local: 2, emptyInput: null, inputDelay: 4, send }),
    ];
    const inputs = [1, 2, 3].map((seed) => makePlayer(makeRandom(seed)));
    for (let tick = 0; tick < 1200; ++tick) {
        network.tick((to, message) => machines[to === 2 ? 1 : 0].rollback.receive(message));
        machines[0].rollback.addLocalInput(inputs[0](), 0);
        machines[0].rollback.addLocalInput(inputs[1](), 1);
        machines[1].rollback.addLocalInput(inputs[2]());
        for (const { rollback } of machines) rollback.advance();
    }
    const last = Math.min(...machines.map(({ rollback }) => rollback.confirmed));
    assert.ok(last > 1000, `${last} frames`);
    assert.deepEqual(machines[0].hashes.slice(0, last + 1), machines[1].hashes.slice(0, last + 1));
    assert.deepEqual(machines.map(({ rollback }) => rollback.desync), [null, null]);
    for (const { world } of machines) world.destroy();
});

test('lockstep: without prediction no frame is played twice', () => {
    const game = makeGame(2, 5, { maxPrediction: 0, inputDelay: 3 });
    Object.assign(game.network, { latency: 2, jitter: 3, loss: 0.1 });
    playUntil(game, 500);
    compareAll(game);
    for (const { rollback } of game.machines)
        assert.deepEqual([rollback.stats.rollbacks, rollback.stats.predicted], [0, 0]);
    game.destroy();
    const strict = makeGame(2, 6, { maxPrediction: 0, inputDelay: 0 });
    playUntil(strict, 100);
    compareAll(strict);
    strict.destroy();
});

test('a machine that hears nothing stalls after maxPrediction frames, and goes on when it does', () => {
    const game = makeGame(2, 3, { maxPrediction: 6 });
    playUntil(game, 100);
    game.network.loss = 1;
    for (let tick = 0; tick < 100; ++tick) game.tick();
    for (const { rollback } of game.machines) {
        assert.equal(rollback.frame - 1 - rollback.confirmed, 6);
        assert.equal(rollback.stats.predicted, 6);
        assert.equal(rollback.stats.stalled, true);
        assert.ok(rollback.stats.silence >= 95, `${rollback.stats.silence} frames`);
        assert.ok(rollback.stats.stalls > 80);
    }
    game.network.loss = 0;
    playUntil(game, 300);
    compareAll(game);
    for (const { rollback } of game.machines) assert.equal(rollback.stats.stalled, false);
    game.destroy();
});

test('the machine that is ahead waits until both play the same frame', () => {
    const game = makeGame(2, 4);
    Object.assign(game.network, { latency: 2, jitter: 1 });
    for (let tick = 0; tick < 8; ++tick) game.tick((player) => player === 0);
    assert.ok(game.machines[0].rollback.frame >= 8);
    playUntil(game, 400);
    const [a, b] = game.machines.map(({ rollback }) => rollback);
    assert.ok(Math.abs(a.frame - b.frame) <= 1, `${a.frame} and ${b.frame}`);
    assert.ok(a.stats.waits >= 3 && a.stats.waits < 20, `${a.stats.waits} waits`);
    assert.ok(b.stats.waits < 5, `${b.stats.waits} waits`);
    assert.ok(Math.abs(a.stats.ahead) < 1.5);
    assert.ok(a.stats.ping >= 4 && a.stats.ping < 8, `ping ${a.stats.ping}`);
    game.destroy();
});

test('a difference is found at its frame, on both machines', () => {
    for (const hashEvery of [1, 10]) {
        /** @type {any[]} */
        const found = [];
        const game = makeGame(2, 8, { hashEvery, onDesync: (desync) => found.push(desync) },
            (player) => ({
                cheat: ({ balls }, frame) => {
                    if (player === 1 && frame === 57) balls[0].setVelocity(1, 0);
                },
            }));
        Object.assign(game.network, { latency: 3, jitter: 4, loss: 0.3 });
        playUntil(game, 150);
        assert.deepEqual(
            found.map(({ frame, lastEqual, player }) => [frame, lastEqual, player]).sort(),
            hashEvery === 1 ? [[58, 57, 0], [58, 57, 1]] : [[60, 50, 0], [60, 50, 1]],
        );
        assert.equal(found[0].own, found[1].theirs);
        assert.notEqual(found[0].own, found[0].theirs);
        assert.equal(game.machines[0].rollback.desync.frame, found[0].frame);
        game.destroy();
    }
});

test("the game's own state is compared as well, and scenes that differ from the start", () => {
    const game = makeGame(2, 9, { hashEvery: 1 }, (player) => ({
        cheat: (machine, frame) => {
            if (player === 0 && frame === 20) machine.score += 1;
        },
    }));
    playUntil(game, 60);
    assert.equal(game.machines[0].rollback.desync.frame, 21);
    game.destroy();
    const other = makeGame(2, 9);
    other.machines[1].balls[0].x = 5;
    playUntil(other, 40);
    assert.deepEqual([other.machines[0].rollback.desync.frame,
        other.machines[0].rollback.desync.lastEqual], [0, -1]);
    other.destroy();
});

/** @param {object} options @param {object} [more] */
function playSyncTest(options, more) {
    const machine = makeMachine({ local: [0, 1], emptyInput: null, ...options }, more);
    const inputs = [1, 2].map((seed) => makePlayer(makeRandom(seed)));
    try {
        for (let frame = 0; frame < 400; ++frame) {
            inputs.forEach((input, player) => machine.rollback.addLocalInput(input(), player));
            assert.equal(machine.rollback.advance(), true);
        }
        return machine;
    } finally {
        machine.world.destroy();
    }
}

test('the sync test passes a deterministic game, on the same way as without it', () => {
    const { hashes } = playSyncTest({});
    for (const syncTest of [1, 7, 20]) assert.deepEqual(playSyncTest({ syncTest }).hashes, hashes);
});

test('the sync test names the frame that is not deterministic', () => {
    const random = { cheat: ({ balls }, frame) => {
        if (frame === 123) balls[1].applyForce(Math.random(), 0);
    } };
    assert.throws(() => playSyncTest({ syncTest: 4 }, random), { name: 'RollbackError',
        code: 'NOT_DETERMINISTIC', message: /frame 123 / });
    playSyncTest({}, random);
    // What save() does not give is not restored.
    let calls = 0;
    const forgotten = { cheat: ({ balls }, frame) => {
        if (++calls % 50 === 0) balls[0].setVelocity(frame % 7, 0);
    } };
    assert.throws(() => playSyncTest({ syncTest: 2 }, forgotten), { code: 'NOT_DETERMINISTIC' });
    let total = 0;
    assert.throws(
        () => playSyncTest({ syncTest: 2, save: () => ({ total: ++total }), load: () => {} }),
        { code: 'NOT_DETERMINISTIC' },
    );
});

test('the sync test works between machines', () => {
    const game = makeGame(2, 12, { syncTest: 5 });
    Object.assign(game.network, { latency: 3, jitter: 3, loss: 0.1 });
    playUntil(game, 300);
    compareAll(game);
    game.destroy();
});

test('bodies: those of before a rollback stay objects of the game, those made in a frame are made again', () => {
    const world = new World({ gravity: [0, 0] });
    const stays = world.createBody({ collider: { shape: 'circle', radius: 0.5 },
        userData: 'stays' });
    const goes = world.createBody({ position: [5, 0], collider: { shape: 'circle', radius: 0.5 },
        userData: 'goes' });
    /** @type {any[]} */
    const made = [];
    const seen = [];
    const rollback = new Rollback(world, {
        send() {},
        step([, there], frame) {
            if (frame === 2 && goes.alive) goes.destroy();
            if (frame === 3)
                made.push(
                    world.createBody({ position: [there, 3],
                        collider: { shape: 'circle', radius: 0.5 } }),
                );
            seen.push([frame, rollback.frame, rollback.resimulating]);
            world.step();
        },
    });
    for (let i = 0; i < 6; ++i) rollback.advance();
    assert.deepEqual([made.length, goes.alive, rollback.frame, rollback.confirmed], [1, false, 6,
        -1]);
    rollback.receive([1, 0, 30, 1, 0, 5, 4, 0, 6, 0, 0, 0, 0, [0, 4, 4, 4], 0, []]);
    rollback.advance();
    assert.deepEqual([rollback.stats.rollbacks, rollback.stats.resimulated, rollback.stats.depth], [
        1,
        5,
        5,
    ]);
    assert.deepEqual(seen.slice(6), [[1, 1, true], [2, 2, true], [3, 3, true], [4, 4, true], [5, 5,
        true], [6, 6, false]]);
    const [first, second] = made;
    assert.deepEqual([made.length, first.alive, second.alive, second.x], [2, false, true, 4]);
    assert.equal(first.index, second.index);
    assert.deepEqual([stays.alive, stays.userData, goes.alive], [true, 'stays', false]);
    assert.equal(world.bodyAt(second.index), second);
    world.destroy();
});

test('what was shown for a frame is not shown again when it is played again', () => {
    const sounds = [];
    const game = makeGame(2, 21, {}, (player) => ({
        cheat: ({ rollback }, frame) => {
            if (player === 0 && frame % 20 === 10 && rollback.isFirst('beat')) sounds.push(frame);
        },
    }));
    Object.assign(game.network, { latency: 4, jitter: 2 });
    playUntil(game, 200);
    const { resimulated } = game.machines[0].rollback.stats;
    assert.ok(resimulated > 60, `${resimulated} frames`);
    assert.deepEqual(sounds.slice(0, 10), [10, 30, 50, 70, 90, 110, 130, 150, 170, 190]);
    const { rollback } = game.machines[0];
    assert.deepEqual([rollback.isFirst('x'), rollback.isFirst('x'), rollback.isFirst('y'),
        rollback.isFirst('x', 0)], [true, false, true, false]);
    game.destroy();
});

test('a world that is recorded, or has a history, is played like any other', () => {
    const game = makeGame(2, 40);
    Object.assign(game.network, { latency: 4, jitter: 3, loss: 0.1 });
    const [a, b] = game.machines;
    startRecording(a.world, { hashEvery: 1 });
    const history = keepHistory(b.world, { seconds: 2 });
    playUntil(game, 300);
    compareAll(game);
    assert.ok(a.rollback.stats.rollbacks > 20 && b.rollback.stats.rollbacks > 20);
    const replay = Replay.open(stopRecording(a.world));
    assert.equal(replay.verify(), null);
    replay.destroy();
    assert.equal(history.last, b.rollback.frame);
    history.seek(history.last - 30);
    assert.equal(b.world.hash(), b.hashes[history.last - 30]);
    game.destroy();
});

test('messages are small, and a frame in steady state makes no buffers', () => {
    const game = makeGame(2, 30);
    Object.assign(game.network, { latency: 3, jitter: 2 });
    playUntil(game, 100);
    const { bytes } = game.machines[0].rollback.stats;
    const { sent, characters } = game.network;
    playUntil(game, 400);
    assert.ok(bytes > 0 && bytes === game.machines[0].rollback.stats.bytes);
    const mean = (game.network.characters - characters) / (game.network.sent - sent);
    assert.ok(mean < 500, `${mean} characters with inputs of 30`);
    game.destroy();
});

test('a session with small inputs has messages below 110 characters', () => {
    const worlds = [new World(), new World()];
    let characters = 0;
    /** @type {Rollback[]} */
    const sessions = worlds.map((world, local) =>
        new Rollback(world, {
            local,
            step: () => world.step(),
            send(message, to) {
                characters = JSON.stringify(message).length;
                queue.push([to, message]);
            },
        })
    );
    /** @type {[number, unknown][]} */
    let queue = [];
    for (let tick = 0; tick < 600; ++tick) {
        const due = queue;
        queue = [];
        for (const [to, message] of due) sessions[to].receive(message);
        for (const session of sessions) session.advance();
    }
    assert.ok(characters > 40 && characters < 110, `${characters} characters`);
    for (const world of worlds) world.destroy();
});
