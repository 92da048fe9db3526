// A car seen from the side: throttle, brake and lean become motors of the wheels' joints and a torque on the chassis. It
// drives what createCar of js/builders.js makes, or the same made by hand.
import { MAX_NUMBER, fillable, inRange, isWithin, oneOf, readOptions,
    wrongType } from '../wire/errors.js';
import { SIDE_CAR_NUMBERS, bounded, loadState, parseNumbers, publicNumbers } from './numbers.js';

/** @import { SideCarNumbers } from './numbers.js' */
/** @import { Body } from '../world/objects/body.js' */
/** @import { Joint } from '../world/objects/joint.js' */

/**
 * The parts that a car seen from the side is made of, as `createCar` gives them.
 * @typedef {object} SideCarParts
 * @property {Body<any>} chassis dynamic, of a world in this thread
 * @property {Body<any>[]} wheels from left to right, each a circle; at least one
 * @property {Joint<any, any>[]} joints that hold them, in the same order, of the type `wheel` or another that has an angular motor
 */

/**
 * The wheels that the engine turns: the leftmost, the rightmost or all.
 * @typedef {'rear' | 'front' | 'both'} SideCarDrive
 */

/**
 * What a car seen from the side takes besides its numbers.
 * @typedef {object} SideCarSettings
 * @property {SideCarDrive} [drive] the wheels that the engine turns, default 'both'
 */

/**
 * The options of a car seen from the side: its drive, and the numbers that shall differ from their defaults.
 * @typedef {Partial<SideCarNumbers> & SideCarSettings} SideCarOptions
 */

/**
 * What the driver of a car seen from the side holds. What is left out is not held.
 * @typedef {object} SideCarInput
 * @property {number} [throttle] -1 to 1, default 0: the part of the greatest speed and acceleration, above 0 to the right. Against
 *     its motion it brakes first
 * @property {number} [brake] 0 to 1, default 0: the part of `braking`, on all wheels
 * @property {number} [lean] -1 to 1, default 0: 1 turns the chassis to the right, clockwise as the game is drawn
 */

const DRIVES = /** @type {const} */ (['rear', 'front', 'both']);
const KNOWN = new Set([...Object.keys(SIDE_CAR_NUMBERS), 'drive']);

// Where the numbers lie that it keeps. The first of them are what it remembers from step to step.
/** Seconds since a wheel was last on the ground. */
const AIR_TIME = 0;
/** One bit for each wheel that is on the ground, from left to right. */
const GROUNDED = 1;
/** For each wheel, the speed and the greatest torque that its motor was given last. */
const MOTORS = 2;

/** Each has a bit. */
const MAX_WHEELS = 16;
/** Steps of braking from standing still, from where on throttle the other way no longer brakes. */
const STOPPED = 2;
/** Times the speed that a wheel is asked for, beyond which it rolls. */
const ROLLING = 1.01;
/** The part of a torque by which it has to change before a motor is set anew. */
const CHANGE = 0.01;
/** Where a contact point has its impulse, of `world.contactPointsOf`. */
const NORMAL_IMPULSE = 7;

const { abs, max, min } = Math;

/**
 * The radius of a wheel.
 * @param {any} wheel
 * @param {number} i its place among the wheels
 * @returns {number}
 */
function radiusOf(wheel, i) {
    const shape = typeof wheel?.inertia === 'number' && wheel.colliders.length > 0
        ? wheel.colliders[0].shape
        : undefined;
    if (shape?.shape !== 'circle')
        wrongType('SideCar', `car.wheels[${i}]`, 'a Body that is a circle', wheel);
    return shape.radius;
}

/**
 * Checks the parts of a car.
 * @param {any} car
 * @returns {{ chassis: Body<any>, wheels: { body: Body<any>, joint: Joint<any, any>, radius: number }[] }}
 */
function readParts(car) {
    if (typeof car !== 'object' || car === null)
        wrongType('SideCar', 'car', 'what createCar gave', car);
    const { chassis, wheels, joints } = car;
    if (typeof chassis?.applyTorque !== 'function' || typeof chassis.inertia !== 'number'
        || chassis.type !== 'dynamic')
    {
        wrongType('SideCar', 'car.chassis', 'a dynamic Body', chassis);
    }
    if (!Array.isArray(wheels) || wheels.length === 0 || wheels.length > MAX_WHEELS)
        wrongType('SideCar', 'car.wheels', `an array of 1 to ${MAX_WHEELS} bodies`, wheels);
    if (!Array.isArray(joints) || joints.length !== wheels.length)
        wrongType('SideCar', 'car.joints', 'an array with a joint for each wheel', joints);
    return { chassis, wheels: wheels.map((body, i) => {
        const radius = radiusOf(body, i);
        const joint = joints[i];
        if (typeof joint?.setMotor !== 'function' || joint.bodyA !== chassis
            || joint.bodyB !== body)
        {
            wrongType('SideCar', `car.joints[${i}]`, 'the Joint of the chassis and the wheel',
                joint);
        }
        return { body, joint, radius };
    }) };
}

/** Drives a car of chassis and wheels that is seen from the side. */
export class SideCar {
    #chassis;
    #wheels;
    #world;
    /** @type {SideCarNumbers} */ #numbers;
    /** @type {{ drive: SideCarDrive }} */ #settings;
    /** @type {Float64Array} */ #state;
    /** Which way counter-clockwise is as the game is drawn: 1, or -1 where y points down. */
    #hand;
    /** Of each wheel, within an update: what it carries, and its share of a force. */
    #loads;
    #shares;

    /**
     * Its numbers, each of which can be set at any time. A number that is out of range throws a RangeError, and nothing
     * changes.
     * @readonly @type {SideCarNumbers}
     */
    numbers;

    /**
     * @param {SideCarParts} car what `createCar` made. A wheel whose joint breaks is no longer driven
     * @param {SideCarOptions} [options]
     * @throws {TypeError} for what is no such car, or an option that there is not; a RangeError for a number out of range
     */
    constructor(car, options = {}) {
        const given = readOptions('SideCar', 'options', options, KNOWN);
        const { chassis, wheels } = readParts(car);
        // Throws for one that was destroyed.
        chassis.velocityAt(0, 0);
        const numbers = parseNumbers('SideCar', SIDE_CAR_NUMBERS, given, chassis.world.lengthUnit);
        const drive = given.drive === undefined ? 'both' : given.drive;
        this.#settings = { drive: DRIVES[oneOf('SideCar', 'drive', drive, DRIVES)] };
        this.#chassis = chassis;
        this.#wheels = wheels;
        this.#world = chassis.world;
        this.#numbers = numbers;
        this.#state = new Float64Array(MOTORS + 2 * wheels.length);
        this.#loads = new Float64Array(wheels.length);
        this.#shares = new Float64Array(wheels.length);
        this.numbers = publicNumbers('SideCar.numbers', SIDE_CAR_NUMBERS, numbers,
            chassis.world.lengthUnit);
        this.#hand = chassis.world.yDown ? -1 : 1;
        Object.freeze(this);
    }

    /** The body that carries the wheels. */
    get chassis() {
        return this.#chassis;
    }

    /** Which wheels the engine turns. Setting it throws for anything but 'rear', 'front' and 'both'. */
    get drive() {
        return this.#settings.drive;
    }
    set drive(value) {
        this.#settings.drive = DRIVES[oneOf('SideCar.drive', 'value', value, DRIVES)];
    }

    /** m/s of the chassis along its own x axis: above 0 to its right. */
    get speed() {
        const { vx, vy, cos, sin } = this.#chassis;
        return vx * cos + vy * sin;
    }

    /** Whether each wheel was on the ground before the last update, from left to right, a new array. @returns {boolean[]} */
    get grounded() {
        return this.#wheels.map((_, i) => this.#isGrounded(i));
    }

    /** Seconds that no wheel has been on the ground, 0 while one is. */
    get airTime() {
        return this.#state[AIR_TIME];
    }

    /**
     * Reads what the driver holds and sets motors and torque for the next step. Call it before each step, as in a listener of
     * 'beforeStep', once.
     * @param {SideCarInput} input
     * @param {number} [dt] seconds of that step, above 0 and at most 1; default the world's `fixedStep`
     * @throws {TypeError} for what is no input; a RangeError for a number out of range
     */
    update(input, dt) {
        const method = 'SideCar.update';
        if (typeof input !== 'object' || input === null)
            wrongType(method, 'input', 'an object', input);
        const { throttle = 0, brake = 0, lean = 0 } = input;
        if (!isWithin(throttle, -1, 1)) inRange(method, 'input.throttle', throttle, -1, 1);
        if (!isWithin(brake, 0, 1)) inRange(method, 'input.brake', brake, 0, 1);
        if (!isWithin(lean, -1, 1)) inRange(method, 'input.lean', lean, -1, 1);
        const seconds = dt === undefined ? this.#world.fixedStep : dt;
        if (!isWithin(seconds, 1e-6, 1)) inRange(method, 'dt', seconds, 1e-6, 1);
        this.#touch(seconds);
        this.#driveWheels(throttle, brake, seconds);
        this.#lean(lean, seconds);
    }

    /**
     * All that it remembers from one step to the next, as plain numbers, to be kept beside a snapshot of the world. Its
     * numbers and its drive are not among them.
     * @param {number[]} [out] an array to be filled; a new one by default
     */
    save(out = []) {
        fillable('SideCar.save', out);
        for (let i = 0; i < this.#state.length; ++i) out[i] = this.#state[i];
        return out;
    }

    /**
     * Takes back what `save` gave, after the world was restored.
     * @param {ArrayLike<number>} state
     * @throws {TypeError | RangeError} for what `save` did not give; then nothing changes
     */
    load(state) {
        loadState('SideCar', this.#state, this.#wheels.reduce(
            (ranges) => [...ranges, [-MAX_NUMBER, MAX_NUMBER], [0, MAX_NUMBER]],
            /** @type {[number, number][]} */ ([[0, MAX_NUMBER], [0, 2 ** MAX_WHEELS - 1]]),
        ), state);
    }

    /** Forgets how long it flew, as after its bodies were put somewhere else. */
    reset() {
        this.#state.fill(0, 0, MOTORS);
    }

    /** @param {number} i */
    #isGrounded(i) {
        return (this.#state[GROUNDED] & (1 << i)) !== 0;
    }

    /** Finds the wheels that press on something, and how hard. @param {number} seconds */
    #touch(seconds) {
        const state = this.#state;
        let bits = 0;
        for (let i = 0; i < this.#wheels.length; ++i) {
            const { body, joint } = this.#wheels[i];
            this.#loads[i] = 0;
            if (!joint.alive) continue;
            const { count, stride, f32 } = this.#world.contactPointsOf(body);
            for (let k = 0; k < count; ++k) this.#loads[i] += f32[k * stride + NORMAL_IMPULSE];
            if (this.#loads[i] > 0) bits |= 1 << i;
        }
        state[GROUNDED] = bits;
        state[AIR_TIME] = bits === 0 ? state[AIR_TIME] + seconds : 0;
    }

    /**
     * The kilograms that the engine has to move: the car's, and what its wheels are as they roll.
     * @returns {number}
     */
    #rollingMass() {
        let mass = this.#chassis.mass;
        for (let i = 0; i < this.#wheels.length; ++i) {
            const { body, joint, radius } = this.#wheels[i];
            if (joint.alive) mass += body.mass + body.inertia / (radius * radius);
        }
        return mass;
    }

    /** Gives each wheel's motor its speed and torque. @param {number} throttle @param {number} brake @param {number} seconds */
    #driveWheels(throttle, brake, seconds) {
        const { maxSpeed, reverseSpeed, acceleration, braking, coasting } = this.#numbers;
        const part = abs(throttle);
        const speed = this.speed;
        // Throttle against its motion brakes, all but the last of it.
        const against = throttle * speed < 0 && abs(speed) > STOPPED * braking * seconds;
        const stopping = max(brake, against ? part : 0) * braking;
        const mass = this.#rollingMass();
        const drives = part > 0 && stopping === 0;
        const wanted = drives ? throttle * (throttle > 0 ? maxSpeed : reverseSpeed) : 0;
        const rolling = this.#state[GROUNDED] === 0 ? 0 : coasting;
        const force = mass * (drives ? part * acceleration : max(stopping, rolling));
        const { drive } = this.#settings;
        this.#share(drives ? drive : 'both');
        for (let i = 0; i < this.#wheels.length; ++i) {
            const { joint, radius } = this.#wheels[i];
            if (!joint.alive) continue;
            const goal = (-this.#hand * wanted) / radius;
            // A wheel that is faster than it is asked to be rolls.
            const faster = drives && abs(joint.angularSpeed) > ROLLING * abs(goal)
                && joint.angularSpeed * goal >= 0;
            const limit = faster ? min(mass * rolling, force) : force;
            this.#setMotor(i, goal, bounded(limit * this.#shares[i] * radius));
        }
    }

    /**
     * Divides a force among wheels by what they carry, so that none slides while another could hold more; evenly where none
     * touches anything.
     * @param {SideCarDrive} drive the wheels that get a share
     */
    #share(drive) {
        const loads = this.#loads;
        const shares = this.#shares;
        const last = shares.length - 1;
        let count = 0;
        let load = 0;
        for (let i = 0; i <= last; ++i) {
            shares[i] = this.#wheels[i].joint.alive && isDriven(drive, i, last) ? 1 : 0;
            count += shares[i];
            load += shares[i] * loads[i];
        }
        for (let i = 0; i <= last; ++i)
            if (shares[i] === 1) shares[i] = load > 0 ? loads[i] / load : 1 / count;
    }

    /**
     * Sets a motor that is to change. What a wheel carries is never quite the same; a car at rest shall sleep nevertheless.
     * @param {number} i @param {number} goal radians/s @param {number} torque N m
     */
    #setMotor(i, goal, torque) {
        const state = this.#state;
        const at = MOTORS + 2 * i;
        const given = state[at + 1];
        if (state[at] === goal
            && (torque === 0 ? given === 0 : abs(torque - given) < CHANGE * given))
            return;
        this.#wheels[i].joint.setMotor(goal, torque);
        state[at] = goal;
        state[at + 1] = torque;
    }

    /** Turns the chassis: as the driver leans; or, in the air without leaning, more slowly. @param {number} lean @param {number} seconds */
    #lean(lean, seconds) {
        const { leanAcceleration, groundLean, leanSpeed, airBraking } = this.#numbers;
        const flies = this.#state[GROUNDED] === 0;
        const spin = this.#chassis.angularVelocity;
        let change = 0;
        if (lean !== 0) {
            const rate = leanAcceleration * (flies ? 1 : groundLean) * abs(lean) * seconds;
            // No faster than leanSpeed; a faster spin is left alone.
            if (lean * this.#hand > 0) change = min(max(-leanSpeed - spin, -rate), 0);
            else change = max(min(leanSpeed - spin, rate), 0);
        } else if (flies) {
            const rate = airBraking * seconds;
            change = max(-rate, min(-spin, rate));
        }
        if (change !== 0)
            this.#chassis.applyTorque(bounded((change / seconds) * this.#inertia()));
    }

    /** kg m² of the car about its centre of mass; its wheels do not turn with it. */
    #inertia() {
        const chassis = this.#chassis;
        let mass = chassis.mass;
        let inertia = chassis.inertia;
        // The wheels are added one by one: m M / (m + M) d² each, with d from the centre of mass so far.
        const { center } = chassis;
        for (let i = 0; i < this.#wheels.length; ++i) {
            const { body, joint } = this.#wheels[i];
            if (!joint.alive) continue;
            const more = body.mass;
            const dx = body.x - center[0];
            const dy = body.y - center[1];
            const share = more / (mass + more);
            inertia += share * mass * (dx * dx + dy * dy);
            center[0] += share * dx;
            center[1] += share * dy;
            mass += more;
        }
        return inertia;
    }
}

/** Whether the engine turns a wheel. @param {SideCarDrive} drive @param {number} i @param {number} last */
const isDriven = (drive, i, last) => drive === 'both' || (drive === 'rear' ? i === 0 : i === last);
