// The cells of a terrain as text, for scenes: how often each byte stands in a row, in base 64. Called by
// js/options/terrain.js and js/world/saving/scene-shapes.js.

/**
 * Bytes as text: each run is its byte and its length, seven bits in a byte, the lowest first.
 * @param {Uint8Array} bytes
 */
export function packCells(bytes) {
    let text = '';
    for (let i = 0, from = 0; i < bytes.length; from = i) {
        while (i < bytes.length && bytes[i] === bytes[from]) ++i;
        text += String.fromCharCode(bytes[from]);
        let left = i - from;
        for (; left > 127; left = Math.floor(left / 128))
            text += String.fromCharCode(left % 128 + 128);
        text += String.fromCharCode(left);
    }
    return btoa(text);
}

/**
 * @param {string} method
 * @param {string} name
 * @param {string} text of packCells
 * @param {number} count of bytes
 */
export function unpackCells(method, name, text, count) {
    const bytes = new Uint8Array(count);
    let at = 0;
    let packed = '';
    try {
        packed = atob(text);
    } catch {
        // Refused below: no cells are no terrain's.
    }
    let i = 0;
    while (i < packed.length) {
        const byte = packed.charCodeAt(i++);
        let length = 0;
        let scale = 1;
        for (let more = true; more && i < packed.length; scale *= 128) {
            const part = packed.charCodeAt(i++);
            length += scale * (part % 128);
            more = part > 127;
        }
        if (length < 1 || at + length > count) break;
        bytes.fill(byte, at, at += length);
    }
    if (at !== count || i !== packed.length) {
        throw new RangeError(
            `${method}: ${name} must be the packed text of ${count} cells, as a scene has it`,
        );
    }
    return bytes;
}
