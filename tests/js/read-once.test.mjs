// What a caller gives is read once and checked before anything else happens: code of his that runs meanwhile,
// in a getter, may destroy what the call is about, step the world, make other things or throw, and the call
// ends well or is refused. No engine traps, and other worlds of the module go on.
import assert from 'node:assert/strict';
import test from 'node:test';
import { World, collide, distance, timeOfImpact } from '../../js/index.js';
import { circleCasts, rayCasts, shapeCasts } from '../../js/batches.js';
import { explode } from '../../js/explosion.js';
import './helpers.mjs';
import { part, sample } from '../sample.mjs';

const circle = { shape: 'circle', radius: 0.5 };
const layers = { wall: {}, other: ['wall'] };

/** A world with something in it. */
function stage() {
    const world = new World({ layers, gravity: [0, 0] });
    const body = world.createBody({ collider: circle });
    const other = world.createBody({ position: [1, 0], collider: circle });
    const map =
        world.createBody({ type: 'static', position: [0, -5],
            collider: { shape: 'tiles', cells: ['##', '##'] } }).colliders[0];
    const joint = world.createJoint({ type: 'revolute', bodyA: body, bodyB: other,
        anchor: [0, 0] });
    const mover = world.createMover({ position: [0, 5], collider: /** @type {any} */ (circle) });
    world.step();
    return { world, mover, body, other, collider: body.colliders[0], map, joint };
}

/** @typedef {ReturnType<typeof stage>} Stage */

/** Where 300 circles do not touch: in one place each step would find 45,000 contacts. */
const apart = Float32Array.from({ length: 600 }, (_, i) => 50 + i);

/** What a getter may do meanwhile. @type {Record<string, (s: Stage) => void>} */
const mischief = {
    nothing() {},
    'destroy the world': ({ world }) => world.destroy(),
    'destroy the body': ({ body }) => body.destroy(),
    'destroy the other': ({ other }) => other.destroy(),
    'destroy the collider': ({ collider }) => collider.destroy(),
    'destroy the mover': ({ mover }) => mover.destroy(),
    'destroy its body': ({ mover }) => mover.body.destroy(),
    'destroy the joint': ({ joint }) => joint.destroy(),
    step: ({ world }) => world.step(),
    'make much': ({ world }) =>
        void world.createBodies(300, { positions: apart, shape: /** @type {any} */ (circle) }),
    ask: ({ world, other }) =>
        void world.rayCast(-5, 0, 9, 0, { ignore: [other], layers: ['default'] }),
    throw() {
        throw new Error('mine');
    },
};

const surface = { layer: 'default', group: 0, density: 1, friction: 0.5, restitution: 0,
    rollingResistance: 0, tangentSpeed: 0, frictionCombine: 'min', restitutionCombine: 'max',
    trigger: false, sees: ['dynamic'], oneWay: [0, 1], arcade: false };
const bodyOptions = { type: 'dynamic', angle: 0, velocity: [0, 0], angularVelocity: 0,
    linearDamping: 0, angularDamping: 0, gravityScale: 1, lockX: false, lockY: false,
    lockRotation: false, canSleep: true, awake: true, enabled: true, bullet: false };
const points = [[0, 0], [1, 0], [0, 1]];
const shapes = [{ ...circle, center: [0, 0] }, { shape: 'box', width: 1, height: 1,
    center: { x: 0, y: 0 }, angle: 0.1, radius: 0.1 }, { shape: 'capsule', radius: 1, a: [0, 0],
    b: [1, 0] }, { shape: 'polygon', points, center: [1, 0], angle: 0.2 }, { shape: 'hull',
    points }];
const parts = [{ shape: 'outline', points: [[0, 0], [2, 0], [2, 1], [1, 1], [1, 2], [0, 2]] }, {
    shape: 'chain',
    points,
    loop: false,
    oneSided: true,
}, { shape: 'tiles', cells: ['#.', '.#'], origin: [0, 0], cellSize: 1, legend: {} }];
const filter = { layers: ['default'], ignore: [] };

/** Calls with objects, every property of which is made a getter in turn. @type {[string, object, (s: Stage, given: any) => unknown][]} */
const calls = [
    ['new World', { gravity: [0, 0], layers, sleep: true, hitSpeed: 1, fixedStep: 0.01,
        maxBytes: 0 }, (_, given) => new World(given).destroy()],
    ['createBody', { ...bodyOptions, position: [3, 3], userData: 1,
        colliders: [{ ...circle, ...surface }, { ...circle,
            field: { type: 'wind', flow: [1, 0] } }] },
        ({ world }, given) => world.createBody(given)],
    ['createMover', { position: [3, 3], angle: 0.1, velocity: [1, 0], gravityScale: 1, userData: 1,
        collider: circle, maxSlope: 1, stepHeight: 0.2, snapDistance: 0.2, mass: 50,
        maxPushForce: 10, maxFallSpeed: 20, cornerCorrection: 0.1, up: [0, 1], floating: false },
        ({ world }, given) => world.createMover(given)],
    ['mover.velocity', [1, 0], ({ mover }, given) => {
        mover.velocity = given;
    }],
    ['mover.up', { x: 1, y: 1 }, ({ mover }, given) => {
        mover.up = given;
    }],
    ['createBody, one collider', { collider: circle },
        ({ world }, given) => world.createBody(given)],
    ...[...shapes, ...parts].flatMap((shape) => /** @type {typeof calls} */ ([
        [`createColliders ${shape.shape}`, [{ ...shape, userData: 1 }],
            ({ body }, given) => body.createColliders(given)],
    ])),
    ...[...shapes, ...parts.slice(1)].map((shape) => /** @type {typeof calls[0]} */ (
        [`createCollider ${shape.shape}`, shape, ({ body }, given) => body.createCollider(given)]
    )),
    ...shapes.map((
        shape,
    ) => /** @type {typeof calls[0]} */ ([`setShape ${shape.shape}`, shape,
        ({ collider }, given) => collider.setShape(given)])
    ),
    ['createBodies', { ...bodyOptions, ...surface, positions: [0, 0], angles: [0],
        velocities: [0, 0], angularVelocities: [0], shape: circle },
        ({ world }, given) => world.createBodies(1, given)],
    ['createJoint', { type: 'revolute', anchor: [0, 0], referenceAngle: 0,
        limit: { lower: -1, upper: 1 }, motor: { speed: 1, maxTorque: 1 },
        spring: { hertz: 1, dampingRatio: 1, target: 0 }, breakForce: 5, breakTorque: 5,
        collideConnected: true, userData: 1 }, ({ world, body, other }, given) =>
        world.createJoint(
            Object.defineProperties({ bodyA: body, bodyB: other },
                Object.getOwnPropertyDescriptors(given)),
        )],
    ['gravity', [0, -1], ({ world }, given) => {
        world.gravity = given;
    }],
    ['position', { x: 0, y: 1 }, ({ body }, given) => {
        body.position = given;
    }],
    ['velocity', [0, 1], ({ body }, given) => {
        body.velocity = given;
    }],
    ['setLocks', { x: true, rotation: false }, ({ body }, given) => body.setLocks(given)],
    ['setMass', { mass: 2, inertia: 1, center: [0, 0] }, ({ body }, given) => body.setMass(given)],
    ['sees', ['static', 'dynamic'], ({ collider }, given) => {
        collider.sees = given;
    }],
    ['oneWay', [0, 1], ({ collider }, given) => {
        collider.oneWay = given;
    }],
    ['field', { type: 'water', density: 1, flow: [0, 1], surface: 0 }, ({ collider }, given) => {
        collider.field = given;
    }],
    ['limit', { lower: 0, upper: 1 }, ({ joint }, given) => {
        joint.limit = given;
    }],
    ['motor', { speed: 0, maxTorque: 1 }, ({ joint }, given) => {
        joint.motor = given;
    }],
    ['spring', { hertz: 1, dampingRatio: 1, target: 0 }, ({ joint }, given) => {
        joint.spring = given;
    }],
    ['destroySlots', [0, 1], ({ world }, given) => world.destroySlots(given)],
    ['explode', { position: [0, 0], radius: 1, falloff: 1, impulse: 1, layers: ['default'],
        shields: ['wall'] }, ({ world }, given) => explode(world, given)],
    ['overlapPoint', { ...filter, slack: 0.1, out: [] },
        ({ world }, given) => world.overlapPoint(0, 0, given)],
    ['overlapBox', { ...filter, skipStatic: false, out: [] },
        ({ world }, given) => world.overlapBox(-1, -1, 1, 1, given)],
    ['overlapShape', circle, ({ world }, given) => world.overlapShape(given)],
    ['overlapShape, pose', { x: 0, y: 0, angle: 0 },
        ({ world }, given) => world.overlapShape(/** @type {any} */ (circle), given)],
    ['overlapCollider', filter,
        ({ world, collider }, given) => world.overlapCollider(collider, given)],
    ['rayCast', { ...filter, triggers: true, inside: true, skipMoving: false, out: {} },
        ({ world }, given) => world.rayCast(-9, 0, 20, 0, given)],
    ['rayCast, ignored', { out: undefined, layers: ['default', 'wall'] },
        ({ world, other }, given) =>
            world.rayCast(-9, 0, 20, 0,
                Object.defineProperties({ ignore: other },
                    Object.getOwnPropertyDescriptors(given)))],
    ['rayCastAny', filter, ({ world }, given) => world.rayCastAny(-9, 0, 20, 0, given)],
    ['rayCastAll', filter, ({ world }, given) => world.rayCastAll(-9, 0, 20, 0, given)],
    ['rayCasts', filter,
        ({ world }, given) => rayCasts(world, new Float32Array([-9, 0, 20, 0]), given)],
    ['circleCasts', filter,
        ({ world }, given) => circleCasts(world, new Float32Array([-9, 0, 1, 20, 0]), given)],
    ['shapeCast', filter,
        ({ world }, given) => world.shapeCast(/** @type {any} */ (circle), {}, 5, 0, given)],
    ['shapeCasts', filter,
        ({ world }, given) =>
            shapeCasts(world, /** @type {any} */ (circle), new Float32Array(5), given)],
    ['closestPoint', filter, ({ world }, given) => world.closestPoint(0, 0, 9, given)],
    ['touch', filter, ({ world }, given) => world.touch(0, 0, 9, given)],
    ['timeOfImpact', { dx: 1, dy: 0, turn: 0 },
        ({ world, body, other }, given) => world.timeOfImpact(body, given, other, {})],
    ['sweep', [[0, 0], [5, 0]], ({ world, body }, given) => world.sweep(body, given)],
    ['sweep, options', { ...filter, triggers: true },
        ({ world, body }, given) => world.sweep(body, [0, 0, 5, 0], given)],
    ['collide', circle, (_, given) => collide(given, {}, /** @type {any} */ (circle), {})],
    ['distance', { x: 5, y: 0, angle: 0 },
        (_, given) =>
            distance(/** @type {any} */ (circle), given, /** @type {any} */ (circle), {})],
    ['sweeps', { x: -5, y: 0, dx: 9, dy: 0 },
        (_, given) =>
            timeOfImpact(/** @type {any} */ (circle), given, /** @type {any} */ (circle), {})],
];

/** Calls that are none on the world that a getter destroys. */
const WORLDLESS = ['new World', 'collide', 'distance', 'sweeps'];

/** The paths to all properties of plain data. @param {any} value @returns {(string | number)[][]} */
function pathsOf(value) {
    if (typeof value !== 'object' || value === null) return [];
    return Object.keys(value).flatMap((
        key,
    ) => [[key], ...pathsOf(value[key]).map((path) => [key, ...path])]);
}

/** A copy with one property as a getter. @param {any} value @param {(string | number)[]} path @param {() => void} read @returns {any} */
function withGetter(value, [key, ...rest], read) {
    const copy = Array.isArray(value) ? [...value] : { ...value };
    if (rest.length > 0) copy[key] = withGetter(value[key], rest, read);
    else {
        Object.defineProperty(copy, key, { enumerable: true, configurable: true, get() {
            read();
            return value[key];
        } });
    }
    return copy;
}

/** An error that is no trap. @param {unknown} error @param {string} where */
function wellRefused(error, where) {
    assert.ok(error instanceof Error && !(error instanceof WebAssembly.RuntimeError),
        `${where}: ${error}`);
    const { name, message } = error;
    assert.ok(message === 'mine' || ['MicaError', 'RangeError', 'TypeError'].includes(name),
        `${where}: ${name}: ${message}`);
    assert.ok(message === 'mine' || /^[\w.]+( |:)/.test(message), `${where}: ${message}`);
    assert.doesNotMatch(message, /undefined|not a function|reading|detached/i, where);
}

test('getters that interfere: the call ends well or is refused, and other worlds go on', () => {
    const bystander = stage();
    const [before] = [bystander.world.hash()];
    let tried = 0;
    let refused = 0;
    const cases = calls.flatMap(([name, given, call]) =>
        pathsOf(given).flatMap((path) =>
            Object.entries(mischief).map((
                [what, act],
            ) => /** @type {const} */ ([name, given, call, path, what, act]))
        )
    );
    for (const [name, given, call, path, what, act] of sample(cases, 5)) {
        const where = `${name}, ${path.join('.')}: ${what}`;
        const s = stage();
        let reads = 0;
        const trap = withGetter(given, path, () => {
            if (++reads === 1) act(s);
        });
        /** @type {any} */
        let error;
        try {
            call(s, trap);
        } catch (thrown) {
            error = thrown;
            ++refused;
            wellRefused(error, where);
            if (what === 'nothing') throw error;
        }
        // A world that is gone does nothing more, and says so.
        if (s.world.destroyed && !WORLDLESS.includes(name))
            assert.equal(error?.code, 'WORLD_DESTROYED', `${where}: ${error}`);
        ++tried;
        assert.ok(reads > 0 || path.length > 0, where);
        if (!s.world.destroyed) {
            s.world.step();
            s.world.destroy();
        }
    }
    assert.ok(tried > part(1500, 5) && refused > part(300, 5),
        `${tried} tried, ${refused} refused`);
    assert.equal(bystander.world.hash(), before);
    bystander.world.step();
    bystander.world.destroy();
});

test('each option is read once', () => {
    for (const [name, given, call] of calls) {
        for (const path of pathsOf(given)) {
            if (path.length > 1 || Array.isArray(given)) continue;
            const s = stage();
            let reads = 0;
            call(s, withGetter(given, path, () => void ++reads));
            const [key] = path;
            // Which options a shape, a field or a body may have is known only once its kind was read.
            assert.ok(reads <= (key === 'shape' || key === 'type' ? 2 : 1),
                `${name}: ${key} was read ${reads} times`);
            s.world.destroy();
        }
    }
});

test('setters of what a query fills may interfere too', () => {
    for (const key of ['x', 'body', 'collider', 'fraction', 'distance', 'column', 'tile']) {
        for (const [what, act] of Object.entries(mischief)) {
            /** @type {((s: Stage, out: any) => unknown)[]} */
            const queries = [({ world }, out) => world.rayCast(-9, 0, 20, 0, { out }),
                ({ world }, out) => world.closestPoint(0, 3, 9, { out }), ({ map }, out) =>
                map.tileAt(0.5, -4.5, out)];
            for (const query of queries) {
                const s = stage();
                const out = Object.defineProperty({}, key, { set: () => act(s), get: () => 0 });
                try {
                    query(s, out);
                } catch (error) {
                    wellRefused(error, `${key}: ${what}`);
                }
                s.world.destroy();
            }
        }
    }
});
