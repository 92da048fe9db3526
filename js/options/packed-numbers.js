// Lists of numbers as text, for scenes: their bytes, little-endian, in base 64. Called by js/matter/scene.js and
// js/world/saving/scene-scale.js.

/** Bytes that become text by one call. */
const CHUNK = 8192;

/** @param {Float32Array | Uint32Array} list */
export function packNumbers({ buffer, byteOffset, byteLength }) {
    const bytes = new Uint8Array(buffer, byteOffset, byteLength);
    let text = '';
    for (let at = 0; at < bytes.length; at += CHUNK)
        text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
    return btoa(text);
}

/**
 * The words of packNumbers.
 * @param {string} method
 * @param {string} name
 * @param {unknown} text
 */
export function unpackNumbers(method, name, text) {
    let packed = '';
    try {
        packed = typeof text === 'string' ? atob(text) : '?';
    } catch {
        packed = '?';
    }
    if (packed.length % 4 !== 0)
        throw new RangeError(
            `${method}: ${name} must be the packed text of numbers, as a scene has it`,
        );
    return new Uint32Array(Uint8Array.from(packed, (each) => each.charCodeAt(0)).buffer);
}

/** The floats of such words. @param {Uint32Array} words */
export const floatsOf = ({ buffer }) => new Float32Array(buffer);
