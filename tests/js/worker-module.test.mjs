// A module that plays with a world in its worker: it hears steps and events there, talks with the page, and
// what it makes, sets and destroys is known on the page; its errors name it.
import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { World } from '../../js/index.js';
import { createWorkerWorld } from '../../js/worker.js';
import { near } from './helpers.mjs';

/** @type {import('../../js/worker.js').WorkerWorld[]} */
const open = [];
after(() => open.forEach((world) => world.destroy()));

/** @param {string} code of a function @returns {string} the URL of a module that has it as its default export */
const moduleOf = (code) => `data:text/javascript,${encodeURIComponent(`export default ${code}`)}`;

/**
 * A world with a module.
 * @param {string | URL} module @param {import('../../js/index.js').WorldOptions} [options]
 * @param {import('../../js/worker.js').WorkerOptions} [how]
 */
async function make(module, options = { gravity: [0, 0] }, how = {}) {
    const world = await createWorkerWorld(options, { ...how, module });
    open.push(world);
    return world;
}

/** @param {import('../../js/worker.js').WorkerWorld} world */
function heard(world) {
    /** @type {any[]} */
    const messages = [];
    world.on('message', (message) => messages.push(message));
    return messages;
}

const circle = /** @type {const} */ ({ shape: 'circle', radius: 0.5 });
const rules = new URL('./modules/steering.mjs', import.meta.url);

test('a module steers a body of the page in every step, alike at 30, 60 and 120 frames a second', async () => {
    /** @type {number[]} */
    const ways = [];
    for (const rate of [30, 60, 120]) {
        const world = await make(rules);
        const body = world.createBody({ collider: circle });
        world.post({ steer: body, force: [10, 0] });
        for (let i = 0; i < rate; ++i) {
            world.advance(1 / rate);
            await world.sync();
        }
        assert.equal(world.stepCount, 60);
        ways.push(body.x);
        world.destroy();
    }
    const here = new World({ gravity: [0, 0] });
    const body = here.createBody({ collider: circle });
    here.on('beforeStep', () => body.applyForce(10, 0));
    for (let i = 0; i < 60; ++i) here.step();
    assert.deepEqual(ways, [body.x, body.x, body.x]);
    here.destroy();
});

test('messages go both ways, in order, with objects of the other side in them', async () => {
    const world = await make(moduleOf(`({ world, post, onMessage }) => {
        post('set up');
        onMessage((message) => post({ message, x: message.body?.x, own: message.body?.world === world }));
    }`));
    const messages = heard(world);
    const body = world.createBody({ position: [3, 0], collider: circle });
    const other = world.createBody({ collider: circle });
    const joint = world.createJoint({ type: 'revolute', bodyA: body, bodyB: other,
        anchor: [0, 0] });
    /** @type {any} */
    const cyclic = { body, list: [body.colliders[0], joint, { other }], map: new Map([[1, 2]]),
        mica2d: 'a word' };
    cyclic.self = cyclic;
    world.post(cyclic);
    body.setTransform(5, 0);
    world.post({ body });
    await world.sync();
    const [first, { message, x, own }, second] = messages;
    assert.equal(first, 'set up');
    assert.equal(message.body, body);
    assert.deepEqual(message.list, [body.colliders[0], joint, { other }]);
    assert.equal(message.self, message);
    assert.equal(message.mica2d, 'a word');
    assert.deepEqual(message.map, new Map([[1, 2]]));
    assert.deepEqual([x, own, second.x], [3, true, 5]);
});

test('buffers in messages are handed over, both ways', async () => {
    const world = await make(moduleOf(`({ post, onMessage }) => onMessage((floats) => {
        floats[0] += 1;
        post(floats, [floats.buffer]);
        post(floats.length);
    })`));
    const messages = heard(world);
    const floats = new Float32Array([1, 2]);
    world.post(floats, [floats.buffer]);
    assert.equal(floats.length, 0);
    await world.sync();
    assert.deepEqual(messages, [new Float32Array([2, 2]), 0]);
});

test('a message is refused at once if it names what is gone or foreign, or cannot be cloned', async () => {
    const world = await make(rules);
    const plain = await createWorkerWorld();
    open.push(plain);
    const body = world.createBody({ collider: circle });
    const [collider] = body.colliders;
    body.destroy();
    assert.throws(() => world.post({ deep: [{ body }] }), { code: 'STALE_BODY',
        message: /^World\.post: / });
    assert.throws(() => world.post(collider), { code: 'STALE_COLLIDER' });
    assert.throws(() => world.post(plain.createBody()), { code: 'FOREIGN_OBJECT' });
    assert.throws(() => world.post(() => {}), { name: 'TypeError',
        message: /^World\.post: message must be data that can be cloned/ });
    assert.throws(() => world.post(1, /** @type {any} */ (2)), { name: 'TypeError',
        message: /^World\.post: transfer must be an array, got 2/ });
    assert.throws(() => plain.post(1), { code: 'NO_MODULE', message: /^World\.post: / });
    await world.sync();
});

for (const shared of [true, false]) {
    test(`what a module makes is on the page with the same reply (${shared ? 'shared memory' : 'transferred frames'})`, async () => {
        const world = await make(moduleOf(`({ world, post, onMessage }) => {
            const ground = world.createBody({ type: 'static', position: [0, -1], collider: { shape: 'box', width: 9, height: 1, layer: 'wall' } });
            onMessage(() => {
                const ball = world.createBody({ position: [0, 4], linearDamping: 0.25, userData: 'mine', collider: { shape: 'circle', radius: 0.5, userData: 'also' } });
                const tail = world.createBody({ position: [2, 4], collider: { shape: 'circle', radius: 0.5 } });
                tail.createCollider({ shape: 'circle', radius: 0.25, center: [1, 0] });
                const joint = world.createJoint({ type: 'revolute', bodyA: ball, bodyB: tail, anchor: [1, 4], limit: [-1, 1] });
                const crowd = world.createBodies(300, { positions: new Float32Array(600).fill(50), shape: { shape: 'circle', radius: 0.1 }, group: -1 });
                post({ ground, ball, tail, joint, last: world.bodyAt(crowd[299]) });
            });
        }`), { gravity: [0, -10], layers: { wall: ['default'] } }, { shared });
        const messages = heard(world);
        const mine = world.createBody({ position: [-3, 2], collider: circle });
        world.post('make');
        await world.step();
        const [{ ground, ball, tail, joint, last }] = messages;
        assert.equal(ground.type, 'static');
        assert.equal(ground.colliders[0].layer, 'wall');
        // As the engine has it, which a world here says too.
        assert.deepEqual(ground.colliders[0].shape, { shape: 'polygon',
            points: [-4.5, -0.5, 4.5, -0.5, 4.5, 0.5, -4.5, 0.5], radius: 0, center: [0, 0],
            angle: 0 });
        assert.equal(ball.linearDamping, 0.25);
        assert.equal(ball.userData, undefined);
        assert.equal(tail.colliders.length, 2);
        assert.equal(joint.bodyA, ball);
        assert.deepEqual(joint.limit, { lower: -1, upper: 1 });
        assert.equal(world.joints[0], joint);
        assert.equal(world.bodyAt(ball.index), ball);
        assert.equal(last.x, 50);
        assert.ok(ball.y < 4 && ball.awake && ball.alive, `${ball.y}`);
        assert.ok(mine.y < 2);
        const indices = [mine, ground, ball, tail, last].map(({ index }) => index);
        assert.equal(new Set(indices).size, indices.length);

        ball.setTransform(0, 9);
        const answers = await world.overlapPoint(2, tail.y);
        assert.equal(answers[0], tail.colliders[0]);
        assert.equal((await world.rayCast(-9, -1, 9, 0))?.body, ground);
        /** @type {any[]} */
        const touches = [];
        world.on('contactBegin', (e) => touches.push(e));
        for (let i = 0; i < 120; ++i) await world.step();
        assert.ok(
            touches.some(({ bodyA, bodyB }) =>
                [bodyA, bodyB].includes(ground) && [bodyA, bodyB].includes(mine)
            ),
        );
        joint.destroy();
        ball.destroy();
        await world.sync();
        world.destroy();
    });
}

test('the tiles of a module’s map have their layer on the page, and keep their userData in the worker', async () => {
    const world = await make(moduleOf(`({ world, post, onMessage }) => {
        const map = world.createBody({ type: 'static', collider: { shape: 'tiles', cells: ['# '], layer: 'wall',
            legend: { '#': 1 }, map: { 1: { tile: 1, layer: 'ice', userData: () => 'cold' } } } }).colliders[0];
        world.on('contactBegin', { layers: ['ice', 'default'] }, ({ cell }) => post([cell.layer, cell.userData()]));
        onMessage(() => map.setTile(1, 0, 1));
    }`), { layers: { wall: {}, ice: ['default'] } });
    const messages = heard(world);
    const ball = world.createBody({ position: [0.5, 1.55], collider: circle });
    /** @type {any[]} */
    const begun = [];
    world.on('contactBegin', { layers: ['ice', 'default'] }, ({ cell }) => begun.push(cell));
    for (let i = 0; i < 40; ++i) await world.step();
    const cell = { column: 0, row: 0, tile: 1, layer: 'ice', userData: undefined };
    assert.deepEqual([messages, begun], [[['ice', 'cold']], [cell]]);
    const [point] = await ball.contactPoints();
    assert.deepEqual(point.cell, cell);
    const [map] = [...world.bodies].filter((body) => body !== ball)[0].colliders;
    assert.equal(map.tileAt(1.5, 0.5)?.layer, 'wall');
    world.post('edit');
    await world.step();
    assert.equal(map.tileAt(1.5, 0.5)?.layer, 'ice');
    assert.deepEqual(/** @type {any} */ (map.shape).map, { 0: 0, 1: { tile: 1, layer: 'ice' } });
});

test('what a module destroys is gone on the page, and what it sets is read there', async () => {
    const world = await make(moduleOf(`({ world, onMessage }) => {
        world.on('triggerEnter', (e) => e.trigger.destroy());
        onMessage(({ body, joint, goes }) => {
            goes.destroy();
            joint.destroy();
            body.linearDamping = 0.5;
            body.setLocks({ rotation: true });
            body.colliders[0].friction = 0.25;
            body.colliders[0].setShape({ shape: 'box', width: 2, height: 1 });
            world.gravity = [0, -3];
            world.paused = true;
            world.timeScale = 0.5;
            world.layers.set('default', 'coin', 'solid');
        });
    }`), { gravity: [0, 0], layers: { player: { coin: 'trigger' }, coin: {} } });
    const body = world.createBody({ collider: { ...circle, layer: 'player' } });
    const other = world.createBody({ position: [9, 0],
        colliders: [circle, { ...circle, center: [2, 0] }] });
    const [goes] = other.colliders;
    const joint = world.createJoint({ type: 'revolute', bodyA: body, bodyB: other,
        anchor: [0, 0] });
    const coin = world.createBody({ type: 'static', position: [0, 0.2],
        collider: { ...circle, layer: 'coin' } });
    await world.step();
    assert.equal(coin.alive, false);
    assert.equal(world.events.triggerEnter[0].trigger, coin);
    assert.throws(() => coin.wake(), { code: 'STALE_BODY' });
    world.post({ body, joint, goes });
    await world.sync();
    assert.equal(goes.alive, false);
    assert.equal(other.colliders.length, 1);
    assert.equal(joint.alive, false);
    assert.deepEqual([body.linearDamping, body.lockRotation, body.colliders[0].friction], [0.5,
        true, 0.25]);
    assert.equal(body.colliders[0].shape.shape, 'polygon');
    assert.deepEqual(world.gravity, [0, -3]);
    assert.deepEqual([world.paused, world.timeScale], [true, 0.5]);
    world.paused = false;
    await world.sync();
    assert.equal(world.paused, false);
    assert.equal(world.layers.named('default', 'coin'), 'solid');
});

test('a module that cannot be loaded or set up is named by the error', async () => {
    const missing = new URL('./modules/missing.mjs', import.meta.url);
    await assert.rejects(createWorkerWorld({}, { module: missing }),
        (/** @type {any} */ error) =>
            error.code === 'MODULE_FAILED'
            && error.message.startsWith(
                `createWorkerWorld: the module ${missing.href} could not be loaded: `,
            ));
    await assert.rejects(createWorkerWorld({}, { module: moduleOf('7') }), { code: 'MODULE_FAILED',
        message: /^createWorkerWorld: the module data:.* has no function as its default export$/ });
    await assert.rejects(
        createWorkerWorld({}, {
            module: moduleOf('async () => { throw new Error("of the game"); }'),
        }),
        { code: 'MODULE_FAILED',
            message: /^createWorkerWorld: the module data:.* threw: of the game$/ },
    );
    await assert.rejects(createWorkerWorld({}, { module: /** @type {any} */ (7) }), {
        name: 'TypeError',
        message: 'createWorkerWorld: module must be a URL or a string, got 7',
    });
});

test('what a module throws later comes to the page by its name, and the world goes on', async () => {
    const world = await make(moduleOf(`({ world, onMessage }) => {
        let bad = true;
        onMessage((message) => {
            if (message === 'bad') throw new Error('no such message');
            bad = message;
        });
        world.on('beforeStep', () => {
            if (bad) world.createBody({ type: 'x' });
        });
    }`));
    await assert.rejects(world.step(), (/** @type {any} */ error) =>
        error.code === 'MODULE_FAILED'
        && /^World\.step: the module data:.* threw: World\.createBody: type must be /.test(
            error.message,
        )
        && /in the worker: /.test(String(error.cause)));
    world.post('bad');
    await assert.rejects(world.sync(), { code: 'MODULE_FAILED',
        message: /^World\.post: the module .* threw: no such message/ });
    world.post(false);
    await world.step();
    assert.equal(world.stepCount, 2, 'the step of the listener that threw is made too');
    await assert.rejects(world.step(7), { name: 'RangeError', message: /^World\.step: dt / });
    near(world.time, 2 / 60, 1e-6);
});

test('what a module throws in a timer or a promise comes by its name too, and the world goes on', async () => {
    const world = await make(moduleOf(`({ onMessage }) => onMessage((how) => {
        if (how === 'timer') setTimeout(() => { throw new Error('late'); });
        else Promise.reject(new Error('broken'));
    })`));
    /** @type {Error[]} */
    const errors = [];
    world.on('error', (error) => errors.push(error));
    for (const [how, text] of [['timer', 'late'], ['promise', 'broken']]) {
        world.post(how);
        for (let i = 0; i < 500 && errors.length === 0; ++i) await world.step();
        const [error] = errors.splice(0);
        assert.match(error.message, new RegExp(`^World: the module data:.* threw: ${text}$`));
        assert.equal(/** @type {any} */ (error).code, 'MODULE_FAILED');
    }
    await world.step();
});

test('a module hears afterStep and the events of one body, and all of them though one listener throws', async () => {
    const world = await make(moduleOf(`({ world, post, onMessage }) => onMessage((ball) => {
        const heard = [];
        world.on('contactBegin', () => { throw new Error('of the game'); });
        ball.on('contactBegin', () => heard.push('touch'));
        world.on('afterStep', () => {
            if (heard.length > 0) post({ at: world.stepCount, heard: heard.splice(0) });
        });
    })`), { gravity: [0, -10] });
    world.createBody({ type: 'static', position: [0, -1],
        collider: { shape: 'box', width: 9, height: 1 } });
    const ball = world.createBody({ position: [0, 0.2], collider: circle });
    const messages = heard(world);
    /** @type {string[]} */
    const errors = [];
    world.on('error', ({ message }) => errors.push(message));
    world.post(ball);
    for (let i = 0; i < 60; ++i) await world.step();
    assert.equal(errors.length, 1);
    assert.match(errors[0], /^World\.step: the module data:.* threw: of the game$/);
    assert.deepEqual(messages.map((message) => message.heard), [['touch']]);
});
