// The world: the step, the views, and the way to everything else. Its parts are in files of their own:
// js/world/objects/create.js, js/world/objects/making.js, js/world/events/events.js, js/world/time/stepping.js, js/world/time/accumulator.js,
// js/world/events/listeners.js, js/world/objects/layers.js, and the queries, js/world/queries/world-queries.js.
import { POSE_MODES, checkStep, parseWorld } from '../options/options.js';
import { endCore, fresh, freshPoses, livePointer, makeCore } from '../wire/core.js';
import { boolean, finite, oneOf, wrongType } from '../wire/errors.js';
import { openWorld } from '../wire/handle.js';
import { WORLD } from '../wire/layout.js';
import { SET_HIT_SPEED, SET_LOAD_IMPULSE, SET_RESTITUTION_THRESHOLD,
    SET_SLEEP } from '../wire/operations.js';
import { needReady, wasm } from '../wire/wasm.js';
import { Accumulator } from './time/accumulator.js';
import { BodyList } from './objects/bodies.js';
import { makeBody } from './objects/body.js';
import { GIVEN, SECONDS, parseClock, refuseDriven } from './time/clock.js';
import { makeCollider } from './objects/collider.js';
import { gatherContactPoints, makeContactPoints } from './events/contacts.js';
import { createWorld } from './objects/create.js';
import { localEngine } from './engine.js';
import { clearEvents, makeStores } from './events/event-stores.js';
import { makeEvents } from './events/events.js';
import { FrameForces } from './time/frame-forces.js';
import { makeJoint } from './objects/joint.js';
import { makeMover } from './objects/mover.js';
import { listMovers, makeStateReader, readMoverStates,
    setMoverVelocities } from './objects/movers.js';
import { Layers } from './objects/layers.js';
import { WORLD_KINDS, listen, makeListeners } from './events/listeners.js';
import { checkSlot, destroySlots, joinBodies, makeManyBodies, makeMovedBody, makeOneBody,
    makeTerrain, setGravity, setManyTransforms } from './objects/making.js';
import { readCounters, readHash, readProfile } from './objects/measures.js';
import { endAll } from './objects/objects.js';
import { WorldQueries } from './queries/world-queries.js';
import { fillWorld, loadNumbers, restoreWorld, saveWorld } from './saving/snapshots.js';
import { MAX_IMPACTS, checkGravity, refuseJoints, refuseListener } from './time/stepping.js';

/** @import { CreateTerrainOptions } from '../options/terrain-types.js' */
/** @import { BodyOptions, BulkOptions, JointOptions, MoverOptions, TeleportOptions } from '../options/types.js' */
/** @import { SnapshotOptions, Vector, WorldOptions } from '../options/types.js' */
/** @import { Core } from '../wire/core.js' */
/** @import { Operation } from '../wire/operations.js' */
/** @import { Body } from './objects/body.js' */
/** @import { Clock } from './time/clock.js' */
/** @import { Collider } from './objects/collider.js' */
/** @import { Joint } from './objects/joint.js' */
/** @import { Mover } from './objects/mover.js' */
/** @import { EventMap, PairKind, PairOptions } from './events/listeners.js' */
/** @import { ContactPoints, Events } from './types.js' */

const MAKERS = { body: makeBody, collider: makeCollider, joint: makeJoint, mover: makeMover };

/**
 * A world of bodies. It holds wasm memory until `destroy()`.
 * @template {string} [L=string] its layers' names
 * @extends {WorldQueries<L>}
 */
export class World extends WorldQueries {
    /** @type {Core} */ #core;
    #buffers = makeStores();
    /** Made when they are first asked for. @type {ContactPoints | undefined} */ #contactPoints;
    /** @type {ContactPoints | undefined} */ #somePoints;
    #moverStates = makeStateReader();

    /** @type {Accumulator} */ #steps;

    #profiling = false;

    /** The layer table, by name. @readonly @type {Layers<L>} */
    layers;

    /** What happened in the last step, or in all steps of the last advance(). @readonly @type {Events<L>} */
    events;

    /** Its live bodies by slot, for a loop. @readonly @type {BodyList<Body<L>>} */
    bodies;

    static {
        openWorld((world) => world.#core, (value) => #core in value);
    }

    /** @param {WorldOptions<L>} [options] @throws {MicaError} NOT_READY before init() has finished */
    constructor(options = {}) {
        super();
        needReady('World');
        const { record, time, clock, names, cells } = parseWorld('World', options);
        const driver = parseClock('World', 'clock', clock);
        const ptr = createWorld(record, cells);
        this.#core = makeCore(this, ptr, names, localEngine, MAKERS, new FrameForces(),
            makeListeners(), record);
        checkGravity('World', record[WORLD.GRAVITY_X], record[WORLD.GRAVITY_Y], this.lengthUnit);
        this.layers = new Layers(this.#core);
        this.bodies = new BodyList(this.#core);
        this.events = makeEvents(this.#core, this.#buffers);
        this.#steps = this.#core.steps = new Accumulator(this.#core, this.#buffers, time);
        this.#core.stores = this.#buffers;
        this.#steps.attach('World', driver);
        close(this);
    }

    /**
     * Makes one step and calls the listeners.
     * @param {number} [dt] seconds, above 0 and at most 1
     * @param {number} [substeps] 1 to 64, in steps too long for that many at least one for each 1/30 s; more are stiffer and cost more
     * @throws {MicaError} VIEW_NOT_FINITE or VIEW_READ_ONLY if a NaN was written through a view; LOCKED inside a
     *     listener; NO_MEMORY
     */
    step(dt = 1 / 60, substeps = 4) {
        const core = this.#stepping('World.step');
        checkStep('World.step', 'substeps', dt, substeps);
        core.stepLength[0] = dt;
        this.#steps.stepAlone('World.step', substeps, false);
    }

    /**
     * Makes one step from impact to impact instead, for billiards or a gas: the earliest
     * impact is found and resolved, then the next. Rebounds and elastic energy are exact, nothing
     * fast overlaps or passes through; of impacts at once the fastest comes first. Piles are softer
     * and dearer than with step(). Joints do not act, and the world may have none: pinball with flippers on joints uses step(). Movers push nothing. Costs about what step() does while little
     * meets, and each impact the sweeps of its two bodies against their neighbours.
     * @param {number} [dt] seconds, above 0 and at most 1
     * @param {number} [maxImpacts] at least 1; bounds the impacts, and the work to about 0.1 ms for
     *     each of them and each pair of `counters.contacts`, the same in every build. At either bound
     *     the rest of dt is dropped, so that nothing passes through anything, and
     *     `counters.impactBound` is 1
     * @throws {MicaError} JOINTS_INACTIVE if the world has joints; else as step()
     */
    stepImpacts(dt = 1 / 60, maxImpacts = MAX_IMPACTS) {
        const core = this.#stepping('World.stepImpacts');
        refuseJoints(core);
        checkStep('World.stepImpacts', 'maxImpacts', dt, maxImpacts);
        core.stepLength[0] = dt;
        this.#steps.stepAlone('World.stepImpacts', maxImpacts, true);
    }

    /**
     * Makes as many fixed steps as fit into the time since the last call, keeps the rest for the
     * next, and fills `poses` for drawing in between. `timeScale` and `paused` apply. Events are
     * those of all steps made; none if none. Time beyond `maxSteps` steps is dropped; where that
     * cannot have gone by, as when milliseconds are given, the console has a warning, once.
     * @param {number} seconds since the last call; less than 0 counts as 0, since a page's first
     *     frame may have begun before its script asked the time
     * @returns {number} the steps made
     * @throws {MicaError} CLOCK_DRIVEN if the world has a clock; else as step()
     */
    advance(seconds) {
        const method = 'World.advance';
        this.#stepping(method);
        refuseDriven(method, this.#steps.clock);
        const { frame } = this.#steps;
        frame[SECONDS] = frame[GIVEN] = Math.max(0, finite(method, 'seconds', seconds));
        return this.#steps.advance(method, frame);
    }

    /**
     * The clock whose `advance` advances the world, which then refuses its own; null for none. The world's own
     * `timeScale` and `paused` apply besides.
     * @returns {Clock | null}
     */
    get clock() {
        return this.#steps.clock;
    }
    set clock(value) {
        this.#live('World.clock');
        this.#steps.attach('World.clock', parseClock('World.clock', 'value', value));
    }

    /**
     * Where `poses` are: between the last two states, 0 the one before and 1 the last; or, while poses are
     * extrapolated, how far ahead of the last, in steps.
     */
    get alpha() {
        const { alpha, extrapolates } = this.#live('World.alpha');
        return extrapolates ? alpha % 1 : alpha;
    }

    /**
     * 'interpolate': `poses` lie between the last two states, late by up to a step. 'extrapolate': they run ahead of the
     * last state, each body at its velocity, so that nothing is late; what bounces or lands is drawn a little too far.
     * A snapshot does not have it.
     */
    get poseMode() {
        return POSE_MODES[Number(this.#core.extrapolates)];
    }
    set poseMode(value) {
        const core = this.#live('World.poseMode');
        core.extrapolates = oneOf('World.poseMode', 'value', value, POSE_MODES) === 1;
        ++core.moves;
    }

    /** While true, advance() makes no steps; step() still does. */
    get paused() {
        return this.#steps.paused;
    }
    set paused(value) {
        this.#live('World.paused');
        this.#steps.setPaused(value);
    }

    /** How fast advance() runs: 0.5 is half speed. */
    get timeScale() {
        return this.#steps.timeScale;
    }
    set timeScale(value) {
        this.#live('World.timeScale');
        this.#steps.setTimeScale(value);
    }

    /** Seconds stepped so far. */
    get time() {
        return this.#steps.time;
    }

    /** Steps made so far. */
    get stepCount() {
        return this.#steps.stepCount;
    }

    /** Seconds, the step that advance() makes. */
    get fixedStep() {
        return this.#steps.fixedStep;
    }

    /** How many units of length make a metre, as the world was made. */
    get lengthUnit() {
        return this.#core.lengthUnit;
    }

    /** Whether its y points down, as the world was made. */
    get yDown() {
        return this.#core.yDown;
    }

    /** m/s²; reading gives a copy. @returns {[x: number, y: number]} */
    get gravity() {
        const { worldRecord } = this.#live('World.gravity');
        return [worldRecord[WORLD.GRAVITY_X], worldRecord[WORLD.GRAVITY_Y]];
    }
    /** @param {Vector} value */
    set gravity(value) {
        setGravity(this.#live('World.gravity'), value);
    }

    // <schema world.accessors>
    /** The speed of approach below which nothing bounces. In m/s, 0 to 1e6. */
    get restitutionThreshold() {
        return this.#core.worldRecord[WORLD.RESTITUTION_THRESHOLD];
    }
    set restitutionThreshold(value) {
        this.#assign(SET_RESTITUTION_THRESHOLD, 'World.restitutionThreshold', value);
    }

    /** The speed of approach above which there is a hit event. In m/s, 0 to 1e6. */
    get hitSpeed() {
        return this.#core.worldRecord[WORLD.HIT_SPEED];
    }
    set hitSpeed(value) {
        this.#assign(SET_HIT_SPEED, 'World.hitSpeed', value);
    }

    /** Whether what rests may sleep. */
    get sleep() {
        return this.#core.worldRecord[WORLD.SLEEP_ENABLED] !== 0;
    }
    set sleep(value) {
        this.#assign(SET_SLEEP, 'World.sleep', value);
    }

    /** The impulse of a pair in one step from which there is a load event; 0: never. In N s, 0 to 1e6. */
    get loadImpulse() {
        return this.#core.worldRecord[WORLD.LOAD_IMPULSE];
    }
    set loadImpulse(value) {
        this.#assign(SET_LOAD_IMPULSE, 'World.loadImpulse', value);
    }
    // </schema>

    /** True once destroy() was called. */
    get destroyed() {
        return this.#core.destroyed;
    }

    /**
     * Gives its memory back. Its bodies and colliders throw from now on; a second call does nothing.
     */
    destroy() {
        const core = this.#core;
        if (core.destroyed) return;
        core.stage?.end('World.destroy');
        const { ptr } = core;
        endCore(core);
        this.#steps.end();
        endAll(core);
        clearEvents(this.#buffers);
        core.listeners.table.clear();
        wasm.calls.world_destroy(ptr);
    }

    /**
     * Makes a body with all its colliders, or throws and makes nothing.
     * @param {BodyOptions<L>} [options] @returns {Body<L>}
     */
    createBody(options = {}) {
        return makeOneBody(this.#live('World.createBody'), options);
    }

    /**
     * Makes many bodies of one kind in one call, without objects; all or none.
     * @param {number} count @param {BulkOptions<L>} options
     * @returns {Int32Array<ArrayBuffer>} their slots
     */
    createBodies(count, options) {
        return makeManyBodies(this.#live('World.createBodies'), count, options);
    }

    /**
     * Makes ground that can be dug and filled, on a static body of its own, or throws and makes nothing.
     * @param {CreateTerrainOptions<L>} options @returns {Collider<L>}
     */
    createTerrain(options) {
        return makeTerrain(this.#live('World.createTerrain'), options);
    }

    /**
     * Joins two bodies, or throws and makes nothing; in a world with `stepping: 'impacts'` always.
     * @template {import('../options/joints.js').JointType} T @param {JointOptions<T>} options @returns {Joint<L, T>}
     */
    createJoint(options) {
        return /** @type {Joint<L, T>} */ (joinBodies(this.#live('World.createJoint'), options));
    }

    /** Makes a character with its body and collider, or throws and makes nothing. @param {MoverOptions<L>} options @returns {Mover<L>} */
    createMover(options) {
        return /** @type {Mover<L>} */ (makeMovedBody(this.#live('World.createMover'), options)
            .mover);
    }

    /** All its movers by the slots of their bodies, a new array. @returns {Mover<L>[]} */
    get movers() {
        return listMovers(this.#live('World.movers'));
    }

    /**
     * Gives the movers of the bodies in these slots the velocities that they want, as `mover.setVelocity`, by one call;
     * or throws and steers none. Typed arrays are taken as they are, others are copied.
     * @param {ArrayLike<number>} slots @param {ArrayLike<number>} velocities x and y for each, m/s within ±4e4
     */
    setMoverVelocities(slots, velocities) {
        setMoverVelocities(this.#live('World.setMoverVelocities'), slots, velocities);
    }

    /** The states of all movers, flat, by the slots of their bodies; one object that each read fills anew. */
    get moverStates() {
        return readMoverStates(this.#live('World.moverStates'), 'World.moverStates',
            this.#moverStates);
    }

    /** All its joints by slot, a new array. @returns {Joint<L>[]} */
    get joints() {
        return this.#live('World.joints').joints.filter((joint) => joint !== undefined);
    }

    /**
     * The body in a slot; its object is made now if it was made in bulk. Undefined if there is
     * none.
     * @param {number} slot @returns {Body<L> | undefined}
     */
    bodyAt(slot) {
        const core = this.#live('World.bodyAt');
        return core.engine.bodyAt(core, checkSlot('World.bodyAt', 'slot', slot));
    }

    /**
     * Teleports the bodies in these slots by one call, or throws and moves none; of a slot named twice the
     * last counts. Typed arrays are taken as they are, others are copied.
     * @param {ArrayLike<number>} slots @param {TeleportOptions} options
     */
    setTransforms(slots, options) {
        setManyTransforms(this.#live('World.setTransforms'), slots, options);
    }

    /**
     * Destroys the bodies in these slots, each named once; or throws and destroys none.
     * @param {ArrayLike<number>} slots
     */
    destroySlots(slots) {
        destroySlots(this.#live('World.destroySlots'), slots);
    }

    /**
     * x, y, cos, sin of each slot, after the last step. Read only: use `body.setTransform`, which also replaces numbers
     * written here by mistake. A step or a snapshot throws VIEW_READ_ONLY for NaN and infinite numbers; of a world of
     * more than 256 bodies a step checks those that rest in turn.
     * Read it from the world each time; never keep a view across a call that creates things.
     */
    get transforms() {
        return fresh(this.#live('World.transforms')).transforms;
    }

    /**
     * vx, vy, angular velocity and a spare float of each slot. May be written; writing wakes nobody. Do not
     * keep it, as `transforms`.
     */
    get velocities() {
        return fresh(this.#live('World.velocities')).velocities;
    }

    /**
     * fx, fy, torque and a spare float of each slot, for the next step, which clears them. May be
     * written; writing wakes nobody. Do not keep it, as `transforms`.
     */
    get forces() {
        return fresh(this.#live('World.forces')).forces;
    }

    /**
     * x, y, cos, sin of each slot to draw: between the last two steps after advance(), at the last
     * after step(). Do not keep it, as `transforms`.
     */
    get poses() {
        return freshPoses(this.#live('World.poses'), 'World.poses');
    }

    /** One word of `FLAGS` bits of each slot. Read only, see `transforms`. Do not keep it. */
    get flags() {
        return fresh(this.#live('World.flags')).flags;
    }

    /** One past the highest slot ever used: as far as the views need be read. */
    get slots() {
        return this.#live('World.slots').slots;
    }

    /** All contact points, flat; one object that each read fills anew. */
    get contactPoints() {
        const core = this.#live('World.contactPoints');
        this.#contactPoints ??= makeContactPoints();
        return gatherContactPoints(core, 'World.contactPoints', this.#contactPoints);
    }

    /**
     * The contact points of a body or collider, or between two, flat; one object that each call
     * fills anew. What is named first is always side A: the normals point away from it.
     * @param {Body | Collider} one @param {Body | Collider} [other]
     */
    contactPointsOf(one, other) {
        const method = 'World.contactPointsOf';
        const core = this.#live(method);
        if (one === undefined) wrongType(method, 'one', 'a Body or a Collider', one);
        this.#somePoints ??= makeContactPoints();
        return gatherContactPoints(core, method, this.#somePoints, one, other);
    }

    /**
     * Calls a function for each event of a kind, right after the step, of each of several steps of one
     * advance(). The event is a cursor, good for the time of the call; for 'moved', 'asleep' and
     * 'woke' it is the body. 'beforeStep' comes before every step, 'afterStep' after its events, both
     * without an event: the place for what belongs to a step rather than to a frame. 'triggerStay'
     * and 'contactStay' come once, as the last step left them. 'groundPiece' comes at once when ground is
     * cut off a terrain, debris too; it is an object of its own. What a listener throws is thrown by
     * step() or advance() when all are done and all others were called; further errors go to the console.
     * @template {keyof EventMap} K @param {K} kind
     * @param {((event: EventMap<L>[K]) => void) | (K extends PairKind ? PairOptions<L> : never)} given
     *     the listener; or options, such as `{ layers: ['player', 'coin'] }`, and the listener behind
     * @param {(event: EventMap<L>[K]) => void} [listener]
     * @returns {() => void} takes the listener off again
     */
    on(kind, given, listener) {
        const core = this.#live('World.on');
        return listen(core, core.listeners.table, 'World.on', WORLD_KINDS, kind, given, listener);
    }

    /** Counts of what the world holds and of the last step's work, a new object. */
    get counters() {
        return readCounters(this.#live('World.counters').ptr);
    }

    /** All memory the world holds in wasm, in bytes, with what previews of it keep. */
    get bytes() {
        const core = this.#live('World.bytes');
        return wasm.calls.world_bytes(core.ptr)
            + (core.stage ? wasm.calls.world_bytes(core.stage.ptr) : 0);
    }

    /**
     * 16 hexadecimal digits over every body's state: equal for equal input, on every machine and in
     * every build.
     */
    hash() {
        return readHash(this.#live('World.hash').ptr);
    }

    /**
     * The whole world as bytes, for `restore` and `World.fromSnapshot`: the same on every machine and in every
     * build for the same world.
     * @param {Uint8Array<ArrayBuffer> | SnapshotOptions} [given] an array that the bytes go into, or options;
     *     without one a new array is made
     * @returns {Uint8Array<ArrayBuffer>} that array, or its beginning if there is more room
     * @throws {RangeError} if there is too little room; a MicaError LOCKED inside a listener; NO_MEMORY
     */
    snapshot(given) {
        return saveWorld(this.#stepping('World.snapshot'), given);
    }

    /**
     * Makes the world what it was in a snapshot, of itself or of another, or throws and changes nothing. Bodies,
     * colliders and joints of that time are valid again, those made since are not; `events` are those of the step
     * before it, and no listener is called for them. `paused` and `timeScale` stay.
     * @param {Uint8Array<ArrayBuffer>} bytes
     * @param {{ since?: Uint8Array<ArrayBuffer> }} [options] since: what the bytes are the difference from
     * @throws {MicaError} BAD_SNAPSHOT for damaged or foreign bytes; NEWER_SNAPSHOT; LOCKED inside a listener; NO_MEMORY
     */
    restore(bytes, options) {
        const core = this.#stepping('World.restore');
        loadNumbers(core, restoreWorld(core, 'World.restore', bytes, options));
    }

    /**
     * A new world made of a snapshot, of another page, build or machine too.
     * @param {Uint8Array<ArrayBuffer>} bytes @param {{ since?: Uint8Array<ArrayBuffer> }} [options] as restore()
     * @throws {MicaError} as restore()
     */
    static fromSnapshot(bytes, options) {
        return fillWorld(emptyWorld(), bytes, options);
    }

    /** Whether `profile` is filled. It costs a few clock reads each step. */
    get profiling() {
        return this.#profiling;
    }
    set profiling(value) {
        const { ptr } = this.#live('World.profiling');
        boolean('World.profiling', 'value', value);
        wasm.calls.world_set_profiling(ptr, Number(value));
        this.#profiling = value;
    }

    /** Milliseconds by phase of the last step, a new object; null unless `profiling`. */
    get profile() {
        const { ptr } = this.#live('World.profile');
        return this.#profiling ? readProfile(ptr) : null;
    }

    /** @param {string} method */
    #live(method) {
        livePointer(this.#core, method);
        return this.#core;
    }

    /** @param {Operation} operation @param {string} method @param {number | boolean} value */
    #assign(operation, method, value) {
        const core = this.#live(method);
        operation.first.check(method, 'value', value);
        core.engine.perform(core, operation, method, 0, value);
    }

    /** @param {string} method */
    #stepping(method) {
        const core = this.#live(method);
        refuseListener(core, method);
        return core;
    }
}

/** Made outside the class, which bundlers rename if it names itself. */
const emptyWorld = () => new World();

/** What a world has no property for cannot be assigned; a class that extends it adds its own. @param {World} world */
function close(world) {
    if (Object.getPrototypeOf(world) === World.prototype) Object.freeze(world);
}
