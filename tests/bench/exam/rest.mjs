// Rest: what lies still lies still, without being put to sleep.

/** @import { Engine } from '../engines/adapter.mjs' */
/** @import { Theme } from './question.mjs' */
import { buildPit, random } from '../../scenes/builder.js';
import { G, setUp } from './lab.mjs';

/**
 * A box in a corner of tiles, pressed into it by gravity aslant.
 * @param {Engine} engine
 * @returns {number[]} its mean speed in the tenth second in mm/s, and how far it moved in the last five in mm
 */
function corner(engine) {
    const lab = setUp(engine, [-0.6 * G, -0.8 * G], (b) => {
        const tiles = b.body({ type: 'static', x: 0, y: 0 });
        for (let i = -1; i < 4; ++i) b.box(tiles, { x: i + 0.5, y: -0.5, width: 1, height: 1 });
        for (let i = 0; i < 4; ++i) b.box(tiles, { x: -0.5, y: i + 0.5, width: 1, height: 1 });
        // Astride a seam of the floor and of the wall.
        const box = b.body({ type: 'dynamic', x: 0.77, y: 0.76 });
        b.box(box, { width: 1.5, height: 1.5 });
        return box;
    });
    const box = lab.made;
    lab.run(300);
    const [x, y] = [lab.x(box), lab.y(box)];
    lab.run(240);
    let speed = 0;
    lab.run(60, () => {
        speed += lab.speed(box) / 60;
    });
    const crept = Math.hypot(lab.x(box) - x, lab.y(box) - y);
    lab.destroy();
    return [1000 * speed, 1000 * crept];
}

/**
 * Bodies left to themselves.
 * @param {ReturnType<typeof setUp<number[]>>} lab
 * @returns {number} their mean speed in the tenth second, in mm/s
 */
function meanSpeed(lab) {
    lab.run(540);
    let speed = 0;
    lab.run(60, () => {
        for (const body of lab.made) speed += lab.speed(body) / (60 * lab.made.length);
    });
    lab.destroy();
    return 1000 * speed;
}

/**
 * Fifty balls dropped into a pit of tiles.
 * @param {Engine} engine
 * @returns {number} their mean speed in the tenth second, in mm/s
 */
function pile(engine) {
    const next = random(50);
    const lab = setUp(engine, [0, -G], (b) => {
        const tiles = b.body({ type: 'static', x: 0, y: 0 });
        for (let i = -4; i < 4; ++i) b.box(tiles, { x: i + 0.5, y: -0.5, width: 1, height: 1 });
        for (let i = 0; i < 12; ++i) {
            b.box(tiles, { x: -3.5, y: i + 0.5, width: 1, height: 1 });
            b.box(tiles, { x: 3.5, y: i + 0.5, width: 1, height: 1 });
        }
        return Array.from({ length: 50 }, (_, i) => {
            const x = 0.6 * ((i % 8) - 3.5) + 0.05 * next();
            const ball = b.body({ type: 'dynamic', x, y: 1 + 0.7 * Math.floor(i / 8) });
            b.circle(ball, { radius: 0.25 });
            return ball;
        });
    });
    return meanSpeed(lab);
}

/**
 * Three hundred boxes dropped into a pit, anyhow turned.
 * @param {Engine} engine
 * @returns {number} their mean speed in the tenth second, in mm/s
 */
function boxes(engine) {
    const next = random(300);
    const lab = setUp(engine, [0, -G], (b) => {
        buildPit(b, 30, 30);
        return Array.from({ length: 300 }, (_, i) => {
            const x = 0.95 * ((i % 30) - 14.5);
            const box = b.body({ type: 'dynamic', x, y: 1 + Math.floor(i / 30),
                angle: 6.28 * next() });
            const size = 0.25 + 0.15 * next();
            b.box(box, { width: 1.9 * size, height: 1.3 * size });
            return box;
        });
    });
    return meanSpeed(lab);
}

/**
 * A pyramid of ten rows on a table at some height, where positions in single precision are 1 mm apart.
 * @param {Engine} engine
 * @param {number} height metres
 * @returns {number} its mean speed in the tenth second, in mm/s
 */
function highPyramid(engine, height) {
    const lab = setUp(engine, [0, -G], (b) => {
        const table = b.body({ type: 'static', x: 0, y: height - 1 });
        b.box(table, { width: 40, height: 2 });
        const made = [];
        for (let row = 0; row < 10; ++row) {
            for (let i = 0; i < 10 - row; ++i) {
                const x = 1.05 * (i - (9 - row) / 2);
                const box = b.body({ type: 'dynamic', x, y: height + 0.5 + row });
                b.box(box, { width: 1, height: 1 });
                made.push(box);
            }
        }
        return made;
    });
    return meanSpeed(lab);
}

/** @type {Theme} */
export const rest = {
    name: 'rest',
    title: 'Rest',
    questions: [
        {
            id: 'rest-corner',
            text: 'a box in a corner of tiles after 10 s',
            unit: 'mm/s; mm',
            parts: ['speed', 'crept in 5 s'],
            truth: [0, 0],
            tolerance: [1, 0.1],
            ask: corner,
        },
        {
            id: 'rest-pile',
            text: 'a pile of 50 balls on tiles after 10 s: mean speed',
            unit: 'mm/s',
            truth: [0],
            tolerance: [5],
            digits: 2,
            ask: (engine) => [pile(engine)],
        },
        {
            id: 'rest-boxes',
            text: 'a pile of 300 boxes after 10 s: mean speed',
            unit: 'mm/s',
            truth: [0],
            tolerance: [1],
            digits: 2,
            ask: (engine) => [boxes(engine)],
        },
        {
            id: 'rest-high-pyramid',
            text: 'a pyramid of 55 boxes 10 km up after 10 s: mean speed',
            unit: 'mm/s',
            truth: [0],
            tolerance: [1],
            digits: 2,
            ask: (engine) => [highPyramid(engine, 10_000)],
        },
    ],
};
