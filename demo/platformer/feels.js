// Sets of numbers to start from. Called by panel.js.

/** Feels to start from: what differs from the defaults. @type {Record<string, Partial<import('../../js/platformer.js').PlatformerNumbers>>} */
export const FEELS = {
    Default: {},
    Tight: { runSpeed: 8.5, groundAcceleration: 200, groundDeceleration: 200, turnAcceleration: 300,
        airAcceleration: 130, airDeceleration: 90, jumpHeight: 2.8, timeToApex: 0.32, cutGravity: 6,
        fallGravity: 1.4, maxFallSpeed: 20 },
    Floaty: { runSpeed: 6, groundAcceleration: 24, groundDeceleration: 18, turnAcceleration: 34,
        airAcceleration: 16, airDeceleration: 4, jumpHeight: 3.4, timeToApex: 0.62, cutGravity: 2,
        fallGravity: 0.8, apexSpeed: 3, apexGravity: 0.4, maxFallSpeed: 9 },
    Heavy: { runSpeed: 5, groundAcceleration: 22, groundDeceleration: 40, turnAcceleration: 40,
        airAcceleration: 12, airDeceleration: 3, jumpHeight: 1.9, timeToApex: 0.32,
        fallGravity: 1.9, apexGravity: 1, maxFallSpeed: 24, dashes: 0, wallJumpHeight: 0 },
    Acrobat: { runSpeed: 8, airJumps: 1, dashes: 2, wallSlideSpeed: 1.2, wallJumpHeight: 3,
        coyoteTime: 0.15, jumpBuffer: 0.15, dashCooldown: 0.05 },
};
