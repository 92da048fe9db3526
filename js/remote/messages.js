// What js/remote/world.js and js/worker-host.js say to each other: one batch of commands a task,
// one reply a batch; and how errors and options travel.
import { MAX_SLOT, MicaError, copyList, wrongType } from '../wire/errors.js';

/** @import { WorldTime } from '../options/options.js' */
/** @import { WorldOptions } from '../options/types.js' */
/** @import { SharedFrames } from './frame.js' */

/**
 * @typedef {{ wasm?: any, simd?: boolean, warmUp?: number, options: WorldOptions, shared: boolean, module?: string }} Start
 * @typedef {{ batch: number, commands: any[][], slots: number, spare?: ArrayBuffer }} Batch
 * @typedef {{ ticket: number, value?: any, fault?: Fault }} Answer
 *
 * @typedef {object} Fault an error, and what was not made because of it
 * @property {string} name
 * @property {string} message
 * @property {string} [stack]
 * @property {string} [code]
 * @property {number[]} [lost] bodies
 * @property {number[]} [lostColliders]
 * @property {number} [lostJoint]
 *
 * @typedef {object} Reply what the worker says after each batch
 * @property {number} batch
 * @property {number} steps
 * @property {Record<string, number[]>} events flat, by the page's numbers
 * @property {Answer[]} answers
 * @property {Fault[]} faults
 * @property {number} alpha
 * @property {number} time
 * @property {number} stepCount
 * @property {any[][]} [changes] what a module did, as operations by the page's numbers
 * @property {Partial<Clock>} [clock] what it set of the world's clock
 * @property {unknown[]} [posts] its messages
 * @property {ArrayBuffer} [frame]
 * @property {SharedFrames} [shared]
 *
 * @typedef {{ timeScale: number, paused: boolean, poseMode: WorldTime['poseMode'], profiling: boolean }} Clock what a world keeps
 *     in JavaScript
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
 * @param {unknown} error an error, a fault, or whatever was thrown
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
        throw new TypeError(`${method}: options must be plain data to go to a worker`, { cause: error });
    }
}

/** Names what stands for a body, collider or joint in a message between a page and a module. */
const MARK = 'mica2d';

/** @typedef {{ bodyIndex?: any, colliderId?: any, jointId?: any }} Mark the page's number of an object */

/** What stands for an object. @param {Mark} mark */
export const marked = (mark) => ({ [MARK]: mark });

/**
 * What an object of a message stands for, if it does. @param {any} value @returns {Mark | undefined}
 */
export const markOf = (value) => (typeof value[MARK] === 'object' && value[MARK] ? value[MARK] : undefined);

/**
 * A copy of a message in which some objects are replaced; goes through lists and plain objects.
 * @param {any} value
 * @param {(value: any) => unknown} replace gives what takes an object's place, undefined if it stays
 * @param {Map<object, unknown>} [seen] copies by their originals, since a message may be cyclic
 * @returns {any}
 */
export function exchange(value, replace, seen = new Map()) {
    if (typeof value !== 'object' || value === null) return value;
    const other = replace(value);
    if (other !== undefined) return other;
    if (seen.has(value)) return seen.get(value);
    const prototype = Object.getPrototypeOf(value);
    const list = Array.isArray(value);
    if (!list && prototype !== Object.prototype && prototype !== null) return value;
    /** @type {any} */
    const copy = list ? [] : {};
    seen.set(value, copy);
    for (const [key, each] of Object.entries(value)) copy[key] = exchange(each, replace, seen);
    return copy;
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
        throw new TypeError(`${method}: message must be data that can be cloned: ${faultOf(error).message}`, { cause: error });
    }
}
