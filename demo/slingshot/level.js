// A level as data, and the world that it makes. An item is a list: what it is, its middle (m), its width and height (m), its angle
// (degrees) and one number more, so that levels are short in files and links. Called by game.js and editor.js.
import { createRope } from '../../js/builders.js';
import { World } from '../../js/index.js';
import { BLOCKS, GRAVITY, LAYERS, MATERIALS, TARGETS } from './materials.js';

/**
 * An item of a level:
 * - glass, wood, stone: a block; `more` is how wide its top is, of its width: 0 is a roof, 1 a box (the default)
 * - rock: a block that stands, as a block else
 * - dome, cube, cone: a target, as wide and high as it says
 * - rope: hangs from its place down, as long as it is high; at an angle, to the right. It holds what is at its ends
 * - pivot: hinges what is at its place to the air
 * - lift: a board that goes from its place along its angle, `more` metres, and back
 * @typedef {[kind: string, x: number, y: number, width: number, height: number, angle?: number, more?: number]} Item
 */
/** @typedef {{ name: string, shots: number, items: Item[] }} Level */
/** @typedef {import('../../js/index.js').Body<any>} Body @typedef {import('../../js/index.js').World<any>} AnyWorld */

export const KINDS = [...BLOCKS, 'rock', ...TARGETS, 'rope', 'pivot', 'lift'];
export const MOST = 90; // items of a level
/** Where items may be, in metres. */
export const FIELD = { minX: 3, maxX: 16, minY: 0, maxY: 14 };
/** The user data of blocks whose grain goes up; their pieces inherit it. */
export const UPRIGHT = 1;
const PERIOD = 360; // steps in which a lift goes forth and back
const NAME = 32; // letters
const REACH = 0.08; // metres from the end of a rope to what it holds

/** A level that a link or the browser brought; throws for what is none. @param {any} given @returns {Level} */
export function checkedLevel(given) {
    const { name, shots, items } = given ?? {};
    if (typeof name !== 'string' || name.length > NAME || !Number.isInteger(shots) || shots < 1
        || shots > 9 || !Array.isArray(items) || items.length > MOST)
        throw new RangeError('This is no level');
    return { name, shots, items: items.map(checkedItem) };
}

/** @param {any} item @returns {Item} */
function checkedItem(item) {
    const [kind, x, y, width, height, angle = 0, more = 1] = Array.isArray(item) ? item : [];
    const between = (/** @type {unknown} */ value, /** @type {number} */ from,
        /** @type {number} */ to) => typeof value === 'number' && value >= from && value <= to;
    if (!KINDS.includes(kind) || !between(x, FIELD.minX, FIELD.maxX)
        || !between(y, FIELD.minY, FIELD.maxY) || !between(width, 0.1, 12)
        || !between(height, 0.1, 12) || !between(angle, -360, 360) || !between(more, 0, 6))
        throw new RangeError(`This is no item of a level: ${JSON.stringify(item)}`);
    return more !== 1
        ? [kind, x, y, width, height, angle, more]
        : angle !== 0
        ? [kind, x, y, width, height, angle]
        : [kind, x, y, width, height];
}

/** The corners of a block in its space. @param {number} width @param {number} height @param {number} top of its width @returns {[number, number][]} */
export function corners(width, height, top) {
    const [w, h, t] = [width / 2, height / 2, top * width / 2];
    return top > 0.02 ? [[-w, -h], [w, -h], [t, h], [-t, h]] : [[-w, -h], [w, -h], [0, h]];
}

/** Half an ellipse, on a flat side. @param {number} width @param {number} height @returns {[number, number][]} */
const dome = (width, height) =>
    /** @type {[number, number][]} */ ([[-0.94, -1], [0.94, -1], [1, -0.55], [0.86, 0.15], [0.5,
        0.78], [0, 1], [-0.5, 0.78], [-0.86, 0.15]].slice(0, 8)).map((
            [x, y],
        ) => [x * width / 2, y * height / 2]);

/** The shape of an item, for the engine. @param {Item} item @returns {any} */
function shapeOf([kind, , , width, height, , more = 1]) {
    if (kind === 'dome') return { shape: 'polygon', points: dome(width, height) };
    if (kind === 'cube')
        return { shape: 'box', width: 0.8 * width, height: 0.8 * height, radius: 0.1 * width };
    if (kind === 'cone') return { shape: 'polygon', points: corners(width, height, 0.3) };
    if (kind === 'lift' || more === 1) return { shape: 'box', width, height };
    return { shape: 'polygon', points: corners(width, height, more) };
}

/** @param {AnyWorld} world @param {Item} item */
function addBody(world, item) {
    const [kind, x, y, , , angle = 0] = item;
    const isBlock = BLOCKS.includes(kind);
    const surface = isBlock ? MATERIALS[kind] : { density: 0.6, friction: 0.7, restitution: 0.1 };
    const { density, friction, restitution } = surface;
    const type = kind === 'rock' ? 'static' : kind === 'lift' ? 'kinematic' : 'dynamic';
    return world.createBody({ type, position: [x, y], userData: item[4] > item[3] ? UPRIGHT : 0,
        angle: kind === 'lift' ? 0 : angle * Math.PI / 180,
        collider: { ...shapeOf(item), layer: kind, density, friction, restitution } });
}

/** @param {Item} item */
export const isJoint = ([kind]) => kind === 'rope' || kind === 'pivot';

/** The first body at a place or within reach of it, or the ground. @param {AnyWorld} world @param {Body} ground @param {number} x @param {number} y @returns {Body} */
const bodyAt = (world, ground, x, y) =>
    world.overlapShape({ shape: 'circle', radius: REACH }, { position: [x, y] }).map(({ body }) =>
        body
    )
        .find((body) => body.colliders[0].layer !== 'rope') ?? ground;

/** Where a rope ends. @param {Item} item @returns {[number, number]} */
export function ropeEnd([, x, y, , height, angle = 0]) {
    const turn = angle * Math.PI / 180;
    const rounded = (/** @type {number} */ value) => Math.round(1e4 * value) / 1e4;
    return [rounded(x + height * Math.sin(turn)), rounded(y - height * Math.cos(turn))];
}

/** @param {AnyWorld} world @param {Body} ground @param {Item} item */
function addJoint(world, ground, item) {
    const [kind, x, y, , height] = item;
    const body = bodyAt(world, ground, x, y);
    if (kind === 'pivot') {
        if (body === ground) return;
        world.createJoint({ type: 'revolute', bodyA: ground, bodyB: body, anchor: [x, y],
            collideConnected: true });
        return;
    }
    const to = ropeEnd(item);
    createRope(world, { from: [x, y], to, bodyA: body, bodyB: bodyAt(world, ground, ...to),
        links: Math.max(2, Math.round(height / 0.35)), width: 0.09,
        collider: { layer: 'rope', density: 1.5 } });
}

/** The world of a level, before the first shot, and the body of each item, null for ropes and hinges. @param {Level} level @returns {{ world: AnyWorld, bodies: (Body | null)[] }} */
export function makeWorld({ items }) {
    /** @type {AnyWorld} */
    const world = new World({ gravity: [0, -GRAVITY], layers: /** @type {any} */ (LAYERS),
        hitSpeed: 1.2, loadImpulse: 0.5 });
    const ground = world.createBody({ type: 'static', position: [0, -2],
        collider: { shape: 'box', width: 160, height: 4, layer: 'ground', friction: 0.8 } });
    const bodies = items.map((item) => (isJoint(item) ? null : addBody(world, item)));
    for (const item of items) if (isJoint(item)) addJoint(world, ground, item);
    return { world, bodies };
}

/** How far on its way a lift is, from 0 to 1, at a step: it slows down before it turns. @param {number} step */
export function liftAt(step) {
    const t = 2 * (step % PERIOD) / PERIOD;
    const u = t < 1 ? t : 2 - t; // from 0 to 1 and back
    return u * u * (3 - 2 * u);
}
