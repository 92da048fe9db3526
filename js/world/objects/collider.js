// A collider as users hold it: a thin object made once, with its body. Getters ask the engine,
// setters are one call. A destroyed collider throws STALE_COLLIDER, but its properties can be read while
// events may name it, and `body`, `index` and `userData` always.
import { parseField } from '../../options/fields.js';
import { layerIndex } from '../../options/layers.js';
import { COMBINE_RULES, oneWayVector } from '../../options/options.js';
import { parseShape } from '../../options/shapes.js';
import { sightBits, sightNames } from '../../options/sight.js';
import { fresh, readLast, refuse, recordUserData } from '../../wire/core.js';
import { MicaError, coordinate, oneOf } from '../../wire/errors.js';
import { openCollider } from '../../wire/handle.js';
import { COLLIDER, KIND, SHAPE, slotOf } from '../../wire/layout.js';
import * as OP from '../../wire/operations.js';
import { assign } from '../../wire/perform.js';
import { PAIR_KINDS, listen } from '../events/listeners.js';
import { fillTiles, findTile, makeCell, readTile } from './parts.js';

/** @import { Sight } from '../../options/sight.js' */
/** @import { TileData } from '../../options/tile-kinds.js' */
/** @import { CombineRule, FieldOptions, ShapeOptions, Vector } from '../../options/types.js' */
/** @import { Core, LastValues } from '../../wire/core.js' */
/** @import { Operation } from '../../wire/operations.js' */
/** @import { Body } from './body.js' */
/** @import { EventMap, ListenerTable, PairKind } from '../events/listeners.js' */
/** @import { ColliderShape, ContactPoint, TileCell, TileCellPlace } from '../types.js' */

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
export class Collider {
    /** @type {Core} */
    #core;

    /** Its handle, 0 once it is destroyed. */
    #id;

    /** What it is read from once it is destroyed. @type {LastValues | undefined} */
    #last;

    #body;

    #index;

    /** @type {any} */
    #userData;

    /** @type {ListenerTable | undefined} */
    #listeners;

    #edits = 0;

    /** Of its map; undefined if it is no map. */
    #tileData;

    static {
        makeCollider = (core, id, body, tileData) => new this(core, id, body, tileData);
        openCollider({
            id: (collider) => collider.#id,
            core: (collider) => collider.#core,
            end(collider, last) {
                collider.#id = 0;
                collider.#last = last;
            },
            revive(collider, id) {
                collider.#id = id;
                collider.#last = undefined;
            },
            listeners: (collider) => collider.#listeners,
            tileData: (collider) => collider.#tileData,
            is: /** @type {(value: object) => value is Collider} */ ((value) => #id in value),
        });
    }

    /**
     * @private
     * @param {Core} core @param {number} id @param {Body<L>} body @param {TileData} [tileData]
     */
    constructor(core, id, body, tileData) {
        if (typeof core?.objectChanges !== 'number')
            throw new TypeError('Collider: use body.createCollider to make one');
        this.#core = core;
        this.#id = id;
        this.#body = body;
        this.#tileData = tileData;
        this.#index = slotOf(id);
        Object.freeze(this);
    }

    /**
     * Anything; Mica doesn't look at it.
     * @returns {any}
     */
    get userData() {
        return this.#userData;
    }

    set userData(value) {
        recordUserData(this.#core, 'collider', this.#id, (this.#userData = value));
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
        return this.#id !== 0;
    }

    /**
     * The name of its layer; takes one that the world has. A change takes effect at the next step,
     * on touching pairs too.
     * @returns {L | 'default'}
     */
    get layer() {
        const core = this.#readable('Collider.layer');
        const name = core.layerNames[core.engine.layerOf(core, this.#id)];
        return /** @type {L | 'default'} */ (name);
    }

    set layer(name) {
        this.#live('Collider.layer');
        this.#perform(OP.SET_LAYER, 'Collider.layer', layerIndex(this.#core.layerNames, 'Collider.layer', 'value', name));
    }

    // <schema collider.accessors>
    /** Colliders of the same negative group never meet, those of the same positive group always do; 0 leaves it to the layers. */
    get group() { return this.#get('Collider.group', COLLIDER.GROUP); }

    set group(value) { this.#assign(OP.SET_GROUP, 'Collider.group', value); }

    /** The mass of its body follows it. In kg/m², 0 to 1e9. */
    get density() { return this.#get('Collider.density', COLLIDER.DENSITY); }

    set density(value) { this.#assign(OP.SET_DENSITY, 'Collider.density', value); }

    /** Coefficient of friction; a pair uses the geometric mean, unless `frictionCombine` of either side says otherwise. 0 to 1e6. */
    get friction() { return this.#get('Collider.friction', COLLIDER.FRICTION); }

    set friction(value) { this.#assign(OP.SET_FRICTION, 'Collider.friction', value); }

    /** Bounce; a pair uses the larger, unless `restitutionCombine` of either side says otherwise. 0 to 1. */
    get restitution() { return this.#get('Collider.restitution', COLLIDER.RESTITUTION); }

    set restitution(value) { this.#assign(OP.SET_RESTITUTION, 'Collider.restitution', value); }

    /** Lever arm of the normal force as a factor of the radius; 0 rolls freely. 0 to 1e6. */
    get rollingResistance() { return this.#get('Collider.rollingResistance', COLLIDER.ROLLING_RESISTANCE); }

    set rollingResistance(value) { this.#assign(OP.SET_ROLLING_RESISTANCE, 'Collider.rollingResistance', value); }

    /** Speed of its surface, as of a conveyor belt. In m/s, within ±40000. */
    get tangentSpeed() { return this.#get('Collider.tangentSpeed', COLLIDER.TANGENT_SPEED); }

    set tangentSpeed(value) { this.#assign(OP.SET_TANGENT_SPEED, 'Collider.tangentSpeed', value); }

    /** Whether it is a trigger, which reports what overlaps it and pushes nothing. */
    get trigger() { return this.#get('Collider.trigger', COLLIDER.IS_TRIGGER) !== 0; }

    set trigger(value) { this.#assign(OP.SET_TRIGGER, 'Collider.trigger', value); }

    /** How the friction of a pair is made of both sides'; by default the geometric mean. @returns {CombineRule} */
    get frictionCombine() { return COMBINE_RULES[this.#get('Collider.frictionCombine', COLLIDER.FRICTION_COMBINE)]; }

    set frictionCombine(value) { this.#choose(OP.SET_FRICTION_COMBINE, 'Collider.frictionCombine', value, COMBINE_RULES); }

    /** How the restitution of a pair is made of both sides'; by default the larger. @returns {CombineRule} */
    get restitutionCombine() { return COMBINE_RULES[this.#get('Collider.restitutionCombine', COLLIDER.RESTITUTION_COMBINE)]; }

    set restitutionCombine(value) { this.#choose(OP.SET_RESTITUTION_COMBINE, 'Collider.restitutionCombine', value, COMBINE_RULES); }

    /**
     * Where it meets a corner, one of the corner's two faces decides, at a landing the one against gravity: for the
     * characters of a game.
     */
    get arcade() { return this.#get('Collider.arcade', COLLIDER.ARCADE) !== 0; }

    set arcade(value) { this.#assign(OP.SET_ARCADE, 'Collider.arcade', value); }

    /** While false, nothing meets it and no query finds it; it keeps its place in the mass of its body. */
    get enabled() { return this.#get('Collider.enabled', COLLIDER.ENABLED) !== 0; }

    set enabled(value) { this.#assign(OP.SET_COLLIDER_ENABLED, 'Collider.enabled', value); }
    // </schema>

    /**
     * What it does to the bodies that it meets as a trigger, as a new plain object, which would make
     * the same field again; null for nothing. Setting it wakes them, and throws for options that a
     * field of that type does not take.
     * @returns {FieldOptions | null}
     */
    get field() {
        const core = this.#readable('Collider.field');
        return core.engine.field(core, this.#id, 'Collider.field');
    }

    set field(value) {
        this.#live('Collider.field');
        const record = value === null ? null : parseField('Collider.field', 'value', value);
        this.#perform(OP.SET_FIELD, 'Collider.field', record);
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
        this.#live('Collider.sees');
        this.#perform(OP.SET_SEES, 'Collider.sees', sightBits('Collider.sees', 'value', value));
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
        this.#live('Collider.oneWay');
        const [x, y] = oneWayVector('Collider.oneWay', 'value', value);
        this.#perform(OP.SET_ONE_WAY, 'Collider.oneWay', x, y);
    }

    /**
     * Its shape as a new plain object, which would make the same shape again; a box, a hull and a
     * part of an outline are polygons, and the cells of a map are numbers. Assigning replaces it, as
     * `setShape` does.
     * @returns {ColliderShape<L>}
     */
    get shape() {
        const core = this.#readable('Collider.shape');
        return core.engine.shape(core, this.#id, 'Collider.shape');
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
        return this.#core.engine.aabb(this.#core, this.#live('Collider.aabb'));
    }

    /**
     * Whether a point of the world lies in it.
     * @param {number} x @param {number} y
     */
    contains(x, y) {
        const id = this.#live('Collider.contains');
        coordinate('Collider.contains', 'x', x);
        coordinate('Collider.contains', 'y', y);
        return this.#core.engine.contains(this.#core, id, x, y);
    }

    /**
     * What a cell of its map holds: a `TILE`, or a number of the map's own `map`.
     * @param {number} column from the left, from 0
     * @param {number} row from the bottom, from 0
     */
    tile(column, row) {
        const id = this.#live('Collider.tile');
        return readTile(this.#core, 'Collider.tile', id, column, row);
    }

    /**
     * Changes one cell of its map; what lies there notices at the next step.
     * @param {number} column from the left, from 0
     * @param {number} row from the bottom, from 0
     * @param {number} tile a `TILE`, or a number of the map's own `map`
     */
    setTile(column, row, tile) {
        const id = this.#live('Collider.setTile');
        fillTiles(this.#core, 'Collider.setTile', id, column, row, 1, 1, tile);
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
        const id = this.#live('Collider.fillTiles');
        fillTiles(this.#core, 'Collider.fillTiles', id, column, row, columns, rows, tile);
        ++this.#edits;
    }

    /**
     * The cell of its map at a point of the world, undefined outside the map.
     * @param {number} x @param {number} y
     * @param {TileCellPlace} [out] an earlier result, to be filled anew; a new one by default
     * @returns {TileCell<L> | undefined}
     */
    tileAt(x, y, out = makeCell()) {
        const id = this.#live('Collider.tileAt');
        return findTile(fresh(this.#core), 'Collider.tileAt', id, this.body.index, x, y, out, this.#tileData);
    }

    /** How often its tiles were changed: draw your picture of the map anew when this differs. */
    get tileEdits() {
        this.#readable('Collider.tileEdits');
        return this.#edits;
    }

    /**
     * Where it touches others now, as new plain objects; it is always side A.
     * `world.contactPointsOf` gives the same flat.
     * @param {Body | Collider} [other] only where it touches this
     * @returns {ContactPoint<L>[]}
     */
    contactPoints(other) {
        this.#live('Collider.contactPoints');
        return this.#core.engine.contactPoints(this.#core, 'Collider.contactPoints', this, other);
    }

    /**
     * Calls a function for each contact or trigger event of a kind that concerns it, as `world.on` does.
     * In contact events it is side A, so that the normal points away from it.
     * @template {PairKind} K
     * @param {K} kind @param {(event: EventMap<L>[K]) => void} listener
     * @returns {() => void} takes the listener off again
     */
    on(kind, listener) {
        this.#live('Collider.on');
        this.#listeners ??= new Map();
        return listen(this.#core, this.#listeners, 'Collider.on', PAIR_KINDS, kind, listener);
    }

    /** Takes it off its body; the mass follows. Does nothing where it is gone already. */
    destroy() {
        if (this.#id !== 0) this.#core.engine.destroyCollider(this.#core, this.#id);
    }

    /** @param {string} method */
    #live(method) {
        if (this.#id === 0) refuse(this.#core, method, 'STALE_COLLIDER', 'the collider was destroyed');
        return this.#id;
    }

    /** What its properties are read from. @param {string} method @returns {Core} */
    #readable(method) {
        if (this.#id !== 0) return this.#core;
        return readLast(this.#core, this.#last, method, 'STALE_COLLIDER', 'the collider was destroyed');
    }

    /**
     * @param {string} method
     * @param {string} path before the names
     * @param {unknown} shape
     */
    #reshape(method, path, shape) {
        this.#live(method);
        const parsed = parseShape(method, path, shape);
        if (this.#get(method, SHAPE.KIND) >= KIND.CHAIN) {
            throw new MicaError(
                'BAD_SHAPE',
                `${method}: a chain or a map of tiles keeps its shape; make a new collider`,
            );
        }
        this.#core.engine.setShape(this.#core, this.#live(method), parsed, method);
    }

    /**
     * A number of its record.
     * @param {string} method @param {number} field
     */
    #get(method, field) {
        const core = this.#readable(method);
        return core.engine.colliderRecord(core, this.#id, method)[core.recordAt + field];
    }

    /**
     * Performs the operation that sets a property.
     * @param {Operation} operation @param {string} method @param {unknown} value
     */
    #assign(operation, method, value) {
        assign(this.#core, this.#live(method), operation, method, value);
    }

    /**
     * Performs an operation whose values are checked.
     * @param {Operation} operation @param {string} method @param {any} a @param {any} [b]
     */
    #perform(operation, method, a, b) {
        this.#core.engine.perform(this.#core, operation, method, this.#live(method), a, b);
    }

    /**
     * Performs the operation that sets one of some words.
     * @param {Operation} operation @param {string} method @param {unknown} value @param {readonly string[]} words
     */
    #choose(operation, method, value, words) {
        this.#live(method);
        this.#perform(operation, method, oneOf(method, 'value', value, words));
    }
}
