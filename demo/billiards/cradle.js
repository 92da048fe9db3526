// Newton's cradle by impacts. Joints do not act there, so a ball has no thread: it moves along x alone, and is pulled to
// its place as a pendulum is that swings little. The threads are drawn.
import { World } from '../../js/index.js';

const COUNT = 7;
const RADIUS = 0.11;
const LENGTH = 1.15; // of a thread
const TOP = 0.55;
const SWING = 2.6; // rad/s
const H = 1 / 240; // s of a step: the pull of a step is even, and impacts lie within

/** How a cradle begins, with so many balls pulled aside. @param {number} lifted */
export function makeCradle(lifted) {
    const world = new World({ stepping: 'impacts', gravity: [0, 0], restitutionThreshold: 0.001,
        hitSpeed: 0.05, sleep: false, fixedStep: H, maxSteps: 32,
        layers: { ball: { ball: 'solid' } } });
    const balls = Array.from({ length: COUNT },
        (_, i) =>
            world.createBody({ position: [home(i), 0], lockY: true, lockRotation: true, userData: i,
                collider: { shape: 'circle', radius: RADIUS, layer: 'ball', density: 26.3,
                    restitution: 1, friction: 0 } }));
    const cradle = { world, balls, home, TOP, LENGTH, RADIUS };
    lift(cradle, lifted);
    return cradle;
}

/** Where a ball hangs. @param {number} i */
export const home = (i) => (2 * i - COUNT + 1) * RADIUS;

/** @typedef {ReturnType<typeof makeCradle>} Cradle */

/** Pulls the first balls aside. @param {Pick<Cradle, 'balls'>} cradle @param {number} count */
export function lift({ balls }, count) {
    balls.forEach((ball, i) => {
        ball.setTransform(home(i) - (i < count ? 0.62 : 0), 0);
        ball.setVelocity(0, 0);
    });
}

/** Pulls each ball to its place, so that the middle of the step has the pull of the middle. @param {Cradle} cradle @param {any} held */
export function pull({ balls }, held) {
    balls.forEach((ball, i) => {
        if (ball === held) return;
        const most = -SWING * SWING * (ball.x - home(i) + (ball.vx * H) / 2);
        ball.applyForce((ball.mass * most) / (1 + (SWING * H) ** 2 / 4), 0);
    });
}

/** Momentum and energy now. @param {Cradle} cradle */
export function measure({ balls }) {
    let momentum = 0;
    let energy = 0;
    balls.forEach((ball, i) => {
        momentum += ball.mass * ball.vx;
        energy += (ball.mass / 2) * (ball.vx ** 2 + (SWING * (ball.x - home(i))) ** 2);
    });
    return { momentum, energy };
}
