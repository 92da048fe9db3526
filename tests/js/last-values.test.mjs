// What events name can be read until the events are over, also if it was destroyed before, in the step
// or by another listener; changing it throws. In this thread and in a worker.
import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { World, init } from '../../js/index.js';
import { createWorkerWorld } from '../../js/worker.js';

await init();

/** @type {any[]} */
const open = [];
after(() => open.forEach((world) => world.destroy()));

/** Makes a world of one kind, which only awaiting tells apart. @type {Record<string, (options: any) => any>} */
const kinds = {
    'in this thread': (options) => new World(options),
    'in a worker': (options) => createWorkerWorld(options),
};

/** Every property of an object that can be read, by its name. @param {any} object @param {string[]} names */
const read = (object, names) => Object.fromEntries(names.map((name) => [name, object[name]]));

const BODY = ['x', 'y', 'position', 'angle', 'cos', 'sin', 'vx', 'vy', 'velocity',
    'angularVelocity', 'linearDamping', 'angularDamping', 'gravityScale', 'poseX', 'poseY',
    'poseAngle', 'type', 'awake', 'enabled', 'bullet', 'canSleep', 'lockX', 'lockY', 'lockRotation',
    'dropThrough', 'userData', 'colliders', 'joints'];
const COLLIDER = ['body', 'userData', 'layer', 'group', 'density', 'friction', 'restitution',
    'frictionCombine', 'restitutionCombine', 'rollingResistance', 'tangentSpeed', 'field', 'sees',
    'oneWay', 'arcade', 'shape', 'tileEdits'];
const JOINT = ['bodyA', 'bodyB', 'type', 'userData', 'limit', 'motor', 'spring', 'breakForce',
    'breakTorque', 'collideConnected', 'enabled', 'hertz', 'dampingRatio', 'maxForce', 'maxTorque'];

for (const [where, makeWorld] of Object.entries(kinds)) {
    const here = where === 'in this thread';

    /** @param {any} options */
    const make = async (options) => {
        const world = await makeWorld({ gravity: [0, 0], ...options });
        open.push(world);
        return world;
    };

    test(`${where}: destroyed by a listener, a visitor and its trigger can be read by all that hear of them`, async () => {
        const world = await make({ layers: { player: { coin: 'trigger' }, coin: {} } });
        const player = world.createBody({ userData: 'mine',
            collider: { shape: 'circle', radius: 1, layer: 'player' } });
        const coin = world.createBody({ position: [0.5, 0], type: 'static',
            collider: { shape: 'circle', radius: 0.25, layer: 'coin', userData: 7 } });
        /** @type {any[]} */
        const heard = [];
        for (const kind of ['triggerEnter', 'triggerExit']) {
            world.on(kind, (/** @type {any} */ e) => {
                e.trigger.destroy();
                e.visitor.destroy();
            });
            world.on(kind, (/** @type {any} */ e) => {
                heard.push([kind, e.trigger === coin, e.visitor === player, e.triggerCollider.layer,
                    e.visitorCollider.layer, e.triggerCollider.userData, e.trigger.x,
                    e.visitor.userData, e.triggerCollider.shape.radius, e.trigger.alive,
                    e.visitorCollider.alive]);
            });
        }
        const seen = [true, true, 'coin', 'player', 7, 0.5, 'mine', 0.25, false, false];
        await world.step();
        assert.deepEqual(heard, [['triggerEnter', ...seen]]);
        // The events of the step before are there; their end comes with the next step.
        assert.equal(coin.colliders[0].layer, 'coin');
        await world.step();
        assert.deepEqual(heard[1], ['triggerExit', ...seen]);
        assert.equal([...world.events.triggerExit][0].visitorCollider.layer, 'player');
        await world.step();
        await world.step();
        assert.throws(() => coin.x, { code: 'STALE_BODY',
            message: 'Body.x: the body was destroyed' });
        assert.throws(() => player.colliders, { code: 'STALE_BODY' });
    });

    test(`${where}: every property reads as it last was, and none can be changed`, async () => {
        const world = await make({ layers: { wall: { wall: 'solid' } } });
        const hinge = world.createBody({ type: 'static', position: [5, 0] });
        const body = world.createBody({ position: [5, 1], angle: 0.3, velocity: [1, 2],
            angularVelocity: 0.5, linearDamping: 0.1, bullet: true, gravityScale: 0.5, userData: {},
            colliders: [
                { shape: 'polygon', points: [[0, 0], [1, 0], [0, 1]], layer: 'wall', friction: 0.3,
                    group: -3, userData: 'a', oneWay: [0, 1], restitutionCombine: 'min' },
                { shape: 'box', width: 1, height: 2, field: { type: 'wind', flow: [1, 0] } },
            ] });
        const map = world.createBody({ type: 'static', position: [20, 0],
            collider: { shape: 'tiles', cellSize: 1, cells: ['#.', '.#'] } });
        const joint = world.createJoint({ type: 'revolute', bodyA: hinge, bodyB: body,
            anchor: [5, 0.5], limit: [-1, 1], spring: { hertz: 2 }, breakForce: 1e6,
            userData: 'j' });
        await world.step();
        const [polygon, box] = body.colliders;
        const [tiles] = map.colliders;
        /** @type {[any, string[]][]} */
        const all = [[body, BODY], [polygon, COLLIDER], [box, COLLIDER], [tiles, COLLIDER], [joint,
            JOINT]];
        if (here)
            all.push([body, ['mass', 'inertia', 'center']], [joint, ['angle', 'speed', 'torque',
                'force', 'anchorA', 'anchorB']]);
        const before = all.map(([object, names]) => read(object, names));
        // It is drawn where it was destroyed.
        Object.assign(before[0], { poseX: body.x, poseY: body.y, poseAngle: body.angle });
        body.destroy();
        map.destroy();
        const check = () =>
            assert.deepEqual(all.map(([object, names]) => read(object, names)), before);
        check();
        assert.throws(() => {
            body.x = 1;
        }, { code: 'STALE_BODY', message: 'Body.x: the body was destroyed' });
        assert.throws(() => {
            polygon.layer = 'wall';
        }, { code: 'STALE_COLLIDER' });
        assert.throws(() => joint.setSpring(1), { code: 'STALE_JOINT' });
        assert.throws(() => body.createCollider({ shape: 'circle', radius: 1 }), {
            code: 'STALE_BODY',
        });
        // Another body may have the slot; the old one still tells its own.
        await world.step();
        const other = world.createBody({ position: [-9, -9], type: 'static' });
        check();
        await world.step();
        if (here) assert.ok([body.index, map.index].includes(other.index), 'a slot was used again');
        await world.step();
        assert.throws(() => box.friction, { code: 'STALE_COLLIDER',
            message: 'Collider.friction: the collider was destroyed' });
        assert.throws(() => joint.limit, { code: 'STALE_JOINT' });
    });

    test(`${where}: a joint that broke can be read while its event is there`, async () => {
        const world = await make({});
        const frame = world.createBody({ type: 'static' });
        const bob = world.createBody({ position: [0, -1],
            collider: { shape: 'circle', radius: 0.5 } });
        const joint = world.createJoint({ type: 'revolute', bodyA: frame, bodyB: bob,
            anchor: [0, 0], breakForce: 30, motor: { speed: 1, maxTorque: 2 } });
        bob.applyImpulse(0, -40);
        await world.step();
        const [event] = [...world.events.jointBroke];
        assert.equal(event.joint, joint);
        assert.deepEqual([joint.alive, joint.breakForce, joint.motor.maxTorque], [false, 30, 2]);
        if (here) assert.ok(joint.angularSpeed > 0.01, `${joint.angularSpeed}`);
        for (let i = 0; i < 4; ++i) await world.step();
        assert.throws(() => joint.breakForce, { code: 'STALE_JOINT' });
    });
}

test('a listener between the steps of an advance() may destroy and make bodies: each event names its own', () => {
    const world = new World({ gravity: [0, 0], maxSteps: 8 });
    open.push(world);
    const circle = /** @type {const} */ ({ shape: 'circle', radius: 1 });
    world.createBody({ type: 'static', userData: -1, collider: circle });
    let made = 0;
    const spawn = () =>
        world.createBody({ position: [0.5, 0], userData: made++, collider: circle });
    let current = spawn();
    world.on('beforeStep', () => {
        current.destroy();
        current = spawn();
    });
    world.advance(6.5 / 60);
    const ends = [...world.events.contactEnd].map(() => 0).length;
    const named = [];
    for (const e of world.events.contactBegin)
        named.push(Math.max(e.bodyA.userData, e.bodyB.userData), e.bodyA.x + e.bodyB.x);
    assert.equal(named.length, 12);
    assert.deepEqual(named.filter((_, i) => i % 2 === 0), [1, 2, 3, 4, 5, 6]);
    assert.ok(named.filter((_, i) => i % 2).every((x) => x >= 0.5 && x < 1));
    assert.equal(ends, 5);
});

test('a destroyed body reads as it last was, also when the memory grows before its events are over', () => {
    const world = new World({ gravity: [0, 0] });
    open.push(world);
    const body = world.createBody({ position: [3, 5], angle: 0.5, velocity: [1, 2],
        collider: { shape: 'circle', radius: 0.5 } });
    world.step();
    const before = read(body, BODY.filter((name) => name !== 'colliders'));
    const { buffer } = world.transforms;
    body.destroy();
    for (let size = 1000; world.transforms.buffer === buffer; size *= 2)
        world.createBodies(size, { positions: new Float32Array(2 * size),
            collider: { shape: 'circle', radius: 0.1 } });
    assert.equal(buffer.byteLength, 0, 'the memory has grown');
    assert.deepEqual(read(body, Object.keys(before)), before);
});
