// Random play with movers, in a worker and in this thread at once: the same bits, movers and states after every step.
import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { TILE, World } from '../../js/index.js';
import { createWorkerWorld } from '../../js/worker.js';
import './helpers.mjs';
import { capsule, recordAt, recordOf } from './mover-crowd.mjs';
import { makeRandom } from './rollback-link.mjs';
import { part } from '../sample.mjs';

/** @type {import('../../js/worker.js').WorkerWorld[]} */
const open = [];
after(() => open.forEach((world) => world.destroy()));

/** A world of either kind, and its bodies in the order in which they were made: their numbers differ. @typedef {{ world: any, bodies: any[] }} Side */

/**
 * Things that are done. They do not read what steps have changed: a world in a worker is a frame behind where one thing follows
 * another. @type {((side: Side, body: any, mover: any, a: number, b: number, c: number) => void)[]}
 */
const THINGS = [
    ({ world, bodies }, _, __, a, b, c) =>
        bodies.push(
            world.createMover({ position: [16 * a - 8, 5 * b], velocity: [4 * c - 2, 0],
                stepHeight: b, collider: a < 0.5 ? capsule : { shape: 'circle', radius: 0.3 } })
                .body,
        ),
    ({ world, bodies }, _, __, a) =>
        bodies.push(
            world.createBody({ position: [16 * a - 8, 4],
                collider: { shape: 'box', width: 0.5, height: 0.5 } }),
        ),
    (_, body) => body.destroy(),
    (_, __, mover) => mover?.destroy(),
    (_, __, mover, a, b, c) => mover?.setVelocity(8 * a - 4, b < 0.3 ? 6 : c),
    (_, __, mover, a, b, c) =>
        mover
        && Object.assign(mover, { stepHeight: a, floating: b < 0.2,
            up: c < 0.3 ? [a - 0.5, 1] : null }),
    (_, body, __, a, b) => {
        if (b < 0.3) body.type = ['static', 'kinematic', 'dynamic'][Math.floor(3 * a)];
    },
    (_, body, __, a) => a < 0.3 && body.colliders[0]?.destroy(),
    (_, body) => body.createCollider({ shape: 'circle', radius: 0.2, center: [0, 0.5] }),
    ({ bodies }, _, __, a, b, c) =>
        bodies[0].colliders[0].setTile(Math.floor(20 * a), Math.floor(2 * b),
            c < 0.5 ? 5 : c < 0.8 ? 6 : 0),
    ({ world, bodies }, _, __, a) => {
        const list = bodies.filter((each) => each.alive && each.mover);
        world.setMoverVelocities(list.map(({ index }) => index),
            list.flatMap((___, i) => [3 * Math.sin(i + 9 * a), 0]));
    },
    (_, body, __, a, b) => body.setTransform(16 * a - 8, 5 * b),
];

/** What happens, or the error of it. @param {() => unknown} call */
function outcome(call) {
    try {
        call();
        return '';
    } catch (error) {
        return /** @type {Error} */ (error).message;
    }
}

/** Does a few things on both sides. @param {Side[]} sides @param {() => number} next */
function play(sides, next) {
    for (let n = Math.floor(3 * next()); n > 0; --n) {
        const thing = THINGS[Math.floor(next() * THINGS.length)];
        const i = Math.floor(next() * sides[0].bodies.length);
        const [a, b, c] = [next(), next(), next()];
        const [mine, its] = sides.map((side) =>
            outcome(() => {
                // The map stays.
                const body = side.bodies[Math.max(1, i)];
                if (body?.alive) thing(side, body, body.mover, a, b, c);
                else if (THINGS.indexOf(thing) < 2) thing(side, body, null, a, b, c);
            })
        );
        assert.equal(mine, its);
    }
}

/** Movers by the places of their bodies, and what they say. @param {Side} side */
const told = ({ world, bodies }) =>
    world.movers.map((
        /** @type {any} */ mover,
    ) => [bodies.indexOf(mover.body), mover.velocity, mover.grounded, mover.atWall,
        mover.groundNormal, mover.groundPoint, mover.groundVelocity, mover.groundCell,
        mover.groundMaterial, mover.stepHeight, mover.up, mover.floating,
        bodies.indexOf(mover.groundBody)]
    )
        .sort((/** @type {any} */ a, /** @type {any} */ b) => a[0] - b[0]);

for (const shared of [true, false]) {
    test(`random play is the same in a worker, by ${shared ? 'shared memory' : 'transferred frames'}`, async () => {
        let most = 0;
        for (let seed = 1; seed <= part(8, 4); ++seed) {
            const next = makeRandom(seed);
            const there = await createWorkerWorld({}, { shared });
            open.push(there);
            const here = new World();
            const sides = /** @type {Side[]} */ ([there, here].map((world) => ({ world, bodies: [
                /** @type {any} */ (world).createBody({ type: 'static', position: [-10, -2],
                    collider: { shape: 'tiles', columns: 20, rows: 2,
                        cells: Array.from({ length: 40 },
                            (_, i) => (i < 20 || i % 7 === 0 ? 5 : 0)),
                        map: { 5: { tile: TILE.FULL, friction: 0.1 },
                            6: { tile: TILE.FULL, tangentSpeed: 1 } } } }),
            ] })));
            for (let frame = 0; frame < 120; ++frame) {
                play(sides, next);
                here.step();
                await there.step();
                assert.equal(await there.hash(), here.hash(), `seed ${seed}, frame ${frame}`);
                assert.deepEqual(told(sides[0]), told(sides[1]), `seed ${seed}, frame ${frame}`);
                const states = there.moverStates;
                const records = new Map(
                    Array.from({ length: states.count }, (_, i) => recordAt(states, i, Number)).map(
                        (record) => [record.index, record],
                    ),
                );
                assert.equal(states.count, there.movers.length);
                for (const mover of there.movers)
                    assert.deepEqual(records.get(mover.body.index), recordOf(mover),
                        `seed ${seed}, frame ${frame}`);
                most = Math.max(most, states.count);
            }
            open.pop()?.destroy();
            here.destroy();
        }
        assert.ok(most > 3, `${most} movers`);
    });
}
