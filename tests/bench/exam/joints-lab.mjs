// The laboratory of the joints: remembers the pins and the masses of what is built, so that a question can read how far
// pins are apart and how much energy there is, from poses and velocities alone and the same for all engines.

/** @import { PinSpec, LayerTable } from '../../scenes/builder.js' */
/** @import { Engine } from '../engines/adapter.mjs' */
/** @import { LabBuilder } from './lab.mjs' */
import { massOf } from '../quality.mjs';
import { setUp } from './lab.mjs';

/**
 * As setUp of lab.mjs. Shapes of dynamic bodies are centred on their bodies, and pinned bodies stand at an angle of zero.
 * @template T
 * @param {Engine} engine
 * @param {[number, number]} gravity
 * @param {(b: LabBuilder) => T} build
 * @param {{ layers?: LayerTable }} [options]
 */
export function setUpJoints(engine, gravity, build, options) {
    /** @type {PinSpec[]} */
    const pins = [];
    /** @type {{ x: number, y: number, dynamic: boolean, mass: number, inertia: number }[]} */
    const bodies = [];
    /** @param {'circle'|'box'|'capsule'} kind @param {number} body @param {any} spec */
    const weigh = (kind, body, spec) => {
        const { mass, inertia } = massOf({ kind, spec });
        bodies[body].mass += mass;
        bodies[body].inertia += inertia;
    };
    const lab = setUp(
        engine,
        gravity,
        (b) =>
            build({
                ...b,
                body(spec) {
                    const { x, y, type } = spec;
                    bodies.push({ x, y, dynamic: type === 'dynamic', mass: 0, inertia: 0 });
                    return b.body(spec);
                },
                circle(body, spec) {
                    weigh('circle', body, spec);
                    b.circle(body, spec);
                },
                box(body, spec) {
                    weigh('box', body, spec);
                    b.box(body, spec);
                },
                capsule(body, spec) {
                    weigh('capsule', body, spec);
                    b.capsule(body, spec);
                },
                pin(spec) {
                    pins.push(spec);
                    b.pin(spec);
                },
            }),
        options,
    );
    const end = (/** @type {number} */ body, /** @type {number} */ x, /** @type {number} */ y) => {
        const [c, s, lx, ly] = [lab.cos(body), lab.sin(body), x - bodies[body].x,
            y - bodies[body].y];
        return [lab.x(body) + c * lx - s * ly, lab.y(body) + s * lx + c * ly];
    };
    return {
        ...lab,
        /** How far the two ends of each pin are apart, metres. @returns {number[]} */
        gaps: () =>
            pins.map(({ bodyA, bodyB, x, y }) => {
                const [[ax, ay], [bx, by]] = [end(bodyA, x, y), end(bodyB, x, y)];
                return Math.hypot(bx - ax, by - ay);
            }),
        /** Kilograms that move. */
        mass: () => bodies.reduce((sum, { dynamic, mass }) => sum + (dynamic ? mass : 0), 0),
        /** Joules, of motion and of height above y = 0. */
        energy: () =>
            bodies.reduce((sum, { dynamic, mass, inertia }, i) => {
                if (!dynamic) return sum;
                const height = -(gravity[0] * lab.x(i) + gravity[1] * lab.y(i));
                return sum + 0.5 * mass * lab.speed(i) ** 2 + 0.5 * inertia * lab.omega(i) ** 2
                    + mass * height;
            }, 0),
    };
}

/** @param {number[]} values */
export function sumOf(values) {
    return values.reduce((sum, value) => sum + value, 0);
}

/** Metres of a pixel at 50 pixels a metre: a gap of that width in a pin is seen. */
export const PIXEL = 0.02;
