// The world: the step, the clock that makes fixed steps of a frame's time, the views, and the way
// to everything else. Its parts are in files of their own: js/world/create.js, js/world/events.js,
// js/world/stepping.js, js/world/listeners.js, js/world/layers.js; what it can be asked is in
// js/world/world-queries.js.
import { parseLayers } from '../options/layers.js';
import { parseWorld } from '../options/options.js';
import { fillPoses, fresh, livePointer, makeCore } from '../wire/core.js';
import {
    MicaError,
    boolean,
    elapsed,
    inRange,
    integer,
    isList,
    notNegative,
    vector,
    wrongType,
} from '../wire/errors.js';
import { WORLD } from '../wire/layout.js';
import { borrow, done, giveBack, heap, needReady, raise, wasm, writeRecord } from '../wire/wasm.js';
import { makeBody } from './body.js';
import { makeCollider } from './collider.js';
import { makeJoint } from './joint.js';
import { gatherContactPoints, makeContactPoints } from './contacts.js';
import { createBodies, createBody } from './create.js';
import { clearEvents, makeStores } from './event-stores.js';
import { makeEvents } from './events.js';
import { explode } from './fields.js';
import { ignorePair } from './filters.js';
import { createJoint } from './joint-options.js';
import { Layers } from './layers.js';
import { listen, makeListeners, tellAll, tellBefore } from './listeners.js';
import { readCounters, readHash, readProfile } from './measures.js';
import { bodyOf, destroyBody, endAll } from './objects.js';
import { MAX_IMPACTS, checkSeconds, makeStep } from './stepping.js';
import { WorldQueries, giveCore } from './world-queries.js';

/** @import { Body } from './body.js' */
/** @import { Collider } from './collider.js' */
/** @import { Core } from '../wire/core.js' */
/** @import { Joint } from './joint.js' */
/** @import { EventMap } from './listeners.js' */
/** @import { BodyOptions, BulkOptions, ExplosionOptions, JointOptions } from '../options/types.js' */
/** @import { Vector, WorldOptions } from '../options/types.js' */

const MAKERS = { body: makeBody, collider: makeCollider, joint: makeJoint };

/** A remainder of a step this small is rounding, not time. */
const CLOCK_SLACK = 1e-9;

/**
 * A world of bodies. It holds wasm memory until `destroy()`.
 */
export class World extends WorldQueries {
    /** @type {Core} */
    #core;
    #buffers = makeStores();
    #contactPoints = makeContactPoints();
    #somePoints = makeContactPoints();
    #listeners = makeListeners();

    #fixedStep;
    #byImpacts;
    #substeps;
    #maxSteps;
    #timeScale;
    #paused;
    #leftOver = 0;

    /** When advance() was last told of more than a second, milliseconds of the page. */
    #longAt = -Infinity;
    #time = 0;
    #stepCount = 0;

    #gravityX;
    #gravityY;
    #sleep;
    #restitutionThreshold;
    #hitSpeed;
    #profiling = false;

    /**
     * The layer table, by name.
     * @readonly
     */
    layers;

    /**
     * What happened in the last step, or in all steps of the last advance().
     * @readonly
     */
    events;

    /**
     * @param {WorldOptions} [options]
     * @throws {MicaError} NOT_READY before init() has finished
     */
    constructor(options = {}) {
        super();
        needReady('World');
        const { record, clock } = parseWorld('World', options);
        const { names, cells } = parseLayers('World', options.layers);
        const address = borrow('World', 8 * WORLD.RECORD);
        writeRecord(record, address);
        const ptr = wasm.calls.world_create(address);
        giveBack(address);
        if (ptr === 0) raise('World', heap().i32[wasm.scratchI32]);
        this.#core = makeCore(this, ptr, names, MAKERS);
        giveCore(this, this.#core);
        for (const [from, to, response] of cells) wasm.calls.layer_set(ptr, from, to, response);
        this.layers = new Layers(this.#core);
        this.events = makeEvents(this.#core, this.#buffers);
        this.#fixedStep = clock.fixedStep;
        this.#byImpacts = clock.byImpacts;
        this.#substeps = clock.substeps;
        this.#maxSteps = clock.maxSteps;
        this.#timeScale = clock.timeScale;
        this.#paused = clock.paused;
        this.#gravityX = record[WORLD.GRAVITY_X];
        this.#gravityY = record[WORLD.GRAVITY_Y];
        this.#sleep = record[WORLD.SLEEP_ENABLED] !== 0;
        this.#restitutionThreshold = record[WORLD.RESTITUTION_THRESHOLD];
        this.#hitSpeed = record[WORLD.HIT_SPEED];
        close(this);
    }

    /**
     * Makes one step and tells the listeners.
     * @param {number} [dt] seconds, above 0 and at most 1
     * @param {number} [substeps] 1 to 64; more are stiffer and cost more
     * @throws {MicaError} VIEW_NOT_FINITE if a NaN was written through a view; LOCKED inside a
     *     listener; NO_MEMORY
     */
    step(dt = 1 / 60, substeps = 4) {
        const core = this.#stepping('World.step');
        inRange('World.step', 'dt', dt, 1e-6, 1);
        integer('World.step', 'substeps', substeps, 1, 64);
        this.#stepOnce('World.step', dt, substeps, false, true);
        core.alpha = 1;
        tellAll(this.#listeners, this, this.#buffers);
    }

    /**
     * Makes one step from impact to impact instead, for billiards, pinball or a gas: the earliest
     * impact is found and resolved, then the next. Rebounds and elastic energy are exact, nothing
     * fast overlaps or passes through; of impacts at once the fastest comes first. Piles are softer
     * and dearer than with step(); joints do not act. Costs about what step() does while little
     * meets, and each impact the sweeps of its two bodies against their neighbours.
     * @param {number} [dt] seconds, above 0 and at most 1
     * @param {number} [maxImpacts] at least 1; there the rest of dt is dropped, so that nothing
     *     passes through anything, and `counters.impactBound` is 1
     * @throws {MicaError} as step()
     */
    stepImpacts(dt = 1 / 60, maxImpacts = MAX_IMPACTS) {
        const core = this.#stepping('World.stepImpacts');
        inRange('World.stepImpacts', 'dt', dt, 1e-6, 1);
        integer('World.stepImpacts', 'maxImpacts', maxImpacts, 1, 2 ** 31 - 1);
        this.#stepOnce('World.stepImpacts', dt, maxImpacts, true, true);
        core.alpha = 1;
        tellAll(this.#listeners, this, this.#buffers);
    }

    /**
     * Makes as many fixed steps as fit into the time since the last call, keeps the rest for the
     * next, and fills `poses` for drawing in between. `timeScale` and `paused` apply. Events are
     * those of all steps made; none if none. Time beyond `maxSteps` steps is dropped; where that
     * cannot have gone by, as when milliseconds are given, the console has a warning, once.
     * @param {number} seconds since the last call; less than 0 counts as 0, since a page's first
     *     frame may have begun before its script asked the time
     * @returns {number} the steps made
     * @throws {MicaError} as step()
     */
    advance(seconds) {
        const core = this.#stepping('World.advance');
        const more = elapsed('World.advance', seconds);
        const step = this.#fixedStep;
        const parts = this.#byImpacts ? MAX_IMPACTS : this.#substeps;
        let steps = 0;
        if (!this.#paused) {
            // What a hidden page missed is dropped.
            const most = this.#maxSteps * step;
            let left = this.#leftOver + more * this.#timeScale;
            if (left > most) {
                left = most;
                if (more > 1) this.#longAt = checkSeconds(more, this.#longAt);
            }
            while (left + CLOCK_SLACK >= step) {
                this.#stepOnce('World.advance', step, parts, this.#byImpacts, steps === 0);
                left = Math.max(0, left - step);
                ++steps;
            }
            this.#leftOver = left;
        }
        if (steps === 0) clearEvents(this.#buffers);
        core.alpha = Math.min(1, this.#leftOver / step);
        core.posesStale = true;
        fillPoses(core, 'World.advance');
        tellAll(this.#listeners, this, this.#buffers);
        return steps;
    }

    /** Where between the last two states `poses` are: 0 the one before, 1 the last. */
    get alpha() {
        return this.#live('World.alpha').alpha;
    }

    /** While true, advance() makes no steps; step() still does. */
    get paused() {
        return this.#paused;
    }

    set paused(value) {
        this.#live('World.paused');
        this.#paused = boolean('World.paused', 'value', value);
    }

    /** How fast advance() runs: 0.5 is half speed. */
    get timeScale() {
        return this.#timeScale;
    }

    set timeScale(value) {
        this.#live('World.timeScale');
        this.#timeScale = inRange('World.timeScale', 'value', value, 0, 1000);
    }

    /** Seconds stepped so far. */
    get time() {
        return this.#time;
    }

    /** Steps made so far. */
    get stepCount() {
        return this.#stepCount;
    }

    /**
     * Seconds, the step that advance() makes.
     */
    get fixedStep() {
        return this.#fixedStep;
    }

    /**
     * m/s²; reading gives a copy.
     * @returns {[x: number, y: number]}
     */
    get gravity() {
        this.#live('World.gravity');
        return [this.#gravityX, this.#gravityY];
    }

    /** @param {Vector} value */
    set gravity(value) {
        this.#live('World.gravity');
        const [x, y] = vector('World.gravity', 'value', value);
        const core = this.#live('World.gravity');
        done('World.gravity', wasm.calls.world_set_gravity(core.ptr, x, y));
        this.#gravityX = x;
        this.#gravityY = y;
    }

    /** Whether what rests may sleep. */
    get sleep() {
        return this.#sleep;
    }

    set sleep(value) {
        const { ptr } = this.#live('World.sleep');
        boolean('World.sleep', 'value', value);
        done('World.sleep', wasm.calls.world_set(ptr, WORLD.SLEEP_ENABLED, Number(value)));
        this.#sleep = value;
    }

    /** m/s of approach below which nothing bounces. */
    get restitutionThreshold() {
        return this.#restitutionThreshold;
    }

    set restitutionThreshold(value) {
        this.#set('World.restitutionThreshold', WORLD.RESTITUTION_THRESHOLD, value);
        this.#restitutionThreshold = value;
    }

    /** m/s of approach above which there is a hit event. */
    get hitSpeed() {
        return this.#hitSpeed;
    }

    set hitSpeed(value) {
        this.#set('World.hitSpeed', WORLD.HIT_SPEED, value);
        this.#hitSpeed = value;
    }

    /** True once destroy() was called. */
    get destroyed() {
        return this.#core.ptr === 0;
    }

    /**
     * Gives its memory back. Its bodies and colliders throw from now on; a second call does
     * nothing.
     */
    destroy() {
        const core = this.#core;
        if (core.ptr === 0) return;
        const { ptr } = core;
        core.ptr = 0;
        endAll(core);
        clearEvents(this.#buffers);
        this.#listeners.byKind.clear();
        wasm.calls.world_destroy(ptr);
    }

    /**
     * Makes a body with all its colliders, or throws and makes nothing.
     * @param {BodyOptions} [options]
     * @returns {Body}
     */
    createBody(options = {}) {
        return createBody(this.#core, options);
    }

    /**
     * Makes many bodies of one kind in one call, without objects; all or none.
     * @param {number} count
     * @param {BulkOptions} options
     * @returns {Int32Array<ArrayBuffer>} their slots
     */
    createBodies(count, options) {
        return createBodies(this.#core, count, options);
    }

    /**
     * Joins two bodies, or throws and makes nothing.
     * @param {JointOptions} options
     * @returns {Joint}
     */
    createJoint(options) {
        return createJoint(this.#core, options);
    }

    /**
     * All its joints by slot, a new array.
     * @returns {Joint[]}
     */
    get joints() {
        return this.#live('World.joints').joints.filter((joint) => joint !== undefined);
    }

    /**
     * The body in a slot; its object is made now if it was made in bulk. Undefined if there is
     * none.
     * @param {number} slot
     * @returns {Body | undefined}
     */
    bodyAt(slot) {
        const core = this.#live('World.bodyAt');
        integer('World.bodyAt', 'slot', slot, 0, 2 ** 20 - 2);
        const body = core.bodies[slot];
        if (body) return body;
        const id = wasm.calls.body_at(core.ptr, slot);
        return id === 0 ? undefined : bodyOf(core, id);
    }

    /**
     * Destroys the bodies in these slots, each named once; or throws and destroys none.
     * @param {ArrayLike<number>} slots
     */
    destroySlots(slots) {
        const method = 'World.destroySlots';
        const core = this.#live(method);
        if (!isList(slots)) wrongType(method, 'slots', 'an array or Int32Array', slots);
        const ids = new Set();
        for (let i = 0; i < slots.length; ++i) {
            const slot = integer(method, `slots[${i}]`, slots[i], 0, 2 ** 20 - 2);
            const id = wasm.calls.body_at(core.ptr, slot);
            if (id === 0 || ids.has(id)) {
                const fault = id === 0 ? 'where there is no body' : 'which is named before';
                throw new MicaError(
                    'STALE_BODY',
                    `${method}: slots[${i}] is slot ${slot}, ${fault}`,
                );
            }
            ids.add(id);
        }
        for (const id of ids) destroyBody(core, id, method);
    }

    /**
     * x, y, cos, sin of each slot, after the last step. Read only: use `body.setTransform`.
     * Read it from the world each time; never keep a view across a call that creates things.
     */
    get transforms() {
        return fresh(this.#live('World.transforms')).transforms;
    }

    /**
     * vx, vy, omega and a spare float of each slot. May be written; writing wakes nobody.
     * Read it from the world each time; never keep a view across a call that creates things.
     */
    get velocities() {
        return fresh(this.#live('World.velocities')).velocities;
    }

    /**
     * fx, fy, torque and a spare float of each slot, for the next step, which clears them. May be
     * written; writing wakes nobody. Read it from the world each time; never keep a view across a
     * call that creates things.
     */
    get forces() {
        return fresh(this.#live('World.forces')).forces;
    }

    /**
     * x, y, cos, sin of each slot to draw: between the last two steps after advance(), at the last
     * after step(). Read it from the world each time; never keep a view across a call that creates
     * things.
     */
    get poses() {
        const core = this.#live('World.poses');
        fillPoses(core, 'World.poses');
        return fresh(core).poses;
    }

    /**
     * One word of `FLAGS` bits of each slot. Read only.
     * Read it from the world each time; never keep a view across a call that creates things.
     */
    get flags() {
        return fresh(this.#live('World.flags')).flags;
    }

    /** One past the highest slot ever used: as far as the views need be read. */
    get slots() {
        return this.#live('World.slots').slots;
    }

    /** All contact points, flat; one object that each read fills anew. */
    get contactPoints() {
        const method = 'World.contactPoints';
        return gatherContactPoints(this.#live(method), method, this.#contactPoints);
    }

    /**
     * The contact points of a body or collider, or between two, flat; one object that each call
     * fills anew. What is named first is always side A: the normals point away from it.
     * @param {Body | Collider} one
     * @param {Body | Collider} [other]
     */
    contactPointsOf(one, other) {
        const method = 'World.contactPointsOf';
        const core = this.#live(method);
        if (one === undefined) wrongType(method, 'one', 'a Body or a Collider', one);
        return gatherContactPoints(core, method, this.#somePoints, one, other);
    }

    /**
     * Pushes the colliders of dynamic bodies away from a point, by their width, and wakes them.
     * @param {ExplosionOptions} options
     * @returns {number} how many colliders were pushed
     */
    explode(options) {
        return explode(this.#live('World.explode'), options);
    }

    /**
     * Calls a function for each event of a kind, after the step and before step() or advance()
     * returns. The event is a cursor, good for the time of the call; for 'moved', 'asleep' and
     * 'woke' it is the body. After several steps of one advance() each step is told by itself, in
     * order; 'triggerStay' and 'contactStay' are told once, as the last step left them.
     *
     * 'beforeStep' is called without an event before every step, those of advance() among them: the
     * place for what belongs to a step rather than to a frame, such as forces and a player's input.
     * @template {keyof EventMap} K
     * @param {K} kind
     * @param {(event: EventMap[K]) => void} listener
     * @returns {() => void} takes the listener off again
     */
    on(kind, listener) {
        this.#live('World.on');
        return listen(this.#listeners, kind, listener);
    }

    /**
     * Lets two bodies pass through each other whatever their layers say; as `body.ignore`.
     * @param {Body} a
     * @param {Body} b
     * @param {boolean} [on] false takes it back
     */
    ignorePair(a, b, on = true) {
        ignorePair(this.#live('World.ignorePair'), 'World.ignorePair', ['a', 'b'], [a, b], on);
    }

    /** Counts of what the world holds and of the last step's work, a new object. */
    get counters() {
        const { ptr } = this.#live('World.counters');
        return readCounters(ptr);
    }

    /** All memory the world holds in wasm, in bytes. */
    get bytes() {
        return wasm.calls.world_bytes(this.#live('World.bytes').ptr);
    }

    /**
     * 16 hexadecimal digits over every body's state: equal for equal input, on every machine and in
     * every build.
     */
    hash() {
        return readHash(this.#live('World.hash').ptr);
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

    /**
     * @param {string} method
     * @param {number} field an offset of the world record
     * @param {number} value
     */
    #set(method, field, value) {
        const { ptr } = this.#live(method);
        done(method, wasm.calls.world_set(ptr, field, notNegative(method, 'value', value)));
    }

    /** @param {string} method */
    #stepping(method) {
        const core = this.#live(method);
        if (this.#listeners.telling)
            throw new MicaError('LOCKED', `${method}: not from inside a listener of this world`);
        return core;
    }

    /**
     * @param {string} method
     * @param {number} dt
     * @param {number} parts substeps, or the most impacts
     * @param {boolean} byImpacts
     * @param {boolean} first whether the events of before go
     */
    #stepOnce(method, dt, parts, byImpacts, first) {
        tellBefore(this.#listeners);
        makeStep(this.#live(method), this.#buffers, method, dt, parts, byImpacts, first);
        this.#time += dt;
        ++this.#stepCount;
    }
}

/**
 * What a world has no property for cannot be assigned; a class that extends World adds its own.
 * @param {World} world
 */
function close(world) {
    if (Object.getPrototypeOf(world) === World.prototype) Object.freeze(world);
}
