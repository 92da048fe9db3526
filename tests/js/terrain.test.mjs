// Terrains in JavaScript: how cells and materials are written, digging and filling, what falls, and that a terrain is
// in snapshots, recordings, scenes and histories like everything else.
import assert from 'node:assert/strict';
import test from 'node:test';
import { differences } from '../../js/differences.js';
import { World } from '../../js/index.js';
import { Replay, startRecording, stopRecording } from '../../js/recording.js';
import { fromScene, toScene } from '../../js/scene.js';
import './helpers.mjs';

const circle = (/** @type {number} */ radius) => /** @type {const} */ ({ shape: 'circle', radius });
const box = (/** @type {number} */ width, /** @type {number} */ height) => /** @type {const} */ ({
    shape: 'box',
    width,
    height,
});

/** Ground of 20 × 10 m with its top at y = 0. @param {World} world @param {object} [options] */
const flat = (world, options = {}) =>
    world.createTerrain({ columns: 80, rows: 40, cellSize: 0.25, position: [-10, -5],
        fill: (x, y) => y < 5, ...options });

test('cells are one number, a list, a function, an image or packed text', () => {
    const world = new World();
    const wanted = Uint8Array.from([255, 255, 0, 255, 0, 0]);
    const pixels = new Uint8ClampedArray(24);
    // The top row first.
    [255, 0, 0, 255, 255, 0].forEach((alpha, i) => {
        pixels[4 * i + 3] = alpha;
    });
    const fills = [wanted, [...wanted],
        (/** @type {number} */ x, /** @type {number} */ y) => x + y < 3 && x < 2,
        (/** @type {number} */ _, /** @type {number} */ __, /** @type {number} */ column,
            /** @type {number} */ row) => column < 2 - row ? 255 : 0, { data: pixels, width: 3,
        height: 2 }];
    for (const fill of fills) {
        const terrain = world.createTerrain({ columns: 3, rows: 2, fill });
        assert.deepEqual(terrain.groundCells(0, 0, 3, 2).densities, wanted, String(fill));
    }
    const all = world.createTerrain({ columns: 3, rows: 2, fill: 90 });
    assert.deepEqual([...all.groundCells(1, 0, 2, 2).densities], [90, 90, 90, 90]);
    world.destroy();
});

test('materials have names, numbers in events, surfaces and hardness', () => {
    const world = new World({ layers: { rocks: { default: 'solid' } } });
    const terrain = flat(world, {
        materials: { dirt: { friction: 0, userData: { step: 'soft' } },
            rock: { hardness: 5, layer: 'rocks' } },
        material: (/** @type {number} */ x) => (x < 10 ? 'dirt' : 1),
    });
    /** @type {any[]} */
    const cells = [];
    world.on('contactBegin', ({ cell }) => cells.push({ ...cell }));
    world.createBody({ position: [-5, 0.6], collider: circle(0.5) });
    world.createBody({ position: [5, 0.6], collider: circle(0.5) });
    for (let i = 0; i < 30; ++i) world.step();
    assert.deepEqual(
        new Set(cells.map(({ tile, userData, layer }) => JSON.stringify([tile, userData, layer]))),
        new Set(['[0,{"step":"soft"},"default"]', '[1,"rock","rocks"]']),
    );
    const { area } = terrain.dig(box(8, 2), { position: [0, -2], hardness: 4 });
    // The surface to the rock lies half a cell within what was rock.
    assert.ok((area.rock ?? 0) < 0.6, `${area.rock}`);
    assert.ok(Math.abs(area.dirt - 8) < 0.6, `${area.dirt}`);
    const added = terrain.add(box(8, 2), { position: [0, -2], material: 'rock' }).area;
    assert.ok(
        Math.abs((added.rock ?? 0) + (added.dirt ?? 0) - area.dirt - (area.rock ?? 0)) < 1e-5,
    );
    world.destroy();
});

test('all shapes dig', () => {
    const world = new World();
    const shapes = [[circle(1), Math.PI], [box(2, 1), 2], [{ shape: 'capsule', radius: 0.5,
        length: 1 }, 1 + Math.PI / 4], [{ shape: 'polygon', points: [0, 0, 2, 0, 0, 2] }, 2], [{
        shape: 'outline',
        points: [0, 0, 3, 0, 3, 1, 1, 1, 1, 3, 0, 3],
    }, 5], [{ shape: 'path', points: [0, 0, 3, 0, 3, 3], radius: 0.5 },
        6 - 0.25 + Math.PI / 4 + Math.PI / 16]];
    for (const [shape, wanted] of /** @type {[any, number][]} */ (shapes)) {
        const terrain = flat(world, { fill: 255, cellSize: 0.05, columns: 400, rows: 200 });
        const { area } = terrain.dig(shape, { position: [1.013, 0.007], angle: 0.4 });
        assert.ok(Math.abs(area.ground - wanted) < 0.012 * wanted,
            `${shape.shape}: ${area.ground}, not ${wanted}`);
        terrain.body.destroy();
    }
    world.destroy();
});

/** A pillar that carries a slab, of ground. @param {number} x @param {number} y */
const mushroom = (x, y) =>
    y < 2 || (y < 5 && x > 9 && x < 11) || (y >= 5 && y < 6 && x > 7 && x < 13);

test('a piece that is cut off is a body with objects, and can be dug', () => {
    const world = new World();
    const terrain = flat(world, { fill: mushroom });
    const { pieces: [piece], area } = terrain.dig(box(4, 0.5), { position: [0, -1.25] });
    const { body, terrain: own } = piece;
    assert.ok(body && own);
    assert.equal(piece.material, 'ground');
    assert.equal(body.type, 'dynamic');
    assert.ok(own.body === body && body.colliders.includes(own) && own.shape.shape === 'terrain');
    assert.ok(Math.abs(body.mass - piece.mass) < 1e-4 * piece.mass);
    assert.ok(Math.abs(area.ground - 1) < 0.1);
    for (let i = 0; i < 60; ++i) world.step();
    assert.ok(Math.abs(body.y - (piece.position.y - 0.5)) < 0.02, `${body.y} ${piece.position.y}`);
    const shapes = body.colliders;
    const halves = own.dig(box(0.5, 9), { position: [body.x, body.y] }).pieces;
    assert.equal(halves.length, 1);
    assert.ok(shapes.filter((each) => !each.alive).length > 0, 'its old shapes are gone');
    assert.throws(() => shapes.find((each) => !each.alive)?.setShape(circle(1)), {
        code: 'STALE_COLLIDER',
    });
    own.dig(circle(9), { position: [body.x, body.y] });
    assert.equal(body.alive, false);
    world.step();
    world.destroy();
});

test('pieces and debris are events', () => {
    const world = new World();
    const terrain = flat(world, { fill: mushroom, minimumPiece: 0.5 });
    /** @type {any[]} */
    const heard = [];
    world.on('groundPiece', (piece) => heard.push(piece));
    const off = world.on('groundPiece', () => {
        throw new Error('of a listener');
    });
    assert.throws(() => terrain.dig(box(4, 0.5), { position: [0, -1.25] }), /of a listener/);
    assert.equal(heard.length, 1);
    assert.ok(heard[0].source === terrain && heard[0].body?.alive);
    off();
    // The stump in two, and one of them off: less than half a square metre.
    terrain.dig(box(0.5, 4), { position: [0, -1] });
    terrain.dig(box(1, 0.5), { position: [0.6, -2] });
    assert.ok(heard.length === 2 && heard[1].body === null && heard[1].area < 0.5,
        `${heard.length}`);
    world.destroy();
});

/** Digs, fills and lets fall, by a fixed plan. @param {World} world @param {any} terrain @param {number} step */
function play(world, terrain, step) {
    const x = ((step * 37) % 160) / 10 - 8;
    if (step % 3 === 0) terrain.dig(circle(0.7), { position: [x, -0.5 - (step % 4)] });
    if (step % 7 === 0) terrain.add(box(1, 0.6), { position: [x, 0.2], angle: step });
    if (step % 11 === 0)
        terrain.dig({ shape: 'path', points: [-3, 0, 3, 0, 3, 3], radius: 0.3 }, {
            position: [x, -2],
        });
    if (step % 5 === 0) world.createBody({ position: [x, 3], collider: box(0.5, 0.5) });
    world.step();
}

test('a snapshot goes on to the bit, also in another world', () => {
    const world = new World();
    const terrain = flat(world);
    for (let i = 0; i < 40; ++i) play(world, terrain, i);
    const saved = world.snapshot();
    for (let i = 40; i < 90; ++i) play(world, terrain, i);
    const end = world.hash();
    const after = world.snapshot();
    world.restore(saved);
    for (let i = 40; i < 90; ++i) play(world, terrain, i);
    assert.equal(world.hash(), end);
    assert.deepEqual(differences(world, after), []);
    const other = new World();
    other.restore(saved);
    const copy = other.bodyAt(0)?.colliders[0];
    for (let i = 40; i < 90; ++i) play(other, copy, i);
    assert.deepEqual(differences(other, after).filter(({ kind }) => kind !== 'page'), []);
    world.destroy();
    other.destroy();
});

test('a recording replays to the bit', () => {
    const world = new World();
    startRecording(world);
    const terrain = flat(world, { materials: { dirt: {}, rock: { hardness: 3 } },
        material: (/** @type {number} */ x) => (x > 8 ? 1 : 0) });
    for (let i = 0; i < 80; ++i) {
        play(world, terrain, i);
        if (i === 40) terrain.pieces = 'remove';
    }
    const again = Replay.open(stopRecording(world));
    again.seek(again.steps);
    assert.equal(again.world.hash(), world.hash());
    assert.deepEqual(differences(again.world, world), []);
    world.destroy();
});

test('a scene has the same ground', () => {
    const world = new World({ layers: { rocks: {} } });
    const terrain = flat(world, {
        materials: { dirt: { userData: { a: 1 } },
            rock: { hardness: 3, anchor: true, layer: 'rocks', friction: 0.2 } },
        material: (/** @type {number} */ x) => (x > 8 ? 'rock' : 'dirt'),
        pieces: 'stay',
        borderAnchors: false,
    });
    terrain.dig(circle(1.3), { position: [0.3, 0] });
    const scene = JSON.parse(JSON.stringify(toScene(world)));
    const other = fromScene(scene);
    const again =
        /** @type {import('../../js/index.js').Collider<any>} */ (other.bodyAt(0)?.colliders[0]);
    assert.deepEqual(again.shape, terrain.shape);
    assert.deepEqual(toScene(other), scene);
    const drawn = again.dig(box(1, 1), { position: [-5, -2] });
    assert.ok(Math.abs(drawn.area.dirt - 1) < 0.1);
    world.destroy();
});

test('what is wrong is named, and changes nothing', () => {
    const world = new World();
    const terrain = flat(world, { materials: { dirt: {}, rock: {} } });
    const before = world.snapshot();
    /** @type {[string, (() => unknown), RegExp][]} */
    const cases = [
        ['columns', () => world.createTerrain({ columns: 1, rows: 9 }),
            /columns must be an integer from 2/],
        ['rows', () => world.createTerrain({ columns: 9000, rows: 9000 }),
            /rows must be an integer/],
        ['fill', () => world.createTerrain({ columns: 2, rows: 2, fill: [1, 2, 3] }),
            /fill must have 2 × 2 cells, got 3/],
        ['density', () => world.createTerrain({ columns: 2, rows: 2, fill: [1, 2, 3, 256] }),
            /fill\[3\] must be between 0 and 255, got 256/],
        ['text', () => world.createTerrain({ columns: 2, rows: 2, fill: 'nonsense' }),
            /fill must be the packed text of 4 cells/],
        ['cell', () => world.createTerrain({ columns: 2, rows: 2, cellSize: 0 }),
            /cellSize must be between/],
        ['materials', () => world.createTerrain({ columns: 2, rows: 2, materials: {} }),
            /1 to 16 materials/],
        ['hardness',
            () => world.createTerrain({ columns: 2, rows: 2, materials: { a: { hardness: -1 } } }),
            /materials\.a\.hardness must be zero or more, got -1/],
        ['material',
            () =>
                world.createTerrain({ columns: 2, rows: 2, materials: { a: {}, b: {} },
                    material: () => 'c' }),
            /material at column 0 and row 0 must be one of "a", "b", got "c"/],
        ['pieces',
            () => world.createTerrain(/** @type {any} */ ({ columns: 2, rows: 2, pieces: 'x' })),
            /pieces must be one of/],
        ['unknown',
            () => world.createTerrain(/** @type {any} */ ({ columns: 2, rows: 2, cell: 1 })),
            /no option "cell"/],
        ['shape', () => terrain.dig(/** @type {any} */ ({ shape: 'star' })),
            /shape\.shape must be one of/],
        ['radius', () => terrain.dig(circle(NaN)),
            /Collider\.dig: shape\.radius must be a finite number, got NaN/],
        ['position', () => terrain.dig(circle(1), { position: [0, Infinity] }), /position/],
        ['tool', () => terrain.dig(circle(1), { hardness: -1 }), /hardness must be zero or more/],
        ['no material', () => terrain.add(circle(1), { material: 'gold' }),
            /material must be one of "dirt", "rock", got "gold"/],
        ['number', () => terrain.add(circle(1), { material: 2 }),
            /material must be an integer from 0 to 1/],
        ['rectangle', () => terrain.groundCells(79, 0, 2, 1),
            /columns must be an integer from 1 to 1/],
        ['segment', () => terrain.dig({ shape: 'path', points: [0, 0, 1, 1], radius: 0 }),
            /radius/],
        ['another collider',
            () => world.createBody({ collider: circle(1) }).colliders[0].dig(circle(1)),
            /is not a terrain/],
    ];
    for (const [what, call, message] of cases) assert.throws(call, { message }, what);
    world.bodyAt(1)?.destroy();
    assert.deepEqual(
        differences(world, before).filter(({ kind }) => kind === 'ground' || kind === 'terrain'),
        [],
    );
    terrain.body.destroy();
    assert.throws(() => terrain.dig(circle(1)), { code: 'STALE_COLLIDER' });
    world.destroy();
});
