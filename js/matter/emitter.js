// An emitter as users hold it: a thin object, made by `world.createEmitter`. Getters ask the engine, setters are one call.
import { MAX_COORDINATE, boolean, vector } from '../wire/errors.js';
import { EMITTER } from '../wire/layout.js';
import { heap, raise, wasm } from '../wire/wasm.js';
import { Item, liveItem } from './item.js';
import { DESTROY_EMITTER, SET_EMITTER } from './operations.js';
import { EMITTER_NUMBERS, checkNumber, parseValue } from './options.js';

/** @import { Vector } from '../options/types.js' */
/** @import { Core } from '../wire/core.js' */
/** @import { Matter } from './matter.js' */
/** @import { EmitterNumberName } from './options.js' */
/** @import { MatterSide } from './side.js' */

/** @type {(core: Core, slot: number, id: number, birth: number) => Emitter} */
export let makeEmitter;

/**
 * A mouth that particles come out of, while the capacity of their matter lasts and nothing blocks it. Made by
 * `world.createEmitter`; it ends with its matter. A setter throws a TypeError for what is of another type, a RangeError for a
 * number out of range, and then changes nothing. Once it is gone, all but `alive`, `index` and `userData` throw a
 * MicaError, STALE_EMITTER.
 * @hideconstructor
 */
export class Emitter extends Item {
    static {
        makeEmitter = (core, slot, id, birth) => new this(core, slot, id, birth);
    }

    /** @private @param {Core} core @param {number} slot @param {number} id @param {number} birth */
    constructor(core, slot, id, birth) {
        if (typeof core?.objectChanges !== 'number')
            throw new TypeError('Emitter: use world.createEmitter to make one');
        super(core, slot, id, birth);
        Object.seal(this);
    }

    /** What comes out of it. @returns {Matter<any>} */
    get matter() {
        const slot = this.#number('Emitter.matter', EMITTER.MATTER);
        const side = /** @type {MatterSide} */ (liveItem(this, 'Emitter.matter', 'emitter').matter);
        return /** @type {Matter<any>} */ (side.matters.bySlot[slot]);
    }

    /** Metres, the middle of its mouth; reading gives a copy. @returns {[x: number, y: number]} */
    get position() {
        const x = this.#number('Emitter.position', EMITTER.X);
        return [x, this.#number('Emitter.position', EMITTER.Y)];
    }
    /** @param {Vector} value */
    set position(value) {
        const method = 'Emitter.position';
        liveItem(this, method, 'emitter');
        const [x, y] = vector(method, 'value', value, MAX_COORDINATE);
        this.#write(method, EMITTER.X, 2, x, y);
    }

    /** Of the stream, radians from the x axis. */
    get angle() {
        return this.#number('Emitter.angle', EMITTER.ANGLE);
    }
    set angle(value) {
        this.#set('angle', value);
    }

    /** Of the mouth, across the stream, metres, 0 to 1000. */
    get width() {
        return this.#number('Emitter.width', EMITTER.WIDTH);
    }
    set width(value) {
        this.#set('width', value);
    }

    /** m/s, 0 to 1000. */
    get speed() {
        return this.#number('Emitter.speed', EMITTER.SPEED);
    }
    set speed(value) {
        this.#set('speed', value);
    }

    /** Particles a second, 0 to 1e5, one by one, spread over the mouth; 0: a full stream in rows, as dense as at rest. */
    get rate() {
        return this.#number('Emitter.rate', EMITTER.RATE);
    }
    set rate(value) {
        this.#set('rate', value);
    }

    /** Seconds that its particles live, 0 to 1e6; 0: that of the matter. */
    get lifetime() {
        return this.#number('Emitter.lifetime', EMITTER.LIFETIME);
    }
    set lifetime(value) {
        this.#set('lifetime', value);
    }

    /** The value of its particles, an integer from 0 to 2^32 - 1. */
    get value() {
        return this.#number('Emitter.value', EMITTER.VALUE);
    }
    set value(value) {
        const method = 'Emitter.value';
        liveItem(this, method, 'emitter');
        this.#write(method, EMITTER.VALUE, 1, parseValue(method, 'value', value));
    }

    /** Whether particles come out of it. */
    get enabled() {
        return this.#number('Emitter.enabled', EMITTER.ENABLED) !== 0;
    }
    set enabled(value) {
        const method = 'Emitter.enabled';
        liveItem(this, method, 'emitter');
        this.#write(method, EMITTER.ENABLED, 1, Number(boolean(method, 'value', value)));
    }

    /** Destroys it; its particles stay. */
    destroy() {
        DESTROY_EMITTER.run(liveItem(this, 'Emitter.destroy', 'emitter'), 0, this.index);
    }

    /** @param {string} method @param {number} field */
    #number(method, field) {
        const { ptr } = liveItem(this, method, 'emitter');
        const error = wasm.calls.emitter_get(ptr, this.index, wasm.scratch);
        if (error !== 0) raise(method, error);
        const { f64, scratchF64 } = heap();
        return f64[scratchF64 + field];
    }

    /** @param {EmitterNumberName} name @param {unknown} value */
    #set(name, value) {
        const method = `Emitter.${name}`;
        const { lengthUnit } = liveItem(this, method, 'emitter');
        const range = EMITTER_NUMBERS[name];
        this.#write(method, range.field, 1, checkNumber(range, lengthUnit, method, 'value', value));
    }

    /** @param {string} method @param {number} field @param {number} count @param {number} first @param {number} [second] */
    #write(method, field, count, first, second = 0) {
        SET_EMITTER.run(liveItem(this, method, 'emitter'), 0, this.index, field, count, first,
            second);
    }
}
