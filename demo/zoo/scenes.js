// The example scenes: worlds to begin with. Each is made of what the tools make, so that all of it can be taken apart. Called by
// main.js.
import { World } from '../../js/index.js';
import { createBlob, createBridge, createRagdoll, createRope } from '../../js/builders.js';
import { AREAS } from './areas.js';
import { JOINTS } from './joints.js';
import { MATERIALS, layerOptions, surfaceOf } from './materials.js';

/** @typedef {import('../../js/index.js').World<any>} Any @typedef {import('./shapes.js').Point} Point */
/** @typedef {{ world: Any, view: import('./zoo.js').View }} Example */

/** @param {string} name */
const of = (name) =>
    surfaceOf(
        /** @type {import('./materials.js').Material} */ (MATERIALS.find((each) =>
            each.name === name
        )),
    );

/** @param {Any} world @param {string} material @param {Point} position @param {any} shape @param {any} [more] options of the body */
const add = (world, material, position, shape, { layer = 'default', ...more } = {}) =>
    world.createBody({ position, ...more, collider: { ...shape, ...of(material), layer } });

const FIXED = { type: 'static' };
/** @param {number} width @param {number} height @returns {any} */
const box = (width, height) => ({ shape: 'box', width, height });
/** @param {number} radius */
const ball = (radius) => ({ shape: 'circle', radius });
/** @param {Point} a @param {Point} b @param {number} [radius] */
const beam = (a, b, radius = 0.14) => ({ shape: 'capsule', a, b, radius });

/** A joint as the tools make it; without `a` on a nail. @param {Any} world @param {string} tool @param {any} a @param {any} b @param {Point} from @param {Point} [to] @param {number} [drive] */
const tie = (world, tool, a, b, from, to = from, drive = 4) =>
    world.createJoint(
        JOINTS[tool]({ world, a: a ?? world.createBody({ type: 'static', position: from }), b, from,
            to, at: to, drive }),
    );

/** @param {any} [options] @param {number} [floor] half its width, metres */
function makeWorld(options = {}, floor = 60) {
    const world = new World({ layers: layerOptions(), ...options });
    if (floor > 0) add(world, 'Stone', [0, -20], box(2 * floor, 40), FIXED);
    return world;
}

/** @returns {Example} */
function playground() {
    const world = makeWorld();
    add(world, 'Wood', [-10.2, 7.2], beam([-1.9, 0.55], [1.9, -0.55]), FIXED);
    add(world, 'Wood', [-8.3, 4.7], beam([-2, -0.5], [2, 0.5]), FIXED);
    add(world, 'Ice', [-10.4, 2.6], beam([-1.8, 0.5], [1.8, -0.5]), FIXED);
    add(world, 'Stone', [-12.6, 4.5], box(0.4, 9), FIXED);
    for (const [i, name] of ['Bouncy', 'Rubber', 'Wood', 'Felt', 'Steel'].entries())
        add(world, name, [-11.9 + 0.05 * i, 8.6 + 0.9 * i], ball(0.36));
    const plank = add(world, 'Wood', [-2.6, 1.25], box(6, 0.26));
    const foot = add(world, 'Stone', [-2.6, 0.5], { shape: 'polygon',
        points: [[-0.7, -0.5], [0.7, -0.5], [0, 0.62]] }, FIXED);
    tie(world, 'pin', foot, plank, [-2.6, 1.12]);
    add(world, 'Felt', [-5, 1.95], ball(0.55));
    add(world, 'Steel', [-0.5, 6.5], box(0.9, 0.9), { angle: 0.3 });
    for (const x of [2.2, 9.8]) add(world, 'Stone', [x, 2.1], box(1.2, 4.2), FIXED);
    createBridge(world, { from: [2.8, 4.15], to: [9.2, 4.15], planks: 9, thickness: 0.2,
        collider: of('Wood') });
    createRagdoll(world, { position: [6, 4.2], height: 2.3, collider: of('Felt') });
    world.createBody(AREAS.water([2.8, 0], [9.2, 2.1], 0.1));
    add(world, 'Cork', [4.2, 2.4], box(1.5, 0.45));
    add(world, 'Wood', [6.3, 2.6], ball(0.42));
    add(world, 'Stone', [7.9, 2.6], { shape: 'polygon',
        points: [[-0.4, -0.3], [0.3, -0.4], [0.5, 0.2], [-0.1, 0.45]] });
    world.createBody(AREAS.wind([11.9, 0], [11.9, 5.5], 0.1));
    for (const x of [10.7, 13.1]) add(world, 'Ice', [x, 0], beam([0, 0.2], [0, 7.4], 0.1), FIXED);
    for (const [i, name] of ['Wood', 'Felt', 'Ice'].entries())
        add(world, name, [11.3 + 0.6 * i, 2 + i], ball(0.34));
    const hook = add(world, 'Steel', [1.4, 10.6], box(1.6, 0.3), FIXED);
    const { bodies } = createRope(world, { from: [1.4, 10.5], to: [4.6, 8.2], links: 9, width: 0.13,
        bodyA: hook, collider: of('Rubber') });
    const swing = add(world, 'Bouncy', [5, 7.9], ball(0.55));
    tie(world, 'pin', bodies[8], swing, [4.6, 8.2]);
    const mill = world.createBody({ position: [-5.6, 6.9],
        colliders: [0, 1].map((i) => ({ ...box(2.8, 0.22), angle: (i * Math.PI) / 2,
            ...of('Steel') })
        ) });
    tie(world, 'motor', null, mill, [-5.6, 6.9], [-5.6, 6.9], -1.5);
    return { world, view: { minX: -13.2, minY: -0.8, maxX: 13.6, maxY: 11.4 } };
}

/** @returns {Example} */
function harbour() {
    const world = makeWorld();
    for (const x of [-11.4, 11.4]) add(world, 'Stone', [x, 2.5], box(1.4, 5), FIXED);
    world.createBody(AREAS.water([-10.7, 0], [10.7, 4.2], 0.1));
    for (const [x, sail] of [[-6.5, 'Felt'], [0.5, 'Rubber']]) {
        const at = Number(x);
        const hull = world.createBody({ position: [at, 4.4],
            collider: { shape: 'outline', ...of('Cork'),
                points: [[-2, 0.45], [-1.5, -0.55], [1.5, -0.55], [2.1, 0.45], [1.7, 0.45], [1.2,
                    -0.1], [-1.2, -0.1], [-1.6, 0.45]] } });
        const keel = add(world, 'Steel', [at, 3.1], box(0.9, 0.14));
        tie(world, 'weld', hull, keel, [at, 3.2]);
        const mast = add(world, 'Cork', [at, 5.6], box(0.16, 2.6));
        tie(world, 'weld', hull, mast, [at, 4.4]);
        const cloth = world.createBody({ position: [at + 0.1, 5.9],
            collider: { shape: 'polygon', points: [[0, 0.95], [0, -0.8], [1.2, -0.8]],
                ...of(String(sail)), density: 0.05 } });
        tie(world, 'weld', mast, cloth, [at + 0.08, 5.9]);
        add(world, 'Felt', [at - 0.7, 5], ball(0.34));
    }
    for (const [i, name] of ['Wood', 'Cork', 'Ice', 'Bouncy', 'Steel', 'Stone', 'Rubber'].entries())
        add(world, name, [3.6 + i, 6 + (i % 3)], i % 2 ? ball(0.4) : box(0.7, 0.7));
    const breeze = world.createBody(AREAS.wind([-10.6, 7.6], [10.6, 7.6], 0.1));
    breeze.colliders[0].shape = { shape: 'box', width: 21.2, height: 5 };
    breeze.colliders[0].field = { type: 'wind', flow: [3, 0], drag: 0.4, turbulence: 1 };
    return { world, view: { minX: -13, minY: -0.6, maxX: 13, maxY: 11 } };
}

/** @returns {Example} */
function planets() {
    const world = makeWorld({ gravity: [0, 0] }, 0);
    for (const [x, y, radius] of [[-6, 0, 2], [6.5, 1.5, 1.5]])
        world.createBody(AREAS.planet([x, y], [x + radius, y], 0.1));
    for (let i = 0; i < 10; i++) {
        const angle = 0.63 * i;
        const name = ['Wood', 'Felt', 'Rubber', 'Cork', 'Bouncy'][i % 5];
        add(world, name, [-6 + 2.5 * Math.cos(angle), 2.5 * Math.sin(angle)],
            i % 2 ? ball(0.3) : box(0.55, 0.55), { angle });
    }
    // A circular orbit at a distance d: v² = 12 r for a pull that goes with 1/d.
    add(world, 'Ice', [-6, 4.6], ball(0.35), { velocity: [Math.sqrt(24), 0] });
    add(world, 'Felt', [6.5, -2.2], ball(0.4), { velocity: [Math.sqrt(18), 0] });
    add(world, 'Steel', [6.5, 4.6], ball(0.25), { velocity: [-Math.sqrt(18), 0] });
    return { world, view: { minX: -13, minY: -6.5, maxX: 13, maxY: 7.5 } };
}

/** @returns {Example} */
function wrecker() {
    const world = makeWorld();
    for (let row = 0; row < 9; row++) {
        for (let i = 0; i < 4; i++)
            add(world, row % 3 === 2 ? 'Ice' : i % 2 ? 'Wood' : 'Cork', [
                3.2 + 1.02 * i + (row % 2) * 0.35,
                0.35 + 0.7 * row,
            ], box(1, 0.69));
    }
    createRagdoll(world, { position: [4.9, 6.4], height: 1.7, collider: of('Felt') });
    add(world, 'Felt', [3.4, 6.8], ball(0.4));
    const arm = add(world, 'Steel', [0, 11.4], box(2.4, 0.3), FIXED);
    const [from, to] = /** @type {[Point, Point]} */ ([[0, 11.3], [-7.4, 8.6]]);
    const { bodies } = createRope(world, { from, to, links: 14, width: 0.18, bodyA: arm,
        collider: { ...of('Steel'), layer: 'mint' } });
    const weight = add(world, 'Steel', [-8.2, 8.3], ball(0.95));
    tie(world, 'weld', bodies[13], weight, to);
    world.createJoint({ type: 'target', bodyB: weight, anchor: weight.position, hertz: 3,
        maxForce: 200 * weight.mass });
    return { world, view: { minX: -12, minY: -0.8, maxX: 12, maxY: 12.2 } };
}

/** @returns {Example} */
function workshop() {
    const world = makeWorld({}, 0);
    const ground = Array.from({ length: 81 },
        (_,
            i) => /** @type {Point} */ ([-20 + 0.5 * i,
                0.45 * Math.sin(0.5 * i) + 0.3 * Math.sin(0.23 * i)]));
    add(world, 'Stone', [0, 0], { shape: 'chain', points: [[-20, 9], ...ground, [20, 9]].reverse(),
        radius: 0.06 }, FIXED);
    const frame = add(world, 'Rubber', [-7, 2.6], { shape: 'polygon',
        points: [[-1.6, -0.3], [1.6, -0.3], [1.4, 0.25], [0.5, 0.65], [-0.8, 0.65], [-1.6, 0.2]] });
    for (const x of [-8.1, -5.9])
        tie(world, 'wheel', frame, add(world, 'Rubber', [x, 1.9], ball(0.55)), [x, 1.9], [x, 1.9],
            7);
    createBlob(world, { position: [2.6, 3.4], radius: 1.1, collider: { ...of('Bouncy') } });
    // A wheel turns, a rod follows, a hammer goes up and down.
    const wheel = add(world, 'Steel', [8, 7.5], ball(1.1));
    tie(world, 'motor', null, wheel, [8, 7.5], [8, 7.5], 3);
    const rod = add(world, 'Wood', [8.8, 6], beam([0, 1.5], [0, -1.5], 0.12), { layer: 'mint' });
    rod.setTransform(8.4, 6.1, Math.atan2(0.8, 2.8));
    const hammer = add(world, 'Steel', [8, 4.4], box(1.3, 0.9));
    tie(world, 'pin', wheel, rod, [8.8, 7.5]);
    tie(world, 'pin', rod, hammer, [8, 4.7]);
    tie(world, 'slider', null, hammer, [8, 4.4], [8, 3.4]).limit = [-2.6, 2.6];
    add(world, 'Felt', [8, 1.6], ball(0.5));
    const beamBody = add(world, 'Wood', [-1.5, 8.6], box(5, 0.3), FIXED);
    for (const [i, name] of ['Felt', 'Steel', 'Cork'].entries()) {
        const load = add(world, name, [-3.3 + 1.8 * i, 6.4], i === 0 ? ball(0.5) : box(0.8, 0.8));
        tie(world, ['spring', 'rope', 'rod'][i], beamBody, load, [-3.3 + 1.8 * i, 8.5], [
            -3.3 + 1.8 * i,
            6.7,
        ]);
    }
    return { world, view: { minX: -12.5, minY: -2, maxX: 12.5, maxY: 9.8 } };
}

/** @returns {Example} */
function sorter() {
    const world = makeWorld();
    const layers = ['amber', 'violet', 'mint'];
    for (const [i, layer] of layers.entries()) {
        const y = 7.6 - 2.3 * i;
        add(world, 'Ice', [-1 + 0.6 * i, y],
            beam([-5.2 - 0.6 * i, 1.1 + 0.13 * i], [4.2 + 0.6 * i, -0.9 - 0.13 * i]), { ...FIXED,
            layer });
        add(world, 'Stone', [5.6 + 2.6 * i, 1.2], box(0.3, 2.4), FIXED);
    }
    add(world, 'Stone', [13.4, 1.2], box(0.3, 2.4), FIXED);
    for (const side of [-1, 1])
        add(world, 'Wood', [-3.4 + 2.6 * side, 11.2], beam([1.5 * side, 1.5], [-1.7 * side, -1.1]),
            FIXED);
    for (let i = 0; i < 45; i++)
        add(world, ['Bouncy', 'Rubber', 'Cork'][i % 3], [-5 + 0.62 * (i % 6),
            12 + 0.62 * Math.floor(i / 6)], ball(0.26), { layer: layers[i % 3] });
    return { world, view: { minX: -9, minY: -0.8, maxX: 15, maxY: 13 } };
}

/** @returns {Example} */
const empty = () => ({ world: makeWorld(), view: { minX: -10, minY: -1, maxX: 10, maxY: 9 } });

/** By name. @type {Record<string, () => Example>} */
export const SCENES = { Playground: playground, Harbour: harbour, Planets: planets,
    Wrecker: wrecker, Workshop: workshop, Sorter: sorter, Empty: empty };
