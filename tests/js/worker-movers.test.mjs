// Movers of a world in a worker: new ones, many, those of a module, and those for which there is no memory. What they do
// and say is compared with a world here by worker-movers-random.test.mjs.
import assert from 'node:assert/strict';
import test from 'node:test';
import { FLAGS, World, slotOf } from '../../js/index.js';
import './helpers.mjs';
import { capsule, recordAt } from './mover-crowd.mjs';
import { make } from './worker-worlds.mjs';

for (const shared of [true, false]) {
    const how = shared ? 'shared memory' : 'transferred frames';

    test(`${how}: a new mover has what it was made with until a frame shows it`, async () => {
        const there = await make({}, { shared });
        there.createBody({ type: 'static', collider: { shape: 'box', width: 20, height: 1 } });
        const mover = there.createMover({ position: [0, 1.4], velocity: [1, -2], collider: capsule,
            userData: 'hero', stepHeight: 0.7 });
        assert.deepEqual([mover.velocity, mover.grounded, mover.groundCollider, mover.groundCell,
            mover.groundMaterial, mover.wallNormal], [[1, -2], false, null, null, null, [0, 0]]);
        assert.deepEqual([mover.stepHeight, mover.alive, mover.body.userData, mover.body.mover,
            there.moverStates.count], [Math.fround(0.7), true, 'hero', mover, 0]);
        assert.equal(there.flags[mover.body.index] & FLAGS.MOVER, FLAGS.MOVER);
        assert.equal(mover.body.type, 'kinematic');
        await there.step();
        assert.deepEqual([mover.grounded, there.moverStates.count,
            slotOf(there.moverStates.u32[0])], [true, 1, mover.body.index]);
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
        for (const world of /** @type {any[]} */ ([there, here]))
            world.createBody({ type: 'static',
                collider: { shape: 'box', width: 2000, height: 1 } });
        for (let round = 0; round < 4; ++round) {
            for (const world of /** @type {any[]} */ ([there, here])) {
                for (let i = 0; i < 200; ++i)
                    world.createMover({ position: [i + round / 4, 1.4 + round],
                        collider: { shape: 'circle', radius: 0.1 } });
            }
            for (let i = 0; i < 10; ++i) {
                await there.step();
                here.step();
            }
            const [mine, its] = [there.moverStates, here.moverStates];
            assert.equal(mine.count, 200 * (round + 1));
            for (let i = 0; i < mine.count; i += 7)
                assert.deepEqual(recordAt(mine, i, Number), { ...recordAt(its, i),
                    ground: recordAt(mine, i, Number).ground });
            const last = there.movers.at(-1);
            assert.ok(last && Math.abs(last.y - here.movers[mine.count - 1].y) === 0);
        }
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
        assert.deepEqual([theirs.stepHeight, theirs.grounded, theirs.x, there.movers.length], [0.5,
            true, 2, 2]);
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
        assert.deepEqual([theirs.alive, theirs.body.alive, own.vx, there.movers], [false, true, 3, [
            own,
        ]]);
    });
}

test('a mover that the worker has no memory for is gone with its body', async () => {
    const there = await make({ maxBytes: 4e5 });
    const movers = Array.from({ length: 3000 },
        (_, i) => there.createMover({ position: [i, 0], collider: capsule }));
    await assert.rejects(there.sync(), { code: 'NO_MEMORY' });
    for (let failed = true; failed;) failed = await there.sync().then(() => false, () => true);
    const left = movers.filter(({ alive }) => alive);
    assert.ok(left.length > 0 && left.length < movers.length, `${left.length}`);
    assert.deepEqual(there.movers, left);
    await there.sync();
    assert.equal(there.moverStates.count, left.length);
    assert.equal((await there.counters()).bodies, left.length);
});
