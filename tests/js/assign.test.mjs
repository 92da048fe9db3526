// What createBody is told can be read and assigned by the same names, in a world here and in a worker's;
// nothing that is assigned is lost: what cannot be set throws, and userData takes anything.
import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { World } from '../../js/index.js';
import { createWorkerWorld } from '../../js/worker.js';
import { near, refuses } from './helpers.mjs';

const circle = /** @type {const} */ ({ shape: 'circle', radius: 0.5 });

/** A value other than the default of everything that a body, or a collider, can be told. */
const settings = {
    body: { position: [3, 4], angle: 0.5, velocity: [1, -2], angularVelocity: 2,
        linearDamping: 0.25, angularDamping: 0.75, gravityScale: -0.5, lockX: true, lockY: true,
        lockRotation: true, canSleep: false, awake: false, enabled: false, bullet: true,
        dropThrough: true, type: 'kinematic' },
    collider: { layer: 'wall', group: 3, density: 2, friction: 0.25, restitution: 0.5,
        rollingResistance: 0.125, tangentSpeed: 2, frictionCombine: 'min',
        restitutionCombine: 'average', trigger: true, sees: ['static'], oneWay: [0, 1],
        arcade: true, field: null },
};

const options = { layers: { wall: {} }, gravity: [0, 0] };
/** @type {import('../../js/worker.js').WorkerWorld[]} */
const open = [];
after(() => open.forEach((world) => world.destroy()));

/** @type {[string, () => Promise<any>][]} */
const worlds = [
    ['World', async () => new World(options)],
    ['WorkerWorld', async () => open[open.push(await createWorkerWorld(options)) - 1]],
];

/** Angles are kept as sine and cosine. @param {unknown} actual @param {unknown} expected @param {string} key */
function same(actual, expected, key) {
    if (typeof expected === 'number') near(Number(actual), expected, 1e-6, key);
    else assert.deepEqual(actual, expected, key);
}

/** @param {any} world */
async function update(world) {
    if (world.sync) await world.sync();
}

for (const [name, make] of worlds) {
    test(`${name}: what is assigned is read back`, async () => {
        const world = await make();
        for (const [kind, values] of Object.entries(settings)) {
            for (const [key, value] of Object.entries(values)) {
                const body = world.createBody({ collider: circle });
                const object = kind === 'body' ? body : body.colliders[0];
                await update(world);
                if (key !== 'field') assert.notDeepEqual(object[key], value, key);
                object[key] = value;
                await update(world);
                same(object[key], value, key);
            }
        }
        world.destroy();
    });

    test(`${name}: coordinates are assigned one by one`, async () => {
        const world = await make();
        const body = world.createBody({ collider: circle });
        const values = { x: 3, y: -4, vx: 5, vy: -6, angularVelocity: 7 };
        Object.assign(body, values);
        await update(world);
        for (const [key, value] of Object.entries(values)) same(body[key], value, key);
        for (const key of Object.keys(values)) {
            refuses(() => {
                body[key] = NaN;
            }, RangeError, `Body.${key}: value must be a finite number, got NaN`);
            refuses(() => {
                body[key] = '1';
            }, TypeError, `Body.${key}: value`);
        }
        refuses(() => {
            body.y = 2e7;
        }, RangeError, 'Body.y: value');
        world.destroy();
    });

    test(`${name}: what createBody is told is read by the same names`, async () => {
        const world = await make();
        for (const [key, value] of Object.entries(settings.body)) {
            if (key === 'dropThrough') continue;
            const body = world.createBody({ collider: circle, [key]: value });
            await update(world);
            same(body[key], value, key);
        }
        world.destroy();
    });

    test(`${name}: what is assigned acts as the method of that name does`, async () => {
        const world = await make();
        world.gravity = [0, -10];
        const [still, slow, round] = [0, 5, 10].map((x) =>
            world.createBody({ position: [x, 0], collider: circle })
        );
        still.gravityScale = 0;
        slow.setDamping(1, 2);
        assert.deepEqual([slow.linearDamping, slow.angularDamping], [1, 2]);
        slow.angularDamping = 3;
        assert.deepEqual([slow.linearDamping, slow.angularDamping], [1, 3]);
        slow.gravityScale = 0.5;
        assert.equal(slow.gravityScale, 0.5);
        round.colliders[0].shape = { shape: 'box', width: 1, height: 2 };
        for (let i = 0; i < 30; ++i) await world.step();
        assert.equal(still.vy, 0);
        near(slow.vy, -5 * (1 - Math.exp(-0.5)), 0.02);
        near(await (world.sync ? round.mass() : round.mass), 2, 1e-5);
        world.destroy();
    });

    test(`${name}: what cannot be set throws, and changes nothing`, async () => {
        const world = await make();
        const body = world.createBody({ collider: circle });
        const [collider] = body.colliders;
        const other = world.createBody({ collider: circle });
        const joint = world.createJoint({ type: 'revolute', bodyA: body, bodyB: other,
            anchor: [0, 0] });
        const mover = world.createMover({ position: [0, 9], collider: circle });
        for (const [object, ...keys] of [
            [body, 'layer', 'restitution', 'gravityscale', 'index', 'colliders', 'alive', 'cos',
                'mass', 'world'],
            [collider, 'radius', 'isSensor', 'body', 'alive', 'tileEdits'],
            [joint, 'anchor', 'bodyA', 'bodyB', 'type', 'alive'],
            [mover, 'speed', 'grounded', 'groundBody', 'body', 'x', 'vx', 'alive'],
            [world, 'substeps', 'gravityScale', 'slots', 'fixedStep'],
            [world.layers, 'wall', 'names'],
        ]) {
            for (const key of keys) {
                const before = object[key];
                refuses(() => {
                    object[key] = 1;
                }, TypeError, key);
                if (typeof before !== 'object') assert.equal(object[key], before);
            }
        }
        assert.deepEqual([collider.body, joint.bodyA, joint.bodyB], [body, body, other]);
        for (const [object, values]
            of /** @type {[any, object][]} */ ([[body, settings.body], [collider, {}]]))
        {
            for (const [key, value] of Object.entries(values)) {
                refuses(() => {
                    object[key] = typeof value === 'object' ? 'x' : {};
                }, TypeError, `Body.${key}: value`);
            }
        }
        refuses(() => {
            body.gravityScale = NaN;
        }, RangeError, 'Body.gravityScale: value must be a finite number, got NaN');
        refuses(() => {
            body.position = [0, 2e7];
        }, RangeError, 'Body.position: value[1]');
        refuses(() => {
            body.linearDamping = -1;
        }, RangeError, 'Body.linearDamping: value must be zero or more, got -1');
        await update(world);
        assert.deepEqual([body.gravityScale, body.position, body.linearDamping], [1, [0, 0], 0]);
        for (const object of [body, collider, joint]) {
            object.userData = { score: 1 };
            object.userData.score += 1;
            assert.deepEqual(object.userData, { score: 2 });
        }
        world.destroy();
    });
}

test('a class that extends World adds what it likes', () => {
    class Level extends World {
        score = 0;
    }
    const level = new Level();
    level.score = 5;
    assert.equal(level.score, 5);
    level.destroy();
});
