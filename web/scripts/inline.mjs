// Encodes bytes as a string literal that compresses as well as the bytes do. In base64 the
// characters of a byte depend on its place in a group of three, which hides repetitions from gzip
// and brotli: the compressed .wasm is a third larger. Here a byte is always the same one or two
// characters (the commoner half of the byte values have one), all of them ASCII that no quote,
// template, minifier or HTML parser changes. package.mjs calls encode; the modules that carry
// a .wasm call decode (package-text.mjs).

const alphabet =
    ' !#%&()*+,-./0123456789:;=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_abcdefghijklmnopqrstuvwxyz{|}~';
const size = alphabet.length;
/** How many characters only begin a pair; each other character encodes a byte by itself. */
const pages = 2;
const singles = size - pages;

/**
 * Encodes bytes: first the 256 byte values, commonest first, as two characters each; then the
 * bytes.
 * @param {Uint8Array} bytes
 */
export function encode(bytes) {
    const counts = new Uint32Array(256);
    for (const byte of bytes) counts[byte] += 1;
    const order = Array.from(counts, (_, byte) => byte).sort((a, b) =>
        counts[b] - counts[a] || a - b
    );
    /** @param {number} rank */
    const pair = (rank) => alphabet[Math.floor(rank / size)] + alphabet[rank % size];
    /** @type {string[]} */
    const words = [];
    order.forEach((byte, rank) => {
        words[byte] = rank < singles ? alphabet[pages + rank] : pair(rank - singles);
    });
    return order.map(pair).join('') + Array.from(bytes, (byte) => words[byte]).join('');
}

/**
 * Decodes the bytes. It runs once, mostly before the platform has compiled it, so it does little
 * for each byte.
 * @param {string} text from encode
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function decode(text) {
    const codes = new TextEncoder().encode(text);
    const digits = new Uint8Array(128);
    for (let i = 0; i < size; ++i) digits[alphabet.charCodeAt(i)] = i;
    // The byte that a single character encodes, or -1; and the bytes that pairs encode, by first
    // character.
    const single = new Int16Array(128).fill(-1);
    const paired = new Uint8Array(128 * pages);
    for (let rank = 0; rank < 256; ++rank) {
        const byte = digits[codes[2 * rank]] * size + digits[codes[2 * rank + 1]];
        if (rank < singles) single[alphabet.charCodeAt(pages + rank)] = byte;
        else
            paired[
                128 * Math.floor((rank - singles) / size)
                + alphabet.charCodeAt((rank - singles) % size)
            ] = byte;
    }
    let count = 0;
    const end = codes.length;
    for (let i = 512; i < end;) {
        const code = codes[i++];
        let byte = single[code];
        if (byte < 0) byte = paired[128 * digits[code] + codes[i++]];
        codes[count++] = byte;
    }
    return codes.slice(0, count);
}
