// The colliders of a world that lives in a worker, as the page holds them. They have their id at
// once; what they are set to is kept here and sent, the rest is asked. Made by js/remote/world.js.
import { tileNumber } from '../options/tiles.js';
import { MicaError, coordinate, integer } from '../wire/errors.js';
import { dropCollider } from './body.js';
import { plain } from './messages.js';

/** @import { Collider } from '../world/collider.js' */
/** @import { TileMap } from '../options/tiles.js' */
/** @import { ColliderOptions, ColliderShapeOptions, ShapeOptions, TileCell } from '../options/types.js' */
/** @import { WorkerBody } from './body.js' */
/** @import { Link } from './link.js' */
/** @import { WorkerContactPoint, WorkerIgnorable } from './casts.js' */
/** @import { WorkerWorld } from './world.js' */

/** Properties of a collider that are kept here and sent when they are set. */
const COLLIDER_PROPERTIES = /** @type {const} */ ([
    'layer', 'group', 'density', 'friction', 'restitution', 'rollingResistance', 'tangentSpeed',
    'frictionCombine', 'restitutionCombine', 'trigger', 'field', 'sees', 'oneWay', 'arcade',
]);

/** @type {Record<string, unknown>} */
const COLLIDER_DEFAULTS = {
    layer: 'default', group: 0, density: 1, friction: 0.6, restitution: 0, rollingResistance: 0, tangentSpeed: 0,
    frictionCombine: 'default', restitutionCombine: 'default', sees: ['kinematic', 'dynamic'],
    field: null,
    oneWay: false, arcade: false,
};

/** @typedef {Pick<Collider, typeof COLLIDER_PROPERTIES[number] | 'isTrigger'>} ColliderProperties */

/** Tells a collider that it is gone. @type {(collider: WorkerCollider) => void} */
export let endCollider;

/** Says that a collider has them; WorkerCollider makes them. */
const Properties = /** @type {new () => ColliderProperties} */ (class {});

/**
 * A collider of a body in a worker. Made by `world.createBody` or `body.createCollider`.
 * @hideconstructor
 */
export class WorkerCollider extends Properties {
    /** @type {Link} */
    #link;

    /** @type {Record<string, unknown>} */
    #settings;

    /** @type {ColliderShapeOptions} */
    #shape;

    #alive = true;

    /** @type {any} */
    #userData;

    #edits = 0;

    /**
     * Its number, never used again.
     * @readonly
     * @type {number}
     */
    id;

    /**
     * The body it belongs to.
     * @readonly
     * @type {WorkerBody}
     */
    body;


    static {
        endCollider = (collider) => {
            collider.#alive = false;
        };
        for (const name of [...COLLIDER_PROPERTIES, 'isTrigger']) {
            const key = name === 'isTrigger' ? 'trigger' : name;
            Object.defineProperty(this.prototype, name, {
                /** @this {WorkerCollider} */
                get() {
                    return this.#settings[key];
                },
                /** @this {WorkerCollider} @param {unknown} value */
                set(value) {
                    this.#live(`Collider.${name}`);
                    this.#settings[key] = plain(`Collider.${name}`, value);
                    this.#link.send(['setCollider', this.id, key, this.#settings[key]]);
                },
            });
        }
    }

    /**
     * @param {Link} link
     * @param {number} id
     * @param {WorkerBody} body
     * @param {ColliderOptions} options
     */
    constructor(link, id, body, options) {
        super();
        const { userData, ...rest } = options;
        this.#link = link;
        this.#shape = rest.shape === 'tiles' ? { ...rest, cells: Uint8Array.from(/** @type {any} */ (rest.cells)) } : rest;
        this.#settings = { ...COLLIDER_DEFAULTS, ...rest, trigger: rest.trigger ?? rest.field != null };
        this.id = id;
        this.body = body;
        this.#userData = userData;
        Object.freeze(this);
    }

    /**
     * Anything; it stays on this side.
     * @returns {any}
     */
    get userData() {
        return this.#userData;
    }

    set userData(value) {
        this.#userData = value;
    }

    /** False once it or its body was destroyed, or the worker could not make it. */
    get alive() {
        return this.#alive;
    }

    /**
     * The shape as it was given; of a map of tiles as `tile()` tells it. Assigning replaces it, as
     * `setShape` does.
     * @returns {ColliderShapeOptions}
     */
    get shape() {
        return this.#shape;
    }

    /** @param {ShapeOptions} value */
    set shape(value) {
        this.#reshape('Collider.shape', value);
    }

    /** How often its tiles were changed. */
    get tileEdits() {
        return this.#edits;
    }

    /**
     * The `TILE` in a cell of its map, as changed from this side.
     * @param {number} column
     * @param {number} row
     */
    tile(column, row) {
        const { columns, rows, cells } = this.#map('Collider.tile');
        integer('Collider.tile', 'column', column, 0, columns - 1);
        integer('Collider.tile', 'row', row, 0, rows - 1);
        return cells[row * columns + column];
    }

    /**
     * Changes one cell of its map.
     * @param {number} column
     * @param {number} row
     * @param {number} tile
     */
    setTile(column, row, tile) {
        this.#fill('Collider.setTile', column, row, 1, 1, tile);
    }

    /**
     * Changes a rectangle of cells of its map.
     * @param {number} column of its left edge
     * @param {number} row of its lower edge
     * @param {number} columns
     * @param {number} rows
     * @param {number} tile
     */
    fillTiles(column, row, columns, rows, tile) {
        this.#fill('Collider.fillTiles', column, row, columns, rows, tile);
    }

    /**
     * The cell of its map at a point of the world, undefined outside the map.
     * @param {number} x
     * @param {number} y
     * @param {TileCell} [out]
     */
    tileAt(x, y, out = { column: 0, row: 0, tile: 0 }) {
        const map = this.#map('Collider.tileAt');
        const { x: bx, y: by, cos, sin } = this.body;
        const dx = coordinate('Collider.tileAt', 'x', x) - bx;
        const dy = coordinate('Collider.tileAt', 'y', y) - by;
        const column = Math.floor((cos * dx + sin * dy - map.origin[0]) / map.cellWidth);
        const row = Math.floor((cos * dy - sin * dx - map.origin[1]) / map.cellHeight);
        if (!(column >= 0 && column < map.columns && row >= 0 && row < map.rows)) return undefined;
        return Object.assign(out, { column, row, tile: map.cells[row * map.columns + column] });
    }

    /**
     * Replaces its shape.
     * @param {ShapeOptions} shape
     */
    setShape(shape) {
        this.#reshape('Collider.setShape', shape);
    }

    /**
     * Its bounds in the world, metres; of an outline those of all its parts.
     * @returns {Promise<{ minX: number, minY: number, maxX: number, maxY: number }>}
     */
    aabb() {
        return this.#ask('aabb', []);
    }

    /**
     * Whether a point of the world lies in it.
     * @param {number} x metres
     * @param {number} y
     * @returns {Promise<boolean>}
     */
    contains(x, y) {
        return this.#ask('contains', [x, y]);
    }

    /**
     * Where it touches others, as plain objects; it is always side A.
     * @param {WorkerIgnorable} [other] only where it touches this body or collider
     * @returns {Promise<WorkerContactPoint[]>}
     */
    contactPoints(other) {
        return this.#ask('contactPoints', [other]);
    }

    /**
     * A collider here has its `id` instead.
     * @returns {never}
     * @throws {MicaError} NOT_IN_WORKER
     */
    get index() {
        throw new MicaError('NOT_IN_WORKER', 'Collider.index: a world in a worker has no slots of colliders; use its id');
    }

    /** Takes it off its body. */
    destroy() {
        if (!this.alive) return;
        this.#link.send(['callCollider', this.id, 'destroy', []]);
        dropCollider(this);
        this.#link.bury([this]);
    }

    /** @param {string} method @param {ShapeOptions} shape */
    #reshape(method, shape) {
        this.#live(method);
        if (this.#shape.shape === 'tiles' || this.#shape.shape === 'chain') {
            throw new MicaError('BAD_SHAPE', `${method}: a chain or a map of tiles keeps its shape; make a new collider`);
        }
        this.#shape = plain(method, shape);
        this.#link.send(['callCollider', this.id, 'setShape', [this.#shape]]);
    }

    /** @param {string} what @param {unknown[]} args @returns {Promise<any>} */
    #ask(what, args) {
        return this.#link.ask(this, what, args);
    }

    /** @param {string} method */
    #map(method) {
        this.#live(method);
        if (this.#shape.shape !== 'tiles')
            throw new MicaError('BAD_SHAPE', `${method}: the collider is not a map of tiles`);
        return /** @type {TileMap} */ (this.#shape);
    }

    /**
     * @param {string} method
     * @param {number} column
     * @param {number} row
     * @param {number} columns
     * @param {number} rows
     * @param {number} tile
     */
    #fill(method, column, row, columns, rows, tile) {
        const map = this.#map(method);
        integer(method, 'column', column, 0, map.columns - 1);
        integer(method, 'row', row, 0, map.rows - 1);
        integer(method, 'columns', columns, 1, map.columns - column);
        integer(method, 'rows', rows, 1, map.rows - row);
        tileNumber(method, 'tile', tile);
        for (let y = row; y < row + rows; ++y) {
            map.cells.fill(tile, y * map.columns + column, y * map.columns + column + columns);
        }
        ++this.#edits;
        this.#link.send(['callCollider', this.id, 'fillTiles', [column, row, columns, rows, tile]]);
    }

    /** @param {string} method */
    #live(method) {
        if (!this.alive) refuse(this.body.world, method);
    }
}

/**
 * A collider that a user gives as an argument, if it is alive and of this world.
 * @param {WorkerWorld} world
 * @param {string} method
 * @param {string} name
 * @param {WorkerCollider} value
 */
export function ownCollider(world, method, name, value) {
    if (value.body.world !== world) {
        throw new MicaError('FOREIGN_OBJECT', `${method}: ${name} is a collider of another world`);
    }
    if (!value.alive) refuse(world, method, name);
    return value;
}

/**
 * @param {WorkerWorld} world
 * @param {string} method
 * @param {string} [name] of the argument
 * @returns {never}
 */
function refuse(world, method, name = 'this') {
    if (world.destroyed) throw new MicaError('WORLD_DESTROYED', `${method}: the world was destroyed`);
    const what = name === 'this' ? 'the collider' : `${name} is a collider that`;
    throw new MicaError('STALE_COLLIDER', `${method}: ${what} was destroyed`);
}
