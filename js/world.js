// The world: the step, the clock that makes fixed steps of a frame's time, the views, and the way
// to everything else. Its parts are in files of their own: js/create.js, js/events.js,
// js/layers.js, js/queries.js.
import { fillPoses, fresh, livePointer, makeCore, syncViews } from './core.js';
import { createBodies, createBody, writeRecord } from './create.js';
import {
    MicaError,
    boolean,
    inRange,
    integer,
    isList,
    notNegative,
    oneOf,
    vector,
    wrongType,
} from './errors.js';
import { clearEvents, gatherEvents, makeEvents, makeStores } from './events.js';
import { Layers, parseLayers } from './layers.js';
import { WORLD } from './layout.js';
import { readCounters, readHash, readProfile } from './measures.js';
import { ageDestroyed, bodyOf, destroyBody, endAll } from './objects.js';
import { parseWorld } from './options.js';
import {
    gatherContactPoints,
    makeContactPoints,
    overlapBox,
    overlapPoint,
    overlapShape,
} from './queries.js';
import { borrow, giveBack, heap, needReady, raise, wasm } from './wasm.js';

/** @import { Body } from './body.js' */
/** @import { Core } from './core.js' */
/** @import { ContactEvent, TriggerEvent } from './events.js' */
/** @import { BodyOptions, BulkOptions, OverlapOptions, Pose, ShapeOptions } from './types.js' */
/** @import { Vector, WorldOptions } from './types.js' */

const CONTACT_KINDS = /** @type {const} */ (['contactBegin', 'contactEnd', 'contactHit']);
const TRIGGER_KINDS = /** @type {const} */ (['triggerEnter', 'triggerExit']);
const BODY_KINDS = /** @type {const} */ (['asleep', 'woke']);
const KINDS = /** @type {const} */ ([...CONTACT_KINDS, ...TRIGGER_KINDS, ...BODY_KINDS]);

/**
 * What a listener is given, by the kind of event.
 * @typedef {Record<typeof CONTACT_KINDS[number], ContactEvent>
 *     & Record<typeof TRIGGER_KINDS[number], TriggerEvent>
 *     & Record<typeof BODY_KINDS[number], Body>} EventMap
 */

/** A remainder of a step this small is rounding, not time. */
const CLOCK_SLACK = 1e-9;

/**
 * A world of bodies. It holds wasm memory until `destroy()`.
 */
export class World {
    /** @type {Core} */
    #core;
    #buffers = makeStores();
    #contactPoints = makeContactPoints();

    /** @type {Map<keyof EventMap, ((event: any) => void)[]>} */
    #listeners = new Map();
    #inListener = false;

    #fixedStep;
    #substeps;
    #maxSteps;
    #timeScale;
    #paused;
    #leftOver = 0;
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
        needReady('World');
        const { record, clock } = parseWorld('World', options);
        const { names, cells } = parseLayers('World', options.layers);
        const address = borrow('World', 8 * WORLD.RECORD);
        writeRecord(record, address);
        const ptr = wasm.calls.world_create(address);
        giveBack(address);
        if (ptr === 0) raise('World', heap().i32[wasm.scratchI32]);
        this.#core = makeCore(this, ptr, names);
        for (const [from, to, response] of cells) wasm.calls.layer_set(ptr, from, to, response);
        this.layers = new Layers(this.#core);
        this.events = makeEvents(this.#core, this.#buffers);
        this.#fixedStep = clock.fixedStep;
        this.#substeps = clock.substeps;
        this.#maxSteps = clock.maxSteps;
        this.#timeScale = clock.timeScale;
        this.#paused = clock.paused;
        this.#gravityX = record[WORLD.GRAVITY_X];
        this.#gravityY = record[WORLD.GRAVITY_Y];
        this.#sleep = record[WORLD.SLEEP_ENABLED] !== 0;
        this.#restitutionThreshold = record[WORLD.RESTITUTION_THRESHOLD];
        this.#hitSpeed = record[WORLD.HIT_SPEED];
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
        this.#stepOnce('World.step', dt, substeps, true);
        core.alpha = 1;
        this.#dispatch();
    }

    /**
     * Makes as many fixed steps as fit into the time since the last call, keeps the rest for the
     * next, and fills `poses` for drawing in between. `timeScale` and `paused` apply. Events are
     * those of all steps made; none if none.
     * @param {number} seconds since the last call, at least 0
     * @returns {number} the steps made
     * @throws {MicaError} as step()
     */
    advance(seconds) {
        const core = this.#stepping('World.advance');
        notNegative('World.advance', 'seconds', seconds);
        const step = this.#fixedStep;
        let steps = 0;
        if (!this.#paused) {
            // What a hidden page missed is dropped.
            let left = Math.min(this.#leftOver + seconds * this.#timeScale, this.#maxSteps * step);
            while (left + CLOCK_SLACK >= step) {
                this.#stepOnce('World.advance', step, this.#substeps, steps === 0);
                left = Math.max(0, left - step);
                ++steps;
            }
            this.#leftOver = left;
        }
        if (steps === 0) clearEvents(this.#buffers);
        core.alpha = Math.min(1, this.#leftOver / step);
        core.posesStale = true;
        fillPoses(core, 'World.advance');
        this.#dispatch();
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
        this.#done('World.gravity', wasm.calls.world_set_gravity(core.ptr, x, y));
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
        this.#done('World.sleep', wasm.calls.world_set(ptr, WORLD.SLEEP_ENABLED, Number(value)));
        this.#sleep = value;
    }

    /** m/s of approach below which nothing bounces. */
    get restitutionThreshold() {
        return this.#restitutionThreshold;
    }

    set restitutionThreshold(value) {
        const { ptr } = this.#live('World.restitutionThreshold');
        notNegative('World.restitutionThreshold', 'value', value);
        const error = wasm.calls.world_set(ptr, WORLD.RESTITUTION_THRESHOLD, value);
        this.#done('World.restitutionThreshold', error);
        this.#restitutionThreshold = value;
    }

    /** m/s of approach above which there is a hit event. */
    get hitSpeed() {
        return this.#hitSpeed;
    }

    set hitSpeed(value) {
        const { ptr } = this.#live('World.hitSpeed');
        notNegative('World.hitSpeed', 'value', value);
        this.#done('World.hitSpeed', wasm.calls.world_set(ptr, WORLD.HIT_SPEED, value));
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
        this.#listeners.clear();
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
                throw new MicaError(
                    'STALE_BODY',
                    `${method}: slots[${i}]: there is no body in slot ${slot}`,
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
        return gatherContactPoints(this.#core, this.#contactPoints);
    }

    /**
     * The colliders at a point.
     * @param {number} x
     * @param {number} y
     * @param {OverlapOptions & { slack?: number }} [options] slack: metres by which the shapes
     *     count as larger
     */
    overlapPoint(x, y, options = {}) {
        return overlapPoint(this.#live('World.overlapPoint'), x, y, options);
    }

    /**
     * The colliders whose bounds meet a box, given by two opposite corners. `overlapShape` asks the
     * shapes themselves.
     * @param {number} x0
     * @param {number} y0
     * @param {number} x1
     * @param {number} y1
     * @param {OverlapOptions} [options]
     */
    overlapBox(x0, y0, x1, y1, options = {}) {
        return overlapBox(this.#live('World.overlapBox'), [x0, y0, x1, y1], options);
    }

    /**
     * The colliders that overlap a shape.
     * @param {ShapeOptions} shape
     * @param {Pose} [pose] where it is, default the origin
     * @param {OverlapOptions} [options]
     */
    overlapShape(shape, pose = {}, options = {}) {
        return overlapShape(this.#live('World.overlapShape'), shape, pose, options);
    }

    /**
     * Calls a function for each event of a kind, after the step and before step() or advance()
     * returns. The event is a cursor, good for the time of the call; for 'asleep' and 'woke' it is
     * the body.
     * @template {keyof EventMap} K
     * @param {K} kind
     * @param {(event: EventMap[K]) => void} listener
     * @returns {() => void} takes the listener off again
     */
    on(kind, listener) {
        this.#live('World.on');
        oneOf('World.on', 'kind', kind, KINDS);
        if (typeof listener !== 'function')
            wrongType('World.on', 'listener', 'a function', listener);
        // An object of its own, so that the same function can be added twice; lists are replaced,
        // never changed.
        const entry = (/** @type {EventMap[K]} */ event) => listener(event);
        this.#listeners.set(kind, [...(this.#listeners.get(kind) ?? []), entry]);
        return () => {
            const rest = (this.#listeners.get(kind) ?? []).filter((other) => other !== entry);
            if (rest.length > 0) this.#listeners.set(kind, rest);
            else this.#listeners.delete(kind);
        };
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

    /** @param {string} method */
    #stepping(method) {
        const core = this.#live(method);
        if (this.#inListener)
            throw new MicaError('LOCKED', `${method}: not from inside a listener of this world`);
        return core;
    }

    /**
     * @param {string} method
     * @param {number} dt
     * @param {number} substeps
     * @param {boolean} first whether the events of before go
     */
    #stepOnce(method, dt, substeps, first) {
        const core = this.#core;
        const error = wasm.calls.world_step(core.ptr, dt, substeps);
        if (error !== 0) {
            const slot = heap().i32[wasm.scratchI32];
            raise(method, error, slot < 0 ? undefined : `body slot ${slot}`);
        }
        if (first) {
            ageDestroyed(core);
            clearEvents(this.#buffers);
        }
        syncViews(core);
        gatherEvents(this.#buffers, core.slots);
        core.posesStale = true;
        this.#time += dt;
        ++this.#stepCount;
    }

    #dispatch() {
        if (this.#listeners.size === 0) return;
        this.#inListener = true;
        try {
            for (const kind of CONTACT_KINDS) this.#tell(kind);
            for (const kind of TRIGGER_KINDS) this.#tell(kind);
            for (const kind of BODY_KINDS) this.#tellBodies(kind);
        } finally {
            this.#inListener = false;
        }
    }

    /** @param {typeof CONTACT_KINDS[number] | typeof TRIGGER_KINDS[number]} kind */
    #tell(kind) {
        const listeners = this.#listeners.get(kind);
        if (!listeners) return;
        for (const event of this.events[kind]) {
            for (let i = 0; i < listeners.length; ++i) listeners[i](event);
        }
    }

    /** @param {typeof BODY_KINDS[number]} kind */
    #tellBodies(kind) {
        const listeners = this.#listeners.get(kind);
        if (!listeners) return;
        for (const slot of this.events[kind]) {
            const body = this.bodyAt(slot);
            if (!body) continue;
            for (let i = 0; i < listeners.length; ++i) listeners[i](body);
        }
    }

    /**
     * @param {string} method
     * @param {number} error
     */
    #done(method, error) {
        if (error !== 0) raise(method, error);
    }
}
