// 'mica2d/vehicle', SideCar: each number does what it says on the flat, on slopes and in the air, wheels get their share of a force
// by what they carry, a car that has lost a wheel drives on, and all goes back with the world to the bit.
import assert from 'node:assert/strict';
import test from 'node:test';
import { createCar } from '../../js/builders.js';
import { World } from '../../js/index.js';
import { SIDE_CAR_NUMBERS, SideCar } from '../../js/vehicle.js';
import { near, refuses } from './helpers.mjs';
import { extremes, referenceAgrees } from './vehicles.mjs';

/** @import { CarOptions } from '../../js/builders.js' */
/** @import { SideCarInput, SideCarOptions } from '../../js/vehicle.js' */

const { abs, cos, sin } = Math;
const STEP = 1 / 60;

/**
 * A car at rest on a plane, whose rise is made by gravity.
 * @param {SideCarOptions} [options] @param {number} [rise] radians @param {Partial<CarOptions>} [built]
 */
function stage(options, rise = 0, built = {}) {
    const world = new World({ gravity: [-10 * sin(rise), -10 * cos(rise)] });
    world.createBody({ type: 'static', position: [0, -0.5],
        collider: { shape: 'box', width: 2000, height: 1, friction: 1 } });
    const parts = createCar(world, { position: [0, 0.65], ...built });
    const car = new SideCar(parts, options);
    const s = { world, parts, car };
    drive(s, { brake: 1 }, 90);
    return s;
}

/**
 * Drives for a number of steps, or until a condition holds, and gives the seconds that this took.
 * @param {{ world: World, car: SideCar }} stage @param {SideCarInput} input @param {number | (() => boolean)} until
 */
function drive({ world, car }, input, until) {
    let steps = 0;
    for (; typeof until === 'number' ? steps < until : !until(); ++steps) {
        assert.ok(steps < 5000);
        car.update(input);
        world.step();
    }
    return steps * STEP;
}

test('it gains speed, brakes and rolls as its numbers say, whichever wheels drive and whatever it weighs', () => {
    for (const [drives, density, wheelRadius]
        of /** @type {const} */ ([['both', 1, 0.4], ['rear', 1, 0.4], ['both', 0.05, 0.3], ['rear',
            50, 0.6]]))
    {
        const s = stage({ drive: drives, maxSpeed: 12, reverseSpeed: 5, acceleration: 4, braking: 6,
            coasting: 1.5 }, 0, { wheelRadius, collider: { density },
            position: [0, 0.25 + wheelRadius] });
        near(drive(s, { throttle: 1 }, () => s.car.speed >= 8), 8 / 4, 0.03 * 2);
        drive(s, { throttle: 1 }, 150);
        near(s.car.speed, 12, 0.12, 'top speed');
        near(drive(s, {}, () => s.car.speed <= 6), 6 / 1.5, 0.03 * 4, 'rolls');
        drive(s, { throttle: 1 }, 200);
        const from = s.parts.chassis.x;
        drive(s, { brake: 1 }, () => s.car.speed <= 0.05);
        near(s.parts.chassis.x - from, 144 / 12, 0.03 * 12, 'braking distance');
        drive(s, { throttle: -1 }, 200);
        near(s.car.speed, -5, 0.05);
        near(drive(s, { throttle: 1 }, () => s.car.speed >= 0), 5 / 6, 0.1,
            'against its motion it brakes');
        drive(s, { throttle: 0.5 }, 400);
        near(s.car.speed, 6, 0.06, 'half throttle');
        s.world.destroy();
    }
});

/**
 * The mass of a car as a part of what its engine moves, which is its wheels' inertia as well.
 * @param {ReturnType<typeof createCar<World>>} parts
 */
function weightShare({ bodies, wheels }) {
    const mass = bodies.reduce((sum, body) => sum + body.mass, 0);
    return mass / wheels.reduce((sum, wheel) => sum + wheel.inertia / 0.4 ** 2, mass);
}

test('it climbs a slope that its acceleration allows, as fast as it allows, and no steeper one', () => {
    for (const drives of /** @type {const} */ (['both', 'rear'])) {
        for (const acceleration of [3, 4.5]) {
            for (const part of [0.3, 0.7, 0.95, 1.4]) {
                const rise = Math.asin((part * acceleration) / 10);
                const s = stage({ drive: drives, acceleration, maxSpeed: 40 }, rise);
                const { x } = s.parts.chassis;
                drive(s, { throttle: 1 }, 30);
                const { speed } = s.car;
                drive(s, { throttle: 1 }, 60);
                const gained = acceleration * (1 - part * weightShare(s.parts));
                if (part < 1)
                    near(s.car.speed - speed, gained, 0.03 * acceleration, `${rise} rad`);
                assert.equal(s.parts.chassis.x > x, part < 1);
                s.world.destroy();
            }
        }
    }
});

test('the brake holds it on a slope, coasting on a gentle one, and at rest it sleeps', () => {
    for (const [input, rise]
        of /** @type {[SideCarInput, number][]} */ ([[{ brake: 1 }, 0.5], [{}, 0.05], [{}, 0]]))
    {
        const s = stage({ coasting: 1, braking: 8 }, rise);
        drive(s, input, 60);
        const { x } = s.parts.chassis;
        drive(s, input, 300);
        near(s.parts.chassis.x, x, 0.02, `${rise} rad`);
        assert.equal(s.parts.chassis.awake, false, `${rise} rad`);
        drive(s, { throttle: 1 }, 60);
        assert.ok(s.parts.chassis.x > x + 0.3);
        s.world.destroy();
    }
    const rolls = stage({ coasting: 1 }, 0.3);
    drive(rolls, {}, 120);
    const expected = -2 * (10 * sin(0.3) * weightShare(rolls.parts) - 1);
    near(rolls.car.speed, expected, 0.05 * abs(expected), 'it rolls down');
    rolls.world.destroy();
});

/** A car far above the ground. @param {SideCarOptions} [options] */
function flying(options) {
    const s = stage(options);
    for (const body of s.parts.bodies) body.setTransform(body.x, body.y + 100);
    drive(s, {}, 20);
    return s;
}

test('in the air it leans by its numbers, and loses its spin', () => {
    for (const leanAcceleration of [6, 20]) {
        for (const lean of [1, -0.5]) {
            const s = flying({ leanAcceleration, leanSpeed: 4, airBraking: 3 });
            const { chassis } = s.parts;
            const before = chassis.angularVelocity;
            drive(s, { lean }, 10);
            near(chassis.angularVelocity - before, -lean * leanAcceleration * 10 * STEP,
                0.03 * leanAcceleration * 10 * STEP);
            drive(s, { lean }, 120);
            near(chassis.angularVelocity, -Math.sign(lean) * 4, 0.35, 'leanSpeed');
            const spin = abs(chassis.angularVelocity);
            near(drive(s, {}, () => abs(chassis.angularVelocity) < 0.05), spin / 3, 0.1);
            s.world.destroy();
        }
    }
    const ground = stage({ groundLean: 0 });
    const { angle } = ground.parts.chassis;
    drive(ground, { lean: 1 }, 60);
    near(ground.parts.chassis.angle, angle, 1e-3);
    ground.world.destroy();
});

test('it knows which wheels are on the ground, and for how long none is', () => {
    const s = stage();
    assert.deepEqual([s.car.grounded, s.car.airTime], [[true, true], 0]);
    for (const body of s.parts.bodies) body.setTransform(body.x, body.y + 5);
    drive(s, {}, 2);
    assert.deepEqual(s.car.grounded, [false, false]);
    drive(s, {}, 28);
    near(s.car.airTime, 0.5, 2.01 * STEP);
    s.car.reset();
    assert.equal(s.car.airTime, 0);
    drive(s, {}, 100);
    assert.deepEqual([s.car.grounded, s.car.airTime], [[true, true], 0]);
    s.world.destroy();
});

test('a wheel whose joint is gone is no longer driven, and the rest drives on', () => {
    const s = stage({ maxSpeed: 5, acceleration: 3 });
    s.parts.joints[1].destroy();
    drive(s, { throttle: 0.5, lean: -1 }, 120);
    assert.equal(s.car.grounded[1], false);
    assert.ok(s.car.speed > 0.5, `${s.car.speed} m/s`);
    s.parts.wheels[0].destroy();
    drive(s, { throttle: 1, brake: 1, lean: 1 }, 60);
    assert.deepEqual(s.car.grounded, [false, false]);
    s.world.destroy();
});

test('its numbers and its drive are set live, and those of the table and of the reference are the same', () => {
    const s = stage({ maxSpeed: 10 });
    assert.deepEqual(Object.keys(s.car.numbers), Object.keys(SIDE_CAR_NUMBERS));
    s.car.numbers.maxSpeed = 7;
    s.car.drive = 'front';
    assert.equal(s.car.drive, 'front');
    drive(s, { throttle: 1 }, 240);
    near(s.car.speed, 7, 0.07);
    assert.equal(s.parts.joints[0].motor?.maxTorque, 0);
    referenceAgrees('SideCarNumbers', SIDE_CAR_NUMBERS);
    s.world.destroy();
});

test('what is bad throws, names method, argument and value, and changes nothing', () => {
    const s = stage();
    const { world, car, parts } = s;
    const { chassis, wheels, joints } = parts;
    const any = (/** @type {unknown} */ value) => /** @type {any} */ (value);
    for (const value of [undefined, null, 3, 'car'])
        refuses(() => new SideCar(any(value)), TypeError,
            'SideCar: car must be what createCar gave, got');
    refuses(() => new SideCar(any(chassis)), TypeError,
        'SideCar: car.chassis must be a dynamic Body, got undefined');
    refuses(() => new SideCar({ ...parts, wheels: [] }), TypeError,
        'SideCar: car.wheels must be an array of 1 to 16 bodies, got an array of 0');
    refuses(() => new SideCar({ ...parts, wheels: [chassis, wheels[1]] }), TypeError,
        'SideCar: car.wheels[0] must be a Body that is a circle');
    refuses(() => new SideCar({ ...parts, joints: [joints[0]] }), TypeError,
        'SideCar: car.joints must be an array with a joint for each wheel');
    refuses(() => new SideCar({ ...parts, joints: [joints[1], joints[0]] }), TypeError,
        'SideCar: car.joints[0] must be the Joint of the chassis and the wheel');
    refuses(() => new SideCar({ ...parts, wheels: any([{}, null]) }), TypeError,
        'SideCar: car.wheels[0] must be a Body that is a circle');
    refuses(() => new SideCar(parts, { braking: -1 }), RangeError,
        'SideCar: braking must be between 0 and 100000, got -1');
    refuses(() => new SideCar(parts, any({ drive: 'all' })), RangeError,
        'SideCar: drive must be one of');
    refuses(() => new SideCar(parts, any({ drive: 2 })), TypeError,
        'SideCar: drive must be one of');
    refuses(() => new SideCar(parts, any({ lean: 2 })), TypeError,
        'SideCar: options has no option "lean"');
    refuses(() => {
        car.drive = any('middle');
    }, RangeError, 'SideCar.drive: value must be one of "rear", "front", "both", got "middle"');
    refuses(() => {
        car.numbers.groundLean = 3;
    }, RangeError, 'SideCar.numbers: groundLean must be between 0 and 1, got 3');
    for (const [name, least]
        of /** @type {const} */ ([['throttle', -1], ['brake', 0], ['lean', -1]]))
    {
        refuses(() => car.update({ [name]: least - 0.1 }), RangeError,
            `SideCar.update: input.${name} must be between ${least} and 1, got`);
        refuses(() => car.update({ [name]: NaN }), RangeError,
            `SideCar.update: input.${name} must be a finite number, got NaN`);
        refuses(() => car.update(any({ [name]: true })), TypeError,
            `SideCar.update: input.${name} must be a finite number, got true`);
    }
    refuses(() => car.update(any(null)), TypeError,
        'SideCar.update: input must be an object, got null');
    refuses(() => car.update({}, 2), RangeError, 'SideCar.update: dt must be between');
    refuses(() => car.save(any('')), TypeError, 'SideCar.save: out must be an object to be filled');
    refuses(() => car.load([1, 2, 3]), TypeError,
        'SideCar.load: state must be what SideCar.save gave, got an array of 3');
    refuses(() => car.load(car.save().fill(NaN)), RangeError,
        'SideCar.load: state[0] must be a finite number, got NaN');
    refuses(() => car.load(car.save().fill(-1)), RangeError,
        'SideCar.load: state[0] must be zero or more, got -1');
    assert.deepEqual([car.drive, car.numbers.groundLean], ['both', 0.5]);
    chassis.destroy();
    refuses(() => new SideCar(parts), 'STALE_BODY');
    world.step();
    world.step();
    refuses(() => car.update({ throttle: 1 }), 'STALE_BODY');
    world.destroy();
    refuses(() => car.update({ throttle: 1 }), 'WORLD_DESTROYED');
});

/** A car on bumps among crates. @param {SideCarOptions} [options] @param {Partial<CarOptions>} [built] */
function bumps(options, built) {
    const world = new World();
    world.createBody({ type: 'static',
        collider: { shape: 'chain', friction: 1,
            points: Array.from({ length: 400 },
                (_,
                    i) => /** @type {[number, number]} */ ([300 - 2 * i,
                        ((i * 7) % 5) * 0.4])) } });
    for (let i = 0; i < 12; ++i)
        world.createBody({ position: [12 * i - 60, 4],
            collider: { shape: 'box', width: 0.8, height: 0.8, density: 0.2 } });
    const parts = createCar(world, { position: [0, 3], ...built });
    return { world, parts, car: new SideCar(parts, options) };
}

test('any numbers within their ranges leave a finite world', () => {
    extremes(SIDE_CAR_NUMBERS, 100, (options, chance) => {
        const s = bumps({ ...options,
            drive: /** @type {const} */ (['rear', 'front', 'both'])[Math.floor(3 * chance())] }, {
            collider: { density: 10 ** (4 * chance() - 2) },
            wheelRadius: 0.2 + chance(),
        });
        for (let turn = 0; turn < 6; ++turn) {
            drive(s, { throttle: Math.round(4 * chance() - 2) / 2,
                brake: chance() < 0.3 ? chance() : 0, lean: Math.round(2 * chance() - 1) }, 20);
            for (const { x, y, angle, vx, vy, angularVelocity } of s.world.bodies)
                assert.ok(Math.hypot(x, y, angle, vx, vy, angularVelocity) < 1e6,
                    JSON.stringify(options));
        }
        s.world.destroy();
    });
});

/** Scripted keys. @param {number} i */
const keysAt = (i) => ({ throttle: i % 200 > 160 ? -1 : 1, brake: i % 90 > 80 ? 1 : 0,
    lean: ((i * 5) % 7) / 3 - 1 });

test('its state goes back with the world, and what follows is the same to the bit', () => {
    const s = bumps();
    /** @param {number} from @param {number} to */
    const play = (from, to) => {
        for (let i = from; i < to; ++i) drive(s, keysAt(i), 1);
    };
    play(0, 60);
    for (const at of [70, 161, 333]) {
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
    const s = bumps();
    for (let i = 0; i < 600; ++i) drive(s, keysAt(i), 1);
    assert.equal(s.world.hash(), '38863d3f5a036a66');
    s.world.destroy();
});
