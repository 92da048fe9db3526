// What joints build: bridges that carry loads and cars, a scissor lift, a cantilever of welds, ragdolls on stairs.

/** @import { Engine } from '../engines/adapter.mjs' */
/** @import { LabBuilder } from './lab.mjs' */
/** @import { Question } from './question.mjs' */
import { ROAD, buildBridge, buildCar, linkLayers } from '../../scenes/bridges.js';
import { buildStairs, ragdoll } from '../../scenes/joints.js';
import { PIXEL, setUpJoints, sumOf } from './joints-lab.mjs';
import { G } from './lab.mjs';

const layers = linkLayers;

/**
 * A bridge of 40 planks gets 20 boxes of 50 times a plank's mass.
 * @param {Engine} engine
 * @returns {number[]} the mean gap of its pins after 15 s, in mm, and how many boxes have not fallen off
 */
function bridge(engine) {
    const build = (/** @type {LabBuilder} */ b) => {
        buildBridge(b, { x: 0, y: 0, span: 40, bank: 10 });
        return Array.from({ length: 20 }, (_, i) => {
            const box = b.body({ type: 'dynamic', x: 1.9 * (i - 9.5), y: 1 });
            b.box(box, { width: 1, height: 1, density: 12.5 });
            return box;
        });
    };
    const lab = setUpJoints(engine, [0, -G], build, { layers });
    lab.run(900);
    const gaps = lab.gaps();
    const carried = lab.made.filter((box) => lab.y(box) > -20).length;
    lab.destroy();
    return [(1000 * sumOf(gaps)) / gaps.length, carried];
}

/**
 * Five cars of 20 times a plank's mass drive over a bridge of 40 planks.
 * @param {Engine} engine
 * @returns {number[]} the mean gap of the bridge's pins at its worst, in mm, and how many cars are over after 30 s
 */
function cars(engine) {
    const build = (/** @type {LabBuilder} */ b) => {
        buildBridge(b, { x: 0, y: 0, span: 40, bank: 140 });
        return Array.from({ length: 5 }, (_, k) => buildCar(b, -23 - 3.5 * k, ROAD));
    };
    const lab = setUpJoints(engine, [0, -G], build, { layers });
    let worst = 0;
    lab.run(1800, () => {
        worst = Math.max(worst, sumOf(lab.gaps().slice(0, 41)) / 41);
    });
    const over = lab.made.filter((car) => lab.x(car) > 21 && lab.y(car) > 0).length;
    lab.destroy();
    return [1000 * worst, over];
}

const STAGES = 8;
const BEAM = 2.5;
const OPEN = 0.6;
/** Metres that the slider goes. */
const PULL = 1.2;
/** Metres between the lower ends of the beams when it is up. */
const CLOSED = BEAM * Math.cos(OPEN) - PULL;

/**
 * A scissor lift of eight stages with a load of ten beams: a motor draws a slider of 40 g inwards, to its limit.
 * @param {Engine} engine
 * @returns {number[]} the worst gap of its pins in mm, and how high the load is after 10 s in metres
 */
function scissorLift(engine) {
    const [width, height] = [BEAM * Math.cos(OPEN), BEAM * Math.sin(OPEN)];
    const lab = setUpJoints(
        engine,
        [0, -G],
        (b) => {
            const ground = b.body({ type: 'static', x: 0, y: 0 });
            const slider = b.body({ type: 'dynamic', x: width, y: 0 });
            b.box(slider, { width: 0.2, height: 0.2, layer: 'link' });
            let [left, right] = [ground, slider];
            for (let stage = 0; stage < STAGES; ++stage) {
                const y = height * stage;
                const beams = [OPEN, -OPEN].map((angle) => {
                    const beam = b.body({ type: 'dynamic', x: width / 2, y: y + height / 2 });
                    b.box(beam, { width: BEAM, height: 0.1, angle, layer: 'link' });
                    return beam;
                });
                b.pin({ bodyA: beams[0], bodyB: beams[1], x: width / 2, y: y + height / 2 });
                b.pin({ bodyA: left, bodyB: beams[0], x: 0, y });
                b.pin({ bodyA: right, bodyB: beams[1], x: width, y });
                [left, right] = [beams[1], beams[0]];
            }
            const load = b.body({ type: 'dynamic', x: width, y: height * STAGES });
            b.box(load, { width: 1, height: 1, density: 2.5, layer: 'link' });
            b.pin({ bodyA: right, bodyB: load, x: width, y: height * STAGES });
            const drive = { speed: -0.2, maximum: 1e6 };
            const limit = /** @type {[number, number]} */ ([-PULL, 1]);
            b.joint?.({ type: 'prismatic', bodyA: ground, bodyB: slider, x: width, y: 0,
                axis: [1, 0], limit, motor: drive });
            return load;
        },
        { layers },
    );
    let worst = 0;
    lab.run(600, () => {
        worst = Math.max(worst, ...lab.gaps());
    });
    const up = lab.y(lab.made);
    lab.destroy();
    return [1000 * worst, up];
}

/**
 * Ten boxes of 1 m in a row, welded to each other and the first to a wall, for 10 s.
 * @param {Engine} engine
 * @returns {number} how far the last one is below its place at its lowest, in mm
 */
function cantilever(engine) {
    const lab = setUpJoints(engine, [0, -G], (b) => {
        let last = b.body({ type: 'static', x: 0, y: 0 });
        for (let i = 0; i < 10; ++i) {
            const box = b.body({ type: 'dynamic', x: i + 0.5, y: 0 });
            b.box(box, { width: 1, height: 1 });
            b.joint?.({ type: 'weld', bodyA: last, bodyB: box, x: i, y: 0 });
            last = box;
        }
        return last;
    });
    let lowest = 0;
    lab.run(600, () => {
        lowest = Math.min(lowest, lab.y(lab.made));
    });
    lab.destroy();
    return -1000 * lowest;
}

/**
 * Ten ragdolls are dropped on stairs of thirty steps and lie on the landing and on each other in the end.
 * @param {Engine} engine
 * @returns {number[]} the mean speed of their bones in the 30th second, in mm/s, and the worst gap of a joint in all
 *   that time, in mm
 */
function ragdolls(engine) {
    const lab = setUpJoints(engine, [0, -G], (b) => {
        buildStairs(b, 0, 0, 30, 8);
        return Array.from({ length: 10 }, (_, i) => ragdoll(b, 0.6 + 1.3 * i, 0.5)).flat();
    });
    let [worst, speed] = [0, 0];
    lab.run(1800, (step) => {
        worst = Math.max(worst, ...lab.gaps());
        if (step >= 1740) speed += sumOf(lab.made.map(lab.speed)) / (60 * lab.made.length);
    });
    lab.destroy();
    return [1000 * speed, 1000 * worst];
}

/** @type {Question[]} */
export const structures = [
    {
        id: 'joint-bridge',
        text: 'a bridge of 40 planks under 20 boxes of 50 planks each',
        unit: 'mm; boxes',
        parts: ['mean gap of a pin', 'boxes carried'],
        truth: [0, 20],
        tolerance: [1000 * PIXEL, 0],
        ask: bridge,
    },
    {
        id: 'joint-bridge-cars',
        text: 'five cars of 20 planks each drive over a bridge of 40 planks',
        unit: 'mm; cars',
        parts: ['mean gap of a pin at its worst', 'cars over'],
        truth: [0, 5],
        tolerance: [1000 * PIXEL, 0],
        needs: ['motor'],
        ask: cars,
    },
    {
        id: 'joint-scissor-lift',
        text: 'a scissor lift of eight stages lifts ten beams, driven through a slider of 40 g',
        unit: 'mm; m',
        parts: ['worst gap of a pin', 'height of the load'],
        truth: [0, STAGES * Math.sqrt(BEAM * BEAM - CLOSED * CLOSED)],
        // Half a pixel at 50 pixels a metre.
        tolerance: [1, PIXEL / 2],
        needs: ['prismatic', 'motor', 'limit'],
        ask: scissorLift,
    },
    {
        id: 'joint-cantilever',
        text: 'ten welded boxes of 1 m stand out from a wall: sag at their end',
        unit: 'mm',
        truth: [0],
        tolerance: [1],
        needs: ['weld'],
        ask: (engine) => [cantilever(engine)],
    },
    {
        id: 'joint-ragdolls',
        text: 'ten ragdolls of 11 bones fall down stairs of 30 steps',
        unit: 'mm/s; mm',
        parts: ['mean speed after 30 s', 'worst gap of a joint'],
        truth: [0, 0],
        // As for a pile of balls; and a pixel.
        tolerance: [5, 1000 * PIXEL],
        digits: 2,
        needs: ['limit'],
        ask: ragdolls,
    },
];
