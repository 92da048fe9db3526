// The player's control: run, jump, ride. Called by game.js before every fixed step. Reads the keys
// and last step's contact points, writes one velocity. The body is a capsule with locked rotation
// and no friction, so walls and floor do not slow it down; this file does that.

const RUN_SPEED = 6.6; // m/s
const JUMP_SPEED = 12.6; // m/s, 3.3 m high under the scene's gravity
const GROUND_ACCELERATION = 62; // m/s²
const AIR_ACCELERATION = 36; // m/s²
const MAX_FALL = 17; // m/s
const COYOTE_SECONDS = 0.09; // a jump still counts this long after leaving an edge
const BUFFER_SECONDS = 0.13; // and this long before landing
const FLOOR_NORMAL = 0.6; // cosine: a slope steeper than 53° does not support the player
const SLOT_MASK = 0xfffff;

/** @typedef {ReturnType<typeof createPlayerControl>} PlayerControl */

export function createPlayerControl() {
    return {
        grounded: false,
        coyote: 0,
        buffer: 0,
        rising: false, // in the part of a jump that letting go of the key cuts short
        facing: 1,
        run: 0, // -1 to 1, what the keys ask for
        groundX: 0, groundY: 0, groundVX: 0, groundVY: 0,
        fallSpeed: 0, // downward speed before the last step, for landing effects
        justLanded: 0, // that speed, in the step of landing
        justJumped: false,
    };
}

/**
 * Finds the contact that supports the player: the flattest one below, and how fast that moves.
 * @param {PlayerControl} control @param {import('./scene.js').Scene} scene
 */
function senseGround(control, scene) {
    const { world, player, owners } = scene;
    const collider = player.outlines[0].collider.index;
    const { count, f32, u32, stride } = world.contactPoints;
    let best = FLOOR_NORMAL;
    let ground = -1;
    for (let i = 0, at = 0; i < count; i++, at += stride) {
        const a = (u32[at] & SLOT_MASK) - 1;
        const b = (u32[at + 1] & SLOT_MASK) - 1;
        if (a !== collider && b !== collider) continue;
        if (f32[at + 6] > 0.02) continue; // apart
        const up = a === collider ? -f32[at + 5] : f32[at + 5];
        if (up <= best) continue;
        best = up;
        ground = a === collider ? b : a;
        control.groundX = f32[at + 2];
        control.groundY = f32[at + 3];
    }
    control.groundVX = 0;
    control.groundVY = 0;
    if (ground < 0) return false;
    const carrier = owners[ground];
    if (carrier && (carrier.kind === 'mover' || carrier.kind === 'mill')) {
        const { velocities, transforms } = world;
        const i = 4 * carrier.slot;
        const omega = velocities[i + 2];
        control.groundVX = velocities[i] - omega * (control.groundY - transforms[i + 1]);
        control.groundVY = velocities[i + 1] + omega * (control.groundX - transforms[i]);
    }
    return true;
}

/**
 * One fixed step of control.
 * @param {PlayerControl} control @param {import('./scene.js').Scene} scene
 * @param {{ run: number, jumpHeld: boolean, jumpPressed: boolean }} keys @param {number} dt seconds
 */
export function controlPlayer(control, scene, keys, dt) {
    const { body } = scene.player;
    const was = control.grounded;
    let vx = body.vx;
    let vy = body.vy;
    const carried = senseGround(control, scene) && vy - control.groundVY < 3;
    control.grounded = carried && !(control.rising && vy > control.groundVY + 0.5);
    control.justLanded = control.grounded && !was ? control.fallSpeed : 0;
    control.justJumped = false;
    control.coyote = control.grounded ? COYOTE_SECONDS : control.coyote - dt;
    control.buffer = keys.jumpPressed ? BUFFER_SECONDS : control.buffer - dt;
    control.run = keys.run;
    if (keys.run !== 0) control.facing = Math.sign(keys.run);

    const want = keys.run * RUN_SPEED + (control.grounded ? control.groundVX : 0);
    const rate = (control.grounded ? GROUND_ACCELERATION : AIR_ACCELERATION) * dt;
    if (control.grounded || keys.run !== 0) vx += clamp(want - vx, -rate, rate);
    else vx += clamp(-vx, -rate * 0.35, rate * 0.35);

    if (control.buffer > 0 && control.coyote > 0) {
        vy = JUMP_SPEED + Math.max(0, control.groundVY);
        control.buffer = 0;
        control.coyote = 0;
        control.grounded = false;
        control.rising = true;
        control.justJumped = true;
    } else if (control.grounded) {
        control.rising = false;
        if (control.groundVY < 0) vy = Math.min(vy, control.groundVY); // stay on a sinking lift
    }
    if (control.rising && !keys.jumpHeld && vy > 4) vy = Math.max(4, vy - 110 * dt);
    if (vy <= 0) control.rising = false;
    if (vy < -MAX_FALL) vy = -MAX_FALL;
    control.fallSpeed = Math.max(0, -vy);
    body.setVelocity(vx, vy);
}

/** @param {number} v @param {number} low @param {number} high */
function clamp(v, low, high) {
    return v < low ? low : v > high ? high : v;
}
