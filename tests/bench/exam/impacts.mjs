// Elastic impacts without friction and gravity: a gas, Newton's cradle, a billiard break. Each is asked twice, in the
// engine's normal stepping and in a stepping by impacts, where an engine has one.

/** @import { Builder } from '../../scenes/builder.js' */
/** @import { Engine } from '../engines/adapter.mjs' */
/** @import { Question, Theme } from './question.mjs' */
import { random } from '../../scenes/builder.js';
import { setUp } from './lab.mjs';

const elastic = { friction: 0, restitution: 1 };

/**
 * @param {Builder} b
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 * @param {{ vx?: number, vy?: number }} [velocity]
 */
function addBall(b, x, y, radius, velocity = {}) {
    const ball = b.body({ type: 'dynamic', x, y, ...velocity });
    b.circle(ball, { radius, ...elastic });
    return ball;
}

/**
 * A hundred balls in a box of 20 m.
 * @param {Engine} engine
 * @param {boolean} impacts
 * @returns {number} the energy after 20 s, as a share of that at the start
 */
function gas(engine, impacts) {
    const next = random(20);
    const build = (/** @type {Builder} */ b) => {
        const walls = b.body({ type: 'static', x: 0, y: 0 });
        for (const side of [-1, 1]) {
            b.box(walls, { x: side * 11, width: 2, height: 24, ...elastic });
            b.box(walls, { y: side * 11, width: 24, height: 2, ...elastic });
        }
        return Array.from({ length: 100 }, (_, i) => {
            const angle = 2 * Math.PI * next();
            const speed = 5 * next();
            const velocity = { vx: speed * Math.cos(angle), vy: speed * Math.sin(angle) };
            return addBall(b, 1.8 * ((i % 10) - 4.5), 1.8 * (Math.floor(i / 10) - 4.5), 0.25,
                velocity);
        });
    };
    const lab = setUp(engine, [0, 0], build, { impacts });
    const energy = () => lab.made.reduce((sum, ball) => sum + lab.speed(ball) ** 2, 0);
    const before = energy();
    lab.run(1200);
    const share = energy() / before;
    lab.destroy();
    return share;
}

/**
 * Four balls at rest that touch; a fifth comes at 5 m/s.
 * @param {Engine} engine
 * @param {boolean} impacts
 * @returns {number[]} all five speeds a second after
 */
function cradle(engine, impacts) {
    const build = (/** @type {Builder} */ b) =>
        [-3, 0, 1, 2, 3].map((x, i) => addBall(b, x, 0, 0.5, { vx: i === 0 ? 5 : 0 }));
    const lab = setUp(engine, [0, 0], build, { impacts });
    lab.run(90);
    const speeds = lab.made.map((ball) => lab.vx(ball));
    lab.destroy();
    return speeds;
}

/**
 * A triangle of fifteen balls that touch; a cue ball comes head on at 10 m/s.
 * @param {Engine} engine
 * @param {boolean} impacts
 * @returns {number[]} momentum and energy as shares of those before, and the greatest difference between a ball's
 *   velocity and that of its mirror image, as a share of the cue ball's speed
 */
function billiardBreak(engine, impacts) {
    const radius = 0.5;
    const speed = 10;
    /** Pairs of mirror images, by number in the list of balls. @type {[number, number][]} */
    const mirrored = [];
    const build = (/** @type {Builder} */ b) => {
        const balls = [addBall(b, -4, 0, radius, { vx: speed })];
        for (let row = 0; row < 5; ++row) {
            const first = balls.length;
            for (let i = 0; i <= row; ++i) {
                mirrored.push([first + i, first + row - i]);
                balls.push(addBall(b, row * radius * Math.sqrt(3), (2 * i - row) * radius, radius));
            }
        }
        return balls;
    };
    const lab = setUp(engine, [0, 0], build, { impacts });
    lab.run(90);
    let momentum = 0;
    let energy = 0;
    for (const ball of lab.made) {
        momentum += lab.vx(ball);
        energy += lab.speed(ball) ** 2;
    }
    let crooked = 0;
    for (const [i, k] of mirrored) {
        const dx = lab.vx(lab.made[i]) - lab.vx(lab.made[k]);
        const dy = lab.vy(lab.made[i]) + lab.vy(lab.made[k]);
        crooked = Math.max(crooked, Math.hypot(dx, dy));
    }
    lab.destroy();
    return [momentum / speed, energy / speed ** 2, crooked / speed];
}

/** @type {Question[]} */
const questions = [false, true].flatMap((impacts) => {
    const suffix = impacts ? '-impacts' : '';
    const how = impacts ? ', by impacts' : '';
    const needs = impacts ? ['impacts'] : [];
    return [
        {
            id: `gas${suffix}`,
            text: `an elastic gas of 100 balls, energy after 20 s${how}`,
            unit: '÷ exact',
            truth: [1],
            tolerance: [0.001],
            digits: 4,
            needs,
            ask: (/** @type {Engine} */ engine) => [gas(engine, impacts)],
        },
        {
            id: `cradle${suffix}`,
            text: `Newton’s cradle, struck at 5 m/s${how}`,
            unit: 'm/s',
            parts: ['first', 'second', 'third', 'fourth', 'fifth'],
            truth: [0, 0, 0, 0, 5],
            tolerance: [0.005, 0.005, 0.005, 0.005, 0.005],
            digits: 2,
            needs,
            ask: (/** @type {Engine} */ engine) => cradle(engine, impacts),
        },
        {
            id: `break${suffix}`,
            text: `a billiard break${how}`,
            unit: '÷ exact; share',
            parts: ['momentum', 'energy', 'lopsided'],
            truth: [1, 1, 0],
            tolerance: [0.001, 0.001, 0.001],
            needs,
            ask: (/** @type {Engine} */ engine) => billiardBreak(engine, impacts),
        },
    ];
});

/** @type {Theme} */
export const impacts = { name: 'impacts', title: 'Elastic impacts', questions };
