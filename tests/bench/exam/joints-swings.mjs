// What swings: pendulums, springs and suspensions, each against its equation of motion.

/** @import { Engine } from '../engines/adapter.mjs' */
/** @import { SpringSpec } from '../../scenes/builder.js' */
/** @import { Lab } from './lab.mjs' */
/** @import { Question } from './question.mjs' */
import { setUpJoints } from './joints-lab.mjs';
import { DT, G, setUp } from './lab.mjs';

const BALL = 0.1;

/**
 * A ball of 0.1 m on a pin at the origin, let go at an angle.
 * @param {Engine} engine
 * @param {number} arm metres
 * @param {number} angle radians from below
 */
function pendulum(engine, arm, angle) {
    return setUpJoints(engine, [0, -G], (b) => {
        const frame = b.body({ type: 'static', x: 0, y: 0 });
        const ball = b.body({ type: 'dynamic', x: arm * Math.sin(angle),
            y: -arm * Math.cos(angle) });
        b.circle(ball, { radius: BALL });
        b.pin({ bodyA: frame, bodyB: ball, x: 0, y: 0 });
        return ball;
    });
}

/**
 * Times, in seconds, at which a coordinate changes its sign, and its speeds there.
 * @param {Lab} lab
 * @param {number} seconds
 * @param {() => number} coordinate
 * @param {() => number} speed
 */
function crossings(lab, seconds, coordinate, speed) {
    const [times, speeds] = [/** @type {number[]} */ ([]), /** @type {number[]} */ ([])];
    let [before, pace] = [coordinate(), speed()];
    lab.run(seconds / DT, (step) => {
        const [now, fast] = [coordinate(), speed()];
        if (now * before < 0) {
            const part = before / (before - now);
            times.push((step + part) * DT);
            speeds.push(Math.abs(pace + part * (fast - pace)));
        }
        [before, pace] = [now, fast];
    });
    return { times, speeds };
}

/**
 * The period of a pendulum of the amplitude by the arithmetic-geometric mean, which is that by the elliptic integral.
 * @param {number} arm metres
 * @param {number} amplitude radians
 */
function periodOf(arm, amplitude) {
    let [a, b] = [1, Math.cos(amplitude / 2)];
    for (let i = 0; i < 10; ++i) [a, b] = [(a + b) / 2, Math.sqrt(a * b)];
    return (2 * Math.PI * Math.sqrt((arm * arm + (BALL * BALL) / 2) / (G * arm))) / a;
}

/**
 * @param {Engine} engine
 * @param {number} arm metres
 * @returns {number} the period of ten swings of 0.1 rad, by the true one
 */
function period(engine, arm) {
    const lab = pendulum(engine, arm, 0.1);
    const ball = lab.made;
    const truth = periodOf(arm, 0.1);
    const { times } = crossings(lab, 10.6 * truth, () => lab.x(ball), () => lab.vx(ball));
    lab.destroy();
    return (times[20] - times[0]) / 10 / truth;
}

/**
 * @param {Engine} engine
 * @returns {number[]} the highest and the lowest energy in a minute by that at the start, counted from the lowest point
 */
function pendulumEnergy(engine) {
    const lab = pendulum(engine, 2, 1.5);
    const bottom = lab.mass() * G * 2;
    const start = bottom + lab.energy();
    const shares = [1, 1];
    lab.run(3600, () => {
        const share = (bottom + lab.energy()) / start;
        shares[0] = Math.max(shares[0], share);
        shares[1] = Math.min(shares[1], share);
    });
    lab.destroy();
    return shares;
}

/**
 * What swings on a spring: a ball along it, or a disc about its pin; or a wheel on its suspension.
 * @param {Engine} engine
 * @param {'line'|'angle'|'wheel'} kind
 * @param {SpringSpec} spring
 * @returns {number[]} its frequency by that asked for, and its damping ratio
 */
function swing(engine, kind, spring) {
    const lab = setUp(engine, [0, 0], (b) => {
        const frame = b.body({ type: 'static', x: 0, y: 0 });
        // A fifth of a radian or of a metre wide.
        const pace = 0.4 * Math.PI * spring.hertz;
        const ball = b.body({ type: 'dynamic', x: 0, y: 0,
            ...(kind === 'angle' ? { omega: pace } : { vx: pace }) });
        b.circle(ball, { radius: 0.5 });
        const ends = { bodyA: frame, bodyB: ball, y: 0, spring };
        if (kind === 'line') b.joint?.({ type: 'distance', x: -2, bx: 0, ...ends });
        if (kind === 'angle') b.pin({ x: 0, ...ends });
        if (kind === 'wheel') b.joint?.({ type: 'wheel', x: 0, axis: [1, 0], ...ends });
        return ball;
    });
    const ball = lab.made;
    const coordinate =
        () => (kind === 'angle' ? Math.atan2(lab.sin(ball), lab.cos(ball)) : lab.x(ball));
    const speed = () => (kind === 'angle' ? lab.omega(ball) : lab.vx(ball));
    // Its first crossing is within the first step's rounding: from the second on.
    const { times, speeds } = crossings(lab, 6 / spring.hertz, coordinate, speed);
    lab.destroy();
    const count = 4;
    const decay = Math.log(speeds[1] / speeds[1 + 2 * count]) / count;
    const ratio = decay / Math.hypot(2 * Math.PI, decay);
    const frequency = count / (times[1 + 2 * count] - times[1]) / Math.sqrt(1 - ratio * ratio);
    return [frequency / spring.hertz, ratio];
}

/** @param {Engine} engine @param {'line'|'angle'|'wheel'} kind */
function springs(engine, kind) {
    const free = [1, 2, 4].map((hertz) => swing(engine, kind, { hertz, dampingRatio: 0 })[0]);
    return [...free, swing(engine, kind, { hertz: 2, dampingRatio: 0.1 })[1]];
}

/** Parts, truths and tolerances of springs: 1 % of the frequency, and a hundredth of the damping ratio. */
const springParts = {
    unit: 'ratio',
    parts: ['frequency at 1 Hz', '2 Hz', '4 Hz', 'damping ratio at 2 Hz and 0.1'],
    truth: [1, 1, 1, 0.1],
    tolerance: [0.01, 0.01, 0.01, 0.001],
    digits: 4,
};

/** @type {Question[]} */
export const swings = [
    {
        id: 'joint-pendulum-period',
        text: 'a pendulum swings by 0.1 rad: its period by the true one',
        unit: '',
        parts: ['arm of 1 m', '10 m'],
        truth: [1, 1],
        tolerance: [0.001, 0.001],
        digits: 4,
        ask: (engine) => [period(engine, 1), period(engine, 10)],
    },
    {
        id: 'joint-pendulum-energy',
        text: 'a pendulum of 2 m swings by 1.5 rad for a minute: its energy by that at the start',
        unit: '',
        parts: ['highest', 'lowest'],
        truth: [1, 1],
        tolerance: [0.01, 0.01],
        digits: 4,
        ask: pendulumEnergy,
    },
    {
        id: 'joint-spring-line',
        text: 'a ball swings on a spring between two points',
        ...springParts,
        needs: ['spring'],
        ask: (engine) => springs(engine, 'line'),
    },
    {
        id: 'joint-spring-angle',
        text: 'a disc swings on the spring of its pin',
        ...springParts,
        needs: ['angularSpring'],
        ask: (engine) => springs(engine, 'angle'),
    },
    {
        id: 'joint-wheel-spring',
        text: 'a wheel swings on its suspension',
        ...springParts,
        needs: ['wheel'],
        ask: (engine) => springs(engine, 'wheel'),
    },
];
