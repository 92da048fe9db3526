// Fields and explosions from JavaScript: as options, in bulk, changed and read at run time, what
// they do in short, that a frame with them allocates nothing, and errors that name what is wrong.
import assert from 'node:assert/strict';
import test from 'node:test';
import { World } from '../../js/index.js';
import { explode } from '../../js/explosion.js';
import { near, refuses, run, worldWithFloor } from './helpers.mjs';

/** @import { FieldOptions } from '../../js/index.js' */

/** @param {unknown} value */
const any = (value) => /** @type {any} */ (value);

/**
 * A static area with a field.
 * @param {World} world
 * @param {FieldOptions} field
 * @param {number} [size]
 */
function addZone(world, field, size = 100) {
    const body = world.createBody({
        type: 'static',
        collider: { shape: 'box', width: size, height: size, field },
    });
    return body.colliders[0];
}

test('a field makes its collider a trigger unless it is told not to be one', () => {
    const world = new World();
    assert.equal(addZone(world, { type: 'wind' }).trigger, true);
    const body = world.createBody({
        type: 'static',
        colliders: [
            { shape: 'circle', radius: 1, field: { type: 'water' }, trigger: false },
            { shape: 'circle', radius: 1, field: null },
            { shape: 'circle', radius: 1 },
        ],
    });
    assert.deepEqual(
        body.colliders.map(({ trigger }) => trigger),
        [false, false, false],
    );
    assert.equal(body.colliders[0].field?.type, 'water');
    assert.equal(body.colliders[1].field, null);
    assert.equal(
        body.createCollider({ shape: 'circle', radius: 1, field: { type: 'wind' } }).field?.type,
        'wind',
    );
    world.destroy();
});

test('a field reads as options that make it again, with the engine defaults', () => {
    const world = new World();
    /** @type {[FieldOptions, object][]} */
    const cases = [
        [
            { type: 'wind', flow: [3, -1], turbulence: 0.5 },
            { flow: [3, -1], drag: 1, turbulence: 0.5, gustSize: 4, acceleration: [0, 0] },
        ],
        [
            { type: 'water', density: 4, flow: { x: 1, y: 0 }, priority: -3 },
            { density: 4, surface: 1e7, flow: [1, 0], drag: 1, angularDrag: 1, priority: -3 },
        ],
        [
            { type: 'gravity', strength: 9, distance: 8, falloff: 2, replace: true },
            { acceleration: [0, 0], strength: 9, distance: 8, falloff: 2, replace: true },
        ],
        [{ type: 'speed', maxSpeed: 2.5 }, { maxSpeed: 2.5, drag: 0, angularDrag: 0 }],
    ];
    const collider = addZone(world, { type: 'wind' });
    for (const [given, expected] of cases) {
        collider.field = given;
        const read = collider.field;
        assert.deepEqual(read, { type: given.type, priority: 0, events: false, ...expected });
        collider.field = read;
        assert.deepEqual(collider.field, read);
    }
    collider.field = null;
    assert.equal(collider.field, null);
    world.destroy();
});

test('a crate of half the density sinks half, in a pool changed at run time', () => {
    const world = new World();
    const pool = addZone(world, { type: 'water', density: 2 });
    pool.body.setTransform(0, -50);
    const [slot] = world.createBodies(1, {
        positions: [0, 0.2],
        shape: { shape: 'box', width: 3, height: 1 },
    });
    const crate = /** @type {import('../../js/index.js').Body} */ (world.bodyAt(slot));
    run(world, 20);
    near(crate.y, 0, 0.01, 'height');
    near(crate.angle, 0, 1e-3, 'angle');
    assert.equal(crate.awake, false);
    pool.field = { type: 'water', density: 2, surface: 48 };
    assert.equal(crate.awake, true);
    run(world, 20);
    near(crate.y, -2, 0.01, 'after the ebb');
    pool.field = null;
    run(world, 1);
    assert.ok(crate.vy < -5);
    world.destroy();
});

test('wind, gravity and speed zones do what their numbers say', () => {
    const world = new World({ gravity: [0, 0] });
    const zone = addZone(world, { type: 'wind', flow: [5, 0], drag: 50 }, 500);
    const ball = world.createBody({ collider: { shape: 'circle', radius: 0.5 } });
    run(world, 2);
    near(ball.vx, 5, 1e-3);
    zone.field = { type: 'gravity', acceleration: [0, 3] };
    run(world, 1);
    near(ball.vy, 3, 1e-3);
    zone.field = { type: 'speed', maxSpeed: 1 };
    run(world, 0.1);
    near(Math.hypot(ball.vx, ball.vy), 1, 1e-4);
    zone.field = { type: 'gravity', strength: -2 };
    ball.setTransform(10, 0);
    ball.setVelocity(0, 0);
    run(world, 0.5);
    assert.ok(ball.vx > 0.9 && Math.abs(ball.vy) < 1e-4);
    world.destroy();
});

test('a field emits trigger events only with `events`', () => {
    const world = new World({ gravity: [0, 0] });
    const collider = addZone(world, { type: 'wind' }, 4);
    const loud = addZone(world, { type: 'water', events: true }, 4);
    world.createBody({ collider: { shape: 'circle', radius: 0.5 } });
    world.step();
    const { triggerEnter, triggerStay } = world.events;
    assert.deepEqual([triggerEnter.length, triggerStay.length], [1, 1]);
    assert.equal(triggerEnter.at(0)?.triggerCollider, loud);
    assert.equal(triggerEnter.at(0)?.pairs, 1);
    assert.deepEqual([collider.field?.events, loud.field?.events], [false, true]);
    world.destroy();
});

test('fields in bulk, and a failed creation that leaves nothing', () => {
    const world = new World({ gravity: [0, 0] });
    const slots = world.createBodies(20, {
        type: 'static',
        positions: new Float32Array(40).map((_, i) => (i % 2 ? 0 : 3 * i)),
        shape: { shape: 'circle', radius: 1 },
        field: { type: 'gravity', acceleration: [0, 1] },
    });
    assert.equal(world.bodyAt(slots[7])?.colliders[0].field?.type, 'gravity');
    assert.equal(world.bodyAt(slots[7])?.colliders[0].trigger, true);
    const before = world.hash();
    refuses(() =>
        world.createBody({
            colliders: [
                { shape: 'circle', radius: 1, field: { type: 'wind' } },
                { shape: 'circle', radius: 1, field: { type: 'wind', drag: -1 } },
            ],
        }), RangeError, 'World.createBody: colliders[1].field.drag', '-1');
    assert.equal(world.hash(), before);
    assert.equal(world.counters.bodies, 20);
    world.destroy();
});

test('explosions push, wake and are kept off by walls and layers', () => {
    const { world, floor } = worldWithFloor({ layers: { crate: { default: 'solid' }, rock: {} } });
    floor.createCollider({ shape: 'box', width: 0.2, height: 4, center: [3, 2.5], layer: 'rock' });
    const [near1, behind] = [1.5, 5].map((x) =>
        world.createBody({ position: [x, 0.5],
            collider: { shape: 'box', width: 1, height: 1, layer: 'crate' } })
    );
    run(world, 2);
    assert.equal(near1.awake, false);
    const blast = { position: /** @type {const} */ ([0, 0.5]), radius: 3, falloff: 4, impulse: 5 };
    assert.equal(explode(world, { ...blast, layers: ['default'] }), 0);
    assert.equal(explode(world, { ...blast, shields: ['rock'] }), 1);
    assert.equal(near1.awake, true);
    near(near1.vx, 5, 1e-4);
    near(near1.vy, 0, 1e-4);
    assert.equal(behind.awake, false);
    assert.equal(explode(world, { ...blast, position: { x: 0, y: 0.5 } }), 2);
    near(behind.vx, 5 * (1 - 1.5 / 4), 1e-3);
    world.destroy();
});

/** @type {[FieldOptions | any, any, ...string[]][]} */
const bad = [
    [7, TypeError, 'value must be an object', '7'],
    [[], TypeError, 'value.type must be one of'],
    [{}, TypeError, 'value.type must be one of "wind", "water", "gravity", "speed"', 'undefined'],
    [{ type: 'fire' }, RangeError, 'value.type', '"fire"'],
    [{ type: 'wind', density: 2 }, TypeError, 'value has no option "density"'],
    [{ type: 'wind', flow: 3 }, TypeError, 'value.flow', '3'],
    [{ type: 'wind', flow: [NaN, 0] }, RangeError, 'value.flow[0]', 'NaN'],
    [{ type: 'wind', flow: [0, 1e6] }, RangeError, 'value.flow[1]', '1000000'],
    [{ type: 'wind', drag: -1 }, RangeError, 'value.drag', '-1'],
    [{ type: 'wind', drag: '1' }, TypeError, 'value.drag', '"1"'],
    [{ type: 'wind', turbulence: Infinity }, RangeError, 'value.turbulence', 'Infinity'],
    [{ type: 'wind', gustSize: 0 }, RangeError, 'value.gustSize', 'got 0'],
    [{ type: 'water', density: -2 }, RangeError, 'value.density', '-2'],
    [{ type: 'water', surface: 1e9 }, RangeError, 'value.surface', '1000000000'],
    [{ type: 'water', angularDrag: null }, TypeError, 'value.angularDrag', 'null'],
    [{ type: 'water', priority: 1.5 }, RangeError, 'value.priority', '1.5'],
    [{ type: 'gravity' }, TypeError, 'value of type gravity must have acceleration or strength'],
    [{ type: 'gravity', strength: NaN }, RangeError, 'value.strength', 'NaN'],
    [{ type: 'gravity', strength: 1, distance: 0 }, RangeError, 'value.distance', 'got 0'],
    [{ type: 'gravity', strength: 1, falloff: 3 }, RangeError, 'value.falloff', 'got 3'],
    [{ type: 'gravity', strength: 1, replace: 1 }, TypeError, 'value.replace', 'got 1'],
    [{ type: 'water', events: 1 }, TypeError, 'value.events', 'got 1'],
    [{ type: 'speed' }, TypeError, 'value of type speed must have maxSpeed or drag or angularDrag'],
    [{ type: 'speed', maxSpeed: -1 }, RangeError, 'value.maxSpeed', '-1'],
];

for (const [given, kind, ...parts] of bad) {
    test(`Collider.field refuses ${JSON.stringify(given)}`, () => {
        const world = new World();
        const collider = addZone(world, { type: 'wind', flow: [1, 2] });
        const before = collider.field;
        refuses(() => {
            collider.field = any(given);
        }, kind, 'Collider.field', ...parts);
        assert.deepEqual(collider.field, before);
        world.destroy();
    });
}

test('an explosion calls for each collider that it pushed, with its impulse', () => {
    const world = new World({ gravity: [0, 0], layers: { crate: { crate: 'solid' }, rock: {} } });
    const collider = /** @type {const} */ ({ shape: 'circle', radius: 0.1, layer: 'crate' });
    const balls = Array.from({ length: 300 },
        (_, i) =>
            world.createBody({ position: [1 + 0.25 * (i % 20), 0.25 * Math.floor(i / 20)],
                collider }));
    const player = world.createMover({ position: [-1, 0], mass: 2, collider });
    world.createBody({ type: 'static', position: [0, -1], collider });
    world.createBody({ position: [40, 0], collider });
    const blast = { position: /** @type {const} */ ([0, 0]), radius: 3, falloff: 9, impulse: 5 };
    const twin = World.fromSnapshot(world.snapshot());
    /** @type {[import('../../js/index.js').Collider, number][]} */
    const pushed = [];
    const count = explode(world, { ...blast, each: (...args) => {
        assert.equal(world.bodyAt(0).vx > 0, true, 'behind the explosion');
        pushed.push(args);
    } });
    assert.equal(count, 301);
    assert.equal(explode(twin, blast), 301);
    assert.equal(twin.hash(), world.hash());
    assert.deepEqual(pushed.map(([{ body }]) => body), [...balls, player.body]);
    for (const [{ body }, impulse] of pushed.slice(0, 300))
        near(impulse, body.mass * Math.hypot(body.vx, body.vy), 1e-5);
    near(pushed[300][1], 2 * Math.abs(player.vx), 1e-5);
    // One that an earlier call destroyed is left out; what pulls is negative.
    let calls = 0;
    assert.equal(explode(world, { ...blast, impulse: -1, each(_, impulse) {
        ++calls;
        assert.ok(impulse < 0);
        for (const ball of balls) if (ball.alive) ball.destroy();
    } }), 301);
    assert.equal(calls, 2);
    refuses(() => explode(world, { ...blast, each: /** @type {any} */ (3) }), TypeError,
        'explode: each must be a function, got 3');
    world.destroy();
    twin.destroy();
});

test('explode refuses bad options, and stale colliders have no field', () => {
    const world = new World();
    const good = { position: /** @type {const} */ ([0, 0]), radius: 1, impulse: 1 };
    refuses(() => explode(world, any(undefined)), TypeError, 'explode: options');
    refuses(() => explode(world, { ...good, position: any(3) }), TypeError, 'position', '3');
    refuses(() => explode(world, { ...good, position: [0, 1e9] }), RangeError, 'position[1]');
    refuses(() => explode(world, { ...good, radius: -1 }), RangeError, 'radius', '-1');
    refuses(() => explode(world, { ...good, falloff: NaN }), RangeError, 'falloff', 'NaN');
    refuses(() => explode(world, { ...good, impulse: any('5') }), TypeError, 'impulse', '"5"');
    refuses(() => explode(world, { ...good, layers: ['x'] }), RangeError, 'layers[0]', '"x"');
    refuses(() => explode(world, { ...good, shields: ['x'] }), RangeError, 'shields[0]', '"x"');
    refuses(() => explode(world, { ...good, shields: any('default') }), TypeError, 'shields',
        '"default"');
    refuses(() => explode(world, any({ ...good, force: 2 })), TypeError, 'no option "force"');
    const collider = addZone(world, { type: 'wind' });
    collider.destroy();
    assert.equal(collider.field?.type, 'wind', 'the next events may name it');
    run(world, 0.1);
    refuses(() => collider.field, 'STALE_COLLIDER', 'Collider.field');
    refuses(() => {
        collider.field = null;
    }, 'STALE_COLLIDER', 'Collider.field');
    world.destroy();
    refuses(() => explode(world, good), 'WORLD_DESTROYED', 'explode');
});

test('an explosion moves a mover by its mass, and lifts it off the ground', () => {
    const { world } = worldWithFloor();
    const hero = world.createMover({ position: [2, 1],
        collider: { shape: 'capsule', length: 1, radius: 0.5 } });
    for (let i = 0; i < 60; ++i) world.step();
    assert.equal(hero.grounded, true);
    assert.equal(explode(world, { position: [0, 0], radius: 4, impulse: 400 }), 1);
    assert.ok(hero.vx > 5 && hero.vy > 1, `${hero.velocity}`);
    for (let i = 0; i < 5; ++i) world.step();
    assert.ok(hero.x > 2.5 && !hero.grounded, `${hero.x}`);
    world.destroy();
});
