// What castles are made of, in numbers: materials, targets, the ball and the sling. Each is a layer of its own, which says what a body is,
// so a moment from a link needs no list beside the world. Called by all files of the page.

/**
 * A material: `strength` is the impulse in N s that breaks a block of 0.7 m²; larger blocks bear more, with the root of their area.
 * @typedef {{ density: number, friction: number, restitution: number, strength: number, points: number }} Material
 */

/** @type {Record<string, Material>} */
export const MATERIALS = {
    glass: { density: 0.7, friction: 0.5, restitution: 0.05, strength: 2.2, points: 50 },
    wood: { density: 0.55, friction: 0.65, restitution: 0.08, strength: 5.2, points: 80 },
    stone: { density: 1.5, friction: 0.75, restitution: 0.03, strength: 17, points: 150 },
};
export const BLOCKS = Object.keys(MATERIALS);

/** Targets: jellies, whose forms are half as wide as `size`; `burst` is the impulse in N s that bursts one. */
export const TARGETS = ['dome', 'cube', 'cone'];
export const BURST = 1.5;
export const TARGET_POINTS = 1000;
export const SHOT_POINTS = 2000;

export const BALL = { radius: 0.36, density: 4.4 };

/** The sling: where the ball rests in it, how far it is pulled back at most (m), and how fast it then leaves (m/s). */
export const SLING = { x: 0, y: 2.4, pull: 1.85, speed: 17 };
export const GRAVITY = 10; // m/s²

/** The ground and ledges of rock stand; ropes meet the ball alone. */
const SOLID = ['ground', 'rock', 'lift', 'ball', ...BLOCKS, ...TARGETS];
export const LAYERS = {
    ...Object.fromEntries(['ball', ...BLOCKS, ...TARGETS].map((each) => [each, SOLID])),
    rope: ['ball'],
    ground: [],
    rock: [],
    lift: [],
};
export const NAMES = Object.keys(LAYERS);

/** @typedef {import('../../js/index.js').Body<any>} Body */

/** What a body is: the name of its layer. @param {Body} body @returns {string} */
export const kindOf = (body) => body.colliders[0].layer;
/** @param {string} kind */
export const isTarget = (kind) => TARGETS.includes(kind);

/** The area of a body, in m². @param {Body} body @param {string} kind of block */
export const areaOf = (body, kind) => body.mass / MATERIALS[kind].density;

/** The impulse that breaks a block, in N s. @param {Body} body @param {string} kind */
export const strengthOf = (body, kind) =>
    MATERIALS[kind].strength * Math.sqrt(areaOf(body, kind) / 0.7);
