// Stands in for js/wire/source.js in the entry mica2d/external: the .wasm files lie beside it.
// Bundlers search for exactly these expressions, so each is written out.

/**
 * The address of the .wasm file to load.
 * @param {boolean | undefined} wanted the option `simd` of init()
 * @param {boolean} supported what the platform can do
 */
export function wasmSource(wanted, supported) {
    return (wanted ?? supported)
        ? new URL('./mica.wasm', import.meta.url)
        : new URL('./mica-scalar.wasm', import.meta.url);
}
