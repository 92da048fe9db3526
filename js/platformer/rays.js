// A few rays that are cast together in every step: one call, with the same arrays each time, so that it allocates
// nothing.
import { slotOf } from '../wire/layout.js';

/** @import { World } from '../world/world.js' */

/** Where a hit has its numbers, as RayHits says. */
const BODY = 1;
const FRACTION = 2;
const INSIDE = 3;
const NORMAL = 6;

/** So many in each call, whether they are needed or not: calls of one size share the engine's memory. */
const COUNT = 6;
/** Metres: a ray as short as this tells what is at a point. */
const POINT = 1e-3;

export class Rays {
    #world;
    #rays;
    #options;
    #hits;

    /**
     * @param {World<any>} world
     * @param {{ layers: readonly string[], ignore: any, triggers?: boolean, inside?: boolean }} options
     */
    constructor(world, options) {
        this.#world = world;
        this.#rays = new Float32Array(4 * COUNT);
        for (let i = 0; i < COUNT; ++i) this.#rays[4 * i + 2] = POINT;
        this.#hits = world.rayCasts(this.#rays, options);
        this.#options = { ...options, out: this.#hits };
    }

    /** Names of the layers that they see. */
    get layers() { return this.#options.layers; }

    set layers(value) { this.#options.layers = value; }

    /**
     * Sets a ray: where it begins, and how far it goes.
     * @param {number} i @param {number} x m @param {number} y @param {number} dx @param {number} dy
     */
    set(i, x, y, dx, dy) {
        const rays = this.#rays;
        rays[4 * i] = x;
        rays[4 * i + 1] = y;
        rays[4 * i + 2] = dx;
        rays[4 * i + 3] = dy;
    }

    /** Sets a ray to tell what is at a point. @param {number} i @param {number} x m @param {number} y */
    setPoint(i, x, y) { this.set(i, x, y, POINT, 0); }

    cast() { this.#world.rayCasts(this.#rays, this.#options); }

    /** Whether a ray hit something. @param {number} i */
    hit(i) { return this.#hits.u32[this.#hits.stride * i + BODY] !== 0; }

    /** Whether a ray began inside of something. @param {number} i */
    inside(i) { return this.#hits.u32[this.#hits.stride * i + INSIDE] !== 0; }

    /** How much of its way a ray went, 0 to 1. @param {number} i */
    fraction(i) { return this.hit(i) ? this.#hits.f32[this.#hits.stride * i + FRACTION] : 1; }

    /** The x of the unit normal where a ray hit. @param {number} i */
    nx(i) { return this.#hits.f32[this.#hits.stride * i + NORMAL]; }

    /** The y of that normal. @param {number} i */
    ny(i) { return this.#hits.f32[this.#hits.stride * i + NORMAL + 1]; }

    /** The body that a ray hit; undefined if there is none. @param {number} i */
    body(i) { return this.hit(i) ? this.#world.bodyAt(slotOf(this.#hits.u32[this.#hits.stride * i + BODY])) : undefined; }
}
