// The particles of mica2d/matter through its public JS API, for engines/mica-engine.mjs.

/** @import { ParticleCalls } from './adapter.mjs' */
/** @import { Matter, World } from '../../../js/matter.js' */

/**
 * @param {World<any>} world
 * @returns {ParticleCalls}
 */
export function particlesOf(world) {
    /** @type {Matter<any>[]} */
    const matters = [];
    return {
        create: (spec) => matters.push(world.createMatter(spec)) - 1,
        fill(matter, { x, y, width, height, vx = 0, vy = 0 }) {
            return matters[matter].fill({ shape: 'box', width, height }, { position: [x, y],
                velocity: [vx, vy] });
        },
        pour(matter, { x, y, width, rate }) {
            const emitter = world.createEmitter({ matter: matters[matter], position: [x, y], width,
                rate, angle: -Math.PI / 2 });
            return () => emitter.destroy();
        },
        read(matter) {
            const { positions, velocities } = matters[matter];
            return { positions, velocities };
        },
    };
}
