// A tilemap layer of Phaser as one static body with one collider, a map of tiles.

/** @import { World } from '../../world/world.js' */
/** @import { Body } from '../../world/objects/body.js' */
/** @import { Arcade } from './arcade.js' */
/** @import { Place } from './pairs.js' */
/** @import { TileLike, TilemapLayerLike } from './types.js' */

/** `TILE.FULL`, and `TILE.TOP_HALF | TILE.ONE_WAY`, of 'mica2d', which an adapter does not import. */
const FULL = 1;
const LEDGE = 7 | 32;

/**
 * What a tile is to the engine: a ledge if it stops only what comes from above, solid if it stops anything else.
 * @param {TileLike | null} tile
 */
function cellOf(tile) {
    if (!tile) return 0;
    const { collideUp, collideDown, collideLeft, collideRight } = tile;
    if (collideDown || collideLeft || collideRight) return FULL;
    return collideUp ? LEDGE : 0;
}

/**
 * The cells of a layer, row by row from the top.
 * @param {TilemapLayerLike} layer
 */
function cellsOf({ layer: { data, width, height } }) {
    return Array.from({ length: width * height },
        (_, i) => cellOf(data[Math.floor(i / width)][i % width]));
}

/** The body of a tilemap layer: `layer.body`. */
export class MicaTiles {
    #arcade;
    #layer;

    /**
     * The layer, which pairs may name.
     * @internal
     * @type {Set<object>}
     */
    members;

    /**
     * Its layer. The plugin writes it.
     * @internal
     * @type {Place | undefined}
     */
    place;

    /**
     * @hideconstructor
     * @param {Arcade} arcade
     * @param {World<any>} world
     * @param {TilemapLayerLike} layer
     */
    constructor(arcade, world, layer) {
        const { width, height, tileWidth, tileHeight, orientation } = layer.layer;
        if (orientation !== 0 && orientation !== 'orthogonal') {
            throw new RangeError(
                'mica: add.tilemapLayer takes orthogonal layers, got one of orientation '
                    + `${String(orientation)}`,
            );
        }
        this.#arcade = arcade;
        this.#layer = layer;
        this.members = new Set([layer]);
        const { scale } = arcade;
        const cellHeight = tileHeight * layer.scaleY / scale;
        /** The engine's body. @type {Body<any>} */
        this.mica = world.createBody({ type: 'static', position: arcade.toWorld(layer.x, layer.y),
            collider: { shape: 'tiles', columns: width, topDown: true, cells: cellsOf(layer),
                friction: 0, cellWidth: tileWidth * layer.scaleX / scale, cellHeight,
                origin: [0, -height * cellHeight] } });
    }

    /** The tilemap layer. */
    get gameObject() {
        return this.#layer;
    }

    /** False while it meets nothing. */
    get enable() {
        return this.mica.enabled;
    }
    set enable(value) {
        this.mica.enabled = value;
    }

    /** Takes in which tiles collide now: call it after `setCollision…`, `putTileAt` or `removeTileAt`. */
    refreshBody() {
        const [collider] = this.mica.colliders;
        const { width, height } = this.#layer.layer;
        cellsOf(this.#layer).forEach((cell, i) => {
            const [column, row] = [i % width, height - 1 - Math.floor(i / width)];
            if (collider.tile(column, row) !== cell) collider.setTile(column, row, cell);
        });
        return this;
    }

    /** Destroys it; the layer stays. Phaser calls it as the layer is destroyed. */
    destroy() {
        this.#arcade.drop(this);
        if (this.mica.alive) this.mica.destroy();
        if (this.#layer.body === this) this.#layer.body = null;
    }

    /**
     * Phaser's tile in a cell.
     * @internal
     * @param {number} column
     * @param {number} row from the bottom
     */
    tile(column, row) {
        const { data, height } = this.#layer.layer;
        return data[height - 1 - row][column];
    }

    /**
     * Puts it on a layer of the world.
     * @internal
     * @param {string} layer
     */
    setLayer(layer) {
        this.mica.colliders[0].layer = layer;
    }
}
