// Knock-back: for a time the mover flies with the velocity that the game gave it, and the input is ignored.
import { MODE, S } from './state.js';

/** @import { Step } from './step.js' */

/**
 * Begins a knock: what it did before is over.
 * @param {Float64Array} state @param {number} seconds above 0
 */
export function beginKnock(state, seconds) {
    state[S.KNOCK] = seconds;
    state[S.COYOTE] =
        state[S.WALL_COYOTE] =
        state[S.BUFFER] =
        state[S.RISING] =
        state[S.WALL_JUMP] =
        state[S.DASH] =
        state[S.DASH_SPEED] =
        state[S.CLIMBING] =
        state[S.DROP] =
        state[S.LAUNCH] =
            0;
}

/** @param {Step} c @returns whether the input is ignored in this step */
export function knocked(c) {
    const { numbers: n, state } = c;
    if (state[S.KNOCK] === 0) return false;
    state[S.KNOCK] -= c.dt;
    if (!c.lasts(S.KNOCK)) state[S.KNOCK] = 0;
    // It makes no jump in the air from the ground that it was knocked off.
    state[S.COYOTE] = 0;
    const stands = c.grounded && c.vy <= 0;
    if (stands) c.vy = 0;
    state[S.MODE] = stands ? MODE.GROUND : MODE.AIR;
    c.gravity = (c.vy > 0 ? 1 : n.fallGravity) * c.curve.gravity;
    c.maxFall = Math.max(n.maxFallSpeed, -c.vy);
    return true;
}
