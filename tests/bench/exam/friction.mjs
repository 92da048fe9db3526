// Friction after Coulomb: when a block on a slope begins to slide, how far it comes, how far a block slides on the
// flat, what a rolling disc does, what a conveyor belt carries.

/** @import { Builder } from '../../scenes/builder.js' */
/** @import { Engine } from '../engines/adapter.mjs' */
/** @import { Question, Theme } from './question.mjs' */
import { G, buildSlab, places, setUp, stepsFor } from './lab.mjs';

const DEGREE = Math.PI / 180;

/**
 * A slope through (x, y) that falls to the right, with a flat block or a disc lying on it.
 * @param {Builder} b
 * @param {{ x: number, y: number, angle: number, friction: number, disc?: number, length?: number }} options
 *   disc: the radius of a disc instead of the block
 */
function buildSlope(b, { x, y, angle, friction, disc, length = 12 }) {
    const nx = Math.sin(angle);
    const ny = Math.cos(angle);
    const slope = b.body({ type: 'static', x: x - 0.5 * nx, y: y - 0.5 * ny, angle: -angle });
    b.box(slope, { width: length, height: 1, friction });
    const up = disc ?? 0.125;
    const body = b.body({ type: 'dynamic', x: x + up * nx, y: y + up * ny, angle: -angle });
    if (disc) b.circle(body, { radius: disc, friction });
    else b.box(body, { width: 1, height: 0.25, friction });
    return body;
}

/**
 * Which of these slopes a block comes down on: 2 cm in 4 s.
 * @param {Engine} engine
 * @param {number} friction
 * @param {number[]} degrees
 * @returns {number} the index of the first that it does
 */
function firstSlide(engine, friction, degrees) {
    const at = places(degrees.length, 20);
    const lab = setUp(engine, [0, -G],
        (b) =>
            degrees.map((angle, i) =>
                buildSlope(b, { ...at[i], angle: angle * DEGREE, friction })
            ));
    const x0 = lab.made.map((body) => lab.x(body));
    const y0 = lab.made.map((body) => lab.y(body));
    lab.run(240);
    const first = lab.made.findIndex((body, i) =>
        Math.hypot(lab.x(body) - x0[i], lab.y(body) - y0[i]) > 0.02
    );
    lab.destroy();
    return first;
}

/**
 * @param {Engine} engine
 * @param {number} friction
 * @returns {number} the angle at which sliding begins, to a tenth of a degree
 */
function slipAngle(engine, friction) {
    const whole = Array.from({ length: 75 }, (_, i) => i + 1);
    const coarse = firstSlide(engine, friction, whole);
    if (coarse < 0) return Infinity;
    const tenths = Array.from({ length: 11 }, (_, i) => whole[coarse] - 1 + i / 10);
    const fine = firstSlide(engine, friction, tenths);
    return fine < 0 ? whole[coarse] : tenths[fine] - 0.05;
}

/**
 * How far a body comes down a slope from rest.
 * @param {Engine} engine
 * @param {{ angle: number, friction: number, disc?: number }} options
 * @param {number} seconds
 */
function descent(engine, options, seconds) {
    const lab = setUp(engine, [0, -G],
        (b) => buildSlope(b, { x: 0, y: 0, length: 60, ...options }));
    const x0 = lab.x(lab.made);
    lab.run(stepsFor(seconds));
    const way = (lab.x(lab.made) - x0) / Math.cos(options.angle);
    lab.destroy();
    return way;
}

/**
 * @param {Engine} engine
 * @param {number} friction
 * @param {number} speed
 */
function stoppingDistance(engine, friction, speed) {
    const lab = setUp(engine, [0, -G], (b) => {
        buildSlab(b, 60, { friction });
        const body = b.body({ type: 'dynamic', x: 0, y: 0.125, vx: speed });
        b.box(body, { width: 1, height: 0.25, friction });
        return body;
    });
    lab.run(stepsFor((2 * speed) / (friction * G)));
    const way = lab.x(lab.made);
    lab.destroy();
    return way;
}

const frictions = [0.3, 0.6, 1];

/** @type {Question[]} */
const slips = frictions.map((friction) => ({
    id: `slip-angle-${friction}`,
    text: `the slope on which a block begins to slide, friction ${friction}`,
    unit: '°',
    truth: [Math.atan(friction) / DEGREE],
    tolerance: [0.1],
    digits: 2,
    ask: (engine) => [slipAngle(engine, friction)],
}));

/** @type {Question[]} */
const slides = frictions.map((friction) => {
    const angle = Math.atan(friction) + DEGREE;
    const exact = 4.5 * G * (Math.sin(angle) - friction * Math.cos(angle));
    return {
        id: `slide-${friction}`,
        text: `the way down in 3 s, 1° past that angle, friction ${friction}`,
        unit: 'm',
        truth: [exact],
        tolerance: [0.01 * exact],
        ask: (engine) => [descent(engine, { angle, friction }, 3)],
    };
});

/** @type {Question[]} */
const stops = [0.3, 0.6].map((friction) => {
    const exact = 25 / (2 * friction * G);
    return {
        id: `stop-${friction}`,
        text: `a block stops from 5 m/s, friction ${friction}: v² ÷ 2 μ g`,
        unit: '% off',
        truth: [0],
        tolerance: [0.5],
        digits: 2,
        ask: (engine) => [100 * (stoppingDistance(engine, friction, 5) / exact - 1)],
    };
});

/**
 * How far a body swings after 20 s, in percent of the start; null if it has come below 0.
 * @param {ReturnType<typeof setUp<number>>} lab
 * @param {number} tilt
 * @returns {number | null}
 */
function swingLater(lab, tilt) {
    const body = lab.made;
    lab.run(1200);
    let most = 0;
    // Longer than a swing.
    lab.run(60, () => {
        most = Math.max(most, Math.abs(Math.asin(lab.sin(body))));
    });
    const fallen = lab.y(body) < 0;
    lab.destroy();
    return fallen ? null : (100 * most) / tilt;
}

/**
 * A plank of 2 m lies across a fixed ball of a metre, tilted by .15 rad as it has rolled there from level, and rocks.
 * @param {Engine} engine
 * @returns {number | null}
 */
function rock(engine) {
    const [radius, half, tilt] = [0.5, 0.05, 0.15];
    const [c, s] = [Math.cos(tilt), Math.sin(tilt)];
    const lab = setUp(engine, [0, -G], (b) => {
        const post = b.body({ type: 'static', x: 0, y: 0 });
        b.circle(post, { radius, friction: 1 });
        const [x, y] = [-(radius + half) * s + radius * tilt * c,
            (radius + half) * c + radius * tilt * s];
        const plank = b.body({ type: 'dynamic', x, y, angle: tilt });
        b.box(plank, { width: 2, height: 2 * half, friction: 1 });
        return plank;
    });
    return swingLater(lab, tilt);
}

/**
 * A ball of a metre with a weight low inside rocks on a floor.
 * @param {Engine} engine
 * @returns {number | null}
 */
function rockWeighted(engine) {
    const tilt = 0.5;
    const lab = setUp(engine, [0, -G], (b) => {
        buildSlab(b, 40, { friction: 1 });
        const ball = b.body({ type: 'dynamic', x: 0, y: 0.5, angle: tilt });
        b.circle(ball, { radius: 0.5, friction: 1 });
        b.circle(ball, { x: 0, y: -0.3, radius: 0.15, density: 20, friction: 1 });
        return ball;
    });
    return swingLater(lab, tilt);
}

/** @type {Theme} */
export const friction = {
    name: 'friction',
    title: 'Friction and rolling',
    questions: [
        ...slips,
        ...slides,
        ...stops,
        {
            id: 'rolling-disc',
            text: 'a disc rolls down 20° for 3 s: a = ⅔ g sin θ',
            unit: '% off',
            truth: [0],
            tolerance: [0.5],
            digits: 2,
            ask(engine) {
                const angle = 20 * DEGREE;
                const way = descent(engine, { angle, friction: 0.6, disc: 0.5 }, 3);
                return [100 * (way / (3 * G * Math.sin(angle)) - 1)];
            },
        },
        {
            id: 'rock',
            text: 'a plank rocks on a ball without slipping: its swing after 20 s',
            unit: '%',
            truth: [100],
            tolerance: [1],
            digits: 1,
            ask: (engine) => [rock(engine)],
        },
        {
            id: 'rock-weighted',
            text: 'a ball with a weight in it rocks on a floor: its swing after 20 s',
            unit: '%',
            truth: [100],
            tolerance: [1],
            digits: 1,
            ask: (engine) => [rockWeighted(engine)],
        },
        {
            id: 'conveyor',
            text: 'a box on a conveyor belt of 2 m/s, after 5 s',
            unit: 'm/s',
            truth: [2],
            tolerance: [0.01],
            needs: ['tangentSpeed'],
            ask(engine) {
                const lab = setUp(engine, [0, -G], (b) => {
                    buildSlab(b, 80, { tangentSpeed: 2 });
                    const body = b.body({ type: 'dynamic', x: 0, y: 0.25 });
                    b.box(body, { width: 0.5, height: 0.5 });
                    return body;
                });
                lab.run(300);
                // Which way a belt of positive speed runs is the engine's convention.
                const speed = Math.abs(lab.vx(lab.made));
                lab.destroy();
                return [speed];
            },
        },
    ],
};
