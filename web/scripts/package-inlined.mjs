// Stands in for js/wire/source.js in the packaged modules: mica.wasm is in them as text.
import text from '../../build/wasm/mica.wasm';
import { inlinedWasm } from './package-text.mjs';

/**
 * The bytes of mica.wasm, for the entries 'mica2d' and 'mica2d/worker-host'.
 * @param {boolean | undefined} wanted the option `simd` of init()
 * @param {boolean} supported what the platform can do
 */
export function wasmSource(wanted, supported) {
    return inlinedWasm(text, true, wanted, supported);
}
