// Plays the pinball page's game by its bot, without a browser, and watches every ball: one that leaves the table has tunnelled, one that
// stays in a place for ten seconds is stuck, unless a flipper is raised under it, the plunger has it or the saucer.
import { Bot } from '../../demo/pinball/bot.js';
import { PLAYS } from '../../demo/pinball/balls.js';
import { Game } from '../../demo/pinball/game.js';
import { STEP } from '../../demo/pinball/parts.js';
import './helpers.mjs';

const PLACE = 0.05; // metres that are the same place
const STUCK = 10 / STEP;
const EVERY = 16; // steps from one look to the next
const FIELD = { left: -2.5, right: 2.98, low: -0.2, high: 9.64 };
const REACH = 1.3; // metres around a flipper's middle

/** @typedef {{ what: string, seed: number, step: number, x: number, y: number }} Fault */

/** Looks at the balls of a game now and then. @param {Game} game @param {(what: string, i: number) => void} found */
function makeWatch(game, found) {
    const places = game.state.balls.map(() => ({ x: 0, y: 0, since: 0 }));
    return () => {
        const { stepCount } = game.world;
        if (stepCount % EVERY !== 0) return;
        game.state.balls.forEach(({ mode }, i) => {
            const { x, y } = game.balls.body(i);
            const place = places[i];
            const inside = x > FIELD.left && x < FIELD.right && y > FIELD.low && y < FIELD.high;
            const held = [-1.12, 1.12].some((at, k) =>
                (game.state.held & (k + 1)) !== 0 && Math.hypot(x - at, y - 1.5) < REACH
            );
            if (mode !== PLAYS || held || Math.hypot(x - place.x, y - place.y) > PLACE)
                Object.assign(place, { x, y, since: stepCount });
            if (mode === PLAYS && !inside) found('tunnelled', i);
            else if (stepCount - place.since > STUCK) found('stuck', i);
        });
    };
}

/**
 * Games one after the other, of seeds one after the other.
 * @param {{ seed: number, seconds: number, skill?: number }} how seconds of play in all
 * @returns {{ faults: Fault[], counts: Record<string, number>, balls: number[], scores: number[], most: number }} how often what was told;
 *     the seconds of each ball, from when it came until it was lost; the scores of the games; how many balls were in play at most
 */
export function playGames({ seed: first, seconds, skill }) {
    /** @type {ReturnType<typeof playGames>} */
    const all = { faults: [], counts: {}, balls: [], scores: [], most: 0 };
    let left = Math.round(seconds / STEP);
    for (let seed = first; left > 0; ++seed) {
        const game = new Game({ seed });
        const bot = new Bot(seed, { skill, nudges: seed % 2 === 0 });
        let shot = 0;
        game.tell = ({ what }) => {
            all.counts[what] = (all.counts[what] ?? 0) + 1;
            if (what === 'serve' && game.state.rules.saves) shot = game.world.stepCount;
            if (what === 'drain') all.balls.push((game.world.stepCount - shot) * STEP);
        };
        const watch = makeWatch(game, (what, i) => {
            const { x, y } = game.balls.body(i);
            all.faults.push({ what, seed, step: game.world.stepCount, x, y });
            game.balls.take(i, 0, 0);
            game.rules.lost(x, y);
        });
        for (; left > 0 && !game.state.rules.over; --left) {
            game.step(bot.read(game));
            game.world.advance(STEP);
            watch();
            if (left % EVERY === 0) all.most = Math.max(all.most, game.balls.count(PLAYS));
        }
        all.scores.push(game.state.rules.score);
        game.world.destroy();
    }
    return all;
}
