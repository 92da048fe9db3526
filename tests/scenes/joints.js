// Scenes held together by pins. joint_grid is Box2D v3's benchmark of that name, with its counts and sizes. rain is
// made after its benchmark of that name: ragdolls with limits and springs in every joint fall on rough ground and pile
// up; here all of them are there from the start, and none is taken away. ragdolls_stairs lets them tumble down stairs.

/** @import { Builder, Scene } from './builder.js' */
import { random } from './builder.js';

/** @type {Scene} */
export const jointGrid = {
    name: 'joint_grid',
    about: 'a cloth of 10,000 balls on 19,800 pins hangs from seven (Box2D)',
    steps: 500,
    restless: true,
    gravity: [0, -10],
    layers: { cloth: {} }, // its balls meet nothing
    bounds: [-200, -400, 300, 100],
    build(b) {
        const size = 100;
        for (let k = 0; k < size; ++k) {
            for (let i = 0; i < size; ++i) {
                const held = i === 0 && Math.abs(k - size / 2) <= 3;
                const body = b.body({ type: held ? 'static' : 'dynamic', x: k, y: -i });
                b.circle(body, { radius: 0.4, layer: 'cloth' });
                if (i > 0) b.pin({ bodyA: body - 1, bodyB: body, x: k, y: -i + 0.5 });
                if (k > 0) b.pin({ bodyA: body - size, bodyB: body, x: k - 0.5, y: -i });
            }
        }
    },
};

/**
 * Bones from hip to hands: x and y of the middle, half length, radius, the bone it hangs on (or -1), the height of
 * that joint, and its limit.
 */
const bones = [
    [0, 0.95, 0.02, 0.095, -1, 0, 0, 0],
    [0, 1.2, 0.135, 0.09, 0, 1, -0.785, 0],
    [0, 1.475, 0.038, 0.08, 1, 1.4, -0.94, 0.31],
    [-0.11, 0.775, 0.125, 0.06, 0, 0.9, -0.16, 1.26],
    [-0.11, 0.475, 0.155, 0.045, 3, 0.625, -1.57, -0.06],
    [0.11, 0.775, 0.125, 0.06, 0, 0.9, -0.16, 1.26],
    [0.11, 0.475, 0.155, 0.045, 5, 0.625, -1.57, -0.06],
    [-0.15, 1.225, 0.125, 0.035, 1, 1.35, -0.31, 2.51],
    [-0.15, 0.975, 0.125, 0.03, 7, 1.1, -0.63, 1.57],
    [0.15, 1.225, 0.125, 0.035, 1, 1.35, -0.31, 2.51],
    [0.15, 0.975, 0.125, 0.03, 9, 1.1, -0.63, 1.57],
];

/** @param {Builder} b @param {number} x @param {number} y of the feet @returns {number[]} the bones */
export function ragdoll(b, x, y) {
    /** @type {number[]} */
    const made = [];
    for (const [bx, by, half, radius, parent, joint, lower, upper] of bones) {
        const body = b.body({ type: 'dynamic', x: x + bx, y: y + by });
        b.capsule(body, { ax: 0, ay: -half, bx: 0, by: half, radius, friction: 0.2 });
        made.push(body);
        if (parent >= 0) {
            // A little room where an angle of zero is the end of the range.
            const limit =
                /** @type {[number, number]} */ ([Math.min(lower, -0.01), Math.max(upper, 0.01)]);
            const spring = { hertz: 5, dampingRatio: 0.5 };
            b.pin({ bodyA: made[parent], bodyB: body, x: x + bx, y: y + joint, limit, spring });
        }
    }
    return made;
}

/**
 * Stairs that go down to the right, each 0.5 m deep and 0.25 m high, with a landing behind them and a wall at either end.
 * @param {Builder} b
 * @param {number} x of the edge of the topmost
 * @param {number} y of the topmost
 * @param {number} count
 * @param {number} landing its length, metres
 */
export function buildStairs(b, x, y, count, landing) {
    const ground = b.body({ type: 'static', x: 0, y: 0 });
    const block = (/** @type {number} */ left, /** @type {number} */ right,
        /** @type {number} */ top) =>
    {
        b.box(ground, { x: (left + right) / 2, y: top - 1, width: right - left, height: 2,
            friction: 0.2 });
    };
    const [right, bottom] = [x + 0.5 * count, y - 0.25 * (count + 1)];
    block(x - 4, x, y);
    for (let i = 0; i < count; ++i) block(x + 0.5 * i, x + 0.5 * (i + 1), y - 0.25 * (i + 1));
    block(right, right + landing, bottom);
    b.box(ground, { x: x - 4.5, y: y + 18, width: 1, height: 40, friction: 0.2 });
    b.box(ground, { x: right + landing + 0.5, y: bottom + 18, width: 1, height: 40,
        friction: 0.2 });
}

/** @type {Scene} */
export const rain = {
    name: 'rain',
    about: '400 ragdolls of 11 bones with limits and springs fall on rough ground (after Box2D)',
    steps: 400,
    gravity: [0, -10],
    bounds: [-42, -6, 42, 80],
    build(b) {
        const next = random(5);
        const ground = b.body({ type: 'static', x: 0, y: 0 });
        for (let i = 0; i < 80; ++i) {
            b.box(ground, {
                x: i - 39.5,
                y: -2 + next(),
                angle: 0.6 * (next() - 0.5),
                width: 1.6,
                height: 4,
                friction: 0.2,
            });
        }
        for (const side of [-41, 41])
            b.box(ground, { x: side, y: 30, width: 2, height: 100, friction: 0.2 });
        for (let row = 0; row < 20; ++row) {
            for (let i = 0; i < 20; ++i) ragdoll(b, 3.6 * (i - 9.5) + next() - 0.5, 3 + 2.4 * row);
        }
    },
};

/** @type {Scene} */
export const ragdollsStairs = {
    name: 'ragdolls_stairs',
    about: '240 ragdolls of 11 bones tumble down stairs',
    steps: 600,
    restless: true,
    gravity: [0, -10],
    bounds: [-25, -22, 41, 80],
    build(b) {
        const next = random(7);
        buildStairs(b, -20, 0, 80, 20);
        // Over the upper half of the stairs.
        for (let row = 0; row < 20; ++row) {
            for (let i = 0; i < 12; ++i) ragdoll(b, -19 + 1.7 * i + 0.3 * next(), 1 + 2.2 * row);
        }
    },
};
