// Loads the .wasm once, in a browser, a worker or Node: finds it, compiles it and hands the instance
// to js/wire/wasm.js. js/wire/init.js calls it with the package's own file; the entries that find that file in another way
// bring an `init` of their own.
import { MicaError, show } from './errors.js';
import { openEngine, wasm } from './wasm.js';

/**
 * Where to take the .wasm from.
 * @typedef {string | URL | Response | ArrayBuffer | ArrayBufferView<ArrayBuffer> | WebAssembly.Module} WasmSource
 */

/**
 * What `init` and `initSync` load.
 * @typedef {object} InitOptions
 * @property {WasmSource | PromiseLike<WasmSource>} [wasm] where to take the .wasm from: a URL or
 *     path, a Response (such as `fetch()` gives, or its promise), its bytes, or a compiled module;
 *     by default the package's own file
 * @property {boolean} [simd] which of the package's own files to load; by default what the platform
 *     can do
 */

/**
 * Where the package's own .wasm is: its address or its bytes.
 * @callback OwnWasm
 * @param {boolean | undefined} wanted the option `simd` of init()
 * @param {boolean} supported what the platform can do
 * @returns {URL | Uint8Array<ArrayBuffer>}
 */

/** A module of one function that uses one SIMD instruction. */
const SIMD_PROBE = new Uint8Array([
    0,
    97,
    115,
    109,
    1,
    0,
    0,
    0,
    1,
    5,
    1,
    96,
    0,
    1,
    123,
    3,
    2,
    1,
    0,
    10,
    10,
    1,
    8,
    0,
    65,
    0,
    253,
    15,
    253,
    98,
    11,
]);

/** The call of `init` that is under way. @type {{ wasm: unknown, simd: unknown, done: Promise<void> } | undefined} */
let pending;

/** True where the platform runs WebAssembly SIMD. */
export function hasSimd() {
    return typeof WebAssembly !== 'undefined' && WebAssembly.validate(SIMD_PROBE);
}

/**
 * Loads the engine, for `init`.
 * @param {OwnWasm} own
 * @param {InitOptions} [options]
 * @returns {Promise<void>}
 */
export function initFrom(own, options = {}) {
    if (wasm.ready) return Promise.resolve();
    const { wasm: source, simd } = options;
    if (pending && pending.wasm === source && pending.simd === simd) return pending.done;
    // One that asks for something else has its own try where that fails.
    const loaded = pending
        ? pending.done.catch(() => {}).then(() => (wasm.ready ? undefined : load(own, options)))
        : load(own, options);
    const done = loaded.finally(() => {
        if (pending === call) pending = undefined;
    });
    const call = { wasm: source, simd, done };
    pending = call;
    return done;
}

/**
 * Loads the engine without waiting, for `initSync`.
 * @param {OwnWasm} own
 * @param {{ wasm?: WasmSource, simd?: boolean }} [options]
 */
export function initSyncFrom(own, options = {}) {
    if (wasm.ready) return;
    needWebAssembly('initSync');
    const { wasm: source = ownWasm(own, options) } = options;
    const local = localBytes(source);
    const bytes = local ?? source;
    const view = bytes instanceof WebAssembly.Module ? bytes : asBytes(bytes);
    if (!view) {
        throw new TypeError(
            `initSync: wasm must be bytes or a WebAssembly.Module here, got ${show(source)}`,
        );
    }
    if (!(view instanceof WebAssembly.Module)) checkMagic(view, 'initSync', 'wasm');
    try {
        openEngine('initSync', compiled(view).exports);
    } catch (error) {
        throw loadingError('initSync', error);
    }
}

/**
 * Compiles and instantiates without waiting.
 * @param {Uint8Array<ArrayBuffer> | WebAssembly.Module} source
 */
function compiled(source) {
    return new WebAssembly.Instance(
        source instanceof WebAssembly.Module ? source : new WebAssembly.Module(source),
        imports,
    );
}

/**
 * The package's own .wasm.
 * @param {OwnWasm} own
 * @param {{ simd?: boolean }} options
 */
function ownWasm(own, { simd }) {
    if (simd !== undefined && typeof simd !== 'boolean') {
        throw new TypeError(`init: simd must be true or false, got ${show(simd)}`);
    }
    return own(simd, hasSimd());
}

/** @param {OwnWasm} own @param {InitOptions} options */
async function load(own, options) {
    needWebAssembly('init');
    const source = (await options.wasm) ?? ownWasm(own, options);
    if (!isSource(source)) {
        throw new TypeError(
            `init: wasm must be a URL, string, Response, bytes or WebAssembly.Module, got ${
                show(source)
            }`,
        );
    }
    try {
        const instance = await instantiate(source);
        if (!wasm.ready) openEngine('init', instance.exports);
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
        typeof source === 'string'
        || source instanceof URL
        || source instanceof WebAssembly.Module
        || asBytes(source) !== undefined
        // Asked last: the very name makes Node load its fetch, which takes 30 ms.
        || isResponse(source)
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

/** What browsers say when a Content Security Policy forbids WebAssembly, when memory is refused, and when a module wants imports of its own. */
const FORBIDDEN = /unsafe-eval|content security policy|\bCSP\b/i;
const IMPORTS = /\bimport\b/i;
const NO_MEMORY = /out of memory|(can ?not|could not|failed to) allocate/i;

/**
 * What a failure of the platform means, with its own words behind it.
 * @param {string} method
 * @param {unknown} error
 */
function loadingError(method, error) {
    if (error instanceof MicaError) return error;
    const said = error instanceof Error ? error.message : String(error);
    const [code, text] = explain(error, said);
    return new MicaError(code, `${method}: ${text} (${said})`, { cause: error });
}

/**
 * @param {unknown} error
 * @param {string} said
 * @returns {[code: string, text: string]}
 */
function explain(error, said) {
    if (FORBIDDEN.test(said)) {
        return ['WASM_FAILED',
            "the Content Security Policy of this page forbids WebAssembly; add 'wasm-unsafe-eval' to its script-src"];
    }
    if (NO_MEMORY.test(said))
        return ['NO_MEMORY', 'the platform has no memory left for the engine'];
    if (error instanceof WebAssembly.LinkError || IMPORTS.test(said))
        return ['WRONG_WASM', 'the .wasm file is not the one of this version of Mica'];
    if (error instanceof WebAssembly.CompileError) {
        return hasSimd()
            ? ['WASM_FAILED', 'the .wasm file is damaged or cut off']
            : ['NO_SIMD', 'this platform has no WebAssembly SIMD; load mica-scalar.wasm instead'];
    }
    return ['WASM_FAILED', 'the .wasm file cannot be loaded'];
}

/**
 * Some platforms have none at all, such as Safari in Lockdown Mode.
 * @param {string} method
 */
function needWebAssembly(method) {
    if (typeof WebAssembly === 'undefined') {
        throw new MicaError('WASM_FAILED',
            `${method}: this platform has no WebAssembly, or it is switched off`);
    }
}

/** @type {WebAssembly.Imports} */
const imports = {
    env: {
        mica_clock: () => performance.now(),
        emscripten_notify_memory_growth() {},
    },
};
