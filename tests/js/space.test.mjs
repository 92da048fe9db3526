// Points and vectors between the world and a body, velocities of its points, vectors in the place of two
// numbers, and the loop over all bodies: here, and in a worker.
import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { World } from '../../js/index.js';
import { createWorkerWorld } from '../../js/worker.js';
import { near, refuses } from './helpers.mjs';

/** @type {import('../../js/worker.js').WorkerWorld[]} */
const open = [];
after(() => open.forEach((world) => world.destroy()));

/** A world of either kind. @returns {Promise<any>[]} */
const worlds = () => [
    Promise.resolve(new World({ gravity: [0, 0] })),
    createWorkerWorld({ gravity: [0, 0] }).then((world) => (open.push(world), world)),
];
const circle = /** @type {const} */ ({ shape: 'circle', radius: 0.5 });
const pole = /** @type {const} */ ({ shape: 'box', width: 4, height: 1, center: [2, 0] });

/** @param {[number, number]} pair @param {number} x @param {number} y @param {string} what */
function pairNear(pair, x, y, what) {
    near(pair[0], x, 1e-5, what);
    near(pair[1], y, 1e-5, what);
}

test('points and vectors there and back', async () => {
    for (const made of worlds()) {
        const world = await made;
        const body = world.createBody({ position: [3, -2], angle: Math.PI / 2, collider: circle });
        pairNear(body.worldPoint(1, 2), 1, -1, 'worldPoint');
        pairNear(body.localPoint(1, -1), 1, 2, 'localPoint');
        pairNear(body.worldVector(1, 2), -2, 1, 'worldVector');
        pairNear(body.localVector(-2, 1), 1, 2, 'localVector');
        const out = /** @type {[number, number]} */ ([0, 0]);
        for (const name of ['worldPoint', 'localPoint', 'worldVector', 'localVector']) {
            const wanted = body[name](1, 2);
            assert.deepEqual(body[name]([1, 2]), wanted);
            assert.deepEqual(body[name]({ x: 1, y: 2 }), wanted);
            assert.equal(body[name](1, 2, out), out);
            assert.deepEqual(out, wanted);
            assert.equal(body[name](new Float32Array([1, 2]), out), out);
            assert.notEqual(body[name](1, 2), wanted, 'a new array');
            refuses(() => body[name](1, NaN), RangeError,
                `Body.${name}: y must be a finite number, got NaN`);
            refuses(() => body[name]([1, '2']), TypeError, `Body.${name}: point[1]`, '"2"');
            refuses(() => body[name](), TypeError,
                `Body.${name}: x must be a finite number, got undefined`);
        }
        world.destroy();
    }
});

test('velocityAt: of the centre of mass, and of a point as the next step moves it', async () => {
    for (const made of worlds()) {
        const world = await made;
        const body = world.createBody({ position: [1, 1], angle: 0.3, velocity: [2, -1],
            angularVelocity: 1.5, collider: pole });
        await world.step(1e-4);
        const center = typeof body.center === 'function' ? await body.center() : body.center;
        pairNear(await body.velocityAt(center), body.vx, body.vy, 'centre');
        const [x, y] = body.worldPoint(0.5, 0.25);
        const [vx, vy] = await body.velocityAt(x, y);
        assert.deepEqual(await body.velocityAt([x, y]), [vx, vy]);
        await world.step(1e-2);
        const [toX, toY] = body.worldPoint(0.5, 0.25);
        near(toX - x, 1e-2 * vx, 5e-4);
        near(toY - y, 1e-2 * vy, 5e-4);
        world.destroy();
    }
});

test('methods that take x and y take [x, y] and { x, y } too', async () => {
    for (const made of worlds()) {
        const world = await made;
        const [a, b] = [0, 1].map((i) =>
            world.createBody({ position: [0, 5 * i], collider: pole })
        );
        a.setVelocity(1, 2);
        b.setVelocity([1, 2]);
        a.applyForce(3, 4);
        b.applyForce({ x: 3, y: 4 });
        a.applyForce(1, 1, 0.5, 0.25);
        b.applyForce([1, 1], [0.5, 5.25]);
        a.applyImpulse(1, 0, 0.5, 0.25);
        b.applyImpulse(1, 0, new Float32Array([0.5, 5.25]));
        await world.step();
        assert.ok(a.vx > 1 && a.angularVelocity !== 0);
        for (const key of ['vx', 'vy', 'angularVelocity']) near(b[key], a[key], 1e-5, key);
        b.setTransform([7, 8], 1);
        await world.step(1e-6);
        pairNear(b.position, 7, 8, 'position');
        near(b.angle, 1, 1e-3);
        b.setTransform([9, 8]);
        refuses(() => b.setVelocity([1]), TypeError, 'Body.setVelocity: velocity must be [x, y]');
        refuses(() => b.setVelocity([1, NaN]), RangeError, 'Body.setVelocity: velocity[1]', 'NaN');
        refuses(() => b.applyForce([1, 1], 3), TypeError,
            'Body.applyForce: y must be a finite number, got undefined');
        refuses(() => b.applyImpulse(1, 1, { x: 0 }), TypeError, 'Body.applyImpulse: point.y');
        refuses(() => b.setVelocity(null), TypeError, 'Body.setVelocity: x', 'null');
        world.destroy();
    }
});

test('world.bodies: all live bodies by slot, in loops inside loops, while bodies come and go', async () => {
    for (const made of worlds()) {
        const world = await made;
        assert.deepEqual([[...world.bodies], world.bodies.length], [[], 0]);
        const first = world.createBody();
        const slots = world.createBodies(3, { positions: [0, 0, 1, 0, 2, 0], shape: circle });
        const last = world.createBody();
        world.bodyAt(slots[1]).destroy();
        const wanted = [first, world.bodyAt(slots[0]), world.bodyAt(slots[2]), last];
        assert.deepEqual(Array.from(world.bodies, (body) => body.index), wanted.map(({ index }) =>
            index
        ));
        assert.deepEqual([...world.bodies], wanted);
        assert.equal(world.bodies.length, 4);
        let pairs = 0;
        for (const a of world.bodies) for (const b of world.bodies) if (a !== b) ++pairs;
        assert.equal(pairs, 12);
        for (const body of world.bodies) if (body === first) break;
        const met = [];
        for (const body of world.bodies) {
            met.push(body);
            if (body === first) last.destroy();
            body.userData = 'met';
        }
        assert.deepEqual(met, wanted.slice(0, 3));
        world.destroy();
        refuses(() => [...world.bodies], 'WORLD_DESTROYED', 'World.bodies');
        refuses(() => world.bodies.length, 'WORLD_DESTROYED', 'World.bodies');
    }
});
