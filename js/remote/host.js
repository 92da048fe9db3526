// The worker's side of js/worker.js: owns the real World and the numbers that the page gave its
// objects, runs each batch of commands, and answers it with one message and one frame. The entries
// js/worker-host.js and js/matter-worker-host.js have it serve, each with an engine of its own.
import { membersOf } from './descriptors.js';
import { encodeEvents } from './events.js';
import { exchange, faultOf } from './messages.js';
import { Module, loadModule } from './module.js';
import { Publisher } from './publisher.js';
import { Registry } from './registry.js';
import { MicaError, wrongType } from '../wire/errors.js';
import { worldCore } from '../wire/handle.js';
import { slotOf } from '../wire/layout.js';
import { defaults } from '../world/objects/defaults.js';
import { layersOfEvent } from '../world/events/events.js';
import { warmUp } from '../world/time/warm-up.js';
import { World } from '../world/world.js';
import { worldClass } from '../world/world-class.js';

/** @import { Batch, Fault, Ready, Reply, Start } from './messages.js' */
/** @import { WorldModule } from './types.js' */
/** @import { InitOptions } from '../wire/load.js' */
/** @import { ContactPoints } from '../world/types.js' */

/** What a page may ask a world for, and what it may set. @type {Ready['members']} */
const MEMBERS = Object.fromEntries(Object.entries(membersOf(World.prototype))
    .map(([name, { set }]) => [name, set ? 'setting' : 'question']));
const SETTINGS = Object.keys(MEMBERS).filter((name) =>
    MEMBERS[name] === 'setting' && name !== 'clock'
);

/** The values of what may be set. @param {any} world */
const settingsOf = (world) => Object.fromEntries(SETTINGS.map((name) => [name, world[name]]));

/** The real world of one page's world. */
class Host {
    #world;
    #its;
    #publisher;
    /** Of what stays after a step, the kinds that the page listens to. @type {Set<string>} */
    #watched = new Set();
    /** What goes with the answer. @type {Transferable[]} */
    #handed = [];
    /** @type {Module | undefined} */
    #module;
    /** The world's settings as the page knows them. */
    #settings;
    /** @type {Reply} */
    #reply = emptyReply(0);
    /** Gives the module an error that nothing caught. */
    #hear = (/** @type {unknown} */ error) => void this.#module?.failed(error);

    /** @param {Start} start */
    constructor({ options, shared }) {
        this.#world = new worldClass.World(options);
        this.#its = new Registry(worldCore(this.#world));
        this.#publisher = new Publisher(this.#world, this.#its, shared);
        this.#settings = settingsOf(this.#world);
    }

    /** What the page must know of a new world. @returns {Ready} */
    get ready() {
        return { defaults: defaults(this.#world.lengthUnit), module: this.#module !== undefined,
            members: MEMBERS, settings: this.#settings };
    }

    /**
     * Has a module play with the world.
     * @param {{ name: string, setUp: WorldModule }} given
     */
    async play({ name, setUp }) {
        this.#module = new Module(name, setUp, this.#its);
        onUncaught(this.#hear);
        await this.#module.start(this.#world);
    }

    end() {
        hearers.delete(this.#hear);
        this.#world.destroy();
    }

    /** @param {Batch} batch @returns {{ reply: Reply, transfer: Transferable[] }} */
    run({ batch, commands, slots, spare }) {
        if (spare) this.#publisher.give(spare);
        this.#handed = [];
        this.#reply = emptyReply(batch);
        for (const [name, ...args] of commands) this.#perform(name, args);
        this.#takeModule();
        const transfer = [...this.#publisher.publish(this.#reply, batch, slots), ...this.#handed];
        const { alpha, time, stepCount } = this.#world;
        Object.assign(this.#reply, { alpha, time, stepCount, changes: this.#its.takeChanges() });
        const matters = worldCore(this.#world).matter?.frame();
        if (matters) {
            this.#reply.matters = matters;
            for (const { positions, velocities, values, densities, asleep } of matters)
                transfer.push(positions.buffer, velocities.buffer, values.buffer, densities.buffer,
                    asleep.buffer);
        }
        return { reply: this.#reply, transfer };
    }

    /** What the module posted and set, and what it threw where nobody caught it. */
    #takeModule() {
        if (!this.#module) return;
        const { posts, handed, errors } = this.#module.empty();
        this.#reply.faults.push(...errors.map(faultOf));
        this.#handed.push(...handed);
        this.#reply.posts = posts;
        const settings = settingsOf(this.#world);
        for (const name of SETTINGS)
            if (String(settings[name]) !== String(this.#settings[name]))
                this.#reply
                    .settings[name] = settings[name];
        this.#settings = settings;
    }

    /** An operation by its number, or another command by its name. @param {number | string} name @param {any[]} args */
    #perform(name, args) {
        /** @type {Record<string, (...args: any[]) => void>} */
        const commands = this.#commands;
        try {
            if (typeof name === 'number')
                this.#its.operate(name, args[0], args[1], args[2], args[3]);
            else commands[name](...args);
        } catch (error) {
            /** @type {Fault} */
            const fault = faultOf(this.#errorOf(name, error));
            if (name === 'ask') this.#reply.answers.push({ ticket: args[0], fault });
            else this.#reply.faults.push(
                    typeof name === 'number' ? { ...fault, lost: args[2] } : fault,
                );
        }
    }

    /** The error of a command, which may be the module's. @param {number | string} name @param {unknown} error */
    #errorOf(name, error) {
        const plays = ['step', 'stepImpacts', 'advance', 'post'].includes(String(name));
        return plays && this.#module ? this.#module.errorOf(`World.${name}`, error) : error;
    }

    /** What the page may ask for besides operations, one function a command. */
    #commands = {
        /** @param {string} kind */
        watch: (kind) => void this.#watched.add(kind),
        /** @param {string} name @param {unknown} value */
        set: (name, value) => {
            /** @type {any} */ (this.#world)[name] = value;
            this.#settings[name] = /** @type {any} */ (this.#world)[name];
        },
        /** @param {unknown} message */
        post: (message) => this.#module?.hear(message),
        /** @param {number[]} numbers @param {number[]} indices */
        place: (numbers, indices) => this.#its.place(numbers, indices),
        /** @param {number} [dt] @param {number} [substeps] */
        step: (dt, substeps) => this.#stepped(() => this.#world.step(dt, substeps)),
        /** @param {number} [dt] @param {number} [maxImpacts] */
        stepImpacts: (dt, maxImpacts) =>
            this.#stepped(() => this.#world.stepImpacts(dt, maxImpacts)),
        /** @param {number} seconds */
        advance: (seconds) => this.#stepped(() => void this.#world.advance(seconds)),
        /** @param {number} ticket @param {unknown} of what is asked; null is the world @param {string} kind of it @param {string} what @param {unknown[]} args */
        ask: (ticket, of, kind, what, args) => {
            const method = `${kind}.${what}`;
            const target = of === null
                ? this.#world
                : /** @type {any} */ (this.#its.unmark(of, method));
            const found = target[what];
            const answer = typeof found === 'function'
                ? found.apply(target, this.#its.unmark(args, method))
                : found;
            const value = answer?.u32 instanceof Uint32Array
                ? this.#flatPoints(answer)
                : exchange(answer, (each) => this.#its.mark(each) ?? withoutData(each));
            this.#reply.answers.push({ ticket, value });
        },
    };

    /**
     * Flat contact points in memory of their own, with the page's numbers in the place of handles.
     * @param {ContactPoints} points
     */
    #flatPoints({ count, stride, u32: words }) {
        const u32 = words.slice(0, count * stride);
        this.#handed.push(u32.buffer);
        for (let at = 0; at < u32.length; at += stride) {
            if (u32[at] === 0) continue;
            for (const word of [0, 1]) u32[at + word] = this.#its.numberOfCollider(u32[at + word]);
            for (const word of [12, 13])
                u32[at + word] = this.#its.indices[slotOf(u32[at + word])] + 1;
        }
        return { count, stride, u32, f32: new Float32Array(u32.buffer) };
    }

    /** Makes steps, and takes the events of the good ones, also if one is bad. @param {() => void} make */
    #stepped(make) {
        const world = this.#world;
        const before = world.stepCount;
        try {
            make();
        } finally {
            this.#reply.steps += world.stepCount - before;
            if (world.stepCount > before) {
                encodeEvents(world.events, this.#reply.events, this.#watched, this.#its.numberOf,
                    this.#its.indices, layersOfEvent);
                for (const { joint } of world.events.jointBroke)
                    this.#its.objects.delete(this.#its.numberOf(joint));
            }
        }
    }
}

/** A cell without what its kind is to the game, which stays in this thread. @param {object} value */
const withoutData = (
    value,
) => ('userData' in value ? { ...value, userData: undefined } : undefined);

/** @param {number} batch @returns {Reply} */
function emptyReply(batch) {
    return { batch, steps: 0, events: {}, answers: [], faults: [], alpha: 1, time: 0, stepCount: 0,
        changes: [], settings: {}, posts: [] };
}

/**
 * This thread's way to the page.
 * @returns {{ post: (message: unknown, transfer?: any[]) => void, listen: (heard: (data: any) => void) => void }}
 */
function openPort() {
    const node = globalThis.process?.getBuiltinModule?.('node:worker_threads');
    if (node?.parentPort) {
        const port = node.parentPort;
        return {
            post: (message, transfer = []) => port.postMessage(message, transfer),
            listen: (heard) => port.on('message', heard),
        };
    }
    if (!('WorkerGlobalScope' in globalThis)) {
        throw new MicaError('NOT_A_WORKER', 'mica2d/worker-host: load this module in a worker');
    }
    return {
        post: (message, transfer = []) => globalThis.postMessage(message, { transfer }),
        listen: (heard) => globalThis.addEventListener('message', ({ data }) => heard(data)),
    };
}

/** Who hears of uncaught errors: each world with a module. @type {Set<(error: unknown) => void>} */
const hearers = new Set();

/**
 * Has a function hear of the errors that nothing in this thread catches, which would end it in Node and the
 * worlds in a page.
 * @param {(error: unknown) => void} hear
 */
function onUncaught(hear) {
    const first = hearers.size === 0 && !listens;
    hearers.add(hear);
    if (!first) return;
    listens = true;
    const hearAll = (/** @type {unknown} */ error) => hearers.forEach((each) => each(error));
    const { process } = globalThis;
    if (process?.getBuiltinModule?.('node:worker_threads')) {
        process.on('uncaughtException', hearAll);
        return;
    }
    globalThis.addEventListener('error', (event) => {
        event.preventDefault();
        hearAll(event.error);
    });
    globalThis.addEventListener('unhandledrejection', (event) => {
        event.preventDefault();
        hearAll(event.reason);
    });
}

/** Whether uncaught errors are heard of. */
let listens = false;

/**
 * Makes a world for the page.
 * @param {(options: InitOptions) => Promise<void>} init loads the engine
 * @param {Start} start
 * @returns {Promise<Host>}
 */
async function startHost(init, start) {
    await init({ wasm: start.wasm, simd: start.simd });
    if (start.warmUp !== undefined) await warmUp(start.warmUp);
    const module = start.module === undefined ? own : await loadModule(start.module);
    const host = new Host(start);
    try {
        if (module) await host.play(module);
    } catch (error) {
        host.end();
        throw error;
    }
    return host;
}

/**
 * Answers the page's messages, each of which names its world.
 * @param {(options: InitOptions) => Promise<void>} init loads the engine
 */
export function serve(init) {
    const port = openPort();
    /** By the page's number of the world. @type {Map<number, Host>} */
    const hosts = new Map();
    /** @typedef {{ world: number, start?: Start, batch?: Batch, end?: true }} Message */
    port.listen(async (/** @type {Message | null} */ message) => {
        // A worker's own file may hear messages of its own.
        if (typeof message?.world !== 'number') return;
        const { world, start, batch, end } = message;
        if (start) {
            try {
                const host = await startHost(init, start);
                hosts.set(world, host);
                port.post({ world, ready: host.ready });
            } catch (error) {
                port.post({ world, failed: faultOf(error) });
            }
        }
        const host = hosts.get(world);
        if (batch && host) {
            const { reply, transfer } = host.run(batch);
            port.post({ world, reply }, transfer);
        }
        if (end) {
            host?.end();
            hosts.delete(world);
        }
    });
}

/** What the worker's own file gave. @type {{ name: string, setUp: WorldModule } | undefined} */
let own;

/**
 * Has a function play with every world that a page makes in this worker, as the default export of a
 * module would that `createWorkerWorld` is given by its URL. For a worker's file of one's own, which a
 * bundler packs with all that it imports; to be called while that file is loaded.
 * @template [Received=any]
 * @template [Posted=any]
 * @param {WorldModule<Received, Posted>} setUp called with each world, and with the channel to its page
 */
export function onWorld(setUp) {
    if (typeof setUp !== 'function') wrongType('onWorld', 'setUp', 'a function', setUp);
    own = { name: globalThis.location?.href ?? 'of the worker', setUp };
}
