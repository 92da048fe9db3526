// world.snapshot(), world.restore() and World.fromSnapshot(): the world goes on bit for bit, objects of the
// time are valid again with what the game hung on them, those made since refuse, and bytes that are no
// snapshot change nothing. What the engine saves is tested in tests/c/world/test_snapshot.c.
import assert from 'node:assert/strict';
import test from 'node:test';
import { MicaError, World } from '../../js/index.js';
import { refuses } from './helpers.mjs';

/** @param {ConstructorParameters<typeof World>[0]} [options] */
function furnished(options = {}) {
    const world = new World({
        layers: { player: { ground: 'solid', player: 'solid' }, ground: {},
            coin: { player: 'trigger' } },
        ...options,
    });
    const ground = world.createBody({ type: 'static', position: [0, -1],
        collider: { shape: 'box', width: 40, height: 2, layer: 'ground' } });
    const player = world.createBody({ position: [0, 3],
        collider: { shape: 'circle', radius: 0.5, layer: 'player' }, userData: { lives: 3 } });
    const crates = Array.from({ length: 6 },
        (_, i) =>
            world.createBody({ position: [2 + i, 1 + i],
                collider: { shape: 'box', width: 0.8, height: 0.8, layer: 'player' } }));
    const arm = world.createJoint({ type: 'revolute', bodyA: crates[0], bodyB: crates[1],
        anchor: [2.5, 1.5], userData: 'arm' });
    return { world, ground, player, crates, arm };
}

/** @param {World<any>} world @param {number} steps */
function run(world, steps) {
    for (let i = 0; i < steps; ++i) world.step();
}

test('the world goes on bit for bit from where it was, in itself and in a new world', () => {
    const { world } = furnished();
    run(world, 20);
    const bytes = world.snapshot();
    const [time, hash] = [world.time, world.hash()];
    run(world, 40);
    const after = world.hash();
    world.restore(bytes);
    assert.deepEqual([world.time, world.stepCount, world.hash()], [time, 20, hash]);
    run(world, 40);
    assert.equal(world.hash(), after);
    const other = World.fromSnapshot(bytes);
    assert.deepEqual([other.time, other.stepCount, other.hash()], [time, 20, hash]);
    assert.deepEqual(other.layers.names, ['default', 'player', 'ground', 'coin']);
    run(other, 40);
    assert.equal(other.hash(), after);
    assert.deepEqual(other.snapshot(), world.snapshot());
    world.destroy();
    other.destroy();
});

test('what was destroyed since is valid again, with its user data and listeners; what was made since is not', () => {
    const { world, player, crates, arm } = furnished();
    run(world, 5);
    const bytes = world.snapshot();
    let touched = 0;
    player.on('contactBegin', () => {
        ++touched;
    });
    const [collider] = player.colliders;
    player.destroy();
    crates[0].destroy();
    const later = world.createBody({ collider: { shape: 'circle', radius: 0.3 } });
    const [laterCollider] = later.colliders;
    run(world, 5);
    assert.deepEqual([player.alive, collider.alive, arm.alive, later.alive], [false, false, false,
        true]);
    world.restore(bytes);
    assert.deepEqual([player.alive, collider.alive, arm.alive, crates[0].alive, later.alive,
        laterCollider.alive], [true, true, true, true, false, false]);
    assert.deepEqual(player.userData, { lives: 3 });
    assert.equal(player.colliders[0], collider);
    assert.equal(collider.body, player);
    assert.deepEqual(world.joints, [arm]);
    assert.deepEqual(crates[1].joints, [arm]);
    assert.equal(arm.bodyA, crates[0]);
    refuses(() => later.x, 'STALE_BODY', /Body.x/);
    refuses(() => laterCollider.friction, 'STALE_COLLIDER', /Collider.friction/);
    run(world, 60);
    assert.equal(touched, 1);
    assert.equal([...world.bodies].length, 8);
    // Once more, and the other way round: the later body's snapshot after the earlier one's.
    const made = world.createBody({});
    const withMade = world.snapshot();
    world.restore(bytes);
    assert.equal(made.alive, false);
    world.restore(withMade);
    assert.equal(made.alive, true);
    assert.equal(world.bodyAt(made.index), made);
    world.destroy();
});

test('events are those of the step before the snapshot, of objects destroyed since too', () => {
    const { world, player } = furnished();
    /** @type {string[]} */
    let named = [];
    for (let i = 0; i < 200 && named.length === 0; ++i) {
        world.step();
        named = Array.from(world.events.contactBegin, (event) =>
            [event.bodyA, event.bodyB].map((body) => body.index).join());
    }
    assert.equal(named.length, 1);
    const bytes = world.snapshot();
    world.step();
    assert.equal(world.events.contactBegin.length, 0);
    player.destroy();
    run(world, 3);
    let calls = 0;
    world.on('contactBegin', () => {
        ++calls;
    });
    world.restore(bytes);
    assert.deepEqual(
        Array.from(world.events.contactBegin,
            (event) => [event.bodyA, event.bodyB].map((body) => body.index).join()),
        named,
    );
    assert.equal(calls, 0);
    world.step();
    assert.equal(world.events.contactBegin.length, 0);
    world.destroy();
});

test('an end event of a destroyed body comes back with the body it names', () => {
    const { world, crates } = furnished();
    run(world, 120);
    const [, , crate] = crates;
    crate.destroy();
    world.step();
    const bytes = world.snapshot();
    const before = Array.from(world.events.contactEnd, ({ bodyA, bodyB }) => [bodyA, bodyB]);
    assert.ok(before.some((pair) => pair.includes(crate)));
    run(world, 5);
    world.restore(bytes);
    assert.deepEqual(Array.from(world.events.contactEnd, ({ bodyA, bodyB }) => [bodyA, bodyB]),
        before);
    // In another world nobody knows the destroyed one: there is a dead collider in its place.
    const other = World.fromSnapshot(bytes);
    const [event] = other.events.contactEnd;
    assert.deepEqual([event.colliderA.alive, event.colliderB.alive].sort(), [false, true]);
    other.destroy();
    world.destroy();
});

test('advance() goes on in the middle of a step, with the forces of the frame and the same poses', () => {
    const { world, player } = furnished({ fixedStep: 1 / 50 });
    world.advance(0.035);
    player.applyForce(3, 20);
    const bytes = world.snapshot();
    const poses = world.poses.slice(0, 32);
    const frames = () => {
        for (let i = 0; i < 30; ++i) world.advance(1 / 37);
        return [world.hash(), world.alpha, world.time, ...world.poses.slice(0, 32)];
    };
    const once = frames();
    world.restore(bytes);
    assert.deepEqual(world.poses.slice(0, 32), poses);
    assert.deepEqual(frames(), once);
    const other = World.fromSnapshot(bytes);
    for (let i = 0; i < 30; ++i) other.advance(1 / 37);
    assert.deepEqual([other.hash(), other.fixedStep], [once[0], 1 / 50]);
    world.destroy();
    other.destroy();
});

test('pause and time scale stay in a restore, and go along into a new world', () => {
    const { world } = furnished();
    world.timeScale = 0.5;
    world.gravity = [0, -3];
    world.hitSpeed = 4;
    const bytes = world.snapshot();
    world.timeScale = 2;
    world.paused = true;
    world.gravity = [1, 1];
    world.hitSpeed = 5;
    world.restore(bytes);
    assert.deepEqual([world.timeScale, world.paused, world.gravity, world.hitSpeed], [2, true, [0,
        -3], 4]);
    const other = World.fromSnapshot(bytes);
    assert.deepEqual([other.timeScale, other.paused, other.gravity, other.hitSpeed], [0.5, false, [
        0,
        -3,
    ], 4]);
    world.destroy();
    other.destroy();
});

test('bytes go into an array that is given, and a copy of them serves as well', () => {
    const { world, player } = furnished();
    run(world, 5);
    const bytes = world.snapshot();
    const into = new Uint8Array(bytes.length + 100);
    const part = world.snapshot(into);
    assert.equal(part.buffer, into.buffer);
    assert.deepEqual(part, bytes);
    assert.equal(world.snapshot(part).length, part.length);
    assert.throws(() => world.snapshot(new Uint8Array(bytes.length - 1)), new RegExp(
        `^RangeError: World.snapshot: into must hold ${bytes.length} bytes, got ${
            bytes.length - 1
        }`,
    ));
    const copy = bytes.slice();
    const later = world.createBody({});
    run(world, 3);
    world.restore(copy);
    assert.deepEqual([player.alive, later.alive, player.userData], [true, false, { lives: 3 }]);
    // The array is written anew: what it held before is forgotten.
    player.destroy();
    world.step();
    world.snapshot({ into });
    world.restore(into.subarray(0, part.length));
    assert.equal(player.alive, false);
    world.destroy();
});

test('user data travels along as JSON where that is asked for', () => {
    const { world, player, arm } = furnished();
    player.colliders[0].userData = ['head'];
    const plain = World.fromSnapshot(world.snapshot());
    assert.equal(plain.bodyAt(player.index)?.userData, undefined);
    const other = World.fromSnapshot(world.snapshot({ userData: true }));
    assert.deepEqual(other.bodyAt(player.index)?.userData, { lives: 3 });
    assert.deepEqual(other.bodyAt(player.index)?.colliders[0].userData, ['head']);
    assert.deepEqual(other.joints.map(({ type, userData }) => [type, userData]), [['revolute',
        'arm']]);
    assert.equal(other.joints[0].bodyA, other.bodyAt(arm.bodyA.index));
    [world, plain, other].forEach((each) => each.destroy());
});

test('a new world has all joints, gears too, and tile maps with their cells', () => {
    const world = new World();
    const base = world.createBody({ type: 'static' });
    const wheels = [0, 1].map((i) =>
        world.createBody({ position: [2 * i, 0], collider: { shape: 'circle', radius: 1 } })
    );
    const hinges = wheels.map((wheel) =>
        world.createJoint({ type: 'revolute', bodyA: base, bodyB: wheel,
            anchor: [wheel.x, wheel.y] })
    );
    world.createJoint({ type: 'gear', jointA: hinges[0], jointB: hinges[1], ratio: -1 });
    world.createBody({ type: 'static', position: [0, -9],
        collider: { shape: 'tiles', columns: 3, rows: 2, cells: [1, 0, 0, 1, 1, 0] } });
    const other = World.fromSnapshot(world.snapshot());
    const [first, second, gear] = other.joints;
    assert.equal(gear.type, 'gear');
    assert.deepEqual([gear.jointA, gear.jointB], [first, second]);
    const [map] = /** @type {any} */ (other.bodyAt(3)).colliders;
    assert.equal(map.tileAt(0.5, -8.5)?.column, 0);
    assert.deepEqual(map.shape, /** @type {any} */ (world.bodyAt(3)).colliders[0].shape);
    first.destroy();
    assert.equal(gear.alive, false);
    world.destroy();
    other.destroy();
});

test('damaged and foreign bytes are refused and change nothing', () => {
    const { world, player } = furnished();
    run(world, 10);
    const bytes = world.snapshot({ userData: true });
    const [hash, state] = [world.hash(), world.snapshot()];
    let seed = 1;
    for (let i = 0; i < 300; ++i) {
        seed = (seed * 1103515245 + 12345) % 2147483648;
        const bad = bytes.slice();
        bad[seed % bad.length] ^= 1 << (seed >> 8) % 8;
        assert.throws(() => world.restore(bad), (error) =>
            error instanceof MicaError && /SNAPSHOT/.test(error.code), `byte ${seed % bad.length}`);
    }
    for (const length of [0, 1, 16, 32, 1000, bytes.length - 16]) {
        refuses(() => world.restore(bytes.subarray(0, length)), 'BAD_SNAPSHOT',
            /World.restore: bytes are damaged|World.restore: the bytes are damaged/);
        refuses(() => World.fromSnapshot(bytes.subarray(0, length)), 'BAD_SNAPSHOT',
            /World.fromSnapshot/);
    }
    for (const value of [undefined, null, 7, 'abc', [1, 2], new ArrayBuffer(8),
        new Float32Array(9)])
        assert.throws(() => world.restore(/** @type {any} */ (value)),
            /^TypeError: World.restore: bytes must be a Uint8Array/);
    assert.throws(() => world.snapshot(/** @type {any} */ ({ onto: 1 })), /World.snapshot: .*onto/);
    assert.throws(() => world.snapshot(/** @type {any} */ ({ into: 1 })),
        /^TypeError: World.snapshot: into must be a Uint8Array/);
    assert.deepEqual([world.hash(), player.alive], [hash, true]);
    assert.deepEqual(world.snapshot(), state);
    world.on('afterStep', () => world.restore(bytes));
    refuses(() => world.step(), 'LOCKED', /World.restore/);
    world.destroy();
    refuses(() => world.restore(bytes), 'WORLD_DESTROYED', /World.restore/);
});

test('ten thousand restores leave the memory as it is', () => {
    const { world } = furnished();
    run(world, 30);
    const bytes = world.snapshot();
    world.restore(bytes);
    run(world, 3);
    world.restore(bytes);
    const held = world.bytes;
    for (let i = 0; i < 10000; ++i) {
        world.restore(bytes);
        if (i % 100 === 0) world.step();
    }
    world.restore(bytes);
    assert.equal(world.bytes, held);
    world.destroy();
});

test('slots that were used again and again are no damage', () => {
    const world = new World();
    const bodies = [0, 1, 2].map(() => world.createBody());
    bodies[0].destroy();
    bodies[1].destroy();
    // More slots were freed since the queue of free ones was last empty than there are.
    for (let i = 0; i < 3; ++i) {
        world.step();
        world.createBody().destroy();
    }
    world.step();
    World.fromSnapshot(world.snapshot()).destroy();
    world.destroy();
});

test('user data of bodies with joints comes back too, in another world and after a restore from a file', () => {
    const { world, arm } = furnished();
    const { bodyA, bodyB } = arm;
    Object.assign(bodyA ?? {}, { userData: { name: 'upper' } });
    bodyB.userData = { name: 'lower' };
    bodyB.colliders[0].userData = 'skin';
    const bytes = new Uint8Array(world.snapshot({ userData: true }));
    const other = World.fromSnapshot(bytes);
    const [joint] = other.bodyAt(bodyB.index)?.joints ?? [];
    assert.deepEqual([joint.userData, joint.bodyA?.userData, joint.bodyB.userData,
        joint.bodyB.colliders[0].userData], ['arm', { name: 'upper' }, { name: 'lower' }, 'skin']);
    for (const body of other.bodies)
        assert.deepEqual(body.userData, world.bodyAt(body.index)?.userData, `body ${body.index}`);
    other.destroy();
    world.destroy();
});

test('user data that changes the world while it is saved: all of a snapshot is of one moment, or it is refused', () => {
    const { world, player, crates } = furnished();
    const before = world.hash();
    crates[2].userData = { toJSON() {
        crates[0].destroy();
        return 1;
    } };
    assert.throws(() => world.snapshot({ userData: true }),
        /userData makes or destroys bodies, colliders or joints/);
    crates[2].userData = { toJSON() {
        player.x = 7;
        player.applyForce(1, 0);
        world.layers.add('late');
        return 'moved';
    } };
    const bytes = new Uint8Array(world.snapshot({ userData: true }));
    assert.notEqual(world.hash(), before);
    const hash = world.hash();
    const other = World.fromSnapshot(bytes);
    assert.equal(other.hash(), hash);
    assert.deepEqual(other.layers.names, world.layers.names);
    assert.equal(other.bodyAt(crates[2].index)?.userData, 'moved');
    world.step();
    other.step();
    assert.equal(other.hash(), world.hash(), 'the force too');
    other.destroy();
    world.destroy();
});

test('user data without end is refused at once', () => {
    const { world, player } = furnished();
    /** @type {unknown} */
    let shared = [1];
    for (let level = 0; level < 40; ++level) shared = [shared, shared];
    player.userData = shared;
    assert.throws(() => world.snapshot({ userData: true }),
        /userData must be JSON of at most 100 levels and 2000000 values/);
    world.destroy();
});
