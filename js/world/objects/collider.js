// A collider as users hold it: a thin object made once, with its body. Getters ask the engine,
// setters are one call. A destroyed collider throws STALE_COLLIDER, but its properties can be read while
// events may name it, and `body`, `index` and `userData` always.
import { parseField } from '../../options/fields.js';
import { layerIndex } from '../../options/layers.js';
import { COMBINE_RULES, oneWayVector } from '../../options/options.js';
import { parseShape } from '../../options/shapes.js';
import { sightBits, sightNames } from '../../options/sight.js';
import { fresh } from '../../wire/core.js';
import { MicaError, coordinate, oneOf } from '../../wire/errors.js';
import { openCollider } from '../../wire/handle.js';
import { COLLIDER, KIND, SHAPE, slotOf } from '../../wire/layout.js';
import { WorldObject, coreOf, idOf, liveCoreOf, ownListenersOf } from '../../wire/object.js';
import * as OP from '../../wire/operations.js';
import { assign, live, perform, readable } from '../../wire/perform.js';
import { PAIR_KINDS, listen } from '../events/listeners.js';
import { fillTiles, findTile, makeCell, readTile, setTiles } from './parts.js';
import { addGround, digGround, groundCells, readPieces, setPieces } from './terrain.js';

/** @import { Sight } from '../../options/sight.js' */
/** @import { TileData } from '../../options/tile-kinds.js' */
/** @import { AddGroundOptions, DigOptions, GroundShape } from '../../options/terrain-types.js' */
/** @import { CombineRule, FieldOptions, ShapeOptions, Vector } from '../../options/types.js' */
/** @import { Core } from '../../wire/core.js' */
/** @import { ObjectKind } from '../../wire/object.js' */
/** @import { Operation } from '../../wire/operations.js' */
/** @import { Body } from './body.js' */
/** @import { EventMap, PairKind } from '../events/listeners.js' */
/** @import { ColliderShape, ContactPoint, GroundChange, TileCell, TileCellPlace } from '../types.js' */

/** @type {ObjectKind} */
const COLLIDER_KIND = {
    name: 'collider',
    code: 'STALE_COLLIDER',
    gone: 'was destroyed',
    construct: 'Collider: use body.createCollider to make one',
    offsetOf: () => 0,
};

/**
 * Makes the object of a collider; the world gives this to its core, and js/world/objects/objects.js calls it there.
 * @type {(core: Core, id: number, body: Body, tileData?: TileData) => Collider}
 */
export let makeCollider;

/**
 * A shape on a body, in a layer. Made by `world.createBody` or `body.createCollider`. A setter
 * throws a TypeError for what is of another type, a RangeError for a number out of range, and then
 * changes nothing.
 * @template {string} [L=string] names of the world's layers
 * @hideconstructor
 */
export class Collider extends WorldObject {
    #body;

    #index;

    #edits = 0;

    /** Of its map; undefined if it is no map. */
    #tileData;

    static {
        makeCollider = (core, id, body, tileData) => new this(core, id, body, tileData);
        openCollider((collider) => collider.#tileData, (collider) => {
            ++collider.#edits;
        });
    }

    /**
     * @private
     * @param {Core} core @param {number} id @param {Body<L>} body @param {TileData} [tileData]
     */
    constructor(core, id, body, tileData) {
        super(core, id, COLLIDER_KIND);
        this.#body = body;
        this.#tileData = tileData;
        this.#index = slotOf(id);
        Object.freeze(this);
    }

    /** The body it belongs to. @returns {Body<L>} */
    get body() {
        return this.#body;
    }

    /** Its slot, its own until it is destroyed. */
    get index() {
        return this.#index;
    }

    /** False once it, its body or its world is destroyed. */
    get alive() {
        return idOf(this) !== 0;
    }

    /**
     * The name of its layer; takes one that the world has. A change takes effect at the next step,
     * on touching pairs too.
     * @returns {L | 'default'}
     */
    get layer() {
        const core = readable(this, 'Collider.layer');
        const name = core.layerNames[core.engine.layerOf(core, idOf(this))];
        return /** @type {L | 'default'} */ (name);
    }
    set layer(name) {
        live(this, 'Collider.layer');
        perform(this, OP.SET_LAYER, 'Collider.layer',
            layerIndex(coreOf(this).layerNames, 'Collider.layer', 'value', name));
    }

    // <schema collider.accessors>
    /** Colliders of the same negative group never meet, those of the same positive group always do; 0 leaves it to the layers. */
    get group() {
        return this.#get('Collider.group', COLLIDER.GROUP);
    }
    set group(value) {
        assign(this, OP.SET_GROUP, 'Collider.group', value);
    }

    /** The mass of its body follows it. In kg/m², 0 to 1e9. */
    get density() {
        return this.#get('Collider.density', COLLIDER.DENSITY);
    }
    set density(value) {
        assign(this, OP.SET_DENSITY, 'Collider.density', value);
    }

    /** Coefficient of friction; a pair uses the geometric mean, unless `frictionCombine` of either side says otherwise. 0 to 1e6. */
    get friction() {
        return this.#get('Collider.friction', COLLIDER.FRICTION);
    }
    set friction(value) {
        assign(this, OP.SET_FRICTION, 'Collider.friction', value);
    }

    /** Bounce; a pair uses the larger, unless `restitutionCombine` of either side says otherwise. 0 to 1. */
    get restitution() {
        return this.#get('Collider.restitution', COLLIDER.RESTITUTION);
    }
    set restitution(value) {
        assign(this, OP.SET_RESTITUTION, 'Collider.restitution', value);
    }

    /** Lever arm of the normal force as a factor of the radius; 0 rolls freely. 0 to 1e6. */
    get rollingResistance() {
        return this.#get('Collider.rollingResistance', COLLIDER.ROLLING_RESISTANCE);
    }
    set rollingResistance(value) {
        assign(this, OP.SET_ROLLING_RESISTANCE, 'Collider.rollingResistance', value);
    }

    /** Speed of its surface, as of a conveyor belt. In m/s, within ±40000. */
    get tangentSpeed() {
        return this.#get('Collider.tangentSpeed', COLLIDER.TANGENT_SPEED);
    }
    set tangentSpeed(value) {
        assign(this, OP.SET_TANGENT_SPEED, 'Collider.tangentSpeed', value);
    }

    /** Whether it is a trigger, which reports what overlaps it and pushes nothing. */
    get trigger() {
        return this.#get('Collider.trigger', COLLIDER.IS_TRIGGER) !== 0;
    }
    set trigger(value) {
        assign(this, OP.SET_TRIGGER, 'Collider.trigger', value);
    }

    /** How the friction of a pair is made of both sides'; by default the geometric mean. @returns {CombineRule} */
    get frictionCombine() {
        return COMBINE_RULES[this.#get('Collider.frictionCombine', COLLIDER.FRICTION_COMBINE)];
    }
    set frictionCombine(value) {
        this.#choose(OP.SET_FRICTION_COMBINE, 'Collider.frictionCombine', value, COMBINE_RULES);
    }

    /** How the restitution of a pair is made of both sides'; by default the larger. @returns {CombineRule} */
    get restitutionCombine() {
        return COMBINE_RULES[
            this.#get('Collider.restitutionCombine', COLLIDER.RESTITUTION_COMBINE)
        ];
    }
    set restitutionCombine(value) {
        this.#choose(OP.SET_RESTITUTION_COMBINE, 'Collider.restitutionCombine', value,
            COMBINE_RULES);
    }

    /**
     * Where it meets a corner, one of the corner's two faces decides, at a landing the one against gravity: for the
     * characters of a game.
     */
    get arcade() {
        return this.#get('Collider.arcade', COLLIDER.ARCADE) !== 0;
    }
    set arcade(value) {
        assign(this, OP.SET_ARCADE, 'Collider.arcade', value);
    }

    /** While false, nothing meets it and no query finds it; it keeps its place in the mass of its body. */
    get enabled() {
        return this.#get('Collider.enabled', COLLIDER.ENABLED) !== 0;
    }
    set enabled(value) {
        assign(this, OP.SET_COLLIDER_ENABLED, 'Collider.enabled', value);
    }
    // </schema>

    /**
     * What it does to the bodies that it meets as a trigger, as a new plain object, which would make
     * the same field again; null for nothing. Setting it wakes them, and throws for options that a
     * field of that type does not take.
     * @returns {FieldOptions | null}
     */
    get field() {
        const core = readable(this, 'Collider.field');
        return core.engine.field(core, idOf(this), 'Collider.field');
    }
    set field(value) {
        live(this, 'Collider.field');
        const record = value === null ? null : parseField('Collider.field', 'value', value);
        perform(this, OP.SET_FIELD, 'Collider.field', record);
    }

    /**
     * What it notices while it is a trigger: a new array of 'static', 'kinematic' and 'dynamic' for
     * the bodies, and 'triggers' for colliders of such bodies that are triggers themselves.
     * @returns {Sight[]}
     */
    get sees() {
        return sightNames(this.#get('Collider.sees', COLLIDER.SEES));
    }
    set sees(value) {
        live(this, 'Collider.sees');
        perform(this, OP.SET_SEES, 'Collider.sees', sightBits('Collider.sees', 'value', value));
    }

    /**
     * Where this points, in the body's space, the collider holds what comes from there and lets the
     * rest through: a new unit vector, or false if it holds from everywhere. What is half-way
     * through passes on. A change takes effect at the next step. Takes a vector of any length above
     * zero.
     * @returns {[x: number, y: number] | false}
     */
    get oneWay() {
        const x = this.#get('Collider.oneWay', COLLIDER.ONE_WAY_X);
        const y = this.#get('Collider.oneWay', COLLIDER.ONE_WAY_Y);
        return x === 0 && y === 0 ? false : [x, y];
    }
    /** @param {Vector | false} value */
    set oneWay(value) {
        live(this, 'Collider.oneWay');
        const [x, y] = oneWayVector('Collider.oneWay', 'value', value);
        perform(this, OP.SET_ONE_WAY, 'Collider.oneWay', x, y);
    }

    /**
     * Its shape as a new plain object, which would make the same shape again; a box, a hull and a
     * part of an outline are polygons, and the cells of a map are numbers. Assigning replaces it, as
     * `setShape` does.
     * @returns {ColliderShape<L>}
     */
    get shape() {
        const core = readable(this, 'Collider.shape');
        return core.engine.shape(core, idOf(this), 'Collider.shape');
    }
    /** @param {ShapeOptions} value */
    set shape(value) {
        this.#reshape('Collider.shape', 'value.', value);
    }

    /**
     * Replaces its shape; the body's mass follows. Not of a chain or a map of tiles. Throws for a
     * shape that createCollider would refuse; the old one then stays.
     * @param {ShapeOptions} shape
     */
    setShape(shape) {
        this.#reshape('Collider.setShape', '', shape);
    }

    /** Its bounds in the world, metres, a new object. */
    aabb() {
        const core = coreOf(this);
        return core.engine.aabb(core, live(this, 'Collider.aabb'));
    }

    /**
     * Whether a point of the world lies in it.
     * @param {number} x @param {number} y
     */
    contains(x, y) {
        const id = live(this, 'Collider.contains');
        coordinate('Collider.contains', 'x', x);
        coordinate('Collider.contains', 'y', y);
        const core = coreOf(this);
        return core.engine.contains(core, id, x, y);
    }

    /**
     * What a cell of its map holds: a `TILE`, or a number of the map's own `map`.
     * @param {number} column from the left, from 0
     * @param {number} row from the bottom, or from the top where y points down, from 0
     */
    tile(column, row) {
        const id = live(this, 'Collider.tile');
        return readTile(coreOf(this), 'Collider.tile', id, column, row);
    }

    /**
     * Changes one cell of its map; what lies there notices at the next step.
     * @param {number} column from the left, from 0
     * @param {number} row from the bottom, or from the top where y points down, from 0
     * @param {number} tile a `TILE`, or a number of the map's own `map`
     */
    setTile(column, row, tile) {
        const id = live(this, 'Collider.setTile');
        fillTiles(coreOf(this), 'Collider.setTile', id, column, row, 1, 1, tile);
        ++this.#edits;
    }

    /**
     * Changes a rectangle of cells of its map.
     * @param {number} column of its left edge
     * @param {number} row of its lower edge
     * @param {number} columns @param {number} rows
     * @param {number} tile a `TILE`, or a number of the map's own `map`
     */
    fillTiles(column, row, columns, rows, tile) {
        const id = live(this, 'Collider.fillTiles');
        fillTiles(coreOf(this), 'Collider.fillTiles', id, column, row, columns, rows, tile);
        ++this.#edits;
    }

    /**
     * Changes a rectangle of cells of its map, each to a tile of its own. Cells that hold theirs already are not touched.
     * @param {number} column of its left edge
     * @param {number} row of its lower edge
     * @param {number} columns @param {number} rows
     * @param {ArrayLike<number>} tiles `columns * rows` of them, row by row from where y is least: a `TILE` each, or a number of
     *     the map's own `map`
     */
    setTiles(column, row, columns, rows, tiles) {
        const id = live(this, 'Collider.setTiles');
        setTiles(coreOf(this), 'Collider.setTiles', id, column, row, columns, rows, tiles);
        ++this.#edits;
    }

    /**
     * The cell of its map at a point of the world, undefined outside the map.
     * @param {number} x @param {number} y
     * @param {TileCellPlace} [out] an earlier result, to be filled anew; a new one by default
     * @returns {TileCell<L> | undefined}
     */
    tileAt(x, y, out = makeCell()) {
        const id = live(this, 'Collider.tileAt');
        return findTile(fresh(coreOf(this)), 'Collider.tileAt', id, this.body.index, x, y, out,
            this.#tileData);
    }

    /**
     * Removes the ground of its terrain that lies in a shape. Bodies and movers meet the new surface in the next step.
     * @param {GroundShape} shape a circle, box, capsule, polygon or outline, or points with a radius as a 'path'
     * @param {DigOptions} [options] where, and how hard the tool is
     * @returns {GroundChange<L>}
     */
    dig(shape, options = {}) {
        live(this, 'Collider.dig');
        return digGround(coreOf(this), 'Collider.dig', this, shape, options);
    }

    /**
     * Fills a shape with ground of its terrain. What is in the way is pushed out.
     * @param {GroundShape} shape as for `dig`
     * @param {AddGroundOptions} [options] where, and of which material
     * @returns {GroundChange<L>}
     */
    add(shape, options = {}) {
        live(this, 'Collider.add');
        return addGround(coreOf(this), 'Collider.add', this, shape, options);
    }

    /**
     * The cells of a rectangle of its terrain: densities from 0 to 255 and the numbers of materials, row by row from
     * where y is least, as new lists.
     * @param {number} column of its left edge
     * @param {number} row of its lower edge
     * @param {number} columns @param {number} rows
     */
    groundCells(column, row, columns, rows) {
        const id = live(this, 'Collider.groundCells');
        return groundCells(coreOf(this), 'Collider.groundCells', id, column, row, columns, rows);
    }

    /**
     * What happens to ground of its terrain that an edit leaves without connection to an anchor: it becomes bodies
     * that fall, stays, or is removed;
     * undefined where it is no terrain. Takes those three.
     * @returns {'fall' | 'stay' | 'remove' | undefined}
     */
    get pieces() {
        return readPieces(readable(this, 'Collider.pieces'), 'Collider.pieces', idOf(this));
    }
    set pieces(value) {
        live(this, 'Collider.pieces');
        setPieces(coreOf(this), 'Collider.pieces', idOf(this), value);
    }

    /** How often its tiles or its ground were changed: draw your picture of it anew when this differs. */
    get tileEdits() {
        readable(this, 'Collider.tileEdits');
        return this.#edits;
    }

    /**
     * Where it touches others now, as new plain objects; it is always side A.
     * `world.contactPointsOf` gives the same flat.
     * @param {Body | Collider} [other] only where it touches this
     * @returns {ContactPoint<L>[]}
     */
    contactPoints(other) {
        live(this, 'Collider.contactPoints');
        const core = coreOf(this);
        return core.engine.contactPoints(core, 'Collider.contactPoints', this, other);
    }

    /**
     * Calls a function for each contact or trigger event of a kind that concerns it, as `world.on` does.
     * In contact events it is side A, so that the normal points away from it.
     * @template {PairKind} K
     * @param {K} kind @param {(event: EventMap<L>[K]) => void} listener
     * @returns {() => void} takes the listener off again
     */
    on(kind, listener) {
        live(this, 'Collider.on');
        return listen(coreOf(this), ownListenersOf(this), 'Collider.on', PAIR_KINDS, kind,
            listener);
    }

    /** Takes it off its body; the mass follows. Does nothing where it is gone already. */
    destroy() {
        const core = liveCoreOf(this);
        if (core) core.engine.destroyCollider(core, idOf(this));
    }

    /**
     * @param {string} method
     * @param {string} path before the names
     * @param {unknown} shape
     */
    #reshape(method, path, shape) {
        live(this, method);
        const parsed = parseShape(method, path, shape);
        if (this.#get(method, SHAPE.KIND) >= KIND.CHAIN) {
            throw new MicaError(
                'BAD_SHAPE',
                `${method}: a chain, a map of tiles or a terrain keeps its shape; make a new collider`,
            );
        }
        const core = coreOf(this);
        core.engine.setShape(core, live(this, method), parsed, method);
    }

    /**
     * A number of its record.
     * @param {string} method @param {number} field
     */
    #get(method, field) {
        const core = readable(this, method);
        return core.engine.colliderRecord(core, idOf(this), method)[core.recordAt + field];
    }

    /**
     * Performs the operation that sets one of some words.
     * @param {Operation} operation @param {string} method @param {unknown} value @param {readonly string[]} words
     */
    #choose(operation, method, value, words) {
        live(this, method);
        perform(this, operation, method, oneOf(method, 'value', value, words));
    }
}
