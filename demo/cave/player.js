// The player's control: a mover and the controller of 'mica2d/platformer' with the cave's numbers. Called by
// scene.js (the mover) and game.js (the controller, updated before every fixed step).

import { Platformer } from '../../js/platformer.js';

/** A capsule 1.16 m high; its mass and strength fit the crates, which weigh half a kilogram. */
export const PLAYER = /** @type {const} */ ({
    collider: { shape: 'capsule', length: 0.56, radius: 0.3, density: 2.4, layer: 'player' }, // it sinks in water of 1.4 kg/m²
    mass: 0.9, // kg
    maxPushForce: 36, // N: it pushes three crates in a row, and a pyramid stays
    maxSlope: 0.927, // 53°
    stepHeight: 0.2, // m
    cornerCorrection: 0.15, // m
});

const NUMBERS = {
    runSpeed: 6.6,
    groundAcceleration: 62,
    groundDeceleration: 62,
    turnAcceleration: 90,
    airAcceleration: 36,
    airDeceleration: 12.6,
    jumpHeight: 3.3,
    timeToApex: 0.55,
    minJumpHeight: 0.76,
    cutGravity: 6,
    apexSpeed: 1,
    maxFallSpeed: 17,
    coyoteTime: 0.09,
    jumpBuffer: 0.13,
    climbSpeed: 4.4,
    swimSpeed: 5,
    sinkSpeed: 2.6,
    strokeSpeed: 5,
    wallSlideSpeed: 17,
    wallJumpHeight: 0,
    dashes: 0, // the cave has no use for walls and dashes
};

/** @param {import('../../js/index.js').Body} body of the player's mover */
export function createHero(body) {
    const { mover } = body;
    if (!mover) throw new Error('the player has no mover');
    return new Platformer(mover, { ladders: 'ladder', water: 'water', dropWith: 'down',
        ...NUMBERS });
}
