// What the tests of scenes share: every option with a value that is not its default, worlds that have
// everything, and a seeded generator.
import { BODY_KEYS, SURFACE_KEYS } from '../../js/options/options.js';
import { SCENE_WORLD_KEYS } from '../../js/options/scene.js';
import { packCells } from '../../js/options/terrain-cells.js';
import { TILE, World } from '../../js/index.js';
import { toScene } from '../../js/scene.js';
import { body } from '../../web/schema/body.mjs';
import { collider } from '../../web/schema/collider.mjs';
import { sampleOf } from '../../web/schema/rows.mjs';
import { world } from '../../web/schema/world.mjs';

/** @typedef {Record<string, any>} Options */

/**
 * The rows of a subject that are an option each, with a value that is not the default.
 * @param {import('../../web/schema/rows.mjs').Subject} subject
 * @returns {Options}
 */
function samplesOf({ rows }) {
    return Object.fromEntries(
        rows.filter(({ defined, kind, sample }) =>
            defined !== false && (kind !== 'bits' || sample !== undefined)
        ).map((row) => [row.name, sampleOf(row)]),
    );
}

export const DISC = /** @type {const} */ ({ shape: 'circle', radius: 0.5 });

/** Options of a world. @type {Options} */
export const WORLD_SAMPLES = {
    ...samplesOf(world),
    layers: { player: { wall: 'solid', coin: 'trigger' }, wall: {}, coin: { coin: 'solid' } },
    yDown: true,
    fixedStep: 1 / 120,
    stepping: 'impacts',
    substeps: 8,
    maxSteps: 3,
    timeScale: 0.1,
    paused: true,
    poseMode: 'extrapolate',
};

/** Options of a body. @type {Options} */
export const BODY_SAMPLES = {
    ...samplesOf(body),
    lockX: true,
    lockY: true,
    lockRotation: true,
    userData: { name: 'door', tags: ['a', null, { deep: 0.1 }], open: false },
};

/** All options of a mover, as a scene has them. @type {Options} */
export const MOVER_SAMPLE = {
    maxSlope: 0.7,
    stepHeight: 0.15,
    snapDistance: 0.45,
    mass: 55.5,
    maxPushForce: 333.3,
    maxFallSpeed: 12.5,
    cornerCorrection: 0.05,
    up: [0.6, 0.8],
    floating: true,
    velocity: [1.1, -0.3],
};

/** Options of a collider besides its shape; layers are those above. @type {Options} */
export const SURFACE_SAMPLES = {
    ...samplesOf(collider),
    field: { type: 'wind', flow: [0.1, 2] },
};

/** Fields with all their numbers. @type {Options[]} */
export const FIELD_SAMPLES = [
    { type: 'wind', priority: -2, events: true, flow: [1.1, 0], drag: 0.3, turbulence: 0.7,
        gustSize: 2.2, acceleration: [0, 0.1] },
    { type: 'water', priority: 1, events: true, density: 1.1, surface: 0.3, flow: [0.2, 0],
        drag: 0.9, angularDrag: 0.8 },
    { type: 'gravity', priority: 3, events: true, acceleration: [0.3, 0], strength: -7.7,
        distance: 2.5, falloff: 2, replace: true },
    { type: 'speed', priority: 4, events: true, maxSpeed: 12.5, drag: 0.6, angularDrag: 0.1 },
];

const ELL = [[0, 0], [2, 0], [2, 0.5], [0.5, 0.5], [0.5, 2], [0, 2]];
const SPRING = { hertz: 3.3, dampingRatio: 0.4, target: 0.2 };

/** A terrain with all its options, as a scene has it. @type {Options} */
const TERRAIN_SAMPLE = {
    shape: 'terrain',
    columns: 6,
    rows: 5,
    cellSize: 0.5,
    origin: [0.1, -2],
    fill: packCells(Uint8Array.from({ length: 30 }, (_, i) => [255, 255, 200, 100, 3, 0][i % 6])),
    material: packCells(Uint8Array.from({ length: 30 }, (_, i) => Number(i > 14))),
    materials: {
        dirt: { hardness: 0.5, density: 1.7, restitution: 0.1 },
        rock: { hardness: 3, density: 2.2, anchor: true, friction: 0.1, restitution: 0.2,
            tangentSpeed: 0.3, layer: 'coin', userData: { gold: 5 } },
    },
    pieces: 'stay',
    borderAnchors: false,
    minimumPiece: 0.3,
};

/** Shapes, as options and as a scene has them where that is not the same. @type {{ given: Options, written?: Options }[]} */
export const SHAPE_SAMPLES = [
    { given: { shape: 'circle', radius: 0.3, center: [0.1, -0.2] } },
    { given: { shape: 'box', width: 1.1, height: 0.7 } },
    {
        given: { shape: 'box', halfWidth: 0.3, halfHeight: 0.2, center: [3.3, 0.1], angle: 0.1,
            radius: 0.05 },
        written: { shape: 'box', width: 0.6, height: 0.4, center: [3.3, 0.1], angle: 0.1,
            radius: 0.05 },
    },
    { given: { shape: 'box', width: 40, height: 1, center: [3.3, 0.1], angle: -2.7 } },
    { given: { shape: 'capsule', radius: 0.3, length: 0.6 },
        written: { shape: 'capsule', radius: 0.3, a: [0, -0.3], b: [0, 0.3] } },
    { given: { shape: 'capsule', radius: 0.3, a: [0.1, 0.2], b: [-1.3, 0.4] } },
    { given: { shape: 'segment', a: [0.1, 0.2], b: [-1.3, 0.4] } },
    { given: { shape: 'polygon', points: [[0, 0], [1.1, 0], [0.3, 0.9]], radius: 0.1 } },
    { given: { shape: 'hull', points: [[0, 0], [1, 0], [0, 1], [0.2, 0.2]] },
        written: { shape: 'polygon', points: [[0, 0], [1, 0], [0, 1]] } },
    { given: { shape: 'chain', points: [[0, 0], [1, 0.1], [2, -0.3]], radius: 0.1 } },
    { given: { shape: 'chain', points: [[0, 0], [1, 0.1], [2, 3]], loop: true, oneSided: true } },
    {
        given: { shape: 'tiles', cells: ['#.-/', '##\\.'], cellWidth: 0.5, cellHeight: 0.3,
            origin: [-1.1, 2] },
    },
    {
        given: { shape: 'tiles', cells: ['o.', '^#'],
            legend: { o: TILE.FULL | TILE.TRIGGER, '^': TILE.BOTTOM_HALF }, cellSize: 0.5 },
        written: { shape: 'tiles', cellSize: 0.5, cells: ['b.', 'a#'],
            legend: { a: TILE.BOTTOM_HALF, b: TILE.FULL | TILE.TRIGGER } },
    },
    { given: { shape: 'tiles', columns: 3, rows: 2 } },
    {
        given: { shape: 'tiles', columns: 2, topDown: true, cells: [0, 17, 900, 17],
            map: { 0: 0, 17: TILE.FULL,
                900: { tile: TILE.RISE, friction: 0.1, restitution: 0.2, tangentSpeed: 0.3,
                    layer: 'coin', userData: { gold: 5 } }, 5: 1 } },
        written: { shape: 'tiles', cells: ['.a', 'ba'], legend: { a: 17, b: 900 },
            map: { 5: 1, 17: TILE.FULL,
                900: { tile: TILE.RISE, friction: 0.1, restitution: 0.2, tangentSpeed: 0.3,
                    layer: 'coin', userData: { gold: 5 } } } },
    },
    { given: TERRAIN_SAMPLE },
    {
        given: { shape: 'terrain', columns: 3, rows: 2, topDown: true,
            fill: [0, 9.2, 0, 255, true, 7], material: ['b', 0, 1, 'a', 'a', 'b'],
            materials: { a: {}, b: { anchor: true } } },
        written: { shape: 'terrain', columns: 3, rows: 2, cellSize: 1, origin: [0, 0],
            fill: packCells(Uint8Array.of(255, 255, 7, 0, 9, 0)),
            material: packCells(Uint8Array.of(0, 0, 1, 1, 0, 1)),
            materials: { a: { hardness: 0, density: 1 },
                b: { hardness: 0, density: 1, anchor: true } }, pieces: 'fall', borderAnchors: true,
            minimumPiece: 0.05 },
    },
    {
        given: { shape: 'terrain',
            fill: { width: 2, height: 2,
                data: [1, 2, 3, 0, 0, 0, 0, 255, 0, 0, 0, 4, 0, 0, 0, 9] } },
        written: { shape: 'terrain', columns: 2, rows: 2, cellSize: 1, origin: [0, 0],
            fill: packCells(Uint8Array.of(4, 9, 0, 255)),
            materials: { ground: { hardness: 0, density: 1 } }, pieces: 'fall', borderAnchors: true,
            minimumPiece: 0.05 },
    },
];

const OWN = { hertz: 12.5, dampingRatio: 0.7, maxForce: 1234.5 };
const ANCHORS = { localAnchorA: [0.1, 0.2], localAnchorB: [-0.3, 0] };

/**
 * Joints with all their settings, as a scene has them; bodies and joints by their places.
 * @type {Options[]}
 */
export const JOINT_SAMPLES = [
    { type: 'revolute', bodyA: 0, bodyB: 1, ...ANCHORS, referenceAngle: 0.1,
        limit: { lower: -1.1, upper: 0.7 }, motor: { speed: 2.2, maxTorque: 3.3 },
        spring: { ...SPRING, maxTorque: 9.5, minTorque: -2.5 }, ...OWN },
    { type: 'prismatic', bodyA: 1, bodyB: 2, ...ANCHORS, referenceAngle: -0.1,
        localAxisA: [0.6, 0.8], limit: { lower: -2, upper: 2.1 },
        motor: { speed: 0.3, maxForce: 3.3 }, spring: { ...SPRING, maxForce: 9.5, minForce: -1e15 },
        ...OWN, maxTorque: 77.5 },
    { type: 'gear', jointA: 0, jointB: 1, ratio: -2.5, sum: 0.4, ...OWN, maxTorque: 12 },
    { type: 'ratchet', bodyA: 2, bodyB: 3, ...ANCHORS, referenceAngle: 0.3, ratchet: -0.5,
        phase: 0.2, motor: { speed: 2.2, maxTorque: 3.3 }, spring: { ...SPRING, maxTorque: 9.5 } },
    { type: 'distance', bodyA: 3, bodyB: 4, ...ANCHORS, length: 3.3, limit: { lower: 1, upper: 5 },
        motor: { speed: 2.2, maxForce: 3.3 }, spring: { ...SPRING, maxForce: 0, minForce: -7.5 },
        ...OWN },
    { type: 'pulley', bodyA: 4, bodyB: 5, ...ANCHORS, groundAnchorA: [0.1, 9.7],
        groundAnchorB: [3.3, 9.7], ratio: 1.5, length: 12.5, limit: { lower: 1, upper: 25 },
        motor: { speed: 2.2, maxForce: 3.3 }, spring: { ...SPRING, maxForce: 100.5 }, ...OWN },
    { type: 'motor', bodyA: 5, bodyB: 6, ...ANCHORS, referenceAngle: 0.6, linearVelocity: [0.1, 0],
        angularVelocity: 0.2, hertz: 3, dampingRatio: 0.3, maxForce: 10, maxTorque: 0.5 },
    { type: 'target', bodyB: 6, localAnchorB: [0.1, 0], target: [9.1, 3], hertz: 3,
        dampingRatio: 0.3, maxForce: 55 },
    { type: 'weld', bodyA: 6, bodyB: 7, ...ANCHORS, referenceAngle: 0.6, ...OWN, maxTorque: 12 },
    { type: 'wheel', bodyA: 7, bodyB: 8, ...ANCHORS, referenceAngle: 0.6, localAxisA: [0, 1],
        limit: { lower: -0.1, upper: 0.2 }, motor: { speed: 2.2, maxTorque: 3.3 },
        spring: { ...SPRING, maxForce: 100.5 }, ...OWN, breakForce: 1e4, breakTorque: 99.5,
        collideConnected: true, enabled: false, userData: ['wheel'] },
];

/** How many bodies the joints above are between. */
export const JOINTED = 9;

/** Every body and collider option by itself, all shapes, fields and joints, pairs that ignore each other. */
export function everything() {
    const { stepping: _, paused: __, ...settings } = WORLD_SAMPLES;
    const world = /** @type {World<any>} */ (new World({ ...settings, maxBytes: 0 }));
    for (let i = 0; i < JOINTED; ++i) world.createBody({ position: [2.3 * i, 5], collider: DISC });
    /** @type {any[]} */
    const joints = [];
    for (const sample of JOINT_SAMPLES) {
        const o = { ...sample };
        for (const key of ['bodyA', 'bodyB']) if (key in o) o[key] = world.bodyAt(o[key]);
        for (const key of ['jointA', 'jointB']) if (key in o) o[key] = joints[o[key]];
        joints.push(world.createJoint(/** @type {any} */ (o)));
    }
    for (const [i, key] of [...BODY_KEYS].filter((each) => each in BODY_SAMPLES).entries())
        world.createBody({ position: [3 * i, 20], collider: DISC, [key]: BODY_SAMPLES[key] });
    for (const [i, key] of SURFACE_KEYS.entries())
        world.createBody({ position: [3 * i, 30],
            collider: { ...DISC, [key]: SURFACE_SAMPLES[key] } });
    for (const [i, field] of FIELD_SAMPLES.entries())
        world.createBody({ type: 'static', position: [5 * i, 40],
            collider: { .../** @type {any} */ (DISC), field } });
    for (const [i, { given }] of SHAPE_SAMPLES.entries())
        world.createBody({ type: 'static', position: [50 * i, 60],
            collider: /** @type {any} */ (given) });
    world.createBody({ position: [3, 70],
        collider: /** @type {any} */ ({ shape: 'outline', points: ELL }) }).colliders[0].userData =
            'corner';
    world.createBody({ position: [6, 70], collider: DISC }).setMass({ mass: 3.3, inertia: 0.7,
        center: [0.1, 0] });
    world.createBody({ type: 'kinematic', position: [6, 73], collider: DISC }).setMass({ mass: 2.2,
        inertia: 0.4, center: [0, 0.2] });
    world.createBody({ position: [9, 70], collider: DISC }).dropThrough = true;
    const { velocity, ...ownSettings } = MOVER_SAMPLE;
    world.createMover({ position: [12, 70], collider: DISC, velocity, ...ownSettings }).setVelocity(
        0.1,
        0,
    );
    world.createMover({ position: [15, 70], angle: 0.3,
        collider: { shape: 'capsule', length: 1, radius: 0.4 } }).body.createCollider({
            .../** @type {any} */ (DISC),
            trigger: true,
        });
    for (const key of Object.keys(ownSettings))
        world.createMover({ position: [20, 75 + 3 * world.movers.length], collider: DISC,
            [key]: ownSettings[key] });
    world.createMover({ position: [12, 65], collider: DISC }).collider.trigger = true;
    /** @param {number} slot */
    const body = (slot) => /** @type {import('../../js/index.js').Body} */ (world.bodyAt(slot));
    body(11).ignore(body(3));
    body(4).ignore(body(9));
    return world;
}

/** Bodies of a small scene. */
const BODIES = 4;

/**
 * All options, shapes, fields and joints in small scenes, as JSON: one change reaches a part of a scene, and the others
 * only take time.
 * @returns {string[]}
 */
export function smallScenes() {
    const made = everything();
    const scene = /** @type {any} */ (toScene(made));
    made.destroy();
    const { bodyCapacity: _, colliderCapacity: __, contactCapacity: ___, ...world } = scene.world;
    const jointed = scene.bodies.slice(0, JOINTED);
    /** @type {any[]} */
    const scenes = [{ mica2d: 1, bodies: jointed, joints: scene.joints }, { mica2d: 1,
        bodies: jointed.slice(0, 4), ignoredPairs: [[0, 1], [3, 1]] }];
    for (let i = JOINTED; i < scene.bodies.length; i += BODIES) {
        // Colliders name layers of the world.
        scenes.push({ mica2d: 1, world: i % 3 === 0 ? world : { layers: world.layers },
            bodies: scene.bodies.slice(i, i + BODIES) });
    }
    return scenes.map((each) => JSON.stringify(each));
}

/** Numbers from 0 to below 1, the same each time. @param {number} seed */
export function generator(seed) {
    return () => (seed = (seed * 48271) % 2147483647) / 2147483647;
}

/** The keys of a table that has not a sample for each option. @param {Iterable<string>} keys @param {Options} samples */
export const missing = (keys, samples) => [...keys].filter((key) => !(key in samples));

export const WORLD_KEYS = SCENE_WORLD_KEYS;
