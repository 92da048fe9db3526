// Running, jumping, falling, sliding down walls and jumping from them: what a controller does where it neither
// dashes nor climbs nor swims.
import { cutGravity, heldGravity, speedForHeight } from './jump.js';
import { EVENT, KEY, MODE, S } from './state.js';
import { approach, brakeFall, refill } from './step.js';

/** @import { Step } from './step.js' */

/** How near a wall is that it is held against, metres. */
const AGAINST = 0.05;
/** How long one-way colliders let it through at most, and how far it has dropped by then. */
const DROP_SECONDS = 0.3;
const DROP_METRES = 0.1;

/**
 * Speeds up or down towards the speed that the stick asks for.
 * @param {Step} c @param {number} most m/s with the stick fully held
 */
export function run(c, most) {
    const { numbers: n, vx } = c;
    const wanted = c.x * most;
    let rate = c.grounded ? n.groundAcceleration : n.airAcceleration;
    if (c.x === 0) rate = c.grounded ? n.groundDeceleration : n.airDeceleration;
    else if (vx * c.x < 0) rate = c.grounded ? n.turnAcceleration : n.airAcceleration;
    else if (Math.abs(vx) > most) rate = n.excessDeceleration;
    else if (Math.abs(vx) > Math.abs(wanted))
        rate = c.grounded
            ? n.groundDeceleration
            : n.airDeceleration;
    c.vx = approach(vx, wanted, rate * c.dt);
}

/**
 * Takes off.
 * @param {Step} c @param {number} speed m/s upwards @param {number} event of EVENT
 */
export function takeOff(c, speed, event) {
    const { state } = c;
    c.vy = speed;
    state[S.RISING] = 1;
    state[S.JUMP_Y] = c.senses.height;
    state[S.BUFFER] =
        state[S.COYOTE] =
        state[S.WALL_COYOTE] =
        state[S.LAUNCH] =
        state[S.DROP] =
            0;
    state[S.EVENTS] |= event;
    state[S.MODE] = MODE.AIR;
}

/**
 * Jumps from ground, with the velocity that a lift has or had a moment ago. The mover adds the velocity of what it
 * stands on by itself.
 * @param {Step} c
 */
export function jump(c) {
    const { state } = c;
    const lifted = c.lasts(S.LIFT);
    if (c.grounded && lifted) c.vx += state[S.LIFT_X] - c.groundX;
    takeOff(c, c.curve.speed + (lifted ? Math.max(state[S.LIFT_Y], 0) : 0) - c.groundY, EVENT.JUMP);
}

/** The side of a wall that it can jump from; 0 if there is none. @param {Step} c */
function wallSide(c) {
    const { numbers: { wallReach }, senses, state } = c;
    const first = c.x !== 0 ? Math.sign(c.x) : state[S.FACING];
    if (senses.wall(first, wallReach, wallReach)) return first;
    if (senses.wall(-first, wallReach, wallReach)) return -first;
    return c.lasts(S.WALL_COYOTE) ? state[S.WALL_SIDE] : 0;
}

/** Jumps from a wall within reach. @param {Step} c @returns whether there was one */
function jumpFromWall(c) {
    const { numbers: n, state } = c;
    const side = n.wallJumpHeight > 0 ? wallSide(c) : 0;
    if (side === 0) return false;
    takeOff(c, speedForHeight(n.wallJumpHeight, c.curve.gravity, n), EVENT.WALL_JUMP);
    c.vx = -side * n.wallJumpSpeed;
    state[S.FACING] = state[S.WALL_SIDE] = -side;
    state[S.WALL_JUMP] = n.wallJumpTime;
    refill(c);
    return true;
}

/** Jumps in the air. @param {Step} c */
function jumpInAir(c) {
    const { numbers: n, state } = c;
    if ((c.pressed & KEY.JUMP) === 0 || state[S.AIR_JUMPS] >= n.airJumps) return;
    takeOff(c, speedForHeight(n.airJumpHeight, c.curve.gravity, n), EVENT.AIR_JUMP);
    ++state[S.AIR_JUMPS];
}

/** Slides down a wall that the stick is held against. @param {Step} c */
function slide(c) {
    const { numbers: n, state } = c;
    const side = Math.sign(c.x);
    if (side === 0 || c.vy > 0
        || !c.senses.wall(side, Math.min(AGAINST * c.senses.metre, n.wallReach), n.wallReach))
        return;
    state[S.WALL_COYOTE] = n.wallCoyoteTime + c.dt;
    state[S.WALL_SIDE] = side;
    if (n.wallSlideSpeed >= n.maxFallSpeed) return;
    state[S.MODE] = MODE.WALL;
    brakeFall(c, n.wallSlideSpeed, n.wallSlideDeceleration);
    refill(c);
}

/** Gravity of the next step. @param {Step} c */
export function gravityOf(c) {
    const { curve: { gravity }, numbers: n, state, vy } = c;
    if (state[S.RISING] === 1 && !c.holdsJump) state[S.RISING] = 2;
    if (state[S.RISING] === 1) return heldGravity(vy, gravity, n, c.dt);
    if (vy <= 0) return n.fallGravity * gravity;
    return state[S.RISING] === 2
        ? cutGravity(vy, c.senses.height - state[S.JUMP_Y], gravity, n)
        : gravity;
}

/** Begins to drop through a ledge, if the keys say so. @param {Step} c @returns whether it does */
function beginDrop(c) {
    const { state } = c;
    const asked = c.dropsByJump ? c.holdsDown && c.wantsJump : (c.pressed & KEY.DOWN) !== 0;
    if (!c.grounded || !asked) return false;
    state[S.DROP] = DROP_SECONDS;
    state[S.DROP_Y] = c.senses.height;
    state[S.DROP_JUMP] = Number(c.dropsByJump);
    if (c.dropsByJump) state[S.BUFFER] = 0;
    state[S.COYOTE] = 0;
    return true;
}

/** Goes on to drop through a ledge; on ground that is no ledge it jumps after all. @param {Step} c */
function goOnDropping(c) {
    const { state } = c;
    if (!c.lasts(S.DROP)) return;
    const dropped = (state[S.DROP_Y] - c.senses.height) / c.senses.metre;
    if (c.grounded && dropped < 0.5 * DROP_METRES && state[S.DROP_JUMP] === 1)
        state[S.BUFFER] = c.dt;
    if (c.grounded || dropped > DROP_METRES) state[S.DROP] = 0;
    else c.drops = true;
}

/** @param {Step} c */
export function walk(c) {
    const { numbers: n, state } = c;
    const dropping = c.lasts(S.DROP);
    goOnDropping(c);
    if (c.lasts(S.WALL_JUMP) && !c.grounded) c.x = Math.sign(state[S.WALL_SIDE]);
    run(c, n.runSpeed);
    if (!c.grounded && (c.x !== 0 || c.wantsJump)) c.senses.lookForWalls(n.wallReach);
    state[S.MODE] = c.grounded ? MODE.GROUND : MODE.AIR;
    c.maxFall = n.maxFallSpeed;
    if (!dropping && beginDrop(c)) {
        c.drops = true;
        state[S.EVENTS] |= EVENT.DROP;
    } else if (state[S.LAUNCH] > 0) {
        takeOff(c, Math.sqrt(2 * c.curve.gravity * state[S.LAUNCH]) - c.groundY, EVENT.JUMP);
        state[S.RISING] = 0;
    } else if (c.wantsJump && (c.grounded || c.lasts(S.COYOTE))) {
        jump(c);
    } else if (c.wantsJump && !c.grounded && !jumpFromWall(c)) {
        jumpInAir(c);
    }
    c.gravity = gravityOf(c);
    if (!c.grounded) slide(c);
    else if (state[S.MODE] === MODE.GROUND) c.vy = 0;
}
