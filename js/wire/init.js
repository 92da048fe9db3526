// Loads the engine from the package's own .wasm (js/wire/source.js), by js/wire/load.js.
import { initFrom, initSyncFrom } from './load.js';
import { wasmSource } from './source.js';

/** @import { InitOptions, WasmSource } from './load.js' */

/**
 * Loads the engine. Call it before anything else and await it; further calls do nothing and ask for
 * nothing. After a failure it may be called again.
 * @param {InitOptions} [options]
 * @returns {Promise<void>}
 * @throws {MicaError} WASM_NOT_FOUND, WASM_FAILED, WRONG_WASM, NO_SIMD, NO_MEMORY
 */
export function init(options) {
    return initFrom(wasmSource, options);
}

/**
 * Loads the engine without waiting: from bytes or a compiled module, or in Node from the package's
 * own file. Browsers may refuse to compile this much at once on the main thread; prefer `init`.
 * @param {{ wasm?: WasmSource, simd?: boolean }} [options]
 * @throws {MicaError} WASM_NOT_FOUND, WASM_FAILED, WRONG_WASM, NO_SIMD, NO_MEMORY
 */
export function initSync(options) {
    initSyncFrom(wasmSource, options);
}
