// Kinds of tiles with a layer and userData of their own, here and in a worker: what is read back, what their
// cells meet, who hears of them, and what finds them. The mechanics is tested in C.
import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { TILE, World } from '../../js/index.js';
import { rayCasts } from '../../js/batches.js';
import { createWorkerWorld } from '../../js/worker.js';
import { refuses } from './helpers.mjs';

/** @type {any[]} */
const open = [];
after(() => open.forEach((world) => world.destroy()));

const layers = {
    player: { wall: 'solid', coin: 'trigger', gate: 'solid' },
    enemy: { wall: 'solid' },
    wall: {},
    coin: {},
    gate: {},
};
const circle = /** @type {const} */ ({ shape: 'circle', radius: 0.3 });
const money = Object.freeze({ value: 10 });
const GOLD = { tile: TILE.FULL, layer: 'coin', userData: money };
const GATE = { tile: TILE.FULL, friction: 0.5, layer: 'gate', userData: 'closed' };

/** @type {Record<string, (options: any) => any>} */
const places = {
    'in this thread': (options) => new World(options),
    'in a worker': (options) => createWorkerWorld(options),
};

/** A map of walls (1), coins (2) and gates (3). @param {any} world @param {readonly string[]} cells @param {any} [rest] */
function makeMap(world, cells, rest) {
    return world.createBody({ type: 'static', ...rest,
        collider: { shape: 'tiles', cells, layer: 'wall', legend: { '#': 1, o: 2, '|': 3 },
            map: { 1: TILE.FULL, 2: GOLD, 3: GATE } } }).colliders[0];
}

/** @param {any} world @param {number} steps */
async function steps(world, steps) {
    for (let i = 0; i < steps; ++i) await world.step();
}

for (const [where, makeWorld] of Object.entries(places)) {
    const make = async () => {
        const world = await makeWorld({ gravity: [0, 0], layers });
        open.push(world);
        return world;
    };

    /** @param {any} world @param {string} layer @param {number} vx */
    const mover = (world, layer, vx, at = [0.5, 0.5]) =>
        world.createBody({ position: at, velocity: [vx, 0],
            collider: { ...circle, layer, friction: 0 } });

    test(`${where}: layers and userData of kinds are read back, and make the same map again`, async () => {
        const world = await make();
        const map = makeMap(world, ['#o|']);
        const kinds = { 0: 0, 1: 1, 2: GOLD, 3: GATE };
        assert.deepEqual(map.shape.map, kinds);
        assert.equal(map.shape.map[2].userData, money, 'the same object');
        const twin =
            world.createBody({ type: 'static', position: [9, 0],
                collider: { ...map.shape, layer: 'wall' } }).colliders[0];
        assert.deepEqual(twin.shape, map.shape);
        assert.deepEqual(twin.tileAt(10.5, 0.5), { column: 1, row: 0, tile: 2, layer: 'coin',
            userData: money });
        assert.deepEqual(twin.tileAt(9.5, 0.5), { column: 0, row: 0, tile: 1, layer: 'wall',
            userData: undefined });
        map.setTile(1, 0, 3);
        map.setTile(0, 0, 2);
        assert.deepEqual([0, 1].map((i) => map.tileAt(i + 0.5, 0.5).userData), [money, 'closed']);
        map.layer = 'gate';
        map.setTile(2, 0, 1);
        assert.equal(map.tileAt(2.5, 0.5).layer, 'gate',
            'a kind without a layer follows its collider');
        const data = { 7: { tile: TILE.FULL, userData: 0 } };
        const only =
            world.createBody({ type: 'static',
                collider: { shape: 'tiles', columns: 1, cells: [7], map: data } }).colliders[0];
        assert.deepEqual([only.shape.map, only.tileAt(0.5, 0.5).userData], [{ 0: 0, ...data }, 0]);
        map.destroy();
        assert.deepEqual(map.shape.map, kinds, 'its last values');
        refuses(() => map.tileAt(0, 0), 'STALE_COLLIDER', 'Collider.tileAt');
        const [slot] = world.createBodies(1, { type: 'static', positions: [50, 0],
            colliders: [{ ...circle, userData: 'first' }, { shape: 'tiles', columns: 1, cells: [2],
                map: { 2: GOLD }, userData: 'bulk' }] });
        const [first, bulk] = world.bodyAt(slot).colliders;
        assert.deepEqual([first.userData, bulk.userData, bulk.tileAt(50.5, 0.5).userData], ['first',
            'bulk', money]);
    });

    test(`${where}: a kind whose layer is wrong is refused by its number, and nothing is made`, async () => {
        const world = await make();
        /** @param {any} kind */
        const refused = (kind) => () =>
            world.createBody({
                collider: { shape: 'tiles', columns: 1, cells: [3], map: { 3: kind } },
            });
        refuses(refused({ tile: 1, layer: 'cion' }), RangeError,
            'World.createBody: collider.map[3].layer', '"cion"', '"coin"');
        refuses(refused({ tile: 1, layer: 4 }), /** @type {any} */ (TypeError),
            'World.createBody: collider.map[3].layer', '4');
        refuses(refused({ tile: 1, layers: 'coin' }), TypeError, 'collider.map[3]', '"layers"');
        assert.equal([...world.bodies].length, 0);
    });

    test(`${where}: a coin that its enter takes away is heard of again, by a listener of its layer, when it is left`, async () => {
        const world = await make();
        const map = makeMap(world, ['   oo  ']);
        const player = mover(world, 'player', 6);
        /** @type {any[]} */
        const [enters, exits, others] = [[], [], []];
        world.on('triggerEnter', { layers: ['player', 'coin'] },
            (/** @type {any} */ { cell, triggerCollider, visitor }) => {
                assert.deepEqual([triggerCollider, visitor], [map, player]);
                enters.push({ ...cell });
                map.setTile(cell.column, cell.row, 0);
            });
        world.on('triggerExit', { layers: ['player', 'coin'] }, (/** @type {any} */ { cell }) =>
            exits.push({ ...cell }));
        for (const kind of ['triggerEnter', 'triggerExit'])
            world.on(kind, { layers: ['player', 'wall'] }, () => others.push(kind));
        await steps(world, 60);
        assert.deepEqual(enters,
            [3, 4].map((column) => ({ column, row: 0, tile: 2, layer: 'coin', userData: money })));
        assert.deepEqual(exits,
            [3, 4].map((column) => ({ column, row: 0, tile: 0, layer: 'coin',
                userData: undefined })
            ));
        assert.deepEqual(others, []);
        assert.ok(player.x > 6 && player.vx === 6);
    });

    test(`${where}: in one map the player meets gates that enemies pass, and both meet walls`, async () => {
        const world = await make();
        const map = makeMap(world, ['#  |  #', '#  |  #'], { position: [-1, 0] });
        const player = mover(world, 'player', 3);
        const enemy = mover(world, 'enemy', 3, [0.5, 1.5]);
        /** @type {any[]} */
        const heard = [];
        for (const pair of [['player', 'gate'], ['gate', 'player'], ['enemy', 'wall'], ['enemy',
            'gate'], ['player', 'wall']])
        {
            world.on('contactBegin', { layers: pair },
                (/** @type {any} */ { cell, bodyA, colliderB, nx }) =>
                    heard.push([pair.join(), { ...cell }, pair[0] === bodyA.colliders[0].layer,
                        colliderB === map, Math.round(nx)]));
        }
        await steps(world, 120);
        assert.ok(Math.abs(player.x - 1.7) < 0.02, `the player stands at the gate: ${player.x}`);
        assert.ok(Math.abs(enemy.x - 4.7) < 0.02, `the enemy stands at the wall: ${enemy.x}`);
        const gate = { column: 3, row: 0, tile: 3, layer: 'gate', userData: 'closed' };
        const wall = { column: 6, row: 1, tile: 1, layer: 'wall', userData: undefined };
        assert.deepEqual(heard, [['player,gate', gate, true, true, 1], ['gate,player', gate, false,
            false, -1], ['enemy,wall', wall, true, true, 1]]);
        player.setVelocity(1, 0);
        await steps(world, 3);
        const points = await player.contactPoints();
        assert.deepEqual(points.map((/** @type {any} */ { cell }) => cell), [gate]);
        assert.deepEqual(
            (await map.contactPoints(player)).map((/** @type {any} */ { cell }) => cell),
            [gate],
        );
        map.setTile(3, 0, 1);
        world.on('contactStay', { layers: ['player', 'wall'] }, (/** @type {any} */ { cell }) =>
            heard.push({ ...cell }));
        heard.length = 0;
        player.setVelocity(1, 0);
        await steps(world, 2);
        assert.deepEqual(heard.pop(), { column: 3, row: 0, tile: 1, layer: 'wall',
            userData: undefined });
    });

    test(`${where}: queries find the cells of the layers that they name, and of no others`, async () => {
        const world = await make();
        const map = makeMap(world, ['  o | #']);
        const rays = async (/** @type {any} */ filter) =>
            (await world.rayCast(0, 0.5, 9, 0, filter))?.x;
        const cast = async (/** @type {any} */ filter) =>
            (await world.shapeCast({ shape: 'circle', radius: 0.25 }, { x: 0, y: 0.5 }, 9, 0,
                filter))?.x;
        const at = async (/** @type {number} */ x, /** @type {any} */ filter) =>
            (await world.overlapPoint(x, 0.5, filter)).length;
        const near = async (/** @type {any} */ filter) =>
            (await world.closestPoint(1, 0.5, 20, filter))?.x;
        const close = (/** @type {number | undefined} */ x, /** @type {number} */ y) =>
            assert.ok(x !== undefined && Math.abs(x - y) < 2e-3, `${x} is not ${y}`);
        for (const [names, x]
            of /** @type {const} */ ([[['coin'], 2], [['gate'], 4], [['wall'], 6], [['gate',
                'wall'], 4], [['wall', 'coin'], 2]]))
        {
            close(await rays({ layers: names }), x);
            close(await cast({ layers: names }), x);
            close(await near({ layers: names }), x);
        }
        for (const filter of [{ layers: ['enemy'] }, { layers: [] }]) {
            assert.deepEqual([await rays(filter), await cast(filter), await near(filter)], [
                undefined,
                undefined,
                undefined,
            ]);
        }
        close(await rays(undefined), 2);
        assert.equal(await rays({ ignore: map }), undefined);
        for (const [x, name]
            of /** @type {const} */ ([[2.5, 'coin'], [4.5, 'gate'], [6.5, 'wall']]))
        {
            assert.deepEqual([await at(x, { layers: [name] }), await at(x, undefined)], [1, 1]);
            for (const other of ['coin', 'gate', 'wall', 'player'])
                assert.equal(await at(x, { layers: [other] }), Number(other === name));
        }
        const [player, enemy] = [mover(world, 'player', 0), mover(world, 'enemy', 0)];
        const path = [[0.5, 0.5], [9, 0.5]];
        // Each hit names its cell, with layer and userData of its kind.
        const coin = { column: 2, row: 0, tile: 2, layer: 'coin', userData: money };
        const gate = { column: 4, row: 0, tile: 3, layer: 'gate', userData: 'closed' };
        const wall = { column: 6, row: 0, tile: 1, layer: 'wall', userData: undefined };
        const ignore = [player, enemy];
        for (const [cell, filter]
            of /** @type {const} */ ([[coin, { ignore }], [gate, { layers: ['gate', 'wall'] }], [
                wall,
                { layers: ['wall'] },
            ]]))
        {
            const hits = [await world.rayCast(0, 0.5, 9, 0, filter),
                (await world.rayCastAll(0, 0.5, 9, 0, filter))[0],
                await world.shapeCast({ shape: 'circle', radius: 0.25 }, { x: 0, y: 0.5 }, 9, 0,
                    filter), await world.closestPoint(1, 0.5, 20, filter)];
            assert.deepEqual(hits.map((hit) => hit.cell), [cell, cell, cell, cell]);
            assert.ok(hits.every((hit) => 'segment' in hit && hit.segment === undefined));
            if (cell.userData === money)
                assert.ok(hits.every((hit) => hit.cell.userData === money), 'the same object');
            if (!(world instanceof World)) continue;
            const flat = rayCasts(world, new Float32Array([0, 0.5, 9, 0]), filter);
            assert.deepEqual([...flat.u32.subarray(8, 11)], [cell.column, 0, cell.tile]);
        }
        assert.deepEqual((await world.sweep(player, path)).cell, gate);
        assert.deepEqual((await world.sweep(enemy, path)).cell, wall);
        assert.deepEqual((await world.closestPointOf(map, 6.5, 3)).cell, wall);
        const touched = (await world.touch(4.5, 0.5, 0)).cell;
        map.setTile(4, 0, 2);
        assert.deepEqual([touched, (await world.touch(4.5, 0.5, 0)).cell], [gate, { ...coin,
            column: 4 }]);
        map.setTile(4, 0, 3);
        close((await world.sweep(player, path))?.x, 4);
        close((await world.sweep(enemy, path))?.x, 6);
        close((await world.sweep(player, path, { triggers: true }))?.x, 2);
    });

    test(`${where}: where the map is the visitor, the event still has layer and userData of its cell`, async () => {
        const world = await make();
        const map = makeMap(world, ['# | o']);
        const sensor = world.createBody({ position: [2.5, 0.5],
            collider: { ...circle, radius: 1, layer: 'player', trigger: true, sees: ['static'] } });
        /** @type {any[]} */
        const heard = [];
        world.on('triggerEnter', { layers: ['gate', 'player'] },
            (/** @type {any} */ { cell, trigger, visitorCollider }) =>
                heard.push([trigger === sensor, visitorCollider === map, { ...cell }]));
        world.on('triggerStay', { layers: ['player', 'wall'] }, () => heard.push('wall'));
        await steps(world, 2);
        assert.deepEqual(heard, [[true, true, { column: 2, row: 0, tile: 3, layer: 'gate',
            userData: 'closed' }]]);
    });
}

test('a batch of rays finds by layer what each of them finds alone', () => {
    const world = new World({ layers });
    const cells = Array.from({ length: 40 },
        (_, row) =>
            Array.from({ length: 40 }, (_, column) =>
                ' #o|'[(7 * row + 3 * column + (row * column) % 5) % 4]).join(''));
    makeMap(world, cells);
    const rays = new Float32Array(4 * 4000).map((_, i) => 20 + 19 * Math.sin(i * i + i % 7));
    for (let i = 0; i < 4000; ++i) {
        rays[4 * i + 2] -= 20;
        rays[4 * i + 3] -= 20;
    }
    let hits = 0;
    for (const names of [['gate'], ['wall', 'coin'], ['enemy']]) {
        const filter = { layers: /** @type {any} */ (names) };
        const { f32, u32, stride } = rayCasts(world, rays, filter);
        for (let i = 0; i < 4000; i += 13) {
            const [x, y, dx, dy] = rays.subarray(4 * i);
            const hit = world.rayCast(x, y, dx, dy, filter);
            assert.equal(u32[stride * i] !== 0, hit !== null);
            if (hit) assert.deepEqual([f32[stride * i + 4], f32[stride * i + 5]], [hit.x, hit.y]);
            hits += hit ? 1 : 0;
        }
    }
    assert.ok(hits > 300, `${hits} hits`);
    world.destroy();
});
