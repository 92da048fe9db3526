// 'mica2d/break': what is cut or broken keeps area, mass, momentum and angular momentum, the parts do not overlap, joints go with
// their anchors, and what is loaded beyond its impulse breaks by itself, also where the load was set on it gently.
import assert from 'node:assert/strict';
import test from 'node:test';
import { World } from '../../js/index.js';
import { breakable, cut, fracture } from '../../js/break.js';
import { createRope } from '../../js/builders.js';
import { Replay, startRecording, stopRecording } from '../../js/recording.js';
import { createWorkerWorld } from '../../js/worker.js';
import { part } from '../sample.mjs';
import { near, refuses } from './helpers.mjs';

/** @import { Body } from '../../js/index.js' */

/** @param {number} seed */
function chanceFrom(seed) {
    let state = seed;
    return () => (state = (state * 16807) % 2147483647) / 2147483647;
}

/** Area, and polar moments about the origin, by sums over the corners. @param {number[][]} points */
function momentsOf(points) {
    let [area, x, y, second] = [0, 0, 0, 0];
    points.forEach(([ax, ay], i) => {
        const [bx, by] = points[(i + 1) % points.length];
        const cross = ax * by - bx * ay;
        area += cross / 2;
        x += cross * (ax + bx) / 6;
        y += cross * (ay + by) / 6;
        second += cross * (ax * ax + ax * bx + bx * bx + ay * ay + ay * by + by * by) / 12;
    });
    const sign = Math.sign(area);
    return [area, x, y, second].map((each) => sign * each);
}

/** The area of a shape in its body's space, from its numbers. @param {any} shape */
function areaOf(shape) {
    const { radius = 0 } = shape;
    if (shape.shape === 'circle') return Math.PI * radius ** 2;
    if (shape.shape === 'capsule')
        return radius
            * (Math.PI * radius + 2 * Math.hypot(shape.a[0] - shape.b[0], shape.a[1] - shape.b[1]));
    const perimeter = shape.points.reduce(
        (/** @type {number} */ sum, /** @type {number[]} */ [x, y], /** @type {number} */ i) => {
            const [ox, oy] = shape.points[(i + 1) % shape.points.length];
            return sum + Math.hypot(ox - x, oy - y);
        },
        0,
    );
    return momentsOf(shape.points)[0] + perimeter * radius + Math.PI * radius ** 2;
}

/** @param {Body<any>[]} bodies */
const areaOfAll = (bodies) =>
    bodies.flatMap(({ colliders }) => colliders.map(({ shape }) => areaOf(shape)))
        .reduce((a, b) => a + b, 0);

/** Mass, momentum, and angular momentum about a point. @param {Body<any>[]} bodies @param {number} x @param {number} y */
function motionOf(bodies, x, y) {
    const sums = [0, 0, 0, 0];
    for (const body of bodies) {
        const { mass, inertia, vx, vy, angularVelocity, center } = body;
        sums[0] += mass;
        sums[1] += mass * vx;
        sums[2] += mass * vy;
        sums[3] += inertia * angularVelocity
            + mass * ((center[0] - x) * vy - (center[1] - y) * vx);
    }
    return sums;
}

/** The corners of polygons in the world. @param {Body<any>} body */
const polygonsOf = (body) =>
    body.colliders.flatMap(({ shape }) =>
        shape.shape === 'polygon' && !shape.radius
            ? [/** @type {any} */ (shape.points).map((/** @type {number[]} */ [x, y]) =>
                body.worldPoint(x, y)
            )]
            : []
    );

/** By how much two convex polygons overlap, by the separating axis. @param {number[][]} a @param {number[][]} b */
function overlapOf(a, b) {
    let depth = Infinity;
    for (const [one, other] of [[a, b], [b, a]]) {
        const sign = Math.sign(momentsOf(one)[0]) || 1;
        one.forEach(([x, y], i) => {
            const [u, v] = one[(i + 1) % one.length];
            const length = Math.hypot(u - x, v - y);
            const reach = Math.max(
                ...other.map(([p, q]) => -sign * ((v - y) * (p - x) - (u - x) * (q - y)) / length),
            );
            depth = Math.min(depth, reach);
        });
    }
    return depth;
}

/** The deepest overlap of polygons of two bodies. @param {Body<any>[]} bodies */
function deepest(bodies) {
    const all = bodies.map(polygonsOf);
    let depth = -Infinity;
    for (let i = 0; i < all.length; ++i)
        for (let k = 0; k < i; ++k)
            for (const a of all[i])
                for (const b of all[k]) depth = Math.max(depth, overlapOf(a, b));
    return depth;
}

/** Bodies of every kind of shape. @type {((chance: () => number) => any[])[]} */
const SHAPES = [
    (chance) => [{ shape: 'circle', radius: 0.2 + chance() }],
    (chance) => [{ shape: 'box', width: 0.4 + 2 * chance(), height: 0.3 + chance() }],
    (chance) => [{ shape: 'capsule', a: [-chance(), 0], b: [0.2 + chance(), 0.3], radius: 0.1
        + 0.4 * chance() }],
    (chance) => [{ shape: 'box', width: 1, height: 0.6 + chance(), radius: 0.15, angle: chance() }],
    () => [{ shape: 'polygon', points: Array.from({ length: 8 }, (_, i) => [
        Math.cos(i * Math.PI / 4),
        Math.sin(i * Math.PI / 4),
    ]) }],
    () => [{ shape: 'outline',
        points: [[0, 0], [3, 0], [3, 2], [2.4, 2], [2.4, 0.6], [0.6, 0.6], [0.6, 2], [0, 2]] }],
    (chance) => [{ shape: 'outline', points: Array.from({ length: 14 }, (_, i) => {
        const r = (i % 2 ? 0.6 : 1.4) + 0.2 * chance();
        return [r * Math.cos(i * Math.PI / 7), r * Math.sin(i * Math.PI / 7)];
    }) }],
    (
        chance,
    ) => [{ shape: 'box', width: 3, height: 0.3, density: 2 }, { shape: 'circle', radius: 0.5,
        center: [1.6, 0.3], density: 0.5 + chance() }, { shape: 'box', width: 0.4, height: 0.9,
        center: [-1, 0.6] }],
];

const CUTS = part(10_000, 5);

test('10,000 cuts keep area, mass, momentum and angular momentum, and the parts do not overlap', () => {
    const chance = chanceFrom(77);
    const between = (/** @type {number} */ a, /** @type {number} */ b) => a + (b - a) * chance();
    const world = new World({ gravity: [0, 0] });
    let [cuts, made, worst, tries] = [0, 0, -Infinity, 0];
    while (cuts < CUTS) {
        ++tries;
        const [x, y] = [between(-30, 30), between(-30, 30)];
        const body = world.createBody({ position: [x, y], angle: between(-9, 9),
            velocity: [between(-20, 20), between(-20, 20)], angularVelocity: between(-10, 10),
            colliders: SHAPES[tries % SHAPES.length](chance) });
        if (tries % 5 === 0)
            body.setMass({ mass: between(0.5, 8), inertia: between(0.5, 8),
                center: [between(-0.3, 0.3), between(-0.3, 0.3)] });
        // Cut again and again, with what is left.
        let parts = [body];
        for (let i = 0; i < 4 && cuts < CUTS; ++i) {
            const target = parts[Math.floor(chance() * parts.length)];
            const [cx, cy] = target.center;
            const [px, py] = [cx + between(-0.6, 0.6), cy + between(-0.6, 0.6)];
            const angle = between(0, 7);
            const [dx, dy] = [9 * Math.cos(angle), 9 * Math.sin(angle)];
            const before = motionOf([target], cx, cy);
            const area = areaOfAll([target]);
            const { inertia, mass, angularVelocity: spin } = target;
            const speed = Math.hypot(target.vx, target.vy);
            const pieces = cut(target, [px - dx, py - dy], [px + dx, py + dy]);
            if (pieces.length === 1) continue;
            ++cuts;
            made += pieces.length;
            const after = motionOf(pieces, cx, cy);
            near(areaOfAll(pieces), area, 1e-5 * area, `area, cut ${cuts}`);
            near(after[0], mass, 1e-5 * mass, `mass, cut ${cuts}`);
            const momentum = mass * (speed + Math.abs(spin));
            near(after[1], before[1], 1e-5 * momentum, `momentum, cut ${cuts}`);
            near(after[2], before[2], 1e-5 * momentum, `momentum, cut ${cuts}`);
            // Positions far from the origin are good to 2e-6 m.
            near(after[3], before[3], 1e-5 * (inertia * Math.abs(spin) + mass * speed),
                `angular momentum, cut ${cuts}`);
            worst = Math.max(worst, deepest(pieces));
            parts = [...parts.filter((each) => each !== target), ...pieces];
        }
        for (const part of parts) part.destroy();
    }
    assert.ok(worst < 0.005, `${worst} m deep`);
    assert.ok(made > 2.02 * cuts, `${made} parts of ${cuts} cuts`);
    world.destroy();
});

test('a fracture keeps them too, the same by the same seed, with smaller pieces around the point', () => {
    const chance = chanceFrom(5);
    const world = new World({ gravity: [0, 0] });
    for (let i = 0; i < 200; ++i) {
        const body = world.createBody({ position: [3 * chance(), 4], angle: 6 * chance(),
            velocity: [chance(), 9 * chance()], angularVelocity: 8 * chance(),
            colliders: SHAPES[i % SHAPES.length](chance) });
        const [cx, cy] = body.center;
        const [before, area] = [motionOf([body], cx, cy), areaOfAll([body])];
        const pieces = fracture(body, { pieces: 2 + i % 20, seed: i, point: [cx, cy] });
        assert.ok(pieces.length > 1, `${pieces.length} pieces of ${i}`);
        const after = motionOf(pieces, cx, cy);
        near(areaOfAll(pieces), area, 1e-5 * area, `area ${i}`);
        near(after[0], before[0], 1e-5 * before[0], `mass ${i}`);
        const momentum = before[0] * 20;
        for (const k of [1, 2, 3]) near(after[k], before[k], 1e-5 * momentum, `motion ${i}`);
        assert.ok(deepest(pieces) < 0.005, `${deepest(pieces)} m`);
        for (const each of pieces) each.destroy();
    }
    const plate = () => world.createBody({ collider: { shape: 'box', width: 6, height: 6 } });
    const masses = (/** @type {number} */ seed) => {
        const pieces = fracture(plate(), { pieces: 24, seed, point: [-2, -2] });
        const found = pieces.map(({ mass, center }) => [mass, ...center]);
        for (const each of pieces) each.destroy();
        return found;
    };
    assert.deepEqual(masses(9), masses(9));
    assert.notDeepEqual(masses(9), masses(10));
    const sized = masses(9).map(([mass, x, y]) => ({ mass, far: Math.hypot(x + 2, y + 2) }))
        .sort((a, b) => a.far - b.far);
    assert.equal(sized.length, 24);
    const mean = (/** @type {typeof sized} */ list) =>
        list.reduce((sum, { mass }) => sum + mass, 0) / list.length;
    assert.ok(2 * mean(sized.slice(0, 8)) < mean(sized.slice(16)), 'smaller near the point');
    world.destroy();
});

test('a line cuts what it crosses from edge to edge; a U cut across both legs gives three', () => {
    const world = new World({ gravity: [0, 0] });
    const u = () =>
        world.createBody({
            collider: { shape: 'outline',
                points: [[0, 0], [5, 0], [5, 4], [4, 4], [4, 1], [1, 1], [1, 4], [0, 4]] },
        });
    assert.equal(cut(u(), [-1, 2], [6, 2]).length, 3);
    assert.equal(cut(u(), [-1, 2], [2, 2]).length, 2, 'one leg');
    assert.equal(cut(u(), [0.5, 2], [6, 2]).length, 2, 'the other leg');
    assert.equal(cut(u(), [-1, 2], [0.5, 2]).length, 1, 'it ends inside');
    assert.equal(cut(u(), [0.4, 2], [0.6, 2]).length, 1);
    assert.equal(cut(u(), [0.4, 2], [0.6, 2], { extend: true }).length, 3);
    assert.equal(cut(u(), [-1, 9], [9, 9]).length, 1, 'it passes by');
    assert.equal(cut(u(), [-1, 0.002], [9, 0.002]).length, 1, 'a sliver of 2 mm stays');
    assert.equal(cut(u(), [-1, 0.9], [0.12, -1], { minArea: 2 }).length, 1, 'too small');
    // A ring stays one body until it is cut twice.
    const ring = () =>
        world.createBody({
            colliders: [[0, 2, 5, 1], [0, -2, 5, 1], [-2, 0, 1, 3], [2, 0, 1, 3]].map((
                [x, y, width, height],
            ) => ({ shape: 'box', width, height, center: [x, y] })),
        });
    assert.equal(cut(ring(), [0, 1], [0, 4]).length, 1);
    assert.equal(cut(ring(), [0, 4], [0, -4]).length, 2);
    // Along the common edge of two colliders, and part of it.
    const pair = () =>
        world.createBody({
            colliders: [{ shape: 'box', width: 1, height: 1, center: [-0.5, 0] }, { shape: 'box',
                width: 1, height: 1, center: [0.5, 0] }],
        });
    assert.deepEqual(cut(pair(), [0, -1], [0, 1]).map(({ mass }) => mass), [1, 1]);
    assert.equal(cut(pair(), [0, -1], [0, 0]).length, 1);
    // Shapes that are apart stay on one body.
    const apart = world.createBody({
        colliders: [-3, 0, 3].map((x) => ({ shape: 'circle', radius: 0.5, center: [x, 0] })),
    });
    const halves = cut(apart, [3, 3], [3, -3]);
    assert.deepEqual(
        halves.map(({ colliders }) =>
            colliders.filter(({ shape }) => shape.shape === 'circle').length
        ),
        [2, 0],
    );
    assert.equal(halves[0].colliders.filter(({ shape }) => shape.shape === 'circle').length, 2);
    assert.equal(cut(halves[0], [-1.5, 3], [-1.5, -3], { extend: true }).length, 2);
    world.destroy();
});

test('the parts have all settings; the largest is the body, with its handles', () => {
    const world = new World({ layers: { fruit: { fruit: 'solid' } }, gravity: [0, 0] });
    const other = world.createBody({ position: [20, 0], collider: { shape: 'circle', radius: 1 } });
    const body = world.createBody({ position: [1, 2], angle: 0.4, linearDamping: 0.3,
        angularDamping: 0.2, gravityScale: 0.5, bullet: true, maxSpeed: 77, canSleep: false,
        userData: { name: 'melon' },
        colliders: [{ shape: 'box', width: 4, height: 1, layer: 'fruit', friction: 0.1,
            restitution: 0.3, density: 3, group: 4, rollingResistance: 0.1, tangentSpeed: 2,
            frictionCombine: 'min', arcade: true, oneWay: [0, 1], userData: 'rind' }, {
            shape: 'circle',
            radius: 0.6,
            center: [-1.5, 0],
            layer: 'fruit',
        }] });
    const [box, circle] = body.colliders;
    body.ignore(other);
    body.dropThrough = true;
    const at = body.worldPoint(0.7, 0), up = body.worldVector(0, 2);
    const parts = cut(body, [at[0] - up[0], at[1] - up[1]], [at[0] + up[0], at[1] + up[1]]);
    assert.equal(parts.length, 2);
    const [rest, made] = parts;
    assert.equal(rest, body);
    assert.deepEqual([box.alive, circle.alive, circle.shape.shape], [true, true, 'circle']);
    for (const key
        of /** @type {const} */ (['position', 'linearDamping', 'angularDamping', 'gravityScale',
            'bullet', 'maxSpeed', 'canSleep', 'userData', 'dropThrough', 'type']))
        assert.deepEqual(made[key], body[key], key);
    near(made.angle, body.angle, 1e-6);
    const [piece] = made.colliders;
    for (const key
        of /** @type {const} */ (['layer', 'friction', 'restitution', 'density', 'group',
            'rollingResistance', 'tangentSpeed', 'frictionCombine', 'arcade', 'oneWay',
            'userData']))
        assert.deepEqual(piece[key], box[key], key);
    assert.ok(made.ignores(other));
    near(made.mass, 3 * 1.3, 1e-3);
    world.destroy();
});

test('static and kinematic bodies are cut, and those whose motion is locked', () => {
    const world = new World();
    const collider = /** @type {const} */ ({ shape: 'box', width: 4, height: 1 });
    const wall = cut(world.createBody({ type: 'static', collider }), [0.5, 2], [0.5, -2]);
    assert.deepEqual(wall.map(({ type }) => type), ['static', 'static']);
    const lift = cut(
        world.createBody({ type: 'kinematic', velocity: [1, 2], angularVelocity: 3,
            position: [9, 9], collider }),
        [9.5, 12],
        [9.5, 2],
    );
    for (const { type, velocity, angularVelocity } of lift)
        assert.deepEqual([type, velocity, angularVelocity], ['kinematic', [1, 2], 3]);
    const locked = cut(
        world.createBody({ lockX: true, lockRotation: true, velocity: [0, 2], position: [19, 9],
            collider }),
        [19.5, 12],
        [19.5, 2],
    );
    for (const { velocity, lockX, lockRotation } of locked)
        assert.deepEqual([velocity, lockX, lockRotation], [[0, 2], true, true]);
    const stiff = world.createBody({ position: [0, 30], velocity: [3, 0], collider });
    stiff.setMass({ mass: 5, inertia: 0 });
    for (const { inertia, velocity } of fracture(stiff, { pieces: 5 }))
        assert.deepEqual([inertia, velocity], [0, [3, 0]]);
    world.step();
    world.destroy();
});

test('joints go to the part that has their anchor, with their settings; gears with their joints', () => {
    const world = new World({ gravity: [0, 0] });
    const plank = world.createBody({ collider: { shape: 'box', width: 8, height: 0.4 } });
    const ends = [-3.5, -3, 3, 3.5].map((x) =>
        world.createBody({ position: [x, 2], collider: { shape: 'box', width: 0.2, height: 0.2 } })
    );
    const settings = /** @type {const} */ ([
        { type: 'revolute', limit: [-1, 1], motor: { speed: 2, maxTorque: 3 } },
        { type: 'distance', limit: [0, 5], spring: { hertz: 2, dampingRatio: 0.5, maxForce: 20 } },
        { type: 'weld', hertz: 3, dampingRatio: 0.7 },
        { type: 'prismatic', localAxisA: [0, 1], limit: [-2, 3] },
        { type: 'wheel', localAxisA: [0, 1], spring: { hertz: 4 } },
        { type: 'motor', maxForce: 5, maxTorque: 6, linearVelocity: [1, 0] },
        { type: 'ratchet', ratchet: 0.3 },
        { type: 'pulley', groundAnchorA: [3, 5], groundAnchorB: [4, 5], length: 6 },
    ]);
    const joints = settings.map((each, i) =>
        world.createJoint(
            /** @type {any} */ ({ ...each, bodyA: plank, bodyB: ends[2 + i % 2],
                localAnchorA: [3 + 0.1 * i, 0], localAnchorB: [0.1, 0], breakForce: 900,
                collideConnected: true, userData: i }),
        )
    );
    const left = world.createJoint({ type: 'revolute', bodyA: ends[0], bodyB: plank,
        localAnchorA: [0, -2], localAnchorB: [-3.5, 0] });
    const hand = world.createJoint({ type: 'target', bodyB: plank, localAnchorB: [3.2, 0.1],
        target: [5, 5], maxForce: 9 });
    const second = world.createJoint({ type: 'revolute', bodyA: ends[1], bodyB: ends[0],
        anchor: [-3, 2] });
    world.createJoint({ type: 'gear', jointA: joints[0], jointB: second, ratio: -2,
        userData: 'gear' });
    const read = (/** @type {any} */ joint) => {
        const { type, localAnchorA, localAnchorB, limit, motor, spring, hertz, dampingRatio,
            localAxisA, referenceAngle, length, ratio, sum, target, maxForce, maxTorque, breakForce,
            breakTorque, collideConnected, ratchet, phase, linearVelocity, userData,
            groundAnchorA } = joint;
        return { type, localAnchorA, localAnchorB, limit, motor, spring, hertz, dampingRatio,
            localAxisA, referenceAngle, length, ratio, sum, target, maxForce, maxTorque, breakForce,
            breakTorque, collideConnected, ratchet, phase, linearVelocity, userData,
            groundAnchorA };
    };
    const wanted = [...joints, hand].map(read);
    /** @type {[any, any][]} */
    const moved = [];
    const [rest, part] = cut(plank, [1, 3], [1, -3], { joint(old, made) {
        assert.ok(old.alive && made.alive);
        moved.push([old, made]);
    } });
    assert.equal(rest, plank);
    assert.deepEqual([left.alive, left.bodyB, plank.joints.length], [true, plank, 1]);
    assert.ok(joints.every(({ alive }) => !alive) && !hand.alive);
    assert.equal(moved.length, 10);
    const renewed = new Map(moved);
    [...joints, hand].forEach((joint, i) => {
        const fresh = renewed.get(joint);
        assert.deepEqual(read(fresh), wanted[i]);
        assert.ok(fresh.bodyA === part || fresh.bodyB === part);
    });
    const gear = world.joints.find(({ type }) => type === 'gear');
    assert.deepEqual([gear?.jointA, gear?.jointB, gear?.ratio, gear?.userData], [
        renewed.get(joints[0]),
        second,
        -2,
        'gear',
    ]);
    for (let i = 0; i < 60; ++i) world.step();
    assert.ok(world.joints.every(({ alive }) => alive));
    world.destroy();
});

test('a rope that is cut falls in two', () => {
    const world = new World({ gravity: [0, -10] });
    const hook = world.createBody({ type: 'static', position: [0, 10],
        collider: { shape: 'circle', radius: 0.1 } });
    const ball = world.createBody({ position: [0, 5], collider: { shape: 'circle', radius: 0.4 } });
    const { bodies } = createRope(world, { from: [0, 10], to: [0, 5], bodyA: hook, bodyB: ball,
        links: 10, width: 0.1 });
    for (let i = 0; i < 60; ++i) world.step();
    near(ball.y, 5, 0.2);
    const link = bodies[5];
    const [x, y] = link.center;
    const parts = cut(link, [x - 1, y + 0.02], [x + 1, y - 0.02]);
    assert.equal(parts.length, 2);
    assert.deepEqual(parts.map(({ joints }) => joints.length), [1, 1]);
    for (let i = 0; i < 60; ++i) world.step();
    assert.ok(ball.y < 1, 'it fell');
    assert.ok(bodies[0].y > 9, 'the rest hangs');
    world.destroy();
});

/** A plank on two posts, and a crate of 8 kg to be set on it. @param {World<any>} world */
function shelf(world) {
    for (const x of [-2, 2])
        world.createBody({ type: 'static', position: [x, 0.5],
            collider: { shape: 'box', width: 0.4, height: 1 } });
    const plank = world.createBody({ position: [0, 1.1],
        collider: { shape: 'box', width: 5, height: 0.2 } });
    return { plank,
        set: () =>
            world.createBody({ position: [0.3, 1.7005],
                collider: { shape: 'box', width: 1, height: 1, density: 8 } }) };
}

test('a plank breaks under a crate that is set on it, and not under itself', () => {
    for (const lines of [undefined, [[[0, 1], [0, -1]]]]) {
        const world = new World();
        const { plank, set } = shelf(world);
        /** @type {any[]} */
        const heard = [];
        const options = { impulse: 1.2, ...(lines ? { lines } : { pieces: 6, seed: 4 }) };
        const watch = breakable(plank,
            /** @type {any} */ ({ ...options, before: (/** @type {any} */ breaking) => {
                heard.push(['before', breaking.other, breaking.body.colliders.length]);
                return heard.length > 1;
            }, after: (/** @type {any} */ pieces, /** @type {any} */ { impulse, y }) => {
                heard.push(['after', pieces.length, pieces[0]]);
                near(impulse, 8 / 6, 0.3);
                near(y, 1.2, 0.03);
            } }));
        for (let i = 0; i < 200; ++i) world.step();
        assert.deepEqual(heard, []);
        const crate = set();
        for (let i = 0; i < 120; ++i) world.step();
        assert.deepEqual(heard.slice(0, 2), [['before', crate, 1], ['before', crate, 1]]);
        assert.equal(heard.length, 3, 'it breaks once');
        assert.ok(lines ? heard[2][1] === 2 : heard[2][1] > 3, `${heard[2][1]} pieces`);
        assert.equal(heard[2][2], plank);
        assert.ok(crate.y < 1.2, 'the crate falls through');
        watch.stop();
        watch.stop();
        assert.equal(world.loadImpulse, 0);
        world.destroy();
    }
});

test('a vase breaks as it lands, and once more where the world is taken back', () => {
    const world = new World({ loadImpulse: 50 });
    world.createBody({ type: 'static', collider: { shape: 'box', width: 20, height: 1 } });
    const vase = world.createBody({ position: [0, 4],
        collider: { shape: 'capsule', a: [0, 0], b: [0, 0.6], radius: 0.3 } });
    let broke = 0;
    const watch = breakable(vase, { impulse: 3, after: () => ++broke });
    assert.equal(world.loadImpulse, 3);
    const start = world.snapshot();
    const run = () => {
        for (let i = 0; i < 120; ++i) world.step();
        return [broke, world.bodies.length, world.hash()];
    };
    const first = run();
    assert.equal(first[0], 1);
    assert.ok(Number(first[1]) > 4, `${first[1]} bodies`);
    world.restore(start);
    assert.equal(vase.colliders.length, 1);
    assert.deepEqual(run(), [2, first[1], first[2]]);
    watch.stop();
    assert.equal(world.loadImpulse, 50, 'what the game had set');
    world.destroy();
});

test('what cannot be cut or broken is refused, and stays', () => {
    const world = new World();
    const body = world.createBody({ collider: { shape: 'box', width: 4, height: 1 } });
    const hash = world.hash();
    const bad = /** @type {[() => unknown, any, RegExp][]} */ ([
        [() => cut(/** @type {any} */ (null), [0, 0], [1, 1]), TypeError, /^cut: body must be/],
        [() => cut(/** @type {any} */ ({ inertia: 1 }), [0, 0], [1, 1]), TypeError, /^cut: body/],
        [() => cut(body, /** @type {any} */ ([0]), [1, 1]), TypeError, /^cut: from/],
        [() => cut(body, [0, 0], [NaN, 1]), RangeError, /^cut: to/],
        [() => cut(body, [2, 1], [2, 1]), RangeError, /^cut: to must be at least/],
        [() => cut(body, [0, 9], [0, -9], /** @type {any} */ ({ extnd: true })), TypeError,
            /extnd/],
        [() => cut(body, [0, 9], [0, -9], { extend: /** @type {any} */ (1) }), TypeError,
            /^cut: options\.extend/],
        [() => cut(body, [0, 9], [0, -9], { minArea: -1 }), RangeError, /^cut: options\.minArea/],
        [() => cut(body, [0, 9], [0, -9], { joint: /** @type {any} */ (3) }), TypeError,
            /^cut: options\.joint/],
        [() => fracture(body, { pieces: 1 }), RangeError, /^fracture: options\.pieces/],
        [() => fracture(body, { pieces: 1.5 }), RangeError, /^fracture: options\.pieces/],
        [() => fracture(body, { seed: -1 }), RangeError, /^fracture: options\.seed/],
        [() => fracture(body, { point: /** @type {any} */ ('x') }), TypeError,
            /^fracture: options\.point/],
        [() => breakable(body, /** @type {any} */ ({})), TypeError, /^breakable: options\.impulse/],
        [() => breakable(body, { impulse: 0 }), RangeError, /^breakable: options\.impulse/],
        [() => breakable(body, { impulse: 1, lines: [] }), RangeError,
            /^breakable: options\.lines/],
        [() => breakable(body, { impulse: 1, lines: [[[0, 0], [0, 0]]] }), RangeError,
            /^breakable: options\.lines\[0\]/],
        [() => breakable(body, { impulse: 1, pieces: 3, lines: [[[0, 0], [0, 1]]] }), TypeError,
            /^breakable: give either/],
        [() => breakable(body, { impulse: 1, after: /** @type {any} */ ({}) }), TypeError,
            /^breakable: options\.after/],
    ]);
    for (const [call, type, message] of bad)
        assert.throws(call, (/** @type {any} */ error) => {
            assert.ok(error instanceof type && message.test(error.message), String(error));
            return true;
        });
    const tiles = world.createBody({ type: 'static',
        collider: { shape: 'tiles', columns: 1, rows: 1, cells: [1] } });
    assert.throws(() => cut(tiles, [0, 9], [0, -9]), /^TypeError: cut: body must be of circles/);
    assert.throws(() => fracture(world.createBody()),
        /^TypeError: fracture: body must have a collider/);
    const { body: walker } = world.createMover({ position: [9, 9],
        collider: { shape: 'circle', radius: 0.5 } });
    assert.throws(() => cut(walker, [9, 0], [9, 20]),
        /^TypeError: cut: body must be moved by no mover/);
    const gone = world.createBody({ collider: { shape: 'circle', radius: 1 } });
    gone.destroy();
    refuses(() => cut(gone, [0, 9], [0, -9]), 'STALE_BODY', 'Body.velocityAt');
    assert.equal(world.loadImpulse, 0);
    assert.equal(body.colliders.length, 1);
    assert.ok(hash);
    world.destroy();
});

test('a recording has what was cut and broken', () => {
    const world = new World();
    const { plank, set } = shelf(world);
    startRecording(world, { hashEvery: 1 });
    const watch = breakable(plank, { impulse: 1.2 });
    set();
    for (let i = 0; i < 30; ++i) world.step();
    const [x, y] = plank.center;
    cut(plank, [x - 3, y], [x + 3, y + 0.01], { extend: true });
    for (let i = 0; i < 60; ++i) world.step();
    const count = world.bodies.length;
    const replay = Replay.open(stopRecording(world));
    assert.equal(replay.verify(), null);
    replay.seek(replay.steps);
    assert.ok(count > 5);
    assert.equal(replay.world.bodies.length, count);
    watch.stop();
    replay.destroy();
    world.destroy();
});

test('a body of a world in a worker is refused on the page', async () => {
    const world = await createWorkerWorld();
    const body =
        /** @type {any} */ (world.createBody({ collider: { shape: 'circle', radius: 1 } }));
    for (const call of [() => cut(body, [-2, 0], [2, 0]), () => fracture(body),
        () => breakable(body, { impulse: 1 })])
        assert.throws(call, /^TypeError: \w+: body must be a Body of a world in this thread/);
    world.destroy();
});

test('a module cuts and breaks in the worker; the page has the parts', async () => {
    const world = await createWorkerWorld({}, {
        module: new URL('./modules/breaking.mjs', import.meta.url),
    });
    /** @type {any[]} */
    const heard = [];
    world.on('message', (message) => heard.push(message));
    world.createBody({ type: 'static', position: [0, -0.5],
        collider: { shape: 'box', width: 40, height: 1 } });
    const [melon, vase] = [-5, 5].map((x) =>
        world.createBody({ position: [x, 3], collider: { shape: 'circle', radius: 0.5 } })
    );
    world.post({ body: vase, impulse: 2 });
    world.post({ body: melon, from: [-6, 3], to: [-4, 3.1] });
    for (let i = 0; i < 90; ++i) await world.step();
    assert.deepEqual(heard, [2, 4]);
    assert.equal(world.bodies.length, 7);
    world.destroy();
});

test('a body of a world in another unit of length is cut as one in metres', () => {
    const cutIn = (/** @type {number} */ unit) => {
        const world = new World({ lengthUnit: unit, gravity: [0, 0] });
        const body = world.createBody({ collider: { shape: 'circle', radius: 0.5 * unit } });
        const parts = cut(body, [-2 * unit, 0.1 * unit], [2 * unit, 0.1 * unit]);
        const found = parts.map(({ mass, colliders }) => [mass, colliders.length]);
        world.destroy();
        return found;
    };
    assert.deepEqual(cutIn(32), cutIn(1));
});
