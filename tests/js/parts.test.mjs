// Shapes beyond the convex ones that a record holds, through the public interface: segments, hulls,
// outlines and chains (maps of tiles: tiles.test.mjs); what lets through in one way; and that a mistake changes
// nothing. The mechanics of each is tested in C; here that every option reaches it.
import assert from 'node:assert/strict';
import test from 'node:test';
import { World, collide } from '../../js/index.js';
import { near, refuses, run } from './helpers.mjs';

/** @typedef {import('../../js/index.js').Collider} Collider */

const ball = /** @type {const} */ ({ shape: 'circle', radius: 0.3 });
const wide = /** @type {const} */ ({ shape: 'box', width: 0.6, height: 0.6 });
const level = /** @type {const} */ ([
    '        ',
    '   --   ',
    '        ',
    '  /##\\  ',
    '########',
]);
const SQUARE = [0, 0, 4, 0, 4, 4, 0, 4];
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
    const free = world.createBody({ position: [9, 9],
        collider: { shape: 'segment', a: [0, 0], b: [1, 0] } });
    assert.deepEqual([free.mass, free.inertia], [1, 0],
        'a line weighs nothing: counted as 1 kg that does not turn');
    world.destroy();
});

test('pill boxes and rounded polygons stand on their rounding', () => {
    const world = new World();
    ground(world, { shape: 'box', width: 40, height: 1, center: [0, -0.5] });
    const pill = world.createBody({ position: [-3, 1],
        collider: { shape: 'box', width: 1, height: 0.6, radius: 0.2 } });
    const stone = world.createBody({ position: [3, 1],
        collider: { shape: 'polygon', points: [-0.5, -0.3, 0.5, -0.3, 0.5, 0.3, -0.5, 0.3],
            radius: 0.1 } });
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
    const body = world.createBody({ position: [0, 5],
        collider: { shape: 'hull', points: /** @type {any} */ (points) } });
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

test('an outline with holes becomes colliders that leave the holes empty', () => {
    const world = new World();
    const body = world.createBody({ position: [10, 5],
        collider: { shape: 'outline', points: SQUARE,
            holes: [[1, 1, 2, 1, 2, 2, 1, 2], [[2.5, 2.5], [2.5, 3.5], [3.5, 3.5], [3.5, 2.5]]],
            center: [1, 0], angle: Math.PI / 2 } });
    near(body.mass, 14, 1e-4);
    assert.equal(world.overlapPoint(10 + 1 - 1.5, 6.5).length, 0, 'one hole is empty');
    assert.equal(world.overlapPoint(10 + 1 - 3, 8).length, 0, 'so is the other');
    for (const [x, y] of [[0.5, 2], [2.2, 2.2], [3, 1]]) {
        assert.equal(world.overlapPoint(10 + 1 - y, 5 + x).length, 1);
    }
    const plain = world.createBody({ collider: { shape: 'outline', points: SQUARE, holes: [] } });
    assert.equal(plain.colliders.length, 1);
    world.destroy();
});

test('createColliders makes all or none, in order', () => {
    const world = new World();
    const body = world.createBody();
    const made = body.createColliders([{ ...ball, userData: 1 }, { shape: 'outline', points: ell,
        userData: 2 }]);
    assert.deepEqual(made.map(({ userData }) => userData), [1, 2, 2]);
    assert.deepEqual(body.colliders, made);
    assert.equal(body.createColliders({ shape: 'outline', points: ell }).length, 2,
        'one option needs no list');
    assert.deepEqual(body.createColliders([]), []);
    refuses(() => body.createColliders([ball, { ...ball, radius: 0 }]), RangeError,
        'options[1].radius', 'got 0');
    refuses(() => body.createCollider({ shape: 'outline', points: ell }), TypeError,
        'use body.createColliders');
    assert.equal(body.colliders.length, 5);
    const slots = world.createBodies(3, { positions: [0, 9, 9, 9, 18, 9],
        shape: { shape: 'outline', points: ell } });
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
    const stars = [-6, -3, 0, 3, 6].map((x) =>
        world.createBody({ position: [x, 2], velocity: [1, 0],
            collider: { shape: 'outline', points: /** @type {any} */ (star) } })
    );
    run(world, 4);
    for (const body of stars) assert.ok(body.y > 0.2 && body.y < 0.9, `y ${body.y}`);
    world.destroy();
});

// ------------------------------------------------------------------------------------------- chains

test('a chain carries, and describes itself so that it can be made again', () => {
    const world = new World();
    const hills = Float32Array.from({ length: 160 },
        (_, i) => (i % 2 ? Math.sin(i / 9) : (i - 80) / 4));
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
    const circle = Array.from({ length: 24 },
        (_, i) => [4 * Math.cos((i * Math.PI) / 12), 4 * Math.sin((i * Math.PI) / 12)]);
    ground(world, { shape: 'chain', points: circle, loop: true, oneSided: true });
    ground(world, { shape: 'chain', points: [[10, 0], [20, 0]], radius: 0.5 });
    const inside = world.createBody({ position: [0, 6], collider: ball });
    const out = world.createBody({ position: [15, 4], collider: ball });
    run(world, 5);
    assert.ok(Math.hypot(inside.x, inside.y) < 3.8 && inside.y < -2,
        'fell in through the top, and stays');
    near(out.y, 0.8, 0.01);
    world.destroy();
});

test('maps and chains take no mass and can be part of a moving body', () => {
    const world = new World({ gravity: [0, 0] });
    const raft = world.createBody({
        colliders: [wide, { shape: 'tiles', cells: ['##'], origin: [1, 0] }, { shape: 'chain',
            points: [0, 0, 0, 5] }],
    });
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
    const ledge =
        ground(world, { shape: 'box', width: 4, height: 0.2, oneWay: { x: 0, y: 3 } }).colliders[0];
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
const state = (world) => ({ hash: world.hash(), bodies: world.counters.bodies,
    colliders: world.counters.colliders });

const any = (/** @type {unknown} */ value) => /** @type {any} */ (value);

/** @type {[options: any, kind: any, ...parts: string[]][]} */
const wrong = [
    [{ shape: 'segment', a: [0, 0] }, TypeError, 'collider.b', 'undefined'],
    [{ shape: 'segment', a: [0, 0], b: [0, 0] }, RangeError, 'from collider.a to collider.b',
        'got 0'],
    [{ shape: 'segment', a: [NaN, 0], b: [1, 0] }, RangeError, 'collider.a[0]', 'NaN'],
    [{ shape: 'segment', a: [0, 0], b: [1, 0], radius: 1 }, TypeError, 'no option "radius"'],
    [{ shape: 'hull', points: [0, 0, 1, 1] }, RangeError,
        'collider.points must be 3 to 1024 points, got 2'],
    [{ shape: 'hull', points: [0, 0, 1, 1, 2, 2] }, 'DEGENERATE_POLYGON', 'collider.points'],
    [{ shape: 'hull', points: new Float32Array(2050) }, RangeError, 'got 1025'],
    [{ shape: 'hull', points: [0, 0, 1, 0, NaN, 1] }, RangeError, 'collider.points[4]', 'NaN'],
    [{ shape: 'hull', points: [0, 0, 1, 0, 0, 1], radius: -1 }, RangeError, 'collider.radius',
        '-1'],
    [{ shape: 'hull', points: [0, 0, 1, 0, 0, 1], angle: Infinity }, RangeError, 'collider.angle',
        'Infinity'],
    [{ shape: 'hull', points: [9e6, 0, 9e6, 9e6, 0, 9e6], center: [9e6, 0] }, RangeError,
        'collider.points[0]', '18000000'],
    [{ shape: 'outline', points: [[0, 0], [1, 1], [1, 0], [0, 1]] }, 'SELF_CROSSING',
        'collider.points[2]'],
    [{ shape: 'outline', points: [[0, 0], [1, 0], [1, 0], [0, 1]] }, 'REPEATED_POINT',
        'collider.points[2]'],
    [{ shape: 'outline', points: [[0, 0], [1, 0], [2, 0], [0, 1]] }, 'COLLINEAR_POINTS',
        'collider.points[1]'],
    [{ shape: 'outline', points: [[0, 0], [1, 0]] }, RangeError,
        'collider.points must be 3 to 1024 points, got 2'],
    [{ shape: 'outline', points: [[0, 0], [1, 0], [0, Infinity]] }, RangeError,
        'collider.points[2][1]', 'Infinity'],
    [{ shape: 'outline', points: SQUARE, holes: 5 }, TypeError, 'collider.holes', '5'],
    [{ shape: 'outline', points: SQUARE, holes: [5] }, TypeError, 'collider.holes[0]', '5'],
    [{ shape: 'outline', points: SQUARE, holes: [[1, 1, 2, 2]] }, RangeError,
        'collider.holes[0] must be 3 to 1018 points, got 2'],
    [{ shape: 'outline', points: SQUARE, holes: [[1, 1, 2, 2, NaN, 3]] }, RangeError,
        'collider.holes[0][4]', 'NaN'],
    [{ shape: 'outline', points: SQUARE, holes: [[1, 1, 2, 1, 1, 2], [5, 1, 6, 1, 5, 2]] },
        'HOLE_OUTSIDE', 'collider.holes[1][0] is [5, 1]'],
    [{ shape: 'outline', points: SQUARE,
        holes: [[1, 1, 2, 1, 1, 2], [1.2, 1.2, 1.3, 1.2, 1.2, 1.3]] }, 'HOLE_OUTSIDE',
        'collider.holes[1][0] is'],
    [{ shape: 'outline', points: SQUARE, holes: [[1, 1, 9, 1, 1, 2]] }, 'SELF_CROSSING',
        'collider.holes[0][0] is [1, 1]'],
    [{ shape: 'outline', points: SQUARE, holes: [[1, 1, 2, 1, 3, 1, 2, 2]] }, 'COLLINEAR_POINTS',
        'collider.holes[0][1] is [2, 1]'],
    [{ shape: 'outline', points: SQUARE, holes: [[1, 1, 2, 1, 1, 2], [1, 2, 2, 1, 2, 2]] },
        'REPEATED_POINT', 'collider.holes[1][1] is [2, 1]'],
    [{ shape: 'outline', points: SQUARE, holes: [new Float32Array(2036)] }, 'REPEATED_POINT',
        'collider.holes[0][0]'],
    [{ shape: 'outline', points: SQUARE, holes: [new Float32Array(2028), SQUARE] }, RangeError,
        'collider.points and collider.holes must be at most 1024 points', 'collider.holes[1]'],
    [{ shape: 'hull', points: SQUARE, holes: [] }, TypeError, 'no option "holes"'],
    [{ shape: 'outline' }, TypeError, 'collider.points', 'undefined'],
    [{ shape: 'chain', points: [[0, 0]] }, RangeError, 'collider.points must be 2 to', 'got 1'],
    [{ shape: 'chain', points: [[0, 0], [1, 0]], loop: true }, RangeError,
        'collider.points must be 3 to', 'got 2'],
    [{ shape: 'chain', points: [[0, 0], [1, 0], [1, 0.00001]] }, 'REPEATED_POINT',
        'collider.points[2]', 'collider.points[1]'],
    [{ shape: 'chain', points: [[0, 0], [1, 0], [0, 0]], loop: true }, 'REPEATED_POINT',
        'collider.points[0]', 'collider.points[2]'],
    [{ shape: 'chain', points: [0, 0, NaN, 0] }, RangeError, 'collider.points[2]', 'NaN'],
    [{ shape: 'chain', points: [0, 0, 1e9, 0] }, RangeError, 'collider.points[2]', '1000000000'],
    [{ shape: 'chain', points: [0, 0, 1, 0], loop: 1 }, TypeError, 'collider.loop', 'got 1'],
    [{ shape: 'chain', points: [0, 0, 1, 0], oneSided: 'left' }, TypeError, 'collider.oneSided',
        '"left"'],
    [{ shape: 'chain', points: [0, 0, 1, 0], radius: -1 }, RangeError, 'collider.radius', '-1'],
    [{ shape: 'tiles' }, TypeError, 'collider.columns', 'undefined'],
    [{ shape: 'tiles', columns: 2 }, TypeError, 'collider.rows', 'undefined'],
    [{ shape: 'tiles', columns: 0, rows: 2 }, RangeError, 'collider.columns', 'got 0'],
    [{ shape: 'tiles', columns: 4096, rows: 4097 }, RangeError, 'collider.rows', 'got 4097'],
    [{ shape: 'tiles', columns: 2, rows: 2, cells: [1, 1, 1] }, RangeError,
        'collider.cells must be 2 × 2 cells, got 3'],
    [{ shape: 'tiles', columns: 2, cells: [1, 1, 1] }, RangeError,
        'collider.rows must be an integer', '1.5'],
    [{ shape: 'tiles', columns: 2, cells: [1, 14] }, RangeError, 'collider.cells[1] must be a TILE',
        'got 14'],
    [{ shape: 'tiles', columns: 2, cells: new Uint8Array([1, 32]) }, RangeError,
        'collider.cells[1]', 'got 32'],
    [{ shape: 'tiles', columns: 2, cells: [1, NaN] }, RangeError, 'collider.cells[1]', 'NaN'],
    [{ shape: 'tiles', columns: 2, cells: [1, '#'] }, TypeError, 'collider.cells[1]', '"#"'],
    [{ shape: 'tiles', columns: 2, cells: '##' }, TypeError, 'collider.cells', '"##"'],
    [{ shape: 'tiles', cells: ['##', '#'] }, RangeError,
        'collider.cells[1] must be as long as the others, 2, got 1'],
    [{ shape: 'tiles', cells: ['##', 7] }, TypeError, 'collider.cells[1] must be a string, got 7'],
    [{ shape: 'tiles', cells: ['#x'] }, RangeError, 'collider.cells[0][1] is "x"',
        'collider.legend', '"#"'],
    [{ shape: 'tiles', cells: ['##'], columns: 3 }, RangeError,
        'collider.cells must be 3 × 1 cells, got 1 rows of 2'],
    [{ shape: 'tiles', cells: ['##'], legend: { '#': 31 } }, RangeError, 'collider.legend["#"]',
        'got 31'],
    [{ shape: 'tiles', cells: ['##'], legend: { '##': 1 } }, RangeError, 'collider.legend["##"]',
        'one character'],
    [{ shape: 'tiles', cells: ['##'], legend: 3 }, TypeError, 'collider.legend', 'got 3'],
    [{ shape: 'tiles', columns: 1, cells: [1], legend: {} }, TypeError,
        'collider.legend has no meaning'],
    [{ shape: 'tiles', columns: 1, cells: [1], map: 3 }, TypeError,
        'collider.map must be an object', 'got 3'],
    [{ shape: 'tiles', columns: 1, cells: [1], map: { a: 1 } }, RangeError, 'keys of collider.map',
        '"a"'],
    [{ shape: 'tiles', columns: 1, cells: [1], map: { '-1': 1 } }, RangeError,
        'keys of collider.map', '"-1"'],
    [{ shape: 'tiles', columns: 1, cells: [1], map: { 1: 14 } }, RangeError,
        'collider.map[1] must be a TILE', 'got 14'],
    [{ shape: 'tiles', columns: 1, cells: [1], map: { 1: {} } }, TypeError,
        'collider.map[1].tile must be a TILE', 'undefined'],
    [{ shape: 'tiles', columns: 1, cells: [1], map: { 1: { tile: 1, ice: 1 } } }, TypeError,
        'collider.map[1] has no option "ice"'],
    [{ shape: 'tiles', columns: 1, cells: [1], map: { 1: { tile: 1, friction: -1 } } }, RangeError,
        'collider.map[1].friction', 'got -1'],
    [{ shape: 'tiles', columns: 1, cells: [1], map: { 1: { tile: 1, restitution: 2 } } },
        RangeError, 'collider.map[1].restitution', 'got 2'],
    [{ shape: 'tiles', columns: 1, cells: [1], map: { 1: { tile: 1, tangentSpeed: 1e6 } } },
        RangeError, 'collider.map[1].tangentSpeed'],
    [{ shape: 'tiles', columns: 3, cells: [1, 0, 5], map: { 1: 1 } }, RangeError,
        'collider.cells[2] is 5, which collider.map does not name'],
    [{ shape: 'tiles', columns: 1, cells: [2 ** 31 + 1], map: { 1: 1 } }, RangeError,
        'collider.cells[0] is 2147483649', '0x1fffffff'],
    [{ shape: 'tiles', columns: 1, cells: ['1'], map: { 1: 1 } }, RangeError,
        'collider.cells[0][0] is "1"', 'collider.legend'],
    [{ shape: 'tiles', cells: ['#'], map: { 1: 1 } }, RangeError, 'is "#"', 'collider.legend'],
    [{ shape: 'tiles', cells: ['#'], legend: { '#': 2 }, map: { 1: 1 } }, RangeError,
        'collider.legend["#"] is 2', 'collider.map'],
    [{ shape: 'tiles', cells: ['#'], topDown: true }, TypeError, 'collider.topDown has no meaning'],
    [{ shape: 'tiles', columns: 1, cells: [1], topDown: 1 }, TypeError, 'collider.topDown',
        'got 1'],
    [{ shape: 'tiles', cells: ['#'], cellSize: 0 }, RangeError, 'collider.cellSize', 'got 0'],
    [{ shape: 'tiles', cells: ['#'], cellWidth: NaN }, RangeError, 'collider.cellWidth', 'NaN'],
    [{ shape: 'tiles', cells: ['#'], cellSize: 1, cellHeight: 1 }, TypeError,
        'either collider.cellSize or collider.cellHeight'],
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
        refuses(() => world.createBody({ collider: options }), kind, 'World.createBody: ',
            ...parts);
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
    refuses(() => map.setTile(2, 0, 1), RangeError, 'Collider.setTile: column', 'from 0 to 1',
        'got 2');
    refuses(() => map.setTile(0, -1, 1), RangeError, 'Collider.setTile: row', 'got -1');
    refuses(() => map.setTile(0.5, 0, 1), RangeError, 'Collider.setTile: column', '0.5');
    refuses(() => map.setTile(0, 0, any('#')), TypeError, 'Collider.setTile: tile', '"#"');
    refuses(() => map.setTile(0, 0, 200), RangeError, 'Collider.setTile: tile', 'got 200');
    refuses(() => map.fillTiles(1, 0, 2, 1, 0), RangeError, 'Collider.fillTiles: columns',
        'from 1 to 1', 'got 2');
    refuses(() => map.fillTiles(0, 0, 1, 0, 0), RangeError, 'Collider.fillTiles: rows', 'got 0');
    refuses(() => map.tile(0, 9), RangeError, 'Collider.tile: row', 'got 9');
    refuses(() => map.tileAt(NaN, 0), RangeError, 'Collider.tileAt: x', 'NaN');
    for (const none of [plain, chain]) {
        refuses(() => none.tile(0, 0), 'BAD_SHAPE', 'Collider.tile: the collider is not a map');
        refuses(() => none.setTile(0, 0, 1), 'BAD_SHAPE', 'Collider.setTile');
        refuses(() => none.tileAt(0, 0), 'BAD_SHAPE', 'Collider.tileAt');
    }
    for (const parts of [map, chain])
        refuses(() => parts.setShape(ball), 'BAD_SHAPE', 'Collider.setShape', 'make a new');
    refuses(() => plain.setShape(any({ shape: 'chain', points: [0, 0, 1, 1] })), RangeError,
        'shape must be one of', '"chain"');
    refuses(() => world.overlapShape(any({ shape: 'tiles', cells: ['#'] })), RangeError,
        'shape.shape', '"tiles"');
    refuses(() => {
        plain.oneWay = any(undefined);
    }, TypeError, 'Collider.oneWay: value', 'undefined');
    refuses(() => {
        plain.oneWay = [0, 0];
    }, RangeError, 'Collider.oneWay: value must have a length');
    refuses(() => {
        plain.arcade = any(null);
    }, TypeError, 'Collider.arcade: value', 'null');
    refuses(() => {
        plain.body.dropThrough = any(1);
    }, TypeError, 'Body.dropThrough: value', 'got 1');
    assert.deepEqual(state(world), before);
    assert.deepEqual([0, 1, 2, 3].map((i) => map.tile(i % 2, i >> 1)), [1, 1, 1, 1]);
    assert.equal(map.tileEdits, 0);
    world.destroy();
});
