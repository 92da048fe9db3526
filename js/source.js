// Where the .wasm comes from when init() is given nothing: the build folder, by URL, SIMD or
// scalar. The packaged entries replace this file alone (one hands out inlined bytes instead of a
// URL); js/wasm.js calls it.

/**
 * @param {boolean} simd
 * @returns {URL | Uint8Array<ArrayBuffer>}
 */
export function wasmSource(simd) {
    return simd
        ? new URL('../build/wasm/mica.wasm', import.meta.url)
        : new URL('../build/wasm/mica-scalar.wasm', import.meta.url);
}
