// Feel, in solid ground: what is put into it comes out on top, and what a moving platform presses into it stays out.

/** @import { Engine } from '../engines/adapter.mjs' */
/** @import { LabBuilder } from './lab.mjs' */
/** @import { Question } from './question.mjs' */
import { FALL, buildPlayer } from './feel-player.mjs';
import { buildTiles, setUp } from './lab.mjs';

/** Metres, the side of the box that is put into the ground. */
const SIDE = 0.8;
const WIDTH = 12;

/**
 * @typedef {object} Burial
 * @property {string} text
 * @property {number} depth metres, of the box's middle under the top
 * @property {number} height metres of ground
 * @property {boolean} tiles a map of tiles of 1 m, else one box
 */

/** @type {Burial[]} */
const burials = [
    // In one row only to the middle: from deeper in it the shortest way out is below.
    { text: 'the middle of 1 row of tiles', depth: 0.5, height: 1, tiles: true },
    ...[0.6, 1, 2, 4].map((depth) => ({ text: `${depth} m in 10 rows`, depth, height: 10,
        tiles: true })
    ),
    ...[1, 4].map((height) => ({ text: `the middle of a floor of ${height} m`, depth: height / 2,
        height, tiles: false })
    ),
];

/**
 * Boxes are made inside the ground and left alone for 10 s.
 * @param {Engine} engine
 * @returns {{ above: number[], hop: number | null }} how high each then lies above where it would lie on top, and the most
 *   that one of those that came out was seen above that, in metres; null if none came out
 */
function dig(engine) {
    // Beside each other, so that none falls onto the ground of another.
    const at = burials.map((_, i) => 2 * WIDTH * (i - (burials.length - 1) / 2));
    const lab = setUp(engine, [0, -FALL], (b) =>
        burials.map(({ depth, height, tiles }, i) => {
            const ground = b.body({ type: 'static', x: at[i], y: 0 });
            if (tiles) buildTiles(b, ground, { x: -WIDTH / 2, y: -height, columns: WIDTH,
                    rows: height });
            else b.box(ground, { y: -height / 2, width: WIDTH, height });
            // Off the joints of the tiles.
            const box = b.body({ type: 'dynamic', x: at[i] + 0.3, y: -depth });
            b.box(box, { width: SIDE, height: SIDE });
            return box;
        }));
    const above = () => lab.made.map((box) => lab.y(box) - SIDE / 2);
    const highest = lab.made.map(() => 0);
    lab.run(600, () => {
        above().forEach((height, i) => (highest[i] = Math.max(highest[i], height)));
    });
    const end = above();
    const hops = highest.filter((_, i) => Math.abs(end[i]) < 0.1);
    lab.destroy();
    return { above: end, hop: hops.length > 0 ? Math.max(...hops) : null };
}

/**
 * @typedef {object} Press a player between a static side and what moves towards it at 1 m/s
 * @property {string} text
 * @property {[number, number]} normal out of the static side
 * @property {(b: LabBuilder) => void} build the static side, and for a lift the ground that it leaves
 */

/** @type {Press[]} */
const presses = [
    {
        text: 'floor',
        normal: [0, 1],
        build: (b) => b.box(b.body({ type: 'static', x: 0, y: -1 }), { width: 20, height: 2 }),
    },
    {
        text: 'tile ceiling',
        normal: [0, -1],
        build: (b) =>
            buildTiles(b, b.body({ type: 'static', x: 0, y: 0 }), { x: -10, y: 0, columns: 20,
                rows: 3 }),
    },
    {
        text: 'wall',
        normal: [-1, 0],
        build: (b) => {
            const room = b.body({ type: 'static', x: 0, y: 0 });
            b.box(room, { x: 1, y: 3, width: 2, height: 10 });
            b.box(room, { x: -10, y: -1.6, width: 30, height: 2 });
        },
    },
];

/**
 * A kinematic block comes at 1 m/s, meets the player, reaches the static side within 2 s and goes on for 10 s in all.
 * @param {Engine} engine
 * @param {Press} press
 * @returns {{ deepest: number, end: number, signalled: boolean }} how deep the player was seen in the static side, and how
 *   deep it is at the end, in metres; whether the engine said that it is crushed
 */
function crush(engine, { normal: [nx, ny], build }) {
    const half = ny === 0 ? 0.3 : 0.6;
    const lab = setUp(engine, [0, -FALL], (b) => {
        build(b);
        const far = half + (ny < 0 ? 0.5 : 0);
        const player = buildPlayer(b, 'box', far * nx, far * ny - 0.6, 0.6);
        const away = far + half + 1 + (ny < 0 ? 0 : 0.5);
        const block = b.body({ type: 'kinematic', x: away * nx, y: away * ny, vx: -nx, vy: -ny });
        b.box(block, { width: 2, height: 2 });
        return player;
    });
    let deepest = 0;
    let end = 0;
    let signalled = false;
    lab.run(600, () => {
        end = Math.max(0, half - nx * lab.x(lab.made) - ny * lab.y(lab.made));
        deepest = Math.max(deepest, end);
        signalled ||= lab.crushes() > 0;
    });
    lab.destroy();
    return { deepest, end, signalled };
}

/**
 * A player rides a lift up and down for 3 s and meets nothing else.
 * @param {Engine} engine
 * @returns {boolean} whether the engine said that it is crushed
 */
function ride(engine) {
    const lab = setUp(engine, [0, -FALL], (b) => {
        const lift = b.body({ type: 'kinematic', x: 0, y: -0.5 });
        b.box(lift, { width: 4, height: 1 });
        buildPlayer(b, 'box', 0, 0, 0.6);
        return lift;
    });
    let signalled = false;
    for (let i = 0; i < 180; ++i) {
        lab.setVelocity(lab.made, 0, i < 90 ? 2 : -2);
        lab.step();
        signalled ||= lab.crushes() > 0;
    }
    lab.destroy();
    return signalled;
}

/** @type {Question[]} */
export const crushes = [
    {
        id: 'feel-embedded',
        text: `a box of ${SIDE} m is made inside the ground: its height above the top after 10 s`,
        unit: 'm',
        parts: burials.map(({ text }) => text),
        truth: burials.map(() => 0),
        // Half a pixel at 50 pixels a metre.
        tolerance: burials.map(() => 0.01),
        digits: 2,
        ask: (engine) => dig(engine).above,
    },
    {
        id: 'feel-embedded-hop',
        text: `a box of ${SIDE} m is made inside the ground: how high that throws it`,
        unit: 'm',
        truth: [0],
        // What a push of 3 m/s gives, the speed at which Box2D and Mica push overlap out at most.
        tolerance: [9 / (2 * FALL)],
        digits: 2,
        ask: (engine) => [dig(engine).hop],
    },
    {
        id: 'feel-crush',
        text:
            'a block presses a player into static ground at 1 m/s: how deep it is in that after 10 s',
        unit: 'm',
        parts: presses.map(({ text }) => text),
        truth: presses.map(() => 0),
        // Half a pixel at 50 pixels a metre.
        tolerance: presses.map(() => 0.01),
        ask: (engine) => presses.map((press) => crush(engine, press).end),
    },
    {
        id: 'feel-crush-depth',
        text: 'a block presses a player into static ground at 1 m/s: how deep it is seen in that',
        unit: 'm',
        parts: presses.map(({ text }) => text),
        truth: presses.map(() => 0),
        // A twelfth of the player's width: as if its clothes gave.
        tolerance: presses.map(() => 0.05),
        ask: (engine) => presses.map((press) => crush(engine, press).deepest),
    },
    {
        id: 'feel-crush-signal',
        text: 'a block presses a player into static ground at 1 m/s: does the engine report it',
        unit: '1 = yes',
        parts: [...presses.map(({ text }) => text), 'not on a lift'],
        truth: [...presses.map(() => 1), 0],
        tolerance: [...presses.map(() => 0), 0],
        needs: ['crushed'],
        ask: (
            engine,
        ) => [...presses.map((press) => Number(crush(engine, press).signalled)),
            Number(ride(engine))],
    },
];
