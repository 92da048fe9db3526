// Everything that the wrapper hands out, while wasm memory grows under it: a growth detaches every typed array over the
// memory, and any call of the engine that allocates may grow it. Here each call does. Memory.grow(0) detaches as any growth
// does, and takes no memory.
import assert from 'node:assert/strict';
import test from 'node:test';
import { World } from '../../js/index.js';
import { Replay } from '../../js/recording.js';
import { circleCasts, rayCasts, shapeCasts } from '../../js/batches.js';
import { preview } from '../../js/preview.js';
import { heap, wasm } from '../../js/wire/wasm.js';
import { recordHistory } from './histories.mjs';
import { refuses } from './helpers.mjs';

const plain = wasm.calls;

/** Calls that look something up and allocate nothing: arrays from before them may be used after them. */
const LOOK_UPS = ['body_at', 'collider_body', 'layer_masks'];

/**
 * Runs something while the memory grows in every call of the engine.
 * @template T
 * @param {() => T} run @returns {T}
 */
function growing(run) {
    const memory = /** @type {WebAssembly.Memory} */ (/** @type {unknown} */ (plain.memory));
    wasm.calls = Object.fromEntries(
        Object.entries(plain).map((
            [name, call],
        ) => [name, typeof call !== 'function' || LOOK_UPS.includes(name)
            ? call
            : (/** @type {number[]} */ ...numbers) => {
                const result = call(...numbers);
                memory.grow(0);
                return result;
            }]
        ),
    );
    try {
        return run();
    } finally {
        wasm.calls = plain;
    }
}

const circle = /** @type {const} */ ({ shape: 'circle', radius: 0.5 });

/** A world in which everything touches something. */
function makeWorld() {
    const world = new World({ layers: { zone: { default: 'trigger' } } });
    world.createBody({ type: 'static', position: [0, -0.5],
        collider: { shape: 'box', width: 40, height: 1 } });
    world.createBody({ type: 'static',
        collider: { shape: 'tiles', cells: ['#.#', '###'], origin: [-12, 0] } });
    world.createBody({ type: 'static', position: [0, 1],
        collider: { shape: 'box', width: 40, height: 4, layer: 'zone', trigger: true } });
    world.createBodies(6, { positions: [0, 0.6, 1.1, 0.5, 2, 1.5, 3, 0.5, 4, 4, 5, 0.45],
        shape: circle });
    const mover = world.createMover({ position: [-4, 1],
        collider: { shape: 'capsule', length: 0.8, radius: 0.3 } });
    world.createJoint({ type: 'distance', bodyA: world.bodyAt(3), bodyB: world.bodyAt(4),
        localAnchorA: [0, 0], localAnchorB: [0, 0], breakForce: 1e-3 });
    for (let i = 0; i < 25; ++i) world.step();
    return { world, mover };
}

/** @param {ArrayLike<number>} list @param {number} [length] */
const copy = (list, length = list.length) => Array.from({ length }, (_, i) => list[i]);

/** @type {Record<string, (world: World<any>) => ArrayLike<number>>} */
const VIEWS = { transforms: (w) => w.transforms, velocities: (w) => w.velocities,
    forces: (w) => w.forces, poses: (w) => w.poses, flags: (w) => w.flags };

const KINDS =
    /** @type {const} */ (['contactBegin', 'contactEnd', 'contactHit', 'triggerEnter',
        'triggerExit', 'triggerStay', 'contactStay', 'moved', 'asleep', 'woke', 'jointBroke',
        'crushed']);
const rays = new Float32Array([0, 9, 0, -20, 2, 9, 0, -20, 30, 9, 0, -1]);

/** Whatever else it hands out: plain numbers. @type {Record<string, (world: World<any>) => ArrayLike<number>>} */
const LISTS = {
    contactPoints: (w) => copy(w.contactPoints.u32, w.contactPoints.count * w.contactPoints.stride),
    contactPointsOf: (w) => {
        const points = w.contactPointsOf(/** @type {any} */ (w.bodyAt(0)));
        return copy(points.u32, points.count * points.stride);
    },
    moverStates: (w) => {
        const { u32, count, stride } = w.moverStates;
        return copy(u32, count * stride);
    },
    rayCasts: (w) => rayCasts(w, rays).u32,
    'rayCasts into an earlier result': (w) => rayCasts(w, rays, { out: rayCasts(w, rays) }).f32,
    shapeCasts: (w) =>
        shapeCasts(w, circle, new Float32Array([0, 9, 0, 0, -20, 2, 9, 0, 0, -20])).u32,
    circleCasts: (w) => circleCasts(w, new Float32Array([0, 9, 0.2, 0, -20])).u32,
    overlapBox: (w) => w.overlapBox(-20, -5, 20, 5).map(({ index }) => index),
    rayCastAll: (w) => w.rayCastAll(-20, 0.5, 40, 0).map(({ fraction }) => fraction),
    contactPointObjects: (w) => w.bodyAt(3)?.contactPoints().map(({ x }) => x) ?? [],
    shape: (w) => /** @type {any} */ (w.bodyAt(1)?.colliders[0].shape).cells,
    solidMasks: (w) => copy(w.layers.solidMasks),
    triggerMasks: (w) => copy(w.layers.triggerMasks),
    preview: (w) =>
        copy(preview(w, { bodies: [/** @type {any} */ (w.bodyAt(7))], steps: 4 })[0].points),
    snapshot: (w) => w.snapshot(),
    'a difference of snapshots': (w) => w.snapshot({ since: w.snapshot() }),
    ...Object.fromEntries(KINDS.map((kind) => [`events.${kind}`, (/** @type {World<any>} */ w) => {
        const list = /** @type {any} */ (w.events[kind]);
        return [list.length,
            ...copy(list.array,
                (kind === 'moved' || kind === 'asleep' || kind === 'woke' ? 1 : 2) * list.length)];
    }])),
};

test('every list says the same if memory grows in every call', () => {
    for (const [name, read] of Object.entries(LISTS)) {
        const { world } = makeWorld();
        const found = growing(() => copy(read(world)));
        assert.deepEqual(found, copy(read(world)), name);
        assert.ok(found.length > 0, name);
        world.destroy();
    }
});

test('a view is never handed out detached, whatever grew the memory before', () => {
    growing(() => {
        const { world } = makeWorld();
        const calls = { ...LISTS, step: (/** @type {World<any>} */ w) => {
            w.step();
            return [];
        }, advance: (/** @type {World<any>} */ w) => {
            w.advance(0.02);
            return [];
        },
            createBodies: (/** @type {World<any>} */ w) =>
                w.createBodies(500, { positions: new Float32Array(1000).fill(30), shape: circle }),
            createBody: (/** @type {World<any>} */ w) => {
                w.createBody({ collider: circle });
                return [];
            }, restore: (/** @type {World<any>} */ w) => {
                w.restore(w.snapshot());
                return [];
            }, 'another world': () => {
                makeWorld().world.destroy();
                return [];
            } };
        for (const [name, call] of Object.entries(calls)) {
            call(world);
            for (const [view, read] of Object.entries(VIEWS)) {
                const array = read(world);
                assert.ok(array.length >= world.slots, `${view} after ${name}`);
            }
            const body = /** @type {any} */ (world.bodyAt(7));
            assert.deepEqual([body.x, body.y, body.vx, body.vy], [
                ...world.transforms.subarray(28, 30),
                ...world.velocities.subarray(28, 30),
            ], name);
        }
        world.destroy();
    });
});

test('what is said to be memory of JavaScript outlives a growth', () => {
    const { world } = makeWorld();
    const held = [rayCasts(world, rays).u32, world.contactPoints.u32, world.moverStates.u32,
        world.snapshot(), world.events.moved.array, world.events.contactStay.array,
        preview(world, { bodies: [/** @type {any} */ (world.bodyAt(7))], steps: 4 })[0].points];
    const before = held.map((array) => copy(array));
    growing(() => world.hash());
    assert.equal(heap().i32.length > 0, true);
    held.forEach((array, i) => assert.deepEqual(copy(array), before[i], `${i}`));
    world.destroy();
});

test('cursors and events of a world are right after another world has grown', () => {
    const { world } = makeWorld();
    const read = () =>
        Array.from(world.events.contactStay, (
            { colliderA, colliderB, nx, impulse },
        ) => [colliderA.index, colliderB.index, nx, impulse]);
    const before = read();
    const cursor = /** @type {any} */ (world.events.contactStay.at(0));
    assert.ok(before.length > 3);
    const other = new World();
    const { transforms } = world;
    for (let i = 0; transforms.length > 0; ++i)
        other.createBodies(4000, { positions: new Float32Array(8000).fill(i), shape: circle });
    assert.deepEqual(read(), before);
    assert.deepEqual([cursor.colliderA.index, cursor.nx], [before[0][0], before[0][2]]);
    other.destroy();
    world.step();
    world.destroy();
});

test('random histories are the same if memory grows in every call', () => {
    for (let seed = 1; seed <= 12; ++seed) {
        const { hash, state } = recordHistory(World, seed, 30);
        const grown = growing(() => {
            const recorded = recordHistory(World, seed, 30);
            const replay = Replay.open(recorded.bytes);
            assert.equal(replay.verify(), null, `seed ${seed}`);
            replay.destroy();
            return recorded;
        });
        assert.deepEqual([grown.hash, grown.state], [hash, state], `seed ${seed}`);
    }
});

test('objects of one world are refused by another', () => {
    const [one, other] = [makeWorld(), makeWorld()];
    const body = /** @type {any} */ (one.world.bodyAt(3));
    const own = /** @type {any} */ (other.world.bodyAt(3));
    const before = other.world.hash();
    refuses(
        () => other.world.createJoint({ type: 'weld', bodyA: own, bodyB: body, anchor: [0, 0] }),
        'FOREIGN_OBJECT',
        'World.createJoint: bodyB is a body of another world',
    );
    refuses(() => other.world.rayCast(0, 9, 0, -20, { ignore: [body] }), 'FOREIGN_OBJECT',
        'World.rayCast: ', 'of another world');
    refuses(() => other.world.destroySlots(/** @type {any} */ ([body])), TypeError,
        'World.destroySlots: slots[0] must be an integer');
    refuses(() => own.ignore(body), 'FOREIGN_OBJECT', 'Body.ignore: ', 'of another world');
    assert.equal(other.world.hash(), before);
    one.world.destroy();
    other.world.destroy();
});
