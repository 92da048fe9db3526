// Matter as users hold it: a thin object, made by `world.createMatter`. Getters ask the engine, setters are one call.
import { layerIndex } from '../options/layers.js';
import { MAX_COORDINATE, MAX_SPEED, boolean, copyList, isList, outOfRange, readOptions,
    wrongType } from '../wire/errors.js';
import { MATTER } from '../wire/layout.js';
import { allocate, heap, raise, wasm } from '../wire/wasm.js';
import { idOf } from '../wire/object.js';
import { ownCollider } from '../world/objects/own.js';
import { Item, coreOfItem, liveItem } from './item.js';
import { ADD_PARTICLES, DESTROY_MATTER, FILL_MATTER, FILL_WITHIN, PAINT_MATTER, PIN_MATTER,
    PUSH_MATTER, REMOVE_MATTER, SET_MATTER } from './operations.js';
import { FILL_KEYS, MATTER_KINDS, MATTER_NUMBERS, MAX_PARTICLES, MAX_VALUE, PAINT_KEYS, PIN_KEYS,
    PUSH_KEYS, REMOVE_KEYS, checkDensity, checkNumber, parseList, parseMatterShape, parsePlace,
    parseValue, parseVelocity } from './options.js';

/** @import { LayerName, ShapeOptions } from '../options/types.js' */
/** @import { Core } from '../wire/core.js' */
/** @import { MatterNumberName } from './options.js' */
/** @import { MatterSide } from './side.js' */
/** @import { MatterAddOptions, MatterFillOptions, MatterKind, MatterPaintOptions } from './types.js' */
/** @import { MatterPinOptions, MatterPlace, MatterPushOptions } from './types.js' */

/** @type {(core: Core, slot: number, id: number, birth: number) => Matter<any>} */
export let makeMatter;

const ADD_KEYS = new Set(['velocities', 'values']);
const NO_FLOATS = new Float32Array(0);

/** The id of the collider within which a fill stays, 0 for none. @param {Core} core @param {string} method @param {unknown} value */
function parseWithin(core, method, value) {
    if (value === undefined) return 0;
    if (typeof value !== 'object' || value === null)
        return wrongType(method, 'within', 'a Collider', value);
    return idOf(ownCollider(core, method, 'within', value));
}

/**
 * Liquid, sand, jelly or fabric: particles of one kind. Made by `world.createMatter`. Its views hold until the next step or edit; a
 * step reorders the particles, so what belongs to one of them is its `value`. A setter throws a TypeError for what is of
 * another type, a RangeError for a number out of range, and then changes nothing. Once it is destroyed, all but `alive`,
 * `index` and `userData` throw a MicaError, STALE_MATTER.
 * @hideconstructor @template {string} [L=string] names of the world's layers
 */
export class Matter extends Item {
    static {
        makeMatter = (core, slot, id, birth) => new this(core, slot, id, birth);
    }

    /** @private @param {Core} core @param {number} slot @param {number} id @param {number} birth */
    constructor(core, slot, id, birth) {
        if (typeof core?.objectChanges !== 'number')
            throw new TypeError('Matter: use world.createMatter to make it');
        super(core, slot, id, birth);
        Object.seal(this);
    }

    /** 'liquid', 'sand', 'jelly' or 'fabric'. @returns {MatterKind} */
    get kind() {
        return MATTER_KINDS[this.#number('Matter.kind', MATTER.KIND)];
    }

    /** Metres between particles at rest. */
    get spacing() {
        return this.#number('Matter.spacing', MATTER.SPACING);
    }

    /** The particles that it may have: fills and emitters add no more. */
    get capacity() {
        return this.#number('Matter.capacity', MATTER.CAPACITY);
    }

    /** The particles that it has. */
    get count() {
        return wasm.calls.matter_count(liveItem(this, 'Matter.count', 'matter').ptr, this.index);
    }

    /** What it collides with, and which fields act on it; all matter meets all other matter. @returns {LayerName<L>} */
    get layer() {
        const at = this.#number('Matter.layer', MATTER.LAYER);
        return /** @type {LayerName<L>} */ (coreOfItem(this).layerNames[at]);
    }
    set layer(value) {
        const core = liveItem(this, 'Matter.layer', 'matter');
        this.#write('Matter.layer', MATTER.LAYER,
            layerIndex(core.layerNames, 'Matter.layer', 'value', value));
    }

    /** kg/m² at rest, 1e-3 to 1e6, within a factor of 100 of that of the world's other matter. */
    get density() {
        return this.#number('Matter.density', MATTER.DENSITY);
    }
    set density(value) {
        this.#set('density', value);
    }

    /** Of liquids, 0 (water) to 1 (honey). */
    get viscosity() {
        return this.#number('Matter.viscosity', MATTER.VISCOSITY);
    }
    set viscosity(value) {
        this.#set('viscosity', value);
    }

    /** Of liquids, surface tension; of sand, how damp it is, 0 to 1. Jelly and fabric have none. */
    get cohesion() {
        return this.#number('Matter.cohesion', MATTER.COHESION);
    }
    set cohesion(value) {
        this.#set('cohesion', value);
    }

    /** Friction with bodies, 0 to 1: the root of its product with theirs counts. */
    get friction() {
        return this.#number('Matter.friction', MATTER.FRICTION);
    }
    set friction(value) {
        this.#set('friction', value);
    }

    /** Of sand, the angle of its heaps in radians, 0.17 to 0.62 (10 to 35 degrees). */
    get repose() {
        return this.#number('Matter.repose', MATTER.REPOSE);
    }
    set repose(value) {
        this.#set('repose', value);
    }

    /** Of jelly, how hard it is to squash, 0 to 1. */
    get stiffness() {
        return this.#number('Matter.stiffness', MATTER.STIFFNESS);
    }
    set stiffness(value) {
        this.#set('stiffness', value);
    }

    /** Of jelly, how much of a strain it keeps, 0 to 1. */
    get plasticity() {
        return this.#number('Matter.plasticity', MATTER.PLASTICITY);
    }
    set plasticity(value) {
        this.#set('plasticity', value);
    }

    /** Of jelly, the stretch, as a part of its length, that tears it, 0 to 100; 0: none does. */
    get tearing() {
        return this.#number('Matter.tearing', MATTER.TEARING);
    }
    set tearing(value) {
        this.#set('tearing', value);
    }

    /** Seconds that a particle made from now on lives, 0 to 1e6; 0: for ever. */
    get lifetime() {
        return this.#number('Matter.lifetime', MATTER.LIFETIME);
    }
    set lifetime(value) {
        this.#set('lifetime', value);
    }

    /**
     * x and y of each particle to draw, in metres: between the last two steps after advance(), at the last after step(). Read
     * only. Do not keep it.
     */
    get positions() {
        return this.#view('Matter.positions').positions;
    }

    /** x and y of the velocity of each particle, m/s. Read only. Do not keep it. */
    get velocities() {
        return this.#view('Matter.velocities').velocities;
    }

    /** The value of each particle, which painters take for its colour, 0xRRGGBB. Read only: use `paint`. Do not keep it. */
    get values() {
        return this.#view('Matter.values').values;
    }

    /** How dense the matter is at each particle: 1 as at rest; less near a surface and in spray. Read only. Do not keep it. */
    get densities() {
        return this.#view('Matter.densities').densities;
    }

    /** 1 for each particle that sleeps, else 0. Read only. Do not keep it. */
    get asleep() {
        return this.#view('Matter.asleep').asleep;
    }

    /**
     * Fills a shape with particles at rest spacing where none lies yet, but not within solid colliders that the matter meets.
     * Jelly and fabric that one call adds hold together. Ground becomes sand if you fill `within` its collider what you dig next.
     * @param {ShapeOptions} shape a convex one @param {MatterFillOptions} [options]
     * @returns {number} the particles that were added, at most as many as the capacity allows
     */
    fill(shape, options = {}) {
        const method = 'Matter.fill';
        liveItem(this, method, 'matter');
        const placed = parseMatterShape(method, shape);
        const { x, y, angle, o } = parsePlace(method, options, FILL_KEYS);
        const [vx, vy] = parseVelocity(method, o.velocity ?? [0, 0]);
        const value = parseValue(method, 'value', o.value ?? 0);
        const core = liveItem(this, method, 'matter');
        const within = parseWithin(core, method, o.within);
        return (within === 0 ? FILL_MATTER : FILL_WITHIN).run(core, within, this.index, placed, x,
            y, angle, vx, vy, value);
    }

    /**
     * Adds particles at these places, wherever they lie. Jelly that one call adds holds together.
     * @param {ArrayLike<number>} positions metres, x and y of each, at most a million spacings from the origin
     * @param {MatterAddOptions} [options]
     * @returns {number} the particles that were added: the first ones, as many as the capacity allows
     */
    add(positions, options = {}) {
        const method = 'Matter.add';
        const limit = Math.min(1e6 * this.spacing, MAX_COORDINATE);
        const o = readOptions(method, 'options', options, ADD_KEYS);
        /** @param {string} name @param {unknown} list @param {number} [length] */
        const listed = (name, list, length) => {
            if (!isList(list)) wrongType(method, name, 'an array of numbers', list);
            if (length !== undefined && list.length !== length)
                outOfRange(method, name, `${length} numbers`, list.length);
            return copyList(method, name, list, 2 * MAX_PARTICLES);
        };
        const places = listed('positions', positions);
        if (places.length % 2 !== 0)
            outOfRange(method, 'positions', 'an even count of numbers', places.length);
        const { length } = places;
        const at = parseList(method, 'positions', places, length, Float32Array, -limit, limit);
        const velocities = o.velocities === undefined
            ? NO_FLOATS
            : parseList(method, 'velocities', listed('velocities', o.velocities, length), length,
                Float32Array, -MAX_SPEED, MAX_SPEED);
        const values = o.values === undefined
            ? NO_FLOATS
            : new Float32Array(
                parseList(method, 'values', listed('values', o.values, length / 2), length / 2,
                    Uint32Array, 0, MAX_VALUE).buffer,
            );
        return ADD_PARTICLES.run(liveItem(this, method, 'matter'), 0, this.index, at, velocities,
            values);
    }

    /**
     * Removes the particles whose centres lie in a shape.
     * @param {ShapeOptions} shape a convex one @param {MatterPlace} [options] @returns {number} how many
     */
    remove(shape, options = {}) {
        const method = 'Matter.remove';
        liveItem(this, method, 'matter');
        const placed = parseMatterShape(method, shape);
        const { x, y, angle } = parsePlace(method, options, REMOVE_KEYS);
        return REMOVE_MATTER.run(liveItem(this, method, 'matter'), 0, this.index, placed, x, y,
            angle);
    }

    /**
     * Gives the particles whose centres lie in a shape a value.
     * @param {ShapeOptions} shape a convex one @param {MatterPaintOptions} options @returns {number} how many
     */
    paint(shape, options) {
        const method = 'Matter.paint';
        liveItem(this, method, 'matter');
        const placed = parseMatterShape(method, shape);
        const { x, y, angle, o } = parsePlace(method, options, PAINT_KEYS);
        const value = parseValue(method, 'value', o.value);
        return PAINT_MATTER.run(liveItem(this, method, 'matter'), 0, this.index, placed, x, y,
            angle, value);
    }

    /**
     * Adds to the velocity of the particles whose centres lie in a shape, and wakes them.
     * @param {ShapeOptions} shape a convex one @param {MatterPushOptions} options @returns {number} how many
     */
    push(shape, options) {
        const method = 'Matter.push';
        liveItem(this, method, 'matter');
        const placed = parseMatterShape(method, shape);
        const { x, y, angle, o } = parsePlace(method, options, PUSH_KEYS);
        const [vx, vy] = parseVelocity(method, o.velocity);
        return PUSH_MATTER.run(liveItem(this, method, 'matter'), 0, this.index, placed, x, y, angle,
            vx, vy);
    }

    /**
     * Pins the particles whose centres lie in a shape to where they are, whatever pushes them, or sets them free: the ends
     * of a strand, the upper edge of a sheet. Those of a liquid cannot be pinned.
     * @param {ShapeOptions} shape a convex one @param {MatterPinOptions} [options] @returns {number} how many
     */
    pin(shape, options = {}) {
        const method = 'Matter.pin';
        liveItem(this, method, 'matter');
        if (this.kind === 'liquid')
            throw new TypeError(`${method}: particles of a liquid cannot be pinned`);
        const placed = parseMatterShape(method, shape);
        const { x, y, angle, o } = parsePlace(method, options, PIN_KEYS);
        const pinned = boolean(method, 'pinned', o.pinned ?? true);
        return PIN_MATTER.run(liveItem(this, method, 'matter'), 0, this.index, placed, x, y, angle,
            pinned);
    }

    /** The indices of the pinned particles in the views, in ascending order, a new array. @returns {number[]} */
    get pinned() {
        return pinnedOf(liveItem(this, 'Matter.pinned', 'matter'), 'Matter.pinned', this.index);
    }

    /** Destroys it with its particles and its emitters. */
    destroy() {
        DESTROY_MATTER.run(liveItem(this, 'Matter.destroy', 'matter'), 0, this.index);
    }

    /** @param {string} method */
    #view(method) {
        const core = liveItem(this, method, 'matter');
        return /** @type {MatterSide} */ (core.matter).view(method, this.index);
    }

    /** @param {string} method @param {number} field */
    #number(method, field) {
        return readMatter(liveItem(this, method, 'matter'), method, this.index, field);
    }

    /** @param {MatterNumberName} name @param {unknown} value */
    #set(name, value) {
        const method = `Matter.${name}`;
        const core = liveItem(this, method, 'matter');
        const range = MATTER_NUMBERS[name];
        const number = checkNumber(range, core.lengthUnit, method, 'value', value);
        if (name === 'density') {
            for (const other of /** @type {MatterSide} */ (core.matter).matters.live) {
                if (other !== this)
                    checkDensity(method, 'value', number, matterRecord(core, method, other.index));
            }
        }
        this.#write(method, range.field, number);
    }

    /** @param {string} method @param {number} field @param {number} value */
    #write(method, field, value) {
        SET_MATTER.run(liveItem(this, method, 'matter'), 0, this.index, field, value);
    }
}

/** A number of the matter in a slot. @param {Core} core @param {string} method @param {number} slot @param {number} field */
function readMatter({ ptr }, method, slot, field) {
    const error = wasm.calls.matter_get(ptr, slot, wasm.scratch);
    if (error !== 0) raise(method, error);
    const { f64, scratchF64 } = heap();
    return f64[scratchF64 + field];
}

/** The indices of the pinned particles of a slot. @param {Core} core @param {string} method @param {number} slot */
export function pinnedOf({ ptr }, method, slot) {
    const count = wasm.calls.matter_pinned(ptr, slot, 0);
    if (count <= 0) return [];
    const address = allocate(method, 4 * count);
    wasm.calls.matter_pinned(ptr, slot, address);
    const found = Array.from(heap().i32.subarray(address >> 2, (address >> 2) + count));
    wasm.calls.release(address);
    return found;
}

/** All numbers of the matter in a slot. @param {Core} core @param {string} method @param {number} slot */
export function matterRecord(core, method, slot) {
    readMatter(core, method, slot, 0);
    const { f64, scratchF64: at } = heap();
    return Array.from(f64.subarray(at, at + MATTER.RECORD));
}
