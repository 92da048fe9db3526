// 'mica2d/top-down': a character seen from above, on a floating mover: keys of eight directions or a stick, with
// acceleration, sliding along walls and a dash. It knows the mover by its public members, and uses no functions of
// Math that differ between machines.
//
//   const hero = new TopDown(world.createMover({ collider: { shape: 'circle', radius: 0.4 } }));
//   world.on('beforeStep', () => hero.update({ x: right - left, y: up - down }));
import { inUnits } from './wire/units.js';
import { MAX_NUMBER, MAX_SPEED, boolean, copyList, fillable, finite, inRange, isList, readOptions,
    wrongType } from './wire/errors.js';

/**
 * What it steers: a mover of a world of this thread.
 * @typedef {import('./world/objects/mover.js').Mover<any>} Mover
 */

/**
 * What the table of numbers says of one.
 * @typedef {object} TopDownNumber
 * @property {string} unit 'm/s', 'm/s²', 's', or '' for a part of a whole
 * @property {number} least the least that it may be
 * @property {number} most the most that it may be
 * @property {number} standard its default
 */

/** Every number by its name, in the order in which a page should show them. @satisfies {Record<string, TopDownNumber>} */
export const TOP_DOWN_NUMBERS = Object.freeze({
    speed: { unit: 'm/s', least: 0, most: 1e3, standard: 4 },
    acceleration: { unit: 'm/s²', least: 0, most: 1e5, standard: 40 },
    deceleration: { unit: 'm/s²', least: 0, most: 1e5, standard: 50 },
    turnAcceleration: { unit: 'm/s²', least: 0, most: 1e5, standard: 80 },
    wallSlide: { unit: '', least: 0, most: 1, standard: 0 },
    deadZone: { unit: '', least: 0, most: 0.5, standard: 0.15 },
    fullZone: { unit: '', least: 0.6, most: 1, standard: 0.95 },
    stickCurve: { unit: '', least: 0, most: 1, standard: 0.5 },
    dashSpeed: { unit: 'm/s', least: 0, most: 1e3, standard: 12 },
    dashTime: { unit: 's', least: 0, most: 60, standard: 0.15 },
    dashCooldown: { unit: 's', least: 0, most: 60, standard: 0.4 },
});

/**
 * The name of a number.
 * @typedef {keyof typeof TOP_DOWN_NUMBERS} TopDownNumberName
 */

/**
 * The numbers of a controller.
 * @typedef {object} TopDownNumbers
 * @property {number} speed m/s, 0 to 1e3, the same in all directions, default 4
 * @property {number} acceleration m/s², 0 to 1e5, how fast it gains speed, default 40
 * @property {number} deceleration m/s², 0 to 1e5, how fast it loses speed, default 50
 * @property {number} turnAcceleration m/s², 0 to 1e5, how fast it loses speed across and against the direction that it
 *     wants, default 80
 * @property {number} wallSlide 0 to 1, how much of the speed that a wall takes it has along the wall instead, default 0. With
 *     0 it slides at the part of its speed that points along the wall, with 1 at all of its speed
 * @property {number} deadZone 0 to 0.5, below this length a stick is let go, default 0.15
 * @property {number} fullZone 0.6 to 1, from this length on a stick asks for all of the speed, default 0.95
 * @property {number} stickCurve 0 to 1, the part of the cube of the stick's length in its speed, default 0.5. With 0 the speed
 *     grows evenly, with 1 a stick half way asks for an eighth of it
 * @property {number} dashSpeed m/s, 0 to 1e3, default 12
 * @property {number} dashTime seconds, 0 to 60, how long a dash lasts, default 0.15
 * @property {number} dashCooldown seconds, 0 to 60, from the end of a dash to the next, default 0.4
 */

/**
 * The options of a controller: the numbers that shall differ from their defaults.
 * @typedef {Partial<TopDownNumbers>} TopDownOptions
 */

/**
 * What a player holds. What is left out is not held.
 * @typedef {object} TopDownInput
 * @property {number} [x] to the right, default 0: a stick, or keys as -1, 0 and 1. A pair longer than 1 counts as 1, so that
 *     keys give the same speed on diagonals
 * @property {number} [y] along the world's y axis, which points up unless the world has `yDown`, default 0, likewise
 * @property {boolean} [dash] whether the dash key is down, default false
 */

const NAMES = /** @type {TopDownNumberName[]} */ (Object.keys(TOP_DOWN_NUMBERS));
const KNOWN = new Set(NAMES);

// Where the numbers lie that it keeps from step to step: V8 makes an object of a number that is given to a function,
// and none of one in an array of numbers.
const INPUT = 0;
const FACING = 2;
/** The velocity that it gave the mover last. */
const GIVEN = 4;
/** The direction of a dash. */
const DASH = 6;
/** Seconds of the present dash, and from its end to the next. */
const DASH_LEFT = 8;
const DASH_REST = 9;
/** 1: the dash key is down; 2: pressed in this step; 4: the last step was one of a dash; 8: it began one; 16: it ignored the input. */
const FLAGS = 10;
/** Seconds in which the input is ignored. */
const KNOCK_LEFT = 11;
const SAVED = 12;
/** Within a step: the velocity that it has, and the one that it wants. */
const VELOCITY = 12;
const TARGET = 14;
/** The speed that the input asks for, the length of the step, a limit of the velocity. */
const WANTED = 16;
const SECONDS = 17;
const MAX = 18;
const SIZE = 19;

const DOWN = 1;
const PRESSED = 2;
const DASHING = 4;
const BEGAN = 8;
const KNOCKED = 16;

/** Sine of the angle to a wall's normal below which it runs into the wall rather than along it. */
const HEAD_ON = 0.2;
/** The part of its speed with which it presses against a wall, at least, to follow one that bends away. */
const MIN_PRESS = 0.3;
/** Seconds: what is left of a time after many steps were taken off it. */
const NO_TIME = 1e-6;

const { max, min, sqrt } = Math;

/** The root of two squares: alike on every machine, which Math.hypot is not. @param {number} x @param {number} y */
const lengthOf = (x, y) => sqrt(x * x + y * y);

/** A value nearer to another, by a step at most. @param {number} value @param {number} to @param {number} by */
const toward = (value, to, by) => (value < to ? min(value + by, to) : max(value - by, to));

/** @param {string} method @param {TopDownNumberName} name @param {unknown} value @param {number} lengthUnit */
function checked(method, name, value, lengthUnit) {
    const { least, most } = inUnits(TOP_DOWN_NUMBERS[name], lengthUnit);
    return inRange(method, name, value, least, most);
}

/** The numbers as a game sets them: a checked property for each. @param {TopDownNumbers} numbers @param {number} lengthUnit @returns {TopDownNumbers} */
function publicNumbers(numbers, lengthUnit) {
    const shown = /** @type {TopDownNumbers} */ ({});
    for (const name of NAMES) {
        Object.defineProperty(shown, name, {
            enumerable: true,
            get: () => numbers[name],
            set(value) {
                numbers[name] = checked('TopDown.numbers', name, value, lengthUnit);
            },
        });
    }
    return Object.freeze(shown);
}

/** Moves a mover as the player of a game seen from above, where nothing pulls it down. */
export class TopDown {
    /** @type {Mover} */ #mover;
    #world;
    /** @type {TopDownNumbers} */ #numbers;
    #state = new Float64Array(SIZE);

    /**
     * Its numbers, each of which can be set at any time. A number that is out of range throws a RangeError, and nothing
     * changes.
     * @readonly @type {TopDownNumbers}
     */
    numbers;

    /**
     * @param {Mover} mover of a world in this thread: `world.createMover`. Its `floating` becomes true
     * @param {TopDownOptions} [options]
     * @throws {TypeError} for a mover that is none, or an option that there is not; a RangeError for a number out of range
     */
    constructor(mover, options = {}) {
        const given = readOptions('TopDown', 'options', options, KNOWN);
        if (typeof (/** @type {any} */ (mover)?.setVelocity) !== 'function'
            || !('floating' in mover))
        {
            wrongType('TopDown', 'mover', 'a Mover', mover);
        }
        const { lengthUnit } = mover.body.world;
        const numbers = /** @type {TopDownNumbers} */ ({});
        for (const name of NAMES) {
            numbers[name] = given[name] === undefined
                ? inUnits(TOP_DOWN_NUMBERS[name], lengthUnit).standard
                : checked('TopDown', name, given[name], lengthUnit);
        }
        mover.floating = true;
        this.#mover = mover;
        this.#world = mover.body.world;
        this.#numbers = numbers;
        this.numbers = publicNumbers(numbers, lengthUnit);
        this.reset();
        Object.freeze(this);
    }

    /** The mover that it moves. */
    get mover() {
        return this.#mover;
    }

    /** Where it faces, a unit vector: the direction of the last input that was not 0; down the screen at first. */
    get facingX() {
        return this.#state[FACING];
    }

    /** Likewise. */
    get facingY() {
        return this.#state[FACING + 1];
    }

    /** Whether the last update was one of a dash. */
    get dashing() {
        return (this.#state[FLAGS] & DASHING) !== 0;
    }

    /** Whether it began to dash in the last update. */
    get justDashed() {
        return (this.#state[FLAGS] & BEGAN) !== 0;
    }

    /** Whether the last update ignored the input, because of a `knock`. */
    get knocked() {
        return (this.#state[FLAGS] & KNOCKED) !== 0;
    }

    /**
     * Reads what the player holds and sets the mover's velocity for the next step. Call it before each step, as in a
     * listener of 'beforeStep', once.
     * @param {TopDownInput} input
     * @param {number} [dt] seconds of that step, above 0 and at most 1; default the world's `fixedStep`
     * @throws {TypeError} for what is no input; a RangeError for an axis that is not finite
     */
    update(input, dt) {
        this.#take(input);
        if (dt === undefined) this.#state[SECONDS] = this.#world.fixedStep;
        else this.#state[SECONDS] = inRange('TopDown.update', 'dt', dt, 1e-6, 1);
        this.#read();
        if (!this.#passKnock()) this.#steer();
        this.#give();
    }

    /** Takes in what the player holds. @param {TopDownInput} input */
    #take(input) {
        const method = 'TopDown.update';
        if (typeof input !== 'object' || input === null)
            wrongType(method, 'input', 'an object', input);
        const { x = 0, y = 0, dash = false } = input;
        // Only what is wrong is given to the checks.
        if (!(typeof x === 'number' && Math.abs(x) <= MAX_NUMBER)) finite(method, 'input.x', x);
        if (!(typeof y === 'number' && Math.abs(y) <= MAX_NUMBER)) finite(method, 'input.y', y);
        const down = boolean(method, 'input.dash', dash) ? DOWN : 0;
        const state = this.#state;
        const was = state[FLAGS];
        state[INPUT] = x;
        state[INPUT + 1] = y;
        state[FLAGS] = (was & DASHING) | down | (down !== 0 && (was & DOWN) === 0 ? PRESSED : 0);
    }

    /**
     * Knocks it back, as what hurts it does: it gets a velocity, and a dash ends. For some time updates ignore the input,
     * and it keeps what obstacles leave of that velocity; then it goes on as usual.
     * @param {number} vx m/s along the world's x axis, within ±4e4
     * @param {number} vy m/s along the world's y axis, likewise
     * @param {number} [seconds] above 0 and at most 60, one step at least; default 0.2
     * @throws {TypeError | RangeError} for another velocity or time; then nothing changes
     */
    knock(vx, vy, seconds = 0.2) {
        const method = 'TopDown.knock';
        inRange(method, 'vx', vx, -MAX_SPEED, MAX_SPEED);
        inRange(method, 'vy', vy, -MAX_SPEED, MAX_SPEED);
        inRange(method, 'seconds', seconds, 1e-6, 60);
        this.#mover.setVelocity(vx, vy);
        this.#state[KNOCK_LEFT] = seconds;
        this.#state[DASH_LEFT] = 0;
    }

    /**
     * All that it remembers from one step to the next, as plain numbers, to be kept beside a snapshot of the world. Its
     * numbers are not among them.
     * @param {number[]} [out] an array to be filled; a new one by default
     */
    save(out = []) {
        fillable('TopDown.save', out);
        for (let i = 0; i < SAVED; ++i) out[i] = this.#state[i];
        return out;
    }

    /**
     * Takes back what `save` gave, after the world was restored.
     * @param {ArrayLike<number>} state
     * @throws {TypeError | RangeError} for what `save` did not give; then nothing changes
     */
    load(state) {
        const method = 'TopDown.load';
        if (!isList(state) || state.length !== SAVED)
            wrongType(method, 'state', 'what TopDown.save gave', state);
        const copy = copyList(method, 'state', state, SAVED).map((each, i) =>
            finite(method, `state[${i}]`, each)
        );
        this.#state.set(copy);
    }

    /** Forgets what it was doing, as after the mover was put somewhere else. */
    reset() {
        this.#state.fill(0);
        this.#state[FACING + 1] = this.#world.yDown ? 1 : -1;
    }

    /** What obstacles left of the velocity. */
    #read() {
        this.#state[VELOCITY] = this.#mover.vx;
        this.#state[VELOCITY + 1] = this.#mover.vy;
    }

    #give() {
        const state = this.#state;
        state[GIVEN] = state[VELOCITY];
        state[GIVEN + 1] = state[VELOCITY + 1];
        this.#mover.setVelocity(state[GIVEN], state[GIVEN + 1]);
    }

    /** Goes on with a knock. True while it lasts; then the velocity stays as it is. */
    #passKnock() {
        const state = this.#state;
        if (state[KNOCK_LEFT] === 0) return false;
        state[KNOCK_LEFT] -= state[SECONDS];
        // Half a step is rounding.
        if (state[KNOCK_LEFT] <= 0.5 * state[SECONDS]) state[KNOCK_LEFT] = 0;
        state[DASH_REST] = max(state[DASH_REST] - state[SECONDS], 0);
        state[FLAGS] = (state[FLAGS] & ~DASHING) | KNOCKED;
        return true;
    }

    /**
     * Turns to the input, and brings the velocity nearer to the one that it asks for: the part along that one, and the part
     * across it.
     */
    #steer() {
        const state = this.#state;
        const { speed, deadZone, fullZone, stickCurve, acceleration, deceleration,
            turnAcceleration } = this.#numbers;
        const length = lengthOf(state[INPUT], state[INPUT + 1]);
        state[WANTED] = 0;
        if (length > deadZone) {
            state[FACING] = state[INPUT] / length;
            state[FACING + 1] = state[INPUT + 1] / length;
            const reach = min((length - deadZone) / (fullZone - deadZone), 1);
            state[WANTED] = speed * ((1 - stickCurve) * reach + stickCurve * reach * reach * reach);
        }
        if (this.#runDash()) return;
        state[TARGET] = state[WANTED] * state[FACING];
        state[TARGET + 1] = state[WANTED] * state[FACING + 1];
        this.#slide();
        const seconds = state[SECONDS];
        const had = lengthOf(state[VELOCITY], state[VELOCITY + 1]);
        const wanted = lengthOf(state[TARGET], state[TARGET + 1]);
        state[MAX] = max(had, wanted);
        if (wanted === 0) {
            state[MAX] = max(had - deceleration * seconds, 0);
        } else {
            const ex = state[TARGET] / wanted;
            const ey = state[TARGET + 1] / wanted;
            const along = state[VELOCITY] * ex + state[VELOCITY + 1] * ey;
            const across = state[VELOCITY + 1] * ex - state[VELOCITY] * ey;
            // First what is against the direction is lost.
            const stopping = along < 0 ? min(-along / turnAcceleration, seconds) : 0;
            const rate = along < wanted ? acceleration : deceleration;
            const newAlong = toward(along + stopping * turnAcceleration, wanted,
                rate * (seconds - stopping));
            const newAcross = toward(across, 0, turnAcceleration * seconds);
            state[VELOCITY] = newAlong * ex - newAcross * ey;
            state[VELOCITY + 1] = newAlong * ey + newAcross * ex;
        }
        this.#limit();
    }

    /** Begins, goes on with or ends a dash. True while it lasts; then the velocity is that of the dash. */
    #runDash() {
        const state = this.#state;
        const { speed, dashSpeed, dashTime, dashCooldown } = this.#numbers;
        if ((state[FLAGS] & PRESSED) !== 0 && state[DASH_LEFT] <= NO_TIME
            && state[DASH_REST] <= NO_TIME && dashTime > 0)
        {
            state[FLAGS] |= BEGAN;
            state[DASH_LEFT] = dashTime;
            state[DASH_REST] = dashCooldown;
            state[DASH] = state[FACING];
            state[DASH + 1] = state[FACING + 1];
        }
        if (state[DASH_LEFT] > NO_TIME) {
            state[DASH_LEFT] -= state[SECONDS];
            state[VELOCITY] = dashSpeed * state[DASH];
            state[VELOCITY + 1] = dashSpeed * state[DASH + 1];
            state[FLAGS] |= DASHING;
            return true;
        }
        state[DASH_REST] = max(state[DASH_REST] - state[SECONDS], 0);
        state[MAX] = speed;
        if ((state[FLAGS] & DASHING) !== 0) this.#limit();
        state[FLAGS] &= ~DASHING;
        return false;
    }

    /** Shortens the velocity to state[MAX]. */
    #limit() {
        const state = this.#state;
        const most = state[MAX];
        const length = lengthOf(state[VELOCITY], state[VELOCITY + 1]);
        if (length <= most) return;
        state[VELOCITY] *= most / length;
        state[VELOCITY + 1] *= most / length;
    }

    /** Along a wall that it runs into: the velocity that it wants then, and the pressure that it had. */
    #slide() {
        const state = this.#state;
        if (state[WANTED] === 0 || !this.#mover.atWall) return;
        const normal = this.#mover.wallNormal;
        const nx = normal[0];
        const ny = normal[1];
        const into = -(state[FACING] * nx + state[FACING + 1] * ny);
        if (into <= 0) return;
        const tx = state[FACING] + into * nx;
        const ty = state[FACING + 1] + into * ny;
        const along = lengthOf(tx, ty);
        // In a corner another wall stops it along this one: no more than its part of the speed then presses it there.
        const went = state[VELOCITY] * tx + state[VELOCITY + 1] * ty;
        const stopped = went < 0.5 * (state[GIVEN] * tx + state[GIVEN + 1] * ty);
        const more = stopped ? 0 : this.#numbers.wallSlide * (1 - along) * min(along / HEAD_ON, 1);
        const wanted = along + more;
        // The wall took the velocity into it. To push a crate with all of the speed, it goes on from what it gave.
        const pressed = min(state[GIVEN] * nx + state[GIVEN + 1] * ny, 0);
        const left = state[VELOCITY] * nx + state[VELOCITY + 1] * ny;
        state[VELOCITY] += (pressed - left) * nx;
        state[VELOCITY + 1] += (pressed - left) * ny;
        const press = min(into, sqrt(max(1 - wanted * wanted, MIN_PRESS * MIN_PRESS)));
        const scale = along > 0 ? wanted / along : 0;
        state[TARGET] = state[WANTED] * (scale * tx - press * nx);
        state[TARGET + 1] = state[WANTED] * (scale * ty - press * ny);
    }
}
