// Movers: characters by the engine's own controller, which walk, stand, land, climb, ride and push. What is drawn
// counts, frame by frame.

/** @import { Engine } from '../engines/adapter.mjs' */
/** @import { LabBuilder } from './lab.mjs' */
/** @import { Question, Theme } from './question.mjs' */
import { buildSlab } from './lab.mjs';
import { DEGREE, PACE, buildHills, buildOutline, buildRamp, rates, walker } from './mover-lab.mjs';
import { crowd, press, push, ride } from './mover-world.mjs';

const shapes = /** @type {const} */ (['capsule', 'box']);

/**
 * Over both hills and back.
 * @param {Engine} engine @param {(b: LabBuilder) => void} build
 * @returns {number} the worst frame's drawn speed off the asked one, m/s
 */
function hills(engine, build) {
    let worst = 0;
    for (const shape of shapes) {
        for (const hz of rates) {
            for (const side of [1, -1]) {
                const w = walker(engine, { shape, hz, x: side > 0 ? 2 : 38 }, build);
                for (let i = 0; i < 7 * hz; ++i) {
                    const [x, y] = [w.x(), w.y()];
                    w.walk(side * PACE);
                    worst = Math.max(worst, Math.abs(Math.hypot(w.x() - x, w.y() - y) * hz - PACE));
                }
                w.end();
            }
        }
    }
    return worst;
}

/** @param {Engine} engine @returns {number} how far one goes that stands for a minute on a slope, the worst, in µm */
function rest(engine) {
    let worst = 0;
    for (const shape of shapes) {
        for (const degrees of [0, 15, 30, 45]) {
            const w = walker(engine, { shape, x: 0, y: 1 }, (b) => buildRamp(b, 0, degrees));
            w.stand(1);
            const [x, y] = [w.x(), w.y()];
            w.stand(60);
            worst = Math.max(worst, Math.hypot(w.x() - x, w.y() - y));
            w.end();
        }
    }
    return 1e6 * worst;
}

/** @param {Engine} engine @returns {number} of falls that land at 6 m/s the worst frame's speed off it */
function landing(engine) {
    let worst = 0;
    for (const hz of rates) {
        for (let height = 0.1; height < 6; height += 0.37) {
            const w = walker(engine, { x: 0, hz }, (b) => buildSlab(b, 100));
            w.walk(6, Math.sqrt(2 * 20 * height));
            for (let i = 0; i < 2 * hz; ++i) {
                const x = w.x();
                w.walk(6);
                worst = Math.max(worst, Math.abs((w.x() - x) * hz - 6));
            }
            w.end();
        }
    }
    return worst;
}

/** @param {Engine} engine @returns {number[]} the steepest ramp climbed, and the flattest not, degrees */
function slopes(engine) {
    const climbed = [];
    for (let degrees = 5; degrees < 90; degrees += 5) {
        const w = walker(engine, { x: -2 }, (b) => {
            buildSlab(b, 100);
            buildRamp(b, 0, degrees);
        });
        for (let i = 0; i < 90; ++i) w.walk(PACE);
        if (w.y() > 0.6 + 3 * Math.sin(degrees * DEGREE)) climbed.push(degrees);
        w.end();
    }
    let least = 5;
    while (climbed.includes(least)) least += 5;
    return [Math.max(0, ...climbed), least];
}

/** @param {Engine} engine @param {number} speed @returns {number} the highest step that is climbed, in mm */
function steps(engine, speed) {
    let highest = 0;
    for (let height = 25; height < 600; height += 50) {
        const w = walker(engine, { x: -1 }, (b) => {
            buildSlab(b, 100);
            const block = b.body({ type: 'static', x: 5, y: height / 1000 - 0.5 });
            b.box(block, { width: 10, height: 1 });
        });
        for (let i = 0; i < 180 / speed; ++i) w.walk(speed);
        if (w.y() > 0.595 + height / 1000) highest = height;
        w.end();
    }
    return highest;
}

/**
 * Back and forth over hills, stairs and bumps, at rest now and then.
 * @param {Engine} engine
 * @returns {number} frames of 10,000 in which it stood on nothing
 */
function flicker(engine) {
    const w = walker(engine, { x: 2 }, (b) => {
        buildHills(b);
        const ground = b.body({ type: 'static', x: 0, y: 0 });
        for (let i = 0; i < 5; ++i) {
            for (const x of [32.15 + 0.3 * i, 34.85 - 0.3 * i]) {
                b.box(ground, { x, y: 0.1 * (i + 1), width: 0.3, height: 0.2 * (i + 1) });
            }
        }
        for (let i = 0; i < 4; ++i)
            b.box(ground, { x: 15 + 0.5 * i, y: 0.025, width: 0.02, height: 0.05 });
    });
    let airborne = 0;
    let way = 1;
    for (let i = 0; i < 10_000; ++i) {
        w.walk(i % 60 < 50 ? way * PACE : 0);
        if (!w.isGrounded()) ++airborne;
        if (way > 0 ? w.x() > 38 : w.x() < 2) way = -way;
    }
    w.end();
    return airborne;
}

/** @type {Question[]} */
const questions = [
    {
        id: 'mover-speed',
        text: `5 m/s over hills of 26° and 45°, both ways at ${
            rates.join(', ')
        } Hz: worst frame's drawn speed off it`,
        unit: 'm/s',
        parts: ['boxes and wedges', 'one outline'],
        truth: [0, 0],
        tolerance: [0.05, 0.05],
        ask: (engine) => [hills(engine, buildHills), hills(engine, buildOutline)],
    },
    {
        id: 'mover-rest',
        text: 'standing for a minute on slopes of 0° to 45°: drift',
        unit: 'µm',
        truth: [0],
        tolerance: [1],
        digits: 0,
        ask: (engine) => [rest(engine)],
    },
    {
        id: 'mover-landing',
        text: 'jumps of 0.1 to 6 m at 6 m/s: worst frame off it, landing and after',
        unit: 'm/s',
        truth: [0],
        tolerance: [0.06],
        ask: (engine) => [landing(engine)],
    },
    {
        id: 'mover-slope-limit',
        text:
            'a slope limit of 50°, asked in steps of 5° from 5° on (at 50° itself either is right)',
        unit: '°',
        parts: ['steepest climbed', 'flattest not climbed'],
        truth: [47.5, 52.5],
        tolerance: [2.5, 2.5],
        digits: 0,
        ask: slopes,
    },
    {
        id: 'mover-step-height',
        text: 'a step height of 0.3 m, asked at 25, 75, … 575 mm: highest step climbed',
        unit: 'mm',
        parts: ['at 5 m/s', 'at 1 m/s'],
        truth: [275, 275],
        tolerance: [1, 1],
        digits: 0,
        ask: (engine) => [steps(engine, PACE), steps(engine, 1)],
    },
    {
        id: 'mover-flicker',
        text:
            '10,000 frames over hills, stairs and bumps: frames in which it says that it stands on nothing',
        unit: '',
        truth: [0],
        tolerance: [0],
        digits: 0,
        ask: (engine) => [flicker(engine)],
    },
    {
        id: 'mover-jitter',
        text:
            'pressed into walls, steep slopes and overhangs 2 s: how its motion then changes a frame, and its way in 1 s',
        unit: 'mm',
        parts: ['change', 'way'],
        truth: [0, 0],
        tolerance: [0.1, 0.1],
        ask: press,
    },
    {
        id: 'mover-lift',
        text:
            'on lifts of 0.5 to 20 m/s and sideways at 10 m/s: worst distance from where it stood; a jump off a sled of 10 m/s',
        unit: 'mm; mm; m/s',
        parts: ['lift', 'sled', 'speed kept'],
        truth: [0, 0, 10],
        tolerance: [1, 1, 0.1],
        ask: ride,
    },
    {
        id: 'mover-push',
        text:
            'a push of 200 N on a crate of 50 kg, without friction and with 0.2: acceleration off what that gives',
        unit: '%',
        parts: ['without friction', 'with friction'],
        truth: [0, 0],
        tolerance: [5, 5],
        needs: ['pushForce'],
        digits: 1,
        ask: push,
    },
    {
        id: 'mover-crowd',
        text: '1,000 of them walk on a map of 500 × 200 tiles: a step, the median of 120',
        unit: 'ms',
        truth: [0],
        tolerance: [2],
        ask: (engine) => [crowd(engine)],
    },
];

/** @type {Theme} */
export const mover = {
    name: 'mover',
    title: 'Movers',
    questions: questions.map((question) => ({ ...question,
        needs: ['mover', ...(question.needs ?? [])] })
    ),
};
