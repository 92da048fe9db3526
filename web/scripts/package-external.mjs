// The entry 'mica2d/external': everything public, with an `init` that loads one of the .wasm files beside the entry.
import { initFrom, initSyncFrom } from '../../js/wire/load.js';

/** @import { InitOptions, WasmSource } from '../../js/wire/load.js' */

export * from '../../js/exports.js';

/**
 * The address of the .wasm file to load. Bundlers search for exactly these expressions, so each is written out.
 * @param {boolean | undefined} wanted the option `simd` of init()
 * @param {boolean} supported what the platform can do
 */
function wasmSource(wanted, supported) {
    return (wanted ?? supported)
        ? new URL('./mica.wasm', import.meta.url)
        : new URL('./mica-scalar.wasm', import.meta.url);
}

/** As `init` of js/wire/init.js. @param {InitOptions} [options] */
export function init(options) {
    return initFrom(wasmSource, options);
}

/** As `initSync` of js/wire/init.js. @param {{ wasm?: WasmSource, simd?: boolean }} [options] */
export function initSync(options) {
    initSyncFrom(wasmSource, options);
}
