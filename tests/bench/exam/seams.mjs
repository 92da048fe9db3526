// Seams: a surface made of flush tiles is a plane. Nothing that rolls, slides or falls along it may notice where one
// tile ends. Each track starts with a slab on which the body settles; what counts is the lift over the height it had
// there. Tiles are static boxes of one metre, laid in one body, in a body each, half covering each other's sides, or
// overlapping.

/** @import { Builder } from '../../scenes/builder.js' */
/** @import { Engine } from '../engines/adapter.mjs' */
/** @import { Question, Theme } from './question.mjs' */
import { G, setUp, stepsFor } from './lab.mjs';

const TILES = 100;
const SETTLE = 0.5;

/** @typedef {'one body'|'a body each'|'half covered'|'overlapping'} Laying */

/**
 * A slab from x = -lead to 0, then the tiles, then a slab for the end. Tops at y = 0.
 * @param {Builder} b
 * @param {number} lead
 * @param {Laying} laying
 * @param {number} friction
 */
function buildTrack(b, lead, laying, friction) {
    const track = b.body({ type: 'static', x: 0, y: 0 });
    b.box(track, { x: -lead / 2, y: -0.5, width: lead, height: 1, friction });
    b.box(track, { x: TILES + 5, y: -0.5, width: 10, height: 1, friction });
    for (let i = 0; i < TILES; ++i) {
        // Deep and shallow tiles in turn: half of a deep one's side is covered by its neighbour, half is bare.
        const height = laying === 'half covered' && i % 2 === 0 ? 0.5 : 1;
        const width = laying === 'overlapping' ? 1.2 : 1;
        if (laying === 'a body each') {
            const tile = b.body({ type: 'static', x: i + 0.5, y: -0.5 });
            b.box(tile, { width, height, friction });
        } else {
            b.box(track, { x: i + 0.5, y: -height / 2, width, height, friction });
        }
    }
}

/**
 * @param {Engine} engine
 * @param {'ball'|'box'} what a rolling ball, or a box that slides without friction
 * @param {number} speed m/s
 * @param {Laying} laying
 * @returns {number[]} the lift in mm and the share of the speed left in percent
 */
function cross(engine, what, speed, laying) {
    const lead = SETTLE * speed + 1;
    const friction = what === 'ball' ? 0.6 : 0;
    const lab = setUp(engine, [0, -G], (b) => {
        buildTrack(b, lead, laying, friction);
        const rolling = what === 'ball' ? -speed / 0.25 : 0;
        const body = b.body({ type: 'dynamic', x: 0.5 - lead, y: 0.25, vx: speed, omega: rolling });
        if (what === 'ball') b.circle(body, { radius: 0.25, friction });
        else b.box(body, { width: 0.5, height: 0.5, friction });
        return body;
    });
    const body = lab.made;
    lab.run(stepsFor(SETTLE) - 1);
    const height = lab.y(body);
    let highest = height;
    lab.run(stepsFor(TILES / speed), () => {
        highest = Math.max(highest, lab.y(body));
    });
    const left = lab.vx(body);
    lab.destroy();
    return [1000 * (highest - height), (100 * left) / speed];
}

/** @type {[Laying, number[]][]} */
const tracks = [
    ['one body', [2, 8, 30]],
    ['a body each', [2, 8, 30]],
    ['half covered', [8]],
    ['overlapping', [8]],
];

/** @type {Record<Laying, string>} */
const layings = {
    'one body': 'flush tiles of one body',
    'a body each': 'flush tiles, a body each',
    'half covered': 'tiles, sides half covered',
    overlapping: 'overlapping tiles',
};

/** @type {Question[]} */
const crossings = /** @type {const} */ (['ball', 'box']).flatMap((what) =>
    tracks.flatMap(([laying, speeds]) =>
        speeds.map((speed) => ({
            id: `seams-${what}-${laying.replaceAll(' ', '-')}-${speed}`,
            text: `${what === 'ball' ? 'a ball rolls' : 'a box slides'} at ${speed} m/s over 100 ${
                layings[laying]
            }`,
            unit: 'mm; %',
            parts: ['lift', 'speed left'],
            truth: [0, 100],
            tolerance: [0.1, 0.1],
            digits: 2,
            ask: (/** @type {Engine} */ engine) => cross(engine, what, speed, laying),
        }))
    )
);

/**
 * Over thirty loose boxes that stand side by side, with slabs at both ends of the row.
 * @param {Engine} engine
 * @param {'ball'|'box'} what a rolling ball, or a box that slides without friction
 * @param {number} speed m/s
 * @returns {number} the share of the speed left in percent
 */
function crossLoose(engine, what, speed) {
    const boxes = 30;
    const friction = what === 'ball' ? 0.6 : 0;
    const lab = setUp(engine, [0, -G], (b) => {
        const ground = b.body({ type: 'static', x: 0, y: 0 });
        b.box(ground, { x: boxes / 2, y: -1.5, width: boxes + 20, height: 1 });
        b.box(ground, { x: -5, y: -0.5, width: 10, height: 1, friction });
        b.box(ground, { x: boxes + 5, y: -0.5, width: 10, height: 1, friction });
        for (let i = 0; i < boxes; ++i) {
            const box = b.body({ type: 'dynamic', x: i + 0.5, y: -0.5 });
            b.box(box, { width: 1, height: 1, friction: 0.6 });
        }
        const rolling = what === 'ball' ? -speed / 0.25 : 0;
        const body = b.body({ type: 'dynamic', x: 1.5, y: 0.25, vx: speed, omega: rolling });
        if (what === 'ball') b.circle(body, { radius: 0.25, friction });
        else b.box(body, { width: 0.5, height: 0.5, friction });
        return body;
    });
    lab.run(stepsFor((boxes - 3) / speed));
    const left = lab.vx(lab.made);
    lab.destroy();
    return (100 * left) / speed;
}

/** @type {Question[]} */
const loose = /** @type {const} */ (['ball', 'box']).flatMap((what) =>
    [1, 4].map((speed) => ({
        id: `seams-loose-${what}-${speed}`,
        text: `a ${
            what === 'ball' ? 'ball rolls' : 'box slides'
        } at ${speed} m/s over 30 loose boxes side by side: speed left`,
        unit: '%',
        truth: [100],
        tolerance: [1],
        digits: 1,
        ask: (/** @type {Engine} */ engine) => [crossLoose(engine, what, speed)],
    }))
);

/**
 * A body falls along a wall of tiles and is pressed into it: by gravity that pulls three times as hard sideways as
 * down, or as a game steers its hero, by a sideways velocity set anew before every step. There is no friction.
 * @param {Engine} engine
 * @param {'box'|'capsule'} what
 * @param {boolean} lockRotation
 * @param {boolean} key steered
 * @returns {number} the fall in a second, as a percentage of that of a twin without a wall
 */
function fallAlongWall(engine, what, lockRotation, key) {
    const lab = setUp(engine, [key ? 0 : 3 * G, -G], (b) => {
        const wall = b.body({ type: 'static', x: 0, y: 0 });
        for (let i = -12; i < 4; ++i)
            b.box(wall, { x: 0.5, y: i + 0.3, width: 1, height: 1, friction: 0 });
        return [-0.25, -100].map((x) => {
            const body = b.body({ type: 'dynamic', x, y: 0, lockRotation });
            if (what === 'box') b.box(body, { width: 0.5, height: 0.5, friction: 0 });
            else b.capsule(body, { ax: 0, ay: -0.3, bx: 0, by: 0.3, radius: 0.25, friction: 0 });
            return body;
        });
    });
    for (let i = 0; i < 60; ++i) {
        if (key) { for (const body of lab.made) lab.setVelocity(body, 5, lab.vy(body)); }
        lab.step();
    }
    const [fall, free] = lab.made.map((body) => -lab.y(body));
    lab.destroy();
    return (100 * fall) / free;
}

/** @type {Question[]} */
const walls = /** @type {const} */ (['box', 'capsule']).flatMap((what) =>
    [
        [true, false],
        [false, false],
        [true, true],
        [false, true],
    ].map(([locked, key]) => ({
        id: `seams-wall-${what}-${locked ? 'locked' : 'free'}${key ? '-steered' : ''}`,
        text: `a ${what}${locked ? ', rotation locked,' : ''} ${key ? 'steered' : 'pulled'} `
            + 'into a wall of tiles: fall kept',
        unit: '%',
        truth: [100],
        tolerance: [1],
        digits: 1,
        needs: what === 'capsule' ? ['capsule'] : [],
        ask: (/** @type {Engine} */ engine) => [fallAlongWall(engine, what, locked, key)],
    }))
);

const RING = 40;
const SEGMENTS = 360;
const RUB = 0.1;

/**
 * A body slides at 40 m/s round the inside of a ring of 360 boxes, each turned by a degree to the last, without
 * gravity. At each corner it keeps cos δ - μ sin δ of its speed: it is turned without bounce, and that rubs.
 * @param {Engine} engine
 * @param {'ball'|'box'|'capsule'} what
 * @returns {number} its speed after two seconds, as a percentage of what the corners it has passed leave it
 */
function slideInRing(engine, what) {
    const turn = (2 * Math.PI) / SEGMENTS;
    const inner = RING * Math.cos(turn / 2);
    const low = what === 'capsule' ? 0.25 : 0.35;
    const lab = setUp(engine, [0, 0], (b) => {
        const ring = b.body({ type: 'static', x: 0, y: 0 });
        for (let i = 0; i < SEGMENTS; ++i) {
            const angle = (i + 0.5) * turn;
            const [x, y] = [(inner + 0.5) * Math.cos(angle), (inner + 0.5) * Math.sin(angle)];
            b.box(ring, { x, y, angle, width: 1, height: 2 * (inner + 1) * Math.tan(turn / 2),
                friction: RUB });
        }
        const body = b.body({ type: 'dynamic', x: 0, y: low - inner, vx: 40 });
        if (what === 'ball') b.circle(body, { radius: 0.35, friction: RUB });
        else if (what === 'box') b.box(body, { width: 0.7, height: 0.7, friction: RUB });
        else b.capsule(body, { ax: -0.25, ay: 0, bx: 0.25, by: 0, radius: 0.25, friction: RUB });
        return body;
    });
    const body = lab.made;
    let passed = 0;
    let last = -Math.PI / 2;
    lab.run(120, () => {
        const angle = Math.atan2(lab.y(body), lab.x(body));
        passed += Math.atan2(Math.sin(angle - last), Math.cos(angle - last));
        last = angle;
    });
    const left = 40 * (Math.cos(turn) - RUB * Math.sin(turn)) ** (passed / turn);
    const speed = lab.speed(body);
    lab.destroy();
    return (100 * speed) / left;
}

/** @type {Question[]} */
const rings = /** @type {const} */ (['ball', 'box', 'capsule']).map((what) => ({
    id: `seams-ring-${what}`,
    text:
        `a ${what} slides round a ring of 360 boxes at 40 m/s: speed kept after 2 s, of what friction leaves`,
    unit: '%',
    truth: [100],
    tolerance: [1],
    digits: 1,
    needs: what === 'capsule' ? ['capsule'] : [],
    ask: (/** @type {Engine} */ engine) => [slideInRing(engine, what)],
}));

/** @type {Theme} */
export const seams = { name: 'seams', title: 'Seams',
    questions: [...crossings, ...loose, ...walls, ...rings] };
