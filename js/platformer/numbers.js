// The numbers of a platformer controller: each with unit, range and default, once. The controller reads them
// in every step; `Platformer.numbers` is an object with a checked property for each, and a page of sliders is
// a loop over the table. The defaults suit a character about 1.2 m high. In a world of another unit of length, ranges and
// defaults are in that.
import { inRange, integer } from '../wire/errors.js';
import { inUnits } from '../wire/units.js';

/**
 * A number of a controller.
 * @typedef {object} PlatformerNumber
 * @property {string} group what it belongs to: 'run', 'jump', 'wall', 'dash', 'ladder' or 'water'
 * @property {string} unit 'm', 's', 'm/s', 'm/s²', '×' for a factor, '' for a count
 * @property {number} least the least that it may be
 * @property {number} most the most that it may be
 * @property {number} standard its default
 */

/** @param {string} unit @param {number} least @param {number} most */
const kind = (unit, least, most) => (/** @type {string} */ group, /** @type {number} */ standard) =>
    Object.freeze({ group, unit, least, most, standard });

const length = kind('m', 0, 1e3);
const reach = kind('m', 1e-3, 10);
const speed = kind('m/s', 0, 1e3);
const acceleration = kind('m/s²', 0, 1e5);
const time = kind('s', 0, 60);
const factor = kind('×', 0, 100);
const count = kind('', 0, 100);

/** Every number by its name, in the order in which a page should show them. */
export const PLATFORMER_NUMBERS = Object.freeze({
    runSpeed: speed('run', 7),
    groundAcceleration: acceleration('run', 70),
    groundDeceleration: acceleration('run', 85),
    turnAcceleration: acceleration('run', 120),
    airAcceleration: acceleration('run', 45),
    airDeceleration: acceleration('run', 20),
    excessDeceleration: acceleration('run', 26),

    jumpHeight: kind('m', 0.01, 1e3)('jump', 2.6),
    timeToApex: kind('s', 0.02, 60)('jump', 0.38),
    minJumpHeight: length('jump', 0.9),
    cutGravity: kind('×', 1, 100)('jump', 4),
    apexSpeed: speed('jump', 1.5),
    apexGravity: kind('×', 0.05, 1)('jump', 0.5),
    fallGravity: factor('jump', 1.15),
    maxFallSpeed: kind('m/s', 0.01, 1e3)('jump', 17),
    coyoteTime: time('jump', 0.1),
    jumpBuffer: time('jump', 0.1),
    airJumps: count('jump', 0),
    airJumpHeight: kind('m', 0.01, 1e3)('jump', 2),
    liftTime: time('jump', 0.1),

    wallSlideSpeed: kind('m/s', 0.01, 1e3)('wall', 3),
    wallSlideDeceleration: acceleration('wall', 60),
    wallReach: reach('wall', 0.1),
    wallCoyoteTime: time('wall', 0.1),
    wallJumpHeight: length('wall', 2.2),
    wallJumpSpeed: speed('wall', 8),
    wallJumpTime: time('wall', 0.15),

    dashes: count('dash', 1),
    dashDistance: length('dash', 3.2),
    dashTime: kind('s', 1e-3, 60)('dash', 0.15),
    dashExitSpeed: speed('dash', 8.5),
    dashCooldown: time('dash', 0.2),

    climbSpeed: speed('ladder', 4),
    climbSideSpeed: speed('ladder', 2),
    climbCentering: speed('ladder', 4),

    swimSpeed: speed('water', 4.5),
    swimAcceleration: acceleration('water', 25),
    swimGravity: factor('water', 0.25),
    sinkSpeed: kind('m/s', 0.01, 1e3)('water', 3),
    plungeDeceleration: acceleration('water', 60),
    strokeSpeed: speed('water', 4.5),
    strokeTime: time('water', 0.3),
});

/**
 * The name of a number.
 * @typedef {keyof typeof PLATFORMER_NUMBERS} PlatformerNumberName
 */

/**
 * The numbers of a controller, each of which can be set at any time. "Ground" is what the mover stands on;
 * speeds on ground are relative to it.
 * @typedef {object} PlatformerNumbers
 * @property {number} runSpeed m/s, 0 to 1e3, with the stick fully held, default 7
 * @property {number} groundAcceleration m/s², 0 to 1e5, towards that speed on ground, default 70
 * @property {number} groundDeceleration m/s², 0 to 1e5, on ground when the stick is let go, default 85
 * @property {number} turnAcceleration m/s², 0 to 1e5, on ground against its motion, default 120
 * @property {number} airAcceleration m/s², 0 to 1e5, in the air, either way, default 45
 * @property {number} airDeceleration m/s², 0 to 1e5, in the air when the stick is let go, default 20
 * @property {number} excessDeceleration m/s², 0 to 1e5, while it is faster than `runSpeed` the way that is held, after a
 *     dash or from a fast lift, default 26
 * @property {number} jumpHeight metres, 0.01 to 1e3, of a jump whose key is held, default 2.6
 * @property {number} timeToApex seconds, 0.02 to 60, that such a jump takes to its top; gravity follows from both, default 0.38
 * @property {number} minJumpHeight metres, 0 to 1e3, of a jump whose key is let go at once, default 0.9
 * @property {number} cutGravity times gravity, 1 to 100, at most, while it rises and the key is let go, default 4
 * @property {number} apexSpeed m/s, 0 to 1e3, up or down, below which it hangs at the top while the key is held, default 1.5
 * @property {number} apexGravity times gravity, 0.05 to 1, while it hangs, default 0.5
 * @property {number} fallGravity times gravity, 0 to 100, while it falls, default 1.15
 * @property {number} maxFallSpeed m/s, 0.01 to 1e3, default 17
 * @property {number} coyoteTime seconds, 0 to 60, in which a jump still counts after it has left the ground, default 0.1
 * @property {number} jumpBuffer seconds, 0 to 60, for which a press of the jump key is remembered, default 0.1
 * @property {number} airJumps 0 to 100, jumps in the air until it touches ground, a ladder or a wall, default 0
 * @property {number} airJumpHeight metres, 0.01 to 1e3, default 2
 * @property {number} liftTime seconds, 0 to 60, for which a jump has the velocity of a lift that has slowed down, default 0.1
 * @property {number} wallSlideSpeed m/s, 0.01 to 1e3, at which it slides down a wall that it is held against, default 3
 * @property {number} wallSlideDeceleration m/s², 0 to 1e5, from a faster fall, default 60
 * @property {number} wallReach metres, 0.001 to 10, within which a wall can be jumped from, default 0.1
 * @property {number} wallCoyoteTime seconds, 0 to 60, in which it still counts after it has left the wall, default 0.1
 * @property {number} wallJumpHeight metres, 0 to 1e3; 0: no jumps from walls, default 2.2
 * @property {number} wallJumpSpeed m/s, 0 to 1e3, away from the wall, default 8
 * @property {number} wallJumpTime seconds, 0 to 60, for which it flies away from the wall whatever is held, default 0.15
 * @property {number} dashes 0 to 100, dashes until it touches ground, a ladder or a wall, default 1
 * @property {number} dashDistance metres, 0 to 1e3, default 3.2
 * @property {number} dashTime seconds, 0.001 to 60, that a dash takes, at least a step, default 0.15
 * @property {number} dashExitSpeed m/s, 0 to 1e3, after a dash, default 8.5
 * @property {number} dashCooldown seconds, 0 to 60, from the end of a dash to the next, default 0.2
 * @property {number} climbSpeed m/s, 0 to 1e3, up and down a ladder, default 4
 * @property {number} climbSideSpeed m/s, 0 to 1e3, sideways on a ladder, default 2
 * @property {number} climbCentering m/s, 0 to 1e3, to the middle of a ladder while nothing is held sideways; a ladder
 *     wider than 2 m has no middle, default 4
 * @property {number} swimSpeed m/s, 0 to 1e3, default 4.5
 * @property {number} swimAcceleration m/s², 0 to 1e5, default 25
 * @property {number} swimGravity times gravity, 0 to 100, in water, default 0.25
 * @property {number} sinkSpeed m/s, 0.01 to 1e3, in water, default 3
 * @property {number} plungeDeceleration m/s², 0 to 1e5, in water from a faster fall, default 60
 * @property {number} strokeSpeed m/s, 0 to 1e3, upwards, of a stroke: the jump key in water, default 4.5
 * @property {number} strokeTime seconds, 0 to 60, between two strokes while the key is held, default 0.3
 */

const NAMES = /** @type {PlatformerNumberName[]} */ (Object.keys(PLATFORMER_NUMBERS));

/**
 * Checks a number of a controller.
 * @param {string} method @param {PlatformerNumberName} name @param {unknown} value @param {number} lengthUnit
 */
function checked(method, name, value, lengthUnit) {
    const { least, most } = inUnits(PLATFORMER_NUMBERS[name], lengthUnit);
    return PLATFORMER_NUMBERS[name].unit === ''
        ? integer(method, name, value, least, most)
        : inRange(method, name, value, least, most);
}

/**
 * The numbers of a new controller.
 * @param {string} method @param {Record<string, unknown>} given options, of which the numbers are taken
 * @param {number} lengthUnit of the world
 * @returns {PlatformerNumbers}
 */
export function parseNumbers(method, given, lengthUnit) {
    const numbers = /** @type {PlatformerNumbers} */ ({});
    for (const name of NAMES) {
        const value = given[name];
        numbers[name] = value === undefined
            ? inUnits(PLATFORMER_NUMBERS[name], lengthUnit).standard
            : checked(method, name, value, lengthUnit);
    }
    return numbers;
}

/**
 * The same numbers as a game sets them: an object with a checked property for each.
 * @param {PlatformerNumbers} numbers
 * @param {number} lengthUnit of the world
 * @param {() => void} changed called after each change
 * @returns {PlatformerNumbers}
 */
export function publicNumbers(numbers, lengthUnit, changed) {
    const shown = /** @type {PlatformerNumbers} */ ({});
    for (const name of NAMES) {
        Object.defineProperty(shown, name, {
            enumerable: true,
            get: () => numbers[name],
            set(value) {
                numbers[name] = checked('Platformer.numbers', name, value, lengthUnit);
                changed();
            },
        });
    }
    return Object.freeze(shown);
}
