// Random histories of a world: what a game could do to it, by public members, drawn from a seeded sequence. Used by
// replay.test.mjs, and alone: `node tests/js/histories.mjs 10000` records and plays so many and compares hashes.
import { explode } from '../../js/explosion.js';
import { Replay, startRecording, stopRecording } from '../../js/recording.js';
import { body as bodySchema } from '../../web/schema/body.mjs';
import { collider as colliderSchema } from '../../web/schema/collider.mjs';
import { sampleOf } from '../../web/schema/rows.mjs';

/** A seeded sequence of numbers. @param {number} seed */
export function makeRandom(seed) {
    let state = seed >>> 0;
    const next = () => {
        state = (state + 0x6d2b79f5) >>> 0;
        let t = Math.imul(state ^ (state >>> 15), state | 1);
        t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
        return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
    };
    const random = {
        next,
        /** @param {number} count */
        below: (count) => Math.floor(next() * count),
        /** @param {number} from @param {number} to */
        between: (from, to) => from + (to - from) * next(),
        /** @template T @param {readonly T[]} list @returns {T} */
        pick: (list) => list[Math.floor(next() * list.length)],
        /** A short decimal, as games have them. @param {number} from @param {number} to */
        round: (from, to) => Math.round(10 * (from + (to - from) * next())) / 10,
    };
    return random;
}

/** @typedef {ReturnType<typeof makeRandom>} Random */

const LAYERS = ['default', 'wall', 'ghost'];
const RULES = ['average', 'multiply', 'min', 'max', 'geometric'];

/** A shape of any kind. @param {Random} r @param {boolean} still whether it may be of many parts @returns {any} */
function shapeOf(r, still) {
    const size = r.between(0.2, 0.8);
    const center = r.next() < 0.3 ? [r.round(-0.5, 0.5), r.between(-0.5, 0.5)] : undefined;
    const angle = r.next() < 0.3 ? r.between(-3, 3) : undefined;
    switch (r.below(still ? 10 : 8)) {
        case 0:
            return { shape: 'circle', radius: size, center };
        case 1:
            return { shape: 'box', width: size, height: r.round(0.2, 1), center, angle,
                radius: r.pick([undefined, 0.1]) };
        case 2:
            return { shape: 'capsule', length: size, radius: 0.25, center, angle };
        case 3:
            return { shape: 'capsule', a: [-size, 0], b: [size, 0.1], radius: 0.2 };
        case 4:
            return { shape: 'polygon', points: [-size, -0.4, size, -0.4, 0, size], center, angle };
        case 5:
            return { shape: 'hull',
                points: Array.from({ length: 12 }, () => r.between(-size, size)), angle };
        case 6:
            return { shape: 'outline', points: [0, 0, 1, 0, 1, 0.3, 0.3, 0.3, 0.3, 1, 0, 1], center,
                angle };
        case 7:
            return { shape: 'segment', a: [-size, 0], b: [size, 0.2] };
        case 8:
            return { shape: 'chain', points: [-6, 0, -2, r.round(-1, 1), 2, 0, 6, r.between(-1, 1)],
                oneSided: r.next() < 0.5, angle };
        default:
            return r.next() < 0.5
                ? { shape: 'tiles', cells: ['#..-', '##/#'], origin: [-2, -1] }
                : { shape: 'tiles', columns: 4, rows: 2, cells: [7, 7, 0, 9, 7, 0, 0, 9],
                    cellSize: r.round(0.5, 1),
                    map: { 7: 1,
                        9: { tile: 1, friction: 0.1, layer: 'wall',
                            userData: { ice: r.below(9) } } } };
    }
}

/** @param {Random} r @param {boolean} still @returns {any} */
function colliderOf(r, still) {
    const some = (/** @type {unknown} */ value) => (r.next() < 0.3 ? value : undefined);
    return {
        ...shapeOf(r, still),
        layer: r.pick(LAYERS),
        group: some(r.below(3) - 1),
        friction: some(r.between(0, 1)),
        restitution: some(r.round(0, 0.9)),
        density: some(r.between(0.5, 3)),
        rollingResistance: some(0.05),
        tangentSpeed: some(r.round(-3, 3)),
        trigger: r.next() < 0.1 ? true : undefined,
        oneWay: r.next() < 0.1 ? [0, 1] : undefined,
        frictionCombine: some(r.pick(RULES)),
        userData: some({ n: r.below(100) }),
    };
}

/** @param {Random} r @returns {any} */
function bodyOf(r) {
    const type = r.pick(['dynamic', 'dynamic', 'dynamic', 'static', 'kinematic']);
    const moves = type !== 'static';
    return {
        type,
        position: [r.between(-8, 8), r.round(0, 12)],
        angle: r.pick([undefined, r.between(-3, 3)]),
        velocity: moves ? r.pick([undefined, [r.round(-5, 5), r.between(-5, 5)]]) : undefined,
        bullet: r.pick([undefined, true]),
        gravityScale: r.pick([undefined, 0.5]),
        linearDamping: r.pick([undefined, 0.1]),
        userData: r.pick([undefined, { name: 'x', at: [1, 2.5] }]),
        colliders: Array.from({ length: 1 + r.below(2) }, () => colliderOf(r, type === 'static')),
    };
}

/**
 * Gives what the schema says of it its default or another value.
 * @param {import('../../web/schema/rows.mjs').Subject} subject
 */
const plainSetters = ({ rows }) =>
    rows.filter((row) => row.setter === 'plain').map(
        (row) => (/** @type {Random} */ r, /** @type {any} */ object) => {
            object[row.name] = r.pick([row.kind === 'choice' ? 'default' : row.initial ?? 0,
                sampleOf(row)]);
        },
    );

/**
 * Turns its switches, which are seldom other than by default.
 * @param {import('../../web/schema/rows.mjs').Subject} subject
 */
const switches = ({ rows }) =>
    rows.filter((row) => row.kind === 'switch').map(
        (row) => (/** @type {Random} */ r, /** @type {any} */ object) => {
            object[row.name] = (r.next() < 0.3) !== (row.initial ?? false);
        },
    );

/** Things that are done to a body. @type {((r: Random, body: any, world: any) => void)[]} */
const OF_BODY = [
    (r, b) => b.setVelocity(r.round(-6, 6), b.vy),
    (r, b) => b.setVelocity(r.between(-6, 6), r.between(-6, 6)),
    (r, b) => {
        b.vx = r.between(-4, 4);
    },
    (r, b) => {
        b.vy = r.round(-4, 4);
    },
    (r, b) => {
        b.angularVelocity = r.between(-4, 4);
    },
    (r, b) => b.applyForce(r.between(-90, 90), 20),
    (r, b) => b.applyForce(10, r.round(0, 50), b.x + 0.1, b.y),
    (r, b) => b.applyTorque(r.between(-9, 9)),
    (r, b) => b.applyImpulse(r.between(-3, 3), r.round(0, 3)),
    (r, b) => b.applyImpulse(1, 1, b.x, b.y + 0.2),
    (r, b) => b.applyAngularImpulse(r.between(-1, 1)),
    (r, b) => b.setTransform(r.between(-8, 8), 9),
    (r, b) => b.setTransform(b.x, b.y + 1, r.between(-3, 3)),
    (r, b) => {
        b.x += r.round(-1, 1);
    },
    (r, b) => {
        b.y += 0.25;
    },
    (r, b) => {
        b.angle = r.between(-3, 3);
    },
    (r, b) => {
        b.type = r.pick(['dynamic', 'kinematic', 'static']);
    },
    (r, b) => {
        b.linearDamping = r.between(0, 1);
    },
    (r, b) => {
        b.angularDamping = 0.5;
    },
    (r, b) => b.setDamping(0.1, r.between(0, 1)),
    (r, b) => b.setLocks({ x: r.next() < 0.2, rotation: r.next() < 0.5 }),
    (r, b) => {
        b.canSleep = r.next() < 0.7;
    },
    (r, b) => {
        b.awake = r.next() < 0.5;
    },
    (r, b) => {
        b.enabled = r.next() < 0.7;
    },
    (r, b) => {
        b.bullet = r.next() < 0.5;
    },
    (r, b) => {
        b.dropThrough = r.next() < 0.5;
    },
    (r, b) => b.setMass({ mass: r.between(0.1, 9), center: r.pick([undefined, [0.1, 0]]) }),
    (_, b) => b.resetMass(),
    (r, b) => b.createColliders([colliderOf(r, false), colliderOf(r, false)]),
    (r, b) => {
        b.userData = { tick: r.below(1000), list: [true, null] };
    },
    (_, b) => b.destroy(),
    (r, b, w) => {
        w.velocities[4 * b.index + r.below(3)] = b.type === 'static' ? 0 : r.between(-3, 3);
    },
    (r, b, w) => {
        w.forces[4 * b.index] += r.round(-20, 20);
    },
    ...plainSetters(bodySchema),
];

/** Things that are done to a collider. @type {((r: Random, collider: any) => void)[]} */
const OF_COLLIDER = [
    (r, c) => {
        c.layer = r.pick(LAYERS);
    },
    (r, c) => {
        c.group = r.below(5) - 2;
    },
    (r, c) => {
        c.density = r.between(0, 4);
    },
    ...plainSetters(colliderSchema),
    ...switches(colliderSchema),
    (r, c) => {
        c.oneWay = r.pick([false, [0, 1], [r.between(0.1, 1), 1]]);
    },
    (r, c) => {
        c.sees = ['static', 'dynamic'];
    },
    (r, c) => {
        c.trigger = true;
        c.field = { type: 'wind', flow: [r.round(-9, 9), 0], drag: 1 };
    },
    (_, c) => {
        c.field = null;
    },
    (r, c) => {
        c.shape = shapeOf(r, false);
    },
    (r, c) => c.setTile(r.below(4), r.below(2), r.pick([0, 1, 7, 9])),
    (r, c) => c.fillTiles(0, 0, 3, 1, r.pick([0, 7])),
    (_, c) => c.destroy(),
    (r, c) => {
        c.userData = [r.below(9)];
    },
];

/** Makes a terrain, or edits one, also one that falls. @param {Random} r @param {any} w */
function editGround(r, w) {
    const all = [...w.bodies].flatMap((b) => b.colliders).filter((c) => c.pieces !== undefined);
    if (all.length === 0 || (all.length < 3 && r.below(6) === 0)) {
        w.createTerrain({ columns: 24, rows: 12, cellSize: 0.5, position: [r.between(-9, 9), -8],
            fill: r.pick([255, (/** @type {number} */ x, /** @type {number} */ y) =>
                y < 4 || (x > 3 && x < 5)]),
            materials: { dirt: {}, rock: { hardness: 2, anchor: r.below(2) === 0 } },
            material: (/** @type {number} */ x) => (x > 8 ? 'rock' : 'dirt') });
        return;
    }
    const terrain = r.pick(all);
    const where = { position: [r.between(-9, 9), r.between(-8, -2)], angle: r.between(-3, 3) };
    if (r.below(9) === 0) terrain.pieces = r.pick(['fall', 'stay', 'remove']);
    else if (r.below(4) === 0)
        terrain.add({ shape: 'box', width: 2, height: 1 }, { ...where, material: r.below(2) });
    else terrain.dig(
            r.pick([{ shape: 'circle', radius: 1 }, { shape: 'path', points: [0, 0, 2, 1, 3, 0],
                radius: 0.4 }, { shape: 'polygon', points: [0, 0, 2, 0, 0, 3] }]),
            { ...where, hardness: r.pick([0, 5]) },
        );
}

/** Options of joints by type. @type {((r: Random) => any)[]} */
const JOINTS = [
    (r) => ({ type: 'revolute', limit: r.pick([undefined, [-1, 1]]),
        motor: r.pick([undefined, { speed: 3, maxTorque: 20 }]) }),
    () => ({ type: 'weld', hertz: 3 }),
    () => ({ type: 'distance', limit: [0.5, 3] }),
    () => ({ type: 'prismatic', axis: [1, 0.5], limit: [-1, 1] }),
    () => ({ type: 'wheel', axis: [0, 1], spring: { hertz: 4, dampingRatio: 0.5 } }),
    () => ({ type: 'motor', maxForce: 30, maxTorque: 10, linearVelocity: [1, 0] }),
];

/** Things that are done to a joint. @type {((r: Random, joint: any) => void)[]} */
const OF_JOINT = [
    (r, j) => {
        j.limit = r.pick([null, [-0.5, 0.5]]);
    },
    (r, j) => {
        j.motor = { speed: r.round(-3, 3), maxTorque: 9 };
    },
    (r, j) => {
        j.spring = { hertz: r.between(1, 5), dampingRatio: 0.3 };
    },
    (r, j) => {
        j.breakForce = r.between(50, 5000);
    },
    (r, j) => {
        j.breakTorque = 900;
    },
    (r, j) => {
        j.collideConnected = r.next() < 0.5;
    },
    (r, j) => {
        j.hertz = r.between(1, 9);
    },
    (r, j) => {
        j.localAnchorA = [r.round(-0.5, 0.5), 0];
    },
    (r, j) => {
        j.localAnchorB = [0, r.between(-0.5, 0.5)];
    },
    (r, j) => {
        j.enabled = r.next() < 0.7;
    },
    (_, j) => j.destroy(),
    (r, j) => {
        j.target = [r.between(-3, 3), 4];
    },
    (r, j) => {
        j.userData = 'j';
    },
];

/** Things that are done to a mover. @type {((r: Random, mover: any) => void)[]} */
const OF_MOVER = [
    (r, m) => m.setVelocity(r.round(-5, 5), m.vy),
    (r, m) => m.setVelocity(r.between(-5, 5), r.round(0, 6)),
    (r, m) => {
        m.stepHeight = r.between(0, 0.5);
    },
    (r, m) => {
        m.floating = r.next() < 0.3;
    },
    (r, m) => {
        m.maxSlope = r.between(0, 1.5);
    },
    (r, m) => {
        m.up = r.pick([null, [0, 1], [r.between(-1, 1), 1]]);
    },
    (_, m) => m.destroy(),
];

/** Things that are done to a world. @type {((r: Random, world: any) => void)[]} */
const OF_WORLD = [
    (r, w) => w.createBody(bodyOf(r)),
    (r, w) => w.createBody(bodyOf(r)),
    (r, w) =>
        w.createBody({ position: [r.between(-5, 5), 8],
            collider: { shape: 'circle', radius: 0.2 } }),
    (r, w) =>
        w.createBodies(3, { positions: Array.from({ length: 6 }, () => r.between(-5, 9)),
            velocities: r.pick([undefined, [1, 0, 0, 1, r.between(-2, 2), 0]]),
            collider: colliderOf(r, false) }),
    (r, w) =>
        explode(w, { position: [r.between(-5, 5), 1], radius: 3, falloff: 1,
            impulse: r.between(0, 4) }),
    (r, w) => {
        w.gravity = [r.round(-1, 1), -10];
    },
    (r, w) => {
        w.sleep = r.next() < 0.8;
    },
    (r, w) => {
        w.restitutionThreshold = r.between(0.2, 2);
    },
    (r, w) => {
        w.hitSpeed = 2;
        w.loadImpulse = 0.3;
    },
    (r, w) => w.layers.set(r.pick(LAYERS), r.pick(LAYERS), r.pick(['solid', 'trigger', 'ignore'])),
    (r, w) => w.layers.add(`layer ${w.layers.names.length}`),
    (r, w) =>
        w.setTransforms([0, 1], { positions: [r.between(-5, 5), 6, 1, 7],
            velocities: r.pick([undefined, [0, 1, 0, 0]]) }),
    (r, w) => w.destroySlots([r.below(w.slots)]),
    (r, w) =>
        w.createMover({ position: [r.between(-5, 5), r.round(1, 8)],
            collider: { shape: 'capsule', length: 0.8, radius: 0.3, layer: r.pick(LAYERS) },
            floating: r.next() < 0.2, stepHeight: r.pick([undefined, 0.1]),
            userData: r.pick([undefined, { name: 'hero' }]) }),
    (r, w) =>
        w.setMoverVelocities(w.movers.map((/** @type {any} */ m) => m.body.index),
            w.movers.flatMap(() => [r.round(-5, 5), r.between(0, 4)])),
    (r, w) => r.pick(OF_MOVER)(r, r.pick(w.movers)),
    (r, w) => r.pick(OF_MOVER)(r, r.pick(w.movers)),
    (r, w) =>
        [...w.bodies].flatMap((b) => b.colliders).find((c) => c.shape.shape === 'tiles')?.fillTiles(
            r.below(3),
            0,
            1,
            1,
            r.below(2),
        ),
    (r, w) => editGround(r, w),
    (r, w) => editGround(r, w),
    (r, w) => joinSome(r, w),
    (r, w) => joinSome(r, w),
    (r, w) => {
        const [a, b] = [someBody(r, w), someBody(r, w)];
        a.ignore(b, r.next() < 0.8);
    },
    (r, w) =>
        w.createJoint({ type: 'target', bodyB: someBody(r, w), anchor: [0, 1], maxForce: 50 }),
    (r, w) => {
        const [a, b] = w.joints.filter((/** @type {any} */ j) => j.type === 'revolute');
        w.createJoint({ type: 'gear', jointA: a, jointB: b, ratio: r.round(1, 2) });
    },
    (r, w) => {
        for (let i = 0; i < w.slots; ++i) w.forces[4 * i + 1] += 3;
    },
];

/** @param {Random} r @param {any} world */
const someBody = (r, world) => {
    const list = [...world.bodies];
    return r.pick(list);
};

/** @param {Random} r @param {any} world */
function joinSome(r, world) {
    const [bodyA, bodyB] = [someBody(r, world), someBody(r, world)];
    world.createJoint({ ...r.pick(JOINTS)(r), bodyA, bodyB, anchor: [bodyB.x, bodyB.y] });
}

/** A convex shape, and where it lies. @param {Random} r @returns {[any, any]} */
const someShape = (r) => [
    r.pick([{ shape: 'circle', radius: r.between(0.2, 0.8) }, { shape: 'box',
        width: r.round(0.3, 2), height: 0.5, angle: r.between(-1, 1) }, { shape: 'polygon',
        points: [0, 0, 1, 0, 0, 1] }, { shape: 'capsule', length: 1, radius: 0.3 }]),
    { position: [r.between(-6, 6), r.between(1, 6)], angle: r.pick([0, r.between(-3, 3)]) },
];

/** A trigger. @param {any} w */
const triggerOf = (w) =>
    [...w.bodies].flatMap((b) => b.colliders).find((/** @type {any} */ c) => c.trigger);

/** Things that are done to a world with matter. @type {((r: Random, world: any) => void)[]} */
const OF_MATTER = [
    (r, w) =>
        w.createMatter({ kind: r.pick(['liquid', 'sand', 'jelly', 'fabric']),
            capacity: 100 + r.below(200), spacing: 0.2, density: r.pick([1, r.between(0.5, 3)]),
            layer: r.pick(LAYERS), lifetime: r.pick([0, 0, 1]),
            userData: r.pick([undefined, { name: 'sea' }]) }),
    (r, w) => {
        const [shape, place] = someShape(r);
        r.pick(w.matters).fill(shape, { ...place, velocity: [r.round(-3, 3), 0],
            value: r.below(2 ** 32) });
    },
    (r, w) => {
        const [shape, place] = someShape(r);
        const colliders = [...w.bodies].flatMap((b) => b.colliders);
        r.pick(w.matters).fill(shape, r.below(3) === 0 && colliders.length > 0
            ? { ...place, within: r.pick(colliders) }
            : place);
    },
    (r, w) => r.pick(w.matters).remove(...someShape(r)),
    (r, w) => {
        const [shape, place] = someShape(r);
        r.pick(w.matters).paint(shape, { ...place, value: r.below(9) });
    },
    (r, w) => {
        const [shape, place] = someShape(r);
        const solid = w.matters.filter((/** @type {any} */ { kind }) => kind !== 'liquid');
        if (solid.length > 0) r.pick(solid).pin(shape, { ...place, pinned: r.below(3) > 0 });
    },
    (r, w) => {
        const [shape, place] = someShape(r);
        r.pick(w.matters).push(shape, { ...place, velocity: [r.between(-3, 3), 3] });
    },
    (r, w) =>
        r.pick(w.matters).add([r.between(-5, 5), 4, r.between(-5, 5), 5],
            r.pick([{}, { velocities: [1, 0, r.between(-1, 1), 2] }, {
                values: [7, 2 ** 32 - 1],
            }])),
    (r, w) => {
        const matter = r.pick(w.matters);
        const name = r.pick(['viscosity', 'cohesion', 'friction', 'stiffness', 'plasticity']);
        matter[name] = r.pick([0.5, r.between(0, 1)]);
    },
    (r, w) => {
        r.pick(w.matters).layer = r.pick(LAYERS);
    },
    (r, w) => {
        r.pick(w.matters).userData = r.pick([undefined, [r.below(9)]]);
    },
    (r, w) => {
        if (r.next() < 0.3) r.pick(w.matters).destroy();
    },
    (r, w) =>
        w.createEmitter({ matter: r.pick(w.matters), position: [r.between(-5, 5), 6],
            angle: r.between(-2, -1), rate: r.pick([0, 30]), value: r.below(3), width: 0.6,
            lifetime: r.pick([0, 0.5]) }),
    (r, w) => {
        Object.assign(r.pick(w.emitters),
            r.pick([{ enabled: r.next() < 0.5 }, { speed: 3 }, { position: [r.between(-3, 3), 5] },
                { value: r.below(2 ** 32) }, { userData: 'tap' }]));
    },
    (r, w) => {
        if (r.next() < 0.5) r.pick(w.emitters).destroy();
    },
    (r, w) => w.setGauge(triggerOf(w), { threshold: r.below(20), drains: r.next() < 0.4 }),
    (_, w) => w.setGauge(triggerOf(w), null),
];

/** Does one thing; many are refused, which changes nothing. @param {Random} r @param {any} world */
export function doSomething(r, world) {
    const what = r.next();
    try {
        if (world.createMatter && r.next() < 0.3) r.pick(OF_MATTER)(r, world);
        else if (what < 0.3) r.pick(OF_WORLD)(r, world);
        else if (what < 0.7) r.pick(OF_BODY)(r, someBody(r, world), world);
        else if (what < 0.88) r.pick(OF_COLLIDER)(r, r.pick(someBody(r, world).colliders));
        else r.pick(OF_JOINT)(r, r.pick(world.joints));
    } catch (error) {
        if (!(error instanceof TypeError || error instanceof RangeError
            || /** @type {any} */ (error).name === 'MicaError')) throw error;
    }
}

/** Makes a step in one of the ways. @param {Random} r @param {any} world @param {boolean} impacts */
function stepSomehow(r, world, impacts) {
    const way = r.next();
    if (impacts) world.stepImpacts();
    else if (way < 0.6) world.step();
    else if (way < 0.7) world.step(1 / r.pick([30, 50, 120]), 1 + r.below(6));
    else world.advance(r.pick([0, 1 / 144, 1 / 60, 1 / 20]));
}

const BODY_KEYS = ['x', 'y', 'angle', 'vx', 'vy', 'lockX', 'lockY', 'lockRotation', 'mass',
    'inertia', 'userData',
    ...bodySchema.rows.filter(({ operation }) => operation !== undefined).map(({ name }) => name)];
const COLLIDER_KEYS = ['shape', 'layer', 'group', 'density', 'friction', 'restitution',
    'frictionCombine', 'restitutionCombine', 'rollingResistance', 'tangentSpeed', 'trigger',
    'field', 'sees', 'oneWay', 'arcade', 'userData', 'index'];
const JOINT_KEYS = ['type', 'limit', 'motor', 'spring', 'breakForce', 'breakTorque',
    'collideConnected', 'hertz', 'localAnchorA', 'localAnchorB', 'enabled', 'userData', 'index'];

const MOVER_KEYS = ['velocity', 'grounded', 'atWall', 'atCeiling', 'crushed', 'groundNormal',
    'groundPoint', 'groundVelocity', 'groundPart', 'wallNormal', 'maxSlope', 'stepHeight', 'up',
    'floating'];

const MATTER_KEYS = ['kind', 'count', 'capacity', 'spacing', 'density', 'viscosity', 'cohesion',
    'friction', 'stiffness', 'plasticity', 'layer', 'lifetime', 'userData', 'index'];
const EMITTER_KEYS = ['position', 'angle', 'width', 'speed', 'rate', 'lifetime', 'value', 'enabled',
    'userData', 'index'];

/** @param {any} object @param {string[]} keys */
const read = (object, keys) => keys.map((key) => object[key]);

/**
 * All that can be read of a world, as text.
 * @param {any} world
 * @param {boolean} [restored] without what a snapshot has not: edits of maps, user data of kinds of tiles
 */
export function describe(world, restored = false) {
    const bodies = [...world.bodies].map((
        body,
    ) => [body.index, ...read(body, BODY_KEYS), body.colliders.map((
        /** @type {any} */ c,
    ) => [...read(c, COLLIDER_KEYS), { edits: c.tileEdits }]),
        body.joints.map((/** @type {any} */ j) => j.index),
        [...world.bodies].map((other) => other !== body && body.ignores(other))]
    );
    const joints = world.joints.map((
        /** @type {any} */ joint,
    ) => [joint.bodyA?.index, joint.bodyB.index, ...read(joint, JOINT_KEYS)]);
    const movers = world.movers.map((
        /** @type {any} */ mover,
    ) => [mover.body.index, mover.groundCollider?.index, ...read(mover, MOVER_KEYS)]);
    const matter = (world.matters ?? []).map((/** @type {any} */ each) => [
        ...read(each, MATTER_KEYS),
        [...each.velocities].slice(0, 20),
        [...each.values].slice(0, 20),
    ]);
    const emitters = (world.emitters ?? []).map((/** @type {any} */ each) =>
        read(each, EMITTER_KEYS)
    );
    return JSON.stringify([world.hash(), matter, emitters, bodies, joints, movers,
        read(world, ['gravity', 'sleep', 'restitutionThreshold', 'hitSpeed', 'fixedStep']),
        world.layers.matrix(), world.counters.bodies],
        (key, value) => (restored && ['map', 'materials', 'edits'].includes(key)
            ? undefined
            : Object.is(value, -0)
            ? '-0'
            : value === Infinity
            ? 'never'
            : ArrayBuffer.isView(value)
            ? [...(/** @type {any} */ (value))]
            : value));
}

/** Makes some steps, and does things before, in and after them. @param {Random} r @param {any} world @param {boolean} impacts @param {number} steps */
function live(r, world, impacts, steps) {
    /** @type {Uint8Array | undefined} */
    let snapshot;
    for (let i = 0; i < steps; ++i) {
        for (let k = r.below(4); k > 0; --k) doSomething(r, world);
        if (r.next() < 0.02) snapshot = world.snapshot({ userData: r.next() < 0.5 });
        if (r.next() < 0.02 && snapshot) world.restore(snapshot);
        try {
            stepSomehow(r, world, impacts);
        } catch (error) {
            if (!/JOINTS_INACTIVE|VIEW_NOT_FINITE/.test(/** @type {any} */ (error).code))
                throw error;
        }
    }
    doSomething(r, world);
}

/**
 * A random history, recorded from its beginning or from some step on.
 * @param {any} Worlds the class World
 * @param {number} seed
 * @param {number} [steps]
 */
export function recordHistory(Worlds, seed, steps = 60) {
    const r = makeRandom(seed);
    const impacts = r.next() < 0.05;
    const world = new Worlds({
        layers: { default: ['default', 'wall'], wall: {}, ghost: { default: 'trigger' } },
        sleep: r.next() < 0.8,
        stepping: impacts ? 'impacts' : 'substeps',
    });
    world.createBody({ type: 'static',
        collider: { shape: 'box', width: 30, height: 1, layer: 'wall' } });
    for (let i = 0; i < 4; ++i) doSomething(r, world);
    world.on('beforeStep', () => {
        if (r.next() < 0.3) doSomething(r, world);
    });
    world.on('contactBegin', () => {
        if (r.next() < 0.1) doSomething(r, world);
    });
    world.on('afterStep', () => {
        if (r.next() < 0.1) doSomething(r, world);
    });
    if (r.next() < 0.5) live(r, world, impacts, r.below(30));
    let stepCount = 0;
    startRecording(world, { hashEvery: r.pick([1, 7, 60]) });
    const stop = world.on('afterStep', () => {
        ++stepCount;
    });
    live(r, world, impacts, steps);
    stop();
    const hash = world.hash();
    const state = describe(world, true);
    const bytes = stopRecording(world);
    world.destroy();
    return { bytes, hash, stepCount, state };
}

/** @param {any} mica the module with World @param {number} seed @param {number} [steps] */
export function checkHistory(mica, seed, steps) {
    const { bytes, hash, stepCount, state } = recordHistory(mica.World, seed, steps);
    const replay = Replay.open(bytes);
    replay.seek(replay.steps);
    const found = describe(replay.world, true);
    if (found !== state || replay.steps !== stepCount)
        throw new Error(`history ${seed}: played ${found}, recorded ${state}`);
    replay.destroy();
    return { bytes, hash };
}

if (globalThis.process?.argv[1]?.endsWith('histories.mjs')) {
    const mica = await import('../../js/index.js');
    const [, , count = '1000', first = '1', wasm] = process.argv;
    await mica.init(wasm ? { wasm: new URL(wasm, `file://${process.cwd()}/`) } : {});
    let bytes = 0;
    for (let seed = Number(first); seed < Number(first) + Number(count); ++seed)
        bytes += checkHistory(mica, seed).bytes.length;
    console.log(
        `${count} histories played as they were recorded, ${
            Math.round(bytes / Number(count))
        } bytes each`,
    );
}
