// The colliders of a world in a worker, as the page holds them: those of js/world/collider.js, but that
// what only the engine knows comes by promises. Made by js/remote/engine.js.
import { MicaError } from '../wire/errors.js';
import { colliderCore } from '../wire/handle.js';
import { Collider } from '../world/collider.js';

/** @import { ColliderShapeOptions, ShapeOptions, Vector } from '../options/types.js' */
/** @import { TileData } from '../options/tile-kinds.js' */
/** @import { Core } from '../wire/core.js' */
/** @import { Body } from '../world/body.js' */
/** @import { WorkerBody } from './body.js' */
/** @import { PairKind } from '../world/listeners.js' */
/** @import { RemoteCore } from './engine.js' */
/** @import { WorkerEventMap } from './events.js' */
/** @import { TileCell, TileCellPlace } from '../world/types.js' */
/** @import { WorkerContactPoint, WorkerIgnorable } from './types.js' */

/** A collider, but for what it has otherwise in a worker. */
const Shared =
    /** @type {new (core: Core, id: number, body: Body, tileData?: TileData) => Omit<Collider, 'body' | 'index' | 'layer' | 'on' | 'shape' | 'tileAt' | 'oneWay' | 'aabb' | 'contains' | 'contactPoints'>} */ (
        /** @type {unknown} */ (Collider)
    );

/**
 * @param {object} collider
 * @param {string} what
 * @param {unknown[]} args
 * @returns {Promise<any>}
 */
function ask(collider, what, args) {
    const core = /** @type {RemoteCore} */ (colliderCore(/** @type {Collider} */ (collider)));
    return core.link.ask(collider, what, args);
}

/**
 * A collider of a body in a worker. Made by `world.createBody` or `body.createCollider`. It has the
 * members of a `Collider`; an outline is one here, which stands for all its parts.
 * @template {string} [L=string] names of the world's layers
 * @hideconstructor
 */
export class WorkerCollider extends Shared {
    #id;

    /**
     * @param {Core} core
     * @param {number} id
     * @param {Body} body
     * @param {TileData} [tileData]
     */
    constructor(core, id, body, tileData) {
        super(core, id, body, tileData);
        this.#id = id;
    }

    /** The body it belongs to. @returns {WorkerBody<L>} */
    get body() {
        return /** @type {any} */ (Reflect.get(Collider.prototype, 'body', this));
    }

    /** The name of its layer; takes one that the world has. @returns {L | 'default'} */
    get layer() {
        return Reflect.get(Collider.prototype, 'layer', this);
    }

    set layer(name) {
        Reflect.set(Collider.prototype, 'layer', name, this);
    }

    /** Options that would make its shape again. Assigning replaces it. @returns {ColliderShapeOptions<L>} */
    get shape() {
        return Reflect.get(Collider.prototype, 'shape', this);
    }

    /** @param {ShapeOptions} value */
    set shape(value) {
        Reflect.set(Collider.prototype, 'shape', value, this);
    }

    /**
     * The cell of its map at a point of the world, undefined outside the map.
     * @param {number} x @param {number} y
     * @param {TileCellPlace} [out] an earlier result, to be filled anew; a new one by default
     * @returns {TileCell<L> | undefined}
     */
    tileAt(x, y, out) {
        return Reflect.apply(Collider.prototype.tileAt, this, [x, y, out]);
    }

    /** Where this points it holds; false if from everywhere. @returns {[x: number, y: number] | false} */
    get oneWay() {
        return Reflect.get(Collider.prototype, 'oneWay', this);
    }

    /** @param {Vector | false} value */
    set oneWay(value) {
        Reflect.set(Collider.prototype, 'oneWay', value, this);
    }

    /**
     * Calls a function for each contact or trigger event of a kind that concerns it, as `world.on` does.
     * In contact events it is side A, so that the normal points away from it.
     * @template {PairKind} K
     * @param {K} kind @param {(event: WorkerEventMap<L>[K]) => void} listener
     * @returns {() => void} takes the listener off again
     */
    on(kind, listener) {
        return Reflect.apply(Collider.prototype.on, this, [kind, listener]);
    }

    /** Its number, never used again. @returns {number} */
    get id() {
        return this.#id;
    }

    /**
     * A collider here has its `id` instead.
     * @returns {never}
     * @throws {MicaError} NOT_IN_WORKER
     */
    get index() {
        throw new MicaError('NOT_IN_WORKER', 'Collider.index: a world in a worker has no slots of colliders; use its id');
    }

    /**
     * Its bounds in the world, metres; of an outline those of all its parts.
     * @returns {Promise<{ minX: number, minY: number, maxX: number, maxY: number }>}
     */
    aabb() {
        return ask(this, 'aabb', []);
    }

    /**
     * Whether a point of the world lies in it.
     * @param {number} x metres
     * @param {number} y
     * @returns {Promise<boolean>}
     */
    contains(x, y) {
        return ask(this, 'contains', [x, y]);
    }

    /**
     * Where it touches others, as plain objects; it is always side A.
     * @param {WorkerIgnorable} [other] only where it touches this body or collider
     * @returns {Promise<WorkerContactPoint<L>[]>}
     */
    contactPoints(other) {
        return ask(this, 'contactPoints', [other]);
    }
}
