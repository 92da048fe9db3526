// The scene: one Mica world made from the level's map, and the list of things the game and the renderer
// know about it. Called by game.js at start and at every reset. A thing is found by its body's slot
// (scene.things) or by one of its colliders (scene.owners), so events and views need no search.

import { fromScene } from '../../js/scene.js';
import { PLAYER } from './player.js';

/** @import { Body, BodyOptions, Collider, ColliderOptions } from '../../js/index.js' */
/** @import { Level } from './level.js' */

/**
 * A platform that swings between two points in `seconds`.
 * @typedef {{ x0: number, y0: number, x1: number, y1: number, seconds: number }} Path
 */
/** @typedef {'topaz' | 'azure'} Colour */
/**
 * @typedef {'wall'|'player'|'ghost'|'crate'|'ball'|'lantern'|'lift'|'mill'|'water'|'ladder'|'topaz'|'azure'|'prism'|'exit'} Kind
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
 * @property {number} glow       lanterns, the door and veils, 0 to 1, eased, for drawing
 * @property {Path | null} path   lifts
 * @property {any} properties    what the map says of it beside
 * @property {HTMLCanvasElement | null} sprite
 */
/** @typedef {ReturnType<typeof createScene>} Scene */

/** The classes of the map's objects that become things; what else has a body is stone. */
const KINDS =
    /** @type {Kind[]} */ (['ghost', 'crate', 'ball', 'lantern', 'lift', 'water', 'ladder', 'topaz',
        'azure', 'prism', 'exit']);

/** Builds a fresh world from a level. @param {Level} level */
export function createScene(level) {
    const world = fromScene(level.scene);
    const scene = {
        level,
        world,
        /** @type {(Thing | undefined)[]} by body slot */ things: [],
        /** @type {(Thing | undefined)[]} by collider slot */ owners: [],
        /** @type {Thing[]} */ ghosts: [],
        /** @type {Thing[]} */ lanterns: [],
        /** @type {Thing[]} */ lifts: [],
        /** @type {Thing[]} water, ladders, veils and prisms, in order of creation */ fixtures: [],
        /** @type {Thing[]} crates and balls, in order of creation */ loose: [],
        player: /** @type {Thing} */ (/** @type {unknown} */ (null)),
        wall: /** @type {Thing} */ (/** @type {unknown} */ (null)),
        exit: /** @type {Thing} */ (/** @type {unknown} */ (null)),
    };
    for (const body of world.bodies) enterBody(scene, body);
    for (const m of level.mills) {
        const arm = m.arm - m.thick;
        addThing(scene, 'mill', 'wall', { type: 'kinematic', position: [m.x, m.y],
            angularVelocity: m.speed }, [
            { shape: 'capsule', a: [-arm, 0], b: [arm, 0], radius: m.thick, friction: 0.6 },
            { shape: 'capsule', a: [0, -arm], b: [0, arm], radius: m.thick, friction: 0.6 },
        ], m.arm * 2, m.arm * 2);
    }
    const { body } = world.createMover({ ...PLAYER, position: [level.spawn.x, level.spawn.y] });
    scene.player = makeThing(body, 'player', 'player', 0.6, 1.16);
    enter(scene, scene.player);
    return scene;
}

/** Makes a thing of a body of the map. @param {Scene} scene @param {Body} body */
function enterBody(scene, body) {
    const data = /** @type {any} */ (body.userData);
    const kind = KINDS.find((each) => each === data.class) ?? 'wall';
    const [{ layer }] = body.colliders;
    const { level } = scene;
    const thing = makeThing(body, kind, /** @type {string} */ (layer), data.width ?? level.width,
        data.height ?? level.height, kind === 'wall' ? stoneOutlines(level, body) : undefined);
    Object.assign(thing, { path: data.path ?? null, properties: data.properties ?? {} });
    if (kind === 'wall') scene.wall = thing;
    else if (kind === 'exit') scene.exit = thing;
    else if (kind === 'crate' || kind === 'ball') scene.loose.push(thing);
    else if (kind === 'ghost') scene.ghosts.push(thing);
    else if (kind === 'lantern') scene.lanterns.push(thing);
    else if (kind === 'lift') scene.lifts.push(thing);
    else scene.fixtures.push(thing);
    enter(scene, thing);
}

/** The outlines of the stone, which is one collider: a map of tiles. @param {Level} level @param {Body} body @returns {Outline[]} */
function stoneOutlines({ rects, slopes, ledges }, body) {
    const [collider] = body.colliders;
    const boxes = [...rects.map(({ x, y, w, h }) => [x, y, x + w, y, x + w, y + h, x, y + h]),
        ...ledges.map(({ x, y, w }) => [x, y + 0.5, x + w, y + 0.5, x + w, y + 1, x, y + 1]),
        ...slopes];
    return boxes.map((points) => ({
        points: Float32Array.from(points, (p, i) => p - (i % 2 === 0 ? body.x : body.y)),
        radius: 0,
        trigger: false,
        collider,
    }));
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
 * @param {Outline[]} [outlines]
 * @returns {Thing}
 */
function makeThing(body, kind, layer, width, height, outlines = body.colliders.map(outlineOf)) {
    return {
        kind,
        body,
        slot: body.index,
        layer,
        width,
        height,
        outlines,
        tint: ((body.index * 0.618034) % 1 + 1) % 1,
        homeX: body.x,
        homeY: body.y,
        lit: false,
        glow: 0,
        path: null,
        properties: {},
        sprite: null,
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
    if (known?.kind === 'wall' && layer === 'wall') {
        for (const outline of known.outlines) outline.collider = collider;
        return Object.assign(known, { body });
    }
    if (known?.layer === layer && known.outlines.length === body.colliders.length
        && known.kind !== 'crate' && known.kind !== 'ball')
    {
        return Object.assign(known, { body, outlines: body.colliders.map(outlineOf) });
    }
    /** @type {any} */ const { shape, radius, width, height } = collider.shape;
    return shape === 'circle'
        ? makeThing(body, 'ball', layer, 2 * radius, 2 * radius)
        : makeThing(body, 'crate', layer, ...sizeOf(collider, width, height));
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
    const corners = shape.shape === 'circle'
        ? [center]
        : shape.shape === 'capsule'
        ? [a, b]
        : points;
    return { points: new Float32Array(corners.flat()), radius, trigger: collider.trigger,
        collider };
}

/**
 * Adds a crate by its centre and full size in metres.
 * @param {Scene} scene @param {number} x @param {number} y @param {number} width @param {number} height
 */
export function addCrate(scene, x, y, width, height) {
    const thing = addThing(scene, 'crate', 'crate', { position: [x, y] }, [{ shape: 'box', width,
        height, friction: 0.55, density: 0.7 }], width, height);
    scene.loose.push(thing);
    return thing;
}

/**
 * Adds a ball by its centre and radius in metres.
 * @param {Scene} scene @param {number} x @param {number} y @param {number} radius
 */
export function addBall(scene, x, y, radius) {
    const thing = addThing(scene, 'ball', 'crate', { position: [x, y] }, [{ shape: 'circle', radius,
        friction: 0.5, restitution: 0.45, density: 0.5, rollingResistance: 0.02 }], radius * 2,
        radius * 2);
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
