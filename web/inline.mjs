// Bytes as a string literal that compresses as well as the bytes do. Base64 puts every byte in one of three places, so
// that gzip and brotli no longer see what repeats: the .wasm file comes out a third larger than it need be. Here a byte
// is always the same one or two characters, the commoner half of them one, and all are ASCII that no quote, template,
// minifier or HTML parser changes. encode is called by the build, decode by the entries that carry their .wasm.

const alphabet = ' !#%&()*+,-./0123456789:;=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_abcdefghijklmnopqrstuvwxyz{|}~';
const size = alphabet.length;
/** Characters that only begin a pair; each other one stands for a byte by itself. */
const pages = 2;
const singles = size - pages;

/**
 * The 256 byte values, commonest first, as two characters each; then the bytes.
 * @param {Uint8Array} bytes
 */
export function encode(bytes) {
    const counts = new Uint32Array(256);
    for (const byte of bytes) counts[byte] += 1;
    const order = Array.from(counts, (_, byte) => byte).sort((a, b) => counts[b] - counts[a] || a - b);
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
 * @param {string} text from encode
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function decode(text) {
    const digits = new Uint8Array(128);
    for (let i = 0; i < size; ++i) digits[alphabet.charCodeAt(i)] = i;
    const end = text.length;
    const order = new Uint8Array(256);
    for (let i = 0; i < 256; ++i) {
        order[i] = digits[text.charCodeAt(2 * i)] * size + digits[text.charCodeAt(2 * i + 1)];
    }
    const bytes = new Uint8Array(end);
    let count = 0;
    for (let i = 512; i < end; ++i) {
        let digit = digits[text.charCodeAt(i)] - pages;
        if (digit < 0) digit = singles + (digit + pages) * size + digits[text.charCodeAt(++i)];
        bytes[count++] = order[digit];
    }
    return bytes.slice(0, count);
}
