// The body of a game object, as Arcade's: in pixels, y down, angles fixed unless they are set free. It is
// `sprite.body`, which Phaser destroys along with its game object and which games written for Arcade read;
// the engine's own Body, in metres and y up, is `sprite.body.mica`. js/adapters/phaser/arcade.js makes one
// for each game object, moves the object with it once a frame, and tells it what it touches.
import { BOUNDED } from './pairs.js';
import { LiveVector } from './vector.js';

/** @import { Body } from '../../world/objects/body.js' */
/** @import { Arcade } from './arcade.js' */
/** @import { Place } from './pairs.js' */
/** @import { GameObjectLike, Sides } from './types.js' */

/** Pixels: a collider is at least so wide and high, also where its object is scaled to nothing. */
const MIN_SIZE = 1;

/** @returns {Sides} */
const noSides = () => ({ none: true, up: false, down: false, left: false, right: false });

/** @param {Sides} sides */
function clear(sides) {
    sides.none = true;
    sides.up =
        sides.down =
        sides.left =
        sides.right =
            false;
}

/** @param {Sides} sides @param {keyof Sides} side */
function mark(sides, side) {
    sides[side] = true;
    sides.none = false;
}

/** The body of a game object: `sprite.body`. Its methods return it; those of a sprite return the sprite. */
export class MicaBody {
    #arcade;
    #gameObject;
    #shape = { circle: false, width: 0, height: 0, offsetX: 0, offsetY: 0, whole: true };
    #blocked = noSides();
    #touching = noSides();

    /** The step whose contacts they hold. */
    #sidesStep = -1;

    /** m/s of the moving body that it stands on, added to its velocity. */
    #carried = 0;

    /** What the object was like when it was last read or moved. */
    #seen = { x: NaN, y: NaN, rotation: NaN, width: NaN, height: NaN };

    #bounce = 0;

    /** Where to the game has set its velocity since the last step. */
    #driven = { x: 0, y: 0 };

    #gravity = { x: 0, y: 0 };
    #acceleration = { x: 0, y: 0 };
    #velocity = new LiveVector(
        (axis) =>
            axis === 'x'
                ? (this.mica.vx - this.#carried) * this.#arcade.scale
                : -this.mica.vy * this.#arcade.scale,
        (x, y) => this.setVelocity(x, y),
    );

    /**
     * The groups that it is in, its game object and what else pairs may name. The plugin writes it.
     * @type {Set<object>}
     * @internal
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
     * @param {GameObjectLike} gameObject
     * @param {Body<any>} mica
     */
    constructor(arcade, gameObject, mica) {
        this.#arcade = arcade;
        this.#gameObject = gameObject;
        /** The engine's body, in metres, y up, counter-clockwise. */
        this.mica = mica;
        this.members = new Set([gameObject]);
    }

    /** The game object that moves with it. */
    get gameObject() {
        return this.#gameObject;
    }

    /** Pixels a second, y down: `x`, `y` and `set` may be written; on a moving platform, as seen from it. */
    get velocity() {
        return this.#velocity;
    }

    /**
     * Sides at which it meets what does not give way: static and immovable bodies, tiles, the world's bounds.
     * Of the last step; the same object each time.
     */
    get blocked() {
        this.#refreshSides();
        return this.#blocked;
    }

    /** Sides at which it meets other game objects. Of the last step; the same object each time. */
    get touching() {
        this.#refreshSides();
        return this.#touching;
    }

    /** Whether it stands on something that does not give way. */
    onFloor() {
        return this.blocked.down;
    }

    /** Whether its upper side meets something that does not give way. */
    onCeiling() {
        return this.blocked.up;
    }

    /** Whether its left or right side meets something that does not give way. */
    onWall() {
        return this.blocked.left || this.blocked.right;
    }

    /** While false it meets nothing and does not move. */
    get enable() {
        return this.mica.enabled;
    }
    set enable(value) {
        this.mica.enabled = value;
    }

    /** False while it floats. A static or immovable body knows no gravity anyway. */
    get allowGravity() {
        return this.mica.gravityScale !== 0;
    }
    set allowGravity(value) {
        this.mica.gravityScale = value ? 1 : 0;
    }

    /** Whether nothing that it meets moves it. */
    get immovable() {
        return this.mica.type !== 'dynamic';
    }
    set immovable(value) {
        this.setImmovable(value);
    }

    /** The part of its speed that is left where it bounces, 0 to 1. */
    get bounce() {
        return this.#bounce;
    }

    /** kg; of a body of this density, 1 kg for each square metre, unless set. */
    get mass() {
        return this.mica.mass;
    }

    /**
     * Sets its velocity.
     * @param {number} x pixels a second to the right; on a moving platform, as seen from it
     * @param {number} [y] pixels a second downwards, by default x
     */
    setVelocity(x, y = x) {
        const { scale } = this.#arcade;
        this.mica.setVelocity(x / scale + this.#carried, -y / scale);
        Object.assign(this.#driven, { x, y });
        return this;
    }

    /**
     * Sets its velocity to the right.
     * @param {number} value pixels a second to the right; on a moving platform, as seen from it
     */
    setVelocityX(value) {
        this.mica.setVelocity(value / this.#arcade.scale + this.#carried, this.mica.vy);
        this.#driven.x = value;
        return this;
    }

    /**
     * Sets its velocity downwards.
     * @param {number} value pixels a second downwards
     */
    setVelocityY(value) {
        this.mica.setVelocity(this.mica.vx, -value / this.#arcade.scale);
        this.#driven.y = value;
        return this;
    }

    /**
     * Sets how it bounces.
     * @param {number} value the part of its speed that is left where it bounces, 0 to 1, on both axes. Where the game
     *     keeps setting its velocity against something that it touches, it does not bounce
     */
    setBounce(value) {
        this.mica.colliders[0].restitution = value;
        this.#bounce = value;
        return this;
    }

    /**
     * Sets its friction.
     * @param {number} value coefficient of friction, default 0; a pair uses the geometric mean of both sides'
     */
    setFriction(value) {
        this.mica.colliders[0].friction = value;
        return this;
    }

    /**
     * Keeps it within the world's bounds.
     * @param {boolean} [value] whether it stays within the world's bounds (`this.mica.setBounds`)
     */
    setCollideWorldBounds(value = true) {
        if (value) this.members.add(BOUNDED);
        else this.members.delete(BOUNDED);
        this.#arcade.pairs.put(this);
        return this;
    }

    /**
     * Sets its own gravity, beside the world's.
     * @param {number} x pixels/s² to the right, beside the world's gravity
     * @param {number} [y] downwards, by default x
     */
    setGravity(x, y = x) {
        this.#gravity = { x, y };
        return this;
    }

    /**
     * Sets its own gravity to the right, beside the world's.
     * @param {number} value pixels/s² to the right, beside the world's gravity
     */
    setGravityX(value) {
        return this.setGravity(value, this.#gravity.y);
    }

    /**
     * Sets its own gravity downwards, beside the world's.
     * @param {number} value pixels/s² downwards, beside the world's gravity
     */
    setGravityY(value) {
        return this.setGravity(this.#gravity.x, value);
    }

    /**
     * Accelerates it from now on.
     * @param {number} x pixels/s² to the right, from now on
     * @param {number} [y] downwards, by default x
     */
    setAcceleration(x, y = x) {
        this.#acceleration = { x, y };
        if (x !== 0 || y !== 0) this.mica.wake();
        return this;
    }

    /**
     * Accelerates it to the right from now on.
     * @param {number} value pixels/s² to the right, from now on
     */
    setAccelerationX(value) {
        return this.setAcceleration(value, this.#acceleration.y);
    }

    /**
     * Accelerates it downwards from now on.
     * @param {number} value pixels/s² downwards, from now on
     */
    setAccelerationY(value) {
        return this.setAcceleration(this.#acceleration.x, value);
    }

    /**
     * Sets whether it falls.
     * @param {boolean} [value] whether gravity moves it: the world's and its own
     */
    setAllowGravity(value = true) {
        this.allowGravity = value;
        return this;
    }

    /**
     * Limits its speed.
     * @param {number} value pixels a second, its largest speed in any direction
     */
    setMaxSpeed(value) {
        this.mica.maxSpeed = value / this.#arcade.scale;
        return this;
    }

    /**
     * Sets its mass.
     * @param {number} value kg, above 0
     */
    setMass(value) {
        this.mica.setMass({ mass: value });
        return this;
    }

    /**
     * Makes it a moving platform, or a plain body again.
     * @param {boolean} [value] whether it moves as its velocity says, whatever it meets and without gravity, as a
     *     moving platform does; of no effect on a static body
     */
    setImmovable(value = true) {
        if (this.mica.type !== 'static') this.mica.type = value ? 'kinematic' : 'dynamic';
        return this;
    }

    /**
     * Sets whether it keeps its angle.
     * @param {boolean} [value] whether its angle stays as it is, the default; else it tumbles, and turns the game object
     */
    setFixedRotation(value = true) {
        this.mica.lockRotation = value;
        return this;
    }

    /**
     * Makes it a box.
     * @param {number} width pixels, before the object's scale
     * @param {number} height pixels, before the object's scale
     * @param {boolean} [center] in the middle of the object, the default; else its offset stays
     */
    setSize(width, height, center = true) {
        const shape = this.#shape;
        Object.assign(shape, { circle: false, whole: false, width, height });
        if (center) {
            shape.offsetX = (this.#gameObject.width - width) / 2;
            shape.offsetY = (this.#gameObject.height - height) / 2;
        }
        return this.#reshape();
    }

    /** The same as `setSize`. @param {number} width @param {number} height @param {boolean} [center] */
    setBodySize(width, height, center = true) {
        return this.setSize(width, height, center);
    }

    /**
     * Makes it a circle.
     * @param {number} radius pixels, before the object's scale
     * @param {number} [offsetX] pixels from the object's left edge to the circle's, by default its present offset, first 0
     * @param {number} [offsetY] pixels from the object's upper edge
     */
    setCircle(radius, offsetX = this.#shape.offsetX, offsetY = this.#shape.offsetY) {
        Object.assign(this.#shape, { circle: true, whole: false, width: 2 * radius,
            height: 2 * radius, offsetX, offsetY });
        return this.#reshape();
    }

    /**
     * Moves it within its object.
     * @param {number} x pixels from the object's left edge to the body's, before the object's scale
     * @param {number} [y] pixels from its upper edge, by default x
     */
    setOffset(x, y = x) {
        this.#measure();
        Object.assign(this.#shape, { whole: false, offsetX: x, offsetY: y });
        return this.#reshape();
    }

    /** Takes in at once that its object was moved, scaled or resized, which the next frame does anyway. */
    refreshBody() {
        this.readObject();
        return this;
    }

    /** Stops it, and puts it and its object elsewhere. @param {number} x pixels @param {number} y pixels */
    reset(x, y) {
        this.#gameObject.x = x;
        this.#gameObject.y = y;
        this.refreshBody();
        return this.stop();
    }

    /** Sets its velocity and acceleration to 0. */
    stop() {
        this.setAcceleration(0);
        return this.setVelocity(0);
    }

    /**
     * Stops it and has it meet nothing.
     * @param {boolean} [deactivate] whether its object is set inactive, default false
     * @param {boolean} [hide] whether its object is hidden, default false
     */
    disableBody(deactivate = false, hide = false) {
        this.stop();
        this.enable = false;
        if (deactivate) this.#gameObject.setActive(false);
        if (hide) this.#gameObject.setVisible(false);
        return this;
    }

    /**
     * Has it meet and move again.
     * @param {boolean} [reset] whether it is put to x and y first, default false
     * @param {number} [x] pixels, by default where its object is
     * @param {number} [y] pixels, by default where its object is
     * @param {boolean} [activate] whether its object is set active, default false
     * @param {boolean} [show] whether its object is shown, default false
     */
    enableBody(reset = false, x = this.#gameObject.x, y = this.#gameObject.y, activate = false,
        show = false)
    {
        if (reset) this.reset(x, y);
        this.enable = true;
        if (activate) this.#gameObject.setActive(true);
        if (show) this.#gameObject.setVisible(true);
        return this;
    }

    /** Destroys it; its object stays. Phaser calls it as the object is destroyed. */
    destroy() {
        this.#arcade.drop(this);
        if (this.mica.alive) this.mica.destroy();
        if (this.#gameObject.body === this) this.#gameObject.body = null;
    }

    /**
     * Puts it on a layer of the world.
     * @internal
     * @param {string} layer
     */
    setLayer(layer) {
        this.mica.colliders[0].layer = layer;
    }

    /**
     * Before a step: takes in where and how large the game object is, if the game has changed it.
     * @internal
     */
    readObject() {
        const { x, y, rotation, width, height, scaleX, scaleY } = this.#gameObject;
        const seen = this.#seen;
        if (seen.width !== width * scaleX || seen.height !== height * scaleY) this.#reshape();
        const turned = rotation !== seen.rotation && !this.mica.lockRotation;
        if (x === seen.x && y === seen.y && !turned) return;
        const [wx, wy] = this.#arcade.toWorld(x, y);
        if (turned) this.mica.setTransform(wx, wy, -rotation);
        else this.mica.setTransform(wx, wy);
        seen.x = x;
        seen.y = y;
        seen.rotation = rotation;
    }

    /**
     * After a step: moves the game object.
     * @internal
     * @param {Float32Array} poses of the world
     */
    moveObject(poses) {
        const { mica } = this;
        const at = 4 * mica.index;
        const [x, y] = this.#arcade.fromWorld(poses[at], poses[at + 1]);
        const object = this.#gameObject;
        this.#seen.x = object.x = x;
        this.#seen.y = object.y = y;
        if (!mica.lockRotation)
            this.#seen.rotation = object.rotation = -Math.atan2(poses[at + 3], poses[at + 2]);
    }

    /**
     * Before a step: its own gravity and acceleration, as a force.
     * @internal
     */
    push() {
        const { mica } = this;
        const falls = this.allowGravity ? 1 : 0;
        const x = this.#acceleration.x + falls * this.#gravity.x;
        const y = this.#acceleration.y + falls * this.#gravity.y;
        if ((x === 0 && y === 0) || !mica.awake) return;
        const factor = mica.mass / this.#arcade.scale;
        mica.applyForce(factor * x, -factor * y);
    }

    /**
     * Before a step: has it bounce, unless the game drives it against what it touches already.
     * @internal
     */
    prepareBounce() {
        if (this.#bounce === 0) return;
        const driven = this.#driven;
        const { x, y } = driven;
        driven.x = driven.y = 0;
        const pressed = (x !== 0 || y !== 0)
            && [this.blocked, this.touching].some(({ left, right, up, down }) =>
                (left && x < 0) || (right && x > 0) || (up && y < 0) || (down && y > 0)
            );
        const restitution = pressed ? 0 : this.#bounce;
        const [collider] = this.mica.colliders;
        if ((collider.restitution === 0) !== (restitution === 0))
            collider.restitution = restitution;
    }

    /**
     * After a step: has it move along with what it stands on.
     * @internal
     * @param {number} speed m/s to the right
     */
    carry(speed) {
        if (speed === this.#carried) return;
        this.mica.setVelocity(this.mica.vx + speed - this.#carried, this.mica.vy);
        this.#carried = speed;
    }

    /**
     * Notes a contact of the last step.
     * @param {number} step
     * @param {keyof Sides} side
     * @param {boolean} object whether the other is a game object @param {boolean} immovable whether the other is static or kinematic
     * @internal
     */
    noteTouch(step, side, object, immovable) {
        this.#clearSides(step);
        if (object) mark(this.#touching, side);
        if (immovable) mark(this.#blocked, side);
    }

    #refreshSides() {
        this.#clearSides(this.#arcade.contacts.update());
    }

    /** @param {number} step */
    #clearSides(step) {
        if (this.#sidesStep === step) return;
        this.#sidesStep = step;
        clear(this.#touching);
        clear(this.#blocked);
    }

    /** As long as nobody has set its size, it is that of the object. */
    #measure() {
        if (!this.#shape.whole) return;
        this.#shape.width = this.#gameObject.width;
        this.#shape.height = this.#gameObject.height;
    }

    #reshape() {
        const { width, height, scaleX, scaleY } = this.#gameObject;
        Object.assign(this.#seen, { width: width * scaleX, height: height * scaleY });
        this.mica.colliders[0].setShape(this.shape());
        return this;
    }

    /**
     * Its shape, in metres in the space of its body.
     * @internal
     */
    shape() {
        this.#measure();
        const object = this.#gameObject;
        const { circle, width, height, offsetX, offsetY } = this.#shape;
        const { scale } = this.#arcade;
        const [sx, sy] = [Math.abs(object.scaleX), Math.abs(object.scaleY)];
        const x = (offsetX + width / 2 - (object.originX ?? 0.5) * object.width) * sx / scale;
        const y = -(offsetY + height / 2 - (object.originY ?? 0.5) * object.height) * sy / scale;
        /** @param {number} pixels */
        const metres = (pixels) => Math.max(pixels, MIN_SIZE) / scale;
        return circle
            ? { shape: /** @type {const} */ ('circle'), radius: metres(width * sx) / 2,
                center: [x, y] }
            : { shape: /** @type {const} */ ('box'), width: metres(width * sx),
                height: metres(height * sy), center: [x, y] };
    }
}
