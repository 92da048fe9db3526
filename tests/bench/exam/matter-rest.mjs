// Water and sand that come to rest: how high columns, arms and pools stand, how deep boxes float, when all is still, and
// how steep a heap of sand is.

/** @import { Engine } from '../engines/adapter.mjs' */
/** @import { Question } from './question.mjs' */
/** @import { Lab, LabBuilder } from './lab.mjs' */
import { G, buildSlab, setUp, stepsFor } from './lab.mjs';
import { AREA, SPACING, buildTank, energyOf, fastest, growthOf, levelAt, particlesOf, secondsToRest,
    sumOf } from './matter-lab.mjs';

const DEGREE = Math.PI / 180;
const needs = ['particles'];

/**
 * A world with a tank that is filled with water from the left wall to the right, and with a body in it.
 * @param {Engine} engine
 * @param {{ width: number, height: number, wall: number, sleep?: boolean }} options wall: the height of the walls
 * @param {(b: LabBuilder) => number} [add] returns the body
 */
function pool(engine, { width, height, wall, sleep }, add) {
    return setUp(engine, [0, -G], (b) => {
        buildTank(b, width, wall);
        const particles = particlesOf(b);
        const water = particles.create({ kind: 'liquid', capacity: 10000 });
        const count = particles.fill(water, { x: 0, y: height / 2, width, height });
        return { water, count, body: add?.(b) ?? -1 };
    }, { sleep });
}

/**
 * How much lower water stands than its particles' areas say, %. Its height is twice that of its centre of mass.
 * @param {ReturnType<typeof pool>} lab
 * @param {number} width
 */
function lower(lab, width) {
    const { water, count } = lab.made;
    const height = (2 * sumOf(lab, water, (_, y) => y)) / count;
    return 100 * (1 - (height * width) / (count * AREA));
}

/**
 * How much denser the lower half of a pool or block is than its upper half, %. Particles are counted with a weight that falls
 * off smoothly, so that it does not matter between which rows a border lies.
 * @param {Lab} lab
 * @param {number} matter
 */
function denser(lab, matter) {
    const height = (2 * sumOf(lab, matter, (_, y) => y)) / sumOf(lab, matter, () => 1);
    const half = 0.21 * height;
    const about = (/** @type {number} */ middle) =>
        sumOf(lab, matter, (_, y) =>
            Math.abs(y - middle) < half
                ? Math.cos((Math.PI / 2) * ((y - middle) / half)) ** 2
                : 0);
    return 100 * (about(0.25 * height) / about(0.75 * height) - 1);
}

/**
 * Water 3 m wide and 5 m deep, after 10 s.
 * @param {Engine} engine
 * @returns {number[]} % that it stands lower than its particles' areas say; % that its lower half is denser than its
 *   upper; the fastest particle, mm/s
 */
function column(engine) {
    const lab = pool(engine, { width: 3, height: 5, wall: 8 });
    const { water } = lab.made;
    lab.run(600);
    const answers = [lower(lab, 3), denser(lab, water), 1000 * fastest(lab, water)];
    lab.destroy();
    return answers;
}

/**
 * Sand 6 m wide and 8 m deep comes to rest from the places of its fill, for 10 s.
 * @param {Engine} engine
 * @returns {number[]} % that its lower half is denser than its upper; the most that its energy grows over any time, % of what it
 *   has at first
 */
function sandBlock(engine) {
    const lab = setUp(engine, [0, -G], (b) => {
        buildTank(b, 6, 10);
        const particles = particlesOf(b);
        const sand = particles.create({ kind: 'sand', capacity: 6000 });
        particles.fill(sand, { x: 0, y: 4, width: 6, height: 8 });
        return sand;
    });
    const first = energyOf(lab, lab.made);
    const grown = growthOf(lab, lab.made, 600);
    const answers = [denser(lab, lab.made), (100 * grown) / first];
    lab.destroy();
    return answers;
}

/** Water 1 m wide and 5 m deep, after 10 s: % that it stands lower than its particles' areas say. @param {Engine} engine */
function narrow(engine) {
    const lab = pool(engine, { width: 1, height: 5, wall: 8 });
    lab.run(600);
    const answer = lower(lab, 1);
    lab.destroy();
    return answer;
}

/**
 * A U-tube with arms 1 m wide, filled to 6 and 2 m.
 * @param {Engine} engine
 * @returns {number[]} metres between the levels after 7 s; seconds until all sleeps; metres between the levels then
 */
function arms(engine) {
    const lab = setUp(engine, [0, -G], (b) => {
        buildTank(b, 3, 8);
        const divider = b.body({ type: 'static', x: 0, y: 5 });
        b.box(divider, { width: 1, height: 8 });
        const particles = particlesOf(b);
        const water = particles.create({ kind: 'liquid', capacity: 2000 });
        particles.fill(water, { x: -1, y: 3, width: 1, height: 6 });
        particles.fill(water, { x: 0, y: 0.5, width: 1, height: 1 });
        particles.fill(water, { x: 1, y: 1, width: 1, height: 2 });
        return water;
    }, { sleep: true });
    const water = lab.made;
    const apart = () => levelAt(lab, water, -1, 1) - levelAt(lab, water, 1, 1);
    lab.run(420);
    const early = apart();
    const seconds = 7 + secondsToRest(lab, water, 23);
    const late = apart();
    lab.destroy();
    return [early, seconds, late];
}

/** Seconds until a tank of water sleeps. @param {Engine} engine @param {number} width @param {number} height */
function stillness(engine, width, height) {
    const lab = pool(engine, { width, height, wall: 5, sleep: true });
    const seconds = secondsToRest(lab, lab.made.water, 30);
    lab.destroy();
    return seconds;
}

/**
 * A box of 1 m that cannot turn is put on water 6 m wide, off the middle.
 * @param {Engine} engine
 * @param {number} density
 * @returns {number} metres that it lies under the surface in the thirteenth second
 */
function draught(engine, density) {
    const lab = pool(engine, { width: 6, height: 2.8, wall: 6 }, (b) => {
        const box = b.body({ type: 'dynamic', x: 0.15, y: 3.6, lockRotation: true });
        b.box(box, { width: 1, height: 1, density });
        return box;
    });
    const { water, body } = lab.made;
    let deep = 0;
    lab.run(720);
    lab.run(60, () => {
        const level = (levelAt(lab, water, -1.8, 1.6) + levelAt(lab, water, 2, 1.6)) / 2;
        deep += (level - (lab.y(body) - 0.5)) / 60;
    });
    lab.destroy();
    return deep;
}

/** Metres between the floor and a box of .5 m and density 5, 15 s after it is dropped. @param {Engine} engine */
function sunk(engine) {
    const lab = pool(engine, { width: 4, height: 1.6, wall: 5 }, (b) => {
        const box = b.body({ type: 'dynamic', x: 0.9, y: 2 });
        b.box(box, { width: 0.5, height: 0.5, density: 5 });
        return box;
    });
    lab.run(900);
    const { body } = lab.made;
    const gap = lab.y(body) - 0.25 * (Math.abs(lab.cos(body)) + Math.abs(lab.sin(body)));
    lab.destroy();
    return gap;
}

/**
 * Pools .99 m wide, 3 and 1 m deep, after 10 s, with a wall between them.
 * @param {Engine} engine
 * @param {number} thick the wall, metres
 * @returns {number[]} their levels, and how many particles have crossed the wall
 */
function levels(engine, thick) {
    const width = 0.99;
    const middle = (thick + width) / 2;
    const lab = setUp(engine, [0, -G], (b) => {
        buildTank(b, thick + 2 * width, 5);
        const wall = b.body({ type: 'static', x: 0, y: 2.5 });
        b.box(wall, { width: thick, height: 5 });
        const particles = particlesOf(b);
        const water = particles.create({ kind: 'liquid', capacity: 1000 });
        particles.fill(water, { x: -middle, y: 1.5, width, height: 3 });
        return { water, low: particles.fill(water, { x: middle, y: 0.5, width, height: 1 }) };
    });
    const { water, low } = lab.made;
    lab.run(600);
    const right = sumOf(lab, water, (x) => x > 0 ? 1 : 0);
    const answers = [levelAt(lab, water, -middle, width), levelAt(lab, water, middle, width),
        Math.abs(right - low)];
    lab.destroy();
    return answers;
}

/**
 * Pools beside a wall of 2 cm, and beside one of 1 m.
 * @param {Engine} engine
 * @returns {number[]} by how much the levels differ between the two, metres; particles that have crossed the thin wall
 */
function pools(engine) {
    const [high, low, crossed] = levels(engine, 0.02);
    const [highApart, lowApart] = levels(engine, 1);
    return [high - highApart, low - lowApart, crossed];
}

/**
 * The slope of one side of a heap in degrees, by a line through the tops of columns between 20 and 85 % of its height.
 * @param {Lab} lab
 * @param {number} sand
 * @param {number} middle
 * @param {number} side -1 or 1
 */
function slope(lab, sand, middle, side) {
    const width = 2 * SPACING;
    /** @type {number[]} */
    const tops = Array(50).fill(0);
    sumOf(lab, sand, (x, y) => {
        const at = Math.floor((side * (x - middle)) / width);
        if (at >= 0 && at < 50) tops[at] = Math.max(tops[at], y);
        return 0;
    });
    const height = Math.max(...tops);
    const points = tops
        .map((top, i) => [(i + 0.5) * width, top])
        .filter(([, top]) => top > 0.2 * height && top < 0.85 * height);
    const mean = (/** @type {(point: number[]) => number} */ of) =>
        points.reduce((sum, point) => sum + of(point), 0) / points.length;
    const [x, y] = [mean((p) => p[0]), mean((p) => p[1])];
    return -Math.atan2(mean((p) => (p[0] - x) * (p[1] - y)), mean((p) => (p[0] - x) ** 2)) / DEGREE;
}

/**
 * Twelve heaps of 1,080 to 1,520 grains are poured on a rough floor in 8 s, from a height of 3 m, and lie for 5 s. Of one
 * heap the two slopes differ by up to 7 degrees, so the mean of all is known to half a degree.
 * @param {Engine} engine
 * @param {number} degrees the angle of repose that is asked for
 * @returns {number} the mean of the slopes, degrees
 */
function heaps(engine, degrees) {
    const middles = Array.from({ length: 12 }, (_, i) => 20 * i - 110);
    const lab = setUp(engine, [0, -G], (b) => {
        buildSlab(b, 300, { friction: 0.8 });
        const particles = particlesOf(b);
        const sand = particles.create({ kind: 'sand', capacity: 18000, repose: degrees * DEGREE,
            friction: 0.8 });
        return { sand,
            stops: middles.map((x, i) =>
                particles.pour(sand, { x, y: 3, width: 0.3, rate: 135 + 5 * i })
            ) };
    });
    const { sand, stops } = lab.made;
    lab.run(stepsFor(8));
    for (const stop of stops) stop();
    lab.run(stepsFor(5));
    const sum = middles.reduce(
        (all, middle) => all + slope(lab, sand, middle, -1) + slope(lab, sand, middle, 1),
        0,
    );
    lab.destroy();
    return sum / (2 * middles.length);
}

const densities = [0.1, 0.3, 0.5, 0.7, 0.9];

/** @type {Question[]} */
export const atRest = [
    {
        id: 'matter-column',
        text:
            'water 3 m wide and 5 m deep after 10 s: lower than its area says; lower half denser; fastest',
        unit: '%; %; mm/s',
        parts: ['lower', 'denser', 'fastest'],
        truth: [0, 0, 0],
        tolerance: [0.3, 0.3, 5],
        digits: 2,
        needs,
        ask: column,
    },
    {
        id: 'matter-column-narrow',
        text: 'water 1 m wide, ten particles, and 5 m deep after 10 s: lower than its area says',
        unit: '%',
        truth: [0],
        tolerance: [0.3],
        digits: 2,
        needs,
        ask: (engine) => [narrow(engine)],
    },
    {
        id: 'matter-u-tube',
        text:
            'a U-tube filled to 6 and 2 m: levels apart after 7 s; asleep after; levels apart then',
        unit: 'm; s; m',
        parts: ['after 7 s', 'asleep', 'then'],
        truth: [0, 0, 0],
        tolerance: [0.1, 15, 0.1],
        digits: 2,
        needs,
        ask: arms,
    },
    {
        id: 'matter-tanks',
        text: 'tanks of water, 2 × 2 and 6 × 2 m: asleep after',
        unit: 's',
        parts: ['2 × 2 m', '6 × 2 m'],
        truth: [0, 0],
        tolerance: [15, 15],
        digits: 1,
        needs,
        ask: (engine) => [stillness(engine, 2, 2), stillness(engine, 6, 2)],
    },
    {
        id: 'matter-draught',
        text: 'boxes of 1 m and density .1 to .9 float: draught',
        unit: 'm',
        parts: densities.map((density) => `density ${density}`),
        truth: densities,
        tolerance: densities.map(() => 0.02),
        needs,
        ask: (engine) => densities.map((density) => draught(engine, density)),
    },
    {
        id: 'matter-sinks',
        text: 'a box of density 5 in water after 15 s: over the floor',
        unit: 'm',
        truth: [0],
        tolerance: [SPACING],
        needs,
        ask: (engine) => [sunk(engine)],
    },
    {
        id: 'matter-pools',
        text:
            'pools of 3 and 1 m, a wall of 2 cm instead of 1 m between: off their levels; particles that crossed',
        unit: 'm; m; particles',
        parts: ['3 m', '1 m', 'crossed'],
        truth: [0, 0, 0],
        tolerance: [SPACING / 2, SPACING / 2, 0],
        needs,
        ask: pools,
    },
    {
        id: 'matter-sand-block',
        text:
            'sand 6 m wide and 8 m deep comes to rest, 10 s: lower half denser; the most its energy grows',
        unit: '%; %',
        parts: ['denser', 'grows'],
        truth: [0, 0],
        tolerance: [1, 0.1],
        digits: 2,
        needs,
        ask: sandBlock,
    },
    {
        id: 'matter-repose',
        text: 'heaps of sand poured at an angle of repose of 20 and 30°: mean slope of 24 sides',
        unit: '°',
        parts: ['20°', '30°'],
        truth: [20, 30],
        tolerance: [2, 2],
        digits: 1,
        needs,
        ask: (engine) => [heaps(engine, 20), heaps(engine, 30)],
    },
];
