// Shots: nothing passes through anything, at any speed, wherever in a step it arrives. Each question is 200 trials side
// by side in one world, whose distances, angles or phases are spread over one step.

/** @import { Builder } from '../../scenes/builder.js' */
/** @import { Engine } from '../engines/adapter.mjs' */
/** @import { Question, Theme } from './question.mjs' */
import { DT, places, setUp } from './lab.mjs';

const TRIALS = 200;
const THICKNESS = 0.01;
const LENGTH = 2;
const SPEEDS = [60, 300, 1000, 3000];

/** @typedef {'circle'|'box'|'capsule'} Shot */

/** @type {Shot[]} */
const kinds = ['circle', 'box', 'capsule'];

/** @param {Builder} b @param {number} body @param {Shot} kind */
function addShot(b, body, kind) {
    if (kind === 'circle') b.circle(body, { radius: 0.1 });
    else if (kind === 'box') b.box(body, { width: 0.2, height: 0.2 });
    else b.capsule(body, { ax: -0.1, ay: 0, bx: 0.1, by: 0, radius: 0.1 });
}

/**
 * Shots from 10 m to 10 m and one step's way in front of plates at x = 0; those that are not round start turned.
 * @param {Engine} engine
 * @param {Shot} kind
 * @param {number} speed
 * @param {'static'|'dynamic'} plateType
 * @param {boolean} bullet
 */
function range(engine, kind, speed, plateType, bullet) {
    return setUp(engine, [0, 0], (b) =>
        Array.from({ length: TRIALS }, (_, i) => {
            const y = 4 * (i - TRIALS / 2);
            const phase = i / TRIALS;
            const plate = b.body({ type: plateType, x: 0, y });
            b.box(plate, { width: THICKNESS, height: LENGTH, density: 20 });
            const angle = kind === 'circle' ? 0 : phase * Math.PI;
            const x = -10 - phase * speed * DT;
            const shot = b.body({ type: 'dynamic', x, y, angle, vx: speed, bullet });
            addShot(b, shot, kind);
            return { plate, shot };
        }));
}

/** Steps in which even an engine that caps speeds near 100 m/s has brought every shot home. */
const FLIGHT = 90;

/**
 * Follows shots and plates, and tells which went through: those whose centre came over between the plate's ends. One
 * that is thrown aside may go round an end.
 * @param {ReturnType<typeof range>} lab
 */
function gate(lab) {
    const before = lab.made.map(() => [-1, 0]);
    return (/** @type {number} */ i) => {
        const { plate, shot } = lab.made[i];
        const dx = lab.x(shot) - lab.x(plate);
        const dy = lab.y(shot) - lab.y(plate);
        const across = lab.cos(plate) * dx + lab.sin(plate) * dy;
        const along = lab.cos(plate) * dy - lab.sin(plate) * dx;
        const [acrossBefore, alongBefore] = before[i];
        before[i] = [across, along];
        if (!(across > 0 && acrossBefore <= 0)) return false;
        const way = acrossBefore / (acrossBefore - across);
        return Math.abs(alongBefore + way * (along - alongBefore)) < LENGTH / 2;
    };
}

/**
 * @param {Engine} engine
 * @param {Shot} kind
 * @param {number} speed
 * @returns {number} how many shots a static wall stops or throws aside
 */
function stoppedByWall(engine, kind, speed) {
    const lab = range(engine, kind, speed, 'static', false);
    const passed = new Uint8Array(TRIALS);
    const passes = gate(lab);
    lab.run(FLIGHT, () => lab.made.forEach((_, i) => passes(i) && (passed[i] = 1)));
    lab.destroy();
    return TRIALS - passed.reduce((sum, one) => sum + one, 0);
}

/**
 * @param {Engine} engine
 * @param {Shot} kind
 * @param {number} speed
 * @param {boolean} bullet
 * @returns {number} how many shots set their plate in motion and do not go through it in the five steps after
 */
function metByPlate(engine, kind, speed, bullet) {
    const lab = range(engine, kind, speed, 'dynamic', bullet);
    const since = new Int32Array(TRIALS);
    const passed = new Uint8Array(TRIALS);
    const passes = gate(lab);
    lab.run(FLIGHT, () => {
        lab.made.forEach(({ plate, shot }, i) => {
            const through = passes(i);
            if (since[i] === 0 && !(Math.abs(lab.x(plate)) > 1e-3) && !(lab.x(shot) > 0)) return;
            if (++since[i] <= 5 && through) passed[i] = 1;
        });
    });
    lab.destroy();
    return since.reduce((met, steps, i) => met + (steps > 0 && passed[i] === 0 ? 1 : 0), 0);
}

/**
 * A row with one number per kind of shot.
 * @param {string} id
 * @param {string} text
 * @param {string[]} needs
 * @param {(engine: Engine, kind: Shot) => number} count
 * @returns {Question}
 */
function volley(id, text, needs, count) {
    return {
        id,
        text,
        unit: `of ${TRIALS}`,
        parts: kinds,
        truth: kinds.map(() => TRIALS),
        tolerance: kinds.map(() => 0),
        digits: 0,
        needs,
        ask: (engine) =>
            kinds.map((
                kind,
            ) => (kind === 'capsule' && engine.lacks.includes('capsule')
                ? null
                : count(engine, kind))
            ),
    };
}

/**
 * A free bar of 4 m turns towards a static post 1.5 m from its middle, from 200 angles between 0.2 rad and nearly half
 * a turn. Seen from the bar, a post that changes sides without going round an end has passed through.
 * @param {Engine} engine
 * @param {boolean} bullet
 * @returns {number} how many posts hold
 */
function postsThatHold(engine, bullet) {
    const spin = 50;
    const lab = setUp(engine, [0, 0], (b) =>
        places(TRIALS, 30).map(({ x, y }, i) => {
            const post = b.body({ type: 'static', x: x + 1.5, y });
            b.circle(post, { radius: 0.1 });
            const ahead = 0.2 + (i / TRIALS) * (Math.PI - 0.4);
            const bar = b.body({ type: 'dynamic', x, y, angle: -ahead, omega: spin, bullet });
            b.box(bar, { width: 4, height: 0.1 });
            return { post, bar };
        }));
    const passed = new Uint8Array(TRIALS);
    const along = new Float64Array(TRIALS);
    const across = new Float64Array(TRIALS);
    const look = (/** @type {boolean} */ first) =>
        lab.made.forEach(({ post, bar }, i) => {
            const dx = lab.x(post) - lab.x(bar);
            const dy = lab.y(post) - lab.y(bar);
            const a = lab.cos(bar) * dx + lab.sin(bar) * dy;
            const c = lab.cos(bar) * dy - lab.sin(bar) * dx;
            const within = Math.abs(a) < 1.9 && Math.abs(along[i]) < 1.9;
            if (!first && within && a * along[i] > 0 && c * across[i] <= 0) passed[i] = 1;
            along[i] = a;
            across[i] = c;
        });
    look(true);
    lab.run(12, () => look(false));
    lab.destroy();
    return TRIALS - passed.reduce((sum, p) => sum + p, 0);
}

/** @type {Theme} */
export const shots = {
    name: 'shots',
    title: 'Shots at things 1 cm thin, and a spinning bar',
    questions: [
        ...SPEEDS.map((speed) =>
            volley(`shot-wall-${speed}`, `a static wall stops shots of ${speed} m/s`, [],
                (engine, kind) => stoppedByWall(engine, kind, speed))
        ),
        ...SPEEDS.map((speed) =>
            volley(
                `shot-plate-flag-${speed}`,
                `a dynamic plate meets shots of ${speed} m/s, flagged`,
                ['bullet'],
                (engine, kind) => metByPlate(engine, kind, speed, true),
            )
        ),
        ...SPEEDS.map((speed) =>
            volley(
                `shot-plate-${speed}`,
                `a dynamic plate meets shots of ${speed} m/s, no flag`,
                [],
                (engine, kind) => metByPlate(engine, kind, speed, false),
            )
        ),
        ...[true, false].map((bullet) => ({
            id: `spin-post${bullet ? '-flag' : ''}`,
            text: `a static post holds a bar of 4 m that turns at 50 rad/s${
                bullet ? ', flagged' : ''
            }`,
            unit: `of ${TRIALS}`,
            truth: [TRIALS],
            tolerance: [0],
            digits: 0,
            needs: bullet ? ['bullet'] : [],
            ask: (/** @type {Engine} */ engine) => [postsThatHold(engine, bullet)],
        })),
    ],
};
