// One machine of the game: an arena, the session that plays it with others, and what its view shows of both.
// A correction moves a ball at once; the view lets it slide there, by an offset that fades.
import { Rollback } from '../../js/rollback.js';
import { createArena } from './game.js';

const FADE = 0.86; // of the offset, each frame
const FAR = 3; // m: a body that came back, no correction
const EFFECT_FRAMES = 40;
const TRAIL = 18; // frames
export const SAMPLES = 150; // frames of the graph

/** @typedef {{ kind: 'fall' | 'hit' | 'dash', x: number, y: number, player: number, age: number }} Effect */

export class Machine {
    arena = createArena();
    /** @type {Effect[]} */
    effects = [];
    /** Drawn minus true position of each ball. */
    offsets = [[0, 0], [0, 0]];
    /** Where each ball was drawn in the last frames, the newest first. @type {[number, number][][]} */
    trails = [[], []];
    /** Frames played again and guessed, by frame; -1 where none was played. */
    depths = new Int8Array(SAMPLES);
    guesses = new Int8Array(SAMPLES);
    next = 0;
    smooth = true;
    /** Frame of a push that the other machine knows nothing of; -1 for none. */
    #cheat = -1;

    /**
     * @param {number} player
     * @param {(message: unknown[]) => void} send
     * @param {{ session?: string | number, inputDelay: number, maxPrediction?: number }} options
     */
    constructor(player, send, options) {
        const { arena } = this;
        this.player = player;
        this.rollback = new Rollback(arena.world, {
            ...options,
            local: player,
            send,
            step: (inputs, frame) => {
                if (frame === this.#cheat) this.#push();
                arena.step(inputs, frame);
            },
            save: () => arena.state,
            load: (state) => {
                arena.state = state;
            },
            hashEvery: 10,
        });
        arena.show = (kind, key, x, y, of) => {
            if (this.rollback.isFirst(key, 8))
                this.effects.push({ kind, x, y, player: of, age: 0 });
        };
    }

    /** Pushes the ball of this machine in the next frame, here alone. */
    cheat() {
        this.#cheat = this.rollback.frame;
    }

    #push() {
        const ball = this.ball(this.player);
        ball?.setVelocity(ball.vx, ball.vy + 6);
    }

    /** Where a ball is, and how fast; null while it is away. @param {number} i */
    ball(i) {
        const { slot } = this.arena.state.balls[i];
        return slot < 0 ? null : this.arena.world.bodyAt(slot) ?? null;
    }

    /** Plays a frame. @param {number} input */
    advance(input) {
        const { rollback } = this;
        const before = [0, 1].map((i) => {
            const ball = this.ball(i);
            return ball ? [ball.x + ball.vx / 60, ball.y + ball.vy / 60] : null;
        });
        rollback.addLocalInput(input);
        const played = rollback.advance();
        const { depth, predicted } = rollback.stats;
        before.forEach((at, i) => this.#follow(i, depth > 0 ? at : null));
        this.depths[this.next] = played ? depth : -1;
        this.guesses[this.next] = predicted;
        this.next = (this.next + 1) % SAMPLES;
        for (const effect of this.effects) ++effect.age;
        this.effects = this.effects.filter(({ age }) => age < EFFECT_FRAMES);
        return played;
    }

    /** @param {number} i a ball @param {number[] | null} expected where it would be without a correction */
    #follow(i, expected) {
        const offset = this.offsets[i];
        const ball = this.ball(i);
        if (!ball || !this.smooth) {
            offset[0] = offset[1] = 0;
            if (!ball) this.trails[i].length = 0;
        } else if (expected) {
            offset[0] += expected[0] - ball.x;
            offset[1] += expected[1] - ball.y;
            if (Math.hypot(offset[0], offset[1]) > FAR) offset[0] = offset[1] = 0;
        }
        offset[0] *= FADE;
        offset[1] *= FADE;
        if (!ball) return;
        const trail = this.trails[i];
        trail.unshift([ball.x + offset[0], ball.y + offset[1]]);
        if (trail.length > TRAIL) trail.pop();
    }

    destroy() {
        this.arena.world.destroy();
    }
}
