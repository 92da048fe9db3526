// The scene: one Mica world filled from the level, and the list of things the game and the renderer
// know about it. Called by game.js at start and at every reset. A thing is found by its body's slot
// (scene.things) or by one of its colliders (scene.owners), so events and views need no search.

import { World } from '../../js/index.js';
import { readLevel } from './level.js';
import { PLAYER } from './player.js';

/** @import { Body, BodyOptions, Collider, ColliderOptions, Response } from '../../js/index.js' */

/** The layers the matrix panel shows, in its order, with the colour of each. */
export const LAYERS = [
    { name: 'player', colour: '#ffc56e' },
    { name: 'ghost', colour: '#b8a1ff' },
    { name: 'wall', colour: '#7d97c9' },
    { name: 'crate', colour: '#f0927a' },
    { name: 'lantern', colour: '#77e3c4' },
];

/**
 * What each layer names: the player names all others, a ghost none, so ghosts pass through walls and crates.
 * @type {Record<string, Record<string, Response>>}
 */
export const LAYER_TABLE = {
    player: { wall: 'solid', crate: 'solid', ghost: 'trigger', lantern: 'trigger' },
    ghost: {},
    wall: {},
    crate: { wall: 'solid', crate: 'solid' },
    lantern: {},
};

export const GRAVITY = 24;

/**
 * @typedef {'wall'|'player'|'ghost'|'crate'|'ball'|'lantern'|'lift'|'mill'} Kind
 * @typedef {import('../shared/overlay.js').Outline & { collider: Collider }} Outline
 * @typedef {object} Thing
 * @property {Kind} kind
 * @property {Body} body
 * @property {number} slot
 * @property {string} layer
 * @property {Outline[]} outlines
 * @property {number} width
 * @property {number} height
 * @property {number} tint       0 to 1, which mineral it is cut from
 * @property {number} homeX
 * @property {number} homeY
 * @property {boolean} lit       lanterns
 * @property {number} glow       lanterns, 0 to 1
 * @property {import('./level.js').Lift | null} path   lifts
 * @property {HTMLCanvasElement | null} sprite
 */
/** @typedef {ReturnType<typeof createScene>} Scene */

/** Builds a fresh world from the level. */
export function createScene() {
    const level = readLevel();
    const world = new World({ gravity: [0, -GRAVITY], layers: LAYER_TABLE, maxSteps: 5 });
    const scene = {
        level,
        world,
        /** @type {(Thing | undefined)[]} by body slot */ things: [],
        /** @type {(Thing | undefined)[]} by collider slot */ owners: [],
        /** @type {Thing[]} */ ghosts: [],
        /** @type {Thing[]} */ lanterns: [],
        /** @type {Thing[]} */ lifts: [],
        /** @type {Thing[]} crates and balls, in order of creation */ loose: [],
        player: /** @type {Thing} */ (/** @type {unknown} */ (null)),
        wall: /** @type {Thing} */ (/** @type {unknown} */ (null)),
    };
    scene.wall = addThing(scene, 'wall', 'wall', { type: 'static', position: [0, 0] },
        level.rects.map((r) => ({
            shape: 'box', width: r.w, height: r.h, center: [r.x + r.w / 2, r.y + r.h / 2], friction: 0.7,
        })), level.width, level.height);
    for (const l of level.lifts) {
        const lift = addThing(scene, 'lift', 'wall', { type: 'kinematic', position: [l.x0, l.y0] },
            [{ shape: 'box', width: l.width, height: l.height, friction: 0.9 }], l.width, l.height);
        lift.path = l;
        scene.lifts.push(lift);
    }
    for (const m of level.mills) {
        const arm = m.arm - m.thick;
        addThing(scene, 'mill', 'wall',
            { type: 'kinematic', position: [m.x, m.y], angularVelocity: m.speed }, [
                { shape: 'capsule', a: [-arm, 0], b: [arm, 0], radius: m.thick, friction: 0.6 },
                { shape: 'capsule', a: [0, -arm], b: [0, arm], radius: m.thick, friction: 0.6 },
            ], m.arm * 2, m.arm * 2);
    }
    for (const l of level.lanterns) {
        scene.lanterns.push(addThing(scene, 'lantern', 'lantern',
            { type: 'static', position: [l.x, l.y + 0.25] },
            [{ shape: 'circle', radius: 0.75, trigger: true }], 0.6, 0.9));
    }
    for (const c of level.crates) addCrate(scene, c.x, c.y, c.size, c.size);
    for (const b of level.balls) addBall(scene, b.x, b.y, 0.38);
    for (const g of level.ghosts) {
        scene.ghosts.push(addThing(scene, 'ghost', 'ghost',
            { position: [g.x, g.y], gravityScale: 0, lockRotation: true, canSleep: false },
            [{ shape: 'circle', radius: 0.46, density: 6, friction: 0 }], 0.92, 0.92));
    }
    const { body } = world.createMover({ ...PLAYER, position: [level.spawn.x, level.spawn.y] });
    scene.player = makeThing(body, 'player', 'player', 0.6, 1.16);
    enter(scene, scene.player);
    return scene;
}

/**
 * @param {Scene} scene @param {Kind} kind @param {string} layer
 * @param {BodyOptions & { position: [number, number] }} bodyOptions @param {ColliderOptions[]} colliderOptions
 * @param {number} width @param {number} height
 * @returns {Thing}
 */
function addThing(scene, kind, layer, bodyOptions, colliderOptions, width, height) {
    const body = scene.world.createBody({
        ...bodyOptions,
        colliders: colliderOptions.map((options) => ({ ...options, layer })),
    });
    const thing = makeThing(body, kind, layer, width, height);
    enter(scene, thing);
    return thing;
}

/**
 * What the game knows of a body.
 * @param {Body} body @param {Kind} kind @param {string} layer @param {number} width @param {number} height
 * @returns {Thing}
 */
function makeThing(body, kind, layer, width, height) {
    return {
        kind, body, slot: body.index, layer, width, height,
        outlines: body.colliders.map(outlineOf),
        tint: ((body.index * 0.618034) % 1 + 1) % 1,
        homeX: body.x, homeY: body.y,
        lit: false, glow: 0, path: null, sprite: null,
    };
}

/** Lets a thing be found. @param {Scene} scene @param {Thing} thing */
function enter(scene, thing) {
    scene.things[thing.slot] = thing;
    for (const { collider } of thing.outlines) scene.owners[collider.index] = thing;
    thing.body.userData = thing;
}

/**
 * After the world has been restored: finds the things of its bodies again. A body that the world of another page
 * made is the level's thing in that slot, or else a crate or ball that somebody drew.
 * @param {Scene} scene
 */
export function findThings(scene) {
    const level = scene.things;
    Object.assign(scene, { things: [], owners: [], loose: [] });
    for (const body of scene.world.bodies) {
        const thing = body.userData ?? adopt(body, level[body.index]);
        enter(scene, thing);
        if (thing.kind === 'crate' || thing.kind === 'ball') scene.loose.push(thing);
    }
}

/** @param {Body} body @param {Thing | undefined} known the level's thing in its slot */
function adopt(body, known) {
    const [collider] = body.colliders;
    const layer = /** @type {string} */ (collider.layer);
    if (known?.layer === layer && known.outlines.length === body.colliders.length && known.kind !== 'crate' && known.kind !== 'ball') {
        return Object.assign(known, { body, outlines: body.colliders.map(outlineOf) });
    }
    /** @type {any} */ const { shape, radius, width, height } = collider.shape;
    return shape === 'circle' ? makeThing(body, 'ball', layer, 2 * radius, 2 * radius) : makeThing(body, 'crate', layer, ...sizeOf(collider, width, height));
}

/** A box that was made is read back as a polygon. @param {Collider} collider @param {number} [width] @param {number} [height] @returns {[number, number]} */
function sizeOf(collider, width, height) {
    if (width !== undefined && height !== undefined) return [width, height];
    const { points } = outlineOf(collider);
    const [xs, ys] = [0, 1].map((axis) => points.filter((_, i) => i % 2 === axis));
    return [Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)];
}

/**
 * The outline of a collider, as the engine holds its shape.
 * @param {Collider} collider @returns {Outline}
 */
function outlineOf(collider) {
    const { shape } = collider;
    /** @type {any} */ const { center, a, b, points, radius = 0 } = shape;
    const corners = shape.shape === 'circle' ? [center] : shape.shape === 'capsule' ? [a, b] : points;
    return { points: new Float32Array(corners.flat()), radius, trigger: collider.trigger, collider };
}

/**
 * Adds a crate by its centre and full size in metres.
 * @param {Scene} scene @param {number} x @param {number} y @param {number} width @param {number} height
 */
export function addCrate(scene, x, y, width, height) {
    const thing = addThing(scene, 'crate', 'crate', { position: [x, y] },
        [{ shape: 'box', width, height, friction: 0.55, density: 0.7 }], width, height);
    scene.loose.push(thing);
    return thing;
}

/**
 * Adds a ball by its centre and radius in metres.
 * @param {Scene} scene @param {number} x @param {number} y @param {number} radius
 */
export function addBall(scene, x, y, radius) {
    const thing = addThing(scene, 'ball', 'crate', { position: [x, y] },
        [{ shape: 'circle', radius, friction: 0.5, restitution: 0.45, density: 0.5,
            rollingResistance: 0.02 }], radius * 2, radius * 2);
    scene.loose.push(thing);
    return thing;
}

/** Takes a loose thing out of the world. @param {Scene} scene @param {Thing} thing */
export function removeThing(scene, thing) {
    for (const outline of thing.outlines) scene.owners[outline.collider.index] = undefined;
    scene.things[thing.slot] = undefined;
    scene.loose.splice(scene.loose.indexOf(thing), 1);
    thing.body.destroy();
}

/** Moves the lifts along their paths at world time t. @param {Scene} scene @param {number} t */
export function driveLifts(scene, t) {
    for (const { body, path } of scene.lifts) {
        if (!path) continue;
        const w = Math.PI / path.seconds;
        const speed = 0.5 * w * Math.sin(w * t);
        // Velocity of the swing plus a pull back to it, so that a lift never drifts off its path.
        const s = 0.5 - 0.5 * Math.cos(w * t);
        const x = path.x0 + (path.x1 - path.x0) * s;
        const y = path.y0 + (path.y1 - path.y0) * s;
        body.setVelocity(
            (path.x1 - path.x0) * speed + (x - body.x) * 4,
            (path.y1 - path.y0) * speed + (y - body.y) * 4,
        );
    }
}

/** Sends what fell out of the level back to where it began. @param {Scene} scene */
export function catchFallen(scene) {
    const views = scene.world.transforms;
    for (const thing of scene.loose) {
        if (views[4 * thing.slot + 1] > -10) continue;
        thing.body.setTransform(thing.homeX, thing.homeY, 0);
        thing.body.setVelocity(0, 0);
        thing.body.angularVelocity = 0;
    }
}
