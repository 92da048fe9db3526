// Tiles of Tiled whose shapes are TILEs of a finer grid: one collider for many, which is solid where the shapes are.
import assert from 'node:assert/strict';
import test from 'node:test';
import { TILE } from '../../js/index.js';
import { Cursor } from '../../js/import/cursor.js';
import { finerOf } from '../../js/import/tiled-grid.js';
import { importTiled } from '../../js/import/tiled.js';
import './helpers.mjs';
import { part } from '../sample.mjs';
import { build, fuzz } from './imported.mjs';

const SIZE = 12;

/** @typedef {[x: number, y: number]} Point */
/** @typedef {{ points: Point[][], properties?: Record<string, any> }} Drawing polygons of a tile of 12 pixels */

/** @param {number} x @param {number} y @param {number} width @param {number} height @returns {Point[]} */
const box = (x, y, width, height) => [[x, y], [x + width, y], [x + width, y + height], [x, y
    + height]];

/** A map whose tiles have these shapes. @param {Drawing[]} drawings @param {number[]} data @param {number} width @returns {any} */
const mapOf = (drawings, data, width) => ({
    type: 'map',
    orientation: 'orthogonal',
    width,
    height: data.length / width,
    tilewidth: SIZE,
    tileheight: SIZE,
    tilesets: [{
        firstgid: 1,
        name: 'set',
        tilewidth: SIZE,
        tileheight: SIZE,
        tiles: drawings.map(({ points, properties = {} }, id) => ({
            id,
            properties: Object.entries(properties).map(([name, value]) => ({ name, value })),
            objectgroup: {
                objects: points.map((polygon, i) => ({ id: i + 1, x: 0, y: 0,
                    polygon: polygon.map(([x, y]) => ({ x, y })) })
                ),
            },
        })),
    }],
    layers: [{ type: 'tilelayer', name: 'ground', width, height: data.length / width, data }],
});

/** The only body's colliders. @param {any} map @returns {Promise<any[]>} */
async function collidersOf(map) {
    const scene = await importTiled(map);
    build(scene).world.destroy();
    return [...scene.bodies[0].colliders ?? []];
}

/** Whether a point lies within a polygon: by the sides that a ray to the right crosses. @param {Point[]} polygon @param {Point} point */
const within = (polygon, [x, y]) =>
    polygon.filter(([ax, ay], i) => {
                const [bx, by] = polygon[(i + 1) % polygon.length];
                return (ay > y) !== (by > y) && x < ax + ((y - ay) / (by - ay)) * (bx - ax);
            }).length % 2 === 1;

/** Slopes over three cells, slabs, steps, a cross of two boxes, and what no grid has. @type {Drawing[]} */
const DRAWINGS = [
    { points: [[[0, 12], [12, 12], [12, 8]]] },
    { points: [[[0, 12], [12, 12], [12, 4], [0, 8]]] },
    { points: [[[0, 12], [12, 12], [12, 0], [0, 4]]] },
    { points: [box(0, 3, 12, 9)] },
    { points: [[[0, 12], [12, 12], [12, 3], [6, 3], [6, 6], [0, 6]]] },
    { points: [box(0, 0, 3, 12), box(9, 0, 3, 12)] },
    { points: [[[1, 11], [11, 10], [7, 2]]] },
    { points: [box(0, 0, 12, 12)] },
];

/** The bits of a global id that flip a tile. */
const FLIPS = [0, 2 ** 31, 2 ** 30, 2 ** 29];

test('a finer map is solid where the shapes of its tiles are, with all flips', async () => {
    const columns = 64;
    const data = Array.from({ length: 16 * columns },
        (_, i) => 1 + ((i * 7) % DRAWINGS.length) + FLIPS[Math.floor(i / DRAWINGS.length) % 4]);
    const scene = await importTiled(mapOf(DRAWINGS, data, columns));
    const { world } = build(scene);
    const shapes = (scene.bodies[0].colliders ?? []).map(({ shape }) => shape);
    assert.ok(shapes.filter((shape) => shape === 'tiles').length >= 6, shapes.join());
    assert.ok(shapes.length < data.length / 5, `${shapes.length}`);
    for (let i = 0; i < 40_000; ++i) {
        // Between the lines on which corners lie.
        const [x, y] = [((i * 37) % 6400) / 100 + 0.0043, ((i * 91) % 1600) / 100 + 0.0037];
        const cell = Math.floor(y) * columns + Math.floor(x);
        const gid = data[cell];
        let [px, py] = [SIZE * (x % 1), SIZE * (y % 1)];
        if (gid & 2 ** 31) px = SIZE - px;
        if (gid & 2 ** 30) py = SIZE - py;
        if (gid & 2 ** 29) [px, py] = [py, px];
        const inside = DRAWINGS[(gid & 0xfff) - 1].points.some((each) => within(each, [px, py]));
        assert.equal(world.overlapPoint(x, -y).length > 0, inside, `${x}, ${y}: ${gid}`);
    }
    world.destroy();
});

test('many equal tiles cost one collider, few that lie far apart are shapes', async () => {
    const data = Array(100).fill(0);
    data[0] = 4;
    data[99] = 4;
    assert.deepEqual((await collidersOf(mapOf(DRAWINGS, data, 10))).map(({ shape }) => shape), [
        'hull',
        'hull',
    ]);
    const [map, ...rest] = await collidersOf(mapOf(DRAWINGS, Array(100).fill(4), 10));
    assert.deepEqual([map.shape, map.columns, map.rows, map.cellWidth, map.cellHeight, rest], [
        'tiles',
        10,
        20,
        1,
        0.5,
        [],
    ]);
    assert.deepEqual(map.map, {
        1: { tile: TILE.BOTTOM_HALF, userData: { tileset: 'set', id: 3 } },
        2: { tile: TILE.FULL, userData: { tileset: 'set', id: 3 } },
    });
});

test('tiles with options of the whole map are maps of their own; triggers and thick one-way tiles are shapes', async () => {
    const full = [box(0, 0, 12, 12)];
    const map = mapOf([
        { points: full, properties: { collides: true } },
        { points: full, properties: { group: -1 } },
        { points: full, properties: { group: -2, friction: 0 } },
        { points: full, properties: { oneWay: 'left' } },
        { points: [box(0, 0, 12, 6), box(0, 6, 12, 6)], properties: { trigger: true } },
        { points: [box(0, 0, 12, 3)], properties: { oneWay: true } },
        { points: [box(0, 0, 12, 9)], properties: { oneWay: true } },
    ], Array.from({ length: 70 }, (_, i) => 1 + Math.floor(i / 10)), 10);
    const all = await collidersOf(map);
    const maps = all.filter(({ shape }) => shape === 'tiles');
    assert.deepEqual(maps.map(({ group, oneWay, cellHeight }) => [group, oneWay, cellHeight]), [
        [undefined, undefined, 1],
        [-1, undefined, 1],
        [-2, undefined, 1],
        [undefined, undefined, 0.5],
    ]);
    assert.deepEqual(Object.values(maps[3].map).map(({ tile }) => tile), [
        TILE.TOP_HALF | TILE.ONE_WAY,
    ]);
    assert.deepEqual(Object.values(maps[2].map).map(({ friction }) => friction), [0]);
    const others = all.filter(({ shape }) => shape !== 'tiles');
    assert.deepEqual([others.filter(({ trigger }) => trigger).length,
        others.filter(({ oneWay }) => oneWay).length], [20, 20]);
});

test('a ball rolls over the slopes of three cells and the slabs of a finer map without a hop', async () => {
    const drawings = [...DRAWINGS, { points: [box(0, 8, 12, 4)] }];
    const [full, slab] = [8, 9];
    // A slope down over three cells, which is the first drawings flipped across, then slabs.
    const data = [
        ...[full, full, full, full, 3 + FLIPS[1], 2 + FLIPS[1], 1 + FLIPS[1]],
        ...Array(33).fill(0),
        ...Array(7).fill(full),
        ...Array(33).fill(slab),
        ...Array(40).fill(full),
    ];
    const scene = await importTiled(mapOf(drawings, data, 40));
    assert.ok((scene.bodies[0].colliders?.length ?? 0) <= 4);
    const { world } = build(scene);
    const ball = world.createBody({ position: [3, 0.3], velocity: [3, 0],
        collider: { shape: 'circle', radius: 0.3 } });
    let [up, slowed] = [0, 0];
    for (let i = 0; i < 240 && ball.x < 30; ++i) {
        const before = ball.vx;
        world.step();
        if (ball.x > 10.5) up = Math.max(up, ball.vy);
        slowed = Math.max(slowed, ball.x < 7 ? before - ball.vx : 0);
    }
    assert.ok(ball.x > 15, `${ball.x}`);
    assert.ok(up < 0.05, `${up}`);
    assert.ok(slowed < 0.5, `${slowed}`);
    world.destroy();
});

test('maps of such tiles changed by chance are refused with a path, or become scenes that step', async () => {
    const cells = Uint32Array.from({ length: 120 }, (_, i) => 1 + (i % DRAWINGS.length));
    const files = () => {
        const file = mapOf(DRAWINGS, Array(120).fill(0), 12);
        // As text, so that what changes is mostly a shape and no cell.
        Object.assign(file.layers[0], { encoding: 'base64',
            data: Buffer.from(cells.buffer).toString('base64') });
        return { file, others: [] };
    };
    const { refused, made } = await fuzz(part(300, 3), files, (map) => importTiled(map));
    assert.ok(refused > part(10, 3) && made > part(100, 3), `${refused} refused, ${made} made`);
});

test('a shape that no finer grid has is found to be so at once', () => {
    // Its corners lie on many grids, and its sides on none.
    /** @type {Point[]} */
    const star = [[0, 0], [12, 0], [12, 12], [9, 3], [6, 12], [3, 3], [0, 12]];
    const drawn = { kind: /** @type {const} */ ('polygon'), points: star,
        source: new Cursor('importTiled', '', null) };
    assert.equal(finerOf([drawn], SIZE, SIZE), undefined);
});
