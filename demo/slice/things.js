// What flies and hangs in the game, as bodies. A layer says what a body is, so that a moment from a link or from the timeline needs no
// list beside the world. Called by game.js; paint.js reads the tables.
import { World } from '../../js/index.js';
import { createRope } from '../../js/builders.js';

export const TOP = 12; // metres: the picture is that high
export const HANG = 9.4; // height of what hangs
const LINKS = 9;

/**
 * Fruit: half the length of its middle line, radius, and the colours of its skin, its flesh and its juice.
 * @typedef {{ half: number, radius: number, skin: [string, string], flesh: [string, string], juice: string, points: number }} Fruit
 */

/** @type {Record<string, Fruit>} */
export const FRUIT = {
    melon: { half: 0, radius: 0.82, skin: ['#4fae4a', '#1f6b33'], flesh: ['#ff5a62', '#e5324a'],
        juice: '#ff4d5c', points: 1 },
    orange: { half: 0, radius: 0.55, skin: ['#ffb340', '#f07c12'], flesh: ['#ffc35c', '#ff9d2e'],
        juice: '#ffab35', points: 1 },
    lemon: { half: 0.2, radius: 0.4, skin: ['#ffe95c', '#e8bf1e'], flesh: ['#fff3a0', '#ffe25c'],
        juice: '#ffe95c', points: 2 },
    kiwi: { half: 0.14, radius: 0.38, skin: ['#a57b4a', '#6d4a26'], flesh: ['#a8dc4e', '#72b52c'],
        juice: '#9fdc4a', points: 2 },
    plum: { half: 0.05, radius: 0.36, skin: ['#9a5ad8', '#5a2a94'], flesh: ['#ffc46b', '#f0963c'],
        juice: '#d389ff', points: 3 },
};
export const FRUITS = Object.keys(FRUIT);
export const BOMB = 0.5; // radius
export const CRATE = 1.5; // width
export const PLANK = { width: 3.6, height: 0.28 };
export const ROPE = 0.11; // width
export const BOARD = 0.9; // height of the board at the bottom

export const LAYERS = {
    ...Object.fromEntries(FRUITS.map((kind) => [kind, ['plank']])),
    plank: [],
    bomb: [],
    rope: [],
    hook: [],
    crate: ['board'],
    board: [],
    splinter: [],
};
/** What a blade cuts in two. */
export const CUTTABLE = [...FRUITS, 'rope', 'plank', 'splinter'];

/** @typedef {import('../../js/index.js').Body<any>} Body */

/** @param {Body} body */
export const kindOf = (body) => body.colliders[0].layer;

/** Whether nothing was cut off it: it is round. @param {Body} body */
export const isWhole = ({ colliders }) =>
    colliders.length === 1 && colliders[0].shape.shape !== 'polygon';

export function makeWorld() {
    /** @type {World<any>} */
    const world = new World({ gravity: [0, -9], layers: /** @type {any} */ (LAYERS), loadImpulse: 6,
        sleep: false });
    // It holds what comes from above; fruit does not meet it.
    world.createBody({ type: 'static', position: [0, BOARD - 0.2],
        collider: { shape: 'box', width: 40, height: 0.4, layer: 'board', oneWay: [0, 1] } });
    return world;
}

/**
 * @param {World<any>} world @param {string} kind
 * @param {{ position: [number, number], velocity: [number, number], angle?: number, spin?: number }} motion
 */
export function makeFruit(world, kind, { position, velocity, angle = 0, spin = 0 }) {
    const { half, radius } = FRUIT[kind];
    const surface = { layer: kind, friction: 0.5, density: 1 };
    return world.createBody({ position, velocity, angle, angularVelocity: spin, collider: half > 0
        ? { shape: 'capsule', a: [-half, 0], b: [half, 0], radius, ...surface }
        : { shape: 'circle', radius, ...surface } });
}

/**
 * @param {World<any>} world
 * @param {{ position: [number, number], velocity: [number, number], spin?: number }} motion
 */
export const makeBomb = (world, { position, velocity, spin = 0 }) =>
    world.createBody({ position, velocity, angularVelocity: spin,
        collider: { shape: 'circle', radius: BOMB, layer: 'bomb' } });

/** A hook that comes down from above the picture. @param {World<any>} world @param {number} x */
const makeHook = (world, x) =>
    world.createBody({ type: 'kinematic', position: [x, TOP + 4.6], velocity: [0, -3.4],
        collider: { shape: 'circle', radius: 0.16, layer: 'hook' } });

/** @param {World<any>} world @param {[number, number]} from @param {[number, number]} to @param {Body} bodyA @param {Body} bodyB */
const hang = (world, from, to, bodyA, bodyB) =>
    createRope(world, { from, to, bodyA, bodyB, links: LINKS, width: ROPE,
        collider: { layer: 'rope', density: 2 } });

/** A crate full of fruit on a rope. @param {World<any>} world @param {number} x */
export function hangCrate(world, x) {
    const hook = makeHook(world, x);
    const y = hook.y - 4;
    const crate = world.createBody({ position: [x, y], velocity: [0, -3.4],
        collider: { shape: 'box', width: CRATE, height: CRATE, layer: 'crate', density: 0.8 } });
    hang(world, [x, hook.y], [x, y + CRATE / 2], hook, crate);
    for (const body of world.bodies) if (kindOf(body) === 'rope' && body.y > TOP) body.vy = -3.4;
}

/** A plank with fruit on it, on two ropes. @param {World<any>} world @param {number} x @param {string[]} kinds */
export function hangPlank(world, x, kinds) {
    const reach = PLANK.width / 2 - 0.2;
    const hooks = [-reach, reach].map((side) => makeHook(world, x + side));
    const y = hooks[0].y - 3.6;
    const plank = world.createBody({ position: [x, y], velocity: [0, -3.4],
        collider: { shape: 'box', ...PLANK, layer: 'plank', density: 0.6, friction: 0.7 } });
    hooks.forEach((hook, i) => {
        const end = x + (i === 0 ? -reach : reach);
        hang(world, [end, hook.y], [end, y], hook, plank);
    });
    kinds.forEach((kind, i) => {
        const place = x + (i - (kinds.length - 1) / 2) * 1.05;
        makeFruit(world, kind, {
            position: [place, y + PLANK.height / 2 + FRUIT[kind].radius + 0.01],
            velocity: [0, -3.4],
        });
    });
    for (const body of world.bodies) if (kindOf(body) === 'rope' && body.y > TOP) body.vy = -3.4;
}
