// Snapshots that earlier versions saved, one file a version in tests/fixtures/snapshots: each is still read, and
// goes on as it did then. A test that fails here tells that the layout of a record or the list of arrays in
// src/world/state.h has changed: then give a row of web/schema/ the next version, from which both VERSIONs are made, have
// src/world/saving/snapshot.c read the older ones too, and add a file of the new version with
// `node tests/js/snapshot-versions.test.mjs --write`.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import test from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { TILE, World } from '../../js/index.js';
import './helpers.mjs';

const folder = new URL('../fixtures/snapshots/', import.meta.url);
const STEPS = 120;

/** A world with something of everything, in motion. */
function everything() {
    const world = new World({
        layers: { player: { ground: 'solid', player: 'solid' }, ground: {},
            coin: { player: 'trigger' } },
        gravity: [0, -12],
    });
    world.createBody({ type: 'static',
        collider: { shape: 'chain', points: [[-20, 4], [-10, 0], [0, -1], [10, 0], [20, 4]],
            layer: 'ground' } });
    world.createBody({ type: 'static', position: [4, 1],
        collider: { shape: 'tiles', columns: 4, rows: 2,
            cells: [1, 1, 1, 1, 0, 1, 1 + TILE.TRIGGER, 0], layer: 'ground' } });
    const platform = world.createBody({ type: 'kinematic', position: [-6, 3], velocity: [1, 0],
        collider: { shape: 'box', width: 3, height: 0.4, oneWay: [0, 1], layer: 'ground' } });
    const shapes =
        /** @type {const} */ ([{ shape: 'circle', radius: 0.4 }, { shape: 'box', width: 0.7,
            height: 0.5 }, { shape: 'capsule', a: [0, -0.3], b: [0, 0.3], radius: 0.2 }, {
            shape: 'polygon',
            points: [[-0.4, -0.3], [0.5, -0.2], [0, 0.5]],
        }]);
    const bodies = Array.from({ length: 24 },
        (_, i) =>
            world.createBody({ position: [-8 + (i % 8) * 2, 5 + Math.floor(i / 8) * 1.5], angle: i,
                userData: { i },
                collider: { ...shapes[i % 4], layer: 'player', restitution: i % 3 === 0 ? 0.5 : 0,
                    friction: 0.4 } }));
    world.createBody({ type: 'static', position: [0, 3],
        collider: { shape: 'box', width: 4, height: 3, layer: 'coin', trigger: true,
            field: { type: 'wind', flow: [3, 1], drag: 2 } } });
    const hinges = [0, 1].map((i) =>
        world.createJoint({ type: 'revolute', bodyA: platform, bodyB: bodies[i],
            anchor: [-6 + i, 3] })
    );
    world.createJoint({ type: 'gear', jointA: hinges[0], jointB: hinges[1], ratio: -2 });
    world.createJoint({ type: 'distance', bodyA: bodies[2], bodyB: bodies[3], localAnchorA: [0, 0],
        localAnchorB: [0, 0], spring: { hertz: 3, maxForce: 40 } });
    world.createJoint({ type: 'weld', bodyA: bodies[4], bodyB: bodies[5], anchor: [1, 5],
        breakForce: 500 });
    world.createJoint({ type: 'target', bodyB: bodies[6], anchor: [4, 5], target: [5, 8],
        maxForce: 200 });
    for (let i = 0; i < 90; ++i) world.step();
    bodies[9].destroy();
    return world;
}

/** @param {World<any>} world */
function goOn(world) {
    for (let i = 0; i < STEPS; ++i) world.step();
    return world.hash();
}

if (process.argv.includes('--write')) {
    const world = everything();
    const bytes = world.snapshot({ userData: true });
    const version = new DataView(bytes.buffer).getUint32(4, true);
    writeFileSync(new URL(`v${version}.json`, folder),
        `${
            JSON.stringify({ hash: world.hash(), after: goOn(world),
                zipped: gzipSync(bytes, { level: 9 }).toString('base64') }, null, 4)
        }\n`);
}

const files = readdirSync(folder);

test('there is a file of this version', () => {
    const world = everything();
    const version = new DataView(world.snapshot().buffer).getUint32(4, true);
    assert.ok(files.includes(`v${version}.json`));
    world.destroy();
});

for (const file of files) {
    test(`the snapshot ${file} is read, and goes on as it did`, () => {
        const { hash, after, zipped } = JSON.parse(readFileSync(new URL(file, folder), 'utf8'));
        const world = World.fromSnapshot(new Uint8Array(gunzipSync(Buffer.from(zipped, 'base64'))));
        assert.equal(world.hash(), hash);
        assert.deepEqual(world.layers.names, ['default', 'player', 'ground', 'coin']);
        assert.deepEqual(world.bodyAt(8)?.userData, { i: 5 });
        assert.equal(goOn(world), after);
        world.destroy();
    });
}
