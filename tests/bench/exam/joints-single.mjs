// What one joint does: motors at their speed and their maximum, limits under load, wheels torn off.

/** @import { Engine, JointSpec } from '../engines/adapter.mjs' */
/** @import { Lab } from './lab.mjs' */
/** @import { Question } from './question.mjs' */
import { DT, G, buildSlab, setUp } from './lab.mjs';

const DEGREE = Math.PI / 180;
/**
 * A box of 1 kg on a vertical slider, and what it does for so many seconds.
 * @template T
 * @param {Engine} engine
 * @param {Partial<JointSpec>} options
 * @param {number} seconds
 * @param {(lab: Lab, box: number) => T} read
 */
function slide(engine, options, seconds, read) {
    const lab = setUp(engine, [0, -G], (b) => {
        const frame = b.body({ type: 'static', x: 0, y: 0 });
        const box = b.body({ type: 'dynamic', x: 0, y: 0 });
        b.box(box, { width: 1, height: 1 });
        b.joint?.({ type: 'prismatic', bodyA: frame, bodyB: box, x: 0, y: 0, axis: [0, 1],
            ...options });
        return box;
    });
    lab.run(seconds / DT);
    const result = read(lab, lab.made);
    lab.destroy();
    return result;
}

/**
 * A disc of 0.5 m that a motor turns, in space.
 * @param {Engine} engine
 * @param {number} speed rad/s
 * @param {number} acceleration that its maximum allows, rad/s²
 * @param {number} seconds
 * @returns {number} its speed then
 */
function turn(engine, speed, acceleration, seconds) {
    const inertia = (Math.PI / 2) * 0.5 ** 4;
    const lab = setUp(engine, [0, 0], (b) => {
        const frame = b.body({ type: 'static', x: 0, y: 0 });
        const disc = b.body({ type: 'dynamic', x: 0, y: 0 });
        b.circle(disc, { radius: 0.5 });
        b.pin({ bodyA: frame, bodyB: disc, x: 0, y: 0,
            motor: { speed, maximum: acceleration * inertia } });
        return disc;
    });
    lab.run(seconds / DT);
    const result = lab.omega(lab.made);
    lab.destroy();
    return result;
}

/**
 * Loads of ten times the weight of what a limit holds.
 * @param {Engine} engine
 * @returns {number[]} how far a beam has turned past its limit after 5 s in degrees, a box slid past its own, and a ball
 *   fallen past the end of its rope, in mm
 */
function limits(engine) {
    const lab = setUp(engine, [0, -G], (b) => {
        const frame = b.body({ type: 'static', x: 0, y: 0 });
        const beam = b.body({ type: 'dynamic', x: 1, y: 0 });
        b.box(beam, { width: 2, height: 0.25 });
        b.pin({ bodyA: frame, bodyB: beam, x: 0, y: 0, limit: [-0.3, 0.3] });
        const weight = b.body({ type: 'dynamic', x: 2, y: 0 });
        b.circle(weight, { radius: 0.4, density: 10 });
        b.pin({ bodyA: beam, bodyB: weight, x: 2, y: 0 });

        const slider = b.body({ type: 'dynamic', x: 10, y: 0 });
        b.box(slider, { width: 0.5, height: 0.5 });
        const [axis, limit] = [/** @type {[number, number]} */ ([0, 1]),
            /** @type {[number, number]} */ ([-0.5, 1])];
        b.joint?.({ type: 'prismatic', bodyA: frame, bodyB: slider, x: 10, y: 0, axis, limit });
        const hung = b.body({ type: 'dynamic', x: 10, y: -2 });
        b.box(hung, { width: 0.5, height: 0.5, density: 10 });
        b.pin({ bodyA: slider, bodyB: hung, x: 10, y: -1 });

        const ball = b.body({ type: 'dynamic', x: 20, y: -1 });
        b.circle(ball, { radius: 0.5, density: 10 });
        b.joint?.({ type: 'distance', bodyA: frame, bodyB: ball, x: 20, y: 0, bx: 20, by: -1,
            limit: [0, 2] });
        return { beam, slider, ball };
    });
    lab.run(300);
    const { beam, slider, ball } = lab.made;
    const past = [-0.3 - Math.atan2(lab.sin(beam), lab.cos(beam)), -0.5 - lab.y(slider),
        -2 - lab.y(ball)];
    lab.destroy();
    return [past[0] / DEGREE, 1000 * past[1], 1000 * past[2]];
}

/**
 * A wheel that starts 100 m from where its joint has it, and one that is torn so far off a car that stands.
 * @param {Engine} engine
 * @returns {number[]} how far the first is away after 5 s, its speed, and how far the second is away after 15 s
 */
function stretched(engine) {
    const spring = { hertz: 4, dampingRatio: 0.7 };
    const limit = /** @type {[number, number]} */ ([-0.2, 0.2]);
    const suspension = { type: /** @type {const} */ ('wheel'),
        axis: /** @type {[number, number]} */ ([0, 1]), limit, spring };
    const one = setUp(engine, [0, 0], (b) => {
        const frame = b.body({ type: 'static', x: 0, y: 0 });
        const wheel = b.body({ type: 'dynamic', x: 80, y: 60 });
        b.circle(wheel, { radius: 0.4 });
        b.joint?.({ ...suspension, bodyA: frame, bodyB: wheel, x: 0, y: 0, bx: 80, by: 60,
            motor: { speed: 10, maximum: 10 } });
        return wheel;
    });
    one.run(300);
    const away = Math.hypot(one.x(one.made), one.y(one.made));
    const speed = one.speed(one.made);
    one.destroy();
    const car = setUp(engine, [0, -G], (b) => {
        buildSlab(b, 4000);
        const chassis = b.body({ type: 'dynamic', x: 0, y: 0.8 });
        b.box(chassis, { width: 2, height: 0.5 });
        const wheels = [-0.7, 0.7].map((x) => {
            const by = x < 0 ? 100 : 0.4;
            const wheel = b.body({ type: 'dynamic', x, y: by });
            b.circle(wheel, { radius: 0.4 });
            b.joint?.({ ...suspension, bodyA: chassis, bodyB: wheel, x, y: 0.4, bx: x, by });
            return wheel;
        });
        return { chassis, wheel: wheels[0] };
    });
    car.run(900);
    const { chassis, wheel } = car.made;
    const [c, s] = [car.cos(chassis), car.sin(chassis)];
    const place = [car.x(chassis) - 0.7 * c + 0.4 * s, car.y(chassis) - 0.7 * s - 0.4 * c];
    const torn = Math.hypot(car.x(wheel) - place[0], car.y(wheel) - place[1]);
    car.destroy();
    return [away, speed, torn];
}

/** @type {Question[]} */
export const single = [
    {
        id: 'joint-motor-speed',
        text: 'motors of 10 rad/s and, against gravity, of 3 m/s: speed after 2 s',
        unit: 'rad/s; m/s',
        parts: ['a pin turns a disc', 'a slider lifts a box'],
        truth: [10, 3],
        tolerance: [0.1, 0.03],
        needs: ['motor', 'prismatic'],
        ask: (engine) => [
            turn(engine, 10, 1e4, 2),
            slide(engine, { motor: { speed: 3, maximum: 1e5 } }, 2, (lab, box) => lab.vy(box)),
        ],
    },
    {
        id: 'joint-motor-maximum',
        text: 'motors at their maximum',
        unit: 'rad/s; mm; m/s',
        parts: ['a disc after 0.5 s of 30 rad/s²', 'a brake of 1.01 weights slips',
            'one of 0.99: speed after 2 s'],
        truth: [15, 0, 0.2],
        // 1 % of the maximum, which is 0.2 m/s of a weight in 2 s, if the brake of 1.01 weights holds; a quarter of it
        // tells both apart.
        tolerance: [0.15, 1, 0.05],
        needs: ['motor', 'motorMaximum', 'prismatic'],
        ask: (engine) => [
            turn(engine, 1000, 30, 0.5),
            slide(engine, { motor: { speed: 0, maximum: 1.01 * G } }, 2,
                (lab, box) => -1000 * lab.y(box)),
            slide(engine, { motor: { speed: 0, maximum: 0.99 * G } }, 2,
                (lab, box) => -lab.vy(box)),
        ],
    },
    {
        id: 'joint-limits',
        text: 'limits under ten times the weight of what they hold, after 5 s: how far past them',
        unit: '°; mm; mm',
        parts: ['a beam', 'a slider', 'a rope'],
        truth: [0, 0, 0],
        tolerance: [0.5, 1, 1],
        needs: ['limit', 'prismatic'],
        ask: limits,
    },
    {
        id: 'joint-wheel-stretched',
        text: 'a wheel 100 m off its place: away after 5 s, speed; torn off a car: away after 15 s',
        unit: 'm; m/s; m',
        truth: [0, 0, 0],
        parts: ['alone', 'its speed', 'of a car'],
        // The torn one may lean on its spring.
        tolerance: [0.05, 0.1, 0.25],
        needs: ['wheel'],
        ask: stretched,
    },
];
