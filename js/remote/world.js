// A world whose simulation runs in a worker: the same calls as World, one frame late. Its bodies, colliders
// and joints are those of js/world/ with the page's mirror behind them (js/remote/engine.js); what they do is
// checked on this side by the same rows of js/wire/operations.js and sent by js/remote/link.js. No part
// of the engine is loaded on this side; js/worker-host.js is the other. Made by js/worker.js.
import { POSE_MODES, checkStep } from '../options/options.js';
import { MicaError, boolean, elapsed, inRange, oneOf } from '../wire/errors.js';
import { openWorkerWorld } from '../wire/handle.js';
import { WORLD } from '../wire/layout.js';
import { SET_HIT_SPEED, SET_RESTITUTION_THRESHOLD, SET_SLEEP } from '../wire/operations.js';
import { assign } from '../wire/perform.js';
import { BodyList } from '../world/bodies.js';
import { SECONDS, attach, detach, parseClock, refuseDriven } from '../world/clock.js';
import { Layers } from '../world/layers.js';
import { listen } from '../world/listeners.js';
import { checkSlot, destroySlots, joinBodies, makeManyBodies, makeMovedBody, makeOneBody, setGravity, setManyTransforms } from '../world/making.js';
import { makeMover } from '../world/mover.js';
import { listMovers, setMoverVelocities } from '../world/movers.js';
import { WorkerBody } from './body.js';
import { WorkerCollider } from './collider.js';
import { makeRemoteCore } from './engine.js';
import { KINDS } from './events.js';
import { WorkerJoint } from './joint.js';
import { Link } from './link.js';

/** @import { JointType } from '../options/joints.js' */
/** @import { parseWorld } from '../options/options.js' */
/** @import { Motion, Pose } from '../options/query-types.js' */
/** @import { BodyOptions, BulkOptions, MoverOptions, ShapeOptions, TeleportOptions, Vector } from '../options/types.js' */
/** @import { Makers } from '../wire/core.js' */
/** @import { Clock, Driven } from '../world/clock.js' */
/** @import { PairKind, PairOptions } from '../world/listeners.js' */
/** @import { ContactPoints, Counters, Profile } from '../world/types.js' */
/** @import { Ready, RemoteCore } from './engine.js' */
/** @import { WorkerEventMap } from './events.js' */
/** @import { Channel, Reply } from './messages.js' */
/** @import { WorkerBodyImpact, WorkerCastOptions, WorkerEvents, WorkerFilter, WorkerHit, WorkerIgnorable, WorkerMover } from './types.js' */
/** @import { WorkerJointOptions, WorkerNearestHit, WorkerNearestOptions, WorkerPathHit } from './types.js' */

/** @type {Makers} */
const MAKERS = /** @type {any} */ ({
    body: (/** @type {RemoteCore} */ core, /** @type {number} */ id) => new WorkerBody(core, id),
    collider: (/** @type {[any, number, any, any]} */ ...args) => new WorkerCollider(...args),
    joint: (/** @type {[any, number, any, any, number, any]} */ ...args) => new WorkerJoint(...args),
    mover: makeMover,
});

/**
 * Makes the page's side; js/worker.js alone calls it.
 * @type {(channel: Channel, parsed: ReturnType<typeof parseWorld>, ready: Ready) => WorkerWorld<any>}
 */
export let makeWorkerWorld;

/**
 * Gives it what came from the worker.
 * @type {(world: WorkerWorld, message: { reply?: Reply, broken?: Error }) => void}
 */
export let receive;

/**
 * A world in a worker. `createWorkerWorld` makes one. Its queries see what was asked of it before them,
 * in this task too, and come with the answer to the next message.
 * @hideconstructor @template {string} [L=string] its layers' names
 */
export class WorkerWorld {
    /** @type {Link} */
    #link;

    /** @type {RemoteCore} */
    #core;

    /** Whose time it gets. @type {Clock | null} */
    #clock = null;

    /** What its clock hands time to. @type {Driven} */
    #driven = { pass: (frame) => void (!this.#core.destroyed && this.#advance('Clock.advance', frame[SECONDS])) };

    /** The layer table, by name. @readonly @type {Layers<L>} */
    layers;

    /** Its live bodies by index, for a loop. @readonly @type {BodyList<WorkerBody<L>>} */
    bodies;

    static {
        openWorkerWorld((value) => #core in value);
        makeWorkerWorld = (channel, parsed, ready) => new this(channel, parsed, ready);
        receive = (world, message) => world.#link.receive(message);
    }

    /**
     * @private @param {Channel} channel @param {ReturnType<typeof parseWorld>} parsed
     * @param {Ready} ready what the worker said
     */
    constructor(channel, parsed, ready) {
        this.#link = new Link(channel, { ...parsed.time, profiling: false });
        this.#core = makeRemoteCore(this, this.#link, MAKERS, ready, parsed);
        this.#link.open(this.#core);
        this.layers = new Layers(this.#core);
        this.bodies = new BodyList(this.#core);
        this.clock = parseClock('World', 'clock', parsed.clock);
        Object.freeze(this);
    }

    /** What the last advance(), step() or sync() brought; plain objects that may be kept. @returns {WorkerEvents<L>} */
    get events() { return this.#link.events; }

    /** Where between the last two states `poses` are. */
    get alpha() { return this.#link.alpha; }

    /** Seconds stepped so far. */
    get time() { return this.#link.time; }

    /** Steps made so far. */
    get stepCount() { return this.#link.stepCount; }

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
        this.#link.begin(method);
        return this.#link.advance(elapsed(method, seconds));
    }

    /** The clock of the page whose `advance` advances the world, which then refuses its own; null for none. @returns {Clock | null} */
    get clock() { return this.#clock; }

    set clock(value) {
        this.#live('World.clock');
        const clock = parseClock('World.clock', 'value', value);
        attach('World.clock', this.#driven, this.#clock, clock);
        this.#clock = clock;
    }

    /** Whether `poses` lie between the last two states or run ahead of the last, as `World.poseMode`. */
    get poseMode() { return this.#link.clock.poseMode; }

    set poseMode(value) {
        this.#live('World.poseMode');
        this.#link.clock.poseMode = POSE_MODES[oneOf('World.poseMode', 'value', value, POSE_MODES)];
        this.#link.send(['setWorld', 'poseMode', value]);
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
        const method = `World.${command}`;
        this.#link.begin(method);
        try {
            checkStep(method, name, dt, parts);
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
        this.#link.begin('World.sync');
        return this.#link.sync();
    }

    /** m/s²; reading gives a copy. @returns {[x: number, y: number]} */
    get gravity() {
        const { world } = this.#core.mirror;
        return [world[WORLD.GRAVITY_X], world[WORLD.GRAVITY_Y]];
    }

    /** @param {Vector} value */
    set gravity(value) { setGravity(this.#live('World.gravity'), value); }

    /** How fast advance() runs: 0.5 is half speed; 0 to 1000. */
    get timeScale() { return this.#link.clock.timeScale; }

    set timeScale(value) {
        this.#live('World.timeScale');
        this.#link.clock.timeScale = inRange('World.timeScale', 'value', value, 0, 1000);
        this.#link.send(['setWorld', 'timeScale', value]);
    }

    /** While true, advance() makes no steps; step() still does. */
    get paused() { return this.#link.clock.paused; }

    set paused(value) {
        this.#live('World.paused');
        this.#link.clock.paused = boolean('World.paused', 'value', value);
        this.#link.send(['setWorld', 'paused', value]);
    }

    /** Seconds, the step that advance() makes. */
    get fixedStep() { return this.#link.clock.fixedStep; }

    /** Whether what rests may sleep. */
    get sleep() { return this.#core.mirror.world[WORLD.SLEEP_ENABLED] !== 0; }

    set sleep(value) { this.#assign(SET_SLEEP, 'World.sleep', value); }

    /** m/s of approach below which nothing bounces, at least 0. */
    get restitutionThreshold() { return this.#core.mirror.world[WORLD.RESTITUTION_THRESHOLD]; }

    set restitutionThreshold(value) { this.#assign(SET_RESTITUTION_THRESHOLD, 'World.restitutionThreshold', value); }

    /** m/s of approach above which there is a hit event, at least 0. */
    get hitSpeed() { return this.#core.mirror.world[WORLD.HIT_SPEED]; }

    set hitSpeed(value) { this.#assign(SET_HIT_SPEED, 'World.hitSpeed', value); }

    /** Whether `profile()` gives anything. It costs a few clock reads each step. */
    get profiling() { return this.#link.clock.profiling; }

    set profiling(value) {
        this.#live('World.profiling');
        this.#link.clock.profiling = boolean('World.profiling', 'value', value);
        this.#link.send(['setWorld', 'profiling', value]);
    }

    /**
     * Forces cannot be written into memory that the worker has.
     * @returns {never} @throws {MicaError} NOT_IN_WORKER
     */
    get forces() {
        throw new MicaError('NOT_IN_WORKER', 'World.forces: not in a worker; use body.applyForce and body.applyTorque');
    }

    /**
     * Makes a body. It can be used at once; if the worker runs out of room for it, the error comes with
     * the next advance(), step() or sync().
     * @param {BodyOptions<L>} [options] @returns {WorkerBody<L>}
     */
    createBody(options = {}) { return /** @type {any} */ (makeOneBody(this.#live('World.createBody'), options)); }

    /**
     * Makes many bodies of one kind in one command.
     * @param {number} count @param {BulkOptions<L>} options
     * @returns {Int32Array<ArrayBuffer>} their indices
     */
    createBodies(count, options) { return makeManyBodies(this.#live('World.createBodies'), count, options); }

    /**
     * Joins two bodies, or throws and makes nothing. The joint can be used at once.
     * @template {JointType} T
     * @param {WorkerJointOptions<T>} options @returns {WorkerJoint<L, T>}
     * @throws {MicaError} STALE_BODY, FOREIGN_OBJECT, SAME_BODY
     */
    createJoint(options) { return /** @type {any} */ (joinBodies(this.#live('World.createJoint'), options)); }

    /**
     * Makes a character with its body and collider. It can be used at once; an error of the worker's comes as of `createBody`.
     * @param {MoverOptions<L>} options @returns {WorkerMover<L>}
     */
    createMover(options) { return /** @type {any} */ (makeMovedBody(this.#live('World.createMover'), options).mover); }

    /** All its movers by the indices of their bodies, a new array. @returns {WorkerMover<L>[]} */
    get movers() { return /** @type {any} */ (listMovers(this.#live('World.movers'))); }

    /**
     * Gives the movers of the bodies of these indices the velocities that they want, as `mover.setVelocity`, in one
     * command; or throws and steers none.
     * @param {ArrayLike<number>} slots @param {ArrayLike<number>} velocities x and y for each, m/s within ±4e4
     */
    setMoverVelocities(slots, velocities) { setMoverVelocities(this.#live('World.setMoverVelocities'), slots, velocities); }

    /** The states of all movers in the last frame that came, flat: of a record words 0, 12 and 13 are as of contactPoints(). Read only. */
    get moverStates() { return this.#core.movers.states; }

    /** All its joints in the order they were made, a new array. @returns {WorkerJoint<L>[]} */
    get joints() {
        this.#live('World.joints');
        return [...this.#core.mirror.joints.values()].map(({ joint }) => /** @type {any} */ (joint)).filter(({ alive }) => alive);
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
     * Teleports the bodies of these indices by one call, or throws and moves none; of an index named twice the
     * last counts. Typed arrays are taken as they are, others are copied.
     * @param {ArrayLike<number>} slots @param {TeleportOptions} options
     */
    setTransforms(slots, options) { setManyTransforms(this.#live('World.setTransforms'), slots, options); }

    /**
     * Destroys the bodies of these indices, each named once; or throws and destroys none.
     * @param {ArrayLike<number>} slots
     */
    destroySlots(slots) { destroySlots(this.#live('World.destroySlots'), slots); }

    /** x, y, cos, sin of each body to draw, by its index. Read only, and good until the next call. */
    get poses() { return this.#core.poses; }

    /** x, y, cos, sin of each body after its last step, by its index. Read only. */
    get transforms() { return this.#core.transforms; }

    /** vx, vy, angular velocity of each body and a spare float, by its index. Read only: the next step refuses a write. */
    get velocities() { return this.#link.velocities; }

    /** One word of `FLAGS` bits of each body, by its index. Read only. */
    get flags() { return this.#core.flags; }

    /** One past the highest index ever used. */
    get slots() { return this.#core.slots; }

    /** True once destroy() was called. */
    get destroyed() { return this.#core.destroyed; }

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
    post(message, transfer = []) { this.#link.post(message, transfer); }

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

    /**
     * The colliders at a point.
     * @param {number} x @param {number} y @param {WorkerFilter<L> & { slack?: number }} [options]
     * @returns {Promise<WorkerCollider<L>[]>}
     */
    overlapPoint(x, y, options) { return this.#ask('overlapPoint', [x, y, options]); }

    /**
     * The colliders whose bounds meet a box.
     * @param {number} x0 @param {number} y0 @param {number} x1 @param {number} y1
     * @param {WorkerFilter<L>} [options] @returns {Promise<WorkerCollider<L>[]>}
     */
    overlapBox(x0, y0, x1, y1, options) { return this.#ask('overlapBox', [x0, y0, x1, y1, options]); }

    /**
     * The colliders that overlap a shape.
     * @param {ShapeOptions} shape @param {Pose} [pose] @param {WorkerFilter<L>} [options]
     * @returns {Promise<WorkerCollider<L>[]>}
     */
    overlapShape(shape, pose = {}, options) { return this.#ask('overlapShape', [shape, pose, options]); }

    /**
     * What overlaps a collider; not those of its own body.
     * @param {WorkerCollider} collider @param {WorkerFilter<L>} [options]
     * @returns {Promise<WorkerCollider<L>[]>}
     */
    overlapCollider(collider, options) { return this.#ask('overlapCollider', [collider, options]); }

    /**
     * The first collider on a ray from x, y to x + dx, y + dy.
     * @param {number} x @param {number} y @param {number} dx @param {number} dy
     * @param {WorkerCastOptions<L>} [options] @returns {Promise<WorkerHit<L> | null>}
     */
    rayCast(x, y, dx, dy, options) { return this.#ask('rayCast', [x, y, dx, dy, options]); }

    /**
     * Whether a ray hits anything.
     * @param {number} x @param {number} y @param {number} dx @param {number} dy
     * @param {WorkerCastOptions<L>} [options] @returns {Promise<boolean>}
     */
    rayCastAny(x, y, dx, dy, options) { return this.#ask('rayCastAny', [x, y, dx, dy, options]); }

    /**
     * All colliders on a ray, the nearest first.
     * @param {number} x @param {number} y @param {number} dx @param {number} dy
     * @param {WorkerCastOptions<L>} [options] @returns {Promise<WorkerHit<L>[]>}
     */
    rayCastAll(x, y, dx, dy, options) { return this.#ask('rayCastAll', [x, y, dx, dy, options]); }

    /**
     * The first collider that a shape meets on its way, without turning.
     * @param {ShapeOptions} shape @param {Pose} pose @param {number} dx @param {number} dy
     * @param {WorkerCastOptions<L>} [options] @returns {Promise<WorkerHit<L> | null>}
     */
    shapeCast(shape, pose, dx, dy, options) { return this.#ask('shapeCast', [shape, pose, dx, dy, options]); }

    /**
     * The point of any collider's surface nearest to x, y.
     * @param {number} x @param {number} y @param {number} maxDistance
     * @param {WorkerNearestOptions<L>} [options] @returns {Promise<WorkerNearestHit<L> | null>}
     */
    closestPoint(x, y, maxDistance, options) { return this.#ask('closestPoint', [x, y, maxDistance, options]); }

    /**
     * The nearest point of one collider's surface, or of all a body's.
     * @param {WorkerBody | WorkerCollider} of @param {number} x @param {number} y
     * @returns {Promise<WorkerNearestHit<L> | null>}
     */
    closestPointOf(of, x, y) { return this.#ask('closestPointOf', [of, x, y]); }

    /**
     * What a finger touches.
     * @param {number} x @param {number} y @param {number} [radius] @param {WorkerFilter<L>} [options]
     * @returns {Promise<WorkerNearestHit<L> | null>}
     */
    touch(x, y, radius = 0, options) { return this.#ask('touch', [x, y, radius, options]); }

    /**
     * When two bodies that move from where they are first touch.
     * @param {WorkerBody} bodyA @param {Motion} motionA @param {WorkerBody} bodyB
     * @param {Motion} motionB @returns {Promise<WorkerBodyImpact<L> | null>}
     */
    timeOfImpact(bodyA, motionA, bodyB, motionB) { return this.#ask('timeOfImpact', [bodyA, motionA, bodyB, motionB]); }

    /**
     * The first collider that a body meets if it goes along a path.
     * @param {WorkerBody} body @param {readonly Vector[] | ArrayLike<number>} path
     * @param {WorkerCastOptions<L>} [options] @returns {Promise<WorkerPathHit<L> | null>}
     */
    sweep(body, path, options) { return this.#ask('sweep', [body, path, options]); }

    /**
     * All contact points, flat. Of a record, words 0 and 1 are the colliders' `id`, words 12 and 13
     * their bodies' `index` plus one, as `slotOf` takes it.
     * @returns {Promise<ContactPoints>} in arrays handed over by the worker
     */
    contactPoints() { return this.#ask('contactPoints', []); }

    /**
     * The contact points of a body or collider, or between two, flat as of contactPoints(). What is
     * named first is always side A: the normals point away from it.
     * @param {WorkerIgnorable} one @param {WorkerIgnorable} [other]
     * @returns {Promise<ContactPoints>}
     */
    contactPointsOf(one, other) { return this.#ask('contactPointsOf', [one, other]); }

    /** Counts of what the world holds and of the last step's work. @returns {Promise<Counters>} */
    counters() { return this.#ask('counters', []); }

    /** All memory the world holds in wasm, in bytes. @returns {Promise<number>} */
    bytes() { return this.#ask('bytes', []); }

    /**
     * 16 hexadecimal digits over every body's state: equal for equal input, on every machine and in
     * every build.
     * @returns {Promise<string>}
     */
    hash() { return this.#ask('hash', []); }

    /** The whole world as bytes, for `World.fromSnapshot`. @returns {Promise<Uint8Array<ArrayBuffer>>} */
    snapshot() { return this.#ask('snapshot', []); }

    /** Not in a worker: the page could not follow. @returns {never} */
    restore() { throw new MicaError('NOT_IN_WORKER', 'World.restore: not in a worker; use World.fromSnapshot'); }

    /** Milliseconds by phase of the last step; null unless `profiling`. @returns {Promise<Profile | null>} */
    profile() { return this.#ask('profile', []); }

    /** @param {string} what @param {unknown[]} args @returns {Promise<any>} */
    #ask(what, args) { return this.#link.ask(undefined, what, args); }

    /** @param {string} method */
    #live(method) {
        this.#link.live(method);
        return this.#core;
    }

    /**
     * @param {import('../wire/operations.js').Operation} operation @param {string} method
     * @param {unknown} value
     */
    #assign(operation, method, value) {
        this.#live(method);
        assign(this.#core, 0, operation, method, value);
    }
}
