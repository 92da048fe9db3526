// What surrounds a mover besides its ground: walls at its sides, ladders and water at its feet, middle and head.
// Directions are along the mover's `up` and to the right of it; heights are from the mover's origin.
import { Rays } from './rays.js';

/** @import { Mover } from '../world/objects/mover.js' */

/** Metres, as all lengths here: from how far away the extent of a mover is measured. */
const FAR = 1e3;
/** The least cosine between a wall's normal and the horizontal: a surface within 30 degrees of upright is a wall. */
const WALL_COSINE = 0.866;
/** Of a mover's height, above and below its origin: where walls are looked for. */
const WALL_PLACE = 0.5;
/** How far to each side the edge of a ladder is looked for. */
const LADDER_REACH = 1;
/** Where the feet take hold, where a ladder below them is looked for, and where the head is. */
export const FEET = 0.05;
const BELOW = 0.1;
const HEAD = 0.1;

/** The rays at a ladder. */
const LADDER = Object.freeze({ MIDDLE: 0, FEET: 1, BELOW: 2, AHEAD: 3, LEFT: 4, RIGHT: 5 });

export class Senses {
    /** @type {Mover<any>} */ #mover;
    #body;
    #world;
    #walls;
    #ledge;
    #ladder;
    #water;
    /** Unit vector, away from the ground. */
    upX = 0;
    upY = 1;
    /** Unit vector to the right of it as the game is drawn. */
    rightX = 1;
    rightY = 0;
    /** A metre in the units of the world. */
    metre;
    /** m/s², how strongly the world pulls against `up`. */
    gravity = 0;
    /** Where the mover is. */
    x = 0.5;
    y = 0.5;
    /** How far the mover reaches from its origin, metres. */
    top = 0;
    bottom = 0;
    left = 0;
    right = 0;

    /**
     * @param {Mover<any>} mover
     * @param {readonly string[]} ladders @param {readonly string[]} water names of layers
     */
    constructor(mover, ladders, water) {
        this.#mover = mover;
        this.#body = mover.body;
        const world = this.#world = mover.body.world;
        this.metre = world.lengthUnit;
        const ignore = mover.body;
        /** @type {string[]} */
        const none = [];
        this.#walls = new Rays(world, { layers: none, ignore });
        this.#ledge = new Rays(world, { layers: none, ignore });
        this.#ladder = new Rays(world, { layers: ladders, ignore, triggers: true, inside: true });
        this.#water = new Rays(world, { layers: water, ignore, triggers: true, inside: true });
        this.refresh();
    }

    /** Reads what does not change from step to step. */
    refresh() {
        const body = this.#body;
        const world = this.#world;
        const [gx, gy] = world.gravity;
        const hand = world.yDown ? -1 : 1;
        const up = this.#mover.up ?? upAgainst(gx, gy, hand);
        [this.upX, this.upY] = up;
        this.rightX = hand * up[1];
        this.rightY = -hand * up[0];
        this.gravity = -(gx * up[0] + gy * up[1]);
        const { collider } = this.#mover;
        const reach = (/** @type {number} */ x, /** @type {number} */ y) => {
            const near = world.closestPointOf(collider, body.x + FAR * this.metre * x,
                body.y + FAR * this.metre * y);
            return near === null ? 0 : (near.x - body.x) * x + (near.y - body.y) * y;
        };
        this.top = reach(up[0], up[1]);
        this.bottom = reach(-up[0], -up[1]);
        this.right = reach(this.rightX, this.rightY);
        this.left = reach(-this.rightX, -this.rightY);
        const solid = world.layers.names.filter((name) =>
            world.layers.response(collider.layer, name) === 'solid'
        );
        this.#walls.layers = this.#ledge.layers = solid;
    }

    /** Takes in where the mover is. */
    read() {
        this.x = this.#body.x;
        this.y = this.#body.y;
    }

    /** Where it is along `up`, metres. */
    get height() {
        return this.x * this.upX + this.y * this.upY;
    }

    /** Whether there are layers of ladders. */
    get hasLadders() {
        return this.#ladder.layers.length > 0;
    }

    /** Whether there are layers of water. */
    get hasWater() {
        return this.#water.layers.length > 0;
    }

    /** Sets a ray that goes aside. @param {Rays} rays @param {number} i @param {number} y where @param {number} x from where @param {number} dx m to the right */
    #aside(rays, i, y, x, dx) {
        const { numbers } = rays;
        const { upX, upY, rightX, rightY } = this;
        numbers[4 * i] = this.x + x * rightX + y * upX;
        numbers[4 * i + 1] = this.y + x * rightY + y * upY;
        numbers[4 * i + 2] = dx * rightX;
        numbers[4 * i + 3] = dx * rightY;
    }

    /** Looks for walls. @param {number} reach m */
    lookForWalls(reach) {
        for (let i = 0; i < 4; ++i) {
            const y = i < 2 ? WALL_PLACE * this.top : -WALL_PLACE * this.bottom;
            this.#aside(this.#walls, i, y, 0,
                i % 2 === 0 ? -this.left - reach : this.right + reach);
        }
        this.#walls.cast();
    }

    /**
     * Whether `lookForWalls` found a wall.
     * @param {number} side -1: left, 1: right @param {number} near m, at most as far away @param {number} reach m, how far was looked
     */
    wall(side, near, reach) {
        const own = side > 0 ? this.right : this.left;
        const maximum = (own + near) / (own + reach);
        const first = side > 0 ? 1 : 0;
        return this.#isWall(first, maximum) || this.#isWall(first + 2, maximum);
    }

    /** @param {number} i @param {number} maximum fraction of its way */
    #isWall(i, maximum) {
        const rays = this.#walls;
        return rays.hit(i) && rays.fraction(i) <= maximum
            && Math.abs(rays.nx(i) * this.rightX + rays.ny(i) * this.rightY) > WALL_COSINE;
    }

    /** Sets a ray to find what is at a height. @param {Rays} rays @param {number} i @param {number} y m */
    #point(rays, i, y) {
        rays.numbers[4 * i] = this.x + y * this.upX;
        rays.numbers[4 * i + 1] = this.y + y * this.upY;
    }

    /** Looks for ladders. @param {number} ahead m, how far it would climb in a step */
    lookForLadders(ahead) {
        const rays = this.#ladder;
        const feet = FEET * this.metre - this.bottom, aside = LADDER_REACH * this.metre;
        this.#point(rays, LADDER.MIDDLE, 0.5 * (this.top - this.bottom));
        this.#point(rays, LADDER.FEET, feet);
        this.#point(rays, LADDER.BELOW, -BELOW * this.metre - this.bottom);
        this.#point(rays, LADDER.AHEAD, feet + ahead);
        this.#aside(rays, LADDER.LEFT, feet, -aside, aside);
        this.#aside(rays, LADDER.RIGHT, feet, aside, -aside);
        rays.cast();
    }

    /** Whether a ladder is at its middle. */
    get ladderAtMiddle() {
        return this.#ladder.hit(LADDER.MIDDLE);
    }

    /** Whether a ladder is at its feet. */
    get ladderAtFeet() {
        return this.#ladder.hit(LADDER.FEET);
    }

    /** Whether a ladder is below its feet. */
    get ladderBelow() {
        return this.#ladder.hit(LADDER.BELOW);
    }

    /** Whether a ladder is where its feet would be after the next step. */
    get ladderAhead() {
        return this.#ladder.hit(LADDER.AHEAD);
    }

    /** How far to the right the middle of the ladder at its feet is, metres; 0 if the ladder is too wide to have one. */
    get ladderMiddle() {
        const rays = this.#ladder;
        if (rays.inside(LADDER.LEFT) || rays.inside(LADDER.RIGHT)) return 0;
        return 0.5 * LADDER_REACH * this.metre
            * (rays.fraction(LADDER.LEFT) - rays.fraction(LADDER.RIGHT));
    }

    /**
     * Adds the velocity of the ladder at its feet.
     * @param {{ vx: number, vy: number }} to to the right and along `up`
     */
    addLadderVelocity(to) {
        const body = this.#ladder.body(LADDER.FEET);
        if (!body) return;
        to.vx += body.vx * this.rightX + body.vy * this.rightY;
        to.vy += body.vx * this.upX + body.vy * this.upY;
    }

    /**
     * How high a ledge is above its feet, metres; NaN if there is none there.
     * @param {number} above m, how far up it looks @param {number} below m
     */
    ledge(above, below) {
        const rays = this.#ledge;
        const from = above - this.bottom;
        const length = above + below;
        this.#point(rays, 0, from);
        rays.numbers[2] = -length * this.upX;
        rays.numbers[3] = -length * this.upY;
        rays.cast();
        return rays.hit(0) ? above - rays.fraction(0) * length : NaN;
    }

    /** Looks for water. */
    lookForWater() {
        this.#point(this.#water, 0, 0.5 * (this.top - this.bottom));
        this.#point(this.#water, 1, this.top - HEAD * this.metre);
        this.#water.cast();
    }

    /** Whether its middle is in water. */
    get waterAtMiddle() {
        return this.#water.hit(0);
    }

    /** Whether its head is in water. */
    get waterAtHead() {
        return this.#water.hit(1);
    }
}

/** @param {number} gx @param {number} gy m/s² @param {number} hand @returns {[x: number, y: number]} */
function upAgainst(gx, gy, hand) {
    const length = Math.sqrt(gx * gx + gy * gy);
    return length > 0 ? [-gx / length, -gy / length] : [0, hand];
}
