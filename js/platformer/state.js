// What a controller remembers from one step to the next: numbers in one array, so that a game saves and restores
// them beside the world. Times are seconds that are left. Speeds and places are along the mover's `up` and to
// the right of it.
import { MAX_NUMBER, copyList, inRange, isList, wrongType } from '../wire/errors.js';

/** Where each number lies. */
export const S = Object.freeze({
    /** What it did in the last update: one of MODES. */
    MODE: 0,
    /** Bits of EVENT: what began in the last update. */
    EVENTS: 1,
    /** Bits of KEY that were down. */
    KEYS: 2,
    /** -1 or 1. */
    FACING: 3,
    /** m/s, the downward speed of the last step in the air. */
    FALL_SPEED: 4,
    /** m/s, that speed when it landed; 0 but in the update after the landing. */
    LANDED: 5,
    COYOTE: 6,
    BUFFER: 7,
    /** 1 while a jump goes up, 2 once its key was let go. */
    RISING: 8,
    /** Where that jump began. */
    JUMP_Y: 9,
    AIR_JUMPS: 10,
    /** The velocity of a lift that has slowed down since. */
    LIFT_X: 11,
    LIFT_Y: 12,
    LIFT: 13,
    WALL_COYOTE: 14,
    /** -1: the wall is to the left, 1: to the right. */
    WALL_SIDE: 15,
    /** While it flies away from a wall. */
    WALL_JUMP: 16,
    DASH: 17,
    DASH_COOLDOWN: 18,
    DASHES: 19,
    /** Where the dash goes: a unit vector, and its speed. */
    DASH_X: 20,
    DASH_Y: 21,
    DASH_SPEED: 22,
    /** 1 while it climbs. */
    CLIMBING: 23,
    /** Until it may take hold of a ladder again. */
    GRAB: 24,
    /** Until the next stroke. */
    STROKE: 25,
    /** While it drops through a ledge; from where; and whether the jump key did it. */
    DROP: 26,
    DROP_Y: 27,
    DROP_JUMP: 28,
    /** 1 if it stood on ground in the last update. */
    GROUNDED: 29,
    /** Metres, how high the game has it jump in the next update. */
    LAUNCH: 30,
    /** Seconds in which the input is ignored; they pass in js/platformer/knock.js. */
    KNOCK: 31,
    /** 1 if the input was ignored in the last update. */
    KNOCKED: 32,
    COUNT: 33,
});

/** What a controller does. */
export const MODES = /** @type {const} */ (['ground', 'air', 'wall', 'dash', 'ladder', 'water']);

/** MODES by number. */
export const MODE = Object.freeze({ GROUND: 0, AIR: 1, WALL: 2, DASH: 3, LADDER: 4, WATER: 5 });

/** Bits of what began. */
export const EVENT = Object.freeze({ JUMP: 1, WALL_JUMP: 2, AIR_JUMP: 4, DASH: 8, LAND: 16,
    STROKE: 32, DROP: 64, GRAB: 128 });

/** Bits of the keys whose presses count. */
export const KEY = Object.freeze({ JUMP: 1, DASH: 2, DOWN: 4 });

/** The state of a new controller. */
export function newState() {
    const state = new Float64Array(S.COUNT);
    state[S.MODE] = MODE.AIR;
    state[S.FACING] = 1;
    return state;
}

/**
 * Takes in what `Platformer.save` gave, or throws and changes nothing.
 * @param {string} method @param {Float64Array} state @param {unknown} saved
 */
export function loadState(method, state, saved) {
    if (!isList(saved) || saved.length !== S.COUNT)
        wrongType(method, 'state', 'what Platformer.save gave', saved);
    const copy = copyList(method, 'state', saved, S.COUNT).map((each, i) =>
        inRange(method, `state[${i}]`, each, -MAX_NUMBER, MAX_NUMBER)
    );
    inRange(method, `state[${S.MODE}]`, copy[S.MODE], 0, MODES.length - 1);
    state.set(copy);
}

/**
 * Counts times down.
 * @param {Float64Array} state @param {number} dt s
 */
export function passTime(state, dt) {
    for (const i of TIMES) state[i] = Math.max(0, state[i] - dt);
}

const TIMES = [S.COYOTE, S.BUFFER, S.LIFT, S.WALL_COYOTE, S.WALL_JUMP, S.DASH, S.DASH_COOLDOWN,
    S.GRAB, S.STROKE, S.DROP];
