// Loads the engine with matter. A test of matter imports this before helpers.mjs, whose init then does nothing.
import { World, initSync } from '../../js/matter.js';

initSync();

/** @import { WorldOptions } from '../../js/matter.js' */

/** A box of a width and a height. @param {number} width @param {number} height */
export const box = (width, height) => /** @type {const} */ ({ shape: 'box', width, height });

/**
 * A world with a basin, 4 m wide, whose floor is y = 0, and a trigger over the floor.
 * @param {WorldOptions<any>} [options]
 */
export function basin(options) {
    const world = new World(options);
    world.createBody({ type: 'static',
        colliders: [{ ...box(6, 1), center: [0, -0.5] }, { ...box(1, 4), center: [-2.5, 2] }, {
            ...box(1, 4),
            center: [2.5, 2],
        }] });
    const body = world.createBody({ type: 'static',
        collider: { ...box(1, 1), center: [0, 0.5], trigger: true } });
    return { world, trigger: body.colliders[0] };
}

/** Steps so often. @param {World<any>} world @param {number} count */
export function steps(world, count) {
    for (let i = 0; i < count; ++i) world.step();
}
