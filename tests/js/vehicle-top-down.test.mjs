// 'mica2d/vehicle', TopDownCar: each number does what it says, drifts begin, hold and end, the car stands still, collides as any
// body, and goes back with its world to the bit.
import assert from 'node:assert/strict';
import test from 'node:test';
import { World } from '../../js/index.js';
import { TOP_DOWN_CAR_NUMBERS, TopDownCar } from '../../js/vehicle.js';
import { near, refuses } from './helpers.mjs';
import { extremes, referenceAgrees } from './vehicles.mjs';

/** @import { BodyOptions } from '../../js/index.js' */
/** @import { TopDownCarInput, TopDownCarOptions } from '../../js/vehicle.js' */

const { abs, hypot, tan } = Math;

/** @param {TopDownCarOptions} [options] @param {BodyOptions} [more] of the body */
function stage(options, more) {
    const world = new World({ gravity: [0, 0] });
    const body = world.createBody({ collider: { shape: 'box', width: 4, height: 1.8 }, ...more });
    return { world, body, car: new TopDownCar(body, options) };
}

/**
 * Drives for a number of steps, or until a condition holds, and gives the seconds that this took.
 * @param {ReturnType<typeof stage>} stage @param {TopDownCarInput} input @param {number | (() => boolean)} until
 * @param {number} [hertz]
 */
function drive({ world, car }, input, until, hertz = 60) {
    let steps = 0;
    for (; typeof until === 'number' ? steps < until : !until(); ++steps) {
        assert.ok(steps < 5000);
        car.update(input, 1 / hertz);
        world.step(1 / hertz);
    }
    return steps / hertz;
}

/** m/s of a car to the left of its nose. @param {ReturnType<typeof stage>} stage */
const sideways = ({ body }) => body.vy * body.cos - body.vx * body.sin;

/** Radians between nose and motion. @param {ReturnType<typeof stage>} stage */
const driftAngle = (s) => abs(Math.atan2(sideways(s), s.car.speed));

test('it gains speed, brakes, rolls and reverses as its numbers say, at any rate and of any mass', () => {
    for (const [hertz, density] of [[30, 1], [60, 0.01], [60, 200], [144, 1]]) {
        const s = stage({ maxSpeed: 20, reverseSpeed: 6, acceleration: 8, braking: 16,
            coasting: 2 }, { collider: { shape: 'box', width: 4, height: 1.8, density } });
        const within = 1.5 / hertz;
        near(drive(s, { throttle: 1 }, () => s.car.speed > 19.99, hertz), 20 / 8, within);
        drive(s, { throttle: 1 }, hertz, hertz);
        near(s.car.speed, 20, 0.001, 'top speed');
        near(drive(s, {}, () => s.car.speed < 10, hertz), 10 / 2, 2 * within, 'rolls');
        const from = s.body.x;
        drive(s, { throttle: -1 }, () => s.car.speed <= 0, hertz);
        near(s.body.x - from, (10 * 10) / (2 * 16), 0.01 + 10 * within, 'braking distance');
        near(drive(s, { throttle: -1 }, () => s.car.speed < -5.99, hertz), 6 / 8, within);
        drive(s, { throttle: -1 }, hertz, hertz);
        near(s.car.speed, -6, 0.001);
        near(drive(s, { throttle: 1 }, () => s.car.speed >= 0, hertz), 6 / 16, within);
        drive(s, { throttle: 0.5 }, 4 * hertz, hertz);
        near(s.car.speed, 10, 0.001, 'half throttle');
        near(s.body.y, 0, 1e-6);
        s.world.destroy();
    }
});

test('without sliding the rear axle follows a circle of wheelBase / tan(steerAngle), either way', () => {
    for (const [steerAngle, wheelBase, speed] of [[0.3, 2.6, 5], [0.6, 2, 1.5], [0.7, 2.6, -1.5], [
        1,
        4,
        2,
    ]]) {
        for (const steer of [1, -1]) {
            const s = stage({ steerAngle, wheelBase, maxSpeed: abs(speed),
                reverseSpeed: abs(speed) });
            drive(s, { throttle: Math.sign(speed), steer }, 300);
            const radius = abs(s.car.speed / s.body.angularVelocity);
            near(radius, wheelBase / tan(steerAngle), 0.02 * radius);
            assert.equal(Math.sign(s.body.angularVelocity), -steer * Math.sign(speed),
                '1 is to the right');
            assert.deepEqual([s.car.frontSlip, s.car.rearSlip], [0, 0]);
            s.world.destroy();
        }
    }
});

test('steered to the full at speed it turns by 97 % of its grip and does not slide', () => {
    for (const [grip, maxSpeed] of [[4, 15], [10, 15], [10, 25], [16, 20], [30, 30]]) {
        const s = stage({ grip, maxSpeed });
        drive(s, { throttle: 1, steer: -1 }, 600);
        const { vx, vy, angularVelocity } = s.body;
        near(hypot(vx, vy) * angularVelocity, 0.97 * grip, 0.02 * grip);
        assert.equal(s.car.rearSlip, 0);
        s.world.destroy();
    }
});

test('what slides sideways is stopped by its grip, and by driftGrip on locked rear wheels', () => {
    for (const grip of [5, 16]) {
        const s = stage({ grip, counterSteer: 0, coasting: 0 });
        s.body.setVelocity(0, 12);
        drive(s, {}, () => s.body.vy < 0.01);
        near(s.body.y, (12 * 12) / (2 * grip), 0.02 * s.body.y + 0.1);
        s.world.destroy();
    }
    for (const driftGrip of [2, 8]) {
        const s = stage({ driftGrip, coasting: 1 });
        s.body.setVelocity(20, 0);
        drive(s, { handBrake: true, throttle: 1 }, 60);
        near(s.car.speed, 20 - 1 - driftGrip / 2, 0.01 * 20, 'half of the car is on the rear axle');
        s.world.destroy();
    }
});

test('the front wheels turn at steerSpeed, and into a slide by counterSteer', () => {
    const s = stage({ steerSpeed: 2, steerAngle: 0.6 });
    near(drive(s, { steer: -1 }, () => s.car.steering >= 0.6), 0.6 / 2, 1.01 / 60);
    near(s.car.wheels[0].angle, 0.6, 1e-12);
    drive(s, { steer: 0.5 }, 60);
    near(s.car.steering, -0.3, 1e-12);
    s.world.destroy();
    for (const counterSteer of [0, 0.5, 1.5]) {
        const slides = stage({ counterSteer, steerSpeed: 1e3, steerAngle: 1.2, slipAngle: 0.1,
            grip: 0 });
        slides.body.setVelocity(10 * Math.cos(0.5), 10 * Math.sin(0.5));
        slides.car.update({});
        near(slides.car.steering, counterSteer * 0.4, 1e-6);
        slides.world.destroy();
    }
});

test('a larger slipAngle makes it answer later', () => {
    const [quick, slow] = [0.05, 0.4].map((slipAngle) => {
        const s = stage({ slipAngle, steerSpeed: 1e3 });
        s.body.setVelocity(20, 0);
        drive(s, { throttle: 0.7, steer: -1 }, 12);
        const turned = s.body.angle;
        s.world.destroy();
        return turned;
    });
    assert.ok(quick > 1.5 * slow, `${quick} and ${slow} rad`);
});

/** A car at 18 m/s, after a pull of the hand brake into a bend to the left. @param {TopDownCarOptions} [options] */
function drifting(options) {
    const s = stage(options);
    s.body.setVelocity(18, 0);
    drive(s, { throttle: 1, steer: -1, handBrake: true }, 24);
    assert.ok(s.car.drifting);
    return s;
}

test('the hand brake starts a drift, keys hold it, and it ends where the driver steers out or lifts', () => {
    const without = stage();
    without.body.setVelocity(18, 0);
    let widest = 0;
    for (let i = 0; i < 100; ++i) {
        drive(without, { throttle: 1, steer: -1 }, 1);
        assert.equal(without.car.drifting, false);
        widest = Math.max(widest, driftAngle(without));
    }
    assert.ok(widest < 0.15, `${widest} rad`);

    const held = drifting();
    let angles = [];
    for (let i = 0; i < 120; ++i) {
        drive(held, { throttle: 1, steer: -1 }, 1);
        angles.push(driftAngle(held));
        assert.ok(held.car.drifting, `step ${i}`);
    }
    assert.ok(Math.min(...angles) > 0.2 && Math.max(...angles) < 1,
        `${Math.min(...angles)} to ${Math.max(...angles)} rad`);
    assert.ok(hypot(held.body.vx, held.body.vy) > 9, 'it keeps its pace');

    for (const [input, seconds]
        of /** @type {[TopDownCarInput, number][]} */ ([[{ throttle: 1 }, 1.2], [{ throttle: 1,
            steer: 1 }, 1], [{}, 0.8], [{ throttle: -1 }, 0.8]]))
    {
        const s = drifting();
        assert.ok(drive(s, input, () => !s.car.drifting && driftAngle(s) < 0.15) < seconds);
        s.world.destroy();
    }
    // Without help the same keys spin it.
    const spins = drifting({ counterSteer: 0 });
    drive(spins, { throttle: 1, steer: -1 }, () => driftAngle(spins) > 2);
    for (const { world } of [without, held, spins]) world.destroy();
});

test('it stands still without input, sleeps, and holds against less than its grip', () => {
    const s = stage();
    s.body.setVelocity(5, 3);
    s.body.angularVelocity = 2;
    drive(s, {}, 240);
    const rest = [s.body.x, s.body.y, s.body.angle];
    assert.deepEqual([s.body.vx, s.body.vy, s.body.angularVelocity, s.car.rearSlip], [0, 0, 0, 0]);
    drive(s, { steer: 1 }, 240);
    assert.deepEqual([s.body.x, s.body.y, s.body.angle], rest);
    assert.equal(s.body.awake, false);
    for (let i = 0; i < 120; ++i) {
        const { mass } = s.body;
        s.body.applyForce(-0.9 * mass * s.body.sin, 0.9 * mass * s.body.cos);
        drive(s, {}, 1);
    }
    near(hypot(s.body.x - rest[0], s.body.y - rest[1]), 0, 0.05, 'a light push');
    s.car.numbers.counterSteer = 0;
    for (let i = 0; i < 60; ++i) {
        const { mass } = s.body;
        s.body.applyForce(-40 * mass * s.body.sin, 40 * mass * s.body.cos);
        drive(s, {}, 1);
    }
    near(sideways(s), 40 - 16, 0.03 * 24, 'a strong one');
    s.world.destroy();
});

test('its wheels are about its centre of mass, in its own space and in the world', () => {
    const s = stage({ wheelBase: 3, trackWidth: 2 }, { position: [7, -4], angle: 1,
        colliders: [{ shape: 'box', width: 2, height: 1, center: [1, 0.5] }],
        collider: undefined });
    drive(s, { throttle: 0.3, steer: -1 }, 30);
    const places = s.car.wheels.map(({ localX, localY }) => [localX, localY]);
    [[2.5, 1.5], [2.5, -0.5], [-0.5, 1.5], [-0.5, -0.5]].forEach(([x, y], i) => {
        near(places[i][0], x, 1e-5);
        near(places[i][1], y, 1e-5);
        const [worldX, worldY] = s.body.worldPoint(x, y);
        near(s.car.wheels[i].x, worldX, 1e-4);
        near(s.car.wheels[i].y, worldY, 1e-4);
        assert.equal(s.car.wheels[i].angle, i < 2 ? s.car.steering : 0);
    });
    drive(s, { handBrake: true, throttle: 1 }, 5);
    assert.deepEqual(s.car.wheels.map(({ slip }) => slip), [s.car.frontSlip, s.car.frontSlip,
        s.car.rearSlip, s.car.rearSlip]);
    assert.ok(s.car.rearSlip > 0.5);
    s.world.destroy();
});

test('it pushes crates and is pushed, and walls stop it', () => {
    const s = stage();
    const crate = s.world.createBody({ position: [12, 0.3], linearDamping: 1,
        collider: { shape: 'box', width: 1, height: 1 } });
    s.world.createBody({ type: 'static', position: [60, 0],
        collider: { shape: 'box', width: 1, height: 40 } });
    drive(s, { throttle: 1 }, 120);
    assert.ok(crate.x > 15, `${crate.x}`);
    drive(s, { throttle: 1 }, 400);
    assert.ok(s.body.x < 57.6 && abs(s.car.speed) < 0.5, `${s.body.x} at ${s.car.speed} m/s`);
    s.world.destroy();
});

test('a body that is not dynamic or locked is left alone, and is driven again after', () => {
    const s = stage();
    s.body.type = 'kinematic';
    drive(s, { throttle: 1, handBrake: true }, 10);
    assert.deepEqual([s.body.vx, s.car.rearSlip], [0, 0]);
    s.body.type = 'dynamic';
    s.body.setLocks({ rotation: true, y: true });
    drive(s, { throttle: 1 }, 30);
    near(s.body.vx, 5, 1e-3);
    assert.deepEqual([s.body.y, s.body.angle], [0, 0]);
    s.world.destroy();
});

test('its numbers are set live, and those of the table and of the reference are the same', () => {
    const s = stage({ maxSpeed: 10 });
    assert.deepEqual(Object.keys(s.car.numbers), Object.keys(TOP_DOWN_CAR_NUMBERS));
    s.car.numbers.maxSpeed = 12;
    drive(s, { throttle: 1 }, 120);
    near(s.car.speed, 12, 0.001);
    referenceAgrees('TopDownCarNumbers', TOP_DOWN_CAR_NUMBERS);
    s.world.destroy();
});

test('what is bad throws, names method, argument and value, and changes nothing', () => {
    const s = stage();
    const { world, body, car } = s;
    const any = (/** @type {unknown} */ value) => /** @type {any} */ (value);
    const wall = world.createBody({ type: 'static', position: [50, 0],
        collider: { shape: 'circle', radius: 1 } });
    const mover = world.createMover({ position: [60, 0],
        collider: { shape: 'circle', radius: 1 } });
    for (const value of [undefined, null, 3, 'car', {}, [], mover, mover.body, wall, world])
        refuses(() => new TopDownCar(any(value)), TypeError,
            'TopDownCar: body must be a dynamic Body, got');
    refuses(() => new TopDownCar(body, { grip: -1 }), RangeError,
        'TopDownCar: grip must be between 0 and 100000, got -1');
    refuses(() => new TopDownCar(body, any({ grip: '8' })), TypeError,
        'TopDownCar: grip must be a finite number, got "8"');
    refuses(() => new TopDownCar(body, any({ gripp: 1 })), TypeError,
        'TopDownCar: options has no option "gripp"');
    refuses(() => new TopDownCar(body, any(null)), TypeError,
        'TopDownCar: options must be an object, got null');
    refuses(() => {
        car.numbers.steerAngle = 2;
    }, RangeError, 'TopDownCar.numbers: steerAngle must be between 0 and 1.2, got 2');
    refuses(() => {
        car.numbers.wheelBase = NaN;
    }, RangeError, 'TopDownCar.numbers: wheelBase must be a finite number, got NaN');
    for (const name of /** @type {const} */ (['throttle', 'steer'])) {
        for (const value of [1.01, -2])
            refuses(() => car.update({ [name]: value }), RangeError,
                `TopDownCar.update: input.${name} must be between -1 and 1, got ${value}`);
        refuses(() => car.update({ [name]: NaN }), RangeError,
            `TopDownCar.update: input.${name} must be a finite number, got NaN`);
        refuses(() => car.update(any({ [name]: '1' })), TypeError,
            `TopDownCar.update: input.${name} must be a finite number, got "1"`);
    }
    refuses(() => car.update(any({ handBrake: 1 })), TypeError,
        'TopDownCar.update: input.handBrake must be true or false, got 1');
    refuses(() => car.update(any(undefined)), TypeError,
        'TopDownCar.update: input must be an object, got undefined');
    refuses(() => car.update({}, 0), RangeError, 'TopDownCar.update: dt must be between');
    refuses(() => car.update({}, any('1')), TypeError,
        'TopDownCar.update: dt must be a finite number, got "1"');
    refuses(() => car.save(any(5)), TypeError,
        'TopDownCar.save: out must be an object to be filled, got 5');
    refuses(() => car.load([0]), TypeError,
        'TopDownCar.load: state must be what TopDownCar.save gave, got an array of 1');
    refuses(() => car.load([0, 0, 7]), RangeError,
        'TopDownCar.load: state[2] must be between 0 and 1, got 7');
    refuses(() => car.load(any(null)), TypeError, 'TopDownCar.load: state');
    assert.deepEqual([body.vx, car.steering, car.numbers.steerAngle, car.numbers.grip], [0, 0, 0.7,
        16]);
    body.destroy();
    refuses(() => car.update({ throttle: 1 }), 'STALE_BODY');
    refuses(() => new TopDownCar(body), 'STALE_BODY');
    world.destroy();
    refuses(() => car.update({ throttle: 1 }), 'WORLD_DESTROYED');
});

test('any numbers within their ranges leave a finite world', () => {
    extremes(TOP_DOWN_CAR_NUMBERS, 150, (options, chance) => {
        const s = stage(options, {
            collider: { shape: 'box', width: 0.1 + 4 * chance(), height: 0.1 + 4 * chance(),
                density: 10 ** (6 * chance() - 3) },
        });
        s.world.createBody({ type: 'static', position: [15, 0],
            collider: { shape: 'box', width: 1, height: 60 } });
        s.world.createBody({ position: [-8, 0], collider: { shape: 'circle', radius: 1 } });
        for (let turn = 0; turn < 8; ++turn) {
            drive(s, { throttle: Math.round(4 * chance() - 2) / 2, steer: 2 * chance() - 1,
                handBrake: chance() < 0.3 }, 20);
            for (const { x, y, angle, vx, vy, angularVelocity } of s.world.bodies)
                assert.ok(hypot(x, y, angle, vx, vy, angularVelocity) < 1e5,
                    JSON.stringify(options));
            for (const slip of [s.car.frontSlip, s.car.rearSlip]) assert.ok(slip >= 0 && slip <= 1);
            assert.ok(abs(s.car.steering) <= 1.2);
        }
        s.world.destroy();
    });
});

/** Scripted keys. @param {number} i */
const keysAt = (i) => ({ throttle: i % 97 > 80 ? -1 : 1,
    steer: ((i * 7) % 120 > 60 ? 1 : -1) * (i % 50 > 20 ? 1 : 0.25), handBrake: i % 130 > 105 });

/** A car on a field of cones. */
function arena() {
    const s = stage({ maxSpeed: 20 });
    for (let i = 0; i < 60; ++i) {
        s.world.createBody({ position: [((i * 37) % 60) - 30, ((i * 23) % 40) - 20.5],
            linearDamping: 1, collider: { shape: 'circle', radius: 0.6, density: 0.1 } });
    }
    s.world.createBody({ type: 'static',
        collider: { shape: 'chain', loop: true,
            points: [[-35, -25], [35, -25], [35, 25], [-35, 25]] } });
    return s;
}

test('its state goes back with the world, and what follows is the same to the bit', () => {
    const s = arena();
    /** @param {number} from @param {number} to */
    const play = (from, to) => {
        for (let i = from; i < to; ++i) drive(s, keysAt(i), 1);
    };
    play(0, 110);
    for (const at of [120, 223, 340]) {
        play(at - 10, at);
        const [bytes, state] = [s.world.snapshot(), JSON.stringify(s.car.save())];
        play(at, at + 150);
        const [hash, end] = [s.world.hash(), s.car.save([])];
        s.car.reset();
        s.world.restore(bytes);
        s.car.load(JSON.parse(state));
        play(at, at + 150);
        assert.equal(s.world.hash(), hash);
        assert.deepEqual(s.car.save(), end);
    }
    s.world.destroy();
});

test('the same keys give the same bits on every machine', () => {
    const s = arena();
    for (let i = 0; i < 600; ++i) drive(s, keysAt(i), 1);
    assert.equal(s.world.hash(), 'c39bca50bca21da6');
    s.world.destroy();
});
