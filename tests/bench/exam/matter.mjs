// Water, sand and jelly in motion: what is conserved, what passes a thin wall, and whether a play repeats. What comes to
// rest is in matter-rest.mjs.

/** @import { Engine, Snapshots } from '../engines/adapter.mjs' */
/** @import { Question, Theme } from './question.mjs' */
import { G, setUp } from './lab.mjs';
import { AREA, buildTank, driftOf, energyOf, growthOf, particlesOf, sumOf } from './matter-lab.mjs';
import { atRest } from './matter-rest.mjs';

const kinds = /** @type {const} */ (['liquid', 'sand', 'jelly']);
const needs = ['particles'];

/**
 * 5,000 particles fly at 50 m/s into a wall 1 cm thick and 400 m high, without gravity.
 * @param {Engine} engine
 * @param {'liquid' | 'sand' | 'jelly'} kind
 * @returns {number} those behind it after 2 s
 */
function leaked(engine, kind) {
    const lab = setUp(engine, [0, 0], (b) => {
        const wall = b.body({ type: 'static', x: 4, y: 0 });
        b.box(wall, { width: 0.01, height: 400 });
        const particles = particlesOf(b);
        const matter = particles.create({ kind, capacity: 5000 });
        particles.fill(matter, { x: 0, y: 0, width: 4, height: 12, vx: 50 });
        return matter;
    });
    lab.run(120);
    const behind = sumOf(lab, lab.made, (x) => x > 4 ? 1 : 0);
    lab.destroy();
    return behind;
}

/**
 * A dam that stands at the left wall of a tank 20 m wide.
 * @param {Engine} engine
 * @param {{ width: number, height: number, crate?: boolean }} options crate: whether one stands in its way
 */
function dam(engine, { width, height, crate }) {
    return setUp(engine, [0, -G], (b) => {
        buildTank(b, 20, 30);
        const particles = particlesOf(b);
        const water = particles.create({ kind: 'liquid', capacity: 15000 });
        particles.fill(water, { x: width / 2 - 10, y: height / 2, width, height });
        if (crate) {
            const body = b.body({ type: 'dynamic', x: 0, y: 0.5 });
            b.box(body, { width: 1, height: 1, density: 0.4 });
        }
        return water;
    });
}

/**
 * The most that the energy of a dam that breaks grows over any time in 10 s, % of what it has at first.
 * @param {Engine} engine
 * @param {number} width
 * @param {number} height
 */
function damEnergy(engine, width, height) {
    const lab = dam(engine, { width, height });
    const first = energyOf(lab, lab.made);
    const grown = growthOf(lab, lab.made, 600);
    lab.destroy();
    return (100 * grown) / first;
}

/**
 * A lump of 1 m meets another, or a box of its size and density, at 5 m/s in free flight.
 * @param {Engine} engine
 * @param {'liquid' | 'sand' | 'jelly'} kind
 * @param {boolean} box
 * @returns {number} by how much the velocity of the common centre of mass has changed after 1.5 s, m/s
 */
function drift(engine, kind, box) {
    const lab = setUp(engine, [0, 0], (b) => {
        const particles = particlesOf(b);
        const matter = particles.create({ kind, capacity: 1000 });
        particles.fill(matter, { x: -1, y: 0, width: 1, height: 1, vx: 3, vy: 0.2 });
        if (!box) {
            particles.fill(matter, { x: 1, y: 0.2, width: 1, height: 1, vx: -2, vy: 0.1 });
            return { matter };
        }
        const body = b.body({ type: 'dynamic', x: 1, y: 0.2, vx: -2, vy: 0.1 });
        b.box(body, { width: 1, height: 1 });
        return { matter, body };
    });
    const { matter, body } = lab.made;
    const velocity = () => {
        const { count, x, y } = driftOf(lab, matter);
        if (body === undefined) return [x, y];
        const mass = count * AREA;
        return [(mass * x + lab.vx(body)) / (mass + 1), (mass * y + lab.vy(body)) / (mass + 1)];
    };
    const before = velocity();
    lab.run(90);
    const after = velocity();
    lab.destroy();
    return Math.hypot(after[0] - before[0], after[1] - before[1]);
}

/**
 * The dam with a crate in its way is played for 5 s, then again, then from a snapshot of the first play's third second.
 * @param {Engine} engine
 * @returns {number[]} in how many steps the hash of the world differs from the first play's, again and from the snapshot
 */
function differences(engine) {
    const first = dam(engine, { width: 3, height: 6, crate: true });
    const again = dam(engine, { width: 3, height: 6, crate: true });
    const { save, restore } = /** @type {Snapshots} */ (first.snapshots);
    /** @type {string[]} */
    const hashes = [];
    /** @type {Uint8Array[]} */
    const bytes = [];
    let [differ, differRestored] = [0, 0];
    first.run(300, (step) => {
        hashes.push(first.hash());
        if (step === 179) bytes.push(save().slice());
    });
    again.run(300, (step) => {
        if (again.hash() !== hashes[step]) ++differ;
    });
    restore(bytes[0]);
    first.run(120, (step) => {
        if (first.hash() !== hashes[180 + step]) ++differRestored;
    });
    first.destroy();
    again.destroy();
    return [differ, differRestored];
}

/** @type {Question[]} */
const dams = [[3, 6], [8, 14]].map(([width, height]) => ({
    id: `matter-dam-energy-${height}`,
    text: `a dam of ${width} × ${height} m breaks, 10 s: the most its energy grows`,
    unit: '%',
    truth: [0],
    tolerance: [0.01],
    needs,
    ask: (engine) => [damEnergy(engine, width, height)],
}));

/** @type {Question[]} */
const moving = [
    {
        id: 'matter-leak',
        text: '5,000 particles fly at a wall of 1 cm at 50 m/s: passed through',
        unit: 'particles',
        parts: [...kinds],
        truth: [0, 0, 0],
        tolerance: [0, 0, 0],
        needs,
        ask: (engine) => kinds.map((kind) => leaked(engine, kind)),
    },
    ...dams,
    {
        id: 'matter-momentum',
        text:
            'lumps of 1 m meet in free flight at 5 m/s, or a box: the common centre of mass changes by',
        unit: 'm/s',
        parts: [...kinds, 'liquid and a box', 'sand and a box', 'jelly and a box'],
        truth: [0, 0, 0, 0, 0, 0],
        tolerance: [3e-3, 3e-3, 3e-3, 3e-3, 3e-3, 3e-3],
        digits: 4,
        needs,
        ask: (engine) =>
            [false, true].flatMap((box) => kinds.map((kind) => drift(engine, kind, box))),
    },
    {
        id: 'matter-hash',
        text: 'a dam breaks over a crate, again and from a snapshot: steps with another hash',
        unit: 'steps',
        parts: ['again', 'from a snapshot'],
        truth: [0, 0],
        tolerance: [0, 0],
        needs,
        ask: differences,
    },
];

/** @type {Theme} */
export const matter = {
    name: 'matter',
    title: 'Water, sand and jelly',
    questions: [...atRest, ...moving],
};
