// The stage of hostile-stage.mjs with worlds in workers: the same pools, under the names that a world here gives its
// classes. The worker threads are used again by one run after another.
import { types } from 'node:util';
import { Worker } from 'node:worker_threads';
import { createWorkerWorld } from '../../js/worker.js';
import { randomFrom } from './hostile-random.mjs';
import { FUNCTIONS, OTHERS, endStage, furnish, keep, makeStage as makeStageHere,
    worldOptions } from './hostile-stage.mjs';

/** @import { WorkerOptions } from '../../js/worker.js' */
/** @import { Stage } from './hostile-stage.mjs' */

/**
 * @typedef {object} Promised a call that has given a promise
 * @property {any} call
 * @property {Promise<unknown>} ended resolves when the promise has resolved or was rejected
 * @property {boolean} open until then
 *
 * @typedef {object} Workers
 * @property {Set<Promised>} promises that are open
 * @property {Thread[]} threads
 * @property {Stage} here the stage beside it
 * @property {Set<any>} made all worlds, also those that no pool has any more
 * @property {Set<any>} dead objects that were seen dead
 * @property {(call: any, error: unknown) => void} told is given each call whose promise has ended, and what rejected it
 * @property {() => WorkerOptions} how
 *
 * @typedef {Stage & Workers} WorkerStage
 */

const HOST = new URL('../../js/worker-host.js', import.meta.url);
const MODULE = new URL('./hostile-worker-module.mjs', import.meta.url);

/** Whether memory is gone: no view of it can be made. @param {ArrayBuffer} buffer */
function isDetached(buffer) {
    try {
        return new Uint8Array(buffer).length < 0;
    } catch {
        return true;
    }
}

/** A worker thread with the members that a page's `Worker` has. */
class Thread {
    // Not the process's own: what a thread prints is none of the report's business.
    #worker = new Worker(HOST, { stdout: true, stderr: true });

    /** @type {Map<any, (data: any) => void>} */
    #listeners = new Map();

    constructor() {
        this.#worker.unref();
        this.#worker.setMaxListeners(0);
    }

    /** @param {unknown} message @param {any[]} transfer */
    postMessage(message, transfer = []) {
        // A page refuses memory that is gone, which Node lets pass.
        if (transfer.some((each) => each instanceof ArrayBuffer && isDetached(each)))
            throw new DOMException('an ArrayBuffer is detached', 'DataCloneError');
        this.#worker.postMessage(message, transfer);
    }

    /** @param {string} kind @param {(event: any) => void} heard */
    addEventListener(kind, heard) {
        const listener = (/** @type {any} */ data) =>
            heard(kind === 'message' ? { data } : { error: data, message: data?.message });
        this.#listeners.set(heard, listener);
        this.#worker.on(kind, listener);
    }

    /** @param {string} kind @param {(event: any) => void} heard */
    removeEventListener(kind, heard) {
        this.#worker.off(kind, /** @type {any} */ (this.#listeners.get(heard)));
        this.#listeners.delete(heard);
    }

    terminate() {
        return this.#worker.terminate();
    }
}

/** Threads that no world has. @type {Thread[]} */
const idle = [];

/** Worlds there are no others than these of: one here has members that are no promises, which the run could not tell apart. */
const HERE_ONLY = new Set(['World', 'Replay', 'History', 'fromScene']);

/** What can be called without an object, for all stages. */
const functions = {
    ...Object.fromEntries(Object.entries(FUNCTIONS).filter(([name]) => !HERE_ONLY.has(name))),
    createWorkerWorld,
};

/**
 * Two worlds in workers with one of everything: one with shared memory and one without; half of the runs have a module
 * that plays with the second.
 * @param {number} seed of the run
 * @param {Workers['told']} told
 * @returns {Promise<WorkerStage>}
 */
export async function makeWorkerStage(seed, told) {
    const random = randomFrom(seed);
    const here = makeStageHere();
    /** @type {WorkerStage} */
    const stage = { ...here, worlds: [], pools: new Map(), functions, promises: new Set(),
        threads: [], here, made: new Set(), dead: new Set(), told,
        promised: (call) => promised(stage, call),
        how: () => ({ worker: /** @type {any} */ (takeThread(stage)),
            shared: random.chance(0.5) }) };
    const module = random.chance(0.5);
    const shared = random.chance(0.5);
    for (const second of [false, true]) {
        const world = await createWorkerWorld(worldOptions(second), { ...stage.how(),
            shared: shared !== second, ...(second && module ? { module: MODULE } : {}) });
        stage.made.add(world);
        const parts = furnish(world);
        await world.step();
        for (const each of [world, world.layers, world.bodies, ...parts, ...world.bodies])
            keep(stage, each);
        for (const body of world.bodies) for (const each of body.colliders) keep(stage, each);
    }
    // Objects of a world here: each is foreign to all worlds of the stage.
    stage.pools.set(OTHERS,
        ['World', 'Body', 'Collider', 'Joint', 'Mover', 'ContactEvent', 'Layers'].flatMap((name) =>
            here.pools.get(name)?.slice(0, 1) ?? []
        ));
    stage.pools.set('Clock', here.pools.get('Clock') ?? []);
    return stage;
}

/** @param {WorkerStage} stage */
function takeThread(stage) {
    const thread = idle.pop() ?? new Thread();
    stage.threads.push(thread);
    return thread;
}

/** Whether a world is made in a thread of the stage's. @param {WorkerStage} stage @param {any} how without its getters */
function hasThread(stage, how) {
    const { value } = (typeof how === 'object' && how && !types.isProxy(how)
        && Object.getOwnPropertyDescriptor(how, 'worker')) || {};
    return stage.threads.includes(value);
}

/** Follows the promise of a call. @param {WorkerStage} stage @param {any} call */
function promised(stage, call) {
    // Nothing can be said of when a worker answers that is none.
    if (call.member.name === 'createWorkerWorld' && !hasThread(stage, call.args[1]))
        return void call.result.then((/** @type {any} */ world) => world.destroy(), () => {});
    /** @type {Promised} */
    const entry = { call, open: true, ended: call.result.then((/** @type {unknown} */ value) => {
        if (call.member.name === 'createWorkerWorld') stage.made.add(value);
        keep(stage, value);
        stage.told(call, undefined);
    }, (/** @type {unknown} */ error) => stage.told(call, error ?? new Error('nothing'))).finally(
        () => {
            entry.open = false;
            stage.promises.delete(entry);
        },
    ) };
    stage.promises.add(entry);
}

/**
 * Gives the memory of all worlds back.
 * @param {WorkerStage} stage @param {boolean} broken whether its threads may not be used again
 */
export async function endWorkerStage(stage, broken) {
    for (const world of stage.made) world.destroy();
    endStage(stage.here);
    // What a hostile call has started in a thread may go on there.
    const [first, second, ...others] = stage.threads;
    await Promise.all((broken ? stage.threads : others).map((thread) => thread.terminate()));
    if (!broken) idle.push(first, second);
}

/** Ends the threads that are idle. */
export async function endThreads() {
    await Promise.all(idle.splice(0).map((thread) => thread.terminate()));
}
