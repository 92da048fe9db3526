// What the questions about movers share: grounds to walk on, and a character of the engine's own on them.

/** @import { Engine } from '../engines/adapter.mjs' */
/** @import { LabBuilder } from './lab.mjs' */
import { setUp } from './lab.mjs';

/** Steps a second. */
export const rates = [30, 60, 144];
/** m/s, what is asked for. */
export const PACE = 5;
/** How high the middle of a character stands, 1.2 m high as it is. */
export const HALF = 0.6;
export const DEGREE = Math.PI / 180;
const GRAVITY = 20;

/** Two hills, of 26 and 45 degrees: x and the height there. */
const HILLS = [[-5, 0], [7, 0], [9, 1], [11, 1], [13, 0], [19, 0], [22, 3], [25, 3], [28, 0], [45,
    0]];

/**
 * A wedge and a box under each stretch of the outline.
 * @param {LabBuilder} b
 */
export function buildHills(b) {
    const ground = b.body({ type: 'static', x: 0, y: 0 });
    HILLS.slice(1).forEach(([x, y], i) => {
        const [x0, y0] = HILLS[i];
        b.polygon(ground, { points: [[x0, -1], [x, -1], [x, y], [x0, y0]] });
    });
}

/** The same as one outline. @param {LabBuilder} b */
export function buildOutline(b) {
    const ground = b.body({ type: 'static', x: 0, y: 0 });
    b.loop(ground, { points: [[-5, -3], [45, -3], ...[...HILLS].reverse()] });
}

/**
 * A box with its top, or its lower side if it leans back, on the line through (x, 0) at that angle.
 * @param {LabBuilder} b @param {number} x @param {number} degrees
 */
export function buildRamp(b, x, degrees) {
    const angle = degrees * DEGREE;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const body = b.body({ type: 'static', x: x + 10 * c + 0.5 * s, y: 10 * s - 0.5 * c, angle });
    b.box(body, { width: 24, height: 1 });
}

/** @typedef {ReturnType<typeof walker>} Walker */

/**
 * A character in a world of its own, which has come to stand.
 * @template T
 * @param {Engine} engine
 * @param {{ shape?: 'capsule'|'box', x: number, y?: number, hz?: number, maxPushForce?: number }} spec y: how high its
 *   feet begin
 * @param {(b: LabBuilder) => T} build the ground
 */
export function walker(engine, { shape = 'capsule', x, y = 0, hz = 60, maxPushForce }, build) {
    const lab = setUp(
        engine,
        [0, -GRAVITY],
        (b) => {
            const ground = build(b);
            const spec = { shape, x, y: y + HALF + 0.02, maxPushForce };
            return { ground, body: /** @type {number} */ (b.mover?.(spec)) };
        },
        { hz },
    );
    const { body, ground } = lab.made;
    const self = {
        lab,
        ground,
        hz,
        x: () => lab.x(body),
        y: () => lab.y(body),
        /** One step. @param {number} speed wanted along the ground @param {number} [jump] */
        walk(speed, jump = 0) {
            lab.steer(body, speed, jump);
            lab.step();
        },
        isGrounded: () => lab.isGrounded(body),
        /** Steps at rest. @param {number} seconds */
        stand(seconds) {
            for (let i = 0; i < seconds * hz; ++i) self.walk(0);
        },
        end() {
            lab.destroy();
        },
    };
    self.stand(0.5);
    return self;
}
