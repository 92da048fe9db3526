// Loads the .wasm once, in a browser, a worker or Node, and owns its heap: typed arrays over the
// whole memory, made anew when the memory has grown. Everything else in js/ reaches the engine
// through `wasm`, `heap()` and `borrow()`.
import { MicaError, show } from './errors.js';
import { ABI, SCRATCH_EVENTS, SCRATCH_ROOM, SCRATCH_VIEWS } from './layout.js';
import { wasmSource } from './source.js';

/**
 * @typedef {(...numbers: number[]) => number} Call
 * @typedef {string | URL | Response | ArrayBuffer | ArrayBufferView<ArrayBuffer> | WebAssembly.Module} WasmSource
 *
 * @typedef {object} InitOptions
 * @property {WasmSource | PromiseLike<WasmSource>} [wasm] where to take the .wasm from: a URL or
 *     path, a Response (such as `fetch()` gives, or its promise), its bytes, or a compiled module;
 *     by default the package's own file
 * @property {boolean} [simd] which of the package's own files to load; by default what the platform
 *     can do
 */

/** A module of one function that uses one SIMD instruction. */
const SIMD_PROBE = new Uint8Array([
    0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253,
    15, 253, 98, 11,
]);

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

/** @type {Promise<void> | undefined} */
let pending;

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
]);

/**
 * Throws what an error code of the engine means.
 * @param {string} method
 * @param {number} error
 * @param {string} [detail] which argument, with its value
 * @returns {never}
 */
export function raise(method, error, detail) {
    const code = text(wasm.calls.error_name(error));
    const message = `${method}: ${text(wasm.calls.error_text(error))}${detail ? ` (${detail})` : ''}`;
    if (RANGE_ERRORS.has(code)) throw Object.assign(new RangeError(message), { code });
    throw new MicaError(code, message);
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

/** True where the platform runs WebAssembly SIMD. */
export function hasSimd() {
    return WebAssembly.validate(SIMD_PROBE);
}

/**
 * Loads the engine. Call it before anything else and await it; further calls do nothing and ask for
 * nothing. After a failure it may be called again.
 * @param {InitOptions} [options]
 * @returns {Promise<void>}
 * @throws {MicaError} WASM_NOT_FOUND, WASM_FAILED, WRONG_WASM, NO_SIMD
 */
export function init(options = {}) {
    if (wasm.ready) return Promise.resolve();
    pending ??= load(options).finally(() => {
        pending = undefined;
    });
    return pending;
}

/**
 * Loads the engine without waiting: from bytes or a compiled module, or in Node from the package's
 * own file. Browsers may refuse to compile this much at once on the main thread; prefer `init`.
 * @param {{ wasm?: WasmSource, simd?: boolean }} [options]
 * @throws {MicaError} WASM_NOT_FOUND, WASM_FAILED, WRONG_WASM, NO_SIMD
 */
export function initSync(options = {}) {
    if (wasm.ready) return;
    const { wasm: source = ownWasm(options) } = options;
    const local = localBytes(source);
    const bytes = local ?? source;
    if (bytes instanceof WebAssembly.Module) {
        start(new WebAssembly.Instance(bytes, imports));
        return;
    }
    const view = asBytes(bytes);
    if (!view) {
        throw new TypeError(
            `initSync: wasm must be bytes or a WebAssembly.Module here, got ${show(source)}`,
        );
    }
    checkMagic(view, 'initSync', 'wasm');
    try {
        start(compiled(view));
    } catch (error) {
        throw loadingError('initSync', error);
    }
}

/**
 * Compiles and instantiates without waiting.
 * @param {Uint8Array<ArrayBuffer>} bytes
 */
function compiled(bytes) {
    return new WebAssembly.Instance(new WebAssembly.Module(bytes), imports);
}

/**
 * The package's own .wasm.
 * @param {{ simd?: boolean }} options
 */
function ownWasm({ simd }) {
    if (simd !== undefined && typeof simd !== 'boolean') {
        throw new TypeError(`init: simd must be true or false, got ${show(simd)}`);
    }
    return wasmSource(simd, hasSimd());
}

/** @param {InitOptions} options */
async function load(options) {
    const source = (await options.wasm) ?? ownWasm(options);
    if (!isSource(source)) {
        throw new TypeError(
            `init: wasm must be a URL, string, Response, bytes or WebAssembly.Module, got ${show(source)}`,
        );
    }
    try {
        const instance = await instantiate(source);
        if (!wasm.ready) start(instance);
    } catch (error) {
        throw loadingError('init', error);
    }
}

/**
 * @param {WasmSource} source
 * @returns {Promise<WebAssembly.Instance>}
 */
async function instantiate(source) {
    if (source instanceof WebAssembly.Module) return WebAssembly.instantiate(source, imports);
    const bytes = localBytes(source) ?? asBytes(source);
    if (bytes) {
        checkMagic(bytes, 'init', 'wasm');
        // In Node nobody waits for a frame, and compiling at once takes 3 ms instead of 13.
        if (globalThis.process?.versions?.node) return compiled(bytes);
        return (await WebAssembly.instantiate(bytes, imports)).instance;
    }
    const response = isResponse(source)
        ? source
        : await request(/** @type {string | URL} */ (source));
    const where = response.url || 'the response';
    if (!response.ok) {
        throw new MicaError(
            'WASM_NOT_FOUND',
            `init: ${where} answered with status ${response.status}`,
        );
    }
    // Streaming insists on this type; servers that don't know it are common, so take the bytes
    // there.
    if (response.headers.get('content-type')?.trim().toLowerCase() === 'application/wasm') {
        return (await WebAssembly.instantiateStreaming(response, imports)).instance;
    }
    const body = new Uint8Array(await response.arrayBuffer());
    checkMagic(body, 'init', where);
    return (await WebAssembly.instantiate(body, imports)).instance;
}

/**
 * @param {unknown} source
 * @returns {source is Response}
 */
function isResponse(source) {
    return typeof Response === 'function' && source instanceof Response;
}

/**
 * @param {unknown} source
 * @returns {Uint8Array<ArrayBuffer> | undefined}
 */
function asBytes(source) {
    if (source instanceof ArrayBuffer) return new Uint8Array(source);
    if (ArrayBuffer.isView(source)) {
        const { buffer, byteOffset, byteLength } = source;
        return new Uint8Array(/** @type {ArrayBuffer} */ (buffer), byteOffset, byteLength);
    }
    return undefined;
}

/** @param {unknown} source */
function isSource(source) {
    return (
        typeof source === 'string' ||
        source instanceof URL ||
        source instanceof WebAssembly.Module ||
        asBytes(source) !== undefined ||
        // Asked last: the very name makes Node load its fetch, which takes 30 ms.
        isResponse(source)
    );
}

/** @param {string | URL} source */
async function request(source) {
    try {
        return await fetch(source);
    } catch (error) {
        throw new MicaError('WASM_NOT_FOUND', `init: cannot fetch ${source}`, { cause: error });
    }
}

/**
 * In Node, whose fetch refuses files: the bytes of a file that a URL or a path names.
 * @param {unknown} source
 * @returns {Uint8Array<ArrayBuffer> | undefined}
 */
function localBytes(source) {
    const named = typeof source === 'string' || source instanceof URL;
    // Asked for like this, bundlers for the browser don't see it.
    const fs = named ? globalThis.process?.getBuiltinModule?.('node:fs') : undefined;
    if (!fs) return undefined;
    const name = String(source);
    // One letter before the colon is a drive, not a scheme.
    const url = /^[a-z][a-z0-9+.-]+:/i.test(name) ? new URL(name) : undefined;
    if (url && url.protocol !== 'file:') return undefined;
    try {
        return new Uint8Array(fs.readFileSync(url ?? name));
    } catch (error) {
        throw new MicaError('WASM_NOT_FOUND', `init: cannot read ${source}`, { cause: error });
    }
}

/**
 * Says what came instead of a .wasm file: a server's HTML page for a missing file, as a rule.
 * @param {Uint8Array} bytes
 * @param {string} method
 * @param {string} where
 */
function checkMagic(bytes, method, where) {
    if (bytes[0] === 0 && bytes[1] === 0x61 && bytes[2] === 0x73 && bytes[3] === 0x6d) return;
    const start = show(String.fromCharCode(...bytes.subarray(0, 12)));
    throw new MicaError(
        'WASM_NOT_FOUND',
        `${method}: ${where} is not a .wasm file; it starts with ${start}`,
    );
}

/**
 * @param {string} method
 * @param {unknown} error
 */
function loadingError(method, error) {
    if (error instanceof MicaError) return error;
    if (!hasSimd()) {
        return new MicaError(
            'NO_SIMD',
            `${method}: this platform has no WebAssembly SIMD; load mica-scalar.wasm instead`,
            { cause: error },
        );
    }
    return new MicaError(
        'WASM_FAILED',
        `${method}: ${error instanceof Error ? error.message : String(error)}`,
        {
            cause: error,
        },
    );
}

/** @type {WebAssembly.Imports} */
const imports = {
    env: {
        mica_clock: () => performance.now(),
        emscripten_notify_memory_growth() {},
    },
};

/** @param {WebAssembly.Instance} instance */
function start({ exports }) {
    const calls = /** @type {Record<string, Call>} */ (exports);
    if (!(exports.memory instanceof WebAssembly.Memory) || !calls.abi || calls.abi() !== ABI) {
        throw new MicaError(
            'WRONG_WASM',
            'init: the .wasm file is not the one of this version of Mica',
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
