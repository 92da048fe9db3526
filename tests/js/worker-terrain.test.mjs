// Terrains of worlds in workers: the page digs by a promise, knows the ground, the pieces as bodies and their shapes, and
// events name cells by what the page gave its materials; what a module digs in the worker comes to the page too.
import assert from 'node:assert/strict';
import test from 'node:test';
import { World } from '../../js/index.js';
import './helpers.mjs';
import { make } from './worker-worlds.mjs';

const circle = (/** @type {number} */ radius) => /** @type {const} */ ({ shape: 'circle', radius });
const box = (/** @type {number} */ width, /** @type {number} */ height) => /** @type {const} */ ({
    shape: 'box',
    width,
    height,
});
const GOLD = { worth: 5 };

/** A slab on a pillar on a floor. @param {any} world */
const makeGround = (world) =>
    world.createTerrain({ columns: 48, rows: 28, cellSize: 0.5, position: [-12, -7],
        fill: (/** @type {number} */ x, /** @type {number} */ y) =>
            y < 3 || (y < 8 && Math.abs(x - 12) < 1) || (y >= 8 && y < 10 && Math.abs(x - 12) < 5),
        materials: { dirt: { userData: GOLD }, rock: { layer: 'rocks', friction: 0.3 } },
        material: (/** @type {number} */ x) => Number(x > 12.5) });

/** A shape as plain values; the points of a polygon are flat on the page. @param {any} shape */
const plainShape = (shape) => (shape.shape === 'polygon' ? [...shape.points].flat() : shape);

/** What can be told of the bodies of a world. @param {any} world */
const factsOf = (world) =>
    [...world.bodies].map((
        body,
    ) => [body.type, body.x, body.y, body.vy, body.maxSpeed, body.colliders.map((
        /** @type {any} */ each,
    ) => [plainShape(each.shape), each.layer, each.friction, each.enabled, each.density])]);

/** What an edit gives, with bodies by their places. @param {any} change */
const plainChange = ({ area, pieces }) => ({ area,
    pieces: pieces.map((/** @type {any} */ { source, body, terrain, ...rest }) => ({ ...rest,
        source: source.shape.columns, body: body?.x, enabled: terrain?.enabled,
        materials: Object.keys(terrain?.shape.materials ?? {}) })
    ) });

for (const shared of [false, true]) {
    test(`a page digs a terrain in a worker, ${shared ? 'with' : 'without'} shared memory`, async () => {
        const options = { layers: { rocks: { default: /** @type {const} */ ('solid') } } };
        const [here, there] = [new World(options), await make(options, { shared })];
        const [ground, far] = [makeGround(here), makeGround(there)];
        /** @param {(world: any, terrain: any) => any} call */
        const both = async (call) => {
            const [one, other] = [call(here, ground), await call(there, far)];
            assert.deepEqual(plainChange(other), plainChange(one));
            assert.deepEqual(factsOf(there), factsOf(here));
            assert.equal(far.tileEdits, ground.tileEdits);
            return [one, other];
        };
        await both((_, terrain) => terrain.dig(circle(1.2), { position: [4, -5] }));
        const [, { pieces: [piece] }] = await both((_, terrain) =>
            terrain.dig(box(4, 1), { position: [0.1, -1] })
        );
        assert.ok(piece.body.alive && piece.source === far && piece.terrain.body === piece.body);
        assert.ok([...there.bodies].includes(piece.body));
        for (let i = 0; i < 20; ++i) {
            here.step();
            await there.step();
        }
        assert.equal(await there.hash(), here.hash());
        assert.deepEqual(factsOf(there), factsOf(here));
        await both((_, terrain) =>
            terrain.add(box(2, 1), { position: [-8, -3.5], material: 'rock' })
        );
        // In two, and then one of them away.
        const own = here.bodyAt(1)?.colliders.find(({ enabled }) => !enabled);
        /** @param {any} shape @param {[number, number]} at */
        const digOwn = async (shape, at) => {
            const [one, other] = [/** @type {any} */ (own).dig(shape, { position: at }),
                await piece.terrain.dig(shape, { position: at })];
            assert.deepEqual(plainChange(other), plainChange(one));
            assert.deepEqual(factsOf(there), factsOf(here));
            return other;
        };
        const halves = await digOwn(box(0.8, 9), [piece.body.x, piece.body.y]);
        assert.equal(halves.pieces.length, 1);
        await digOwn(circle(9), [piece.body.x, piece.body.y]);
        assert.equal(piece.body.alive, false);
        await assert.rejects(piece.terrain.dig(circle(1)), { code: 'STALE_COLLIDER' });
        for (let i = 0; i < 5; ++i) {
            here.step();
            await there.step();
        }
        assert.equal(await there.hash(), here.hash());
        here.destroy();
    });
}

test('events and hits name the cells of a terrain by what the page gave its materials', async () => {
    const world = await make({ layers: { rocks: { default: 'solid' } } });
    const terrain = makeGround(world);
    /** @type {any[]} */
    const cells = [];
    world.on('contactBegin', ({ cell }) => cells.push(cell));
    world.createBody({ position: [-6, -3.6], collider: circle(0.5) });
    world.createBody({ position: [6, -3.6], collider: circle(0.5) });
    for (let i = 0; i < 20; ++i) await world.step();
    assert.ok(cells.some((cell) => cell.tile === 0 && cell.userData === GOLD));
    assert.ok(cells.some((cell) =>
        cell.tile === 1 && cell.userData === 'rock'
        && cell.layer === 'rocks'
    ));
    const hit = await world.rayCast(-8, 0, 0, -9);
    assert.equal(hit?.cell?.userData, GOLD);
    const { pieces: [piece] } = await terrain.dig(box(4, 1), { position: [0, -1] });
    assert.equal(piece.material, 'dirt');
    const { area } = await piece.terrain.dig(box(1, 9), { position: [-2, 2] });
    assert.deepEqual(Object.keys(area), ['dirt']);
});

test('faults of edits reject their promise, and change nothing', async () => {
    const world = await make({ layers: { rocks: {} } });
    const terrain = makeGround(world);
    await world.step();
    const [before, facts] = [await world.hash(), factsOf(world)];
    for (const [call, message] of /** @type {[() => any, RegExp][]} */ ([
        [() => terrain.dig(circle(NaN)), /^Collider\.dig: shape\.radius must be .*NaN/],
        [() => terrain.dig({ shape: 'star' }), /^Collider\.dig: shape\.shape must be one of/],
        [() => terrain.add(circle(1), { material: 'gold' }),
            /^Collider\.add: material must be one of "dirt", "rock", got "gold"/],
        [() => terrain.groundCells(0, 0, 99, 1), /^Collider\.groundCells: columns must be/],
        [() => terrain.dig(circle(1), { position: () => [0, 0] }),
            /^Collider\.dig: options must be plain data/],
    ]))
        await assert.rejects(call, { message });
    assert.equal(await world.hash(), before);
    assert.deepEqual(factsOf(world), facts);
    assert.equal(terrain.tileEdits, 0);
});

test('what a module digs in the worker comes to the page', async () => {
    const module = `data:text/javascript,${
        encodeURIComponent(`export default ({ world, post }) => {
            world.on('groundPiece', ({ body, terrain, material }) => post({ body, terrain, material }));
            let steps = 0;
            world.on('beforeStep', () => {
                if (++steps === 2)
                    world.bodyAt(0).colliders[0].dig({ shape: 'box', width: 4, height: 1 },
                        { position: [0, -1] });
            });
        };`)
    }`;
    const world = await make({ layers: { rocks: {} } }, { module });
    const terrain = makeGround(world);
    /** @type {any[]} */
    const posts = [];
    world.on('message', (message) => posts.push(message));
    const { fill } = terrain.shape;
    for (let i = 0; i < 4; ++i) await world.step();
    assert.equal(posts.length, 1);
    const [{ body, terrain: own, material }] = posts;
    assert.ok([...world.bodies].includes(body) && body.colliders.includes(own));
    assert.equal(material, 'dirt');
    assert.ok(body.vy < 0 && !own.enabled && own.shape.shape === 'terrain');
    assert.equal(terrain.tileEdits, 1);
    const { densities } = await terrain.groundCells(0, 0, 48, 28);
    assert.deepEqual(terrain.shape.fill, densities);
    assert.notDeepEqual(terrain.shape.fill, fill);
});
