// Where the objects of a Tiled map lie on the screen, by the map's orientation. In an isometric map they are stored in
// the grid, whose axes run down to the right and down to the left, in units of which a tile has its height on both
// axes; in all others as they are drawn. Called by tiled-map.js.

/** @import { Cursor } from './cursor.js' */
/** @import { Point } from './outlines.js' */
/** @import { Transform } from './tiled-shapes.js' */

/**
 * How the objects of a map are drawn.
 * @typedef {object} Orientation
 * @property {string} name
 * @property {Point} origin where the point 0, 0 of the file is drawn, pixels
 * @property {Transform} vector as it is drawn, pixels
 * @property {string} alignment where the position of a tile object lies in it, if its tileset does not say so
 * @property {boolean} grid whether the cells of tile layers are rectangles in columns and rows
 */

const ORIENTATIONS = /** @type {const} */ (['orthogonal', 'isometric', 'staggered', 'hexagonal']);

/**
 * The orientation of a map.
 * @param {Cursor} file the map
 * @param {number} width of a tile, pixels
 * @param {number} height of a tile, pixels
 * @returns {Orientation}
 */
export function readOrientation(file, width, height) {
    const source = file.at('orientation');
    const name = source.text('orthogonal');
    if (!ORIENTATIONS.includes(/** @type {any} */ (name))) {
        source.refuse(
            `which is not read: ${ORIENTATIONS.map((each) => `'${each}'`).join(', ')} are`,
        );
    }
    if (name !== 'isometric') {
        return { name, origin: [0, 0], vector: (x, y) => [x, y], alignment: 'bottomleft',
            grid: name === 'orthogonal' };
    }
    return {
        name,
        // The left corner of the lowest row is drawn at the left.
        origin: [(file.at('height').integer(0, 2 ** 24, 0) * width) / 2, 0],
        vector: (x, y) => [((x - y) * width) / (2 * height), (x + y) / 2],
        alignment: 'bottom',
        grid: false,
    };
}
