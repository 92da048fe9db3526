// Stands in for js/wire/source.js in the entry mica2d/external: the .wasm files lie beside it.
// Bundlers look for exactly these expressions, so each is written out.

/**
 * @param {boolean | undefined} asked the option `simd` of init()
 * @param {boolean} supported what the platform can do
 */
export function wasmSource(asked, supported) {
    return (asked ?? supported)
        ? new URL('./mica.wasm', import.meta.url)
        : new URL('./mica-scalar.wasm', import.meta.url);
}
