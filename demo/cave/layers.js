// The layers of the cave, one table for all levels, and the colour of each. A map in Tiled names a layer by the class of its
// objects, and in the property `layers` those that the panel shows. Called by level.js, panel.js and main.js.

/** @import { Response } from '../../js/index.js' */

/** In the order of the panel. */
export const LAYERS = [
    { name: 'player', colour: '#ffc56e' },
    { name: 'ghost', colour: '#b8a1ff' },
    { name: 'wall', colour: '#7d97c9' },
    { name: 'crate', colour: '#f0927a' },
    { name: 'lantern', colour: '#77e3c4' },
    { name: 'water', colour: '#57b6f5' },
    { name: 'ladder', colour: '#d9c08f' },
    { name: 'topaz', colour: '#ffab3d' },
    { name: 'azure', colour: '#54c8ff' },
    { name: 'prism', colour: '#ff9ad5' },
    { name: 'exit', colour: '#e8fff6' },
];

/**
 * What each layer names. A ghost names no wall and no crate, so it passes through both; veils of topaz and azure hold it.
 * @type {Record<string, Record<string, Response>>}
 */
export const LAYER_TABLE = {
    player: { wall: 'solid', crate: 'solid', topaz: 'solid', azure: 'solid', ghost: 'trigger',
        lantern: 'trigger', water: 'trigger', ladder: 'trigger', prism: 'trigger',
        exit: 'trigger' },
    ghost: { topaz: 'solid', azure: 'solid' },
    wall: {},
    crate: { wall: 'solid', crate: 'solid', topaz: 'solid', azure: 'solid', water: 'trigger' },
    lantern: {},
    water: {},
    ladder: {},
    topaz: {},
    azure: {},
    prism: {},
    exit: {},
};
