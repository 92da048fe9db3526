// The soak: plays simulated minutes and checks after each. `npm run soak` calls it for an hour, with the engine that
// has the validator; tests/js/soak.test.mjs for a minute.
import { makeRandom } from '../js/histories.mjs';
import { Churn } from './churn.mjs';
import { Find } from './find.mjs';
import { MINUTE, Play } from './play.mjs';
import { checkCounts, checkDead, checkSizes, checkState, measure } from './watch.mjs';

/** @import { Sizes } from './watch.mjs' */

/** Objects that follow each other in the world beside it, for each step. */
const CHURN = 3;

/**
 * @typedef {object} Report
 * @property {number} minutes simulated
 * @property {number} steps
 * @property {number} made bodies, colliders and joints, of both worlds
 * @property {number} ended
 * @property {number} tried how often something dead was tried
 * @property {number} churnSlots that the world beside it has used
 * @property {Sizes} start sizes after the warm-up
 * @property {Sizes} end
 * @property {Play['counts']} counts
 */

/**
 * Plays so many simulated minutes.
 * @param {number} minutes
 * @param {number} seed
 * @param {(minute: number, sizes: Sizes, play: Play) => void} [tell] called after each
 * @returns {Report}
 * @throws {Find}
 */
export function soak(minutes, seed, tell) {
    const random = makeRandom(seed);
    const play = new Play(random);
    const churn = new Churn(random);
    const warmUp = Math.max(1, Math.ceil(minutes / 10));
    let tried = 0;
    /** @type {Sizes | undefined} */
    let start;
    let end = measure(play.world);
    for (let minute = 1; minute <= minutes; ++minute) {
        for (let i = 0; i < MINUTE; ++i) {
            play.tick();
            for (let round = 0; round < CHURN; ++round) churn.round();
            if (i % 60 === 0) checkCounts(play.world, play.model);
        }
        checkCounts(play.world, play.model);
        tried += checkDead(play.world, play.model, play.step);
        tried += checkDead(churn.world, churn.model, CHURN * play.step + 99);
        checkState(play.world);
        checkState(churn.world);
        churn.check();
        end = measure(play.world);
        if (minute >= warmUp) {
            start ??= end;
            checkSizes(start, end);
        }
        tell?.(minute, end, play);
    }
    const { counts, model } = play;
    if (counts.asleep === 0 || counts.woke === 0 || counts.restores === 0)
        throw new Find('nothing slept, woke or was restored: the soak tests too little');
    const churnSlots = churn.check();
    play.world.destroy();
    churn.world.destroy();
    return { minutes, steps: minutes * MINUTE, made: model.made + churn.model.made,
        ended: model.ended + churn.model.ended, tried, churnSlots,
        start: /** @type {Sizes} */ (start), end, counts };
}
