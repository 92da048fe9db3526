// The .wasm files that packaged modules carry as text (inline.mjs). It is decoded here, for a page's connect-src policy may
// forbid to fetch a data: URL.
import { MicaError } from '../../js/wire/errors.js';
import { decode } from './inline.mjs';

/**
 * The bytes of a .wasm file that an entry carries.
 * @param {string} encoded
 * @param {boolean} simd whether it is the build with SIMD
 * @param {boolean | undefined} wanted the option `simd` of init()
 * @param {boolean} supported what the platform can do
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function inlinedWasm(encoded, simd, wanted, supported) {
    if (simd && wanted === undefined && !supported) {
        throw new MicaError('NO_SIMD',
            "init: this platform has no WebAssembly SIMD; import 'mica2d/scalar', "
                + "or 'mica2d/external', which loads what the platform can run");
    }
    if (wanted !== undefined && wanted !== simd) {
        throw new MicaError('WASM_NOT_FOUND',
            `init: simd: ${wanted}, but this entry holds the other build; import `
                + (simd ? "'mica2d/scalar'" : "'mica2d'"));
    }
    return decode(encoded);
}
