// Where the .wasm with matter comes from when init() of js/matter.js is given nothing: the build folder, by URL, SIMD or scalar.
// The packaged modules have web/scripts/package-matter.mjs (bytes) in its place.

/**
 * @param {boolean | undefined} asked the option `simd` of init()
 * @param {boolean} supported what the platform can do
 * @returns {URL | Uint8Array<ArrayBuffer>}
 */
export function wasmSource(asked, supported) {
    return (asked ?? supported)
        ? new URL('../../build/wasm/mica-matter.wasm', import.meta.url)
        : new URL('../../build/wasm/mica-matter-scalar.wasm', import.meta.url);
}
