// The importer of Tiled: each feature of the format by itself, whole maps, broken ones, and maps changed by chance.
import assert from 'node:assert/strict';
import test from 'node:test';
import { deflateSync, gzipSync } from 'node:zlib';
import { TILE } from '../../js/index.js';
import { TILE_NAMES } from '../../js/import/tiled-shapes.js';
import { BODY_TYPES as bodyTypes,
    COMBINE_RULES as combineRules } from '../../js/import/tiled-properties.js';
import { importTiled } from '../../js/import/tiled.js';
import { BODY_TYPES, COMBINE_RULES } from '../../js/options/options.js';
import { near, run } from './helpers.mjs';
import { build, fixture, fuzz, named, namesOf } from './imported.mjs';
import { part } from '../sample.mjs';

const ACROSS = 2 ** 31;
const UPRIGHT = 2 ** 30;
const DIAGONAL = 2 ** 29;

/** Properties as Tiled writes them. @param {Record<string, any>} values */
const properties = (values) =>
    Object.entries(values).map(([name, value]) => ({ name, type: typeof value, value }));

/** A tileset of 16 by 16 pixels whose tiles have these collision objects. @param {any[][]} objects @param {any} [more] */
const tileset = (objects, more) => ({
    firstgid: 1,
    name: 'set',
    tilewidth: 16,
    tileheight: 16,
    tilecount: objects.length,
    columns: 1,
    tiles: objects.map((each, id) => ({ id, objectgroup: { type: 'objectgroup', objects: each } })),
    ...more,
});

/** A map of one tile layer. @param {number[]} data @param {number} width @param {any} set @param {any} [layer] */
const mapOf = (data, width, set, layer) => ({
    type: 'map',
    orientation: 'orthogonal',
    infinite: false,
    width,
    height: data.length / width,
    tilewidth: 16,
    tileheight: 16,
    tilesets: [set],
    layers: [{ type: 'tilelayer', name: 'tiles', width, height: data.length / width, data,
        ...layer }],
});

/** A map of one object layer. @param {any[]} objects @param {any} [layer] @param {any} [map] */
const objectsOf = (objects, layer, map) => ({
    type: 'map',
    orientation: 'orthogonal',
    width: 4,
    height: 4,
    tilewidth: 16,
    tileheight: 16,
    tilesets: [],
    layers: [{ type: 'objectgroup', name: 'things', objects, ...layer }],
    ...map,
});

/** The colliders of the only body. @param {any} map @param {any} [options] @returns {Promise<any[]>} */
async function collidersOf(map, options) {
    const scene = await importTiled(map, { objects: 'all', ...options });
    build(scene).world.destroy();
    assert.equal(scene.bodies.length, 1);
    return [...scene.bodies[0].colliders ?? []];
}

/** Checks that a map is refused. @param {any} map @param {string} code @param {RegExp} message @param {any} [options] */
const refused = (map, code, message, options) =>
    assert.rejects(importTiled(map, options), { name: 'MicaError', code, message });

/** Checks that a part of a map is left out, and reported. @param {any} map @param {RegExp} why @param {any} [options] */
async function leftOut(map, why, options) {
    const scene = await importTiled(map, { objects: 'all', ...options });
    build(scene).world.destroy();
    assert.match(scene.report[0].why, why);
    return scene;
}

const square = [{ x: 0, y: 0, width: 16, height: 16 }];
const rise = [{ x: 0, y: 16, polygon: [{ x: 0, y: 0 }, { x: 16, y: -16 }, { x: 16, y: 0 }] }];

test('the map of the fixture: tiles that fill a cell are one collider, others are shapes', async () => {
    const scene = await importTiled(fixture('cave.tmj'), { load: fixture });
    assert.deepEqual(namesOf(scene), ['walls', 'box', 'ramp', 'ball', 'egg', 'pill', 'ell', 'hill',
        'start', 'barrel', 'barrel', 'zone']);
    const [map, coin, capsule, segment] = named(scene, 'walls').colliders;
    // The top row is empty and left out; what is a shape leaves its cell empty; 2 flipped across is number 2 + 2^30.
    assert.deepEqual([map.shape, map.columns, map.rows, map.topDown, map.origin], ['tiles', 8, 3,
        true, [0, -4]]);
    assert.deepEqual([map.cellWidth, map.cellHeight, map.friction], [1, 1, 0.5]);
    assert.deepEqual(map.cells, [0, 0, 0, 4, 0, 0, 0, 0, 0, 2, 1, 1, 2 + 2 ** 30, 0, 0, 0, 1, 1, 1,
        1, 1, 5, 5, 1]);
    assert.deepEqual(map.map, {
        1: { tile: TILE.FULL, userData: { tileset: 'ground', id: 0 } },
        2: { tile: TILE.RISE, userData: { tileset: 'ground', id: 1, class: 'slope' } },
        4: { tile: TILE.TOP_HALF | TILE.ONE_WAY,
            userData: { tileset: 'ground', id: 3,
                properties: { tile: 'TOP_HALF', oneWay: true } } },
        5: { tile: TILE.FULL, friction: 0,
            userData: { tileset: 'ground', id: 4, class: 'ice',
                properties: { collides: true, friction: 0 } } },
        [2 + 2 ** 30]: { tile: TILE.FALL, userData: { tileset: 'ground', id: 1, class: 'slope' } },
    });
    assert.deepEqual(coin, { shape: 'circle', radius: 0.25, center: [1.5, -1.5], friction: 0.5,
        trigger: true,
        userData: { tileset: 'ground', id: 2, class: 'coin',
            properties: { trigger: true, gold: 5 } } });
    // 4 by 12 pixels turned by 90 degrees about its upper left corner, 8 pixels in: it lies to the left of that.
    assert.deepEqual([capsule.shape, capsule.radius], ['capsule', 0.125]);
    assert.deepEqual([capsule.a, capsule.b].map(([x, y]) => [x.toFixed(4), y.toFixed(4)]), [[
        '5.8750',
        '-1.1250',
    ], ['6.3750', '-1.1250']]);
    assert.deepEqual([segment.shape, segment.a, segment.b, segment.oneWay], ['segment', [6, -2], [7,
        -2], [0, 1]]);
    assert.deepEqual(named(scene, 'walls').userData, { name: 'walls', layer: 'walls',
        class: 'ground' });
    build(scene).world.destroy();
});

test('the objects of the fixture, in a group with offsets', async () => {
    const scene = await importTiled(fixture('cave.tmj'), { load: fixture });
    // The group is 32, 16 pixels off, the layer another 16: things begin at 48, 16.
    const surface = { friction: 0.5, restitution: 0.25 };
    assert.deepEqual(named(scene, 'box'), {
        type: 'dynamic',
        lockRotation: true,
        position: [4, -1.5],
        colliders: [{ shape: 'box', width: 2, height: 1, center: [0, 0], ...surface, density: 3 }],
        userData: { name: 'box', id: 1, layer: 'things', class: 'crate', width: 2, height: 1,
            properties: { type: 'dynamic', density: 3, lockRotation: true, loot: 'key' } },
    });
    // Turned about its upper left corner at 64, 48: 32 by 16 pixels that now reach down and to the left of it.
    assert.deepEqual(named(scene, 'ramp').position, [3.5, -4]);
    assert.equal(named(scene, 'ramp').angle, -Math.PI / 2);
    assert.deepEqual(named(scene, 'ball').colliders, [{ shape: 'circle', radius: 0.5,
        center: [0, 0], ...surface }]);
    const [egg] = named(scene, 'egg').colliders;
    assert.deepEqual([egg.shape, egg.points.length], ['outline', 16]);
    for (const [x, y] of egg.points) near(x ** 2 + (2 * y) ** 2, 1, 1e-12);
    assert.deepEqual(named(scene, 'pill').colliders, [{ shape: 'capsule', a: [-1, 0], b: [1, 0],
        radius: 0.5, ...surface }]);
    assert.deepEqual([named(scene, 'ell').position, named(scene, 'ell').angle], [[4, -2],
        -Math.PI / 4]);
    assert.deepEqual(named(scene, 'ell').colliders, [{ shape: 'outline',
        points: [[0, 0], [2, 0], [2, -1], [1, -1], [1, -2], [0, -2]], ...surface }]);
    assert.deepEqual(named(scene, 'hill').colliders, [{ shape: 'chain',
        points: [[0, 0], [1, 0.5], [2, 0]], ...surface, oneWay: [0, 1] }]);
    // A point is a body without colliders; so is what does not collide. A text is left out.
    assert.deepEqual(named(scene, 'start'), { type: 'static', position: [3.5, -2.5],
        userData: { name: 'start', id: 8, layer: 'things', class: 'spawn' } });
    assert.equal(named(scene, 'zone').colliders, undefined);
    assert.equal(named(scene, 'sign'), undefined);
    build(scene).world.destroy();
});

test('tile objects: external tilesets, alignment, size, flips, templates', async () => {
    /** @type {string[]} */
    const asked = [];
    const load = async (/** @type {string} */ path) => (asked.push(path), fixture(path));
    const scene = await importTiled(fixture('cave.tmj'), { load });
    // Each file once, by its path from the map, though the template says ../props.tsj.
    assert.deepEqual(asked, ['props.tsj', 'templates/barrel.tj']);
    const [barrel, thrown] =
        /** @type {any[]} */ (scene.bodies.filter((_, i) => namesOf(scene)[i] === 'barrel'));
    // Aligned by its bottom, twice the tile's size.
    assert.deepEqual([barrel.type, barrel.position, barrel.angle], ['dynamic', [4, -3], undefined]);
    assert.deepEqual(
        barrel.colliders.map((/** @type {any} */ each) =>
            each.points ?? [each.center, each.radius]
        ),
        [[[-1, 0], [1, 0], [0, -2]], [[0, 1], 1]],
    );
    assert.deepEqual(
        barrel.colliders.map((/** @type {any} */ each) => [each.friction, each.rollingResistance]),
        [[0.5, 0.1], [2, 0.1]],
    );
    assert.deepEqual(barrel.userData.tile, { tileset: 'props', id: 0, class: 'barrel',
        properties: { type: 'dynamic' } });
    // The template turns it by 90 degrees and flips it; the instance has a property of its own.
    assert.deepEqual([thrown.position.map(Math.round), thrown.angle], [[10, -5], -Math.PI / 2]);
    assert.deepEqual(thrown.colliders[0].points, [[0.5, 0], [-0.5, 0], [0, -1]]);
    assert.deepEqual([thrown.bullet, thrown.gravityScale, thrown.userData.class,
        thrown.userData.id], [true, 0.5, 'fragile', 11]);
});

test('a ball rolls down a flipped slope of the map, and stands on the ledge that is one-way', async () => {
    const scene = await importTiled(fixture('cave.tmj'), { load: fixture });
    const { world } = build({ ...scene, bodies: [named(scene, 'walls')] });
    const ball = world.createBody({ position: [4.5, -1],
        collider: { shape: 'circle', radius: 0.2 } });
    const jumper = world.createBody({ position: [3.5, -1.7], velocity: [0, 5],
        collider: { shape: 'box', width: 0.4, height: 0.4 } });
    run(world, 1.5);
    assert.ok(ball.x > 5.2 && ball.y < -2.5, `${ball.x}, ${ball.y}`);
    near(jumper.y, -0.8, 0.02);
    world.destroy();
});

test('flips: across, up and down, about the diagonal, and all turns', async () => {
    const { RISE, FALL, ROOF_RISE, ROOF_FALL } = TILE;
    const expected = [[0, RISE], [ACROSS, FALL], [UPRIGHT, ROOF_FALL], [ACROSS + UPRIGHT,
        ROOF_RISE], [DIAGONAL, RISE], [DIAGONAL + ACROSS, FALL], [DIAGONAL + UPRIGHT, ROOF_FALL], [
        DIAGONAL + ACROSS + UPRIGHT,
        ROOF_RISE,
    ]];
    // A triangle with its right angle at the lower right is mirrored by the diagonal into itself.
    for (const [flips, tile] of expected) {
        const [map] = await collidersOf(mapOf([1 + flips], 1, tileset([rise])));
        assert.equal(Object.values(map.map).map((/** @type {any} */ kind) => kind.tile).join(),
            String(tile), `${flips}`);
    }
    // A shape that is no TILE: a box of 4 by 8 pixels in the upper left corner.
    const corner = [{ x: 0, y: 0, width: 4, height: 8 }];
    for (const [flips, width, height, x, y] of [[0, 4, 8, 2, 4], [ACROSS, 4, 8, 14, 4], [UPRIGHT, 4,
        8, 2, 12], [DIAGONAL, 8, 4, 4, 2], [DIAGONAL + ACROSS, 8, 4, 12, 2], [
        DIAGONAL + ACROSS + UPRIGHT,
        8,
        4,
        12,
        14,
    ]]) {
        const [box] = await collidersOf(mapOf([1 + flips], 1, tileset([corner])));
        assert.deepEqual([box.shape, box.width, box.height, box.center, box.angle], ['box',
            width / 16, height / 16, [x / 16, -y / 16], undefined]);
    }
    // A polyline, too, and the bit of hexagonal maps is none of the id.
    const [line] = await collidersOf(
        mapOf([1 + ACROSS + 2 ** 28], 1,
            tileset([[{ x: 0, y: 4, polyline: [{ x: 0, y: 0 }, { x: 8, y: 4 }] }]])),
    );
    assert.deepEqual([line.a, line.b], [[1, -0.25], [0.5, -0.5]]);
});

test('every TILE by the property `tile`, and by its shape drawn as a polygon', async () => {
    const names = Object.keys(TILE).filter((name) =>
        !['EMPTY', 'ONE_WAY', 'TRIGGER'].includes(name)
    );
    assert.deepEqual(TILE_NAMES, names);
    const tiles = names.map((tile, id) => ({ id, properties: properties({ tile }) }));
    const data = names.map((_, id) => id + 1);
    const [map] = await collidersOf(mapOf(data, data.length, tileset([], { tiles })));
    assert.deepEqual(data.map((number) => map.map[number].tile),
        names.map((name) => TILE[/** @type {'FULL'} */ (name)]));
    // The engine has the surface that the name says, a quarter of the cell from its left.
    const scene = await importTiled(mapOf(data, data.length, tileset([], { tiles })));
    const { world } = build(scene);
    const tops = names.map((_, i) => world.rayCast(i + 0.25, 0.5, 0, -1.5)?.y ?? NaN);
    [0, -0.75, -0.25, 0, 0, -0.5, 0, 0, NaN, -0.875, -0.375, -0.125, -0.625].forEach((y, i) => {
        if (Number.isNaN(y)) assert.ok(Number.isNaN(tops[i]), names[i]);
        else near(tops[i], y, 1e-4, names[i]);
    });
    world.destroy();
    // With points too many, and in the other order.
    const [drawn] = await collidersOf(mapOf([1, 2], 2, tileset([
        [{ x: 0, y: 0,
            polygon: [[16, 16], [16, 8], [16, 0], [0, 0], [0, 16]].map(([x, y]) => ({ x, y })) }],
        [{ x: 0, y: 8, width: 16, height: 8 }],
    ])));
    assert.deepEqual([drawn.map[1].tile, drawn.map[2].tile], [TILE.FULL, TILE.BOTTOM_HALF]);
    // The corners of a square, but crossed.
    await leftOut(
        mapOf([1], 1,
            tileset([[{ x: 0, y: 0,
                polygon: [[0, 0], [16, 16], [16, 0], [0, 16]].map(([x, y]) => ({ x, y })) }]])),
        /^a shape of the tile 0 of the tileset "set" is left out: tilesets\[0\]\.tiles\[0\]\.objectgroup\.objects\[0\]\.polygon must be a polygon /,
    );
});

test('cells as base64, as they are and compressed, are those of the list', async () => {
    const plain = fixture('cave.tmj');
    const expected = await importTiled(plain, { load: fixture });
    const bytes = Buffer.from(Uint32Array.from(plain.layers[0].data).buffer);
    for (const [compression, packed]
        of /** @type {const} */ ([['', bytes], ['zlib', deflateSync(bytes)], ['gzip',
            gzipSync(bytes)]]))
    {
        const file = fixture('cave.tmj');
        Object.assign(file.layers[0], { encoding: 'base64', compression,
            data: packed.toString('base64') });
        assert.deepEqual(await importTiled(file, { load: fixture }), expected, compression);
    }
    /** @param {any} layer @param {string} code @param {RegExp} message */
    const bad = (layer, code, message) =>
        refused(mapOf([1], 1, tileset([square]), { encoding: 'base64', ...layer }), code, message);
    await bad({ compression: 'zstd', data: 'KLUv' }, 'UNSUPPORTED_FILE',
        /^importTiled: layers\[0\]\.compression is "zstd", .*zlib, gzip or CSV$/);
    const cell = mapOf([1], 1, tileset([square]), { encoding: 'base64', compression: 'zstd',
        data: 'KLUv' });
    const unpacked = await importTiled(cell, { decompress: { zstd: async (packed) => {
        assert.equal(Buffer.from(packed).toString('base64'), 'KLUv');
        return Uint8Array.of(1, 0, 0, 0);
    } } });
    assert.deepEqual(unpacked, await importTiled(mapOf([1], 1, tileset([square]))));
    await refused(cell, 'BAD_FILE', /must hold 1 cells of 4 bytes, got 3 bytes$/, {
        decompress: { zstd: () => new Uint8Array(3) },
    });
    await refused(cell, 'BAD_FILE', /layers\[0\]\.data cannot be unpacked: bad frame$/, {
        decompress: { zstd: () => {
            throw new Error('bad frame');
        } },
    });
    await bad({ compression: 'lzma', data: 'KLUv' }, 'BAD_FILE',
        /layers\[0\]\.compression must be one of 'zlib', 'gzip', 'zstd' and '', got "lzma"/);
    await bad({ data: '!' }, 'BAD_FILE', /^importTiled: layers\[0\]\.data is no base64$/);
    await bad({ data: 'AAAA' }, 'BAD_FILE',
        /layers\[0\]\.data must hold 1 cells of 4 bytes, got 3 bytes/);
    await bad({ data: 'AAAA', compression: 'zlib' }, 'BAD_FILE',
        /layers\[0\]\.data cannot be unpacked: /);
    await bad({ data: deflateSync(Buffer.alloc(1e7)).toString('base64'), compression: 'zlib' },
        'BAD_FILE', /more cells than the layer has/);
    await bad({ data: deflateSync(bytes).subarray(0, 20).toString('base64'), compression: 'zlib' },
        'BAD_FILE', /cannot be unpacked/);
});

test('the chunks of an infinite map are one collider, where they lie', async () => {
    const chunk = (/** @type {number} */ x, /** @type {number} */ y,
        /** @type {number[]} */ data) => ({ x, y, width: 2, height: 2, data });
    const layer = { data: undefined, startx: -2, starty: -2, width: 4, height: 4,
        chunks: [chunk(-2, -2, [1, 1, 0, 0]), chunk(0, 0, [0, 0, 1, 1]),
            chunk(-40, 90, [0, 0, 0, 0])] };
    const map = { ...mapOf([1], 1, tileset([square]), layer), infinite: true };
    const [tiles] = await collidersOf(map);
    assert.deepEqual([tiles.columns, tiles.rows, tiles.origin], [4, 4, [-2, -2]]);
    assert.deepEqual(tiles.cells, [1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1]);
    const far = structuredClone(map);
    far.layers[0].chunks.push(chunk(1e6, 1e6, [1, 0, 0, 0]));
    await refused(far, 'BAD_FILE',
        /^importTiled: layers\[0\]\.chunks must span at most 262144 cells/);
    const wrong = structuredClone(map);
    wrong.layers[0].chunks[1].data.pop();
    await refused(wrong, 'BAD_FILE',
        /^importTiled: layers\[0\]\.chunks\[1\]\.data must be a list of 4 numbers, got an array of 3$/);
});

test('layers of the world: by the property `layer`, by a class that the world has, made if none are given', async () => {
    const set = tileset([square, square, [{ x: 0, y: 0, width: 8, height: 8, type: 'spike' }]]);
    Object.assign(set.tiles[0], { type: 'ice' });
    Object.assign(set.tiles[1], { properties: properties({ layer: 'gate' }) });
    const map = { ...mapOf([1, 2, 3], 3, set, { class: 'ground' }) };
    const layers = { ground: {}, ice: {}, gate: {}, spike: {}, player: ['ground'] };
    const scene = await importTiled(map, { world: { layers, gravity: [0, -20] } });
    assert.deepEqual(scene.world, { layers, gravity: [0, -20] });
    const [tiles, box] = /** @type {any[]} */ (scene.bodies[0].colliders);
    assert.deepEqual([tiles.layer, tiles.map[1].layer, tiles.map[2].layer, box.layer], ['ground',
        'ice', 'gate', 'spike']);
    build(scene).world.destroy();
    // Without layers of the world a class is a class alone, and the layers that are named are solid to all.
    const free = await importTiled(map);
    assert.deepEqual(free.world.layers, { gate: ['default', 'gate'] });
    const [own, other] = /** @type {any[]} */ (free.bodies[0].colliders);
    assert.deepEqual([own.layer, own.map[1].layer, own.map[2].layer, other.layer], [undefined,
        undefined, 'gate', undefined]);
    build(free).world.destroy();
    await refused(map, 'BAD_FILE',
        /^importTiled: tilesets\[0\]\.tiles\[1\]\.properties\[0\]\.value must be a layer of the option world\.layers, got "gate" \(properties: \{ "layer": null \} leaves it to the game\)$/,
        { world: { layers: { ground: {} } } });
});

test('properties are options by their names, the nearest wins, and each is checked', async () => {
    const values = { friction: 2, restitution: 0.5, tangentSpeed: -3, density: 4,
        rollingResistance: 0.1, group: -2, arcade: true, trigger: true, frictionCombine: 'min',
        restitutionCombine: 'average' };
    const body = { type: 'dynamic', linearDamping: 1, angularDamping: 2, gravityScale: -1,
        lockX: true, lockY: true, lockRotation: true, canSleep: false, awake: false, enabled: false,
        bullet: true };
    const object = { x: 0, y: 0, width: 16, height: 16,
        properties: properties({ ...values, ...body }) };
    const layer = { properties: properties({ friction: 9, type: 'kinematic', oneWay: 'left' }) };
    const scene = await importTiled(
        objectsOf([object, { x: 0, y: 0, width: 16, height: 16 }], layer),
    );
    const [{ colliders: [collider], userData: _, position: __, ...made }, plain] =
        /** @type {any[]} */ (scene.bodies);
    assert.deepEqual(made, body);
    assert.deepEqual(collider, { shape: 'box', width: 1, height: 1, center: [0, 0], ...values,
        oneWay: [-1, 0] });
    assert.deepEqual([plain.type, plain.colliders[0].friction], ['kinematic', 9]);
    const { world, bodies: [real] } = build(scene);
    for (const [name, value] of Object.entries(body))
        assert.deepEqual(/** @type {any} */ (real)[name], value, name);
    world.destroy();
    for (const [name, value, wanted] of [['friction', -1, 'a number from 0'], ['restitution', 2,
        'a number from 0 to 1'], ['oneWay', 'upwards', 'one of'], ['trigger', 2, 'true or false'], [
        'type',
        'fixed',
        'one of "static", "kinematic", "dynamic"',
    ], ['group', 0.5, 'an integer']]) {
        await leftOut(
            objectsOf([{ x: 0, y: 0, width: 1, height: 1,
                properties: properties({ [name]: value }) }]),
            new RegExp(
                `^an object of the layer "things" is left out: layers\\[0\\]\\.objects\\[0\\]\\.properties\\[0\\]\\.value must be ${wanted}`,
            ),
        );
    }
    assert.deepEqual([bodyTypes, combineRules], [BODY_TYPES, COMBINE_RULES]);
});

test('a tile with an option that a map of tiles has as a whole, or one-way to a side, is a shape of its own', async () => {
    const set = tileset([square, square]);
    Object.assign(set.tiles[0], { properties: properties({ group: -1 }) });
    Object.assign(set.tiles[1], { properties: properties({ oneWay: 'right' }) });
    const [first, second] = await collidersOf(mapOf([1, 2], 2, set));
    assert.deepEqual([first.shape, first.group, second.shape, second.oneWay], ['box', -1, 'box', [1,
        0]]);
});

test('names of Tiled before 1.9, in 1.9 and before 1.2', async () => {
    const layers = { spike: {}, wall: {} };
    for (const key of ['type', 'class']) {
        const scene = await importTiled(
            objectsOf([{ x: 0, y: 0, width: 8, height: 8, [key]: 'spike' }]),
            { world: { layers } },
        );
        assert.deepEqual([scene.bodies[0].colliders?.[0].layer,
            /** @type {any} */ (scene.bodies[0].userData).class], ['spike', 'spike']);
    }
    const old = { firstgid: 1, name: 'old', tilewidth: 16, tileheight: 16,
        tileproperties: { 0: { collides: true, layer: 'wall' }, 3: { gold: 1 } },
        tiles: { 0: {}, 1: { objectgroup: { objects: square } } } };
    const [map] = await collidersOf({ ...mapOf([1, 2], 2, old), properties: { friction: 0.25 } }, {
        world: { layers },
    });
    assert.deepEqual([map.friction, map.map[1].tile, map.map[1].layer, map.map[2].tile], [0.25,
        TILE.FULL, 'wall', TILE.FULL]);
});

test('tiles of another size than the cell: on its lower edge, with an offset, or stretched into it', async () => {
    const tall = { ...tileset([[{ x: 0, y: 0, width: 16, height: 32 }]]), tileheight: 32 };
    const [box] = await collidersOf(mapOf([0, 1], 1, tall));
    assert.deepEqual([box.shape, box.width, box.height, box.center], ['box', 1, 2, [0.5, -1]]);
    const [moved] = await collidersOf(mapOf([0, 1], 1, { ...tall, tileoffset: { x: 8, y: -4 } }));
    assert.deepEqual(moved.center, [1, -0.75]);
    const [map] = await collidersOf(mapOf([1], 1, { ...tall, tilerendersize: 'grid' }));
    assert.equal(map.map[1].tile, TILE.FULL);
    const [fit] = await collidersOf(
        mapOf([1], 1, { ...tall, tilerendersize: 'grid', fillmode: 'preserve-aspect-fit' }),
    );
    assert.deepEqual([fit.width, fit.height, fit.center], [0.5, 1, [0.5, -0.5]]);
    // A circle that is stretched is an ellipse; a tile of a collection has the size of its image.
    const images = { firstgid: 1, name: 'images', tilewidth: 64, tileheight: 64,
        tilerendersize: 'grid',
        tiles: [{ id: 7, imagewidth: 8, imageheight: 16,
            objectgroup: { objects: [{ x: 0, y: 0, width: 8, height: 8, ellipse: true }] } }] };
    const [ellipse] = await collidersOf(mapOf([8], 1, images));
    assert.deepEqual([ellipse.shape, ellipse.points.length, ellipse.points[0]], ['outline', 16, [1,
        -0.25]]);
});

test('pixels for metres: by a tile, by an option, from a position', async () => {
    const objects = [{ name: 'point', point: true, x: 32, y: 64 }];
    assert.deepEqual((await importTiled(objectsOf(objects))).bodies[0].position, [2, -4]);
    assert.deepEqual(
        (await importTiled(objectsOf(objects), { pixelsPerMetre: 64 })).bodies[0].position,
        [0.5, -1],
    );
    assert.deepEqual(
        (await importTiled(objectsOf(objects), { position: [10, 4] })).bodies[0].position,
        [12, 0],
    );
    const [map] = await collidersOf(mapOf([1], 1, tileset([square])), { pixelsPerMetre: 32 });
    assert.deepEqual([map.cellWidth, map.cellHeight, map.origin], [0.5, 0.5, [0, -0.5]]);
});

test('shapes at their limits: flat ones, closed lines, lines in a corner, repeated points', async () => {
    const points = (/** @type {number[][]} */ list) => list.map(([x, y]) => ({ x, y }));
    const shapeOf = async (/** @type {any} */ object) =>
        (await collidersOf(objectsOf([{ x: 0, y: 0, ...object }])))[0];
    assert.deepEqual(await shapeOf({ width: 32, height: 0 }), { shape: 'segment', a: [-1, 0],
        b: [1, 0] });
    assert.equal(await shapeOf({ width: 0, height: 0 }), undefined);
    assert.deepEqual(await shapeOf({ width: 16, height: 16, capsule: true }), { shape: 'circle',
        radius: 0.5, center: [0, 0] });
    assert.deepEqual(await shapeOf({ width: 16, height: 48, capsule: true }), { shape: 'capsule',
        a: [0, -1], b: [0, 1], radius: 0.5 });
    assert.deepEqual(await shapeOf({ polyline: points([[0, 0], [16, 0], [16, 16], [0, 0]]) }), {
        shape: 'chain',
        points: [[0, 0], [1, 0], [1, -1]],
        loop: true,
    });
    assert.deepEqual(
        await shapeOf({ polygon: points([[0, 0], [8, 0], [16, 0], [16, 0], [16, 16], [0, 0]]) }),
        { shape: 'hull', points: [[1, 0], [1, -1], [0, 0]] },
    );
    await leftOut(objectsOf([{ x: 0, y: 0, polygon: points([[0, 0], [8, 0], [16, 0]]) }]),
        /layers\[0\]\.objects\[0\]\.polygon must be a polygon of 3 corners/);
    await leftOut(objectsOf([{ x: 0, y: 0, polyline: points([[0, 0]]) }]),
        /layers\[0\]\.objects\[0\]\.polyline must be a line/);
});

test('what cannot be read is refused with where it stands', async () => {
    await refused({ ...objectsOf([]), orientation: 'oblique' }, 'UNSUPPORTED_FILE',
        /^importTiled: orientation is "oblique", which is not read: 'orthogonal', 'isometric', /);
    await refused(null, 'BAD_FILE', /^importTiled: the file must be an object, got null$/);
    await refused({ ...objectsOf([]), type: 'tileset' }, 'BAD_FILE',
        /^importTiled: type must be one of "map"/);
    await refused({ ...objectsOf([]), tilewidth: 0 }, 'BAD_FILE',
        /^importTiled: tilewidth must be a number from 0.001/);
    await refused(mapOf([1, 1, 1], 3, tileset([]), { width: 2 }), 'BAD_FILE',
        /^importTiled: layers\[0\]\.data must be a list of 2 numbers, got an array of 3$/);
    await refused(mapOf([1, -1], 2, tileset([])), 'BAD_FILE',
        /^importTiled: layers\[0\]\.data\[1\] must be /);
    await refused(mapOf([0, 3], 2, { ...tileset([]), firstgid: 5 }), 'BAD_FILE',
        /^importTiled: layers\[0\]\.data\[1\] must be a tile of one of the tilesets, got 3$/);
    let nested = /** @type {any} */ ({ type: 'group', layers: [] });
    for (let i = 0; i < 100; ++i) nested = { type: 'group', layers: [nested] };
    await refused({ ...objectsOf([]), layers: [nested] }, 'BAD_FILE',
        /must be within at most 64 groups/);
});

test('other files: none without `load`, none that is XML still, and a broken one by its name', async () => {
    await refused(fixture('cave.tmj'), 'UNSUPPORTED_FILE',
        /^importTiled: tilesets\[1\]\.source is "props\.tsj", in another file: give the option load$/);
    /** @type {string[]} */
    const asked = [];
    await importTiled({ ...objectsOf([]),
        tilesets: [{ firstgid: 1, source: '..\\sets\\props.tsj' }] }, {
        load: (path) => {
            asked.push(path);
            return fixture('props.tsj');
        },
    });
    assert.deepEqual(asked, ['../sets/props.tsj']);
    await refused(fixture('cave.tmj'), 'BAD_FILE',
        /^importTiled: tilesets\[1\]\.source could not be loaded: 404$/, { load: async () => {
            throw new Error('404');
        } });
    await refused(fixture('cave.tmj'), 'UNSUPPORTED_FILE',
        /^importTiled: props\.tsj: the file is XML, .*: save it as JSON, or give what parseTiled of /,
        {
            load: () => '<xml>',
        });
    const broken = fixture('props.tsj');
    broken.tiles[0].objectgroup.objects[1].width = 'wide';
    await leftOut(fixture('cave.tmj'),
        /left out: props\.tsj: tiles\[0\]\.objectgroup\.objects\[1\]\.width must be a number from 0 /,
        { load: (/** @type {string} */ path) => (path === 'props.tsj' ? broken : fixture(path)) });
});

test('an object that cannot be read is left out and reported, and all others are read', async () => {
    const good = { x: 0, y: 0, width: 16, height: 16 };
    const objects = [{ ...good, name: 'first', id: 3 }, { x: 0, y: 0, name: 'bent', id: 4,
        polygon: [{ x: 0, y: 0 }, { x: 9, y: 0 }] }, { ...good, id: 5, width: 'wide' }, { ...good,
        name: 'ghost', gid: 9 }, 7, { ...good, name: 'far', x: 1e12 }, { ...good, template: 1 }, {
        ...good,
        name: 'last',
        id: 8,
    }];
    const scene = await leftOut(objectsOf(objects), /./);
    assert.deepEqual(namesOf(scene), ['first', 'last']);
    const layer = 'things';
    const called = 'an object of the layer "things"';
    assert.deepEqual(scene.report, [
        { layer, name: 'bent', id: 4,
            why: `${called}, "bent" (id 4), is left out: layers[0].objects[1].polygon`
                + ' must be a polygon of 3 corners or more that do not lie in a line, got an array of 2' },
        { layer, id: 5, why: `${called}, id 5, is left out: layers[0].objects[2].width must be a`
            + ' number from 0 to 1000000000000, got "wide"' },
        { layer, name: 'ghost',
            why: `${called}, "ghost", is left out: layers[0].objects[3].gid must be`
                + ' a tile of one of the tilesets, got 9' },
        { layer, why: `${called} is left out: layers[0].objects[4] must be an object, got 7` },
        { layer, name: 'far',
            why: `${called}, "far", is left out: layers[0].objects[5] must be within`
                + ' 1e7 metres of the origin, got an object' },
        { layer,
            why: `${called} is left out: layers[0].objects[6].template must be a string, got 1` },
    ]);
    // A scene that is kept as a file has its report, and a world is made of it all the same.
    build(JSON.parse(JSON.stringify(scene))).world.destroy();
});

test('a world of maps is one scene, each map where it lies', async () => {
    /** @type {string[]} */
    const asked = [];
    const load = (/** @type {string} */ path) => {
        asked.push(path);
        return fixture(path);
    };
    const options = { position: /** @type {const} */ ([2, 3]), world: { gravity: [0, -20] } };
    const scene = await importTiled(fixture('town.world'), { load, ...options });
    build(scene).world.destroy();
    assert.deepEqual(asked, ['solid/names.tmj', 'solid/infinite.tmj', 'cave.tmj', 'props.tsj',
        'templates/barrel.tj']);
    assert.deepEqual(scene.world, { gravity: [0, -20] });
    /** @type {any[]} */
    const bodies = [];
    for (const [map, x, y]
        of /** @type {const} */ ([['solid/names.tmj', 0, 0], ['solid/infinite.tmj', 8, 1], [
            'cave.tmj',
            -10,
            -5,
        ]]))
    {
        const alone = await importTiled(fixture(map), { load: fixture, ...options,
            position: [2 + x, 3 + y] });
        bodies.push(
            ...alone.bodies.map((body) => ({ ...body,
                userData: { .../** @type {any} */ (body.userData), map } })
            ),
        );
    }
    assert.deepEqual(scene.bodies, bodies);
    assert.deepEqual(scene.report, []);
});

test('a world: files are relative to their map, pixels are those of its first map, and errors name the map', async () => {
    /** @type {string[]} */
    const asked = [];
    const files = { 'maps/a.tmj': objectsOf([{ x: 16, y: 0, point: true }]),
        'maps/b.tmj': fixture('cave.tmj') };
    const world = { type: 'world',
        maps: [{ fileName: 'maps/a.tmj', x: 0, y: 0 }, { fileName: 'maps/b.tmj', x: 32, y: 0 }] };
    const load = (/** @type {string} */ path) => {
        asked.push(path);
        return Object.hasOwn(files, path)
            ? files[/** @type {keyof typeof files} */ (path)]
            : fixture(path.replace('maps/', ''));
    };
    await importTiled(world, { load });
    assert.deepEqual(asked, ['maps/a.tmj', 'maps/b.tmj', 'maps/props.tsj',
        'maps/templates/barrel.tj']);
    files['maps/a.tmj'].tilewidth = 8;
    const { bodies } = await importTiled(world, { load });
    assert.deepEqual([bodies[0].position, bodies[1].position], [[2, 0], [4, 0]]);
    files['maps/b.tmj'].layers[0].data = [1];
    await refused(world, 'BAD_FILE',
        /^importTiled: maps\/b\.tmj: layers\[0\]\.data must be a list of 32 numbers, got an array of 1$/,
        { load });
    await refused(world, 'UNSUPPORTED_FILE',
        /^importTiled: maps\[0\]\.fileName is "maps\/a\.tmj", in another file: give the option load$/);
    for (const [changed, code, why] of /** @type {[any, string, RegExp][]} */ ([
        [{ maps: [] }, 'BAD_FILE', /maps must be a list of maps, got an array of 0$/],
        [{ maps: [7] }, 'BAD_FILE', /maps\[0\] must be an object, got 7$/],
        [{ patterns: [{ regexp: '.*' }] }, 'UNSUPPORTED_FILE',
            /patterns is an array of 1, which is not read/],
        [{ maps: [{ fileName: 'b.world' }] }, 'UNSUPPORTED_FILE',
            /b\.world: the file is a world of Tiled: importTiled reads it$/],
    ])) await refused({ ...world, ...changed }, code, why, { load: () => world });
});

test('wrong options are the caller’s errors', async () => {
    const map = objectsOf([]);
    for (const [options, message]
        of /** @type {[any, RegExp][]} */ ([[{ pixelsPerMeter: 16 },
            /options has no option "pixelsPerMeter"/], [{ pixelsPerMetre: 0 },
            /pixelsPerMetre must be between/], [{ load: 'x' }, /load must be a function/], [{
            world: 1,
        }, /world must be an object/], [{ decompress: { zstd: 1 } },
            /decompress\.zstd must be a function/], [{ decompress: { lzma: 1 } },
            /decompress has no option "lzma"/], [{ position: [1] }, /position must be/]]))
    {
        await assert.rejects(importTiled(map, options), (/** @type {any} */ error) =>
            [TypeError, RangeError].includes(error.constructor) && message.test(error.message));
    }
});

test('maps changed by chance are refused with a path, or become scenes that step', async () => {
    const files = () => ({ file: fixture('cave.tmj'),
        others: [fixture('props.tsj'), fixture('templates/barrel.tj')] });
    const { refused: no, made } = await fuzz(part(300, 3), files,
        (map, [props, barrel]) =>
            importTiled(map, { objects: 'all',
                load: (path) => (path.endsWith('.tj') ? barrel : props) }));
    assert.ok(no > part(30, 3) && made > part(30, 3), `${no} refused, ${made} made`);
});
