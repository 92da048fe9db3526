// All scenes by name, in the order tables show them. The first group is Box2D's own benchmark, or made after it; a benchmark, a test or a demo picks scenes from here.

/** @import { Scene } from './builder.js' */
import { largePyramid, manyPyramids, pyramid, tower } from './pyramids.js';
import { bridgeCars, chains } from './bridges.js';
import { jointGrid, ragdollsStairs, rain } from './joints.js';
import { smash, spinner, tumbler, washer } from './machines.js';
import { ballPit, bullets, layers, mixed, swarm } from './crowds.js';

/** @type {readonly Scene[]} */
export const scenes = [
    largePyramid,
    manyPyramids,
    smash,
    spinner,
    tumbler,
    washer,
    jointGrid,
    rain,
    pyramid,
    ballPit,
    mixed,
    swarm,
    layers,
    bullets,
    chains,
    bridgeCars,
    ragdollsStairs,
    tower,
];

/** Names of the scenes taken over from Box2D v3's benchmark. */
export const box2dScenes = ['large_pyramid', 'many_pyramids', 'smash', 'spinner', 'tumbler',
    'washer', 'joint_grid', 'rain'];

/**
 * @param {string} name
 * @returns {Scene}
 */
export function sceneByName(name) {
    const scene = scenes.find((s) => s.name === name);
    if (!scene)
        throw new RangeError(
            `no scene named ${name}; there are ${scenes.map((s) => s.name).join(', ')}`,
        );
    return scene;
}
