// What the questions about water and sand share: a tank, and what is read of the particles in it.

/** @import { Builder } from '../../scenes/builder.js' */
/** @import { ParticleCalls } from '../engines/adapter.mjs' */
/** @import { Lab, LabBuilder } from './lab.mjs' */
import { DT, G } from './lab.mjs';

/** Metres between particles at rest, and the area of each. */
export const SPACING = 0.1;
export const AREA = Math.sqrt(0.75) * SPACING * SPACING;

/** What an engine is asked of its particles. @param {LabBuilder | Lab} side @returns {ParticleCalls} */
export function particlesOf({ particles }) {
    if (!particles) throw new Error('this engine has no particles');
    return particles;
}

/**
 * A tank around x = 0 whose floor is y = 0, of walls 1 m thick.
 * @param {Builder} b
 * @param {number} width
 * @param {number} height
 */
export function buildTank(b, width, height) {
    const tank = b.body({ type: 'static', x: 0, y: 0 });
    b.box(tank, { y: -0.5, width: width + 2, height: 1 });
    for (const side of [-1, 1])
        b.box(tank, { x: side * (width / 2 + 0.5), y: height / 2, width: 1, height });
}

/** The speed of the fastest particle, m/s. @param {Lab} lab @param {number} matter */
export function fastest(lab, matter) {
    const { velocities } = particlesOf(lab).read(matter);
    let square = 0;
    for (let i = 0; i < velocities.length; i += 2)
        square = Math.max(square, velocities[i] ** 2 + velocities[i + 1] ** 2);
    return Math.sqrt(square);
}

/**
 * Steps until a step leaves all particles where they are.
 * @param {Lab} lab
 * @param {number} matter
 * @param {number} maximum seconds
 * @returns {number} seconds, infinite if some still move after the maximum
 */
export function secondsToRest(lab, matter, maximum) {
    for (let step = 1; step * DT <= maximum; ++step) {
        lab.step();
        if (fastest(lab, matter) === 0) return step * DT;
    }
    return Infinity;
}

/**
 * The surface near x: the mean of the heights of the highest particles of eight columns, and half a spacing more.
 * @param {Lab} lab
 * @param {number} matter
 * @param {number} x the middle of the columns
 * @param {number} width of all of them
 */
export function levelAt(lab, matter, x, width) {
    const { positions } = particlesOf(lab).read(matter);
    const columns = new Float64Array(8);
    for (let i = 0; i < positions.length; i += 2) {
        const at = Math.floor(8 * ((positions[i] - x) / width + 0.5));
        if (at >= 0 && at < 8) columns[at] = Math.max(columns[at], positions[i + 1]);
    }
    return columns.reduce((a, b) => a + b) / 8 + SPACING / 2;
}

/** The sum of what a function says of each particle. @param {Lab} lab @param {number} matter @param {(x: number, y: number) => number} of */
export function sumOf(lab, matter, of) {
    const { positions } = particlesOf(lab).read(matter);
    let sum = 0;
    for (let i = 0; i < positions.length; i += 2) sum += of(positions[i], positions[i + 1]);
    return sum;
}

/** Energy of motion and of height over y = 0, J for each kg. @param {Lab} lab @param {number} matter */
export function energyOf(lab, matter) {
    const { positions, velocities } = particlesOf(lab).read(matter);
    let sum = 0;
    for (let i = 0; i < positions.length; i += 2) {
        const [vx, vy] = [velocities[i], velocities[i + 1]];
        sum += 0.5 * (vx * vx + vy * vy) + G * positions[i + 1];
    }
    return (2 * sum) / positions.length;
}

/** Steps, and returns the most that the energy grows over any time, J for each kg. @param {Lab} lab @param {number} matter @param {number} steps */
export function growthOf(lab, matter, steps) {
    let lowest = energyOf(lab, matter);
    let grown = 0;
    lab.run(steps, () => {
        const now = energyOf(lab, matter);
        grown = Math.max(grown, now - lowest);
        lowest = Math.min(lowest, now);
    });
    return grown;
}

/** How many particles there are, and their mean velocity, m/s. @param {Lab} lab @param {number} matter */
export function driftOf(lab, matter) {
    const { velocities } = particlesOf(lab).read(matter);
    let [x, y] = [0, 0];
    for (let i = 0; i < velocities.length; i += 2) {
        x += velocities[i];
        y += velocities[i + 1];
    }
    const count = velocities.length / 2;
    return { count, x: x / count, y: y / count };
}
