// What js/remote/world.js and js/worker-host.js say to each other: one batch of commands a task,
// one reply a batch; and how errors and options travel.
import { MicaError } from '../wire/errors.js';

/** @import { WorldOptions } from '../options/types.js' */
/** @import { SharedFrames } from './frame.js' */

/**
 * @typedef {{ wasm?: any, simd?: boolean, warmUp?: number, options: WorldOptions, shared: boolean }} Start
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
 * @property {ArrayBuffer} [frame]
 * @property {SharedFrames} [shared]
 *
 * @typedef {object} Channel
 * @property {(message: unknown, transfer?: ArrayBuffer[]) => void} post
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
 * @param {unknown} error
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
 * @param {ArrayBuffer[]} [transfer] moved into the copy
 * @returns {T}
 */
export function plain(method, value, transfer) {
    try {
        return structuredClone(value, { transfer });
    } catch (error) {
        throw new TypeError(`${method}: options must be plain data to go to a worker`, { cause: error });
    }
}
