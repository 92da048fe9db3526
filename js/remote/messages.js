// What a page and its worker say to each other about a world: one batch of commands a task, one reply a
// batch. How errors, bodies, colliders and joints travel: objects as marks with the number that both sides
// know them by. Used by both sides.
import { MAX_SLOT, MicaError, copyList, wrongType } from '../wire/errors.js';
import { isBody, isCollider, isJoint } from '../wire/object.js';

/** @import { WorldOptions } from '../options/types.js' */
/** @import { SharedFrames } from './frame.js' */

/**
 * @typedef {{ wasm?: any, simd?: boolean, warmUp?: number, options: WorldOptions, shared: boolean, module?: string }} Start
 * @typedef {{ batch: number, commands: any[][], slots: number, spare?: ArrayBuffer }} Batch
 *
 * @typedef {object} Ready what the worker says once it has a world
 * @property {import('../world/objects/defaults.js').Defaults} defaults of the engine
 * @property {boolean} module whether a module plays with the world
 * @property {Record<string, 'question' | 'setting'>} members of World: a setting can be assigned
 * @property {Record<string, any>} settings their values
 *
 * @typedef {object} Fault an error as a message carries it
 * @property {string} name
 * @property {string} message
 * @property {string} [stack]
 * @property {string} [code]
 * @property {number[]} [lost] numbers of what was not made because of it
 *
 * @typedef {object} Reply what the worker says after each batch
 * @property {number} batch
 * @property {number} steps
 * @property {Record<string, number[]>} events flat, as js/remote/events.js writes them
 * @property {{ ticket: number, value?: any, fault?: Fault }[]} answers
 * @property {Fault[]} faults
 * @property {number} alpha
 * @property {number} time
 * @property {number} stepCount
 * @property {any[][]} changes what was made, set and destroyed in the worker, as js/remote/registry.js notes it
 * @property {Record<string, any>} settings of the world that have changed there
 * @property {unknown[]} posts messages of the module
 * @property {ArrayBuffer} [frame]
 * @property {SharedFrames} [shared]
 * @property {import('./types.js').WorkerMatter[]} [matters] of a world with matter
 *
 * @typedef {object} Channel
 * @property {(message: unknown, transfer?: Transferable[]) => void} post
 * @property {() => void} close
 */

/**
 * The error again that a message carried.
 * @param {Fault} fault
 * @returns {Error & { code?: string }}
 */
export function errorOf({ name, message, code, stack }) {
    const cause = stack === undefined ? undefined : { cause: `in the worker: ${stack}` };
    if (name === 'MicaError') return new MicaError(code ?? '', message, cause);
    const kinds = { RangeError, TypeError };
    const Kind = kinds[/** @type {keyof typeof kinds} */ (name)] ?? Error;
    return Object.assign(new Kind(message, cause), code === undefined ? {} : { code });
}

/**
 * An error as a message can carry it.
 * @param {unknown} error an error, or whatever was thrown
 * @returns {Fault}
 */
export function faultOf(error) {
    if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
    const { name, message, stack } = error;
    return { name, message, stack, code: /** @type {{ code?: string }} */ (error).code };
}

/**
 * A copy that a message can carry, made now, so that the caller may reuse his object.
 * @template T
 * @param {string} method
 * @param {T} value
 * @returns {T}
 */
export function plain(method, value) {
    try {
        return structuredClone(value);
    } catch (error) {
        throw new TypeError(`${method}: options must be plain data to go to a worker`, {
            cause: error,
        });
    }
}

/** Names what stands for a body, collider or joint in a message. */
const MARK = 'mica2d';

/** @typedef {'body' | 'collider' | 'joint'} Kind */

/** What a value is, if it is an object of a world. @param {any} value @returns {Kind | undefined} */
export function kindNameOf(value) {
    if (typeof value !== 'object' || value === null) return undefined;
    return isBody(value)
        ? 'body'
        : isCollider(value)
        ? 'collider'
        : isJoint(value)
        ? 'joint'
        : undefined;
}

/** What stands for an object. @param {Kind} kind @param {number} number of the object */
export const marked = (kind, number) => ({ [MARK]: [kind, number] });

/**
 * A copy of a message in which objects are replaced; goes through lists and plain objects.
 * @param {any} value
 * @param {(value: any, name: string) => unknown} replace gives what takes an object's place, undefined if it stays; is given
 *     the name of the property that holds it
 * @param {string} [name] of the property, or list, that holds the value
 * @param {Map<object, unknown>} [seen] copies by their originals, since a message may be cyclic
 * @returns {any}
 */
export function exchange(value, replace, name = '', seen = new Map()) {
    if (typeof value !== 'object' || value === null) return value;
    const other = replace(value, name);
    if (other !== undefined) return other;
    if (seen.has(value)) return seen.get(value);
    const prototype = Object.getPrototypeOf(value);
    const list = Array.isArray(value);
    if (!list && prototype !== Object.prototype && prototype !== null) return value;
    /** @type {any} */
    const copy = list ? [] : {};
    if (list) copy.length = value.length;
    seen.set(value, copy);
    for (const [key, each] of Object.entries(value))
        copy[key] = exchange(each, replace, list ? name : key, seen);
    return copy;
}

/**
 * A message with this side's objects in the place of the marks.
 * @param {any} value
 * @param {(kind: Kind, number: number) => unknown} find gives the object, null for one that is gone
 */
export function unmark(value, find) {
    return exchange(value, (each) => {
        const mark = each[MARK];
        return Array.isArray(mark) && mark.length === 2 ? find(mark[0], mark[1]) : undefined;
    });
}

/**
 * A copy of a message, made now, and what is handed over with it.
 * @param {string} method
 * @param {unknown} message
 * @param {Transferable[]} transfer moved into the copy
 * @returns {{ copy: unknown, handed: Transferable[] }}
 */
export function portable(method, message, transfer) {
    if (!Array.isArray(transfer)) wrongType(method, 'transfer', 'an array', transfer);
    const list = /** @type {Transferable[]} */ (copyList(method, 'transfer', transfer, MAX_SLOT));
    try {
        const [copy, handed] = structuredClone([message, list], { transfer: list });
        return { copy, handed: /** @type {Transferable[]} */ (handed) };
    } catch (error) {
        throw new TypeError(
            `${method}: message must be data that can be cloned: ${faultOf(error).message}`,
            { cause: error },
        );
    }
}
