// Files that were damaged by chance, as tests/fuzz/files.mjs makes them, from fixed seeds: each is refused with a
// documented error, or gives a world that works. And files that once did harm, each named after what it did.
import assert from 'node:assert/strict';
import test from 'node:test';
import { deflateRawSync, deflateSync } from 'node:zlib';
import { checkLike, readMoment, writeMoment } from '../../demo/shared/moment.js';
import { World } from '../../js/index.js';
import { fromScene, toScene } from '../../js/scene.js';
import { importRube } from '../../js/import/rube.js';
import { importTiled } from '../../js/import/tiled.js';
import { copyOf, damageJson } from '../fuzz/files/json.mjs';
import { KIND_NAMES, runFiles } from '../fuzz/files/run.mjs';
import { fixSnapshot } from '../fuzz/files/saved-bytes.mjs';
import './helpers.mjs';
import { part, testLong } from '../sample.mjs';

const FILES = part(1100, 3);

test('files damaged by chance are refused with a documented error, or give a world that works', async (t) => {
    /** @type {string[]} */
    const finds = [];
    const tallies = await runFiles({ files: FILES, seed: 34, timed: false,
        found: ({ kind, index, lines, error }) =>
            finds.push([`${kind} ${index}`, ...lines, error].join('\n')) });
    assert.deepEqual(finds, []);
    for (const name of KIND_NAMES) {
        const { files, refused, accepted } = tallies[name];
        t.diagnostic(`${name}: ${files} files, ${refused} refused, ${accepted} accepted`);
        // Neither nothing but refusals, nor a check that lets all pass.
        assert.ok(refused > files / 10 && accepted > files / 100,
            `${name}: ${refused} refused, ${accepted} accepted`);
    }
});

test('a fault is found, and shrunk to the one change that matters', async () => {
    /** A kind whose reader fails at one byte. @type {import('../fuzz/files/kind.mjs').Kind<number[]>} */
    const faulty = {
        name: 'scenes',
        bases: 1,
        weight: 1,
        bytes: (file) => file.length,
        damage: (_, changes) => changes.slice(1).map((seed) => seed % 8),
        take(file) {
            if (file.includes(3)) throw new RangeError('Invalid array length');
            return file.length > 1;
        },
        describe: (_, __, file) => [JSON.stringify(file)],
    };
    /** @type {string[]} */
    const found = [];
    const { scenes } = await runFiles({ files: 40, seed: 1, kinds: [faulty],
        found: ({ lines, error }) => found.push(`${lines} ${error.split('\n')[0]}`) });
    assert.ok(scenes.finds > 0 && scenes.finds < 40, `${scenes.finds} finds`);
    assert.deepEqual(new Set(found), new Set(['[3] RangeError: Invalid array length']));
});

test('lists with a key `constructor` are copied, damaged and used like others', () => {
    const list = () =>
        Object.defineProperty([1, , [2], { x: 3 }], 'constructor', { value: { [Symbol.species]: 1 },
            enumerable: true, writable: true, configurable: true });
    assert.deepEqual(copyOf(list()), [1, , [2], { x: 3 }]);
    for (let seed = 0; seed < 2000; ++seed) damageJson({ list: list() }, seed, [list()]);
});

test('a list that holds itself is grown by copies of what it was', () => {
    for (let seed = 0; seed < 500; ++seed) {
        /** @type {any} */
        const root = { list: [{ x: 1 }] };
        root.list[0].back = root;
        damageJson(root, seed, [[1]]);
    }
});

test('R.U.B.E.: one body has as many images as there are', () => {
    const image = Array.from({ length: 60_000 }, () => ({ body: 0 }));
    const scene = importRube({ body: [{}], image });
    assert.equal(/** @type {any} */ (scene.bodies[0].userData).images.length, image.length);
});

/** A map of Tiled. @param {any[]} layers @param {any[]} [objects] of its only tile */
const mapOf = (layers, objects = [{ x: 4, y: 4, width: 8, height: 8, ellipse: true }]) => ({
    type: 'map',
    orientation: 'orthogonal',
    width: 4,
    height: 4,
    tilewidth: 16,
    tileheight: 16,
    layers,
    tilesets: [{ firstgid: 1, name: 'set', tilewidth: 16, tileheight: 16, tilecount: 1, columns: 1,
        tiles: [{ id: 0, objectgroup: { type: 'objectgroup', objects } }] }],
});

/** @param {any} map @param {RegExp} message */
const refuses = (map, message) =>
    assert.rejects(importTiled(map), { name: 'MicaError', code: 'BAD_FILE', message });

test('R.U.B.E.: a body that sleeps has no velocity, whatever the file says', () => {
    const { bodies: [body] } = importRube({
        body: [{ type: 2, linearVelocity: { x: 1, y: 0 }, angularVelocity: 2 }],
    });
    assert.deepEqual([body.awake, body.velocity, body.angularVelocity], [false, undefined,
        undefined]);
    fromScene({ mica2d: 1, bodies: [body] }).destroy();
});

test('R.U.B.E.: the anchor of a mouse joint lies as near to its body as a point of it may', () => {
    const file = { body: [{ type: 2 }, { type: 2, position: { x: -5e6, y: 0 } }],
        joint: [{ type: 'mouse', bodyA: 0, bodyB: 1, anchorB: { x: 9e6, y: 0 }, maxForce: 1 }] };
    assert.throws(() => importRube(file), { code: 'BAD_FILE',
        message: /^importRube: joint\[0\]\.anchorB must be within 9.9e6 metres of body B/ });
});

test('Tiled: a rectangle that is a needle is left out, and reported by its path', async () => {
    const layer = { type: 'tilelayer', name: 'tiles', width: 1, height: 1, data: [1] };
    const needle = { x: 0, y: 0, width: 16, height: 1.1e7 };
    const { bodies, report } = await importTiled(mapOf([layer], [needle]));
    assert.deepEqual(bodies, []);
    assert.match(report[0].why,
        /^a shape of the tile 0 of the tileset "set" is left out: .*objects\[0\] must be a rectangle with an area, and no needle/);
});

testLong('a scene in which lists lie in each other many times over does not fill the memory',
    () => {
        /** @type {unknown} */
        let list = [];
        for (let i = 0; i < 40; ++i) list = [list, list];
        assert.throws(() => fromScene({ mica2d: 1, bodies: [{ userData: list }] }), {
            code: 'BAD_SCENE',
            message:
                /^fromScene: bodies\[0\]\.userData\[.* must be among at most 4194304 lists and objects/,
        });
    });

test('user data too deep to be saved is refused, by a world that saves it and by one that is given it', () => {
    const world = new World();
    const body = world.createBody({ collider: { shape: 'circle', radius: 1 } });
    const deep = (/** @type {number} */ levels) =>
        JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);
    body.userData = deep(20_000);
    // It was a RangeError: Maximum call stack size exceeded.
    assert.throws(() => world.snapshot({ userData: true }), { name: 'TypeError',
        message:
            'World.snapshot: userData must be JSON of at most 100 levels and 2000000 values' });
    for (const bigint of [10n, [10n], new BigInt64Array(2)]) {
        body.userData = bigint;
        assert.throws(() => world.snapshot({ userData: true }),
            /^TypeError: World\.snapshot: userData must be JSON/);
    }
    body.userData = deep(98);
    World.fromSnapshot(world.snapshot({ userData: true })).destroy();
    world.destroy();
});

test('Tiled: a layer has more chunks than a call can have arguments', async () => {
    const chunks = Array.from({ length: 130_000 },
        (_, i) => ({ x: i % 500, y: Math.floor(i / 500), width: 1, height: 1,
            data: i % 1000 === 0 ? [1] : [2 ** 28 - 1] }));
    // The second id is of the same tileset, far beyond its tiles, and has no shape.
    const scene = await importTiled(mapOf([{ type: 'tilelayer', name: 'tiles', chunks }]));
    assert.equal(scene.bodies[0].colliders?.length, 130);
});

testLong('Tiled: layers that are packed a thousandfold hold no more cells than a map may have',
    async () => {
        const [width, height] = [1024, 1000];
        const ids = new Uint32Array(width * height).fill(0);
        const layer = { type: 'tilelayer', name: 'tiles', width, height, encoding: 'base64',
            compression: 'zlib', data: deflateSync(ids).toString('base64') };
        await refuses(mapOf(new Array(20).fill(layer)),
            /^importTiled: layers\[16\] has more cells than a map may have in all its layers$/);
    });

test('Tiled: shapes of a tile, times its cells, are no more than a map may have', async () => {
    const objects = Array.from({ length: 257 },
        () => ({ x: 4, y: 4, width: 8, height: 8, ellipse: true }));
    const layer = { type: 'tilelayer', name: 'tiles', width: 40, height: 40,
        data: new Array(1600).fill(1) };
    await refuses(mapOf([layer], objects),
        /tiles\[0\]\.objectgroup\.objects must be a list of at most 256/);
    await refuses(mapOf([layer], objects.slice(0, 256)),
        /^importTiled: layers\[0\] must be in a map of at most 131072 shapes/);
});

test('a link that unpacks to gigabytes, or is damaged, is refused in words', async () => {
    const link = await writeMoment({ zoom: 2 }, new Uint8Array(64));
    assert.deepEqual(await readMoment(link), { state: { zoom: 2 }, snapshot: new Uint8Array(64) });
    const bomb = deflateRawSync(new Uint8Array(2 ** 27)).toString('base64url');
    await assert.rejects(readMoment(`#moment=${bomb}`),
        /^Error: The link is damaged: it unpacks to more than 67108864 bytes$/);
    for (const text of ['', 'AAAA', '***', link.slice(8, 20),
        deflateRawSync(new Uint8Array([0, 0, 0, 9, 1])).toString('base64url'),
        deflateRawSync(new Uint8Array([0, 0, 0, 1, 123])).toString('base64url')])
    {
        await assert.rejects(readMoment(`#moment=${text}`), /^Error: The link is damaged: ./, text);
    }
});

test('the state of a moment must be of the kinds that the page has', () => {
    const own = { score: 3, name: 'a', on: true, list: [1, 'x'], inner: { deep: [{ a: 1 }] },
        none: null, empty: [] };
    for (const good of [own, {}, { score: null, more: 7 }, { none: { any: 1 }, empty: ['x'],
        inner: { deep: [] } }, { list: [2, 'y', 3] }]) checkLike(good, own);
    checkLike({ any: 1 }, null);
    for (const [bad, message]
        of /** @type {[any, string][]} */ ([[7, 'state must be of the kind object, got number'], [
            [],
            'state must be of the kind object, got list',
        ], [{ score: '3' }, 'state.score must be of the kind number, got string'], [{ list: null },
            'state.list must be of the kind list, got null'], [{ list: ['x', 'x'] },
            'state.list.0'], [{ inner: { deep: [{ a: 1 }, { a: {} }] } }, 'state.inner.deep.1.a'], [
            JSON.parse('{"__proto__":{"x":1},"on":1}'),
            'state.on',
        ]]))
        assert.throws(() => checkLike(bad, own),
            (error) => error instanceof TypeError && error.message.startsWith(message));
});

test('a terrain whose materials have numbers of their own can be read, dug and written as a scene', () => {
    const world = new World();
    world.createTerrain({ columns: 8, rows: 8, fill: (x, y) => y < 3 || x > 5,
        material: (x) => Number(x > 4), materials: { dirt: {}, rock: { friction: 0.625 } } });
    const good = world.snapshot();
    world.destroy();
    const at = Buffer.from(good.buffer).indexOf(Buffer.from(Float32Array.of(0.625).buffer)) - 12;
    for (const number of [0, 7, 2 ** 31 - 1]) {
        const bytes = good.slice();
        const view = new DataView(bytes.buffer);
        assert.equal(view.getInt32(at, true), 1);
        view.setInt32(at, number, true);
        fixSnapshot(bytes);
        const other = World.fromSnapshot(bytes);
        const [terrain] = /** @type {any} */ (other.bodyAt(0)).colliders;
        // It was a TypeError: Cannot destructure property 'tile'.
        assert.equal(Object.keys(terrain.shape.materials).length, 2);
        assert.ok(terrain.dig({ shape: 'box', width: 20, height: 1 }, { position: [4, 4] }).area);
        fromScene(toScene(other)).destroy();
        other.step();
        other.destroy();
    }
});
