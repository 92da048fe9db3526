// Crowds stirred by something that moves: smash, spinner, tumbler and washer of Box2D v3's benchmark, with its counts,
// sizes and densities. The original turns the spinner and the tumbler by motor joints strong enough that nothing
// slows them; here a kinematic body with the motor's speed does the same, in every engine.

/** @import { Scene } from './builder.js' */

const DEGREE = Math.PI / 180;

/** @type {Scene} */
export const smash = {
    name: 'smash',
    about: 'a heavy box ploughs into 9,600 small ones, no gravity (Box2D)',
    steps: 300,
    restless: true,
    gravity: [0, 0],
    bounds: [-1000, -1000, 1000, 1000],
    build(b) {
        const ram = b.body({ type: 'dynamic', x: -20, y: 0, vx: 40 });
        b.box(ram, { width: 8, height: 8, density: 8 });
        const side = 0.4;
        for (let i = 0; i < 120; ++i) {
            for (let j = 0; j < 80; ++j) {
                const body = b.body({ type: 'dynamic', x: i * side + 30, y: (j - 40) * side });
                b.box(body, { width: side, height: side });
            }
        }
    },
};

/** @type {Scene} */
export const spinner = {
    name: 'spinner',
    about: 'a paddle stirs 6,076 mixed shapes in a ring (Box2D)',
    steps: 500,
    restless: true,
    gravity: [0, -10],
    bounds: [-41, -9, 41, 73],
    build(b) {
        const ring = b.body({ type: 'static', x: 0, y: 32 });
        const points = [];
        for (let i = 0; i < 360; ++i)
            points.push([40 * Math.cos(i * DEGREE), 40 * Math.sin(i * DEGREE)]);
        b.loop(ring, { points, friction: 0.1 });
        const paddle = b.body({ type: 'kinematic', x: 0, y: 12, omega: 5 });
        b.box(paddle, { width: 0.8, height: 40, radius: 0.2, friction: 0 });
        const material = { density: 0.25, friction: 0.1, restitution: 0.1 };
        let x = -23;
        let y = 2;
        for (let i = 0; i < 6076; ++i) {
            const body = b.body({ type: 'dynamic', x, y });
            if (i % 3 === 0)
                b.capsule(body, { ax: -0.25, ay: 0, bx: 0.25, by: 0, radius: 0.25, ...material });
            else if (i % 3 === 1) b.circle(body, { radius: 0.35, ...material });
            else b.box(body, { width: 0.7, height: 0.7, ...material });
            x += 0.5;
            if (x >= 23) {
                x = -23;
                y += 0.5;
            }
        }
    },
};

/** @type {Scene} */
export const tumbler = {
    name: 'tumbler',
    about: 'a turning drum with 2,025 boxes (Box2D)',
    steps: 750,
    restless: true,
    gravity: [0, -10],
    bounds: [-16, -6, 16, 26],
    build(b) {
        const drum = b.body({ type: 'kinematic', x: 0, y: 10, omega: 25 * DEGREE });
        b.box(drum, { x: 10, y: 0, width: 1, height: 20, density: 50 });
        b.box(drum, { x: -10, y: 0, width: 1, height: 20, density: 50 });
        b.box(drum, { x: 0, y: 10, width: 20, height: 1, density: 50 });
        b.box(drum, { x: 0, y: -10, width: 20, height: 1, density: 50 });
        for (let i = 0; i < 45; ++i) {
            for (let j = 0; j < 45; ++j) {
                const body = b.body({ type: 'dynamic', x: -9 + 0.4 * j, y: 1 + 0.4 * i });
                b.box(body, { width: 0.25, height: 0.25 });
            }
        }
    },
};

/** @type {Scene} */
export const washer = {
    name: 'washer',
    about: 'a turning ring with four ribs and 8,100 boxes (Box2D)',
    steps: 500,
    restless: true,
    gravity: [0, -10],
    bounds: [-19, -9, 19, 29],
    build(b) {
        const drum = b.body({ type: 'kinematic', x: 0, y: 10, vx: 0.001, vy: -0.002,
            omega: 25 * DEGREE });
        const step = Math.PI / 18;
        const spread = 0.1 * step; // neighbouring pieces of the ring overlap by this much, so that it has no gaps
        for (let i = 0; i < 36; ++i) {
            const from = i * step;
            b.polygon(drum, { points: ringPiece(16, 18, from - spread, from + step + spread) });
            if (i % 9 === 0) b.polygon(drum, { points: ringPiece(14, 16, from, from + step) });
        }
        const half = 0.1;
        for (let i = 0; i < 90; ++i) {
            for (let j = 0; j < 90; ++j) {
                const body = b.body({ type: 'dynamic', x: half * (-99 + 2.1 * j),
                    y: 10 + half * (-99 + 2.1 * i) });
                b.box(body, { width: 2 * half, height: 2 * half });
            }
        }
    },
};

/** @param {number} inner @param {number} outer @param {number} from @param {number} to radians */
function ringPiece(inner, outer, from, to) {
    const at = (/** @type {number} */ r,
        /** @type {number} */ a) => [r * Math.cos(a), r * Math.sin(a)];
    return [at(inner, from), at(outer, from), at(outer, to), at(inner, to)];
}
