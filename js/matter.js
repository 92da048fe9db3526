// The entry 'mica2d/matter': all of 'mica2d', with liquids, sand, jelly and fabric. It has an engine of its own, the .wasm with matter.
import { initFrom, initSyncFrom } from './wire/load.js';
import { wasmSource } from './matter/source.js';
import { registerMatter } from './matter/world.js';

/** @import { InitOptions, WasmSource } from './wire/load.js' */

export * from './exports.js';
export { Emitter } from './matter/emitter.js';
export { Matter } from './matter/matter.js';
export * from './matter/types.js';
export { World } from './matter/world.js';

/**
 * Loads the engine, as `init` of 'mica2d'. Entries such as 'mica2d/scene' then make worlds that may have matter.
 * @param {InitOptions} [options]
 * @returns {Promise<void>}
 * @throws {MicaError} WASM_NOT_FOUND, WASM_FAILED, WRONG_WASM, NO_SIMD, NO_MEMORY
 */
export function init(options) {
    registerMatter();
    return initFrom(wasmSource, options);
}

/**
 * Loads the engine without waiting, as `initSync` of 'mica2d'.
 * @param {{ wasm?: WasmSource, simd?: boolean }} [options]
 * @throws {MicaError} WASM_NOT_FOUND, WASM_FAILED, WRONG_WASM, NO_SIMD, NO_MEMORY
 */
export function initSync(options) {
    registerMatter();
    initSyncFrom(wasmSource, options);
}
