// What hits are worth, and what comes next: three lanterns light the lighthouse, two balls brought to it make a storm of three balls, in
// which each ramp is a jackpot. Balls, ball save, the end of a game. Called by game.js.
import { CAUGHT, LOCKED, PLAYS, WAITS } from './balls.js';
import { STEP } from './parts.js';
import { BUMPERS, SAUCER, SPINNER, TARGETS } from './table.js';

/** @typedef {import('./game.js').Game} Game @typedef {{ x: number, y: number }} Place */

export const BALLS = 3;
export const LOCKS = 2;
const second = 1 / STEP;
const SAVED = 12 * second; // for which a lost ball comes back
const SAVED_STORM = 15 * second;
const DARK = 0.8 * second; // from a lost ball to the next
const RAISED = 1.5 * second; // from the last lantern to the next three
const FIRST_JACKPOT = 10_000;
const JACKPOT_GROWS = 2_500;
const MAX_TIMES = 5;
/** Points. */
const WORTH = { bumper: 100, sling: 20, target: 500, bank: 3_000, lane: 250, lanes: 2_000, low: 100,
    spinner: 50, ramp: 2_500, saucer: 1_000, lock: 5_000, storm: 10_000 };
const LEFT = 1; // of the flippers' bits

export class Rules {
    /** What the rules count. `save`, `dark` and `raise` are steps that are left; `top` are the lanes at the top. */
    static begin() {
        return { score: 0, ball: 1, over: false, times: 1, top: [0, 0, 0], lit: false, locked: 0,
            storm: false, jackpot: FIRST_JACKPOT, jackpots: 0, jackpotsAll: 0, save: 0, saves: true,
            dark: 0, raise: 0 };
    }

    /** @param {Game} game */
    constructor(game) {
        this.game = game;
    }

    get state() {
        return this.game.state.rules;
    }

    /** @param {string} what @param {number} points @param {Place} place @param {number} [which] */
    #score(what, points, { x, y }, which = 0) {
        const won = points * this.state.times;
        if (!this.game.state.tilted) this.state.score += won;
        this.game.say(what, x, y, won, which);
    }

    // --------------------------------------------------------------------------------------------- hits

    /** @param {number} which @param {Place} place */
    bumper(which, place) {
        this.#score('bumper', WORTH.bumper, place, which);
    }

    /** @param {number} which @param {Place} place */
    sling(which, place) {
        this.#score('sling', WORTH.sling, place, which);
    }

    spinner() {
        this.#score('spinner', WORTH.spinner, { x: SPINNER[0], y: SPINNER[1] });
    }

    /** A lantern is hit; the third one lights the lighthouse. @param {number} which @param {Place} place */
    target(which, place) {
        this.#score('target', WORTH.target, place, which);
        if (this.lanterns < TARGETS.length) return;
        const { state } = this;
        state.raise = RAISED;
        this.#score('bank', WORTH.bank, place);
        if (state.storm) state.jackpot += JACKPOT_GROWS;
        else state.lit = true;
    }

    /** How many lanterns are lit. */
    get lanterns() {
        const { slots, world } = this.game;
        return slots.targets.filter((slot) => !world.bodyAt(slot)?.enabled).length;
    }

    /** @param {number} which from 0 those at the top, behind them those below @param {Place} place */
    lane(which, place) {
        const { state } = this;
        if (which >= state.top.length) {
            this.#score('low', WORTH.low, place, which - state.top.length);
            return;
        }
        this.#score('lane', WORTH.lane, place, which);
        state.top[which] = 1;
        if (state.top.includes(0)) return;
        state.top.fill(0);
        this.#score('lanes', WORTH.lanes, place);
        state.times = Math.min(MAX_TIMES, state.times + 1);
    }

    /** A flipper is pressed: the lit lanes at the top move along. @param {number} pressed */
    flip(pressed) {
        const { top } = this.state;
        if (pressed & LEFT) top.push(/** @type {number} */ (top.shift()));
        else top.unshift(/** @type {number} */ (top.pop()));
        this.game.say('flip', pressed & LEFT ? -1.1 : 1.1, 1.4, 1);
    }

    /** A ball has gone along a ramp. @param {number} which @param {Place} place */
    ramp(which, place) {
        const { state } = this;
        if (state.storm) {
            state.jackpots++;
            state.jackpotsAll++;
            this.#score('jackpot', state.jackpot, place, which);
            state.jackpot += JACKPOT_GROWS;
        } else {
            this.#score('ramp', WORTH.ramp, place, which);
            state.jackpot += JACKPOT_GROWS / 5;
        }
    }

    /** A ball lies in the saucer, the harbour. @param {number} i its number */
    caught(i) {
        const { game, state } = this;
        if (state.storm || !state.lit) {
            this.#score('saucer', WORTH.saucer, SAUCER);
            return;
        }
        state.locked++;
        state.lit = false;
        this.#score('lock', WORTH.lock, SAUCER, state.locked);
        game.balls.take(i, LOCKED, 0);
        if (state.locked === LOCKS) this.#beginStorm();
        else {
            state.save = 0;
            game.balls.serve(false);
        }
    }

    #beginStorm() {
        const { game, state } = this;
        state.storm = true;
        state.locked = 0;
        state.jackpots = 0;
        state.save = SAVED_STORM;
        this.#score('storm', WORTH.storm, SAUCER);
        game.balls.unlock(1.2);
        game.balls.serve(true);
    }

    // --------------------------------------------------------------------------------------------- balls

    /** A ball has left the plunger's lane. @param {boolean} auto whether the machine shot it */
    launched(auto) {
        const { state } = this;
        if (!auto && state.saves) {
            state.save = SAVED;
            state.saves = false;
        }
        this.game.say('launched', 2, 9, 1);
    }

    /** A ball is lost. @param {number} x @param {number} y */
    lost(x, y) {
        const { game, state } = this;
        if (state.save > 0 && !game.state.tilted) {
            game.say('saved', x, y, 1);
            game.balls.serve(true);
            return;
        }
        const left = game.balls.count(WAITS, PLAYS, CAUGHT);
        game.say(left > 0 ? 'drop' : 'drain', x, y, left);
        if (left === 0) state.dark = DARK;
        if (left > 1 || !state.storm) return;
        state.storm = false;
        state.jackpot = FIRST_JACKPOT;
        game.say('calm', 0, 5, state.jackpots);
    }

    /** Once a step. */
    step() {
        const { game, state } = this;
        if (state.save > 0 && game.balls.count(PLAYS) > 0) state.save--;
        if (state.raise > 0 && --state.raise === 0) {
            if (game.raiseTargets()) game.say('raise', 0, TARGETS[0][1], 1);
            else state.raise = 10;
        }
        if (state.dark > 0 && --state.dark === 0) this.#next();
    }

    /** The next ball, or the end. */
    #next() {
        const { game, state } = this;
        Object.assign(game.state, { tilted: false, heat: 0 });
        Object.assign(state, { save: 0, saves: true, times: 1 });
        if (state.ball === BALLS) {
            state.over = true;
            game.say('end', 0, 5, state.score);
            return;
        }
        state.ball++;
        game.balls.serve(false);
        game.say('next', BUMPERS[0][0], BUMPERS[0][1], state.ball);
    }

    // --------------------------------------------------------------------------------------------- words

    /** What to do next, in a line. */
    get line() {
        const { game, state } = this;
        const balls = game.balls.count(PLAYS, CAUGHT);
        if (state.over) return 'The night is over';
        if (game.state.tilted) return 'Tilt! The flippers rest until this ball is lost';
        if (game.balls.ready && !state.storm)
            return state.locked
                ? 'Ball held at the lighthouse. Shoot the next one'
                : 'Hold to pull the plunger, let go to shoot';
        if (state.storm)
            return `${balls} balls! Each ramp is a jackpot of ${
                (state.jackpot * state.times).toLocaleString('en')
            }`;
        if (state.lit)
            return state.locked
                ? 'Once more up the right ramp: three balls!'
                : 'The lighthouse is lit: shoot the right ramp';
        const left = TARGETS.length - this.lanterns;
        return left === TARGETS.length
            ? 'Hit the three lanterns in the middle'
            : left === 0
            ? 'All lanterns are lit'
            : left === 1
            ? 'One more lantern lights the lighthouse'
            : 'Two more lanterns light the lighthouse';
    }
}
