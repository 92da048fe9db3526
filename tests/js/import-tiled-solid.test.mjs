// What collides in a map of Tiled: maps made by hand, each read with several options by the importer and by a small
// reader here that follows the guide's sentences, and compared cell by cell and object by object in a world.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import test from 'node:test';
import { inflateSync } from 'node:zlib';
import { importTiled } from '../../js/import/tiled.js';
import './helpers.mjs';
import { build, fixture, named, namesOf } from './imported.mjs';

const FOLDER = new URL('../fixtures/import/solid/', import.meta.url);
const MAPS = readdirSync(FOLDER).map((file) => file.replace('.tmj', ''));
const WIDTH = 8;
const HEIGHT = 5;

/** @typedef {{ cells: string[], objects: number[] }} Picture the cells that collide, and the ids of the objects that do */

/** A fixture of this file. @param {string} name */
const mapOf = (name) => fixture(`solid/${name}.tmj`);

/**
 * What collides in the world that the importer gives.
 * @param {any} map @param {any} [options]
 * @returns {Promise<Picture>}
 */
async function imported(map, options) {
    const scene = await importTiled(map, options);
    const { world, bodies } = build(scene);
    const isTiles = (/** @type {any} */ { body }) => body.userData.id === undefined;
    const cells = Array.from({ length: HEIGHT },
        (_, row) =>
            Array.from({ length: WIDTH }, (__, column) =>
                world.overlapPoint(column + 0.5, -row - 0.5).some(isTiles) ? '#' : '.').join(''));
    const objects = bodies.filter((body) => !isTiles({ body }) && body.colliders.length > 0)
        .map(({ userData }) => /** @type {any} */ (userData).id);
    world.destroy();
    return { cells, objects };
}

/** The reader: properties by their names. @param {any} thing @returns {Record<string, any>} */
const propertiesOf = ({ properties = {} }) => (Array.isArray(properties)
    ? Object.fromEntries(properties.map(({ name, value }) => [name, value]))
    : properties);

/** Names of collision layers among the fixtures. */
const TELLING = ['Walls', 'layer_collision 2', 'Collision Objects', 'Platforms', 'Colliders',
    'obstacles', 'Obstacles', 'Solid', 'Collision'];
/** Options of bodies and colliders among the properties of the fixtures. */
const VALUES = ['type', 'friction', 'density', 'layer'];

/** @param {any} map @param {any} options */
function readerOf(map, { solid = {}, objects = 'named', properties: words = {} }) {
    const { layers, tiles = [], classes = [], property } = solid;
    const among = (/** @type {any[]} */ list, /** @type {string} */ text) =>
        Boolean(text)
        && list.some((each) =>
            each instanceof RegExp
                ? new RegExp(each.source, each.flags.replace('g', '')).test(text)
                : each === text
        );
    const yes = (/** @type {any} */ thing) => {
        const all = propertiesOf(thing);
        const value = all[property] ?? all.collides;
        return value === undefined ? undefined : /^(true|1)$/i.test(String(value));
    };
    const classOf = (/** @type {any} */ thing) => thing.class || thing.type;
    const valued = (/** @type {any} */ thing) =>
        Object.keys(propertiesOf(thing)).some((name) =>
            words[name] === undefined ? VALUES.includes(name) : words[name] !== null
        );
    const tileOf = (/** @type {number} */ gid) => {
        const set = map.tilesets.findLast((/** @type {any} */ each) => each.firstgid <= gid);
        const id = gid - set.firstgid;
        const own = Array.isArray(set.tiles)
            ? set.tiles.find((/** @type {any} */ each) => each.id === id) ?? {}
            : { ...set.tiles?.[id], properties: set.tileproperties?.[id] };
        const says =
            tiles.includes(gid) || among(classes, classOf(own)) || among(classes, set.class)
                ? true
                : yes(own) ?? yes(set);
        const drawn = Boolean(own.objectgroup || propertiesOf(own).tile);
        return { says, drawn, own, class: classOf(own) };
    };
    const layerIs = (/** @type {any} */ layer, /** @type {any} */ from) => ({
        says: among(layers ?? [], layer.name) || among(classes, layer.class)
            ? true
            : from.says === false
            ? false
            : yes(layer) ?? from.says,
        telling: from.telling || (layers === undefined && TELLING.includes(layer.name)),
        valued: from.valued || valued(layer),
    });
    const objectIs = (/** @type {any} */ object, /** @type {any} */ layer) => {
        if (object.point || object.text || objects === 'none') return false;
        const tile = object.gid ? tileOf(object.gid) : undefined;
        if (among(classes, object.type || tile?.class)) return true;
        if (layer.says === false) return false;
        const own = yes(object) ?? (tile?.says === false ? false : undefined);
        if (own !== undefined) return own;
        if (layer.says || layer.telling || layer.valued || valued(object)) return true;
        return tile ? Boolean(tile.says || tile.drawn) : objects === 'all';
    };
    return { yes, tileOf, layerIs, objectIs };
}

/** The cells of a layer by column and row. @param {any} layer @returns {[column: number, row: number, gid: number][]} */
function cellsOf(layer) {
    /** @param {any} part @returns {[number, number, number][]} */
    const list = ({ data, x, y, width }) => {
        let ids = data;
        if (typeof data === 'string') {
            const bytes = Buffer.from(data, 'base64');
            const plain = layer.compression ? inflateSync(bytes) : bytes;
            ids = Array.from({ length: plain.length / 4 }, (_, i) => plain.readUInt32LE(4 * i));
        }
        return ids.map((/** @type {number} */ gid,
            /** @type {number} */ i) => [x + (i % width), y + Math.floor(i / width), gid]
        );
    };
    return (layer.chunks ?? [layer]).flatMap(list).filter(([, , gid]) => gid > 0);
}

/** What collides, as the reader has it. @param {any} map @param {any} [options] @returns {Picture} */
function read(map, options = {}) {
    const reader = readerOf(map, options);
    const cells = Array.from({ length: HEIGHT }, () => Array(WIDTH).fill('.'));
    /** @type {number[]} */
    const objects = [];
    const walk = (/** @type {any} */ parent, /** @type {any} */ from) => {
        for (const layer of parent.layers) {
            const own = reader.layerIs(layer, from);
            if (layer.type === 'group') walk(layer, own);
            for (const object of layer.objects ?? [])
                if (reader.objectIs(object, own)) objects.push(object.id);
            if (layer.type !== 'tilelayer' || own.says === false) continue;
            const all = cellsOf(layer);
            const silent = all.every(([, , gid]) => {
                const { says, drawn } = reader.tileOf(gid);
                return says === undefined && !drawn;
            });
            for (const [column, row, gid] of all) {
                const { says, drawn } = reader.tileOf(gid);
                if (says ?? (drawn || own.says || (own.telling && silent)))
                    cells[row][column] = '#';
            }
        }
    };
    walk(map, { says: reader.yes(map), telling: false, valued: false });
    return { cells: cells.map((row) => row.join('')), objects };
}

/** Options that every map is read with. */
const OPTIONS = [{}, { objects: 'all' }, { objects: 'none' }, { solid: { layers: [] } }, {
    solid: { layers: ['Ground', 'back', 'e', 'one', 'World', 'Tile Layer 1', 'Walls'] },
}, { solid: { layers: [/^[a-h]$/, /objects|thing|scene/i] }, objects: 'all' }, {
    solid: { tiles: [2, 4] },
}, { solid: { tiles: [1, 3, 5], layers: [] } }, { solid: { classes: ['wall'] } }, {
    solid: { classes: [/wall/i, 'spawn'], tiles: [1] },
}, { solid: { classes: [/o/], layers: [/o/g] } }, { solid: { property: 'solid' } }];

/** Without it some things of this map cannot be read, which is tested below. */
const WORDS = { type: null, bodyType: 'type', friction: null, layer: null };

for (const name of MAPS) {
    test(`${name}: cells and objects collide as a second reader has them, whatever the options`, async () => {
        const map = mapOf(name);
        for (const given of OPTIONS) {
            const options = { ...given, ...(name === 'words' ? { properties: WORDS } : {}) };
            assert.deepEqual(await imported(map, options), read(map, options),
                `${name}, ${JSON.stringify(options)}`);
        }
    });
}

const E = '........';
const F = '########';

/** What collides in each map, drawn by hand. @type {[map: string, options: any, cells: string[], objects: number[]][]} */
const DRAWN = [
    ['silent', {}, [E, E, E, E, E], []],
    ['silent', { solid: { layers: ['Ground'] } }, [E, E, '..##....', '.....##.', F], []],
    ['silent', { solid: { tiles: [4, 6] }, objects: 'all' }, [E, E, E, '#..#....', F], [2, 3]],
    ['names', {}, [F, '#.....##', '#..##..#', '#......#', F], [3, 4]],
    ['names', { solid: { layers: ['Wall decoration'] } }, [E, '.#......', E, E, E], []],
    ['tiles', {}, [E, '.#...#.#', '.#....#.', E, F], []],
    ['tilesets', {}, ['#.......', E, E, E, '##....#.'], []],
    ['old', {}, ['##.#.#..', '##.#.#..', E, E, '##......'], [1, 2]],
    ['groups', {}, [F, E, '#.#.#.#.', E, '#......#'], [1, 5]],
    ['words', { properties: WORDS, solid: { property: 'solid' } }, [E, '.#......', E, E, F], [2,
        3]],
    ['classes', { solid: { classes: ['wall'] } }, ['#.......', '#.#.#...', '##......', E, E], [1,
        6]],
    ['classes', { solid: { classes: [/wall/i] } }, ['#.#.....', '#.#.#...', '##......', E, E], [1,
        2, 4, 6]],
    ['objects', {}, [E, E, E, E, E], [1, 4, 7, 11, 13, 14, 15]],
    ['objects', { objects: 'all' }, [E, E, E, E, E], [1, 4, 6, 7, 8, 10, 11, 13, 14, 15]],
    ['objects', { objects: 'none' }, [E, E, E, E, E], []],
    ['infinite', {}, ['#..#....', '.....#..', '.##.....', '#..##...', E], []],
    ['both', {}, ['#...#...', '#.#.#...', E, E, E], []],
    ['none', {}, [E, E, E, E, E], []],
    ['none', { solid: { layers: ['Walls', 'things'] } }, ['#.#.#.#.', E, E, E, E], [1, 2]],
];

test('what collides in each map, drawn by hand', async () => {
    for (const [name, options, cells, objects] of DRAWN) {
        const what = `${name}, ${JSON.stringify(options)}`;
        assert.deepEqual(await imported(mapOf(name), options), { cells, objects }, what);
    }
    assert.deepEqual([...new Set(DRAWN.map(([name]) => name))].sort(), MAPS);
});

test('a map in which nothing collides says so, and what would', async () => {
    const why = 'nothing in the map collides: no tile, object or layer says that it does';
    assert.deepEqual((await importTiled(mapOf('silent'))).report, [{
        why: `${why}; solid: { layers: […] }`
            + ' makes the tiles of a layer solid ("Sky", "Ground", "Bushes"); objects: \'all\' makes objects'
            + ' solid (in "Objects")',
    }]);
    assert.deepEqual((await importTiled(mapOf('none'))).report, [{ why }]);
    for (const name of MAPS.filter((each) =>
        !['silent', 'none', 'words', 'classes'].includes(each)
    ))
        assert.deepEqual((await importTiled(mapOf(name))).report, [], name);
});

test('what the option `solid` names and the map does not have is reported', async () => {
    const solid = { layers: ['Ground', 'Gruond', /wal+/i], classes: ['lava'], tiles: [4, 9] };
    assert.deepEqual((await importTiled(mapOf('silent'), { solid })).report, [
        { why: 'solid.tiles[1], 9, names no tile of the map' },
        { why: 'solid.layers[1], "Gruond", names no layer of the map'
            + ' ("Sky", "Ground", "Bushes", "Objects")' },
        { why: 'solid.layers[2], /wal+/i, names no layer of the map'
            + ' ("Sky", "Ground", "Bushes", "Objects")' },
        { why: 'solid.classes[0], "lava", names no class of what is in the map' },
    ]);
});

test('names of layers that say what collides, and others', async () => {
    const at = { x: 0, y: 0, width: 16, height: 16 };
    const collides = async (/** @type {string} */ name) => {
        const map = { ...mapOf('none'), properties: [],
            layers: [{ type: 'objectgroup', name, objects: [{ id: 1, ...at }] }] };
        return (await imported(map)).objects.length > 0;
    };
    for (const name of ['Collision', 'collisions', 'Collision Layer', 'CollisionLayer',
        'layer_collision', 'GroundCollision', 'Tile Collisions 2', 'walls', 'Walls 1',
        'outer-walls', 'Wall Tiles', 'Solid', 'solids', 'Platforms', 'moving platforms',
        'Obstacles', 'colliders', 'Collidable objects', 'Collision boxes', 'solidMap'])
        assert.ok(await collides(name), name);
    for (const name of ['Ground', 'Wallpaper', 'Wall decoration', 'above walls top', 'Firewall',
        'Objects', 'Tile Layer 1', 'solidarity', 'platformer', '', 'spawn', 'No collision here',
        'Coins'])
        assert.ok(!await collides(name), name);
});

test('the option `properties`: other names, and names that are the game’s own', async () => {
    const scene = await importTiled(mapOf('words'), { properties: WORDS,
        solid: { property: 'solid' } });
    assert.deepEqual(scene.report, []);
    assert.deepEqual(namesOf(scene), ['World', 'bat', 'crate', 'wall', 'goal']);
    const crate = named(scene, 'crate');
    assert.deepEqual([crate.type, crate.userData.properties], ['dynamic', { type: 'box',
        bodyType: 'dynamic' }]);
    assert.deepEqual([named(scene, 'bat').type, named(scene, 'bat').userData.properties], ['static',
        { type: 'enemy', friction: 'slippery' }]);
    // Without it what cannot be read says which option would leave it alone.
    const { report } = await importTiled(mapOf('words'));
    assert.deepEqual(report.map(({ name }) => name), ['bat', 'crate', 'goal', undefined]);
    assert.match(report[1].why,
        /"static", "kinematic", "dynamic", got "box" \(properties: \{ "type": null \} leaves it to the game\)$/);
    // Two names for one option: the caller's own counts first.
    const map = mapOf('words');
    map.layers[1].objects = [{ id: 1, x: 0, y: 0, width: 16, height: 16,
        properties: { type: 'static', kind: 'kinematic', slide: '0.5', type2: 'ball' } }];
    const [body] = (await importTiled(map, { properties: { kind: 'type', slide: 'friction' } }))
        .bodies;
    assert.deepEqual([body.type, body.colliders?.[0].friction], ['kinematic', 0.5]);
});

test('numbers and flags as text, and flags as numbers', async () => {
    const map = mapOf('old');
    const [, crate] = map.layers[3].objects;
    crate.properties = { type: 'dynamic', density: ' 2.5 ', friction: '.25', restitution: '1e-1',
        group: '-3', lockRotation: 'TRUE', bullet: 1, canSleep: '0', oneWay: 'true',
        gravityScale: '-1' };
    const scene = await importTiled(map);
    const body =
        /** @type {any} */ (scene.bodies.find(({ userData }) =>
            /** @type {any} */ (userData).id === 2
        ));
    const { shape: _, width: __, height: ___, center: ____, ...values } = body.colliders[0];
    assert.deepEqual(values, { density: 2.5, friction: 0.25, restitution: 0.1, group: -3,
        oneWay: [0, 1] });
    assert.deepEqual([body.lockRotation, body.bullet, body.canSleep, body.gravityScale], [true,
        true, false, -1]);
    const tiles = /** @type {any} */ (scene.bodies[0].colliders?.[0]);
    assert.equal(tiles.map[2].friction, 0.25);
    for (const wrong of ['yes', '', 2, 'truee', '1.0']) {
        crate.properties = { trigger: wrong };
        const { report } = await importTiled(map);
        assert.match(report[0].why, /properties\.trigger must be true or false, got/);
    }
    for (const wrong of ['', '2 kg', '0x10', 'Infinity', 'NaN', true]) {
        crate.properties = { density: wrong };
        const { report } = await importTiled(map);
        assert.match(report[0].why, /properties\.density must be a number from 0/);
    }
});

test('wrong values of these options are the caller’s errors', async () => {
    for (const [options, error, message] of /** @type {[any, any, string][]} */ ([
        [{ solid: 1 }, TypeError, 'solid must be an object, got 1'],
        [{ solid: null }, TypeError, 'solid must be an object, got null'],
        [{ solid: { layer: [] } }, TypeError,
            'solid has no option "layer"; there are layers, tiles, classes, property'],
        [{ solid: { layers: 'Ground' } }, TypeError,
            'solid.layers must be an array of names, got "Ground"'],
        [{ solid: { layers: ['a', 3] } }, TypeError,
            'solid.layers[1] must be a string or a regular expression, got 3'],
        [{ solid: { classes: {} } }, TypeError,
            'solid.classes must be an array of names, got an object'],
        [{ solid: { tiles: 3 } }, TypeError, 'solid.tiles must be an array of numbers, got 3'],
        [{ solid: { tiles: [0] } }, RangeError,
            'solid.tiles[0] must be an integer from 1 to 268435455, got 0'],
        [{ solid: { tiles: ['3'] } }, TypeError, 'solid.tiles[0] must be an integer, got "3"'],
        [{ solid: { property: '' } }, TypeError,
            'solid.property must be the name of a property, got ""'],
        [{ objects: 'some' }, RangeError,
            'objects must be one of "named", "all", "none", got "some"'],
        [{ objects: true }, TypeError, 'objects must be one of "named", "all", "none", got true'],
        [{ properties: [] }, TypeError, 'properties must be an object, got an array of 0'],
        [{ properties: { a: 'speed' } }, RangeError, 'properties.a must be null or the name of an'
            + ' option of bodies or colliders, got "speed"'],
        [{ properties: { a: 3 } }, TypeError, 'properties.a must be null or the name of an option'
            + ' of bodies or colliders, got 3'],
    ])) {
        await assert.rejects(importTiled(mapOf('silent'), options), (/** @type {any} */ thrown) => {
            assert.equal(thrown.constructor, error);
            assert.equal(thrown.message, `importTiled: ${message}`);
            return true;
        });
    }
});
