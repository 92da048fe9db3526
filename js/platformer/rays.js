// A few rays that are cast together in every step: one call, with the same arrays each time, so that it allocates
// nothing.
import { rayCasts } from '../batches.js';
import { slotOf } from '../wire/layout.js';

/** @import { World } from '../world/world.js' */

/** Where a hit has its numbers, as RayHits says. */
const BODY = 1;
const FRACTION = 2;
const INSIDE = 3;
const NORMAL = 6;

/** So many in each call, whether they are needed or not: calls of one size share the engine's memory. */
const COUNT = 6;
/** Metres: a ray as short as this finds what is at a point. */
export const POINT = 1e-3;

export class Rays {
    #world;
    /** Of each ray where it begins and how far it goes: x, y, dx, dy, to be written before `cast`. */
    numbers = new Float32Array(4 * COUNT);
    #options;
    #hits;

    /**
     * @param {World<any>} world
     * @param {{ layers: readonly string[], ignore: any, triggers?: boolean, inside?: boolean }} options
     */
    constructor(world, options) {
        this.#world = world;
        for (let i = 0; i < COUNT; ++i) this.numbers[4 * i + 2] = POINT;
        this.#hits = rayCasts(world, this.numbers, options);
        this.#options = { ...options, out: this.#hits };
    }

    /** Names of the layers that they see. */
    get layers() {
        return this.#options.layers;
    }
    set layers(value) {
        this.#options.layers = value;
    }

    cast() {
        rayCasts(this.#world, this.numbers, this.#options);
    }

    /** Whether a ray hit something. @param {number} i */
    hit(i) {
        return this.#hits.u32[this.#hits.stride * i + BODY] !== 0;
    }

    /** Whether a ray began inside of something. @param {number} i */
    inside(i) {
        return this.#hits.u32[this.#hits.stride * i + INSIDE] !== 0;
    }

    /** How much of its way a ray went, 0 to 1. @param {number} i */
    fraction(i) {
        return this.hit(i) ? this.#hits.f32[this.#hits.stride * i + FRACTION] : 1;
    }

    /** The x of the unit normal where a ray hit. @param {number} i */
    nx(i) {
        return this.#hits.f32[this.#hits.stride * i + NORMAL];
    }

    /** The y of that normal. @param {number} i */
    ny(i) {
        return this.#hits.f32[this.#hits.stride * i + NORMAL + 1];
    }

    /** The body that a ray hit; undefined if there is none. @param {number} i */
    body(i) {
        return this.hit(i)
            ? this.#world.bodyAt(slotOf(this.#hits.u32[this.#hits.stride * i + BODY]))
            : undefined;
    }
}
