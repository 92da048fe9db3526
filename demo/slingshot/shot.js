// A shot: how far an aim pulls the ball back, and how it then flies. Called by game.js, hand.js, path.js and paint.js.
import { SLING } from './materials.js';

export const TURN = 8; // aims of a degree
const LOWEST = -55; // degrees
const HIGHEST = 90;

/** @typedef {import('../../js/index.js').Body<any>} Body */

/** A number that is the same on every machine: engines differ in the last bits of a sine. @param {number} value */
export const rounded = (value) => Math.round(1e5 * value) / 1e5;

/** Where an aim pulls the ball to, and how fast it leaves. @param {number} angle eighths of a degree @param {number} strength 0 to 255 */
export function shotOf(angle, strength) {
    const turn = Math.max(LOWEST, Math.min(HIGHEST, angle / TURN)) * Math.PI / 180;
    const [cos, sin] = [rounded(Math.cos(turn)), rounded(Math.sin(turn))];
    const [pull, speed] = [SLING.pull * strength / 255, SLING.speed * strength / 255];
    return { x: SLING.x - pull * cos, y: SLING.y - pull * sin, vx: speed * cos, vy: speed * sin };
}

/** Shoots a ball. @param {Body} ball @param {number} angle eighths of a degree @param {number} strength 0 to 255 */
export function launch(ball, angle, strength) {
    const { x, y, vx, vy } = shotOf(angle, strength);
    ball.enabled = true;
    ball.setTransform(x, y);
    ball.setVelocity(vx, vy);
}
