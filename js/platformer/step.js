// One update of a controller: what it works on, and the parts of it that several moves share. The moves are
// functions of this record: each reads the state and the input, and writes velocity, gravity and the fastest fall
// of the next step. js/platformer/platformer.js fills it before them and gives it to the mover behind them.
import { KEY, S } from './state.js';

/** @import { PlatformerNumbers } from './numbers.js' */
/** @import { Senses } from './senses.js' */

export class Step {
    /** @type {Float64Array} */ state;
    /** @type {PlatformerNumbers} */ numbers;
    /** @type {Senses} */ senses;
    /** Gravity and speed of take-off of a jump. */
    curve = { gravity: 0.5, speed: 0.5 };

    /** Seconds. */
    dt = 0.5;
    /** The stick, -1 to 1. */
    x = 0.5;
    y = 0.5;
    /** Bits of KEY that are down, and that went down in this update. */
    keys = 0;
    pressed = 0;
    /** Whether the mover stood on ground when the last step ended. */
    grounded = false;
    /** Whether the jump key together with down drops through a ledge; else down alone does. */
    dropsByJump = true;

    /** m/s to the right and along `up`, relative to ground that it stands on. */
    vx = 0.5;
    vy = 0.5;
    /** m/s of that ground, likewise; 0 in the air. */
    groundX = 0.5;
    groundY = 0.5;
    /** m/s² in the next step. */
    gravity = 0.5;
    /** m/s. */
    maxFall = 0.5;
    /** Whether one-way colliders let it through. */
    drops = false;

    /** @param {Float64Array} state @param {PlatformerNumbers} numbers @param {Senses} senses */
    constructor(state, numbers, senses) {
        this.state = state;
        this.numbers = numbers;
        this.senses = senses;
    }

    /** Whether a time is not over: half a step is rounding. @param {number} which of S */
    lasts(which) {
        return this.state[which] > 0.5 * this.dt;
    }

    /** Whether a press of the jump key waits to be used. */
    get wantsJump() {
        return this.lasts(S.BUFFER);
    }

    /** Whether the jump key is down. */
    get holdsJump() {
        return (this.keys & KEY.JUMP) !== 0;
    }

    /** Whether down is held. */
    get holdsDown() {
        return (this.keys & KEY.DOWN) !== 0;
    }
}

/**
 * A value moved towards another.
 * @param {number} value @param {number} target @param {number} by at most, at least 0
 */
export function approach(value, target, by) {
    return value < target ? Math.min(value + by, target) : Math.max(value - by, target);
}

/**
 * Slows a fall that is faster than a speed.
 * @param {Step} c @param {number} most m/s downwards @param {number} deceleration m/s²
 * @returns whether it was faster: then gravity does not act
 */
export function brakeFall(c, most, deceleration) {
    c.maxFall = most;
    if (c.vy >= -most) return false;
    c.vy = Math.min(-most, c.vy + deceleration * c.dt);
    c.maxFall = Math.max(most, -c.vy);
    c.gravity = 0;
    return true;
}

/** It touches what gives back its jumps in the air and its dashes. @param {Step} c */
export function refill(c) {
    c.state[S.AIR_JUMPS] = c.state[S.DASHES] = 0;
}
