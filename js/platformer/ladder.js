// Ladders: colliders of layers that the game names. Up takes hold of one at the mover's middle, down of one below
// its feet; then it goes up and down without gravity, until it steps off, jumps off or comes to ground. At the upper
// end it stops, or steps onto a ledge there.
import { FEET } from './senses.js';
import { EVENT, MODE, S } from './state.js';
import { refill } from './step.js';
import { run, takeOff } from './walk.js';

/** @import { Step } from './step.js' */

/** How far the stick must be held to take hold, and no less than aside. */
const HELD = 0.5;
/** Seconds after a jump from a ladder in which it takes hold of none. */
const LET_GO = 0.25;
/** Metres above and below its feet in which it finds a ledge at the upper end. */
const LEDGE_ABOVE = 0.5;
const LEDGE_BELOW = 0.1;

/** @param {Step} c */
function takesHold({ grounded, senses, y }) {
    if (y > HELD) return senses.ladderAtMiddle;
    return y < -HELD && grounded && senses.ladderBelow && !senses.ladderAtMiddle;
}

/** @param {Step} c @returns whether it still has hold of the ladder */
function stays({ grounded, senses, y }) {
    if (grounded && y === 0) return false;
    if (senses.ladderAtFeet || senses.ladderAtMiddle)
        return !grounded || y > 0 || senses.ladderBelow;
    // Above the upper end: goes down again, stays there, or comes down on a ledge.
    return senses.ladderBelow && (y < 0 || !(senses.ledge(0, LEDGE_BELOW * senses.metre) <= 0));
}

/** The speed upwards, which ends with the ladder. @param {Step} c */
function climbingSpeed({ dt, numbers, senses, y }) {
    const wanted = y * numbers.climbSpeed;
    if (wanted <= 0 || senses.ladderAhead) return wanted;
    const ledge = senses.ledge(LEDGE_ABOVE * senses.metre, 0);
    // A little higher than the ledge, to come down on it.
    return ledge >= 0 ? Math.min(wanted, (ledge + FEET * senses.metre) / dt) : 0;
}

/** Jumps off the ladder, or lets go of it if down is held. @param {Step} c @returns whether it jumps */
function jumpOff(c) {
    const { numbers: n, state } = c;
    state[S.CLIMBING] = 0;
    state[S.GRAB] = LET_GO;
    if (c.holdsDown) {
        state[S.BUFFER] = 0;
        return false;
    }
    run(c, n.runSpeed);
    takeOff(c, c.curve.speed, EVENT.JUMP);
    c.gravity = c.curve.gravity;
    c.maxFall = n.maxFallSpeed;
    return true;
}

/** Takes hold of a ladder, or lets go of it. @param {Step} c @returns whether it has hold of one */
function holds(c) {
    const { numbers: n, senses, state, y } = c;
    const climbs = state[S.CLIMBING] === 1;
    if (!senses.hasLadders
        || (!climbs && (Math.abs(y) <= HELD || Math.abs(y) < Math.abs(c.x) || c.lasts(S.GRAB))))
        return false;
    senses.lookForLadders(Math.max(y, 0) * n.climbSpeed * c.dt);
    if (climbs) {
        if (stays(c)) return true;
        state[S.CLIMBING] = 0;
        c.vy = Math.min(c.vy, 0);
        return false;
    }
    if (!takesHold(c)) return false;
    state[S.CLIMBING] = 1;
    state[S.EVENTS] |= EVENT.GRAB;
    return true;
}

/** @param {Step} c @returns whether it climbs in this step */
export function climb(c) {
    const { numbers: n, senses, state } = c;
    if (!holds(c)) return false;
    refill(c);
    state[S.RISING] =
        state[S.COYOTE] =
        state[S.DROP] =
        state[S.WALL_JUMP] =
            0;
    if (c.wantsJump) return jumpOff(c);
    state[S.MODE] = MODE.LADDER;
    const aside = c.x === 0 ? senses.ladderMiddle / c.dt : 0;
    c.vx = c.x * n.climbSideSpeed + Math.min(Math.max(aside, -n.climbCentering), n.climbCentering);
    c.vy = climbingSpeed(c);
    senses.addLadderVelocity(c);
    c.gravity = 0;
    c.drops = c.y < 0;
    c.maxFall = Math.max(n.maxFallSpeed, n.climbSpeed);
    return true;
}
