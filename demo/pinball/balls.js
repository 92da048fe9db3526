// The three balls: where each is, how they come into the plunger's lane, are shot, lie in the saucer, and are lost. Called by game.js.
import { STEP } from './parts.js';
import { BALL, DRAIN, LANE, RAIL, SAUCER } from './table.js';

/** @typedef {import('../../js/index.js').Body<any>} Body @typedef {import('./game.js').Game} Game */
/**
 * What a ball is doing: `since` counts steps, `auto` is whether the machine shoots it.
 * @typedef {{ mode: number, since: number, auto: boolean }} Ball
 */

/** What a ball is at: not in the game, in the plunger's lane, in play, in the saucer, locked. */
export const IDLE = 0, WAITS = 1, PLAYS = 2, CAUGHT = 3, LOCKED = 4;

const second = 1 / STEP;
const [SLOWEST, HARDEST] = [7, 18.5]; // m/s, of a shot
const AUTO = 0.86; // of the plunger's pull, for a ball that the machine shoots itself
const CATCHES = 0.13; // metres from the middle of the saucer
const CATCHES_HIGH = 0.3; // of a ball that comes from the ramp
const CATCH_SPEED = 9; // m/s: a faster one passes over it
const LIES = 0.8 * second; // for which the saucer has a ball
const FREE = 0.4 * second; // for which it lets alone what it has thrown out
const EJECT = [4.6, 2.6]; // m/s
const CLIMB = 1.7; // of gravity, on a ramp

/** Puts a ball onto a ramp, or back down to the field: another layer. @param {Body} ball @param {boolean} high */
export function raise(ball, high) {
    ball.colliders[0].layer = high ? 'high' : 'ball';
    ball.gravityScale = high ? CLIMB : 1;
}

/** How far a ball is from the saucer's middle. @param {Body} ball */
const toSaucer = ({ x, y }) => Math.hypot(x - SAUCER.x, y - SAUCER.y);

export class Balls {
    /** @param {Game} game @param {number[]} slots */
    constructor(game, slots) {
        this.game = game;
        this.slots = slots;
    }

    /** None is in the game. @param {number[]} slots @returns {Ball[]} */
    static begin(slots) {
        return slots.map(() => ({ mode: IDLE, since: 0, auto: false }));
    }

    get state() {
        return this.game.state.balls;
    }

    /** @param {number} i */
    body(i) {
        return /** @type {Body} */ (this.game.world.bodyAt(this.slots[i]));
    }

    /** How many balls are in these modes. @param {number[]} modes */
    count(...modes) {
        return this.state.filter(({ mode }) => modes.includes(mode)).length;
    }

    /** Has a ball come into the plunger's lane. @param {boolean} auto whether the machine shoots it */
    serve(auto) {
        const ball = this.state.find(({ mode }) => mode === IDLE);
        if (ball) Object.assign(ball, { mode: WAITS, since: -1, auto });
    }

    /** Whether a ball waits for the player to shoot it. */
    get ready() {
        return this.state.some(({ mode, auto }, i) => mode === WAITS && !auto && this.#isSeated(i));
    }

    /** Lets the plunger go. @param {number} power 0 to 1 */
    shootAll(power) {
        this.state.forEach(({ mode }, i) => {
            if (mode === WAITS && this.#isSeated(i)) this.#shoot(i, power);
        });
    }

    /** @param {number} i */
    #isSeated(i) {
        const { enabled, y, vy } = this.body(i);
        return enabled && y < LANE.seat + RAIL + BALL + 0.05 && Math.abs(vy) < 0.6;
    }

    /** @param {number} i @param {number} power 0 to 1 */
    #shoot(i, power) {
        const ball = this.body(i);
        ball.setVelocity(0, SLOWEST + (HARDEST - SLOWEST) * power);
        this.game.say('shot', ball.x, ball.y, power);
    }

    /** Before each step of the world. */
    step() {
        this.state.forEach((state, i) => {
            const ball = this.body(i);
            state.since++;
            if (state.mode === WAITS) this.#wait(state, i, ball);
            else if (state.mode === PLAYS) {
                if (ball.y < DRAIN) {
                    const { x, y } = ball;
                    this.take(i, IDLE, 0);
                    this.game.rules.lost(x, y);
                } else this.#watchSaucer(state, i, ball);
            } else if (state.mode === CAUGHT && state.since >= 0) this.#eject(state, ball);
        });
    }

    /** A ball in the lane, or on its way there. @param {Ball} state @param {number} i @param {Body} ball */
    #wait(state, i, ball) {
        const { game } = this;
        if (!ball.enabled) {
            const y = LANE.seat + RAIL + BALL + 0.01;
            const taken = this.state.some((_, k) => {
                const other = this.body(k);
                return k !== i && other.enabled && other.x > LANE.inner && other.y < y + 3;
            });
            if (taken) return;
            this.#place(ball, LANE.x, y);
            state.since = 0;
            game.state.served = game.world.stepCount;
            game.say('serve', LANE.x, y, 1);
        } else if (ball.x < LANE.inner - 0.1) {
            state.mode = PLAYS;
            game.rules.launched(state.auto);
        } else if (state.auto && state.since > 0.5 * second && this.#isSeated(i))
            this.#shoot(i, AUTO + 0.1 * game.random());
    }

    /** @param {Body} ball @param {number} x @param {number} y */
    #place(ball, x, y) {
        ball.enabled = true;
        ball.setTransform(x, y, 0);
        ball.setVelocity(0, 0);
        ball.angularVelocity = 0;
        raise(ball, false);
    }

    /** Takes a ball out of the world. @param {number} i @param {number} mode @param {number} since */
    take(i, mode, since) {
        const ball = this.body(i);
        ball.setVelocity(0, 0);
        ball.enabled = false;
        raise(ball, false);
        Object.assign(this.state[i], { mode, since, auto: false });
    }

    /** Lets the balls that are locked out of the saucer, one after the other. @param {number} apart seconds */
    unlock(apart) {
        this.state.filter(({ mode }) => mode === LOCKED).forEach((ball, i) => {
            Object.assign(ball, { mode: CAUGHT, since: -apart * (i + 1) * second });
        });
    }

    /** @param {Ball} state @param {number} i @param {Body} ball */
    #watchSaucer(state, i, ball) {
        const { rules } = this.game;
        const high = ball.colliders[0].layer === 'high';
        if (state.since < 0 || toSaucer(ball) > (high ? CATCHES_HIGH : CATCHES)) return;
        if (!high && Math.hypot(ball.vx, ball.vy) > CATCH_SPEED) return;
        if (high) rules.ramp(1, ball);
        if (this.count(CAUGHT) > 0) { // another one lies in it
            raise(ball, false);
            this.#throwOut(state, ball);
            return;
        }
        this.take(i, CAUGHT, -LIES);
        rules.caught(i);
    }

    /** @param {Ball} state @param {Body} ball */
    #eject(state, ball) {
        const near = this.state.some(({ mode }, k) =>
            mode === PLAYS && toSaucer(this.body(k)) < 0.6
        );
        if (near) return;
        this.#place(ball, SAUCER.x, SAUCER.y);
        state.mode = PLAYS;
        this.#throwOut(state, ball);
    }

    /** @param {Ball} state @param {Body} ball */
    #throwOut(state, ball) {
        const { game } = this;
        state.since = -FREE;
        ball.setVelocity(EJECT[0] + 0.6 * game.random(), EJECT[1]);
        game.say('eject', SAUCER.x, SAUCER.y, 1);
    }
}
