// A running frame allocates nothing on the JavaScript heap. Each kind of frame is warmed up until
// V8 has compiled it, then run 2,000 times while the used heap is watched. The smallest thing V8
// can allocate takes 16 bytes, 12 at the least, so one allocation a frame would show as 24,000
// bytes or more; the bound is 1 byte a frame, 2,000 in all, which leaves room for nothing but the
// measuring itself. The least of several rounds counts: the engine's own compiling may fall into
// one of them, an allocation of ours would be in every one. Frames sum up in local variables: a
// number with a fraction that is stored in a closure's variable is itself an object to V8.
import assert from 'node:assert/strict';
import test from 'node:test';
import v8 from 'node:v8';
import vm from 'node:vm';
import { Clock, TILE, World } from '../../js/index.js';
import { circleCasts, rayCasts } from '../../js/batches.js';
import { createCar } from '../../js/builders.js';
import { preview } from '../../js/preview.js';
import { Platformer } from '../../js/platformer.js';
import { Rollback } from '../../js/rollback.js';
import { TopDown } from '../../js/top-down.js';
import { SideCar, TopDownCar } from '../../js/vehicle.js';
import { gameLayers } from './helpers.mjs';

v8.setFlagsFromString('--expose-gc');
const collectGarbage = /** @type {() => void} */ (vm.runInNewContext('gc'));

const FRAMES = 2000;

/** @param {() => void} frame */
function bytesPerRun(frame) {
    const runs = () => {
        for (let i = 0; i < FRAMES; ++i) frame();
    };
    runs();
    runs();
    runs();
    let least = Infinity;
    for (let round = 0; round < 30 && least >= FRAMES; ++round) {
        collectGarbage();
        // What V8 caches and drops when it collects is made again, once.
        for (let i = 0; i < 50; ++i) frame();
        const before = process.memoryUsage().heapUsed;
        runs();
        const used = process.memoryUsage().heapUsed - before;
        // Less than nothing means that garbage was collected meanwhile, so there was some.
        if (used >= 0) least = Math.min(least, used);
    }
    return least;
}

/**
 * @param {string} title
 * @param {() => { world: World, frame: () => void }} make
 */
function allocatesNothing(title, make) {
    test(title, () => {
        const { world, frame } = make();
        const bytes = bytesPerRun(frame);
        assert.ok(bytes < FRAMES, `${bytes} bytes in ${FRAMES} frames`);
        world.destroy();
    });
}

let sink = /** @type {any} */ (0);

/**
 * Numbers that are objects already, as V8 keeps them in a mixed array: passing one on makes no new
 * one. A number computed in the frame is the frame's own allocation if the call it goes into isn't
 * compiled into the frame.
 * @param {number[]} numbers
 * @returns {number[]}
 */
function ready(numbers) {
    return /** @type {any} */ ([...numbers, 'mixed']);
}

/**
 * A box of bouncing balls: contacts begin, end and hit in every frame, nobody sleeps. @param
 * {number} count
 */
function bouncing(count) {
    const world = new World({
        gravity: [0, -10],
        sleep: false,
        layers: { ...gameLayers, ball: ['ball', 'wall'] },
    });
    world.createBody({
        type: 'static',
        colliders: [
            [0, -10, 22, 1],
            [0, 10, 22, 1],
            [-10, 0, 1, 22],
            [10, 0, 1, 22],
        ].map(([x, y, width, height]) => ({
            shape: /** @type {const} */ ('box'),
            center: /** @type {[number, number]} */ ([x, y]),
            width,
            height,
            layer: 'wall',
        })),
    });
    world.createBody({
        type: 'static',
        collider: { shape: 'circle', radius: 4, trigger: true, layer: 'ball' },
    });
    const positions = new Float32Array(2 * count).map((_, i) =>
        i % 2 ? Math.floor(i / 24) - 8 : ((i / 2) % 12) * 1.4 - 8
    );
    const velocities = new Float32Array(2 * count).map((_, i) => 9 * Math.sin(i * 7.1));
    const slots = world.createBodies(count, {
        positions,
        velocities,
        shape: { shape: 'circle', radius: 0.3 },
        layer: 'ball',
        restitution: 1,
        friction: 0,
    });
    const bodies = Array.from(
        slots,
        (slot) => /** @type {import('../../js/index.js').Body} */ (world.bodyAt(slot)),
    );
    return { world, bodies };
}

test('the measure sees one small object a frame', () => {
    const bytes = bytesPerRun(() => {
        sink = { sink: 1 };
    });
    assert.ok(bytes >= 12 * FRAMES, `${bytes} bytes`);
    assert.deepEqual(sink, { sink: 1 });
});

allocatesNothing('step()', () => {
    const { world } = bouncing(60);
    return { world, frame: () => world.step() };
});

allocatesNothing('step(dt, substeps)', () => {
    const { world } = bouncing(20);
    return { world, frame: () => world.step(1 / 120, 2) };
});

allocatesNothing('advance() of uneven frames', () => {
    const { world } = bouncing(40);
    const seconds = ready([0.004, 0.0083, 0.017, 0.021, 0.0012, 0.034]);
    let i = 0;
    return { world, frame: () => world.advance(seconds[i++ % 6]) };
});

allocatesNothing('clocks below clocks, with poses between steps and ahead of them', () => {
    const root = new Clock();
    const slow = new Clock({ parent: root, timeScale: 0.4 });
    const { world } = bouncing(40);
    const other = new World();
    world.clock = slow;
    world.poseMode = 'extrapolate';
    other.clock = root;
    const seconds = ready([0.004, 0.0083, 0.017, 0.021, 0.0012, 0.034]);
    let i = 0;
    return {
        world,
        frame: () => {
            slow.paused = i % 5 === 0;
            root.advance(seconds[i++ % 6]);
        },
    };
});

allocatesNothing('an empty world', () => {
    const world = new World();
    return { world, frame: () => world.advance(1 / 60) };
});

allocatesNothing('reading all views', () => {
    const { world } = bouncing(40);
    return {
        world,
        frame: () => {
            world.step();
            let sum = 0;
            const { transforms, velocities, forces, poses, flags, slots } = world;
            for (let i = 0; i < slots; ++i) {
                sum += transforms[4 * i]
                    + velocities[4 * i + 1]
                    + forces[4 * i]
                    + poses[4 * i + 2]
                    + (flags[i] & 1);
            }
            sink = sum > 1e300;
        },
    };
});

allocatesNothing('writing velocities and forces', () => {
    const { world, bodies } = bouncing(20);
    return {
        world,
        frame: () => {
            const { forces } = world;
            for (const { index } of bodies) forces[4 * index + 1] = 0.25;
            world.step();
        },
    };
});

// The getters return numbers that V8 would box if it did not compile the getter into its caller,
// which it does for a handful in one function, as games use them.

allocatesNothing('body getters: x, y, angle', () => {
    const { world, bodies } = bouncing(40);
    return {
        world,
        frame: () => {
            let sum = 0;
            for (let i = 0; i < bodies.length; ++i) {
                const body = bodies[i];
                sum += body.x + body.y + body.angle;
            }
            sink = sum > 1e300;
        },
    };
});

allocatesNothing('body getters: cos, sin, vx, vy, angularVelocity', () => {
    const { world, bodies } = bouncing(40);
    return {
        world,
        frame: () => {
            let sum = 0;
            for (let i = 0; i < bodies.length; ++i) {
                const body = bodies[i];
                sum += body.cos + body.sin + body.vx + body.vy + body.angularVelocity;
            }
            sink = sum > 1e300;
        },
    };
});

allocatesNothing('body getters: poseX, poseY, poseAngle', () => {
    const { world, bodies } = bouncing(40);
    return {
        world,
        frame: () => {
            let sum = 0;
            for (let i = 0; i < bodies.length; ++i) {
                const body = bodies[i];
                sum += body.poseX + body.poseY + body.poseAngle;
            }
            sink = sum > 1e300;
        },
    };
});

allocatesNothing('body getters: type, awake, enabled, alive, index', () => {
    const { world, bodies } = bouncing(40);
    return {
        world,
        frame: () => {
            let sum = 0;
            for (let i = 0; i < bodies.length; ++i) {
                const body = bodies[i];
                if (body.type === 'dynamic' && body.awake && body.enabled && body.alive)
                    sum += body.index;
            }
            sink = sum > 1e300;
        },
    };
});

allocatesNothing('body setters', () => {
    const { world, bodies } = bouncing(10);
    const values = ready([0.25, -0.75, 1.5, 0.125, -1.375]);
    let i = 0;
    return {
        world,
        frame: () => {
            const body = bodies[i % 10];
            const value = values[i++ % 5];
            body.setVelocity(value, value);
            body.applyForce(value, value);
            body.applyImpulse(value, value);
            body.angularVelocity = value;
            body.wake();
            world.step();
        },
    };
});

allocatesNothing('a loop over world.bodies', () => {
    const { world } = bouncing(40);
    return {
        world,
        frame: () => {
            let awake = 0;
            for (const body of world.bodies) if (body.awake) ++awake;
            sink = awake < 0;
        },
    };
});

allocatesNothing('points and velocities of a body, into an array', () => {
    const { world, bodies } = bouncing(10);
    const values = ready([0.25, -0.75, 1.5, 0.125, -1.375]);
    const out = /** @type {[number, number]} */ ([0.5, 0.5]);
    let i = 0;
    return {
        world,
        frame: () => {
            const body = bodies[i % 10];
            const value = values[i++ % 5];
            body.worldPoint(value, value, out);
            body.localPoint(value, value, out);
            body.worldVector(value, value, out);
            body.localVector(value, value, out);
            body.velocityAt(value, value, out);
            sink = out[0] > 1e300;
        },
    };
});

allocatesNothing('setTransforms of typed arrays', () => {
    const { world, bodies } = bouncing(40);
    const slots = Int32Array.from(bodies, ({ index }) => index);
    const options = { positions: new Float32Array(80), angles: new Float32Array(40),
        velocities: new Float32Array(80), angularVelocities: new Float32Array(40) };
    let i = 0;
    return {
        world,
        frame: () => {
            options.positions.fill(++i % 7);
            world.setTransforms(slots, options);
        },
    };
});

allocatesNothing('forces of frames that make two steps, and of frames that make none', () => {
    const { world, bodies } = bouncing(10);
    const values = ready([0.25, -0.75, 1.5, 0.125, -1.375]);
    const times = ready([0.25 / 60, 0.25 / 60, 2 / 60]);
    let i = 0;
    return {
        world,
        frame: () => {
            const body = bodies[i % 10];
            const value = values[i++ % 5];
            body.applyForce(value, value);
            body.applyTorque(value);
            world.advance(times[i % 3]);
        },
    };
});

allocatesNothing('iterating events, none of them', () => {
    const world = new World();
    world.createBody({ collider: { shape: 'circle', radius: 1 } });
    return {
        world,
        frame: () => {
            world.step();
            let count = 0;
            for (const event of world.events.contactBegin) count += event.x;
            for (const event of world.events.triggerEnter) count += event.trigger.index;
            for (const slot of world.events.asleep) count += slot;
            sink = count < -1e300;
        },
    };
});

allocatesNothing('iterating events, many of them', () => {
    const { world, bodies } = bouncing(100);
    const { events } = world;
    let seen = 0;
    return {
        world,
        frame: () => {
            world.advance(1 / 60);
            let sum = 0;
            for (const e of events.contactBegin)
                sum += e.x + e.y + e.nx + e.ny + e.speed + e.bodyA.index + e.colliderB.index;
            for (const e of events.contactEnd) sum += e.bodyB.index;
            for (const e of events.contactHit) sum += e.impulse;
            for (const e of events.triggerEnter)
                sum += e.trigger.index + (e.visitor === bodies[0] ? 1 : 0);
            for (const e of events.triggerExit) sum += e.visitorCollider.index;
            for (const slot of events.moved) sum += slot;
            seen += events.contactBegin.length;
            sink = sum > 1e300 || seen < 0;
        },
    };
});

allocatesNothing('iterating what stays, inside and in touch', () => {
    const { world, bodies } = bouncing(100);
    const { events } = world;
    let seen = 0;
    return {
        world,
        frame: () => {
            world.advance(1 / 60);
            let sum = 0;
            for (const e of events.triggerStay)
                sum += e.trigger.index + (e.visitor === bodies[0] ? 1 : 0) + e.pairs;
            for (const e of events.contactStay) sum += e.impulse + e.nx + e.bodyA.index;
            seen += events.triggerStay.length + events.contactStay.length;
            sink = sum > 1e300 || seen < 0;
        },
    };
});

// Not at(i)?.x ?? 0: what may be a number or undefined is an object to V8.
allocatesNothing('events by index, many of them', () => {
    const { world } = bouncing(100);
    const { events } = world;
    return {
        world,
        frame: () => {
            world.advance(1 / 60);
            let sum = 0;
            for (let i = 0; i < events.contactBegin.length; ++i) {
                const e = events.contactBegin.at(i);
                if (e) sum += e.x;
            }
            sink = sum > 1e300;
        },
    };
});

allocatesNothing('listeners', () => {
    const { world } = bouncing(60);
    let sum = 0;
    world.on('contactBegin', (e) => {
        sum += e.speed > 1 ? 1 : 0;
    });
    world.on('triggerEnter', (e) => {
        sum += e.visitor.index & 1;
    });
    world.on('woke', (body) => {
        sum += body.index & 1;
    });
    world.on('moved', (body) => {
        sum += body.index & 1;
    });
    world.on('triggerStay', (e) => {
        sum += e.trigger.index & 1;
    });
    world.on('contactStay', (e) => {
        sum += e.bodyA.index & 1;
    });
    return { world, frame: () => world.step() };
});

allocatesNothing('listeners of bodies, colliders and layers, and slots of events', () => {
    const { world, bodies } = bouncing(60);
    let sum = 0;
    world.on('contactBegin', { layers: ['ball', 'wall'] }, (e) => {
        sum += e.ny > 0.5 ? 1 : 0;
    });
    world.on('contactBegin', { layers: ['wall', 'ball'] }, (e) => {
        sum += e.ny > 0.5 ? 1 : 0;
    });
    for (const body of bodies) {
        body.on('contactBegin', (e) => {
            sum += e.nx > 0.5 ? 1 : e.bodyB.index & 1;
        });
        body.on('moved', (moved) => {
            sum += moved.index & 1;
        });
        body.colliders[0].on('contactEnd', (e) => {
            sum += e.colliderA.index & 1;
        });
    }
    world.on('afterStep', () => {
        const { array, length } = world.events.contactBegin;
        for (let i = 0; i < 2 * length; ++i) sum += array[i] & 1;
    });
    return { world, frame: () => world.step() };
});

allocatesNothing('circles at once, one ray, nearest points and overlaps into what is there already',
    () => {
        const { world } = bouncing(60);
        const circles = new Float32Array(50).map((_, i) => (i % 5 === 2 ? 0.3 : 9 * Math.sin(i)));
        const many = { out: circleCasts(world, circles), ignore: world.createBody() };
        const first = world.rayCast(0, 30, 0, -60);
        assert.ok(first);
        const one = { out: first, layers: ['wall', 'ball'] };
        const close = world.closestPoint(0, 0, 100);
        assert.ok(close);
        const nearest = { out: close };
        /** @type {import('../../js/index.js').OverlapOptions} */
        const list = { out: [], ignore: [many.ignore] };
        return {
            world,
            frame: () => {
                world.step();
                const { f32 } = circleCasts(world, circles, many);
                const hit = world.rayCast(0, 30, 0, -60, one);
                const any = world.rayCastAny(0, 30, 0, -60);
                const point = world.closestPoint(0, 0, 100, nearest);
                const touched = world.touch(0, 0, 100, nearest);
                // How many there are does not change: a list that grows takes memory.
                const there = world.overlapBox(-1e6, -1e6, 1e6, 1e6, list).length;
                sink = f32[2] > 2 || (hit?.x ?? 0) > 1e9 || (point?.distance ?? 0) > 1e9
                    || touched === null || there > 1e6 || any;
            },
        };
    });

allocatesNothing('hits of maps, chains and others into what is there already', () => {
    const world = new World({ layers: { coin: {} } });
    world.createBody({
        type: 'static',
        collider: { shape: 'tiles', columns: 3, cells: [10, 20, 10],
            map: { 10: TILE.FULL, 20: { tile: TILE.FULL, layer: 'coin', userData: 30 } } },
    });
    world.createBody({ type: 'static',
        collider: { shape: 'chain', points: [10, 0, 11, 0, 12, 0] } });
    world.createBody({ type: 'static', position: [20, 0],
        collider: { shape: 'circle', radius: 1 } });
    const places = ready([0.5, 10.5, 1.5, 20, 2.5, 11.5]);
    const hit = { out: world.rayCast(20, 9, 0, -18) ?? undefined };
    const near = { out: world.closestPoint(20, 9, 18) ?? undefined };
    let i = 0;
    return {
        world,
        frame: () => {
            const ray = world.rayCast(places[i], 9, 0, -18, hit);
            const point = world.closestPoint(places[i], 9, 18, near);
            let sum = (ray?.segment ?? 0) + (point?.segment ?? 0);
            if (ray?.cell)
                sum += ray.cell.column + ray.cell.row + ray.cell.layer.length
                    + (ray.cell.userData ?? 0);
            if (point?.cell) sum += point.cell.tile + (point.cell.userData ?? 0);
            sink = sum > 1e300 || ray === null || point === null;
            i = (i + 1) % 6;
        },
    };
});

allocatesNothing('many rays at once', () => {
    const { world } = bouncing(60);
    const rays = new Float32Array(40).map((_, i) => (i % 4 < 2 ? 0 : 9 * Math.sin(i)));
    const options = { out: rayCasts(world, rays), layers: ['ball', 'wall'], triggers: true };
    return {
        world,
        frame: () => {
            const { count, f32, u32, stride } = rayCasts(world, rays, options);
            let sum = 0;
            for (let i = 0; i < count; ++i) sum += f32[i * stride + 2] + (u32[i * stride] & 1);
            sink = sum > 1e300;
        },
    };
});

allocatesNothing('flat contact points of two sides', () => {
    const { world, bodies } = bouncing(30);
    const wall = /** @type {import('../../js/index.js').Body} */ (world.bodyAt(0));
    const [hull] = bodies[0].colliders;
    return {
        world,
        frame: () => {
            world.step();
            let sum = 0;
            for (let k = 0; k < 2; ++k) {
                const { count, f32, stride } = world.contactPointsOf(k === 0 ? wall : hull);
                for (let i = 0; i < count; ++i) sum += f32[i * stride + 14];
            }
            sum += world.contactPointsOf(hull, wall).count;
            sink = sum > 1e300;
        },
    };
});

allocatesNothing('a preview into the arrays of an earlier one', () => {
    const { world, bodies } = bouncing(20);
    const options = { bodies: bodies.slice(0, 5), steps: 6, every: 2,
        out: preview(world, { bodies, steps: 6 }) };
    return {
        world,
        frame: () => {
            world.step();
            const paths = preview(world, options);
            sink = paths[0].points[2] > 1e300 || paths[4].count > 3;
        },
    };
});

allocatesNothing('fields', () => {
    const { world } = bouncing(30);
    for (const field of /** @type {const} */ ([
        { type: 'wind', flow: [1, 3], turbulence: 1 },
        { type: 'water', drag: 0.1 },
        { type: 'gravity', strength: 3 },
        { type: 'speed', maxSpeed: 20 },
    ])) {
        world.createBody({
            type: 'static',
            collider: { shape: 'box', width: 18, height: 12, layer: 'ball', field },
        });
    }
    return { world, frame: () => world.step() };
});

allocatesNothing('flat contact points', () => {
    const { world } = bouncing(60);
    return {
        world,
        frame: () => {
            world.step();
            let sum = 0;
            const { count, f32, u32, stride } = world.contactPoints;
            for (let i = 0; i < count; ++i) sum += f32[i * stride + 6] + (u32[i * stride + 11] & 1);
            sink = sum > 1e300;
        },
    };
});

/** Twenty hanging balls. */
function pendulums() {
    const world = new World({ sleep: false });
    const frame = world.createBody({ type: 'static' });
    const joints = Array.from({ length: 20 }, (_, i) =>
        world.createJoint({
            type: 'revolute',
            bodyA: frame,
            bodyB: world.createBody({
                position: [3 * i, -1],
                collider: { shape: 'circle', radius: 0.5 },
            }),
            anchor: [3 * i, 0],
        }));
    return { world, joints };
}

allocatesNothing('joints read', () => {
    const { world, joints } = pendulums();
    return {
        world,
        frame: () => {
            world.step();
            let sum = 0;
            for (let i = 0; i < joints.length; ++i) {
                sum += joints[i].angle + joints[i].angularSpeed + joints[i].torque;
            }
            for (const event of world.events.jointBroke) sum += event.force;
            sink = sum > 1e300;
        },
    };
});

allocatesNothing('joints driven', () => {
    const { world, joints } = pendulums();
    return {
        world,
        frame: () => {
            world.step();
            for (let i = 0; i < joints.length; ++i) {
                joints[i].setMotor(i % 3, 5);
                joints[i].setSpring(2, 0.5, 1);
            }
        },
    };
});

allocatesNothing('targets and motors led', () => {
    const { world, joints } = pendulums();
    const frame = world.createBody({ type: 'static' });
    const pulls = joints.map(({ bodyB }) =>
        world.createJoint({ type: 'target', bodyB, anchor: bodyB.position, maxForce: 100 })
    );
    const drives = joints.map(({ bodyB }) =>
        world.createJoint({ type: 'motor', bodyA: frame, bodyB, anchor: bodyB.position,
            maxForce: 10, maxTorque: 10 })
    );
    const values = ready([0.25, -0.75, 1.5, 0.125, -1.375]);
    let round = 0;
    return {
        world,
        frame: () => {
            world.step();
            const value = values[++round % 5];
            for (let i = 0; i < pulls.length; ++i) {
                pulls[i].setTarget(value, value);
                drives[i].setLinearVelocity(value, value);
                drives[i].angularVelocity = value;
            }
        },
    };
});

allocatesNothing('a map whose tiles are asked for and changed', () => {
    const { world } = bouncing(40);
    const [map] = world.createBody({
        type: 'static',
        collider: {
            shape: 'tiles',
            cells: ['##  -- ##', '/##\\ /##\\'],
            origin: [-4.5, -8],
            layer: 'wall',
        },
    }).colliders;
    const body = /** @type {import('../../js/index.js').Body} */ (world.bodyAt(5));
    const out = { column: 0, row: 0, tile: 0 };
    const places = ready([-4.25, -7.5, 0.5, -6.25]);
    let i = 0;
    return {
        world,
        frame: () => {
            map.setTile(i % 9, 1, i % 2 ? TILE.FULL : TILE.RISE);
            map.fillTiles(0, 0, 2, 1, i % 3 ? TILE.FULL : TILE.EMPTY);
            body.dropThrough = i % 2 === 0;
            world.step();
            const at = map.tileAt(places[i % 4], places[(i + 1) % 4], out);
            sink = (at ? at.tile : 0) + map.tile(i % 9, 0) > 1e300 || map.tileEdits < 0;
            ++i;
        },
    };
});

allocatesNothing('a map of kinds whose tiles are changed, and the cells that events name', () => {
    const { world } = bouncing(40);
    const [map] = world.createBody({
        type: 'static',
        collider: {
            shape: 'tiles',
            columns: 9,
            cells: [10, 10, 20, 20, 30, 30, 10, 20, 30],
            map: { 10: TILE.FULL, 20: { tile: TILE.FULL, friction: 0 },
                30: { tile: TILE.FULL | TILE.TRIGGER, layer: 'ghost', userData: 30 } },
            origin: [-4.5, -7],
            layer: 'wall',
        },
    }).colliders;
    const out = { column: 0, row: 0, tile: 0 };
    let i = 0;
    return {
        world,
        frame: () => {
            map.setTile(i % 9, 0, i % 3 ? 10 : 30);
            world.step();
            let sum = map.tile(i % 9, 0);
            const found = map.tileAt(i % 9 - 4, -6.5, out);
            if (found) sum += found.layer.length + (found.userData ?? 0);
            for (const e of world.events.contactBegin) {
                const { cell, segment } = e;
                if (cell) sum += cell.column + cell.row + cell.tile + cell.layer.length;
                if (segment !== undefined) sum += segment;
            }
            for (const e of world.events.triggerEnter) {
                const { cell } = e;
                if (cell) sum += cell.column + cell.layer.length + (cell.userData ?? 0);
            }
            sink = sum > 1e300;
            ++i;
        },
    };
});

allocatesNothing('a frame of Rollback whose inputs are all known, of players at one machine',
    () => {
        const { world, bodies: [body] } = bouncing(10);
        const rollback = new Rollback(world, {
            local: [0, 1],
            step(inputs) {
                body.applyForce(inputs[0], inputs[1]);
                world.step();
            },
        });
        let i = 0;
        return {
            world,
            frame: () => {
                rollback.addLocalInput(i & 1);
                rollback.addLocalInput(++i & 3, 1);
                rollback.advance();
                if (rollback.stats.bytes > 0) throw new Error('there is no need of a snapshot');
            },
        };
    });

allocatesNothing('reading and steering movers allocates nothing', () => {
    const world = new World();
    world.createBody({ type: 'static', collider: { shape: 'box', width: 100, height: 1 } });
    const mover = world.createMover({ position: [0, 1.4],
        collider: { shape: 'capsule', length: 1, radius: 0.4 } });
    const speeds = ready([-1.5, 1.5, 0]);
    let turns = 0;
    return { world, frame() {
        turns = (turns + 1) % 60;
        mover.setVelocity(speeds[turns < 30 ? 0 : 1], speeds[2]);
        world.step();
        if (mover.grounded && mover.alive && !mover.atWall && !mover.crushed
            && mover.groundBody !== null) sink = turns;
        if (mover.body.mover !== mover) throw new Error('the body has another mover');
    } };
});

allocatesNothing('reading and steering a crowd of movers by two calls allocates nothing', () => {
    const world = new World();
    world.createBody({ type: 'static', collider: { shape: 'box', width: 100, height: 1 } });
    const movers = Array.from({ length: 300 },
        (_, i) =>
            world.createMover({ position: [(i - 150) / 4, 1.4],
                collider: { shape: 'circle', radius: 0.1 } }));
    const slots = Int32Array.from(movers, ({ body }) => body.index);
    const velocities = new Float32Array(600);
    let turns = 0;
    return { world, frame() {
        turns = (turns + 1) % 60;
        velocities.fill(turns < 30 ? 1 : -1);
        world.setMoverVelocities(slots, velocities);
        const { count, stride, u32, f32 } = world.moverStates;
        let standing = 0;
        for (let i = 0; i < count; ++i)
            standing += (u32[stride * i + 1] & 1) && f32[stride * i + 2] !== 0 ? 1 : 0;
        if (standing === count) sink = turns;
    } };
});

/** A mover that keeps its numbers where they are: what a controller allocates then, it allocates by itself. */
class StillMover {
    velocity = new Float64Array(2);
    wallNormal = [0.6, 0.8];
    floating = true;
    atWall = false;

    /** @param {World} world */
    constructor(world) {
        this.body = { world };
    }

    get vx() {
        return this.velocity[0];
    }
    get vy() {
        return this.velocity[1];
    }

    /** @param {number} x @param {number} y */
    setVelocity(x, y) {
        this.velocity[0] = 0.9 * x;
        this.velocity[1] = 0.9 * y;
    }
}

allocatesNothing('updates of TopDown: free, along walls, in a dash', () => {
    const world = new World({ gravity: [0, 0] });
    const mover = new StillMover(world);
    const player = new TopDown(/** @type {any} */ (mover), { wallSlide: 1, dashTime: 0.1,
        dashCooldown: 0.2 });
    const keys = [{ x: 1, y: -1, dash: false }, { x: -1, y: 0, dash: true }, { x: 0, y: 0,
        dash: false }];
    let i = 0;
    return { world, frame() {
        mover.atWall = (++i & 32) !== 0;
        player.update(keys[i % 3]);
    } };
});

// V8 compiles so large a frame as this in parts, and a number with a fraction that goes from one to another is an object
// then: 12 to 16 bytes each, six to eight of them. A few arrays or records would pass the bound: one update with them took 320 bytes.
test('a platformer update allocates no more than a few boxed numbers', () => {
    const world = new World({
        layers: { player: { wall: 'solid' }, wall: {}, ladder: {}, water: {} },
    });
    const wall = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ width,
        /** @type {number} */ height, /** @type {string} */ layer) =>
        world.createBody({ type: 'static', position: [x, y],
            collider: { shape: 'box', width, height, layer: /** @type {any} */ (layer) } });
    wall(0, -0.5, 40, 1, 'wall');
    wall(-8, 5, 1, 10, 'wall');
    wall(8, 5, 1, 10, 'wall');
    wall(3, 3, 1, 6, 'ladder');
    wall(-4, 1, 4, 2, 'water');
    const mover = world.createMover({ position: [0, 0.61],
        collider: { shape: 'capsule', length: 0.6, radius: 0.3, layer: 'player' } });
    const hero = new Platformer(mover, { ladders: 'ladder', water: 'water' });
    const input = { x: 0, y: 0, jump: false, dash: false };
    let i = 0;
    const bytes = bytesPerRun(() => {
        ++i;
        input.x = ((i >> 5) % 3) - 1;
        input.y = (i >> 4) % 9 === 0 ? 1 : 0;
        input.jump = (i >> 3) % 4 === 1;
        input.dash = (i >> 4) % 7 === 1;
        hero.update(input);
        world.step();
    });
    assert.ok(bytes < 256 * FRAMES, `${bytes} bytes in ${FRAMES} frames`);
    world.destroy();
});

// Besides such numbers, a car asks for its centre of mass, an array of two.
test('updates of cars allocate no more than a few boxed numbers', () => {
    const above = new World({ gravity: [0, 0] });
    const kart = new TopDownCar(
        above.createBody({ collider: { shape: 'box', width: 4, height: 1.8 } }),
    );
    const pedals = [{ throttle: 1, steer: 1, handBrake: false }, { throttle: 0.5, steer: -1,
        handBrake: true }];
    const beside = new World();
    beside.createBody({ type: 'static', collider: { shape: 'box', width: 4000, height: 1 } });
    const buggy = new SideCar(createCar(beside, { position: [0, 1.2] }));
    const leans = [{ throttle: 1, brake: 0, lean: 0.5 }, { throttle: -1, brake: 0, lean: -0.5 }];
    let i = 0;
    for (const [frame, bound] of /** @type {[() => void, number][]} */ ([[() => {
        kart.update(pedals[(++i >> 6) & 1]);
        above.step();
    }, 400], [() => {
        buggy.update(leans[(++i >> 6) & 1]);
        beside.step();
    }, 640]])) {
        const bytes = bytesPerRun(frame);
        assert.ok(bytes < bound * FRAMES, `${bytes} bytes in ${FRAMES} frames`);
    }
    above.destroy();
    beside.destroy();
});
