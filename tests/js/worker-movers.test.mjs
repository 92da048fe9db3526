// Movers of a world in a worker: the same program gives the same bits as in a world of this thread, and each
// member says the same, settings at once and states with the frame.
import assert from 'node:assert/strict';
import test from 'node:test';
import { FLAGS, Mover, TILE, World, slotOf } from '../../js/index.js';
import { Replay } from '../../js/recording.js';
import { callsOf, entriesModule } from './helpers.mjs';
import { capsule, crowd, recordAt, recordOf } from './mover-crowd.mjs';
import { make } from './worker-worlds.mjs';

const STATE = ['alive', 'x', 'y', 'vx', 'vy', 'velocity', 'grounded', 'atWall', 'atCeiling', 'crushed', 'groundNormal', 'groundPoint', 'groundVelocity', 'wallNormal', 'groundPart',
    'groundCell', 'groundMaterial'];
const SETTINGS = ['maxSlope', 'stepHeight', 'snapDistance', 'mass', 'maxPushForce', 'maxFallSpeed', 'cornerCorrection', 'up', 'floating'];

/** All that a mover says, with the bodies that it names by their places. @param {any} mover @param {any[]} bodies */
function told(mover, bodies) {
    const named = ['body', 'groundBody'].map((key) => bodies.indexOf(mover[key]));
    const colliders = [mover.collider, mover.groundCollider].map((collider) => collider && bodies.indexOf(collider.body));
    return { named, colliders, ...Object.fromEntries([...STATE, ...SETTINGS].map((key) => [key, mover[key]])) };
}

/** @param {any} world @param {any[]} movers @param {number} frame */
function steer(world, movers, frame) {
    const slots = Int32Array.from(movers, ({ body }) => body.index);
    if (frame % 3 === 0) world.setMoverVelocities(slots.subarray(1), Float32Array.from({ length: 2 * slots.length - 2 }, (_, k) => 4 * Math.sin(frame / 30 + k)));
    if (frame % 20 === 4) for (const mover of movers) if (mover.alive) mover.setVelocity(3, 5);
    if (frame === 30) Object.assign(movers[0], { stepHeight: 0.1, maxSlope: 0.7, mass: 50, up: [0.1, 1] });
    if (frame === 60) Object.assign(movers[0], { up: null, cornerCorrection: 0, floating: true });
    if (frame === 70) movers[0].floating = false;
}

for (const shared of [true, false]) {
    const how = shared ? 'shared memory' : 'transferred frames';

    test(`${how}: a crowd goes the same way as in this thread, and says the same`, async () => {
        const there = await make({}, { shared });
        const here = new World();
        // Made and gone, so that numbers here and there differ.
        for (const world of [there, here]) world.createBody({ collider: { shape: 'circle', radius: 1 } }).destroy();
        await there.step();
        here.step();
        const [a, b] = [there, here].map((world) => crowd(world));
        const [mine, its] = [[...there.bodies], [...here.bodies]];
        assert.ok(a.movers.every((mover) => mover instanceof Mover));
        assert.deepEqual(there.movers, a.movers);
        for (let frame = 0; frame < 120; ++frame) {
            steer(there, a.movers, frame);
            steer(here, b.movers, frame);
            for (const [i, mover] of a.movers.entries()) for (const key of SETTINGS) assert.deepEqual(/** @type {any} */ (mover)[key], /** @type {any} */ (b.movers[i])[key], key);
            here.step();
            await there.step();
            a.movers.forEach((mover, i) => assert.deepEqual(told(mover, mine), told(b.movers[i], its), `${frame} ${i}`));
            const states = there.moverStates;
            assert.deepEqual([states.count, states.stride], [a.movers.length, 17]);
            a.movers.forEach((mover, i) => assert.deepEqual(recordAt(states, i, Number), recordOf(mover), `${frame} ${i}`));
        }
        assert.equal(await there.hash(), here.hash());
        here.destroy();
    });

    test(`${how}: a new mover has what it was made with until a frame shows it`, async () => {
        const there = await make({}, { shared });
        there.createBody({ type: 'static', collider: { shape: 'box', width: 20, height: 1 } });
        const mover = there.createMover({ position: [0, 1.4], velocity: [1, -2], collider: capsule, userData: 'hero', stepHeight: 0.7 });
        assert.deepEqual([mover.velocity, mover.grounded, mover.groundCollider, mover.groundCell, mover.groundMaterial, mover.wallNormal], [[1, -2], false, null, null, null, [0, 0]]);
        assert.deepEqual([mover.stepHeight, mover.alive, mover.body.userData, mover.body.mover, there.moverStates.count], [Math.fround(0.7), true, 'hero', mover, 0]);
        assert.equal(there.flags[mover.body.index] & FLAGS.MOVER, FLAGS.MOVER);
        assert.equal(mover.body.type, 'kinematic');
        await there.step();
        assert.deepEqual([mover.grounded, there.moverStates.count, slotOf(there.moverStates.u32[0])], [true, 1, mover.body.index]);
        // Steered and read by advance(), as a game does.
        const start = mover.x;
        for (let i = 0; i < 60; ++i) {
            mover.setVelocity(3, 0);
            there.advance(1 / 60);
            await there.sync();
        }
        assert.ok(Math.abs(mover.x - start - 3) < 0.06, `${mover.x - start}`);
    });

    test(`${how}: more movers than a frame had room for`, async () => {
        const there = await make({}, { shared });
        const here = new World();
        for (const world of /** @type {any[]} */ ([there, here])) world.createBody({ type: 'static', collider: { shape: 'box', width: 2000, height: 1 } });
        for (let round = 0; round < 4; ++round) {
            for (const world of /** @type {any[]} */ ([there, here])) {
                for (let i = 0; i < 200; ++i) world.createMover({ position: [i + round / 4, 1.4 + round], collider: { shape: 'circle', radius: 0.1 } });
            }
            for (let i = 0; i < 10; ++i) {
                await there.step();
                here.step();
            }
            const [mine, its] = [there.moverStates, here.moverStates];
            assert.equal(mine.count, 200 * (round + 1));
            for (let i = 0; i < mine.count; i += 7) assert.deepEqual(recordAt(mine, i, Number), { ...recordAt(its, i), ground: recordAt(mine, i, Number).ground });
            const last = there.movers.at(-1);
            assert.ok(last && Math.abs(last.y - here.movers[mine.count - 1].y) === 0);
        }
        assert.equal(await there.hash(), here.hash());
        here.destroy();
    });

    test(`${how}: a mover ends by itself, with its collider, with its body and with the type of that`, async () => {
        const there = await make({}, { shared });
        const here = new World();
        const ends = [(/** @type {any} */ m) => m.destroy(), (/** @type {any} */ m) => m.collider.destroy(), (/** @type {any} */ m) => m.body.destroy(),
            (/** @type {any} */ m) => { m.body.type = 'dynamic'; }, (/** @type {any} */ m) => { m.body.type = 'kinematic'; }];
        const lists = [there, here].map((/** @type {any} */ world) => ends.map((_, i) => world.createMover({ position: [3 * i, 5], velocity: [1, 0], collider: capsule })));
        await there.step();
        here.step();
        for (const movers of lists) movers.forEach((mover, i) => ends[i](mover));
        const errorOf = (/** @type {() => void} */ call) => {
            try {
                return call();
            } catch (error) {
                return { .../** @type {any} */ (error), message: /** @type {Error} */ (error).message };
            }
        };
        const say = (/** @type {any[]} */ movers) => movers.map((mover) => [mover.alive, mover.body.alive, errorOf(() => mover.grounded), errorOf(() => mover.setVelocity(1, 0)),
            errorOf(() => { mover.mass = 3; }), errorOf(() => mover.collider.trigger), errorOf(() => mover.body.mover === mover)]);
        assert.deepEqual(say(lists[0]), say(lists[1]));
        assert.deepEqual([there.movers, here.movers], [[lists[0][4]], [lists[1][4]]]);
        await there.step();
        here.step();
        assert.deepEqual(say(lists[0]), say(lists[1]));
        assert.equal(there.moverStates.count, 1);
        assert.equal(await there.hash(), here.hash());
        here.destroy();
        there.destroy();
        assert.equal(lists[0][4].alive, false);
        assert.throws(() => lists[0][4].grounded, { code: 'WORLD_DESTROYED' });
        assert.throws(() => there.movers, { code: 'WORLD_DESTROYED' });
    });

    test(`${how}: cell and surface of the ground, by kinds of tiles that change`, async () => {
        const there = await make({}, { shared });
        const here = new World();
        const set = (/** @type {any} */ world) => {
            const map = world.createBody({ type: 'static', position: [-2, -1], collider: { shape: 'tiles', columns: 4, rows: 1, cells: [5, 6, 5, 5], friction: 0.25, rollingResistance: 0.5,
                map: { 5: TILE.FULL, 6: { tile: TILE.FULL, friction: 0.125, tangentSpeed: 2, userData: 'ice' } } } }).colliders[0];
            const bed = world.createBody({ type: 'static', position: [9, -0.5], collider: { shape: 'box', width: 4, height: 1, restitution: 0.5 } }).colliders[0];
            return { map, bed, movers: [[-0.5, 1], [0.5, 1], [9, 1]].map((position) => world.createMover({ position, collider: { shape: 'box', width: 0.5, height: 0.5 } })) };
        };
        const [a, b] = [set(there), set(here)];
        const say = (/** @type {any} */ { movers }) => movers.map((/** @type {any} */ { grounded, groundCell, groundMaterial }) => ({ grounded, groundCell, groundMaterial }));
        for (let i = 0; i < 40; ++i) {
            here.step();
            await there.step();
        }
        const plain = { friction: 0.25, restitution: 0, rollingResistance: 0.5, tangentSpeed: 0 };
        const cell = { column: 1, row: 0, tile: 6, layer: 'default', userData: 'ice' };
        assert.deepEqual(say(b)[0], { grounded: true, groundCell: cell, groundMaterial: { ...plain, friction: 0.125, tangentSpeed: 2 } });
        assert.deepEqual(say(b)[1], { grounded: true, groundCell: { ...cell, column: 2, tile: 5, userData: undefined }, groundMaterial: plain });
        assert.deepEqual(say(b)[2].groundCell, null);
        assert.equal(say(b)[2].groundMaterial.restitution, 0.5);
        assert.deepEqual(say(a), say(b));
        for (const { map } of [a, b]) map.setTile(2, 0, 6);
        assert.equal(say(b)[1].groundMaterial.friction, 0.125);
        assert.deepEqual(say(a), say(b));
        assert.equal(await there.hash(), here.hash());
        here.destroy();
    });

    test(`${how}: what a module makes of movers is known on the page, and what it ends`, async () => {
        const code = encodeURIComponent(`export default ({ world, onMessage }) => {
            world.createBody({ type: 'static', collider: { shape: 'box', width: 60, height: 1 } });
            const mover = world.createMover({ position: [2, 1.4], collider: { shape: 'capsule', length: 1, radius: 0.4 }, stepHeight: 0.5 });
            onMessage((message) => {
                if (message === 'set') { mover.stepHeight = 0.25; mover.floating = true; mover.floating = false; }
                else if (message === 'end') mover.destroy();
                else if (message === 'steer') world.movers.forEach((each) => each.setVelocity(2, 0));
                else message.body.mover.setVelocity(-1, 0);
            });
        }`);
        const there = await make({}, { shared, module: `data:text/javascript,${code}` });
        const own = there.createMover({ position: [-5, 1.4], collider: capsule });
        await there.step();
        const theirs = there.movers.find((mover) => mover !== own);
        assert.ok(theirs);
        assert.deepEqual([theirs.stepHeight, theirs.grounded, theirs.x, there.movers.length], [0.5, true, 2, 2]);
        there.post('steer');
        there.post('set');
        await there.step();
        assert.deepEqual([theirs.vx, own.vx, theirs.stepHeight], [2, 2, 0.25]);
        there.post({ body: own.body });
        theirs.setVelocity(1, 0);
        await there.step();
        assert.deepEqual([theirs.vx, own.vx], [1, -1]);
        there.post('end');
        // What the module has ended meanwhile passes it by.
        theirs.mass = 50;
        theirs.setVelocity(3, 0);
        there.setMoverVelocities([theirs.body.index, own.body.index], [3, 0, 3, 0]);
        await there.step();
        assert.deepEqual([theirs.alive, theirs.body.alive, own.vx, there.movers], [false, true, 3, [own]]);
    });

    test(`${how}: a recording in the worker plays movers again`, async () => {
        const there = await make({}, { shared, module: entriesModule });
        const call = callsOf(there);
        await call('startRecording');
        const { movers } = crowd(there);
        for (let frame = 0; frame < 80; ++frame) {
            steer(there, movers, frame);
            await there.step();
        }
        const replay = Replay.open(await call('stopRecording'));
        replay.seek(replay.steps);
        assert.equal(replay.verify(), null);
        assert.equal(replay.world.hash(), await there.hash());
        const copy = World.fromSnapshot(await there.snapshot());
        assert.equal(copy.movers.length, movers.length);
        copy.destroy();
        replay.destroy();
    });
}

test('bad options and values are refused at once and in the same words', async () => {
    const there = await make();
    const here = new World();
    const messageOf = (/** @type {() => void} */ call) => {
        try {
            call();
        } catch (error) {
            const { name, code, message } = /** @type {any} */ (error);
            return { name, code, message };
        }
        return 'taken';
    };
    const [a, b] = [there, here].map((/** @type {any} */ world) => world.createMover({ collider: capsule }));
    for (const options of [undefined, {}, { collider: capsule, stepHeight: -1 }, { collider: capsule, maxSlope: 2 }, { collider: { shape: 'chain', points: [0, 0, 1, 0] } }, { collider: capsule, up: [0, 0] },
        { collider: capsule, speed: 1 }, { collider: { ...capsule, trigger: true } }, { collider: capsule, floating: 1 }]) {
        const [mine, its] = [there, here].map((/** @type {any} */ world) => messageOf(() => world.createMover(options)));
        assert.deepEqual(mine, its);
        assert.notEqual(mine, 'taken');
    }
    for (const set of /** @type {((mover: any) => void)[]} */ ([(m) => m.setVelocity(NaN, 0), (m) => m.setVelocity(5e4, 0), (m) => { m.mass = 0; }, (m) => { m.up = 1; }, (m) => { m.floating = 1; },
        (m) => { m.cornerCorrection = -1; }, (m) => m.body.world.setMoverVelocities([m.body.index], [NaN, 0]), (m) => m.body.world.setMoverVelocities([77], [0, 0])])) {
        const [mine, its] = [a, b].map((mover) => messageOf(() => set(mover)));
        assert.deepEqual(mine, its);
        assert.notEqual(mine, 'taken');
    }
    assert.equal(there.movers.length, 1);
    here.destroy();
});

test('a mover that the worker has no memory for is gone with its body', async () => {
    const there = await make({ maxBytes: 4e5 });
    const movers = Array.from({ length: 3000 }, (_, i) => there.createMover({ position: [i, 0], collider: capsule }));
    await assert.rejects(there.sync(), { code: 'NO_MEMORY' });
    for (let failed = true; failed;) failed = await there.sync().then(() => false, () => true);
    const left = movers.filter(({ alive }) => alive);
    assert.ok(left.length > 0 && left.length < movers.length, `${left.length}`);
    assert.deepEqual(there.movers, left);
    await there.sync();
    assert.equal(there.moverStates.count, left.length);
    assert.equal((await there.counters()).bodies, left.length);
});
