// A mover as users hold it: a thin object, made by `world.createMover`. Getters ask the engine, setters
// are one call. A body has one mover at most, so a mover is named by its body: its object lasts as long
// as that of the body, and is valid again when a snapshot with both is restored. What stands behind it is
// its core's: the engine in this thread, or the way to a worker.
import { MOVER_NUMBERS, moverNumber, upward } from '../../options/mover.js';
import { fresh, refuse } from '../../wire/core.js';
import { MAX_SPEED, boolean, inRange, vector } from '../../wire/errors.js';
import { idOf } from '../../wire/object.js';
import { FLAGS, MOVER, MOVER_FLAGS, MOVER_STATE, slotOf } from '../../wire/layout.js';
import * as OP from '../../wire/operations.js';
import { isVector, spread } from '../../wire/perform.js';
import { cellOfPart, surfaceOfPart } from './parts.js';

/** @import { MoverNumberName } from '../../options/mover.js' */
/** @import { Vector } from '../../options/types.js' */
/** @import { Core } from '../../wire/core.js' */
/** @import { Operation } from '../../wire/operations.js' */
/** @import { Body } from './body.js' */
/** @import { Collider } from './collider.js' */
/** @import { GroundMaterial, TileCell } from '../types.js' */

/**
 * Makes the object of a body's mover; the world gives this to its core, and js/world/objects/body.js calls it there.
 * @type {(core: Core, body: Body<any>) => Mover<any>}
 */
export let makeMover;

/**
 * A kinematic body that walks, falls and rides as the character of a game. Made by `world.createMover`;
 * it goes with its body or collider. Its state is what the last step found. A setter throws a TypeError
 * for what is of another type, a RangeError for a number out of range, and then changes nothing. Once the
 * mover is gone, all but `body` and `alive` throw a MicaError, STALE_MOVER.
 * @hideconstructor @template {string} [L=string] names of the world's layers
 */
export class Mover {
    /** @type {Core} */ #core;
    /** @type {Body<L>} */ #body;

    static {
        makeMover = (core, body) => new this(core, body);
    }

    /** @private @param {Core} core @param {Body<L>} body */
    constructor(core, body) {
        if (typeof core?.objectChanges !== 'number')
            throw new TypeError('Mover: use world.createMover to make one');
        this.#core = core;
        this.#body = body;
        Object.freeze(this);
    }

    /** The body that it moves; user data is kept there. */
    get body() {
        return this.#body;
    }

    /** The collider that it moves, the body's first. @returns {Collider<L>} */
    get collider() {
        const id = this.#live('Mover.collider');
        return this.#core.engine.moverCollider(this.#core, id);
    }

    /** False once it, its body, its collider or the world is gone. */
    get alive() {
        return idOf(this.#body) !== 0
            && (fresh(this.#core).settings[this.#body.index] & FLAGS.MOVER) !== 0;
    }

    /** Metres, where its body is. */
    get x() {
        return this.#body.x;
    }

    /** Metres, where its body is. */
    get y() {
        return this.#body.y;
    }

    /**
     * m/s, what obstacles left of the velocity it was given; on ground relative to the ground, and without
     * a part along `up`. `body.vx` is how fast it moves in the world.
     */
    get vx() {
        return this.#state('Mover.vx', MOVER_STATE.VELOCITY);
    }

    /** m/s, likewise. */
    get vy() {
        return this.#state('Mover.vy', MOVER_STATE.VELOCITY + 1);
    }

    /** Both, a new array. @returns {[x: number, y: number]} */
    get velocity() {
        return this.#pair('Mover.velocity', MOVER_STATE.VELOCITY);
    }
    /** @param {Vector} value */
    set velocity(value) {
        this.#live('Mover.velocity');
        const [x, y] = vector('Mover.velocity', 'value', value, MAX_SPEED);
        this.#perform(OP.SET_MOVER_VELOCITY, 'Mover.velocity', x, y);
    }

    /**
     * Gives it the velocity that it wants, relative to the ground while it is grounded. A positive part along
     * `up` makes a grounded mover jump, with the velocity of the ground added. It stays until obstacles or
     * gravity change it. A mover has no friction, so set it each step: one that is not steered stays where it
     * lands, also on a belt or on a lift that goes sideways.
     * @param {number | Vector} x m/s within ±4e4, or `[x, y]` for both @param {number} [y]
     */
    setVelocity(x, y) {
        const method = 'Mover.setVelocity';
        if (isVector(x)) {
            Reflect.apply(this.setVelocity, this, spread(method, ['velocity'], [x]));
            return;
        }
        const id = this.#live(method);
        inRange(method, 'x', x, -MAX_SPEED, MAX_SPEED);
        inRange(method, 'y', y, -MAX_SPEED, MAX_SPEED);
        const core = this.#core;
        core.engine.perform(core, OP.SET_MOVER_VELOCITY, method, id, x, y);
    }

    /** Whether it stands on ground. */
    get grounded() {
        return this.#flag('Mover.grounded', MOVER_FLAGS.GROUNDED);
    }

    /** Whether it stands on sand, jelly or fabric: it is grounded then, without a `groundCollider`. */
    get onMatter() {
        return this.#flag('Mover.onMatter', MOVER_FLAGS.ON_MATTER);
    }

    /** Whether something too steep to stand on stopped part of its motion. */
    get atWall() {
        return this.#flag('Mover.atWall', MOVER_FLAGS.AT_WALL);
    }

    /** Whether something above stopped it. */
    get atCeiling() {
        return this.#flag('Mover.atCeiling', MOVER_FLAGS.AT_CEILING);
    }

    /** Whether it overlaps something that it cannot get out of, or waits for its turn to get out of many colliders. */
    get crushed() {
        return this.#flag('Mover.crushed', MOVER_FLAGS.CRUSHED);
    }

    /** The unit normal of the ground, a new array; [0, 0] unless grounded. @returns {[x: number, y: number]} */
    get groundNormal() {
        return this.#pair('Mover.groundNormal', MOVER_STATE.GROUND_NORMAL);
    }

    /** Where it touches the ground, metres, a new array; [0, 0] unless grounded. @returns {[x: number, y: number]} */
    get groundPoint() {
        return this.#pair('Mover.groundPoint', MOVER_STATE.GROUND_POINT);
    }

    /** m/s of the ground at that point, a new array; [0, 0] unless grounded. @returns {[x: number, y: number]} */
    get groundVelocity() {
        return this.#pair('Mover.groundVelocity', MOVER_STATE.GROUND_VELOCITY);
    }

    /** The unit normal of the wall that it met last, a new array; [0, 0] unless `atWall`. @returns {[x: number, y: number]} */
    get wallNormal() {
        return this.#pair('Mover.wallNormal', MOVER_STATE.WALL_NORMAL);
    }

    /** What it stands on; null unless grounded, on matter, or if it is destroyed. @returns {Collider<L> | null} */
    get groundCollider() {
        return this.#ground('Mover.groundCollider');
    }

    /** The body that it stands on; null unless grounded, or if that is destroyed. @returns {Body<L> | null} */
    get groundBody() {
        return this.#ground('Mover.groundBody')?.body ?? null;
    }

    /** The segment of a chain or the cell of a tile map, row by row, that it stands on; 0 of other colliders. */
    get groundPart() {
        return this.#state('Mover.groundPart', MOVER_STATE.GROUND_PART);
    }

    /**
     * The cell of a tile map that it stands on, with what it holds now, a new object; null on other colliders
     * and unless grounded.
     * @returns {TileCell<L> | null}
     */
    get groundCell() {
        const ground = this.#ground('Mover.groundCell');
        return ground && cellOfPart(this.#core, 'Mover.groundCell', ground, this.groundPart);
    }

    /**
     * The surface of what it stands on, a new object; on a tile map that of the cell's kind. Null unless grounded.
     * @returns {GroundMaterial | null}
     */
    get groundMaterial() {
        const ground = this.#ground('Mover.groundMaterial');
        return ground && surfaceOfPart(this.#core, 'Mover.groundMaterial', ground, this.groundPart);
    }

    // <schema mover.accessors>
    /** The steepest ground that it stands on. In radians, 0 to 89 degrees. */
    get maxSlope() {
        return this.#setting('Mover.maxSlope', MOVER.MAX_SLOPE);
    }
    set maxSlope(value) {
        this.#setNumber('maxSlope', value);
    }

    /** The highest step that it climbs. In m, 0 to 1000. */
    get stepHeight() {
        return this.#setting('Mover.stepHeight', MOVER.STEP_HEIGHT);
    }
    set stepHeight(value) {
        this.#setNumber('stepHeight', value);
    }

    /** How far it follows ground that falls away. In m, 0 to 1000. */
    get snapDistance() {
        return this.#setting('Mover.snapDistance', MOVER.SNAP_DISTANCE);
    }
    set snapDistance(value) {
        this.#setNumber('snapDistance', value);
    }

    /** Its weight on what it stands on. In kg, 1e-9 to 1e9. */
    get mass() {
        return this.#setting('Mover.mass', MOVER.MASS);
    }
    set mass(value) {
        this.#setNumber('mass', value);
    }

    /** The most that it pushes dynamic bodies with. In N, 0 to 1e9. */
    get maxPushForce() {
        return this.#setting('Mover.maxPushForce', MOVER.MAX_PUSH_FORCE);
    }
    set maxPushForce(value) {
        this.#setNumber('maxPushForce', value);
    }

    /** The fastest that it falls. In m/s, 1e-9 to 40000. */
    get maxFallSpeed() {
        return this.#setting('Mover.maxFallSpeed', MOVER.MAX_FALL_SPEED);
    }
    set maxFallSpeed(value) {
        this.#setNumber('maxFallSpeed', value);
    }

    /** How far it moves aside where it jumps up past the edge of a ceiling, or over that of a ledge, by as little. In m, 0 to 1000. */
    get cornerCorrection() {
        return this.#setting('Mover.cornerCorrection', MOVER.CORNER_CORRECTION);
    }
    set cornerCorrection(value) {
        this.#setNumber('cornerCorrection', value);
    }
    // </schema>

    /**
     * The direction away from the ground, a new array of length 1; null: against the gravity that it feels. Takes a vector of
     * any length but 0, or null.
     * @returns {[x: number, y: number] | null}
     */
    get up() {
        const x = this.#setting('Mover.up', MOVER.UP_X);
        const y = this.#setting('Mover.up', MOVER.UP_Y);
        return x === 0 && y === 0 ? null : [x, y];
    }
    /** @param {Vector | null} value */
    set up(value) {
        this.#live('Mover.up');
        const [x, y] = upward('Mover.up', 'value', value);
        this.#perform(OP.SET_MOVER_NUMBERS, 'Mover.up', MOVER.UP_X, 2, x, y);
    }

    /** Whether it has no ground and feels no gravity, as characters seen from above or on a ladder. */
    get floating() {
        return this.#setting('Mover.floating', MOVER.FLOATING) !== 0;
    }
    set floating(value) {
        this.#live('Mover.floating');
        this.#perform(OP.SET_MOVER_FLOATING, 'Mover.floating',
            boolean('Mover.floating', 'value', value));
    }

    /** Ends the mover; its body stays, kinematic and at rest. `body.destroy()` ends both. Does nothing where it is gone already. */
    destroy() {
        if (this.alive) this.#perform(OP.DESTROY_MOVER, 'Mover.destroy');
    }

    /** Its body's handle, for a call. @param {string} method */
    #live(method) {
        const core = this.#core;
        const id = idOf(this.#body);
        if (id === 0 || (fresh(core).settings[slotOf(id)] & FLAGS.MOVER) === 0)
            refuse(core, method, 'STALE_MOVER', 'the mover was destroyed, or its body or collider');
        return id;
    }

    /** What it stands on. @param {string} method @returns {Collider<L> | null} */
    #ground(method) {
        return this.#core.engine.groundCollider(this.#core, this.#live(method), method);
    }

    /** A word of its state. @param {string} method @param {number} field */
    #state(method, field) {
        return this.#core.engine.moverState(this.#core, this.#live(method), field, method);
    }

    /** A word of its settings. @param {string} method @param {number} field */
    #setting(method, field) {
        return this.#core.engine.moverSetting(this.#core, this.#live(method), field, method);
    }

    /** @param {string} method @param {number} at @returns {[x: number, y: number]} */
    #pair(method, at) {
        return [this.#state(method, at), this.#state(method, at + 1)];
    }

    /** @param {string} method @param {number} bit */
    #flag(method, bit) {
        return (this.#state(method, MOVER_STATE.FLAGS) & bit) !== 0;
    }

    /** @param {MoverNumberName} name @param {unknown} value */
    #setNumber(name, value) {
        const method = `Mover.${name}`;
        this.#live(method);
        this.#perform(OP.SET_MOVER_NUMBERS, method, MOVER_NUMBERS[name].field, 1,
            moverNumber(method, name, 'value', value), 0);
    }

    /** @param {Operation} operation @param {string} method @param {any} [a] @param {any} [b] @param {any} [c] @param {any} [d] */
    #perform(operation, method, a, b, c, d) {
        this.#core.engine.perform(this.#core, operation, method, this.#live(method), a, b, c, d);
    }
}
