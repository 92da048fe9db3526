// The importer of LDtk: each feature of the format by itself, the fixture, broken projects, and ones changed by chance.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Clock, TILE, World } from '../../js/index.js';
import { fromScene } from '../../js/scene.js';
import { importLdtk } from '../../js/import/ldtk.js';
import { near, refuses, run } from './helpers.mjs';
import { build, fixture, fuzz, named, namesOf } from './imported.mjs';
import { part } from '../sample.mjs';

/** The fixture as a scene. @param {any} [options] */
const imported = (options) => importLdtk(fixture('world.ldtk'), { load: fixture, ...options });

/** Checks that a project is refused. @param {any} project @param {string} code @param {RegExp} message @param {any} [options] */
const refused = (project, code, message, options) =>
    assert.rejects(importLdtk(project, options), { name: 'MicaError', code, message });

/** A project of one level with one IntGrid layer, two cells wide. @param {any} [level] @param {any} [project] @param {any} [layer] */
const projectOf = (level, project, layer) => ({
    jsonVersion: '1.5.3',
    defaultGridSize: 16,
    defs: { layers: [] },
    levels: [{
        identifier: 'Level',
        iid: 'a',
        worldX: 0,
        worldY: 0,
        pxWid: 32,
        pxHei: 16,
        layerInstances: [{
            __identifier: 'Grid',
            __type: 'IntGrid',
            __cWid: 2,
            __cHei: 1,
            __gridSize: 16,
            layerDefUid: 1,
            intGridCsv: [1, 2],
            ...layer,
        }],
        ...level,
    }],
    ...project,
});

test('an IntGrid layer is one collider, whose numbers are the values', async () => {
    const scene = await imported();
    assert.deepEqual(namesOf(scene), ['Cave.Collisions', 'Player', 'Crate', 'Note',
        'Hall.Collisions']);
    const { colliders: [map], ...body } = named(scene, 'Cave.Collisions');
    assert.deepEqual(body, { type: 'static', position: [0, 0],
        userData: { name: 'Cave.Collisions', level: 'Cave', layer: 'Collisions', iid: 'layer-2',
            worldDepth: 0 } });
    assert.deepEqual(map, {
        shape: 'tiles',
        columns: 4,
        rows: 3,
        topDown: true,
        cellWidth: 1,
        cellHeight: 1,
        origin: [0, -3],
        cells: [0, 0, 4, 0, 0, 0, 4, 7, 1, 1, 3, 3],
        map: {
            1: { tile: TILE.FULL, userData: { value: 1, identifier: 'wall' } },
            3: { tile: TILE.FULL, userData: { value: 3, identifier: 'ice' } },
            4: { tile: TILE.FULL, userData: { value: 4, identifier: 'ladder' } },
            7: { tile: TILE.FULL, userData: { value: 7, identifier: '' } },
        },
    });
    build(scene).world.destroy();
});

test('values by layer and identifier, layer and number, identifier, number', async () => {
    const values = {
        'Collisions.wall': { friction: 0.25, userData: 'stone' },
        wall: TILE.RISE,
        'Collisions.3': { friction: 0 },
        ladder: TILE.EMPTY,
        7: { tile: TILE.FULL | TILE.TRIGGER, layer: 'spike' },
    };
    const scene = await imported({ values });
    const [map] = named(scene, 'Cave.Collisions').colliders;
    assert.deepEqual(map.map, { 1: { tile: TILE.FULL, friction: 0.25, userData: 'stone' },
        3: { tile: TILE.FULL, friction: 0 },
        7: { tile: TILE.FULL | TILE.TRIGGER, layer: 'spike' } });
    // The ladder, which is empty, is none of the map's.
    assert.deepEqual([map.columns, map.rows, map.origin, map.cells], [4, 2, [0, -3], [0, 0, 0, 7, 1,
        1, 3, 3]]);
    assert.deepEqual(scene.world.layers, { spike: ['default', 'spike'] });
    build(scene).world.destroy();
    // Values are layers of the world that have their names.
    const layers = { ice: {}, wall: {}, hero: ['wall'] };
    const own = await imported({ world: { layers } });
    const kinds = named(own, 'Cave.Collisions').colliders[0].map;
    assert.deepEqual([kinds[1].layer, kinds[3].layer, kinds[4].layer], ['wall', 'ice', undefined]);
    await refused(fixture('world.ldtk'), 'BAD_FILE',
        /values\["ice"\]\.layer must be a layer of the option world\.layers, got "lava"/, {
        load: fixture,
        world: { layers },
        values: { ice: { layer: 'lava' } },
    });
});

test('a box slides on ice and stops on the wall', async () => {
    const scene = await imported({
        values: { ice: { friction: 0 }, wall: { friction: 1 }, ladder: TILE.EMPTY, 7: TILE.EMPTY },
    });
    const { world } = build(scene);
    const box = (/** @type {number} */ x) =>
        world.createBody({ position: [x, -1.75], velocity: [1, 0], lockRotation: true,
            collider: { shape: 'box', width: 0.4, height: 0.4, friction: 1 } });
    const [stopped, slid] = [box(0.5), box(2.5)];
    run(world, 1);
    near(stopped.vx, 0, 0.01);
    near(slid.vx, 1, 0.01);
    world.destroy();
});

test('entities: a place by default, a body by option, none by null; their fields are user data', async () => {
    const scene = await imported({ entities: {
        Player: { type: 'dynamic', lockRotation: true,
            colliders: [{ friction: 0 }, { shape: 'circle', radius: 0.25, layer: 'default' }] },
        Crate: { collider: { density: 2 } },
        Note: null,
    } });
    assert.equal(named(scene, 'Note'), undefined);
    // Its pivot is the middle of its lower side, at 24, 32; the layer lies 8 pixels lower: its middle is 24, 28.
    assert.deepEqual(named(scene, 'Player'), {
        type: 'dynamic',
        lockRotation: true,
        position: [1.5, -1.75],
        colliders: [{ shape: 'box', width: 1, height: 1.5, friction: 0 }, { shape: 'circle',
            radius: 0.25, layer: 'default' }],
        userData: {
            name: 'Player',
            iid: 'player-1',
            level: 'Cave',
            layer: 'Entities',
            tags: ['actor'],
            width: 1,
            height: 1.5,
            worldDepth: 0,
            fields: { hp: 12, patrol: [[0.5, -2], [3.5, -2]], home: null, team: 'Red' },
        },
    });
    assert.deepEqual(named(scene, 'Crate').colliders, [{ shape: 'box', width: 1, height: 1,
        density: 2 }]);
    assert.deepEqual(named(scene, 'Crate').position, [2.5, -1]);
    build(scene).world.destroy();
    const plain = await imported();
    assert.deepEqual([named(plain, 'Player').type, named(plain, 'Player').colliders], ['static',
        undefined]);
});

test('the game’s own options must be JSON and of the engine, and fromScene names which are not', async () => {
    const make = async (/** @type {any} */ options) => importLdtk(projectOf(), options);
    const sprite = { draw: () => 0 };
    refuses(() => fromScene(importLdtk(projectOf())), 'BAD_SCENE',
        'fromScene: scene must be awaited: it is a promise');
    const drawn = await make({ values: { 1: { userData: sprite } } });
    refuses(() => fromScene(drawn), 'BAD_SCENE',
        'fromScene: bodies[0].colliders[0].map.1.userData.draw must be JSON, got a function');
    const clock = new Clock();
    const clocked = await make({ world: { clock } });
    refuses(() => fromScene(clocked), 'BAD_SCENE',
        'fromScene: world.clock must be JSON, got an object');
    const world = fromScene(await make({}), { clock });
    assert.equal(world.clock, clock);
    world.destroy();
    const misspelt = await importLdtk(fixture('world.ldtk'), { load: fixture,
        entities: { Crate: /** @type {any} */ ({ frozen: true }) } });
    refuses(() => fromScene(misspelt), 'BAD_SCENE', 'fromScene: bodies[2].frozen is no option');
});

test('levels lie where the world has them, in a row where it has no places; some by name', async () => {
    const scene = await imported();
    // Its own file: 64 pixels to the right, 16 above.
    assert.deepEqual([named(scene, 'Hall.Collisions').position,
        named(scene, 'Hall.Collisions').colliders[0].origin], [[4, 1], [0, -2]]);
    assert.deepEqual(namesOf(await imported({ levels: ['Hall'] })), ['Hall.Collisions']);
    assert.deepEqual(namesOf(await imported({ levels: ['cave-iid'], layers: ['Collisions'] })), [
        'Cave.Collisions',
    ]);
    const [level] = projectOf({ worldX: -1, worldY: -1 }).levels;
    for (const [worldLayout, position]
        of /** @type {const} */ ([['LinearHorizontal', [2, 0]], ['LinearVertical', [0, -1]], [
            'GridVania',
            [-1 / 16, 1 / 16],
        ]]))
    {
        const row = await importLdtk(projectOf({}, { worldLayout, levels: [level, level] }));
        assert.deepEqual(row.bodies[1].position, position, worldLayout);
    }
    assert.deepEqual(
        (await importLdtk(projectOf(), { position: [1, 2], pixelsPerMetre: 32 })).bodies[0]
            .position,
        [1, 2],
    );
});

test('levels of one depth, and levels that lie on each other', async () => {
    const [level] = projectOf().levels;
    const at = (/** @type {string} */ identifier, /** @type {number} */ worldX,
        /** @type {number} */ worldDepth) => ({ ...level, identifier, iid: identifier, worldX,
            worldDepth });
    const project = projectOf({}, {
        levels: [at('Low', 0, -1), at('Over', 64, 1), at('Cave', 0, 0), at('Next', 32, 0),
            at('Under', 40, 1)],
    });
    const all = await importLdtk(project);
    assert.deepEqual(all.bodies.map(({ userData }) => /** @type {any} */ (userData).worldDepth), [
        -1,
        1,
        0,
        0,
        1,
    ]);
    const cure = ': the option worldDepth imports those of one';
    assert.deepEqual(all.report, [
        { why: `the levels "Low" and "Cave" overlap, at the depths -1 and 0${cure}` },
        { why: `the levels "Next" and "Under" overlap, at the depths 0 and 1${cure}` },
        { why: 'the levels "Under" and "Over" overlap' },
    ]);
    build(all).world.destroy();
    const one = await importLdtk(project, { worldDepth: 0 });
    assert.deepEqual(namesOf(one), ['Cave.Grid', 'Next.Grid']);
    assert.deepEqual(one.report, []);
    // They only share a side.
    assert.deepEqual((await imported()).report, []);
    assert.deepEqual(
        namesOf(await importLdtk(project, { worldDepth: 1, levels: ['Over', 'Cave'] })),
        [
            'Over.Grid',
        ],
    );
    await assert.rejects(importLdtk(project, { worldDepth: 2 }), { name: 'RangeError',
        message:
            'importLdtk: worldDepth must be that of a level of the project (-1, 1, 0), got 2' });
    await assert.rejects(importLdtk(project, { worldDepth: 0.5 }), { name: 'RangeError' });
    await assert.rejects(importLdtk(project, { worldDepth: /** @type {any} */ ('0') }), TypeError);
});

test('thousands of levels on each other are reported by a few of them', async () => {
    const levels = Array.from({ length: 6000 },
        (_, i) => ({ identifier: `L${i}`, pxWid: 9, pxHei: 9, worldX: 0, worldY: 0 }));
    const { report } = await importLdtk({ levels });
    assert.equal(report.length, 64);
});

test('a project of several worlds: the first, or one by its name', async () => {
    const [level] = projectOf().levels;
    const world = (/** @type {string} */ identifier) => ({ identifier, iid: `${identifier}-iid`,
        worldLayout: 'Free', levels: [{ ...level, identifier: `${identifier}Level` }] });
    const project = projectOf({}, { worldLayout: null, levels: [],
        worlds: [world('Over'), world('Under')] });
    for (const [worldName, name] of [[undefined, 'OverLevel.Grid'], ['Under', 'UnderLevel.Grid'], [
        'Under-iid',
        'UnderLevel.Grid',
    ]]) {
        assert.deepEqual(
            namesOf(await importLdtk(project, worldName === undefined ? {} : { worldName })),
            [name],
        );
    }
    await refused(project, 'BAD_FILE',
        /^importLdtk: worlds must be worlds of which one is "Nowhere"/, { worldName: 'Nowhere' });
});

test('what cannot be read is refused with where it stands', async () => {
    await refused('text', 'BAD_FILE', /^importLdtk: the file must be an object, got "text"$/);
    await refused(projectOf({}, {}, { intGridCsv: [1] }), 'BAD_FILE',
        /^importLdtk: levels\[0\]\.layerInstances\[0\]\.intGridCsv must be a list of 2 values, got an array of 1$/);
    await refused(projectOf({}, {}, { intGridCsv: undefined, intGrid: [] }), 'BAD_FILE',
        /levels\[0\]\.layerInstances\[0\]\.intGridCsv must be a list/);
    await refused(projectOf({}, {}, { intGridCsv: [1, -1] }), 'BAD_FILE',
        /levels\[0\]\.layerInstances\[0\]\.intGridCsv\[1\] must be a number from 0/);
    await refused(projectOf({}, {}, { __type: 'Grid' }), 'BAD_FILE',
        /levels\[0\]\.layerInstances\[0\]\.__type must be one of "IntGrid"/);
    await refused(projectOf({}, {}, { __gridSize: 0 }), 'BAD_FILE',
        /levels\[0\]\.layerInstances\[0\]\.__gridSize must be a number/);
    await refused(fixture('world.ldtk'), 'UNSUPPORTED_FILE',
        /^importLdtk: levels\[1\]\.externalRelPath is "world\/Hall\.ldtkl", in another file: give the option load$/);
    await refused(fixture('world.ldtk'), 'BAD_FILE',
        /^importLdtk: world\/Hall\.ldtkl: layerInstances must be a list, got 1$/, {
        load: () => ({ identifier: 'Hall', layerInstances: 1 }),
    });
    const flat = fixture('world.ldtk');
    flat.levels[0].layerInstances[0].entityInstances[1].width = 0;
    await refused(flat, 'BAD_FILE',
        /levels\[0\]\.layerInstances\[0\]\.entityInstances\[1\] must be an entity with a size/, {
        load: fixture,
        entities: { Crate: { collider: {} } },
    });
    for (const width of [1e8, 1.1e7]) {
        const long = fixture('world.ldtk');
        long.levels[0].layerInstances[0].entityInstances[1].width = width;
        await refused(long, 'BAD_FILE',
            /entityInstances\[1\] must be an entity of at most 1,000,000 m, not 90,000 times as long as wide/,
            { load: fixture, entities: { Crate: { collider: {} } } });
    }
});

test('wrong options are the caller’s errors', async () => {
    for (const [options, message]
        of /** @type {[any, RegExp][]} */ ([[{ value: {} }, /options has no option "value"/], [{
            values: 1,
        }, /values must be an object/], [{ values: { 1: { tiles: 1 } } },
            /values\["1"\] has no option "tiles"/], [{ values: { 1: 15 } },
            /values\["1"\] must be a TILE/], [{ levels: 'Cave' },
            /levels must be an array of names/], [{ layers: [1] }, /layers\[0\] must be a string/],
            [{ entities: [] }, /entities must be an object/]]))
    {
        await assert.rejects(importLdtk(projectOf(), options), (/** @type {any} */ error) =>
            [TypeError, RangeError].includes(error.constructor) && message.test(error.message));
    }
});

test('projects changed by chance are refused with a path, or become scenes that step', async () => {
    const files = () => ({ file: fixture('world.ldtk'), others: [fixture('world/Hall.ldtkl')] });
    const entities = { Player: { type: /** @type {const} */ ('dynamic'), collider: {} },
        Crate: { collider: { friction: 1 } } };
    const { refused: no, made } = await fuzz(part(300, 3), files,
        (project, [hall]) => importLdtk(project, { load: () => hall, entities }));
    assert.ok(no > part(30, 3) && made > part(30, 3), `${no} refused, ${made} made`);
});
