// Bodies and colliders of a world that lives in a worker, as the page holds them. They have their
// index and their id at once; methods become commands of the next message; getters read the frame
// that arrived last. Made by js/worker.js.
import { MicaError, coordinate, integer } from './errors.js';
import { FLAGS } from './layout.js';
import { parseTiles, tileNumber } from './tiles.js';

/** @import { Body } from './body.js' */
/** @import { Collider } from './collider.js' */
/** @import { TileMap } from './tiles.js' */
/** @import { BodyType, ColliderOptions, ColliderShapeOptions, ShapeOptions, TileCell } from './types.js' */
/** @import { Frame } from './worker-frame.js' */
/** @import { WorkerWorld } from './worker.js' */

/**
 * What bodies and colliders need of their world.
 * @typedef {object} Link
 * @property {WorkerWorld} world
 * @property {() => Frame} frame the newest views
 * @property {(command: unknown[]) => void} send
 * @property {(body: WorkerBody, options: ColliderOptions) => WorkerCollider} attach
 * @property {(objects: (WorkerBody | WorkerCollider)[]) => void} bury
 */

/** Methods that are sent to the worker as they are. */
const BODY_COMMANDS = /** @type {const} */ ([
    'setTransform', 'setVelocity', 'setAngularVelocity', 'applyForce', 'applyTorque', 'applyImpulse',
    'applyAngularImpulse', 'wake', 'sleep', 'setType', 'setEnabled', 'setCanSleep', 'setBullet', 'setLocks',
    'setDamping', 'setGravityScale', 'setMass', 'resetMass',
]);

/** Properties of a collider that are kept here and sent when they are set. */
const COLLIDER_PROPERTIES = /** @type {const} */ ([
    'layer', 'group', 'density', 'friction', 'restitution', 'rollingResistance', 'tangentSpeed',
    'frictionCombine', 'restitutionCombine', 'field', 'sees', 'oneWay', 'arcade',
]);

/** @type {Record<string, unknown>} */
const COLLIDER_DEFAULTS = {
    layer: 'default', group: 0, density: 1, friction: 0.6, restitution: 0, rollingResistance: 0, tangentSpeed: 0,
    frictionCombine: 'default', restitutionCombine: 'default', sees: ['kinematic', 'dynamic'],
    field: null,
    oneWay: false, arcade: false,
};

/** @typedef {Pick<Body, typeof BODY_COMMANDS[number]>} BodyCommands */
/** @typedef {Pick<Collider, typeof COLLIDER_PROPERTIES[number] | 'isTrigger'>} ColliderProperties */

/** What a type is in the flags. @type {readonly BodyType[]} */
export const TYPES = ['static', 'kinematic', 'dynamic'];

/**
 * Options with a map of tiles in its plain form, which both sides read alike.
 * @template {ColliderShapeOptions} T
 * @param {string} method
 * @param {T} options
 * @returns {T}
 */
export function readMap(method, options) {
    if (options?.shape !== 'tiles') return options;
    const { legend: _, cellSize: __, ...rest } = options;
    return /** @type {any} */ ({ ...rest, ...parseTiles(method, '', { ...options }) });
}

class BodyState {
    /** @type {Link} */
    #link;

    /**
     * The index into `world.flags`, and a quarter of the index into the other views.
     * @readonly
     * @type {number}
     */
    index;

    /**
     * Anything; it stays on this side.
     * @type {any}
     */
    userData;

    /**
     * Its colliders in the order they were made.
     * @type {WorkerCollider[]}
     */
    colliders = [];

    /** False once it was destroyed, or the worker could not make it. */
    alive = true;

    static {
        for (const method of BODY_COMMANDS) {
            /** @this {BodyState} @param {...unknown} args */
            const value = function value(...args) {
                this.#command(method, args);
            };
            Object.defineProperty(BodyState.prototype, method, { value });
        }
    }

    /**
     * @param {Link} link
     * @param {number} index
     */
    constructor(link, index) {
        this.#link = link;
        this.index = index;
    }

    /** The world it lives in. */
    get world() {
        return this.#link.world;
    }

    /** Metres. */
    get x() {
        return this.#frame('Body.x').transforms[4 * this.index];
    }

    /** Metres. */
    get y() {
        return this.#frame('Body.y').transforms[4 * this.index + 1];
    }

    /** Cosine of the angle. */
    get cos() {
        return this.#frame('Body.cos').transforms[4 * this.index + 2];
    }

    /** Sine of the angle. */
    get sin() {
        return this.#frame('Body.sin').transforms[4 * this.index + 3];
    }

    /** Radians, in (-π, π]. */
    get angle() {
        return Math.atan2(this.sin, this.cos);
    }

    /** m/s. */
    get vx() {
        return this.#frame('Body.vx').velocities[4 * this.index];
    }

    /** m/s. */
    get vy() {
        return this.#frame('Body.vy').velocities[4 * this.index + 1];
    }

    /** radians/s. */
    get omega() {
        return this.#frame('Body.omega').velocities[4 * this.index + 2];
    }

    /** The pose to draw: metres. */
    get poseX() {
        return this.#frame('Body.poseX').poses[4 * this.index];
    }

    /** The pose to draw: metres. */
    get poseY() {
        return this.#frame('Body.poseY').poses[4 * this.index + 1];
    }

    /** The pose to draw: radians. */
    get poseAngle() {
        const { poses } = this.#frame('Body.poseAngle');
        return Math.atan2(poses[4 * this.index + 3], poses[4 * this.index + 2]);
    }

    get type() {
        return TYPES[this.#frame('Body.type').flags[this.index] & FLAGS.TYPE_MASK];
    }

    get awake() {
        return (this.#frame('Body.awake').flags[this.index] & FLAGS.AWAKE) !== 0;
    }

    get enabled() {
        return (this.#frame('Body.enabled').flags[this.index] & FLAGS.ENABLED) !== 0;
    }

    /** While true, one-way colliders do not hold it; shows with the next frame. */
    get dropThrough() {
        return (this.#frame('Body.dropThrough').flags[this.index] & FLAGS.DROPS) !== 0;
    }

    set dropThrough(value) {
        this.#live('Body.dropThrough');
        this.#link.send(['setBody', this.index, 'dropThrough', value]);
    }

    /**
     * Attaches one more collider. An outline is one on this side, which stands for all its parts.
     * @param {ColliderOptions} options
     * @returns {WorkerCollider}
     */
    createCollider(options) {
        return this.createColliders(options)[0];
    }

    /**
     * Attaches several colliders.
     * @param {ColliderOptions | readonly ColliderOptions[]} options
     * @returns {WorkerCollider[]} one for each of the options
     */
    createColliders(options) {
        this.#live('Body.createColliders');
        const body = /** @type {WorkerBody} */ (/** @type {unknown} */ (this));
        /** @type {ColliderOptions[]} */
        const list = [options].flat();
        return list.map(readMap.bind(null, 'Body.createColliders')).map((item) => this.#link.attach(body, item));
    }

    /**
     * Lets this body and another pass through each other whatever their layers say; or no longer.
     * @param {WorkerBody} other
     * @param {boolean} [on] false takes it back
     */
    ignore(other, on = true) {
        this.#live('Body.ignore');
        if (!other?.alive) throw new MicaError('STALE_BODY', 'Body.ignore: other must be a live body');
        this.#link.send(['ignore', this.index, other.index, on]);
    }

    /** Removes it and its colliders from the world. */
    destroy() {
        this.#command('destroy', []);
        const body = /** @type {WorkerBody} */ (/** @type {unknown} */ (this));
        this.#link.bury([body, ...this.colliders]);
    }

    /**
     * Sends a call of one of its methods.
     * @param {string} method
     * @param {unknown[]} args
     */
    #command(method, args) {
        this.#live(`Body.${method}`);
        this.#link.send(['callBody', this.index, method, args]);
    }

    /** @param {string} method */
    #live(method) {
        if (!this.alive) throw new MicaError('STALE_BODY', `${method}: the body was destroyed`);
    }

    /** @param {string} method */
    #frame(method) {
        this.#live(method);
        return this.#link.frame();
    }
}

class ColliderState {
    /** @type {Link} */
    #link;

    /** @type {Record<string, unknown>} */
    #settings;

    /** @type {ColliderShapeOptions} */
    #shape;

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

    /**
     * Anything; it stays on this side.
     * @type {any}
     */
    userData;

    /** False once it or its body was destroyed, or the worker could not make it. */
    alive = true;

    static {
        for (const key of [...COLLIDER_PROPERTIES, 'isTrigger']) {
            Object.defineProperty(ColliderState.prototype, key, {
                /** @this {ColliderState} */
                get() {
                    return this.#settings[key];
                },
                /** @this {ColliderState} @param {unknown} value */
                set(value) {
                    this.#live(`Collider.${key}`);
                    this.#settings[key] = value;
                    this.#link.send(['setCollider', this.id, key, value]);
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
        const { userData, ...rest } = options;
        this.#link = link;
        this.#shape = rest.shape === 'tiles' ? { ...rest, cells: Uint8Array.from(/** @type {any} */ (rest.cells)) } : rest;
        this.#settings = { ...COLLIDER_DEFAULTS, ...rest, isTrigger: rest.trigger ?? rest.field != null };
        this.id = id;
        this.body = body;
        this.userData = userData;
    }

    /** The shape as it was given; of a map of tiles as `tile()` tells it. */
    get shape() {
        return this.#shape;
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
        this.#live('Collider.setShape');
        if (this.#shape.shape === 'tiles' || this.#shape.shape === 'chain') {
            throw new MicaError('BAD_SHAPE',
                'Collider.setShape: a chain or a map of tiles keeps its shape; make a new collider');
        }
        this.#shape = structuredClone(shape);
        this.#link.send(['callCollider', this.id, 'setShape', [this.#shape]]);
    }

    /** Takes it off its body. */
    destroy() {
        this.#live('Collider.destroy');
        this.#link.send(['callCollider', this.id, 'destroy', []]);
        const collider = /** @type {WorkerCollider} */ (/** @type {unknown} */ (this));
        this.body.colliders = this.body.colliders.filter((other) => other !== collider);
        this.#link.bury([collider]);
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
        if (!this.alive) throw new MicaError('STALE_COLLIDER', `${method}: the collider was destroyed`);
    }
}

/** @typedef {BodyState & BodyCommands} WorkerBody */
/** @typedef {ColliderState & ColliderProperties} WorkerCollider */

export const WorkerBody = /** @type {new (link: Link, index: number) => WorkerBody} */ (
    /** @type {unknown} */ (BodyState));

export const WorkerCollider =
    /** @type {new (link: Link, id: number, body: WorkerBody, options: ColliderOptions) => WorkerCollider} */ (
        /** @type {unknown} */ (ColliderState));
