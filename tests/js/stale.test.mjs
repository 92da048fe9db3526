// Objects after their end: every member of a destroyed body, collider and world throws and names itself, nothing else
// notices, and a slot that is used again does not revive them. Likewise objects that are none of ours.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Body, Collider, Joint, Mover, World } from '../../js/index.js';
import { refuses } from './helpers.mjs';

const circle = /** @type {const} */ ({ shape: 'circle', radius: 1 });
const box = /** @type {const} */ ({ shape: 'box', width: 1, height: 1 });

/** What must not change when a call is refused. @param {World} world */
function state(world) {
    const { bodies, colliders } = world.counters;
    return { hash: world.hash(), bodies, colliders };
}

/** Makes the steps after which no event can name what is destroyed. @param {World} world */
function outlive(world) {
    for (let i = 0; i < 2; ++i) world.step();
}

/**
 * Every public member of a class and what it extends, by what kind of access it is.
 * @param {Function} type
 * @returns {[string, PropertyDescriptor][]}
 */
function members(type) {
    /** @type {[string, PropertyDescriptor][]} */
    const own = Object.entries(Object.getOwnPropertyDescriptors(type.prototype)).filter(([name]) =>
        name !== 'constructor'
    );
    const base = Object.getPrototypeOf(type);
    return base.prototype ? [...own, ...members(base)] : own;
}

/** Arguments that are good wherever they are used. @type {Record<string, unknown[]>} */
const goodArguments = {
    createCollider: [circle],
    createColliders: [[circle]],
    tile: [0, 0],
    setTile: [0, 0, 0],
    fillTiles: [0, 0, 1, 1, 0],
    setTiles: [0, 0, 1, 1, [0]],
    tileAt: [0, 0],
    setTransform: [0, 0, 0],
    setVelocity: [1, 1],
    applyForce: [1, 1],
    applyTorque: [1],
    applyImpulse: [1, 1],
    applyAngularImpulse: [1],
    setLocks: [{ x: true }],
    setDamping: [1, 1],
    setMass: [{ mass: 1 }],
    setShape: [circle],
    contains: [0, 0],
    bodyAt: [0],
    setMotor: [1, 1],
    setSpring: [1],
    createJoint: [{}],
    destroySlots: [[0]],
    createBody: [{}],
    createBodies: [0, { positions: [] }],
    setTransforms: [[], { positions: [] }],
    advance: [0.1],
    overlapPoint: [0, 0],
    overlapBox: [0, 0, 1, 1],
    overlapShape: [circle],
    rayCast: [0, 0, 1, 0],
    rayCastAny: [0, 0, 1, 0],
    rayCastAll: [0, 0, 1, 0],
    rayCasts: [new Float32Array([0, 0, 1, 0])],
    shapeCast: [circle, {}, 1, 0],
    shapeCasts: [circle, new Float32Array(5)],
    circleCasts: [new Float32Array([0, 0, 1, 1, 0])],
    overlapCollider: [{}],
    closestPointOf: [{}, 0, 0],
    touch: [0, 0],
    sweep: [{}, [0, 0, 1, 0]],
    timeOfImpact: [{}, {}, {}, {}],
    closestPoint: [0, 0, 1],
    on: ['woke', () => {}],
    index: ['default'],
    add: ['new'],
    set: ['default', 'default', 'solid'],
    named: ['default', 'default'],
    response: ['default', 'default'],
};

/**
 * Uses every member of a dead object: each must throw the code, but for those that may be read.
 * @param {any} object
 * @param {string} name
 * @param {string} code
 * @param {string[]} readable
 */
function useAll(object, name, code, readable) {
    for (const [member, { get, set, value }] of members(object.constructor)) {
        if (readable.includes(member)) continue;
        const said = new RegExp(`^${name}\\.${member}: the `);
        if (get) refuses(() => object[member], code, said);
        if (set)
            refuses(() => {
                object[member] = 1;
            }, code, said);
        // May come twice; that it changes nothing is for the caller to see.
        if (member === 'destroy' && name !== 'Layers') object.destroy();
        else if (value) refuses(() => object[member](...(goodArguments[member] ?? [])), code, said);
    }
}

test('every member of a destroyed body throws STALE_BODY', () => {
    const world = new World();
    const keep = world.createBody({ collider: circle });
    const body = world.createBody({ collider: circle, userData: 'mine' });
    const [collider] = body.colliders;
    body.destroy();
    const { index } = body;
    world.createBody({ collider: circle });
    outlive(world);
    const before = state(world);
    useAll(body, 'Body', 'STALE_BODY', ['world', 'alive', 'userData']);
    useAll(collider, 'Collider', 'STALE_COLLIDER', ['body', 'alive', 'userData', 'index']);
    assert.deepEqual(state(world), before);
    assert.deepEqual([body.alive, body.index, body.userData, body.world], [false, index, 'mine',
        world]);
    assert.deepEqual([collider.alive, collider.body], [false, body]);
    assert.equal(keep.alive, true);
    world.destroy();
});

test('a destroyed collider throws STALE_COLLIDER, its body lives on', () => {
    const world = new World();
    const body = world.createBody({ colliders: [circle, box] });
    const [first, second] = body.colliders;
    const mass = body.mass;
    first.destroy();
    outlive(world);
    useAll(first, 'Collider', 'STALE_COLLIDER', ['body', 'alive', 'userData', 'index']);
    assert.deepEqual(body.colliders, [second]);
    assert.ok(body.mass < mass);
    world.destroy();
});

test('every member of a destroyed joint throws STALE_JOINT', () => {
    const world = new World();
    const [bodyA, bodyB] = [0, 1].map((x) =>
        world.createBody({ position: [x, 0], collider: circle })
    );
    const joint = world.createJoint({ type: 'revolute', bodyA, bodyB, anchor: [0, 0],
        userData: 'mine' });
    joint.destroy();
    outlive(world);
    const before = state(world);
    useAll(joint, 'Joint', 'STALE_JOINT', ['type', 'bodyA', 'bodyB', 'jointA', 'jointB', 'alive',
        'userData', 'index']);
    assert.deepEqual(state(world), before);
    assert.deepEqual([joint.alive, joint.bodyA, joint.bodyB, joint.userData], [false, bodyA, bodyB,
        'mine']);
    world.destroy();
});

test('every member of a mover that ended throws STALE_MOVER, its body lives on', () => {
    const world = new World();
    for (const end
        of /** @type {((mover: Mover<any>) => void)[]} */ ([(mover) => mover.destroy(),
            (mover) => mover.collider.destroy(), (mover) => {
            mover.body.type = 'dynamic';
        }]))
    {
        const mover = world.createMover({ position: [0, 50], collider: circle, userData: 'mine' });
        const { body } = mover;
        world.step();
        end(mover);
        outlive(world);
        const before = state(world);
        useAll(mover, 'Mover', 'STALE_MOVER', ['body', 'alive', 'x', 'y']);
        assert.deepEqual(state(world), before);
        assert.deepEqual([mover.alive, mover.body, body.alive, body.mover, body.userData, mover.x],
            [false, body, true, null, 'mine', body.x]);
    }
    const mover = world.createMover({ collider: circle });
    mover.body.destroy();
    outlive(world);
    useAll(mover, 'Mover', 'STALE_MOVER', ['body', 'alive', 'x', 'y']);
    refuses(() => mover.x, 'STALE_BODY', 'Body.x');
    world.destroy();
});

test('every member of a destroyed world, and of what was in it, throws WORLD_DESTROYED', () => {
    const world = new World();
    const body = world.createBody({ collider: circle });
    const [collider] = body.colliders;
    const { layers, events } = world;
    const joint = world.createJoint({ type: 'revolute', bodyA: body, bodyB: world.createBody(),
        anchor: [0, 0] });
    const mover = world.createMover({ collider: circle });
    world.step();
    world.destroy();
    world.destroy();
    assert.deepEqual([world.destroyed, body.alive, collider.alive], [true, false, false]);
    useAll(world, 'World', 'WORLD_DESTROYED', ['destroyed', 'destroy', 'time', 'stepCount',
        'fixedStep', 'profiling', 'paused', 'timeScale', 'clock', 'poseMode', 'sleep',
        'restitutionThreshold', 'hitSpeed', 'loadImpulse', 'lengthUnit', 'yDown']);
    for (const key
        of /** @type {const} */ (['paused', 'timeScale', 'clock', 'poseMode', 'sleep',
            'restitutionThreshold', 'hitSpeed', 'loadImpulse', 'profiling']))
    {
        refuses(() => {
            /** @type {any} */ (world)[key] = 1;
        }, 'WORLD_DESTROYED', `World.${key}`);
    }
    useAll(body, 'Body', 'WORLD_DESTROYED', ['world', 'alive', 'userData']);
    useAll(collider, 'Collider', 'WORLD_DESTROYED', ['body', 'alive', 'userData', 'index']);
    useAll(joint, 'Joint', 'WORLD_DESTROYED', ['type', 'bodyA', 'bodyB', 'jointA', 'jointB',
        'alive', 'userData', 'index']);
    useAll(mover, 'Mover', 'WORLD_DESTROYED', ['body', 'alive', 'x', 'y']);
    useAll(layers, 'Layers', 'WORLD_DESTROYED', ['names', 'index']);
    assert.equal(events.moved.length, 0);
});

test('a body of another world, or a stale one, is refused as an argument', () => {
    const [world, other] = [new World(), new World()];
    const body = world.createBody({ collider: circle });
    const stranger = other.createBody({ collider: circle });
    refuses(() => world.overlapPoint(0, 0, { ignore: stranger }), 'FOREIGN_OBJECT',
        'World.overlapPoint: ignore');
    assert.deepEqual(world.overlapPoint(0, 0, { ignore: body }), []);
    assert.equal(world.overlapPoint(0, 0).length, 1);
    body.destroy();
    const gone = 'is a body that was destroyed';
    refuses(() => world.overlapPoint(0, 0, { ignore: body }), 'STALE_BODY',
        `World.overlapPoint: ignore ${gone}`);
    const last = world.createBody({ collider: circle });
    const [collider] = last.colliders;
    refuses(() => last.ignore(body), 'STALE_BODY', `Body.ignore: other ${gone}`);
    refuses(() => last.contactPoints(body), 'STALE_BODY', `Body.contactPoints: other ${gone}`);
    collider.destroy();
    refuses(() => world.overlapCollider(collider), 'STALE_COLLIDER',
        'World.overlapCollider: collider is a collider that was destroyed');
    world.destroy();
    other.destroy();
});

test('methods called on something else, and made-up objects, are TypeErrors', () => {
    const world = new World();
    const body = world.createBody({ collider: circle });
    for (const impostor of [{}, Object.create(body), Object.create(Body.prototype), null, world]) {
        for (const [member, { get, value }] of members(Body)) {
            const call = get ?? value;
            assert.throws(() => call.apply(impostor, goodArguments[member] ?? []), TypeError,
                member);
        }
    }
    const Constructors = /** @type {any} */ ([Body, Collider, Joint]);
    for (const Constructor of Constructors) assert.throws(() => new Constructor(), TypeError);
    world.destroy();
});

test('a slot used again does not revive the old object', () => {
    const world = new World();
    const objects = [];
    for (let i = 0; i < 300; ++i) {
        const body = world.createBody({ collider: circle, position: [i, 0] });
        objects.push(body);
        body.destroy();
        // Slots are free again after the step that tells of the end.
        world.step();
    }
    const live = world.createBody({ collider: circle });
    assert.ok(objects.some(({ index }) => index === live.index), 'the slot is one used before');
    for (const body of objects) refuses(() => body.setVelocity(1, 1), 'STALE_BODY');
    assert.equal(world.counters.bodies, 1);
    world.destroy();
});
