// The path of a shot, as the engine has it. Loaded by tools.js, called by paint.js.
import { preview } from '../../js/preview.js';
import { launch } from './shot.js';

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
        else if (met === steps && ball.contactPoints().length > 0) {
            met = step - 1;
            ball.enabled = false; // nobody asks what happens then: let the castle sleep
        }
    } });
    return { points, count: Math.min(met, count) };
}
