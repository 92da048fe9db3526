// The numbers of cars: each with unit, range and default, once. A car reads them in every update; its `numbers` is an
// object with a checked property for each, and a page of sliders is a loop over the table. The defaults suit a car
// about 4 m long from above, and what createCar makes from the side. In a world of another unit of length, ranges and
// defaults are in that.
import { MAX_NUMBER, copyList, inRange, isList, wrongType } from '../wire/errors.js';
import { inUnits } from '../wire/units.js';

/**
 * What a table of numbers says of one.
 * @typedef {object} VehicleNumber
 * @property {string} unit 'm', 'm/s', 'm/s²', 'rad', 'rad/s', 'rad/s²', or '×' for a factor
 * @property {number} least the least that it may be
 * @property {number} most the most that it may be
 * @property {number} standard its default
 */

/** @param {string} unit @param {number} least @param {number} most */
const kind = (unit, least, most) => (/** @type {number} */ standard) =>
    Object.freeze({ unit, least, most, standard });

const length = kind('m', 0.01, 1e3);
const speed = kind('m/s', 0, 1e3);
const acceleration = kind('m/s²', 0, 1e5);
const turn = kind('rad/s', 0, 1e3);
const turnAcceleration = kind('rad/s²', 0, 1e4);

/** Every number of a TopDownCar by its name, in the order in which a page should show them. */
export const TOP_DOWN_CAR_NUMBERS = Object.freeze({
    maxSpeed: speed(28),
    reverseSpeed: speed(8),
    acceleration: acceleration(10),
    braking: acceleration(20),
    coasting: acceleration(3),
    steerAngle: kind('rad', 0, 1.2)(0.7),
    steerSpeed: turn(5),
    counterSteer: kind('×', 0, 2)(1.3),
    grip: acceleration(16),
    driftGrip: acceleration(7),
    slipAngle: kind('rad', 0.01, 1)(0.12),
    wheelBase: length(2.6),
    trackWidth: length(1.6),
});

/** Every number of a SideCar by its name, in the order in which a page should show them. */
export const SIDE_CAR_NUMBERS = Object.freeze({
    maxSpeed: speed(18),
    reverseSpeed: speed(8),
    acceleration: acceleration(6),
    braking: acceleration(8),
    coasting: acceleration(1),
    leanAcceleration: turnAcceleration(14),
    groundLean: kind('×', 0, 1)(0.5),
    leanSpeed: turn(5),
    airBraking: turnAcceleration(5),
});

/**
 * The numbers of a car seen from above. Accelerations are those of the whole car.
 * @typedef {object} TopDownCarNumbers
 * @property {number} maxSpeed m/s, 0 to 1e3, forwards at full throttle, default 28
 * @property {number} reverseSpeed m/s, 0 to 1e3, backwards at full throttle, default 8
 * @property {number} acceleration m/s², 0 to 1e5, at full throttle, default 10
 * @property {number} braking m/s², 0 to 1e5, at full throttle against its motion, default 20
 * @property {number} coasting m/s², 0 to 1e5, how fast it loses speed without throttle, default 3
 * @property {number} steerAngle radians, 0 to 1.2, of the front wheels at most, default 0.7. At speed they turn no further than
 *     the tyres hold
 * @property {number} steerSpeed radians/s, 0 to 1e3, how fast the front wheels turn, default 5
 * @property {number} counterSteer 0 to 2, times the angle at which the rear slides the front wheels turn into the slide by
 *     themselves, default 1.3. With 0 the player has to steer against each slide; above 1 a slide that is steered on into keeps
 *     to one angle instead of becoming a spin
 * @property {number} grip m/s², 0 to 1e5, sideways acceleration that the tyres hold, default 16
 * @property {number} driftGrip m/s², 0 to 1e5, what the rear tyres hold of it while the hand brake is pulled, and while they slide under
 *     throttle, default 7
 * @property {number} slipAngle radians, 0.01 to 1, between a wheel and its motion at which the tyre holds the most, default 0.12.
 *     A smaller one makes the car answer faster
 * @property {number} wheelBase metres, 0.01 to 1e3, from the front axle to the rear one, default 2.6. The centre of mass is half way
 * @property {number} trackWidth metres, 0.01 to 1e3, from the left wheels to the right ones, default 1.6: for pictures only
 */

/**
 * The numbers of a car seen from the side.
 * @typedef {object} SideCarNumbers
 * @property {number} maxSpeed m/s, 0 to 1e3, to the right at full throttle, default 18
 * @property {number} reverseSpeed m/s, 0 to 1e3, to the left at full throttle, default 8
 * @property {number} acceleration m/s², 0 to 1e5, of the whole car by its engine, default 6, as far as the tyres hold. It climbs a
 *     slope where this is above gravity's part along the slope
 * @property {number} braking m/s², 0 to 1e5, by the brake, or by full throttle against its motion, default 8
 * @property {number} coasting m/s², 0 to 1e5, how fast it loses speed without throttle, default 1
 * @property {number} leanAcceleration radians/s², 0 to 1e4, by which leaning turns the car in the air, default 14
 * @property {number} groundLean 0 to 1, the part of it that is left while a wheel is on the ground, default 0.5
 * @property {number} leanSpeed radians/s, 0 to 1e3, beyond which leaning turns it no faster, default 5
 * @property {number} airBraking radians/s², 0 to 1e4, by which it loses its spin in the air while it does not lean, default 5
 */

/**
 * The numbers of a new car.
 * @template {Record<string, VehicleNumber>} T
 * @param {string} method
 * @param {T} table
 * @param {Record<string, unknown>} given options, of which the numbers are taken
 * @param {number} lengthUnit of the world
 * @returns {{ [name in keyof T]: number }}
 */
export function parseNumbers(method, table, given, lengthUnit) {
    const numbers = /** @type {{ [name in keyof T]: number }} */ ({});
    for (const name of /** @type {(keyof T & string)[]} */ (Object.keys(table))) {
        const { least, most, standard } = inUnits(table[name], lengthUnit);
        numbers[name] = given[name] === undefined
            ? standard
            : inRange(method, name, given[name], least, most);
    }
    return numbers;
}

/**
 * The same numbers as a game sets them: an object with a checked property for each.
 * @template {Record<string, VehicleNumber>} T
 * @param {string} method
 * @param {T} table
 * @param {{ [name in keyof T]: number }} numbers
 * @param {number} lengthUnit of the world
 * @returns {{ [name in keyof T]: number }}
 */
export function publicNumbers(method, table, numbers, lengthUnit) {
    const shown = /** @type {{ [name in keyof T]: number }} */ ({});
    for (const name of /** @type {(keyof T & string)[]} */ (Object.keys(table))) {
        const { least, most } = inUnits(table[name], lengthUnit);
        Object.defineProperty(shown, name, {
            enumerable: true,
            get: () => numbers[name],
            set(value) {
                numbers[/** @type {keyof T} */ (name)] = inRange(method, name, value, least, most);
            },
        });
    }
    return Object.freeze(shown);
}

/**
 * Takes in what a car's `save` gave, or throws and changes nothing.
 * @param {string} name of the class
 * @param {Float64Array} state whose first elements are saved
 * @param {readonly (readonly [least: number, most: number])[]} ranges of those
 * @param {unknown} saved
 */
export function loadState(name, state, ranges, saved) {
    const method = `${name}.load`;
    if (!isList(saved) || saved.length !== ranges.length)
        wrongType(method, 'state', `what ${name}.save gave`, saved);
    const copy = copyList(method, 'state', saved, ranges.length).map((each, i) =>
        inRange(method, `state[${i}]`, each, ...ranges[i])
    );
    state.set(copy);
}

/** A value nearer to another, by a step at most. @param {number} value @param {number} to @param {number} by */
export const toward = (value, to, by) =>
    value < to ? Math.min(value + by, to) : Math.max(value - by, to);

/** A number within what the engine takes. @param {number} value */
export const bounded = (value) => Math.max(-MAX_NUMBER, Math.min(value, MAX_NUMBER));
