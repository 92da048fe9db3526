// A player without eyes: it flips when a ball comes near a flipper, now and then at random, and sometimes holds a ball first. Deterministic
// by its seed. Called by tests in Node and by the moving picture of the gallery.
import { nextRandom } from '../pachinko/random.js';
import { PLAYS } from './balls.js';
import { LEFT, NUDGE_LEFT, NUDGE_RIGHT, PULL, RIGHT } from './game.js';
import { STEP } from './parts.js';
import { FLIPPER } from './table.js';

export class Bot {
    #held = [0, 0];
    #rest = [0, 0];
    #pull = 0;
    #nudge = 0;

    /** @param {number} seed @param {{ skill?: number, nudges?: boolean }} [how] skill: 0 flips late or early, 1 aims */
    constructor(seed, { skill = 0.6, nudges = false } = {}) {
        this.chance = { seed };
        this.skill = skill;
        this.nudges = nudges;
    }

    #random() {
        return nextRandom(this.chance);
    }

    /** So many steps by chance. @param {number} from @param {number} to seconds */
    #steps(from, to) {
        return Math.round((from + (to - from) * this.#random()) / STEP);
    }

    /** The inputs of the next step. @param {import('./game.js').Game} game @returns {number[]} */
    read(game) {
        let input = 0;
        if (game.balls.ready || this.#pull > 0) {
            if (this.#pull === 0) this.#pull = this.#steps(0.2, 1.1);
            if (--this.#pull > 0) input |= PULL;
        }
        [LEFT, RIGHT].forEach((bit, i) => {
            if (this.#held[i] > 0) {
                this.#held[i]--;
                input |= bit;
                if (this.#held[i] === 0) this.#rest[i] = this.#steps(0.05, 0.15);
            } else if (this.#rest[i] > 0) this.#rest[i]--;
            else if (this.#wants(game, i === 0 ? 1 : -1)) {
                const holds = this.#random() < 0.12;
                this.#held[i] = holds ? this.#steps(1, 2.6) : this.#steps(0.08, 0.17);
                input |= bit;
            }
        });
        if (this.nudges && this.#nudge-- <= 0) {
            this.#nudge = this.#steps(1.6, 18);
            input |= this.#random() < 0.5 ? NUDGE_LEFT : NUDGE_RIGHT;
        }
        return [input];
    }

    /** Whether a ball is where the flipper of a side reaches it. @param {import('./game.js').Game} game @param {number} side */
    #wants(game, side) {
        if (this.#random() < 0.1 * STEP) return true;
        return game.state.balls.some(({ mode }, i) => {
            if (mode !== PLAYS) return false;
            const { x, y, vx, vy } = game.balls.body(i);
            const ahead = 0.03;
            const [px, py] = [side * (x + vx * ahead), y + vy * ahead];
            const reach = FLIPPER.x + FLIPPER.length;
            if (px < FLIPPER.x + 0.15 || px > reach + 0.12) return false;
            const surface = FLIPPER.y + (px - FLIPPER.x) * Math.tan(FLIPPER.rest);
            const near = py - surface;
            const late = px > FLIPPER.x + 0.35 + 0.4 * this.#random();
            return near > -0.1 && near < 0.42 && (late || this.#random() > this.skill);
        });
    }
}
