// Bounces: a ball dropped on a floor rebounds to e² of the height it came from, again and again. The apex is that of
// the parabola through the three highest samples, so that no engine suffers from when it is looked at.

/** @import { Engine } from '../engines/adapter.mjs' */
/** @import { Question, Theme } from './question.mjs' */
import { G, buildSlab, setUp, stepsFor } from './lab.mjs';

const RADIUS = 0.25;

/** A bounce lower than this lasts less than four steps, too short to be seen. Metres. */
const LOWEST_SEEN = 0.006;

/** @param {number} e @param {number} drop metres @returns {number} how many of three bounces can be seen */
function bouncesSeen(e, drop) {
    let seen = 0;
    while (seen < 3 && drop * e ** (2 * (seen + 1)) >= LOWEST_SEEN) ++seen;
    return seen;
}

/**
 * Heights of the first bounces, divided by the exact ones.
 * @param {Engine} engine
 * @param {number} e
 * @param {number} drop metres
 * @param {number} count
 */
function rebounds(engine, e, drop, count) {
    const lab = setUp(engine, [0, -G], (b) => {
        buildSlab(b, 40, { friction: 0, restitution: e });
        const ball = b.body({ type: 'dynamic', x: 0, y: RADIUS + drop });
        b.circle(ball, { radius: RADIUS, friction: 0, restitution: e });
        return ball;
    });
    const fall = Math.sqrt((2 * drop) / G);
    let seconds = fall;
    for (let k = 1; k <= count; ++k) seconds += 2 * fall * e ** k;
    const heights = [drop];
    lab.run(stepsFor(1.15 * seconds + 0.2), () => heights.push(lab.y(lab.made) - RADIUS));
    lab.destroy();
    /** @type {number[]} */
    const apexes = [];
    for (let i = 1; i + 1 < heights.length; ++i) {
        const [before, top, after] = heights.slice(i - 1, i + 2);
        if (!(top > before && top >= after)) continue;
        apexes.push(top + (after - before) ** 2 / (8 * (2 * top - before - after)));
    }
    return Array.from({ length: count }, (_, k) => (apexes[k] ?? 0) / (drop * e ** (2 * (k + 1))));
}

/** @type {Question[]} */
const drops = [1, 0.8, 0.5, 0.1].flatMap((e) =>
    [0.1, 1, 5, 50]
        .filter((drop) => bouncesSeen(e, drop) > 0)
        .map((drop) => {
            const count = bouncesSeen(e, drop);
            return {
                id: `bounce-e${e}-${drop}m`,
                text: `e = ${e}, dropped ${drop} m: heights of the bounces`,
                unit: '÷ exact',
                parts: ['first', 'second', 'third'].slice(0, count),
                truth: Array(count).fill(1),
                tolerance: Array(count).fill(0.01),
                ask: (/** @type {Engine} */ engine) => rebounds(engine, e, drop, count),
            };
        })
);

/** Bounces to half the exact height at least; 0.3 if not even that bounces. */
const searchDrops = [0.3, 0.25, 0.2, 0.15, 0.12, 0.1, 0.08, 0.06, 0.05, 0.04, 0.03, 0.02, 0.015,
    0.01];

/**
 * A ball without friction bounces to and fro between two walls a metre apart as it goes along them.
 * @param {Engine} engine
 * @param {number} speed metres a second
 * @returns {number} its way along the walls in five seconds, divided by the exact one
 */
function zigzag(engine, speed) {
    const along = speed * Math.cos(Math.PI / 6);
    const lab = setUp(engine, [0, 0], (b) => {
        for (const y of [-1.5, 1.5]) {
            const wall = b.body({ type: 'static', x: 0, y });
            b.box(wall, { width: 400, height: 2, friction: 0, restitution: 1 });
        }
        const ball = b.body({ type: 'dynamic', x: -2.5 * along, y: 0, vx: along, vy: speed / 2 });
        b.circle(ball, { radius: 0.1, friction: 0, restitution: 1 });
        return ball;
    });
    lab.run(stepsFor(5));
    const way = lab.x(lab.made) + 2.5 * along;
    lab.destroy();
    return way / (5 * along);
}

/** @type {Theme} */
export const bounces = {
    name: 'bounces',
    title: 'Bounces',
    questions: [
        ...drops,
        {
            id: 'bounce-zigzag',
            text: 'e = 1, a small ball between two walls: its way along them',
            unit: '÷ exact',
            parts: ['at 10 m/s', 'at 30 m/s'],
            truth: [1, 1],
            tolerance: [0.01, 0.01],
            ask: (engine) => [zigzag(engine, 10), zigzag(engine, 30)],
        },
        {
            id: 'bounce-lowest',
            text: 'e = 0.8: the lowest drop that still bounces',
            unit: 'mm',
            truth: [0],
            tolerance: [10],
            digits: 0,
            ask(engine) {
                let lowest = 0.3;
                for (const drop of searchDrops) {
                    if (rebounds(engine, 0.8, drop, 1)[0] < 0.5) break;
                    lowest = drop;
                }
                return [1000 * lowest];
            },
        },
    ],
};
