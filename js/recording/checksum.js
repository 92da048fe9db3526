// The sum by which js/recording/file.js finds that the bytes of a recording have changed.

/**
 * A sum of bytes: FNV-1a of 32 bits.
 * @param {Uint8Array} bytes
 */
export function checksum(bytes) {
    let sum = 0x811c9dc5;
    for (let i = 0; i < bytes.length; ++i) sum = Math.imul(sum ^ bytes[i], 0x01000193);
    return sum >>> 0;
}
