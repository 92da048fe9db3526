// The entry 'mica2d/worker': makes a worker, has it load the engine and build a world, and hands
// out the page's side of it (js/remote/world.js). In a browser and in Node.
import { errorOf, plain } from './remote/messages.js';
import { makeWorkerWorld, receive } from './remote/world.js';
import { parseWorld } from './options/options.js';
import { MicaError, wrongType } from './wire/errors.js';
import { parseClock } from './world/time/clock.js';

/** @import { WorldOptions } from './options/types.js' */
/** @import { WasmSource } from './wire/load.js' */
/** @import { Channel } from './remote/messages.js' */
/** @import { WorkerWorld } from './remote/world.js' */

export { MicaError } from './wire/errors.js';
export { FLAGS, MOVER_FLAGS, slotOf } from './wire/layout.js';
export { TILE } from './options/tiles.js';
export * from './remote/types.js';
export { WorkerWorld } from './remote/world.js';
export { Clock } from './world/time/clock.js';

/**
 * The layer table of a world in a worker.
 * @template {string} [L=string] names of the layers
 * @typedef {import('./world/objects/layers.js').Layers<L>} WorkerLayers
 */

/**
 * How a clock is made.
 * @typedef {import('./world/time/clock.js').ClockOptions} ClockOptions
 */

/**
 * Contact points, flat.
 * @typedef {import('./world/types.js').ContactPoints} ContactPoints
 */

/**
 * The states of all movers, flat.
 * @typedef {import('./world/types.js').MoverStates} MoverStates
 */

/**
 * A `Worker` of Node's `worker_threads`.
 * @typedef {object} NodeWorker
 * @property {(message: any, transfer?: any) => void} postMessage sends the worker a message
 * @property {(kind: any, listener: (...args: any[]) => void) => unknown} on adds a listener
 * @property {(kind: any, listener: (...args: any[]) => void) => unknown} off takes a listener off
 */

/**
 * How the worker of a world is made.
 * @typedef {object} WorkerOptions
 * @property {Worker | NodeWorker} [worker] a worker that has loaded 'mica2d/worker-host', of a page or of
 *     Node; it may have several worlds, and stays when they are destroyed. By default one is made, which ends with its world
 * @property {Exclude<WasmSource, Response>} [wasm] for init() in the worker; none by default
 * @property {boolean} [simd] for init() in the worker; by default what init() chooses
 * @property {number} [warmUp] milliseconds for `warmUp()` in the worker before the world is made;
 *     by default it is not called
 * @property {URL | string} [module] of a module that plays with the world in the worker: its default
 *     export is called with the world, see `WorldModule`; a string is resolved as the page's links are
 * @property {boolean} [shared] whether poses come through shared memory; by default where the page
 *     is isolated
 */

/**
 * Makes a world in a worker.
 * @template {string} [L=string] names of its layers, from the option `layers`
 * @param {WorldOptions<L>} [options] as for `new World()`; a clock is one of the page
 * @param {WorkerOptions} [how]
 * @returns {Promise<WorkerWorld<L>>}
 * @throws what init() or `new World()` throw in the worker; {MicaError} MODULE_FAILED if the module cannot
 *     be loaded or throws
 */
export async function createWorkerWorld(options = {}, how = {}) {
    // A copy, each property of which is read once; but the clock stays here.
    const clock = parseClock('World', 'clock', options?.clock);
    const given = plain('createWorkerWorld',
        clock === null ? options : { ...options, clock: null });
    const parsed = { ...parseWorld('World', given), clock };
    const { worker, wasm, simd, shared, warmUp, module } = how;
    if (module !== undefined && typeof module !== 'string' && !(module instanceof URL)) {
        wrongType('createWorkerWorld', 'module', 'a URL or a string', module);
    }
    const canShare = typeof SharedArrayBuffer === 'function'
        && (globalThis.crossOriginIsolated ?? true);
    const start = {
        options: given,
        shared: (shared ?? true) && canShare,
        wasm: addressOf(wasm),
        module: addressOf(module),
        simd,
        warmUp,
    };
    const number = ++worlds;
    return new Promise((resolve, reject) => {
        /** @type {WorkerWorld<any> | undefined} */
        let world;
        /** @param {any} data */
        const heard = (data) => {
            if (data?.world !== number) return;
            if (data.ready) {
                try {
                    world = makeWorkerWorld(channel, parsed, data.ready);
                } catch (error) {
                    // A clock that only looks like one.
                    channel.post({ end: true });
                    return fail(/** @type {Error} */ (error));
                }
                // What the module made comes with the first reply.
                resolve(/** @type {any} */ (data.ready.module ? whole(world) : world));
            } else if (data.failed) fail(errorOf(data.failed));
            else if (world) receive(world, data);
        };
        /** @param {Error} error */
        const fail = (error) => {
            if (world) receive(world, { broken: error });
            else channel.close();
            reject(error);
        };
        const channel = openChannel(number, worker, heard, fail);
        channel.post({ start });
    });
}

/**
 * The number of the world that was asked for last, which is in all messages about it. Numbers begin anywhere, so that those of
 * two copies of this file, which share a worker, differ.
 */
let worlds = Math.floor(Math.random() * 2 ** 40);

/** @param {WorkerWorld<any>} world @returns {Promise<WorkerWorld<any>>} */
async function whole(world) {
    await world.sync();
    return world;
}

/**
 * An address as a worker can use it, which knows nothing of the page's.
 * @template T
 * @param {T} source
 * @returns {T | string}
 */
function addressOf(source) {
    if (source instanceof URL) return source.href;
    return typeof source === 'string' && typeof document === 'object'
        ? new URL(source, document.baseURI).href
        : source;
}

/**
 * The way to a world of a worker.
 * @param {number} world its number
 * @param {unknown} given a worker of the game's, or undefined for one of the world's own
 * @param {(data: any) => void} heard is given every message of the worker
 * @param {(error: Error) => void} failed is given what has ended the worker
 * @returns {Channel}
 */
function openChannel(world, given, heard, failed) {
    const worker = /** @type {any} */ (given === undefined ? newWorker() : given);
    const node = typeof worker?.on === 'function';
    if (typeof worker?.postMessage !== 'function'
        || !(node || typeof worker.addEventListener === 'function'))
        wrongType('createWorkerWorld', 'worker', 'a Worker', worker);
    const ended = (/** @type {unknown} */ cause) => failed(workerFailed(cause));
    /** @type {Record<string, (event: any) => void>} What Node gives is the message or the error itself. */
    const listeners = {
        message: node ? heard : ({ data }) => heard(data),
        error: node ? ended : (event) => ended(event.error ?? event.message),
        messageerror: () => ended('a message could not be read'),
        exit: () => ended('its thread has ended'),
    };
    for (const [kind, listener] of Object.entries(listeners)) {
        if (node) worker.on(kind, listener);
        else worker.addEventListener(kind, listener);
    }
    return {
        post: (message, transfer = []) =>
            worker.postMessage({ world, .../** @type {object} */ (message) }, transfer),
        close() {
            // Its listeners stay: an error that nobody hears would end a thread of Node.
            if (given === undefined) return void worker.terminate();
            for (const [kind, listener] of Object.entries(listeners)) {
                if (node) worker.off(kind, listener);
                else worker.removeEventListener(kind, listener);
            }
        },
    };
}

/** A worker for one world, in a page or in Node. */
function newWorker() {
    const threads = globalThis.process?.getBuiltinModule?.('node:worker_threads');
    // Not the expression below: bundlers for the browser would copy the file once more.
    if (threads) return new threads.Worker(new globalThis.URL('./worker-host.js', import.meta.url));
    // Bundlers look for exactly this expression.
    return new Worker(new URL('./worker-host.js', import.meta.url), { type: 'module' });
}

/** @param {unknown} cause */
function workerFailed(cause) {
    const text = cause instanceof Error ? cause.message : cause || 'its script could not be loaded';
    return new MicaError('WORKER_FAILED', `createWorkerWorld: the worker failed: ${text}`, {
        cause,
    });
}
