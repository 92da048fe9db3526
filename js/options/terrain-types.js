// The option objects of terrains, as types only: js/options/terrain.js and js/options/terrain-tool.js check them at
// run time. The text of an option that may be left out names its default.

/** @import { AnyLayer, BoxOptions, CapsuleOptions, CircleOptions, LayerName, OutlineOptions, PolygonOptions, Vector } from './types.js' */

/**
 * A material of a terrain.
 * @template {string} [L=AnyLayer]
 * @typedef {object} GroundMaterialOptions
 * @property {number} [hardness] a tool digs what is not harder than the tool, 0 to 1e6, default 0
 * @property {number} [density] of what falls, kg/m², default 1
 * @property {boolean} [anchor] it never falls and holds what is connected to it, default false
 * @property {number} [friction] 0 or more; by default the collider's
 * @property {number} [restitution] 0 to 1; by default the collider's
 * @property {number} [tangentSpeed] m/s; by default the collider's
 * @property {LayerName<L>} [layer] by default the collider's
 * @property {unknown} [userData] what events and hits name it by; by default its name
 */

/**
 * What each cell of a terrain is filled with.
 * @template T
 * @typedef {T | ArrayLike<T> | ((x: number, y: number, column: number, row: number) => T | boolean)} PerCell
 */

/**
 * Ground that can be dug and filled, as one collider. Its surface runs between the middles of cells, where the density
 * passes the middle of 0 and 255, so that slopes are slopes; the ground ends with the grid.
 * @template {string} [L=AnyLayer]
 * @typedef {object} TerrainOptions
 * @property {'terrain'} shape which kind of shape
 * @property {number} [columns] cells from left to right, 2 or more; by default the width of the image
 * @property {number} [rows] cells from bottom to top, 2 or more; by default the height of the image. At most 16,777,216
 *     cells in all
 * @property {number} [cellSize] metres, default 1
 * @property {Vector} [origin] the lower left corner in the body's space, default [0, 0]
 * @property {PerCell<number> | { readonly data: ArrayLike<number>, readonly width: number, readonly height: number } | string} [fill]
 *     what part of each cell is ground, 0 to 255: one number for all, a list row by row, a function of the cell's middle
 *     in the body's space (true is 255), an image, whose alpha counts, or the text that a scene has. Default 0
 * @property {PerCell<number | string> | string} [material] the material of each cell, by its name or number, as one value, a list
 *     or a function, or the text that a scene has; default the first
 * @property {Readonly<Record<string, GroundMaterialOptions<L>>>} [materials] 1 to 16 by name; default `{ ground: {} }`
 * @property {boolean} [topDown] lists begin with the top row, as images do and as it is anyway where y points down;
 *     default true for images
 * @property {'fall' | 'stay' | 'remove'} [pieces] what happens to ground that an edit leaves without connection to an
 *     anchor: it becomes bodies, default, stays, or is removed. Ground that was made without one comes off when an edit
 *     first touches it
 * @property {boolean} [borderAnchors] whether ground at the border of the grid is an anchor, default true
 * @property {number} [minimumPiece] m², smaller pieces are removed as debris, default 0.05
 */

/**
 * What `world.createTerrain` takes: a terrain, its collider's options, and where its body is.
 * @template {string} [L=AnyLayer]
 * @typedef {Omit<TerrainOptions<L>, 'shape'> & { position?: Vector, angle?: number, layer?: LayerName<L>, group?: number,
 *     friction?: number, restitution?: number, tangentSpeed?: number, userData?: unknown }} CreateTerrainOptions
 */

/**
 * Points, each joined to the next, with a radius.
 * @typedef {object} PathOptions
 * @property {'path'} shape which kind of shape
 * @property {readonly Vector[] | ArrayLike<number>} points 2 or more, as pairs or flat
 * @property {number} radius metres
 * @property {Vector} [center] moves the points, after turning them, default [0, 0]
 * @property {number} [angle] radians, turns the points about the origin, default 0
 */

/**
 * A shape that ground is dug or added in. An outline may cross itself: what it winds around an odd number of times is inside.
 * @typedef {CircleOptions | BoxOptions | CapsuleOptions | PolygonOptions | Omit<OutlineOptions, 'holes'>
 *     | PathOptions} GroundShape
 */

/**
 * How ground is dug.
 * @typedef {object} DigOptions
 * @property {Vector} [position] of the shape in the world, metres, default [0, 0]
 * @property {number} [angle] of the shape, radians, default 0
 * @property {number} [hardness] of the tool: harder materials stay. By default it digs all
 */

/**
 * How ground is added.
 * @typedef {object} AddGroundOptions
 * @property {Vector} [position] of the shape in the world, metres, default [0, 0]
 * @property {number} [angle] of the shape, radians, default 0
 * @property {string | number} [material] its name or number, default the first
 */

export {};
