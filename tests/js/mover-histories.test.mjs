// Movers and time: a game that steers movers in its callbacks goes on to the same bits from snapshots, histories,
// recordings and previews, between machines that roll back, at any rate of frames and by impacts.
import assert from 'node:assert/strict';
import test from 'node:test';
import { TILE, World } from '../../js/index.js';
import { keepHistory, rewind } from '../../js/history.js';
import { preview } from '../../js/preview.js';
import { Replay, startRecording, stopRecording } from '../../js/recording.js';
import { differences } from '../../js/differences.js';
import { Rollback } from '../../js/rollback.js';
import { random } from '../scenes/builder.js';
import './helpers.mjs';
import { Network, makeRandom } from './rollback-link.mjs';

const capsule = /** @type {const} */ ({ shape: 'capsule', length: 0.8, radius: 0.3 });

/** The slot of the lift in a level. */
const LIFT = 1;

/**
 * A level with slopes, a lift, crates to push, a wheel, water and a one-way ledge, and movers in it.
 * @param {number} movers
 * @param {import('../../js/index.js').WorldOptions<any>} [options]
 */
function level(movers, options) {
    const world = /** @type {World<any>} */ (new World({ gravity: [0, -20], ...options }));
    world.createBody({ type: 'static', position: [-16, -2],
        collider: { shape: 'tiles',
            cells: ['#..............................#', '#.......--...........--........#',
                '#..............................#', '#....</##>..........<####>.....#',
                '################################'],
            legend: { '<': TILE.RISE, '/': TILE.FULL, '>': TILE.FALL } } });
    world.createBody({ type: 'kinematic', position: [9, 0.2], velocity: [0, 0.5],
        collider: { shape: 'box', width: 3, height: 0.3 } });
    world.createBody({ type: 'kinematic', position: [-8, 0], angularVelocity: 1,
        collider: { shape: 'circle', radius: 0.8 } });
    world.createBody({ type: 'static', position: [13, 0],
        collider: { shape: 'box', width: 3, height: 3, trigger: true,
            field: { type: 'water', density: 1 } } });
    for (let i = 0; i < 6; ++i)
        world.createBody({ position: [i - 3, 2 + (i % 2)],
            collider: { shape: 'box', width: 0.7, height: 0.7 } });
    for (let i = 0; i < movers; ++i) addMover(world, -12 + (24 * i) / movers, i);
    return world;
}

/** @param {World<any>} world @param {number} x @param {unknown} userData */
const addMover = (world, x, userData) =>
    world.createMover({ position: [x, 3], collider: capsule, maxPushForce: 2000, userData });

/** What a game does before a step: it follows from the step and the world alone. @param {World<any>} world */
function play(world) {
    const next = random(5 + world.stepCount);
    for (const mover of world.movers) {
        if (next() < 0.1)
            mover.setVelocity(Math.round(10 * next() - 5),
                mover.grounded && next() < 0.5 ? 8 : mover.vy);
        else if (mover.atWall) mover.setVelocity(-3 * Math.sign(mover.wallNormal[1] - 1), mover.vy);
    }
    const lift = /** @type {import('../../js/index.js').Body<any>} */ (world.bodyAt(LIFT));
    if (Math.abs(lift.y - 1) > 0.9) lift.vy = lift.y > 1 ? -0.5 : 0.5;
    const what = next();
    const { movers } = world;
    const one = movers[Math.floor(next() * movers.length)];
    if (what < 0.03 && movers.length > 3) one.body.destroy();
    else if (what < 0.06 && movers.length < 12) addMover(world, 20 * next() - 10, world.stepCount);
    else if (what < 0.08) one.floating = !one.floating;
    else if (what < 0.1) one.stepHeight = next() / 2;
    else if (what < 0.11) one.up = next() < 0.5 ? [0.1, 1] : null;
    else if (what < 0.115 && movers.length > 3) one.destroy();
}

const STATE =
    /** @type {const} */ (['velocity', 'grounded', 'atWall', 'atCeiling', 'crushed', 'groundNormal',
        'groundPoint', 'groundVelocity', 'wallNormal', 'groundCollider', 'groundBody', 'groundCell',
        'stepHeight', 'up', 'floating', 'body']);

/** @param {World<any>} world */
const stateOf = (world) => ({ hash: world.hash(), movers: world.movers,
    states: world.movers.map((mover) => STATE.map((key) => mover[key])),
    flat: world.moverStates.u32.slice(0, 17 * world.movers.length) });

/** @param {World<any>} world @param {ReturnType<typeof stateOf>} wanted @param {boolean} [sameObjects] */
function isLike(world, wanted, sameObjects = true) {
    const found = stateOf(world);
    assert.equal(found.hash, wanted.hash, `step ${world.stepCount}`);
    assert.equal(found.movers.length, wanted.movers.length);
    if (!sameObjects) return;
    assert.ok(found.movers.every((mover, i) => mover === wanted.movers[i] && mover.alive),
        `step ${world.stepCount}`);
    assert.deepEqual(found, wanted);
}

test('the game goes on from a snapshot of any step as it did, in its world and in another', () => {
    const world = level(6);
    world.on('beforeStep', () => play(world));
    /** @type {{ bytes: Uint8Array<ArrayBuffer>, state: ReturnType<typeof stateOf> }[]} */
    const past = [];
    for (let i = 0; i <= 300; ++i) {
        past.push({ bytes: world.snapshot(), state: stateOf(world) });
        world.step();
    }
    assert.ok(
        new Set(
            past.flatMap(({ state }) =>
                state.states.map(([, ...flags]) => flags.slice(0, 3).join())
            ),
        ).size >= 4,
    );
    for (const step of [0, 1, 60, 150, 299]) {
        world.restore(past[step].bytes);
        isLike(world, past[step].state);
        const copy = World.fromSnapshot(past[step].bytes);
        copy.on('beforeStep', () => play(copy));
        for (let i = step; i < Math.min(300, step + 80); ++i) {
            isLike(world, past[i].state, i === step);
            isLike(copy, past[i].state, false);
            world.step();
            copy.step();
        }
        copy.destroy();
    }
    // Whatever the world is now, a difference from it brings the past back too.
    const delta = world.snapshot({ since: past[150].bytes });
    world.restore(past[20].bytes);
    world.restore(delta, { since: past[150].bytes });
    world.destroy();
});

for (const seed of [1, 2, 3]) {
    test(`histories under random leaps, seed ${seed}: every step has its movers and their states`, () => {
        const world = level(5 + seed);
        world.on('beforeStep', () => play(world));
        const next = random(seed);
        const history = keepHistory(world, { bytes: 4e6, seconds: 5 });
        const past = [stateOf(world)];
        for (let round = 0; round < 15; ++round) {
            for (let i = Math.floor(40 * next()); i >= 0; --i) {
                world.step();
                const was = past[world.stepCount];
                if (was) assert.equal(world.hash(), was.hash, `step ${world.stepCount}`);
                past[world.stepCount] = stateOf(world);
            }
            for (let i = 0; i < 5; ++i) {
                const step = history.first + Math.floor(next() * history.length);
                if (next() < 0.5) history.seek(step);
                else rewind(world, world.stepCount - step);
                isLike(world, past[step]);
            }
            if (next() < 0.7) history.seek(history.last);
        }
        assert.ok(past.length > 80, `${past.length} steps`);
        world.destroy();
    });
}

test('a recording of a game plays again to the bit, back and forth, and holds what the game did', () => {
    const world = level(6);
    for (let i = 0; i < 10; ++i) world.step();
    startRecording(world, { hashEvery: 1 });
    world.on('beforeStep', () => play(world));
    const past = [];
    for (let i = 0; i < 240; ++i) {
        past.push(stateOf(world));
        world.advance(i % 5 === 0 ? 1 / 30 : 1 / 60);
    }
    const replay = Replay.open(stopRecording(world));
    assert.equal(replay.verify(), null);
    replay.seek(replay.steps);
    assert.equal(replay.world.hash(), world.hash());
    assert.deepEqual(replay.world.movers.map(({ body }) => body.userData),
        world.movers.map(({ body }) => body.userData));
    for (const at of [200, 17, 120, 0]) {
        replay.seek(at);
        const wanted = past.find(({ hash }) => hash === replay.world.hash());
        assert.ok(wanted || at > 0, `step ${at}`);
        assert.equal(replay.world.moverStates.count, replay.world.movers.length);
    }
    replay.destroy();
    world.destroy();
});

test('the same game at 30, 60 and 144 frames a second', () => {
    const hashes = [30, 60, 144].map((rate) => {
        const world = level(6);
        world.on('beforeStep', () => play(world));
        while (world.stepCount < 180) world.advance(1 / rate);
        assert.equal(world.stepCount, 180);
        const hash = world.hash();
        world.destroy();
        return hash;
    });
    assert.deepEqual(hashes, [hashes[0], hashes[0], hashes[0]]);
});

test('a preview shows where movers will be, and leaves no trace', () => {
    const world = level(6);
    world.on('beforeStep', () => play(world));
    for (let i = 0; i < 45; ++i) world.step();
    const [mover] = world.movers;
    const before = { bytes: world.snapshot(), state: stateOf(world) };
    const steps = 30;
    const [{ points, count }] = preview(world, { bodies: [mover.body], steps,
        before: (step) => step === 0 && mover.setVelocity(3, 7) });
    assert.deepEqual(world.snapshot(), before.bytes);
    isLike(world, before.state);
    // The game's listeners are not called in a preview.
    const copy = World.fromSnapshot(before.bytes);
    copy.movers[0].setVelocity(3, 7);
    for (let i = 0; i < steps; ++i) copy.step();
    assert.deepEqual([...points.slice(3 * count - 3, 3 * count - 1)], [copy.movers[0].x,
        copy.movers[0].y]);
    copy.destroy();
    world.destroy();
});

/** A machine of a game with a mover for each player. @param {import('../../js/rollback.js').RollbackOptions<any, any>} options @param {number} players */
function makeMachine(options, players) {
    const world = level(players);
    const heroes = world.movers;
    const machine = { world, jumps: 0, hashes: /** @type {string[]} */ ([]),
        rollback: /** @type {any} */ (null) };
    machine.rollback = new Rollback(world, /** @type {any} */ ({
        save: () => ({ jumps: machine.jumps }),
        load: (/** @type {any} */ { jumps }) => {
            machine.jumps = jumps;
        },
        step(/** @type {any[]} */ inputs, /** @type {number} */ frame) {
            machine.hashes[frame] = world.hash();
            const slots = Int32Array.from(heroes, ({ body }) => body.index);
            const velocities = Float32Array.from(heroes.flatMap(({ vx, vy }) => [vx, vy]));
            inputs.forEach((input, i) => {
                if (!input) return;
                velocities[2 * i] = 5 * input.x;
                if (input.jump && heroes[i].grounded) {
                    velocities[2 * i + 1] = 9;
                    ++machine.jumps;
                }
            });
            world.setMoverVelocities(slots, velocities);
            world.step();
        },
        ...options,
    }));
    return machine;
}

test('two machines that roll back agree on movers for 1,500 frames, over a line that loses and reorders', () => {
    const network = new Network(3);
    Object.assign(network, { latency: 3, jitter: 4, loss: 0.1 });
    const machines = [0, 1].map((local) =>
        makeMachine(
            /** @type {any} */ ({ players: 2, local, emptyInput: null,
                send: (/** @type {unknown} */ message, /** @type {number} */ to) =>
                    network.send(message, to) }),
            2,
        )
    );
    const players = machines.map((_, i) => {
        const next = makeRandom(40 + i);
        let input = { x: 0, jump: false };
        return () => (next() < 0.15
            ? (input = { x: Math.floor(3 * next()) - 1, jump: next() < 0.4 })
            : input);
    });
    for (let tick = 0; machines.some(({ rollback }) => rollback.confirmed < 1500); ++tick) {
        assert.ok(tick < 6000);
        network.tick((to, message) => machines[to].rollback.receive(message));
        machines.forEach(({ rollback }, i) => {
            rollback.addLocalInput(players[i]());
            rollback.advance();
        });
    }
    const last = Math.min(...machines.map(({ rollback }) => rollback.confirmed));
    for (let frame = 0; frame <= last; ++frame)
        assert.equal(machines[0].hashes[frame], machines[1].hashes[frame], `frame ${frame}`);
    const [{ rollback, jumps }] = machines;
    assert.equal(rollback.desync, null);
    assert.ok(rollback.stats.rollbacks > 100 && jumps > 20,
        `${rollback.stats.rollbacks} rollbacks, ${jumps} jumps`);
    assert.ok(new Set(machines[0].hashes).size > 1000);
    for (const { world } of machines) world.destroy();
});

test('what differs between two movers is named', () => {
    /** @type {[(mover: import('../../js/index.js').Mover<any>) => void, RegExp][]} */
    const changes = [[(mover) => {
        mover.stepHeight = 0.75;
    }, /stepHeight is 0\.3 in a, 0\.75 in b/], [(mover) => mover.setVelocity(3, 0),
        /velocity\.x is 0 in a, 3 in b/], [(mover) => {
        mover.floating = true;
    }, /^mover of body \d+ \(0\): floating is false in a, true in b/], [(mover) => mover.destroy(),
        /^mover of body \d+ \(0\): only in a$/], [(mover) => {
        mover.body.x += 1;
    }, /^body \d+ \(0\): position\.x/]];
    for (const [change, text] of changes) {
        const [a, b] = [level(2), level(2)];
        for (const world of [a, b]) for (let i = 0; i < 90; ++i) world.step();
        assert.ok(a.movers[0].grounded);
        assert.deepEqual(differences(a, b), []);
        change(b.movers[0]);
        const found = differences(a, b, { limit: 50 }).map((each) => each.text);
        assert.ok(found.some((each) => text.test(each)), found.join('\n'));
        a.destroy();
        b.destroy();
    }
});

test('by impacts movers walk, ride, jump and rest as by substeps; what is dynamic is a wall to them', () => {
    const ways = [true, false].map((byImpacts) => {
        const world = new World({ stepping: byImpacts ? 'impacts' : 'substeps' });
        world.createBody({ type: 'static', collider: { shape: 'box', width: 60, height: 1 } });
        world.createBody({ type: 'static',
            collider: { shape: 'polygon', points: [[8, 0.5], [16, 0.5], [16, 4.5]] } });
        world.createBody({ type: 'kinematic', position: [-20, 1], velocity: [0, 1],
            collider: { shape: 'box', width: 3, height: 1 } });
        const ball = world.createBody({ position: [-3, 1], velocity: [byImpacts ? 6 : 0, 0],
            collider: { shape: 'circle', radius: 0.5, restitution: 1, friction: 0 } });
        const movers = [[6, 1.2], [-20, 2.2], [25, 1.2]].map(([x, y]) =>
            world.createMover({ position: [x, y], collider: capsule })
        );
        const shield = world.createMover({ position: [0, 1.2], collider: capsule });
        const places = [];
        for (let i = 0; i < 150; ++i) {
            movers[0].setVelocity(3, movers[0].vy);
            if (i % 50 === 20) movers[2].setVelocity(-1, 6);
            world.advance(1 / 60);
            // The lift itself goes by one step or by four, which round otherwise.
            places.push(
                movers.map((
                    { x, y, grounded, groundNormal, groundBody },
                ) => [x, groundBody?.vy ? Math.round(1e4 * y) : y, grounded, groundNormal]),
            );
            assert.ok(Math.abs(shield.x) < 0.02 && (shield.grounded || i < 3));
            assert.ok(Math.hypot(ball.x - shield.x, 0) > 0.79,
                `${ball.x} is in the mover at ${shield.x}`);
        }
        if (byImpacts) assert.ok(ball.vx < -5.9, `${ball.vx}`);
        world.destroy();
        return places;
    });
    assert.deepEqual(ways[0], ways[1]);
});

test('a game by impacts goes on from snapshots and recordings too', () => {
    const world = level(5, { stepping: 'impacts' });
    world.on('beforeStep', () => play(world));
    startRecording(world, { hashEvery: 5 });
    for (let i = 0; i < 60; ++i) world.stepImpacts();
    const bytes = world.snapshot();
    const replay = Replay.open(stopRecording(world));
    assert.equal(replay.verify(), null);
    const hashes = Array.from({ length: 60 }, () => {
        world.stepImpacts();
        return world.hash();
    });
    world.restore(bytes);
    for (const hash of hashes) {
        world.stepImpacts();
        assert.equal(world.hash(), hash);
    }
    replay.destroy();
    world.destroy();
});
