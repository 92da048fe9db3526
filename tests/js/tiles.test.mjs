// Maps of tiles through the public interface: drawn or numbered, edited, with kinds, and what events,
// contact points and hits say of their cells. The mechanics is tested in C; wrong options in parts.test.mjs.
import assert from 'node:assert/strict';
import test from 'node:test';
import { FLAGS, TILE, World } from '../../js/index.js';
import { rayCasts } from '../../js/batches.js';
import { copies, near, refuses, run } from './helpers.mjs';

const ball = /** @type {const} */ ({ shape: 'circle', radius: 0.3 });
const wide = /** @type {const} */ ({ shape: 'box', width: 0.6, height: 0.6 });

/** @param {World} world @param {any} collider @param {any} [rest] */
function ground(world, collider, rest) {
    return world.createBody({ type: 'static', collider, ...rest });
}

/** A cell of a map in the layer 'default'. @param {number} column @param {number} row @param {number} tile */
const cellOf = (column, row, tile) => ({ column, row, tile, layer: 'default',
    userData: undefined });

const any = (/** @type {unknown} */ value) => /** @type {any} */ (value);

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
    const jumper = world.createBody({ position: [0, 0.4], velocity: [0, 8], lockRotation: true,
        collider: wide });
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
    const drawn =
        ground(world, { shape: 'tiles', cells: ['🧱^', '#🧱'], cellWidth: 2, cellHeight: 0.5,
            legend: { '🧱': TILE.FULL, '^': TILE.RISE_LOW, '#': TILE.LEFT_HALF } }).colliders[0];
    assert.deepEqual([drawn.tile(0, 1), drawn.tile(1, 1), drawn.tile(0, 0), drawn.tile(1, 0)], [
        TILE.FULL,
        TILE.RISE_LOW,
        TILE.LEFT_HALF,
        TILE.FULL,
    ]);
    near(drawn.aabb().maxX, 4, 1e-4);
    near(drawn.aabb().maxY, 1, 1e-4);
    const counted =
        ground(world, { shape: 'tiles', columns: 3, cells: [1, 0, 2, 0, 65, 33], cellSize: 0.5 }, {
            position: [9, 0],
        }).colliders[0];
    assert.equal(counted.tile(2, 0), TILE.RISE);
    assert.equal(counted.tile(1, 1), TILE.FULL | TILE.TRIGGER);
    const blank = ground(world, { shape: 'tiles', columns: 500, rows: 200 }).colliders[0];
    assert.equal(blank.tile(499, 199), TILE.EMPTY);
    world.destroy();
});

test('cells change under what lies on them, and are found by points of the world', () => {
    const world = new World();
    const body = ground(world, { shape: 'tiles', cells: ['####', '####', '####'] }, {
        position: [2, 1],
        angle: 0,
    });
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
    assert.deepEqual(map.tileAt(3.2, 2.9), cellOf(1, 1, TILE.BOTTOM_HALF));
    const out = { column: 0, row: 0, tile: 0 };
    assert.equal(map.tileAt(2.01, 1.01, out), out);
    assert.deepEqual(out, cellOf(0, 0, TILE.FULL));
    for (const [x, y] of [[1.99, 2], [6.01, 2], [3, 0.99], [3, 4.01]])
        assert.equal(map.tileAt(x, y), undefined);
    body.setTransform(0, 0, Math.PI / 2);
    assert.deepEqual(map.tileAt(-1.5, 1.5), cellOf(1, 1, TILE.BOTTOM_HALF),
        'in a map that is turned');
    world.destroy();
});

test('a rectangle of cells is set to tiles of their own, and what holds its tile already is not touched', () => {
    const world = new World();
    const map =
        ground(world, { shape: 'tiles', columns: 5, rows: 3, cells: new Array(15).fill(TILE.FULL) })
            .colliders[0];
    const box = world.createBody({ position: [2.5, 3.5],
        collider: { shape: 'box', width: 0.9, height: 0.9 } });
    run(world, 120);
    assert.equal(box.awake, false);
    map.setTiles(0, 0, 5, 3, new Uint8Array(15).fill(TILE.FULL));
    assert.equal(box.awake, false, 'nothing has changed');
    const before = world.hash();
    for (const [tiles, name]
        of /** @type {const} */ ([[[1, 2, 3], 'tiles'], [[1, 2, 3, 4, 5], 'tiles'], [[1, 2, 3, 15],
            'tiles[3]'], [[1, NaN, 3, 4], 'tiles[1]']]))
        refuses(() => map.setTiles(1, 1, 2, 2, tiles), RangeError, 'Collider.setTiles: ', name);
    refuses(() => map.setTiles(1, 1, 2, 2, any('####')), TypeError, 'Collider.setTiles: tiles',
        '"####"');
    refuses(() => map.setTiles(1, 1, 2, 2, any([1, 2, '3', 4])), TypeError,
        'Collider.setTiles: tiles[2]');
    refuses(() => map.setTiles(4, 1, 2, 2, [1, 2, 3, 4]), RangeError, 'Collider.setTiles: columns');
    refuses(() => map.setTiles(1, 2, 2, 2, [1, 2, 3, 4]), RangeError, 'Collider.setTiles: rows');
    assert.equal(world.hash(), before);
    map.setTiles(1, 1, 3, 2, [TILE.FULL, TILE.RISE, 0, 0, 0, TILE.FALL]);
    const rows = [2, 1, 0].map((row) => [0, 1, 2, 3, 4].map((column) => map.tile(column, row)));
    assert.deepEqual(rows, [[1, 0, 0, TILE.FALL, 1], [1, 1, TILE.RISE, 0, 1], [1, 1, 1, 1, 1]]);
    assert.equal(box.awake, true);
    world.destroy();
});

test('contact events and contact points name the cell of a map, and the segment of a chain', () => {
    const world = new World();
    const map = ground(world, { shape: 'tiles', cells: ['#..', '##/'] }).colliders[0];
    const chain =
        ground(world, { shape: 'chain', points: [[9, 0], [10, 0], [11, 0], [12, 0]] }).colliders[0];
    const floor =
        ground(world, { shape: 'box', width: 2, height: 1 }, { position: [20, 0] }).colliders[0];
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
    const full = cellOf(1, 0, TILE.FULL);
    const of = (body) => begun.filter(({ bodyB, bodyA }) => bodyA === body || bodyB === body);
    assert.deepEqual(of(box).map(({ cell, segment }) => [cell, segment]), [[full, undefined]]);
    assert.deepEqual(hit?.cell, full);
    assert.deepEqual(of(round).map(({ cell, segment }) => [cell, segment]), [[undefined, 2]]);
    assert.deepEqual(of(other).map(({ cell, segment }) => [cell, segment]), [[undefined,
        undefined]]);
    const named = copies(world.events.contactStay).map(({ cell, segment }) => cell ?? segment);
    assert.equal(named.length, 3);
    assert.ok(named.includes(2) && named.includes(undefined));
    assert.deepEqual(named.find((name) => name?.column), full);
    for (const point of [...box.contactPoints(), ...map.contactPoints()])
        assert.deepEqual(point.cell, full);
    assert.deepEqual(chain.contactPoints().map(({ cell, segment }) => cell ?? segment), [2]);
    assert.deepEqual(floor.contactPoints()[0].cell, undefined);
    const { u32, stride } = world.contactPointsOf(map);
    assert.deepEqual([...u32.slice(stride - 3, stride)], [1, 0, TILE.FULL], 'flat too');
    map.setTile(1, 0, TILE.EMPTY);
    world.step();
    const [end] = copies(world.events.contactEnd);
    assert.deepEqual(end.cell, cellOf(1, 0, TILE.EMPTY), 'an end, too, names the cell');
    chain.destroy();
    map.destroy();
    world.step();
    assert.equal(copies(world.events.contactEnd).length, 1);
    world.destroy();
});

test('hits name the cell of a map, and the segment of a chain; a hit that is filled again keeps its cell', () => {
    const world = new World({ gravity: [0, 0] });
    const map = ground(world, { shape: 'tiles', cells: ['#..', '##/'] }, { position: [-1, 0] })
        .colliders[0];
    ground(world, { shape: 'chain', points: [[9, 0], [10, 0], [11, 0], [12, 0]] });
    ground(world, { shape: 'box', width: 2, height: 1 }, { position: [20, 0] });
    const first = world.rayCast(0.5, 5, 0, -9);
    assert.ok(first);
    const full = cellOf(1, 0, TILE.FULL);
    assert.deepEqual([first.collider, first.cell, first.segment], [map, full, undefined]);
    const slope = world.rayCast(1.5, 5, 0, -9);
    assert.deepEqual(slope?.cell, cellOf(2, 0, TILE.RISE));
    assert.equal(world.rayCast(0, 5, 0, -9)?.cell?.column, 0, 'on a border the cell on the left');
    // Whatever is hit between, the hit that is filled has one cell, and others keep theirs.
    const out = { out: first };
    const kept = first.cell;
    const filled = world.rayCast(-0.5, 5, 0, -9, out)?.cell;
    assert.deepEqual([filled, kept], [cellOf(0, 1, TILE.FULL), full]);
    assert.equal(world.rayCast(11.5, 5, 0, -9, out), first);
    assert.deepEqual([first.cell, first.segment], [undefined, 2]);
    assert.equal(world.shapeCast(ball, { x: 20, y: 5 }, 0, -9, out), first);
    assert.deepEqual([first.cell, first.segment], [undefined, undefined]);
    assert.equal(world.shapeCast(ball, { x: 0.5, y: 5 }, 0, -9, out), first);
    assert.equal(first.cell, filled);
    assert.deepEqual([filled, slope?.cell], [full, cellOf(2, 0, TILE.RISE)]);
    const nearest = world.closestPoint(0.7, 1.2, 9);
    assert.ok(nearest);
    assert.deepEqual([nearest.cell, nearest.segment], [full, undefined]);
    world.closestPoint(9.5, 1, 9, { out: nearest });
    assert.deepEqual([nearest.cell, nearest.segment], [undefined, 0]);
    world.closestPoint(1.9, 2.5, 9, { out: nearest });
    assert.deepEqual([nearest.cell, first.cell], [cellOf(2, 0, TILE.RISE), full]);
    assert.notEqual(nearest.cell, first.cell);
    // Inside a map the nearest point is on another cell's surface than the one around the point.
    assert.deepEqual(world.closestPoint(-0.5, 1.05, 9)?.cell, cellOf(0, 1, TILE.FULL));
    const inside = world.rayCast(-0.5, 0.5, 0, 5, { inside: true });
    assert.deepEqual([inside?.inside, inside?.cell], [true, cellOf(0, 0, TILE.FULL)]);
    // A path has segments of its own.
    const mover = world.createBody({ position: [11.5, 9], collider: ball });
    const swept = world.sweep(mover, [[11.5, 9], [11.5, 5], [11.5, -5]]);
    assert.deepEqual([swept?.segment, swept?.chainSegment, swept?.cell], [1, 2, undefined]);
    assert.deepEqual(world.sweep(mover, [[0.5, 9], [0.5, -5]])?.cell, full);
    assert.equal(world.sweep(mover, [[0.5, 9], [0.5, -5]])?.chainSegment, undefined);
    const { u32, stride } = rayCasts(world,
        new Float32Array([0.5, 5, 0, -9, 11.5, 5, 0, -9, 20, 5, 0, -9, 50, 5, 0, 1]));
    assert.deepEqual(
        [0, 1, 2, 3].map((
            i,
        ) => [...new Int32Array(u32.buffer).subarray(i * stride + 8, i * stride + 11)]),
        [[1, 0, TILE.FULL], [2, -1, 0], [-1, -1, 0], [-1, -1, 0]],
    );
    world.destroy();
});

test('a map of an editor’s numbers: from the top, each a TILE or a kind', () => {
    const world = new World();
    const ice = { tile: TILE.FULL, friction: 0 };
    const cells = [0, 0, 0, 40, 7, 7, 1000000, 12, 7];
    const map =
        ground(world, { shape: 'tiles', columns: 3, cells, topDown: true,
            map: { 7: TILE.FULL, 12: ice, 40: TILE.RISE,
                1000000: { tile: TILE.FULL, restitution: 0.5, tangentSpeed: -2 } } }).colliders[0];
    assert.deepEqual([0, 1, 2].map((row) => [0, 1, 2].map((column) => map.tile(column, row))), [[
        1000000,
        12,
        7,
    ], [40, 7, 7], [0, 0, 0]]);
    assert.deepEqual(map.tileAt(0.5, 1.5), cellOf(0, 1, 40));
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
    const drawn =
        ground(world, { shape: 'tiles', cells: ['~. ', '##~'], legend: { '#': 7, '~': 12 },
            map: { 7: TILE.FULL, 12: ice } }, { position: [90, 0] }).colliders[0];
    assert.deepEqual([drawn.tile(0, 1), drawn.tile(1, 1), drawn.tile(0, 0), drawn.tile(2, 0)], [12,
        0, 7, 12]);
    const bottomUp = ground(world, { shape: 'tiles', columns: 1, cells: [7, 0],
        map: { 7: TILE.FULL } }, { position: [99, 0] });
    assert.equal(bottomUp.colliders[0].tile(0, 0), 7);
    const blank = ground(world, { shape: 'tiles', columns: 2, rows: 2, map: { 3: TILE.FULL } }, {
        position: [120, 0],
    });
    assert.equal(blank.colliders[0].tile(1, 1), 0);
    map.destroy();
    assert.deepEqual([twin.tile(0, 0), twin.tile(1, 0), drawn.tile(2, 0)], [1000000, 12, 12],
        'the others keep their kinds');
    world.destroy();
});

test('each tile has the surface of its kind, also after it is changed; the rest that of the collider', () => {
    const world = new World({ sleep: false });
    const row = '#####~~~~~=====^^^^^';
    const map =
        ground(world, { shape: 'tiles', cells: [row], friction: 0.5,
            legend: { '#': 1, '~': 2, '=': 3, '^': 4 },
            map: { 1: TILE.FULL, 2: { tile: TILE.FULL, friction: 0 },
                3: { tile: TILE.FULL, tangentSpeed: 1 }, 4: { tile: TILE.FULL, restitution: 1 } } })
            .colliders[0];
    const shape = { ...wide, friction: 0.5 };
    const at = (/** @type {number} */ x, vx = 0, y = 1.3) =>
        world.createBody({ position: [x, y], velocity: [vx, 0], lockRotation: true,
            collider: shape });
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
    ground(world, { shape: 'tiles', columns: 40, cells,
        map: { 1: TILE.FULL, 2: { tile: TILE.FULL, friction: 0 },
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

test('each trigger cell of a map is a trigger of its own: neighbouring coins are told apart', () => {
    const world = new World({ gravity: [0, 0] });
    const coin = TILE.FULL | TILE.TRIGGER;
    const map =
        ground(world, { shape: 'tiles', cells: ['  ooo  '], legend: { o: coin } }).colliders[0];
    const body = world.createBody({ position: [0.5, 0.5], velocity: [6, 0], collider: ball });
    /** @type {number[]} */
    const [taken, left, stays] = [[], [], []];
    world.on('triggerEnter', ({ cell, triggerCollider, visitor }) => {
        assert.equal(triggerCollider, map);
        assert.equal(visitor, body);
        assert.ok(cell && cell.row === 0 && cell.tile === coin);
        taken.push(cell.column);
        map.setTile(cell.column, cell.row, TILE.EMPTY);
    });
    world.on('triggerExit', ({ cell }) => {
        left.push(cell?.column ?? -1);
        assert.equal(cell?.tile, TILE.EMPTY);
    });
    for (let i = 0; i < 60; ++i) {
        world.step();
        stays.push(world.events.triggerStay.length);
    }
    assert.deepEqual([taken, left], [[2, 3, 4], [2, 3, 4]]);
    assert.ok(Math.max(...stays) >= 1);
    near(body.vx, 6, 1e-5);
    world.destroy();
});

test('a map that is a trigger as a whole has one enter, which names no cell', () => {
    const world = new World({ gravity: [0, 0] });
    ground(world, { shape: 'tiles', cells: ['  ###  '], trigger: true });
    world.createBody({ position: [0.5, 0.5], velocity: [6, 0], collider: ball });
    const cells = [];
    for (let i = 0; i < 60; ++i) {
        world.step();
        cells.push(...copies(world.events.triggerEnter).map(({ cell }) => cell));
    }
    assert.deepEqual(cells, [undefined]);
    world.destroy();
});
