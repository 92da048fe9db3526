// Clocks: time that can be paused, slowed and sped up, of all that lies below a clock. A game advances the one
// without a parent, once a frame; it hands its time down, each clock scaled by its own timeScale, and at the ends
// hang worlds (js/world/world.js, js/remote/world.js), which make steps of it.
import { MAX_NUMBER, MicaError, boolean, finite, inRange, readOptions,
    wrongType } from '../../wire/errors.js';

/**
 * How a clock is made.
 * @typedef {object} ClockOptions
 * @property {Clock | null} [parent] the clock whose time it gets; null, the default, for one that the game advances
 * @property {number} [timeScale] speed against its parent, 0 to 1000, default 1
 * @property {boolean} [paused] whether its time is stopped, default false
 */

/**
 * @typedef {object} Driven what a clock hands its time to: a clock or a world below it
 * @property {(frame: Float64Array, errors: unknown[]) => void} pass takes a frame, as SECONDS and GIVEN say. The
 *     array spares a number in each call
 * @property {() => number} [levels] of a clock: how many hang below each other from it on
 */

/** The most clocks that may hang below each other: each hands its time down by a call. */
const MAX_LEVELS = 256;

/** Of a frame: the seconds that passed on a clock. */
export const SECONDS = 0;
/** Of a frame: the seconds that the game gave the uppermost clock. */
export const GIVEN = 1;

const KEYS = new Set(['parent', 'timeScale', 'paused']);

/** @type {(clock: Clock, change: (below: readonly Driven[]) => readonly Driven[]) => void} */
let edit;

/** Whether time is stopped on a clock, by a pause of its own or of one above it. @type {(clock: Clock) => boolean} */
export let isHalted;

/** How many clocks hang below each other down to one. @type {(clock: Clock) => number} */
let levelOf;

/** @type {(clock: Clock) => boolean} */
let isAdvancing;

/**
 * Time that can be paused, slowed and sped up for all worlds and clocks below it. A game advances the clock that has
 * no parent, once a frame.
 */
export class Clock {
    /** @type {Clock | null} */ #parent = null;
    #timeScale;
    #paused;

    /** Replaced, never changed, since it may be in use. @type {readonly Driven[]} */
    #below = [];
    /** @type {Driven} */ #driven = { pass: (frame, errors) => this.#pass(frame, errors),
        levels: () => this.#levels() };
    #frame = new Float64Array(2);
    #time = 0;
    /** What rounding has kept from the time so far (Kahan's sum). */
    #residual = 0;

    #advancing = false;
    /** What worlds have thrown in this frame. @type {unknown[]} */
    #errors = [];

    static {
        edit = (clock, change) => {
            clock.#below = change(clock.#below);
        };
        isHalted = (clock) => {
            for (let at = /** @type {Clock | null} */ (clock); at !== null; at = at.#parent)
                if (at.#paused) return true;
            return false;
        };
        levelOf = (clock) => {
            let level = 0;
            for (let at = /** @type {Clock | null} */ (clock); at !== null; at = at.#parent)
                ++level;
            return level;
        };
        isAdvancing = (clock) => {
            let top = clock;
            while (top.#parent !== null) top = top.#parent;
            return top.#advancing;
        };
    }

    /** @param {ClockOptions} [options] */
    constructor(options = {}) {
        const o = readOptions('Clock', 'options', options, KEYS);
        this.#timeScale = inRange('Clock', 'timeScale', o.timeScale ?? 1, 0, 1000);
        this.#paused = boolean('Clock', 'paused', o.paused ?? false);
        this.#parent = parseClock('Clock', 'parent', o.parent);
        attach('Clock', this.#driven, null, this.#parent);
        close(this);
    }

    /**
     * The clock whose time it gets; null for one that the game advances. A clock that is used no more is set to null,
     * since its parent keeps it. At most 256 clocks hang below each other.
     * @returns {Clock | null}
     */
    get parent() {
        return this.#parent;
    }
    set parent(value) {
        const method = 'Clock.parent';
        const parent = parseClock(method, 'value', value);
        for (let above = parent; above !== null; above = above.#parent) {
            if (above === this)
                throw new MicaError('CLOCK_BELOW',
                    `${method}: value is this clock, or one below it`);
        }
        attach(method, this.#driven, this.#parent, parent);
        this.#parent = parent;
    }

    /** Its speed against its parent: 0.5 is half speed; 0 to 1000. */
    get timeScale() {
        return this.#timeScale;
    }
    set timeScale(value) {
        this.#timeScale = inRange('Clock.timeScale', 'value', value, 0, 1000);
    }

    /** While true, its time is stopped, and that of all below it. */
    get paused() {
        return this.#paused;
    }
    set paused(value) {
        this.#paused = boolean('Clock.paused', 'value', value);
    }

    /** Its speed against the time that the game gives: its timeScale times its parent's scale; 0 while any of them is paused. */
    get scale() {
        let scale = 1;
        for (let at = /** @type {Clock | null} */ (this); at !== null; at = at.#parent)
            scale *= at.#paused ? 0 : at.#timeScale;
        return scale;
    }

    /** Its own seconds so far: for a game's timers, which pause and slow down with it. */
    get time() {
        return this.#time;
    }

    /**
     * Moves the time on, of this clock and of all below it: each world makes the steps that fit and fills its poses.
     * A world drops what is beyond its `maxSteps`; clocks drop nothing. If a world throws, the others get their time
     * all the same, and the first error is thrown at the end; further ones go to the console.
     * @param {number} seconds since the last call; less than 0 counts as 0
     * @throws {MicaError} CLOCK_DRIVEN if the clock has a parent; LOCKED inside a listener of a world below it
     */
    advance(seconds) {
        const method = 'Clock.advance';
        if (this.#parent !== null)
            throw new MicaError('CLOCK_DRIVEN',
                `${method}: the clock gets its time from its parent`);
        if (this.#advancing)
            throw new MicaError('LOCKED', `${method}: not from inside a listener of a world below`);
        const frame = this.#frame;
        frame[SECONDS] = frame[GIVEN] = Math.max(0, finite(method, 'seconds', seconds));
        this.#advancing = true;
        this.#pass(frame, this.#errors);
        this.#advancing = false;
        if (this.#errors.length > 0) this.#throwFirst();
    }

    /** @param {Float64Array} frame of its parent, or its own @param {unknown[]} errors */
    #pass(frame, errors) {
        const scale = this.#paused ? 0 : this.#timeScale;
        const own = this.#frame;
        const passed = Math.min(MAX_NUMBER, frame[SECONDS] * scale);
        own[GIVEN] = frame[GIVEN];
        own[SECONDS] = passed;
        const more = passed - this.#residual;
        const time = this.#time + more;
        this.#residual = time - this.#time - more;
        this.#time = time;
        const below = this.#below;
        for (let i = 0; i < below.length; ++i) {
            try {
                below[i].pass(own, errors);
            } catch (error) {
                errors.push(error);
            }
        }
    }

    /** @returns {number} */
    #levels() {
        let below = 0;
        for (const each of this.#below) below = Math.max(below, each.levels?.() ?? 0);
        return 1 + below;
    }

    #throwFirst() {
        const [first, ...others] = this.#errors.splice(0);
        for (const other of others) console.error(other);
        throw first;
    }
}

/**
 * A clock that the game gives, or none.
 * @param {string} method @param {string} name @param {unknown} value @returns {Clock | null}
 */
export function parseClock(method, name, value) {
    if (value === undefined || value === null) return null;
    return value instanceof Clock ? value : wrongType(method, name, 'a Clock or null', value);
}

/** Refuses time from the game where it comes from a clock. @param {string} method @param {Clock | null} clock of a world */
export function refuseDriven(method, clock) {
    if (clock !== null)
        throw new MicaError('CLOCK_DRIVEN', `${method}: the world gets its time from its clock`);
}

/**
 * Hangs what a clock drives below another clock, or none.
 * @param {string} method @param {Driven} driven @param {Clock | null} from @param {Clock | null} to
 */
export function attach(method, driven, from, to) {
    if (from === to) return;
    const levels = to === null ? 0 : levelOf(to) + (driven.levels?.() ?? 0);
    if (levels > MAX_LEVELS)
        throw new RangeError(
            `${method}: at most ${MAX_LEVELS} clocks may hang below each other, got ${levels}`,
        );
    if (from !== null && isAdvancing(from))
        throw new MicaError('LOCKED', `${method}: not while the clock hands down its time`);
    if (from !== null) detach(driven, from);
    if (to !== null) edit(to, (below) => [...below, driven]);
}

/** Takes what is destroyed off its clock. @param {Driven} driven @param {Clock | null} from */
export function detach(driven, from) {
    if (from !== null) edit(from, (below) => below.filter((each) => each !== driven));
}

/** What a clock has no property for cannot be assigned; a class that extends it adds its own. @param {Clock} clock */
function close(clock) {
    if (Object.getPrototypeOf(clock) === Clock.prototype) Object.freeze(clock);
}
