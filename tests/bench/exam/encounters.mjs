// Encounters: two that move freely meet, or pass each other by a hair, at each of many moments of a step. What meets is
// not to be seen in one another; what passes goes on as it came.

/** @import { Engine } from '../engines/adapter.mjs' */
/** @import { Theme } from './question.mjs' */
import { DT, G, places, setUp } from './lab.mjs';

/** Metres a second. */
const SPEEDS = [3, 6, 12];
const MOMENTS = 40;
const SIZE = 0.4;

/**
 * Forty pairs: one stands, the other comes from the left, a little further off in each.
 * @param {Engine} engine
 * @param {number} speed metres a second
 * @param {number} aside metres by which it would pass the other's centre
 * @param {boolean} balls balls, else boxes that do not turn
 */
function buildPairs(engine, speed, aside, balls) {
    return setUp(engine, [0, 0],
        (b) =>
            places(MOMENTS, 20).map(({ x, y }, i) =>
                [0, 1].map((moves) => {
                    const start = x - moves * (1.5 + (speed * DT * i) / MOMENTS);
                    const body = b.body({ type: 'dynamic', x: start, y: y + moves * aside,
                        vx: moves * speed, lockRotation: !balls });
                    if (balls) b.circle(body, { radius: SIZE / 2, friction: 0 });
                    else b.box(body, { width: SIZE, height: SIZE, friction: 0 });
                    return body;
                })
            ));
}

/** The deepest that any two are seen in one another, millimetres. @type {(engine: Engine, speed: number, balls: boolean) => number} */
function deepest(engine, speed, balls) {
    const lab = buildPairs(engine, speed, 0.05, balls);
    let depth = 0;
    lab.run(Math.ceil(3 / speed / DT), () => {
        for (const [a, b] of lab.made) {
            const dx = Math.abs(lab.x(b) - lab.x(a));
            const dy = Math.abs(lab.y(b) - lab.y(a));
            depth = Math.max(depth,
                balls ? SIZE - Math.hypot(dx, dy) : Math.min(SIZE - dx, SIZE - dy));
        }
    });
    lab.destroy();
    return 1000 * depth;
}

/** How many of forty that pass 1 mm beside each other are disturbed. @type {(engine: Engine, speed: number) => number} */
function disturbed(engine, speed) {
    const lab = buildPairs(engine, speed, SIZE + 0.001, true);
    lab.run(Math.ceil(3 / speed / DT));
    const count =
        lab.made.filter(([a, b]) =>
            lab.speed(a) > 0.001 * speed || Math.hypot(lab.vx(b) - speed, lab.vy(b)) > 0.001 * speed
        ).length;
    lab.destroy();
    return count;
}

/**
 * Boxes of 1 m that fall beside others that stand, from a hundred heights.
 * @param {Engine} engine
 * @param {number} aside how far beside them, metres
 * @returns {number} how many are slowed down on their way
 */
function heldUp(engine, aside) {
    const lab = setUp(engine, [0, -G], (b) => {
        const ground = b.body({ type: 'static', x: 0, y: 0 });
        b.box(ground, { x: 150, y: -0.5, width: 320, height: 1 });
        return Array.from({ length: 100 }, (_, i) => {
            // Where fractions of metres stay what they are.
            const x = 3 * i;
            b.box(b.body({ type: 'dynamic', x, y: 0.5 }), { width: 1, height: 1 });
            const box = b.body({ type: 'dynamic', x: x + 1 + aside, y: 2 + i / 64 });
            b.box(box, { width: 1, height: 1 });
            return box;
        });
    });
    const held = new Set();
    for (let step = 1; step < 60; ++step) {
        lab.run(1);
        for (const box of lab.made) {
            if (lab.y(box) > 0.6 && lab.vy(box) + G * step * DT > 0.3) held.add(box);
        }
    }
    lab.destroy();
    return held.size;
}

const ASIDE = [0, 1, 5];

/** @type {Theme} */
export const encounters = {
    name: 'encounters',
    title: 'Encounters',
    questions: [
        ...[true, false].map((balls) => ({
            id: balls ? 'meet-balls' : 'meet-boxes',
            text: `two ${balls ? 'balls' : 'boxes'} of 0.4 m meet: how deep in one another`,
            unit: 'mm',
            parts: SPEEDS.map((speed) => `${speed} m/s`),
            truth: SPEEDS.map(() => 0),
            tolerance: SPEEDS.map(() => 20),
            ask: (/** @type {Engine} */ engine) =>
                SPEEDS.map((speed) => deepest(engine, speed, balls)),
        })),
        {
            id: 'pass-balls',
            text: 'balls pass 1 mm beside each other: how many of 40 are disturbed',
            unit: 'pairs',
            digits: 0,
            parts: SPEEDS.map((speed) => `${speed} m/s`),
            truth: SPEEDS.map(() => 0),
            tolerance: SPEEDS.map(() => 0.5),
            ask: (/** @type {Engine} */ engine) => SPEEDS.map((speed) => disturbed(engine, speed)),
        },
        {
            id: 'fall-beside',
            text: 'boxes of 1 m fall beside others: how many of 100 are held up by a corner',
            unit: 'boxes',
            digits: 0,
            parts: ASIDE.map((aside) => (aside ? `${aside} mm off` : 'flush')),
            truth: ASIDE.map(() => 0),
            tolerance: ASIDE.map(() => 0.5),
            ask: (/** @type {Engine} */ engine) =>
                ASIDE.map((aside) => heldUp(engine, aside / 1000)),
        },
    ],
};
