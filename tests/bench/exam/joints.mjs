// Joints: what is held together stays together and gains no energy. Here chains, a ball on an arm, and rings;
// joints-structures.mjs has what bears loads and what tumbles, joints-swings.mjs pendulums and springs,
// joints-single.mjs motors, limits and wheels.

/** @import { Engine } from '../engines/adapter.mjs' */
/** @import { LabBuilder } from './lab.mjs' */
/** @import { Question, Theme } from './question.mjs' */
import { buildChain, linkLayers } from '../../scenes/bridges.js';
import { random } from '../../scenes/builder.js';
import { setUpJoints, sumOf } from './joints-lab.mjs';
import { single } from './joints-single.mjs';
import { structures } from './joints-structures.mjs';
import { swings } from './joints-swings.mjs';
import { G } from './lab.mjs';

const LINKS = 60;
const LOADS = [20, 100, 1000];
const layers = linkLayers;

/**
 * A chain of 60 m swings down from the horizontal for 30 s.
 * @param {Engine} engine
 * @param {number} load how many times as heavy as the others its last link is
 * @returns {{ gaps: number, energy: number }} the worst sum of its gaps, in metres, and the highest energy, by that at
 *   the start; it is counted from where all of the chain would hang at its full length
 */
function swing(engine, load) {
    const lab = setUpJoints(engine, [0, -G],
        (b) => buildChain(b, { x: 0, y: 0, links: LINKS, load }), { layers });
    const start = lab.mass() * G * LINKS;
    let [gaps, energy] = [0, start];
    lab.run(1800, () => {
        gaps = Math.max(gaps, sumOf(lab.gaps()));
        energy = Math.max(energy, start + lab.energy());
    });
    lab.destroy();
    return { gaps, energy: energy / start };
}

/**
 * A chain hangs for 10 s with a box of 100 times a link's mass below it.
 * @param {Engine} engine
 * @returns {number} how much longer it gets, in mm a metre
 */
function hang(engine) {
    const build = (/** @type {LabBuilder} */ b) => {
        const chain = buildChain(b, { x: 0, y: 0, links: LINKS, down: true });
        const box = b.body({ type: 'dynamic', x: 0, y: -LINKS - 0.5 });
        b.box(box, { width: 1, height: 1, density: 20, layer: 'link' });
        b.pin({ bodyA: chain[LINKS - 1], bodyB: box, x: 0, y: -LINKS });
    };
    const lab = setUpJoints(engine, [0, -G], build, { layers });
    let worst = 0;
    lab.run(600, () => {
        worst = Math.max(worst, sumOf(lab.gaps()));
    });
    lab.destroy();
    return (1000 * worst) / LINKS;
}

/**
 * A ball of 4 m on a chain of 30 m swings down from the horizontal for 20 s; it has 300 times a link's mass.
 * @param {Engine} engine
 * @returns {number} the worst sum of the gaps, in metres
 */
function ballAndChain(engine) {
    const build = (/** @type {LabBuilder} */ b) => {
        const chain = buildChain(b, { x: 0, y: 0, links: 30 });
        const ball = b.body({ type: 'dynamic', x: 32, y: 0 });
        b.circle(ball, { radius: 2, density: (300 * 0.2) / (4 * Math.PI), layer: 'link' });
        b.pin({ bodyA: chain[29], bodyB: ball, x: 30, y: 0 });
    };
    const lab = setUpJoints(engine, [0, -G], build, { layers });
    let worst = 0;
    lab.run(1200, () => {
        worst = Math.max(worst, sumOf(lab.gaps()));
    });
    lab.destroy();
    return worst;
}

/**
 * A ball at the end of an arm of 20 m swings through the lowest point, where it rubs on a floor, for 10 s.
 * @param {Engine} engine
 * @returns {number} the worst gap of its pin, in mm
 */
function rubbing(engine) {
    const lab = setUpJoints(engine, [0, -G], (b) => {
        const ground = b.body({ type: 'static', x: 0, y: 0 });
        b.box(b.body({ type: 'static', x: 0, y: -21.5 }), { width: 200, height: 2 });
        const ball = b.body({ type: 'dynamic', x: 0, y: -20, vx: 8 });
        b.circle(ball, { radius: 0.5 });
        b.pin({ bodyA: ground, bodyB: ball, x: 0, y: 0 });
    });
    let worst = 0;
    lab.run(600, () => {
        worst = Math.max(worst, ...lab.gaps());
    });
    lab.destroy();
    return 1000 * worst;
}

/**
 * Rings of three to six bars in space, a third of them of a hundredth of the mass, started with random velocities.
 * Within the first step the pins take what they do not allow; from then on they do no work.
 * @param {Engine} engine
 * @returns {number} the most that any of 40 has of its energy after that step, within 5 s
 */
function loops(engine) {
    let worst = 1;
    for (let seed = 1; seed <= 40; ++seed) {
        const next = random(seed);
        const between = (/** @type {number} */ low, /** @type {number} */ high) =>
            low + (high - low) * next();
        const count = 3 + (seed % 4);
        const radius = between(1, 2);
        const corner = (/** @type {number} */ i) => {
            const angle = (2 * Math.PI * i) / count;
            return [radius * Math.cos(angle), radius * Math.sin(angle)];
        };
        const build = (/** @type {LabBuilder} */ b) => {
            const bars = Array.from({ length: count }, (_, i) => {
                const [[ax, ay], [bx, by]] = [corner(i), corner(i + 1)];
                const [vx, vy, omega] = [between(-5, 5), between(-5, 5), between(-10, 10)];
                const bar = b.body({ type: 'dynamic', x: (ax + bx) / 2, y: (ay + by) / 2, vx, vy,
                    omega });
                b.box(bar, { width: 0.6, height: 0.2, density: next() < 1 / 3 ? 0.01 : 1,
                    layer: 'link' });
                return bar;
            });
            bars.forEach((bar, i) => {
                const [x, y] = corner(i + 1);
                b.pin({ bodyA: bar, bodyB: bars[(i + 1) % count], x, y });
            });
        };
        const lab = setUpJoints(engine, [0, 0], build, { layers });
        lab.step();
        const start = lab.energy();
        lab.run(300, () => {
            worst = Math.max(worst, lab.energy() / start);
        });
        lab.destroy();
    }
    return worst;
}

const kilograms = LOADS.map((load) => `${load.toLocaleString('en')} times`);

/** @type {Question[]} */
const chains = [
    {
        id: 'joint-chain-gaps',
        text:
            'a chain of 60 m swings down, its end so many times as heavy as a link: all gaps together at their worst',
        unit: 'm',
        parts: kilograms,
        truth: LOADS.map(() => 0),
        // Less than 1 % of its length: half a pixel a pin at 50 pixels a metre.
        tolerance: LOADS.map(() => 0.5),
        ask: (engine) => LOADS.map((load) => swing(engine, load).gaps),
    },
    {
        id: 'joint-chain-energy',
        text: 'the same: its highest energy by that at the start',
        unit: '',
        parts: kilograms,
        truth: LOADS.map(() => 1),
        tolerance: LOADS.map(() => 0.001),
        digits: 4,
        ask: (engine) => LOADS.map((load) => swing(engine, load).energy),
    },
    {
        id: 'joint-chain-hangs',
        text: 'a chain of 60 m hangs with a box of 100 links below: its stretch',
        unit: 'mm a metre',
        truth: [0],
        tolerance: [1],
        ask: (engine) => [hang(engine)],
    },
    {
        id: 'joint-ball-and-chain',
        text:
            'a ball of 300 links swings down on a chain of 30 m: all gaps together at their worst',
        unit: 'm',
        truth: [0],
        // The same share of its length as for chains.
        tolerance: [0.25],
        ask: (engine) => [ballAndChain(engine)],
    },
    {
        id: 'joint-arm-rubs',
        text: 'a ball on an arm of 20 m rubs on a floor: worst gap of its pin',
        unit: 'mm',
        truth: [0],
        tolerance: [1],
        ask: (engine) => [rubbing(engine)],
    },
    {
        id: 'joint-loops',
        text:
            'rings of bars, some of a hundredth of the mass, in space: most that one of 40 has of its energy in 5 s',
        unit: '',
        truth: [1],
        tolerance: [0.01],
        ask: (engine) => [loops(engine)],
    },
];

/** @type {Theme} */
export const joints = { name: 'joints', title: 'Joints',
    questions: [...chains, ...structures, ...swings, ...single] };
