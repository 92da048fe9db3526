// Wrong input, one by one: each throws the right kind of error, names the method, the argument and the value, and
// leaves the world as it was and usable.
import assert from 'node:assert/strict';
import test from 'node:test';
import { MicaError, World, collide, distance, timeOfImpact } from '../../js/index.js';
import { circleCasts, rayCasts, shapeCasts } from '../../js/batches.js';
import { fromScene } from '../../js/scene.js';
import { refuses, run } from './helpers.mjs';

/** @typedef {import('../../js/index.js').Body} Body */
/** @typedef {import('../../js/index.js').Collider} Collider */

const circle = /** @type {const} */ ({ shape: 'circle', radius: 1 });
const box = /** @type {const} */ ({ shape: 'box', width: 1, height: 1 });

/** What must not change when a call is refused. @param {World} world */
function state(world) {
    const { bodies, colliders } = world.counters;
    return { hash: world.hash(), bodies, colliders, layers: world.layers.matrix() };
}

/**
 * A table of refused calls, one test each. Every call gets a world with one body.
 * @param {string} title
 * @param {[call: (world: World, body: Body, collider: Collider) => unknown, kind: any, ...parts: (string | RegExp)[]][]} cases
 */
function table(title, cases) {
    cases.forEach(([call, kind, ...parts]) => {
        const text = String(call).replace(/^\(?[\w, ]*\)? =>\s*/, '').replace(/\s+/g, ' ');
        test(`${title}: ${text}`, () => {
            const world = new World({ layers: { player: { wall: 'solid' }, wall: {} } });
            const body = world.createBody({ position: [1, 2], velocity: [3, 4], collider: circle });
            const before = state(world);
            refuses(() => call(world, body, body.colliders[0]), kind, ...parts);
            assert.deepEqual(state(world), before, 'nothing changed');
            // Still usable, and as if nothing had been asked: the same as a world that was never bothered.
            const other = new World({ layers: { player: { wall: 'solid' }, wall: {} } });
            other.createBody({ position: [1, 2], velocity: [3, 4], collider: circle });
            for (const each of [world, other]) {
                each.createBody({ position: [0, -5], type: 'static',
                    collider: { ...box, width: 20 } });
                run(each, 0.5);
            }
            assert.equal(world.hash(), other.hash(), 'usable, with no trace');
            world.destroy();
            other.destroy();
        });
    });
}

/** @type {any} */
const any = (/** @type {unknown} */ value) => value;

/** Shapes whose options are good one by one, and no shape together: what is said of them. @type {[shape: any, code: any, text: string][]} */
const NO_SHAPES = [
    [{ shape: 'box', width: 100, height: 2e-4 }, 'BAD_SHAPE',
        '.height must be more than 0.001 m for a box 100 m long, got 0.0002)'],
    [{ shape: 'box', halfWidth: 1e-4, halfHeight: 0.5, angle: 1, center: [1e4, 0] }, 'BAD_SHAPE',
        '.center must lie nearer to the origin, where single precision can hold a box of 0.0002 by 1 m, got [10000, 0])'],
    [{ shape: 'box', width: 2e6, height: 2 }, 'BAD_SHAPE',
        '.width must give a diagonal of at most 1000000 m, got a box of 2000000 by 2 m)'],
    [{ shape: 'box', width: 100, height: 100, center: [0, 9999990] }, 'BAD_SHAPE',
        '.center must leave all of the shape within ±10000000, got [0, 9999990], which has a point at [50, 10000000])'],
    [{ shape: 'box', width: 1, height: 1, angle: 2e8 }, RangeError,
        '.angle must be between -100000000 and 100000000, got 200000000'],
    [{ shape: 'polygon', points: [[0, 0], [1, 0], [2, 0.000001], [1, 1]] }, 'NOT_CONVEX',
        ".points[2] must lie more than 0.00002 m behind the line from points[0] to points[1], got [2, 0.000001], 0.000001 m behind it; shape: 'outline' takes any outline that does not cross itself, shape: 'hull' takes points in any order)"],
    [{ shape: 'polygon', points: [[0, 1], [1, 1], [1, 0], [1.00001, 0], [0, 0]] }, 'NOT_CONVEX',
        ".points[3] must lie more than 0.0000141422 m behind the line from points[1] to points[2], got [1.00001, 0], 0.0000100136 m before it; shape: 'outline' takes any outline that does not cross itself, shape: 'hull' takes points in any order)"],
    [{ shape: 'polygon', points: [[0, 0], [1, 0], [0, 1e-6]] }, 'DEGENERATE_POLYGON',
        '.points must span an area of more than 0.0001 m times their length, 0.0001 m², got 5e-7)'],
    [{ shape: 'polygon', points: [[0, 0], [0.01, 0], [0, 0.01]], center: [1e6, 1e6] },
        'DEGENERATE_POLYGON',
        '.points[1] must lie at least 0.0001 m from points[0], got [1000000, 1000000] and [1000000, 1000000])'],
    [{ shape: 'polygon', points: [[-1e7, 0], [1e7, 0], [0, 1]] }, RangeError,
        '.points[1] must lie at most 1000000 m from points[0], got [10000000, 0] and [-10000000, 0])'],
    [{ shape: 'capsule', radius: 0.1, length: 0.01, center: [1e6, 1e6] }, RangeError,
        '.center must lie nearer to the origin, where single precision can hold a length of 0.01 m, got [1000000, 1000000])'],
    [{ shape: 'capsule', radius: 1, length: 1e6, center: [0, 1e7] }, RangeError,
        '.center must leave all of the shape within ±10000000, got [0, 10000000], which has a point at [0, 10500000])'],
    [{ shape: 'capsule', radius: 1, a: [1e6, 0], b: [1000000.01, 0] }, RangeError,
        '.b must be between 0.0001 and 1000000, got 0'],
    [{ shape: 'hull', points: [[0, 0], [1, 0], [3, 0]] }, 'DEGENERATE_POLYGON',
        '.points must span an area and be at most 1000000 m long, got 3 points within 3 by 0 m)'],
];

test('shapes whose options are no shape together: each call names option and value', () => {
    const world = new World();
    const circleAt = world.createBody({ collider: circle });
    for (const [shape, code, text] of NO_SHAPES) {
        // Where a collider may be an outline, a query may not.
        const convex = text.replace(/'outline' takes .* points in any order/,
            "'hull' takes points in any order and makes their convex hull");
        refuses(() => world.createBody({ collider: shape }), code, 'World.createBody: ',
            `collider${text}`);
        refuses(() => world.createBody({ colliders: [circle, shape, circle] }), code,
            `colliders[1]${text}`);
        refuses(() => circleAt.createColliders([circle, circle, shape]), code,
            'Body.createColliders: ', `options[2]${text}`);
        refuses(() => circleAt.colliders[0].setShape(shape), code, 'Collider.setShape: ',
            convex.slice(1));
        refuses(() => world.overlapShape(shape), code, 'World.overlapShape: ', `shape${convex}`);
        refuses(() => world.shapeCast(shape, {}, 1, 0), code, 'World.shapeCast: ',
            `shape${convex}`);
        refuses(() => shapeCasts(world, shape, new Float32Array([0, 0, 0, 1, 0])), code,
            'shapeCasts: ', `shape${convex}`);
        refuses(() => distance(circle, {}, shape, {}), code, 'distance: ', `shapeB${convex}`);
        refuses(() => collide(shape, {}, circle, {}), code, 'collide: ', `shapeA${convex}`);
        refuses(() => timeOfImpact(circle, {}, shape, {}), code, 'timeOfImpact: ',
            `shapeB${convex}`);
        refuses(() => fromScene({ mica2d: 1, bodies: [{}, { collider: shape }] }), 'BAD_SCENE',
            'fromScene: bodies[1]', text);
    }
    world.destroy();
});

table('createBody', [
    [(w) => w.createBody({ position: [NaN, 0] }), RangeError,
        'World.createBody: position[0] must be a finite number, got NaN'],
    [(w) => w.createBody({ position: [0, Infinity] }), RangeError, 'position[1]', 'got Infinity'],
    [(w) => w.createBody({ position: [0, 1e8] }), RangeError, 'position[1]',
        'between -10000000 and 10000000', 'got 100000000'],
    [(w) => w.createBody({ position: any({ x: 1 }) }), TypeError,
        'position.y must be a finite number, got undefined'],
    [(w) => w.createBody({ position: any([1]) }), TypeError,
        'position must be [x, y] or { x, y }, got an array of 1'],
    [(w) => w.createBody({ position: any(['1', 2]) }), TypeError, 'position[0]', 'got "1"'],
    [(w) => w.createBody({ position: any(null) }), TypeError, 'position', 'got null'],
    [(w) => w.createBody({ angle: NaN }), RangeError, 'World.createBody: angle', 'NaN'],
    [(w) => w.createBody({ angle: any('north') }), TypeError, 'angle', '"north"'],
    [(w) => w.createBody({ velocity: [0, -Infinity] }), RangeError, 'velocity[1]', '-Infinity'],
    [(w) => w.createBody({ velocity: [1e30, 0] }), RangeError, 'velocity[0]', '1e+30'],
    [(w) => w.createBody({ angularVelocity: NaN }), RangeError, 'angularVelocity', 'NaN'],
    [(w) => w.createBody({ linearDamping: -1 }), RangeError,
        'linearDamping must be zero or more, got -1'],
    [(w) => w.createBody({ angularDamping: -0.5 }), RangeError, 'angularDamping', '-0.5'],
    [(w) => w.createBody({ gravityScale: NaN }), RangeError, 'gravityScale', 'NaN'],
    [(w) => w.createBody({ lockRotation: any(1) }), TypeError,
        'lockRotation must be true or false, got 1'],
    [(w) => w.createBody({ bullet: any('yes') }), TypeError, 'bullet', '"yes"'],
    [(w) => w.createBody({ awake: any(0) }), TypeError, 'awake', 'got 0'],
    [(w) => w.createBody({ canSleep: any(null) }), TypeError, 'canSleep', 'got null'],
    [(w) => w.createBody({ enabled: any([]) }), TypeError, 'enabled', 'an array of 0'],
    [(w) => w.createBody({ type: any('moving') }), RangeError,
        'type must be one of "static", "kinematic", "dynamic", got "moving"'],
    [(w) => w.createBody({ type: any(2) }), TypeError, 'type', 'got 2'],
    [(w) => w.createBody(any({ postion: [0, 0] })), TypeError, 'has no option "postion"',
        'position'],
    [(w) => w.createBody(any(null)), TypeError, 'options must be an object, got null'],
    [(w) => w.createBody(any(7)), TypeError, 'options', 'got 7'],
    [(w) => w.createBody({ collider: circle, colliders: [circle] }), TypeError,
        'either collider or colliders'],
    [(w) => w.createBody({ colliders: any(circle) }), TypeError,
        'colliders must be an array, got an object'],
    [(w) => w.createBody({ collider: any([circle]) }), TypeError,
        'World.createBody: collider must be an object (an array goes into colliders), got an array of 1'],
]);

table('colliders', [
    [(w) => w.createBody({ collider: { shape: 'circle', radius: 0 } }), RangeError,
        'collider.radius', 'got 0'],
    [(w) => w.createBody({ collider: { shape: 'circle', radius: -1 } }), RangeError,
        'collider.radius', 'got -1'],
    [(w) => w.createBody({ collider: { shape: 'circle', radius: NaN } }), RangeError,
        'collider.radius', 'got NaN'],
    [(w) => w.createBody({ collider: any({ shape: 'circle' }) }), TypeError, 'collider.radius',
        'got undefined'],
    [(w) => w.createBody({ collider: { shape: 'circle', radius: 1e7 } }), RangeError,
        'collider.radius', '10000000'],
    [(w) => w.createBody({ collider: { shape: 'circle', radius: 1, center: [NaN, 0] } }),
        RangeError, 'collider.center[0]'],
    [(w) => w.createBody({ collider: any({ shape: 'disc', radius: 1 }) }), RangeError,
        'collider.shape must be one of "circle"', 'got "disc"'],
    [(w) => w.createBody({ collider: any({ radius: 1 }) }), TypeError, 'collider.shape',
        'undefined'],
    [(w) => w.createBody({ collider: any({ ...circle, width: 2 }) }), TypeError,
        'collider has no option "width"'],
    [(w) => w.createBody({ collider: { shape: 'box', width: 0, height: 1 } }), RangeError,
        'collider.width', 'got 0'],
    [(w) => w.createBody({ collider: { shape: 'box', width: 1, height: -1 } }), RangeError,
        'collider.height', 'got -1'],
    [(w) => w.createBody({ collider: { shape: 'box', width: 1 } }), TypeError, 'collider.height',
        'undefined'],
    [(w) => w.createBody({ collider: { shape: 'box', width: 1, halfWidth: 1, height: 1 } }),
        TypeError, 'either collider.width or collider.halfWidth'],
    [(w) => w.createBody({ collider: { shape: 'box', width: 1, height: 1, radius: -0.1 } }),
        RangeError, 'collider.radius', '-0.1'],
    [(w) => w.createBody({ collider: { shape: 'capsule', length: 0, radius: 1 } }), RangeError,
        'collider.length', 'got 0'],
    [(w) => w.createBody({ collider: { shape: 'capsule', length: 1, radius: 0 } }), RangeError,
        'collider.radius', 'got 0'],
    [(w) => w.createBody({ collider: { shape: 'capsule', a: [0, 0], b: [0, 0], radius: 1 } }),
        RangeError, 'from collider.a to collider.b', 'got 0'],
    [(w) => w.createBody({ collider: { shape: 'capsule', a: [0, 0], radius: 1 } }), TypeError,
        'collider.b', 'undefined'],
    [
        (w) =>
            w.createBody({
                collider: { shape: 'capsule', a: [0, 0], b: [1, 0], length: 1, radius: 1 },
            }),
        TypeError,
        'collider.length has no meaning',
    ],
    [(w) => w.createBody({ collider: { shape: 'polygon', points: [[0, 0], [1, 0]] } }), RangeError,
        'collider.points must be 3 to 8 points, got 2'],
    [(w) => w.createBody({ collider: { shape: 'polygon', points: new Float32Array(18) } }),
        RangeError, '3 to 8 points, got 9'],
    [(w) => w.createBody({ collider: { shape: 'polygon', points: [0, 0, 1, 0, 1] } }), TypeError,
        'an even count'],
    [(w) => w.createBody({ collider: { shape: 'polygon', points: [0, 0, 1, 0, NaN, 1] } }),
        RangeError, 'collider.points[4]', 'NaN'],
    [
        (w) =>
            w.createBody({
                collider: { shape: 'polygon', points: [[0, 0], [1, 0], [Infinity, 1]] },
            }),
        RangeError,
        'collider.points[2][0]',
        'Infinity',
    ],
    [(w) => w.createBody({ collider: { shape: 'polygon', points: [[0, 0], [1, 1], [2, 2]] } }),
        'DEGENERATE_POLYGON', 'World.createBody',
        'the points do not span an area (collider.points must span an area of more than 0.0001 m times their length, 0.000282843 m², got 0)'],
    [
        (w) =>
            w.createBody({
                collider: { shape: 'polygon', points: [[0, 0], [2, 0], [0.5, 0.5], [0, 2]] },
            }),
        'NOT_CONVEX',
        'World.createBody',
        "(collider.points[3] must lie more than 0.00002 m behind the line from points[1] to points[2], got [0, 2], 1.26491 m before it; shape: 'outline' takes any outline that does not cross itself, shape: 'hull' takes points in any order)",
    ],
    [
        (w) =>
            w.createBody({
                collider: { shape: 'polygon', points: [[0, 0], [1, 0], [1, 0], [0, 1]] },
            }),
        'NOT_CONVEX',
        'World.createBody',
    ],
    [(w) => w.createBody({ collider: { ...circle, layer: 'plyer' } }), RangeError,
        'collider.layer must be one of "default", "player", "wall", got "plyer"'],
    [(w) => w.createBody({ collider: { ...circle, layer: any(1) } }), TypeError, 'collider.layer',
        'got 1'],
    [(w) => w.createBody({ collider: { ...circle, friction: -1 } }), RangeError,
        'collider.friction', '-1'],
    [(w) => w.createBody({ collider: { ...circle, restitution: 1.5 } }), RangeError,
        'collider.restitution must be between 0 and 1, got 1.5'],
    [(w) => w.createBody({ collider: { ...circle, density: NaN } }), RangeError, 'collider.density',
        'NaN'],
    [(w) => w.createBody({ collider: { ...circle, rollingResistance: -1 } }), RangeError,
        'collider.rollingResistance', '-1'],
    [(w) => w.createBody({ collider: { ...circle, frictionCombine: any('Max') } }), RangeError,
        'collider.frictionCombine', 'got "Max"'],
    [(w) => w.createBody({ collider: { ...circle, restitutionCombine: any(null) } }), TypeError,
        'collider.restitutionCombine', 'got null'],
    [(w) => w.createBody({ collider: { ...circle, tangentSpeed: Infinity } }), RangeError,
        'collider.tangentSpeed', 'Infinity'],
    [(w) => w.createBody({ collider: { ...circle, group: 1.5 } }), RangeError,
        'collider.group must be an integer', '1.5'],
    [(w) => w.createBody({ collider: { ...circle, trigger: any('on') } }), TypeError,
        'collider.trigger', '"on"'],
    [(w) => w.createBody({ colliders: [circle, { ...circle, radius: -3 }] }), RangeError,
        'colliders[1].radius', '-3'],
    [(w) => w.createBody({ colliders: [circle, { shape: 'polygon', points: [0, 0, 1, 1, 2, 2] }] }),
        'DEGENERATE_POLYGON', '(colliders[1].points must span'],
    [(w, b) => b.createCollider({ shape: 'circle', radius: NaN }), RangeError,
        'Body.createCollider: radius must be a finite number, got NaN'],
    [(w, b) => b.createCollider({ ...circle, layer: 'nowhere' }), RangeError, 'Body.createCollider',
        'layer', '"nowhere"'],
    [(w, b) => b.createCollider({ shape: 'polygon', points: [0, 0, 1, 1, 2, 2] }),
        'DEGENERATE_POLYGON', 'Body.createCollider'],
    [(w, b) => b.createCollider(any(undefined)), TypeError, 'Body.createCollider', 'undefined'],
    [(w, b, c) => c.setShape({ shape: 'box', width: 0, height: 1 }), RangeError,
        'Collider.setShape: width', 'got 0'],
    [(w, b, c) => c.setShape({ shape: 'polygon', points: [0, 0, 1, 1, 2, 2] }),
        'DEGENERATE_POLYGON', 'Collider.setShape'],
    [(w, b, c) => c.setShape(any({ ...circle, friction: 1 })), TypeError, 'Collider.setShape',
        '"friction"'],
    [(w, b, c) => {
        c.layer = 'nowhere';
    }, RangeError,
        'Collider.layer: value must be one of "default", "player", "wall", got "nowhere"'],
    [(w, b, c) => {
        c.friction = NaN;
    }, RangeError, 'Collider.friction: value must be a finite number, got NaN'],
    [(w, b, c) => {
        c.restitution = 2;
    }, RangeError, 'Collider.restitution', 'got 2'],
    [(w, b, c) => {
        c.density = -1;
    }, RangeError, 'Collider.density', 'got -1'],
    [(w, b, c) => {
        c.rollingResistance = any('1');
    }, TypeError, 'Collider.rollingResistance', '"1"'],
    [(w, b, c) => {
        c.tangentSpeed = -Infinity;
    }, RangeError, 'Collider.tangentSpeed'],
    [(w, b, c) => {
        c.group = 2 ** 40;
    }, RangeError, 'Collider.group', '1099511627776'],
    [(w, b, c) => {
        c.frictionCombine = any('sum');
    }, RangeError, 'Collider.frictionCombine: value must be one of "default", "geometric"',
        'got "sum"'],
    [(w, b, c) => {
        c.restitutionCombine = any(3);
    }, TypeError, 'Collider.restitutionCombine', 'got 3'],
    [(w, b) => w.createBody({ collider: { shape: 'tiles', cells: ['ab'], legend: { ab: 1 } } }),
        RangeError, 'World.createBody: collider.legend["ab"] must have one character for its key'],
    [(w, b) => w.destroySlots([b.index, 99]), 'STALE_BODY',
        'World.destroySlots: slots[1] is slot 99, where there is no body'],
    [(w, b) => w.destroySlots([b.index, b.index]), 'STALE_BODY',
        'World.destroySlots: slots[1] is slot', 'which is named before'],
    [(w, b, c) => {
        c.trigger = any(1);
    }, TypeError, 'Collider.trigger', 'got 1'],
    [(w, b, c) => c.contains(NaN, 0), RangeError, 'Collider.contains: x', 'NaN'],
]);

table('createBodies', [
    [(w) => w.createBodies(-1, { positions: [] }), RangeError, 'World.createBodies: count',
        'got -1'],
    [(w) => w.createBodies(1.5, { positions: [0, 0] }), RangeError, 'count', '1.5'],
    [(w) => w.createBodies(2 ** 30, { positions: [0, 0] }), RangeError, 'count', '1073741824'],
    [(w) => w.createBodies(2, { positions: [0, 0, 1] }), RangeError,
        'positions must hold 4 numbers, got 3'],
    [(w) => w.createBodies(2, { positions: [0, 0, 1, NaN] }), RangeError, 'positions[3]', 'NaN'],
    [(w) => w.createBodies(1, { positions: any(['0', 0]) }), TypeError, 'positions[0]', '"0"'],
    [(w) => w.createBodies(1, any({})), TypeError, 'positions', 'undefined'],
    [(w) => w.createBodies(2, { positions: [0, 0, 1, 1], angles: [1] }), RangeError,
        'angles must hold 2'],
    [(w) => w.createBodies(1, { positions: [0, 0], velocities: [0, Infinity] }), RangeError,
        'velocities[1]', 'Infinity'],
    [(w) => w.createBodies(1, { positions: [0, 0], angularVelocities: [NaN] }), RangeError,
        'angularVelocities[0]', 'NaN'],
    [(w) => w.createBodies(1, { positions: [0, 0], shape: any('circle') }), TypeError, 'shape',
        '"circle"'],
    [(w) => w.createBodies(1, { positions: [0, 0], shape: { shape: 'circle', radius: -1 } }),
        RangeError, 'shape.radius', '-1'],
    [(w) => w.createBodies(2, { positions: [0, 0, 1, 1], radii: [1] }), RangeError,
        'radii must hold 2 numbers, got 1'],
    [(w) => w.createBodies(2, { positions: [0, 0, 1, 1], radii: [1, 0] }), RangeError, 'radii[1]',
        '0'],
    [
        (w) =>
            w.createBodies(1, { positions: [0, 0], radii: [1],
                shape: { shape: 'circle', radius: 1 } }),
        TypeError,
        'radii',
        "'circle'",
    ],
    [(w) => w.createBodies(1, { positions: [0, 0], shape: circle, layer: 'x' }), RangeError,
        'shape.layer', '"x"'],
    [(w) => w.createBodies(1, { positions: [0, 0], layer: 'wall' }), TypeError,
        'layer stands beside shape'],
    [(w) => w.createBodies(1, { positions: [0, 0], shape: circle, collider: circle }), TypeError,
        'either shape or collider'],
    [
        (w) =>
            w.createBodies(3, { positions: new Float32Array(6),
                shape: { shape: 'polygon', points: [0, 0, 1, 1, 2, 2] } }),
        'DEGENERATE_POLYGON',
        '(shape.points must span',
    ],
    [(w) => w.bodyAt(-1), RangeError, 'World.bodyAt: slot', '-1'],
    [(w) => w.destroySlots([0, 77]), 'STALE_BODY', 'World.destroySlots: slots[1]', 'slot 77'],
    [(w) => w.destroySlots([0, 0]), 'STALE_BODY', 'slots[1]', 'slot 0'],
    [(w) => w.destroySlots(any([0, 'a'])), TypeError, 'slots[1]', '"a"'],
    [(w) => w.destroySlots(any(3)), TypeError, 'slots', 'got 3'],
]);

table('Body', [
    [(w, b) => b.setTransform(NaN, 0), RangeError, 'Body.setTransform: x', 'NaN'],
    [(w, b) => b.setTransform(0, 2e7, 0), RangeError, 'Body.setTransform: y', '20000000'],
    [(w, b) => b.setTransform(0, 0, Infinity), RangeError, 'Body.setTransform: angle', 'Infinity'],
    [(w, b) => b.setVelocity(NaN, 0), RangeError,
        'Body.setVelocity: x must be a finite number, got NaN'],
    [(w, b) => b.setVelocity(0, any(undefined)), TypeError, 'Body.setVelocity: y', 'undefined'],
    [(w, b) => b.setVelocity(0, 1e39), RangeError, 'Body.setVelocity: y', '1e+39'],
    [(w, b) => {
        b.angularVelocity = NaN;
    }, RangeError, 'Body.angularVelocity: value', 'NaN'],
    [(w, b) => b.applyForce(NaN, 0), RangeError, 'Body.applyForce: fx', 'NaN'],
    [(w, b) => b.applyForce(0, Infinity), RangeError, 'Body.applyForce: fy', 'Infinity'],
    [(w, b) => b.applyForce(0, 1, NaN, 0), RangeError, 'Body.applyForce: x', 'NaN'],
    [(w, b) => b.applyForce(0, 1, 0), TypeError, 'Body.applyForce: y', 'undefined'],
    [(w, b) => b.applyTorque(-Infinity), RangeError, 'Body.applyTorque', '-Infinity'],
    [(w, b) => b.applyImpulse(any('1'), 0), TypeError, 'Body.applyImpulse: ix', '"1"'],
    [(w, b) => b.applyImpulse(1, 0, 0, NaN), RangeError, 'Body.applyImpulse: y', 'NaN'],
    [(w, b) => b.applyAngularImpulse(NaN), RangeError, 'Body.applyAngularImpulse', 'NaN'],
    [(w, b) => {
        b.type = any('ghost');
    }, RangeError, 'Body.type: value', '"ghost"'],
    [(w, b) => {
        b.enabled = any(1);
    }, TypeError, 'Body.enabled', 'got 1'],
    [(w, b) => {
        b.canSleep = any('');
    }, TypeError, 'Body.canSleep', '""'],
    [(w, b) => {
        b.bullet = any(null);
    }, TypeError, 'Body.bullet', 'null'],
    [(w, b) => b.setLocks({ x: any(1) }), TypeError, 'Body.setLocks: locks.x', 'got 1'],
    [(w, b) => b.setLocks(any({ z: true })), TypeError, 'Body.setLocks', '"z"'],
    [(w, b) => b.setDamping(-1, 0), RangeError, 'Body.setDamping: linear', '-1'],
    [(w, b) => b.setDamping(0, NaN), RangeError, 'Body.setDamping: angular', 'NaN'],
    [(w, b) => {
        b.gravityScale = NaN;
    }, RangeError, 'Body.gravityScale', 'NaN'],
    [(w, b) => b.setMass({ mass: 0 }), RangeError, 'Body.setMass: mass.mass', 'got 0'],
    [(w, b) => b.setMass({ mass: 1, inertia: -1 }), RangeError, 'Body.setMass: mass.inertia', '-1'],
    [(w, b) => b.setMass({ mass: 1, center: [NaN, 0] }), RangeError, 'Body.setMass: mass.center[0]',
        'NaN'],
    [(w, b) => b.setMass(any({})), TypeError, 'Body.setMass: mass.mass', 'undefined'],
]);

table('World', [
    [(w) => w.step(0), RangeError, 'World.step: dt', 'got 0'],
    [(w) => w.step(-1), RangeError, 'World.step: dt', 'got -1'],
    [(w) => w.step(NaN), RangeError, 'World.step: dt must be a finite number, got NaN'],
    [(w) => w.step(2), RangeError, 'World.step: dt', 'got 2'],
    [(w) => w.step(any('1')), TypeError, 'World.step: dt', '"1"'],
    [(w) => w.step(1 / 60, 0), RangeError,
        'World.step: substeps must be an integer from 1 to 64, got 0'],
    [(w) => w.step(1 / 60, 65), RangeError, 'substeps', '65'],
    [(w) => w.step(1 / 60, 2.5), RangeError, 'substeps', '2.5'],
    [(w) => w.advance(-Infinity), RangeError,
        'World.advance: seconds must be a finite number, got -Infinity'],
    [(w) => w.advance(NaN), RangeError, 'World.advance: seconds', 'NaN'],
    [(w) => w.advance(any(undefined)), TypeError, 'World.advance: seconds', 'undefined'],
    [(w) => {
        w.gravity = [0, NaN];
    }, RangeError, 'World.gravity: value[1]', 'NaN'],
    [(w) => {
        w.gravity = any(-10);
    }, TypeError, 'World.gravity', '-10'],
    [(w) => {
        w.timeScale = -1;
    }, RangeError, 'World.timeScale', '-1'],
    [(w) => {
        w.timeScale = NaN;
    }, RangeError, 'World.timeScale', 'NaN'],
    [(w) => {
        w.paused = any(1);
    }, TypeError, 'World.paused', 'got 1'],
    [(w) => {
        w.sleep = any('no');
    }, TypeError, 'World.sleep', '"no"'],
    [(w) => {
        w.hitSpeed = -1;
    }, RangeError, 'World.hitSpeed', '-1'],
    [(w) => {
        w.restitutionThreshold = NaN;
    }, RangeError, 'World.restitutionThreshold', 'NaN'],
    [(w) => {
        w.profiling = any(1);
    }, TypeError, 'World.profiling', 'got 1'],
    [(w) => w.on(any('collision'), () => {}), RangeError, 'World.on: kind', '"collision"',
        '"contactBegin"'],
    [(w) => w.on('triggerEnter', any(null)), TypeError, 'World.on: listener', 'null'],
    [(w) => w.overlapPoint(NaN, 0), RangeError, 'World.overlapPoint: x', 'NaN'],
    [(w) => w.overlapPoint(0, 0, { slack: -1 }), RangeError, 'World.overlapPoint: slack', '-1'],
    [(w) => w.overlapPoint(0, 0, { layers: ['wal'] }), RangeError,
        'layers[0] must be one of "default"', 'got "wal"'],
    [(w) => w.overlapPoint(0, 0, { layers: any('wall') }), TypeError,
        'layers must be an array of names, got "wall"'],
    [(w) => w.overlapBox(0, 0, NaN, 1), RangeError, 'World.overlapBox: x1', 'NaN'],
    [(w) => w.overlapBox(0, 0, 1, 1, any({ layer: [] })), TypeError, 'World.overlapBox', '"layer"'],
    [(w) => w.overlapShape({ shape: 'circle', radius: 0 }), RangeError,
        'World.overlapShape: shape.radius', 'got 0'],
    [(w) => w.overlapShape(circle, { x: NaN }), RangeError, 'World.overlapShape: pose.x', 'NaN'],
    [(w) => w.overlapShape({ shape: 'polygon', points: [0, 0, 1, 1, 2, 2] }), 'DEGENERATE_POLYGON',
        'World.overlapShape'],
    [(w) => w.overlapPoint(0, 0, { ignore: any({}) }), TypeError,
        'World.overlapPoint: ignore must be a Body', 'got an object'],
]);

const rays = (/** @type {number[]} */ ...numbers) => new Float32Array(numbers);

table('casts', [
    [(w) => w.rayCast(NaN, 0, 1, 0), RangeError,
        'World.rayCast: x must be a finite number, got NaN'],
    [(w) => w.rayCast(0, 0, Infinity, 0), RangeError, 'World.rayCast: dx', 'got Infinity'],
    [(w) => w.rayCast(0, 0, 0, 1e8), RangeError, 'World.rayCast: dy', 'got 100000000'],
    [(w) => w.rayCast(0, 0, any('1'), 0), TypeError, 'World.rayCast: dx', 'got "1"'],
    [(w) => w.rayCast(1, 2, 0, 0), RangeError,
        'World.rayCast: dx and dy must give the ray a length, got 0, 0'],
    [(w) => w.rayCast(1, 2, 1e-30, -1e-30), RangeError, 'World.rayCast: dx and dy',
        'got 1e-30, -1e-30'],
    [(w) => w.rayCast(0, 0, 1, 0, { layers: ['wal'] }), RangeError,
        'World.rayCast: layers[0] must be one of "default"', 'got "wal"'],
    [(w) => w.rayCast(0, 0, 1, 0, { layers: ['wall', any(7)] }), TypeError,
        'World.rayCast: layers[1]', 'got 7'],
    [(w) => w.rayCast(0, 0, 1, 0, { layers: any('wall') }), TypeError,
        'layers must be an array of names, got "wall"'],
    [(w) => w.rayCast(0, 0, 1, 0, { triggers: any(1) }), TypeError,
        'World.rayCast: triggers must be true or false, got 1'],
    [(w) => w.rayCast(0, 0, 1, 0, any({ skipstatic: true })), TypeError,
        'World.rayCast: options has no option "skipstatic"'],
    [(w) => w.rayCast(0, 0, 1, 0, any(null)), TypeError,
        'World.rayCast: options must be an object, got null'],
    [(w) => w.rayCastAny(0, NaN, 1, 0), RangeError, 'World.rayCastAny: y', 'NaN'],
    [(w) => w.rayCastAny(0, 0, 0, 0), RangeError, 'World.rayCastAny: dx and dy'],
    [(w) => w.rayCastAll(0, 0, NaN, 0), RangeError, 'World.rayCastAll: dx', 'NaN'],
    [(w) => w.rayCastAll(0, 0, 0, 0), RangeError, 'World.rayCastAll: dx and dy'],
    [(w) => rayCasts(w, any([0, 0, 1, 0])), TypeError,
        'rayCasts: rays must be a Float32Array, got an array of 4'],
    [(w) => rayCasts(w, any(undefined)), TypeError,
        'rayCasts: rays must be a Float32Array, got undefined'],
    [(w) => rayCasts(w, rays(1, 2, 3)), RangeError,
        'rayCasts: rays.length must be a multiple of 4, got 3'],
    [(w) => rayCasts(w, rays(0, 0, 1, 0, 0, 0, 1, NaN)), RangeError,
        'rayCasts: rays[7] must be a finite number, got NaN'],
    [(w) => rayCasts(w, rays(0, 0, 1, 0, 1e8, 0, 1, 0)), RangeError, 'rayCasts: rays[4]',
        'got 100000000'],
    [(w) => rayCasts(w, rays(0, 0, 1, 0, 1, 2, 0, 0)), RangeError,
        'rayCasts: rays[6] and rays[7] must give the ray a length, got 0, 0'],
    [(w) => rayCasts(w, rays(0, 0, 1, 0), { out: any({ f32: [] }) }), TypeError,
        'rayCasts: out must be the result', 'an object'],
    [(w) => rayCasts(w, rays(0, 0, 1, 0), { out: any(null) }), TypeError, 'rayCasts: out', 'null'],
    [(w) => rayCasts(w, rays(0, 0, 1, 0), { layers: ['nobody'] }), RangeError,
        'rayCasts: layers[0]', '"nobody"'],
    [(w) => w.shapeCast({ shape: 'circle', radius: NaN }, {}, 1, 0), RangeError,
        'World.shapeCast: shape.radius', 'NaN'],
    [(w) => w.shapeCast({ shape: 'polygon', points: [0, 0, 1, 1, 2, 2] }, {}, 1, 0),
        'DEGENERATE_POLYGON', 'World.shapeCast'],
    [(w) => w.shapeCast(circle, { angle: NaN }, 1, 0), RangeError, 'World.shapeCast: pose.angle',
        'NaN'],
    [(w) => w.shapeCast(circle, {}, 1, NaN), RangeError, 'World.shapeCast: dy', 'NaN'],
    [(w) => w.shapeCast(circle, {}, 1, 0, any({ ignore: 1 })), TypeError,
        'World.shapeCast: ignore must be a Body, a Collider'],
    [(w) => w.shapeCast(circle, {}, 1, 0, any({ out: 1 })), TypeError,
        'World.shapeCast: out must be an object, got 1'],
    [(w) => w.rayCast(0, 0, 1, 0, { ignore: any([{}]) }), TypeError,
        'World.rayCast: ignore[0] must be a Body, a Collider'],
    [(w) => w.rayCast(0, 0, 1, 0, { ignore: any('x') }), TypeError,
        'World.rayCast: ignore must be a Body, a Collider'],
    [(w) => w.rayCast(0, 0, 1, 0, { ignore: new World().createBody() }), 'FOREIGN_OBJECT',
        'World.rayCast: ignore', 'another world'],
    [
        (w) =>
            rayCasts(w, rays(0, 0, 1, 0), {
                ignore: new World().createBody({ collider: circle }).colliders,
            }),
        'FOREIGN_OBJECT',
        'rayCasts: ignore',
    ],
    [(w, b) => w.overlapBox(0, 0, 1, 1, { ignore: new Array(65).fill(b) }), RangeError,
        'World.overlapBox: ignore must name at most 64', 'got 65'],
    [(w) => w.overlapPoint(0, 0, any({ out: {} })), TypeError,
        'World.overlapPoint: out must be an array'],
    [(w) => w.overlapCollider(any(null)), TypeError, 'World.overlapCollider: collider', 'null'],
    [(w) => w.overlapCollider(any({})), TypeError,
        'World.overlapCollider: collider must be a Collider, got an object'],
    [(w) => circleCasts(w, rays(0, 0, 0, 1, 0)), RangeError,
        'circleCasts: circles[2] must be between 0.0001 and 1000000, got 0'],
    [(w) => circleCasts(w, rays(0, 0, 1, 1)), RangeError,
        'circleCasts: circles.length must be a multiple of 5, got 4'],
    [(w) => circleCasts(w, rays(0, 0, 1, NaN, 0)), RangeError, 'circleCasts: circles[3]', 'NaN'],
    [(w) => shapeCasts(w, circle, rays(0, 0, 0, 1, Infinity)), RangeError, 'shapeCasts: casts[4]',
        'Infinity'],
    [(w) => shapeCasts(w, any({ shape: 'circle' }), rays(0, 0, 0, 1, 0)), TypeError,
        'shapeCasts: shape.radius'],
    [(w) => shapeCasts(w, { shape: 'polygon', points: [0, 0, 1, 1, 2, 2] }, rays(0, 0, 0, 1, 0)),
        'DEGENERATE_POLYGON', 'shapeCasts'],
    [(w) => w.touch(0, 0, -1), RangeError, 'World.touch: radius', 'got -1'],
    [(w) => w.touch(0, NaN), RangeError, 'World.touch: y', 'NaN'],
    [(w) => w.touch(0, 0, 1, any({ triggers: true })), TypeError, 'World.touch', '"triggers"'],
    [(w) => w.closestPointOf(any({}), 0, 0), TypeError,
        'World.closestPointOf: of must be a Body or a Collider, got an object'],
    [(w, b) => w.closestPointOf(b, NaN, 0), RangeError, 'World.closestPointOf: x', 'NaN'],
    [(w) => w.sweep(any({}), [[0, 0], [1, 0]]), TypeError,
        'World.sweep: body must be a Body, got an object'],
    [(w, b) => w.sweep(b, any(5)), TypeError,
        'World.sweep: path must be an array of positions, got 5'],
    [(w, b) => w.sweep(b, [[0, 0]]), RangeError,
        'World.sweep: path must be 2 positions or more, got an array of 1'],
    [(w, b) => w.sweep(b, [0, 0, 1, 2, 3]), RangeError,
        'World.sweep: path.length must be even, got 5'],
    [(w, b) => w.sweep(b, [[0, 0], [NaN, 0]]), RangeError, 'World.sweep: path[1][0]', 'NaN'],
    [(w, b) => w.sweep(b, [[0, 0], [1, 0]], { layers: ['nobody'] }), RangeError,
        'World.sweep: layers[0]', '"nobody"'],
    [(w, b) => w.timeOfImpact(b, {}, b, {}), RangeError,
        'World.timeOfImpact: bodyB must be another body'],
    [(w, b) => w.timeOfImpact(b, {}, any(null), {}), TypeError,
        'World.timeOfImpact: bodyB must be a Body'],
    [() => timeOfImpact(circle, { dx: NaN }, circle, {}), RangeError, 'timeOfImpact: sweepA.dx',
        'NaN'],
    [() => timeOfImpact(circle, {}, circle, any({ dz: 1 })), TypeError,
        'timeOfImpact: sweepB has no option "dz"'],
    [() => timeOfImpact(circle, {}, { shape: 'polygon', points: [0, 0, 1, 1, 2, 2] }, {}),
        'DEGENERATE_POLYGON', 'timeOfImpact', 'shapeB'],
    [() => timeOfImpact(circle, { x: 9e6, dx: 9e6 }, circle, {}), RangeError,
        'timeOfImpact: sweepA and sweepB must be within 1e7 metres'],
    [(w) => w.closestPoint(NaN, 0, 1), RangeError, 'World.closestPoint: x', 'NaN'],
    [(w) => w.closestPoint(0, 0, -1), RangeError, 'World.closestPoint: maxDistance', 'got -1'],
    [(w) => w.closestPoint(0, 0, any(undefined)), TypeError, 'World.closestPoint: maxDistance',
        'got undefined'],
    [(w) => w.closestPoint(0, 0, 1, any({ inside: true })), TypeError, 'World.closestPoint',
        '"inside"'],
    [() => distance(circle, {}, circle, { x: NaN }), RangeError, 'distance: poseB.x', 'NaN'],
    [() => distance(circle, {}, any({ shape: 'circle' }), {}), TypeError, 'distance: shapeB.radius',
        'undefined'],
    [() => distance(circle, {}, { shape: 'polygon', points: [0, 0, 1, 1, 2, 2] }, {}),
        'DEGENERATE_POLYGON', 'distance', 'shapeB'],
]);

table('layers', [
    [(w) => w.layers.set('player', 'nobody', 'solid'), RangeError,
        'Layers.set: to must be one of "default", "player", "wall", got "nobody"'],
    [(w) => w.layers.set('nobody', 'player', 'solid'), RangeError,
        'Layers.set: from must be one of "default", "player", "wall", got "nobody"'],
    [(w) => w.layers.set('player', 'wall', any('hard')), RangeError, 'Layers.set: response',
        '"hard"'],
    [(w) => w.layers.set(any(0), 'wall', 'solid'), TypeError, 'Layers.set: from', 'got 0'],
    [(w) => w.layers.named('player', 'x'), RangeError, 'Layers.named: to', '"x"'],
    [(w) => w.layers.response('x', 'player'), RangeError, 'Layers.response: a', '"x"'],
    [(w) => w.layers.index('x'), RangeError, 'Layers.index', '"x"'],
    [(w) => w.layers.add('wall'), RangeError, 'Layers.add', '"wall" already'],
    [(w) => w.layers.add(''), RangeError, 'Layers.add', 'empty'],
    [(w) => w.layers.add(any(3)), TypeError, 'Layers.add', 'got 3'],
]);

/** @type {[options: any, kind: any, ...parts: (string | RegExp)[]][]} */
const worldOptions = [
    [{ gravity: [0] }, TypeError, 'World: gravity'],
    [{ gravity: [0, NaN] }, RangeError, 'World: gravity[1]', 'NaN'],
    [{ gravity: { x: 0, y: '9' } }, TypeError, 'gravity.y', '"9"'],
    [{ gravty: [0, 0] }, TypeError, 'has no option "gravty"'],
    [null, TypeError, 'World: options', 'null'],
    [{ sleep: 1 }, TypeError, 'sleep', 'got 1'],
    [{ contactHertz: -1 }, RangeError, 'contactHertz', '-1'],
    [{ contactDampingRatio: NaN }, RangeError, 'contactDampingRatio', 'NaN'],
    [{ contactPushSpeed: -1 }, RangeError, 'contactPushSpeed', '-1'],
    [{ restitutionThreshold: -1 }, RangeError, 'restitutionThreshold', '-1'],
    [{ hitSpeed: '1' }, TypeError, 'hitSpeed', '"1"'],
    [{ sleepTime: -1 }, RangeError, 'sleepTime', '-1'],
    [{ fixedStep: 0 }, RangeError, 'fixedStep', 'got 0'],
    [{ substeps: 0 }, RangeError, 'substeps', 'got 0'],
    [{ maxSteps: 1.5 }, RangeError, 'maxSteps', '1.5'],
    [{ timeScale: -1 }, RangeError, 'timeScale', '-1'],
    [{ paused: 0 }, TypeError, 'paused', 'got 0'],
    [{ bodyCapacity: -1 }, RangeError, 'bodyCapacity', '-1'],
    [{ colliderCapacity: 1e9 }, RangeError, 'colliderCapacity', '1000000000'],
    [{ contactCapacity: 0.5 }, RangeError, 'contactCapacity', '0.5'],
    [{ maxBytes: -1 }, RangeError, 'maxBytes', '-1'],
    [{ maxBytes: 64 }, 'NO_MEMORY', 'World'],
    [{ layers: 3 }, TypeError, 'layers', 'got 3'],
    [{ layers: { a: 'solid' } }, TypeError, 'layers.a', '"solid"'],
    [{ layers: { a: { b: 'solid' } } }, RangeError,
        'a layer in layers.a must be one of "default", "a", got "b"'],
    [{ layers: { a: { a: 'hard' } } }, RangeError, 'layers.a.a', '"hard"'],
    [{ layers: { a: ['b'] } }, RangeError,
        'a layer in layers.a must be one of "default", "a", got "b"'],
    [{ layers: { a: [1] } }, TypeError, 'layers.a', 'got 1'],
    [{ layers: { '': {} } }, RangeError, 'empty'],
    [{ layers: Object.fromEntries(Array.from({ length: 64 }, (_, i) => [`l${i}`, {}])) },
        RangeError, '63', '64'],
];
worldOptions.forEach(([options, kind, ...parts]) => {
    test(`new World(${JSON.stringify(options)?.slice(0, 60)})`, () => {
        refuses(() => new World(options), kind, ...parts);
        new World().destroy();
    });
});

test('collide refuses shapes that are none, and names which', () => {
    const flat = /** @type {const} */ ({ shape: 'polygon', points: [0, 0, 1, 1, 2, 2] });
    refuses(() => collide(circle, {}, flat, {}), 'DEGENERATE_POLYGON', 'collide', 'shapeB');
    refuses(() => collide(flat, {}, circle, {}), 'DEGENERATE_POLYGON', 'shapeA');
    refuses(() => collide(any(null), {}, circle, {}), TypeError, 'shapeA', 'null');
    refuses(() => collide(circle, { angle: NaN }, circle, {}), RangeError, 'poseA.angle', 'NaN');
    refuses(() => collide(circle, {}, circle, {}, -1), RangeError, 'maxDistance', '-1');
});

test('NaN written through a view is refused at the step, with the slot', () => {
    const world = new World();
    world.createBody({ collider: circle });
    const body = world.createBody({ position: [5, 0], collider: circle });
    const before = world.hash();
    for (const view of /** @type {const} */ (['velocities', 'forces'])) {
        world[view][4 * body.index] = NaN;
        refuses(() => world.step(), 'VIEW_NOT_FINITE', 'World.step', `slot ${body.index}`);
        refuses(() => world.advance(1 / 60), 'VIEW_NOT_FINITE', 'World.advance',
            `slot ${body.index}`);
        world[view][4 * body.index] = 0;
    }
    assert.equal(world.hash(), before);
    assert.equal(world.stepCount, 0);
    world.step();
    assert.ok(body.vy < 0);
    world.destroy();
});

test('out of memory is an error, and the world stays as it was', () => {
    const world = new World({ maxBytes: 200_000 });
    let made = 0;
    const fill = () => {
        for (;;) {
            world.createBody({ position: [3 * made, 0], collider: circle });
            ++made;
        }
    };
    refuses(fill, 'NO_MEMORY', 'World.createBody');
    assert.ok(made > 10, `${made} bodies fitted`);
    assert.equal(world.counters.bodies, made);
    assert.equal(world.counters.colliders, made);
    const before = world.hash();
    const positions = new Float32Array(40_000).map((_, i) => i);
    refuses(() => world.createBodies(20_000, { positions, shape: circle }), 'NO_MEMORY',
        'World.createBodies');
    assert.equal(world.hash(), before);
    assert.equal(world.counters.bodies, made);
    assert.ok(world.bytes <= 200_000);
    world.bodyAt(0)?.destroy();
    assert.equal(world.counters.bodies, made - 1);
    world.destroy();
});

test('a getter in the options that destroys the world, or makes bodies, harms nothing', () => {
    const world = new World();
    const greedy = /** @type {any} */ ({ get radius() {
        world.createBody({ collider: box });
        return 2;
    }, shape: 'circle' });
    const body = world.createBody({ collider: greedy });
    assert.equal(/** @type {any} */ (body.colliders[0].shape).radius, 2);
    const nasty = /** @type {any} */ ({ get radius() {
        world.destroy();
        return 2;
    }, shape: 'circle' });
    refuses(() => world.createBody({ collider: nasty }), 'WORLD_DESTROYED', 'World.createBody');
});

test('a MicaError is an Error with a code', () => {
    const error = new MicaError('STALE_BODY', 'text');
    assert.ok(error instanceof Error);
    assert.deepEqual([error.name, error.code, error.message], ['MicaError', 'STALE_BODY', 'text']);
});
