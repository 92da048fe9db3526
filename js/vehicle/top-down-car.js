// A car seen from above: throttle, steering wheel and hand brake become changes of the velocity of a dynamic body before each
// step, so that collisions push the car as any body. The tyres are js/vehicle/tyres.js; here is what drives and
// steers. In the car's own space x points forwards and y to the left.
import { boolean, fillable, inRange, isWithin, readOptions, wrongType } from '../wire/errors.js';
import { arctangent, cosine, sine } from './angles.js';
import { TOP_DOWN_CAR_NUMBERS, bounded, loadState, parseNumbers, publicNumbers,
    toward } from './numbers.js';
import { T, applyTyres } from './tyres.js';

/** @import { TopDownCarNumbers } from './numbers.js' */

/**
 * What it drives: a dynamic body of a world of this thread.
 * @typedef {import('../world/objects/body.js').Body<any>} Body
 */

/**
 * The options of a car seen from above: the numbers that shall differ from their defaults.
 * @typedef {Partial<TopDownCarNumbers>} TopDownCarOptions
 */

/**
 * What the driver of a car seen from above holds. What is left out is not held.
 * @typedef {object} TopDownCarInput
 * @property {number} [throttle] -1 to 1, default 0: the part of the greatest speed and acceleration. Below 0 it brakes, then reverses
 * @property {number} [steer] -1 to 1, default 0: 1 turns to the right, clockwise as the game is drawn
 * @property {boolean} [handBrake] whether it is pulled, default false: the rear wheels are locked, and the engine does not drive
 */

/**
 * A wheel of a car seen from above, where it is now.
 * @typedef {object} CarWheel
 * @property {number} x of the world, metres, for a skid mark
 * @property {number} y likewise
 * @property {number} localX in the body's own space, metres, to draw it with the body
 * @property {number} localY likewise
 * @property {number} angle radians to the body, as its `angle` grows; 0 of a rear wheel
 * @property {number} slip 0 to 1, as `frontSlip` or `rearSlip`
 */

const KNOWN = new Set(Object.keys(TOP_DOWN_CAR_NUMBERS));

// Where the numbers lie that it keeps. The first of them are what it remembers from step to step.
/** Radians of the front wheels. */
const STEERING = 0;
const FRONT_SLIP = 1;
const REAR_SLIP = 2;
const SAVED_RANGES = /** @type {const} */ ([[-1.2, 1.2], [0, 1], [0, 1]]);
const SAVED = SAVED_RANGES.length;
/** The centre of mass in the body's own space. */
const CENTER = 3;
/** What the driver holds, and the length of the step. */
const THROTTLE = 5;
const STEER = 6;
const HAND_BRAKE = 7;
const SECONDS = 8;
/** The velocity before the update, in the car's own space, and where its nose points. */
const HAD = 9;
const NOSE = 12;
const SIZE = 14;

/** What the tyres read and write; its contents are used within an update alone. */
const tyres = new Float64Array(T.COUNT);

/** The part of the grip of one step below whose speed a car without throttle rests. */
const REST = 1 / 16;
/** The part of the grip that the front wheels ask for by themselves. At all of it the rear would begin to slide. */
const STEERED = 0.97;
/** The slip of the rear tyres from which on it drifts: they are asked for twice what they hold. */
const DRIFT = 0.5;

const { abs, max, min, sqrt } = Math;

/** Drives a body as a car of a game seen from above, along the x axis of the body's own space. */
export class TopDownCar {
    /** @type {Body} */ #body;
    #world;
    /** @type {TopDownCarNumbers} */ #numbers;
    #state = new Float64Array(SIZE);
    /** Which way counter-clockwise is as the game is drawn: 1, or -1 where y points down. */
    #hand;

    /**
     * Its numbers, each of which can be set at any time. A number that is out of range throws a RangeError, and nothing
     * changes.
     * @readonly @type {TopDownCarNumbers}
     */
    numbers;

    /**
     * Its wheels: front left, front right, rear left, rear right.
     * @readonly @type {readonly [CarWheel, CarWheel, CarWheel, CarWheel]}
     */
    wheels;

    /**
     * @param {Body} body dynamic, of a world in this thread, its nose at the right of its own space
     * @param {TopDownCarOptions} [options]
     * @throws {TypeError} for what is no such body, or an option that there is not; a RangeError for a number out of range
     */
    constructor(body, options = {}) {
        const given = readOptions('TopDownCar', 'options', options, KNOWN);
        if (typeof body?.applyAngularImpulse !== 'function' || typeof body.inertia !== 'number'
            || body.type !== 'dynamic')
        {
            wrongType('TopDownCar', 'body', 'a dynamic Body', body);
        }
        // Throws for one that was destroyed.
        body.velocityAt(0, 0);
        const numbers = parseNumbers('TopDownCar', TOP_DOWN_CAR_NUMBERS, given,
            body.world.lengthUnit);
        this.#body = body;
        this.#world = body.world;
        this.#numbers = numbers;
        this.numbers = publicNumbers('TopDownCar.numbers', TOP_DOWN_CAR_NUMBERS, numbers,
            body.world.lengthUnit);
        this.#hand = body.world.yDown ? -1 : 1;
        this.wheels = Object.freeze([this.#wheel(1, 1), this.#wheel(1, -1), this.#wheel(-1, 1),
            this.#wheel(-1, -1)]);
        this.#measure();
        Object.freeze(this);
    }

    /** The body that it drives. */
    get body() {
        return this.#body;
    }

    /** m/s along its nose, below 0 backwards. */
    get speed() {
        const { vx, vy, cos, sin } = this.#body;
        return vx * cos + vy * sin;
    }

    /** Radians of the front wheels to the body, as the body's `angle` grows. */
    get steering() {
        return this.#state[STEERING];
    }

    /**
     * How much the front tyres slide in the last update, 0 to 1: the part of the force asked of them that they do not hold. 0 while
     * they hold all.
     */
    get frontSlip() {
        return this.#state[FRONT_SLIP];
    }

    /** How much the rear tyres slide, likewise. */
    get rearSlip() {
        return this.#state[REAR_SLIP];
    }

    /** Whether its rear slides: `rearSlip` is at least 0.5. */
    get drifting() {
        return this.#state[REAR_SLIP] >= DRIFT;
    }

    /**
     * Reads what the driver holds and changes the body's velocity for the next step. Call it before each step, as in a
     * listener of 'beforeStep', once. While the body is not dynamic, nothing happens.
     * @param {TopDownCarInput} input
     * @param {number} [dt] seconds of that step, above 0 and at most 1; default the world's `fixedStep`
     * @throws {TypeError} for what is no input; a RangeError for a number out of range
     */
    update(input, dt) {
        this.#take(input, dt);
        if (!this.#measure()) return;
        this.#turnWheels();
        this.#drive();
        this.#grip();
        this.#give();
    }

    /**
     * All that it remembers from one step to the next, as plain numbers, to be kept beside a snapshot of the world. Its
     * numbers are not among them.
     * @param {number[]} [out] an array to be filled; a new one by default
     */
    save(out = []) {
        fillable('TopDownCar.save', out);
        for (let i = 0; i < SAVED; ++i) out[i] = this.#state[i];
        return out;
    }

    /**
     * Takes back what `save` gave, after the world was restored.
     * @param {ArrayLike<number>} state
     * @throws {TypeError | RangeError} for what `save` did not give; then nothing changes
     */
    load(state) {
        loadState('TopDownCar', this.#state, SAVED_RANGES, state);
    }

    /** Puts the wheels straight and forgets that it slid, as after the body was put somewhere else. */
    reset() {
        this.#state.fill(0, 0, SAVED);
    }

    /** Takes in what the driver holds. @param {TopDownCarInput} input @param {number | undefined} dt */
    #take(input, dt) {
        const method = 'TopDownCar.update';
        if (typeof input !== 'object' || input === null)
            wrongType(method, 'input', 'an object', input);
        const { throttle = 0, steer = 0, handBrake = false } = input;
        // Only what is wrong is given to the checks.
        if (!isWithin(throttle, -1, 1)) inRange(method, 'input.throttle', throttle, -1, 1);
        if (!isWithin(steer, -1, 1)) inRange(method, 'input.steer', steer, -1, 1);
        const pulled = boolean(method, 'input.handBrake', handBrake) ? 1 : 0;
        const seconds = dt === undefined ? this.#world.fixedStep : dt;
        if (!isWithin(seconds, 1e-6, 1)) inRange(method, 'dt', seconds, 1e-6, 1);
        const state = this.#state;
        state[THROTTLE] = throttle;
        state[STEER] = steer;
        state[HAND_BRAKE] = pulled;
        state[SECONDS] = seconds;
    }

    /** Reads the body into the array of the tyres. False if it has no mass. */
    #measure() {
        const body = this.#body;
        const state = this.#state;
        const { cos, sin, vx, vy, mass } = body;
        state[NOSE] = cos;
        state[NOSE + 1] = sin;
        const center = body.center;
        const dx = center[0] - body.x;
        const dy = center[1] - body.y;
        state[CENTER] = dx * cos + dy * sin;
        state[CENTER + 1] = dy * cos - dx * sin;
        if (!(mass > 0)) {
            state[FRONT_SLIP] = state[REAR_SLIP] = 0;
            return false;
        }
        const inertia = body.lockRotation ? 0 : body.inertia;
        tyres[T.U] = state[HAD] = vx * cos + vy * sin;
        tyres[T.W] = state[HAD + 1] = vy * cos - vx * sin;
        tyres[T.R] = state[HAD + 2] = body.angularVelocity;
        tyres[T.INV_MASS] = 1 / mass;
        tyres[T.INV_INERTIA] = inertia > 0 ? 1 / inertia : 0;
        tyres[T.HALF_BASE] = this.#numbers.wheelBase / 2;
        return true;
    }

    /**
     * Turns the front wheels: to where the driver steers, no further than the tyres hold at this speed, and into a slide of the
     * rear.
     */
    #turnWheels() {
        const state = this.#state;
        const { steerAngle, steerSpeed, counterSteer, grip, slipAngle, wheelBase } = this.#numbers;
        const u = tyres[T.U];
        const w = tyres[T.W];
        // On a circle of radius R, tan(angle) = wheelBase / R, and the tyres hold while v² / R <= grip.
        const held = arctangent((STEERED * wheelBase * grip) / max(u * u + w * w, 1e-9));
        let wanted = -this.#hand * state[STEER] * min(steerAngle, held);
        const across = w - tyres[T.HALF_BASE] * tyres[T.R];
        if (u > 0) {
            // What the tyres take in this step is no slide.
            const left = max(abs(across) - grip * state[SECONDS], 0);
            const slide = arctangent(left / max(u, 1e-9)) - slipAngle;
            if (slide > 0) wanted += (across > 0 ? slide : -slide) * counterSteer;
        }
        wanted = max(-steerAngle, min(wanted, steerAngle));
        state[STEERING] = toward(state[STEERING], wanted, steerSpeed * state[SECONDS]);
        tyres[T.COS] = cosine(state[STEERING]);
        tyres[T.SIN] = sine(state[STEERING]);
    }

    /** Brings the speed forwards nearer to the one that the throttle asks for. */
    #drive() {
        const state = this.#state;
        const { maxSpeed, reverseSpeed, acceleration, braking, coasting } = this.#numbers;
        const u = tyres[T.U];
        const throttle = state[THROTTLE];
        const part = abs(throttle);
        let wanted = 0;
        let rate = coasting;
        if (throttle * u < 0) {
            rate = max(braking * part, coasting);
        } else if (state[HAND_BRAKE] === 0) {
            // What it slides sideways counts for the speed that it is to have.
            const top = part * (throttle > 0 ? maxSpeed : reverseSpeed);
            const along = sqrt(max(top * top - tyres[T.W] * tyres[T.W], 0));
            wanted = throttle > 0 ? along : -along;
            // Tyres that slide push as much less.
            if (abs(u) <= along) rate = acceleration * part * (1 - state[REAR_SLIP]);
        }
        tyres[T.U] = toward(u, wanted, rate * state[SECONDS]);
    }

    /** Has the tyres act; or the car rest, where they hold it without moving. */
    #grip() {
        const state = this.#state;
        const { grip, driftGrip, slipAngle } = this.#numbers;
        const step = state[SECONDS];
        const speedAcross = abs(tyres[T.W]) + abs(tyres[T.R]) * tyres[T.HALF_BASE];
        if (tyres[T.U] === 0 && speedAcross <= REST * grip * step) {
            tyres[T.W] = tyres[T.R] = 0;
            state[FRONT_SLIP] = state[REAR_SLIP] = 0;
            return;
        }
        // Each axle carries half of the car. Rear tyres that slide hold less while the engine turns them.
        const share = step / (2 * tyres[T.INV_MASS]);
        const driven = state[THROTTLE] * tyres[T.U] > 0 ? abs(state[THROTTLE]) : 0;
        const loose = state[HAND_BRAKE] === 1 ? 1 : driven * state[REAR_SLIP];
        tyres[T.FRONT_LIMIT] = grip * share;
        tyres[T.REAR_LIMIT] = (grip + (driftGrip - grip) * loose) * share;
        tyres[T.SLIP_ANGLE] = slipAngle;
        tyres[T.LOCKED] = state[HAND_BRAKE];
        applyTyres(tyres);
        state[FRONT_SLIP] = tyres[T.FRONT_SLIP];
        state[REAR_SLIP] = tyres[T.REAR_SLIP];
    }

    /** Gives the body its new velocity. One that rests is left alone, so that it can fall asleep. */
    #give() {
        const body = this.#body;
        const state = this.#state;
        const u = tyres[T.U];
        const w = tyres[T.W];
        const r = tyres[T.R];
        if (u === 0 && w === 0 && r === 0) {
            if (state[HAD] !== 0 || state[HAD + 1] !== 0) body.setVelocity(0, 0);
            if (state[HAD + 2] !== 0) body.angularVelocity = 0;
            return;
        }
        const cos = state[NOSE];
        const sin = state[NOSE + 1];
        const px = (u - state[HAD]) / tyres[T.INV_MASS];
        const py = (w - state[HAD + 1]) / tyres[T.INV_MASS];
        if (px !== 0 || py !== 0)
            body.applyImpulse(bounded(px * cos - py * sin), bounded(px * sin + py * cos));
        if (r !== state[HAD + 2])
            body.applyAngularImpulse(bounded((r - state[HAD + 2]) / tyres[T.INV_INERTIA]));
    }

    /**
     * A wheel as the game sees it.
     * @param {number} front 1 or -1 @param {number} left 1 or -1
     * @returns {CarWheel}
     */
    #wheel(front, left) {
        const body = this.#body;
        const state = this.#state;
        const numbers = this.#numbers;
        const side = left * this.#hand;
        const localX = () => state[CENTER] + (front * numbers.wheelBase) / 2;
        const localY = () => state[CENTER + 1] + (side * numbers.trackWidth) / 2;
        return Object.freeze({
            get x() {
                return body.x + localX() * body.cos - localY() * body.sin;
            },
            get y() {
                return body.y + localX() * body.sin + localY() * body.cos;
            },
            get localX() {
                return localX();
            },
            get localY() {
                return localY();
            },
            get angle() {
                return front === 1 ? state[STEERING] : 0;
            },
            get slip() {
                return state[front === 1 ? FRONT_SLIP : REAR_SLIP];
            },
        });
    }
}
