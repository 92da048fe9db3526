// What has no effect says so: a velocity of a static body or along a locked axis, here and in a worker.
import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { World } from '../../js/index.js';
import { createWorkerWorld } from '../../js/worker.js';
import { refuses } from './helpers.mjs';

/** @type {import('../../js/worker.js').WorkerWorld[]} */
const open = [];
after(() => open.forEach((world) => world.destroy()));
const collider = /** @type {const} */ ({ shape: 'circle', radius: 0.5 });

for (const kind of ['here', 'in a worker']) {
    /** @returns {Promise<any>} */
    const make = async () => {
        if (kind === 'here') return new World({ gravity: [0, 0] });
        open.push(await createWorkerWorld({ gravity: [0, 0] }));
        return open[open.length - 1];
    };

    test(`${kind}: a static body and a locked axis take no velocity but zero`, async () => {
        const world = await make();
        const wall = world.createBody({ type: 'static', collider });
        const locked = world.createBody({ position: [3, 0], collider, lockX: true,
            lockRotation: true });
        const rest = '0 for a static body, got 2';
        const axis = '0 on a locked axis, got 2';
        refuses(() => wall.setVelocity(2, 0), RangeError, `Body.setVelocity: x must be ${rest}`);
        refuses(() => wall.setVelocity([0, 2]), RangeError, `Body.setVelocity: y must be ${rest}`);
        refuses(() => {
            wall.velocity = [2, 0];
        }, RangeError, `Body.velocity: x must be ${rest}`);
        refuses(() => {
            wall.vy = 2;
        }, RangeError, `Body.vy: value must be ${rest}`);
        refuses(() => {
            wall.angularVelocity = 2;
        }, RangeError, `Body.angularVelocity: value must be ${rest}`);
        refuses(() => locked.setVelocity(2, 1), RangeError, `Body.setVelocity: x must be ${axis}`);
        refuses(() => {
            locked.vx = 2;
        }, RangeError, `Body.vx: value must be ${axis}`);
        refuses(() => {
            locked.angularVelocity = 2;
        }, RangeError, `Body.angularVelocity: value must be ${axis}`);
        const positions = [1, 1];
        refuses(() => world.setTransforms([wall.index], { positions, velocities: [0, 2] }),
            RangeError, `World.setTransforms: velocities[1] must be ${rest}`);
        refuses(() => world.setTransforms([locked.index], { positions, angularVelocities: [2] }),
            RangeError, `World.setTransforms: angularVelocities[0] must be ${axis}`);
        refuses(() => world.createBody({ type: 'static', velocity: [0, 2] }), RangeError,
            `World.createBody: velocity[1] must be ${rest}`);
        refuses(() => world.createBody({ lockX: true, velocity: [2, 0] }), RangeError,
            `World.createBody: velocity[0] must be ${axis}`);
        refuses(() => world.createBodies(1, { type: 'static', positions, velocities: [2, 0] }),
            RangeError, `World.createBodies: velocities[0] must be ${rest}`);
        for (const body of world.bodies) {
            body.setVelocity(0, 0);
            body.angularVelocity = 0;
        }
        locked.setVelocity(0, 6);
        locked.lockX = false;
        locked.vx = 3;
        await world.step(0.125);
        assert.deepEqual([wall.position, locked.position], [[0, 0], [3.375, 0.75]]);
    });
}

test('a force on what is not dynamic does nothing, as on an infinite mass, also where a mass was set', () => {
    const world = new World();
    const wall = world.createBody({ type: 'static', collider });
    wall.applyForce(1, 1);
    wall.applyImpulse(1, 1);
    world.step();
    assert.deepEqual(wall.position, [0, 0]);
    wall.setMass({ mass: 3 });
    wall.applyForce(1, 1);
    wall.applyImpulse(1, 1);
    world.step();
    assert.deepEqual([wall.position, wall.mass], [[0, 0], 3]);
    world.destroy();
});
