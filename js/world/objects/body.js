// A body as users hold it: a thin object made once. Getters read the views and never cross into wasm
// unless they say so; setters perform one operation of js/wire/operations.js. A destroyed body throws
// STALE_BODY, it never reaches the engine; its properties can be read while events may name it. What
// stands behind it is its core's: the engine in this thread, or the way to a worker.
import { BODY_TYPES, parseLocks, parseMass } from '../../options/options.js';
import { fresh, freshPoses } from '../../wire/core.js';
import { MAX_COORDINATE, boolean, oneOf, vector } from '../../wire/errors.js';
import { BODY_NUMBERS, FLAGS, slotOf } from '../../wire/layout.js';
import { WorldObject, coreOf, idOf, ownListenersOf, offsetOf } from '../../wire/object.js';
import * as OP from '../../wire/operations.js';
import { act, assign, isVector, live, perform, readable, spread } from '../../wire/perform.js';
import { OBJECT_KINDS, listen } from '../events/listeners.js';
import { attach } from './making.js';
import { ownBody } from './own.js';
import { localPoint, localVector, mapped, velocityAt, worldPoint, worldVector } from './space.js';

/** @import { BodyType, ColliderOptions, Vector } from '../../options/types.js' */
/** @import { Core } from '../../wire/core.js' */
/** @import { ObjectKind } from '../../wire/object.js' */
/** @import { Operation } from '../../wire/operations.js' */
/** @import { Collider } from './collider.js' */
/** @import { Joint } from './joint.js' */
/** @import { Mover } from './mover.js' */
/** @import { BodyKind, EventMap } from '../events/listeners.js' */
/** @import { Mapping, Pair } from './space.js' */
/** @import { ContactPoint } from '../types.js' */

/** What each argument is called if it is a vector. */
const FORCE_NAMES = ['force', 'point', 'point'];
const IMPULSE_NAMES = ['impulse', 'point', 'point'];

/** @type {ObjectKind} */
const BODY_KIND = {
    name: 'body',
    code: 'STALE_BODY',
    gone: 'was destroyed',
    construct: 'Body: use world.createBody to make one',
    offsetOf: (_, id) => 4 * slotOf(id),
};

/**
 * Makes the object of a body; the world gives this to its core, and js/world/objects/objects.js calls it there.
 * @type {(core: Core, id: number) => Body}
 */
export let makeBody;

/**
 * A rigid body. Made by `world.createBody` or `world.bodyAt`. The options of `createBody` can be read and
 * assigned by the same names; other names throw a TypeError: `userData` is the place for your own. A setter
 * throws a TypeError for another type, a RangeError for a number out of range, and then changes nothing.
 * @hideconstructor @template {string} [L=string] names of the world's layers
 */
export class Body extends WorldObject {
    /** @type {Mover<L> | undefined} */ #mover;

    /**
     * Its slot: the index into `world.flags`, and a quarter of the index into the other views. It
     * stays the body's own until the body is destroyed.
     * @readonly @type {number}
     */
    index;

    /** Copies of what the base class has, for getters: a call for each would cost a nanosecond. @type {Core | undefined} */
    #core;
    #at = 0;

    static {
        makeBody = (core, id) => new this(core, id);
        BODY_KIND.changed = (body) => body.#refresh();
    }

    /** @private @param {Core} core @param {number} id */
    constructor(core, id) {
        super(core, id, BODY_KIND);
        this.#refresh();
        this.index = slotOf(id);
        Object.freeze(this);
    }

    /** The world it lives in. @returns {import('../world.js').World<L>} */
    get world() {
        return coreOf(this).world;
    }

    /** False once it, or its world, is destroyed. */
    get alive() {
        return idOf(this) !== 0;
    }

    /** Metres, within ±1e7. Assigning teleports. */
    get x() {
        return this.#views('Body.x').transforms[this.#at];
    }
    set x(value) {
        assign(this, OP.SET_X, 'Body.x', value);
    }

    /** Metres, within ±1e7. Assigning teleports. */
    get y() {
        return this.#views('Body.y').transforms[this.#at + 1];
    }
    set y(value) {
        assign(this, OP.SET_Y, 'Body.y', value);
    }

    /**
     * `[x, y]` in metres, each within ±1e7, a new array. Assigning teleports, as `setTransform` does.
     * @returns {[x: number, y: number]}
     */
    get position() {
        return this.#pair(this.#views('Body.position').transforms);
    }
    /** @param {Vector} value */
    set position(value) {
        this.#setPair(OP.SET_POSITION, 'Body.position', value, MAX_COORDINATE);
    }

    /** Radians, in (-π, π]; takes any finite number. Assigning teleports, as `setTransform` does. */
    get angle() {
        const { transforms } = this.#views('Body.angle');
        return Math.atan2(transforms[this.#at + 3], transforms[this.#at + 2]);
    }
    set angle(value) {
        assign(this, OP.SET_ANGLE, 'Body.angle', value);
    }

    /** Cosine of the angle. */
    get cos() {
        return this.#views('Body.cos').transforms[this.#at + 2];
    }

    /** Sine of the angle. */
    get sin() {
        return this.#views('Body.sin').transforms[this.#at + 3];
    }

    /** x of the velocity of the centre of mass (of the origin, unless dynamic), m/s; takes any finite number. */
    get vx() {
        return this.#views('Body.vx').velocities[this.#at];
    }
    set vx(value) {
        assign(this, OP.SET_VX, 'Body.vx', value);
    }

    /** y of the velocity of the centre of mass (of the origin, unless dynamic), m/s; takes any finite number. */
    get vy() {
        return this.#views('Body.vy').velocities[this.#at + 1];
    }
    set vy(value) {
        assign(this, OP.SET_VY, 'Body.vy', value);
    }

    /** `[vx, vy]` of the centre of mass (of the origin, unless dynamic) in m/s, a new array. @returns {[x: number, y: number]} */
    get velocity() {
        return this.#pair(this.#views('Body.velocity').velocities);
    }
    /** @param {Vector} value */
    set velocity(value) {
        live(this, 'Body.velocity');
        const [x, y] = vector('Body.velocity', 'value', value);
        act(this, OP.SET_VELOCITY, 'Body.velocity', x, y);
    }

    /** Angular velocity, radians/s, counter-clockwise; takes any finite number. */
    get angularVelocity() {
        return this.#views('Body.angularVelocity').velocities[this.#at + 2];
    }
    set angularVelocity(value) {
        assign(this, OP.SET_ANGULAR_VELOCITY, 'Body.angularVelocity', value);
    }

    // <schema body.accessors>
    /** Drag of its motion: v *= 1 / (1 + dt * damping). In 1/s, 0 to 1e6. Reading it is one call into the engine. */
    get linearDamping() {
        return this.#number('Body.linearDamping', BODY_NUMBERS.LINEAR_DAMPING);
    }
    set linearDamping(value) {
        assign(this, OP.SET_LINEAR_DAMPING, 'Body.linearDamping', value);
    }

    /** Drag of its turning, likewise. In 1/s, 0 to 1e6. Reading it is one call into the engine. */
    get angularDamping() {
        return this.#number('Body.angularDamping', BODY_NUMBERS.ANGULAR_DAMPING);
    }
    set angularDamping(value) {
        assign(this, OP.SET_ANGULAR_DAMPING, 'Body.angularDamping', value);
    }

    /** Factor of the gravity of the world; with 0 it floats. Within ±1e6. Reading it is one call into the engine. */
    get gravityScale() {
        return this.#number('Body.gravityScale', BODY_NUMBERS.GRAVITY_SCALE);
    }
    set gravityScale(value) {
        assign(this, OP.SET_GRAVITY_SCALE, 'Body.gravityScale', value);
    }

    /** Whether it may fall asleep at rest. */
    get canSleep() {
        return this.#has('Body.canSleep', FLAGS.CAN_SLEEP);
    }
    set canSleep(value) {
        assign(this, OP.SET_CAN_SLEEP, 'Body.canSleep', value);
    }

    /** A disabled body keeps its colliders but meets nothing and does not move. */
    get enabled() {
        return this.#has('Body.enabled', FLAGS.ENABLED);
    }
    set enabled(value) {
        assign(this, OP.SET_ENABLED, 'Body.enabled', value);
    }

    /** Whether its own motion is swept against dynamic bodies too: a fast one then neither passes nor enters them. */
    get bullet() {
        return this.#has('Body.bullet', FLAGS.BULLET);
    }
    set bullet(value) {
        assign(this, OP.SET_BULLET, 'Body.bullet', value);
    }

    /**
     * While true, one-way colliders do not hold it: set it to drop through a platform. What it is inside of when it
     * becomes false again lets it out.
     */
    get dropThrough() {
        return this.#has('Body.dropThrough', FLAGS.DROPS);
    }
    set dropThrough(value) {
        assign(this, OP.SET_DROP_THROUGH, 'Body.dropThrough', value);
    }

    /**
     * The largest speed of a dynamic body: a step scales a higher velocity down to it. In m/s, 0 to 40000. Reading it
     * is one call into the engine.
     */
    get maxSpeed() {
        return this.#number('Body.maxSpeed', BODY_NUMBERS.MAX_SPEED);
    }
    set maxSpeed(value) {
        assign(this, OP.SET_MAX_SPEED, 'Body.maxSpeed', value);
    }
    // </schema>

    /** The pose to draw, between the last two steps: metres. */
    get poseX() {
        return this.#poses('Body.poseX')[this.#at];
    }

    /** The pose to draw, between the last two steps: metres. */
    get poseY() {
        return this.#poses('Body.poseY')[this.#at + 1];
    }

    /** The pose to draw, between the last two steps: radians. */
    get poseAngle() {
        const poses = this.#poses('Body.poseAngle');
        return Math.atan2(poses[this.#at + 3], poses[this.#at + 2]);
    }

    /** 'static', 'kinematic' or 'dynamic'; takes nothing else. @returns {BodyType} */
    get type() {
        return BODY_TYPES[this.#views('Body.type').settings[this.#at >> 2] & FLAGS.TYPE_MASK];
    }
    set type(value) {
        live(this, 'Body.type');
        perform(this, OP.SET_TYPE, 'Body.type', oneOf('Body.type', 'value', value, BODY_TYPES));
    }

    /** Assigning true wakes it, false has it sleep. */
    get awake() {
        return (this.#views('Body.awake').flags[this.#at >> 2] & FLAGS.AWAKE) !== 0;
    }
    set awake(value) {
        assign(this, OP.SET_AWAKE, 'Body.awake', value);
    }

    /** Whether it keeps its place along x. */
    get lockX() {
        return this.#has('Body.lockX', FLAGS.LOCK_X);
    }
    set lockX(value) {
        this.#lock('Body.lockX', FLAGS.LOCK_X, value);
    }

    /** Whether it keeps its place along y. */
    get lockY() {
        return this.#has('Body.lockY', FLAGS.LOCK_Y);
    }
    set lockY(value) {
        this.#lock('Body.lockY', FLAGS.LOCK_Y, value);
    }

    /** Whether it keeps its angle. */
    get lockRotation() {
        return this.#has('Body.lockRotation', FLAGS.LOCK_ROTATION);
    }
    set lockRotation(value) {
        this.#lock('Body.lockRotation', FLAGS.LOCK_ROTATION, value);
    }

    /** Kilograms; 0 unless dynamic or set. One call into the engine. */
    get mass() {
        return this.#number('Body.mass', BODY_NUMBERS.MASS);
    }

    /** kg m² about the centre of mass; 0 unless dynamic or set. One call into the engine. */
    get inertia() {
        return this.#number('Body.inertia', BODY_NUMBERS.INERTIA);
    }

    /**
     * The centre of mass in the world, a new array; the origin unless dynamic or set. One call into the engine.
     * @returns {[x: number, y: number]}
     */
    get center() {
        return [this.#number('Body.center', BODY_NUMBERS.CENTER),
            this.#number('Body.center', BODY_NUMBERS.CENTER + 1)];
    }

    /**
     * Teleports it: no velocity arises, and `poses` doesn't sweep from the old place to the new.
     * @param {number | Vector} x metres, or `[x, y]` for both @param {number} [y] metres
     * @param {number} [angle] radians; without it the rotation stays
     */
    setTransform(x, y, angle) {
        const method = 'Body.setTransform';
        if (isVector(x))
            Reflect.apply(this.setTransform, this, spread(method, ['position'], [x, y]));
        else if (angle === undefined) act(this, OP.SET_POSITION, method, x, y);
        else act(this, OP.SET_TRANSFORM, method, x, y, angle);
    }

    /**
     * Sets the velocity of the centre of mass (of the origin, unless dynamic), m/s. Wakes the body unless it
     * is zero, the only one that a static body or a locked axis takes.
     * @param {number | Vector} x or `[x, y]` for both @param {number} [y]
     */
    setVelocity(x, y) {
        const method = 'Body.setVelocity';
        if (isVector(x)) Reflect.apply(this.setVelocity, this, spread(method, ['velocity'], [x]));
        else act(this, OP.SET_VELOCITY, method, x, y);
    }

    /** Wakes it. */
    wake() {
        act(this, OP.SET_AWAKE, 'Body.wake', true);
    }

    /** Has it sleep, whether it is at rest or not. */
    sleep() {
        act(this, OP.SET_AWAKE, 'Body.sleep', false);
    }

    /**
     * Locks or frees single axes; those left out stay as they are.
     * @param {{ x?: boolean, y?: boolean, rotation?: boolean }} locks
     */
    setLocks(locks) {
        live(this, 'Body.setLocks');
        const [mask, bits] = parseLocks('Body.setLocks', locks);
        perform(this, OP.SET_LOCKS, 'Body.setLocks', mask, bits);
    }

    /** Drag, 1/s: v *= 1 / (1 + dt * damping). @param {number} linear @param {number} angular */
    setDamping(linear, angular) {
        act(this, OP.SET_DAMPING, 'Body.setDamping', linear, angular);
    }

    /** Its colliders in the order they were made, a new array. @returns {Collider<L>[]} */
    get colliders() {
        const core = readable(this, 'Body.colliders');
        return core.engine.colliders(core, idOf(this));
    }

    /** Its joints, newest first, a new array. @returns {Joint<L>[]} */
    get joints() {
        const core = readable(this, 'Body.joints');
        return core.engine.joints(core, idOf(this));
    }

    /** What moves it as a character, made by `world.createMover`; null if nothing does. @returns {Mover<L> | null} */
    get mover() {
        if (!this.#has('Body.mover', FLAGS.MOVER)) return null;
        const core = coreOf(this);
        return (this.#mover ??= core.make.mover(core, this));
    }

    /**
     * Attaches one more collider; the mass follows. An outline takes `createColliders`.
     * @param {ColliderOptions<L>} options @returns {Collider<L>}
     */
    createCollider(options) {
        return attach(this, 'Body.createCollider', options, true)[0];
    }

    /**
     * Attaches several colliders, all or none; an outline becomes as many as it has convex parts.
     * @param {ColliderOptions<L> | readonly ColliderOptions<L>[]} options @returns {Collider<L>[]} in order
     */
    createColliders(options) {
        return attach(this, 'Body.createColliders', options, false);
    }

    /**
     * Adds a force in newtons, at the centre of mass or at a point of the world, for the next step()
     * or for each step of the next advance() that makes one, unless a later frame gives the body
     * another; in 'beforeStep' for that step alone. `[x, y]` may stand for either pair. What is not
     * dynamic is too heavy to notice.
     * @param {number | Vector} fx @param {number | Vector} [fy] @param {number | Vector} [x] @param {number} [y]
     */
    applyForce(fx, fy, x, y) {
        const method = 'Body.applyForce';
        if (isVector(fx) || isVector(x))
            Reflect.apply(this.applyForce, this, spread(method, FORCE_NAMES, [fx, fy, x, y]));
        else if (x === undefined && y === undefined) act(this, OP.APPLY_FORCE, method, fx, fy);
        else act(this, OP.APPLY_FORCE_AT, method, fx, fy, x, y);
    }

    /** Adds a torque for the next step or frame, as `applyForce`. @param {number} newtonMetres */
    applyTorque(newtonMetres) {
        act(this, OP.APPLY_TORQUE, 'Body.applyTorque', newtonMetres);
    }

    /**
     * Changes the velocity at once, by newton seconds at the centre of mass or at a point of the
     * world; vectors as in `applyForce`.
     * @param {number | Vector} ix @param {number | Vector} [iy] @param {number | Vector} [x] @param {number} [y]
     */
    applyImpulse(ix, iy, x, y) {
        const method = 'Body.applyImpulse';
        if (isVector(ix) || isVector(x))
            Reflect.apply(this.applyImpulse, this, spread(method, IMPULSE_NAMES, [ix, iy, x, y]));
        else if (x === undefined && y === undefined) act(this, OP.APPLY_IMPULSE, method, ix, iy);
        else act(this, OP.APPLY_IMPULSE_AT, method, ix, iy, x, y);
    }

    /**
     * A point of its own space in the world: `[x, y]`, a new array unless `out` is to be filled. The
     * members below take and give the same; `[x, y]` may stand for x and y.
     * @param {number | Vector} x metres @param {number | Pair} [y] @param {Pair} [out]
     */
    worldPoint(x, y, out) {
        return this.#map(worldPoint, 'Body.worldPoint', x, y, out);
    }

    /** A point of the world in its own space. @param {number | Vector} x @param {number | Pair} [y] @param {Pair} [out] */
    localPoint(x, y, out) {
        return this.#map(localPoint, 'Body.localPoint', x, y, out);
    }

    /** A vector of its own space in the world. @param {number | Vector} x @param {number | Pair} [y] @param {Pair} [out] */
    worldVector(x, y, out) {
        return this.#map(worldVector, 'Body.worldVector', x, y, out);
    }

    /** A vector of the world in its own space. @param {number | Vector} x @param {number | Pair} [y] @param {Pair} [out] */
    localVector(x, y, out) {
        return this.#map(localVector, 'Body.localVector', x, y, out);
    }

    /**
     * m/s of its point that lies at x, y of the world. One call into the engine.
     * @param {number | Vector} x @param {number | Pair} [y] @param {Pair} [out]
     */
    velocityAt(x, y, out) {
        live(this, 'Body.velocityAt');
        return this.#map(velocityAt, 'Body.velocityAt', x, y, out);
    }

    /** Changes the angular velocity at once. @param {number} impulse N m s */
    applyAngularImpulse(impulse) {
        act(this, OP.APPLY_ANGULAR_IMPULSE, 'Body.applyAngularImpulse', impulse);
    }

    /**
     * Replaces the mass that the colliders give. Without `center`, the centre of mass stays where it
     * is; without `inertia`, its ratio to the mass stays. The set mass stays when colliders or the type change; that of a static or
     * kinematic body takes effect once the body is dynamic.
     * @param {{ mass: number, inertia?: number, center?: Vector }} mass kg, kg m² (0: never turns),
     *     in the body's space
     */
    setMass(mass) {
        live(this, 'Body.setMass');
        const [kilograms, inertia, x, y] = parseMass('Body.setMass', mass);
        perform(this, OP.SET_MASS, 'Body.setMass', kilograms, inertia, x, y);
    }

    /**
     * Lets this body and another pass through each other whatever their layers say, from the next
     * step on; or no longer. Such a pair has no events, sweeps leave it out too, and it is
     * forgotten when either is destroyed.
     * @param {Body} other @param {boolean} [on] false takes it back
     * @throws {RangeError} if `other` is this body
     */
    ignore(other, on = true) {
        const id = live(this, 'Body.ignore');
        const core = coreOf(this);
        const otherId = idOf(ownBody(core, 'Body.ignore', 'other', other));
        boolean('Body.ignore', 'on', on);
        if (otherId === id)
            throw new RangeError('Body.ignore: other must be another body than this');
        core.engine.perform(core, OP.IGNORE_PAIR, 'Body.ignore', 0, id, otherId, on);
    }

    /** Whether this body and another ignore each other, by `ignore`. @param {Body} other */
    ignores(other) {
        const id = live(this, 'Body.ignores');
        const core = coreOf(this);
        const otherId = idOf(ownBody(core, 'Body.ignores', 'other', other));
        return core.engine.ignores(core, id, otherId);
    }

    /** Back to the mass that the colliders give: unless dynamic, none. */
    resetMass() {
        act(this, OP.RESET_MASS, 'Body.resetMass');
    }

    /**
     * Where it touches others now, as new plain objects; it is always side A, so that the normals
     * point away from it. `world.contactPointsOf` gives the same flat.
     * @param {Body | Collider} [other] only where it touches this @returns {ContactPoint<L>[]}
     */
    contactPoints(other) {
        live(this, 'Body.contactPoints');
        const core = coreOf(this);
        return core.engine.contactPoints(core, 'Body.contactPoints', this, other);
    }

    /**
     * Calls a function for each event of a kind that concerns it, as `world.on` does. In contact events it
     * is side A, so that the normal points away from it; in trigger events it is one of the two.
     * @template {BodyKind} K @param {K} kind @param {(event: EventMap<L>[K]) => void} listener
     * @returns {() => void} takes the listener off again
     */
    on(kind, listener) {
        live(this, 'Body.on');
        return listen(coreOf(this), ownListenersOf(this), 'Body.on', OBJECT_KINDS, kind, listener);
    }

    /** Removes it and its colliders from the world. Does nothing where it is gone already. */
    destroy() {
        this.#core?.engine.destroyBody(this.#core, idOf(this), 'Body.destroy');
    }

    /** @param {string} method */
    #views(method) {
        const core = this.#core;
        return core !== undefined && core.heap.length !== 0 ? core : fresh(readable(this, method));
    }

    #refresh() {
        this.#core = idOf(this) !== 0 ? coreOf(this) : undefined;
        this.#at = offsetOf(this);
    }

    /** @param {string} method @param {number} bit */
    #has(method, bit) {
        return (this.#views(method).settings[this.#at >> 2] & bit) !== 0;
    }

    /** A number that no view has. @param {string} method @param {number} index */
    #number(method, index) {
        const core = readable(this, method);
        return core.engine.bodyNumber(core, idOf(this), index);
    }

    /** @param {string} method */
    #poses(method) {
        const core = this.#core;
        if (core !== undefined && core.posesAt === core.moves && core.heap.length !== 0)
            return core.poses;
        return freshPoses(readable(this, method), method);
    }

    /** @param {Mapping} mapping @param {string} method @param {unknown} x @param {any} y @param {Pair} [out] */
    #map(mapping, method, x, y, out) {
        return mapped(mapping, this.#views(method), this.#at, method, x, y, out);
    }

    /** Two numbers of a view, a new array. @param {Float32Array} view @returns {[x: number, y: number]} */
    #pair(view) {
        return [view[this.#at], view[this.#at + 1]];
    }

    /**
     * Performs the operation that sets a vector.
     * @param {Operation} operation @param {string} method @param {unknown} value @param {number} [max]
     */
    #setPair(operation, method, value, max) {
        live(this, method);
        const [x, y] = vector(method, 'value', value, max);
        perform(this, operation, method, x, y);
    }

    /** @param {string} method @param {number} bit @param {unknown} on */
    #lock(method, bit, on) {
        live(this, method);
        perform(this, OP.SET_LOCKS, method, bit, boolean(method, 'value', on) ? bit : 0);
    }
}
