// 'mica2d/differences': which step of two runs of a game was the first that differed, and what in the world did. For
// games that play the same steps on several machines: find the step by the hashes of both, then compare the
// snapshots of it. It reads the bytes alone, by js/wire/saved.js, and carries no engine.
import { compareNumbers, comparePage, compareRows } from './wire/compare.js';
import { nameOf, textOf } from './wire/difference-text.js';
import { MicaError, integer, isTyped, readOptions, wrongType } from './wire/errors.js';
import { openSaved } from './wire/saved-bytes.js';

/** @import { Found } from './wire/compare.js' */

/**
 * A world whose bodies have names: their user data is a text, or has a `name`.
 * @typedef {import('./world/world.js').World<any>} ComparedWorld
 */

/**
 * Something in which two worlds differ.
 * @typedef {object} Difference
 * @property {string} what 'world', 'layer table', 'body', 'collider', 'joint', 'mover', 'contact', 'matter', 'emitter', 'gauge', 'particle', or of the engine's own 'tree',
 *     'free slots', 'events' and the like
 * @property {number} slot which of them: the `index` of a body, collider or joint, of a mover that of its body; -1 where there is but one. Of a contact
 *     its place in the first world that has it
 * @property {string} field as a game calls it, such as 'position.x'; 'alive' where only one of the two worlds has it
 * @property {number | bigint | boolean | string} a its value in the first world
 * @property {number | bigint | boolean | string} b its value in the second
 * @property {string} text all of it as a sentence
 */

/**
 * How much `differences` gives.
 * @typedef {object} DifferencesOptions
 * @property {number} [limit] most differences in the list, at least 1, default 20
 */

/**
 * @param {unknown} given
 * @param {string} name
 * @returns {{ bytes: Uint8Array, world: ComparedWorld | undefined }}
 */
function bytesOf(given, name) {
    const method = 'differences';
    if (isTyped(given, Uint8Array)) return { bytes: given, world: undefined };
    const world = /** @type {any} */ (given);
    if (typeof world?.snapshot !== 'function')
        wrongType(method, name, 'a World or the bytes of a snapshot', given);
    const bytes = world.snapshot();
    if (bytes instanceof Uint8Array) return { bytes, world };
    // Nobody waits for what a world in a worker has promised.
    if (bytes instanceof Promise) bytes.catch(() => {});
    throw new MicaError('NOT_IN_WORKER',
        `${method}: ${name} is a world in a worker; await its snapshot()`);
}

/**
 * In what two worlds differ, causes first: settings, then what exists, positions and velocities, joints, contacts, and
 * at last what the engine derives from them. Numbers are compared by their bits. User data is not compared; it
 * names bodies in the text.
 * @param {ComparedWorld | Uint8Array} a a world, or the bytes of `world.snapshot()`
 * @param {ComparedWorld | Uint8Array} b another
 * @param {DifferencesOptions} [options]
 * @returns {Difference[]} empty if there is none
 * @throws {MicaError} BAD_SNAPSHOT for bytes that are no whole snapshot, or of another version of Mica than this
 */
export function differences(a, b, options = {}) {
    const { limit = 20 } = readOptions('differences', 'options', options, new Set(['limit']));
    const maximum = integer('differences', 'limit', limit, 1, 2 ** 31);
    const [one, other] = [bytesOf(a, 'a'), bytesOf(b, 'b')];
    const [first, second] = [openSaved(one.bytes, 'a'), openSaved(other.bytes, 'b')];
    /** @type {Found[]} */
    const found = [];
    compareNumbers(first, second, found);
    comparePage(first, second, found);
    compareRows(first, second, found);
    found.sort((x, y) => x.level - y.level || x.order - y.order || x.slot - y.slot);
    const names = (/** @type {string} */ kind, /** @type {number} */ slot) =>
        nameOf(first, one.world, kind, slot) ?? nameOf(second, other.world, kind, slot);
    return found.slice(0, maximum).map((each) => ({
        what: each.what,
        slot: each.slot,
        field: each.field,
        a: each.a,
        b: each.b,
        text: textOf(each, first, second, names),
    }));
}

/**
 * What one side knows of each step, such as `world.hash()` after it: a list, or a function that asks for it over the
 * network.
 * @typedef {ArrayLike<unknown> | ((step: number) => unknown | Promise<unknown>)} Answers
 */

/**
 * The first step whose answers differ. It asks both sides for about log2(steps) of them, two at a time, and supposes that
 * all answers after the first difference differ, too, as the hashes of worlds do.
 * @param {number} steps how many there are
 * @param {Answers} askA @param {Answers} askB
 * @returns {Promise<number>} from 0; -1 if the last one is the same
 */
export async function firstDifference(steps, askA, askB) {
    const method = 'firstDifference';
    integer(method, 'steps', steps, 0, 2 ** 31);
    /** @param {Answers} ask @param {string} name */
    const asker = (ask, name) => {
        if (typeof ask === 'function') return ask;
        if (!(Number(/** @type {any} */ (ask)?.length) >= steps))
            wrongType(method, name, `a function or a list of ${steps} answers`, ask);
        return (/** @type {number} */ step) => ask[step];
    };
    const [a, b] = [asker(askA, 'askA'), asker(askB, 'askB')];
    const differs = async (/** @type {number} */ step) => {
        const [one, other] = await Promise.all([a(step), b(step)]);
        return !Object.is(one, other);
    };
    if (steps === 0 || !(await differs(steps - 1))) return -1;
    let [same, other] = [-1, steps - 1];
    while (other - same > 1) {
        const middle = same + Math.floor((other - same) / 2);
        if (await differs(middle)) other = middle;
        else same = middle;
    }
    return other;
}
