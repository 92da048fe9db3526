// Several worlds in one worker, workers of Node, and workers that end: each message names its world, and nothing
// stays open when no answer can come any more.
import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { Worker } from 'node:worker_threads';
import { World } from '../../js/index.js';
import { createWorkerWorld } from '../../js/worker.js';
import './helpers.mjs';

const HOST = new URL('../../js/worker-host.js', import.meta.url);
const circle = /** @type {const} */ ({ shape: 'circle', radius: 0.5 });
/** @type {Worker[]} */
const threads = [];
after(() => Promise.all(threads.map((thread) => thread.terminate())));

/** A worker of Node that has loaded the host. */
function thread() {
    const worker = new Worker(HOST);
    worker.setMaxListeners(30);
    threads.push(worker);
    return worker;
}

/** The same with the members of a page's worker; `emit` gives its listeners an event. */
class PageWorker {
    #worker = thread();
    /** @type {Map<string, Set<(event: any) => void>>} */
    #listeners = new Map();

    constructor() {
        this.#worker.on('message', (data) => this.emit('message', { data }));
    }

    /** @param {string} kind @param {unknown} event */
    emit(kind, event) {
        for (const listener of this.#listeners.get(kind) ?? []) listener(event);
    }

    /** @param {unknown} message @param {any[]} [transfer] */
    postMessage(message, transfer = []) {
        this.#worker.postMessage(message, transfer);
    }

    /** @param {string} kind @param {(event: any) => void} listener */
    addEventListener(kind, listener) {
        this.#listeners.set(kind, new Set([...this.#listeners.get(kind) ?? [], listener]));
    }

    /** @param {string} kind @param {(event: any) => void} listener */
    removeEventListener(kind, listener) {
        this.#listeners.get(kind)?.delete(listener);
    }

    /** How many listeners it has. */
    get count() {
        return [...this.#listeners.values()].reduce((sum, each) => sum + each.size, 0);
    }
}

/** @param {unknown} worker @param {object} [options] @param {object} [how] */
const makeIn = (worker, options = {}, how = {}) =>
    createWorkerWorld(options, { ...how, worker: /** @type {any} */ (worker) });

for (const [name, make]
    of /** @type {[string, () => any][]} */ ([['a worker of a page', () => new PageWorker()], [
        'a worker of Node',
        thread,
    ]]))
{
    test(`${name}: two worlds in one do not disturb each other`, async () => {
        const worker = make();
        const module = `data:text/javascript,${
            encodeURIComponent(
                'export default ({ post, onMessage }) => onMessage((message) => post([message]))',
            )
        }`;
        const first = await makeIn(worker, { gravity: [0, -10] }, { module });
        const early = first.createBody({ collider: circle });
        await first.step();
        const second = await makeIn(worker, { gravity: [0, 5] }, { module });
        const here = [-10, 5].map((y) => new World({ gravity: [0, y] }));
        here[0].createBody({ collider: circle });
        here[0].step();
        const late = second.createBody({ position: [1, 2], collider: circle });
        here[1].createBody({ position: [1, 2], collider: circle });
        /** @type {unknown[][]} */
        const heard = [[], []];
        [first, second].forEach((world, i) => {
            world.on('message', (message) => heard[i].push(message));
            world.post(i);
        });
        for (let i = 0; i < 10; ++i) {
            here.forEach((world) => world.step());
            await Promise.all([first.step(), second.step()]);
        }
        assert.deepEqual(await Promise.all([first.hash(), second.hash()]), here.map((world) =>
            world.hash()
        ));
        assert.deepEqual([early.y, late.y], here.map((world) => world.bodyAt(0)?.y));
        assert.deepEqual(heard, [[[0]], [[1]]]);
        // What one refuses is an error of that one.
        await assert.rejects(makeIn(worker, { gravity: [0, NaN] }), { name: 'RangeError' });
        second.createBody({ collider: { shape: 'polygon', points: [0, 0, 1, 0, 2, 0] } });
        await first.sync();
        await assert.rejects(second.sync(), /^MicaError: World.createBody: /);
        first.destroy();
        await second.step();
        assert.equal(second.stepCount, 11);
        second.destroy();
        assert.equal(worker.count ?? worker.listenerCount('message'), 0);
        for (const world of here) world.destroy();
    });
}

test('a worker of Node that ends calls off everything, in each of its worlds', async () => {
    const worker = thread();
    const worlds = await Promise.all([makeIn(worker), makeIn(worker)]);
    const open = worlds.flatMap((world) => [world.step(), world.sync(), world.rayCast(0, 0, 1, 0)]);
    await worker.terminate();
    for (const ended of await Promise.allSettled(open))
        assert.equal(ended.status === 'rejected' && ended.reason.code, 'WORKER_FAILED');
    for (const world of worlds)
        assert.throws(() => world.step(), { code: 'WORKER_FAILED',
            message: 'World.step: the worker failed: its thread has ended' });
    const broken = new Worker('throw new Error("of the game")', { eval: true });
    await assert.rejects(makeIn(broken), { code: 'WORKER_FAILED', message: /of the game/ });
});

test('a message that cannot be read, and an error of the worker, call off what is open', async () => {
    for (const [kind, event, text]
        of /** @type {[string, unknown, RegExp][]} */ ([['messageerror', {},
            /a message could not be read/], ['error', { message: 'of the game' }, /of the game/]]))
    {
        const worker = new PageWorker();
        const world = await makeIn(worker);
        const open = [world.step(), world.hash()];
        worker.emit(kind, event);
        for (const each of open)
            await assert.rejects(each, { code: 'WORKER_FAILED', message: text });
        assert.throws(() => world.advance(0), { code: 'WORKER_FAILED' });
    }
});

test('what is no worker is refused by name', async () => {
    for (const worker of [null, 7, {}, { postMessage() {} }, { on() {} }, 'worker.js']) {
        await assert.rejects(makeIn(worker), { name: 'TypeError',
            message: /^createWorkerWorld: worker must be a Worker, got / });
    }
});
