// Stands in for js/matter/source.js in the packaged modules: mica-matter.wasm is in them as text.
import { MicaError } from '../../js/wire/errors.js';
import text from '../../build/wasm/mica-matter.wasm';
import { decode } from './inline.mjs';

/**
 * The bytes of mica-matter.wasm, for the entry 'mica2d/matter'.
 * @param {boolean | undefined} wanted the option `simd` of init()
 * @param {boolean} supported what the platform can do
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function wasmSource(wanted, supported) {
    if (!(wanted ?? supported))
        throw new MicaError(supported ? 'WASM_NOT_FOUND' : 'NO_SIMD',
            "init: 'mica2d/matter' holds the build with WebAssembly SIMD; for one without give init "
                + 'the address of mica-matter-scalar.wasm: init({ wasm })');
    return decode(text);
}
