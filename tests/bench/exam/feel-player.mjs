// What the questions of the theme feel share: the player, the gravity of a platformer, the rates at which games step.

/** @import { Builder } from '../../scenes/builder.js' */

/** m/s², as platformers have it: a jump of 2 m takes 0.8 s. */
export const FALL = 25;

/** Steps a second: a slow phone, the usual screen, a fast one. */
export const rates = [30, 60, 144];

export const players = /** @type {const} */ (['capsule', 'box', 'ball']);

/** @typedef {typeof players[number]} Player */

/**
 * A player 0.6 m wide, which does not turn: a ball, or a capsule or a box 1.2 m high.
 * @param {Builder} b
 * @param {Player} what
 * @param {number} x of its middle
 * @param {number} y of its lowest point
 * @param {number} [friction]
 */
export function buildPlayer(b, what, x, y, friction = 0) {
    const body = b.body({ type: 'dynamic', x, y: y + (what === 'ball' ? 0.3 : 0.6),
        lockRotation: true });
    if (what === 'capsule')
        b.capsule(body, { ax: 0, ay: -0.3, bx: 0, by: 0.3, radius: 0.3, friction });
    else if (what === 'box') b.box(body, { width: 0.6, height: 1.2, friction });
    else b.circle(body, { radius: 0.3, friction });
    return body;
}
