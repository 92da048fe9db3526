// The table: cloth, cushions, six pockets as triggers, and the balls. Metres and seconds, life-size but for balls that
// are a sixth larger. Nothing happens between impacts but rolling, so `roll` is all that acts on a ball.
import { World } from '../../js/index.js';

export const LENGTH = 1.27; // half of the cloth
export const WIDTH = 0.635;
export const RADIUS = 0.033;
export const RAIL = 0.055; // depth of a cushion
const CORNER = 0.088; // from a corner to where a cushion begins
const SIDE = 0.072; // from the middle of a long side to where a cushion begins
const ROLLING = 0.13; // m/s² that a rolling ball loses
const DRAG = 0.2; // 1/s, as much again from the cloth and the air

/** Pockets on the table: x, y, and how near a ball's middle must come. */
export const POCKETS = [-1, 0, 1].flatMap((i) =>
    [-1, 1].map((j) => (
        i === 0
            ? [0, j * (WIDTH + 0.055), 0.058]
            : [i * (LENGTH + 0.024), j * (WIDTH + 0.024), 0.062]
    ))
);

/** The six cushions, each as four corners: its nose, then its back. */
export const CUSHIONS = [
    ...[-1, 1].flatMap((i) =>
        [-1, 1].map((j) => [
            [i * (LENGTH - CORNER), j * WIDTH],
            [i * SIDE, j * WIDTH],
            [i * (SIDE - 0.02), j * (WIDTH + RAIL)],
            [i * (LENGTH - CORNER + RAIL), j * (WIDTH + RAIL)],
        ])
    ),
    ...[-1, 1].map((i) => [
        [i * LENGTH, WIDTH - CORNER],
        [i * LENGTH, CORNER - WIDTH],
        [i * (LENGTH + RAIL), CORNER - RAIL - WIDTH],
        [i * (LENGTH + RAIL), WIDTH + RAIL - CORNER],
    ]),
];

/** @typedef {import('../../js/index.js').Body<any>} Ball */

/**
 * Makes the table, racked. Standing, its long side is upright, as a phone is.
 * @param {boolean} upright
 */
export function makeTable(upright) {
    const world = new World({ stepping: 'impacts', gravity: [0, 0], restitutionThreshold: 0.02,
        hitSpeed: 0.05, sleep: false,
        layers: { ball: { ball: 'solid', cushion: 'solid', pocket: 'trigger' }, cushion: {},
            pocket: {} } });
    const wall = { layer: 'cushion', restitution: 0.78, restitutionCombine: 'min', friction: 0 };
    const far = RAIL + 0.15;
    const frame = [-1, 1].flatMap((side) => [
        { width: 2 * (LENGTH + far), height: 0.1, center: [0, side * (WIDTH + far)] },
        { width: 0.1, height: 2 * (WIDTH + far), center: [side * (LENGTH + far), 0] },
    ]);
    world.createBody({ type: 'static', angle: upright ? Math.PI / 2 : 0,
        colliders: /** @type {any} */ ([
            ...CUSHIONS.map((points) => ({ ...wall, shape: 'hull', points: points.flat() })),
            // What a ball meets behind a pocket that it came too fast for.
            ...frame.map((box) => ({ ...wall, ...box, restitution: 0, shape: 'box' })),
            // A collider enters a trigger by its rim, so a pocket is smaller by a ball.
            ...POCKETS.map(([x, y, reach]) => ({ layer: 'pocket', trigger: true, shape: 'circle',
                radius: reach - RADIUS, center: [x, y] })
            ),
        ]) });
    const balls = rackPlaces().map((at, number) =>
        world.createBody({ position: turn(at, upright), bullet: true, lockRotation: true,
            linearDamping: DRAG, userData: number,
            collider: { shape: 'circle', radius: RADIUS, layer: 'ball', density: 50,
                restitution: 0.96, friction: 0 } })
    );
    return { world, balls, upright };
}

/** From the table to the world. @param {readonly number[]} at @param {boolean} upright @returns {[number, number]} */
export const turn = ([x, y], upright) => (upright ? [-y, x] : [x, y]);

/** Where the white ball and the fifteen stand. */
function rackPlaces() {
    const order = [1, 9, 2, 10, 8, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15];
    const places = [[-LENGTH / 2, 0]];
    let next = 0;
    for (let row = 0; row < 5; ++row) {
        for (let i = 0; i <= row; ++i)
            places[order[next++]] = [LENGTH / 2 + row * RADIUS * 1.735,
                (2 * i - row) * RADIUS * 1.001];
    }
    return places;
}

/** Slows the balls that roll, once a step. @param {readonly Ball[]} balls */
export function roll(balls) {
    for (const ball of balls) {
        const speed = Math.hypot(ball.vx, ball.vy);
        if (speed === 0) continue;
        const kept = Math.max(0, 1 - ROLLING / 60 / speed);
        ball.setVelocity(ball.vx * kept, ball.vy * kept);
    }
}

/** Whether all balls rest. @param {readonly Ball[]} balls */
export const rests = (balls) => balls.every((ball) => ball.vx === 0 && ball.vy === 0);

/** Whether a ball's middle is in a pocket. @param {Ball} ball @param {boolean} upright */
export function isPotted(ball, upright) {
    const [x, y] = upright ? [ball.y, -ball.x] : [ball.x, ball.y];
    return POCKETS.some(([px, py, reach]) => Math.hypot(x - px, y - py) < reach);
}
