// Motion over ground that is dug and filled: it rolls and slides over filled holes as over one box, a mover keeps its
// speed, nothing falls through, and what is within new ground is pushed out.
import assert from 'node:assert/strict';
import test from 'node:test';
import { World } from '../../js/index.js';
import { part } from '../sample.mjs';
import './helpers.mjs';

/** @param {number} seed */
function makeRandom(seed) {
    let state = seed;
    return () => {
        state = (Math.imul(state, 1664525) + 1013904223) | 0;
        return (state >>> 8) / 16777216;
    };
}

const materials = { dirt: { hardness: 1 }, rock: { hardness: 9, anchor: true } };

/** How far a body at 8 m/s rises, sinks and turns, and where it is after seven seconds. @param {World} world @param {any} collider @param {number} height */
function cross(world, collider, height) {
    const body = world.createBody({ position: [-40, height], velocity: [8, 0],
        angularVelocity: collider.shape === 'circle' ? -16 : 0, collider });
    let [low, high, turned] = [Infinity, -Infinity, 0];
    for (let i = 0; i < 420; ++i) {
        world.step();
        if (i < 30) continue;
        low = Math.min(low, body.y);
        high = Math.max(high, body.y);
        turned = Math.max(turned, Math.abs(body.angle));
    }
    return { low, high, turned, x: body.x, speed: body.vx };
}

for (const top of [40, 60]) {
    test(`filled holes leave no internal edges, in a terrain of ${top} rows filled to the 40th`, () => {
        const shapes =
            /** @type {const} */ ([[{ shape: 'circle', radius: 0.5 }, 0.5], [{ shape: 'box',
                width: 1, height: 1, friction: 0 }, 0.5], [{ shape: 'capsule', radius: 0.3,
                length: 0.6, angle: Math.PI / 2, friction: 0 }, 0.3]]);
        for (const [shape, height] of shapes) {
            const world = new World({ sleep: false });
            const terrain = world.createTerrain({ columns: 1000, rows: top, cellSize: 0.1,
                position: [-50, -4], fill: (x, y) => y < 4, pieces: 'remove' });
            const random = makeRandom(5);
            for (let i = 0; i < 1000; ++i) {
                terrain.dig({ shape: 'circle', radius: 0.2 + 0.8 * random() }, {
                    position: [-45 + 90 * random(), -1.8 * random()],
                });
            }
            terrain.add({ shape: 'box', width: 120, height: 4 }, { position: [0, -2] });
            const there = cross(world, shape, height);
            world.destroy();
            const plain = new World({ sleep: false });
            plain.createBody({ type: 'static', position: [0, -2],
                collider: { shape: 'box', width: 200, height: 4 } });
            const here = cross(plain, shape, height);
            plain.destroy();
            assert.ok(Math.abs(there.low - here.low) < 5e-4,
                `${shape.shape}: low ${there.low} ${here.low}`);
            assert.ok(Math.abs(there.high - here.high) < 5e-4,
                `${shape.shape}: high ${there.high} ${here.high}`);
            assert.ok(Math.abs(there.x - here.x) < 0.02, `${shape.shape}: ${there.x} ${here.x}`);
            if (shape.shape !== 'circle')
                assert.ok(there.turned < 1e-3, `${shape.shape} ${there.turned}`);
        }
    });
}

test('a mover walks dug hills at its speed', () => {
    for (const seed of [1, 2, 3, 4]) {
        const cell = seed % 2 === 0 ? 0.1 : 0.25;
        const world = new World();
        const random = makeRandom(seed * 77);
        const terrain = world.createTerrain({ columns: Math.round(60 / cell),
            rows: Math.round(10 / cell), cellSize: cell, position: [-30, -8], pieces: 'remove',
            fill: (x, y) =>
                127.5
                + 127.5
                    * Math.max(-1, Math.min(1, ((6 + 0.8 * Math.sin(x * 0.7) - y) / cell) * 2)) });
        for (let i = 0; i < 60; ++i) {
            terrain.dig({ shape: 'circle', radius: 3 + 3 * random() }, {
                position: [-26 + 52 * random(), 1.8 + 2.2 * random()],
            });
        }
        const mover = world.createMover({ position: [-27, 2], maxSlope: 1.2,
            collider: { shape: 'capsule', radius: 0.3, length: 0.8 } });
        let before = [0, 0];
        for (let i = 0; i < 600; ++i) {
            mover.setVelocity(4, mover.grounded ? 0 : mover.velocity[1]);
            world.step();
            const { x, y } = mover.body;
            const speed = 60 * Math.hypot(x - before[0], y - before[1]);
            if (i > 60)
                assert.ok(Math.abs(speed - 4) < 0.04 && mover.grounded, `step ${i}: ${speed}`);
            before = [x, y];
        }
        world.destroy();
    }
});

/** Whether a point lies in ground, at least a cell from the surface. @param {any} terrain @param {number} cell @param {number} x @param {number} y */
function isDeep(terrain, cell, x, y) {
    const [column, row] = [Math.floor((x + 20) / cell), Math.floor((y + 10) / cell)];
    const { columns, rows } = { columns: Math.round(40 / cell), rows: Math.round(14 / cell) };
    if (column < 1 || row < 1 || column > columns - 2 || row > rows - 2) return false;
    return terrain.groundCells(column - 1, row - 1, 3, 3).densities.every((
        /** @type {number} */ d,
    ) => d >= 128);
}

/** Stacks, balls, a rope and movers on hills. @param {World} world */
function crowd(world) {
    const bodies = [];
    for (let k = 0; k < 5; ++k) {
        for (let i = 0; i < 6; ++i) {
            bodies.push(
                world.createBody({ position: [-15 + k * 7, 1.8 + i * 0.62],
                    collider: { shape: 'box', width: i % 2 ? 0.6 : 0.8, height: 0.6 } }),
            );
        }
    }
    let last;
    for (let i = 0; i < 14; ++i) {
        const link = world.createBody({ position: [-10 + i * 0.4, 6],
            collider: { shape: 'capsule', radius: 0.1, a: [-0.2, 0], b: [0.2, 0] } });
        if (last) {
            world.createJoint({ type: 'revolute', bodyA: last, bodyB: link,
                anchor: [-10.2 + i * 0.4, 6] });
        }
        bodies.push(last = link);
    }
    const movers = [0, 1, 2, 3].map((i) =>
        world.createMover({ position: [-12 + i * 8, 4],
            collider: { shape: 'capsule', radius: 0.25, length: 0.6 } })
    );
    return { bodies, movers };
}

for (const pieces of /** @type {const} */ (['remove', 'fall'])) {
    test(`nothing falls through ground that is dug under it, pieces: ${pieces}`, () => {
        for (let seed = 1; seed <= part(20, 3); ++seed) {
            const cell = seed % 2 === 0 ? 0.25 : 0.1;
            const random = makeRandom(seed * 977 + 3);
            const world = new World();
            const terrain = world.createTerrain({ columns: Math.round(40 / cell),
                rows: Math.round(14 / cell), cellSize: cell, position: [-20, -10], pieces,
                materials, material: (_, y) => (y < 2 ? 'rock' : 'dirt'), fill: (x, y) =>
                    127.5
                    + 127.5
                        * Math.max(-1,
                            Math.min(1, ((10 + Math.sin(x * 0.5 + seed) - y) / cell) * 2)) });
            for (const x of [-20.5, 20.5]) {
                world.createBody({ type: 'static', position: [x, 5],
                    collider: { shape: 'box', width: 1, height: 60 } });
            }
            const { bodies, movers } = crowd(world);
            for (let step = 0; step < 250; ++step) {
                for (let k = 0; k < 2; ++k) {
                    const under = random() < 0.4
                        ? bodies[Math.floor(random() * bodies.length)]
                        : undefined;
                    const shape = k === 0
                        ? /** @type {const} */ ({ shape: 'circle', radius: 0.15 + 0.6 * random() })
                        : /** @type {const} */ ({ shape: 'path', radius: 0.1 + 0.3 * random(),
                            points: [0, 0, random() * 2 - 1, random() * 2 - 1] });
                    terrain.dig(shape, { hardness: 5, position: under
                        ? [under.x, under.y - 0.6 * random()]
                        : [-19 + 38 * random(), -7 + 9 * random()] });
                }
                if (step % 10 === 0) {
                    bodies.push(
                        world.createBody({ position: [-15 + 30 * random(), 6], bullet: true,
                            velocity: [(random() - 0.5) * 120, -40 - 40 * random()],
                            collider: { shape: 'circle', radius: 0.06, density: 4 } }),
                    );
                }
                for (const mover of movers)
                    mover.setVelocity((step >> 6) % 2 ? 2 : -2,
                        mover.grounded ? 0 : mover.velocity[1]);
                world.step();
                for (const { x, y } of [...bodies, ...movers.map(({ body }) => body)]) {
                    assert.ok(y > -10, `seed ${seed}, step ${step}: at ${x}, ${y}`);
                    assert.ok(!isDeep(terrain, cell, x, y),
                        `seed ${seed}, step ${step}: in ground at ${x}, ${y}`);
                }
            }
            world.destroy();
        }
    });
}

test('what new ground is made around is pushed out', () => {
    const world = new World();
    const terrain = world.createTerrain({ columns: 80, rows: 80, cellSize: 0.25,
        position: [-10, -10], fill: (_, y) => y < 10 });
    const ball = world.createBody({ position: [0, 0.4],
        collider: { shape: 'circle', radius: 0.4 } });
    const box = world.createBody({ position: [4, 0.5],
        collider: { shape: 'box', width: 1, height: 1 } });
    const mover = world.createMover({ position: [-4, 0.6],
        collider: { shape: 'capsule', radius: 0.3, length: 0.6 } });
    for (let i = 0; i < 30; ++i) world.step();
    terrain.add({ shape: 'box', width: 16, height: 1 }, { position: [0, 0.5] });
    for (let i = 0; i < 120; ++i) world.step();
    assert.ok(Math.abs(ball.y - 1.4) < 0.01, `${ball.y}`);
    assert.ok(Math.abs(box.y - 1.5) < 0.01, `${box.y}`);
    assert.ok(Math.abs(mover.body.y - 1.6) < 0.02, `${mover.body.y}`);
    world.destroy();
});
