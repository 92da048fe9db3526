// The world with matter: all of a World, and its matters, emitters and gauges.
import { addRows } from '../wire/added-rows.js';
import { livePointer } from '../wire/core.js';
import { MicaError, coordinate, readOptions, wrongType } from '../wire/errors.js';
import { worldCore } from '../wire/handle.js';
import { idOf } from '../wire/object.js';
import { isVector, spreadPairs } from '../wire/perform.js';
import { heap, needReady, raise, wasm, writeRecord } from '../wire/wasm.js';
import { WORLD_KINDS, listen } from '../world/events/listeners.js';
import { colliderOf } from '../world/objects/objects.js';
import { ownCollider } from '../world/objects/own.js';
import { raiseShape } from '../world/objects/shape-faults.js';
import { hasLength } from '../world/queries/casts.js';
import { fillWorld } from '../world/saving/snapshots.js';
import { worldClass } from '../world/world-class.js';
import { World as PlainWorld } from '../world/world.js';
import { ownItem } from './item.js';
import { Matter, matterRecord } from './matter.js';
import { CREATE_EMITTER, CREATE_MATTER, END_GAUGE, MATTER_ROWS, SET_GAUGE } from './operations.js';
import { EMITTER_KEYS, SUM_KEYS, parseEmitter, parseGauge, parseMatter, parseMatterShape,
    parsePlace } from './options.js';
import { MatterSide } from './side.js';

/** @import { ShapeOptions, Vector, WorldOptions } from '../options/types.js' */
/** @import { Core } from '../wire/core.js' */
/** @import { EventMap, PairKind, PairOptions } from '../world/events/listeners.js' */
/** @import { Collider } from '../world/objects/collider.js' */
/** @import { Events } from '../world/types.js' */
/** @import { Emitter } from './emitter.js' */
/** @import { EmitterOptions, GaugeEvent, GaugeOptions, MatterHit, MatterInOptions, MatterOptions } from './types.js' */
/** @import { MatterCounters, MatterProfile, MatterRayOptions, MatterSum } from './types.js' */

/**
 * What a listener is given, by the kind of event.
 * @template {string} [L=string] names of the world's layers
 * @typedef {EventMap<L> & { gauge: GaugeEvent<L> }} MatterEventMap
 */

/**
 * The events of the last step or advance.
 * @template {string} [L=string] names of the world's layers
 * @typedef {Events<L> & { readonly gauge: readonly GaugeEvent<L>[] }} MatterEvents
 */

const KINDS = [...WORLD_KINDS, 'gauge'];
const RAY = ['from', 'displacement'];
const RAY_KEYS = new Set(['matter']);

/**
 * What a call needs of a world that is there.
 * @param {World<any>} world @param {string} method
 * @returns {Core}
 */
function liveCore(world, method) {
    const core = worldCore(world);
    livePointer(core, method);
    return core;
}

/** @param {Core} core */
const sideOf = (core) => /** @type {MatterSide} */ (core.matter);

/** Gives a world its matter, and its events with those of matter. @param {Core} core */
function giveMatter(core) {
    const side = new MatterSide(core);
    core.matter = side;
    return Object.freeze({
        ...core.world.events,
        get gauge() {
            return side.events;
        },
    });
}

/** @param {object} value @returns {value is Matter<any>} */
const isMatter = (value) => value instanceof Matter;

/** Refuses an engine without matter. */
function needMatter() {
    needReady('World');
    if (!wasm.calls.matter_create)
        throw new MicaError('WRONG_WASM',
            "World: the engine that was loaded has no matter; call init of 'mica2d/matter'");
}

/**
 * A world of bodies and matter. It holds wasm memory until `destroy()`.
 * @template {string} [L=string] its layers' names
 * @extends {PlainWorld<L>}
 */
export class World extends PlainWorld {
    /** What happened in the last step, or in all steps of the last advance(). @readonly @override @type {MatterEvents<L>} */
    events = giveMatter(worldCore(this));

    /** @param {WorldOptions<L>} [options] @throws {MicaError} NOT_READY before init() has finished; WRONG_WASM */
    constructor(options = {}) {
        needMatter();
        registerMatter();
        super(options);
        close(this);
    }

    /** Its live matters by slot; one array while none comes or goes. @returns {readonly Matter<L>[]} */
    get matters() {
        return sideOf(liveCore(this, 'World.matters')).matters.live;
    }

    /** Its live emitters by slot; one array while none comes or goes. @returns {readonly Emitter[]} */
    get emitters() {
        return sideOf(liveCore(this, 'World.emitters')).emitters.live;
    }

    /** The trigger colliders that count particles (`setGauge`), in the order in which they began to; a new array. */
    get gauges() {
        const core = liveCore(this, 'World.gauges');
        const count = wasm.calls.gauges(core.ptr, wasm.scratch);
        const { i32, scratchI32: at } = heap();
        return Array.from(i32.slice(at, at + count),
            (id) => /** @type {Collider<L>} */ (colliderOf(core, id)));
    }

    /** Counts of what the world holds and of the last step's work, a new object. @override @returns {MatterCounters} */
    get counters() {
        const counters = super.counters;
        wasm.calls.matter_counters(worldCore(this).ptr, wasm.scratch);
        const { i32, scratchI32: at } = heap();
        const [matters, particles, awakeParticles, emitters, gauges] = i32.subarray(at, at + 5);
        return { ...counters, matters, particles, awakeParticles, emitters, gauges };
    }

    /** Milliseconds by phase of the last step, a new object; null unless `profiling`. @override @returns {MatterProfile | null} */
    get profile() {
        const profile = super.profile;
        return profile && { ...profile, matter: wasm.calls.matter_time(worldCore(this).ptr) };
    }

    /**
     * Makes matter without particles, or throws and makes nothing. A world has 32 at most. It moves in `step` and `advance`, and
     * stands still in steps from impact to impact.
     * @param {MatterOptions<L>} [options] @returns {Matter<L>}
     * @throws {TypeError} for an unknown option or one of another type
     * @throws {RangeError} for a number out of range, or one that does not fit to the world's other matter
     * @throws {MicaError} CAPACITY if it has 32 already, NO_MEMORY
     */
    createMatter(options = {}) {
        const method = 'World.createMatter';
        const core = liveCore(this, method);
        const others = sideOf(core).matters.live.map(({ index }) =>
            matterRecord(core, method, index)
        );
        const { record, userData } = parseMatter(core, method, options, others);
        const matter = CREATE_MATTER.run(liveCore(this, method), 0, ...record);
        matter.userData = userData;
        return matter;
    }

    /**
     * Makes a mouth that particles come out of, or throws and makes nothing. A world has 256 at most.
     * @param {EmitterOptions} options @returns {Emitter}
     * @throws {TypeError} for an unknown option or one of another type
     * @throws {RangeError} for a number out of range
     * @throws {MicaError} CAPACITY if it has 256 already, STALE_MATTER, FOREIGN_OBJECT, NO_MEMORY
     */
    createEmitter(options) {
        const method = 'World.createEmitter';
        const core = liveCore(this, method);
        const { matter, userData, ...o } = readOptions(method, 'options', options, EMITTER_KEYS);
        const own = ownItem(core, method, 'matter', matter, isMatter, 'matter');
        const record = parseEmitter(core, method, o, own.index);
        ownItem(core, method, 'matter', matter, isMatter, 'matter');
        const emitter = CREATE_EMITTER.run(liveCore(this, method), 0, ...record.slice(0, -1),
            record[record.length - 1] !== 0);
        emitter.userData = userData;
        return emitter;
    }

    /**
     * Sums up the particles whose centres lie in a shape, of all matter or of one.
     * @param {ShapeOptions} shape a convex one @param {MatterInOptions} [options] where it lies, and which matter counts
     * @returns {MatterSum}
     */
    matterIn(shape, options = {}) {
        const method = 'World.matterIn';
        const core = liveCore(this, method);
        const placed = parseMatterShape(method, shape);
        const { x, y, angle, o } = parsePlace(method, options, SUM_KEYS);
        const slot = slotOfChoice(core, method, o.matter);
        writeRecord(placed, wasm.scratch);
        const error = wasm.calls.matter_sum(livePointer(core, method), slot, wasm.scratch, x, y,
            angle, wasm.scratch);
        if (error !== 0) raiseShape(method, error, placed, 'shape.');
        const { f64, scratchF64: at } = heap();
        const [count, mass, cx, cy, vx, vy] = f64.subarray(at, at + 6);
        return { count, mass, center: { x: cx, y: cy }, velocity: { x: vx, y: vy } };
    }

    /**
     * The first particle on a ray from x, y to x + dx, y + dy; one that it starts in counts, at fraction 0. `[x, y]` may
     * stand for either pair.
     * @param {number | Vector} x @param {number | Vector} y @param {number | MatterRayOptions} [dx] metres, how far it goes
     * @param {number} [dy] @param {MatterRayOptions} [options] @returns {MatterHit | null}
     */
    rayCastMatter(x, y, dx, dy, options) {
        const method = 'World.rayCastMatter';
        if (isVector(x) || isVector(dx))
            return Reflect.apply(this.rayCastMatter, this,
                spreadPairs(method, RAY, [x, y, dx, dy, options]));
        return castRay(liveCore(this, method), method, [x, y, dx, dy], options);
    }

    /**
     * Has a trigger collider count the particles of all matter in it, whatever its layer, from the next step on, or changes how; with
     * null, no more. A world has 256 of these at most.
     * @param {Collider} collider @param {GaugeOptions | null} options
     * @throws {RangeError} for a collider that is no trigger, or a number out of range
     * @throws {MicaError} CAPACITY if the world has 256 already, STALE_COLLIDER, FOREIGN_OBJECT
     */
    setGauge(collider, options) {
        const method = 'World.setGauge';
        const core = liveCore(this, method);
        const gauge = options === null ? null : parseGauge(method, options);
        if (typeof collider !== 'object' || collider === null)
            wrongType(method, 'collider', 'a Collider', collider);
        const id = idOf(ownCollider(core, method, 'collider', collider));
        if (gauge === null) return END_GAUGE.run(core, id);
        if (!collider.trigger)
            throw new RangeError(`${method}: collider must be a trigger, got one that is none`);
        return SET_GAUGE.run(core, id, ...gauge);
    }

    /** How a trigger counts particles; null if it does not. @param {Collider} collider @returns {Required<GaugeOptions> | null} */
    gaugeOf(collider) {
        if (readGauge(this, 'World.gaugeOf', collider) < 0) return null;
        const { i32, scratchI32: at } = heap();
        return { threshold: i32[at], drains: i32[at + 1] !== 0 };
    }

    /**
     * The particles in a trigger that counts them, as the last step left it; of one that drains, all that it has removed. 0
     * of a collider that counts none.
     * @param {Collider} collider
     */
    matterCount(collider) {
        return Math.max(0, readGauge(this, 'World.matterCount', collider));
    }

    /**
     * As World.on, and 'gauge': the count of a trigger has reached its threshold, or has fallen below it.
     * @override
     * @template {keyof MatterEventMap} K @param {K} kind
     * @param {((event: MatterEventMap<L>[K]) => void) | (K extends PairKind ? PairOptions<L> : never)} given
     *     the listener; or options, and the listener behind
     * @param {(event: MatterEventMap<L>[K]) => void} [listener]
     * @returns {() => void} takes the listener off again
     */
    on(kind, given, listener) {
        const core = liveCore(this, 'World.on');
        return listen(core, core.listeners.table, 'World.on', KINDS, kind, given, listener);
    }

    /** Gives its memory back, and ends all its objects. A second call does nothing. @override */
    destroy() {
        super.destroy();
        sideOf(worldCore(this)).end();
    }

    /**
     * A new world made of a snapshot, of another page, build or machine too.
     * @override
     * @param {Uint8Array<ArrayBuffer>} bytes @param {{ since?: Uint8Array<ArrayBuffer> }} [options] as restore()
     * @returns {World<any>}
     * @throws {MicaError} as restore()
     */
    static fromSnapshot(bytes, options) {
        return fillWorld(emptyWorld(), bytes, options);
    }
}

// Outside the class, which bundlers rename if it names itself.

/** @returns {World<any>} */
const emptyWorld = () => new World();

/** What it has no property for cannot be assigned; a class that extends it adds its own. @param {World<any>} world */
function close(world) {
    if (Object.getPrototypeOf(world) === World.prototype) Object.freeze(world);
}

/** Has other entries know matter: worlds that they make may have it, and recordings its operations. */
export function registerMatter() {
    addRows(MATTER_ROWS);
    // A bundler gives it another one, beside the class that it extends.
    Object.defineProperty(World, 'name', { value: 'World' });
    worldClass.World = World;
}

/**
 * The slot of the matter that a query is about, -1 for all.
 * @param {Core} core @param {string} method @param {unknown} matter
 */
const slotOfChoice = (core, method, matter) =>
    matter === undefined || matter === null
        ? -1
        : ownItem(core, method, 'matter', matter, isMatter, 'matter').index;

/**
 * @param {Core} core @param {string} method @param {any[]} ray @param {unknown} given
 * @returns {MatterHit | null}
 */
function castRay(core, method, [x, y, dx, dy], given) {
    coordinate(method, 'x', x);
    coordinate(method, 'y', y);
    coordinate(method, 'dx', dx);
    coordinate(method, 'dy', dy);
    if (!hasLength(dx, dy))
        throw new RangeError(`${method}: dx and dy must give the ray a length, got ${dx}, ${dy}`);
    const { matter } = given === undefined
        ? { matter: null }
        : readOptions(method, 'options', given, RAY_KEYS);
    const slot = slotOfChoice(core, method, matter);
    const found = wasm.calls.matter_ray(livePointer(core, method), slot, x, y, dx, dy,
        wasm.scratch);
    if (found < 0) raise(method, -found);
    if (found === 0) return null;
    const { f64, scratchF64: at } = heap();
    const [of, fraction, px, py, nx, ny, vx, vy, value] = f64.subarray(at, at + 9);
    return { matter: /** @type {Matter<any>} */ (sideOf(core).matters.bySlot[of]), fraction, x: px,
        y: py, nx, ny, velocity: { x: vx, y: vy }, value };
}

/** The count of a gauge, -1 without one. @param {World<any>} world @param {string} method @param {unknown} collider */
function readGauge(world, method, collider) {
    const core = liveCore(world, method);
    if (typeof collider !== 'object' || collider === null)
        wrongType(method, 'collider', 'a Collider', collider);
    const id = idOf(ownCollider(core, method, 'collider', collider));
    return wasm.calls.gauge_get(core.ptr, id, wasm.scratch);
}
