// The worker's side of js/worker.js: owns the real World and the numbers that the page gave its
// objects, runs each batch of commands, and answers it with one message and one frame. Runs in a
// browser's worker and in a worker thread of Node; loading it there is all it takes. A worker's own
// file may give a module that plays with its worlds: see onWorld().
import { answer } from './remote/answers.js';
import { CONTACTS, SLOTS, STAYS, TRIGGERS, partWords } from './remote/events.js';
import { faultOf } from './remote/messages.js';
import { makeModuleEngine } from './remote/module-engine.js';
import { Module, loadModule } from './remote/module.js';
import { Numbering } from './remote/numbering.js';
import { Publisher } from './remote/publisher.js';
import { MicaError, wrongType } from './wire/errors.js';
import { worldCore } from './wire/handle.js';
import { slotOf } from './wire/layout.js';
import { init } from './wire/init.js';
import { CREATE_BODIES, CREATE_BODY, CREATE_COLLIDERS, CREATE_JOINT, CREATE_MOVER } from './wire/operations.js';
import { defaults } from './world/defaults.js';
import { layersOfEvent } from './world/events.js';
import { warmUp } from './world/warm-up.js';
import { World } from './world/world.js';

/** @import { ContactEvent, TriggerEvent } from './world/events.js' */
/** @import { Ref } from './remote/answers.js' */
/** @import { Batch, Clock, Fault, Reply, Start } from './remote/messages.js' */
/** @import { WorldModule } from './remote/types.js' */

/** The real world of one page's world. */
class Host {
    #world;
    #its;
    #publisher;
    /** The kinds of STAYS that the page listens to. @type {Set<string>} */
    #watched = new Set();
    /** What goes with the answer. @type {Transferable[]} */
    #handed = [];
    /** @type {Module | undefined} */
    #module;
    /** What the module did since the last reply. @type {any[][]} */
    #changes = [];
    /** The world's clock as the page knows it. @type {Clock} */
    #clock;
    /** @type {Reply} */
    #reply = emptyReply(0);
    /** Gives the module an error that nothing caught. */
    #hear = (/** @type {unknown} */ error) => void this.#module?.failed(error);

    /** @param {Start} start */
    constructor({ options, shared }) {
        this.#world = new World(options);
        this.#its = new Numbering(this.#world, worldCore(this.#world));
        this.#publisher = new Publisher(this.#world, this.#its, shared);
        this.#clock = clockOf(this.#world);
    }

    /**
     * Has a module play with the world.
     * @param {{ name: string, setUp: WorldModule }} given
     */
    async play({ name, setUp }) {
        worldCore(this.#world).engine = makeModuleEngine(this.#its, (change) => void this.#changes.push(change));
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
        this.#notifyModule();
        const transfer = [...this.#publisher.publish(this.#reply, batch, Math.max(slots, this.#its.bodies.length)), ...this.#handed];
        this.#reply.alpha = this.#world.alpha;
        this.#reply.time = this.#world.time;
        this.#reply.stepCount = this.#world.stepCount;
        return { reply: this.#reply, transfer };
    }

    /** What the module did and posted, and what it threw where nobody caught it. */
    #notifyModule() {
        if (!this.#module) return;
        const { posts, handed, errors } = this.#module.empty();
        this.#reply.faults.push(...errors.map(faultOf));
        this.#handed.push(...handed);
        this.#reply.posts = posts;
        this.#reply.changes = this.#changes;
        this.#changes = [];
        const clock = clockOf(this.#world);
        const changed = Object.entries(clock).filter(([key, value]) => value !== this.#clock[/** @type {keyof Clock} */ (key)]);
        this.#reply.clock = Object.fromEntries(changed);
        this.#clock = clock;
    }

    /** An operation by its number, or another command by its name. @param {number | string} name @param {any[]} args */
    #perform(name, args) {
        try {
            if (typeof name === 'number') this.#its.operate(name, args[0], args.slice(1));
            else /** @type {Record<string, (...args: any[]) => void>} */ (this.#commands)[name](...args);
        } catch (error) {
            const fault = faultOf(this.#errorOf(name, error));
            if (name === 'ask') this.#reply.answers.push({ ticket: args[0], fault });
            else this.#reply.faults.push(blame(fault, name, args));
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
        /** @param {string} key @param {unknown} value */
        setWorld: (key, value) => {
            /** @type {any} */ (this.#world)[key] = value;
            this.#clock = clockOf(this.#world);
        },
        /** @param {unknown} message */
        post: (message) => this.#module?.hear(message),
        /** @param {number} index */
        reuse: (index) => this.#its.reuse(index),
        /** @param {number} [dt] @param {number} [substeps] */
        step: (dt, substeps) => this.#stepped(() => this.#world.step(dt, substeps)),
        /** @param {number} [dt] @param {number} [maxImpacts] */
        stepImpacts: (dt, maxImpacts) => this.#stepped(() => this.#world.stepImpacts(dt, maxImpacts)),
        /** @param {number} seconds */
        advance: (seconds) => this.#stepped(() => void this.#world.advance(seconds)),
        /** @param {number} ticket @param {Ref | undefined} of @param {string} what @param {unknown[]} args */
        ask: (ticket, of, what, args) => {
            const answered = answer(this.#world, this.#its, of, what, args);
            this.#handed.push(...answered.handed);
            this.#reply.answers.push({ ticket, value: answered.value });
        },
    };

    /** Makes steps, and takes the events of the good ones, also if one is bad. @param {() => void} make */
    #stepped(make) {
        const before = this.#world.stepCount;
        try {
            make();
        } finally {
            this.#reply.steps += this.#world.stepCount - before;
            if (this.#world.stepCount > before) this.#collect();
        }
    }

    /** Takes the events of the step just made, by the page's numbers. */
    #collect() {
        const { events } = this.#world;
        const lists = this.#reply.events;
        const { indices, joints } = this.#its;
        const numberOf = (/** @type {object} */ object) => this.#its.numberOf(object);
        for (const kind of STAYS) if (this.#watched.has(kind)) lists[kind] = [];
        const wanted = (/** @type {string} */ kind) => !STAYS.includes(kind) || this.#watched.has(kind);
        for (const kind of CONTACTS.filter(wanted)) {
            const list = (lists[kind] ??= []);
            let i = 0;
            for (const e of /** @type {Iterable<ContactEvent>} */ (events[kind])) {
                list.push(numberOf(e.colliderA), numberOf(e.colliderB), e.x, e.y, e.nx, e.ny, e.speed, e.impulse,
                    layersOfEvent(events[kind], i++), ...partWords(e.cell, e.segment));
            }
        }
        for (const kind of TRIGGERS.filter(wanted)) {
            const list = (lists[kind] ??= []);
            let i = 0;
            for (const e of /** @type {Iterable<TriggerEvent>} */ (events[kind])) {
                list.push(numberOf(e.triggerCollider), numberOf(e.visitorCollider), e.pairs, layersOfEvent(events[kind], i++),
                    ...partWords(e.cell));
            }
        }
        for (const kind of SLOTS) {
            const list = (lists[kind] ??= []);
            const { array, length } = events[kind];
            for (let i = 0; i < length; ++i) list.push(indices[array[i]]);
        }
        const crushed = (lists.crushed ??= []);
        for (const e of events.crushed) {
            crushed.push(numberOf(e.collider), numberOf(e.kinematicCollider), numberOf(e.staticCollider), e.nx, e.ny,
                e.depth);
        }
        const broke = (lists.jointBroke ??= []);
        for (const { joint, x, y, force, torque } of events.jointBroke) {
            broke.push(numberOf(joint), x, y, force, torque);
            joints.delete(numberOf(joint));
        }
    }
}

/** @param {World} world @returns {Clock} */
function clockOf({ timeScale, paused, poseMode, profiling }) {
    return { timeScale, paused, poseMode, profiling };
}

/** @param {number} batch @returns {Reply} */
function emptyReply(batch) {
    return { batch, steps: 0, events: {}, answers: [], faults: [], alpha: 1, time: 0, stepCount: 0 };
}

/**
 * An error with what was not made because of it.
 * @param {Fault} fault
 * @param {number | string} name of the command
 * @param {any[]} args
 */
function blame(fault, name, [, first, ids]) {
    if (name === CREATE_BODY.number) fault.lost = [first];
    if (name === CREATE_BODIES.number) fault.lost = Array.from(first);
    if (name === CREATE_COLLIDERS.number) fault.lostColliders = ids;
    if (name === CREATE_JOINT.number) fault.lostJoint = first;
    // It is made with its body, which it takes along.
    if (name === CREATE_MOVER.number) fault.lost = [slotOf(first)];
    return fault;
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
 * @param {Start} start
 * @returns {Promise<{ host: Host, module: boolean }>}
 */
async function startHost(start) {
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
    return { host, module: module !== undefined };
}

/** Answers the page's messages, each of which names its world. */
function serve() {
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
                const { host, module } = await startHost(start);
                hosts.set(world, host);
                port.post({ world, ready: { defaults: defaults(), module } });
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

serve();
