// Stands in for js/wire/source.js in the entries mica2d and mica2d/scalar, which carry their .wasm
// as text (inline.mjs). It is decoded by hand: fetch of a data: URL falls to a page's connect-src.
import { MicaError } from '../../js/wire/errors.js';
import { decode } from './inline.mjs';

// web/scripts/package.mjs puts literals in the place of these.
/** @type {string} */
const text = INLINED_WASM;
/** @type {boolean} */
const simd = INLINED_SIMD;

/**
 * @param {boolean | undefined} asked the option `simd` of init()
 * @param {boolean} supported what the platform can do
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function wasmSource(asked, supported) {
    if (simd && asked === undefined && !supported) {
        throw new MicaError('NO_SIMD', "init: this platform has no WebAssembly SIMD; import 'mica2d/scalar', "
            + "or 'mica2d/external', which loads what the platform can run");
    }
    if (asked !== undefined && asked !== simd) {
        throw new MicaError('WASM_NOT_FOUND', `init: simd: ${asked}, but this entry holds the other build; import `
            + (simd ? "'mica2d/scalar'" : "'mica2d'"));
    }
    return decode(text);
}
