// The entry 'mica2d/scalar': everything public, with an `init` that has the .wasm without SIMD as text.
import { initFrom, initSyncFrom } from '../../js/wire/load.js';
import text from '../../build/wasm/mica-scalar.wasm';
import { inlinedWasm } from './package-text.mjs';

/** @import { InitOptions, WasmSource } from '../../js/wire/load.js' */

export * from '../../js/exports.js';

/** @param {boolean | undefined} wanted @param {boolean} supported */
const wasmSource = (wanted, supported) => inlinedWasm(text, false, wanted, supported);

/** As `init` of js/wire/init.js. @param {InitOptions} [options] */
export function init(options) {
    return initFrom(wasmSource, options);
}

/** As `initSync` of js/wire/init.js. @param {{ wasm?: WasmSource, simd?: boolean }} [options] */
export function initSync(options) {
    initSyncFrom(wasmSource, options);
}
