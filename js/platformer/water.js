// Water: colliders of layers that the game names. A mover whose middle is in one sinks slowly, swims, and makes a
// stroke upwards with the jump key; with its head above water it jumps as from ground.
import { EVENT, MODE, S } from './state.js';
import { approach, brakeFall } from './step.js';
import { gravityOf, jump, takeOff } from './walk.js';

/** @import { Step } from './step.js' */

/** Makes a stroke, or jumps out of the water with the head above it. @param {Step} c @returns whether it does */
function takesStroke(c) {
    const { numbers: n, senses, state } = c;
    if (c.wantsJump && !senses.waterAtHead) {
        jump(c);
        return true;
    }
    if (!c.wantsJump && (!c.holdsJump || c.lasts(S.STROKE))) return false;
    takeOff(c, n.strokeSpeed, EVENT.STROKE);
    state[S.RISING] = 0;
    state[S.MODE] = MODE.WATER;
    state[S.STROKE] = n.strokeTime;
    return true;
}

/** @param {Step} c @returns whether it swims */
export function swim(c) {
    const { numbers: n, senses, state } = c;
    if (!senses.hasWater) return false;
    senses.lookForWater();
    if (!senses.waterAtMiddle) return false;
    // A key that is still held from a jump into the water is no stroke at once.
    if (state[S.MODE] !== MODE.WATER) state[S.STROKE] = n.strokeTime;
    state[S.MODE] = MODE.WATER;
    state[S.AIR_JUMPS] = state[S.DASHES] = state[S.DROP] = 0;
    c.vx = approach(c.vx, c.x * n.swimSpeed, n.swimAcceleration * c.dt);
    c.maxFall = n.sinkSpeed;
    c.gravity = n.swimGravity * c.curve.gravity;
    if (c.y !== 0 && !c.grounded) {
        c.vy = approach(c.vy, c.y * n.swimSpeed, n.swimAcceleration * c.dt);
        c.maxFall = Math.max(n.sinkSpeed, n.swimSpeed);
        c.gravity = 0;
    }
    if (takesStroke(c) || state[S.RISING] > 0) {
        // On its way out it is in a jump like any other.
        if (state[S.RISING] > 0 && c.vy > 0) c.gravity = gravityOf(c);
        else state[S.RISING] = 0;
    } else if (c.grounded && c.y <= 0) {
        c.vy = 0;
    }
    if (c.vy < 0) brakeFall(c, c.maxFall, n.plungeDeceleration);
    return true;
}
