// Shapes beyond the convex ones that a record holds, through the public interface: segments, hulls,
// outlines, chains and maps of tiles; what lets through in one way; and that a mistake changes
// nothing. The mechanics of each is tested in C; here that every option reaches it.
import assert from 'node:assert/strict';
import test from 'node:test';
import { FLAGS, TILE, World, collide } from '../../js/index.js';
import { copies, near, refuses, run } from './helpers.mjs';

/** @typedef {import('../../js/index.js').Collider} Collider */

const ball = /** @type {const} */ ({ shape: 'circle', radius: 0.3 });
const wide = /** @type {const} */ ({ shape: 'box', width: 0.6, height: 0.6 });
const ell = [[0, 0], [3, 0], [3, 1], [1, 1], [1, 3], [0, 3]];

/** @param {World} world @param {any} collider @param {any} [rest] */
function ground(world, collider, rest) {
    return world.createBody({ type: 'static', collider, ...rest });
}

// --------------------------------------------------------------------------------------- simple ones

test('a segment holds from both sides, and is described as one', () => {
    const world = new World();
    const line = ground(world, { shape: 'segment', a: [-3, 0], b: { x: 3, y: 0 } });
    const above = world.createBody({ position: [0, 2], collider: ball });
    const below = world.createBody({ position: [1, -2], gravityScale: -1, collider: ball });
    run(world, 2);
    near(above.y, 0.3, 0.01);
    near(below.y, -0.3, 0.01);
    assert.deepEqual(line.colliders[0].shape, { shape: 'segment', a: [-3, 0], b: [3, 0] });
    const free = world.createBody({ position: [9, 9], collider: { shape: 'segment', a: [0, 0], b: [1, 0] } });
    assert.deepEqual([free.mass, free.inertia], [1, 0], 'a line weighs nothing: counted as 1 kg that does not turn');
    world.destroy();
});

test('pill boxes and rounded polygons stand on their rounding', () => {
    const world = new World();
    ground(world, { shape: 'box', width: 40, height: 1, center: [0, -0.5] });
    const pill = world.createBody({ position: [-3, 1], collider: { shape: 'box', width: 1, height: 0.6, radius: 0.2 } });
    const stone = world.createBody({ position: [3, 1],
        collider: { shape: 'polygon', points: [-0.5, -0.3, 0.5, -0.3, 0.5, 0.3, -0.5, 0.3], radius: 0.1 } });
    run(world, 2);
    near(pill.y, 0.5, 0.01);
    near(stone.y, 0.4, 0.01);
    const area = 1 * 0.6 + 2 * (1 + 0.6) * 0.2 + Math.PI * 0.04;
    near(pill.mass, area, 1e-4);
    world.destroy();
});

test('center and angle place every simple shape', () => {
    const world = new World({ gravity: [0, 0] });
    const angle = Math.PI / 2;
    const center = [5, 1];
    // Each is 2 m long along x and 0.4 m high, turned upright about (5, 1).
    const bar = [[-1, -0.2], [1, -0.2], [1, 0.2], [-1, 0.2]];
    for (const shape of [
        { shape: 'box', width: 2, height: 0.4, center, angle },
        { shape: 'capsule', length: 1.6, radius: 0.2, center, angle: 0 },
        { shape: 'capsule', a: [5, 0.2], b: [5, 1.8], radius: 0.2 },
        { shape: 'polygon', points: bar, center, angle },
        { shape: 'hull', points: bar, center, angle },
        { shape: 'outline', points: bar, center, angle },
        { shape: 'box', width: 1.8, height: 0.2, radius: 0.1, center, angle },
    ]) {
        const body = world.createBody({ position: [10, 0], collider: /** @type {any} */ (shape) });
        const box = body.colliders[0].aabb();
        near(box.minX, 14.8, 1e-3, shape.shape);
        near(box.maxX, 15.2, 1e-3, shape.shape);
        near(box.minY, 0, 1e-3, shape.shape);
        near(box.maxY, 2, 1e-3, shape.shape);
        near(body.center[0], 15, 1e-3, shape.shape);
        near(body.center[1], 1, 1e-3, shape.shape);
        body.setTransform(10, 0, -angle);
        near(body.center[0], 11, 1e-3, 'it goes with the body');
        near(body.center[1], -5, 1e-3);
        body.destroy();
    }
    const [off] = world.createBody({ collider: { shape: 'circle', radius: 1, center } }).colliders;
    assert.ok(off.contains(5, 1.9) && !off.contains(0, 0));
    world.destroy();
});

test('a hull takes any points', () => {
    const world = new World();
    const points = [[0, 0], [2, 0], [1, 0], [2, 1], [0, 1], [1, 0.5], [0, 0]];
    const body = world.createBody({ position: [0, 5], collider: { shape: 'hull', points: /** @type {any} */ (points) } });
    near(body.mass, 2, 1e-5);
    const [collider] = body.colliders;
    assert.equal(collider.shape.shape, 'polygon');
    const round = Array.from({ length: 40 }, (_, i) => [Math.cos(i), Math.sin(i)]).flat();
    collider.setShape({ shape: 'hull', points: Float32Array.from(round), radius: 0.1 });
    const { shape } = collider;
    assert.ok(shape.shape === 'polygon' && shape.points.length === 8);
    assert.equal(world.overlapShape({ shape: 'hull', points: round }, { x: 0, y: 5 }).length, 1);
    const { points: met } = collide({ shape: 'hull', points: round }, {}, ball, { x: 1.2 });
    assert.equal(met.length, 1);
    world.destroy();
});

// ----------------------------------------------------------------------------------------- outlines

test('an outline becomes convex colliders of the same mass', () => {
    const world = new World();
    const body = world.createBody({ position: [0, 5],
        collider: { shape: 'outline', points: ell, density: 2, friction: 0.25, userData: 'ell' } });
    assert.equal(body.colliders.length, 2);
    near(body.mass, 2 * 5, 1e-4);
    near(body.center[0], (3 * 1.5 + 2 * 0.5) / 5, 1e-4);
    // Two bars, 3 × 1 at (1.5, .5) and 1 × 2 at (.5, 2), about the common centre.
    const c = { x: 1.1, y: 1.1 };
    const bar = (w, h, x, y) => w * h * ((w * w + h * h) / 12 + (x - c.x) ** 2 + (y - c.y) ** 2);
    near(body.inertia, 2 * (bar(3, 1, 1.5, 0.5) + bar(1, 2, 0.5, 2)), 1e-3);
    for (const part of body.colliders) {
        assert.equal(part.friction, 0.25);
        assert.equal(part.userData, 'ell');
        assert.equal(part.shape.shape, 'polygon');
    }
    assert.equal(world.overlapPoint(2, 7).length, 0, 'the notch is empty');
    body.setMass({ mass: 3, inertia: 1, center: [1, 1] });
    assert.deepEqual([body.mass, body.inertia], [3, 1]);
    near(body.center[1], 6, 1e-6);
    body.resetMass();
    near(body.mass, 10, 1e-4);
    world.destroy();
});

test('createColliders makes all or none, in order', () => {
    const world = new World();
    const body = world.createBody();
    const made = body.createColliders([{ ...ball, userData: 1 }, { shape: 'outline', points: ell, userData: 2 }]);
    assert.deepEqual(made.map(({ userData }) => userData), [1, 2, 2]);
    assert.deepEqual(body.colliders, made);
    assert.equal(body.createColliders({ shape: 'outline', points: ell }).length, 2, 'one option needs no list');
    assert.deepEqual(body.createColliders([]), []);
    refuses(() => body.createColliders([ball, { ...ball, radius: 0 }]), RangeError, 'options[1].radius', 'got 0');
    refuses(() => body.createCollider({ shape: 'outline', points: ell }), TypeError, 'use body.createColliders');
    assert.equal(body.colliders.length, 5);
    const slots = world.createBodies(3, { positions: [0, 9, 9, 9, 18, 9], shape: { shape: 'outline', points: ell } });
    assert.deepEqual(Array.from(slots, (slot) => world.bodyAt(slot)?.colliders.length), [2, 2, 2]);
    world.destroy();
});

test('a body of concave parts rolls along a wall of its like', () => {
    const world = new World();
    ground(world, { shape: 'box', width: 60, height: 1, center: [0, -0.5] });
    const star = Array.from({ length: 10 }, (_, i) => {
        const r = i % 2 ? 0.35 : 0.8;
        return [r * Math.cos((i * Math.PI) / 5), r * Math.sin((i * Math.PI) / 5)];
    });
    const stars = [-6, -3, 0, 3, 6].map((x) => world.createBody({ position: [x, 2], velocity: [1, 0],
        collider: { shape: 'outline', points: /** @type {any} */ (star) } }));
    run(world, 4);
    for (const body of stars) assert.ok(body.y > 0.2 && body.y < 0.9, `y ${body.y}`);
    world.destroy();
});

// ------------------------------------------------------------------------------------------- chains

test('a chain carries, and describes itself so that it can be made again', () => {
    const world = new World();
    const hills = Float32Array.from({ length: 160 }, (_, i) => (i % 2 ? Math.sin(i / 9) : (i - 80) / 4));
    const given = /** @type {const} */ ({ shape: 'chain', points: hills, friction: 0 });
    const chain = ground(world, given).colliders[0];
    const { shape } = chain;
    assert.ok(shape.shape === 'chain' && shape.points.length === 80);
    assert.deepEqual([shape.loop, shape.oneSided, shape.radius], [false, false, 0]);
    const twin = ground(world, shape, { position: [100, 0] }).colliders[0];
    assert.deepEqual(twin.shape, shape);
    assert.equal(chain.friction, 0, 'its surface can be read');
    chain.friction = 0.5;
    near(chain.friction, 0.5, 1e-6);
    const body = world.createBody({ position: [0.2, 3], collider: ball });
    run(world, 4);
    assert.ok(body.y > -1.2 && body.y < 1.5 && body.x > -19 && body.x < 19, `${body.x}, ${body.y}`);
    const hit = world.rayCast(0, 5, 0, -10);
    assert.equal(hit?.collider, chain);
    world.destroy();
});

test('a one-sided loop keeps in what is inside, and a rounded chain stands off', () => {
    const world = new World();
    const circle = Array.from({ length: 24 }, (_, i) => [4 * Math.cos((i * Math.PI) / 12), 4 * Math.sin((i * Math.PI) / 12)]);
    ground(world, { shape: 'chain', points: circle, loop: true, oneSided: true });
    ground(world, { shape: 'chain', points: [[10, 0], [20, 0]], radius: 0.5 });
    const inside = world.createBody({ position: [0, 6], collider: ball });
    const out = world.createBody({ position: [15, 4], collider: ball });
    run(world, 5);
    assert.ok(Math.hypot(inside.x, inside.y) < 3.8 && inside.y < -2, 'fell in through the top, and stays');
    near(out.y, 0.8, 0.01);
    world.destroy();
});

// -------------------------------------------------------------------------------------------- tiles

const level = /** @type {const} */ ([
    '        ',
    '   --   ',
    '        ',
    '  /##\\  ',
    '########',
]);

test('a map drawn in characters: rows from the top, the usual signs', () => {
    const world = new World();
    const map = ground(world, { shape: 'tiles', cells: level, origin: [-4, -2] }).colliders[0];
    const { shape } = map;
    assert.ok(shape.shape === 'tiles');
    assert.deepEqual([shape.columns, shape.rows, shape.cellWidth, shape.cellHeight], [8, 5, 1, 1]);
    assert.deepEqual(shape.origin, [-4, -2]);
    assert.equal(map.tile(0, 0), TILE.FULL);
    assert.equal(map.tile(2, 1), TILE.RISE);
    assert.equal(map.tile(5, 1), TILE.FALL);
    assert.equal(map.tile(3, 3), TILE.TOP_HALF | TILE.ONE_WAY);
    assert.equal(map.tile(7, 4), TILE.EMPTY);
    const twin = ground(world, shape, { position: [50, 0] }).colliders[0];
    assert.deepEqual(twin.shape, shape);
    const body = world.createBody({ position: [-3.4, 0.5], collider: wide });
    run(world, 2);
    near(body.y, -0.7, 0.01);
    // Up through the ledge, and down onto it.
    const jumper = world.createBody({ position: [0, 0.4], velocity: [0, 8], lockRotation: true, collider: wide });
    run(world, 2);
    near(jumper.y, 2.3, 0.01);
    jumper.dropThrough = true;
    assert.equal(jumper.dropThrough, true);
    assert.ok(world.flags[jumper.index] & FLAGS.DROPS);
    run(world, 0.3);
    jumper.dropThrough = false;
    run(world, 2);
    near(jumper.y, 0.3, 0.01);
    world.destroy();
});

test('a legend of one’s own, wide cells, numbers from the bottom', () => {
    const world = new World();
    const drawn = ground(world, { shape: 'tiles', cells: ['🧱^', '#🧱'], cellWidth: 2, cellHeight: 0.5,
        legend: { '🧱': TILE.FULL, '^': TILE.RISE_LOW, '#': TILE.LEFT_HALF } }).colliders[0];
    assert.deepEqual([drawn.tile(0, 1), drawn.tile(1, 1), drawn.tile(0, 0), drawn.tile(1, 0)],
        [TILE.FULL, TILE.RISE_LOW, TILE.LEFT_HALF, TILE.FULL]);
    near(drawn.aabb().maxX, 4, 1e-4);
    near(drawn.aabb().maxY, 1, 1e-4);
    const counted = ground(world, { shape: 'tiles', columns: 3, cells: [1, 0, 2, 0, 65, 33], cellSize: 0.5 },
        { position: [9, 0] }).colliders[0];
    assert.equal(counted.tile(2, 0), TILE.RISE);
    assert.equal(counted.tile(1, 1), TILE.FULL | TILE.TRIGGER);
    const blank = ground(world, { shape: 'tiles', columns: 500, rows: 200 }).colliders[0];
    assert.equal(blank.tile(499, 199), TILE.EMPTY);
    world.destroy();
});

test('cells change under what lies on them, and are found by points of the world', () => {
    const world = new World();
    const body = ground(world, { shape: 'tiles', cells: ['####', '####', '####'] }, { position: [2, 1], angle: 0 });
    const [map] = body.colliders;
    const box = world.createBody({ position: [3.5, 4.4], collider: wide });
    run(world, 2);
    near(box.y, 4.3, 0.01);
    assert.equal(box.awake, false);
    assert.equal(map.tileEdits, 0);
    map.fillTiles(1, 1, 1, 2, TILE.EMPTY);
    assert.equal(map.tileEdits, 1);
    assert.equal(box.awake, true);
    run(world, 2);
    near(box.y, 2.3, 0.01);
    map.setTile(1, 1, TILE.BOTTOM_HALF);
    assert.equal(map.tileEdits, 2);
    assert.deepEqual(map.tileAt(3.2, 2.9), { column: 1, row: 1, tile: TILE.BOTTOM_HALF });
    const out = { column: 0, row: 0, tile: 0 };
    assert.equal(map.tileAt(2.01, 1.01, out), out);
    assert.deepEqual(out, { column: 0, row: 0, tile: TILE.FULL });
    for (const [x, y] of [[1.99, 2], [6.01, 2], [3, 0.99], [3, 4.01]]) assert.equal(map.tileAt(x, y), undefined);
    body.setTransform(0, 0, Math.PI / 2);
    assert.deepEqual(map.tileAt(-1.5, 1.5), { column: 1, row: 1, tile: TILE.BOTTOM_HALF }, 'in a map that is turned');
    world.destroy();
});

test('contact events and contact points name the cell of a map, and the segment of a chain', () => {
    const world = new World();
    const map = ground(world, { shape: 'tiles', cells: ['#..', '##/'] }).colliders[0];
    const chain = ground(world, { shape: 'chain', points: [[9, 0], [10, 0], [11, 0], [12, 0]] }).colliders[0];
    const floor = ground(world, { shape: 'box', width: 2, height: 1 }, { position: [20, 0] }).colliders[0];
    const box = world.createBody({ position: [1.5, 1.5], velocity: [0, -5], collider: wide });
    const round = world.createBody({ position: [11.5, 0.4], collider: ball });
    const other = world.createBody({ position: [20, 0.9], collider: wide });
    /** @type {any[]} */
    const begun = [];
    let hit;
    for (let i = 0; i < 30; ++i) {
        world.step();
        begun.push(...copies(world.events.contactBegin));
        hit ??= copies(world.events.contactHit)[0];
    }
    const full = { column: 1, row: 0, tile: TILE.FULL };
    const of = (body) => begun.filter(({ bodyB, bodyA }) => bodyA === body || bodyB === body);
    assert.deepEqual(of(box).map(({ cell, segment }) => [cell, segment]), [[full, undefined]]);
    assert.deepEqual(hit?.cell, full);
    assert.deepEqual(of(round).map(({ cell, segment }) => [cell, segment]), [[undefined, 2]]);
    assert.deepEqual(of(other).map(({ cell, segment }) => [cell, segment]), [[undefined, undefined]]);
    const named = copies(world.events.contactStay).map(({ cell, segment }) => cell ?? segment);
    assert.equal(named.length, 3);
    assert.ok(named.includes(2) && named.includes(undefined));
    assert.deepEqual(named.find((name) => name?.column), full);
    for (const point of [...box.contactPoints(), ...map.contactPoints()]) assert.deepEqual(point.cell, full);
    assert.deepEqual(chain.contactPoints().map(({ cell, segment }) => cell ?? segment), [2]);
    assert.deepEqual(floor.contactPoints()[0].cell, undefined);
    const { u32, stride } = world.contactPointsOf(map);
    assert.deepEqual([...u32.slice(stride - 3, stride)], [1, 0, TILE.FULL], 'flat too');
    map.setTile(1, 0, TILE.EMPTY);
    world.step();
    const [end] = copies(world.events.contactEnd);
    assert.deepEqual(end.cell, { column: 1, row: 0, tile: TILE.EMPTY }, 'an end, too, names the cell');
    chain.destroy();
    map.destroy();
    world.step();
    assert.equal(copies(world.events.contactEnd).length, 1);
    world.destroy();
});

test('a map of an editor’s numbers: from the top, each a TILE or a kind', () => {
    const world = new World();
    const ice = { tile: TILE.FULL, friction: 0 };
    const cells = [0, 0, 0, 40, 7, 7, 1000000, 12, 7];
    const map = ground(world, { shape: 'tiles', columns: 3, cells, topDown: true,
        map: { 7: TILE.FULL, 12: ice, 40: TILE.RISE, 1000000: { tile: TILE.FULL, restitution: 0.5, tangentSpeed: -2 } } }).colliders[0];
    assert.deepEqual([0, 1, 2].map((row) => [0, 1, 2].map((column) => map.tile(column, row))),
        [[1000000, 12, 7], [40, 7, 7], [0, 0, 0]]);
    assert.deepEqual(map.tileAt(0.5, 1.5), { column: 0, row: 1, tile: 40 });
    const { shape } = map;
    assert.ok(shape.shape === 'tiles');
    assert.deepEqual(shape.map, { 0: TILE.EMPTY, 7: TILE.FULL, 12: ice, 40: TILE.RISE,
        1000000: { tile: TILE.FULL, restitution: 0.5, tangentSpeed: -2 } });
    assert.deepEqual([...shape.cells], [1000000, 12, 7, 40, 7, 7, 0, 0, 0]);
    const twin = ground(world, shape, { position: [50, 0] }).colliders[0];
    assert.deepEqual(twin.shape, shape);
    map.fillTiles(0, 0, 2, 1, 7);
    assert.equal(map.tile(1, 0), 7);
    refuses(() => map.setTile(0, 0, 1), RangeError, 'Collider.setTile: tile', 'got 1');
    refuses(() => map.setTile(0, 0, any('ice')), TypeError, 'Collider.setTile: tile', '"ice"');
    map.setTile(0, 0, 0);
    assert.equal(map.tileAt(0.5, 0.5)?.tile, 0);
    const drawn = ground(world, { shape: 'tiles', cells: ['~. ', '##~'], legend: { '#': 7, '~': 12 }, map: { 7: TILE.FULL, 12: ice } },
        { position: [90, 0] }).colliders[0];
    assert.deepEqual([drawn.tile(0, 1), drawn.tile(1, 1), drawn.tile(0, 0), drawn.tile(2, 0)], [12, 0, 7, 12]);
    const bottomUp = ground(world, { shape: 'tiles', columns: 1, cells: [7, 0], map: { 7: TILE.FULL } }, { position: [99, 0] });
    assert.equal(bottomUp.colliders[0].tile(0, 0), 7);
    const blank = ground(world, { shape: 'tiles', columns: 2, rows: 2, map: { 3: TILE.FULL } }, { position: [120, 0] });
    assert.equal(blank.colliders[0].tile(1, 1), 0);
    map.destroy();
    assert.deepEqual([twin.tile(0, 0), twin.tile(1, 0), drawn.tile(2, 0)], [1000000, 12, 12], 'the others keep their kinds');
    world.destroy();
});

test('each tile has the surface of its kind, also after it is changed; the rest that of the collider', () => {
    const world = new World({ sleep: false });
    const row = '#####~~~~~=====^^^^^';
    const map = ground(world, { shape: 'tiles', cells: [row], friction: 0.5, legend: { '#': 1, '~': 2, '=': 3, '^': 4 },
        map: { 1: TILE.FULL, 2: { tile: TILE.FULL, friction: 0 }, 3: { tile: TILE.FULL, tangentSpeed: 1 },
            4: { tile: TILE.FULL, restitution: 1 } } }).colliders[0];
    const shape = { ...wide, friction: 0.5 };
    const at = (/** @type {number} */ x, vx = 0, y = 1.3) => world.createBody({ position: [x, y], velocity: [vx, 0],
        lockRotation: true, collider: shape });
    const [rough, slides, carried, bounces] = [at(1, 3), at(6, 2), at(11), at(17, 0, 2.3)];
    let top = 0;
    for (let i = 0; i < 60; ++i) {
        world.step();
        if (i > 30) top = Math.max(top, bounces.y);
    }
    near(rough.vx, 0, 0.01, 'stopped by friction');
    near(slides.x, 8, 0.05, 'goes on over the ice, also from tile to tile');
    near(slides.vx, 2, 0.01);
    near(carried.vx, 1, 0.05, 'carried along by the belt');
    near(top, 2.3, 0.1);
    map.setTile(1, 0, 2);
    map.setTile(2, 0, 2);
    rough.setVelocity(1, 0);
    run(world, 0.25);
    near(rough.vx, 1, 0.01, 'the ground under it has become ice');
    map.friction = 0;
    map.fillTiles(1, 0, 2, 1, 1);
    run(world, 0.25);
    near(rough.vx, 1, 0.01, 'what a kind does not say follows the collider');
    world.destroy();
});

test('a ball rolls over tiles of different kinds without a bump', () => {
    const world = new World();
    const cells = Array.from({ length: 40 }, (_, i) => 1 + (i % 3));
    ground(world, { shape: 'tiles', columns: 40, cells, map: { 1: TILE.FULL, 2: { tile: TILE.FULL, friction: 0 },
        3: { tile: TILE.FULL, restitution: 0.3, friction: 1 } } });
    for (const collider of [{ ...ball, friction: 0 }, { ...wide, friction: 0 }]) {
        const body = world.createBody({ position: [1, 1.3], velocity: [12, 0], collider });
        for (let i = 0; i < 170; ++i) {
            world.step();
            near(body.vx, 12, 1e-3);
            near(body.y, 1.3, 0.01);
        }
        body.destroy();
    }
    world.destroy();
});

test('trigger cells of a map are one trigger, named by their collider', () => {
    const world = new World({ gravity: [0, 0] });
    const coin = TILE.FULL | TILE.TRIGGER;
    const map = ground(world, { shape: 'tiles', cells: ['  ooo  '], legend: { o: coin } }).colliders[0];
    const body = world.createBody({ position: [0.5, 0.5], velocity: [6, 0], collider: ball });
    let [enters, exits] = [0, 0];
    for (let i = 0; i < 90; ++i) {
        world.step();
        for (const e of copies(world.events.triggerEnter)) {
            assert.equal(e.triggerCollider, map);
            assert.equal(e.visitor, body);
            ++enters;
        }
        exits += world.events.triggerExit.length;
    }
    assert.deepEqual([enters, exits], [1, 1]);
    near(body.vx, 6, 1e-5);
    world.destroy();
});

test('maps and chains take no mass and can be part of a moving body', () => {
    const world = new World({ gravity: [0, 0] });
    const raft = world.createBody({ colliders: [wide, { shape: 'tiles', cells: ['##'], origin: [1, 0] },
        { shape: 'chain', points: [0, 0, 0, 5] }] });
    near(raft.mass, 0.36, 1e-5);
    raft.setMass({ mass: 4, inertia: 2 });
    assert.deepEqual([raft.mass, raft.inertia], [4, 2]);
    const met = world.createBody({ position: [2, 3], velocity: [0, -4], collider: ball });
    run(world, 1);
    assert.ok(raft.vy < -0.01, 'the map is hit, and moves the raft');
    assert.ok(met.vy > -4);
    world.destroy();
});

// ----------------------------------------------------------------------------------- letting through

test('oneWay as an option and as a property', () => {
    const world = new World();
    const ledge = ground(world, { shape: 'box', width: 4, height: 0.2, oneWay: { x: 0, y: 3 } }).colliders[0];
    assert.deepEqual(ledge.oneWay, [0, 1]);
    const jumper = world.createBody({ position: [0, -2], velocity: [0, 9], collider: ball });
    run(world, 2);
    near(jumper.y, 0.4, 0.01);
    ledge.oneWay = [0, -1];
    run(world, 1);
    assert.ok(jumper.y < -1, 'now it holds from below only');
    ledge.oneWay = false;
    assert.equal(ledge.oneWay, false);
    const other = world.createBody({ position: [1, -2], velocity: [0, 9], collider: ball });
    run(world, 0.5);
    assert.ok(other.y < -0.3);
    assert.equal(other.colliders[0].oneWay, false);
    world.destroy();
});

test('arcade as an option and as a property', () => {
    const world = new World({ sleep: false });
    ground(world, { shape: 'box', width: 2, height: 2, center: [0, -1] });
    // The corner lies 30° aside: friction of 0.49 does not hold it there, 0.6 would.
    const shape = { ...ball, friction: 0.4, arcade: true };
    const hero = world.createBody({ position: [1.15, 1], lockRotation: true, collider: shape });
    const [collider] = hero.colliders;
    assert.equal(collider.arcade, true);
    run(world, 1.5);
    near(hero.y, 0.3, 0.01, 'it stands on the corner as on a wider ledge');
    collider.arcade = false;
    assert.equal(collider.arcade, false);
    run(world, 1.5);
    assert.ok(hero.y < -0.5);
    world.destroy();
});

// ---------------------------------------------------------------------------------------- no surprises

/** What must not change when a call is refused. @param {World} world */
const state = (world) => ({ hash: world.hash(), bodies: world.counters.bodies, colliders: world.counters.colliders });

const any = (/** @type {unknown} */ value) => /** @type {any} */ (value);

/** @type {[options: any, kind: any, ...parts: string[]][]} */
const wrong = [
    [{ shape: 'segment', a: [0, 0] }, TypeError, 'collider.b', 'undefined'],
    [{ shape: 'segment', a: [0, 0], b: [0, 0] }, RangeError, 'from collider.a to collider.b', 'got 0'],
    [{ shape: 'segment', a: [NaN, 0], b: [1, 0] }, RangeError, 'collider.a[0]', 'NaN'],
    [{ shape: 'segment', a: [0, 0], b: [1, 0], radius: 1 }, TypeError, 'no option "radius"'],
    [{ shape: 'hull', points: [0, 0, 1, 1] }, RangeError, 'collider.points must be 3 to 256 points, got 2'],
    [{ shape: 'hull', points: [0, 0, 1, 1, 2, 2] }, 'DEGENERATE_POLYGON', 'collider.points'],
    [{ shape: 'hull', points: new Float32Array(514) }, RangeError, 'got 257'],
    [{ shape: 'hull', points: [0, 0, 1, 0, NaN, 1] }, RangeError, 'collider.points[4]', 'NaN'],
    [{ shape: 'hull', points: [0, 0, 1, 0, 0, 1], radius: -1 }, RangeError, 'collider.radius', '-1'],
    [{ shape: 'hull', points: [0, 0, 1, 0, 0, 1], angle: Infinity }, RangeError, 'collider.angle', 'Infinity'],
    [{ shape: 'hull', points: [9e6, 0, 9e6, 9e6, 0, 9e6], center: [9e6, 0] }, RangeError, 'collider.points[0]', '18000000'],
    [{ shape: 'outline', points: [[0, 0], [1, 1], [1, 0], [0, 1]] }, 'SELF_CROSSING', 'collider.points[2]'],
    [{ shape: 'outline', points: [[0, 0], [1, 0], [1, 0], [0, 1]] }, 'REPEATED_POINT', 'collider.points[2]'],
    [{ shape: 'outline', points: [[0, 0], [1, 0], [2, 0], [0, 1]] }, 'COLLINEAR_POINTS', 'collider.points[1]'],
    [{ shape: 'outline', points: [[0, 0], [1, 0]] }, RangeError, 'collider.points must be 3 to 256 points, got 2'],
    [{ shape: 'outline', points: [[0, 0], [1, 0], [0, Infinity]] }, RangeError, 'collider.points[2][1]', 'Infinity'],
    [{ shape: 'outline' }, TypeError, 'collider.points', 'undefined'],
    [{ shape: 'chain', points: [[0, 0]] }, RangeError, 'collider.points must be 2 to', 'got 1'],
    [{ shape: 'chain', points: [[0, 0], [1, 0]], loop: true }, RangeError, 'collider.points must be 3 to', 'got 2'],
    [{ shape: 'chain', points: [[0, 0], [1, 0], [1, 0.00001]] }, 'REPEATED_POINT', 'collider.points[2]', 'collider.points[1]'],
    [{ shape: 'chain', points: [[0, 0], [1, 0], [0, 0]], loop: true }, 'REPEATED_POINT', 'collider.points[0]', 'collider.points[2]'],
    [{ shape: 'chain', points: [0, 0, NaN, 0] }, RangeError, 'collider.points[2]', 'NaN'],
    [{ shape: 'chain', points: [0, 0, 1e9, 0] }, RangeError, 'collider.points[2]', '1000000000'],
    [{ shape: 'chain', points: [0, 0, 1, 0], loop: 1 }, TypeError, 'collider.loop', 'got 1'],
    [{ shape: 'chain', points: [0, 0, 1, 0], oneSided: 'left' }, TypeError, 'collider.oneSided', '"left"'],
    [{ shape: 'chain', points: [0, 0, 1, 0], radius: -1 }, RangeError, 'collider.radius', '-1'],
    [{ shape: 'tiles' }, TypeError, 'collider.columns', 'undefined'],
    [{ shape: 'tiles', columns: 2 }, TypeError, 'collider.rows', 'undefined'],
    [{ shape: 'tiles', columns: 0, rows: 2 }, RangeError, 'collider.columns', 'got 0'],
    [{ shape: 'tiles', columns: 2000, rows: 2000 }, RangeError, 'collider.rows', 'got 2000'],
    [{ shape: 'tiles', columns: 2, rows: 2, cells: [1, 1, 1] }, RangeError, 'collider.cells must be 2 × 2 cells, got 3'],
    [{ shape: 'tiles', columns: 2, cells: [1, 1, 1] }, RangeError, 'collider.rows must be an integer', '1.5'],
    [{ shape: 'tiles', columns: 2, cells: [1, 14] }, RangeError, 'collider.cells[1] must be a TILE', 'got 14'],
    [{ shape: 'tiles', columns: 2, cells: new Uint8Array([1, 32]) }, RangeError, 'collider.cells[1]', 'got 32'],
    [{ shape: 'tiles', columns: 2, cells: [1, NaN] }, RangeError, 'collider.cells[1]', 'NaN'],
    [{ shape: 'tiles', columns: 2, cells: [1, '#'] }, TypeError, 'collider.cells[1]', '"#"'],
    [{ shape: 'tiles', columns: 2, cells: '##' }, TypeError, 'collider.cells', '"##"'],
    [{ shape: 'tiles', cells: ['##', '#'] }, RangeError, 'collider.cells[1] must be as long as the others, 2, got 1'],
    [{ shape: 'tiles', cells: ['##', 7] }, TypeError, 'collider.cells[1] must be a string, got 7'],
    [{ shape: 'tiles', cells: ['#x'] }, RangeError, 'collider.cells[0][1] is "x"', 'collider.legend', '"#"'],
    [{ shape: 'tiles', cells: ['##'], columns: 3 }, RangeError, 'collider.cells must be 3 × 1 cells, got 1 rows of 2'],
    [{ shape: 'tiles', cells: ['##'], legend: { '#': 31 } }, RangeError, 'collider.legend["#"]', 'got 31'],
    [{ shape: 'tiles', cells: ['##'], legend: { '##': 1 } }, RangeError, 'collider.legend["##"]', 'one character'],
    [{ shape: 'tiles', cells: ['##'], legend: 3 }, TypeError, 'collider.legend', 'got 3'],
    [{ shape: 'tiles', columns: 1, cells: [1], legend: {} }, TypeError, 'collider.legend has no meaning'],
    [{ shape: 'tiles', columns: 1, cells: [1], map: 3 }, TypeError, 'collider.map must be an object', 'got 3'],
    [{ shape: 'tiles', columns: 1, cells: [1], map: { a: 1 } }, RangeError, 'keys of collider.map', '"a"'],
    [{ shape: 'tiles', columns: 1, cells: [1], map: { '-1': 1 } }, RangeError, 'keys of collider.map', '"-1"'],
    [{ shape: 'tiles', columns: 1, cells: [1], map: { 1: 14 } }, RangeError, 'collider.map[1] must be a TILE', 'got 14'],
    [{ shape: 'tiles', columns: 1, cells: [1], map: { 1: {} } }, TypeError, 'collider.map[1].tile must be a TILE', 'undefined'],
    [{ shape: 'tiles', columns: 1, cells: [1], map: { 1: { tile: 1, ice: 1 } } }, TypeError, 'collider.map[1] has no option "ice"'],
    [{ shape: 'tiles', columns: 1, cells: [1], map: { 1: { tile: 1, friction: -1 } } }, RangeError, 'collider.map[1].friction', 'got -1'],
    [{ shape: 'tiles', columns: 1, cells: [1], map: { 1: { tile: 1, restitution: 2 } } }, RangeError, 'collider.map[1].restitution', 'got 2'],
    [{ shape: 'tiles', columns: 1, cells: [1], map: { 1: { tile: 1, tangentSpeed: 1e6 } } }, RangeError, 'collider.map[1].tangentSpeed'],
    [{ shape: 'tiles', columns: 3, cells: [1, 0, 5], map: { 1: 1 } }, RangeError, 'collider.cells[2] is 5, which collider.map does not name'],
    [{ shape: 'tiles', columns: 1, cells: [2 ** 31 + 1], map: { 1: 1 } }, RangeError, 'collider.cells[0] is 2147483649', '0x1fffffff'],
    [{ shape: 'tiles', columns: 1, cells: ['1'], map: { 1: 1 } }, RangeError, 'collider.cells[0][0] is "1"', 'collider.legend'],
    [{ shape: 'tiles', cells: ['#'], map: { 1: 1 } }, RangeError, 'is "#"', 'collider.legend'],
    [{ shape: 'tiles', cells: ['#'], legend: { '#': 2 }, map: { 1: 1 } }, RangeError, 'collider.legend["#"] is 2', 'collider.map'],
    [{ shape: 'tiles', cells: ['#'], topDown: true }, TypeError, 'collider.topDown has no meaning'],
    [{ shape: 'tiles', columns: 1, cells: [1], topDown: 1 }, TypeError, 'collider.topDown', 'got 1'],
    [{ shape: 'tiles', cells: ['#'], cellSize: 0 }, RangeError, 'collider.cellSize', 'got 0'],
    [{ shape: 'tiles', cells: ['#'], cellWidth: NaN }, RangeError, 'collider.cellWidth', 'NaN'],
    [{ shape: 'tiles', cells: ['#'], cellSize: 1, cellHeight: 1 }, TypeError, 'either collider.cellSize or collider.cellHeight'],
    [{ shape: 'tiles', cells: ['#'], origin: [0, NaN] }, RangeError, 'collider.origin[1]', 'NaN'],
    [{ shape: 'tiles', cells: ['#'], center: [0, 0] }, TypeError, 'no option "center"'],
    [{ ...ball, oneWay: [0, 0] }, RangeError, 'collider.oneWay must have a length', '[0, 0]'],
    [{ ...ball, oneWay: true }, TypeError, 'collider.oneWay', 'got true'],
    [{ ...ball, oneWay: [0, NaN] }, RangeError, 'collider.oneWay[1]', 'NaN'],
    [{ ...ball, arcade: 1 }, TypeError, 'collider.arcade', 'got 1'],
];

for (const [options, kind, ...parts] of wrong) {
    const text = JSON.stringify(options);
    test(`refused: ${text.length > 90 ? `${text.slice(0, 90)}…` : text}`, () => {
        const world = new World();
        const body = world.createBody({ collider: ball });
        const before = state(world);
        refuses(() => world.createBody({ collider: options }), kind, 'World.createBody: ', ...parts);
        refuses(() => body.createColliders([ball, options]), kind, 'Body.createColliders: ');
        assert.deepEqual(state(world), before);
        const other = new World();
        other.createBody({ collider: ball });
        for (const each of [world, other]) {
            ground(each, { shape: 'tiles', cells: level, origin: [-4, -8] });
            run(each, 2);
        }
        assert.equal(world.hash(), other.hash(), 'usable, with no trace');
        other.destroy();
        world.destroy();
    });
}

test('refused: calls on a map, and on what is none', () => {
    const world = new World();
    const [map] = ground(world, { shape: 'tiles', cells: ['##', '##'] }).colliders;
    const [plain] = world.createBody({ position: [9, 9], collider: ball }).colliders;
    const [chain] = ground(world, { shape: 'chain', points: [0, 0, 1, 1] }).colliders;
    const before = state(world);
    refuses(() => map.setTile(2, 0, 1), RangeError, 'Collider.setTile: column', 'from 0 to 1', 'got 2');
    refuses(() => map.setTile(0, -1, 1), RangeError, 'Collider.setTile: row', 'got -1');
    refuses(() => map.setTile(0.5, 0, 1), RangeError, 'Collider.setTile: column', '0.5');
    refuses(() => map.setTile(0, 0, any('#')), TypeError, 'Collider.setTile: tile', '"#"');
    refuses(() => map.setTile(0, 0, 200), RangeError, 'Collider.setTile: tile', 'got 200');
    refuses(() => map.fillTiles(1, 0, 2, 1, 0), RangeError, 'Collider.fillTiles: columns', 'from 1 to 1', 'got 2');
    refuses(() => map.fillTiles(0, 0, 1, 0, 0), RangeError, 'Collider.fillTiles: rows', 'got 0');
    refuses(() => map.tile(0, 9), RangeError, 'Collider.tile: row', 'got 9');
    refuses(() => map.tileAt(NaN, 0), RangeError, 'Collider.tileAt: x', 'NaN');
    for (const none of [plain, chain]) {
        refuses(() => none.tile(0, 0), 'BAD_SHAPE', 'Collider.tile: the collider is not a map');
        refuses(() => none.setTile(0, 0, 1), 'BAD_SHAPE', 'Collider.setTile');
        refuses(() => none.tileAt(0, 0), 'BAD_SHAPE', 'Collider.tileAt');
    }
    for (const parts of [map, chain]) refuses(() => parts.setShape(ball), 'BAD_SHAPE', 'Collider.setShape', 'make a new');
    refuses(() => plain.setShape(any({ shape: 'chain', points: [0, 0, 1, 1] })), RangeError, 'shape must be one of', '"chain"');
    refuses(() => world.overlapShape(any({ shape: 'tiles', cells: ['#'] })), RangeError, 'shape.shape', '"tiles"');
    refuses(() => { plain.oneWay = any(undefined); }, TypeError, 'Collider.oneWay: value', 'undefined');
    refuses(() => { plain.oneWay = [0, 0]; }, RangeError, 'Collider.oneWay: value must have a length');
    refuses(() => { plain.arcade = any(null); }, TypeError, 'Collider.arcade: value', 'null');
    refuses(() => { plain.body.dropThrough = any(1); }, TypeError, 'Body.dropThrough: value', 'got 1');
    assert.deepEqual(state(world), before);
    assert.deepEqual([0, 1, 2, 3].map((i) => map.tile(i % 2, i >> 1)), [1, 1, 1, 1]);
    assert.equal(map.tileEdits, 0);
    world.destroy();
});
