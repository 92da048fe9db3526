// A shot: how far an aim pulls the ball back, how it then flies, and where to, as the engine has it. Called by game.js, hand.js and paint.js.
import { preview } from '../../js/preview.js';
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

/**
 * Where a ball would fly, until it meets something: the engine makes the steps in a copy of the world, so it flies there to the bit.
 * @param {import('./game.js').Game} game @param {number} angle @param {number} strength @param {number} steps at most
 * @returns {{ points: Float32Array, count: number }} x, y and angle after each step
 */
export function pathOf(game, angle, strength, steps) {
    const ball = game.bodyAt(game.state.next);
    if (!ball) return { points: new Float32Array(0), count: 0 };
    let met = steps;
    const [{ points, count }] = preview(game.world, { bodies: [ball], steps, before(step) {
        if (step === 0) launch(ball, angle, strength);
        else if (met === steps && ball.contactPoints().length > 0) met = step - 1;
    } });
    return { points, count: Math.min(met, count) };
}
