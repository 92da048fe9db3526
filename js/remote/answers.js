// Answers the page's queries in the worker, for js/worker-host.js: replaces the page's numbers in
// the arguments by bodies, colliders and joints, and objects in the answer by the page's numbers.
// js/remote/questions.js is the page's side.
import { MicaError } from '../wire/errors.js';
import { slotOf } from '../wire/layout.js';
import { Body } from '../world/body.js';
import { Collider } from '../world/collider.js';

/** @import { Joint } from '../world/joint.js' */
/** @import { ContactPoints } from '../world/types.js' */
/** @import { World } from '../world/world.js' */

/**
 * @typedef {object} Numbers how the page numbers things
 * @property {(Body | undefined)[]} bodies by the page's index
 * @property {Map<number, Collider[]>} colliders by the page's id: an outline's is many here
 * @property {Map<number, Joint>} joints by the page's id
 * @property {number[]} indices the page's index by a body's slot
 * @property {number[]} slotIds the page's id by a collider's slot
 * @property {(object: object) => number} numberOf the page's index of a body or id of a collider
 *
 * @typedef {{ bodyIndex?: number, colliderId?: number, jointId?: number }} Ref
 */

/** Words of a contact point's record that are handles, of colliders and of bodies. */
const COLLIDER_WORDS = [0, 1];
const BODY_WORDS = [12, 13];

/**
 * What the page names, in arguments and in the options among them.
 * @param {Numbers} numbers
 * @param {string} method
 * @param {any} value
 * @param {boolean | 'list'} [inside] options, or a list in them: what they name has no options of its own, and a list in it or beside
 *     them names nothing and may hold itself
 * @returns {any}
 */
function named(numbers, method, value, inside = false) {
    if (Array.isArray(value)) return inside === true ? value.map((each) => named(numbers, method, each, 'list')) : value;
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
    if ('jointId' in value) {
        const joint = numbers.joints.get(value.jointId);
        if (!joint?.alive) throw new MicaError('STALE_JOINT', `${method}: the joint was destroyed or broke`);
        return joint;
    }
    if (inside) return value;
    if (!('ignore' in value)) return value;
    const ignore = named(numbers, method, value.ignore, true);
    return { ...value, ignore: Array.isArray(ignore) ? ignore.flat() : ignore };
}

/**
 * An answer as a message can carry it.
 * @param {Numbers} numbers
 * @param {any} value
 * @returns {any}
 */
function encodeAnswer(numbers, value) {
    if (value instanceof Body) return { bodyIndex: numbers.numberOf(value) };
    if (value instanceof Collider) return { colliderId: numbers.numberOf(value) };
    if (Array.isArray(value)) {
        const list = value.map((each) => encodeAnswer(numbers, each));
        // Parts of one outline are one collider to the page.
        return list.filter((each, i) => each?.colliderId === undefined
            || list.findIndex((other) => other?.colliderId === each.colliderId) === i);
    }
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
    // The userData of a cell's kind stays on its side; js/remote/questions.js puts in that of the page.
    return Object.fromEntries(Object.entries(value).map(([key, each]) =>
        [key, key === 'userData' ? undefined : encodeAnswer(numbers, each)]));
}

/** @param {any} value @returns {value is ContactPoints} */
function isFlat(value) {
    return value?.u32 instanceof Uint32Array;
}

/**
 * The handles of flat contact points as the page's numbers.
 * @param {Numbers} numbers
 * @param {ContactPoints} result
 */
function renumber({ indices, slotIds }, result) {
    const { count, stride, u32 } = result;
    for (let at = 0; at < count * stride; at += stride) {
        if (u32[at] === 0) continue;
        for (const word of COLLIDER_WORDS) u32[at + word] = slotIds[slotOf(u32[at + word])];
        for (const word of BODY_WORDS) u32[at + word] = indices[slotOf(u32[at + word])] + 1;
    }
}

/**
 * Every way to put one collider where the page has named one that is many here.
 * @param {any[]} things
 * @returns {any[][]}
 */
function choices(things) {
    return things.reduce((lists, thing) => {
        const each = thing?.[0] instanceof Collider ? thing : [thing];
        return lists.flatMap((/** @type {any[]} */ list) => each.map((/** @type {any} */ one) => [...list, one]));
    }, [[]]);
}

/**
 * Flat contact points as one, in memory of their own: a world fills the same arrays anew.
 * @param {Uint32Array[]} lists
 * @param {number} stride
 * @returns {ContactPoints}
 */
function joined(lists, stride) {
    const words = lists.reduce((sum, list) => sum + list.length, 0);
    const u32 = new Uint32Array(words);
    let at = 0;
    for (const list of lists) {
        u32.set(list, at);
        at += list.length;
    }
    return { count: words / stride, stride, u32, f32: new Float32Array(u32.buffer) };
}

/**
 * One answer for all colliders that are one to the page.
 * @param {string} what
 * @param {any[]} answers
 */
function together(what, answers) {
    const [first] = answers;
    if (answers.length === 1) return first;
    if (what === 'contains') return answers.includes(true);
    if (what === 'aabb') {
        const [minX, minY] = ['minX', 'minY'].map((key) => Math.min(...answers.map((box) => box[key])));
        const [maxX, maxY] = ['maxX', 'maxY'].map((key) => Math.max(...answers.map((box) => box[key])));
        return { minX, minY, maxX, maxY };
    }
    if (Array.isArray(first)) return answers.flat();
    return answers.reduce((best, each) => (each.distance < best.distance ? each : best));
}

/**
 * Asks the world, or a thing in it, and encodes the answer, with the buffers that are handed over.
 * @param {World} world
 * @param {Numbers} numbers
 * @param {Ref | undefined} of
 * @param {string} what
 * @param {unknown[]} args
 * @returns {{ value: any, handed: ArrayBuffer[] }}
 */
export function answer(world, numbers, of, what, args) {
    const kind = !of ? 'World' : 'bodyIndex' in of ? 'Body' : 'colliderId' in of ? 'Collider' : 'Joint';
    const things = [of ?? world, ...args].map((each) => (each === world ? world : named(numbers, `${kind}.${what}`, each)));
    /** @type {Uint32Array[]} */
    const points = [];
    let stride = 0;
    const answers = choices(things).map(([target, ...given]) => {
        const found = typeof target[what] === 'function' ? target[what](...given) : target[what];
        if (!isFlat(found)) return found;
        points.push(found.u32.slice(0, found.count * found.stride));
        ({ stride } = found);
        return found;
    });
    const value = points.length > 0 ? joined(points, stride) : together(what, answers);
    if (!isFlat(value)) return { value: encodeAnswer(numbers, value), handed: [] };
    renumber(numbers, value);
    return { value, handed: [/** @type {ArrayBuffer} */ (value.u32.buffer)] };
}
