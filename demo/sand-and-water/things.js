// What stands, floats and turns in the scenes, as bodies, and the colours of grains. A layer says what a body is, so that a moment that
// comes back needs no list beside the world. Called by scenes.js and tools.js; paint.js reads the layers.
import { World } from '../../js/matter.js';

export const SPACING = 0.08; // metres between particles
/** Particles that all matter has together at most. */
export const MOST = 20000;
/** What the slowest machine is given. */
export const FEWEST = 8000;
/** Particles that can be poured into any scene. */
export const SPARE = 3000;
/** The layers of bodies; all of them meet each other and matter, but for a gate in its wall. */
const SOLID = ['ground', 'wall', 'crate', 'plank', 'stone', 'ball', 'duck', 'boat', 'wheel',
    'glass'];
export const LAYERS = { matter: [...SOLID, 'gate'],
    ...Object.fromEntries(SOLID.map((kind) => [kind, SOLID])), gate: ['matter', 'crate', 'stone'],
    handle: [], drain: [] };
/** What a finger takes. */
export const LOOSE = ['crate', 'plank', 'stone', 'ball', 'duck', 'boat', 'wheel', 'gate', 'handle'];

/** @typedef {import('../../js/matter.js').Body<any>} Body @typedef {import('../../js/matter.js').Matter<any>} Matter */
/** @typedef {World<any>} MatterWorld @typedef {[x: number, y: number]} Point */
/** @typedef {{ water: Matter, sand: Matter, jelly: Matter }} Matters */

/** @param {Body} body @returns {string} */
export const kindOf = (body) => body.colliders[0]?.layer ?? '';

/** From 0 to 1, by a whole number. @param {number} n */
export const chance = (n) => {
    const bits = Math.imul(n ^ (n >>> 15), 0x2c1b3c6d);
    return ((Math.imul(bits ^ (bits >>> 12), 0x297a2d39) ^ (bits >>> 15)) >>> 0) / 2 ** 32;
};

/** A world with a floor at y = 0 and walls at both sides, and its three matters. @param {number} width @param {number} height */
export function makeWorld(width, height) {
    const world = new World({ gravity: [0, -10], layers: /** @type {any} */ (LAYERS),
        hitSpeed: 1.5 });
    const wall = { shape: 'box', width: 4, height: 4 * height, layer: 'ground' };
    world.createBody({ type: 'static', colliders: /** @type {any} */ ([
        { shape: 'box', width: width + 8, height: 4, center: [0, -2], layer: 'ground',
            friction: 0.7 },
        { ...wall, center: [-width / 2 - 2, 2 * height - 4] },
        { ...wall, center: [width / 2 + 2, 2 * height - 4] },
    ]) });
    const common = { spacing: SPACING, capacity: MOST, layer: 'matter' };
    const matters = {
        water: world.createMatter({ ...common, kind: 'liquid', density: 1, cohesion: 0.3 }),
        sand: world.createMatter({ ...common, kind: 'sand', density: 1.7, repose: 0.56 }),
        jelly: world.createMatter({ ...common, kind: 'jelly', density: 0.9, capacity: 6000,
            stiffness: 0.55 }),
    };
    return { world, matters };
}

/** The world's matters, which may be others after a moment has come back. @param {MatterWorld} world @returns {Matters} */
export function mattersOf(world) {
    const [water, sand, jelly] = world.matters;
    return { water, sand, jelly };
}

// ---------------------------------------------------------------------------------------------- grains

/** Beds of sand, from below. */
export const BEDS = [0xb86a4e, 0xd98e54, 0xe8b45f, 0xf3d487];
/** What sand is poured, one after the other. */
export const POURED = [0xf0c566, 0xe89a56, 0xd9735c, 0xb9628a, 0x7f6fb5];
export const JELLIES = [0xff6fae, 0x7ddc6a, 0xffb13d, 0xb184ff, 0x4fd0e8];

/** A colour with an upper byte that makes the grain a little darker or lighter. @param {number} color @param {number} n of the grain */
export const grain = (color, n) => (color | (Math.floor(256 * chance(n)) << 24)) >>> 0;

/**
 * Adds particles in rows wherever `colorAt` gives a colour.
 * @param {Matter} matter @param {[minX: number, minY: number, maxX: number, maxY: number]} box
 * @param {(x: number, y: number) => number} colorAt -1: no particle
 */
export function layGrains(matter, [minX, minY, maxX, maxY], colorAt) {
    /** @type {number[]} */
    const positions = [];
    /** @type {number[]} */
    const values = [];
    const rise = SPACING * Math.sqrt(3) / 2;
    for (let row = 0, y = minY + SPACING / 2; y < maxY; ++row, y += rise) {
        for (let x = minX + SPACING * (0.5 + 0.5 * (row % 2)); x < maxX - SPACING / 4;
            x += SPACING)
        {
            const color = colorAt(x, y);
            if (color < 0) continue;
            values.push(grain(color, positions.length + 7));
            positions.push(x, y);
        }
    }
    return matter.add(positions, { values });
}

/** A colour of beds by height, with wavy edges. @param {number} x @param {number} y @param {number} thick metres of a bed */
export const bedAt = (x, y, thick) =>
    BEDS[
        Math.max(0,
            Math.min(BEDS.length - 1,
                Math.floor((y + 0.12 * Math.sin(1.7 * x) + 0.06 * Math.sin(4.1 * x)) / thick)))
    ];

// ---------------------------------------------------------------------------------------------- bodies

/** @param {MatterWorld} world @param {Point} position @param {number} [width] @param {number} [height] */
export const makeCrate = (world, position, width = 0.9, height = width) =>
    world.createBody({ position,
        collider: { shape: 'box', width, height, layer: 'crate', density: 0.55, friction: 0.6 } });

/** @param {MatterWorld} world @param {Point} position @param {number} width @param {number} height @param {number} [density] */
export const makeStone = (world, position, width, height, density = 1.6) =>
    world.createBody({ position,
        collider: { shape: 'box', width, height, layer: 'stone', density, friction: 0.8 } });

/** @param {MatterWorld} world @param {Point} position @param {number} width @param {number} height */
export const makePlank = (world, position, width, height) =>
    world.createBody({ position,
        collider: { shape: 'box', width, height, layer: 'plank', density: 0.6, friction: 0.7 } });

/** @param {MatterWorld} world @param {Point} position @param {number} radius @param {number} [density] */
export const makeBall = (world, position, radius, density = 0.3) =>
    world.createBody({ position,
        collider: { shape: 'circle', radius, layer: 'ball', density, restitution: 0.4 } });

/** A duck that rights itself, as it is heavy below. @param {MatterWorld} world @param {Point} position */
export const makeDuck = (world, position) =>
    world.createBody({ position, angularDamping: 1, colliders: [
        { shape: 'hull',
            points: [-0.62, 0.2, -0.5, -0.16, -0.2, -0.34, 0.26, -0.34, 0.52, -0.08, 0.52, 0.16,
                0.16, 0.24], layer: 'duck', density: 0.4 },
        { shape: 'circle', radius: 0.28, center: [0.32, 0.44], layer: 'duck', density: 0.12 },
        { shape: 'circle', radius: 0.1, center: [0, -0.22], layer: 'duck', density: 6 },
    ] });

/** Half the length at the top, height, how far the sides lean, and thickness of a boat. */
export const BOAT = { half: 1.75, height: 1.05, lean: 0.45, thick: 0.16 };

/** A boat: a floor and two sides. @param {MatterWorld} world @param {Point} position of the middle of its floor's upper side */
export function makeBoat(world, position) {
    const { half, height, lean, thick } = BOAT;
    const wood = { layer: 'boat', density: 0.5, friction: 0.6 };
    const foot = half - lean;
    /** @type {Point[]} */
    const side = [[foot, 0], [foot + thick, -thick], [half + thick, height], [half, height]];
    return world.createBody({ position, angularDamping: 0.8, colliders: [
        { shape: 'box', width: 2 * (foot + thick), height: thick, center: [0, -thick / 2], ...wood,
            density: 2.2 },
        { shape: 'polygon', points: side, ...wood },
        { shape: 'polygon', points: side.map(([x, y]) => /** @type {Point} */ ([-x, y])).reverse(),
            ...wood },
    ] });
}

/** Takes the water out of a boat. @param {Matter} water @param {Body} boat */
export function bail(water, { x, y }) {
    const { half, height, lean } = BOAT;
    water.remove({ shape: 'polygon',
        points: [[lean - half, 0], [half - lean, 0], [half, height], [-half, height]] }, {
        position: [x, y],
    });
}

export const PADDLES = 8;

/** A wheel on an axle. @param {MatterWorld} world @param {Point} position @param {number} radius */
export function makeWheel(world, position, radius) {
    const wood = { layer: 'wheel', density: 0.5, friction: 0.4 };
    const paddles = Array.from({ length: PADDLES }, (_, i) => {
        const angle = 2 * Math.PI * i / PADDLES;
        return { shape: /** @type {const} */ ('box'), width: 0.78 * radius, height: 0.14, angle,
            center:
                /** @type {Point} */ ([0.61 * radius * Math.cos(angle),
                    0.61 * radius * Math.sin(angle)]), ...wood };
    });
    const body = world.createBody({ position, angularDamping: 0.35, canSleep: false,
        colliders: [{ shape: 'circle', radius: 0.34 * radius, ...wood }, ...paddles] });
    const post = world.createBody({ type: 'static', position });
    world.createJoint({ type: 'revolute', bodyA: post, bodyB: body, anchor: position });
    return body;
}

/** A beam that stands. @param {MatterWorld} world @param {Point} from @param {Point} to @param {number} [radius] */
export const makeBeam = (world, from, to, radius = 0.16) =>
    world.createBody({ type: 'static',
        collider: { shape: 'capsule', a: from, b: to, radius, layer: 'wall', friction: 0.3 } });

/**
 * A gate that slides up in its wall, with a handle above.
 * @param {MatterWorld} world @param {Point} foot @param {number} height of the opening @param {number} top where the handle is
 */
export function makeGate(world, [x, y], height, top) {
    const position = /** @type {Point} */ ([x, y + height / 2]);
    const body = world.createBody({ position, lockRotation: true, canSleep: false, colliders: [
        { shape: 'box', width: 0.34, height: height - 0.02, layer: 'gate', density: 3,
            friction: 0.1 },
        { shape: 'circle', radius: 0.42, center: [0, top - position[1]], layer: 'handle',
            density: 0.5 },
    ] });
    const post = world.createBody({ type: 'static', position });
    world.createJoint({ type: 'prismatic', bodyA: post, bodyB: body, anchor: position, axis: [0, 1],
        limit: [0, height], motor: { speed: 0, maxForce: 60 * body.mass } });
    return body;
}

/**
 * Changes a downward stream a little in each step, so that it does not fall in even rows.
 * @param {import('../../js/matter.js').Emitter} emitter @param {number} speed @param {number} step
 */
export function ruffle(emitter, speed, step) {
    // A jet of water would break where its rows are too uneven.
    const rough = emitter.matter.kind === 'sand' ? 1 : 0.35;
    emitter.angle = -Math.PI / 2 + 0.36 * rough * (chance(3 * step) - 0.5);
    emitter.speed = speed * (1 + 0.7 * rough * (chance(3 * step + 1) - 0.5));
}
