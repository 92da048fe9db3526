// Stands in for js/wire/source.js in the entries mica2d and mica2d/scalar, which carry their .wasm
// as text (inline.mjs). It is decoded here, for a page's connect-src policy may forbid to fetch a
// data: URL.
import { MicaError } from '../../js/wire/errors.js';
import { decode } from './inline.mjs';

// web/scripts/package.mjs puts literals in the place of these.
/** @type {string} */
const text = INLINED_WASM;
/** @type {boolean} */
const simd = INLINED_SIMD;

/**
 * The bytes of the .wasm file that this entry carries.
 * @param {boolean | undefined} wanted the option `simd` of init()
 * @param {boolean} supported what the platform can do
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function wasmSource(wanted, supported) {
    if (simd && wanted === undefined && !supported) {
        throw new MicaError('NO_SIMD', "init: this platform has no WebAssembly SIMD; import 'mica2d/scalar', "
            + "or 'mica2d/external', which loads what the platform can run");
    }
    if (wanted !== undefined && wanted !== simd) {
        throw new MicaError('WASM_NOT_FOUND', `init: simd: ${wanted}, but this entry holds the other build; import `
            + (simd ? "'mica2d/scalar'" : "'mica2d'"));
    }
    return decode(text);
}
