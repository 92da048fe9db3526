// What a renderer draws of a world: the pieces of its colliders from back to front, each with the
// colour of its layer. Here too is what both renderers let the caller choose of that. Called by
// adapters/canvas.js and adapters/webgl.js.
import { paletteColor, rgba } from './colors.js';
import { watchShapes } from './outlines.js';

/** @import { Piece } from './outlines.js' */
/** @import { Drawable } from './types.js' */

/**
 * Where a renderer looks at first, and how it draws layers.
 * @typedef {object} RendererOptions
 * @property {number} [scale] CSS pixels per metre, above 0; default 50
 * @property {number} [x] metres, x of the world's point in the middle of the canvas; default 0
 * @property {number} [y] metres, y of the world's point in the middle of the canvas; default 0
 * @property {Readonly<Record<string, string>>} [colors] any CSS colour by layer name, of a tile that of its kind, such as
 *     '#ffc56e' or, half transparent, '#ffc56e80'; a layer without one, by default each, gets
 *     a colour of a small palette
 * @property {readonly string[]} [hidden] names of the layers that are not drawn; default none
 * @property {readonly string[]} [order] names of layers from back to front, default none. Layers that it does
 *     not name are behind them; within a layer, and where nothing is named, bodies are drawn in
 *     the order of their slots
 * @property {string} [background] any CSS colour; by default the canvas is cleared and transparent
 */

/**
 * How a renderer draws layers.
 * @typedef {object} LayerSettings
 * @property {Record<string, string>} colors any CSS colour by layer name; may be changed at any
 *     time, as `hidden` and `order` may
 * @property {string[]} hidden names of the layers that are not drawn
 * @property {string[]} order names of layers from back to front
 */

/**
 * How a layer is drawn.
 * @typedef {object} Look
 * @property {string} color any CSS colour
 * @property {[red: number, green: number, blue: number, alpha: number]} rgba the same, each from 0
 *     to 1
 * @property {number} rank layers of higher rank are drawn later; below 0 not at all
 */

/**
 * A piece and its place.
 * @typedef {object} Drawn
 * @property {number} slot of the body
 * @property {Piece} piece
 * @property {Look} look
 */

/**
 * The pieces of a world in the order of drawing.
 * @typedef {object} Drawing
 * @property {Drawn[]} list from back to front
 * @property {number} version higher after each change of the list
 * @property {(settings: Readonly<LayerSettings>) => Drawing} update finds changes of the world and
 *     of the settings; call it once a frame, before reading `list`
 */

/**
 * A copy of the options about layers, which the caller may change.
 * @param {RendererOptions} options
 * @returns {LayerSettings}
 */
export function layerSettings({ colors = {}, hidden = [], order = [] }) {
    return { colors: { ...colors }, hidden: [...hidden], order: [...order] };
}

/**
 * Reads the settings of each layer.
 * @param {readonly string[]} names of the layers
 * @param {Readonly<LayerSettings>} settings
 * @param {Look[]} looks by layer number; those that differ are replaced
 * @returns {boolean} whether any differed
 */
function readLooks(names, { colors, hidden, order }, looks) {
    let changed = false;
    for (let layer = 0; layer < names.length; ++layer) {
        const name = names[layer];
        const color = colors[name] ?? paletteColor(layer);
        const rank = hidden.includes(name) ? -1 : order.indexOf(name) + 1;
        const last = looks[layer];
        if (last && last.color === color && last.rank === rank) continue;
        looks[layer] = { color, rgba: rgba(color, `renderer.colors.${name}`), rank };
        changed = true;
    }
    return changed;
}

/**
 * Lists the pieces of all layers that are not hidden, from back to front.
 * @param {(readonly Piece[])[]} pieces by slot
 * @param {Look[]} looks by layer number
 * @returns {Drawn[]}
 */
function listDrawn(pieces, looks) {
    /** @type {Drawn[]} */
    const list = [];
    for (let slot = 0; slot < pieces.length; ++slot) {
        for (const piece of pieces[slot]) {
            const look = looks[piece.layer];
            if (look.rank >= 0) list.push({ slot, piece, look });
        }
    }
    // Stable: bodies of one rank stay in the order of slots.
    return list.sort((a, b) => a.look.rank - b.look.rank);
}

/**
 * Keeps the list of the colliders that are drawn of a world. It is made anew when colliders or settings change.
 * @param {Drawable} world
 * @returns {Drawing}
 */
export function watchDrawing(world) {
    const shapes = watchShapes(world);
    /** @type {Look[]} */
    const looks = [];
    /** @type {readonly string[]} */
    let names = [];
    let shapesVersion = -1;
    return {
        list: [],
        version: 0,
        update(settings) {
            const { pieces, version } = shapes.update();
            // A layer that is added matters from its first collider on.
            if (version !== shapesVersion) ({ names } = world.layers);
            const changed = readLooks(names, settings, looks);
            if (!changed && version === shapesVersion) return this;
            shapesVersion = version;
            this.list = listDrawn(pieces, looks);
            ++this.version;
            return this;
        },
    };
}
