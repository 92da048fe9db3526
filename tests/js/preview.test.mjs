// preview(world): the paths are what then happens, bit for bit, and the world has no trace of it: not in its
// bytes, events, views, measures and objects, whatever `before` does and even if it throws.
import assert from 'node:assert/strict';
import test from 'node:test';
import { World } from '../../js/index.js';
import { preview } from '../../js/preview.js';
import { Replay, startRecording, stopRecording } from '../../js/recording.js';
import { createWorkerWorld } from '../../js/worker.js';
import { callsOf, entriesModule, refuses } from './helpers.mjs';

/** @param {number} seed */
function randomOf(seed) {
    let state = seed;
    return () => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return state / 2 ** 32;
    };
}

/** A world of crates, balls, a hinge that breaks and a trigger, somewhere in the middle. @param {number} seed @param {boolean} [joints] */
function randomWorld(seed, joints = true) {
    const random = randomOf(seed);
    const world = new World({
        layers: { thing: { thing: 'solid', wall: 'solid', zone: 'trigger' }, wall: {}, zone: {} },
        stepping: joints ? 'substeps' : 'impacts',
    });
    world.createBody({ type: 'static',
        colliders: [[0, -1, 40, 2], [-9, 5, 1, 20], [9, 5, 1, 20]].map(([x, y, width, height]) => ({
            shape: /** @type {const} */ ('box'),
            center: /** @type {[number, number]} */ ([x, y]),
            width,
            height,
            layer: 'wall',
        })) });
    world.createBody({ type: 'static',
        collider: { shape: 'circle', radius: 3, center: [0, 3], trigger: true, layer: 'zone' } });
    const bodies = Array.from({ length: 12 }, (_, i) =>
        world.createBody({
            position: [16 * random() - 8, 1 + 8 * random()],
            velocity: [8 * random() - 4, 8 * random() - 4],
            collider: i % 2
                ? { shape: 'circle', radius: 0.3 + random() / 4, layer: 'thing', restitution: 0.5 }
                : { shape: 'box', width: 0.8, height: 0.6, layer: 'thing' },
            userData: { i },
        }));
    if (joints) {
        world.createJoint({ type: 'revolute', bodyA: bodies[0], bodyB: bodies[1],
            anchor: bodies[0].position });
        world.createJoint({ type: 'revolute', bodyA: bodies[2], bodyB: bodies[3],
            anchor: bodies[2].position, breakForce: 30 });
    }
    const steps = Math.floor(40 * random());
    for (let i = 0; i < steps; ++i) world.advance(1 / 60);
    if (random() < 0.5) world.advance(0.04);
    else world.advance(0.001);
    bodies[4].applyForce(20 * random(), 5);
    bodies[5].destroy();
    return { world, bodies: bodies.filter((body) => body.alive) };
}

/** Everything of a world that a game can see. @param {World<any>} world @param {import('../../js/index.js').Body<any>[]} bodies */
function everything(world, bodies) {
    const { events, counters, time, stepCount, alpha, gravity, sleep, hitSpeed, paused, timeScale,
        poseMode } = world;
    const kinds =
        /** @type {const} */ (['contactBegin', 'contactEnd', 'contactHit', 'triggerEnter',
            'triggerExit', 'triggerStay', 'contactStay']);
    return {
        bytes: world.snapshot({ userData: true }),
        events: kinds.map((kind) => Array.from(events[kind], (event) => JSON.stringify(event))),
        slots: [...events.moved, -1, ...events.asleep, -1, ...events.woke],
        counters,
        time,
        stepCount,
        alpha,
        gravity,
        sleep,
        hitSpeed,
        paused,
        timeScale,
        poseMode,
        poses: world.poses.slice(0, 4 * world.slots),
        transforms: world.transforms.slice(0, 4 * world.slots),
        flags: world.flags.slice(0, world.slots),
        forces: world.forces.slice(0, 4 * world.slots),
        names: world.layers.names,
        masks: [...world.layers.solidMasks, ...world.layers.triggerMasks],
        bodies: bodies.map((
            body,
        ) => [body.alive, body.index, body.x, body.colliders.length, body.joints.length,
            JSON.stringify(body.userData)]
        ),
        joints: world.joints.length,
    };
}

for (const [name, joints]
    of /** @type {const} */ ([['by substeps', true], ['by impacts', false]]))
{
    test(`a preview shows what then happens, and leaves no trace: 40 random worlds, ${name}`, () => {
        for (let seed = 1; seed <= 40; ++seed) {
            const { world, bodies } = randomWorld(seed, joints);
            preview(world, { bodies, steps: 1 });
            let calls = 0;
            world.on('afterStep', () => {
                ++calls;
            });
            world.on('contactBegin', () => {
                ++calls;
            });
            const [{ transforms, velocities }, before] = [world, everything(world, bodies)];
            const [dt, substeps, every] = [1 / 50, 3, 1 + (seed % 3)];
            const paths = preview(world, { bodies, steps: 60, every, dt, substeps });
            assert.equal(calls, 0);
            assert.equal(world.transforms, transforms);
            assert.equal(world.velocities, velocities);
            assert.deepEqual(everything(world, bodies), before);
            /** @type {number[][]} */
            const real = bodies.map(() => []);
            const rests = bodies.map((body) => (body.awake ? -1 : 0));
            for (let step = 1; step <= 60; ++step) {
                if (joints) world.step(dt, substeps);
                else world.stepImpacts(dt);
                bodies.forEach((body, i) => {
                    if (step % every === 0) real[i].push(body.x, body.y, Math.fround(body.angle));
                    if (body.awake) rests[i] = -1;
                    else if (rests[i] < 0) rests[i] = step;
                });
            }
            assert.deepEqual(paths.map(({ points, count }) => [...points.subarray(0, 3 * count)]),
                real, `seed ${seed}`);
            assert.deepEqual(paths.map(({ restsFrom }) => restsFrom), rests);
            assert.deepEqual(paths.map(({ body }) => body), bodies);
            world.destroy();
        }
    });
}

/** All that a game may do before a step. @param {World<any>} world @param {import('../../js/index.js').Body<any>[]} bodies @param {number} step */
function meddle(world, bodies, step) {
    bodies[1].applyForce(3, 40);
    bodies[2].applyImpulse(0.1, 0);
    if (step === 3) bodies[3].destroy();
    if (step === 4) {
        const made = world.createBody({ position: [0, 12],
            collider: { shape: 'circle', radius: 0.4 } });
        world.createJoint({ type: 'distance', bodyA: made, bodyB: bodies[2], length: 3 });
        bodies[4].colliders[0].friction = 0.1;
        bodies[4].createCollider({ shape: 'circle', radius: 0.2 });
        world.joints[0].destroy();
    }
    if (step === 6) {
        world.gravity = [1, 9];
        world.hitSpeed = 7;
        world.sleep = false;
        world.paused = !world.paused;
        world.timeScale = 3;
        world.poseMode = 'extrapolate';
        world.layers.add('later');
        world.layers.set('thing', 'thing', 'ignore');
        world.velocities[4 * bodies[6].index] = 3;
        for (const event of world.events.contactStay) assert.ok(event.bodyA);
        assert.ok(world.poses.length > 0);
    }
}

test('what is done before the steps is taken back, also if it throws', () => {
    for (let seed = 1; seed <= 20; ++seed) {
        const { world, bodies } = randomWorld(seed);
        preview(world, { bodies, steps: 1 });
        const before = everything(world, bodies);
        const made = new Set(world.joints);
        /** @type {number[]} */
        const steps = [];
        const paths = preview(world, { bodies, steps: 12, before: (step) => {
            steps.push(step);
            meddle(world, bodies, step);
        } });
        assert.deepEqual(steps, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
        assert.deepEqual([paths[3].destroyedAt, paths[3].count, paths[2].destroyedAt,
            paths[2].count], [3, 3, -1, 12]);
        assert.deepEqual(everything(world, bodies), before);
        assert.throws(() =>
            preview(world, { bodies, steps: 12, before: (step) => {
                meddle(world, bodies, step);
                if (step === 7) throw new Error('no more');
            } }), /^Error: no more/);
        assert.deepEqual(everything(world, bodies), before);
        assert.deepEqual(new Set(world.joints), made);
        assert.deepEqual(bodies[3].userData, { i: 3 });
        // And it goes on as a world that was never asked.
        const twin = World.fromSnapshot(before.bytes);
        for (let i = 0; i < 30; ++i) for (const each of [world, twin]) each.advance(1 / 60);
        assert.equal(world.hash(), twin.hash());
        twin.destroy();
        world.destroy();
    }
});

test('a force before each step moves what it moves then', () => {
    const { world, bodies } = randomWorld(3);
    const [body] = bodies;
    const shown = preview(world, { bodies: [body], steps: 30,
        before: () => body.applyForce(15, 30) });
    const quiet = preview(world, { bodies: [body], steps: 30 });
    assert.notDeepEqual(shown[0].points, quiet[0].points);
    for (let i = 0; i < 30; ++i) {
        body.applyForce(15, 30);
        world.step();
    }
    assert.deepEqual([body.x, body.y], [...shown[0].points.subarray(87, 89)]);
    world.destroy();
});

test('a recording has nothing of a preview', () => {
    const { world, bodies } = randomWorld(4);
    startRecording(world);
    for (let step = 0; step < 30; ++step) {
        if (step === 10)
            preview(world, { bodies, steps: 12, before: (at) => meddle(world, bodies, at) });
        world.advance(1 / 60);
    }
    const replay = Replay.open(stopRecording(world));
    assert.equal(replay.verify(), null);
    replay.seek(replay.steps);
    assert.equal(replay.world.hash(), world.hash());
    replay.destroy();
    world.destroy();
});

test('an object that was made in a preview ends with it, one that was found stays', () => {
    const world = new World();
    const [slot] = world.createBodies(1, { positions: [0, 0],
        shape: { shape: 'circle', radius: 1 } });
    /** @type {any} */ let made;
    /** @type {any} */ let found;
    preview(world, { bodies: [], steps: 1, before: () => {
        made = world.createBody({ collider: { shape: 'circle', radius: 1 } });
        found = world.bodyAt(slot);
    } });
    assert.deepEqual([made.alive, found.alive, world.bodyAt(slot) === found], [false, true, true]);
    const next = world.createBody({});
    assert.equal(made.alive, false);
    assert.equal(next.alive, true);
    world.destroy();
});

test('what is destroyed can still be read after a preview, as events may name it', () => {
    const { world, bodies } = randomWorld(2);
    for (let i = 0; i < 120; ++i) world.step();
    const body = bodies[6];
    body.destroy();
    world.step();
    const { x } = body;
    preview(world, { bodies: [bodies[0]], steps: 5, before: (step) => {
        if (step === 2) bodies[1].destroy();
    } });
    assert.equal(body.x, x);
    world.destroy();
});

test('what stays is that of the last step, also if it is first read in a preview', () => {
    const { world, bodies } = randomWorld(11);
    for (let i = 0; i < 90; ++i) world.step();
    const twin = World.fromSnapshot(world.snapshot());
    const read = (/** @type {World<any>} */ from) =>
        [from.events.contactStay, from.events.triggerStay].map((list) =>
            Array.from(list, (event) => ('trigger' in event
                ? [event.trigger.index, event.visitor.index]
                : [event.bodyA.index, event.bodyB.index, event.impulse]))
        );
    world.step();
    twin.step();
    const wanted = read(twin);
    /** @type {any} */ let seen;
    preview(world, { bodies, steps: 40, before: (step) => {
        if (step === 20) { for (const body of bodies) body.setTransform(50 * body.index, 90); }
        if (step === 30) seen = read(world);
    } });
    assert.ok(wanted[0].length > 0 && seen[0].length < wanted[0].length);
    assert.deepEqual(read(world), wanted);
    twin.destroy();
    world.destroy();
});

test('arrays of an earlier preview are filled anew', () => {
    const { world, bodies } = randomWorld(5);
    const out = preview(world, { bodies, steps: 20 });
    const [first] = out;
    const { points } = first;
    const again = preview(world, { bodies: bodies.slice(1, 4), steps: 10, out });
    assert.equal(again, out);
    assert.deepEqual(again.map(({ body, count }) => [body, count]),
        bodies.slice(1, 4).map((body) => [body, 10]));
    assert.equal(again[0], first);
    assert.equal(again[0].points, points);
    preview(world, { bodies, steps: 40, out });
    assert.equal(out.length, bodies.length);
    assert.ok(out.every((path) => path.points.length >= 120 && path.count === 40));
    world.destroy();
});

test("its memory counts as the world's, stays for the next one, and goes with the world", () => {
    const { world, bodies } = randomWorld(7);
    const alone = world.bytes;
    preview(world, { bodies, steps: 30 });
    const both = world.bytes;
    assert.ok(both > alone && both < 4 * alone, `${alone} and ${both} bytes`);
    for (let i = 0; i < 200; ++i) preview(world, { bodies, steps: 30 });
    assert.equal(world.bytes, both);
    world.destroy();
    for (let i = 0; i < 3000; ++i) {
        const other = new World();
        preview(other, { bodies: [other.createBody({ collider: { shape: 'circle', radius: 1 } })],
            steps: 1 });
        other.destroy();
    }
});

test('bad options are refused by name', () => {
    const { world, bodies } = randomWorld(9);
    const gone = world.createBody();
    gone.destroy();
    const other = new World();
    /** @param {object} options */
    const call = (options) => () =>
        preview(world, /** @type {any} */ ({ bodies, steps: 3, ...options }));
    assert.throws(() => preview(world, /** @type {any} */ (undefined)),
        /^TypeError: preview: options must be an object/);
    assert.throws(call({ step: 3 }), /preview: options has no option "step"/);
    assert.throws(call({ bodies: bodies[0] }),
        /^TypeError: preview: bodies must be an array of bodies/);
    assert.throws(call({ bodies: [1] }), /^TypeError: preview: bodies\[0\] must be a Body, got 1/);
    assert.throws(call({ bodies: [bodies[0], null] }),
        /^TypeError: preview: bodies\[1\] must be a Body, got null/);
    refuses(call({ bodies: [gone] }), 'STALE_BODY', 'bodies[0] is a body that was destroyed');
    refuses(call({ bodies: [bodies[0], other.createBody()] }), 'FOREIGN_OBJECT',
        'bodies[1] is a body of another world');
    for (const [key, values] of Object.entries({ steps: [undefined, 0, 1.5, 1e7, '1'],
        every: [0, 4, NaN], substeps: [0, 65], dt: [0, 2, NaN] }))
    {
        for (const value of values)
            assert.throws(call({ [key]: value }), new RegExp(`preview: ${key}`));
    }
    assert.throws(call({ before: 1 }), /^TypeError: preview: before must be a function/);
    assert.throws(call({ out: 1 }),
        /^TypeError: preview: out must be the result of an earlier preview/);
    for (const name of /** @type {const} */ (['step', 'advance', 'snapshot', 'destroy']))
        refuses(call({ before: () => /** @type {any} */ (world)[name](1 / 60) }), 'LOCKED',
            new RegExp(`World.${name}`));
    refuses(call({ before: () => preview(world, { bodies, steps: 1 }) }), 'LOCKED', /preview/);
    world.on('afterStep', () => preview(world, { bodies, steps: 1 }));
    refuses(() => world.step(), 'LOCKED', /preview/);
    other.destroy();
    world.destroy();
    refuses(call({}), 'WORLD_DESTROYED', /preview/);
});

test('a world in a worker is asked for it', async () => {
    const [there, here] = [await createWorkerWorld({}, { module: entriesModule }), new World()];
    const make = (/** @type {any} */ world) =>
        world.createBody({ position: [1, 2], velocity: [3, 4],
            collider: { shape: 'circle', radius: 0.5 } });
    const [body, same] = [make(there), make(here)];
    const [path] = await callsOf(there)('preview', { bodies: [body], steps: 20, every: 5 });
    const [wanted] = preview(here, { bodies: [same], steps: 20, every: 5 });
    assert.equal(path.body, body);
    assert.deepEqual([path.points, path.count], [wanted.points, 4]);
    refuses(() => preview(/** @type {any} */ (there), { bodies: [], steps: 1 }), 'NOT_IN_WORKER',
        'preview', 'module');
    here.destroy();
    there.destroy();
});
