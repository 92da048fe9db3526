// Listeners: those of one body, one collider or a pair of layers, in this thread and in a worker; what
// becomes of the others when one throws; the order of listeners around a step; slots of events as arrays.
import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { World, init } from '../../js/index.js';
import { createWorkerWorld } from '../../js/worker.js';
import { refuses } from './helpers.mjs';

await init();

/** @type {any[]} */
const open = [];
after(() => open.forEach((world) => world.destroy()));

/** @type {Record<string, (options: any) => any>} */
const kinds = {
    'in this thread': (options) => new World(options),
    'in a worker': (options) => createWorkerWorld(options),
};

const circle = /** @type {const} */ ({ shape: 'circle', radius: 0.5 });
const layers = { player: { coin: 'trigger', wall: 'solid', player: 'solid' }, coin: {},
    wall: { wall: 'solid' } };

/** Two errors that a test has thrown, and what was reported besides. @param {() => any} call */
async function thrownBy(call) {
    /** @type {any[]} */
    const reported = [];
    const { error } = console;
    console.error = (/** @type {any} */ each) => reported.push(each.message);
    /** @type {any} */
    let thrown;
    try {
        await call();
    } catch (caught) {
        thrown = caught;
    }
    console.error = error;
    return [thrown?.message, ...reported];
}

for (const [where, makeWorld] of Object.entries(kinds)) {
    const here = where === 'in this thread';

    /** @param {any} [options] */
    const make = async (options) => {
        const world = await makeWorld({ gravity: [0, 0], layers, ...options });
        open.push(world);
        return world;
    };

    test(`${where}: a body hears of its own contacts, as side A, until it is taken off or destroyed`, async () => {
        const world = await make();
        const [left, middle, right] = [-0.9, 0, 0.9].map((x) =>
            world.createBody({ position: [x, 0], collider: { ...circle, layer: 'player' } })
        );
        /** @type {any[]} */
        const heard = [];
        /** @param {any} body @param {string} kind */
        const listen = (body, kind) =>
            body.on(kind, (/** @type {any} */ e) => {
                heard.push([kind, e.bodyA === body, e.bodyB, Math.sign(e.nx) + 0,
                    e.colliderA === body.colliders[0]]);
            });
        const off = listen(left, 'contactBegin');
        listen(right, 'contactBegin');
        listen(middle, 'contactEnd');
        await world.step();
        assert.deepEqual(heard, [['contactBegin', true, middle, 1, true], ['contactBegin', true,
            middle, -1, true]]);
        heard.length = 0;
        off();
        left.setTransform(-5, 0);
        await world.step();
        assert.deepEqual(heard, [['contactEnd', true, left, 0, true]]);
        left.setTransform(-0.9, 0);
        await world.step();
        assert.equal(heard.length, 1, 'taken off');
        middle.destroy();
        await world.step();
        // Its last events come after its end.
        assert.deepEqual(heard.map(([kind, isA]) => [kind, isA]),
            Array(3).fill(['contactEnd', true]));
        const next = world.createBody({ collider: { ...circle, layer: 'player' } });
        for (let i = 0; i < 3; ++i) await world.step();
        next.setTransform(9, 9);
        await world.step();
        assert.equal(heard.filter(([kind]) => kind === 'contactEnd').length, 3,
            'what has its slot now is another');
        refuses(() => middle.on('contactEnd', () => {}), 'STALE_BODY', 'Body.on');
    });

    test(`${where}: a body hears moved, asleep, woke, stays and broken joints of its own`, async () => {
        const world = await make();
        const [a, b] = [0, 20].map((x) =>
            world.createBody({ position: [x, 0], collider: { ...circle, layer: 'player' } })
        );
        const other = world.createBody({ position: [0.9, 0],
            collider: { ...circle, layer: 'player' } });
        const frame = world.createBody({ type: 'static', position: [20, 1] });
        const joint = world.createJoint({ type: 'revolute', bodyA: frame, bodyB: b, anchor: [20, 1],
            breakForce: 30 });
        /** @type {string[]} */
        const heard = [];
        const alone = world.createBody({ position: [-20, 0], collider: circle });
        for (const kind of ['moved', 'asleep', 'woke']) {
            alone.on(kind, (/** @type {any} */ body) => heard.push(`${kind} ${body === alone}`));
        }
        a.on('contactStay', (/** @type {any} */ e) =>
            heard.push(`contactStay ${e.bodyA === a && e.bodyB === other}`));
        frame.on('jointBroke', (/** @type {any} */ e) =>
            heard.push(`jointBroke ${e.joint === joint} ${e.bodyA === frame}`));
        b.applyImpulse(0, -40);
        await world.step();
        assert.deepEqual(heard, ['moved true', 'jointBroke true true', 'contactStay true']);
        heard.length = 0;
        alone.sleep();
        await world.step();
        alone.wake();
        await world.step();
        assert.deepEqual(heard.filter((line) =>
            !line.startsWith('contact')
        ), ['asleep true', 'moved true', 'woke true']);
    });

    test(`${where}: a collider hears of its own triggers and contacts, and of those of no other of its body`, async () => {
        const world = await make();
        const player = world.createBody({
            colliders: [{ ...circle, layer: 'player' }, { shape: 'circle', radius: 3, trigger: true,
                layer: 'player' }],
        });
        const [hull, range] = player.colliders;
        const coin = world.createBody({ position: [0.6, 0],
            collider: { ...circle, layer: 'coin' } });
        const wall = world.createBody({ position: [-2, 0], type: 'static',
            collider: { ...circle, layer: 'player', userData: 1 } });
        /** @type {any[]} */
        const heard = [];
        hull.on('triggerEnter', (/** @type {any} */ e) =>
            heard.push(['hull', e.trigger, e.visitorCollider]));
        coin.colliders[0].on('triggerEnter', (/** @type {any} */ e) =>
            heard.push(['coin', e.trigger, e.visitorCollider]));
        range.on('triggerStay', (/** @type {any} */ e) =>
            heard.push(['range', e.triggerCollider, e.visitor]));
        range.sees = ['static'];
        await world.step();
        assert.deepEqual(heard.filter(([who]) =>
            who === 'hull'
        ), [['hull', coin, hull]]);
        assert.ok(heard.filter(([who, trigger]) => who === 'coin' && trigger === coin).length >= 1);
        assert.deepEqual(heard.filter(([who, , visitor]) => who === 'range' && visitor === wall), [[
            'range',
            range,
            wall,
        ]]);
        refuses(() => hull.on('moved', () => {}), RangeError, 'Collider.on: kind');
        hull.destroy();
        refuses(() => hull.on('triggerExit', () => {}), 'STALE_COLLIDER', 'Collider.on');
    });

    test(`${where}: a pair of layers hears of what is between them, in the order named`, async () => {
        const world = await make();
        const wall = world.createBody({ type: 'static',
            collider: { shape: 'box', width: 1, height: 4, layer: 'wall' } });
        const coin = world.createBody({ position: [0.9, 3],
            collider: { ...circle, layer: 'coin' } });
        const player = world.createBody({ position: [0.95, 0],
            collider: { ...circle, layer: 'player' } });
        const second = world.createBody({ position: [0.95, 0.9],
            collider: { ...circle, layer: 'player' } });
        /** @type {any[]} */
        const heard = [];
        world.on('contactBegin', { layers: ['player', 'wall'] }, (/** @type {any} */ e) =>
            heard.push(['pw', e.bodyA, e.bodyB, Math.round(e.nx)]));
        world.on('contactBegin', { layers: ['wall', 'player'] }, (/** @type {any} */ e) =>
            heard.push(['wp', e.bodyA, e.bodyB, Math.round(e.nx)]));
        world.on('contactBegin', { layers: ['player', 'player'] }, (/** @type {any} */ e) =>
            heard.push(['pp']));
        world.on('contactBegin', { layers: ['coin', 'wall'] }, () =>
            assert.fail('they do not meet'));
        const off = world.on('triggerEnter', { layers: ['player', 'coin'] },
            (/** @type {any} */ e) => heard.push(['t', e.trigger, e.visitor]));
        world.on('triggerEnter', { layers: ['coin', 'player'] }, (/** @type {any} */ e) =>
            heard.push(['t', e.trigger, e.visitor]));
        world.on('contactBegin', { layers: ['player', 'default'] }, () =>
            assert.fail('none is there'));
        await world.step();
        assert.deepEqual(heard.filter(([who]) => who === 'pw'),
            [player, second].map((each) => ['pw', each, wall, -1]));
        assert.deepEqual(heard.filter(([who]) => who === 'wp'),
            [player, second].map((each) => ['wp', wall, each, 1]));
        assert.equal(heard.filter(([who]) => who === 'pp').length, 1);
        heard.length = 0;
        coin.setTransform(0.95, -0.5);
        await world.step();
        assert.deepEqual(heard, [['t', coin, player], ['t', coin, player]],
            'roles keep, whatever the order');
        off();
        refuses(() => world.on('contactBegin', { layers: ['player', 'wal'] }, () => {}), RangeError,
            'World.on: layers[1]', '"wal"');
        refuses(() => world.on('contactBegin', { layers: ['player'] }, () => {}), TypeError,
            'World.on: layers', 'two names');
        refuses(() => world.on('moved', { layers: ['player', 'wall'] }, () => {}), TypeError,
            'World.on', '"moved"');
        refuses(() => world.on('contactBegin', { layer: 'wall' }, () => {}), TypeError,
            'no option "layer"');
        refuses(() => world.on('contactBegin', { layers: ['player', 'wall'] }), TypeError,
            'listener must be a function');
        refuses(() => player.on('contactBegins', () => {}), RangeError, 'Body.on: kind',
            '"contactBegins"');
        refuses(() => player.on('contactBegin', 7), TypeError, 'Body.on: listener');
    });

    test(`${where}: what a listener throws is thrown when all others have heard everything`, async () => {
        const world = await make();
        const bodies = [0, 0.9].map((x) =>
            world.createBody({ position: [x, 0], collider: { ...circle, layer: 'player' } })
        );
        /** @type {string[]} */
        const heard = [];
        world.on('contactBegin', () => {
            throw new Error('first');
        });
        world.on('contactBegin', () => heard.push('second'));
        bodies[0].on('contactBegin', () => {
            throw new Error('of the body');
        });
        bodies[1].on('contactBegin', () => heard.push('other body'));
        world.on('moved', () => heard.push('moved'));
        world.on('contactStay', () => heard.push('stay'));
        assert.deepEqual(await thrownBy(() => world.step()), ['first', 'of the body']);
        assert.deepEqual(heard, ['second', 'other body', 'moved', 'moved', 'stay']);
        assert.equal(world.stepCount, 1);
        assert.deepEqual(await thrownBy(() => world.step()), [undefined], 'it is thrown once');
        assert.equal(world.stepCount, 2);
    });

    test(`${where}: a listener that takes itself off is not called for the next event of the same step`, async () => {
        const world = await make();
        for (const x of [0, 0.9, 5, 5.9])
            world.createBody({ position: [x, 0], collider: { ...circle, layer: 'player' } });
        let calls = 0;
        const off = world.on('contactBegin', () => {
            ++calls;
            off();
        });
        await world.step();
        assert.equal(calls, 1);
    });
}

test('around each step: beforeStep, its events, afterStep; what stays at the end of the call', () => {
    const world = new World({ gravity: [0, 0], layers, maxSteps: 8 });
    open.push(world);
    const [a, b] = [0, 0.9].map((x) =>
        world.createBody({ position: [x, 0], collider: { ...circle, layer: 'player' } })
    );
    /** @type {string[]} */
    const log = [];
    for (const kind
        of /** @type {const} */ (['beforeStep', 'afterStep', 'contactBegin', 'contactEnd',
            'contactStay']))
    {
        world.on(kind, () => log.push(`${kind} ${world.stepCount}`));
    }
    world.on('afterStep', () => {
        refuses(() => world.step(), 'LOCKED', 'World.step');
        b.setTransform(world.stepCount % 2 ? 5 : 0.9, 0);
    });
    assert.equal(world.advance(3.5 / 60), 3);
    assert.deepEqual(log, ['beforeStep 0', 'contactBegin 1', 'afterStep 1', 'beforeStep 1',
        'contactEnd 2', 'afterStep 2', 'beforeStep 2', 'contactBegin 3', 'afterStep 3',
        'contactStay 3']);
    log.length = 0;
    world.step();
    assert.deepEqual(log, ['beforeStep 3', 'contactEnd 4', 'afterStep 4']);
    assert.equal(world.events.contactEnd.length, 1);
    assert.ok(a.alive);
});

test('a listener that throws stops no step of an advance(); what it does between the steps is in the next', async () => {
    const world = new World({ layers, maxSteps: 8 });
    open.push(world);
    const body = world.createBody({ gravityScale: 0, collider: circle });
    world.on('beforeStep', () => {
        throw new Error('mine');
    });
    world.on('moved', () => body.setVelocity(6, 0));
    assert.deepEqual(await thrownBy(() => world.advance(3.2 / 60)), ['mine', 'mine', 'mine']);
    assert.equal(world.stepCount, 3);
    assert.ok(Math.abs(body.x - 0.2) < 1e-5, `${body.x}`);
    assert.ok(Math.abs(world.alpha - 0.2) < 1e-6);
});

test('a listener may pause the world, or destroy it, between the steps of an advance()', () => {
    const world = new World({ maxSteps: 8 });
    const off = world.on('afterStep', () => {
        world.paused = true;
    });
    assert.equal(world.advance(3.5 / 60), 1);
    assert.ok(world.alpha < 1);
    off();
    world.paused = false;
    assert.equal(world.advance(0.4 / 60), 0,
        'the time that was left is dropped, but for what is less than a step');
    world.on('afterStep', () => world.destroy());
    assert.equal(world.advance(3 / 60), 1);
    assert.equal(world.destroyed, true);
});

test('an error of the step itself comes first; those of listeners are reported', async () => {
    const world = new World();
    open.push(world);
    const body = world.createBody({ collider: circle });
    world.on('beforeStep', () => {
        world.velocities[4 * body.index] = NaN;
        throw new Error('mine');
    });
    const errors = await thrownBy(() => world.step());
    assert.match(errors[0], /^World\.step: /);
    assert.deepEqual(errors.slice(1), ['mine']);
});

test('slots of events: two an event, of all steps of an advance(), made when they are read', () => {
    const world = new World({ gravity: [0, 0], layers, maxSteps: 8 });
    open.push(world);
    const slots = world.createBodies(200, {
        positions: Float32Array.from({ length: 400 }, (_, i) => (i % 2 ? 0 : i * 0.45)),
        shape: circle,
        layer: 'player',
    });
    const coin = world.createBody({ position: [-0.3, 0.3],
        collider: { ...circle, layer: 'coin' } });
    world.on('afterStep', () => {
        if (world.stepCount === 1) world.bodyAt(slots[0])?.setTransform(-50, 0);
    });
    world.advance(2.5 / 60);
    for (const kind of /** @type {const} */ (['contactBegin', 'contactEnd', 'contactStay'])) {
        const list = world.events[kind];
        const { array, length } = list;
        assert.ok(length >= 1 && array.length >= 2 * length);
        let i = 0;
        for (const { bodyA, bodyB } of list)
            assert.deepEqual([array[2 * i], array[2 * i++ + 1]], [bodyA.index, bodyB.index]);
        assert.equal(list.array, array, 'one array');
    }
    const { triggerEnter, triggerExit } = world.events;
    assert.deepEqual([...triggerEnter.array.subarray(0, 2)], [coin.index, slots[0]]);
    assert.deepEqual([...triggerExit.array.subarray(0, 2)], [coin.index, slots[0]]);
    world.step();
    assert.deepEqual([triggerExit.length, world.events.contactBegin.length], [0, 0]);
});
