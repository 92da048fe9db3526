// A run: a stage, and a list of hostile calls on it, each made by a seed of its own, so that a list shortened by some
// calls is a run too.
import { inspect } from 'node:util';
import { makeCall, perform } from './hostile-calls.mjs';
import { Find, isMine, judgeError, judgeState, judgeSteps, noteState } from './hostile-judge.mjs';
import { randomFrom } from './hostile-random.mjs';
import { endStage, makeStage } from './hostile-stage.mjs';

/** @import { Call } from './hostile-calls.mjs' */

/** Calls of a run. */
export const CALLS = 60;
/** A plain step of all worlds after so many calls. */
export const STEP_EVERY = 6;
/** A refused call is compared where the place of the call in its run is a multiple of this. */
export const COMPARE_EVERY = 3;

/**
 * @typedef {object} Outcome
 * @property {number} calls with those inside others
 * @property {number} refused
 * @property {Find | undefined} find
 */

/** The seeds of the calls of a run. @param {number} seed */
export function seedsOf(seed) {
    const random = randomFrom(seed);
    return Array.from({ length: CALLS }, random.bits);
}

/**
 * Makes a run.
 * @param {readonly { place: number, seed: number }[]} list calls with their places in the whole run
 * @param {(text: () => string) => void} [tell] is given each call
 * @returns {Outcome}
 */
export function run(list, tell = () => {}) {
    const stage = makeStage();
    /** @type {Outcome} */
    const outcome = { calls: 0, refused: 0, find: undefined };
    /** @param {Call} call @param {unknown} error */
    const judge = (call, error) => {
        ++outcome.calls;
        if (error !== undefined && !isMine(error)) ++outcome.refused;
        // What a call inside another one threw is kept: the outer one may swallow it.
        if (error instanceof Find) outcome.find ??= error;
        try {
            judgeError(stage, call, error);
        } catch (find) {
            outcome.find ??= /** @type {Find} */ (find);
        }
    };
    try {
        for (const { place, seed } of list) {
            const before = place % COMPARE_EVERY === 0 ? noteState(stage) : undefined;
            const call = makeCall(stage, seed, judge);
            tell(() => `${place}: ${textOf(call)}`);
            const error = perform(stage, call);
            if (error !== undefined)
                tell(() =>
                    `    ${/** @type {any} */ (error)?.name}: ${
                        /** @type {any} */ (error)?.message
                    }`
                );
            judge(call, error);
            if (before !== undefined && !outcome.find) judgeState(stage, call, error, before);
            if (place % STEP_EVERY === 0 && !outcome.find) judgeSteps(stage, judge);
            if (outcome.find) return outcome;
        }
        judgeSteps(stage, judge);
        endStage(stage);
    } catch (error) {
        outcome.find ??= error instanceof Find
            ? error
            : new Find(`outside of the calls: ${/** @type {any} */ (error)?.message}`,
                String(/** @type {any} */ (error)?.stack));
    }
    return outcome;
}

/** A call as one line, without running the code of its arguments. @param {Call} call */
export function textOf({ member, args }) {
    return `${member.kind} ${member.name} ${
        inspect(args, { depth: 4, showProxy: true, breakLength: Infinity, maxArrayLength: 8 })
            .slice(0, 600)
    }`;
}
