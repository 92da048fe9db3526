// The importer of PhysicsEditor: the exports for Matter and for P2, filters, and broken files.
import assert from 'node:assert/strict';
import test from 'node:test';
import { World } from '../../js/index.js';
import { importPhysicsEditor } from '../../js/import/physics-editor.js';
import { near, refuses } from './helpers.mjs';
import { chance, mutate } from './imported.mjs';
import { part } from '../sample.mjs';

/** @param {number[][]} list */
const points = (list) => list.map(([x, y]) => ({ x, y }));

/** @returns {any} */
const matter = () => ({
    generator_info:
        'Shape definitions generated with PhysicsEditor. Visit https://www.codeandweb.com/physicseditor',
    banana: {
        type: 'fromPhysicsEditor',
        label: 'banana',
        isStatic: false,
        density: 0.01,
        restitution: 0.25,
        friction: 0.5,
        frictionAir: 0.01,
        frictionStatic: 0.5,
        collisionFilter: { group: -2, category: 1, mask: 255 },
        fixtures: [
            { label: 'peel', isSensor: false,
                vertices: [points([[0, 0], [32, 0], [32, 16], [0, 16]]),
                    points([[32, 0], [64, 32], [32, 16]])] },
            { label: 'smell', isSensor: true, circle: { x: 32, y: 16, radius: 64 }, friction: 0 },
        ],
    },
    crate: { type: 'fromPhysicsEditor', isStatic: true,
        collisionFilter: { group: 0, category: 1, mask: 255 },
        fixtures: [{ isSensor: false, vertices: [points([[0, 0], [0, 64], [64, 64], [64, 0]])] }] },
});

const p2 = { orange: [
    { density: 2, friction: 0, bounce: 0.5, filter: { categoryBits: 2, maskBits: 65533 },
        shape: [0, 0, 32, 0, 16, 32] },
    { density: 3, friction: 0, bounce: 0, filter: { categoryBits: 2, maskBits: 65533 },
        circle: { position: [16, 8], radius: 8 } },
    { density: 1, isSensor: true, polygons: [[0, 0, 8, 0, 8, 8], [0, 0, 8, 8, 0, 8]] },
] };

test('bodies for Matter: shapes in metres, surfaces, damping, sensors, masses', () => {
    const { bodies, layers } = importPhysicsEditor(matter(), { pixelsPerMetre: 32 });
    assert.deepEqual(Object.keys(bodies), ['banana', 'crate']);
    const surface = { density: 10.24, friction: 0.5, restitution: 0.25, group: -2 };
    const { colliders, ...banana } = /** @type {any} */ (bodies.banana);
    assert.deepEqual(banana, { type: 'dynamic', linearDamping: 60 / 99, angularDamping: 60 / 99,
        userData: { name: 'banana' } });
    assert.deepEqual(colliders, [
        { shape: 'hull', points: [[0, 0], [1, 0], [1, -0.5], [0, -0.5]], ...surface,
            userData: { label: 'peel' } },
        { shape: 'hull', points: [[1, 0], [2, -1], [1, -0.5]], ...surface,
            userData: { label: 'peel' } },
        { shape: 'circle', radius: 2, center: [1, -0.5], ...surface, friction: 0, trigger: true,
            userData: { label: 'smell' } },
    ]);
    assert.equal(bodies.crate.type, 'static');
    assert.equal(layers, undefined);
    const world = new World();
    const body = world.createBody({ ...bodies.banana, position: [3, 4] });
    assert.equal(body.colliders.length, 3);
    world.step();
    world.destroy();
});

test('an image given has its middle at the body’s origin', () => {
    const { bodies } = importPhysicsEditor(matter(), { pixelsPerMetre: 64,
        images: { crate: { width: 64, height: 64 } } });
    const world = new World({ gravity: [0, 0] });
    const body = world.createBody({ ...bodies.crate, type: 'dynamic' });
    assert.deepEqual([...body.center].map((each) => Math.abs(each)), [0, 0]);
    // Matter's density is of a square pixel.
    near(body.mass, 64 * 64, 1e-3);
    world.destroy();
});

test('bodies for P2: a list of fixtures, with layers for their filters', () => {
    const { bodies, layers } = importPhysicsEditor(p2, { pixelsPerMetre: 32,
        categories: { 2: 'fruit' } });
    assert.deepEqual(layers, { fruit: { default: 'solid', fruit: 'ignore' },
        default: { fruit: 'solid', default: 'solid' } });
    const world = new World({ layers });
    const body = world.createBody(/** @type {any} */ (bodies.orange));
    assert.deepEqual(body.colliders.map(({ layer, trigger, density }) => [layer, trigger, density]),
        [
            ['fruit', false, 2],
            ['fruit', false, 3],
            ['default', true, 1],
            ['default', true, 1],
        ]);
    assert.deepEqual(body.colliders.slice(0, 2).map(({ restitution }) => restitution), [0.5, 0]);
    world.destroy();
});

test('what cannot be read is refused with where it stands', () => {
    const refused = (/** @type {any} */ file, /** @type {RegExp} */ message) =>
        refuses(() => importPhysicsEditor(file, { pixelsPerMetre: 32 }), 'BAD_FILE', message);
    const body = (/** @type {any} */ fixture) => ({
        a: { type: 'fromPhysicsEditor', fixtures: [fixture] },
    });
    refused(body({}),
        /^importPhysicsEditor: a\.fixtures\[0\] must be an object with 'vertices', 'shape', /);
    refused(body({ vertices: [points([[0, 0], [1, 0]])] }),
        /a\.fixtures\[0\]\.vertices\[0\] must be a polygon of 3/);
    refused(body({ vertices: [[{ x: 0 }]] }),
        /a\.fixtures\[0\]\.vertices\[0\]\[0\]\.y must be a number/);
    refused(body({ circle: { x: 0, y: 0, radius: 0 } }),
        /fixtures\[0\]\.circle\.radius must be a radius of/);
    refused(body({ circle: { x: 0, y: 0, radius: 5 }, friction: 'low' }),
        /fixtures\[0\]\.friction must be a number/);
    refused({ a: [{ density: 1, shape: [0, 0, 1] }] }, /a\[0\]\.shape must be as many x as y/);
    refuses(() => importPhysicsEditor(matter(), /** @type {any} */ (undefined)), TypeError,
        /pixelsPerMetre/);
    refuses(() => importPhysicsEditor(matter(), { pixelsPerMetre: 0 }), RangeError,
        /pixelsPerMetre must be/);
    refuses(
        () =>
            importPhysicsEditor(matter(), { pixelsPerMetre: 1,
                images: /** @type {any} */ ({ crate: {} }) }),
        TypeError,
        /images\["crate"\]\.width/,
    );
});

test('files changed by chance are refused with a path, or become bodies that step', () => {
    let [no, made] = [0, 0];
    for (let seed = 1; seed <= part(400, 3); ++seed) {
        const random = chance(seed);
        const file = structuredClone(seed % 2 === 0 ? matter() : p2);
        mutate(file, random);
        let result;
        try {
            result = importPhysicsEditor(file, { pixelsPerMetre: 32 });
        } catch (error) {
            const { name, code, message } = /** @type {any} */ (error);
            assert.equal(name, 'MicaError', `seed ${seed}: ${/** @type {any} */ (error).stack}`);
            assert.ok(['BAD_FILE', 'UNSUPPORTED_FILE'].includes(code));
            assert.match(message, /^importPhysicsEditor: /);
            ++no;
            continue;
        }
        const world = new World({ layers: result.layers ?? {} });
        for (const each of Object.values(result.bodies))
            world.createBody(/** @type {any} */ (each));
        world.step();
        world.destroy();
        ++made;
    }
    assert.ok(no > part(40, 3) && made > part(40, 3), `${no} refused, ${made} made`);
});
