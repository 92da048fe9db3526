// What callers gave once, and what came of it: each test is named after the fault that it keeps away.
// tests/fuzz/hostile.mjs finds such calls.
import assert from 'node:assert/strict';
import test from 'node:test';
import { createRope } from '../../js/builders.js';
import { differences } from '../../js/differences.js';
import { importRube } from '../../js/import/rube.js';
import { Body, Collider, Joint, Mover, World } from '../../js/index.js';
import { circleCasts, rayCasts, shapeCasts } from '../../js/batches.js';
import { keepHistory } from '../../js/history.js';
import { preview } from '../../js/preview.js';
import { Replay, startRecording } from '../../js/recording.js';
import { Platformer } from '../../js/platformer.js';
import { Pointer } from '../../js/pointer.js';
import { TopDown } from '../../js/top-down.js';
import { refuses } from './helpers.mjs';

const circle = /** @type {any} */ ({ shape: 'circle', radius: 0.5 });

/** A ball that lies on a floor, after a step. */
function ballOnFloor() {
    const world = new World();
    const ball = world.createBody({ collider: circle });
    world.createBody({ type: 'static', position: [0, -1],
        collider: /** @type {any} */ ({ shape: 'box', width: 10, height: 1 }) });
    world.step();
    return { world, ball };
}

/** A typed array whose memory went elsewhere. @template {Float32Array | Int32Array | Uint8Array} T @param {T} array @returns {T} */
function detached(array) {
    structuredClone(array, { transfer: [/** @type {ArrayBuffer} */ (array.buffer)] });
    return array;
}

test('an event that was kept over later steps gives no false collider', () => {
    const { world, ball } = ballOnFloor();
    const event = /** @type {any} */ (world.events.contactBegin.at(0));
    const copy = event.copy();
    ball.destroy();
    for (let i = 0; i < 3; ++i) world.step();
    for (const member of ['colliderA', 'colliderB', 'bodyA', 'bodyB', 'cell', 'segment'])
        refuses(() => event[member], 'STALE_EVENT',
            /^ContactEvent\.\w+: the event is of an earlier step/);
    refuses(() => event.copy(), 'STALE_EVENT', 'ContactEvent.colliderA');
    assert.equal(copy.bodyB === ball || copy.bodyA === ball, true);
    const made = world.createBody({ position: [0, 5], collider: circle });
    const hit = world.rayCast(-5, 5, 10, 0);
    assert.equal(hit?.body, made);
    assert.equal(hit?.body.type, 'dynamic');
    world.destroy();
    refuses(() => event.colliderA, 'WORLD_DESTROYED', 'ContactEvent.colliderA');
});

test('an event whose world was destroyed in its own listener makes no collider that lives', () => {
    const { world, ball } = ballOnFloor();
    /** @type {any} */
    let error;
    world.on('contactEnd', (event) => {
        world.destroy();
        try {
            void event.colliderA;
        } catch (thrown) {
            error = thrown;
        }
    });
    const [collider] = ball.colliders;
    ball.position = [0, 50];
    world.step();
    world.destroyed || world.step();
    assert.equal(error?.code, 'WORLD_DESTROYED');
    assert.equal(collider.alive, false);
    refuses(() => collider.contactPoints(), 'WORLD_DESTROYED', 'Collider.contactPoints');
});

test('a cursor cannot be moved to what is no event', () => {
    const { world } = ballOnFloor();
    const event = /** @type {any} */ (world.events.contactBegin.at(0));
    for (const index of [-1, 1, 0.5, NaN, 1e9, '0', undefined])
        refuses(() => event.seek(index), RangeError,
            'ContactEvent.seek: index must be the place of one of 1 events');
    world.destroy();
});

test('arrays whose memory is gone are refused by name', () => {
    const { world, ball } = ballOnFloor();
    /** @type {[() => unknown, string][]} */
    const calls = [
        [() => rayCasts(world, detached(new Float32Array(4))), 'rayCasts: rays must be'],
        [() => circleCasts(world, detached(new Float32Array(5))), 'circleCasts: circles must be'],
        [() => shapeCasts(world, circle, detached(new Float32Array(5))),
            'shapeCasts: casts must be'],
        [() => {
            const out = rayCasts(world, new Float32Array([0, 5, 0, -9]));
            detached(/** @type {any} */ (out.f32));
            rayCasts(world, new Float32Array([0, 5, 0, -9]), { out });
        }, 'rayCasts: out must be'],
        [
            () =>
                world.createBody({
                    collider:
                        /** @type {any} */ ({ shape: 'polygon',
                            points: detached(new Float32Array(6)) }),
                }),
            'collider.points must be',
        ],
        [() => world.createBodies(1, { positions: detached(new Float32Array(2)), shape: circle }),
            'World.createBodies: positions must be'],
        [() => world.setTransforms(detached(new Int32Array(1)), { positions: [0, 0] }),
            'World.setTransforms: slots must be'],
        [() => world.setTransforms([0], { positions: detached(new Float32Array(2)) }),
            'World.setTransforms: positions must be'],
        [() => world.destroySlots(detached(new Int32Array(1))),
            'World.destroySlots: slots must be'],
        [() => world.restore(detached(world.snapshot())), 'World.restore: bytes must be'],
        [() => world.sweep(ball, detached(new Float32Array(4))), 'World.sweep: path must be'],
    ];
    const before = world.hash();
    for (const [call, said] of calls) refuses(call, TypeError, said, 'got a');
    assert.equal(world.hash(), before);
    world.destroy();
});

test('a missing element of createColliders is refused by its place', () => {
    const { world, ball } = ballOnFloor();
    // eslint-disable-next-line no-sparse-arrays
    refuses(() => ball.createColliders(/** @type {any} */ ([circle, , circle])), TypeError,
        'Body.createColliders: options[1] must be an object, got undefined');
    assert.equal(ball.colliders.length, 1);
    world.destroy();
});

test('a number beyond the range of the engine is refused by name, value and range', () => {
    const { world, ball } = ballOnFloor();
    const [collider] = ball.colliders;
    for (const [name, value, range]
        of /** @type {[string, number, string][]} */ ([['tangentSpeed', 1e5,
            'between -40000 and 40000'], ['friction', 1e7, 'between 0 and 1000000'], ['density',
            1e10, 'between 0 and 1000000000'], ['rollingResistance', 1e7,
            'between 0 and 1000000']]))
    {
        refuses(() => world.createBody({ collider: { ...circle, [name]: value } }), RangeError,
            `World.createBody: collider.${name} must be ${range}, got ${value}`);
        refuses(() => {
            /** @type {any} */ (collider)[name] = value;
        }, RangeError, `Collider.${name}: value must be ${range}, got ${value}`);
    }
    for (const [name, value, range]
        of /** @type {[string, any, string][]} */ ([['angularVelocity', 1e5,
            'between -40000 and 40000'], ['linearDamping', 1e7, 'between 0 and 1000000'], [
            'gravityScale',
            -1e7,
            'between -1000000 and 1000000',
        ], ['angle', 1e9, 'between -100000000 and 100000000']]))
    {
        refuses(() => world.createBody({ [name]: value }), RangeError,
            `World.createBody: ${name} must be ${range}, got ${value}`);
        refuses(() => {
            /** @type {any} */ (ball)[name] = value;
        }, RangeError, `Body.${name}: value must be ${range}, got ${value}`);
    }
    refuses(() => world.createBody({ velocity: [0, 5e4] }), RangeError,
        'velocity[1] must be between -40000 and 40000, got 50000');
    refuses(() => new World({ gravity: [0, -1e7] }), RangeError,
        'gravity[1] must be between -1000000 and 1000000, got -10000000');
    world.destroy();
});

test('a velocity of a body that is made asleep is refused, not dropped', () => {
    const world = new World();
    refuses(() => world.createBody({ awake: false, velocity: [5, 0] }), RangeError,
        'velocity[0] must be 0 for a body that is made asleep');
    refuses(() => world.createBody({ awake: false, angularVelocity: 1 }), RangeError,
        'angularVelocity must be 0');
    assert.equal(world.createBody({ awake: false, velocity: [0, 0], collider: circle }).awake,
        false);
    world.destroy();
});

test('options that destroy the world are refused where the world is needed only afterwards', () => {
    /** @type {((world: World, trap: (value: any) => PropertyDescriptor) => unknown)[]} */
    const calls = [
        (world, trap) => world.snapshot(Object.defineProperty({}, 'userData', trap(false))),
        (world, trap) => keepHistory(world, Object.defineProperty({}, 'seconds', trap(1))),
        (world, trap) =>
            preview(world,
                /** @type {any} */ (Object.defineProperty({ bodies: [], steps: 1 }, 'dt',
                    trap(0.1)))),
        (world, trap) =>
            preview(world, { bodies: [/** @type {any} */ (world.bodyAt(0))], steps: 1,
                out: [Object.defineProperty({}, 'points', trap(undefined))] }),
        (world, trap) =>
            startRecording(world,
                /** @type {any} */ (Object.defineProperty({}, 'hashEvery', trap(1)))),
        (world, trap) => {
            /** @type {any} */ (world.bodyAt(0)).userData = Object.defineProperty({}, 'toJSON',
                trap(undefined));
            world.snapshot({ userData: true });
        },
    ];
    for (const call of calls) {
        const { world } = ballOnFloor();
        const trap = (/** @type {any} */ value) => ({ enumerable: true, get() {
            world.destroy();
            return value;
        } });
        refuses(() => call(world, trap), 'WORLD_DESTROYED');
        const other = new World();
        other.step();
        other.destroy();
    }
});

test('setters of the paths of a preview run when the world has its place again', () => {
    const { world, ball } = ballOnFloor();
    const before = world.counters.bodies;
    /** @type {import('../../js/index.js').Body[]} */
    const made = [];
    const path = /** @type {any} */ ({ get count() {
        return 0;
    }, set count(_) {
        made.push(world.createBody());
    } });
    preview(world, { bodies: [ball], steps: 2, out: [path] });
    assert.equal(world.counters.bodies, before + made.length);
    for (const body of made) assert.equal(world.bodyAt(body.index), body);
    world.step();
    world.destroy();
});

test('a list that grows while it is read is read to the length that it had', () => {
    const { world, ball } = ballOnFloor();
    const growing = (/** @type {any} */ first) => {
        const list = [first, first];
        return new Proxy(list, { get(target, key) {
            assert.ok(target.length < 9, 'read beyond its length');
            if (Number(key) >= 0) target.push(first);
            return Reflect.get(target, key);
        } });
    };
    assert.equal(world.rayCastAny(-5, 0, 10, 0, { layers: growing('default') }), true);
    assert.equal(world.rayCastAny(-5, 0, 10, 0, { ignore: growing(ball) }), false);
    assert.notEqual(world.sweep(ball, growing([0, 0])), undefined);
    world.destroy();
});

test('slots that are no slots are refused, not rounded', () => {
    const { world } = ballOnFloor();
    for (const slot of [2 ** 32, 0.5, '0', null])
        assert.throws(() => world.setTransforms(/** @type {any} */ ([slot]), { positions: [0, 0] }),
            /World\.setTransforms: slots\[0\] must be an integer/);
    assert.throws(() => world.setTransforms([0], { positions: /** @type {any} */ ([null, 0]) }),
        /World\.setTransforms: positions\[0\] must be a finite number, got null/);
    world.destroy();
});

test('a snapshot that says it is longer than it is reads nothing beyond its end', () => {
    const { world } = ballOnFloor();
    const bytes = world.snapshot();
    for (const length of [1e9, -1, 'text']) {
        const lying = Object.defineProperty(bytes.slice(), 'length', { value: length });
        refuses(() => world.restore(lying), TypeError, 'World.restore: bytes must be a Uint8Array');
    }
    const rays = Object.defineProperty(new Float32Array(4), 'length', { value: 4e6 });
    refuses(() => rayCasts(world, rays), TypeError, 'rayCasts: rays must be a Float32Array');
    world.step();
    world.destroy();
});

test('lists of billions of holes are refused at once', () => {
    const { world, ball } = ballOnFloor();
    const endless = /** @type {any} */ (new Array(2 ** 31));
    const mover = world.createMover({ position: [5, 5], collider: circle });
    /** @type {[() => unknown, string][]} */
    const calls = [
        [() => new World({ layers: { wall: endless } }),
            'World: layers.wall must have at most 64 elements, got 2147483648'],
        [() => ball.createColliders(endless), 'Body.createColliders: options must have at most'],
        [() => world.createBody({ colliders: endless }),
            'World.createBody: colliders must have at most'],
        [() => world.destroySlots(endless), 'World.destroySlots: slots must have at most'],
        [() => world.setTransforms(endless, { positions: [] }),
            'World.setTransforms: slots must have at most'],
        [() => preview(world, { bodies: endless, steps: 1 }), 'preview: bodies must have at most'],
        [() => {
            ball.colliders[0].sees = endless;
        }, 'Collider.sees: value must have at most 4'],
        [() => new Platformer(mover, { ladders: endless }),
            'Platformer: ladders must have at most'],
    ];
    for (const [call, said] of calls) refuses(call, RangeError, said);
    refuses(() => importRube({ body: endless }), 'BAD_FILE',
        'body must be a list of at most 16777216');
    world.destroy();
});

test('a missing row of a map is refused, not left empty', () => {
    const { world } = ballOnFloor();
    const cells = ['##', '##'];
    delete cells[1];
    refuses(() => world.createBody({ collider: /** @type {any} */ ({ shape: 'tiles', cells }) }),
        TypeError, 'collider.cells[1] must be a string, got undefined');
    world.destroy();
});

test('what is to be filled and is no object, and what is no world, is refused by name', () => {
    const { world, ball } = ballOnFloor();
    const mover = world.createMover({ position: [5, 5], collider: circle });
    const any = (/** @type {unknown} */ value) => /** @type {any} */ (value);
    refuses(() => new TopDown(mover).save(any('')), TypeError,
        'TopDown.save: out must be an object to be filled, got ""');
    refuses(() => new Platformer(mover).save(any(1)), TypeError,
        'Platformer.save: out must be an object to be filled, got 1');
    refuses(() => new TopDown(mover).save(any(new BigInt64Array(9))), TypeError,
        'TopDown.save: out must be an object to be filled, got a typed array');
    for (const method of ['text', ''])
        refuses(
            () => new (/** @type {any} */ (Replay))(method, method ? undefined : new Uint8Array(4)),
            TypeError,
            'Replay: use Replay.open to make one',
        );
    refuses(() => ball.velocityAt(0, 0, any('1')), TypeError,
        'Body.velocityAt: out must be an object to be filled');
    refuses(() => Replay.open(detached(new Uint8Array(8))), TypeError,
        'Replay.open: bytes must be a Uint8Array, got a detached array');
    refuses(() => differences(detached(new Uint8Array(8)), world), TypeError,
        'differences: a must be');
    refuses(() => createRope(any({}), { from: [0, 0], to: [1, 0] }), TypeError,
        'createRope: world must be a World or a WorkerWorld, got an object');
    refuses(() => new Pointer(any({}), any(new EventTarget()), { toWorld: () => [0, 0] }),
        TypeError, 'Pointer: world must be');
    for (const name of ['filter', 'onGrab', 'onRelease'])
        refuses(
            () =>
                new Pointer(world, any(new EventTarget()),
                    any({ toWorld: () => [0, 0], [name]: /x/ })),
            TypeError,
            `Pointer: ${name} must be a function`,
        );
    refuses(() => new Pointer(world, any({}), { toWorld: () => [0, 0] }), TypeError,
        'Pointer: element must be');
    world.destroy();
});

test('a view of a world is not filled with what a call gives', () => {
    const { world, ball } = ballOnFloor();
    const { buffer, byteOffset } = world.forces;
    const words = new Uint32Array(buffer, byteOffset, 22);
    refuses(() => world.snapshot(new Uint8Array(buffer, byteOffset)), TypeError,
        'World.snapshot: into must be an array of its own, not a view of a world');
    refuses(
        () =>
            rayCasts(world, new Float32Array([0, 5, 0, -9]), {
                out: /** @type {any} */ ({ f32: new Float32Array(buffer, byteOffset, 22),
                    u32: words }),
            }),
        TypeError,
        'rayCasts: out must be',
    );
    refuses(
        () =>
            preview(world, { bodies: [ball], steps: 1,
                out: /** @type {any} */ ([{ points: world.forces }]) }),
        TypeError,
        'preview: points of out must be',
    );
    world.step();
    world.destroy();
});

test('classes that a world makes objects of cannot be made of the world itself', () => {
    const { world } = ballOnFloor();
    for (const [type, said]
        of /** @type {[any, string][]} */ ([[Body, 'Body: use world.createBody'], [Collider,
            'Collider: use body.createCollider'], [Joint, 'Joint: use world.createJoint'], [Mover,
            'Mover: use world.createMover']]))
        refuses(() => new type(world, 1, world.bodyAt(0)), TypeError, said);
    world.destroy();
});

/** A world with a terrain that a pillar holds up, and its terrain. */
function groundWorld() {
    const world = new World();
    const terrain = world.createTerrain({ columns: 20, rows: 12, cellSize: 0.5,
        fill: (x, y) => y < 2 || Math.abs(x - 5) < 1 || y > 4,
        materials: { dirt: {}, rock: { hardness: 2 } }, material: (x) => Number(x > 6) });
    return { world, terrain };
}

test('cells and tools of terrains that are wrong are refused by name, and change nothing', () => {
    const { world, terrain } = groundWorld();
    const any = (/** @type {unknown} */ value) => /** @type {any} */ (value);
    const lying = Object.defineProperty(new Uint8Array(4), 'length', { value: 240 });
    const longPath = new Float32Array(2 * 4097);
    /** @param {object} options */
    const make = (options) => world.createTerrain(any({ columns: 20, rows: 12, ...options }));
    const image = { data: new Uint8ClampedArray(16), width: 2, height: 2 };
    /** @type {[() => unknown, string][]} */
    const calls = [
        [() => make({ fill: new Uint8Array(239) }), 'fill must have 20 × 12 cells, got 239'],
        [() => make({ fill: detached(new Uint8Array(240)) }), 'fill must be a number, a list'],
        [() => make({ fill: { ...image, data: detached(new Uint8Array(16)) } }),
            'fill.data must be the pixels of an image, got a detached array'],
        [() => make({ fill: image }), 'fill must have 20 × 12 cells, got 4'],
        [() => make({ fill: lying }), 'fill[4] must be a finite number, got undefined'],
        [() => make({ fill: new Array(2 ** 31) }), 'fill must have 20 × 12 cells, got 2147483648'],
        [() => make({ fill: new Array(240) }), 'fill[0] must be a finite number, got undefined'],
        [() => make({ fill: new Float32Array(240).fill(NaN) }),
            'fill[0] must be a finite number, got NaN'],
        [() => make({ fill: () => NaN }), 'fill at column 0 and row 0 must be a finite number'],
        [() => make({ fill: (/** @type {number} */ x) => (x > 3 ? '255' : 1) }),
            'fill at column 3 and row 0 must be a finite number, got "255"'],
        [() => make({ fill: {} }), 'fill must be a number, a list, a function, an image or text'],
        [() => make({ fill: null }), 'fill must be a finite number, got null'],
        [() => make({ fill: 10n }), 'fill must be a finite number, got 10'],
        [() => make({ fill: '/wE=//' }), 'fill must be the packed text of 240 cells'],
        [() => make({ material: 'gold' }), 'material must be the packed text of 240 cells'],
        [() => make({ material: 1 }), 'material must be an integer from 0 to 0, got 1'],
        [() => make({ material: new Uint8Array(240).fill(3) }),
            'material must be of numbers from 0 to 0, got 3'],
        [() => make({ columns: 2 ** 24 }), 'columns must be an integer from 2 to 8388608'],
        [() => make({ columns: '20' }), 'columns must be an integer, got "20"'],
        [() => make({ rows: 1e300 }), 'rows must be an integer from 2 to 838860'],
        [() => world.createTerrain({ fill: { ...image, width: NaN } }),
            'fill.width must be an integer from 2'],
        [() => make({ cellSize: 1e6 }), 'cellSize must be between 0.0064 and 500000'],
        [() => make({ materials: [{}] }), 'materials must be an object of materials by name'],
        [() => make({ materials: { a: { friction: NaN } } }), 'materials.a.friction must be'],
        [() => make({ materials: { a: { density: 0 } } }), 'materials.a.density must be between'],
        [() => make({ materials: { a: { layer: 'sky' } } }), 'materials.a.layer must be'],
        [() => make({ materials: { a: 3 } }), 'materials.a must be an object, got 3'],
        [() => make({ minimumPiece: -1 }), 'minimumPiece must be zero or more, got -1'],
        [() => world.createTerrain(any([])), 'options must be an object, got an array of 0'],
        [() => terrain.dig(any(undefined)), 'shape must be an object, got undefined'],
        [() => terrain.dig(any({ shape: 'segment', a: [0, 0], b: [1, 1] })),
            'shape.shape must be one of "circle", "box"'],
        [() => terrain.dig(any({ shape: 'outline', points: [0, 0, 9, 0, 0, 9], holes: [] })),
            'shape has no option "holes"'],
        [() => terrain.dig({ shape: 'path', points: longPath, radius: 1 }),
            'shape.points must be 2 to 4096 points, got 4097'],
        [() => terrain.dig({ shape: 'polygon', points: [0, 0, 1, 0, 0, 9e6], center: [0, 9e6] }),
            'shape must be of points within'],
        [() => terrain.dig({ shape: 'path', points: detached(new Float32Array(4)), radius: 1 }),
            'shape.points must be an array'],
        [() => terrain.dig(circle, { position: [1e8, 0] }), 'position[0] must be between'],
        [() => terrain.dig(circle, any([])), 'options must be an object'],
        [() => terrain.add(circle, { material: any({}) }), 'material must be an integer'],
        [() => terrain.groundCells(any('0'), 0, 1, 1), 'column must be an integer, got "0"'],
        [() => terrain.groundCells(0, 0, 2 ** 31, 1), 'columns must be an integer from 1 to 20'],
        [() => terrain.groundCells(0, 0, 1, NaN), 'rows must be an integer from 1 to 12, got NaN'],
        [() => {
            terrain.pieces = any('explode');
        }, 'value must be one of "fall", "stay", "remove", got "explode"'],
    ];
    const [before, { tileEdits }] = [world.snapshot(), terrain];
    for (const [call, said] of calls)
        assert.throws(call, (error) =>
            /^(Type|Range)Error$/.test(/** @type {any} */ (error).name)
            && /** @type {any} */ (error).message.includes(`: ${said}`), said);
    assert.deepEqual(differences(world, before), []);
    assert.equal(terrain.tileEdits, tileEdits);
    world.destroy();
});

test('options of terrains that destroy or dig while they are read', () => {
    const trap = (/** @type {() => void} */ act, /** @type {any} */ value) => ({ enumerable: true,
        get() {
            act();
            return value;
        } });
    /** @type {[(world: World, terrain: any, act: () => void) => unknown, string][]} */
    const calls = [
        [(world, _, act) => world.createTerrain({ columns: 2, rows: 2, fill: () => (act(), 1) }),
            'World.createTerrain'],
        [
            (world, _, act) =>
                world.createTerrain(
                    Object.defineProperty({ columns: 2, rows: 2 }, 'pieces', trap(act, 'fall')),
                ),
            'World.createTerrain',
        ],
        [
            (_, terrain, act) =>
                terrain.dig(Object.defineProperty({ ...circle }, 'radius', trap(act, 1))),
            'Collider.dig',
        ],
        [
            (_, terrain, act) =>
                terrain.dig(circle, Object.defineProperty({}, 'position', trap(act, [5, 3]))),
            'Collider.dig',
        ],
        [
            (_, terrain, act) =>
                terrain.add(circle, Object.defineProperty({}, 'material', trap(act, 'rock'))),
            'Collider.add',
        ],
    ];
    for (const [call, said] of calls) {
        const one = groundWorld();
        refuses(() => call(one.world, one.terrain, () => one.world.destroy()), 'WORLD_DESTROYED',
            said);
        const two = groundWorld();
        const digs = said !== 'World.createTerrain';
        const destroy = () => two.terrain.body.destroy();
        if (digs) refuses(() => call(two.world, two.terrain, destroy), 'STALE_COLLIDER', said);
        else call(two.world, two.terrain, destroy);
        two.world.step();
        const three = groundWorld();
        call(three.world, three.terrain, () => three.terrain.dig(circle, { position: [5, 3] }));
        three.world.step();
        assert.ok(three.world.counters.bodies <= 3);
        for (const { world } of [two, three]) world.destroy();
    }
});
