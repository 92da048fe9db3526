// Films: the past of a world as one snapshot for each step, most of them as the difference from a whole one. A film begins at
// a step of another film, which holds what came before; so films make a tree, and none is ever copied.

/** @typedef {import('../../js/index.js').World<any>} World */

export const LENGTH = 1200; // steps, 20 s
export const STEP = 1 / 60; // seconds
const WHOLE_EVERY = 30; // steps

export class Film {
    /** @type {Uint8Array<ArrayBuffer>[]} */ #frames = [];
    /** What each frame is the difference from; itself if it is whole. @type {Uint8Array<ArrayBuffer>[]} */ #wholes =
        [];
    /** @type {ReturnType<World['hash']>[]} */ #hashes = [];
    /** Of all its frames. */ bytes = 0;
    /** x and y of the golden ball, by step. */ path = new Float32Array(2 * LENGTH + 2);
    /** How far the body that is farthest from its place on the film beside this one was from there, in metres, by step; NaN if not known. */
    apart = new Float32Array(LENGTH + 1).fill(NaN);
    /** The cup that holds the golden ball at the last step, from 0; -1 if none does. */ cup = -1;

    /** @param {number} number from 0, chooses name and colour @param {Film | null} parent @param {number} from first step */
    constructor(number, parent, from) {
        this.number = number;
        this.parent = parent;
        this.from = from;
        this.name = 'ABCDEF'[number];
    }

    /** The newest step. */
    get last() {
        return this.from + this.#frames.length - 1;
    }

    /** Adds the world as it is as the next step. @param {World} world */
    record(world) {
        const since = this.#frames.length % WHOLE_EVERY > 0
            ? /** @type {Uint8Array<ArrayBuffer>} */ (this.#wholes.at(-1))
            : undefined;
        const frame = world.snapshot(since && { since });
        this.#frames.push(frame);
        this.#wholes.push(since ?? frame);
        this.#hashes.push(world.hash());
        this.bytes += frame.length;
    }

    /** The film of the tree that holds a step of this one; its first step is on the one that it grew from, too. @param {number} step @returns {Film} */
    holder(step) {
        return this.parent && step <= this.from ? this.parent.holder(step) : this;
    }

    /** The films that hold the steps up to its last one, the oldest first. @returns {{ film: Film, from: number, to: number }[]} */
    line(to = this.last) {
        return [...this.parent?.line(this.from) ?? [],
            ...to > this.from ? [{ film: /** @type {Film} */ (this), from: this.from, to }] : []];
    }

    /** Makes a world what it was at a step. @param {World} world @param {number} step */
    show(world, step) {
        const { from, ...film } = this.#parts(step);
        const [frame, since] = [film.frames[step - from], film.wholes[step - from]];
        world.restore(frame, since === frame ? undefined : { since });
    }

    /** Two worlds are the same, bit for bit, if their hashes are. @param {number} step */
    hash(step) {
        const { from, hashes } = this.#parts(step);
        return hashes[step - from];
    }

    /** @param {number} step */
    #parts(step) {
        const film = this.holder(step);
        return { from: film.from, frames: film.#frames, wholes: film.#wholes,
            hashes: film.#hashes };
    }
}

/**
 * The first step at which two films differ; -1 if they are the same so far.
 * @param {Film} a @param {Film} b
 */
export function firstDifferent(a, b) {
    const last = Math.min(a.last, b.last);
    for (let step = 0; step <= last; ++step) {
        if (a.holder(step) !== b.holder(step) && a.hash(step) !== b.hash(step)) return step;
    }
    return -1;
}
