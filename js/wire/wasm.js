// The engine's functions and its heap: typed arrays over the whole memory, made anew when the memory
// has grown. Everything else in js/ reaches the engine through `wasm`, `heap()` and `borrow()`;
// js/wire/load.js opens it.
import { MicaError, wrongType } from './errors.js';
import { ABI, SCRATCH_EVENTS, SCRATCH_ROOM, SCRATCH_VIEWS } from './layout.js';

/** @typedef {(...numbers: number[]) => number} Call */

/**
 * The engine's functions and its heap. Use `heap()` wherever a call may have made the memory grow
 * since.
 */
export const wasm = {
    ready: false,
    /** @type {Record<string, Call>} */
    calls: {},
    i32: new Int32Array(0),
    f32: new Float32Array(0),
    u32: new Uint32Array(0),
    f64: new Float64Array(0),
    /** Byte address of the scratch buffer, and its index in `i32` and in `f64`. */
    scratch: 0,
    scratchI32: 0,
    scratchF64: 0,
    /** Index in `i32` of the view addresses and of the event addresses. */
    viewsI32: 0,
    eventsI32: 0,
};

/** @type {WebAssembly.Memory | undefined} */
let memory;

/** The heap's arrays, over the memory as it is now. */
export function heap() {
    if (wasm.i32.length === 0 && memory) {
        const { buffer } = memory;
        wasm.i32 = new Int32Array(buffer);
        wasm.f32 = new Float32Array(buffer);
        wasm.u32 = new Uint32Array(buffer);
        wasm.f64 = new Float64Array(buffer);
    }
    return wasm;
}

/**
 * Bytes of wasm memory for records on their way in: the scratch buffer if they fit, else allocated.
 * Give them back with `giveBack`. The contents are not cleared.
 * @param {string} method for the message when memory is out
 * @param {number} bytes
 * @returns {number} an address, a multiple of 8
 */
export function borrow(method, bytes) {
    return bytes <= 8 * SCRATCH_ROOM ? wasm.scratch : allocate(method, bytes);
}

/**
 * Bytes of wasm memory, for `wasm.calls.release` to give back.
 * @param {string} method for the message when memory is out
 * @param {number} bytes
 */
export function allocate(method, bytes) {
    const address = bytes < 2 ** 31 ? wasm.calls.alloc(bytes) : 0;
    if (address === 0)
        throw new MicaError('NO_MEMORY', `${method}: out of memory (${bytes} bytes)`);
    return address;
}

/** The bytes of wasm memory as they lie. */
export function memoryBytes() {
    return new Uint8Array(heap().i32.buffer);
}

/** @param {number} address */
export function giveBack(address) {
    if (address !== wasm.scratch) wasm.calls.release(address);
}

/**
 * Writes a record of doubles into wasm memory.
 * @param {ArrayLike<number>} record
 * @param {number} address
 */
export function writeRecord(record, address) {
    heap().f64.set(record, address >> 3);
}

/**
 * Refuses to fill a view of the engine's own memory, such as `world.forces`.
 * @param {string} method
 * @param {string} name
 * @param {ArrayBufferView} array
 */
export function refuseView(method, name, array) {
    if (array.buffer === heap().i32.buffer)
        wrongType(method, name, 'an array of its own, not a view of a world', array);
}

/**
 * A C string of the engine.
 * @param {number} address
 */
function text(address) {
    const bytes = new Uint8Array(heap().i32.buffer);
    let result = '';
    for (let i = address; bytes[i]; ++i) result += String.fromCharCode(bytes[i]);
    return result;
}

/** Errors that are a RangeError in JavaScript: a single number is to blame. */
const RANGE_ERRORS = new Set([
    'NOT_FINITE',
    'OUT_OF_RANGE',
    'BAD_LAYER',
    'POINT_COUNT',
    'BAD_BODY_TYPE',
    'IMMOVABLE',
]);

/**
 * Throws what an error code of the engine means.
 * @param {string} method
 * @param {number} error
 * @param {string | ((code: string) => string | undefined)} [given] which argument, with its value, or what says it
 * @returns {never}
 */
export function raise(method, error, given) {
    const code = text(wasm.calls.error_name(error));
    const detail = typeof given === 'function' ? given(code) : given;
    const message = `${method}: ${text(wasm.calls.error_text(error))}${
        detail ? ` (${detail})` : ''
    }`;
    if (RANGE_ERRORS.has(code)) throw Object.assign(new RangeError(message), { code });
    throw new MicaError(code, message);
}

/**
 * Throws an error of a call that leaves the slot of the body at fault in the scratch buffer, or -1.
 * @param {string} method
 * @param {number} error
 * @returns {never}
 */
export function raiseAtSlot(method, error) {
    const slot = heap().i32[wasm.scratchI32];
    raise(method, error, slot < 0 ? undefined : `body slot ${slot}`);
}

/**
 * Throws if a call of the engine returned an error.
 * @param {string} method
 * @param {number} error 0 if there was none
 */
export function done(method, error) {
    if (error !== 0) raise(method, error);
}

/**
 * Refuses a call made before init().
 * @param {string} method
 */
export function needReady(method) {
    if (!wasm.ready) {
        throw new MicaError(
            'NOT_READY',
            `${method}: Mica is not loaded yet; call \`await init()\` first`,
        );
    }
}

/** True once init() has finished. */
export function ready() {
    return wasm.ready;
}

/**
 * Takes in an instance of the engine.
 * @param {string} method
 * @param {WebAssembly.Exports} exports
 * @throws {MicaError} WRONG_WASM
 */
export function openEngine(method, exports) {
    const calls = /** @type {Record<string, Call>} */ (exports);
    if (!(exports.memory instanceof WebAssembly.Memory) || !calls.abi || calls.abi() !== ABI) {
        throw new MicaError(
            'WRONG_WASM',
            `${method}: the .wasm file is not the one of this version of Mica`,
        );
    }
    calls._initialize?.();
    memory = exports.memory;
    wasm.calls = calls;
    wasm.scratch = calls.scratch_address();
    wasm.scratchI32 = wasm.scratch >> 2;
    wasm.scratchF64 = wasm.scratch >> 3;
    wasm.viewsI32 = wasm.scratchI32 + SCRATCH_VIEWS;
    wasm.eventsI32 = wasm.scratchI32 + SCRATCH_EVENTS;
    heap();
    wasm.ready = true;
}
