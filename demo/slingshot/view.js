// The camera: what of the world is in the picture. It shows sling and castle while the player aims, goes with the ball, and comes
// close to the castle while that falls, as a spring that is damped critically, so that it never leaps. Called by main.js.
import { middleArea } from '../shared/clear.js';
import { FIELD } from './level.js';
import { GRAVITY } from './materials.js';

const STIFF = 3.4; // 1/s
const LEFT = -2.9; // metres: the ball when it is pulled back
const LOW = 5.4; // metres of height that are always seen
const HIGH = 17; // and at most
const WIDE = 7; // metres behind the castle that are seen at most

const still = matchMedia('(prefers-reduced-motion: reduce)');

/** @typedef {{ minX: number, minY: number, maxX: number, maxY: number }} Box @typedef {import('./game.js').Game} Game */

/** What a level takes up. @param {import('./level.js').Level} level @returns {Box} */
export function castleBox({ items }) {
    const box = { minX: 7, minY: 0, maxX: 11, maxY: 3 };
    for (const [, x, y, width, height, , more = 1] of items) {
        const half = Math.max(width, height) / 2;
        box.minX = Math.min(box.minX, x - half);
        box.maxX = Math.max(box.maxX, x + Math.max(width / 2, Math.min(half, 2)));
        box.maxY = Math.max(box.maxY, y + Math.min(half, height / 2 + 0.3) + (more > 1 ? more : 0));
    }
    return box;
}

/** A box of the shape of the picture's place, with the ground near its bottom. @param {number} left @param {number} right @param {number} top @param {number} aspect @param {number} [low] metres under the ground that are seen at least @returns {Box} */
function framed(left, right, top, aspect, low = 0.7) {
    const [width, height] = [right - left, top + low];
    if (width / height < aspect) {
        const more = height * aspect - width;
        return { minX: left - 0.4 * more, maxX: right + 0.6 * more, minY: -low, maxY: top };
    }
    const more = width / aspect - height;
    return { minX: left, maxX: right, minY: -low - 0.27 * more, maxY: top + 0.73 * more };
}

export class View {
    /** @type {Box} */ box = { minX: 0, minY: 0, maxX: 1, maxY: 1 };
    /** Whether the level is edited: the buttons lie over the ground then. */ edits = false;
    #speed = { minX: 0, minY: 0, maxX: 0, maxY: 0 };
    #shown = '';

    /** @param {Game} game @param {boolean} aims whether the player aims now @param {number} aspect @returns {Box} */
    #goal(game, aims, aspect) {
        const castle = castleBox(game.level);
        const top = Math.max(LOW, castle.maxY + 1.1);
        if (this.edits) return framed(0, FIELD.maxX, Math.max(7, top), aspect, 2.6);
        const whole = framed(LEFT, castle.maxX + 0.9, top, aspect);
        const { state, world } = game;
        const since = world.stepCount - state.shotAt;
        const shows = state.shotAt >= 0
            && (state.end > 0 || since < 100 || (state.rest < 12 && since < 420));
        if (aims || !shows || still.matches) return whole;
        const ball = game.bodyAt(state.ball);
        const x = ball?.x ?? castle.minX;
        // How high it will rise is seen before it is there.
        const y = ball ? ball.y + Math.max(0, ball.vy) ** 2 / (2 * GRAVITY) : 0;
        const left = Math.max(LEFT, Math.min(castle.minX - 1.2, x - 4));
        const right = Math.max(castle.maxX + 2, Math.min(castle.maxX + WIDE, x + 1.5));
        return framed(left, right, Math.min(HIGH, Math.max(top, y + 1.6)), aspect);
    }

    /** Once a frame. @param {Game} game @param {boolean} aims @param {number} seconds */
    update(game, aims, seconds) {
        const area = middleArea();
        const aspect = Math.max(0.2,
            (area.right - area.left) / Math.max(1, area.bottom - area.top));
        const goal = this.#goal(game, aims, aspect);
        const now = `${innerWidth} ${innerHeight} ${
            aspect.toFixed(3)
        } ${game.level.name} ${this.edits}`;
        const cut = now !== this.#shown;
        this.#shown = now;
        for (const side of /** @type {const} */ (['minX', 'minY', 'maxX', 'maxY'])) {
            if (cut) {
                this.box[side] = goal[side];
                this.#speed[side] = 0;
                continue;
            }
            for (let left = seconds; left > 0; left -= 1 / 120) {
                const dt = Math.min(left, 1 / 120);
                this.#speed[side] += (STIFF * STIFF * (goal[side] - this.box[side])
                    - 2 * STIFF * this.#speed[side]) * dt;
                this.box[side] += this.#speed[side] * dt;
            }
        }
    }
}
