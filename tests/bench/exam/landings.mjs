// Landings: what falls on a floor comes to stand on it. How deep is it seen inside, at the worst of many moments at
// which it can arrive between two steps?

/** @import { Engine } from '../engines/adapter.mjs' */
/** @import { Theme } from './question.mjs' */
import { DT, G, buildSlab, setUp } from './lab.mjs';

/** Metres a second: half a metre, five metres and ten metres of fall. */
const SPEEDS = [3.5, 10, 14];
const MOMENTS = 40;
const HALF = 0.5;
const APART = 4;

/**
 * Forty things a metre high arrive at forty moments of one step.
 * @param {Engine} engine
 * @param {number} speed metres a second
 * @param {boolean} balls balls on a slab, else boxes on tiles
 */
function deepest(engine, speed, balls) {
    const width = APART * (MOMENTS + 1);
    const lab = setUp(engine, [0, -G], (b) => {
        if (balls) buildSlab(b, width, { friction: 0.5 });
        const tiles = b.body({ type: 'static', x: 0, y: 0 });
        for (let x = -width / 2; x < width / 2 && !balls; ++x)
            b.box(tiles, { x: x + 0.5, y: -0.5, width: 1, height: 1, friction: 0.5 });
        return Array.from({ length: MOMENTS }, (_, i) => {
            const body = b.body({ type: 'dynamic', x: APART * (i + 1) - width / 2,
                y: HALF + (2 + i / MOMENTS) * speed * DT, vy: -speed });
            if (balls) b.circle(body, { radius: HALF, friction: 0.5 });
            else b.box(body, { width: 2 * HALF, height: 2 * HALF, friction: 0.5 });
            return body;
        });
    });
    let depth = 0;
    lab.run(60, () => {
        for (const body of lab.made) depth = Math.max(depth, HALF - lab.y(body));
    });
    lab.destroy();
    return 1000 * depth;
}

const TILTS = [0.003, 0.03, 0.1];

/**
 * Forty boxes of 1 m, aslant, arrive at a slab at 10 m/s at forty moments of one step.
 * @param {Engine} engine
 * @param {number} tilt radians
 * @returns {number} how deep the deepest corner is seen, in mm
 */
function deepestAslant(engine, tilt) {
    const speed = 10;
    const width = APART * (MOMENTS + 1);
    const lab = setUp(engine, [0, -G], (b) => {
        buildSlab(b, width, { friction: 0.5 });
        return Array.from({ length: MOMENTS }, (_, i) => {
            const y = HALF * (Math.cos(tilt) + Math.sin(tilt)) + (2 + i / MOMENTS) * speed * DT;
            const angle = i % 2 ? tilt : -tilt;
            const body = b.body({ type: 'dynamic', x: APART * (i + 1) - width / 2, y, vy: -speed,
                angle });
            b.box(body, { width: 2 * HALF, height: 2 * HALF, friction: 0.5 });
            return body;
        });
    });
    let depth = 0;
    lab.run(60, () => {
        for (const body of lab.made) {
            const height = HALF * (Math.abs(lab.cos(body)) + Math.abs(lab.sin(body)));
            depth = Math.max(depth, height - lab.y(body));
        }
    });
    lab.destroy();
    return 1000 * depth;
}

/** @type {Theme} */
export const landings = {
    name: 'landings',
    title: 'Landings',
    questions: [
        ...[true, false].map((balls) => ({
            id: balls ? 'landing-ball' : 'landing-box',
            text: balls
                ? 'a ball of 1 m lands on a floor: how deep'
                : 'a box of 1 m lands on tiles: how deep',
            unit: 'mm',
            parts: SPEEDS.map((speed) => `${speed} m/s`),
            truth: SPEEDS.map(() => 0),
            tolerance: SPEEDS.map(() => 20),
            ask: (/** @type {Engine} */ engine) =>
                SPEEDS.map((speed) => deepest(engine, speed, balls)),
        })),
        {
            id: 'landing-aslant',
            text: 'a box of 1 m lands aslant on a slab at 10 m/s: how deep its corners',
            unit: 'mm',
            parts: TILTS.map((tilt) => `${tilt} rad`),
            truth: TILTS.map(() => 0),
            tolerance: TILTS.map(() => 20),
            ask: (/** @type {Engine} */ engine) => TILTS.map((tilt) => deepestAslant(engine, tilt)),
        },
    ],
};
