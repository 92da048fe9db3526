// Where the .wasm comes from when init() is given nothing: the build folder, by URL, SIMD or
// scalar. js/wire/init.js calls it. The packaged modules have web/scripts/package-inlined.mjs (bytes) in its place.

/**
 * @param {boolean | undefined} asked the option `simd` of init()
 * @param {boolean} supported what the platform can do
 * @returns {URL | Uint8Array<ArrayBuffer>}
 */
export function wasmSource(asked, supported) {
    return (asked ?? supported)
        ? new URL('../../build/wasm/mica.wasm', import.meta.url)
        : new URL('../../build/wasm/mica-scalar.wasm', import.meta.url);
}
