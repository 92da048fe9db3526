// Dashes: for a number of steps the mover goes straight, without gravity, in one of eight directions.
import { EVENT, KEY, MODE, S } from './state.js';

/** @import { Step } from './step.js' */

/** How far the stick must be held for a direction. */
const HELD = 0.5;

/** @param {Step} c */
function begin(c) {
    const { numbers: n, state } = c;
    const dx = Math.abs(c.x) > HELD ? Math.sign(c.x) : 0;
    const dy = Math.abs(c.y) > HELD && !(c.grounded && c.y < 0) ? Math.sign(c.y) : 0;
    const length = dx !== 0 && dy !== 0 ? Math.SQRT1_2 : 1;
    const steps = Math.max(1, Math.round(n.dashTime / c.dt));
    state[S.DASH] = steps * c.dt;
    state[S.DASH_X] = dx === 0 && dy === 0 ? state[S.FACING] : dx * length;
    state[S.DASH_Y] = dy * length;
    state[S.DASH_SPEED] = n.dashDistance / state[S.DASH];
    state[S.DASH_COOLDOWN] = state[S.DASH] + n.dashCooldown;
    state[S.CLIMBING] =
        state[S.RISING] =
        state[S.WALL_JUMP] =
        state[S.DROP] =
            0;
    ++state[S.DASHES];
    state[S.EVENTS] |= EVENT.DASH;
}

/** The velocity behind a dash. @param {Step} c */
function end(c) {
    const { numbers: n, state } = c;
    const speed = Math.min(state[S.DASH_SPEED], n.dashExitSpeed);
    // What stopped the dash has stopped it for good.
    if (state[S.DASH_X] * c.vx > 0)
        c.vx = Math.sign(c.vx) * Math.min(Math.abs(c.vx), Math.abs(state[S.DASH_X]) * speed);
    if (state[S.DASH_Y] * c.vy > 0)
        c.vy = Math.sign(c.vy) * Math.min(Math.abs(c.vy), Math.abs(state[S.DASH_Y]) * speed);
    state[S.DASH] = state[S.DASH_SPEED] = 0;
}

/** @param {Step} c @returns whether it dashes in this step */
export function dash(c) {
    const { numbers: n, state } = c;
    const begins = (c.pressed & KEY.DASH) !== 0 && !c.lasts(S.DASH_COOLDOWN)
        && state[S.DASHES] < n.dashes;
    if (begins) begin(c);
    if (state[S.DASH_SPEED] === 0) return false;
    const jumps = !begins && c.wantsJump && (c.grounded || c.lasts(S.COYOTE));
    if (!c.lasts(S.DASH) || jumps) {
        end(c);
        return false;
    }
    c.vx = state[S.DASH_X] * state[S.DASH_SPEED];
    c.vy = state[S.DASH_Y] * state[S.DASH_SPEED];
    c.gravity = 0;
    c.maxFall = Math.max(n.maxFallSpeed, state[S.DASH_SPEED]);
    state[S.MODE] = MODE.DASH;
    return true;
}
