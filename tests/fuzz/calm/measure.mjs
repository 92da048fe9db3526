// What the scenes and searches of this folder measure in a world: energy, the fall, and the largest of a figure.
// A world gains no energy: what its bodies have of kinetic energy and of potential energy in its gravity never exceeds
// the most that they had before. Springs at rest in the start pose, limits, brakes and contacts can only take it, and
// springs give back no more than they took.

/** @import { World } from '../../../js/index.js' */
/** @import { Scene } from './scenes.mjs' */
/** @typedef {import('../../../js/index.js').Body<any>} Body */

/**
 * How a world is stepped.
 * @typedef {object} Rate
 * @property {number} hz steps in a second
 * @property {number} substeps of each
 */

/**
 * One figure of a scene and the largest that is right.
 * @typedef {object} Check
 * @property {string} what
 * @property {number} value
 * @property {number} limit
 */

/** @param {string} letter @param {string} name @param {Scene['measure']} measure @returns {Scene} */
export const sceneOf = (letter, name, measure) => ({ letter, name, measure });

/** @param {World<any>} world @param {Rate} rate @param {number} seconds @param {(i: number) => void} [after] each step */
export function run(world, { hz, substeps }, seconds, after = () => {}) {
    for (let i = 0; i < Math.round(seconds * hz); ++i) {
        world.step(1 / hz, substeps);
        after(i);
    }
}

/** m/s. @param {Body} body */
export const speedOf = (body) => Math.hypot(body.vx, body.vy);

/** m/s that a fall of so many metres gives. @param {number} drop */
export const fallSpeed = (drop, gravity = 10) => Math.sqrt(2 * gravity * Math.max(0, drop));

/**
 * Joules of dynamic bodies, kinetic and potential.
 * @param {readonly Body[]} bodies @param {number} [gravity] m/s², downwards
 */
export function energyOf(bodies, gravity = 10) {
    let kinetic = 0;
    let potential = 0;
    for (const body of bodies) {
        const { mass, inertia } = body;
        const [x, y] = body.center;
        const [vx, vy] = body.velocityAt(x, y);
        kinetic += 0.5 * mass * (vx * vx + vy * vy) + 0.5 * inertia * body.angularVelocity ** 2;
        potential += mass * gravity * y;
    }
    return { kinetic, potential };
}

/** The largest of the figures given to it. */
export function largest() {
    let value = 0;
    return {
        /** NaN counts as infinite. @param {number} next */
        add(next) {
            value = Math.max(value, Number.isNaN(next) ? Infinity : next);
        },
        get value() {
            return value;
        },
    };
}
