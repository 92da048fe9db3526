// Maps of Tiled that are not orthogonal: their objects come to lie where Tiled draws them, their tile layers are reported.
import assert from 'node:assert/strict';
import test from 'node:test';
import { importTiled } from '../../js/import/tiled.js';
import './helpers.mjs';
import { build, named, namesOf } from './imported.mjs';

const WIDTH = 32;
const HEIGHT = 16;

/** @param {string} orientation @param {any[]} objects @param {any} [more] @returns {any} */
const mapOf = (orientation, objects, more) => ({ type: 'map', orientation, width: 4, height: 6,
    tilewidth: WIDTH, tileheight: HEIGHT, staggeraxis: 'y', staggerindex: 'odd', hexsidelength: 8,
    tilesets: [], layers: [{ type: 'objectgroup', name: 'things', objects }], ...more });

/** Where Tiled draws a point of an isometric map of six rows, in metres of a tile's width. @param {number} x @param {number} y @returns {[number, number]} */
function drawn(x, y) {
    const [tileX, tileY] = [x / HEIGHT, y / HEIGHT];
    return [((tileX - tileY) * WIDTH / 2 + 6 * WIDTH / 2) / WIDTH,
        -((tileX + tileY) * HEIGHT / 2) / WIDTH];
}

/** @param {readonly number[]} a @param {readonly number[]} b */
function near(a, b) {
    a.forEach((each, i) => assert.ok(Math.abs(each - b[i]) < 1e-6, `${a} is not near ${b}`));
}

test('isometric: a rectangle, ellipse, polygon, line and point lie where Tiled draws them', async () => {
    const polygon = [{ x: 0, y: 0 }, { x: 32, y: 0 }, { x: 0, y: 32 }];
    const scene = await importTiled(mapOf('isometric', [
        { name: 'box', x: 16, y: 32, width: 32, height: 16 },
        { name: 'egg', x: 0, y: 0, width: 16, height: 16, ellipse: true },
        { name: 'wedge', x: 48, y: 16, polygon },
        { name: 'wall', x: 0, y: 96, polyline: [{ x: 0, y: 0 }, { x: 64, y: 0 }] },
        { name: 'start', x: 20, y: 28, point: true },
    ]), { objects: 'all' });
    const { world, bodies } = build(scene);
    near(named(scene, 'start').position, drawn(20, 28));
    near(named(scene, 'box').position, drawn(32, 40));
    near(named(scene, 'wall').colliders[0].b, [1 * 2, -1]);
    const body = (/** @type {string} */ name) => bodies[namesOf(scene).indexOf(name)];
    for (let i = 0; i < 4000; ++i) {
        const [x, y] = [(i * 37 % 1280) / 10 - 10.03, (i * 91 % 1280) / 10 - 10.07];
        const found = new Set(world.overlapPoint(...drawn(x, y)).map((each) => each.body));
        const boxed = x > 16 && x < 48 && y > 32 && y < 48;
        assert.equal(found.has(body('box')), boxed, `${x}, ${y}`);
        const cut = x - 48 > 0 && y - 16 > 0 && x - 48 + y - 16 < 32;
        assert.equal(found.has(body('wedge')), cut, `${x}, ${y}`);
        const share = Math.hypot(x - 8, y - 8) / 8;
        if (share < 0.97 || share > 1)
            assert.equal(found.has(body('egg')), share < 1, `${x}, ${y}`);
    }
    world.destroy();
});

test('isometric: a turn is on the screen, about the object, and layers are moved there', async () => {
    const scene = await importTiled(
        mapOf('isometric', [], {
            layers: [{ type: 'objectgroup', name: 'things', offsetx: 64, offsety: -32,
                objects: [{ name: 'box', x: 0, y: 0, width: 32, height: 32, rotation: 90 }] }],
        }),
        { objects: 'all' },
    );
    const { angle, position, colliders: [hull] } = named(scene, 'box');
    // Its corner 32, 32 is drawn 32 pixels below the first; turned by 90 degrees, to the left of it.
    const [x, y] = drawn(0, 0);
    near(position, [x + 2 - 0.5, y + 1]);
    assert.equal(angle, -Math.PI / 2);
    near(hull.points.flat(), [0, 0.5, 1, 0, 0, -0.5, -1, 0]);
    build(scene).world.destroy();
});

test('isometric: a tile object stands upright on the middle of its lower edge', async () => {
    const tilesets = [{ firstgid: 1, name: 'trees', tilewidth: 32, tileheight: 48,
        tiles: [{ id: 0, objectgroup: {
            objects: [{ x: 8, y: 40, width: 16, height: 8 }],
        } }] }];
    const read = async (/** @type {any} */ set) =>
        named(
            await importTiled(
                mapOf('isometric', [{ name: 'tree', gid: 1, x: 16, y: 16, width: 32, height: 48 }],
                    { tilesets: [set] }),
            ),
            'tree',
        );
    const tree = await read(tilesets[0]);
    const [x, y] = drawn(16, 16);
    near(tree.position, [x, y + 24 / 32]);
    const [box] = tree.colliders;
    assert.deepEqual([box.shape, box.width, box.height, box.center], ['box', 0.5, 0.25, [0,
        -20 / 32]]);
    near((await read({ ...tilesets[0], objectalignment: 'topleft' })).position, [x + 0.5,
        y - 24 / 32]);
});

test('staggered and hexagonal: objects lie where they are stored', async () => {
    const objects = [{ name: 'box', x: 16, y: 32, width: 32, height: 16 }];
    const { bodies } = await importTiled(mapOf('orthogonal', objects));
    for (const orientation of ['staggered', 'hexagonal'])
        assert.deepEqual((await importTiled(mapOf(orientation, objects))).bodies, bodies);
});

test('tile layers of maps that are not orthogonal, and shapes in an isometric grid, are reported', async () => {
    for (const orientation of ['isometric', 'staggered', 'hexagonal']) {
        const { bodies, report } = await importTiled(
            mapOf(orientation, [], {
                layers: [{ type: 'tilelayer', name: 'floor', width: 1, height: 1, data: [1] }],
            }),
        );
        assert.deepEqual([bodies, report[0]], [[], { layer: 'floor',
            why: `the tile layer "floor" is left out: of a map that is ${orientation} only the objects are read` }]);
    }
    const tilesets = [{ firstgid: 1, name: 'set', tilewidth: 32, tileheight: 16,
        grid: { orientation: 'isometric', width: 32, height: 16 },
        tiles: [{ id: 0, objectgroup: { objects: [{ x: 0, y: 0, width: 8, height: 8 }] } }] }];
    const { report } = await importTiled(
        mapOf('isometric', [{ gid: 1, x: 0, y: 0 }], { tilesets }),
    );
    assert.match(report[0].why,
        /^the collision shapes of the tile 0 of the tileset "set" are left out: /);
});
