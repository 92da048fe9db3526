// A world whose simulation runs in a worker: the same calls as World, one frame late. What the page does itself is
// checked on this side by the same rows of js/wire/operations.js and sent by js/remote/link.js; whatever else a World
// has is asked of it. No part of the engine is loaded on this side; js/remote/host.js is the other. Made by js/worker.js.
import { POSE_MODES, checkStep } from '../options/options.js';
import { MicaError, boolean, elapsed, inRange, oneOf, vector } from '../wire/errors.js';
import { openWorkerWorld } from '../wire/handle.js';
import { isJoint } from '../wire/object.js';
import { OPERATIONS } from '../wire/table.js';
import { BodyList } from '../world/objects/bodies.js';
import { SECONDS, attach, detach, parseClock, refuseDriven } from '../world/time/clock.js';
import { Layers } from '../world/objects/layers.js';
import { listen } from '../world/events/listeners.js';
import { checkSlot, destroySlots, joinBodies, makeManyBodies, makeMovedBody, makeOneBody,
    makeTerrain, setManyTransforms } from '../world/objects/making.js';
import { makeMover } from '../world/objects/mover.js';
import { listMovers, setMoverVelocities } from '../world/objects/movers.js';
import { KINDS } from './events.js';
import { Link } from './link.js';
import { MAKERS, defineQuestion } from './members.js';
import { makeRemoteCore } from './mirror.js';

/** @import { parseWorld } from '../options/options.js' */
/** @import { Clock, Driven } from '../world/time/clock.js' */
/** @import { PairKind, PairOptions } from '../world/events/listeners.js' */
/** @import { Channel, Ready, Reply } from './messages.js' */
/** @import { RemoteCore } from './mirror.js' */
/** @import { WorkerBody, WorkerEventMap, WorkerEvents, WorldMembers } from './types.js' */

/**
 * Makes the page's side; js/worker.js alone calls it.
 * @type {(channel: Channel, parsed: ReturnType<typeof parseWorld>, ready: Ready) => WorkerWorld<any>}
 */
export let makeWorkerWorld;

/**
 * Gives it what came from the worker.
 * @type {(world: WorkerWorld<any>, message: { reply?: Reply, broken?: Error }) => void}
 */
export let receive;

/** Its core, for a call. @type {(world: object, method: string) => RemoteCore} */
let liveCore;
/** @type {(world: object) => Link} */
let linkOf;
/** @type {(world: object) => RemoteCore} */
let coreOf;

/**
 * What a page's world does itself; the rest of a World is added by defineMembers().
 * @template {string} L
 */
class PageWorld {
    /** @type {Link} */ #link;
    /** @type {RemoteCore} */ #core;
    /** Whose time it gets. @type {Clock | null} */ #clock = null;
    /** What its clock hands time to. @type {Driven} */
    #driven = {
        pass: (frame) =>
            void (!this.#core.destroyed && this.#advance('Clock.advance', frame[SECONDS])),
    };

    /** The layer table, by name. @readonly @type {Layers<L>} */
    layers;

    /** Its live bodies by index, for a loop. @readonly @type {BodyList<WorkerBody<L>>} */
    bodies;

    static {
        openWorkerWorld((value) => #core in value);
        makeWorkerWorld = (channel, parsed,
            ready) => /** @type {any} */ (new this(channel, parsed, ready));
        receive = (world, message) => linkOf(world).receive(message);
        linkOf = (world) => /** @type {PageWorld<any>} */ (world).#link;
        coreOf = (world) => /** @type {PageWorld<any>} */ (world).#core;
        liveCore = (world, method) => {
            linkOf(world).live(method);
            return /** @type {PageWorld<any>} */ (world).#core;
        };
    }

    /**
     * @private @param {Channel} channel @param {ReturnType<typeof parseWorld>} parsed
     * @param {Ready} ready what the worker said
     */
    constructor(channel, parsed, ready) {
        this.#link = new Link(channel, ready.settings);
        this.#core = makeRemoteCore(this, this.#link,
            /** @type {any} */ ({ ...MAKERS, mover: makeMover }), ready, parsed);
        this.#link.open(this.#core);
        this.#core.fixedStep = parsed.time.fixedStep;
        this.layers = new Layers(this.#core);
        this.bodies = new BodyList(this.#core);
        this.clock = parseClock('World', 'clock', parsed.clock);
        defineMembers(ready.members);
        Object.freeze(this);
    }

    /** What the last advance(), step() or sync() brought; plain objects that may be kept. @returns {WorkerEvents<L>} */
    get events() {
        return this.#link.events;
    }

    /**
     * Takes in what the worker has done since the last call, calls the listeners, and asks it to go
     * on by so many seconds. While the worker is behind, time is added up instead of queued.
     * @param {number} seconds since the last call; less than 0 counts as 0
     * @returns {number} the steps whose results were taken in
     * @throws what a command since has run into, one error a call
     */
    advance(seconds) {
        refuseDriven('World.advance', this.#clock);
        return this.#advance('World.advance', seconds);
    }

    /** @param {string} method @param {number} seconds */
    #advance(method, seconds) {
        this.#link.live(method);
        return this.#link.advance(elapsed(method, seconds));
    }

    /** The clock of the page whose `advance` advances the world, which then refuses its own; null for none. @returns {Clock | null} */
    get clock() {
        return this.#clock;
    }
    set clock(value) {
        this.#link.live('World.clock');
        const clock = parseClock('World.clock', 'value', value);
        attach('World.clock', this.#driven, this.#clock, clock);
        this.#clock = clock;
    }

    /**
     * Makes one step; resolves when its results are here.
     * @param {number} [dt] seconds, above 0 and at most 1
     * @param {number} [substeps] 1 to 64; more are stiffer and cost more
     * @returns {Promise<void>}
     */
    step(dt, substeps) {
        return this.#step('step', 'substeps', dt, substeps);
    }

    /**
     * Makes one step from impact to impact instead, as `World.stepImpacts` does; resolves when its
     * results are here.
     * @param {number} [dt] seconds, above 0 and at most 1
     * @param {number} [maxImpacts] at least 1; bounds impacts and work, there the rest of dt is dropped
     * @returns {Promise<void>}
     */
    stepImpacts(dt, maxImpacts) {
        return this.#step('stepImpacts', 'maxImpacts', dt, maxImpacts);
    }

    /** @param {'step' | 'stepImpacts'} command @param {'substeps' | 'maxImpacts'} name @param {unknown} dt @param {unknown} parts */
    #step(command, name, dt, parts) {
        this.#link.live(`World.${command}`);
        try {
            checkStep(`World.${command}`, name, dt, parts);
        } catch (error) {
            return Promise.reject(error);
        }
        this.#link.send([command, dt, parts]);
        return this.sync();
    }

    /**
     * Resolves when the worker has done all it was asked for and the results are here; rejects with
     * the first error it ran into.
     * @returns {Promise<void>}
     */
    sync() {
        this.#link.live('World.sync');
        return this.#link.sync();
    }

    /**
     * Forces cannot be written into memory that the worker has.
     * @returns {never} @throws {MicaError} NOT_IN_WORKER
     */
    get forces() {
        throw new MicaError('NOT_IN_WORKER',
            'World.forces: not in a worker; use body.applyForce and body.applyTorque');
    }

    /** Not in a worker: the page could not follow. @returns {never} */
    restore() {
        throw new MicaError('NOT_IN_WORKER',
            'World.restore: not in a worker; use World.fromSnapshot');
    }

    /** vx, vy, angular velocity of each body and a spare float, by its index. Read only: what is written there has no effect. */
    get velocities() {
        return this.#core.velocities;
    }

    /**
     * The body of an index; none once the world is gone, whose last frame can still be drawn.
     * @param {number} index @returns {WorkerBody<L> | undefined}
     */
    bodyAt(index) {
        checkSlot('World.bodyAt', 'slot', index);
        return /** @type {any} */ (this.#core.engine.bodyAt(this.#core, index));
    }

    /**
     * Calls a function for each event of a kind as advance(), step() or sync() take them in. With a
     * listener for 'error', errors that come back go there instead of being thrown. 'message' is what a module
     * posts. What a listener throws is thrown by that call when all others were called; further errors go
     * to the console.
     * @template {keyof WorkerEventMap} K @param {K} kind
     * @param {((event: WorkerEventMap<L>[K]) => void) | (K extends PairKind ? PairOptions<L> : never)} given
     *     the listener, which is given the event, for 'moved', 'asleep' and 'woke' the body; or options, such
     *     as `{ layers: ['player', 'coin'] }`, and the listener behind
     * @param {(event: WorkerEventMap<L>[K]) => void} [listener]
     * @returns {() => void} takes the listener off again
     */
    on(kind, given, listener) {
        const core = this.#core;
        return listen(core, core.listeners.table, 'World.on', KINDS, kind, given, listener);
    }

    /**
     * Sends the module in the worker a message, which it hears in the order of the page's other calls.
     * @param {unknown} message what can be cloned, and bodies, colliders and joints
     * @param {Transferable[]} [transfer] what in it is handed over
     * @throws {MicaError} NO_MODULE; STALE_BODY and the like for what is gone
     */
    post(message, transfer = []) {
        this.#link.post(message, transfer);
    }

    /**
     * Ends the world, and the worker if createWorkerWorld() made it. Its bodies, colliders and joints
     * throw from now on; a second call does nothing.
     */
    destroy() {
        if (this.#core.destroyed) return;
        this.#core.destroyed = true;
        detach(this.#driven, this.#clock);
        this.#clock = null;
        this.#link.end();
    }
}

/**
 * A world in a worker. `createWorkerWorld` makes one. It has the members of a `World`: what is set can be read at once,
 * and queries, which see what was asked of it before them, in this task too, give promises.
 * @template {string} [L=string] its layers' names
 * @typedef {PageWorld<L> & WorldMembers<L>} WorkerWorld
 */
export const WorkerWorld =
    /** @type {new () => WorkerWorld<any>} */ (/** @type {unknown} */ (PageWorld));
Object.defineProperty(PageWorld, 'name', { value: 'WorkerWorld' });

/** What a page reads, also of a world that is gone, whose last frame can still be drawn. @type {Record<string, (core: RemoteCore) => any>} */
const READ = {
    poses: (core) => core.poses,
    transforms: (core) => core.transforms,
    flags: (core) => core.flags,
    slots: (core) => core.slots,
    destroyed: (core) => core.destroyed,
    fixedStep: (core) => core.fixedStep,
    lengthUnit: (core) => core.lengthUnit,
    yDown: (core) => core.yDown,
    moverStates: (core) => core.mirror.moverStates,
    matters: ({ link }) => link.matters,
    alpha: ({ link }) => link.alpha,
    time: ({ link }) => link.time,
    stepCount: ({ link }) => link.stepCount,
};
for (const [name, read] of Object.entries(READ))
    Object.defineProperty(PageWorld.prototype, name, { configurable: true, get() {
        return read(coreOf(this));
    } });

/** What a page lists, makes and sets by the functions that a World does it by. @type {Record<string, (core: RemoteCore, ...args: any[]) => any>} */
const SHARED = {
    createBody: (core, options = {}) => makeOneBody(core, options),
    createTerrain: makeTerrain,
    createMover: (core, options) => makeMovedBody(core, options).mover,
    createBodies: makeManyBodies,
    createJoint: joinBodies,
    setTransforms: setManyTransforms,
    setMoverVelocities,
    destroySlots,
};
const LISTS = {
    movers: listMovers,
    joints: (/** @type {RemoteCore} */ { mirror }) =>
        [...mirror.entries.values()].map(({ object }) => object).filter((object) =>
            isJoint(object) && object.alive
        ),
};
for (const [name, call] of Object.entries(SHARED)) {
    const value = /** @this {object} @param {any[]} args */ function(...args) {
        return call(liveCore(this, `World.${name}`), ...args);
    };
    Object.defineProperty(PageWorld.prototype, name, { configurable: true, writable: true, value });
}
for (const [name, list] of Object.entries(LISTS))
    Object.defineProperty(PageWorld.prototype, name, { configurable: true, get() {
        return list(liveCore(this, `World.${name}`));
    } });

/** How settings that no operation sets are checked. @type {Record<string, (method: string, name: string, value: any) => unknown>} */
const CHECKS = {
    paused: boolean,
    profiling: boolean,
    timeScale: (method, name, value) => inRange(method, name, value, 0, 1000),
    poseMode: (method, name, value) => POSE_MODES[oneOf(method, name, value, POSE_MODES)],
};

/** How a setting is checked: by its operation, if it has one. A new one without is checked in the worker. @param {string} name */
function checkOf(name) {
    const row = OPERATIONS.find((operation) =>
        operation.name === `world.set${name[0].toUpperCase()}${name.slice(1)}`
    );
    if (row?.args.length !== 2)
        return row?.first.check ?? CHECKS[name] ?? ((_, __, value) => value);
    return (/** @type {string} */ method, /** @type {string} */ called,
        /** @type {unknown} */ value) =>
        vector(method, called, value).map((each, i) =>
            row.args[i].check(method, `${called}[${i}]`, each)
        );
}

/**
 * Gives worlds in workers what a World has and their class does not say: settings, which the page keeps, and questions.
 * @param {Ready['members']} members
 */
function defineMembers(members) {
    const { prototype } = PageWorld;
    for (const [name, what] of Object.entries(members)) {
        if (name in prototype) continue;
        if (what === 'question') {
            defineQuestion(prototype, name, undefined, (world, _, args) =>
                linkOf(world).ask(undefined, name, args));
            continue;
        }
        const check = checkOf(name);
        Object.defineProperty(prototype, name, {
            configurable: true,
            get() {
                const value = linkOf(this).settings[name];
                return Array.isArray(value) ? [...value] : value;
            },
            set(value) {
                const { link } = liveCore(this, `World.${name}`);
                link.settings[name] = check(`World.${name}`, 'value', value);
                link.send(['set', name, link.settings[name]]);
            },
        });
    }
}
