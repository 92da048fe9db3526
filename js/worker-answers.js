// The worker's side of a question, for js/worker-host.js: the page's numbers become bodies and
// colliders in what is asked, and the other way round in the answer.
import { Body } from './body.js';
import { Collider } from './collider.js';
import { MicaError } from './errors.js';
import { slotOf } from './layout.js';

/** @import { RayHits } from './casts.js' */
/** @import { World } from './world.js' */

/**
 * @typedef {object} Numbers how the page numbers things
 * @property {(Body | undefined)[]} bodies by the page's index
 * @property {Map<number, Collider[]>} colliders by the page's id: an outline's is many here
 * @property {number[]} indices the page's index by a body's slot
 * @property {number[]} slotIds the page's id by a collider's slot
 */

/**
 * What the page names, in arguments and in the options among them.
 * @param {Numbers} numbers
 * @param {string} method
 * @param {any} value
 * @returns {any}
 */
function named(numbers, method, value) {
    if (Array.isArray(value)) return value.map((each) => named(numbers, method, each));
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
    if ('bodyIndex' in value) {
        const body = numbers.bodies[value.bodyIndex];
        if (!body?.alive) throw new MicaError('STALE_BODY', `${method}: the body was destroyed`);
        return body;
    }
    if ('colliderId' in value) {
        const made = numbers.colliders.get(value.colliderId);
        if (!made?.[0]?.alive) {
            throw new MicaError('STALE_COLLIDER', `${method}: the collider was destroyed`);
        }
        return made;
    }
    if (!('ignore' in value)) return value;
    const ignore = named(numbers, method, value.ignore);
    return { ...value, ignore: Array.isArray(ignore) ? ignore.flat() : ignore };
}

/**
 * An answer as a message can carry it.
 * @param {Numbers} numbers
 * @param {any} value
 * @returns {any}
 */
function told(numbers, value) {
    if (value instanceof Body) return { bodyIndex: numbers.indices[value.index] };
    if (value instanceof Collider) return { colliderId: value.userData };
    if (Array.isArray(value)) {
        const list = value.map((each) => told(numbers, each));
        // Parts of one outline are one collider to the page.
        return list.filter((each, i) => each?.colliderId === undefined
            || list.findIndex((other) => other?.colliderId === each.colliderId) === i);
    }
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, told(numbers, each)]));
}

/**
 * The handles of a flat result as the page's numbers.
 * @param {Numbers} numbers
 * @param {RayHits} result
 */
function renumber({ indices, slotIds }, { count, stride, u32 }) {
    for (let at = 0; at < count * stride; at += stride) {
        if (u32[at] === 0) continue;
        u32[at] = slotIds[slotOf(u32[at])];
        u32[at + 1] = indices[slotOf(u32[at + 1])] + 1;
    }
}

/**
 * The answer for all colliders that are one to the page: what any of them overlaps, or the nearest.
 * @param {Function} found
 * @param {World} world
 * @param {Collider[]} colliders
 * @param {unknown[]} rest
 */
function askEach(found, world, colliders, rest) {
    const answers = colliders.map((collider) => found.call(world, collider, ...rest));
    if (Array.isArray(answers[0])) return answers.flat();
    return answers.reduce((best, each) => (each.distance < best.distance ? each : best));
}

/**
 * Asks the world and tells the answer, with the buffers that are handed over.
 * @param {World} world
 * @param {Numbers} numbers
 * @param {string} what
 * @param {unknown[]} args
 * @returns {{ value: any, handed: ArrayBuffer[] }}
 */
export function answer(world, numbers, what, args) {
    const found = /** @type {any} */ (world)[what];
    const method = `World.${what}`;
    if (typeof found !== 'function') return { value: told(numbers, found), handed: [] };
    const [first, ...rest] = args.map((each) => named(numbers, method, each));
    const value = first?.[0] instanceof Collider ? askEach(found, world, first, rest)
        : found.call(world, first, ...rest);
    if (!(value?.u32 instanceof Uint32Array)) return { value: told(numbers, value), handed: [] };
    renumber(numbers, value);
    return { value, handed: [value.u32.buffer] };
}
