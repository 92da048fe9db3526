// What the tests of controllers share: a place with a hero, and playing it by a list of inputs.
import assert from 'node:assert/strict';
import { World } from '../../js/index.js';
import { Platformer } from '../../js/platformer.js';
import './helpers.mjs';

/** @import { PlatformerInput, PlatformerOptions } from '../../js/platformer.js' */

export const LAYERS = /** @type {const} */ ({
    player: { wall: 'solid', crate: 'solid', ladder: 'trigger', water: 'trigger' },
    crate: ['wall', 'crate'],
    wall: {},
    ladder: {},
    water: {},
});

export const STEP = 1 / 60;

/** A capsule 1.2 m high. */
const CAPSULE =
    /** @type {const} */ ({ shape: 'capsule', length: 0.6, radius: 0.3, layer: 'player' });

/**
 * A hero at rest on a floor whose top is at 0.
 * @param {PlatformerOptions} [options]
 * @param {{ x?: number, floor?: number, build?: (world: World<any>) => void }} [place] floor: its width; 0: none
 */
export function stage(options = {}, { x = 0, floor = 400, build } = {}) {
    const world = new World({ layers: LAYERS });
    if (floor > 0) box(world, 0, -0.5, floor, 1);
    build?.(world);
    const mover = world.createMover({ position: [x, 0.61], collider: CAPSULE });
    const hero = new Platformer(mover, options);
    if (floor > 0) {
        play(hero, 10);
        assert.equal(mover.grounded, true);
    }
    return { world, mover, hero };
}

/** A static box. @param {World<any>} world @param {number} x @param {number} y @param {number} width @param {number} height @param {object} [more] of its collider */
export function box(world, x, y, width, height, more = {}) {
    return world.createBody({ type: 'static', position: [x, y],
        collider: { shape: 'box', width, height, layer: 'wall', ...more } });
}

/**
 * Makes steps with an input that is held.
 * @param {Platformer} hero @param {number} steps @param {PlatformerInput} [input]
 * @param {(i: number) => void} [after] called after each step
 */
export function play(hero, steps, input = {}, after) {
    for (let i = 0; i < steps; ++i) {
        hero.update(input);
        hero.mover.body.world.step();
        after?.(i);
    }
}

/** How many steps until a condition holds. @param {Platformer} hero @param {PlatformerInput} input @param {() => boolean} condition @param {number} [most] */
export function until(hero, input, condition, most = 600) {
    for (let i = 1; i <= most; ++i) {
        play(hero, 1, input);
        if (condition()) return i;
    }
    return assert.fail(`not within ${most} steps: ${condition}`);
}

/** @param {number} value @param {number} wanted @param {number} within @param {string} [what] */
export function near(value, wanted, within, what = '') {
    assert.ok(Math.abs(value - wanted) <= within, `${what} ${value} is not ${wanted} ± ${within}`);
}

/**
 * Jumps, and measures.
 * @param {Platformer} hero on ground @param {number} held steps for which the key is held @param {PlatformerInput} [input]
 * @returns {{ height: number, time: number, steps: number }} metres and seconds to the top, steps until it has landed
 */
export function leap(hero, held, input = {}) {
    const { mover } = hero;
    const from = mover.y;
    let [height, time] = [0, 0];
    for (let i = 1; i < 600; ++i) {
        play(hero, 1, { ...input, jump: i <= held });
        if (mover.y - from > height) [height, time] = [mover.y - from, i * STEP];
        if (i > 2 && mover.grounded) return { height, time, steps: i };
    }
    return assert.fail('it does not land');
}
