// Stacks: rigid boxes on each other stay where they were put. Sag is how much lower the top is than rigid boxes would
// have it. A tower whose top is five metres low has fallen; its sag is then no longer asked.

/** @import { Engine } from '../engines/adapter.mjs' */
/** @import { Theme } from './question.mjs' */
import { random } from '../../scenes/builder.js';
import { pyramid } from '../../scenes/pyramids.js';
import { G, buildSlab, setUp } from './lab.mjs';

const TOWER = 30;

/**
 * Thirty boxes of a metre for 20 s.
 * @param {Engine} engine
 * @param {number} jitter metres by which each is put aside, either way
 * @returns {(number | null)[]} the sag in mm, how far any box has moved sideways in mm, and how long it stood in s
 */
function tower(engine, jitter) {
    const next = random(30);
    const lab = setUp(engine, [0, -G], (b) => {
        buildSlab(b, 40);
        return Array.from({ length: TOWER }, (_, i) => {
            const box = b.body({ type: 'dynamic', x: jitter * (2 * next() - 1), y: i + 0.5 });
            b.box(box, { width: 1, height: 1 });
            return box;
        });
    });
    const x0 = lab.made.map((box) => lab.x(box));
    const sag = () => TOWER - 0.5 - lab.y(lab.made[TOWER - 1]);
    let stood = 0;
    const stands = () => Math.abs(sag()) < 5;
    while (stood < 1200 && stands()) {
        lab.step();
        ++stood;
    }
    const moved = Math.max(...lab.made.map((box, i) => Math.abs(lab.x(box) - x0[i])));
    const answers = stands() ? [1000 * sag(), 1000 * moved, 20] : [null, null, stood / 60];
    lab.destroy();
    return answers;
}

/**
 * @param {Engine} engine
 * @returns {number[]} after 5 s: how far the box that moved most is aside, and the sag of the top, in mm
 */
function pyramidDrift(engine) {
    const base = 60;
    const count = (base * (base + 1)) / 2;
    const lab = setUp(engine, pyramid.gravity, (b) => pyramid.build(b));
    // The floor is body 0.
    const x0 = Array.from({ length: count }, (_, i) => lab.x(i + 1));
    const y0 = lab.y(count);
    lab.run(pyramid.steps);
    const drift = x0.reduce((most, x, i) => Math.max(most, Math.abs(lab.x(i + 1) - x)), 0);
    const sag = y0 - lab.y(count);
    lab.destroy();
    return [1000 * drift, 1000 * sag];
}

/**
 * A box of a metre on one of half a metre, for 5 s.
 * @param {Engine} engine
 * @param {number} ratio of their masses
 * @returns {number} how much lower the upper one is than rigid boxes would have it, in mm
 */
function heavyOnLight(engine, ratio) {
    const lab = setUp(engine, [0, -G], (b) => {
        buildSlab(b, 40);
        const small = b.body({ type: 'dynamic', x: 0, y: 0.25 });
        b.box(small, { width: 0.5, height: 0.5 });
        const large = b.body({ type: 'dynamic', x: 0, y: 1 });
        b.box(large, { width: 1, height: 1, density: ratio / 4 });
        return large;
    });
    lab.run(300);
    const sag = 1 - lab.y(lab.made);
    lab.destroy();
    return 1000 * sag;
}

/** @type {Theme} */
export const stacks = {
    name: 'stacks',
    title: 'Stacks',
    questions: [
        ...[0, 0.02].map((jitter) => ({
            id: `tower${jitter ? '-jitter' : ''}`,
            text: `a tower of 30 boxes${jitter ? ', each up to 2 cm aside' : ''}, after 20 s`,
            unit: 'mm; mm; s',
            parts: ['sag', 'moved aside', 'stood for'],
            truth: [0, 0, 20],
            tolerance: [150, 10, 0],
            digits: 1,
            ask: (/** @type {Engine} */ engine) => tower(engine, jitter),
        })),
        {
            id: 'pyramid',
            text: 'a pyramid of 1,830 boxes, after 5 s',
            unit: 'mm',
            parts: ['moved aside', 'sag of the top'],
            truth: [0, 0],
            tolerance: [10, 300],
            digits: 1,
            ask: pyramidDrift,
        },
        ...[20, 100].map((ratio) => ({
            id: `heavy-on-light-${ratio}`,
            text: `a box on a small one of 1/${ratio} of its mass: both overlaps`,
            unit: 'mm',
            truth: [0],
            tolerance: [10],
            digits: 1,
            ask: (/** @type {Engine} */ engine) => [heavyOnLight(engine, ratio)],
        })),
    ],
};
